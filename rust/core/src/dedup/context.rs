//! Stubs: short and near-good blocks that duplicates leave alone, section 3.5.2 and figure 3.5.
//!
//! "The context-sensitive classification is applied where the duplicate blocks are treated exactly the same way as bad
//! blocks": Algorithm 2.3 of jusText, as it is there, over classes that say what a block is by itself. A record has
//! these as `context_free`; where another algorithm labelled it, lengths stand for them, those of preset A (table 2.7).
//!
//! The labels of a record need not come from Algorithm 2.3 alone: the published program keeps headings, and other
//! algorithms have rules of their own. So it is not asked what is good, but only what duplicates change: what is good
//! and would be bad by it even if nothing were a duplicate counts as near-good, and if that is not enough, as good, short
//! blocks after all others. Then without duplicates every label stays as it was; nothing that was bad becomes good; and for labels of
//! Algorithm 2.3 the answer is that of the thesis.

use crate::classify::justext::{self, Class};

/// Shorter blocks are short, and longer ones than the other good by themselves: words, table 2.7.
const LENGTH_LOW: usize = 10;
const LENGTH_HIGH: usize = 30;

/// What a record says of a block.
#[derive(Clone, Copy, Debug)]
pub struct Labelled<'a> {
    /// Its `class`.
    pub good: bool,
    /// Its `context_free`, if it has one.
    pub context_free: Option<&'a str>,
    pub words: usize,
}

impl Labelled<'_> {
    fn class(&self) -> Class {
        let named =
            self.context_free.and_then(|name| Class::ALL.into_iter().find(|class| class.name() == name));
        match named {
            _ if !self.good => Class::Bad,
            // Good all the same: by a rule that Algorithm 2.3 does not have.
            Some(Class::Bad) => Class::Short,
            Some(class) => class,
            None if self.words < LENGTH_LOW => Class::Short,
            None if self.words <= LENGTH_HIGH => Class::NearGood,
            None => Class::Good,
        }
    }

    /// Whether it is looked at for duplicate words: "near-good and good blocks identified by jusText", as far as they
    /// come out. Short blocks are what their neighbours are.
    pub fn is_unit(&self) -> bool {
        matches!(self.class(), Class::Good | Class::NearGood)
    }
}

/// Which blocks of a document stay, from which of them are duplicates.
pub fn stays(blocks: &[Labelled<'_>], duplicate: &[bool]) -> Vec<bool> {
    let duplicate = |at: usize| duplicate.get(at).copied().unwrap_or(false);
    if !(0..blocks.len()).any(duplicate) {
        return blocks.iter().map(|block| block.good).collect();
    }
    let mut classes: Vec<Class> = blocks.iter().map(Labelled::class).collect();
    // Short ones come last: what stands beside text that is good by itself need not be it.
    for (better, short_too) in
        [(Class::NearGood, false), (Class::Good, false), (Class::NearGood, true), (Class::Good, true)]
    {
        let decided = justext::decide(&classes);
        for ((class, block), (good, _)) in classes.iter_mut().zip(blocks).zip(decided) {
            if block.good && !good && (short_too || block.is_unit()) {
                *class = better;
            }
        }
    }
    for (at, class) in classes.iter_mut().enumerate() {
        if duplicate(at) {
            *class = Class::Bad;
        }
    }
    justext::decide(&classes).into_iter().map(|decision| decision.0).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// `g`, `n`, `s`: good, by itself good, near-good or short; `b`: bad; capitals: duplicates.
    fn document(letters: &str) -> (Vec<Labelled<'static>>, Vec<bool>) {
        let block = |letter: char| Labelled {
            good: letter != 'b',
            context_free: Some(match letter.to_ascii_lowercase() {
                'g' => "good",
                'n' => "near-good",
                's' => "short",
                _ => "bad",
            }),
            words: 5,
        };
        let duplicate = |letter: char| letter.is_ascii_uppercase();
        (letters.chars().map(block).collect(), letters.chars().map(duplicate).collect())
    }

    fn left(letters: &str) -> String {
        let (blocks, duplicate) = document(letters);
        stays(&blocks, &duplicate).into_iter().map(|stays| if stays { '+' } else { '-' }).collect()
    }

    /// What figure 3.5 illustrates: short and some near-good blocks near duplicates go, good ones and what stands
    /// between good ones stay.
    #[test]
    fn figure_3_5() {
        assert_eq!(left("gssng"), "+++++");
        // Short blocks between a duplicate and good text belong to neither.
        assert_eq!(left("gssGsg"), "+----+");
        // Of the blocks between good text and a duplicate, the near-good one nearest to the duplicate ends what stays.
        assert_eq!(left("gsnsG"), "+++--");
        assert_eq!(left("GsnsgsG"), "--+++--");
        // Between duplicates nothing stays that needs good text beside it.
        assert_eq!(left("gGsnsGg"), "+-----+");
        // The edges of a document are bad.
        assert_eq!(left("snGg"), "---+");
        // A duplicate that is near-good takes short blocks with it, not good ones.
        assert_eq!(left("gsNsg"), "+---+");
    }

    #[test]
    fn headings_go_with_their_text() {
        // The published program keeps a short heading after bad blocks: with its text it goes.
        assert_eq!(left("bsgb"), "-++-");
        assert_eq!(left("bsGb"), "----");
        assert_eq!(left("bsgbsGb"), "-++----");
        // A good block that nothing supports stays when something else is a duplicate.
        assert_eq!(left("bsbGb"), "-+---");
    }

    #[test]
    fn where_nothing_is_good_by_itself() {
        // Other rules than those of Algorithm 2.3 called all of it good. What is short goes with what it stands beside.
        assert_eq!(left("sns"), "+++");
        assert_eq!(left("sNs"), "---");
        assert_eq!(left("nsNs"), "+---");
        assert_eq!(left("nssN"), "+---");
    }

    #[test]
    fn other_algorithms_have_lengths() {
        let block = |words| Labelled { good: words > 0, context_free: None, words };
        let document = [3, 40, 9, 10, 30, 31, 0, 9, 40].map(block);
        assert_eq!(
            document.map(|block| block.is_unit()),
            [false, true, false, true, true, true, false, false, true]
        );
        let mut duplicate = [false; 9];
        assert_eq!(stays(&document, &duplicate), [true, true, true, true, true, true, false, true, true]);
        duplicate[1] = true;
        duplicate[8] = true;
        // The title of the first, and the block of nine words after it, go; those before good text stay.
        assert_eq!(
            stays(&document, &duplicate),
            [false, false, false, true, true, true, false, false, false]
        );
    }

    proptest! {
        #[test]
        fn duplicates_only_take_away(letters in "[bgnsGNS]{0,30}") {
            let (blocks, duplicate) = document(&letters);
            let found = stays(&blocks, &duplicate);
            for at in 0..blocks.len() {
                prop_assert!(!found[at] || (blocks[at].good && !duplicate[at]));
                // Good by itself: it needs nothing.
                prop_assert!(found[at] || letters.as_bytes()[at] != b'g');
            }
            let none = vec![false; blocks.len()];
            prop_assert!(stays(&blocks, &none).iter().zip(&blocks).all(|(stays, block)| *stays == block.good));
        }

        /// Labels that are those of Algorithm 2.3: the answer is the same as that of the whole classification with
        /// duplicates as bad blocks, also over the blocks that were bad.
        #[test]
        fn as_the_thesis_says(letters in "[bgnsG]{0,30}") {
            let class = |letter| match letter { 'g' | 'G' => Class::Good, 'n' => Class::NearGood, 's' => Class::Short, _ => Class::Bad };
            let free: Vec<Class> = letters.chars().map(class).collect();
            let blocks: Vec<Labelled<'_>> = justext::decide(&free)
                .iter()
                .zip(&free)
                .map(|(decision, class)| Labelled { good: decision.0, context_free: Some(class.name()), words: 5 })
                .collect();
            let duplicate: Vec<bool> = letters.chars().map(|letter| letter == 'G').collect();
            let with: Vec<Class> =
                letters.chars().map(|letter| if letter == 'G' { Class::Bad } else { class(letter) }).collect();
            let expected: Vec<bool> = justext::decide(&with).iter().map(|decision| decision.0).collect();
            prop_assert_eq!(stays(&blocks, &duplicate), expected);
        }
    }
}
