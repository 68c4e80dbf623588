"""classify: the labels of each record's blocks."""

from __future__ import annotations

from ..._core import Labelled, Labeller
from ...errors import FatalError, UsageError, reason
from ...records import BLOCKIFY, Record, dumps, string
from .options import REPORT, parameter_names

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job

    _Done = tuple[Record, Labelled]
    """A record with its labels, on the way from a worker to the output."""


def label(job: Job) -> None:
    labeller = make_labeller(job)
    args = job.args
    key = args.blocks_key
    keys = [args.id_key, key, "lang", BLOCKIFY, REPORT]
    counts = {"blocks": 0, "good": 0}
    languages: dict[str, int] = {}

    def change(record: Record, serial: int) -> _Done:
        record.set_id(args.id_key, str(serial))
        value = record.blocks(key)
        lang = lang_of(record)
        title, kinds = record.found("title", "kinds")
        try:
            labelled = labeller.label(value, lang=lang, title=title, kinds=kinds, explain=args.explain)
        except ValueError as error:
            raise record.wrong(key, error) from None
        if labelled.good or labelled.bad:
            record.set(key, labelled.blocks)
        if lang is None and labelled.lang is not None:
            record.set("lang", dumps(labelled.lang))
        report = {"algorithm": args.algorithm, "good": labelled.good, "bad": labelled.bad}
        record.set(REPORT, dumps(report))
        return record, labelled

    def put(done: _Done) -> None:
        record, labelled = done
        counts["blocks"] += labelled.good + labelled.bad
        counts["good"] += labelled.good
        lang = labelled.lang or "unknown"
        languages[lang] = languages.get(lang, 0) + 1
        job.out.write(record.to_line() + b"\n")

    job.out.flush()
    for source in job.sources():
        job.map_records(source, keys, change, put)
    job.figures.update(counts, languages=dict(sorted(languages.items())))


def make_labeller(job: Job) -> Labeller:
    args = job.args
    model = _read(args.model) if args.model else None
    stoplist = _read(args.stoplist).decode("utf-8", "replace") if args.stoplist else None

    def make(model: bytes | None) -> Labeller:
        return Labeller(
            args.algorithm,
            settings=settings(job),
            preset=args.preset,
            model=model,
            lang=args.lang,
            stoplist=stoplist,
            only_lang=args.only_lang,
        )

    try:
        labeller = make(None)
    except ValueError as error:
        raise UsageError(str(error)) from None
    if model is None:
        return labeller
    # What is wrong now is the model.
    try:
        return make(model)
    except ValueError as error:
        raise FatalError(f"{args.model}: {error}") from None


def settings(job: Job) -> dict[str, float]:
    """The parameters that were set."""
    values = {name: getattr(job.args, name.replace("-", "_")) for name in parameter_names()}
    return {name: value for name, value in values.items() if value is not None}


def _read(path: str) -> bytes:
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise FatalError(f"{path}: {reason(error)}") from error


def lang_of(record: Record) -> str | None:
    """The language that a record says it is in."""
    raw = record.raw("lang")
    if raw is None or raw == b"null":
        return None
    return string(record.text("lang"))
