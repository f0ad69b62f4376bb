//! What positions of kalah are worth before they are over.

use super::{Kalah, Prospect, Rules, Seeds, byte, sum};
use crate::board::Score;
use outwit_game::{Blind, Evaluated, Evaluation, NamedEvaluation, Payoffs, Player, Sight};
use outwit_learn::Shipped;

/// Learned from play against itself; the file says by which command.
static LEARNED: Shipped = Shipped::new(include_str!("../../learned/kalah.txt"));

/// What a position is worth before it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum KalahEvaluation {
    /// Seeds in the own store less those in the other's.
    Stores,
    /// All positions are equal.
    Blind,
    /// What a network expects that has learned from play against itself.
    Learned,
}

impl Evaluation<Kalah> for KalahEvaluation {
    #[inline]
    fn value(&self, game: &Kalah, seeds: &Seeds, seat: Player) -> f64 {
        let first = match (self, game.rules.score) {
            (KalahEvaluation::Learned, _) => return LEARNED.value(game, seeds, seat),
            (KalahEvaluation::Stores, Score::Margin) => f64::from(game.seat_1_lead(seeds)),
            // Strictly between a loss and a win.
            (KalahEvaluation::Stores, Score::Win) => f64::from(game.seat_1_lead(seeds)) / (f64::from(game.total) + 1.0),
            (KalahEvaluation::Blind, _) => 0.0,
        };
        Payoffs::zero_sum(first)[seat]
    }

    /// Not while the mover can catch something or move again: the stores are about to change.
    #[inline]
    fn is_quiet(&self, game: &Kalah, seeds: &Seeds) -> bool {
        (0..game.pits).filter(|&pit| byte(seeds.own, pit) != 0).all(|pit| game.prospect(seeds, pit) == Prospect::Plain)
    }

    /// Whether the position is quiet, and how many seeds are left in play, eight at a time.
    #[inline]
    fn kind(&self, game: &Kalah, seeds: &Seeds) -> usize {
        let pits = |player| sum(seeds.side(player).0) as usize;
        let (first, second) = (pits(Player::FIRST), pits(Player::SECOND));
        2 * ((first + second) / 8) + usize::from(self.is_quiet(game, seeds))
    }

    fn spread(&self, game: &Kalah) -> Option<&'static str> {
        let is_usual = game.rules == Rules::default();
        (is_usual && *self == KalahEvaluation::Stores).then_some(include_str!("../../spreads/kalah-stores.txt"))
    }

    fn features(&self, game: &Kalah, seeds: &Seeds, out: &mut Vec<f64>) {
        let [first, second] = [Player::FIRST, Player::SECOND].map(|player| seeds.side(player).0);
        let pits = |row: u64| (0..game.pits).filter(|&pit| byte(row, pit) != 0).count() as f64;
        out.extend([
            f64::from(game.seat_1_lead(seeds)),
            sum(first) as f64,
            sum(second) as f64,
            pits(first),
            pits(second),
            f64::from(u8::from(seeds.mover == Player::FIRST)),
        ]);
    }

    fn feature_names(&self) -> &'static [&'static str] {
        &[
            "lead in the stores",
            "seat 1's seeds in play",
            "seat 2's seeds in play",
            "seat 1's moves",
            "seat 2's moves",
            "seat 1 moves",
        ]
    }
}

/// More seeds of a pit are not told apart.
const MOST_SEEDS: u32 = 15;
/// Inputs of a pit and of the one opposite that counts the same.
const OF_PIT: u32 = 2 * (MOST_SEEDS + 1) + 2;

impl Evaluated for Kalah {
    type Evaluation = KalahEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const STORES: NamedEvaluation =
            NamedEvaluation { name: "stores", summary: "seeds in your store less those in the other's" };
        const LEARNED: NamedEvaluation = NamedEvaluation {
            name: "learned",
            summary: "what a network expects that has learned from play against itself",
        };
        const ALL: &[NamedEvaluation] = &[STORES, Blind::NAMED, LEARNED];
        if self.rules == Rules::default() { ALL } else { &ALL[..2] }
    }

    fn evaluation(&self, index: usize) -> KalahEvaluation {
        [KalahEvaluation::Stores, KalahEvaluation::Blind, KalahEvaluation::Learned][index]
    }

    fn sights(&self) -> Vec<Sight> {
        vec![Sight {
            name: "pits",
            summary: "seeds of each pit, what each of your moves would do, and the stores",
            inputs: u32::from(self.pits) * OF_PIT + 4,
            stages: 1,
        }]
    }

    fn see(&self, _sight: usize, seeds: &Seeds, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
        let ((own, own_store), (other, other_store)) = (seeds.side(seat), seeds.side(seat.other()));
        for pit in 0..self.pits {
            let base = u32::from(pit) * OF_PIT;
            for (at, row) in [(base, own), (base + MOST_SEEDS + 1, other)] {
                out.push((at + (byte(row, pit) as u32).min(MOST_SEEDS), 1.0));
            }
            if seat == seeds.mover && byte(own, pit) != 0 {
                match self.prospect(seeds, pit) {
                    Prospect::Again => out.push((base + OF_PIT - 2, 1.0)),
                    Prospect::Catch(caught) => out.push((base + OF_PIT - 1, caught as f32 / 8.0)),
                    Prospect::Plain => {}
                }
            }
        }
        let base = u32::from(self.pits) * OF_PIT;
        let lead = f32::from(own_store) - f32::from(other_store);
        let in_play = [own, other].map(|row| sum(row) as f32 / 16.0);
        let all = [lead / 16.0, in_play[0], in_play[1], lead / (4.0 + 16.0 * (in_play[0] + in_play[1]))];
        out.extend(all.into_iter().zip(base..).filter(|(x, _)| *x != 0.0).map(|(x, input)| (input, x)));
        0
    }
}
