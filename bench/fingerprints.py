"""How fast fingerprints of text are made, beside other packages, and how good the estimates of each are.

    python bench/fingerprints.py --data DIR [--documents 4000] [--rounds 3]

Documents are pieces of 6,000 characters of the books; 128 permutations of shingles of five words for MinHash, from text
to fingerprint on one core: CPU time, the least of some rounds in which all take turns. Where a package has no shingles
of its own they are made in Python, by splitting at spaces; what that costs is shown too. Estimates are of pairs whose
resemblance is known.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from peer_venv import ensure

HERE = Path(__file__).resolve().parent
PIECE = 6000
PEERS = r"""
import json, random, sys, time
import copydetect, datasketch, gaoya, numpy, rensa
import streamclean

documents = json.load(open(sys.argv[1]))
rounds = int(sys.argv[2])
megabytes = sum(len(text.encode()) for text in documents) / 1e6


def shingles(text):
    words = text.split()
    return [" ".join(words[at : at + 5]) for at in range(len(words) - 4)]


def of_datasketch(text):
    sketch = datasketch.MinHash(128)
    sketch.update_batch([shingle.encode() for shingle in shingles(text)])
    return sketch


def of_rensa(text):
    return of_shingles(shingles(text))


def of_shingles(parts):
    sketch = rensa.RMinHash(128, 42)
    sketch.update(parts)
    return sketch


def index_gaoya():
    index = gaoya.minhash.MinHashStringIndex(32, 0.5, 16, 8, None, "word", True, (5, 5))
    for number, text in enumerate(documents):
        index.insert_document(number, text)


def of_copydetect(text):
    hashes = copydetect.utils.hashed_kgrams("".join(filter(str.isalnum, text.lower())), k=25)
    return copydetect.utils.winnow(hashes, 26, remove_duplicates=False)


made_before = [shingles(text) for text in documents]
ways = {
    "streamclean, `minhash`": lambda: streamclean.fingerprints(documents),
    "streamclean, `minhash`, one by one": lambda: [streamclean.MinHash(text) for text in documents],
    "streamclean, `oneperm`": lambda: streamclean.fingerprints(documents, "oneperm"),
    "rensa, R-MinHash": lambda: [of_rensa(text) for text in documents],
    "rensa, R-MinHash in one call": lambda: rensa.RMinHash.digest_matrix_from_token_sets(
        [shingles(text) for text in documents], 128, 42),
    "gaoya, into an index": index_gaoya,
    "datasketch": lambda: [of_datasketch(text) for text in documents],
    "streamclean, `winnow`": lambda: streamclean.fingerprints(documents, "winnow"),
    "copydetect, winnowing": lambda: [of_copydetect(text) for text in documents],
    "streamclean, `minhash` of shingles made before": lambda: streamclean.fingerprints(made_before, n=1),
    "rensa, R-MinHash of shingles made before": lambda: [of_shingles(parts) for parts in made_before],
    "the shingles alone, in Python": lambda: [shingles(text) for text in documents],
    "streamclean, `simhash`": lambda: streamclean.fingerprints(documents, "simhash"),
}
least = dict.fromkeys(ways, float("inf"))
for _ in range(rounds):
    for name, way in ways.items():
        start = time.process_time()
        way()
        least[name] = min(least[name], time.process_time() - start)
print(f"| {len(documents)} documents, {megabytes:.0f} MB | documents/s | MB/s | times `minhash`'s time |")
print("| --- | ---: | ---: | ---: |")
for name, seconds in least.items():
    ratio = seconds / least["streamclean, `minhash`"]
    print(f"| {name} | {len(documents) / seconds:,.0f} | {megabytes / seconds:.1f} | {ratio:.1f} |")

print("\n| estimates of 300 pairs, ρ from 0.05 to 0.95 | mean error | standard deviation |\n| --- | ---: | ---: |")
chance = random.Random(1)
errors = {"streamclean, `minhash`": [], "streamclean, `oneperm`": [], "rensa": [], "datasketch": []}
expected = []
for number in range(300):
    words = [f"w{chance.randrange(100000)}" for _ in range(3000)]
    common = 50 + 6 * number
    own = (1900 - common) // 2
    a = " ".join(words[:common] + words[2000 : 2000 + own])
    b = " ".join(words[:common] + [f"v{chance.randrange(100000)}" for _ in range(own)])
    one, other = set(shingles(a)), set(shingles(b))
    exact = len(one & other) / len(one | other)
    expected.append(exact * (1 - exact) / 128)
    for name, scheme in (("streamclean, `minhash`", "minhash"), ("streamclean, `oneperm`", "oneperm")):
        errors[name].append(streamclean.similarity(*streamclean.fingerprints([a, b], scheme)) - exact)
    errors["rensa"].append(of_rensa(a).jaccard(of_rensa(b)) - exact)
    errors["datasketch"].append(of_datasketch(a).jaccard(of_datasketch(b)) - exact)
for name, found in errors.items():
    print(f"| {name} | {numpy.mean(found):+.4f} | {numpy.std(found):.4f} |")
print(f"| 128 independent draws | 0 | {numpy.sqrt(numpy.mean(expected)):.4f} |")
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path(".data"))
    parser.add_argument("--documents", type=int, default=4000)
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    python = ensure(HERE.parent / ".venv-peers-fingerprints", HERE / "peers-fingerprints.txt")
    environment = {
        **os.environ,
        "PYTHONPATH": str(HERE.parent / "python"),
        "RAYON_NUM_THREADS": "1",
        "OMP_NUM_THREADS": "1",
    }
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "documents.json"
        path.write_text(json.dumps(pieces(args.data / "pg" / "books", args.documents)))
        subprocess.run([python, "-c", PEERS, path, str(args.rounds)], env=environment, check=True)


def pieces(folder: Path, count: int) -> list[str]:
    found: list[str] = []
    for path in sorted(folder.iterdir()):
        text = path.read_bytes().decode("utf-8", "replace")
        found += [text[at : at + PIECE] for at in range(0, len(text), PIECE)]
        if len(found) >= count:
            return found[:count]
    sys.exit(f"{folder} has fewer documents")


if __name__ == "__main__":
    main()
