"""`streamclean`: the filters by one name, and what is installed."""

from __future__ import annotations

from conftest import BIN, FILTERS


def test_lists_the_filters(run):
    page = run("streamclean", "--help")
    assert (page.returncode, page.stderr) == (0, b"")
    for each in FILTERS:
        assert each.name.encode() in page.stdout
    bare = run("streamclean")
    assert (bare.returncode, bare.stdout) == (2, page.stdout)


def test_unknown_filter(run):
    done = run("streamclean", "pgstripp")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr == b"streamclean: 'pgstripp' is no filter; streamclean --help lists them\n"


def test_version(run):
    assert run("streamclean", "--version").stdout.startswith(b"streamclean 0.")


def test_doctor_tells_what_is_there_and_what_is_not(run, tmp_path):
    done = run("streamclean", "doctor", env={"PATH": f"{BIN}:/usr/bin"})
    assert done.returncode == 0, done.stdout
    assert all(line.startswith(b"ok ") for line in done.stdout.splitlines())
    (tmp_path / "pgstrip").write_text("#!/bin/sh\n")
    (tmp_path / "pgstrip").chmod(0o755)
    done = run("streamclean", "doctor", env={"PATH": f"{tmp_path}:{BIN}"})
    assert done.returncode == 1
    assert b"is another program: use streamclean pgstrip" in done.stdout
