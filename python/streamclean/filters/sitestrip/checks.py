"""Which options of sitestrip go together: one that would do nothing is an error, not ignored."""

from __future__ import annotations

from ..._core import algorithms, site_methods
from ...errors import UsageError
from ...options import given_options, option_name
from ...records import BLOCKIFY
from ...text_options import temporary_folder
from .options import DEFAULTS, REPORT, parameter_names

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    import argparse

    from ...job import Job

_LEARNING = ("method", "sample", "tmpdir", "memory")
_LABELLING = ("fallback", "threshold", "with_class", "drop", "output", "line_buffered")


def check(job: Job) -> None:
    """Refuses what contradicts itself, and sets the options that were not given."""
    args = job.args
    given = given_options(args)
    if args.list and (args.files or args.files_from):
        raise UsageError("--list reads no input")
    if {"learn", "model"} <= given:
        raise UsageError("--learn and --model exclude each other")
    parameters = {str(param[0]) for row in site_methods() for param in row["params"]}  # type: ignore[attr-defined]
    for mode, idle in (("model", (*_LEARNING, *sorted(parameters))), ("learn", _LABELLING)):
        if mode in given:
            for name in idle:
                if name in given:
                    raise UsageError(f"{option_name(name)} does nothing with --{mode}")
    for name, value in DEFAULTS.items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    _check_parameters(args, given & parameters)
    names = [str(row["name"]) for row in algorithms()]
    if args.fallback not in names:
        raise UsageError(f"--fallback: '{args.fallback}' is not one of {', '.join(names)}")
    if "-" in (args.learn, args.model):
        raise UsageError("--learn and --model name files, not standard input or output")
    if args.tmpdir is None:
        args.tmpdir = temporary_folder()
    if len({args.blocks_key, args.id_key, args.html_key, REPORT, BLOCKIFY}) < 5:
        raise UsageError(f"--blocks-key, --id-key, --html-key, '{REPORT}' and '{BLOCKIFY}' must differ")


def _check_parameters(args: argparse.Namespace, given: set[str]) -> None:
    own = set() if args.model else set(parameter_names(args.method))
    for name in sorted(given - own):
        raise UsageError(f"{option_name(name)} is no parameter of --method {args.method}")
    if args.method == "cutpoint" and (args.n is None) != (args.a is None):
        raise UsageError("--n and --a go together: they are one cut point")
