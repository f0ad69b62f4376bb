//! Specs: how a game or an agent is named in text.
//!
//! `name` or `name:key=value,key=value`; a value that is itself a spec, or that holds a comma, stands in parentheses:
//! `expectimax:depth=4,model=(greedy:eval=corners)`.

use crate::problem::Problem;
use std::fmt;

/// Specs within specs at most: whatever is built of one goes as deep, and so do the sentences about it.
const DEEPEST: usize = 32;

/// A name with its settings, as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Spec {
    /// The name.
    pub name: String,
    /// Keys and values in the order written. No key stands twice.
    pub settings: Vec<(String, String)>,
}

impl Spec {
    /// Reads a spec. Errors name the character that is wrong.
    pub fn parse(text: &str) -> Result<Spec, Problem> {
        let text = text.trim();
        let wrong = |at: usize, what: &str| {
            let column = text[..at].chars().count() + 1;
            Problem::new(format!(
                "`{text}` is not a spec: {what} at character {column}; write name:key=value,key=value"
            ))
        };
        let name_end = text.find(|c: char| !is_name_character(c)).unwrap_or(text.len());
        let name = &text[..name_end];
        if name.is_empty() {
            return Err(wrong(0, "a name is missing"));
        }
        let mut settings: Vec<(String, String)> = Vec::new();
        let mut at = name_end;
        if at == text.len() {
            return Ok(Spec { name: name.to_string(), settings });
        }
        if !text[at..].starts_with(':') {
            return Err(wrong(at, "only `:` may follow the name"));
        }
        loop {
            // Step 1. A key.
            at += 1;
            let key_end = at + text[at..].find(|c: char| !is_name_character(c)).unwrap_or(text.len() - at);
            let key = &text[at..key_end];
            if key.is_empty() {
                return Err(wrong(at, "a key is missing"));
            }
            if !text[key_end..].starts_with('=') {
                return Err(wrong(key_end, &format!("`=` must follow the key `{key}`")));
            }
            if settings.iter().any(|(known, _)| known == key) {
                return Err(wrong(at, &format!("the key `{key}` stands a second time")));
            }
            // Step 2. A value, up to a comma outside parentheses.
            let value_start = key_end + 1;
            let mut depth = 0usize;
            let mut value_end = text.len();
            for (offset, c) in text[value_start..].char_indices() {
                match c {
                    '(' => depth += 1,
                    ')' if depth == 0 => return Err(wrong(value_start + offset, "`)` closes nothing")),
                    ')' => depth -= 1,
                    ',' if depth == 0 => {
                        value_end = value_start + offset;
                        break;
                    }
                    _ => {}
                }
            }
            if depth > 0 {
                return Err(wrong(text.len(), "`)` is missing"));
            }
            let value = &text[value_start..value_end];
            if value.is_empty() {
                return Err(wrong(value_start, &format!("the value of `{key}` is missing")));
            }
            let value = unwrap_parentheses(value);
            if nesting(value) >= DEEPEST {
                let what = format!("specs stand within each other more than {DEEPEST} deep");
                return Err(wrong(value_start, &what));
            }
            settings.push((key.to_string(), value.to_string()));
            // Step 3. A comma and the next key, or the end.
            at = value_end;
            if at == text.len() {
                return Ok(Spec { name: name.to_string(), settings });
            }
        }
    }

    /// The value written for a key.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.settings.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }
}

fn is_name_character(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '+')
}

/// `(x)` is `x` when the first parenthesis closes at the end.
fn unwrap_parentheses(value: &str) -> &str {
    let Some(inner) = value.strip_prefix('(').and_then(|v| v.strip_suffix(')')) else {
        return value;
    };
    let mut depth = 1i32;
    for c in inner.chars() {
        depth += match c {
            '(' => 1,
            ')' => -1,
            _ => 0,
        };
        if depth == 0 {
            return value;
        }
    }
    inner
}

/// How deep parentheses, or specs with settings, stand within each other in a value. An inner spec may stand without
/// parentheses, `a:b=c:d=e`, up to the next comma of the outer one. Other colons mean nothing: the command of a program has many.
fn nesting(value: &str) -> usize {
    let (mut deepest, mut specs) = (0, 0);
    // For each parenthesis that is open, and for the value itself: the specs that have begun there.
    let mut begun = vec![0usize];
    for (at, c) in value.char_indices() {
        let Some(here) = begun.last_mut() else { break };
        match c {
            ':' if begins_settings(value, at) => {
                *here += 1;
                specs += 1;
            }
            // A comma ends all specs here but the first, whose next key follows.
            ',' if *here > 1 => {
                specs -= *here - 1;
                *here = 1;
            }
            '(' => begun.push(0),
            ')' => specs -= begun.pop().unwrap_or(0),
            _ => {}
        }
        deepest = deepest.max(specs).max(begun.len().saturating_sub(1));
    }
    deepest
}

/// Whether the colon at this place stands between a name and `key=`.
fn begins_settings(text: &str, colon: usize) -> bool {
    let key = &text[colon + 1..];
    let has_key = key.starts_with(is_name_character) && key.trim_start_matches(is_name_character).starts_with('=');
    text[..colon].ends_with(is_name_character) && has_key
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        for (index, (key, value)) in self.settings.iter().enumerate() {
            let separator = if index == 0 { ':' } else { ',' };
            if value.contains(|c: char| matches!(c, ',' | '(' | ')' | ':') || c.is_whitespace()) {
                write!(f, "{separator}{key}=({value})")?;
            } else {
                write!(f, "{separator}{key}={value}")?;
            }
        }
        Ok(())
    }
}

/// The candidate that looks most like `word`, if any looks at all like it.
pub fn nearest<'a>(word: &str, candidates: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let word = word.to_lowercase();
    candidates
        .map(|candidate| {
            let lower = candidate.to_lowercase();
            let shares_start = !word.is_empty() && (lower.starts_with(&word) || word.starts_with(&lower));
            let likeness = strsim::jaro_winkler(&word, &lower) + if shares_start { 0.2 } else { 0.0 };
            (likeness, candidate)
        })
        // Two words of one length that share three letters are as like as this: `chess` is not `hearts`.
        .filter(|(likeness, _)| *likeness > 0.75)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_spec_reads_and_writes_back() {
        for text in ["kalah", "kalah:pits=4,seeds=3", "pimc:inner=(maxprob:depth=8)", "a:b=(c:d=(e:f=1,g=2)),h=2/5"] {
            assert_eq!(Spec::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Spec::parse("a:b=(c:d=1)").unwrap().get("b"), Some("c:d=1"));
    }

    #[test]
    fn a_bad_spec_is_told_where() {
        for (text, part) in [
            ("", "a name is missing"),
            ("kalah:", "a key is missing at character 7"),
            ("kalah:pits", "`=` must follow"),
            ("kalah:pits=", "the value of `pits` is missing"),
            ("kalah:pits=1,pits=2", "`pits` stands a second time"),
            ("a:b=(c", "`)` is missing"),
            ("a:b=c)", "`)` closes nothing"),
            ("kalah pits", "only `:` may follow the name at character 6"),
        ] {
            let problem = Spec::parse(text).unwrap_err().to_string();
            assert!(problem.contains(part), "{text}: {problem}");
        }
    }

    #[test]
    fn specs_within_specs_are_refused_when_they_are_too_deep() {
        let within = |levels: usize| format!("{}c{}", "a:b=(".repeat(levels), ")".repeat(levels));
        let bare = |levels: usize| format!("{}c", "a:b=".repeat(levels));
        let mixed = |units: usize| format!("{}c{}", "a:d=1,b=(x:b=y:b=(".repeat(units), "))".repeat(units));
        // How a text is made, how often its part may stand in it, and how many specs that makes.
        type Shape<'a> = (&'a dyn Fn(usize) -> String, usize, usize);
        let shapes: [Shape<'_>; 3] = [(&within, 32, 32), (&bare, 32, 32), (&mixed, 10, 30)];
        for (text, most, specs) in shapes {
            let mut inner = text(most);
            for left in (0..specs).rev() {
                let spec = Spec::parse(&inner).unwrap();
                assert_eq!(Spec::parse(&spec.to_string()).as_ref(), Ok(&spec));
                inner = spec.get("b").unwrap().to_string();
                assert_eq!(inner == "c", left == 0, "{inner}");
            }
            for levels in [most + 1, 1_500, 5_000] {
                let problem = Spec::parse(&text(levels)).unwrap_err().to_string();
                assert!(problem.contains("specs stand within each other more than 32 deep"), "{problem}");
                assert!(problem.chars().count() < 250, "{problem}");
            }
        }
        // Many specs side by side are not deep.
        let wide: Vec<String> = (0..200).map(|number| format!("k{number}=x:y=(z:w={number})")).collect();
        assert_eq!(Spec::parse(&format!("a:{}", wide.join(","))).unwrap().settings.len(), 200);
        assert!(Spec::parse(&format!("a:all=({})", wide.join(","))).is_ok());
        // Nor are colons that begin no settings.
        for (begin, part, end) in [("CP=/j/0.jar", ":/j/1.jar", " x"), ("PATH=a", ":b", ""), ("x ", "::", "k=1")] {
            let command = format!("env {begin}{}{end}", part.repeat(100));
            let spec = Spec::parse(&format!("engine:command=({command})")).unwrap();
            assert_eq!(spec.get("command"), Some(command.as_str()));
        }
    }

    #[test]
    fn the_nearest_name_is_found() {
        let names = ["kalah", "connect4", "othello"];
        assert_eq!(nearest("otello", names.into_iter()), Some("othello"));
        assert_eq!(nearest("connectfour", names.into_iter()), Some("connect4"));
        assert_eq!(nearest("zzz", names.into_iter()), None);
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parser_panic_and_what_it_reads_it_can_write(text in "\\PC*") {
            if let Ok(spec) = Spec::parse(&text) {
                prop_assert_eq!(Spec::parse(&spec.to_string()).unwrap(), spec);
            }
        }

        #[test]
        fn nor_does_text_that_is_nearly_a_spec(text in "[a-c:=,()]{0,20}") {
            if let Ok(spec) = Spec::parse(&text) {
                prop_assert_eq!(Spec::parse(&spec.to_string()).unwrap(), spec);
            }
        }
    }
}
