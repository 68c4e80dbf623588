#!/usr/bin/env bash
# Strips hand-typed licence headers from source files: nothing is known but the files themselves.
#
# A header line is frequent when it stands in more than 8 of these 12 files (-K); two other lines in a row end the header
# (--gap-max); headers are short (--p-max, --e-max), and may be most of a short file (--max-share). The rules for books
# are switched off (--heuristics none).
set -euo pipefail
cd "$(dirname "$0")"

options=(--corpus -K 8 --gap-max 2 --p-max 8 --e-max 1 --max-share 0.9 --heuristics none)
printf '\n$ pgstrip %s --boundaries sources/*.py | head -n 3\n' "${options[*]}"
pgstrip "${options[@]}" --boundaries sources/*.py | head -n 3
printf '\n$ pgstrip ... --mark sources/*.py | sed -n 15,30p\n'
pgstrip "${options[@]}" --mark sources/*.py | sed -n 15,30p
