"""The README's commands are run, and give what the README shows."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import BIN
from streamclean.umbrella import FILTERS

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def console_blocks() -> list[list[tuple[str, str]]]:
    """The commands of each console block with what is shown under them."""
    blocks = []
    for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL):
        steps = re.findall(r"^\$ (.*(?:\\\n.*)*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
        blocks.append(steps)
    return blocks


BLOCKS = console_blocks()
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]*)")


def test_there_is_something_to_run():
    assert len(BLOCKS) >= 5
    assert all(BLOCKS)


@pytest.mark.parametrize("steps", BLOCKS, ids=lambda steps: steps[0][0][:50])
def test_commands_do_what_is_shown(steps, tmp_path):
    for program in ("parallel", "jq"):
        if any(re.search(rf"\b{program}\b", command) for command, _ in steps) and not shutil.which(program):
            pytest.skip(f"{program} is not installed")
    for name in ("books", "sources", "pages", "editions", "site"):
        shutil.copytree(ROOT / "examples" / name, tmp_path / name)
    environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
    for command, shown in steps:
        done = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command], cwd=tmp_path, env=environment, capture_output=True, text=True
        )
        assert done.stdout + done.stderr == shown, command


def test_every_option_is_real():
    """An option named in the README is one of a filter."""
    pages = (subprocess.run([BIN / name, "--help"], capture_output=True, text=True, check=True) for name in FILTERS)
    known = {option for page in pages for option in OPTION.findall(page.stdout)}
    others = {"--pipe", "--block", "--version", "--all-targets"}
    assert set(OPTION.findall(README)) - others <= known
