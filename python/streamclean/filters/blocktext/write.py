"""blocktext: what is written of each record."""

from __future__ import annotations

from ..._core import Rendered, Renderer
from ...records import BLOCKIFY, Record, dumps, string

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job

    _Done = tuple[bytes, bytes, Rendered]
    """The output of a record, its attributes, and what became of its blocks."""

_RENDERERS = {"text": "lines", "jsonl": "text", "vertical": "vertical", "markdown": "markdown"}
"""What the core calls each format."""


class BlockText:
    def __init__(self, job: Job) -> None:
        args = job.args
        self.job = job
        self.args = args
        self.records: bool = args.format == "jsonl"
        self.prefix = f"{args.experiment}__blocks__"
        name = _RENDERERS[args.format]
        if args.attributes:
            name = "attributes"
        elif args.markdown:
            name = "markdown-text"
        self.renderer = Renderer(name, keep=args.keep, breaks=args.breaks, glue=not args.no_glue)
        self.keys = [args.id_key, args.blocks_key, BLOCKIFY]
        self.fields: list[str] = []
        if self.records:
            self.keys += [args.text_key, "source"]
        elif args.format in ("vertical", "markdown"):
            self.fields = args.fields
            self.keys += [name for name in args.fields if name not in self.keys]
        self.attributes = job.new_file(args.attributes) if args.attributes else None
        self.counts = {"blocks": 0, "kept": 0, "empty": 0, "unclassified": 0}

    def run(self) -> None:
        self.job.out.flush()
        for source in self.job.sources():
            # Blank lines hold a place among records, but not in a pair of files.
            keep_blank = self.records and self.attributes is None
            self.job.map_records(source, self.keys, self._change, self._put, keep_blank=keep_blank)
        self.job.figures.update(self.counts)

    def _change(self, record: Record, serial: int) -> _Done:
        args = self.args
        name = record.set_id(args.id_key, str(serial))
        value = record.blocks(args.blocks_key)
        fields = [("id", name), *self._fields(record)] if self.fields else [("id", name)]
        try:
            rendered = self.renderer.render(value, fields=fields, prefix=self.prefix)
        except ValueError as error:
            raise record.wrong(args.blocks_key, error) from None
        if not self.records:
            return rendered.data, b"", rendered
        record.set(args.text_key, rendered.data)
        if not args.keep_blocks:
            record.remove(args.blocks_key)
        attributes = b""
        if rendered.attributes is not None:
            source = record.raw("source")
            origin = b"" if source is None else b'"source":%b,' % source
            attributes = b'{"id":%b,%b"attributes":%b}\n' % (dumps(name), origin, rendered.attributes)
        return record.to_line() + b"\n", attributes, rendered

    def _fields(self, record: Record) -> list[tuple[str, str]]:
        """The fields that say what a document is."""
        found = []
        for name in self.fields:
            raw = record.raw(name)
            if raw is None:
                if name == "title" and (title := record.title()) is not None:
                    found.append((name, title))
            elif raw.startswith(b'"'):
                found.append((name, string(raw)))
            elif raw[:1] in b"-0123456789":
                found.append((name, raw.decode()))
        return found

    def _put(self, done: _Done) -> None:
        output, attributes, rendered = done
        self.job.out.write(output)
        if self.attributes is not None:
            self.attributes.write(attributes)
        if not rendered.classified and not self.counts["unclassified"] and "all" not in self.args.keep:
            self.job.complain("blocks have no class, so all are kept: put classify before, or say --keep all")
        self.counts["blocks"] += rendered.blocks
        self.counts["kept"] += rendered.kept
        self.counts["empty"] += rendered.kept == 0
        self.counts["unclassified"] += not rendered.classified
