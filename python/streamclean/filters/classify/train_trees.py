"""`classify --train --algorithm trees`: forests learned by LightGBM from labelled blocks.

The features are the core's, as are the forests once they are learned. What a page's blocks look like to the first
forest is learned by the second one: from scores of forests that have not seen the page's site.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple
from urllib.parse import urlsplit

from ..._core import block_features, feature_names, gold_labels, trees_model
from ...errors import FatalError
from ...records import BLOCKIFY, Record, string

if TYPE_CHECKING:
    from ...cli import Job

FOLDS = 5
FIRST_TREES = 90
SECOND_TREES = 60
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
    "max_bin": 127,
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
    pages = [page for page in pages if GOOD in page.labels]
    table = _Table(numpy, pages)
    first = _forest(lightgbm, table, table.first, FIRST_TREES)
    scores = numpy.zeros(len(table.labels), dtype=numpy.float32)
    for fold in range(FOLDS):
        own = table.folds == fold
        if not own.any():
            continue
        others = _forest(lightgbm, table, table.first, FIRST_TREES, ~own) if (~own).any() else first
        scores[own] = others.predict(table.first[own], num_threads=0)
    second = _forest(lightgbm, table, table.with_scores(pages, scores), SECOND_TREES)
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
    """All blocks of all pages as rows."""

    def __init__(self, numpy: Any, pages: list[Page]) -> None:  # noqa: ANN401 (a module with no one type)
        self.numpy = numpy
        self.names = feature_names()
        self.blocks = sum(len(page.labels) for page in pages)
        self.first = self._rows(
            block_features(page.blocks, title=page.title, kinds=page.kinds, lang=page.lang) for page in pages
        )
        self.labels = numpy.frombuffer(b"".join(page.labels for page in pages), dtype=numpy.uint8)
        sizes = [len(page.labels) for page in pages]
        self.folds = numpy.repeat([page.fold for page in pages], sizes)
        words = self.first[:, self.names.index("words")]
        page_of = numpy.repeat(numpy.arange(len(pages)), sizes)
        # All blocks of a page together count as much as those of another.
        weights = numpy.sqrt(numpy.maximum(words, 0.01)) * (self.labels != NEITHER)
        self.weights = weights / numpy.maximum(numpy.bincount(page_of, weights), 1e-9)[page_of] * 100

    def with_scores(self, pages: list[Page], scores: Any) -> Any:  # noqa: ANN401
        """The columns of the second stage too."""
        ends = self.numpy.cumsum([len(page.labels) for page in pages])
        own = self.numpy.split(scores, ends[:-1])
        return self._rows(
            block_features(page.blocks, title=page.title, kinds=page.kinds, lang=page.lang, scores=of_page.tobytes())
            for page, of_page in zip(pages, own, strict=True)
        )

    def _rows(self, pages: Iterator[bytes]) -> Any:  # noqa: ANN401
        return self.numpy.frombuffer(b"".join(pages), dtype="<f4").reshape(self.blocks, -1)


def _forest(lightgbm: Any, table: _Table, rows: Any, trees: int, chosen: Any = None) -> Any:  # noqa: ANN401
    known = table.labels != NEITHER
    known = known if chosen is None else known & chosen
    data = lightgbm.Dataset(
        rows[known],
        table.labels[known],
        weight=table.weights[known],
        feature_name=table.names[: rows.shape[1]],
        params={"max_bin": PARAMETERS["max_bin"], "verbosity": -1},
    )
    return lightgbm.train(PARAMETERS, data, trees)
