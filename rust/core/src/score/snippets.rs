//! Snippets of text that the gold says must be kept, or must not.

use memchr::memmem;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Snippets {
    pub with: u64,
    pub with_found: u64,
    pub without: u64,
    pub without_found: u64,
}

impl Snippets {
    /// Looks for the snippets in a text; a run of white space is one space.
    pub fn count(text: &str, with: &[String], without: &[String]) -> Self {
        if with.is_empty() && without.is_empty() {
            return Self::default();
        }
        let text = spaced(text);
        let found = |snippets: &[String]| {
            snippets.iter().filter(|s| memmem::find(text.as_bytes(), spaced(s).as_bytes()).is_some()).count()
                as u64
        };
        Self {
            with: with.len() as u64,
            with_found: found(with),
            without: without.len() as u64,
            without_found: found(without),
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        self.with += other.with;
        self.with_found += other.with_found;
        self.without += other.without;
        self.without_found += other.without_found;
    }
}

fn spaced(text: &str) -> String {
    let mut words = text.split_whitespace();
    let mut spaced = words.next().unwrap_or_default().to_owned();
    for word in words {
        spaced.push(' ');
        spaced.push_str(word);
    }
    spaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_is_one_space() {
        let list = |texts: &[&str]| texts.iter().map(|&t| t.to_owned()).collect::<Vec<_>>();
        let found =
            Snippets::count("One\n  two three", &list(&["one two", "One two"]), &list(&["two\tthr", "four"]));
        assert_eq!(found, Snippets { with: 2, with_found: 1, without: 2, without_found: 1 });
    }
}
