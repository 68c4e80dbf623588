"""fingerprint: records with fingerprints, in each of their forms."""

from __future__ import annotations

import base64
import json

import numpy as np
import pytest
import streamclean
from streamclean._core import schemes

ONE = "For forty years the last ferry of the evening has left at ten past nine. The boat has room for fourteen cars."
TWO = ONE.replace("ferry", "boat").upper()
OTHER = "Nobody has ever asked what the horse is for; it has been on the sign since the sign was painted in the spring."


def lines(*records: object) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def prints(stdout: bytes) -> list[dict]:
    return [json.loads(line)["fingerprint"] for line in stdout.splitlines()]


def values(print: dict) -> list[int]:
    return np.frombuffer(base64.b64decode(print["values"]), "<u8").tolist()


def test_a_record_gains_its_fingerprint(run):
    record = b'{"n":1.0,"id":"a" ,"text":"%b", "z":1e400}' % ONE.encode()
    done = run("fingerprint", input=record + b"\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(record[:-1] + b',"fingerprint":{"scheme":"minhash","parameters":"version=1 ')
    [found] = prints(done.stdout)
    assert list(found) == ["scheme", "parameters", "shingles", "values"]
    # 22 words, of which no five come again.
    assert found["shingles"] == 18
    assert values(found) == streamclean.MinHash(ONE).values.tolist()
    assert found["parameters"] == streamclean.MinHash(ONE).parameters


def test_a_fingerprint_that_is_there_is_made_anew(run):
    first = run("fingerprint", input=lines({"id": "a", "text": ONE})).stdout
    assert run("fingerprint", input=first).stdout == first
    assert run("fingerprint", "--scheme", "exact", input=first).stdout.count(b'"fingerprint"') == 1


@pytest.mark.parametrize("scheme", [str(scheme["name"]) for scheme in schemes() if not scheme["prefixes"]])
def test_every_scheme_in_every_form(run, tmp_path, scheme):
    records = lines({"id": "a", "text": f"{ONE}\n{OTHER}\n"}, {"id": "é", "text": ""}, {"text": OTHER + "\n" + ONE})
    done = run("fingerprint", "--scheme", scheme, "--binary", "out", "--stats", input=records)
    assert done.returncode == 0
    packed = prints(done.stdout)
    assert [found["scheme"] for found in packed] == [scheme] * 3
    assert packed[1]["values"] == ""
    assert packed[1]["shingles"] == 0
    stats = json.loads(done.stderr)
    sizes = [len(values(found)) for found in packed]
    assert (stats["values"], stats["without"]) == (sum(sizes), sizes.count(0))
    listed = prints(run("fingerprint", "--scheme", scheme, "--format", "list", input=records).stdout)
    assert [[int(digits, 16) for digits in found.get("values", [])] for found in listed] == list(map(values, packed))
    assert "values" not in listed[1]
    file = streamclean.read_fingerprints(tmp_path / "out")
    assert (file.scheme, file.parameters) == (scheme, packed[0]["parameters"])
    read = list(file)
    assert [name for name, _ in read] == ["a", "é", "3"]
    assert [found.values.tolist() for _, found in read] == list(map(values, packed))
    assert [found.shingles for _, found in read] == [found["shingles"] for found in packed]


def test_the_file_by_its_description(run, tmp_path):
    """Read by what --help says, and nothing else."""
    run("fingerprint", "--scheme", "simhash", "--binary", "out", input=lines({"id": "abc", "text": ONE}, {"text": ""}))
    data = (tmp_path / "out").read_bytes()
    assert data[:8] == b"\x89SCLEAN\n"
    assert data[12:28].rstrip(b"\0") == b"fingerprints"
    start = 36 + int.from_bytes(data[28:36], "little") + 8
    assert start % 8 == 0
    shingles, count, length = (
        int.from_bytes(data[start + a : start + b], "little") for a, b in [(0, 8), (8, 12), (12, 16)]
    )
    assert (count, length) == (1, 3)
    assert shingles == len(set(ONE.lower().replace(".", "").split()))
    assert int.from_bytes(data[start + 16 : start + 24], "little") == streamclean.SimHash(ONE).values[0]
    assert data[start + 24 : start + 32] == b"abc\0\0\0\0\0"
    second = start + 32
    assert data[second : second + 24] == (0).to_bytes(12, "little") + (1).to_bytes(4, "little") + b"2\0\0\0\0\0\0\0"
    end = second + 24
    assert data[end + 12 : end + 28] == b"fingerprints-end"
    assert int.from_bytes(data[end + 36 : end + 44], "little") == 2
    assert len(data) == end + 60


def test_a_damaged_file_is_refused(run, tmp_path):
    run("fingerprint", "--binary", "out", input=lines({"text": ONE}))
    data = (tmp_path / "out").read_bytes()
    (tmp_path / "cut").write_bytes(data[:-1])
    (tmp_path / "bad").write_bytes(data[:-100] + bytes([data[-100] ^ 1]) + data[-99:])
    for name in ("cut", "bad"):
        with pytest.raises(ValueError, match="damaged"):
            list(streamclean.read_fingerprints(tmp_path / name))
    with pytest.raises(FileNotFoundError):
        streamclean.read_fingerprints(tmp_path / "missing")


def test_what_is_alike_is_alike(run):
    done = run("fingerprint", "--scheme", "simhash", input=lines({"text": ONE}, {"text": TWO}, {"text": OTHER}))
    [one], [two], [other] = map(values, prints(done.stdout))
    assert (one ^ two).bit_count() < 16 < (one ^ other).bit_count()


def test_text_or_blocks(run):
    blocks = [{"text": ONE, "class": "good"}, {"text": "Home", "class": "bad"}, {"text": OTHER, "class": "good"}]
    both = {"text": OTHER, "blocks": blocks}
    joined = f"{ONE}\n{OTHER}"
    expected = {"auto": joined, "blocks": joined, "text": OTHER, "both": f"{joined}\n{OTHER}"}
    for source, text in expected.items():
        done = run("fingerprint", "--source", source, "--scheme", "exact", input=lines(both))
        assert values(prints(done.stdout)[0]) == streamclean.fingerprint(text, "exact").values.tolist(), source
    renamed = run("fingerprint", "--blocks-key", "b", "--scheme", "exact", input=lines({"b": blocks}))
    assert values(prints(renamed.stdout)[0]) == streamclean.fingerprint(joined, "exact").values.tolist()


def test_positions_are_code_points(run):
    text = "Čas — je dlouhý. " + ONE
    done = run("fingerprint", "--scheme", "winnow", "--positions", "--format", "list", input=lines({"text": text}))
    [found] = prints(done.stdout)
    expected = streamclean.winnow(text)
    assert found["positions"] == expected.positions.tolist()
    assert [int(digits, 16) for digits in found["values"]] == expected.values.tolist()
    packed = run("fingerprint", "--scheme", "winnow", "--positions", input=lines({"text": text}))
    assert values({"values": prints(packed.stdout)[0]["positions"]}) == found["positions"]


def test_rarest_takes_two_passes(run, tmp_path):
    records = lines({"text": ONE}, {"text": OTHER}, {"text": ONE + " " + OTHER})
    learned = run("fingerprint", "--learn", "rare", input=records)
    assert (learned.returncode, learned.stdout) == (0, b"")
    done = run("fingerprint", "--scheme", "rarest", "--size", "10", "--prefixes", "rare", input=records)
    found = prints(done.stdout)
    assert [len(values(each)) for each in found] == [10] * 3
    assert " prefixes=" in found[0]["parameters"]
    by_python = streamclean.fingerprint(ONE, "rarest", size=10, prefixes=(tmp_path / "rare").read_bytes())
    assert by_python.values.tolist() == values(found[0])
    # Counts of other letters, or none at all, are refused.
    other = run("fingerprint", "--scheme", "rarest", "--unit", "chars", "--prefixes", "rare", input=records)
    assert other.returncode == 2
    assert b"rare: the counts are of other letters" in other.stderr
    (tmp_path / "bad").write_bytes(b"x")
    for name in ("bad", "missing"):
        refused = run("fingerprint", "--scheme", "rarest", "--prefixes", name, input=records)
        assert (refused.returncode, refused.stdout) == (2, b"")
        assert f"fingerprint: {name}: ".encode() in refused.stderr
    again = run("fingerprint", "--learn", "again", "-j", "2", input=records)
    assert again.returncode == 0
    assert (tmp_path / "again").read_bytes() == (tmp_path / "rare").read_bytes()


@pytest.mark.parametrize(
    ("options", "what"),
    [
        (["--bits", "64"], "--bits does nothing with --scheme minhash"),
        (["--scheme", "simhash", "--permutations", "64"], "--permutations does nothing with --scheme simhash"),
        (["--scheme", "simhash", "--bits", "100"], "bits must be a multiple of 64"),
        (["--positions"], "--positions does nothing with --scheme minhash"),
        (["--scheme", "exact", "-n", "3"], "-n does nothing with --scheme exact"),
        (["--scheme", "exact", "--seed", "0"], "--seed does nothing with --scheme exact"),
        (["--scheme", "exact", "--fold", "none"], "--fold does nothing with --scheme exact and these units"),
        (["--unit", "bytes", "--fold", "none"], "--fold does nothing with --scheme minhash and these units"),
        (["--unit", "text"], "--unit must be one of words, chars"),
        (["--fold", "cases"], "fold must be none"),
        (["--scheme", "rarest"], "--scheme rarest needs --prefixes"),
        (["--prefixes", "x"], "--prefixes does nothing with --scheme minhash"),
        (["--scheme", "winnow", "--guarantee", "10"], "guarantee must be n, which is 25, or more"),
        (["--scheme", "lists", "--adapt", "10"], "adapt must be 0 where each word is in one list"),
        (["--permutations", "0"], "permutations must be a whole number from 1 to 4096"),
        (["--list", "--seed", "3"], "--seed does nothing with --list"),
        (["--list", "x.jsonl"], "--list reads no input"),
        (["--list", "--learn", "x"], "--list and --learn exclude each other"),
        (["--learn", "x", "--seed", "3"], "--seed does nothing with --learn"),
        (["--learn", "x", "--scheme", "minhash"], "--learn does nothing for --scheme minhash"),
        (["--learn", "x", "-o", "y"], "--output does nothing with --learn"),
        (["--source", "text", "--blocks-key", "b"], "--blocks-key does nothing with --source text"),
        (["--source", "blocks", "--text-key", "b"], "--text-key does nothing with --source blocks"),
        (["--text-key", "blocks"], "--text-key, --blocks-key and --id-key must differ"),
    ],
)
def test_options_that_would_do_nothing(run, options, what):
    done = run("fingerprint", *options, input=lines({"text": ONE}))
    assert (done.returncode, done.stdout) == (2, b"")
    assert what in done.stderr.decode()


def test_the_schemes_are_described(run):
    page = run("fingerprint", "--list").stdout.decode()
    for scheme in schemes():
        assert f"\n{scheme['name']}" in "\n" + page
        assert str(scheme["reference"]).split(";")[0][:20] in page
    assert "minhash (the default)" in page


def test_bad_records_do_not_reach_the_file(run, tmp_path):
    records = lines({"text": ONE}) + b'{"text":5}\n\n' + lines({"text": OTHER})
    done = run("fingerprint", "--on-error", "skip", "--binary", "out", input=records)
    assert done.returncode == 1
    assert b"line 2, byte" in done.stderr
    assert [name for name, _ in streamclean.read_fingerprints(tmp_path / "out")] == ["1", "4"]
    stopped = run("fingerprint", "--binary", "none", input=records)
    assert stopped.returncode == 2
    assert not (tmp_path / "none").exists()
