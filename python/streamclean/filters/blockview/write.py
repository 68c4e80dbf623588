"""blockview: a page of HTML for each record."""

from __future__ import annotations

from ..._core import PageView
from ...records import BLOCKIFY, Record, string

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job


def write(job: Job) -> None:
    args = job.args
    key = args.blocks_key
    counts = {"pages": 0, "blocks": 0, "errors": 0}
    waiting: list[PageView] = []
    """The first page, which is open if it is the only one."""

    def change(record: Record, serial: int) -> PageView:
        name = record.set_id(args.id_key, str(serial))
        value = record.blocks(key)
        title = _text(record, "title") or record.title()
        try:
            return PageView(value, id=name, url=_text(record, "url"), title=title)
        except ValueError as error:
            raise record.wrong(key, error) from None

    def put(view: PageView) -> None:
        if args.errors and not view.errors:
            return
        counts["pages"] += 1
        counts["blocks"] += view.blocks
        counts["errors"] += view.errors
        if counts["pages"] == 1 and not args.open:
            waiting.append(view)
            return
        while waiting:
            job.out.write(waiting.pop().html(False))
        job.out.write(view.html(args.open))

    job.out.write(PageView.start(args.title))
    for source in job.sources():
        job.map_records(source, [args.id_key, key, "url", "title", BLOCKIFY], change, put, keep_blank=False)
    for view in waiting:
        job.out.write(view.html(True))
    job.out.write(PageView.end(**counts))
    job.figures.update(counts)


def _text(record: Record, key: str) -> str | None:
    """A field that is a string."""
    raw = record.raw(key)
    return string(raw) if raw is not None and raw.startswith(b'"') else None
