"""Progress on standard error: one line that is written over on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time


class Progress:
    def __init__(self, name: str) -> None:
        self._name = name
        self._terminal = sys.stderr.isatty()
        self._every = 0.2 if self._terminal else 5.0
        self._start = self._last = time.monotonic()
        self._shown = False

    def tick(self, records: int, size: int) -> None:
        now = time.monotonic()
        if now - self._last >= self._every:
            self._last = now
            self._show(records, size, "")

    def clear(self) -> None:
        """Makes room for another line on the terminal."""
        if self._shown and self._terminal:
            sys.stderr.write("\r\x1b[K")
            self._shown = False

    def done(self, records: int, size: int) -> None:
        self._show(records, size, ", done")
        if self._terminal:
            sys.stderr.write("\n")
            sys.stderr.flush()
        self._shown = False

    def _show(self, records: int, size: int, suffix: str) -> None:
        rate = size / 1e6 / max(time.monotonic() - self._start, 1e-3)
        text = f"{self._name}: {records:,} records, {rate:.1f} MB/s{suffix}"
        sys.stderr.write(f"\r\x1b[K{text}" if self._terminal else f"{text}\n")
        sys.stderr.flush()
        self._shown = True
