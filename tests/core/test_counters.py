"""The frequency counters as Python classes (Kaser & Lemire 3.3)."""

from __future__ import annotations

import collections
import subprocess
import sys
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamclean._core import (
    Crc64Counts,
    ExactCounts,
    GeneralizedMajority,
    HashedCounters,
    MorrisCounters,
    SortedCounts,
)

MAKERS = {
    "exact": ExactCounts,
    "sort": SortedCounts,
    "sort, spilling": lambda: SortedCounts(memory=2000),
    "crc64": Crc64Counts,
    "hashed": HashedCounters,
    "morris": MorrisCounters,
    "gm": lambda: GeneralizedMajority(100),
    "gm of fingerprints": lambda: GeneralizedMajority(100, keep_lines=False),
}
EXACT = ["exact", "sort", "sort, spilling", "crc64"]
LINES = [f"line {i % 40} \u00e9" for i in range(200)]


@pytest.fixture(params=MAKERS)
def make(request):
    return MAKERS[request.param]


@pytest.fixture
def counter(make):
    counter = make()
    counter.update(LINES)
    return counter


def test_every_way_to_count_is_the_same(make):
    text = "".join(f"{line}\n" for line in LINES).encode()
    ways = [make() for _ in range(6)]
    ways[0].update(LINES)
    ways[1].update(line.encode() for line in LINES)
    ways[2].update_lines(text)
    ways[3].update_lines(bytearray(text))
    ways[4].update_lines(memoryview(text))
    ways[5].update_lines(text.removesuffix(b"\n"))
    assert len({way.to_bytes() for way in ways}) == 1
    assert all(way.total == 200 for way in ways)


def test_counts(counter):
    # At most 40 distinct lines: no cell of 2^23 is shared, no gm counter taken; Morris estimates 5 roughly.
    expected = 5 if not isinstance(counter, MorrisCounters) else pytest.approx(5, abs=4)
    assert counter.count(LINES[0]) == expected
    assert counter[LINES[0].encode()] == counter.count(LINES[0])
    assert counter.counts([LINES[0], b"never"]) == [counter.count(LINES[0]), 0]


def test_a_line_may_hold_line_ends(make):
    counter = make()
    counter.update(["a", "b\nc", "a"])
    assert (counter.total, counter["b\nc"], counter["b"]) == (3, 1, 0)


@given(st.lists(st.binary(max_size=3) | st.text(max_size=2), max_size=60), st.sampled_from(EXACT))
def test_exact_kinds_count_as_collections_counter(lines, kind):
    counter = MAKERS[kind]()
    counter.update(lines)
    expected = collections.Counter(line if isinstance(line, bytes) else line.encode() for line in lines)
    assert counter.counts(list(expected)) == list(expected.values())
    assert counter.total == len(lines)


def test_top_is_by_count_then_by_item():
    for counter in ExactCounts(), SortedCounts(), GeneralizedMajority(10):
        counter.update(["b", "c", "a", "b", b"\xff", b"\xff", b"\xff"])
        assert counter.top(3) == [(b"\xff", 3), ("b", 2), ("a", 1)]
        assert len(counter.top(99)) == 4
        assert counter.top(0) == []


def test_top_without_lines_gives_numbers():
    # 3.3.3: the check value of CRC-64/XZ.
    crc64, gm = Crc64Counts(), GeneralizedMajority(3, keep_lines=False)
    for counter in crc64, gm:
        counter.update([b"123456789"] * 2)
        assert counter.top(1) == [(0x995DC9BBDF1939FA, 2)]
    hashed = HashedCounters(bits=4)
    hashed.update(["x"])
    [(cell, count)] = hashed.top(5)
    assert 0 <= cell < 16
    assert count == 1


def test_a_lone_string_is_refused_with_a_hint(make):
    for lone in "line", b"line", bytearray(b"line"):
        with pytest.raises(TypeError, match=r"\[line\].*update_lines"):
            make().update(lone)


@pytest.mark.parametrize("call", ["count", "__getitem__"])
def test_what_is_not_a_line_is_refused(make, call):
    with pytest.raises(TypeError, match="a line is str or bytes, not int"):
        getattr(make(), call)(3)


def test_other_arguments_are_refused(make):
    with pytest.raises(TypeError, match="not None"):
        make().update(["a", None])
    with pytest.raises(TypeError, match="buffer of lines, not str"):
        make().update_lines("a\n")


def test_an_error_of_the_iterable_comes_through(make):
    def lines():
        yield "a"
        raise LookupError("of the iterable")

    with pytest.raises(LookupError, match="of the iterable"):
        make().update(lines())


@pytest.mark.parametrize("kind", [*EXACT, "hashed"])
def test_merging_is_counting_both(kind):
    first, second, both = (MAKERS[kind]() for _ in range(3))
    first.update(LINES)
    second.update(LINES[:50])
    both.update(LINES + LINES[:50])
    first.merge(second)
    assert first.to_bytes() == both.to_bytes()
    assert first.total == 250


def test_merging_gm_keeps_its_bound():
    first, second = GeneralizedMajority(5), GeneralizedMajority(5)
    lines = [str(i * i % 11) for i in range(300)]
    first.update(lines[:200])
    second.update(lines[200:])
    first.merge(second)
    assert first.decrements <= 300 // 6
    for line, count in collections.Counter(lines).items():
        assert first[line] <= count <= first[line] + first.decrements


def test_what_does_not_merge_says_why(make):
    counter = make()
    with pytest.raises(ValueError, match="with itself"):
        counter.merge(counter)
    with pytest.raises(TypeError):
        counter.merge(None)
    with pytest.raises(ValueError, match=r"2\^4 cells, the other 2\^5"):
        HashedCounters(bits=4).merge(HashedCounters(bits=5))
    with pytest.raises(ValueError, match="5 counters of lines, the other 6 counters of lines"):
        GeneralizedMajority(5).merge(GeneralizedMajority(6))


def test_prune_forgets_what_is_rare(make):
    counter = make()
    counter.update(["often"] * 30 + ["rare"])
    size = len(counter.to_bytes())
    counter.prune(3)
    assert counter["rare"] == 0
    assert counter["often"] > 0
    assert counter.total == 31
    assert len(counter.to_bytes()) <= size


def test_a_file_gives_back_what_was_saved(counter, tmp_path):
    path = tmp_path / "counts"
    counter.save(path)
    loaded = type(counter).load(path)
    assert loaded.to_bytes() == path.read_bytes() == counter.to_bytes()
    assert type(counter).from_bytes(path.read_bytes()).total == 200
    assert loaded.counts(LINES) == counter.counts(LINES)
    counter.update(["x"])
    counter.save(str(path))
    assert type(counter).load(str(path)).total == 201
    assert [path.name for path in tmp_path.iterdir()] == ["counts"]


def test_a_saved_file_has_the_rights_of_a_new_file(tmp_path):
    ExactCounts().save(tmp_path / "ours")
    (tmp_path / "plain").write_bytes(b"")
    assert (tmp_path / "ours").stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_sort_shares_its_files_with_exact(tmp_path):
    counter = SortedCounts(memory=1000)
    counter.update(LINES)
    counter.save(tmp_path / "counts")
    assert ExactCounts.load(tmp_path / "counts").top(99) == counter.top(99)


def test_another_kind_is_refused_by_name(tmp_path):
    path = tmp_path / "counts"
    Crc64Counts().save(path)
    with pytest.raises(ValueError, match="counts: holds crc64, not exact"):
        ExactCounts.load(path)
    with pytest.raises(ValueError, match="holds crc64, not gm"):
        GeneralizedMajority.from_bytes(path.read_bytes())


def test_damaged_files_are_refused(counter, tmp_path):
    file = counter.to_bytes()
    for bad in b"", b"not ours", file[:-1], file[:40] + bytes([file[40] ^ 1]) + file[41:]:
        with pytest.raises(ValueError, match=r"damaged|not a streamclean file"):
            type(counter).from_bytes(bad)


def test_files_that_cannot_be_read_or_written_are_named(make, tmp_path):
    counter = make()
    path = tmp_path / "missing" / "counts"
    with pytest.raises(FileNotFoundError) as error:
        type(counter).load(path)
    assert error.value.filename == str(path)
    with pytest.raises(FileNotFoundError) as error:
        counter.save(path)
    assert error.value.filename == str(path)


def test_sort_names_a_folder_it_cannot_spill_to(tmp_path):
    counter = SortedCounts(memory=100, tmpdir=tmp_path / "missing")
    with pytest.raises(FileNotFoundError, match=r"sorted run to .*missing.*--tmpdir"):
        counter.update(LINES)


def test_sort_leaves_nothing_in_its_folder(tmp_path):
    counter = SortedCounts(memory=1000, tmpdir=tmp_path)
    counter.update(str(i) for i in range(5000))
    assert counter["4999"] == 1
    assert list(tmp_path.iterdir()) == []
    counter.update(["4999"])
    assert counter["4999"] == 2


def test_parameters_out_of_range_are_named():
    for bits in 0, 41:
        with pytest.raises(ValueError, match=f"bits must be 1 to 40, not {bits}"):
            HashedCounters(bits=bits)
    with pytest.raises(ValueError, match="counters must be"):
        GeneralizedMajority(0)


def test_repr_and_memory(counter):
    assert repr(counter) == f"<{type(counter).__name__}: 200 lines in {counter.memory} bytes>"
    assert counter.memory > 0


@pytest.mark.parametrize("kind", ["exact", "sort", "crc64", "gm", "gm of fingerprints"])
def test_a_small_counter_is_small(kind):
    counter = MAKERS[kind]()
    counter.update(LINES[:10])
    assert counter.memory < 16_000


def test_lines_of_any_length_count_in_every_way(make):
    lines = [b"", b"x" * 3_000_000, b"", b"y" * 5_000_000, b"x" * 3_000_000, b"z" * 2_000_000, b"z"]
    ways = [make() for _ in range(3)]
    ways[0].update(lines)
    ways[1].update_lines(b"".join(line + b"\n" for line in lines))
    ways[2].update_lines(bytearray(b"\n".join(lines)))
    assert len({way.to_bytes() for way in ways}) == 1
    if not isinstance(ways[0], MorrisCounters):
        assert ways[0].counts(lines) == [lines.count(line) for line in lines]


def test_many_lines_count_as_one_by_one(make):
    # More than are taken from an iterable at a time, as str and as bytes.
    lines = [f"{i * i % 977} of many lines" for i in range(5000)]
    mixed = (line if i % 2 else line.encode() for i, line in enumerate(lines))
    at_once, singly = make(), make()
    at_once.update(mixed)
    for line in lines:
        singly.update([line])
    assert at_once.to_bytes() == singly.to_bytes()


def test_threads_may_share_a_counter(make):
    counter = make()
    buffer = b"".join(b"%d\n" % (i % 50) for i in range(20_000))
    threads = [threading.Thread(target=counter.update_lines, args=(buffer,)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert counter.total == 80_000


def test_merging_both_ways_at_once_does_not_hang():
    counters = [ExactCounts(), ExactCounts()]
    for counter in counters:
        counter.update(LINES)
    pairs = [counters, counters[::-1]]
    threads = [threading.Thread(target=lambda a, b: [a.merge(b) for _ in range(20)], args=pair) for pair in pairs]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    assert not any(thread.is_alive() for thread in threads)


FULL_DISK = """
import resource, sys
from streamclean._core import ExactCounts, SortedCounts

# Files may not grow beyond this: writing fails part of the way, as on a full disk.
resource.setrlimit(resource.RLIMIT_FSIZE, (30_000, 30_000))
lines = [f"line number {i} of many" for i in range(5000)]
sort = SortedCounts(memory=400_000, tmpdir=sys.argv[1])
try:
    sort.update(lines)
except OSError as error:
    print(error)
exact = ExactCounts()
exact.update(lines)
try:
    exact.save(sys.argv[1] + "/counts")
except OSError as error:
    print(error)
"""


def test_a_full_disk_says_what_to_do_and_leaves_nothing(tmp_path):
    run = subprocess.run([sys.executable, "-c", FULL_DISK, tmp_path], capture_output=True, text=True, check=True)
    spill, save = run.stdout.splitlines()
    assert f"writing a sorted run to {tmp_path} (--tmpdir names a folder with more room)" in spill
    assert save.endswith(f"'{tmp_path}/counts'")
    assert list(tmp_path.iterdir()) == []
