"""The main text of a page by other extractors; runs in .venv-peers-html, one of them in a process.

    python extractor_peers.py NAME

The first line read is JSON, is not needed here, and is answered by `{"error"}` once the package works. Each further
line is a page, `{"html", "lang", "url"}`, and is answered by `{"text", "error"}`.

All of them take characters, and get those that streamclean has decoded: a wrong declaration of the encoding hurts
nobody. Options are as they come, but for what the name says, and where another choice is better for the peer:
resiliparse leaves out alternative texts of images, which no gold has; jusText and newspaper4k are told the language;
rs-trafilatura is told the address, where there is one, by which it tells types of pages apart.
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
    extract: Callable[[Page], str]


class Page(NamedTuple):
    html: str
    lang: str = "en"
    url: str = ""


def justext(page: Page) -> str:
    return html_peers.justext_text(page.html, html_peers.own_list(page.lang))


def boilerpy3(name: str, page: Page) -> str:
    return html_peers.boilerpy3_text(name, page.html)


def boilerpy3_repaired(name: str, page: Page) -> str:
    """On a page whose tags are in their places: on others it may lose all text."""
    from agreement_peers import repaired

    return boilerpy3(name, page._replace(html=repaired(page.html, seen=False)))


def trafilatura(options: dict[str, Any], page: Page) -> str:
    from trafilatura import extract

    return extract(page.html, **options) or ""


def resiliparse(options: dict[str, Any], page: Page) -> str:
    from resiliparse.extract.html2text import extract_plain_text

    text: str = extract_plain_text(page.html, **options)
    return text


def for_lxml(html: str) -> str:
    return html_peers.CONTROLS.sub("", html)


def readability(page: Page) -> str:
    """It answers with HTML, all text of which counts."""
    from readability import Document

    return resiliparse(NO_EXTRAS, Page(Document(for_lxml(page.html)).summary()))


def rs_trafilatura(with_address: bool, page: Page) -> str:
    from rs_trafilatura import extract

    text: str = extract(page.html, url=(page.url or None) if with_address else None).main_content or ""
    return text


def newspaper4k(page: Page) -> str:
    from newspaper import Article
    from newspaper.languages import valid_languages

    known = {"language": page.lang} if page.lang in (code for code, _ in valid_languages()) else {}
    article = Article("https://example.org/", fetch_images=False, **known)
    article.download(input_html=for_lxml(page.html))
    article.parse()
    text: str = article.text
    return text


MAIN = {"main_content": True}
NO_EXTRAS = {"alt_texts": False, "list_bullets": False}

PEERS = {
    "rs-trafilatura": Peer("rs-trafilatura", partial(rs_trafilatura, True)),
    "rs-trafilatura, no address": Peer("rs-trafilatura", partial(rs_trafilatura, False)),
    "trafilatura": Peer("trafilatura", partial(trafilatura, {})),
    "trafilatura, recall": Peer("trafilatura", partial(trafilatura, {"favor_recall": True})),
    "trafilatura, precision": Peer("trafilatura", partial(trafilatura, {"favor_precision": True})),
    "trafilatura, no comments": Peer("trafilatura", partial(trafilatura, {"include_comments": False})),
    "resiliparse": Peer("Resiliparse", partial(resiliparse, MAIN | NO_EXTRAS)),
    "resiliparse, no comments": Peer("Resiliparse", partial(resiliparse, MAIN | NO_EXTRAS | {"comments": False})),
    "resiliparse, alternative texts": Peer("Resiliparse", partial(resiliparse, MAIN)),
    "newspaper4k": Peer("newspaper4k", newspaper4k),
    "readability-lxml": Peer("readability-lxml", readability),
    "jusText": Peer("jusText", justext),
    "boilerpy3 Article": Peer("boilerpy3", partial(boilerpy3, "Article")),
    "boilerpy3 Article, repaired": Peer("boilerpy3", partial(boilerpy3_repaired, "Article")),
    "boilerpy3 Default": Peer("boilerpy3", partial(boilerpy3, "Default")),
}


TRIAL = Page("<html><body><p>A page that no package fails on, unless it is not there.</p></body></html>")


def answer(extract: Callable[[Page], str], page: Page) -> dict[str, str | None]:
    try:
        text = extract(page)
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
    extract(TRIAL)
    print(json.dumps({"error": None}), file=answers, flush=True)
    for line in sys.stdin:
        print(json.dumps(answer(extract, Page(**json.loads(line)))), file=answers, flush=True)


if __name__ == "__main__":
    main()
