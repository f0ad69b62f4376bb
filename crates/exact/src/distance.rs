//! How many plies are left where a value is certain: who is after it hurries, who would avoid it plays for time.

use crate::graph::Graph;
use crate::labels::Values;
use crate::looks::Looks;
use outwit_game::{Game, Player, Problem, Turn};

/// Plies of a position that has another value.
pub const ELSEWHERE: u32 = u32::MAX;

/// For every position worth just `value` to `seat`, the plies to the end if the seat hurries and all others delay it; the other way
/// round if the seat does not `want` it. `value` is the most, or the least, that the seat is ever paid, so that whoever delays
/// cannot get away. Backwards from the finished positions, each move looked at once.
pub fn plies_to_end<G: Game>(
    graph: &Graph<G>,
    values: &Values,
    seat: Player,
    value: f64,
    wants: bool,
    go_on: &mut dyn FnMut() -> bool,
) -> Result<Vec<u32>, Problem> {
    let looks = &mut Looks::new(go_on);
    let topology = &graph.topology;
    let backwards = topology.predecessors_while(looks)?;
    let has_it = |number: usize| values.of(number) == value;
    let mut plies = vec![ELSEWHERE; graph.len()];
    let mut waiting: Vec<u32> = (0..graph.len()).map(|number| topology.targets(number).len() as u32).collect();
    let mut queue: Vec<u32> =
        (0..graph.len()).filter(|&n| topology.turns[n].is_over() && has_it(n)).map(|n| n as u32).collect();
    queue.iter().for_each(|&number| plies[number as usize] = 0);
    // First in, first out: the first successor of who hurries is its nearest, the last of who delays its farthest.
    let mut next = 0;
    while let Some(&number) = queue.get(next) {
        looks.step()?;
        next += 1;
        for &source in backwards.of(number as usize) {
            let at = source as usize;
            if plies[at] != ELSEWHERE || !has_it(at) {
                continue;
            }
            waiting[at] -= 1;
            let hurries = topology.turns[at] != Turn::Chance && (topology.turns[at] == Turn::Of(seat)) == wants;
            if hurries || waiting[at] == 0 {
                plies[at] = plies[number as usize] + 1;
                queue.push(source);
            }
        }
    }
    Ok(plies)
}
