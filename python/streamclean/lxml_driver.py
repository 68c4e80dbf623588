"""Pages read by lxml: its parser tells the block builder what it finds (the thesis used lxml)."""

from __future__ import annotations

from typing import Any

from lxml import etree

from ._core import Decoded, LxmlTarget, Page


def read(decoded: Decoded, *, hints: bool = True) -> Page:
    """The blocks of a page as libxml2 sees it."""
    target: Any = LxmlTarget(hints)
    # libxml2 takes a NUL for the end of the page.
    text = decoded.text.replace(b"\0", b"")
    if text.strip():
        parser = etree.HTMLParser(target=target, encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
        etree.fromstring(text, parser)
    page: Page = target.page(decoded)
    return page
