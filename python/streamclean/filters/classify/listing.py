"""`classify --list`: what the algorithms are, for people."""

from __future__ import annotations

from ..._core import algorithms
from ...listing import entry
from .options import DEFAULT

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job


def print_algorithms(job: Job) -> None:
    pages = [_page(algorithm) for algorithm in algorithms()]
    job.out.write("\n".join(pages).encode())


def _page(algorithm: dict[str, object]) -> str:
    notes = [
        "the default" if algorithm["name"] == DEFAULT else "",
        "looks at stop words" if algorithm["uses_stop_words"] else "",
        "learns: --train, --model" if algorithm["learns"] else "",
    ]
    return entry(algorithm, notes)
