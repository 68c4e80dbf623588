"""How good the algorithms of `classify` are: the tables of Pomikálek's thesis (2.9), and packages of the same methods.

    python bench/html_tables.py --data DIR                      # everything
    python bench/html_tables.py --data DIR --no-peers           # the thesis' tables alone
    python bench/html_tables.py --data DIR --sets dragnet       # the packages alone, on one set

Scores are of words in order, micro-averaged over pages, characters that are not ASCII left out (the thesis' `-a`);
those of text nodes are in characters. All are per cent. Everybody gets the same characters: the bytes are decoded
once, by streamclean. The packages are installed into .venv-peers-html (bench/peers-html.txt) on the first run.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import html_peers
import html_sets
import html_systems
import thesis_figures as thesis
from html_systems import STOP_LISTS, SYSTEMS, System, describe
from markdown import put_head, put_row
from streamclean import _core

PEER_SETS = ["canola", "cleaneval", "l3s-gn1", "dragnet", "daniel", "wcxb-dev"]
FIGURES = ("precision", "recall", "f1", "f05")


class Runs:
    """Labellers, made once, and their totals."""

    def __init__(self, data: Path, systems: Sequence[System], test: set[str]) -> None:
        self.systems = systems
        self.labellers = {}
        for system in systems:
            labelled: Iterable[bytes] = ()
            if system.trained_on:
                # Canola's test half is not learnt from.
                ids = None
                if system.trained_on == "canola":
                    ids = {row["id"] for row in html_sets.rows(data, "canola")} - test
                labelled = html_sets.labelled(data, system.trained_on, ids)
            self.labellers[system.row] = html_systems.labeller(system, labelled)

    def texts(self, page: html_sets.Page) -> dict[str, str]:
        """The text that each leaves of a page."""
        read = _core.Page(page.data)
        blocks = read.blocks()
        return {
            row: html_systems.cleaned(each.label(blocks, title=read.title, kinds=read.kinds))
            for row, each in self.labellers.items()
        }


class Totals:
    """Sums of scores, by row."""

    def __init__(self) -> None:
        self.sums: dict[str, _core.ScoreTotals] = {}

    def add(self, row: str, scores: _core.Scores) -> None:
        self.sums.setdefault(row, _core.ScoreTotals()).add(scores)

    def figures(self, row: str, kind: str) -> list[float]:
        """P, R, F1 and F0.5 in per cent."""
        found = self.sums[row].figures()[kind]
        if kind == "nodes":
            found = found[-1]
        return [100 * found[name] for name in FIGURES]

    def fragments(self, row: str, kind: str = "fragments") -> thesis.Torn:
        torn = self.sums[row].figures()[kind]
        return thesis.Torn(torn["mean_length"], torn["median_length"], torn["per_page"])


# ---- scoring ----


def score(runs: Runs, pages: Iterable[html_sets.Page], other: Totals | None = None) -> Totals:
    totals = Totals()
    for page in pages:
        for row, text in runs.texts(page).items():
            value = html_sets.quoted(text)
            totals.add(row, page.gold.score(value, ascii=True))
            if other is not None and page.other_gold is not None:
                other.add(row, page.other_gold.score(value, ascii=True))
    return totals


# ---- printing ----


def per_cent(values: Iterable[float]) -> list[str]:
    return [f"{value:.2f}" for value in values]


def put_table(title: str, totals: Totals, kind: str, systems: Iterable[System], figures: thesis.Rows) -> None:
    """Our figures, and the thesis' beside them."""
    print(f"\n### {title}\n")
    head = ["algorithm", "here", "P", "R", "F1", "F0.5"]
    put_head(*head, *(f"{name} (thesis)" for name in head[2:]), "F0.5 more")
    for system in systems:
        ours = totals.figures(system.row, kind)
        theirs = figures.get(system.row)
        beside = [*per_cent(theirs), f"{ours[-1] - theirs.f05:+.2f}"] if theirs else ["-"] * 5
        put_row([system.row, describe(system), *per_cent(ours), *beside])


def put_summary(totals: dict[str, Totals], systems: Iterable[System], figures: dict[str, thesis.Rows]) -> None:
    """F1 and F0.5 of all sets side by side."""
    print("\n### Words in order, F1 and F0.5; in brackets, what the thesis measured\n")
    put_head("algorithm", *totals)
    for system in systems:
        if system.trained_on:
            continue
        cells = []
        for name, each in totals.items():
            f1, f05 = each.figures(system.row, "words")[2:]
            theirs = figures[name].get(system.row)
            beside = f" ({theirs.f1:.1f} / {theirs.f05:.1f})" if theirs else ""
            cells.append(f"{f1:.1f} / {f05:.1f}{beside}")
        put_row([describe(system), *cells])


def put_stop_lists(totals: Totals) -> None:
    print("\n### Table 2.10: jusText_A with stop lists of three sizes, text nodes of Canola's test half\n")
    put_head("stop list", *(f"{name}{whose}" for whose in ("", " (thesis)") for name in ("P", "R", "F1", "F0.5")))
    for system in STOP_LISTS:
        theirs = thesis.STOP_LISTS[system.stoplist or 0]
        put_row([system.row, *per_cent(totals.figures(system.row, "nodes")), *per_cent(theirs)])


def put_fragments(totals: Totals, systems: Sequence[System]) -> None:
    print("\n### Table 2.11: fragments of Canola's test half\n")
    names = ["mean length", "median length", "a document"]
    put_head("algorithm", *names, *(f"{name} (thesis)" for name in names))
    perfect = totals.fragments(systems[0].row, "gold_fragments")
    for row, torn in [("perfect cleaning", perfect), *((each.row, totals.fragments(each.row)) for each in systems)]:
        theirs = thesis.FRAGMENTS.get(row)
        put_row([row, *put_torn(torn), *(put_torn(theirs) if theirs else "---")])


def put_torn(torn: thesis.Torn) -> list[str]:
    return [f"{torn.mean:.1f}", f"{torn.median:.0f}", f"{torn.per_page:.2f}"]


# ---- the thesis' tables ----


def thesis_tables(data: Path) -> None:
    canola = html_sets.load(data, "canola")
    test, rest = html_sets.halves(canola)
    systems = html_systems.known(SYSTEMS)
    runs = Runs(data, systems, {page.id for page in test})
    print(
        f"Canola here: {len(canola)} pages, {len(test)} of which were drawn as the test half; the other {len(rest)} "
        "are Victor's to learn from. How many annotators agreed is not known, so that tables 2.5 and 2.10 have all "
        "annotations (AR > 0)."
    )
    with_undecided = Totals()
    totals = score(runs, test, with_undecided)
    put_table("Table 2.5: text nodes of Canola's test half", totals, "nodes", systems, thesis.CANOLA_NODES)
    title = "Table 2.6: words of Canola's test half"
    put_table(f"{title}, undecided nodes gold", with_undecided, "words", systems, thesis.CANOLA_WITH_UNDECIDED)
    put_table(f"{title}, undecided nodes not gold", totals, "words", systems, thesis.CANOLA_WITHOUT_UNDECIDED)
    # One page of 4,600 words without a good node costs two points of precision; the thesis has fewer pages than this.
    good = [page for page in test if page.gold_text]
    title = f"{title}, undecided nodes not gold, the {len(good)} pages with a good node"
    put_table(title, score(runs, good), "words", systems, thesis.CANOLA_WITHOUT_UNDECIDED)
    figures = {"canola": thesis.CANOLA_WITHOUT_UNDECIDED, "cleaneval": thesis.CLEANEVAL, "l3s-gn1": thesis.L3S_GN1}
    by_set = {"canola": totals}
    for number, name in ("2.8", "cleaneval"), ("2.9", "l3s-gn1"):
        pages = html_sets.load(data, name)
        by_set[name] = score(runs, pages)
        title = f"Table {number}: words of {name}, {len(pages)} pages"
        put_table(title, by_set[name], "words", systems, figures[name])
    put_summary(by_set, systems, figures)
    put_stop_lists(score(Runs(data, STOP_LISTS, set()), test))
    put_fragments(totals, systems)


# ---- the packages ----


def our_row(algorithm: str) -> System:
    """What is compared with a package: the algorithm as it comes."""
    preset = "published" if algorithm == "justext" else None
    return System(algorithm, algorithm, preset)


def peer_table(data: Path, name: str) -> None:
    pages = html_sets.load(data, name)
    langs = sorted({page.lang for page in pages})
    lists = {lang: _core.stoplist(lang) for lang in langs if lang in _core.languages()}
    algorithms = list(dict.fromkeys(algorithm for algorithm, _ in html_peers.PEERS.values()))
    systems = html_systems.known(map(our_row, algorithms))
    labellers = {(system.row, lang): html_systems.labeller(system, lang=lang) for system in systems for lang in langs}
    peers = html_peers.Peers(html_peers.SCRIPT, lists)
    totals = Totals()
    for page in pages:
        html = _core.Decoded(page.data).text.decode()
        peers.send(html=html, lang=page.lang)
        read = _core.Page(page.data)
        blocks = read.blocks()
        texts = {
            system.row: html_systems.cleaned(
                labellers[system.row, page.lang].label(blocks, title=read.title, kinds=read.kinds)
            )
            for system in systems
        }
        for row, text in (texts | peers.receive()).items():
            totals.add(row, page.gold.score(html_sets.quoted(text), ascii=all(lang == "en" for lang in langs)))
    peers.close()
    print(f"\n### {name}, {len(pages)} pages\n")
    put_head(
        "package",
        "here",
        "P",
        "R",
        "F1",
        "F0.5",
        "bag F1",
        *(f"{x} (here)" for x in ("P", "R", "F1", "F0.5", "bag F1")),
        "ratio F1",
        "F0.5",
        "bag F1",
    )
    for peer, (algorithm, _) in html_peers.PEERS.items():
        theirs, ours = (
            [*totals.figures(row, "words"), totals.figures(row, "bag_macro")[2]] for row in (peer, algorithm)
        )
        ratios = [f"{a / b:.3f}" for a, b in list(zip(ours, theirs, strict=True))[2:]]
        put_row([peer, algorithm, *per_cent(theirs), *per_cent(ours), *ratios])


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder with html/SET/gold.jsonl")
    parser.add_argument("--no-peers", action="store_true", help="the thesis' tables alone")
    parser.add_argument("--sets", nargs="+", choices=PEER_SETS, help="the packages alone, on these sets")
    args = parser.parse_args(argv)
    if args.sets is None:
        thesis_tables(args.data)
    if not args.no_peers:
        for name in args.sets or PEER_SETS:
            peer_table(args.data, name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
