"""blockview: one file to look at, whatever the pages hold. What a browser would do with it is read from its markup."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser

import pytest

EVIL = [
    "</p></div></details></main><script>alert(1)</script>",
    '<img src=x onerror="alert(2)">',
    "\"><svg onload=alert(3)><a href='javascript:alert(4)'>x</a>",
    "' onclick=alert(5) '",
    "</style></title></textarea><style>*{display:none}</style><base href=//evil.example>",
    "<!-- <meta http-equiv=refresh content='0;url=//evil.example'>",
    "&lt;script&gt;alert(6)&lt;/script&gt;&#60;b&#62;",
    "\u202eevil\x00\x1b\x7f\ud800\u2028",
]
TAGS = {
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "header",
    "h1",
    "p",
    "span",
    "kbd",
    "main",
    "details",
    "summary",
    "b",
    "em",
    "div",
    "strong",
    "small",
    "mark",
    "a",
    "footer",
    "output",
    "script",
}
ATTRIBUTES = {
    ("html", "lang"),
    ("meta", "charset"),
    ("meta", "name"),
    ("meta", "content"),
    ("meta", "http-equiv"),
    ("details", "open"),
    ("div", "title"),
    ("a", "href"),
    ("a", "rel"),
}
CLASSES = {"legend", "keys", "g", "r", "y", "bg", "br", "by", "b", "e", "page", "blocks", "h", "li", "pre"}


class Markup(HTMLParser):
    """The elements of a file, each with its attributes and the text in it."""

    VOID = ("meta",)

    def __init__(self, file: bytes) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None], list[str]]] = []
        self.open: list[int] = []
        self.feed(file.decode())
        self.close()
        assert self.open == [], "all elements are closed"

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs), []))
        if tag not in self.VOID:
            self.open.append(len(self.elements) - 1)

    def handle_endtag(self, tag):
        assert self.elements[self.open.pop()][0] == tag

    def handle_data(self, data):
        for element in self.open:
            self.elements[element][2].append(data)

    def handle_comment(self, data):
        raise AssertionError("a comment")

    def all(self, tag: str, name: str = "") -> list[tuple[dict[str, str | None], str]]:
        """The elements of a tag, and of a class if one is given."""
        found = [(attributes, "".join(text)) for each, attributes, text in self.elements if each == tag]
        return [one for one in found if not name or name in (one[0].get("class") or "").split()]


def view(run, *records, options=()) -> Markup:
    done = run("blockview", *options, input=b"".join(json.dumps(record).encode() + b"\n" for record in records))
    assert (done.returncode, done.stderr) == (0, b"")
    return Markup(done.stdout)


def page(*blocks, **fields):
    return {"id": "a", **fields, "blocks": list(blocks)}


GOOD = {"text": "Text.", "class": "good"}


# Safety


def test_nothing_of_a_page_is_markup(run):
    blocks = [
        {"text": one, "class": one, "context_free": one, "reason": one, "gold": "good", "path": f">{one}", "tag": one}
        for one in EVIL
    ]
    parts = {"text": EVIL[0], "class": "good", "parts": [[0, 5], [9, 12]]}
    records = [
        {"id": one, "url": one, "title": one, "blockify": {"title": one}, "blocks": [*blocks, parts]} for one in EVIL
    ]
    markup = view(run, *records, options=["--title", EVIL[0]])
    for tag, attributes, _ in markup.elements:
        assert tag in TAGS
        assert {(tag, name) for name in attributes if name != "class"} <= ATTRIBUTES
        assert set((attributes.get("class") or "").split()) <= CLASSES
    assert len(markup.all("script")) == len(markup.all("style")) == 1
    assert markup.all("a") == [], "none of these is an address"
    texts = [text for _, text in markup.all("p")]
    for one in EVIL[:-1]:
        assert texts.count(one) >= len(EVIL), "all of it is text"
    assert len(markup.all("details")) == len(EVIL)


def test_the_policy_allows_this_script_and_style_and_nothing_else(run):
    markup = view(run, page(GOOD))
    [policy] = [
        attributes["content"] for attributes, _ in markup.all("meta") if attributes.get("http-equiv") is not None
    ]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules.pop("default-src") == rules.pop("base-uri") == rules.pop("form-action") == "'none'"
    for tag in ("script", "style"):
        [(_, source)] = markup.all(tag)
        digest = base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()
        assert rules.pop(f"{tag}-src") == f"'sha256-{digest}'", f"the hash of the {tag} in view/mod.rs is old"
    assert rules == {}
    # It comes before anything that it rules.
    names = [tag for tag, _, _ in markup.elements]
    assert names.index("meta") < names.index("title") < names.index("style")


def test_the_file_asks_for_nothing(run):
    [(_, style)], [(_, script)] = (view(run, page(GOOD)).all(tag) for tag in ("style", "script"))
    assert "url(" not in style
    assert "@import" not in style
    assert not re.search("fetch|XMLHttp|import|eval|innerHTML|location|http", script)


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "JavaScript://x/%0aalert(1)",
        "data:text/html,x",
        "//x.example",
        "file:///etc",
        "http://a b",
    ],
)
def test_only_addresses_of_the_web_are_links(run, url):
    assert view(run, page(GOOD, url=url)).all("a") == []


def test_addresses_of_the_web_are_links(run):
    [(attributes, text)] = view(run, page(GOOD, url='https://x.example/?a="b"&c')).all("a")
    assert attributes == {"rel": "noopener noreferrer", "href": 'https://x.example/?a="b"&c'}
    assert text == attributes["href"]


# What is shown


def test_colours_reasons_and_errors(run):
    blocks = [
        {"text": "One.", "class": "good", "context_free": "short", "score": 0.875, "reason": "near good", "words": 1},
        {"text": "Two.", "class": "bad", "gold": "good"},
        {"text": "Three.", "class": "good", "gold": "bad"},
        {"text": "Four.", "class": "bad", "gold": "undecided"},
        {"text": "Five.", "class": "dup"},
        {"text": "Six.", "gold": "good"},
    ]
    markup = view(run, page(*blocks, title="T"))
    rows = markup.all("div", "b")
    assert [attributes["class"] for attributes, _ in rows] == ["b g", "b r e", "b g e", "b r", "b y", "b g"]
    titles = [attributes["title"] for attributes, _ in rows]
    assert titles[0].split("\n")[:4] == [
        "class: good",
        "context-free class: short",
        "reason: near good",
        "score: 0.875",
    ]
    assert "gold: good" in titles[1]
    # What hovering shows is not needed to read it.
    assert "good 0.88" in rows[0][1]
    assert "near good" in rows[0][1]
    assert "false bad" in rows[1][1]
    assert "false good" in rows[2][1]
    assert len(markup.all("div", "by")) == 2, "a short block and a duplicate"
    [(_, summary)] = markup.all("summary")
    assert summary == "T3 of 6 blocks good, 3 of 6 words 2 errors"
    [(_, footer)] = markup.all("footer")
    assert footer == "1 page, 6 blocks, 2 errors"


def test_good_parts_are_marked(run):
    block = {"text": "né yes no", "class": "bad", "parts": [[3, 6]]}
    assert [text for _, text in view(run, page(block)).all("mark")] == ["yes"]


def test_form_of_blocks(run):
    blocks = [
        {"text": "H", "path": ">h2", "heading": 2},
        {"text": "i", "path": ">ul>li"},
        {"text": "p\n  q", "path": ">pre"},
    ]
    shown = view(run, page(*blocks)).all("p")
    assert [(one[0].get("class"), one[1]) for one in shown if one[0].get("class") in ("h", "li", "pre")] == [
        ("h", "H"),
        ("li", "i"),
        ("pre", "p\n  q"),
    ]


def test_title_of_a_page(run):
    for fields, expected in [
        ({"title": "T"}, "T"),
        ({"blockify": {"title": "B"}}, "B"),
        ({"title": "", "blockify": {"title": "B"}}, "B"),
        ({"title": 1}, "a"),
        ({}, "a"),
    ]:
        [(_, heading)] = view(run, page(**fields)).all("b")
        assert heading == expected


def is_open(markup: Markup) -> list[bool]:
    return ["open" in attributes for attributes, _ in markup.all("details")]


def test_one_page_is_open_and_of_several_there_is_a_list(run):
    assert is_open(view(run, page(GOOD))) == [True]
    assert is_open(view(run, page(GOOD), page(GOOD), page(GOOD))) == [False] * 3
    assert is_open(view(run, page(GOOD), page(GOOD), options=["--open"])) == [True] * 2
    assert is_open(view(run)) == []


def test_only_pages_with_errors(run):
    wrong = {"text": "x", "class": "good", "gold": "bad"}
    markup = view(run, page(GOOD), page(wrong, title="W"), page(GOOD), options=["--errors"])
    assert [text for _, text in markup.all("b")] == ["W"]


def test_bad_records_leave_a_whole_file(run):
    lines = [json.dumps(page(GOOD)).encode(), b'{"blocks":[1]}', b"", b"{", json.dumps(page(GOOD)).encode()]
    done = run("blockview", "--on-error", "skip", "--stats", input=b"\n".join(lines))
    assert done.returncode == 1
    assert len(Markup(done.stdout).all("details")) == 2
    stats = json.loads(done.stderr.splitlines()[-1])
    assert (stats["pages"], stats["blocks"], stats["errors"], stats["rejected"]) == (2, 2, 0, 2)


# Reading it


def luminance(colour: str) -> float:
    """Of WCAG 2."""
    colour = colour.lstrip("#")
    digits = [colour[i] * 2 for i in range(3)] if len(colour) == 3 else [colour[i : i + 2] for i in (0, 2, 4)]
    parts = [int(two, 16) / 255 for two in digits]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_text_is_readable_in_light_and_dark(run):
    [(_, style)] = view(run).all("style")
    schemes = [dict(re.findall(r"--([a-z-]+):(#[0-9a-f]+)", part)) for part in style.split("prefers-color-scheme:dark")]
    assert len(schemes) == 2
    for colours in schemes:
        for ground in ("page", "good", "bad", "other"):
            for ink in ("text", "muted", "error"):
                low, high = sorted(luminance(colours[name]) for name in (ground, ink))
                assert (high + 0.05) / (low + 0.05) >= 4.5, (ink, ground, colours[ink])
        for kind in ("good", "bad", "other"):
            low, high = sorted(luminance(colours[name]) for name in (kind, f"{kind}-bar"))
            assert (high + 0.05) / (low + 0.05) >= 3, kind
