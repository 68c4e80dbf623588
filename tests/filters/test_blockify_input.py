"""How pages come into blockify: files and JSON lines; archives have a file of their own.

The splitting into blocks is tested elsewhere: here a parser stands in for the core's that gives back what it was given.
"""

from __future__ import annotations

import gzip
import json
import os
from functools import partial

import pytest
from archives import http, record
from stand_in import REPORT, rows, run_stand_in, text_of


@pytest.fixture
def blockify(tmp_path):
    return partial(run_stand_in, tmp_path)


# Files


def test_files_are_pages(blockify, tmp_path):
    (tmp_path / "a.html").write_bytes(b"<p>one")
    (tmp_path / "b").write_bytes(b"<p>two")
    (tmp_path / "c.htm").write_bytes(b'{"html":"a page that looks like a record"}')
    (tmp_path / "d.html.gz").write_bytes(gzip.compress(b"WARC/1.0 is the name of a format"))
    (tmp_path / "e.html").write_bytes(b"")
    (tmp_path / "f.html").write_bytes(b"\xff\xd8\xff\xe0\0\x10JFIF\0")
    for jobs in (1, 3):
        got = rows(blockify("-j", jobs, "a.html", "b", "c.htm", "d.html.gz", "e.html", "f.html"))
        assert [row["id"] for row in got] == ["a.html", "b", "c.htm", "d.html.gz", "e.html", "f.html"]
        assert [list(row) for row in got] == [["id", "blockify", "blocks"]] * 6
        assert [row["blockify"] for row in got] == [REPORT] * 6
        assert [text_of(row)[:6] for row in got] == [
            "<p>one",
            "<p>two",
            '{"html',
            "WARC/1",
            "",
            "\xff\xd8\xff\xe0\0\x10",
        ]


def test_standard_input_is_a_page(blockify):
    (row,) = rows(blockify(input=b"<p>one"))
    assert (row["id"], text_of(row)) == ("standard input", "<p>one")


def test_names_as_find_prints_them(blockify, tmp_path):
    names = ["a b.html", "new\nline.html", "caf\udce9.html"]
    for name in names:
        (tmp_path / name).write_bytes(b"<p>x")
    listed = b"".join(os.fsencode(name) + b"\0" for name in names)
    got = rows(blockify("--files-from", "-", input=listed))
    assert [row["id"] for row in got] == ["a b.html", "new\nline.html", "caf\\xe9.html"]


def test_a_page_over_the_limit(blockify, tmp_path):
    (tmp_path / "a.html").write_bytes(b"<p>" + b"x" * 2000)
    (tmp_path / "b.html").write_bytes(b"<p>two")
    done = blockify("--max-record", "1K", "a.html", "b.html")
    assert [row["id"] for row in rows(done, 1)] == ["b.html"]
    assert done.stderr == b"blockify: a.html: longer than --max-record (1K)\n"


def test_options_reach_the_parser(blockify, tmp_path):
    (tmp_path / "a.html").write_bytes(b"<p>one")
    (row,) = rows(blockify("--encoding", "koi8-r", "--spans", "a.html"))
    given = {"text": "<p>one", "encoding": "koi8-r", "transport": None, "tld": None}
    assert row["blocks"] == [{**given, "parser": "html5", "spans": True}]


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--encoding", "klingon"], "'klingon' is not known"),
        (["--encoding", "koi8-r", "--from", "jsonl"], "--encoding does nothing with --from jsonl"),
        (["--spans", "--parser", "lxml"], "--spans needs --parser html5"),
        (["--html-key", "blocks"], "'blocks' is a field that blockify writes"),
        (["--html-key", "id"], "--html-key and --id-key are the same"),
        (["--text-key", "x"], "unknown option --text-key"),
    ],
)
def test_usage(blockify, options, what):
    done = blockify(*options)
    assert (done.returncode, done.stdout) == (2, b"")
    assert what in done.stderr.decode()
    assert done.stderr.count(b"\n") == 1


# JSON lines


def test_records_keep_all_but_their_html(blockify):
    lines = [
        b'{"id":"a","html":"<p>\\u00e9","big":123456789012345678901234567890}',
        b'{ "html" : "x" , "url":"http://example.org/", "blocks": 7, "f":1.0 }',
        b'{"f":1e400, "html":"x"}',
        b'{"html":"x"}',
        b"",
    ]
    done = blockify(input=b"\n".join(lines) + b"\n")
    assert done.returncode == 0, done.stderr
    out = done.stdout.split(b"\n")
    assert out[0].startswith(b'{"id":"a","big":123456789012345678901234567890,"blockify":{')
    assert out[1].startswith(b'{ "url":"http://example.org/", "blocks": [{"text": "x"')
    assert b'"f":1.0,"id":"2","blockify":{' in out[1]
    assert out[2].startswith(b'{"f":1e400,"id":"3","blockify":{')
    assert out[3].startswith(b'{"id":"4","blockify":{')
    assert out[4:] == [b"", b""], "a blank line stays in its place"
    got = [json.loads(line) for line in out if line]
    assert [text_of(row) for row in got] == ["<p>é", "x", "x", "x"]
    assert [row["blockify"] for row in got] == [REPORT] * 4


def test_html_can_be_kept_and_called_otherwise(blockify):
    line = b'{"id":"a","content":"<p>"}'
    (row,) = rows(blockify("--html-key", "content", "--keep-html", input=line))
    assert (row["content"], text_of(row)) == ("<p>", "<p>")
    (row,) = rows(blockify("--html-key", "content", input=line))
    assert list(row) == ["id", "blockify", "blocks"]


def test_a_record_without_html_is_bad(blockify):
    done = blockify("--on-error", "skip", input=b'{"text":"x"}\n{"html":[]}\n{"html":"x"}\n')
    assert len(rows(done, 1)) == 1
    assert b"line 1, byte 0: no 'html' field" in done.stderr
    assert b"line 2, byte 21: 'html' is a list, not a string" in done.stderr


# With the parsers themselves


@pytest.mark.parametrize("parser", ["html5", "lxml"])
def test_pages_in_their_own_encodings(run, tmp_path, parser):
    """What the server says outranks the page; where nobody says anything the host's country is a hint."""
    russian, czech = "<title>Счастливые</title><p>Все счастливые семьи похожи друг на друга", "<p>Příliš žluťoučký kůň"
    records = [
        record("1", http(b"<meta charset=big5>" + russian.encode("koi8-r"), kind=b"text/html; charset=koi8-r")),
        record("2", http(b"<meta charset=windows-1251>" + russian.encode("cp1251"))),
        record("3", http(czech.encode("cp1250"))).replace(b"http://example.org/3", b"http://user@www.example.CZ:80/3"),
        record("4", http(russian.encode(), kind=b"text/html; charset=iso-8859-1")),
    ]
    (tmp_path / "x.warc").write_bytes(b"".join(records))
    got = rows(run("blockify", "--parser", parser, "x.warc"))
    decided = [(row["blockify"]["encoding"], row["blockify"]["encoding_source"]) for row in got]
    assert decided == [
        ("koi8-r", "transport"), ("windows-1251", "meta"), ("windows-1250", "detected"), ("utf-8", "utf-8"),
    ]  # fmt: skip
    assert [row["blockify"]["title"] for row in got] == ["Счастливые", "Счастливые", "", "Счастливые"]
    texts = [" ".join(block["text"] for block in row["blocks"]) for row in got]
    assert ["Все счастливые семьи" in text for text in texts] == [True, True, False, True]
    assert "Příliš žluťoučký kůň" in texts[2]


def test_spans_are_bytes_of_the_page(run, tmp_path):
    text = "Все семьи"
    for name, start in (("koi8-r", b""), ("cp1251", b""), ("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe")):
        page = start + f"<title>é</title><p>{text}</p>".encode(name, "ignore")
        (tmp_path / "x.html").write_bytes(page)
        encoding = [] if start else ["--encoding", name.replace("cp", "windows-")]
        (row,) = rows(run("blockify", "--spans", *encoding, "x.html"))
        (block,) = [block for block in row["blocks"] if block["text"] == text]
        begin, end = block["span"]
        assert page[begin:end].decode(name) == text
