"""Which options of dedupblocks go together: one that would do nothing is an error, not ignored."""

from __future__ import annotations

from ...errors import UsageError
from ...inputs import is_pipe
from ...options import given_options, option_name
from ...text_options import temporary_folder
from .options import DEFAULTS, REPORT

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job

_CONFLICTS: list[tuple[str, tuple[str, ...]]] = [
    ("order", ("keep=longest", "scope=document")),
    ("keep=longest", ("scope=document",)),
    ("exact", ("scope=document",)),
    ("level=document", ("scope=document",)),
    ("state", ("scope=host", "scope=document")),
    ("against", ("scope=host", "scope=document")),
    ("only_against", ("ngrams", "state", "order", "keep=longest", "exact", "trace")),
    ("no_smoothing", ("level=document", "level=line", "level=paragraph")),
    ("source", ("level=line", "level=paragraph")),
    ("stop_lang", ("stoplist",)),
]
"""What would do nothing, or contradicts itself, together."""


def check(job: Job) -> None:
    """Refuses what contradicts itself, and sets the options that were not given."""
    args = job.args
    given = given_options(args)
    given |= {f"{name}={getattr(args, name)}" for name in ("level", "scope", "keep")}
    for name, others in _CONFLICTS:
        for other in others:
            if {name, other} <= given:
                raise UsageError(f"{_option(name)} and {_option(other)} exclude each other")
    if args.only_against and not args.against:
        raise UsageError("--only-against goes with --against")
    if "-" in args.against or args.ngrams == "-" or args.state == "-":
        raise UsageError("--ngrams, --against and --state name files, not standard input")
    for name in (args.ngrams, args.state, *args.against):
        if name is not None and is_pipe(name):
            raise UsageError(f"{name} is a pipe, which cannot be read more than once: give a file")
    if args.n is not None and args.n > 1000:
        raise UsageError(f"-n: '{args.n}' is more than 1000")
    for name, value in DEFAULTS.items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    args.skip, args.fold = args.skip or [], args.fold or []
    if len({args.text_key, args.id_key, args.blocks_key, REPORT}) < 4:
        raise UsageError(f"--text-key, --id-key, --blocks-key and '{REPORT}' must differ")
    if args.tmpdir is None:
        args.tmpdir = temporary_folder()


def _option(name: str) -> str:
    return option_name(name.replace("=", " "))
