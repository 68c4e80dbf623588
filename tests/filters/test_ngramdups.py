"""ngramdups as a user runs it. The methods themselves are tested in the core (`rust/core/src/ngrams/tests.rs`)."""

from __future__ import annotations

import gzip
import json
import os
import pty
import random
import subprocess
from collections import Counter

import pytest
from conftest import BIN

METHODS = ["hash", "suffix", "spex"]

# Section 3.4.1: "the bigram nascent effort can only be duplicated if each of the words nascent and effort occurs at
# least twice in the collection".
NASCENT = ["the nascent effort", "a nascent thing", "an effort", "the nascent effort again"]


def good(done: subprocess.CompletedProcess[bytes]) -> bytes:
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout


def lines(texts, **members) -> bytes:
    return b"".join(
        json.dumps({**{key: of[i] for key, of in members.items()}, "text": text}).encode() + b"\n"
        for i, text in enumerate(texts)
    )


def by_brute_force(texts, n, least=2) -> bytes:
    """What --format text prints for texts of plain words."""
    counts: Counter[str] = Counter()
    for text in texts:
        words = text.split()
        counts.update(" ".join(words[at : at + n]) for at in range(len(words) - n + 1))
    often = sorted((-count, ngram.encode()) for ngram, count in counts.items() if count >= least)
    return b"".join(b"%d\t%b\n" % (-count, ngram) for count, ngram in often)


def corpus(seed=1, documents=150, words=60, vocabulary=40):
    rng = random.Random(seed)
    texts = [" ".join(f"w{rng.randrange(vocabulary)}" for _ in range(rng.randrange(words))) for _ in range(documents)]
    return texts + texts[:9]


# What is found


@pytest.mark.parametrize("method", METHODS)
def test_section_3_4_1(run, method):
    ask = ["ngramdups", "--method", method, "--format", "text", "-n"]
    assert good(run(*ask, "2", input=lines(NASCENT))) == b"2\tnascent effort\n2\tthe nascent\n"
    assert good(run(*ask, "3", input=lines(NASCENT))) == b"2\tthe nascent effort\n"
    assert good(run(*ask, "1", "--min-count", "3", input=lines(NASCENT))) == b"3\teffort\n3\tnascent\n"
    assert good(run(*ask, "4", input=lines(NASCENT))) == b""


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(("n", "options"), [(1, []), (2, ["-j3"]), (3, ["--memory", "1M"]), (5, ["--min-count", "1"])])
def test_brute_force(run, method, n, options):
    texts = corpus()
    least = 1 if "1" in options else 2
    found = run("ngramdups", "--method", method, "-n", n, "--format", "text", *options, input=lines(texts))
    assert good(found) == by_brute_force(texts, n, least)


def test_a_set_is_the_same_however_it_is_made(run, tmp_path):
    texts = corpus(documents=3000)
    data = lines(texts)
    (tmp_path / "in.jsonl").write_bytes(data)
    (tmp_path / "in.jsonl.gz").write_bytes(gzip.compress(data))
    (tmp_path / "a.jsonl").write_bytes(lines(texts[1000:]))
    (tmp_path / "b.jsonl").write_bytes(lines(texts[:1000]))
    wanted = good(run("ngramdups", "-n", "3", "in.jsonl"))
    assert len(wanted) > 10_000
    for method in METHODS:
        for options in (["in.jsonl"], ["-j2", "in.jsonl.gz"], ["--memory", "1M", "-j3", "a.jsonl", "b.jsonl"]):
            assert good(run("ngramdups", "-n", "3", "--method", method, *options)) == wanted, (method, options)
    assert good(run("ngramdups", "-n", "3", input=data)) == wanted
    for name in ("text", "jsonl"):
        shown = {
            good(run("ngramdups", "-n", "3", "--format", name, *options, input=data))
            for options in ([], ["-j2"], ["--memory", "1M", "-j3"], ["in.jsonl"], ["in.jsonl.gz"])
        }
        assert len(shown) == 1


BLOCKS = {
    "text": "of the text",
    "blocks": [
        {"text": "Walrus roof,", "class": "good"},
        {"text": "not this", "class": "bad"},
        {"text": "walrus ROOF of", "class": "good"},
    ],
}


@pytest.mark.parametrize(
    ("options", "shown"),
    [
        (["--fold", "case"], ["2 walrus roof"]),
        (["--fold", "case", "--min-count", "1"], ["2 walrus roof", "1 , walrus", "1 roof ,", "1 roof of"]),
        (["--fold", "case", "--min-count", "1", "--level", "block"], ["2 walrus roof", "1 roof ,", "1 roof of"]),
        (["--fold", "case", "--skip", "punct", "--min-count", "1"], ["2 walrus roof", "1 roof of", "1 roof walrus"]),
        (["--source", "text", "--min-count", "1"], ["1 of the", "1 the text"]),
        (
            ["--source", "both", "--min-count", "1", "--skip", "punct,stop", "--stop-lang", "en"],
            ["1 Walrus roof", "1 roof walrus", "1 walrus ROOF"],
        ),
        (
            ["--source", "both", "--min-count", "1", "--skip", "stop", "--stoplist", "stop"],
            ["1 ROOF of", "1 of text", "1 roof ROOF"],
        ),
    ],
)
def test_which_text_and_which_tokens(run, tmp_path, options, shown):
    (tmp_path / "stop").write_text("the\nwalrus\n,\n")
    done = run("ngramdups", "-n", "2", "--format", "text", *options, input=json.dumps(BLOCKS).encode())
    assert good(done).decode().replace("\t", " ").splitlines() == shown


def test_digits_and_accents(run):
    data = lines(["Čas 1990 x", "čas 2024 x", "cas 7 x"])
    ask = ["ngramdups", "-n", "2", "--format", "text"]
    assert good(run(*ask, input=data)) == b""
    assert good(run(*ask, "--fold", "case,accents", "--fold", "digits", input=data)) == b"2\t0000 x\n2\tcas 0000\n"


def test_places(run):
    first = {"id": 7, "text": "Ein Löwe, ein Löwe"}
    second = {"blocks": [{"text": "kein"}, {"text": "und ein"}, {"text": "Löwe"}]}
    data = json.dumps(first).encode() + b"\n\n" + json.dumps(second).encode()
    found = good(run("ngramdups", "-n", "2", "--format", "jsonl", "--fold", "case", input=data))
    assert [json.loads(line) for line in found.splitlines()] == [
        {
            "ngram": "ein löwe",
            "count": 3,
            "places": [
                {"id": "7", "block": None, "start": 0},
                {"id": "7", "block": None, "start": 10},
                {"id": "3", "block": 1, "start": 4},
            ],
            "documents": 2,
        }
    ]
    assert first["text"][10:] == "ein Löwe"


def test_places_by_brute_force(run):
    texts = corpus(documents=40)
    found = good(run("ngramdups", "-n", "2", "--format", "jsonl", "-j2", input=lines(texts)))
    shown = b""
    for line in found.splitlines():
        ngram = json.loads(line)
        assert len(ngram["places"]) == ngram["count"]
        assert len({place["id"] for place in ngram["places"]}) == ngram["documents"]
        for place in ngram["places"]:
            assert texts[int(place["id"]) - 1][place["start"] :].startswith(ngram["ngram"])
        shown += b"%d\t%b\n" % (ngram["count"], ngram["ngram"].encode())
    assert shown == by_brute_force(texts, 2)


def test_table_3_3(run, tmp_path):
    """An n-gram is single-domain "if all the URLs belonged to a single domain, or cross-domain otherwise"."""
    texts = corpus(documents=60)
    # Of nine texts that stand there twice, some are on another host.
    hosts = [f"host{(i if i < 64 else i + 1) % 4}.org" for i in range(len(texts))]
    urls = [f"http://{host.upper() if i % 3 else host}:80/{i}" for i, host in enumerate(hosts)]
    expected = b"n\tseveral_hosts\tone_host\n"
    for n in (2, 3, 5):
        counts: Counter[tuple[str, ...]] = Counter()
        seen: dict[tuple[str, ...], set[str]] = {}
        for text, host in zip(texts, hosts, strict=True):
            words = text.split()
            for at in range(len(words) - n + 1):
                ngram = tuple(words[at : at + n])
                counts[ngram] += 1
                seen.setdefault(ngram, set()).add(host)
        often = [ngram for ngram, count in counts.items() if count > 1]
        several = sum(len(seen[ngram]) > 1 for ngram in often)
        assert several
        assert several < len(often)
        expected += b"%d\t%d\t%d\n" % (n, several, len(often) - several)
    data = lines(texts, url=urls)
    (tmp_path / "in.jsonl").write_bytes(data)
    for method in METHODS:
        assert good(run("ngramdups", "--by", "host", "-n", "5,2,3", "--method", method, "-j2", input=data)) == expected
    assert good(run("ngramdups", "--by", "host", "-n", "2,3,5", "--memory", "1M", "in.jsonl")) == expected


def test_table_3_1_is_in_the_stats(run):
    done = run("ngramdups", "--method", "spex", "-n", "2", "--stats", input=lines(NASCENT))
    figures = json.loads(done.stderr)
    # the nascent effort | a nascent thing | an effort | the nascent effort again: once are a, thing, an, again.
    # Of the bigrams that occur once, "a nascent", "nascent thing", "an effort", "effort again" have a word that does.
    keys = ("n", "unique", "pruned", "types", "duplicate", "stored")
    rows = [tuple(row[key] for key in keys) for row in figures["steps"]]
    assert rows == [(1, 4, 0, 3, 8, 7), (2, 4, 4, 2, 4, 5)]
    wanted = {"records": 4, "documents": 4, "tokens": 12, "ngrams": 8, "kept": 2, "occurrences": 4, "disk": 0}
    assert {key: figures[key] for key in wanted} == wanted


# Sets that are added up


def test_counts_over_a_cluster_add_up(run, tmp_path):
    texts = corpus(documents=400)
    parts = [texts[at::3] for at in range(3)]
    for at, part in enumerate(parts):
        assert good(run("ngramdups", "-n", "3", "--min-count", "1", "-o", f"{at}.ng", input=lines(part))) == b""
    whole = good(run("ngramdups", "-n", "3", input=lines(texts)))
    done = run("ngramdups", "--merge", "--stats", "0.ng", "1.ng", "2.ng")
    assert done.stdout == whole
    figures = json.loads(done.stderr)
    assert figures["complete"] is True
    assert figures["documents"] == len(texts)
    assert good(run("ngramdups", "--merge", "2.ng", "--files-from", "-", input=b"0.ng\n1.ng\n")) == whole
    rare = good(run("ngramdups", "--merge", "--min-count", "3", "0.ng", "1.ng", "2.ng"))
    assert rare == good(run("ngramdups", "-n", "3", "--min-count", "3", input=lines(texts)))
    # A set that knows nothing of what occurs once may miss some.
    run("ngramdups", "-n", "3", "-o", "twice.ng", input=lines(parts[0]))
    done = run("ngramdups", "--merge", "--stats", "twice.ng", "1.ng", "-o", "both.ng")
    assert json.loads(done.stderr)["complete"] is False


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-n", "4"], "b.ng: the set has n-grams of another length: 4, not 3 as in a.ng"),
        (["-n", "3", "--fold", "case"], "other tokens: skip none, fold case, not skip none, fold none as in a.ng"),
        (["-n", "3", "--level", "block"], "b.ng: the set has n-grams of another level: block, not document as in a.ng"),
    ],
)
def test_sets_of_other_options_are_refused(run, options, said):
    data = lines(corpus())
    run("ngramdups", "-n", "3", "-o", "a.ng", input=data)
    run("ngramdups", *options, "-o", "b.ng", input=data)
    done = run("ngramdups", "--merge", "a.ng", "b.ng", "-o", "c.ng")
    assert (done.returncode, done.stdout) == (2, b"")
    assert said in done.stderr.decode()


def test_a_set_without_counts(run, tmp_path):
    data = lines(corpus(documents=2000))
    run("ngramdups", "-n", "3", "-o", "with.ng", input=data)
    run("ngramdups", "-n", "3", "--no-counts", "-o", "without.ng", input=data)
    assert (tmp_path / "without.ng").stat().st_size < (tmp_path / "with.ng").stat().st_size
    done = run("ngramdups", "--merge", "--min-count", "5", "with.ng", "without.ng", "-o", "both.ng")
    assert done.returncode == 2
    assert b"without counts" in done.stderr


# Options that do not go together


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["-n", "3,4"], "--by host only"),
        (["-n", "0"], "whole number from 1"),
        (["-n", "1000001"], "more than 1000000"),
        (["--skip", "stop"], "needs --stop-lang"),
        (["--stop-lang", "en"], "nothing without --skip stop"),
        (["--skip", "stop", "--stop-lang", "tlh"], "no list of stop words for 'tlh'"),
        (["--skip", "stop", "--stop-lang", "en", "--stoplist", "x"], "exclude each other"),
        (["--skip", "stop", "--stoplist", "missing"], "missing: No such file"),
        (["--skip", "digits"], "'digits' is not one of punct, stop"),
        (["--format", "text", "--no-counts"], "--no-counts does nothing with --format text"),
        (["--by", "host", "--format", "text"], "--format does nothing with --by"),
        (["--merge", "-n", "3"], "-n does nothing with --merge"),
        (["--merge", "-j", "2"], "--jobs does nothing with --merge"),
        (["--merge"], "needs the names of sets"),
        (["--memory", "1000"], "memory must be 1048576 bytes or more"),
        (["--line-buffered"], "all is written at the end"),
        (["--tmpdir", "no/such/folder", "--format", "text"], "no/such/folder"),
    ],
)
def test_what_cannot_be_carried_out(run, options, said):
    done = run("ngramdups", *options, input=lines(corpus()))
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.decode().startswith("ngramdups: ")
    assert done.stderr.count(b"\n") == 1
    assert said in done.stderr.decode()


def test_a_set_is_not_for_a_terminal():
    terminal, theirs = pty.openpty()
    done = subprocess.run([BIN / "ngramdups"], input=b"", stdout=theirs, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 2
    assert b"not for a terminal" in done.stderr
    shown = subprocess.run([BIN / "ngramdups", "--format", "text"], input=lines(["a a a"]), stdout=theirs, check=False)
    assert shown.returncode == 0
    os.close(theirs)
    os.close(terminal)
