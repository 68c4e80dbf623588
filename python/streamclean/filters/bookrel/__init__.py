"""bookrel: how paged books relate to each other."""

from __future__ import annotations

from ... import cli

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job
    from ...options import Parser


def main(argv: list[str] | None = None) -> int:
    return cli.main("bookrel", _make_parser, _work, argv)


def _make_parser() -> Parser:
    from .options import make_parser

    return make_parser()


def _work(job: Job) -> None:
    from .options import check

    check(job.args)
    if job.args.paginate:
        from .paginate import Paginate

        Paginate(job).run()
    else:
        from .relate import Relate

        Relate(job).run()
