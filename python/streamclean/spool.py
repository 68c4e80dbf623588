"""Inputs that are read more than once: files are opened again, and what comes only once is kept on disk."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator

from .errors import FatalError, InputError, reason
from .inputs import Source

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from .job import Job

READING = "was changed while it was read: it must stay as it is until the end"


class Spool:
    """The inputs of a job, as often as they are wanted.

    Standard input and other pipes are kept, as they came, in a file in `tmpdir` that has no name: nothing of it stays,
    however the program ends.
    """

    def __init__(self, job: Job, tmpdir: str) -> None:
        self.tmpdir = tmpdir
        self.disk = 0
        """Bytes kept."""
        self._job = job
        self._kept: list[_Kept] | None = None

    def sources(self) -> Iterator[Source]:
        """The inputs in order; the first time, all of each must be read before the next, if any of it is."""
        if self._kept is not None:
            self._job.start_again()
            for kept in self._kept:
                yield kept.again()
            return
        self._kept = []
        for source in self._job.sources():
            kept = _Kept(source.path, self)
            self._kept.append(kept)
            yield kept

    @property
    def read_once(self) -> bool:
        """Whether the inputs were read: what is wrong with them was said."""
        return self._kept is not None


def not_kept(what: str, tmpdir: str, error: OSError) -> FatalError:
    return FatalError(f"keeping {what} in {tmpdir} (--tmpdir names a folder with more room): {reason(error)}")


class _Kept(Source):
    """An input that can be read again when it was read."""

    def __init__(self, path: str, spool: Spool) -> None:
        super().__init__(path)
        self._spool = spool
        self._status: tuple[int, ...] | None = None
        """Of a regular file: which it is, and when it was changed last."""
        self._start = 0
        self._copy: int | None = None
        self._refused: InputError | None = None
        """Why it could not be opened: that does not change either."""

    def open(self) -> None:
        if self._fd is None:
            try:
                super().open()
            except InputError as error:
                self._refused = error
                raise
            self._begin(self._fd)

    def _begin(self, fd: int | None) -> None:
        assert fd is not None
        if self.size is not None:
            self._status = _status(fd)
            self._start = os.lseek(fd, 0, os.SEEK_CUR)

    def _raw(self) -> Iterator[bytes]:
        for chunk in super()._raw():
            if chunk and self.size is None:
                self._keep(chunk)
            yield chunk

    def _keep(self, chunk: bytes) -> None:
        try:
            if self._copy is None:
                import tempfile

                with tempfile.TemporaryFile(dir=self._spool.tmpdir) as file:
                    self._copy = os.dup(file.fileno())
            rest = memoryview(chunk)
            while rest:
                rest = rest[os.write(self._copy, rest) :]
        except OSError as error:
            raise not_kept(self.name, self._spool.tmpdir, error) from error
        self._spool.disk += len(chunk)

    def again(self) -> Source:
        return _Again(self)


class _Again(Source):
    """An input as it was."""

    def __init__(self, kept: _Kept) -> None:
        super().__init__(kept.path)
        self._kept = kept

    def open(self) -> None:
        kept = self._kept
        if self._fd is not None:
            return
        if kept._refused is not None:
            raise kept._refused
        if kept._status is None:
            # An empty pipe left nothing.
            self._fd = os.open(os.devnull, os.O_RDONLY) if kept._copy is None else os.dup(kept._copy)
            self.size = os.fstat(self._fd).st_size
            os.lseek(self._fd, 0, os.SEEK_SET) if kept._copy is not None else None
            return
        try:
            fd = 0 if self.path == "-" else os.open(self.path, os.O_RDONLY)
        except OSError as error:
            raise FatalError(f"{self.name} {READING} ({reason(error)})") from error
        self._fd = fd
        self.size = kept.size
        self._unchanged()
        os.lseek(fd, kept._start, os.SEEK_SET)

    def _unchanged(self) -> None:
        if self._fd is not None and self._kept._status is not None and _status(self._fd) != self._kept._status:
            raise FatalError(f"{self.name} {READING}")

    def _raw(self) -> Iterator[bytes]:
        yield from super()._raw()
        self._unchanged()


def _status(fd: int) -> tuple[int, ...]:
    status = os.fstat(fd)
    return (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns, stat.S_IFMT(status.st_mode))
