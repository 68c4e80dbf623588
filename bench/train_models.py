"""Learns the models that ship with `classify`, of all its algorithms that learn.

    python bench/train_models.py --data DIR                     # check, then write all models
    python bench/train_models.py --data DIR --only mss          # one of them
    python bench/train_models.py --data DIR --check-only        # write nothing

Learned from are the sets whose licences allow it: pages of wcxb-dev and harvest-forum, labelled by their gold text, and
those of trafilatura-eval, of which only the blocks are labelled that hold one of its snippets; most of these pages are
German, the others English. Everything goes in in the order of the sets, so that the same data make the same bytes.

The check learns from four fifths of the hosts and scores the pages of the others, five times: words in order,
micro-averaged, in per cent, characters that are not ASCII included.
"""

from __future__ import annotations

import argparse
import json
import sys
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import html_sets
import html_systems
from streamclean import _core

SETS = ("wcxb-dev", "harvest-forum", "trafilatura-eval")
FOLDS = 5
MODELS = Path(__file__).resolve().parent.parent / "rust" / "core" / "src" / "classify" / "models"


@dataclass(frozen=True)
class Labelled:
    """The labelled blocks of a page; `gold` is what the check scores against, where the set has text."""

    source: str
    host: str
    lang: str
    blocks: bytes
    gold: _core.Gold | None

    @property
    def fold(self) -> int:
        return zlib.crc32(self.host.encode()) % FOLDS


def pages(data: Path) -> Iterator[Labelled]:
    for name in SETS:
        for row in html_sets.rows(data, name):
            content = (data / "html" / name / row["file"]).read_bytes()
            blocks = _core.Page(content).blocks()
            if "gold" in row:
                gold = _core.Gold(html_sets.quoted(row["gold"]))
                yield Labelled(name, host(row), row["lang"], gold.label(blocks)[0], gold)
            else:
                yield Labelled(name, host(row), row["lang"], by_snippets(blocks, row), None)


def host(row: Mapping[str, Any]) -> str:
    """What the pages of a site have in common."""
    name = row.get("host") or row.get("domain") or urlsplit(row["url"]).hostname or row["id"]
    return str(name).removeprefix("www.")


def by_snippets(value: bytes, row: Mapping[str, Any]) -> bytes:
    """Blocks labelled by what must be in the text and what must not be."""
    blocks = json.loads(value)
    wanted, unwanted = ([plain(text) for text in row[key]] for key in ("with", "without"))
    for block in blocks:
        text = plain(block["text"])
        good, bad = (any(snippet in text for snippet in snippets) for snippets in (wanted, unwanted))
        if good != bad:
            block["gold"] = "good" if good else "bad"
    return json.dumps(blocks).encode()


def plain(text: str) -> str:
    return " ".join(text.split()).lower()


def learn(algorithm: str, labelled: Iterable[Labelled]) -> bytes:
    trainer = _core.BlockTrainer(algorithm)
    for page in labelled:
        trainer.add(page.blocks)
    return trainer.finish()


def check(algorithm: str, labelled: Sequence[Labelled]) -> dict[str, list[float]]:
    """P, R, F1, F0.5 of each set on hosts that were not learned from; with `baseline`, those of all text."""
    totals: dict[str, _core.ScoreTotals] = {}
    for fold in range(FOLDS):
        model = learn(algorithm, (page for page in labelled if page.fold != fold))
        labeller = _core.Labeller(algorithm, model=model)
        baseline = _core.Labeller("all")
        for page in labelled:
            if page.fold != fold or page.gold is None:
                continue
            for row, each in ((page.source, labeller), (f"{page.source}, all text", baseline)):
                text = html_systems.cleaned(each.label(page.blocks, lang=page.lang))
                totals.setdefault(row, _core.ScoreTotals()).add(page.gold.score(html_sets.quoted(text)))
    names = ("precision", "recall", "f1", "f05")
    return {row: [100 * total.figures()["words"][name] for name in names] for row, total in totals.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--only", metavar="NAMES", help="algorithms, with commas (default: all that learn)")
    parser.add_argument("--check-only", action="store_true", help="write no models")
    parser.add_argument("--no-check", action="store_true", help="write the models at once")
    parser.add_argument("--output", type=Path, default=MODELS, metavar="FOLDER")
    args = parser.parse_args()
    learning = [str(algorithm["name"]) for algorithm in _core.algorithms() if algorithm["learns"]]
    names = args.only.split(",") if args.only else learning
    if unknown := [name for name in names if name not in learning]:
        sys.exit(f"no algorithm that learns: {', '.join(unknown)}; those that do: {', '.join(learning)}")
    labelled = list(pages(args.data))
    for name in names:
        if not args.no_check:
            for row, figures in check(name, labelled).items():
                print(f"{name:12} {row:24}" + "".join(f"{figure:8.2f}" for figure in figures), flush=True)
        if not args.check_only:
            model = learn(name, labelled)
            (args.output / f"{name}.model").write_bytes(model)
            print(f"{name:12} {len(labelled)} pages, {len(model)} bytes", flush=True)


if __name__ == "__main__":
    main()
