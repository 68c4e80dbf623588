"""The figures as a table for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping
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
    lines = [f"{total['pages']} pages"]
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
    """A line for each group, with the figure of each measure that is looked at first."""
    width = max(map(len, [by, "all", *groups])) + 2
    lines = [
        f"{by:{width}}{'pages':>7}{'precision':>11}{'recall':>8}{'F1':>8}{'F0.5':>8}{'any order':>11}{'four words':>12}"
        f"{'nodes':>8}{'wanted':>8}{'unwanted':>10}"
    ]
    for name, figures in [*groups.items(), ("all", total)]:
        nodes = (figures["nodes"] or [None])[-1]
        cells = [
            _percent(figures["words"], _FIGURES, (11, 8, 8, 8)),
            _percent(figures["bag_macro"], ("f1",), (11,)),
            _percent(figures["shingles"], ("f1",), (12,)),
            _percent(nodes, ("f1",), (8,)),
            _share(figures, "with", 8),
            _share(figures, "without", 10),
        ]
        lines.append(f"{name:{width}}{figures['pages']:>7}{''.join(cells)}")
    return lines


def _percent(figures: Mapping[str, float] | None, keys: tuple[str, ...], widths: tuple[int, ...]) -> str:
    cells = zip(keys, widths, strict=True)
    return "".join(f"{100 * figures[key]:>{width}.2f}" if figures else f"{'-':>{width}}" for key, width in cells)


def _share(figures: Mapping[str, Any], key: str, width: int) -> str:
    count = figures[key]
    return f"{100 * figures[f'{key}_found'] / count:>{width}.2f}" if count else f"{'-':>{width}}"
