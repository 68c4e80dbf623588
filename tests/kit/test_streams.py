"""Inputs and outputs below the filters: compressed streams, lines, folders, ordered work."""

from __future__ import annotations

import bz2
import collections
import gzip
import lzma
import os
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamclean.compression import decompress, kind_of, may_be_magic, zstd_module
from streamclean.errors import FatalError, InputError
from streamclean.inputs import Batch, Source, TooLong, batches, form_of
from streamclean.outputs import FileSink, inside
from streamclean.parallel import ordered

PACKERS = {"gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress, "zstd": zstd_module().compress}
kinds = pytest.mark.parametrize("kind", PACKERS)


def cut(data: bytes, size: int) -> list[bytes]:
    return [data[i : i + size] for i in range(0, len(data), size)]


@kinds
@given(members=st.lists(st.binary(max_size=300), min_size=1, max_size=4), size=st.integers(1, 50))
def test_any_members_in_any_pieces(kind, members, size):
    packed = b"".join(map(PACKERS[kind], members))
    assert kind_of(packed) == kind
    assert b"".join(decompress(kind, cut(packed, size))) == b"".join(members)


@kinds
def test_all_that_can_be_read_comes_before_the_error(kind):
    first, second = os.urandom(3000), os.urandom(3000)
    packed = PACKERS[kind](first) + PACKERS[kind](second)[:-5]
    out: list[bytes] = []
    with pytest.raises(InputError, match="truncated"):
        collections.deque(map(out.append, decompress(kind, cut(packed, 100))))
    assert b"".join(out).startswith(first)


@kinds
@given(parts=st.lists(st.binary(min_size=1, max_size=300), min_size=1, max_size=4), size=st.integers(1, 50))
def test_places_of_members(kind, parts, size):
    packed = [PACKERS[kind](part) for part in parts]
    content, places = 0, []

    def begins(offset: int) -> None:
        places.append((content, offset))

    for piece in decompress(kind, cut(b"".join(packed), size), begins):
        content += len(piece)
    assert places == [(sum(map(len, parts[:i])), sum(map(len, packed[:i]))) for i in range(len(parts))]


def test_a_zstd_dictionary_that_is_none():
    start = b"\x5d\x2a\x4d\x18"
    assert kind_of(start) == "zstd"
    for data in (start, start + b"\x05\0\0\0ab"):
        with pytest.raises(InputError, match="truncated"):
            list(decompress("zstd", [data]))
    with pytest.raises(InputError, match="too long"):
        list(decompress("zstd", [start + b"\xff\xff\xff\xff"]))
    bad = b"\x37\xa4\x30\xecno dictionary of this form"
    with pytest.raises(InputError, match="damaged"):
        list(decompress("zstd", [start + len(bad).to_bytes(4, "little") + bad + zstd_module().compress(b"x")]))


@kinds
def test_damage_and_trailing_garbage(kind):
    packed = PACKERS[kind](b"content " * 50)
    with pytest.raises(InputError, match=r"damaged|truncated"):
        list(decompress(kind, [packed[:20] + b"\xff\xff\xff\xff\xff" + packed[25:]]))
    with pytest.raises(InputError, match="after its last member"):
        list(decompress(kind, [packed, b"garbage, not a member"]))
    assert b"".join(decompress(kind, [packed, b"\0" * 512])) == b"content " * 50, "zeros are padding"


@kinds
def test_a_bomb_comes_in_pieces(kind):
    pieces = decompress(kind, [PACKERS[kind](b"\0" * (64 << 20))])
    assert max(map(len, pieces)) <= 4 << 20


def test_text_is_not_taken_for_compressed():
    for start in (b"", b"B", b"BZh", b"BZhello, this is text", b"{", b"\x1fx"):
        assert kind_of(start) is None
    assert [may_be_magic(start) for start in (b"", b"BZh9", b"BZhello", b"\x28\xb5", b"{", b"\x1f\x8b")] == [
        True, True, False, True, False, False,
    ]  # fmt: skip


def read_lines(tmp_path, data: bytes, most: int) -> tuple[list[bytes], list[bytes]]:
    """The lines and the over-long ones of a file, with the place of each checked against the file."""
    path = tmp_path / "lines"
    path.write_bytes(data)
    good, bad = [], []
    for portion in batches(Source(str(path)), most):
        if isinstance(portion, TooLong):
            line = b"".join(portion.pieces)
            bad.append(line)
            places = [(portion.number, portion.offset, line)]
        elif isinstance(portion, Batch):
            good += portion.lines
            places = [(*portion.place(i), line) for i, line in enumerate(portion.lines)]
        else:
            places = []
        for number, offset, line in places:
            assert data[offset : offset + len(line)] == line
            assert data.count(b"\n", 0, offset) == number - 1
    return good, bad


@given(data=st.lists(st.sampled_from([b"", b"a", b"bcd", b"e" * 9, b"f" * 30]), max_size=12).map(b"\n".join))
def test_lines_and_their_places(tmp_path_factory, monkeypatch_module, data):
    tmp_path = tmp_path_factory.mktemp("lines")
    for chunk in (1, 7, 1000):
        monkeypatch_module.setattr("streamclean.inputs.CHUNK", chunk)
        good, bad = read_lines(tmp_path, data, 8)
        lines = data.split(b"\n")
        lines = lines if lines[-1] else lines[:-1]
        assert good == [line for line in lines if len(line) <= 8]
        assert bad == [line for line in lines if len(line) > 8]


@pytest.fixture(scope="module")
def monkeypatch_module():
    with pytest.MonkeyPatch.context() as patch:
        yield patch


def test_a_line_of_100_mb_costs_its_bytes(tmp_path):
    started = time.monotonic()
    good, _ = read_lines(tmp_path, b"x" * 100_000_000 + b"\n" + b"y", 1 << 30)
    assert list(map(len, good)) == [100_000_000, 1]
    assert time.monotonic() - started < 10


def test_byte_order_mark_is_no_part_of_the_first_line(tmp_path):
    (tmp_path / "x").write_bytes(b"\xef\xbb\xbf{}\n")
    (batch,) = batches(Source(str(tmp_path / "x")), 100)
    assert isinstance(batch, Batch)
    assert (batch.lines, batch.offset) == ([b"{}"], 3)


@pytest.mark.parametrize("name", ["../x", "/x", "a/../x", "", ".", "a//b", "a/", "x\0y"])
def test_names_that_lead_out_of_a_folder(tmp_path, name):
    with pytest.raises(ValueError, match="cannot be a file"):
        inside(str(tmp_path), name)


def test_links_that_lead_out_of_a_folder(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "out").symlink_to(tmp_path)
    assert inside(str(tmp_path / "in"), "a/b") == str(tmp_path / "in" / "a" / "b")
    with pytest.raises(ValueError, match="outside"):
        inside(str(tmp_path / "in"), "out/x")


def test_a_file_keeps_its_mode_and_its_link(tmp_path):
    real = tmp_path / "real"
    real.write_text("old")
    real.chmod(0o600)
    (tmp_path / "link").symlink_to(real)
    sink = FileSink(str(tmp_path / "link"))
    sink.open()
    sink.write(b"new")
    assert real.read_text() == "old"
    sink.commit()
    assert (real.read_text(), real.stat().st_mode & 0o777, (tmp_path / "link").is_symlink()) == ("new", 0o600, True)


def test_a_file_where_none_can_be(tmp_path):
    for path in (tmp_path, tmp_path / "no" / "file"):
        with pytest.raises(FatalError):
            FileSink(str(path)).open()
    assert list(tmp_path.iterdir()) == []


def test_ordered_work():
    def slow_first(i: int) -> int:
        time.sleep(0.02 if i % 5 == 0 else 0)
        return i * i

    items = [None if i % 7 == 6 else i for i in range(60)]
    wanted = [None if i is None else i * i for i in items]
    for jobs in (1, 3):
        assert list(ordered(slow_first, items, jobs)) == wanted


def test_ordered_work_waits_for_no_more_than_it_may():
    most, now, lock = 0, 0, threading.Lock()

    def items():
        nonlocal now, most
        for i in range(100):
            with lock:
                now += 1
                most = max(most, now)
            yield i

    for _ in ordered(lambda i: i, items(), 2):
        with lock:
            now -= 1
    assert most <= 2 * 2 + 2


def test_ordered_work_raises_in_turn():
    def fail_at_5(i: int) -> int:
        return i // (5 - i)

    results = ordered(fail_at_5, range(20), 2)
    assert [next(results) for _ in range(5)] == [0, 0, 0, 1, 4]
    with pytest.raises(ZeroDivisionError):
        next(results)


@pytest.mark.parametrize("jobs", [1, 2, 4])
def test_what_came_before_an_error_of_the_input_is_done(jobs):
    def items():
        yield from range(6)
        raise InputError("cut")

    done: list[int | None] = []
    with pytest.raises(InputError, match="cut"):
        collections.deque(map(done.append, ordered(lambda i: time.sleep(0.01) or i, items(), jobs)))
    assert done == list(range(6))


def test_a_peek_waits_for_as_much_as_it_is_asked_for(tmp_path, monkeypatch):
    monkeypatch.setattr("streamclean.inputs.CHUNK", 2)
    (tmp_path / "x").write_bytes(b"abcdefg")
    source = Source(str(tmp_path / "x"))
    assert source.peek() == b"ab"
    assert source.peek(5) == b"abcdef"
    assert source.peek(50) == b"abcdefg"
    assert b"".join(source.chunks()) == b"abcdefg"


@pytest.mark.parametrize(
    ("name", "start", "form"),
    [
        ("x", b"WARC/1.1\r\n", "warc"),
        ("x", b'{"a":1}', "jsonl"),
        ("x", b"{} text", "jsonl"),
        ("x", b"<html>", "document"),
        ("x", b"", "document"),
        ("x.warc.gz", b"", "warc"),
        ("x.jsonl", b"", "jsonl"),
        ("x.html", b'{"a":1}', "document"),
        ("x.html.bz2", b"WARC/1.1", "document"),
    ],
)
def test_forms_of_inputs(tmp_path, name, start, form):
    (tmp_path / name).write_bytes(start)
    assert form_of(Source(str(tmp_path / name)), True, (".html",)) == form
    if form == "warc":
        assert form_of(Source(str(tmp_path / name)), False, ()) == "document"
