//! What a seat is not shown changes nothing it does.

use outwit::game::{Agent, AnyGame, AnyMove, AnySeen, AnyState, Control, Game, Player, Problem, Report, Rng, Table};
use outwit::games::catalog::GAMES;
use outwit::{agent_from_spec, game_from_spec};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::Path;

fn trees(name: &str) -> Result<String, Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/trees").join(name);
    std::fs::read_to_string(&path).map_err(|error| Problem::new(format!("{}: {error}", path.display())))
}

fn game(spec: &str) -> AnyGame {
    game_from_spec(spec, &trees).unwrap_or_else(|problem| panic!("{spec}: {problem}"))
}

/// Agents that play hidden games, on budgets that are soon used up.
const AGENTS: [&str; 10] = [
    "random",
    "overconfident:depth=2,worlds=100,drawn=8",
    "paranoid-is:depth=2,worlds=100,drawn=8",
    "quantal:depth=1,tau=2,worlds=100,drawn=8",
    "overconfident:depth=1,sampling=single,drawn=4",
    "ismcts:sims=12,horizon=30",
    "pimc:worlds=2,inner=(uct:sims=6,horizon=30)",
    "pomcp:sims=10,particles=10,horizon=30",
    "model-mcts:sims=10,worlds=6,horizon=30",
    "model-vi:depth=1,worlds=4",
];

/// Hidden games that are nobody's example: other games under the wrapper, and hands of cards held close to the chest.
const MORE: [&str; 7] = [
    "hide:h=1/2,game=(connect4)",
    "hide:h=3/5,game=(othello:size=4)",
    "hide:h=1,game=(dodgem)",
    "hearts:open=false,cards=4",
    "hearts:open=false,cards=3,seats=3,queen=true",
    "spades:open=false,cards=4",
    "match:hands=2,game=(hearts:open=false,cards=3)",
];

/// What everybody says who is asked at a table. It is given the table so that somebody can be tried who peeks.
type Answers = Vec<Option<Report<AnyMove>>>;

fn honest(game: &AnyGame, agents: &[&str]) -> impl FnMut(&Table<'_, AnyGame>, Player) -> Answers {
    let mut agents: Vec<Option<Box<dyn Agent<AnyGame>>>> =
        agents.iter().map(|spec| agent_from_spec(spec, game).ok()).collect();
    move |table, seat| {
        let view = table.view(seat);
        let ask = |agent: &mut Option<Box<dyn Agent<AnyGame>>>| {
            let agent = agent.as_mut()?;
            agent.begin(table.game(), seat, 5);
            agent.choose(&view, &Control::default()).ok()
        };
        agents.iter_mut().map(ask).collect()
    }
}

/// Pairs of positions compared in a game at most: fewer where a position takes long and the game has several examples.
fn enough(spec: &str) -> usize {
    if ["kriegspiel", "darkchess", "god"].iter().any(|name| spec.starts_with(name)) { 8 } else { 25 }
}

/// What was compared, or who has seen what is hidden.
type Verdict = Result<Compared, String>;

#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct Compared {
    /// Pairs of positions with one view.
    pairs: usize,
    /// Answers to them that were given and equal.
    answers: usize,
}

impl Compared {
    fn note(&mut self, spec: &str, seat: Player, before: &Answers, after: &Answers) -> Result<(), String> {
        self.pairs += 1;
        for (place, (before, after)) in before.iter().zip(after).enumerate() {
            if before != after {
                return Err(format!("{spec}: at {seat}, {} has seen what is hidden", AGENTS[place]));
            }
            self.answers += usize::from(before.is_some());
        }
        Ok(())
    }
}

/// Plies of a game that are played at random.
const PLIES: usize = 60;

/// Random games are played until a seat is to move with the same view in two different positions. Whoever sits there must
/// say exactly the same, or it has seen what is hidden. Nobody is asked about a view that comes once.
fn by_playing(
    spec: &str,
    game: &AnyGame,
    games: u64,
    mut ask: impl FnMut(&Table<'_, AnyGame>, Player) -> Answers,
) -> Verdict {
    // Who was to move with which view: the position, and in which game after how many plies it was.
    let mut met: HashMap<(Player, Vec<AnySeen>), (AnyState, u64, usize)> = HashMap::new();
    let mut compared = Compared::default();
    for number in 0..games {
        let mut pairs = Vec::new();
        replay(game, number, PLIES, |table, plies| {
            let Some(seat) = table.turn().player() else { return };
            match met.entry((seat, table.view(seat).seen().to_vec())) {
                Entry::Vacant(entry) => drop(entry.insert((table.state().clone(), number, plies))),
                Entry::Occupied(entry) => {
                    let (state, before, then) = entry.get();
                    if state != table.state() {
                        pairs.push((seat, (*before, *then), (number, plies)));
                    }
                }
            }
        });
        for (seat, one, other) in pairs {
            if compared.pairs >= enough(spec) {
                return Ok(compared);
            }
            let [before, after] =
                [one, other].map(|(number, plies)| ask(&replay(game, number, plies, |_, _| ()), seat));
            compared.note(spec, seat, &before, &after)?;
        }
    }
    Ok(compared)
}

/// A random game again, up to a ply; `look` sees every position on the way.
fn replay(
    game: &AnyGame,
    number: u64,
    plies: usize,
    mut look: impl FnMut(&Table<'_, AnyGame>, usize),
) -> Table<'_, AnyGame> {
    let mut rng = Rng::stream(11, number);
    let mut table = Table::deal(game, &mut rng);
    for ply in 0..plies {
        if table.turn().is_over() {
            break;
        }
        look(&table, ply);
        match table.turn().player() {
            None => drop(table.draw(&mut rng)),
            Some(_) => table.play(*rng.pick(table.moves())),
        }
    }
    table
}

/// For games whose views do not come twice in as many games as there is time for, hands of cards above all. Where a seat is to
/// move another world is drawn that agrees with its view, and two tables are set, one with each; as long as a card can be
/// played at both and looks the same, play goes on at both.
fn by_drawing(
    spec: &str,
    game: &AnyGame,
    games: u64,
    mut ask: impl FnMut(&Table<'_, AnyGame>, Player) -> Answers,
) -> Verdict {
    let mut compared = Compared::default();
    for number in 0..games {
        if compared.pairs >= enough(spec) {
            break;
        }
        let mut rng = Rng::stream(12, number);
        let mut table = Table::deal(game, &mut rng);
        for _ in 0..rng.index(8) {
            match table.turn().player() {
                _ if table.turn().is_over() => break,
                None => drop(table.draw(&mut rng)),
                Some(_) => table.play(*rng.pick(table.moves())),
            }
        }
        let Some(seat) = table.turn().player() else { continue };
        let Some(world) = game.sample(&table.view(seat), &mut rng) else { continue };
        let (mut one, mut other) = (Table::at(game, table.state().clone()), Table::at(game, world));
        while one.view(seat).seen() == other.view(seat).seen() && one.turn() == other.turn() {
            if one.turn().player() == Some(seat) {
                assert_eq!(one.view(seat).moves(), other.view(seat).moves(), "{spec}: moves that depend on the hidden");
                if one.state() != other.state() {
                    compared.note(spec, seat, &ask(&one, seat), &ask(&other, seat))?;
                }
            }
            let both: Vec<AnyMove> = one.moves().iter().copied().filter(|mv| other.moves().contains(mv)).collect();
            if both.is_empty() {
                break;
            }
            let mv = *rng.pick(&both);
            one.play(mv);
            other.play(mv);
        }
    }
    Ok(compared)
}

fn compared(spec: &str, ask: impl FnMut(&Table<'_, AnyGame>, Player) -> Answers) -> Verdict {
    let game = game(spec);
    if game.players() > 2 { by_drawing(spec, &game, 12, ask) } else { by_playing(spec, &game, 60, ask) }
}

fn hidden_specs() -> Vec<&'static str> {
    let examples = GAMES.iter().flat_map(|entry| entry.examples).copied();
    examples.chain(MORE).filter(|spec| game(spec).facts().hidden).collect()
}

#[test]
fn agents_do_the_same_whatever_is_hidden_from_them() {
    let mut by_name: HashMap<&str, Compared> = HashMap::new();
    for spec in hidden_specs() {
        let found = compared(spec, honest(&game(spec), &AGENTS)).unwrap();
        let name = spec.split(':').next().unwrap_or(spec);
        let sum = by_name.entry(name).or_default();
        *sum = Compared { pairs: sum.pairs + found.pairs, answers: sum.answers + found.answers };
    }
    for (name, found) in &by_name {
        assert!(found.pairs > 0 && found.answers > found.pairs, "{name}: {found:?} is too little");
    }
    for name in [
        "hide",
        "hidden-pgame",
        "hidden-ngame",
        "hidden-kalah",
        "kuhn",
        "leduc",
        "phantomttt",
        "hearts",
        "spades",
        "match",
        "god",
        "efg",
        "tree",
        "dilemma",
        "repeated",
    ] {
        assert!(by_name.contains_key(name), "{name} hides something, and was not looked at");
    }
}

/// Were there somebody who peeks, the two ways of looking would find it: without that they would prove nothing.
#[test]
fn whoever_peeks_is_found_out() {
    for spec in hidden_specs() {
        let rules = game(spec);
        let mut honest = honest(&rules, &AGENTS[..1]);
        let peeking = |table: &Table<'_, AnyGame>, seat: Player| {
            let mut answers = honest(table, seat);
            if let Some(report) = &mut answers[0] {
                report.remarks.push(rules.position_text(table.state()));
            }
            answers
        };
        let pairs = compared(spec, |table, _| vec![None; table.moves().len().min(1)]).unwrap().pairs;
        if pairs > 0 {
            assert!(compared(spec, peeking).is_err(), "{spec}: nobody noticed");
        }
    }
}
