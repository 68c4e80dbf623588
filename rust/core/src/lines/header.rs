//! What a preamble says of its book, in the uniform header since 2003 or in the lines before.

use std::sync::LazyLock;

use regex::Regex;

/// Empty where the header does not say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Header {
    pub title: String,
    pub author: String,
    pub release_date: String,
    /// The library's number of the book, in digits.
    pub number: String,
    pub language: String,
    /// What the header declares, which may not be what the file is in.
    pub encoding: String,
}

static NUMBER: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)\[\s*e-?(?:book|text)\s*(?:#|no\.?)?\s*(\d+)\s*\]").ok());
static OLD_TITLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let name = r"(?i)^[\s*]*(?:the\s+)?project\s+gutenberg(?:'s|’s)?";
    Regex::new(&format!(r"{name}\s+(?:e-?text|e-?book|etext\s+edition)\s+of:?\s+(.+?)[\s*]*$")).ok()
});
static OLD_DATE: LazyLock<Option<Regex>> =
    LazyLock::new(|| Regex::new(r"(?i)^\s*([a-z]+\.?,?\s+(?:\d{1,2},?\s+)?\d{4})\s*\[\s*e-?text").ok());

/// Reads the header in the lines of a preamble.
pub fn parse(preamble: &str) -> Header {
    let mut header = Header::default();
    let mut open: Option<&'static str> = None;
    let mut old_title = String::new();
    for line in preamble.lines() {
        if let Some(found) = group(&NUMBER, line)
            && header.number.is_empty()
        {
            header.number = found;
        }
        if let Some(found) = group(&OLD_DATE, line)
            && header.release_date.is_empty()
        {
            header.release_date = found;
        }
        if let Some(found) = group(&OLD_TITLE, line)
            && old_title.is_empty()
        {
            old_title = found;
        }
        match named(line) {
            Some((name, value)) => {
                open = header.fill(name, value);
            }
            // A value goes on in the indented lines below it.
            None if line.starts_with([' ', '\t']) && !line.trim().is_empty() => {
                if let Some(name) = open {
                    header.extend(name, line.trim());
                }
            }
            None => open = None,
        }
    }
    if header.title.is_empty() && !old_title.is_empty() {
        let (title, author) = split_author(&old_title);
        header.title = title.to_owned();
        if header.author.is_empty() {
            header.author = author.to_owned();
        }
    }
    header
}

fn group(regex: &LazyLock<Option<Regex>>, line: &str) -> Option<String> {
    let found = regex.as_ref()?.captures(line)?;
    Some(found.get(1)?.as_str().trim().to_owned())
}

/// `Title: Emma` as its field and value.
fn named(line: &str) -> Option<(&'static str, &str)> {
    let (name, value) = line.split_once(':')?;
    let name = match name.trim().to_ascii_lowercase().as_str() {
        "title" => "title",
        "author" | "authors" => "author",
        "release date" | "official release date" => "release_date",
        "posting date" => "posting_date",
        "language" => "language",
        "character set encoding" => "encoding",
        _ => return None,
    };
    Some((name, value.trim()))
}

fn split_author(title: &str) -> (&str, &str) {
    for by in [", by ", " by ", ", By "] {
        if let Some((title, author)) = title.rsplit_once(by) {
            return (title.trim(), without_brackets(author));
        }
    }
    (title.trim_end_matches(','), "")
}

impl Header {
    fn field(&mut self, name: &str) -> Option<&mut String> {
        Some(match name {
            "title" => &mut self.title,
            "author" => &mut self.author,
            "release_date" | "posting_date" => &mut self.release_date,
            "language" => &mut self.language,
            "encoding" => &mut self.encoding,
            _ => return None,
        })
    }

    /// Sets a field that is still empty; returns its name if lines below may go on with it.
    fn fill(&mut self, name: &'static str, value: &str) -> Option<&'static str> {
        let value = if name.ends_with("date") { without_brackets(value) } else { value };
        let field = self.field(name)?;
        if !field.is_empty() || value.is_empty() {
            return None;
        }
        value.clone_into(field);
        matches!(name, "title" | "author").then_some(name)
    }

    fn extend(&mut self, name: &str, more: &str) {
        if let Some(field) = self.field(name) {
            // A title is broken where it gets too long, authors stand one a line.
            field.push_str(if name == "author" { "; " } else { " " });
            field.push_str(more);
        }
    }
}

fn without_brackets(value: &str) -> &str {
    value.split('[').next().unwrap_or_default().trim()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_uniform_header() {
        let header = parse(
            "The Project Gutenberg eBook of The Example, by A. Writer\n\nTitle: The Example\n       and its Second Part\n\n\
             Author: A. Writer\n        B. Coauthor\n\nRelease Date: May 1, 2005 [eBook #12345]\n[Most recently updated: June 2021]\n\n\
             Language: English\n\nCharacter set encoding: UTF-8\n",
        );
        assert_eq!(header.title, "The Example and its Second Part");
        assert_eq!(header.author, "A. Writer; B. Coauthor");
        assert_eq!(header.release_date, "May 1, 2005");
        assert_eq!((&*header.number, &*header.language, &*header.encoding), ("12345", "English", "UTF-8"));
    }

    #[test]
    fn the_lines_before_2003() {
        let header = parse(
            "*****The Project Gutenberg Etext of Some Novel, by A. N. Author*****\n\nOctober, 1993  [Etext #94]\n",
        );
        assert_eq!(
            header,
            Header {
                title: "Some Novel".to_owned(),
                author: "A. N. Author".to_owned(),
                release_date: "October, 1993".to_owned(),
                number: "94".to_owned(),
                ..Header::default()
            }
        );
        assert_eq!(parse("October 31, 1993  [Etext #84]").release_date, "October 31, 1993");
        assert_eq!(parse("no header here"), Header::default());
    }
}
