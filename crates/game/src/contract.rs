//! The contract a game fulfils.

use crate::code::MoveCode;
use crate::payoffs::Payoffs;
use crate::picture::text_svg;
use crate::problem::Problem;
use crate::random::{Rng, mix};
use crate::seat::{Player, Turn};
use crate::spec::nearest;
use crate::spelling;
use crate::table::View;
use std::fmt::Debug;
use std::hash::{Hash, Hasher};

/// What is true of a game as a whole, whatever the position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Facts {
    /// No seat is ever paid less.
    pub lowest: f64,
    /// No seat is ever paid more.
    pub highest: f64,
    /// What the payoffs of every final position add up to, if they always add up to the same.
    pub sum: Option<f64>,
    /// Some positions are chance's turn.
    pub chance: bool,
    /// At some of them the outcomes are too many to list: see [`Game::draws`].
    pub draws: bool,
    /// Some seat is not shown everything. Its agent then gets a view without a state.
    pub hidden: bool,
    /// A position may come back, so play need not end. Play without end pays everybody 0.
    pub cyclic: bool,
    /// About how many distinct positions can be reached; infinite when nobody knows. Searches without a budget go to the
    /// end of a game with few.
    pub positions: f64,
}

impl Facts {
    /// An open two-seat game without chance or cycles that pays +1, 0 or -1.
    pub const fn win_draw_loss() -> Facts {
        Facts {
            lowest: -1.0,
            highest: 1.0,
            sum: Some(0.0),
            chance: false,
            draws: false,
            hidden: false,
            cyclic: false,
            positions: f64::INFINITY,
        }
    }

    /// The same with about this many positions.
    pub const fn with_positions(self, positions: f64) -> Facts {
        Facts { positions, ..self }
    }

    /// What a seat of a game with `players` seats gets if nothing is known: an equal share of the sum; where there is no
    /// such sum, 0, or what is nearest to it among all that may be paid.
    pub fn blind_share(&self, players: usize) -> f64 {
        let share = self.sum.map_or(0.0, |sum| sum / players as f64);
        share.max(self.lowest).min(self.highest)
    }

    /// Whether a game with `players` seats is for two and what one wins the other loses.
    pub fn is_zero_sum_for_two(&self, players: usize) -> bool {
        players == 2 && self.sum == Some(0.0)
    }
}

/// The name of a way to play and a line on what it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedStrategy {
    /// As in `strategy:name=tit-for-tat`.
    pub name: &'static str,
    /// One line.
    pub summary: &'static str,
}

/// What a move leads to, for a seat that has seen something next.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sequel<S> {
    /// The move would have looked otherwise.
    Otherwise,
    /// The seat would not have noticed it: this is the position, and what was seen is still to come.
    Unnoticed(S),
    /// It would have looked so, and this is the position.
    AsSeen(S),
}

/// How likely a hidden thing is somewhere.
#[derive(Clone, PartialEq, Debug)]
pub struct Likely {
    /// The thing, in a word.
    pub what: String,
    /// Where, in a word.
    pub place: String,
    /// How many such things are expected there: where there is but one, its probability.
    pub expected: f64,
}

/// The rules of a game with their parameters.
///
/// States are plain values, Markov: all the future depends on, and no history. The first block of methods is what a game
/// must say; the rest has defaults, to be replaced where a game is hidden, has chance, or can do a thing faster.
pub trait Game: Send + Sync + Sized + 'static {
    /// A position.
    type State: Clone + Eq + Hash + Debug + Send + Sync + 'static;
    /// A move of a player or of chance.
    type Move: MoveCode;
    /// One observation of one seat. An open game uses its `Move`: everybody sees every move.
    type Seen: Clone + Eq + Hash + Debug + Send + Sync + From<Self::Move> + 'static;

    /// How many seats, 1 to 6.
    fn players(&self) -> usize;
    /// What is true of every position.
    fn facts(&self) -> Facts;
    /// A position to start from. Games with one fixed start ignore the generator.
    fn start(&self, rng: &mut Rng) -> Self::State;
    /// Who moves.
    fn turn(&self, state: &Self::State) -> Turn;
    /// Pushes every legal move, or every outcome of chance, in an order that depends on the state alone. Never clears
    /// `out`, and pushes at least one unless the game is over.
    fn moves(&self, state: &Self::State, out: &mut Vec<Self::Move>);
    /// Makes a legal move.
    fn play(&self, state: &mut Self::State, mv: Self::Move);
    /// What each seat gets. Only asked when the game is over.
    fn payoffs(&self, state: &Self::State) -> Payoffs;
    /// A legal move as text without white space, different for every move of a position.
    fn move_text(&self, state: &Self::State, mv: Self::Move) -> String;
    /// The whole position as one line of text.
    fn position_text(&self, state: &Self::State) -> String;
    /// Reads what [`position_text`](Game::position_text) writes. Any text may come: errors say which character is wrong.
    fn read_position(&self, text: &str) -> Result<Self::State, Problem>;
    /// The position as a picture of characters, several lines.
    fn picture(&self, state: &Self::State) -> String;

    // ---- pictures and text -------------------------------------------------------------------------------------------

    /// The position as an SVG drawing.
    fn svg(&self, state: &Self::State) -> String {
        text_svg(&self.picture(state))
    }

    /// The places of the drawing that a move of a player touches, in order: `e2`, `e4`; a card; a column. The drawing its mover
    /// is shown bears [marks](crate::Svg::place) of these names, so that moves can be made by clicking. None, by default: the
    /// move is then picked from a list, and so are moves that have the same places.
    fn places(&self, _state: &Self::State, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// The game as a seat sees it, as a picture of characters: its own hand or board, and what it was shown of the others'.
    /// Only the view is there to draw from, so nothing hidden can be in it. An open game shows its position; a hidden one
    /// tells what the seat has seen until it draws something better.
    fn seat_picture(&self, view: &View<'_, Self>) -> String {
        match view.state() {
            Some(state) => self.picture(state),
            None if view.seen().is_empty() => format!("{} has seen nothing yet", view.seat()),
            None => view.seen().iter().map(|seen| self.seen_text(seen)).collect::<Vec<_>>().join("\n"),
        }
    }

    /// The same as an SVG drawing.
    fn seat_svg(&self, view: &View<'_, Self>) -> String {
        match view.state() {
            Some(state) => self.svg(state),
            None => text_svg(&self.seat_picture(view)),
        }
    }

    /// What a seat has seen from its observation number `since` on, told to the person in it: a line an observation at most,
    /// with the names of the others. [`seen_text`](Game::seen_text) unless a game says more, such as who played a card.
    fn events(&self, view: &View<'_, Self>, since: usize) -> Vec<String> {
        view.seen().iter().skip(since).map(|seen| self.seen_text(seen)).collect()
    }

    /// The legal move that `text` names.
    fn read_move(&self, state: &Self::State, text: &str) -> Result<Self::Move, Problem> {
        find_move(self, state, text)
    }

    /// Every position that [`start`](Game::start) may draw, each equally likely, where they can be listed. Whoever looks at a
    /// whole game begins at all of them.
    fn starts(&self) -> Option<Vec<Self::State>> {
        None
    }

    // ---- chance ------------------------------------------------------------------------------------------------------

    /// The weight of an outcome of chance, positive. Probabilities are weights divided by their sum.
    fn weight(&self, _state: &Self::State, _outcome: Self::Move) -> u64 {
        1
    }

    /// Whether the outcomes of chance here are too many to list, as those of the next deal of a match are: `moves` then
    /// pushes none, and [`draw`](Game::draw) gives one. Searches look no further than such a position.
    #[inline]
    fn draws(&self, _state: &Self::State) -> bool {
        false
    }

    /// Draws an outcome of chance. Games whose outcomes are too many to list replace this.
    fn draw(&self, state: &Self::State, rng: &mut Rng) -> Self::Move {
        let mut outcomes = Vec::new();
        self.moves(state, &mut outcomes);
        let total: u64 = outcomes.iter().map(|&outcome| self.weight(state, outcome)).sum();
        let mut left = rng.below(total);
        for &outcome in &outcomes {
            let weight = self.weight(state, outcome);
            if left < weight {
                return outcome;
            }
            left -= weight;
        }
        unreachable!("the draw lies below the sum of the weights")
    }

    /// The outcome of chance that this deal has in store here, in a game whose cards lie in an order before anybody moves: then
    /// whoever plays the deal finds the same cards, in whatever order they are turned. `None`, the default, where chance is
    /// [drawn](Game::draw) when it comes up. For whoever runs a game; a search, which does not know the deal, draws.
    fn outcome_of_deal(&self, _state: &Self::State, _deal: u64) -> Option<Self::Move> {
        None
    }

    /// Which of the secrets of a deal comes out here, for games whose cards lie in an order before anybody moves: the same number
    /// wherever the same card is asked for, whatever came before. A search that plays one imagined deal in several ways goes by it, so
    /// that all of them find the same cards. `None`, the default, where nothing lies anywhere, as with dice.
    fn chance_place(&self, _state: &Self::State) -> Option<u64> {
        None
    }

    // ---- what seats see ----------------------------------------------------------------------------------------------

    /// What a seat sees before the first move: its hand, say. Nothing by default.
    fn first_look(&self, _start: &Self::State, _seat: Player) -> Option<Self::Seen> {
        None
    }

    /// What a seat sees of a move; `None` when it does not even notice that one was made. Everything, by default. The
    /// mover sees its own move, in a hidden game by its next turn at the latest: where what others do unseen may or may not
    /// come between two turns of a seat, it must not tell the cases apart by when it was shown something.
    fn observe(
        &self,
        _before: &Self::State,
        mv: Self::Move,
        _after: &Self::State,
        _seat: Player,
    ) -> Option<Self::Seen> {
        Some(Self::Seen::from(mv))
    }

    /// An observation in words, for a person in the seat.
    fn seen_text(&self, seen: &Self::Seen) -> String {
        format!("{seen:?}")
    }

    /// Reads what [`seen_text`](Game::seen_text) writes for a seat. Any text may come. A game that hides something says how,
    /// so that its seats can be in another process; open games are never asked, for there positions and moves are told.
    fn read_seen(&self, _seat: Player, _text: &str) -> Result<Self::Seen, Problem> {
        Err(Problem::new("this game does not read what a seat has seen from text"))
    }

    /// Pushes the mover's moves that leave a trace outside its own memory. A try that a referee refuses and that its mover alone
    /// hears of leaves none: who follows what another seat may have done passes over it. All moves, by default.
    #[inline]
    fn lasting_moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        self.moves(state, out);
    }

    /// The position after a move, as far as it goes with what a seat has seen next. Beliefs ask it of every move of every world: a
    /// game that can tell early that a move would have looked otherwise replaces this.
    #[inline]
    fn sequel(&self, before: &Self::State, mv: Self::Move, seat: Player, seen: &Self::Seen) -> Sequel<Self::State> {
        sequel_by_play(self, before, mv, seat, seen)
    }

    /// Pushes what this position holds that the seat is not shown: each thing with its place, in a word each, as `king` on `e8`
    /// or `QS` with `seat 3`. Several things may have one name. Nothing by default.
    fn hidden_from(&self, _state: &Self::State, _seat: Player, _out: &mut Vec<(String, String)>) {}

    /// What a seat knows and what it believes about the [hidden things](Game::hidden_from), as a picture of characters: each with
    /// its place and how many are expected there. `None`, the default, where a list says it best.
    fn belief_picture(&self, _view: &View<'_, Self>, _likely: &[Likely]) -> Option<String> {
        None
    }

    /// The same as an SVG drawing.
    fn belief_svg(&self, _view: &View<'_, Self>, _likely: &[Likely]) -> Option<String> {
        None
    }

    /// A move that the game itself knows to be right for who has seen this, by tables of its own: an exact belief about the
    /// last hidden piece, say. Agents that play to win take it.
    fn counsel(&self, _view: &View<'_, Self>) -> Option<Self::Move> {
        None
    }

    /// A state that agrees with everything the seat has seen, drawn at random; `None` when none was found or the game does
    /// not know how. An open game has just one.
    fn sample(&self, view: &View<'_, Self>, _rng: &mut Rng) -> Option<Self::State> {
        view.state().cloned()
    }

    /// A state that agrees with what the seat has seen last and with what it knows for certain, drawn at random: for when none is
    /// at hand that agrees with everything. `None` where the game does not know how.
    fn rebuild(&self, _view: &View<'_, Self>, _rng: &mut Rng) -> Option<Self::State> {
        None
    }

    /// Where play began, as a seat knows it: from the rules, if they have but one start, or from its first look. `None` where
    /// it does not know, and in open games, whose views hold it. Whoever knows it can work out all that may be the case.
    fn known_start(&self, _seat: Player, _first_look: Option<&Self::Seen>) -> Option<Self::State> {
        None
    }

    /// Every position in which play may have begun for a seat that saw this first, each equally likely, if they can be listed and
    /// are no more than `most`; others may be among them that would have looked otherwise.
    fn starts_like(&self, _seat: Player, _first_look: Option<&Self::Seen>, most: usize) -> Option<Vec<Self::State>> {
        self.starts().filter(|starts| starts.len() <= most)
    }

    // ---- abstraction -------------------------------------------------------------------------------------------------

    /// Makes of the position the one that stands for all that differ from it in names alone: columns in order, the least of a
    /// board's mirror images. Turn, moves up to names, weights, payoffs, features and evaluations are the same for all of them.
    /// `false`, and nothing changed, for the one that stands for the others; and by default, where every position stands for
    /// itself. A game that says this says [`canonical_key`](Game::canonical_key) too.
    fn canonical(&self, _state: &mut Self::State) -> bool {
        false
    }

    /// A hash that two positions share only if the same position [stands](Game::canonical) for both; searches file positions
    /// under it. It may keep some of them apart where looking would cost more than it spares: boards late in a game seldom
    /// meet their mirror image.
    #[inline]
    fn canonical_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// At a turn of chance whose outcome need not be known yet: the same position with the outcome left open, in which the
    /// seat plays on around it. Every move there is one after any outcome too, and leads to the same position. `None` where
    /// chance cannot wait.
    fn unnamed(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }

    /// Outcomes of chance in classes that a plan need not tell apart, the finer the higher the level: at level 0 all are one,
    /// every class of a level lies in one of the level before, and from some level on each outcome is its own. By default there
    /// is nothing between all and each.
    fn outcome_class(&self, _state: &Self::State, outcome: Self::Move, level: u32) -> u32 {
        if level == 0 { 0 } else { outcome.code() }
    }

    /// What is worth asking of a play of this game, as predicates on histories: `feature(cards face down) <= 40`. None by
    /// default; whoever abstracts from single plays begins with these.
    fn abstractions(&self) -> &'static [&'static str] {
        &[]
    }

    // ---- speed -------------------------------------------------------------------------------------------------------

    /// A hash of the position. Equal states have equal keys.
    fn key(&self, state: &Self::State) -> u64 {
        let mut hasher = KeyHasher::default();
        state.hash(&mut hasher);
        hasher.finish()
    }

    /// A legal move, each equally likely. `scratch` is empty and may be used.
    #[inline]
    fn random_move(&self, state: &Self::State, rng: &mut Rng, scratch: &mut Vec<Self::Move>) -> Self::Move {
        self.moves(state, scratch);
        let mv = *rng.pick(scratch);
        scratch.clear();
        mv
    }

    /// The tightest bounds the rules give, at no cost, for what `seat` will be paid from here.
    #[inline]
    fn payoff_bounds(&self, _state: &Self::State, _seat: Player) -> (f64, f64) {
        (f64::NEG_INFINITY, f64::INFINITY)
    }

    /// What `seat` gets under best play in a two-seat zero-sum game, where the game has it at hand: a table of endings.
    /// Asked by searches that go to the end, of positions that are not over.
    #[inline]
    fn solved(&self, _state: &Self::State, _seat: Player) -> Option<f64> {
        None
    }

    /// What a transposition table files the position under. By default its key. Two positions may share a table key when
    /// their mover's payoff differs just by the difference of their [`settled_payoff`](Game::settled_payoff); in a two-seat zero-sum game
    /// the movers may be different seats.
    #[inline]
    fn table_key(&self, state: &Self::State) -> u64 {
        self.key(state)
    }

    /// The part of the mover's payoff that no future move depends on (seeds in the stores), left out of tables.
    #[inline]
    fn settled_payoff(&self, _state: &Self::State) -> f64 {
        0.0
    }

    // ---- searches to the end ------------------------------------------------------------------------------------------

    /// Bounds for what `seat` gets under best play, for a search to the end that asks no more than where the value lies between
    /// the ends of `window`: a game may work for them (discs that nobody can turn any more, an answer to every threat) where
    /// they could settle that, and gives what costs nothing elsewhere.
    #[inline]
    fn end_bounds(&self, state: &Self::State, seat: Player, _window: (f64, f64)) -> (f64, f64) {
        self.payoff_bounds(state, seat)
    }

    /// Pushes the moves that a search to the end must look at, in an order of its own: none of those left out is better for
    /// the mover under best play than the best of these. All moves, by default; at least one.
    #[inline]
    fn end_moves(&self, state: &Self::State, out: &mut Vec<Self::Move>) {
        self.moves(state, out);
    }

    /// As [`order_hint`](Game::order_hint), for a search to the end, where the subtrees are so large that some work on the order
    /// is repaid: the replies that a move leaves, say.
    #[inline]
    fn end_hint(&self, state: &Self::State, mv: Self::Move) -> i32 {
        self.order_hint(state, mv)
    }

    /// About how many plies are left to play, at most, where the rules say so: empty squares, say.
    #[inline]
    fn plies_left(&self, _state: &Self::State) -> Option<u32> {
        None
    }

    // ---- more speed ---------------------------------------------------------------------------------------------------

    /// For each of `moves`, pushes the place of the first one that is as good as it for everybody whatever follows (its own
    /// place when none before it is) and says `true`: neighbouring cards of one hand, say. Two such moves lead to positions
    /// that differ in names alone, under every evaluation of the game. `false`, and nothing pushed, when nothing is known.
    #[inline]
    fn equivalent_moves(&self, _state: &Self::State, _moves: &[Self::Move], _out: &mut Vec<usize>) -> bool {
        false
    }

    /// Whether play stops here for no reason of the game's: a written tree was cut, and what it pays is an estimate.
    #[inline]
    fn is_frontier(&self, _state: &Self::State) -> bool {
        false
    }

    /// Whether the game is a tree that somebody has written out. A search that grows its tree takes such a tree as it
    /// stands: all of it is there already.
    #[inline]
    fn is_written_out(&self) -> bool {
        false
    }

    /// How many plies to look ahead from here when about `depth` are wanted: trick games stop where a trick ends.
    #[inline]
    fn look_ahead(&self, _state: &Self::State, depth: u32) -> u32 {
        depth
    }

    /// Gives the turn to `player` as if everybody between had passed. `false`, and nothing changed, where the game does not
    /// know such a thing; best-reply search needs it.
    #[inline]
    fn pass_to(&self, _state: &mut Self::State, _player: Player) -> bool {
        false
    }

    /// Ways to play that the game itself knows by name, tit-for-tat for example: none by default.
    fn strategies(&self) -> &'static [NamedStrategy] {
        &[]
    }

    /// Pushes, for each of the mover's moves in their order, the probability that the strategy at this place of the list
    /// plays it. It goes by nothing that the mover has not seen.
    fn strategy(&self, _index: usize, _state: &Self::State, _out: &mut Vec<f64>) {}

    /// Players of twenty strengths that were measured for this game: a line each, the level, then the agent's spec and what the
    /// matches have told. `None`, the default, where nobody has measured any.
    fn levels(&self) -> Option<&'static str> {
        None
    }

    /// A hint for ordering moves, larger first; searches that order moves try these before they know better.
    #[inline]
    fn order_hint(&self, _state: &Self::State, _mv: Self::Move) -> i32 {
        0
    }
}

/// What a move leads to for a seat that has seen something next, found by making it and looking.
#[inline]
pub fn sequel_by_play<G: Game>(
    game: &G,
    before: &G::State,
    mv: G::Move,
    seat: Player,
    seen: &G::Seen,
) -> Sequel<G::State> {
    let mut after = before.clone();
    game.play(&mut after, mv);
    match game.observe(before, mv, &after, seat) {
        None => Sequel::Unnoticed(after),
        Some(look) if look == *seen => Sequel::AsSeen(after),
        Some(_) => Sequel::Otherwise,
    }
}

/// What [`Game::equivalent_moves`] asks, found by making every move: those that lead to positions for which the same one
/// [stands](Game::canonical). For games whose position has a symmetry of its own.
pub fn equivalent_by_canonical<G: Game>(game: &G, state: &G::State, moves: &[G::Move], out: &mut Vec<usize>) -> bool {
    let keys: Vec<u64> = moves.iter().map(|&mv| descend(game, state, mv, |next| game.canonical_key(next))).collect();
    out.extend(keys.iter().map(|key| keys.iter().position(|first| first == key).expect("it is its own")));
    true
}

/// Visits the position after a move.
// Always inlined: searches spend their time here, and a closure passed to a call costs a fifth of a cheap node.
#[inline(always)]
pub fn descend<G: Game, R>(game: &G, state: &G::State, mv: G::Move, visit: impl FnOnce(&mut G::State) -> R) -> R {
    let mut next = state.clone();
    game.play(&mut next, mv);
    visit(&mut next)
}

/// The legal move that `text` names, found by writing out every one. Where none is written exactly so, another spelling of
/// just one of them will do: `Qs` for `QS`, `13/10 13/11` for `13/11,13/10`, `e2e4` for `e2-e4`. A game that reads moves faster comes here for the
/// sentence that says what would be right.
pub fn find_move<G: Game>(game: &G, state: &G::State, text: &str) -> Result<G::Move, Problem> {
    let mut moves = Vec::new();
    if !game.turn(state).is_over() {
        game.moves(state, &mut moves);
    }
    let mut texts = Vec::with_capacity(moves.len());
    for &mv in &moves {
        texts.push(game.move_text(state, mv));
    }
    place_of(&texts, text).map(|place| moves[place])
}

/// The place of the legal move that is written so: apart from the game, so that it is compiled once.
fn place_of(texts: &[String], text: &str) -> Result<usize, Problem> {
    if let Some(place) = texts.iter().position(|t| t == text).or_else(|| spelling::only_match(texts, text)) {
        return Ok(place);
    }
    if texts.is_empty() {
        return Err(Problem::new(format!("the game is over, so `{text}` cannot be played")));
    }
    const LISTED: usize = 40;
    let near = nearest(text, spelling::may_be_meant(texts, text))
        .map(|near| format!(" (did you mean `{near}`?)"))
        .unwrap_or_default();
    let more = if texts.len() > LISTED { format!(" and {} more", texts.len() - LISTED) } else { String::new() };
    let listed = texts[..texts.len().min(LISTED)].join(" ");
    Err(Problem::new(format!("`{text}` is not a legal move here{near}; legal: {listed}{more}")))
}

/// Hashes states to keys, the same on every machine (unlike the hashers of the standard library).
#[derive(Default)]
struct KeyHasher(u64);

impl KeyHasher {
    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = mix(self.0.rotate_left(23) ^ word.wrapping_add(0x9E37_79B9_7F4A_7C15));
    }
}

impl Hasher for KeyHasher {
    #[inline]
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.add(u64::from_le_bytes(word));
        }
    }
    #[inline]
    fn write_u8(&mut self, x: u8) {
        self.add(u64::from(x));
    }
    #[inline]
    fn write_u16(&mut self, x: u16) {
        self.add(u64::from(x));
    }
    #[inline]
    fn write_u32(&mut self, x: u32) {
        self.add(u64::from(x));
    }
    #[inline]
    fn write_u64(&mut self, x: u64) {
        self.add(x);
    }
    #[inline]
    fn write_usize(&mut self, x: usize) {
        self.add(x as u64);
    }
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }
}
