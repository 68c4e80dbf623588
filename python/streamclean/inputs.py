"""Inputs: files and standard input as chunks of bytes, and JSON lines in batches."""

from __future__ import annotations

import os
import stat
from collections import deque
from collections.abc import Generator, Iterator

from . import signals
from .compression import decompress, kind_of, may_be_magic
from .errors import InputError, reason

CHUNK = 1 << 18
IDLE = b""
"""Stands where the next read would wait: what is ready may be written meanwhile."""


class Source:
    """One input. `name` is for people; `path` is `-` for standard input."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.name = "standard input" if path == "-" else path
        self.size: int | None = None
        """Bytes on disk, of a regular file."""
        self.compressed = False
        self.members: deque[tuple[int, int]] | None = None
        """If a reader wants them: where members of a compressed file begin, in the content and in the file."""
        self._fd: int | None = None
        self._chunks: Iterator[bytes] | None = None
        self._peeked: list[bytes] = []

    def open(self) -> None:
        """Opens it, so that what is wrong with the name is told before anything is read."""
        if self._fd is not None:
            return
        try:
            self._fd = 0 if self.path == "-" else os.open(self.path, os.O_RDONLY)
            status = os.fstat(self._fd)
        except OSError as error:
            raise InputError(reason(error)) from error
        except ValueError as error:
            raise InputError("not a file name") from error
        if stat.S_ISDIR(status.st_mode):
            self.close()
            raise InputError("is a directory")
        if stat.S_ISREG(status.st_mode):
            self.size = status.st_size

    def pause(self) -> None:
        """Gives back the file descriptor of a file that is to be read later in its turn: many may wait."""
        if self.path != "-" and self.size is not None:
            self.close()
            self._chunks = None
            self._peeked = []
            if self.members is not None:
                self.members.clear()

    def close(self) -> None:
        if self._fd:
            os.close(self._fd)
        self._fd = None

    def peek(self, least: int = 1) -> bytes:
        """The first bytes of the content, no more than come without waiting for more than `least` of them; `chunks`
        gives them again."""
        chunks = self._content()
        while sum(map(len, self._peeked)) < least:
            chunk = next(chunks, None)
            if chunk is None:
                break
            self._peeked.append(chunk)
        return b"".join(self._peeked)

    def chunks(self) -> Iterator[bytes]:
        """The content, decompressed; `IDLE` wherever the next read would wait."""
        chunks = self._content()
        try:
            while self._peeked:
                yield self._peeked.pop(0)
            yield from chunks
        finally:
            self.close()

    def read(self, most: int) -> bytes:
        """All of the content, which must not be longer than `most` bytes."""
        self.peek()
        parts, length = [], 0
        known = self.size if self.size is not None and not self.compressed else 0
        for chunk in self.chunks():
            length += len(chunk)
            if max(length, known) > most:
                raise InputError(f"longer than --max-record ({human_size(most)})")
            parts.append(chunk)
        return b"".join(parts)

    def _content(self) -> Iterator[bytes]:
        if self._chunks is None:
            self.open()
            self._chunks = self._decompressed(self._raw())
        return self._chunks

    def _raw(self) -> Iterator[bytes]:
        fd = self._fd
        assert fd is not None
        waits = None
        if self.size is None:
            import select

            waits = select.poll()
            waits.register(fd, select.POLLIN | select.POLLHUP)
        while True:
            signals.check()
            if waits is not None and not waits.poll(0):
                yield IDLE
            try:
                chunk = os.read(fd, CHUNK)
            except OSError as error:
                raise InputError(reason(error)) from error
            if not chunk:
                return
            yield chunk

    def _decompressed(self, raw: Iterator[bytes]) -> Iterator[bytes]:
        start: list[bytes] = []
        while may_be_magic(b"".join(start)):
            chunk = next(raw, None)
            if chunk is None:
                break
            start.append(chunk)
        kind = kind_of(b"".join(start))
        self.compressed = kind is not None
        chunks = _chain(start, raw)
        return chunks if kind is None else self._members(kind, chunks)

    def _members(self, kind: str, chunks: Iterator[bytes]) -> Iterator[bytes]:
        length = 0

        def begins(offset: int) -> None:
            if self.members is not None:
                self.members.append((length, offset))

        for chunk in decompress(kind, chunks, begins):
            length += len(chunk)
            yield chunk


def _chain(start: list[bytes], rest: Iterator[bytes]) -> Iterator[bytes]:
    yield from start
    yield from rest


def is_pipe(path: str) -> bool:
    """Whether it can be read once only."""
    try:
        return stat.S_ISFIFO(os.stat(path).st_mode)
    except (OSError, ValueError):
        return False


def human_size(size: int) -> str:
    for unit, power in (("G", 30), ("M", 20), ("K", 10)):
        if size >= 1 << power and size % (1 << power) == 0:
            return f"{size >> power}{unit}"
    return f"{size} bytes"


_SUFFIXES = (".gz", ".zst", ".xz", ".bz2")


def without_compression(name: str) -> str:
    """A file's name as it would be uncompressed."""
    for suffix in _SUFFIXES:
        if name.endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return name


def looks_like_records(source: Source) -> bool:
    """Whether an input holds JSON lines: by its name, else by how it starts."""
    name = without_compression(source.path)
    if name.endswith((".jsonl", ".ndjson", ".jsonlines", ".json")):
        return True
    start = source.peek().removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith(b"{") and start[1:].lstrip()[:1] in (b'"', b"}")


def looks_like_warc(source: Source) -> bool:
    """Whether an input is a web archive."""
    return without_compression(source.path).endswith(".warc") or source.peek(5).startswith(b"WARC/")


def form_of(source: Source, archives: bool, documents: tuple[str, ...]) -> str:
    """`jsonl`, `warc` or `document`, by its name or how it starts. Names that end in `documents` are of no other."""
    if documents and without_compression(source.path).endswith(documents):
        return "document"
    if archives and looks_like_warc(source):
        return "warc"
    return "jsonl" if looks_like_records(source) else "document"


class Document:
    """One of the many documents of an input that is no JSON lines."""

    __slots__ = ("size",)

    def __init__(self, size: int) -> None:
        self.size = size


class Portion:
    """What a reader of JSON lines hands on."""

    __slots__ = ()


class Batch(Portion):
    """Some lines of an input, without their line ends."""

    __slots__ = ("first", "lines", "offset", "serial", "source")

    def __init__(self, source: str, first: int, offset: int, lines: list[bytes]) -> None:
        self.source = source
        self.first = first
        """Number of the first line, from 1."""
        self.offset = offset
        """Byte of the input at which the first line starts."""
        self.lines = lines
        self.serial = 0
        """Lines of all inputs before it."""

    def size(self) -> int:
        """Bytes of the input that it is."""
        return sum(map(len, self.lines)) + len(self.lines)

    def place(self, i: int) -> tuple[int, int]:
        """Number and byte offset of a line."""
        return self.first + i, self.offset + sum(len(line) + 1 for line in self.lines[:i])


class TooLong(Portion):
    """A line over the limit, in pieces that are read as they are asked for."""

    __slots__ = ("number", "offset", "pieces", "source")

    def __init__(self, source: str, number: int, offset: int, pieces: Iterator[bytes]) -> None:
        self.source = source
        self.number = number
        self.offset = offset
        self.pieces = pieces


def batches(source: Source, max_record: int) -> Iterator[Portion | None]:
    """The lines of an input as they arrive; `None` wherever the next read would wait.

    A line is collected from pieces and joined once, so that a line of 100 MB costs no more than its bytes.
    """
    reader = _LineReader(source, max_record)
    try:
        yield from reader.run()
    except InputError:
        # What was read before the damage counts, but a line that was not seen to end does not.
        if reader.ready:
            yield reader.take()
        raise


class _LineReader:
    def __init__(self, source: Source, max_record: int) -> None:
        self.source = source
        self.max_record = max_record
        self.number = 1
        self.offset = 0
        self.ready: list[bytes] = []
        self.part: list[bytes] = []
        self.part_length = 0

    def take(self) -> Batch:
        batch = Batch(self.source.name, self.number, self.offset, self.ready)
        self.number += len(batch.lines)
        self.offset += sum(map(len, batch.lines)) + len(batch.lines)
        self.ready = []
        return batch

    def run(self) -> Iterator[Portion | None]:
        chunks = self.source.chunks()
        first = True
        for chunk in chunks:
            if chunk == IDLE:
                yield None
                continue
            data = chunk
            if first:
                first = False
                if data.startswith(b"\xef\xbb\xbf"):
                    data, self.offset = data[3:], 3
            yield from self._split(data, chunks)
        if self.part:
            self.ready.append(b"".join(self.part))
            self.part = []
            yield self.take()

    def _split(self, data: bytes, chunks: Iterator[bytes]) -> Iterator[Portion | None]:
        while data:
            *whole, rest = data.split(b"\n")
            if whole and self.part:
                whole[0] = b"".join([*self.part, whole[0]])
                self.part, self.part_length = [], 0
            for line in whole:
                if len(line) <= self.max_record:
                    self.ready.append(line)
                    continue
                if self.ready:
                    yield self.take()
                yield from self._hand_on(iter([line]))
                self.offset += len(line) + 1
            if self.ready:
                yield self.take()
            data = b""
            if rest:
                self.part.append(rest)
                self.part_length += len(rest)
                if self.part_length > self.max_record:
                    data = yield from self._long_line(chunks)

    def _hand_on(self, pieces: Iterator[bytes]) -> Iterator[Portion | None]:
        yield None
        yield TooLong(self.source.name, self.number, self.offset, pieces)
        for _ in pieces:
            pass
        self.number += 1

    def _long_line(self, chunks: Iterator[bytes]) -> Generator[Portion | None, None, bytes]:
        """The line being collected is over the limit: hands it on up to its end; returns what was read after it."""
        start, self.part, self.part_length = self.part, [], 0
        length = 0
        rest = b""

        def pieces() -> Iterator[bytes]:
            nonlocal length, rest
            for piece in start:
                length += len(piece)
                yield piece
            for chunk in chunks:
                piece, end, rest = chunk.partition(b"\n")
                length += len(piece) + len(end)
                yield piece
                if end:
                    return

        yield from self._hand_on(pieces())
        self.offset += length
        return rest
