"""Books out of records and files."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod

from ..._core import BookPages, looks_binary
from ...errors import BadRecord, InputError
from ...inputs import without_compression
from ...records import Record, printable

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    import argparse

    from ...inputs import Source
    from ...job import Job

_NAMES_OF_BOOKS = (".txt", ".hocr", ".alto", ".html", ".htm", ".xhtml", ".xml")


class Books(ABC):
    """Reads books one after another. What is done with them is up to those who inherit this."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.args: argparse.Namespace = job.args
        self._folder: tuple[str, list[BookPages]] | None = None

    def read_all(self) -> None:
        form = self.args.form
        self.job.map_inputs(form, self._read, self._put_file, self._records, documents=_NAMES_OF_BOOKS)
        self._close_folder()

    @abstractmethod
    def put_book(self, name: str, pages: BookPages) -> None:
        """A book that is made of files."""

    @abstractmethod
    def read_records(self, source: Source) -> None:
        """The books of JSON lines."""

    def pages_of(self, record: Record) -> BookPages:
        """The pages of a record; `pages` come before `text`."""
        args = self.args
        key = args.pages_key
        raw = record.raw(key)
        if raw is not None and raw != b"null":
            try:
                return BookPages.of_list(record.items(key, ""))
            except ValueError as error:
                raise record.wrong(key, error) from None
        text = record.raw(args.text_key)
        if text is None and raw is None:
            raise BadRecord(f"neither '{key}' nor '{args.text_key}'")
        return BookPages.of_string(b'""' if text in (None, b"null") else record.text(args.text_key))

    def _records(self, source: Source) -> None:
        self._close_folder()
        self.read_records(source)

    # Files

    def _read(self, source: Source) -> tuple[int, BookPages]:
        data = source.read(self.args.max_record)
        form = self.args.form
        if form in ("hocr", "alto") or (form is None and _looks_like_xml(data)):
            from .scans import pages_of

            return len(data), BookPages(pages_of(data, form))
        if looks_binary(data):
            raise InputError("is not text (too many control characters)")
        return len(data), BookPages.of_text(data)

    def _put_file(self, source: Source, book: tuple[int, BookPages]) -> None:
        size, pages = book
        if source.path == "-" and not size:
            # The pipe before us had nothing to say.
            return
        self.job.count(1, size)
        if not self.args.by_folder:
            self.put_book(printable(without_compression(source.name)), pages)
            return
        folder = os.path.dirname(source.path) or "."
        if self._folder is None or self._folder[0] != folder:
            self._close_folder()
            self._folder = (folder, [])
        self._folder[1].append(pages)

    def _close_folder(self) -> None:
        if self._folder is not None:
            folder, parts = self._folder
            self._folder = None
            self.put_book(printable(folder), BookPages.joined(parts))


def _looks_like_xml(data: bytes) -> bool:
    start = data[:400]
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):  # UTF-16
        start = start[2:].replace(b"\0", b"")
    return start.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"<")
