"""Records for tests of dedupblocks, and what it writes of them."""

from __future__ import annotations

import json


def lines(records) -> bytes:
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def page(*texts, good=True, **fields):
    """A record of blocks; a text with a class before a colon is of that class by itself."""
    blocks = []
    for text in texts:
        name, _, rest = text.rpartition(":")
        block = {"text": rest, "class": "bad" if name == "bad" or not good else "good"}
        blocks.append({**block, "context_free": name} if name else block)
    return {"blocks": blocks, **fields}


def output(done):
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]


def classes(record):
    return [block["class"] for block in record["blocks"]]


LONG = "the quick brown fox jumps over the lazy dog and runs away"


def long(seed):
    return " ".join(f"{word}{seed}" for word in LONG.split())
