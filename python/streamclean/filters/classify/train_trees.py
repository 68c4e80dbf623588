"""`classify --train --algorithm trees`: forests learned by LightGBM from labelled blocks.

The features are the core's, as are the forests once they are learned.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..._core import block_features, feature_names, gold_labels, trees_model
from ...errors import FatalError
from ...records import BLOCKIFY, Record, string

if TYPE_CHECKING:
    from ...cli import Job

BEST_TREES = 80
COLUMNS = 200
"""More are no better on pages that were not learned from."""
FORESTS, TREES = 2, 90
"""The mean of forests of other seeds is steadier than one of as many trees."""
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

    def add(record: Record, serial: int) -> None:
        record.set_id(args.id_key, str(serial))
        blocks = record.blocks(args.blocks_key)
        try:
            labels = gold_labels(blocks)
        except ValueError as error:
            raise record.wrong(args.blocks_key, error) from None
        if any(label != NEITHER for label in labels):
            lang = record.raw("lang")
            language = string(lang) if lang is not None and lang.startswith(b'"') else None
            title, kinds = record.found("title", "kinds")
            pages.append(Page(blocks, title, kinds, language, labels))

    keys = [args.id_key, args.blocks_key, "lang", BLOCKIFY]
    for source in job.sources():
        job.map_records(source, keys, add, lambda _: None, keep_blank=False)
    return pages


GOOD, NEITHER = 1, 255


def learn(pages: list[Page]) -> bytes:
    """The model, as the bytes of a file."""
    lightgbm, numpy = _libraries()
    # Where nothing is good, the gold is more often missing than empty.
    pages = [page for page in pages if GOOD in page.labels]
    if not pages:
        raise FatalError("no page has a good block to learn from")
    names = feature_names()
    sizes = [len(page.labels) for page in pages]
    labels = numpy.frombuffer(b"".join(page.labels for page in pages), dtype=numpy.uint8)
    known = labels != NEITHER

    def forest(rows: Any, weights: Any, columns: list[str], trees: int, seed: int) -> Any:  # noqa: ANN401
        data = lightgbm.Dataset(
            rows,
            numpy.tile(labels[known], len(rows) // known.sum()),
            weight=weights,
            feature_name=columns,
            params={"max_bin": PARAMETERS["max_bin"], "verbosity": -1},
        )
        return lightgbm.train({**PARAMETERS, "seed": seed}, data, trees)

    rows = _rows(numpy, pages)
    weights = _weights(numpy, rows[:, names.index("words")], known, sizes)
    gains = forest(rows[known], weights, names, BEST_TREES, 0).feature_importance("gain")
    best = numpy.sort(numpy.argsort(-gains, kind="stable")[:COLUMNS])
    rows = numpy.concatenate([rows[known][:, best], _rows(numpy, pages, best, old=True)[known]])
    weights = numpy.concatenate([weights, weights * OLD_WEIGHT])
    best_names = [names[column] for column in best]
    texts = [forest(rows, weights, best_names, TREES, seed).model_to_string() for seed in range(1, FORESTS + 1)]
    return trees_model(texts, scale=SCALE, floor=FLOOR)


def _rows(numpy: Any, pages: list[Page], columns: Any = slice(None), *, old: bool = False) -> Any:  # noqa: ANN401
    """The columns of all blocks of all pages, as they are or as if they had been written before HTML5."""
    width = len(feature_names())
    parts = (block_features(page.blocks, title=page.title, kinds=page.kinds, lang=page.lang, old=old) for page in pages)
    return numpy.concatenate([numpy.frombuffer(part, dtype="<f4").reshape(-1, width)[:, columns] for part in parts])


def _weights(numpy: Any, words: Any, known: Any, sizes: list[int]) -> Any:  # noqa: ANN401
    """Those of the blocks with labels: all of a page together count as much as those of another."""
    page_of = numpy.repeat(numpy.arange(len(sizes)), sizes)
    weights = numpy.sqrt(numpy.maximum(words, 0.01)) * known
    return (weights / numpy.maximum(numpy.bincount(page_of, weights), 1e-9)[page_of])[known] * 100


def _libraries() -> tuple[Any, Any]:
    try:
        import lightgbm
        import numpy
    except ImportError:
        raise FatalError("trees are learned by LightGBM: pip install 'streamclean[train]'") from None
    except OSError as error:  # its library lacks another one, as libgomp
        raise FatalError(f"LightGBM does not start: {error}") from None
    return lightgbm, numpy
