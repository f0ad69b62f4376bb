//! Analyses of whole games against plain loops over all their move sequences.

use outwit_exact::analysis::{Classes, Compared, Counting, Extent, Survey, entropy, explore, explore_all, occurrences};
use outwit_exact::graph::Graph;
use outwit_exact::labels::{values, values_while};
use outwit_exact::{induction, induction_while};
use outwit_game::{Evaluated, Evaluation, Game, Player, Rng, equally_good};
use outwit_games::dodgem::{Blocked, Cars, Dodgem};
use outwit_games::random_trees::RandomTree;
use outwit_games::tictactoe::{Board, TicTacToe};
use std::collections::HashMap;

/// A position of tic-tac-toe with six empty squares.
fn middle() -> Board {
    TicTacToe.read_position("x...o.x.. 2").unwrap()
}

fn after(board: &Board) -> Vec<Board> {
    let mut moves = Vec::new();
    if !TicTacToe.turn(board).is_over() {
        TicTacToe.moves(board, &mut moves);
    }
    let play = |&mv: &u8| {
        let mut next = *board;
        TicTacToe.play(&mut next, mv);
        next
    };
    moves.iter().map(play).collect()
}

/// 0, 1 or 2 for a win of O, a draw, a win of X.
fn worth(board: &Board) -> usize {
    match TicTacToe.turn(board).player() {
        None => (TicTacToe.payoffs(board)[Player::FIRST] + 1.0) as usize,
        Some(Player::FIRST) => after(board).iter().map(worth).max().unwrap(),
        Some(_) => after(board).iter().map(worth).min().unwrap(),
    }
}

/// Every family of the tree: depth of the parent, its chance in random play, values of the children.
fn families(board: &Board, depth: usize, chance: f64, out: &mut Vec<(usize, f64, Vec<usize>)>) {
    let children = after(board);
    if !children.is_empty() {
        out.push((depth, chance, children.iter().map(worth).collect()));
    }
    for child in &children {
        families(child, depth + 1, chance / children.len() as f64, out);
    }
}

/// The joint distribution by looking at every ordered pair.
fn by_pairs(families: &[(usize, f64, Vec<usize>)], counting: Counting) -> [[f64; 3]; 3] {
    let mut joint = [[0.0; 3]; 3];
    for (_, chance, values) in families {
        let k = values.len() as f64;
        for (i, &x) in values.iter().enumerate() {
            for (_, &y) in values.iter().enumerate().filter(|(j, _)| *j != i) {
                joint[x][y] += match counting {
                    Counting::Pairs => 1.0,
                    Counting::Nodes => 1.0 / (k - 1.0),
                    Counting::RandomGame => chance / k / (k - 1.0),
                };
            }
        }
    }
    joint
}

#[test]
fn siblings_of_the_tree_are_counted_without_building_it() {
    let graph = explore(&TicTacToe, &middle(), 10_000, |_| true).unwrap();
    let survey = Survey::new(&TicTacToe, &graph).unwrap();
    let mut all = Vec::new();
    families(&middle(), 0, 1.0, &mut all);
    let counted = &survey.tree_siblings(1, |_| 0).unwrap()[0];
    let by_depth = survey.siblings_by_depth().unwrap();
    for counting in Counting::ALL {
        let plain = by_pairs(&all, counting);
        let joint = counted.joint(counting);
        for (x, row) in plain.iter().enumerate() {
            for (y, wanted) in row.iter().enumerate() {
                assert!((joint.weight(x, y) - wanted).abs() < 1e-9, "{counting:?} {x} {y}");
            }
        }
        // I(X;Y) = H(X) + H(Y) - H(X,Y).
        let flat = |f: fn(&[[f64; 3]; 3]) -> Vec<f64>| entropy(f(&plain).into_iter());
        let x = flat(|joint| joint.iter().map(|row| row.iter().sum()).collect());
        let both = flat(|joint| joint.iter().flatten().copied().collect());
        assert!((joint.mutual_information() - (2.0 * x - both)).abs() < 1e-12);
        for (depth, siblings) in by_depth.iter().enumerate().skip(1) {
            let layer: Vec<_> = all.iter().filter(|family| family.0 == depth - 1).cloned().collect();
            let wanted: f64 = by_pairs(&layer, counting).iter().flatten().sum();
            assert!((siblings.joint(counting).total() - wanted).abs() < 1e-9, "{counting:?}, depth {depth}");
        }
    }
    let nodes: f64 = Extent::new(&survey).tree_nodes.unwrap();
    assert_eq!(nodes, 1.0 + all.iter().map(|family| family.2.len()).sum::<usize>() as f64);
    let ways = occurrences(&graph.topology, survey.parents_first.as_deref().unwrap());
    assert_eq!(ways.iter().sum::<f64>(), nodes);
}

/// Total correlation by its definition, over all orders of every family.
#[test]
fn all_siblings_together_are_the_enumeration_of_their_orders() {
    fn orders(left: &[usize], so_far: &mut Vec<usize>, out: &mut Vec<Vec<usize>>) {
        if left.is_empty() {
            out.push(so_far.clone());
        }
        for place in 0..left.len() {
            let mut rest = left.to_vec();
            so_far.push(rest.remove(place));
            orders(&rest, so_far, out);
            so_far.pop();
        }
    }
    let graph = explore(&TicTacToe, &middle(), 10_000, |_| true).unwrap();
    let survey = Survey::new(&TicTacToe, &graph).unwrap();
    let mut all = Vec::new();
    families(&middle(), 0, 1.0, &mut all);
    let (mut total, mut correlation, mut information, mut uncertainty) = (0.0, 0.0, 0.0, 0.0);
    for k in 2..=6 {
        let (mut joint, mut single, mut pairs) = (HashMap::new(), [0.0; 3], HashMap::new());
        let mut weight = 0.0;
        for (_, chance, values) in all.iter().filter(|family| family.2.len() == k) {
            let mut found = Vec::new();
            orders(values, &mut Vec::new(), &mut found);
            weight += chance;
            let share = chance / found.len() as f64;
            for order in found {
                single[order[0]] += share;
                let mut others = order[1..].to_vec();
                others.sort_unstable();
                *pairs.entry((order[0], others)).or_insert(0.0) += share;
                *joint.entry(order).or_insert(0.0) += share;
            }
        }
        let mut others = HashMap::new();
        for ((_, rest), share) in &pairs {
            *others.entry(rest.clone()).or_insert(0.0) += share;
        }
        let x = entropy(single.into_iter());
        let bits = |weights: Vec<f64>| entropy(weights.into_iter());
        total += weight;
        correlation += weight * (k as f64 * x - bits(joint.into_values().collect()));
        information += weight * (x + bits(others.into_values().collect()) - bits(pairs.into_values().collect()));
        uncertainty += weight * x;
    }
    let together = survey.tree_together().unwrap();
    let found = together.under(Counting::RandomGame);
    assert!((found.total_correlation - correlation / total).abs() < 1e-9, "{found:?}");
    assert!((found.information - information / total).abs() < 1e-9, "{found:?}");
    assert!((found.dependence.unwrap() - information / uncertainty).abs() < 1e-9, "{found:?}");
    assert!(found.share.is_some_and(|share| (0.0..=1.0).contains(&share)));
}

#[test]
fn dodgem_has_its_known_values_under_every_rule_for_who_is_blocked() {
    let cases =
        [(Blocked::Draw, vec![972, 43, 948]), (Blocked::Win, vec![988, 0, 975]), (Blocked::Loss, vec![999, 0, 964])];
    for (blocked, wanted) in cases {
        let game = Dodgem::new(3, blocked);
        let graph = explore(&game, &game.set_up(), 10_000, |_| true).unwrap();
        let extent = Extent::new(&Survey::new(&game, &graph).unwrap());
        assert_eq!((extent.by_outcome, extent.longest_decision, extent.has_cycles), (wanted, 21, true));
    }
}

/// A class of Dodgem by the thesis, told by the game's first evaluation.
fn lead(game: &Dodgem, cars: &Cars) -> f64 {
    let mut features = Vec::new();
    game.evaluation(0).features(game, cars, &mut features);
    features[0]
}

struct Plainly<'a> {
    game: &'a Dodgem,
    graph: &'a Graph<Dodgem>,
    survey: &'a Survey<'a>,
    classes: HashMap<i32, [f64; 3]>,
}

impl Plainly<'_> {
    /// The distribution over outcomes of a position searched to a depth by the product rule, in plain numbers.
    fn product(&self, number: usize, depth: usize) -> [f64; 3] {
        let Some(mover) = self.survey.mover(number) else {
            let mut certain = [0.0; 3];
            certain[self.survey.labels.place(number)] = 1.0;
            return certain;
        };
        if depth == 0 {
            let weights = self.classes[&(lead(self.game, &self.graph.states[number]) as i32)];
            return weights.map(|weight| weight / weights.iter().sum::<f64>());
        }
        let children: Vec<[f64; 3]> =
            self.graph.targets(number).iter().map(|&child| self.product(child as usize, depth - 1)).collect();
        let all = |outcomes: &[usize]| -> f64 {
            children.iter().map(|child| outcomes.iter().map(|&outcome| child[outcome]).sum::<f64>()).product()
        };
        if mover == Player::FIRST {
            let (worst, not_best) = (all(&[0]), all(&[0, 1]));
            [worst, not_best - worst, 1.0 - not_best]
        } else {
            let (best, not_worst) = (all(&[2]), all(&[1, 2]));
            [1.0 - not_worst, not_worst - best, best]
        }
    }

    fn minimax(&self, number: usize, depth: usize) -> f64 {
        let mean = |distribution: [f64; 3]| distribution[2] - distribution[0];
        match self.survey.mover(number) {
            Some(mover) if depth > 0 => {
                let after = self.graph.targets(number).iter().map(|&child| self.minimax(child as usize, depth - 1));
                if mover == Player::FIRST { after.fold(-2.0, f64::max) } else { after.fold(2.0, f64::min) }
            }
            _ => mean(self.product(number, 0)),
        }
    }

    fn accuracy(&self, value: impl Fn(usize) -> f64) -> f64 {
        let (mut right, mut all) = (0.0, 0.0);
        for number in 0..self.graph.len() {
            let Some(mover) = self.survey.mover(number) else { continue };
            let sign = if mover == Player::FIRST { 1.0 } else { -1.0 };
            let children = self.graph.targets(number);
            let likes: Vec<f64> = children.iter().map(|&child| sign * value(child as usize)).collect();
            let best = likes.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let chosen: Vec<u32> =
                children.iter().zip(&likes).filter(|(_, like)| equally_good(**like, best)).map(|(c, _)| *c).collect();
            let keeps = |child: &&u32| self.survey.labels.place(**child as usize) == self.survey.labels.place(number);
            right += self.survey.visits[number] * chosen.iter().filter(keeps).count() as f64 / chosen.len() as f64;
            all += self.survey.visits[number];
        }
        right / all
    }
}

#[test]
fn decisions_by_depth_are_those_of_plain_searches_from_every_position() {
    let game = Dodgem::new(3, Blocked::Draw);
    let graph = explore(&game, &game.set_up(), 10_000, |_| true).unwrap();
    let survey = Survey::new(&game, &graph).unwrap();
    let mut classes: HashMap<i32, [f64; 3]> = HashMap::new();
    for (number, cars) in graph.states.iter().enumerate() {
        classes.entry(lead(&game, cars) as i32).or_default()[survey.labels.place(number)] += survey.visits[number];
    }
    let plainly = Plainly { game: &game, graph: &graph, survey: &survey, classes };
    let classes = Classes::new(graph.states.iter().map(|cars| vec![lead(&game, cars)]));
    assert_eq!(classes.count(), 13);
    let minimax = Compared::Minimax.accuracy(&survey, &classes, 4, |_| true);
    let product = Compared::Product.accuracy(&survey, &classes, 4, |_| true);
    for depth in 0..=4 {
        let wanted = plainly.accuracy(|child| plainly.minimax(child, depth));
        assert!((minimax[depth] - wanted).abs() < 1e-12, "minimax, depth {depth}: {} {wanted}", minimax[depth]);
        let odds = |[black, draw, white]: [f64; 3]| (white + draw / 2.0) / (black + draw / 2.0);
        let wanted = plainly.accuracy(|child| odds(plainly.product(child, depth)).ln().clamp(-1e18, 1e18));
        assert!((product[depth] - wanted).abs() < 1e-9, "product, depth {depth}: {} {wanted}", product[depth]);
    }
    // Players who choose best are minimax, and other rules are curves of the same length.
    let best = Compared::Boltzmann { rationality: f64::INFINITY }.accuracy(&survey, &classes, 4, |_| true);
    assert_eq!(best, minimax);
    for rule in [Compared::Bounds, Compared::Average, Compared::read("boltzmann:3").unwrap()] {
        let curve = rule.accuracy(&survey, &classes, 4, |_| true);
        assert!(curve.len() == 5 && curve.iter().all(|right| (0.5..=1.0).contains(right)), "{rule:?} {curve:?}");
    }
    assert!(Compared::read("boltzmann:-1").is_err() && Compared::read("mean").is_err());
}

#[test]
fn games_that_cannot_be_analysed_are_refused() {
    let few = explore(&TicTacToe, &Board::default(), 100, |_| true).map(|graph| graph.len());
    assert!(few.unwrap_err().to_string().contains("more than 100 positions"));
    let stopped = explore(&TicTacToe, &Board::default(), 10_000, |_| false).map(|graph| graph.len());
    assert!(stopped.unwrap_err().to_string().contains("stopped"));
}

/// Several boards looked at together are the mean of each looked at alone, as far as no class mixes them.
#[test]
fn several_starts_are_each_drawn_equally_often() {
    let game = RandomTree::n_game(2, 4, 0.5).unwrap();
    let starts: Vec<_> = (0..5).map(|seed| game.start(&mut Rng::new(seed))).collect();
    // One of them given twice counts once.
    let given: Vec<_> = starts.iter().chain([&starts[0]]).cloned().collect();
    let graph = explore_all(&game, &given, 1_000, |_| true).unwrap();
    assert_eq!((graph.topology.starts(), graph.len()), (5, 5 * 31));
    let survey = Survey::new(&game, &graph).unwrap();
    let one_by_one = starts.iter().map(|start| {
        let graph = explore_all(&game, std::slice::from_ref(start), 1_000, |_| true).unwrap();
        Survey::new(&game, &graph).unwrap().random_outcomes_of(1.0)
    });
    let mean = one_by_one.sum::<f64>() / 5.0;
    assert!((survey.random_outcomes_of(1.0) - mean).abs() < 1e-12);
    assert!((survey.random_length() - 4.0).abs() < 1e-12);
    // Searched to the end, every start is decided well; and so is every position.
    let classes = Classes::new(graph.states.iter().map(|_| Vec::new()));
    let at_starts = Survey { decides_at_starts: true, ..Survey::new(&game, &graph).unwrap() };
    let accuracy = Compared::Minimax.accuracy(&at_starts, &classes, 3, |_| true);
    assert_eq!(accuracy[3], 1.0);
    // By hand at depth 0: all children are one class, so each start is decided right by half if one child alone is as good.
    let half = (0..5).map(|start| {
        let value = survey.labels.place(start);
        let good = graph.targets(start).iter().filter(|&&child| survey.labels.place(child as usize) == value).count();
        good as f64 / 2.0
    });
    assert!((accuracy[0] - half.sum::<f64>() / 5.0).abs() < 1e-12);
}

trait RandomOutcome {
    fn random_outcomes_of(&self, payoff: f64) -> f64;
}

impl RandomOutcome for Survey<'_> {
    /// How likely random play ends with this payoff.
    fn random_outcomes_of(&self, payoff: f64) -> f64 {
        let place = self.labels.outcomes().iter().position(|&outcome| outcome == payoff);
        place.map_or(0.0, |place| self.random_outcomes()[place])
    }
}

/// Told to end at any of its looks, labelling ends there; told to go on, it finds what it finds.
#[test]
fn labelling_can_be_ended_at_every_look() {
    fn check<G: Game>(game: &G, looks_at_least: usize) {
        let start = game.start(&mut Rng::new(0));
        let graph = Graph::explore(game, &start, 1_000_000, |_| true).unwrap();
        let wanted = values(game, &graph, Player::FIRST, None).unwrap();
        let (mut looks, seat) = (0, Player::FIRST);
        let found = values_while(game, &graph, seat, None, &mut || {
            looks += 1;
            true
        });
        let found = found.unwrap();
        assert!((0..graph.len()).all(|number| found.of(number) == wanted.of(number)));
        assert!(looks >= looks_at_least, "{looks} looks");
        for last in 0..looks {
            let mut asked = 0;
            let problem = values_while(game, &graph, seat, None, &mut || {
                asked += 1;
                assert!(asked <= last + 1, "it ends when it is told to");
                asked <= last
            });
            assert!(problem.is_err_and(|problem| problem.to_string().contains("stopped")), "{last}");
        }
    }
    check(&TicTacToe, 6);
    check(&Dodgem::new(3, Blocked::Draw), 4);
    let graph = Graph::explore(&TicTacToe, &Board::default(), 10_000, |_| true).unwrap();
    assert!(induction_while(&TicTacToe, &graph, &mut || false).is_err());
    assert_eq!(induction_while(&TicTacToe, &graph, &mut || true), induction(&TicTacToe, &graph));
    assert!(Graph::explore(&TicTacToe, &Board::default(), 10_000, |found| found < 3_000).is_none());
}
