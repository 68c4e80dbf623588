"""Learns the models that ship with `classify`, of all its algorithms that learn.

    python bench/train_models.py --data DIR                     # write all models
    python bench/train_models.py --data DIR --only mss          # one of them
    python bench/train_models.py --data DIR --check             # score what is learned instead; nothing is written
    python bench/train_models.py --data DIR --only trees --held-out texts.jsonl     # the texts of pages held out

Learned from are the sets whose licences allow it. Pages of wcxb-dev and harvest-forum are labelled by their gold text
as `cleaneval --align` does it, so that `classify --train` makes the same bytes of them. Of those of trafilatura-eval,
most of which are German, only the blocks are labelled that hold one of its snippets. Everything goes in in the order of
the sets: the same data make the same bytes.

The check learns from four fifths of the hosts and scores the pages of the others, five times, with the snippets and
without: words in order, micro-averaged, in per cent, characters that are not ASCII included; and for trafilatura-eval
how many snippets are there that must be, and how many that must not. `--held-out` writes the texts that are scored, for
`bench/extractors.py --cleaned`.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import html_sets
import html_systems
from streamclean import _core
from streamclean.filters.classify import train_trees

TEXTS = ("wcxb-dev", "harvest-forum")
"""Sets with gold text."""

SNIPPETS = "trafilatura-eval"
"""The set with snippets only. Without it, German is foreign to `mss` and `ncleaner`; the others gain a little."""

FOLDS = 5
MODELS = Path(__file__).resolve().parent.parent / "rust" / "core" / "src" / "classify" / "models"


@dataclass(frozen=True)
class Labelled:
    """The labelled blocks of a page, and the gold that the check scores against."""

    source: str
    id: str
    host: str
    lang: str
    title: str
    kinds: str
    blocks: bytes
    gold: _core.Gold

    @property
    def fold(self) -> int:
        return zlib.crc32(self.host.encode()) % FOLDS


def pages(data: Path) -> Iterator[Labelled]:
    for name in (*TEXTS, SNIPPETS):
        for row in html_sets.rows(data, name):
            content = (data / "html" / name / row["file"]).read_bytes()
            read = _core.Page(content)
            blocks = read.blocks()
            about = (name, row["id"], host(row), row["lang"], read.title, read.kinds)
            if name == SNIPPETS:
                wanted, unwanted = (html_sets.encoded(row[key]) for key in ("with", "without"))
                gold = _core.Gold(wanted=wanted, unwanted=unwanted)
                yield Labelled(*about, by_snippets(blocks, row), gold)
            else:
                gold = _core.Gold(html_sets.quoted(row["gold"]))
                yield Labelled(*about, gold.label(blocks)[0], gold)


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
    if algorithm == "trees":
        pages = (
            train_trees.Page(page.blocks, page.title, page.kinds, page.lang, _core.gold_labels(page.blocks))
            for page in labelled
        )
        return train_trees.learn(list(pages))
    trainer = _core.BlockTrainer(algorithm)
    for page in labelled:
        trainer.add(page.blocks)
    return trainer.finish()


def held_out(algorithm: str, labelled: Sequence[Labelled], sources: Sequence[str]) -> Iterator[tuple[Labelled, str]]:
    """The text of each page, by what was learned from other hosts."""
    for fold in range(FOLDS):
        seen = (page for page in labelled if page.fold != fold and page.source in sources)
        labeller = _core.Labeller(algorithm, model=learn(algorithm, seen))
        for page in labelled:
            if page.fold == fold:
                done = labeller.label(page.blocks, lang=page.lang, title=page.title, kinds=page.kinds)
                yield page, html_systems.cleaned(done)


def check(algorithm: str, labelled: Sequence[Labelled], sources: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The figures of each set on hosts that were not learned from."""
    totals: dict[str, _core.ScoreTotals] = {}
    for page, text in held_out(algorithm, labelled, sources):
        totals.setdefault(page.source, _core.ScoreTotals()).add(page.gold.score(html_sets.quoted(text)))
    return {source: total.figures() for source, total in totals.items()}


def describe(figures: Mapping[str, Any]) -> str:
    if words := figures["words"]:
        return "  ".join(f"{name} {100 * words[name]:.2f}" for name in ("precision", "recall", "f1", "f05"))
    found = (f"{100 * figures[key + '_found'] / figures[key]:.2f}" for key in ("with", "without"))
    return "  ".join(f"{name} {share}" for name, share in zip(("wanted", "unwanted"), found, strict=True))


def report(algorithm: str, labelled: Sequence[Labelled]) -> None:
    for sources in (TEXTS, (*TEXTS, SNIPPETS)):
        for source, figures in check(algorithm, labelled, sources).items():
            how = "with snippets" if SNIPPETS in sources else "without"
            print(f"{algorithm:10} {source:17} {describe(figures):54} {how}", flush=True)


def write(algorithm: str, labelled: Sequence[Labelled], folder: Path) -> None:
    start = time.perf_counter()
    model = learn(algorithm, labelled)
    path = folder / f"{algorithm}.model"
    is_same = path.exists() and path.read_bytes() == model
    path.write_bytes(model)
    took = time.perf_counter() - start
    print(f"{algorithm:10} {len(model):7} bytes in {took:.1f} s, {'as before' if is_same else 'new'}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--only", metavar="NAMES", help="algorithms, with commas (default: all that learn)")
    parser.add_argument("--check", action="store_true", help="score on pages held out, and write no models")
    parser.add_argument(
        "--held-out", type=Path, metavar="FILE", help="write the texts of pages held out, and no models"
    )
    parser.add_argument("--output", type=Path, default=MODELS, metavar="FOLDER")
    args = parser.parse_args()
    learning = [str(algorithm["name"]) for algorithm in _core.algorithms() if algorithm["learns"]]
    names = args.only.split(",") if args.only else learning
    if unknown := [name for name in names if name not in learning]:
        sys.exit(f"no algorithm that learns: {', '.join(unknown)}; those that do: {', '.join(learning)}")
    if args.held_out and len(names) > 1:
        sys.exit("--held-out is for one algorithm: --only NAME")
    labelled = list(pages(args.data))
    for name in names:
        if args.held_out:
            with args.held_out.open("w", encoding="utf-8") as out:
                for page, text in held_out(name, labelled, (*TEXTS, SNIPPETS)):
                    print(json.dumps({"set": page.source, "id": page.id, "text": text}), file=out)
        elif args.check:
            report(name, labelled)
        else:
            write(name, labelled, args.output)


if __name__ == "__main__":
    main()
