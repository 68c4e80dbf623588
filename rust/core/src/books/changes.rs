//! How the words of similar pages differ: by errors of recognition, or because somebody wrote other words.
//!
//! V.B names what the signals of section IV cannot tell: yearbooks, manuals, documents with another state's name, that
//! change in significant but subtle ways, and look like a copy with some errors. To tell them apart, words of a sample of
//! similar pages are aligned. Where they differ, an error of recognition leaves most characters as they were; a change does
//! not, and one of a number does not look like one.

use std::collections::BTreeMap;
use std::ops::Range;

use super::align::{self, Gap};
use super::sketch::whole_words;
use crate::ngrams::Tokeniser;

/// Pages that are looked at.
pub const SAMPLE: usize = 32;
/// Words in one place that errors may hit.
const LONGEST_GAP: usize = 12;
/// Words of a page that may be a running title.
const EDGE: usize = 12;
/// How many words look like others because of several errors, for the square of the rate of errors.
const SEVERAL_ERRORS: f64 = 7.0;
/// The share of characters that errors may hit in one place.
const MOST_ERRORS: f64 = 0.4;

/// What was found in the words of some pages.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Changes {
    /// Words of the first book.
    pub words: u64,
    /// Words, of either book, in places where they are different words.
    pub changed: u64,
    /// Characters of the first book, and how many errors are between them and those of the second.
    pub chars: u64,
    pub errors: u64,
    /// Places with numbers, and those with other numbers.
    pub numbers: u64,
    pub other_numbers: u64,
}

impl Changes {
    fn add(&mut self, other: &Self) {
        self.words += other.words;
        self.changed += other.changed;
        self.chars += other.chars;
        self.errors += other.errors;
        self.numbers += other.numbers;
        self.other_numbers += other.other_numbers;
    }

    /// Errors of recognition for each character, of both books together.
    pub fn error_rate(&self) -> f64 {
        self.errors as f64 / self.chars.max(1) as f64
    }

    /// The share of words that are others. Of numbers that differ as many are errors as of letters, and several errors in
    /// one place look like other words.
    pub fn share(&self) -> f64 {
        let errors = self.error_rate();
        let by_error = 1.0 - (1.0 - errors).powi(3);
        let numbers = (self.other_numbers as f64 - 2.0 * by_error * self.numbers as f64).max(0.0);
        let share = (self.changed as f64 + numbers) / self.words.max(1) as f64;
        (share - SEVERAL_ERRORS * errors * errors).max(0.0)
    }
}

/// The words of a page: their hashes, and where they stand.
#[derive(Clone, Debug, Default)]
pub struct Words {
    text: String,
    hashes: Vec<u64>,
    places: Vec<Range<usize>>,
    /// Before which words pages begin, but for the first.
    seams: Vec<usize>,
}

impl Words {
    pub fn new(tokeniser: &mut Tokeniser, text: &str) -> Self {
        let mut words = Self { text: whole_words(text).into_owned(), ..Self::default() };
        tokeniser.each(&words.text, |hash, place| {
            words.hashes.push(hash);
            words.places.push(place);
        });
        words
    }

    /// The words of pages, one after another.
    pub fn of_pages(tokeniser: &mut Tokeniser, pages: &[String]) -> Self {
        let mut words = Self::default();
        for page in pages {
            if !words.text.is_empty() {
                words.seams.push(words.hashes.len());
            }
            let start = words.text.len();
            words.text.push_str(&whole_words(page));
            words.text.push('\n');
            let Self { text, hashes, places, .. } = &mut words;
            tokeniser.each(&text[start..], |hash, place| {
                hashes.push(hash);
                places.push(start + place.start..start + place.end);
            });
        }
        words
    }

    fn letters(&self, words: Range<usize>) -> Vec<char> {
        let words = self.places[words].iter().map(|place| &self.text[place.clone()]);
        words.flat_map(str::chars).filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    }
}

/// Adds the differences of a page and the text that stands in its place, which may begin before it and go on after it. A
/// page most of which is another text is not the same page, and left out.
pub fn compare(page: &Words, others: &Words, all: &mut Changes) {
    let found = &mut Changes::default();
    let (first, second) = (&page.hashes, &others.hashes);
    found.words += first.len() as u64;
    found.chars += page.places.iter().map(|place| place.len() as u64).sum::<u64>();
    found.numbers +=
        page.places.iter().filter(|place| is_number(&page.text[(*place).clone()])).count() as u64;
    let gaps = align::gaps(first, second);
    // The first and the last words may be those of running titles, which may be found by chance before or after the text.
    let is_long = |gap: &&Gap| gap.0.len().max(gap.1.len()) > LONGEST_GAP;
    let before = gaps.iter().filter(is_long).filter(|gap| gap.0.start <= EDGE).map(|gap| gap.0.end).max();
    let from_end = |gap: &&Gap| gap.0.end + EDGE >= first.len();
    let after = gaps.iter().filter(is_long).filter(from_end).map(|gap| gap.0.start).min();
    let inner = before.unwrap_or(0)..after.unwrap_or(first.len());
    for (a, b) in &gaps {
        let at_end = a.start == 0 || a.end == first.len() || a.end <= inner.start || a.start >= inner.end;
        let at_seam = others.seams.iter().any(|seam| (b.start..=b.end).contains(seam));
        if !(at_end || at_seam) {
            judge(page, others, a, b, found);
        } else if a.len() > LONGEST_GAP {
            found.changed += a.len() as u64;
        }
    }
    if 2 * found.changed <= found.words {
        all.add(found);
    }
}

/// The shares of two texts that are the same but for errors and single words, in the order of the texts; adds how those
/// parts differ.
pub fn cover(first: &Words, second: &Words, found: &mut Changes) -> (f64, f64) {
    let (mut own, mut other) = (0, 0);
    for (a, b) in align::gaps(&first.hashes, &second.hashes) {
        if a.len().max(b.len()) > LONGEST_GAP {
            own += a.len();
            other += b.len();
        } else {
            judge(first, second, &a, &b, found);
        }
    }
    found.words += (first.hashes.len() - own) as u64;
    found.chars += first.places.iter().map(|place| place.len() as u64).sum::<u64>();
    let share = |gone: usize, all: usize| 1.0 - gone as f64 / all.max(1) as f64;
    (share(own, first.hashes.len()), share(other, second.hashes.len()))
}

/// Whether a difference is one of errors.
fn judge(page: &Words, others: &Words, a: &Range<usize>, b: &Range<usize>, found: &mut Changes) {
    let longest = a.len().max(b.len());
    if longest == 0 {
        return;
    }
    if longest > LONGEST_GAP {
        found.changed += longest as u64;
        return;
    }
    let one_letter_each =
        |words: &Words, place: &Range<usize>| words.letters(place.clone()).len() <= place.len();
    if longest > 1 && one_letter_each(page, a) && one_letter_each(others, b) {
        // In scripts without spaces a word of several characters is as many words here.
        found.changed += longest as u64;
    } else if a.len() == b.len() {
        for (a, b) in a.clone().zip(b.clone()).filter(|&(a, b)| page.hashes[a] != others.hashes[b]) {
            judge_letters(&page.letters(a..a + 1), &others.letters(b..b + 1), 1, found);
        }
    } else {
        judge_letters(&page.letters(a.clone()), &others.letters(b.clone()), longest as u64, found);
    }
}

fn judge_letters(first: &[char], second: &[char], words: u64, found: &mut Changes) {
    let digits = |letters: &[char]| letters.iter().copied().filter(char::is_ascii_digit).collect::<Vec<_>>();
    let (own, other) = (digits(first), digits(second));
    if 2 * own.len() > first.len() && 2 * other.len() > second.len() && own != other {
        found.other_numbers += 1;
        return;
    }
    let longest = first.len().max(second.len());
    let most = ((MOST_ERRORS * longest as f64) as usize).max(1);
    let errors = align::distance(first, second, most + 1);
    if errors <= most {
        found.errors += errors as u64;
    } else {
        found.changed += words;
    }
}

fn is_number(word: &str) -> bool {
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    2 * digits > word.len()
}

/// Of all pages of a book with what they match in the other, some that are spread over it: at most [`SAMPLE`].
pub fn sample(pages: &BTreeMap<u32, Range<u32>>) -> Vec<(u32, Range<u32>)> {
    let step = pages.len().div_ceil(SAMPLE).max(1);
    pages.iter().skip(step / 2).step_by(step).map(|(&page, others)| (page, others.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::books::sketch::tokeniser;

    fn changes(first: &str, second: &str) -> Changes {
        let mut tokeniser = tokeniser();
        let mut found = Changes::default();
        compare(&Words::new(&mut tokeniser, first), &Words::new(&mut tokeniser, second), &mut found);
        found
    }

    const TEXT: &str = "The mayor of the town opened the new bridge over the river in May";

    #[test]
    fn errors_are_no_changes() {
        let found = changes(TEXT, "The mayer of the t own opened thc new bridgc over the river in May");
        // mayer, thc, bridgc; t own is town.
        assert_eq!((found.words, found.changed, found.errors), (14, 0, 3));
        assert_eq!(found.share(), 0.0);
    }

    #[test]
    fn other_words_are() {
        let found = changes(TEXT, "The mayor of the town opened the old school beside the river in May");
        // new bridge over: old, school and beside.
        assert_eq!((found.changed, found.errors), (3, 0));
        let found = changes(TEXT, "The mayor of the town opened the river in May");
        assert_eq!(found.changed, 4);
    }

    #[test]
    fn characters_are_no_words() {
        let text = "市长昨天在河边为新桥剪彩很多人来看";
        let found = changes(text, "市长昨天在河边为旧校剪彩很多人来看");
        assert_eq!((found.words, found.changed, found.errors), (17, 2, 0));
        let found = changes(text, "市长昨天在河边为新侨剪彩很多人来看");
        assert_eq!((found.changed, found.errors), (0, 1));
    }

    #[test]
    fn other_numbers_are() {
        let found = changes(
            "In 1901 the town had 812 houses and 4 wells",
            "In 1902 the town had 831 houses and 4 wells",
        );
        assert_eq!((found.numbers, found.other_numbers, found.changed, found.errors), (3, 2, 0, 0));
        assert_eq!(found.share(), 2.0 / 10.0);
    }

    #[test]
    fn a_page_may_stand_in_the_middle_of_another_text() {
        let found =
            changes(TEXT, &format!("Nobody came to see it. {TEXT} and nobody was glad. Nobody spoke."));
        assert_eq!((found.changed, found.errors), (0, 0));
        // Running titles are not looked at.
        let found = changes(&format!("THE BRIDGE 7 {TEXT}"), &format!("{TEXT} Nobody came."));
        assert_eq!((found.changed, found.errors, found.other_numbers), (0, 0, 0));
        let mut tokeniser = tokeniser();
        let pages = [TEXT[..30].to_owned(), format!("9 A TOWN AND ITS RIVER {}", &TEXT[30..])];
        let (page, mut found) = (Words::new(&mut tokeniser, TEXT), Changes::default());
        compare(&page, &Words::of_pages(&mut tokeniser, &pages), &mut found);
        assert_eq!((found.words, found.changed, found.errors), (14, 0, 0));
    }

    #[test]
    fn samples_are_spread() {
        let pages: BTreeMap<u32, Range<u32>> = (0..100).map(|at| (at, at..at + 1)).collect();
        let found: Vec<u32> = sample(&pages).into_iter().map(|(page, _)| page).collect();
        assert_eq!((found.len(), found[0], found[24]), (25, 2, 98));
    }
}
