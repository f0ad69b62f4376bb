//! How often random play visits each position.

use crate::graph::Topology;
use outwit_game::Problem;

/// What is left of a game under way is followed until less than this is left of it.
const NOTHING: f64 = 1e-22;
/// Random play that is not over after this many sweeps hardly ever is.
const MOST_SWEEPS: usize = 200_000;

/// The expected number of visits of each position in a game of uniformly random moves.
///
/// Of several starts each is drawn equally often. Without cycles one pass from them suffices. With cycles, what arrives at a position is passed on to those after it,
/// sweep after sweep, until practically every game has ended.
pub fn visits(graph: &Topology, parents_first: Option<&[u32]>) -> Result<Vec<f64>, Problem> {
    let mut visits = vec![0.0; graph.len()];
    let drawn = 1.0 / graph.starts() as f64;
    if let Some(order) = parents_first {
        visits[..graph.starts()].fill(drawn);
        for &number in order {
            let children = graph.targets(number as usize);
            let share = visits[number as usize] / children.len() as f64;
            children.iter().for_each(|&child| visits[child as usize] += share);
        }
        return Ok(visits);
    }
    let mut arriving = vec![0.0; graph.len()];
    arriving[..graph.starts()].fill(drawn);
    for _ in 0..MOST_SWEEPS {
        for number in 0..graph.len() {
            let arrived = std::mem::take(&mut arriving[number]);
            if arrived > 0.0 {
                visits[number] += arrived;
                let children = graph.targets(number);
                let share = arrived / children.len() as f64;
                children.iter().for_each(|&child| arriving[child as usize] += share);
            }
        }
        if arriving.iter().sum::<f64>() < NOTHING {
            return Ok(visits);
        }
    }
    Err(Problem::new("random play of this game hardly ever ends, so visits cannot be counted"))
}

/// In how many ways each position can be reached: how often it stands in the tree of move sequences. Exact up to 2^53.
pub fn occurrences(graph: &Topology, parents_first: &[u32]) -> Vec<f64> {
    let mut ways = vec![0.0; graph.len()];
    ways[..graph.starts()].fill(1.0);
    for &number in parents_first {
        let here = ways[number as usize];
        graph.targets(number as usize).iter().for_each(|&child| ways[child as usize] += here);
    }
    ways
}
