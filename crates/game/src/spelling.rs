//! Moves as people type them: in any case, any order of parts, with or without the signs between.

/// The place of the one text that `typed` can mean; none when it means none or several.
pub(crate) fn only_match(texts: &[String], typed: &str) -> Option<usize> {
    // Stricter readings first: what is a move to one of them is not looked at by the next.
    let readings: [fn(&str) -> Vec<String>; 3] =
        [parts, |text| parts(&text.replace('*', "")), |text| vec![bare(&text.replace('*', ""))]];
    readings.iter().find_map(|read| {
        let wanted = read(typed);
        if wanted.iter().all(String::is_empty) {
            return None;
        }
        let mut fitting = (0..texts.len()).filter(|&place| read(&texts[place]) == wanted);
        fitting.next().filter(|_| fitting.next().is_none())
    })
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

/// Letters and digits alone; signs of suits are their letters, and a ten may be written `10`.
fn bare(text: &str) -> String {
    let text = text.to_lowercase().replace("10", "t");
    let letter = |c: char| match c {
        '\u{2660}' => Some('s'),
        '\u{2665}' => Some('h'),
        '\u{2666}' => Some('d'),
        '\u{2663}' => Some('c'),
        _ => c.is_alphanumeric().then_some(c),
    };
    text.chars().filter_map(letter).collect()
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
}
