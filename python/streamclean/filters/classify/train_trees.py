"""`classify --train --algorithm trees`: forests learned by LightGBM from labelled blocks.

The features are the core's, as are the forests once they are learned.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from ..._core import block_features, feature_names, gold_labels, trees_model
from ...errors import FatalError
from ...records import BLOCKIFY, Record, string

if TYPE_CHECKING:
    from ...job import Job

BEST_TREES = 80
COLUMNS = 200
"""More are no better on pages that were not learned from."""
FORESTS, TREES = 2, 60
"""The mean of forests of other seeds is steadier than one of as many trees."""
OLD_WEIGHT = 0.4
"""What a page counts once more, as if it had been written before HTML5: with `div` for `main`, `nav` and their kin."""
SHORT_WEIGHT = 0.5
"""What a page counts a third time, as if it had a shorter text among all the rest: many pages do, and of those all
around the text is kept by what has learned from long ones only."""
SHORTEST, LONGEST, LEAST_TEXT = 25, 0.6, 120
"""A shorter text has from so many words up to so much of all; pages with fewer words of text than that stay whole."""
RUNNING_WORDS, RUNNING_SHARE = 20, 0.6
"""A block with so many words, few of them in links, is running text; so much of a text has to be in such blocks."""
NO_STOP_WORDS, NO_SECTIONS = 0.5, 0.3
"""How many of these are also as if in a language without stop words, and as if written before HTML5."""
SHORT_SEED = 7
SPREAD, FLOOR = 5.0, 0.15
"""How the cut of a page is found: where the expected F1 is highest if all its blocks may be off by a number that is
spread by the first, and no lower than the second."""
PARAMETERS: dict[str, Any] = {
    "objective": "binary",
    "num_leaves": 31,
    "learning_rate": 0.18,
    "min_data_in_leaf": 50,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.6,
    "bagging_freq": 1,
    "extra_trees": True,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "use_missing": False,
    "deterministic": True,
    "force_row_wise": True,
    "verbosity": -1,
}
"""The same blocks in the same order give the same model, for any number of threads."""


class Page(NamedTuple):
    """A page with labels."""

    blocks: bytes
    title: str | None
    kinds: str | None
    lang: str | None
    labels: bytes
    """Of each block: 1 good, 0 bad, 255 neither."""


def read(job: Job) -> list[Page]:
    """The labelled pages."""
    args = job.args
    pages: list[Page] = []

    def page(record: Record, serial: int) -> Page:
        record.set_id(args.id_key, str(serial))
        blocks = record.blocks(args.blocks_key)
        try:
            labels = gold_labels(blocks)
        except ValueError as error:
            raise record.wrong(args.blocks_key, error) from None
        lang = record.raw("lang")
        language = string(lang) if lang is not None and lang.startswith(b'"') else None
        title, kinds = record.found("title", "kinds")
        return Page(blocks, title, kinds, language, labels)

    def put(page: Page) -> None:
        if any(label != NEITHER for label in page.labels):
            pages.append(page)

    keys = [args.id_key, args.blocks_key, "lang", BLOCKIFY]
    for source in job.sources():
        job.map_records(source, keys, page, put, keep_blank=False)
    return pages


GOOD, NEITHER = 1, 255


def learn(pages: list[Page], complain: Callable[[str], None] | None = None, threads: int = 0) -> bytes:
    """The model, as the bytes of a file; `complain` is told if it is of no use. `threads`: 0 for all cores."""
    lightgbm, numpy = _libraries()
    # Where nothing is good, the gold is more often missing than empty.
    pages = [page for page in pages if GOOD in page.labels]
    if not pages:
        raise FatalError("no page has a good block to learn from")
    names = feature_names()

    def forest(rows: list[Rows], columns: list[str], trees: int, seed: int) -> Any:  # noqa: ANN401
        values, labels, weights = (numpy.concatenate(parts) for parts in zip(*rows, strict=True))
        params = {"max_bin": PARAMETERS["max_bin"], "verbosity": -1}
        data = lightgbm.Dataset(values, labels, weight=weights, feature_name=columns, params=params)
        return lightgbm.train({**PARAMETERS, "seed": seed, "num_threads": threads}, data, trees)

    words = names.index("words")
    plain = list(_rows(numpy, (Reading(page, page.lang) for page in pages), words))
    gains = forest(plain, names, BEST_TREES, 0).feature_importance("gain")
    best = numpy.sort(numpy.argsort(-gains, kind="stable")[:COLUMNS])
    rows = [
        *(page._replace(values=page.values[:, best]) for page in plain),
        *_rows(numpy, (Reading(page, page.lang, old=True) for page in pages), words, best, OLD_WEIGHT),
        *_rows(numpy, _shortened(numpy, pages), words, best, SHORT_WEIGHT),
    ]
    del plain
    best_names = [names[column] for column in best]
    forests = [forest(rows, best_names, TREES, seed) for seed in range(1, FORESTS + 1)]
    if complain is not None and not any(each.feature_importance("split").any() for each in forests):
        complain("too few labelled blocks to tell any apart: this model gives all the same score")
    return trees_model([each.model_to_string() for each in forests], spread=SPREAD, floor=FLOOR)


class Reading(NamedTuple):
    """How a page is learned from."""

    page: Page
    lang: str | None
    old: bool = False
    keep: bytes | None = None
    """A byte for each block, 0 for those that are left out."""


class Rows(NamedTuple):
    """The blocks of a page that have labels, and what each counts."""

    values: Any
    labels: Any
    weights: Any


def _rows(
    numpy: Any,  # noqa: ANN401
    readings: Iterable[Reading],
    words: int,
    columns: Any = slice(None),  # noqa: ANN401
    weight: float = 1,
) -> Iterator[Rows]:
    """All blocks of a page together count as much as those of another, each by its `words`, which are that column."""
    for reading in readings:
        labels = numpy.frombuffer(reading.page.labels, dtype=numpy.uint8)
        if reading.keep is not None:
            labels = labels[numpy.frombuffer(reading.keep, dtype=numpy.uint8) > 0]
        has_label = labels != NEITHER
        if has_label.any():
            values = _features(numpy, reading)[has_label]
            sizes = numpy.sqrt(numpy.maximum(values[:, words], 0.01).astype(numpy.float64))
            yield Rows(values[:, columns], labels[has_label], sizes / sizes.sum() * 100 * weight)


def _features(numpy: Any, reading: Reading) -> Any:  # noqa: ANN401
    page, lang, old, keep = reading
    found = block_features(page.blocks, title=page.title, kinds=page.kinds, lang=lang, old=old, keep=keep)
    return numpy.frombuffer(found, dtype="<f4").reshape(-1, len(feature_names()))


def _shortened(numpy: Any, pages: Iterable[Page]) -> Iterable[Reading]:  # noqa: ANN401
    """The pages of running text, with a stretch of it only, where all blocks have labels."""
    source = random.Random(SHORT_SEED)
    names = feature_names()
    for page in pages:
        found = _features(numpy, Reading(page, "any"))
        words, links = (found[:, names.index(name)] for name in ("words", "link_share"))
        running = words * ((words >= RUNNING_WORDS) & (links < 0.5))
        good = numpy.frombuffer(page.labels, dtype=numpy.uint8) == GOOD
        if running[good].sum() < RUNNING_SHARE * words[good].sum():
            continue
        keep = None if NEITHER in page.labels else _stretch(source, page.labels, words.tolist())
        lang = "any" if source.random() < NO_STOP_WORDS else page.lang
        yield Reading(page, lang, source.random() < NO_SECTIONS, keep)


def _stretch(source: random.Random, labels: bytes, words: list[float]) -> bytes | None:
    """The blocks that a page keeps: those that are not good, and good ones from one of them on."""
    good = [at for at, label in enumerate(labels) if label == GOOD]
    text = sum(words[at] for at in good)
    if len(good) < 2 or text < LEAST_TEXT:
        return None
    wanted = math.exp(source.uniform(math.log(SHORTEST), math.log(LONGEST * text)))
    start = source.randrange(len(good))
    keep = bytearray(label != GOOD for label in labels)
    taken = 0.0
    for at in good[start:] + good[:start][::-1]:
        if taken >= wanted:
            break
        keep[at] = 1
        taken += words[at]
    return bytes(keep)


def _libraries() -> tuple[Any, Any]:
    try:
        import lightgbm
        import numpy
    except ImportError:
        raise FatalError("trees are learned by LightGBM: pip install 'streamclean[train]'") from None
    except OSError as error:  # its library lacks another one, as libgomp
        raise FatalError(f"LightGBM does not start: {error}") from None
    return lightgbm, numpy
