"""Fingerprints from Python: by hand, and beside datasketch."""

from __future__ import annotations

import itertools
import random
import re

import datasketch
import numpy as np
import pytest
import streamclean
from streamclean import MinHash, SimHash, containment, fingerprint, fingerprints, shingles, similarity, winnow
from streamclean._core import schemes

NAMES = [str(scheme["name"]) for scheme in schemes() if not scheme["prefixes"]]
TEXT = (
    "For forty years the last ferry of the evening has left at ten past nine.\n"
    "The boat has room for fourteen cars, a horse, and a hundred people.\n"
    "Nobody has ever asked what the horse is for.\nIt has been on the sign since the sign was painted.\n"
)


def texts_of(common: int, own: int, seed: int) -> tuple[str, str]:
    """Two texts of words at random, which begin alike."""
    words = random.Random(seed).choices([f"w{i}" for i in range(5000)], k=common + 2 * own)
    return " ".join(words[: common + own]), " ".join(words[:common] + words[common + own :])


def exact_resemblance(a: str, b: str, n: int = 5) -> float:
    sets = [{tuple(words[i : i + n]) for i in range(len(words) - n + 1)} for words in (a.split(), b.split())]
    return len(sets[0] & sets[1]) / len(sets[0] | sets[1])


def test_shingles_of_the_thesis():
    # 3.2.1: eight words are three shingles of six.
    found = shingles("what shall we do with a drunken sailor", n=6)
    assert found.dtype == np.uint64
    assert len(set(found.tolist())) == 3
    again = shingles("(What) shall we do -- with a DRUNKEN sailor! What shall we do with a", n=6)
    assert again[:3].tolist() == found.tolist()
    assert len(shingles("what shall we do", n=6)) == 0
    assert shingles("abc", n=2, unit="letters").tolist() == shingles("A b-c", n=2, unit="letters").tolist()


@pytest.mark.parametrize("scheme", NAMES)
def test_documents_in_any_form(scheme):
    kind = next(kind for kind in schemes() if kind["name"] == scheme)
    text = TEXT + texts_of(500, 0, 1)[0]
    whole = fingerprint(text, scheme)
    assert fingerprint(text.encode(), scheme).values.tolist() == whole.values.tolist()
    assert (whole.scheme, len(whole), whole.shingles > 0) == (scheme, len(whole.values), True)
    assert whole.values.dtype == np.uint64
    assert similarity(whole, fingerprints([text], scheme)[0]) == 1.0
    assert whole == fingerprint(text, scheme)
    assert whole != fingerprint(text[::-1], scheme)
    words = re.findall("[a-z]+", TEXT.lower())
    if "words" in kind["units"]:
        listed, cut = (fingerprint(document, scheme, unit="words") for document in (words, TEXT))
        assert listed.values.tolist() == cut.values.tolist()
    if kind["n"]:
        numbers = [words.index(word) for word in words]
        listed = fingerprint(numbers, scheme, n=2)
        assert listed == fingerprint(np.array(numbers, dtype=np.int32), scheme, n=2)
        assert listed.shingles == len(set(itertools.pairwise(numbers)))


@pytest.mark.parametrize("scheme", NAMES)
@pytest.mark.parametrize("short", ["", "   ", b"", []])
def test_what_is_too_short_is_like_nothing(scheme, short):
    if short == [] and scheme == "exact":
        return
    empty = fingerprint(short, scheme)
    assert (len(empty), empty.shingles) == (0, 0)
    assert similarity(empty, empty) == 0.0
    assert similarity(empty, fingerprint(TEXT, scheme)) == 0.0


def test_half_a_pair_of_surrogates():
    assert len(fingerprint(TEXT + "\ud800", "minhash")) == 128


def test_what_cannot_be_compared_is_refused():
    a = MinHash(TEXT)
    for other in (MinHash(TEXT, seed=2), MinHash(TEXT, n=4), MinHash(TEXT, permutations=64), SimHash(TEXT)):
        with pytest.raises(ValueError, match="cannot be compared"):
            similarity(a, other)
        assert a != other
    with pytest.raises(TypeError, match="does not tell containment"):
        containment(SimHash(TEXT), SimHash(TEXT))


@pytest.mark.parametrize(
    ("options", "what"),
    [
        ({"scheme": "minhsh"}, "scheme must be minhash, oneperm"),
        ({"permutations": 0}, "permutations must be a whole number from 1"),
        ({"bits": 64}, "setting must be one of permutations"),
        ({"scheme": "winnow", "guarantee": 5}, "guarantee must be n, which is 25, or more"),
        ({"unit": "word"}, "unit must be words, chars"),
        ({"fold": "cases"}, "fold must be none, or some of"),
        ({"scheme": "exact", "seed": 3}, "does nothing with exact"),
        ({"scheme": "rarest"}, "prefixes must be given"),
        ({"n": 0}, "n must be from 1"),
    ],
)
def test_bad_options_are_named(options, what):
    with pytest.raises(ValueError, match=what):
        fingerprint(TEXT, **options)


@pytest.mark.parametrize("document", [5, None, [1.5], [["a"]], {"a": 1}, np.zeros((2, 2), dtype=np.int64)])
def test_bad_documents(document):
    with pytest.raises((TypeError, ValueError)):
        fingerprint(document)


def test_minhash_beside_datasketch():
    """Both estimate the same resemblance; the differences are what theory says of 128 draws each."""
    ours, theirs = [], []
    for seed in range(60):
        a, b = texts_of(400, 50 + 3 * seed, seed)
        exact = exact_resemblance(a, b)
        ours.append(similarity(MinHash(a), MinHash(b)) - exact)
        sketches = []
        for text in (a, b):
            words = text.split()
            sketch = datasketch.MinHash(num_perm=128)
            sketch.update_batch([" ".join(words[i : i + 5]).encode() for i in range(len(words) - 4)])
            sketches.append(sketch)
        theirs.append(sketches[0].jaccard(sketches[1]) - exact)
    # Standard errors: sqrt(0.25 / 128) = 0.044 of one estimate at most, 0.006 of the mean of 60.
    for errors in (ours, theirs):
        assert abs(np.mean(errors)) < 0.02
        assert np.std(errors) < 0.06


@pytest.mark.parametrize("one_permutation", [False, True])
def test_resemblance_and_containment(one_permutation):
    a, b = texts_of(2000, 300, 1)
    sketches = [MinHash(text, permutations=1024, one_permutation=one_permutation) for text in (a, b, a + " " + b)]
    exact = exact_resemblance(a, b)
    assert abs(similarity(sketches[0], sketches[1]) - exact) < 0.06
    # Of the text of both, the first one has what it has of them.
    assert containment(sketches[0], sketches[2]) > 0.95
    share = sketches[0].shingles / sketches[2].shingles
    assert containment(sketches[2], sketches[0]) == pytest.approx(share, abs=0.05)


def test_simhash_has_bits():
    a, b = SimHash(TEXT, bits=128), SimHash(TEXT.replace("ferry", "boat"), bits=128)
    assert len(a) == 2
    apart = sum(bin(int(x) ^ int(y)).count("1") for x, y in zip(a.values, b.values, strict=True))
    assert a.distance(b) == apart > 0
    assert similarity(a, b) == pytest.approx(np.cos(np.pi * apart / 128))


def test_winnowing_finds_what_is_in_common():
    quote = "Nobody has ever asked what the horse is for; it has been on the sign since it was painted."
    other = "Jak se máš a co děláš, když na tebe čeká ferry, a kdo ví, proč? " + quote.upper() + " Nevím."
    a, b = winnow(TEXT), winnow(other)
    common = set(a.values.tolist()) & set(b.values.tolist())
    assert common
    for value in common:
        at, there = (int(x.positions[x.values.tolist().index(value)]) for x in (a, b))
        # Both are in the sentence, at the same letter but for case.
        assert TEXT[at].lower() == other[there].lower()
        assert quote.upper()[:10] in other[: there + 60]
    assert 0 < containment(b, a) < 1
    assert similarity(a, winnow("Something else altogether, about which there is nothing in common at all.")) == 0


def test_a_million_letters_take_no_time():
    # Linear: of one letter, of ever less frequent ones, and of random ones.
    for text in ("a" * 1_000_000, "".join(map(chr, range(97, 123))) * 40_000, "ab" * 500_000):
        assert winnow(text, guarantee=5000).shingles <= 26
        assert fingerprint(text, "smallest").shingles <= 26


def test_everything_is_open_to_python():
    for name in ("Fingerprint", "MinHash", "SimHash", "fingerprint", "read_fingerprints"):
        assert name in dir(streamclean)
        assert getattr(streamclean, name).__doc__
    assert repr(MinHash("one two three four five six")).startswith(
        "<minhash: 128 values of 2 shingles, version=1 unit="
    )
