//! The methods of section 2.3 on small sites, worked by hand, and what holds for all of them.

use proptest::prelude::*;

use super::*;
use crate::html::{record, tree};
use crate::json::string;

/// A page as a record has it: the value of `blocks`, and the HTML as the inside of a JSON string.
fn recorded(html: &str) -> (Vec<u8>, Vec<u8>) {
    let blocks = record::write(&tree::read(html, true), None, false);
    let mut quoted = Vec::new();
    string::quote(html, &mut quoted);
    (blocks, quoted[1..quoted.len() - 1].to_vec())
}

struct Site {
    kind: &'static Kind,
    settings: Settings,
    rules: Rules,
}

impl Site {
    fn by(method: &str) -> Self {
        let kind = find(method).unwrap();
        let rules = Rules { threshold: kind.threshold as f32, least: 2, with_class: false, drop: false };
        Self { kind, settings: Settings::default(), rules }
    }

    fn set(mut self, name: &str, value: f64) -> Self {
        self.settings.set(self.kind.params, name, value).unwrap();
        self
    }

    fn learner(&self, memory: u64) -> Learner {
        Learner::new(self.kind, self.settings.clone(), 1000, self.rules.least, memory, &std::env::temp_dir())
    }

    fn learn(&self, pages: &[(&str, &str)], with_html: bool) -> Templates {
        let method = (self.kind.make)(&self.settings);
        let mut learner = self.learner(1 << 20);
        for (url, html) in pages {
            let (blocks, html) = recorded(html);
            let note = note(&*method, &blocks, with_html.then_some(html.as_slice()), url).unwrap();
            learner.add(&site_of(url, 0), url, &note).unwrap();
        }
        learner.finish().unwrap()
    }

    /// The texts of a page's blocks that are not the site's.
    fn own(&self, templates: &Templates, (url, html): (&str, &str)) -> Vec<String> {
        let (blocks, html) = recorded(html);
        let done = templates.label(&site_of(url, 0), &blocks, Some(&html), url, &self.rules).unwrap();
        let parsed = record::parse(&done.json).unwrap();
        let labels = crate::html::labels::read(&done.json, &parsed).unwrap();
        let own =
            parsed.page.blocks.iter().zip(labels).filter(|(_, label)| label.class.as_deref() == Some("good"));
        own.map(|(block, _)| parsed.page.text_of(block).to_owned()).collect()
    }
}

const FRAME: [&str; 2] = [
    "<body><div class=menu><ul><li><a href=/>Home</a><li><a href=/b>Sport</a><li><a href=/c>Politics</a></ul></div>\
     <div class=content>",
    "</div><div class=footer><p>Copyright 2019 by The Daily, all rights reserved everywhere</p></div>",
];

fn page(content: &str) -> String {
    format!("{}{content}{}", FRAME[0], FRAME[1])
}

const TEXTS: [&str; 4] = [
    "<h1>Rain at last</h1><p>After seven dry weeks clouds came up over the western hills on Monday morning.</p>",
    "<h1>A bridge is closed</h1><p>Engineers found cracks below its third arch; trucks take another road now.</p>",
    "<h1>School of music</h1><p>Forty children play instruments which neighbours had kept in their cellars.</p>\
     <p>More are wanted.</p>",
    "<h1>Chess</h1><p>Whoever loses on Friday buys coffee, whatever Anna says about it.</p>",
];

/// Four pages of one frame, which link to each other.
fn site() -> Vec<(String, String)> {
    let url = |at: usize| format!("http://daily.example/{}", ["", "b", "c", "d"][at]);
    TEXTS.iter().enumerate().map(|(at, text)| (url(at), page(text))).collect()
}

fn borrowed(pages: &[(String, String)]) -> Vec<(&str, &str)> {
    pages.iter().map(|(url, html)| (url.as_str(), html.as_str())).collect()
}

#[test]
fn every_method_tells_a_frame_from_what_is_in_it() {
    let pages = site();
    let pages = borrowed(&pages);
    for kind in METHODS {
        let site = Site::by(kind.name);
        let site = match kind.name {
            // Four short pages are too few for the walk; a fifth of their n-grams is the frame.
            "cutpoint" => site.set("n", 8.0).set("a", 20.0),
            // The menu is shorter than a window.
            "window" => site.set("width", 12.0).set("every", 2.0),
            _ => site,
        };
        let templates = site.learn(&pages, true);
        assert_eq!(templates.sites(), (1, 1));
        let own = site.own(&templates, pages[2]);
        let expected = [
            "School of music",
            "Forty children play instruments which neighbours had kept in their cellars.",
            "More are wanted.",
        ];
        assert_eq!(own, expected, "{}", kind.name);
    }
}

#[test]
fn a_site_with_too_few_pages_says_nothing() {
    let pages = site();
    for kind in METHODS {
        let site = Site { rules: Rules { least: 5, ..Site::by(kind.name).rules }, ..Site::by(kind.name) };
        let templates = site.learn(&borrowed(&pages), true);
        assert_eq!(templates.sites(), (1, 0));
        let (blocks, html) = recorded(&pages[0].1);
        let done = templates.label("daily.example", &blocks, Some(&html), "", &site.rules).unwrap();
        assert_eq!((done.by_site, done.pages, done.template), (false, 4, 0));
        assert!(!String::from_utf8(done.json).unwrap().contains("\"class\""));
    }
}

#[test]
fn blocks_are_shared_from_the_threshold_on() {
    // "b" is on 2 of the 3 other pages of one that has it, "c" on 1 of them.
    let pages = ["<p>a<p>b<p>c", "<p>d<p>b<p>c", "<p>e<p>b", "<p>f"];
    let pages: Vec<(&str, &str)> =
        ["h://s/1", "h://s/2", "h://s/3", "h://s/4"].into_iter().zip(pages).collect();
    let mut site = Site::by("blocks");
    let templates = site.learn(&pages, false);
    let mut own = |threshold: f32| {
        site.rules.threshold = threshold;
        site.own(&templates, pages[0]).concat()
    };
    assert_eq!([0.0, 0.3, 0.4, 0.6, 0.7].map(&mut own), ["a", "a", "ac", "ac", "abc"]);
}

#[test]
fn subtrees_that_are_on_one_page_too_often_say_nothing() {
    let repeated = |text: &str| format!("<p>{text}</p>{}", "<p>Read more</p>".repeat(5));
    let pages = [repeated("one"), repeated("two"), repeated("three")];
    let pages: Vec<(&str, &str)> = ["h://s/1", "h://s/2", "h://s/3"]
        .into_iter()
        .zip(&pages)
        .map(|(url, html)| (url, html.as_str()))
        .collect();
    let own = |most| {
        let site = Site::by("dom").set("most", most);
        site.own(&site.learn(&pages, false), pages[0]).len()
    };
    assert_eq!((own(5.0), own(4.0)), (1, 6));
}

#[test]
fn a_subtree_is_shared_with_all_that_is_in_it() {
    // Each item is on every page more often than it may be, but the list is not.
    let list = format!("<ul>{}</ul>", "<li>-</li>".repeat(9));
    let pages = [format!("<p>one</p>{list}"), format!("<p>two</p>{list}")];
    let pages = [("h://s/1", pages[0].as_str()), ("h://s/2", pages[1].as_str())];
    let site = Site::by("dom");
    assert_eq!(site.own(&site.learn(&pages, false), pages[1]), ["two"]);
}

#[test]
fn windows_cross_blocks_and_need_not_stand_at_the_same_place() {
    let frame = "<p>One<p>two<p>three<p>four<p>five<p>six<p>seven";
    let pages = [format!("<p>A longer headline than the other has{frame}"), format!("<p>Short{frame}")];
    let pages = [("h://s/1", pages[0].as_str()), ("h://s/2", pages[1].as_str())];
    let site = Site::by("window").set("width", 10.0).set("every", 1.0);
    let templates = site.learn(&pages, false);
    assert_eq!(site.own(&templates, pages[0]), ["A longer headline than the other has"]);
    assert_eq!(site.own(&templates, pages[1]), ["Short"]);
}

#[test]
fn pages_that_do_not_link_to_each_other_quote_but_share_no_template() {
    let letter = "<p>The same letter to the editor stands here in full, word for word, twice.</p>";
    let links = |to: &str| format!("<div><a href='{to}'>x</a></div>");
    let pages = [
        format!("<p>one alone</p>{letter}{}", links("http://elsewhere.example/2")),
        format!("<p>two alone</p>{letter}{}", links("#top")),
        "<p>third</p>".to_owned(),
    ];
    let urls = ["http://s.example/1", "http://s.example/2", "http://s.example/3"];
    let pages: Vec<(&str, &str)> =
        urls.into_iter().zip(&pages).map(|(url, html)| (url, html.as_str())).collect();
    let site = Site::by("pagelets").set("links", 1.0);
    let own = |with_html| site.own(&site.learn(&pages, with_html), pages[0]).join("|");
    let letter = "The same letter to the editor stands here in full, word for word, twice.";
    assert_eq!(own(true), format!("one alone|{letter}|x"));
    // Without links all pages of the site are neighbours.
    assert_eq!(own(false), "one alone");
    let linked = page_with(pages[1], "<a href=/1>back</a>");
    let pages = [pages[0], (linked.0.as_str(), linked.1.as_str()), pages[2]];
    assert_eq!(site.own(&site.learn(&pages, true), pages[0]).join("|"), "one alone");
}

fn page_with((url, html): (&str, &str), more: &str) -> (String, String) {
    (url.to_owned(), format!("{html}{more}"))
}

/// A word that is once on each of m pages has the entropy 1, one that is on one page 0: the text has as importance the
/// share of its words that are of one page only.
#[test]
fn importance_is_what_differs_from_page_to_page() {
    let pages = ["<p>all alike here", "<p>all alike one", "<p>all alike two", "<p>all alike three"];
    let urls = ["h://s/1", "h://s/2", "h://s/3", "h://s/4"];
    let pages: Vec<(&str, &str)> = urls.into_iter().zip(pages).collect();
    let mut site = Site::by("tree");
    let templates = site.learn(&pages, false);
    // Six words: two have entropy 1, four have 0; so a third of the text is the site's.
    let (blocks, _) = recorded(pages[0].1);
    let (parsed, _) = SitePage::read(&blocks, None, "").unwrap();
    let (_, shares) = templates.shares("s", &parsed).unwrap();
    assert!((shares.unwrap()[0] - 2.0 / 6.0).abs() < 0.003);
    site.rules.threshold = 0.34;
    assert_eq!(site.own(&templates, pages[0]).len(), 1);
    site.rules.threshold = 0.33;
    assert_eq!(site.own(&templates, pages[0]).len(), 0);
}

#[test]
fn a_page_with_a_banner_more_is_laid_over_the_others() {
    let mut pages = site();
    pages.push((
        "http://daily.example/e".into(),
        format!("<body><div class=banner>Hello!</div>{}", &page(TEXTS[0])[6..]),
    ));
    let pages = borrowed(&pages);
    let site = Site::by("tree");
    let own = site.own(&site.learn(&pages, false), pages[4]);
    assert_eq!(own[..2], ["Hello!", "Rain at last"]);
    assert_eq!(own.len(), 3, "{own:?}");
}

#[test]
fn blocks_of_another_html_are_refused() {
    let pages = site();
    let site = Site::by("cutpoint");
    let templates = site.learn(&borrowed(&pages), true);
    let (blocks, _) = recorded("<p>one block");
    let (_, html) = recorded(&pages[0].1);
    let trouble = templates.label("daily.example", &blocks, Some(&html), "", &site.rules).unwrap_err();
    assert!(matches!(trouble, Trouble::Other));
}

fn labelled(site: &Site, value: &str) -> String {
    let pages = [("h://s/1", "<p>shared<p>one"), ("h://s/2", "<p>shared<p>two")];
    let templates = site.learn(&pages, false);
    let done = templates.label("s", value.as_bytes(), None, "", &site.rules).unwrap();
    String::from_utf8(done.json).unwrap()
}

#[test]
fn classes_are_kept_overruled_or_given() {
    let mut site = Site::by("blocks");
    let value = r#"[ {"text":"shared","class":"good","x":1e999}, {"text":"own","class":"bad"},{"text":"other"},
        {"text":"SHARED!","class":"dup"},{"class":"template","text":"mine"}]"#;
    assert_eq!(
        labelled(&site, value),
        r#"[ {"text":"shared","x":1e999,"class":"template","template":1.000}, {"text":"own","class":"bad","template":0.000},{"text":"other","class":"good","template":0.000},
        {"text":"SHARED!","class":"template","template":1.000},{"text":"mine","class":"good","template":0.000}]"#
    );
    site.rules.drop = true;
    assert_eq!(
        labelled(&site, value),
        r#"[{"text":"own","class":"bad","template":0.000},{"text":"other","class":"good","template":0.000},{"text":"mine","class":"good","template":0.000}]"#
    );
    assert_eq!(labelled(&site, r#"[{"text":"shared"}]"#), "");
    assert_eq!(labelled(&site, "[]"), "");
}

#[test]
fn labels_of_labels_are_the_same() {
    let site = Site::by("blocks");
    let value = r#"[{"text":"shared"},{"text":"own"}]"#;
    let once = labelled(&site, value);
    assert_eq!(labelled(&site, &once), once);
}

#[test]
fn a_file_gives_the_same_labels() {
    let pages = site();
    let pages = borrowed(&pages);
    for kind in METHODS {
        let site = Site::by(kind.name);
        let site = if kind.name == "dom" { site.set("most", 2.0) } else { site };
        let templates = site.learn(&pages, true);
        let mut file = Vec::new();
        templates.save(&mut file).unwrap();
        let read = Templates::from_bytes(file.clone()).unwrap();
        let mut again = Vec::new();
        read.save(&mut again).unwrap();
        assert_eq!(again, file, "{}", kind.name);
        for page in &pages {
            assert_eq!(site.own(&read, *page), site.own(&templates, *page), "{}", kind.name);
        }
        for cut in 0..file.len() {
            assert!(Templates::from_bytes(file[..cut].to_vec()).is_err());
        }
    }
}

/// Templates go to disk where memory is short; sites are told apart all the same.
#[test]
fn memory_changes_no_template() {
    let site = Site::by("blocks");
    let method = (site.kind.make)(&site.settings);
    let learned = |memory: u64| {
        let mut learner = site.learner(memory);
        for number in 0..600 {
            let (blocks, _) = recorded(&format!("<p>shared on site {}<p>text {number}", name(number % 200)));
            let note = note(&*method, &blocks, None, "").unwrap();
            learner.add(&format!("site{}", number % 200), &number.to_string(), &note).unwrap();
        }
        let mut file = Vec::new();
        let templates = learner.finish().unwrap();
        templates.save(&mut file).unwrap();
        (file, templates.disk > 0)
    };
    let (whole, on_disk) = learned(1 << 30);
    assert!(!on_disk);
    assert_eq!(learned(2000), (whole, true));
}

fn name(number: usize) -> String {
    number.to_string().bytes().map(|digit| char::from(digit + b'a' - b'0')).collect()
}

#[test]
fn a_sample_is_of_the_pages_whatever_their_order() {
    let kind = find("blocks").unwrap();
    let method = (kind.make)(&Settings::default());
    let learned = |order: &mut dyn Iterator<Item = usize>| {
        let mut learner = Learner::new(kind, Settings::default(), 10, 2, 1 << 20, &std::env::temp_dir());
        for number in order {
            let (blocks, _) = recorded(&format!("<p>shared<p>half {}<p>own {}", number % 2, name(number)));
            learner.add("s", &number.to_string(), &note(&*method, &blocks, None, "").unwrap()).unwrap();
        }
        let mut file = Vec::new();
        let templates = learner.finish().unwrap();
        assert_eq!(templates.pages, 500);
        templates.save(&mut file).unwrap();
        file
    };
    assert_eq!(learned(&mut (0..500)), learned(&mut (0..500).rev()));
}

proptest! {
    #[test]
    fn any_pages(
        pages in prop::collection::vec(".{0,3}(<p>|<div>|</div>|<a href=x>|<br>|a|b | c|\n|1){0,12}", 1..6),
        method in 0..METHODS.len(),
    ) {
        let site = Site::by(METHODS[method].name);
        let urls: Vec<String> = (0..pages.len()).map(|at| format!("http://s/{at}")).collect();
        let pages: Vec<(&str, &str)> = urls.iter().map(String::as_str).zip(pages.iter().map(String::as_str)).collect();
        let templates = site.learn(&pages, true);
        for (url, html) in &pages {
            let (blocks, html) = recorded(html);
            let (page, _) = SitePage::read(&blocks, Some(&html), url).unwrap();
            let (count, shares) = templates.shares("s", &page).unwrap();
            prop_assert_eq!(count, pages.len() as u64);
            if let Some(shares) = shares {
                prop_assert_eq!(shares.len(), page.page.blocks.len());
                prop_assert!(shares.iter().all(|share| (-0.01..=1.01).contains(share)), "{:?}", shares);
            }
        }
    }

    /// Against counting without any of the machinery.
    #[test]
    fn shares_of_blocks_are_what_counting_says(pages in prop::collection::vec(prop::collection::vec("[a-e]{1,2}", 1..6), 2..8)) {
        let site = Site::by("blocks");
        let html: Vec<String> = pages.iter().map(|texts| format!("<p>{}", texts.join("<p>"))).collect();
        let urls: Vec<String> = (0..pages.len()).map(|at| format!("http://s/{at}")).collect();
        let told: Vec<(&str, &str)> = urls.iter().map(String::as_str).zip(html.iter().map(String::as_str)).collect();
        let templates = site.learn(&told, false);
        for (texts, html) in pages.iter().zip(&html) {
            let (blocks, _) = recorded(html);
            let (page, _) = SitePage::read(&blocks, None, "").unwrap();
            let shares = templates.shares("s", &page).unwrap().1.unwrap();
            for (text, share) in texts.iter().zip(shares) {
                let others = pages.iter().filter(|page| page.contains(text)).count() - 1;
                prop_assert!((share - others as f32 / (pages.len() - 1) as f32).abs() < 1e-6);
            }
        }
    }
}
