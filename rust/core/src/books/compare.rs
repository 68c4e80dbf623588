//! Two similar books, page by page: the third step of figure 2 and what follows it.

use super::changes::{self, Changes, Words};
use super::library::Library;
use super::matches::{Index, Match};
use super::relations::{Verdict, classify};
use super::shelf::Pages;
use super::signals::{Ranges, STRADDLE, Signals, signals};
use crate::error::Result;
use crate::ngrams::Tokeniser;

/// Books with fewer pages have no pagination to speak of.
const FEW_PAGES: usize = 4;
/// The similarity of a book without pages to another from which their words are compared.
const WITHOUT_PAGES: f64 = 0.05;

/// What is found of two books.
pub(super) struct Comparison {
    pub verdict: Verdict,
    pub signals: Signals,
    pub second: Pages,
    pub matches: Vec<Match>,
}

/// A book that is compared with others, with its texts once they were asked for.
pub(super) struct First {
    pub book: usize,
    pub pages: Pages,
    pub index: Index,
    pub texts: Option<Vec<String>>,
}

impl Library {
    /// How a book relates to one that collides with it so many times.
    pub(super) fn compare(
        &self,
        own: &mut First,
        other: usize,
        collisions: u16,
        words: &mut Tokeniser,
    ) -> Result<Option<Comparison>> {
        let First { book, pages: first, index, texts } = own;
        let first = &*first;
        let options = &self.options.sketch;
        let second = self.shelf.pages(other)?;
        let similarity = f64::from(collisions) / options.book_hashes as f64;
        let matches = index.matches(&second);
        let (mut signals, ranges) = signals(first, &second, &matches, similarity, options.page_hashes);
        let few = first.numbers.len().min(second.numbers.len()) < FEW_PAGES && similarity >= WITHOUT_PAGES;
        if !few && classify(&signals, 0.0).is_none() {
            return Ok(None);
        }
        let own = match texts {
            Some(texts) => &*texts,
            None => &*texts.insert(self.shelf.texts(*book)?),
        };
        let others = self.shelf.texts(other)?;
        let found = if few {
            let whole = |texts: &[String]| texts.join("\n");
            let (own, others) = (Words::new(words, &whole(own)), Words::new(words, &whole(&others)));
            let mut found = Changes::default();
            let covered = changes::cover(&own, &others, &mut found);
            without_pages(&mut signals, covered, first, &second);
            found
        } else {
            compare_words(&ranges, own, &others, signals.straddle > STRADDLE, words)
        };
        signals.changed = found.share();
        signals.error_rate = found.error_rate();
        let verdict = classify(&signals, self.options.least);
        Ok(verdict.map(|verdict| Comparison { verdict, signals, second, matches }))
    }
}

/// What the words of similar pages tell.
fn compare_words(
    ranges: &Ranges,
    own: &[String],
    others: &[String],
    straddles: bool,
    tokeniser: &mut Tokeniser,
) -> Changes {
    let mut found = Changes::default();
    for (page, range) in changes::sample(ranges) {
        let page = &own[page as usize];
        // What a page shares with a neighbour of those it is similar to may be too little for a min-hash.
        let more = usize::from(straddles);
        let from = (range.start as usize).saturating_sub(more);
        let to = (range.end as usize + more).min(others.len());
        let (page, others) = (Words::new(tokeniser, page), Words::of_pages(tokeniser, &others[from..to]));
        changes::compare(&page, &others, &mut found);
    }
    found
}

/// The signals of two books of which one has too few pages for a line: from their words alone.
fn without_pages(signals: &mut Signals, covered: (f64, f64), first: &Pages, second: &Pages) {
    (signals.coverage_first, signals.coverage_second) = covered;
    signals.contiguity = covered.0.max(covered.1);
    signals.monotone = 1.0;
    signals.pages = signals.pages.max(first.numbers.len().min(second.numbers.len()) as u32);
    let (own, others) = (first.numbers.len() as f64, second.numbers.len() as f64);
    signals.slope = if own == others { 1.0 } else { others / own };
    signals.offset = 0.0;
    signals.page_count_deviation = 0.0;
    if own != others {
        signals.straddle = 0.5;
    }
}
