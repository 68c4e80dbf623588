"""Work on several cores with results in the order of the input."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from typing import TypeVar

    T = TypeVar("T")
    R = TypeVar("R")


def ordered(work: Callable[[T], R], items: Iterable[T | None], jobs: int) -> Iterator[R | None]:
    """`work(item)` for each item, in order. `None` is no item: all before it is finished first, and it is passed on.

    Threads do, because the core works without the interpreter's lock. At most two items a thread wait, so memory does
    not grow with the input.
    """
    if jobs == 1:
        for item in items:
            yield None if item is None else work(item)
        return
    from concurrent.futures import Future, ThreadPoolExecutor

    pool = ThreadPoolExecutor(jobs)
    waiting: deque[Future[R]] = deque()
    failures: list[Exception] = []
    try:
        for item in _until_failure(items, failures):
            if item is not None:
                waiting.append(pool.submit(work, item))
            while waiting and (item is None or len(waiting) > 2 * jobs or waiting[0].done()):
                yield waiting.popleft().result()
            if item is None:
                yield None
        while waiting:
            yield waiting.popleft().result()
        if failures:
            raise failures[0]
    finally:
        # Not waited for: a thread may hang in a read of a pipe that nobody writes to.
        pool.shutdown(wait=False, cancel_futures=True)


def _until_failure(items: Iterable[T], failures: list[Exception]) -> Iterator[T]:
    """The items up to an error, which waits in `failures` until what came before it is done."""
    try:
        yield from items
    except Exception as error:
        failures.append(error)


def aside(work: Callable[[], R]) -> R:
    """`work()` in a thread of its own, so that a signal ends what the core does for long without coming back."""
    import threading

    results: list[R] = []
    failures: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:
            failures.append(error)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    thread.join()
    if failures:
        raise failures[0]
    return results[0]
