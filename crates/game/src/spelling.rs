//! Moves as people type them: in any case, any order of parts, with or without the signs between.

/// The place of the one text that `typed` can mean; none when it means none or several.
pub(crate) fn only_match(texts: &[String], typed: &str) -> Option<usize> {
    // Stricter readings first: what is a move to one of them is not looked at by the next.
    let readings: [fn(&str) -> Vec<String>; 3] = [parts, |text| parts(&text.replace('*', "")), bare];
    readings.iter().find_map(|read| {
        let wanted = read(typed);
        if wanted.iter().all(String::is_empty) {
            return None;
        }
        // A star, which says that somebody is hit, may be left out; it is not put where there is none.
        let fits = |text: &String| read(text) == wanted && (text.contains('*') || !typed.contains('*'));
        let mut fitting = (0..texts.len()).filter(|&place| fits(&texts[place]));
        fitting.next().filter(|_| fitting.next().is_none())
    })
}

/// Those of the texts that `typed` may be a slip of: another number is another move, and no slip.
pub(crate) fn may_be_meant<'t>(texts: &'t [String], typed: &str) -> impl Iterator<Item = &'t str> {
    let digits = |text: &str| -> String { text.chars().filter(char::is_ascii_digit).collect() };
    let wanted = digits(typed);
    texts.iter().map(String::as_str).filter(move |text| digits(text) == wanted)
}

/// The parts of a move, small letters, in an order of their own; `8/4(2)` is `8/4` twice.
fn parts(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    for part in text.to_lowercase().split(|c: char| c == ',' || c == ';' || c.is_whitespace()) {
        let (part, times) = match part.strip_suffix(')').and_then(|part| part.rsplit_once('(')) {
            Some((part, times)) => (part, times.parse().unwrap_or(1).clamp(1, 9)),
            None => (part, 1),
        };
        if !part.is_empty() {
            parts.extend(std::iter::repeat_n(part.to_string(), times));
        }
    }
    parts.sort();
    parts
}

/// Letters and digits alone, between the signs that stand around all of them: `-1` is not `1`. Signs of suits are their
/// letters, and a ten may be written `10`.
fn bare(text: &str) -> Vec<String> {
    let letter = |c: char| match c {
        '\u{2660}' => 's',
        '\u{2665}' => 'h',
        '\u{2666}' => 'd',
        '\u{2663}' => 'c',
        _ => c,
    };
    // Where suits are typed as pictures, an unseen sign after them asks for colour.
    let is_seen = |c: &char| !matches!(c, '*' | '\u{fe0f}');
    let text: String = text.to_lowercase().replace("10", "t").trim().chars().filter(is_seen).map(letter).collect();
    let inner = text.trim_matches(|c: char| !c.is_alphanumeric());
    if inner.is_empty() {
        return Vec::new();
    }
    let (before, after) = text.split_once(inner).expect("it is a part of the text");
    vec![before.to_string(), inner.chars().filter(|c| c.is_alphanumeric()).collect(), after.to_string()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant<'t>(texts: &[&'t str], typed: &str) -> Option<&'t str> {
        let owned: Vec<String> = texts.iter().map(|text| text.to_string()).collect();
        only_match(&owned, typed).map(|place| texts[place])
    }

    #[test]
    fn people_spell_as_they_like() {
        let plays = ["13/11,13/10", "24/18*/14", "8/4(2),6/2(2)", "8/4(2)"];
        for (typed, wanted) in [
            ("13/11, 13/10", plays[0]),
            ("13/10,13/11", plays[0]),
            ("13/10 13/11", plays[0]),
            ("24/18/14", plays[1]),
            ("6/2 8/4 6/2 8/4", plays[2]),
            ("8/4 8/4", plays[3]),
        ] {
            assert_eq!(meant(&plays, typed), Some(wanted), "{typed}");
        }
        assert_eq!(meant(&["QS", "TC"], "qs"), Some("QS"));
        assert_eq!(meant(&["QS", "TC"], "Q\u{2660}"), Some("QS"));
        assert_eq!(meant(&["QS", "TC"], "10c"), Some("TC"));
        assert_eq!(meant(&["QS", "TC"], "Q\u{2660}\u{fe0f}"), Some("QS"));
        assert_eq!(meant(&["a1-b2", "c3c5-d3"], "A1B2"), Some("a1-b2"));
        assert_eq!(meant(&["a1-b2", "c3c5-d3"], "c3 c5 d3"), Some("c3c5-d3"));
    }

    #[test]
    fn what_may_mean_two_moves_means_none() {
        assert_eq!(meant(&["24/18*", "24/18"], "24/18 "), Some("24/18"));
        assert_eq!(meant(&["1-11", "11-1"], "111"), None);
        assert_eq!(meant(&["Nf3", "nF3"], "nf3"), None);
        for nothing in ["", " ", ",", "--", "*"] {
            assert_eq!(meant(&["a", "-"], nothing), None, "{nothing}");
        }
    }

    #[test]
    fn signs_around_a_move_are_read() {
        for typed in ["-1", "+1", "1-", "1+", "--1", "1*", "*1", "(1)", "1?"] {
            assert_eq!(meant(&["1", "2"], typed), None, "{typed}");
        }
        for (texts, typed, wanted) in [
            (&["e4", "d4"][..], "-e4", None),
            (&["e4", "d4"], "E4 ", Some("e4")),
            (&["bet", "check"], "-bet", None),
            (&["24/18", "24/20*"], "24/18*", None),
            (&["-1", "1", "2"], "-1", Some("-1")),
            (&["raise-(2)", "fold"], "RAISE(2)", Some("raise-(2)")),
        ] {
            assert_eq!(meant(texts, typed), wanted, "{typed}");
        }
    }

    #[test]
    fn a_slip_is_not_in_a_number() {
        let texts = ["8/5", "8/7,6/5", "check"].map(String::from);
        assert_eq!(may_be_meant(&texts, "8/5 6/5").count(), 0);
        assert_eq!(may_be_meant(&texts, "-8/5").collect::<Vec<_>>(), ["8/5"]);
        assert_eq!(may_be_meant(&texts, "chek").collect::<Vec<_>>(), ["check"]);
    }
}
