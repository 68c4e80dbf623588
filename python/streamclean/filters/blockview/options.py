"""The options of blockview."""

from __future__ import annotations

from ... import options

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...options import Parser

ABOUT = """\
Shows pages with their blocks in colours, as one HTML file to open in a browser: green is good, red
bad, yellow neither (Pomikálek, Removing Boilerplate and Duplicate Content from Web Corpora, figure
2.1). Reads the records of blockify and classify; hovering over a block shows all that is known of it.

If blocks have "gold" labels (cleaneval --align writes them), blocks of another class are framed, and
the keys n and p go to the next and the previous one. j and k go from page to page, o opens all.
One page is shown at once; of several there is a list, and each opens with a click.

The file needs no network and, but for those keys, no script. Nothing that a page holds can run in it:
all text is text, and the file's own policy (CSP) forbids all else."""

USAGE = """blockview [options] [FILE ...] > look.html"""

EXAMPLES = """\
  blockify page.html | classify --explain | blockview > look.html
  classify --explain gold-blocks.jsonl | blockview --errors -o errors.html
  shuf -n 20 labelled.jsonl | blockview --title 'twenty pages of the crawl' > look.html"""

MEMORY = "that of the longest page, a few of them for each core."


def make_parser() -> Parser:
    return options.make_parser(
        "blockview", about=ABOUT, usage=USAGE, examples=EXAMPLES, memory=MEMORY, own=_add_options, field="blocks"
    )


def _add_options(parser: Parser) -> None:
    add = parser.add_argument_group("what to show").add_argument
    add("--title", metavar="TEXT", default="Blocks", help="heading of the file (default: Blocks)")
    add("--errors", action="store_true", help="show only pages with blocks whose class is not that of the gold")
    add("--open", action="store_true", help="show all pages at once (default: if there is only one)")
