"""The options of fingerprint. The parameters of the schemes become options from the core's table of them."""

from __future__ import annotations

import argparse

from ... import options
from ..._core import schemes
from ...text_options import add_text_options

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...options import Parser

DEFAULT = "minhash"
LEARNED = "rarest"
"""The scheme that --learn counts for."""
REPORT = "fingerprint"
"""The field that the fingerprint goes into."""
UNITS = ("words", "chars", "letters", "lines", "bytes", "text")

ABOUT = """\
Adds a fingerprint to each record: few numbers that are the same, or nearly so, for texts that are
nearly the same. All schemes of Pomikálek's section 3.2 are here; --list describes them.

Text is normalised first: what is neither a letter nor a number goes, and case does not matter, so
that '(Nice) Day !' is 'nice day'. It is cut into units (--unit), and n of them are a shingle. In
scripts without spaces a word is a character, or one of a dictionary.

Each record gets "fingerprint": {"scheme", "parameters", "shingles", "values"}. Two of them can be
compared if scheme and parameters are the same. "shingles" is how many different ones the document
has, "values" the fingerprint: numbers of 64 bits, the least byte first, in base64 (--format list: a
list of hexadecimal numbers). A document that is shorter than a shingle has no values: "", or with
--format list no such key. It is like no other document.

--binary FILE has the same for programs: a header (sealed, kind "fingerprints": scheme and
parameters, padded to 8 bytes); then of each document the number of its shingles (8 bytes), of its
values (4), the bytes of its id (4), the values (8 each), the id, padded to 8; then the number of
documents and the XXH3-64 of all before (8 each, sealed, kind "fingerprints-end"). All numbers have
their least byte first. Sealed is: 8 bytes 89 'SCLEAN' 0a, version 1 (4), the kind (16), the length (8),
that many bytes, XXH3-64 of all these (8). streamclean.read_fingerprints() reads it."""

USAGE = """fingerprint [options] [FILE ...]                       add fingerprints to records
       fingerprint --learn PREFIXES [FILE ...]                 count what begins shingles, for rarest
       fingerprint --list                                      describe the schemes"""

EXAMPLES = """\
  fingerprint documents.jsonl > marked.jsonl
  blockify crawl.warc.gz | classify | fingerprint --scheme simhash --format list
  fingerprint --scheme winnow --guarantee 60 --positions --binary prints.bin documents.jsonl
  fingerprint --learn rare.prefixes documents.jsonl
  fingerprint --scheme rarest --prefixes rare.prefixes documents.jsonl"""

MEMORY = """\
that of the longest records, one batch for each core; of a record up to 12 times the size of its
text, with letters or bytes as units up to 50 times. Counts of prefixes take 16 MB."""


def make_parser() -> Parser:
    return options.make_parser(
        "fingerprint", about=ABOUT, usage=USAGE, examples=EXAMPLES, memory=MEMORY, own=_add_options
    )


def _add_options(parser: Parser) -> None:
    table = schemes()
    add = parser.add_argument_group("what to do").add_argument
    add(
        "--scheme",
        metavar="NAME",
        choices=[scheme["name"] for scheme in table],
        help=f"how fingerprints are made; --list describes the schemes (default: {DEFAULT})",
    )
    add("--list", action="store_true", help="describe all schemes, with their parameters, and exit")
    add("--learn", metavar="PREFIXES", help="count the sequences of five letters in all records, into a file")
    add("--prefixes", metavar="PREFIXES", help=f"{LEARNED}: what --learn counted")
    add = parser.add_argument_group("text").add_argument
    add_text_options(add)
    add(
        "--unit",
        choices=UNITS,
        help="what shingles are made of: words; chars, with a space between words; letters, without; lines, each as "
        "its words; bytes as they are (default: by the scheme)",
    )
    add("-n", metavar="N", type=options.count, help="units of a shingle (default: by the scheme)")
    add(
        "--fold",
        metavar="LIST",
        help="what is alike: some of case,digits,accents with commas between them, or none (default: case)",
    )
    add = parser.add_argument_group("parameters of schemes").add_argument
    add("--seed", metavar="N", type=options.count_from_zero, help="other random hashes (default: 1)")
    for name, (about, whole, low, high) in _parameters(table).items():
        kind = options.count_from_zero if whole else options.between(low, high)
        add(f"--{name}", metavar="N", type=kind, help=about)
    add = parser.add_argument_group("form").add_argument
    add("--format", choices=["base64", "list"], help="how values are written (default: base64)")
    add(
        "--positions",
        action="store_true",
        help='winnow, sif: add "positions", the code points at which the shingles begin, written like the values',
    )
    add("--binary", metavar="FILE", help="write the fingerprints into FILE too, as described above")


def _parameters(table: list[dict[str, object]]) -> dict[str, tuple[str, bool, float, float]]:
    """The parameters of all schemes by name: what they are for, whether they are whole numbers, their range."""
    found: dict[str, tuple[str, bool, float, float]] = {}
    for scheme in table:
        for name, default, low, high, whole, about in scheme["params"]:  # type: ignore[attr-defined]
            text = f"{scheme['name']}: {about} (default: {default:g})"
            if name in found:
                text = f"{found[name][0]}; {text}"
            found[name] = (text, whole, low, high)
    return found


def parameter_names() -> list[str]:
    return list(_parameters(schemes()))


def option_name(name: str) -> str:
    return "-n" if name == "n" else "--" + name.replace("_", "-")


def settings(args: argparse.Namespace) -> list[tuple[str, float]]:
    """The parameters that were set."""
    values = ((name, getattr(args, name.replace("-", "_"))) for name in parameter_names())
    return [(name, float(value)) for name, value in values if value is not None]
