"""Which options of ngramdups go together: one that would do nothing is an error, not ignored."""

from __future__ import annotations

import os

from ...errors import UsageError
from ...options import given_options, option_name
from ...text_options import check_tokens, temporary_folder
from .options import DEFAULTS

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job

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
    given = given_options(args)
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
        args.tmpdir = temporary_folder()
    return mode


def _option(name: str) -> str:
    return "-n" if name == "n" else option_name(name)
