use super::gulps::slowdown;

/// Rows of a simulation with gulps rounded up, made elsewhere.
#[test]
fn the_formula_is_the_simulated_slowdown() {
    for (gulp, branching, wanted) in
        [(0.01, 35.0, 3.941174284990006), (0.02, 35.0, 2.4705876238258), (0.0245, 43.0, 1.9718169874851503)]
    {
        assert!((slowdown(gulp, branching) - wanted).abs() < 1e-5 * wanted);
    }
}
