"""dedupblocks: removes duplicate text, so that one copy of everything stays and no stubs are left (Pomikálek 3.5)."""

from __future__ import annotations

from ... import cli

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job
    from ...options import Parser


def main(argv: list[str] | None = None) -> int:
    return cli.main("dedupblocks", _make_parser, _work, argv)


def _make_parser() -> Parser:
    from .options import make_parser

    return make_parser()


def _work(job: Job) -> None:
    from .checks import check
    from .run import DedupBlocks

    check(job)
    DedupBlocks(job).run()
