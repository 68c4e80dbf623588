"""How well boundaries of Project Gutenberg books agree with hand-set ones, as markdown tables.

    pgstrip --boundaries FILES > default.tsv
    python bench/pgstrip_accuracy.py --data DIR default=default.tsv peers.tsv

A stream holds `file<TAB>lines<TAB>preamble_end<TAB>epilogue_start` and is given as LABEL=FILE, or the
five fields of bench/pgstrip_peers.py (the label first) and is given as FILE; `-` is standard input.
Blank lines do not matter: a boundary is exact when only blank lines lie between it and the right one.
The error in lines is that of Kaser and Lemire (figure 8): negative where too many lines were removed.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

QUANTILES = (0, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 1)
MANY = 50  # own lines lost: more than this spoils a book


class Boundary(NamedTuple):
    """What a stripper said of one file; the lines [preamble_end, epilogue_start) are the book."""

    lines: int
    preamble_end: int
    epilogue_start: int
    crashed: bool = False


Boundaries = Mapping[str, Boundary]  # by basename


@dataclass(frozen=True)
class Book:
    """A book of the gold set; the alternatives are readings that two people may differ about."""

    file: str
    path: Path
    era: str
    blank: tuple[bool, ...]
    preamble_end: int
    epilogue_start: int
    alt_preamble_end: int | None = None
    alt_epilogue_start: int | None = None


@dataclass(frozen=True)
class Verdict:
    """One stripper on one book; errors in lines, 0 where only blank lines are between."""

    era: str
    preamble_error: int
    epilogue_error: int
    preamble_ok: bool  # also by the alternative reading
    epilogue_ok: bool
    lost: int


@dataclass
class Score:
    """One stripper on all books."""

    label: str
    verdicts: list[Verdict] = field(default_factory=list)
    crashed: int = 0
    missing: int = 0

    def exact(self, which: str, alternatives: bool = False, era: str | None = None) -> float:
        """The share of books with an exact `preamble`, `epilogue` or `both`, in percent."""
        test = EXACT[which, alternatives]
        chosen = [v for v in self.verdicts if era in (None, v.era)]
        return 100 * sum(map(test, chosen)) / len(chosen) if chosen else float("nan")


EXACT: dict[tuple[str, bool], Callable[[Verdict], bool]] = {
    ("preamble", False): lambda v: not v.preamble_error,
    ("epilogue", False): lambda v: not v.epilogue_error,
    ("both", False): lambda v: not v.preamble_error and not v.epilogue_error,
    ("preamble", True): lambda v: v.preamble_ok,
    ("epilogue", True): lambda v: v.epilogue_ok,
    ("both", True): lambda v: v.preamble_ok and v.epilogue_ok,
}


# ---- boundaries up to blank lines ----


def blank_lines(text: str) -> tuple[bool, ...]:
    """Which lines are blank; lines end at \\n only, and a final \\n opens no further line."""
    lines = text.split("\n")
    return tuple(not line.strip("\ufeff \t\r\f\v\xa0") for line in (lines[:-1] if lines[-1] == "" else lines))


def first_text(blank: Sequence[bool], start: int) -> int:
    """The first non-blank line from `start` on: the same for all starts that differ by blank lines."""
    return next((i for i in range(max(start, 0), len(blank)) if not blank[i]), len(blank))


def after_text(blank: Sequence[bool], end: int) -> int:
    """The line after the last non-blank line before `end`."""
    return next((i + 1 for i in range(min(end, len(blank)) - 1, -1, -1) if not blank[i]), 0)


def preamble_error(blank: Sequence[bool], right: int, found: int) -> int:
    """Lines of the preamble left over; negative: lines of the book removed."""
    return first_text(blank, right) - first_text(blank, found)


def epilogue_error(blank: Sequence[bool], right: int, found: int) -> int:
    return after_text(blank, found) - after_text(blank, right)


def lost_lines(book: Book, found: Boundary) -> int:
    """The book's own non-blank lines that were removed."""
    return sum(
        not book.blank[i] and not found.preamble_end <= i < found.epilogue_start
        for i in range(book.preamble_end, book.epilogue_start)
    )


def judge(book: Book, found: Boundary) -> Verdict:
    before = preamble_error(book.blank, book.preamble_end, found.preamble_end)
    after = epilogue_error(book.blank, book.epilogue_start, found.epilogue_start)
    alt_before, alt_after = book.alt_preamble_end, book.alt_epilogue_start
    before_ok = alt_before is not None and not preamble_error(book.blank, alt_before, found.preamble_end)
    after_ok = alt_after is not None and not epilogue_error(book.blank, alt_after, found.epilogue_start)
    return Verdict(book.era, before, after, not before or before_ok, not after or after_ok, lost_lines(book, found))


def measure(gold: Sequence[Book], boundaries: Boundaries, label: str = "") -> Score:
    """One stripper against the gold; a book it says nothing about counts as not cut at all."""
    result = Score(label)
    for book in gold:
        count = len(book.blank)
        found = boundaries.get(book.file)
        if found is None:
            result.missing += 1
            found = Boundary(count, 0, count)
        elif found.lines != count:
            print(f"{label}: {book.file}: {found.lines} lines, not {count}", file=sys.stderr)
        result.crashed += found.crashed
        result.verdicts.append(judge(book, found))
    return result


def score(gold: Sequence[Book], boundaries: Mapping[str, Boundaries]) -> list[Score]:
    """The table, as rows: one for each labelled set of boundaries. `markdown` prints it."""
    return [measure(gold, found, label) for label, found in boundaries.items()]


# ---- reading ----


def load_gold(gold: Path, data: Path) -> list[Book]:
    """The books of a gold file; their texts are looked for in DATA/pg/books and DATA/pg/whole."""
    return [_book(json.loads(line), data) for line in gold.read_text().splitlines() if line.strip()]


def _book(row: dict[str, Any], data: Path) -> Book:
    for folder in ("books", "whole"):
        path = data / "pg" / folder / row["file"]
        if not path.exists():
            continue
        # latin-1 maps every byte to one character, so that the lines are right in any encoding.
        blank = blank_lines(path.read_bytes().removeprefix(b"\xef\xbb\xbf").decode("latin-1"))
        if len(blank) == row["lines"]:  # a book may be there in two lengths; gold counts in one of them
            return Book(
                row["file"],
                path,
                row["era"],
                blank,
                row["preamble_end"],
                row["epilogue_start"],
                row.get("alt_preamble_end"),
                row.get("alt_epilogue_start"),
            )
    raise SystemExit(f"no file {row['file']} of {row['lines']} lines below {data / 'pg'}")


def read_boundaries(lines: Iterable[str], label: str = "") -> dict[str, dict[str, Boundary]]:
    """Boundaries by label and basename, of lines with four fields or, the label first, with five."""
    result: dict[str, dict[str, Boundary]] = {}
    for line in lines:
        fields = line.rstrip("\n").split("\t")
        name = label if len(fields) == 4 else fields.pop(0)
        file, count, start, end, *more = fields
        found = Boundary(int(count), int(start), int(end), crashed=more == ["crashed"])
        result.setdefault(name, {})[Path(file).name] = found
    return result


# ---- printing ----


def markdown(table: Sequence[Score]) -> str:
    """All tables: exact boundaries overall and by era, and the error curve."""
    return "\n\n".join([_overall(table), _by_era(table), _errors(table)]) + "\n"


def _rows(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join("| " + " | ".join(map(str, line)) + " |" for line in lines)


def _overall(table: Sequence[Score]) -> str:
    kinds = ("preamble", "epilogue", "both")
    rows = []
    for s in table:
        lost = [v.lost for v in s.verdicts]
        shares = [f"{s.exact(k, alternatives):.0f} %" for alternatives in (False, True) for k in kinds]
        many = sum(n > MANY for n in lost)
        rows.append([s.label, *shares, many, max(lost, default=0), s.crashed + s.missing])
    head = ["stripper", *kinds, *(f"{k} (alt.)" for k in kinds), f"> {MANY} lost", "most lost", "no answer"]
    count = max((len(s.verdicts) for s in table), default=0)
    return (
        f"Books with exact boundaries, of {count}; (alt.): a doubtful book's second reading accepted too; "
        f"books that lost more than {MANY} of their own non-blank lines, and the most any lost; "
        "files on which it crashed or said nothing (counted as not cut).\n\n" + _rows(head, rows)
    )


def _by_era(table: Sequence[Score]) -> str:
    eras = sorted({v.era for s in table for v in s.verdicts})
    sizes = {era: sum(v.era == era for v in table[0].verdicts) if table else 0 for era in eras}
    kinds = ("preamble", "epilogue", "both")
    rows = [[s.label, *(" / ".join(f"{s.exact(k, era=e):.0f}" for k in kinds) for e in eras)] for s in table]
    head = ["stripper", *(f"{e} ({sizes[e]})" for e in eras)]
    return "By era (books): exact preamble / epilogue / both, in percent.\n\n" + _rows(head, rows)


def quantiles(values: Sequence[int], at: Sequence[float] = QUANTILES) -> list[int]:
    """Nearest-rank quantiles: figures that occur."""
    ordered = sorted(values)
    return [ordered[min(int(q * len(ordered)), len(ordered) - 1)] for q in at] if ordered else []


def curves(s: Score) -> dict[str, list[int]]:
    """The sorted errors in lines, as in the paper's figure 8."""
    return {
        "preamble": sorted(v.preamble_error for v in s.verdicts),
        "epilogue": sorted(v.epilogue_error for v in s.verdicts),
    }


def _errors(table: Sequence[Score]) -> str:
    rows = []
    for which in ("preamble", "epilogue"):
        for s in table:
            errors = curves(s)[which]
            near = sum(abs(e) <= 10 for e in errors)
            rows.append([f"{s.label}, {which}", *quantiles(errors), near])
    names = {0: "least", 0.5: "median", 1: "most"}
    head = ["stripper", *(names.get(q, f"{100 * q:.0f} %") for q in QUANTILES), "within 10 lines"]
    return (
        "Errors in lines, at the quantiles of the books sorted by error "
        "(negative: too many lines removed), and the books within 10 lines.\n\n" + _rows(head, rows)
    )


def _same_curves(table: Sequence[Score], which: str) -> dict[tuple[int, ...], list[str]]:
    """The labels by their curve: several packages share one stripper, and would hide one another."""
    result: dict[tuple[int, ...], list[str]] = {}
    for s in table:
        result.setdefault(tuple(curves(s)[which]), []).append(s.label)
    return result


def plot(table: Sequence[Score], folder: Path) -> list[Path]:
    """The error curves as SVG and PNG; nothing when matplotlib is not there."""
    try:
        import matplotlib
    except ImportError:
        print("no plots: matplotlib is not installed", file=sys.stderr)
        return []
    matplotlib.use("Agg")
    from matplotlib import pyplot

    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for which in ("preamble", "epilogue"):
        figure, axes = pyplot.subplots(figsize=(8, 5))
        for i, (curve, labels) in enumerate(_same_curves(table, which).items()):
            style = ("-", "--", ":")[i // 10 % 3]  # the default colours are ten
            axes.plot(curve, style, label="\n".join(labels), linewidth=1.2)
        axes.set_yscale("symlog", linthresh=1)  # the errors run from one line to a thousand, both ways
        axes.set_xlabel("books, sorted by error")
        axes.set_ylabel(f"{which}: lines left over (negative: lost)")
        axes.grid(alpha=0.3)
        axes.legend(fontsize="x-small", loc="upper left", bbox_to_anchor=(1.01, 1))
        for suffix in ("svg", "png"):
            written.append(folder / f"pgstrip-{which}-errors.{suffix}")
            figure.savefig(written[-1], dpi=120, bbox_inches="tight")
        pyplot.close(figure)
    return written


# ---- command ----


def read_streams(names: Iterable[str]) -> dict[str, dict[str, Boundary]]:
    """The boundary files of the command line, each FILE or LABEL=FILE."""
    result: dict[str, dict[str, Boundary]] = {}
    for name in names:
        label, _, file = name.rpartition("=")
        text = sys.stdin.read() if file == "-" else Path(file).read_text(errors="surrogateescape")
        result.update(read_boundaries(text.splitlines(), label or Path(file).stem))
    return result


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("streams", nargs="+", metavar="[LABEL=]FILE")
    parser.add_argument("--data", type=Path, required=True, help="the folder with pg/books")
    parser.add_argument("--gold", type=Path, help="default: DATA/pg/gold-dev.jsonl")
    parser.add_argument("--plots", type=Path, metavar="DIR", help="draw the error curves (matplotlib)")
    args = parser.parse_args(argv)
    gold = load_gold(args.gold or args.data / "pg" / "gold-dev.jsonl", args.data)
    table = score(gold, read_streams(args.streams))
    print(markdown(table), end="")
    if args.plots:
        plot(table, args.plots)
    return 0


if __name__ == "__main__":
    sys.exit(main())
