"""The annotated pages, and the gold of each table."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from streamclean import _core

UNDECIDED = ("uncertain", "undefined", "tag-7", "none")
"""Labels of Canola's text nodes on which its annotators did not agree, or which they did not see."""

BAD_CLEANEVAL = ("103", "250")
"""Pages of CleanEval with a gold of something else, which the thesis left out (2.9.7)."""

CONTENT_L3S = ("headline", "full-text", "supplemental", "related", "comments")
"""The thesis' «five main content classes» (2.9.8)."""

TEST_PAGES = 100
"""The size of Canola's test half."""


@dataclass(frozen=True)
class Page:
    id: str
    lang: str
    data: bytes
    gold: _core.Gold
    """Of words, and of text nodes where the set has them."""
    other_gold: _core.Gold | None = None
    """Canola: that with the undecided nodes."""
    gold_text: str = ""
    type: str = ""
    """What kind of page it is, where the set says so."""
    url: str = ""


def folder(data: Path, name: str) -> Path:
    """Where a set is: among the single pages, or among those of whole sites."""
    single = data / "html" / name
    return single if single.is_dir() else data / "sites" / name


def rows(data: Path, name: str) -> Iterator[dict[str, Any]]:
    with open(folder(data, name) / "gold.jsonl", encoding="utf-8") as file:
        for line in file:
            yield json.loads(line)


def load(data: Path, name: str) -> list[Page]:
    """The pages of a set with the gold of the thesis' tables."""
    return [page(row, content, name) for row, content in with_data(data, name)]


def load_main(data: Path, name: str) -> list[Page]:
    """The same with the main text as each set has it, and the snippets: what extractors are judged by."""
    return [main_page(row, content) for row, content in with_data(data, name)]


def with_data(data: Path, name: str) -> Iterator[tuple[dict[str, Any], bytes]]:
    for row in rows(data, name):
        if name != "cleaneval" or row["id"] not in BAD_CLEANEVAL:
            yield row, (folder(data, name) / row["file"]).read_bytes()


def main_page(row: dict[str, Any], data: bytes) -> Page:
    text = row.get("gold")
    snippets = (encoded(row[key]) if row.get(key) else None for key in ("with", "without"))
    gold = _core.Gold(None if text is None else quoted(text), None, *snippets)
    kind, url = row.get("page_type") or "", row.get("url") or ""
    return Page(row["id"], row["lang"], data, gold, None, text or "", kind, url)


def page(row: dict[str, Any], data: bytes, name: str) -> Page:
    blocks = row.get("gold_blocks") or []
    if name == "canola":
        return Page(
            row["id"],
            row["lang"],
            data,
            _core.Gold(quoted(joined(blocks, ["good"])), encoded(blocks), bad=["bad"], ignored=UNDECIDED),
            _core.Gold(quoted(joined(blocks, ["good", *UNDECIDED]))),
            joined(blocks, ["good"]),
        )
    text = joined(blocks, CONTENT_L3S) if name == "l3s-gn1" else row["gold"]
    return Page(row["id"], row["lang"], data, _core.Gold(quoted(text)), None, text)


def joined(blocks: Sequence[dict[str, str]], labels: Sequence[str]) -> str:
    return "\n".join(block["text"] for block in blocks if block["label"] in labels)


def encoded(value: object) -> bytes:
    return json.dumps(value).encode()


def quoted(text: str) -> bytes:
    """A JSON string; a lone surrogate, which a page can hold as a reference, is no character."""
    return json.dumps(text.encode("utf-8", "replace").decode(), ensure_ascii=False).encode()


def halves(pages: Sequence[Page]) -> tuple[list[Page], list[Page]]:
    """Canola's test and development halves.

    The thesis drew 100 pages for the test, and does not say which. Here they are those of the least SHA-256 of their
    number, so that everybody draws the same.
    """
    drawn = sorted(pages, key=lambda page: hashlib.sha256(page.id.encode()).digest())
    test = {page.id for page in drawn[:TEST_PAGES]}
    return [page for page in pages if page.id in test], [page for page in pages if page.id not in test]


def labelled(data: Path, name: str, ids: set[str] | None = None) -> Iterator[bytes]:
    """The blocks of a set's pages, labelled by its annotated nodes, to learn from."""
    bad = ["bad", "other"]
    for row in rows(data, name):
        if ids is not None and row["id"] not in ids:
            continue
        gold = _core.Gold(None, encoded(row["gold_blocks"]), bad=bad, ignored=UNDECIDED)
        blocks = _core.Page((data / "html" / name / row["file"]).read_bytes()).blocks()
        yield gold.label(blocks, by_blocks=True)[0]
