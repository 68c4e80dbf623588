"""Corpora with planted duplicates: made by the generator of the benchmark data, in the forms that are measured.

PREFIX.jsonl has documents whose paragraphs are separated by blank lines; here each paragraph is a block of class good.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
OUT = HERE / "out"
GENERATOR = HERE.parent.parent / "shared" / "data" / "dedup" / "make-corpus.py"


@dataclass(frozen=True)
class Corpus:
    """The files of a corpus."""

    records: Path
    """`{"id", "text"}` lines."""
    blocks: Path
    """The same documents, a block for each paragraph."""
    text: Path
    """Their text alone."""
    documents: Path
    """Which documents are copies: copy, source, kind, rate."""
    paragraphs: Path
    """Which paragraphs are: group, document, paragraph, role, kind, rate."""


def corpus(data: Path, size: str) -> Corpus:
    """A corpus of about `size` bytes (100M), made if it is not there."""
    OUT.mkdir(exist_ok=True)
    prefix = OUT / f"dedup-{size}"
    names = (".jsonl", ".blocks.jsonl", ".txt", ".docs.tsv", ".paras.tsv")
    made = Corpus(*(Path(f"{prefix}{name}") for name in names))
    if not made.paragraphs.exists():
        if not GENERATOR.exists():
            sys.exit(f"bench: no generator of corpora in {GENERATOR}")
        print(f"making a corpus of {size}", file=sys.stderr)
        options = ["--data", str(data), "--size", size, "--out", str(prefix)]
        subprocess.run([sys.executable, str(GENERATOR), *options], check=True, stdout=sys.stderr)
    if not made.text.exists():
        with made.blocks.open("w", encoding="utf-8") as blocks, made.text.open("w", encoding="utf-8") as text:
            for name, paragraphs in documents(made.records):
                objects = [{"text": paragraph, "class": "good"} for paragraph in paragraphs]
                blocks.write(json.dumps({"id": name, "blocks": objects}, ensure_ascii=False) + "\n")
                text.write("\n\n".join(paragraphs) + "\n")
    return made


def documents(records: Path) -> Iterator[tuple[str, list[str]]]:
    """The documents in order, with their paragraphs."""
    with records.open(encoding="utf-8") as lines:
        for line in lines:
            record = json.loads(line)
            yield record["id"], record["text"].split("\n\n")
