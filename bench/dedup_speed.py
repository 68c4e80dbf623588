"""How fast duplicate n-grams are found and duplicates removed, and in what memory, beside other ways to do so.

    python bench/dedup_speed.py --data DIR [--sizes 10M 100M 1G] [--rounds 2] [--memory 256M] [--no-peers]

CPU time, user and system, of all processes, the least of some rounds in which the programs take turns; in multiples of
`LC_ALL=C wc -w` on the same text. The exponent is the slope of time over size on two logarithmic axes: 1 is linear.
Resident memory is the most that one process of a pipe had.
"""

from __future__ import annotations

import argparse
import math
import os
import shlex
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from dedup_corpus import OUT, Corpus, corpus
from markdown import put_head, put_row
from peer_venv import ensure

HERE = Path(__file__).resolve().parent
N = 7
PEERS_SIZE = "100M"
"""The other ways are slow: they are measured on one corpus."""

SETS = f"""
import json, sys
seen, again = set(), set()
for line in open(sys.argv[1], encoding="utf-8"):
    words = json.loads(line)["text"].split()
    for at in range(len(words) - {N - 1}):
        ngram = hash(tuple(words[at : at + {N}]))
        (again if ngram in seen else seen).add(ngram)
print(len(again))
"""
DIVSUFSORT = """
import sys
from pydivsufsort import divsufsort, kasai
text = open(sys.argv[1], "rb").read()
kasai(text, divsufsort(text))
"""
SUFFIX_ARRAY = """
import sys
from streamclean import lcp_array, suffix_array
text = open(sys.argv[1], "rb").read()
lcp_array(text, suffix_array(text))
"""
NGRAM_LINES = (
    f'{{for (i = 1; i + {N - 1} <= NF; i++) {{s = $i; for (j = 1; j < {N}; j++) s = s " " $(i + j); print s}}}}'
)


@dataclass
class Cost:
    cpu: float
    wall: float
    memory: int
    """MB resident."""


def cost(command: str) -> Cost:
    """What a command of the shell takes. The shell waits for all of a pipe, whose times are then its own."""
    with tempfile.NamedTemporaryFile() as times:
        # The most that one process had is not that of the shell.
        program = (
            "import os, resource, sys\n"
            "status = os.spawnvp(os.P_WAIT, 'bash', ['bash', '-o', 'pipefail', '-c', sys.argv[1]])\n"
            "used = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
            "open(sys.argv[2], 'w').write(f'{used.ru_utime + used.ru_stime} {used.ru_maxrss}')\n"
            "sys.exit(status)"
        )
        begin = time.monotonic()
        subprocess.run([sys.executable, "-c", program, command, times.name], check=True, stdout=subprocess.DEVNULL)
        wall = time.monotonic() - begin
        cpu, memory = Path(times.name).read_text().split()
    return Cost(float(cpu), wall, int(memory) // 1024)


def least(commands: dict[str, str], rounds: int) -> dict[str, Cost]:
    """The least of each figure; the commands take turns."""
    best: dict[str, Cost] = {}
    for _ in range(rounds):
        for name, command in commands.items():
            now = cost(command)
            old = best.get(name, now)
            best[name] = Cost(min(old.cpu, now.cpu), min(old.wall, now.wall), min(old.memory, now.memory))
    return best


def own_commands(files: Corpus, memory: str) -> dict[str, str]:
    """Our own filters, by name."""
    bin_ = Path(sys.executable).parent
    records, blocks, ngrams = (shlex.quote(str(path)) for path in (files.records, files.blocks, OUT / "dedup.ng"))
    count = f"{bin_}/ngramdups -n {N} --memory {memory}"
    drop = f"{bin_}/dedupblocks --ngrams {ngrams} {blocks}"
    return {
        "`LC_ALL=C wc -w`": f"LC_ALL=C wc -w {shlex.quote(str(files.text))}",
        "`ngramdups --method suffix`": f"{count} --method suffix {records} -o {ngrams}",
        "`ngramdups --method spex`": f"{count} --method spex {records} -o {ngrams}",
        "`ngramdups`": f"{count} {records} -o {ngrams}",
        "`ngramdups -j2`": f"{count} -j2 {records} -o {ngrams}",
        "`dedupblocks --ngrams`": drop,
        "`dedupblocks --ngrams -j2`": f"{drop} -j2",
        "`dedupblocks`, both passes": f"{bin_}/dedupblocks --memory {memory} -n {N} {blocks}",
    }


def peer_commands(files: Corpus, memory: str) -> dict[str, str]:
    python = ensure(HERE.parent / ".venv-peers-dedup", HERE / "peers-dedup.txt")
    text, records = shlex.quote(str(files.text)), shlex.quote(str(files.records))
    sort = f"awk {shlex.quote(NGRAM_LINES)} {text} | LC_ALL=C sort -S {memory} | uniq -cd"
    peers = f"{HERE}/dedup_peers.py"
    head = f"head -c 30000000 {text} > {OUT}/dedup-30.txt && "
    return {
        "`awk … | sort | uniq -cd` of all n-grams": sort,
        "Python's sets of hashes": f"{sys.executable} -c {shlex.quote(SETS)} {records}",
        "text-dedup, MinHash of documents": (
            f"{python} {peers} text-dedup {records} -o {OUT}/dedup-dropped.txt 2>/dev/null"
        ),
        "datasketch, MinHash of documents": f"{python} {peers} datasketch {records} -o {OUT}/dedup-dropped.txt",
        "pydivsufsort and kasai, 30 MB": f"{head}{python} -c {shlex.quote(DIVSUFSORT)} {OUT}/dedup-30.txt",
        "`suffix_array` and `lcp_array`, 30 MB": (
            f"{head}{sys.executable} -c {shlex.quote(SUFFIX_ARRAY)} {OUT}/dedup-30.txt"
        ),
    }


def exponent(points: list[tuple[float, float]]) -> float:
    """The slope of a line through the logarithms."""
    logs = [(math.log(x), math.log(y)) for x, y in points]
    mean_x, mean_y = (sum(values) / len(logs) for values in zip(*logs, strict=True))
    return sum((x - mean_x) * (y - mean_y) for x, y in logs) / sum((x - mean_x) ** 2 for x, _ in logs)


def put_costs(costs: dict[str, Cost], base: float) -> None:
    put_head("program", "CPU s", "times `wc -w`", "clock s", "MB resident")
    for name, its in costs.items():
        put_row([name, f"{its.cpu:.2f}", f"{its.cpu / base:.2f}", f"{its.wall:.2f}", its.memory])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--sizes", nargs="+", default=["10M", "100M", "1G"])
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--memory", default="256M")
    parser.add_argument("--no-peers", action="store_true")
    args = parser.parse_args()
    print(f"{os.cpu_count()} cores, --memory {args.memory}, n = {N}")
    points: dict[str, list[tuple[float, float]]] = {}
    for size in args.sizes:
        files = corpus(args.data.resolve(), size)
        costs = least(own_commands(files, args.memory), args.rounds)
        base = costs["`LC_ALL=C wc -w`"].cpu
        print(f"\n{files.text.stat().st_size / 1e6:.0f} MB of text\n")
        put_costs(costs, base)
        for name, its in costs.items():
            points.setdefault(name, []).append((files.text.stat().st_size, its.cpu))
    if len(args.sizes) > 1:
        print("\nGrowth with size\n")
        put_head("program", "exponent")
        for name, its_points in points.items():
            put_row([name, f"{exponent(its_points):.2f}"])
    if not args.no_peers:
        files = corpus(args.data.resolve(), PEERS_SIZE)
        commands = {"`LC_ALL=C wc -w`": own_commands(files, args.memory)["`LC_ALL=C wc -w`"]}
        costs = least(commands | peer_commands(files, args.memory), 1)
        print(f"\nOther ways, {PEERS_SIZE}\n")
        put_costs(costs, costs["`LC_ALL=C wc -w`"].cpu)


if __name__ == "__main__":
    main()
