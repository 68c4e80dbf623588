"""The main text of a page by other extractors; runs in .venv-peers-html, one of them in a process.

    python extractor_peers.py NAME

The first line read is JSON and is not needed here. Each further line is a page, `{"html", "lang"}`, and is answered by
`{"text", "error"}`. All of them take characters, and get those that streamclean has decoded: a wrong declaration of
the encoding hurts nobody. None is told the page's address. Options are as they come, but for what the name says.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import warnings
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import html_peers

SCRIPT = Path(__file__).resolve()


class Peer(NamedTuple):
    package: str
    """What it is called in bench/peers-html.txt."""
    extract: Callable[[str, str], str]
    """Of the characters of a page, and its language."""


def justext(html: str, lang: str) -> str:
    return html_peers.justext_text(html, html_peers.own_list(lang))


def boilerpy3(name: str, html: str, lang: str) -> str:
    return html_peers.boilerpy3_text(name, html)


def trafilatura(options: dict[str, Any], html: str, lang: str) -> str:
    from trafilatura import extract

    return extract(html, **options) or ""


def resiliparse(options: dict[str, Any], html: str, lang: str) -> str:
    from resiliparse.extract.html2text import extract_plain_text

    text: str = extract_plain_text(html, **options)
    return text


def readability(html: str, lang: str) -> str:
    """It answers with HTML, all text of which counts."""
    from readability import Document

    return resiliparse({"alt_texts": False, "list_bullets": False}, Document(html).summary(), lang)


def rs_trafilatura(html: str, lang: str) -> str:
    from rs_trafilatura import extract

    text: str = extract(html).main_content or ""
    return text


def newspaper4k(html: str, lang: str) -> str:
    from newspaper import Article
    from newspaper.languages import valid_languages

    known = {"language": lang} if lang in (code for code, _ in valid_languages()) else {}
    article = Article("https://example.org/", fetch_images=False, **known)
    article.download(input_html=html)
    article.parse()
    text: str = article.text
    return text


MAIN = {"main_content": True}

PEERS = {
    "rs-trafilatura": Peer("rs-trafilatura", rs_trafilatura),
    "trafilatura": Peer("trafilatura", partial(trafilatura, {})),
    "trafilatura, recall": Peer("trafilatura", partial(trafilatura, {"favor_recall": True})),
    "trafilatura, precision": Peer("trafilatura", partial(trafilatura, {"favor_precision": True})),
    "resiliparse": Peer("Resiliparse", partial(resiliparse, MAIN)),
    "resiliparse, no comments": Peer("Resiliparse", partial(resiliparse, MAIN | {"comments": False})),
    "newspaper4k": Peer("newspaper4k", newspaper4k),
    "readability-lxml": Peer("readability-lxml", readability),
    "jusText": Peer("jusText", justext),
    "boilerpy3 Article": Peer("boilerpy3", partial(boilerpy3, "Article")),
    "boilerpy3 Default": Peer("boilerpy3", partial(boilerpy3, "Default")),
}


def answer(extract: Callable[[str, str], str], page: dict[str, str]) -> dict[str, str | None]:
    try:
        text = extract(page["html"], page["lang"])
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a panic of a package written in Rust is no Exception
        return {"text": "", "error": repr(error)[:200]}
    return {"text": text.encode("utf-8", "replace").decode(), "error": None}


def main() -> None:
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    # What a package prints must not get between the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    extract = PEERS[sys.argv[1]].extract
    sys.stdin.readline()
    for line in sys.stdin:
        print(json.dumps(answer(extract, json.loads(line))), file=answers, flush=True)


if __name__ == "__main__":
    main()
