"""Start-up is what a filter costs in xargs: import only what the call needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

ALWAYS_TOO_MUCH = {"typing", "argparse", "json", "pathlib", "inspect", "dataclasses", "concurrent.futures", "lxml"}
FOR_A_VERSION = 10
FOR_A_RUN = 60


def imported(code: str) -> set[str]:
    """The modules that a piece of code adds to those of Python's own start."""
    listing = f"import sys; before = set(sys.modules); {code}; print(*set(sys.modules) - before, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", listing], capture_output=True, check=True, input=b"")
    return set(done.stderr.decode().split())


def test_version_imports_next_to_nothing(any_filter):
    modules = imported(f"from streamclean.filters.{any_filter.name} import main; main(['--version'])")
    assert not modules & ALWAYS_TOO_MUCH
    assert len(modules) <= FOR_A_VERSION, sorted(modules)


def test_a_run_imports_what_it_needs(any_filter):
    modules = imported(f"from streamclean.filters.{any_filter.name} import main; main({list(any_filter.options)})")
    assert not modules & (ALWAYS_TOO_MUCH - {"typing", "argparse"})
    assert len(modules) <= FOR_A_RUN, sorted(modules)


def test_the_package_alone_imports_nothing():
    assert imported("import streamclean") == {"streamclean", "__future__"}


@pytest.mark.parametrize(
    "name", ["GeneralizedMajority", "HashedCounters", "MorrisCounters", "ExactCounts", "Crc64Counts"]
)
def test_the_core_is_open_to_python(name):
    import streamclean

    assert name in dir(streamclean)
    assert getattr(streamclean, name).__doc__
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = streamclean.nonsense
