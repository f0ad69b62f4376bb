//! What playing games to the end can tell of the ways out of a table: how far they differ, how far luck does, and what choosing by
//! so many games would bring.

use super::{Asked, name_cards, range};
use outwit_game::{Budget, Control, Game, Meter, Player, Rng};
use outwit_games::spider::Tableau;
use outwit_search::grow::closure::{Exit, Kind, Task, play_out};

/// Along games of the player, at every so many decisions, the best ways out are each played to the end in the same worlds. Half of the
/// worlds choose, the other half say what the choice is worth against the plan's own.
pub fn choices(asked: &Asked) {
    let game = asked.game();
    let mut player = asked.player(None);
    let ways = asked.number("looks", 4.0) as usize;
    let worlds = asked.number("draws", 60.0) as u64;
    let nodes = asked.number("rollouts", 2_000.0) as u64;
    let every = asked.number("every", 9.0) as u32;
    let (mut gains, mut variances, mut together, mut games) = (Vec::new(), Vec::new(), Vec::new(), 0u64);
    let (mut looked, mut decisions) = (0, 0u32);
    for deal in range(&asked.text("deals", "600000..600004")) {
        let mut rng = Rng::stream(deal, 77);
        let mut table = game.start(&mut rng);
        loop {
            name_cards(&game, &mut table, deal);
            if game.turn(&table).is_over() {
                break;
            }
            let Some(best) = player.decide(&game, &table, &mut rng).0.filter(|exit| exit.kind != Kind::Ends) else {
                break;
            };
            decisions += 1;
            let mut exits: Vec<Exit> = player.plan.ways_out.iter().map(|way| way.exit).collect();
            exits.sort_by(|one, other| other.value.total_cmp(&one.value));
            exits.truncate(ways);
            if best.kind == Kind::GoesOn && exits.len() > 1 && decisions.is_multiple_of(every) {
                let task = Task { game: &game, seat: Player::FIRST, manner: &player.manner };
                let mut meter = Meter::new(&Control::default(), &Budget::default()).expect("no clock is needed");
                let seed = rng.bits();
                let came_to: Vec<Vec<f64>> = exits
                    .iter()
                    .map(|&exit| {
                        let mut next: Tableau = table;
                        player.plan.sooner(&task, exit).0.into_iter().for_each(|mv| game.play(&mut next, mv));
                        let mut in_world = |world| {
                            let world = Rng::derive(seed, world);
                            play_out(&task, &next, &mut player.inner, nodes, world, &mut meter)
                        };
                        (0..worlds).map(|world| in_world(world).expect("there is no limit")).collect()
                    })
                    .collect();
                (looked, games) = (looked + meter.nodes(), games + worlds * exits.len() as u64);
                for half in 0..2 {
                    let mean = |list: &Vec<f64>, half: usize| {
                        let values = || list.iter().skip(half).step_by(2);
                        values().sum::<f64>() / values().count() as f64
                    };
                    let by_mean = |one: &&Vec<f64>, other: &&Vec<f64>| mean(one, half).total_cmp(&mean(other, half));
                    let chosen = came_to.iter().max_by(by_mean).expect("there are ways");
                    gains.push(mean(chosen, 1 - half) - mean(&came_to[0], 1 - half));
                }
                for other in &came_to[1..] {
                    let differences: Vec<f64> = other.iter().zip(&came_to[0]).map(|(one, best)| one - best).collect();
                    variances.push(moments(&differences).1);
                    together.push(moments(other).1 + moments(&came_to[0]).1);
                }
            }
            let task = Task { game: &game, seat: Player::FIRST, manner: &player.manner };
            player.plan.sooner(&task, best).0.into_iter().for_each(|mv| game.play(&mut table, mv));
        }
    }
    let ((gain, spread), looked_at) = (moments(&gains), gains.len() / 2);
    println!(
        "{looked_at} decisions, {games} games of {:.0} moves: in one world two ways differ by {:.0} points (standard deviation; {:.0} in worlds of their own); \
         the best of {} games each is worth {gain:.1} +- {:.1} points against the plan's own",
        looked as f64 / games as f64,
        moments(&variances).0.sqrt(),
        moments(&together).0.sqrt(),
        worlds / 2,
        // Both halves of a decision tell of the same ways.
        1.96 * (spread / looked_at as f64).sqrt(),
    );
}

/// The mean and the variance.
fn moments(list: &[f64]) -> (f64, f64) {
    let count = list.len() as f64;
    let mean = list.iter().sum::<f64>() / count;
    (mean, list.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / (count - 1.0).max(1.0))
}
