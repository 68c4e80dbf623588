"""neardups through its executable: pairs by brute force, groups, keys sorted by others."""

from __future__ import annotations

import json
import math
import random
import subprocess
from itertools import combinations

import pytest
from conftest import BIN


def shingles(text: str, n: int = 5) -> set[tuple[str, ...]]:
    """Of words, as the default has them; the texts here have nothing to normalise."""
    words = text.split()
    return {tuple(words[i : i + n]) for i in range(len(words) - n + 1)}


def corpus(seed: int, count: int = 150) -> list[dict[str, str]]:
    """Texts, many of them copies of others with a few words changed, some of them parts of others."""
    rng = random.Random(seed)
    words = [f"w{i}" for i in range(400)]
    texts: list[list[str]] = []
    for _ in range(count):
        if texts and rng.random() < 0.6:
            text = list(rng.choice(texts))
            if rng.random() < 0.2 and len(text) > 20:
                text = text[rng.randrange(8) : -rng.randrange(1, 10)]
            for _ in range(rng.choice([0, 0, 1, 1, 2, 5, 12])):
                if text:
                    text[rng.randrange(len(text))] = rng.choice(words)
        else:
            text = rng.choices(words, k=rng.choice([0, 3, 5, 40, 80, 120]))
        texts.append(text)
    return [{"id": f"d{i}", "text": " ".join(text)} for i, text in enumerate(texts)]


def lines(records: list[dict[str, str]]) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def brute_force(records: list[dict[str, str]], threshold: float, containment: bool = False) -> list[dict[str, object]]:
    sets = [shingles(record["text"]) for record in records]
    found = []
    for (i, a), (j, b) in combinations(enumerate(sets), 2):
        common = len(a & b)
        if not common:
            continue
        alike = common / len(a | b)
        if (common / min(len(a), len(b)) if containment else alike) >= threshold:
            pair = {
                "a": f"d{i}",
                "b": f"d{j}",
                "similarity": alike,
                "a_in_b": common / len(a),
                "b_in_a": common / len(b),
            }
            found.append(pair)
    return found


def pairs(done: subprocess.CompletedProcess[bytes]) -> list[dict[str, object]]:
    assert (done.returncode, done.stderr) == (0, b"")
    return [json.loads(line) for line in done.stdout.splitlines()]


def fingerprinted(run, records, *options) -> bytes:
    done = run("fingerprint", *options, input=lines(records))
    assert done.returncode == 0, done.stderr
    return done.stdout


# Pairs


@pytest.mark.parametrize("threshold", [0.05, 0.5, 0.8, 1.0])
@pytest.mark.parametrize("measure", ["resemblance", "containment"])
def test_every_pair_and_no_other(run, threshold, measure):
    records = corpus(1)
    done = run("neardups", "--pairs", "--threshold", threshold, "--measure", measure, input=lines(records))
    found = pairs(done)
    expected = brute_force(records, threshold, measure == "containment")
    assert len(expected) > 5
    assert [(pair["a"], pair["b"]) for pair in found] == [(pair["a"], pair["b"]) for pair in expected]
    for pair, true in zip(found, expected, strict=True):
        assert set(pair) == set(true)
        for key in ("similarity", "a_in_b", "b_in_a"):
            assert pair[key] == pytest.approx(true[key], abs=0.00006)


def test_same_bytes_for_any_jobs_and_memory(run, tmp_path):
    records = corpus(2, 600)
    (tmp_path / "a.jsonl").write_bytes(lines(records[:1]))
    (tmp_path / "b.jsonl").write_bytes(lines(records[1:]))
    for options in (["--pairs"], [], ["--link", "complete", "--keep", "longest"], ["--drop"]):
        whole = run("neardups", "--threshold", "0.6", *options, input=lines(records))
        assert whole.returncode == 0
        assert whole.stdout
        for other in (["-j2"], ["--memory", "1M"], ["a.jsonl", "b.jsonl"]):
            same = run("neardups", "--threshold", "0.6", *options, *other, input=lines(records))
            assert (same.stdout, same.stderr) == (whole.stdout, b"")


def test_texts_shorter_than_a_shingle_are_never_alike(run):
    records = [{"id": str(i), "text": "one two three four"} for i in range(5)] + [{"id": "x", "text": ""}] * 3
    assert pairs(run("neardups", "--pairs", "--threshold", "0.01", input=lines(records))) == []
    done = run("neardups", "--drop", input=lines(records))
    assert len(done.stdout.splitlines()) == 8
    prints = fingerprinted(run, records)
    assert pairs(run("neardups", "--pairs", "--threshold", "0.01", input=prints)) == []
    assert len(pairs(run("neardups", "--pairs", "-n", "4", input=lines(records)))) == 10


def test_shingles_of_characters(run):
    records = [
        {"id": "a", "text": "我爱你我爱她"},
        {"id": "b", "text": "我爱你我爱她!"},
        {"id": "c", "text": "我爱他我爱她"},
    ]
    done = run("neardups", "--pairs", "--unit", "letters", "-n", "2", "--threshold", "0.1", input=lines(records))
    # Pairs of characters: 我爱 爱你 你我 爱她; 我爱 爱他 他我 爱她.
    assert [(pair["a"], pair["b"], pair["similarity"]) for pair in pairs(done)] == [
        ("a", "b", 1.0),
        ("a", "c", round(2 / 6, 4)),
        ("b", "c", round(2 / 6, 4)),
    ]


def test_many_copies_take_few_pairs(run):
    text = "this is a text that stands here a hundred thousand times over"
    record = json.dumps({"text": text}).encode() + b"\n"
    done = run("neardups", "--drop", "--stats", input=record * 100_000)
    stats = json.loads(done.stderr.splitlines()[-1])
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 1
    assert (stats["distinct"], stats["clusters"], stats["in_clusters"]) == (1, 1, 100_000)
    assert (stats["kept"], stats["duplicates"]) == (1, 99_999)
    some = run("neardups", "--pairs", "--most", "2", input=record * 1000)
    assert (some.returncode, len(some.stdout.splitlines())) == (0, 999)
    assert b"not all pairs were looked for: 998 times" in some.stderr


def test_lists_that_are_full_are_told(run):
    # All have the same twelve words at their beginning, and one of their own.
    records = [{"id": f"d{i}", "text": f"a b c d e f g h i j k l x{i}"} for i in range(60)]
    done = run("neardups", "--pairs", "--threshold", "0.7", "--most", "5", "--stats", input=lines(records))
    assert done.returncode == 0
    message, stats = done.stderr.splitlines()
    assert b"not all pairs were looked for" in message
    assert json.loads(stats)["capped"] > 0
    assert len(done.stdout.splitlines()) == 10 + 55 * 5
    assert len(pairs(run("neardups", "--pairs", "--threshold", "0.7", input=lines(records)))) == 60 * 59 // 2


# Fingerprints


def test_minhash_finds_what_it_promises(run):
    records = corpus(3, 400)
    prints = fingerprinted(run, records)
    true = {(pair["a"], pair["b"]): pair["similarity"] for pair in brute_force(records, 0.5)}
    found = pairs(run("neardups", "--pairs", "--threshold", "0.5", "--verify", input=prints))
    # All that is verified is true, and has its true similarity.
    assert all(abs(true[pair["a"], pair["b"]] - pair["similarity"]) < 0.0001 for pair in found)
    # 99 % are wanted of pairs at the threshold, also where no text is looked at; those above it are found more often.
    assert len(found) >= 0.97 * len(true)
    estimated = pairs(run("neardups", "--pairs", "--threshold", "0.5", input=prints))
    assert len(true.keys() & {(pair["a"], pair["b"]) for pair in estimated}) >= 0.97 * len(true)
    fewer = pairs(run("neardups", "--pairs", "--threshold", "0.5", "--recall", "0.5", input=prints))
    assert 0.5 * len(true) < len(fewer) < len(estimated)
    # The estimate has a standard deviation of 0.044 at most.
    for pair in estimated:
        assert abs(true.get((pair["a"], pair["b"]), 0.45) - pair["similarity"]) < 0.25


def test_bands_as_asked_for(run):
    records = corpus(4, 200)
    prints = fingerprinted(run, records, "--permutations", "16")
    every = pairs(run("neardups", "--pairs", "--bands", "16", "--rows", "1", "--threshold", "0.3", input=prints))
    fewer = pairs(run("neardups", "--pairs", "--bands", "1", "--rows", "16", "--threshold", "0.3", input=prints))
    assert all(pair["similarity"] == 1 for pair in fewer)
    assert 0 < len(fewer) < len(every)
    done = run("neardups", "--bands", "17", "--rows", "1", input=prints)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--bands must be 16 at most" in done.stderr


def test_supershingles_r_of_k(run):
    records = corpus(5, 200)
    prints = fingerprinted(
        run, records, "--scheme", "supershingle", "--groups", "8", "--group-size", "3", "--format", "list"
    )
    values = [json.loads(line)["fingerprint"].get("values", []) for line in prints.splitlines()]
    for least in (1, 3, 8):
        expected = [
            (f"d{i}", f"d{j}", round(len(set(a) & set(b)) / 8, 4))
            for (i, a), (j, b) in combinations(enumerate(values), 2)
            if len(set(a) & set(b)) >= least
        ]
        found = pairs(run("neardups", "--pairs", "--common", least, input=prints))
        assert [(pair["a"], pair["b"], pair["similarity"]) for pair in found] == expected != []


def test_simhash_within_a_distance(run):
    records = corpus(6, 700)
    prints = fingerprinted(run, records, "--scheme", "simhash", "--format", "list")
    values = [json.loads(line)["fingerprint"].get("values") for line in prints.splitlines()]
    for most in (0, 3, 12):
        expected = [
            (f"d{i}", f"d{j}")
            for (i, a), (j, b) in combinations(enumerate(values), 2)
            if a and b and (int(a[0], 16) ^ int(b[0], 16)).bit_count() <= most
        ]
        found = pairs(run("neardups", "--pairs", "--distance", most, input=prints))
        assert [(pair["a"], pair["b"]) for pair in found] == expected != []
        assert set(found[0]) == {"a", "b", "similarity"}


def test_winnow_says_what_lies_inside_what(run):
    rng = random.Random(7)
    long = " ".join(rng.choices([f"word{i}" for i in range(900)], k=600))
    part = " ".join(long.split()[100:250])
    other = " ".join(rng.choices([f"other{i}" for i in range(900)], k=300))
    records = [{"id": "long", "text": long}, {"id": "part", "text": part}, {"id": "other", "text": other}]
    prints = fingerprinted(run, records, "--scheme", "winnow")
    found = pairs(run("neardups", "--pairs", "--measure", "containment", "--threshold", "0.8", input=prints))
    assert [(pair["a"], pair["b"]) for pair in found] == [("long", "part")]
    assert found[0]["b_in_a"] > 0.95
    assert 0.15 < found[0]["a_in_b"] < 0.35
    assert pairs(run("neardups", "--pairs", "--threshold", "0.8", input=prints)) == []


def test_exact_is_of_texts_with_fingerprints_too(run):
    records = corpus(8)
    prints = fingerprinted(run, records)
    plain = run("neardups", "--pairs", "--threshold", "0.6", input=lines(records))
    assert run("neardups", "--pairs", "--threshold", "0.6", "--exact", input=prints).stdout == plain.stdout != b""


def test_mixed_fingerprints_are_refused_with_both_named(run):
    records = corpus(9, 10)
    first = fingerprinted(run, records[:5])
    for second, name in [
        (fingerprinted(run, records[5:], "--permutations", "64"), b"permutations=64"),
        (fingerprinted(run, records[5:], "--scheme", "simhash"), b"simhash"),
        (fingerprinted(run, records[5:], "--seed", "2"), b"seed=2"),
        (lines(records[5:]), b"record 6 has text alone"),
    ]:
        for mode in ("--pairs", "--emit"):
            done = run("neardups", mode, input=first + second)
            assert done.returncode == 2
            assert name in done.stderr
            assert b"minhash (version=" in done.stderr
    broken = first.replace(b'"shingles":', b'"shingels":', 1)
    done = run("neardups", "--pairs", input=broken)
    assert done.returncode == 2
    assert b"standard input: line 1, byte " in done.stderr
    cut = json.loads(first.splitlines()[-1])
    cut["fingerprint"]["values"] = cut["fingerprint"]["values"][: 8 * 4 // 3 * 6]
    done = run("neardups", "--pairs", input=first + json.dumps(cut).encode())
    assert done.returncode == 2


# Groups


@pytest.mark.parametrize("link", ["single", "complete"])
@pytest.mark.parametrize("keep", ["first", "longest"])
def test_groups_follow_from_pairs(run, link, keep):
    records = corpus(10, 250)
    near = {frozenset((pair["a"], pair["b"])): pair["similarity"] for pair in brute_force(records, 0.4)}
    done = run("neardups", "--threshold", "0.4", "--link", link, "--keep", keep, input=lines(records))
    labels = [json.loads(line)["neardups"] for line in done.stdout.splitlines()]
    groups: dict[int, list[int]] = {}
    for i, label in enumerate(labels):
        assert list(label) == ["cluster", "size", "representative", "keep", "similarity"]
        groups.setdefault(label["cluster"], []).append(i)
    assert max(map(len, groups.values())) > 3
    for number, members in groups.items():
        assert members[0] == number - 1
        assert {labels[i]["size"] for i in members} == {len(members)}
        sizes = {i: len(shingles(records[i]["text"])) for i in members}
        stays = members[0] if keep == "first" else max(members, key=lambda i: (sizes[i], -i))
        assert {labels[i]["representative"] for i in members} == {f"d{stays}"}
        assert [i for i in members if labels[i]["keep"]] == [stays]
        if link == "complete":
            assert all(frozenset((f"d{i}", f"d{j}")) in near for i, j in combinations(members, 2))
    of = {f"d{i}": label["cluster"] for i, label in enumerate(labels)}
    if link == "single":
        assert all(of[a] == of[b] for a, b in near)
    best = {i: max((s for pair, s in near.items() if f"d{i}" in pair), default=0) for i in range(len(records))}
    assert [label["similarity"] for label in labels] == pytest.approx(list(best.values()), abs=0.00006)
    dropped = run("neardups", "--threshold", "0.4", "--link", link, "--keep", keep, "--drop", input=lines(records))
    kept = [line for line, label in zip(done.stdout.splitlines(), labels, strict=True) if label["keep"]]
    assert dropped.stdout.splitlines() == kept


def test_a_and_c_of_section_3_5_are_apart(run):
    words = [f"w{i}" for i in range(90)]
    records = [{"id": name, "text": " ".join(words[at : at + 60])} for name, at in (("a", 0), ("b", 15), ("c", 30))]
    for link, expected in (("single", [1, 1, 1]), ("complete", [1, 1, 3])):
        done = run("neardups", "--threshold", "0.5", "--link", link, input=lines(records))
        assert [json.loads(line)["neardups"]["cluster"] for line in done.stdout.splitlines()] == expected


def test_records_stay_as_they_came(run):
    text = "one two three four five six"
    given = [
        b'{ "text" : "%s", "n":1.0, "big":12345678901234567890, "n":2 }' % text.encode(),
        b"",
        b'{"neardups":{"old":1},"id":7,"text":"%s","blocks":null}' % text.replace("one", "\\u006fne").encode(),
    ]
    done = run("neardups", "--source", "text", input=b"\n".join(given) + b"\n")
    said = b'"neardups":{"cluster":1,"size":2,"representative":"1","keep":%s,"similarity":1.0000}'
    assert done.stdout.splitlines() == [
        given[0][:-2] + b',"id":"1",' + said % b"true" + b" }",
        b"",
        b'{"text":"\\u006fne two three four five six","blocks":null,"id":"7",' + said % b"false" + b"}",
    ]


# Keys that others sort


@pytest.mark.parametrize(
    ("scheme", "options"),
    [
        (None, ["--threshold", "0.5"]),
        ("minhash", ["--threshold", "0.5"]),
        ("minhash", ["--threshold", "0.6", "--verify"]),
        ("supershingle", []),
        ("simhash", ["--distance", "6"]),
        ("winnow", ["--threshold", "0.3"]),
        ("exact", []),
    ],
)
def test_keys_sorted_by_others_give_the_same_bytes(run, tmp_path, scheme, options):
    records = corpus(11, 300)
    for record in records[::7]:
        record["id"] += '\t"\n é'
    data = fingerprinted(run, records, "--scheme", scheme) if scheme else lines(records)
    (tmp_path / "all.jsonl").write_bytes(data)
    parts = data.splitlines(keepends=True)
    emitted = b""
    for start in range(0, len(parts), 77):
        done = run("neardups", "--emit", *options, input=b"".join(parts[start : start + 77]))
        assert (done.returncode, done.stderr) == (0, b"")
        emitted += done.stdout
    sort = subprocess.run(["sort"], input=emitted, capture_output=True, check=True, env={"LC_ALL": "C"})
    for mode in (["--pairs"], ["--link", "complete"], ["--drop"]):
        whole = run("neardups", *mode, *options, "all.jsonl")
        assert (whole.returncode, whole.stderr) == (0, b"")
        split = run("neardups", *mode, *options, "--reduce", "-", "all.jsonl", input=sort.stdout)
        assert (split.returncode, split.stderr) == (0, b"")
        assert split.stdout == whole.stdout != b""


def test_parts_are_put_together_by_ids(run, tmp_path):
    """The number of a record within its part is not that within all of them."""
    good, nameless = b'{"id":"a","text":"one two three four five six"}\n', b'{"text":"one two three four five six"}\n'
    done = run("neardups", "--emit", "--on-error", "skip", input=good + nameless)
    assert done.returncode == 1
    assert f"line 2, byte {len(good)}: no 'id'".encode() in done.stderr
    assert {line.split(b"\t")[1] for line in done.stdout.splitlines()} == {b"a"}
    (tmp_path / "all.jsonl").write_bytes(nameless)
    done = run("neardups", "--reduce", "-", "all.jsonl", input=b"")
    assert (done.returncode, b"no 'id'" in done.stderr) == (2, True)


def test_emit_beside_each_other(tmp_path, run):
    """Parts that xargs fans out, and a sort, stand in the middle."""
    records = corpus(12, 300)
    (tmp_path / "all.jsonl").write_bytes(lines(records))
    command = (
        "split -n l/4 all.jsonl part. && printf '%s\\n' part.a? "
        f"| xargs -P 2 -I PART {BIN}/neardups --emit PART -o PART.keys && LC_ALL=C sort part.*.keys "
        f"| {BIN}/neardups --pairs --reduce - all.jsonl"
    )
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == run("neardups", "--pairs", input=lines(records)).stdout != b""


def test_keys_that_are_wrong(run, tmp_path):
    (tmp_path / "all.jsonl").write_bytes(lines(corpus(13, 20)))
    (tmp_path / "twice.jsonl").write_bytes(lines(corpus(13, 2) * 2))
    for keys, name, what in [
        (b"00\td1\n00\tnobody\n", "all.jsonl", b'line 2 of --reduce: no record has the id "nobody"'),
        (b"01\td1\n00\td2\n", "all.jsonl", b"sort the lines first"),
        (b"01 d1\n", "all.jsonl", b"line 1 of --reduce: no tab"),
        (b"", "twice.jsonl", b'two records have the id "d0"'),
    ]:
        done = run("neardups", "--reduce", "-", name, input=keys)
        assert (done.returncode, done.stdout) == (2, b"")
        assert what in done.stderr
    assert run("neardups", "--reduce", "missing", "all.jsonl").returncode == 2


# Curves


def table(done: subprocess.CompletedProcess[bytes]) -> tuple[list[str], list[list[float]]]:
    assert (done.returncode, done.stderr) == (0, b"")
    head, *rows = (line.split("\t") for line in done.stdout.decode().splitlines())
    return head, [[float(cell) for cell in row] for row in rows]


def test_curves_by_equation_3_1(run):
    def probability(k: int, s: int, r: int, rho: float) -> float:
        return sum(math.comb(k, i) * rho ** (s * i) * (1 - rho**s) ** (k - i) for i in range(r, k + 1))

    head, rows = table(run("neardups", "--curve", "6,14,2"))
    assert head == ["resemblance", "k=6,s=14,r=2"]
    assert len(rows) == 101
    for rho, value in rows:
        assert value == pytest.approx(probability(6, 14, 2, rho), abs=1e-6)
    head, rows = table(run("neardups", "--curve", "3.1"))
    assert head == ["resemblance", "t=10", "t=100", "t=1000"]
    for rho, ten, hundred, _ in rows:
        assert ten == pytest.approx(probability(10, 1, 6, rho), abs=1e-6)
        assert hundred == pytest.approx(probability(100, 1, 51, rho), abs=1e-6)
    head, rows = table(run("neardups", "--curve", "3.3"))
    assert head[:2] == ["words", "n=3,p=0.3"]
    for k, value, *_ in rows:
        assert value == pytest.approx(1 - (1 - 0.7**k) ** 3, abs=1e-6)
    assert len(table(run("neardups", "--curve", "3.2"))[0]) > 3
    head, rows = table(run("neardups", "--threshold", "0.5", "--curve"))
    # Of the one per cent that may be lost half may be by bands, half by values.
    assert head == ["resemblance", "bands=42,rows=3", "equal=49"]
    assert rows[50][1] == pytest.approx(1 - (1 - 0.5**3) ** 42, abs=1e-6)
    assert rows[50][2] == pytest.approx(probability(128, 1, 49, 0.5), abs=1e-6)
    assert probability(128, 1, 50, 0.5) < 0.995 <= rows[50][2]


# Options and errors


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--pairs", "--emit"], "--pairs and --emit exclude each other"),
        (["--pairs", "--drop"], "--drop does nothing with --pairs"),
        (["--emit", "--most", "5"], "--most does nothing with --emit"),
        (["--emit", "--measure", "containment"], "--measure containment is not for --emit"),
        (["--bands", "3"], "--bands and --rows go together"),
        (["--bands", "3", "--rows", "2", "--recall", "0.9"], "--recall does nothing with --bands"),
        (["--exact", "--verify"], "--verify does nothing with --exact"),
        (["--curve", "3.1", "--threshold", "0.5"], "--threshold does nothing with --curve 3.1"),
        (["--curve", "3.4"], "--curve 3.4: neither K,S,R nor 3.1, 3.2, 3.3"),
        (["--curve", "1,2,3", "x.jsonl"], "FILE does nothing with --curve"),
        (["--reduce", "-"], "--reduce - reads keys from standard input"),
        (["--threshold", "0"], "is not a number from 0.01 to 1"),
        (["--fold", "cases"], "fold must be none, or some of case,digits,accents"),
        (["--unit", "bytes", "--fold", "case"], "--fold does nothing with --unit bytes"),
        (["--recall", "0.9"], "--recall must be left out: it does nothing with texts"),
        (["--distance", "2"], "--distance must be left out: it does nothing with texts"),
        (["--verify"], "--verify must be left out: it does nothing with texts"),
    ],
)
def test_what_does_nothing_is_an_error(run, options, what):
    done = run("neardups", *options, input=lines(corpus(1, 3)))
    assert (done.returncode, done.stdout) == (2, b"")
    assert what in done.stderr.decode()
    assert len(done.stderr.splitlines()) == 1


def test_bad_records(run):
    good = lines(corpus(14, 4)).splitlines()
    given = b"\n".join([good[0], b"{", good[1], b'{"text":[]}', b'{"id":"x"}', good[2], b'{"id":[],"text":""}'])
    done = run("neardups", "--on-error", "skip", "--rejects", "bad", input=given)
    assert done.returncode == 1
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == ["d0", "d1", "d2"]
    assert len(done.stderr.splitlines()) == 4
    done = run("neardups", input=given)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"standard input: line 2, byte " in done.stderr


def test_what_texts_share_goes_to_disk(run):
    rng = random.Random(15)
    text = [" ".join(rng.choices([f"w{i}" for i in range(3000)], k=3000)) for _ in range(30)]
    records = [{"id": f"d{i}-{j}", "text": text[i] + f" x{j}"} for i in range(30) for j in range(3)]
    for options in (["--drop"], ["--pairs", "--measure", "containment", "--threshold", "0.9"]):
        done = run("neardups", *options, "--memory", "1M", "--stats", input=lines(records))
        assert done.returncode == 0
        assert json.loads(done.stderr)["disk"] > 1 << 20
        in_memory = run("neardups", *options, "--stats", input=lines(records))
        assert (done.stdout, json.loads(in_memory.stderr)["disk"]) == (in_memory.stdout, 0)
        assert len(done.stdout.splitlines()) == (30 if options == ["--drop"] else 90)
    prints = fingerprinted(run, records)
    assert len(run("neardups", "--memory", "1M", "--drop", input=prints).stdout.splitlines()) == 30


def test_memory_that_no_machine_has(run, tmp_path):
    """It is a bound: what is not needed is not taken. More than can be addressed is an error."""
    data = b"".join(json.dumps(one).encode() + b"\n" for one in corpus(3, 20))
    expected = run("neardups", input=data)
    assert expected.returncode == 0
    done = run("neardups", "--memory", "10000G", input=data)
    assert (done.returncode, done.stdout, done.stderr) == (0, expected.stdout, b"")
    done = run("neardups", "--memory", str(2**64 - 1), "-o", "out", input=data)
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"--memory says how many" in done.stderr
    assert list(tmp_path.iterdir()) == []


def test_nothing_stays_in_tmpdir(run, tmp_path):
    (tmp_path / "tmp").mkdir()
    data = lines(corpus(16, 300))
    assert run("neardups", "--memory", "1M", "--tmpdir", "tmp", input=data).returncode == 0
    assert list((tmp_path / "tmp").iterdir()) == []
    done = run("neardups", "--tmpdir", "nowhere", input=data)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"--tmpdir" in done.stderr
