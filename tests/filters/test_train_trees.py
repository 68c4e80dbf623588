"""What the trees learn from: pages as they are, as if they were older, and as if their text were shorter."""

from __future__ import annotations

import json
import math
import random
from array import array

import pytest
from streamclean import _core
from streamclean.errors import FatalError
from streamclean.filters.classify import train_trees

TEXT = "The council said on Monday that it would not build the road, which had been planned for years, after all. "
"""Twenty words."""


def page(*gold: str | None, text: str = TEXT) -> train_trees.Page:
    """Good blocks are text, the others menus."""
    blocks = [{"text": text if each == "good" else "Home", "path": ">div>p"} for each in gold]
    blocks = [block | ({"gold": each} if each else {}) for block, each in zip(blocks, gold, strict=True)]
    data = json.dumps(blocks).encode()
    return train_trees.Page(data, "A road", None, "en", _core.gold_labels(data))


def test_blocks_can_be_left_out():
    names = _core.feature_names()
    blocks = page("bad", "good", "good", "bad").blocks
    rows = array("f", _core.block_features(blocks, lang="en", keep=bytes([1, 0, 1, 0])))
    assert len(rows) == 2 * len(names)
    for name, first, second in [("words", 1, 20), ("page.words", 21, 21), ("before1.words", -1, 1)]:
        column = names.index(name)
        assert (rows[column], rows[column + len(names)]) == (first, second), name
    # Blocks for which nothing is said stay.
    assert len(_core.block_features(blocks, lang="en", keep=b"\0")) == 3 * len(names) * 4


@pytest.mark.parametrize("seed", range(20))
def test_a_shorter_text_is_a_stretch_of_the_good_blocks(seed: int):
    gold = ["bad", *["good"] * 20, "bad", *["good"] * 20]
    labels = page(*gold).labels
    keep = train_trees._stretch(random.Random(seed), labels, [20.0 if each == "good" else 1.0 for each in gold])
    assert keep is not None
    kept = [at for at, each in enumerate(keep) if each]
    assert {0, 21} <= set(kept)
    good = [at - (at > 21) for at in kept if gold[at] == "good"]
    assert good == list(range(good[0], good[0] + len(good)))
    # From 25 words up to 0.6 of the 800, and no more than one block over that.
    assert 2 <= len(good) <= math.ceil(0.6 * 800 / 20)


def test_only_long_running_text_is_shortened():
    numpy = pytest.importorskip("numpy")

    def kept(page: train_trees.Page) -> list[bytes | None]:
        return [reading.keep for reading in train_trees._shortened(numpy, [page])]

    assert kept(page("good", "bad", "good")) == [None], "short as it is"
    assert kept(page(*["good"] * 10, None)) == [None], "labelled in part"
    assert kept(page(*["good"] * 40, text="A short line of a list")) == [], "no running text"
    (keep,) = kept(page("bad", *["good"] * 10))
    assert keep is not None
    assert keep[0] == 1
    assert 0 < sum(keep[1:]) < 10


def test_nothing_to_learn_from():
    pytest.importorskip("lightgbm")
    with pytest.raises(FatalError, match="no page has a good block"):
        train_trees.learn([page("bad", "bad")])


def test_the_same_pages_give_the_same_model():
    pytest.importorskip("lightgbm")
    pages = [page("bad", *["good"] * 8, "bad", "bad", "bad") for _ in range(40)]
    said: list[str] = []
    model = train_trees.learn(pages, said.append)
    assert said == []
    assert train_trees.learn(pages) == model
    done = _core.Labeller("trees", model=model).label(pages[0].blocks, title="A road", lang="en")
    assert [block["class"] for block in json.loads(done.blocks)[:2]] == ["bad", "good"]
