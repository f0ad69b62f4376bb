#![doc = include_str!("../../rules/backgammon.md")]

mod bearoff;
mod evaluation;
mod picture;
mod plays;
mod sight;
mod text;

pub use evaluation::BackgammonEvaluation;

use crate::catalog::GameEntry;
use outwit_game::{
    AnyGame, Blind, Evaluated, Facts, Game, Key, NamedEvaluation, Payoffs, Player, Problem, Rng, Sight, Turn, keys,
};

const GAMMONS: Key<bool> = Key::flag("gammons", "true", "gammons count 2 and backgammons 3, not all wins 1");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "backgammon",
    summary: "a race with dice, hits and blockades; a single game, no cube",
    rules: include_str!("../../rules/backgammon.md"),
    parameters: keys![GAMMONS],
    examples: &["backgammon", "backgammon:gammons=false"],
    build: |settings, _| Ok(AnyGame::new(Backgammon { gammons: settings.get(GAMMONS) })),
};

/// Checkers a side.
const CHECKERS: u8 = 15;
/// The bar, as a point.
const BAR: usize = 25;

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Backgammon {
    /// Whether gammons and backgammons count double and triple.
    pub gammons: bool,
}

/// Who is to do what.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Phase {
    /// The roll that decides who begins.
    Opening,
    /// A side's dice are to be rolled.
    Roll(Player),
    /// A side is to play these dice, the larger first.
    Play(Player, [u8; 2]),
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Board {
    /// Checkers on seat 1's points 1 to 24: seat 1's counted up, seat 2's counted down.
    points: [i8; 24],
    bar: [u8; 2],
    off: [u8; 2],
    phase: Phase,
}

impl Board {
    /// The position before the opening roll.
    pub fn opening() -> Board {
        let mut points = [0; 24];
        for (point, count) in [(24, 2), (13, 5), (8, 3), (6, 5)] {
            points[point - 1] = count;
            points[24 - point] = -count;
        }
        Board { points, bar: [0; 2], off: [0; 2], phase: Phase::Opening }
    }

    /// A side's checkers on one of its own points, 1 to 24, or on the bar.
    #[inline]
    fn count(&self, player: Player, point: usize) -> u8 {
        if point == BAR {
            return self.bar[player.index()];
        }
        match player {
            Player::FIRST => self.points[point - 1].max(0) as u8,
            _ => (-self.points[24 - point]).max(0) as u8,
        }
    }

    /// Moves one checker of a side by a die; whether it hits.
    #[inline]
    fn step(&mut self, player: Player, from: usize, die: u8) -> bool {
        let (sign, index): (i8, fn(usize) -> usize) =
            if player == Player::FIRST { (1, |point| point - 1) } else { (-1, |point| 24 - point) };
        if from == BAR {
            self.bar[player.index()] -= 1;
        } else {
            self.points[index(from)] -= sign;
        }
        let Some(to) = from.checked_sub(die as usize).filter(|&to| to > 0) else {
            self.off[player.index()] += 1;
            return false;
        };
        let target = &mut self.points[index(to)];
        let is_hit = *target == -sign;
        if is_hit {
            *target = 0;
            self.bar[player.other().index()] += 1;
        }
        *target += sign;
        is_hit
    }

    /// What a side still has to move, in points; a checker on the bar has 25 to go.
    #[inline]
    fn pips(&self, player: Player) -> u32 {
        // Each side counts from its own end. Sixteen bits, and no question for each point, so that eight are added at a time.
        let points = self.points.iter().map(|&checkers| i16::from(checkers)).enumerate();
        let on_points: i16 = match player {
            Player::FIRST => points.map(|(place, checkers)| (place as i16 + 1) * checkers.max(0)).sum(),
            _ => points.map(|(place, checkers)| (24 - place as i16) * (-checkers).max(0)).sum(),
        };
        on_points as u32 + u32::from(self.bar[player.index()]) * BAR as u32
    }

    #[inline]
    fn winner(&self) -> Option<Player> {
        [Player::FIRST, Player::SECOND].into_iter().find(|player| self.off[player.index()] == CHECKERS)
    }
}

/// The code of two dice as an outcome of chance.
#[inline]
fn roll(first: u8, second: u8) -> u32 {
    u32::from(first) * 8 + u32::from(second)
}

impl Game for Backgammon {
    type State = Board;
    type Move = u32;
    type Seen = u32;

    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        let most = if self.gammons { 3.0 } else { 1.0 };
        // 18 528 584 051 601 162 496 ways to place the checkers, with either side to roll or any of 21 rolls to play.
        let positions = 1.85e19 * 2.0 * 22.0;
        Facts {
            lowest: -most,
            highest: most,
            chance: true,
            cyclic: true,
            ..Facts::win_draw_loss().with_positions(positions)
        }
    }

    fn start(&self, _rng: &mut Rng) -> Board {
        Board::opening()
    }

    #[inline]
    fn turn(&self, board: &Board) -> Turn {
        match board.phase {
            _ if board.winner().is_some() => Turn::Over,
            Phase::Opening | Phase::Roll(_) => Turn::Chance,
            Phase::Play(player, _) => Turn::Of(player),
        }
    }

    #[inline]
    fn moves(&self, board: &Board, out: &mut Vec<u32>) {
        match board.phase {
            Phase::Opening => {
                let pairs = (1..=6).flat_map(|first| (1..=6).map(move |second| (first, second)));
                out.extend(pairs.filter(|(first, second)| first != second).map(|(first, second)| roll(first, second)));
            }
            Phase::Roll(_) => {
                out.extend((1..=6).flat_map(|larger| (1..=larger).map(move |smaller| roll(larger, smaller))));
            }
            Phase::Play(player, dice) => plays::plays(board, player, dice, out),
        }
    }

    #[inline]
    fn play(&self, board: &mut Board, mv: u32) {
        let dice = [(mv / 8) as u8, (mv % 8) as u8];
        board.phase = match board.phase {
            Phase::Opening if dice[0] > dice[1] => Phase::Play(Player::FIRST, dice),
            Phase::Opening => Phase::Play(Player::SECOND, [dice[1], dice[0]]),
            Phase::Roll(player) => Phase::Play(player, dice),
            Phase::Play(player, dice) => {
                for (from, die) in plays::steps(mv, dice) {
                    board.step(player, from, die);
                }
                Phase::Roll(player.other())
            }
        };
    }

    #[inline]
    fn payoffs(&self, board: &Board) -> Payoffs {
        let Some(winner) = board.winner() else { return Payoffs::ZERO };
        let loser = winner.other();
        let points = if !self.gammons || board.off[loser.index()] > 0 {
            1.0
        } else if (19..=BAR).any(|point| board.count(loser, point) > 0) {
            // The winner's home is the loser's points 19 to 24.
            3.0
        } else {
            2.0
        };
        Payoffs::zero_sum(if winner == Player::FIRST { points } else { -points })
    }

    fn move_text(&self, board: &Board, mv: u32) -> String {
        match board.phase {
            Phase::Opening | Phase::Roll(_) => format!("{}-{}", mv / 8, mv % 8),
            Phase::Play(player, dice) => plays::text(board, player, dice, mv),
        }
    }

    fn position_text(&self, board: &Board) -> String {
        text::write(board)
    }

    fn read_position(&self, text: &str) -> Result<Board, Problem> {
        text::read(text)
    }

    fn picture(&self, board: &Board) -> String {
        picture::picture(board)
    }

    fn svg(&self, board: &Board) -> String {
        picture::svg(board)
    }

    fn places(&self, board: &Board, mv: u32) -> Vec<String> {
        match board.phase {
            Phase::Play(player, dice) => plays::places(board, player, dice, mv),
            Phase::Opening | Phase::Roll(_) => Vec::new(),
        }
    }

    #[inline]
    fn weight(&self, board: &Board, outcome: u32) -> u64 {
        match board.phase {
            Phase::Roll(_) if outcome / 8 != outcome % 8 => 2,
            _ => 1,
        }
    }

    #[inline]
    fn draw(&self, board: &Board, rng: &mut Rng) -> u32 {
        if board.phase == Phase::Opening {
            // The second die is one of the five other faces.
            let (first, other) = (rng.below(6) as u8 + 1, rng.below(5) as u8 + 1);
            return roll(first, other + u8::from(other >= first));
        }
        let (first, second) = (rng.below(6) as u8 + 1, rng.below(6) as u8 + 1);
        roll(first.max(second), first.min(second))
    }

    fn payoff_bounds(&self, board: &Board, seat: Player) -> (f64, f64) {
        // Who has borne off a checker cannot lose a gammon any more.
        let most = |loser: Player| if self.gammons && board.off[loser.index()] == 0 { 3.0 } else { 1.0 };
        (-most(seat), most(seat.other()))
    }

    fn levels(&self) -> Option<&'static str> {
        self.gammons.then_some(include_str!("../../levels/backgammon.txt"))
    }
}

impl Evaluated for Backgammon {
    type Evaluation = BackgammonEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const PIPS: NamedEvaluation = NamedEvaluation {
            name: "pips",
            summary: "points the other has to go less points you have to go, over 375",
        };
        const BLOTS: NamedEvaluation = NamedEvaluation {
            name: "blots",
            summary: "pips, less what single checkers within a direct shot stand to lose",
        };
        const LEARNED: NamedEvaluation = NamedEvaluation {
            name: "learned",
            summary: "what a network expects that has learned from play against itself, gammons counted; where both sides \
                      bear off, what tables of the rolls they need say",
        };
        const ALL: &[NamedEvaluation] = &[LEARNED, PIPS, BLOTS, Blind::NAMED];
        // What was learned is of wins that count double and triple.
        if self.gammons { ALL } else { &ALL[1..] }
    }

    fn evaluation(&self, index: usize) -> BackgammonEvaluation {
        use BackgammonEvaluation::{Blind, Blots, Learned, Pips};
        [Learned, Pips, Blots, Blind][index + usize::from(!self.gammons)]
    }

    fn sights(&self) -> Vec<Sight> {
        sight::SIGHTS.to_vec()
    }

    fn see(&self, sight: usize, board: &Board, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
        sight::see(sight, board, seat, out)
    }

    fn onlooker(&self, board: &Board) -> Player {
        match board.phase {
            Phase::Opening => Player::FIRST,
            Phase::Roll(player) | Phase::Play(player, _) => player,
        }
    }

    /// Plain wins, gammons and backgammons.
    fn grades(&self) -> Vec<f64> {
        if self.gammons { vec![-3.0, -2.0, -1.0, 1.0, 2.0, 3.0] } else { vec![-1.0, 1.0] }
    }
}
