"""The two drivers of the block builder behind one interface."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable


class BlockedPage(Protocol):
    """A page as blocks."""

    @property
    def blocks(self) -> bytes:
        """The JSON list of its blocks."""

    @property
    def title(self) -> str: ...
    @property
    def encoding(self) -> str: ...
    @property
    def encoding_source(self) -> str: ...
    @property
    def replaced(self) -> int: ...
    @property
    def count(self) -> int:
        """How many blocks there are."""


class PageParser(Protocol):
    def page(self, data: bytes, *, encoding: str | None, transport: str | None, tld: str | None) -> BlockedPage:
        """The bytes of a page; what the user, the server and the host's name say of its encoding."""

    def json_string(self, value: bytes) -> BlockedPage:
        """The value of an `html` field: a JSON string with its quotes."""


def make_page_parser(name: str, spans: bool) -> PageParser:
    if name == "lxml":
        return _Lxml()
    from ..._core import Blockifier

    parser: PageParser = Blockifier(parser=name, spans=spans)
    return parser


class _Lxml:
    def __init__(self) -> None:
        from ...lxml_driver import page

        self.page: Callable[..., BlockedPage] = page

    def json_string(self, value: bytes) -> BlockedPage:
        from ...records import string

        return self.page(string(value).encode(), encoding="utf-8", transport=None, tld=None)
