#![doc = include_str!("../rules/random-kalah.md")]

use crate::board::{self, Score};
use outwit_game::{
    Evaluated, Evaluation, Facts, Game, Key, NamedEvaluation, Payoffs, Player, Problem, Rng, Settings, Turn, Word,
};

pub(crate) const PITS: Key<u8> = Key::integer("b", "3", 2, 8, "pits of a seat, which are the moves");
pub(crate) const PLIES: Key<u8> = Key::integer("d", "10", 1, 60, "moves of a game");
pub(crate) const FEWEST: Key<u8> = Key::integer("fewest", "1", 0, 12, "fewest stones of a pit at the start");
pub(crate) const MOST: Key<u8> = Key::integer("most", "3", 1, 12, "most stones of a pit at the start");
pub(crate) const CAPTURE: Key<Word> = Key::choice(
    "capture",
    "own",
    &["own", "with", "any", "none"],
    "a last stone in an empty own pit takes the opposite ones; takes them and goes with them; in any empty pit; never",
);
pub(crate) const SWEEP: Key<bool> = Key::flag("sweep", "false", "at the end each seat banks the stones in its pits");
pub(crate) const MIRRORED: Key<bool> = Key::flag("mirrored", "false", "both seats start with the same stones");
pub(crate) const SCORE: Key<Word> =
    Key::choice("score", "win", Score::WORDS, "pays +1, 0 or -1, or the difference of stones");
pub(crate) const BOARD: Key<Option<u64>> =
    Key::integer("seed", "", 0, i64::MAX, "the number of the board; without it one is drawn");

/// What a last stone captures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Capture {
    /// In an own empty pit: the stones of the opposite pit. It stays.
    Own,
    /// The same, and it goes with them.
    With,
    /// In any empty pit: the stones of the pit opposite. It stays.
    Any,
    /// Nothing.
    None,
}

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomKalah {
    /// Pits of a seat, 2 to 8.
    pub pits: u8,
    /// Plies of a game.
    pub plies: u8,
    /// Fewest and most stones of a pit at the start.
    pub stones: (u8, u8),
    /// What a last stone captures.
    pub capture: Capture,
    /// Whether the pits are swept into their owners' kalahs at the end.
    pub sweep: bool,
    /// Whether both seats start with the same stones.
    pub mirrored: bool,
    /// What is paid.
    pub score: Score,
    /// The board, if it is always the same.
    pub board: Option<u64>,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stones {
    /// Seat 1's pits, then seat 2's, each in the order in which it sows them.
    pits: [[u8; 8]; 2],
    kalahs: [u8; 2],
    plies: u8,
}

impl Default for RandomKalah {
    /// As the paper's results suggest: three pits, ten plies, one to three stones.
    fn default() -> RandomKalah {
        RandomKalah {
            pits: 3,
            plies: 10,
            stones: (1, 3),
            capture: Capture::Own,
            sweep: false,
            mirrored: false,
            score: Score::Win,
            board: None,
        }
    }
}

impl RandomKalah {
    pub(crate) fn from_settings(settings: &Settings) -> Result<RandomKalah, Problem> {
        let (fewest, most) = (settings.get(FEWEST), settings.get(MOST));
        if fewest > most {
            return Err(Problem::new(format!(
                "a pit cannot have at least {fewest} stones and at most {most}: fewest is at most most"
            )));
        }
        Ok(RandomKalah {
            pits: settings.get(PITS),
            plies: settings.get(PLIES),
            stones: (fewest, most),
            capture: match settings.get(CAPTURE) {
                "with" => Capture::With,
                "any" => Capture::Any,
                "none" => Capture::None,
                _ => Capture::Own,
            },
            sweep: settings.get(SWEEP),
            mirrored: settings.get(MIRRORED),
            score: Score::from_word(settings.get(SCORE)),
            board: settings.get(BOARD),
        })
    }

    fn total(&self) -> u32 {
        2 * u32::from(self.pits) * u32::from(self.stones.1)
    }

    fn deal(&self, rng: &mut Rng) -> Stones {
        let (fewest, most) = self.stones;
        let mut pits = [[0; 8]; 2];
        for count in pits.iter_mut().flat_map(|row| &mut row[..usize::from(self.pits)]) {
            *count = fewest + rng.below(u64::from(most - fewest) + 1) as u8;
        }
        if self.mirrored {
            pits[1] = pits[0];
        }
        Stones { pits, kalahs: [0, 0], plies: 0 }
    }

    /// Seat 1's lead in stones.
    fn lead(&self, stones: &Stones) -> i32 {
        let is_swept = self.sweep && stones.plies == self.plies;
        let [first, second] = [0, 1].map(|seat| {
            let pits: i32 = stones.pits[seat].iter().map(|&count| i32::from(count)).sum();
            i32::from(stones.kalahs[seat]) + if is_swept { pits } else { 0 }
        });
        first - second
    }
}

impl Game for RandomKalah {
    type State = Stones;
    type Move = u8;
    type Seen = u8;

    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        let highest = self.score.highest(self.total());
        let nodes = (0..self.plies).fold(1.0, |nodes, _| nodes * f64::from(self.pits) + 1.0);
        Facts { lowest: -highest, highest, ..Facts::win_draw_loss().with_positions(nodes) }
    }

    fn start(&self, rng: &mut Rng) -> Stones {
        match self.board {
            Some(board) => self.deal(&mut Rng::new(board)),
            None => self.deal(rng),
        }
    }

    #[inline]
    fn turn(&self, stones: &Stones) -> Turn {
        if stones.plies == self.plies { Turn::Over } else { Turn::Of(Player::new(usize::from(stones.plies % 2))) }
    }

    #[inline]
    fn moves(&self, _stones: &Stones, out: &mut Vec<u8>) {
        out.extend(0..self.pits);
    }

    #[inline]
    fn play(&self, stones: &mut Stones, pit: u8) {
        let (own, pits) = (usize::from(stones.plies % 2), usize::from(self.pits));
        stones.plies += 1;
        let mut left = std::mem::take(&mut stones.pits[own][usize::from(pit)]);
        // Step 1. Sow: `place` counts the own pits, the own kalah, the other's pits.
        let mut place = usize::from(pit);
        while left > 0 {
            place = (place + 1) % (2 * pits + 1);
            match place {
                _ if place < pits => stones.pits[own][place] += 1,
                _ if place == pits => stones.kalahs[own] += 1,
                _ => stones.pits[1 - own][place - pits - 1] += 1,
            }
            left -= 1;
            if left > 0 || self.capture == Capture::None || place == pits {
                continue;
            }
            // Step 2. Capture, if the last stone lies alone.
            let (side, last) = if place < pits { (own, place) } else { (1 - own, place - pits - 1) };
            let is_own_or_any = side == own || self.capture == Capture::Any;
            if stones.pits[side][last] == 1 && is_own_or_any {
                let taken = std::mem::take(&mut stones.pits[1 - side][pits - 1 - last]);
                stones.kalahs[own] += taken;
                if taken > 0 && self.capture == Capture::With {
                    stones.pits[side][last] = 0;
                    stones.kalahs[own] += 1;
                }
            }
        }
    }

    #[inline]
    fn payoffs(&self, stones: &Stones) -> Payoffs {
        self.score.payoffs(self.lead(stones))
    }

    fn move_text(&self, _stones: &Stones, pit: u8) -> String {
        (pit + 1).to_string()
    }

    fn position_text(&self, stones: &Stones) -> String {
        let side = |seat: usize| {
            let pits: Vec<String> =
                stones.pits[seat][..usize::from(self.pits)].iter().map(|count| count.to_string()).collect();
            format!("{} {}", pits.join(","), stones.kalahs[seat])
        };
        format!("{} {} {}", side(0), side(1), stones.plies)
    }

    fn read_position(&self, text: &str) -> Result<Stones, Problem> {
        let [first, first_kalah, second, second_kalah, plies] =
            board::parts(text, ["pits", "kalah", "pits", "kalah", "plies"])?;
        let most = self.total();
        let number = |word: &str, what: &str| {
            word.parse::<u8>()
                .ok()
                .filter(|&count| u32::from(count) <= most)
                .ok_or_else(|| Problem::new(format!("`{word}`, {what}, is not a number of stones from 0 to {most}")))
        };
        let mut stones = Stones { pits: [[0; 8]; 2], kalahs: [0; 2], plies: 0 };
        for (seat, (row, kalah)) in [(first, first_kalah), (second, second_kalah)].into_iter().enumerate() {
            let words: Vec<&str> = row.split(',').collect();
            if words.len() != usize::from(self.pits) {
                return Err(Problem::new(format!(
                    "`{row}` has {} pits and {} has {}: write numbers separated by commas",
                    words.len(),
                    Player::new(seat),
                    self.pits
                )));
            }
            for (place, word) in words.into_iter().enumerate() {
                stones.pits[seat][place] = number(word, &format!("pit {} of {}", place + 1, Player::new(seat)))?;
            }
            stones.kalahs[seat] = number(kalah, &format!("the kalah of {}", Player::new(seat)))?;
        }
        let all: u32 = stones.pits.iter().flatten().chain(&stones.kalahs).map(|&count| u32::from(count)).sum();
        if all > most {
            return Err(Problem::new(format!("there are {all} stones on the board, and the game has at most {most}")));
        }
        stones.plies = plies.parse().ok().filter(|&count| count <= self.plies).ok_or_else(|| {
            Problem::new(format!("`{plies}` is not how many plies were made: that is from 0 to {}", self.plies))
        })?;
        Ok(stones)
    }

    fn picture(&self, stones: &Stones) -> String {
        let pits = usize::from(self.pits);
        let row = |cells: &mut dyn Iterator<Item = u8>| cells.map(|count| format!("{count:>4}")).collect::<String>();
        let mark = |seat: usize| if self.turn(stones) == Turn::Of(Player::new(seat)) { " <" } else { "" };
        let upper = row(&mut (0..pits).rev().map(|pit| stones.pits[1][pit]));
        let lower = row(&mut (0..pits).map(|pit| stones.pits[0][pit]));
        let gap = " ".repeat(4 * pits);
        [
            format!("      {upper}   seat 2{}", mark(1)),
            format!(" {:>5}{gap}  [{}]", format!("[{}]", stones.kalahs[1]), stones.kalahs[0]),
            format!("      {lower}   seat 1{}", mark(0)),
            format!("ply {} of {}", stones.plies, self.plies),
        ]
        .join("\n")
    }

    fn svg(&self, stones: &Stones) -> String {
        let side = |seat: usize| board::Pits {
            pits: stones.pits[seat][..usize::from(self.pits)].iter().map(|&count| count.into()).collect(),
            store: stones.kalahs[seat].into(),
        };
        board::pits([side(0), side(1)], self.turn(stones)).finish()
    }

    #[inline]
    fn key(&self, stones: &Stones) -> u64 {
        let [first, second] = stones.pits.map(u64::from_le_bytes);
        let rest = u64::from_le_bytes([stones.kalahs[0], stones.kalahs[1], stones.plies, 0, 0, 0, 0, 0]);
        Rng::hash(Rng::hash(first, second), rest)
    }

    fn random_move(&self, _stones: &Stones, rng: &mut Rng, _scratch: &mut Vec<u8>) -> u8 {
        rng.below(self.pits.into()) as u8
    }
}

/// The stones banked so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Banked;

impl Evaluation<RandomKalah> for Banked {
    fn value(&self, game: &RandomKalah, stones: &Stones, seat: Player) -> f64 {
        let lead = f64::from(game.lead(stones));
        let first = match game.score {
            Score::Margin => lead,
            Score::Win => lead / f64::from(game.total()).max(1.0),
        };
        Payoffs::zero_sum(first)[seat]
    }

    fn features(&self, game: &RandomKalah, stones: &Stones, out: &mut Vec<f64>) {
        out.extend([f64::from(game.lead(stones)), f64::from(stones.plies)]);
    }

    fn feature_names(&self) -> &'static [&'static str] {
        &["lead", "plies"]
    }
}

impl Evaluated for RandomKalah {
    type Evaluation = Banked;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        &[NamedEvaluation { name: "banked", summary: "the lead in the kalahs" }]
    }

    fn evaluation(&self, _index: usize) -> Banked {
        Banked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(game: &RandomKalah, position: &str, pit: u8) -> String {
        let mut stones = game.read_position(position).unwrap();
        game.play(&mut stones, pit - 1);
        game.position_text(&stones)
    }

    #[test]
    fn stones_are_sown_captured_and_banked_by_the_rule_chosen() {
        let game = RandomKalah::default();
        // Through the own kalah, past the other's, and home again.
        assert_eq!(after(&game, "1,1,3 0 1,1,1 0 0", 3), "1,1,0 1 2,2,1 0 1");
        assert_eq!(after(&game, "0,0,7 0 1,1,1 0 0", 3), "1,1,1 3 0,2,2 0 1", "home again, where nothing was left");
        // A last stone in an empty own pit takes the opposite one's stones, and stays, goes too, or takes nothing.
        let position = "1,0,2 0 3,2,1 0 0";
        assert_eq!(after(&game, position, 1), "0,1,2 2 3,0,1 0 1");
        assert_eq!(after(&RandomKalah { capture: Capture::With, ..game }, position, 1), "0,0,2 3 3,0,1 0 1");
        assert_eq!(after(&RandomKalah { capture: Capture::None, ..game }, position, 1), "0,1,2 0 3,2,1 0 1");
        // In an empty pit of the other side, only if any pit will do.
        let position = "1,3,2 0 0,2,1 0 0";
        assert_eq!(after(&game, position, 3), "1,3,0 1 1,2,1 0 1");
        assert_eq!(after(&RandomKalah { capture: Capture::Any, ..game }, position, 3), "1,3,0 1 1,2,1 0 1");
        let any = RandomKalah { capture: Capture::Any, ..game };
        assert_eq!(after(&any, "1,3,2 0 0,2,1 0 0", 2), "1,0,0 4 1,2,1 0 1", "the opposite pit may be one's own");
        // An empty pit may be played.
        assert_eq!(after(&game, "0,3,2 0 1,2,1 0 1", 2), "0,3,2 0 1,0,2 1 2");
        assert_eq!(after(&game, "0,3,2 0 0,2,1 0 3", 1), "0,3,2 0 0,2,1 0 4");
    }

    #[test]
    fn only_the_kalahs_count_unless_the_pits_are_swept() {
        let game = RandomKalah::default();
        let stones = game.read_position("5,0,0 1 0,0,0 3 10").unwrap();
        assert_eq!(game.payoffs(&stones)[Player::FIRST], -1.0);
        assert_eq!(RandomKalah { sweep: true, ..game }.payoffs(&stones)[Player::FIRST], 1.0);
        assert_eq!(RandomKalah { score: Score::Margin, ..game }.payoffs(&stones)[Player::FIRST], -2.0);
    }
}
