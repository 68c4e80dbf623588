"""blockify: pages from files, JSON lines and archives, and the record of each."""

from __future__ import annotations

from ...records import BLOCKIFY, Record, dumps, printable
from .options import BLOCKS
from .parsers import make_page_parser

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...inputs import Source
    from ...job import Job
    from ...warc import Page
    from .parsers import BlockedPage

_NAMES_OF_PAGES = (".html", ".htm", ".xhtml")

_Done = tuple[bytes, int]
"""The record of a page, and how many blocks are in it."""


class Blockify:
    def __init__(self, job: Job) -> None:
        self.job = job
        self.args = job.args
        self.parser = make_page_parser(job.args)
        self.blocks = 0

    def run(self) -> None:
        self.job.out.flush()
        self.job.map_inputs(self.args.form, self._read, self._put_file, self._records, self._archive, _NAMES_OF_PAGES)
        self.job.figures["blocks"] = self.blocks

    def _put(self, done: _Done) -> None:
        line, blocks = done
        self.blocks += blocks
        self.job.out.write(line)

    # Files

    def _read(self, source: Source) -> tuple[int, _Done] | None:
        data = source.read(self.args.max_record)
        if not data and source.path == "-":
            # The pipe before us had nothing to say; an empty file is a page all the same.
            return None
        page = self.parser.page(data, encoding=self.args.encoding, transport=None, tld=None)
        return len(data), self._done({self.args.id_key: printable(source.name)}, page, _report(page))

    def _put_file(self, _source: Source, document: tuple[int, _Done] | None) -> None:
        if document is not None:
            size, done = document
            self._put(done)
            self.job.count(1, size)

    def _done(self, fields: dict[str, str | None], page: BlockedPage, report: bytes) -> _Done:
        start = dumps(fields).removesuffix(b"}")
        html = b"" if page.html is None else b",%b:%b" % (dumps(self.args.html_key), page.html)
        blocks = b',"%b":%b' % (BLOCKS.encode(), page.blocks) if page.number else b""
        return b'%b%b,"%b":%b%b}\n' % (start, html, BLOCKIFY.encode(), report, blocks), page.number

    # JSON lines

    def _records(self, source: Source) -> None:
        keys = [self.args.html_key, self.args.id_key, BLOCKIFY, BLOCKS]
        self.job.map_records(source, keys, self._change, self._put)

    def _change(self, record: Record, serial: int) -> _Done:
        page = self.parser.json_string(record.text(self.args.html_key))
        record.set_id(self.args.id_key, str(serial))
        if not self.args.keep_html:
            record.remove(self.args.html_key)
        record.set(BLOCKIFY, _report(page))
        if page.number:
            record.set(BLOCKS, page.blocks)
        else:
            record.remove(BLOCKS)
        return record.to_line() + b"\n", page.number

    # Archives

    def _archive(self, source: Source) -> None:
        from ...warc import pages

        file = printable(source.path)

        def change(record: Page) -> _Done | None:
            opened = record.open(self.args.max_record)
            if opened is None:
                return None
            data, status, transport = opened
            page = self.parser.page(
                data, encoding=self.args.encoding, transport=transport, tld=_top_level_domain(record.url)
            )
            report = _report(page, date=record.date, status=status, file=file, offset=record.offset)
            fields = {self.args.id_key: record.id or f"{file}#{record.number}", "url": record.url}
            return self._done(fields, page, report)

        self.job.map_documents(source, pages(source, self.args.max_record), change, self._put)


def _report(
    page: BlockedPage,
    *,
    date: str | None = None,
    status: int | None = None,
    file: str | None = None,
    offset: int | None = None,
) -> bytes:
    """What the `blockify` field of a record says: always the same keys."""
    return dumps(
        {
            "title": page.title,
            "kinds": page.kinds,
            "encoding": page.encoding,
            "encoding_source": page.encoding_source,
            "replaced": page.replaced,
            "date": date,
            "status": status,
            "file": file,
            "offset": offset,
        }
    )


def _top_level_domain(url: str | None) -> str | None:
    """The last label of an address's host: pages in no declared encoding tend to be in that of its country."""
    _, _, rest = (url or "").partition("://")
    for end in "/?#":
        rest = rest.partition(end)[0]
    host = rest.rpartition("@")[2].partition(":")[0].rstrip(".").lower()
    label = host.rpartition(".")[2]
    return label if (label.isalpha() and label.isascii()) or label.startswith("xn--") else None
