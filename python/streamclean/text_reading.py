"""What the options of `text_options` say, as the core wants it."""

from __future__ import annotations

from ._core import TextReading, TokenChoice
from .errors import FatalError, InputError, UsageError
from .inputs import Source

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    import argparse


def make_reading(args: argparse.Namespace) -> TextReading:
    return TextReading(args.source, id_key=args.id_key, blocks_key=args.blocks_key, text_key=args.text_key)


def make_tokens(args: argparse.Namespace) -> TokenChoice:
    """The tokens of `add_token_options`."""
    try:
        return TokenChoice(args.skip, args.fold, stop_lang=args.stop_lang, stoplist=read_stoplist(args))
    except ValueError as error:
        raise UsageError(f"--stop-lang: {error}") from None


def read_stoplist(args: argparse.Namespace) -> str | None:
    """The text of the file that --stoplist names."""
    if not args.stoplist:
        return None
    try:
        return Source(args.stoplist).read(args.max_record).decode()
    except (InputError, UnicodeDecodeError) as error:
        what = "not UTF-8" if isinstance(error, UnicodeDecodeError) else error
        raise FatalError(f"--stoplist {args.stoplist}: {what}") from error
