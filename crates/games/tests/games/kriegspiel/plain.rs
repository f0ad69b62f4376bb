//! A second referee, written from the rules on a board of characters, with no bit in common with the game's own. It is slow
//! and plain; tests hold the game to it.

/// The facts of a move, for any referee to speak of.
#[derive(Clone, PartialEq, Debug)]
pub struct Facts {
    pub tries: usize,
    pub taken: Option<(usize, bool)>,
    pub checks: Vec<&'static str>,
    pub end: Option<(&'static str, &'static str)>,
}

#[derive(Clone)]
pub struct Plain {
    /// Letters as in FEN, a1 first.
    pub men: [char; 64],
    pub white: bool,
    pub rights: String,
    pub passing: Option<usize>,
    pub clock: u32,
}

pub fn square(text: &str) -> usize {
    let bytes = text.as_bytes();
    usize::from(bytes[0] - b'a') + 8 * usize::from(bytes[1] - b'1')
}

pub fn name(square: usize) -> String {
    format!("{}{}", (b'a' + (square % 8) as u8) as char, square / 8 + 1)
}

pub const LINES: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
pub const DIAGONALS: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
pub const JUMPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

pub fn step(from: usize, (east, north): (i32, i32)) -> Option<usize> {
    let (file, rank) = (from as i32 % 8 + east, from as i32 / 8 + north);
    ((0..8).contains(&file) && (0..8).contains(&rank)).then_some((8 * rank + file) as usize)
}

/// Every square a man reaches by steps in these directions; sliding stops at `blocked`, the blocked square included.
pub fn reach(from: usize, ways: &[(i32, i32)], slides: bool, blocked: impl Fn(usize) -> bool) -> Vec<usize> {
    let mut found = Vec::new();
    for &way in ways {
        let mut at = from;
        while let Some(next) = step(at, way) {
            found.push(next);
            if !slides || blocked(next) {
                break;
            }
            at = next;
        }
    }
    found
}

impl Plain {
    pub fn read(fen: &str) -> Plain {
        let words: Vec<&str> = fen.split(' ').collect();
        let mut men = ['.'; 64];
        for (row, text) in words[0].split('/').enumerate() {
            let mut file = 0;
            for c in text.chars() {
                match c.to_digit(10) {
                    Some(empty) => file += empty as usize,
                    None => {
                        men[8 * (7 - row) + file] = c;
                        file += 1;
                    }
                }
            }
        }
        Plain {
            men,
            white: words[1] == "w",
            rights: words[2].to_string(),
            passing: (words[3] != "-").then(|| square(words[3])),
            clock: words[4].parse().unwrap(),
        }
    }

    fn is_white(&self, at: usize) -> Option<bool> {
        (self.men[at] != '.').then(|| self.men[at].is_ascii_uppercase())
    }

    fn own(&self, at: usize) -> bool {
        self.is_white(at) == Some(self.white)
    }

    /// The squares from which men of a side attack a square.
    pub fn attackers(&self, at: usize, by_white: bool) -> Vec<usize> {
        let mut found = Vec::new();
        let full = |square: usize| self.men[square] != '.';
        let is = |square: usize, kinds: &str| {
            self.is_white(square) == Some(by_white) && kinds.contains(self.men[square].to_ascii_lowercase())
        };
        found.extend(reach(at, &LINES, true, full).into_iter().filter(|&from| is(from, "rq")));
        found.extend(reach(at, &DIAGONALS, true, full).into_iter().filter(|&from| is(from, "bq")));
        found.extend(reach(at, &JUMPS, false, full).into_iter().filter(|&from| is(from, "n")));
        let around = [LINES, DIAGONALS].concat();
        found.extend(reach(at, &around, false, full).into_iter().filter(|&from| is(from, "k")));
        let north = if by_white { -1 } else { 1 };
        found.extend([-1, 1].iter().filter_map(|&east| step(at, (east, north))).filter(|&from| is(from, "p")));
        found
    }

    fn king(&self, white: bool) -> usize {
        let letter = if white { 'K' } else { 'k' };
        self.men.iter().position(|&man| man == letter).unwrap()
    }

    /// Every move of the mover that leaves its king safe.
    pub fn legal(&self) -> Vec<String> {
        (0..64).filter(|&from| self.own(from)).flat_map(|from| self.legal_from(from)).collect()
    }

    fn legal_from(&self, from: usize) -> Vec<String> {
        let mut found = Vec::new();
        let full = |square: usize| self.men[square] != '.';
        let around = [LINES, DIAGONALS].concat();
        let kind = self.men[from].to_ascii_lowercase();
        let goals: Vec<usize> = match kind {
            'n' => reach(from, &JUMPS, false, full),
            'b' => reach(from, &DIAGONALS, true, full),
            'r' => reach(from, &LINES, true, full),
            'q' => reach(from, &around, true, full),
            'k' => {
                let mut goals = reach(from, &around, false, full);
                goals.extend(self.castlings(from));
                goals
            }
            _ => {
                let north = if self.white { 1 } else { -1 };
                let mut goals = Vec::new();
                if let Some(one) = step(from, (0, north)).filter(|&one| !full(one)) {
                    goals.push(one);
                    let home = if self.white { 1 } else { 6 };
                    goals.extend(step(one, (0, north)).filter(|&two| from / 8 == home && !full(two)));
                }
                let takes = [-1, 1].into_iter().filter_map(|east| step(from, (east, north)));
                goals.extend(takes.filter(|&to| full(to) || self.passing == Some(to)));
                goals
            }
        };
        for to in goals.into_iter().filter(|&to| !self.own(to)) {
            let letters: &[&str] = if kind == 'p' && (to / 8) % 7 == 0 { &["q", "r", "b", "n"] } else { &[""] };
            for letter in letters {
                let text = format!("{}{}{letter}", name(from), name(to));
                let mut after = self.clone();
                after.play(&text);
                if after.attackers(after.king(self.white), !self.white).is_empty() {
                    found.push(text);
                }
            }
        }
        found
    }

    fn castlings(&self, from: usize) -> Vec<usize> {
        let rank = if self.white { 0 } else { 56 };
        let mut goals = Vec::new();
        for (right, passed, to, between) in [('k', 5, 6, vec![5, 6]), ('q', 3, 2, vec![1, 2, 3])] {
            let right = if self.white { right.to_ascii_uppercase() } else { right };
            let is_free = between.iter().all(|&file| self.men[rank + file] == '.');
            let is_safe = [4, passed, to].iter().all(|&file| self.attackers(rank + file, !self.white).is_empty());
            if self.rights.contains(right) && from == rank + 4 && is_free && is_safe {
                goals.push(rank + to);
            }
        }
        goals
    }

    /// Plays a move; what it took.
    fn play(&mut self, text: &str) -> Option<(usize, bool)> {
        let (from, to) = (square(&text[..2]), square(&text[2..4]));
        let man = self.men[from];
        let is_pawn = man.eq_ignore_ascii_case(&'p');
        let mut taken = None;
        if self.men[to] != '.' {
            taken = Some((to, self.men[to].eq_ignore_ascii_case(&'p')));
        } else if is_pawn && from % 8 != to % 8 {
            let stood = 8 * (from / 8) + to % 8;
            self.men[stood] = '.';
            taken = Some((stood, true));
        }
        self.men[from] = '.';
        self.men[to] = match text[4..].chars().next() {
            Some(letter) if self.white => letter.to_ascii_uppercase(),
            Some(letter) => letter,
            None => man,
        };
        if man.eq_ignore_ascii_case(&'k') && from.abs_diff(to) == 2 {
            let (rook_from, rook_to) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
            self.men[rook_to] = self.men[rook_from];
            self.men[rook_from] = '.';
        }
        for (corner, letters) in [(0, "Q"), (7, "K"), (4, "KQ"), (56, "q"), (63, "k"), (60, "kq")] {
            if from == corner || to == corner {
                self.rights = self.rights.chars().filter(|right| !letters.contains(*right)).collect();
            }
        }
        self.passing = (is_pawn && from.abs_diff(to) == 16).then_some((from + to) / 2);
        self.clock = if is_pawn || taken.is_some() { 0 } else { self.clock + 1 };
        self.white = !self.white;
        taken
    }

    fn cannot_mate(&self) -> bool {
        let others: Vec<(usize, char)> = (0..64)
            .filter(|&at| !".kK".contains(self.men[at]))
            .map(|at| (at, self.men[at].to_ascii_lowercase()))
            .collect();
        if others.iter().any(|(_, kind)| "prq".contains(*kind)) {
            return false;
        }
        let is_dark = |at: usize| (at / 8 + at % 8).is_multiple_of(2);
        others.len() <= 1
            || (others.iter().all(|(_, kind)| *kind == 'b')
                && others.iter().all(|(at, _)| is_dark(*at) == is_dark(others[0].0)))
    }

    /// What can be said of the position after a move that took this.
    pub fn facts(&self, taken: Option<(usize, bool)>, fifty: u32) -> Facts {
        let king = self.king(self.white);
        let longer = |rising: bool| {
            let length = |way: (i32, i32)| {
                let back = (-way.0, -way.1);
                1 + reach(king, &[way, back], true, |_| false).len()
            };
            let (up, down) = (length((1, 1)), length((1, -1)));
            assert_ne!(up, down);
            (up > down) == rising
        };
        let mut checks: Vec<&'static str> = Vec::new();
        for from in self.attackers(king, !self.white) {
            let (east, north) = (from as i32 % 8 - king as i32 % 8, from as i32 / 8 - king as i32 / 8);
            checks.push(match (east, north) {
                (_, 0) => "rank",
                (0, _) => "file",
                (x, y) if x.abs() != y.abs() => "knight",
                (x, y) if longer(x * y > 0) => "long",
                _ => "short",
            });
        }
        let order = ["rank", "file", "long", "short", "knight"];
        checks.sort_by_key(|kind| order.iter().position(|known| known == kind));
        let legal = self.legal();
        let mut tries: Vec<&str> = legal
            .iter()
            .filter(|text| self.men[square(&text[..2])].eq_ignore_ascii_case(&'p'))
            .filter(|text| text.as_bytes()[0] != text.as_bytes()[2])
            .map(|text| &text[..4])
            .collect();
        tries.dedup();
        let won = if self.white { "0-1" } else { "1-0" };
        let end = if legal.is_empty() {
            Some(if checks.is_empty() { ("stalemate", "1/2-1/2") } else { ("checkmate", won) })
        } else if self.cannot_mate() {
            Some(("material", "1/2-1/2"))
        } else if self.clock >= fifty {
            Some(("fifty", "1/2-1/2"))
        } else {
            None
        };
        Facts { tries: tries.len(), taken, checks, end }
    }

    /// Puts a try to the referee: the facts, or nothing if it is refused.
    pub fn attempt(&mut self, text: &str, fifty: u32) -> Option<Facts> {
        let from = square(&text[..2]);
        if !self.own(from) || !self.legal_from(from).iter().any(|legal| legal == text) {
            return None;
        }
        let taken = self.play(text);
        Some(self.facts(taken, fifty))
    }
}

impl Facts {
    /// As the ICC says it.
    pub fn icc(&self, white_moves: bool) -> String {
        let turn = match (&self.end, white_moves) {
            (Some(_), _) => "-",
            (None, true) => "w",
            (None, false) => "b",
        };
        let taken = self.taken.map(|(at, is_pawn)| format!(" {}@{}", if is_pawn { "pawn" } else { "piece" }, name(at)));
        let checks = if self.checks.is_empty() { String::new() } else { format!(" check:{}", self.checks.join("+")) };
        let end = self.end.map(|(reason, result)| format!(" end:{reason}:{result}"));
        format!("{turn} {}{}{checks}{}", self.tries, taken.unwrap_or_default(), end.unwrap_or_default())
    }
}
