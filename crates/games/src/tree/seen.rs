//! What a seat sees, as text, and back.

use super::game::{Glimpse, Place, Tree};
use outwit_game::{Player, Problem};

const BEGAN: &str = "the game began past its root";
const MOVED: &str = "move ";
const CALLED: &str = "to move at ";
/// Between what a seat saw and where it is now to move.
const NOW_AT: &str = ", now at ";

impl Tree {
    /// An observation in words.
    pub(super) fn glimpse_text(&self, glimpse: &Glimpse) -> String {
        let then = |set: &Option<u32>| set.map(|set| format!("{NOW_AT}{}", self.set_text(set))).unwrap_or_default();
        match glimpse {
            Glimpse::Began(set) => format!("{BEGAN}{}", then(set)),
            Glimpse::Moved(mv, set) => format!("{MOVED}{}{}", self.text(*mv), then(set)),
            Glimpse::Called(set) => format!("{CALLED}{}", self.set_text(*set)),
        }
    }

    /// The observation of a seat that these words tell.
    pub(super) fn read_glimpse(&self, seat: Player, text: &str) -> Result<Glimpse, Problem> {
        self.glimpse(seat, text)
            .ok_or_else(|| Problem::new(format!("{seat} sees nothing in this tree that is told by `{text}`")))
    }

    fn glimpse(&self, seat: Player, text: &str) -> Option<Glimpse> {
        let set = |name: &str| self.set_called(seat, name);
        // The set after `, now at `, if anything stands there at all.
        let then = |rest: &str| {
            if rest.is_empty() { Some(None) } else { set(rest.strip_prefix(NOW_AT)?).map(Some) }
        };
        if let Some(name) = text.strip_prefix(CALLED) {
            return Some(Glimpse::Called(set(name)?));
        }
        if let Some(rest) = text.strip_prefix(BEGAN) {
            return Some(Glimpse::Began(then(rest)?));
        }
        // A move is a word: commas may be in it, white space cannot.
        let rest = text.strip_prefix(MOVED)?;
        let word_end = match rest.find(' ') {
            Some(space) => space.checked_sub(1)?,
            None => rest.len(),
        };
        let (word, rest) = rest.split_at_checked(word_end).filter(|(word, _)| !word.is_empty())?;
        Some(Glimpse::Moved(*self.text_numbers.get(word)?, then(rest)?))
    }

    /// What a set is called: by its name, else by its first node. Names that would not be one line, or could be taken for
    /// something else, stand in quotes.
    fn set_text(&self, set: u32) -> String {
        match self.set_name(&Place(set)) {
            None => format!("node {set}"),
            Some(name) if name.contains(char::is_control) || name.starts_with("node ") || name.starts_with('"') => {
                format!("{name:?}")
            }
            Some(name) => name.to_string(),
        }
    }

    /// The set of a seat that is called so.
    fn set_called(&self, seat: Player, text: &str) -> Option<u32> {
        (0..self.nodes() as u32).find(|&at| self.set_of(Place(at), seat) == Some(at) && self.set_text(at) == text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use outwit_game::Game;

    #[test]
    fn awkward_names_read_back_and_other_words_are_refused() {
        let text = r#"{"players": 2, "root": {"turn": 1, "set": "node 1", "children": [
            {"move": "a,", "turn": 1, "children": [{"move": "x", "payoffs": [0, 0]}]},
            {"move": "b,,now", "turn": 2, "set": "two\nlines", "children": [{"move": "x", "payoffs": [1, -1]}]},
            {"move": "c", "turn": 2, "set": "two\nlines", "children": [{"move": "x", "payoffs": [0, 0]}]}]}}"#;
        let tree = Tree::from_json(text).unwrap();
        let seat = Player::FIRST;
        for mv in 1..4 {
            for set in [None, Some(0), Some(1)] {
                for glimpse in [Glimpse::Moved(mv, set), Glimpse::Began(set)] {
                    let text = tree.seen_text(&glimpse);
                    assert_eq!(tree.read_seen(seat, &text), Ok(glimpse), "{text}");
                }
            }
        }
        let called = Glimpse::Called(2);
        assert_eq!(tree.seen_text(&called), r#"to move at "two\nlines""#);
        assert_eq!(tree.read_seen(Player::SECOND, r#"to move at "two\nlines""#), Ok(called));
        for text in
            ["", "move", "move ", "move  x", "move é x", "move q", "to move at nowhere", "move c, now at nowhere"]
        {
            assert!(tree.read_seen(seat, text).is_err(), "{text}");
        }
    }
}
