"""How the pages of web archives come into blockify."""

from __future__ import annotations

import gzip
import os
import zlib
from functools import partial

import pytest
from archives import INFO, PAGES, WANTED, http, members, opened, read, record, write, zstd
from hypothesis import given, settings
from hypothesis import strategies as st
from stand_in import REPORT, rows, run_stand_in, text_of
from streamclean.errors import InputError
from streamclean.http import Message, charset_of, looks_like_html, mime_of
from streamclean.warc import pages


@pytest.fixture
def blockify(tmp_path):
    return partial(run_stand_in, tmp_path)


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
