//! The few words of the protocol that both sides spell: command lines, positions, budgets.

use outwit_game::Budget;

/// Splits a command line at white space; single and double quotes keep words together. No shell looks at it, and a
/// backslash is just a letter. `None` when a quote is not closed.
pub fn split_command(text: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    for c in text.chars() {
        match (c, quote) {
            (c, Some(open)) if c == open => quote = None,
            (c, Some(_)) => word.get_or_insert_default().push(c),
            ('"' | '\'', None) => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (c, None) if c.is_whitespace() => words.extend(word.take()),
            (c, None) => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

/// The `go` line of a budget.
pub fn go_line(budget: &Budget) -> String {
    let mut line = "go".to_string();
    if let Some(depth) = budget.depth {
        line += &format!(" depth {depth}");
    }
    if let Some(nodes) = budget.nodes {
        line += &format!(" nodes {nodes}");
    }
    if let Some(time) = budget.time {
        // Less than a millisecond is still some time: 0 would be no search at all.
        line += &format!(" movetime {}", time.as_millis().max(1));
    }
    line
}

/// Text as it may stand on a line of the protocol.
pub fn one_line(text: &str) -> String {
    text.replace(['\n', '\r'], " ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_command_is_split_at_white_space_outside_quotes() {
        let split = |text: &str| split_command(text);
        assert_eq!(split("python3 my.py").unwrap(), ["python3", "my.py"]);
        assert_eq!(split(r#" "a b"c  'd "e' "" x\y "#).unwrap(), ["a bc", "d \"e", "", "x\\y"]);
        assert_eq!(split("").unwrap(), Vec::<String>::new());
        assert_eq!(split("it's"), None);
    }

    #[test]
    fn a_budget_is_a_go_line() {
        let time = Some(Duration::from_micros(1500));
        assert_eq!(
            go_line(&Budget { depth: Some(3), nodes: Some(9), time: Some(Duration::ZERO), ..Budget::default() }),
            "go depth 3 nodes 9 movetime 1"
        );
        assert_eq!(go_line(&Budget { time, ..Budget::default() }), "go movetime 1");
        assert_eq!(go_line(&Budget::default()), "go");
    }
}
