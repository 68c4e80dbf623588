"""The tables of extractors, and what systems are called in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import extractor_figures
import extractor_runs
import html_sets
import train_models
from extractor_figures import Difference, Figures, Mean, Outcome
from extractor_peers import PEERS
from markdown import put_head, put_row
from streamclean import _core

ALGORITHMS = ["trees", "justext", "boilerpipe-article", "victor", "all"]

SEEN = "†"
"""Marks figures of a system on pages that it has learned from."""


@cache
def ours() -> dict[str, bool]:
    """Our algorithms, and whether they learn."""
    there = {str(algorithm["name"]): bool(algorithm["learns"]) for algorithm in _core.algorithms()}
    return {name: there[name] for name in ALGORITHMS if name in there}


def is_seen(name: str, of_set: str) -> bool:
    """Whether a system that ships has learned from a set: its figures there say little."""
    return name in ours() and ours()[name] and of_set in (*train_models.TEXTS, train_models.SNIPPETS)


def label(name: str, of_set: str = "") -> str:
    """What a system is called in the tables."""
    if is_seen(name, of_set):
        return f"{label(name)} {SEEN}"
    if name in PEERS:
        version = extractor_runs.versions()[PEERS[name].package]
        package, comma, options = name.partition(",")
        return f"{package} {version}{comma}{options}"
    return f"`{name}` (ours)" if name in ours() else f"{name} (ours)"


def per_cent(value: Mean | float | None) -> str:
    if isinstance(value, Mean):
        return f"{100 * value.mean:.1f}" + ("" if value.error is None else f" ± {100 * value.error:.1f}")
    return "–" if value is None else f"{100 * value:.1f}"


def signed(value: Difference | None) -> str:
    return "" if value is None else f"{100 * value.mean:+.1f} [{100 * value.low:+.1f}, {100 * value.high:+.1f}]"


def main_figure(found: Figures) -> Mean:
    figure = found.f1 or found.snippets
    assert figure is not None
    return figure


COLUMNS = {
    "F1": "f1",
    "P": "precision",
    "R": "recall",
    "F1 in order": "words_f1",
    "F0.5": "words_f05",
    "right snippets": "snippets",
    "F1 of snippets": "snippet_f1",
    "with": "wanted",
    "without": "unwanted",
    "empty": "empty",
    "failed": "failed",
}


def put_group(
    of_set: str, group: str, systems: Mapping[str, Figures], differences: Mapping[str, Difference], mine: str
) -> None:
    """The figures of all systems on some pages, the best first."""
    ranked = sorted(systems, key=lambda name: -main_figure(systems[name]).mean)
    any_of = systems[ranked[0]]
    columns = {head: field for head, field in COLUMNS.items() if getattr(any_of, field) is not None}
    print(f"\n### {title(of_set, group)}, {any_of.pages} pages\n")
    put_head("system", *columns, *([f"{mine} more"] if differences else []))
    for name in ranked:
        cells = [
            str(getattr(systems[name], field)) if field == "failed" else per_cent(getattr(systems[name], field))
            for field in columns.values()
        ]
        put_row([label(name, of_set), *cells, *([signed(differences.get(name))] if differences else [])])


def title(of_set: str, group: str) -> str:
    return f"{of_set}, {group}" if group else of_set


def marked(systems: Mapping[str, Figures], name: str, of_set: str) -> str:
    """The main figure of a system, where it has one."""
    if name not in systems:
        return ""
    return per_cent(main_figure(systems[name])) + (f" {SEEN}" if is_seen(name, of_set) else "")


class Results:
    """All figures, by set, by type or language ("" for all pages), and by system."""

    def __init__(self, mine: str) -> None:
        self.mine = mine
        self.figures: dict[str, dict[str, dict[str, Figures]]] = {}
        self.differences: dict[str, dict[str, dict[str, Difference]]] = {}

    def add(self, name: str, pages: Sequence[html_sets.Page], outcomes: Mapping[str, Sequence[Outcome]]) -> None:
        for group, numbers in extractor_figures.groups(pages).items():
            these = {system: extractor_figures.chosen(each, numbers) for system, each in outcomes.items()}
            found = {system: extractor_figures.figures(each) for system, each in these.items()}
            beside = {}
            if self.mine in these:
                measured = {system: extractor_figures.measure(each) for system, each in these.items()}
                beside = {
                    system: extractor_figures.difference(measured[self.mine], each)
                    for system, each in measured.items()
                    if system != self.mine
                }
            self.figures.setdefault(name, {})[group] = found
            self.differences.setdefault(name, {})[group] = beside
            put_group(name, group, found, beside, self.mine)

    def put_summary(self) -> None:
        """Which peer is the best, how much better ours is, and beside how many peers the interval holds a 0."""
        print(f"\n### {label(self.mine)} beside the best of the others\n")
        put_head("pages", "number", "F1", "best other", "its F1", "difference", "not surely behind")
        for name, groups in self.figures.items():
            for group, systems in groups.items():
                peers = [system for system in systems if system in PEERS]
                if self.mine not in systems or not peers:
                    continue
                beside = self.differences[name][group]
                best = max(peers, key=lambda system: main_figure(systems[system]).mean)
                put_row(
                    [
                        title(name, group),
                        systems[self.mine].pages,
                        marked(systems, self.mine, name),
                        label(best),
                        per_cent(main_figure(systems[best])),
                        signed(beside[best]),
                        f"{sum(beside[peer].low <= 0 for peer in peers)} of {len(peers)}",
                    ]
                )

    def put_sets(self, heading: str, wanted: Sequence[tuple[str, str]]) -> None:
        """F1 of all systems, a column for some pages."""
        there = [(name, group) for name, group in wanted if group in self.figures.get(name, {})]
        systems = list(dict.fromkeys(system for name, group in there for system in self.figures[name][group]))
        print(f"\n### {heading}\n")
        put_head("system", *(group or name for name, group in there))
        for system in systems:
            put_row([label(system), *(marked(self.figures[name][group], system, name) for name, group in there)])

    def put_overviews(self) -> None:
        self.put_sets("F1, or right snippets, by set", [(name, "") for name in self.figures])
        for name, groups in self.figures.items():
            if len(groups) > 1:
                self.put_sets(f"F1, or right snippets, by part of {name}", [(name, group) for group in groups])
        self.put_summary()

    def as_json(self) -> dict[str, Any]:
        return {
            "ours": self.mine,
            "seed": extractor_figures.SEED,
            "figures": plain(self.figures),
            "differences": plain(self.differences),
        }


def plain(value: Any) -> Any:
    """Tuples with names as objects of JSON."""
    if hasattr(value, "_asdict"):
        return {name: plain(each) for name, each in value._asdict().items()}
    if isinstance(value, dict):
        return {name or "all": plain(each) for name, each in value.items()}
    return value
