//! Linear programs by the simplex method, in two phases, with Bland's rule so that it ends.

const TINY: f64 = 1e-9;

/// Maximise `objective` x under equations and inequalities, x from 0 on.
pub struct Program {
    pub objective: Vec<f64>,
    /// Coefficients, what they add up to, and whether it may be less.
    rows: Vec<(Vec<f64>, f64, bool)>,
}

impl Program {
    pub fn new(variables: usize) -> Program {
        Program { objective: vec![0.0; variables], rows: Vec::new() }
    }

    pub fn equal(&mut self, row: Vec<f64>, to: f64) {
        self.rows.push((row, to, false));
    }

    pub fn at_most(&mut self, row: Vec<f64>, most: f64) {
        self.rows.push((row, most, true));
    }

    /// The largest value; `None` if nothing fulfils the rows or there is no largest.
    pub fn maximise(&self) -> Option<f64> {
        let (variables, rows) = (self.objective.len(), self.rows.len());
        let slacks = self.rows.iter().filter(|row| row.2).count();
        // Columns: variables, slacks, one artificial a row, the right-hand side.
        let width = variables + slacks + rows;
        let mut table = vec![vec![0.0; width + 1]; rows];
        let mut slack = variables;
        for (at, (row, to, may_be_less)) in self.rows.iter().enumerate() {
            table[at][..variables].copy_from_slice(row);
            table[at][width] = *to;
            if *may_be_less {
                table[at][slack] = 1.0;
                slack += 1;
            }
            if *to < 0.0 {
                table[at].iter_mut().for_each(|x| *x = -*x);
            }
            table[at][variables + slacks + at] = 1.0;
        }
        let mut basis: Vec<usize> = (0..rows).map(|at| variables + slacks + at).collect();
        // Phase 1: without the artificial ones.
        let mut cost = vec![0.0; width];
        cost[variables + slacks..].fill(-1.0);
        if run(&mut table, &mut basis, &cost, width)?.abs() > 1e-7 {
            return None;
        }
        // Artificial ones that stay do so at 0; they must not come back.
        for at in 0..rows {
            if basis[at] >= variables + slacks
                && let Some(column) = (0..variables + slacks).find(|&column| table[at][column].abs() > TINY)
            {
                pivot(&mut table, &mut basis, at, column);
            }
        }
        let mut cost = vec![0.0; width];
        cost[..variables].copy_from_slice(&self.objective);
        run(&mut table, &mut basis, &cost, variables + slacks)
    }
}

fn pivot(table: &mut [Vec<f64>], basis: &mut [usize], at: usize, column: usize) {
    let by = table[at][column];
    table[at].iter_mut().for_each(|x| *x /= by);
    let row = table[at].clone();
    for (other, line) in table.iter_mut().enumerate() {
        let factor = line[column];
        if other != at && factor != 0.0 {
            line.iter_mut().zip(&row).for_each(|(x, y)| *x -= factor * y);
        }
    }
    basis[at] = column;
}

/// Pivots until nothing improves; only the first `open` columns may enter. The value, or `None` if it has no end.
fn run(table: &mut [Vec<f64>], basis: &mut [usize], cost: &[f64], open: usize) -> Option<f64> {
    let last = cost.len();
    loop {
        let gain = |column: usize| -> f64 {
            cost[column] - table.iter().zip(&*basis).map(|(row, &base)| cost[base] * row[column]).sum::<f64>()
        };
        let Some(column) = (0..open).find(|&column| !basis.contains(&column) && gain(column) > TINY) else {
            return Some(table.iter().zip(&*basis).map(|(row, &base)| cost[base] * row[last]).sum());
        };
        let ratio = |at: usize| table[at][last] / table[at][column];
        let at = (0..table.len()).filter(|&at| table[at][column] > TINY).min_by(|&a, &b| {
            let (x, y) = (ratio(a), ratio(b));
            if (x - y).abs() <= 1e-12 { basis[a].cmp(&basis[b]) } else { x.total_cmp(&y) }
        })?;
        pivot(table, basis, at, column);
    }
}

/// The value of a matrix of what the row's seat is paid.
pub fn matrix_game(matrix: &[Vec<f64>]) -> f64 {
    let rows = matrix.len();
    // The rows' probabilities, and the value as a difference of two numbers from 0 on.
    let mut program = Program::new(rows + 2);
    program.objective[rows] = 1.0;
    program.objective[rows + 1] = -1.0;
    let mut all = vec![1.0; rows + 2];
    all[rows..].fill(0.0);
    program.equal(all, 1.0);
    for column in 0..matrix[0].len() {
        let mut line: Vec<f64> = matrix.iter().map(|row| -row[column]).collect();
        line.extend([1.0, -1.0]);
        program.at_most(line, 0.0);
    }
    program.maximise().expect("a matrix game has a value")
}
