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
pages that it cleans: lines of `{"set", "id", "text"}`. A † stands for figures of a model on pages that it has learned
from, which are too good.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import extractor_runs
import html_sets
from extractor_figures import Outcome
from extractor_peers import PEERS
from extractor_tables import Results, ours
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
Texts = Mapping[tuple[str, str], str]
"""What a system leaves of a page, by its set and its number."""


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


# ---- the program ----


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
