"""The figures as a table for people."""

from __future__ import annotations

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

_FIGURES = ("precision", "recall", "f1", "f05")
_DIGITS = 6


def rounded(value: object) -> object:
    """The same with floats of six digits: what is beyond them says nothing."""
    if isinstance(value, float):
        return round(value, _DIGITS)
    if isinstance(value, dict):
        return {key: rounded(each) for key, each in value.items()}
    return [rounded(each) for each in value] if isinstance(value, list) else value


def table(total: Mapping[str, Any], by: str | None, groups: Mapping[str, Mapping[str, Any]]) -> str:
    lines = [f"{total['pages']} page" + "s" * (total["pages"] != 1)]
    rows = list(_rows(total))
    if rows:
        lines += ["", f"{'':32}{'precision':>10}{'recall':>8}{'F1':>8}{'F0.5':>8}"]
        lines += [f"{name:32}{_percent(row, _FIGURES, (10, 8, 8, 8))}" for name, row in rows]
    lines += _snippets(total)
    for name, key in (("fragments", "fragments"), ("of a perfect cleaning", "gold_fragments")):
        if torn := total[key]:
            lines.append(
                f"{name:32}{torn['per_page']:.2f} a page, {torn['mean_length']:.1f} characters long in the mean,"
                f" {torn['median_length']:.1f} in the median"
            )
    if by:
        lines += ["", *_by(total, by, groups)]
    return "\n".join(lines) + "\n"


def _rows(total: Mapping[str, Any]) -> list[tuple[str, Mapping[str, float]]]:
    names = {
        "words": "words in order",
        "words_macro": "words in order (mean)",
        "bag_macro": "words in any order (mean)",
        "shingles": "runs of four words",
    }
    rows = [(names[key], total[key]) for key in names if total[key]]
    for row in total["nodes"] or []:
        least = row["agreement"]
        rows.append(("text nodes, all" if least == 0 else f"text nodes, agreement {least}", row))
    return rows


def _snippets(total: Mapping[str, Any]) -> list[str]:
    lines = []
    for key, name in (("with", "snippets wanted"), ("without", "snippets unwanted")):
        if count := total[key]:
            found = total[f"{key}_found"]
            lines.append(f"{name:32}{found} of {count} found ({100 * found / count:.2f} %)")
    return lines


def _by(total: Mapping[str, Any], by: str, groups: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """A line for each group, with the figure of each measure that is looked at first; no column is empty."""
    rows = {**groups, "all": total}
    width = max(map(len, [by, *rows])) + 2
    columns = {name: [cell(figures) for figures in rows.values()] for name, cell in _COLUMNS.items()}
    shown = {f"{name:>{max(len(name) + 2, 8)}}": cells for name, cells in columns.items() if any(cells)}
    lines = [f"{by:{width}}{'pages':>7}{''.join(shown)}"]
    for at, (name, figures) in enumerate(rows.items()):
        cells = (f"{cells[at] or '-':>{len(title)}}" for title, cells in shown.items())
        lines.append(f"{name:{width}}{figures['pages']:>7}{''.join(cells)}")
    return lines


def _cell(kind: str, figure: str) -> Callable[[Mapping[str, Any]], str]:
    """One figure in per cent, or nothing where there is none; of text nodes, those of the greatest agreement."""

    def cell(figures: Mapping[str, Any]) -> str:
        found = figures[kind]
        row = found[-1] if kind == "nodes" and found else found
        return _percent(row, (figure,), (0,)) if row else ""

    return cell


def _share(key: str) -> Callable[[Mapping[str, Any]], str]:
    def cell(figures: Mapping[str, Any]) -> str:
        count = figures[key]
        return f"{100 * figures[f'{key}_found'] / count:.2f}" if count else ""

    return cell


_COLUMNS = {
    "precision": _cell("words", "precision"),
    "recall": _cell("words", "recall"),
    "F1": _cell("words", "f1"),
    "F0.5": _cell("words", "f05"),
    "any order": _cell("bag_macro", "f1"),
    "four words": _cell("shingles", "f1"),
    "nodes": _cell("nodes", "f1"),
    "wanted": _share("with"),
    "unwanted": _share("without"),
}


def _percent(figures: Mapping[str, float], keys: tuple[str, ...], widths: tuple[int, ...]) -> str:
    return "".join(f"{100 * figures[key]:>{width}.2f}" for key, width in zip(keys, widths, strict=True))
