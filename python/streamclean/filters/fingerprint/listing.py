"""`fingerprint --list`: what the schemes are, for people."""

from __future__ import annotations

from ..._core import schemes
from ...listing import entry
from .options import DEFAULT

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job


def print_schemes(job: Job) -> None:
    pages = [_page(scheme) for scheme in schemes()]
    job.out.write("\n".join(pages).encode())


def _page(scheme: dict[str, object]) -> str:
    units: list[str] = scheme["units"]  # type: ignore[assignment]
    others = f" (or {', '.join(units[1:])})" if units[1:] else ""
    details = [f"--unit {units[0]}{others}" + (f", -n {scheme['n']}" if scheme["n"] else "")]
    if scheme["prefixes"]:
        details.append("--prefixes PREFIXES: what --learn counted")
    return entry(scheme, ["the default" if scheme["name"] == DEFAULT else ""], details)
