"""Which options of neardups go together: one that would do nothing is an error, not ignored."""

from __future__ import annotations

import argparse

from ...errors import UsageError
from ...options import given_options, option_name
from ...text_options import temporary_folder
from .options import DEFAULTS

MODES = ("clusters", "pairs", "emit", "reduce", "curve")
_GROUPS = ("link", "keep", "drop")
_TEXT = ("source", "blocks_key", "length", "unit", "fold", "exact", "verify")
_PAIRS = ("measure", "common", "distance", "bands", "rows", "most")
_KIT = ("text_key", "id_key", "max_record", "jobs", "on_error", "rejects", "files", "files_from")
_NOT_FOR: dict[str, tuple[str, ...]] = {
    "clusters": (),
    "pairs": _GROUPS,
    "emit": (*_GROUPS, "most", "memory", "tmpdir"),
    "curve": (*_GROUPS, *_TEXT, *_PAIRS, *_KIT, "memory", "tmpdir"),
}
"""What would do nothing in a mode."""


def check(args: argparse.Namespace) -> str:
    """Refuses what contradicts itself, sets the options that were not given, and says what is to be done."""
    given = given_options(args)
    modes = [name for name in MODES if name in given]
    if modes in (["clusters", "reduce"], ["pairs", "reduce"]):
        modes = modes[:1]
    if len(modes) > 1:
        raise UsageError(f"--{modes[0]} and --{modes[1]} exclude each other")
    mode = "clusters" if not modes or modes == ["reduce"] else modes[0]
    for name in sorted(given & set(_NOT_FOR[mode])):
        raise UsageError(f"{_option(name)} does nothing with --{mode}")
    if mode == "curve" and args.curve != "bands":
        for name in sorted(given & {"threshold", "recall"}):
            raise UsageError(f"{_option(name)} does nothing with --curve {args.curve}")
    if mode == "emit" and args.measure == "containment":
        raise UsageError("--measure containment is not for --emit: what is inside what depends on both records")
    if args.reduce and args.measure == "containment":
        raise UsageError("--measure containment is not for --reduce")
    if (args.bands is None) != (args.rows is None):
        raise UsageError("--bands and --rows go together")
    if args.bands and args.recall:
        raise UsageError("--recall does nothing with --bands")
    if args.exact and args.verify:
        raise UsageError("--verify does nothing with --exact")
    if args.unit == "bytes" and args.fold:
        raise UsageError("--fold does nothing with --unit bytes")
    if args.reduce == "-" and not args.files_from and (not args.files or "-" in args.files):
        raise UsageError("--reduce - reads keys from standard input: name the files of the records")
    if args.line_buffered and mode != "emit":
        raise UsageError("--line-buffered does nothing here: output begins when all input was read")
    for name, value in DEFAULTS.items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    if len({args.text_key, args.blocks_key, args.id_key}) < 3:
        raise UsageError("--text-key, --blocks-key and --id-key must differ")
    if args.tmpdir is None:
        args.tmpdir = temporary_folder()
    return mode


def _option(name: str) -> str:
    return {"length": "-n", "files": "FILE"}.get(name, option_name(name))
