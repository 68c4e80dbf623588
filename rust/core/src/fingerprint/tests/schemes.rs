use proptest::prelude::*;

use super::*;
use crate::fingerprint::params::Param;

#[test]
fn names_are_unique_and_found() {
    for kind in SCHEMES {
        assert!(std::ptr::eq(find(kind.name).unwrap(), *kind));
        assert!(!kind.about.is_empty() && !kind.reference.is_empty() && !kind.units.is_empty());
    }
    assert!(find("no such").is_none());
}

#[test]
fn the_same_text_is_the_same_however_it_is_set() {
    let otherwise = TEXT.replace('.', " !").replace("the ", "THE  ");
    for kind in SCHEMES {
        let print = sketch(choice(kind), TEXT);
        assert!(!print.values.is_empty(), "{}", kind.name);
        assert_eq!(similarity(kind, &print, &print), 1.0, "{}", kind.name);
        let other = sketch(choice(kind), &otherwise);
        let normalises = kind.units[0].folds();
        assert_eq!(print == other, normalises, "{}", kind.name);
    }
}

#[test]
fn other_texts_are_not_alike() {
    let other =
        "Švestky mají být zralé, ale ne tak, aby byly měkké.\nOmyjeme je a osušíme.\nA\nB\nC\nD\n".repeat(3);
    for kind in SCHEMES {
        let alike = similarity(kind, &sketch(choice(kind), TEXT), &sketch(choice(kind), &other));
        let most = if kind.name == "simhash" { 0.5 } else { 0.0 };
        assert!(alike <= most, "{}: {alike}", kind.name);
    }
}

#[test]
fn what_is_too_short_has_none_and_is_like_nothing() {
    for kind in SCHEMES {
        for text in ["", " \n\t ", "... !"].iter().take(if kind.name == "exact" { 2 } else { 3 }) {
            let print = sketch(choice(kind), text);
            assert_eq!(print, Fingerprint::default(), "{} {text:?}", kind.name);
            assert_eq!(similarity(kind, &print, &print), 0.0);
        }
        let Some(n) = kind.n.filter(|&n| n > 1) else { continue };
        let units: Vec<u64> = (0..n as u64).collect();
        let sketcher = Sketcher::new(choice(kind)).unwrap();
        let sketch = |units: &[u64]| sketcher.sketch(Given::Units(units), &mut sketcher.scratch());
        assert_eq!(sketch(&units[1..]).values, [], "{}", kind.name);
        assert_eq!(sketch(&units).shingles, 1, "{}", kind.name);
    }
}

#[test]
fn options_that_do_nothing_are_refused() {
    let refused = |choice: Choice| Sketcher::new(choice).unwrap_err().to_string();
    for kind in SCHEMES {
        let prefixes = self::choice(find("rarest").unwrap()).prefixes;
        let of = |change: &dyn Fn(&mut Choice)| {
            let mut choice = self::choice(kind);
            change(&mut choice);
            Sketcher::new(choice)
        };
        assert_eq!(of(&|choice| choice.n = Some(6)).is_err(), kind.n.is_none(), "{}", kind.name);
        assert_eq!(of(&|choice| choice.seed = Some(3)).is_err(), !kind.seeded, "{}", kind.name);
        assert_eq!(of(&|choice| choice.positions = true).is_err(), !kind.positions, "{}", kind.name);
        assert_eq!(of(&|choice| choice.prefixes = prefixes.clone()).is_err(), !kind.counts_prefixes);
        assert_eq!(of(&|choice| choice.folding = Some(Folding::default())).is_err(), !kind.units[0].folds());
        for unit in [Unit::Words, Unit::Letters, Unit::Bytes, Unit::Lines, Unit::Text] {
            let made = of(&|choice| {
                choice.unit = Some(unit);
                choice.prefixes = None;
            });
            assert_eq!(made.is_ok(), kind.units.contains(&unit) && !kind.counts_prefixes, "{}", kind.name);
        }
    }
    let with = |name: &str, param: &str, value: f64| {
        let mut choice = Choice::new(find(name).unwrap());
        choice.settings.set(choice.scheme.params, param, value).unwrap();
        choice
    };
    assert!(refused(with("winnow", "guarantee", 24.0)).contains("guarantee must be n, which is 25, or more"));
    assert!(refused(with("simhash", "bits", 100.0)).contains("multiple of 64"));
    assert!(refused(with("lists", "adapt", 100.0)).contains("probability"));
    assert!(refused(Choice::new(find("rarest").unwrap())).contains("prefixes must be given"));
    let mut short = choice(find("rarest").unwrap());
    short.n = Some(4);
    assert!(refused(short).contains("5 or more"));
    let mut other = choice(find("rarest").unwrap());
    other.unit = Some(Unit::Chars);
    assert!(refused(other).contains("other letters: unit=letters fold=case, not unit=chars fold=case"));
}

/// Two fingerprints may be compared if the words are the same, so whatever changes a value has to be in them.
#[test]
fn parameters_tell_what_matters() {
    for kind in SCHEMES {
        let told = |choice: Choice| Sketcher::new(choice).unwrap().parameters().to_owned();
        let usual = told(choice(kind));
        assert!(usual.starts_with("version=1 unit="), "{usual}");
        let mut changed: Vec<Choice> = Vec::new();
        let mut change = |edit: &dyn Fn(&mut Choice)| {
            let mut choice = choice(kind);
            edit(&mut choice);
            changed.push(choice);
        };
        if kind.n.is_some() {
            change(&|choice| choice.n = Some(7));
        }
        if kind.seeded {
            change(&|choice| choice.seed = Some(7));
        }
        if kind.units[0].folds() && !kind.counts_prefixes {
            change(&|choice| choice.folding = Some(Folding::parse("none").unwrap()));
        }
        for param in kind.params.iter().filter(|param| param.name != "adapt") {
            let Param { name, default, .. } = *param;
            let value = if name == "bits" {
                128.0
            } else if name == "probability" {
                0.5
            } else {
                default + 5.0
            };
            change(&|choice| choice.settings.set(kind.params, name, value).unwrap());
        }
        for choice in changed {
            let told = told(choice.clone());
            assert_ne!(told, usual);
            let (one, other) = (sketch(choice, TEXT), sketch(self::choice(kind), TEXT));
            let enough = ["size", "modulus"].iter().any(|name| told.contains(name));
            assert!(one.values != other.values || enough, "{told}");
        }
    }
    let winnow = Sketcher::new(Choice::new(&winnow::KIND)).unwrap();
    assert_eq!(winnow.parameters(), "version=1 unit=letters fold=case n=25 guarantee=50 seed=1");
    assert!(Sketcher::new(choice(&heintze::RAREST)).unwrap().parameters().contains(" prefixes="));
}

#[test]
fn positions_are_code_points_of_what_was_chosen() {
    let text = "Čas — (je) dlouhý, a ČAS je krátký; “když” se čeká na ferry.".repeat(5);
    let points: Vec<char> = text.chars().collect();
    for unit in [Unit::Letters, Unit::Chars, Unit::Words] {
        let n = if unit == Unit::Words { 2 } else { 6 };
        let mut choice = Choice::new(&winnow::KIND);
        (choice.unit, choice.n, choice.positions) = (Some(unit), Some(n), true);
        choice.settings.set(winnow::KIND.params, "guarantee", 9.0).unwrap();
        let print = sketch(choice.clone(), &text);
        assert_eq!(print.values.len(), print.positions.len());
        assert!(print.positions.is_sorted() && print.values.len() > 10);
        for (&value, &at) in print.values.iter().zip(&print.positions) {
            // The text from there on begins with that shingle.
            choice.settings.set(winnow::KIND.params, "guarantee", n as f64).unwrap();
            let rest: String = points[at as usize..].iter().collect();
            // No text begins with a space when it is normalised.
            if rest.starts_with(' ') {
                continue;
            }
            let first = sketch(choice.clone(), &rest);
            assert_eq!((first.values[0], first.positions[0]), (value, 0), "{unit:?} {rest}");
        }
    }
    // Bytes of a text stand where their character does; of bytes, where they do; of units, as counted.
    let mut choice = Choice::new(&sif::KIND);
    (choice.n, choice.positions) = (Some(1), true);
    choice.settings.set(sif::KIND.params, "modulus", 1.0).unwrap();
    let sketcher = Sketcher::new(choice).unwrap();
    let positions = |given| sketcher.sketch(given, &mut sketcher.scratch()).positions;
    assert_eq!(positions(Given::Text("aéb")), [0, 1, 1, 2]);
    assert_eq!(positions(Given::Bytes("aéb".as_bytes())), [0, 1, 2, 3]);
    assert_eq!(positions(Given::Units(&[7, 8])), [0, 1]);
}

#[test]
fn lists_are_lists_of_words() {
    // The sentence of 3.2.3: what is in a list depends on the word alone, and the order within it is kept.
    let sentence = "eat to live but do not live to eat";
    let mut choice = Choice::new(&lists::KIND);
    choice.settings.set(lists::KIND.params, "lists", 3.0).unwrap();
    let print = |text: &str| sketch(choice.clone(), text).values;
    let whole = print(sentence);
    assert!((1..=3).contains(&whole.len()));
    // A word more changes one list, or makes one.
    for word in ["horse", "dog", "wind", "post", "quay"] {
        let more = print(&format!("{sentence} {word}"));
        let kept = whole.iter().filter(|value| more.contains(value)).count();
        assert!(kept + 1 >= whole.len() && more != whole, "{word}");
    }
    // In another order, the same words are other lists, unless each list has but one word.
    assert_ne!(print("to eat not live do but to live eat"), whole);
    // Few words in many lists: the lists without one are left out.
    choice.settings.set(lists::KIND.params, "lists", 1000.0).unwrap();
    assert_eq!(sketch(choice, "eat live").values.len(), 2);
}

#[test]
fn long_documents_have_sparser_lists() {
    let params = [("lists", 40.0), ("probability", 0.01), ("adapt", 1000.0)];
    let words = numbers(1, 20_000);
    let alike = |changes: usize, adapt: bool| {
        let params = if adapt { &params[..] } else { &params[..2] };
        let mut other = words.clone();
        other.truncate(20_000 - 100);
        (0..changes).for_each(|at| other[at * 30] = at as u64);
        similarity(
            &lists::KIND,
            &of_units(&lists::KIND, params, &words),
            &of_units(&lists::KIND, params, &other),
        )
    };
    // 300 words and more differ: (1 - p)^400 is 0.02 with p = 0.01, but 0.88 with a 32nd of it.
    assert!(alike(300, false) < 0.1, "{}", alike(300, false));
    assert!(alike(300, true) > 0.7, "{}", alike(300, true));
}

#[test]
fn lines_in_twos_and_fours() {
    let print = |text: &str| sketch(Choice::new(&lines::KIND), text).values;
    // Nine lines: four chunks of two, two of four.
    let text = "a\nb\nc\nd\n\ne\nf\ng\nh\ni";
    assert_eq!(print(text).len(), 6);
    let other = print("a\nb\nX\nd\ne\nf\ng\nh");
    let common = print(text).into_iter().filter(|value| other.contains(value)).count();
    // ab, ef, gh; efgh.
    assert_eq!(common, 4);
    assert_eq!(print("a"), [], "one line is no chunk");
    // The same line four times is two equal chunks of two, and one of four that is another.
    let same = print("a\na\na\na");
    assert!(same[0] == same[1] && same[1] != same[2] && same.len() == 3);
}

#[test]
fn rarest_prefixes_by_hand() {
    let collection = "abcdexabcdeyabcdez";
    let mut counter = PrefixCounter::new(Unit::Letters, Folding::default());
    counter.add(collection);
    counter.add("bcdex");
    let mut choice = Choice::new(&heintze::RAREST);
    choice.prefixes = Some(Arc::new(counter.prefixes().clone()));
    choice.n = Some(5);
    choice.settings.set(heintze::RAREST.params, "size", 3.0).unwrap();
    // In "abcdexq": abcde is there three times, bcdex twice, cdexq never.
    let units = |text: &str| text.bytes().map(u64::from).collect::<Vec<_>>();
    let sketcher = Sketcher::new(choice).unwrap();
    let print = sketcher.sketch(Given::Units(&units("abcdexq")), &mut sketcher.scratch());
    let mut shingles = Shingles::default();
    shingles.read(&units("abcdexq"), 5, 1);
    assert_eq!(print.values, shingles.all().iter().rev().copied().collect::<Vec<_>>());
}

proptest! {
    /// Documents in one piece of scratch memory do not matter to each other, and nothing panics.
    #[test]
    fn any_text(texts in proptest::collection::vec(r"(\PC|[ \n.,'’_aZ0é日ก-]|[a-z]{1,8} ){0,60}", 1..4)) {
        for kind in SCHEMES {
            let sketcher = Sketcher::new(choice(kind)).unwrap();
            let mut scratch = sketcher.scratch();
            for text in &texts {
                let print = sketcher.sketch(Given::Text(text), &mut scratch);
                prop_assert_eq!(&print, &sketch(choice(kind), text));
                prop_assert_eq!(print.values.is_empty() && kind.name != "sif" && kind.name != "lines", print.shingles == 0 && kind.name != "sif" && kind.name != "lines");
                prop_assert_eq!(print.clone(), sketcher.sketch(Given::Bytes(text.as_bytes()), &mut scratch));
                let alike = similarity(kind, &print, &print);
                prop_assert_eq!(alike, f64::from(u8::from(!print.values.is_empty())));
            }
        }
    }
}
