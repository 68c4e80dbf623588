"""The figures of Kaser & Lemire, section 3, as the shape our counters must show on synthetic data."""

from __future__ import annotations

import itertools
import math
import random
from typing import NamedTuple

import pytest
from streamclean._core import ExactCounts, GeneralizedMajority, HashedCounters

THRESHOLDS = (10, 50, 100)


def run_length_time(p: float, n: int) -> float:
    """Proposition 1 (3.2): the expected number of flips until n heads in a row, each of probability p."""
    return sum(p**-k for k in range(1, n + 1))


def misclassified(p: float, gap_max: int) -> float:
    """Figure 3: the expected lines cut after the preamble, for a false-positive probability p."""
    return run_length_time(1 - p, gap_max) - gap_max


@pytest.mark.parametrize(("p", "n"), [(0.5, 4), (0.75, 10), (0.25, 3)])
def test_proposition_1_is_what_happens(p, n):
    rng = random.Random(1)
    trials = 4000
    flips = 0
    for _ in range(trials):
        heads = 0
        while heads < n:
            flips += 1
            heads = heads + 1 if rng.random() < p else 0
    assert flips / trials == pytest.approx(run_length_time(p, n), rel=0.06)


def test_proposition_1_on_the_papers_example():
    # 3.2: "which is 1.4 million lines for GAP_MAX = 10 and sigma = 0.25".
    assert run_length_time(0.25, 10) == pytest.approx(1.4e6, rel=0.01)


def preamble_end(lines: list[bytes], counter: ExactCounts, threshold: int, gap_max: int) -> int:
    """Pass 2 of Algorithm 1 over lines that begin with a frequent one: how many it takes for preamble."""
    end = gap = 0
    for at, count in enumerate(counter.counts(lines), 1):
        gap = 0 if count > threshold else gap + 1
        if gap == 0:
            end = at
        if gap == gap_max:
            break
    return end


@pytest.mark.parametrize("p", [0.05, 0.2, 0.35])
def test_figure_3_misclassified_lines(p):
    rng = random.Random(3)
    frequent = [b"frequent line %d" % i for i in range(20)]
    counter = ExactCounts()
    counter.update(frequent * 11)
    trials = 1500
    wrong = 0
    for _ in range(trials):
        body = [rng.choice(frequent) if rng.random() < p else b"rare" for _ in range(6000)]
        wrong += preamble_end([*frequent, *body[: int(30 * misclassified(p, 10)) + 50]], counter, 10, 10) - 20
    assert wrong / trials == pytest.approx(misclassified(p, 10), rel=0.15)


class FalsePositives(NamedTuple):
    share: float
    assessments: int
    crude_bound: float
    skewed_bound: float


def skewed_lines(distinct: int) -> dict[bytes, int]:
    """Lines of figure 5's kind: most come once to three times, one in a thousand often."""

    def count(i: int) -> int:
        return 150 + i % 50 if i % 1000 == 0 else 1 + (i % 7 > 4) + (i % 31 > 28)

    return {b"line %d" % i: count(i) for i in range(distinct)}


def false_positives(lines: dict[bytes, int], bits: int, threshold: int) -> FalsePositives:
    """Figure 6: the assessments that take a line for frequent by mistake, and the bounds of 3.3.4."""
    counter = HashedCounters(bits=bits)
    counter.update_lines(b"".join((line + b"\n") * count for line, count in lines.items()))
    seen = counter.counts(list(lines))
    wrong = sum(count for count, found in zip(lines.values(), seen, strict=True) if count <= threshold < found)
    assessments = sum(lines.values())
    load = (len(lines) - 1) / 2**bits
    p = sum(count > threshold for count in lines.values()) / len(lines)
    return FalsePositives(wrong / assessments, assessments, 1 - math.exp(-load), p * load)


@pytest.fixture(scope="module")
def lines():
    return skewed_lines(100_000)


@pytest.mark.parametrize("threshold", THRESHOLDS)
def test_figure_6_false_positives_fall_with_the_number_of_cells(lines, threshold):
    results = [false_positives(lines, bits, threshold) for bits in range(9, 20, 2)]
    shares = [result.share for result in results]
    assert all(more >= less for more, less in itertools.pairwise(shares))
    # Sums of hundreds of lines exceed any threshold: all that is not frequent is mistaken.
    assert shares[0] > 0.8
    assert shares[-1] < 0.001
    for result in results:
        assert result.share <= result.crude_bound


@pytest.mark.parametrize("threshold", [50, 100])
@pytest.mark.parametrize("bits", [17, 18, 19])
def test_figure_6_the_bound_for_skewed_lines(lines, threshold, bits):
    # Here n <= c, and a line is either small beside K or greater than K, as the bound assumes.
    result = false_positives(lines, bits, threshold)
    deviation = math.sqrt(result.skewed_bound / result.assessments)
    assert result.share <= result.skewed_bound + 4 * deviation
    # The bound is near: frequent lines hit a cell about as often as it says.
    assert result.share >= result.skewed_bound / 2


def efficiency(exponent: float, trials: int, counters: int = 30, items: int = 1000, n: int = 100_000) -> float:
    """Figure 7: the greatest k for which GM's top-k query is exact, divided by the counters, on average."""
    weights = [rank**-exponent for rank in range(1, items + 1)]
    scale = n / sum(weights)
    frequency = {str(rank): round(weight * scale) for rank, weight in enumerate(weights, 1)}
    stream = [item for item, count in frequency.items() for _ in range(count)]
    greatest = sorted(frequency.values(), reverse=True)
    rng = random.Random(7)
    total = 0
    for _ in range(trials):
        rng.shuffle(stream)
        gm = GeneralizedMajority(counters)
        gm.update_lines("\n".join(stream).encode())
        # Items of one frequency are equally right answers.
        found = [frequency[item] for item, _ in gm.top(counters)]
        total += max(
            (k for k in range(1, len(found) + 1) if sorted(found[:k], reverse=True) == greatest[:k]),
            default=0,
        )
    return total / trials / counters


def test_figure_7_efficiency_grows_with_skew():
    efficiencies = [efficiency(x, trials=5) for x in (0.25, 1.0, 1.5, 2.0, 3.0)]
    assert all(less < more for less, more in itertools.pairwise(efficiencies))
    assert efficiencies[0] < 0.1
    # At x = 3 rank 30 comes three times, as rank 31 does: the last counters cannot tell them apart.
    assert efficiencies[-1] > 0.7
    assert efficiency(4.0, trials=5, counters=10) > 0.85


def test_figure_7_efficiency_hardly_depends_on_the_number_of_counters():
    # 3.3.5: "we determined empirically that the efficiency is not sensitive to the number of counters".
    efficiencies = [efficiency(2.0, trials=5, counters=counters) for counters in (15, 30, 60)]
    assert max(efficiencies) - min(efficiencies) < 0.15


def test_algorithm_2_monitors_all_that_is_frequent():
    # 3.3.5: all elements of more than n / (c + 1) occurrences are monitored at the end.
    rng = random.Random(2)
    stream = [str(int(rng.paretovariate(0.8))) for _ in range(50_000)]
    exact = ExactCounts()
    exact.update(stream)
    for counters in 10, 100, 1000:
        gm = GeneralizedMajority(counters)
        gm.update(stream)
        monitored = {item for item, _ in gm.top(counters)}
        frequent = {item for item, count in exact.top(counters) if count > len(stream) / (counters + 1)}
        assert frequent
        assert frequent <= monitored
