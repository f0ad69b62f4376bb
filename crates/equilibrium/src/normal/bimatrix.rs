//! Equilibria of games for two: all of them by the vertices of the best-reply polytopes, one by Lemke and Howson's path.
//!
//! With payoffs shifted to be positive, let P = {x >= 0, x B <= 1} and Q = {y >= 0, A y <= 1}. Each inequality has a label:
//! a plan that is not played, or one that is a best reply. A pair of vertices, not 0, that has all labels between its two
//! halves is an equilibrium once both are scaled to add up to 1, and every equilibrium is a mixture of such pairs (Mangasarian
//! 1964; Avis, Rosenberg, Savani and von Stengel, *Enumeration of Nash equilibria for two-player games*, 2010). In a game
//! without ties the pairs are the equilibria that support enumeration finds, one for each pair of supports.

use super::{Mixed, NormalForm};
use crate::patience::go_on;
use outwit_game::{Control, Player, Problem};

const TINY: f64 = 1e-9;
/// Choices of inequalities looked at at most, for each polytope.
const MOST_CHOICES: f64 = 400_000.0;
/// The same times the plans of both, squared, which is what each choice costs.
const MOST_WORK: f64 = 1e9;
/// Plans of both together in a table of Lemke and Howson's, which has as many rows and columns.
const MOST_TOGETHER: usize = 4_000;

impl NormalForm {
    /// Whether all equilibria can be listed.
    pub fn is_small_for_two(&self) -> bool {
        let (rows, columns) = (self.names[0].len(), self.names.get(1).map_or(0, Vec::len));
        let (choices, together) = (choices(rows, columns), (rows + columns) as f64);
        self.players == 2 && choices <= MOST_CHOICES && choices * together * together <= MOST_WORK
    }

    /// All extreme equilibria of a game for two, in an order of their own: in games without ties all there are, and else all
    /// that others are mixtures of.
    pub fn equilibria(&self, control: &Control<'_>) -> Result<Vec<Mixed>, Problem> {
        if let Some(best) = self.best_alone().filter(|_| self.players == 2) {
            return Ok(best);
        }
        if !self.is_small_for_two() {
            return Err(Problem::new("all equilibria are listed for two seats with few plans only"));
        }
        let (a, b) = self.matrices();
        let (rows, columns) = (a.len(), a[0].len());
        // Labels: 0..rows are plans of seat 1, the rest those of seat 2.
        let of_one = vertices(&transposed(&b), 0, rows, control)?;
        let of_two = vertices(&a, rows, 0, control)?;
        let all = rows + columns;
        let mut found: Vec<Mixed> = Vec::new();
        for (x, labels) in &of_one {
            go_on(control)?;
            for (y, others) in &of_two {
                if (0..all).all(|label| labels.contains(&label) || others.contains(&label)) {
                    let mixed = vec![scaled(x), scaled(y)];
                    if self.regret(&mixed) < 1e-7 * self.span() {
                        found.push(mixed);
                    }
                }
            }
        }
        found.sort_by(|a, b| order(b, a));
        found.dedup_by(|a, b| a.iter().flatten().zip(b.iter().flatten()).all(|(a, b)| (a - b).abs() < 1e-7));
        Ok(found)
    }

    /// One equilibrium of a game for two, however many plans there are (Lemke and Howson 1964): the path that begins by
    /// dropping the label `start`.
    pub fn one_equilibrium(&self, start: usize, control: &Control<'_>) -> Result<Mixed, Problem> {
        if self.players != 2 {
            return Err(Problem::new("this way to find an equilibrium is for two seats"));
        }
        if let Some(best) = self.best_alone() {
            return Ok(best.into_iter().next().expect("a highest payoff is paid by some plan"));
        }
        let together = self.sizes().iter().sum::<usize>();
        if together > MOST_TOGETHER {
            return Err(Problem::new(format!(
                "the two seats have {together} plans together, and the table to find an equilibrium by may have {MOST_TOGETHER}"
            )));
        }
        let (a, b) = self.matrices();
        let mixed = lemke_howson(&a, &b, start % (a.len() + a[0].len()), control)?
            .ok_or_else(|| Problem::new("the path to an equilibrium was lost in rounding"))?;
        match self.regret(&mixed) < 1e-6 * self.span() {
            true => Ok(mixed),
            false => Err(Problem::new("the path to an equilibrium was lost in rounding")),
        }
    }

    pub(super) fn span(&self) -> f64 {
        let all = || self.payoffs.iter().flat_map(|payoffs| payoffs.seats(self.players).iter().copied());
        let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
        if high > low { high - low } else { 1.0 }
    }

    /// Both payoffs as matrices of seat 1's plans by seat 2's, shifted and scaled to lie between 1 and 2.
    fn matrices(&self) -> (Vec<Vec<f64>>, Vec<Vec<f64>>) {
        let (rows, columns) = (self.names[0].len(), self.names[1].len());
        let matrix = |seat: Player| -> Vec<Vec<f64>> {
            let all = || self.payoffs.iter().map(|payoffs| payoffs[seat]);
            let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
            let span = if high > low { high - low } else { 1.0 };
            let entry = |row: usize, column: usize| 1.0 + (self.payoffs[row + column * rows][seat] - low) / span;
            (0..rows).map(|row| (0..columns).map(|column| entry(row, column)).collect()).collect()
        };
        (matrix(Player::FIRST), matrix(Player::SECOND))
    }
}

fn choices(rows: usize, columns: usize) -> f64 {
    (0..rows).map(|k| (columns + rows - k) as f64 / (rows - k) as f64).product()
}

fn order(a: &Mixed, b: &Mixed) -> std::cmp::Ordering {
    let rounded = |mixed: &Mixed| mixed.iter().flatten().map(|p| (p * 1e7).round() as i64).collect::<Vec<_>>();
    rounded(a).cmp(&rounded(b))
}

fn transposed(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    (0..matrix[0].len()).map(|column| matrix.iter().map(|row| row[column]).collect()).collect()
}

fn scaled(x: &[f64]) -> Vec<f64> {
    let sum: f64 = x.iter().sum();
    x.iter().map(|p| if *p < TINY { 0.0 } else { p / sum }).collect()
}

/// A point, and the labels of the inequalities that are tight there.
type Vertex = (Vec<f64>, Vec<usize>);

/// The vertices but 0 of {z >= 0, M z <= 1} with the labels of their tight inequalities: `z_k = 0` is label `zero + k`, row
/// `k` of M is label `tight + k`.
fn vertices(matrix: &[Vec<f64>], zero: usize, tight: usize, control: &Control<'_>) -> Result<Vec<Vertex>, Problem> {
    let (rows, width) = (matrix.len(), matrix[0].len());
    let mut found: Vec<Vertex> = Vec::new();
    let mut chosen: Vec<usize> = (0..width).collect();
    loop {
        go_on(control)?;
        if let Some(z) = solve(matrix, &chosen, width) {
            let is_inside = z.iter().all(|&x| x > -TINY)
                && matrix.iter().all(|row| row.iter().zip(&z).map(|(a, x)| a * x).sum::<f64>() < 1.0 + TINY);
            let is_new = || !found.iter().any(|(known, _)| known.iter().zip(&z).all(|(a, b)| (a - b).abs() < 1e-8));
            if is_inside && z.iter().any(|&x| x > TINY) && is_new() {
                let mut labels: Vec<usize> = (0..width).filter(|&k| z[k] < TINY).map(|k| zero + k).collect();
                let slack = |k: usize| 1.0 - matrix[k].iter().zip(&z).map(|(a, x)| a * x).sum::<f64>();
                labels.extend((0..rows).filter(|&k| slack(k) < TINY).map(|k| tight + k));
                found.push((z, labels));
            }
        }
        // The next choice of `width` inequalities out of all.
        let all = width + rows;
        let Some(at) = (0..width).rev().find(|&at| chosen[at] < all - width + at) else { return Ok(found) };
        chosen[at] += 1;
        for next in at + 1..width {
            chosen[next] = chosen[next - 1] + 1;
        }
    }
}

/// The point where the chosen inequalities are tight: the first `width` are `z_k >= 0`, then come the rows.
fn solve(matrix: &[Vec<f64>], chosen: &[usize], width: usize) -> Option<Vec<f64>> {
    let free: Vec<usize> = (0..width).filter(|k| !chosen.contains(k)).collect();
    let rows: Vec<usize> = chosen.iter().filter(|&&k| k >= width).map(|k| k - width).collect();
    let mut system: Vec<Vec<f64>> =
        rows.iter().map(|&row| free.iter().map(|&k| matrix[row][k]).chain([1.0]).collect()).collect();
    let solution = gauss(&mut system)?;
    let mut z = vec![0.0; width];
    free.iter().zip(solution).for_each(|(&k, x)| z[k] = x);
    Some(z)
}

/// Solves a square system whose last column is the right-hand side.
pub(super) fn gauss(system: &mut [Vec<f64>]) -> Option<Vec<f64>> {
    let n = system.len();
    for column in 0..n {
        let pivot = (column..n).max_by(|&a, &b| system[a][column].abs().total_cmp(&system[b][column].abs()))?;
        if system[pivot][column].abs() < 1e-12 {
            return None;
        }
        system.swap(column, pivot);
        let row = system[column].clone();
        for line in system.iter_mut().skip(column + 1) {
            let factor = line[column] / row[column];
            if factor != 0.0 {
                line.iter_mut().zip(&row).skip(column).for_each(|(x, y)| *x -= factor * y);
            }
        }
    }
    let mut solution = vec![0.0; n];
    for row in (0..n).rev() {
        let known: f64 = (row + 1..n).map(|k| system[row][k] * solution[k]).sum();
        solution[row] = (system[row][n] - known) / system[row][row];
    }
    Some(solution)
}

/// Pivots from label to label until the one that was dropped is picked up again. Ties of the ratio test are broken in
/// lexicographic order, so that the path ends in games with ties too.
fn lemke_howson(a: &[Vec<f64>], b: &[Vec<f64>], start: usize, control: &Control<'_>) -> Result<Option<Mixed>, Problem> {
    let (rows, columns) = (a.len(), a[0].len());
    let all = rows + columns;
    // Tableau 0 is x B <= 1: columns are labels of x (0..rows), of its slacks (rows..all), the right-hand side. Tableau 1 is
    // A y <= 1, with slacks 0..rows and y rows..all.
    let line = |coefficients: &dyn Fn(usize) -> f64| -> Vec<f64> { (0..all).map(coefficients).chain([1.0]).collect() };
    let one = (0..columns).map(|j| line(&|k| if k < rows { b[k][j] } else { f64::from(u8::from(k == rows + j)) }));
    let two = (0..rows).map(|i| line(&|k| if k >= rows { a[i][k - rows] } else { f64::from(u8::from(k == i)) }));
    let mut tableaus: [Vec<Vec<f64>>; 2] = [one.collect(), two.collect()];
    let mut bases: [Vec<usize>; 2] = [(rows..all).collect(), (0..rows).collect()];
    // Columns in the order in which ties are settled: the first basis.
    let firsts = bases.clone();
    let mut entering = start;
    let mut side = usize::from(start >= rows);
    for _ in 0..1_000_000 {
        go_on(control)?;
        let (table, basis) = (&mut tableaus[side], &mut bases[side]);
        let ratio = |row: &Vec<f64>, column: usize| row[column] / row[entering];
        let leaving = (0..table.len()).filter(|&at| table[at][entering] > 1e-11).min_by(|&p, &q| {
            let (p, q) = (&table[p], &table[q]);
            let columns = std::iter::once(all).chain(firsts[side].iter().copied());
            let mut differences = columns.map(|column| ratio(p, column) - ratio(q, column));
            differences.find(|x| x.abs() > 1e-12).map_or(std::cmp::Ordering::Equal, |x| x.total_cmp(&0.0))
        });
        let Some(leaving) = leaving else { return Ok(None) };
        let by = table[leaving][entering];
        table[leaving].iter_mut().for_each(|x| *x /= by);
        let row = table[leaving].clone();
        for (at, other) in table.iter_mut().enumerate() {
            let factor = other[entering];
            if at != leaving && factor != 0.0 {
                other.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
            }
        }
        let left = std::mem::replace(&mut basis[leaving], entering);
        if left == start {
            let mut x = vec![0.0; rows];
            let mut y = vec![0.0; columns];
            for (row, &label) in tableaus[0].iter().zip(&bases[0]) {
                if label < rows {
                    x[label] = row[all].max(0.0);
                }
            }
            for (row, &label) in tableaus[1].iter().zip(&bases[1]) {
                if label >= rows {
                    y[label - rows] = row[all].max(0.0);
                }
            }
            return Ok(Some(vec![scaled(&x), scaled(&y)]));
        }
        (entering, side) = (left, 1 - side);
    }
    Ok(None)
}
