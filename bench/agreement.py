"""How many words streamclean and the published programs put into the same class, as a markdown table.

    python bench/agreement.py --data DIR [--parser html5] [--sets canola l3s-gn1] [--every 10] [--show 20]

Words are compared that both have, in the order of the page. `agree` is their share with the same label, the peer
reading the page as it came. The rest is intended where one of these explains it:

- `slash`: the peer agrees if each `<br/>` is a `<br>`: boilerpy3 ends a block at the one and not at the other;
- `markup`: it agrees once libxml2 has repaired the page: after a stray `</a>` boilerpy3 takes all text for links,
  after an unclosed `option` it takes none at all;
- `hidden`: it agrees once what the page hides is taken out, or the word is hidden;
- `unspaced`: the page is in a script without spaces, where a word is not what lies between two spaces.

What is left is `other`. `theirs` is the share of our words that the peer has at all. Both get the same stop words,
those of streamclean for the page's language.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from html_peers import Peers
from streamclean import _core

PAIRS = {
    "justext": "justext",
    "boilerpipe-default": "NumWordsRulesExtractor",
    "boilerpipe-density": "DefaultExtractor",
    "boilerpipe-article": "ArticleExtractor",
    "boilerpipe-canola": "CanolaExtractor",
}
"""Our algorithms, and what each is called in bench/agreement_peers.py."""

UNSPACED = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
WORD = re.compile(rf"[{UNSPACED}]|[^\W{UNSPACED}]+")
WINDOW = 3  # words that must be the same where texts meet again


class Word(NamedTuple):
    text: str
    good: bool
    hidden: bool = False


CAUSES = ("slash", "markup", "hidden", "unspaced", "other")


class Page(NamedTuple):
    file: str
    html: str
    lang: str


def decoded(data: bytes, encoding: str | None) -> str:
    return _core.Decoded(data, encoding=encoding).text.decode()


@cache
def labeller(algorithm: str, lang: str) -> _core.Labeller:
    return _core.Labeller(algorithm, lang=lang if lang in _core.languages() else "any")


def ours(html: str, lang: str, parser: str, algorithms: Iterable[str]) -> Iterator[tuple[str, list[Word]]]:
    if parser == "lxml":
        from streamclean import lxml_driver

        page = lxml_driver.read(_core.Decoded(html.encode(), encoding="utf-8"), hints=False)
    else:
        page = _core.Page(html.encode(), encoding="utf-8", hints=False)
    blocks = page.blocks()
    for algorithm in algorithms:
        labelled = labeller(algorithm, lang).label(blocks, title=page.title, kinds=page.kinds)
        yield algorithm, [word for block in json.loads(labelled.blocks) for word in words_of(block)]


def words_of(block: dict[str, Any]) -> Iterator[Word]:
    """The words of a block; each has the label of its first character."""
    parts = block.get("parts")
    for match in WORD.finditer(block["text"]):
        start = match.start()
        good = block["class"] == "good" if parts is None else any(a <= start < b for a, b in parts)
        yield Word(match[0], good, bool(block["mark"]))


def aligned(a: Sequence[str], b: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Pairs of equal words in order. After a difference both go on where the next few words are the same again."""
    places: dict[tuple[str, ...], list[int]] = {}
    for at in range(len(b) - WINDOW, -1, -1):
        places.setdefault(tuple(b[at : at + WINDOW]), []).append(at)
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] == b[j]:
            yield i, j
            i, j = i + 1, j + 1
            continue
        best: tuple[int, int, int] | None = None
        for skipped in range(len(a) - i):
            if best and skipped >= best[0]:
                break
            found = places.get(tuple(a[i + skipped : i + skipped + WINDOW]), [])
            while found and found[-1] < j:
                found.pop()  # never needed again: `j` only grows
            if found and (not best or skipped + found[-1] - j < best[0]):
                best = (skipped + found[-1] - j, i + skipped, found[-1])
        if not best:
            return
        _, i, j = best


def labels(mine: Sequence[Word], pieces: Sequence[tuple[str, bool]]) -> dict[int, bool]:
    """The label that a peer has for each of our words."""
    theirs = [(word, good) for text, good in pieces for word in WORD.findall(text)]
    pairs = aligned([word.text for word in mine], [word for word, _ in theirs])
    return {i: theirs[j][1] for i, j in pairs}


def compare(mine: Sequence[Word], answers: dict[str, list[tuple[str, bool]]]) -> tuple[Counter[str], list[int]]:
    """Counts of words, and which of ours differ for no known reason."""
    theirs = {way: labels(mine, pieces) for way, pieces in answers.items()}
    unspaced = sum(bool(re.match(f"[{UNSPACED}]", word.text)) for word in mine) * 10 > len(mine)
    counts = Counter(words=len(mine), shared=len(theirs["as_is"]))
    other = []
    for i, good in theirs["as_is"].items():
        if good == mine[i].good:
            counts["agree"] += 1
        elif mine[i].hidden:
            counts["hidden"] += 1
        elif theirs["unslashed"].get(i) == mine[i].good:
            counts["slash"] += 1
        elif theirs.get("repaired", {}).get(i) == mine[i].good:
            counts["markup"] += 1
        elif theirs.get("seen", {}).get(i) == mine[i].good:
            counts["hidden"] += 1
        elif unspaced:
            counts["unspaced"] += 1
        else:
            counts["other"] += 1
            other.append(i)
    return counts, other


def pages(folder: Path, every: int) -> Iterator[Page]:
    with open(folder / "gold.jsonl", encoding="utf-8") as file:
        for number, line in enumerate(file):
            if number % every == 0:
                page = json.loads(line)
                html = decoded((folder / page["file"]).read_bytes(), page.get("encoding"))
                yield Page(page["file"], html, page.get("lang") or "en")


def row(*cells: object) -> None:
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def put(name: str, algorithm: str, counts: Counter[str]) -> None:
    shared = counts["shared"] or 1
    shares = [f"{100 * counts[cause] / shared:.2f}" for cause in ("agree", *CAUSES)]
    row(name, algorithm, counts["words"], f"{100 * shared / (counts['words'] or 1):.1f}", *shares)


def show(file: str, algorithm: str, mine: Sequence[Word], differ: list[int]) -> None:
    """Prints the first run of words that differ for no known reason."""
    run = [differ[0]]
    run.extend(at for step, at in enumerate(differ[1:], 1) if at == differ[0] + step)
    text = " ".join(word.text for word in mine[run[0] : run[-1] + 1][:20])
    label = "good" if mine[run[0]].good else "bad"
    print(f"{file}\t{algorithm}\t{label} here\t{len(differ)} words\t{text}", file=sys.stderr)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder with html/SET/gold.jsonl")
    parser.add_argument("--sets", nargs="*", help="only these (default: all)")
    parser.add_argument("--parser", choices=["lxml", "html5"], default="lxml")
    parser.add_argument("--algorithms", nargs="*", choices=[*PAIRS], default=[*PAIRS])
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only each Nth page")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="show N pages that differ for no known reason")
    args = parser.parse_args()
    stoplists = {lang: _core.stoplist(lang) for lang in _core.languages()}
    peers = Peers(Path(__file__).resolve().with_name("agreement_peers.py"), stoplists)
    row("set", "algorithm", "words", "theirs %", "agree %", *(f"{cause} %" for cause in CAUSES))
    row(*["---"] * (5 + len(CAUSES)))
    total: dict[str, Counter[str]] = {algorithm: Counter() for algorithm in args.algorithms}
    shown: Counter[str] = Counter()
    for gold in sorted((args.data / "html").glob("*/gold.jsonl")):
        if args.sets and gold.parent.name not in args.sets:
            continue
        counts: dict[str, Counter[str]] = {algorithm: Counter() for algorithm in args.algorithms}
        for page in pages(gold.parent, args.every):
            peers.send(html=page.html, lang=page.lang, peers=[PAIRS[each] for each in args.algorithms])
            mine = dict(ours(page.html, page.lang, args.parser, args.algorithms))
            answers = peers.receive()
            for algorithm in args.algorithms:
                found, other = compare(mine[algorithm], answers[PAIRS[algorithm]])
                counts[algorithm] += found
                if other and shown[algorithm] < args.show:
                    show(page.file, algorithm, mine[algorithm], other)
                    shown[algorithm] += 1
        for algorithm in args.algorithms:
            put(gold.parent.name, algorithm, counts[algorithm])
            total[algorithm] += counts[algorithm]
    for algorithm in args.algorithms:
        put("all", algorithm, total[algorithm])
    peers.close()


if __name__ == "__main__":
    main()
