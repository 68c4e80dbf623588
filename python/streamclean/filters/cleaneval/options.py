"""The options of cleaneval."""

from __future__ import annotations

import argparse

from ... import options
from ...options import between

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...options import Parser

DEFAULTS: dict[str, object] = {
    "gold_key": "gold",
    "blocks_key": "blocks",
    "bad": ["bad", "other", "none", "not-content"],
    "ignore": ["undecided", "uncertain", "undefined", "tied"],
    "missing": "empty",
    "share": 0.5,
}
"""What options are that were not given; the parser leaves them out, so that `checks` sees which were."""
FIELD = "cleaneval"
"""The field of a record that holds its scores."""

ABOUT = """\
Scores cleaned text against gold, as Pomikálek's thesis does (2.9), or labels the blocks of pages by
their gold, so that a classifier can learn from them.

GOLD and the inputs are JSON lines that are joined by "id", in any order; records without ids are
joined by their line numbers. A cleaned record has the field "text", or else "blocks" of which those
of class "good" are its text. A record of GOLD has what there is of:
  gold         the text that should be left (if there is none: that of the good gold_blocks)
  gold_blocks  all text nodes or blocks of the page in order: a list of {"label", "text"} and, where
               there were several annotators, "agreement", the percentage of them who gave the label
  with         snippets that must be in the cleaned text, without: snippets that must not

What is printed:
  words in order      precision and recall of the words that stand in both texts in the same order
                      (the longest common subsequence, 2.9.6), over all pages as if they were one
                      document, and as the mean of the pages
  words in any order  the same of words as a bag: runs of letters, digits and _ without case; means
  runs of four words  the same of four words in a row, with every page of the same weight
  text nodes          precision and recall in characters of nodes, of which at least half of the
                      words were kept, by least agreement of the annotators (2.9.1)
  snippets            how many were found; white space does not count
  fragments           into how many pieces a page was torn, and how long they are (2.9.10)

A word is what stands between white space, and in scripts written without spaces a character. Case,
punctuation at its ends, and words of punctuation only do not count: see --exact, --ascii."""

USAGE = """cleaneval [options] GOLD [CLEANED ...]     score
       cleaneval --joined [options] [FILE ...]    score records that hold their gold themselves
       cleaneval --align [options] GOLD [PAGES ...]"""

EXAMPLES = """\
  blockify pages/*.html | classify | cleaneval gold.jsonl
  cleaneval --by page_type --json gold.jsonl cleaned.jsonl | jq '.total.words.f05'
  cleaneval --report pages.jsonl gold.jsonl cleaned.jsonl &&
    jq -r '[.cleaneval.f1, .id] | @tsv' pages.jsonl | sort -n | head
  blockify pages/*.html | cleaneval --align gold.jsonl > labelled.jsonl"""

MEMORY = """\
all of GOLD, about the size of its texts and nodes; with --joined one record a core.
Two texts of over half a million words each are compared in pieces, so that time stays bounded."""


def make_parser() -> Parser:
    return options.make_parser(
        "cleaneval", about=ABOUT, usage=USAGE, examples=EXAMPLES, memory=MEMORY, own=_add_options
    )


def _add_options(parser: Parser) -> None:
    add = parser.add_argument_group("what to do").add_argument
    add(
        "--joined",
        action="store_true",
        help="the records hold the fields of their gold themselves: there is no GOLD, and all FILEs are inputs",
    )
    add(
        "--align",
        action="store_true",
        help="write the records with a field gold, good or bad, in each of their blocks. A block is good when enough "
        "of its words are those of the gold text, in order; a headline that the menu repeats is good by the article",
    )
    add = parser.add_argument_group("scoring").add_argument
    add("--json", action="store_true", help="print one JSON object instead of the table")
    add(
        "--annotate",
        action="store_true",
        help=f"write the records instead of the table, with their scores in the field {FIELD}",
    )
    add("--report", metavar="FILE", help=f'write {{"id", "{FIELD}"}} of each page to FILE as JSON lines')
    add("--by", metavar="FIELD", help="figures for each value of this field of the gold as well: page_type, lang, host")
    add(
        "--missing",
        choices=["empty", "skip", "error"],
        help="what pages of GOLD without a cleaned record are: scored as if nothing was left of them, left out, or "
        "the end, as are then records without gold, which else are only counted (default: empty)",
    )
    add = parser.add_argument_group("labelling").add_argument
    add(
        "--gold-blocks",
        action="store_true",
        help="label by gold_blocks: what is in --ignore becomes undecided (default: by the gold text)",
    )
    add(
        "--share",
        metavar="SHARE",
        type=between(0, 1),
        help="part of a block's words that must be good to make it good (default: 0.5)",
    )
    add = parser.add_argument_group("gold and words").add_argument
    add("--blocks-key", metavar="KEY", help="name of the blocks field of the inputs (default: blocks)")
    add("--gold-key", metavar="KEY", help="name of the field of the gold text (default: gold)")
    add(
        "--bad",
        metavar="LABELS",
        type=_labels,
        help="labels of gold_blocks that are boilerplate, with commas; those in neither list are content "
        "(default: bad,other,none,not-content)",
    )
    add(
        "--ignore",
        metavar="LABELS",
        type=_labels,
        help="labels of gold_blocks that are not scored (default: undecided,uncertain,undefined,tied)",
    )
    add(
        "--ascii", action="store_true", help="leave out all characters that are not ASCII, in case encodings went wrong"
    )
    add("--exact", action="store_true", help="case and punctuation of words in order count")


def _labels(text: str) -> list[str]:
    labels = [label.strip() for label in text.split(",")]
    if not all(labels):
        raise argparse.ArgumentTypeError(f"'{text}' is not a list of labels with commas")
    return labels
