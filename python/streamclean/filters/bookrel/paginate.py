"""bookrel --paginate: each book as a record with pages."""

from __future__ import annotations

from ..._core import BookPages
from ...records import Record, dumps
from .books import Books

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...inputs import Source

_Done = tuple[bytes, int]
"""A line, and how many pages are in it."""


class Paginate(Books):
    def run(self) -> None:
        self.pages = 0
        self.job.out.flush()
        self.read_all()
        self.job.figures["pages"] = self.pages

    def put_book(self, name: str, pages: BookPages) -> None:
        line = dumps({self.args.id_key: name})
        if len(pages):
            line = b"%b,%b:%b}" % (line.removesuffix(b"}"), dumps(self.args.pages_key), pages.to_json())
        self._put((line + b"\n", len(pages)))

    def read_records(self, source: Source) -> None:
        keys = [self.args.pages_key, self.args.text_key, self.args.id_key]
        self.job.map_records(source, keys, self._change, self._put)

    def _change(self, record: Record, serial: int) -> _Done:
        pages = self.pages_of(record)
        record.set_id(self.args.id_key, str(serial))
        if not len(pages):
            record.remove(self.args.pages_key)
        elif record.raw(self.args.pages_key) in (None, b"null"):
            record.set(self.args.pages_key, pages.to_json())
            record.remove(self.args.text_key)
        return record.to_line() + b"\n", len(pages)

    def _put(self, done: _Done) -> None:
        line, pages = done
        self.pages += pages
        self.job.out.write(line)
