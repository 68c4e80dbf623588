"""Times every frequency counter (Kaser & Lemire 3.3, figure 9) beside GNU sort, wc and collections.Counter.

Each contender reads the same file of prepared lines in a process of its own (bench/count_file.py); CPU time is user
and system time of that process and its children, memory the greatest resident set of any of them. The run of the
least CPU time counts. Python contenders include the interpreter's start. `Counter` is given the file itself, its
fastest way. Of lines that are in memory already, as a list of bytes, only the counting is timed.

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

BLOCK = 1 << 16
COUNT = Path(__file__).with_name("count_file.py")


def prepare(path: Path) -> list[bytes]:
    """The lines that pgstrip counts of a book: its top and its bottom."""
    from streamclean._core import prepare

    tops, bottoms = prepare(path.read_bytes())
    return (tops + bottoms).split(b"\n")[:-1]


def books() -> list[Path]:
    paths = sorted((DATA / "pg" / "books").glob("*.txt"))
    if not paths:
        sys.exit(f"bench: no books in {DATA / 'pg' / 'books'}: run `make data`, or name a file of lines")
    return paths


def make_raw(target: Path) -> None:
    """Writes all books as they are, one after another."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as out:
        for path in books():
            out.write(path.read_bytes())


def make_lines(target: Path) -> None:
    """Writes the tops and bottoms of all books, over and over with the words of rare lines turned round.

    Frequent lines come only every fourth time, or most of the file would be they.
    """
    prepared = [prepare(path) for path in books()]
    seen = Counter(line for book in prepared for line in book)
    distinct: set[int] = set()
    size = turn = 0
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("wb") as out:
        while size < SIZE:
            # Once there are enough distinct lines, those of the first turns come a second time.
            words_off = turn if len(distinct) < DISTINCT else turn % 2
            for book in prepared:
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
        with subprocess.Popen(argv, stdout=subprocess.PIPE, text=True) as process:
            said = process.stdout.read() if process.stdout else ""
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
        wall = time.perf_counter() - start
        if process.returncode:
            sys.exit(f"bench: failed: {shlex.join(argv)}")
        cpu = usage.ru_utime + usage.ru_stime
        if "-in-memory" in shlex.join(argv):
            wall, cpu = map(float, said.split())
        results.append(Result(wall, cpu, usage.ru_maxrss * 1024))
    return min(results, key=lambda result: result.cpu)


def ours(kind: str, size: int, path: Path) -> list[str]:
    return [sys.executable, str(COUNT), kind, str(size), str(path)]


def gnu(command: str, path: Path) -> list[str]:
    return ["env", "LC_ALL=C", "sh", "-c", command.format(shlex.quote(str(path)))]


def contenders(path: Path) -> dict[str, list[str]]:
    table = {
        "`collections.Counter`": ours("Counter", 0, path),
        "`LC_ALL=C wc -w`": gnu("wc -w {}", path),
        "`LC_ALL=C sort -S 512M \\| uniq -c`": gnu("sort -S 512M {} | uniq -c > /dev/null", path),
        "`LC_ALL=C sort -S 64M \\| uniq -c`": gnu("sort -S 64M {} | uniq -c > /dev/null", path),
        "reading the file alone": ours("read", 0, path),
        "exact": ours("exact", 0, path),
        "sort, 512 MiB, lines above 10": ours("sort", 512, path),
        "sort, 64 MiB, lines above 10": ours("sort", 64, path),
        "sort, 512 MiB, all to a file": ours("sort-file", 512, path),
        "sort, 64 MiB, all to a file": ours("sort-file", 64, path),
        "crc64": ours("crc64", 0, path),
    }
    table |= {f"hashed, 2^{bits} cells": ours("hashed", bits, path) for bits in HASHED_BITS}
    table["morris, 2^23 cells"] = ours("morris", 23, path)
    table |= {f"gm, c = {c:,}": ours("gm", c, path) for c in GM_COUNTERS}
    table |= {f"gm of fingerprints, c = {c:,}": ours("gm-fingerprints", c, path) for c in GM_COUNTERS}
    return table


def contenders_in_memory(path: Path) -> dict[str, list[str]]:
    kinds = {
        "`collections.Counter`": ("Counter", 0),
        "exact": ("exact", 0),
        "crc64": ("crc64", 0),
        "hashed, 2^23 cells": ("hashed", 23),
        "gm, c = 10,000": ("gm", 10_000),
    }
    return {name: ours(f"{kind}-in-memory", size, path) for name, (kind, size) in kinds.items()}


def contenders_raw(path: Path) -> dict[str, list[str]]:
    return {"`LC_ALL=C wc -w`": gnu("wc -w {}", path), "normalise_lines": ours("normalise", 0, path)}


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
        gnu_sort = results[f"`LC_ALL=C sort -S {mebibytes}M \\| uniq -c`"]
        us = results[f"sort, {mebibytes} MiB, all to a file"]
        print(
            f"GNU sort to ours at {mebibytes} MiB, all to a file: {gnu_sort.cpu / us.cpu:.1f} times the CPU time, "
            f"{gnu_sort.wall / us.wall:.1f} times the wall time."
        )


def print_short_table(title: str, results: dict[str, Result]) -> None:
    """The first is what the others are compared with."""
    first = next(iter(results.values()))
    print(f"\n{title}\n\n| | wall s | CPU s | CPU: the first / it |\n|---|--:|--:|--:|")
    for name, (wall, cpu, _) in results.items():
        print(f"| {name} | {wall:.2f} | {cpu:.2f} | {first.cpu / cpu:.1f} |")


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
    for frequent, marker in zip(figures.THRESHOLDS, "o^x", strict=True):
        shares = [figures.false_positives(lines, b, frequent).share for b in bits]
        plt.plot([2**b for b in bits], shares, f"{marker}-", label=f"K = {frequent}")
    crude = [figures.false_positives(lines, b, 10).crude_bound for b in bits]
    plt.plot([2**b for b in bits], crude, "--", label="1 - exp(-(n-1)/c)")
    skewed = [figures.false_positives(lines, b, 100).skewed_bound for b in bits]
    plt.plot([2**b for b in bits], skewed, ":", label="p (n-1)/c at K = 100")
    save(6, "counters, c", "lines falsely taken for frequent", xscale="log", yscale="log")

    exponents = [0.5 + i / 4 for i in range(11)]
    plt.plot(exponents, [figures.efficiency(x, trials=10) for x in exponents], "o-", label="c = 30")
    save(7, "x, frequency of rank r is 1 / r^x", "k / c")

    walls = [results[f"gm, c = {c:,}"].wall for c in GM_COUNTERS]
    plt.plot(GM_COUNTERS, walls, "o-", label="gm")
    for color, name in enumerate(("exact", "crc64", "hashed, 2^23 cells"), 1):
        plt.axhline(results[name].wall, ls="--", color=f"C{color}", label=name)
    plt.ylim(bottom=0)
    save(9, "counters, c", "wall-clock time (s)", xscale="log")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("lines", type=Path, nargs="?", default=DATA / "bench" / "lines.txt")
    parser.add_argument("--runs", type=int, default=4, help="runs of each contender (default: 4)")
    parser.add_argument("--only", default="", help="contenders whose name matches this regular expression")
    parser.add_argument("--plots", type=Path, metavar="DIR", help="write the paper's figures there (matplotlib)")
    args = parser.parse_args()
    raw = DATA / "bench" / "raw.txt"
    missing = [] if args.lines.exists() else [(make_lines, args.lines)]
    if not raw.exists() and (DATA / "pg" / "books").exists():
        missing.append((make_raw, raw))
    for make, target in missing:
        make(target)
    if missing:
        # A process is charged with the most memory its parent had when it started: start again, small.
        os.execv(sys.executable, [sys.executable, *sys.argv])
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
    in_memory = {name: measure(argv, args.runs) for name, argv in contenders_in_memory(args.lines).items()}
    print_short_table("Lines that are in memory already, `update(list)`:", in_memory)
    if raw.exists():
        results_raw = {name: measure(argv, args.runs) for name, argv in contenders_raw(raw).items()}
        print_short_table("Books as they are:", results_raw)
    if args.plots:
        plot(args.plots, results)


if __name__ == "__main__":
    main()
