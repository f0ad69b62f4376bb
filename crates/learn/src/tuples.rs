//! Tables over groups of inputs (Bledsoe and Browning 1959): which of a group are not 0 is the number of an entry.

use crate::linear::Linear;
use crate::model::{Model, Room, Shape};
use outwit_game::Rng;

/// A table for each of many groups of inputs drawn at random; the entries that are looked up are added.
#[derive(Clone, Debug)]
pub struct Tuples {
    size: usize,
    count: usize,
    /// The groups that an input belongs to, as table and bit; those of input i stand from `starts[i]` to `starts[i + 1]`.
    members: Vec<(u32, u32)>,
    starts: Vec<u32>,
    tables: Linear,
}

impl Tuples {
    /// `count` groups of `size` inputs each. Half of the members of a group are neighbours of its first, for what belongs
    /// together mostly has numbers close to each other.
    pub fn new(shape: Shape, count: usize, size: usize, rng: &mut Rng) -> Tuples {
        let inputs = shape.inputs as usize;
        let size = size.min(inputs);
        let mut of_input: Vec<Vec<(u32, u32)>> = vec![Vec::new(); inputs];
        for table in 0..count {
            let first = rng.index(inputs);
            let mut group = vec![first];
            while group.len() < size {
                let near = group.len() < size.div_ceil(2);
                let input = if near { (first + 1 + rng.index(2 * size)) % inputs } else { rng.index(inputs) };
                if !group.contains(&input) {
                    group.push(input);
                }
            }
            for (bit, input) in group.into_iter().enumerate() {
                of_input[input].push((table as u32, 1 << bit));
            }
        }
        let mut starts = vec![0];
        let mut members = Vec::new();
        for list in of_input {
            members.extend(list);
            starts.push(members.len() as u32);
        }
        let tables = Linear::new(Shape { inputs: (count << size) as u32, ..shape });
        Tuples { size, count, members, starts, tables }
    }

    fn look_up(&self, inputs: &[(u32, f32)], codes: &mut Vec<(u32, f32)>) {
        codes.clear();
        codes.extend((0..self.count).map(|table| ((table << self.size) as u32, 1.0)));
        for &(input, x) in inputs {
            if x != 0.0 {
                let (from, to) = (self.starts[input as usize] as usize, self.starts[input as usize + 1] as usize);
                for &(table, bit) in &self.members[from..to] {
                    codes[table as usize].0 |= bit;
                }
            }
        }
    }
}

impl Model for Tuples {
    fn spec(&self) -> String {
        format!("tuples:count={},size={}", self.count, self.size)
    }

    fn ask(&self, stage: u32, inputs: &[(u32, f32)], room: &mut Room, out: &mut [f32]) {
        let mut codes = std::mem::take(&mut room.codes);
        self.look_up(inputs, &mut codes);
        self.tables.ask(stage, &codes, room, out);
        room.codes = codes;
    }

    fn learn(&mut self, stage: u32, inputs: &[(u32, f32)], slopes: &[f32], rate: f32, room: &mut Room) {
        let mut codes = std::mem::take(&mut room.codes);
        self.look_up(inputs, &mut codes);
        self.tables.learn(stage, &codes, slopes, rate, room);
        room.codes = codes;
    }

    fn parameters(&self) -> Vec<&[f32]> {
        self.tables.parameters()
    }

    fn parameters_mut(&mut self) -> Vec<&mut [f32]> {
        self.tables.parameters_mut()
    }

    fn memory(&self) -> Vec<&[f32]> {
        self.tables.memory()
    }

    fn memory_mut(&mut self) -> Vec<&mut [f32]> {
        self.tables.memory_mut()
    }

    fn copy(&self) -> Box<dyn Model> {
        Box::new(self.clone())
    }
}
