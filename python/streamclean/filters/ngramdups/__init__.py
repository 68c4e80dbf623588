"""ngramdups: finds the n-grams that occur twice or more, in bounded memory (Pomikálek 3.4)."""

from __future__ import annotations

from ... import cli

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job
    from ...options import Parser


def main(argv: list[str] | None = None) -> int:
    return cli.main("ngramdups", _make_parser, _work, argv)


def _make_parser() -> Parser:
    from .options import make_parser

    return make_parser()


def _work(job: Job) -> None:
    from .checks import check

    mode = check(job)
    if mode == "merge":
        from .merge import merge

        merge(job)
    elif mode == "by":
        from .listing import write_hosts

        write_hosts(job)
    elif mode != "set":
        from .listing import write_list

        write_list(job)
    else:
        from .count import write_set

        write_set(job)
