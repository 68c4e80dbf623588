"""fingerprint: the fingerprint of each record."""

from __future__ import annotations

from ..._core import FingerprintWriter, Sketched, Sketcher, TextReading
from ...errors import BadRecord, FatalError, UsageError, reason
from ...records import Record
from .options import REPORT, settings

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job

    _Done = tuple[bytes, str, Sketched]
    """The output of a record, its id, its fingerprint."""


def sketch(job: Job) -> None:
    args = job.args
    sketcher = _make_sketcher(job)
    side = job.new_file(args.binary) if args.binary else None
    writer = FingerprintWriter()
    if side is not None:
        side.write(writer.begin(sketcher))
    counts = {"shingles": 0, "values": 0, "without": 0}

    def change(record: Record, serial: int) -> _Done:
        name = record.set_id(args.id_key, str(serial))
        try:
            sketched = sketcher.sketch(record.line)
        except ValueError as error:
            raise BadRecord(*error.args) from None
        record.set(REPORT, sketched.data)
        return record.to_line() + b"\n", name, sketched

    def put(done: _Done) -> None:
        line, name, sketched = done
        job.out.write(line)
        if side is not None:
            side.write(writer.document(name, sketched))
        counts["shingles"] += sketched.shingles
        counts["values"] += sketched.size
        counts["without"] += sketched.size == 0

    job.out.flush()
    for source in job.sources():
        job.map_records(source, [args.id_key, REPORT], change, put)
    if side is not None:
        side.write(writer.end())
    job.figures.update(counts)


def _make_sketcher(job: Job) -> Sketcher:
    args = job.args
    reading = TextReading(args.source, id_key=args.id_key, blocks_key=args.blocks_key, text_key=args.text_key)

    def make(scheme: str, prefixes: bytes | None) -> Sketcher:
        return Sketcher(
            reading,
            scheme,
            settings=settings(args),
            n=args.n,
            unit=args.unit,
            fold=args.fold,
            seed=args.seed,
            prefixes=prefixes,
            positions=args.positions,
            lists=args.format == "list",
        )

    if args.prefixes is None:
        try:
            return make(args.scheme, None)
        except ValueError as error:
            raise UsageError(str(error)) from None
    try:
        with open(args.prefixes, "rb") as file:
            return make(args.scheme, file.read())
    except OSError as error:
        raise FatalError(f"{args.prefixes}: {reason(error)}") from error
    except ValueError as error:
        raise FatalError(f"{args.prefixes}: {error}") from None
