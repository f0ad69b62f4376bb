#![doc = include_str!("../rules/kalah.md")]

mod endings;
mod evaluation;
mod tables;

use crate::board::{self, Score};
use crate::catalog::GameEntry;
use endings::Endings;
pub use evaluation::KalahEvaluation;
use outwit_game::{AnyGame, Facts, Game, Key, Payoffs, Player, Problem, Rng, Turn, Word, keys};
use std::sync::OnceLock;
use tables::{Landing, Ranks, Sowings, byte, filled, sum};

const PITS: Key<usize> = Key::integer("pits", "6", 1, 8, "pits of a seat");
const SEEDS: Key<usize> = Key::integer("seeds", "4", 1, 10, "seeds of a pit at the start");
const EMPTY_CAPTURE: Key<bool> =
    Key::flag("empty_capture", "true", "a last seed in an empty pit is caught also when the opposite pit is empty");
const EXTRA_MOVE: Key<bool> = Key::flag("extra_move", "true", "who ends in the own store moves again");
const LEFTOVERS: Key<Word> =
    Key::choice("leftovers", "owner", &["owner", "mover"], "whose the seeds left at the end are");
const SCORE: Key<Word> = Key::choice("score", "margin", Score::WORDS, "pays the difference of seeds, or +1, 0 or -1");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "kalah",
    summary: "seeds sown round a board; most seeds in the own store win",
    rules: include_str!("../rules/kalah.md"),
    parameters: keys![PITS, SEEDS, EMPTY_CAPTURE, EXTRA_MOVE, LEFTOVERS, SCORE],
    examples: &[
        "kalah",
        "kalah:pits=3,seeds=2",
        "kalah:empty_capture=false",
        "kalah:pits=4,seeds=3,extra_move=false,score=win",
        "kalah:pits=4,seeds=3,leftovers=mover",
        "kalah:pits=1,seeds=1",
        "kalah:pits=8,seeds=10,score=win",
    ],
    build: |settings, _| {
        Kalah::new(Rules {
            pits: settings.get(PITS),
            seeds: settings.get(SEEDS),
            empty_capture: settings.get(EMPTY_CAPTURE),
            extra_move: settings.get(EXTRA_MOVE),
            leftovers: match settings.get(LEFTOVERS) {
                "mover" => Leftovers::Mover,
                _ => Leftovers::Owner,
            },
            score: Score::from_word(settings.get(SCORE)),
        })
        .map(AnyGame::new)
    },
};

/// Whose the seeds are that lie in pits when the game is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leftovers {
    /// Everybody banks the own side's. The game is over when either side is empty.
    Owner,
    /// The seat to move banks all. The game is over when its side is empty.
    Mover,
}

/// The rules, as parameters.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// Pits of a seat, 1 to 8.
    pub pits: usize,
    /// Seeds of a pit at the start, 1 to 10.
    pub seeds: usize,
    /// Whether a last seed in an own empty pit is banked also when the opposite pit is empty.
    pub empty_capture: bool,
    /// Whether who ends in the own store moves again.
    pub extra_move: bool,
    /// Whose the seeds left at the end are.
    pub leftovers: Leftovers,
    /// What the game pays.
    pub score: Score,
}

impl Default for Rules {
    fn default() -> Rules {
        Rules {
            pits: 6,
            seeds: 4,
            empty_capture: true,
            extra_move: true,
            leftovers: Leftovers::Owner,
            score: Score::Margin,
        }
    }
}

/// The game, with what it looks up to be fast.
#[derive(Clone, Debug)]
pub struct Kalah {
    rules: Rules,
    pits: u8,
    /// All seeds of the game: at most 160, so that any number of seeds fits a byte.
    total: u8,
    sowings: Sowings,
    /// Missing where the layouts of the pits are more than 64 bits can count.
    ranks: Option<Ranks>,
    /// Made when a search to the end first asks.
    endings: OnceLock<Endings>,
}

/// A position, seen from the seat to move. Byte `k` of a word is pit `k`, in the order its owner sows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Seeds {
    own: u64,
    other: u64,
    own_store: u8,
    other_store: u8,
    mover: Player,
}

impl Seeds {
    #[inline]
    fn side(&self, player: Player) -> (u64, u8) {
        if player == self.mover { (self.own, self.own_store) } else { (self.other, self.other_store) }
    }

    /// The mover's store less the other's.
    #[inline]
    fn lead(&self) -> i32 {
        i32::from(self.own_store) - i32::from(self.other_store)
    }

    /// Seeds in pits.
    #[inline]
    fn in_play(&self) -> u64 {
        sum(self.own) + sum(self.other)
    }
}

/// What a move would do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Prospect {
    Again,
    /// This many seeds of the other's are caught.
    Catch(u64),
    Plain,
}

impl Kalah {
    /// The game by these rules.
    pub fn new(rules: Rules) -> Result<Kalah, Problem> {
        let Rules { pits, seeds, .. } = rules;
        if !(1..=8).contains(&pits) || !(1..=10).contains(&seeds) {
            return Err(Problem::new(format!("kalah has 1 to 8 pits with 1 to 10 seeds: {pits} with {seeds} is not")));
        }
        let total = (2 * pits * seeds) as u8;
        let ranks = Ranks::new(2 * pits, total, rules.score == Score::Win);
        Ok(Kalah { rules, pits: pits as u8, total, sowings: Sowings::new(pits), ranks, endings: OnceLock::new() })
    }

    #[inline]
    fn prospect(&self, seeds: &Seeds, pit: u8) -> Prospect {
        let count = byte(seeds.own, pit);
        let sowing = self.sowings.get(pit, count);
        match sowing.landing {
            Landing::Store if self.rules.extra_move => Prospect::Again,
            Landing::Own(last) => {
                // Sowing exactly once round ends in the pit just emptied.
                let was_empty = last == pit || byte(seeds.own, last) == 0;
                let caught = byte(seeds.other, self.pits - 1 - last) + byte(sowing.other, self.pits - 1 - last);
                if was_empty && byte(sowing.own, last) == 1 && caught > 0 {
                    Prospect::Catch(caught)
                } else {
                    Prospect::Plain
                }
            }
            _ => Prospect::Plain,
        }
    }

    #[inline]
    fn seat_1_lead(&self, seeds: &Seeds) -> i32 {
        if seeds.mover == Player::FIRST { seeds.lead() } else { -seeds.lead() }
    }

    /// Banks what is left if the game is over.
    #[inline]
    fn settle(&self, seeds: &mut Seeds) {
        let over = match self.rules.leftovers {
            Leftovers::Owner => seeds.own == 0 || seeds.other == 0,
            Leftovers::Mover => seeds.own == 0,
        };
        if over {
            let (own, other) = match self.rules.leftovers {
                Leftovers::Owner => (sum(seeds.own), sum(seeds.other)),
                Leftovers::Mover => (sum(seeds.other), 0),
            };
            seeds.own_store += own as u8;
            seeds.other_store += other as u8;
            (seeds.own, seeds.other) = (0, 0);
        }
    }

    /// A number for the layout of the pits and, where the store decides who wins, for the store.
    #[inline]
    fn code(&self, seeds: &Seeds) -> u64 {
        let store = u64::from(seeds.own_store);
        let with_store = self.rules.score == Score::Win;
        match &self.ranks {
            Some(ranks) if with_store => ranks.rank(seeds.own, seeds.other) * (u64::from(self.total) + 1) + store,
            Some(ranks) => ranks.rank(seeds.own, seeds.other),
            None => Rng::hash(Rng::hash(seeds.own, seeds.other), if with_store { store } else { 0 }),
        }
    }

    fn read_side(&self, player: Player, pits: &str, store: &str) -> Result<(u64, u64), Problem> {
        let number = |text: &str, place: &str| {
            text.parse::<u8>().ok().filter(|&count| count <= self.total).map(u64::from).ok_or_else(|| {
                Problem::new(format!(
                    "`{text}`, {place} of {player}, is not a number of seeds from 0 to {}",
                    self.total
                ))
            })
        };
        let words: Vec<&str> = pits.split(',').collect();
        if words.len() != usize::from(self.pits) {
            let (wanted, found) = (self.pits, words.len());
            return Err(Problem::new(format!(
                "`{pits}` has {found} pits and {player} has {wanted}: write {wanted} numbers separated by commas"
            )));
        }
        let mut row = 0;
        for (index, word) in words.into_iter().enumerate() {
            row |= number(word, &format!("pit {}", index + 1))? << (8 * index);
        }
        Ok((row, number(store, "the store")?))
    }
}

/// A pit in drawings: its seat and its number.
fn pit_name(player: Player, pit: u8) -> String {
    format!("{}.{}", player.number(), pit + 1)
}

impl Game for Kalah {
    type State = Seeds;
    type Move = u8;
    type Seen = u8;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        let highest = self.rules.score.highest(self.total.into());
        Facts {
            lowest: -highest,
            highest,
            ..Facts::win_draw_loss().with_positions(tables::positions(self.pits, self.total))
        }
    }

    fn start(&self, _rng: &mut Rng) -> Seeds {
        let row = (0..self.pits).fold(0, |row, pit| row | (self.rules.seeds as u64) << (8 * pit));
        Seeds { own: row, other: row, own_store: 0, other_store: 0, mover: Player::FIRST }
    }

    #[inline]
    fn turn(&self, seeds: &Seeds) -> Turn {
        if seeds.own | seeds.other == 0 { Turn::Over } else { Turn::Of(seeds.mover) }
    }

    #[inline]
    fn moves(&self, seeds: &Seeds, out: &mut Vec<u8>) {
        let mut filled = filled(seeds.own);
        while filled != 0 {
            out.push((filled.trailing_zeros() / 8) as u8);
            filled &= filled - 1;
        }
    }

    #[inline]
    fn play(&self, seeds: &mut Seeds, pit: u8) {
        // Step 1. Sow.
        let count = byte(seeds.own, pit);
        let sowing = self.sowings.get(pit, count);
        seeds.own = (seeds.own ^ count << (8 * pit)) + sowing.own;
        seeds.other += sowing.other;
        seeds.own_store += sowing.store;
        // Step 2. Catch: one seed lies where the last one fell, so the pit was empty.
        let mut again = false;
        match sowing.landing {
            Landing::Own(last) if byte(seeds.own, last) == 1 => {
                let opposite = self.pits - 1 - last;
                let caught = byte(seeds.other, opposite);
                if caught > 0 || self.rules.empty_capture {
                    seeds.own ^= 1 << (8 * last);
                    seeds.other ^= caught << (8 * opposite);
                    seeds.own_store += 1 + caught as u8;
                }
            }
            Landing::Store => again = self.rules.extra_move,
            _ => {}
        }
        // Step 3. Hand over the turn, and see whether that was all.
        if !again {
            *seeds = Seeds {
                own: seeds.other,
                other: seeds.own,
                own_store: seeds.other_store,
                other_store: seeds.own_store,
                mover: seeds.mover.other(),
            };
        }
        self.settle(seeds);
    }

    #[inline]
    fn payoffs(&self, seeds: &Seeds) -> Payoffs {
        self.rules.score.payoffs(self.seat_1_lead(seeds))
    }

    fn move_text(&self, _seeds: &Seeds, pit: u8) -> String {
        (pit + 1).to_string()
    }

    fn position_text(&self, seeds: &Seeds) -> String {
        let [first, second] = [Player::FIRST, Player::SECOND].map(|player| {
            let (row, store) = seeds.side(player);
            let pits: Vec<String> = (0..self.pits).map(|pit| byte(row, pit).to_string()).collect();
            format!("{} {store}", pits.join(","))
        });
        format!("{first} {second} {}", seeds.mover.number())
    }

    fn read_position(&self, text: &str) -> Result<Seeds, Problem> {
        let [first, first_store, second, second_store, mover] =
            board::parts(text, ["pits", "store", "pits", "store", "mover"])?;
        let sides =
            [self.read_side(Player::FIRST, first, first_store)?, self.read_side(Player::SECOND, second, second_store)?];
        let mover = board::seat(mover, 2)?;
        // Counted pit by pit: the quick sum of a row is right only up to 255.
        let found: u64 = sides.iter().map(|(row, store)| (0..8).map(|pit| byte(*row, pit)).sum::<u64>() + store).sum();
        if found != u64::from(self.total) {
            return Err(Problem::new(format!("there are {found} seeds on the board, and the game has {}", self.total)));
        }
        let ((own, own_store), (other, other_store)) = (sides[mover.index()], sides[mover.other().index()]);
        let seeds = Seeds { own, other, own_store: own_store as u8, other_store: other_store as u8, mover };
        let mut settled = seeds;
        self.settle(&mut settled);
        if settled != seeds {
            let empty = if own == 0 { mover } else { mover.other() };
            return Err(Problem::new(format!(
                "{empty} has no seeds in its pits, so the game is over and the seeds left belong in a store"
            )));
        }
        Ok(seeds)
    }

    fn picture(&self, seeds: &Seeds) -> String {
        let ((lower, first_store), (upper, second_store)) = (seeds.side(Player::FIRST), seeds.side(Player::SECOND));
        let cells =
            |cell: &dyn Fn(u8) -> String| (0..self.pits).map(|pit| format!("{:>5}", cell(pit))).collect::<String>();
        let back = |column: u8| self.pits - 1 - column;
        let mark = |player: Player| if self.turn(seeds) == Turn::Of(player) { " <" } else { "" };
        let between = " ".repeat(5 * usize::from(self.pits));
        [
            format!("      {}   seat 2{}", cells(&|column| format!("{} ", back(column) + 1)), mark(Player::SECOND)),
            format!("      {}", cells(&|column| format!("({})", byte(upper, back(column))))),
            format!(" {:>5}{between}  [{first_store}]", format!("[{second_store}]")),
            format!("      {}", cells(&|pit| format!("({})", byte(lower, pit)))),
            format!("      {}   seat 1{}", cells(&|pit| format!("{} ", pit + 1)), mark(Player::FIRST)),
        ]
        .join("\n")
    }

    fn svg(&self, seeds: &Seeds) -> String {
        let side = |player: Player| {
            let (pits, store) = seeds.side(player);
            board::Pits { pits: (0..self.pits).map(|pit| byte(pits, pit)).collect(), store: store.into() }
        };
        let mut svg = board::pits([side(Player::FIRST), side(Player::SECOND)], self.turn(seeds));
        let (cell, columns) = (board::CELL, f64::from(self.pits));
        for pit in 0..self.pits {
            svg.place(&pit_name(Player::FIRST, pit), (f64::from(pit) + 1.0) * cell, cell, cell, cell);
            svg.place(&pit_name(Player::SECOND, pit), (columns - f64::from(pit)) * cell, 0.0, cell, cell);
        }
        svg.finish()
    }

    fn places(&self, seeds: &Seeds, pit: u8) -> Vec<String> {
        vec![pit_name(seeds.mover, pit)]
    }

    #[inline]
    fn key(&self, seeds: &Seeds) -> u64 {
        Rng::hash(self.code(seeds), u64::from(seeds.own_store) << 1 | seeds.mover.index() as u64)
    }

    #[inline]
    fn random_move(&self, seeds: &Seeds, rng: &mut Rng, _scratch: &mut Vec<u8>) -> u8 {
        debug_assert!(seeds.own != 0, "a game that is over has no moves");
        loop {
            let pit = rng.below(self.pits.into()) as u8;
            if byte(seeds.own, pit) != 0 {
                return pit;
            }
        }
    }

    #[inline]
    fn payoff_bounds(&self, seeds: &Seeds, seat: Player) -> (f64, f64) {
        let lead = f64::from(if seat == seeds.mover { seeds.lead() } else { -seeds.lead() });
        let in_play = seeds.in_play() as f64;
        let (low, high) = (lead - in_play, lead + in_play);
        match self.rules.score {
            Score::Margin => (low, high),
            // A margin out of reach of 0 is a win already.
            Score::Win => (low.clamp(-1.0, 1.0), high.clamp(-1.0, 1.0)),
        }
    }

    #[inline]
    fn table_key(&self, seeds: &Seeds) -> u64 {
        // What the mover can still win follows from the pits. The hash is one-to-one, so layouts that have a number of
        // their own never share a key.
        Rng::hash(6, self.code(seeds))
    }

    #[inline]
    fn settled_payoff(&self, seeds: &Seeds) -> f64 {
        match self.rules.score {
            Score::Margin => f64::from(seeds.lead()),
            Score::Win => 0.0,
        }
    }

    #[inline]
    fn solved(&self, seeds: &Seeds, seat: Player) -> Option<f64> {
        let ranks = self.ranks.as_ref().filter(|_| self.rules.score == Score::Margin)?;
        let endings = self.endings.get_or_init(|| Endings::new(self, ranks));
        let margin = seeds.lead() + i32::from(endings.value(ranks, seeds)?);
        Some(f64::from(if seat == seeds.mover { margin } else { -margin }))
    }

    fn levels(&self) -> Option<&'static str> {
        (self.rules == Rules::default()).then_some(include_str!("../levels/kalah.txt"))
    }

    #[inline]
    fn order_hint(&self, seeds: &Seeds, pit: u8) -> i32 {
        // Of the pits that move again the one nearest the store first: sowing it leaves those farther back as they are,
        // and not the other way round.
        match self.prospect(seeds, pit) {
            Prospect::Again => 1_000 + i32::from(pit),
            Prospect::Catch(caught) => 100 + caught as i32,
            Prospect::Plain => i32::from(pit),
        }
    }
}

#[cfg(test)]
mod tests;
