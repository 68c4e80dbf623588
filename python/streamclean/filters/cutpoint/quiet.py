"""A first look at inputs that are read again: what is wrong with them is told then."""

from __future__ import annotations

import argparse

from ...job import Job


class QuietJob(Job):
    """Reads what is another job's to read, leaves out what cannot be read, and says nothing."""

    def __init__(self, job: Job) -> None:
        args = argparse.Namespace(**vars(job.args))
        args.on_error, args.rejects, args.output, args.progress = "skip", None, None, False
        super().__init__(job.name, args)

    def complain(self, text: str) -> None:
        pass
