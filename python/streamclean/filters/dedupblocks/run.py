"""dedupblocks: how often the input is read, and what for."""

from __future__ import annotations

from functools import partial

from ..._core import Deduper, PreparedDedup
from ...errors import FatalError, reason
from ...long_work import finished
from ...spool import Spool
from .sets import Sets, fatal

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from ...inputs import Source
    from ...job import Job


class DedupBlocks:
    def __init__(self, job: Job) -> None:
        args = job.args
        self.job = job
        self.args = args
        self.sets = Sets(job)
        self.order = "least-duplicate" if args.order else "longest" if args.keep == "longest" else "input"
        self.ordered = self.order != "input" or args.scope == "host"
        self.counted = not (args.ngrams or args.only_against)
        self.spool = Spool(job, args.tmpdir)
        # The output is opened first, and so is there first in the end: a state that knows of records which were not
        # written would lose them.
        job.out.flush()
        self.state = job.new_file(args.state) if args.state else None

    def run(self) -> None:
        self.sets.count_others()
        if self.counted:
            self.sets.count_text(self.spool.sources())
        deduper = finished(lambda: fatal(self._deduper))
        if self.ordered:
            self._read(deduper.prepare, deduper.take)
            finished(lambda: fatal(deduper.order))
        prepare = partial(deduper.prepare, decided=self.ordered)
        self._read(prepare, lambda prepared: self.job.out.write(deduper.put(prepared)))
        if self.state is not None:
            put = self.state.write
            finished(lambda: fatal(lambda: deduper.save(self.sets.state, put)))
        self.job.figures.update(deduper.totals(), kept_of_input=self.spool.disk)

    def _deduper(self) -> Deduper:
        args = self.args
        deduper = Deduper(
            self.sets.text,
            list(self.sets.others.values()),
            self.sets.state,
            reading=self.sets.reading,
            tokens=self.sets.tokens,
            level=args.level,
            threshold=args.threshold,
            scope=args.scope,
            order=self.order,
            smoothing=not args.no_smoothing,
            exact=args.exact,
            drop=args.drop,
            trace=args.trace,
            save=self.state is not None,
            memory=args.memory,
            tmpdir=args.tmpdir,
        )
        self.sets.close()
        return deduper

    def _read(self, prepare: Callable[[list[bytes], int], PreparedDedup], put: Callable[[PreparedDedup], None]) -> None:
        """Reads the input, once more if it was read."""
        again = self.spool.read_once
        once = not self.counted and not self.ordered
        sources: Iterable[Source] = self.job.sources() if once else self.spool.sources()
        try:
            for source in sources:
                self.job.map_batches(source, prepare, put, again=again)
        except BrokenPipeError:
            raise
        except OSError as error:
            raise FatalError(reason(error)) from error
        except ValueError as error:
            raise FatalError(str(error)) from error
