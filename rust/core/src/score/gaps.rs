//! Aligns the words between two anchors so that runs stay whole: a headline that stands in the menu, over the article
//! and among related links is matched where the article is, and a stray "the" of a menu is not matched at all.
//!
//! A table with affine costs (Gotoh 1982). A run of matches that begins or ends inside a block of the page, or inside a
//! line of the gold, costs more than a word or two in common are worth; at their edges it costs nothing.

use std::ops::Range;

use super::align::Text;
use super::lcs;

const MATCH: i32 = 1000;
/// The same of a word that a reader may not see.
const MATCH_MARKED: i32 = 950;
/// A word that differs on both sides, inside a run.
const MISMATCH: i32 = -400;
/// The same where a block begins with it: that is rather another block.
const MISMATCH_FIRST: i32 = -1200;
/// A run begins or ends inside a block of the page.
const PAGE_BREAK: i32 = 1200;
/// A run begins or ends inside a line of the gold.
const GOLD_BREAK: i32 = 1100;
/// A word skipped between two runs: of two places that are equal otherwise, the nearer one.
const FAR: i32 = 1;
const NEVER: i32 = i32::MIN / 2;

/// Cells of a table. A gap of more is divided first.
const MOST_CELLS: usize = 1 << 22;
/// Cells of a gap that is still divided where most words match; beyond, it is cut in the middle.
const MOST_SEARCHED: usize = 1 << 31;

/// How the words of the page before a cell ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// In a run.
    Run = 0,
    /// Words of the page were skipped since the last run: the gold goes on where it was.
    Page = 1,
    /// Words of the gold were skipped: the page goes on where it was.
    Gold = 2,
    /// Words of both were skipped, or there was no run yet.
    Both = 3,
}

impl State {
    fn of(bits: u8) -> Self {
        [Self::Run, Self::Page, Self::Gold, Self::Both][usize::from(bits & 3)]
    }
}

/// A gap, and whether an anchor ends before it and begins after it.
#[derive(Clone, Debug)]
pub(super) struct Gap {
    pub(super) page: Range<usize>,
    pub(super) gold: Range<usize>,
    pub(super) after_anchor: bool,
    pub(super) before_anchor: bool,
}

/// Matches words of a gap: `matched[i]` becomes the word of the gold that word `i` of the page is.
pub(super) fn fill(page: &Text, gold: &Text, gap: Gap, words: usize, matched: &mut [Option<u32>]) {
    let mut todo = vec![gap];
    while let Some(gap) = todo.pop() {
        let cells = gap.page.len().saturating_mul(gap.gold.len());
        if cells == 0 {
            continue;
        }
        if cells <= MOST_CELLS || gap.page.len() == 1 || gap.gold.len() == 1 {
            Table { page, gold, gap: &gap }.fill(matched);
            continue;
        }
        let (i, j) = divide(page, gold, &gap, words);
        let (before, after) = (gap.page.start..i, i..gap.page.end);
        let (before_gold, after_gold) = (gap.gold.start..j, j..gap.gold.end);
        todo.push(Gap { page: before, gold: before_gold, before_anchor: false, ..gap });
        todo.push(Gap { page: after, gold: after_gold, after_anchor: false, ..gap });
    }
}

/// Where to cut a gap: the page in the middle, the gold where most words match on both sides (Hirschberg 1975).
fn divide(page: &Text, gold: &Text, gap: &Gap, words: usize) -> (usize, usize) {
    let middle = gap.page.start + gap.page.len() / 2;
    if gap.page.len().saturating_mul(gap.gold.len()) > MOST_SEARCHED {
        return (middle, gap.gold.start + gap.gold.len() / 2);
    }
    let column: Vec<u32> = gold.ids[gap.gold.clone()].to_vec();
    let reversed: Vec<u32> = column.iter().rev().copied().collect();
    let before = lcs::prefix_lengths(&column, page.ids[gap.page.start..middle].iter().copied(), words);
    let after = lcs::prefix_lengths(&reversed, page.ids[middle..gap.page.end].iter().rev().copied(), words);
    let common = |j: usize| before[j] + after[column.len() - j];
    let best = (0..=column.len()).max_by_key(|&j| common(j)).unwrap_or(0);
    (middle, gap.gold.start + best)
}

struct Table<'a> {
    page: &'a Text,
    gold: &'a Text,
    gap: &'a Gap,
}

/// Scores of one row, by state.
struct Row([Vec<i32>; 4]);

impl Row {
    fn new(length: usize) -> Self {
        Self(std::array::from_fn(|_| vec![NEVER; length]))
    }

    fn get(&self, state: State, j: usize) -> i32 {
        self.0[state as usize][j]
    }
}

/// The way into each state of a cell: two bits for a run, one each for page and gold, three for both.
#[derive(Clone, Copy, Default)]
struct Way(u8);

/// The ways into [`State::Both`], beside the fresh start: from which state, and which side skips a word.
const INTO_BOTH: [(State, bool); 4] =
    [(State::Page, false), (State::Gold, true), (State::Both, true), (State::Both, false)];
const FRESH: u8 = 4;

impl Table<'_> {
    fn fill(&self, matched: &mut [Option<u32>]) {
        let (n, m) = (self.gap.page.len(), self.gap.gold.len());
        let mut ways = vec![Way::default(); (n + 1) * (m + 1)];
        let mut above = Row::new(m + 1);
        let mut row = Row::new(m + 1);
        let mut best = (if self.gap.after_anchor { NEVER } else { 0 }, None);
        for i in 0..=n {
            self.row(i, &above, &mut row, &mut ways[i * (m + 1)..(i + 1) * (m + 1)]);
            if !self.gap.before_anchor {
                for j in 0..=m {
                    let score = row.get(State::Run, j) - self.page_cost(i) - self.gold_cost(j);
                    if score > best.0 {
                        best = (score, Some((i, j, State::Run)));
                    }
                }
            }
            std::mem::swap(&mut above, &mut row);
        }
        let end = if self.gap.before_anchor { Some(self.last_state(&above)) } else { best.1 };
        if let Some(end) = end {
            self.trace(&ways, end, matched);
        }
    }

    /// What a run pays that begins or ends before word `i` of the page.
    fn page_cost(&self, i: usize) -> i32 {
        if self.page.edges[self.gap.page.start + i] { 0 } else { PAGE_BREAK }
    }

    fn gold_cost(&self, j: usize) -> i32 {
        if self.gold.edges[self.gap.gold.start + j] { 0 } else { GOLD_BREAK }
    }

    fn row(&self, i: usize, above: &Row, row: &mut Row, ways: &mut [Way]) {
        let page_start = if i > 0 { self.page_cost(i - 1) } else { 0 };
        let word = if i > 0 { Some(self.page.ids[self.gap.page.start + i - 1]) } else { None };
        let is_marked = i > 0 && self.page.marked[self.gap.page.start + i - 1];
        let gain = if is_marked { MATCH_MARKED } else { MATCH };
        for (j, cell) in ways.iter_mut().enumerate() {
            let mut way = 0u8;
            let gold_start = if j > 0 { self.gold_cost(j - 1) } else { 0 };
            let mut run = if i == 0 && j == 0 && self.gap.after_anchor { 0 } else { NEVER };
            if let (Some(word), Some(before)) = (word, j.checked_sub(1)) {
                let matches = word == self.gold.ids[self.gap.gold.start + before];
                if matches {
                    let from = [
                        above.get(State::Run, before),
                        above.get(State::Page, before) - page_start,
                        above.get(State::Gold, before) - gold_start,
                        above.get(State::Both, before) - page_start - gold_start,
                    ];
                    let state = (1..4).fold(0, |best, k| if from[k] > from[best] { k } else { best });
                    run = from[state] + gain;
                    way |= state as u8;
                } else {
                    let cost = if page_start == 0 { MISMATCH_FIRST } else { MISMATCH };
                    run = above.get(State::Run, before) + cost;
                }
            }
            let mut page = NEVER;
            if i > 0 {
                let (ended, on) = (above.get(State::Run, j) - page_start, above.get(State::Page, j));
                page = ended.max(on) - FAR;
                way |= u8::from(on > ended) << 2;
            }
            let mut gold = NEVER;
            if let Some(before) = j.checked_sub(1) {
                let (ended, on) = (row.get(State::Run, before) - gold_start, row.get(State::Gold, before));
                gold = ended.max(on) - FAR;
                way |= u8::from(on > ended) << 3;
            }
            let mut both = if self.gap.after_anchor { NEVER } else { 0 };
            let mut into = FRESH;
            for (k, (state, skips_page)) in INTO_BOTH.into_iter().enumerate() {
                let from = match (skips_page, j.checked_sub(1)) {
                    (true, _) if i > 0 => {
                        above.get(state, j) - if state == State::Gold { page_start } else { 0 }
                    }
                    (false, Some(before)) => {
                        row.get(state, before) - if state == State::Page { gold_start } else { 0 }
                    }
                    _ => NEVER,
                };
                if from - FAR > both {
                    both = from - FAR;
                    into = k as u8;
                }
            }
            way |= into << 4;
            for (state, score) in
                [State::Run, State::Page, State::Gold, State::Both].into_iter().zip([run, page, gold, both])
            {
                row.0[state as usize][j] = score.max(NEVER);
            }
            *cell = Way(way);
        }
    }

    /// The state in which the gap ends best before an anchor.
    fn last_state(&self, row: &Row) -> (usize, usize, State) {
        let (n, m) = (self.gap.page.len(), self.gap.gold.len());
        let (page, gold) = (self.page_cost(n), self.gold_cost(m));
        let ends = [(State::Run, 0), (State::Page, page), (State::Gold, gold), (State::Both, page + gold)];
        let (mut best, mut most) = (State::Both, NEVER);
        for (state, cost) in ends {
            if row.get(state, m) - cost > most {
                (best, most) = (state, row.get(state, m) - cost);
            }
        }
        (n, m, best)
    }

    fn trace(&self, ways: &[Way], end: (usize, usize, State), matched: &mut [Option<u32>]) {
        let width = self.gap.gold.len() + 1;
        let (mut i, mut j, mut state) = end;
        while i > 0 || j > 0 {
            let Way(way) = ways[i * width + j];
            match state {
                State::Run if i > 0 && j > 0 => {
                    (i, j) = (i - 1, j - 1);
                    let (at, of) = (self.gap.page.start + i, self.gap.gold.start + j);
                    if self.page.ids[at] == self.gold.ids[of] {
                        matched[at] = u32::try_from(of).ok();
                    }
                    state = State::of(way);
                }
                State::Page if i > 0 => {
                    i -= 1;
                    state = if way >> 2 & 1 == 1 { State::Page } else { State::Run };
                }
                State::Gold if j > 0 => {
                    j -= 1;
                    state = if way >> 3 & 1 == 1 { State::Gold } else { State::Run };
                }
                State::Both if way >> 4 < FRESH => {
                    let (before, skips_page) = INTO_BOTH[usize::from(way >> 4)];
                    (i, j) = if skips_page { (i - 1, j) } else { (i, j - 1) };
                    state = before;
                }
                _ => return,
            }
        }
    }
}
