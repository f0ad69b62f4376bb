//! Models of players where something is hidden: what is learnt is what Bayes' rule says, over worlds and models at once.

use outwit_game::{Agent, Control, Evaluated, Game, Player, Rng, Spec, Table, Turn};
use outwit_games::hearts::Hearts;
use outwit_games::repeated::Repeated;
use outwit_search::belief::models::{Filter, Guards};
use outwit_search::named::catalog::{self, Pages, page};
use outwit_search::named::model_mcts::ModelMcts;

fn game<G: Evaluated + Clone>(spec: &str) -> G {
    let refuse = |_: &str| Err(outwit_game::Problem::new("no files"));
    let game = outwit_games::catalog::game(&Spec::parse(spec).unwrap(), &refuse).unwrap();
    game.downcast_ref::<G>().unwrap().clone()
}

/// The agents that models here are made of.
fn asked<G: Evaluated>() -> Pages<G> {
    Pages(const { &[page::greedy(), page::random(), page::strategy()] })
}

fn learner<G: Evaluated>(spec: &str, game: &G) -> ModelMcts<G> {
    ModelMcts::from_spec(&Spec::parse(spec).unwrap(), game, asked()).unwrap()
}

/// A move that is face down until both have moved is learnt from when it is shown, by exactly its probability, from either
/// seat.
#[test]
fn a_simultaneous_move_is_learnt_from_when_it_is_shown() {
    let game: Repeated = game("dilemma:order=simultaneous,rounds=8");
    let strategies = ["tit-for-tat", "pavlov", "generous-tit-for-tat", "alternate"];
    let models: Vec<String> = strategies.iter().map(|name| format!("strategy:name={name}")).collect();
    let place = |name: &str| game.strategies().iter().position(|known| known.name == name).unwrap();
    for seat in [Player::FIRST, Player::SECOND] {
        for seed in 0..10 {
            let mut rng = Rng::stream(9, seed);
            let mut agent = learner(&format!("model-mcts:sims=30,models=({}),worlds=32", models.join(";")), &game);
            agent.begin(&game, seat, seed);
            let mut table = Table::deal(&game, &mut rng);
            let mut exact = Filter::new(&[1.0; 5], Guards::default());
            let mut losses = 0.0;
            for _ in 0..8 {
                let round = *table.state();
                let mut pair = [0, 0];
                for player in [Player::FIRST, Player::SECOND] {
                    let mv = if player == seat {
                        agent.choose(&table.view(seat), &Control::default()).unwrap().chosen
                    } else {
                        rng.index(2) as u8
                    };
                    pair[player.index()] = mv;
                    table.play(mv);
                }
                // Bayes' rule as it stands, on the move that was shown.
                let played = usize::from(pair[seat.other().index()]);
                let mut before = round;
                if seat == Player::FIRST {
                    game.play(&mut before, pair[0]);
                }
                let row = |name: &&str| {
                    let mut row = Vec::new();
                    game.strategy(place(name), &before, &mut row);
                    row[played]
                };
                let mut told: Vec<f64> = strategies.iter().map(row).collect();
                told.push(0.5);
                let guards = Guards::default();
                let mixed = told.iter().zip(exact.belief()).map(|(p, b)| b * guards.likelihood(*p, 2)).sum::<f64>();
                losses -= mixed.ln();
                exact.update(&told, 2);
                agent.catch_up(&table.view(seat), &Control::default()).unwrap();
                let opinion = agent.watch().opinion(seat.other()).unwrap();
                for (found, wanted) in opinion.filter.belief().iter().zip(exact.belief()) {
                    assert!(
                        (found - wanted).abs() < 1e-9,
                        "{seat}: {:?} {:?}",
                        opinion.filter.belief(),
                        exact.belief()
                    );
                }
                assert!((opinion.score.log_loss - losses).abs() < 1e-9, "{seat}: {:?} {losses}", opinion.score);
            }
        }
    }
}

/// A seat whose move is face down does not know ours, in the search either: matching pennies is no sure win.
#[test]
fn nobody_in_the_search_sees_what_is_face_down() {
    let game: Repeated = game("repeated:table=matching-pennies,order=simultaneous,rounds=1");
    for seat in [Player::FIRST, Player::SECOND] {
        let mut agent = learner("model-mcts:sims=4000,models=(wants),catchall=false", &game);
        agent.begin(&game, seat, 3);
        let mut table = Table::deal(&game, &mut Rng::new(1));
        if seat == Player::SECOND {
            table.play(0);
        }
        let report = agent.choose(&table.view(seat), &Control::default()).unwrap();
        let value = report.value[seat.index()].unwrap();
        assert!(value.abs() < 0.35, "{seat} thinks it gets {value}");
    }
}

/// Hands that are hidden and players that are unknown depend on each other: the belief is compared with all deals written out.
#[test]
fn hidden_hands_and_unknown_players_are_learnt_together() {
    let hearts: Hearts = game("hearts:open=false,cards=3,seats=3");
    let control = Control::default();
    for seed in 0..6 {
        let mut rng = Rng::stream(4, seed);
        let mut table = Table::deal(&hearts, &mut rng);
        let seat = Player::FIRST;
        let mut agent = learner("model-mcts:sims=1,models=(greedy),worlds=6000", &hearts);
        agent.begin(&hearts, seat, seed);
        // Every deal that agrees with the first look is equally likely.
        let look = table.view(seat);
        let mut deals: Vec<(_, f64, [Filter; 3])> = Vec::new();
        for _ in 0..3000 {
            let world = hearts.sample(&look, &mut rng).unwrap();
            if !deals.iter().any(|(known, ..)| *known == world) {
                let prior = || Filter::new(&[1.0, 1.0], Guards::default());
                deals.push((world, 1.0, [prior(), prior(), prior()]));
            }
        }
        // Six cards for two hands of three; who leads is known to hold the lowest club.
        assert!(deals.len() == 20 || deals.len() == 10, "{} deals", deals.len());
        let mut greedy = asked().agent_for_worlds(&Spec::parse("greedy").unwrap(), &hearts).unwrap();
        for _ in 0..6 {
            let Turn::Of(player) = table.turn() else { break };
            let mv = *rng.pick(table.moves());
            for (world, weight, filters) in deals.iter_mut() {
                let mut moves = Vec::new();
                hearts.moves(world, &mut moves);
                let Some(played) = moves.iter().position(|known| *known == mv) else {
                    *weight = 0.0;
                    continue;
                };
                if player != seat && moves.len() > 1 && *weight > 0.0 {
                    greedy.begin(&hearts, player, 0);
                    let imagined = outwit_game::View::imagined(&hearts, player, world, &moves);
                    let report = greedy.choose(&imagined, &control).unwrap();
                    let told = [report.moves[played].probability, 1.0 / moves.len() as f64];
                    let filter = &mut filters[player.index()];
                    let guards = *filter.guards();
                    let likelihood = |p: f64| guards.likelihood(p, moves.len());
                    *weight *= filter.belief().iter().zip(told).map(|(b, p)| b * likelihood(p)).sum::<f64>();
                    filter.update(&told, moves.len());
                }
                hearts.play(world, mv);
            }
            table.play(mv);
            agent.catch_up(&table.view(seat), &control).unwrap();
            let total: f64 = deals.iter().map(|(_, weight, _)| weight).sum();
            for other in [1, 2] {
                let mean = deals.iter().map(|(_, w, filters)| w * filters[other].belief()[0]).sum::<f64>() / total;
                let found = agent.watch().belief(Player::new(other))[0];
                assert!((found - mean).abs() < 0.04, "deal {seed}, seat {}: {found} for {mean}", other + 1);
            }
        }
    }
}

/// It plays the hidden games of the catalog to their end, and the same way twice.
#[test]
fn it_plays_hidden_games() {
    fn play<G: Evaluated + Clone>(game: &G, agents: &str) {
        let run = |seed: u64| {
            let mut rng = Rng::new(seed);
            let mut table = Table::deal(game, &mut rng);
            let mut agent: Box<dyn Agent<G>> = catalog::agent(&Spec::parse(agents).unwrap(), game).unwrap();
            let seat = Player::new(game.players() - 1);
            agent.begin(game, seat, seed);
            while !table.turn().is_over() {
                let mv = match table.turn() {
                    Turn::Of(player) if player == seat => {
                        agent.choose(&table.view(seat), &Control::default()).unwrap().chosen
                    }
                    Turn::Chance => game.draw(table.state(), &mut rng),
                    _ => *rng.pick(table.moves()),
                };
                table.play(mv);
            }
            game.payoffs(table.state())
        };
        assert_eq!(run(5), run(5));
    }
    for spec in ["model-mcts:sims=60,worlds=16", "model-vi:depth=2,worlds=8"] {
        play(&game::<Hearts>("hearts:open=false,cards=4"), spec);
        play(&game::<Hearts>("hearts:open=false,cards=4,passing=left"), spec);
        play(&game::<Repeated>("dilemma:order=simultaneous,rounds=5"), spec);
    }
}

/// A mixture plays as its parts do on average, and a mixture of mixtures is a mixture.
#[test]
fn a_mixture_is_the_average_of_its_parts() {
    let game: Repeated = game("dilemma");
    let spec = "model-mcts:sims=10,catchall=false,floor=0,models=(\
                mixture:of=(strategy:name=always-first;mixture:of=(strategy:name=always-second;uniform)),weights=(3;1);uniform)";
    let mut agent = learner(spec, &game);
    agent.begin(&game, Player::FIRST, 0);
    let mut table = Table::deal(&game, &mut Rng::new(0));
    table.play(0);
    table.play(0);
    agent.catch_up(&table.view(Player::FIRST), &Control::default()).unwrap();
    // 3/4 + 1/4 (1/2 0 + 1/2 1/2) against 1/2.
    let mixed = 0.75 + 0.25 * 0.25;
    let wanted = mixed / (mixed + 0.5);
    let found = agent.watch().belief(Player::SECOND)[0];
    assert!((found - wanted).abs() < 1e-12, "{found} for {wanted}");
    // One part wants something: the exact look-ahead and the search agree about what it then does.
    let models = "models=(mixture:of=(wants:eval=betray;uniform),weights=(1;1);uniform),catchall=false,floor=0";
    let mut search = learner(&format!("model-mcts:sims=4000,{models}"), &game);
    search.begin(&game, Player::FIRST, 0);
    search.catch_up(&table.view(Player::FIRST), &Control::default()).unwrap();
    let betrays = 0.5 * (1.0 - 0.047_425_873_177_566_78) + 0.25;
    let wanted = betrays / (betrays + 0.5);
    let found = search.watch().belief(Player::SECOND)[0];
    assert!((found - wanted).abs() < 0.02, "{found} for {wanted}");
    let refused = |spec: &str| {
        ModelMcts::from_spec(&Spec::parse(spec).unwrap(), &game, asked()).map(drop).unwrap_err().to_string()
    };
    assert!(refused("model-mcts:models=(mixture)").contains("lists nothing"));
    assert!(refused("model-mcts:models=(mixture:of=(wants;greedy),weights=(1))").contains("each of the 2 parts"));
}
