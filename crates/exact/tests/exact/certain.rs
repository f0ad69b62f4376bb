//! What a seat can be sure of: against every pure strategy there is on random trees, and against a plain recursion in chess.

use crate::common::{pure_strategies, random_hidden_tree, sets_of};
use outwit_exact::certain::{all_worlds, certain};
use outwit_game::{Control, Game, Outline, OutlineTurn, Player, Rng, Table, Turn};
use outwit_games::chess::{Chess, Position, Referee};
use outwit_games::tree::{Place, Tree};
use std::collections::{HashMap, HashSet};

/// The least that is paid below a node when a seat plays so and everybody else as badly for it as can be.
fn worst(node: &Outline, seat: Player, strategy: &HashMap<String, usize>) -> f64 {
    match node.turn {
        None => node.payoffs.as_ref().expect("an end pays")[seat.index()],
        Some(OutlineTurn::Of(player)) if player == seat => {
            let set = node.set.as_ref().expect("all nodes have sets");
            worst(&node.children[strategy[set]], seat, strategy)
        }
        _ => node.children.iter().map(|child| worst(child, seat, strategy)).fold(f64::INFINITY, f64::min),
    }
}

/// Every position in which a seat moves for the first time, with the moves that lead there and the node it is.
fn first_turns<'o>(tree: &Tree, root: &'o Outline, seat: Player) -> Vec<(Vec<String>, &'o Outline)> {
    fn walk<'o>(
        table: &Table<'_, Tree>,
        node: &'o Outline,
        seat: Player,
        path: &mut Vec<String>,
        out: &mut Vec<(Vec<String>, &'o Outline)>,
    ) {
        if table.turn() == Turn::Of(seat) {
            out.push((path.clone(), node));
            return;
        }
        for child in &node.children {
            let mut next = table.clone();
            next.play_text(&child.mv).expect("a move of the tree");
            path.push(child.mv.clone());
            walk(&next, child, seat, path, out);
            path.pop();
        }
    }
    let mut found = Vec::new();
    walk(&Table::deal(tree, &mut Rng::new(0)), root, seat, &mut Vec::new(), &mut found);
    found
}

#[test]
fn it_is_the_best_that_one_pure_strategy_gets_in_every_world() {
    let mut rng = Rng::new(11);
    let (mut compared, mut with_more_worlds) = (0, 0);
    while compared < 400 {
        let root = random_hidden_tree(&mut rng, 2 + compared % 2, 6, false);
        let players = if let Some(payoffs) = first_payoffs(&root) { payoffs } else { continue };
        let tree = Tree::new(players, &root).expect("a tree");
        for seat in Player::all(players) {
            let turns = first_turns(&tree, &root, seat);
            let count = sets_of(&root, seat).iter().map(|(_, moves)| *moves as f64).product::<f64>();
            if turns.is_empty() || count > 500.0 {
                continue;
            }
            let strategies = pure_strategies(&root, seat);
            let mut sets: Vec<&str> = turns.iter().filter_map(|(_, node)| node.set.as_deref()).collect();
            sets.sort_unstable();
            sets.dedup();
            for set in sets {
                let same: Vec<_> = turns.iter().filter(|(_, node)| node.set.as_deref() == Some(set)).collect();
                let mut table = Table::deal(&tree, &mut Rng::new(0));
                for mv in &same[0].0 {
                    table.play_text(mv).expect("a move of the tree");
                }
                let worlds = all_worlds(&table.view(seat), 1000).expect("few worlds");
                assert_eq!(worlds.len(), same.len(), "{root:?} {set}");
                let least = |strategy: &HashMap<String, usize>| {
                    same.iter().map(|(_, node)| worst(node, seat, strategy)).fold(f64::INFINITY, f64::min)
                };
                let wanted = strategies.iter().map(least).fold(f64::NEG_INFINITY, f64::max);
                let found = certain(&tree, seat, &worlds, 20, &Control::default(), |_| {}).expect("an answer");
                assert_eq!((found.value, found.is_exact), (wanted, true), "{root:?} {seat} {set}");
                // A first move is among the best if some strategy that begins with it gets as much.
                assert!(!found.best.is_empty());
                let most = worlds.iter().map(|world| tree.payoff_bounds(world, seat).1);
                let most = most.fold(tree.facts().highest, f64::min);
                let state: &Place = &worlds[0];
                let mut moves = Vec::new();
                tree.moves(state, &mut moves);
                for (place, mv) in moves.iter().enumerate() {
                    let gets = strategies.iter().filter(|strategy| strategy[set] == place).map(least);
                    let is_best = gets.fold(f64::NEG_INFINITY, f64::max) == wanted;
                    // Where nothing better can be paid it stops at the quickest way.
                    assert!(is_best || !found.best.contains(mv), "{root:?} {seat} {set}");
                    assert!(found.best.contains(mv) || !is_best || wanted >= most, "{root:?} {seat} {set}");
                }
                compared += 1;
                with_more_worlds += usize::from(worlds.len() > 1);
            }
        }
    }
    assert!(with_more_worlds > 100, "{with_more_worlds}");
}

fn first_payoffs(node: &Outline) -> Option<usize> {
    node.payoffs.as_ref().map(Vec::len).or_else(|| node.children.iter().find_map(first_payoffs))
}

/// Whether white mates within so many turns on every board of a belief, by trying everything.
fn mates(game: &Chess, belief: &[Position], turns: u32) -> bool {
    if turns == 0 {
        return false;
    }
    let mut moves = Vec::new();
    game.moves(&belief[0], &mut moves);
    moves.into_iter().any(|mv| {
        let mut refused = Vec::new();
        let mut heard: HashMap<String, HashSet<Position>> = HashMap::new();
        for board in belief {
            let mut after = board.clone();
            game.play(&mut after, mv);
            let first = format!("{:?}", game.observe(board, mv, &after, Player::FIRST));
            match game.turn(&after) {
                Turn::Over if game.payoffs(&after)[Player::FIRST] < 1.0 => return false,
                Turn::Over => {}
                Turn::Of(Player::FIRST) => refused.push(after),
                _ => {
                    let mut replies = Vec::new();
                    game.lasting_moves(&after, &mut replies);
                    for reply in replies {
                        let mut next = after.clone();
                        game.play(&mut next, reply);
                        if game.turn(&next).is_over() {
                            return false;
                        }
                        let second = format!("{first} {:?}", game.observe(&after, reply, &next, Player::FIRST));
                        heard.entry(second).or_default().insert(next);
                    }
                }
            }
        }
        (refused.is_empty() || refused.len() < belief.len() && mates(game, &refused, turns))
            && heard.into_values().all(|boards| mates(game, &boards.into_iter().collect::<Vec<_>>(), turns - 1))
    })
}

#[test]
fn mates_whatever_the_hidden_board_is_are_those_of_a_plain_recursion() {
    let game = Chess::kriegspiel(Referee::named("icc").expect("a referee"));
    let mut rng = Rng::new(3);
    let (mut won, mut lost) = (0, 0);
    for men in ["Q", "QR", "RR", "Q"].iter().cycle().take(120) {
        // White's men near a corner, where mates are, and every board that agrees with what white is told.
        let mut squares: Vec<usize> = Vec::new();
        while squares.len() < men.len() + 2 {
            let (file, rank) = match squares.len() {
                0 => (rng.index(3), 7),
                1 => (rng.index(3), 5),
                _ => (rng.index(8), rng.index(8)),
            };
            if !squares.contains(&(8 * rank + file)) {
                squares.push(8 * rank + file);
            }
        }
        let letters: Vec<char> = "kK".chars().chain(men.chars()).collect();
        let mut fen = String::new();
        for rank in (0..8).rev() {
            for file in 0..8 {
                match squares.iter().position(|&square| square == 8 * rank + file) {
                    Some(place) => fen.push(letters[place]),
                    None => fen.push('1'),
                }
            }
            fen.push(if rank > 0 { '/' } else { ' ' });
        }
        let Ok(position) = game.read_position(&format!("{fen}w - - 0 1")) else { continue };
        if game.turn(&position).is_over() {
            continue;
        }
        let table = Table::at(&game, position.clone());
        let all = all_worlds(&table.view(Player::FIRST), 100).expect("a lone king is somewhere");
        assert!(all.contains(&position) && all.len() > 1);
        // Of them some, the true one among them.
        let (mut belief, more) = (vec![position.clone()], rng.index(3));
        belief.extend(all.into_iter().filter(|board| *board != position && rng.index(4) == 0).take(more));
        let turns = 1 + rng.below(2) as u32;
        let found = certain(&game, Player::FIRST, &belief, turns, &Control::default(), |_| {}).expect("an answer");
        let wanted = mates(&game, &belief, turns);
        assert_eq!(found.value == 1.0, wanted, "{fen} {belief:?}");
        (won, lost) = (won + u32::from(wanted), lost + u32::from(!wanted));
    }
    assert!(won >= 5 && lost >= 5, "{won} {lost}");
}

#[test]
fn a_limit_of_positions_leaves_what_was_finished() {
    let game = Chess::kriegspiel(Referee::named("icc").expect("a referee"));
    let start = Table::deal(&game, &mut Rng::new(0));
    let worlds = all_worlds(&start.view(Player::FIRST), 10).expect("chess begins in one way");
    let ask = |nodes| {
        let control = Control { nodes: Some(nodes), ..Control::default() };
        certain(&game, Player::FIRST, &worlds, u32::MAX, &control, |_| {})
    };
    let found = ask(5_000).expect("one turn is finished");
    assert!(found.turns >= 1 && !found.is_exact, "{found:?}");
    assert_eq!(ask(5_000).expect("the same again"), found);
    assert!(ask(10).unwrap_err().to_string().contains("fewer worlds"));
}

#[test]
fn a_belief_that_is_none_is_refused() {
    let game = Chess::kriegspiel(Referee::named("icc").expect("a referee"));
    let at = |fen: &str| game.read_position(fen).expect("a position");
    let ask = |worlds: &[Position]| certain(&game, Player::FIRST, worlds, 1, &Control::default(), |_| {});
    assert!(ask(&[]).unwrap_err().to_string().contains("no world"));
    let blacks = at("7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    assert!(ask(&[blacks]).unwrap_err().to_string().contains("not to move"));
    let two = [at("7k/8/6K1/8/8/8/8/R7 w - - 0 1"), at("7k/8/6K1/8/8/8/8/1R6 w - - 0 1")];
    assert!(ask(&two).unwrap_err().to_string().contains("can tell"), "{:?}", ask(&two));
    let start = Table::deal(&game, &mut Rng::new(0));
    assert_eq!(all_worlds(&start.view(Player::FIRST), 10).expect("chess begins in one way").len(), 1);
    let many = Table::at(&game, at("rnbqk3/8/8/8/8/8/8/4K2R w - - 0 1"));
    assert!(all_worlds(&many.view(Player::FIRST), 1000).unwrap_err().to_string().contains("more than 1000 worlds"));
}
