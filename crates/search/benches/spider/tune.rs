//! Weights by trial: small changes to all of them at once, forth and back, played on the same deals; those that won more are
//! followed.
//!
//! Where nearly every game is won, what games came to says little about what was seen before (`train` finds weights that play
//! worse than those it began with). How many are won with other weights says all that matters. A step goes along the sum of the
//! changes tried, each weighed by how many more games it won forth than back (evolution strategies).

use super::{Asked, Player1, read_weights, text_of, wilson};
use outwit_game::Rng;
use outwit_games::spider::{FEATURES, STAGES, Spider, Weights, learned_weights};
use std::time::Instant;

/// Changes come in two kinds, of tables on which a card was turned up and of those just dealt on: the stages of a kind share theirs.
const KINDS: usize = 2;
const FIRST_DEALT: usize = 6;

type Change = [[f64; FEATURES]; KINDS];

pub fn tune(asked: &Asked) {
    let game = asked.game();
    let start = asked.0.get("weights").map_or_else(|| *learned_weights(), |file| read_weights(file));
    let file = asked.0.get("into").expect("into=FILE says where the weights go");
    let (rounds, pairs) = (asked.number("rounds", 20.0) as u64, asked.number("pairs", 100.0) as u64);
    let (games, width) = (asked.number("games", 50.0) as u64, asked.number("width", 0.25));
    let (pace, memory) = (asked.number("pace", 0.3), asked.number("memory", 0.7));
    let of_score = asked.number("score", 0.2);
    let first = asked.number("first", 2_000_000.0) as u64;
    let threads = asked.number("threads", 1.0) as u64;
    let spread = spreads(&start);
    let (mut at, mut drift): (Change, Change) = ([[0.0; FEATURES]; KINDS], [[0.0; FEATURES]; KINDS]);
    for round in 0..rounds {
        let begun = Instant::now();
        let trial = |pair: u64| -> (Change, f64, f64) {
            let number = round * pairs + pair;
            let mut rng = Rng::stream(asked.number("seed", 1.0) as u64, number);
            let way: Change = std::array::from_fn(|_| std::array::from_fn(|_| normal(&mut rng)));
            let deals = first + number * games..first + (number + 1) * games;
            let won = [1.0, -1.0].map(|sign| {
                let weights = changed(&start, &spread, &at, &way, sign * width);
                came_to(asked, &game, &weights, deals.clone(), of_score)
            });
            (way, won[0] - won[1], 0.5 * (won[0] + won[1]))
        };
        // Who plays which pair does not matter: sums are made in the order of the pairs.
        let mut trials: Vec<(Change, f64, f64)> = Vec::new();
        std::thread::scope(|scope| {
            let trial = &trial;
            let share = |thread: u64| (thread..pairs).step_by(threads as usize);
            let hands: Vec<_> = (0..threads)
                .map(|thread| scope.spawn(move || share(thread).map(|pair| (pair, trial(pair))).collect::<Vec<_>>()))
                .collect();
            let mut all: Vec<_> =
                hands.into_iter().flat_map(|hand| hand.join().expect("a thread that does not fail")).collect();
            all.sort_by_key(|(pair, _)| *pair);
            trials.extend(all.into_iter().map(|(_, trial)| trial));
        });
        let mut slope: Change = [[0.0; FEATURES]; KINDS];
        for (way, gain, _) in &trials {
            for kind in 0..KINDS {
                for place in 0..FEATURES {
                    slope[kind][place] += gain * way[kind][place];
                }
            }
        }
        let size = |change: &Change| change.iter().flatten().map(|x| x * x).sum::<f64>().sqrt();
        let length = size(&slope).max(1e-9);
        for kind in 0..KINDS {
            for place in 0..FEATURES {
                drift[kind][place] = memory * drift[kind][place] + (1.0 - memory) * slope[kind][place] / length;
                at[kind][place] += pace * drift[kind][place];
            }
        }
        let mean = trials.iter().map(|(_, _, mean)| mean).sum::<f64>() / pairs as f64;
        println!(
            "round {round}: {:.4} of {} games around, drift {:.2}, {:.2} from the start, {:.0} s",
            mean,
            2 * pairs * games,
            size(&drift),
            size(&at),
            begun.elapsed().as_secs_f64()
        );
        let now = changed(&start, &spread, &at, &[[0.0; FEATURES]; KINDS], 0.0);
        std::fs::write(file, text_of(&now)).expect("the file can be written");
    }
    let check = asked.number("check", 0.0) as u64;
    for (name, weights) in [("before", start), ("after", read_weights(file))] {
        if check > 0 {
            let share = came_to(asked, &game, &weights, 500_000..500_000 + check, 0.0);
            let (low, high) = wilson(share, check as f64);
            println!("{name}: won {share:.4} [{low:.4}, {high:.4}] of {check}");
        }
    }
}

/// The mean over deals of one for a win and so much for a thousand points.
fn came_to(asked: &Asked, game: &Spider, weights: &Weights, deals: std::ops::Range<u64>, of_score: f64) -> f64 {
    let mut player: Player1<'_> = asked.player(Some(weights));
    let count = (deals.end - deals.start) as f64;
    let worth = |deal| {
        let played = player.game(game, deal, None);
        f64::from(u8::from(played.is_won)) + of_score * f64::from(played.score) / 1000.0
    };
    deals.map(worth).sum::<f64>() / count
}

fn changed(start: &Weights, spread: &Change, at: &Change, way: &Change, width: f64) -> Weights {
    std::array::from_fn(|stage| {
        let kind = usize::from(stage >= FIRST_DEALT);
        std::array::from_fn(|place| {
            let by = at[kind][place] + width * way[kind][place];
            start[stage][place] + (by * spread[kind][place]) as f32
        })
    })
}

/// How large the weights of a feature are, in the mean over the stages of a kind.
fn spreads(weights: &Weights) -> Change {
    std::array::from_fn(|kind| {
        let stages = if kind == 0 { 0..FIRST_DEALT } else { FIRST_DEALT..STAGES };
        std::array::from_fn(|place| {
            let sum: f64 = weights[stages.clone()].iter().map(|stage| f64::from(stage[place].abs())).sum();
            sum / stages.len() as f64
        })
    })
}

/// Very nearly normal: the sum of twelve.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.unit()).sum::<f64>() - 6.0
}
