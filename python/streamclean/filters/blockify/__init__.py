"""blockify: splits web pages into blocks of text, and drops no text (Pomikálek 2.4.1 and 2.7)."""

from __future__ import annotations

from ... import cli

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job
    from ...options import Parser


def main(argv: list[str] | None = None) -> int:
    return cli.main("blockify", _make_parser, _work, argv)


def _make_parser() -> Parser:
    from .options import make_parser

    return make_parser()


def _work(job: Job) -> None:
    from .options import check
    from .run import Blockify

    check(job.args)
    Blockify(job).run()
