"""What can go wrong, sorted by what a filter does about it, and what its exit status says then."""

from __future__ import annotations

EXIT_OK = 0
EXIT_REJECTED = 1
EXIT_FATAL = 2
EXIT_INTERRUPTED = 130


class UsageError(Exception):
    """Options or arguments that cannot be carried out: the filter stops before it reads."""


class FatalError(Exception):
    """The filter cannot go on: its output is full, or its model is damaged."""


class InputError(Exception):
    """One input cannot be read, or not to its end; the others still are."""


class BadRecord(Exception):
    """One record is not what the filter takes."""

    def __init__(self, what: str, offset: int = 0) -> None:
        super().__init__(what)
        self.what = what
        self.offset = offset
        """Where in the line it is wrong, in bytes."""


class Stopped(Exception):
    """A bad record was reported and ends the filter."""


class Terminated(BaseException):
    """A signal asks the filter to end."""

    def __init__(self, signal: int) -> None:
        super().__init__(signal)
        self.signal = signal


def reason(error: OSError) -> str:
    """The system's words for an error, without its number and file."""
    return error.strerror or str(error)
