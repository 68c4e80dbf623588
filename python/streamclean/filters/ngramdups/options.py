"""The options of ngramdups."""

from __future__ import annotations

import argparse

from ... import options
from ...options import count, size
from ...text_options import add_memory_options, add_text_options, add_token_options

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...options import Parser

METHODS = ("hash", "suffix", "spex")
FORMATS = ("set", "text", "jsonl")
_LONGEST = 1_000_000
"""Tokens of an n-gram: more than a record has."""
DEFAULTS: dict[str, object] = {
    "n": [7],
    "method": "hash",
    "min_count": 2,
    "memory": size("1G"),
    "level": "document",
    "source": "auto",
    "blocks_key": "blocks",
    "skip": [],
    "fold": [],
    "format": "set",
}
"""What options are that were not given; the parser leaves them out, so that `checks` sees which were."""

ABOUT = """\
Finds the n-grams (n tokens in a row) that occur twice or more in a collection, whatever its size,
in the memory it is given. They are what dedupblocks removes duplicate text by; they also say what
of a collection was copied, and how often.

The input are records: the good blocks of pages (all, if nobody has classified them), else their
text. Tokens are Unicode words, numbers, addresses and marks of punctuation; in scripts written
without spaces a character, or a word of the dictionary. No n-gram goes beyond a document, or with
--level block beyond a block.

The output is a set: a file of 60-bit hashes with their counts, 4 to 6 bytes an n-gram, that says
itself what it was made of. --format text and jsonl show the n-grams. Two n-grams with the same
hash are taken for one; in a million million n-grams that happens to half a million of them."""

USAGE = """ngramdups [options] [FILE ...] > dups.ng          find them, as a set
       ngramdups --format text [options] [FILE ...]      as lines of count and n-gram
       ngramdups --merge [options] A.ng B.ng ... > all.ng
       ngramdups --by host -n 3,5,7,10 [options] [FILE ...]"""

EXAMPLES = """\
  blockify crawl.warc.gz | classify | ngramdups -o dups.ng
  ngramdups -n 10 --skip punct --fold case --format text books.jsonl.zst | head
  parallel ngramdups --min-count 1 -o {.}.ng {} ::: part*.jsonl && ngramdups --merge part*.ng -o dups.ng
  classify < blocks.jsonl | ngramdups --by host -n 3,4,5,6,7,8,9,10"""

MEMORY = """\
--memory, whatever the input, from 64M on; below, the program itself takes 30M. A record of more
than a few megabytes takes six times its length besides. What does not fit goes to --tmpdir, without
a name, so that nothing stays however the run ends: with method hash 7 bytes a token, which is about
the size of the text (Chinese: twice); with suffix up to 4 times that; with spex 15 bytes a token. With
--format and --by, standard input is kept there too, as it comes, and with --format what is written,
before it is sorted."""


def make_parser() -> Parser:
    return options.make_parser(
        "ngramdups", about=ABOUT, usage=USAGE, examples=EXAMPLES, memory=MEMORY, own=_add_options
    )


def _add_options(parser: Parser) -> None:
    add = parser.add_argument_group("what to do").add_argument
    add(
        "-n",
        metavar="N",
        type=_lengths,
        help="tokens of an n-gram (default: 7); with --by host a list of such numbers with commas",
    )
    add(
        "--min-count",
        metavar="N",
        type=count,
        help="leave out what occurs fewer times (default: 2). 1 keeps all, so that merged sets miss nothing",
    )
    add(
        "--format",
        choices=FORMATS,
        help="set: for dedupblocks; text: COUNT<TAB>N-GRAM, the most frequent first; jsonl: an object for each, with "
        "the places where it stands. The last two read the input twice (default: set)",
    )
    add("--no-counts", action="store_true", help="set: leave out how often each occurs")
    add("--merge", action="store_true", help="add up the sets that are the input, not compressed")
    add(
        "--by",
        choices=["host"],
        help="print how many distinct n-grams stand in records of several hosts, and of one only: where copies end and "
        "language begins. The host is that of the field url; records without one have the same",
    )
    add_text_options(parser.add_argument_group("text").add_argument)
    add = parser.add_argument_group("tokens").add_argument
    add("--level", choices=["document", "block"], help="what n-grams do not go beyond (default: document)")
    add_token_options(add)
    add = parser.add_argument_group("method").add_argument
    add(
        "--method",
        choices=METHODS,
        help="hash: count the hashes of all n-grams; suffix: sort suffixes (3.4.2); spex: n passes, each over what the "
        "one before leaves (3.4.1). All give the same set, hash with the least time and disk (default: hash)",
    )
    add_memory_options(add)


def _lengths(text: str) -> list[int]:
    numbers = sorted({count(part.strip()) for part in text.split(",")})
    if numbers[-1] > _LONGEST:
        raise argparse.ArgumentTypeError(f"'{numbers[-1]}' is more than {_LONGEST}")
    return numbers
