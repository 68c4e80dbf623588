"""Sets of n-grams added up."""

from __future__ import annotations

from ..._core import merge_ngram_sets
from ...errors import FatalError, UsageError
from ...long_work import finished

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job


def merge(job: Job) -> None:
    """Writes what the sets are together."""
    paths = job.paths()
    if paths == ["-"] and not job.args.files:
        raise UsageError("--merge needs the names of sets")
    out = job.out
    try:
        figures = finished(lambda: merge_ngram_sets(paths, job.args.min_count, out.write))
    except ValueError as error:
        raise FatalError(str(error)) from None
    job.figures.update(figures)
    job.records = len(paths)
