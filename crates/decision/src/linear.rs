//! Linear programs that begin feasible: the simplex method on a dense table.

/// What a program comes to.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Optimum {
    pub value: f64,
    /// The variables.
    pub variables: Vec<f64>,
    /// The price of every row: what one more unit of its right side would add.
    pub prices: Vec<f64>,
}

/// Maximises `objective . x` over `x >= 0` with `row . x <= limit` for each row, where every limit is 0 or more, so that
/// `x = 0` is a beginning. In the end columns and rows are chosen by Bland's rule, so it ends. `None` where there is no largest value.
pub(crate) fn maximise(objective: &[f64], rows: &[(Vec<f64>, f64)]) -> Option<Optimum> {
    // Entries that only rounding keeps from 0 must never be divided by.
    const OFF: f64 = 1e-9;
    let (variables, count) = (objective.len(), rows.len());
    let width = variables + count + 1;
    // One row a constraint with its slack, then the objective.
    let mut table = vec![vec![0.0; width]; count + 1];
    for (at, (row, limit)) in rows.iter().enumerate() {
        debug_assert!(*limit >= 0.0 && row.len() == variables, "the beginning is feasible");
        table[at][..variables].copy_from_slice(row);
        table[at][variables + at] = 1.0;
        table[at][width - 1] = *limit;
    }
    for (cell, price) in table[count].iter_mut().zip(objective) {
        *cell = -price;
    }
    let mut basis: Vec<usize> = (variables..variables + count).collect();
    // The steepest column first, which rounds least; Bland's rule once that may have begun to go round.
    let patience = 20 * width;
    for step in 0.. {
        let cost = &table[count];
        let promising = (0..width - 1).filter(|&column| cost[column] < -OFF);
        let entering = match step < patience {
            true => promising.min_by(|&a, &b| cost[a].total_cmp(&cost[b])),
            false => promising.min(),
        };
        let Some(column) = entering else { break };
        let ratio = |row: usize| table[row][width - 1].max(0.0) / table[row][column];
        let leaving = (0..count).filter(|&row| table[row][column] > OFF).reduce(|best, row| {
            let (least, other) = (ratio(best), ratio(row));
            let is_tie = (other - least).abs() <= 1e-13 * (1.0 + least);
            let is_preferred = match step < patience {
                // Of equals the largest to divide by.
                true => table[row][column] > table[best][column],
                false => basis[row] < basis[best],
            };
            if (is_tie && is_preferred) || (!is_tie && other < least) { row } else { best }
        })?;
        let pivot = table[leaving][column];
        table[leaving].iter_mut().for_each(|cell| *cell /= pivot);
        let by = table[leaving].clone();
        for (row, cells) in table.iter_mut().enumerate() {
            let factor = cells[column];
            if row != leaving && factor != 0.0 {
                for (cell, by) in cells.iter_mut().zip(&by) {
                    *cell -= factor * by;
                    if cell.abs() < 1e-12 {
                        *cell = 0.0;
                    }
                }
            }
        }
        basis[leaving] = column;
    }
    let mut found = vec![0.0; variables];
    for (row, &variable) in basis.iter().enumerate() {
        if variable < variables {
            found[variable] = table[row][width - 1];
        }
    }
    Some(Optimum {
        value: table[count][width - 1],
        variables: found,
        prices: table[count][variables..width - 1].to_vec(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use outwit_game::Rng;

    #[test]
    fn a_textbook_program_has_its_optimum_and_prices() {
        // Dantzig's: 3x + 5y with x <= 4, 2y <= 12, 3x + 2y <= 18.
        let rows = [(vec![1.0, 0.0], 4.0), (vec![0.0, 2.0], 12.0), (vec![3.0, 2.0], 18.0)];
        let found = maximise(&[3.0, 5.0], &rows).unwrap();
        assert!((found.value - 36.0).abs() < 1e-9);
        assert!((found.variables[0] - 2.0).abs() < 1e-9 && (found.variables[1] - 6.0).abs() < 1e-9);
        assert!(found.prices.iter().zip([0.0, 1.5, 1.0]).all(|(a, b)| (a - b).abs() < 1e-9));
        assert_eq!(maximise(&[1.0], &[(vec![-1.0], 1.0)]), None);
    }

    /// Weak duality closes: prices are feasible for the dual and cost what the optimum is worth, so both are optimal.
    #[test]
    fn random_programs_are_proved_optimal_by_their_prices() {
        for seed in 0..200 {
            let mut rng = Rng::new(seed);
            let (variables, count) = (1 + rng.index(5), 1 + rng.index(6));
            let mut number = |below: u64| rng.below(below) as f64 - 3.0;
            let objective: Vec<f64> = (0..variables).map(|_| number(9)).collect();
            let mut rows: Vec<(Vec<f64>, f64)> =
                (0..count).map(|_| ((0..variables).map(|_| number(9)).collect(), number(9) + 3.0)).collect();
            rows.push((vec![1.0; variables], 10.0));
            let found = maximise(&objective, &rows).unwrap();
            let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
            assert!((dot(&objective, &found.variables) - found.value).abs() < 1e-7);
            for (row, limit) in &rows {
                assert!(dot(row, &found.variables) <= limit + 1e-7);
            }
            assert!(found.variables.iter().chain(&found.prices).all(|x| *x >= -1e-9));
            let limits: Vec<f64> = rows.iter().map(|(_, limit)| *limit).collect();
            assert!((dot(&limits, &found.prices) - found.value).abs() < 1e-7);
            for variable in 0..variables {
                let cost: f64 = rows.iter().zip(&found.prices).map(|((row, _), price)| row[variable] * price).sum();
                assert!(cost >= objective[variable] - 1e-7, "seed {seed}");
            }
        }
    }
}
