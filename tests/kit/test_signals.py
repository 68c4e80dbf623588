"""A signal that comes in a moment when Python drops exceptions ends the filter all the same, and silently."""

from __future__ import annotations

import subprocess
import sys

import pytest

CHILD = """
import os, signal
from streamclean import signals
from streamclean.errors import Terminated

class Dropped:
    def __del__(self):
        {what}

signals.listen()
Dropped()
try:
    signals.check()
except Terminated as ended:
    print("ended by", ended.signal)
"""


@pytest.mark.parametrize(
    ("what", "out", "said"),
    [
        ("os.kill(os.getpid(), signal.SIGTERM)", "ended by 15\n", ""),
        # Another exception is told of as ever.
        ("raise ValueError('of ours')", "", "ValueError: of ours"),
    ],
)
def test_signals_in_destructors(what, out, said):
    code = CHILD.format(what=what)
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert child.stdout == out
    assert (said in child.stderr) if said else child.stderr == ""
