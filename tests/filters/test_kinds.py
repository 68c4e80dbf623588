"""What a page says it is: from the page to the record, and from the record to the core."""

from __future__ import annotations

import json
from pathlib import Path

import lxml.html
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamclean import lxml_driver
from streamclean._core import Decoded, Labeller, Page
from streamclean.filters import classify

JSON_LD = '{"@type":["Product","Thing"],"offers":{"@type":"http:\\/\\/schema.org\\/AggregateOffer"}}'
HTML = f"""<!doctype html><html itemscope itemtype="https://schema.org/WebPage"><head>
<meta property="og:type" content="product.item"><meta property="og:title" content="article">
<script type="application/ld+json; charset=utf-8">{JSON_LD}</script>
<script>{{"@type":"Movie"}}</script></head>
<body><div itemscope itemtype="http://schema.org/Review http://schema.org/Comment"><p>one</div>
<div typeof="schema:Review"><p>two</div></body></html>"""
KINDS = "product offer comment webpage review*2 og:product"
"""As HTML says it, in the order of the vocabulary: an AggregateOffer is an Offer; Movie is in a script of no type."""


def of_lxml(html: str) -> str:
    return lxml_driver.read(Decoded(html.encode(), encoding="utf-8")).kinds


def of_ours(html: str) -> str:
    return Page(html.encode(), encoding="utf-8").kinds


def test_both_drivers_and_a_tree_say_the_same():
    assert of_ours(HTML) == of_lxml(HTML) == KINDS
    assert lxml_driver.walk(lxml.html.document_fromstring(HTML)).kinds == KINDS
    assert of_ours("<p>product") == of_lxml("<p>product") == ""


@pytest.mark.parametrize("parser", ["html5", "lxml"])
def test_records_say_it(run, parser):
    pages = [{"id": "a", "html": HTML}, {"id": "b", "html": "<p>x"}, {"id": "c", "html": ""}]
    done = run("blockify", "--parser", parser, input="".join(json.dumps(page) + "\n" for page in pages).encode())
    reports = [json.loads(line)["blockify"] for line in done.stdout.splitlines()]
    assert [report["kinds"] for report in reports] == [KINDS, "", ""]
    assert [list(report) for report in reports] == [list(reports[0])] * 3
    assert run("blockify", "--parser", parser, input=HTML.encode()).stdout.count(f'"kinds":"{KINDS}"'.encode()) == 1


def test_a_page_of_a_parser_does_not_show_in_the_next():
    assert [of_lxml(html) for html in (HTML, "<p>x", HTML)] == [KINDS, "", KINDS]


def test_a_long_script_comes_in_pieces():
    """lxml tells a script a thousand characters at a time: a key may stand on the border."""
    for before in range(980, 1010):
        html = f'<script type="application/ld+json">{{"x":"{"y" * before}","@type":"Recipe"}}</script><p>z'
        assert of_lxml(html) == of_ours(html) == "recipe"


@given(
    st.lists(
        st.sampled_from(
            [
                "<p>x</p>",
                "<p itemtype=https://schema.org/Answer>x</p>",
                "<p ItemType=' /Question  /Comment'>x</p>",
                "<div typeof='schema:Person v:Event'>x</div>",
                "<p itemtype='https:&#x2F;&#x2F;schema.org&#x2F;Book'>x</p>",
                "<p itemtype>x</p>",
                "<p data-itemtype=/Movie>x</p>",
                "<meta property=og:type content=Article>",
                "<meta name='og:type' content='video.other'>",
                "<meta property=og:type>",
                "<br itemtype=/Service>",
                f'<script type="application/ld+json">{JSON_LD}</script>',
                '<script type=\'Application/LD+JSON\'>{"text":"\\"@type\\":\\"Movie\\"","@type":"Course</script>',
                '<script type="application&#x2F;ld&#x2B;json">"@type" :\n["Offer" ,"Review"</script>',
                '<script>{"@type":"Movie"}</script>',
                '<noscript><i itemtype="/FAQPage"></i></noscript>',
            ]
        ),
        max_size=12,
    )
)
def test_any_page_says_the_same_to_both(parts):
    html = f"<!doctype html><html><head><title>T</title></head><body>{''.join(parts)}</body></html>"
    assert of_ours(html) == of_lxml(html)


@pytest.mark.parametrize(
    ("report", "kinds"),
    [({"kinds": KINDS}, KINDS), ({"title": "T"}, None), ({"kinds": 1}, None), ([], None), (None, None)],
)
def test_what_the_record_says_goes_to_the_core(
    report: object, kinds: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    from streamclean.filters.classify import features, label, train_trees

    told: list[object] = []

    class Told:
        def label(self, blocks: bytes, **options: object) -> object:
            told.append(options["kinds"])
            return Labeller("all").label(blocks, kinds=kinds)

    def rows(*_: object, **options: object) -> bytes:
        told.append(options["kinds"])
        return b""

    def learn(pages: list[train_trees.Page], *_: object) -> bytes:
        told.extend(page.kinds for page in pages)
        return b"model"

    monkeypatch.setattr(label, "make_labeller", lambda _: Told())
    monkeypatch.setattr(features, "feature_rows", rows)
    monkeypatch.setattr(train_trees, "learn", learn)
    record = tmp_path / "record.jsonl"
    blocks = [{"text": "a", "gold": "good"}, {"text": "b", "gold": "bad"}]
    record.write_text(json.dumps({"id": "a", "blockify": report, "blocks": blocks}))
    for options in ([], ["--features"], ["--train", "--algorithm", "trees"]):
        assert classify.main([*options, "-o", str(tmp_path / "out"), str(record)]) == 0
    assert told == [kinds] * 3
