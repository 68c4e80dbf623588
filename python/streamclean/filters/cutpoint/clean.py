"""Documents without their useless parts, as records or to look at."""

from __future__ import annotations

from ..._core import CutPointModel, UsefulParts
from ...records import Record, dumps
from . import documents
from .options import REPORT

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...inputs import Source
    from ...job import Job

_TITLE = "Useful parts"


class _Cleaned:
    """A document on the way from a worker to the output."""

    __slots__ = ("output", "parts")

    def __init__(self, output: bytes, parts: UsefulParts) -> None:
        self.output = output
        self.parts = parts


class Clean:
    def __init__(self, job: Job, model: CutPointModel) -> None:
        self.job = job
        self.args = job.args
        self.model = model
        self.counts = {"characters": 0, "useful": 0}
        if job.args.records:
            self.counts["found"] = 0
        self.documents = 0

    def run(self, sources: Iterable[Source] | None = None) -> None:
        job = self.job
        job.out.flush()
        if self.args.html:
            job.out.write(self.model.html_start(self.args.title or _TITLE))
        keys = [self.args.id_key, "blocks", "records", REPORT]
        documents.each(
            job, keys, self._document, self._record, self._put, keep_blank=not self.args.html, sources=sources
        )
        if self.args.html:
            job.out.write(self.model.html_end(self.documents))
        job.figures.update({"n": self.model.n, "a": self.model.a, **self.counts})
        if self.args.records and self.model.delimiters is not None:
            job.figures["delimiters"] = self.model.delimiters

    def _document(self, text: bytes, id: str, url: str | None) -> _Cleaned:
        parts = self.model.useful(text)
        if self.args.html:
            return _Cleaned(id.encode(), parts)
        fields = {self.args.id_key: id}
        if url is not None:
            fields["url"] = url
        keys = [self.args.text_key, documents.HTML, self.args.id_key, "blocks", "records", REPORT]
        record = Record(dumps(fields), keys)
        if self.args.mark:
            record.set(self.args.text_key, dumps(text.decode()))
        self._set(record, parts)
        return _Cleaned(record.to_line() + b"\n", parts)

    def _record(self, record: Record, key: str, value: bytes, serial: int) -> _Cleaned:
        parts = self.model.useful_json(value)
        name = record.set_id(self.args.id_key, str(serial))
        if self.args.html:
            return _Cleaned(name.encode(), parts)
        if self.args.mark and key != self.args.text_key:
            record.set(self.args.text_key, value)
        self._set(record, parts)
        return _Cleaned(record.to_line() + b"\n", parts)

    def _set(self, record: Record, parts: UsefulParts) -> None:
        """Sets what cutpoint owns; no list is ever empty, for column readers could not tell what it is a list of."""
        if self.args.mark:
            _set_list(record, "blocks", parts.blocks())
        else:
            record.set(self.args.text_key, parts.text())
        if self.args.records:
            _set_list(record, "records", parts.records())
        characters, useful = parts.characters()
        report: dict[str, object] = {"n": self.model.n, "a": self.model.a, "characters": characters, "useful": useful}
        if parts.places:
            report["ranges"] = parts.places
        record.set(REPORT, dumps(report))

    def _put(self, done: _Cleaned) -> None:
        characters, useful = done.parts.characters()
        self.counts["characters"] += characters
        self.counts["useful"] += useful
        if self.args.records:
            self.counts["found"] += done.parts.record_count
        self.documents += 1
        if self.args.html:
            done.output = done.parts.html(done.output.decode(), self.args.open or self.documents == 1)
        self.job.out.write(done.output)


def _set_list(record: Record, key: str, value: bytes | None) -> None:
    if value is None:
        record.remove(key)
    else:
        record.set(key, value)
