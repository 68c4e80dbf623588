"""How much of planted duplication is found, at each level of change, and what is lost, beside packages of this kind.

    python bench/dedup_truth.py --data DIR [--size 100M] [--only NAME ...]

A corpus says of each paragraph to which group of copies it belongs, and by how much it was changed. Of each group all
but one are to go. Each but the first is paired with the one before it that is least unlike; how much of the words was
changed in the one and in the other is its level. A pair is found if one of the two goes, whichever a program keeps.
Peers are asked the same, of paragraphs and of documents.

What is lost is text that has no copy, neither planted nor alike to the letter; that real text repeats itself with
changes counts as a loss, so these figures are upper bounds. A stub is a run of kept paragraphs of fewer than 30
words in a document of which something went.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from dedup_corpus import OUT, Corpus, corpus, documents
from markdown import put_head, put_row
from peer_venv import ensure

HERE = Path(__file__).resolve().parent
STUB = 30
Paragraph = tuple[str, int]
"""A document and the number of a paragraph in it."""

Finder = Callable[[Corpus], set[str]]
"""Says what goes: names of documents, or of paragraphs as `name/number`."""


# ---- what finds duplicates ----


def ours(*options: str) -> Finder:
    def find(files: Corpus) -> set[str]:
        """Blocks, or documents, of class dup, and what went with them."""
        out = OUT / "dedup-ours.jsonl"
        bin_ = Path(sys.executable).parent
        command = [str(bin_ / "dedupblocks"), *options, str(files.blocks), "-o", str(out)]
        subprocess.run(command, check=True)
        gone = set()
        with out.open(encoding="utf-8") as lines:
            for line in lines:
                record = json.loads(line)
                classes = [block["class"] for block in record["blocks"]]
                if "document" in options:
                    if "dup" in classes:
                        gone.add(record["id"])
                    continue
                gone.update(f"{record['id']}/{at}" for at, class_ in enumerate(classes) if class_ != "good")
        return gone

    return find


def peer(tool: str, level: str, threshold: float) -> Finder:
    def find(files: Corpus) -> set[str]:
        python = ensure(HERE.parent / ".venv-peers-dedup", HERE / "peers-dedup.txt")
        units, dropped = (OUT / f"dedup-{tool}-{level}{name}" for name in (".jsonl", ".txt"))
        with units.open("w", encoding="utf-8") as out:
            for name, paragraphs in documents(files.records):
                parts = {name: "\n\n".join(paragraphs)}
                if level == "paragraph":
                    parts = {f"{name}/{at}": text for at, text in enumerate(paragraphs)}
                out.writelines(json.dumps({"id": unit, "text": text}) + "\n" for unit, text in parts.items())
        command = [str(python), str(HERE / "dedup_peers.py"), tool, str(units), "--threshold", str(threshold)]
        subprocess.run([*command, "-o", str(dropped)], check=True, stderr=subprocess.DEVNULL)
        return set(dropped.read_text(encoding="utf-8").splitlines())

    return find


PARAGRAPHS: dict[str, Finder] = {
    "dedupblocks": ours(),
    "dedupblocks --no-smoothing": ours("--no-smoothing"),
    "dedupblocks -t 0.25 --no-smoothing": ours("-t", "0.25", "--no-smoothing"),
    "datasketch 0.5": peer("datasketch", "paragraph", 0.5),
    "text-dedup 0.5": peer("text-dedup", "paragraph", 0.5),
}
DOCUMENTS: dict[str, Finder] = {
    "dedupblocks --level document": ours("--level", "document"),
    "datasketch 0.5": peer("datasketch", "document", 0.5),
    "text-dedup 0.5": peer("text-dedup", "document", 0.5),
}


# ---- the truth ----


@dataclass
class Truth:
    words: dict[str, int] = field(default_factory=dict)
    """Of each unit, in the order of input."""
    copies: dict[str, tuple[str, str]] = field(default_factory=dict)
    """What has a copy before it: the level, which is a row of the table, and that copy."""
    groups: list[list[str]] = field(default_factory=list)
    twins: set[str] = field(default_factory=set)
    """Units whose text is that of others, to the letter."""

    def see(self, unit: str, text: str, first: dict[str, str]) -> None:
        """Adds a unit; `first` says where each text stood first."""
        self.words[unit] = len(text.split())
        twin = first.setdefault(text, unit)
        if twin != unit:
            self.twins.update((twin, unit))


def level_of(kind: str, rate: float) -> str:
    return f"{rate:.3g}" if kind in ("near", "para") and rate else kind


def of_paragraphs(files: Corpus) -> Truth:
    truth = Truth()
    members: dict[str, list[tuple[str, str, float]]] = {}
    labels = {}
    for line in files.paragraphs.read_text(encoding="utf-8").splitlines():
        group, name, at, _, kind, rate = line.split("\t")
        labels[f"{name}/{at}"] = (group, kind, float(rate))
    first: dict[str, str] = {}
    for name, paragraphs in documents(files.records):
        for at, text in enumerate(paragraphs):
            unit = f"{name}/{at}"
            truth.see(unit, text, first)
            if unit in labels:
                group, kind, rate = labels[unit]
                before = members.setdefault(group, [])
                if before:
                    nearest = min(before, key=lambda other: other[2])
                    # Of two that were both changed neither kind alone says how far apart they are.
                    both = rate and nearest[2]
                    own = kind or nearest[1]
                    level = "two changed" if both else level_of(own, rate or nearest[2])
                    truth.copies[unit] = level, nearest[0]
                before.append((unit, kind, rate))
    truth.groups = [[unit for unit, _, _ in group] for group in members.values()]
    return truth


def of_documents(files: Corpus) -> Truth:
    truth = Truth()
    order = {}
    first: dict[str, str] = {}
    for name, paragraphs in documents(files.records):
        truth.see(name, "\n\n".join(paragraphs), first)
        order[name] = len(order)
    for line in files.documents.read_text(encoding="utf-8").splitlines():
        copy, source, kind, rate = line.split("\t")
        if source not in order:
            continue
        earlier, later = pair = sorted((copy, source), key=order.__getitem__)
        level = f"{kind} {float(rate):.3g}" if kind == "trunc" else level_of(kind, float(rate))
        truth.copies[later] = level, earlier
        truth.groups.append(pair)
    return truth


# ---- the tables ----


def put_recall(truth: Truth, gone: dict[str, set[str]]) -> None:
    """Of the words of copies, the share that is found, by level."""
    put_head("change", "pairs", *gone)
    levels = sorted({level for level, _ in truth.copies.values()}, key=lambda level: (not level[0].isdigit(), level))
    for level in levels:
        pairs = [(unit, other) for unit, (its, other) in truth.copies.items() if its == level]
        words = max(sum(truth.words[unit] for unit, _ in pairs), 1)
        found = (sum(truth.words[unit] for unit, other in pairs if {unit, other} & its) for its in gone.values())
        put_row([level, len(pairs), *(f"{100 * share / words:.1f}" for share in found)])


def put_losses(truth: Truth, gone: dict[str, set[str]], stubs: bool) -> None:
    copies = {unit for group in truth.groups for unit in group} | truth.twins
    unique = [unit for unit in truth.words if unit not in copies]
    words = sum(truth.words[unit] for unit in unique)
    lost = {name: sum(truth.words[unit] for unit in unique if unit in found) for name, found in gone.items()}
    put_row(["unique words lost, %", words, *(f"{100 * lost[name] / words:.2f}" for name in gone)])
    none = {name: sum(found.issuperset(group) for group in truth.groups) for name, found in gone.items()}
    put_row(["groups of which nothing stays", len(truth.groups), *none.values()])
    if stubs:
        left = {name: count_stubs(truth.words, found) for name, found in gone.items()}
        put_row(["stubs left", "", *left.values()])


def count_stubs(words: dict[str, int], gone: set[str]) -> int:
    stubs = 0
    run, document, broken = 0, "", False

    def ended(broken: bool) -> int:
        return int(broken and 0 < run < STUB)

    for unit, count in words.items():
        name = unit.split("/")[0]
        if name != document:
            stubs += ended(broken)
            run, document, broken = 0, name, False
        if unit in gone:
            stubs += ended(broken or run > 0)
            run, broken = 0, True
        else:
            run += count
    return stubs + ended(broken)


def compare(files: Corpus, title: str, truth: Truth, finders: dict[str, Finder], only: Iterable[str]) -> None:
    wanted = {name: find for name, find in finders.items() if not only or any(part in name for part in only)}
    gone = {name: find(files) for name, find in wanted.items()}
    print(f"\n### {title}\n")
    put_recall(truth, gone)
    put_losses(truth, gone, stubs=any("/" in unit for unit in truth.words))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--size", default="100M")
    parser.add_argument("--only", nargs="*", default=[], help="parts of the names of what is compared")
    args = parser.parse_args()
    files = corpus(args.data.resolve(), args.size)
    compare(files, "Paragraphs: words that go, %", of_paragraphs(files), PARAGRAPHS, args.only)
    compare(files, "Documents: words that go, %", of_documents(files), DOCUMENTS, args.only)


if __name__ == "__main__":
    main()
