//! Chapter 4's question, which the thesis leaves open: does control of search by what it is worth pay, in a decision problem far
//! too large for its tree, when thinking costs time?
//!
//! Players of Spider solitaire on the same deals: at fixed budgets, with a plain stop rule, and stopped where looking on is
//! expected to bring less than it costs. Time is counted in moves made inside the search, so that every number comes out
//! again; what a move takes differs by little between these players. A controlled player is held against the plain one that
//! thinks as long in the mean, on its curve between two fixed budgets, deal by deal.

use crate::papers::Request;
use crate::progress::Progress;
use crate::report::{Plot, Report};
use crate::tournaments::{Tournament, Tournaments};
use outwit::arena::DealRecord;
use outwit::arena::picture::{LinePlot, Point, Series};
use outwit::arena::statistics::{Estimate, mean, wilson};
use outwit::game::Problem;

pub(super) const NAME: &str = "Spider";

/// How a player decides how long to think.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Control {
    /// It does not look ahead, or not in a way that is compared.
    Other,
    /// For so many moves.
    Fixed,
    /// Until its plan has not changed for a while.
    Rule,
    /// Until looking on is worth less than it costs.
    Worth,
}

/// A player, how it decides how long to think, and whether it is so slow that it plays fewer deals.
// Searches over single moves that see further are not among them: where nothing stops them they go round and round.
const PLAYERS: &[(&str, Control, bool)] = &[
    ("random", Control::Other, false),
    ("greedy:eval=points", Control::Other, false),
    ("closure:looks=1,nodes=200", Control::Fixed, false),
    ("closure:looks=1,nodes=500", Control::Fixed, false),
    ("closure:looks=1,nodes=1000", Control::Fixed, false),
    ("closure:looks=1,nodes=2000", Control::Fixed, false),
    ("closure:looks=1,nodes=5000", Control::Fixed, false),
    ("closure:looks=1,nodes=20000", Control::Fixed, true),
    ("closure:looks=1,nodes=20000,doublings=1", Control::Rule, false),
    ("closure:looks=1,nodes=20000,doublings=2", Control::Rule, true),
    ("closure:looks=1,nodes=20000,cost=4", Control::Worth, false),
    ("closure:looks=1,nodes=20000,cost=1", Control::Worth, false),
    ("closure:looks=1,nodes=20000,cost=0.3", Control::Worth, true),
    ("closure:looks=4,nodes=20000", Control::Other, true),
];

/// What a thousand moves may cost, in points.
const PRICES: [f64; 6] = [0.0, 0.01, 0.1, 1.0, 10.0, 100.0];

/// What a player came to, deal by deal.
struct Results {
    name: &'static str,
    control: Control,
    scores: Vec<f64>,
    /// Thousands of moves.
    nodes: Vec<f64>,
}

impl Results {
    fn new(name: &'static str, control: Control, deals: &[DealRecord]) -> Results {
        let games = deals.iter().flat_map(|deal| &deal.games);
        let (scores, nodes) = games.map(|game| (game.payoffs[0], game.nodes[0] as f64 / 1000.0)).unzip();
        Results { name, control, scores, nodes }
    }

    fn mean_nodes(&self) -> f64 {
        self.nodes.iter().sum::<f64>() / self.nodes.len() as f64
    }

    /// What is left of the score at a price, over the first deals, which all players played.
    fn net(&self, price: f64, deals: usize) -> Option<Estimate> {
        let net: Vec<f64> = self.scores.iter().zip(&self.nodes).map(|(score, nodes)| score - price * nodes).collect();
        mean(&net[..deals])
    }
}

/// A game that is won pays as much, one that is not less.
const WON: f64 = 990.0;

pub(super) fn table(report: &mut Report, request: &Request, progress: &Progress<'_>) -> Result<(), Problem> {
    let mut tournaments = Tournaments::new(request, progress)?;
    let (many, few) = request.size.pick((60, 20), (1000, 400));
    let mut results = Vec::new();
    let players = PLAYERS.iter().filter(|(name, ..)| request.wants_row(name)).collect::<Vec<_>>();
    for (place, (name, control, is_slow)) in players.iter().enumerate() {
        // One player a tournament: the deals of a seed are the same in all of them, and a run goes on where it stopped.
        let tournament = Tournament {
            game: "spider:remove=auto".to_string(),
            agents: vec![name.to_string()],
            deals: if *is_slow { few } else { many },
            seed: request.seed,
            opening: 0,
        };
        let part = |place: usize| place as f64 / players.len() as f64;
        let (_, deals) = tournaments.play_deals(name, part(place)..part(place + 1), tournament)?;
        let player = Results::new(name, *control, &deals);
        let count = player.scores.len() as f64;
        let won = player.scores.iter().filter(|score| **score >= WON).count() as f64 / count;
        let won = Estimate { value: won, interval: Some(wilson(won, count)) }.scaled(100.0);
        let mut sheet = report.sheet(NAME);
        sheet.unpublished(*name, "deals", 0, count);
        sheet.unpublished(*name, "won, %", 1, won);
        sheet.unpublished(*name, "score", 0, estimate(&player.scores));
        sheet.unpublished(*name, "thousands of moves a game", 1, estimate(&player.nodes));
        results.push(player);
    }
    compare(report, &results);
    prices(report, &results);
    report.plots.push(plot(&results));
    Ok(())
}

fn estimate(values: &[f64]) -> Estimate {
    mean(values).unwrap_or(Estimate { value: f64::NAN, interval: None })
}

/// Every player that decides itself how long to think, against the one at a fixed budget that thinks as long in the mean.
fn compare(report: &mut Report, results: &[Results]) {
    let mut fixed: Vec<&Results> = results.iter().filter(|player| player.control == Control::Fixed).collect();
    fixed.sort_by(|one, other| one.mean_nodes().total_cmp(&other.mean_nodes()));
    for player in results.iter().filter(|player| matches!(player.control, Control::Rule | Control::Worth)) {
        let nodes = player.mean_nodes();
        let between = fixed.windows(2).find(|pair| pair[0].mean_nodes() <= nodes && nodes <= pair[1].mean_nodes());
        let Some([less, more]) = between else { continue };
        // As far along as the mean of both thinks as long: a player that takes one or the other by lot.
        let share = (nodes - less.mean_nodes()) / (more.mean_nodes() - less.mean_nodes());
        let deals = [player, less, more].map(|one| one.scores.len()).into_iter().min().unwrap_or(0);
        let difference: Vec<f64> = (0..deals)
            .map(|deal| player.scores[deal] - (1.0 - share) * less.scores[deal] - share * more.scores[deal])
            .collect();
        report
            .sheet(NAME)
            .unpublished(player.name, "score over a fixed budget", 1, estimate(&difference))
            .because(format!("paired, at as many moves in the mean: between {} and {}", less.name, more.name));
    }
}

/// Who is left with most at a price of thinking, among all and among those whose budget is fixed.
fn prices(report: &mut Report, results: &[Results]) {
    let deals = results.iter().map(|player| player.scores.len()).min().unwrap_or(0);
    for price in PRICES {
        let row = format!("at {price} points a thousand moves");
        for (column, is_asked) in [
            ("best", (|_| true) as fn(Control) -> bool),
            ("best at a fixed budget", |control| control == Control::Fixed),
            ("best by what looking is worth", |control| control == Control::Worth),
            ("best by a plain rule", |control| control == Control::Rule),
        ] {
            let asked = results.iter().filter(|player| is_asked(player.control));
            let nets = asked.filter_map(|player| player.net(price, deals).map(|net| (net, player)));
            let Some((net, player)) = nets.max_by(|one, other| one.0.value.total_cmp(&other.0.value)) else { continue };
            report.sheet(NAME).unpublished(row.clone(), column, 0, net).because(player.name);
        }
    }
}

fn plot(results: &[Results]) -> Plot {
    let series = |name: &str, control: Control| Series {
        name: name.to_string(),
        points: results
            .iter()
            .filter(|player| player.control == control)
            .map(|player| {
                let score = estimate(&player.scores);
                Point { x: player.mean_nodes(), y: score.value, interval: score.interval }
            })
            .collect(),
    };
    let plot = LinePlot {
        title: "Spider, four suits: what thinking brings".to_string(),
        x_label: "thousands of moves looked at in a game".to_string(),
        y_label: "score".to_string(),
        series: vec![
            series("a fixed budget", Control::Fixed),
            series("until the plan stays", Control::Rule),
            series("while it is worth it", Control::Worth),
        ],
        is_log_x: true,
        ..LinePlot::default()
    };
    Plot { name: "spider".to_string(), svg: plot.to_svg() }
}
