"""The options of cutpoint."""

from __future__ import annotations

import argparse

from ... import options
from ...options import size

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...options import Parser

REPORT = "cutpoint"
"""The field in which cutpoint says what it did."""
SAMPLE = "100M"

ABOUT = """\
Finds what documents of one kind share, and keeps the rest: the articles of a news site without its
frame, the answers of a search form without its layout. It knows nothing of HTML or of any language:
useless is what is covered by the a per cent most frequent strings of n characters, and the cut point
(n, a) is found by the alternation counts of Ikeda, Yamada and Hirokawa (2001).

Reads pages and other texts, one document a file, web archives (.warc), and JSON lines with a text
field, or, where there is none, html. Writes a record for each document: its useful parts in the
text field, a line each, and where they were in its cutpoint field.

Give it many documents of one site, or of a few. The input is read twice; with --learn and --model
a site's later pages are cleaned one by one, as they come."""

USAGE = """cutpoint [options] [FILE ...] > useful.jsonl
       cutpoint --learn MODEL [FILE ...]
       cutpoint --model MODEL [options] [FILE ...] > useful.jsonl
       cutpoint --path | --grid [options] [FILE ...]"""

EXAMPLES = """\
  cutpoint site/*.html > useful.jsonl
  cutpoint --html site/*.html > look.html       the same to look at, useless characters grey
  cutpoint --learn site.model site/*.html && cutpoint --model site.model new.html
  cutpoint --mark site/*.html | blocktext       the useful parts as blocks of class good
  cutpoint --records search/*.html              what stands between the delimiters of records"""

MEMORY = (
    "14 bytes for each character of the sample (--sample), 17 where more than 255 different ones are in\n"
    "it; with --model that of the model and of the longest documents, a few of them for each core."
)


def make_parser() -> Parser:
    return options.make_parser("cutpoint", about=ABOUT, usage=USAGE, examples=EXAMPLES, memory=MEMORY, own=_add_options)


def _add_options(parser: Parser) -> None:
    add = parser.add_argument_group("what to do (default: find a cut point, and clean the same documents)").add_argument
    add("--learn", metavar="MODEL", help="find a cut point and write its frequent strings to MODEL; no records")
    add("--model", metavar="MODEL", help="clean with what --learn found")
    add("--path", action="store_true", help="print the walk to the cut point: N<TAB>A<TAB>ALTERNATIONS for each step")
    add("--grid", action="store_true", help="print the alternation count of each cut point of a region, as --path does")
    add = parser.add_argument_group("method").add_argument
    add("--n", metavar="N", type=_span, help="use this length; with --grid those up to N or from N-N (default: 2-30)")
    add(
        "--a",
        metavar="A",
        type=_span,
        help="use this percentage of the different strings; with --grid those up to A or from A-A (default: 1-20)",
    )
    add("--bytes", action="store_true", help="strings of bytes (UTF-8) instead of characters")
    add(
        "--borders",
        metavar="CHARS",
        help="characters that may only be first or last in a string, as '<>' for those that keep to "
        "tags (default: none)",
    )
    add(
        "--sample",
        metavar="SIZE",
        type=size,
        help=f"find the cut point in at most so many characters, of documents drawn by lot, or in one document if that "
        f"is longer (default: {SAMPLE})",
    )
    add(
        "--tmpdir",
        metavar="DIR",
        help="folder for pipes that are to be read again (default: the system's)",
    )
    add = parser.add_argument_group("what to write").add_argument
    add(
        "--mark",
        action="store_true",
        help="leave the text whole, and write all its parts as blocks, class good if they are useful and bad if not",
    )
    add(
        "--records",
        action="store_true",
        help="find the two tags that are most often around useful parts, and write what is between them as records",
    )
    add("--html", action="store_true", help="write one HTML file that shows the documents, useless characters grey")
    add("--title", metavar="TEXT", help="heading of that file (default: Useful parts)")
    add("--open", action="store_true", help="show all documents in it at once (default: the first)")
    add = parser.add_argument_group("input").add_argument
    add(
        "--from",
        dest="form",
        choices=["document", "jsonl", "warc"],
        help="what the inputs hold (default: by name and content)",
    )
    add("--encoding", metavar="NAME", help="encoding of documents in files (default: detected for each)")


def _span(text: str) -> tuple[int, int]:
    """`5` or `2-5`; a single number is both ends."""
    low, dash, high = text.partition("-")
    numbers = [low, high] if dash else [low, low]
    if not all(number.isdecimal() and 0 < len(number) < 10 for number in numbers):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number, or two such as 2-30")
    first, last = int(numbers[0]), int(numbers[1])
    if not 1 <= first <= last:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1, or two such as 2-30")
    return first, last
