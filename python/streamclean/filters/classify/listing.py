"""`classify --list`: what the algorithms are, for people."""

from __future__ import annotations

from ..._core import algorithms
from ...listing import indented
from .options import DEFAULT

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...cli import Job


def print_algorithms(job: Job) -> None:
    pages = [_page(algorithm) for algorithm in algorithms()]
    job.out.write("\n".join(pages).encode())


def _page(algorithm: dict[str, object]) -> str:
    name = str(algorithm["name"])
    notes = [
        "the default" if name == DEFAULT else "",
        "looks at stop words" if algorithm["uses_stop_words"] else "",
        "learns: --train, --model" if algorithm["learns"] else "",
    ]
    noted = "; ".join(note for note in notes if note)
    lines = [name + (f" ({noted})" if noted else "")]
    lines += indented(str(algorithm["about"]), 2)
    lines += indented(str(algorithm["reference"]), 2)
    for param, default, low, high, about in algorithm["params"]:  # type: ignore[attr-defined]
        lines += indented(f"--{param} {low:g}..{high:g}: {about} (default: {default:g})", 4)
    return "\n".join(lines) + "\n"
