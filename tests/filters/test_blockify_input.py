"""How pages come into blockify: files, JSON lines, archives.

The splitting into blocks is tested elsewhere: here a parser stands in for the core's that gives back what it was given.
"""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from streamclean.compression import zstd_module
from streamclean.errors import InputError
from streamclean.http import Message, charset_of, looks_like_html, mime_of
from streamclean.inputs import Source
from streamclean.warc import pages

zstd = zstd_module()

STAND_IN = """
import json, sys
from streamclean.filters.blockify import main, parsers

class StandIn:
    def __init__(self, args):
        self.options = {"parser": args.parser, "spans": args.spans}
    def page(self, data, *, encoding, transport, tld):
        return self.done(text=data.decode("latin-1"), encoding=encoding, transport=transport, tld=tld)
    def json_string(self, value):
        return self.done(text=json.loads(value))
    def done(self, **given):
        return parsers.BlockedPage(json.dumps([given | self.options]).encode(), 1, "T", "", "utf-8", "meta", 0)

parsers.make_page_parser = StandIn
sys.exit(main())
"""


@pytest.fixture
def blockify(tmp_path):
    def call(*args: object, **options: object) -> subprocess.CompletedProcess[bytes]:
        options.setdefault("input", b"")
        command = [sys.executable, "-c", STAND_IN, *map(str, args)]
        return subprocess.run(command, capture_output=True, cwd=tmp_path, timeout=60, check=False, **options)

    return call


def rows(done: subprocess.CompletedProcess[bytes], status: int = 0) -> list[dict]:
    assert done.returncode == status, done.stderr
    if status == 0:
        assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def text_of(row: dict) -> str:
    return row["blocks"][0]["text"]


REPORT = {
    "title": "T",
    "kinds": "",
    "encoding": "utf-8",
    "encoding_source": "meta",
    "replaced": 0,
    "date": None,
    "status": None,
    "file": None,
    "offset": None,
}


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


# Archives


def http(body: bytes, *fields: bytes, kind: bytes = b"text/html", status: bytes = b"200 OK") -> bytes:
    head = [b"HTTP/1.1 " + status, *([b"Content-Type: " + kind] if kind else []), *fields]
    return b"\r\n".join(head) + b"\r\n\r\n" + body


RESPONSE = b"application/http; msgtype=response"


def record(
    name: str | None,
    block: bytes,
    kind: bytes = b"response",
    content_type: bytes = RESPONSE,
    *,
    version: bytes = b"WARC/1.0",
    length: int | None = None,
    fields: tuple[bytes, ...] = (),
    end: bytes = b"\r\n",
) -> bytes:
    head = [version, b"WARC-Type: " + kind, b"WARC-Date: 2020-02-02T20:20:20Z", *fields]
    if name is not None:
        head += [b"WARC-Record-ID: <urn:uuid:%b>" % name.encode()]
    head += [b"WARC-Target-URI: http://example.org/%b" % (name or "none").encode()]
    head += [b"Content-Type: " + content_type, b"Content-Length: %d" % (len(block) if length is None else length)]
    return end.join(head) + end + end + block + end + end


def write(path: Path, data: bytes) -> Source:
    path.write_bytes(data)
    return opened(path)


def opened(path: Path) -> Source:
    from collections import deque

    source = Source(str(path))
    source.members = deque()
    return source


def read(source: Source, most: int = 1 << 20) -> tuple[list[tuple], list[str]]:
    """Names, statuses and contents of the pages, and the errors."""
    found, errors = [], []
    for page in pages(source, most):
        if isinstance(page, InputError):
            errors.append(str(page))
        elif page is not None and (content := page.open(most)):
            name = page.id.removeprefix("<urn:uuid:").removesuffix(">") if page.id else None
            found.append((name, content[1], content[0]))
    return found, errors


PAGES = [record(str(i), http(b"<p>page %d " % i * 20)) for i in range(3)]
WANTED = [(str(i), 200, b"<p>page %d " % i * 20) for i in range(3)]
INFO = record("info", b"software: test\r\n", b"warcinfo", b"application/warc-fields")


def members(parts: list[bytes], pack) -> tuple[bytes, list[int]]:
    """Each part packed by itself, and where it starts."""
    packed = list(map(pack, parts))
    return b"".join(packed), [sum(map(len, packed[:i])) for i in range(len(packed))]


def test_the_record_of_a_page(blockify, tmp_path):
    data, offsets = members([INFO, *PAGES], gzip.compress)
    (tmp_path / "crawl.warc.gz").write_bytes(data)
    for jobs in (1, 2):
        got = rows(blockify("-j", jobs, "crawl.warc.gz"))
        assert list(got[1]) == ["id", "url", "blockify", "blocks"]
        assert (got[1]["id"], got[1]["url"]) == ("<urn:uuid:1>", "http://example.org/1")
        place = {"date": "2020-02-02T20:20:20Z", "status": 200, "file": "crawl.warc.gz"}
        assert [row["blockify"] for row in got] == [{**REPORT, **place, "offset": at} for at in offsets[1:]]
        assert [text_of(row).encode() for row in got] == [content for _, _, content in WANTED]
        assert got[0]["blocks"][0]["tld"] == "org"


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstd.compress], ids=["plain", "gzip", "zstd"])
def test_forms_of_archives(blockify, tmp_path, pack):
    data, offsets = members([INFO, *PAGES], pack)
    # A name that says nothing, and a pipe.
    (tmp_path / "in").write_bytes(data)
    by_name, by_pipe = rows(blockify("in")), rows(blockify(input=data))
    for got, file in ((by_name, "in"), (by_pipe, "-")):
        assert [text_of(row).encode() for row in got] == [content for _, _, content in WANTED]
        assert [row["blockify"]["offset"] for row in got] == offsets[1:]
        assert {row["blockify"]["file"] for row in got} == {file}


@pytest.mark.parametrize("pack", [gzip.compress, zstd.compress], ids=["gzip", "zstd"])
def test_one_member_for_all_records(tmp_path, pack):
    source = write(tmp_path / "x.warc.gz", pack(b"".join(PAGES)))
    assert [page.offset for page in pages(source, 1 << 20)] == [0, None, None], "only the first can be read alone"
    assert read(opened(tmp_path / "x.warc.gz")) == (WANTED, [])


@pytest.mark.parametrize("formatted", [True, False])
@pytest.mark.parametrize("packed", [True, False])
def test_zstd_with_a_dictionary(tmp_path, formatted, packed):
    """The specification of zstd in WARC, 1.0: a skippable frame with the dictionary, which may be packed itself."""
    samples = [http(b"<html><title>%d</title><p>page number %d" % (i, i * i)) for i in range(3000)]
    trained = zstd.train_dict(samples, 2000)
    content = trained.dict_content if formatted else b"".join(samples)[:2000]
    dictionary = zstd.ZstdDict(content, is_raw=not formatted)
    frame = zstd.compress(content) if packed else content
    start = b"\x5d\x2a\x4d\x18" + len(frame).to_bytes(4, "little") + frame
    data, offsets = members(PAGES, lambda part: zstd.compress(part, zstd_dict=dictionary))
    with pytest.raises(zstd.ZstdError):
        zstd.decompress(data)
    source = write(tmp_path / "x.warc.zst", start + data)
    assert [page.offset for page in pages(source, 1 << 20)] == [len(start) + at for at in offsets]
    assert read(opened(tmp_path / "x.warc.zst")) == (WANTED, [])


def test_what_is_no_page(tmp_path):
    html = http(b"<p>x")
    records = [
        INFO,
        record("request", b"GET / HTTP/1.1\r\n\r\n", b"request", b"application/http; msgtype=request"),
        record("revisit", http(b""), b"revisit"),
        record("metadata", b"<p>x", b"metadata", b"text/html"),
        record("conversion", b"<p>x", b"conversion", b"text/html"),
        record("dns", b"example.org. 1 IN A 1.2.3.4", b"response", b"text/dns"),
        record("image", http(b"<p>x", kind=b"image/png")),
        record("text", http(b"<p>x", kind=b"text/plain")),
        record("json", http(b'{"x":1}', kind=b"")),
        record("resource", b"x", b"resource", b"application/pdf"),
        record("yes", html),
    ]
    found, errors = read(write(tmp_path / "x.warc", b"".join(records)))
    assert ([page[0] for page in found], errors) == (["yes"], [])


def test_what_is_a_page(tmp_path):
    identified = (b"WARC-Identified-Payload-Type: text/html",)
    records = [
        record("xhtml", http(b"<p>x", kind=b"Application/XHTML+XML ; charset=utf-8")),
        record("missing", http(b"<p>x", status=b"404 Not Found")),
        record("untyped", http(b" \n<!DOCTYPE html><p>x", kind=b"")),
        record("nonsense", http(b"<html>x", kind=b"*/*")),
        record("identified", http(b"plain words", kind=b""), fields=identified),
        record("resource", b"<p>x", b"resource", b"text/html; charset=koi8-r"),
        record("odd status", http(b"<p>x", status=b"weird")),
        record("empty", http(b"", status=b"304 Not Modified")),
        record("no http", b"<html>only content", b"response"),
        record("old", http(b"<p>x"), version=b"WARC/0.18"),
        record("new", http(b"<p>x"), version=b"WARC/1.1", fields=(b"WARC-IP-Address: 1.2.3.4", b" folded")),
        record("line feeds", http(b"<p>x").replace(b"\r\n", b"\n"), end=b"\n"),
        record(None, http(b"<p>x")),
    ]
    found, errors = read(write(tmp_path / "x.warc", b"".join(records)))
    assert errors == []
    assert [page[:2] for page in found] == [
        ("xhtml", 200), ("missing", 404), ("untyped", 200), ("nonsense", 200), ("identified", 200), ("resource", None),
        ("odd status", None), ("empty", 304), ("no http", None), ("old", 200), ("new", 200), ("line feeds", 200),
        (None, 200),
    ]  # fmt: skip
    assert {page[2] for page in found if page[0] in ("xhtml", "resource", "old", "line feeds", None)} == {b"<p>x"}


def test_records_without_an_id_are_numbered(blockify, tmp_path):
    (tmp_path / "x.warc").write_bytes(INFO + record(None, http(b"<p>x")))
    assert [row["id"] for row in rows(blockify("x.warc"))] == ["x.warc#2"]


def test_what_the_server_says_of_the_encoding(blockify, tmp_path):
    records = [
        record("1", http(b"<p>x", kind=b"text/html; charset=KOI8-R")),
        record("2", http(b"<p>x", kind=b'text/html;Charset = "big5" ; x')),
        record("3", b"<p>x", b"resource", b"text/html; charset='euc-jp'"),
        record("4", http(b"<p>x", kind=b"text/html; charset=")),
    ]
    (tmp_path / "x.warc").write_bytes(b"".join(records))
    got = rows(blockify("x.warc"))
    assert [row["blocks"][0]["transport"] for row in got] == ["KOI8-R", "big5", "euc-jp", None]


HELLO = b"<p>hello</p>" * 10
CHUNKED = b"c;name=value\r\n<p>hello</p>\r\n6C\r\n" + b"<p>hello</p>" * 9 + b"\r\n0\r\nTrailer: x\r\n\r\n"
# RFC 7932, 9.2: an uncompressed meta-block of 12 bytes, and an empty last one.
BROTLI = (11 << 4 | 1 << 20).to_bytes(3, "little") + b"<p>hello</p>" + b"\x03"


@pytest.mark.parametrize(
    ("fields", "body", "content"),
    [
        ([b"Transfer-Encoding: chunked"], CHUNKED, HELLO),
        ([b"transfer-encoding: Chunked"], CHUNKED.replace(b"\r\n", b"\n"), HELLO),
        ([b"Transfer-Encoding: chunked"], HELLO, HELLO),
        ([b"Transfer-Encoding: chunked"], CHUNKED[:60], HELLO[:40]),
        ([b"Content-Encoding: gzip"], gzip.compress(HELLO), HELLO),
        ([b"Content-Encoding: X-GZIP"], gzip.compress(HELLO) + b"garbage", HELLO),
        ([b"Content-Encoding: gzip"], HELLO, HELLO),
        ([b"Content-Encoding: gzip"], b"", b""),
        ([b"Content-Encoding: deflate"], zlib.compress(HELLO), HELLO),
        ([b"Content-Encoding: deflate"], zlib.compress(HELLO)[2:-4], HELLO),
        ([b"Content-Encoding: deflate"], b"\n" + HELLO, b"\n" + HELLO),
        ([b"Content-Encoding: zstd"], zstd.compress(HELLO), HELLO),
        ([b"Content-Encoding: br"], BROTLI, b"<p>hello</p>"),
        ([b"Content-Encoding: br"], HELLO, HELLO),
        ([b"Content-Encoding: identity"], HELLO, HELLO),
        ([b"Content-Encoding: deflate, gzip"], gzip.compress(zlib.compress(HELLO)), HELLO),
        (
            [b"Content-Encoding: gzip", b"Transfer-Encoding: chunked"],
            b"%x\r\n%b\r\n0\r\n\r\n" % (len(gzip.compress(HELLO)), gzip.compress(HELLO)),
            HELLO,
        ),
    ],
)
def test_what_servers_do_to_pages_is_undone(fields, body, content):
    assert Message(http(body, *fields)).content(1 << 20) == content


def test_a_cut_page_is_kept_up_to_the_cut():
    noise = b"<p>" + os.urandom(100_000).hex().encode()
    content = Message(http(gzip.compress(noise)[:-50_000], b"Content-Encoding: gzip")).content(1 << 20)
    assert len(content) > 10_000
    assert noise.startswith(content)


def test_a_page_that_unpacks_to_too_much(tmp_path):
    bomb = http(zlib.compress(b"\0" * (64 << 20)), b"Content-Encoding: deflate")
    source = write(tmp_path / "x.warc", record("bomb", bomb) + PAGES[1])
    (page, _) = pages(source, 1 << 20)
    with pytest.raises(InputError, match=r"^byte 0: longer than --max-record \(1M\) when unpacked$"):
        page.open(1 << 20)


def test_types_and_charsets():
    assert mime_of(" Text/HTML;charset=x, y") == "text/html"
    assert charset_of("text/html; x=y; charset='utf-8'") == "utf-8"
    assert charset_of("text/html; mycharset=utf-8") is None
    for start in (b"<!-- x", b"\xef\xbb\xbf<HTML>", b"<?xml version", b"<a href", b"\xff\xfe<\0p\0>\0", b"<br/>"):
        assert looks_like_html(start)
    for start in (b"", b"text <p>", b"<abc>", b"<pre", b"%PDF", b"<!doctype svg>"):
        assert not looks_like_html(start)


# Damage


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


# Against other implementations


@settings(max_examples=60)
@given(
    bodies=st.lists(st.binary(max_size=200).map(lambda body: b"<p>" + body), max_size=5),
    kinds=st.lists(st.sampled_from([b"response", b"request", b"metadata"]), min_size=5, max_size=5),
    chunk=st.integers(1, 300),
    pack=st.sampled_from([bytes, gzip.compress, zstd.compress]),
)
def test_the_same_pages_as_fastwarc(tmp_path_factory, bodies, kinds, chunk, pack):
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    data, _ = members([record(str(i), http(body), kinds[i]) for i, body in enumerate(bodies)], pack)
    path = tmp_path_factory.mktemp("warc") / "x.warc"
    path.write_bytes(data)
    theirs = [
        (found.record_id, found.stream_pos, found.reader.read())
        for found in ArchiveIterator(str(path), record_types=WarcRecordType.response)
    ]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("streamclean.inputs.CHUNK", chunk)
        ours = []
        for page in pages(opened(path), 1 << 20):
            assert not isinstance(page, InputError), page
            if page is not None:
                content = page.open(1 << 20)
                assert content
                ours.append((page.id, page.offset, content[0]))
    assert ours == theirs


@given(st.binary(max_size=300), st.sampled_from([b"", b"WARC/1.0\r\n", PAGES[0]]))
def test_any_bytes(tmp_path_factory, noise, before):
    read(write(tmp_path_factory.mktemp("warc") / "x.warc", before + noise))
    message = Message(b"HTTP/1.1 200\r\nContent-Encoding: br, gzip\r\nTransfer-Encoding: chunked\r\n\r\n" + noise)
    assert len(message.content(1000)) <= 1000
