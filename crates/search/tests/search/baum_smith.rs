//! Baum-Smith search against every assignment of values to the leaves written out, on random trees; its identities; and its
//! growth on real games.

use crate::common::ask;
use outwit_game::{
    Agent, Control, Detail, Evaluated, Evaluation, Outline, OutlineTurn, Player, Report, Rng, Spec, Table, Turn,
};
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::dodgem::{Blocked, Dodgem};
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::othello::Othello;
use outwit_games::tree::Tree;
use outwit_search::named::catalog;
use outwit_search::value::{Spread, sample_game};

/// A tree whose leaves have spikes, a few of them final. The whole has at most `leaves` leaves that are uncertain.
fn spiky(rng: &mut Rng, chance: bool, depth: u32, uncertain: &mut u32) -> Outline {
    if depth == 0 || (depth < 3 && rng.index(4) == 0) {
        let value = |rng: &mut Rng| rng.index(13) as f64 / 4.0 - 1.5;
        if *uncertain == 0 || rng.index(6) == 0 {
            let value = value(rng);
            return Outline { payoffs: Some(vec![value, -value]), ..Outline::default() };
        }
        *uncertain -= 1;
        let count = 1 + rng.index(3);
        let weights: Vec<f64> = (0..count).map(|_| 1.0 + rng.index(4) as f64).collect();
        let total: f64 = weights.iter().sum();
        let spikes = weights.iter().map(|weight| (value(rng), weight / total)).collect();
        return Outline { spikes: Some(spikes), ..Outline::default() };
    }
    let is_chance = chance && depth < 3 && rng.index(3) == 0;
    let turn = if is_chance { OutlineTurn::Chance } else { OutlineTurn::Of(Player::new(rng.index(2))) };
    let count = 1 + rng.index(3);
    let weights: Vec<f64> = (0..count).map(|_| 1.0 + rng.index(3) as f64).collect();
    let total: f64 = weights.iter().sum();
    let child = |index: usize, rng: &mut Rng, uncertain: &mut u32| Outline {
        mv: format!("m{index}"),
        probability: is_chance.then(|| weights[index] / total),
        ..spiky(rng, chance, depth - 1, uncertain)
    };
    let children = (0..count).map(|index| child(index, rng, uncertain)).collect();
    Outline { turn: Some(turn), children, ..Outline::default() }
}

/// The leaves in the file's order: their spikes, to seat 1.
fn leaves(node: &Outline, out: &mut Vec<Vec<(f64, f64)>>) {
    if node.children.is_empty() {
        out.push(node.spikes.clone().unwrap_or_else(|| vec![(node.payoffs.as_ref().unwrap()[0], 1.0)]));
    }
    for child in &node.children {
        leaves(child, out);
    }
}

/// The value of a node to seat 1 in the ensemble: outcomes with probabilities, because chance mixes. `next` counts leaves.
fn settled(node: &Outline, values: &[f64], next: &mut usize, sums: bool) -> Vec<(f64, f64)> {
    if node.children.is_empty() {
        *next += 1;
        return vec![(values[*next - 1], 1.0)];
    }
    let children: Vec<Vec<(f64, f64)>> = node.children.iter().map(|child| settled(child, values, next, sums)).collect();
    match node.turn.unwrap() {
        OutlineTurn::Chance if sums => {
            let mean = |outcomes: &[(f64, f64)]| outcomes.iter().map(|(x, p)| x * p).sum::<f64>();
            let chances = node.children.iter().map(|child| child.probability.unwrap());
            vec![(chances.zip(&children).map(|(chance, child)| chance * mean(child)).sum(), 1.0)]
        }
        OutlineTurn::Chance => {
            let chances = node.children.iter().map(|child| child.probability.unwrap());
            chances
                .zip(&children)
                .flat_map(|(chance, child)| child.iter().map(move |&(x, p)| (x, p * chance)))
                .collect()
        }
        OutlineTurn::Of(player) => {
            let pick = if player == Player::FIRST { f64::max } else { f64::min };
            children
                .into_iter()
                .reduce(|a, b| a.iter().flat_map(|&(x, p)| b.iter().map(move |&(y, q)| (pick(x, y), p * q))).collect())
                .unwrap()
        }
    }
}

/// Everything that is asked about a tree, by enumeration, from the side of the seat that moves at the root.
struct Ensemble {
    means: Vec<f64>,
    emax: f64,
    influences: Vec<Vec<f64>>,
    steps: Vec<f64>,
}

fn ensemble(root: &Outline, sums: bool) -> Ensemble {
    let Some(OutlineTurn::Of(seat)) = root.turn else { panic!("the root is a player's") };
    let sign = if seat == Player::FIRST { 1.0 } else { -1.0 };
    let mut spikes = Vec::new();
    leaves(root, &mut spikes);
    // Means of the moves and of the best of them, given that one leaf is at one of its spikes, or none.
    let summed = |fixed: Option<(usize, usize)>| -> (Vec<f64>, f64) {
        let mut means = vec![0.0; root.children.len()];
        let mut emax = 0.0;
        let mut places = vec![0; spikes.len()];
        if let Some((leaf, place)) = fixed {
            places[leaf] = place;
        }
        loop {
            let chosen = |leaf: usize| spikes[leaf][places[leaf]];
            let values: Vec<f64> = (0..spikes.len()).map(|leaf| chosen(leaf).0).collect();
            let p: f64 = (0..spikes.len())
                .filter(|&leaf| fixed.is_none_or(|fixed| fixed.0 != leaf))
                .map(|leaf| chosen(leaf).1)
                .product();
            let mut next = 0;
            let moves: Vec<Vec<(f64, f64)>> =
                root.children.iter().map(|child| settled(child, &values, &mut next, sums)).collect();
            for (mean, outcomes) in means.iter_mut().zip(&moves) {
                *mean += p * outcomes.iter().map(|(x, q)| sign * x * q).sum::<f64>();
            }
            let best = moves
                .into_iter()
                .map(|outcomes| outcomes.into_iter().map(|(x, q)| (sign * x, q)).collect::<Vec<_>>())
                .reduce(|a, b| a.iter().flat_map(|&(x, p)| b.iter().map(move |&(y, q)| (x.max(y), p * q))).collect())
                .unwrap();
            emax += p * best.iter().map(|(x, q)| x * q).sum::<f64>();
            let is_free =
                |&leaf: &usize| fixed.is_none_or(|fixed| fixed.0 != leaf) && places[leaf] + 1 < spikes[leaf].len();
            let Some(turn) = (0..spikes.len()).find(is_free) else { return (means, emax) };
            places[turn] += 1;
            for leaf in (0..turn).filter(|&leaf| fixed.is_none_or(|fixed| fixed.0 != leaf)) {
                places[leaf] = 0;
            }
        }
    };
    let most = |means: &[f64]| means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (means, emax) = summed(None);
    let euafe = emax - most(&means);
    let (mut influences, mut steps) = (Vec::new(), Vec::new());
    for (leaf, own) in spikes.iter().enumerate() {
        let given: Vec<(Vec<f64>, f64)> = (0..own.len()).map(|place| summed(Some((leaf, place)))).collect();
        influences.push(given.iter().map(|(_, emax)| *emax).collect());
        let step =
            |(spike, (means, emax)): (&(f64, f64), &(Vec<f64>, f64))| spike.1 * (emax - most(means) - euafe).abs();
        steps.push(own.iter().zip(&given).map(step).sum());
    }
    Ensemble { means, emax, influences, steps }
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-12 * b.abs().max(1.0)
}

fn detail<'a, M>(report: &'a Report<M>, name: &str) -> &'a Detail {
    &report.extras.iter().find(|(key, _)| *key == name).expect("the key is there").1
}

fn number(detail: &Detail) -> f64 {
    if let Detail::Number(x) = detail { *x } else { panic!("{detail:?} is no number") }
}

fn field<'a>(record: &'a Detail, name: &str) -> &'a Detail {
    let Detail::Record(fields) = record else { panic!("{record:?} is no record") };
    &fields.iter().find(|(key, _)| *key == name).expect("the field is there").1
}

fn list(detail: &Detail) -> &[Detail] {
    if let Detail::List(items) = detail { items } else { panic!("{detail:?} is no list") }
}

fn random(seed: u64, chance: bool) -> Option<(Outline, Player)> {
    let mut rng = Rng::stream(1993, seed);
    let root = spiky(&mut rng, chance, 3, &mut 6);
    match root.turn {
        Some(OutlineTurn::Of(seat)) => Some((root, seat)),
        _ => None,
    }
}

fn agrees(seed: u64, root: &Outline, seat: Player, spec: &str, sums: bool) {
    let tree = Tree::new(2, root).unwrap();
    let report = ask(spec, &tree, None);
    let plain = ensemble(root, sums);
    let value = plain.means.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    assert!(close(report.value[seat.index()].unwrap(), value), "tree {seed}");
    for (found, mean) in report.moves.iter().zip(&plain.means) {
        assert!(close(found.values[seat.index()].unwrap(), *mean), "tree {seed}");
    }
    assert!(close(number(detail(&report, "emax")), plain.emax), "tree {seed}");
    assert!(close(number(detail(&report, "euafe")), (plain.emax - value).max(0.0)), "tree {seed}");
    let found = list(detail(&report, "leaves"));
    assert_eq!(found.len(), plain.steps.len(), "tree {seed}");
    for (leaf, (influences, step)) in found.iter().zip(plain.influences.iter().zip(&plain.steps)) {
        let found: Vec<f64> = list(field(leaf, "influence")).iter().map(number).collect();
        assert!(found.len() == influences.len(), "tree {seed}");
        assert!(found.iter().zip(influences).all(|(a, b)| close(*a, *b)), "tree {seed}: {found:?} {influences:?}");
        assert!(close(number(field(leaf, "ess")), *step), "tree {seed}");
    }
}

#[test]
fn means_influences_and_step_sizes_are_the_ensembles() {
    for seed in 0..600 {
        if let Some((root, seat)) = random(seed, false) {
            agrees(seed, &root, seat, "bpip", false);
        }
    }
}

#[test]
fn chance_mixes_by_default_and_sums_when_asked() {
    for seed in 0..600 {
        if let Some((root, seat)) = random(seed, true) {
            agrees(seed, &root, seat, "bpip", false);
            agrees(seed, &root, seat, "bpip:spikes=0,chance=sum", true);
        }
    }
}

#[test]
fn influence_times_probability_is_the_expected_maximum_for_every_leaf_and_looking_is_never_worth_less_than_nothing() {
    for seed in 0..300 {
        let mut rng = Rng::stream(7, seed);
        let root = spiky(&mut rng, true, 5, &mut 1000);
        if !matches!(root.turn, Some(OutlineTurn::Of(_))) {
            continue;
        }
        let tree = Tree::new(2, &root).unwrap();
        let mut spikes = Vec::new();
        leaves(&root, &mut spikes);
        let report = ask("bpip", &tree, None);
        let emax = number(detail(&report, "emax"));
        assert!(number(detail(&report, "euafe")) >= 0.0);
        for (leaf, own) in list(detail(&report, "leaves")).iter().zip(&spikes) {
            let influences = list(field(leaf, "influence")).iter().map(number);
            let mean: f64 = influences.zip(own).map(|(influence, (_, p))| influence * p).sum();
            assert!((mean - emax).abs() < 1e-11, "tree {seed}: {mean} {emax}");
        }
    }
}

/// Replaces every leaf's spikes.
fn with_spikes(node: &mut Outline, spikes: &mut dyn FnMut() -> Vec<(f64, f64)>) {
    if node.children.is_empty() {
        *node = Outline { mv: std::mem::take(&mut node.mv), probability: node.probability, ..Outline::default() };
        node.spikes = Some(spikes());
    }
    for child in &mut node.children {
        with_spikes(child, spikes);
    }
}

#[test]
fn certain_leaves_are_minimax_and_nothing_is_worth_a_look() {
    for seed in 0..200 {
        let mut rng = Rng::stream(8, seed);
        let mut root = spiky(&mut rng, false, 5, &mut 1000);
        if root.turn.is_none() {
            continue;
        }
        with_spikes(&mut root, &mut || vec![(rng.index(100) as f64 / 7.0, 1.0)]);
        let tree = Tree::new(2, &root).unwrap();
        let (report, minimax) = (ask("bpip", &tree, None), ask("minimax", &tree, None));
        assert!(close(report.value[0].unwrap(), minimax.value[0].unwrap()), "tree {seed}");
        assert!(number(detail(&report, "euafe")) < 1e-12);
        for leaf in list(detail(&report, "leaves")) {
            assert!(number(field(leaf, "ess")) < 1e-12);
        }
    }
}

/// Pearl's product rule: the probability that seat 1 wins.
fn product(node: &Outline) -> f64 {
    if let Some(spikes) = &node.spikes {
        return spikes.iter().map(|(x, p)| x * p).sum();
    }
    let children = node.children.iter().map(product);
    match node.turn.unwrap() {
        OutlineTurn::Of(Player::FIRST) => 1.0 - children.map(|p| 1.0 - p).product::<f64>(),
        _ => children.product(),
    }
}

#[test]
fn wins_and_losses_are_the_product_rule() {
    for seed in 0..200 {
        let mut rng = Rng::stream(9, seed);
        let mut root = spiky(&mut rng, false, 5, &mut 1000);
        let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
        with_spikes(&mut root, &mut || {
            let p = (1.0 + rng.index(8) as f64) / 10.0;
            vec![(0.0, 1.0 - p), (1.0, p)]
        });
        let tree = Tree::new(2, &root).unwrap();
        let report = ask("bpip", &tree, None);
        for (found, child) in report.moves.iter().zip(&root.children) {
            assert!(close(found.values[0].unwrap(), product(child)), "tree {seed}");
        }
        let (emax, wanted) = (number(detail(&report, "emax")), product(&root));
        assert!(close(if seat == Player::FIRST { emax } else { -emax }, wanted), "tree {seed}");
    }
}

fn choose<G: Evaluated + Clone>(game: &G, spec: &str, plies: usize, record: Option<usize>) -> Report<G::Move> {
    let mut rng = Rng::stream(12, plies as u64);
    let mut table = Table::deal(game, &mut rng);
    for _ in 0..plies {
        let mv = *rng.pick(table.moves());
        table.play(mv);
    }
    let Turn::Of(seat) = table.turn() else { panic!("the game goes on") };
    let mut agent: Box<dyn Agent<G>> = catalog::agent(&Spec::parse(spec).unwrap(), game).unwrap();
    agent.begin(game, seat, 1);
    agent.choose(&table.view(seat), &Control { record, ..Control::default() }).unwrap()
}

/// A grown tree, written out and read again, is worth what the search said: growing changed everything it had to.
#[test]
fn a_grown_tree_written_out_is_worth_what_the_search_said() {
    let game = Connect4::new(7, 6).unwrap();
    for plies in [0, 3, 8, 9] {
        for spec in ["bpip:nodes=3000,spikes=0,gulp=0.05", "bpip:nodes=400,spikes=0,gulp=0"] {
            let report = choose(&game, spec, plies, Some(100_000));
            let tree = Tree::new(2, report.tree.as_ref().unwrap()).unwrap();
            let again = ask("bpip", &tree, None);
            for name in ["emax", "euafe"] {
                let (found, again) = (number(detail(&report, name)), number(detail(&again, name)));
                assert!((found - again).abs() < 1e-9, "{spec} after {plies}: {name} {found} {again}");
            }
            assert!((report.value[0].unwrap() - again.value[0].unwrap()).abs() < 1e-9);
        }
    }
}

#[test]
fn budgets_hold_and_the_same_question_has_the_same_answer() {
    let game = Connect4::new(7, 6).unwrap();
    for nodes in [1, 6, 7, 50, 1000] {
        let spec = format!("bpip:nodes={nodes}");
        let report = choose(&game, &spec, 5, None);
        assert!(report.nodes <= nodes, "{} of {nodes}", report.nodes);
        assert_eq!(report, choose(&game, &spec, 5, None));
    }
    let report = choose(&game, "bpip:nodes=1000000,memory=1", 5, None);
    assert!(report.remarks.iter().any(|remark| remark.contains("memory")), "{:?}", report.remarks);
    assert!(report.nodes < 20_000, "{} nodes in a MiB", report.nodes);
    let dear = choose(&game, "bpip:nodes=100000,cost=0.01", 5, None);
    assert!(dear.nodes < 50_000, "{} nodes although they are dear", dear.nodes);
    assert_eq!(choose(&game, "bpip:depth=0", 5, None).nodes, 0);
}

/// All rounds together do at most 1.2 times the C of the gulp formula, C = 1 + 1/(f(b - 1)), of the work of the last tree.
#[test]
fn growing_costs_no_more_than_the_gulp_formula_says() {
    let game = Connect4::new(7, 6).unwrap();
    for gulp in [0.05, 0.1, 0.3] {
        let report = choose(&game, &format!("bpip:nodes=60000,gulp={gulp}"), 4, None);
        let grown = detail(&report, "grown");
        let formula = 1.0 + 1.0 / (gulp * (number(field(grown, "branching")) - 1.0));
        let effort = number(field(grown, "effort"));
        assert!(effort <= 1.2 * formula, "gulp {gulp}: {effort} against {formula}, {grown:?}");
        assert!(number(field(grown, "slowdown")) >= effort, "gulp {gulp}: {grown:?}");
    }
}

#[test]
fn a_million_leaves_cost_no_more_either() {
    let game = Connect4::new(7, 6).unwrap();
    let report = choose(&game, "bpip:nodes=1200000,gulp=0.1,memory=1024", 0, None);
    let grown = detail(&report, "grown");
    assert!(number(field(grown, "leaves")) >= 1e6, "{grown:?}");
    let formula = 1.0 + 1.0 / (0.1 * (number(field(grown, "branching")) - 1.0));
    assert!(number(field(grown, "effort")) <= 1.2 * formula, "{formula}: {grown:?}");
}

/// What is shipped foretells games it has not seen: the mean square of the changes it leaves unexplained over that of all
/// changes, and how often a change lies between its outermost spikes.
fn foretold<G: Evaluated + Clone>(game: &G, depth: u32, games: u64) -> (f64, f64) {
    let text = game.evaluation(0).spread(game).expect("a spread is shipped");
    assert!(text.starts_with("# outwit train "), "the file says how it was made");
    let spread = Spread::read(text).unwrap();
    let (mut left, mut all, mut inside, mut count) = (0.0, 0.0, 0, 0);
    for number in 0..games {
        for sample in sample_game(game, 0, depth, 77, number).unwrap() {
            let (kind, class) = spread.class(sample.kind, sample.value);
            let changes = &spread.kinds()[kind].changes[class];
            let mean: f64 = changes.iter().map(|spike| spike.p * spike.x).sum();
            left += (sample.change - mean) * (sample.change - mean);
            all += sample.change * sample.change;
            inside += usize::from(changes[0].x <= sample.change && sample.change <= changes[changes.len() - 1].x);
            count += 1;
        }
    }
    (left / all, inside as f64 / count as f64)
}

#[test]
fn shipped_spreads_foretell_games_they_have_not_seen() {
    for (name, (left, inside)) in [
        ("connect4", foretold(&Connect4::new(7, 6).unwrap(), 5, 150)),
        ("kalah", foretold(&Kalah::new(Rules::default()).unwrap(), 6, 150)),
        ("othello", foretold(&Othello::new(8, Score::Win).unwrap(), 3, 30)),
        ("dodgem", foretold(&Dodgem::new(5, Blocked::Draw), 5, 60)),
    ] {
        assert!(left < 0.99 && inside > 0.6, "{name}: {left:.3} of the square is left, {inside:.3} lie inside");
    }
}
