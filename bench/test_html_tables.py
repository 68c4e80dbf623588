"""The benchmark's own arithmetic: the thesis' figures as we have them, halves, gold, texts of blocks."""

from __future__ import annotations

import html_peers
import html_sets
import html_systems
import html_tables
import pytest
import thesis_figures as thesis
from streamclean import _core

ROWS = [
    thesis.CANOLA_NODES,
    thesis.CANOLA_NODES_RELIABLE,
    thesis.CANOLA_WITH_UNDECIDED,
    thesis.CANOLA_WITHOUT_UNDECIDED,
    thesis.CLEANEVAL,
    thesis.L3S_GN1,
    {str(size): row for size, row in thesis.STOP_LISTS.items()},
]
CANOLA = [
    {"label": "bad", "text": "Home"},
    {"label": "good", "text": "One two."},
    {"label": "uncertain", "text": "By me"},
    {"label": "good", "text": "Three."},
]
L3S = [{"label": label, "text": label[0]} for label in ("none", "headline", "not-content", "comments", "related")]


def of(name: str, blocks: list[dict[str, str]], number: str = "1") -> html_sets.Page:
    return html_sets.page({"id": number, "lang": "en", "gold_blocks": blocks, "gold": ""}, b"", name)


@pytest.mark.parametrize("rows", ROWS)
def test_figures_of_the_thesis_are_in_the_right_columns(rows):
    """The means follow from precision and recall, up to what rounding those to two digits hides."""
    for precision, recall, f1, f05 in rows.values():
        assert f1 == pytest.approx(2 * precision * recall / (precision + recall), abs=0.02)
        assert f05 == pytest.approx(1.25 * precision * recall / (0.25 * precision + recall), abs=0.02)


def test_all_rows_of_the_thesis_are_compared():
    ours = {system.row for system in html_systems.SYSTEMS}
    for rows in ROWS[:-1]:
        assert rows.keys() <= ours
    assert thesis.FRAGMENTS.keys() - {"perfect cleaning"} <= ours
    assert [system.stoplist for system in html_systems.STOP_LISTS] == list(thesis.STOP_LISTS)


def test_the_gold_of_canola_with_and_without_undecided_nodes():
    page = of("canola", CANOLA)
    assert page.other_gold is not None
    text = html_sets.quoted("One two.\nThree.")
    assert page.gold.score(text).f1 == 1
    assert page.other_gold.score(text).recall == pytest.approx(3 / 5)


def test_the_gold_of_l3s_gn1_is_five_classes():
    assert of("l3s-gn1", L3S).gold_text == "h\nc\nr"


def test_halves_are_the_same_for_everybody():
    pages = [of("canola", CANOLA, str(number)) for number in range(208)]
    test, rest = html_sets.halves(pages)
    again, _ = html_sets.halves(pages[::-1])
    assert (len(test), len(rest)) == (100, 108)
    assert not {p.id for p in test} & {p.id for p in rest}
    assert {p.id for p in again} == {p.id for p in test}


def test_the_text_is_that_of_good_blocks_and_parts():
    blocks = [
        {"text": "Menu", "class": "bad"},
        {"text": "One.", "class": "good"},
        {"text": "é more end", "class": "good", "parts": [[0, 1], [7, 10]]},
        {"text": "Tags: the last words", "class": "bad", "parts": [[6, 9]]},
    ]
    assert html_systems.text(blocks) == "One.\né end\nthe"


def test_a_lone_surrogate_is_no_character():
    assert html_sets.quoted("a\ud800b") == b'"a?b"'


def test_peers_have_a_method_of_ours():
    names = {algorithm["name"] for algorithm in _core.algorithms()}
    for algorithm, row in html_peers.PEERS.values():
        assert algorithm in names
        assert row in {system.row for system in html_systems.SYSTEMS}


def test_a_table(capsys):
    system = html_systems.SYSTEMS[0]
    page = html_sets.Page("1", "en", b"<p>One two<p>three four", _core.Gold(b'"one two three"'))
    totals = html_tables.score(html_tables.Runs(html_sets.Path(), [system], set()), [page])
    assert totals.figures("baseline", "words") == pytest.approx([75, 100, 600 / 7, 1500 / 19])
    html_tables.put_table("Title", totals, "words", [system], {"baseline": thesis.Row(1, 1, 1, 80)})
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "| baseline | all | 75.00 | 100.00 | 85.71 | 78.95 | 1.00 | 1.00 | 1.00 | 80.00 | -1.05 |"
