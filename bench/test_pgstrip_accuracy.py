"""The benchmark's own arithmetic: blank lines, signs, alternatives, and the peers' alignment."""

from __future__ import annotations

import json
from pathlib import Path

import pgstrip_accuracy as accuracy
import pgstrip_peers as peers
import pytest

TEXT = "HEAD\nhead\n\nTitle\n\nBody one\nBody two\n\n\nEND OF\nlicence\n"  # the book: lines 3 to 6
BLANK = accuracy.blank_lines(TEXT)


@pytest.fixture
def book() -> accuracy.Book:
    return accuracy.Book("b.txt", Path("b.txt"), "A", BLANK, 2, 7)


def judged(book: accuracy.Book, start: int, end: int) -> accuracy.Verdict:
    return accuracy.judge(book, accuracy.Boundary(len(BLANK), start, end))


def test_blank_lines_split_at_newlines_only():
    assert accuracy.blank_lines("a\x0cb\n\r\n \n\ufeff\nc") == (False, True, True, True, False)
    assert accuracy.blank_lines("a\n") == (False,)


@pytest.mark.parametrize(("start", "end"), [(2, 7), (3, 7), (2, 8), (3, 9)])
def test_blank_lines_at_a_boundary_do_not_matter(book, start, end):
    assert judged(book, start, end) == accuracy.Verdict("A", 0, 0, True, True, 0)


@pytest.mark.parametrize(
    ("start", "end", "before", "after", "lost"),
    [
        (0, 11, 3, 2 + 2, 0),  # nothing cut; the blank lines between book and licence are left over too
        (1, 10, 2, 3, 0),
        (4, 6, -2, -1, 2),  # title and last line lost; the blank line after the title counts in the error
        (11, 0, -8, -7, 3),  # nothing kept
    ],
)
def test_errors_are_negative_where_too_much_was_removed(book, start, end, before, after, lost):
    verdict = judged(book, start, end)
    assert (verdict.preamble_error, verdict.epilogue_error, verdict.lost) == (before, after, lost)


def test_alternative_readings_count_in_their_own_columns():
    book = accuracy.Book("b.txt", Path("b.txt"), "A", BLANK, 2, 7, alt_preamble_end=5)
    table = accuracy.score([book], {"x": {"b.txt": accuracy.Boundary(11, 4, 7)}})
    assert table[0].exact("preamble") == 0
    assert table[0].exact("preamble", alternatives=True) == 100
    assert table[0].exact("both", alternatives=True, era="A") == 100
    assert table[0].exact("epilogue") == 100


def test_a_book_without_an_answer_counts_as_not_cut(book):
    (row,) = accuracy.score([book], {"x": {}})
    assert row.missing == 1
    assert accuracy.curves(row) == {"preamble": [3], "epilogue": [4]}


def test_streams_are_keyed_by_basename_and_label():
    found = accuracy.read_boundaries(["/a/b.txt\t11\t2\t7", "peer\tc/b.txt\t11\t0\t11\tcrashed"], "mine")
    assert found == {"mine": {"b.txt": (11, 2, 7, False)}, "peer": {"b.txt": (11, 0, 11, True)}}


def test_gold_takes_the_file_it_counts_lines_in(tmp_path):
    for folder, text in (("books", TEXT), ("whole", TEXT + TEXT)):
        (tmp_path / "pg" / folder).mkdir(parents=True)
        (tmp_path / "pg" / folder / "b.txt").write_text(text)
    row = {"file": "b.txt", "lines": 22, "preamble_end": 2, "epilogue_start": 7, "era": "A"}
    gold = tmp_path / "gold.jsonl"
    gold.write_text(json.dumps(row) + "\n")
    (book,) = accuracy.load_gold(gold, tmp_path)
    assert book.path.parent.name == "whole"
    gold.write_text(json.dumps({**row, "lines": 12}) + "\n")
    with pytest.raises(SystemExit):
        accuracy.load_gold(gold, tmp_path)


def test_tables_name_every_stripper(book):
    table = accuracy.score([book], {"x": {"b.txt": accuracy.Boundary(11, 2, 7)}, "y": {}})
    text = accuracy.markdown(table)
    assert "| x | 100 % | 100 % | 100 % | 100 % | 100 % | 100 % | 0 | 0 | 0 |" in text
    assert "| y, preamble | 3 |" in text
    assert "| y | 0 / 0 / 0 |" in text


def test_quantiles_are_values_that_occur():
    assert accuracy.quantiles(range(10), (0, 0.5, 0.9, 1)) == [0, 5, 9, 9]
    assert accuracy.quantiles([]) == []


LINES = TEXT.splitlines()


@pytest.mark.parametrize(
    ("kept", "expected"),
    [
        (TEXT, (0, 11)),
        ("Title\n\nBody one\nBody two\n", (3, 7)),
        ("  TITLE\nBody two", (3, 7)),  # dropped a line, changed case and spacing
        ("_Title_\nBody one[12]\n", (3, 6)),
        ("something else\n\n", (11, 0)),
        ("", (11, 0)),
    ],
)
def test_kept_text_is_found_again(kept, expected):
    assert peers.boundaries(LINES, kept) == expected


def test_repeated_lines_are_taken_nearest_to_the_text():
    lines = ["A Tale", "by me", "licence", "A Tale", "by me", "(a note)", "one", "two", "three", "A Tale"]
    assert peers.boundaries(lines, "A Tale\nby me\none\ntwo\nthree") == (3, 9)


def test_a_line_cut_in_its_middle_is_kept():
    assert peers.boundaries(["head", "one", "two", "The end of PG", "x"], "one\ntwo\nThe end") == (1, 4)


def test_form_feeds_do_not_shift_lines():
    assert peers.boundaries(["head", "one\x0ctwo", "three", "tail"], "one\ntwo\nthree") == (1, 3)


def test_marker_baseline():
    lines = ["x", "*** START OF THE PROJECT GUTENBERG EBOOK, A LONG", "TITLE ***", "body", "more"]
    lines += ["End of Project Gutenberg's A Long Title", "*END*THE SMALL PRINT"]
    assert peers.strip_by_markers("\n".join(lines)) == "body\nmore"
