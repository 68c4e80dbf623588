"""Sites made from templates, and real ones, with what is useful in each of their pages.

The made ones follow section 4 of Ikeda, Yamada & Hirokawa (2001) in number and size of pages: two news sites in
English, two in an Asian language (theirs Japanese, ours Chinese). Frames are made by a seeded generator, articles are
the gold texts of the DAnIEL set. As in the paper, useful are the headline and the body between their delimiters; the
headline comes a second time in the title, which is not useful.
"""

from __future__ import annotations

import html
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from streamclean import _core

Ranges = list[tuple[int, int]]
BIN = Path(sys.executable).parent


class Page(NamedTuple):
    text: str
    """Its source, white space folded."""
    useful: Ranges


class Look(NamedTuple):
    """What the frame of a made site is like."""

    name: str
    lang: str
    frame: int
    """Its length in characters."""
    headline: tuple[str, str]
    body: tuple[str, str]
    paragraph: str
    related: int
    """Headlines of other articles on each page."""


LOOKS = {
    "WPOST": Look(
        "The Morning Post",
        "en",
        37_000,
        ('<!-- plsfield:headline --><font face="Arial,Helvetica" size="+1"><b>', "</b></font><!-- plsfield:stop -->"),
        ("<!-- plsfield:description --><p>", "</p><!-- plsfield:stop -->"),
        "</p> <p>",
        3,
    ),
    "YOMIURI": Look(
        "每日新闻在线",
        "zh",
        12_000,
        ("<!-- midashi start --><h2>", "</h2><!-- midashi end -->"),
        ("<!-- honbun start -->", "<!-- honbun end -->"),
        "<br> ",
        5,
    ),
    "LATIMES": Look(
        "The Harbour Times",
        "en",
        25_000,
        ('<div id="story"><h1 class="title">', "</h1>"),
        ('<div class="storybody"><p class="par">', "</p></div></div>"),
        '</p><p class="par">',
        0,
    ),
    "SANKEI": Look(
        "晚报",
        "zh",
        2_500,
        ('<td class="head"><b>', "</b></td>"),
        ('<td class="text">', "</td></tr></table>"),
        "<br><br>",
        0,
    ),
}
PAGES = {"WPOST": 76, "YOMIURI": 168, "LATIMES": 150, "SANKEI": 23}


def made_sites(data: Path) -> dict[str, list[Page]]:
    articles: dict[str, list[list[str]]] = defaultdict(list)
    for line in (data / "html/daniel/gold.jsonl").read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        paragraphs = [" ".join(part.split()) for part in record["gold"].split("\n")]
        paragraphs = [html.escape(part, quote=False) for part in paragraphs if part]
        if len(paragraphs) > 1:
            articles[record["lang"]].append(paragraphs)
    sites = {}
    for name, look in LOOKS.items():
        mine, articles[look.lang] = articles[look.lang][: PAGES[name]], articles[look.lang][PAGES[name] :]
        sites[name] = site(look, mine)
    return sites


def site(look: Look, articles: list[list[str]]) -> list[Page]:
    pick = random.Random(look.name)
    top, side, foot = (frame(look, pick, look.frame // 3) for _ in range(3))
    headlines = [paragraphs[0] for paragraphs in articles]
    pages = []
    for i, (headline, *body) in enumerate(articles):
        name = f"A{pick.randrange(10**5)}-2001{pick.choice(['Jan', 'Feb', 'Mar'])}{pick.randrange(10, 29)}"
        others = pick.sample(headlines, min(look.related, len(headlines)))
        links = "".join(f'<li><a href="/{look.lang}/{pick.randrange(10**6)}.html">{other}</a></li>' for other in others)
        parts = [
            (f'<html><head><title>{headline} ({look.name})</title><meta name="document" content="{name}">', False),
            (f'<meta name="number" content="{i}"></head><body>{top}{look.headline[0]}', False),
            (headline, True),
            (f"{look.headline[1]}{side}{look.body[0]}", False),
            (look.paragraph.join(body), True),
            (f"{look.body[1]}<ul>{links}</ul>", False),
            (f'<a href="/mail?id={name}">E-Mail</a><a href="/print?id={name}">Print</a>{foot}</body></html>', False),
        ]
        pages.append(joined(parts))
    return pages


def joined(parts: list[tuple[str, bool]]) -> Page:
    text, useful = "", []
    for part, good in parts:
        if good:
            useful.append((len(text), len(text) + len(part)))
        text += part
    return Page(text, useful)


def frame(look: Look, pick: random.Random, length: int) -> str:
    """A piece of a site's frame: the same on all its pages."""
    words = [
        "news",
        "world",
        "sport",
        "local",
        "weather",
        "business",
        "style",
        "search",
        "mail",
        "help",
        "index",
        "today",
        "shop",
        "jobs",
        "cars",
        "homes",
    ]
    parts: list[str] = []
    size = 0
    while size < length:
        kind = pick.randrange(4)
        word, number = pick.choice(words), pick.randrange(1000)
        if kind == 0:
            part = f'<tr><td width="{number}"><img src="/images/{word}{number}.gif" alt="" border="0"></td></tr>'
        elif kind == 1:
            part = f'<a href="/{word}/{pick.choice(words)}{number}.htm"><font size="-1">{word} {number}</font></a> '
        elif kind == 2:
            part = f"<script>var {word}{number} = new Image(); {word}{number}.src = '/ads/{number}/{word}';</script>"
        else:
            part = f'<div class="{word}"><p>{look.name} {" ".join(pick.sample(words, 6))}</p></div>'
        parts.append(part)
        size += len(part)
    return "".join(parts)


def real_sites(data: Path) -> dict[str, list[Page]]:
    """Groups of ten or eleven news pages of one site and year; useful are the blocks that the gold text has."""
    folder = data / "sites/utomo-big9"
    gold = [json.loads(line) for line in (folder / "gold.jsonl").read_text(encoding="utf-8").splitlines()]
    gold = [record for record in gold if record["site"]]
    texts = [fold(_core.Decoded((folder / record["file"]).read_bytes()).text.decode()) for record in gold]
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        for i, (record, text) in enumerate(zip(gold, texts, strict=True)):
            (work / f"{i:03}.html").write_text(text, encoding="utf-8")
            record["id"] = f"{i:03}.html"
        (work / "gold.jsonl").write_text("".join(json.dumps(record) + "\n" for record in gold), encoding="utf-8")
        pipe = f"{BIN}/blockify --spans --encoding utf-8 [0-9]*.html | {BIN}/cleaneval --align gold.jsonl"
        done = subprocess.run(["sh", "-c", pipe], cwd=work, capture_output=True, check=True)
    sites: dict[str, list[Page]] = defaultdict(list)
    for record, text, line in zip(gold, texts, done.stdout.splitlines(), strict=True):
        blocks = json.loads(line).get("blocks", [])
        spans = [tuple(block["span"]) for block in blocks if block["gold"] == "good"]
        sites[record["site"]].append(Page(text, in_characters(text, spans)))
    return dict(sorted(sites.items()))


def fold(text: str) -> str:
    """Tabs and line ends are spaces, and consecutive spaces one (section 3)."""
    return re.sub(" +", " ", re.sub("[\t\r\n]", " ", text))


def in_characters(text: str, spans: list[tuple[int, ...]]) -> Ranges:
    """Ranges of the bytes of a text as ranges of its characters, in order and apart."""
    data = text.encode()
    found: Ranges = []
    byte = char = 0
    for start, end in sorted(spans):
        start, end = max(start, byte), max(end, byte)
        first = char + len(data[byte:start].decode(errors="ignore"))
        last = first + len(data[start:end].decode(errors="ignore"))
        byte, char = end, last
        if last > first:
            found.append((first, last))
    return found


def results(pages: int) -> list[tuple[str, list[str]]]:
    """Pages of search results, and the records of each."""
    pick = random.Random("results")
    look = Look("Finder", "en", 6000, ("", ""), ("", ""), "", 0)
    top, foot = frame(look, pick, 4000), frame(look, pick, 2000)
    letters = "abcdefghijklmnopqrstuvwxyz"
    word = lambda: "".join(pick.choices(letters, k=pick.randrange(3, 10)))  # noqa: E731
    found = []
    for _ in range(pages):
        hits = [" ".join(word() for _ in range(pick.randrange(3, 25))) for _ in range(pick.randrange(1, 12))]
        rows = "".join(
            f'<tr class="hit"><td valign="top"><b>{i}</b></td><td>{hit}</td></tr> ' for i, hit in enumerate(hits)
        )
        found.append(
            (f"<html><head><title>Finder</title></head><body>{top}<table>{rows}</table>{foot}</body></html>", hits)
        )
    return found
