"""streamclean: small Unix filters that turn messy text collections into clean corpora.

The command line is in `streamclean.filters`; the Rust core is open to Python from here. Names are looked up when they
are first used, because every filter starts by importing this package.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._core import (
        Crc64Counts,
        ExactCounts,
        Fingerprint,
        GeneralizedMajority,
        HashedCounters,
        LineModel,
        MinHash,
        MorrisCounters,
        Scores,
        SimHash,
        SortedCounts,
        Stripper,
        __version__,
        containment,
        count_words,
        detect_language,
        find_cut_point,
        fingerprint,
        fingerprints,
        languages,
        lcp_array,
        read_fingerprints,
        score,
        shingles,
        similarity,
        stoplist,
        suffix_array,
        winnow,
    )
    from .pages import Block, blocks, classify, extract, extract_many

__all__ = [
    "Block",
    "Crc64Counts",
    "ExactCounts",
    "Fingerprint",
    "GeneralizedMajority",
    "HashedCounters",
    "LineModel",
    "MinHash",
    "MorrisCounters",
    "Scores",
    "SimHash",
    "SortedCounts",
    "Stripper",
    "__version__",
    "blocks",
    "classify",
    "containment",
    "count_words",
    "detect_language",
    "extract",
    "extract_many",
    "find_cut_point",
    "fingerprint",
    "fingerprints",
    "languages",
    "lcp_array",
    "read_fingerprints",
    "score",
    "shingles",
    "similarity",
    "stoplist",
    "suffix_array",
    "winnow",
]

_OF_PAGES = {"Block", "blocks", "classify", "extract", "extract_many"}


def __getattr__(name: str) -> object:
    if name in _OF_PAGES:
        from . import pages

        return getattr(pages, name)
    if name in __all__:
        from . import _core

        return getattr(_core, name)
    raise AttributeError(f"module 'streamclean' has no attribute '{name}'")


def __dir__() -> list[str]:
    return sorted(__all__)
