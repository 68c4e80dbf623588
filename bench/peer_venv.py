"""Environments for the packages that benchmarks run beside streamclean: made once, and anew when their list changes."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import venv
from collections.abc import Sequence
from pathlib import Path


def ensure(folder: Path, requirements: Path, options: Sequence[str] = ()) -> Path:
    """The Python of an environment with these requirements; `options` are for pip."""
    python = folder / "bin" / "python"
    stamp = folder / "peers.sha256"
    wanted = hashlib.sha256(requirements.read_bytes()).hexdigest()
    if python.exists() and stamp.exists() and stamp.read_text() == wanted:
        return python
    print(f"installing the peers into {folder}", file=sys.stderr)
    venv.create(folder, with_pip=True, clear=True, symlinks=True)
    pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    # The pip that comes with older Pythons fails at extras of which a package has two spellings.
    subprocess.run([*pip, "--upgrade", "pip"], check=True, stdout=sys.stderr)
    subprocess.run([*pip, *options, "-r", str(requirements)], check=True, stdout=sys.stderr)
    stamp.write_text(wanted)
    return python
