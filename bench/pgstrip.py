"""How well `pgstrip` strips Project Gutenberg boilerplate, next to the packages that do the same.

    python bench/pgstrip.py --data DIR [--gold FILE] [--plots DIR] [--out DIR]

Runs on the gold books: pgstrip with its built-in model, with and without the heuristics; pgstrip learning
from all books of DIR/pg/books, with each counter; the peers of bench/peers-pgstrip.txt and a baseline of
marker lines. Prints the tables of bench/pgstrip_accuracy.py; the exit status is 1 if a run failed.
"""

from __future__ import annotations

import argparse
import importlib.util
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pgstrip_accuracy as accuracy

HERE = Path(__file__).resolve().parent
COUNTERS = ("exact", "sort", "crc64", "hashed", "morris", "gm")


def pgstrip_command() -> list[str] | None:
    """How to call pgstrip here: the command, else the module."""
    if found := shutil.which("pgstrip"):
        return [found]
    try:
        there = importlib.util.find_spec("streamclean.filters.pgstrip") is not None
    except ModuleNotFoundError:
        there = False
    return [sys.executable, "-m", "streamclean.filters.pgstrip"] if there else None


def variants(gold: Sequence[Path], corpus: Sequence[Path]) -> Iterator[tuple[str, list[str], Sequence[Path]]]:
    """(label, options, files) of the runs; a corpus run learns from its files, so it gets all of them."""
    yield "pgstrip", [], gold
    yield "pgstrip, heuristics of the paper", ["--heuristics", "paper"], gold
    yield "pgstrip, no heuristics", ["--no-heuristics"], gold
    yield "pgstrip --corpus --separate", ["--corpus", "--separate"], corpus
    for counter in COUNTERS:
        options = ["--corpus", "--counter", counter]
        yield f"pgstrip --corpus, {counter}", options, corpus
        yield f"pgstrip --corpus, {counter}, no heuristics", [*options, "--no-heuristics"], corpus


def corpus_files(gold: Sequence[accuracy.Book], data: Path) -> list[Path]:
    """All books, the gold ones in the length the gold counts lines in."""
    files = {path.name: path for path in sorted((data / "pg" / "books").iterdir()) if path.is_file()}
    files.update({book.file: book.path for book in gold})
    return list(files.values())


def run(label: str, command: Sequence[str]) -> str | None:
    """The standard output of a command, None if it failed; its time goes to stderr."""
    began = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, errors="surrogateescape")
    state = "" if done.returncode == 0 else f" (failed: exit status {done.returncode})"
    print(f"{label}: {time.perf_counter() - began:.1f} s{state}", file=sys.stderr)
    return done.stdout if done.returncode == 0 else None


def run_pgstrip(gold: Sequence[accuracy.Book], data: Path) -> Iterator[tuple[str, str | None]]:
    command = pgstrip_command()
    if command is None:
        print("pgstrip is not installed: only the peers are compared", file=sys.stderr)
        yield "pgstrip", None
        return
    for label, options, files in variants([book.path for book in gold], corpus_files(gold, data)):
        # All books at once fit the argument list: some 1 600 paths are 150 kB.
        yield label, run(label, [*command, "--boundaries", *options, *map(str, files)])


def run_peers(gold: Sequence[accuracy.Book]) -> Iterator[tuple[str, str | None]]:
    """The peers and the baseline; the baseline alone where they cannot be installed."""
    with tempfile.TemporaryDirectory() as scratch:
        paths = Path(scratch) / "paths"
        paths.write_text("".join(f"{book.path.resolve()}\n" for book in gold))
        command = [sys.executable, str(HERE / "pgstrip_peers.py"), "--list", str(paths)]
        output = run("peers", command)
        yield "peers", output
        if output is None:
            yield "baseline", run("baseline", [*command, "--no-venv", "--peer", "marker-regex"])


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True, help="the folder with pg/books")
    parser.add_argument("--gold", type=Path, help="default: DATA/pg/gold-dev.jsonl")
    parser.add_argument("--plots", type=Path, metavar="DIR", help="draw the error curves (matplotlib)")
    parser.add_argument("--out", type=Path, metavar="DIR", help="keep the boundaries that were found")
    parser.add_argument("--no-peers", action="store_true", help="only pgstrip")
    parser.add_argument("--no-pgstrip", action="store_true", help="only the peers and the baseline")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    args = arguments(argv)
    gold = accuracy.load_gold(args.gold or args.data / "pg" / "gold-dev.jsonl", args.data)
    outputs: dict[str, str | None] = {}
    if not args.no_pgstrip:
        outputs.update(run_pgstrip(gold, args.data))
    if not args.no_peers:
        outputs.update(run_peers(gold))
    found: dict[str, dict[str, accuracy.Boundary]] = {}
    for label, text in outputs.items():
        if text is None:
            continue
        found.update(accuracy.read_boundaries(text.splitlines(), label))
        if args.out:
            args.out.mkdir(parents=True, exist_ok=True)
            name = label.replace(", ", "-").replace(" --", "-").replace(" ", "-")
            (args.out / f"{name}.tsv").write_text(text, errors="surrogateescape")
    table = accuracy.score(gold, found)
    print(accuracy.markdown(table), end="")
    if args.plots:
        accuracy.plot(table, args.plots)
    return 1 if None in outputs.values() else 0


if __name__ == "__main__":
    sys.exit(main())
