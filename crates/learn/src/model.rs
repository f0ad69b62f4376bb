//! What all models have in common.

use crate::{Linear, Network, Tuples};
use outwit_game::{Problem, Rng, Spec};

/// Room for one question, kept by whoever asks so that nothing is allocated.
#[derive(Default, Debug)]
pub struct Room {
    pub(crate) layers: [Vec<f32>; 2],
    pub(crate) back: [Vec<f32>; 2],
    pub(crate) codes: Vec<(u32, f32)>,
}

/// Something with parameters that gives numbers, log-odds, for the inputs of a position.
pub trait Model: Send + Sync {
    /// The spec that a model of this kind is made from.
    fn spec(&self) -> String;
    /// Writes the outputs for a position of this stage with these inputs.
    fn ask(&self, stage: u32, inputs: &[(u32, f32)], room: &mut Room, out: &mut [f32]);
    /// Changes the parameters a little, so that each output moves along its slope. `inputs` are those asked about just now in
    /// this room.
    fn learn(&mut self, stage: u32, inputs: &[(u32, f32)], slopes: &[f32], rate: f32, room: &mut Room);
    /// The parameters, block by block, as a file holds them.
    fn parameters(&self) -> Vec<&[f32]>;
    /// The same, to be set.
    fn parameters_mut(&mut self) -> Vec<&mut [f32]>;
    /// Takes over what an earlier model of the same spec has learned that saw the first of these inputs, or knew the first of
    /// these stages: new inputs count for nothing yet, and new stages begin as the first. False where models cannot grow so.
    fn begin_with(&mut self, _earlier: &dyn Model) -> bool {
        false
    }
    /// What learning keeps besides the parameters, for training that is stopped and goes on later.
    fn memory(&self) -> Vec<&[f32]> {
        Vec::new()
    }
    /// The same, to be set.
    fn memory_mut(&mut self) -> Vec<&mut [f32]> {
        Vec::new()
    }
    /// The model as it is now.
    fn copy(&self) -> Box<dyn Model>;
}

/// What a model is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Inputs.
    pub inputs: u32,
    /// Stages, each with parameters of its own.
    pub stages: u32,
    /// Outputs.
    pub outputs: usize,
}

impl Shape {
    /// The place of a stage: a game that counts wrong is not let out of bounds.
    pub(crate) fn stage(&self, stage: u32) -> usize {
        stage.min(self.stages - 1) as usize
    }
}

/// The model of a spec: `network:hidden=80`, `network:hidden=64,second=32`, `linear`, `tuples:count=64,size=8`. It knows nothing
/// yet; what is drawn at random comes from the seed.
pub fn from_spec(text: &str, shape: Shape, seed: u64) -> Result<Box<dyn Model>, Problem> {
    let spec = Spec::parse(text)?;
    let number = |key: &str, default: usize, range: std::ops::RangeInclusive<usize>| match spec.get(key) {
        None => Ok(default),
        Some(text) => text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
            let (low, high) = (range.start(), range.end());
            Problem::new(format!("{key}={text} of the model is not a whole number from {low} to {high}"))
        }),
    };
    let known: &[&str] = match spec.name.as_str() {
        "network" => &["hidden", "second"],
        "tuples" => &["count", "size"],
        _ => &[],
    };
    if let Some((key, _)) = spec.settings.iter().find(|(key, _)| !known.contains(&key.as_str())) {
        let has = if known.is_empty() { "none".to_string() } else { known.join(", ") };
        return Err(Problem::new(format!("a {} has no setting `{key}`; it has: {has}", spec.name)));
    }
    match spec.name.as_str() {
        "linear" => Ok(Box::new(Linear::new(shape))),
        "network" => {
            let (hidden, second) = (number("hidden", 64, 1..=1024)?, number("second", 0, 0..=256)?);
            let mut rng = Rng::new(Rng::derive(seed, u64::from_le_bytes(*b"a model ")));
            Ok(Box::new(Network::new(shape, hidden, second, &mut rng)))
        }
        "tuples" => {
            let (count, size) = (number("count", 64, 1..=4096)?, number("size", 8, 1..=14)?);
            // The same groups whatever the seed: whoever reads a file draws them again.
            Ok(Box::new(Tuples::new(shape, count, size, &mut Rng::new(count as u64))))
        }
        name => Err(Problem::new(format!("there is no model `{name}`; there are network, linear and tuples"))),
    }
}
