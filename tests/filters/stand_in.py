"""blockify with a parser that gives back what it was given: for tests of how pages come into it."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

STAND_IN = """
import json, sys
from streamclean.filters.blockify import main, parsers

class StandIn:
    def __init__(self, args):
        self.options = {"parser": args.parser, "spans": args.spans}
    def page(self, data, *, encoding, transport, tld):
        return self.done(text=data.decode("latin-1"), encoding=encoding, transport=transport, tld=tld)
    def json_string(self, value):
        return self.done(text=json.loads(value))
    def done(self, **given):
        return parsers.BlockedPage(json.dumps([given | self.options]).encode(), 1, "T", "", "utf-8", "meta", 0)

parsers.make_page_parser = StandIn
sys.exit(main())
"""


def run_stand_in(folder: Path, *args: object, **options: object) -> subprocess.CompletedProcess[bytes]:
    options.setdefault("input", b"")
    command = [sys.executable, "-c", STAND_IN, *map(str, args)]
    return subprocess.run(command, capture_output=True, cwd=folder, timeout=60, check=False, **options)


def rows(done: subprocess.CompletedProcess[bytes], status: int = 0) -> list[dict]:
    assert done.returncode == status, done.stderr
    if status == 0:
        assert done.stderr == b""
    return [json.loads(line) for line in done.stdout.splitlines()]


def text_of(row: dict) -> str:
    return row["blocks"][0]["text"]


REPORT = {
    "title": "T",
    "kinds": "",
    "encoding": "utf-8",
    "encoding_source": "meta",
    "replaced": 0,
    "date": None,
    "status": None,
    "file": None,
    "offset": None,
}
