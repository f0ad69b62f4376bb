//! One equilibrium of a game for any number of seats: the end of the path of logit equilibria.
//!
//! In a logit equilibrium with precision t every seat plays its plans in proportion to exp(t u), u being what they are paid
//! (McKelvey and Palfrey, *Quantal response equilibria for normal form games*, 1995). At t = 0 all plans are played alike;
//! the path that begins there leads to an equilibrium as t grows. It is followed by small steps along its tangent, each
//! corrected by Newton's method (Turocy, *A dynamic homotopy interpretation of the logistic quantal response equilibrium
//! correspondence*, 2005). The unknowns are the logarithms of the probabilities, and t.

use super::bimatrix::gauss;
use super::{Mixed, NormalForm};
use crate::patience::go_on;
use libm::exp;
use outwit_game::{Control, Player, Problem};

/// The gain from another plan, as a share of the range of payoffs, at which an equilibrium is found.
const ENOUGH: f64 = 1e-6;
const MOST_STEPS: usize = 20_000;
/// Plans of all seats together: each step solves as many equations several times.
const MOST_TOGETHER: usize = 800;

impl NormalForm {
    /// The equilibrium at the end of the path of logit equilibria, so near that no seat gains more than a millionth of the
    /// range of payoffs by another plan.
    pub fn logit_equilibrium(&self, control: &Control<'_>) -> Result<Mixed, Problem> {
        if let Some(best) = self.best_alone() {
            return Ok(best.into_iter().next().expect("a highest payoff is paid by some plan"));
        }
        let together = self.sizes().iter().sum::<usize>();
        if together > MOST_TOGETHER {
            return Err(Problem::new(format!(
                "the seats have {together} plans together, and the path of logit equilibria is followed for {MOST_TOGETHER} at most"
            )));
        }
        let path = Path { form: self, scale: 1.0 / self.span(), sizes: self.sizes() };
        path.follow(control)
    }
}

struct Path<'a> {
    form: &'a NormalForm,
    scale: f64,
    sizes: Vec<usize>,
}

impl Path<'_> {
    fn unknowns(&self) -> usize {
        self.sizes.iter().sum()
    }

    fn mixed(&self, at: &[f64]) -> Mixed {
        let mut rest = at;
        let mut mixed = Vec::new();
        for &size in &self.sizes {
            let (own, others) = rest.split_at(size);
            mixed.push(own.iter().map(|&y| exp(y)).collect());
            rest = others;
        }
        mixed
    }

    /// The equations, and their derivatives by every unknown and by t: rows with the equation's value at the end.
    fn system(&self, at: &[f64]) -> Vec<Vec<f64>> {
        let (n, players) = (self.unknowns(), self.form.players);
        let (mixed, t) = (self.mixed(at), at[n]);
        let firsts: Vec<usize> = (0..players).map(|seat| self.sizes[..seat].iter().sum()).collect();
        // What each plan is paid, and how that changes with each probability of another seat.
        let mut paid = vec![0.0; n];
        let mut change = vec![vec![0.0; n]; n];
        self.form.for_each(|plans, payoffs| {
            for seat in 0..players {
                let u = payoffs[Player::new(seat)] * self.scale;
                let row = firsts[seat] + plans[seat];
                let mut all = 1.0;
                for other in (0..players).filter(|&other| other != seat) {
                    all *= mixed[other][plans[other]];
                    let rest = (0..players).filter(|&third| third != seat && third != other);
                    let p: f64 = rest.map(|third| mixed[third][plans[third]]).product();
                    change[row][firsts[other] + plans[other]] += p * u;
                }
                paid[row] += all * u;
            }
        });
        let mut rows = Vec::with_capacity(n);
        for seat in 0..players {
            let (first, size) = (firsts[seat], self.sizes[seat]);
            let mut sum = vec![0.0; n + 2];
            sum[first..first + size].copy_from_slice(&mixed[seat][..size]);
            sum[n + 1] = mixed[seat][..size].iter().sum::<f64>() - 1.0;
            rows.push(sum);
            for plan in first + 1..first + size {
                let mut row = vec![0.0; n + 2];
                row[plan] += 1.0;
                row[first] -= 1.0;
                for other in (0..players).filter(|&other| other != seat) {
                    for place in firsts[other]..firsts[other] + self.sizes[other] {
                        let p = mixed[other][place - firsts[other]];
                        row[place] -= t * (change[plan][place] - change[first][place]) * p;
                    }
                }
                row[n] = paid[first] - paid[plan];
                row[n + 1] = at[plan] - at[first] - t * (paid[plan] - paid[first]);
                rows.push(row);
            }
        }
        rows
    }

    /// The direction of the path, of length 1, that goes on from `before`.
    fn tangent(&self, at: &[f64], before: &[f64]) -> Option<Vec<f64>> {
        let n = self.unknowns();
        let mut system: Vec<Vec<f64>> = self.system(at);
        system.iter_mut().for_each(|row| row[n + 1] = 0.0);
        // Along the old direction it goes on by 1, whatever it does beside.
        system.push(before.iter().copied().chain([1.0]).collect());
        let direction = gauss(&mut system)?;
        let length = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
        Some(direction.into_iter().map(|x| x / length).collect())
    }

    /// The point of the path nearest to a guess, across the direction; `None` if Newton's method does not get there, or is stopped.
    fn correct(&self, guess: &[f64], direction: &[f64], control: &Control<'_>) -> Option<Vec<f64>> {
        let n = self.unknowns();
        let mut at = guess.to_vec();
        for _ in 0..12 {
            go_on(control).ok()?;
            let mut system = self.system(&at);
            let off = system.iter().map(|row| row[n + 1].abs()).fold(0.0, f64::max);
            if off < 1e-10 * (1.0 + at[n].abs()) {
                return Some(at);
            }
            system.push(direction.iter().copied().chain([0.0]).collect());
            let step = gauss(&mut system)?;
            at.iter_mut().zip(step).for_each(|(x, dx)| *x -= dx);
            if !at.iter().all(|x| x.is_finite()) {
                return None;
            }
        }
        None
    }

    fn follow(&self, control: &Control<'_>) -> Result<Mixed, Problem> {
        let n = self.unknowns();
        let lost =
            || Problem::new("the path to an equilibrium was lost: the game may have payoffs of very different sizes");
        let mut at: Vec<f64> = self.sizes.iter().flat_map(|&size| vec![-libm::log(size as f64); size]).collect();
        at.push(0.0);
        let mut direction = vec![0.0; n + 1];
        direction[n] = 1.0;
        let mut step = 0.05;
        for _ in 0..MOST_STEPS {
            go_on(control)?;
            let mixed = self.mixed(&at);
            if self.form.regret(&mixed) * self.scale <= ENOUGH {
                return Ok(tidy(mixed));
            }
            let next = self.tangent(&at, &direction).ok_or_else(lost)?;
            // Where it bends sharply, smaller steps.
            let cosine: f64 = next.iter().zip(&direction).map(|(a, b)| a * b).sum();
            if cosine < 0.9 && step > 1e-4 {
                step *= 0.5;
            }
            let guess: Vec<f64> = at.iter().zip(&next).map(|(x, d)| x + step * d).collect();
            match self.correct(&guess, &next, control) {
                Some(found) if distance(&found, &guess) < 0.5 * step.max(1.0) => {
                    (at, direction) = (found, next);
                    step *= 1.4;
                }
                _ => {
                    step *= 0.5;
                    if step < 1e-9 {
                        return Err(lost());
                    }
                }
            }
        }
        Err(lost())
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| (x - y) * (x - y)).sum::<f64>().sqrt()
}

/// Probabilities that add up to 1.
fn tidy(mut mixed: Mixed) -> Mixed {
    for own in &mut mixed {
        let sum: f64 = own.iter().sum();
        own.iter_mut().for_each(|p| *p /= sum);
    }
    mixed
}
