"""`classify --train --algorithm trees`: forests learned by LightGBM from labelled blocks.

The features are the core's, as are the forests once they are learned. What a page's blocks look like to the first
forest is learned by the second one: from scores of forests that have not seen the page's site.
"""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from ..._core import block_features, feature_names, gold_labels, trees_model
from ...errors import FatalError
from ...records import BLOCKIFY, Record, string

if TYPE_CHECKING:
    from ...cli import Job

FOLDS = 5
BEST_TREES = 80
FIRST_TREES = 100
SECOND_TREES = 60
COLUMNS = 200
"""Of the first stage. More are no better on pages that were not learned from."""
OLD_WEIGHT = 0.4
"""What a page counts once more, as if it had been written before HTML5: with `div` for `main`, `nav` and their kin."""
SCALE, FLOOR = 1.15, 0.25
"""How the cut of a page is found: a little above what is best for pages as those learned from, as others differ."""
PARAMETERS: dict[str, Any] = {
    "objective": "binary",
    "num_leaves": 31,
    "learning_rate": 0.12,
    "min_data_in_leaf": 50,
    "feature_fraction": 0.4,
    "bagging_fraction": 0.6,
    "bagging_freq": 1,
    "extra_trees": True,
    "lambda_l2": 5.0,
    "max_bin": 63,
    "use_missing": False,
    "seed": 1,
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
    site: str
    labels: bytes
    """Of each block: 1 good, 0 bad, 255 neither."""

    @property
    def fold(self) -> int:
        """Pages of a site are in the same one: they share what is to be told apart from the text."""
        return zlib.crc32(self.site.encode()) % FOLDS


def read(job: Job) -> list[Page]:
    """The labelled pages."""
    args = job.args
    pages: list[Page] = []

    def add(record: Record, serial: int) -> None:
        name = record.set_id(args.id_key, str(serial))
        blocks = record.blocks(args.blocks_key)
        try:
            labels = gold_labels(blocks)
        except ValueError as error:
            raise record.wrong(args.blocks_key, error) from None
        if any(label != NEITHER for label in labels):
            lang = record.raw("lang")
            language = string(lang) if lang is not None and lang.startswith(b'"') else None
            title, kinds = record.found("title", "kinds")
            pages.append(Page(blocks, title, kinds, language, _site(record, name), labels))

    keys = [args.id_key, args.blocks_key, "lang", "url", BLOCKIFY]
    for source in job.sources():
        job.map_records(source, keys, add, lambda _: None, keep_blank=False)
    return pages


GOOD, NEITHER = 1, 255


def _site(record: Record, name: str) -> str:
    """The host of the page, or the page itself."""
    url = record.raw("url")
    host = urlsplit(string(url)).hostname if url is not None and url.startswith(b'"') else None
    return host or name


def learn(pages: list[Page]) -> bytes:
    """The model, as the bytes of a file."""
    lightgbm, numpy = _libraries()
    # Where nothing is good, the gold is more often missing than empty.
    table = _Table(lightgbm, numpy, [page for page in pages if GOOD in page.labels])
    first, scores = table.first_stage()
    second = table.second_stage(scores)
    return trees_model(first.model_to_string(), second.model_to_string(), scale=SCALE, floor=FLOOR)


def _libraries() -> tuple[Any, Any]:
    try:
        import lightgbm
        import numpy
    except ImportError:
        raise FatalError("trees are learned by LightGBM: pip install 'streamclean[train]'") from None
    except OSError as error:  # its library lacks another one, as libgomp
        raise FatalError(f"LightGBM does not start: {error}") from None
    return lightgbm, numpy


class _Table:
    """All blocks of all pages as rows; then all of them again, as in pages of older markup."""

    def __init__(self, lightgbm: Any, numpy: Any, pages: list[Page]) -> None:  # noqa: ANN401 (modules have no one type)
        self.lightgbm, self.numpy, self.pages = lightgbm, numpy, pages
        self.names = feature_names(scores=False)
        sizes = [len(page.labels) for page in pages]
        labels = numpy.frombuffer(b"".join(page.labels for page in pages), dtype=numpy.uint8)
        folds = numpy.repeat([page.fold for page in pages], sizes)
        rows = self._rows(pages, old=False)
        weights = _weights(numpy, rows[:, self.names.index("words")], labels, sizes)
        self.labels, self.folds = numpy.tile(labels, 2), numpy.tile(folds, 2)
        self.weights = numpy.concatenate([weights, weights * OLD_WEIGHT])
        self.sizes = sizes * 2
        self.columns = self._best(rows, labels, weights)
        self.rows = numpy.concatenate([rows[:, self.columns], self._rows(pages, old=True, columns=self.columns)])
        self.names = [self.names[column] for column in self.columns]

    def _best(self, rows: Any, labels: Any, weights: Any) -> Any:  # noqa: ANN401
        """The columns that a forest of all of them finds most use for: fewer cost less, and tell as much."""
        known = labels != NEITHER
        forest = self._forest(rows[known], labels[known], weights[known], self.names, BEST_TREES)
        gains = forest.feature_importance("gain")
        return self.numpy.sort(self.numpy.argsort(-gains, kind="stable")[:COLUMNS])

    def first_stage(self) -> tuple[Any, Any]:
        """The forest, and what forests that have not seen a page's site say of its blocks."""
        scores = self.numpy.zeros(len(self.labels), dtype=self.numpy.float32)
        first = self._learned(self.rows, self.names, FIRST_TREES)
        for fold in range(FOLDS):
            own = self.folds == fold
            if not own.any():
                continue
            others = self._learned(self.rows, self.names, FIRST_TREES, ~own) if (~own).any() else first
            scores[own] = others.predict(self.rows[own], num_threads=0)
        return first, scores

    def second_stage(self, scores: Any) -> Any:  # noqa: ANN401
        """The forest that sees these scores too."""
        ends = self.numpy.cumsum(self.sizes)
        own = self.numpy.split(scores, ends[:-1])
        more = slice(len(feature_names(scores=False)), None)
        half = len(self.pages)
        parts = [self._rows(self.pages, old=False, columns=more, scores=own[:half])]
        parts.append(self._rows(self.pages, old=True, columns=more, scores=own[half:]))
        rows = self.numpy.hstack([self.rows, self.numpy.concatenate(parts)])
        return self._learned(rows, self.names + feature_names()[more], SECOND_TREES)

    def _rows(self, pages: list[Page], *, old: bool, columns: Any = slice(None), scores: Any = None) -> Any:  # noqa: ANN401
        """Some columns of all pages; those of the second stage with scores for each page."""
        width = len(feature_names(scores=scores is not None))
        parts = []
        for at, page in enumerate(pages):
            own = None if scores is None else scores[at].tobytes()
            data = block_features(
                page.blocks, title=page.title, kinds=page.kinds, lang=page.lang, scores=own, old=old
            )
            parts.append(self.numpy.frombuffer(data, dtype="<f4").reshape(-1, width)[:, columns])
        return self.numpy.concatenate(parts)

    def _learned(self, rows: Any, names: list[str], trees: int, chosen: Any = True) -> Any:  # noqa: ANN401
        known = (self.labels != NEITHER) & chosen
        return self._forest(rows[known], self.labels[known], self.weights[known], names, trees)

    def _forest(self, rows: Any, labels: Any, weights: Any, names: list[str], trees: int) -> Any:  # noqa: ANN401
        data = self.lightgbm.Dataset(
            rows,
            labels,
            weight=weights,
            feature_name=names,
            params={"max_bin": PARAMETERS["max_bin"], "verbosity": -1},
        )
        return self.lightgbm.train(PARAMETERS, data, trees)


def _weights(numpy: Any, words: Any, labels: Any, sizes: list[int]) -> Any:  # noqa: ANN401
    """All blocks of a page together count as much as those of another."""
    page_of = numpy.repeat(numpy.arange(len(sizes)), sizes)
    weights = numpy.sqrt(numpy.maximum(words, 0.01)) * (labels != NEITHER)
    return weights / numpy.maximum(numpy.bincount(page_of, weights), 1e-9)[page_of] * 100
