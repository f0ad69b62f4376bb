//! The belief room: particles are the exact posterior where they can be, near it where they cannot, and never run out.

use outwit_game::{
    AnyGame, AnySeen, AnyState, AtRandom, Control, Enumeration, Game, Particle, Player, Rng, SampleLimits, Spec,
    Successors, Table, Transition, Turn, View,
};
use outwit_games::chess::{Chess, Position, Referee};
use outwit_search::belief::{Agreement, Particles};

fn game(spec: &str) -> AnyGame {
    let read = |name: &str| {
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../games/trees").join(name);
        std::fs::read_to_string(path).map_err(|error| outwit_game::Problem::new(error.to_string()))
    };
    outwit_games::catalog::game(&Spec::parse(spec).unwrap(), &read).unwrap()
}

/// Every history that agrees with what was seen, one by one, to where the seat is to move; weights of equal positions add up.
fn plainly(
    game: &AnyGame,
    state: &AnyState,
    seat: Player,
    seen: &[AnySeen],
    weight: f64,
    out: &mut Vec<(AnyState, f64)>,
) {
    let turn = game.turn(state);
    if turn.is_over() {
        return;
    }
    if seen.is_empty() && turn == Turn::Of(seat) {
        match out.iter_mut().find(|(known, _)| known == state) {
            Some((_, sum)) => *sum += weight,
            None => out.push((state.clone(), weight)),
        }
        return;
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let total: f64 = moves.iter().map(|&mv| game.weight(state, mv) as f64).sum();
    for &mv in &moves {
        let share = match turn {
            Turn::Of(player) if player == seat => 1.0,
            Turn::Of(_) => 1.0 / moves.len() as f64,
            _ => game.weight(state, mv) as f64 / total,
        };
        let mut after = state.clone();
        game.play(&mut after, mv);
        match game.observe(state, mv, &after, seat) {
            None => plainly(game, &after, seat, seen, weight * share, out),
            Some(sight) if seen.first() == Some(&sight) => plainly(game, &after, seat, &seen[1..], weight * share, out),
            Some(_) => {}
        }
    }
}

fn begun(view: &View<'_, AnyGame>) -> (AnyState, usize) {
    let start = view.game().known_start(view.seat(), view.seen().first()).unwrap();
    let shown = usize::from(view.game().first_look(&start, view.seat()).is_some());
    (start, shown)
}

/// A random move of the game, whoever is to make it.
fn move_on(table: &mut Table<'_, AnyGame>, rng: &mut Rng) {
    match table.turn() {
        Turn::Of(_) => {
            let mv = *rng.pick(table.moves());
            table.play(mv);
        }
        _ => drop(table.draw(rng)),
    }
}

fn particles(limits: SampleLimits, seat: Player, seed: u64) -> Particles<AnyGame> {
    let mut particles = Particles::new(limits);
    particles.begin(seat, seed);
    particles
}

const SMALL: &[&str] = &[
    "phantomttt",
    "kuhn",
    "leduc",
    "hide:h=1,game=(connect4:width=4,height=4)",
    "hide:h=1/2,game=(tictactoe)",
    "hide:h=2/3,game=(kalah:pits=2,seeds=2)",
    "tree:file=parker-figure2.json",
];

/// Unseen moves, refused tries, chance and two seats: to the last digits.
#[test]
fn where_nothing_is_cut_particles_are_the_plain_recursion() {
    for spec in SMALL {
        let game = game(spec);
        let mut compared = 0;
        for seed in 0..6 {
            let mut rng = Rng::stream(5, seed);
            let mut table = Table::deal(&game, &mut rng);
            let limits = SampleLimits { listed: usize::MAX, worlds: 1, steps: usize::MAX };
            let mut kept: Vec<_> = Player::all(2).map(|seat| particles(limits, seat, seed)).collect();
            for _ in 0..7 {
                if table.turn().is_over() {
                    break;
                }
                if let Turn::Of(seat) = table.turn() {
                    let view = table.view(seat);
                    let (start, shown) = begun(&view);
                    let mut plain = Vec::new();
                    plainly(&game, &start, seat, &view.seen()[shown..], 1.0, &mut plain);
                    let total: f64 = plain.iter().map(|(_, weight)| weight).sum();
                    let held = &mut kept[seat.index()];
                    held.catch_up_at_random(&view, &Control::default());
                    assert!(held.is_exact(), "{spec}");
                    assert_eq!(held.worlds().len(), plain.len(), "{spec}");
                    for (state, weight) in plain {
                        let found = held.worlds().iter().find(|world| world.state == state).expect("it agrees");
                        assert!((found.weight - weight / total).abs() < 1e-12, "{spec}: {} {weight}", found.weight);
                    }
                    compared += 1;
                }
                move_on(&mut table, &mut rng);
            }
        }
        assert!(compared >= 6, "{spec}: {compared}");
    }
}

/// Carried from move to move or worked out from the view: the same worlds and weights, cut or not, also after moves were
/// taken back.
#[test]
fn carried_along_or_replayed_the_worlds_are_the_same() {
    let limits = SampleLimits { listed: 60, worlds: 25, steps: 400 };
    for spec in ["phantomttt", "leduc", "hide:h=1,game=(connect4)", "hearts:open=false,cards=4"] {
        let game = game(spec);
        for seed in 0..4 {
            let mut rng = Rng::stream(6, seed);
            let mut table = Table::deal(&game, &mut rng);
            let mut kept: Vec<_> = Player::all(game.players()).map(|seat| particles(limits, seat, seed)).collect();
            for ply in 0..12 {
                if table.turn().is_over() {
                    break;
                }
                if let Turn::Of(seat) = table.turn() {
                    let view = table.view(seat);
                    let mut fresh = particles(limits, seat, seed);
                    for held in [&mut fresh, &mut kept[seat.index()]] {
                        held.catch_up_at_random(&view, &Control::default());
                    }
                    let worlds = |held: &Particles<AnyGame>| -> Vec<(AnyState, f64)> {
                        held.worlds().iter().map(|world| (world.state.clone(), world.weight)).collect()
                    };
                    let sum: f64 = fresh.worlds().iter().map(|world| world.weight).sum();
                    assert!((sum - 1.0).abs() < 1e-9 && fresh.effective_sample_size() >= 1.0 - 1e-9, "{spec}");
                    assert!(fresh.is_exact() || fresh.worlds().len() <= 60, "{spec}");
                    assert_eq!(worlds(&fresh), worlds(&kept[seat.index()]), "{spec}, seed {seed}, ply {ply}");
                }
                move_on(&mut table, &mut rng);
                if ply == 7 {
                    table.rewind(4);
                }
            }
        }
    }
}

/// Few particles in the place of many: averaged over seeds, the weights are those of all worlds.
#[test]
fn resampling_is_fair() {
    let game = game("phantomttt");
    let mut table = Table::deal(&game, &mut Rng::new(0));
    for mv in ["b2", "a1", "c3", "a3", "a2"] {
        table.play_text(mv).unwrap();
    }
    let Turn::Of(seat) = table.turn() else { panic!("a seat is to move") };
    let view = table.view(seat);
    let all = SampleLimits { listed: usize::MAX, worlds: 1, steps: usize::MAX };
    let mut exact = particles(all, seat, 0);
    exact.catch_up_at_random(&view, &Control::default());
    assert!(exact.worlds().len() > 30);
    let mut sums = vec![0.0; exact.worlds().len()];
    let seeds = 3000;
    let mut used = 0.0;
    for seed in 0..seeds {
        let limits = SampleLimits { listed: 12, worlds: 12, steps: 100_000 };
        let mut few = particles(limits, seat, seed);
        few.catch_up_at_random(&view, &Control::default());
        assert!(few.agreement() == Agreement::Sampled && few.worlds().len() <= 12);
        used += 1.0;
        for world in few.worlds() {
            let place = exact.worlds().iter().position(|known| known.state == world.state).expect("it agrees");
            sums[place] += world.weight;
        }
    }
    let off: f64 = sums.iter().zip(exact.worlds()).map(|(sum, world)| (sum / used - world.weight).abs()).sum::<f64>();
    assert!(off / 2.0 < 0.06, "half of all differences: {}", off / 2.0);
}

/// Where the game can sample and worlds cannot be listed, those that are left are made up for by fresh ones.
#[test]
fn cards_are_drawn_anew_when_few_draws_are_left() {
    let game = game("hearts:open=false");
    for seed in 0..3 {
        let mut rng = Rng::stream(7, seed);
        let mut table = Table::deal(&game, &mut rng);
        let limits = SampleLimits { listed: 300, worlds: 300, steps: 20_000 };
        let mut held = particles(limits, Player::FIRST, seed);
        while !table.turn().is_over() {
            if table.turn() == Turn::Of(Player::FIRST) {
                let view = table.view(Player::FIRST);
                held.catch_up_at_random(&view, &Control::default());
                assert!(held.agreement() <= Agreement::Sampled, "{:?}", held.why());
                for world in held.worlds() {
                    let mut moves = Vec::new();
                    game.moves(&world.state, &mut moves);
                    assert_eq!(moves, view.moves());
                }
            }
            move_on(&mut table, &mut rng);
        }
    }
}

/// Long games with every move hidden: there are always worlds, or a sentence that says what is wrong.
#[test]
fn long_hidden_games_have_worlds_or_a_sentence() {
    for (spec, plies) in [
        ("hide:h=1,game=(connect4)", 30),
        ("hide:h=1,game=(kalah)", 40),
        ("match:hands=3,game=(hearts:open=false,cards=4)", 60),
    ] {
        let game = game(spec);
        for seed in 0..3 {
            let mut rng = Rng::stream(8, seed);
            let mut table = Table::deal(&game, &mut rng);
            for _ in 0..plies {
                if table.turn().is_over() {
                    break;
                }
                move_on(&mut table, &mut rng);
            }
            let Turn::Of(seat) = table.turn() else { continue };
            let limits = SampleLimits { listed: 500, worlds: 200, steps: 5000 };
            let mut held = particles(limits, seat, seed);
            held.catch_up(&table.view(seat), &mut AtRandom, &Control::default()).unwrap();
            assert_eq!(held.agreement() >= Agreement::Loose, held.why().is_some());
            assert!(!held.worlds().is_empty(), "{spec}, seed {seed}: {:?}", held.why());
        }
    }
}

/// The others at random, by somebody who wants to be asked about every world by itself.
struct OneByOne;

impl Transition<Chess, ()> for OneByOne {
    fn begin(&mut self, game: &Chess, start: &Position, out: &mut Vec<((), f64)>) {
        AtRandom.begin(game, start, out);
    }
    fn probabilities(
        &mut self,
        game: &Chess,
        world: &Particle<Chess>,
        player: Player,
        moves: &[u16],
        out: &mut Vec<f64>,
    ) -> Result<(), outwit_game::Problem> {
        AtRandom.probabilities(game, world, player, moves, out)
    }
    fn carry(&mut self, _: &Chess, _: &Particle<Chess>, _: Turn, _: &[u16], _: usize, _: &Position, _: bool) {}
}

type Worlds = Vec<Particle<Chess>>;

fn kriegspiel() -> Chess {
    Chess::kriegspiel(Referee::named("icc").unwrap())
}

/// Weighed before they are made or made one by one: the same worlds in the same order with the same weights.
#[test]
fn worlds_that_are_weighed_before_they_are_made_are_those_made_one_by_one() {
    fn advanced<M: Transition<Chess, ()>>(
        view: &View<'_, Chess>,
        worlds: Worlds,
        place: usize,
        mut others: M,
    ) -> Successors<Chess, ()> {
        let limits = SampleLimits { listed: 300, worlds: 150, steps: 20_000 };
        let (game, seat, is_late) = (view.game(), view.seat(), &|| false);
        let (rng, transition) = (&mut Rng::stream(9, place as u64), &mut others);
        let mut enumeration = Enumeration { game, seat, limits, transition, rng, is_late };
        enumeration.advance(worlds, Some(&view.seen()[place]), false).unwrap()
    }
    let game = kriegspiel();
    let mut rng = Rng::new(4);
    let mut table = Table::deal(&game, &mut rng);
    let first = Particle { state: table.state().clone(), carried: (), weight: 1.0, support: f64::INFINITY };
    let mut held = [(vec![first.clone()], 0), (vec![first], 0)];
    let mut cut = 0;
    for _ in 0..60 {
        let Turn::Of(seat) = table.turn() else { break };
        let view = table.view(seat);
        let (worlds, followed) = &mut held[seat.index()];
        while *followed < view.seen().len() && !worlds.is_empty() {
            let weighed = advanced(&view, worlds.clone(), *followed, AtRandom);
            let made = advanced(&view, std::mem::take(worlds), *followed, OneByOne);
            let told = |worlds: &Worlds| -> Vec<(Position, f64)> {
                worlds.iter().map(|world| (world.state.clone(), world.weight)).collect()
            };
            assert_eq!(told(&weighed.worlds), told(&made.worlds));
            cut += u32::from(made.is_cut);
            (*worlds, *followed) = (made.worlds, *followed + 1);
        }
        let mv = game.random_move(table.state(), &mut rng, &mut Vec::new());
        table.play(mv);
    }
    assert!(cut > 10, "{cut}");
}

/// White has heard nothing of two moves of black's, and then that e4e5 is refused.
fn refused(game: &Chess) -> Table<'_, Chess> {
    let mut table = Table::deal(game, &mut Rng::new(0));
    for mv in ["e2e4", "e7e5", "g1f3", "b8c6", "e4e5"] {
        table.play_text(mv).unwrap();
    }
    table
}

fn chess_particles(limits: SampleLimits, seed: u64) -> Particles<Chess> {
    let mut particles = Particles::new(limits).remembering();
    particles.begin(Player::FIRST, seed);
    particles
}

/// More is remembered than is shown: what was cut from sight comes back when the seat hears more, and nothing is lost.
#[test]
fn a_belief_that_was_cut_is_exact_again_where_it_remembers_everything() {
    let game = kriegspiel();
    let mut table = refused(&game);
    let limits = SampleLimits { listed: 100, worlds: 100, steps: 100_000 };
    let mut held = chess_particles(limits, 3);
    table.rewind(4);
    held.catch_up_at_random(&table.view(Player::FIRST), &Control::default());
    assert!(held.agreement() == Agreement::Sampled && (50..=100).contains(&held.worlds().len()));
    table.play_text("e4e5").unwrap();
    let view = table.view(Player::FIRST);
    held.catch_up_at_random(&view, &Control::default());
    let all = SampleLimits { listed: usize::MAX, worlds: 1, steps: usize::MAX };
    let mut exact = chess_particles(all, 0);
    exact.catch_up_at_random(&view, &Control::default());
    assert!(exact.is_exact() && held.is_exact());
    assert_eq!(held.worlds().len(), exact.worlds().len());
    for world in exact.worlds() {
        let found = held.worlds().iter().find(|known| known.state == world.state).expect("it agrees");
        assert!((found.weight - world.weight).abs() < 1e-12);
    }
    assert_eq!(held.times_run_dry(), 0);
}

/// What is remembered is drawn fairly: averaged over seeds, the weights are those of all worlds.
#[test]
fn what_is_remembered_is_drawn_fairly() {
    let game = kriegspiel();
    let table = refused(&game);
    let view = table.view(Player::FIRST);
    let all = SampleLimits { listed: usize::MAX, worlds: 1, steps: usize::MAX };
    let mut exact = chess_particles(all, 0);
    exact.catch_up_at_random(&view, &Control::default());
    let mut sums = vec![0.0; exact.worlds().len()];
    let seeds = 400;
    for seed in 0..seeds {
        let mut few = chess_particles(SampleLimits { listed: 30, worlds: 30, steps: 100_000 }, seed);
        few.catch_up_at_random(&view, &Control::default());
        assert!(few.agreement() == Agreement::Sampled && few.worlds().len() <= 30);
        for world in few.worlds() {
            let place = exact.worlds().iter().position(|known| known.state == world.state).expect("it agrees");
            sums[place] += world.weight;
        }
    }
    let off = |(sum, world): (&f64, &Particle<Chess>)| (sum / seeds as f64 - world.weight).abs();
    let off: f64 = sums.iter().zip(exact.worlds()).map(off).sum();
    assert!(off / 2.0 < 0.04, "half of all differences: {}", off / 2.0);
}

/// Through whole games, with few worlds: every one agrees with the last of what was heard, the seat is offered what it is
/// offered, and a filter that replays the game, or takes moves back, holds the same.
#[test]
fn few_boards_last_a_game_and_agree_with_the_referee() {
    let game = Chess { cap: 120, ..kriegspiel() };
    let limits = SampleLimits { listed: 60, worlds: 60, steps: 4000 };
    for seed in 0..2 {
        let mut rng = Rng::stream(12, seed);
        let mut table = Table::deal(&game, &mut rng);
        let mut held = chess_particles(limits, seed);
        let mut played = 0;
        for number in 0..150 {
            let Turn::Of(seat) = table.turn() else { break };
            if seat == Player::FIRST {
                let view = table.view(seat);
                held.catch_up_at_random(&view, &Control::default());
                assert!(!held.worlds().is_empty() && held.worlds().len() <= 60);
                for world in held.worlds() {
                    let mut moves = Vec::new();
                    game.moves(&world.state, &mut moves);
                    assert_eq!(moves, view.moves());
                }
                if number % 40 == 39 {
                    let mut fresh = chess_particles(limits, seed);
                    fresh.catch_up_at_random(&view, &Control::default());
                    let told = |particles: &Particles<Chess>| -> Vec<(Position, f64)> {
                        particles.worlds().iter().map(|world| (world.state.clone(), world.weight)).collect()
                    };
                    assert_eq!(told(&held), told(&fresh));
                    played -= 3;
                    table.rewind(played);
                    continue;
                }
            }
            let mv = game.random_move(table.state(), &mut rng, &mut Vec::new());
            table.play(mv);
            played += 1;
        }
    }
}
