#!/usr/bin/env bash
# The main job on the small books beside this file: what pgstrip finds, and what is left.
set -euo pipefail
cd "$(dirname "$0")"

say() { printf '\n$ %s\n' "$*"; "$@"; }

printf 'Three books as a library hands them out: two layouts, two encodings, two languages.\n'
say wc -l books/lighthouse.txt books/orchard.txt books/wetter.txt
printf '\nWhere their boilerplate ends and starts again (lines count from 0):\n'
say pgstrip --boundaries books/lighthouse.txt books/orchard.txt books/wetter.txt
printf '\nWhat is left of one of them:\n'
say pgstrip books/orchard.txt
printf '\nWhat was decided about each book (as JSON lines, its text has this beside it):\n'
say pgstrip --boundaries --report /dev/stdout -o /dev/null books/lighthouse.txt books/orchard.txt books/wetter.txt
printf '\nNot only books: the licence headers of source files, learned from the files themselves.\n'
bash licence-headers.sh
