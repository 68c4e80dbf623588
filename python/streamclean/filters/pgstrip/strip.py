"""Pass 2 of pgstrip: the boundaries of each document, and what is written of it."""

from __future__ import annotations

import os

from ..._core import LineModel, Stripped, Stripper
from ...errors import BadRecord, FatalError, reason
from ...inputs import without_compression
from ...outputs import FileSink, inside
from ...records import Record, dumps, printable
from .learn import read_text
from .options import HEADER_FIELDS, REPORT

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...inputs import Source
    from ...job import Job

_MOST_SUSPICIOUS = 1000
"""Suspicious documents named in `--stats`; `--report` has all of them."""


class _Found:
    """A record and its boundaries, on the way from a worker to the output."""

    __slots__ = ("name", "raw", "record", "stripped")

    def __init__(self, record: Record, name: str, stripped: Stripped, raw: bytes) -> None:
        self.record = record
        self.name = name
        self.stripped = stripped
        self.raw = raw


class Strip:
    def __init__(self, job: Job, model: LineModel) -> None:
        args = job.args
        self.job = job
        self.args = args
        self.stripper = Stripper(
            model,
            threshold=args.threshold,
            gap_max=args.gap_max,
            p_max=args.p_max,
            e_max=args.e_max,
            heuristics=args.heuristics,
            max_share=args.max_share,
        )
        self.header: list[str] | None = args.keep_header
        self.form: str | None = args.to
        self.report = job.new_file(args.report) if args.report else None
        self.folder = _Folder(args.out_dir, args.parents) if args.out_dir else None
        self.counts = {"preambles": 0, "epilogues": 0, "lines": 0, "lines_cut": 0}
        self.warnings: dict[str, int] = {}
        self.suspicious: list[dict[str, object]] = []

    def run(self) -> None:
        if self.folder is None:
            # So that -o makes its file, and finds out that it cannot, before anything is read.
            self.job.out.flush()
        self.job.map_inputs(self.args.form, self._read, self._text, self._records)
        figures = {
            **self.counts,
            "warnings": dict(sorted(self.warnings.items())),
            "suspicious": self.suspicious,
        }
        self.job.figures.update(figures)

    def _read(self, source: Source) -> tuple[bytes, Stripped]:
        data = read_text(source, self.args.max_record)
        return data, self.stripper.file(data, self.args.encoding)

    def _fits(self, source: Source, form: str) -> bool:
        """One output has one form: that of the first input, or what `--to` says."""
        if self.form is None and not self.args.boundaries:
            self.form = form
        if self.args.to or self.args.boundaries or self.form == form:
            return True
        what = {"text": "plain text", "jsonl": "JSON lines"}
        self.job.reject_input(source.name, f"holds {what[form]} after inputs of {what[self.form or form]}: use --to")
        return False

    # Plain text

    def _text(self, source: Source, document: tuple[bytes, Stripped]) -> None:
        data, stripped = document
        if not self._fits(source, "text"):
            return
        self.job.count(1, len(data))
        name = printable(source.name)
        self._account(name, stripped)
        if self.args.boundaries:
            self.job.out.write(_boundaries(os.fsencode(source.path), stripped))
            return
        if self.form == "jsonl":
            parts = [stripped.preamble, stripped.body, stripped.epilogue] if self.args.mark else [stripped.body]
            record = {
                self.args.id_key: name,
                self.args.text_key: b"".join(parts).decode(),
                REPORT: self._report_of(stripped),
            }
            output = dumps(record) + b"\n"
        else:
            output = self._plain(data, stripped)
        if self.folder is None:
            self.job.out.write(output)
            return
        try:
            self.folder.put_file(source, output, self.form or "text")
        except BadRecord as bad:
            self.job.reject_input(source.name, bad.what)

    def _plain(self, data: bytes, stripped: Stripped) -> bytes:
        """A document as plain text."""
        if self.args.bytes:
            start, end = stripped.raw
            return data[start:end]
        header = _header_lines(stripped, self.header) if self.header else []
        if self.args.mark:
            return b"".join(b"header\t%b" % line for line in header) + _marked(stripped)
        return b"".join([*header, b"\n" if header else b"", stripped.body])

    # JSON lines

    def _records(self, source: Source) -> None:
        if self.args.bytes:
            self.job.reject_input(source.name, "holds JSON lines: --bytes is for plain text")
        elif self._fits(source, "jsonl"):
            keys = [self.args.text_key, self.args.id_key, REPORT]
            as_lines = not self.args.boundaries and self.form == "jsonl" and self.folder is None
            self.job.map_records(source, keys, self._find, self._put, keep_blank=as_lines)

    def _find(self, record: Record, serial: int) -> _Found:
        raw = record.text(self.args.text_key)
        name = record.set_id(self.args.id_key, str(serial))
        return _Found(record, name, self.stripper.json_string(raw), raw)

    def _put(self, found: _Found) -> None:
        self._account(found.name, found.stripped)
        if self.args.boundaries:
            self.job.out.write(_boundaries(found.name.encode(), found.stripped))
            return
        if self.form == "jsonl":
            if not self.args.mark:
                start, end = found.stripped.raw
                # Cut between the escapes of the string, so that what is kept is kept as it was written.
                found.record.set(self.args.text_key, b'"%b"' % found.raw[start:end])
            found.record.set(REPORT, dumps(self._report_of(found.stripped)))
            output = found.record.to_line() + b"\n"
        else:
            output = self._plain(b"", found.stripped)
            if output and not output.endswith(b"\n"):
                output += b"\n"
        if self.folder is None:
            self.job.out.write(output)
        else:
            self.folder.put_record(found.name, output, self.form or "jsonl")

    # What is said about documents

    def _account(self, name: str, stripped: Stripped) -> None:
        """Adds a document to the figures."""
        cut_top, cut_bottom = stripped.preamble_end, stripped.lines - stripped.epilogue_start
        self.counts["preambles"] += cut_top > 0
        self.counts["epilogues"] += cut_bottom > 0
        self.counts["lines"] += stripped.lines
        self.counts["lines_cut"] += cut_top + cut_bottom
        warnings = stripped.warnings
        for warning in warnings:
            self.warnings[warning] = self.warnings.get(warning, 0) + 1
        if warnings and len(self.suspicious) < _MOST_SUSPICIOUS:
            self.suspicious.append({"id": name, "warnings": warnings})
        if self.report is not None:
            self.report.write(dumps({"id": name, REPORT: self._report_of(stripped)}) + b"\n")

    def _report_of(self, stripped: Stripped) -> dict[str, object]:
        """What the `pgstrip` field of a record says."""
        start, end = stripped.span
        header = stripped.header
        kept = HEADER_FIELDS if self.header is None else self.header
        report: dict[str, object] = {
            "encoding": stripped.encoding,
            "undecoded": stripped.replaced,
            "lines": stripped.lines,
            "preamble_end": stripped.preamble_end,
            "epilogue_start": stripped.epilogue_start,
            "start": start,
            "end": end,
            "header": {key: header[key] for key in HEADER_FIELDS if key in kept},
        }
        if stripped.warnings:
            report["warnings"] = stripped.warnings
        return report


def _boundaries(name: bytes, stripped: Stripped) -> bytes:
    # A name may hold anything but a zero byte; the columns must not break.
    name = name.replace(b"\\", b"\\\\").replace(b"\t", b"\\t").replace(b"\n", b"\\n")
    return b"%b\t%d\t%d\t%d\n" % (name, stripped.lines, stripped.preamble_end, stripped.epilogue_start)


def _header_lines(stripped: Stripped, names: list[str]) -> list[bytes]:
    """The fields of the header that are kept, as lines."""
    fields = [(name.replace("_", " ").capitalize(), value) for name, value in stripped.header.items() if name in names]
    return [f"{name}: {value}\n".encode() for name, value in fields if value]


def _marked(stripped: Stripped) -> bytes:
    """Every line of a document with what it is before it."""
    marked = []
    for label, part in (
        (b"preamble", stripped.preamble),
        (b"text", stripped.body),
        (b"epilogue", stripped.epilogue),
    ):
        *lines, last = part.split(b"\n")
        marked += [b"%b\t%b\n" % (label, line) for line in lines]
        if last:
            marked.append(b"%b\t%b" % (label, last))
    return b"".join(marked)


class _Folder:
    """`--out-dir`: a file for each document, inside the folder, and none twice."""

    def __init__(self, path: str, parents: bool) -> None:
        self.path = path
        self.parents = parents
        self._made: set[str] = set()
        _make_folders(path)

    def put_file(self, source: Source, data: bytes, form: str) -> None:
        """Writes the output of an input file under its name."""
        name = "stdin.txt" if source.path == "-" else without_compression(source.path)
        name = os.path.normpath(name).lstrip("/") if self.parents else os.path.basename(name)
        if form == "jsonl":
            name = name.removesuffix(".txt") + ".jsonl"
        path = self._path(name)
        if os.path.exists(path) and source.path != "-" and os.path.samefile(path, source.path):
            raise BadRecord(f"would be written over itself as {printable(path)}: choose another --out-dir")
        self._write(path, data)

    def put_record(self, name: str, data: bytes, form: str) -> None:
        """Writes the output of a record under its id."""
        self._write(self._path(name, ".jsonl" if form == "jsonl" else ".txt"), data)

    def _path(self, name: str, suffix: str = "") -> str:
        try:
            path = inside(self.path, name) + suffix
        except ValueError as error:
            raise BadRecord(printable(str(error))) from None
        if path in self._made:
            raise BadRecord(f"{printable(path)} was written before in this run: --parents keeps folders apart")
        return path

    def _write(self, path: str, data: bytes) -> None:
        _make_folders(os.path.dirname(path))
        file = FileSink(path)
        try:
            file.open()
            file.write(data)
            file.commit()
        finally:
            file.abort()
        self._made.add(path)


def _make_folders(path: str) -> None:
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise FatalError(f"{printable(path)}: {reason(error)}") from error
