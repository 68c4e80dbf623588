"""Standard input, output and error: what stands for one that a caller closed, and text for people."""

from __future__ import annotations

import os
import sys

from .errors import EXIT_OK, FatalError, reason


def hold() -> None:
    """Puts something in the place of each: the first file that is opened would get its number, and what is meant for
    standard output would go into it. Reading and writing there still fail; what is said to nobody is lost."""
    for fd, flags in ((0, os.O_WRONLY), (1, os.O_RDONLY), (2, os.O_WRONLY)):
        try:
            os.fstat(fd)
        except OSError:
            # Those before it are taken, so it gets this number.
            os.open(os.devnull, flags)
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115


def print_text(text: str) -> int:
    """Writes to standard output what is no record."""
    data = memoryview(text.encode())
    try:
        while data:
            data = data[os.write(1, data) :]
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FatalError(f"standard output: {reason(error)}") from error
    return EXIT_OK


def tell(text: str) -> None:
    """Writes to standard error. That nobody can be told is no reason to leave the work undone."""
    try:
        sys.stderr.write(text)
        sys.stderr.flush()
    except OSError:
        pass
