"""The algorithms of `classify`, as the rows of the tables."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from streamclean import _core


@dataclass(frozen=True)
class System:
    """A row: the name that the thesis has for it, or ours where it has none."""

    row: str
    algorithm: str
    preset: str | None = None
    settings: Mapping[str, float] | None = None
    trained_on: str | None = None
    """A set that its model is learnt from; else it is the one that ships, for those that learn."""
    stoplist: int | None = None
    """How many words its English stop list has."""


SYSTEMS = [
    System("baseline", "all"),
    System("tc20-sw0.30-filter", "filter"),
    System("BTE", "bte"),
    System("DefExt_lxml", "boilerpipe-default"),
    System("DefExt", "boilerpipe-density"),
    System("CanolaExt", "boilerpipe-canola"),
    System("ArticleExt", "boilerpipe-article"),
    System("Victor_Canola", "victor", trained_on="canola"),
    System("Victor_CleanEval", "victor", trained_on="victor-cleaneval-dev"),
    System("victor (ships)", "victor"),
    System("NCLEANER", "ncleaner"),
    System("jusText_A", "justext", "A"),
    System("jusText_B", "justext", "B"),
    System("jusText_C", "justext", "C"),
    System("jusText_D", "justext", "D"),
    System("jusText", "justext", "published"),
    System("htmlcleaner", "htmlcleaner"),
    System("mss", "mss"),
    System("isotonic", "isotonic"),
    System("trees", "trees"),
]

STOP_LISTS = [System(f"{size} words", "justext", "A", stoplist=size) for size in (100, 319, 500)]


def known(systems: Iterable[System]) -> list[System]:
    """Those whose algorithm there is."""
    names = {algorithm["name"] for algorithm in _core.algorithms()}
    found = []
    for system in systems:
        if system.algorithm in names:
            found.append(system)
        else:
            print(f"left out: {system.row}: there is no algorithm {system.algorithm}", file=sys.stderr)
    return found


def describe(system: System) -> str:
    """What it is called in `classify`."""
    words = [system.algorithm, system.preset or ""]
    if system.trained_on:
        words.append(f"on {system.trained_on}")
    return " ".join(filter(None, words))


def labeller(system: System, labelled: Iterable[bytes] = (), lang: str = "en") -> _core.Labeller:
    """One that labels; `labelled`: what it learns from, if it does."""
    model = None
    if system.trained_on:
        trainer = _core.BlockTrainer(system.algorithm)
        for blocks in labelled:
            trainer.add(blocks)
        model = trainer.finish()
    words = None if system.stoplist is None else "\n".join(_core.stoplist("en", system.stoplist))
    settings = None if system.settings is None else dict(system.settings)
    return _core.Labeller(
        system.algorithm, settings=settings, preset=system.preset, model=model, lang=lang, stoplist=words
    )


def text(blocks: Iterable[dict[str, Any]]) -> str:
    """The good text, one block a line."""
    return "\n".join(kept for block in blocks if (kept := good_text(block)))


def good_text(block: Mapping[str, Any]) -> str:
    """The good text of a block: its good parts, where it has some."""
    if "parts" in block:
        whole: str = block["text"]
        return " ".join(whole[start:end] for start, end in block["parts"])
    return block["text"] if block["class"] == "good" else ""


def cleaned(labelled: _core.Labelled) -> str:
    return text(json.loads(labelled.blocks))
