"""cleaneval: scores cleaned text against gold, and labels blocks by it (Pomikálek 2.9)."""

from __future__ import annotations

from ... import cli

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job
    from ...options import Parser


def main(argv: list[str] | None = None) -> int:
    return cli.main("cleaneval", _make_parser, _work, argv)


def _make_parser() -> Parser:
    from .options import make_parser

    return make_parser()


def _work(job: Job) -> None:
    from .checks import check
    from .gold import GoldReader

    check(job)
    gold = GoldReader(job)
    if job.args.align:
        from .align import Align

        Align(job, gold).run()
    else:
        from .score import Score

        Score(job, gold).run()
