"""fingerprint --learn: the first of the two passes that the rarest prefixes take."""

from __future__ import annotations

from ..._core import PrefixLearner, TextReading
from ...errors import BadRecord
from ...records import Record

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job


def learn(job: Job) -> None:
    args = job.args
    reading = TextReading(args.source, id_key=args.id_key, blocks_key=args.blocks_key, text_key=args.text_key)
    learner = PrefixLearner(reading, unit=args.unit or "letters", fold=args.fold)
    file = job.new_file(args.learn)

    def count(record: Record, serial: int) -> None:
        try:
            learner.add(record.line)
        except ValueError as error:
            raise BadRecord(*error.args) from None

    for source in job.sources():
        job.map_records(source, [], count, lambda done: None, keep_blank=False)
    file.write(learner.to_bytes())
