"""`sitestrip --list`: what the methods are, for people."""

from __future__ import annotations

from ..._core import site_methods
from ...listing import entry
from .options import DEFAULT

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job


def print_methods(job: Job) -> None:
    pages = [_page(method) for method in site_methods()]
    job.out.write("\n".join(pages).encode())


def _page(method: dict[str, object]) -> str:
    notes = [
        "the default" if method["name"] == DEFAULT else "",
        "reads the HTML of pages" if method["reads_html"] else "",
    ]
    return entry(method, notes, [f"--threshold {method['threshold']:g}"])
