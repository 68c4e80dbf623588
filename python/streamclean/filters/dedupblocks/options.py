"""The options of dedupblocks."""

from __future__ import annotations

from ... import options
from ...options import between, count, size
from ...text_options import add_memory_options, add_token_options

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...options import Parser

LEVELS = ("block", "document", "line", "paragraph")
SCOPES = ("corpus", "host", "document")
SOURCES = ("auto", "blocks", "text")
N = 7
DEFAULTS: dict[str, object] = {
    "level": "block",
    "threshold": 0.5,
    "scope": "corpus",
    "keep": "first",
    "memory": size("1G"),
    "source": "auto",
    "text_key": "text",
}
"""What options are that were not given; the parser leaves them out, so that `checks` sees which were."""
REPORT = "dedupblocks"
"""The field that says what was decided about a record."""

ABOUT = """\
Finds text that stands in a collection more than once, and labels all of it but one copy: a block
is a duplicate if more than half of its words stand in n-grams that were put out before (Pomikálek,
Algorithm 3.1). Short and near-good blocks that duplicates leave alone become bad (3.5.2), so that
no stubs are left; short ones (of fewer than 10 words, or as classify says in "context_free") are
what their neighbours are, and are not compared but with --no-smoothing.

Reads the records of classify, and those with a "text". Without --ngrams the input is read twice:
first for the n-grams that occur again, then to decide. Each record stays as it is, but for

  class        of a block: "dup" if it is a duplicate, "bad" if it was good and is a stub
  dup          of every block: the share of its words that stood before; 0 where it is not compared
  first        with --trace, of a duplicate block: where it stood first, {"id":..,"word":..}
  dedupblocks  of the record: class (dup if nothing is left of it), how many units, duplicates, stubs
               and words it has, and the share of words that stood before; at the levels of lines and
               paragraphs the spans of duplicates in "text", in code points

blocktext keeps what is good; --drop cuts here."""

USAGE = """dedupblocks [options] [FILE ...]
       dedupblocks --ngrams DUPS.ng [options] [FILE ...]     reads its input once"""

EXAMPLES = """\
  blockify crawl.warc.gz | classify | dedupblocks | blocktext > corpus.txt
  dedupblocks --ngrams dups.ng blocks.jsonl | blocktext > corpus.txt
  dedupblocks --level document --keep longest --drop books.jsonl.zst > unique.jsonl
  dedupblocks --state out.state november.jsonl > new.jsonl
  dedupblocks --against test.jsonl --only-against --drop train.jsonl > clean.jsonl"""

MEMORY = """\
five bytes for each n-gram that occurs again (nine more with --trace), and what a batch of records
takes. What does not fit into --memory is refused before anything is written, but for --exact, which
takes up to 26 bytes a document more. --order, --keep longest and --scope host want 8M or more. In
--tmpdir, without a name, are: standard input, if it is read more than once; n-grams while they are
counted, about the size of the text; with --order, --keep longest or --scope host some tenths of the
text."""


def make_parser() -> Parser:
    return options.make_parser(
        "dedupblocks", about=ABOUT, usage=USAGE, examples=EXAMPLES, memory=MEMORY, own=_add_options, field="blocks"
    )


def _add_options(parser: Parser) -> None:
    add = parser.add_argument_group("what is a duplicate").add_argument
    add(
        "--level",
        choices=LEVELS,
        help="what stays or goes as a whole (default: block). line, paragraph: of the text; at level block, a record "
        "without blocks is one",
    )
    add(
        "-t",
        "--threshold",
        metavar="SHARE",
        type=between(0, 1),
        help="a greater share of words that stood before makes a duplicate (default: 0.5)",
    )
    add(
        "--scope",
        choices=SCOPES,
        help="what it is compared with: all that is out, that of the same host (of the field url; records without one "
        "have the same), or that of the same document (default: corpus)",
    )
    add("--keep", choices=["first", "longest"], help="which copy stays: that of the longest document, or the first")
    add(
        "--order",
        action="store_true",
        help="decide first about documents with the least duplicate text, so that articles stay and pages of excerpts "
        "go. Output stays in the order of input",
    )
    add("--exact", action="store_true", help="drop documents first whose whole text is that of one before it here")
    add(
        "--no-smoothing",
        action="store_true",
        help="level block: compare short blocks as all others, and leave those beside duplicates as they are",
    )
    add = parser.add_argument_group("n-grams").add_argument
    add("--ngrams", metavar="FILE", help="the set of n-grams that occur again, by ngramdups; then all is read once")
    add("-n", metavar="N", type=count, help=f"tokens of an n-gram (default: those of the set, or {N})")
    add_token_options(add)
    add = parser.add_argument_group("other collections").add_argument
    add(
        "--against",
        metavar="FILE",
        action="append",
        default=[],
        help="what stands in FILE is out: records, or a set by ngramdups --min-count 1. Given again, of several",
    )
    add("--only-against", action="store_true", help="with --against: nothing else makes duplicates; all is read once")
    add(
        "--state",
        metavar="FILE",
        help="what runs with this file put out before is out; what this run puts out is added to it. 5 bytes on disk "
        "for each n-gram ever put out",
    )
    add = parser.add_argument_group("what is written").add_argument
    add(
        "--drop",
        action="store_true",
        help="cut duplicates: blocks, lines, paragraphs, and records of which nothing is left",
    )
    add("--trace", action="store_true", help="say where each duplicate stood first, if it was in this input")
    add = parser.add_argument_group("text").add_argument
    add("--source", choices=SOURCES, help="what is read of a record; auto: its blocks if it has any (default: auto)")
    add("--text-key", metavar="KEY", help="name of the text field (default: text)")
    add_memory_options(parser.add_argument_group("memory").add_argument)
