"""cleaneval as users run it. Expected figures are worked out by hand (Pomikálek 2.9)."""

from __future__ import annotations

import json

import pytest


def lines(*records: object) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def one_line(stderr: bytes) -> str:
    text = stderr.decode()
    assert text.startswith("cleaneval: ")
    assert text.count("\n") == 1, text
    return text


GOLD = lines(
    # Ten words and two.
    {"id": "a", "gold": "one two three four five\nsix seven eight nine ten", "kind": "long", "with": ["two  three"]},
    {"id": "b", "gold": "red green", "kind": "short", "without": ["Home", "Sport"]},
)
CLEANED = lines(
    {"id": "b", "text": "Home red blue"},
    {"id": "a", "text": "one two three four five six seven eight"},
)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "gold.jsonl").write_bytes(GOLD)
    (tmp_path / "cleaned.jsonl").write_bytes(CLEANED)


def as_json(run, *args: object, **options: object) -> dict:
    done = run("cleaneval", "--json", *args, **options)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(b"\n") == 1
    return json.loads(done.stdout)


# Figures


def test_words_in_order(run, files):
    total = as_json(run, "gold.jsonl", "cleaned.jsonl")["total"]
    # Of 8 and 3 words kept 8 and 1 are common, of 10 and 2 wanted.
    assert (total["pages"], total["cleaned_words"], total["common_words"], total["gold_words"]) == (2, 11, 9, 12)
    assert total["words"] == {"precision": 0.818182, "recall": 0.75, "f1": 0.782609, "f05": 0.803571}
    # Pages: P 1 and 1/3, R 0.8 and 0.5; F1 1.6 / 1.8 and 0.4.
    assert total["words_macro"]["precision"] == 0.666667
    assert total["words_macro"]["recall"] == 0.65
    assert total["words_macro"]["f1"] == round((1.6 / 1.8 + 0.4) / 2, 6)
    assert total["bag_macro"]["f1"] == total["words_macro"]["f1"], "nothing is out of order here"
    # Five shingles of seven; one each that differ.
    assert total["shingles"]["precision"] == round((5 / 7) / (5 / 7 + 1 / 2), 6)
    assert (total["with"], total["with_found"], total["without"], total["without_found"]) == (1, 1, 2, 1)
    assert total["nodes"] is None


def test_table(run, files):
    done = run("cleaneval", "gold.jsonl", "cleaned.jsonl", "--by", "kind")
    assert (done.returncode, done.stderr) == (0, b"")
    table = [line.split() for line in done.stdout.decode().splitlines()]
    assert table[0] == ["2", "pages"]
    assert ["words", "in", "order", "81.82", "75.00", "78.26", "80.36"] in table
    assert ["snippets", "unwanted", "1", "of", "2", "found", "(50.00", "%)"] in table
    assert ["short", "1", "33.33", "50.00", "40.00", "35.71", "40.00", "0.00", "-", "50.00"] in table
    assert table[-1][:3] == ["all", "2", "81.82"]
    assert any("wanted" in row for row in table)
    assert not any("nodes" in row for row in table), "no gold has nodes"


def test_groups(run, files):
    page = as_json(run, "--by", "kind", "gold.jsonl", "-", input=CLEANED)
    assert page["by"] == "kind"
    assert list(page["groups"]) == ["long", "short"]
    assert page["groups"]["long"]["words"]["precision"] == 1
    assert as_json(run, "--by", "host", "gold.jsonl", "cleaned.jsonl")["groups"]["(none)"]["pages"] == 2


def test_the_order_of_pages_does_not_matter(run, files):
    turned = b"".join(reversed(CLEANED.splitlines(keepends=True)))
    done = {run("cleaneval", "gold.jsonl", "-j", j, input=i).stdout for i in (CLEANED, turned) for j in (1, 3)}
    assert len(done) == 1


def test_words_as_they_stand(run):
    record = lines({"gold": "The end.", "text": "the end"})
    assert as_json(run, "--joined", input=record)["total"]["common_words"] == 2
    assert as_json(run, "--joined", "--exact", input=record)["total"]["common_words"] == 0


def test_ascii(run):
    record = lines({"gold": "The café.", "text": "the caf\ufffd"})
    assert as_json(run, "--joined", input=record)["total"]["common_words"] == 1
    assert as_json(run, "--joined", "--ascii", input=record)["total"]["common_words"] == 2


NODES = [
    {"label": "bad", "text": "Home", "agreement": 100},
    {"label": "good", "text": "Lorem ipsum.", "agreement": 80},
    {"label": "undecided", "text": "dolor 1", "agreement": 60},
    {"label": "good", "text": "sit amet sit non", "agreement": 100},
    {"label": "bad", "text": "elit more", "agreement": 60},
]
"""Of 4, 12, 7, 16 and 9 characters."""
BLOCKS = [
    {"text": "Home", "class": "bad"},
    {"text": "Lorem ipsum. dolor 1", "class": "good"},
    {"text": "sit amet sit non", "class": "bad"},
    {"text": "elit more", "class": "good"},
]


@pytest.mark.parametrize("cleaned", [{"blocks": BLOCKS}, {"text": "Lorem ipsum. dolor 1\nelit more"}])
def test_section_2_9_1_nodes_by_agreement(run, cleaned):
    total = as_json(run, "--joined", input=lines({"gold_blocks": NODES, **cleaned}))["total"]
    characters = [
        (row["agreement"], row["common_characters"], row["cleaned_characters"], row["gold_characters"])
        for row in total["nodes"]
    ]
    assert characters == [(100, 0, 0, 16), (80, 12, 12, 28), (50, 12, 21, 28), (0, 12, 21, 28)]
    assert total["nodes"][-1]["precision"] == round(12 / 21, 6)
    # The text of the gold is that of its good nodes: six words, of which two were kept, of six.
    assert (total["gold_words"], total["cleaned_words"], total["common_words"]) == (6, 6, 2)
    # 2.9.10: the undecided node is between the first good one and the gap.
    assert total["fragments"] == {"count": 2, "mean_length": 14, "median_length": 14, "per_page": 2}
    assert total["gold_fragments"] == {"count": 1, "mean_length": 35, "median_length": 35, "per_page": 1}


def test_labels_can_be_chosen(run):
    record = lines({"gold_blocks": NODES, "text": "Home"})
    total = as_json(run, "--joined", "--bad", "good", "--ignore", "undecided", input=record)["total"]
    assert total["nodes"][-1]["gold_characters"] == 13, "what is in neither list is content"
    assert "not a list of labels" in one_line(run("cleaneval", "--bad", "a,,b", "x").stderr)


def test_parts_of_blocks(run):
    blocks = [{"text": "One two three four", "class": "good", "parts": [[0, 8]]}]
    total = as_json(run, "--joined", input=lines({"gold": "One two three", "blocks": blocks}))["total"]
    assert (total["cleaned_words"], total["common_words"]) == (2, 2)
    assert total["fragments"]["mean_length"] == 8


# Records


def test_scores_of_pages(run, files, tmp_path):
    done = run("cleaneval", "gold.jsonl", "cleaned.jsonl", "--report", "pages.jsonl", "--annotate")
    pages = [json.loads(line) for line in (tmp_path / "pages.jsonl").read_bytes().splitlines()]
    assert [(page["id"], page["cleaneval"]["precision"]) for page in pages] == [("b", 0.333333), ("a", 1)]
    annotated = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["cleaneval"] for record in annotated] == [page["cleaneval"] for page in pages]
    assert [record["text"] for record in annotated] == [json.loads(line)["text"] for line in CLEANED.splitlines()]
    assert len({tuple(page["cleaneval"]) for page in pages}) == 1, "objects of one kind have the same keys"


def test_null_is_an_empty_text(run):
    total = as_json(run, "--joined", input=lines({"gold": "a b", "text": None}))["total"]
    assert (total["cleaned_words"], total["gold_words"]) == (0, 2)
    total = as_json(run, "--joined", input=lines({"gold": "a", "text": None, "blocks": BLOCKS}))["total"]
    assert total["cleaned_words"] == 6


def test_other_names_of_fields(run):
    record = lines({"n": "x", "clean": "a b", "truth": "a", "gold": 1})
    total = as_json(run, "--joined", "--text-key", "clean", "--gold-key", "truth", "--id-key", "n", input=record)
    assert total["total"]["common_words"] == 1
    record = lines({"b": BLOCKS, "gold": "elit more", "blocks": 1})
    assert as_json(run, "--joined", "--blocks-key", "b", input=record)["total"]["common_words"] == 2


# What does not join


def test_missing_pages_are_empty_and_said(run, files):
    one = CLEANED.splitlines(keepends=True)[1]
    done = run("cleaneval", "gold.jsonl", "--json", "--report", "/dev/stdout", input=one)
    assert done.returncode == 0
    assert "1 of 2 pages of gold have no record, as 'b'" in one_line(done.stderr)
    page = json.loads(done.stdout.splitlines()[0])
    assert page["missing"] == 1
    assert (page["total"]["pages"], page["total"]["gold_words"], page["total"]["cleaned_words"]) == (2, 12, 8)
    assert done.stdout.count(b'"cleaned_words":0') == 1, "it is in the report as well"


def test_missing_pages_can_be_left_out(run, files):
    one = CLEANED.splitlines(keepends=True)[1]
    done = run("cleaneval", "gold.jsonl", "--json", "--missing", "skip", input=one)
    page = json.loads(done.stdout)
    assert (page["missing"], page["total"]["pages"], page["total"]["gold_words"]) == (1, 1, 10)


def test_records_without_gold_are_counted(run, files):
    done = run("cleaneval", "gold.jsonl", "--json", input=CLEANED + lines({"id": "c", "text": "x"}))
    assert done.returncode == 0
    assert "1 records have no gold, as 'c'" in one_line(done.stderr)
    assert json.loads(done.stdout)["without_gold"] == 1
    assert json.loads(done.stdout)["total"]["cleaned_words"] == 11


@pytest.mark.parametrize("cleaned", [CLEANED + lines({"id": "c", "text": "x"}), CLEANED.splitlines()[0]])
def test_either_can_be_the_end(run, files, cleaned):
    done = run("cleaneval", "gold.jsonl", "--missing", "error", input=cleaned)
    assert (done.returncode, done.stdout) == (2, b"")
    one_line(done.stderr)


def test_ids_of_two_kinds(run, files):
    done = run("cleaneval", "gold.jsonl", input=lines({"id": "pages/a.html", "text": "x"}))
    assert (done.returncode, done.stdout) == (2, b"")
    assert "it has 'a', they have 'pages/a.html'" in one_line(done.stderr)


def test_records_without_ids_are_joined_by_line(run, tmp_path):
    (tmp_path / "gold.jsonl").write_bytes(lines({"gold": "a"}, {"gold": "b"}))
    total = as_json(run, "gold.jsonl", "--stats", input=lines({"text": "a"}, {"text": "b"}))["total"]
    assert total["common_words"] == 2


def test_an_id_comes_once(run, files, tmp_path):
    done = run("cleaneval", "gold.jsonl", input=CLEANED + CLEANED)
    assert (done.returncode, done.stdout) == (2, b"")
    assert "line 3, byte" in one_line(done.stderr)
    assert "a second record of 'b'" in one_line(done.stderr)
    (tmp_path / "twice.jsonl").write_bytes(GOLD + GOLD)
    assert "line 3" in one_line(run("cleaneval", "twice.jsonl", "cleaned.jsonl").stderr)


def test_gold_must_be_there(run, files, tmp_path):
    (tmp_path / "empty.jsonl").write_bytes(b"\n")
    assert "no gold in it" in one_line(run("cleaneval", "empty.jsonl", "cleaned.jsonl").stderr)
    assert "missing.jsonl: No such file" in one_line(run("cleaneval", "missing.jsonl", "cleaned.jsonl").stderr)
    (tmp_path / "none.jsonl").write_bytes(lines({"id": "a", "text": "x"}))
    message = one_line(run("cleaneval", "none.jsonl", "cleaned.jsonl").stderr)
    assert "none.jsonl: line 1" in message
    assert "no gold: none of 'gold', 'gold_blocks', 'with', 'without'" in message


def test_nothing_cleaned(run, files):
    done = run("cleaneval", "gold.jsonl", "--json")
    assert done.returncode == 0
    assert "2 of 2 pages of gold have no record" in one_line(done.stderr)
    assert json.loads(done.stdout)["total"]["words"]["f05"] == 0
    table = run("cleaneval", "gold.jsonl", "--missing", "skip")
    assert table.stdout == b"0 pages\n"


@pytest.mark.parametrize(
    ("record", "what"),
    [
        (b'{"gold":"a"}', "line 1, byte 0: no 'text' field, and no 'blocks'"),
        (b'{"gold":1,"text":"a"}', "line 1, byte 8: 'gold' is not a string"),
        (b'{"gold":"a","blocks":[{"text":"a"}]}', "line 1, byte 21: 'blocks' has a block without 'class'"),
        (b'{"gold":"a","blocks":[{"class":"good"}]}', "line 1, byte 22: 'blocks' has a block without 'text'"),
        (b'{"text":"a","gold_blocks":[{"text":"a"},3]}', "line 1, byte 40: 'gold_blocks' holds something that is not"),
        (b'{"text":"a","with":"a"}', "line 1, byte 19: 'with' is not a list"),
        (b'{"text":"a","gold":"a"', "JSON ends too early"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(run, record, what):
    done = run("cleaneval", "--joined", input=record)
    assert (done.returncode, done.stdout) == (2, b"")
    assert what in one_line(done.stderr)


def test_what_to_group_by_is_one_value(run):
    record = lines({"gold": "a", "text": "a", "kind": ["x"]})
    assert "'kind' has parts" in one_line(run("cleaneval", "--joined", "--by", "kind", input=record).stderr)
    numbers = lines({"gold": "a", "text": "a", "year": 2009}, {"gold": "a", "text": "a", "year": None})
    assert list(as_json(run, "--joined", "--by", "year", input=numbers)["groups"]) == ["(none)", "2009"]


# Labels

PAGE = (
    b'{"id":"p","n":1e400,"blocks":[ {"text":"Rain falls upward","tag":"li"} ,{"text":"Rain falls upward","tag":"h1"},'
    b'{"tag":"p","text":"On Monday the rain fell upward \\u2013 for an hour.","words":9},'
    b'{"text":"Contact us","x":[1]}]}\n'
)
PAGE_GOLD = lines({"id": "p", "gold": "Rain falls upward\nOn Monday the rain fell upward – for an hour."})


def test_blocks_are_labelled_and_nothing_else_changes(run, tmp_path):
    (tmp_path / "gold.jsonl").write_bytes(PAGE_GOLD)
    done = run("cleaneval", "--align", "gold.jsonl", "--stats", input=PAGE)
    assert done.returncode == 0
    wanted = PAGE
    for end, label in ((b'"li"', b"bad"), (b'"h1"', b"good"), (b'"words":9', b"good"), (b'"x":[1]', b"bad")):
        wanted = wanted.replace(end + b"}", end + b',"gold":"%b"}' % label)
    assert done.stdout == wanted
    figures = json.loads(done.stderr)
    assert (figures["good_blocks"], figures["bad_blocks"], figures["bad_words"]) == (2, 2, 5)
    assert run("cleaneval", "--align", "gold.jsonl", input=done.stdout).stdout == wanted, "a second time as the first"


def test_labels_of_gold_blocks(run, tmp_path):
    nodes = [{"label": "bad", "text": "Rain falls upward"}, {"label": "tied", "text": "Rain falls upward"}]
    nodes.append({"label": "header", "text": "On Monday the rain fell upward for an hour."})
    (tmp_path / "gold.jsonl").write_bytes(lines({"id": "p", "gold_blocks": nodes}))
    done = run("cleaneval", "--align", "--gold-blocks", "gold.jsonl", input=PAGE)
    labels = [block["gold"] for block in json.loads(done.stdout.replace(b"1e400", b"1"))["blocks"]]
    assert labels == ["bad", "undecided", "good", "bad"]


def test_a_share_of_the_words(run):
    record = lines({"gold": "one two three four", "blocks": [{"text": "one two three four five six seven"}]})

    def label(*options: str) -> str:
        done = run("cleaneval", "--joined", "--align", *options, input=record)
        return json.loads(done.stdout)["blocks"][0]["gold"]

    assert [label(), label("--share", "0.6"), label("--share", "0.57")] == ["good", "bad", "good"]


def test_pages_without_gold_are_left_alone(run, tmp_path):
    (tmp_path / "gold.jsonl").write_bytes(PAGE_GOLD)
    other = PAGE.replace(b'"p"', b'"q"', 1)
    done = run("cleaneval", "--align", "gold.jsonl", input=PAGE + other)
    assert (done.returncode, done.stdout.splitlines(keepends=True)[1]) == (0, other)
    assert "1 records have no gold, as 'q'" in one_line(done.stderr)


def test_what_labelling_needs(run, tmp_path):
    (tmp_path / "gold.jsonl").write_bytes(PAGE_GOLD)
    assert "no 'blocks' field" in one_line(run("cleaneval", "--align", "gold.jsonl", input=b'{"id":"p"}').stderr)
    done = run("cleaneval", "--align", "--gold-blocks", "gold.jsonl", input=PAGE)
    assert "its gold has no 'gold_blocks'" in one_line(done.stderr)
    done = run("cleaneval", "--align", "gold.jsonl", input=b'{"id":"p","blocks":{}}')
    assert "line 1, byte 19: 'blocks' is an object, not a list" in one_line(done.stderr)


# Usage


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ([], "GOLD is missing"),
        (["--align"], "GOLD is missing"),
        (["-"], "GOLD and the input are both standard input"),
        (["-", "-"], "standard input"),
        (["--align", "--json", "g"], "--json does nothing with --align"),
        (["--share", "0.5", "g"], "--share does nothing without --align"),
        (["--share", "0", "g"], "--share does nothing without --align"),
        (["--gold-blocks", "g"], "--gold-blocks does nothing without --align"),
        (["--json", "--annotate", "g"], "exclude each other"),
        (["--joined", "--missing", "skip"], "exclude each other"),
        (["--align", "--text-key", "t", "g"], "--text-key does nothing with --align"),
        (["--align", "--gold-blocks", "--gold-key", "t", "g"], "--gold-key does nothing"),
        (["--line-buffered", "g"], "--line-buffered does nothing"),
        (["--gold-key", "text", "g"], "two fields are called 'text'"),
        (["--share", "2", "--align", "g"], "not a number from 0 to 1"),
        (["--jsno", "g"], "did you mean --json?"),
    ],
)
def test_what_goes_together(run, options, what):
    done = run("cleaneval", *options)
    assert (done.returncode, done.stdout) == (2, b"")
    assert what in one_line(done.stderr)


def test_a_file_that_cannot_be_written_is_found_first(run, files):
    done = run("cleaneval", "gold.jsonl", "cleaned.jsonl", "-o", "no/such/out")
    assert done.returncode == 2
    assert "No such file" in one_line(done.stderr)
