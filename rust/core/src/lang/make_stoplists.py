"""Makes stoplists.txt: the commonest words of 50 languages. Run by hand: `make stoplists`.

The words and how frequent they are come from wordfreq (Robyn Speer and others; its data are under CC BY-SA 4.0 and come
from Wikipedia, subtitles, news, books, the web, Twitter and Reddit). What is kept is a fact about each language: which
words are its commonest, in order, with a rounded frequency. Six languages that wordfreq does not know, and the endings
of Korean, are in stoplists_by_hand.txt.

A list of the commonest words serves as well as one of function words (Pomikálek 2.9.9), if it holds no strays. These go
out: what has a digit; letters of another script; single letters that are no word of the language; words that are far
commoner in English, which is found in every sample of the web; names of people, places, companies and parties.

The file holds up to MOST words of each language. A list is by default the first of them: as many as make up SHARE of
running text. English needs some 260, Russian the whole thousand: with the same number for all, no Russian text would
reach the densities that jusText wants.

Chinese is measured in characters. Its grammar is in some hundred of them; with the 300 commonest, half of any list of
headlines would be stop words. Japanese has its grammar in hiragana: all of them are the list.
"""

from __future__ import annotations

import math
import sys
import unicodedata
from importlib.metadata import version
from pathlib import Path

import wordfreq

SHARE, LEAST, MOST = 0.60, 250, 1000
HERE = Path(__file__).parent

# Our code, and wordfreq's where it is another.
OTHER_CODES = {"bs": "sh", "hr": "sh", "sr": "sh", "no": "nb", "tl": "fil"}
LANGUAGES = {code: code for code in wordfreq.available_languages() if code not in OTHER_CODES.values()} | OTHER_CODES

SCRIPTS = {
    "ar": "ARABIC", "fa": "ARABIC", "ur": "ARABIC", "bg": "CYRILLIC", "mk": "CYRILLIC", "ru": "CYRILLIC",
    "uk": "CYRILLIC", "bn": "BENGALI", "el": "GREEK", "he": "HEBREW", "hi": "DEVANAGARI", "ta": "TAMIL",
    "ja": "HIRAGANA", "zh": "CJK",
}  # fmt: skip

# More than so many times commoner in English: a stray.
ENGLISH = 12

# Languages of many endings, of which few words are known: as small a part of text as those of Tamil.
RICH = {"et": "ta", "eu": "ta"}

# Croats, Bosniaks and Serbs write the same words in Latin letters; Serbs in Cyrillic too.
DIGRAPHS = {"lj": "љ", "nj": "њ", "dž": "џ"}
LETTERS = dict(zip("abvgdđežzijklmnoprstćufhcčš", "абвгдђежзијклмнопрстћуфхцчш", strict=True))


def by_hand() -> dict[str, list[str]]:
    """The sections of stoplists_by_hand.txt."""
    sections: dict[str, list[str]] = {}
    words: list[str] = []
    for line in (HERE / "stoplists_by_hand.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            words = sections.setdefault(line.strip("[]"), [])
        elif not line.startswith("#"):
            words += line.split()
    return sections


BY_HAND = by_hand()
NAMES = {name for name in BY_HAND["names"] if not name.endswith("*")}
STEMS = tuple(name[:-1] for name in BY_HAND["names"] if name.endswith("*"))
SIMPLIFIED = {group[0] for group in BY_HAND["chinese"]}
ALONE = [code for code in BY_HAND if len(code) == 2 and code not in LANGUAGES]


def decibels(frequency: float) -> int:
    """How far below certainty a frequency is, in tenths of a power of ten."""
    return round(-10 * math.log10(frequency))


def is_of(script: str, word: str) -> bool:
    """Whether all letters of a word are of one script."""
    letters = [c for c in word if unicodedata.category(c)[0] == "L"]
    marks = all(unicodedata.category(c)[0] in "LM" or c in "'’-\u200c" for c in word)
    return bool(letters) and marks and all(unicodedata.name(c, "").startswith(script) for c in letters)


def variants(code: str, word: str) -> list[str]:
    """A word as it is written: one form or more."""
    if code == "de" and word not in BY_HAND["not sharp"] and any(part in word for part in BY_HAND["sharp"]):
        return [word.replace("ss", "ß", 1), word]
    if code == "el" and word.endswith("σ"):
        return [word[:-1] + "ς"]
    if code == "ro":
        return list(dict.fromkeys([word, word.replace("ș", "ş").replace("ț", "ţ")]))
    if code == "sr":
        cyrillic = word
        for two, one in DIGRAPHS.items():
            cyrillic = cyrillic.replace(two, one)
        return [word, "".join(LETTERS.get(c, c) for c in cyrillic)]
    return [word]


def counted(code: str) -> tuple[list[tuple[str, float]], list[str]]:
    """The words of a language that wordfreq knows, with their frequencies, and what was left out on the way."""
    source = LANGUAGES[code]
    single = BY_HAND.get(f"single {code}", [])
    pieces = BY_HAND.get(f"pieces {code}", [])
    not_english = BY_HAND.get(f"not english {code}", [])
    english = wordfreq.get_frequency_dict("en") if code != "en" else {}
    kept: list[tuple[str, float]] = []
    left_out: list[str] = []
    for word, frequency in sorted(wordfreq.get_frequency_dict(source).items(), key=lambda item: (-item[1], item[0])):
        if len(kept) >= MOST:
            break
        if not is_of(SCRIPTS.get(code, "LATIN"), word) or (len(word) == 1 and word not in single):
            continue
        foreign = english.get(word, 0) > ENGLISH * frequency and word not in not_english
        if foreign or word in NAMES or word.startswith(STEMS) or word in pieces:
            left_out.append(word)
            continue
        kept.append((word, frequency))
    return kept, left_out


def characters(code: str) -> list[tuple[str, float]]:
    """Han and kana are words of one character: what its words say of each, added up."""
    counts: dict[str, float] = {}
    for word, frequency in wordfreq.get_frequency_dict(code).items():
        for c in word:
            counts[c] = counts.get(c, 0) + frequency
    whole = sum(n for c, n in counts.items() if unicodedata.name(c, "").startswith(("CJK UNIFIED", "HIRAGANA LETTER")))
    if code == "ja":
        chosen = [c for c in counts if unicodedata.name(c, "").startswith("HIRAGANA LETTER")]
        return sorted(((c, counts[c] / whole) for c in chosen), key=lambda item: -item[1])
    groups = sorted(BY_HAND["chinese"], key=lambda group: -counts[group[0]])
    return [(c, counts[group[0]] / whole) for group in groups for c in group]


def by_rank(words: list[str], models_of: str) -> list[tuple[str, float]]:
    """Words in order of frequency, each as frequent as a word of its rank is in languages of the same build."""
    models = [sorted(wordfreq.get_frequency_dict(code).values(), reverse=True) for code in models_of.split()]
    return [(word, sum(m[rank] for m in models) / len(models)) for rank, word in enumerate(words)]


def main() -> None:
    sections = []
    for code in sorted([*LANGUAGES, *ALONE]):
        left_out: list[str] = []
        if code in BY_HAND:
            words = by_rank(BY_HAND[code], RICH.get(code, "en es pl"))
        elif code in ("ja", "zh"):
            words = characters(code)
        else:
            words, left_out = counted(code)
        levels: dict[int, list[str]] = {}
        written: dict[str, None] = {}
        share, size = 0.0, 0
        for word, frequency in words:
            fresh = [form for form in variants(code, word) if form not in written]
            written.update(dict.fromkeys(fresh))
            levels.setdefault(decibels(frequency), []).extend(fresh)
            # Traditional characters are variants: what wordfreq counted is in the simplified ones.
            if share < SHARE or size < LEAST:
                size = len(written)
                share += frequency if code != "zh" or word in SIMPLIFIED else 0
        lines = [f"{level} {' '.join(members)}" for level, members in sorted(levels.items()) if members]
        sections.append("\n".join([f"[{code} {size} {share:.2f}]", *lines]))
        sys.stderr.write(f"{code} {len(written)} words, the first {size} are {share:.2f} of text; ")
        sys.stderr.write(f"left out: {' '.join(left_out)}\n")
    (HERE / "stoplists.txt").write_text(HEAD + "\n".join(sections) + "\n", encoding="utf-8")


HEAD = f"""\
# The commonest words of {len(LANGUAGES) + len(ALONE)} languages, made by make_stoplists.py: do not edit.
# Source: wordfreq {version("wordfreq")} by Robyn Speer and others, data under CC BY-SA 4.0, github.com/rspeer/wordfreq;
# {", ".join(sorted(ALONE))} and ko by hand. Only facts of frequency are kept.
# [language, how many words are its list by default, what share of running text they make up]
# 10 * -log10 of a frequency, and the words that are that frequent
"""

if __name__ == "__main__":
    main()
