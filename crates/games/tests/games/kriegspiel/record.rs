//! What a player of kriegspiel knows who has nothing but the words he heard: where his own men stand and what he may try.

use super::plain::{DIAGONALS, JUMPS, LINES, name, reach, square, step};

pub struct Record {
    white: bool,
    men: [char; 64],
    rights: String,
    /// What was said last of pawn captures: 0 forbids them.
    tries: bool,
    pub refused: Vec<String>,
    must_capture: Option<bool>,
    asked_no: bool,
    may_ask: bool,
}

impl Record {
    pub fn new(white: bool, may_ask: bool) -> Record {
        let mut men = ['.'; 64];
        for (file, man) in "RNBQKBNR".chars().enumerate() {
            let (back, front) = if white { (file, file + 8) } else { (file + 56, file + 48) };
            (men[back], men[front]) = (man, 'P');
        }
        Record {
            white,
            men,
            rights: "KQ".to_string(),
            tries: false,
            refused: Vec::new(),
            must_capture: None,
            asked_no: false,
            may_ask,
        }
    }

    /// Takes in one observation, as text, by the rules of the named referee.
    pub fn hear(&mut self, text: &str, rules: &str) {
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        if text == "refused" || first == "asked" {
            return;
        }
        if first == "any?" {
            self.must_capture = (rest == "yes").then_some(true);
            self.asked_no = rest == "no";
            return;
        }
        let is_own = first.len() >= 4;
        if is_own && rest == "illegal" {
            self.refused.push(first.to_string());
            if rules == "english" {
                self.must_capture = None;
            }
            return;
        }
        let report = if is_own { rest } else { text };
        if is_own {
            self.play(first);
        } else if let Some(place) = report.split(' ').find_map(|word| word.split_once('@')) {
            self.lose(square(place.1));
        }
        self.refused.clear();
        (self.must_capture, self.asked_no) = (None, false);
        self.may_ask = matches!(rules, "english" | "berkeley-any");
        self.tries = match (rules, report.split(' ').nth(1)) {
            ("icc" | "cincinnati", word) => !matches!(word, Some("0" | "no")),
            _ => true,
        };
    }

    fn lose(&mut self, at: usize) {
        assert_ne!(self.men[at], '.', "a man of one's own is taken where one stands");
        self.men[at] = '.';
        self.forget(at);
    }

    fn forget(&mut self, at: usize) {
        let rank = if self.white { 0 } else { 56 };
        for (place, letters) in [(rank, "Q"), (rank + 7, "K"), (rank + 4, "KQ")] {
            if at == place {
                self.rights = self.rights.chars().filter(|right| !letters.contains(*right)).collect();
            }
        }
    }

    fn play(&mut self, text: &str) {
        let (from, to) = (square(&text[..2]), square(&text[2..4]));
        let man = self.men[from];
        self.men[from] = '.';
        self.men[to] = text[4..].chars().next().map_or(man, |letter| letter.to_ascii_uppercase());
        if man == 'K' && from.abs_diff(to) == 2 {
            let (rook_from, rook_to) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
            self.men[rook_to] = 'R';
            self.men[rook_from] = '.';
        }
        self.forget(from);
    }

    /// What there is to try, sorted.
    pub fn tries(&self) -> Vec<String> {
        let mut found = Vec::new();
        let full = |square: usize| self.men[square] != '.';
        let around = [LINES, DIAGONALS].concat();
        let captures_only = self.must_capture == Some(true);
        for from in (0..64).filter(|&from| full(from)) {
            let mut goals: Vec<usize> = match self.men[from] {
                'N' => reach(from, &JUMPS, false, full),
                'B' => reach(from, &DIAGONALS, true, full),
                'R' => reach(from, &LINES, true, full),
                'Q' => reach(from, &around, true, full),
                'K' => reach(from, &around, false, full),
                _ => {
                    let north = if self.white { 1 } else { -1 };
                    let mut goals = Vec::new();
                    if !captures_only && let Some(one) = step(from, (0, north)).filter(|&one| !full(one)) {
                        goals.push(one);
                        let home = if self.white { 1 } else { 6 };
                        goals.extend(step(one, (0, north)).filter(|&two| from / 8 == home && !full(two)));
                    }
                    if self.tries && !self.asked_no {
                        goals.extend([-1, 1].into_iter().filter_map(|east| step(from, (east, north))));
                    }
                    goals
                }
            };
            if captures_only && self.men[from] != 'P' {
                continue;
            }
            if self.men[from] == 'K' {
                let rank = if self.white { 0 } else { 56 };
                for (right, to, between) in [('K', 6, vec![5, 6]), ('Q', 2, vec![1, 2, 3])] {
                    if self.rights.contains(right) && between.iter().all(|&file| !full(rank + file)) {
                        goals.push(rank + to);
                    }
                }
            }
            for to in goals.into_iter().filter(|&to| !full(to)) {
                let letters: &[&str] =
                    if self.men[from] == 'P' && (to / 8) % 7 == 0 { &["q", "r", "b", "n"] } else { &[""] };
                found.extend(letters.iter().map(|letter| format!("{}{}{letter}", name(from), name(to))));
            }
        }
        if self.may_ask && !self.asked_no && self.must_capture.is_none() && self.men.contains(&'P') && !self.was_asked()
        {
            found.push("any?".to_string());
        }
        found.retain(|text| !self.refused.contains(text));
        found.sort();
        found
    }

    fn was_asked(&self) -> bool {
        !self.may_ask
    }

    /// Where the referee does not speak of pawn captures they may be tried from the start.
    pub fn nothing_said(&mut self) {
        self.tries = true;
    }

    /// Called after a question: it is asked once in a turn.
    pub fn asked(&mut self) {
        self.may_ask = false;
    }
}
