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
    """A filter, and input on which it succeeds: JSON lines of one record, and that record broken in its own field."""

    name: str
    record: bytes
    wrong_type: bytes
    field: str = "text"
    """The field that it reads."""

    @property
    def command(self) -> str:
        return str(BIN / self.name)


FILTERS = [
    Filter("blockify", b'{"id":"a","html":"<p>A line of text."}', b'{"id":"a","html":[1]}', "html"),
    Filter("classify", b'{"id":"a","blocks":[{"text":"A line of text."}]}', b'{"id":"a","blocks":{}}', "blocks"),
    Filter("pgstrip", b'{"id":"a","text":"A line of text.\\n"}', b'{"id":"a","text":[1]}'),
]


@pytest.fixture(params=FILTERS, ids=lambda each: each.name)
def each_filter(request: pytest.FixtureRequest) -> Filter:
    return request.param


Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """`run("pgstrip", "-o", "x", input=b"...")` in a folder of its own, with bytes in and out."""

    def call(command: str, *args: object, **options: object) -> subprocess.CompletedProcess[bytes]:
        path = command if "/" in command else str(BIN / command)
        options.setdefault("input", b"")
        environment = {**os.environ, **options.pop("env", {})}
        return subprocess.run(
            [path, *map(os.fspath, map(str, args))],
            capture_output=True,
            cwd=tmp_path,
            timeout=60,
            env=environment,
            **options,
        )

    return call
