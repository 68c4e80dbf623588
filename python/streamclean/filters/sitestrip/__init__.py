"""sitestrip: marks what the pages of a site share (Pomikálek 2.3; Ikeda et al.)."""

from __future__ import annotations

from ... import cli

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job
    from ...options import Parser


def main(argv: list[str] | None = None) -> int:
    return cli.main("sitestrip", _make_parser, _work, argv)


def _make_parser() -> Parser:
    from .options import make_parser

    return make_parser()


def _work(job: Job) -> None:
    from .checks import check

    check(job)
    if job.args.list:
        from .listing import print_methods

        print_methods(job)
        return
    from .run import SiteStrip

    SiteStrip(job).run()
