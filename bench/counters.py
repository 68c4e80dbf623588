"""Times every frequency counter (Kaser & Lemire 3.3, figure 9) beside GNU sort, wc and collections.Counter.

Each contender reads the same file of prepared lines in a process of its own; CPU time is user and system
time of that process and its children, memory the greatest resident set of any of them. The run of the least
CPU time counts. Python contenders include the interpreter's start. `Counter` is given the file itself, its
fastest way.

    python bench/counters.py                     # makes .data/bench/lines.txt from the books of .data/pg
    python bench/counters.py LINES --plots out/
"""

from __future__ import annotations

import argparse
import os
import re
import shlex
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
DATA = Path(os.environ.get("STREAMCLEAN_DATA", ROOT / ".data"))

GM_COUNTERS = (10**3, 10**4, 10**5, 10**6)
HASHED_BITS = (16, 20, 23, 26)

# The paper's first DVD (3.3.2, figure 5).
DISTINCT = 3_400_000
SIZE = 300_000_000

# Much larger blocks the allocator gives back to the system, to be faulted in again: that costs more
# than counting.
BLOCK = 1 << 16


def prepare(path: Path) -> list[bytes]:
    """The first and last 300 prepared lines of a book (3.1)."""
    lines = []
    for line in path.read_bytes().splitlines():
        line = re.sub(rb"\s+", b" ", line.strip())
        line = re.sub(rb"\*+", b"***", re.sub(rb"-+", b"---", line))
        if len(line) >= 30 and re.search(rb"[A-Za-z]", line):
            lines.append(line)
    return lines if len(lines) <= 600 else lines[:300] + lines[-300:]


def make_lines(target: Path) -> None:
    """Writes the tops and bottoms of all books, over and over with the words of rare lines turned round.

    Frequent lines come only every fourth time, or most of the file would be they.
    """
    books = [prepare(path) for path in sorted((DATA / "pg" / "books").glob("*.txt"))]
    if not books:
        sys.exit(f"bench: no books in {DATA / 'pg' / 'books'}: run `make data`, or name a file of lines")
    seen = Counter(line for book in books for line in book)
    distinct: set[int] = set()
    size = turn = 0
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as out:
        while size < SIZE:
            # Once there are enough distinct lines, those of the first turns come a second time.
            words_off = turn if len(distinct) < DISTINCT else turn % 2
            for book in books:
                for line in book:
                    frequent = seen[line] >= 10
                    if frequent and turn % 4:
                        continue
                    if words_off and not frequent:
                        words = line.split(b" ")
                        at = words_off * 2 % len(words)
                        tail = str(words_off).encode() if words_off * 2 >= len(words) else b""
                        line = b" ".join(words[at:] + words[:at]) + tail
                    if len(distinct) < DISTINCT:
                        distinct.add(hash(line))
                    size += out.write(line + b"\n")
                if size >= SIZE:
                    break
            turn += 1


class Result(NamedTuple):
    wall: float
    cpu: float
    memory: int


def measure(argv: list[str], runs: int) -> Result:
    """The run of the least CPU time."""
    results = []
    for _ in range(runs):
        start = time.perf_counter()
        process = subprocess.Popen(argv, stdout=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"bench: failed: {shlex.join(argv)}")
        results.append(Result(wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024))
    return min(results, key=lambda result: result.cpu)


def count_file(kind: str, size: int, path: Path) -> None:
    """What a measured process does."""
    if kind == "Counter":
        with path.open("rb") as file:
            Counter(file)
        return
    from streamclean import _core

    counter = {
        "exact": lambda: _core.ExactCounts(),
        "sort": lambda: _core.SortedCounts(memory=size << 20),
        "crc64": lambda: _core.Crc64Counts(),
        "hashed": lambda: _core.HashedCounters(bits=size),
        "morris": lambda: _core.MorrisCounters(bits=size),
        "gm": lambda: _core.GeneralizedMajority(size),
        "gm-fingerprints": lambda: _core.GeneralizedMajority(size, keep_lines=False),
    }[kind]()
    with path.open("rb", buffering=0) as file:
        rest = b""
        while block := file.read(BLOCK):
            end = block.rfind(b"\n") + 1
            counter.update_lines(rest + block[:end] if rest else block[:end])
            rest = block[end:]
    counter.update_lines(rest)
    if kind == "sort":
        # As much as GNU sort does, and more: all lines in order, with their counts, to a file.
        with tempfile.TemporaryDirectory() as folder:
            counter.save(Path(folder) / "counts")


def contenders(path: Path) -> dict[str, list[str]]:
    def ours(kind: str, size: int = 0) -> list[str]:
        return [sys.executable, __file__, "--run", kind, "--size", str(size), str(path)]

    def gnu(command: str) -> list[str]:
        return ["env", "LC_ALL=C", "sh", "-c", command.format(shlex.quote(str(path)))]

    table = {
        "`collections.Counter`": ours("Counter"),
        "`LC_ALL=C wc -w`": gnu("wc -w {}"),
        "`LC_ALL=C sort -S 512M \\| uniq -c`": gnu("sort -S 512M {} | uniq -c"),
        "`LC_ALL=C sort -S 64M \\| uniq -c`": gnu("sort -S 64M {} | uniq -c"),
        "exact": ours("exact"),
        "sort, 512 MiB": ours("sort", 512),
        "sort, 64 MiB": ours("sort", 64),
        "crc64": ours("crc64"),
    }
    table |= {f"hashed, 2^{bits} cells": ours("hashed", bits) for bits in HASHED_BITS}
    table["morris, 2^23 cells"] = ours("morris", 23)
    table |= {f"gm, c = {c:,}": ours("gm", c) for c in GM_COUNTERS}
    table |= {f"gm of fingerprints, c = {c:,}": ours("gm-fingerprints", c) for c in GM_COUNTERS}
    return table


def print_table(results: dict[str, Result], lines: int, size: int) -> None:
    counter, wc = results["`collections.Counter`"], results["`LC_ALL=C wc -w`"]
    print("| counter | wall s | CPU s | M lines/s | MB/s | peak MB | CPU: Counter / it | CPU: it / wc -w |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for name, (wall, cpu, memory) in results.items():
        print(
            f"| {name} | {wall:.2f} | {cpu:.2f} | {lines / wall / 1e6:.1f} | {size / wall / 1e6:.0f} "
            f"| {memory / 1e6:.0f} | {counter.cpu / cpu:.1f} | {cpu / wc.cpu:.2f} |"
        )
    print()
    for mebibytes in (512, 64):
        gnu = results[f"`LC_ALL=C sort -S {mebibytes}M \\| uniq -c`"]
        us = results[f"sort, {mebibytes} MiB"]
        print(
            f"GNU sort to ours at {mebibytes} MiB: {gnu.cpu / us.cpu:.1f} times the CPU time, "
            f"{gnu.wall / us.wall:.1f} times the wall time."
        )


def describe_machine(path: Path, lines: int, size: int) -> None:
    model = re.search(r"^model name\s*:\s*(.*)$", Path("/proc/cpuinfo").read_text(), re.MULTILINE)
    sort = subprocess.run(["sort", "--version"], capture_output=True, text=True, check=True).stdout
    print(f"{path.name}: {lines:,} lines, {size / 1e6:.0f} MB.")
    processor = model[1] if model else "unknown processor"
    print(f"{processor}, {os.cpu_count()} cores; Python {sys.version.split()[0]}; {sort.splitlines()[0]}.\n")


def plot(folder: Path, results: dict[str, Result]) -> None:
    """Figures 3, 6, 7 and 9, of what the tests check of them."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    sys.path.insert(0, str(ROOT / "tests" / "core"))
    import test_counters_figures as figures

    folder.mkdir(parents=True, exist_ok=True)

    def save(number: int, xlabel: str, ylabel: str, **scales: str) -> None:
        plt.gca().set(xlabel=xlabel, ylabel=ylabel, **scales)
        plt.legend()
        plt.savefig(folder / f"figure-{number}.svg")
        plt.close()

    chances = [i / 100 for i in range(1, 60)]
    plt.plot(chances, [figures.misclassified(p, 10) for p in chances], label="formula, GAP_MAX = 10")
    save(3, "false-positive probability p", "expected lines misclassified", yscale="log")

    lines = figures.skewed_lines(20_000)
    bits = range(10, 19)
    for frequent in figures.THRESHOLDS:
        shares = [figures.false_positives(lines, b, frequent).share for b in bits]
        plt.plot([2**b for b in bits], shares, "o-", label=f"K = {frequent}")
    crude = [figures.false_positives(lines, b, 10).crude_bound for b in bits]
    plt.plot([2**b for b in bits], crude, "--", label="1 - exp(-(n-1)/c)")
    save(6, "counters, c", "lines falsely taken for frequent", xscale="log", yscale="log")

    exponents = [0.5 + i / 4 for i in range(11)]
    plt.plot(exponents, [figures.efficiency(x, trials=10) for x in exponents], "o-", label="c = 30")
    save(7, "x, frequency of rank r is 1 / r^x", "k / c")

    walls = [results[f"gm, c = {c:,}"].wall for c in GM_COUNTERS]
    plt.plot(GM_COUNTERS, walls, "o-", label="gm")
    for name in ("exact", "crc64", "hashed, 2^23 cells"):
        plt.axhline(results[name].wall, ls="--", label=name)
    save(9, "counters, c", "wall-clock time (s)", xscale="log")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lines", type=Path, nargs="?", default=DATA / "bench" / "lines.txt")
    parser.add_argument("--runs", type=int, default=3, help="runs of each contender (default: 3)")
    parser.add_argument("--only", default="", help="contenders whose name matches this regular expression")
    parser.add_argument("--plots", type=Path, metavar="DIR", help="write the paper's figures there (matplotlib)")
    parser.add_argument("--run", help=argparse.SUPPRESS)
    parser.add_argument("--size", type=int, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.run:
        count_file(args.run, args.size, args.lines)
        return
    if not args.lines.exists():
        make_lines(args.lines)
    with args.lines.open("rb") as file:
        lines = sum(block.count(b"\n") for block in iter(lambda: file.read(BLOCK), b""))
    size = args.lines.stat().st_size
    describe_machine(args.lines, lines, size)
    # Peers are always run, since the ratios are to them.
    chosen = {
        name: argv
        for name, argv in contenders(args.lines).items()
        if re.search(args.only, name) or name.startswith("`")
    }
    results = {name: measure(argv, args.runs) for name, argv in chosen.items()}
    if args.only:
        for name, (wall, cpu, memory) in results.items():
            print(f"{name:40} wall {wall:6.2f} s  CPU {cpu:6.2f} s  {memory / 1e6:6.0f} MB")
        return
    print_table(results, lines, size)
    if args.plots:
        plot(args.plots, results)


if __name__ == "__main__":
    main()
