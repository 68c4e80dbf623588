"""Which options of fingerprint go together: one that would do nothing is an error, not ignored."""

from __future__ import annotations

import argparse

from ..._core import schemes
from ...errors import UsageError
from .options import DEFAULT, LEARNED, option_name, parameter_names

_READING = ("source", "blocks_key", "unit", "fold")
_SKETCHING = ("n", "seed", "format", "positions", "binary", "prefixes", "scheme")
_KIT = ("line_buffered", "output", "text_key", "id_key")
_OF_MODES = {"learn": {*_READING, "text_key", "scheme"}, "list": {"line_buffered", "output"}}


def mode(args: argparse.Namespace) -> str:
    """What is to be done."""
    if args.list and args.learn:
        raise UsageError("--list and --learn exclude each other")
    return "list" if args.list else "learn" if args.learn else "sketch"


def check(args: argparse.Namespace, chosen: str) -> None:
    """Refuses what contradicts itself, and sets the options that were not given."""
    parameters = [name.replace("-", "_") for name in parameter_names()]
    # 0 is a value, and equal to False.
    given = {name for name, value in vars(args).items() if value is not None and value is not False and value != []}
    given -= {name for name in ("text_key", "id_key") if getattr(args, name) == name.split("_")[0]}
    args.blocks_key = args.blocks_key or "blocks"
    if chosen != "sketch":
        allowed = _OF_MODES[chosen]
        for name in sorted(given & {*_READING, *_SKETCHING, *_KIT, *parameters}):
            if name not in allowed:
                raise UsageError(f"{option_name(name)} does nothing with --{chosen}")
    if chosen == "list" and (args.files or args.files_from):
        raise UsageError("--list reads no input")
    if chosen == "learn" and (args.scheme or LEARNED) != LEARNED:
        raise UsageError(f"--learn does nothing for --scheme {args.scheme}")
    if args.source == "text" and "blocks_key" in given:
        raise UsageError("--blocks-key does nothing with --source text")
    if args.source == "blocks" and "text_key" in given:
        raise UsageError("--text-key does nothing with --source blocks")
    if len({args.text_key, args.blocks_key, args.id_key}) < 3:
        raise UsageError("--text-key, --blocks-key and --id-key must differ")
    args.scheme = args.scheme or (LEARNED if chosen == "learn" else DEFAULT)
    [scheme] = [scheme for scheme in schemes() if scheme["name"] == args.scheme]
    if args.unit and args.unit not in scheme["units"]:  # type: ignore[operator]
        raise UsageError(f"--unit must be one of {', '.join(scheme['units'])} for --scheme {args.scheme}")  # type: ignore[arg-type]
    if chosen == "sketch":
        _check_scheme(args, scheme, given & {*_SKETCHING, *_READING, *parameters})
    args.source = args.source or "auto"


def _check_scheme(args: argparse.Namespace, scheme: dict[str, object], given: set[str]) -> None:
    """The options that only some schemes have."""
    own = {str(param[0]).replace("-", "_") for param in scheme["params"]}  # type: ignore[attr-defined]
    has = {"n": scheme["n"] is not None, "seed": scheme["seeded"], "positions": scheme["positions"]}
    has["prefixes"] = scheme["prefixes"]
    has["fold"] = (args.unit or scheme["units"][0]) not in ("bytes", "text")  # type: ignore[index]
    everywhere = {"scheme", "format", "binary", "source", "blocks_key", "unit"}
    for name in sorted(given - own - everywhere):
        if not has.get(name):
            unit = " and these units" if name == "fold" else ""
            raise UsageError(f"{option_name(name)} does nothing with --scheme {args.scheme}{unit}")
    if scheme["prefixes"] and not args.prefixes:
        raise UsageError(f"--scheme {args.scheme} needs --prefixes, which --learn makes")
