"""What all tests share: running a filter as a user does, and the table of filters with an input each takes."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

# How long an example takes says more about the machine than about the code.
settings.register_profile("streamclean", deadline=None)
settings.load_profile("streamclean")

BIN = Path(sys.executable).parent


@dataclass(frozen=True)
class Filter:
    """A filter, and input on which it succeeds: JSON lines of one record, and that record broken in its own field.

    With its options it writes a record for each that it reads.
    """

    name: str
    record: bytes
    wrong_type: bytes
    field: str = "text"
    """The field that it reads."""
    options: tuple[str, ...] = ()
    streams: bool = True
    """Whether it writes before its input has ended."""

    @property
    def command(self) -> list[str]:
        path = self.name if "/" in self.name else str(BIN / self.name)
        return [path, *self.options]


EMPTY_SET = Path(__file__).parent / "kit" / "empty.ng"
"""What `ngramdups < /dev/null` writes."""

FILTERS = [
    Filter("blockify", b'{"id":"a","html":"<p>A line of text."}', b'{"id":"a","html":[1]}', "html"),
    Filter("classify", b'{"id":"a","blocks":[{"text":"A line of text."}]}', b'{"id":"a","blocks":{}}', "blocks"),
    Filter(
        "blocktext",
        b'{"id":"a","blocks":[{"text":"A line of text.","class":"good"}]}',
        b'{"id":"a","blocks":{}}',
        "blocks",
        ("--format", "jsonl"),
    ),
    Filter(
        "dedupblocks",
        b'{"id":"a","blocks":[{"text":"A line of text.","class":"good"}]}',
        b'{"id":"a","blocks":{}}',
        "blocks",
        ("--ngrams", str(EMPTY_SET)),
    ),
    Filter("bookrel", b'{"id":"a","pages":["A line of text."]}', b'{"id":"a","pages":{}}', "pages", ("--paginate",)),
    Filter("pgstrip", b'{"id":"a","text":"A line of text.\\n"}', b'{"id":"a","text":[1]}'),
    Filter(
        "fingerprint",
        b'{"id":"a","text":"A line of text, and some more of it."}',
        b'{"id":"a","text":[1]}',
    ),
    Filter(
        "cleaneval",
        b'{"id":"a","text":"A line of text.","gold":"One line of text."}',
        b'{"id":"a","text":[1],"gold":"One line of text."}',
        options=("--joined", "--annotate"),
    ),
    Filter("neardups", b'{"id":"a","text":"A line of text."}', b'{"id":"a","text":[1]}', streams=False),
    Filter(
        "cutpoint",
        b'{"id":"a","text":"A line of text."}',
        b'{"id":"a","text":[1]}',
        # A model of little, for without one the input is read to its end before anything is written.
        options=("--model", str(Path(__file__).parent / "kit" / "cutpoint.model")),
    ),
    Filter(
        "sitestrip",
        b'{"id":"a","url":"http://site.example/a","blocks":[{"text":"A line of text."}]}',
        b'{"id":"a","url":"http://site.example/a","blocks":{}}',
        "blocks",
        # The template of this one page, in which nothing is shared.
        ("--model", str(Path(__file__).parent / "kit" / "site.model"), "--min-pages", "1"),
    ),
]

NO_RECORDS = [
    Filter("ngramdups", b'{"id":"a","text":"A line."}', b'{"id":"a","text":[1]}', "text", ("--min-count", "1"), False),
    Filter("blockview", b'{"id":"a","blocks":[{"text":"A line of text."}]}', b'{"id":"a","blocks":{}}', "blocks"),
]
"""Filters that write something else."""


@pytest.fixture(params=FILTERS, ids=lambda each: each.name)
def each_filter(request: pytest.FixtureRequest) -> Filter:
    return request.param


@pytest.fixture(params=FILTERS + NO_RECORDS, ids=lambda each: each.name)
def any_filter(request: pytest.FixtureRequest) -> Filter:
    return request.param


@pytest.fixture(params=[each for each in FILTERS + NO_RECORDS if each.streams], ids=lambda each: each.name)
def streaming_filter(request: pytest.FixtureRequest) -> Filter:
    return request.param


Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """`run("pgstrip", "-o", "x", input=b"...")` in a folder of its own, with bytes in and out. A filter of the table
    is run with its options."""

    def call(command: str | Filter, *args: object, **options: object) -> subprocess.CompletedProcess[bytes]:
        if not isinstance(command, Filter):
            command = Filter(command, b"", b"")
        options.setdefault("input", b"")
        environment = {**os.environ, **options.pop("env", {})}
        return subprocess.run(
            [*command.command, *map(os.fspath, map(str, args))],
            capture_output=True,
            cwd=tmp_path,
            timeout=60,
            env=environment,
            **options,
        )

    return call
