//! Learning from self-play by temporal differences.

use crate::code;
use crate::file::{Origin, checksum};
use crate::learned::Learned;
use crate::model::Room;
use crate::play::{Lessons, match_game, play};
use outwit_game::{Evaluated, Player, Pool, Problem, Rng};
use std::fmt::Write;
use std::sync::{Mutex, PoisonError};

/// How a model learns.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Games to play.
    pub games: u64,
    /// Games between which the model does not change, so that they can be played at the same time.
    pub batch: u64,
    /// How much what comes later counts: 0 learns from the next position alone, 1 from the end alone.
    pub lambda: f64,
    /// How far a step of learning goes at first.
    pub rate: f64,
    /// Games after which it goes half as far, after twice as many a third, and so on: so that more games can be added later.
    pub settle: u64,
    /// How often a random move is made, for the sake of what would not be seen otherwise. Nothing that comes after one is held
    /// against what was before it.
    pub explore: f64,
    /// Up to so many random moves at the start of a game.
    pub opening: u32,
    /// Plies looked ahead to choose a move; with more than one it learns the value of the position that decided (TD-leaf).
    pub depth: u32,
    /// Learn from the mean over all that chance may bring instead of from what it brought.
    pub all_chances: bool,
    /// What has been learned is the mean of the model's parameters on the way, of which the last fifth counts most, and not
    /// what they were last (Polyak 1990, Ruppert 1988): single games then hardly show in it.
    pub average: bool,
    /// Worlds drawn to choose a move where something is hidden.
    pub worlds: u32,
    /// The file of what had been learned before, which this goes on from; whoever makes the trainer has read it.
    pub start: Option<String>,
    /// Games are broken off after so many plies.
    pub cap: u32,
    /// Where everything random comes from.
    pub seed: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            games: 10_000,
            batch: 32,
            lambda: 0.7,
            rate: 0.05,
            settle: 5_000,
            explore: 0.05,
            opening: 4,
            depth: 1,
            all_chances: false,
            average: false,
            worlds: 4,
            start: None,
            cap: 2_000,
            seed: 0,
        }
    }
}

impl Plan {
    /// What must not change when training goes on: everything but for how long.
    fn text(&self) -> String {
        format!("{:?}", Plan { games: 0, ..self.clone() })
    }
}

/// Where a line of a checkpoint is not what it should be, in the words of the command line.
fn difference(line: &str, wanted: &str) -> String {
    let parts = |line: &str| -> Option<Vec<(String, String)>> {
        let fields = line.strip_prefix("plan Plan { ")?.strip_suffix(" }")?;
        let pair = |field: &str| {
            let (name, value) = field.split_once(": ")?;
            Some((name.replace('_', "-"), value.to_string()))
        };
        fields.split(", ").map(pair).collect()
    };
    let (Some(had), Some(asked)) = (parts(line), parts(wanted)) else {
        return format!(": it says `{line}` where `{wanted}` is asked for");
    };
    let differ = had.iter().zip(&asked).filter(|(one, other)| one != other);
    let told: Vec<String> =
        differ.map(|((name, had), (_, asked))| format!("{name} was {had} and is {asked} now")).collect();
    format!(": {}", told.join(", "))
}

/// How far training has come.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Standing {
    /// Games played.
    pub games: u64,
    /// The mean, over the games since the last look, of the squared difference between what was promised and what came next.
    pub loss: f64,
    /// Positions learned from since then.
    pub positions: u64,
}

/// A model that is learning.
pub struct Trainer<'g, G: Evaluated> {
    game: &'g G,
    plan: Plan,
    learned: Learned,
    /// The mean of what was learned on the way, if that is wanted.
    mean: Option<Learned>,
    played: u64,
    room: Room,
    loss: f64,
    positions: u64,
}

const CHECKPOINT: &str = "outwit training 2";

/// The parameters after `t` steps count as the power `LATE` of `t` in their mean (Shamir and Zhang 2013): no end has to be known.
const LATE: f32 = 7.0;

/// What the last of so many steps counts in the mean of all.
fn share_of_last(steps: u64) -> f32 {
    (LATE + 1.0) / (LATE + steps as f32)
}

impl<'g, G: Evaluated> Trainer<'g, G> {
    /// Begins with what is given: a model that knows nothing, or one that is to learn more.
    pub fn new(game: &'g G, learned: Learned, plan: Plan) -> Trainer<'g, G> {
        let mean = plan.average.then(|| learned.clone());
        Trainer { game, plan, learned, mean, played: 0, room: Room::default(), loss: 0.0, positions: 0 }
    }

    /// What has been learned so far.
    pub fn learned(&self) -> &Learned {
        self.mean.as_ref().unwrap_or(&self.learned)
    }

    /// Games played so far.
    pub fn played(&self) -> u64 {
        self.played
    }

    /// Whether all games have been played.
    pub fn is_done(&self) -> bool {
        self.played >= self.plan.games
    }

    /// How far it has come since this was asked last.
    pub fn standing(&mut self) -> Standing {
        let (loss, positions) = (std::mem::take(&mut self.loss), std::mem::take(&mut self.positions));
        Standing { games: self.played, loss: loss / (positions as f64).max(1.0), positions }
    }

    /// Plays the next few games, on the threads of a pool if there is one, and learns from them, in their order.
    pub fn step(&mut self, pool: Option<&dyn Pool>) {
        let count = self.plan.batch.min(self.plan.games - self.played) as usize;
        let (game, plan, learned, first) = (self.game, &self.plan, &self.learned, self.played);
        let lessons: Vec<Lessons> = match pool.filter(|pool| pool.threads() > 1) {
            None => (0..count as u64).map(|index| play(game, learned, plan, first + index)).collect(),
            Some(pool) => {
                let slots: Vec<Mutex<Lessons>> = (0..count).map(|_| Mutex::default()).collect();
                pool.work(count, &|index| {
                    let lessons = play(game, learned, plan, first + index as u64);
                    *slots[index].lock().unwrap_or_else(PoisonError::into_inner) = lessons;
                });
                slots.into_iter().map(|slot| slot.into_inner().unwrap_or_else(PoisonError::into_inner)).collect()
            }
        };
        let rate = (self.plan.rate / (1.0 + self.played as f64 / self.plan.settle.max(1) as f64)) as f32;
        for of_game in &lessons {
            self.learn(of_game, rate);
        }
        self.played += count as u64;
        self.note_mean();
    }

    fn note_mean(&mut self) {
        let Some(mean) = &mut self.mean else { return };
        let share = share_of_last(self.played.div_ceil(self.plan.batch.max(1)));
        for (means, parameters) in mean.model.parameters_mut().into_iter().zip(self.learned.model.parameters()) {
            for (mean, parameter) in means.iter_mut().zip(parameters) {
                *mean += share * (parameter - *mean);
            }
        }
    }

    fn learn(&mut self, lessons: &Lessons, rate: f32) {
        let outputs = self.learned.shape.outputs;
        for lesson in &lessons.list {
            let inputs = &lessons.inputs[lesson.from..lesson.to];
            let mut slopes = self.learned.ask(lesson.stage, inputs, &mut self.room);
            for (slope, target) in slopes.iter_mut().zip(lesson.target).take(outputs) {
                *slope = target - *slope;
                self.loss += f64::from(*slope * *slope) / outputs as f64;
            }
            self.positions += 1;
            self.learned.model.learn(lesson.stage, inputs, &slopes[..outputs], rate, &mut self.room);
        }
    }

    /// What the model as it is now gets on average from seats that go by an earlier one, in so many games that each seat plays
    /// once: each move is the one that looks best at once. A game that is broken off counts for nothing, and none begins once it
    /// is stopped.
    pub fn against(&self, earlier: &Learned, games: u64, is_stopped: &dyn Fn() -> bool) -> f64 {
        let players = self.game.players();
        let (mut sum, mut finished) = (0.0, 0u64);
        for number in (0..games).take_while(|_| !is_stopped()) {
            let place = (number % players as u64) as usize;
            let mut seats = vec![earlier; players];
            seats[place] = self.learned();
            let seed = Rng::derive(self.plan.seed ^ 0x00A6_A157, number / players as u64);
            if let Some(payoffs) = match_game(self.game, &seats, &self.plan, seed) {
                sum += payoffs[Player::new(place)];
                finished += 1;
            }
        }
        sum / finished.max(1) as f64
    }

    /// The command that learns what has been learned so far once more: all but where to write it.
    pub fn command(&self, spec: &str) -> String {
        let Plan { batch, lambda, rate, settle, explore, opening, depth, worlds, cap, seed, .. } = self.plan;
        let start = self.plan.start.as_ref().map_or(String::new(), |file| format!(" --start {file}"));
        let (model, games, sight) = (self.learned.model.spec(), self.played, self.learned.sight_name(self.game));
        let all_chances = if self.plan.all_chances { " --all-chances" } else { "" };
        let average = if self.plan.average { " --average" } else { "" };
        let worlds = if self.game.facts().hidden { format!(" --worlds {worlds}") } else { String::new() };
        format!(
            "outwit learn {spec} --self-play --model {model} --sight {sight}{start} --games {games} --lambda {lambda} --rate {rate} \
             --settle {settle} --explore {explore} --opening {opening} --depth {depth}{all_chances}{average}{worlds} --batch {batch} \
             --cap {cap} --seed {seed}"
        )
    }

    /// Whether all that was learned are numbers: steps that are too long lead beyond them, and nothing leads back.
    pub fn is_sound(&self) -> bool {
        let models = [Some(&self.learned), self.mean.as_ref()];
        models.into_iter().flatten().all(|learned| {
            learned.model.parameters().into_iter().all(|block| block.iter().all(|weight| weight.is_finite()))
        })
    }

    /// Everything that is needed to go on later, to the bit.
    pub fn checkpoint(&self, origin: &Origin) -> String {
        let mut text = format!("{CHECKPOINT}\ngame {}\nplan {}\n", origin.game, self.plan.text());
        let _ = writeln!(text, "model {}\nplayed {}", self.learned.model.spec(), self.played);
        let model = &self.learned.model;
        let means = self.mean.iter().flat_map(|mean| mean.model.parameters());
        for block in model.parameters().into_iter().chain(model.memory()).chain(means) {
            let _ = writeln!(text, "block {}", block.len());
            let bytes: Vec<u8> = block.iter().flat_map(|weight| weight.to_le_bytes()).collect();
            code::write(&bytes, &mut text);
        }
        let _ = writeln!(text, "checksum {:016x}", checksum(&text));
        text
    }

    /// Goes on where a checkpoint was written. It must be of the same training.
    pub fn resume(&mut self, text: &str, origin: &Origin) -> Result<(), Problem> {
        let wrong = |what: &str| Problem::new(format!("training cannot go on from there: {what}"));
        let (body, sum) =
            text.trim_end().rsplit_once("\nchecksum ").ok_or_else(|| wrong("its end, the checksum, is missing"))?;
        if u64::from_str_radix(sum, 16).ok() != Some(checksum(&format!("{body}\n"))) {
            return Err(wrong("its checksum does not fit, so it was changed or cut off"));
        }
        let mut lines = body.lines().peekable();
        let expected = [
            CHECKPOINT.to_string(),
            format!("game {}", origin.game),
            format!("plan {}", self.plan.text()),
            format!("model {}", self.learned.model.spec()),
        ];
        for wanted in expected {
            let line = lines.next().unwrap_or_default();
            if line != wanted {
                return Err(wrong(&format!("it is of another training{}", difference(line, &wanted))));
            }
        }
        let played = lines.next().and_then(|line| line.strip_prefix("played ")?.parse().ok());
        let played: u64 = played.ok_or_else(|| wrong("it does not say how far it came"))?;
        if played > self.plan.games {
            let games = self.plan.games;
            return Err(wrong(&format!(
                "it has played {played} games, and {games} are asked for: ask for {played} or more"
            )));
        }
        let mut blocks = Vec::new();
        while lines.next().is_some_and(|line| line.starts_with("block ")) {
            let mut bytes = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("block ")) {
                code::read(line, &mut bytes).ok_or_else(|| wrong("its weights cannot be read"))?;
            }
            let number = |four: &[u8]| f32::from_le_bytes([four[0], four[1], four[2], four[3]]);
            blocks.push(bytes.chunks_exact(4).map(number).collect::<Vec<f32>>());
        }
        let mut blocks = blocks.into_iter();
        let mut fill = |places: Vec<&mut [f32]>| {
            places.into_iter().all(|place| {
                let block = blocks.next().filter(|block| block.len() == place.len());
                block.is_some_and(|block| {
                    place.copy_from_slice(&block);
                    true
                })
            })
        };
        let means = self.mean.as_mut().map_or(Vec::new(), |mean| mean.model.parameters_mut());
        if !(fill(self.learned.model.parameters_mut()) && fill(self.learned.model.memory_mut()) && fill(means)) {
            return Err(wrong("its weights are not those of its model"));
        }
        self.played = played;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_training_is_told_by_what_differs() {
        let plan = |plan: Plan| format!("plan {}", plan.text());
        let other = Plan { seed: 3, all_chances: true, ..Plan::default() };
        let told = difference(&plan(Plan::default()), &plan(other));
        assert_eq!(told, ": all-chances was false and is true now, seed was 0 and is 3 now");
        assert_eq!(difference("game go", "game hex"), ": it says `game go` where `game hex` is asked for");
    }

    #[test]
    fn late_steps_count_most_in_the_mean() {
        // Step t counts t (t + 1) ... (t + 6), seven factors that grow as the seventh power of t.
        let weight = |step: u64| (step..step + LATE as u64).map(|factor| factor as f64).product::<f64>();
        let value = |step: u64| ((step * 37) % 11) as f64;
        let (mut mean, mut sum, mut weights) = (5.0, 0.0, 0.0);
        for step in 1..=200 {
            mean += f64::from(share_of_last(step)) * (value(step) - mean);
            sum += weight(step) * value(step);
            weights += weight(step);
            assert!((mean - sum / weights).abs() < 1e-5, "after {step} steps {mean}, plainly {}", sum / weights);
        }
    }
}
