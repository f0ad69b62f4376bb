//! Networks against plain sums over all histories, in exact arithmetic.

use outwit_abstraction::history::{Model, Play, Plays, random_play};
use outwit_abstraction::net::{Finding, Net};
use outwit_abstraction::predicate::Predicate;
use outwit_abstraction::{Number, Ratio};
use outwit_game::{Evaluated, Fraction, Game, Outline, OutlineTurn, Player, Rng, Turn};
use outwit_games::connect4::Connect4;
use outwit_games::spider::{Score, Spider};
use outwit_games::tictactoe::TicTacToe;
use outwit_games::tree::Tree;

/// A random tree for one seat and chance.
fn outline(rng: &mut Rng, depth: u32, mv: String, odds: Option<Fraction>) -> Outline {
    let probability = odds.map(Fraction::value);
    if depth == 0 || rng.below(6) == 0 {
        let payoffs = Some(vec![rng.below(21) as f64 - 10.0]);
        return Outline { mv, probability, odds, payoffs, ..Outline::default() };
    }
    let is_chance = rng.below(2) == 0;
    let count = 2 + rng.below(2);
    let weights: Vec<u64> = (0..count).map(|_| 1 + rng.below(3)).collect();
    let total = weights.iter().sum();
    let children = weights.iter().zip(["a", "b", "c"]).map(|(&weight, name)| {
        let odds = is_chance.then(|| Fraction::new(weight, total).unwrap());
        outline(rng, depth - 1, name.to_string(), odds)
    });
    let children = children.collect();
    let turn = Some(if is_chance { OutlineTurn::Chance } else { OutlineTurn::Of(Player::FIRST) });
    Outline { mv, probability, odds, turn, children, ..Outline::default() }
}

fn tree(seed: u64) -> Tree {
    let mut rng = Rng::new(seed);
    loop {
        let root = outline(&mut rng, 5, String::new(), None);
        if !root.children.is_empty() {
            return Tree::new(1, &root).unwrap();
        }
    }
}

fn plays<G: Evaluated>(game: &G, model: Model) -> Vec<(Play, Ratio)> {
    let start = game.start(&mut Rng::new(0));
    let mut found = Vec::new();
    let plays = Plays::all(game, &start, 1_000_000, 100).unwrap();
    plays.each(model, |play, probability| found.push((play.clone(), probability)));
    found
}

fn net(plays: &[(Play, Ratio)]) -> Net<Ratio> {
    let weights: Vec<Ratio> = plays.iter().map(|(_, probability)| *probability).collect();
    Net::new(&weights, plays.iter().map(|(play, _)| Ratio::exactly(play.payoffs[0])).collect()).unwrap()
}

fn added(net: &mut Net<Ratio>, plays: &[(Play, Ratio)], predicate: &Predicate) -> usize {
    net.add(predicate.text(), |history| predicate.holds(&plays[history].0, Player::FIRST))
}

/// What the model's policy gets from a position on, by plain recursion.
fn policy_value(game: &Tree, state: &<Tree as Game>::State, model: Model) -> Ratio {
    let turn = game.turn(state);
    if turn.is_over() {
        return Ratio::exactly(game.payoffs(state)[Player::FIRST]);
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after: Vec<(Ratio, Ratio)> = moves
        .into_iter()
        .map(|mv| {
            let mut next = *state;
            game.play(&mut next, mv);
            let weight = if turn == Turn::Chance { game.weight(state, mv) } else { 1 };
            (Ratio::whole(weight), policy_value(game, &next, model))
        })
        .collect();
    if turn != Turn::Chance && model == Model::Best {
        return after.into_iter().map(|(_, value)| value).max().unwrap();
    }
    let total = after.iter().fold(Ratio::ZERO, |sum, (weight, _)| sum + *weight);
    after.into_iter().fold(Ratio::ZERO, |sum, (weight, value)| sum + weight * value) / total
}

#[test]
fn nodes_of_a_tree_are_worth_what_the_model_gets_there() {
    for seed in 0..60 {
        let game = tree(seed);
        for model in [Model::Best, Model::Uniform] {
            let all = plays(&game, model);
            let mut net = net(&all);
            // Every node of the tree as the abstraction of the plays that begin so.
            let mut stack = vec![(game.start(&mut Rng::new(0)), Vec::new())];
            while let Some((state, way)) = stack.pop() {
                let node = added(&mut net, &all, &Predicate::begins(&way));
                let here = added(
                    &mut net,
                    &all,
                    &Predicate::read(&format!("reached({})", game.position_text(&state)), &game).unwrap(),
                );
                assert_eq!(net.probability(node), net.probability(here));
                if let Some(worth) = net.utility(node) {
                    assert_eq!(worth, policy_value(&game, &state, model), "seed {seed}, {way:?}");
                }
                let mut moves = Vec::new();
                if !game.turn(&state).is_over() {
                    game.moves(&state, &mut moves);
                }
                for mv in moves {
                    let mut next = state;
                    game.play(&mut next, mv);
                    stack.push((next, [way.clone(), vec![game.move_text(&state, mv)]].concat()));
                }
            }
            assert_eq!(net.expectation(), policy_value(&game, &game.start(&mut Rng::new(0)), model));
        }
    }
}

/// Random sets of the histories of a random tree.
fn random_net(seed: u64, sets: usize) -> Net<Ratio> {
    let all = plays(&tree(seed), Model::Uniform);
    let mut net = net(&all);
    let mut rng = Rng::new(seed + 1_000);
    for index in 0..sets {
        let members: Vec<bool> = all.iter().map(|_| rng.below(3) == 0).collect();
        net.add(&format!("set {index}"), |history| members[history]);
    }
    net
}

#[test]
fn probabilities_and_utilities_obey_their_laws() {
    for seed in 0..80 {
        let mut net = random_net(seed, 2);
        let all = net.add("all", |_| true);
        let of = |rule: &dyn Fn(bool, bool) -> bool| -> Vec<bool> {
            (0..net.histories()).map(|history| rule(net.describes(0, history), net.describes(1, history))).collect()
        };
        let sets = [of(&|a, b| a || b), of(&|a, b| a && b), of(&|a, _| !a)];
        let [or, and, not] = sets.map(|members| net.add("of two", |history| members[history]));
        let p = |node: usize| net.probability(node);
        assert_eq!(p(all), Ratio::ONE);
        assert_eq!(p(or), p(0) + p(1) - p(and));
        assert_eq!(p(0) + p(not), Ratio::ONE);
        // For a partition, what is worth what adds up: equation 30 over its parts.
        let parts = [0, not].map(|node| {
            let within: Vec<bool> =
                (0..net.histories()).map(|history| net.describes(node, history) && net.describes(1, history)).collect();
            part(&net, &within)
        });
        if let Some(worth) = net.utility(1) {
            assert_eq!(parts[0] + parts[1], worth * net.probability(1));
        }
        assert!(net.subsumes(all, 0) && net.subsumes(or, 0) && net.subsumes(0, and) && net.subsumes(or, and));
        assert!(net.count(0) == 0 || !net.subsumes(not, 0));
        let arcs = net.arcs();
        assert!(arcs.iter().all(|&(wide, narrow)| net.subsumes(wide, narrow)));
        if net.count(and) < net.count(0) && net.count(0) < net.count(or) {
            assert!(!arcs.contains(&(or, and)), "an arc that follows from others is left out");
        }
    }
}

/// The sum of probability times utility over some histories, through a node of its own.
fn part(net: &Net<Ratio>, members: &[bool]) -> Ratio {
    let mut probe = net.clone();
    let node = probe.add("part", |history| members[history]);
    probe.utility(node).map_or(Ratio::ZERO, |worth| worth * probe.probability(node))
}

#[test]
fn a_finding_shifts_others_by_its_shift_times_how_likely_it_is_given_them() {
    let mut shifted = 0;
    for seed in 0..80 {
        let mut net = random_net(seed, 5);
        let Some(known) = net.utility(0) else { continue };
        let shift = Ratio::new(7, 3);
        let before: Vec<Option<(Ratio, Ratio)>> =
            (0..5).map(|node| Some((net.utility(node)?, net.given(0, node)?))).collect();
        net.find(0, Finding::Utility(known + shift)).unwrap();
        for (node, before) in before.into_iter().enumerate() {
            let Some((worth, share)) = before else { continue };
            assert_eq!(net.utility(node), Some(worth + shift * share));
            shifted += usize::from(share != Ratio::ZERO && node > 0);
        }
    }
    assert!(shifted > 100, "{shifted}");
}

#[test]
fn a_finding_about_a_probability_leaves_what_is_given_it_as_it_was() {
    for seed in 0..80 {
        let mut net = random_net(seed, 3);
        let known = net.probability(0);
        if known == Ratio::ZERO || known == Ratio::ONE {
            continue;
        }
        let before: Vec<Option<Ratio>> = (0..3).map(|node| net.given(node, 0)).collect();
        let worth = net.utility(0);
        // What is known already changes nothing.
        let expectation = net.expectation();
        net.find(0, Finding::Probability(known)).unwrap();
        net.find(0, Finding::Utility(worth.unwrap())).unwrap();
        assert_eq!((net.expectation(), net.probability(0)), (expectation, known));
        net.find(0, Finding::Probability(Ratio::new(2, 7))).unwrap();
        assert_eq!(net.probability(0), Ratio::new(2, 7));
        assert_eq!((0..3).map(|node| net.given(node, 0)).collect::<Vec<_>>(), before);
        assert_eq!(net.utility(0), worth);
        let all = net.add("all", |_| true);
        assert_eq!(net.probability(all), Ratio::ONE);
    }
}

#[test]
fn findings_about_what_has_nothing_in_common_commute_and_others_are_made_to_agree() {
    for seed in 0..60 {
        let make = || {
            let mut net = random_net(seed, 2);
            let halves: Vec<bool> = (0..net.histories()).map(|h| net.describes(0, h)).collect();
            let one = net.add("one", |h| halves[h]);
            let other = net.add("other", |h| !halves[h] && h % 2 == 0);
            (net, one, other)
        };
        let findings = |one: usize, other: usize| {
            [(one, Finding::Utility(Ratio::new(5, 2))), (other, Finding::Utility(Ratio::new(-1, 3)))]
        };
        let (mut net, one, other) = make();
        if net.utility(one).is_none() || net.utility(other).is_none() {
            continue;
        }
        let [a, b] = findings(one, other);
        net.find(a.0, a.1).unwrap();
        net.find(b.0, b.1).unwrap();
        let (mut turned, ..) = make();
        turned.find(b.0, b.1).unwrap();
        turned.find(a.0, a.1).unwrap();
        assert_eq!(net.expectation(), turned.expectation());
        assert!((0..4).all(|node| net.utility(node) == turned.utility(node)));
        let (mut agreed, ..) = make();
        assert_eq!(agreed.agree(&findings(one, other), 0.0, 1), Ok(true), "once is enough");
        assert_eq!(agreed.expectation(), net.expectation());
    }
    // Where they overlap, going round them settles.
    let mut net = Net::new(&[0.25; 4], vec![0.0, 1.0, 2.0, 3.0]).unwrap();
    let [a, b] = [net.add("a", |h| h < 2), net.add("b", |h| h % 2 == 0)];
    let findings = [(a, Finding::Probability(0.7)), (b, Finding::Probability(0.4))];
    assert_eq!(net.agree(&findings, 1e-12, 100), Ok(true));
    assert!((net.probability(a) - 0.7).abs() < 1e-9 && (net.probability(b) - 0.4).abs() < 1e-9);
    assert!(net.find(a, Finding::Probability(1.5)).is_err());
}

/// What refining is worth is what is gained on average when the best is chosen after the finding, counted out.
#[test]
fn the_value_of_refining_is_the_gain_counted_out() {
    let (mut positive, mut even) = (0, 0);
    for seed in 0..200 {
        let net = random_net(seed, 3);
        let [Some(first), Some(second)] = [0, 1].map(|node| net.utility(node)) else { continue };
        let (best, rival) = if first >= second { (0, 1) } else { (1, 0) };
        let Some(worth) = net.utility(2) else { continue };
        let size = Ratio::new(6, 1);
        let half = Ratio::new(1, 2);
        let shifts = [(half, size), (half, Ratio::ZERO - size)];
        let value = net.value_of_refining(2, best, rival, &shifts).unwrap();
        let mut counted = Ratio::ZERO;
        let mut mean_of_best = Ratio::ZERO;
        for (probability, shift) in shifts {
            let mut after = net.clone();
            after.find(2, Finding::Utility(worth + shift)).unwrap();
            let [chosen, other] = [best, rival].map(|node| after.utility(node).unwrap());
            counted = counted + probability * if other > chosen { other } else { chosen };
            mean_of_best = mean_of_best + probability * chosen;
        }
        assert_eq!(value, counted - mean_of_best);
        assert!(value >= Ratio::ZERO, "refining never ends with less than refusing to");
        if net.given(2, best) == net.given(2, rival) {
            assert_eq!(value, Ratio::ZERO);
            even += 1;
        }
        positive += usize::from(value > Ratio::ZERO);
    }
    assert!(positive > 10 && even > 0, "{positive} {even}");
}

/// Moves valued wherever they are played, as AMAF does, are utilities of abstractions of sampled plays.
#[test]
fn all_moves_as_first_is_a_network_of_sampled_plays() {
    let game = Connect4::new(5, 4).unwrap();
    let start = game.start(&mut Rng::new(0));
    let plays: Vec<(Play, Ratio)> =
        (0..300).map(|seed| (random_play(&game, &start, 100, &mut Rng::new(seed)), Ratio::ONE)).collect();
    let mut net = net(&plays);
    let read = |text: &str| Predicate::read(text, &game).unwrap();
    let node = added(&mut net, &plays, &read("begins(3) and plays(seat 1, 4)"));
    let counted: Vec<f64> = plays
        .iter()
        .filter(|(play, _)| {
            play.steps[0].text == "3"
                && play.steps.iter().any(|step| step.mover == Some(Player::FIRST) && step.text == "4")
        })
        .map(|(play, _)| play.payoffs[0])
        .collect();
    assert_eq!(net.count(node), counted.len());
    assert_eq!(net.utility(node).unwrap().value(), counted.iter().sum::<f64>() / counted.len() as f64);
}

#[test]
fn predicates_say_what_they_say() {
    let game = TicTacToe;
    let start = game.start(&mut Rng::new(0));
    let play = |moves: &str| {
        let mut recorder = outwit_abstraction::history::Recorder::new(&game, &start);
        let mut state = start;
        for text in moves.split_whitespace() {
            let mv = game.read_move(&state, text).unwrap();
            let mut next = state;
            game.play(&mut next, mv);
            recorder.step(&game, &state, mv, &next);
            state = next;
        }
        recorder.end(game.payoffs(&state).seats(2))
    };
    let won = play("b2 a1 a2 a3 c2");
    for (text, holds) in [
        ("all", true),
        ("begins(b2 a1)", true),
        ("begins(a1)", false),
        ("begins()", true),
        ("plays(c2)", true),
        ("plays(seat 2, c2)", false),
        ("plays(chance, *)", false),
        ("plays(*2)", true),
        ("count(*2) >= 3", true),
        ("count(*2) = 2", false),
        ("count(seat 2, a*) = 2", true),
        ("payoff >= 1", true),
        ("payoff(2) = -1", true),
        ("length = 5", true),
        ("length > 5", false),
        ("reached(....x.... 2)", true),
        ("reached(x........ 2)", false),
        ("like(......o.x 1)", false),
        ("like(o...x.... 1)", true),
        ("like(..o.x.... 1)", true),
        ("seq(....x.... 2 ; ....x.o.. 1)", true),
        ("feature(x threats) >= 1", true),
        ("feature(o threats) >= 1", false),
        ("last(x threats) >= 3", false),
        ("plays(a1) before plays(a3)", true),
        ("plays(a3) before plays(a1)", false),
        ("plays(a1) before plays(b3)", true),
        ("plays(b3) before plays(a1)", false),
        ("count(*2) >= 2 before plays(a3)", true),
        ("not plays(c2) or plays(a1) and plays(a2)", true),
        ("not (plays(c2) or plays(a1))", false),
    ] {
        assert_eq!(Predicate::read(text, &game).unwrap().holds(&won, Player::FIRST), holds, "{text}");
    }
    for (text, part) in [
        ("", "begins with one of"),
        ("begin(a1)", "did you mean `begins`?"),
        ("begins(a1", "not closed"),
        ("plays()", "names a move"),
        ("plays(a1) and", "begins with one of"),
        ("plays(a1) plays(b1)", "comes after its end"),
        ("payoff 3", "a comparison such as"),
        ("payoff >= x", "not a number"),
        ("payoff(3) >= 1", "not a seat"),
        ("feature(luck) > 1", "its features are"),
        ("reached(nowhere)", "words"),
        ("(plays(a1)", "a `)` is missing"),
    ] {
        let problem = Predicate::read(text, &game).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    let deep = "(".repeat(5_000);
    assert!(Predicate::read(&deep, &game).is_err());
}

#[test]
fn what_games_offer_can_be_read() {
    let game = Spider::with_suits(4);
    assert!(!game.abstractions().is_empty());
    for text in game.abstractions() {
        Predicate::read(text, &game).unwrap();
    }
    // Sampled plays of the large game give a network too.
    let start = game.start(&mut Rng::new(1));
    let plays: Vec<(Play, Ratio)> =
        (0..50).map(|seed| (random_play(&game, &start, 120, &mut Rng::new(seed)), Ratio::ONE)).collect();
    let mut net = net(&plays);
    let nodes: Vec<usize> = game
        .abstractions()
        .iter()
        .map(|text| added(&mut net, &plays, &Predicate::read(text, &game).unwrap()))
        .collect();
    assert!(nodes.iter().any(|&node| net.count(node) > 0));
}

/// Toy Spider, all of its plays without moves back and forth: macro positions make it a tree.
#[test]
fn plays_of_a_toy_are_gone_through() {
    let toy = Spider { suits: 1, ranks: 2, columns: 2, down: 0, deals: 1, auto: true, score: Score::Woods };
    let game = outwit_abstraction::Macro::new(toy, usize::MAX, false).unwrap();
    let start = game.start(&mut Rng::new(0));
    let all = Plays::all(&game, &start, 1_000_000, 100).unwrap();
    let mut total = Ratio::ZERO;
    let mut worth = Ratio::ZERO;
    all.each(Model::Best, |play, probability: Ratio| {
        total = total + probability;
        worth = worth + probability * Ratio::exactly(play.payoffs[0]);
    });
    assert_eq!(total, Ratio::ONE);
    assert_eq!(all.values::<Ratio>(Model::Best), [worth]);
    let whole = Spider::with_suits(1);
    let flat = Plays::all(&whole, &whole.start(&mut Rng::new(0)), 100_000, 60);
    assert!(flat.is_err(), "nobody goes through all plays of the whole game");
}

/// A twentieth twenty times is a little more than 1.
#[test]
fn all_that_can_happen_has_probability_1_exactly() {
    let mut net = Net::new(&[1.0; 20], vec![0.0; 20]).unwrap();
    let (all, most, none) = (net.add("all", |_| true), net.add("most", |at| at > 0), net.add("none", |_| false));
    assert_eq!((net.probability(all), net.probability(none)), (1.0, 0.0));
    assert!(net.probability(most) < 1.0);
    // What has probability 0 does not count.
    let mut net = Net::new(&[0.0, 0.1, 0.2, 0.3, 0.7], vec![0.0; 5]).unwrap();
    let most = net.add("most", |at| at > 0);
    assert_eq!(net.probability(most), 1.0);
}
