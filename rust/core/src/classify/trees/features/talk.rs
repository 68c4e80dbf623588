//! Where readers begin to talk: short lines such as "3 comments" or "Leave a reply", in many languages, which stand before
//! or between comments whose elements have no telling names; and the dates that come again and again among them.

use super::super::super::learning::shape::ratio;
use super::super::super::victor::signs::Sign;
use super::columns::{Columns, columns};
use super::texts::Text;
use crate::html::page::Page;

/// Longer lines are text.
pub(super) const MOST_WORDS: u32 = 8;

/// How words for comments, replies and opinions begin, in small letters; for those that start with an accented or a
/// capital letter beyond ASCII, both ways. A word's first byte rules most of them out.
const STEMS: [&str; 40] = [
    "comment",
    "repl",
    "respond",
    "discuss",
    "kommentar",
    "kommentit",
    "kommentti",
    "antworten",
    "comentár",
    "comentar",
    "réagir",
    "réaction",
    "respuesta",
    "risposte",
    "rispondi",
    "respost",
    "reactie",
    "reageer",
    "komentar",
    "komentář",
    "komentár",
    "skomentuj",
    "opinie",
    "diskuz",
    "diskuse",
    "hozzászól",
    "yorum",
    "комментар",
    "Комментар",
    "коментар",
    "Коментар",
    "отзыв",
    "Отзыв",
    "σχόλι",
    "Σχόλι",
    "评论",
    "評論",
    "コメント",
    "댓글",
    "تعليق",
];

/// Whether a word for comments may begin with a byte, whatever its case.
static FIRST: [bool; 256] = {
    let mut first = [false; 256];
    let mut at = 0;
    while at < STEMS.len() {
        first[STEMS[at].as_bytes()[0] as usize] = true;
        at += 1;
    }
    first
};

/// Whether a text begins with a word for comments.
pub(super) fn begins(text: &[u8]) -> bool {
    let Some(&byte) = text.first() else { return false };
    let small = byte | if byte.is_ascii_uppercase() { 0x20 } else { 0 };
    FIRST[usize::from(small)]
        && STEMS.iter().any(|stem| {
            let stem = stem.as_bytes();
            text.len() >= stem.len() && text[..stem.len()].eq_ignore_ascii_case(stem)
        })
}

#[derive(Debug)]
pub(super) struct Talk {
    /// Lines about comments before each block, and of all; the last of them before each block or itself, and the first
    /// after it.
    before: Vec<u32>,
    last: Vec<Option<u32>>,
    next: Vec<Option<u32>>,
    /// The last that is a heading.
    heading: Vec<Option<u32>>,
    /// Blocks with a time of day or a year before each block, and of all.
    dates: Vec<u32>,
}

impl Talk {
    pub(super) fn of(page: &Page, texts: &[Text]) -> Self {
        let blocks = page.blocks.len();
        let mut talk = Self {
            before: Vec::with_capacity(blocks + 1),
            last: Vec::with_capacity(blocks),
            next: vec![None; blocks],
            heading: Vec::with_capacity(blocks),
            dates: Vec::with_capacity(blocks + 1),
        };
        let (mut before, mut dates, mut last, mut heading) = (0, 0, None, None);
        for (at, (block, text)) in page.blocks.iter().zip(texts).enumerate() {
            talk.before.push(before);
            talk.dates.push(dates);
            if text.talk {
                before += 1;
                last = Some(at as u32);
                heading = if block.heading > 0 { last } else { heading };
            }
            dates += u32::from(text.has(Sign::Clock) || text.has(Sign::Year));
            talk.last.push(last);
            talk.heading.push(heading);
        }
        talk.before.push(before);
        talk.dates.push(dates);
        let mut next = None;
        for at in (0..blocks).rev() {
            talk.next[at] = next;
            next = if texts[at].talk { Some(at as u32) } else { next };
        }
        talk
    }

    pub(super) fn write(&self, block: usize, columns: &mut impl Columns) {
        let far = self.last.len() as f32;
        let from = |other: Option<u32>| other.map_or(far, |other| (block as f32 - other as f32).abs());
        let last = self.last.len();
        let within = |counts: &[u32], size: usize| {
            let (start, end) = (block.saturating_sub(size), (block + 1 + size).min(last));
            ratio(counts[end] - counts[start], (end - start) as u32)
        };
        columns!(columns, "talk",
            "since" => from(self.last[block]),
            "until" => from(self.next[block]),
            "since_heading" => from(self.heading[block]),
            "before" => self.before[block] as f32,
            "share_before" => ratio(self.before[block], self.before[last]),
            "all" => self.before[last] as f32,
            "within5" => within(&self.before, 5),
            "within15" => within(&self.before, 15),
            "dates_within5" => within(&self.dates, 5),
            "dates_within15" => within(&self.dates, 15),
        );
    }
}
