"""`classify --fit-densities`: the stratified model of the slides, fitted to a corpus."""

from __future__ import annotations

from ..._core import DensityFit
from ...errors import FatalError
from ...records import BLOCKIFY, Record, dumps

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job


def fit(job: Job) -> None:
    densities = DensityFit()
    key = job.args.blocks_key

    def change(record: Record, serial: int) -> list[tuple[int, int]]:
        value = record.blocks(key)
        try:
            return DensityFit.lengths(value)
        except ValueError as error:
            raise record.wrong(key, error) from None

    for source in job.sources():
        job.map_records(source, [key, BLOCKIFY], change, densities.add, keep_blank=False)
    try:
        found = densities.fit()
    except ValueError as error:
        raise FatalError(str(error)) from None
    job.out.write(dumps(found) + b"\n")
