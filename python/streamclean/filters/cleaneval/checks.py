"""Which options of cleaneval go together: one that would do nothing is an error, not ignored."""

from __future__ import annotations

from ...errors import UsageError
from ...options import given_options, option_name
from .options import DEFAULTS, FIELD

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job

_SCORING = ("json", "annotate", "report", "by", "missing")
_LABELLING = ("gold_blocks", "share")
_CONFLICTS = [("json", "annotate"), ("joined", "missing")]


def check(job: Job) -> None:
    """Refuses what contradicts itself, and sets the options that were not given."""
    args = job.args
    given = given_options(args)
    for name in sorted(given & set(_SCORING if args.align else _LABELLING)):
        raise UsageError(f"{option_name(name)} does nothing {'with' if args.align else 'without'} --align")
    for one, other in _CONFLICTS:
        if {one, other} <= given:
            raise UsageError(f"{option_name(one)} and {option_name(other)} exclude each other")
    if args.line_buffered and not (args.align or args.annotate):
        raise UsageError("--line-buffered does nothing for a table: it goes with --annotate and --align")
    if args.align and args.text_key != "text":
        raise UsageError("--text-key does nothing with --align: blocks have 'text'")
    if args.gold_blocks and "gold_key" in given:
        raise UsageError("--gold-key does nothing with --gold-blocks")
    if not args.joined and not args.files:
        raise UsageError("GOLD is missing: cleaneval GOLD.jsonl CLEANED.jsonl, or --joined")
    if not args.joined and len(args.files) == 1 and args.files_from is None and args.files[0] == "-":
        raise UsageError("GOLD and the input are both standard input")
    for name, value in DEFAULTS.items():
        if getattr(args, name) is None:
            setattr(args, name, value)
    names = [args.id_key, args.text_key, args.gold_key, args.blocks_key, "gold_blocks", "with", "without", FIELD]
    for name in names:
        if names.count(name) > 1:
            raise UsageError(f"two fields are called '{name}'")
