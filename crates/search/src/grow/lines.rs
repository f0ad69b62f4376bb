//! The play a search expects, kept without allocating: one buffer a ply.

/// For each ply, the expected play from there on.
pub struct Lines<M>(Vec<Vec<M>>);

impl<M: Copy> Lines<M> {
    pub fn new() -> Lines<M> {
        Lines(vec![Vec::new()])
    }

    /// At `ply` the move `mv` is expected, and then, if there is a line below it, that.
    #[inline]
    pub fn extend(&mut self, ply: usize, mv: M, has_line_below: bool) {
        if self.0.len() <= ply + 1 {
            self.0.resize_with(ply + 2, Vec::new);
        }
        let (above, below) = self.0.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        if has_line_below {
            line.extend_from_slice(&below[0]);
        }
    }

    /// A move made at `ply`, and then, if there is a line below it, that.
    #[inline]
    pub fn with(&self, ply: usize, mv: M, has_line_below: bool) -> Vec<M> {
        let below = self.0.get(ply + 1).filter(|_| has_line_below);
        std::iter::once(mv).chain(below.into_iter().flatten().copied()).collect()
    }

    /// The expected play from the root.
    pub fn root(&self) -> Vec<M> {
        self.0[0].clone()
    }
}
