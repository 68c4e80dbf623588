"""Standard input, output and error that a caller closed, as `>&-` does."""

from __future__ import annotations

import os
import sys


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
