"""Suffix arrays: worked by hand, by definition, and as another sorter has them."""

from __future__ import annotations

import array
import subprocess
import sys
import threading
import time

import numpy as np
import pydivsufsort
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamclean import lcp_array, suffix_array

LARGEST = 2**32 - 1


def by_definition(documents):
    """Sorts by comparing; a suffix ends with its document, and equal ones are in the order of documents."""
    suffixes = []
    start = 0
    for number, document in enumerate(documents):
        suffixes += [(tuple(document[at:]), number, start + at) for at in range(len(document))]
        start += len(document)
    suffixes.sort()
    lengths = [0] * len(suffixes)
    for place in range(1, len(suffixes)):
        a, b = suffixes[place - 1][0], suffixes[place][0]
        while lengths[place] < min(len(a), len(b)) and a[lengths[place]] == b[lengths[place]]:
            lengths[place] += 1
    return [at for _, _, at in suffixes], lengths


# a, ana, anana, banana, na, nana
BANANA = ([5, 3, 1, 0, 4, 2], [0, 1, 3, 0, 0, 2])


@pytest.mark.parametrize(
    "banana",
    [
        b"banana",
        bytearray(b"banana"),
        memoryview(b"banana"),
        memoryview(b"b-a-n-a-n-a-")[::2],
        np.frombuffer(b"banana", dtype=np.uint8),
        list(b"banana"),
        tuple(b"banana"),
        [2, 1, LARGEST, 1, LARGEST, 1],
        array.array("H", b"banana"[:0] + bytes([2, 0, 1, 0, 3, 0, 1, 0, 3, 0, 1, 0])),
        *(np.array([2, 1, 3, 1, 3, 1], dtype=kind) for kind in "bBhHiIlLqQ"),
        np.array([2, 1, LARGEST, 1, LARGEST, 1], dtype=np.uint32),
        np.array([[2, 0], [1, 0], [3, 0], [1, 0], [3, 0], [1, 0]])[:, 0],
        [np.int64(2), np.uint8(1), 3, True, 3, 1],
    ],
)
def test_banana(banana):
    suffixes, lengths = BANANA
    found = suffix_array(banana)
    assert found.dtype == np.int32
    assert found.tolist() == suffixes
    assert lcp_array(banana, found).tolist() == lengths
    assert lcp_array(banana, suffixes).tolist() == lengths


def test_documents_end_matches():
    # ab|ab|b: ab of each of two documents, then b of each of three.
    expected = ([0, 2, 1, 3, 4], [0, 2, 0, 1, 1])
    numbers = [LARGEST - 1, LARGEST, LARGEST - 1, LARGEST, LARGEST]
    for documents in [
        [b"ab", b"ab", b"b"],
        (b"ab", bytearray(b"ab"), [98]),
        [[97, 98], np.array([97, 98]), b"b"],
        [numbers[:2], numbers[2:4], numbers[4:]],
    ]:
        found = suffix_array(documents)
        assert (found.tolist(), lcp_array(documents, found).tolist()) == expected
    for sequence in [b"ababb", list(b"ababb"), np.array(numbers)]:
        for lengths in [[2, 2, 1], np.array([2, 2, 1]), array.array("B", [2, 2, 1]), [0, 2, 0, 2, 1, 0]]:
            found = suffix_array(sequence, documents=lengths)
            assert (found.tolist(), lcp_array(sequence, found, documents=lengths).tolist()) == expected


@pytest.mark.parametrize("nothing", [b"", [], (), np.array([], dtype=np.uint32), [b""], [[], []], [b"", b""]])
def test_nothing(nothing):
    found = suffix_array(nothing)
    assert (found.tolist(), found.dtype) == ([], np.int32)
    assert lcp_array(nothing, found).tolist() == []


def test_all_equal():
    for sequence in [b"a" * 5000, [LARGEST] * 5000]:
        found = suffix_array(sequence)
        assert found.tolist() == list(reversed(range(5000)))
        assert lcp_array(sequence, found).tolist() == list(range(5000))


symbols = st.one_of(st.integers(0, 2), st.integers(LARGEST - 2, LARGEST), st.integers(0, LARGEST))


@given(st.lists(st.lists(symbols, max_size=12), max_size=6))
def test_tokens_are_as_by_definition(documents):
    lengths = [len(document) for document in documents]
    flat = [token for document in documents for token in document]
    expected = by_definition(documents)
    found = suffix_array(flat, documents=lengths)
    assert (found.tolist(), lcp_array(flat, found, documents=lengths).tolist()) == expected
    if documents:
        assert (suffix_array(documents).tolist(), lcp_array(documents, found).tolist()) == expected
    found = suffix_array(np.array(flat, dtype=np.uint32))
    assert (found.tolist(), lcp_array(flat, found).tolist()) == by_definition([flat])


@given(st.lists(st.binary(max_size=12), max_size=6))
def test_bytes_are_as_by_definition(documents):
    found = suffix_array(documents)
    assert (found.tolist(), lcp_array(documents, found).tolist()) == by_definition(documents)
    flat = b"".join(documents)
    found = suffix_array(flat)
    assert (found.tolist(), lcp_array(flat, found).tolist()) == by_definition([flat])


@given(st.one_of(st.binary(min_size=2, max_size=300), st.text("ab", min_size=2, max_size=300).map(str.encode)))
def test_bytes_are_as_divsufsort_has_them(text):
    expected = pydivsufsort.divsufsort(text)
    found = suffix_array(text)
    assert found.tolist() == expected.tolist()
    # Its array holds the length in common with the next suffix, not with the one before.
    assert lcp_array(text, found).tolist()[1:] == pydivsufsort.kasai(text, expected).tolist()[:-1]


def test_a_million():
    rng = np.random.default_rng(7)
    words = rng.zipf(1.3, 500_000).clip(max=LARGEST).astype(np.uint32)
    sequence = np.concatenate([words, words])
    started = time.process_time()
    found = suffix_array(sequence)
    lengths = lcp_array(sequence, found)
    # It takes a tenth of a second or two; sorting by comparing takes minutes, for half of it is a repeat.
    assert time.process_time() - started < 10
    assert np.array_equal(np.sort(found), np.arange(1_000_000))
    assert lengths.max() == 500_000
    assert found.tolist() == pydivsufsort.divsufsort(sequence.astype(np.int64)).tolist()


def test_the_result_is_writable_and_its_own():
    text = b"mississippi"
    first, second = suffix_array(text), suffix_array(text)
    first[0] = 99
    assert second[0] == 10


@pytest.mark.parametrize(
    ("wrong", "error", "message"),
    [
        ("banana", TypeError, "not 'str': encode it"),
        (["ba", "nana"], TypeError, "a document must be bytes, or integers, not 'str'"),
        (5, TypeError, "sequence must be bytes, or integers, not 'int'"),
        (None, TypeError, "not 'NoneType'"),
        ({1, 2}, TypeError, "not 'set'"),
        ([1.5], TypeError, "not 'float'"),
        ([1, b"a"], TypeError, "not 'bytes'"),
        ([b"a", 1], TypeError, "a document must be bytes, or integers, not 'int'"),
        (np.array([1.0]), TypeError, "sequence must hold integers, not items of the format 'd'"),
        (np.array([True]), TypeError, "not items of the format '?'"),
        ([-1], ValueError, "sequence must hold integers from 0 to 4294967295"),
        ([2**32], ValueError, "integers from 0 to 4294967295"),
        ([2**200], ValueError, "integers from 0 to 4294967295"),
        (np.array([-1]), ValueError, "integers from 0 to 4294967295"),
        (np.array([2**32]), ValueError, "integers from 0 to 4294967295"),
        ([np.array([2**32])], ValueError, "a document must hold integers from 0"),
        (np.zeros((2, 2), dtype=np.int32), ValueError, "sequence must have one dimension, not 2"),
        (np.zeros((2, 2), dtype=np.uint8), ValueError, "sequence must have one dimension, not 2"),
    ],
)
def test_what_is_no_sequence_is_refused(wrong, error, message):
    with pytest.raises(error, match=message.replace("?", r"\?")):
        suffix_array(wrong)


@pytest.mark.parametrize(
    ("documents", "error", "message"),
    [
        ([1, 2], ValueError, "documents must be lengths whose sum is that of the sequence, 6"),
        ([2**63, 2**63, 6], ValueError, "lengths whose sum"),
        ([-1, 7], ValueError, "documents must hold integers from 0"),
        ("33", TypeError, "not 'str'"),
        (6, TypeError, "documents must be"),
    ],
)
def test_lengths_that_do_not_fit_are_refused(documents, error, message):
    with pytest.raises(error, match=message):
        suffix_array(b"banana", documents=documents)


def test_documents_are_given_once():
    with pytest.raises(TypeError, match="this is a list of documents"):
        suffix_array([b"a", b"b"], documents=[1, 1])


@pytest.mark.parametrize(
    "wrong",
    [[], [0], [5, 3, 1, 0, 4, 4], [5, 3, 1, 0, 4, 6], [5, 3, 1, 0, 4, -1], [5, 3, 1, 0, 4, 2**40], [0, 1, 2, 3, 4, 5]],
)
def test_an_array_of_something_else_is_refused(wrong):
    with pytest.raises(ValueError, match="suffix_array must"):
        lcp_array(b"banana", wrong)


def test_other_threads_run_meanwhile():
    text = np.random.default_rng(1).integers(0, 256, 5_000_000, dtype=np.uint8).tobytes()
    worker = threading.Thread(target=suffix_array, args=(text,))
    worker.start()
    turns = 0
    while worker.is_alive():
        time.sleep(0.001)
        turns += 1
    # With the lock held this thread would have a turn before and one after.
    assert turns > 3


def test_numpy_is_not_imported_before_it_is_needed():
    code = "import sys, streamclean; streamclean.suffix_array; assert 'numpy' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_without_numpy_it_says_so():
    code = "import sys; sys.modules['numpy'] = None\nimport streamclean\nstreamclean.suffix_array(b'abc')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert "numpy" in done.stderr.splitlines()[-1]
