"""The gold of cleaneval: read into memory by id, or found in each record."""

from __future__ import annotations

from ..._core import Gold
from ...errors import BadRecord, FatalError, InputError
from ...inputs import Source
from ...records import string

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import TypeVar

    from ...job import Job
    from ...records import Record

    T = TypeVar("T")

NO_GROUP = "(none)"
"""The group of pages without the field of `--by`."""


class Page:
    """The gold of a page."""

    __slots__ = ("gold", "group")

    def __init__(self, gold: Gold, group: str) -> None:
        self.gold = gold
        self.group = group


class GoldReader:
    """Finds the gold of a record."""

    def __init__(self, job: Job) -> None:
        self.job = job
        args = job.args
        self.joined: bool = args.joined
        self.keys: list[str] = [args.gold_key, "gold_blocks", "with", "without"]
        if args.by and args.by not in self.keys:
            self.keys.append(args.by)
        self.name = "" if self.joined else args.files[0]
        self._pages: dict[str, Page] = {}
        self._seen: set[str] = set()
        self.without = 0
        """Records without gold."""
        self._stranger = ""

    def load(self) -> None:
        """Reads GOLD, if there is one, and takes it off the list of inputs."""
        if self.joined:
            return
        args = self.job.args
        source = Source(args.files.pop(0))
        self.name = source.name
        if source.path == "-" and "-" in self.job.paths():
            raise FatalError("GOLD and an input are both standard input")
        try:
            source.open()
        except InputError as error:
            raise FatalError(f"{source.name}: {error}") from error
        keys = [args.id_key, *(key for key in self.keys if key != args.id_key)]
        self.job.map_records(source, keys, self._read, self._add, keep_blank=False)
        self.job.start_again()
        if not self._pages:
            raise FatalError(f"{source.name}: no gold in it")

    def _read(self, record: Record, serial: int) -> tuple[str, Page]:
        page = self._page(record)
        if page.gold.empty:
            raise BadRecord("no gold: none of " + ", ".join(f"'{key}'" for key in self.keys[:4]))
        return record.set_id(self.job.args.id_key, str(serial)), page

    def _add(self, read: tuple[str, Page]) -> None:
        name, page = read
        if name in self._pages:
            raise BadRecord(f"a second gold of '{name}'")
        self._pages[name] = page

    def _page(self, record: Record) -> Page:
        args = self.job.args
        values = [record.raw(key) for key in self.keys[:4]]
        gold = core(record, dict(zip(_VALUES, self.keys, strict=False)), lambda: self._gold(values))
        return Page(gold, _group(record, args.by) if args.by else NO_GROUP)

    def _gold(self, values: list[bytes | None]) -> Gold:
        return Gold(*values, bad=self.job.args.bad, ignored=self.job.args.ignore)

    def find(self, record: Record, name: str) -> Page | None:
        """The gold of a record."""
        if not self.joined:
            return self._pages.get(name)
        page = self._page(record)
        return None if page.gold.empty else page

    def tick(self, name: str, page: Page | None) -> None:
        """Counts a record in its turn; two records of one id cannot both be it."""
        if page is None:
            self.without += 1
            self._stranger = self._stranger or name
        elif not self.joined:
            if name in self._seen:
                raise BadRecord(f"a second record of '{name}'")
            self._seen.add(name)

    def missing(self) -> Iterable[tuple[str, Page]]:
        """The pages that no record came for."""
        return ((name, page) for name, page in self._pages.items() if name not in self._seen)

    def check_ids(self) -> None:
        """Refuses to go on when records came and none has gold: the ids are of two kinds."""
        if self.without and not self._seen and not self.joined:
            known = next(iter(self._pages))
            what = f"no id of the {self.without} records is in {self.name}"
            raise FatalError(f"{what}: it has '{known}', they have '{self._stranger}'")

    def account(self) -> None:
        """Says on standard error what was not joined."""
        missing = sum(1 for _ in self.missing())
        self.job.figures.update(missing=missing, without_gold=self.without)
        said = []
        if missing:
            said.append(
                f"{missing} of {len(self._pages)} pages of gold have no record, as '{next(iter(self.missing()))[0]}'"
            )
        if self.without:
            said.append(f"{self.without} records have no gold, as '{self._stranger}'")
        if said and self.job.args.missing == "error":
            raise FatalError("; ".join(said))
        if said:
            self.job.complain("; ".join(said))


_VALUES = ("text", "blocks", "wanted", "unwanted")
"""What the core calls the fields of gold."""


def core(record: Record, fields: dict[str, str], work: Callable[[], T]) -> T:
    """Calls the core, whose errors name a value and a place in it: makes them errors of the record."""
    try:
        return work()
    except ValueError as error:
        what, offset, value = error.args
        key = fields[value]
        raise BadRecord(f"'{key}' {what}", record.offset_of(key) + offset) from None


def _group(record: Record, key: str) -> str:
    raw = record.raw(key)
    if raw is None or raw == b"null":
        return NO_GROUP
    if raw.startswith((b"{", b"[")):
        raise BadRecord(f"'{key}' has parts, not one value to group by", record.offset_of(key))
    return string(raw) if raw.startswith(b'"') else raw.decode()
