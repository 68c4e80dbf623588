"""How long a filter takes to start, and how fast pgstrip goes through whole books, beside a peer on the same files.

    python bench/throughput.py --data DIR

The peer is the `strip_headers` that most strippers on PyPI share, called on each decoded file in one process; it gets
files of UTF-8 and Latin-1 read for it. Times are the least of several runs, user and system time of all processes.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
PEER = """
import sys
from gutenberg_cleaner import simple_cleaner
for path in sys.stdin.read().split("\\0")[:-1]:
    data = open(path, "rb").read()
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    sys.stdout.write(simple_cleaner(text))
"""


def cpu_seconds(command: list[str], runs: int, stdin: bytes = b"") -> float:
    """The least user and system time of a command and its children."""
    best = float("inf")
    for _ in range(runs):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, input=stdin, stdout=subprocess.DEVNULL, check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return best


def startup(bin_: Path) -> None:
    print("| start-up | CPU ms | to `python -c pass` |\n| --- | ---: | ---: |")
    python = cpu_seconds([sys.executable, "-c", "pass"], 30)
    rows = {
        "`python -c pass`": [sys.executable, "-c", "pass"],
        "`pgstrip --version`": [str(bin_ / "pgstrip"), "--version"],
        "`pgstrip` of an empty file": [str(bin_ / "pgstrip"), "/dev/null"],
    }
    for label, command in rows.items():
        seconds = cpu_seconds(command, 30)
        print(f"| {label} | {seconds * 1000:.0f} | {seconds / python:.1f} |")


def books(bin_: Path, data: Path, peers: Path) -> None:
    paths = sorted(str(path) for folder in ("books", "whole") for path in (data / "pg" / folder).glob("*.txt"))
    size = sum(os.path.getsize(path) for path in paths)
    names = "".join(f"{path}\0" for path in paths).encode()
    pgstrip = [str(bin_ / "pgstrip"), "--files-from", "-"]
    rows = {
        "`cat`": ["xargs", "-0", "cat"],
        "`pgstrip`": pgstrip,
        "`pgstrip --to jsonl`": [*pgstrip, "--to", "jsonl"],
        "`pgstrip --learn`": [*pgstrip, "--learn", "/dev/null"],
        "`pgstrip --corpus`": [*pgstrip, "--corpus"],
    }
    if (peers / "bin" / "python").exists():
        rows["gutenberg-cleaner"] = [str(peers / "bin" / "python"), "-c", PEER]
    seconds = {label: cpu_seconds(command, 3, names) for label, command in rows.items()}
    print(f"\n{len(paths)} books, {size / 1e6:.0f} MB\n")
    print("| program | CPU s | MB/s | times `pgstrip` |\n| --- | ---: | ---: | ---: |")
    for label, taken in seconds.items():
        print(f"| {label} | {taken:.2f} | {size / 1e6 / taken:.0f} | {taken / seconds['`pgstrip`']:.2f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    args = parser.parse_args()
    bin_ = Path(sys.executable).parent
    startup(bin_)
    books(bin_, args.data.resolve(), HERE.parent / ".venv-peers")


if __name__ == "__main__":
    main()
