//! Figure 1: exact, from the explicit tree.

use crate::report::{Published, Report};
use outwit::exact::expected_payoffs;
use outwit::game::{Agent, Control, Game, Problem, Report as Answer, Rng, Spec, Table, Turn};
use outwit::games::tree::Tree;
use outwit::search::named::catalog::{Pages, page};

const TREE: &str = include_str!("../../../games/trees/maxprob-figure1.json");
/// The tree has a dozen positions.
const LIMIT: usize = 1_000;
/// Who is asked.
const ASKED: Pages<Tree> = Pages(&[page::maxprob(), page::paranoid(), page::maxn()]);

/// What an agent says about the root.
fn ask(tree: &Tree, agent: &str) -> Result<Answer<<Tree as Game>::Move>, Problem> {
    let table = Table::deal(tree, &mut Rng::new(0));
    let Turn::Of(seat) = table.turn() else { unreachable!("the root is a player's") };
    let mut agent = ASKED.agent(&Spec::parse(agent)?, tree)?;
    agent.begin(tree, seat, 0);
    agent.choose(&table.view(seat), &Control::default())
}

/// What agent 1 gets when it plays by this spec and the others are unbiased and rational.
fn expected(tree: &Tree, agent: &str) -> Result<f64, Problem> {
    let table = Table::deal(tree, &mut Rng::new(0));
    let specs = [agent, "maxprob", "maxprob"];
    let mut agents: Vec<Box<dyn Agent<Tree>>> =
        specs.iter().map(|spec| ASKED.agent(&Spec::parse(spec)?, tree)).collect::<Result<_, Problem>>()?;
    Ok(expected_payoffs(&table, &mut agents, 0, LIMIT, &Control::default())?.seats(3)[0])
}

/// Of the ways to break MaxN's ties below a and b, how many lead agent 1 to b, to a, and to a draw between them.
fn tie_breaks(tree: &Tree) -> [f64; 3] {
    let root = tree.start(&mut Rng::new(0));
    let outcomes = |child: &str| -> Vec<f64> {
        let node = tree.read_position(&format!("/{child}")).expect("the figure has the node");
        let (mut moves, mut values) = (Vec::new(), Vec::new());
        tree.moves(&node, &mut moves);
        for mv in moves {
            let mut leaf = node;
            tree.play(&mut leaf, mv);
            values.push(tree.payoffs(&leaf).seats(3)[0]);
        }
        values
    };
    debug_assert!(!tree.turn(&root).is_over());
    let mut counts = [0.0; 3];
    for a in outcomes("a") {
        for b in outcomes("b") {
            counts[if b > a {
                0
            } else if a > b {
                1
            } else {
                2
            }] += 1.0;
        }
    }
    counts
}

pub(super) fn cells(report: &mut Report) -> Result<(), Problem> {
    let tree = Tree::from_json(TREE)?;
    let max_prob = ask(&tree, "maxprob")?;
    let paranoid = ask(&tree, "paranoid:exact=true")?;
    let maxn = ask(&tree, "maxn:ties=random")?;
    let [to_b, to_a, to_either] = tie_breaks(&tree);
    let value = |answer: &Answer<_>, place: usize, seat: usize| answer.moves[place].values[seat].unwrap_or(f64::NAN);
    let cut = "the paper cuts digits off";
    let mut figure = report.sheet("Figure 1");
    for (place, node, printed) in [(0, "P_w(a)", [".5", "0", ".5"]), (1, "P_w(b)", [".66", "0", ".66"])] {
        for (seat, printed) in printed.into_iter().enumerate() {
            let column = format!("agent {}", seat + 1);
            let cell = figure.exact_to(node, column, Published::new(printed).to(1), value(&max_prob, place, seat));
            if printed == ".66" {
                cell.note(cut).decimals = 2;
            }
        }
    }
    for (place, node) in [(0, "a"), (1, "b")] {
        figure.exact(format!("Paranoid's value of {node}"), "agent 1", "0", value(&paranoid, place, 0));
    }
    let fraction = |value: f64| Published { value, decimals: 12, interval: None };
    figure.exact_to("Paranoid", "expected utility", fraction(7.0 / 12.0), expected(&tree, "paranoid")?);
    figure.exact("MaxN, ways to break ties", "to b", "2", to_b);
    figure.exact("MaxN, ways to break ties", "to a", "1", to_a);
    figure.exact("MaxN, ways to break ties", "at random", "3", to_either);
    figure.exact_to("MaxN", "probability of a", fraction(5.0 / 12.0), maxn.moves[0].probability);
    figure.exact("MaxN", "expected utility", ".6", expected(&tree, "maxn:ties=random")?).note("43/72");
    let cell =
        figure.exact_to("Max-Prob", "expected utility", Published::new(".66").to(1), expected(&tree, "maxprob")?);
    cell.note(cut).decimals = 2;
    figure.unpublished("Max-Prob", "probability of b", 3, max_prob.moves[1].probability, None);
    Ok(())
}
