"""neardups: what is done with the records."""

from __future__ import annotations

from ..._core import LabelledNear, NearDups, PreparedNear
from ...errors import FatalError, InputError, UsageError, reason
from ...inputs import Batch, Source, TooLong, batches
from ...long_work import finished
from ...spool import Spool
from ...text_reading import make_reading

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    from ...job import Job

    T = TypeVar("T")


class NearDuplicates:
    def __init__(self, job: Job) -> None:
        args = job.args
        self.job = job
        self.args = args
        split = "emit" if args.emit else "reduce" if args.reduce else None
        try:
            self.core = NearDups(
                make_reading(args),
                args.memory,
                args.tmpdir,
                args.most,
                split=split,
                texts_only=args.exact,
                unit=args.unit,
                n=args.length,
                fold=args.fold,
                threshold=args.threshold,
                measure=args.measure,
                common=args.common,
                distance=args.distance,
                recall=args.recall,
                bands=(args.bands, args.rows) if args.bands else None,
                verify=args.verify,
                threads=args.jobs,
            )
        except ValueError as error:
            raise UsageError(str(error)) from None

    def run(self) -> None:
        args, job = self.args, self.job
        out = job.out  # One that cannot be written is known before the work.
        if args.emit:
            self._read(job.sources(), self._put_keys)
            return
        spool = Spool(job, args.tmpdir)
        self._read(job.sources() if args.pairs else spool.sources(), self.core.add)
        if args.reduce:
            self._reduce(Source(args.reduce))
        if args.pairs:
            figures = self._of_core(lambda: finished(lambda: self.core.write_pairs(out.write)))
        else:
            labels, figures = self._of_core(
                lambda: finished(lambda: self.core.labels(args.link, args.keep, args.id_key, args.drop))
            )
            self.kept = self.duplicates = 0
            for source in spool.sources():
                job.map_batches(source, labels.put, self._put_lines, again=True)
            figures.update(kept=self.kept, duplicates=self.duplicates, spooled=spool.disk)
        job.figures.update(figures)
        if capped := figures["capped"]:
            job.complain(
                f"not all pairs were looked for: {capped} times a record shared something with more than "
                f"{args.most} others (--most)"
            )

    def _read(self, sources: Iterable[Source], put: Callable[[PreparedNear], None]) -> None:
        def read() -> None:
            for source in sources:
                self.job.map_batches(source, self.core.prepare, put)

        self._of_core(read)

    def _of_core(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except ValueError as error:
            if str(error).startswith("--"):
                raise UsageError(str(error)) from None
            raise FatalError(str(error)) from None
        except BrokenPipeError:
            raise
        except OSError as error:
            raise FatalError(reason(error)) from error

    def _put_keys(self, prepared: PreparedNear) -> None:
        self.core.check(prepared)
        self.job.out.write(prepared.keys)

    def _put_lines(self, labelled: LabelledNear) -> None:
        self.job.out.write(labelled.data)
        self.kept += labelled.kept
        self.duplicates += labelled.duplicates

    def _reduce(self, source: Source) -> None:
        def read() -> None:
            self.core.begin_reduce()
            for portion in batches(source, self.args.max_record):
                if isinstance(portion, Batch):
                    self.core.take(portion.lines)
                elif isinstance(portion, TooLong):
                    raise FatalError(f"{source.name}: line {portion.number} is too long for a key and an id")

        try:
            self._of_core(read)
        except InputError as error:
            raise FatalError(f"{source.name}: {error}") from error
