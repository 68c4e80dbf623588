"""Pages in Python: extract, blocks, classify, extract_many."""

from __future__ import annotations

import doctest
import threading

import lxml.etree
import lxml.html
import pytest
import streamclean
from hypothesis import given
from hypothesis import strategies as st

GOOD = "This is the text of the page, and it is what you want to have of it in the end. " * 4
PAGE = (
    f"<html><head><title>T</title></head><body><nav><a href=/>Home</a></nav><div class=content><h1>Head</h1>"
    f"<p>{GOOD}</p><p>Žluťoučký <b>kůň</b><br>pěl</p></div><p hidden>{GOOD}</p></body></html>"
)


def forms() -> list[object]:
    tree = lxml.html.document_fromstring(PAGE)
    return [PAGE, PAGE.encode(), bytearray(PAGE.encode()), PAGE.encode("utf-16"), tree, tree.getroottree()]


def test_any_form_of_a_page_gives_the_same():
    texts = {streamclean.extract(page, "justext", lang="en") for page in forms()}
    assert len({streamclean.extract(page) for page in forms()}) == 1
    assert texts == {f"Head\n{GOOD.strip()}"}
    tag_and_text = {tuple((block.tag, block.text) for block in streamclean.blocks(page)) for page in forms()}
    assert tag_and_text == {
        (
            ("nav", "Home"),
            ("h1", "Head"),
            ("p", GOOD.strip()),
            ("p", "Žluťoučký kůň\npěl"),
            ("p", GOOD.strip()),
        )
    }


def test_blocks_say_where_they_are():
    nav, head, text, czech, hidden = streamclean.blocks(PAGE)
    assert (nav.path, nav.links, nav.words) == ("body>nav", 1, 1)
    assert (head.heading, head.path, head.shared) == (1, "body>div.content>h1", 1)
    assert (text.words, text.mark, text.class_, text.good) == (len(GOOD.split()), "", None, False)
    assert czech.nodes == "0|2 10+1b 14|2"
    assert hidden.mark == "hidden"


def test_classified_blocks_are_the_same_with_classes():
    before = streamclean.blocks(PAGE)
    after = streamclean.classify(before, "justext", lang="en")
    assert [block.class_ for block in after] == ["bad", "good", "good", "bad", "bad"]
    assert [block.reason for block in after if block.mark] == ["hidden"]
    assert [block._replace(class_=None, context_free=None, reason=None) for block in after] == before
    assert [block.good for block in streamclean.classify(after, "all")] == [True] * 4 + [False]


def test_parts_of_blocks():
    html = (
        "<p><img>"
        + "Words of a text that is long enough for boilerpipe to take it for good. " * 3
        + "<br><a href=x>More</a>"
    )
    [block] = streamclean.classify(streamclean.blocks(html), "boilerpipe-default")
    assert [block.text[start:end][:5] for start, end in block.parts] == ["Words"]
    assert streamclean.extract(html, "boilerpipe-default").endswith("good.")


def test_options_are_those_of_classify():
    short = "<p>" + GOOD[:90]
    assert streamclean.extract(short, "justext", lang="en") == ""
    assert streamclean.extract(short, "justext", lang="en", length_high=50) != ""
    assert streamclean.extract(short, "justext", lang="en", preset="D", length_high=10) != ""
    assert streamclean.extract("<p>" + "foo " * 60, "justext", lang="en", stoplist="foo") != ""
    assert streamclean.extract(PAGE, threshold=0.001) != streamclean.extract(PAGE, threshold=0.999)


@pytest.mark.parametrize(
    "options",
    [
        {"algorithm": "none"},
        {"lang": "klingon"},
        {"foo": 1},
        {"length_low": -1},
        {"algorithm": "justext", "preset": "E"},
        {"encoding": "none"},
    ],
)
def test_wrong_options_are_value_errors(options):
    with pytest.raises(ValueError, match=r"must be|not known|unknown"):
        streamclean.extract(PAGE.encode(), **options)


def test_what_is_no_page():
    for thing in (None, 1, lxml.etree.Comment("x")):
        with pytest.raises(TypeError, match="a page is bytes, text or an lxml element"):
            streamclean.extract(thing)
    assert streamclean.extract("<p>\ud800" + GOOD, lang="en").endswith("end.")


def test_many_pages_in_order():
    pages = [f"<p>{GOOD} {number}" for number in range(200)]
    wanted = [streamclean.extract(page, lang="en") for page in pages]
    for threads in (1, 3):
        assert list(streamclean.extract_many(iter(pages), threads=threads, lang="en")) == wanted
    assert list(streamclean.extract_many([])) == []
    with pytest.raises(ValueError, match="threads"):
        next(streamclean.extract_many(pages, threads=0))


def test_many_pages_are_not_all_taken_at_once():
    taken = 0

    def pages():
        nonlocal taken
        for _ in range(1000):
            taken += 1
            yield PAGE

    texts = streamclean.extract_many(pages(), threads=2)
    next(texts)
    assert taken < 20
    texts.close()


def test_threads_work_side_by_side():
    """One thread computes while the other is in the core: without that it would get no turn until the end."""
    page = "<p>a <b>b</b> c\n" * 400_000
    turns = 0
    done = threading.Event()

    def work():
        streamclean.extract(page, lang="en")
        done.set()

    thread = threading.Thread(target=work)
    thread.start()
    while not done.is_set():
        turns += 1
    thread.join()
    assert turns > 100


def test_lxml_tells_text_in_pieces():
    from streamclean import lxml_driver
    from streamclean._core import Decoded

    page = lxml_driver.read(Decoded(b"<title> A &amp; B </title><p>c &amp; d", encoding="utf-8"))
    assert page.title == "A & B"
    assert b'"text":"c & d"' in page.blocks()


def test_the_lxml_driver_and_our_own_see_the_same_blocks():
    from streamclean import lxml_driver
    from streamclean._core import Decoded, Page

    for html in (PAGE, "<p>a<p>b<ul><li>c<li>d</ul>e", "a<br>b<br><br>c", "<p>x\0y<!-- z", "", "\0"):
        data = html.encode()
        ours, theirs = Page(data, encoding="utf-8"), lxml_driver.read(Decoded(data, encoding="utf-8"))
        texts = [[block.text for block in blocks_of(page)] for page in (ours, theirs)]
        assert texts[0] == texts[1], html


def blocks_of(page) -> list[streamclean.Block]:
    from streamclean.pages import _blocks_of

    return _blocks_of(page.blocks(whole_paths=True))


DEEP = b"<div>" * 100_000 + b"x"


@pytest.mark.parametrize(
    "data", [DEEP, b"<p>a\0b", b"<!-- never closed", bytes(range(256)) * 100, b"\xff\xd8\xff\xe0\0\x10JFIF"]
)
def test_any_bytes_have_an_answer(data):
    from streamclean import lxml_driver
    from streamclean._core import Decoded

    streamclean.extract(data)
    assert isinstance(streamclean.blocks(data), list)
    lxml_driver.read(Decoded(data))


@given(st.binary(max_size=300))
def test_any_bytes(data):
    for algorithm in ("boilerpipe-article", "trees"):
        assert isinstance(streamclean.extract(data, algorithm), str)


def test_the_examples_of_the_documentation():
    from streamclean import pages

    found = doctest.testmod(pages)
    assert (found.failed, found.attempted > 2) == (0, True)
