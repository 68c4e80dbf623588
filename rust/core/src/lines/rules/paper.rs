//! The three regular expressions of section 3.4, as printed.

use std::sync::LazyLock;

use regex::Regex;

use crate::lines::boundaries::{Cut, Search};

/// "If a line near the beginning of the file matches the following, it is part of the preamble."
static PREAMBLE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^[\s*]*\*\s?(START\sOF\s(THE|THIS)\sPROJECT\sGUTENBERG|END[\s*]THE\sSMALL\sPRINT!)").ok()
});

/// "If a line near the end of the file matches the following, it is part of the epilogue"; and a line that begins
/// with ETEXT.
static EPILOGUE: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let before = r"(?:This|THIS|this|Is|IS|is|The|THE|the|Of|OF|[*\s]|of)*(?:End|END|end)";
    let between = r"(?:\s|Of|OF|of|The|THE|the|This|THIS|this)*";
    Regex::new(&format!(r"^(?:{before}{between}(?:Project\s+Gutenberg|PROJECT\s+GUTENBERG)|ETEXT)")).ok()
});

fn matches(regex: &LazyLock<Option<Regex>>, line: &str) -> bool {
    regex.as_ref().is_some_and(|regex| regex.is_match(line))
}

pub(in crate::lines) fn preamble(search: &Search<'_>, cut: Cut) -> Cut {
    let hit = (0..search.top_window()).rev().find(|&i| matches(&PREAMBLE, search.doc.line(i)));
    match hit {
        Some(i) => Cut { line: cut.line.max(i + 1), marked: true },
        None => cut,
    }
}

pub(in crate::lines) fn epilogue(search: &Search<'_>, cut: Cut) -> Cut {
    let hit = (search.bottom_window()..search.doc.len()).find(|&i| matches(&EPILOGUE, search.doc.line(i)));
    match hit {
        Some(i) => Cut { line: cut.line.min(i), marked: true },
        None => cut,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn section_3_4_preamble() {
        for line in [
            "*** START OF THIS PROJECT GUTENBERG EBOOK EMMA ***",
            "***START OF THE PROJECT GUTENBERG ETEXT***",
            "*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*Ver.04.29.93*END*",
            "  * END THE SMALL PRINT! FOR",
        ] {
            assert!(matches(&PREAMBLE, line), "{line}");
        }
        assert!(!matches(&PREAMBLE, "START OF THE PROJECT GUTENBERG EBOOK"), "a star is wanted");
        assert!(!matches(&PREAMBLE, "**The Project Gutenberg Etext of Emma**"));
    }

    #[test]
    fn section_3_4_epilogue() {
        for line in [
            "End of the Project Gutenberg Etext of Emma",
            "*** END OF THIS PROJECT GUTENBERG EBOOK EMMA ***",
            "This is the end of Project  Gutenberg Emma",
            "**End of this Project Gutenberg Etext",
            "ETEXT EDITOR'S BOOKMARKS:",
        ] {
            assert!(matches(&EPILOGUE, line), "{line}");
        }
        assert!(!matches(&EPILOGUE, "In the end Project Gutenberg won"), "other words come before");
    }
}
