"""`sitestrip --list`: what the methods are, for people."""

from __future__ import annotations

from ..._core import site_methods
from ...listing import indented
from .options import DEFAULT

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...cli import Job


def print_methods(job: Job) -> None:
    pages = [_page(method) for method in site_methods()]
    job.out.write("\n".join(pages).encode())


def _page(method: dict[str, object]) -> str:
    name = str(method["name"])
    notes = ["the default" if name == DEFAULT else "", "reads the HTML of pages" if method["reads_html"] else ""]
    noted = "; ".join(note for note in notes if note)
    lines = [name + (f" ({noted})" if noted else "")]
    lines += indented(str(method["about"]), 2)
    lines += indented(str(method["reference"]), 2)
    lines += indented(f"--threshold {method['threshold']:g}", 4)
    for param, default, low, high, _, about in method["params"]:  # type: ignore[attr-defined]
        lines += indented(f"--{param} {low:g}..{high:g}: {about} (default: {default:g})", 4)
    return "\n".join(lines) + "\n"
