"""Web archives (WARC, ISO 28500): the HTML pages in them, with their places.

FastWARC reads such files twice as fast, but version 2.0.0 takes most of what was cut off for the end of the file, and
cannot go on after damage; crawls are cut all the time. So records are found here, and only those that can be pages are
read.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator

from .errors import InputError
from .http import Message, charset_of, looks_like_html, mime_of
from .inputs import Document, Source, human_size

_LINE_ENDS = re.compile(rb"[\r\n]*")
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_FIRST_LINE = re.compile(rb"WARC/\d{1,3}\.\d{1,3}\r?\n")
_LONGEST_FIRST_LINE = 14
_MOST_HEAD = 1 << 18
"""Bytes of the headers of a record, or of the HTTP message in it."""

HTML = {"text/html", "application/xhtml+xml"}
_UNKNOWN = {"", "unknown/unknown", "application/unknown", "*/*"}
"""Content types that say nothing (MIME Sniffing Standard, 5)."""


class Page(Document):
    """A record with a web page, as it stands in the archive."""

    __slots__ = ("block", "date", "id", "is_http", "mime", "number", "offset", "place", "transport", "url")

    def __init__(self, headers: dict[str, str], number: int, offset: int | None, place: str, block: bytes) -> None:
        super().__init__(len(block))
        self.id = headers.get("warc-record-id") or None
        """As it stands there, in angle brackets: so do indexes and other readers of crawls name it."""
        self.url = headers.get("warc-target-uri", "").removeprefix("<").removesuffix(">") or None
        self.date = headers.get("warc-date") or None
        self.number = number
        """Of all records of the file, from 1."""
        self.offset = offset
        """Byte of the file at which the record, or the compressed member that starts with it, can be read."""
        self.place = place
        """The same for people."""
        self.block = block
        self.is_http = _is_http(headers)
        self.mime = _mime_of(headers)
        self.transport = charset_of(headers.get("content-type", ""))

    def open(self, most: int) -> tuple[bytes, int | None, str | None] | None:
        """The page's bytes, the status and the charset that its server sent; `None` if it is no HTML after all."""
        status: int | None = None
        mime, transport, content = self.mime, self.transport, self.block
        if self.is_http:
            message = Message(self.block)
            status, mime, transport = message.status, message.mime or self.mime, message.charset
            try:
                content = message.content(most)
            except InputError as error:
                raise InputError(f"{self.place}: {error}") from error
        if mime in HTML or (mime in _UNKNOWN and looks_like_html(content)):
            return content, status, transport
        return None


def pages(source: Source, most: int) -> Iterator[Page | InputError | None]:
    """The records of an archive that can be pages; `None` wherever the next read would wait.

    What cannot be read is an error in its place: it names the byte of the file. The records after it are found again.
    """
    return _Reader(source, most).run()


def _is_http(headers: dict[str, str]) -> bool:
    return headers.get("content-type", "").lower().startswith("application/http")


def _mime_of(headers: dict[str, str]) -> str:
    """The content type of a record's payload as the archive knows it."""
    identified = mime_of(headers.get("warc-identified-payload-type", ""))
    return identified if _is_http(headers) else mime_of(headers.get("content-type", "")) or identified


class _Reader:
    def __init__(self, source: Source, most: int) -> None:
        self.source = source
        self.most = most
        self.chunks = source.chunks()
        self.buffer = bytearray()
        self.at = 0
        """Where in the content the buffer starts."""
        self.number = 0
        self.place = ""
        self.offset: int | None = None

    def run(self) -> Iterator[Page | InputError | None]:
        try:
            while (yield from self._to_next_record()):
                yield from self._record()
        except InputError as error:
            yield InputError(f"{self._damaged_at()}: {error}")

    # Bytes

    def _more(self) -> Generator[None, None, bool]:
        """One more chunk in the buffer; whether there was one."""
        for chunk in self.chunks:
            if chunk:
                self.buffer += chunk
                return True
            yield None
        return False

    def _drop(self, size: int) -> None:
        del self.buffer[:size]
        self.at += size

    def _take(self, size: int) -> bytes:
        with memoryview(self.buffer) as view:
            data = bytes(view[:size])
        self._drop(size)
        return data

    def _skip(self, size: int) -> Generator[None, None, bool]:
        """Passes over bytes; whether all of them were there."""
        while size > len(self.buffer):
            size -= len(self.buffer)
            self._drop(len(self.buffer))
            if not (yield from self._more()):
                return False
        self._drop(size)
        return True

    def _fill(self, size: int) -> Generator[None, None, bool]:
        while len(self.buffer) < size:
            if not (yield from self._more()):
                return False
        return True

    # Places

    def _mark(self) -> None:
        """A record starts here."""
        member = None
        members = self.source.members
        while members and members[0][0] <= self.at:
            member = members.popleft()
        if not self.source.compressed:
            self.offset = self.at
        else:
            self.offset = member[1] if member is not None and member[0] == self.at else None
        self.place = f"byte {self.offset}" if self.offset is not None else f"byte {self.at} of its content"

    def _damaged_at(self) -> str:
        members = self.source.members
        return f"byte {members[-1][1]}" if members else self.place or "byte 0"

    # Records

    def _to_next_record(self) -> Generator[InputError | None, None, bool]:
        """Passes over line ends, and what is no record; false at the end."""
        while True:
            line_ends = _LINE_ENDS.match(self.buffer)
            self._drop(line_ends.end() if line_ends else 0)
            if len(self.buffer) >= 5:
                break
            if not (yield from self._more()):
                break
        self._mark()
        if not self.buffer:
            return False
        if self.buffer.startswith(b"WARC/"):
            return True
        found = yield from self._resume("no WARC record here")
        return found

    def _resume(self, what: str) -> Generator[InputError | None, None, bool]:
        """Says what is wrong at this place, and finds the record after it."""
        yield InputError(f"{self.place}: {what}")
        start = 1
        while True:
            found = _FIRST_LINE.search(self.buffer, start)
            if found:
                self._drop(found.start())
                self._mark()
                return True
            useless = max(0, len(self.buffer) - _LONGEST_FIRST_LINE)
            self._drop(useless)
            start = max(0, start - useless)
            if not (yield from self._more()):
                self._drop(len(self.buffer))
                return False

    def _head(self, most: int) -> Generator[None, None, int]:
        """Where the headers end that start here; -1 if they are longer than they may be, or cut."""
        searched = 0
        while True:
            found = _HEAD_END.search(self.buffer, searched, most)
            if found:
                return found.end()
            searched = max(0, len(self.buffer) - 3)
            if len(self.buffer) >= most or not (yield from self._more()):
                return -1

    def _record(self) -> Generator[Page | InputError | None, None, None]:
        self.number += 1
        end = yield from self._head(_MOST_HEAD)
        if end < 0:
            cut = len(self.buffer) < _MOST_HEAD
            yield from self._resume("truncated: a record ends too early" if cut else "a record without end of headers")
            return
        headers = _headers(bytes(self.buffer[:end]))
        length = headers.get("content-length", "")
        if not (length.isascii() and length.isdecimal() and len(length) < 19):
            yield from self._resume("a record without Content-Length")
            return
        self._drop(end)
        complete = yield from self._block(headers, int(length))
        if not complete:
            self._drop(len(self.buffer))
            yield InputError(f"{self.place}: truncated: a record ends too early")

    def _block(self, headers: dict[str, str], length: int) -> Generator[Page | InputError | None, None, bool]:
        """The content of a record, handed on if it can be a page; false if it is cut."""
        wanted = yield from self._can_be_page(headers, length)
        if wanted and length > self.most:
            yield InputError(f"{self.place}: longer than --max-record ({human_size(self.most)})")
            wanted = False
        if not wanted:
            complete = yield from self._skip(length)
            return complete
        complete = yield from self._fill(length)
        if complete:
            yield Page(headers, self.number, self.offset, self.place, self._take(length))
        return complete

    def _can_be_page(self, headers: dict[str, str], length: int) -> Generator[None, None, bool]:
        """Whether a record is worth reading: what is no page need not fit into memory."""
        if headers.get("warc-type", "").lower() not in ("response", "resource"):
            return False
        mime = _mime_of(headers)
        if _is_http(headers):
            most = min(length, _MOST_HEAD)
            end = yield from self._head(most)
            message = Message(bytes(self.buffer[: most if end < 0 else end]))
            mime = message.mime or mime
        return mime in HTML or mime in _UNKNOWN


def _headers(head: bytes) -> dict[str, str]:
    """The fields of a record's head, their names in lower case; a line that starts with a space goes on."""
    lines: list[bytes] = []
    for line in head.split(b"\n")[1:]:
        if line[:1] in (b" ", b"\t") and lines:
            lines[-1] += b" " + line.strip()
        else:
            lines.append(line.rstrip())
    fields: dict[str, str] = {}
    for line in lines:
        name, _, value = line.partition(b":")
        fields.setdefault(name.strip().lower().decode("latin-1"), value.strip().decode("utf-8", "replace"))
    return fields
