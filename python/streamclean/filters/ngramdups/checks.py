"""Which options of ngramdups go together: one that would do nothing is an error, not ignored."""

from __future__ import annotations

import os

from ...errors import UsageError
from .options import DEFAULTS

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    import argparse

    from ...cli import Job

_COUNTING = ("n", "method", "memory", "tmpdir", "level", "skip", "fold", "stop_lang", "stoplist")
_READING = ("source", "blocks_key", "text_key", "id_key", "max_record", "jobs", "on_error", "rejects")
_NOT_FOR: dict[str, tuple[str, ...]] = {
    "merge": (*_COUNTING, *_READING, "no_counts", "by", "format"),
    "text": ("no_counts",),
    "jsonl": ("no_counts",),
    "by": ("no_counts", "format"),
}
"""What would do nothing in a mode."""


def check(job: Job) -> str:
    """Refuses what contradicts itself, sets the options that were not given, and says what is to be done."""
    args = job.args
    given = _given(args)
    mode = "merge" if args.merge else "by" if args.by else args.format or "set"
    for name in sorted(given & set(_NOT_FOR.get(mode, ()))):
        with_what = f"--{mode}" if mode in ("merge", "by") else f"--format {mode}"
        raise UsageError(f"{_option(name)} does nothing with {with_what}")
    for name, value in DEFAULTS.items():
        if getattr(args, name) is None:
            setattr(args, name, None if mode == "merge" and name == "min_count" else value)
    check_tokens(args)
    if len(args.n) > 1 and mode != "by":
        raise UsageError("-n takes several numbers with --by host only")
    if args.line_buffered:
        raise UsageError("--line-buffered does nothing here: all is written at the end")
    if mode in ("set", "merge") and args.output in (None, "-") and os.isatty(1):
        raise UsageError("a set is not for a terminal: give -o FILE, or --format text to look at n-grams")
    if args.tmpdir is None:
        args.tmpdir = os.environ.get("TMPDIR") or "/tmp"
    return mode


def check_tokens(args: argparse.Namespace) -> None:
    """Stop words that are left out are of a list, and a list is of those."""
    if args.stop_lang and args.stoplist:
        raise UsageError("--stop-lang and --stoplist exclude each other")
    if "stop" in args.skip and not (args.stop_lang or args.stoplist):
        raise UsageError("--skip stop needs --stop-lang LANG or --stoplist FILE")
    if "stop" not in args.skip and (args.stop_lang or args.stoplist):
        raise UsageError(f"{'--stop-lang' if args.stop_lang else '--stoplist'} does nothing without --skip stop")


def _given(args: argparse.Namespace) -> set[str]:
    kit = {"jobs": 1, "on_error": "stop", "text_key": "text", "id_key": "id", "max_record": 256 << 20}
    return {
        name
        for name, value in vars(args).items()
        if value is not None and value is not False and value != [] and value != kit.get(name)
    }


def _option(name: str) -> str:
    return "-n" if name == "n" else "--" + name.replace("_", "-")
