"""`classify --train`: a model from labelled blocks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..._core import BlockTrainer
from ...errors import FatalError, UsageError
from ...records import BLOCKIFY, Record
from .label import settings

if TYPE_CHECKING:
    from ...cli import Job


def train(job: Job) -> None:
    args = job.args
    try:
        trainer = BlockTrainer(args.algorithm, settings=settings(job), preset=args.preset)
    except ValueError as error:
        raise UsageError(str(error)) from None
    labelled = 0
    key = args.blocks_key

    def add(record: Record, serial: int) -> None:
        nonlocal labelled
        value = record.blocks(key)
        try:
            labelled += trainer.add(value)
        except ValueError as error:
            raise record.wrong(key, error) from None

    # What is learned must not depend on how many cores there are.
    args.jobs = 1
    for source in job.sources():
        job.map_records(source, [key, BLOCKIFY], add, lambda _: None, keep_blank=False)
    if labelled == 0:
        raise FatalError('no labelled blocks: each needs "gold": "good" or "bad"; cleaneval --align writes them')
    try:
        model = trainer.finish()
    except ValueError as error:
        raise FatalError(str(error)) from None
    job.out.write(model)
    job.figures.update(blocks=labelled, model_bytes=len(model))
