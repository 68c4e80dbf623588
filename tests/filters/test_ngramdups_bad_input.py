"""ngramdups with all that can go wrong: full disks, kills, damaged sets, odd records."""

from __future__ import annotations

import contextlib
import gzip
import json
import os
import resource
import signal
import subprocess
import time

import pytest
from conftest import BIN


def words(count: int, seed: int = 1) -> str:
    return " ".join(str((seed + at) * 2654435761 % 1_000_003) for at in range(count))


def record(text: str, **members: object) -> bytes:
    return json.dumps({**members, "text": text}).encode() + b"\n"


MANY = b"".join(record(words(20_000, seed % 7 * 20_000)) for seed in range(14))
"""Twice what 1M of memory holds."""
SMALL = ["--memory", "1M", "--tmpdir", "tmp"]


@pytest.fixture
def tmpdir(tmp_path):
    folder = tmp_path / "tmp"
    folder.mkdir()
    return folder


@pytest.mark.parametrize("method", ["hash", "suffix", "spex"])
def test_memory_that_no_machine_has(run, tmp_path, method):
    """It is a bound: what is not needed is not taken. More than can be addressed is an error."""
    data = record("a b c d a b c") * 2
    expected = run("ngramdups", "--method", method, "-n", "3", input=data)
    assert expected.returncode == 0
    for memory in ("48G", "10000G"):
        done = run("ngramdups", "--method", method, "-n", "3", "--memory", memory, input=data)
        assert (done.returncode, done.stdout, done.stderr) == (0, expected.stdout, b"")
    for memory in ("17179869183G", str(2**64 - 1)):
        done = run("ngramdups", "--method", method, "-o", "out.ng", "--memory", memory, input=data)
        assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
        assert b"--memory says how many" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options", [["--method", "hash"], ["--method", "suffix"], ["--method", "spex"]])
def test_a_disk_that_is_full(tmpdir, options):
    """A limit on files stands for it: the system says that no more can be written."""

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    done = subprocess.run(
        [BIN / "ngramdups", "-n", "2", "-o", "out", *SMALL, *options],
        input=MANY,
        capture_output=True,
        cwd=tmpdir.parent,
        preexec_fn=limit,
        check=False,
    )
    assert done.returncode == 2
    [said] = done.stderr.decode().splitlines()
    assert said.startswith("ngramdups: writing")
    assert "--tmpdir names a folder with more room" in said
    assert "File too large" in said
    assert [path.name for path in tmpdir.parent.iterdir()] == ["tmp"]
    assert list(tmpdir.iterdir()) == []


def test_no_room_for_standard_input(tmpdir):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))

    done = subprocess.run(
        [BIN / "ngramdups", "--format", "text", "--tmpdir", "tmp"],
        input=MANY,
        capture_output=True,
        cwd=tmpdir.parent,
        preexec_fn=limit,
        check=False,
    )
    assert done.returncode == 2
    assert b"keeping standard input in tmp (--tmpdir names a folder with more room): File too large" in done.stderr


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize("options", [[], ["--method", "suffix"], ["--method", "spex", "-j2"], ["--format", "text"]])
def test_nothing_is_left_behind(tmpdir, number, options):
    with subprocess.Popen(
        [BIN / "ngramdups", "-n", "2", *SMALL, *options],
        cwd=tmpdir.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    ) as filter_:
        assert filter_.stdin
        with contextlib.suppress(BrokenPipeError):
            filter_.stdin.write(MANY)
            filter_.stdin.flush()
        files = f"/proc/{filter_.pid}/fd"
        deadline = time.monotonic() + 20
        while not any("tmp" in target(f"{files}/{fd}") for fd in os.listdir(files)) and time.monotonic() < deadline:
            time.sleep(0.01)
        assert any("tmp" in target(f"{files}/{fd}") for fd in os.listdir(files)), "it has written to the folder"
        filter_.send_signal(number)
        filter_.wait(20)
        with contextlib.suppress(BrokenPipeError):
            filter_.stdin.close()
    assert filter_.returncode == (130 if number == signal.SIGINT else -number)
    assert list(tmpdir.iterdir()) == []


def target(link: str) -> str:
    try:
        return os.readlink(link)
    except FileNotFoundError:
        return ""


def test_a_signal_while_the_core_is_at_work(tmp_path):
    """Counting in the end takes long, and comes back to Python only to write."""
    (tmp_path / "in.jsonl").write_bytes(record(words(3_000_000)))
    with subprocess.Popen(
        [BIN / "ngramdups", "--method", "spex", "-n", "40", "-o", "out", "in.jsonl"],
        cwd=tmp_path,
        stderr=subprocess.PIPE,
    ) as filter_:
        time.sleep(1.5)
        assert filter_.poll() is None
        started = time.monotonic()
        filter_.send_signal(signal.SIGTERM)
        filter_.wait(20)
        assert time.monotonic() - started < 1
        assert filter_.stderr
        assert filter_.stderr.read() == b""
    assert [path.name for path in tmp_path.iterdir()] == ["in.jsonl"]


def test_damaged_sets_are_named(run, tmp_path):
    run("ngramdups", "-n", "2", "-o", "a.ng", input=MANY)
    whole = (tmp_path / "a.ng").read_bytes()
    bad = tmp_path / "bad.ng"
    for at in (3, 40, 5000, len(whole) // 2, len(whole) - 9):
        bad.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        check_refused(run, tmp_path)
    for end in (0, 7, 30, 4096, len(whole) - 1):
        bad.write_bytes(whole[:end])
        check_refused(run, tmp_path)
    bad.write_bytes(whole + b"\n")
    check_refused(run, tmp_path)
    bad.unlink()
    done = run("ngramdups", "--merge", "a.ng", "bad.ng", "-o", "out.ng")
    assert done.returncode == 2
    assert b"No such file or directory" in done.stderr
    assert b"bad.ng" in done.stderr


def check_refused(run, tmp_path):
    done = run("ngramdups", "--merge", "a.ng", "bad.ng", "-o", "out.ng")
    assert (done.returncode, done.stdout) == (2, b"")
    [said] = done.stderr.decode().splitlines()
    assert said.startswith("ngramdups: bad.ng: ")
    assert not (tmp_path / "out.ng").exists()


@pytest.mark.parametrize("form", ["set", "text", "jsonl"])
def test_odd_records(run, form):
    ask = ["ngramdups", "--format", form]
    empty = run(*ask)
    assert (empty.returncode, empty.stderr) == (0, b"")
    for data in (b"\n\n \n", b'{"text":""}\n{"text":null}\n{"blocks":null}\n{"blockify":{}}\n', b'{"text":"one two"}'):
        done = run(*ask, input=data)
        assert (done.returncode, done.stderr) == (0, b"")
        if form != "set":
            assert done.stdout == empty.stdout == b""
    done = run(*ask, input=b'{"text":"a"}\n{"id":"x"}\n')
    assert done.returncode == 2
    assert b"line 2, byte 13: neither 'blocks' nor 'text'" in done.stderr
    done = run(*ask, "--rejects", "bad", input=b'{"text":1}\n' * 30 + record("a b c d e f g. a b c d e f g"))
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 21
    assert done.stdout.startswith({"text": b"2\ta b c d e f g\n", "jsonl": b'{"ngram":"a b c d e f g"'}.get(form, b""))


def test_a_million_empty_documents(run):
    done = run("ngramdups", "--stats", "-j2", input=b'{"text":""}\n' * 1_000_000)
    figures = json.loads(done.stderr)
    assert (figures["documents"], figures["tokens"], figures["kept"]) == (1_000_000, 0, 0)


def test_a_line_of_100_megabytes(run, tmp_path):
    text = words(100_000)
    (tmp_path / "in.jsonl").write_bytes(record(" ".join([text] * 146)))
    assert (tmp_path / "in.jsonl").stat().st_size > 100_000_000
    figures = json.loads(run("ngramdups", "--memory", "64M", "--stats", "-o", "out.ng", "in.jsonl").stderr)
    assert figures["tokens"] == 14_600_000
    assert figures["kept"] == 100_000, "each n-gram of the text, those at the seams included"


def test_an_input_that_ends_too_early_is_named_once(run, tmp_path):
    data = gzip.compress(record("a b a b a b") * 3) + gzip.compress(MANY)[:-3000]
    (tmp_path / "in.jsonl.gz").write_bytes(data)
    for options in (["in.jsonl.gz", "missing.jsonl"], ["-", "missing.jsonl"]):
        done = run("ngramdups", "-n", "5", "--format", "text", *options, input=data)
        assert done.returncode == 1
        first, second = done.stderr.decode().splitlines()
        assert "truncated" in first
        assert "missing.jsonl: No such file or directory" in second
        assert done.stdout.startswith(b"3\ta b a b a\n")


def test_a_file_that_changes_between_the_readings(tmp_path):
    from streamclean.errors import FatalError
    from streamclean.inputs import Source
    from streamclean.spool import Spool

    class Job:
        def sources(self):
            return iter([Source(str(tmp_path / "in"))])

        def start_again(self):
            pass

    def read(spool):
        return [b"".join(source.chunks()) for source in spool.sources()]

    path = tmp_path / "in"
    path.write_bytes(b"some bytes")
    spool = Spool(Job(), str(tmp_path))
    assert [read(spool) for _ in range(3)] == [[b"some bytes"]] * 3
    path.write_bytes(b"other bytes")
    with pytest.raises(FatalError, match="was changed while it was read"):
        read(spool)
    path.unlink()
    with pytest.raises(FatalError, match="was changed while it was read"):
        read(spool)


def test_standard_input_that_is_a_file_is_read_again_where_it_lies(tmp_path):
    (tmp_path / "in").write_bytes(b"not a record\n" + record("a b a b"))
    with open(tmp_path / "in", "rb") as file:
        os.lseek(file.fileno(), 13, os.SEEK_SET)
        done = subprocess.run(
            [BIN / "ngramdups", "-n", "2", "--format", "text", "--stats"], stdin=file, capture_output=True, check=True
        )
    assert done.stdout == b"2\ta b\n"
    assert json.loads(done.stderr)["kept_of_input"] == 0
