//! An engine in a seat.

use super::child::{Engine, Heard};
use super::history::History;
use super::information::Information;
use super::settings::EngineSettings;
use super::words::go_line;
use outwit_game::{Agent, Bound, Control, Game, MoveReport, Player, Problem, Progress, Report, Rng, SeatValues, View};
use std::time::{Duration, Instant};

/// How often the caller's stop flag is looked at while an engine thinks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(10);

/// An external engine as an agent, for a game of any type.
///
/// The process is started when the first game begins, is kept from game to game, and is started afresh after it failed.
/// [`begin`](Agent::begin) cannot tell what went wrong there; the first [`choose`](Agent::choose) does.
pub struct EngineAgent<G: Game> {
    settings: EngineSettings,
    game_spec: String,
    engine: Option<Engine>,
    /// What went wrong when the game began.
    trouble: Option<Problem>,
    seed: u64,
    /// How many observations of a hidden game the engine has been told.
    told: usize,
    /// The moves of an open game so far.
    history: Option<History<G>>,
}

impl<G: Game> EngineAgent<G> {
    /// An engine that is not started yet.
    pub fn new(settings: EngineSettings, game_spec: &str) -> EngineAgent<G> {
        EngineAgent {
            settings,
            game_spec: game_spec.to_string(),
            engine: None,
            trouble: None,
            seed: 0,
            told: 0,
            history: None,
        }
    }

    /// Tells a running engine that a game begins.
    fn announce(engine: &mut Engine, seat: Player, seed: u64) -> Result<(), Problem> {
        engine.send(&format!("uginewgame seat {} seed {seed}", seat.number()));
        engine.get_ready()
    }

    fn seat_engine(&mut self, seat: Player, seed: u64) -> Result<(), Problem> {
        // An engine that served before may have gone since; that is no fault in this game.
        if let Some(mut engine) = self.engine.take()
            && Self::announce(&mut engine, seat, seed).is_ok()
        {
            self.engine = Some(engine);
            return Ok(());
        }
        let mut engine = Engine::start(&self.settings, &self.game_spec)?;
        Self::announce(&mut engine, seat, seed)?;
        self.engine = Some(engine);
        Ok(())
    }

    /// Tells the engine where the game stands, and gives the texts of the seat's moves.
    fn tell(&mut self, engine: &mut Engine, view: &View<'_, G>) -> Result<Vec<String>, Problem> {
        let game = view.game();
        let text_at = |state: &G::State| view.moves().iter().map(|&mv| game.move_text(state, mv)).collect();
        let texts: Vec<String> = match view.state() {
            Some(state) => {
                let history = History::of(self.history.take(), view);
                engine.send(&match &history {
                    Some(history) => history.position_line(),
                    None => format!("position fen {}", game.position_text(state)),
                });
                self.history = history;
                text_at(state)
            }
            None => {
                // The seat's moves are the same in every world that it may be in, and so are their names.
                let world = game.sample(view, &mut Rng::stream(self.seed, view.seen().len() as u64));
                let world = world.ok_or_else(|| {
                    Problem::new("this game cannot name a seat's moves without the position, so no engine can play it")
                })?;
                if self.told > view.seen().len() {
                    Self::announce(engine, view.seat(), self.seed)?;
                    self.told = 0;
                }
                for seen in &view.seen()[self.told..] {
                    engine.send(&format!("observe {}", game.seen_text(seen)));
                }
                self.told = view.seen().len();
                text_at(&world)
            }
        };
        engine.send(&format!("moves {}", texts.join(" ")));
        Ok(texts)
    }

    /// Waits for the engine's move; it is told to stop when its time is over, and is given up when it does not.
    fn listen(
        &self,
        engine: &mut Engine,
        players: usize,
        control: &Control<'_>,
    ) -> Result<(String, Information), Problem> {
        let EngineSettings { grace, wait, .. } = self.settings;
        let time = self.settings.budget.time.unwrap_or(wait);
        let mut end = Instant::now() + time;
        let mut is_stopping = false;
        let mut information = Information::default();
        loop {
            if !is_stopping && (control.is_stopped() || Instant::now() >= end) {
                engine.send("stop");
                is_stopping = true;
                end = Instant::now() + grace;
            }
            let next_look =
                if is_stopping || control.stop.is_none() { end } else { end.min(Instant::now() + BETWEEN_LOOKS) };
            match engine.hear(next_look) {
                Heard::Line(line) => {
                    let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
                    match word {
                        "bestmove" => return Ok((rest.trim().to_string(), information)),
                        "info" => {
                            information.hear(rest, players);
                            tell_progress(control, &information);
                        }
                        _ => {}
                    }
                }
                Heard::Nothing if is_stopping && Instant::now() >= end => {
                    let (time, grace) = (time.as_millis(), grace.as_millis());
                    return Err(engine.fail(&format!("gave no move within {time} ms and {grace} ms of grace")));
                }
                Heard::Nothing => {}
                Heard::Closed => return Err(engine.fail_closed()),
            }
        }
    }

    fn ask(
        &mut self,
        engine: &mut Engine,
        view: &View<'_, G>,
        control: &Control<'_>,
    ) -> Result<Report<G::Move>, Problem> {
        // Step 1. Whatever the engine still had to say is past.
        engine.get_ready()?;
        // Step 2. Where the game stands, and how long it may think.
        let texts = self.tell(engine, view)?;
        engine.send(&go_line(&self.settings.budget));
        // Step 3. Its move. Programs of the chess world add a move to ponder on, which is none of our business.
        let (answer, information) = self.listen(engine, view.game().players(), control)?;
        let answer = answer.split_whitespace().next().unwrap_or_default();
        let Some(chosen) = texts.iter().position(|text| text == answer) else {
            return Err(engine.fail(&format!("played {answer:?}, which is not a legal move")));
        };
        Ok(report(view, view.moves()[chosen], information))
    }
}

fn tell_progress(control: &Control<'_>, information: &Information) {
    if let Some(progress) = control.progress {
        let Information { depth, nodes, line, .. } = information;
        progress(&Progress { depth: *depth, nodes: *nodes, line: line.join(" ") });
    }
}

fn report<G: Game>(view: &View<'_, G>, chosen: G::Move, information: Information) -> Report<G::Move> {
    let found = |&mv: &G::Move| MoveReport {
        mv,
        values: if mv == chosen { information.values } else { SeatValues::default() },
        bound: Bound::Exact,
        probability: if mv == chosen { 1.0 } else { 0.0 },
    };
    // The line it expects, as far as it makes sense.
    let mut line = Vec::new();
    if let Some(state) = view.state() {
        let (game, mut state) = (view.game(), state.clone());
        for text in &information.line {
            let Ok(mv) = game.read_move(&state, text) else { break };
            game.play(&mut state, mv);
            line.push(mv);
        }
    }
    Report {
        chosen,
        best: vec![chosen],
        moves: view.moves().iter().map(found).collect(),
        value: information.values,
        line,
        nodes: information.nodes,
        depth: information.depth,
        tree: None,
        remarks: information.remarks,
        extras: Vec::new(),
    }
}

impl<G: Game> Agent<G> for EngineAgent<G> {
    fn begin(&mut self, _game: &G, seat: Player, seed: u64) {
        self.seed = seed;
        self.told = 0;
        self.history = None;
        self.trouble = self.seat_engine(seat, seed).err();
    }

    fn choose(&mut self, view: &View<'_, G>, control: &Control<'_>) -> Result<Report<G::Move>, Problem> {
        if let Some(trouble) = &self.trouble {
            return Err(trouble.clone());
        }
        if view.moves().is_empty() {
            return Err(Problem::new(format!("{} is not to move", view.seat())));
        }
        let Some(mut engine) = self.engine.take() else {
            return Err(Problem::new("the engine has failed before in this game, or none has begun"));
        };
        // An engine that failed is not asked again: it is gone with the error.
        let report = self.ask(&mut engine, view, control)?;
        self.engine = Some(engine);
        Ok(report)
    }
}
