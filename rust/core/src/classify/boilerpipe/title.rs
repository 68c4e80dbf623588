//! Which text block is the page's title, or that part of it which the article has as its headline.

/// What divides titles; each of them in turn, with all before it.
const DIVIDERS: [&[char]; 4] =
    [&['|', ':'], &['|', ':', '(', ')'], &['|', ':', '(', ')', '-'], &['|', ':', '(', ')', '-', ',']];

/// The whole title and the longest part for each way to divide it, in lower case.
#[derive(Debug)]
pub(super) struct Titles {
    titles: Vec<String>,
}

impl Titles {
    pub(super) fn of(title: &str) -> Self {
        let title = title.trim();
        let parts = DIVIDERS.iter().filter_map(|dividers| longest_part(title, dividers));
        let mut titles: Vec<String> =
            std::iter::once(title).chain(parts).map(|part| folded(part).collect()).collect();
        titles.retain(|title| !title.is_empty());
        titles.dedup();
        Self { titles }
    }

    /// Whether a text is one of them, without regard to case.
    pub(super) fn has(&self, text: &str) -> bool {
        let Some(&first) = text.as_bytes().first() else { return false };
        self.titles.iter().any(|title| {
            // Most texts differ in the first letter.
            (!first.is_ascii() || first.to_ascii_lowercase() == title.as_bytes()[0])
                && folded(text).eq(title.chars())
        })
    }
}

/// The part with most words, or more characters than what was found before it; names of sites are passed over.
fn longest_part<'a>(title: &'a str, dividers: &[char]) -> Option<&'a str> {
    let (mut longest, mut most_words, mut most_chars) = ("", 0, 0);
    for part in title.split(dividers).map(|part| part.trim_matches(' ')) {
        if part.contains(".com") {
            continue;
        }
        let words =
            part.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).count();
        let chars = part.chars().count();
        if words > most_words || chars > most_chars {
            (longest, most_words, most_chars) = (part, words, chars);
        }
    }
    (!longest.is_empty()).then(|| longest.trim())
}

fn folded(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase).map(|c| if c == 'ς' { 'σ' } else { c })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_titles() {
        let titles = Titles::of(" Storm hits coast: five dead (again) - News, the paper | example.com ");
        for text in [
            "Storm hits coast: five dead (again) - News, the paper | example.com",
            // Divided at | and : only, the longest part is "five dead (again) - News, the paper".
            "FIVE DEAD (AGAIN) - NEWS, THE PAPER",
            // Then at parentheses too: "- News, the paper", by its characters.
            "- news, the paper",
            // With the dash: "Storm hits coast" has 3 words and "News, the paper" as many, and fewer characters.
            "storm hits coast",
        ] {
            assert!(titles.has(text), "{text}");
        }
        for text in ["", "example.com", "News, the paper", "five dead", "storm hits"] {
            assert!(!titles.has(text), "{text}");
        }
    }

    #[test]
    fn more_words_or_more_characters() {
        // "a b c" has more words than "extraordinary", which has more characters than nothing.
        assert_eq!(longest_part("extraordinary | a b c", &['|']), Some("a b c"));
        // "extraordinary" has more characters than "a b c".
        assert_eq!(longest_part("a b c | extraordinary", &['|']), Some("extraordinary"));
        assert_eq!(longest_part("a.com | b.com", &['|']), None);
        assert_eq!(longest_part("| |", &['|']), None);
    }

    #[test]
    fn case_does_not_matter() {
        assert!(Titles::of("Ο ΔΡΌΜΟΣ - Νέα").has("ο δρόμος"));
        assert!(!Titles::of("").has(""));
    }
}
