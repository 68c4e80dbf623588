"""How well `sitestrip` tells what a site's pages share, by method and by how many pages of a site there are: alone,
after `classify`, and with both weighed, as markdown tables. Figures are F1 of bags of words, the mean of pages.

    python bench/sitestrip.py --data DIR

A site of 50 pages is also taken for 25 sites of two, ten of five, and five of ten: all columns have the same pages.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import NamedTuple

from cutpoint_sites import BIN, made_sites
from markdown import put_head, put_row
from streamclean import _core

NUMBERS = (2, 5, 10, 50)


class Page(NamedTuple):
    site: str
    html: str
    gold: str


def methods() -> list[tuple[str, str]]:
    """The rows of a table, each with its options."""
    rows = [(str(method["name"]), f"--method {method['name']}") for method in _core.site_methods()]
    # The pages' addresses are not at hand, so all pages of a site are neighbours.
    rows = [(name, f"{options} --html-key none" if name == "pagelets" else options) for name, options in rows]
    return [*rows, ("cutpoint, (20, 20)", "--method cutpoint --n 20 --a 20")]


def real_pages(folder: Path, key: str) -> Iterator[Page]:
    for line in (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        if record[key]:
            text = _core.Decoded((folder / record["file"]).read_bytes()).text.decode()
            yield Page(record[key], text, record["gold"])


def made_pages(data: Path) -> Iterator[Page]:
    for name, pages in made_sites(data).items():
        for page in pages:
            useful = " ".join(page.text[start:end] for start, end in page.useful)
            yield Page(name, page.text, unescape(re.sub("<[^>]*>", " ", useful)))


def sites_of(pages: Iterator[Page], number: int) -> list[Page]:
    """So many pages of each site that has them, in an order that has nothing to do with when they were written."""
    sites: dict[str, list[Page]] = defaultdict(list)
    for page in pages:
        sites[page.site].append(page)
    chosen = []
    for name, found in sorted(sites.items()):
        random.Random(name).shuffle(found)
        chosen += found[:number] if len(found) >= number else []
    return chosen


def blocks_of(pages: list[Page], work: Path) -> tuple[Path, Path]:
    """The pages as records of blockify and of classify."""
    with (work / "pages.jsonl").open("w", encoding="utf-8") as file:
        for i, page in enumerate(pages):
            file.write(json.dumps({"id": f"{i:05}", "site": page.site, "html": page.html, "gold": page.gold}) + "\n")
    blocks, classes = work / "blocks.jsonl", work / "classes.jsonl"
    subprocess.run([BIN / "blockify", "--keep-html", "-o", blocks, work / "pages.jsonl"], check=True)
    subprocess.run([BIN / "classify", "-o", classes, blocks], check=True)
    return blocks, classes


def parted(records: Path, number: int) -> Path:
    """The same records, so many to a site."""
    path = records.with_suffix(f".{number}")
    seen: dict[str, int] = defaultdict(int)
    with path.open("wb") as file:
        for line in records.read_bytes().splitlines():
            site = json.loads(line)["site"]
            part = f'"site":"{site} {seen[site] // number}"'
            seen[site] += 1
            file.write(line.replace(json.dumps({"site": site})[1:-1].encode(), part.encode(), 1))
            file.write(b"\n")
    return path


def f1(records: Path, *options: str) -> float:
    """Of what is left of records by sitestrip with these options, or, without any, of their good blocks."""
    strip = f"{BIN}/sitestrip --key site --min-pages 2 {' '.join(options)} {records}" if options else f"cat {records}"
    pipe = f"{strip} | {BIN}/blocktext --format jsonl | {BIN}/cleaneval --joined --json"
    done = subprocess.run(["bash", "-o", "pipefail", "-c", pipe], capture_output=True, text=True, check=True)
    return 100 * float(json.loads(done.stdout)["total"]["bag_macro"]["f1"])


def print_set(title: str, pages: list[Page], numbers: tuple[int, ...]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        blocks, classes = blocks_of(pages, Path(folder))
        sites = len({page.site for page in pages})
        everything = f1(blocks, "--threshold 1 --fallback all --min-pages 100000000")
        print(
            f"\n{title}: {len(pages)} pages of {sites} sites; all text {everything:.1f}, classify {f1(classes):.1f}\n"
        )
        ways = (("alone", blocks, ""), ("after classify", classes, ""), ("--with-class", classes, "--with-class"))
        put_head("method", *(f"{way}, {number}" for way, _, _ in ways for number in numbers))
        for method, options in methods():
            cells = [
                f"{f1(parted(records, number), options, more):.1f}" for _, records, more in ways for number in numbers
            ]
            put_row([method, *cells])


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    data = parser.parse_args().data
    print("Pages of a site: the number in the head of each column.")
    news = real_pages(data / "sites/utomo-big9", "site")
    print_set("News of nine sites in four years (utomo-big9)", sites_of(news, 10), NUMBERS[:3])
    daniel = data / "html/daniel"
    print_set("News in five languages (DAnIEL)", sites_of(real_pages(daniel, "host"), 20), NUMBERS[:3])
    print_set("The largest sites of DAnIEL", sites_of(real_pages(daniel, "host"), 50), NUMBERS)
    print_set("Sites made from templates", sites_of(made_pages(data), 50), NUMBERS)
    return 0


if __name__ == "__main__":
    sys.exit(main())
