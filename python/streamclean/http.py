"""HTTP messages as crawlers keep them: headers, and content without its chunks and compression.

Crawlers undo what the server did to the content, or not, and often leave the headers as they were; what does not look
as its headers say is taken as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .compression import decompress
from .errors import InputError
from .inputs import human_size

_LINE_END = re.compile(rb"\r?\n")
_HEAD_END = re.compile(rb"\r?\n\r?\n")
_CHUNK = re.compile(rb"[ \t]*([0-9a-fA-F]{1,15})[ \t]*(?:;[^\r\n]*)?\r?\n")
_CHARSET = re.compile(r"""(?:^|[;,\s])charset\s*=\s*["']?\s*([^\s"';,]+)""", re.IGNORECASE)
_STATUS = re.compile(rb"HTTP/\S*[ \t]+(\d{3})(?!\d)")


def mime_of(content_type: str) -> str:
    """The bare type of a Content-Type field, in lower case."""
    return content_type.partition(";")[0].partition(",")[0].strip().lower()


def charset_of(content_type: str) -> str | None:
    """The charset of a Content-Type field."""
    found = _CHARSET.search(content_type.partition(";")[2])
    return found.group(1) if found else None


class Message:
    """A response: its status line, its fields, its content. Bytes that are none are all content."""

    def __init__(self, block: bytes) -> None:
        self.status: int | None = None
        self.mime = ""
        self.charset: str | None = None
        self._codings: list[str] = []
        self._chunked = False
        self._content = block
        if block.startswith(b"HTTP/"):
            end = _HEAD_END.search(block)
            self._content = block[end.end() :] if end else b""
            self._read_head(block[: end.start()] if end else block)

    def _read_head(self, head: bytes) -> None:
        first, *lines = _LINE_END.split(head)
        found = _STATUS.match(first)
        self.status = int(found.group(1)) if found else None
        for line in lines:
            name, _, raw = line.partition(b":")
            value = raw.strip().decode("latin-1")
            match name.strip().lower():
                case b"content-type":
                    # The last one counts, and a charset is kept, as browsers do it.
                    self.mime = mime_of(value) or self.mime
                    self.charset = charset_of(value) or self.charset
                case b"transfer-encoding":
                    self._chunked = self._chunked or "chunked" in value.lower()
                case b"content-encoding":
                    self._codings += [coding.strip() for coding in value.lower().split(",")]

    def content(self, most: int) -> bytes:
        """The content as the server meant it, of no more than `most` bytes. What is cut is kept up to the cut."""
        content = _without_chunks(self._content) if self._chunked else self._content
        for coding in reversed(self._codings):
            content = _decoded(coding, content, most)
        return content


def _without_chunks(body: bytes) -> bytes:
    parts: list[bytes] = []
    at = 0
    while size := _CHUNK.match(body, at):
        start = size.end()
        length = int(size.group(1), 16)
        parts.append(body[start : start + length])
        at = start + length
        if length == 0 or at >= len(body):
            return b"".join(parts)
        line_end = _LINE_END.match(body, at)
        at = line_end.end() if line_end else at
    return b"".join(parts) if len(parts) > 1 else body


_KINDS = {
    "gzip": ("gzip",),
    "x-gzip": ("gzip",),
    # Meant is zlib's format, but many servers sent what is inside it.
    "deflate": ("zlib", "deflate"),
    "zstd": ("zstd",),
    "br": ("br",),
}


def _decoded(coding: str, body: bytes, most: int) -> bytes:
    if coding in _KINDS and not looks_like_html(body):
        for kind in _KINDS[coding]:
            content = _unpacked(kind, body, most)
            if content:
                return content
    return body


def _unpacked(kind: str, body: bytes, most: int) -> bytes:
    """What can be unpacked of a body."""
    content = b"".join(_pieces(kind, body, most))
    if len(content) > most:
        raise InputError(f"longer than --max-record ({human_size(most)}) when unpacked")
    return content


def _pieces(kind: str, body: bytes, most: int) -> Iterator[bytes]:
    if kind == "br":
        from ._core import unbrotli

        yield unbrotli(body, most + 1)
        return
    size = 0
    try:
        for piece in decompress(kind, [body]):
            yield piece
            size += len(piece)
            if size > most:
                return
    except InputError:
        return


_TAGS = rb"!doctype\s+html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|meta|link"
_START = re.compile(rb"\s*<(?:!--|\?xml|(?:" + _TAGS + rb")[\s>/])", re.IGNORECASE)


def looks_like_html(content: bytes) -> bool:
    """Whether content is HTML by its first tag (MIME Sniffing Standard, 7.1)."""
    start = content[:1024].removeprefix(b"\xef\xbb\xbf")
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        start = start[2:].replace(b"\0", b"")
    return _START.match(start) is not None
