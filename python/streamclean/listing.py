"""Tables of the core for people: what `--list` prints."""

from __future__ import annotations

import textwrap

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from collections.abc import Iterable


def entry(row: dict[str, object], notes: Iterable[str], details: Iterable[str] = ()) -> str:
    """A row with its name, `notes` behind it, what it is, `details`, and its parameters."""
    noted = "; ".join(note for note in notes if note)
    lines = [str(row["name"]) + (f" ({noted})" if noted else "")]
    lines += _indented(str(row["about"]), 2)
    lines += _indented(str(row["reference"]), 2)
    for detail in details:
        lines += _indented(detail, 4)
    for param, default, low, high, *_, about in row["params"]:  # type: ignore[attr-defined]
        lines += _indented(f"--{param} {low:g}..{high:g}: {about} (default: {default:g})", 4)
    return "\n".join(lines) + "\n"


def _indented(text: str, by: int) -> list[str]:
    """A paragraph; its lines after the first are indented further."""
    return textwrap.wrap(text, 100, initial_indent=" " * by, subsequent_indent=" " * (by + 2))
