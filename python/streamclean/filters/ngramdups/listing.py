"""The n-grams themselves: the input is read again for what they look like, and where they stand."""

from __future__ import annotations

from ..._core import NgramHosts, NgramListing
from ...long_work import finished, no_room
from ...spool import Spool
from .count import count, make_counter

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from ...job import Job


def write_list(job: Job) -> None:
    """Writes the n-grams as lines of text, or of JSON."""
    spool = Spool(job, job.args.tmpdir)
    counter = make_counter(job.args, job.args.n[0])
    out = job.out
    count(job, counter, spool.sources())
    listing = finished(lambda: NgramListing(counter, job.args.format))
    with no_room():
        while listing.next_part():
            for source in spool.sources():
                job.map_batches(source, listing.prepare, listing.add, again=True)
    finished(lambda: listing.finish(out.write))
    job.figures.update(listing.figures, kept_of_input=spool.disk)


def write_hosts(job: Job) -> None:
    """Writes table 3.3: a line for each length of n-grams."""
    spool = Spool(job, job.args.tmpdir)
    out = job.out
    header = b"n\tseveral_hosts\tone_host\n"
    for n in job.args.n:
        counter = make_counter(job.args, n)
        count(job, counter, spool.sources(), again=spool.read_once)
        hosts = finished(lambda counter=counter: NgramHosts(counter))  # type: ignore[misc]
        while hosts.next_part():
            for source in spool.sources():
                job.map_batches(source, hosts.prepare, _nothing, again=True)
        several, one = hosts.counts
        out.write(header + b"%d\t%d\t%d\n" % (n, several, one))
        header = b""
        job.figures.update(hosts.figures, kept_of_input=spool.disk)


def _nothing(_: object) -> None:
    """Lines that were seen have nothing more to say."""
