"""The options of blocktext, and which of them go together."""

from __future__ import annotations

import argparse
import re

from ... import options
from ...errors import UsageError
from ...options import given_options, option_name

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...options import Parser

FORMATS = ("text", "jsonl", "vertical", "markdown")

_FORMATS_OF = {
    "text_key": ("jsonl",),
    "keep_blocks": ("jsonl",),
    "markdown": ("jsonl",),
    "attributes": ("jsonl",),
    "experiment": ("jsonl",),
    "breaks": ("text", "jsonl"),
    "no_glue": ("vertical",),
    "fields": ("vertical", "markdown"),
}
"""The formats that an option is for."""

_DEFAULTS: dict[str, object] = {
    "text_key": "text",
    "experiment": "streamclean",
    "keep": ["good"],
    "fields": ["url", "lang", "title"],
}
"""What options are that were not given; the parser leaves them out, so that `check` sees which were."""

ABOUT = """\
Writes the text of blocks: of those that classify calls good, or of the classes given with --keep.
Reads the records of blockify and classify. What goes out depends on --format:

  text      a block a line, and an empty line after each document: no other line is empty. A <br> is
            a space; pre keeps its lines. Documents of which nothing is kept leave nothing.
  jsonl     each record with that text in "text" (and the blank lines of pre), without "blocks"; all
            other fields stay byte for byte. One line in, one line out: where nothing is kept, the
            text is "".
  vertical  a token a line, for Sketch Engine, NoSketch Engine and the Corpus Workbench: <doc id=".."
            url=".."> around each document, <p tag=".." heading="0"> around each block, <g/> between
            tokens that no space separates, &lt; &gt; &amp; for < > &
  markdown  headings, nested lists, quotes, pre and tables in their form; what is text is escaped.
            Before each document stands a line <!-- doc id=".." url=".." -->

Blocks that are good in part ("parts") leave those parts. If no block of a record has a class, all
are kept, and a line on standard error says so."""

USAGE = """blocktext [options] [FILE ...]"""

EXAMPLES = """\
  blockify pages/*.html | classify | blocktext > corpus.txt
  blockify pages/*.html | blocktext --keep all > all.txt
  blockify crawl.warc.gz | classify -j2 | blocktext --format jsonl --markdown -o clean.jsonl
  classify blocks.jsonl | blocktext --format vertical > corpus.vert
  blocktext --format jsonl --attributes spans.jsonl labelled.jsonl > documents.jsonl"""

MEMORY = "that of the longest records, one batch for each core."


def make_parser() -> Parser:
    return options.make_parser(
        "blocktext", about=ABOUT, usage=USAGE, examples=EXAMPLES, memory=MEMORY, own=_add_options, field="blocks"
    )


def _add_options(parser: Parser) -> None:
    add = parser.add_argument_group("what to write").add_argument
    add("--format", choices=FORMATS, default="text", help="form of the output (default: text)")
    add(
        "--keep",
        metavar="CLASS",
        action="append",
        help="keep blocks of this class; given again, or with commas, of several. all: of any class, and those "
        "without one (default: good)",
    )
    add("--breaks", action="store_true", help="text, jsonl: a <br> ends a line (default: it is a space)")
    add("--no-glue", action="store_true", help="vertical: leave out <g/>")
    add(
        "--fields",
        metavar="NAMES",
        type=_names,
        help="vertical, markdown: fields that stand beside the id of a document, with commas; those that are not "
        'there, or neither text nor a number, are left out; title is that of "blockify" too (default: url,lang,title)',
    )
    add = parser.add_argument_group("records (with --format jsonl)").add_argument
    add("--text-key", metavar="KEY", help="name of the text field (default: text)")
    add("--keep-blocks", action="store_true", help="leave the blocks in the record")
    add("--markdown", action="store_true", help="the text is Markdown")
    add(
        "--attributes",
        metavar="FILE",
        help="cut nothing: the text is that of all blocks, and FILE gets a line for each record with the spans of "
        "each class, as dolma reads them: start and end in code points, and how sure the class is. Cutting the spans "
        "of all classes but those of --keep leaves the text that would have been written. Blank lines are left out",
    )
    add(
        "--experiment",
        metavar="NAME",
        help="with --attributes: the spans of bad blocks are called NAME__blocks__bad (default: streamclean)",
    )


def _names(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_.-]*", name) or name == "id":
            raise argparse.ArgumentTypeError(f"'{name}' cannot be the name of an attribute")
    return names


def check(args: argparse.Namespace) -> None:
    """Refuses what would do nothing, and sets the options that were not given."""
    given = given_options(args)
    for name, formats in _FORMATS_OF.items():
        if name in given and args.format not in formats:
            raise UsageError(f"{option_name(name)} is for --format {' or '.join(formats)}")
    if args.markdown:
        for name in ("attributes", "breaks"):
            if name in given:
                raise UsageError(f"{option_name(name)} and --markdown exclude each other")
    if args.experiment and not args.attributes:
        raise UsageError("--experiment goes with --attributes")
    if args.keep:
        args.keep = [name.strip() for names in args.keep for name in names.split(",") if name.strip()]
        if not args.keep:
            raise UsageError("--keep needs the name of a class")
    for name, value in _DEFAULTS.items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    if args.format == "jsonl" and len({args.text_key, args.id_key, args.blocks_key}) < 3:
        raise UsageError("--text-key, --id-key and --blocks-key must differ")
