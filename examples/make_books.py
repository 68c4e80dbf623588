"""Makes pairs of books of which it is known how they relate, to try bookrel on: in texts made for it, or in your own.

    python examples/make_books.py --pairs 40 -o books.jsonl --truth truth.jsonl
    python examples/make_books.py --script greek --cer 0.02 --texts novels/*.txt -o books.jsonl

A book is a text set in pages: reflowed to another size, scanned with errors, with a new preface or an appendix, as a
volume of several, in an anthology, as a yearbook that changes little. `books.jsonl` has the books, two for each pair,
and the truth a line a pair: the ids, the relation, and how the pair was made.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections.abc import Callable, Sequence
from pathlib import Path

Words = list[str]
Pages = list[str]

SCRIPTS = {
    "latin": ("bcdfghklmnprstvwz", "aeiou"),
    "cyrillic": ("бвгджзклмнпрстфхцчш", "аеиоуыя"),
    "greek": ("βγδζθκλμνξπρστφχψ", "αεηιουω"),
    "han": ("".join(map(chr, range(0x4E00, 0x4E00 + 1500))), ""),
}
RATES = (0.0, 0.005, 0.01, 0.02, 0.03)
"""Character error rates of a copy, one of which is drawn for each."""
LIKE = {"e": "co", "o": "ec0", "n": "u", "u": "n", "h": "b", "b": "h", "l": "1i", "i": "l", "t": "f", "m": "rn"}
"""What characters are taken for."""


# ---- texts ----


def invent(words: int, script: str, chance: random.Random) -> Words:
    """A text of words that do not exist, some of them far more often than others."""
    consonants, vowels = SCRIPTS[script]
    if not vowels:
        weights = [1 / (at + 3) for at in range(len(consonants))]
        letters = chance.choices(consonants, weights, k=words * 2)
        return ["".join(letters[at : at + 2]) for at in range(0, len(letters), 2)]
    syllables = [a + b for a in consonants for b in vowels]
    vocabulary = ["".join(chance.choices(syllables, k=chance.choice((1, 2, 2, 3, 3, 4)))) for _ in range(4000)]
    weights = [1 / (at + 8) for at in range(len(vocabulary))]
    return chance.choices(vocabulary, weights, k=words)


def joined(parts: list[list[str]]) -> list[str]:
    return [item for part in parts for item in part]


# ---- setting and scanning ----


def set_pages(words: Words, size: int, chance: random.Random, *, head: str = "", script: str = "latin") -> Pages:
    """Words in pages of about that size, in lines, with a running title. Where pages end depends on the number of words
    alone, so that the same setting can be made with other words."""
    pages = []
    at = 0
    while at < len(words):
        end = at + max(8, round(size * chance.uniform(0.96, 1.04)))
        # No page of a few words at the end.
        if len(words) - end < size // 4:
            end = len(words)
        title = f"{head} {len(pages) + 1}\n" if head else ""
        pages.append(title + _lines(words[at:end], script))
        at = end
    return pages


def _lines(words: Words, script: str) -> str:
    if script == "han":
        text = "".join(words)
        return "\n".join(text[at : at + 24] for at in range(0, len(text), 24)) + "\n"
    lines = []
    rest: Words = []
    for at in range(0, len(words), 10):
        line, rest = rest + words[at : at + 10], []
        # Some long words at the end of a line are divided.
        if len(line[-1]) > 7 and line[-1].isalpha() and at % 30 == 0 and at + 10 < len(words):
            line[-1], rest = line[-1][:4] + "-", [line[-1][4:]]
        lines.append(" ".join(line))
    return "\n".join(lines) + "\n"


def scan(pages: Pages, rate: float, chance: random.Random) -> Pages:
    """The pages as a program reads them that errs at that rate of characters."""
    if not rate:
        return pages
    letters = sorted(set("".join(pages[:3])) - set(" \n")) or ["x"]

    def scanned(page: str) -> str:
        characters = list(page)
        errors = sum(chance.random() < rate for _ in page) if len(page) < 200 else round(rate * len(page))
        for at in chance.sample(range(len(page)), min(errors, len(page))):
            own = characters[at]
            kind = chance.random()
            if own == "\n":
                continue
            if kind < 0.65:
                characters[at] = chance.choice(LIKE.get(own) or letters)
            elif kind < 0.8:
                characters[at] = ""
            elif kind < 0.9:
                characters[at] = own + chance.choice(letters)
            else:
                characters[at] = own + " " if own != " " else ""
        return "".join(characters)

    return [scanned(page) for page in pages]


# ---- pairs ----


class Maker:
    """Makes pairs out of texts that `text(words)` gives, another each time."""

    def __init__(
        self, text: Callable[[int], Words], chance: random.Random, rates: Sequence[float], script: str = "latin"
    ) -> None:
        self.text = text
        self.chance = chance
        self.rates = rates
        self.script = script

    def draw(self, least: float, most: float) -> float:
        return self.chance.uniform(least, most)

    def book(self) -> Words:
        return self.text(round(self.draw(9_000, 30_000)))

    def size(self) -> int:
        return round(self.draw(150, 380))

    def set(self, words: Words, size: int, head: str | None = None) -> Pages:
        if head is None:
            head = self.head()
        return set_pages(words, size, self.chance, head=head, script=self.script)

    def head(self) -> str:
        return " ".join(self.text(4)).upper() if self.chance.random() < 0.5 else ""

    def other_size(self, size: int) -> int:
        factor = self.draw(1.08, 2.0)
        return round(size * factor if self.chance.random() < 0.5 else size / factor)

    def scanned(self, first: Pages, second: Pages) -> tuple[Pages, Pages]:
        pair = [scan(pages, self.chance.choice(self.rates), self.chance) for pages in (first, second)]
        if self.chance.random() < 0.5:
            pair.reverse()
        return pair[0], pair[1]

    # SAME_PAGINATION

    def copies(self) -> tuple[Pages, Pages]:
        pages = self.set(self.book(), self.size())
        return pages, pages

    def copies_with_blanks(self) -> tuple[Pages, Pages]:
        """Blank pages, a page scanned twice, a page missed, a page of advertisements."""
        pages, other = self.copies()
        other = [*[""] * self.chance.randrange(4), *other, ""]
        at = self.chance.randrange(4, len(other) - 1)
        kind = self.chance.randrange(3)
        if kind == 0:
            other.insert(at, other[at])
        elif kind == 1:
            del other[at]
        else:
            other.append(self.set(self.text(60), 100, "")[0])
        return pages, other

    def reprint(self) -> tuple[Pages, Pages]:
        """A few words were set right."""
        words = self.book()
        size, head, seed = self.size(), self.head(), self.chance.random()
        corrected = list(words)
        for at in self.chance.sample(range(len(words)), len(words) // 1000):
            corrected[at] = self.chance.choice(words)
        pair = []
        for text in (words, corrected):
            pair.append(set_pages(text, size, random.Random(seed), head=head, script=self.script))
        return pair[0], pair[1]

    # DIFFERENT_PAGINATION

    def reflowed(self) -> tuple[Pages, Pages]:
        words, size = self.book(), self.size()
        return self.set(words, size), self.set(words, self.other_size(size))

    def nearly_the_same_size(self) -> tuple[Pages, Pages]:
        words, size = self.book(), self.size()
        return self.set(words, size), self.set(words, round(size * self.chance.choice((0.94, 0.97, 1.03, 1.06))))

    def reflowed_with_preface(self) -> tuple[Pages, Pages]:
        words, size = self.book(), self.size()
        new = self.text(round(len(words) * self.draw(0.01, 0.08)))
        other = [*new, *words] if self.chance.random() < 0.5 else [*words, *new]
        return self.set(words, size), self.set(other, self.other_size(size))

    # CONTIGUOUS_SUBSET

    def volume(self) -> tuple[Pages, Pages]:
        volumes = [self.set(self.book(), self.size()) for _ in range(self.chance.randrange(2, 4))]
        return self.chance.choice(volumes), joined(volumes)

    def with_preface(self) -> tuple[Pages, Pages]:
        """A preface or an appendix on pages of its own, a seventh of the book or more."""
        words, size = self.book(), self.size()
        pages, new = self.set(words, size), self.set(self.text(round(len(words) * self.draw(0.15, 0.5))), size)
        return pages, new + pages if self.chance.random() < 0.5 else pages + new

    def part(self) -> tuple[Pages, Pages]:
        pages = self.set(self.book(), self.size())
        length = round(len(pages) * self.draw(0.35, 0.8))
        start = self.chance.randrange(len(pages) - length + 1)
        return pages[start : start + length], pages

    # OVERLAPPING_TEXT

    def anthologies(self) -> tuple[Pages, Pages]:
        """Some stories are in both, at other places, in pages of another size."""
        shared = [self.text(round(self.draw(3_000, 6_000))) for _ in range(self.chance.randrange(1, 4))]

        def collection() -> Pages:
            stories = [*shared, *(self.text(round(self.draw(3_000, 6_000))) for _ in range(4))]
            self.chance.shuffle(stories)
            return self.set(joined(stories), self.size())

        return collection(), collection()

    def reflowed_volume(self) -> tuple[Pages, Pages]:
        volumes = [self.book() for _ in range(self.chance.randrange(2, 4))]
        size = self.size()
        return self.set(self.chance.choice(volumes), size), self.set(joined(volumes), self.other_size(size))

    def new_edition(self) -> tuple[Pages, Pages]:
        """Reflowed, with much that is new."""
        words, size = self.book(), self.size()
        new = self.text(round(len(words) * self.draw(0.35, 0.8)))
        other = [*new, *words] if self.chance.random() < 0.5 else [*words, *new]
        return self.set(words, size), self.set(other, self.other_size(size))

    def _yearbook(self, words: Words, changed: Words) -> tuple[Pages, Pages]:
        size, head, seed = self.size(), self.head(), self.chance.random()
        pair = [set_pages(text, size, random.Random(seed), head=head, script=self.script) for text in (words, changed)]
        return pair[0], pair[1]

    def yearbook(self) -> tuple[Pages, Pages]:
        """The same entries with other words here and there."""
        words = self.book()
        changed = list(words)
        for at in self.chance.sample(range(len(words)), round(len(words) * self.draw(0.03, 0.12))):
            changed[at] = self.chance.choice(words)
        return self._yearbook(words, changed)

    def numbers(self) -> tuple[Pages, Pages]:
        """The same entries with other figures."""
        words = self.book()
        changed = list(words)
        for at in self.chance.sample(range(len(words)), round(len(words) * self.draw(0.03, 0.08))):
            words[at] = str(self.chance.randrange(1, 3000))
            changed[at] = words[at] if self.chance.random() < 0.2 else str(self.chance.randrange(1, 3000))
        return self._yearbook(words, changed)

    def other_state(self) -> tuple[Pages, Pages]:
        """The same document with another name in it."""
        words = self.book()
        changed = list(words)
        own, other = sorted(set(invent(400, self.script, self.chance)), key=len)[-2:]
        for at in self.chance.sample(range(len(words)), round(len(words) * self.draw(0.03, 0.05))):
            words[at], changed[at] = own, other
        return self._yearbook(words, changed)


KINDS: dict[str, list[Callable[[Maker], tuple[Pages, Pages]]]] = {
    "SAME_PAGINATION": [Maker.copies, Maker.copies_with_blanks, Maker.reprint],
    "DIFFERENT_PAGINATION": [Maker.reflowed, Maker.nearly_the_same_size, Maker.reflowed_with_preface],
    "CONTIGUOUS_SUBSET": [Maker.volume, Maker.with_preface, Maker.part],
    "OVERLAPPING_TEXT": [
        Maker.anthologies,
        Maker.reflowed_volume,
        Maker.new_edition,
        Maker.yearbook,
        Maker.numbers,
        Maker.other_state,
    ],
}


def make_pair(maker: Maker, number: int) -> tuple[str, str, Pages, Pages]:
    """The relation, how the pair was made, and its books: each relation in turn, and each of its kinds."""
    relation = list(KINDS)[number % len(KINDS)]
    kinds = KINDS[relation]
    kind = kinds[number // len(KINDS) % len(kinds)]
    first, second = maker.scanned(*kind(maker))
    return relation, kind.__name__, first, second


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--pairs", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--script", choices=list(SCRIPTS), default="latin", help="script of texts made for it")
    parser.add_argument("--cer", type=float, action="append", help="character error rates (default: several)")
    parser.add_argument("--texts", type=Path, nargs="+", help="plain text files, instead of texts made for it")
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--truth", type=Path)
    args = parser.parse_args()
    chance = random.Random(args.seed)
    given = [path.read_text(encoding="utf-8", errors="replace").split() for path in args.texts or []]

    def text(words: int) -> Words:
        if not given:
            return invent(words, args.script, random.Random(chance.random()))
        own = chance.choice(given)
        start = chance.randrange(max(1, len(own) - words))
        return own[start : start + words]

    maker = Maker(text, chance, args.cer or RATES, args.script)
    truth = []
    with args.output.open("w", encoding="utf-8") as books:
        for number in range(args.pairs):
            relation, kind, *pair = make_pair(maker, number)
            ids = [f"{number}{side}" for side in "ab"]
            for name, pages in zip(ids, pair, strict=True):
                books.write(json.dumps({"id": name, "pages": pages}, ensure_ascii=False) + "\n")
            truth.append({"first": ids[0], "second": ids[1], "relation": relation, "kind": re.sub("_", " ", kind)})
    if args.truth:
        args.truth.write_text("".join(json.dumps(line) + "\n" for line in truth), encoding="utf-8")


if __name__ == "__main__":
    main()
