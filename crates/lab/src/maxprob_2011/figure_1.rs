//! Figure 1: computed from an explicit tree, whose leaves the paper does not give and which is reconstructed.

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
    let said = |published: Published| published.reconstructed();
    let why = "the payoffs of the leaves are not in the text; of all 7,776 assignments the 12 under which every statement is true \
               are relabellings of the one taken here";
    let mut figure = report.sheet("Figure 1");
    let mut put = |row: &str, column: &str, published: Published, value: f64| {
        figure.exact(row, column, said(published), value).because(why);
    };
    // The paper cuts digits off.
    let [zero, half, two_thirds] = [Published::printed("0"), Published::printed(".5"), Published::truncated(".66")];
    for (place, node, printed) in [(0, "P_w(a)", [half, zero, half]), (1, "P_w(b)", [two_thirds, zero, two_thirds])] {
        for (seat, printed) in printed.into_iter().enumerate() {
            put(node, &format!("agent {}", seat + 1), printed, value(&max_prob, place, seat));
        }
    }
    for (place, node) in [(0, "a"), (1, "b")] {
        put(&format!("Paranoid's value of {node}"), "agent 1", zero, value(&paranoid, place, 0));
    }
    put("Paranoid", "expected utility", Published::fraction(7, 12), expected(&tree, "paranoid")?);
    for (column, printed, ways) in [("to b", "2", to_b), ("to a", "1", to_a), ("at random", "3", to_either)] {
        put("MaxN, ways to break ties", column, Published::printed(printed), ways);
    }
    put("MaxN", "probability of a", Published::fraction(5, 12), maxn.moves[0].probability);
    put("MaxN", "expected utility", Published::printed(".6"), expected(&tree, "maxn:ties=random")?);
    put("Max-Prob", "expected utility", two_thirds, expected(&tree, "maxprob")?);
    figure.unpublished("Max-Prob", "probability of b", 3, max_prob.moves[1].probability);
    Ok(())
}
