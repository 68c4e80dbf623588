"""From pages to text: blockify, classify, blocktext and their kin in a row, on pages good and bad."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

PAGES = Path(__file__).resolve().parents[2] / "examples" / "pages"

BAD_PAGES = {
    "empty": b"",
    "blank": b" \n\t ",
    "nested": b"<div>" * 100_000 + b"deep" + b"</div>" * 100_000,
    "nested inline": b"<b><i>" * 50_000 + b"deep",
    "NUL in the middle": b"<p>before\0after<p>next",
    "unclosed comment": b"<p>seen<!-- <p>not",
    "unclosed everything": b"<p>seen<a href='x><b <table <<< &amp &#x110000; &",
    "JPEG": b"\xff\xd8\xff\xe0\0\x10JFIF\0" + random.Random(1).randbytes(50_000),
    "zip": b"PK\x03\x04" + random.Random(2).randbytes(1000),
    "UTF-16 without a mark": "<p>Straße und Weg".encode("utf-16-le"),
    "angles": b"<" * 300_000,
    "attributes": b"<p " + b"a=b " * 50_000 + b">seen",
    "half a character": b"<meta charset=utf-8><p>caf\xc3",
}


@pytest.mark.parametrize("parser", ["html5", "lxml"])
@pytest.mark.parametrize("name", BAD_PAGES)
def test_any_bytes_give_a_page(run, tmp_path, name, parser):
    (tmp_path / "page.html").write_bytes(BAD_PAGES[name])
    done = run("blockify", "--parser", parser, "page.html")
    assert (done.returncode, done.stderr) == (0, b"")
    [record] = map(json.loads, done.stdout.splitlines())
    assert record["id"] == "page.html"
    assert "blocks" not in record or record["blocks"], "no list is empty"
    labelled = run("classify", "--explain", input=done.stdout)
    assert (labelled.returncode, labelled.stderr) == (0, b"")
    for name, *options in (["blocktext"], ["blocktext", "--format", "jsonl"], ["blockview"], ["classify"]):
        done = run(name, *options, input=labelled.stdout)
        assert (done.returncode, done.stderr) == (0, b"")


def test_what_is_text_on_bad_pages(run, tmp_path):
    seen = {}
    for name in ("nested", "NUL in the middle", "unclosed comment", "attributes", "half a character"):
        (tmp_path / "page.html").write_bytes(BAD_PAGES[name])
        seen[name] = run("blocktext", "--keep", "all", input=run("blockify", "page.html").stdout).stdout.decode()
    assert seen == {
        "nested": "deep\n\n",
        "NUL in the middle": "beforeafter\nnext\n\n",
        "unclosed comment": "seen\n\n",
        "attributes": "seen\n\n",
        "half a character": "caf\ufffd\n\n",
    }


def test_pages_without_blocks_go_through(run):
    """DESIGN's rule for column readers: a list is absent or not empty; what comes after takes that."""
    page = run("blockify", "--from", "html", input=b"<title>T</title>").stdout
    assert "blocks" not in json.loads(page)
    assert run("blockify", input=b'{"html":"","blocks":[1],"x":1}\n').stdout.startswith(b'{"x":1,"id":"1","blockify":')
    for name in ("classify", "blocktext", "blockview"):
        done = run(name, input=page)
        assert (done.returncode, done.stderr) == (0, b"")
        # A table writes a list that is not there as null.
        assert run(name, input=page.replace(b"}}\n", b'},"blocks":null}\n')).returncode == 0
        done = run(name, input=b'{"id":"a"}')
        assert done.returncode == 2
        assert b"no 'blocks' field: is this the output of blockify?" in done.stderr
    [labelled] = map(json.loads, run("classify", input=page).stdout.splitlines())
    assert "blocks" not in labelled
    assert labelled["classify"] == {"algorithm": "trees", "good": 0, "bad": 0}
    assert json.loads(run("blocktext", "--format", "jsonl", input=page).stdout)["text"] == ""


def test_both_parsers_see_the_same_text(run):
    pages = sorted(map(str, PAGES.glob("*.html")))
    texts = [
        run("blocktext", "--keep", "all", input=run("blockify", "--parser", parser, *pages).stdout).stdout
        for parser in ("html5", "lxml")
    ]
    assert texts[0] == texts[1]
    assert texts[0].count(b"\n\n") == 3


def test_the_same_text_in_python(run):
    import streamclean

    pages = sorted(PAGES.glob("*.html"))
    labelled = run("classify", input=run("blockify", *map(str, pages)).stdout).stdout
    text = run("blocktext", input=labelled).stdout.decode()
    assert text == "".join(f"{streamclean.extract(page.read_bytes())}\n\n" for page in pages)
    assert list(streamclean.extract_many((page.read_bytes() for page in pages), threads=2)) == [
        streamclean.extract(page.read_bytes()) for page in pages
    ]


@pytest.mark.parametrize("parser", ["html5", "lxml"])
def test_html_of_files_is_kept_as_it_was_decoded(run, tmp_path, parser):
    (tmp_path / "a.html").write_bytes('<meta charset=koi8-r><p>Мир "x"\n'.encode("koi8-r"))
    row = json.loads(run("blockify", "--keep-html", "--parser", parser, "a.html").stdout)
    assert list(row) == ["id", "html", "blockify", "blocks"]
    assert row["html"] == '<meta charset=koi8-r><p>Мир "x"\n'
    again = run("blockify", "--parser", parser, input=json.dumps({"id": "a.html", "html": row["html"]}).encode())
    assert json.loads(again.stdout)["blocks"] == row["blocks"]
