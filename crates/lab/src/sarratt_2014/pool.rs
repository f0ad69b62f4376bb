//! Beyond the paper: the same agent in real games, against players drawn from a pool.
//!
//! How many moves until it knows whom it plays against, and does knowing win games? The pool is the list of models, so one of
//! them is right; whoever plays at random is the model for everybody else. Four agents play the same deals against the same
//! players from the same seats: one that learns, one whose belief stays what it was, one that is told who the others are,
//! and UCT (information-set UCT where hands are hidden), which takes everybody to be after its payoff. All have the same
//! number of simulations.

use crate::papers::Request;
use crate::progress::Progress;
use crate::report::Report;
use outwit::arena::statistics::{Column, Estimate, clustered_mean, clustered_mean_in};
use outwit::game::{Agent, AnyGame, Control, Game, Payoffs, Player, Problem, Rng, Spec, Table, Turn};
use outwit::pool::Threads;
use outwit::search::named::catalog::erased_pages;
use outwit::search::named::model_mcts::ModelMcts;
use outwit::{agent_from_spec, game_from_spec, no_files};

/// The exhibit's name.
pub const TABLE: &str = "Pool";

/// A game and those who may sit in its other seats.
struct Pool {
    name: &'static str,
    game: &'static str,
    /// The named players; one who plays at random comes on top.
    players: &'static [&'static str],
    /// How everybody who searches does.
    search: &'static str,
    /// Who knows no models, with the same simulations: the beginning of a spec.
    rival: &'static str,
    /// Random moves before the agents take over, where there is one fixed start.
    opening: u32,
    /// Deals, quick and full.
    deals: (usize, usize),
}

const POOLS: &[Pool] = &[
    Pool {
        name: "kalah",
        game: "kalah",
        players: &["greedy", "paranoid:depth=4", "maxprob:depth=2", "greedy:blunder=0.5"],
        search: "sims=100",
        rival: "uct:reuse=false,",
        opening: 4,
        deals: (20, 2000),
    },
    Pool {
        name: "othello",
        game: "othello",
        players: &["greedy", "paranoid:depth=3", "maxprob:depth=2", "greedy:blunder=0.5"],
        search: "sims=100",
        rival: "uct:reuse=false,",
        opening: 4,
        deals: (10, 1000),
    },
    Pool {
        name: "hearts",
        game: "hearts:open=true",
        players: &["greedy", "paranoid:depth=4", "maxprob:depth=4", "greedy:blunder=0.5"],
        search: "sims=400",
        rival: "uct:reuse=false,",
        opening: 0,
        deals: (10, 1000),
    },
    Pool {
        name: "hidden hearts",
        game: "hearts:open=false",
        players: &[
            // Two draws of a few worlds may differ in the best move: a soft choice is one that a model can foresee.
            "pimc:worlds=6,inner=(greedy),temperature=0.5",
            "pimc:worlds=6,inner=(paranoid:depth=4),temperature=0.5",
            "pimc:worlds=6,inner=(maxprob:depth=4),temperature=0.05",
            "pimc:worlds=6,inner=(greedy),blunder=0.5",
        ],
        search: "sims=200",
        rival: "ismcts:",
        opening: 0,
        deals: (1, 60),
    },
    Pool {
        name: "chinese checkers",
        game: "chinesecheckers:cap=240",
        // A deeper search for every node of the tree would take hours.
        players: &["greedy", "paranoid:depth=2", "maxprob:depth=2", "greedy:blunder=0.5"],
        search: "sims=600,horizon=0",
        rival: "uct:reuse=false,",
        opening: 3,
        deals: (3, 150),
    },
];

/// A belief of this much is knowing.
const SURE: f64 = 0.9;
/// After how many moves of a player the belief is told.
const AFTER: [usize; 3] = [3, 6, 12];

/// Who plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Knowledge {
    Learning,
    Prior,
    Told,
    Uct,
}

const KNOWLEDGE: [(Knowledge, &str); 4] = [
    (Knowledge::Learning, "learning"),
    (Knowledge::Prior, "belief off"),
    (Knowledge::Told, "told"),
    (Knowledge::Uct, "no models"),
];

impl Pool {
    fn spec(&self, knowledge: Knowledge) -> String {
        let Pool { players, search, .. } = self;
        match knowledge {
            Knowledge::Uct => format!("{}{search}", self.rival),
            other => {
                let learn = other != Knowledge::Prior;
                format!("model-mcts:{search},models=({}),learn={learn}", players.join(";"))
            }
        }
    }

    /// The spec of a player: the models are the named ones, then whoever plays anything.
    fn player(&self, place: usize) -> &'static str {
        self.players.get(place).copied().unwrap_or("random")
    }

    fn kinds(&self) -> usize {
        self.players.len() + 1
    }
}

/// What came of one deal.
struct Dealt {
    /// What kind each of the others was.
    kinds: Vec<usize>,
    /// The share of the win of each of the four.
    wins: [f64; 4],
    /// What each was paid.
    payoffs: [f64; 4],
    /// What the learner came to think of each of the others.
    thoughts: Vec<Thought>,
    /// The log-losses a move of who was told, by other.
    told_losses: Vec<Option<f64>>,
}

/// What the learner came to think of one player.
struct Thought {
    kind: usize,
    /// The belief in the truth before the first move and after each.
    beliefs: Vec<f64>,
    /// Whether it ended sure of somebody else.
    is_wrongly_sure: bool,
    /// Log-losses a move: its own and a blind guess's; none where nothing was predicted.
    losses: Option<(f64, f64)>,
}

impl Thought {
    fn first_sure(&self) -> Option<usize> {
        self.beliefs.iter().position(|belief| *belief >= SURE)
    }
}

/// Plays all pools and fills the table.
pub fn pool(report: &mut Report, request: &Request, progress: &Progress<'_>, from: f64) -> Result<(), Problem> {
    report.name_rows(POOLS.iter().map(|pool| pool.name));
    for (place, pool) in POOLS.iter().enumerate().filter(|(_, pool)| request.wants_rows_of(pool.name)) {
        let done = from + (1.0 - from) * place as f64 / POOLS.len() as f64;
        progress.at(&format!("{} against a pool", pool.name), done)?;
        let deals = play_all(pool, request, progress)?;
        tell(report, pool, &deals);
    }
    report.remarks.push(
        "Pool: nothing of it is published. Win shares count a shared first place in parts; differences are between games on \
         the same deals, seats and opponents. Intervals are over deals: opponents of one deal are not independent."
            .to_string(),
    );
    Ok(())
}

fn play_all(pool: &Pool, request: &Request, progress: &Progress<'_>) -> Result<Vec<Dealt>, Problem> {
    let game = game_from_spec(pool.game, &no_files)?;
    let deals = request.size.pick(pool.deals.0, pool.deals.1);
    let begin = || Company::new(pool, &game);
    Threads::new(request.threads).map(deals, progress.stop(), begin, |company, index| {
        company.deal(Rng::derive(request.seed, 5_000_000 + index as u64), index)
    })
}

/// Everybody who may sit down, built once a thread.
struct Company<'g> {
    pool: &'g Pool,
    game: &'g AnyGame,
    learner: ModelMcts<AnyGame>,
    unmoved: ModelMcts<AnyGame>,
    uct: Box<dyn Agent<AnyGame>>,
    /// One of each kind for each seat.
    others: Vec<Vec<Box<dyn Agent<AnyGame>>>>,
}

impl<'g> Company<'g> {
    fn new(pool: &'g Pool, game: &'g AnyGame) -> Result<Company<'g>, Problem> {
        let models = |knowledge| ModelMcts::from_spec(&Spec::parse(&pool.spec(knowledge))?, game, erased_pages());
        let kinds = |_| (0..pool.kinds()).map(|kind| agent_from_spec(pool.player(kind), game)).collect();
        Ok(Company {
            pool,
            game,
            learner: models(Knowledge::Learning)?,
            unmoved: models(Knowledge::Prior)?,
            uct: agent_from_spec(&pool.spec(Knowledge::Uct), game)?,
            others: (0..game.players()).map(kinds).collect::<Result<_, _>>()?,
        })
    }

    fn deal(&mut self, seed: u64, index: usize) -> Result<Dealt, Problem> {
        let players = self.game.players();
        let mut rng = Rng::new(seed);
        let seat = Player::new(index % players);
        let kinds: Vec<usize> = (0..players).map(|_| rng.index(self.pool.kinds())).collect();
        // Nobody learns from the random opening: play begins after it.
        let mut opening = Table::deal(self.game, &mut rng);
        for _ in 0..self.pool.opening {
            if let Turn::Of(_) = opening.turn() {
                let mv = *rng.pick(opening.moves());
                opening.play(mv);
            }
        }
        let table = Table::at(self.game, opening.state().clone());
        let mut dealt =
            Dealt { kinds: Vec::new(), wins: [0.0; 4], payoffs: [0.0; 4], thoughts: vec![], told_losses: vec![] };
        let others: Vec<Player> = Player::all(players).filter(|&player| player != seat).collect();
        dealt.kinds = others.iter().map(|player| kinds[player.index()]).collect();
        for (place, (knowledge, _)) in KNOWLEDGE.into_iter().enumerate() {
            let payoffs = self.game(table.clone(), knowledge, seat, &kinds, seed)?;
            dealt.payoffs[place] = payoffs[seat];
            dealt.wins[place] = win_share(&payoffs, players, seat);
            let opinions = others.iter().map(|&player| (kinds[player.index()], self.learner.watch().opinion(player)));
            match knowledge {
                Knowledge::Learning => {
                    dealt.thoughts = opinions
                        .filter_map(|(kind, opinion)| {
                            let opinion = opinion?;
                            let last = opinion.filter.belief();
                            let score = &opinion.score;
                            let moves = score.moves as f64;
                            Some(Thought {
                                kind,
                                beliefs: opinion.history.iter().map(|belief| belief[kind]).collect(),
                                is_wrongly_sure: (0..last.len()).any(|model| model != kind && last[model] >= SURE),
                                losses: (score.moves > 0)
                                    .then(|| (score.log_loss / moves, score.uniform_log_loss / moves)),
                            })
                        })
                        .collect();
                }
                Knowledge::Told => {
                    let loss = |(_, opinion): (usize, Option<&outwit::search::belief::models::Opinion>)| {
                        let score = &opinion?.score;
                        (score.moves > 0).then(|| score.log_loss / score.moves as f64)
                    };
                    dealt.told_losses = opinions.map(loss).collect();
                }
                Knowledge::Prior | Knowledge::Uct => {}
            }
        }
        Ok(dealt)
    }

    /// One game from here to its end.
    fn game(
        &mut self,
        mut table: Table<'g, AnyGame>,
        knowledge: Knowledge,
        seat: Player,
        kinds: &[usize],
        seed: u64,
    ) -> Result<Payoffs, Problem> {
        let (game, control) = (self.game, Control::default());
        let seeds = |player: Player| Rng::derive(seed, 1 + player.index() as u64);
        for player in Player::all(game.players()).filter(|&player| player != seat) {
            self.others[player.index()][kinds[player.index()]].begin(game, player, seeds(player));
        }
        let own = seeds(seat);
        match knowledge {
            Knowledge::Uct => self.uct.begin(game, seat, own),
            Knowledge::Prior => self.unmoved.begin(game, seat, own),
            Knowledge::Learning | Knowledge::Told => self.learner.begin(game, seat, own),
        }
        if knowledge == Knowledge::Told {
            for player in Player::all(game.players()).filter(|&player| player != seat) {
                self.learner.tell(player, kinds[player.index()]);
            }
        }
        let mut dice = Rng::stream(seed, 99);
        loop {
            let mv = match table.turn() {
                Turn::Over => break,
                Turn::Chance => game.draw(table.state(), &mut dice),
                Turn::Of(player) => {
                    let view = table.view(player);
                    let report = match knowledge {
                        _ if player != seat => {
                            self.others[player.index()][kinds[player.index()]].choose(&view, &control)
                        }
                        Knowledge::Uct => self.uct.choose(&view, &control),
                        Knowledge::Prior => self.unmoved.choose(&view, &control),
                        Knowledge::Learning | Knowledge::Told => self.learner.choose(&view, &control),
                    };
                    report?.chosen
                }
            };
            table.play(mv);
        }
        if matches!(knowledge, Knowledge::Learning | Knowledge::Told) {
            self.learner.catch_up(&table.view(seat), &control)?;
        }
        Ok(game.payoffs(table.state()))
    }
}

/// 1 for the only one with the highest payoff, a part for one of several.
fn win_share(payoffs: &Payoffs, players: usize, seat: Player) -> f64 {
    let best = Player::all(players).map(|player| payoffs[player]).fold(f64::NEG_INFINITY, f64::max);
    let first = Player::all(players).filter(|&player| payoffs[player] >= best).count();
    if payoffs[seat] >= best { 1.0 / first as f64 } else { 0.0 }
}

/// What is counted of one deal: how many there are and what they add up to. Opponents of one deal are not independent.
fn by_deal(deals: &[&Dealt], of: impl Fn(&Dealt) -> Vec<f64>, range: Option<(f64, f64)>) -> Option<Estimate> {
    let values: Vec<Vec<f64>> = deals.iter().map(|deal| of(deal)).collect();
    let sums: Vec<f64> = values.iter().map(|values| values.iter().sum()).collect();
    let counts: Vec<f64> = values.iter().map(|values| values.len() as f64).collect();
    let column = Column { sums: &sums, counts: &counts };
    match range {
        Some(range) => clustered_mean_in(column, range),
        None => clustered_mean(column),
    }
}

const SHARE: Option<(f64, f64)> = Some((0.0, 1.0));
const DIFFERENCE: Option<(f64, f64)> = Some((-1.0, 1.0));

fn tell(report: &mut Report, pool: &Pool, deals: &[Dealt]) {
    let mut sheet = report.sheet(TABLE);
    let all: Vec<&Dealt> = deals.iter().collect();
    // Step 1. How soon it knows, by who it was.
    for kind in 0..pool.kinds() {
        let row = format!("{}: {}", pool.name, pool.player(kind));
        let mut put = |column: &str, decimals: usize, range, of: &dyn Fn(&Thought) -> Option<f64>| {
            let of_deal = |deal: &Dealt| deal.thoughts.iter().filter(|t| t.kind == kind).filter_map(of).collect();
            if let Some(estimate) = by_deal(&all, of_deal, range) {
                sheet.unpublished(row.clone(), column, decimals, estimate);
            }
        };
        let share = |is: bool| Some(f64::from(u8::from(is)));
        put("ever 0.9 sure of the truth", 3, SHARE, &|thought| share(thought.first_sure().is_some()));
        put("moves seen until then", 2, None, &|thought| thought.first_sure().map(|moves| moves as f64));
        put("in the end 0.9 sure of another", 3, SHARE, &|thought| share(thought.is_wrongly_sure));
        for moves in AFTER {
            let column = format!("belief in the truth after {moves} moves");
            put(&column, 3, SHARE, &|thought| thought.beliefs.get(moves).copied());
        }
        put("log-loss a move, nats", 3, None, &|thought| thought.losses.map(|loss| loss.0));
        put("log-loss of a blind guess", 3, None, &|thought| thought.losses.map(|loss| loss.1));
        let told = |deal: &Dealt| {
            let losses = deal.kinds.iter().zip(&deal.told_losses);
            losses.filter(|(other, _)| **other == kind).filter_map(|(_, loss)| *loss).collect()
        };
        if let Some(estimate) = by_deal(&all, told, None) {
            sheet.unpublished(row, "log-loss of who was told", 3, estimate);
        }
    }
    // Step 2. Whether that wins games: all opponents together, and one by one where there is but one.
    let mut groups = vec![(format!("{}: all", pool.name), all)];
    if deals.first().is_some_and(|deal| deal.kinds.len() == 1) {
        for kind in 0..pool.kinds() {
            let of_kind = deals.iter().filter(|deal| deal.kinds[0] == kind).collect();
            groups.push((format!("{}: {}", pool.name, pool.player(kind)), of_kind));
        }
    }
    for (row, deals) in &groups {
        let mut put = |column: String, range, of: &dyn Fn(&Dealt) -> f64| {
            if let Some(estimate) = by_deal(deals, |deal| vec![of(deal)], range) {
                sheet.unpublished(row.clone(), column, 3, estimate);
            }
        };
        for (place, (_, name)) in KNOWLEDGE.into_iter().enumerate() {
            put(format!("win share, {name}"), SHARE, &|deal| deal.wins[place]);
        }
        for (place, (_, name)) in KNOWLEDGE.into_iter().enumerate().skip(1) {
            put(format!("win share, learning less {name}"), DIFFERENCE, &|deal| deal.wins[0] - deal.wins[place]);
        }
        for (place, (_, name)) in KNOWLEDGE.into_iter().enumerate().skip(1) {
            put(format!("payoff, learning less {name}"), None, &|deal| deal.payoffs[0] - deal.payoffs[place]);
        }
    }
}
