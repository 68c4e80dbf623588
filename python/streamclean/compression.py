"""Compressed streams: recognised by their first bytes, read member after member.

The decompressors of the standard library stop after one member, or lose what they had read when a stream is cut; this
loop does neither. gzip of crawls has a member a record, zstd of text collections many frames.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Protocol

from .errors import InputError

MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd", b"\xfd7zXZ\x00": "xz", b"BZh": "bzip2"}
_BZIP2_BLOCKS = (b"1AY&SY", b"\x17rE8P\x90")
"""What follows `BZh9`: a block, or the end. Text may start with BZh, but not with these."""

_MOST = 1 << 22
"""Bytes made at a time, so that a small input that unpacks to a huge one does not fill memory."""


class _Member(Protocol):
    @property
    def eof(self) -> bool: ...
    @property
    def needs_input(self) -> bool: ...
    @property
    def unused_data(self) -> bytes: ...
    def decompress(self, data: bytes, max_length: int = -1) -> bytes: ...


class _Gzip:
    """zlib's decompressor with the interface that those of bz2, lzma and zstd share."""

    def __init__(self) -> None:
        import zlib

        self._inner = zlib.decompressobj(31)

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
    if kind == "gzip":
        import zlib

        return _Gzip, (zlib.error,)
    if kind == "bzip2":
        import bz2

        return bz2.BZ2Decompressor, (OSError, ValueError)
    if kind == "xz":
        import lzma

        return lzma.LZMADecompressor, (lzma.LZMAError,)
    zstd = zstd_module()
    return zstd.ZstdDecompressor, (zstd.ZstdError,)


def zstd_module() -> Any:  # noqa: ANN401 (a module with no one type)
    """zstd of the standard library, which has it since Python 3.14, or its backport."""
    from importlib import import_module

    return import_module("compression.zstd" if sys.version_info >= (3, 14) else "backports.zstd")


def decompress(kind: str, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The content of a compressed stream; empty chunks pass through. All that can be read comes before an error."""
    make, errors = _member_of(kind)
    member: _Member | None = None
    complete = 0
    for chunk in chunks:
        if not chunk:
            yield chunk
        data = chunk
        while data:
            if member is None:
                # Tapes and some writers pad with zeros.
                data = data.lstrip(b"\0") if complete else data
                if not data:
                    break
                member = make()
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
