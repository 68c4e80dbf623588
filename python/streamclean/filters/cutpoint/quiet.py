"""A first look at inputs that are read again: what is wrong with them is told then."""

from __future__ import annotations

import argparse

from ...cli import Job


class QuietJob(Job):
    """Reads the inputs of another job, leaves out what cannot be read, and says nothing."""

    def __init__(self, job: Job) -> None:
        args = argparse.Namespace(**vars(job.args))
        # A list of files on standard input can be read once only.
        args.files, args.files_from = job.paths(), None
        args.on_error, args.rejects, args.output, args.progress = "skip", None, None, False
        super().__init__(job.name, args)

    def complain(self, text: str) -> None:
        pass
