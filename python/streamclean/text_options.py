"""Options that filters share which read the text of records: where it is, what a token is, what memory may be used."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable

from .errors import UsageError
from .options import size

SOURCES = ("auto", "blocks", "text", "both")


def add_text_options(add: Callable[..., object]) -> None:
    """Where the text of a record is."""
    add(
        "--source",
        choices=SOURCES,
        help="what is read of a record: its blocks, its text, or both; auto: its blocks if it has any (default: auto)",
    )
    add("--blocks-key", metavar="KEY", help="name of the blocks field (default: blocks)")


def add_token_options(add: Callable[..., object]) -> None:
    """What a token is."""
    add(
        "--skip",
        metavar="LIST",
        type=_list_of("punct", "stop"),
        action="extend",
        help="leave out punct (tokens that begin with neither a letter nor a number), stop (stop words), or both, with "
        "commas (default: nothing)",
    )
    add("--stop-lang", metavar="LANG", help="skip stop: the stop words of this language")
    add("--stoplist", metavar="FILE", help="skip stop: the words of FILE, one a line")
    add(
        "--fold",
        metavar="LIST",
        type=_list_of("case", "digits", "accents"),
        action="extend",
        help="take for alike what differs in case, digits, accents, with commas (default: nothing)",
    )


def add_memory_options(add: Callable[..., object]) -> None:
    """What may be used."""
    add("--memory", metavar="SIZE", type=size, help="memory to use, as 64M, 1G (default: 1G; at least 1M)")
    add("--tmpdir", metavar="DIR", help="folder for what does not fit (default: that of the system: TMPDIR, or /tmp)")


def temporary_folder() -> str:
    """What --tmpdir is if it was not given."""
    return os.environ.get("TMPDIR") or "/tmp"


def check_tokens(args: argparse.Namespace) -> None:
    """Stop words that are left out are of a list, and a list is of those."""
    if args.stop_lang and args.stoplist:
        raise UsageError("--stop-lang and --stoplist exclude each other")
    if "stop" in args.skip and not (args.stop_lang or args.stoplist):
        raise UsageError("--skip stop needs --stop-lang LANG or --stoplist FILE")
    if "stop" not in args.skip and (args.stop_lang or args.stoplist):
        raise UsageError(f"{'--stop-lang' if args.stop_lang else '--stoplist'} does nothing without --skip stop")


def _list_of(*names: str) -> Callable[[str], list[str]]:
    def convert(text: str) -> list[str]:
        chosen = [name.strip() for name in text.split(",")]
        for name in chosen:
            if name not in names:
                raise argparse.ArgumentTypeError(f"'{name}' is not one of {', '.join(names)}")
        return chosen

    return convert
