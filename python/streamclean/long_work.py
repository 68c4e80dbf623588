"""Long work of the core: a signal may end it at any moment, and the system may refuse it room."""

from __future__ import annotations

from contextlib import contextmanager

from .errors import FatalError, reason
from .parallel import aside

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import TypeVar

    T = TypeVar("T")


def finished(work: Callable[[], T]) -> T:
    """What long work of the core returns, which a signal may end at any moment."""
    with no_room():
        return aside(work)


@contextmanager
def no_room() -> Iterator[None]:
    """What the system says of files of the core ends the filter."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FatalError(f"{error.filename}: {reason(error)}" if error.filename else reason(error)) from error
