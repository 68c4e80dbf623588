"""Web archives that are damaged, cut or too long: what can be read is, and what cannot is told."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import time
from functools import partial

import pytest
from archives import INFO, PAGES, WANTED, http, members, read, record, write, zstd
from hypothesis import given
from hypothesis import strategies as st
from stand_in import STAND_IN, rows, run_stand_in, text_of
from streamclean.http import Message


@pytest.fixture
def blockify(tmp_path):
    return partial(run_stand_in, tmp_path)


def test_garbage_between_records_is_passed_over(blockify, tmp_path):
    (tmp_path / "x.warc").write_bytes(PAGES[0] + b"garbage WARC/1.0\n" + PAGES[1] + b"\0\0\0" + PAGES[2] + b"end")
    done = blockify("x.warc")
    assert [text_of(row).encode() for row in rows(done, 1)] == [content for _, _, content in WANTED]
    length = [len(page) for page in PAGES]
    places = [length[0], length[0] + 17 + length[1], length[0] + 17 + length[1] + 3 + length[2]]
    assert done.stderr.decode().splitlines() == [f"blockify: x.warc: byte {at}: no WARC record here" for at in places]


def test_wrong_lengths(tmp_path):
    short = http(b"<p>" + b"x" * 100)
    records = [
        record("short", short, length=60),
        PAGES[0],
        record("none", http(b"<p>x")).replace(b"Content-Length: ", b"Content-Size: "),
        record("negative", http(b"<p>x"), length=-1),
        PAGES[1],
        record("long", http(b"<p>x"), length=10**12),
        PAGES[2],
    ]
    found, errors = read(write(tmp_path / "x.warc", b"".join(records)), 1 << 50)
    at = [sum(map(len, records[:i])) for i in range(len(records))]
    assert [page[0] for page in found] == ["short", "0", "1"]
    assert errors == [
        f"byte {at[1] - 4 - len(short) + 60}: no WARC record here",
        f"byte {at[2]}: a record without Content-Length",
        f"byte {at[3]}: a record without Content-Length",
        f"byte {at[5]}: truncated: a record ends too early",
    ]


def test_a_record_over_the_limit(blockify, tmp_path):
    long = record("long", http(b"<p>" + b"x" * 5000))
    video = record("video", http(b"x" * 5000, kind=b"video/mp4"))
    data, offsets = members([PAGES[0], long, video, PAGES[1]], gzip.compress)
    (tmp_path / "x.warc.gz").write_bytes(data)
    for jobs in (1, 2):
        done = blockify("--max-record", "1K", "-j", jobs, "x.warc.gz")
        assert [text_of(row).encode() for row in rows(done, 1)] == [WANTED[0][2], WANTED[1][2]]
        assert done.stderr.decode() == f"blockify: x.warc.gz: byte {offsets[1]}: longer than --max-record (1K)\n"


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd.compress], ids=["plain", "gzip", "zstd"])
def test_a_cut_archive(blockify, tmp_path, pack, jobs):
    data, offsets = members([INFO, *PAGES], pack)
    (tmp_path / "x.warc").write_bytes(data[:-40])
    (tmp_path / "y.warc").write_bytes(data)
    done = blockify("-j", jobs, "x.warc", "y.warc")
    assert len(rows(done, 1)) == 2 + 3, "what was read before is kept, and the next file is read"
    (message,) = done.stderr.decode().splitlines()
    assert message.startswith(f"blockify: x.warc: byte {offsets[3]}: truncated: ")


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd.compress], ids=["plain", "gzip", "zstd"])
def test_no_cut_is_silent(tmp_path, pack):
    data, offsets = members(PAGES[:2], pack)
    ends = [*offsets[1:], len(data)]
    for cut in range(1, len(data)):
        found, errors = read(write(tmp_path / "x.warc", data[:cut]))
        whole = sum(end <= cut for end in ends)
        # Line ends after a record are no part of what it says.
        slack = 4 if pack is bytes else 0
        assert len(errors) == (0 if any(end - slack <= cut <= end for end in ends) else 1), (cut, errors)
        # All of a page may be there, but not the end of its member, nor the check sum in it.
        assert whole <= len(found) <= whole + 1
        assert found == WANTED[: len(found)]


def test_damage_inside_a_member(blockify, tmp_path):
    data, offsets = members(PAGES, gzip.compress)
    at = offsets[1] + 30
    (tmp_path / "x.warc.gz").write_bytes(
        data[:at] + bytes(byte ^ 0xFF for byte in data[at : at + 20]) + data[at + 20 :]
    )
    done = blockify("x.warc.gz")
    assert [text_of(row).encode() for row in rows(done, 1)] == [WANTED[0][2]]
    assert f"x.warc.gz: byte {offsets[1]}: damaged".encode() in done.stderr


def test_a_file_that_is_no_archive(blockify, tmp_path):
    (tmp_path / "x").write_bytes(b"\xff\xd8\xff\xe0 JFIF" * 100)
    (tmp_path / "empty.warc.gz").write_bytes(b"")
    done = blockify("--from", "warc", "x", "empty.warc.gz")
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr == b"blockify: x: byte 0: no WARC record here\n"


def test_many_errors_are_counted(blockify, tmp_path):
    (tmp_path / "x.warc").write_bytes((b"garbage\n" + PAGES[0]) * 100)
    done = blockify("--stats", "x.warc", "--from", "warc")
    assert (done.returncode, done.stdout.count(b"\n")) == (1, 100)
    *complaints, stats = done.stderr.decode().splitlines()
    assert len(complaints) == 21
    assert (json.loads(stats)["rejected"], json.loads(stats)["blocks"]) == (100, 100)


def test_a_page_leaves_before_the_next_one_comes(tmp_path):
    command = [sys.executable, "-c", STAND_IN]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as filter_:
        assert filter_.stdin
        assert filter_.stdout
        # Half of the next record has come already.
        filter_.stdin.write(gzip.compress(PAGES[0]) + gzip.compress(PAGES[1])[:50])
        filter_.stdin.flush()
        assert b"page 0" in filter_.stdout.readline()
        filter_.stdin.close()
        assert filter_.wait() == 1


def test_many_small_records_cost_their_bytes(tmp_path):
    small = record("x", b"", b"metadata", b"text/plain")
    started = time.monotonic()
    assert read(write(tmp_path / "x.warc.gz", gzip.compress(small * 100_000 + PAGES[0], 1))) == (WANTED[:1], [])
    assert time.monotonic() - started < 20


@given(st.binary(max_size=300), st.sampled_from([b"", b"WARC/1.0\r\n", PAGES[0]]))
def test_any_bytes(tmp_path_factory, noise, before):
    read(write(tmp_path_factory.mktemp("warc") / "x.warc", before + noise))
    message = Message(b"HTTP/1.1 200\r\nContent-Encoding: br, gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + noise)
    assert len(message.content(1000)) <= 1000
