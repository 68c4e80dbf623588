//! The signals of section IV.B, of two books with similar pages.

use std::collections::BTreeMap;
use std::ops::Range;

use super::fit::fit;
use super::matches::Match;
use super::shelf::Pages;

/// What tells how two books relate. Shares are from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Signals {
    /// Min-hashes of the books that collide, IV.B.1.
    pub book_similarity: f64,
    /// The mean similarity of pages to the page that they match best, IV.B.1.
    pub page_similarity: f64,
    /// Equations 2 and 3, pages counted from zero.
    pub slope: f64,
    pub offset: f64,
    pub page_count_deviation: f64,
    /// The relative consecutive page correlation, IV.B.3.
    pub correlation: f64,
    /// Of the similarity of pages of the denser book to two consecutive pages of the other, the share of the lesser: the
    /// correlation, but for how similar the pages are at all.
    pub straddle: f64,
    /// The share of the text of each book that is on similar pages.
    pub coverage_first: f64,
    pub coverage_second: f64,
    /// Whether the similar pages are one part of the book of which less is similar.
    pub contiguity: f64,
    /// The share of similar pages that follow each other in both books.
    pub monotone: f64,
    /// The share of words that are other words, on a sample of the similar pages.
    pub changed: f64,
    /// Errors for each character there.
    pub error_rate: f64,
    /// Pages of the first book that have a similar one.
    pub pages: u32,
}

impl Signals {
    pub fn less_covered(&self) -> f64 {
        self.coverage_first.min(self.coverage_second)
    }

    pub fn more_covered(&self) -> f64 {
        self.coverage_first.max(self.coverage_second)
    }

    /// By which factor one book has more pages for the same text.
    pub fn stretch(&self) -> f64 {
        if self.slope > 0.0 { self.slope.max(1.0 / self.slope) } else { f64::INFINITY }
    }
}

/// The pages of a book with the pages of another that they are similar to.
pub type Ranges = BTreeMap<u32, Range<u32>>;

/// From here on pages may go over to others.
pub const STRADDLE: f64 = 0.03;
/// Pages that far apart have no text in common in any setting.
const NEAR: u32 = 3;
/// Below so many collisions in the mean a page may be without one although it is the same.
const FAINT: f64 = 8.0;

/// The signals but for those of the words, and the ranges of pages in which those are to be compared: of pages of the
/// first book, in the second.
pub fn signals(
    first: &Pages,
    second: &Pages,
    matches: &[Match],
    book_similarity: f64,
    width: usize,
) -> (Signals, Ranges) {
    let place = |found: &Match| {
        let place = |pages: &Pages, at: u32| f64::from(pages.numbers[at as usize]);
        (place(first, found.first), place(second, found.second))
    };
    let line = fit(matches, place);
    let sides = [Side::new(first, matches, |found| (found.first, found.second)), {
        Side::new(second, matches, |found| (found.second, found.first))
    }];
    let denser = usize::from(density(second) > density(first));
    let (correlation, straddle) = sides[denser].consecutive(if denser == 0 { second } else { first }, width);
    let [coverage_first, coverage_second] = [sides[0].coverage(first), sides[1].coverage(second)];
    let less = if coverage_first < coverage_second { (&sides[0], first) } else { (&sides[1], second) };
    let last = |pages: &Pages| f64::from(pages.all.max(1) - 1);
    let ranges = ranges(&line.chain, matches, first, second, straddle > STRADDLE);
    let signals = Signals {
        book_similarity,
        page_similarity: sides[0].similarity(width),
        slope: line.slope,
        offset: line.offset,
        page_count_deviation: last(second) - (line.slope * last(first) + line.offset),
        correlation,
        straddle,
        coverage_first,
        coverage_second,
        contiguity: less.0.contiguity(less.1),
        monotone: line.monotone,
        changed: 0.0,
        error_rate: 0.0,
        pages: sides[0].best.iter().flatten().count() as u32,
    };
    (signals, ranges)
}

/// Shingles of a page in the mean.
fn density(pages: &Pages) -> f64 {
    let shingles: f64 = pages.shingles.iter().map(|&shingles| f64::from(shingles)).sum();
    shingles / pages.shingles.len().max(1) as f64
}

/// Of the pages in the chain, the pages of the other book that they are similar to: all of those where pages go over to
/// others, else the one that is most similar.
fn ranges(chain: &[usize], matches: &[Match], first: &Pages, second: &Pages, straddles: bool) -> Ranges {
    let mut ranges = Ranges::new();
    for run in chain.chunk_by(|&a, &b| matches[a].first == matches[b].first) {
        let Some(&best) = run.iter().max_by_key(|&&at| matches[at].collisions) else { continue };
        let (from, to) = if straddles { (run[0], run[run.len() - 1]) } else { (best, best) };
        let place = |at: usize| second.numbers[matches[at].second as usize];
        ranges.insert(first.numbers[matches[best].first as usize], place(from)..place(to) + 1);
    }
    ranges
}

/// A book of the two, with what its pages match.
struct Side {
    /// Of each page the match with the most collisions: the page of the other book, and the collisions.
    best: Vec<Option<(u32, u16)>>,
    /// All matches: own page, page of the other book, collisions.
    all: Vec<(u32, u32, u16)>,
}

impl Side {
    fn new(pages: &Pages, matches: &[Match], turn: fn(&Match) -> (u32, u32)) -> Self {
        let mut best: Vec<Option<(u32, u16)>> = vec![None; pages.numbers.len()];
        let mut all = Vec::with_capacity(matches.len());
        for found in matches {
            let (own, other) = turn(found);
            all.push((own, other, found.collisions));
            let best = &mut best[own as usize];
            if best.is_none_or(|(_, most)| found.collisions > most) {
                *best = Some((other, found.collisions));
            }
        }
        all.sort_unstable();
        Self { best, all }
    }

    fn mean_collisions(&self) -> f64 {
        let (sum, pages) = self
            .best
            .iter()
            .flatten()
            .fold((0.0, 0.0), |(sum, pages), found| (sum + f64::from(found.1), pages + 1.0));
        if pages > 0.0 { sum / pages } else { 0.0 }
    }

    fn similarity(&self, width: usize) -> f64 {
        self.mean_collisions() / width.max(1) as f64
    }

    /// Whether a page is similar to one of the other book. Where errors leave few collisions, one between two that are
    /// counts as one.
    fn is_covered(&self, page: usize, faint: bool) -> bool {
        self.best[page].is_some()
            || (faint
                && page > 0
                && self.best[page - 1].is_some()
                && self.best.get(page + 1).is_some_and(Option::is_some))
    }

    fn coverage(&self, pages: &Pages) -> f64 {
        let faint = self.mean_collisions() < FAINT;
        let (mut covered, mut all) = (0.0, 0.0);
        for (page, &shingles) in pages.shingles.iter().enumerate() {
            all += f64::from(shingles);
            if self.is_covered(page, faint) {
                covered += f64::from(shingles);
            }
        }
        if all > 0.0 { covered / all } else { 0.0 }
    }

    /// Of the part of the book where most pages are similar, and all similar pages, the share that is both.
    fn contiguity(&self, pages: &Pages) -> f64 {
        let faint = self.mean_collisions() < FAINT;
        // The part with the largest sum, in which pages that are not similar count against it.
        let (mut best, mut sum) = ((0.0, 0.0), (0.0, 0.0));
        let mut all = 0.0;
        for (page, &shingles) in pages.shingles.iter().enumerate() {
            let shingles = f64::from(shingles);
            if self.is_covered(page, faint) {
                all += shingles;
                sum.0 += shingles;
            } else {
                sum.1 += shingles;
            }
            if sum.0 < sum.1 {
                sum = (0.0, 0.0);
            }
            if sum.0 - sum.1 > best.0 - best.1 {
                best = sum;
            }
        }
        if all > 0.0 { best.0 / (all + best.1) } else { 0.0 }
    }

    /// IV.B.3: `sim(p_i, p_j) + sim(p_i, p_j+1)` over all pages i that are similar to two consecutive pages, for each page
    /// of the book; and the share of the lesser of the two in that of all best pages. A page of the other book that is
    /// there twice is one.
    fn consecutive(&self, others: &Pages, width: usize) -> (f64, f64) {
        let (mut sum, mut best_sum, mut lesser_sum) = (0.0, 0.0, 0.0);
        for run in self.all.chunk_by(|a, b| a.0 == b.0) {
            let Some((best, most)) = self.best[run[0].0 as usize] else { continue };
            best_sum += f64::from(most);
            let mut lesser = 0;
            for pair in run.windows(2).filter(|pair| pair[0].1 + 1 == pair[1].1) {
                if (pair[0].1 == best || pair[1].1 == best) && !is_repeated(others, pair[0].1 as usize, width)
                {
                    sum += f64::from(pair[0].2 + pair[1].2);
                    lesser = lesser.max(pair[0].2.min(pair[1].2));
                }
            }
            // What two pages have in common that are near each other, but not the same text.
            let near = run.iter().filter(|found| found.1.abs_diff(best) == NEAR);
            let chance: u16 = near.map(|found| found.2).sum();
            lesser_sum += f64::from(lesser) - f64::from(chance);
        }
        let lesser_sum = f64::max(lesser_sum, 0.0);
        let pages = (self.best.len().max(1) * width.max(1)) as f64;
        let both = best_sum + lesser_sum;
        (sum / pages, if both > 0.0 { lesser_sum / both } else { 0.0 })
    }
}

/// Whether a page and the next one are the same.
fn is_repeated(pages: &Pages, page: usize, width: usize) -> bool {
    let hashes = |page: usize| &pages.hashes[page * width..][..width];
    let equal = hashes(page).iter().zip(hashes(page + 1)).filter(|(a, b)| a == b).count();
    4 * equal > width
}
