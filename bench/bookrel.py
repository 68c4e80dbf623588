"""How well bookrel tells how books relate, and how fast: figure 1 and table I of Spasojević and Poncin, on real books.

    python bench/bookrel.py --data DIR [--pairs 4000] [--seed 20261119] [--only figure table speed] [--signals FILE]

Books are Project Gutenberg's without their boilerplate, a text each; `examples/make_books.py` makes pairs out of them.
The filters φ were set on pairs of one seed, others are reported: half of the pairs are these, half those. Unrelated are
the first book of a pair and the second of the next one: a relation between those is false.
"""

from __future__ import annotations

import argparse
import itertools
import json
import math
import random
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from markdown import put_head, put_row

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "examples"))

from make_books import RATES, SCRIPTS, Maker, invent, make_pair, scan, set_pages  # noqa: E402
from streamclean import fingerprints, similarity  # noqa: E402
from streamclean._core import BookLibrary, BookPages  # noqa: E402

OUT = HERE / "out"
PIECE = 2500
"""Words."""
SEED_OF_FILTERS = 7
PAPER = {
    "SAME_PAGINATION": (98.2, 88.4),
    "DIFFERENT_PAGINATION": (92.3, 73.5),
    "CONTIGUOUS_SUBSET": (95.2, 86.9),
    "OVERLAPPING_TEXT": (78.6, 96.3),
}


# ---- texts ----


def texts(data: Path) -> list[list[str]]:
    """The words of a file of each work, without boilerplate."""
    largest: dict[str, Path] = {}
    for path in sorted((data / "pg" / "books").glob("*.txt")) + sorted((data / "pg" / "whole").glob("*.txt")):
        work = path.name.split("_")[0]
        if work == "x":
            work = path.name
        if work not in largest or path.stat().st_size > largest[work].stat().st_size:
            largest[work] = path
    kept = OUT / "bookrel-texts.jsonl"
    if not kept.exists():
        names = "\n".join(map(str, largest.values())).encode()
        command = [Path(sys.executable).parent / "pgstrip", "--to", "jsonl", "--files-from", "-", "-o", str(kept)]
        subprocess.run(command, input=names, check=True)
    with kept.open(encoding="utf-8") as lines:
        found = [json.loads(line)["text"].split() for line in lines]
    return [words for words in found if len(words) > 4000]


class Source:
    """Texts of works in turn, so that no two of a pair have anything in common."""

    def __init__(self, works: list[list[str]], chance: random.Random) -> None:
        self.works = works
        self.chance = chance
        self.order: list[int] = []

    def __call__(self, words: int) -> list[str]:
        text: list[str] = []
        while len(text) < words:
            if not self.order:
                self.order = list(range(len(self.works)))
                self.chance.shuffle(self.order)
            own = self.works[self.order.pop()]
            start = self.chance.randrange(max(1, len(own) - words))
            text += own[start : start + words - len(text)]
        return text


# ---- figure 1 ----


def put_figure(works: list[list[str]]) -> None:
    print("\n### Figure 1: similarity of a page to itself with errors\n")
    chance = random.Random(1)
    rates = (0.005, 0.01, 0.02, 0.03, 0.05, 0.1)
    put_head("script", "shingle", *(f"{100 * rate:g} %" for rate in rates))
    source = Source(works, chance)
    for script in SCRIPTS:
        pages = []
        for _ in range(20):
            words = source(2000) if script == "latin" else invent(2000, script, random.Random(chance.random()))
            pages += set_pages(words, 300, chance, script=script)
        for unit, sizes in (("words", (1, 3, 5, 7)), ("chars", (4, 8, 16, 24))):
            # A character is a word where there are no spaces.
            if script == "han" and unit == "chars":
                continue
            for n in sizes:
                row = []
                for rate in rates:
                    texts = [*pages, *scan(pages, rate, random.Random(2))]
                    prints = fingerprints(texts, "minhash", n=n, unit=unit, permutations=512)
                    both = zip(prints[: len(pages)], prints[len(pages) :], strict=True)
                    row.append(f"{sum(similarity(*pair) for pair in both) / len(pages):.2f}")
                put_row([script, f"{n} {'words' if unit == 'words' and script != 'han' else 'characters'}", *row])


# ---- table I ----


def relate(pair: tuple[list[str], list[str]]) -> dict[str, object] | None:
    library = BookLibrary()
    for name, pages in zip("ab", pair, strict=True):
        book = BookPages(pages)
        library.add(name, library.sketch(book), book)
    library.prepare()
    lines = library.relate(0, 2, False).lines
    return json.loads(lines) if lines else None


def judged(works: list[list[str]], half: str, seed: int, pairs: int) -> Iterator[dict[str, object]]:
    """Pairs with what they are and what was found; unrelated ones between them."""
    chance = random.Random(seed)
    maker = Maker(Source(works, chance), chance, RATES)
    before: list[str] | None = None
    for number in range(pairs):
        relation, kind, first, second = make_pair(maker, number)
        yield {"half": half, "truth": relation, "kind": kind, "found": relate((first, second))}
        if before is not None:
            yield {"half": half, "truth": "", "kind": "unrelated", "found": relate((before, second))}
        before = first


def put_table(works: list[list[str]], pairs: int, seed: int, signals: Path | None) -> None:
    table: dict[str, Counter[tuple[str, str]]] = {"set": Counter(), "report": Counter()}
    kinds: Counter[tuple[str, str, str]] = Counter()
    out = signals.open("w") if signals else None
    halves = (judged(works, "set", SEED_OF_FILTERS, pairs // 2), judged(works, "report", seed, pairs // 2))
    for case in itertools.chain(*halves):
        if out:
            out.write(json.dumps(case) + "\n")
        found = case["found"]["relation"] if case["found"] else ""
        table[case["half"]][case["truth"], found] += 1
        if case["half"] == "report":
            kinds[case["truth"], case["kind"], found] += 1
    for half, title in (("report", "reported half"), ("set", "half that set the filters")):
        counts = table[half]
        print(f"\n### Table I: {title}, {sum(counts.values())} pairs, character error rates {RATES}\n")
        put_head("relation", "pairs", "precision", "recall", "paper's precision", "paper's recall")
        for relation, (precision, recall) in PAPER.items():
            right = counts[relation, relation]
            said = sum(count for (_, found), count in counts.items() if found == relation)
            true = sum(count for (truth, _), count in counts.items() if truth == relation)
            put_row(
                [
                    relation,
                    true,
                    f"{100 * right / max(1, said):.1f}",
                    f"{100 * right / max(1, true):.1f}",
                    precision,
                    recall,
                ]
            )
    print("\n### How each kind of pair was classified, reported half\n")
    names = [*PAPER, ""]
    put_head("truth", "kind", *names[:-1], "none")
    for truth, kind in dict.fromkeys((truth, kind) for truth, kind, _ in kinds):
        put_row([truth or "none", kind, *(kinds[truth, kind, found] for found in names)])


# ---- speed ----


def cost(command: list[str]) -> tuple[float, int]:
    """CPU seconds, and MB resident."""
    program = (
        "import os, resource, sys\n"
        "status = os.spawnv(os.P_WAIT, sys.argv[1], sys.argv[1:])\n"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
        "print(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024)\n"
        "sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", program, *command], check=True, capture_output=True, text=True)
    seconds, memory = done.stdout.split()
    return float(seconds), int(memory)


def put_speed(works: list[list[str]], data: Path) -> None:
    print("\n### CPU seconds a book, the whole pipeline with reading\n")
    chance = random.Random(3)
    # Pieces that are used once, so that there are no relations but those that were made.
    pieces = [words[at : at + PIECE] for words in works for at in range(0, len(words) - PIECE, PIECE)]
    source = Source(pieces, chance)
    maker = Maker(lambda words: source(words // 3), chance, RATES)
    bookrel = str(Path(sys.executable).parent / "bookrel")
    put_head("books", "MB", "pages", "relations", "CPU s", "CPU s a book", "exponent", "MB resident")
    with tempfile.TemporaryDirectory() as folder:
        # A tenth of the books in pairs; all others are texts of their own.
        pages_of: list[list[str]] = []
        while len(pages_of) < 2000:
            if len(pages_of) % 20 == 0:
                _, _, first, second = make_pair(maker, len(pages_of) // 20)
                pages_of += [first, second]
            else:
                pages_of.append(scan(maker.set(source(2 * PIECE), maker.size()), chance.choice(RATES), chance))
        before = None
        for books in (250, 500, 1000, 2000):
            path = Path(folder) / f"{books}.jsonl"
            with path.open("w", encoding="utf-8") as out:
                for number, pages in enumerate(pages_of[:books]):
                    out.write(json.dumps({"id": str(number), "pages": pages}, ensure_ascii=False) + "\n")
            put_cost([bookrel, str(path)], path, Path(folder) / "out", before)
            before = (books, LAST[0])
        whole = Path(folder) / "whole.jsonl"
        with whole.open("w", encoding="utf-8") as out:
            for path in sorted((data / "pg" / "whole").glob("*.txt")):
                words = path.read_text(encoding="utf-8", errors="replace").split()
                out.write(json.dumps({"id": path.name, "pages": set_pages(words, 280, chance)}) + "\n")
        put_cost([bookrel, str(whole)], whole, Path(folder) / "out", None)
    print("\nThe last row: whole books as they are, most in several versions. The paper: 3.5 s without reading.")


LAST = [0.0]


def put_cost(command: list[str], path: Path, out: Path, before: tuple[int, float] | None) -> None:
    runs = [cost([*command, "-o", str(out)]) for _ in range(3)]
    seconds, memory = min(runs)
    books = sum(1 for _ in path.open("rb"))
    with path.open(encoding="utf-8") as lines:
        pages = sum(len(json.loads(line)["pages"]) for line in lines)
    relations = sum(1 for _ in out.open("rb"))
    exponent = "" if before is None else f"{math.log(seconds / before[1]) / math.log(books / before[0]):.2f}"
    size = path.stat().st_size / 1e6
    put_row([books, f"{size:.0f}", pages, relations, f"{seconds:.2f}", f"{seconds / books:.4f}", exponent, memory])
    LAST[0] = seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--pairs", type=int, default=4000)
    parser.add_argument("--only", nargs="*", default=[], choices=["figure", "table", "speed"])
    parser.add_argument("--seed", type=int, default=20261119, help="chance that makes the reported half")
    parser.add_argument("--signals", type=Path, help="write the signals of all pairs to a file")
    args = parser.parse_args()
    OUT.mkdir(exist_ok=True)
    data = args.data.resolve()
    works = texts(data)
    if not args.only or "figure" in args.only:
        put_figure(works)
    if not args.only or "table" in args.only:
        put_table(works, args.pairs, args.seed, args.signals)
    if not args.only or "speed" in args.only:
        put_speed(works, data)


if __name__ == "__main__":
    main()
