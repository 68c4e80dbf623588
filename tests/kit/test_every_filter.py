"""What all filters do alike, tested over all of them."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import select
import signal
import subprocess
import time

import pytest


def one_line(stderr: bytes, name: str) -> str:
    """The only line of standard error, which starts with the filter's name."""
    lines = stderr.decode().splitlines()
    assert len(lines) == 1, stderr
    assert lines[0].startswith(f"{name}: ")
    return lines[0]


# Usage


def test_help_is_a_page_to_work_from(any_filter, run):
    done = run(any_filter, "--help")
    page = done.stdout.decode()
    assert done.returncode == 0
    assert done.stderr == b""
    for part in ("usage:", "memory:", "examples:", "exit status:", "default:", "--on-error", "--stats"):
        assert part in page, part
    assert max(map(len, page.splitlines())) <= 120


def test_version(any_filter, run):
    done = run(any_filter, "--version")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(any_filter.name.encode() + b" (streamclean) 0.")
    assert run("streamclean", any_filter.name, "--version").stdout == done.stdout


def test_umbrella_runs_the_same_filter(any_filter, run):
    alone = run(any_filter, input=any_filter.record)
    assert (
        run("streamclean", any_filter.name, *any_filter.options, input=any_filter.record).stdout == alone.stdout != b""
    )


def test_typo_in_an_option(any_filter, run):
    done = run(any_filter, "--on-eror", "skip")
    assert (done.returncode, done.stdout) == (2, b"")
    assert "--on-error" in one_line(done.stderr, any_filter.name)


@pytest.mark.parametrize("options", [["--jobs", "0"], ["--max-record", "1X"], ["--on-error", "x"], ["-o"]])
def test_bad_value_of_an_option(any_filter, run, options):
    done = run(any_filter, *options)
    assert (done.returncode, done.stdout) == (2, b"")
    assert f"see {any_filter.name} --help" in one_line(done.stderr, any_filter.name)


# Inputs


@pytest.mark.parametrize("options", [[], ["-j2"], ["--stats"]])
def test_empty_input(each_filter, run, options):
    done = run(each_filter, *options)
    assert (done.returncode, done.stdout) == (0, b"")


def test_missing_file_does_not_stop_the_others(any_filter, run, tmp_path):
    (tmp_path / "good.jsonl").write_bytes(any_filter.record + b"\n")
    done = run(any_filter, "missing.jsonl", "good.jsonl")
    assert done.returncode == 1
    assert one_line(done.stderr, any_filter.name).endswith("missing.jsonl: No such file or directory")
    assert done.stdout == run(any_filter, "good.jsonl").stdout != b""


def test_directory_is_no_input(any_filter, run, tmp_path):
    (tmp_path / "folder").mkdir()
    done = run(any_filter, "folder")
    assert done.returncode == 1
    assert one_line(done.stderr, any_filter.name).endswith("folder: is a directory")


def test_names_from_a_list(any_filter, run, tmp_path):
    for name in ("a.jsonl", "b c.jsonl"):
        (tmp_path / name).write_bytes(any_filter.record + b"\n")
    wanted = run(any_filter, "a.jsonl", "b c.jsonl").stdout
    for end in (b"\n", b"\0"):
        listed = run(any_filter, "--files-from", "-", input=b"a.jsonl" + end + b"b c.jsonl" + end)
        assert (listed.returncode, listed.stdout) == (0, wanted)


def test_several_inputs_are_as_one(each_filter, run, tmp_path):
    (tmp_path / "a.jsonl").write_bytes(each_filter.record + b"\n" + each_filter.record)
    done = run(each_filter, "a.jsonl", "-", input=each_filter.record + b"\n")
    assert done.stdout.count(b"\n") == 3


# Bad records

BROKEN = b'{"id":"x","text":'


def test_broken_json_stops_with_its_place(each_filter, run):
    record = each_filter.record
    done = run(each_filter, input=record + b"\n" + BROKEN + b"\n" + record + b"\n")
    message = one_line(done.stderr, each_filter.name)
    assert done.returncode == 2
    assert f"standard input: line 2, byte {len(record) + 1 + len(BROKEN)}: JSON ends too early" in message
    assert done.stdout.count(b"\n") == each_filter.streams, "what came before is written, unless all has to be read"


def test_bad_records_are_skipped_and_kept(each_filter, run, tmp_path):
    bad = [BROKEN, each_filter.wrong_type, b'{"text":"\xff"}', b"[]", b'{"id":"x"}{"id":"y"}']
    lines = [each_filter.record, *bad, each_filter.record]
    done = run(each_filter, "--rejects", "bad", "--stats", input=b"\n".join(lines) + b"\n")
    assert done.returncode == 1
    assert done.stdout.count(b"\n") == 2
    assert (tmp_path / "bad").read_bytes() == b"\n".join(bad) + b"\n"
    *complaints, stats = done.stderr.decode().splitlines()
    assert [f"line {i}" in line for i, line in enumerate(complaints, 2)] == [True] * len(bad)
    assert json.loads(stats)["rejected"] == len(bad)


@pytest.mark.parametrize(
    ("record", "what"),
    [
        (b'{"text":"\xff"}', "not UTF-8"),
        (b'{"text":"a"', "JSON ends too early"),
        (b'{"text":NaN}', "broken JSON"),
        (b'{"text":"a",}', "broken JSON"),
        (b'{"text":"a"} x', "something after the JSON object"),
    ],
)
def test_what_is_wrong_is_said(any_filter, run, record, what):
    done = run(any_filter, input=any_filter.record + b"\n" + record + b"\n")
    assert done.returncode == 2
    assert what in one_line(done.stderr, any_filter.name)


def test_wrong_type_is_said(any_filter, run):
    done = run(any_filter, input=any_filter.wrong_type)
    assert done.returncode == 2
    assert ", not a" in one_line(done.stderr, any_filter.name)


@pytest.mark.parametrize("size", [1000, 1_000_000])
def test_over_long_record(each_filter, run, tmp_path, size):
    long = b'{"text":"' + b"x" * size + b'"}'
    lines = [each_filter.record, long, each_filter.record]
    done = run(each_filter, "--max-record", "900", "--rejects", "bad", input=b"\n".join(lines))
    assert done.returncode == 1
    assert "line 2" in one_line(done.stderr, each_filter.name)
    assert "--max-record" in one_line(done.stderr, each_filter.name)
    assert done.stdout.count(b"\n") == 2
    assert (tmp_path / "bad").read_bytes() == long + b"\n"


def test_many_over_long_records(each_filter, run, tmp_path):
    long = b'{"text":"' + b"x" * 200 + b'"}'
    done = run(each_filter, "--max-record", "100", "--rejects", "bad", input=(long + b"\n") * 5000)
    assert (done.returncode, done.stdout) == (1, b"")
    assert (tmp_path / "bad").read_bytes() == (long + b"\n") * 5000
    assert done.stderr.count(b"\n") == 21, "twenty are named, then they are counted"


def test_deep_nesting(each_filter, run):
    depth = 100_000
    record = each_filter.record[:-1] + b',"deep":' + b"[" * depth + b"]" * depth + b"}"
    done = run(each_filter, input=record)
    assert done.returncode == 0
    assert b"[" * depth + b"]" * depth in done.stdout


def test_blank_lines_stay_in_place(each_filter, run):
    done = run(each_filter, input=each_filter.record + b"\n\n" + each_filter.record + b"\n")
    assert [bool(line) for line in done.stdout.split(b"\n")] == [True, False, True, False]


# Fields that are not the filter's

OTHERS = (
    b'"big":123456789012345678901234567890,"one":1.0,"huge":1e400,"slash":"a\\/b","lone":"\\ud800",'
    b'"twice":1,"twice":2,"deep":{"b":[1, 2 ,{"c":-0.0}],"a":null},"u":"\\u00e9\xc3\xa9","metadata":{"z":1,"a":1E5}'
)


def test_other_fields_leave_as_they_came(each_filter, run):
    record = each_filter.record[:-1] + b", " + OTHERS + b" }"
    done = run(each_filter, input=record)
    assert done.returncode == 0
    assert OTHERS in done.stdout
    json.loads(done.stdout)


def test_fields_can_have_other_names(each_filter, run):
    field = b'"%b"' % each_filter.field.encode()
    renamed = each_filter.record.replace(field, b'"content"').replace(b'"id"', b'"name"')
    done = run(each_filter, f"--{each_filter.field}-key", "content", "--id-key", "name", input=renamed)
    assert done.returncode == 0
    assert done.stdout == run(each_filter, input=each_filter.record).stdout.replace(field, b'"content"').replace(
        b'"id"', b'"name"'
    )


def test_an_id_is_always_there_and_a_string(each_filter, run):
    bodies = [
        b"{" + each_filter.record.split(b",", 1)[1],
        each_filter.record.replace(b'"a"', b"12345678901234567890123"),
    ]
    done = run(each_filter, input=b"\n".join(bodies))
    ids = [json.loads(line)["id"] for line in done.stdout.splitlines()]
    assert ids == ["1", "12345678901234567890123"]


def test_running_numbers_are_those_of_lines(each_filter, run, tmp_path):
    record = b"{" + each_filter.record.split(b",", 1)[1]
    (tmp_path / "a.jsonl").write_bytes(record + b"\n\n" + record + b"\n")
    (tmp_path / "b.jsonl").write_bytes(record + b"\n")
    done = run(each_filter, "--stats", "a.jsonl", "b.jsonl")
    assert [json.loads(line)["id"] for line in done.stdout.splitlines() if line] == ["1", "3", "4"]
    assert json.loads(done.stderr)["records"] == 3, "a blank line is no record"


def test_output_is_the_same_for_any_number_of_jobs(any_filter, run):
    lines = [any_filter.record.replace(b'"a"', b'"%d"' % i) for i in range(3000)]
    lines[1500] = b"{"
    outputs = {
        (done.stdout, done.stderr)
        for jobs in (1, 2, 7)
        for done in [run(any_filter, "-j", jobs, "--on-error", "skip", input=b"\n".join(lines))]
    }
    assert len(outputs) == 1


# Outputs


def test_output_file_is_whole(any_filter, run, tmp_path):
    wanted = run(any_filter, input=any_filter.record).stdout
    assert run(any_filter, "-o", "out", input=any_filter.record).returncode == 0
    assert (tmp_path / "out").read_bytes() == wanted
    failed = run(any_filter, "-o", "out", input=any_filter.record + b"\n" + BROKEN)
    assert failed.returncode == 2
    assert (tmp_path / "out").read_bytes() == wanted, "a run that failed leaves the file of the run before"
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_output_into_nowhere(any_filter, run):
    done = run(any_filter, "-o", "no/such/folder/out", input=any_filter.record)
    assert done.returncode == 2
    assert "No such file or directory" in one_line(done.stderr, any_filter.name)


@pytest.mark.parametrize("options", [["-o", "/dev/full"], []])
def test_full_disk(any_filter, tmp_path, options):
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [*any_filter.command, *options], input=any_filter.record, stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert "No space left on device" in one_line(done.stderr, any_filter.name)


def test_closed_pipe_ends_silently(any_filter):
    lines = (any_filter.record + b"\n") * 200_000
    with subprocess.Popen(
        any_filter.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as filter_:
        assert filter_.stdin
        assert filter_.stdout
        assert filter_.stderr
        filter_.stdout.close()
        with contextlib.suppress(BrokenPipeError):
            filter_.stdin.write(lines)
            filter_.stdin.close()
        assert filter_.stderr.read() == b""
    assert filter_.returncode == -signal.SIGPIPE


def start_and_feed(each_filter, folder, *options, **streams):
    """A filter that has taken a record and waits for more."""
    filter_ = subprocess.Popen(
        [*each_filter.command, *options],
        cwd=folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **streams,
    )
    assert filter_.stdin
    filter_.stdin.write(each_filter.record + b"\n")
    filter_.stdin.flush()
    return filter_


@pytest.mark.parametrize(
    ("number", "status", "jobs"),
    [
        (signal.SIGINT, 130, "1"),
        (signal.SIGINT, 130, "2"),
        (signal.SIGTERM, -signal.SIGTERM, "1"),
        (signal.SIGHUP, -signal.SIGHUP, "2"),
    ],
)
def test_a_signal_leaves_no_temporary_file(any_filter, tmp_path, number, status, jobs):
    filter_ = start_and_feed(any_filter, tmp_path, "-o", "out", "-j", jobs)
    deadline = time.monotonic() + 20
    while not list(tmp_path.iterdir()) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert [path.suffix for path in tmp_path.iterdir()] == [".tmp"]
    filter_.send_signal(number)
    _, stderr = filter_.communicate()
    assert (filter_.returncode, stderr) == (status, b"")
    assert list(tmp_path.iterdir()) == []


def test_output_comes_when_the_next_read_would_wait(streaming_filter, tmp_path):
    filter_ = start_and_feed(streaming_filter, tmp_path)
    assert filter_.stdout
    ready, _, _ = select.select([filter_.stdout], [], [], 20)
    assert ready
    assert os.read(filter_.stdout.fileno(), 1 << 16).endswith(b"\n")
    filter_.communicate()
    assert filter_.returncode == 0


def test_compressed_input(any_filter, run, tmp_path):
    import bz2
    import gzip
    import lzma

    from streamclean.compression import zstd_module

    lines = (any_filter.record + b"\n") * 3
    wanted = run(any_filter, input=lines).stdout
    for suffix, pack in (
        ("gz", gzip.compress),
        ("bz2", bz2.compress),
        ("xz", lzma.compress),
        ("zst", zstd_module().compress),
    ):
        # Two members, as crawls and text collections have them; the name of the second file says nothing.
        data = pack(lines[: len(lines) // 3]) + pack(lines[len(lines) // 3 :])
        (tmp_path / f"in.jsonl.{suffix}").write_bytes(data)
        assert run(any_filter, f"in.jsonl.{suffix}").stdout == wanted, suffix
        assert run(any_filter, input=data).stdout == wanted, suffix


@pytest.mark.parametrize("jobs", [1, 4])
def test_truncated_input_is_an_error_after_what_could_be_read(each_filter, run, jobs):
    import gzip

    lines = (each_filter.record + b"\n") * 3
    done = run(each_filter, "-j", jobs, input=gzip.compress(lines) + gzip.compress(lines)[:-9])
    assert done.returncode == 1
    assert "truncated" in one_line(done.stderr, each_filter.name)
    assert done.stdout.count(b"\n") >= 3


# Figures


def test_stats_are_one_json_object(each_filter, run):
    done = run(each_filter, "--stats", input=(each_filter.record + b"\n") * 2)
    figures = json.loads(done.stderr)
    assert figures["filter"] == each_filter.name
    assert (figures["records"], figures["rejected"]) == (2, 0)
    assert figures["bytes_in"] == 2 * len(each_filter.record) + 2
    assert figures["bytes_out"] == len(done.stdout)


def test_progress_only_on_a_terminal(each_filter, run):
    assert run(each_filter, input=each_filter.record).stderr == b""
    shown = run(each_filter, "--progress", input=each_filter.record).stderr
    assert b"1 records" in shown
    assert b"done" in shown
    terminal, theirs = pty.openpty()
    done = subprocess.run(
        each_filter.command, input=each_filter.record, stdout=subprocess.PIPE, stderr=theirs, check=True
    )
    os.close(theirs)
    assert b"1 records" in os.read(terminal, 1 << 16)
    os.close(terminal)
    assert done.stdout == run(each_filter, input=each_filter.record).stdout
