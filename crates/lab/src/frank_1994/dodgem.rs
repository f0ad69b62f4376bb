//! Tables 10 and 11, figure 7 and the running text: the graph of Dodgem.

use super::sweeping::{Numbering, labelling_iterations, weight_passes};
use super::whole;
use crate::papers::Request;
use crate::report::{Published, Report};
use outwit::arena::statistics::{Estimate, spread};
use outwit::exact::analysis::{Counting, Extent, Survey, explore};
use outwit::exact::graph::Graph;
use outwit::game::{Player, Problem, Rng};
use outwit::games::dodgem::{Blocked, Dodgem};

/// The thesis's rules: 3 x 3, and who cannot move has drawn.
pub(super) fn game() -> Dodgem {
    Dodgem::new(3, Blocked::Draw)
}

/// Every position.
pub(super) fn graph(game: &Dodgem) -> Result<Graph<Dodgem>, Problem> {
    explore(game, &game.set_up(), 10_000, |_| true)
}

const OUTCOMES: [&str; 3] = ["Black Wins", "Draw", "White Wins"];

pub(super) fn tables(report: &mut Report, survey: &Survey<'_>) {
    let siblings = survey.siblings(1, |_| 0).remove(0);
    let joint = siblings.joint(Counting::RandomGame);
    let printed = [
        (["0.337564", "0.009809", "0.141333"], "0.488706"),
        (["0.009809", "0.001341", "0.019723"], "0.030873"),
        (["0.141333", "0.019723", "0.319366"], "0.480421"),
    ];
    let totals: Vec<f64> = joint.of_node().map(|weight| weight / joint.total()).collect();
    let mut table = report.sheet("Table 10");
    for (x, (row, total)) in printed.into_iter().enumerate() {
        for (y, printed) in row.into_iter().enumerate() {
            table.exact(OUTCOMES[x], OUTCOMES[y], printed, joint.probability(x, y));
        }
        table.exact(OUTCOMES[x], "Total", total, totals[x]);
    }
    let printed = [
        (Counting::Pairs, "Pairs of kids of position nodes", "12,464", "0.284458"),
        (Counting::Nodes, "Kids of position nodes", "5,196", "0.270072"),
        (Counting::RandomGame, "Nodes w. sibs in rand. games", "17.97256", "0.099197"),
    ];
    let mut table = report.sheet("Table 11");
    for (counting, row, count, dependence) in printed {
        let joint = siblings.joint(counting);
        table.exact(row, "Total Count", count, whole(joint.total()));
        table.exact(row, "Degree of Dependence", dependence, joint.dependence().unwrap_or(f64::NAN));
    }
}

/// An order in which a program may go through the moves of a position: a scan of the board, an order of the ways a car goes,
/// and which of the two is the outer loop.
pub(super) struct MoveOrder {
    sides: [SideOrder; 2],
    is_by_way_first: bool,
}

struct SideOrder {
    /// The rank of each way.
    ways: [u32; 3],
    is_by_column: bool,
    is_reversed: [bool; 2],
}

impl MoveOrder {
    pub(super) fn draw(rng: &mut Rng) -> MoveOrder {
        let mut side = || {
            let mut ways = [0, 1, 2];
            rng.shuffle(&mut ways);
            let mut coin = || rng.below(2) == 1;
            SideOrder { ways, is_by_column: coin(), is_reversed: [coin(), coin()] }
        };
        let sides = [side(), side()];
        MoveOrder { sides, is_by_way_first: rng.below(2) == 1 }
    }

    /// A move is three times its square and a way.
    pub(super) fn rank(&self, mover: Player, mv: u8) -> u32 {
        let side = &self.sides[mover.index()];
        let (square, way) = (u32::from(mv / 3), side.ways[usize::from(mv % 3)]);
        let turned = |place: u32, is_reversed: bool| if is_reversed { 2 - place } else { place };
        let (column, row) = (turned(square % 3, side.is_reversed[0]), turned(square / 3, side.is_reversed[1]));
        let scan = if side.is_by_column { 3 * column + row } else { 3 * row + column };
        if self.is_by_way_first { 9 * way + scan } else { 3 * scan + way }
    }
}

/// Where one more numbering would lie.
fn one_more(counts: &[f64]) -> Estimate {
    spread(counts).unwrap_or(Estimate { value: f64::NAN, interval: None })
}

pub(super) fn text(report: &mut Report, graph: &Graph<Dodgem>, survey: &Survey<'_>, request: &Request) {
    let extent = Extent::new(survey);
    let (n, b, d) = (extent.positions as f64, extent.widest as f64, f64::from(extent.longest_decision));
    // What the thesis's sweeps cost depends on how positions are numbered, which it does not say. Depth first is the family
    // that comes near both of its counts.
    let numberings = request.size.pick(200, 2000);
    let (mut iterations, mut passes) = (Vec::new(), Vec::new());
    for index in 0..numberings {
        let order = MoveOrder::draw(&mut Rng::stream(request.seed, index));
        let numbering = Numbering::depth_first(graph, |mover, mv| order.rank(mover, mv));
        iterations.push(labelling_iterations(survey, &numbering).0 as f64);
        passes.push(weight_passes(survey, &numbering).0 as f64);
    }
    let by_numbering = format!(
        "depends on how positions are numbered, which the thesis does not say; depth first is the family that comes near both \
         of its counts. Measured is the mean of {numberings} depth-first numberings that take the moves in one order or \
         another, and the interval is where one more would lie 95 times in a hundred"
    );
    let mut figure = report.sheet("Figure 7");
    figure.exact("positions", "n", "1,963", n);
    figure.exact("most moves of a position", "b", "6", b);
    figure.exact("depth", "d", Published::printed("21").reconstructed(), d).because(
        "the most plies that best play needs to settle a position, chosen here because it is 21. The definition printed, \
         the longest path without repetition to a terminal node, is another and much larger number",
    );
    figure
        .exact("bound on iterations", "n b d", Published::printed("247,338").derived(), n * b * d)
        .because("the product of the three numbers above");
    figure
        .fitted("iterations of the inner loop", "count", "18,574", one_more(&iterations))
        .because(by_numbering.as_str());
    let linear = "every move once: what labelling by counting predecessors costs";
    figure.unpublished("moves looked at by counting", "count", 0, extent.moves as f64).because(linear);

    let mut text = report.sheet("Text");
    text.fitted("passes until weights converge", "count", "55", one_more(&passes)).because(by_numbering.as_str());
    text.exact("expected length of a random game", "half-moves", "19.358081", survey.random_length());
    let siblings = survey.siblings(1, |_| 0).remove(0);
    text.exact("expected nodes with siblings", "count", "17.972556", siblings.joint(Counting::RandomGame).total())
        .because("does not include the initial node, although the text says so in brackets: it has no siblings");
    for (name, chance) in ["black", "nobody", "white"].into_iter().zip(survey.random_outcomes()) {
        text.unpublished("a random game is won by", name, 6, chance);
    }
    for (name, count) in ["black", "nobody", "white"].into_iter().zip(extent.by_outcome) {
        text.unpublished("positions won by", name, 0, count as f64);
    }
}
