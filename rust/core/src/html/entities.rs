//! Character references (HTML standard, 13.2.5.72 to 13.2.5.80): `&amp;`, `&copy` without its semicolon, `&#x2014;`.
//!
//! The names are those of `entities/names.txt`, which `entities/make_table.py` writes; the compiler makes a hash table
//! of them.

const NAMES: &str = include_str!("entities/names.txt");

const COUNT: usize = {
    let mut lines = 0;
    let mut at = 0;
    while at < NAMES.len() {
        lines += (NAMES.as_bytes()[at] == b'\n') as usize;
        at += 1;
    }
    lines
};

/// A name without its semicolon is at most that long: a longer run of letters is looked at no further.
const LONGEST: usize = 31;

/// And the longest one whose semicolon may be missing.
const LONGEST_BARE: usize = 6;

const SLOTS: usize = 1 << 12;

#[derive(Clone, Copy)]
struct Entity {
    name_start: u16,
    name_len: u8,
    /// Known without its semicolon too.
    bare: bool,
    characters: Characters,
}

/// What a reference stands for: one character, or two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Characters(char, Option<char>);

impl Characters {
    pub fn push_to(self, text: &mut String) {
        text.push(self.0);
        text.extend(self.1);
    }
}

static ENTITIES: [Entity; COUNT] = parse();

/// Places of `ENTITIES`, plus one, by hash of the name; an empty slot is 0.
static INDEX: [u16; SLOTS] = index();

const fn parse() -> [Entity; COUNT] {
    let nothing = Entity { name_start: 0, name_len: 0, bare: false, characters: Characters('\0', None) };
    let mut entities = [nothing; COUNT];
    let bytes = NAMES.as_bytes();
    let (mut at, mut line) = (0, 0);
    while line < COUNT {
        let start = at;
        while bytes[at].is_ascii_alphanumeric() {
            at += 1;
        }
        let name_len = (at - start) as u8;
        assert!(name_len as usize <= LONGEST && start <= u16::MAX as usize);
        let bare = bytes[at] == b'/';
        assert!(!bare || name_len as usize <= LONGEST_BARE);
        at += bare as usize;
        let first = hexadecimal(bytes, at + 1);
        at = first.1;
        let mut second = None;
        if bytes[at] == b' ' {
            let found = hexadecimal(bytes, at + 1);
            (second, at) = (Some(found.0), found.1);
        }
        assert!(bytes[at] == b'\n');
        at += 1;
        let characters = Characters(first.0, second);
        entities[line] = Entity { name_start: start as u16, name_len, bare, characters };
        line += 1;
    }
    entities
}

const fn hexadecimal(bytes: &[u8], mut at: usize) -> (char, usize) {
    let mut point = 0;
    while let Some(digit) = (bytes[at] as char).to_digit(16) {
        point = point * 16 + digit;
        at += 1;
    }
    let character = match char::from_u32(point) {
        Some(character) => character,
        None => '\0',
    };
    assert!(character != '\0', "names.txt has what is no character");
    (character, at)
}

const fn index() -> [u16; SLOTS] {
    let mut index = [0; SLOTS];
    let mut entity = 0;
    while entity < COUNT {
        let Entity { name_start, name_len, .. } = ENTITIES[entity];
        let mut hash = HASH_START;
        let mut at = 0;
        while at < name_len as usize {
            hash = hash_more(hash, NAMES.as_bytes()[name_start as usize + at]);
            at += 1;
        }
        let mut slot = slot(hash);
        while index[slot] != 0 {
            slot = (slot + 1) % SLOTS;
        }
        index[slot] = entity as u16 + 1;
        entity += 1;
    }
    index
}

const HASH_START: u32 = 0x811c_9dc5;

/// FNV-1a: a byte at a time, so that a name's beginnings are hashed on the way.
const fn hash_more(hash: u32, byte: u8) -> u32 {
    (hash ^ byte as u32).wrapping_mul(0x0100_0193)
}

const fn slot(hash: u32) -> usize {
    (hash.wrapping_mul(0x9e37_79b1) >> 20) as usize % SLOTS
}

fn look_up(name: &[u8], hash: u32) -> Option<&'static Entity> {
    let mut slot = slot(hash);
    while INDEX[slot] != 0 {
        let entity = &ENTITIES[usize::from(INDEX[slot]) - 1];
        let start = usize::from(entity.name_start);
        if &NAMES.as_bytes()[start..start + usize::from(entity.name_len)] == name {
            return Some(entity);
        }
        slot = (slot + 1) % SLOTS;
    }
    None
}

/// The reference whose ampersand stands before `text`, and how much of `text` belongs to it; `None` if the ampersand
/// is only an ampersand. In an attribute, `&copy=` and `&copyright` are no references: URLs are full of them.
pub fn reference(text: &[u8], in_attribute: bool) -> Option<(Characters, usize)> {
    match text.first() {
        Some(b'#') => numeric(text),
        Some(byte) if byte.is_ascii_alphanumeric() => named(text, in_attribute),
        _ => None,
    }
}

fn named(text: &[u8], in_attribute: bool) -> Option<(Characters, usize)> {
    let mut hash = HASH_START;
    let mut beginnings = [0; LONGEST_BARE + 1];
    let mut len = 0;
    while len <= LONGEST && text.get(len).is_some_and(u8::is_ascii_alphanumeric) {
        hash = hash_more(hash, text[len]);
        len += 1;
        if len <= LONGEST_BARE {
            beginnings[len] = hash;
        }
    }
    if text.get(len) == Some(&b';')
        && let Some(entity) = look_up(&text[..len], hash)
    {
        return Some((entity.characters, len + 1));
    }
    let longest = len.min(LONGEST_BARE);
    let found = (2..=longest)
        .rev()
        .find_map(|len| look_up(&text[..len], beginnings[len]).filter(|entity| entity.bare))?;
    let end = usize::from(found.name_len);
    let goes_on = text.get(end).is_some_and(|&byte| byte == b'=' || byte.is_ascii_alphanumeric());
    (!in_attribute || !goes_on).then_some((found.characters, end))
}

fn numeric(text: &[u8]) -> Option<(Characters, usize)> {
    let hexadecimal = matches!(text.get(1), Some(b'x' | b'X'));
    let (start, base) = if hexadecimal { (2, 16) } else { (1, 10) };
    let mut point: u32 = 0;
    let mut at = start;
    while let Some(digit) = text.get(at).and_then(|&byte| char::from(byte).to_digit(base)) {
        point = point.saturating_mul(base).saturating_add(digit);
        at += 1;
    }
    if at == start {
        return None;
    }
    at += usize::from(text.get(at) == Some(&b';'));
    Some((Characters(code_point(point), None), at))
}

/// What `&#128;` to `&#159;` stand for: the standard's table, which is windows-1252 with its five gaps left alone.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}',
    '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn code_point(point: u32) -> char {
    match point {
        0 => char::REPLACEMENT_CHARACTER,
        0x80..=0x9f => WINDOWS_1252[point as usize - 0x80],
        _ => char::from_u32(point).unwrap_or(char::REPLACEMENT_CHARACTER),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, in_attribute: bool) -> Option<(String, &str)> {
        let (characters, len) = reference(text.as_bytes(), in_attribute)?;
        let mut out = String::new();
        characters.push_to(&mut out);
        Some((out, &text[len..]))
    }

    fn found<'a>(characters: &str, rest: &'a str) -> Option<(String, &'a str)> {
        Some((characters.to_owned(), rest))
    }

    #[test]
    fn the_longest_name_counts() {
        assert_eq!(read("amp;b", false), found("&", "b"));
        assert_eq!(read("ampb", false), found("&", "b"));
        // The example of 13.2.5.73.
        assert_eq!(read("notit;", false), found("¬", "it;"));
        assert_eq!(read("notin;", false), found("∉", ""));
        assert_eq!(read("NotEqualTilde;x", false), found("\u{2242}\u{338}", "x"));
        assert_eq!(read("CounterClockwiseContourIntegral;", false), found("∳", ""));
        assert_eq!(read("CounterClockwiseContourIntegrals;", false), None);
        // Names are as they are written, and most end with a semicolon.
        assert_eq!(read("Amp;", false), None);
        assert_eq!(read("bull ", false), None);
        for none in ["", " ", "&", ";", "=", "é"] {
            assert_eq!(read(none, false), None);
        }
    }

    #[test]
    fn urls_in_attributes_keep_their_ampersands() {
        assert_eq!(read("copy=1", true), None);
        assert_eq!(read("copyright", true), None);
        assert_eq!(read("copy1", true), None);
        assert_eq!(read("copy", true), found("©", ""));
        assert_eq!(read("copy&", true), found("©", "&"));
        assert_eq!(read("copy;=1", true), found("©", "=1"));
        assert_eq!(read("copy=1", false), found("©", "=1"));
    }

    #[test]
    fn numbers_are_code_points_or_windows_1252() {
        assert_eq!(read("#65;", false), found("A", ""));
        assert_eq!(read("#X41g", true), found("A", "g"));
        assert_eq!(read("#x1F600;", false), found("😀", ""));
        assert_eq!(read("#146;", false), found("’", ""));
        assert_eq!(read("#x81;", false), found("\u{81}", ""));
        for wrong in ["#0;", "#xD800;", "#x110000;", "#99999999999999999999;"] {
            assert_eq!(read(wrong, false), found("\u{fffd}", ""), "{wrong}");
        }
        for none in ["#", "#;", "#x", "#x;", "#xg", "#a"] {
            assert_eq!(read(none, false), None, "{none}");
        }
    }
}
