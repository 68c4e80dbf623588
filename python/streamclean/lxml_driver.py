"""Pages read by lxml: its parser tells the block builder what it finds (the thesis used lxml)."""

from __future__ import annotations

import threading
from typing import Any

from lxml import etree

from ._core import Decoded, LxmlTarget, Page


class _Local(threading.local):
    """The parsers of a thread and their targets, with and without hints: to make them takes as long as to read a small
    page."""

    def __init__(self) -> None:
        self.parsers: dict[bool, tuple[Any, Any]] = {}


_local = _Local()


def read(decoded: Decoded, *, hints: bool = True) -> Page:
    """The blocks of a page as libxml2 sees it."""
    # Not kept if it fails: what it was told of the page is of no use to the next.
    parser, target = _local.parsers.pop(hints, None) or _new(hints)
    # libxml2 takes a NUL for the end of the page.
    text = decoded.text.replace(b"\0", b"")
    if text.strip():
        etree.fromstring(text, parser)
    page: Page = target.page(decoded)
    _local.parsers[hints] = parser, target
    return page


def _new(hints: bool) -> tuple[Any, Any]:
    target: Any = LxmlTarget(hints)
    parser = etree.HTMLParser(target=target, encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    return parser, target
