"""dedupblocks: Algorithm 3.1 by hand and by brute force, what is written, several collections."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction

import pytest
from dedup_records import classes, lines, long, output, page

# Algorithm 3.1 by hand


def test_a_share_above_the_threshold_is_a_duplicate(run):
    # n-grams of three words; of the second text "a b c d" stood before: 4 of 8 words; of the third 5 of 9.
    texts = ["a b c d e f g", "a b c d p q r s", "c d e f g v w x y"]
    records = lines({"text": text} for text in texts)
    report = [record["dedupblocks"] for record in output(run("dedupblocks", "-n", 3, input=records))]
    assert [one["dup"] for one in report] == [0.0, 0.5, 0.556]
    assert [one["class"] for one in report] == ["good", "good", "dup"]
    assert [one["words"] for one in report] == [7, 8, 9]
    report = [record["dedupblocks"] for record in output(run("dedupblocks", "-n", 3, "-t", 0.4, input=records))]
    assert [one["class"] for one in report] == ["good", "dup", "dup"]


def test_what_was_dropped_makes_no_duplicates(run):
    # The second goes for its first half; its second half is new in the third, and old in the fourth.
    texts = ["a b c d e f", "a b c d e x y z", "x y z k", "x y z"]
    done = run("dedupblocks", "-n", 3, input=lines({"text": text} for text in texts))
    assert [record["dedupblocks"]["class"] for record in output(done)] == ["good", "dup", "good", "dup"]


def test_one_copy_of_everything_stays(run):
    texts = ["a b c d", "a b c d", "a b c d"]
    done = run(
        "dedupblocks", "-n", 3, "--trace", input=lines({"id": t, "text": x} for t, x in zip("xyz", texts, strict=False))
    )
    reports = [record["dedupblocks"] for record in output(done)]
    assert [one["class"] for one in reports] == ["good", "dup", "dup"]
    assert reports[1]["first"] == {"id": "x", "word": 0}
    assert "first" not in reports[0]


def test_least_duplicate_first(run):
    # 3.5: an index page of excerpts comes before the articles, which should stay.
    index = "a b c d e f g h"
    articles = ["a b c d 1 2 3 4 5 6 7 8 9", "e f g h 21 22 23 24 25 26 27 28"]
    records = lines({"text": text} for text in [index, *articles])
    by_input = [record["dedupblocks"]["dup"] for record in output(run("dedupblocks", "-n", 3, input=records))]
    assert by_input == [0.0, 0.308, 0.333]
    ordered = output(run("dedupblocks", "-n", 3, "--order", "-t", 0.3, input=records))
    assert [record["dedupblocks"]["class"] for record in ordered] == ["dup", "good", "good"]
    assert [record["text"] for record in ordered] == [index, *articles], "output stays in the order of input"


def test_the_longest_stays(run):
    records = lines({"text": text} for text in ["a b c d e", "x a b c d e y", "a b c d e f"])
    done = run("dedupblocks", "-n", 3, "--keep", "longest", input=records)
    assert [record["dedupblocks"]["class"] for record in output(done)] == ["dup", "good", "dup"]


# Blocks and their context: figure 3.5


@pytest.mark.parametrize(
    ("blocks", "expected"),
    [
        # A short block between a duplicate and good text belongs to neither.
        ("g s D s g", "good bad dup bad good"),
        # The near-good block nearest to the duplicate ends what stays.
        ("g s n s D", "good good good bad dup"),
        ("D s n s g s D", "dup bad good good good bad dup"),
        # Between duplicates nothing stays that needs good text beside it.
        ("D s n s D", "dup bad bad bad dup"),
    ],
)
def test_figure_3_5(run, blocks, expected):
    names = {"g": "good", "s": "short", "n": "near-good", "D": "good"}
    texts = []
    for i, letter in enumerate(blocks.split()):
        text = long("old") if letter == "D" else f"few words {i}" if letter == "s" else long(f"new{i}")
        texts.append(f"{names[letter]}:{text}")
    records = lines([page(f"good:{long('old')}"), page(*texts)])
    found = output(run("dedupblocks", input=records))[1]
    assert classes(found) == expected.split()
    assert found["dedupblocks"]["stubs"] == expected.split().count("bad")
    plain = output(run("dedupblocks", "--no-smoothing", input=records))[1]
    assert classes(plain) == [name.replace("bad", "good") for name in expected.split()]


def test_stubs_make_no_duplicates(run):
    # What goes as a stub is not out: the next copy of it stays.
    stub = f"near-good:{long('stub')}"
    records = [page(f"good:{long('old')}"), page(f"good:{long('old')}", stub), page(stub, f"good:{long('x')}")]
    found = output(run("dedupblocks", input=lines(records)))
    assert [classes(record) for record in found] == [["good"], ["dup", "bad"], ["good", "good"]]


def test_bad_blocks_are_not_looked_at(run):
    records = [page(f"good:{long(1)}"), page(f"bad:{long(1)}", f"good:{long(2)}"), page(f"bad:{long(2)}")]
    found = output(run("dedupblocks", input=lines(records)))
    assert [classes(record) for record in found] == [["good"], ["bad", "good"], ["bad"]]
    assert found[2]["dedupblocks"] == {
        "level": "block",
        "class": "good",
        "copy": False,
        "units": 0,
        "duplicates": 0,
        "stubs": 0,
        "words": 0,
        "dup": 0.0,
    }


def test_blocks_without_labels_get_them(run):
    blocks = [{"blocks": [{"text": long(1)}, {"text": long(2)}]}] * 2
    done = run("dedupblocks", input=lines(blocks))
    assert [classes(record) for record in output(done)] == [["good", "good"], ["dup", "dup"]]
    text = run("blocktext", input=done.stdout).stdout.decode()
    assert text.split() == long(1).split() + long(2).split()


def test_members_are_the_same_everywhere(run):
    records = [page(f"good:{long(i % 3)}", "short:a b", f"bad:{long(i)}", id=f"{i}") for i in range(6)]
    found = output(run("dedupblocks", "--trace", input=lines(records)))
    kinds = {(name, type(value)) for record in found for name, value in record["dedupblocks"].items()}
    names = ["level", "class", "copy", "units", "duplicates", "stubs", "words", "dup"]
    assert sorted(kinds, key=str) == sorted(
        zip(names, [str, str, bool, int, int, int, int, float], strict=True), key=str
    )
    for record in found:
        assert all(isinstance(block["dup"], float) for block in record["blocks"])
        assert all(("first" in block) == (block["class"] == "dup") for block in record["blocks"])


# Brute force over small random corpora


def brute_force(records, n, threshold, scope, key):
    """The first algorithm of 3.5, with the set of all n-grams that are out, unit by unit: (is duplicate, share)."""

    def ngrams(words):
        return [tuple(words[i : i + n]) for i in range(len(words) - n + 1)]

    counts = Counter(gram for _, units in records for unit in units for gram in ngrams(unit))
    grams = [[gram for unit in units for gram in ngrams(unit)] for _, units in records]

    def place(i):
        share = Fraction(sum(counts[gram] > 1 for gram in grams[i]), max(1, len(grams[i])))
        return {"input": 0, "order": share, "longest": -sum(map(len, records[i][1]))}[key], i

    out: dict[object, set] = {}
    found = {}
    for i in sorted(range(len(records)), key=place):
        host, units = records[i]
        seen = out.setdefault({"corpus": 0, "host": host, "document": i}[scope], set())
        found[i] = []
        for unit in units:
            words = {at + j for at, gram in enumerate(ngrams(unit)) if gram in seen for j in range(n)}
            share = len(words) / max(1, len(unit))
            found[i].append((share > threshold, share))
            if share <= threshold:
                seen.update(ngrams(unit))
    return [found[i] for i in range(len(records))]


def corpus(seed, documents=40):
    """Random texts of few words, with copies of parts of earlier ones."""
    chance = random.Random(seed)
    records = []
    for _ in range(documents):
        units = []
        for _ in range(chance.randint(0, 4)):
            words = [chance.choice("abcdefghij") for _ in range(chance.randint(1, 12))]
            if records and chance.random() < 0.5:
                old = chance.choice(chance.choice(records)[1] or [["z"]])
                words = old[chance.randint(0, 3) :] + words[: chance.randint(0, 4)]
            units.append(words or ["y"])
        records.append((chance.choice("xyz"), units))
    return records


def as_lines(records, level):
    made = []
    for host, units in records:
        texts = [" ".join(unit) for unit in units]
        url = {"url": f"https://{host}.org/a"}
        if level in ("line", "paragraph"):
            made.append({"text": ("\n" if level == "line" else "\n\n").join(texts), **url})
        else:
            made.append({"blocks": [{"text": text, "class": "good"} for text in texts], **url})
    return made


def found_in(record, level):
    if level == "block":
        return [(block["class"] == "dup", block["dup"]) for block in record["blocks"]]
    report = record["dedupblocks"]
    if level == "document":
        return [(report["class"] == "dup", report["dup"])]
    separator = "\n" if level == "line" else "\n\n"
    spans = [tuple(span) for span in report.get("spans", [])]
    found, at = [], 0
    for text in record["text"].split(separator) if record["text"] else []:
        found.append(((at, at + len(text)) in spans, None))
        at += len(text) + len(separator)
    return found


CASES = [
    (level, scope, key)
    for level in ("block", "document", "line", "paragraph")
    for scope in ("corpus", "host", "document")
    for key in ("input", "order", "longest")
    # Within a document there is no order, nor another document.
    if scope != "document" or (key == "input" and level != "document")
]


@pytest.mark.parametrize(("level", "scope", "key"), CASES)
def test_brute_force(run, level, scope, key):
    n, threshold = (2, 0.5) if key == "input" else (3, 0.3)
    records = corpus(f"{level} {scope} {key}")
    options = {"input": [], "order": ["--order"], "longest": ["--keep", "longest"]}[key]
    smoothing = ["--no-smoothing"] if level == "block" else []
    done = run(
        "dedupblocks",
        *("-n", n, "-t", threshold, "--level", level, "--scope", scope, *options, *smoothing),
        input=lines(as_lines(records, level)),
    )
    if level == "document":
        joined = [(host, [[word for unit in units for word in unit]]) for host, units in records]
        expected = brute_force(joined, n, threshold, scope, key)
    else:
        expected = brute_force(records, n, threshold, scope, key)
    found = [found_in(record, level) for record in output(done)]
    assert [[one[0] for one in units] for units in found] == [[one[0] for one in units] for units in expected]
    assert any(one[0] for units in found for one in units)
    for mine, theirs in zip(found, expected, strict=True):
        for (_, share), (_, exact) in zip(mine, theirs, strict=True):
            assert share is None or abs(share - exact) <= 0.0005001


def test_exact_copies_go_first(run):
    # White space and blocks do not count, words do. A copy that is too short for n-grams goes too.
    records = [page("a b", "c"), page("a", "b c"), page("a b c d"), page("a  b c"), {"text": "a b c"}, page("", id="e")]
    done = run("dedupblocks", "--exact", "--stats", input=lines(records))
    found = output(done)
    assert [record["dedupblocks"]["copy"] for record in found] == [False, True, False, True, True, False]
    assert classes(found[1]) == ["dup", "dup"]
    assert json.loads(done.stderr)["copies"] == 3
    assert len(output(run("dedupblocks", "--exact", "--drop", input=lines(records)))) == 3
    hosts = [{**record, "url": f"http://{i % 2}.org"} for i, record in enumerate(records)]
    found = output(run("dedupblocks", "--exact", "--scope", "host", input=lines(hosts)))
    assert [record["dedupblocks"]["copy"] for record in found] == [False, False, False, True, True, False]


@pytest.mark.parametrize("level", ["block", "line"])
def test_a_set_of_documents_gives_the_same_as_one_of_blocks(run, tmp_path, level):
    records = lines(as_lines(corpus(5, 80), level))
    wanted = run("dedupblocks", "-n", 2, "--level", level, input=records).stdout
    for of in ("document", "block"):
        assert run("ngramdups", "-n", 2, "--level", of, "-o", f"{of}.ng", input=records).returncode == 0
        assert run("dedupblocks", "--ngrams", f"{of}.ng", "--level", level, input=records).stdout == wanted != b""
    assert (tmp_path / "document.ng").read_bytes() != (tmp_path / "block.ng").read_bytes()


# Other collections


def test_months_with_a_state_are_one_run(run, tmp_path):
    months = [corpus(f"month {i}", 25) for i in range(3)]
    options = ["-n", "2", "--no-smoothing"]
    all_lines = [
        lines({**r, "id": f"{m} {i}"} for i, r in enumerate(as_lines(month, "block"))) for m, month in enumerate(months)
    ]
    wanted = run("dedupblocks", *options, input=b"".join(all_lines)).stdout
    found = b""
    for month in all_lines:
        found += run("dedupblocks", *options, "--state", "out.state", input=month).stdout
    assert found == wanted
    assert [path.name for path in tmp_path.iterdir()] == ["out.state"]
    # What n-grams are is said by the state; options must not say otherwise.
    done = run("dedupblocks", "-n", 3, "--state", "out.state", input=all_lines[0])
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"out.state was made with -n 2" in done.stderr


def test_a_run_that_fails_leaves_the_state(run, tmp_path):
    record = lines([{"text": long(1)}])
    assert run("dedupblocks", "--state", "s", input=record).returncode == 0
    before = (tmp_path / "s").read_bytes()
    assert run("dedupblocks", "--state", "s", input=record + b"{").returncode == 2
    assert (tmp_path / "s").read_bytes() == before
    (tmp_path / "s").write_bytes(before[:-1])
    done = run("dedupblocks", "--state", "s", input=record)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"s: damaged" in done.stderr


@pytest.mark.parametrize("as_set", [False, True])
def test_against_other_collections(run, tmp_path, as_set):
    others = [corpus(f"other {i}", 10) for i in range(2)]
    mine = corpus("mine", 30)
    # Some of mine stands in the others.
    mine += others[0][:5] + others[1][:5]
    names = []
    for i, other in enumerate(others):
        name = f"other{i}.jsonl"
        (tmp_path / name).write_bytes(lines(as_lines(other, "block")))
        if as_set:
            done = run("ngramdups", "-n", 2, "--level", "block", "--min-count", 1, "-o", f"{i}.ng", name)
            assert done.returncode == 0
            name = f"{i}.ng"
        names += ["--against", name]
    records = lines(as_lines(mine, "block"))
    n = [] if as_set else ["-n", "2"]
    both = output(run("dedupblocks", *n, *names, "--no-smoothing", input=records))
    seen = {
        tuple(unit[i : i + 2]) for other in others for _, units in other for unit in units for i in range(len(unit) - 1)
    }
    for record, (_, units), only in zip(
        both,
        mine,
        output(run("dedupblocks", *n, *names, "--only-against", "--no-smoothing", input=records)),
        strict=True,
    ):
        for block, unit, alone in zip(record["blocks"], units, only["blocks"], strict=True):
            words = {at + j for at in range(len(unit) - 1) if (unit[at], unit[at + 1]) in seen for j in (0, 1)}
            assert abs(alone["dup"] - len(words) / len(unit)) <= 0.0005001
            assert alone["class"] == ("dup" if len(words) * 2 > len(unit) else "good")
            assert block["dup"] >= alone["dup"]


def test_against_needs_all_ngrams(run, tmp_path):
    (tmp_path / "in.jsonl").write_bytes(lines([{"text": long(1)}]))
    run("ngramdups", "-o", "two.ng", "in.jsonl")
    for options in (["--against", "two.ng"], ["--ngrams", "two.ng", "--against", "in.jsonl"]):
        done = run("dedupblocks", *options, "in.jsonl")
        assert (done.returncode, done.stdout) == (2, b"")
        assert b"--min-count 1" in done.stderr or b"min_count 1" in done.stderr


# The same for any machine


def large_corpus():
    chance = random.Random(1)
    sentences = [" ".join(f"w{chance.randint(0, 3000)}" for _ in range(chance.randint(5, 40))) for _ in range(1500)]
    return [
        {
            "id": str(i),
            "url": f"http://{chance.randint(0, 9)}.org/",
            "blocks": [{"text": chance.choice(sentences), "class": "good"} for _ in range(chance.randint(0, 12))],
        }
        for i in range(4000)
    ]


@pytest.mark.parametrize(
    "options",
    [
        [],
        ["--order", "--trace", "--exact"],
        ["--keep", "longest", "--scope", "host", "--drop"],
        ["--level", "document"],
        ["--state", "state"],
    ],
)
def test_the_same_for_any_cores_and_memory(run, tmp_path, options):
    data = lines(large_corpus())
    (tmp_path / "in.jsonl").write_bytes(data)
    outputs = set()
    for more in (["in.jsonl"], ["-j2", "in.jsonl"], ["--memory", "16M", "-j3"]):
        (tmp_path / "state").unlink(missing_ok=True)
        done = run("dedupblocks", *options, *more, input=data if more[-1] == "-j3" else b"")
        assert done.returncode == 0, done.stderr
        state = (tmp_path / "state").read_bytes() if "--state" in options else b""
        outputs.add((done.stdout, state))
    assert len(outputs) == 1
    (text, _) = outputs.pop()
    assert text.count(b'"class":"dup"') > 100 or "--drop" in options


# Usage


@pytest.mark.parametrize(
    "options",
    [
        ["--order", "--keep", "longest"],
        ["--order", "--scope", "document"],
        ["--exact", "--scope", "document"],
        ["--state", "s", "--scope", "host"],
        ["--against", "a", "--scope", "host"],
        ["--only-against"],
        ["--only-against", "--against", "a", "--order"],
        ["--only-against", "--against", "a", "--trace"],
        ["--no-smoothing", "--level", "line"],
        ["--source", "blocks", "--level", "paragraph"],
        ["--skip", "stop"],
        ["--stop-lang", "en"],
        ["-n", "1001"],
        ["-t", "1.5"],
        ["--ngrams", "-"],
        ["--text-key", "dedupblocks"],
        ["--memory", "1000"],
    ],
)
def test_what_would_do_nothing_is_refused(run, options):
    done = run("dedupblocks", *options, input=b"")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"dedupblocks: ")
    assert done.stderr.count(b"\n") == 1


def test_pipelines_of_the_page(run, tmp_path):
    """blockify, classify, ngramdups, dedupblocks, blocktext."""
    text = "".join(f"<p>{long(1)} {long(2)}, {long(i)} {long(i)}." for i in (1, 2, 3))
    pages = lines({"id": str(i), "html": text} for i in range(2))
    blocks = run("classify", "--algorithm", "all", input=run("blockify", input=pages).stdout).stdout
    (tmp_path / "blocks.jsonl").write_bytes(blocks)
    assert run("ngramdups", "-n", "7", "-o", "dups.ng", input=blocks).returncode == 0
    with_set = run("dedupblocks", "--ngrams", "dups.ng", "blocks.jsonl").stdout
    assert with_set == run("dedupblocks", input=blocks).stdout
    # Most of each paragraph is new in the first page, and none of it in the second.
    left = run("blocktext", "--format", "jsonl", input=with_set).stdout
    assert [bool(json.loads(line)["text"]) for line in left.splitlines()] == [True, False]
