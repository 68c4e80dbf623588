"""The sets of n-grams that a run decides by: given, or counted."""

from __future__ import annotations

import os

from ..._core import NgramCounter, TextReading, check_same_ngrams, language_code, ngram_set_info, tokens_of_set
from ...errors import FatalError, InputError, UsageError, reason
from ...inputs import Source
from ...long_work import finished
from ...spool import not_kept
from ...text_options import check_tokens
from ...text_reading import make_tokens, read_stoplist
from ..ngramdups.count import count
from .options import N

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any, BinaryIO, TypeVar

    from ...job import Job

    T = TypeVar("T")

_MAGIC = b"\x89SCLEAN\n"
_SPLITS = {"line": "lines", "paragraph": "paragraphs"}


def fatal(work: Callable[[], T]) -> T:
    """What the core returns; its errors end the filter."""
    try:
        return work()
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FatalError(reason(error)) from error
    except ValueError as error:
        raise FatalError(str(error)) from error


class Sets:
    """What is known of n-grams: how long they are, what their tokens are, and where they lie."""

    def __init__(self, job: Job) -> None:
        args = job.args
        self.job = job
        self.args = args
        source = "text" if args.level in _SPLITS else args.source
        split = _SPLITS.get(args.level, "whole")
        self.reading = TextReading(
            source, split, id_key=args.id_key, blocks_key=args.blocks_key, text_key=args.text_key
        )
        self.text: str | None = args.ngrams
        self.state: str | None = args.state if args.state and os.path.exists(args.state) else None
        self.others = {name: name for name in args.against if _is_set(name)}
        """The sets of other collections, by their names."""
        self._files: list[BinaryIO] = []
        self._take_from_sets()
        needs_all = bool(args.against or args.state)
        self.min_count = 1 if needs_all else 2
        if self.text and needs_all and not self._info(self.text)["all"]:
            raise UsageError(
                f"--ngrams {self.text}: n-grams that occurred once are missing, and --against and --state need them: "
                "make it with ngramdups --min-count 1"
            )

    def _take_from_sets(self) -> None:
        """What n-grams are is said by the sets that there are; options must not say otherwise."""
        args = self.args
        given = [(name, False) for name in (self.text, *self.others) if name]
        given += [(self.state, True)] if self.state else []
        if not given:
            check_tokens(args)
            self.n: int = args.n or N
            self.level = "document" if args.level == "document" else "block"
            self.tokens = make_tokens(args)
            return
        first, is_state = given[0]
        info = self._info(first, is_state)
        for name, state in given[1:]:
            check = fatal(lambda name=name, state=state: check_same_ngrams(first, is_state, name, state=state))  # type: ignore[misc]
            assert check is None
        made = f"{first} was made with"
        if args.n not in (None, info["n"]):
            raise UsageError(f"-n {args.n}: {made} -n {info['n']}")
        for name in ("skip", "fold"):
            chosen = getattr(args, name)
            if chosen and set(chosen) != set(info[name]):
                raise UsageError(f"--{name} {','.join(chosen)}: {made} {info['tokens']}")
        self.n, self.level = info["n"], info["level"]
        stop_words = read_stoplist(args)
        self.tokens = fatal(lambda: tokens_of_set(first, state=is_state, stoplist=stop_words))
        if args.stop_lang and language_code(args.stop_lang) != info["stop"]:
            raise UsageError(f"--stop-lang {args.stop_lang}: {made} {info['tokens']}")

    def _info(self, path: str, state: bool = False) -> dict[str, Any]:
        return fatal(lambda: ngram_set_info(path, state=state))

    # Counting

    def count_text(self, sources: Iterable[Source]) -> None:
        """Counts the n-grams of the input."""
        self.text = self._count(sources, "counting")

    def count_others(self) -> None:
        """Counts the n-grams of the other collections that are no sets."""
        for name in self.args.against:
            if name not in self.others:
                self.others[name] = self._count([Source(name)], f"counting {name}")
        self.job.start_again()

    def _count(self, sources: Iterable[Source], name: str) -> str:
        import tempfile

        args = self.args
        counter = fatal(
            lambda: NgramCounter(
                "hash",
                self.n,
                self.min_count,
                args.memory,
                args.tmpdir,
                self.level,
                self.reading,
                self.tokens,
                args.jobs,
            )
        )
        count(self.job, counter, sources)
        try:
            file = tempfile.TemporaryFile(dir=args.tmpdir, buffering=0)  # noqa: SIM115
        except OSError as error:
            raise not_kept(_NGRAMS, args.tmpdir, error) from error
        self._files.append(file)
        put = _writer(file.fileno(), args.tmpdir)
        figures = finished(lambda: counter.finish(put, self.min_count == 1))
        self.job.figures[name] = figures
        return f"/dev/fd/{file.fileno()}"

    def close(self) -> None:
        """Gives back the room on disk."""
        for file in self._files:
            file.close()
        self._files = []


_NGRAMS = "the n-grams that were counted"


def _writer(fd: int, tmpdir: str) -> Callable[[bytes], None]:
    def put(data: bytes) -> None:
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(fd, rest) :]
        except OSError as error:
            raise not_kept(_NGRAMS, tmpdir, error) from error

    return put


def _is_set(name: str) -> bool:
    source = Source(name)
    try:
        return source.peek(len(_MAGIC)).startswith(_MAGIC)
    except InputError as error:
        raise FatalError(f"--against {name}: {error}") from error
    finally:
        source.close()
