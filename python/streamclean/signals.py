"""Signals that ask a filter to end: Ctrl-C, a kill, a terminal that closes."""

from __future__ import annotations

import os
import signal
import sys
from signal import SIGINT, SIGPIPE

from .errors import Terminated

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from typing import NoReturn

__all__ = ["SIGINT", "SIGPIPE", "check", "clean_up_undisturbed", "die_of", "listen"]

_received: int | None = None
_ending = False


def listen() -> None:
    """From now on these signals raise `Terminated`; one that is ignored (by nohup, say) stays so."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _end)
    sys.unraisablehook = _report


def _report(dropped: sys.UnraisableHookArgs) -> None:
    """Python tells of an exception that it drops; of ours it need not, for `check` raises it again."""
    if not isinstance(dropped.exc_value, Terminated):
        sys.__unraisablehook__(dropped)


def _end(number: int, _frame: object) -> None:
    global _received
    _received = number
    if not _ending:
        raise Terminated(number)


def check() -> None:
    """Raises again what came in a moment when Python drops exceptions (in a destructor, or while it imports)."""
    if _received is not None:
        raise Terminated(_received)


def clean_up_undisturbed() -> None:
    """From now on nothing is raised: the run is ending already."""
    global _ending
    _ending = True


def die_of(number: int) -> NoReturn:
    """Ends as the signal would have ended us, so that the shell and xargs see it."""
    signal.signal(number, signal.SIG_DFL)
    os.kill(os.getpid(), number)
    os._exit(128 + number)
