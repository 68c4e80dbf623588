"""The Python face of scoring: texts, gold, totals."""

from __future__ import annotations

import json
import re
from collections import Counter

import pytest
import streamclean
from hypothesis import given
from hypothesis import strategies as st
from streamclean._core import Gold, ScoreTotals

WORDS = st.lists(st.sampled_from(["a", "b", "c", "Der", "die,", "x_1", "é-é", "—", "don't"]), max_size=40).map(" ".join)


def longest_common(a: list[str], b: list[str]) -> int:
    """The table that every textbook has."""
    row = [0] * (len(b) + 1)
    for x in a:
        diagonal = 0
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], diagonal + 1 if x == y else max(row[j], row[j - 1])
    return row[-1]


def bag_f1(text: str, gold: str) -> float:
    """F1 of word multisets, as WCXB measures."""
    found, wanted = (Counter(re.findall(r"\w+", each.lower())) for each in (text, gold))
    common = (found & wanted).total()
    if not found and not wanted:
        return 1.0
    return 2 * common / (found.total() + wanted.total())


def test_section_2_9_6_by_hand():
    scores = streamclean.score("Home The rain fell", "The rain fell all day.")
    assert (scores.cleaned_words, scores.gold_words, scores.common_words) == (4, 5, 3)
    assert (scores.precision, scores.recall) == (0.75, 0.6)
    assert scores.f1 == pytest.approx(2 * 0.75 * 0.6 / 1.35)
    assert scores.f05 == pytest.approx(1.25 * 0.75 * 0.6 / (0.25 * 0.75 + 0.6))
    assert repr(scores) == "Scores(precision=0.7500, recall=0.6000, f1=0.6667, f05=0.7143)"


def test_how_words_are_compared():
    def f1(text: str, gold: str, **options: bool) -> float:
        return streamclean.score(text, gold, **options).f1

    assert f1("“THE END” —", "the end.") == 1
    assert f1("The end", "the end", exact=True) == 0.5
    assert f1("caf\ufffd", "café") == 0
    assert f1("caf\ufffd", "café", ascii=True) == 1
    assert f1("今日は", "今日も") == pytest.approx(2 / 3), "a character a word where no spaces are"


def test_pages_without_content():
    assert streamclean.score("", "").f1 == 1
    assert streamclean.score("Not found", "").f05 == 0
    assert streamclean.score("", "Not found").f05 == 0


@given(WORDS, WORDS)
def test_words_in_order_are_those_of_the_table(text, gold):
    scores = streamclean.score(text, gold, exact=True)
    assert scores.common_words == longest_common(text.split(), gold.split())
    assert (scores.cleaned_words, scores.gold_words) == (len(text.split()), len(gold.split()))


@given(WORDS, WORDS)
def test_words_in_any_order_are_those_of_counters(text, gold):
    assert streamclean.score(text, gold).bag_f1 == pytest.approx(bag_f1(text, gold))


@given(st.text(), st.text())
def test_any_text(text, gold):
    scores = streamclean.score(text, gold)
    assert scores.common_words <= min(scores.cleaned_words, scores.gold_words)
    swapped = streamclean.score(gold, text)
    assert (swapped.precision, swapped.recall) == (scores.recall, scores.precision)
    assert streamclean.score(text, text).f1 == 1


def test_totals():
    totals = ScoreTotals()
    totals.add(streamclean.score("a b", "a b c d"))
    totals.add(streamclean.score("x y", "z z"))
    figures = totals.figures()
    assert (figures["pages"], figures["gold_words"], figures["cleaned_words"], figures["common_words"]) == (2, 6, 4, 2)
    assert figures["words"]["precision"] == 0.5
    assert figures["words_macro"]["precision"] == 0.5
    assert figures["words_macro"]["recall"] == 0.25
    assert figures["nodes"] is figures["fragments"] is None


@pytest.mark.parametrize(
    ("values", "what", "offset", "value"),
    [
        ({"text": b"1"}, "is not a string", 0, "text"),
        ({"blocks": b'[{"label":"good"}]'}, "is no node: it has no 'text'", 1, "blocks"),
        ({"wanted": b"{}"}, "is not a list", 0, "wanted"),
        ({"unwanted": b"[1]"}, "is not a string", 1, "unwanted"),
    ],
)
def test_what_is_wrong_with_gold_is_located(values, what, offset, value):
    with pytest.raises(ValueError, match=re.escape(what)) as caught:
        Gold(**values)
    assert caught.value.args == (what, offset, value)


def test_null_is_nothing():
    assert Gold(b"null", b"null", None, b"null").empty
    assert not Gold(b'""').empty


@given(st.lists(st.lists(st.sampled_from("abcde"), max_size=6).map(" ".join), max_size=8), WORDS)
def test_labelling_changes_nothing_else(texts, gold):
    blocks = [{"text": text, "n": i} for i, text in enumerate(texts)]
    labelled, figures = Gold(json.dumps(gold).encode()).label(json.dumps(blocks).encode())
    found = json.loads(labelled)
    assert [{"text": block["text"], "n": block["n"]} for block in found] == blocks
    assert {block["gold"] for block in found} <= {"good", "bad"}
    assert figures["good_blocks"] + figures["bad_blocks"] == len(blocks)
