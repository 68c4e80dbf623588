"""Near-duplicates found by packages from PyPI: what they would drop, unit by unit. Runs in the peers' own environment.

    python bench/dedup_peers.py datasketch|text-dedup UNITS.jsonl --threshold 0.5 -o DROPPED

UNITS.jsonl has {"id", "text"} lines; DROPPED gets the ids that go. Both get 128 permutations and shingles of five
words.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

PERMUTATIONS = 128
WORDS = 5


def by_datasketch(units: Path, threshold: float) -> list[str]:
    """Each unit is looked up among those kept so far, as its documentation does."""
    from datasketch import MinHash, MinHashLSH

    index = MinHashLSH(threshold=threshold, num_perm=PERMUTATIONS)
    dropped = []
    with units.open(encoding="utf-8") as lines:
        for line in lines:
            unit = json.loads(line)
            words = unit["text"].lower().split()
            shingles = {" ".join(words[at : at + WORDS]).encode() for at in range(len(words) - WORDS + 1)}
            if not shingles:
                continue
            sketch = MinHash(num_perm=PERMUTATIONS)
            sketch.update_batch(list(shingles))
            near = index.query(sketch)
            if near:
                dropped.append(unit["id"])
            else:
                index.insert(unit["id"], sketch)
    return dropped


def by_text_dedup(units: Path, threshold: float) -> list[str]:
    """Its command, as it is."""
    from datasets import load_from_disk

    with tempfile.TemporaryDirectory() as folder:
        out = f"{folder}/out"
        command = [sys.executable, "-m", "text_dedup.minhash"]
        command += ["--path", "json", "--data_files", str(units), "--split", "train", "--cache_dir", f"{folder}/cache"]
        command += ["--output", out, "--column", "text", "--threshold", str(threshold), "--ngram", str(WORDS)]
        command += ["--num_perm", str(PERMUTATIONS), "--min_length", str(WORDS), "--num_proc", "1"]
        subprocess.run(command, check=True, stdout=sys.stderr)
        kept = set(load_from_disk(out)["id"])
    with units.open(encoding="utf-8") as lines:
        found = [(unit["id"], unit["text"]) for unit in map(json.loads, lines)]
    # What is shorter than a shingle is left out by --min_length: that is no finding.
    return [name for name, text in found if name not in kept and len(re.split(r"\W", text)) >= WORDS]


TOOLS = {"datasketch": by_datasketch, "text-dedup": by_text_dedup}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("tool", choices=TOOLS)
    parser.add_argument("units", type=Path)
    parser.add_argument("--threshold", type=float, default=0.5)
    parser.add_argument("-o", "--output", type=Path, required=True)
    args = parser.parse_args()
    dropped = TOOLS[args.tool](args.units, args.threshold)
    args.output.write_text("".join(f"{name}\n" for name in dropped), encoding="utf-8")


if __name__ == "__main__":
    main()
