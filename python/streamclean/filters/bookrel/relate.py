"""bookrel: the relations of all books of the input."""

from __future__ import annotations

from ..._core import BookLibrary, BookPages, BookSketch
from ...errors import UsageError
from ...records import Record
from .books import Books

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ..._core import BookRelations
    from ...inputs import Source
    from ...job import Job
    from ...outputs import FileSink

_TOGETHER = 8
"""Books whose relations one core finds at a time."""

_Book = tuple[str, BookSketch, BookPages]


class Relate(Books):
    def __init__(self, job: Job) -> None:
        super().__init__(job)
        args = job.args
        try:
            self.library = BookLibrary(
                shingle=args.shingle,
                book_hashes=args.book_hashes,
                page_hashes=args.page_hashes,
                min_similarity=args.min_similarity,
                max_postings=args.max_postings,
                min_confidence=args.min_confidence,
                tmpdir=args.tmpdir,
            )
        except ValueError as error:
            raise UsageError("--" + str(error).replace("_", "-")) from None
        self.pages = 0

    def run(self) -> None:
        self.job.out.flush()
        clusters, sizes, merged = map(self._file, (self.args.clusters, self.args.sizes, self.args.merge))
        self.read_all()
        self.library.prepare()
        self._relate()
        if clusters is not None:
            clusters.write(self.library.clusters())
        if sizes is not None:
            sizes.write(b"kind\tsize\tclusters\tbooks\n")
            for kind, size, count in self.library.sizes():
                sizes.write(b"%b\t%d\t%d\t%d\n" % (kind.encode(), size, count, size * count))
        if merged is not None:
            from ...parallel import ordered

            for line in ordered(self.library.merge, self.library.editions(), self.args.jobs):
                assert line is not None
                merged.write(line)

    def _file(self, name: str | None) -> FileSink | None:
        return None if name is None else self.job.new_file(name)

    # Books

    def put_book(self, name: str, pages: BookPages) -> None:
        self._put((name, self.library.sketch(pages), pages))

    def read_records(self, source: Source) -> None:
        keys = [self.args.pages_key, self.args.text_key, self.args.id_key]
        self.job.map_records(source, keys, self._sketch, self._put, keep_blank=False)

    def _sketch(self, record: Record, serial: int) -> _Book:
        pages = self.pages_of(record)
        return record.set_id(self.args.id_key, str(serial)), self.library.sketch(pages), pages

    def _put(self, book: _Book) -> None:
        name, sketch, pages = book
        self.pages += len(pages)
        self.library.add(name, sketch, pages)

    # Relations

    def _relate(self) -> None:
        from ...parallel import ordered

        books, blank, identical, capped = self.library.figures()
        counts: dict[str, int] = {}
        pairs = 0

        def relate(start: int) -> BookRelations:
            return self.library.relate(start, start + _TOGETHER, self.args.pages)

        for found in ordered(relate, range(0, books, _TOGETHER), self.args.jobs):
            assert found is not None
            self.job.out.write(found.lines)
            pairs += found.pairs
            for name, count in found.counts:
                counts[name] = counts.get(name, 0) + count
            self.library.settle(found)
        if capped:
            self.job.complain(
                f"{capped} min-hashes are those of more than {self.args.max_postings + 1} books: of these each was "
                "compared with the next ones alone (--max-postings)"
            )
        figures = {
            "pages": self.pages,
            "blank": blank,
            "identical": identical,
            "capped": capped,
            "similar": pairs,
            "relations": counts,
        }
        self.job.figures.update(figures)
