"""Figures of extractors over pages: means with their standard errors, and intervals of differences between two."""

from __future__ import annotations

import random
import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import html_sets
from streamclean import _core

RESAMPLES = 1000
SEED = 2011
LEAST = 10
"""Pages of a type or a language that has figures of its own; those with fewer are together, if they are so many."""

OTHER = "other"


class Outcome(NamedTuple):
    """What came of a page."""

    scores: _core.Scores
    empty: bool
    failed: bool


class Mean(NamedTuple):
    mean: float
    error: float | None
    """The standard error; of one page there is none."""


class Difference(NamedTuple):
    mean: float
    low: float
    high: float
    """The ends of the interval with 95 per cent of the resampled means."""


class Figures(NamedTuple):
    """Of a system on some pages. None is what their gold does not have."""

    pages: int
    f1: Mean | None
    """Of the words in any order, and so are precision and recall; the means over pages."""
    precision: Mean | None
    recall: Mean | None
    words_f1: float | None
    """Of the words in order, all pages as one text."""
    words_f05: float | None
    wanted: float | None
    """The share of the snippets that must be there and are."""
    unwanted: float | None
    """The same of those that must not."""
    snippets: Mean | None
    """The share of a page's snippets that are as they must be."""
    snippet_f1: float | None
    """Wanted snippets found against those missed and unwanted ones found, all pages as one."""
    empty: float
    failed: int


def mean(values: Sequence[float]) -> Mean:
    error = statistics.stdev(values) / len(values) ** 0.5 if len(values) > 1 else None
    return Mean(statistics.fmean(values), error)


@lru_cache(maxsize=1)
def draws(pages: int) -> list[list[int]]:
    """The pages of each resample, drawn with replacement; always the same ones."""
    source = random.Random(SEED)
    return [source.choices(range(pages), k=pages) for _ in range(RESAMPLES)]


def difference(ours: Sequence[float], theirs: Sequence[float]) -> Difference:
    """The paired bootstrap of the mean difference: pages are drawn, and both systems answer the same ones."""
    each = [a - b for a, b in zip(ours, theirs, strict=True)]
    means = [sum(map(each.__getitem__, drawn)) / len(each) for drawn in draws(len(each))]
    cuts = statistics.quantiles(means, n=40, method="inclusive")
    return Difference(statistics.fmean(each), cuts[0], cuts[-1])


def right_snippets(scores: _core.Scores) -> float | None:
    found = scores.figures()
    total = found["with"] + found["without"]
    return (found["with_found"] + found["without"] - found["without_found"]) / total if total else None


def measure(outcomes: Sequence[Outcome]) -> list[float]:
    """What two systems are compared by, page by page: bag F1, or where there is no text, the snippets."""
    if outcomes[0].scores.figures()["bag_f1"] is not None:
        return [outcome.scores.bag_f1 for outcome in outcomes]
    return [right_snippets(outcome.scores) or 0.0 for outcome in outcomes]


def figures(outcomes: Sequence[Outcome]) -> Figures:
    totals = _core.ScoreTotals()
    for outcome in outcomes:
        totals.add(outcome.scores)
    every = totals.figures()
    pages = [outcome.scores.figures() for outcome in outcomes]
    has_text = every["words"] is not None
    bag = [
        mean([page[f"bag_{name}"] for page in pages]) if has_text else None for name in ("f1", "precision", "recall")
    ]
    snippets = [share for outcome in outcomes if (share := right_snippets(outcome.scores)) is not None]
    found, missed, bad = every["with_found"], every["with"] - every["with_found"], every["without_found"]
    return Figures(
        len(outcomes),
        *bag,
        every["words"]["f1"] if has_text else None,
        every["words"]["f05"] if has_text else None,
        found / every["with"] if every["with"] else None,
        bad / every["without"] if every["without"] else None,
        mean(snippets) if snippets else None,
        2 * found / (2 * found + missed + bad) if snippets else None,
        statistics.fmean(outcome.empty for outcome in outcomes),
        sum(outcome.failed for outcome in outcomes),
    )


def groups(pages: Sequence[html_sets.Page]) -> dict[str, list[int]]:
    """The numbers of all pages, and those of each type, or else of each language, where there are several."""
    found = {"": list(range(len(pages)))}
    for names in ([page.type for page in pages], [page.lang for page in pages]):
        counts = Counter(names)
        kept = [name for name, count in counts.most_common() if count >= LEAST]
        if len(counts) > 1 and len(kept) > 1:
            for name in [*kept, OTHER]:
                numbers = [at for at, of in enumerate(names) if (of if of in kept else OTHER) == name]
                if len(numbers) >= LEAST:
                    found[name] = numbers
            break
    return found


def chosen(outcomes: Sequence[Outcome], numbers: Iterable[int]) -> list[Outcome]:
    return [outcomes[at] for at in numbers]
