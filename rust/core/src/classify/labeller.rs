//! Everything between a page and its labels: which language it is in, and whether it is wanted, and which stop words
//! the algorithm is given.

use std::sync::OnceLock;

use super::settings::Settings;
use super::{Algorithm, Classifier, Context, Label, Labels, find};
use crate::error::{Error, Result};
use crate::html::page::{Mark, Page};
use crate::lang::{self, Detector, Found, StopList};

/// How a page's language is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// What its record says, or else what its text is in.
    #[default]
    Auto,
    /// No stop words are wanted.
    Any,
    Fixed(&'static str),
}

impl Language {
    /// What a user says: `auto`, `any`, or a code or name.
    pub fn of(name: &str) -> Result<Self> {
        match name {
            "auto" => Ok(Self::Auto),
            "any" => Ok(Self::Any),
            _ => code(name).map(Self::Fixed),
        }
    }
}

/// The code of a language that a user named.
fn code(name: &str) -> Result<&'static str> {
    lang::code(name).ok_or_else(|| Error::Parameter {
        name: "language",
        expected: format!("a code such as en, not '{name}'"),
    })
}

/// What a user wants of labelling.
#[derive(Debug, Default)]
pub struct Options<'a> {
    pub settings: Settings,
    /// The bytes of a model file; by default the algorithm's own.
    pub model: Option<&'a [u8]>,
    pub language: Language,
    /// In place of the stop words of the language.
    pub stop_words: Option<StopList>,
    /// All blocks of pages in other languages are bad.
    pub only: Option<Vec<&'static str>>,
}

/// Labels pages by one algorithm.
#[derive(Debug)]
pub struct Labeller {
    algorithm: &'static Algorithm,
    classifier: Box<dyn Classifier>,
    language: Language,
    stop_words: Option<StopList>,
    only: Option<Vec<&'static str>>,
    /// The list of each language, made when it is first needed.
    lists: Vec<(&'static str, OnceLock<Option<StopList>>)>,
}

impl Labeller {
    pub fn new(algorithm: &str, options: Options<'_>) -> Result<Self> {
        let Some(algorithm) = find(algorithm) else {
            return Err(Error::Parameter { name: "algorithm", expected: format!("one of {}", names()) });
        };
        if let Language::Fixed(code) = options.language
            && algorithm.uses_stop_words
            && options.stop_words.is_none()
            && lang::stoplist(code).is_none()
        {
            let expected =
                format!("one with a list of stop words, not {code}: any waives the rules about them");
            return Err(Error::Parameter { name: "language", expected });
        }
        Ok(Self {
            algorithm,
            classifier: (algorithm.make)(&options.settings, options.model)?,
            language: options.language,
            stop_words: options.stop_words,
            only: options.only,
            lists: lang::languages().map(|code| (code, OnceLock::new())).collect(),
        })
    }

    /// The languages of `--only-lang`.
    pub fn codes(names: &[String]) -> Result<Vec<&'static str>> {
        names.iter().map(|name| code(name)).collect()
    }

    /// Whether the algorithm looks at the hint words of elements.
    pub fn wants_hints(&self) -> bool {
        self.algorithm.uses_hints
    }

    /// The labels of a page and its language, as `said` by its record or found in its text. `wants_language`: whether
    /// it is found out even if nothing here needs it.
    pub fn label(
        &self,
        page: &mut Page,
        said: Option<&str>,
        wants_language: bool,
    ) -> (Labels, Option<&'static str>) {
        let needs_list =
            self.algorithm.uses_stop_words && self.stop_words.is_none() && self.language != Language::Any;
        let lang = match self.language {
            Language::Fixed(code) => Some(code),
            Language::Auto | Language::Any => said.and_then(lang::code).or_else(|| {
                (needs_list || wants_language || self.only.is_some()).then(|| detect(page)).flatten()
            }),
        };
        if let Some(only) = &self.only
            && !lang.is_some_and(|lang| only.contains(&lang))
        {
            let bad = Label::new(false, "language");
            return (Labels { blocks: vec![bad; page.blocks.len()], nodes: Vec::new() }, lang);
        }
        let list = if needs_list { lang.and_then(|lang| self.list(lang)) } else { self.stop_words.as_ref() };
        let context = Context { lang, stop_words: list };
        (super::label(self.algorithm, self.classifier.as_ref(), page, &context), lang)
    }

    fn list(&self, lang: &str) -> Option<&StopList> {
        let (code, list) = self.lists.iter().find(|(code, _)| *code == lang)?;
        list.get_or_init(|| lang::stoplist(code)).as_ref()
    }
}

fn names() -> String {
    let names: Vec<_> = super::ALGORITHMS.iter().map(|algorithm| algorithm.name).collect();
    names.join(", ")
}

/// Words that a block has at least if it may tell the language: menus are full of names.
const RUNNING_TEXT: u32 = 10;

/// The language of a page: of its running text if there is enough of it.
pub fn detect(page: &Page) -> Option<&'static str> {
    let is_text = |block: &&crate::html::page::Block| {
        block.mark == Mark::None && block.words >= RUNNING_TEXT && block.links * 3 < block.words
    };
    let mut detector = Detector::new();
    let (text, rest): (Vec<_>, Vec<_>) = page.blocks.iter().partition(is_text);
    for block in text.into_iter().chain(rest) {
        if detector.is_full() {
            break;
        }
        detector.add(page.text_of(block));
    }
    // Of what it does not know it is not sure.
    detector.finish(&[]).filter(Found::is_sure).map(|found| found.lang)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::html::tree;

    const CZECH: &str =
        "<p>Žluťoučký kůň se pase na louce, a proto je to tak, že by se dalo říci, jak se to má.";

    fn labeller(algorithm: &str, options: Options<'_>) -> Labeller {
        Labeller::new(algorithm, options).unwrap()
    }

    #[test]
    fn the_language_is_said_found_or_fixed() {
        let lang = |language: Language, said| {
            let labeller = labeller("filter", Options { language, ..Options::default() });
            labeller.label(&mut tree::read(CZECH, false), said, false).1
        };
        assert_eq!(lang(Language::Auto, None), Some("cs"));
        assert_eq!(lang(Language::Auto, Some("sk-SK")), Some("sk"));
        assert_eq!(lang(Language::Fixed("en"), Some("sk")), Some("en"));
        assert_eq!(lang(Language::Any, None), None);
        let all = labeller("all", Options::default());
        assert_eq!(all.label(&mut tree::read(CZECH, false), None, false).1, None);
        assert_eq!(all.label(&mut tree::read(CZECH, false), None, true).1, Some("cs"));
    }

    #[test]
    fn other_languages_are_bad() {
        let only = Some(Labeller::codes(&["en".into(), "german".into()]).unwrap());
        let labels = labeller("all", Options { only, ..Options::default() });
        let (labels, _) = labels.label(&mut tree::read(CZECH, false), None, false);
        assert_eq!(labels.blocks, [Label::new(false, "language")]);
    }

    #[test]
    fn stop_words_are_of_the_language() {
        let good = |language: Language| {
            let settings = Settings::default();
            let labeller = labeller("filter", Options { language, settings, ..Options::default() });
            labeller
                .label(&mut tree::read(&CZECH.replace("<p>", "<p>word word "), false), None, false)
                .0
                .blocks[0]
                .good
        };
        assert!(good(Language::Auto) && good(Language::Any) && !good(Language::Fixed("en")));
    }

    #[test]
    fn what_is_unknown_is_refused() {
        let refused = |algorithm, options| Labeller::new(algorithm, options).unwrap_err().to_string();
        assert!(refused("justtext", Options::default()).starts_with("algorithm must be one of justext, "));
        assert!(Language::of("klingon").unwrap_err().to_string().contains("'klingon'"));
        assert!(Labeller::codes(&["xx!".into()]).is_err());
    }
}
