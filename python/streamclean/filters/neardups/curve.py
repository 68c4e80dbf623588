"""The probability that a pair is accepted, as a table (Pomikálek 3.2)."""

from __future__ import annotations

from ..._core import probability_lists, probability_supershingles, solve_bands
from ...errors import UsageError

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job

VALUES = 128
_HALVES = (10, 100, 1000)
"""Figure 3.1: t, of which more than half are to be in common."""
_GROUPS = ((6, 14, 2), (6, 5, 2), (20, 5, 2), (100, 5, 2), (100, 5, 10), (1000, 5, 50))
"""Figure 3.2: k groups of s values, of which r are to be in common."""
_LISTS = ((3, 0.3), (10, 0.3), (10, 0.1), (50, 0.1), (10, 0.03))
"""Figure 3.3: n lists, each of which a word is on with probability p."""


def write_curve(job: Job) -> None:
    which = job.args.curve
    if which == "3.3":
        head = ["words", *(f"n={n},p={p}" for n, p in _LISTS)]
        rows = [[str(k), *(_digits(probability_lists(n, p, k)) for n, p in _LISTS)] for k in range(101)]
    else:
        columns = _columns(job, which)
        head = ["resemblance", *columns]
        rows = [
            [f"{i / 100:.2f}", *(_digits(probability_supershingles(*ksr, i / 100)) for ksr in columns.values())]
            for i in range(101)
        ]
    for row in [head, *rows]:
        job.out.write(("\t".join(row) + "\n").encode())


def _columns(job: Job, which: str) -> dict[str, tuple[int, int, int]]:
    """k, s and r of each column, by its head."""
    if which == "3.1":
        return {f"t={t}": (t, 1, t // 2 + 1) for t in _HALVES}
    if which == "3.2":
        return {f"k={k},s={s},r={r}": (k, s, r) for k, s, r in _GROUPS}
    if which == "bands":
        try:
            bands, rows, equal = solve_bands(VALUES, job.args.threshold, job.args.recall)
        except ValueError as error:
            raise UsageError(str(error)) from None
        return {f"bands={bands},rows={rows}": (bands, rows, 1), f"equal={equal}": (VALUES, 1, equal)}
    parts = which.split(",")
    numbers = [int(part) for part in parts if part.isascii() and part.isdigit() and len(part) < 6]
    if len(parts) != 3 or len(numbers) != 3 or 0 in numbers:
        raise UsageError(f"--curve {which}: neither K,S,R nor 3.1, 3.2, 3.3")
    k, s, r = numbers
    return {f"k={k},s={s},r={r}": (k, s, r)}


def _digits(probability: float) -> str:
    return f"{probability:.6f}"
