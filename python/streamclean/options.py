"""The options that all filters share, and the page that `--help` prints."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from .errors import UsageError

TYPE_CHECKING = False  # typing itself costs as much as starting Python
if TYPE_CHECKING:
    from typing import NoReturn

EXIT_STATUS = """\
exit status:
  0  all well
  1  some input was rejected, the rest was done
  2  wrong usage, or an error that ended the filter
  130  interrupted with Ctrl-C"""


_OF_FILES = ("FILE", "MODEL", "DIR", "PREFIXES", "KEYS")
"""What the help calls values that name files and folders."""


class Parser(argparse.ArgumentParser):
    """argparse, but an error is one line that says what to do."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(message)

    def parse_line(self, argv: list[str]) -> argparse.Namespace:
        """Options and files in any order; what follows `--` are files."""
        end = argv.index("--") if "--" in argv else len(argv)
        args = self.parse_intermixed_args(argv[:end])
        args.files += argv[end + 1 :]
        for action in self._actions:
            value = getattr(args, action.dest, None)
            if action.option_strings and isinstance(value, str):
                self._check_text(action, value)
        return args

    def _check_text(self, action: argparse.Action, value: str) -> None:
        if action.metavar in _OF_FILES:
            if not value:
                raise UsageError(f"{action.option_strings[-1]}: the name is empty")
        elif not value.isprintable() and any("\ud800" <= char <= "\udfff" for char in value):
            raise UsageError(f"{action.option_strings[-1]}: not UTF-8")

    def known_options(self) -> list[str]:
        return [option for action in self._actions for option in action.option_strings]


def make_parser(
    name: str,
    *,
    about: str,
    usage: str,
    examples: str,
    memory: str,
    own: Callable[[Parser], None],
    field: str = "text",
) -> Parser:
    """A parser with the options that `own` adds, and after them those of every filter.

    `memory` says how memory depends on the input: users ask that first. `field` is what the filter reads of a record.
    """
    parser = Parser(
        prog=name,
        usage=usage,
        description=f"{about}\n\nmemory: {memory}",
        epilog=f"examples:\n{examples}\n\n{EXIT_STATUS}",
        formatter_class=lambda prog: argparse.RawDescriptionHelpFormatter(prog, max_help_position=28, width=100),
        allow_abbrev=False,
        add_help=False,
    )
    own(parser)
    add = parser.add_argument_group("input").add_argument
    add(
        "files",
        nargs="*",
        metavar="FILE",
        help="input files; none, or -, is standard input. Compressed files (.gz .zst .xz .bz2) are read as they are",
    )
    add(
        "--files-from",
        metavar="LIST",
        help="read the names of input files from LIST (- for standard input), one a "
        "line, or each ended by a zero byte as find -print0 writes them",
    )
    add(f"--{field}-key", metavar="KEY", default=field, help=f"name of the {field} field (default: {field})")
    add("--id-key", metavar="KEY", default="id", help="name of the id field (default: id)")
    add(
        "--max-record",
        metavar="SIZE",
        type=size,
        default=size("256M"),
        help="longest record or document taken, as 500K, 64M, 1G (default: 256M)",
    )
    add = parser.add_argument_group("output").add_argument
    add(
        "-o",
        "--output",
        metavar="FILE",
        help="write to FILE, which appears when it is complete (default: standard output)",
    )
    add(
        "--line-buffered",
        action="store_true",
        help="write out each record at once (default: when the next read would wait, and to a terminal)",
    )
    add = parser.add_argument_group("errors and figures").add_argument
    add(
        "--on-error",
        choices=["stop", "skip"],
        default="stop",
        help="what a bad JSON record does (default: stop). A file that cannot be read never stops the others",
    )
    add(
        "--rejects",
        metavar="FILE",
        help="keep each bad record byte for byte in FILE; implies --on-error skip",
    )
    add("--stats", action="store_true", help="print one JSON object of figures to standard error at the end")
    add(
        "--progress",
        action="store_true",
        help="show progress on standard error (default: if that is a terminal and standard output is not)",
    )
    add = parser.add_argument_group("common").add_argument
    add(
        "-j",
        "--jobs",
        metavar="N",
        type=count,
        default=1,
        help="use N cores; the output is the same (default: 1)",
    )
    add("--version", action="store_true", help="print the version and exit")
    add("-h", "--help", action="store_true", help="print this page and exit")
    return parser


def size(text: str) -> int:
    """A number of bytes, with K, M or G for powers of 1024."""
    shift = {"k": 10, "m": 20, "g": 30}.get(text[-1:].lower(), 0)
    digits = text[:-1] if shift else text
    if not digits.isdecimal() or int(digits) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a size such as 500K, 64M or 1G")
    return _no_larger(int(digits) << shift, text)


def count(text: str) -> int:
    """A whole number from 1."""
    return _number(text, 1)


def count_from_zero(text: str) -> int:
    return _number(text, 0)


def _number(text: str, least: int) -> int:
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from {least}")
    return _no_larger(int(text), text)


def _no_larger(number: int, text: str) -> int:
    """The core counts in 64 bits."""
    if number >> 64:
        raise argparse.ArgumentTypeError(f"'{text}' is too large a number")
    return number


def between(low: float, high: float) -> Callable[[str], float]:
    """A number of that range, both ends included."""

    def convert(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = float("nan")
        if not low <= value <= high:
            raise argparse.ArgumentTypeError(f"'{text}' is not a number from {low:g} to {high:g}")
        return value

    return convert


def explain(message: str, parser: Parser) -> str:
    """argparse's words in one line, with the option that may have been meant."""
    prefix = "unrecognized arguments: "
    if not message.startswith(prefix):
        return message.removeprefix("argument ")
    typed = message.removeprefix(prefix).split()[0]
    import difflib

    near = difflib.get_close_matches(typed.split("=")[0], parser.known_options(), 1)
    return f"unknown option {typed}" + (f" (did you mean {near[0]}?)" if near else "")


def option_name(name: str) -> str:
    """How an option is written whose value is called `name`."""
    return "--" + name.replace("_", "-")


def given_options(args: argparse.Namespace) -> set[str]:
    """The names of the options that were given: those which are not what the kit makes of none."""
    kit: dict[str, object] = {"jobs": 1, "text_key": "text", "id_key": "id", "max_record": 256 << 20}
    kit["on_error"] = "skip" if args.rejects else "stop"
    return {
        name
        for name, value in vars(args).items()
        if value is not None and value is not False and value != [] and value != kit.get(name)
    }
