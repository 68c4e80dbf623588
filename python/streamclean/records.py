"""Records: JSON lines in which a filter reads and replaces the fields it owns, and all else stays byte for byte."""

from __future__ import annotations

from ._core import find_fields, json_text, to_json
from .errors import BadRecord

BLOCKIFY = "blockify"
"""The field in which blockify says what it decided about a page."""


class Record:
    """A JSON object in its line, of which only the fields called `keys` are looked at.

    Of duplicate keys the last one counts, as in every JSON reader; the others are not touched.
    """

    __slots__ = ("_any", "_changes", "_end", "_keys", "_spans", "line")

    def __init__(self, line: bytes, keys: list[str]) -> None:
        try:
            self._spans, self._end, self._any = find_fields(line, keys)
        except ValueError as error:
            what, offset = error.args
            raise BadRecord(what, offset) from None
        self.line = line
        self._keys = keys
        self._changes: dict[str, bytes | None] = {}

    def raw(self, key: str) -> bytes | None:
        """The value of a field as its bytes stand in the line, or `None`."""
        span = self._spans[self._keys.index(key)]
        return None if span is None else self.line[span[0] : span[1]]

    def offset_of(self, key: str) -> int:
        """Where the value of a field starts in the line; 0 if there is none."""
        span = self._spans[self._keys.index(key)]
        return 0 if span is None else span[0]

    def wrong(self, key: str, error: ValueError) -> BadRecord:
        """What the core says of the value of a field, and where in it, as an error of the record."""
        what, offset = error.args
        return BadRecord(what, self.offset_of(key) + offset)

    def text(self, key: str) -> bytes:
        """The bytes of a field that must be there and be a string, with their quotes."""
        raw = self.raw(key)
        if raw is None:
            raise BadRecord(f"no '{key}' field")
        if not raw.startswith(b'"'):
            raise BadRecord(f"'{key}' is {_type_of(raw)}, not a string", self.offset_of(key))
        return raw

    def items(self, key: str, hint: str) -> bytes:
        """The bytes of a field that must be there and be a list; `hint` is for a user who has none."""
        raw = self.raw(key)
        if raw is None:
            raise BadRecord(f"no '{key}' field: {hint}")
        if not raw.startswith(b"["):
            raise BadRecord(f"'{key}' is {_type_of(raw)}, not a list", self.offset_of(key))
        return raw

    def blocks(self, key: str) -> bytes:
        """The bytes of a page's list of blocks. `BLOCKIFY` must be among the keys of the record.

        No list is ever empty, for column readers could not tell what it is a list of: a page without blocks has none.
        """
        raw = self.raw(key)
        if raw is None or raw == b"null":
            if self.raw(BLOCKIFY) is None:
                raise BadRecord(f"no '{key}' field: is this the output of blockify?")
            return b"[]"
        return self.items(key, "")

    def title(self) -> str | None:
        """The title that blockify found. `BLOCKIFY` must be among the keys of the record."""
        return self.found("title")[0]

    def found(self, *names: str) -> list[str | None]:
        """What blockify says of the page under each name, where that is text. `BLOCKIFY` must be among the keys of the
        record."""
        report = self.raw(BLOCKIFY)
        if report is None or not report.startswith(b"{"):
            return [None] * len(names)
        fields = Record(report, list(names))
        values = [fields.raw(name) for name in names]
        return [string(value) if value is not None and value.startswith(b'"') else None for value in values]

    def set(self, key: str, value: bytes) -> None:
        """Replaces the value of a field by JSON bytes; a field that is not there is added at the end."""
        self._changes[key] = value

    def remove(self, key: str) -> None:
        """Takes a field out, with its name and a comma."""
        self._changes[key] = None

    def set_id(self, key: str, default: str) -> str:
        """Makes sure that the record has an id that is a string, and returns it.

        A number becomes the string of its digits, so that none is lost.
        """
        raw = self.raw(key)
        if raw is None or raw == b"null":
            self.set(key, dumps(default))
            return default
        if raw[:1] in b"-0123456789":
            self.set(key, b'"%b"' % raw)
            return raw.decode()
        value = string(self.text(key))
        return value

    def to_line(self) -> bytes:
        """The line with its changes."""
        pieces: list[bytes] = []
        at = 0
        removed = False
        places = sorted((span, key) for key, span in zip(self._keys, self._spans, strict=True) if span is not None)
        for (start, end), key in places:
            if key not in self._changes:
                continue
            value = self._changes.pop(key)
            if value is None:
                start, end = self._member(at, start, end)
                removed = True
            pieces += [self.line[at:start], value or b""]
            at = end
        pieces.append(self.line[at : max(at, self._end)])
        # Whether a member is left; only a record that lost some must be looked at.
        comma = self._any and not (removed and b"".join(pieces).rstrip().endswith(b"{"))
        for key, value in self._changes.items():
            if value is not None:
                pieces += [b"," if comma else b"", dumps(key), b":", value]
                comma = True
        self._changes = {}
        pieces.append(self.line[max(at, self._end) :])
        return b"".join(pieces)

    def _member(self, at: int, start: int, end: int) -> tuple[int, int]:
        """Where the member with the value at `start` to `end` stands, with the comma before it, or, if there is none
        left after `at`, that after it."""
        line = self.line
        name = line.rindex(b'"', 0, line.rindex(b":", 0, start))
        name = line.rindex(b'"', 0, name)
        # A quote after an odd number of backslashes is part of the name.
        while (name - len(line[:name].rstrip(b"\\"))) % 2:
            name = line.rindex(b'"', 0, name)
        before = name
        while before > at and line[before - 1] in b" \t\r\n":
            before -= 1
        if before > at and line[before - 1 : before] == b",":
            return before - 1, end
        while line[end] in b" \t\r\n":
            end += 1
        if line[end : end + 1] == b",":
            end += 1
            while line[end] in b" \t\r\n":
                end += 1
            return name, end
        return name, end


def string(raw: bytes) -> str:
    """The text of a JSON string that `Record` found."""
    return json_text(raw)


def dumps(value: object) -> bytes:
    """A small value as JSON bytes."""
    return to_json(value)


def _type_of(raw: bytes) -> str:
    names = {b'"': "a string", b"{": "an object", b"[": "a list", b"t": "true", b"f": "false", b"n": "null"}
    return names.get(raw[:1], "a number")


def printable(name: str) -> str:
    """A file name as text: bytes that are not UTF-8 are shown as escapes."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")
