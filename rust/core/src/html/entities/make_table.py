"""Writes names.txt beside this script: the named character references of the HTML standard.

    python3 rust/core/src/html/entities/make_table.py

A line is a name without its semicolon, a slash if the semicolon may be missing, and the code points in hexadecimal.
"""

from html.entities import html5
from pathlib import Path


def main() -> None:
    names = sorted(name.removesuffix(";") for name in html5 if name.endswith(";"))
    lines = []
    for name in names:
        points = " ".join(f"{ord(character):X}" for character in html5[name + ";"])
        lines.append(f"{name}{'/' if name in html5 else ''} {points}\n")
    (Path(__file__).parent / "names.txt").write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    main()
