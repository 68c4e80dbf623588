"""Tables of the core for people: what `--list` prints."""

from __future__ import annotations

import textwrap


def indented(text: str, by: int) -> list[str]:
    """A paragraph; its lines after the first are indented further."""
    return textwrap.wrap(text, 100, initial_indent=" " * by, subsequent_indent=" " * (by + 2))
