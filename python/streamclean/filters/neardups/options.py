"""The options of neardups."""

from __future__ import annotations

from ... import options
from ...options import between, count, count_from_zero
from ...text_options import add_memory_options, add_text_options

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...options import Parser

UNITS = ("words", "chars", "letters", "lines", "bytes")
DEFAULTS: dict[str, object] = {
    "link": "single",
    "keep": "first",
    "source": "auto",
    "blocks_key": "blocks",
    "memory": options.size("1G"),
    "most": 1000,
}
"""What options are that were not given; the parser leaves them out, so that `checks` sees which were."""

ABOUT = """\
Finds records whose texts are nearly the same. Records as they are are compared by their texts: all
pairs whose resemblance (Broder: what of their 5-word shingles is in both, by what is in either) is
--threshold or more, and no others. Records that fingerprint has been over are compared by that, in
far less room; how depends on the scheme:

  minhash, oneperm             candidates have all values of a band in common; pairs are those of them
                               whose estimated resemblance may be --threshold: of the pairs that are
                               just so alike --recall are found, with others that are a little less so
  supershingle, lists          pairs have --common values in common
  simhash                      pairs differ in --distance bits at most: all of them, and no others
  winnow, sif, lines, ...      all pairs of fingerprints as sets; with --measure containment those of
                               which one lies inside the other
  exact                        what is the same

Each record gets "neardups": {"cluster", "size", "representative", "keep", "similarity"}: the number
of the first record of its group, how many are in it, the id of the one that stays, whether it is
this one, and the similarity of its nearest neighbour (0: none). --drop leaves out all others.
--pairs writes pairs instead: {"a", "b", "similarity"}, where it can be told with "a_in_b" and
"b_in_a", how much of each is inside the other. A text shorter than a shingle is like no other."""

USAGE = """neardups [options] [FILE ...]                    label records, or with --drop keep one of each group
       neardups --pairs [options] [FILE ...]            pairs of records
       neardups --emit [options] [FILE ...] | sort | neardups --reduce - [options] FILE ...
       neardups --curve [K,S,R | 3.1 | 3.2 | 3.3]       probabilities that a pair is accepted"""

EXAMPLES = """\
  neardups --drop documents.jsonl > unique.jsonl
  fingerprint --scheme minhash records.jsonl | neardups --threshold 0.5 --clusters
  blockify crawl.warc.gz | classify | neardups --link complete --keep longest | jq 'select(.neardups.keep)'
  fingerprint --scheme winnow essays.jsonl | neardups --pairs --measure containment --threshold 0.3
  parallel --pipepart --block 1G neardups --emit :::: all.jsonl | LC_ALL=C sort | neardups --reduce - all.jsonl"""

MEMORY = """\
--memory, and for each record up to 150 bytes, or 250 where it has a SimHash of 1,024 bits. What
does not fit is sorted in --tmpdir: texts take 8 bytes a word there, and 40 for each that is in
other texts too; half the speed, the same pairs, but for what --most leaves out. Unless --pairs is
given, the input is read twice, and standard input is kept there."""


def make_parser() -> Parser:
    return options.make_parser("neardups", about=ABOUT, usage=USAGE, examples=EXAMPLES, memory=MEMORY, own=_add_options)


def _add_options(parser: Parser) -> None:
    add = parser.add_argument_group("what to do").add_argument
    add("--clusters", action="store_true", help="label records with their groups (default)")
    add("--pairs", action="store_true", help="write a line for each pair, in the order of the records")
    add(
        "--emit",
        action="store_true",
        help="write KEY<TAB>ID lines: records that may be alike share a key. Any part of the records by itself; "
        "each needs an id",
    )
    add(
        "--reduce",
        metavar="KEYS",
        help="read those lines, of all parts and sorted, from KEYS (-: standard input) rather than sort here; the "
        "records are read too, and their ids must differ. The options are those of --emit, the output the same as "
        "without the two, but for what --most leaves out",
    )
    add(
        "--curve",
        metavar="WHICH",
        nargs="?",
        const="bands",
        help="print the probability that a pair is accepted by its resemblance: with equation 3.1 for K,S,R (K groups "
        "of S values, R in common), as in figures 3.1, 3.2 or 3.3; else for 128 values with --threshold and --recall "
        "to be a candidate (bands), and to have values enough in common (equal)",
    )
    add = parser.add_argument_group("which are pairs").add_argument
    add("--threshold", metavar="T", type=between(0.01, 1), help="as alike as that, 0.01 to 1 (default: 0.8)")
    add(
        "--measure",
        choices=["resemblance", "containment"],
        help="texts and fingerprints that are sets, and --verify: what --threshold is of; containment is how much of "
        "the smaller one is inside the other (default: resemblance)",
    )
    add("--common", metavar="N", type=count, help="supershingle, lists: values in common (default: 2; of lists 1)")
    add("--distance", metavar="N", type=count_from_zero, help="simhash: bits that may differ (default: 3)")
    add(
        "--recall",
        metavar="P",
        type=between(0.01, 0.9999),
        help="minhash: share of pairs at the threshold that are to be found: the S-curve is solved for it. More of it "
        "brings more pairs below the threshold, which --verify drops (default: 0.99)",
    )
    add("--bands", metavar="N", type=count, help="minhash: rather these bands, each of --rows values")
    add("--rows", metavar="N", type=count, help="with --bands: values of a band")
    add("--verify", action="store_true", help="fingerprints: compare the texts of candidates, and drop other pairs")
    add("--exact", action="store_true", help="compare texts even if records have fingerprints")
    add(
        "--most",
        metavar="N",
        type=count,
        help="of more records than that which share a shingle or value, or are the same, only some are paired with all "
        "others of them, so that a million copies take no million million pairs; it is told when that happened. "
        "Which, depends on --memory and --reduce, too (default: 1000)",
    )
    add = parser.add_argument_group("groups").add_argument
    add(
        "--link",
        choices=["single", "complete"],
        help="single: a record is of a group if it is like one of it; complete: if it is like all of it (default: "
        "single)",
    )
    add("--keep", choices=["first", "longest"], help="which of a group stays (default: first)")
    add("--drop", action="store_true", help="leave out records that do not stay")
    group = parser.add_argument_group("text")
    add_text_options(group.add_argument)
    group.add_argument("-n", "--length", metavar="N", type=count, help="units of a shingle (default: 5)")
    group.add_argument("--unit", choices=UNITS, help="what shingles are made of (default: words)")
    group.add_argument(
        "--fold",
        metavar="LIST",
        help="what is alike: some of case,digits,accents with commas between them, or none (default: case)",
    )
    add_memory_options(parser.add_argument_group("memory").add_argument)
