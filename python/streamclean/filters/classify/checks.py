"""Which options of classify go together: one that would do nothing is an error, not ignored."""

from __future__ import annotations

import argparse

from ..._core import algorithms
from ...errors import UsageError
from ...options import option_name
from .options import DEFAULT, PRECISION, RECALL, parameter_names

_LABELLING = ("explain", "model", "lang", "stoplist", "only_lang", "precision", "recall")
_KIT = ("line_buffered", "output")


def mode(args: argparse.Namespace) -> str:
    """What is to be done."""
    modes = [name for name in ("list", "train", "fit-densities", "features") if getattr(args, name.replace("-", "_"))]
    if len(modes) > 1:
        raise UsageError(f"--{modes[0]} and --{modes[1]} exclude each other")
    return modes[0] if modes else "label"


def check(args: argparse.Namespace, chosen: str) -> None:
    """Refuses what contradicts itself, and sets the options that were not given."""
    parameters = [name.replace("-", "_") for name in parameter_names()]
    # 0 is a value, and equal to False.
    given = {name for name, value in vars(args).items() if value is not None and value is not False and value != []}
    of_modes = {
        "label": set(given),
        "train": {"algorithm", "preset", "output", *parameters},
        "features": {"lang", "line_buffered"},
    }
    allowed = of_modes.get(chosen, set())
    for name in sorted(given & {*_LABELLING, *_KIT, "algorithm", "preset", *parameters}):
        if name not in allowed and not (name == "output" and chosen != "label"):
            raise UsageError(f"{option_name(name)} does nothing with --{chosen}")
    if chosen == "list" and (args.files or args.files_from):
        raise UsageError("--list reads no input")
    if chosen == "train" and not args.algorithm:
        raise UsageError("--train needs --algorithm")
    if chosen == "train" and (not args.output or args.output == "-"):
        raise UsageError("--train needs -o MODEL")
    args.algorithm = args.algorithm or DEFAULT
    _check_algorithm(args, chosen, given & {"preset", *parameters})
    _check_leaning(args)
    args.lang = args.lang or "auto"


def _check_algorithm(args: argparse.Namespace, chosen: str, given: set[str]) -> None:
    """The options that only some algorithms have."""
    [algorithm] = [algorithm for algorithm in algorithms() if algorithm["name"] == args.algorithm]
    params = algorithm["params"]
    own = {str(param[0]).replace("-", "_") for param in params}  # type: ignore[attr-defined]
    if algorithm["presets"]:
        own.add("preset")
    for name in sorted(given - own):
        raise UsageError(f"{option_name(name)} does nothing with --algorithm {args.algorithm}")
    if chosen == "train" and args.algorithm == "trees" and given:
        raise UsageError(f"{option_name(min(given))} does nothing with --train --algorithm trees")
    if chosen == "train" and not algorithm["learns"]:
        raise UsageError(f"{args.algorithm} learns nothing; those that do: {', '.join(_learning())}")
    if chosen == "label" and args.model and not algorithm["learns"]:
        raise UsageError(f"{args.algorithm} has no model; those that do: {', '.join(_learning())}")
    if args.stoplist and not algorithm["uses_stop_words"]:
        raise UsageError(f"--stoplist does nothing with --algorithm {args.algorithm}")


def _check_leaning(args: argparse.Namespace) -> None:
    """--precision and --recall are names for two thresholds."""
    leanings = [name for name in ("precision", "recall") if getattr(args, name)]
    if not leanings:
        return
    if args.algorithm != "trees":
        raise UsageError(f"--{leanings[0]} does nothing with --algorithm {args.algorithm}")
    if len(leanings) > 1 or args.threshold is not None:
        raise UsageError("--precision, --recall and --threshold exclude each other")
    args.threshold = PRECISION if args.precision else RECALL


def _learning() -> list[str]:
    return [str(algorithm["name"]) for algorithm in algorithms() if algorithm["learns"]]
