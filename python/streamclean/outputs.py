"""Outputs: standard output, files that are whole or not there, and folders of files."""

from __future__ import annotations

import contextlib
import os
import stat

from .errors import FatalError, reason

_BLOCK = 1 << 16


class Sink:
    """Buffered bytes to a file descriptor; a write that fails is fatal, except that of a reader that went away."""

    def __init__(self, fd: int, name: str, line_buffered: bool = False) -> None:
        self.name = name
        self.written = 0
        self._fd = fd
        self._limit = 1 if line_buffered else _BLOCK
        self._parts: list[bytes] = []
        self._waiting = 0

    def write(self, data: bytes) -> None:
        self._parts.append(data)
        self._waiting += len(data)
        if self._waiting >= self._limit:
            self.flush()

    def flush(self) -> None:
        data = memoryview(b"".join(self._parts))
        self._parts = []
        self._waiting = 0
        try:
            while data:
                done = os.write(self._fd, data)
                self.written += done
                data = data[done:]
        except BrokenPipeError:
            raise
        except OSError as error:
            raise FatalError(f"{self.name}: {reason(error)}") from error

    def commit(self) -> None:
        """Everything was written."""
        self.flush()

    def abort(self) -> None:
        """Nothing more will be written."""


def standard_output(line_buffered: bool) -> Sink:
    _widen(1)
    return Sink(1, "standard output", line_buffered or os.isatty(1))


_PIPE = 1 << 18
"""Bytes that wait in a pipe: four times the usual. With more, many filters of one user would take room from each other,
for the kernel has a limit for each user."""


def _widen(fd: int) -> None:
    """Lets the next filter work on while this one is busy with a long record: a sixth less time for a pipe of three."""
    import fcntl

    if not hasattr(fcntl, "F_SETPIPE_SZ"):
        return  # only Linux has it
    with contextlib.suppress(OSError):
        if stat.S_ISFIFO(os.fstat(fd).st_mode) and fcntl.fcntl(fd, fcntl.F_GETPIPE_SZ) < _PIPE:
            fcntl.fcntl(fd, fcntl.F_SETPIPE_SZ, _PIPE)


class FileSink(Sink):
    """A file that appears under its name only when it is complete. What is no regular file is written to directly."""

    def __init__(self, path: str) -> None:
        super().__init__(-1, path)
        self.path = os.path.realpath(path)
        self._temporary: str | None = None

    def open(self) -> None:
        """Makes the file. Whoever calls this must see to it first that `abort` is called in the end: a signal may
        come at any moment after."""
        try:
            if os.path.isdir(self.name):
                raise FatalError(f"{self.name}: is a directory")
            if is_special(self.name):
                self._fd = os.open(self.name, os.O_WRONLY)
            else:
                self._temporary = f"{self.path}.{os.getpid()}.{id(self):x}.tmp"
                self._fd = os.open(self._temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
        except OSError as error:
            self._temporary = None
            raise FatalError(f"{self.name}: {reason(error)}") from error

    def commit(self) -> None:
        self.flush()
        try:
            os.close(self._fd)
            if self._temporary is not None:
                if os.path.exists(self.path):
                    os.chmod(self._temporary, stat.S_IMODE(os.stat(self.path).st_mode))
                os.replace(self._temporary, self.path)
        except OSError as error:
            raise FatalError(f"{self.name}: {reason(error)}") from error
        self._temporary = None

    def abort(self) -> None:
        if self._temporary is not None:
            with contextlib.suppress(FileNotFoundError):
                os.unlink(self._temporary)
            self._temporary = None


def is_same_file(path: str, other: str) -> bool:
    """Whether both names are of one regular file that is there."""
    try:
        return not is_special(path) and os.path.samefile(path, other)
    except OSError:
        return False


def is_special(path: str) -> bool:
    """Whether it is a device or pipe, which is written to directly."""
    if path.startswith(("/dev/", "/proc/")) and not path.startswith("/dev/shm/"):
        return True  # /dev/stdout may be a regular file
    try:
        return not stat.S_ISREG(os.stat(path).st_mode)
    except FileNotFoundError:
        return False


def inside(folder: str, name: str) -> str:
    """The path of a file called `name` below a folder, or `ValueError` if it would lie outside it."""
    parts = name.split("/")
    if not name or "\0" in name or any(part in ("", ".", "..") for part in parts):
        raise ValueError(f"'{name}' cannot be a file below the output folder")
    path = os.path.join(folder, *parts)
    # A link inside the folder may lead out of it.
    real, parent = os.path.realpath(folder), os.path.realpath(os.path.dirname(path))
    if os.path.commonpath([real, parent]) != real:
        raise ValueError(f"'{name}' would be written outside the output folder")
    return path
