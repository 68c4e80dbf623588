//! The block by itself: its text, and the elements that it stands in and that stand in it.

use super::super::super::learning::kinds;
use super::super::super::learning::shape::ratio;
use super::super::super::victor::markup;
use super::super::super::victor::signs::Sign;
use super::columns::{Columns, columns, flag};
use super::texts::Text;
use crate::html::page::{Mark, Page};
use crate::html::tags::Tag;

/// Columns that a line has where boilerpipe wraps text to measure how dense it is.
const LINE: u32 = 80;

pub(super) fn write(page: &Page, block: usize, text: &Text, columns: &mut impl Columns) {
    let block = &page.blocks[block];
    let shape = &text.shape;
    let others = shape.chars - shape.letters - shape.digits - shape.punctuation - shape.spaces;
    let nodes = &page.nodes[block.nodes.clone()];
    let cuts = nodes.iter().filter(|node| node.cut).count();
    let linked = nodes.iter().filter(|node| node.link).count();
    columns!(columns, "",
        "words" => block.words as f32,
        "chars" => shape.chars as f32,
        "word_length" => ratio(shape.chars - shape.spaces, block.words),
        "links" => block.links as f32,
        "link_share" => ratio(block.links, block.words),
        "stop_share" => text.stop,
        "stop_words" => (text.stop * block.words as f32).max(0.0),
        "sentences" => shape.sentences as f32,
        "sentence_length" => ratio(shape.words, shape.sentences),
        "commas" => shape.commas as f32,
        "comma_share" => ratio(shape.commas, shape.words),
        "punctuation_share" => ratio(shape.punctuation, shape.chars),
        "capital_share" => ratio(shape.capitals, shape.letters),
        "capitals_a_word" => ratio(shape.capitals, shape.words),
        "digit_share" => ratio(shape.digits, shape.chars),
        "other_share" => ratio(others, shape.chars),
        "text_density" => ratio(shape.words, (shape.chars / LINE).max(1)),
        "nodes" => nodes.len() as f32,
        "linked_nodes" => ratio(linked as u32, nodes.len() as u32),
        "cuts" => cuts as f32,
        "line_ends" => text.line_ends as f32,
        "tags" => block.tags as f32,
        "tags_a_word" => ratio(block.tags, block.words),
        "heading" => f32::from(block.heading),
        "select" => flag(block.mark == Mark::Select),
        "noscript" => flag(block.mark == Mark::Noscript),
        "hidden" => flag(block.mark == Mark::Hidden),
    );
    let sign = |sign: Sign| flag(text.has(sign));
    columns!(columns, "text",
        "starts_with_capital" => sign(Sign::StartsWithCapital),
        "starts_with_small" => sign(Sign::StartsWithSmall),
        "starts_with_digit" => sign(Sign::StartsWithDigit),
        "starts_with_mark" => sign(Sign::StartsWithMark),
        "ends_sentence" => sign(Sign::EndsSentence),
        "ends_with_colon" => sign(Sign::EndsWithColon),
        "ends_with_letter" => sign(Sign::EndsWithLetter),
        "copyright" => sign(Sign::Copyright),
        "bar" => sign(Sign::Bar),
        "at" => sign(Sign::At),
        "arrow" => sign(Sign::Arrow),
        "url" => sign(Sign::Url),
        "clock" => sign(Sign::Clock),
        "year" => sign(Sign::Year),
        "cookies" => flag(text.cookies),
        "question" => flag(text.question),
        "money" => flag(text.money),
        "all_capitals" => sign(Sign::AllCapitals),
    );
    let tag = kinds::bit(page.tag_of(block));
    columns.put_sparse("tag", &kinds::NAMES[..kinds::INLINE], || ones(tag).map(|at| (at, 1.0)));
    let inline = nodes.iter().fold(0, |flags, node| flags | markup::of_inline(node.inline.iter()));
    let inline = (inline >> kinds::COUNT) as u64;
    let within = || ones(inline >> kinds::INLINE).map(|at| (at, 1.0));
    columns.put_sparse("inline", &kinds::NAMES[kinds::INLINE..], within);
    columns!(columns, "inline", "code" => flag(inline & kinds::bit(Tag::Code) != 0),);
}

/// The places of the bits that are set.
pub(super) fn ones(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let at = bits.trailing_zeros();
        bits &= bits.wrapping_sub(1);
        (at < u64::BITS).then_some(at as usize)
    })
}
