//! A weight for every input: features that are counted, planes, and tables of patterns, of which one entry each is looked up.

use crate::model::{Model, Room, Shape};

/// Linear in the inputs. Each weight has a rate of its own by temporal coherence (Beal and Smith 1999): the more the errors it
/// was told of point the same way, the further it goes.
#[derive(Clone, Debug)]
pub struct Linear {
    shape: Shape,
    /// By stage, input and output.
    weights: Vec<f32>,
    /// What is added whatever the inputs, by stage and output.
    bias: Vec<f32>,
    /// For each weight the sum of the errors it was told of, and the sum of their sizes.
    errors: Vec<f32>,
    sizes: Vec<f32>,
}

impl Linear {
    /// All weights 0.
    pub fn new(shape: Shape) -> Linear {
        let (stages, outputs) = (shape.stages as usize, shape.outputs);
        let count = stages * shape.inputs as usize * outputs;
        Linear {
            shape,
            weights: vec![0.0; count],
            bias: vec![0.0; stages * outputs],
            errors: vec![0.0; count],
            sizes: vec![0.0; count],
        }
    }

    #[inline]
    fn row(&self, stage: usize, input: u32) -> usize {
        (stage * self.shape.inputs as usize + input as usize) * self.shape.outputs
    }
}

impl Model for Linear {
    fn spec(&self) -> String {
        "linear".to_string()
    }

    fn ask(&self, stage: u32, inputs: &[(u32, f32)], _room: &mut Room, out: &mut [f32]) {
        let (stage, outputs) = (self.shape.stage(stage), self.shape.outputs);
        if outputs == 1 {
            let base = stage * self.shape.inputs as usize;
            let weights = &self.weights[base..base + self.shape.inputs as usize];
            out[0] = self.bias[stage] + inputs.iter().map(|&(input, x)| x * weights[input as usize]).sum::<f32>();
            return;
        }
        out.copy_from_slice(&self.bias[stage * outputs..(stage + 1) * outputs]);
        for &(input, x) in inputs {
            let row = self.row(stage, input);
            for (out, weight) in out.iter_mut().zip(&self.weights[row..row + outputs]) {
                *out += x * weight;
            }
        }
    }

    fn learn(&mut self, stage: u32, inputs: &[(u32, f32)], slopes: &[f32], rate: f32, _room: &mut Room) {
        let (stage, outputs) = (self.shape.stage(stage), self.shape.outputs);
        // However many inputs there are, together they go as far as one would.
        let share = 1.0 / (1.0 + inputs.iter().map(|(_, x)| x * x).sum::<f32>());
        for (bias, slope) in self.bias[stage * outputs..].iter_mut().zip(slopes) {
            *bias += rate * share * slope;
        }
        for &(input, x) in inputs {
            let row = self.row(stage, input);
            for (place, slope) in (row..row + outputs).zip(slopes) {
                let error = slope * x;
                let (sum, size) = (self.errors[place], self.sizes[place]);
                let coherence = if size > 0.0 { sum.abs() / size } else { 1.0 };
                self.weights[place] += rate * share * coherence * error;
                self.errors[place] = sum + error;
                self.sizes[place] = size + error.abs();
            }
        }
    }

    fn parameters(&self) -> Vec<&[f32]> {
        vec![&self.weights, &self.bias]
    }

    fn parameters_mut(&mut self) -> Vec<&mut [f32]> {
        vec![&mut self.weights, &mut self.bias]
    }

    /// From one that saw the same: there is nothing else to grow from.
    fn begin_with(&mut self, earlier: &dyn Model) -> bool {
        let theirs = earlier.parameters();
        let mine = self.parameters_mut();
        let fits =
            mine.len() == theirs.len() && mine.iter().zip(&theirs).all(|(mine, theirs)| mine.len() == theirs.len());
        if fits {
            mine.into_iter().zip(theirs).for_each(|(mine, theirs)| mine.copy_from_slice(theirs));
        }
        fits
    }

    fn memory(&self) -> Vec<&[f32]> {
        vec![&self.errors, &self.sizes]
    }

    fn memory_mut(&mut self) -> Vec<&mut [f32]> {
        vec![&mut self.errors, &mut self.sizes]
    }

    fn copy(&self) -> Box<dyn Model> {
        Box::new(self.clone())
    }
}
