//! A table: who sits where, the moves so far, and what a seat is shown of it.

use crate::halls;
use crate::halls::Hall;
use crate::refusal::Refusal;
use outwit::game::{AnyGame, AnyMove, Facts, Game, Payoffs, Player, Table, Turn, View, deal_seed};
use outwit_advice::undo::{Kept, last_decision};
use outwit_advice::{document, seats};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// Who sits where a person does.
pub const HUMAN: &str = "human";
/// Moves of a game at most.
const LONGEST_GAME: usize = 5_000;
/// Outcomes of chance in a row at most.
const MOST_DRAWS: usize = 200;

/// A game in progress: all that decides it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sitting {
    /// The game's spec.
    pub game: String,
    /// The tree, where the game is made from one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<String>,
    /// The seed of the deal, the dice and the agents.
    #[serde(default)]
    pub seed: u64,
    /// Who sits where: `human`, or an agent's spec.
    pub seats: Vec<String>,
    /// The position play began from, where it is not the deal of the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// All moves, those of chance included.
    #[serde(default)]
    pub moves: Vec<String>,
    /// The seat that has given up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resigned: Option<usize>,
}

impl Sitting {
    fn is_human(&self, seat: Player) -> bool {
        self.seats.get(seat.index()).is_some_and(|who| who == HUMAN)
    }

    /// The seats where people sit.
    pub fn people(&self) -> Vec<Player> {
        Player::all(self.seats.len()).filter(|&seat| self.is_human(seat)).collect()
    }

    /// Checks the seats and makes the moves.
    pub fn table<'g>(&self, hall: &'g Hall) -> Result<Table<'g, AnyGame>, Refusal> {
        let (game, players) = (&hall.game, hall.game.players());
        if self.seats.len() != players {
            return Err(Refusal::wrong(format!(
                "{} has {players} seats, and {} are taken",
                hall.spec,
                self.seats.len()
            )));
        }
        if self.moves.len() > LONGEST_GAME {
            return Err(Refusal::wrong(format!("a game has {LONGEST_GAME} moves at most here")));
        }
        if self.resigned.is_some_and(|seat| seat == 0 || seat > players) {
            return Err(Refusal::wrong(format!("`resigned` is a seat from 1 to {players}")));
        }
        for who in self.seats.iter().filter(|who| *who != HUMAN) {
            halls::checked(who)?;
        }
        let mut table = match &self.start {
            None => Table::deal(game, &mut seats::deal(self.seed)),
            Some(text) => Table::at(game, game.read_position(text).map_err(|problem| problem.within("start"))?),
        };
        for (place, text) in self.moves.iter().enumerate() {
            table.play_text(text).map_err(|problem| problem.within(format_args!("move {}", place + 1)))?;
        }
        Ok(table)
    }

    /// Makes the moves that nobody decides.
    pub fn draw(&mut self, table: &mut Table<'_, AnyGame>) {
        for _ in 0..MOST_DRAWS {
            let Some(outcome) = table.outcome_of_deal(deal_seed(self.seed, 0)) else { return };
            self.play(table, outcome);
        }
    }

    /// Makes a move.
    pub fn play(&mut self, table: &mut Table<'_, AnyGame>, mv: AnyMove) {
        self.moves.push(table.game().move_text(table.state(), mv));
        table.play(mv);
    }

    /// Makes a person's move.
    pub fn play_text(&mut self, table: &mut Table<'_, AnyGame>, sight: &Sight, text: &str) -> Result<(), Refusal> {
        let Turn::Of(seat) = table.turn() else { return Err(Refusal::wrong("nobody is to move")) };
        if self.resigned.is_some() {
            return Err(Refusal::wrong("the game was given up: begin a new one, or take back"));
        }
        if !self.is_human(seat) || !sight.may_move(seat) {
            return Err(Refusal::wrong(format!("it is {seat}'s turn, and you do not sit there")));
        }
        let mv = table.game().read_move(table.state(), text)?;
        self.play(table, mv);
        Ok(())
    }

    /// Goes back to the last decision of a person before this one.
    pub fn undo(&mut self, table: &mut Table<'_, AnyGame>) -> Result<(), Refusal> {
        let people = self.people().len();
        if table.game().facts().hidden && people > 1 {
            return Err(Refusal::wrong("nothing is taken back among people: what was seen cannot be unseen"));
        }
        if self.resigned.take().is_some() {
            return Ok(());
        }
        let ply = match last_decision(table, |seat| self.is_human(seat) || people == 0) {
            Ok(ply) => ply,
            // Where nobody plays, nobody learns anything.
            Err((ply, Kept::Hidden | Kept::Shown)) if people == 0 => ply,
            Err((_, kept)) => {
                return Err(Refusal::wrong(match kept {
                    Kept::Nothing => "there is nothing to take back",
                    Kept::Hidden => "nothing is taken back before the end: what was seen cannot be unseen",
                    Kept::Shown => "what chance has shown is not taken back",
                }));
            }
        };
        table.rewind(ply);
        self.moves.truncate(ply);
        Ok(())
    }
}

/// What a reader may see.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// All there is.
    All,
    /// What this seat has seen.
    Seat(Player),
}

impl Sight {
    /// What the reader at `viewer` may see: all, where nothing is hidden, where no person plays, and when it is over.
    pub fn of(sitting: &Sitting, table: &Table<'_, AnyGame>, viewer: Option<usize>) -> Result<Sight, Refusal> {
        let people = sitting.people();
        let is_over = table.turn().is_over() || sitting.resigned.is_some();
        if !table.game().facts().hidden || people.is_empty() || is_over {
            return Ok(Sight::All);
        }
        match viewer {
            None => Ok(Sight::Seat(people[0])),
            Some(number) => {
                let seat = people.into_iter().find(|seat| seat.number() == number);
                seat.map(Sight::Seat).ok_or_else(|| Refusal::wrong(format!("no person sits in seat {number}")))
            }
        }
    }

    /// Whether the reader may decide for this seat.
    pub fn may_move(self, seat: Player) -> bool {
        self == Sight::All || self == Sight::Seat(seat)
    }
}

/// A table as a reader sees it, `at` so many steps from its beginning, or as it is now.
pub fn shown(
    hall: &Hall,
    sitting: &Sitting,
    table: &Table<'_, AnyGame>,
    sight: Sight,
    id: Option<&str>,
    at: Option<usize>,
) -> Value {
    let (game, players) = (&hall.game, hall.game.players());
    // Step 1. Where to look: after so many moves, or after so much was seen.
    let stops: Vec<usize> = match sight {
        Sight::All => (0..=table.played().len()).collect(),
        Sight::Seat(seat) => sights(table, seat),
    };
    let last = stops.len() - 1;
    let at = at.unwrap_or(last).min(last);
    let mut past = table.clone();
    if at < last {
        past.rewind(stops[at]);
    }
    let is_now = at == last;
    let is_over = table.turn().is_over() || sitting.resigned.is_some();
    // Step 2. What is there.
    let turn = past.turn();
    let decides = turn.player().filter(|&seat| is_now && !is_over && sitting.is_human(seat) && sight.may_move(seat));
    let moves: Vec<Value> = past
        .moves()
        .iter()
        .filter(|_| decides.is_some() || sight == Sight::All && turn.player().is_some())
        .map(|&mv| json!({"text": game.move_text(past.state(), mv), "places": game.places(past.state(), mv)}))
        .collect();
    let (svg, picture) = match sight {
        Sight::All => (game.svg(past.state()), game.picture(past.state())),
        Sight::Seat(seat) => (game.seat_svg(&past.view(seat)), game.seat_picture(&past.view(seat))),
    };
    let log: Vec<Value> = match sight {
        Sight::All => log(table, sitting),
        Sight::Seat(seat) => told(&table.view(seat)).into_iter().map(|line| json!({"text": line})).collect(),
    };
    let waits = match (is_over, table.turn(), decides) {
        (true, ..) => "over",
        (_, _, Some(_)) => "you",
        (_, Turn::Of(seat), _) if sitting.is_human(seat) && is_now => "another",
        _ => "agent",
    };
    let people = sitting.people();
    let you = if people.len() == 1 { Some(people[0]) } else { None };
    let payoffs = table.turn().is_over().then(|| game.payoffs(table.state()));
    let outcome = match (&payoffs, sitting.resigned) {
        (_, Some(seat)) => Some(format!("Seat {seat} gives up.")),
        (Some(payoffs), None) => Some(outcome(payoffs, players, &game.facts(), you)),
        _ => None,
    };
    // A seat that does not see everything is told whose turn it is only when it is its own.
    let told_turn = match (sight, turn) {
        (Sight::Seat(seat), Turn::Of(mover)) if mover != seat => Value::Null,
        _ => document::turn(turn),
    };
    let may_undo = sitting.clone().undo(&mut table.clone()).is_ok();
    json!({
        "game": hall.spec,
        "name": hall.entry.name,
        "players": players,
        "hidden": game.facts().hidden,
        "chance": game.facts().chance,
        "seats": sitting.seats,
        "people": people.iter().map(|seat| seat.number()).collect::<Vec<_>>(),
        "viewer": match sight { Sight::All => None, Sight::Seat(seat) => Some(seat.number()) },
        "table": id,
        // The address holds it all where nothing is hidden, or nothing any more.
        "sitting": (sight == Sight::All).then_some(sitting),
        "turn": told_turn,
        "waits": waits,
        "undo": may_undo,
        "at": at,
        "length": last,
        "svg": svg,
        "picture": picture,
        "position": (sight == Sight::All).then(|| game.position_text(past.state())),
        "moves": moves,
        "log": log,
        "payoffs": payoffs.as_ref().map(|payoffs| document::numbers(payoffs.seats(players))),
        "outcome": outcome,
    })
}

/// After how many moves a seat had seen nothing, one thing, and so on: it cannot tell the moves between apart.
fn sights(table: &Table<'_, AnyGame>, seat: Player) -> Vec<usize> {
    let mut past = table.clone();
    past.rewind(0);
    let mut stops = vec![0];
    let mut seen = past.view(seat).seen().len();
    for (ply, &mv) in table.played().iter().enumerate() {
        past.play(mv);
        let now = past.view(seat).seen().len();
        if now > seen {
            seen = now;
            stops.push(ply + 1);
        } else if let Some(last) = stops.last_mut() {
            // What happened unseen since then is part of the same sight.
            *last = ply + 1;
        }
    }
    stops
}

/// What a seat has seen, in words.
fn told(view: &View<'_, AnyGame>) -> Vec<String> {
    view.game().events(view, 0)
}

fn log(table: &Table<'_, AnyGame>, sitting: &Sitting) -> Vec<Value> {
    let game = table.game();
    let mut state = table.start().clone();
    let mut log = Vec::new();
    for (&mv, text) in table.played().iter().zip(&sitting.moves) {
        let by = match game.turn(&state) {
            Turn::Of(seat) => seat.number(),
            _ => 0,
        };
        log.push(json!({"by": by, "text": text}));
        game.play(&mut state, mv);
    }
    log
}

/// Who won. `you` is the one person at the table, if there is one.
fn outcome(payoffs: &Payoffs, players: usize, facts: &Facts, you: Option<Player>) -> String {
    if players == 1 {
        return format!("The game is over and pays {}.", plain(payoffs[Player::FIRST]));
    }
    let best = payoffs.seats(players).iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let winners: Vec<Player> = Player::all(players).filter(|&seat| payoffs[seat] == best).collect();
    let is_plain = facts.highest - facts.lowest <= 2.0;
    let list: Vec<String> = payoffs.seats(players).iter().map(|&paid| plain(paid)).collect();
    let paid = if is_plain { String::new() } else { format!(" (paid: {})", list.join(", ")) };
    let words = match (&winners[..], you) {
        (all, _) if all.len() == players => "A draw".to_string(),
        ([winner], Some(you)) if *winner == you => "You win".to_string(),
        ([winner], Some(_)) => format!("You lose: {winner} wins"),
        ([winner], None) => format!("Seat {} wins", winner.number()),
        (several, _) => {
            let names: Vec<String> = several.iter().map(|seat| seat.number().to_string()).collect();
            format!("Seats {} share the win", names.join(" and "))
        }
    };
    format!("{words}{paid}.")
}

fn plain(x: f64) -> String {
    let text = format!("{x:.4}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_string(),
        short => short.to_string(),
    }
}
