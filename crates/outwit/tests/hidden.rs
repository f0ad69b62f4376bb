//! What a seat is not shown changes nothing it does.

use outwit::game::{AnySeen, AnyState, Control, Game, Player, Problem, Report, Rng, Table};
use outwit::games::catalog::GAMES;
use outwit::{agent_from_spec, game_from_spec};
use std::collections::HashMap;
use std::path::Path;

fn trees(name: &str) -> Result<String, Problem> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/trees").join(name);
    std::fs::read_to_string(&path).map_err(|error| Problem::new(format!("{}: {error}", path.display())))
}

/// Agents that play hidden games, on budgets that are soon used up.
const AGENTS: [&str; 7] = [
    "random",
    "overconfident:depth=2,worlds=300,drawn=20",
    "paranoid-is:depth=2,worlds=300,drawn=20",
    "quantal:depth=1,tau=2,worlds=300,drawn=20",
    "overconfident:depth=1,sampling=single,drawn=5",
    "model-mcts:sims=10,worlds=6",
    "model-vi:depth=1,worlds=4",
];

type Met<M> = HashMap<(Player, Vec<AnySeen>), (AnyState, Vec<Option<Report<M>>>)>;

/// Random games are played until a seat is to move with the same view in two different positions. Whoever sits there must
/// say exactly the same, or it has seen what is hidden.
#[test]
fn agents_do_the_same_whatever_is_hidden_from_them() {
    for entry in GAMES {
        let mut compared = 0;
        let mut has_hidden_examples = false;
        for spec in entry.examples {
            let game = game_from_spec(spec, &trees).unwrap_or_else(|problem| panic!("{spec}: {problem}"));
            // Card games with hidden hands draw their deals: no view comes twice in as many games as there is time for.
            if !game.facts().hidden || game.players() > 2 {
                continue;
            }
            has_hidden_examples = true;
            let mut agents: Vec<_> = AGENTS.iter().map(|spec| agent_from_spec(spec, &game)).collect();
            let mut met: Met<_> = HashMap::new();
            for number in 0..60 {
                let mut rng = Rng::stream(11, number);
                let mut table = Table::deal(&game, &mut rng);
                for _ in 0..60 {
                    match table.turn().player() {
                        _ if table.turn().is_over() => break,
                        None => {
                            table.draw(&mut rng);
                            continue;
                        }
                        Some(seat) => {
                            let view = table.view(seat);
                            let key = (seat, view.seen().to_vec());
                            let is_known = met.contains_key(&key);
                            let is_same_position = is_known && met[&key].0 == *table.state();
                            // Asked once for each view, and again where the position behind it is another one.
                            if !is_same_position && (is_known || met.len() < 150) {
                                let reports: Vec<_> = agents
                                    .iter_mut()
                                    .map(|agent| {
                                        let agent = agent.as_mut().ok()?;
                                        agent.begin(&game, seat, 5);
                                        view.seen().iter().for_each(|seen| agent.observe(&game, seen));
                                        agent.choose(&view, &Control::default()).ok()
                                    })
                                    .collect();
                                match met.get(&key) {
                                    Some((_, before)) => {
                                        compared += 1;
                                        assert!(*before == reports, "{spec}: {seat} after {:?}", view.seen());
                                    }
                                    None => {
                                        met.insert(key, (table.state().clone(), reports));
                                    }
                                }
                            }
                        }
                    }
                    let mv = *rng.pick(table.moves());
                    table.play(mv);
                }
            }
        }
        assert!(compared > 0 || !has_hidden_examples, "{}: no view came twice", entry.name);
    }
}
