//! Who wins for certain wins soon, and who loses holds out: of moves that are worth the same, by how long play lasts.

use outwit_game::{AnyGame, Control, Game, Rng, Spec, Table, Turn};
use outwit_games::catalog::game;
use outwit_search::named::catalog;
use std::collections::HashMap;

fn build(spec: &str) -> AnyGame {
    game(&Spec::parse(spec).unwrap(), &|name| panic!("no file {name}")).unwrap()
}

/// The move of an agent, and with what probability it plays each.
fn asked(game: &AnyGame, table: &Table<'_, AnyGame>, spec: &str, seed: u64) -> (String, Vec<(String, f64)>) {
    let Turn::Of(seat) = table.turn() else { panic!("somebody is to move") };
    let mut agent = catalog::agent(&Spec::parse(spec).unwrap(), game).unwrap();
    agent.begin(game, seat, seed);
    let report = agent.choose(&table.view(seat), &Control::default()).unwrap();
    let text = |mv| game.move_text(table.state(), mv);
    (text(report.chosen), report.moves.iter().map(|found| (text(found.mv), found.probability)).collect())
}

fn at<'g>(game: &'g AnyGame, position: &str) -> Table<'g, AnyGame> {
    Table::at(game, game.read_position(position).unwrap())
}

#[test]
fn a_mate_in_one_is_played_though_others_win_too() {
    for (spec, position, mates, agents) in [
        (
            "connect4",
            "......./......./......./..ooo../..xxx../.oxxo.. 1",
            &["2"][..],
            &["alphabeta", "alphabeta:depth=12", "solve", "uct", "uct:sims=2000"][..],
        ),
        ("chess", "7k/R7/8/8/8/8/8/1R2K3 w - - 0 1", &["b1b8"], &["alphabeta:depth=4", "uct:sims=3000"]),
        ("chess", "6k1/5ppp/8/8/8/8/8/R2QK2R w - - 0 1", &["a1a8", "d1d8"], &["alphabeta:depth=3"]),
        ("tictactoe", "xx.oo.... 1", &["c3"], &["alphabeta", "solve", "uct:sims=500"]),
    ] {
        let game = build(spec);
        let table = at(&game, position);
        for agent in agents {
            for seed in 0..3 {
                let (chosen, _) = asked(&game, &table, agent, seed);
                assert!(mates.contains(&chosen.as_str()), "{spec} {agent}: {chosen}");
            }
        }
    }
}

/// What a position is worth to its mover, and in how many plies: who wins hurries, who loses delays. By looking at everything.
fn plain(game: &AnyGame, table: &Table<'_, AnyGame>, known: &mut HashMap<u64, (f64, u32)>) -> (f64, u32) {
    let key = game.key(table.state());
    if let Some(found) = known.get(&key) {
        return *found;
    }
    let mut best: Option<(f64, u32)> = None;
    for &mv in table.moves() {
        let found = reply(game, table, mv, known);
        let is_better = best.is_none_or(|(value, plies)| match found.0.total_cmp(&value) {
            std::cmp::Ordering::Equal if value > 0.0 => found.1 < plies,
            std::cmp::Ordering::Equal => found.1 > plies,
            order => order.is_gt(),
        });
        if is_better {
            best = Some(found);
        }
    }
    let best = best.expect("a decision has moves");
    known.insert(key, best);
    best
}

/// What a move is worth to its mover, and in how many plies with it.
fn reply(
    game: &AnyGame,
    table: &Table<'_, AnyGame>,
    mv: outwit_game::AnyMove,
    known: &mut HashMap<u64, (f64, u32)>,
) -> (f64, u32) {
    let Turn::Of(seat) = table.turn() else { unreachable!("asked of decisions") };
    let mut next = table.clone();
    next.play(mv);
    match next.turn() {
        Turn::Over => (game.payoffs(next.state())[seat], 1),
        Turn::Of(other) => {
            let (value, plies) = plain(game, &next, known);
            (if other == seat { value } else { 0.0 - value }, plies + 1)
        }
        Turn::Chance => unreachable!("no dice"),
    }
}

/// Whatever an agent may play has the value and the length of best play.
#[test]
fn wins_are_as_quick_and_losses_as_slow_as_a_plain_recursion_finds() {
    for (spec, agents, plies) in [
        ("tictactoe", &["solve", "alphabeta:depth=9", "alphabeta:depth=9,table=0"][..], 1..7),
        ("connect4:width=4,height=4", &["solve:states=1", "alphabeta:depth=16"], 4..10),
    ] {
        let game = build(spec);
        let (mut looked, mut several) = (0, 0);
        for seed in 0..90 {
            let mut rng = Rng::stream(14, seed);
            let mut table = Table::deal(&game, &mut rng);
            for _ in 0..plies.start + rng.index(plies.len()) {
                if !table.turn().is_over() {
                    let mv = *rng.pick(table.moves());
                    table.play(mv);
                }
            }
            if table.turn().is_over() {
                continue;
            }
            for agent in agents {
                let (_, played) = asked(&game, &table, agent, seed);
                let mut known = HashMap::new();
                let (value, length) = plain(&game, &table, &mut known);
                if value == 0.0 {
                    continue;
                }
                looked += 1;
                let mut same = 0;
                for (&mv, (text, probability)) in table.moves().iter().zip(&played) {
                    let found = reply(&game, &table, mv, &mut known);
                    same += u32::from(found.0 == value);
                    let what = format!("{spec} {agent} {} {text}", game.position_text(table.state()));
                    assert!(*probability == 0.0 || found == (value, length), "{what}: {found:?} {:?}", (value, length));
                }
                several += u32::from(same > 1);
            }
        }
        assert!(looked > 20 && several >= 10, "{spec}: {looked} {several}");
    }
}
