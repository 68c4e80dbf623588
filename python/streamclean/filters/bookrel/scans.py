"""The pages of what programs that read scans write: hOCR and ALTO."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from lxml import etree

from ...errors import InputError

_LINES = ("ocr_line", "ocrx_line", "ocr_caption", "ocr_header", "ocr_footer", "ocr_textfloat")

_ENCODING = re.compile(r"""\A(\s*<\?xml[^>]*?)\s+encoding\s*=\s*(?:"[^"]*"|'[^']*')""")

_NAMES = {"alto": "ALTO", "hocr": "hOCR"}


def pages_of(data: bytes, form: str | None) -> list[str]:
    """The text of each page, a line of the page a line. Without a form it is found out."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        data = _in_utf_8(data)
    if form is None:
        start = data[:4000].lower()
        form = "alto" if b"<alto" in start or b":alto" in start else "hocr"
    data = data.replace(b"\0", b"")
    if not data.strip():
        return []
    try:
        return _alto(data) if form == "alto" else _hocr(data)
    except etree.XMLSyntaxError as error:
        raise InputError(f"is no {_NAMES[form]}: {(error.msg or 'broken XML').splitlines()[0]}") from None


def _in_utf_8(data: bytes) -> bytes:
    """Of UTF-16, without what it says of its encoding."""
    return _ENCODING.sub(r"\1", data.decode("utf-16", "replace"), count=1).encode("utf-8", "replace")


def _hocr(data: bytes) -> list[str]:
    # Most of it is XHTML, but a declared encoding and unclosed tags are HTML's.
    parser = etree.HTMLParser(huge_tree=True, remove_comments=True, remove_pis=True)
    if not data.lstrip().startswith(b"<?xml") and b"charset" not in data[:4000].lower():
        parser = etree.HTMLParser(huge_tree=True, remove_comments=True, remove_pis=True, encoding="utf-8")
    root: Any = etree.fromstring(data, parser)
    pages = [] if root is None else [each for each in root.iter(etree.Element) if "ocr_page" in _classes(each)]
    if not pages:
        raise InputError("is no hOCR: no element of class ocr_page")
    return ["".join(_hocr_lines(page)) for page in pages]


def _hocr_lines(page: etree._Element) -> Iterator[str]:
    """The lines of a page; what is in no line is a line by itself."""
    lines: list[list[str]] = [[]]
    depth = 0
    for event, element in etree.iterwalk(page, events=("start", "end")):
        in_line = any(name in _LINES for name in _classes(element))
        if event == "start":
            if in_line:
                depth += 1
                if depth == 1:
                    lines.append([])
            if element.text:
                lines[-1].append(element.text)
            continue
        if in_line:
            depth -= 1
            if depth == 0:
                lines.append([])
        if element.tail and element is not page:
            lines[-1].append(element.tail)
    for parts in lines:
        line = " ".join("".join(parts).split())
        if line:
            yield line + "\n"


def _classes(element: etree._Element) -> list[str]:
    return str(element.get("class", "")).split()


def _alto(data: bytes) -> list[str]:
    parser = etree.XMLParser(huge_tree=True, resolve_entities=False, no_network=True, recover=False)
    root: Any = etree.fromstring(data, parser)
    pages = [each for each in root.iter(etree.Element) if _name(each) == "Page"]
    if not pages:
        raise InputError("is no ALTO: no element Page")
    return ["".join(_alto_lines(page)) for page in pages]


def _alto_lines(page: etree._Element) -> Iterator[str]:
    for line in page.iter(etree.Element):
        if _name(line) != "TextLine":
            continue
        words: list[str] = []
        for part in line.iter(etree.Element):
            if _name(part) == "String":
                words.append(part.get("CONTENT", ""))
            elif _name(part) == "HYP" and words and not words[-1].endswith("-"):
                # The word goes on in the next line: with a hyphen before its end it is made whole.
                words[-1] += "-"
        if words:
            yield " ".join(words) + "\n"


def _name(element: etree._Element) -> str:
    return str(element.tag).rpartition("}")[2]
