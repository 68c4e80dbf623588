//! Boundaries of small documents worked by hand: Algorithm 1, the rules of section 3.4, and the limits on cuts.

use std::collections::HashSet;

use proptest::prelude::*;

use super::boundaries::{Boundaries, Frequent, Heuristics, Options, Side, find};

struct Lines(HashSet<Vec<u8>>);

impl Frequent for Lines {
    fn is_frequent(&self, line: &[u8], _side: Side) -> bool {
        self.0.contains(line)
    }
}

fn frequent(lines: &[String]) -> Lines {
    Lines(lines.iter().map(|line| line.clone().into_bytes()).collect())
}

fn boilerplate(i: usize) -> String {
    format!("boilerplate line {i}, which is in every file of the corpus")
}

fn text(i: usize) -> String {
    format!("text line {i}, which is in this file and in no other one")
}

fn run(document: &[String], heuristics: Heuristics, options: &Options) -> Boundaries {
    let known: Vec<String> = (0..50).map(boilerplate).collect();
    find(&document.join("\n"), &frequent(&known), &Options { heuristics, ..options.clone() })
}

fn lines_of(shape: &str) -> Vec<String> {
    shape
        .chars()
        .enumerate()
        .map(|(i, c)| match c {
            'B' => boilerplate(i % 50),
            'T' => text(i),
            's' => "CHAPTER ONE.".to_owned(),
            _ => String::new(),
        })
        .collect()
}

fn bounds(shape: &str, gap_max: usize) -> (usize, usize) {
    let options = Options { gap_max, max_share: 1.0, ..Options::default() };
    let found = run(&lines_of(shape), Heuristics::None, &options);
    assert_eq!(found.lines, shape.len());
    (found.preamble_end, found.epilogue_start)
}

#[test]
fn algorithm_1_by_hand() {
    // The last frequent line before a gap of three ends the preamble; blank lines after it go with it.
    assert_eq!(bounds("TBBTTB__TTTTTTTTTTTTBTB", 3), (8, 20));
    // Frequent lines beyond the gap are not seen.
    assert_eq!(bounds("BTTTBTTTTTTTT", 3), (1, 13));
    // One fewer between them, and they are.
    assert_eq!(bounds("BTTBTTTTTTTTT", 3), (4, 13));
    // Trivial lines count neither way.
    assert_eq!(bounds("BsT_s_TsBTTTTTTTT", 3), (9, 17));
    // "skip till frequent line seen": a file may start with other lines.
    assert_eq!(bounds("TTTTTBTTTTTTT", 3), (6, 13));
    // Without a frequent line there is no preamble, and no epilogue.
    assert_eq!(bounds("TTTT", 3), (0, 4));
}

#[test]
fn p_max_and_e_max_bound_the_search() {
    let shape = "BBBBBTTTTTTTTTTTTTTTTTTTTTTTTTBBBBB";
    let options = Options { p_max: 3, e_max: 2, max_share: 1.0, ..Options::default() };
    let found = run(&lines_of(shape), Heuristics::None, &options);
    assert_eq!((found.preamble_end, found.epilogue_start), (3, 33));
    // None at all: files without preambles, or without epilogues.
    let options = Options { p_max: 0, e_max: 0, max_share: 1.0, ..Options::default() };
    let found = run(&lines_of(shape), Heuristics::None, &options);
    assert_eq!((found.preamble_end, found.epilogue_start), (0, 35));
}

fn with_book(top: &[&str], bottom: &[&str]) -> Vec<String> {
    let mut document: Vec<String> = top.iter().map(|&line| line.to_owned()).collect();
    document.extend((0..40).map(text));
    document.extend(bottom.iter().map(|&line| line.to_owned()));
    document
}

/// How many of the lines above and below the book are cut.
fn cut(top: &[&str], bottom: &[&str], heuristics: Heuristics) -> (usize, usize) {
    let found = run(&with_book(top, bottom), heuristics, &Options::default());
    (found.preamble_end, found.lines - found.epilogue_start)
}

#[test]
fn section_3_4_marker_lines_anchor_the_boundaries() {
    let top = ["Title: Some Book", "*** START OF THIS PROJECT GUTENBERG EBOOK SOME BOOK ***", ""];
    let bottom = ["", "End of the Project Gutenberg EBook of Some Book", "more"];
    for heuristics in [Heuristics::Paper, Heuristics::Full] {
        assert_eq!(cut(&top, &bottom, heuristics), (3, 3), "{heuristics:?}");
    }
    assert_eq!(cut(&top, &bottom, Heuristics::None), (0, 0));
}

#[test]
fn credits_and_notes_beside_the_markers_go_with_them() {
    let start = "*** START OF THIS PROJECT GUTENBERG EBOOK A ***";
    let end = "*** END OF THIS PROJECT GUTENBERG EBOOK A ***";
    let tops: [&[&str]; 7] = [
        &[start, "", "Produced by A. Volunteer and the Online", "Distributed Proofreading Team", "", ""],
        &[start, "", "[Transcriber's Note: two paragraphs", "", "in one bracket.]", "", ""],
        &[start, "", "Transcriber's note", "", "", "What was changed by the transcriber.", "", "", ""],
        &[start, "", "  +------+", "  | Anmerkungen zur Transkription |", "  +------+", "", ""],
        &[start, "", "SOME BOOK", "", "E-text prepared by A. Volunteer", "", ""],
        &["*END*THE SMALL PRINT! FOR PUBLIC DOMAIN ETEXTS*END*", "", "[Italics are", "written", "so.]", ""],
        &["*** START OF THE PROJECT GUTENBERG EBOOK A BOOK OF", "A LONG TITLE ***", ""],
    ];
    for top in tops {
        assert_eq!(cut(top, &[], Heuristics::Full).0, top.len(), "{top:?}");
    }
    let bottoms: [&[&str]; 7] = [
        &["", "Errata", "", "Two forms of a name are left unchanged.", "", "Some page", "", end],
        &["", "Transcriber's Notes:", "", "One paragraph.", "", "And another.", "", end],
        &["", "[Note du transcripteur: une correction.]", "", end],
        &["", "  | OPMERKINGEN VAN DE BEWERKER |", "", end],
        &["", "[End of original text.]", "", "A Note on the Author:", "", "She was born.", "", end],
        &["", "ETEXT EDITOR'S BOOKMARKS:", "", "A saying", "", "End of the Project Gutenberg Etext"],
        &["", "The end of the", "Project Gutenberg Etext of Some Book"],
    ];
    for bottom in bottoms {
        assert_eq!(cut(&[], bottom, Heuristics::Full).1, bottom.len(), "{bottom:?}");
    }
}

#[test]
fn what_is_the_book_s_own_stays() {
    let start = "*** START OF THIS PROJECT GUTENBERG EBOOK A ***";
    let end = "End of Project Gutenberg's A";
    for own in ["TRANSLATED BY A. WRITER", "[Illustration: a house]", "Printed by Somebody and Sons, London"]
    {
        assert_eq!(cut(&[start, "", own, "", ""], &[], Heuristics::Full).0, 2, "{own}");
        assert_eq!(cut(&[], &["", own, "", end], Heuristics::Full).1, 2, "{own}");
    }
    // Errata of the book itself.
    assert_eq!(cut(&[], &["", "ERRATA", "", "Page 9, for this read that.", "", end], Heuristics::Full).1, 2);
    // An ornament above notes ends the book.
    let bottom = ["", "   *   *   *   *   *", "", "Transcriber's Notes", "", "Some.", "", end];
    assert_eq!(cut(&[], &bottom, Heuristics::Full).1, 6);
}

#[test]
fn works_bound_together_keep_what_stands_between_their_end_lines() {
    let mut document = with_book(&[], &["End of the Project Gutenberg Etext of One", ""]);
    document.extend((100..130).map(text));
    document.push("End of the Project Gutenberg Etext of Two".to_owned());
    let found = run(&document, Heuristics::Full, &Options::default());
    assert_eq!(found.epilogue_start, document.len() - 1);
    assert_eq!(found.warnings, ["gutenberg-left"]);
}

#[test]
fn an_end_line_in_the_place_of_the_start_line_costs_nothing() {
    let wrong = "*** END OF THIS PROJECT GUTENBERG EBOOK A ***";
    assert_eq!(cut(&[wrong, ""], &["", wrong], Heuristics::Full), (2, 2));
}

#[test]
fn no_cut_is_larger_than_it_may_be_without_a_marker() {
    let shape = "BBBBBBBBBBTTTTTT";
    let found = run(&lines_of(shape), Heuristics::None, &Options { gap_max: 3, ..Options::default() });
    assert_eq!((found.preamble_end, &found.warnings[..]), (0, &["share-limit"][..]));
    let allowed = Options { gap_max: 3, max_share: 0.7, ..Options::default() };
    assert_eq!(run(&lines_of(shape), Heuristics::None, &allowed).preamble_end, 10);
    // All of it: nothing is cut.
    let found = run(&lines_of("BBBB"), Heuristics::None, &Options { max_share: 1.0, ..Options::default() });
    assert_eq!(
        (found.preamble_end, found.epilogue_start, &found.warnings[..]),
        (0, 4, &["everything-found"][..])
    );
}

#[test]
fn a_file_that_is_all_epilogue_is_left_alone() {
    let found = find(
        "End of the Project Gutenberg Etext of A\nmore\n",
        &frequent(&[]),
        &Options { max_share: 1.0, ..Options::default() },
    );
    assert_eq!((found.preamble_end, found.epilogue_start), (0, 2));
    assert_eq!(found.warnings, ["everything-found", "gutenberg-left"]);
}

#[test]
fn suspicious_documents_are_named() {
    let nothing = run(&lines_of("TTTT"), Heuristics::Full, &Options::default());
    assert_eq!(nothing.warnings, ["nothing-found"]);
    let mut document = with_book(&["*** START OF THE PROJECT GUTENBERG EBOOK A ***"], &[]);
    document[20] = "This one names Project Gutenberg inside.".to_owned();
    assert_eq!(run(&document, Heuristics::Full, &Options::default()).warnings, ["gutenberg-left"]);
}

proptest! {
    #[test]
    fn boundaries_are_in_order_whatever_the_text(shape in "[BTs_]{0,80}", gap in 1usize..12) {
        for heuristics in [Heuristics::None, Heuristics::Paper, Heuristics::Full] {
            let document = lines_of(&shape);
            let found = run(&document, heuristics, &Options { gap_max: gap, ..Options::default() });
            prop_assert!(found.preamble_end <= found.epilogue_start && found.epilogue_start <= found.lines);
            // Blank lines at a boundary belong to the boilerplate.
            if found.preamble_end > 0 && found.preamble_end < found.epilogue_start {
                prop_assert!(!document[found.preamble_end].is_empty());
            }
        }
    }

    #[test]
    fn any_text_has_boundaries(text in "(\\PC|\n|\\*\\*\\* (START|END) OF THE PROJECT GUTENBERG|\\[|\\]|Transcriber's note:|\n\n){0,60}") {
        let found = find(&text, &frequent(&[]), &Options::default());
        prop_assert!(found.preamble_end <= found.epilogue_start && found.epilogue_start <= found.lines);
    }
}
