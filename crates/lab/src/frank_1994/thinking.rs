//! Chapter 4's question, which the thesis leaves open: does control of search by what it is worth pay when thinking costs time?
//!
//! Two contests: Spider solitaire, a decision problem far too large for its tree, and connect four, an open game for two, against
//! one opponent. All players play the same deals: at fixed budgets, with a plain stop rule, and stopped where looking on is
//! expected to bring less than it costs. Time is counted in moves made inside the search, so that every number comes out
//! again; what a move takes differs by little between players of a kind. A player that decides itself how long to think is held
//! against the plain one of its kind that thinks as long in the mean, on its curve between two fixed budgets, deal by deal.

use crate::papers::Request;
use crate::progress::Progress;
use crate::report::{Plot, Report};
use crate::tournaments::{Tournament, Tournaments};
use outwit::arena::DealRecord;
use outwit::arena::picture::{LinePlot, Point, Series};
use outwit::arena::statistics::{Estimate, mean, wilson};
use outwit::game::Problem;

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

use Control::{Fixed, Other, Rule, Worth};

/// How long a player's game takes: slower ones play fewer deals.
#[derive(Clone, Copy)]
enum Pace {
    Quick,
    Slow,
    Slowest,
}

use Pace::{Quick, Slow, Slowest};

/// A game in which thinking has a price, and who plays it.
pub(super) struct Contest {
    pub(super) name: &'static str,
    title: &'static str,
    game: &'static str,
    /// Who else plays, where somebody does.
    against: Option<&'static str>,
    /// Random moves before they take over, where the game has one fixed start.
    opening: u32,
    /// A player, how it decides how long to think, and how long its game takes.
    players: &'static [(&'static str, Control, Pace)],
    /// Others that play it by macro positions.
    on_macros: &'static [(&'static str, Control, Pace)],
    /// What a thousand moves may cost.
    prices: &'static [f64],
    /// What the score and the prices are in.
    unit: &'static str,
    /// A game that is won pays at least as much.
    won: f64,
    digits: usize,
    /// Deals for quick players, for slow ones and for the slowest, at the quick size and the full one; who has none is left out.
    sizes: [[u64; 3]; 2],
}

/// How Spider is played by macro positions: a move is a whole way to leave.
const MACROS: &str = "macro:within=100,game=(spider:remove=auto)";

pub(super) const SPIDER: Contest = Contest {
    name: "Spider",
    title: "Spider, four suits",
    game: "spider:remove=auto",
    against: None,
    opening: 0,
    // Searches over single moves that see further are not among them: where nothing stops them they go round and round.
    players: &[
        ("random", Other, Quick),
        ("greedy:eval=points", Other, Quick),
        ("closure:looks=1,nodes=200", Fixed, Quick),
        ("closure:looks=1,nodes=500", Fixed, Quick),
        ("closure:looks=1,nodes=1000", Fixed, Quick),
        ("closure:looks=1,nodes=2000", Fixed, Quick),
        ("closure:looks=1,nodes=5000", Fixed, Quick),
        ("closure:looks=1,nodes=20000", Fixed, Slow),
        ("closure:looks=1,nodes=20000,doublings=1", Rule, Quick),
        ("closure:looks=1,nodes=20000,doublings=2", Rule, Slow),
        ("closure:looks=1,nodes=20000,cost=10", Worth, Quick),
        ("closure:looks=1,nodes=20000,cost=4", Worth, Quick),
        ("closure:looks=1,nodes=20000,cost=1", Worth, Quick),
        ("closure:looks=1,nodes=20000,cost=0.3", Worth, Slow),
        ("closure:looks=4,nodes=20000", Other, Slow),
    ],
    on_macros: &[
        ("uct:sims=500,horizon=0,eval=expected", Other, Slow),
        ("bpip:nodes=500,eval=expected", Fixed, Slow),
        ("bpip:nodes=2000,eval=expected", Fixed, Slow),
        ("bpip:nodes=5000,eval=expected", Fixed, Slow),
        ("bpip:nodes=5000,eval=expected,cost=10", Worth, Slow),
        ("bpip:nodes=5000,eval=expected,cost=1", Worth, Slow),
        ("mgss:nodes=200,eval=expected", Fixed, Slowest),
        ("mgss:nodes=500,eval=expected", Fixed, Slowest),
        ("mgss:nodes=500,eval=expected,cost=10", Worth, Slowest),
        ("mgss:nodes=500,eval=expected,cost=1", Worth, Slowest),
    ],
    prices: &[0.0, 0.01, 0.1, 0.5, 1.0, 10.0, 100.0],
    unit: "points",
    won: 990.0,
    digits: 0,
    sizes: [[20, 4, 0], [1000, 400, 40]],
};

pub(super) const CONNECT_FOUR: Contest = Contest {
    name: "Connect four",
    title: "Connect four against alphabeta with 1,000 moves",
    game: "connect4",
    against: Some("alphabeta:eval=learned,nodes=1000"),
    opening: 6,
    players: &[
        ("random", Other, Quick),
        ("alphabeta:eval=learned,nodes=100", Fixed, Quick),
        ("alphabeta:eval=learned,nodes=300", Fixed, Quick),
        ("alphabeta:eval=learned,nodes=1000", Fixed, Quick),
        ("alphabeta:eval=learned,nodes=3000", Fixed, Quick),
        ("alphabeta:eval=learned,nodes=10000", Fixed, Quick),
        ("alphabeta:eval=learned,nodes=10000,cost=0.01", Worth, Quick),
        ("alphabeta:eval=learned,nodes=10000,cost=0.001", Worth, Quick),
        ("alphabeta:eval=learned,nodes=10000,cost=0.0001", Worth, Quick),
        ("uct:nodes=1000", Fixed, Quick),
        ("uct:nodes=3000", Fixed, Quick),
        ("uct:nodes=10000", Fixed, Quick),
        ("uct:nodes=30000", Fixed, Slow),
        ("uct:nodes=30000,cost=0.01", Worth, Slow),
        ("uct:nodes=30000,cost=0.001", Worth, Slow),
        ("bpip:nodes=100", Fixed, Quick),
        ("bpip:nodes=300", Fixed, Quick),
        ("bpip:nodes=1000", Fixed, Quick),
        ("bpip:nodes=3000", Fixed, Slow),
        ("bpip:nodes=10000", Fixed, Slow),
        ("bpip:nodes=10000,cost=0.1", Worth, Slow),
        ("bpip:nodes=10000,cost=0.01", Worth, Slow),
        ("bpip:nodes=10000,cost=0.001", Worth, Slow),
        ("mgss:nodes=100", Fixed, Quick),
        ("mgss:nodes=1000", Fixed, Quick),
        ("mgss:nodes=10000", Fixed, Slow),
        ("mgss:nodes=10000,cost=0.01", Worth, Slow),
        ("mgss:nodes=10000,cost=0.001", Worth, Slow),
    ],
    on_macros: &[],
    prices: &[0.0, 0.0001, 0.001, 0.01, 0.1],
    unit: "wins",
    won: 1.0,
    digits: 3,
    sizes: [[6, 2, 2], [400, 200, 100]],
};

/// What a player came to, deal by deal.
struct Results {
    name: String,
    /// The same for players whose curves are compared.
    kind: String,
    control: Control,
    scores: Vec<f64>,
    /// Thousands of moves a game.
    nodes: Vec<f64>,
    /// Games won, and games.
    won: (u64, u64),
}

impl Results {
    fn new(name: String, control: Control, won: f64, deals: &[DealRecord]) -> Results {
        let kind = name.split(':').next().unwrap_or_default().to_string();
        let mut results = Results { name, kind, control, scores: Vec::new(), nodes: Vec::new(), won: (0, 0) };
        for deal in deals {
            let games = deal.games.len() as f64;
            let (mut score, mut nodes) = (0.0, 0.0);
            for game in &deal.games {
                let seat = game.seats.iter().position(|&agent| agent == 0).unwrap_or(0);
                score += game.payoffs[seat] / games;
                nodes += game.nodes[seat] as f64 / 1000.0 / games;
                results.won = (results.won.0 + u64::from(game.payoffs[seat] >= won), results.won.1 + 1);
            }
            results.scores.push(score);
            results.nodes.push(nodes);
        }
        results
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

impl Contest {
    /// Plays it and says what came of it.
    pub(super) fn table(&self, report: &mut Report, request: &Request, progress: &Progress<'_>) -> Result<(), Problem> {
        let mut tournaments = Tournaments::new(request, progress)?;
        let sizes = request.size.pick(self.sizes[0], self.sizes[1]);
        let own = self.players.iter().map(|player| (player, self.game, ""));
        report.name_rows(self.players.iter().map(|(name, ..)| *name));
        let players: Vec<_> = own
            .chain(self.on_macros.iter().map(|player| (player, MACROS, "by macro positions, ")))
            .filter(|((name, _, pace), ..)| request.wants_row(name) && sizes[*pace as usize] > 0)
            .collect();
        let mut results = Vec::new();
        for (place, ((spec, control, pace), game, how)) in players.iter().enumerate() {
            // One player a tournament: the deals of a seed are the same in all of them, and a run goes on where it stopped.
            let tournament = Tournament {
                game: game.to_string(),
                agents: std::iter::once(*spec).chain(self.against).map(String::from).collect(),
                deals: sizes[*pace as usize],
                seed: request.seed,
                opening: self.opening,
            };
            let part = |place: usize| place as f64 / players.len() as f64;
            let name = format!("{how}{spec}");
            let (_, deals) = tournaments.play_deals(&name, part(place)..part(place + 1), tournament)?;
            results.push(Results::new(name, *control, self.won, &deals));
        }
        for player in &results {
            let (won, games) = player.won;
            let share = won as f64 / games as f64;
            let won = Estimate { value: share, interval: Some(wilson(share, games as f64)) }.scaled(100.0);
            let mut sheet = report.sheet(self.name);
            sheet.unpublished(&player.name, "games", 0, games as f64);
            sheet.unpublished(&player.name, "won, %", 1, won);
            sheet.unpublished(&player.name, "score", self.digits, estimate(&player.scores));
            sheet.unpublished(&player.name, "thousands of moves a game", 1, estimate(&player.nodes));
        }
        self.compare(report, &results);
        self.break_even(report, &results);
        report.plots.push(self.curves(&results));
        report.plots.push(self.games(&results));
        // The slowest have played too few deals to be held against all others.
        results.retain(|player| player.scores.len() as u64 >= sizes[Slow as usize]);
        self.nets(report, &results);
        Ok(())
    }

    /// Every player that decides itself how long to think, against the one of its kind at a fixed budget that thinks as long in
    /// the mean.
    fn compare(&self, report: &mut Report, results: &[Results]) {
        for player in results.iter().filter(|player| matches!(player.control, Rule | Worth)) {
            let fixed = curve(results, &player.kind);
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
                .sheet(self.name)
                .unpublished(&player.name, "score over a fixed budget", self.digits.max(1), estimate(&difference))
                .because(format!("paired, at as many moves in the mean: between {} and {}", less.name, more.name));
        }
    }

    /// Up to which price of a thousand moves the next larger of two fixed budgets pays.
    fn break_even(&self, report: &mut Report, results: &[Results]) {
        let mut kinds: Vec<&str> = Vec::new();
        for player in results.iter().filter(|player| player.control == Fixed) {
            if !kinds.contains(&player.kind.as_str()) {
                kinds.push(&player.kind);
            }
        }
        for kind in kinds {
            for pair in curve(results, kind).windows(2) {
                let [less, more] = pair else { continue };
                let deals = less.scores.len().min(more.scores.len());
                let gains: Vec<f64> = (0..deals).map(|deal| more.scores[deal] - less.scores[deal]).collect();
                let dearer = (0..deals).map(|deal| more.nodes[deal] - less.nodes[deal]).sum::<f64>() / deals as f64;
                report
                    .sheet(self.name)
                    .unpublished(&more.name, "pays up to", self.digits + 3, estimate(&gains).scaled(1.0 / dearer))
                    .because(format!("{} a thousand moves, against {}", self.unit, less.name));
            }
        }
    }

    /// Who is left with most at a price of thinking, among all and among those of each control.
    fn nets(&self, report: &mut Report, results: &[Results]) {
        let deals = results.iter().map(|player| player.scores.len()).min().unwrap_or(0);
        for price in self.prices {
            let row = format!("at {price} {} a thousand moves", self.unit);
            for (column, is_asked) in [
                ("best", (|_| true) as fn(Control) -> bool),
                ("best at a fixed budget", |control| control == Fixed),
                ("best by what looking is worth", |control| control == Worth),
                ("best by a plain rule", |control| control == Rule),
            ] {
                let asked = results.iter().filter(|player| is_asked(player.control));
                let nets = asked.filter_map(|player| player.net(*price, deals).map(|net| (net, player)));
                let Some((net, player)) = nets.max_by(|one, other| one.0.value.total_cmp(&other.0.value)) else {
                    continue;
                };
                report.sheet(self.name).unpublished(row.clone(), column, self.digits, net).because(player.name.clone());
            }
        }
    }

    fn plot(&self, what: &str, title: &str, is_scattered: bool, series: Vec<Series>) -> Plot {
        let plot = LinePlot {
            title: format!("{}: {title}", self.title),
            x_label: "thousands of moves looked at in a game".to_string(),
            y_label: "score".to_string(),
            series: series.into_iter().filter(|series| !series.points.is_empty()).collect(),
            is_log_x: true,
            is_scattered,
            ..LinePlot::default()
        };
        Plot { name: format!("{}-{what}", self.name.to_lowercase().replace(' ', "-")), svg: plot.to_svg() }
    }

    fn curves(&self, results: &[Results]) -> Plot {
        let names = [(Fixed, "a fixed budget"), (Rule, "until the plan stays"), (Worth, "while it is worth it")];
        let mut kinds: Vec<&str> = results.iter().map(|player| player.kind.as_str()).collect();
        kinds.dedup();
        let series = kinds.iter().flat_map(|kind| {
            names.map(|(control, name)| Series {
                name: format!("{kind}, {name}"),
                points: results
                    .iter()
                    .filter(|player| player.control == control && player.kind == *kind)
                    .map(|player| {
                        let score = estimate(&player.scores);
                        Point { x: player.mean_nodes(), y: score.value, interval: score.interval }
                    })
                    .collect(),
            })
        });
        self.plot("thinking", "what thinking brings", false, series.collect())
    }

    /// The joint distribution of score and time: a point a deal, for the shortest and the longest fixed budget and one player of each
    /// control.
    fn games(&self, results: &[Results]) -> Plot {
        let Some(kind) = results.iter().find(|player| player.control == Fixed).map(|player| &player.kind) else {
            return self.plot("games", "score and time", true, Vec::new());
        };
        let fixed = curve(results, kind);
        let middle = |control: Control| {
            let of: Vec<&Results> =
                results.iter().filter(|player| player.control == control && player.kind == *kind).collect();
            of.get(of.len() / 2).copied()
        };
        let shown = fixed.first().copied().into_iter().chain(fixed.last().copied());
        let series = shown.chain(middle(Rule)).chain(middle(Worth)).map(|player| Series {
            name: player.name.clone(),
            points: (player.nodes.iter().zip(&player.scores))
                .take(MOST_POINTS)
                .map(|(&x, &y)| Point { x, y, interval: None })
                .collect(),
        });
        self.plot("games", "score and time, deal by deal", true, series.collect())
    }
}

/// More points than this hide each other.
const MOST_POINTS: usize = 400;

/// The players of a kind at fixed budgets, by how long they think.
fn curve<'a>(results: &'a [Results], kind: &str) -> Vec<&'a Results> {
    let mut fixed: Vec<&Results> =
        results.iter().filter(|player| player.control == Fixed && player.kind == kind).collect();
    fixed.sort_by(|one, other| one.mean_nodes().total_cmp(&other.mean_nodes()));
    fixed
}

fn estimate(values: &[f64]) -> Estimate {
    mean(values).unwrap_or(Estimate { value: f64::NAN, interval: None })
}
