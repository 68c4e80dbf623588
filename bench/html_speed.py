"""How fast clean text comes out of web pages, beside peers and bare parsers, and what the pipe of filters costs.

    python bench/html_speed.py --data DIR [--pages 300] [--rounds 5] [--only NAME ...] [--no-peers] [--no-pipe]

The first table: pages in memory, one thread, each program in a process of its own. Programs take turns, and the best
round of each counts, in CPU time, because machines are busy with other things; the slow ones have fewer rounds. Each is
given what it takes without a detour: pages as bytes, or decoded before the clock starts. Peak memory is what the
process grew by since it had imported the program and read the pages.

The second: the filters on files, each as a process, and how long they take to start.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

HERE = Path(__file__).resolve().parent
SET = "wcxb-dev"

Work = Callable[[Sequence[bytes]], Callable[[], None]]
"""Imports a program and prepares the pages; what it returns goes through all of them once."""


def on_bytes(extract: Callable[[bytes], object]) -> Work:
    return lambda pages: lambda: each(extract, pages)


def on_text(extract: Callable[[str], object]) -> Work:
    return lambda pages: each_of_text(extract, pages)


def each(extract: Callable[[bytes], object], pages: Sequence[bytes]) -> None:
    for page in pages:
        extract(page)


def each_of_text(extract: Callable[[str], object], pages: Sequence[bytes]) -> Callable[[], None]:
    texts = [decoded(page) for page in pages]

    def run() -> None:
        for text in texts:
            # A page that a peer cannot read has taken its time all the same.
            try:
                extract(text)
            except Exception as error:
                failed[type(error).__name__] = failed.get(type(error).__name__, 0) + 1

    return run


failed: dict[str, int] = {}


def decoded(page: bytes) -> str:
    try:
        return page.decode("utf-8-sig")
    except UnicodeDecodeError:
        return page.decode("cp1252", "replace")


# ---- what is measured: each imports its package when it is asked for ----


def _extract(algorithm: str) -> Work:
    from streamclean import _core

    return on_bytes(_core.Labeller(algorithm).extract)


def _extract_lxml(algorithm: str) -> Work:
    from streamclean import _core, lxml_driver

    extract = _core.Labeller(algorithm).extract_page
    return on_bytes(lambda page: extract(lxml_driver.read(_core.Decoded(page))))


def _page() -> Work:
    from streamclean import _core

    return on_bytes(_core.Page)


def _blocks() -> Work:
    from streamclean import _core

    return on_bytes(lambda page: _core.Page(page).blocks())


def _blocks_labelled() -> Work:
    from streamclean import _core

    label = _core.Labeller("justext").label
    return on_bytes(lambda page: label(_core.Page(page).blocks()).blocks)


def _page_lxml() -> Work:
    from streamclean import _core, lxml_driver

    return on_bytes(lambda page: lxml_driver.read(_core.Decoded(page)))


def _justext() -> Work:
    import justext

    stop_words = justext.get_stoplist("English")
    return on_text(lambda html: [p.text for p in justext.justext(html, stop_words) if not p.is_boilerplate])


def _boilerpy3() -> Work:
    from boilerpy3 import extractors

    return on_text(extractors.ArticleExtractor(raise_on_failure=False).get_content)


def _trafilatura(fast: bool) -> Work:
    import trafilatura

    return on_text(lambda html: trafilatura.extract(html, fast=fast))


def _resiliparse() -> Work:
    from resiliparse.extract.html2text import extract_plain_text

    return on_text(lambda html: extract_plain_text(html, main_content=True))


def _readability() -> Work:
    from readability import Document

    return on_text(lambda html: Document(html).summary())


def _rs_trafilatura() -> Work:
    import rs_trafilatura

    return on_text(rs_trafilatura.extract)


class Deaf:
    """A parser target that ignores everything."""

    def start(self, tag: object, attributes: object) -> None: ...

    def end(self, tag: object) -> None: ...

    def data(self, text: object) -> None: ...

    def close(self) -> None: ...


def _lxml_target() -> Work:
    from lxml import etree

    # The options that streamclean gives it.
    options = {"encoding": "utf-8", "huge_tree": True, "remove_comments": True, "remove_pis": True}

    def parse(page: bytes) -> None:
        if page.strip():
            etree.fromstring(page, etree.HTMLParser(target=Deaf(), **options))

    return lambda pages: on_bytes(parse)([decoded(page).replace("\0", "").encode() for page in pages])


def _lxml_tree() -> Work:
    from lxml import html

    return lambda pages: on_bytes(lambda page: html.fromstring(page) if page.strip() else None)(
        [decoded(page).replace("\0", "").encode() for page in pages]
    )


def _lexbor() -> Work:
    from selectolax.lexbor import LexborHTMLParser

    return lambda pages: on_bytes(LexborHTMLParser)([decoded(page).encode() for page in pages])


BARE = "bare parse: lexbor (selectolax)"
BARE_LXML = "bare parse: lxml, target object"
EXTRACT = "extract, justext"
EXTRACT_LXML = "lxml: extract, justext"
PEERS: dict[str, Callable[[], Work]] = {
    BARE: _lexbor,
    BARE_LXML: _lxml_target,
    "bare parse: lxml.html.fromstring": _lxml_tree,
    "resiliparse, main content": _resiliparse,
    "boilerpy3, article": _boilerpy3,
    "rs-trafilatura": _rs_trafilatura,
    "justext": _justext,
    "readability-lxml": _readability,
    "trafilatura, fast": lambda: _trafilatura(True),
    "trafilatura": lambda: _trafilatura(False),
}


def ours() -> dict[str, Callable[[], Work]]:
    from streamclean import _core

    names = [str(row["name"]) for row in _core.algorithms()]
    rows: dict[str, Callable[[], Work]] = {
        "Page": _page,
        "Page, blocks as JSON": _blocks,
        "Page, blocks as JSON, justext's labels": _blocks_labelled,
        "lxml: Page": _page_lxml,
    }
    for name in names:
        try:
            _core.Labeller(name)
        except ValueError:
            continue  # it learns, and has no model yet
        rows[f"extract, {name}"] = lambda name=name: _extract(name)  # type: ignore[misc]
        rows[f"lxml: extract, {name}"] = lambda name=name: _extract_lxml(name)  # type: ignore[misc]
    return rows


# ---- one program in its process ----


def worker(name: str, paths: Sequence[str]) -> None:
    """A round for each line of standard input: prints its CPU seconds and the kilobytes that it has needed so far."""
    import logging

    logging.disable(logging.CRITICAL)  # peers complain of pages
    pages = [Path(path).read_bytes() for path in paths]
    run = (PEERS.get(name) or ours()[name])()(pages)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    print("ready", flush=True)
    for _ in sys.stdin:
        start = time.process_time()
        run()
        seconds = time.process_time() - start
        print(seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before, flush=True)
    if failed:
        print(f"{name}: {failed}", file=sys.stderr)


class Program:
    """A worker that waits for its turn."""

    def __init__(self, python: Path, name: str, paths: Sequence[str]) -> None:
        command = [str(python), str(Path(__file__).resolve()), "--worker", name]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.seconds = float("inf")
        self.kilobytes = 0
        self._say("\0".join(paths))
        self.ready = self._out.readline() == "ready\n"

    def _say(self, line: str) -> None:
        pipe: IO[str] | None = self.process.stdin
        assert pipe is not None
        pipe.write(line + "\n")
        pipe.flush()

    @property
    def _out(self) -> IO[str]:
        assert self.process.stdout is not None
        return self.process.stdout

    def round(self) -> None:
        self._say("go")
        seconds, kilobytes = self._out.readline().split()
        self.seconds = min(self.seconds, float(seconds))
        self.kilobytes = int(kilobytes)

    def end(self) -> None:
        self.process.communicate()


SLOW = 2.5
"""Seconds a round from which two rounds are enough: what else the machine does matters less then."""


def in_memory(programs: dict[str, Path], paths: Sequence[str], size: int, rounds: int) -> dict[str, float]:
    """The table of programs; returns their MB/s."""
    running = {name: Program(python, name, paths) for name, python in programs.items()}
    for name in [name for name, program in running.items() if not program.ready]:
        print(f"not available: {name}", file=sys.stderr)
        running.pop(name).end()
    for number in range(rounds):
        for program in running.values():
            if number < 2 or program.seconds < SLOW:
                program.round()
    for program in running.values():
        program.end()
    speeds = {name: size / 1e6 / program.seconds for name, program in running.items()}
    print(f"{len(paths)} pages of {SET}, {size / 1e6:.0f} MB; CPU time, best of {rounds}\n")
    print("| | pages/s | MB/s | peak memory, MB | times lexbor |\n| --- | ---: | ---: | ---: | ---: |")
    for name in sorted(speeds, key=lambda name: -speeds[name]):
        pages, memory = len(paths) / running[name].seconds, running[name].kilobytes / 1000
        ratio = f"{speeds[name] / speeds[BARE]:.3f}" if BARE in speeds else ""
        print(f"| {name} | {pages:.0f} | {speeds[name]:.0f} | {memory:.0f} | {ratio} |")
    return speeds


def aims(speeds: dict[str, float]) -> None:
    """What the project has promised itself."""
    wanted = [
        (EXTRACT, BARE, 0.6),
        (EXTRACT, "resiliparse, main content", 1.5),
        (EXTRACT, "justext", 14.0),
        (EXTRACT_LXML, BARE_LXML, 0.7),
    ]
    print("\n| aim | wanted | reached |\n| --- | ---: | ---: |")
    for one, other, least in wanted:
        if one in speeds and other in speeds:
            print(f"| {one} : {other} | {least} | {speeds[one] / speeds[other]:.2f} |")


# ---- the filters on files ----


def timed(command: str, runs: int) -> tuple[float, float]:
    """The least wall-clock and CPU seconds of a shell command."""
    wall = cpu = float("inf")
    for _ in range(runs):
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(["bash", "-c", f"set -o pipefail; {command}"], check=True)
        wall = min(wall, time.perf_counter() - start)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = min(cpu, after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime)
    return wall, cpu


STEADY = "the pipe, each page three times"
"""With so many, starting three programs matters less."""
STEADY_JUSTEXT = f"{STEADY}, with justext"


def pipe(bin_: Path, paths: Sequence[str], size: int, rounds: int, in_process: float | None) -> None:
    import tempfile

    os.environ["PATH"] = f"{bin_}:{os.environ['PATH']}"
    with tempfile.TemporaryDirectory() as folder:
        names = Path(folder, "names")
        names.write_bytes(b"".join(os.fsencode(path) + b"\0" for path in paths))
        blocks, labelled = Path(folder, "blocks.jsonl"), Path(folder, "labelled.jsonl")
        first = f"blockify --files-from {names}"
        subprocess.run(f"{first} >{blocks}; classify {blocks} >{labelled}", shell=True, check=True)
        records = blocks.stat().st_size / size
        stages = {"blockify": f"{first}", "classify": f"classify {blocks}", "blocktext": f"blocktext {labelled}"}
        if not (bin_ / "blocktext").exists():
            del stages["blocktext"]
        rows = {"cat of the pages": f"xargs -0 cat <{names}", **stages}
        rows["the pipe"] = " | ".join([first, *list(stages)[1:]])
        rows[STEADY] = rows["the pipe"].replace(first, f"cat {names} {names} {names} | blockify --files-from -")
        rows[STEADY_JUSTEXT] = rows[STEADY].replace("| classify |", "| classify --algorithm justext |")
        rows["the pipe, -j2"] = " | ".join([f"{first} -j2", "classify -j2", *list(stages)[2:]])
        for name in list(stages)[:2]:
            rows[f"{name} -j2"] = f"{stages[name]} -j2"
        times = dict.fromkeys(rows, (float("inf"), float("inf")))
        for _ in range(rounds):
            for row, command in rows.items():
                wall, cpu = timed(f"{command} >/dev/null", 1)
                times[row] = min(times[row][0], wall), min(times[row][1], cpu)
    print(f"\nThe same pages as files; `{rows['the pipe'].replace(str(names), 'LIST')}`; best of {rounds}\n")
    print("| | wall s | CPU s | MB/s by wall | MB/s by CPU |\n| --- | ---: | ---: | ---: | ---: |")
    for row, (wall, cpu) in times.items():
        megabytes = size / 1e6 * (3 if row in (STEADY, STEADY_JUSTEXT) else 1)
        print(f"| {row} | {wall:.2f} | {cpu:.2f} | {megabytes / wall:.0f} | {megabytes / cpu:.0f} |")
    print(f"\nThe records of blockify are {records:.2f} of the size of the pages.")
    slower = [trees / justext for trees, justext in zip(times[STEADY], times[STEADY_JUSTEXT], strict=True)]
    print(f"\nThe default takes {slower[0]:.2f} times what justext takes by wall, {slower[1]:.2f} times by CPU.")
    if in_process:
        speed = 3 * size / 1e6 / times[STEADY_JUSTEXT][0]
        print(f"\nWith justext, the pipe has {speed / in_process:.2f} of the speed in one process.")


def startup(bin_: Path, page: str) -> None:
    from throughput import cpu_seconds

    rows = {"python -c pass": [sys.executable, "-c", "pass"]}
    for name in ("blockify", "classify", "blocktext"):
        if (bin_ / name).exists():
            rows[f"{name} --version"] = [str(bin_ / name), "--version"]
    rows["blockify of one small page"] = [str(bin_ / "blockify"), page]
    record = subprocess.run([str(bin_ / "blockify"), page], stdout=subprocess.PIPE, check=True).stdout
    rows["classify of its record"] = [str(bin_ / "classify")]
    seconds = dict.fromkeys(rows, float("inf"))
    for _ in range(20):
        for row, command in rows.items():
            seconds[row] = min(seconds[row], cpu_seconds(command, 1, record))
    print("\n| start-up | CPU ms | to `python -c pass` |\n| --- | ---: | ---: |")
    for row, taken in seconds.items():
        print(f"| `{row}` | {taken * 1000:.0f} | {taken / seconds['python -c pass']:.1f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--data", type=Path)
    parser.add_argument("--pages", type=int, default=300)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--only", nargs="+", default=[], help="programs of the first table whose names contain this")
    parser.add_argument("--no-peers", action="store_true", help="of the peers only the bare parsers")
    parser.add_argument("--no-pipe", action="store_true", help="only the first table")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.worker:
        return worker(args.worker, sys.stdin.readline().rstrip("\n").split("\0"))
    from peer_venv import ensure

    folder = args.data.resolve() / "html" / SET / "pages"
    every = sorted(str(path) for path in folder.glob("*.html"))
    if not every:
        sys.exit(f"bench: no pages in {folder}: `make data` unpacks them where they are at hand")
    paths = every[:: max(1, len(every) // args.pages)][: args.pages]
    sizes = {path: os.path.getsize(path) for path in paths}
    peers = ensure(HERE.parent / ".venv-peers-html", HERE / "peers-html.txt")
    bare = {name for name in PEERS if name.startswith("bare")}
    programs = {name: peers for name in PEERS if name in bare or not args.no_peers}
    programs |= dict.fromkeys(ours(), Path(sys.executable))
    if args.only:
        programs = {name: python for name, python in programs.items() if any(part in name for part in args.only)}
    speeds = in_memory(programs, paths, sum(sizes.values()), args.rounds)
    aims(speeds)
    if not args.no_pipe:
        bin_ = Path(sys.executable).parent
        pipe(bin_, paths, sum(sizes.values()), args.rounds, speeds.get(EXTRACT))
        startup(bin_, min((size, path) for path, size in sizes.items() if size > 1000)[1])


if __name__ == "__main__":
    main()
