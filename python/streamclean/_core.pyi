"""The compiled core. What is public is in `streamclean`; the rest is for its filters."""

from collections.abc import Callable, Iterable, Sequence
from os import PathLike
from typing import Any, Self, TypeAlias, final, type_check_only

from numpy import int32, int64, uint64
from numpy.typing import NDArray
from typing_extensions import Buffer, disjoint_base

_Bytes: TypeAlias = bytes
_Line: TypeAlias = str | bytes
_Path: TypeAlias = str | PathLike[str]

__all__ = [
    "BlockTrainer",
    "BookLibrary",
    "BookPages",
    "BookRelations",
    "BookSketch",
    "Crc64Counts",
    "CutPointModel",
    "CutPointSample",
    "CutPointSearch",
    "Decoded",
    "Deduper",
    "DensityFit",
    "ExactCounts",
    "Fingerprint",
    "FingerprintFile",
    "FingerprintWriter",
    "GeneralizedMajority",
    "Gold",
    "HashedCounters",
    "Labelled",
    "LabelledNear",
    "Labeller",
    "LineModel",
    "ListedNgrams",
    "LxmlTarget",
    "MinHash",
    "MorrisCounters",
    "NearDups",
    "NearLabels",
    "NgramCounter",
    "NgramHosts",
    "NgramListing",
    "Page",
    "PageView",
    "PrefixLearner",
    "PreparedDedup",
    "PreparedNear",
    "PreparedNgrams",
    "Rendered",
    "Renderer",
    "ScoreTotals",
    "Scores",
    "SeenHosts",
    "SimHash",
    "SiteLabelled",
    "SiteLearner",
    "SiteNotes",
    "SiteTemplates",
    "Sketched",
    "Sketcher",
    "SortedCounts",
    "Stripped",
    "Stripper",
    "TextReading",
    "TokenChoice",
    "UsefulParts",
    "__version__",
    "algorithms",
    "block_features",
    "check_same_ngrams",
    "containment",
    "count_words",
    "detect_language",
    "feature_names",
    "feature_rows",
    "find_cut_point",
    "find_fields",
    "fingerprint",
    "fingerprints",
    "gold_labels",
    "is_known_encoding",
    "json_text",
    "language_code",
    "languages",
    "lcp_array",
    "looks_binary",
    "merge_ngram_sets",
    "ngram_set_info",
    "normalise_lines",
    "prepare",
    "prepare_json",
    "probability_lists",
    "probability_supershingles",
    "read_fingerprints",
    "schemes",
    "score",
    "shingles",
    "similarity",
    "site_key",
    "site_methods",
    "solve_bands",
    "stoplist",
    "suffix_array",
    "to_json",
    "tokens_of_set",
    "trees_model",
    "unbrotli",
    "winnow",
]
__version__: str

@type_check_only
class _Counter:
    """What all counters have: counts of lines, exact or nearly so."""

    @property
    def total(self) -> int:
        """How many lines were counted, copies and merged counters included."""
    @property
    def memory(self) -> int:
        """Bytes of memory the counter holds."""
    def update(self, lines: Iterable[_Line]) -> None:
        """Count each line of an iterable of str or bytes; str is counted as its UTF-8."""
    def update_lines(self, buffer: Buffer) -> None:
        r"""Count each line of a bytes-like object in which \n ends lines. The fastest way to count."""
    def count(self, line: _Line) -> int:
        """How often a line was counted."""
    def __getitem__(self, line: _Line, /) -> int: ...
    def counts(self, lines: list[_Line]) -> list[int]:
        """How often each line of a list was counted."""
    def merge(self, other: Self) -> None:
        """Add the counts of another counter of the same class and shape."""
    def top(self, k: int) -> list[tuple[str | bytes | int, int]]:
        """The k items of the largest counts, as (item, count)."""
    def prune(self, min_count: int) -> None:
        """Forget what was counted fewer than min_count times."""
    def save(self, path: _Path) -> None:
        """Write to a file, whole or not at all."""
    @classmethod
    def load(cls, path: _Path) -> Self:
        """Read a file that save() wrote."""
    def to_bytes(self) -> bytes:
        """The bytes save() writes."""
    @classmethod
    def from_bytes(cls, file: bytes) -> Self:
        """Read what to_bytes() gave."""

@final
class ExactCounts(_Counter):
    """Every line and its count, in memory (Kaser & Lemire 3.3.1)."""

    def __new__(cls) -> Self: ...

@final
class SortedCounts(_Counter):
    """Every line and its count, in bounded memory: what does not fit is sorted on disk, in tmpdir (3.3.2)."""

    def __new__(cls, memory: int = ..., tmpdir: _Path | None = None) -> Self: ...

@final
class Crc64Counts(_Counter):
    """The CRC-64 of every line and its count, in memory (3.3.3)."""

    def __new__(cls) -> Self: ...

@final
class HashedCounters(_Counter):
    """2**bits cells of 8 bits: never too small below 255, too large where lines share a cell (3.3.4)."""

    def __new__(cls, bits: int = 23) -> Self: ...

@final
class MorrisCounters(_Counter):
    """2**bits cells of 8 bits that count roughly, to 2**28 (3.3.4, Morris 1978)."""

    def __new__(cls, bits: int = 23) -> Self: ...

@final
class GeneralizedMajority(_Counter):
    """The lines that are more than 1 / (counters + 1) of all, in fixed memory (3.3.5, Algorithm 2)."""

    def __new__(cls, counters: int, keep_lines: bool = True) -> Self: ...
    @property
    def decrements(self) -> int:
        """By how much a count may be too small."""

@final
class LineModel:
    """The counted lines of a corpus."""

    def __new__(
        cls,
        kind: str = "crc64",
        *,
        separate: bool = False,
        bits: int = 24,
        counters: int = 100_000,
        keep_lines: bool = False,
        memory: int = ...,
        tmpdir: _Path | None = None,
    ) -> Self: ...
    @property
    def kind(self) -> str: ...
    @property
    def documents(self) -> int: ...
    @property
    def lines(self) -> int: ...
    @property
    def separate(self) -> bool: ...
    @property
    def memory(self) -> int: ...
    @property
    def default_threshold(self) -> int: ...
    def add(self, tops: bytes, bottoms: bytes) -> None:
        """Counts the lines that `prepare` made of a document."""
    def add_documents(self, documents: int) -> None:
        """Counts documents whose lines are added one by one."""
    def add_counted(self, line: bytes, epilogue: bool, count: int) -> None:
        """Counts one line many times."""
    def merge(self, other: LineModel) -> None: ...
    def finish(self) -> None: ...
    def prune(self, min_count: int) -> None: ...
    def to_bytes(self) -> bytes: ...
    def write(self, put: Callable[[bytes], object], tmpdir: _Path | None = None) -> None:
        """Gives the same bytes to `put` in pieces, so that a model larger than memory can be written."""
    @staticmethod
    def from_bytes(data: bytes) -> LineModel: ...

@final
class Stripper:
    """Finds the boundaries of documents, with a model and its options."""

    def __new__(
        cls,
        model: LineModel,
        *,
        threshold: int | None = None,
        gap_max: int = 10,
        p_max: int = 300,
        e_max: int = 300,
        heuristics: str = "full",
        max_share: float = 0.5,
    ) -> Self: ...
    def file(self, data: bytes, encoding: str | None = None) -> Stripped:
        """A plain text file, in whatever encoding it is."""
    def json_string(self, value: bytes) -> Stripped:
        """The value of a `text` field: a JSON string with its quotes. Raw offsets are into that value."""

@final
class Stripped:
    """A document with its boundaries."""

    @property
    def encoding(self) -> str: ...
    @property
    def replaced(self) -> int: ...
    @property
    def raw(self) -> tuple[int, int]: ...
    @property
    def lines(self) -> int: ...
    @property
    def preamble_end(self) -> int: ...
    @property
    def epilogue_start(self) -> int: ...
    @property
    def warnings(self) -> list[str]: ...
    @property
    def span(self) -> tuple[int, int]:
        """Where the body starts and ends in the decoded text, in code points."""
    @property
    def preamble(self) -> bytes: ...
    @property
    def body(self) -> bytes: ...
    @property
    def epilogue(self) -> bytes: ...
    @property
    def header(self) -> dict[str, str]:
        """What the preamble says of the book: every key is there, empty where it does not say."""

@final
class Scores:
    """The scores of a page."""

    @property
    def gold_words(self) -> int:
        """Words of the gold."""
    @property
    def cleaned_words(self) -> int:
        """Words of the cleaned text."""
    @property
    def common_words(self) -> int:
        """Words in the same order in both."""
    @property
    def precision(self) -> float: ...
    @property
    def recall(self) -> float: ...
    @property
    def f1(self) -> float: ...
    @property
    def f05(self) -> float:
        """F with precision weighted twice as much as recall."""
    @property
    def bag_f1(self) -> float:
        """F1 of the words in any order."""
    @property
    def shingle_f1(self) -> float:
        """F1 of the runs of four words in any order."""
    def figures(self) -> dict[str, float | int | None]:
        """All of it by name; `None` is what the gold does not have."""

@final
class ScoreTotals:
    """The scores of a set of pages."""

    def __new__(cls) -> Self: ...
    def add(self, scores: Scores) -> None: ...
    def figures(self) -> dict[str, Any]:
        """All figures by name; `None` is what no gold of the set has."""

@final
class Gold:
    """The gold of a page, from the values of its fields as JSON; `null` is as if it were not there.

    What is wrong with a value is raised as `ValueError(what, offset, value)`.
    """

    def __new__(
        cls,
        text: bytes | None = None,
        blocks: bytes | None = None,
        wanted: bytes | None = None,
        unwanted: bytes | None = None,
        *,
        bad: Sequence[str] = ...,
        ignored: Sequence[str] = ...,
    ) -> Self: ...
    @property
    def empty(self) -> bool:
        """Whether there is nothing to score against."""
    @property
    def has_blocks(self) -> bool:
        """Whether it has labelled blocks or text nodes."""
    @property
    def has_text(self) -> bool:
        """Whether it has a text, or blocks to make one of."""
    def score(
        self, text: bytes | None = None, blocks: bytes | None = None, *, ascii: bool = False, exact: bool = False
    ) -> Scores:
        """The scores of a cleaned page: of its text as a JSON string, or else its classified blocks, or nothing."""
    def label(
        self,
        blocks: bytes,
        *,
        by_blocks: bool = False,
        share: float = 0.5,
        ascii: bool = False,
        exact: bool = False,
    ) -> tuple[bytes, dict[str, int]]:
        """The blocks of a page, as JSON, each with a label from this gold; and what was found, as figures."""

def score(text: str, gold: str, *, ascii: bool = False, exact: bool = False) -> Scores:
    """How good a text is that was cleaned, beside the text that it should be."""

@final
class Renderer:
    """Renders blocks in one format: lines, markdown, vertical; text, markdown-text, attributes (in records)."""

    def __new__(cls, format: str, *, keep: Sequence[str], breaks: bool = False, glue: bool = True) -> Self: ...
    def render(self, blocks: bytes, *, fields: Sequence[tuple[str, str]] = ..., prefix: str = "") -> Rendered:
        """Renders the value of a `blocks` field; `fields` say which document it is.

        Raises `ValueError(what, offset)` where the value holds no blocks.
        """

@final
class Rendered:
    """A document as it goes out."""

    @property
    def data(self) -> bytes:
        """UTF-8, or a JSON string for a record."""
    @property
    def attributes(self) -> bytes | None:
        """The spans of each class, as the JSON of dolma's `attributes`."""
    @property
    def classified(self) -> bool:
        """Whether a block has a class; if none has, all are kept."""
    @property
    def blocks(self) -> int: ...
    @property
    def kept(self) -> int: ...

@final
class PageView:
    """A page to look at, in HTML."""

    def __new__(cls, blocks: bytes, *, id: str, url: str | None = None, title: str | None = None) -> Self: ...
    @property
    def blocks(self) -> int: ...
    @property
    def errors(self) -> int:
        """Blocks whose class is not that of the gold."""
    def html(self, open: bool) -> bytes: ...
    @staticmethod
    def start(title: str) -> bytes:
        """What comes before the pages of a file."""
    @staticmethod
    def end(pages: int, blocks: int, errors: int) -> bytes:
        """What comes after them."""

def to_json(value: object) -> bytes:
    """A value as JSON bytes: `None`, booleans, numbers, strings, lists, tuples, dicts with strings as keys."""

def json_text(raw: bytes) -> str:
    """The text of a JSON string with its quotes. Half a pair of surrogates is U+FFFD."""

def find_fields(line: bytes, names: Sequence[str]) -> tuple[list[tuple[int, int] | None], int, bool]:
    """Where the named fields of a JSON object stand in its line, the place after its last member, and if it has one.

    Raises `ValueError(what, offset)` where the line is not a JSON object.
    """

def prepare(
    data: bytes, *, encoding: str | None = None, top: int = 300, bottom: int = 300, apart: bool = False
) -> tuple[bytes, bytes]:
    """The normalised lines that a model counts of a document: those of its top and those of its bottom."""

def prepare_json(value: bytes, *, top: int = 300, bottom: int = 300, apart: bool = False) -> tuple[bytes, bytes]:
    """The same of a JSON string with its quotes."""

def normalise_lines(data: bytes) -> bytes:
    """All lines of a text as they are counted."""

def is_known_encoding(name: str) -> bool:
    """Whether an encoding of that name can be decoded."""

def looks_binary(data: bytes) -> bool:
    """Whether bytes are of no text at all."""

def count_words(text: str) -> int:
    """How many words a text has: what stands between spaces, and Unicode's words where a script has none."""

def detect_language(text: str, candidates: Sequence[str] | None = None) -> tuple[str, float] | None:
    """The language of a text and how sure that is, between 0 and 1; of the candidates only, where they are given."""

def languages() -> list[str]:
    """The codes of the languages that have a stop list."""

def language_code(name: str) -> str | None:
    """The code of ISO 639-1 of a language that is known by this code or name."""

def stoplist(lang: str, size: int | None = None) -> list[str]:
    """The commonest words of a language, the commonest first: as many as make up 0.60 of running text, or `size`.

    A word that begins with a hyphen is the end of words.
    """

@final
class Decoded:
    """A page's characters as UTF-8, and what was decided about its bytes."""

    @property
    def text(self) -> bytes: ...
    @property
    def encoding(self) -> str: ...
    @property
    def encoding_source(self) -> str:
        """bom, override, transport, meta, xml, utf-8, detected or record."""
    @property
    def replaced(self) -> int:
        """Malformed sequences."""
    def __new__(
        cls, data: bytes, *, encoding: str | None = None, transport: str | None = None, tld: str | None = None
    ) -> Self: ...
    @staticmethod
    def from_json_string(value: bytes) -> Decoded:
        """The value of an `html` field, with its quotes."""

@final
class Page:
    """A page as blocks."""

    @property
    def encoding(self) -> str: ...
    @property
    def encoding_source(self) -> str: ...
    @property
    def replaced(self) -> int: ...
    @property
    def title(self) -> str: ...
    @property
    def kinds(self) -> str:
        """What the page says it is: `product*2 offer og:product`."""
    def __new__(
        cls,
        data: bytes,
        *,
        encoding: str | None = None,
        transport: str | None = None,
        tld: str | None = None,
        hints: bool = True,
        spans: bool = False,
    ) -> Self: ...
    @staticmethod
    def from_json_string(value: bytes, *, hints: bool = True, spans: bool = False) -> Page:
        """The value of an `html` field, with its quotes."""
    @staticmethod
    def from_blocks(value: bytes) -> Page:
        """The value of a `blocks` field. Raises ValueError(what, offset)."""
    def __len__(self) -> int: ...
    def blocks(self, *, whole_paths: bool = False) -> bytes:
        """The blocks as the JSON of a `blocks` field."""

@final
class LxmlTarget:
    """What lxml's parser drives: it builds the same blocks as Page does."""

    def __new__(cls, hints: bool = True) -> Self: ...
    def start(self, tag: str, attributes: object) -> None: ...
    def end(self, tag: str) -> None: ...
    def data(self, text: str) -> None: ...
    def close(self) -> None: ...
    def page(self, decoded: Decoded) -> Page:
        """The page that was told."""

def algorithms() -> list[dict[str, object]]:
    """What is known of each algorithm of `classify`."""

@final
class Labelled:
    """The labelled blocks of a record."""

    @property
    def blocks(self) -> bytes: ...
    @property
    def lang(self) -> str | None: ...
    @property
    def good(self) -> int: ...
    @property
    def bad(self) -> int: ...

@final
class Labeller:
    """Labels pages by one algorithm."""

    def __new__(
        cls,
        algorithm: str,
        *,
        settings: dict[str, float] | None = None,
        preset: str | None = None,
        model: bytes | None = None,
        lang: str = "auto",
        stoplist: str | None = None,
        only_lang: list[str] | None = None,
    ) -> Self: ...
    def label(
        self,
        blocks: bytes,
        *,
        lang: str | None = None,
        title: str | None = None,
        kinds: str | None = None,
        explain: bool = False,
        scores: bool = True,
    ) -> Labelled:
        """Label the value of a `blocks` field; `title` and `kinds` are those of its page.

        Raises ValueError(what, offset) where it holds no blocks."""
    def extract(self, data: bytes, *, encoding: str | None = None, lang: str | None = None) -> str:
        """The good text of a page, by its bytes."""
    def extract_str(self, html: str, *, lang: str | None = None) -> str:
        """The good text of a page, by its characters."""
    def extract_page(self, page: Page, *, lang: str | None = None) -> str:
        """The good text of a page that was read before."""

@final
class BlockTrainer:
    """Learns from the blocks of records."""

    def __new__(
        cls, algorithm: str, *, settings: dict[str, float] | None = None, preset: str | None = None
    ) -> Self: ...
    def add(self, blocks: bytes) -> tuple[int, int]:
        """Learn from the value of a `blocks` field; returns how many of its blocks are labelled good, and bad."""
    def finish(self) -> bytes:
        """The bytes of the model file."""

def gold_labels(blocks: bytes) -> bytes:
    """Of each block in the value of a `blocks` field, what people say: 1 good, 0 bad, 255 neither."""

def trees_model(texts: list[str], *, shift: float = 0.0, spread: float = 0.0, floor: float = 0.0) -> bytes:
    """A model of the text models of LightGBM, the mean of which is taken, as the bytes of a file."""

def feature_names() -> list[str]:
    """The names of the columns of block_features."""

def block_features(
    blocks: bytes,
    *,
    title: str | None = None,
    kinds: str | None = None,
    lang: str | None = None,
    old: bool = False,
    keep: bytes | None = None,
) -> bytes:
    """What the trees know of each block: rows of little-endian 32-bit floats.

    With `old` as if the page had been written before HTML5. `keep` has a byte for each block: with a 0, it is as if the
    page had been without it. By default the language is found out.
    Raises ValueError(what, offset) where it holds no blocks."""

def feature_rows(
    id: str, blocks: bytes, *, title: str | None = None, kinds: str | None = None, lang: str | None = None
) -> bytes:
    """The same as lines, with tabs between: the id, the number of the block, its gold label, its columns."""

@final
class DensityFit:
    """Fits the stratified model of the slides to the lengths of text."""

    def __new__(cls) -> Self: ...
    @staticmethod
    def lengths(blocks: bytes) -> list[tuple[int, int]]:
        """The lengths of the segments in a `blocks` field, each with how often it is there."""
    def add(self, lengths: list[tuple[int, int]]) -> None: ...
    def fit(self) -> dict[str, object]:
        """The fits of one writer and of two."""

def unbrotli(data: bytes, most: int) -> bytes:
    """No more than `most` bytes of what brotli packed; of what is damaged or cut, the bytes before that."""

def suffix_array(
    sequence: Buffer | Sequence[int] | Sequence[Buffer] | Sequence[Sequence[int]],
    *,
    documents: Buffer | Sequence[int] | None = None,
) -> NDArray[int32] | NDArray[int64]:
    """Where the suffixes of a sequence begin, in their order: positions of 32 bits where they suffice, else of 64.

    The sequence is bytes, or integers from 0 to 4294967295: an array of any type with the buffer protocol, or a list.
    Of documents, given as a list of such sequences or as one sequence and the lengths of its `documents`, a suffix ends
    where its document does; equal ones are in the order of the documents, and positions count from the first on.
    Needs numpy, and runs without the GIL."""

def lcp_array(
    sequence: Buffer | Sequence[int] | Sequence[Buffer] | Sequence[Sequence[int]],
    suffix_array: Buffer | Sequence[int],
    *,
    documents: Buffer | Sequence[int] | None = None,
) -> NDArray[int32] | NDArray[int64]:
    """How long a prefix each suffix has in common with the one before it in the suffix array of the same sequence,
    which never goes beyond a document; 0 for the first."""

@final
class TextReading:
    """Where the text of records is (auto, blocks, text, both), and what its units are (whole, lines, paragraphs)."""

    def __new__(
        cls,
        source: str = "auto",
        split: str = "whole",
        *,
        id_key: str = "id",
        blocks_key: str = "blocks",
        text_key: str = "text",
    ) -> Self: ...

@final
class TokenChoice:
    """Which tokens are left out (punct, stop), and what is alike (case, digits, accents)."""

    def __new__(
        cls, skip: list[str] = ..., fold: list[str] = ..., *, stop_lang: str | None = None, stoplist: str | None = None
    ) -> Self: ...

@final
class PreparedNgrams:
    """Lines whose n-grams are ready to be counted."""

    @property
    def bad(self) -> list[tuple[int, int, str]]:
        """Lines that are no records: which, the byte of it, and what is wrong there."""

@final
class NgramCounter:
    """Counts the n-grams of records, in bounded memory."""

    def __new__(
        cls,
        method: str,
        n: int,
        min_count: int,
        memory: int,
        tmpdir: _Path,
        level: str,
        reading: TextReading,
        tokens: TokenChoice,
        threads: int,
    ) -> Self: ...
    def prepare(self, lines: Sequence[bytes], serial: int) -> PreparedNgrams:
        """Read some lines, on any core."""
    def add(self, prepared: PreparedNgrams) -> None:
        """Count what was prepared."""
    def finish(self, put: Callable[[bytes], object], counts: bool) -> dict[str, Any]:
        """Give the bytes of the set to put in pieces, and return figures."""

@final
class PreparedNear:
    """Lines that were read, to be compared with others."""

    @property
    def bad(self) -> list[tuple[int, int, str]]:
        """Lines that are no records: which, the byte of it, and what is wrong there."""
    @property
    def keys(self) -> bytes:
        """KEY<TAB>ID lines, if split is emit."""

@final
class LabelledNear:
    """Lines that were labelled."""

    @property
    def bad(self) -> list[tuple[int, int, str]]:
        """None: what is wrong with lines was said when they were read first."""
    @property
    def data(self) -> bytes: ...
    @property
    def kept(self) -> int: ...
    @property
    def duplicates(self) -> int: ...

@final
class NearLabels:
    """What is said of each record."""

    def put(self, lines: Sequence[bytes], serial: int) -> LabelledNear:
        """Label lines that were read before, on any core."""

@final
class NearDups:
    """Finds records that are nearly the same, in bounded memory. split is emit, reduce, or nothing."""

    def __new__(
        cls,
        reading: TextReading,
        memory: int,
        tmpdir: _Path,
        most: int,
        *,
        split: str | None = None,
        texts_only: bool = False,
        unit: str | None = None,
        n: int | None = None,
        fold: str | None = None,
        threshold: float | None = None,
        measure: str | None = None,
        common: int | None = None,
        distance: int | None = None,
        recall: float | None = None,
        bands: tuple[int, int] | None = None,
        verify: bool = False,
        threads: int = 1,
    ) -> Self: ...
    def prepare(self, lines: Sequence[bytes], serial: int) -> PreparedNear:
        """Read some lines, on any core."""
    def check(self, prepared: PreparedNear) -> None:
        """Refuse records that cannot be compared with those before."""
    def add(self, prepared: PreparedNear) -> None:
        """Add what was prepared."""
    def begin_reduce(self) -> None:
        """All records were added; their sorted keys come."""
    def take(self, lines: Sequence[bytes]) -> None:
        """Take lines of keys and ids."""
    def write_pairs(self, put: Callable[[bytes], object]) -> dict[str, Any]:
        """Give a line for each pair to put, in pieces, and return figures."""
    def labels(self, link: str, keep: str, id_key: str, drop: bool) -> tuple[NearLabels, dict[str, Any]]:
        """What is to be said of each record, and figures."""

def probability_supershingles(k: int, s: int, r: int, resemblance: float) -> float:
    """Equation 3.1: r or more of k groups of s values are the same."""

def probability_lists(n: int, p: float, k: int) -> float:
    """Figure 3.3: one or more of n lists are the same in documents that differ in k words."""

def solve_bands(values: int, threshold: float | None = None, recall: float | None = None) -> tuple[int, int, int]:
    """The bands, the values of each, and how many are to be the same, to find pairs of that resemblance so often."""

def merge_ngram_sets(paths: Sequence[_Path], min_count: int | None, put: Callable[[bytes], object]) -> dict[str, Any]:
    """Add up the sets in some files (- is standard input), and give the bytes of the sum to put in pieces."""

@final
class ListedNgrams:
    """Lines whose n-grams were found in a set."""

    @property
    def bad(self) -> list[tuple[int, int, str]]:
        """None: what is no record was said before."""

@final
class NgramListing:
    """Lists the n-grams that were counted, with the text read again."""

    def __new__(cls, counter: NgramCounter, format: str) -> Self: ...
    @property
    def figures(self) -> dict[str, Any]:
        """Figures of the counting."""
    def next_part(self) -> bool:
        """Go on to the next part of the n-grams; if there is one, all text must be listed for it."""
    def prepare(self, lines: Sequence[bytes], serial: int) -> ListedNgrams:
        """Find the n-grams of some lines, on any core."""
    def add(self, listed: ListedNgrams) -> None:
        """Take what was found, in order."""
    def finish(self, put: Callable[[bytes], object]) -> None:
        """Give what is to be written to put in pieces."""

@final
class SeenHosts:
    """Nothing: what was seen of some lines is known already."""

    @property
    def bad(self) -> list[tuple[int, int, str]]:
        """None: what is no record was said before."""

@final
class NgramHosts:
    """Sees on which hosts the n-grams that were counted occur, with the text read again."""

    def __new__(cls, counter: NgramCounter) -> Self: ...
    @property
    def figures(self) -> dict[str, Any]:
        """Figures of the counting."""
    def next_part(self) -> bool:
        """Go on to the next part of the n-grams; if there is one, all text must be seen for it."""
    def prepare(self, lines: Sequence[bytes], serial: int) -> SeenHosts:
        """See some lines, on any core."""
    @property
    def counts(self) -> tuple[int, int]:
        """Distinct n-grams of several hosts, and of one."""

def ngram_set_info(path: _Path, *, state: bool = False) -> dict[str, Any]:
    """What a set of n-grams says of itself, or a state, if it is one."""

def tokens_of_set(path: _Path, *, state: bool = False, stoplist: str | None = None) -> TokenChoice:
    """The tokens that a set, or a state, was made of; stoplist is the text of its stop words, if they were a file's."""

def check_same_ngrams(first: _Path, first_is_state: bool, path: _Path, *, state: bool = False) -> None:
    """Raise ValueError unless a set or a state has the same n-grams as the first."""

@final
class PreparedDedup:
    """Lines that were read."""

    @property
    def bad(self) -> list[tuple[int, int, str]]:
        """Lines that are no records: which, the byte of it, and what is wrong there."""

@final
class Deduper:
    """Removes duplicates from records."""

    def __new__(
        cls,
        text: _Path | None,
        others: Sequence[_Path],
        state: _Path | None,
        *,
        reading: TextReading,
        tokens: TokenChoice,
        level: str = "block",
        threshold: float = 0.5,
        scope: str = "corpus",
        order: str = "input",
        smoothing: bool = True,
        exact: bool = False,
        drop: bool = False,
        trace: bool = False,
        save: bool = False,
        memory: int = ...,
        tmpdir: _Path,
    ) -> Self: ...
    def prepare(self, lines: Sequence[bytes], serial: int, *, decided: bool = False) -> PreparedDedup:
        """Read some lines, on any core; what is decided already is read to be written only."""
    def take(self, prepared: PreparedDedup) -> None:
        """Take what is to be known of documents before they are ordered."""
    def order(self) -> None:
        """Decide about all documents that were taken; then all of them come again."""
    def put(self, prepared: PreparedDedup) -> bytes:
        """The lines with what is decided about them."""
    def save(self, before: _Path | None, put: Callable[[bytes], object]) -> None:
        """Give the bytes of the state after this run to put in pieces; before is that of the run before."""
    def totals(self) -> dict[str, int]:
        """What was seen and done."""

_Document: TypeAlias = str | bytes | Sequence[str] | Sequence[int] | Buffer

def schemes() -> list[dict[str, object]]:
    """The schemes of fingerprints: name, about, reference, units (the default first), n, whether they have positions,
    need counts of prefixes, take a seed; params as (name, default, least, most, whether whole, about)."""

@disjoint_base
class Fingerprint:
    """What is kept of a document: made by fingerprint() and its like."""

    @property
    def scheme(self) -> str: ...
    @property
    def parameters(self) -> str:
        """All that must be the same for two fingerprints to be comparable, as `name=value` with spaces between."""
    @property
    def shingles(self) -> int:
        """How many different shingles the document has."""
    @property
    def values(self) -> NDArray[uint64]:
        """The fingerprint; empty if the document is shorter than a shingle."""
    @property
    def positions(self) -> NDArray[uint64]:
        """Of schemes that choose from the text, where the shingle of each value begins: code points of text, bytes of
        bytes, items of a list."""
    def similarity(self, other: Fingerprint) -> float:
        """See similarity()."""
    def containment(self, other: Fingerprint) -> float:
        """See containment()."""
    def __len__(self) -> int: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...

@final
class MinHash(Fingerprint):
    """Of each of a number of random permutations of the shingles, the least; after Broder.

    With `one_permutation` the least of each of as many bins of one permutation: faster with many values, and less exact
    for documents of fewer shingles than that. The share of equal values estimates the resemblance of two documents."""

    def __new__(
        cls,
        document: _Document,
        *,
        permutations: int = 128,
        n: int = 5,
        unit: str = "words",
        fold: str | None = None,
        seed: int = 1,
        one_permutation: bool = False,
    ) -> Self: ...

@final
class SimHash(Fingerprint):
    """Bits of which similar documents have most in common; after Charikar."""

    def __new__(
        cls,
        document: _Document,
        *,
        bits: int = 64,
        n: int = 1,
        unit: str = "words",
        fold: str | None = None,
        seed: int = 1,
    ) -> Self: ...
    def distance(self, other: SimHash) -> int:
        """How many bits differ."""

def fingerprint(
    document: _Document,
    scheme: str = "minhash",
    *,
    n: int | None = None,
    unit: str | None = None,
    fold: str | None = None,
    seed: int | None = None,
    prefixes: bytes | None = None,
    **settings: float,
) -> Fingerprint:
    """The fingerprint of a document by any scheme, with the options of the filter in Python's spelling.

    A document is text; bytes of UTF-8 (of anything, with unit="bytes"); a list of words, which are taken as they are
    but for their case; or integers, as a list or an array. Runs without the GIL."""

def fingerprints(
    documents: Iterable[_Document],
    scheme: str = "minhash",
    *,
    n: int | None = None,
    unit: str | None = None,
    fold: str | None = None,
    seed: int | None = None,
    prefixes: bytes | None = None,
    **settings: float,
) -> list[Fingerprint]:
    """Those of many documents: faster than one by one."""

def winnow(
    document: _Document,
    *,
    guarantee: int = 50,
    noise: int = 25,
    unit: str = "letters",
    fold: str | None = None,
    seed: int = 1,
) -> Fingerprint:
    """Of each window of shingles the least: of what two documents have in common, all that is `guarantee` units long
    or longer has a value in both, and nothing that is shorter than `noise` units."""

def shingles(
    document: _Document, *, n: int = 5, unit: str = "words", fold: str | None = None, seed: int = 1
) -> NDArray[uint64]:
    """The hashes of all sequences of n units, in the order of the document, with those that come again."""

def similarity(a: Fingerprint, b: Fingerprint) -> float:
    """How alike two documents are, from 0 to 1: an estimate of their resemblance, for SimHash of the cosine between
    vectors of frequencies, for supershingle and lists the share of values in common. Raises ValueError if they were
    made by other schemes or with other parameters."""

def containment(a: Fingerprint, b: Fingerprint) -> float:
    """How much of the first document is in the second one, for schemes that tell."""

@final
class FingerprintFile:
    """The documents of a file that `fingerprint --binary` wrote, as they are asked for. Damage raises ValueError."""

    @property
    def scheme(self) -> str: ...
    @property
    def parameters(self) -> str: ...
    def __iter__(self) -> Self: ...
    def __next__(self) -> tuple[str, Fingerprint]:
        """The id and the fingerprint of the next document."""

def read_fingerprints(path: _Path) -> FingerprintFile:
    """Opens a file of `fingerprint --binary`."""

@final
class Sketcher:
    """Makes the fingerprints of records."""

    def __new__(
        cls,
        reading: TextReading,
        scheme: str,
        *,
        settings: Sequence[tuple[str, float]] = ...,
        n: int | None = None,
        unit: str | None = None,
        fold: str | None = None,
        seed: int | None = None,
        prefixes: bytes | None = None,
        positions: bool = False,
        lists: bool = False,
    ) -> Self: ...
    @property
    def parameters(self) -> str: ...
    def sketch(self, line: bytes) -> Sketched:
        """Of the record in a line. Raises ValueError(what, offset) where it has no text."""

@final
class Sketched:
    """The fingerprint of a record."""

    @property
    def data(self) -> bytes:
        """The object for the record."""
    @property
    def shingles(self) -> int: ...
    @property
    def size(self) -> int:
        """How many values it has."""

@final
class FingerprintWriter:
    """Makes the bytes of a file of fingerprints, piece by piece."""

    def __new__(cls) -> Self: ...
    def begin(self, sketcher: Sketcher) -> bytes: ...
    def document(self, id: str, sketched: Sketched) -> bytes: ...
    def end(self) -> bytes: ...

@final
class PrefixLearner:
    """Counts the sequences of five letters in records."""

    def __new__(cls, reading: TextReading, *, unit: str = "letters", fold: str | None = None) -> Self: ...
    def add(self, line: bytes) -> None:
        """Raises ValueError(what, offset) where the record has no text."""
    def to_bytes(self) -> bytes:
        """The file that --prefixes reads."""

def find_cut_point(
    documents: Iterable[str] | Iterable[bytes], *, fold: bool = True, borders: str = ""
) -> tuple[int, int, list[tuple[int, int, int]]]:
    """An optimal cut point (n, a) of documents of one kind, and the path to it (Ikeda, Yamada & Hirokawa 2001).

    Useless is what is covered by the `a` per cent most frequent strings of `n` characters, or of bytes where the
    documents are bytes. The path begins at (2, 1) and has the alternation count of each cut point: `(n, a, count)`.
    Tabs and line ends are spaces, and consecutive spaces one, unless `fold` is false. `borders` are characters that may
    only be the first or last of a string. Runs without the GIL."""

@final
class CutPointSample:
    """Documents to find a cut point in, as many as fit `size` characters or bytes."""

    def __new__(cls, size: int, *, bytes: bool = False) -> Self: ...
    def add(self, document: bytes) -> None:
        """Adds a document, as UTF-8."""
    def seen(self) -> tuple[int, int, int]:
        """How many documents were added, and how many characters or bytes they had; how many documents are kept."""
    def finish(self, *, borders: str = "") -> CutPointSearch:
        """Makes the sample ready for questions; it takes no more documents."""

@final
class CutPointSearch:
    """A sample that is ready for questions."""

    def find(self) -> list[tuple[int, int, int]]:
        """The path from (2, 1) to an optimal cut point, which is its last: n, a and the alternation count of each."""
    def row(self, n: int, low: int, high: int) -> list[tuple[int, int, int]]:
        """The alternation counts for one n and each a from `low` to `high`."""
    def model(self, n: int, a: int, *, records: bool = False) -> CutPointModel:
        """The frequent n-grams of a cut point; with `records`, also what is around records."""

@final
class CutPointModel:
    """The frequent n-grams of a cut point."""

    @staticmethod
    def from_bytes(data: _Bytes) -> CutPointModel: ...
    def to_bytes(self) -> _Bytes: ...
    @property
    def n(self) -> int: ...
    @property
    def a(self) -> int: ...
    @property
    def bytes(self) -> bool: ...
    @property
    def alternations(self) -> int: ...
    @property
    def grams(self) -> tuple[int, int]:
        """How many n-grams the sample had, and how many of them are frequent."""
    @property
    def sample(self) -> tuple[int, int]:
        """How many documents the sample had, and how many characters or bytes."""
    @property
    def borders(self) -> str: ...
    @property
    def delimiters(self) -> tuple[str, str] | None:
        """What is before and after a record."""
    def useful(self, document: _Bytes) -> UsefulParts:
        """What is useful in a document in UTF-8."""
    def useful_json(self, value: _Bytes) -> UsefulParts:
        """The same for a JSON string with its quotes."""
    def html_start(self, title: str) -> _Bytes:
        """What comes before the documents of a file to look at."""
    @staticmethod
    def html_end(documents: int) -> _Bytes:
        """What comes after them."""

@final
class UsefulParts:
    """A document without its useless parts."""

    def text(self) -> bytes:
        """The useful parts, a line each, as a JSON string."""
    @property
    def places(self) -> list[tuple[int, int]]:
        """Where in the document the useful parts are, in characters."""
    def characters(self) -> tuple[int, int]:
        """Characters of the document, its white space folded, and how many of them are useful."""
    def blocks(self) -> bytes | None:
        """All parts of the document in order as blocks, `good` if they are useful and `bad` if not."""
    def records(self) -> bytes | None:
        """The records of the document as a list of JSON strings."""
    @property
    def record_count(self) -> int: ...
    def html(self, id: str, open: bool) -> bytes:
        """The document to look at; `open` if it is shown at once."""

def site_methods() -> list[dict[str, object]]:
    """What is known of each method of `sitestrip`."""

def site_key(value: str, folders: int = 0) -> str:
    """The site of a page, by its address or whatever says it, with the first `folders` of the path."""

@final
class SiteNotes:
    """Notes what may be shared of pages, by one method."""

    def __new__(cls, method: str, settings: dict[str, float] | None = None) -> Self: ...
    def note(self, blocks: _Bytes, *, html: _Bytes | None = None, url: str = "") -> _Bytes:
        """What is to be known of a page to learn from it. Raises `ValueError(what, offset)` without blocks."""
    def learner(self, sample: int, least: int, memory: int, tmpdir: str) -> SiteLearner:
        """Learns the templates of sites with `least` pages or more, from no more than `sample` pages of each."""

@final
class SiteLearner:
    def add(self, site: str, id: str, note: _Bytes) -> None:
        """Adds a page of a site, by what was noted of it."""
    def finish(self) -> SiteTemplates: ...

@final
class SiteTemplates:
    """The templates of sites."""

    @staticmethod
    def from_bytes(data: _Bytes) -> SiteTemplates: ...
    def save(self, put: Callable[[bytes], object]) -> None:
        """Gives the bytes of a file to `put` in pieces."""
    @property
    def method(self) -> str: ...
    @property
    def learned(self) -> tuple[int, int, int]:
        """Pages that were learned from, sites, and those of them that have a template."""
    @property
    def disk(self) -> int:
        """Bytes that were on disk."""
    def label(
        self,
        site: str,
        blocks: _Bytes,
        *,
        html: _Bytes | None = None,
        url: str = "",
        threshold: float | None = None,
        least: int = 3,
        with_class: bool = False,
        drop: bool = False,
    ) -> SiteLabelled:
        """Labels the value of a `blocks` field of a page of a site. Raises `ValueError(what, offset)` where it holds no
        blocks, or none of `html`."""

@final
class SiteLabelled:
    """The labelled blocks of a page."""

    @property
    def data(self) -> bytes:
        """The value of the `blocks` field; empty if no block is left."""
    @property
    def blocks(self) -> int: ...
    @property
    def template(self) -> int:
        """How many of them are the site's."""
    @property
    def pages(self) -> int:
        """How many pages the site had."""
    @property
    def by_site(self) -> bool:
        """Whether these were enough."""
    @property
    def classified(self) -> bool:
        """Whether all blocks had a class."""

@final
class BookPages:
    """The pages of a book."""

    def __new__(cls, pages: Sequence[str]) -> Self: ...
    def __len__(self) -> int: ...
    @staticmethod
    def of_list(value: bytes) -> BookPages:
        """Of a `pages` field. Raises `ValueError(what, offset)` where it is no list of strings."""
    @staticmethod
    def of_string(value: bytes) -> BookPages:
        """Of a `text` field, a JSON string with form feeds."""
    @staticmethod
    def of_text(text: bytes) -> BookPages:
        """Of plain text with form feeds."""
    @staticmethod
    def joined(parts: Sequence[BookPages]) -> BookPages:
        """The pages of parts of a book."""
    def to_json(self) -> bytes: ...

@final
class BookSketch:
    """What a book is compared by."""

@final
class BookRelations:
    """What was found of some books."""

    @property
    def lines(self) -> bytes:
        """JSON lines."""
    @property
    def counts(self) -> list[tuple[str, int]]:
        """How many there are of each relation."""
    @property
    def pairs(self) -> int:
        """Pairs of similar books that were compared page by page."""

@final
class BookLibrary:
    """Books that are compared with each other. `sketch` and `relate` may run on several threads."""

    def __new__(
        cls,
        *,
        shingle: int = 5,
        book_hashes: int = 100,
        page_hashes: int = 34,
        min_similarity: float = 0.02,
        max_postings: int = 200,
        min_confidence: float = 0.5,
        tmpdir: _Path | None = None,
    ) -> Self: ...
    def sketch(self, pages: BookPages) -> BookSketch: ...
    def add(self, name: str, sketch: BookSketch, pages: BookPages) -> None: ...
    def prepare(self) -> None:
        """All books are there: finds out which are similar."""
    def relate(self, start: int, stop: int, pages: bool) -> BookRelations:
        """The relations of the books from `start` to `stop` with later ones."""
    def settle(self, relations: BookRelations) -> None:
        """Takes relations into the clusters."""
    def clusters(self) -> bytes:
        """The clusters as JSON lines."""
    def sizes(self) -> list[tuple[str, int, int]]:
        """Kind and size of clusters, and how many there are."""
    def editions(self) -> list[list[int]]:
        """The books of each edition with several copies."""
    def merge(self, edition: list[int]) -> bytes:
        """The record of an edition, of the words that most copies have."""
    def figures(self) -> tuple[int, int, int, int]:
        """Books, those without a shingle, those that are the same as one before, and min-hashes that too many share."""
