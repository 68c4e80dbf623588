"""Tables 3.1 to 3.6 of the thesis, for our program on other corpora: the same rows and columns.

    python bench/dedup_tables.py --data DIR [--size 100M] [--only 3.1 3.4 ...] [--thresholds 0.5 0.25 0.1]

3.1, 3.2 and 3.4 to 3.6 are of a corpus with planted duplicates, 3.3 is of real pages whose hosts are known, cleaned by
classify. Each paragraph of the corpus is a block. In 3.4 to 3.6 the last row but one is of MinHash: one document stays
of each cluster whose resemblance is above 0.9.
"""

from __future__ import annotations

import argparse
import json
import re
import shlex
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from dedup_corpus import OUT, Corpus, corpus
from html_sets import with_data
from markdown import put_head, put_row
from peer_venv import ensure

HERE = Path(__file__).resolve().parent
BIN = Path(sys.executable).parent
LENGTHS = (10, 7, 5, 3)
SETS_WITH_HOSTS = ("utomo-big9", "daniel", "l3s-gn1", "wcxb-dev")
CHUNK = "64M"


def stats_of(*command: object) -> dict[str, Any]:
    """Runs a filter with `--stats`, and returns them."""
    name, *options = map(str, command)
    run = subprocess.run([str(BIN / name), *options, "--stats"], stderr=subprocess.PIPE, check=False)
    *said, last = run.stderr.decode().splitlines()
    if run.returncode or said:
        sys.exit("\n".join([shlex.join([name, *options]), *said, last]))
    found: dict[str, Any] = json.loads(last)
    return found


def percent(part: float, whole: float) -> str:
    return f"{100 * part / whole:.2f} %"


def table_3_1(files: Corpus) -> None:
    print("\n### Table 3.1: iterations of SPEX\n")
    steps = stats_of("ngramdups", "-n", 10, "--method", "spex", files.blocks, "-o", OUT / "dedup.ng")["steps"]
    put_head("n", "unique", "of these pruned", "duplicate types", "their occurrences", "stored")
    for step in steps:
        columns = (step[name] for name in ("unique", "pruned", "types", "duplicate", "stored"))
        put_row([step["n"], *(f"{value:,}" for value in columns)])


def table_3_2(data: Path, size: str) -> None:
    print(f"\n### Table 3.2: duplicate 10-grams by suffix sorting, chunks of {CHUNK} of memory\n")
    put_head("millions of tokens", "seconds", "duplicate 10-gram types", "seconds of `hash`")
    for its_size in sizes_up_to(size):
        files = corpus(data, its_size)
        taken = {}
        for method in ("suffix", "hash"):
            begin = time.monotonic()
            options = ["-n", 10, "--method", method, "--memory", CHUNK, files.blocks, "-o", OUT / "dedup.ng"]
            found = stats_of("ngramdups", *options)
            taken[method] = time.monotonic() - begin
        put_row(
            [f"{found['tokens'] / 1e6:.1f}", f"{taken['suffix']:.1f}", f"{found['kept']:,}", f"{taken['hash']:.1f}"]
        )


def sizes_up_to(size: str) -> list[str]:
    """1M, 10M, ..., and the size itself."""
    units = {"M": 1, "G": 1000}
    most = int(size[:-1]) * units[size[-1]]
    smaller = [1, 10, 100, 1000]
    return [f"{its}M" for its in smaller if its < most] + [size]


def hosts(data: Path) -> Path:
    """Pages whose hosts are known, cleaned, with the host as their address."""
    path = OUT / "dedup-hosts.jsonl"
    with path.open("wb") as out:
        filters = f"{BIN}/blockify --from jsonl | {BIN}/classify"
        with subprocess.Popen(["bash", "-c", filters], stdin=subprocess.PIPE, stdout=out) as pipe:
            assert pipe.stdin is not None
            for record in pages_with_hosts(data):
                pipe.stdin.write(json.dumps(record).encode() + b"\n")
            pipe.stdin.close()
        if pipe.returncode:
            sys.exit("bench: blockify or classify failed")
    return path


def pages_with_hosts(data: Path) -> Iterator[dict[str, str]]:
    for name in SETS_WITH_HOSTS:
        for row, content in with_data(data, name):
            host = (
                (row.get("site") or "").split("/")[0] or row.get("host") or row.get("domain") or host_of(row.get("url"))
            )
            if host:
                html = content.decode(row["encoding"], "replace")
                yield {"id": f"{name}/{row['id']}", "url": f"https://{host}/", "html": html}


def host_of(url: str | None) -> str:
    found = re.match(r"\w+://([^/]+)", url or "")
    return found.group(1) if found else ""


def skips() -> Iterator[tuple[str, str, list[str]]]:
    """The ways to build n-grams: stop words left out or not, punctuation too, and the options."""
    stop = ["--stop-lang", "en"]
    yield "yes", "yes", ["--skip", "punct,stop", *stop]
    yield "yes", "no", ["--skip", "stop", *stop]
    yield "no", "yes", ["--skip", "punct"]
    yield "no", "no", []


def table_3_3(data: Path) -> None:
    print("\n### Table 3.3: n-grams of more than one host, and of a single one\n")
    path = hosts(data)
    strategies = {"all tokens": [], "no punctuation": ["--skip", "punct"]}
    strategies["no punctuation, no stop words"] = ["--skip", "punct,stop", "--stop-lang", "en"]
    columns: dict[int, list[str]] = {}
    for options in strategies.values():
        lengths = ",".join(map(str, range(3, 13)))
        command = [str(BIN / "ngramdups"), "-n", lengths, "--by", "host", *options, str(path)]
        lines = subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.decode().splitlines()
        for line in lines[1:]:
            n, cross, single = line.split("\t")
            columns.setdefault(int(n), []).extend((f"{int(cross):,}", f"{int(single):,}"))
    put_head("n", *(f"{name}: {kind}" for name in strategies for kind in ("cross-host", "single-host")))
    for n, cells in columns.items():
        put_row([n, *cells])


def table_3_4(files: Corpus, threshold: float, number: str) -> None:
    print(f"\n### Table 3.{number}: de-duplication with a threshold of {threshold}\n")
    ngrams, out = OUT / "dedup.ng", OUT / "dedup-left.jsonl"
    whole = ten_grams(files.blocks)
    put_head(
        "no stop words", "no punctuation", "n", "duplicate n-grams", "of tokens", "tokens left", "of all",
        "duplicate 10-grams left", "of all",
    )  # fmt: skip
    for stop, punct, options in skips():
        for n in LENGTHS:
            kept = stats_of("ngramdups", "-n", n, *options, files.blocks, "-o", ngrams)["kept"]
            drop = ["--ngrams", ngrams, "-t", threshold, "--no-smoothing", "--drop", *options[2:]]
            stats_of("dedupblocks", *drop, files.blocks, "-o", out)
            put_left([stop, punct, n, f"{kept:,}", percent(kept, whole["tokens"])], ten_grams(out), whole)
    if threshold == 0.5:
        put_left(["resemblance > 0.9", "", "", "", ""], ten_grams(by_resemblance(files)), whole)
    put_left(["nothing dropped", "", "", "", ""], whole, whole)


def ten_grams(records: Path) -> dict[str, Any]:
    """How many tokens there are, and occurrences of 10-grams that occur again."""
    return stats_of("ngramdups", "-n", 10, records, "-o", OUT / "dedup-ten.ng")


def put_left(head: list[object], left: dict[str, Any], whole: dict[str, Any]) -> None:
    cells = [f"{left['tokens']:,}", percent(left["tokens"], whole["tokens"])]
    cells += [f"{left['occurrences']:,}", percent(left["occurrences"], whole["occurrences"])]
    put_row([*head, *cells])


def by_resemblance(files: Corpus) -> Path:
    """What a MinHash package leaves."""
    python = ensure(HERE.parent / ".venv-peers-dedup", HERE / "peers-dedup.txt")
    dropped, out = OUT / "dedup-dropped.txt", OUT / "dedup-left.jsonl"
    command = [str(python), str(HERE / "dedup_peers.py"), "datasketch", str(files.records), "--threshold", "0.9"]
    subprocess.run([*command, "-o", str(dropped)], check=True)
    gone = set(dropped.read_text(encoding="utf-8").splitlines())
    with files.blocks.open(encoding="utf-8") as lines, out.open("w", encoding="utf-8") as left:
        left.writelines(line for line in lines if json.loads(line)["id"] not in gone)
    return out


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--size", default="100M")
    parser.add_argument("--thresholds", nargs="+", type=float, default=[0.5, 0.25, 0.1])
    parser.add_argument("--only", nargs="*", default=["3.1", "3.2", "3.3", "3.4"], help="3.4 is 3.5 and 3.6 too")
    args = parser.parse_args()
    data = args.data.resolve()
    files = corpus(data, args.size)
    if "3.1" in args.only:
        table_3_1(files)
    if "3.2" in args.only:
        table_3_2(data, args.size)
    if "3.3" in args.only:
        table_3_3(data)
    if "3.4" in args.only:
        for number, threshold in zip("456789", args.thresholds, strict=False):
            table_3_4(files, threshold, number)


if __name__ == "__main__":
    main()
