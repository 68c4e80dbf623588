"""How fast all pairs of SimHash fingerprints within some bits are found, beside comparing all with all.

    python bench/simhash_pairs.py [--fingerprints 1000000] [--distance 3] [--sample 2000]

Fingerprints are random but for a hundredth, each of which is another one with up to five bits changed. From a file of
records to a file of pairs: CPU time, user and system; the least of three runs, and what of it is reading. Some of those
that were changed are compared with all by numpy, which also says whether all of their pairs were found, and no others.
"""

from __future__ import annotations

import argparse
import base64
import json
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
from markdown import put_head, put_row
from streamclean import SimHash

BIN = Path(sys.executable).parent


def make(count: int) -> tuple[np.ndarray, np.ndarray]:
    """Random numbers, and which of them are copies of others with a few bits changed."""
    chance = np.random.default_rng(1)
    prints = chance.integers(0, 1 << 64, count, dtype=np.uint64)
    copies = chance.choice(count, count // 100, replace=False)
    sources = chance.integers(0, count, len(copies))
    for copy, source in zip(copies, sources, strict=True):
        bits = chance.choice(64, chance.integers(0, 6), replace=False).astype(np.uint64)
        prints[copy] = prints[source] ^ np.bitwise_or.reduce(np.uint64(1) << bits, initial=np.uint64(0))
    return prints, copies


def write(prints: np.ndarray, path: Path) -> None:
    about = {"scheme": "simhash", "parameters": SimHash("one two").parameters, "shingles": 99}
    with path.open("w") as out:
        for number, value in enumerate(prints.astype("<u8")):
            values = base64.b64encode(value.tobytes()).decode()
            out.write(json.dumps({"id": str(number), "fingerprint": {**about, "values": values}}) + "\n")


def cost(command: list[str], out: Path) -> float:
    """CPU seconds, the least of three runs."""
    found = []
    for _ in range(3):
        with out.open("wb") as file:
            child = os.posix_spawn(
                command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, file.fileno(), 1)]
            )
            _, status, usage = os.wait4(child, 0)
        if status:
            sys.exit(f"{command} ended with {status}")
        found.append(usage.ru_utime + usage.ru_stime)
    return min(found)


def compare(prints: np.ndarray, rows: set[int], distance: int) -> tuple[set[tuple[int, int]], float]:
    """The pairs of some with all, and how long that takes for each of them."""
    pairs: set[tuple[int, int]] = set()
    start = time.process_time()
    for row in rows:
        near = np.flatnonzero(np.bitwise_count(prints ^ prints[row]) <= distance)
        pairs.update((min(row, int(other)), max(row, int(other))) for other in near if other != row)
    return pairs, (time.process_time() - start) / len(rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--fingerprints", type=int, default=1_000_000)
    parser.add_argument("--distance", type=int, default=3)
    parser.add_argument("--sample", type=int, default=2000)
    args = parser.parse_args()
    prints, copies = make(args.fingerprints)
    with tempfile.TemporaryDirectory() as folder:
        path, out = Path(folder) / "prints.jsonl", Path(folder) / "pairs.jsonl"
        write(prints, path)
        neardups = [str(BIN / "neardups"), "--pairs"]
        reading = cost([*neardups, "--distance", "0", str(path)], out)
        seconds = cost([*neardups, "--distance", str(args.distance), str(path)], out)
        found = {(int(pair["a"]), int(pair["b"])) for pair in map(json.loads, out.open())}
    rows = {int(copy) for copy in copies[: args.sample]}
    expected, each = compare(prints, rows, args.distance)
    of_rows = {pair for pair in found if pair[0] in rows or pair[1] in rows}
    head = f"pairs of {args.fingerprints:,} SimHash fingerprints within {args.distance} bits"
    put_head(head, "CPU s", "pairs", f"of {len(rows):,} of them", "missed", "wrong")
    missed, wrong = len(expected - of_rows), len(of_rows - expected)
    put_row(["`neardups --pairs`", f"{seconds:.2f}", f"{len(found):,}", len(of_rows), missed, wrong])
    put_row(["the same with `--distance 0`: what is the same", f"{reading:.2f}", "", "", "", ""])
    # Each pair once.
    put_row(["numpy, all with all", f"{each * args.fingerprints / 2:.0f}", "", len(expected), 0, 0])


if __name__ == "__main__":
    main()
