"""dedupblocks with all that can go wrong: damaged sets, little memory, full disks, kills, odd records."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import time

import pytest
from conftest import BIN
from dedup_records import lines, long, output, page


def make_set(run, tmp_path):
    (tmp_path / "in.jsonl").write_bytes(lines(page(f"good:{long(i % 200)}") for i in range(400)))
    assert run("ngramdups", "-o", "dups.ng", "in.jsonl").returncode == 0
    return (tmp_path / "dups.ng").read_bytes()


def test_a_damaged_set_is_refused(run, tmp_path):
    good = make_set(run, tmp_path)
    assert len(good) > 5000
    bad = [good[: len(good) * i // 5] for i in range(5)] + [good[:-1], good + b"x"]
    for at in (3, 50, 120, 2000, len(good) - 40):
        bad.append(good[:at] + bytes([good[at] ^ 4]) + good[at + 1 :])
    for data in bad:
        (tmp_path / "bad.ng").write_bytes(data)
        done = run("dedupblocks", "--ngrams", "bad.ng", "in.jsonl")
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"bad.ng" in done.stderr, done.stderr
    done = run("dedupblocks", "--ngrams", "in.jsonl", "in.jsonl")
    assert b"in.jsonl: not a streamclean file" in done.stderr
    done = run("dedupblocks", "--ngrams", "none.ng", "in.jsonl")
    assert (done.returncode, b"none.ng" in done.stderr) == (2, True)


def test_a_set_of_other_tokens_is_refused(run, tmp_path):
    (tmp_path / "in.jsonl").write_bytes(lines([{"text": "The cat, the CAT."}] * 2))
    (tmp_path / "stop.txt").write_text("the\n")
    run("ngramdups", "-n", 2, "--skip", "punct", "--fold", "case", "-o", "a.ng", "in.jsonl")
    run("ngramdups", "-n", 1, "--skip", "stop", "--stop-lang", "en", "-o", "en.ng", "in.jsonl")
    run("ngramdups", "-n", 1, "--skip", "stop", "--stoplist", "stop.txt", "-o", "file.ng", "in.jsonl")
    good = [
        ["a.ng"],
        ["a.ng", "-n", "2", "--skip", "punct", "--fold", "case"],
        ["en.ng"],
        ["en.ng", "--skip", "stop", "--stop-lang", "English"],
        ["file.ng", "--stoplist", "stop.txt"],
    ]
    for options in good:
        found = output(run("dedupblocks", "--ngrams", *options, "in.jsonl"))
        assert [record["dedupblocks"]["class"] for record in found] == ["good", "dup"], options
    for options, what in [
        (["a.ng", "-n", "3"], "-n 3: a.ng was made with -n 2"),
        (["a.ng", "--skip", "punct,stop"], "--skip punct,stop: a.ng was made with skip punct, fold case"),
        (["a.ng", "--fold", "digits"], "--fold digits: a.ng was made with skip punct, fold case"),
        (["a.ng", "--stop-lang", "en"], "--stop-lang en: a.ng was made with skip punct, fold case"),
        (["en.ng", "--stop-lang", "de"], "--stop-lang de: en.ng was made with skip stop of en, fold none"),
        (["file.ng"], "file.ng: stop words must be those that the set was made with (a file)"),
    ]:
        done = run("dedupblocks", "--ngrams", *options, "in.jsonl")
        assert (done.returncode, done.stdout) == (2, b"")
        assert what in done.stderr.decode()


def test_too_little_memory_is_refused_in_advance(run, tmp_path):
    words = [f"{i} {i * i} {i * 7}" for i in range(400_000)]
    (tmp_path / "in.jsonl").write_bytes(lines([{"text": " ".join(words)}] * 2))
    for options in ([], ["--trace"]):
        done = run("dedupblocks", "--memory", "4M", *options, "in.jsonl")
        assert (done.returncode, done.stdout) == (2, b"")
        needed = int(done.stderr.decode().split("memory must be ")[1].split("M or more")[0])
        assert 6 <= needed <= (20 if options else 8)
        assert run("dedupblocks", "--memory", f"{needed}M", *options, "in.jsonl").returncode == 0


def limited(size):
    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)

    return limit


@pytest.mark.parametrize("options", [[], ["--order"], ["--trace"], ["--exact"]])
def test_memory_that_no_machine_has(run, tmp_path, options):
    """It is a bound: what is not needed is not taken. More than can be addressed is an error."""
    data = lines({"text": long(i % 2)} for i in range(4))
    expected = run("dedupblocks", *options, input=data)
    assert expected.returncode == 0
    done = run("dedupblocks", "--memory", "10000G", *options, input=data)
    assert (done.returncode, done.stdout, done.stderr) == (0, expected.stdout, expected.stderr)
    done = run("dedupblocks", "--memory", str(2**64 - 1), "-o", "out", *options, input=data)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"--memory says how many" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options", [[], ["--order"], ["--state", "s"], ["--trace"]])
def test_a_full_disk_ends_it(run, tmp_path, options):
    chance = random.Random(2)
    text = [" ".join(f"{chance.random()}" for _ in range(60)) for _ in range(3000)]
    data = lines({"id": "x" * 100, "blocks": [{"text": one}]} for one in text)
    done = run("dedupblocks", "--memory", "9M", "--tmpdir", ".", *options, input=data, preexec_fn=limited(1 << 18))
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--tmpdir" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_a_kill_leaves_nothing(tmp_path, number):
    filter_ = subprocess.Popen(
        [BIN / "dedupblocks", "--memory", "8M", "--tmpdir", ".", "--order"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert filter_.stdin
    filter_.stdin.write(lines({"text": long(i)} for i in range(20_000)))
    filter_.stdin.flush()
    time.sleep(0.2)
    filter_.send_signal(number)
    assert filter_.communicate() == (b"", b"")
    assert filter_.returncode == -number
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_changes_meanwhile(run, tmp_path):
    # The second file is a pipe that is fed when the first was read; then the first is not what it was.
    (tmp_path / "in.jsonl").write_bytes(lines([{"text": long(1)}]))
    os.mkfifo(tmp_path / "pipe")
    filter_ = subprocess.Popen(
        [BIN / "dedupblocks", "in.jsonl", "pipe"], cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    with open(tmp_path / "pipe", "wb") as pipe:
        (tmp_path / "in.jsonl").write_bytes(lines([{"text": long(1)}] * 2))
        pipe.write(lines([{"text": long(1)}]))
    out, error = filter_.communicate()
    assert (filter_.returncode, out) == (2, b"")
    assert b"in.jsonl was changed while it was read" in error


def test_a_line_of_100_mb(run, tmp_path):
    words = "".join(f"{i:07x} " for i in range(1 << 17))
    record = b'{"text":"%b"}\n' % (words.encode() * 100)
    (tmp_path / "in.jsonl").write_bytes(record * 2)
    done = run("dedupblocks", "--drop", "--stats", "-o", "out.jsonl", "in.jsonl")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stderr)
    assert (figures["words"], figures["dropped"]) == (2 * 100 << 17, 1)
    assert (tmp_path / "out.jsonl").stat().st_size > len(record)


def test_a_million_empty_documents(run, tmp_path):
    (tmp_path / "in.jsonl").write_bytes(b'{"id":"","text":""}\n' * 1_000_000)
    done = run("dedupblocks", "--stats", "-o", "out", "in.jsonl")
    assert done.returncode == 0
    figures = json.loads(done.stderr)
    assert (figures["documents"], figures["units"], figures["dropped"]) == (1_000_000, 0, 0)


def test_records_without_text(run):
    records = [
        {"id": "a", "text": None},
        {"id": "b", "blocks": []},
        {"id": "c", "text": ""},
        {"id": "d", "blockify": {}},
    ]
    found = output(run("dedupblocks", "--exact", "--trace", input=lines(records)))
    assert [record["dedupblocks"]["class"] for record in found] == ["good"] * 4
    done = run("dedupblocks", input=b'{"id":"a"}\n')
    assert (done.returncode, b"neither 'blocks' nor 'text'" in done.stderr) == (2, True)


def test_bad_records_are_told_once(run, tmp_path):
    good = lines([{"text": long(1)}])
    done = run("dedupblocks", "--order", "--rejects", "bad", input=good + b'{"text":1}\n' + good)
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert (tmp_path / "bad").read_bytes() == b'{"text":1}\n'
    assert done.stdout.count(b"\n") == 2


def test_a_state_is_not_ahead_of_its_output(tmp_path):
    """What a state knows is out: if the output could not be put in its place, the next run would lose it."""
    (tmp_path / "folder").mkdir()
    filter_ = subprocess.Popen(
        [BIN / "dedupblocks", "--state", "state", "-o", "folder/out"],
        cwd=tmp_path,
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    deadline = time.monotonic() + 20
    while len(list(tmp_path.glob("**/*.tmp"))) < 2 and time.monotonic() < deadline:
        time.sleep(0.01)
    (temporary,) = (tmp_path / "folder").iterdir()
    temporary.unlink()
    (tmp_path / "folder").rmdir()
    _, error = filter_.communicate(lines([{"text": long(1)}]))
    assert filter_.returncode == 2
    assert b"folder/out: No such file" in error
    assert list(tmp_path.iterdir()) == []


def test_a_pipe_is_no_set(run, tmp_path):
    os.mkfifo(tmp_path / "set")
    for option in ("--ngrams", "--state", "--against"):
        done = run("dedupblocks", option, "set")
        assert (done.returncode, b"set is a pipe, which cannot be read more than once" in done.stderr) == (2, True)


def test_a_folder_without_room_is_named(run, tmp_path):
    (tmp_path / "in.jsonl").write_bytes(lines({"text": long(i % 4000)} for i in range(8000)))
    done = run("dedupblocks", "--tmpdir", ".", "in.jsonl", preexec_fn=limited(1 << 14))
    assert done.returncode == 2
    assert b"keeping the n-grams that were counted in . (--tmpdir names a folder with more room)" in done.stderr
