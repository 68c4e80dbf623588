"""Learns the built-in model of pgstrip from the Project Gutenberg texts of the benchmark data.

A line counts once a work, however many versions of the work there are: versions share their own text, and some works
are here twenty times (section 5 of the paper suggests one copy of each). Works are told apart by the library's number,
else by the start of the title. Only the archive meant for learning is read. Lines that are rare are left out, which
makes the file small and changes no answer at the default threshold.
"""

import argparse
import json
from collections import defaultdict
from pathlib import Path

from streamclean import LineModel
from streamclean._core import prepare

ARCHIVE = "books-cut"
P_MAX = E_MAX = 300
LEAST = 6


def works(data: Path) -> dict[str, list[Path]]:
    """The files of each work, in order of the index."""
    files = defaultdict(list)
    with (data / "pg" / "index.jsonl").open(encoding="utf-8") as index:
        for row in map(json.loads, index):
            if row["archive"] != ARCHIVE:
                continue
            title = "".join(filter(str.isalnum, row["title"].lower()))[:18]
            files[str(row["ebook"] or title)].append(data / "pg" / "books" / row["file"])
    return files


def learn(data: Path) -> LineModel:
    model = LineModel("crc64")
    for paths in works(data).values():
        lines = set()
        for path in paths:
            tops, _ = prepare(path.read_bytes(), top=P_MAX, bottom=E_MAX)
            lines.update(tops.splitlines(keepends=True))
        model.add(b"".join(sorted(lines)), b"")
    model.prune(LEAST)
    return model


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    here = Path(__file__).resolve().parent
    default = here.parent / "python" / "streamclean" / "models" / "gutenberg.model"
    parser.add_argument("--output", type=Path, default=default)
    args = parser.parse_args()
    model = learn(args.data)
    content = model.to_bytes()
    args.output.write_bytes(content)
    print(f"{args.output}: {model.documents} works, {model.lines} lines, {len(content)} bytes")


if __name__ == "__main__":
    main()
