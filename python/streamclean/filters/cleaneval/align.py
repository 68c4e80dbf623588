"""`cleaneval --align`: the blocks of pages with labels from their gold."""

from __future__ import annotations

from ...errors import BadRecord
from ...records import BLOCKIFY
from .gold import core

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job
    from ...records import Record
    from .gold import GoldReader, Page

Labelled = tuple["Record", str, "Page | None", "dict[str, int]"]


class Align:
    def __init__(self, job: Job, gold: GoldReader) -> None:
        self.job = job
        self.gold = gold
        self.figures: dict[str, int] = {}

    def run(self) -> None:
        self.job.out.flush()
        self.gold.load()
        args = self.job.args
        keys = [args.blocks_key, args.id_key, BLOCKIFY]
        if self.gold.joined:
            keys += [key for key in self.gold.keys if key not in keys]
        for source in self.job.sources():
            self.job.map_records(source, keys, self._label, self._put)
        self.gold.check_ids()
        self.job.figures.update(self.figures)
        self.gold.account()

    def _label(self, record: Record, serial: int) -> Labelled:
        args = self.job.args
        name = record.set_id(args.id_key, str(serial))
        key = args.blocks_key
        blocks = record.blocks(key)
        page = self.gold.find(record, name)
        if page is None:
            return record, name, None, {}
        gold = page.gold
        if not (gold.has_blocks if args.gold_blocks else gold.has_text):
            raise BadRecord(f"its gold has no '{'gold_blocks' if args.gold_blocks else args.gold_key}'")
        labelled, figures = core(
            record,
            {"blocks": key},
            lambda: gold.label(
                blocks, by_blocks=args.gold_blocks, share=args.share, ascii=args.ascii, exact=args.exact
            ),
        )
        if blocks != b"[]":
            record.set(key, labelled)
        return record, name, page, figures

    def _put(self, labelled: Labelled) -> None:
        record, name, page, figures = labelled
        self.gold.tick(name, page)
        for key, value in figures.items():
            self.figures[key] = self.figures.get(key, 0) + value
        self.job.out.write(record.to_line() + b"\n")
