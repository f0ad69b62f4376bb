//! Which arm to pull: the formulas that balance what looks good against what has hardly been tried.
//!
//! Each is told how often the position (`N`) and the move (`n`) have been visited and what the move paid the mover so far,
//! divided by the range of payoffs, so that one constant fits all games.

use std::sync::OnceLock;

/// The formula of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Formula {
    /// Auer, Cesa-Bianchi and Fischer 2002; Kocsis and Szepesvari 2006: mean + c sqrt(ln N / n), and more where N
    /// is large.
    Ucb1,
    /// The same with the variance seen so far in the place of the worst possible one.
    Ucb1Tuned,
    /// Rosin 2011 in the form of Silver and others 2017: mean + c p sqrt(N) / (1 + n), with a prior probability p.
    Puct,
}

/// Visits of a position from which on its moves are tried more evenly than by UCB1.
const MANY: f64 = 20_000.0;

/// Counts below this have their roots at hand.
const AT_HAND: usize = 4096;

struct Roots {
    /// sqrt(ln n).
    of_logarithm: Vec<f64>,
    /// 1 / sqrt(n).
    inverse: Vec<f64>,
}

fn roots() -> &'static Roots {
    static ROOTS: OnceLock<Roots> = OnceLock::new();
    ROOTS.get_or_init(|| Roots {
        of_logarithm: (0..AT_HAND).map(|n| libm::log(n.max(1) as f64).sqrt()).collect(),
        inverse: (0..AT_HAND).map(|n| 1.0 / (n.max(1) as f64).sqrt()).collect(),
    })
}

/// UCB1 with its roots looked up where the counts are small, as most are.
#[derive(Clone, Copy)]
pub struct Ucb1 {
    c: f64,
    roots: &'static Roots,
}

impl Ucb1 {
    pub fn new(c: f64) -> Ucb1 {
        Ucb1 { c, roots: roots() }
    }

    /// What all moves of a position that was visited `visits` times have in common: c sqrt(ln N), from [`MANY`] visits on times
    /// the fourth root of N / MANY.
    ///
    /// UCB1's logarithm is for arms whose means stay what they are. In a tree they change as what lies below is learned: a move
    /// whose mean rises late is hardly come back to, and with more simulations a worse move is played. A fourth root in its
    /// place makes up for that (Shah, Xie and Xu 2020).
    #[inline]
    pub fn urge(&self, visits: u32) -> f64 {
        match self.roots.of_logarithm.get(visits as usize) {
            Some(&root) => self.c * root,
            None => {
                let more = (f64::from(visits) / MANY).max(1.0);
                self.c * libm::log(f64::from(visits)).sqrt() * more.sqrt().sqrt()
            }
        }
    }

    /// The value of a move with this `sum` of (scaled) payoffs in `visits` visits: sum / n + urge / sqrt(n).
    #[inline]
    pub fn value(&self, urge: f64, sum: f64, visits: u32) -> f64 {
        let inverse = match self.roots.inverse.get(visits as usize) {
            Some(&inverse) => inverse,
            None => 1.0 / f64::from(visits).sqrt(),
        };
        (sum * inverse + urge) * inverse
    }
}

/// UCB1-tuned: the bound uses the variance of what was seen, at most that of a coin, 1/4.
#[inline]
pub fn ucb1_tuned(c: f64, log_parent: f64, sum: f64, squares: f64, visits: u32) -> f64 {
    let n = f64::from(visits);
    let (mean, share) = (sum / n, log_parent / n);
    let variance = (squares / n - mean * mean).max(0.0) + (2.0 * share).sqrt();
    mean + c * (share * variance.min(0.25)).sqrt()
}

/// PUCT.
#[inline]
pub fn puct(c: f64, root_of_parent: f64, mean: f64, prior: f64, visits: u32) -> f64 {
    mean + c * prior * root_of_parent / (1.0 + f64::from(visits))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_say_what_the_formula_says() {
        let ucb = Ucb1::new(0.7);
        for (parent, visits, sum) in [(2u32, 1u32, 0.5), (100, 7, 3.0), (4095, 4095, 1e3), (5_000_000, 70_000, 4e4)] {
            let more = (f64::from(parent) / MANY).max(1.0).powf(0.25);
            let plain = sum / f64::from(visits) + 0.7 * more * (f64::from(parent).ln() / f64::from(visits)).sqrt();
            let found = ucb.value(ucb.urge(parent), sum, visits);
            assert!((found - plain).abs() < 1e-12, "{found} {plain}");
        }
    }

    #[test]
    fn the_tuned_bound_is_never_wider_than_that_of_a_coin() {
        for visits in [1u32, 5, 100] {
            let log = 100f64.ln();
            let coin = 0.5 + (log / f64::from(visits) / 4.0).sqrt();
            let tuned = ucb1_tuned(1.0, log, 0.5 * f64::from(visits), 0.25 * f64::from(visits), visits);
            assert!(tuned <= coin + 1e-12);
        }
    }
}
