//! Colour, for people who want it: on a terminal, unless `NO_COLOR` is set.

use crate::io::Io;

/// How text may be dressed up.
#[derive(Clone, Copy)]
pub struct Style {
    is_on: bool,
}

impl Style {
    /// As the output and the environment allow.
    pub fn of(io: &Io<'_>) -> Style {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty())
            || std::env::var_os("TERM").is_some_and(|value| value == "dumb");
        Style { is_on: io.out_is_terminal && !refused }
    }

    fn dress(self, code: &str, text: &str) -> String {
        if self.is_on && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_string() }
    }

    /// What matters most.
    pub fn bold(self, text: &str) -> String {
        self.dress("1", text)
    }

    /// What happens.
    pub fn event(self, text: &str) -> String {
        self.dress("36", text)
    }

    /// Wipes the screen, where there is one.
    pub fn wipe(self) -> &'static str {
        if self.is_on { "\x1b[2J\x1b[3J\x1b[H" } else { "" }
    }

    /// A picture with what has changed since the last one marked: that is where the last move was.
    pub fn marked(self, before: Option<&str>, now: &str) -> String {
        let Some(before) = before.filter(|before| self.is_on && before.lines().count() == now.lines().count()) else {
            return now.to_string();
        };
        let line = |(old, new): (&str, &str)| {
            if old.chars().count() != new.chars().count() {
                return new.to_string();
            }
            new.chars()
                .zip(old.chars())
                .map(|(new, old)| if new == old { new.to_string() } else { self.dress("1;33", &new.to_string()) })
                .collect::<String>()
        };
        before.lines().zip(now.lines()).map(line).collect::<Vec<_>>().join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changed_is_marked_where_colour_is_wanted() {
        let (on, off) = (Style { is_on: true }, Style { is_on: false });
        assert_eq!(on.marked(Some("1 . .\n2 x ."), "1 . o\n2 x ."), "1 . \x1b[1;33mo\x1b[0m\n2 x .");
        assert_eq!(on.marked(Some("1 .\n"), "12 .\n2"), "12 .\n2");
        assert_eq!(off.marked(Some("a"), "b"), "b");
        assert_eq!((off.bold("a"), on.bold("")), ("a".to_string(), String::new()));
    }
}
