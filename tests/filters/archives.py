"""Web archives made by hand, for tests."""

from __future__ import annotations

from collections import deque
from pathlib import Path

from streamclean.compression import zstd_module
from streamclean.errors import InputError
from streamclean.inputs import Source
from streamclean.warc import pages

zstd = zstd_module()


def http(body: bytes, *fields: bytes, kind: bytes = b"text/html", status: bytes = b"200 OK") -> bytes:
    head = [b"HTTP/1.1 " + status, *([b"Content-Type: " + kind] if kind else []), *fields]
    return b"\r\n".join(head) + b"\r\n\r\n" + body


RESPONSE = b"application/http; msgtype=response"


def record(
    name: str | None,
    block: bytes,
    kind: bytes = b"response",
    content_type: bytes = RESPONSE,
    *,
    version: bytes = b"WARC/1.0",
    length: int | None = None,
    fields: tuple[bytes, ...] = (),
    end: bytes = b"\r\n",
) -> bytes:
    head = [version, b"WARC-Type: " + kind, b"WARC-Date: 2020-02-02T20:20:20Z", *fields]
    if name is not None:
        head += [b"WARC-Record-ID: <urn:uuid:%b>" % name.encode()]
    head += [b"WARC-Target-URI: http://example.org/%b" % (name or "none").encode()]
    head += [b"Content-Type: " + content_type, b"Content-Length: %d" % (len(block) if length is None else length)]
    return end.join(head) + end + end + block + end + end


def write(path: Path, data: bytes) -> Source:
    path.write_bytes(data)
    return opened(path)


def opened(path: Path) -> Source:
    source = Source(str(path))
    source.members = deque()
    return source


def read(source: Source, most: int = 1 << 20) -> tuple[list[tuple], list[str]]:
    """Names, statuses and contents of the pages, and the errors."""
    found, errors = [], []
    for page in pages(source, most):
        if isinstance(page, InputError):
            errors.append(str(page))
        elif page is not None and (content := page.open(most)):
            name = page.id.removeprefix("<urn:uuid:").removesuffix(">") if page.id else None
            found.append((name, content[1], content[0]))
    return found, errors


PAGES = [record(str(i), http(b"<p>page %d " % i * 20)) for i in range(3)]
WANTED = [(str(i), 200, b"<p>page %d " % i * 20) for i in range(3)]
INFO = record("info", b"software: test\r\n", b"warcinfo", b"application/warc-fields")


def members(parts: list[bytes], pack) -> tuple[bytes, list[int]]:
    """Each part packed by itself, and where it starts."""
    packed = list(map(pack, parts))
    return b"".join(packed), [sum(map(len, packed[:i])) for i in range(len(packed))]
