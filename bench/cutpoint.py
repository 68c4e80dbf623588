"""How well cut points tell useful characters from others, beside the figures of Ikeda, Yamada & Hirokawa (2001), and
how fast they are found, beside a transcription of the paper's pseudo-code in Python, as markdown tables.

    python bench/cutpoint.py --data DIR [--plots DIR]
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cutpoint_sites import Page, Ranges, made_sites, real_sites, results
from streamclean import _core, find_cut_point

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from oracle_cutpoint import find_optimal

# The paper's sections 4.2 and 4.3: the cut point, and accuracy, recall and precision. Of WP-LA only the recall could be
# read.
PAPER = {
    "WPOST": "(24, 10) .975 / .939 / .872",
    "YOMIURI": "(8, 10) .992 / .808 / .991",
    "WP-LA": "recall .802",
    "SA-YO": "(19, 13) .994 / .889 / .987",
    "SA-LA": "(23, 6) .959 / .958 / .755",
}
MIXED = {
    "WP-LA": (("WPOST", 30), ("LATIMES", 40)),
    "SA-YO": (("SANKEI", 23), ("YOMIURI", 168)),
    "SA-LA": (("SANKEI", 23), ("LATIMES", 150)),
}
WAYS: dict[str, dict[str, Any]] = {
    "default": {},
    "--borders '<>'": {"borders": "<>"},
    "--bytes": {"bytes": True},
    "--n 20 --a 20": {"point": (20, 20)},
}


class Counts(NamedTuple):
    """Characters: all, useful by the gold, useful by us, useful by both."""

    all: int = 0
    gold: int = 0
    ours: int = 0
    both: int = 0

    @property
    def accuracy(self) -> float:
        return (self.all - self.gold - self.ours + 2 * self.both) / self.all if self.all else 1.0

    @property
    def recall(self) -> float:
        return self.both / self.gold if self.gold else 1.0

    @property
    def precision(self) -> float:
        return self.both / self.ours if self.ours else 1.0

    def __str__(self) -> str:
        return " / ".join(f"{value:.3f}".lstrip("0") for value in (self.accuracy, self.recall, self.precision))


def added(counts: Iterable[Counts]) -> Counts:
    return Counts(*(map(sum, zip(*counts, strict=True))))


def common(left: Ranges, right: Ranges) -> int:
    """How many places two lists of ranges have in common."""
    i = j = total = 0
    while i < len(left) and j < len(right):
        total += max(0, min(left[i][1], right[j][1]) - max(left[i][0], right[j][0]))
        if left[i][1] < right[j][1]:
            i += 1
        else:
            j += 1
    return total


def clean(
    pages: Sequence[Page], *, bytes: bool = False, borders: str = "", point: tuple[int, int] | None = None
) -> tuple[tuple[int, int], list[Counts]]:
    sample = _core.CutPointSample(10**9, bytes=bytes)
    for page in pages:
        sample.add(page.text.encode())
    search = sample.finish(borders=borders)
    n, a = point or search.find()[-1][:2]
    model = search.model(n, a)
    counts = []
    for page in pages:
        ours = model.useful(page.text.encode()).places
        length = [sum(end - start for start, end in ranges) for ranges in (page.useful, ours)]
        counts.append(Counts(len(page.text), length[0], length[1], common(page.useful, ours)))
    return (n, a), counts


def row(*cells: object) -> None:
    print("| " + " | ".join(map(str, cells)) + " |", flush=True)


def header(*cells: str) -> None:
    row(*cells)
    row(*["---"] * len(cells))


def print_made(sites: dict[str, list[Page]]) -> None:
    print("\nMade sites: cut point, accuracy / recall / precision by characters; of mixed ones also of each site.\n")
    header("site", "pages", "characters", "the paper's", *WAYS)
    sets = {name: [(name, pages)] for name, pages in sites.items()}
    sets |= {name: [(site, sites[site][:many]) for site, many in parts] for name, parts in MIXED.items()}
    for name, parts in sets.items():
        pages = [page for _, some in parts for page in some]
        cells = []
        for options in WAYS.values():
            point, counts = clean(pages, **options)
            cell = f"{point} {added(counts)}"
            if len(parts) > 1:
                first = len(parts[0][1])
                cell += f" ({added(counts[:first])}; {added(counts[first:])})"
            cells.append(cell)
        row(name, len(pages), sum(len(page.text) for page in pages), PAPER.get(name, ""), *cells)


def print_real(sites: dict[str, list[Page]]) -> None:
    print("\nReal news sites, about ten pages of each and a year:\n")
    header("site", "characters", *WAYS)
    totals: dict[str, list[list[Counts]]] = {way: [] for way in WAYS}
    for name, pages in sites.items():
        cells = []
        for way, options in WAYS.items():
            point, counts = clean(pages, **options)
            totals[way].append(counts)
            cells.append(f"{point} {added(counts)}")
        row(name, sum(len(page.text) for page in pages), *cells)
    everything = [added(added(counts) for counts in groups) for groups in totals.values()]
    row("all", sum(len(page.text) for pages in sites.values() for page in pages), *everything)
    names = list(sites)
    pairs = [(names[i], names[i + 1]) for i in range(0, len(names) - 1, 2)]
    mixed = [added(clean(sites[one] + sites[other])[1]) for one, other in pairs]
    print(f"\nIn pairs of neighbours of this table: {added(mixed)}")


def print_records() -> None:
    pages = results(40)
    sample = _core.CutPointSample(10**9)
    for text, _ in pages:
        sample.add(text.encode())
    search = sample.finish()
    n, a, _ = search.find()[-1]
    model = search.model(n, a, records=True)
    right = found = wanted = 0
    for text, hits in pages:
        ours = json.loads(model.useful(text.encode()).records() or b"[]")
        right += len(set(ours) & set(hits))
        found, wanted = found + len(ours), wanted + len(hits)
    print(
        f"\nRecords of 40 made pages of results: {right} of {wanted} found, {found - right} others; ({n}, {a}), ",
        end="",
    )
    print(f"delimiters `{model.delimiters}`")


def seconds(work: object) -> float:
    start = time.process_time()
    assert callable(work)
    work()
    return time.process_time() - start


def print_speed(sites: dict[str, list[Page]], data: Path) -> None:
    few = [page.text for page in sites["WPOST"][:8]]
    size = sum(map(len, few))
    ours, theirs = seconds(lambda: find_cut_point(few)), seconds(lambda: find_optimal(few))
    assert find_cut_point(few) == find_optimal(few)
    print(
        f"\nSeconds of one core, the same walk over {size} characters: {ours:.3f}; pseudo-code in Python {theirs:.1f}"
    )
    print(f"({theirs / ours:.0f} times as long).\n")
    header("input", "characters", "steps", "seconds", "MB/s", "peak bytes a character")
    for name in ("WPOST", "LATIMES", "YOMIURI", "real", "100 MB"):
        done = subprocess.run(
            [sys.executable, __file__, "--data", str(data), "--time", name], capture_output=True, text=True, check=True
        )
        row(name, *done.stdout.split())


def memory(name: str) -> int:
    status = Path("/proc/self/status").read_text()
    return int(status.partition(f"{name}:")[2].split()[0]) * 1024


def time_one(name: str, data: Path) -> None:
    if name in ("real", "100 MB"):
        texts = [page.text for pages in real_sites(data).values() for page in pages]
        if name == "100 MB":
            texts = [text[i:] + text[:i] for i in range(3) for text in texts]
    else:
        texts = [page.text for page in made_sites(data)[name]]
    sample = _core.CutPointSample(100 << 20)
    before = memory("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # the peak begins here
    start = time.process_time()
    while texts:
        sample.add(texts.pop().encode())
    search = sample.finish()
    path = search.find()
    spent = time.process_time() - start
    grown = memory("VmHWM") - before
    size = search.model(*path[-1][:2]).sample[1]
    print(size, len(path), f"{spent:.2f}", f"{size / spent / 1e6:.1f}", f"{grown / size:.1f}")


def plot(pages: Sequence[Page], path: Path) -> None:
    """The alternation counts of a region, and the walk over it."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    sample = _core.CutPointSample(10**9)
    for page in pages:
        sample.add(page.text.encode())
    search = sample.finish()
    walk = search.find()
    lengths, most = range(2, max(30, walk[-1][0] + 3)), max(20, walk[-1][1] + 3)
    grid = [[count for _, _, count in search.row(n, 1, most)] for n in lengths]
    figure, axes = plt.subplots(figsize=(8, 6))
    image = axes.imshow(
        list(zip(*grid, strict=True)),
        origin="lower",
        aspect="auto",
        extent=(1.5, lengths[-1] + 0.5, 0.5, most + 0.5),
        cmap="viridis_r",
        norm="log",
    )
    figure.colorbar(image, label="alternation count")
    axes.plot([n for n, _, _ in walk], [a for _, a, _ in walk], color="red", marker=".", linewidth=1)
    axes.set(xlabel="n: characters", ylabel="a: per cent", title=f"The walk to {walk[-1][:2]}, made site WPOST")
    figure.savefig(path, dpi=100)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--plots", type=Path, metavar="DIR", help="draw the grid of one site into this folder")
    parser.add_argument("--time", metavar="NAME", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.time:
        time_one(args.time, args.data)
        return 0
    sites = made_sites(args.data)
    print_made(sites)
    print_real(real_sites(args.data))
    print_records()
    print_speed(sites, args.data)
    if args.plots:
        plot(sites["WPOST"], args.plots / "cutpoint.png")
    return 0


if __name__ == "__main__":
    sys.exit(main())
