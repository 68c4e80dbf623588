"""fingerprint: what few numbers tell of two texts whether they are nearly the same, by every scheme of the thesis."""

from __future__ import annotations

from ... import cli

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job
    from ...options import Parser


def main(argv: list[str] | None = None) -> int:
    return cli.main("fingerprint", _make_parser, _work, argv)


def _make_parser() -> Parser:
    from .options import make_parser

    return make_parser()


def _work(job: Job) -> None:
    from .checks import check, mode

    chosen = mode(job.args)
    check(job.args, chosen)
    if chosen == "list":
        from .listing import print_schemes

        print_schemes(job)
    elif chosen == "learn":
        from .learn import learn

        learn(job)
    else:
        from .sketch import sketch

        sketch(job)
