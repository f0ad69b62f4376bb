//! Reads the tokens of JSON.
//!
//! Why not `serde_json`? It drops keys that stand twice without a word, stops 63 nodes deep, and rounds the last bit of some numbers
//! where another crate of the build has not asked it not to. So it is no part of this crate, which everything else waits for.

use outwit_game::{Fraction, Parameter, Problem};

/// A text and how far it has been read.
pub(super) struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    pub fn new(text: &'t str) -> Scanner<'t> {
        // Editors on some systems put a byte order mark in front.
        let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        Scanner { text, at }
    }

    /// What is wrong at this byte, with its line and column.
    pub fn problem_at(&self, at: usize, what: &str) -> Problem {
        let before = &self.text[..at];
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        Problem::new(format!("line {line}, column {column}: {what}"))
    }

    /// What is wrong at the next token.
    pub fn problem(&mut self, what: &str) -> Problem {
        self.peek();
        let found = match self.text[self.at..].chars().next() {
            Some(c) => format!("here stands `{c}`"),
            None => "the file ends here".to_string(),
        };
        self.problem_at(self.at, &format!("{what}; {found}"))
    }

    /// Where the next token begins.
    pub fn place(&mut self) -> usize {
        self.peek();
        self.at
    }

    /// The first byte of the next token.
    pub fn peek(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        while let Some(b' ' | b'\t' | b'\n' | b'\r') = bytes.get(self.at) {
            self.at += 1;
        }
        bytes.get(self.at).copied()
    }

    /// Passes over this punctuation mark if it is next.
    pub fn take(&mut self, mark: u8) -> bool {
        let is_next = self.peek() == Some(mark);
        self.at += usize::from(is_next);
        is_next
    }

    /// Passes over a punctuation mark that must be next.
    pub fn expect(&mut self, mark: u8) -> Result<(), Problem> {
        if self.take(mark) {
            return Ok(());
        }
        Err(self.problem(&format!("`{}` is missing", char::from(mark))))
    }

    /// After an item of a list or object: whether another follows. `close` ends it.
    pub fn another(&mut self, close: u8) -> Result<bool, Problem> {
        if self.take(b',') {
            return Ok(true);
        }
        if self.take(close) {
            return Ok(false);
        }
        Err(self.problem(&format!("`,` or `{}` is missing", char::from(close))))
    }

    /// A string.
    pub fn string(&mut self) -> Result<String, Problem> {
        if self.peek() != Some(b'"') {
            return Err(self.problem("text in double quotes is missing"));
        }
        let start = self.at;
        let bytes = self.text.as_bytes();
        let mut end = start + 1;
        let mut is_plain = true;
        loop {
            match bytes.get(end) {
                None => return Err(self.problem_at(start, "this text in double quotes has no end")),
                Some(b'"') => break,
                Some(b'\\') => {
                    is_plain = false;
                    end += 1;
                }
                Some(byte) => is_plain &= *byte >= b' ',
            }
            end += 1;
        }
        self.at = end + 1;
        if is_plain {
            return Ok(self.text[start + 1..end].to_string());
        }
        unescaped(&self.text[start + 1..end])
            .ok_or_else(|| self.problem_at(start, "this text holds a control character or an escape that JSON has not"))
    }

    /// A number, or a number or a fraction in a string.
    pub fn number(&mut self) -> Result<f64, Problem> {
        let start = self.place();
        let number = match self.peek() {
            Some(b'"') => {
                let text = self.string()?;
                Parameter::number(&text).ok_or(format!("`{text}` is not a finite number or fraction"))
            }
            Some(b'-' | b'0'..=b'9') => {
                let token = self.number_token()?;
                token.parse::<f64>().ok().filter(|x| x.is_finite()).ok_or(format!("`{token}` is not a finite number"))
            }
            _ => return Err(self.problem("a number is missing")),
        };
        number.map_err(|what| self.problem_at(start, &what))
    }

    /// A number as it stands there. `parse` reads a little more than JSON has.
    fn number_token(&mut self) -> Result<&'t str, Problem> {
        let start = self.place();
        let rest = &self.text[start..];
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
        let token = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        self.at += token.len();
        if is_json_number(token) {
            return Ok(token);
        }
        Err(self.problem_at(start, &format!("`{token}` is not a finite number")))
    }

    /// A probability: a number as it was written, and as the fraction that it is if it is one from 0 on that fits.
    pub fn probability(&mut self) -> Result<(f64, Option<Fraction>), Problem> {
        let start = self.place();
        let number = self.number()?;
        let written = self.text[start..self.at].trim_matches('"');
        Ok((number, Fraction::read(written)))
    }

    /// Items in square brackets.
    pub fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Result<T, Problem>) -> Result<Vec<T>, Problem> {
        self.expect(b'[')?;
        let mut items = Vec::new();
        if self.take(b']') {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !self.another(b']')? {
                items.shrink_to_fit();
                return Ok(items);
            }
        }
    }

    /// Two numbers in square brackets.
    pub fn pair(&mut self) -> Result<(f64, f64), Problem> {
        let start = self.place();
        match self.list(Scanner::number)?[..] {
            [first, second] => Ok((first, second)),
            _ => Err(self.problem_at(start, "two numbers belong in these brackets")),
        }
    }

    /// A number or null.
    pub fn number_or_null(&mut self) -> Result<Option<f64>, Problem> {
        if self.peek() == Some(b'n') && self.text[self.at..].starts_with("null") {
            self.at += 4;
            return Ok(None);
        }
        self.number().map(Some)
    }

    /// `true` or `false`.
    pub fn boolean(&mut self) -> Result<bool, Problem> {
        let start = self.place();
        for (word, value) in [("true", true), ("false", false)] {
            if self.text[start..].starts_with(word) {
                self.at = start + word.len();
                return Ok(value);
            }
        }
        Err(self.problem("`true` or `false` is due here"))
    }

    /// Goes back to a place where a token began.
    pub fn back_to(&mut self, place: usize) {
        self.at = place;
    }

    /// Passes over a value of any kind, however deep it goes.
    pub fn pass_over(&mut self) -> Result<(), Problem> {
        let mut open = Vec::new();
        loop {
            // Step 1. A value, or the beginning of one.
            let start = self.place();
            match self.peek() {
                Some(b'{') => {
                    self.at += 1;
                    if !self.take(b'}') {
                        self.key()?;
                        open.push(b'}');
                        continue;
                    }
                }
                Some(b'[') => {
                    self.at += 1;
                    if !self.take(b']') {
                        open.push(b']');
                        continue;
                    }
                }
                Some(b'"') => drop(self.string()?),
                Some(b't' | b'f') => drop(self.boolean()?),
                Some(b'n') if self.text[start..].starts_with("null") => self.at += "null".len(),
                Some(b'-' | b'0'..=b'9') => drop(self.number_token()?),
                _ => return Err(self.problem("a value is missing")),
            }
            // Step 2. What it ends.
            loop {
                let Some(&close) = open.last() else { return Ok(()) };
                if self.another(close)? {
                    if close == b'}' {
                        self.key()?;
                    }
                    break;
                }
                open.pop();
            }
        }
    }

    fn key(&mut self) -> Result<(), Problem> {
        self.string()?;
        self.expect(b':')
    }

    /// Nothing but white space may be left.
    pub fn end(&mut self) -> Result<(), Problem> {
        if self.peek().is_some() {
            return Err(self.problem("nothing may follow the last `}`"));
        }
        Ok(())
    }
}

/// What a text between double quotes says, if JSON can say it so.
fn unescaped(text: &str) -> Option<String> {
    let mut chars = text.chars();
    let mut out = String::with_capacity(text.len());
    while let Some(c) = chars.next() {
        out.push(match c {
            '\\' => match chars.next()? {
                c @ ('"' | '\\' | '/') => c,
                'b' => '\u{8}',
                'f' => '\u{c}',
                'n' => '\n',
                'r' => '\r',
                't' => '\t',
                'u' => coded(&mut chars)?,
                _ => return None,
            },
            c if c < ' ' => return None,
            c => c,
        });
    }
    Some(out)
}

/// The character of the four digits that come next, and of four more where it takes two numbers (UTF-16).
fn coded(chars: &mut std::str::Chars<'_>) -> Option<char> {
    fn unit(chars: &mut std::str::Chars<'_>) -> Option<u16> {
        let mut unit = 0;
        for _ in 0..4 {
            unit = unit << 4 | chars.next()?.to_digit(16)? as u16;
        }
        Some(unit)
    }
    let first = unit(chars)?;
    let mut units = [first, 0];
    let is_pair = (0xD800..0xDC00).contains(&first);
    if is_pair {
        if chars.next()? != '\\' || chars.next()? != 'u' {
            return None;
        }
        units[1] = unit(chars)?;
    }
    let mut read = char::decode_utf16(units.into_iter().take(1 + usize::from(is_pair)));
    read.next()?.ok()
}

/// A text in double quotes, as JSON has it.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\u{c}' => out.push_str("\\f"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// Whether the text is a number as JSON writes it: no `+1`, `.5`, `5.` or `007`.
fn is_json_number(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text);
    let (mantissa, exponent) = unsigned.split_once(['e', 'E']).map_or((unsigned, None), |(m, e)| (m, Some(e)));
    let (whole, fraction) = mantissa.split_once('.').map_or((mantissa, None), |(w, f)| (w, Some(f)));
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    is_digits(whole)
        && (whole.len() == 1 || !whole.starts_with('0'))
        && fraction.is_none_or(is_digits)
        && exponent.is_none_or(|e| is_digits(e.strip_prefix(['-', '+']).unwrap_or(e)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The whole text as one string.
    fn read(text: &str) -> Option<String> {
        let mut scanner = Scanner::new(text);
        scanner.string().ok().filter(|_| scanner.end().is_ok())
    }

    proptest! {
        #[test]
        fn strings_are_written_and_read_as_another_reader_of_json_does(text in any::<String>(), raw in "[\\\\u0-9a-fDdCcnt\" /é😀\u{1}-]{0,24}") {
            prop_assert_eq!(&quoted(&text), &serde_json::Value::from(text.as_str()).to_string());
            prop_assert_eq!(read(&quoted(&text)), Some(text));
            let raw = format!("\"{raw}\"");
            prop_assert_eq!(read(&raw), serde_json::from_str(&raw).ok());
        }

        #[test]
        fn what_is_passed_over_is_what_another_reader_of_json_takes_for_a_value(text in "[\\[\\]{},:\"a0-9.eE+ntrufalse-]{0,16}") {
            let mut scanner = Scanner::new(&text);
            let is_passed = scanner.pass_over().is_ok() && scanner.end().is_ok();
            prop_assert_eq!(is_passed, serde_json::from_str::<&serde_json::value::RawValue>(&text).is_ok());
        }
    }

    #[test]
    fn pairs_of_codes_are_one_character_and_halves_are_none() {
        assert_eq!(read(r#""\ud83d\ude00\u00e9\/""#).as_deref(), Some("😀é/"));
        for half in [r#""\ud83d""#, r#""\ud83dx""#, r#""\ude00""#, r#""\ud83d\u0041""#, r#""\u12""#, r#""\x""#] {
            assert_eq!(read(half), None, "{half}");
        }
    }

    #[test]
    fn a_value_is_passed_over_however_deep_it_goes() {
        let text = format!(
            r#"{}{{"a": [1, -2.5e3, "x\n", true, false, null, {{}}]}}{} 7"#,
            "[".repeat(9999),
            "]".repeat(9999)
        );
        let mut scanner = Scanner::new(&text);
        scanner.pass_over().unwrap();
        assert_eq!(scanner.number().unwrap(), 7.0);
    }
}
