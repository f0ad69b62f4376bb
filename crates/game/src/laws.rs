//! The laws any game must pass, checked by random play: one call, for games of the catalog and for yours.
//!
//! ```no_run
//! # fn example(my_game: impl outwit_game::Evaluated) {
//! outwit_game::laws::check(&my_game, &Default::default()).unwrap();
//! # }
//! ```

mod foresight;
mod names;
mod sets;

use crate::code::MoveCode;
use crate::contract::Game;
use crate::evaluation::{Evaluated, Evaluation};
use crate::picture::escape;
use crate::random::Rng;
use crate::seat::{MAX_SEATS, Player, Turn};
use crate::table::{Table, View};
pub use foresight::foresight;
pub use names::names_alone;
pub use sets::views_are_sets;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// How much random play to check.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The seed of everything drawn.
    pub seed: u64,
    /// How many games.
    pub games: u64,
    /// After how many positions no further game is begun: long games need not be many.
    pub positions: usize,
    /// After how many moves a game that may cycle is left; one that may not must be over by then.
    pub longest: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { seed: 0, games: 40, positions: 5_000, longest: 2_000 }
    }
}

/// A law that does not hold, and where.
#[derive(Clone, Debug)]
pub struct Broken {
    /// The law, as a sentence.
    pub law: &'static str,
    /// What was seen.
    pub detail: String,
    /// The moves that lead there.
    pub path: Vec<String>,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "broken law: {}: {} (after {:?})", self.law, self.detail, self.path.join(" "))
    }
}

impl std::error::Error for Broken {}

/// What was covered: a law that was never put to the test proves nothing.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Coverage {
    /// Positions visited.
    pub positions: usize,
    /// Games played to the end.
    pub finished: usize,
    /// Positions that were chance's turn.
    pub chance: usize,
    /// Decisions whose view had been met before.
    pub views_met_again: usize,
    /// Decisions with moves that can be clicked.
    pub placed: usize,
    /// Those of them at which the places tell all moves apart.
    pub told_apart: usize,
    /// Positions for which another one stands.
    pub stood_for: usize,
}

/// Checks every law along random games. Stops at the first that is broken.
pub fn check<G: Evaluated>(game: &G, effort: &Effort) -> Result<Coverage, Broken> {
    let mut inspector = Inspector {
        game,
        coverage: Coverage::default(),
        path: Vec::new(),
        keys: HashMap::new(),
        states: HashMap::new(),
        stand_ins: HashMap::new(),
        moves_by_view: HashMap::new(),
        pictures_by_view: HashMap::new(),
        played: HashSet::new(),
    };
    inspector.facts()?;
    for index in 0..effort.games {
        if inspector.coverage.positions >= effort.positions {
            break;
        }
        inspector.game(&mut Rng::stream(effort.seed, index), effort.longest)?;
    }
    Ok(inspector.coverage)
}

/// Moves with the same places at most: more is no list to pick from.
const LONGEST_LIST: usize = 16;

/// Decisions whose places are looked at: drawings are slow, and more of them tell nothing new.
const ENOUGH_PLACED: usize = 300;

/// Whether a position after so many moves, or a seat that has seen so much, is drawn as SVG: drawings are slow. All are in the
/// beginning of a game, where positions are met again, and every eighth later.
fn is_drawn(count: usize) -> bool {
    count < 16 || count.is_multiple_of(8)
}

/// Positions whose moves are compared with those of the one that stands for them.
const ENOUGH_STOOD_FOR: usize = 100;

type MovesByView<G> = HashMap<(Player, Vec<<G as Game>::Seen>), Vec<<G as Game>::Move>>;

/// The pictures a seat had of what it had seen, and whether it was to move: in letters, and as SVG where it is drawn.
type PicturesByView<G> = HashMap<(Player, Vec<<G as Game>::Seen>, bool), (String, Option<String>)>;

struct Inspector<'g, G: Game> {
    game: &'g G,
    coverage: Coverage,
    path: Vec<String>,
    keys: HashMap<G::State, (u64, u64)>,
    states: HashMap<u64, G::State>,
    /// By their canonical key, those that stand for others.
    stand_ins: HashMap<u64, G::State>,
    moves_by_view: MovesByView<G>,
    pictures_by_view: PicturesByView<G>,
    played: HashSet<G::State>,
}

/// Apart, because a demand is compiled anew for each law of each game.
#[cold]
fn broken(law: &'static str, detail: String, path: &[String]) -> Broken {
    Broken { law, detail, path: path.to_vec() }
}

impl<G: Evaluated> Inspector<'_, G> {
    fn demand(&self, holds: bool, law: &'static str, detail: impl FnOnce() -> String) -> Result<(), Broken> {
        if holds { Ok(()) } else { Err(broken(law, detail(), &self.path)) }
    }

    fn facts(&self) -> Result<(), Broken> {
        let players = self.game.players();
        self.demand((1..=MAX_SEATS).contains(&players), "a game has 1 to 6 seats", || players.to_string())?;
        let facts = self.game.facts();
        self.demand(
            facts.lowest.is_finite() && facts.highest.is_finite() && facts.lowest <= facts.highest,
            "the declared bounds of payoffs are finite and in order",
            || format!("{facts:?}"),
        )?;
        let names: HashSet<&str> = self.game.evaluations().iter().map(|named| named.name).collect();
        self.demand(
            !names.is_empty() && names.len() == self.game.evaluations().len(),
            "a game has evaluations with different names",
            || format!("{names:?}"),
        )
    }

    /// One random game, every position of it checked.
    fn game(&mut self, rng: &mut Rng, longest: usize) -> Result<(), Broken> {
        self.path.clear();
        self.played.clear();
        let game = self.game;
        let mut table = Table::deal(game, rng);
        let mut known = [None; MAX_SEATS];
        // What each seat has read of what it was told.
        let mut told = vec![Vec::new(); game.players()];
        let mut bounds: Vec<(f64, f64)> = vec![(f64::NEG_INFINITY, f64::INFINITY); game.players()];
        for _ in 0..longest {
            self.coverage.positions += 1;
            self.position(table.state())?;
            self.seat_pictures(&table, &mut told)?;
            for seat in Player::all(game.players()) {
                let (low, high) = game.payoff_bounds(table.state(), seat);
                let known = &mut bounds[seat.index()];
                *known = (known.0.max(low), known.1.min(high));
            }
            match table.turn() {
                Turn::Over => {
                    self.coverage.finished += 1;
                    return self.end(table.state(), &bounds);
                }
                Turn::Chance => {
                    self.coverage.chance += 1;
                    self.chance(table.state(), table.moves(), rng)?;
                }
                Turn::Of(seat) => {
                    self.demand(seat.index() < game.players(), "the mover has a seat", || seat.to_string())?;
                    self.decision(&table, seat, rng)?;
                    self.places(&table, seat)?;
                }
            }
            if table.turn() == Turn::Chance && game.draws(table.state()) {
                self.unlisted(table.state(), table.moves(), rng)?;
            } else {
                self.moves(table.state(), table.moves())?;
            }
            let mv = match table.turn() {
                Turn::Chance => game.draw(table.state(), rng),
                _ => *rng.pick(table.moves()),
            };
            self.path.push(game.move_text(table.state(), mv));
            let mover = table.turn().player();
            if let Some(seat) = mover {
                known[seat.index()] = Some(table.view(seat).seen().len());
            }
            table.play(mv);
            // In a hidden game it may be told when its next turn comes.
            let told = if game.facts().hidden { table.turn().player() } else { mover };
            self.demand(
                told.is_none_or(|seat| known[seat.index()].is_none_or(|known| table.view(seat).seen().len() > known)),
                "the mover sees its own move, by its next turn at the latest",
                || format!("{mv:?}"),
            )?;
        }
        self.demand(game.facts().cyclic, "random play ends, or the game is declared cyclic", || {
            format!("not over after {longest} moves")
        })
    }

    /// The law of seats' pictures: who has seen the same is shown the same, whatever is hidden behind it. That is so too for
    /// a seat whose table stands elsewhere and who was told in words.
    fn seat_pictures(&mut self, table: &Table<'_, G>, told: &mut [Vec<G::Seen>]) -> Result<(), Broken> {
        let game = self.game;
        // An open game shows every seat its position, which has been looked at already.
        if !game.facts().hidden && !table.played().is_empty() {
            return Ok(());
        }
        for seat in Player::all(game.players()) {
            let view = table.view(seat);
            let pictures = (game.seat_picture(&view), is_drawn(view.seen().len()).then(|| game.seat_svg(&view)));
            self.demand(
                !pictures.0.is_empty() && pictures.1.as_ref().is_none_or(|svg| svg.starts_with("<svg")),
                "a seat has a picture and an SVG picture of what it sees",
                || format!("{seat}: {pictures:?}"),
            )?;
            if view.state().is_some() {
                continue;
            }
            // What it saw before was read from its words before.
            let told = &mut told[seat.index()];
            for seen in &view.seen()[told.len()..] {
                let words = game.seen_text(seen);
                match game.read_seen(seat, &words) {
                    Ok(seen) => told.push(seen),
                    Err(problem) => {
                        return self.demand(false, "what a seat is told in words can be read", || {
                            format!("{seat}: `{words}`: {problem}")
                        });
                    }
                }
            }
            let again = game.seat_picture(&View::told(game, seat, told, view.moves()));
            self.demand(again == pictures.0, "what a seat is told in words gives the picture of what it saw", || {
                format!("{seat} at the table:\n{}\nfrom words:\n{again}", pictures.0)
            })?;
            let key = (seat, view.seen().to_vec(), view.moves().is_empty());
            let first = self.pictures_by_view.entry(key).or_insert_with(|| pictures.clone());
            let same = *first == pictures;
            self.demand(same, "who has seen the same is shown the same", || format!("{seat}: {}", pictures.0))?;
        }
        Ok(())
    }

    /// What holds of any position.
    fn position(&mut self, state: &G::State) -> Result<(), Broken> {
        let game = self.game;
        let text = game.position_text(state);
        self.demand(!text.contains('\n'), "a position is one line of text", || text.clone())?;
        let read = game.read_position(&text);
        self.demand(read.as_ref() == Ok(state), "a position's text reads back as the position", || {
            format!("`{text}` reads as {read:?}, not {state:?}")
        })?;
        let fresh = read.expect("it was just compared");
        let keys = (game.key(state), game.table_key(state));
        self.demand(
            (game.key(&fresh), game.table_key(&fresh)) == keys,
            "the key of a position reached by play is the key of the same position made afresh",
            || text.clone(),
        )?;
        let known = *self.keys.entry(state.clone()).or_insert(keys);
        self.demand(known == keys, "equal states have equal keys", || text.clone())?;
        // 64 bits: in the few thousand positions seen here an accident would be a wonder.
        let other = self.states.entry(keys.0).or_insert_with(|| state.clone()).clone();
        self.demand(other == *state, "different states have different keys", || format!("{text}: {other:?}"))?;
        if self.coverage.stood_for < ENOUGH_STOOD_FOR {
            let stand_in = names_alone(game, state);
            self.demand(stand_in.is_ok(), "the position that stands for one is the same in all but names", || {
                format!("{text}: {}", stand_in.as_ref().err().cloned().unwrap_or_default())
            })?;
            let stand_in = stand_in.expect("it was just looked at");
            self.coverage.stood_for += usize::from(stand_in != *state);
            let known = self.stand_ins.entry(game.canonical_key(state)).or_insert_with(|| stand_in.clone()).clone();
            self.demand(known == stand_in, "positions of one canonical key have one that stands for them", || {
                format!("{text}: {known:?} and {stand_in:?}")
            })?;
        }
        let is_new = self.played.insert(state.clone());
        self.demand(is_new || game.facts().cyclic, "no position comes back, or the game is declared cyclic", || {
            text.clone()
        })?;
        self.demand(!game.picture(state).is_empty(), "a position has a picture", || text.clone())?;
        let has_svg = !is_drawn(self.path.len()) || game.svg(state).starts_with("<svg");
        self.demand(has_svg, "a position has an SVG picture", || text.clone())?;
        if !game.turn(state).is_over() {
            self.evaluations(state)?;
        }
        Ok(())
    }

    fn evaluations(&self, state: &G::State) -> Result<(), Broken> {
        let game = self.game;
        let facts = game.facts();
        for (index, named) in game.evaluations().iter().enumerate() {
            let evaluation = game.evaluation(index);
            let values = evaluation.values(game, state);
            let intervals = evaluation.intervals(game, state);
            for seat in Player::all(game.players()) {
                let value = values[seat];
                self.demand(
                    (facts.lowest..=facts.highest).contains(&value) && value == evaluation.value(game, state, seat),
                    "an evaluation stays in the declared bounds, and its vector holds the seats' values",
                    || format!("{} gives {seat} {value}", named.name),
                )?;
                let interval = intervals[seat.index()];
                self.demand(interval.low <= interval.high, "an interval's ends are in order", || {
                    format!("{} gives {seat} {interval:?}", named.name)
                })?;
            }
            let foreseen = foresight(game, state, &evaluation);
            self.demand(foreseen.is_ok(), "what an evaluation says of moves is what making them shows", || {
                format!("{} at {}: {}", named.name, game.position_text(state), foreseen.err().unwrap_or_default())
            })?;
            let mut features = Vec::new();
            evaluation.features(game, state, &mut features);
            self.demand(
                features.len() == evaluation.feature_names().len() && features.iter().all(|x| x.is_finite()),
                "every feature has a name and a finite value",
                || format!("{} gives {features:?}", named.name),
            )?;
        }
        Ok(())
    }

    /// What holds of the moves of any position that is not over.
    fn moves(&self, state: &G::State, moves: &[G::Move]) -> Result<(), Broken> {
        let game = self.game;
        self.demand(!moves.is_empty(), "a position that is not over has a move", || game.position_text(state))?;
        let mut again = Vec::new();
        game.moves(state, &mut again);
        self.demand(again == moves, "moves are listed in the same order each time", || game.position_text(state))?;
        let distinct: HashSet<G::Move> = moves.iter().copied().collect();
        self.demand(distinct.len() == moves.len(), "no move is listed twice", || format!("{moves:?}"))?;
        let mut texts = HashSet::new();
        for &mv in moves {
            let text = game.move_text(state, mv);
            self.demand(
                !text.is_empty() && !text.contains(char::is_whitespace) && texts.insert(text.clone()),
                "a move's text has no white space and is its alone",
                || format!("`{text}`"),
            )?;
            let read = game.read_move(state, &text);
            self.demand(read == Ok(mv), "a move's text reads back as the move", || {
                format!("`{text}` reads as {read:?}")
            })?;
            self.demand(G::Move::from_code(mv.code()) == mv, "a move's code reads back as the move", || text.clone())?;
        }
        Ok(())
    }

    fn chance(&self, state: &G::State, outcomes: &[G::Move], rng: &mut Rng) -> Result<(), Broken> {
        let game = self.game;
        self.demand(game.facts().chance, "a game with chance declares it", || game.position_text(state))?;
        for &outcome in outcomes {
            self.demand(game.weight(state, outcome) > 0, "chance weights are positive", || format!("{outcome:?}"))?;
        }
        if game.draws(state) {
            return Ok(());
        }
        self.classes(state, outcomes)?;
        let drawn = game.draw(state, rng);
        self.demand(outcomes.contains(&drawn), "chance draws what it lists", || format!("{drawn:?}"))
    }

    /// Classes of outcomes lie within each other, from all in one to each in its own.
    fn classes(&self, state: &G::State, outcomes: &[G::Move]) -> Result<(), Broken> {
        const LEVELS: u32 = 8;
        let game = self.game;
        let class = |outcome: G::Move, level: u32| game.outcome_class(state, outcome, level);
        self.demand(
            outcomes.iter().all(|&outcome| class(outcome, 0) == class(outcomes[0], 0)),
            "at level 0 all outcomes are one class",
            || game.position_text(state),
        )?;
        for level in 0..LEVELS {
            let mut within: HashMap<u32, u32> = HashMap::new();
            let nested = outcomes.iter().all(|&outcome| {
                let wide = class(outcome, level);
                *within.entry(class(outcome, level + 1)).or_insert(wide) == wide
            });
            self.demand(nested, "a class of outcomes lies in one of the level before", || {
                format!("level {} of {}", level + 1, game.position_text(state))
            })?;
        }
        let last: HashSet<u32> = outcomes.iter().map(|&outcome| class(outcome, LEVELS)).collect();
        self.demand(last.len() == outcomes.len(), "in the end each outcome is a class of its own", || {
            game.position_text(state)
        })
    }

    /// Chance whose outcomes are too many to list.
    fn unlisted(&self, state: &G::State, outcomes: &[G::Move], rng: &mut Rng) -> Result<(), Broken> {
        let game = self.game;
        self.demand(game.facts().draws, "a game that draws what it cannot list declares it", String::new)?;
        self.demand(outcomes.is_empty(), "what is drawn is not listed", || format!("{outcomes:?}"))?;
        let drawn = game.draw(state, rng);
        let read = game.read_move(state, &game.move_text(state, drawn));
        self.demand(read == Ok(drawn), "the text of what was drawn reads back", || format!("{read:?}"))
    }

    fn decision(&mut self, table: &Table<'_, G>, seat: Player, rng: &mut Rng) -> Result<(), Broken> {
        let game = self.game;
        let drawn = game.random_move(table.state(), rng, &mut Vec::new());
        self.demand(table.moves().contains(&drawn), "a random move is a legal one", || format!("{drawn:?}"))?;
        // The law of views: what a seat may do follows from what it has seen. In an open game the start is seen as well.
        let view = table.view(seat);
        if view.state().is_none() {
            for seen in view.seen() {
                let text = game.seen_text(seen);
                let read = game.read_seen(seat, &text);
                self.demand(
                    !text.contains(['\n', '\r']) && read.as_ref() == Ok(seen),
                    "an observation is one line of text, which reads back as the observation",
                    || format!("`{text}` reads as {read:?}, not {seen:?}"),
                )?;
            }
            let met = self.moves_by_view.get(&(seat, view.seen().to_vec()));
            self.demand(
                met.is_none_or(|moves| moves == view.moves()),
                "the mover's moves depend only on its view",
                || format!("{seat} has {:?} here and {met:?} after the same observations", view.moves()),
            )?;
            if met.is_some() {
                self.coverage.views_met_again += 1;
            } else {
                self.moves_by_view.insert((seat, view.seen().to_vec()), view.moves().to_vec());
            }
            if let Some(world) = game.sample(&view, rng) {
                let mut moves = Vec::new();
                let same_turn = game.turn(&world) == Turn::Of(seat);
                if same_turn {
                    game.moves(&world, &mut moves);
                }
                self.demand(
                    same_turn && moves == view.moves(),
                    "a sampled world gives the mover the moves it has",
                    || format!("{world:?}"),
                )?;
                let same = moves.iter().all(|&mv| game.places(&world, mv) == game.places(table.state(), mv));
                self.demand(same, "the places of moves depend only on what their mover has seen", || {
                    format!("{world:?}")
                })?;
            }
        } else {
            let sampled = game.sample(&view, rng);
            self.demand(sampled.as_ref() == Some(table.state()), "an open game's view holds its position", || {
                format!("{sampled:?}")
            })?;
        }
        Ok(())
    }

    /// The law of places: what a move touches is marked in the drawing that its mover is shown. Moves with the same places are
    /// offered as a list, which must be short.
    fn places(&mut self, table: &Table<'_, G>, seat: Player) -> Result<(), Broken> {
        let (game, view) = (self.game, table.view(seat));
        if self.coverage.placed == ENOUGH_PLACED {
            return Ok(());
        }
        let places: Vec<Vec<String>> = view.moves().iter().map(|&mv| game.places(table.state(), mv)).collect();
        if places.iter().all(Vec::is_empty) {
            return Ok(());
        }
        let drawing = game.seat_svg(&view);
        let marks: HashSet<&str> =
            drawing.split(r#" data-place=""#).skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let unmarked = places.iter().flatten().find(|name| !marks.contains(escape(name).as_str()));
        self.demand(unmarked.is_none(), "the places of a move are marked in the drawing its mover is shown", || {
            format!("{unmarked:?} is not among {marks:?}")
        })?;
        let mut shared: HashMap<&[String], usize> = HashMap::new();
        for places in places.iter().filter(|places| !places.is_empty()) {
            *shared.entry(places).or_default() += 1;
        }
        let most = shared.values().copied().max().unwrap_or(0);
        self.demand(most <= LONGEST_LIST, "few moves have the same places", || format!("{most} have"))?;
        self.coverage.placed += 1;
        self.coverage.told_apart +=
            usize::from(most == 1 && places.iter().filter(|places| places.is_empty()).count() < 2);
        Ok(())
    }

    fn end(&self, state: &G::State, bounds: &[(f64, f64)]) -> Result<(), Broken> {
        let game = self.game;
        let facts = game.facts();
        let payoffs = game.payoffs(state);
        for (payoff, (low, high)) in payoffs.seats(game.players()).iter().zip(bounds) {
            self.demand(
                (facts.lowest..=facts.highest).contains(payoff) && (*low..=*high).contains(payoff),
                "payoffs stay in the declared bounds",
                || format!("{payoffs:?} against {facts:?} and {bounds:?}"),
            )?;
        }
        if let Some(sum) = facts.sum {
            let total: f64 = payoffs.seats(game.players()).iter().sum();
            self.demand((total - sum).abs() < 1e-9, "payoffs add up to the declared sum", || format!("{payoffs:?}"))?;
        }
        Ok(())
    }
}
