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
    parser, target = _local.parsers.pop(hints) if hints in _local.parsers else _new(hints)
    # libxml2 takes a NUL for the end of the page.
    text = decoded.text.replace(b"\0", b"")
    if text and not text.isspace():
        etree.fromstring(text, parser)
    page: Page = target.page(decoded)
    _local.parsers[hints] = parser, target
    return page


def _new(hints: bool) -> tuple[Any, Any]:
    target: Any = LxmlTarget(hints)
    parser = etree.HTMLParser(target=target, encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    return parser, target


def walk(tree: object) -> Page:
    """The blocks of a tree, or of a part of one, that lxml has parsed."""
    root: Any = tree.getroot() if hasattr(tree, "getroot") else tree
    if not isinstance(getattr(root, "tag", None), str):
        raise TypeError(f"a page is bytes, text or an lxml element, not {type(tree).__name__}")
    target: Any = LxmlTarget()
    for event, element in etree.iterwalk(root, events=("start", "end", "comment", "pi")):
        if event == "start":
            target.start(_name(element), dict(element.attrib))
            if element.text:
                target.data(element.text)
            continue
        if event == "end":
            target.end(_name(element))
        if element.tail and element is not root:
            target.data(element.tail)
    page: Page = target.page(Decoded(b""))
    return page


def _name(element: etree._Element) -> str:
    """The name of an element without its namespace: XHTML that was parsed as XML has one."""
    return str(element.tag).rpartition("}")[2]
