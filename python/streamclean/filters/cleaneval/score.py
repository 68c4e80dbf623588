"""Scores of pages, and of all of them together."""

from __future__ import annotations

from ..._core import Scores, ScoreTotals
from ...errors import BadRecord
from ...records import BLOCKIFY, dumps
from .gold import core
from .options import FIELD
from .table import rounded, table

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job
    from ...records import Record
    from .gold import GoldReader, Page

Scored = tuple["Record", str, "Page | None", "Scores | None"]


class Score:
    def __init__(self, job: Job, gold: GoldReader) -> None:
        self.job = job
        self.args = job.args
        self.gold = gold
        self.totals = ScoreTotals()
        self.groups: dict[str, ScoreTotals] = {}
        self.report = job.new_file(job.args.report) if job.args.report else None

    def run(self) -> None:
        # So that -o makes its file, and finds out that it cannot, before anything is read.
        self.job.out.flush()
        self.gold.load()
        keys = [self.args.text_key, self.args.blocks_key, self.args.id_key, BLOCKIFY, FIELD]
        if self.gold.joined:
            keys += [key for key in self.gold.keys if key not in keys]
        for source in self.job.sources():
            self.job.map_records(source, keys, self._score, self._put, keep_blank=self.args.annotate)
        self.gold.check_ids()
        self.gold.account()
        if self.args.missing == "empty":
            for name, page in self.gold.missing():
                self._add(name, page, page.gold.score(ascii=self.args.ascii, exact=self.args.exact))
        if not self.args.annotate:
            self._print()

    def _score(self, record: Record, serial: int) -> Scored:
        name = record.set_id(self.args.id_key, str(serial))
        text, blocks = self._cleaned(record)
        page = self.gold.find(record, name)
        if page is None:
            return record, name, None, None
        gold = page.gold
        fields = {"text": self.args.text_key, "blocks": self.args.blocks_key}
        scores = core(record, fields, lambda: gold.score(text, blocks, ascii=self.args.ascii, exact=self.args.exact))
        return record, name, page, scores

    def _cleaned(self, record: Record) -> tuple[bytes | None, bytes | None]:
        """The text of a cleaned record, or its blocks. No text is what extractors call it when they find none."""
        key, blocks_key = self.args.text_key, self.args.blocks_key
        text, blocks = record.raw(key), record.raw(blocks_key)
        if text is not None and text != b"null":
            return record.text(key), None
        if blocks is not None and blocks != b"null":
            return None, blocks
        if text is None and record.raw(BLOCKIFY) is None:
            raise BadRecord(f"no '{key}' field, and no '{blocks_key}'")
        return b'""', None

    def _put(self, scored: Scored) -> None:
        record, name, page, scores = scored
        self.gold.tick(name, page)
        if page is not None and scores is not None:
            figures = self._add(name, page, scores)
            record.set(FIELD, figures)
        if self.args.annotate:
            self.job.out.write(record.to_line() + b"\n")

    def _add(self, name: str, page: Page, scores: Scores) -> bytes:
        """Adds a page to the totals; its figures as JSON."""
        self.totals.add(scores)
        if self.args.by:
            self.groups.setdefault(page.group, ScoreTotals()).add(scores)
        figures = dumps(rounded(scores.figures())) if self.report or self.args.annotate else b""
        if self.report is not None:
            self.report.write(b'{"id":%b,"%b":%b}\n' % (dumps(name), FIELD.encode(), figures))
        return figures

    def _print(self) -> None:
        total = self.totals.figures()
        groups = {name: self.groups[name].figures() for name in sorted(self.groups)}
        if self.args.json:
            page: dict[str, object] = {
                "missing": self.job.figures["missing"],
                "without_gold": self.gold.without,
                "total": total,
            }
            if self.args.by:
                page["by"] = self.args.by
                page["groups"] = groups
            self.job.out.write(dumps(rounded(page)) + b"\n")
        else:
            self.job.out.write(table(total, self.args.by, groups).encode())
