"""Cut points from Python, beside a transcription of the paper's pseudo-code."""

from __future__ import annotations

import pytest
import streamclean
from hypothesis import given
from hypothesis import strategies as st
from oracle_cutpoint import find_optimal
from streamclean._core import CutPointModel, CutPointSample

TEMPLATE = "<li><b>§ of 語 the news</b> every day</li>"

documents_of = st.one_of(
    st.text("ab", max_size=150),
    st.text("abcdef<>語é \n", max_size=60),
    st.lists(st.text("abcdefghij", max_size=5), max_size=9).map(TEMPLATE.join),
)


def folded(text: str) -> str:
    out = ""
    for char in text:
        char = " " if char in "\t\r\n" else char
        if not (char == " " and out.endswith(" ")):
            out += char
    return out


@given(st.lists(documents_of, max_size=6))
def test_the_walk_is_that_of_the_pseudo_code(documents):
    assert streamclean.find_cut_point(documents) == find_optimal([folded(each) for each in documents])
    assert streamclean.find_cut_point(documents, fold=False) == find_optimal(documents)
    packed = [each.encode() for each in documents]
    assert streamclean.find_cut_point(packed, fold=False) == find_optimal(packed)


@pytest.mark.parametrize("documents", [[], [""], ["a"], ["", "ab", ""], [b""], ["same"] * 50])
def test_too_little_to_say_anything(documents):
    assert streamclean.find_cut_point(documents) == (2, 1, [(2, 1, 0)])


def test_bad_input():
    # Identical documents, one document, an alphabet of 100,000 characters, bytes of no text.
    alphabet = "".join(map(chr, range(0x10000, 0x10000 + 100_000)))
    for documents in (
        ["".join(map(chr, range(200, 500))) * 3] * 3,
        ["".join(chr(97 + i * i % 26) for i in range(2000))],
        [bytes(range(256)) * 4, bytes(range(255, -1, -1)) * 4],
    ):
        assert streamclean.find_cut_point(documents, fold=False) == find_optimal(documents)
    assert streamclean.find_cut_point([alphabet])[:2] == find_optimal([alphabet])[:2]


@pytest.mark.parametrize("documents", ["one", b"one", ["text", b"bytes"], [b"bytes", "text"], [1], 7])
def test_what_is_no_list_of_documents(documents):
    with pytest.raises(TypeError):
        streamclean.find_cut_point(documents)


def test_a_sample_takes_nothing_after_its_end():
    sample = CutPointSample(1000)
    sample.add(b"a\n\n b")
    assert sample.seen() == (1, 3, 1)
    model = sample.finish().model(2, 50)
    assert (model.n, model.a, model.bytes, model.grams, model.sample) == (2, 50, False, (2, 1), (1, 3))
    # The bigrams of `a b` are ` b` and `a `: the first in the order of text is ` b`.
    parts = model.useful(b"a\t\tb")
    assert (parts.places, parts.characters(), parts.text()) == ([(0, 1)], (3, 1), b'"a"')
    with pytest.raises(ValueError, match="finished"):
        sample.add(b"x")
    with pytest.raises(ValueError, match="finished"):
        sample.finish()


def test_models_are_what_was_saved():
    sample = CutPointSample(1000, bytes=True)
    sample.add("語語語".encode())
    model = sample.finish(borders="<").model(3, 40)
    again = CutPointModel.from_bytes(model.to_bytes())
    assert (again.n, again.a, again.bytes, again.borders, again.delimiters) == (3, 40, True, "<", None)
    for damaged in (b"", b"nonsense", model.to_bytes()[:-1]):
        with pytest.raises(ValueError, match=r"streamclean file|damaged"):
            CutPointModel.from_bytes(damaged)
