"""classify: labels blocks as content or boilerplate, by every algorithm of the papers."""

from __future__ import annotations

from ... import cli

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job
    from ...options import Parser


def main(argv: list[str] | None = None) -> int:
    return cli.main("classify", _make_parser, _work, argv)


def _make_parser() -> Parser:
    from .options import make_parser

    return make_parser()


def _work(job: Job) -> None:
    from .checks import check, mode

    chosen = mode(job.args)
    check(job.args, chosen)
    if chosen == "list":
        from .listing import print_algorithms

        print_algorithms(job)
    elif chosen == "train":
        from .train import train

        train(job)
    elif chosen == "fit-densities":
        from .densities import fit

        fit(job)
    elif chosen == "features":
        from .features import write

        write(job)
    else:
        from .label import label

        label(job)
