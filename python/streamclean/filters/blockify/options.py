"""The options of blockify, and which of them go together."""

from __future__ import annotations

from ... import options
from ..._core import is_known_encoding
from ...errors import UsageError
from ...records import BLOCKIFY

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    import argparse

    from ...options import Parser

BLOCKS = "blocks"

ABOUT = """\
Splits web pages into blocks: the text between block-level tags, or two line breaks (Pomikálek,
Removing Boilerplate and Duplicate Content from Web Corpora, 2.7). Scripts, styles and comments are
dropped, all text is kept; classify says which blocks are boilerplate.

Reads HTML files, JSON lines with a field "html", and web archives (WARC), compressed or not, each
told by its name or its first bytes; of an archive, the responses and resources that are HTML.
Writes JSON lines: "blocks", and in "blockify" what was decided about the page: its "title"; which
"kinds" of things it says are on it, by schema.org and og:type, as "product*2 offer og:product"; its
"encoding" and how that is known, how many byte sequences were "replaced" because they do not exist
in it; for a page of an archive its "date", HTTP "status", "file" and the "offset" where its record
can be read (null where it does not begin a compressed member)."""

USAGE = """blockify [options] [FILE ...]
       find pages -name '*.html' -print0 | blockify --files-from - [options]"""

EXAMPLES = """\
  blockify pages/*.html | classify | blocktext > clean.txt
  blockify -j4 crawl.warc.gz | classify -j4 > labelled.jsonl
  zstdcat pages.jsonl.zst | blockify --html-key content | jq -r '.blocks[].text'
  blockify --encoding koi8-r old/*.htm | jq -r '[.id, .blockify.title] | @tsv'"""

MEMORY = """that of the longest page, a few of them for each core. Records of an archive that are no
pages are not read into memory, nor are those over --max-record."""


def make_parser() -> Parser:
    return options.make_parser(
        "blockify", about=ABOUT, usage=USAGE, examples=EXAMPLES, memory=MEMORY, own=_add_options, field="html"
    )


def _add_options(parser: Parser) -> None:
    add = parser.add_argument_group("pages").add_argument
    add(
        "--from",
        dest="form",
        choices=["html", "jsonl", "warc"],
        help="form of the inputs (default: as the name or the first bytes of each say)",
    )
    add(
        "--encoding",
        metavar="NAME",
        help="encoding of the pages of files and archives, whatever they say (default: as the HTML standard "
        "finds it out, unless the bytes contradict)",
    )
    add(
        "--parser",
        choices=["html5", "lxml"],
        default="html5",
        help="html5: our own, which follows the HTML standard; lxml: libxml2, which the thesis used (default: html5)",
    )
    add("--spans", action="store_true", help="give each block the bytes of the page it comes from")
    add(
        "--full-paths",
        action="store_true",
        help="write the path of each block from the body on (default: without what it shares with the block before, "
        "which makes records a third smaller)",
    )
    add(
        "--keep-html",
        action="store_true",
        help="keep the html field of JSON lines, and give pages of files and archives one, for filters that read it "
        "(default: drop it)",
    )


def check(args: argparse.Namespace) -> None:
    """Refuses what contradicts itself, or would do nothing."""
    if args.encoding is not None:
        if args.form == "jsonl":
            raise UsageError("--encoding does nothing with --from jsonl: JSON is UTF-8")
        if not is_known_encoding(args.encoding):
            raise UsageError(f"--encoding: '{args.encoding}' is not known; utf-8, windows-1252, koi8-r, big5 are")
    if args.spans and args.parser == "lxml":
        raise UsageError("--spans needs --parser html5: lxml does not say where it is")
    for name in (BLOCKIFY, BLOCKS):
        if name in (args.html_key, args.id_key):
            raise UsageError(f"'{name}' is a field that blockify writes")
