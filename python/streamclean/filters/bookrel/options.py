"""The options of bookrel, and which of them go together."""

from __future__ import annotations

from ... import options
from ...errors import UsageError

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    import argparse

    from ...options import Parser

_DEFAULTS: dict[str, float] = {
    "shingle": 5,
    "book_hashes": 100,
    "page_hashes": 34,
    "min_similarity": 0.02,
    "max_postings": 200,
    "min_confidence": 0.5,
}
"""What options are that were not given; the parser leaves them out, so that `check` sees which were."""

FORMS = ("jsonl", "text", "hocr", "alto")

ABOUT = """\
Says how books relate that have text in common (Spasojević and Poncin, Large Scale Page-Based Book
Similarity Clustering):

  SAME_PAGINATION       same text on the same pages
  DIFFERENT_PAGINATION  same text, paginated differently
  CONTIGUOUS_SUBSET     one contains the other with the same pagination, as a work its first volume;
                        "contained" says which one: first or second
  OVERLAPPING_TEXT      much is the same, but none of these: anthologies, yearbooks, new editions

Reads JSON lines with "pages" (a list of strings) or "text" with form feeds between pages; plain text
with form feeds; hOCR and ALTO. Of each book the min-hashes of its 5-word shingles are kept, 100 of the
whole and 34 of each page. Books with enough of them in common are compared page by page; out of
that come the signals, and out of those the confidence of each relation.

Writes a line for each pair of related books, in the order of the first: "first", "second",
"relation", "confidence", "contained", "confidences", and the "signals": similarity of books and
pages; slope and offset of the line p2 = slope * p1 + offset; by how many pages the second book ends
later than it says; how far pages go over to the next (correlation, straddle); the share of each
book that is on similar pages; the share of words that are other words. Pages count from 0."""

USAGE = """bookrel [options] [FILE ...]
       bookrel --paginate [options] [FILE ...]"""

EXAMPLES = """\
  bookrel books.jsonl > relations.jsonl
  bookrel -j2 --clusters clusters.jsonl --merge merged.jsonl books.jsonl.zst > relations.jsonl
  bookrel --paginate --by-folder scans/*/*.xml > books.jsonl
  pdftotext a.pdf; pdftotext b.pdf; bookrel --pages a.txt b.txt"""

MEMORY = """about 0.5 KB for each book, 1 KB more if it has text in common with others. The min-hashes and
texts of pages are in a temporary file, as large as the input and 140 bytes a page. --paginate needs
that of the longest book."""


def make_parser() -> Parser:
    return options.make_parser(
        "bookrel", about=ABOUT, usage=USAGE, examples=EXAMPLES, memory=MEMORY, own=_add_options, field="pages"
    )


def _add_options(parser: Parser) -> None:
    add = parser.add_argument_group("books").add_argument
    add(
        "--from",
        dest="form",
        choices=FORMS,
        help="form of the inputs (default: as the name or the first bytes of each say)",
    )
    add("--text-key", metavar="KEY", default="text", help="name of the text field, of records without pages")
    add(
        "--by-folder",
        action="store_true",
        help="text, hOCR, ALTO: the files of a folder that follow each other are the pages of one book (default: each "
        "file is a book)",
    )
    add(
        "--paginate",
        action="store_true",
        help="compare nothing: write each book as a record with its pages in a list; other fields stay byte for byte",
    )
    add = parser.add_argument_group("what to write").add_argument
    add("--pages", action="store_true", help="add to each relation the pairs of similar pages")
    add(
        "--clusters",
        metavar="FILE",
        help="write to FILE the clusters of books that are the same text, whatever the pagination: the edition of each "
        "book, and which is the best copy",
    )
    add("--sizes", metavar="FILE", help="write to FILE how many clusters there are of each kind and size")
    add(
        "--merge",
        metavar="FILE",
        help="write to FILE a record for each edition of several copies: the pages of the best one, with the words "
        "that most copies have, and with the pages that it lacks and others have",
    )
    add = parser.add_argument_group("how to compare").add_argument
    count = options.count
    add("--shingle", metavar="N", type=count, help="words of a shingle (default: 5)")
    add("--book-hashes", metavar="N", type=count, help="min-hashes of a book (default: 100)")
    add("--page-hashes", metavar="N", type=count, help="min-hashes of a page (default: 34)")
    add(
        "--min-similarity",
        metavar="X",
        type=options.between(0, 1),
        help="share of min-hashes that similar books have in common (default: 0.02)",
    )
    add(
        "--max-postings",
        metavar="N",
        type=count,
        help="of books that share a min-hash, compare each with the N after it (default: 200)",
    )
    add(
        "--min-confidence",
        metavar="X",
        type=options.between(0, 1),
        help="below this a relation is OVERLAPPING_TEXT (default: 0.5)",
    )
    add("--tmpdir", metavar="DIR", help="folder of the temporary file (default: TMPDIR, or /tmp)")


def check(args: argparse.Namespace) -> None:
    """Refuses what would do nothing, and sets the options that were not given."""
    if args.paginate:
        names = ("pages", "clusters", "sizes", "merge", "tmpdir", *_DEFAULTS)
        for name in names:
            if name in options.given_options(args):
                raise UsageError(f"--{name.replace('_', '-')} does nothing with --paginate")
    if args.by_folder and args.form == "jsonl":
        raise UsageError("--by-folder does nothing with --from jsonl: a record is a book")
    if len({args.pages_key, args.text_key, args.id_key}) < 3:
        raise UsageError("--pages-key, --text-key and --id-key must differ")
    for name, value in _DEFAULTS.items():
        if getattr(args, name) is None:
            setattr(args, name, value)
