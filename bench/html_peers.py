"""The text that other packages of the same methods leave of a page; runs in .venv-peers-html.

The first line read is JSON, `{"stoplists": {LANG: [WORD, ...]}}`, the lists of streamclean. Each further line is a
page, `{"html", "lang"}`, and is answered by `{PEER: TEXT}`; a peer that fails on a page leaves nothing of it, and says
so on standard error.
"""

from __future__ import annotations

import json
import logging
import re
import select
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

SCRIPT = Path(__file__).resolve()
HERE = SCRIPT.parent
REQUIREMENTS = HERE / "peers-html.txt"
VENV = HERE.parent / ".venv-peers-html"

PEERS = {
    "justext 3.0.2": ("justext", "jusText"),
    "justext 3.0.2, our list": ("justext", "jusText"),
    "boilerpy3 NumWordsRules": ("boilerpipe-default", "DefExt_lxml"),
    "boilerpy3 Default": ("boilerpipe-density", "DefExt"),
    "boilerpy3 Article": ("boilerpipe-article", "ArticleExt"),
    "boilerpy3 Canola": ("boilerpipe-canola", "CanolaExt"),
}
"""What they are called here; the algorithm of streamclean that is the same method, and its row in our tables."""

JUSTEXT_LISTS = {
    "bg": "Bulgarian",
    "cs": "Czech",
    "de": "German",
    "el": "Greek",
    "en": "English",
    "es": "Spanish",
    "fi": "Finnish",
    "fr": "French",
    "id": "Indonesian",
    "la": "Latin",
    "no": "Norwegian_Bokmal",
    "pl": "Polish",
    "pt": "Portuguese",
    "ru": "Russian",
}

CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")


class Peers:
    """A process of the peers' own Python, which answers lines of JSON."""

    def __init__(self, script: Path, stoplists: dict[str, list[str]], *arguments: str) -> None:
        command = [str(ensure_venv()), str(script), *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send(stoplists=stoplists)

    def send(self, **page: object) -> None:
        """Gives them a page, to work on while the caller does something else."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(page).encode() + b"\n")
        self.process.stdin.flush()

    def answer(self, seconds: float | None = None) -> dict[str, Any]:
        """What they say of the page that was sent; a TimeoutError if they take longer, an EOFError if they ended."""
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            raise TimeoutError
        line = self.process.stdout.readline()
        if not line:
            raise EOFError
        answer: dict[str, Any] = json.loads(line)
        return answer

    def receive(self) -> dict[str, Any]:
        """The same where nothing may fail."""
        try:
            return self.answer()
        except EOFError:
            sys.exit(f"bench: the peers ended with status {self.process.wait()}")

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def ensure_venv() -> Path:
    """The Python of .venv-peers-html, made anew when the pinned versions changed."""
    import peer_venv

    return peer_venv.ensure(VENV, REQUIREMENTS)


# ---- in the peers' Python ----


def justext_text(html: str, words: frozenset[str]) -> str:
    """Without a list for a language, jusText is told to do without stop words, as its documentation says."""
    import justext

    # lxml, through which it goes, refuses control characters.
    html = CONTROLS.sub("", html)
    densities = {} if words else {"stopwords_low": 0.0, "stopwords_high": 0.0}
    paragraphs = justext.justext(html.encode(), words, encoding="utf-8", **densities)
    return "\n".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)


@cache
def own_list(lang: str) -> frozenset[str]:
    import justext

    name = JUSTEXT_LISTS.get(lang)
    return justext.get_stoplist(name) if name else frozenset()


def boilerpy3_text(name: str, html: str) -> str:
    from boilerpy3 import extractors

    extractor = getattr(extractors, f"{name}Extractor")
    # It may raise on pages that are not well-formed; without, it goes on with what it has read.
    return extractor(raise_on_failure=False).get_content(html)


def texts(html: str, lang: str, lists: dict[str, frozenset[str]]) -> Iterator[tuple[str, str]]:
    for name in PEERS:
        try:
            if name == "justext 3.0.2":
                text = justext_text(html, own_list(lang))
            elif name.startswith("justext"):
                text = justext_text(html, lists.get(lang, frozenset()))
            else:
                text = boilerpy3_text(name.split()[1], html)
        except Exception as error:
            print(f"crashed: {name}: {error!r}", file=sys.stderr)
            text = ""
        yield name, text.encode("utf-8", "replace").decode()


def main() -> None:
    logging.disable(logging.CRITICAL)
    lists = {lang: frozenset(words) for lang, words in json.loads(sys.stdin.readline())["stoplists"].items()}
    for line in sys.stdin:
        page = json.loads(line)
        print(json.dumps(dict(texts(page["html"], page["lang"], lists))), flush=True)


if __name__ == "__main__":
    main()
