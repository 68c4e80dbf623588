"""A run of a filter: its inputs, outputs and errors. Each filter is options and a loop over what comes of it."""

from __future__ import annotations

import os
import sys

from .errors import (
    EXIT_OK,
    EXIT_REJECTED,
    BadRecord,
    FatalError,
    InputError,
    Stopped,
    UsageError,
)
from .standard_streams import tell

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable, Iterator
    from typing import Protocol, TypeVar

    from .inputs import Batch, Document, Portion, Source
    from .outputs import FileSink, Sink
    from .progress import Progress
    from .records import Record

    T = TypeVar("T")
    D = TypeVar("D", bound=Document)

    class Prepared(Protocol):
        """What was made of some lines."""

        @property
        def bad(self) -> list[tuple[int, int, str]]:
            """Lines that are no records: which, the byte of it, and what is wrong there."""

    P = TypeVar("P", bound=Prepared)

_MOST_COMPLAINTS = 20
"""Rejected records reported one by one; then they are only counted."""
_BATCH = 1 << 20
"""Bytes of documents that go to a core at a time."""


class Job:
    """One run of a filter: its inputs, its output, and what it has to say in the end."""

    def __init__(self, name: str, args: argparse.Namespace) -> None:
        import time

        self.name = name
        self.args = args
        self.records = 0
        self.rejected = 0
        self.bytes_in = 0
        self.figures: dict[str, object] = {}
        """What the filter adds to `--stats`."""
        self._start = time.monotonic()
        self._complaints = 0
        self._files: list[FileSink] = []
        self._progress = self._make_progress()
        if args.rejects:
            args.on_error = "skip"
        for option in ("text_key", "html_key"):
            if getattr(args, option, None) == args.id_key:
                raise UsageError(f"--{option.replace('_', '-')} and --id-key are the same")
        if args.line_buffered and args.output:
            raise UsageError("--line-buffered is for standard output: a file appears when it is complete")
        self._rejects: FileSink | None = None
        self._out: Sink | None = None
        self._listed: list[str] | None = None
        self._lines = 0
        """Lines of all inputs so far: the running number of records without an id."""
        self._told: set[int] = set()
        """Numbers of lines that were complained of: where inputs are read again, some are found bad only then."""

    def start(self) -> None:
        """Opens what is open all the time; apart from making a job, so that whoever made it can clean up."""
        if self.args.rejects:
            self._rejects = self.new_file(self.args.rejects)

    def _make_progress(self) -> Progress | None:
        wanted = self.args.progress or (sys.stderr.isatty() and not os.isatty(1))
        if not wanted:
            return None
        from .progress import Progress

        return Progress(self.name)

    # Output

    @property
    def out(self) -> Sink:
        """The filter's output; opened when it is first asked for."""
        if self._out is None:
            from .outputs import standard_output

            if self.args.output is not None and self.args.output != "-":
                # What it replaces may be read: it is there until the end.
                self._out = self.new_file(self.args.output, replaces_input=True)
            else:
                self._out = standard_output(self.args.line_buffered)
        return self._out

    def new_file(self, path: str, *, replaces_input: bool = False) -> FileSink:
        """A file that is renamed when the run is complete, and removed when it is not."""
        from .outputs import FileSink, is_same_file, is_special

        if path == "-":
            raise UsageError("only --output may be -, standard output: name a file")
        file = FileSink(path)
        if not is_special(path) and any(file.path == other.path for other in self._files):
            raise UsageError(f"{path} is written twice")
        is_there = not replaces_input and os.path.exists(path)
        if is_there and any(is_same_file(path, name) for name in self.paths()):
            raise UsageError(f"{path} is an input: it would be overwritten")
        self._files.append(file)
        file.open()
        return file

    # Input

    def sources(self) -> Iterator[Source]:
        """The inputs in order."""
        from .inputs import Source

        paths = self.paths()
        if not self.args.files and paths == ["-"] and os.isatty(0):
            self.complain("reading standard input; Ctrl-D ends it, --help says more")
        yield from map(Source, paths)

    def paths(self) -> list[str]:
        """The names of the inputs; `-` is standard input."""
        files: list[str] = list(self.args.files)
        listed = self.args.files_from
        if listed is None:
            return files or ["-"]
        if self._listed is None:
            if "-" in files and listed == "-":
                raise UsageError("--files-from - and the input - are both standard input")
            # A list on standard input can be read once only.
            self._listed = _names_in(listed)
            if listed == "-" and "-" in self._listed:
                raise UsageError("the list of --files-from - names -: both are standard input")
        return files + self._listed

    # Errors

    def complain(self, text: str) -> None:
        """One line on standard error."""
        if self._progress:
            self._progress.clear()
        tell(f"{self.name}: {text}\n")

    def reject_input(self, name: str, what: str) -> None:
        """An input cannot be read: say so and go on with the others."""
        from .records import printable

        self.rejected += 1
        self.complain(f"{printable(name)}: {what}")

    def reject_document(self, source: str, what: str) -> None:
        """One of the documents of an input cannot be read: say so and go on with the others."""
        self.rejected += 1
        self._complaints += 1
        if self._complaints <= _MOST_COMPLAINTS:
            from .records import printable

            self.complain(f"{printable(source)}: {what}")

    def reject_record(self, source: str, number: int, offset: int, what: str, line: Iterable[bytes]) -> None:
        """A record is bad: say so, keep its bytes if asked to, and stop or go on."""
        self.rejected += 1
        self._complaints += 1
        stop = self.args.on_error == "stop"
        if stop or self._complaints <= _MOST_COMPLAINTS:
            from .records import printable

            self.complain(f"{printable(source)}: line {number}, byte {offset}: {what}")
        if stop:
            self._flush_out()
            raise Stopped
        if self._rejects is not None:
            for piece in line:
                self._rejects.write(piece)
            self._rejects.write(b"\n")

    def _flush_out(self) -> None:
        if self._out is not None:
            self._out.flush()

    # Documents and records

    def count(self, records: int, size: int) -> None:
        self.records += records
        self.bytes_in += size
        if self._progress:
            self._progress.tick(self.records, self.bytes_in)

    def start_again(self) -> None:
        """What was read so far was not the input: figures and running numbers begin with what comes."""
        self.records = self.bytes_in = self._lines = 0

    def map_inputs(
        self,
        form: str | None,
        read: Callable[[Source], T],
        put: Callable[[Source, T], None],
        records: Callable[[Source], None],
        archive: Callable[[Source], None] | None = None,
        documents: tuple[str, ...] = (),
        sources: Iterable[Source] | None = None,
    ) -> None:
        """`put(source, read(source))` for each input that is a document, `records(source)` for each of JSON lines,
        `archive(source)` for each WARC. `sources` are the inputs where they come from a spool.

        `read` works on `--jobs` cores; the others are called in order. `form` is `jsonl`, `warc` or else that of a
        document; if there is none it is found out for each input, except that names ending in `documents` are those
        of documents. An input that cannot be read is reported in its turn, and the others go on.
        """
        from collections import deque

        from .parallel import ordered

        def begin(source: Source) -> Callable[[], None]:
            from .inputs import form_of

            try:
                source.open()
                if archive is not None:
                    source.members = deque()
                its_form = form or form_of(source, archive is not None, documents)
                if archive is not None and its_form == "warc":
                    return lambda: archive(source)
                source.members = None
                if its_form == "jsonl":
                    return lambda: records(source)
                result = read(source)
            except InputError as error:
                message = str(error)
                return lambda: self.reject_input(source.name, message)
            finally:
                # Many may wait for their turn: none of them holds a file open.
                source.pause()
            return lambda: put(source, result)

        for finish in ordered(begin, self.sources() if sources is None else sources, self.args.jobs):
            assert finish is not None
            finish()

    def map_records(
        self,
        source: Source,
        keys: list[str],
        change: Callable[[Record, int], T],
        put: Callable[[T], None],
        *,
        keep_blank: bool = True,
        again: bool = False,
    ) -> None:
        """`put(change(record, serial))` for each record of an input of JSON lines.

        `change` works on `--jobs` cores; `put` is called in order, and writes. Blank lines pass through, so that lines
        stay aligned with side files, unless the output is not in lines. Of a line that is read `again` nobody
        complains twice.
        """
        from .records import Record

        def work(batch: Batch) -> list[bytes | BadRecord | tuple[T]]:
            results: list[bytes | BadRecord | tuple[T]] = []
            for i, line in enumerate(batch.lines):
                if not line.strip():
                    results.append(line + b"\n")
                    continue
                try:
                    results.append((change(Record(line, keys), batch.serial + i + 1),))
                except BadRecord as bad:
                    results.append(bad)
                    if self.args.on_error == "stop":
                        break
            return results

        for batch, results in self._batches_done(source, work, again):
            for i, result in enumerate(results):
                try:
                    if isinstance(result, BadRecord):
                        raise result
                    if not isinstance(result, bytes):
                        put(result[0])
                    elif keep_blank:
                        self.out.write(result)
                except BadRecord as bad:
                    if not again or batch.serial + i not in self._told:
                        self._told.add(batch.serial + i)
                        self._reject_line(batch, i, bad)
            self.count(sum(not isinstance(result, bytes) for result in results), batch.size())

    def map_batches(
        self,
        source: Source,
        prepare: Callable[[list[bytes], int], P],
        put: Callable[[P], None],
        *,
        again: bool = False,
    ) -> None:
        """`put(prepare(lines, serial))` for some lines at a time of an input of JSON lines: for filters whose work on a
        record takes less time than to go from Python to the core.

        `prepare` works on `--jobs` cores and says which lines are `bad`; it is given their serial number from 0, and
        blank ones too. `put` is called in order, and writes. An input that is read `again` is not complained of twice.
        """

        def work(batch: Batch) -> tuple[P, list[tuple[int, int, str]]]:
            prepared = prepare(batch.lines, batch.serial)
            bad = prepared.bad
            if bad and self.args.on_error == "stop":
                # What comes before the end is done.
                prepared, bad = prepare(batch.lines[: bad[0][0]], batch.serial), bad[:1]
            return prepared, bad

        for batch, (prepared, bad) in self._batches_done(source, work, again):
            put(prepared)
            if not again:
                for i, offset, what in bad:
                    self._reject_line(batch, i, BadRecord(what, offset))
            self.count(sum(not line.isspace() for line in batch.lines if line), batch.size())

    def _batches_done(
        self, source: Source, work: Callable[[Batch], T], again: bool = False
    ) -> Iterator[tuple[Batch, T]]:
        """The lines of an input, some at a time, and what is made of them on `--jobs` cores.

        Lines that are too long, and an input that cannot be read, are reported in their turn, unless they are read
        `again`.
        """
        from .inputs import Batch, TooLong, batches, human_size
        from .parallel import ordered

        def work_on(portion: Portion) -> tuple[Portion, T | None]:
            return portion, work(portion) if isinstance(portion, Batch) else None

        try:
            for done in ordered(work_on, self._numbered(batches(source, self.args.max_record)), self.args.jobs):
                if done is None:
                    self._flush_out()
                    continue
                batch, result = done
                if isinstance(batch, Batch):
                    assert result is not None
                    yield batch, result
                elif isinstance(batch, TooLong) and not again:
                    what = f"longer than --max-record ({human_size(self.args.max_record)})"
                    self.reject_record(batch.source, batch.number, batch.offset, what, batch.pieces)
        except InputError as error:
            if not again:
                self.reject_input(source.name, str(error))

    def _reject_line(self, batch: Batch, i: int, bad: BadRecord) -> None:
        number, offset = batch.place(i)
        self.reject_record(batch.source, number, offset + bad.offset, bad.what, [batch.lines[i]])

    def map_documents(
        self,
        source: Source,
        documents: Iterable[D | InputError | None],
        change: Callable[[D], T | None],
        put: Callable[[T], None],
    ) -> None:
        """`put(change(document))` for each document of an input that holds many and is no JSON lines.

        `change` works on `--jobs` cores; `put` is called in order, and writes. What `change` has no result for is
        passed over. Among the documents, `None` stands where the next read would wait, and an error where one could
        not be read; `change` may raise one. They are reported in their turn.
        """
        from .parallel import ordered

        def work(batch: list[D | InputError]) -> list[tuple[int, T] | InputError]:
            results: list[tuple[int, T] | InputError] = []
            for document in batch:
                if isinstance(document, InputError):
                    results.append(document)
                    continue
                try:
                    result = change(document)
                    if result is not None:
                        results.append((document.size, result))
                except InputError as error:
                    results.append(error)
            return results

        for results in ordered(work, _in_batches(documents), self.args.jobs):
            if results is None:
                self._flush_out()
                continue
            for result in results:
                if isinstance(result, InputError):
                    self.reject_document(source.name, str(result))
                else:
                    put(result[1])
                    self.count(1, result[0])

    def _numbered(self, batches: Iterator[Portion | None]) -> Iterator[Portion | None]:
        from .inputs import Batch, TooLong

        for batch in batches:
            if isinstance(batch, Batch):
                batch.serial = self._lines
                self._lines += len(batch.lines)
            elif isinstance(batch, TooLong):
                self._lines += 1
            yield batch

    # The end

    def finish(self) -> int:
        """Completes all outputs and returns the exit status."""
        from . import signals

        signals.check()
        self._flush_out()
        files, self._files = self._files, []
        for i, file in enumerate(files):
            try:
                file.commit()
            except BaseException:
                self._files = files[i:]
                raise
        if self._complaints > _MOST_COMPLAINTS:
            self.complain(f"{self._complaints - _MOST_COMPLAINTS} more bad records, {self._complaints} in all")
        if self._progress:
            self._progress.done(self.records, self.bytes_in)
        if self.args.stats:
            self._print_stats()
        return EXIT_REJECTED if self.rejected else EXIT_OK

    def _print_stats(self) -> None:
        import time

        from .records import dumps

        figures = {
            "filter": self.name,
            "records": self.records,
            "rejected": self.rejected,
            "bytes_in": self.bytes_in,
            "bytes_out": self._out.written if self._out else 0,
            "seconds": round(time.monotonic() - self._start, 3),
            **self.figures,
        }
        tell(dumps(figures).decode() + "\n")

    def clean_up(self) -> None:
        """Removes what is not complete."""
        files, self._files = self._files, []
        for file in files:
            file.abort()


def _in_batches(documents: Iterable[D | InputError | None]) -> Iterator[list[D | InputError] | None]:
    """Documents in portions that are worth handing to another core."""
    batch: list[D | InputError] = []
    size = 0
    for document in documents:
        if document is not None:
            batch.append(document)
            size += 1 if isinstance(document, InputError) else document.size
        if batch and (document is None or size >= _BATCH):
            yield batch
            batch, size = [], 0
        if document is None:
            yield None
    if batch:
        yield batch


def _names_in(path: str) -> list[str]:
    """The file names of a list."""
    from .inputs import Source

    source = Source(path)
    try:
        data = b"".join(source.chunks())
    except InputError as error:
        raise FatalError(f"{source.name}: {error}") from error
    names = data.split(b"\0" if b"\0" in data else b"\n")
    return [os.fsdecode(name) for name in names if name]
