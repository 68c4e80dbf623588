"""`classify --features`: what the trees are told of each block, as a table."""

from __future__ import annotations

from ..._core import feature_names, feature_rows, language_code
from ...errors import UsageError
from ...records import BLOCKIFY, Record
from .label import lang_of

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job


def write(job: Job) -> None:
    args = job.args
    key = args.blocks_key
    if args.lang not in ("auto", "any") and language_code(args.lang) is None:
        raise UsageError(f"--lang: '{args.lang}' is no language such as en")

    def change(record: Record, serial: int) -> bytes:
        name = record.set_id(args.id_key, str(serial))
        value = record.blocks(key)
        lang = lang_of(record) if args.lang == "auto" else args.lang
        title, kinds = record.found("title", "kinds")
        try:
            return feature_rows(name, value, title=title, kinds=kinds, lang=lang)
        except ValueError as error:
            raise record.wrong(key, error) from None

    def put(rows: bytes) -> None:
        job.out.write(rows)

    names = ["id", "block", "gold", *feature_names()]
    job.out.write("\t".join(names).encode() + b"\n")
    for source in job.sources():
        job.map_records(source, [args.id_key, key, "lang", BLOCKIFY], change, put, keep_blank=False)
