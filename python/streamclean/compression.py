"""Compressed streams: recognised by their first bytes, read member after member.

The decompressors of the standard library stop after one member, or lose what they had read when a stream is cut; this
loop does neither. gzip of crawls has a member a record, zstd of text collections many frames.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator

from .errors import InputError

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from typing import Any, Protocol

    class _Member(Protocol):
        @property
        def eof(self) -> bool: ...
        @property
        def needs_input(self) -> bool: ...
        @property
        def unused_data(self) -> bytes: ...
        def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


_DICTIONARY = b"\x5d\x2a\x4d\x18"
"""Starts a skippable frame that holds the dictionary of all frames after it (zstd in WARC files, 1.0)."""
_ZSTD = b"\x28\xb5\x2f\xfd"
MAGIC = {b"\x1f\x8b": "gzip", _ZSTD: "zstd", _DICTIONARY: "zstd", b"\xfd7zXZ\x00": "xz", b"BZh": "bzip2"}
_BZIP2_BLOCKS = (b"1AY&SY", b"\x17rE8P\x90")
"""What follows `BZh9`: a block, or the end. Text may start with BZh, but not with these."""

_MOST = 1 << 22
"""Bytes made at a time, so that a small input that unpacks to a huge one does not fill memory."""


_MOST_DICTIONARY = 1 << 24
_WINDOW_BITS = {"gzip": 31, "zlib": 15, "deflate": -15}


class _Zlib:
    """zlib's decompressor with the interface that those of bz2, lzma and zstd share."""

    def __init__(self, kind: str) -> None:
        import zlib

        self._inner = zlib.decompressobj(_WINDOW_BITS[kind])

    @property
    def eof(self) -> bool:
        return self._inner.eof

    @property
    def needs_input(self) -> bool:
        return not self._inner.unconsumed_tail and not self._inner.eof

    @property
    def unused_data(self) -> bytes:
        return self._inner.unused_data

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        return self._inner.decompress(self._inner.unconsumed_tail + data, max_length)


class _Zstd:
    """Frames of zstd one after the other, and the dictionary that the first of them may be."""

    def __init__(self) -> None:
        self._zstd = zstd_module()
        self._dictionary: Any = None
        self._first = True

    def __call__(self) -> _Member:
        """The decompressor of the next frame."""
        if self._first:
            self._first = False
            return _DictionaryFrame(self)
        return self.frame()

    def frame(self) -> _Member:
        member: _Member = self._zstd.ZstdDecompressor(zstd_dict=self._dictionary)
        return member

    def set_dictionary(self, content: bytes) -> None:
        if content.startswith(_ZSTD):
            inner = self._zstd.ZstdDecompressor()
            content = inner.decompress(content, _MOST_DICTIONARY)
            if not inner.eof:
                raise self._zstd.ZstdError("its dictionary is too long or cut")
        formatted = content.startswith(b"\x37\xa4\x30\xec")
        self._dictionary = self._zstd.ZstdDict(content, is_raw=not formatted)
        # So that it is found out here if it is none.
        self.frame()


class _DictionaryFrame:
    """The first frame of a zstd stream: a dictionary, or a frame as any other."""

    def __init__(self, stream: _Zstd) -> None:
        self._stream = stream
        self._start = b""
        self._inner: _Member | None = None
        self.eof = False
        self.unused_data = b""

    @property
    def needs_input(self) -> bool:
        return not self.eof if self._inner is None else self._inner.needs_input

    def decompress(self, data: bytes, max_length: int = -1) -> bytes:
        if self._inner is None:
            self._start += data
            data = self._start
            if _DICTIONARY.startswith(data[:4]):
                self._collect()
                return b""
            self._inner = self._stream.frame()
        out = self._inner.decompress(data, max_length)
        self.eof = self._inner.eof
        if self.eof:
            self.unused_data = self._inner.unused_data
        return out

    def _collect(self) -> None:
        size = int.from_bytes(self._start[4:8], "little")
        if len(self._start) < 8:
            return
        if size > _MOST_DICTIONARY:
            raise ValueError("its dictionary is too long")
        if len(self._start) >= 8 + size:
            self._stream.set_dictionary(self._start[8 : 8 + size])
            self.eof = True
            self.unused_data = self._start[8 + size :]


def kind_of(start: bytes) -> str | None:
    """The compression that a file starting with these bytes has, if any."""
    for magic, kind in MAGIC.items():
        if start.startswith(magic):
            return kind if kind != "bzip2" or start[4:10] in _BZIP2_BLOCKS else None
    return None


def may_be_magic(start: bytes) -> bool:
    """Whether more bytes are needed to tell."""
    whole = [*(magic for magic in MAGIC if magic != b"BZh"), *(b"BZh9" + block for block in _BZIP2_BLOCKS)]
    if start.startswith(b"BZh"):
        start = b"BZh9" + start[4:]
    return any(len(start) < len(magic) and magic.startswith(start) for magic in whole)


def _member_of(kind: str) -> tuple[Callable[[], _Member], tuple[type[Exception], ...]]:
    if kind in _WINDOW_BITS:
        import zlib

        return lambda: _Zlib(kind), (zlib.error,)
    if kind == "bzip2":
        import bz2

        return bz2.BZ2Decompressor, (OSError, ValueError)
    if kind == "xz":
        import lzma

        return lzma.LZMADecompressor, (lzma.LZMAError,)
    return _Zstd(), (zstd_module().ZstdError, ValueError)


def zstd_module() -> Any:  # noqa: ANN401 (a module with no one type)
    """zstd of the standard library, which has it since Python 3.14, or its backport."""
    from importlib import import_module

    return import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")


def decompress(kind: str, chunks: Iterable[bytes], begins: Callable[[int], None] | None = None) -> Iterator[bytes]:
    """The content of a compressed stream; empty chunks pass through. All that can be read comes before an error.

    `begins` is called with the offset of each member in the compressed stream, before the first of its content.
    """
    make, errors = _member_of(kind)
    member: _Member | None = None
    complete = read = 0
    for chunk in chunks:
        if not chunk:
            yield chunk
        data = chunk
        read += len(chunk)
        while data:
            if member is None:
                # Tapes and some writers pad with zeros.
                data = data.lstrip(b"\0") if complete else data
                if not data:
                    break
                member = make()
                if begins is not None:
                    begins(read - len(data))
            try:
                yield from _feed(member, data)
            except errors as error:
                where = "after its last member" if complete and not _begins(kind, data) else "damaged"
                raise InputError(f"{where}: {kind} data cannot be read ({error})") from error
            data = b""
            if member.eof:
                data, member, complete = member.unused_data, None, complete + 1
    if member is not None:
        raise InputError(f"truncated: {kind} data ends too early")


def _begins(kind: str, data: bytes) -> bool:
    return kind_of(data) == kind


def _feed(member: _Member, data: bytes) -> Iterator[bytes]:
    out = member.decompress(data, _MOST)
    yield from filter(None, [out])
    while not member.eof and not member.needs_input:
        out = member.decompress(b"", _MOST)
        yield from filter(None, [out])
