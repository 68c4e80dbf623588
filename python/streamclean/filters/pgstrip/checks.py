"""Which options of pgstrip go together: one that would do nothing is an error, not ignored."""

from __future__ import annotations

from ..._core import is_known_encoding
from ...errors import UsageError
from ...options import given_options, option_name
from .options import DEFAULTS, REPORT

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    import argparse

    from ...job import Job

_STRIPPING = {"strip", "corpus"}
_LEARNING = {"learn", "corpus", "reduce"}
_READING_TEXT = {"strip", "corpus", "learn", "emit"}

_MODES = {
    **dict.fromkeys(("out_dir", "parents", "mark", "boundaries", "bytes", "to", "keep_header", "report"), _STRIPPING),
    **dict.fromkeys(("threshold", "gap_max", "max_share", "heuristics"), _STRIPPING),
    **dict.fromkeys(("p_max", "e_max", "encoding", "form"), _READING_TEXT),
    **dict.fromkeys(("counter", "bits", "counters", "store", "memory", "tmpdir"), _LEARNING),
    **dict.fromkeys(("output", "line_buffered"), _STRIPPING | {"emit"}),
    "separate": _LEARNING | {"emit"},
    "min_count": {"learn", "reduce"},
    "model": {"strip", "learn", "reduce"},
}
"""What each option is for, where that is not everything."""

_COUNTERS = {
    "bits": ("hashed", "morris"),
    "counters": ("gm",),
    "store": ("gm",),
    "memory": ("sort",),
    "tmpdir": ("sort",),
}
"""The counters that an option is for."""

_CONFLICTS = [
    ("boundaries", ("out_dir", "mark", "bytes", "to", "keep_header")),
    ("bytes", ("mark", "keep_header", "to")),
    ("out_dir", ("output", "line_buffered")),
]


def check(job: Job) -> None:
    """Refuses what contradicts itself, and sets the options that were not given."""
    args = job.args
    given = given_options(args)
    mode = _mode(args)
    _check_mode(mode, given)
    for name in sorted(given & _COUNTERS.keys()):
        if args.counter not in _COUNTERS[name]:
            raise UsageError(f"{_option(name)} is for --counter {' or '.join(_COUNTERS[name])}")
    for name, others in _CONFLICTS:
        for other in others:
            if {name, other} <= given:
                raise UsageError(f"{_option(name)} and {_option(other)} exclude each other")
    if mode in ("learn", "reduce") and args.model and given & {"counter", "separate"}:
        raise UsageError("--counter and --separate are those of the models given with --model")
    if args.parents and not args.out_dir:
        raise UsageError("--parents goes with --out-dir")
    if mode == "corpus" and "-" in job.paths():
        raise UsageError("--corpus reads its input twice: give files, not standard input")
    if mode == "reduce" and args.counter in ("gm", "morris"):
        raise UsageError(f"{args.counter} depends on the order of lines: not with --reduce")
    if args.encoding is not None and not is_known_encoding(args.encoding):
        raise UsageError(f"--encoding: '{args.encoding}' is not known; utf-8, windows-1252, cp437, big5 are")
    if REPORT in (args.text_key, args.id_key):
        raise UsageError(f"'{REPORT}' is the field of the report")
    for name, value in DEFAULTS.items():
        if getattr(args, name) is None:
            setattr(args, name, value)


def _mode(args: argparse.Namespace) -> str:
    modes = [name for name in ("emit", "learn", "corpus") if getattr(args, name)]
    if len(modes) > 1:
        raise UsageError(f"--{modes[0]} and --{modes[1]} exclude each other")
    if args.reduce:
        if modes != ["learn"]:
            raise UsageError("--reduce goes with --learn")
        return "reduce"
    return modes[0] if modes else "strip"


def _check_mode(mode: str, given: set[str]) -> None:
    for name in sorted(given & _MODES.keys()):
        if mode not in _MODES[name]:
            when = "when stripping with a model" if mode == "strip" else f"with --{mode}"
            raise UsageError(f"{_option(name)} does nothing {when}")


def _option(name: str) -> str:
    names = {"form": "--from", "threshold": "-K"}
    return names.get(name, option_name(name))
