//! Finds the fields of a JSON object in its bytes, so that a filter can replace one value and leave the others as
//! they came: big integers, `1e400`, escapes, duplicate keys.
//!
//! The whole line is checked against RFC 8259, without recursion, so that depth costs a byte a level and no stack.

use std::borrow::Cow;
use std::ops::Range;

use super::string;

/// A member of the object: where its name and its value stand, the name without its quotes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    pub name: Range<usize>,
    pub value: Range<usize>,
    /// Whether the name has escapes.
    escaped: bool,
}

impl Field {
    /// Whether the member is called `name`, however its name is escaped.
    pub fn is_called(&self, line: &[u8], name: &str) -> bool {
        self.plain_name(line).map_or_else(|| self.unescaped(line) == name, |raw| raw == name.as_bytes())
    }

    /// The name, unless it has escapes.
    pub fn plain_name<'a>(&self, line: &'a [u8]) -> Option<&'a [u8]> {
        (!self.escaped).then(|| &line[self.name.clone()])
    }

    /// The name without its escapes.
    pub fn unescaped<'a>(&self, line: &'a [u8]) -> Cow<'a, str> {
        string::unescape(&line[self.name.clone()])
    }
}

#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{what} at byte {offset}")]
pub struct Invalid {
    pub offset: usize,
    pub what: &'static str,
}

/// The members of the object that is the line, in order.
pub fn fields(line: &[u8]) -> Result<Vec<Field>, Invalid> {
    let mut scanner = Scanner::new(line)?;
    if scanner.peek() != Some(b'{') {
        return Err(scanner.bad("not a JSON object"));
    }
    let fields = scanner.object(0)?;
    scanner.end("something after the JSON object")?;
    Ok(fields)
}

/// Members that room is made for at once.
const COMMON: usize = 12;

/// Bytes of a string that are looked at one by one before the search in larger steps.
const SHORT: usize = 12;

pub(super) struct Scanner<'a> {
    line: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    /// At the first byte that is not space.
    pub(super) fn new(line: &'a [u8]) -> Result<Self, Invalid> {
        if let Err(error) = std::str::from_utf8(line) {
            return Err(Invalid { offset: error.valid_up_to(), what: "not UTF-8" });
        }
        let mut scanner = Self { line, at: 0 };
        scanner.space();
        Ok(scanner)
    }

    /// Nothing but space may follow; else `what` is wrong.
    pub(super) fn end(&mut self, what: &'static str) -> Result<(), Invalid> {
        self.space();
        if self.at < self.line.len() { Err(self.bad(what)) } else { Ok(()) }
    }

    pub(super) fn bad(&self, what: &'static str) -> Invalid {
        let what = if self.at >= self.line.len() { "JSON ends too early" } else { what };
        Invalid { offset: self.at, what }
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.line.get(self.at).copied()
    }

    fn space(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
    }

    fn expect(&mut self, byte: u8, what: &'static str) -> Result<(), Invalid> {
        if self.peek() != Some(byte) {
            return Err(self.bad(what));
        }
        self.at += 1;
        Ok(())
    }

    /// The members of the object that starts here, as they stand after the byte `base`.
    pub(super) fn object(&mut self, base: usize) -> Result<Vec<Field>, Invalid> {
        let mut fields = Vec::with_capacity(COMMON);
        self.at += 1;
        self.space();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(fields);
        }
        loop {
            let (name, escaped) = self.name()?;
            let start = self.at;
            self.value()?;
            fields.push(Field {
                name: name.start - base..name.end - base,
                value: start - base..self.at - base,
                escaped,
            });
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b'}') => {
                    self.at += 1;
                    return Ok(fields);
                }
                _ => return Err(self.bad("broken JSON: expected ',' or '}'")),
            }
        }
    }

    /// Calls `element` at the start of each element of the array that starts here; it goes to its end.
    pub(super) fn array(
        &mut self,
        mut element: impl FnMut(&mut Self) -> Result<(), Invalid>,
    ) -> Result<(), Invalid> {
        self.at += 1;
        self.space();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(());
        }
        loop {
            self.space();
            element(self)?;
            self.space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(b']') => {
                    self.at += 1;
                    return Ok(());
                }
                _ => return Err(self.bad("broken JSON: expected ',' or ']'")),
            }
        }
    }

    /// A member's name with its colon, up to the first byte of its value; and whether it has escapes.
    fn name(&mut self) -> Result<(Range<usize>, bool), Invalid> {
        self.space();
        if self.peek() != Some(b'"') {
            return Err(self.bad("broken JSON: expected a name in quotes"));
        }
        let start = self.at + 1;
        let escaped = self.string()?;
        let name = start..self.at - 1;
        self.space();
        self.expect(b':', "broken JSON: expected ':'")?;
        self.space();
        Ok((name, escaped))
    }

    pub(super) fn place(&self) -> usize {
        self.at
    }

    /// One value of any depth.
    pub(super) fn value(&mut self) -> Result<(), Invalid> {
        let mut open: Vec<u8> = Vec::new();
        loop {
            // A value starts here.
            match self.peek() {
                Some(b'{') => {
                    self.at += 1;
                    self.space();
                    if self.peek() == Some(b'}') {
                        self.at += 1;
                    } else {
                        open.push(b'}');
                        self.name()?;
                        continue;
                    }
                }
                Some(b'[') => {
                    self.at += 1;
                    self.space();
                    if self.peek() == Some(b']') {
                        self.at += 1;
                    } else {
                        open.push(b']');
                        continue;
                    }
                }
                Some(b'"') => {
                    self.string()?;
                }
                Some(b'-' | b'0'..=b'9') => self.number()?,
                Some(b't') => self.word(b"true")?,
                Some(b'f') => self.word(b"false")?,
                Some(b'n') => self.word(b"null")?,
                _ => return Err(self.bad("broken JSON: expected a value")),
            }
            // A value has ended: so may what holds it.
            loop {
                let Some(&closing) = open.last() else { return Ok(()) };
                self.space();
                match self.peek() {
                    Some(b',') => {
                        self.at += 1;
                        if closing == b'}' {
                            self.name()?;
                        } else {
                            self.space();
                        }
                        break;
                    }
                    Some(byte) if byte == closing => {
                        self.at += 1;
                        open.pop();
                    }
                    _ if closing == b'}' => return Err(self.bad("broken JSON: expected ',' or '}'")),
                    _ => return Err(self.bad("broken JSON: expected ',' or ']'")),
                }
            }
        }
    }

    /// Goes past a string; whether it has escapes.
    fn string(&mut self) -> Result<bool, Invalid> {
        self.at += 1;
        let mut escaped = false;
        // Most strings are names and short words.
        let short = self.line[self.at..].iter().take(SHORT);
        self.at += short.take_while(|&&byte| byte >= 0x20 && byte != b'"' && byte != b'\\').count();
        loop {
            let rest = &self.line[self.at..];
            if rest.first() == Some(&b'"') {
                self.at += 1;
                return Ok(escaped);
            }
            let run = memchr::memchr2(b'"', b'\\', rest).unwrap_or(rest.len());
            if let Some(control) = first_control(&rest[..run]) {
                self.at += control;
                return Err(self.bad("broken JSON: a control character in a string"));
            }
            self.at += run;
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(escaped);
                }
                Some(_) => {
                    self.escape()?;
                    escaped = true;
                }
                None => return Err(self.bad("")),
            }
        }
    }

    fn escape(&mut self) -> Result<(), Invalid> {
        let ok = match self.line.get(self.at + 1) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 2,
            Some(b'u') => match self.line.get(self.at + 2..self.at + 6) {
                Some(hex) if hex.iter().all(u8::is_ascii_hexdigit) => 6,
                _ => return Err(self.bad("broken JSON: bad escape")),
            },
            _ => return Err(self.bad("broken JSON: bad escape")),
        };
        self.at += ok;
        Ok(())
    }

    fn digits(&mut self) -> Result<(), Invalid> {
        let start = self.at;
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { Err(self.bad("broken JSON: bad number")) } else { Ok(()) }
    }

    fn number(&mut self) -> Result<(), Invalid> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(())
    }

    fn word(&mut self, word: &[u8]) -> Result<(), Invalid> {
        if !self.line[self.at..].starts_with(word) {
            return Err(self.bad("broken JSON: expected a value"));
        }
        self.at += word.len();
        Ok(())
    }
}

fn first_control(bytes: &[u8]) -> Option<usize> {
    // Nearly always there is none: find that out without branches first.
    let any = bytes.iter().fold(0u8, |any, &b| any | u8::from(b < 0x20));
    if any == 0 { None } else { bytes.iter().position(|&b| b < 0x20) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn pairs(line: &str) -> Vec<(&str, &str)> {
        let found = fields(line.as_bytes()).unwrap();
        found.into_iter().map(|f| (&line[f.name], &line[f.value])).collect()
    }

    #[test]
    fn finds_values_as_they_stand() {
        let line = r#" {"n": 123456789012345678901234567890, "f":1.0,"e" : 1e400 ,"s":"a\/b\ud800","d":{"x":[1,{}]},"n":[]} "#;
        assert_eq!(
            pairs(line),
            [
                ("n", "123456789012345678901234567890"),
                ("f", "1.0"),
                ("e", "1e400"),
                ("s", r#""a\/b\ud800""#),
                ("d", r#"{"x":[1,{}]}"#),
                ("n", "[]"),
            ]
        );
        assert_eq!(pairs("{}"), []);
    }

    #[test]
    fn names_are_compared_unescaped() {
        let line = br#"{"te\u0078t":1}"#;
        let field = &fields(line).unwrap()[0];
        assert!(field.is_called(line, "text") && !field.is_called(line, "te\\u0078t"));
    }

    #[test]
    fn broken_json_is_located() {
        for (line, offset) in [
            ("", 0),
            ("[1]", 0),
            (r#"{"a":1"#, 6),
            (r#"{"a":1}x"#, 7),
            (r#"{"a":1,}"#, 7),
            (r#"{"a" 1}"#, 5),
            (r#"{"a":[1,]}"#, 8),
            (r#"{"a":nul}"#, 5),
            (r#"{"a":01}"#, 6),
            (r#"{"a":1.}"#, 7),
            (r#"{"a":-}"#, 6),
            (r#"{"a":NaN}"#, 5),
            ("{\"a\":\"\t\"}", 6),
            (r#"{"a":"\x"}"#, 6),
            (r#"{"a":"\u12g4"}"#, 6),
            (r#"{"a":{"b":1]}"#, 11),
            (r#"{"a":"b"#, 7),
            (r#"{a:1}"#, 1),
        ] {
            assert_eq!(fields(line.as_bytes()).unwrap_err().offset, offset, "{line}");
        }
        assert_eq!(fields(b"{\"a\":\"\xff\"}").unwrap_err(), Invalid { offset: 6, what: "not UTF-8" });
    }

    #[test]
    fn depth_needs_no_stack() {
        let n = 1_000_000;
        let line = format!(r#"{{"a":{}{}}}"#, "[".repeat(n), "]".repeat(n));
        assert_eq!(fields(line.as_bytes()).unwrap().len(), 1);
        let open = format!(r#"{{"a":{}"#, r#"{"a":"#.repeat(n));
        assert_eq!(fields(open.as_bytes()).unwrap_err().what, "JSON ends too early");
    }

    proptest! {
        #[test]
        fn any_bytes(line: Vec<u8>) {
            let _ = fields(&line);
        }

        #[test]
        fn cuts_of_good_json_are_bad(at in 0usize..46) {
            let line = r#"{"a":[1,-2.5e+3,"x\n\u00e9"],"b":{"c":null},"d":""}"#;
            prop_assert!(fields(line.as_bytes()).is_ok());
            prop_assert!(fields(&line.as_bytes()[..at]).is_err());
        }
    }
}
