"""bookrel: relations, clusters and merged texts of small books made for it."""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamclean.errors import InputError
from streamclean.filters.bookrel.scans import pages_of

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "examples"))

from make_books import KINDS, SCRIPTS, Maker, invent, make_pair, scan, set_pages  # noqa: E402


def text(words: int, seed: int = 1, script: str = "latin") -> list[str]:
    return invent(words, script, random.Random(seed))


def pages(words: list[str], size: int = 100) -> list[str]:
    return set_pages(words, size, random.Random(2))


def lines(books: dict[str, object], field: str = "pages") -> bytes:
    return b"".join(json.dumps({"id": name, field: value}).encode() + b"\n" for name, value in books.items())


def relations(done) -> list[dict]:
    assert (done.returncode, done.stderr) == (0, b""), done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


OWN = text(4000)
BOOKS = {
    "first": pages(OWN),
    "copy": scan(pages(OWN), 0.01, random.Random(3)),
    "pocket": pages(OWN, 61),
    "works": pages(text(2500, 5)) + pages(OWN) + pages(text(2500, 6)),
    "other": pages(text(4000, 7)),
    "story": pages(text(3000, 8) + OWN[1000:2600]),
}


def test_the_four_relations(run):
    found = {(each["first"], each["second"]): each for each in relations(run("bookrel", input=lines(BOOKS)))}
    wanted = {
        ("first", "copy"): "SAME_PAGINATION",
        ("first", "pocket"): "DIFFERENT_PAGINATION",
        ("first", "works"): "CONTIGUOUS_SUBSET",
        ("first", "story"): "OVERLAPPING_TEXT",
        ("copy", "pocket"): "DIFFERENT_PAGINATION",
        ("copy", "works"): "CONTIGUOUS_SUBSET",
        ("copy", "story"): "OVERLAPPING_TEXT",
        ("pocket", "works"): "OVERLAPPING_TEXT",
        ("pocket", "story"): "OVERLAPPING_TEXT",
        ("works", "story"): "OVERLAPPING_TEXT",
    }
    assert {pair: each["relation"] for pair, each in found.items()} == wanted
    assert found["first", "works"]["contained"] == "first"
    signals = found["first", "works"]["signals"]
    assert (signals["slope"], signals["offset"]) == (1.0, len(pages(text(2500, 5))))
    assert found["first", "copy"]["signals"]["offset"] == 0.0


def test_keys_and_types_are_always_the_same(run):
    found = relations(run("bookrel", "--pages", input=lines(BOOKS)))

    def shape(value):
        if isinstance(value, dict):
            return {key: shape(inner) for key, inner in value.items()}
        return [shape(value[0])] if isinstance(value, list) else type(value).__name__

    assert len({json.dumps(shape(each)) for each in found}) == 1
    for each in found:
        assert each["confidence"] == each["confidences"][each["relation"]]
        assert all(0 <= value <= 1 for value in each["confidences"].values())


def test_page_pairs(run):
    books = {"a": pages(OWN), "b": ["", *pages(OWN)[:20], "", "", *pages(OWN)[20:]]}
    (found,) = relations(run("bookrel", "--pages", input=lines(books)))
    assert found["relation"] == "SAME_PAGINATION"
    best = [(pair["first"], pair["second"]) for pair in found["pages"] if pair["similarity"] == 1.0]
    assert best == [(page, page + 1 + 2 * (page >= 20)) for page in range(len(books["a"]))]


@pytest.mark.parametrize("script", SCRIPTS)
def test_pairs_of_all_scripts(run, script):
    chance = random.Random(11)
    maker = Maker(lambda words: text(words // 2, chance.randrange(1 << 30), script), chance, [0.0, 0.005], script)
    cases = [make_pair(maker, number) for number in range(24)]
    books = {f"{number}{side}": case[2 + at] for number, case in enumerate(cases) for at, side in enumerate("ab")}
    found = {each["first"]: each["relation"] for each in relations(run("bookrel", input=lines(books)))}
    wrong = [
        (kind, found.get(f"{number}a"))
        for number, (truth, kind, *_) in enumerate(cases)
        if found.get(f"{number}a") != truth
    ]
    assert len(wrong) <= 1, wrong
    assert {case[0] for case in cases} == set(KINDS)


def test_the_same_for_any_number_of_jobs(run, tmp_path):
    books = {f"{name}{n}": value for n in range(5) for name, value in BOOKS.items()}
    seen = set()
    for jobs in (1, 2, 5):
        done = run("bookrel", "-j", jobs, "--clusters", "c", "--sizes", "s", "--merge", "m", input=lines(books))
        seen.add((done.stdout, *((tmp_path / name).read_bytes() for name in "csm")))
    assert len(seen) == 1


def test_clusters_and_merged_text(run, tmp_path):
    copies = {f"copy{n}": scan(pages(OWN), 0.01, random.Random(n)) for n in range(5)}
    books = {**copies, "pocket": pages(OWN, 61), "other": pages(text(4000, 7))}
    run("bookrel", "--clusters", "c", "--sizes", "s", "--merge", "m", input=lines(books))
    (cluster,) = [json.loads(line) for line in (tmp_path / "c").read_text().splitlines()]
    assert (cluster["kind"], cluster["size"]) == ("MIXED", 6)
    assert [book["edition"] for book in cluster["books"]] == [0, 0, 0, 0, 0, 1]
    # Of one text, the print without errors of recognition has the fewest words that are there once.
    assert cluster["best"] == "pocket"
    assert (tmp_path / "s").read_text() == "kind\tsize\tclusters\tbooks\nEDITION\t5\t1\t5\nMIXED\t6\t1\t6\n"
    (merged,) = [json.loads(line) for line in (tmp_path / "m").read_text().splitlines()]
    assert merged["bookrel"]["copies"] == list(copies)

    def wrong(found: list[str]) -> int:
        return (Counter(" ".join(pages(OWN)).split()) - Counter(" ".join(found).split())).total()

    assert wrong(merged["pages"]) * 10 < min(wrong(copy) for copy in copies.values())


def test_a_page_that_the_best_copy_lacks_is_taken_in(run, tmp_path):
    whole = pages(OWN)
    lacking = whole[:9] + whole[10:]
    books = {"best": lacking, **{f"copy{n}": scan(whole, 0.01, random.Random(n)) for n in range(2)}}
    done = run("bookrel", "--merge", "m", "--clusters", "c", input=lines(books))
    assert done.returncode == 0
    assert json.loads((tmp_path / "c").read_text())["best"] == "best"
    merged = json.loads((tmp_path / "m").read_text())
    assert merged["bookrel"]["added"] == 1
    assert len(merged["pages"]) == len(whole)
    # All others stay as they are, but where both copies err in the same way.
    others = zip(merged["pages"][:9] + merged["pages"][10:], lacking, strict=True)
    assert sum(page != own for page, own in others) <= 2
    added = Counter(merged["pages"][9].split())
    assert (added & Counter(whole[9].split())).total() > 0.9 * added.total()


def test_text_with_form_feeds_is_pages(run, tmp_path):
    found = relations(run("bookrel", input=lines(BOOKS)))
    as_text = {name: "\f".join(value) for name, value in BOOKS.items()}
    assert relations(run("bookrel", input=lines(as_text, "text"))) == found
    for name, value in as_text.items():
        (tmp_path / name).write_text(value)
    assert relations(run("bookrel", *BOOKS)) == found


# Bad input


def test_blank_and_short_books_are_related_to_none(run):
    books = {"a": [], "b": [], "c": ["", ""], "d": ["", ""], "e": ["four words are here"], "f": ["four words are here"]}
    done = run("bookrel", "--stats", input=lines(books) + b'{"id":"g","pages":null}\n{"id":"h","text":""}\n')
    assert (done.returncode, done.stdout) == (0, b"")
    assert json.loads(done.stderr)["blank"] == 8


def test_a_record_without_pages_is_bad(run):
    done = run("bookrel", "--rejects", "bad", input=b'{"id":"a"}\n{"id":"b","pages":[1]}\n' + lines(BOOKS))
    assert done.returncode == 1
    assert b"line 1, byte 0: neither 'pages' nor 'text'" in done.stderr
    assert b"line 2, byte 30: a page is neither a string nor null" in done.stderr
    assert done.stdout == run("bookrel", input=lines(BOOKS)).stdout


def test_many_identical_books(run):
    book = json.dumps({"pages": pages(text(300, 4), 50)}).encode() + b"\n"
    done = run("bookrel", "--stats", "--sizes", "/dev/stdout", input=book * 20_000)
    assert done.returncode == 0
    figures = json.loads(done.stderr)
    assert (figures["identical"], figures["relations"]["SAME_PAGINATION"]) == (19_999, 19_999)
    assert b"EDITION\t20000\t1\t20000\n" in done.stdout


def test_many_books_with_one_page_in_common(run):
    """No square: each is compared with the next ones alone, and that is said."""
    shared = text(120, 3)
    books = {str(n): pages(shared + text(200, 1000 + n)) for n in range(300)}
    done = run("bookrel", "--max-postings", "5", "--stats", input=lines(books))
    complaint, stats = done.stderr.decode().splitlines()
    assert "of more than 6 books" in complaint
    figures = json.loads(stats)
    assert figures["capped"] > 0
    assert figures["similar"] < 300 * 5 * 10
    few = lines({name: books[name] for name in list(books)[:9]})
    unbounded = [run("bookrel", "--max-postings", str(most), input=few) for most in (1000, 2**63, 2**64 - 1)]
    assert {(done.returncode, done.stderr) for done in unbounded} == {(0, b"")}
    assert len({done.stdout for done in unbounded}) == 1


@pytest.mark.parametrize(
    "options",
    [
        ["--paginate", "--pages"],
        ["--paginate", "--merge", "x"],
        ["--by-folder", "--from", "jsonl"],
        ["--text-key", "pages"],
        ["--min-similarity", "2"],
        ["--book-hashes", "100000"],
    ],
)
def test_options_that_would_do_nothing(run, options):
    done = run("bookrel", *options)
    assert (done.returncode, done.stdout) == (2, b"")


# Scans

HOCR = """<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>
<div class='ocr_page' id='page_1'><div class='ocr_carea'><p class='ocr_par'>
<span class='ocr_line'><span class='ocrx_word'>The</span> <span class='ocrx_word'><em>mayor</em></span>
<span class='ocrx_word'>o&amp;f</span></span>
<span class='ocr_line'><span class='ocrx_word'>the</span> <span class='ocrx_word'>to-</span></span>
</p></div></div>
<div class="ocr_page"></div>
<div class="ocr_page"><p>No lines.</p></div>
</body></html>"""

ALTO = """<?xml version="1.0"?><alto xmlns="http://www.loc.gov/standards/alto/ns-v3#"><Layout><Page ID="P1"><PrintSpace>
<TextBlock><TextLine><String CONTENT="The"/><SP/><String CONTENT="may" SUBS_TYPE="HypPart1" SUBS_CONTENT="mayor"/>
<HYP CONTENT="-"/>
</TextLine><TextLine><String CONTENT="or" SUBS_TYPE="HypPart2" SUBS_CONTENT="mayor"/></TextLine></TextBlock>
</PrintSpace></Page><Page ID="P2"/></Layout></alto>"""


@pytest.mark.parametrize(
    ("name", "data", "wanted"),
    [
        ("a.hocr", HOCR, ["The mayor o&f\nthe to-\n", "", "No lines.\n"]),
        ("a.xml", ALTO, ["The may-\nor\n", ""]),
        ("a.txt", "one\ftwo\f", ["one", "two"]),
    ],
)
def test_scans_are_read(run, tmp_path, name, data, wanted):
    (tmp_path / name).write_text(data)
    done = run("bookrel", "--paginate", name)
    assert [json.loads(line) for line in done.stdout.splitlines()] == [{"id": name, "pages": wanted}], done.stderr


def test_scans_in_utf_16(run, tmp_path):
    declared = ALTO.replace('<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-16"?>')
    for order, mark in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        (tmp_path / "a.xml").write_bytes(mark + declared.encode(order))
        for options in ([], ["--from", "alto"]):
            done = run("bookrel", "--paginate", *options, "a.xml")
            assert json.loads(done.stdout)["pages"] == ["The may-\nor\n", ""], done.stderr


def test_the_files_of_a_folder_are_a_book(run, tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        for page in (1, 2):
            (tmp_path / folder / f"{page}.txt").write_text(f"{folder} {page}")
    names = ["one/1.txt", "one/2.txt", "two/1.txt", "two/2.txt"]
    done = run("bookrel", "--paginate", "--by-folder", *names)
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert found == [{"id": name, "pages": [f"{name} 1", f"{name} 2"]} for name in ("one", "two")]


def test_broken_scans_do_not_stop_the_others(run, tmp_path):
    (tmp_path / "a.xml").write_text("<alto><Page>")
    (tmp_path / "b.html").write_text("<p>no pages")
    (tmp_path / "c.txt").write_text("one")
    done = run("bookrel", "--paginate", "a.xml", "b.html", "c.txt")
    assert (done.returncode, done.stdout) == (1, b'{"id":"c.txt","pages":["one"]}\n')
    assert len(done.stderr.splitlines()) == 2


@given(
    st.sampled_from([HOCR, ALTO, ""]),
    st.sampled_from([None, "hocr", "alto"]),
    st.lists(st.tuples(st.integers(0, 900), st.integers(0, 9), st.binary(max_size=9)), max_size=6),
)
def test_any_scan_has_pages_or_an_error_of_one_line(scan, form, changes):
    data = bytearray(scan.encode())
    for at, length, new in changes:
        data[at : at + length] = new
    found, wrong = [], "an error"
    try:
        found = pages_of(bytes(data), form)
    except InputError as error:
        wrong = str(error)
    assert len(wrong.splitlines()) == 1
    assert all(isinstance(page, str) for page in found)
