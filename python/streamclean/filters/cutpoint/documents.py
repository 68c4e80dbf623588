"""The documents of the inputs, of whatever form."""

from __future__ import annotations

from ..._core import Decoded
from ...errors import InputError
from ...records import printable

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    from ...inputs import Source
    from ...job import Job
    from ...records import Record
    from ...warc import Page

    T = TypeVar("T")

_NAMES_OF_PAGES = (".html", ".htm", ".xhtml")

HTML = "html"
"""Read where a record has no text."""


def each(
    job: Job,
    keys: list[str],
    document: Callable[[bytes, str, str | None], T],
    record: Callable[[Record, str, bytes, int], T],
    put: Callable[[T], None],
    *,
    keep_blank: bool,
    sources: Iterable[Source] | None = None,
) -> None:
    """`put(document(text, id, url))` for each document in a file or archive, and for each record
    `put(record(record, key, value, serial))`, where `key` is that of its text and `value` the JSON string.

    The inputs are those of the job, or else `sources`.

    `document` and `record` work on `--jobs` cores; `put` is called in order.
    """
    args = job.args

    def decode(data: bytes, transport: str | None, id: str, url: str | None) -> T:
        try:
            text = Decoded(data, encoding=args.encoding, transport=transport).text
        except ValueError as error:
            raise InputError(str(error)) from error
        return document(text, id, url)

    def read(source: Source) -> tuple[int, T] | None:
        data = source.read(args.max_record)
        if not data and source.path == "-":
            # The pipe before us had nothing to say; an empty file is a document all the same.
            return None
        return len(data), decode(data, None, printable(source.name), None)

    def put_file(_source: Source, done: tuple[int, T] | None) -> None:
        if done is not None:
            size, result = done
            put(result)
            job.count(1, size)

    def change(found: Record, serial: int) -> T:
        key = args.text_key
        if found.raw(key) is None and found.raw(HTML) is not None:
            key = HTML
        return record(found, key, found.text(key), serial)

    def records(source: Source) -> None:
        job.map_records(source, [args.text_key, HTML, *keys], change, put, keep_blank=keep_blank)

    def archive(source: Source) -> None:
        from ...warc import pages

        file = printable(source.path)

        def page(found: Page) -> T | None:
            opened = found.open(args.max_record)
            if opened is None:
                return None
            data, _status, transport = opened
            return decode(data, transport, found.id or f"{file}#{found.number}", found.url)

        job.map_documents(source, pages(source, args.max_record), page, put)

    job.map_inputs(args.form, read, put_file, records, archive, _NAMES_OF_PAGES, sources)
