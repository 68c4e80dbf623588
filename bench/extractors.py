"""Main text by streamclean and by every other extractor, on the same characters of the same annotated pages.

    python bench/extractors.py --data DIR                                # all sets; the peers take half an hour once
    python bench/extractors.py --data DIR --sets wcxb-dev --ours justext
    python bench/extractors.py --data DIR --cleaned folds=texts.jsonl --ours folds

Of each set, and each page type or language of it: precision, recall and F1 of the words in any order, means over pages
with their standard errors; F1 and F0.5 of the words in order, all pages as one text; how many snippets are there that
must be (`with`), and that must not (`without`); empty answers, and pages on which a program failed, which are empty
too (an empty answer has a precision of 0). The last column is what one of our systems has more than the others, with
the interval of 95 % of a paired bootstrap over pages. Sets without gold text are judged by the share of a page's
snippets that are as they must be. All in per cent.

The bytes are decoded once, by streamclean, for everybody. Peers are told the language of a page if they ask for it;
streamclean finds out. A page whose gold is empty counts 100 for an empty answer, else 0. What peers answer is kept in
DIR/extractors, so that the next run only scores. `--cleaned` adds the texts of a system that did not learn from the
pages that it cleans: lines of `{"set", "id", "text"}`.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import extractor_figures
import extractor_runs
import html_sets
from extractor_figures import Difference, Figures, Mean, Outcome
from extractor_peers import PEERS
from markdown import put_head, put_row
from streamclean import _core

SETS = [
    "wcxb-dev",
    "dragnet",
    "daniel",
    "harvest-forum",
    "trafilatura-eval",
    "cleaneval",
    "l3s-gn1",
    "canola",
    "utomo-big9",
]
ALGORITHMS = ["trees", "justext", "boilerpipe-article", "victor", "all"]

Texts = Mapping[tuple[str, str], str]
"""What a system leaves of a page, by its set and its number."""


@cache
def ours() -> list[str]:
    there = {algorithm["name"] for algorithm in _core.algorithms()}
    return [name for name in ALGORITHMS if name in there]


def label(name: str) -> str:
    """What a system is called in the tables."""
    if name in PEERS:
        version = extractor_runs.versions()[PEERS[name].package]
        package, comma, options = name.partition(",")
        return f"{package} {version}{comma}{options}"
    return f"`{name}` (ours)" if name in ours() else f"{name} (ours)"


# ---- texts ----


def read_cleaned(path: Path) -> dict[tuple[str, str], str]:
    with open(path, encoding="utf-8") as file:
        rows = map(json.loads, file)
        return {(row["set"], row["id"]): row["text"] for row in rows}


def of_cleaned(system: str, texts: Texts, name: str, pages: Sequence[html_sets.Page]) -> list[str] | None:
    """The texts of a set; None if there are none at all. To leave out some pages of a set would be choosing."""
    found = [texts.get((name, page.id)) for page in pages]
    missing = [page.id for page, text in zip(pages, found, strict=True) if text is None]
    if len(missing) == len(pages):
        return None
    if missing:
        sys.exit(f"bench: {system} has no text of {len(missing)} pages of {name}; the first is {missing[0]}")
    return [text for text in found if text is not None]


def outcomes_of_set(args: argparse.Namespace, name: str, pages: Sequence[html_sets.Page]) -> dict[str, list[Outcome]]:
    """What came of each page, by system."""
    found: dict[str, list[Outcome]] = {}
    for system, path in args.cleaned.items():
        texts = of_cleaned(system, path, name, pages)
        if texts is not None:
            found[system] = scored(pages, ((text, False) for text in texts))
    for algorithm in ours():
        extract = _core.Labeller(algorithm).extract
        found[algorithm] = scored(pages, ((extract(page.data), False) for page in pages))
    folder = args.cache or args.data / "extractors"
    for peer, answers in extractor_runs.answers(name, pages, args.peers, folder, args.jobs).items():
        found[peer] = scored(pages, ((answer.text, bool(answer.failed)) for answer in answers))
    return found


def scored(pages: Iterable[html_sets.Page], answers: Iterator[tuple[str, bool]]) -> list[Outcome]:
    return [
        Outcome(page.gold.score(html_sets.quoted(text)), not text.strip(), failed)
        for page, (text, failed) in zip(pages, answers, strict=True)
    ]


# ---- tables ----


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


def put_group(title: str, systems: Mapping[str, Figures], differences: Mapping[str, Difference], mine: str) -> None:
    """The figures of all systems on some pages, the best first."""
    ranked = sorted(systems, key=lambda name: -main_figure(systems[name]).mean)
    any_of = systems[ranked[0]]
    columns = {head: field for head, field in COLUMNS.items() if getattr(any_of, field) is not None}
    print(f"\n### {title}, {any_of.pages} pages\n")
    put_head("system", *columns, *([f"{mine} more"] if differences else []))
    for name in ranked:
        cells = [
            str(getattr(systems[name], field)) if field == "failed" else per_cent(getattr(systems[name], field))
            for field in columns.values()
        ]
        put_row([label(name), *cells, *([signed(differences.get(name))] if differences else [])])


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
            put_group(f"{name}, {group}" if group else name, found, beside, self.mine)

    def put_summary(self) -> None:
        """Which peer is the best, and how much better ours is."""
        print(f"\n### {label(self.mine)} beside the best of the others\n")
        put_head("pages", "number", "F1", "best other", "its F1", "difference")
        for name, groups in self.figures.items():
            for group, systems in groups.items():
                peers = [system for system in systems if system in PEERS]
                if self.mine not in systems or not peers:
                    continue
                best = max(peers, key=lambda system: main_figure(systems[system]).mean)
                put_row(
                    [
                        f"{name}, {group}" if group else name,
                        systems[self.mine].pages,
                        per_cent(main_figure(systems[self.mine])),
                        label(best),
                        per_cent(main_figure(systems[best])),
                        signed(self.differences[name][group][best]),
                    ]
                )

    def put_sets(self, title: str, wanted: Sequence[tuple[str, str]]) -> None:
        """F1 of all systems, a column for some pages."""
        there = [(name, group) for name, group in wanted if group in self.figures.get(name, {})]
        systems = list(dict.fromkeys(system for name, group in there for system in self.figures[name][group]))
        print(f"\n### {title}\n")
        put_head("system", *(group or name for name, group in there))
        for system in systems:
            found = [self.figures[name][group].get(system) for name, group in there]
            put_row([label(system), *("" if each is None else per_cent(main_figure(each)) for each in found)])

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


def cleaned_option(value: str) -> tuple[str, dict[tuple[str, str], str]]:
    name, equals, path = value.partition("=")
    if not (name and equals) or name in PEERS or name in ours():
        raise argparse.ArgumentTypeError(f"{value!r} is not NAME=FILE with a name of its own")
    return name, read_cleaned(Path(path))


def options(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder with html/SET/gold.jsonl")
    parser.add_argument("--sets", nargs="+", choices=SETS, default=SETS)
    parser.add_argument("--peers", nargs="*", choices=[*PEERS], default=[*PEERS], help="only these (default: all)")
    parser.add_argument("--cleaned", action="append", type=cleaned_option, default=[], metavar="NAME=FILE")
    parser.add_argument("--ours", metavar="NAME", help="what the others are compared with (default: the first of ours)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there too")
    parser.add_argument("--cache", type=Path, metavar="DIR", help="where answers are kept (default: DATA/extractors)")
    parser.add_argument("--jobs", type=int, default=2, help="peers that run at the same time (default: 2)")
    args = parser.parse_args(argv)
    args.cleaned = dict(args.cleaned)
    systems = [*args.cleaned, *ours()]
    args.ours = args.ours or systems[0]
    if args.ours not in systems:
        parser.error(f"--ours: there is no {args.ours}; there are {', '.join(systems)}")
    return args


def main(argv: Sequence[str] | None = None) -> int:
    args = options(argv)
    results = Results(args.ours)
    for name in args.sets:
        pages = html_sets.load_main(args.data, name)
        results.add(name, pages, outcomes_of_set(args, name, pages))
    results.put_overviews()
    if args.json:
        args.json.write_text(json.dumps(results.as_json(), indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
