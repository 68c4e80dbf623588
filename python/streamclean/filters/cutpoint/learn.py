"""Cut points found, models made and loaded."""

from __future__ import annotations

from ..._core import CutPointModel, CutPointSample, CutPointSearch
from ...errors import FatalError, InputError
from ...inputs import Source
from ...records import string
from . import documents
from .quiet import QuietJob

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...job import Job
    from ...records import Record
    from ...spool import Spool

_LENGTHS = (2, 30)
_PER_CENTS = (1, 20)


def load_model(job: Job) -> CutPointModel:
    source = Source(job.args.model)
    try:
        model = CutPointModel.from_bytes(b"".join(source.chunks()))
    except (InputError, ValueError) as error:
        raise FatalError(f"model {job.args.model}: {error}") from error
    if job.args.records and model.delimiters is None:
        raise FatalError(f"model {job.args.model}: knows no records; --learn it with --records, or there are none")
    return model


def learn(job: Job) -> None:
    """`--learn`."""
    file = job.new_file(job.args.learn)
    model = _model(job, _search(job, job))
    file.write(model.to_bytes())


def print_path(job: Job) -> None:
    """`--path`."""
    job.out.flush()
    _print(job, _search(job, job).find())


def print_grid(job: Job) -> None:
    """`--grid`."""
    job.out.flush()
    search = _search(job, job)
    low, high = _region(job.args.n, _LENGTHS)
    for n in range(low, high + 1):
        _print(job, search.row(n, *_region(job.args.a, _PER_CENTS)))


def _region(given: tuple[int, int] | None, default: tuple[int, int]) -> tuple[int, int]:
    """One number is where the region ends."""
    low, high = given or default
    return (min(default[0], high), high) if low == high else (low, high)


def _print(job: Job, steps: list[tuple[int, int, int]]) -> None:
    for step in steps:
        job.out.write(b"%d\t%d\t%d\n" % step)


def learn_from_input(job: Job, spool: Spool) -> CutPointModel:
    """A model of the documents that are cleaned afterwards."""
    # So that -o makes its file, and finds out that it cannot, before anything is read.
    job.out.flush()
    return _model(job, _search(job, QuietJob(job), spool.sources()))


# The sample


def _search(job: Job, reader: Job, sources: Iterable[Source] | None = None) -> CutPointSearch:
    """Reads the documents with `reader`; figures and what is to be said go to `job`."""
    args = job.args
    sample = CutPointSample(args.sample, bytes=args.bytes)

    def document(text: bytes, _id: str, _url: str | None) -> bytes:
        return text

    def record(_record: Record, _key: str, value: bytes, _serial: int) -> bytes:
        return string(value).encode()

    documents.each(reader, [], document, record, sample.add, keep_blank=False, sources=sources)
    seen, symbols, kept = sample.seen()
    if kept < seen:
        unit = "bytes" if args.bytes else "characters"
        job.complain(
            f"the cut point is that of a sample: {kept} of {seen} documents, for all have {symbols} {unit} (--sample)"
        )
    job.figures.update({"sample": kept, "of": seen})
    try:
        return sample.finish(borders=args.borders or "")
    except ValueError as error:
        raise FatalError(str(error)) from error


def _model(job: Job, search: CutPointSearch) -> CutPointModel:
    args = job.args
    n, a = (args.n[0], args.a[0]) if args.n is not None else search.find()[-1][:2]
    model = search.model(n, a, records=args.records)
    if args.records and model.delimiters is None:
        job.complain("no tags are around useful parts twice: there are no records")
    grams, frequent = model.grams
    job.figures.update({"n": n, "a": a, "alternations": model.alternations, "strings": grams, "frequent": frequent})
    return model
