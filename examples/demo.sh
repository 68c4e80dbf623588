#!/usr/bin/env bash
# The main jobs on the small pages and books beside this file: what the filters find, and what is left.
set -euo pipefail
cd "$(dirname "$0")"

say() { printf '\n$ %s\n' "$*"; "$@"; }
pipe() { printf '\n$ %s\n' "$1"; bash -o pipefail -c "$1"; }

printf 'Three web pages: two languages, two encodings; an article, a recipe, a forum. Their text:\n'
pipe 'blockify pages/*.html | classify | blocktext'
printf 'What was left out of the first one (labels come before cuts: nothing is lost until here):\n'
pipe 'blockify pages/ferry.html | classify | blocktext --keep bad'
printf '\nHow good that was, by gold text that was written by hand:\n'
pipe 'blockify pages/*.html | classify | cleaneval --by kind pages/gold.jsonl'
printf '\nThe same to look at in a browser, errors framed: look.html\n'
pipe 'blockify pages/*.html | cleaneval --align pages/gold.jsonl | classify --explain | blockview -o look.html'

printf '\nFour pages of one paper, and what is left of one without what they share:\n'
pipe 'blockify site/*.html | sitestrip --key id --prefix 1 | blocktext | tail -n 4'

printf '\nFive records of three hosts that copied from each other, and what is left when each paragraph stays once:\n'
say dedupblocks --level paragraph --drop pages/mirrors.jsonl

printf '\nThree books as a library hands them out: two layouts, two encodings, two languages.\n'
say wc -l books/lighthouse.txt books/orchard.txt books/wetter.txt
printf '\nWhere their boilerplate ends and starts again (lines count from 0):\n'
say pgstrip --boundaries books/lighthouse.txt books/orchard.txt books/wetter.txt
printf '\nWhat is left of one of them:\n'
say pgstrip books/orchard.txt
printf '\nWhat was decided about each book (as JSON lines, its text has this beside it):\n'
say pgstrip --boundaries --report /dev/stdout -o /dev/null books/lighthouse.txt books/orchard.txt books/wetter.txt
printf '\nNot only books: the licence headers of source files, learned from the files themselves.\n'
bash licence-headers.sh
