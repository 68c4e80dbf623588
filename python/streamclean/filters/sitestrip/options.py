"""The options of sitestrip. The parameters of the methods become options from the core's table of them."""

from __future__ import annotations

from ... import options
from ..._core import site_methods
from ...options import between, count, count_from_zero, size
from ...text_options import add_memory_options

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...options import Parser

DEFAULT = "blocks"
KEY = "url"
FALLBACK = "trees"
DEFAULTS: dict[str, object] = {
    "method": DEFAULT,
    "prefix": 0,
    "min_pages": 3,
    "sample": 1000,
    "fallback": FALLBACK,
    "memory": size("1G"),
}
"""What options are that were not given; the parser leaves them out, so that `checks` sees which were."""
REPORT = "sitestrip"
"""The field that says what was decided about a page."""

ABOUT = """\
Marks blocks of pages that are their site's template: what many pages of a site share (Pomikálek,
section 2.3). Reads and writes the records of blockify or classify. Pages are grouped by the host
of their "url".

  class      of a block: "template" if it is the site's; else the class that it had, or "good"
  template   of every block: how much of it is the site's, 0 to 1 (by most methods, the share of the
             site's pages that have it)
  sitestrip  of the record: its "site", how many "pages" that has, how many blocks are "template" and
             how many its "own", and whether that was decided "by" the site or the page: where a site
             has too few pages, blocks keep the class that they have, or get that of classify

Nothing is cut, unless --drop is given: blocktext keeps what is good. With --with-class, what
classify says of a block and what its site says of it count together."""

USAGE = """sitestrip [options] [FILE ...]                      reads its input twice
       sitestrip --learn MODEL [options] [FILE ...]        learns the templates of sites
       sitestrip --model MODEL [options] [FILE ...]        marks pages one by one
       sitestrip --list                                    describes the methods"""

EXAMPLES = """\
  blockify crawl.warc.gz | sitestrip | blocktext > clean.txt
  blockify crawl.warc.gz | classify | sitestrip --with-class | blocktext > clean.txt
  blockify --keep-html pages.jsonl | sitestrip --method cutpoint --drop > stripped.jsonl
  find sites -name '*.html' | blockify --files-from - | sitestrip --key id --prefix 2 | blocktext
  sitestrip --learn site.model monday.jsonl; sitestrip --model site.model tuesday.jsonl"""

MEMORY = """\
what is noted of pages is sorted by site in half of --memory, and lies in --tmpdir where it is more:
one or two KB a page (tree: its text; cutpoint: its HTML), of no more pages of a site than --sample
some times over. Then a site at a time is learned, from --sample pages. Templates take some KB a
site, on disk where they do not fit; those used last are kept in 32 MB beside. A site that was seen
takes up to 140 bytes. Standard input is kept in --tmpdir, without a name. --model takes as much
memory as the file has bytes."""


def make_parser() -> Parser:
    return options.make_parser(
        REPORT, about=ABOUT, usage=USAGE, examples=EXAMPLES, memory=MEMORY, own=_add_options, field="blocks"
    )


def _add_options(parser: Parser) -> None:
    table = site_methods()
    add = parser.add_argument_group("what to do").add_argument
    add(
        "--method",
        metavar="NAME",
        choices=[str(method["name"]) for method in table],
        help=f"how templates are found; --list describes them (default: {DEFAULT})",
    )
    add("--list", action="store_true", help="describe all methods, with their parameters, and exit")
    add("--learn", metavar="MODEL", help="write what the sites of the input share to MODEL, and no records")
    add("--model", metavar="MODEL", help="use what --learn found: the input is read once, page by page")
    add = parser.add_argument_group("sites").add_argument
    add(
        "--key",
        metavar="FIELD",
        help="the field that says which site a page is of: of an address its host, anything else as it is (default: "
        f"{KEY}, or the id if that is an address)",
    )
    add(
        "--prefix",
        metavar="N",
        type=count_from_zero,
        help="the first N folders of the address or file name are part of the site (default: 0)",
    )
    add(
        "--min-pages",
        metavar="N",
        type=count,
        help="pages that a site has at least if it is to be trusted; others are labelled page by page (default: 3)",
    )
    add(
        "--fallback",
        metavar="NAME",
        help="the algorithm of classify that labels pages of other sites if they have no classes; all: all of it is "
        f"good (default: {FALLBACK})",
    )
    add(
        "--sample",
        metavar="N",
        type=count,
        help="learn from no more than N pages of a site, chosen by their ids (default: 1000)",
    )
    add = parser.add_argument_group("labels").add_argument
    add(
        "--threshold",
        metavar="SHARE",
        type=between(0, 1),
        help="a block of which so much is the site's is template (default: that of the method, see --list)",
    )
    add(
        "--with-class",
        action="store_true",
        help="combine with the class that a block has, and its score: what both doubt goes, what one is sure of stays",
    )
    add("--drop", action="store_true", help="cut blocks that are template")
    add = parser.add_argument_group("parameters of methods").add_argument
    for method in table:
        for name, default, low, high, _, about in method["params"]:  # type: ignore[attr-defined]
            text = f"{method['name']}: {about} (default: {default:g})"
            add(f"--{name}", metavar="N", type=between(low, high), help=text)
    add = parser.add_argument_group("fields and memory").add_argument
    add("--html-key", metavar="KEY", default="html", help="name of the html field (default: html)")
    add_memory_options(add)


def parameter_names(method: str) -> list[str]:
    return [str(param[0]) for param in _row(method)["params"]]  # type: ignore[attr-defined]


def reads_html(method: str) -> bool:
    """Whether a method cannot do without the HTML of pages."""
    return bool(_row(method)["reads_html"])


def _row(method: str) -> dict[str, object]:
    (found,) = (row for row in site_methods() if row["name"] == method)
    return found
