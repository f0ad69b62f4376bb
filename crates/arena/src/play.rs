//! One deal, played by all its seatings.
//!
//! Everything random derives from (seed, deal): the start and opening, the dice, and each seat's seed, whoever sits there.
//! So two agents that answer alike in a seat get alike games, and the luck of the deal cancels between seatings.

use crate::record::{DealRecord, Forfeit, GameRecord};
use crate::seatings::SeatingList;
use crate::setting::Setting;
use outwit_game::{
    Agent, Clock, Control, Game, MoveCode, Player, Problem, Report, Rng, Table, Turn, agent_seed, deal_seed, descend,
};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Makes the agent of this number for a seat.
pub type MakeAgent<'a, G> = dyn Fn(usize) -> Result<Box<dyn Agent<G>>, Problem> + 'a;

/// Plays deals of one tournament, on one thread.
pub struct Dealer<'a, G: Game> {
    game: &'a G,
    setting: &'a Setting,
    seatings: &'a SeatingList,
    clock: &'a dyn Clock,
    /// Each agent's time budget, if it has one.
    times: &'a [Option<Duration>],
    make: &'a MakeAgent<'a, G>,
    /// By seat and agent: one agent may sit in several seats of a game.
    agents: Vec<Vec<Option<Box<dyn Agent<G>>>>>,
    has_fixed_start: bool,
    /// Set when nobody wants the deal any more.
    stop: &'a AtomicBool,
}

/// Whether every game starts at the same position: openings are then drawn to tell games apart.
pub fn has_fixed_start<G: Game>(game: &G) -> bool {
    let first = game.start(&mut Rng::new(1));
    // What a deal has in store tells games apart without any opening, and so do cards that chance deals.
    let is_dealt =
        game.outcome_of_deal(&first, 0).is_some() || game.facts().hidden && game.turn(&first) == Turn::Chance;
    !is_dealt && (2..6).all(|seed| game.start(&mut Rng::new(seed)) == first)
}

/// Random moves that open a deal where nobody says how many: some, that games differ; none where the game has one start but is over
/// so soon that little would be left to decide.
pub fn usual_opening<G: Game>(game: &G) -> u32 {
    const USUAL: u32 = 4;
    const GAMES: u64 = 20;
    const SHORT: u64 = 7;
    if !has_fixed_start(game) {
        return 0;
    }
    let (mut plies, mut moves) = (0, Vec::new());
    for number in 0..GAMES {
        let mut rng = Rng::stream(0x09E6, number);
        let mut state = game.start(&mut rng);
        for _ in 0..SHORT * GAMES {
            let mv = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => game.draw(&state, &mut rng),
                Turn::Of(_) => {
                    plies += 1;
                    moves.clear();
                    game.random_move(&state, &mut rng, &mut moves)
                }
            };
            game.play(&mut state, mv);
        }
    }
    if plies < SHORT * GAMES { 0 } else { USUAL }
}

impl<'a, G: Game> Dealer<'a, G> {
    /// A dealer.
    pub fn new(
        game: &'a G,
        setting: &'a Setting,
        seatings: &'a SeatingList,
        times: &'a [Option<Duration>],
        clock: &'a dyn Clock,
        make: &'a MakeAgent<'a, G>,
        stop: &'a AtomicBool,
    ) -> Dealer<'a, G> {
        let row = || (0..setting.agents.len()).map(|_| None).collect();
        let agents = (0..game.players()).map(|_| row()).collect();
        let has_fixed_start = has_fixed_start(game);
        Dealer { game, setting, seatings, clock, times, make, agents, has_fixed_start, stop }
    }

    /// Plays a deal; none if it was told to stop before the end, for who is hurried plays otherwise.
    pub fn play(&mut self, deal: u64) -> Result<Option<DealRecord>, Problem> {
        let seed = deal_seed(self.setting.seed, deal);
        let mut rng = Rng::new(seed);
        let mut start = self.game.start(&mut rng);
        let mut opening = Vec::new();
        if self.has_fixed_start {
            let opened = self.open(&start, &mut rng);
            if self.game.facts().hidden {
                // Made at the table: who did not see its part of the opening would not know what it holds.
                opening = opened;
            } else {
                opened.into_iter().for_each(|mv| self.game.play(&mut start, mv));
            }
        }
        let position = self.game.position_text(&start);
        let seatings = self.seatings.of_deal(&mut rng);
        let games = seatings.into_iter().map(|seats| self.game(&start, &opening, seats, seed));
        let games: Vec<GameRecord> = games.collect::<Result<_, _>>()?;
        Ok((!self.is_stopped()).then_some(DealRecord { deal, position, games }))
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Random moves that do not end the game; fewer than asked where every move would.
    fn open(&self, start: &G::State, rng: &mut Rng) -> Vec<G::Move> {
        let game = self.game;
        let (mut opening, mut moves, mut state) = (Vec::new(), Vec::new(), start.clone());
        for _ in 0..self.setting.opening {
            moves.clear();
            match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => moves.push(game.draw(&state, rng)),
                Turn::Of(_) => game.moves(&state, &mut moves),
            }
            rng.shuffle(&mut moves);
            let goes_on = |mv: &G::Move| descend(game, &state, *mv, |next| !game.turn(next).is_over());
            let Some(&mv) = moves.iter().find(|mv| goes_on(mv)) else { break };
            game.play(&mut state, mv);
            opening.push(mv);
        }
        opening
    }

    fn game(
        &mut self,
        start: &G::State,
        opening: &[G::Move],
        seats: Vec<usize>,
        seed: u64,
    ) -> Result<GameRecord, Problem> {
        let game = self.game;
        let players = game.players();
        let mut table = Table::at(game, start.clone());
        let mut record = GameRecord {
            seats,
            moves: Vec::new(),
            payoffs: vec![0.0; players],
            nodes: vec![0; players],
            decisions: vec![0; players],
            micros: vec![0; players],
            is_capped: false,
            forfeit: None,
        };
        for &mv in opening {
            record.moves.push(mv.code());
            table.play(mv);
        }
        for seat in Player::all(players) {
            let agent = self.seated(&record.seats, seat)?;
            if let Err(panic) = quietly(|| agent.begin(game, seat, agent_seed(seed, seat))) {
                self.forfeit(seat, format!("it panicked: {panic}"), &mut record);
                return Ok(record);
            }
        }
        while !self.is_stopped() {
            let made = table.played().len() - opening.len();
            if made >= self.setting.cap as usize && !table.turn().is_over() {
                record.is_capped = true;
                break;
            }
            let mv = match table.turn() {
                Turn::Over => {
                    // A payoff that is no number is a fault of the game, which the store could not write.
                    let paid = game.payoffs(table.state());
                    record.payoffs = paid.seats(players).iter().map(|x| if x.is_finite() { *x } else { 0.0 }).collect();
                    break;
                }
                Turn::Chance => table.outcome_of_deal(seed).expect("it is chance's turn"),
                Turn::Of(seat) => match self.ask(&table, seat, &mut record) {
                    Ok(mv) => mv,
                    Err(reason) => {
                        self.forfeit(seat, reason, &mut record);
                        break;
                    }
                },
            };
            record.moves.push(mv.code());
            table.play(mv);
        }
        Ok(record)
    }

    /// Ends a game that a seat has lost for this reason.
    fn forfeit(&mut self, seat: Player, reason: String, record: &mut GameRecord) {
        // Whatever state the agent is in, it is not asked again.
        self.agents[seat.index()][record.seats[seat.index()]] = None;
        record.payoffs = forfeited(self.game, seat);
        record.forfeit = Some(Forfeit { seat: seat.index(), reason });
    }

    /// The agent in a seat, made if need be.
    fn seated(&mut self, seats: &[usize], seat: Player) -> Result<&mut Box<dyn Agent<G>>, Problem> {
        let number = seats[seat.index()];
        let place = &mut self.agents[seat.index()][number];
        if place.is_none() {
            *place = Some((self.make)(number)?);
        }
        Ok(place.as_mut().expect("it was just made"))
    }

    /// Asks a seat for its move; the error is why it forfeits.
    fn ask(&mut self, table: &Table<'_, G>, seat: Player, record: &mut GameRecord) -> Result<G::Move, String> {
        let (clock, stop, index) = (self.clock, self.stop, seat.index());
        let agent = self.seated(&record.seats, seat).map_err(|problem| problem.to_string())?;
        let view = table.view(seat);
        let control = Control { clock: Some(clock), stop: Some(stop), ..Control::default() };
        let start = clock.now();
        let answer = quietly(|| agent.choose(&view, &control));
        let took = clock.now().saturating_sub(start);
        record.micros[index] += took.as_micros() as u64;
        let report: Report<G::Move> = match answer {
            Ok(Ok(report)) => report,
            Ok(Err(problem)) => return Err(problem.to_string()),
            Err(panic) => return Err(format!("it panicked: {panic}")),
        };
        record.nodes[index] += report.nodes;
        record.decisions[index] += 1;
        if let Some(time) = self.times[record.seats[index]] {
            let grace = Duration::from_millis(self.setting.grace_ms);
            if took > time + grace {
                return Err(format!(
                    "it thought for {} ms, with a budget of {} ms and a grace of {} ms",
                    took.as_millis(),
                    time.as_millis(),
                    grace.as_millis()
                ));
            }
        }
        if !table.moves().contains(&report.chosen) {
            return Err(format!("it played {:?}, which is not a legal move", report.chosen));
        }
        Ok(report.chosen)
    }
}

/// What a game pays that a seat forfeits: the seat the least the game ever pays, the others what is then left of the sum,
/// in equal parts; where the payoffs have no fixed sum, the most the game ever pays.
fn forfeited<G: Game>(game: &G, seat: Player) -> Vec<f64> {
    let facts = game.facts();
    let others = game.players() - 1;
    let rest = facts.sum.map_or(facts.highest, |sum| ((sum - facts.lowest) / others.max(1) as f64).min(facts.highest));
    Player::all(game.players()).map(|other| if other == seat { facts.lowest } else { rest }).collect()
}

thread_local! {
    static IS_QUIET: Cell<bool> = const { Cell::new(false) };
}

/// Runs what may panic; a panic is an error with its message, and prints nothing.
fn quietly<T>(run: impl FnOnce() -> T) -> Result<T, String> {
    static HOOK: std::sync::Once = std::sync::Once::new();
    HOOK.call_once(|| {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if !IS_QUIET.get() {
                usual(info);
            }
        }));
    });
    let before = IS_QUIET.replace(true);
    let result = catch_unwind(AssertUnwindSafe(run));
    IS_QUIET.set(before);
    result.map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word").to_string()
    })
}
