//! The play a search expects, kept without allocating: one buffer a ply.

/// For each ply, the expected play from there on.
pub struct Lines<M>(Vec<Vec<M>>);

impl<M: Copy> Lines<M> {
    pub fn new() -> Lines<M> {
        Lines(vec![Vec::new()])
    }

    /// Nothing is expected below the position at `ply`.
    #[inline]
    pub fn clear(&mut self, ply: usize) {
        if self.0.len() <= ply {
            self.0.resize_with(ply + 1, Vec::new);
        }
        self.0[ply].clear();
    }

    /// At `ply` the move `mv` is expected, and then what is expected below it.
    #[inline]
    pub fn extend(&mut self, ply: usize, mv: M) {
        if self.0.len() <= ply + 1 {
            self.0.resize_with(ply + 2, Vec::new);
        }
        let (above, below) = self.0.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }

    /// The expected play from the root.
    pub fn root(&self) -> Vec<M> {
        self.0[0].clone()
    }
}
