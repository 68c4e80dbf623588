"""The labels of other programs, for bench/agreement.py; runs in an environment with bench/peers-html.txt.

The first line read is JSON, `{"stoplists": {LANG: [WORD, ...]}}`, the lists of streamclean. Each further line is a
page, `{"html", "lang", "peers": [NAME, ...]}`; written for each is `{NAME: {WAY: [[text, good], ...]}}`, the
pieces of the page in order. The ways:

- `as_is`: the page as it came;
- `unslashed`: with `<br>` for `<br/>`;
- `repaired`: as libxml2 reads it and writes it again, for peers that cannot read malformed pages;
- `seen`: repaired, and without what its own attributes hide, which streamclean's algorithms skip too.
"""

from __future__ import annotations

import json
import logging
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

import justext
from boilerpy3 import document, extractors, filters
from html_peers import CONTROLS
from lxml import etree
from lxml import html as lxml_html

Pieces = list[tuple[str, bool]]


class Boilerpy3:
    """Reads a page once for all extractors."""

    def __init__(self, html: str, words: frozenset[str]) -> None:
        # Pages with more end tags than start tags are an error otherwise.
        self.doc = extractors.Extractor(filters.FilterChain([]), raise_on_failure=False).parse_doc(html)

    def label(self, chain: filters.BoilerpipeFilter) -> Pieces:
        """All text blocks with their labels; a chain may fuse blocks, and drop those that are bad."""
        doc = document.TextDocument([block.clone() for block in self.doc.text_blocks], self.doc.title)
        chain.process(doc)
        good: set[int] = set()
        for block in doc.text_blocks:
            if block.is_content:
                good |= block.contained_text_elements
        return [(block.text, bool(block.contained_text_elements & good)) for block in self.doc.text_blocks]


class Justext:
    """Reads and labels a page at once; without stop words it is told to do without, as its documentation says."""

    def __init__(self, html: str, words: frozenset[str]) -> None:
        # lxml, through which it goes, refuses control characters.
        html = CONTROLS.sub("", html)
        densities = {} if words else {"stopwords_low": 0.0, "stopwords_high": 0.0}
        try:
            self.paragraphs = justext.justext(html.encode("utf-8", "replace"), words, encoding="utf-8", **densities)
        except etree.ParserError:
            self.paragraphs = []  # a page without any element

    def label(self, _: None) -> Pieces:
        return [(paragraph.text, not paragraph.is_boilerplate) for paragraph in self.paragraphs]


PEERS: dict[str, tuple[Callable[[str, frozenset[str]], Any], Any]] = {
    "justext": (Justext, None),
    "DefaultExtractor": (Boilerpy3, extractors.DefaultExtractor._filter_chain),
    "NumWordsRulesExtractor": (Boilerpy3, extractors.NumWordsRulesExtractor._filter),
    "ArticleExtractor": (Boilerpy3, extractors.ArticleExtractor._filter_chain),
    "CanolaExtractor": (Boilerpy3, extractors.CanolaExtractor._filter),
}
"""Of each peer: what reads a page, and what its `label` is told."""

HIDES = re.compile(r"(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))\s*(?:$|[;!])", re.IGNORECASE)


SLASHED = re.compile(r"<((?:area|br|col|hr|img|input|wbr)\b[^<>]*?)\s*/>", re.IGNORECASE)


def is_hidden(element: etree._Element) -> bool:
    hidden = element.get("hidden")
    return (hidden is not None and hidden.strip().lower() != "until-found") or bool(
        HIDES.search(element.get("style") or "")
    )


def repaired(html: str, seen: bool) -> str:
    """The page with all tags in their places; `seen`: without what is hidden."""
    parser = lxml_html.HTMLParser(encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True)
    root = lxml_html.document_fromstring(html.replace("\0", "").encode("utf-8", "replace"), parser=parser)
    if seen:
        for element in [element for element in root.iter(etree.Element) if is_hidden(element)]:
            if element.getparent() is not None and element.tag != "body":
                # Its tags stay, and its text goes.
                tail = element.tail
                element.clear()
                element.tail = tail
    for link in root.xpath("//a//a"):
        # boilerpy3 loses count of links in links.
        link.drop_tag()
    text: str = etree.tostring(root, method="html", encoding="unicode")
    return re.sub(r"<embed\b[^>]*>", r"\g<0></embed>", text.replace("</embed>", ""))


def ways(html: str) -> Iterator[tuple[str, str]]:
    yield "as_is", html
    yield "unslashed", SLASHED.sub(r"<\1>", html)
    try:
        yield "repaired", repaired(html, seen=False)
        yield "seen", repaired(html, seen=True)
    except etree.ParserError:
        return


def main() -> None:
    logging.disable(logging.CRITICAL)
    lists = {lang: frozenset(words) for lang, words in json.loads(sys.stdin.readline())["stoplists"].items()}
    for line in sys.stdin:
        page = json.loads(line)
        words = lists.get(page["lang"], frozenset())
        answers: dict[str, dict[str, Pieces]] = {name: {} for name in page["peers"]}
        for way, html in ways(page["html"]):
            readers: dict[Any, Any] = {}
            for name in answers:
                reader, setting = PEERS[name]
                if reader not in readers:
                    readers[reader] = reader(html, words)
                answers[name][way] = readers[reader].label(setting)
        print(json.dumps(answers), flush=True)


if __name__ == "__main__":
    main()
