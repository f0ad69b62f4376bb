//! A network from games: what they came to, less what the weights say, is learned by units that see more of a table.
//!
//! Games are played in rounds, the first with the weights alone and every other with the network learned from all games before, so
//! that what a search thinks too well of is played and seen to be bad. Batches are drawn by a seed and sums made in one
//! order: the same command gives the same network.

use super::{Asked, Played, Player1, processor_time, report};
use outwit_game::Rng;
use outwit_games::spider::{NUMBERS, Network, Sight, UNITS, learned_weights, squash};
use std::time::Instant;

/// A table that was left.
pub struct Seen {
    pub sight: Sight,
    /// What the weights add up to.
    pub sum: f32,
    /// What the game came to, between 0 and 1.
    pub came_to: f32,
}

/// Samples in a batch.
const BATCH: usize = 128;
/// Of so many games one is kept apart, to see what was learned.
const APART: u64 = 20;

pub fn network(asked: &Asked) {
    let game = asked.game();
    let rounds = asked.number("rounds", 3.0) as u64;
    let games = asked.number("games", 5000.0) as u64;
    let first = asked.number("first", 3_000_000.0) as u64;
    let epochs = asked.number("epochs", 6.0) as u64;
    let of_score = asked.number("score", 0.5) as f32;
    let seed = asked.number("seed", 1.0) as u64;
    let share = asked.number("share", 0.5) as f32;
    let file = asked.0.get("into").expect("into=FILE says where the network goes");
    let mut known = asked.0.get("network").map(|file| read_network(file));
    let (mut samples, mut apart): (Vec<Seen>, Vec<Seen>) = (Vec::new(), Vec::new());
    for round in 0..rounds {
        let mut player = asked.player_of(Some(learned_weights(game.suits)), known.as_ref());
        let begun = Instant::now();
        let mut list: Vec<Played> = Vec::new();
        for index in 0..games {
            let before = processor_time(begun);
            let mut here = Vec::new();
            let one = player.watched(&game, first + round * games + index, &mut here);
            let came_to = (1.0 - of_score) * f32::from(u8::from(one.is_won)) + of_score * one.score as f32 / 1000.0;
            here.iter_mut().for_each(|seen| seen.came_to = came_to);
            if index % APART == 0 { &mut apart } else { &mut samples }.append(&mut here);
            list.push(Played { seconds: processor_time(begun) - before, ..one });
        }
        report(&format!("round {round}:"), &list);
        let begun = Instant::now();
        let mut taught = teach(&samples, epochs, seed, |epoch, network| {
            println!(
                "epoch {epoch}: {:.4} of the spread explained, of games kept apart {:.4}, by the weights alone {:.4}; {:.0} s",
                explained(&samples, Some(network)),
                explained(&apart, Some(network)),
                explained(&apart, None),
                begun.elapsed().as_secs_f64()
            );
        });
        taught.out.iter_mut().for_each(|weight| *weight *= share);
        std::fs::write(format!("{file}.{round}"), taught.text()).expect("the file can be written");
        std::fs::write(file, taught.text()).expect("the file can be written");
        known = Some(taught);
    }
}

fn explained(samples: &[Seen], network: Option<&Network>) -> f64 {
    let mean = samples.iter().map(|seen| f64::from(seen.came_to)).sum::<f64>() / samples.len().max(1) as f64;
    let (mut left, mut all) = (0.0, 0.0);
    for seen in samples {
        let sum = seen.sum + network.map_or(0.0, |network| network.sum(&seen.sight));
        left += f64::from(seen.came_to - squash(sum)).powi(2);
        all += (f64::from(seen.came_to) - mean).powi(2);
    }
    1.0 - left / all.max(1e-9)
}

/// Learns from all samples, so many times through them: steps of Adam (Kingma and Ba 2015), shorter and shorter.
fn teach(samples: &[Seen], epochs: u64, seed: u64, mut tell: impl FnMut(u64, &Network)) -> Network {
    const PACE: f32 = 0.002;
    let mut rng = Rng::stream(seed, 5);
    let spread = spreads(samples);
    // The units begin different, what they add begins small. Numbers are scaled as they vary, so that all are learned as fast.
    let mut network = Network::silent();
    let inputs = NUMBERS as f64 / 3.0;
    let mut random = |size: f64| ((2.0 * rng.unit() - 1.0) * size) as f32;
    for weight in network.numbers.iter_mut().chain(&mut network.marks).flatten() {
        *weight = random(1.0 / inputs.sqrt());
    }
    for (row, spread) in network.numbers.iter_mut().zip(&spread) {
        row.iter_mut().for_each(|weight| *weight /= spread);
    }
    for weight in &mut network.out {
        *weight = random(0.02);
    }
    let scale: Vec<f32> = (network.weights().enumerate())
        .map(|(place, _)| spread.get(place / UNITS).map_or(1.0, |spread| spread.recip()))
        .collect();
    let (mut mean, mut square) = (vec![0.0f32; scale.len()], vec![0.0f32; scale.len()]);
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let steps = epochs * (samples.len() / BATCH) as u64;
    let (mut step, mut decays) = (0u64, [1.0f32; 2]);
    for epoch in 0..epochs {
        for place in (1..order.len()).rev() {
            order.swap(place, rng.index(place + 1));
        }
        for batch in order.chunks_exact(BATCH) {
            let mut slope = Network::silent();
            for &index in batch {
                let seen = &samples[index as usize];
                let units = network.units(&seen.sight);
                let sum = seen.sum + (0..UNITS).map(|unit| units[unit].max(0.0) * network.out[unit]).sum::<f32>();
                // The slope of the cross entropy of the squashed sum.
                let error = (squash(sum) - seen.came_to) * 2.0 / (1.0 + sum * sum).sqrt();
                let mut back = [0.0; UNITS];
                for unit in 0..UNITS {
                    slope.out[unit] += error * units[unit].max(0.0);
                    back[unit] = if units[unit] > 0.0 { error * network.out[unit] } else { 0.0 };
                }
                for (x, row) in seen.sight.numbers.iter().zip(&mut slope.numbers) {
                    (0..UNITS).for_each(|unit| row[unit] += x * back[unit]);
                }
                for &mark in seen.sight.marks() {
                    let row = &mut slope.marks[usize::from(mark)];
                    (0..UNITS).for_each(|unit| row[unit] += back[unit]);
                }
            }
            step += 1;
            decays = [decays[0] * 0.9, decays[1] * 0.999];
            let pace = PACE * (1.0 - step as f32 / (steps + 1) as f32);
            let moments = mean.iter_mut().zip(&mut square).zip(&scale);
            for ((weight, slope), ((mean, square), scale)) in network.weights_mut().zip(slope.weights()).zip(moments) {
                // As if the input had been divided by its spread.
                let slope = slope * scale / BATCH as f32;
                *mean = 0.9 * *mean + 0.1 * slope;
                *square = 0.999 * *square + 0.001 * slope * slope;
                let (mean, square) = (*mean / (1.0 - decays[0]), *square / (1.0 - decays[1]));
                *weight -= pace * scale * mean / (square.sqrt() + 1e-8);
            }
        }
        tell(epoch, &network);
    }
    network
}

/// How much each number varies.
fn spreads(samples: &[Seen]) -> [f32; NUMBERS] {
    std::array::from_fn(|place| {
        let count = samples.len() as f64;
        let mean = samples.iter().map(|seen| f64::from(seen.sight.numbers[place])).sum::<f64>() / count;
        let square = |seen: &Seen| (f64::from(seen.sight.numbers[place]) - mean).powi(2);
        let spread = (samples.iter().map(square).sum::<f64>() / count).sqrt();
        if spread > 1e-3 { spread as f32 } else { 1.0 }
    })
}

pub fn read_network(file: &str) -> Network {
    let text = std::fs::read_to_string(file).expect("a file of a network");
    Network::read(&text).expect("a number for every weight, and no more")
}

impl Player1<'_> {
    /// Plays a game and tells what was seen of every table that was left.
    fn watched(&mut self, game: &outwit_games::spider::Spider, deal: u64, seen: &mut Vec<Seen>) -> Played {
        let weights = learned_weights(game.suits);
        self.game_with(game, deal, |left| {
            let sight = outwit_games::spider::sight(game, left);
            let stage = outwit_games::spider::stage(game, left);
            let sum = sight.numbers.iter().zip(&weights[stage]).map(|(x, weight)| x * weight).sum();
            seen.push(Seen { sight, sum, came_to: 0.0 });
        })
    }
}
