//! The product rule and the bounds against the plain recursion written here, on random explicit trees: one to six seats,
//! movers that do not alternate, chance, ties.

use crate::common::{ask, close, random_shape, random_tree};
use outwit_game::{Game, Outline, OutlineTurn, Player, Rng};
use outwit_games::tree::Tree;

/// A chance by its ends, both the same where it is known.
type Ends = (f64, f64);

/// How the ends of the children make those of their parent, where the root's seat moves or not.
type Rule = fn(bool, &[Ends]) -> Ends;

fn product(is_root: bool, children: &[Ends]) -> Ends {
    let wins: f64 = children.iter().map(|child| child.0).product();
    let loses: f64 = children.iter().map(|child| 1.0 - child.0).product();
    let chance = if is_root { 1.0 - loses } else { wins };
    (chance, chance)
}

fn bounds(is_root: bool, children: &[Ends]) -> Ends {
    let (mut low, mut high) = children[0];
    for child in &children[1..] {
        (low, high) = if is_root {
            (low.max(child.0), (high + child.1).min(1.0))
        } else {
            ((low + child.0 - 1.0).max(0.0), high.min(child.1))
        };
    }
    (low, high)
}

fn plain(node: &Outline, root: Player, depth: u32, range: (f64, f64), rule: Rule) -> Ends {
    let chance = |payoff: f64| {
        let share = ((payoff - range.0) / (range.1 - range.0)).clamp(0.0, 1.0);
        if range.0 < range.1 { (share, share) } else { (0.5, 0.5) }
    };
    if let Some(payoffs) = &node.payoffs {
        return chance(payoffs[root.index()]);
    }
    if depth == 0 {
        return chance(node.heuristic.as_ref().unwrap()[root.index()]);
    }
    match node.turn.unwrap() {
        OutlineTurn::Chance => node.children.iter().fold((0.0, 0.0), |sum, child| {
            let (p, ends) = (child.probability.unwrap(), plain(child, root, depth, range, rule));
            (sum.0 + p * ends.0, sum.1 + p * ends.1)
        }),
        OutlineTurn::Of(player) => {
            let ends: Vec<Ends> = node.children.iter().map(|c| plain(c, root, depth - 1, range, rule)).collect();
            rule(player == root, &ends)
        }
    }
}

fn check(spec: &str, rule: Rule, number: fn(Ends) -> f64) {
    for seed in 0..1000 {
        let mut rng = Rng::stream(1994, seed);
        let shape = random_shape(&mut rng, seed % 2 == 0);
        let height = 1 + rng.index(5) as u32;
        let root = random_tree(&mut rng, &shape, height, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
        let tree = Tree::new(shape.players, &root).unwrap();
        let range = (tree.facts().lowest, tree.facts().highest);
        let depth = 1 + rng.index(5) as u32;
        let report = ask(&format!("{spec},depth={depth}"), &tree, None);
        let wanted: Vec<f64> = root.children.iter().map(|c| number(plain(c, seat, depth - 1, range, rule))).collect();
        let best = wanted.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        for (found, &wanted) in report.moves.iter().zip(&wanted) {
            let payoff = range.0 + wanted * (range.1 - range.0);
            let value = found.values[seat.index()].unwrap();
            assert!(close(value, payoff), "{spec}, tree {seed}: {value}, plainly {payoff}");
            // Odds may tell apart what plain numbers cannot, so the best may be fewer, never others.
            assert!(
                !report.best.contains(&found.mv) || close(wanted, best),
                "{spec}, tree {seed}: {wanted} is not {best}"
            );
        }
        assert!(report.best.contains(&report.chosen));
    }
}

#[test]
fn the_product_rule_is_the_plain_recursion() {
    check("product:eval=file", product, |ends| ends.0);
}

/// The product rule in which the odds of a position's own estimate, to the power `weight`, multiply those its children give,
/// unless the search has seen the end of every line below it. Says whether it has not.
fn heard(node: &Outline, root: Player, depth: u32, range: (f64, f64), weight: f64) -> (f64, bool) {
    let share = |payoff: f64| ((payoff - range.0) / (range.1 - range.0)).clamp(0.0, 1.0);
    if let Some(payoffs) = &node.payoffs {
        return (share(payoffs[root.index()]), false);
    }
    let own = share(node.heuristic.as_ref().unwrap()[root.index()]);
    if depth == 0 {
        return (own, true);
    }
    let below = |depth: u32| -> Vec<(f64, bool)> {
        node.children.iter().map(|child| heard(child, root, depth, range, weight)).collect()
    };
    match node.turn.unwrap() {
        OutlineTurn::Chance => {
            let below = below(depth);
            let mean =
                node.children.iter().zip(&below).map(|(child, heard)| child.probability.unwrap() * heard.0).sum();
            (mean, below.iter().any(|heard| heard.1))
        }
        OutlineTurn::Of(player) => {
            let below = below(depth - 1);
            let ends: Vec<Ends> = below.iter().map(|heard| (heard.0, heard.0)).collect();
            let chance = product(player == root, &ends).0;
            if below.iter().all(|heard| !heard.1) {
                return (chance, false);
            }
            let own = own.clamp(1e-6, 1.0 - 1e-6);
            let (wins, loses) = (chance * own.powf(weight), (1.0 - chance) * (1.0 - own).powf(weight));
            (wins / (wins + loses), true)
        }
    }
}

#[test]
fn evidence_of_inner_positions_multiplies_the_odds() {
    let mut changed = 0;
    for seed in 0..1000 {
        let mut rng = Rng::stream(1992, seed);
        let shape = random_shape(&mut rng, seed % 2 == 0);
        let root = random_tree(&mut rng, &shape, 4, true);
        let Some(OutlineTurn::Of(seat)) = root.turn else { continue };
        let tree = Tree::new(shape.players, &root).unwrap();
        let range = (tree.facts().lowest, tree.facts().highest);
        if range.0 == range.1 {
            continue;
        }
        let weight = [0.25, 0.5, 1.0][rng.index(3)];
        let report = ask(&format!("product:eval=file,evidence={weight},depth=3"), &tree, None);
        for (found, child) in report.moves.iter().zip(&root.children) {
            let (chance, _) = heard(child, seat, 2, range, weight);
            let value = found.values[seat.index()].unwrap();
            let payoff = range.0 + chance * (range.1 - range.0);
            assert!(close(value, payoff), "tree {seed}: {value}, plainly {payoff}");
            changed += usize::from(!close(chance, plain(child, seat, 2, range, product).0));
        }
    }
    assert!(changed > 500, "{changed}");
}

#[test]
fn bounds_are_the_plain_recursion_whichever_end_counts() {
    check("bounds:eval=file,by=low", bounds, |ends| ends.0);
    check("bounds:eval=file,by=middle", bounds, |ends| 0.5 * (ends.0 + ends.1));
    check("bounds:eval=file,by=high", bounds, |ends| ends.1);
}

#[test]
fn the_product_rule_lies_between_the_bounds() {
    for seed in 0..500 {
        let mut rng = Rng::stream(7, seed);
        let shape = random_shape(&mut rng, true);
        let root = random_tree(&mut rng, &shape, 4, true);
        let range = (-10.0, 10.0);
        let (low, high) = plain(&root, Player::FIRST, 3, range, bounds);
        let chance = plain(&root, Player::FIRST, 3, range, product).0;
        assert!(low - 1e-12 <= chance && chance <= high + 1e-12, "{low} {chance} {high}");
    }
}
