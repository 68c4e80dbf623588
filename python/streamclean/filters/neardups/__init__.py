"""neardups: finds records that are nearly the same, as pairs and as groups (Pomikálek 3.2)."""

from __future__ import annotations

from ... import cli

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job
    from ...options import Parser


def main(argv: list[str] | None = None) -> int:
    return cli.main("neardups", _make_parser, _work, argv)


def _make_parser() -> Parser:
    from .options import make_parser

    return make_parser()


def _work(job: Job) -> None:
    from .checks import check

    if check(job.args) == "curve":
        from .curve import write_curve

        write_curve(job)
    else:
        from .find import NearDuplicates

        NearDuplicates(job).run()
