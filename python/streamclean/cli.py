"""From a command line to an exit status: the same for every filter, however it ends."""

from __future__ import annotations

import os
import sys

from . import standard_streams
from .errors import EXIT_FATAL, EXIT_INTERRUPTED, FatalError, Stopped, Terminated, UsageError, reason
from .standard_streams import print_text, tell

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from collections.abc import Callable

    from .job import Job
    from .options import Parser


def main(
    name: str,
    make_parser: Callable[[], Parser],
    work: Callable[[Job], None],
    argv: list[str] | None = None,
) -> int:
    """Runs a filter: the one way from a command line to an exit status."""
    given = sys.argv[1:] if argv is None else argv
    jobs: list[Job] = []
    if given == ["--version"]:
        try:
            return print_version(name)
        except (OSError, FatalError):
            pass  # it happens again below, where all is ready to tell it

    def body() -> int:
        parser = make_parser()
        try:
            args = parser.parse_line(given)
            if args.version:
                return print_version(name)
            if args.help:
                return print_text(parser.format_help())
            from .job import Job

            job = Job(name, args)
            jobs.append(job)
            job.start()
            work(job)
        except UsageError as error:
            from .options import explain

            raise UsageError(f"{explain(str(error), parser)}; see {name} --help") from None
        return job.finish()

    status = guarded(name, body, jobs)
    if argv is None and status == EXIT_FATAL:
        _leave_threads(status)
    return status


def guarded(name: str, body: Callable[[], int], jobs: list[Job]) -> int:
    """What `body` returns, or the exit status of whatever ended it, which is told in a line. `jobs`: the job that it
    works on, as soon as there is one."""
    from . import signals

    standard_streams.hold()
    try:
        signals.listen()
        return body()
    except (UsageError, FatalError) as error:
        _complain(name, str(error), jobs)
        return EXIT_FATAL
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            _clean_up(jobs)
            signals.die_of(signals.SIGPIPE)
        _complain(name, f"{error.filename}: {reason(error)}" if error.filename else reason(error), jobs)
        return EXIT_FATAL
    except Stopped:
        return EXIT_FATAL
    except MemoryError:
        _complain(name, "out of memory", jobs)
        return EXIT_FATAL
    except Terminated as ended:
        signals.clean_up_undisturbed()
        _clean_up(jobs)
        if ended.signal != signals.SIGINT:
            signals.die_of(ended.signal)
        # Threads may still wait in a read; nothing they do is wanted any more.
        os._exit(EXIT_INTERRUPTED)
    except BaseException as error:
        # Panics of the core are no `Exception`.
        if isinstance(error, (SystemExit, KeyboardInterrupt)) or os.environ.get("STREAMCLEAN_TRACEBACK"):
            raise
        hint = "STREAMCLEAN_TRACEBACK=1 shows where"
        _complain(name, f"internal error: {type(error).__name__}: {error} ({hint})", jobs)
        return EXIT_FATAL
    finally:
        _clean_up(jobs)


def _clean_up(jobs: list[Job]) -> None:
    for job in jobs:
        job.clean_up()


def _leave_threads(status: int) -> None:
    """Ends the program if threads still wait in a read that may never come back: Python would wait for them."""
    threading = sys.modules.get("threading")
    if threading is not None and threading.active_count() > 1:
        os._exit(status)


def print_version(name: str) -> int:
    from ._core import __version__

    return print_text(f"{name} (streamclean) {__version__}\n")


def _complain(name: str, text: str, jobs: list[Job]) -> None:
    if jobs:
        jobs[0].complain(text)
    else:
        tell(f"{name}: {text}\n")
