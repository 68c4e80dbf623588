"""What other extractors leave of the pages of a set: asked once, and kept.

The answers are in FOLDER/SET/PEER@VERSION.jsonl, a line a page, with a hash of its bytes. After a change of how a peer
is called, its files have to be removed.
"""

from __future__ import annotations

import json
import re
import sys
import time
import zlib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import NamedTuple

import extractor_peers
import html_sets
from extractor_peers import PEERS
from html_peers import REQUIREMENTS, Peers, ensure_venv
from streamclean import _core

SECONDS = 30.0
"""What a page may take."""


class Answer(NamedTuple):
    text: str
    failed: str = ""
    """Why there is none: `error`, `crash` or `timeout`."""
    seconds: float = 0.0


@cache
def versions() -> dict[str, str]:
    return dict(re.findall(r"^([\w-]+)(?:\[[\w,]*\])?==(\S+)$", REQUIREMENTS.read_text(), re.MULTILINE))


class Cache:
    """The answers of a peer on the pages of a set."""

    def __init__(self, folder: Path, name: str, peer: str, version: str) -> None:
        slug = re.sub(r"\W+", "-", peer)
        self.path = folder / name / f"{slug}@{version}.jsonl"
        self.known: dict[tuple[str, int], Answer] = {}
        if self.path.exists():
            for line in self.path.read_bytes().split(b"\n"):
                # The last one is not whole where the run was ended in it.
                with suppress(ValueError):
                    row = json.loads(line)
                    self.known[row["id"], row["crc"]] = Answer(row["text"], row["failed"], row["seconds"])

    @staticmethod
    def key(page: html_sets.Page) -> tuple[str, int]:
        return page.id, zlib.crc32(page.data)

    def missing(self, pages: Sequence[html_sets.Page]) -> list[html_sets.Page]:
        return [page for page in pages if self.key(page) not in self.known]

    def get(self, page: html_sets.Page) -> Answer:
        return self.known[self.key(page)]

    def add(self, answers: Iterator[tuple[html_sets.Page, Answer]]) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with open(self.path, "ab") as file:
            if file.tell():
                file.write(b"\n")  # after what may not be whole
            for page, answer in answers:
                number, crc = self.key(page)
                self.known[number, crc] = answer
                row = {"id": number, "crc": crc, **answer._asdict()}
                file.write(json.dumps(row).encode() + b"\n")
                file.flush()


class Asked:
    """A peer in its own process, which is begun again where it had to be ended."""

    def __init__(self, peer: str) -> None:
        self.peer = peer
        self.process: Peers | None = None

    def ask(self, page: html_sets.Page, seconds: float = SECONDS) -> Answer:
        html = _core.Decoded(page.data).text.decode()
        if self.process is None:
            self.process = self.begin()
        start = time.perf_counter()
        try:
            self.process.send(html=html, lang=page.lang, url=page.url)
            found = self.process.answer(seconds)
        except (TimeoutError, EOFError, BrokenPipeError) as error:
            self.close()
            return Answer("", "timeout" if isinstance(error, TimeoutError) else "crash", time.perf_counter() - start)
        took = time.perf_counter() - start
        return Answer(found["text"], "error" if found["error"] else "", round(took, 4))

    def begin(self) -> Peers:
        process = Peers(extractor_peers.SCRIPT, {}, self.peer)
        try:
            process.answer()
        except EOFError:
            process.kill()
            # It would fail on every page: that says nothing of how good it is.
            sys.exit(f"bench: {self.peer} does not start")
        return process

    def close(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process = None


def fill(peer: str, name: str, kept: Cache, pages: Sequence[html_sets.Page]) -> None:
    """Asks a peer for what is missing."""
    missing = kept.missing(pages)
    asked = Asked(peer)
    start = time.perf_counter()
    try:
        kept.add((page, asked.ask(page)) for page in missing)
    finally:
        asked.close()
    print(f"{name}: {peer}: {len(missing)} pages in {time.perf_counter() - start:.0f} s", file=sys.stderr, flush=True)


def answers(
    name: str, pages: Sequence[html_sets.Page], peers: Sequence[str], folder: Path, jobs: int
) -> dict[str, list[Answer]]:
    """What each peer says of each page."""
    caches = {peer: Cache(folder, name, peer, versions()[PEERS[peer].package]) for peer in peers}
    todo = [peer for peer, kept in caches.items() if kept.missing(pages)]
    if todo:
        ensure_venv()
        with ThreadPoolExecutor(jobs) as pool:
            for done in [pool.submit(fill, peer, name, caches[peer], pages) for peer in todo]:
                done.result()
    return {peer: [kept.get(page) for page in pages] for peer, kept in caches.items()}
