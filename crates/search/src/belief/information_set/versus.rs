//! Plan against plan, exactly.

use super::even_tree::{EvenTree, Plan};
use outwit_game::Player;

/// What seat 1 is paid on average when both seats play their plans, each of its best moves with equal probability (Eqs. 5
/// and 11). Nothing is sampled: every play that can happen is followed, and no other.
///
/// # Panics
/// When the plans are not seat 1's and seat 2's for this tree with the same plies hidden.
pub fn expected_payoff(tree: &EvenTree, hidden: &[bool], first: &Plan, second: &Plan) -> f64 {
    assert!(first.seat == Player::FIRST && second.seat == Player::SECOND, "a plan for each seat, seat 1's first");
    let mut own_plies = [0, 0];
    let plies = tree.movers().iter().zip(hidden).map(|(&mover, &is_hidden)| {
        let own_ply = own_plies[mover.index()];
        own_plies[mover.index()] += 1;
        let plan = if mover == Player::FIRST { first } else { second };
        Ply { mover: mover.index(), is_hidden, best: &plan.best[own_ply] }
    });
    let plies: Vec<Ply<'_>> = plies.collect();
    follow(tree, &plies, 0, [0, 0])
}

struct Ply<'a> {
    mover: usize,
    is_hidden: bool,
    best: &'a [u16],
}

/// `node` is the number of the history, `seen` those of the two seats' information sets.
fn follow(tree: &EvenTree, plies: &[Ply<'_>], node: usize, seen: [usize; 2]) -> f64 {
    let (ply, rest) = plies.split_first().expect("a tree has a ply");
    let mut moves = ply.best[seen[ply.mover]];
    let count = moves.count_ones();
    // At the end there is nothing to follow, and most of all plays are there.
    if rest.is_empty() {
        let leaves = &tree.leaves[node * tree.branching..][..tree.branching];
        let paid = leaves.iter().enumerate().map(|(mv, &leaf)| if moves >> mv & 1 == 1 { i32::from(leaf) } else { 0 });
        return f64::from(paid.sum::<i32>()) / f64::from(count);
    }
    let mut sum = 0.0;
    while moves != 0 {
        let mv = moves.trailing_zeros() as usize;
        moves &= moves - 1;
        let mut seen = seen;
        seen[ply.mover] = seen[ply.mover] * tree.branching + mv;
        if !ply.is_hidden {
            let other = 1 - ply.mover;
            seen[other] = seen[other] * tree.branching + mv;
        }
        sum += follow(tree, rest, node * tree.branching + mv, seen);
    }
    sum / f64::from(count)
}
