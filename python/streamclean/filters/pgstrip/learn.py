"""Pass 1 of pgstrip: models learned, merged and loaded."""

from __future__ import annotations

import os
from contextlib import contextmanager

from ..._core import LineModel, looks_binary, prepare, prepare_json
from ...errors import FatalError, InputError, UsageError, reason
from ...inputs import Batch, Source, TooLong, batches
from .options import BUILT_IN

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ...job import Job
    from ...records import Record

Prepared = tuple[bytes, bytes]
"""The lines of a document that count: those of its top and of its bottom."""


def read_text(source: Source, most: int) -> bytes:
    """A plain text file as its bytes."""
    data = source.read(most)
    if looks_binary(data):
        raise InputError("is not text (too many control characters)")
    return data


# Models


def load_models(job: Job) -> LineModel:
    """The models of `--model` added up, or the built-in one."""
    first, *others = job.args.model or [BUILT_IN]
    model = load_model(first)
    for name in others:
        _merge(model, name)
    return model


def load_model(name: str) -> LineModel:
    """A model by its file, or by the name of a built-in one."""
    path = name
    if not os.path.exists(name) and "/" not in name:
        built_in = os.path.join(os.path.dirname(__file__), "..", "..", "models", f"{name}.model")
        path = built_in if os.path.exists(built_in) else name
    source = Source(path)
    source.name = name
    try:
        return LineModel.from_bytes(b"".join(source.chunks()))
    except (InputError, ValueError) as error:
        raise FatalError(f"model {name}: {error}") from error


def _merge(model: LineModel, name: str) -> None:
    try:
        model.merge(load_model(name))
    except ValueError as error:
        raise FatalError(f"model {name}: {error}") from error


def _new_model(job: Job) -> LineModel:
    args = job.args
    try:
        return LineModel(
            args.counter,
            separate=args.separate,
            bits=args.bits,
            counters=args.counters,
            keep_lines=args.store == "lines",
            memory=args.memory,
            tmpdir=args.tmpdir,
        )
    except ValueError as error:
        raise UsageError(str(error)) from error


def learn(job: Job) -> None:
    """`--learn`: counts the inputs, adds the models given, and writes the sum."""
    args = job.args
    file = job.new_file(args.learn)
    reads = args.files or args.files_from is not None or not args.model
    with _disk_errors():
        # What is added to models is counted as they are.
        model = load_models(job) if args.model else _new_model(job)
        if reads and args.reduce:
            _reduce(job, model)
        elif reads:
            _count_all(job, model)
        model.finish()
        if args.min_count > 1:
            model.prune(args.min_count)
        model.write(file.write, args.tmpdir)
    job.figures.update(_describe(model))


def learn_from_corpus(job: Job) -> LineModel:
    """`--corpus`: a model of the files that are stripped afterwards."""
    with _disk_errors():
        model = _new_model(job)
        _count_all(job, model)
        model.finish()
    job.figures["model"] = _describe(model)
    job.start_again()
    return model


def _describe(model: LineModel) -> dict[str, object]:
    return {
        "counter": model.kind,
        "documents": model.documents,
        "lines_counted": model.lines,
        "model_memory": model.memory,
    }


@contextmanager
def _disk_errors() -> Iterator[None]:
    """Turns an error of the core's disk files into one that ends the filter."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FatalError(reason(error)) from error


# Counting


def _count_all(job: Job, model: LineModel) -> None:
    _prepare_all(job, model.separate, lambda lines: model.add(*lines))


def _prepare_all(job: Job, apart: bool, put: Callable[[Prepared], None]) -> None:
    """`put` gets what counts of each document of the inputs, in order; `apart` if tops and bottoms are."""
    args = job.args

    def read(source: Source) -> tuple[int, Prepared]:
        data = read_text(source, args.max_record)
        lines = prepare(data, encoding=args.encoding, top=args.p_max, bottom=args.e_max, apart=apart)
        return len(data), lines

    def put_text(_source: Source, document: tuple[int, Prepared]) -> None:
        size, lines = document
        job.count(1, size)
        put(lines)

    def change(record: Record, _serial: int) -> Prepared:
        return prepare_json(record.text(args.text_key), top=args.p_max, bottom=args.e_max, apart=apart)

    def put_records(source: Source) -> None:
        job.map_records(source, [args.text_key], change, put, keep_blank=False)

    job.map_inputs(args.form, read, put_text, put_records)


# The step split around a sort


def emit(job: Job) -> None:
    """`--emit`: the lines to count, as `LINE<TAB>COUNT`; a line without text counts documents."""
    separate = job.args.separate

    def put(lines: Prepared) -> None:
        counts: dict[bytes, list[int]] = {b"": [1, 0]}
        for side, part in enumerate(lines):
            for line in part.split(b"\n")[:-1]:
                counts.setdefault(line, [0, 0])[side] += 1
        for line, (top, bottom) in counts.items():
            count = b"%d,%d" % (top, bottom) if separate else b"%d" % (top + bottom)
            job.out.write(b"%b\t%b\n" % (line, count))

    job.out.flush()
    _prepare_all(job, separate, put)


def _reduce(job: Job, model: LineModel) -> None:
    """`--reduce`: counts what `--emit` wrote."""
    for source in job.sources():
        try:
            for batch in batches(source, job.args.max_record):
                if isinstance(batch, Batch):
                    _reduce_lines(job, model, batch)
                elif isinstance(batch, TooLong):
                    job.reject_record(batch.source, batch.number, batch.offset, "too long", batch.pieces)
        except InputError as error:
            job.reject_input(source.name, str(error))


def _reduce_lines(job: Job, model: LineModel, batch: Batch) -> None:
    for i, pair in enumerate(batch.lines):
        line, _, counts = pair.rpartition(b"\t")
        numbers = counts.split(b",")
        if not all(number.isdigit() for number in numbers) or len(numbers) != 1 + model.separate:
            shape = "LINE<TAB>TOPS,BOTTOMS" if model.separate else "LINE<TAB>COUNT"
            job.reject_record(batch.source, *batch.place(i), f"not {shape} as --emit writes it", [pair])
            continue
        if not line:
            model.add_documents(int(numbers[0]))
            continue
        for side, number in enumerate(numbers):
            model.add_counted(line, side == 1, int(number))
    job.count(len(batch.lines), sum(map(len, batch.lines)) + len(batch.lines))
