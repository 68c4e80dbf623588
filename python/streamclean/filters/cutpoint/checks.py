"""Which options of cutpoint go together: one that would do nothing is an error, not ignored."""

from __future__ import annotations

from ..._core import is_known_encoding
from ...errors import UsageError
from ...options import given_options, size
from ...text_options import temporary_folder
from .options import REPORT, SAMPLE

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    import argparse

    from ...job import Job

_ALL = ("learn", "model", "path", "grid")
_WRITING = {"", "model"}
_SAMPLING = {"", "learn", "path", "grid"}
_CHOOSING = {"", "learn", "grid"}

_MODES = {
    **dict.fromkeys(("mark", "html", "title", "open"), _WRITING),
    **dict.fromkeys(("bytes", "borders", "sample"), _SAMPLING),
    **dict.fromkeys(("n", "a"), _CHOOSING),
    "records": {"", "learn", "model"},
    "tmpdir": {""},
    "output": {"", "model", "path", "grid"},
    "line_buffered": {"", "model", "path", "grid"},
}
"""What each option is for, where that is not everything."""

_OURS = ("blocks", "records", REPORT)


def check(job: Job) -> str:
    """Refuses what contradicts itself, sets the options that were not given, and returns what is to be done."""
    args = job.args
    given = given_options(args)
    modes = [name for name in _ALL if name in given]
    if len(modes) > 1:
        raise UsageError(f"--{modes[0]} and --{modes[1]} exclude each other")
    mode = modes[0] if modes else ""
    for name in sorted(given & _MODES.keys()):
        if mode not in _MODES[name]:
            raise UsageError(f"--{name.replace('_', '-')} does nothing with --{mode}")
    if args.html and (args.mark or args.records):
        raise UsageError(f"--html and --{'mark' if args.mark else 'records'} exclude each other")
    for name in ("title", "open"):
        if name in given and not args.html:
            raise UsageError(f"--{name} goes with --html")
    _check_point(args, mode)
    if args.encoding is not None and not is_known_encoding(args.encoding):
        raise UsageError(f"--encoding: '{args.encoding}' is not known; utf-8, windows-1252, big5 are")
    for key in (args.text_key, args.id_key):
        if key in _OURS:
            raise UsageError(f"'{key}' is a field that cutpoint writes")
    if args.sample is None:
        args.sample = size(SAMPLE)
    if args.tmpdir is None:
        args.tmpdir = temporary_folder()
    return mode


def _check_point(args: argparse.Namespace, mode: str) -> None:
    if args.a is not None and args.a[1] > 100:
        raise UsageError("--a: no more than 100 per cent")
    if mode == "grid":
        return
    if (args.n is None) != (args.a is None):
        raise UsageError("--n and --a go together: they are one cut point")
    for name in ("n", "a"):
        span = getattr(args, name)
        if span is not None and span[0] != span[1]:
            raise UsageError(f"--{name}: a range is for --grid")
