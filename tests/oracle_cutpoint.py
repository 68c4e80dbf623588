"""Figures 2 and 3 of Ikeda, Yamada & Hirokawa (2001) as they stand, but that documents are apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

Text = str | bytes


def countsort(documents: Sequence[Text], n: int) -> list[Text]:
    counts: Counter[Text] = Counter()
    for x in documents:
        counts.update(x[i : i + n] for i in range(len(x) - n + 1))
    return [gram for gram, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]


def range_strings(documents: Sequence[Text], grams: list[Text], n: int, a: int) -> list[list[int]]:
    w = set(grams[: a * len(grams) // 100])
    strings = []
    for x in documents:
        r = [1] * len(x)
        for i in range(len(x) - n + 1):
            if x[i : i + n] in w:
                r[i : i + n] = [0] * n
        strings.append(r)
    return strings


def alternation(documents: Sequence[Text], grams: list[Text], n: int, a: int) -> int:
    return sum(sum(before != after for before, after in pairwise(r)) for r in range_strings(documents, grams, n, a))


def find_optimal(documents: Sequence[Text]) -> tuple[int, int, list[tuple[int, int, int]]]:
    longest = max(map(len, documents), default=0)
    n, a = 2, 1
    current = countsort(documents, n)
    longer: list[Text] | None = None
    val0 = alternation(documents, current, n, a)
    path = [(n, a, val0)]
    while n <= longest and a < 100:
        if longer is None:
            longer = countsort(documents, n + 1)
        val1 = alternation(documents, current, n, a + 1)
        val2 = alternation(documents, longer, n + 1, a)
        if val0 <= val1 and val0 <= val2:
            break
        if val0 > val1 and val1 < val2:
            a += 1
            val0 = val1
        elif val0 > val2 and val2 <= val1:
            n += 1
            val0 = val2
            current, longer = longer, None
        path.append((n, a, val0))
    return n, a, path
