use proptest::prelude::*;

use super::*;
use crate::html::{record, tree};
use crate::lang::StopList;

/// The values of a column, one for each block.
fn column(page: &Page, context: &Context<'_>, name: &str) -> Vec<f32> {
    let whole = table(page, context);
    let at = names().iter().position(|known| known == name).unwrap_or_else(|| panic!("no column {name}"));
    (0..page.blocks.len()).map(|block| whole.row(block)[at]).collect()
}

fn of(html: &str, name: &str) -> Vec<f32> {
    column(&tree::read(html, true), &Context::default(), name)
}

const LONG: &str = "a b c d e f g h i j k l m n o p q r s t";

#[test]
fn own_text() {
    let html = "<h2>Éva 12</h2><p>One, <a href=x>two three</a> (4)!<br>© A|b<p>";
    assert_eq!(of(html, "words"), [2.0, 6.0]);
    assert_eq!(of(html, "chars"), [6.0, 25.0]);
    assert_eq!(of(html, "link_share"), [0.0, 2.0 / 6.0]);
    assert_eq!(of(html, "heading"), [2.0, 0.0]);
    assert_eq!(of(html, "digit_share"), [2.0 / 6.0, 1.0 / 25.0]);
    assert_eq!(of(html, "capital_share"), [1.0 / 3.0, 2.0 / 13.0]);
    assert_eq!(of(html, "line_ends"), [0.0, 1.0]);
    assert_eq!(of(html, "nodes"), [1.0, 4.0]);
    assert_eq!(of(html, "linked_nodes"), [0.0, 0.25]);
    assert_eq!(of(html, "text.copyright"), [0.0, 1.0]);
    assert_eq!(of(html, "text.bar"), [0.0, 1.0]);
    assert_eq!(of(html, "tag.h2"), [1.0, 0.0]);
    assert_eq!(of(html, "inline.a"), [0.0, 1.0]);
    assert_eq!(of(html, "stop_share"), [-1.0, -1.0]);
    assert_eq!(of("<p>Nur 3 €?<p>We use cookies here", "text.money"), [1.0, 0.0]);
    assert_eq!(of("<p>Nur 3 €?<p>We use cookies here", "text.question"), [1.0, 0.0]);
    assert_eq!(of("<p>Nur 3 €?<p>We use cookies here", "text.cookies"), [0.0, 1.0]);
}

#[test]
fn talk_of_readers() {
    let html = "<p>On 3 May 2011<p>3 Comments<h3>Leave a reply</h3><p>Bob, 12:30<p>Nice<p>Комментарии (5)<p>网友评论\
        <p>Commenting on this at length, he said no more<p>Forum";
    assert_eq!(of(html, "talk.all"), [4.0; 9]);
    assert_eq!(of(html, "talk.before"), [0.0, 0.0, 1.0, 2.0, 2.0, 2.0, 3.0, 4.0, 4.0]);
    assert_eq!(of(html, "talk.share_before")[3], 0.5);
    assert_eq!(of(html, "talk.since"), [9.0, 0.0, 0.0, 1.0, 2.0, 0.0, 0.0, 1.0, 2.0]);
    assert_eq!(of(html, "talk.until"), [1.0, 1.0, 3.0, 2.0, 1.0, 1.0, 9.0, 9.0, 9.0]);
    assert_eq!(of(html, "talk.since_heading"), [9.0, 9.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
    assert_eq!(of(html, "talk.within5")[0], 3.0 / 6.0);
    assert_eq!(of(html, "talk.within15"), [4.0 / 9.0; 9]);
    assert_eq!(of(html, "talk.dates_within15"), [2.0 / 9.0; 9]);
    assert_eq!(of(html, "talk.dates_within5")[8], 1.0 / 6.0);
}

#[test]
fn stop_words_are_those_of_the_context() {
    let list = StopList::from_text("the\nof");
    let context = Context { lang: None, stop_words: Some(&list) };
    let page = tree::read("<p>The end of it<p>Home", true);
    assert_eq!(column(&page, &context, "stop_share"), [0.5, 0.0]);
    assert_eq!(column(&page, &context, "stop_words"), [2.0, 0.0]);
}

/// 170 characters in words of one letter are two full lines of 80 columns: 86 words in two lines.
#[test]
fn text_density_is_words_in_a_line() {
    let html = format!("<p>{}", "a ".repeat(86));
    assert_eq!(of(&html, "text_density"), [43.0]);
    assert_eq!(of("<p>a b c", "text_density"), [3.0]);
}

#[test]
fn elements_around() {
    let html = "<main class=content><article><p class=date>a</p><ul><li>b</ul></article></main>c";
    assert_eq!(of(html, "in.article"), [0.5, 1.0 / 3.0, 0.0]);
    assert_eq!(of(html, "in.main"), [1.0 / 3.0, 0.25, 0.0]);
    assert_eq!(of(html, "in.list"), [0.0, 0.5, 0.0]);
    assert_eq!(of(html, "in.nav"), [0.0; 3]);
    assert_eq!(of(html, "in.date_words"), [1.0, 0.0, 0.0]);
    assert_eq!(of(html, "in.content_words"), [1.0 / 3.0, 0.25, 0.0]);
    // Own element and the two around it are near: of the second block, main is one too far.
    assert_eq!(of(html, "hint.content"), [2.0, 1.0, 0.0]);
    assert_eq!(of(html, "depth"), [4.0, 5.0, 1.0]);
    assert_eq!(of(html, "page.in.article"), [2.0 / 3.0; 3]);
}

#[test]
fn blocks_before_and_after() {
    let html = "<h1>A b</h1><ul><li><a href=x>c</a><li>d e f.</ul>";
    assert_eq!(of(html, "before1.words"), [-1.0, 2.0, 1.0]);
    assert_eq!(of(html, "after1.link_share"), [1.0, 0.0, -1.0]);
    assert_eq!(of(html, "before1.heading"), [-1.0, 1.0, 0.0]);
    assert_eq!(of(html, "after1.ends_sentence"), [0.0, 1.0, -1.0]);
    assert_eq!(of(html, "before1.same_path"), [-1.0, 0.0, 1.0]);
    // h1 ends, ul and li begin; then li ends, and li begins.
    assert_eq!(of(html, "before1.distance"), [-1.0, 3.0, 2.0]);
    assert_eq!(of(html, "before2.distance"), [-1.0, -1.0, 3.0]);
}

#[test]
fn containers() {
    let card = |text: &str| format!("<div class=card><h3>{text}</h3><p>b <a href=x>c</a></div>");
    let html = format!("<section>{}{}{}</section><p>d", card("a"), card("a"), card("a"));
    // Six blocks in the cards, nine words; one block and word more in the page.
    assert_eq!(of(&html, "up1.words"), [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 10.0]);
    assert_eq!(of(&html, "up1.link_share")[..2], [1.0 / 3.0; 2]);
    assert_eq!(of(&html, "up1.alike"), [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 1.0]);
    assert_eq!(of(&html, "up1.number")[..6], [0.0, 0.0, 1.0, 1.0, 2.0, 2.0]);
    assert_eq!(of(&html, "up1.alike_share")[..6], [0.9; 6]);
    assert_eq!(of(&html, "up2.listed_share")[..6], [1.0; 6]);
    assert_eq!(of(&html, "section.blocks"), [6.0, 6.0, 6.0, 6.0, 6.0, 6.0, 7.0]);
    assert_eq!(of(&html, "section.place")[..6], [0.0, 0.2, 0.4, 0.6, 0.8, 1.0]);
    assert_eq!(of(&html, "up1.after_heading"), [0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 1.0]);
    assert_eq!(of(&html, "path.blocks"), [3.0, 3.0, 3.0, 3.0, 3.0, 3.0, 1.0]);
    assert_eq!(of(&html, "path.number"), [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 0.0]);
    assert_eq!(of(&html, "path.words")[..2], [3.0, 6.0]);
    assert_eq!(of(&html, "below.number"), [1.0, 1.0, 2.0, 2.0, 3.0, 3.0, 3.0]);
    assert_eq!(of(&html, "below.words"), [3.0, 3.0, 3.0, 3.0, 4.0, 4.0, 4.0]);
    assert_eq!(of(&html, "below.level"), [3.0; 7]);
    assert_eq!(of(&html, "within5.words"), [9.0, 10.0, 10.0, 10.0, 10.0, 10.0, 9.0]);
    assert_eq!(of(&html, "within5.words_before"), [0.0, 1.0, 3.0, 4.0, 6.0, 7.0, 8.0]);
}

#[test]
fn the_core_is_where_the_text_is() {
    let html = format!("<ul><li>x</ul><div><div><p>{LONG}<p>{LONG}</div><p>y</div><p>z");
    // Both paragraphs are in the inner div: that is the core, between a menu and what comes after.
    assert_eq!(of(&html, "core75.inside"), [0.0, 1.0, 1.0, 0.0, 0.0]);
    assert_eq!(of(&html, "core75.up"), [2.0, 0.0, 0.0, 1.0, 2.0]);
    assert_eq!(of(&html, "core75.down"), [2.0, 1.0, 1.0, 1.0, 1.0]);
    assert_eq!(of(&html, "core75.place"), [-1.0, 0.0, 1.0, 2.0, 3.0]);
    assert_eq!(of(&html, "core75.before_it"), [1.0, 0.0, 0.0, 0.0, 0.0]);
    assert_eq!(of(&html, "core75.after_it"), [0.0, 0.0, 0.0, 1.0, 2.0]);
    assert_eq!(of(&html, "core75.page_share"), [40.0 / 43.0; 5]);
    // Of all text outside of the footer, three words of four are in the div.
    let html = "<footer>a b c d e f g h</footer><div><p>a b<p>c</div><p>d";
    assert_eq!(of(html, "text75.inside"), [0.0, 1.0, 1.0, 0.0]);
    assert_eq!(of(html, "all60.words"), [3.0; 4]);
    assert_eq!(of(html, "core55.inside"), [1.0, 0.0, 0.0, 0.0], "without running text it is all text");
}

#[test]
fn the_page_and_the_place_in_it() {
    let html = format!("<p>x y<h1>Title</h1><p>{LONG}<p hidden>{LONG} u<p>z");
    assert_eq!(of(&html, "page.words"), [45.0; 5]);
    assert_eq!(of(&html, "page.long_share"), [41.0 / 45.0; 5]);
    assert_eq!(of(&html, "page.hidden_share"), [21.0 / 45.0; 5]);
    assert_eq!(of(&html, "place.mark_share")[2..4], [20.0 / 41.0, 21.0 / 41.0]);
    assert_eq!(of(&html, "place.words"), [0.0, 2.0, 3.0, 23.0, 44.0]);
    assert_eq!(of(&html, "place.words_left"), [45.0, 43.0, 42.0, 22.0, 1.0]);
    // What is hidden is not the longest, but running text.
    assert_eq!(of(&html, "place.from_longest"), [-2.0, -1.0, 0.0, 1.0, 2.0]);
    assert_eq!(of(&html, "place.words_from_longest"), [-3.0, -1.0, 0.0, 20.0, 41.0]);
    assert_eq!(of(&html, "place.from_h1"), [-1.0, 0.0, 1.0, 2.0, 3.0]);
    assert_eq!(of(&html, "place.from_last_long"), [-3.0, -2.0, -1.0, 0.0, 1.0]);
    assert_eq!(of(&html, "place.from_long_before"), [-10_000.0, -10_000.0, 0.0, 0.0, 1.0]);
    assert_eq!(of(&html, "place.heading"), [0.0, 1.0, 1.0, 1.0, 1.0]);
    assert_eq!(of(&html, "hidden"), [0.0, 0.0, 0.0, 1.0, 0.0]);
}

#[test]
fn repeated_text_and_titles() {
    let html = "<title>A head - Paper</title><p>more<h1>a head</h1><p>more<p>A HEAD - paper<p>a HEAD";
    assert_eq!(of(html, "repeat.copies"), [2.0, 1.0, 2.0, 1.0, 1.0]);
    assert_eq!(of(html, "repeat.number"), [0.0, 0.0, 1.0, 0.0, 0.0]);
    assert_eq!(of(html, "repeat.in_title"), [0.0, 1.0, 0.0, 1.0, 1.0]);
    assert_eq!(of(html, "repeat.is_title"), [0.0, 0.0, 0.0, 1.0, 0.0]);
    assert_eq!(of(html, "repeat.starts_title"), [0.0, 1.0, 0.0, 1.0, 1.0]);
    assert_eq!(of(html, "repeat.is_h1"), [0.0, 1.0, 0.0, 0.0, 0.0]);
    assert_eq!(of(html, "place.from_title"), [-1.0, 0.0, 1.0, 2.0, 3.0]);
}

/// The votes are those of the algorithms themselves where these see the same blocks.
#[test]
fn votes_are_those_of_the_algorithms() {
    let good = "This is the text of the page, and it is what you want to have of it in the end. ".repeat(4);
    let html = format!("<p>Home<p>© A<h2>A head</h2><p>{good}<p>short<p>{good}<p><a href=x>{LONG}</a>");
    let page = tree::read(&html, true);
    let list = crate::lang::stoplist("en").unwrap();
    let context = Context { lang: Some("en"), stop_words: Some(&list) };
    let label = |name: &str| {
        let make = crate::classify::find(name).unwrap().make;
        make(&crate::classify::settings::Settings::default(), None).unwrap().label(&page, &context).blocks
    };
    let is_good = |name| label(name).iter().map(|label| columns::flag(label.good)).collect::<Vec<f32>>();
    assert_eq!(column(&page, &context, "vote.justext"), is_good("justext"));
    assert_eq!(column(&page, &context, "vote.boilerpipe"), is_good("boilerpipe-default"));
    assert_eq!(column(&page, &context, "vote.bte"), is_good("bte"));
    let classes = ["bad", "short", "near-good", "good"].map(Some);
    let free: Vec<Option<&str>> = label("justext").iter().map(|label| label.context_free).collect();
    let voted = column(&page, &context, "vote.context_free");
    assert_eq!(voted.iter().map(|class| classes[*class as usize]).collect::<Vec<_>>(), free);
}

/// Numbers that no page has, as records of others may say them.
#[test]
fn numbers_beyond_all_pages() {
    let most = u32::MAX;
    let block = format!(r#"{{"text":"a","words":{most},"links":{most},"tags":{most},"heading":9}}"#);
    let page = record::parse(format!("[{block},{block},{{\"text\":\"\"}}]").as_bytes()).unwrap().page;
    let whole = table(&page, &Context::default());
    assert!(whole.values.iter().all(|value| value.is_finite()));
}

/// A page as deep as pages can be, and as long: time does not grow with the depth.
#[test]
fn deep_and_long_pages() {
    let html = format!("{}{}", "<div class=item>".repeat(100), "<p>a b<p>c</p><div>d</div>".repeat(20_000));
    let page = tree::read(&html, true);
    let started = std::time::Instant::now();
    let whole = table(&page, &Context::default());
    assert_eq!(whole.values.len(), whole.columns * 60_000);
    assert!(started.elapsed().as_secs() < 10);
}

pub(in crate::classify::trees) fn html() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        r"(\PC|[a-zA-Z0-9 .,?!:|@©$-]){0,60}",
        prop::sample::select(vec![
            "<p>",
            "<div class='content post'>",
            "</div>",
            "<ul><li>",
            "</ul>",
            "<h1>",
            "<h3 class=title>",
            "<a href=x>",
            "</a>",
            "<br>",
            "<br><br>",
            "<table><tr><td>",
            "</table>",
            "<nav id=main-menu>",
            "</nav>",
            "<article>",
            "<b>",
            "<p hidden>",
            "<noscript>",
            "</noscript>",
            "<select><option>",
            "</select>",
            "<title>a b</title>",
            "<x-y>",
            "a a a a a a a a a a a a a a a a a a a a a a a a. ",
            "It is the end of the story, and of the day. ",
        ])
        .prop_map(str::to_owned),
    ];
    prop::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

proptest! {
    #[test]
    fn every_page_has_a_row_a_block_of_numbers(html in html()) {
        let list = crate::lang::stoplist("en");
        let page = tree::read(&html, true);
        let context = Context { lang: Some("en"), stop_words: list.as_ref() };
        let whole = table(&page, &context);
        if !page.blocks.is_empty() {
            prop_assert_eq!(whole.columns, names().len());
        }
        prop_assert_eq!(whole.values.len(), whole.columns * page.blocks.len());
        prop_assert!(whole.values.iter().all(|value| value.is_finite()));
        let mut rows = Vec::new();
        each_row(&page, &context, |_, row| rows.extend_from_slice(row));
        prop_assert!(rows == whole.values);
        let mut read = record::parse(&record::write(&page, None, false)).unwrap().page;
        read.title.clone_from(&page.title);
        let other = table(&read, &context).values;
        let names = names();
        let differ = other.iter().zip(&whole.values).position(|(a, b)| a != b);
        prop_assert_eq!(differ.map(|at| &names[at % whole.columns]), None);
    }
}

#[test]
fn names_are_unique() {
    let mut names = names();
    let count = names.len();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), count);
}

#[test]
fn a_page_without_blocks_has_no_rows() {
    let page = Page::default();
    let whole = table(&page, &Context::default());
    assert!(whole.values.is_empty());
}

#[test]
fn rows_are_tab_separated() {
    let page = tree::read("<p>a b<p>c", true);
    let whole = table(&page, &Context::default());
    let mut rows = Vec::new();
    for (block, gold) in ["good", ""].iter().enumerate() {
        rows::put(&mut rows, "i\td\n", block, gold, whole.row(block));
    }
    let rows = String::from_utf8(rows).unwrap();
    let rows: Vec<Vec<&str>> = rows.lines().map(|line| line.split('\t').collect()).collect();
    assert_eq!(rows.len(), 2);
    assert!(rows.iter().all(|row| row.len() == 3 + whole.columns));
    assert_eq!(
        (&rows[0][..4], &rows[1][..4]),
        (&["i d ", "0", "good", "2"][..], &["i d ", "1", "", "1"][..])
    );
    let read: Vec<f32> = rows[1][3..].iter().map(|value| value.parse().unwrap()).collect();
    assert_eq!(read, whole.row(1));
}
