"""How fast pairs of near-duplicates are found, and which, beside other packages.

    python bench/neardups.py --data DIR [--corpus FILE] [--size 100M] [--rounds 2] [--thresholds 0.5 0.8]

From a file of records to a file of pairs on one core: CPU time, user and system, of all processes, the least of some
rounds in which all take turns. Texts are normalised before, so that all see the same words; shingles of five words, 128
permutations. A pair is true if its resemblance, computed here by sets, is the threshold or more; recall is of all true
pairs that anyone found. Peers give what their index gives: candidates, of which gaoya compares the fingerprints.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import tempfile
from pathlib import Path

from dedup_corpus import corpus
from markdown import put_head, put_row
from peer_venv import ensure

HERE = Path(__file__).resolve().parent
BIN = Path(sys.executable).parent
READ = """
import json, sys
path, threshold = sys.argv[1], float(sys.argv[2])
documents = [json.loads(line)["text"] for line in open(path, encoding="utf-8")]
bands, rows = {0.5: (32, 4), 0.8: (16, 8)}[threshold]
def shingles(text):
    words = text.split()
    return [" ".join(words[at : at + 5]) for at in range(len(words) - 4)]
def put(one, other):
    if one < other:
        print(f"{one}\\t{other}")
"""
PEERS = {
    "datasketch": READ
    + """
import datasketch
index, sketches = datasketch.MinHashLSH(num_perm=128, params=(bands, rows)), []
for number, text in enumerate(documents):
    sketch = datasketch.MinHash(128)
    parts = [shingle.encode() for shingle in shingles(text)]
    if parts:
        sketch.update_batch(parts)
        index.insert(number, sketch)
        sketches.append((number, sketch))
for number, sketch in sketches:
    for other in index.query(sketch):
        put(number, other)
""",
    "rensa": READ
    + """
import rensa
index, sketches = rensa.RMinHashLSH(threshold, 128, bands), []
for number, text in enumerate(documents):
    parts = shingles(text)
    if parts:
        sketch = rensa.RMinHash(128, 42)
        sketch.update(parts)
        index.insert(number, sketch)
        sketches.append((number, sketch))
for number, sketch in sketches:
    for other in index.query(sketch):
        put(number, other)
""",
    "gaoya": READ
    + """
import gaoya
index = gaoya.minhash.MinHashStringIndex(32, threshold, bands, rows, None, "word", True, (5, 5))
long = [(number, text) for number, text in enumerate(documents) if shingles(text)]
for number, text in long:
    index.insert_document(number, text)
for number, text in long:
    for other in index.query(text):
        put(number, other)
""",
}


def ways(threshold: float, peers: Path) -> dict[str, list[str]]:
    """Commands that write pairs of the file $1."""
    own = f"{BIN}/neardups --pairs --threshold {threshold}"
    prints = f'{BIN}/fingerprint "$1" | {own}'
    found = {
        "streamclean, texts": ["bash", "-c", f'{own} "$1"', "-"],
        "streamclean, `minhash`": ["bash", "-c", prints, "-"],
        "streamclean, `minhash` and `--verify`": ["bash", "-c", f"{prints} --verify", "-"],
    }
    for name, program in PEERS.items():
        found[name] = ["env", str(peers), "-c", program]
    return found


def run(command: list[str], path: Path, threshold: float, out: Path) -> float:
    """CPU seconds of a command and of all that it starts."""
    environment = {**os.environ, "RAYON_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
    with out.open("wb") as file:
        actions = [(os.POSIX_SPAWN_DUP2, file.fileno(), 1)]
        arguments = [*command, str(path), str(threshold)]
        child = os.posix_spawnp(command[0], arguments, environment, file_actions=actions)
        _, status, usage = os.wait4(child, 0)
    if status:
        sys.exit(f"{command[:2]} ended with {status}")
    return usage.ru_utime + usage.ru_stime


def pairs(path: Path) -> set[tuple[int, int]]:
    found = set()
    for line in path.read_text().splitlines():
        both = re.findall(r'"[ab]":"(\d+)"', line) if line.startswith("{") else line.split("\t")
        found.add((int(both[0]), int(both[1])))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".data"))
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--size", default="100M")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--thresholds", type=float, nargs="+", default=[0.5, 0.8])
    args = parser.parse_args()
    peers = ensure(HERE.parent / ".venv-peers-fingerprints", HERE / "peers-fingerprints.txt")
    records = args.corpus or corpus(args.data, args.size).records
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "records.jsonl"
        texts = normalised(records, path)
        for threshold in args.thresholds:
            compare(path, texts, threshold, args.rounds, peers, Path(folder))


def normalised(records: Path, path: Path) -> list[str]:
    """Words of small letters and digits, with spaces between them; ids are numbers."""
    texts = []
    with records.open(encoding="utf-8") as lines, path.open("w") as out:
        for number, line in enumerate(lines):
            text = " ".join(re.findall(r"[a-z0-9]+", json.loads(line)["text"].lower()))
            texts.append(text)
            out.write(json.dumps({"id": str(number), "text": text}) + "\n")
    return texts


def compare(path: Path, texts: list[str], threshold: float, rounds: int, peers: Path, folder: Path) -> None:
    commands = ways(threshold, peers)
    seconds = dict.fromkeys(commands, float("inf"))
    found: dict[str, set[tuple[int, int]]] = {}
    for _ in range(rounds):
        for name, command in commands.items():
            seconds[name] = min(seconds[name], run(command, path, threshold, folder / "out"))
            found[name] = pairs(folder / "out")
    sets: dict[int, set[int]] = {}

    def shingles(number: int) -> set[int]:
        if number not in sets:
            words = texts[number].split()
            sets[number] = {hash(tuple(words[at : at + 5])) for at in range(len(words) - 4)}
        return sets[number]

    def true(pair: tuple[int, int]) -> bool:
        one, other = map(shingles, pair)
        return len(one & other) >= threshold * len(one | other) > 0

    all_true = {pair for pair in set().union(*found.values()) if true(pair)}
    megabytes = sum(map(len, texts)) / 1e6
    head = f"{len(texts):,} documents, {megabytes:.0f} MB, ρ ≥ {threshold}"
    put_head(head, "CPU s", "MB/s", "pairs", "recall", "precision")
    for name, mine in found.items():
        right = len(mine & all_true)
        recall, precision = right / max(len(all_true), 1), right / max(len(mine), 1)
        speed = megabytes / seconds[name]
        put_row([name, f"{seconds[name]:.2f}", f"{speed:.1f}", f"{len(mine):,}", f"{recall:.3f}", f"{precision:.3f}"])
    print()


if __name__ == "__main__":
    main()
