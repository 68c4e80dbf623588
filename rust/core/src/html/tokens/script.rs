//! Where a script ends (13.2.5.4, 13.2.5.15 to 13.2.5.31).

use memchr::{memchr, memchr2};

use super::scan::is_space;

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Plain,
    /// After `<!--`.
    Escaped,
    /// After `<!-- <script`: an end tag closes only that.
    DoubleEscaped,
}

/// Where the end tag starts that ends the script (or other element of that name) which starts at `at`.
pub(super) fn end(bytes: &[u8], mut at: usize, name: &str) -> Option<usize> {
    let mut state = State::Plain;
    loop {
        let found = match state {
            State::Plain => memchr(b'<', &bytes[at..]),
            State::Escaped | State::DoubleEscaped => memchr2(b'<', b'-', &bytes[at..]),
        };
        at += found?;
        let rest = &bytes[at..];
        if rest.starts_with(b"-->") {
            state = State::Plain;
            at += 3;
            continue;
        }
        match state {
            State::Plain if rest.starts_with(b"<!--") => {
                // The dashes that open may also be those that close: `<!-->`.
                state = State::Escaped;
                at += 2;
                continue;
            }
            State::Plain | State::Escaped if is_end_tag(rest, name) => return Some(at),
            State::Escaped if rest.first() == Some(&b'<') && is_word(&rest[1..], "script") => {
                state = State::DoubleEscaped;
            }
            State::DoubleEscaped if is_end_tag(rest, "script") => state = State::Escaped,
            _ => {}
        }
        at += 1;
    }
}

/// Whether an end tag of that name starts here.
#[inline]
pub(super) fn is_end_tag(rest: &[u8], name: &str) -> bool {
    rest.get(1) == Some(&b'/') && rest[0] == b'<' && is_word(&rest[2..], name)
}

fn is_word(rest: &[u8], name: &str) -> bool {
    !name.is_empty()
        && rest.get(..name.len()).is_some_and(|word| word.eq_ignore_ascii_case(name.as_bytes()))
        && rest.get(name.len()).is_some_and(|&byte| is_space(byte) || byte == b'/' || byte == b'>')
}
