"""What Pomikálek's thesis measured (2011, section 2.9): precision, recall, F1 and F0.5 in per cent."""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    precision: float
    recall: float
    f1: float
    f05: float


Rows = dict[str, Row]

# Table 2.5, text nodes of Canola's test half in characters, all annotations (AR > 0).
CANOLA_NODES: Rows = {
    "baseline": Row(76.48, 100.00, 86.67, 80.26),
    "tc20-sw0.30-filter": Row(95.78, 93.58, 94.67, 95.34),
    "BTE": Row(84.04, 98.29, 90.61, 86.55),
    "DefExt_lxml": Row(90.86, 93.05, 91.94, 91.29),
    "Victor_Canola": Row(94.48, 94.76, 94.62, 94.53),
    "Victor_CleanEval": Row(87.04, 97.75, 92.08, 88.99),
    "jusText_A": Row(95.13, 94.36, 94.74, 94.97),
    "jusText_B": Row(95.44, 94.64, 95.04, 95.28),
}

# The same of nodes that all annotators agree on (AR = 100).
CANOLA_NODES_RELIABLE: Rows = {
    "baseline": Row(86.67, 100.00, 92.86, 89.04),
    "tc20-sw0.30-filter": Row(98.97, 96.40, 97.66, 98.44),
    "BTE": Row(94.93, 99.37, 97.10, 95.79),
    "DefExt_lxml": Row(97.35, 94.75, 96.03, 96.82),
    "Victor_Canola": Row(97.20, 97.29, 97.24, 97.21),
    "Victor_CleanEval": Row(93.13, 98.74, 95.85, 94.20),
    "jusText_A": Row(99.41, 96.99, 98.18, 98.91),
    "jusText_B": Row(99.32, 97.39, 98.34, 98.92),
}

# Table 2.6, words of Canola's test half, the undecided nodes being gold.
CANOLA_WITH_UNDECIDED: Rows = {
    "baseline": Row(77.41, 100.00, 87.27, 81.07),
    "tc20-sw0.30-filter": Row(95.32, 92.48, 93.88, 94.74),
    "BTE": Row(85.40, 97.98, 91.26, 87.65),
    "DefExt_lxml": Row(90.66, 92.45, 91.55, 91.01),
    "DefExt": Row(89.96, 92.78, 91.35, 90.51),
    "CanolaExt": Row(89.96, 96.71, 93.22, 91.23),
    "ArticleExt": Row(95.26, 77.55, 85.50, 91.10),
    "Victor_Canola": Row(93.92, 93.67, 93.79, 93.87),
    "Victor_CleanEval": Row(86.93, 97.55, 91.94, 88.86),
    "NCLEANER": Row(85.90, 94.79, 90.13, 87.54),
    "jusText_A": Row(94.04, 95.17, 94.60, 94.26),
    "jusText_B": Row(93.88, 94.90, 94.39, 94.08),
}

# Table 2.6, the undecided nodes not being gold.
CANOLA_WITHOUT_UNDECIDED: Rows = {
    "baseline": Row(76.00, 100.00, 86.36, 79.83),
    "tc20-sw0.30-filter": Row(94.96, 93.85, 94.40, 94.74),
    "BTE": Row(84.10, 98.27, 90.63, 86.60),
    "DefExt_lxml": Row(89.57, 93.04, 91.27, 90.24),
    "DefExt": Row(88.88, 93.38, 91.08, 89.74),
    "CanolaExt": Row(89.06, 97.52, 93.10, 90.63),
    "ArticleExt": Row(94.09, 78.02, 85.31, 90.37),
    "Victor_Canola": Row(93.34, 94.81, 94.07, 93.63),
    "Victor_CleanEval": Row(85.60, 97.84, 91.31, 87.80),
    "NCLEANER": Row(85.07, 95.62, 90.04, 86.99),
    "jusText_A": Row(93.28, 96.15, 94.70, 93.84),
    "jusText_B": Row(93.03, 95.79, 94.39, 93.57),
}

# Table 2.8, words of CleanEval. The columns of three rows are printed in another order there; here they are not.
CLEANEVAL: Rows = {
    "baseline": Row(88.55, 99.33, 93.63, 90.51),
    "tc20-sw0.30-filter": Row(96.12, 86.20, 90.89, 93.96),
    "BTE": Row(93.61, 96.03, 94.81, 94.08),
    "DefExt_lxml": Row(95.49, 91.52, 93.46, 94.67),
    "DefExt": Row(95.01, 87.13, 90.90, 93.32),
    "CanolaExt": Row(94.24, 90.57, 92.37, 93.48),
    "ArticleExt": Row(96.01, 68.21, 79.76, 88.77),
    "Victor_Canola": Row(96.02, 88.01, 91.84, 94.30),
    "Victor_CleanEval": Row(94.88, 93.95, 94.41, 94.69),
    "NCLEANER": Row(95.43, 92.53, 93.96, 94.84),
    "jusText_A": Row(96.70, 88.03, 92.16, 94.83),
    "jusText_B": Row(96.66, 88.81, 92.57, 94.98),
    "jusText_C": Row(96.39, 91.11, 93.68, 95.29),
    "jusText_D": Row(96.07, 92.41, 94.21, 95.31),
}

# Table 2.9, words of L3S-GN1.
L3S_GN1: Rows = {
    "baseline": Row(62.69, 100.00, 77.07, 67.75),
    "tc20-sw0.30-filter": Row(92.01, 79.99, 85.58, 89.33),
    "BTE": Row(89.41, 94.68, 91.97, 90.42),
    "DefExt_lxml": Row(94.25, 91.25, 92.73, 93.63),
    "DefExt": Row(93.91, 91.04, 92.45, 93.32),
    "CanolaExt": Row(87.86, 91.14, 89.47, 88.50),
    "ArticleExt": Row(97.77, 80.37, 88.22, 93.71),
    "Victor_Canola": Row(95.04, 81.84, 87.95, 92.07),
    "Victor_CleanEval": Row(89.37, 92.72, 91.01, 90.02),
    "NCLEANER": Row(80.24, 91.90, 85.67, 82.33),
    "jusText_A": Row(95.88, 84.03, 89.56, 93.25),
    "jusText_B": Row(95.45, 85.31, 90.10, 93.23),
    "jusText_C": Row(94.81, 89.18, 91.91, 93.63),
    "jusText_D": Row(93.66, 90.74, 92.17, 93.06),
}

# Table 2.10, jusText_A on text nodes of Canola's test half, by the size of its stop list; all annotations.
STOP_LISTS: dict[int, Row] = {
    100: Row(96.21, 93.32, 94.75, 95.62),
    319: Row(95.13, 94.36, 94.74, 94.97),
    500: Row(94.28, 95.62, 94.95, 94.54),
}


class Torn(NamedTuple):
    """Fragments: their mean and median length in characters, and how many a document has."""

    mean: float
    median: float
    per_page: float


# Table 2.11, fragments of Canola's test half.
FRAGMENTS: dict[str, Torn] = {
    "perfect cleaning": Torn(1315.1, 279, 6.98),
    "tc20-sw0.30-filter": Torn(1059.8, 385, 8.27),
    "BTE": Torn(11095.6, 7611, 1.00),
    "DefExt_lxml": Torn(671.2, 68, 13.81),
    "Victor_Canola": Torn(637.9, 126, 14.13),
    "jusText_A": Torn(2304.3, 794, 3.88),
    "jusText_B": Torn(1609.7, 630, 5.54),
}
