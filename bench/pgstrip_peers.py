"""Where other packages cut the Project Gutenberg boilerplate off a book, as line numbers.

    python bench/pgstrip_peers.py FILE...           # or --list FILE, one path a line
    python bench/pgstrip_peers.py --peer gutenbergpy --peer marker-regex FILE...

Prints `peer<TAB>file<TAB>lines<TAB>preamble_end<TAB>epilogue_start` (0-based lines, split at \\n), with a
sixth field `crashed` where the peer raised an error: it then counts as having cut nothing.
The peers are installed into .venv-peers (bench/peers-pgstrip.txt) on the first run, and again whenever
that list changes; nothing else is fetched.
"""

from __future__ import annotations

import argparse
import logging
import os
import re
import subprocess
import sys
import tempfile
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, nullcontext
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path

import peer_venv

HERE = Path(__file__).resolve().parent
REQUIREMENTS = HERE / "peers-pgstrip.txt"
VENV = HERE.parent / ".venv-peers"

Strip = Callable[[str], str]


# ---- the peers: each loads its package and returns a function from a text to the text it keeps ----


def _gutenberg() -> Strip:
    from gutenberg.cleanup import strip_headers

    return strip_headers


def _gutenberg_cleaner_simple() -> Strip:
    from gutenberg_cleaner import simple_cleaner

    return simple_cleaner


def _gutenberg_cleaner_super() -> Strip:
    from gutenberg_cleaner import super_cleaner

    def strip(text: str) -> str:
        # min_token=-1 is the package's own switch for «do not tokenize», which would need nltk's data.
        return re.sub(r"^\[deleted\]$", "", super_cleaner(text, min_token=-1), flags=re.M)

    return strip


def _gutenbergpy() -> Strip:
    from gutenbergpy.textget import strip_headers

    return lambda text: strip_headers(text.encode("utf-8")).decode("utf-8")


def _gutenfetchen() -> Strip:
    from gutenfetchen.cleaner import clean_text

    return clean_text


def _gutenhaiku() -> Strip:
    from gutenhaiku.cleaner import strip_headers

    return partial(strip_headers, progress_bar=nullcontext)


def _summarize_gutenberg() -> Strip:
    from summarize_gutenberg.get_text import strip_headers

    return lambda text: strip_headers(text.encode("utf-8"))


def _ebookmaker() -> Strip:
    from ebookmaker.parsers.boilerplate import strip_headers_from_txt

    return lambda text: strip_headers_from_txt(text)[0]


def _chapterize() -> Strip:
    from chapterize.chapterize import Book

    def strip(text: str) -> str:
        # It only works from file to file, the output going to the current directory.
        with tempfile.TemporaryDirectory() as scratch, chdir(scratch):
            Path("book.txt").write_text(text)
            Book("book.txt", True, False)
            return Path("book-extracted.txt").read_text()

    return strip


START_LINE = re.compile(r"START\s+OF\s+(?:TH(?:E|IS)\s+)?PROJECT\s+GUTENBERG", re.I)
END_LINE = re.compile(r"\bEND\s+OF\s+(?:TH(?:E|IS)\s+)?PROJECT\s+GUTENBERG", re.I)
SMALL_PRINT_END = re.compile(r"\*END\W*THE\s+SMALL\s+PRINT|SMALL\s+PRINT!.*\*END\*", re.I)
HEAD = 600  # no start marker is looked for below this line: some eras repeat the small print at the end


def _marker_regex() -> Strip:
    return strip_by_markers


def strip_by_markers(text: str) -> str:
    """The baseline: what stands between the last start marker and the first end marker."""
    lines = text.split("\n")
    end = next((i for i, line in enumerate(lines) if END_LINE.search(line)), len(lines))
    starts = [i for i, line in enumerate(lines[: min(end, HEAD)]) if is_start(line)]
    return "\n".join(lines[_end_of_marker(lines, starts[-1]) if starts else 0 : end])


def is_start(line: str) -> bool:
    return bool(START_LINE.search(line) or SMALL_PRINT_END.search(line))


def _end_of_marker(lines: list[str], i: int) -> int:
    """The line after the marker at line i: a long title wraps it, the closing stars ending it."""
    if lines[i].lstrip().startswith("***") and not lines[i].rstrip().endswith("*"):
        for j in range(i + 1, min(i + 4, len(lines))):
            if lines[j].rstrip().endswith("***"):
                return j + 1
    return i + 1


PEERS: dict[str, Callable[[], Strip]] = {
    "gutenberg": _gutenberg,
    "gutenberg-cleaner simple": _gutenberg_cleaner_simple,
    "gutenberg-cleaner super": _gutenberg_cleaner_super,
    "gutenbergpy": _gutenbergpy,
    "summarize-gutenberg": _summarize_gutenberg,
    "gutenhaiku": _gutenhaiku,
    "gutenfetchen": _gutenfetchen,
    "ebookmaker": _ebookmaker,
    "chapterize": _chapterize,
    "marker-regex": _marker_regex,
}


# ---- from the kept text back to line numbers ----


def key(line: str) -> str:
    """A line as it survives the peers' own touches: spacing, capitals, _italics_, note numbers."""
    bare = re.sub(r"\[\d+\]", "", line).casefold()
    return "".join(filter(str.isalnum, bare)) or "".join(bare.split())


def split_lines(text: str) -> list[str]:
    """Lines as `pgstrip` counts them: split at \\n, no empty line after a final one."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def tokens(lines: Sequence[str]) -> Iterator[tuple[int, str]]:
    """(line number, key) of the non-blank pieces: peers that call splitlines also split at form feeds."""
    for number, line in enumerate(lines):
        for piece in line.splitlines():
            if piece_key := key(piece):
                yield number, piece_key


class Aligner:
    """Finds the kept pieces of a text among the original ones."""

    def __init__(self, original: list[str]) -> None:
        self.original = original
        self.places: dict[str, list[int]] = defaultdict(list)
        for place, piece in enumerate(original):
            self.places[piece].append(place)

    def ends(self, kept: list[str]) -> tuple[int, int] | None:
        """The first and the last original piece that was kept.

        The longest run that both share is the anchor; from there the pieces are followed outwards, each
        taken at its nearest place. So a title that stands in the header and on the title page, or a
        piece dropped in between, does not pull the boundary into the boilerplate.
        """
        anchor = SequenceMatcher(None, self.original, kept, autojunk=False).find_longest_match()
        if not anchor.size:
            return None
        return self._first(kept, anchor.a, anchor.b), self._last(
            kept, anchor.a + anchor.size - 1, anchor.b + anchor.size - 1
        )

    def _first(self, kept: list[str], place: int, index: int) -> int:
        for i in range(index - 1, -1, -1):
            places = self.places.get(kept[i], [])
            before = bisect_left(places, place)
            if before:
                place = places[before - 1]
            elif i == 0 and place and self.original[place - 1].endswith(kept[0]):
                place -= 1  # the rest of a line cut in its middle
        return place

    def _last(self, kept: list[str], place: int, index: int) -> int:
        for i in range(index + 1, len(kept)):
            places = self.places.get(kept[i], [])
            after = bisect_right(places, place)
            if after < len(places):
                place = places[after]
            elif i == len(kept) - 1 and place + 1 < len(self.original):
                place += self.original[place + 1].startswith(kept[i])  # a line cut in its middle
        return place


def boundaries(lines: Sequence[str], kept: str) -> tuple[int, int]:
    """(preamble_end, epilogue_start) of what was kept; (all, 0) when that is nothing."""
    original = list(tokens(lines))
    found = Aligner([piece for _, piece in original]).ends([piece for _, piece in tokens(kept.split("\n"))])
    if found is None:
        return len(lines), 0
    return original[found[0]][0], original[found[1]][0] + 1


def decode(data: bytes) -> str:
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


# ---- the environment and the command ----


def ensure_venv() -> Path:
    """The Python of .venv-peers, made anew when the pinned versions changed."""
    return peer_venv.ensure(VENV, REQUIREMENTS, ["--no-deps", "--ignore-requires-python"])


def load(names: Sequence[str]) -> dict[str, Strip]:
    """The peers that can be imported; the others are named on stderr."""
    loaded = {}
    for name in names:
        try:
            loaded[name] = PEERS[name]()
        except Exception as error:
            print(f"not available: {name}: {error!r}", file=sys.stderr)
    return loaded


def run(paths: Sequence[Path], peers: dict[str, Strip]) -> None:
    for path in paths:
        text = decode(path.read_bytes())
        lines = split_lines(text)
        # The peers get what open() in text mode would give them.
        given = text.replace("\r\n", "\n").replace("\r", "\n")
        for name, strip in peers.items():
            try:
                kept = strip(given)
            except (Exception, SystemExit) as error:  # chapterize gives up by exit()
                print(f"crashed: {name}: {path}: {error!r}", file=sys.stderr)
                print(name, path, len(lines), 0, len(lines), "crashed", sep="\t")
            else:
                print(name, path, len(lines), *boundaries(lines, kept), sep="\t")


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--list", type=Path, help="a file of paths, one a line")
    parser.add_argument("--peer", action="append", choices=list(PEERS), help="only this one (repeatable)")
    parser.add_argument("--no-venv", action="store_true", help="use the packages of this Python")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    args = arguments(argv)
    if not args.no_venv and Path(sys.prefix).resolve() != VENV:
        python = ensure_venv()
        given = list(sys.argv[1:] if argv is None else argv)
        # UTF-8 mode: chapterize reads and writes in the locale's encoding. No network: none is needed.
        command = [str(python), str(Path(__file__).resolve()), *given]
        return subprocess.run(command, env={**os.environ, "PYTHONUTF8": "1"}).returncode
    logging.disable(logging.CRITICAL)
    paths = args.files + ([Path(p) for p in args.list.read_text().splitlines() if p] if args.list else [])
    run(paths, load(args.peer or list(PEERS)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
