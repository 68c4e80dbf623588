"""`streamclean NAME ...`: the filters by one name, where their short names clash with other programs."""

from __future__ import annotations

import sys
from importlib import import_module

from . import cli
from .errors import EXIT_FATAL, EXIT_OK, UsageError
from .standard_streams import print_text

FILTERS = {
    "blockify": "splits web pages into blocks of text",
    "pgstrip": "strips hand-typed preambles and epilogues by frequent lines",
    "classify": "labels blocks as content or boilerplate, by every algorithm of the papers",
    "ngramdups": "finds the n-grams that occur twice or more",
    "dedupblocks": "removes duplicate text at any level, so that one copy of everything stays",
    "fingerprint": "adds fingerprints to records: near-duplicates have nearly the same",
    "neardups": "finds records that are nearly the same: pairs, groups, and which to keep",
    "blocktext": "writes the text of blocks: lines, records, Markdown, one token a line",
    "blockview": "shows pages with their blocks in colours, as one HTML file",
    "sitestrip": "marks what the pages of a site share: its template",
    "cutpoint": "keeps what documents of one kind do not share, by alternation counts",
    "bookrel": "says how paged books relate: same pages, other pages, a part, an overlap",
    "cleaneval": "scores cleaned text against gold, and labels blocks by it",
}


def main(argv: list[str] | None = None) -> int:
    given = sys.argv[1:] if argv is None else argv
    if given and given[0] in FILTERS:
        filter_main = import_module(f"streamclean.filters.{given[0]}").main
        if argv is None:
            # The filter is the program then, and reads the command line itself.
            del sys.argv[1]
        status: int = filter_main(None if argv is None else given[1:])
        return status
    return cli.guarded("streamclean", lambda: _main(given), [])


def _main(argv: list[str]) -> int:
    if argv == ["--version"]:
        from . import __version__

        return print_text(f"streamclean {__version__}\n")
    if argv in ([], ["--help"], ["-h"], ["help"]):
        print_text(_page())
        return EXIT_OK if argv else EXIT_FATAL
    if argv == ["doctor"]:
        return _doctor()
    if argv[0] == "doctor":
        raise UsageError("doctor has no options; it checks the installation")
    raise UsageError(f"'{argv[0]}' is no filter; streamclean --help lists them")


def _page() -> str:
    names = "\n".join(f"  {name:12} {about}" for name, about in FILTERS.items())
    return f"""\
Small Unix filters that turn messy text collections into clean corpora.

usage: streamclean NAME [options] [FILE ...]     run a filter; each is also a command of its own
       streamclean NAME --help                   what it does, its options, examples
       streamclean doctor                        check the installation
       streamclean --version

filters:
{names}
"""


def _doctor() -> int:
    """Says what is installed and whether it works: status 1 if something does not."""
    import platform
    import shutil

    from . import __version__

    rows = [("streamclean", __version__, True), ("python", platform.python_version(), True)]
    for name in ("orjson", "zstd", "lxml"):
        rows.append((name, *_version_of(name)))
    for name in FILTERS:
        path = shutil.which(name)
        if path is None:
            rows.append((name, f"not on PATH: use streamclean {name}", False))
        elif "streamclean" not in _first_bytes(path):
            rows.append((name, f"{path} is another program: use streamclean {name}", False))
        else:
            rows.append((name, path, True))
    rows += [("model", *_built_in_model()), ("algorithms", *_algorithms())]
    print_text("".join(f"{'ok ' if good else 'BAD'} {name:12} {text}\n" for name, text, good in rows))
    return 0 if all(good for _, _, good in rows) else 1


def _version_of(name: str) -> tuple[str, bool]:
    try:
        if name == "zstd":
            from .compression import zstd_module

            return str(zstd_module().zstd_version), True
        return str(import_module(name).__version__), True
    except ImportError as error:
        return str(error), False


def _first_bytes(path: str) -> str:
    with open(path, "rb") as file:
        return file.read(4096).decode("latin-1")


def _built_in_model() -> tuple[str, bool]:
    from .errors import FatalError
    from .filters.pgstrip.learn import load_model
    from .filters.pgstrip.options import BUILT_IN

    try:
        model = load_model(BUILT_IN)
    except FatalError as error:
        return str(error), False
    return f"{BUILT_IN}, learned from {model.documents} documents", True


def _algorithms() -> tuple[str, bool]:
    """Whether each algorithm of classify starts; those that learn read their models then."""
    from ._core import Labeller, algorithms

    names = [str(algorithm["name"]) for algorithm in algorithms()]
    try:
        for name in names:
            Labeller(name)
    except ValueError as error:
        return str(error), False
    return " ".join(names), True
