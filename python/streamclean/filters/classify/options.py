"""The options of classify. The parameters of the algorithms become options from the core's table of them."""

from __future__ import annotations

import argparse

from ... import options
from ..._core import algorithms

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...options import Parser

DEFAULT = "trees"
PRECISION, RECALL = 0.7, 0.3
"""What --precision and --recall set the threshold of trees to."""
REPORT = "classify"
"""The field that says what was done to a record."""

ABOUT = """\
Labels the blocks of pages: good, or bad (boilerplate). Reads and writes the records of blockify: each
block gets "class", and where the algorithm has them "score" (0 to 1), "context_free" (its class without
regard to its neighbours) and "parts" (if only parts of it are good: their code points). Nothing is cut:
blocktext does that.

The language of each record is its "lang" field, or else found out, and put into that field; algorithms
that look at stop words need it."""

USAGE = """classify [options] [FILE ...]                            label blocks
       classify --train --algorithm NAME -o MODEL GOLD ...      learn from labelled blocks
       classify --fit-densities [FILE ...]                      fit the two kinds of text to a corpus
       classify --features [FILE ...]                           write what is known of each block as a table
       classify --list                                          describe the algorithms"""

EXAMPLES = """\
  blockify pages/*.html | classify | blocktext > clean.txt
  blockify pages/*.html | classify --algorithm justext --preset A --lang cs | blocktext
  blockify crawl.warc.gz | classify -j2 --only-lang en,de --explain > labelled.jsonl
  classify --algorithm victor --model my.model blocks.jsonl"""

MEMORY = """\
that of the longest records, one batch for each core. --train holds what it has learned of the
pages: mss and ncleaner counts of features, of which there are fewer new ones the more pages there
are; isotonic and victor all text nodes as numbers, two or three times the size of the records;
trees all pages, and 6 KB for each block."""


def make_parser() -> Parser:
    return options.make_parser(
        "classify", about=ABOUT, usage=USAGE, examples=EXAMPLES, memory=MEMORY, own=_add_options, field="blocks"
    )


def _add_options(parser: Parser) -> None:
    table = algorithms()
    add = parser.add_argument_group("what to do").add_argument
    add(
        "--algorithm",
        metavar="NAME",
        choices=[algorithm["name"] for algorithm in table],
        help=f"how blocks are told apart; --list describes them (default: {DEFAULT})",
    )
    add("--list", action="store_true", help="describe all algorithms, with their parameters, and exit")
    add("--explain", action="store_true", help='put the rule that decided into "reason" of each block')
    add("--model", metavar="MODEL", help="use what --train learned (default: the model that ships)")
    add("--train", action="store_true", help='learn from blocks with "gold": good or bad, and write MODEL to -o')
    add(
        "--fit-densities",
        action="store_true",
        help="print how the lengths of all blocks split into short and long text, as two geometric distributions",
    )
    add(
        "--features",
        action="store_true",
        help="print what the trees are told of each block: a header, then a line a block, with tabs between",
    )
    add = parser.add_argument_group("language").add_argument
    add(
        "--lang",
        metavar="CODE",
        help='language of the pages, overruling their "lang"; auto: by each record; '
        "any: rules about stop words are waived (default: auto)",
    )
    add("--stoplist", metavar="FILE", help="stop words, one a line, in place of those of the language")
    add(
        "--only-lang",
        metavar="CODES",
        type=_codes,
        help="label all blocks of documents in other languages bad, as en,cs",
    )
    add = parser.add_argument_group("parameters of algorithms").add_argument
    add(
        "--preset",
        metavar="NAME",
        help="justext: published (its lengths are characters), or A, B, C, D of the thesis' table 2.7 (words)",
    )
    add("--precision", action="store_true", help=f"trees: --threshold {PRECISION}")
    add("--recall", action="store_true", help=f"trees: --threshold {RECALL}")
    for name, (low, high, about) in _parameters(table).items():
        add(f"--{name}", metavar="N", type=options.between(low, high), help=about)


def _parameters(table: list[dict[str, object]]) -> dict[str, tuple[float, float, str]]:
    """The parameters of all algorithms by name: their range, and what they are for."""
    found: dict[str, tuple[float, float, str]] = {}
    for algorithm in table:
        for name, default, low, high, about in algorithm["params"]:  # type: ignore[attr-defined]
            text = f"{algorithm['name']}: {about} (default: {default:g})"
            if name in found:
                text = f"{found[name][2]}; {text}"
                low, high = min(low, found[name][0]), max(high, found[name][1])
            found[name] = (low, high, text)
    return found


def parameter_names() -> list[str]:
    return list(_parameters(algorithms()))


def _codes(text: str) -> list[str]:
    codes = [code.strip() for code in text.split(",")]
    if not all(codes):
        raise argparse.ArgumentTypeError(f"'{text}' is not a list of languages such as en,cs")
    return codes
