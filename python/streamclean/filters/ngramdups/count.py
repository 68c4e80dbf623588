"""The n-grams of the inputs, counted."""

from __future__ import annotations

from ..._core import NgramCounter
from ...errors import UsageError
from ...long_work import finished, no_room
from ...text_reading import make_reading, make_tokens

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable

    from ...inputs import Source
    from ...job import Job


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


def count(job: Job, counter: NgramCounter, sources: Iterable[Source], again: bool = False) -> None:
    """Counts the n-grams of the inputs."""
    with no_room():
        for source in sources:
            job.map_batches(source, counter.prepare, counter.add, again=again)
