"""`classify --train`: a model from labelled blocks."""

from __future__ import annotations

from ..._core import BlockTrainer
from ...errors import FatalError, UsageError
from ...records import BLOCKIFY, Record
from .label import settings

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job


def train(job: Job) -> None:
    args = job.args
    if args.algorithm == "trees":
        _train_trees(job)
        return
    try:
        trainer = BlockTrainer(args.algorithm, settings=settings(job), preset=args.preset)
    except ValueError as error:
        raise UsageError(str(error)) from None
    labelled = {"good": 0, "bad": 0}
    key = args.blocks_key

    def read(record: Record, serial: int) -> tuple[Record, bytes]:
        return record, record.blocks(key)

    # In order, so that what is learned does not depend on how many cores there are.
    def add(found: tuple[Record, bytes]) -> None:
        record, value = found
        try:
            good, bad = trainer.add(value)
        except ValueError as error:
            raise record.wrong(key, error) from None
        labelled["good"] += good
        labelled["bad"] += bad

    for source in job.sources():
        job.map_records(source, [key, BLOCKIFY], read, add, keep_blank=False)
    _check(labelled)
    try:
        model = trainer.finish()
    except ValueError as error:
        raise FatalError(str(error)) from None
    job.out.write(model)
    job.figures.update(labelled, model_bytes=len(model))


def _train_trees(job: Job) -> None:
    from .train_trees import learn, read

    pages = read(job)
    labels = b"".join(page.labels for page in pages)
    labelled = {"good": labels.count(1), "bad": labels.count(0)}
    _check(labelled)
    model = learn(pages, job.complain, job.args.jobs)
    job.out.write(model)
    job.figures.update(labelled, model_bytes=len(model))


def _check(labelled: dict[str, int]) -> None:
    if not any(labelled.values()):
        raise FatalError('no labelled blocks: each needs "gold": "good" or "bad"; cleaneval --align writes them')
    if missing := [name for name, count in labelled.items() if count == 0]:
        raise FatalError(f"no block is labelled {missing[0]}: nothing can be told from the others")
