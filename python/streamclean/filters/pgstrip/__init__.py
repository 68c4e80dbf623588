"""pgstrip: strips hand-typed preambles and epilogues by frequent lines (Kaser & Lemire)."""

from __future__ import annotations

from ... import cli

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job
    from ...options import Parser


def main(argv: list[str] | None = None) -> int:
    return cli.main("pgstrip", _make_parser, _work, argv)


def _make_parser() -> Parser:
    from .options import make_parser

    return make_parser()


def _work(job: Job) -> None:
    from . import learn
    from .checks import check
    from .strip import Strip

    check(job)
    if job.args.emit:
        learn.emit(job)
    elif job.args.learn:
        learn.learn(job)
    elif job.args.corpus:
        Strip(job, learn.learn_from_corpus(job)).run()
    else:
        Strip(job, learn.load_models(job)).run()
