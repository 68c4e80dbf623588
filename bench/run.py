"""Runs all benchmarks and prints their tables; plots go to bench/out. Status 1 if one failed.

python bench/run.py --data DIR
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE / "out"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    args = parser.parse_args()
    data = args.data.resolve()
    if not (data / "pg" / "books").is_dir():
        sys.exit(f"bench: no books in {data / 'pg' / 'books'}: `make data` unpacks them where they are at hand")
    OUT.mkdir(exist_ok=True)
    environment = {**os.environ, "STREAMCLEAN_DATA": str(data)}
    parts = {
        "Accuracy of pgstrip": ["pgstrip.py", "--data", str(data), "--plots", str(OUT)],
        "Counters": ["counters.py", "--plots", str(OUT)],
        "Accuracy of classify": ["html_tables.py", "--data", str(data)],
        "Extractors": ["extractors.py", "--data", str(data), "--json", str(OUT / "extractors.json")],
        "Agreement with published programs": ["agreement.py", "--data", str(data), "--every", "5"],
        "Planted duplicates": ["dedup_truth.py", "--data", str(data)],
        "Tables 3.1 to 3.6": ["dedup_tables.py", "--data", str(data)],
        "Speed on duplicates": ["dedup_speed.py", "--data", str(data)],
        "Fingerprints": ["fingerprints.py", "--data", str(data)],
        "Near-duplicates": ["neardups.py", "--data", str(data)],
        "Pairs of SimHash fingerprints": ["simhash_pairs.py"],
        "Cut points": ["cutpoint.py", "--data", str(data), "--plots", str(OUT)],
        "What sites share": ["sitestrip.py", "--data", str(data)],
        "Start-up and throughput": ["throughput.py", "--data", str(data)],
        "Speed on web pages": ["html_speed.py", "--data", str(data)],
        "How books relate": ["bookrel.py", "--data", str(data)],
    }
    print(f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    failed = 0
    for title, command in parts.items():
        print(
            f"\n## {title}\n\n`python bench/{' '.join(command).replace(str(data), 'DIR').replace(str(OUT), 'OUT')}`\n",
            flush=True,
        )
        script, *options = command
        failed |= subprocess.run([sys.executable, str(HERE / script), *options], env=environment).returncode
    print(f"\nplots: {OUT}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
