"""Callers that close or fill what a filter writes to, and command lines that would lose something."""

from __future__ import annotations

import os
import subprocess

import pytest
from conftest import BIN


def closing(*fds: int):
    def close() -> None:
        for fd in fds:
            os.close(fd)

    return close


def said(done: subprocess.CompletedProcess[bytes], what: str, status: int = 2) -> None:
    """One line of standard error says so."""
    assert done.returncode == status
    assert done.stderr.count(b"\n") == 1, done.stderr
    assert what in done.stderr.decode()


# Standard streams


def test_a_closed_output_is_not_the_next_file(any_filter, run, tmp_path):
    for options in ([], ["--rejects", "bad"]):
        said(run(any_filter, *options, input=any_filter.record, preexec_fn=closing(1)), "standard output: Bad file")
    assert list(tmp_path.iterdir()) == []


def test_nobody_has_to_listen(any_filter, run, tmp_path):
    (tmp_path / "in.jsonl").write_bytes(any_filter.record)
    assert run(any_filter, "-o", "heard", "in.jsonl").returncode == 0
    assert run(any_filter, "-o", "closed", "in.jsonl", preexec_fn=closing(2)).returncode == 0
    with open("/dev/full", "wb") as full:
        command = [*any_filter.command, "--stats", "-o", "full", "in.jsonl", "missing"]
        done = subprocess.run(command, cwd=tmp_path, stderr=full, check=False)
    assert done.returncode == 1
    assert (tmp_path / "closed").read_bytes() == (tmp_path / "full").read_bytes() == (tmp_path / "heard").read_bytes()


def test_a_closed_input_is_not_an_empty_one(each_filter, run):
    said(run(each_filter, input=None, preexec_fn=closing(0)), "standard input: Bad file descriptor", 1)


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_pages_on_a_full_disk(any_filter, option):
    with open("/dev/full", "wb") as full:
        command = [BIN / any_filter.name, option]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    said(done, "standard output: No space left on device")


def test_a_fatal_error_waits_for_nobody(run, tmp_path):
    """A thread is in a read of a pipe that nobody writes to."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "in.txt").write_text("A line.\n" * 100_000)
    done = run("pgstrip", "-j2", "--to", "jsonl", "-o", "/dev/full", "in.txt", "pipe")
    said(done, "/dev/full: No space left on device")
    with open("/dev/full", "wb") as full:
        command = [BIN / "streamclean", "pgstrip", "-j2", "--to", "jsonl", "in.txt", "pipe"]
        done = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=full, timeout=20, check=False)
    assert done.returncode == 2


# Command lines


def test_two_dashes_end_the_options(each_filter, run, tmp_path):
    (tmp_path / "-o").write_bytes(each_filter.record)
    (tmp_path / "--").write_bytes(each_filter.record)
    done = run(each_filter, "-j2", "--", "-o", "--")
    assert (done.returncode, done.stderr) == (0, b"")
    (tmp_path / "in").write_bytes(each_filter.record)
    assert done.stdout == run(each_filter, "in", "in").stdout


def test_outputs_overwrite_neither_inputs_nor_one_another(any_filter, run, tmp_path):
    (tmp_path / "in.jsonl").write_bytes(any_filter.record)
    (tmp_path / "names").write_text("in.jsonl\n")
    for given in (["in.jsonl"], ["--files-from", "names"]):
        said(run(any_filter, "--rejects", "./in.jsonl", *given), "./in.jsonl is an input: it would be overwritten")
    assert (tmp_path / "in.jsonl").read_bytes() == any_filter.record
    said(run(any_filter, "--rejects", "x", "-o", "./x", "in.jsonl"), "./x is written twice")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl", "names"]


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--jobs", "1" + "0" * 30], "'1" + "0" * 30 + "' is too large a number"),
        (["--max-record", "99999999999999999999G"], "is too large a number"),
        (["-o", ""], "--output: the name is empty"),
        (["--rejects", ""], "--rejects: the name is empty"),
        (["--rejects", "-"], "only --output may be -"),
        (["--id-key", "\udcff"], "--id-key: not UTF-8"),
    ],
)
def test_values_that_cannot_be(run, options, what):
    said(run("fingerprint", *options, input=b'{"id":"a","text":"A line of text."}'), what)


def test_a_list_on_standard_input_names_no_standard_input(each_filter, run):
    said(run(each_filter, "--files-from", "-", input=b"-\n"), "both are standard input")
