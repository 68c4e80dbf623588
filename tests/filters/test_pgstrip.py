"""pgstrip as a user runs it. The method itself is tested in the core (`rust/core/src/lines/tests.rs`)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import BIN

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
BOOKS = sorted((EXAMPLES / "books").glob("*.txt"))
SOURCES = sorted((EXAMPLES / "sources").glob("*.py"))

# Read by eye: lines, first line that is not preamble, first line that is epilogue.
BY_EYE = {"lighthouse.txt": (47, 23, 42), "orchard.txt": (32, 16, 26), "wetter.txt": (51, 29, 36)}

ORDER_FREE = ["exact", "sort", "crc64", "hashed"]
ALL_COUNTERS = [*ORDER_FREE, "morris", "gm"]
CORPUS = ["-K", "8", "--gap-max", "2", "--p-max", "8", "--e-max", "1", "--max-share", "0.9", "--heuristics", "none"]


def good(done: subprocess.CompletedProcess[bytes]) -> bytes:
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


def body_lines(name: str) -> bytes:
    """The book's own lines, cut with the boundaries read by eye."""
    _, start, end = BY_EYE[name]
    return b"".join((EXAMPLES / "books" / name).read_bytes().splitlines(keepends=True)[start:end])


def rows(stdout: bytes) -> dict[str, tuple[int, ...]]:
    split = [line.split("\t") for line in stdout.decode().splitlines()]
    return {os.path.basename(name): tuple(map(int, numbers)) for name, *numbers in split}


# With the built-in model


def test_boundaries_of_the_example_books(run):
    assert rows(good(run("pgstrip", "--boundaries", *BOOKS))) == BY_EYE


@pytest.mark.parametrize("name", BY_EYE)
def test_plain_text_comes_out_as_utf8_with_its_line_ends(run, name):
    source = (EXAMPLES / "books" / name).read_bytes()
    encoding = "latin-1" if name == "orchard.txt" else "utf-8"
    assert good(run("pgstrip", EXAMPLES / "books" / name)) == body_lines(name).decode(encoding).encode()
    assert good(run("pgstrip", input=source)) == body_lines(name).decode(encoding).encode()


@pytest.mark.parametrize("name", BY_EYE)
def test_bytes_are_not_touched(run, name):
    assert good(run("pgstrip", "--bytes", EXAMPLES / "books" / name)) == body_lines(name)


def test_utf16_is_cut_in_its_own_bytes(run, tmp_path):
    text = (EXAMPLES / "books" / "wetter.txt").read_text(encoding="utf-8")
    (tmp_path / "wide.txt").write_bytes(b"\xff\xfe" + text.encode("utf-16le"))
    assert good(run("pgstrip", "--bytes", "wide.txt")) == body_lines("wetter.txt").decode().encode("utf-16le")
    assert good(run("pgstrip", "wide.txt")) == body_lines("wetter.txt")


def test_files_are_joined_as_cat_does(run):
    alone = [good(run("pgstrip", book)) for book in BOOKS]
    assert good(run("pgstrip", *BOOKS)) == b"".join(alone)


def test_mark_keeps_every_line(run):
    for book in BOOKS:
        marked = good(run("pgstrip", "--mark", book))
        labels = [line.split(b"\t", 1)[0].decode() for line in marked.splitlines()]
        lines, start, end = BY_EYE[book.name]
        assert labels == ["preamble"] * start + ["text"] * (end - start) + ["epilogue"] * (lines - end)
        text = b"".join(line.split(b"\t", 1)[1] for line in marked.splitlines(keepends=True))
        encoding = "latin-1" if book.name == "orchard.txt" else "utf-8"
        assert text == book.read_bytes().decode(encoding).encode()


def test_header_fields_on_top(run):
    top = good(run("pgstrip", "--keep-header", "author,number,title", EXAMPLES / "books" / "orchard.txt"))
    assert top.startswith(b"Title: The Pear Orchard\nAuthor: A. Nother\nNumber: 900002\n\nThe Pear Orchard\r\n")
    marked = good(run("pgstrip", "--mark", "--keep-header", "all", EXAMPLES / "books" / "orchard.txt"))
    assert marked.startswith(b"header\tTitle: The Pear Orchard\nheader\tAuthor: A. Nother\n")
    assert good(run("pgstrip", "--keep-header", "language", EXAMPLES / "books" / "orchard.txt")).startswith(b"The Pear")


def test_odd_file_names_do_not_break_the_columns(run, tmp_path):
    name = "a\tb\nc\\.txt"
    shutil.copy(BOOKS[0], tmp_path / name)
    assert good(run("pgstrip", "--boundaries", name)) == b"a\\tb\\nc\\\\.txt\t47\t23\t42\n"


# JSON lines


def test_text_to_records(run):
    records = [json.loads(line) for line in good(run("pgstrip", "--to", "jsonl", *BOOKS)).splitlines()]
    assert [record["id"] for record in records] == [str(book) for book in BOOKS]
    orchard = records[1]
    assert orchard["text"].encode("latin-1") == body_lines("orchard.txt")
    report = orchard["pgstrip"]
    assert report.pop("header") == {
        "title": "The Pear Orchard",
        "author": "A. Nother",
        "release_date": "March, 1996",
        "number": "900002",
        "language": "",
        "encoding": "",
    }
    whole = (EXAMPLES / "books" / "orchard.txt").read_bytes().decode("latin-1")
    assert whole[report.pop("start") : report.pop("end")] == orchard["text"]
    assert report == {
        "encoding": "iso-8859-1", "undecoded": 0, "lines": 32, "preamble_end": 16, "epilogue_start": 26,
    }  # fmt: skip
    reports = [json.loads(line)["pgstrip"] for line in good(run("pgstrip", "--to", "jsonl", *BOOKS)).splitlines()]
    assert len({(tuple(each), tuple(each["header"])) for each in reports}) == 1, "every report has the same keys"


def test_records_are_cut_like_files(run, tmp_path):
    for book in BOOKS:
        encoding = "latin-1" if book.name == "orchard.txt" else "utf-8"
        text = book.read_bytes().decode(encoding)
        record = {"id": book.name, "x": 1.0, "text": text, "y": [None]}
        for ascii_only in (True, False):
            line = json.dumps(record, ensure_ascii=ascii_only).encode()
            out = json.loads(good(run("pgstrip", input=line)))
            assert out["text"].encode(encoding) == body_lines(book.name)
            assert list(out) == ["id", "x", "text", "y", "pgstrip"]
            assert (out["pgstrip"]["preamble_end"], out["pgstrip"]["epilogue_start"]) == BY_EYE[book.name][1:]


def test_text_of_a_record_keeps_its_escapes(run):
    start = r"*** START OF THE PROJECT GUTENBERG EBOOK A ***\n\n"
    own = r"A\u0020line \ud800 with \/ escapes \u00e9é\r\n"
    line = f'{{"text":"{start}{own}\\nEnd of Project Gutenberg\'s A\\n"}}'.encode()
    out = good(run("pgstrip", input=line))
    assert f'"text":"{own}",'.encode() in out


def test_records_marked_or_written_as_text(run):
    book = EXAMPLES / "books" / "wetter.txt"
    text = book.read_text(encoding="utf-8")
    line = json.dumps({"id": "w", "text": text}).encode()
    marked = json.loads(good(run("pgstrip", "--mark", input=line)))
    assert marked["text"] == text
    assert marked["pgstrip"]["preamble_end"] == 29
    assert good(run("pgstrip", "--to", "text", input=line)) == body_lines("wetter.txt")
    assert good(run("pgstrip", "--boundaries", input=line)) == b"w\t51\t29\t36\n"


def test_stripping_twice_replaces_the_report(run):
    line = json.dumps({"id": "w", "text": BOOKS[0].read_text(encoding="utf-8"), "after": 1}).encode()
    once = good(run("pgstrip", input=line))
    twice = json.loads(good(run("pgstrip", input=once)))
    assert list(twice) == ["id", "text", "after", "pgstrip"]
    assert twice["text"] == json.loads(once)["text"]


def test_forms_are_not_mixed_by_accident(run, tmp_path):
    (tmp_path / "r.jsonl").write_bytes(b'{"text":"x"}\n')
    shutil.copy(BOOKS[0], tmp_path / "b.txt")
    done = run("pgstrip", "r.jsonl", "b.txt")
    assert done.returncode == 1
    assert b"b.txt: holds plain text after inputs of JSON lines: use --to" in done.stderr
    assert good(run("pgstrip", "--to", "jsonl", "r.jsonl", "b.txt")).count(b"\n") == 2


# Learning


def test_licence_headers_of_source_files(run):
    for counter in ALL_COUNTERS:
        found = rows(good(run("pgstrip", "--corpus", "--counter", counter, "--boundaries", *CORPUS, *SOURCES)))
        for source in SOURCES:
            lines = source.read_text().splitlines()
            assert found[source.name] == (len(lines), lines.index("") + 1, len(lines)), counter


def test_footers_of_a_mailing_list(run, tmp_path):
    footer = "-- \nYou get this mail because you asked to be on the list\nTo get no more of it, write to the teapot\n"
    for i in range(12):
        text = "".join(f"Dear all,\n\nthis is what I have to say in the year {1000 * i + j}.\n" for j in range(i + 1))
        (tmp_path / f"{i:02}.txt").write_text(f"{text}\nYours, {i}\n\n{footer}")
    options = ["--corpus", "--heuristics", "none", "--p-max", "0", "--max-share", "0.9", "--boundaries"]
    found = rows(good(run("pgstrip", *options, *sorted(tmp_path.iterdir()))))
    for i in range(12):
        # The footer's first line is short, and counts neither way: it stays with the text.
        lines = 3 * (i + 1) + 6
        assert found[f"{i:02}.txt"] == (lines, 0, lines - 2)


@pytest.mark.parametrize("counter", ORDER_FREE)
@pytest.mark.parametrize("separate", [[], ["--separate"]])
def test_models_add_up_and_can_be_learned_around_a_sort(run, tmp_path, counter, separate):
    options = ["--counter", counter, *(["--bits", "12"] if counter == "hashed" else []), *separate]
    first, second = SOURCES[:5], SOURCES[5:]
    for name, files in (("a", first), ("b", second), ("all", SOURCES)):
        assert good(run("pgstrip", "--learn", name, *options, *files)) == b""
    whole = (tmp_path / "all").read_bytes()
    good(run("pgstrip", "--learn", "sum", "--model", "a", "--model", "b"))
    good(run("pgstrip", "--learn", "more", "--model", "a", *second))
    good(run("pgstrip", "--learn", "jobs", "-j2", *options, *SOURCES))
    emitted = [good(run("pgstrip", "--emit", *separate, *files)) for files in (first, second)]
    lines = b"".join(sorted(b"".join(emitted).splitlines(keepends=True)))
    good(run("pgstrip", "--reduce", "--learn", "reduced", *options, input=lines))
    for name in ("sum", "more", "jobs", "reduced"):
        assert (tmp_path / name).read_bytes() == whole, name


@pytest.mark.parametrize("counter", ALL_COUNTERS)
def test_a_learned_model_strips_as_its_corpus_does(run, tmp_path, counter):
    good(run("pgstrip", "--learn", "model", "--counter", counter, "--p-max", "8", "--e-max", "1", *SOURCES))
    with_model = run("pgstrip", "--model", "model", "--boundaries", *CORPUS, *SOURCES)
    assert good(with_model) == good(run("pgstrip", "--corpus", "--counter", counter, "--boundaries", *CORPUS, *SOURCES))


def test_records_can_be_learned(run, tmp_path):
    lines = b"".join(json.dumps({"text": path.read_text()}).encode() + b"\n" for path in SOURCES)
    (tmp_path / "sources.jsonl").write_bytes(lines)
    good(run("pgstrip", "--learn", "of-records", "sources.jsonl"))
    good(run("pgstrip", "--learn", "of-files", *SOURCES))
    assert (tmp_path / "of-records").read_bytes() == (tmp_path / "of-files").read_bytes()
    assert good(run("pgstrip", "--learn", "/dev/stdout", input=lines)) == (tmp_path / "of-files").read_bytes()


def test_the_built_in_model_can_be_added_to(run, tmp_path):
    stats = json.loads(run("pgstrip", "--stats", "--learn", "mine", "--model", "gutenberg", *SOURCES).stderr)
    alone = json.loads(run("pgstrip", "--stats", "--learn", "same", "--model", "gutenberg").stderr)
    assert stats["documents"] == alone["documents"] + len(SOURCES) > 1000
    assert rows(good(run("pgstrip", "--boundaries", "--model", "mine", *BOOKS))) == BY_EYE


def test_rare_lines_can_be_left_out(run, tmp_path):
    good(run("pgstrip", "--learn", "all", *SOURCES))
    good(run("pgstrip", "--learn", "pruned", "--min-count", "9", *SOURCES))
    assert (tmp_path / "pruned").stat().st_size < (tmp_path / "all").stat().st_size
    same = [good(run("pgstrip", "--model", name, "--boundaries", *CORPUS, *SOURCES)) for name in ("all", "pruned")]
    assert same[0] == same[1]


@pytest.mark.parametrize("mode", [["--learn", "m"], ["--corpus", "--boundaries"]])
def test_bounded_memory_gives_the_same(run, tmp_path, mode):
    big = run("pgstrip", *mode, "--counter", "sort", *SOURCES)
    model = (tmp_path / "m").read_bytes() if mode[0] == "--learn" else b""
    small = run("pgstrip", *mode, "--counter", "sort", "--memory", "1K", "--tmpdir", ".", *SOURCES)
    assert good(small) == good(big)
    assert model == ((tmp_path / "m").read_bytes() if model else b"")
    assert sorted(os.listdir(tmp_path)) == (["m"] if model else []), "no run is left behind"


def test_sort_keeps_to_its_memory(run, tmp_path):
    with (tmp_path / "lines.jsonl").open("w") as file:
        for i in range(100):
            text = "".join(f"line {j} of document {i}, as long as lines of a book are\\n" for j in range(5000))
            file.write(f'{{"text":"{text}"}}\n')
    measure = (
        "import resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    options = ["--p-max", "9999", "--learn", "m", "lines.jsonl", "--counter"]
    peaks = {}
    for counter in (["sort", "--memory", "2M", "--tmpdir", "."], ["exact"]):
        done = run(sys.executable, "-c", measure, BIN / "pgstrip", *options, *counter)
        peaks[counter[0]] = int(good(done)) >> 10
    # Twenty to thirty megabytes are Python's own; half a million lines are 30 MB.
    assert peaks["sort"] < 50 < peaks["exact"], peaks


# Safety


def test_suspicious_documents_are_told(run, tmp_path):
    marker = "*** START OF THE PROJECT GUTENBERG EBOOK A ***\n\n"
    (tmp_path / "left.txt").write_text(marker + "A book.\n" * 30 + "\nOf Project Gutenberg.\n" + "Text.\n" * 30)
    (tmp_path / "none.txt").write_text("Nothing but text.\n")
    (tmp_path / "all.txt").write_text(marker)
    done = run("pgstrip", "--stats", "--boundaries", "--report", "r", "left.txt", "none.txt", "all.txt", BOOKS[0])
    figures = json.loads(done.stderr)
    assert figures["warnings"] == {"everything-found": 1, "gutenberg-left": 2, "nothing-found": 1}
    assert figures["suspicious"] == [
        {"id": "left.txt", "warnings": ["gutenberg-left"]},
        {"id": "none.txt", "warnings": ["nothing-found"]},
        {"id": "all.txt", "warnings": ["everything-found", "gutenberg-left"]},
    ]
    assert rows(done.stdout)["all.txt"] == (2, 0, 2), "nothing is cut when all would be"
    reports = [json.loads(line) for line in (tmp_path / "r").read_bytes().splitlines()]
    assert [report["pgstrip"].get("warnings") for report in reports[1:]] == [
        ["nothing-found"], ["everything-found", "gutenberg-left"], None,
    ]  # fmt: skip


def test_no_large_cut_without_a_marker(run, tmp_path):
    source = tmp_path / "short.py"
    source.write_text("".join(SOURCES[0].read_text().splitlines(keepends=True)[:7]))
    options = ["--corpus", "-K", "8", "--gap-max", "2", "--heuristics", "none", "--boundaries", "short.py", *SOURCES]
    assert rows(good(run("pgstrip", *options)))["short.py"][1] == 0
    assert rows(good(run("pgstrip", "--max-share", "1", *options)))["short.py"][1] == 6


# Files


def test_a_file_each(run, tmp_path):
    good(run("pgstrip", "--out-dir", "clean/books", *BOOKS))
    for book in BOOKS:
        assert (tmp_path / "clean" / "books" / book.name).read_bytes() == good(run("pgstrip", book))


def test_a_file_each_with_folders(run, tmp_path):
    for folder in ("a", "b"):
        (tmp_path / folder).mkdir()
        shutil.copy(BOOKS[0], tmp_path / folder / "x.txt")
    done = run("pgstrip", "--out-dir", "out", "a/x.txt", "b/x.txt")
    assert done.returncode == 1
    assert b"out/x.txt was written before in this run: --parents keeps folders apart" in done.stderr
    good(run("pgstrip", "--out-dir", "out", "--parents", "a/x.txt", "./b/x.txt"))
    assert (tmp_path / "out/a/x.txt").read_bytes() == (tmp_path / "out/b/x.txt").read_bytes() != b""


def test_an_input_is_never_written_over(run, tmp_path):
    shutil.copy(BOOKS[0], tmp_path / "x.txt")
    done = run("pgstrip", "--out-dir", ".", "x.txt")
    assert done.returncode == 1
    assert b"would be written over itself" in done.stderr
    assert (tmp_path / "x.txt").read_bytes() == BOOKS[0].read_bytes()


@pytest.mark.parametrize("name", ["../x", "/tmp/x", "a/../../x", "a//x", "", ".", "..", "nul\\u0000", "link/x"])
def test_ids_cannot_name_files_outside_the_folder(run, tmp_path, name):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "link").symlink_to(tmp_path)
    before = sorted(path.name for path in tmp_path.rglob("*"))
    done = run("pgstrip", "--out-dir", "out", "--on-error", "skip", input=f'{{"id":"{name}","text":"x\\n"}}'.encode())
    assert done.returncode == 1
    assert done.stderr.count(b"\n") == 1
    assert sorted(path.name for path in tmp_path.rglob("*")) == before


def test_ids_name_files(run, tmp_path):
    good(run("pgstrip", "--out-dir", "out", "--to", "text", input=b'{"id":"a/b","text":"x"}\n{"text":"y\\n"}'))
    assert (tmp_path / "out/a/b.txt").read_bytes() == b"x\n"
    assert (tmp_path / "out/2.txt").read_bytes() == b"y\n"


# Bad input


def test_bad_files_do_not_stop_the_others(run, tmp_path):
    (tmp_path / "image.jpg").write_bytes(bytes(range(256)) * 8)
    (tmp_path / "empty.txt").write_bytes(b"")
    (tmp_path / "long.txt").write_bytes(b"x" * 5000)
    (tmp_path / "cut.txt.gz").write_bytes(b"\x1f\x8b\x08\x00")
    (tmp_path / "folder").mkdir()
    bad = ["image.jpg", "long.txt", "cut.txt.gz", "folder", "missing", "/proc/self/mem"]
    done = run("pgstrip", "--boundaries", "--max-record", "4K", *bad, "empty.txt", BOOKS[0])
    assert done.returncode == 1
    assert list(rows(done.stdout)) == ["empty.txt", "lighthouse.txt"]
    said = dict(line.removeprefix("pgstrip: ").split(": ", 1) for line in done.stderr.decode().splitlines())
    assert said == {
        "image.jpg": "is not text (too many control characters)",
        "long.txt": "longer than --max-record (4K)",
        "cut.txt.gz": "truncated: gzip data ends too early",
        "folder": "is a directory",
        "missing": "No such file or directory",
        "/proc/self/mem": "Input/output error",
    }


def test_a_file_that_vanishes_between_the_passes(tmp_path, capfdbinary, monkeypatch):
    from streamclean.filters import pgstrip
    from streamclean.filters.pgstrip import learn

    for source in SOURCES:
        shutil.copy(source, tmp_path)
    real = learn.learn_from_corpus

    def learn_then_lose(job):
        model = real(job)
        (tmp_path / "cup.py").unlink()
        return model

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(learn, "learn_from_corpus", learn_then_lose)
    assert pgstrip.main(["--corpus", "--boundaries", *CORPUS, *(source.name for source in SOURCES)]) == 1
    captured = capfdbinary.readouterr()
    assert captured.err == b"pgstrip: cup.py: No such file or directory\n"
    assert captured.out.count(b"\n") == len(SOURCES) - 1


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (lambda data: data[:8] + b"\x07" + data[9:], "format version 7, but this program reads version"),
        (lambda data: data[:60] + bytes([data[60] ^ 1]) + data[61:], "checksum does not match"),
        (lambda data: data[:100], "ends too early"),
        (lambda data: b"", "not a streamclean file"),
        (lambda data: b"plain text", "not a streamclean file"),
    ],
)
def test_a_bad_model_is_one_clear_line(run, tmp_path, change, what):
    good(run("pgstrip", "--learn", "model", *SOURCES))
    (tmp_path / "model").write_bytes(change((tmp_path / "model").read_bytes()))
    for options in (["--model", "model", BOOKS[0]], ["--learn", "new", "--model", "model"]):
        done = run("pgstrip", *options)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr.count(b"\n") == 1
        assert what in done.stderr.decode()
    assert os.listdir(tmp_path) == ["model"]


def test_models_of_different_kinds_do_not_add_up(run, tmp_path):
    good(run("pgstrip", "--learn", "a", "--counter", "exact", *SOURCES))
    good(run("pgstrip", "--learn", "b", "--counter", "hashed", *SOURCES))
    done = run("pgstrip", "--learn", "c", "--model", "a", "--model", "b")
    assert done.returncode == 2
    assert b"model b: cannot merge" in done.stderr
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]


@pytest.mark.parametrize(
    "options",
    [
        ["--corpus"],
        ["--corpus", "--model", "gutenberg", "x"],
        ["--learn", "m", "--out-dir", "d", "x"],
        ["--learn", "m", "-o", "x"],
        ["--emit", "--learn", "m", "x"],
        ["--reduce", "x"],
        ["--reduce", "--learn", "m", "--counter", "gm"],
        ["--counter", "exact", "x"],
        ["--boundaries", "--mark", "x"],
        ["--bytes", "--mark", "x"],
        ["--learn", "m", "-K", "3", "x"],
        ["--learn", "m", "--heuristics", "none", "x"],
        ["--learn", "m", "--model", "gutenberg", "--counter", "exact", "x"],
        ["--corpus", "--min-count", "2", "x"],
        ["--corpus", "--bits", "9", "x"],
        ["--learn", "m", "--counter", "gm", "--memory", "1M", "x"],
        ["--emit", "--counter", "exact", "x"],
        ["--reduce", "--learn", "m", "--p-max", "9"],
        ["--line-buffered", "-o", "y", "x"],
        ["--line-buffered", "--out-dir", "y", "x"],
        ["--text-key", "t", "--id-key", "t", "x"],
        ["--bytes", "--to", "jsonl", "x"],
        ["--out-dir", "d", "-o", "x"],
        ["--parents", "x"],
        ["--encoding", "klingon", "x"],
        ["--keep-header", "publisher", "x"],
        ["--text-key", "pgstrip", "x"],
        ["--learn", "m", "--counter", "hashed", "--bits", "99", "x"],
        ["--learn", "m", "--counter", "gm", "--counters", "0", "x"],
    ],
)
def test_options_that_make_no_sense_are_errors(run, options, tmp_path):
    done = run("pgstrip", *options)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"see pgstrip --help" in done.stderr
    assert os.listdir(tmp_path) == []


def test_a_bad_line_of_reduce(run, tmp_path):
    done = run("pgstrip", "--reduce", "--learn", "m", input=b"line\t2\nno count\n")
    assert done.returncode == 2
    assert b"line 2, byte 7: not LINE<TAB>COUNT as --emit writes it" in done.stderr
    assert os.listdir(tmp_path) == []
