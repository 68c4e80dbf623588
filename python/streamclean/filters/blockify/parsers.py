"""The two drivers of the block builder behind one interface."""

from __future__ import annotations

from ..._core import Decoded, Page
from ...records import dumps

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


class BlockedPage:
    """A page as a JSON list of so many blocks, and what was decided about it."""

    __slots__ = ("blocks", "encoding", "encoding_source", "html", "kinds", "number", "replaced", "title")

    def __init__(
        self, blocks: bytes, number: int, title: str, kinds: str, encoding: str, encoding_source: str, replaced: int
    ) -> None:
        self.blocks = blocks
        self.html: bytes | None = None
        """The characters of the page as a JSON string, if they are wanted and were no such string before."""
        self.number = number
        self.title = title
        self.kinds = kinds
        self.encoding = encoding
        self.encoding_source = encoding_source
        self.replaced = replaced


class PageParser:
    """Our own tokeniser."""

    def __init__(self, args: argparse.Namespace) -> None:
        self.spans: bool = args.spans
        self.whole_paths: bool = args.full_paths
        self.keeps_html: bool = args.keep_html

    def page(self, data: bytes, *, encoding: str | None, transport: str | None, tld: str | None) -> BlockedPage:
        """The bytes of a page; what the user, the server and the host's name say of its encoding."""
        page = self._read(data, encoding, transport, tld)
        if self.keeps_html:
            text = Decoded(data, encoding=encoding, transport=transport, tld=tld).text
            page.html = dumps(text.decode())
        return page

    def _read(self, data: bytes, encoding: str | None, transport: str | None, tld: str | None) -> BlockedPage:
        return self._done(Page(data, encoding=encoding, transport=transport, tld=tld, spans=self.spans))

    def json_string(self, value: bytes) -> BlockedPage:
        """The value of an `html` field: a JSON string with its quotes."""
        return self._done(Page.from_json_string(value, spans=self.spans))

    def _done(self, page: Page) -> BlockedPage:
        blocks = page.blocks(whole_paths=self.whole_paths)
        return BlockedPage(
            blocks, len(page), page.title, page.kinds, page.encoding, page.encoding_source, page.replaced
        )


class LxmlParser(PageParser):
    """libxml2, which the thesis used."""

    def __init__(self, args: argparse.Namespace) -> None:
        super().__init__(args)
        from ...lxml_driver import read

        self.read: Callable[[Decoded], Page] = read

    def _read(self, data: bytes, encoding: str | None, transport: str | None, tld: str | None) -> BlockedPage:
        return self._done(self.read(Decoded(data, encoding=encoding, transport=transport, tld=tld)))

    def json_string(self, value: bytes) -> BlockedPage:
        return self._done(self.read(Decoded.from_json_string(value)))


def make_page_parser(args: argparse.Namespace) -> PageParser:
    return LxmlParser(args) if args.parser == "lxml" else PageParser(args)
