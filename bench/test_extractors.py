"""The benchmark of extractors: errors and intervals, what is kept of peers, and peers that fail."""

from __future__ import annotations

import json
import sys

import extractor_figures
import extractor_peers
import extractor_runs
import extractor_tables
import extractors
import html_peers
import html_sets
import pytest
from extractor_figures import Outcome
from extractor_runs import Answer, Cache
from streamclean import _core


def page(number: str, gold: str | None = "one two", *, lang: str = "en", kind: str = "", **snippets: list[str]):
    row = {"id": number, "lang": lang, "gold": gold, "page_type": kind, **snippets}
    return html_sets.main_page(row, f"<p>page {number}".encode())


def outcome(each: html_sets.Page, text: str) -> Outcome:
    return extractors.scored([each], iter([(text, False)]))[0]


# ---- errors and intervals ----


def test_the_standard_error_of_a_mean():
    # Squares of the distances from 2.5 add up to 5: the deviation is sqrt(5 / 3), its mean's sqrt(5 / 3 / 4).
    assert extractor_figures.mean([1, 2, 3, 4]) == (2.5, pytest.approx((5 / 12) ** 0.5))
    assert extractor_figures.mean([0.3]) == (0.3, None)


def test_the_interval_of_two_pages():
    # A quarter of the resamples has a mean of 0, a quarter of 1: both ends are among the outer 2.5 %.
    assert extractor_figures.difference([0.5, 1.0], [0.5, 0.0]) == (0.5, 0, 1)


def test_a_difference_that_is_the_same_everywhere_is_certain():
    assert extractor_figures.difference([0.75] * 50, [0.5] * 50) == (0.25, 0.25, 0.25)


def test_pages_are_drawn_in_pairs():
    # Two systems that are as unequal as can be over pages, and differ little on each.
    theirs = [at / 100 for at in range(100)]
    found = extractor_figures.difference([value + 0.01 for value in theirs], theirs)
    assert found == pytest.approx((0.01, 0.01, 0.01))


def test_the_interval_of_many_pages_is_two_errors_wide():
    # Half of the pages 0, half of them 1: the error of the mean is 0.5 / sqrt(400).
    values = [float(at % 2) for at in range(400)]
    found = extractor_figures.difference(values, [0.0] * 400)
    assert found.mean == 0.5
    assert found.low == pytest.approx(0.5 - 1.96 * 0.025, abs=0.006)
    assert found.high == pytest.approx(0.5 + 1.96 * 0.025, abs=0.006)


def test_the_interval_turned_round():
    ours, theirs = [0.1, 0.5, 0.9, 0.4], [0.3, 0.2, 0.8, 0.0]
    one, other = extractor_figures.difference(ours, theirs), extractor_figures.difference(theirs, ours)
    assert (-other.mean, -other.high, -other.low) == pytest.approx(one)
    assert one == extractor_figures.difference(ours, theirs)


# ---- figures ----


def test_figures_of_two_pages():
    # P, R of the first 1/3, 1/2; of the second 1, 1; of both as one text 3 of 5 words, and 3 of 4.
    pages = [page("1"), page("2")]
    found = extractor_figures.figures([outcome(pages[0], "one x y"), outcome(pages[1], "one two")])
    assert found.pages == 2
    assert found.precision == pytest.approx((2 / 3, 1 / 3))
    assert found.recall == pytest.approx((3 / 4, 1 / 4))
    assert found.f1 == pytest.approx((0.7, 0.3))
    assert found.words_f1 == pytest.approx(2 / 3)
    assert (found.wanted, found.unwanted, found.snippets, found.snippet_f1) == (None, None, None, None)


def test_figures_of_snippets():
    # Wanted and found: a. Missed: b. Unwanted and found: c; not found: d. The other page has its one snippet.
    pages = [page("1", None, **{"with": ["a", "b"], "without": ["c", "d"]}), page("2", None, **{"with": ["e"]})]
    outcomes = [outcome(pages[0], "a c"), outcome(pages[1], "e")]
    found = extractor_figures.figures(outcomes)
    assert found.f1 is None
    assert (found.wanted, found.unwanted) == (2 / 3, 1 / 2)
    assert found.snippets == (0.75, 0.25)
    assert found.snippet_f1 == 2 * 2 / (2 * 2 + 1 + 1)
    assert extractor_figures.measure(outcomes) == [0.5, 1]


def test_an_empty_answer_is_right_where_there_is_nothing():
    nothing = outcome(page("1", ""), " \n")
    assert nothing.empty
    assert nothing.scores.bag_f1 == 1
    assert outcome(page("1", ""), "word").scores.bag_f1 == 0
    assert outcome(page("1"), "").scores.bag_f1 == 0


def test_types_and_languages_with_few_pages_are_together():
    few, many = extractor_figures.LEAST // 2, extractor_figures.LEAST
    langs = ["de"] * many + ["fr"] * few + ["en"] * (many + 1) + ["es"] * few
    found = extractor_figures.groups([page(str(at), lang=lang) for at, lang in enumerate(langs)])
    assert list(found) == ["", "en", "de", "other"]
    assert found["other"] == [*range(many, many + few), *range(len(langs) - few, len(langs))]
    typed = [page(str(at), kind="forum" if at % 2 else "article") for at in range(2 * many)]
    assert list(extractor_figures.groups(typed)) == ["", "article", "forum"]
    assert list(extractor_figures.groups(typed[: many + 1])) == [""]


# ---- what is kept ----


def test_answers_are_kept(tmp_path):
    pages = [page("1"), page("2")]
    kept = Cache(tmp_path, "set", "trafilatura, recall", "1.0")
    assert kept.missing(pages) == pages
    kept.add(iter([(pages[0], Answer("línea\n", "", 0.5)), (pages[1], Answer("", "crash", 1))]))
    again = Cache(tmp_path, "set", "trafilatura, recall", "1.0")
    assert again.missing(pages) == []
    assert [again.get(each) for each in pages] == [("línea\n", "", 0.5), ("", "crash", 1)]
    assert Cache(tmp_path, "set", "trafilatura, recall", "1.1").missing(pages) == pages
    assert Cache(tmp_path, "set", "trafilatura", "1.0").missing(pages) == pages
    assert Cache(tmp_path, "other", "trafilatura, recall", "1.0").missing(pages) == pages


def test_a_page_that_has_changed_is_asked_again(tmp_path):
    kept = Cache(tmp_path, "set", "peer", "1")
    kept.add(iter([(page("1"), Answer("text"))]))
    changed = html_sets.main_page({"id": "1", "lang": "en", "gold": ""}, b"<p>other")
    assert Cache(tmp_path, "set", "peer", "1").missing([changed]) == [changed]


def test_a_run_that_was_ended_in_a_line_loses_that_line_only(tmp_path):
    pages = [page("1"), page("2")]
    kept = Cache(tmp_path, "set", "peer", "1")
    kept.add(iter([(each, Answer(f"text {each.id}")) for each in pages]))
    kept.path.write_bytes(kept.path.read_bytes()[:-20])
    kept = Cache(tmp_path, "set", "peer", "1")
    assert kept.missing(pages) == pages[1:]
    kept.add(iter([(pages[1], Answer("new"))]))
    kept = Cache(tmp_path, "set", "peer", "1")
    assert [kept.get(each).text for each in pages] == ["text 1", "new"]


# ---- peers ----

PEER = """
import json, os, sys, time
sys.stdin.readline()
print("{}", flush=True)
for line in sys.stdin:
    html = json.loads(line)["html"]
    if "1" in html:
        time.sleep(60)
    if "2" in html:
        os._exit(3)
    print(json.dumps({"text": html.upper(), "error": "oh" if "3" in html else None}), flush=True)
"""


def test_a_peer_that_hangs_or_crashes_is_begun_again(tmp_path, monkeypatch):
    script = tmp_path / "peer.py"
    script.write_text(PEER)
    monkeypatch.setattr(extractor_peers, "SCRIPT", script)
    monkeypatch.setattr(html_peers, "ensure_venv", lambda: sys.executable)
    asked = extractor_runs.Asked("peer")
    try:
        answers = [asked.ask(page(str(at)), 0.5 if at == 1 else 30) for at in (1, 4, 2, 3, 5)]
    finally:
        asked.close()
    assert [answer.failed for answer in answers] == ["timeout", "", "crash", "error", ""]
    assert answers[-1].text == "<P>PAGE 5"


def test_a_peer_that_does_not_start_is_not_judged(tmp_path, monkeypatch):
    script = tmp_path / "peer.py"
    script.write_text("import no_such_package")
    monkeypatch.setattr(extractor_peers, "SCRIPT", script)
    monkeypatch.setattr(html_peers, "ensure_venv", lambda: sys.executable)
    with pytest.raises(SystemExit, match="peer does not start"):
        extractor_runs.Asked("peer").ask(page("1"))


def test_a_peer_that_panics_leaves_nothing():
    class Panic(BaseException):
        pass

    def extract(page: extractor_peers.Page) -> str:
        raise Panic("at the disco")

    nothing = extractor_peers.Page("a\ud800b")
    assert extractor_peers.answer(extract, nothing) == {"text": "", "error": "Panic('at the disco')"}
    assert extractor_peers.answer(lambda page: page.html, nothing) == {"text": "a?b", "error": None}


def test_all_peers_have_a_version_and_a_name_of_their_own():
    assert {peer.package for peer in extractor_peers.PEERS.values()} <= extractor_runs.versions().keys()
    assert not extractor_peers.PEERS.keys() & {algorithm["name"] for algorithm in _core.algorithms()}
    folder = html_sets.Path()
    paths = {Cache(folder, "set", peer, "1").path for peer in extractor_peers.PEERS}
    assert len(paths) == len(extractor_peers.PEERS)
    assert extractor_tables.label("trafilatura, recall").startswith("trafilatura 2")
    assert extractor_tables.label("trafilatura, recall").endswith(", recall")


def test_figures_of_a_model_on_what_it_learned_from_are_marked():
    assert extractor_tables.label("victor", "wcxb-dev") == "`victor` (ours) †"
    assert extractor_tables.label("victor", "dragnet") == "`victor` (ours)"
    assert extractor_tables.label("justext", "wcxb-dev") == "`justext` (ours)"


# ---- the program ----


def test_cleaned_texts_are_of_whole_sets():
    pages = [page("1"), page("2")]
    texts = {("set", "1"): "one", ("set", "2"): "", ("half", "1"): "one"}
    assert extractors.of_cleaned("model", texts, "set", pages) == ["one", ""]
    assert extractors.of_cleaned("model", texts, "other", pages) is None
    with pytest.raises(SystemExit, match="model has no text of 1 pages of half; the first is 2"):
        extractors.of_cleaned("model", texts, "half", pages)


def test_a_run(tmp_path, capsys):
    folder = tmp_path / "html" / "dragnet"
    folder.mkdir(parents=True)
    (folder / "1.html").write_text("<p>one two<p>three four")
    row = {"id": "1", "file": "1.html", "gold": "one two three", "lang": "en"}
    (folder / "gold.jsonl").write_text(json.dumps(row))
    texts = tmp_path / "texts.jsonl"
    texts.write_text(json.dumps({"set": "dragnet", "id": "1", "text": "one two three"}))
    output = tmp_path / "figures.json"
    options = ["--data", str(tmp_path), "--sets", "dragnet", "--peers", "--cleaned", f"model={texts}"]
    assert extractors.main([*options, "--json", str(output)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "### dragnet, 1 pages"
    assert lines[5] == "| model (ours) | 100.0 | 100.0 | 100.0 | 100.0 | 100.0 | 0.0 | 0 |  |"
    # Of four words three are wanted; F1 6/7, F0.5 15/19.
    assert "| `all` (ours) | 85.7 | 75.0 | 100.0 | 85.7 | 78.9 | 0.0 | 0 | +14.3 [+14.3, +14.3] |" in lines
    found = json.loads(output.read_text())
    assert found["figures"]["dragnet"]["all"]["all"]["precision"] == {"mean": 0.75, "error": None}
    assert found["differences"]["dragnet"]["all"]["all"]["low"] == pytest.approx(1 / 7)


def test_the_best_of_the_others(capsys):
    pages = [page(str(at)) for at in range(2)]
    texts = {"justext": "one two", "resiliparse": "one two x", "newspaper4k": "one", "all": "one two"}
    results = extractor_tables.Results("justext")
    results.add("set", pages, {name: [outcome(each, text) for each in pages] for name, text in texts.items()})
    capsys.readouterr()
    results.put_summary()
    # P 2/3 and R 1; P 1 and R 1/2.
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == ("| set | 2 | 100.0 ± 0.0 | resiliparse 2.0.0 | 80.0 ± 0.0 | +20.0 [+20.0, +20.0] | 0 of 2 |")


def test_options_that_cannot_be(tmp_path, capsys):
    texts = tmp_path / "texts.jsonl"
    texts.write_text("")
    for options in (["--ours", "trafilatura"], ["--cleaned", f"justext={texts}"], ["--cleaned", str(texts)]):
        with pytest.raises(SystemExit, match="2"):
            extractors.main(["--data", str(tmp_path), *options])
        assert options[0] in capsys.readouterr().err
