"""`fingerprint --list`: what the schemes are, for people."""

from __future__ import annotations

from ..._core import schemes
from ...listing import indented
from .options import DEFAULT

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...cli import Job


def print_schemes(job: Job) -> None:
    pages = [_page(scheme) for scheme in schemes()]
    job.out.write("\n".join(pages).encode())


def _page(scheme: dict[str, object]) -> str:
    name = str(scheme["name"])
    lines = [name + (" (the default)" if name == DEFAULT else "")]
    lines += indented(str(scheme["about"]), 2)
    lines += indented(str(scheme["reference"]), 2)
    units: list[str] = scheme["units"]  # type: ignore[assignment]
    others = f" (or {', '.join(units[1:])})" if units[1:] else ""
    lines += indented(f"--unit {units[0]}{others}" + (f", -n {scheme['n']}" if scheme["n"] else ""), 4)
    for param, default, low, high, _, about in scheme["params"]:  # type: ignore[attr-defined]
        lines += indented(f"--{param} {low:g}..{high:g}: {about} (default: {default:g})", 4)
    if scheme["prefixes"]:
        lines += indented("--prefixes PREFIXES: what --learn counted", 4)
    return "\n".join(lines) + "\n"
