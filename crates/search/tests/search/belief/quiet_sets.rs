//! Information-set search that looks on where it is not quiet, against a recursion over histories.

use super::rivals::{History, Masked};
use crate::axes::{AnyOpponent, Axes, own};
use outwit_game::{Control, Evaluation, Player, Rng, Table};
use outwit_search::backup::{Expectation, Worst};
use outwit_search::belief::Uniform;
use outwit_search::belief::information_set::consistent_worlds;
use outwit_search::value::{Everybody, Own, Quiescent};

/// Values and unrest that hang on every move made.
#[derive(Clone, Copy)]
struct Restless;

fn mixed(history: &History, salt: u64) -> u64 {
    history.iter().fold(salt, |key, &mv| Rng::hash(key, u64::from(mv) + 1))
}

impl Evaluation<Masked> for Restless {
    fn value(&self, _game: &Masked, history: &History, seat: Player) -> f64 {
        let value = (mixed(history, 1) % 1000) as f64 / 1000.0 - 0.5;
        if seat == Player::FIRST { value } else { -value }
    }

    fn is_quiet(&self, _game: &Masked, history: &History) -> bool {
        mixed(history, 2).is_multiple_of(2)
    }
}

/// How many plies beyond the depth are looked at, by whom, and whether the worst counts rather than the mean.
struct Plain<'a> {
    game: &'a Masked,
    seat: Player,
    extra: i32,
    is_worst: bool,
}

impl Plain<'_> {
    fn is_unquiet(&self, history: &History, left: i32) -> bool {
        left > -self.extra && !Restless.is_quiet(self.game, history)
    }

    fn fold(&self, values: impl Iterator<Item = (f64, f64)>) -> f64 {
        let (mut sum, mut total, mut least) = (0.0, 0.0, f64::INFINITY);
        for (value, weight) in values {
            (sum, total, least) = (sum + weight * value, total + weight, least.min(value));
        }
        if self.is_worst { least } else { sum / total }
    }

    /// What each history of an information set is worth.
    fn values(&self, set: &[(History, f64)], left: i32) -> Vec<f64> {
        let (game, seat) = (self.game, self.seat);
        let ply = set[0].0.len();
        let at_once = |history: &History| Restless.value(game, history, seat);
        if ply == game.movers.len() {
            return set.iter().map(|(history, _)| outwit_game::Game::payoffs(game, history)[seat]).collect();
        }
        let weight = |weight: f64| if self.is_worst { 1.0 } else { weight };
        if game.movers[ply] == seat {
            let all: f64 = set.iter().map(|(_, w)| weight(*w)).sum();
            let unquiet = set.iter().filter(|(history, _)| self.is_unquiet(history, left));
            if left <= 0 && 2.0 * unquiet.map(|(_, w)| weight(*w)).sum::<f64>() <= all {
                return set.iter().map(|(history, _)| at_once(history)).collect();
            }
            return self
                .of_moves(set, left)
                .into_iter()
                .fold(None, |best, (of_move, values)| match best {
                    Some((known, _)) if of_move <= known + 1e-9 => best,
                    _ => Some((of_move, values)),
                })
                .expect("there is a move")
                .1;
        }
        // Histories that end here, and all that the others go on to.
        let goes_on = |history: &History| left > 0 || self.is_unquiet(history, left);
        let branching = game.branching as u8;
        let mut next: Vec<(History, f64)> = Vec::new();
        for (history, w) in set.iter().filter(|(history, _)| goes_on(history)) {
            for mv in 0..branching {
                next.push(([history.as_slice(), &[mv]].concat(), w / f64::from(branching)));
            }
        }
        let mut of_next = vec![0.0; next.len()];
        let looks: Vec<Vec<u8>> = next.iter().map(|(history, _)| game.seen(history, seat)).collect();
        let mut kinds = looks.clone();
        kinds.sort();
        kinds.dedup();
        for kind in kinds {
            let places: Vec<usize> = (0..next.len()).filter(|&place| looks[place] == kind).collect();
            let class: Vec<(History, f64)> = places.iter().map(|&place| next[place].clone()).collect();
            for (place, value) in places.into_iter().zip(self.values(&class, left - 1)) {
                of_next[place] = value;
            }
        }
        let mut rows = of_next.chunks(game.branching);
        let value = |(history, _): &(History, f64)| match goes_on(history) {
            true => self.fold(rows.next().expect("a row each").iter().map(|&value| (value, 1.0))),
            false => at_once(history),
        };
        set.iter().map(value).collect()
    }

    /// What the set says of each move, and what each of its histories is worth after it.
    fn of_moves(&self, set: &[(History, f64)], left: i32) -> Vec<(f64, Vec<f64>)> {
        let of_move = |mv: u8| {
            let made: Vec<(History, f64)> =
                set.iter().map(|(history, w)| ([history.as_slice(), &[mv]].concat(), *w)).collect();
            let values = self.values(&made, left - 1);
            (self.fold(values.iter().zip(set).map(|(&value, (_, w))| (value, *w))), values)
        };
        (0..self.game.branching as u8).map(of_move).collect()
    }
}

fn asked(mut axes: Axes<Masked>, table: &Table<'_, Masked>, depth: u32) -> Vec<f64> {
    let seat = table.turn().player().expect("a seat is to move");
    let belief = axes.worlds(&table.view(seat));
    let (answer, _) = axes.over_sets(table.game(), seat, belief, depth, &Control::default());
    answer.values.iter().map(|value| own(value, seat)).collect()
}

/// Every depth and every number of plies beyond it, at every decision of a random play, by the mean and by the worst.
#[test]
fn unquiet_sets_are_looked_at_as_the_recursion_has_it() {
    let mut rng = Rng::new(11);
    let mut differs = [0, 0];
    for round in 0..120 {
        let (b, d) = [(2, 5), (3, 4), (2, 6), (3, 5)][round % 4];
        let game = Masked::random(b, d, &[-1, 0, 1], round % 2 == 0, &mut rng);
        let mut table = Table::deal(&game, &mut rng);
        while let Some(root) = table.turn().player() {
            let mut others: AnyOpponent<Masked> = Box::new(Uniform);
            let belief = consistent_worlds(&table.view(root), &mut others, usize::MAX).unwrap().unwrap();
            let set: Vec<(History, f64)> = belief.into_iter().map(|(world, weight)| (world.state, weight)).collect();
            for (depth, extra) in [(1, 0), (1, 1), (1, 2), (1, 4), (2, 1), (2, 2), (2, 3), (3, 1)] {
                for is_worst in [false, true] {
                    let plain = Plain { game: &game, seat: root, extra: extra as i32, is_worst };
                    let wanted: Vec<f64> =
                        plain.of_moves(&set, depth as i32).into_iter().map(|(of_move, _)| of_move).collect();
                    let (plies, evaluation, others) = (extra, Restless, Box::new(Uniform));
                    let axes = match is_worst {
                        true => {
                            let leaf = Quiescent { leaf: Own(Restless), evaluation, plies };
                            Axes::new(leaf, Worst { root, players: 2 }, others)
                        }
                        false => {
                            let leaf = Quiescent { leaf: Everybody(Restless), evaluation, plies };
                            Axes::new(leaf, Expectation { root, players: 2 }, others)
                        }
                    };
                    let found = asked(axes, &table, depth);
                    let close = found.iter().zip(&wanted).all(|(a, b)| (a - b).abs() < 1e-9);
                    assert!(close, "depth {depth} and {extra}, worst {is_worst}: {found:?} for {wanted:?} in {game:?}");
                    if extra > 0 {
                        let loud = Plain { game: &game, seat: root, extra: 0, is_worst };
                        let loud = loud.of_moves(&set, depth as i32).into_iter().map(|(of_move, _)| of_move);
                        differs[usize::from(is_worst)] += usize::from(!loud.eq(wanted));
                    }
                }
            }
            let mv = *rng.pick(table.moves());
            table.play(mv);
        }
    }
    assert!(differs.iter().all(|&times| times > 100), "{differs:?}");
}
