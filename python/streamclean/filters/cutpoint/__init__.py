"""cutpoint: what documents of one kind share goes, by alternation counts (Ikeda, Yamada & Hirokawa)."""

from __future__ import annotations

from ... import cli

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job
    from ...options import Parser


def main(argv: list[str] | None = None) -> int:
    return cli.main("cutpoint", _make_parser, _work, argv)


def _make_parser() -> Parser:
    from .options import make_parser

    return make_parser()


def _work(job: Job) -> None:
    from . import learn
    from .checks import check
    from .clean import Clean

    mode = check(job)
    if mode == "learn":
        learn.learn(job)
    elif mode == "path":
        learn.print_path(job)
    elif mode == "grid":
        learn.print_grid(job)
    elif mode == "model":
        Clean(job, learn.load_model(job)).run()
    else:
        from ...spool import Spool

        spool = Spool(job, job.args.tmpdir)
        Clean(job, learn.learn_from_input(job, spool)).run(spool.sources())
