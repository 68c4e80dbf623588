"""The n-grams of the inputs, counted."""

from __future__ import annotations

from contextlib import contextmanager

from ..._core import NgramCounter, TextReading, TokenChoice
from ...errors import FatalError, InputError, UsageError, reason
from ...inputs import Source

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeVar

    from ...cli import Job

    T = TypeVar("T")


def write_set(job: Job) -> None:
    """Writes the set of the inputs."""
    counter = make_counter(job.args, job.args.n[0])
    out = job.out  # One that cannot be written is known before hours of counting.
    count(job, counter, job.sources())
    job.figures.update(finished(lambda: counter.finish(out.write, not job.args.no_counts)))


def make_counter(args: argparse.Namespace, n: int) -> NgramCounter:
    try:
        return NgramCounter(
            args.method,
            n,
            args.min_count,
            of_core(args),
            args.tmpdir,
            args.level,
            make_reading(args),
            make_tokens(args),
            args.jobs,
        )
    except ValueError as error:
        raise UsageError(f"--{error}".replace("_", "-")) from None


_LEAST = 1 << 20
_PROGRAM = 26 << 20
"""Bytes that Python and the filter take before they read anything."""
_CORE = 5 << 20
"""Bytes of text that each core may have in hand."""


def of_core(args: argparse.Namespace) -> int:
    """How much of --memory is for n-grams; where it is little, half of it."""
    memory: int = args.memory
    own: int = _PROGRAM + _CORE * args.jobs
    return max(min(memory, _LEAST), memory // 2, memory - own)


def make_reading(args: argparse.Namespace) -> TextReading:
    return TextReading(args.source, id_key=args.id_key, blocks_key=args.blocks_key, text_key=args.text_key)


def make_tokens(args: argparse.Namespace) -> TokenChoice:
    """The tokens of `add_token_options`."""
    words = None
    if args.stoplist:
        try:
            words = Source(args.stoplist).read(args.max_record).decode()
        except (InputError, UnicodeDecodeError) as error:
            what = "not UTF-8" if isinstance(error, UnicodeDecodeError) else error
            raise FatalError(f"--stoplist {args.stoplist}: {what}") from error
    try:
        return TokenChoice(args.skip, args.fold, stop_lang=args.stop_lang, stoplist=words)
    except ValueError as error:
        raise UsageError(f"--stop-lang: {error}") from None


def count(job: Job, counter: NgramCounter, sources: Iterable[Source], again: bool = False) -> None:
    """Counts the n-grams of the inputs."""
    with no_room():
        for source in sources:
            job.map_batches(source, counter.prepare, counter.add, again=again)


def finished(work: Callable[[], T]) -> T:
    """What long work of the core returns, which a signal may end at any moment."""
    from ...parallel import aside

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
