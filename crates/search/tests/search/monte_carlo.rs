//! Monte-Carlo tree search: it finds what there is to find, keeps its counts, and answers the same on any number of threads.

use outwit_game::{
    Agent, Control, Evaluated, Game, Outline, OutlineTurn, Player, Pool, Report, Rng, Spec, Table, Turn, equally_good,
};
use outwit_games::backgammon::Backgammon;
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::othello::Othello;
use outwit_games::tictactoe::TicTacToe;
use outwit_games::tree::Tree;
use outwit_search::named::catalog;

fn agent<G: Evaluated + Clone>(spec: &str, game: &G) -> Box<dyn Agent<G>> {
    catalog::agent(&Spec::parse(spec).unwrap(), game).unwrap()
}

fn ask<G: Evaluated + Clone>(spec: &str, table: &Table<'_, G>, seed: u64, control: &Control<'_>) -> Report<G::Move> {
    let Turn::Of(seat) = table.turn() else { panic!("a seat is to move") };
    let mut agent = agent(spec, table.game());
    agent.begin(table.game(), seat, seed);
    agent.choose(&table.view(seat), control).unwrap()
}

/// A tree whose payoffs are drawn from five numbers; the movers do not alternate.
fn random_tree(rng: &mut Rng, players: usize, depth: u32, chance: bool, is_root: bool) -> Outline {
    if depth == 0 || !is_root && rng.index(5) == 0 {
        let mut payoffs: Vec<f64> = (0..players).map(|_| rng.index(5) as f64 * 5.0 - 10.0).collect();
        if players == 2 {
            payoffs[1] = -payoffs[0];
        }
        return Outline { payoffs: Some(payoffs), ..Outline::default() };
    }
    let is_chance = chance && !is_root && rng.index(3) == 0;
    let count = 2 + rng.index(3);
    let children = (0..count)
        .map(|index| Outline {
            mv: format!("m{index}"),
            probability: is_chance.then(|| 1.0 / count as f64),
            ..random_tree(rng, players, depth - 1, chance, false)
        })
        .collect();
    let turn = if is_chance { OutlineTurn::Chance } else { OutlineTurn::Of(Player::new(rng.index(players))) };
    Outline { turn: Some(turn), children, ..Outline::default() }
}

/// MaxN by its definition; of equally good moves any may be chosen, so the others get the average.
fn maxn(node: &Outline) -> Vec<f64> {
    if let Some(payoffs) = &node.payoffs {
        return payoffs.clone();
    }
    let values: Vec<Vec<f64>> = node.children.iter().map(maxn).collect();
    let average = |values: &[&Vec<f64>]| -> Vec<f64> {
        (0..values[0].len()).map(|seat| values.iter().map(|v| v[seat]).sum::<f64>() / values.len() as f64).collect()
    };
    match node.turn.unwrap() {
        OutlineTurn::Chance => average(&values.iter().collect::<Vec<_>>()),
        OutlineTurn::Of(player) => {
            let best = values.iter().map(|value| value[player.index()]).fold(f64::NEG_INFINITY, f64::max);
            average(&values.iter().filter(|value| equally_good(value[player.index()], best)).collect::<Vec<_>>())
        }
    }
}

/// Minimax by its definition, for the seat at the root.
fn paranoid(node: &Outline, root: Player) -> f64 {
    if let Some(payoffs) = &node.payoffs {
        return payoffs[root.index()];
    }
    let values = node.children.iter().map(|child| paranoid(child, root));
    match node.turn.unwrap() {
        OutlineTurn::Chance => values.sum::<f64>() / node.children.len() as f64,
        OutlineTurn::Of(player) if player == root => values.fold(f64::NEG_INFINITY, f64::max),
        OutlineTurn::Of(_) => values.fold(f64::INFINITY, f64::min),
    }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * b.abs().max(1.0)
}

#[test]
fn small_trees_are_proven_and_the_proofs_are_the_plain_recursions() {
    let mut proven = 0;
    for seed in 0..400 {
        let mut rng = Rng::stream(2027, seed);
        let (players, chance) = (1 + rng.index(4), rng.index(2) == 0);
        let root = random_tree(&mut rng, players, 1 + seed as u32 % 4, chance, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
        let tree = Tree::new(players, &root).unwrap();
        let table = Table::deal(&tree, &mut Rng::new(0));
        for spec in ["uct", "uct:rule=tuned", "uct:rule=puct,prior=uniform", "uct-paranoid"] {
            let joint = if spec.contains(':') { ',' } else { ':' };
            let report = ask(&format!("{spec}{joint}sims=5000"), &table, seed, &Control::default());
            let is_paranoid = spec == "uct-paranoid";
            let plain: Vec<f64> = (root.children.iter())
                .map(|child| if is_paranoid { paranoid(child, seat) } else { maxn(child)[seat.index()] })
                .collect();
            let best = plain.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            if report.remarks.iter().any(|remark| remark.contains("proven")) {
                proven += 1;
                let value = report.value[seat.index()].unwrap();
                assert!(close(value, best), "{spec}, tree {seed}: proven {value}, plainly {best}");
                for mv in &report.best {
                    let place = report.moves.iter().position(|found| found.mv == *mv).unwrap();
                    assert!(close(plain[place], best), "{spec}, tree {seed}");
                }
            }
        }
    }
    assert!(proven > 1000, "{proven} of about 1600 were proven");
}

#[test]
fn without_proofs_it_converges_to_the_minimax_move_on_small_trees() {
    for seed in 0..60 {
        let mut rng = Rng::stream(31, seed);
        let root = random_tree(&mut rng, 2, 4, false, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
        let tree = Tree::new(2, &root).unwrap();
        let table = Table::deal(&tree, &mut Rng::new(0));
        let plain: Vec<f64> = root.children.iter().map(|child| paranoid(child, seat)).collect();
        let best = plain.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for spec in ["uct", "uct-paranoid", "uct-brs", "uct:choice=value", "uct:trees=2", "uct:trees=2,parallel=tree"] {
            let joint = if spec.contains(':') { ',' } else { ':' };
            let spec = format!("{spec}{joint}solver=false,c=1.4,sims=20000");
            let report = ask(&spec, &table, seed, &Control::default());
            let place = report.moves.iter().position(|found| found.mv == report.chosen).unwrap();
            assert!(plain[place] >= best, "{spec}, tree {seed}: {plain:?}, {:?}", report.remarks);
        }
    }
}

/// Max-Prob by its definition: who has the highest payoff shares the win, and each mover takes its best chance.
fn max_prob(node: &Outline) -> Vec<f64> {
    if let Some(payoffs) = &node.payoffs {
        let most = payoffs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let firsts = payoffs.iter().filter(|payoff| **payoff == most).count() as f64;
        return payoffs.iter().map(|payoff| if *payoff == most { 1.0 / firsts } else { 0.0 }).collect();
    }
    let values: Vec<Vec<f64>> = node.children.iter().map(max_prob).collect();
    let OutlineTurn::Of(player) = node.turn.unwrap() else { panic!("no chance here") };
    let chance = |value: &&Vec<f64>| value[player.index()];
    let best = values.iter().map(|value| chance(&value)).fold(f64::NEG_INFINITY, f64::max);
    values.iter().find(|value| chance(value) == best).unwrap().clone()
}

#[test]
fn with_max_probs_backup_a_tree_that_is_all_grown_has_max_probs_value() {
    for seed in 0..60 {
        let mut rng = Rng::stream(88, seed);
        let root = random_tree(&mut rng, 2, 4, false, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
        let tree = Tree::new(2, &root).unwrap();
        let table = Table::deal(&tree, &mut Rng::new(0));
        for solver in ["true", "false"] {
            let spec = format!("maxprob-mcts:backup=maxprob,leaf=rollout,c=2,sims=6000,choice=value,solver={solver}");
            let report = ask(&spec, &table, seed, &Control::default());
            let (value, wanted) = (report.value[seat.index()].unwrap(), max_prob(&root)[seat.index()]);
            assert!(close(value, wanted), "tree {seed}: {value}, plainly {wanted}");
        }
    }
}

/// Positions with one saving move, none of them a mere block: seven moves survive the next two plies.
#[test]
fn the_one_saving_move_in_connect_four_is_found_twenty_times_of_twenty() {
    let game = Connect4::new(7, 6).unwrap();
    for (moves, saving) in
        [("7 6 4 5 2 3 3 7 5 5 7", "4"), ("2 6 5 3 3 1 4 7 2", "4"), ("1 2 3 4 4 3 2 4 5 1 4 3", "2")]
    {
        let mut table = Table::deal(&game, &mut Rng::new(0));
        for mv in moves.split(' ') {
            table.play_text(mv).unwrap();
        }
        let seat = table.turn().player().unwrap();
        let exact = ask("alphabeta:depth=12,exact=true", &table, 0, &Control::default());
        for found in &exact.moves {
            let saves = found.values[seat.index()].unwrap() > -1.0;
            assert_eq!(saves, game.move_text(table.state(), found.mv) == saving, "{moves}");
        }
        for seed in 0..20 {
            let chosen = ask("uct:sims=20000", &table, seed, &Control::default()).chosen;
            assert_eq!(game.move_text(table.state(), chosen), saving, "{moves}, seed {seed}");
        }
    }
}

#[test]
fn tic_tac_toe_is_proven_a_draw() {
    let table = Table::deal(&TicTacToe, &mut Rng::new(0));
    let report = ask("uct:sims=200000", &table, 1, &Control::default());
    assert!(report.remarks.iter().any(|remark| remark.contains("proven")), "{:?}", report.remarks);
    assert_eq!(report.value[0], Some(0.0));
}

/// The laws of counts, read from the written tree: a visited position's value is the average of what went through it.
#[test]
fn what_goes_into_a_position_comes_out_of_it() {
    fn visits(report: &Report<u8>) -> u64 {
        let remark = report.remarks.iter().find(|remark| remark.starts_with("visits")).unwrap();
        remark
            .split([' ', ','])
            .filter(|word| !word.is_empty())
            .skip(2)
            .step_by(2)
            .map(|n| n.parse::<u64>().unwrap())
            .sum()
    }
    let game = Connect4::new(7, 6).unwrap();
    let table = Table::deal(&game, &mut Rng::new(0));
    for spec in ["uct:sims=777", "uct:sims=777,rule=puct", "uct:sims=777,trees=4", "uct:sims=777,rule=tuned"] {
        let report = ask(spec, &table, 5, &Control { record: Some(100_000), ..Control::default() });
        assert_eq!(visits(&report), 777, "{spec}");
        let tree = report.tree.unwrap();
        let text = outwit_games::tree::write(2, &tree);
        Tree::from_json(&text).unwrap_or_else(|problem| panic!("{spec}: {problem}"));
    }
}

#[test]
fn the_budget_of_moves_is_kept_and_every_answer_is_legal() {
    fn check<G: Evaluated + Clone>(game: &G) {
        for index in 0..6 {
            let mut rng = Rng::stream(7, index);
            let mut table = Table::deal(game, &mut rng);
            for _ in 0..rng.index(25) {
                match table.turn() {
                    Turn::Over => break,
                    Turn::Chance => table.play(game.draw(table.state(), &mut rng)),
                    Turn::Of(_) => table.play(*rng.pick(table.moves())),
                }
            }
            let Turn::Of(_) = table.turn() else { continue };
            for spec in [
                "uct",
                "uct-paranoid",
                "uct-brs",
                "maxprob-mcts",
                "maxprob-mcts:backup=maxprob",
                "uct:rule=puct",
                "uct:rollout=(greedy),horizon=3",
            ] {
                for nodes in [1u64, 2, 50, 3000] {
                    let joint = if spec.contains(':') { ',' } else { ':' };
                    let report = ask(&format!("{spec}{joint}nodes={nodes}"), &table, 1, &Control::default());
                    assert!(report.nodes <= nodes, "{spec}: {} of {nodes}", report.nodes);
                    assert!(table.moves().contains(&report.chosen));
                    let total: f64 = report.moves.iter().map(|found| found.probability).sum();
                    assert!((total - 1.0).abs() < 1e-9);
                }
            }
        }
    }
    check(&Connect4::new(7, 6).unwrap());
    check(&Othello::new(8, Score::Margin).unwrap());
    check(&Kalah::new(Rules::default()).unwrap());
    check(&Backgammon { gammons: true });
}

/// Does the jobs in a made-up order, on real threads.
struct Backwards(usize);

impl Pool for Backwards {
    fn threads(&self) -> usize {
        self.0
    }
    fn work(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            for hand in 0..self.0 {
                scope.spawn(move || (0..count).rev().filter(|place| place % self.0 == hand).for_each(job));
            }
        });
    }
}

#[test]
fn the_answer_does_not_depend_on_the_number_of_threads() {
    let game = Othello::new(6, Score::Win).unwrap();
    let table = Table::deal(&game, &mut Rng::new(0));
    let alone = ask("uct:sims=3000,trees=5", &table, 2, &Control::default());
    for hands in [1, 2, 3, 8] {
        let pool = Backwards(hands);
        let control = Control { pool: Some(&pool), ..Control::default() };
        assert_eq!(ask("uct:sims=3000,trees=5", &table, 2, &control), alone, "{hands} threads");
    }
}

/// Threads that share a tree: every simulation is counted, every answer legal, and what there is to find is found.
#[test]
fn threads_that_share_a_tree_find_what_there_is_to_find() {
    let game = Connect4::new(7, 6).unwrap();
    let mut table = Table::deal(&game, &mut Rng::new(0));
    for mv in "7 6 4 5 2 3 3 7 5 5 7".split(' ') {
        table.play_text(mv).unwrap();
    }
    for hands in [1, 2, 4] {
        let pool = Backwards(hands);
        let control = Control { pool: Some(&pool), ..Control::default() };
        for seed in 0..3 {
            let report = ask("uct:sims=40000,parallel=tree,trees=4", &table, seed, &control);
            assert_eq!(game.move_text(table.state(), report.chosen), "4", "{hands} threads, seed {seed}");
            assert!(report.remarks[0].starts_with("40000 simulations"), "{:?}", report.remarks);
            assert!(report.remarks[1].contains("not repeatable"), "{:?}", report.remarks);
        }
    }
    // One thread after the other is repeatable all the same.
    let alone = |seed| ask("uct:sims=3000,parallel=tree,trees=3", &table, seed, &Control::default());
    assert_eq!(alone(1), alone(1));
    // Budgets of moves hold; three seats, chance and rollouts by a rule work.
    let dice = Backgammon { gammons: true };
    let mut table = Table::deal(&dice, &mut Rng::new(3));
    table.draw(&mut Rng::new(4));
    let pool = Backwards(2);
    let control = Control { pool: Some(&pool), ..Control::default() };
    if let Turn::Of(_) = table.turn() {
        for nodes in [1, 2, 50, 3000] {
            let spec = format!("uct:nodes={nodes},parallel=tree,trees=2,rollout=(greedy),horizon=4");
            let report = ask(&spec, &table, 0, &control);
            assert!(report.nodes <= nodes && table.moves().contains(&report.chosen));
        }
    }
    let refused = catalog::agent(&Spec::parse("uct:parallel=tree,rule=puct").unwrap(), &dice).map(drop);
    assert!(refused.unwrap_err().to_string().contains("rule=ucb1 alone"));
}

#[test]
fn the_tree_is_kept_where_play_went_through_it_and_dropped_where_it_did_not() {
    let game = Connect4::new(7, 6).unwrap();
    let mut table = Table::deal(&game, &mut Rng::new(0));
    let mut agent = agent("uct:sims=2000", &game);
    agent.begin(&game, Player::FIRST, 4);
    let first = agent.choose(&table.view(Player::FIRST), &Control::default()).unwrap();
    table.play(first.chosen);
    let reply = *table.moves().first().unwrap();
    table.play(reply);
    let simulated = |report: &Report<u8>| -> u64 {
        let visits = report.remarks.iter().find(|remark| remark.starts_with("visits")).unwrap();
        visits.split([' ', ',']).filter(|w| !w.is_empty()).skip(2).step_by(2).map(|n| n.parse::<u64>().unwrap()).sum()
    };
    let second = agent.choose(&table.view(Player::FIRST), &Control::default()).unwrap();
    assert!(simulated(&second) > 2000, "what the first search knew of the reply is kept: {:?}", second.remarks);
    // The same view again, as after taking moves back and making them again, and then another line of play.
    let mut other = Table::deal(&game, &mut Rng::new(0));
    for mv in ["1", "2", "3", "4", "5", "6"] {
        other.play_text(mv).unwrap();
    }
    let third = agent.choose(&other.view(Player::FIRST), &Control::default()).unwrap();
    assert_eq!(simulated(&third), 2000, "{:?}", third.remarks);
    // Kalah's extra turns and backgammon's dice lie between two choices as well.
    let game = Backgammon { gammons: true };
    let mut rng = Rng::new(3);
    let mut table = Table::deal(&game, &mut rng);
    let mut agent = self::agent("uct:sims=300", &game);
    agent.begin(&game, Player::FIRST, 4);
    for _ in 0..12 {
        match table.turn() {
            Turn::Of(Player::FIRST) => {
                let report = agent.choose(&table.view(Player::FIRST), &Control::default()).unwrap();
                table.play(report.chosen);
            }
            Turn::Of(_) => table.play(*rng.pick(table.moves())),
            Turn::Chance => drop(table.draw(&mut rng)),
            Turn::Over => break,
        }
    }
}

/// Moves that the caller allows are shared among the trees, on one thread as on many.
#[test]
fn several_trees_keep_together_to_what_the_caller_allows() {
    let game = Connect4::new(7, 6).unwrap();
    let table = Table::deal(&game, &mut Rng::new(0));
    for spec in ["uct:trees=4,sims=300", "uct:trees=4,sims=300,parallel=tree"] {
        let mut answers = Vec::new();
        for hands in [1, 4] {
            let pool = Backwards(hands);
            let control = Control { pool: Some(&pool), nodes: Some(101), ..Control::default() };
            let report = ask(spec, &table, 5, &control);
            assert!((50..=101).contains(&report.nodes), "{spec}: {} nodes with {hands} threads", report.nodes);
            answers.push((report.nodes, report.chosen));
        }
        assert!(answers[0] == answers[1] || spec.contains("parallel"), "{spec}: {answers:?}");
    }
}
