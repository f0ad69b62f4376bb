//! The law of the four axes: on a tree that is grown to its end, every way to grow gives the same values and the same best
//! moves for the same backup and belief, and they are those of the plain recursion, which is written here rule by rule.

use super::unseen_moves::{Veiled, answer};
use crate::axes::{AnyBackup, AnyOpponent, Axes, of_any_kind};
use crate::common::{Shape, random_tree};
use outwit_game::{
    Blind, Budget, Control, Evaluated, Facts, Game, Outline, OutlineTurn, Player, Rng, SeatValues, Table, Turn,
    equally_good,
};
use outwit_games::tree::Tree;
use outwit_search::backup::{
    ChanceBounds, Expectation, FirstTie, Judged, MaxProb, Minimax, OpponentModel, Preference, ProbMaxN, Product,
    Pruning, Quantal, RandomTies, Security, SoftMaxN, Strategy, Typed, Worst,
};
use outwit_search::belief::information_set::Held;
use outwit_search::belief::{Adversary, Given, Mixture, Uniform};
use outwit_search::grow::DepthFirst;
use outwit_search::grow::best_first::{BestFirst, Principal};
use outwit_search::grow::information_sets::{InformationSetSearch, Worlds};
use outwit_search::grow::monte_carlo::{Options, Simulations};
use outwit_search::value::{
    AnyLeaf, Certain, Everybody, Judges, Own, OwnByJudges, Single, WinShare, WinShareBounds, Winning,
};
use outwit_search::{Findings, Search};

// ---- beliefs ---------------------------------------------------------------------------------------------------------

const BELIEFS: [&str; 4] = ["adversary", "uniform", "given", "mixture"];

/// Somebody who likes later moves better: 1, 2, 3 ... parts.
fn later(moves: usize) -> Vec<f64> {
    let total = (moves * (moves + 1) / 2) as f64;
    (1..=moves).map(|part| part as f64 / total).collect()
}

fn opponent<G: Game>(belief: &str) -> AnyOpponent<G> {
    let given = || -> AnyOpponent<G> {
        Box::new(Given(|_: &G, _: Player, _: &[G::Seen], moves: &[G::Move], out: &mut Vec<f64>| {
            out.extend(later(moves.len()))
        }))
    };
    match belief {
        "adversary" => Box::new(Adversary),
        "uniform" => Box::new(Uniform),
        "given" => given(),
        _ => Box::new(Mixture(vec![(3.0, Box::new(Uniform)), (1.0, given())])),
    }
}

fn believed(belief: &str, moves: usize) -> Option<Vec<f64>> {
    let even = vec![1.0 / moves as f64; moves];
    match belief {
        "adversary" => None,
        "uniform" => Some(even),
        "given" => Some(later(moves)),
        _ => Some(even.iter().zip(later(moves)).map(|(even, given)| 0.75 * even + 0.25 * given).collect()),
    }
}

// ---- the plain recursion ---------------------------------------------------------------------------------------------

/// Who decides at a node, and how likely each child is where that is known.
struct At<'a> {
    mover: Option<usize>,
    weights: Option<&'a [f64]>,
}

type Fold<'a, V> = &'a dyn Fn(&At<'_>, &[V]) -> V;

fn recurse<V>(node: &Outline, seat: usize, belief: &str, leaf: &dyn Fn(&[f64]) -> V, fold: Fold<'_, V>) -> V {
    if let Some(payoffs) = &node.payoffs {
        return leaf(payoffs);
    }
    let children: Vec<V> = node.children.iter().map(|child| recurse(child, seat, belief, leaf, fold)).collect();
    match node.turn {
        Some(OutlineTurn::Of(player)) => {
            let weights = if player.index() == seat { None } else { believed(belief, children.len()) };
            fold(&At { mover: Some(player.index()), weights: weights.as_deref() }, &children)
        }
        _ => {
            let weights: Vec<f64> = node.children.iter().map(|child| child.probability.unwrap()).collect();
            fold(&At { mover: None, weights: Some(&weights) }, &children)
        }
    }
}

fn mean(weights: &[f64], children: &[f64]) -> f64 {
    weights.iter().zip(children).map(|(weight, child)| weight * child).sum()
}

fn mean_vector(weights: &[f64], children: &[Vec<f64>]) -> Vec<f64> {
    let seats = children[0].len();
    (0..seats).map(|seat| weights.iter().zip(children).map(|(weight, child)| weight * child[seat]).sum()).collect()
}

fn highest(numbers: impl Iterator<Item = f64>) -> f64 {
    numbers.fold(f64::NEG_INFINITY, f64::max)
}

/// The first child whose liking is as good as the best.
fn first_best<V: Clone>(children: &[V], liking: impl Fn(&V) -> f64) -> V {
    let best = highest(children.iter().map(&liking));
    children.iter().find(|child| equally_good(liking(child), best)).unwrap().clone()
}

/// What the rules say, as one number a seat where they say it.
type Told = Vec<Option<f64>>;

fn only(players: usize, seat: usize, value: f64) -> Told {
    (0..players).map(|player| (player == seat).then_some(value)).collect()
}

fn all(values: Vec<f64>) -> Told {
    values.into_iter().map(Some).collect()
}

/// The rule of a name by its definition: what a node is worth.
fn plain(rule: &str, node: &Outline, seat: usize, belief: &str, facts: &Facts, players: usize) -> Told {
    let share = |payoff: f64| {
        if facts.highest > facts.lowest { (payoff - facts.lowest) / (facts.highest - facts.lowest) } else { 0.5 }
    };
    let payoff_of = |share: f64| facts.lowest + share * (facts.highest - facts.lowest);
    let own = |payoffs: &[f64]| payoffs[seat];
    let vector = |payoffs: &[f64]| payoffs.to_vec();
    match rule {
        "minimax" | "worst" | "quantal" => {
            let fold = |at: &At<'_>, children: &[f64]| match (at.mover, at.weights) {
                (Some(mover), _) if mover == seat => highest(children.iter().copied()),
                (_, Some(weights)) if rule == "minimax" => mean(weights, children),
                (_, weights) if rule == "quantal" => {
                    let even = vec![1.0 / children.len() as f64; children.len()];
                    let terms: Vec<f64> = children.iter().map(|value| (-0.3 * value).exp()).collect();
                    -mean(weights.unwrap_or(&even), &terms).ln() / 0.3
                }
                _ => -highest(children.iter().map(|value| -value)),
            };
            only(players, seat, recurse(node, seat, belief, &own, &fold))
        }
        "expectation" | "maxn" | "paranoid" | "offensive" => {
            let target = (seat + 1) % players;
            let fold = |at: &At<'_>, children: &[Vec<f64>]| match (at.mover, at.weights) {
                (_, Some(weights)) => mean_vector(weights, children),
                (Some(mover), None) => match rule {
                    "paranoid" if mover != seat => first_best(children, |value| -value[seat]),
                    "offensive" if mover == seat && players > 1 => {
                        let hurt = highest(children.iter().map(|value| -value[target]));
                        let hurtful: Vec<Vec<f64>> =
                            children.iter().filter(|value| equally_good(-value[target], hurt)).cloned().collect();
                        first_best(&hurtful, |value| value[seat])
                    }
                    _ => first_best(children, |value| value[mover]),
                },
                _ => unreachable!("chance has weights"),
            };
            all(recurse(node, seat, belief, &vector, &fold))
        }
        "maxprob" => {
            let wins = |payoffs: &[f64]| -> Vec<f64> {
                let best = highest(payoffs.iter().copied());
                let winners = payoffs.iter().filter(|payoff| equally_good(**payoff, best)).count();
                let part = |payoff: &f64| f64::from(u8::from(equally_good(*payoff, best)));
                if winners == players {
                    vec![1.0 / players as f64; players]
                } else {
                    payoffs.iter().map(part).collect()
                }
            };
            let fold = |at: &At<'_>, children: &[Vec<f64>]| match (at.mover, at.weights) {
                (_, Some(weights)) => mean_vector(weights, children),
                (Some(mover), None) => {
                    let best = highest(children.iter().map(|value| value[mover]));
                    let good: Vec<Vec<f64>> =
                        children.iter().filter(|value| equally_good(value[mover], best)).cloned().collect();
                    mean_vector(&vec![1.0 / good.len() as f64; good.len()], &good)
                }
                _ => unreachable!("chance has weights"),
            };
            all(recurse(node, seat, belief, &wins, &fold))
        }
        "product" => {
            let fold = |at: &At<'_>, children: &[f64]| match (at.mover, at.weights) {
                (_, Some(weights)) => mean(weights, children),
                (Some(mover), None) if mover == seat => 1.0 - children.iter().map(|p| 1.0 - p).product::<f64>(),
                _ => children.iter().product(),
            };
            only(players, seat, payoff_of(recurse(node, seat, belief, &|payoffs| share(payoffs[seat]), &fold)))
        }
        "bounds" => {
            let fold = |at: &At<'_>, children: &[(f64, f64)]| {
                let (low, high): (Vec<f64>, Vec<f64>) = children.iter().copied().unzip();
                let least = |ends: &[f64]| -highest(ends.iter().map(|end| -end));
                match (at.mover, at.weights) {
                    (_, Some(weights)) => (mean(weights, &low), mean(weights, &high)),
                    (Some(mover), None) if mover == seat => {
                        (highest(low.iter().copied()), high.iter().sum::<f64>().min(1.0))
                    }
                    _ => ((low.iter().sum::<f64>() - (low.len() - 1) as f64).max(0.0), least(&high)),
                }
            };
            let point = |payoffs: &[f64]| (share(payoffs[seat]), share(payoffs[seat]));
            let (low, high) = recurse(node, seat, belief, &point, &fold);
            only(players, seat, payoff_of((low + high) / 2.0))
        }
        "softmaxn" => {
            let dominates = |mover: usize, a: &[Vec<f64>], b: &[Vec<f64>]| {
                let no_worse = a.iter().all(|x| b.iter().all(|y| x[mover] >= y[mover] - 1e-9));
                no_worse && a.iter().any(|x| b.iter().any(|y| x[mover] > y[mover] + 1e-9))
            };
            let fold = |at: &At<'_>, children: &[Vec<Vec<f64>>]| -> Vec<Vec<f64>> {
                let mut found: Vec<Vec<f64>> = Vec::new();
                let mut add = |value: Vec<f64>| {
                    if !found.contains(&value) {
                        found.push(value);
                    }
                };
                match (at.mover, at.weights) {
                    (_, Some(weights)) => {
                        // Every way to take one vector of each child.
                        let ways: usize = children.iter().map(Vec::len).product();
                        for way in 0..ways {
                            let mut rest = way;
                            let taken: Vec<Vec<f64>> = children
                                .iter()
                                .map(|set| {
                                    let place = rest % set.len();
                                    rest /= set.len();
                                    set[place].clone()
                                })
                                .collect();
                            add(mean_vector(weights, &taken));
                        }
                    }
                    (mover, None) => {
                        let mover = mover.unwrap();
                        for set in children {
                            if !children.iter().any(|other| dominates(mover, other, set)) {
                                set.iter().for_each(|value| add(value.clone()));
                            }
                        }
                    }
                }
                found
            };
            let set = recurse(node, seat, belief, &|payoffs| vec![payoffs.to_vec()], &fold);
            let average = |player: usize| set.iter().map(|value| value[player]).sum::<f64>() / set.len() as f64;
            all((0..players).map(average).collect())
        }
        // At the end of the game all judges agree, so everybody goes by the truth.
        "om" => {
            let fold = |at: &At<'_>, children: &[f64]| match (at.mover, at.weights) {
                (Some(mover), _) if mover == seat => highest(children.iter().copied()),
                (_, Some(weights)) => mean(weights, children),
                _ => -highest(children.iter().map(|value| -value)),
            };
            only(players, seat, recurse(node, seat, belief, &own, &fold))
        }
        "probmaxn" => {
            let fold = |at: &At<'_>, children: &[Vec<f64>]| match (at.mover, at.weights) {
                (_, Some(weights)) => mean_vector(weights, children),
                (Some(mover), None) => first_best(children, |value| value[mover]),
                _ => unreachable!("chance has weights"),
            };
            all(recurse(node, seat, belief, &vector, &fold))
        }
        _ => unreachable!("{rule}"),
    }
}

// ---- the engines -----------------------------------------------------------------------------------------------------

/// What an engine found, as far as it is compared.
struct Reported {
    engine: &'static str,
    findings: Findings<<Tree as Game>::Move>,
}

/// A backup of any kind, for the search of a seat at a table of so many.
type MakesBackup<'a> = &'a (dyn Fn(Player, usize) -> AnyBackup + Sync);

/// Everything that grows a tree with these axes. A rule that does not choose a move cannot choose one for several worlds.
fn engines(
    tree: &Tree,
    leaf: &dyn Fn() -> AnyLeaf<Tree>,
    backup: MakesBackup<'_>,
    belief: &str,
    chooses: bool,
) -> Vec<Reported> {
    let table = Table::deal(tree, &mut Rng::new(0));
    let Turn::Of(seat) = table.turn() else { panic!("the root is a player's") };
    let (view, mut rng, control) = (table.view(seat), Rng::new(0), Control::default());
    let budget = Budget::default();
    let mut reported = Vec::new();
    let mut tell = |engine, findings| reported.push(Reported { engine, findings });
    tell("full", DepthFirst::new(budget, leaf(), backup, opponent(belief)).search(&view, &mut rng, &control).unwrap());
    tell(
        "full, plain",
        DepthFirst::plain(budget, leaf(), backup, opponent(belief)).search(&view, &mut rng, &control).unwrap(),
    );
    let mut best_first = BestFirst {
        budget,
        memory: 1 << 26,
        leaf: leaf(),
        backup,
        others: opponent(belief),
        selection: Principal::to_the_end(),
        evaluation: tree.evaluation(0),
    };
    tell("best first", best_first.search(&view, &mut rng, &control).unwrap());
    let options = Options { simulations: Some(100_000), ..Options::default() };
    let (policy, others) = (None, opponent(belief));
    let mut simulations = Simulations { options, leaf: leaf(), backup, others, policy };
    tell("simulations", simulations.search(&view, &mut rng, &control).unwrap());
    if chooses {
        let worlds = Worlds::All { most: 1000, drawn: 10 };
        let (others, held) = (opponent(belief), Held::default());
        let mut sets = InformationSetSearch { budget, leaf: leaf(), backup, others, worlds, held };
        tell("information sets", sets.search(&view, &mut rng, &control).unwrap());
    }
    reported
}

/// A rule of a name on every engine.
fn by_rule(rule: &str, tree: &Tree, belief: &str) -> Vec<Reported> {
    let (facts, players) = (tree.facts(), tree.players());
    let blind = || tree.evaluation(0);
    let preference = |root: Player| {
        let target = Player::new((root.index() + 1) % players);
        let strategy = match rule {
            "paranoid" => Strategy::Paranoid,
            "offensive" if players > 1 => Strategy::Offensive(target),
            _ => Strategy::MaxN,
        };
        Preference { root, strategy }
    };
    let own = || of_any_kind(Own(blind()));
    let everybody = || of_any_kind(Everybody(blind()));
    let judges = || vec![blind(), blind(), blind()];
    let ask = |leaf: &dyn Fn() -> AnyLeaf<Tree>, chooses: bool, backup: MakesBackup<'_>| {
        engines(tree, leaf, backup, belief, chooses)
    };
    match rule {
        "minimax" => ask(&own, true, &|root, players| Typed::<f64, _>::boxed(Minimax { root, players })),
        "worst" => ask(&own, true, &|root, players| Typed::<f64, _>::boxed(Worst { root, players })),
        "quantal" => ask(&own, true, &|root, players| Typed::<f64, _>::boxed(Quantal { root, players, tau: 0.3 })),
        "expectation" => ask(&everybody, true, &|root, players| Typed::boxed(Expectation { root, players })),
        "maxn" | "paranoid" | "offensive" => ask(&everybody, true, &|root, players| {
            Typed::boxed(FirstTie { preference: preference(root), players, span: None, pruning: Pruning::Shallow })
        }),
        "random ties" => ask(&|| of_any_kind(Certain(Everybody(blind()))), false, &|root, players| {
            Typed::boxed(RandomTies { preference: preference(root), players })
        }),
        "maxprob" => ask(&|| of_any_kind(Winning { evaluation: blind(), players }), true, &|_, players| {
            Typed::boxed(MaxProb { players })
        }),
        "product" => ask(&|| of_any_kind(WinShare::new(blind(), &facts)), false, &|root, players| {
            Typed::boxed(Product::new(root, players, &facts))
        }),
        "bounds" => ask(&|| of_any_kind(WinShareBounds::new(blind(), &facts)), false, &|root, players| {
            Typed::boxed(ChanceBounds::new(root, players, &facts, Judged::Middle))
        }),
        "softmaxn" => ask(&|| of_any_kind(Single(Everybody(blind()))), false, &|_, players| {
            Typed::boxed(SoftMaxN { players, security: Security::Mean })
        }),
        "om" => ask(&|| of_any_kind(OwnByJudges(judges())), false, &|root, _| {
            Typed::boxed(OpponentModel { root, types: vec![0.25, 0.75] })
        }),
        "probmaxn" => ask(&|| of_any_kind(Judges(judges())), true, &|root, players| {
            Typed::boxed(ProbMaxN { root, players, weights: vec![0.0, 0.5, 0.5], careless: 0.0 })
        }),
        _ => unreachable!("{rule}"),
    }
}

const RULES: [&str; 14] = [
    "minimax",
    "worst",
    "quantal",
    "expectation",
    "maxn",
    "paranoid",
    "offensive",
    "random ties",
    "maxprob",
    "product",
    "bounds",
    "softmaxn",
    "om",
    "probmaxn",
];

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-8 * b.abs().max(1.0)
}

#[test]
fn every_way_to_grow_says_what_the_plain_recursion_says() {
    for seed in 0..160 {
        let mut rng = Rng::stream(77, seed);
        let shape = Shape {
            players: 1 + rng.index(6),
            chance: rng.index(2) == 0,
            zero_sum: rng.index(2) == 0,
            ties: rng.index(2) == 0,
        };
        let root = random_tree(&mut rng, &shape, 4, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
        let tree = Tree::new(shape.players, &root).unwrap();
        let (facts, players) = (tree.facts(), shape.players);
        for rule in RULES {
            for belief in BELIEFS {
                // Expectation is of those whose moves have probabilities.
                if rule == "expectation" && belief == "adversary" {
                    continue;
                }
                let reported = by_rule(rule, &tree, belief);
                let told = |values: &SeatValues| values[..players].to_vec();
                let what = |engine: &str| format!("tree {seed}, {players} seats: {engine}, {rule}, {belief}");
                // What each move is worth: by definition, or as the first engine says where the definition is tested elsewhere.
                let wanted: Vec<Told> = match rule {
                    "random ties" => reported[0].findings.moves.iter().map(|found| told(&found.values)).collect(),
                    _ => {
                        let of = |child| plain(rule, child, seat.index(), belief, &facts, players);
                        root.children.iter().map(of).collect()
                    }
                };
                for Reported { engine, findings } in &reported {
                    for (found, wanted) in findings.moves.iter().zip(&wanted) {
                        for (value, wanted) in told(&found.values).iter().zip(wanted) {
                            if let Some(wanted) = wanted {
                                let value = value.unwrap_or_else(|| panic!("{}: no value", what(engine)));
                                assert!(close(value, *wanted), "{}: {value} for {wanted}", what(engine));
                            }
                        }
                    }
                    assert_eq!(findings.best, reported[0].findings.best, "{}", what(engine));
                    let number = |wanted: &Told| match rule {
                        "offensive" if players > 1 => -wanted[(seat.index() + 1) % players].unwrap(),
                        _ => wanted[seat.index()].unwrap(),
                    };
                    let best = highest(wanted.iter().map(number));
                    let is_best = |place: usize| findings.best.contains(&place);
                    for (place, wanted) in wanted.iter().enumerate() {
                        // Where ties are broken at random a move may be best with some probability; the offensive has a second
                        // thought.
                        let is_sure = rule != "random ties";
                        assert!(!is_sure || !is_best(place) || close(number(wanted), best), "{}", what(engine));
                        let is_decided = is_sure && rule != "offensive";
                        assert!(!is_decided || is_best(place) == close(number(wanted), best), "{}", what(engine));
                    }
                    // What the position is worth is worth the same to whoever looks.
                    for (value, first) in told(&findings.value).iter().zip(told(&reported[0].findings.value)) {
                        if let (Some(value), Some(first)) = (value, first) {
                            assert!(close(*value, first), "{}: {value} for {first}", what(engine));
                        }
                    }
                }
            }
        }
    }
}

// ---- where something is hidden ---------------------------------------------------------------------------------------

/// What a mover makes of its children's values.
type FoldOfSets<'a> = &'a dyn Fn(usize, &[Vec<f64>]) -> Vec<f64>;

/// Information sets by their definition, history by history: every set decides by what all its histories say, weighted by what
/// others and chance had to do to get there; in each history others choose as the fold says.
struct Sets<'a> {
    game: &'a Veiled,
    /// All decisions of the first seat: what it has seen, where it is, how likely others and chance are to lead there.
    decisions: Vec<(Vec<u32>, usize, f64)>,
    fold: FoldOfSets<'a>,
    /// All that are best, or the first of them.
    takes_all: bool,
}

impl Sets<'_> {
    fn list(&mut self, at: usize, view: &mut Vec<u32>, weight: f64) {
        let node = &self.game.nodes[at];
        if node.turn == Turn::Of(Player::FIRST) {
            self.decisions.push((view.clone(), at, weight));
        }
        let total: u64 = node.weights.iter().sum();
        for (place, &child) in node.children.iter().enumerate() {
            let share = match node.turn {
                Turn::Of(Player::FIRST) => 1.0,
                Turn::Chance => node.weights[place] as f64 / total as f64,
                _ => 1.0 / node.children.len() as f64,
            };
            let seen = self.game.seen(at, place, Player::FIRST);
            view.extend(seen);
            self.list(child, view, weight * share);
            view.truncate(view.len() - usize::from(seen.is_some()));
        }
    }

    /// What the histories of a set say of each move.
    fn of_set(&self, view: &[u32]) -> Vec<Vec<f64>> {
        let set: Vec<&(Vec<u32>, usize, f64)> = self.decisions.iter().filter(|(seen, _, _)| seen == view).collect();
        let total: f64 = set.iter().map(|(_, _, weight)| weight).sum();
        (0..2)
            .map(|mv| {
                let values: Vec<Vec<f64>> =
                    set.iter().map(|(_, at, _)| self.value(self.game.nodes[*at].children[mv])).collect();
                let weights: Vec<f64> = set.iter().map(|(_, _, weight)| weight / total).collect();
                mean_vector(&weights, &values)
            })
            .collect()
    }

    fn value(&self, at: usize) -> Vec<f64> {
        let node = &self.game.nodes[at];
        match node.turn {
            Turn::Over => node.payoffs.seats(2).to_vec(),
            Turn::Chance => {
                let total: u64 = node.weights.iter().sum();
                let weights: Vec<f64> = node.weights.iter().map(|&weight| weight as f64 / total as f64).collect();
                let children: Vec<Vec<f64>> = node.children.iter().map(|&child| self.value(child)).collect();
                mean_vector(&weights, &children)
            }
            Turn::Of(Player::FIRST) => {
                let view = &self.decisions.iter().find(|(_, place, _)| *place == at).unwrap().0;
                let of_set = self.of_set(view);
                let best = highest(of_set.iter().map(|value| value[0]));
                let good: Vec<usize> = (0..2).filter(|&mv| equally_good(of_set[mv][0], best)).collect();
                let taken = if self.takes_all { &good[..] } else { &good[..1] };
                let values: Vec<Vec<f64>> = taken.iter().map(|&mv| self.value(node.children[mv])).collect();
                mean_vector(&vec![1.0 / values.len() as f64; values.len()], &values)
            }
            Turn::Of(player) => {
                let children: Vec<Vec<f64>> = node.children.iter().map(|&child| self.value(child)).collect();
                (self.fold)(player.index(), &children)
            }
        }
    }
}

/// MaxN, minimax and Max-Prob over information sets: what nobody could say before.
#[test]
fn any_backup_goes_over_information_sets() {
    let (root, players) = (Player::FIRST, 2);
    let mut compared = 0;
    for seed in 0..400 {
        let game = Veiled::random(&mut Rng::stream(92, seed));
        if game.nodes.len() > 45 {
            continue;
        }
        compared += 1;
        let own_best = |mover: usize, children: &[Vec<f64>]| first_best(children, |value| value[mover]);
        let worst = |_: usize, children: &[Vec<f64>]| first_best(children, |value| -value[0]);
        let all_best = |mover: usize, children: &[Vec<f64>]| {
            let best = highest(children.iter().map(|value| value[mover]));
            let good: Vec<Vec<f64>> =
                children.iter().filter(|value| equally_good(value[mover], best)).cloned().collect();
            mean_vector(&vec![1.0 / good.len() as f64; good.len()], &good)
        };
        let wanted = |fold: FoldOfSets<'_>, takes_all: bool| -> Vec<f64> {
            let mut sets = Sets { game: &game, decisions: Vec::new(), fold, takes_all };
            sets.list(0, &mut Vec::new(), 1.0);
            sets.of_set(&[]).iter().map(|value| value[0]).collect()
        };
        let preference = Preference { root, strategy: Strategy::MaxN };
        let maxn = FirstTie { preference, players, span: None, pruning: Pruning::None };
        let compare = |name: &str, found: Vec<f64>, wanted: Vec<f64>| {
            for (found, wanted) in found.iter().zip(&wanted) {
                assert!(close(*found, *wanted), "tree {seed}, {name}: {found} for {wanted}");
            }
        };
        let found = |axes: Axes<Veiled>| answer(axes, &game, None).0;
        let others = || Box::new(Adversary);
        compare("maxn", found(Axes::new(Everybody(Blind), maxn, others())), wanted(&own_best, false));
        let minimax = Minimax { root, players };
        compare("minimax", found(Axes::new(Own(Blind), minimax, others())), wanted(&worst, false));
        // The rule of Max-Prob on plain values: a leaf is chosen apart from its backup.
        let average = MaxProb { players };
        compare("ties", found(Axes::new(Everybody(Blind), average, others())), wanted(&all_best, true));
    }
    assert!(compared > 150, "{compared}");
}
