//! How deep searches to the end say they have looked.

use outwit_game::{AnyGame, AnyMove, Control, Game, Problem, Report, Rng, Spec, Table, Turn};
use outwit_search::named::catalog;

/// How many plies the longest play from here takes, chance not counted, by plain recursion.
fn longest_play(game: &AnyGame, state: &<AnyGame as Game>::State) -> u32 {
    let turn = game.turn(state);
    if turn.is_over() {
        return 0;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = moves.into_iter().map(|mv| {
        let mut next = state.clone();
        game.play(&mut next, mv);
        longest_play(game, &next)
    });
    after.max().unwrap_or(0) + u32::from(turn != Turn::Chance)
}

/// How many moves of a line are players'.
fn plies_without_chance(game: &AnyGame, from: &<AnyGame as Game>::State, line: &[AnyMove]) -> u32 {
    let mut state = from.clone();
    let is_a_players = line.iter().map(|&mv| {
        let is_a_players = game.turn(&state) != Turn::Chance;
        game.play(&mut state, mv);
        u32::from(is_a_players)
    });
    is_a_players.sum()
}

fn tree(_: &str) -> Result<String, Problem> {
    Ok(include_str!("../../../games/trees/two-dice.json").to_string())
}

/// Tic-tac-toe with a win at hand, with none, and nearly from its start; and a tree with dice.
const PLACES: [(&str, &str); 4] = [
    ("tictactoe", "b2 b1 a3 c1 a1 a2"),
    ("tictactoe", "b2 a1 c3"),
    ("tictactoe", "a1 b2"),
    ("tree:file=two-dice.json", ""),
];

/// What an agent says at each place where it can play, the longest play from there, and how many moves of its line are players'.
fn told(agent: &str) -> impl Iterator<Item = (u32, u32, u32)> {
    PLACES.into_iter().filter_map(move |(game, after)| {
        let spec = Spec::parse(agent).unwrap();
        let game = outwit_games::catalog::game(&Spec::parse(game).unwrap(), &tree).unwrap();
        if !catalog::entry(&spec.name).unwrap().can_play(&game) {
            return None;
        }
        let mut table = Table::deal(&game, &mut Rng::new(0));
        for mv in after.split_whitespace() {
            table.play_text(mv).unwrap();
        }
        let Turn::Of(seat) = table.turn() else { panic!("a seat is to move") };
        let mut agent = catalog::erased_agent(&spec, &game).unwrap();
        agent.begin(&game, seat, 0);
        let Report { depth, line, .. } = agent.choose(&table.view(seat), &Control::default()).unwrap();
        Some((depth, longest_play(&game, table.state()), plies_without_chance(&game, table.state(), &line)))
    })
}

#[test]
fn full_width_to_the_end_is_as_deep_as_the_longest_play() {
    for agent in ["minimax", "maxn:pruning=none", "expectimax", "expectimax:model=(greedy)"] {
        for (depth, longest, _) in told(agent) {
            assert_eq!(depth, longest, "{agent}");
        }
    }
}

#[test]
fn alpha_beta_to_the_end_is_no_deeper_than_the_longest_play_and_no_less_deep_than_its_line() {
    // Where there is no chance it is alpha-beta.
    let told: Vec<_> = told("expectiminimax").collect();
    for &(depth, longest, line) in &told {
        assert!((line..=longest).contains(&depth), "{told:?}");
    }
    // The first place is won at once: that is all its line says, and the search has looked at what else there is.
    assert!(told[0].2 == 1 && told[0].0 > 1, "{told:?}");
}
