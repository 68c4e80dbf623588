"""Pages in Python: their text, their blocks, and which of these are good.

    >>> import streamclean
    >>> html = "<nav><a href=/>Home</a></nav><p>" + "This is the text of the page, and it is what you want. " * 5
    >>> streamclean.extract(html, "justext", lang="en")[:29]
    'This is the text of the page,'
    >>> [(block.tag, block.links) for block in streamclean.blocks(html)]
    [('nav', 1), ('p', 0)]

Work on pages is done without the interpreter's lock: threads share it out among the cores.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import orjson

from ._core import Labeller, Page

DEFAULT_ALGORITHM = "trees"

Option: TypeAlias = float | str | bytes | None


class Block(NamedTuple):
    """A block of a page, and what was said of it."""

    text: str
    tag: str = "body"
    """The innermost block-level element around it."""
    path: str = ""
    """The elements around it, with the words of their class, id and role that say what they are for."""
    shared: int = 0
    """How many elements at the start of the path are the same as the last block's."""
    words: int = 0
    links: int = 0
    """Words in links."""
    tags: int = 1
    """Tags since the text of the block before."""
    heading: int = 0
    """1 to 6 in a heading."""
    mark: str = ""
    """Why a reader may not see it: `select`, `noscript` or `hidden`."""
    nodes: str = ""
    """Its text nodes, as `blockify` writes them."""
    class_: str | None = None
    """`good` or `bad`, once it is classified."""
    context_free: str | None = None
    """The class without regard to the neighbours, where the algorithm has one."""
    score: float | None = None
    """From 0 to 1, where the algorithm has one."""
    reason: str | None = None
    """Which rule decided."""
    parts: tuple[tuple[int, int], ...] = ()
    """The parts of the text that are good, if not all of it is of one class."""

    @property
    def good(self) -> bool:
        return self.class_ == "good"


def extract(
    html: object,
    algorithm: str = DEFAULT_ALGORITHM,
    *,
    lang: str = "auto",
    encoding: str | None = None,
    **options: Option,
) -> str:
    """The good text of a page, a line for each block.

    `html` is bytes, whose encoding is found out unless it is given; text; or an lxml tree. `lang` is a language, `auto`
    or `any`. Other options are those of `classify` in Python's spelling: `preset="A"`, `length_low=100`.
    """
    labeller = _labeller(algorithm, lang, tuple(sorted(options.items())))
    if isinstance(html, str):
        try:
            return labeller.extract_str(html)
        except UnicodeEncodeError:
            # Half a pair of surrogates is no character.
            return labeller.extract(html.encode("utf-8", "replace"), encoding="utf-8")
    if isinstance(html, bytes | bytearray | memoryview):
        return labeller.extract(bytes(html), encoding=encoding)
    return labeller.extract_page(_page(html, encoding))


def extract_many(
    pages: Iterable[object],
    algorithm: str = DEFAULT_ALGORITHM,
    *,
    threads: int = 1,
    lang: str = "auto",
    encoding: str | None = None,
    **options: Option,
) -> Iterator[str]:
    """The good text of many pages, in their order, by a number of threads; few pages are held at a time."""
    from .parallel import ordered

    if threads < 1:
        raise ValueError("threads must be 1 or more")
    # What is wrong with the options is said now, and not with the first page.
    _labeller(algorithm, lang, tuple(sorted(options.items())))

    def work(page: tuple[object]) -> str:
        return extract(page[0], algorithm, lang=lang, encoding=encoding, **options)

    for text in ordered(work, ((page,) for page in pages), threads):
        assert text is not None
        yield text


def blocks(html: object, *, encoding: str | None = None) -> list[Block]:
    """The blocks of a page: bytes, text or an lxml tree."""
    return _blocks_of(_page(html, encoding).blocks(whole_paths=True))


def classify(
    blocks: Iterable[Block], algorithm: str = DEFAULT_ALGORITHM, *, lang: str = "auto", **options: Option
) -> list[Block]:
    """The same blocks with their classes."""
    labeller = _labeller(algorithm, lang, tuple(sorted(options.items())))
    return _blocks_of(labeller.label(orjson.dumps([_object_of(block) for block in blocks]), explain=True).blocks)


@lru_cache(maxsize=16)
def _labeller(algorithm: str, lang: str, options: tuple[tuple[str, Option], ...]) -> Labeller:
    given: dict[str, Any] = dict(options)
    preset, model, stoplist = (given.pop(name, None) for name in ("preset", "model", "stoplist"))
    settings = {name.replace("_", "-"): float(value) for name, value in given.items()}
    return Labeller(algorithm, settings=settings, preset=preset, model=model, lang=lang, stoplist=stoplist)


def _page(html: object, encoding: str | None) -> Page:
    if isinstance(html, str):
        return Page(html.encode("utf-8", "replace"), encoding="utf-8")
    if isinstance(html, bytes | bytearray | memoryview):
        return Page(bytes(html), encoding=encoding)
    from .lxml_driver import walk

    return walk(html)


def _blocks_of(value: bytes) -> list[Block]:
    found: list[Block] = []
    for members in orjson.loads(value):
        members["class_"] = members.pop("class", None)
        members["parts"] = tuple((start, end) for start, end in members.get("parts", ()))
        found.append(Block(**members))
    return found


def _object_of(block: Block) -> dict[str, object]:
    members = block._asdict()
    for name in ("class_", "context_free", "score", "reason", "parts"):
        del members[name]
    return members
