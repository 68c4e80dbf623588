"""Rows of markdown tables on standard output."""

from __future__ import annotations

from collections.abc import Iterable


def put_row(cells: Iterable[object]) -> None:
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def put_head(*names: str) -> None:
    """The names of columns, the first of which is words and the others are numbers."""
    put_row(names)
    put_row("---" if at == 0 else "---:" for at in range(len(names)))
