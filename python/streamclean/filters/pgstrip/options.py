"""The options of pgstrip, and which of them go together."""

from __future__ import annotations

import argparse

from ... import options
from ...options import between, count, count_from_zero, size

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...options import Parser

HEADER_FIELDS = ("title", "author", "release_date", "number", "language", "encoding")
COUNTERS = ("exact", "sort", "crc64", "hashed", "morris", "gm")
BUILT_IN = "gutenberg"
DEFAULTS: dict[str, object] = {
    "gap_max": 10,
    "p_max": 300,
    "e_max": 300,
    "max_share": 0.5,
    "heuristics": "full",
    "counter": "crc64",
    "bits": 24,
    "counters": 100_000,
    "store": "fingerprints",
    "memory": size("512M"),
    "min_count": 1,
}
"""What options are that were not given; the parser leaves them out, so that `checks` sees which were."""
REPORT = "pgstrip"
"""The field that says what was done to a record."""

ABOUT = """\
Strips the boilerplate that people typed around the texts of a collection: the preambles and
epilogues of Project Gutenberg books, the licence headers of source files, the footers of mails.
Lines that are frequent in the collection are boilerplate; they are counted in a first pass, and a
preamble ends at the last frequent line before a gap of others (Kaser & Lemire, Removing Manually
Generated Boilerplate from Electronic Texts).

Plain text files give plain text. JSON lines give JSON lines: the field "text" is stripped, and the
field "pgstrip" says what was done. Without --model, --corpus or --learn a built-in model of Project
Gutenberg is used, so that one book is enough."""

USAGE = """pgstrip [options] [FILE ...]                  strip with the built-in model
       pgstrip --learn MODEL [options] [FILE ...]    learn a model from files
       pgstrip --model MODEL [options] [FILE ...]    strip with that model
       pgstrip --corpus [options] FILE ...           learn from the files, then strip them
       pgstrip --emit FILE ... | sort | pgstrip --reduce --learn MODEL"""

EXAMPLES = """\
  pgstrip book.txt > clean.txt
  pgstrip books/*.txt --out-dir clean/
  pgstrip --to jsonl books/*.txt | jq -r 'select(.pgstrip.warnings) | .id'
  find . -name '*.c' -print0 | pgstrip --corpus --heuristics none --max-share 1 --files-from - --boundaries"""

MEMORY = """\
that of the longest document, and of the model: with crc64 16 to 45 bytes a distinct line,
with hashed and morris 2^bits bytes, with gm a fixed amount; sort keeps to --memory, and to about
the size of the lines counted in --tmpdir."""


def make_parser() -> Parser:
    return options.make_parser("pgstrip", about=ABOUT, usage=USAGE, examples=EXAMPLES, memory=MEMORY, own=_add_options)


def _add_options(parser: Parser) -> None:
    add = parser.add_argument_group("what to do").add_argument
    add(
        "--model",
        metavar="MODEL",
        action="append",
        default=[],
        help=f"use this model; given again, models are added up (default: {BUILT_IN}, which is built in)",
    )
    add(
        "--learn",
        metavar="MODEL",
        help="count the lines of the inputs, and of each --model, and write them to MODEL",
    )
    add("--corpus", action="store_true", help="read the files twice: learn from them, then strip them")
    add(
        "--emit",
        action="store_true",
        help="write the lines to be counted as LINE<TAB>COUNT, for a sort elsewhere",
    )
    add(
        "--reduce",
        action="store_true",
        help="with --learn: the input is what --emit wrote, sorted by any sort",
    )
    add = parser.add_argument_group("form of input and output").add_argument
    add(
        "--from",
        dest="form",
        choices=["text", "jsonl"],
        help="form of the inputs (default: as the name or the first bytes of each say)",
    )
    add("--to", choices=["text", "jsonl"], help="form of the output (default: that of the input)")
    add("--out-dir", metavar="DIR", help="write each document to a file of its own in DIR")
    add("--parents", action="store_true", help="with --out-dir: keep the folders of the inputs' names")
    add(
        "--mark",
        action="store_true",
        help="cut nothing: put preamble, text or epilogue and a tab before each line; "
        "in JSON lines, leave the text as it is",
    )
    add(
        "--boundaries",
        action="store_true",
        help="print FILE<TAB>LINES<TAB>PREAMBLE_END<TAB>EPILOGUE_START instead: "
        "lines count from 0, the first that is not preamble and the first that is epilogue (or LINES)",
    )
    add("--bytes", action="store_true", help="write the bytes of the input as they are (default: UTF-8)")
    add("--encoding", metavar="NAME", help="encoding of plain text inputs (default: detected for each)")
    add(
        "--keep-header",
        metavar="FIELDS",
        type=_header_fields,
        help="keep these fields of the header, with commas: "
        + ", ".join(HEADER_FIELDS)
        + ", or all. Plain text gets them as lines on top (default: none), JSON lines in "
        "pgstrip.header (default: all)",
    )
    add("--report", metavar="FILE", help="write what was decided about each document to FILE as JSON lines")
    add = parser.add_argument_group("method (the names of the paper)").add_argument
    add(
        "--heuristics",
        choices=["full", "paper", "none"],
        help="rules beside frequent lines: the three "
        "of section 3.4, or full, with credits and notes in many languages (default: full)",
    )
    add(
        "--no-heuristics",
        dest="heuristics",
        action="store_const",
        const="none",
        help="the same as --heuristics none",
    )
    add(
        "-K",
        "--threshold",
        metavar="K",
        type=count_from_zero,
        help="a line is frequent above K occurrences (default: 10, and 5 with gm)",
    )
    add(
        "--gap-max",
        metavar="N",
        type=count,
        help="lines not frequent that end a preamble (default: 10)",
    )
    add(
        "--p-max",
        metavar="N",
        type=count_from_zero,
        help="longest preamble, in lines that count; 0 if there are none (default: 300)",
    )
    add(
        "--e-max",
        metavar="N",
        type=count_from_zero,
        help="longest epilogue, in lines that count; 0 if there are none (default: 300)",
    )
    add(
        "--max-share",
        metavar="SHARE",
        type=between(0, 1),
        help="largest part of a text that is cut at one end without a marker line (default: 0.5)",
    )
    add = parser.add_argument_group("learning").add_argument
    add(
        "--counter",
        choices=COUNTERS,
        help="how lines are counted (default: crc64). exact: all in memory; sort: on "
        "disk beyond --memory; crc64: by fingerprint; hashed: in 2^bits cells of 8 bits; morris: the same, counting "
        "roughly beyond 255; gm: Generalized Majority",
    )
    add("--separate", action="store_true", help="count preambles and epilogues apart")
    add("--bits", metavar="N", type=count, help="hashed, morris: 2^N cells (default: 24)")
    add("--counters", metavar="N", type=count, help="gm: N counters (default: 100000)")
    add(
        "--store",
        choices=["fingerprints", "lines"],
        help="gm: what its counters keep (default: fingerprints)",
    )
    add(
        "--memory",
        metavar="SIZE",
        type=size,
        help="sort: memory for lines (default: 512M)",
    )
    add("--tmpdir", metavar="DIR", help="sort: folder for what does not fit (default: the system's)")
    add(
        "--min-count",
        metavar="N",
        type=count,
        help="leave rarer lines out of the model: smaller, but counts "
        "no longer add up when models are merged (default: 1)",
    )


def _header_fields(text: str) -> list[str]:
    names = [name.strip().replace("-", "_") for name in text.split(",")]
    if names == ["all"]:
        return list(HEADER_FIELDS)
    for name in names:
        if name not in HEADER_FIELDS:
            raise argparse.ArgumentTypeError(f"'{name}' is not one of {', '.join(HEADER_FIELDS)}, all")
    return names
