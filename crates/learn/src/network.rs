//! A network with one or two hidden layers.

use crate::model::{Model, Room, Shape};
use outwit_game::Rng;

/// Layers are padded to a multiple of this, so that loops over them become wide instructions.
const LANES: usize = 8;

/// Blocks of parameters a stage.
const BLOCKS: usize = 6;

/// One network a stage. Hidden units answer with x / (1 + |x|), which needs no function that differs from machine to machine.
#[derive(Clone, Debug)]
pub struct Network {
    shape: Shape,
    hidden: usize,
    second: usize,
    nets: Vec<Net>,
}

#[derive(Clone, Debug)]
struct Net {
    /// A row of `width` for each input.
    first: Vec<f32>,
    first_bias: Vec<f32>,
    /// A row of `second width` for each unit of the first layer, where there is a second.
    second: Vec<f32>,
    second_bias: Vec<f32>,
    /// A row of the last hidden layer's width for each output.
    last: Vec<f32>,
    last_bias: Vec<f32>,
}

impl Network {
    /// With weights drawn at random, and outputs near 0.
    pub fn new(shape: Shape, hidden: usize, second: usize, rng: &mut Rng) -> Network {
        let width = hidden.next_multiple_of(LANES);
        let second_width = second.next_multiple_of(LANES);
        let mut draw = |count: usize, size: f64| -> Vec<f32> {
            (0..count).map(|_| ((2.0 * rng.unit() - 1.0) * size) as f32).collect()
        };
        let inner = if second == 0 { width } else { second_width };
        let nets = (0..shape.stages)
            .map(|_| Net {
                first: draw(shape.inputs as usize * width, 0.15),
                first_bias: vec![0.0; width],
                second: draw(width * second_width, 1.5 / (width as f64).sqrt()),
                second_bias: vec![0.0; second_width],
                last: draw(inner * shape.outputs, 0.5 / (inner as f64).sqrt()),
                last_bias: vec![0.0; shape.outputs],
            })
            .collect();
        let mut network = Network { shape, hidden, second, nets };
        network.silence_padding();
        network
    }

    /// Units that only fill a layer up know nothing and say nothing: all that leads to them and from them is 0, and so are the
    /// steps that learning makes there.
    fn silence_padding(&mut self) {
        let (hidden, second) = (self.hidden, self.second);
        let last = if second == 0 { hidden } else { second };
        let keep = |block: &mut [f32], width: usize, most: usize| {
            block.chunks_exact_mut(width.max(1)).for_each(|row| row[most.min(width)..].fill(0.0));
        };
        for net in &mut self.nets {
            let (width, second_width) = (net.first_bias.len(), net.second_bias.len());
            keep(&mut net.first, width, hidden);
            keep(&mut net.second, second_width, second);
            net.second[(hidden * second_width).min(width * second_width)..].fill(0.0);
            keep(&mut net.last, if second == 0 { width } else { second_width }, last);
        }
    }
}

fn squash_all(layer: &mut [f32]) {
    for x in layer {
        *x /= 1.0 + x.abs();
    }
}

/// The slope of what squashes where it gives `y`.
#[inline(always)]
fn slope(y: f32) -> f32 {
    let rest = 1.0 - y.abs();
    rest * rest
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0f32; LANES];
    let (mut at, end) = (0, a.len().min(b.len()));
    while at + LANES <= end {
        let (a, b) = (&a[at..at + LANES], &b[at..at + LANES]);
        for lane in 0..LANES {
            sums[lane] += a[lane] * b[lane];
        }
        at += LANES;
    }
    sums.iter().sum()
}

/// Adds `x` times a row.
fn add(to: &mut [f32], x: f32, row: &[f32]) {
    let row = &row[..to.len()];
    for place in 0..to.len() {
        to[place] += x * row[place];
    }
}

/// Adds four rows at once, which reads and writes the sums a quarter as often.
fn add_four(to: &mut [f32], x: [f32; 4], rows: [&[f32]; 4]) {
    let width = to.len();
    let [a, b, c, d] = [&rows[0][..width], &rows[1][..width], &rows[2][..width], &rows[3][..width]];
    for place in 0..width {
        to[place] += (x[0] * a[place] + x[1] * b[place]) + (x[2] * c[place] + x[3] * d[place]);
    }
}

impl Net {
    /// The hidden layers, squashed.
    fn forward(&self, inputs: &[(u32, f32)], layers: &mut [Vec<f32>; 2]) {
        let width = self.first_bias.len();
        let [hidden, second] = layers;
        hidden.clear();
        hidden.extend_from_slice(&self.first_bias);
        let row = |(input, _): (u32, f32)| &self.first[input as usize * width..][..width];
        let mut groups = inputs.chunks_exact(4);
        for group in &mut groups {
            let [a, b, c, d] = [group[0], group[1], group[2], group[3]];
            add_four(hidden, [a.1, b.1, c.1, d.1], [row(a), row(b), row(c), row(d)]);
        }
        for &input in groups.remainder() {
            add(hidden, input.1, row(input));
        }
        squash_all(hidden);
        second.clear();
        second.extend_from_slice(&self.second_bias);
        if !second.is_empty() {
            for (x, row) in hidden.iter().zip(self.second.chunks_exact(second.len())) {
                add(second, *x, row);
            }
            squash_all(second);
        }
    }
}

impl Net {
    fn blocks(&self) -> [&[f32]; BLOCKS] {
        let Net { first, first_bias, second, second_bias, last, last_bias } = self;
        [first, first_bias, second, second_bias, last, last_bias].map(|block| block.as_slice())
    }

    fn blocks_mut(&mut self) -> [&mut [f32]; BLOCKS] {
        let Net { first, first_bias, second, second_bias, last, last_bias } = self;
        [first, first_bias, second, second_bias, last, last_bias].map(|block| block.as_mut_slice())
    }
}

impl Model for Network {
    fn spec(&self) -> String {
        match self.second {
            0 => format!("network:hidden={}", self.hidden),
            second => format!("network:hidden={},second={second}", self.hidden),
        }
    }

    fn ask(&self, stage: u32, inputs: &[(u32, f32)], room: &mut Room, out: &mut [f32]) {
        let net = &self.nets[self.shape.stage(stage)];
        net.forward(inputs, &mut room.layers);
        let top = if self.second == 0 { &room.layers[0] } else { &room.layers[1] };
        for ((out, row), bias) in out.iter_mut().zip(net.last.chunks_exact(top.len())).zip(&net.last_bias) {
            *out = bias + dot(top, row);
        }
    }

    fn learn(&mut self, stage: u32, inputs: &[(u32, f32)], slopes: &[f32], rate: f32, room: &mut Room) {
        let net = &mut self.nets[self.shape.stage(stage)];
        let Room { layers: [hidden, second], back: [back, back_second], .. } = room;
        let has_second = self.second != 0;
        // Step 1. The last layer.
        let top: &[f32] = if has_second { second } else { hidden };
        let to = if has_second { &mut *back_second } else { &mut *back };
        to.clear();
        to.resize(top.len(), 0.0);
        for ((row, bias), &out) in net.last.chunks_exact_mut(top.len()).zip(&mut net.last_bias).zip(slopes) {
            add(to, out, row);
            add(row, rate * out, top);
            *bias += rate * out;
        }
        for (x, y) in to.iter_mut().zip(top) {
            *x *= slope(*y);
        }
        // Step 2. The second layer, if there is one.
        if has_second {
            back.clear();
            for ((x, row), y) in hidden.iter().zip(net.second.chunks_exact_mut(second.len())).zip(hidden.iter()) {
                back.push(dot(row, back_second) * slope(*y));
                add(row, rate * x, back_second);
            }
            add(&mut net.second_bias, rate, back_second);
        }
        // Step 3. The first.
        let width = net.first_bias.len();
        for &(input, x) in inputs {
            let at = input as usize * width;
            add(&mut net.first[at..at + width], rate * x, back);
        }
        add(&mut net.first_bias, rate, back);
    }

    fn parameters(&self) -> Vec<&[f32]> {
        self.nets.iter().flat_map(Net::blocks).collect()
    }

    fn parameters_mut(&mut self) -> Vec<&mut [f32]> {
        self.nets.iter_mut().flat_map(Net::blocks_mut).collect()
    }

    fn begin_with(&mut self, earlier: &dyn Model) -> bool {
        let blocks = earlier.parameters();
        let stages: Vec<&[&[f32]]> = blocks.chunks_exact(BLOCKS).collect();
        if earlier.spec() != self.spec() || stages.is_empty() || stages.len() > self.nets.len() {
            return false;
        }
        for (stage, net) in self.nets.iter_mut().enumerate() {
            let theirs = stages.get(stage).unwrap_or(&stages[0]);
            for (place, (own, their)) in net.blocks_mut().into_iter().zip(theirs.iter()).enumerate() {
                // The rows of inputs come first.
                if own.len() < their.len() || (place > 0 && own.len() != their.len()) {
                    return false;
                }
                own[..their.len()].copy_from_slice(their);
                own[their.len()..].fill(0.0);
            }
        }
        true
    }

    fn copy(&self) -> Box<dyn Model> {
        Box::new(self.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_grown_network_answers_as_before_until_it_learns_more() {
        let shape = |inputs, stages| Shape { inputs, stages, outputs: 2 };
        let network = |shape, hidden| Network::new(shape, hidden, 0, &mut Rng::new(u64::from(hidden as u32)));
        let small = network(shape(3, 2), 8);
        let mut large = Network::new(shape(5, 4), 8, 0, &mut Rng::new(77));
        assert!(large.begin_with(&small));
        let mut room = Room::default();
        let mut ask = |network: &Network, stage, inputs: &[(u32, f32)]| {
            let mut out = [0.0; 2];
            network.ask(stage, inputs, &mut room, &mut out);
            out
        };
        let (seen, more) = ([(0, 1.0), (2, -0.5)], [(0, 1.0), (2, -0.5), (3, 2.0), (4, 1.0)]);
        for (stage, earlier) in [(0, 0), (1, 1), (2, 0), (3, 0)] {
            let before = ask(&small, earlier, &seen);
            assert_eq!(ask(&large, stage, &seen), before);
            assert_eq!(ask(&large, stage, &more), before, "new inputs count for nothing yet");
        }
        large.ask(3, &more, &mut room, &mut [0.0; 2]);
        large.learn(3, &more, &[1.0, 0.0], 0.1, &mut room);
        let mut out = [0.0; 2];
        small.ask(0, &seen, &mut room, &mut out);
        let before = out;
        large.ask(3, &[(3, 1.0)], &mut room, &mut out);
        let with = out;
        large.ask(3, &[], &mut room, &mut out);
        assert_ne!(with, out, "and count once something was learned of them");
        large.ask(2, &seen, &mut room, &mut out);
        assert_eq!(out, before, "by their own stage alone");
        // What is smaller, or of another width, is no beginning.
        assert!(!network(shape(2, 2), 8).begin_with(&small));
        assert!(!network(shape(3, 1), 8).begin_with(&small));
        assert!(!network(shape(3, 2), 16).begin_with(&small));
    }
    #[test]
    fn a_network_has_as_many_units_as_were_asked_for() {
        let shape = Shape { inputs: 3, stages: 1, outputs: 2 };
        for (hidden, second) in [(1, 0), (5, 0), (8, 0), (9, 3), (8, 8)] {
            let mut network = Network::new(shape, hidden, second, &mut Rng::new(7));
            let mut room = Room::default();
            for _ in 0..20 {
                network.ask(0, &[(0, 1.0), (2, -0.5)], &mut room, &mut [0.0; 2]);
                network.learn(0, &[(0, 1.0), (2, -0.5)], &[0.5, -1.0], 0.3, &mut room);
            }
            let net = &network.nets[0];
            // A unit counts that something leads to and from.
            let units = |width: usize, to: &[f32], from: &[f32], from_width: usize| {
                let is_alive = |unit: &usize| {
                    to.chunks_exact(width).any(|row| row[*unit] != 0.0)
                        && from[unit * from_width..][..from_width].iter().any(|weight| *weight != 0.0)
                };
                (0..width).filter(is_alive).count()
            };
            let (width, second_width) = (net.first_bias.len(), net.second_bias.len());
            let by_unit = |rows: &[f32], width: usize| -> Vec<f32> {
                (0..width).flat_map(|unit| rows.chunks_exact(width).map(move |row| row[unit])).collect()
            };
            if second == 0 {
                assert_eq!(units(width, &net.first, &by_unit(&net.last, width), shape.outputs), hidden);
            } else {
                assert_eq!(units(width, &net.first, &net.second, second_width), hidden);
                let last = by_unit(&net.last, second_width);
                assert_eq!(units(second_width, &net.second, &last, shape.outputs), second);
            }
        }
    }
}
