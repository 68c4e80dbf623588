"""Pages that lxml reads: one parser serves all pages of a thread, and no page may show in the next."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from streamclean import lxml_driver
from streamclean._core import Decoded

PAGES = [
    b"<title>One</title><div class=content><p>First <b>page",
    b"",
    b" \n",
    b"<p>Second",
    b"<!doctype html><script>if (a < b) {}</script>",
    "<p>Třetí</p><svg><title>x</title></svg>".encode(),
    b"\0<p>a\0b",
    b"<div><div><div><ul><li>open",
]


def told(page: bytes, hints: bool = True) -> tuple[str, bytes]:
    read = lxml_driver.read(Decoded(page, encoding="utf-8"), hints=hints)
    return read.title, read.blocks()


def told_alone(page: bytes, hints: bool = True) -> tuple[str, bytes]:
    with ThreadPoolExecutor(1) as fresh:
        return fresh.submit(told, page, hints).result()


@pytest.mark.parametrize("hints", [True, False])
def test_pages_are_read_alike_after_any_other(hints: bool) -> None:
    alone = [told_alone(page, hints) for page in PAGES]
    assert [told(page, hints) for page in PAGES] == alone
    assert [told(page, hints) for page in reversed(PAGES)] == alone[::-1]


def test_with_and_without_hints_in_turns() -> None:
    for _ in range(2):
        assert b"div.content" in told(PAGES[0], True)[1]
        assert b"div.content" not in told(PAGES[0], False)[1]


def test_a_page_that_failed_does_not_show_in_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(text: bytes, parser: object) -> None:
        parse(text, parser)
        raise MemoryError

    parse = lxml_driver.etree.fromstring
    with monkeypatch.context() as patch:
        patch.setattr(lxml_driver.etree, "fromstring", fail)
        with pytest.raises(MemoryError):
            told(PAGES[0])
    assert told(PAGES[3]) == told_alone(PAGES[3])
