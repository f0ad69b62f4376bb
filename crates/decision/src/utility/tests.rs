use super::*;
use outwit_game::Rng;

/// Every kind, with payoffs from 0 to 100 in its domain.
fn all() -> Vec<Utility> {
    [
        "linear",
        "log:wealth=1",
        "log:wealth=1e6",
        "exponential:risk=100",
        "exponential:risk=30",
        "power:gamma=0,wealth=0",
        "power:gamma=1/2",
        "power:gamma=1,wealth=5",
        "power:gamma=3,wealth=50",
        "sqrt",
        "table:points=(0:0,10:5,50:8,100:9)",
    ]
    .map(|text| Utility::parse(text).unwrap())
    .to_vec()
}

fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

#[test]
fn specs_are_read_and_written_back() {
    for utility in all() {
        assert_eq!(Utility::parse(&utility.to_string()).unwrap(), utility);
    }
}

#[test]
fn a_bad_spec_is_told_what_would_be_right() {
    for (text, part) in [
        ("logg", "did you mean `log`? There are: linear, log, exponential, power, sqrt, table"),
        ("zzz", "there is no utility function `zzz`; there are: linear"),
        ("log:welth=3", "did you mean `wealth`?"),
        ("exponential", "needs its risk tolerance: write exponential:risk=100"),
        ("exponential:risk=0", "risk is a number from 0.000000001"),
        ("power", "needs its risk aversion"),
        ("power:gamma=-1", "gamma is a number from 0 to 100"),
        ("table", "needs its points"),
        ("table:points=(0:0,50)", "point 2, `50`, is not two numbers x:u"),
        ("table:points=(0:0)", "two points at least"),
        ("table:points=(0:0,1e308:1)", "point 2 is not a pair of numbers from -1e100 to 1e100"),
        ("table:points=(0:-1e308,1:1e308)", "point 1 is not a pair of numbers"),
        ("table:points=(0:0,5:1,5:2)", "point 3 (5:2) does not lie above point 2 (5:1)"),
        ("linear:risk=3", "it has none"),
    ] {
        let problem = Utility::parse(text).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
}

#[test]
fn a_payoff_outside_the_domain_is_named() {
    for (text, payoff, part) in [
        ("log:wealth=10", -10.0, "the payoff -10 has no utility under log:wealth=10, which takes payoffs above -10"),
        ("log", 0.0, "payoffs above 0; a larger `wealth`"),
        ("power:gamma=2,wealth=3", -3.0, "payoffs above -3"),
        ("power:gamma=0.5,wealth=3", -4.0, "payoffs from -3"),
        ("sqrt", -1.0, "payoffs from 0"),
        ("table:points=(0:0,5:1)", 6.0, "payoffs from 0 to 5"),
        ("linear", f64::NAN, "finite"),
    ] {
        let problem = Utility::parse(text).unwrap().check(payoff).unwrap_err().to_string();
        assert!(problem.contains(part), "{text}: {problem}");
    }
    assert!(Utility::parse("power:gamma=0.5,wealth=3").unwrap().check(-3.0).is_ok());
}

#[test]
fn the_inverse_undoes_the_utility_and_utilities_increase() {
    let mut rng = Rng::new(1);
    for utility in all() {
        let mut last = f64::NEG_INFINITY;
        for step in 0..=100 {
            let u = utility.of(f64::from(step));
            assert!(u > last, "{utility} at {step}");
            last = u;
        }
        for _ in 0..200 {
            let x = rng.unit() * 100.0;
            let back = utility.inverse(utility.of(x)).unwrap();
            // With a wealth of a million, ln has few digits left for the payoff.
            assert!((back - x).abs() < 1e-7, "{utility}: {x} {back}");
        }
    }
    assert_eq!(Utility::Exponential { risk: 1.0 }.inverse(1.0), None);
    assert_eq!(Utility::Sqrt.inverse(-1.0), None);
    assert_eq!(Utility::Power { gamma: 2.0, wealth: 0.0 }.inverse(1.0), None);
    assert_eq!(Utility::Table(vec![(0.0, 0.0), (1.0, 1.0)]).inverse(1.5), None);
}

#[test]
fn certainty_equivalents_are_the_inverse_of_expected_utility() {
    let mut rng = Rng::new(2);
    for utility in all() {
        for _ in 0..200 {
            let weights: Vec<f64> = (0..1 + rng.index(5)).map(|_| 0.05 + rng.unit()).collect();
            let total: f64 = weights.iter().sum();
            let pairs: Vec<(f64, f64)> = weights.iter().map(|w| (w / total, rng.below(101) as f64)).collect();
            let expected: f64 = pairs.iter().map(|&(p, x)| p * utility.of(x)).sum();
            let equivalent = utility.certainty_equivalent(&pairs);
            let plain = utility.inverse(expected).unwrap();
            assert!((plain - equivalent).abs() < 1e-7, "{utility} {pairs:?}: {plain} {equivalent}");
            assert!(close(utility.of(equivalent), expected), "{utility}");
            // None of these likes risk.
            let mean: f64 = pairs.iter().map(|&(p, x)| p * x).sum();
            assert!(equivalent <= mean + 1e-9, "{utility}");
        }
    }
}

#[test]
fn certainty_equivalents_known_by_hand() {
    let even = |utility: Utility, a, b| utility.certainty_equivalent(&[(0.5, a), (0.5, b)]);
    assert!(close(even(Utility::Linear, 0.0, 100.0), 50.0));
    assert!(close(even(Utility::Sqrt, 0.0, 100.0), 25.0));
    // The geometric mean of 1 and 100, the harmonic mean of 1 and 3.
    assert!(close(even(Utility::Log { wealth: 0.0 }, 1.0, 100.0), 10.0));
    assert!(close(even(Utility::Power { gamma: 2.0, wealth: 0.0 }, 1.0, 3.0), 1.5));
    assert!(close(even(Utility::Power { gamma: 0.5, wealth: 0.0 }, 0.0, 100.0), 25.0));
    // -R ln((1 + e^-1) / 2) with R = 100.
    assert!(close(even(Utility::Exponential { risk: 100.0 }, 0.0, 100.0), 37.988_549_304_172_2));
}

#[test]
fn extreme_risk_tolerances_do_not_lose_the_payoffs() {
    let even = |risk, a, b| Utility::Exponential { risk }.certainty_equivalent(&[(0.5, a), (0.5, b)]);
    // So tolerant that utilities differ in the tenth digit: mean - variance / 2R.
    assert!((even(1e10, 0.0, 1.0) - (0.5 - 0.25 / 2e10)).abs() < 1e-15);
    // So timid that exp(-x / R) is 0 or infinite: the worst case and the price of half a chance of it.
    assert!(close(even(1.0, 5_000.0, 6_000.0), 5_000.0 + std::f64::consts::LN_2));
    assert!(close(even(1.0, -6_000.0, -5_000.0), -6_000.0 + std::f64::consts::LN_2));
    let timid = Utility::Power { gamma: 100.0, wealth: 0.0 };
    assert!(close(timid.certainty_equivalent(&[(0.5, 1e5), (0.5, 1e9)]), 1e5 * 2f64.powf(1.0 / 99.0)));
    assert_eq!(timid.certainty_equivalent(&[(0.5, 1e5), (0.5, f64::NEG_INFINITY)]), f64::NEG_INFINITY);
}

#[test]
fn a_gamma_near_one_is_near_the_logarithm() {
    let pairs = [(0.25, 3.0), (0.5, 8.0), (0.25, 40.0)];
    let log = Utility::Log { wealth: 2.0 }.certainty_equivalent(&pairs);
    for gamma in [1.0, 1.0 + 1e-12, 1.0 - 1e-12] {
        assert!(close(Utility::Power { gamma, wealth: 2.0 }.certainty_equivalent(&pairs), log), "{gamma}");
    }
}

#[test]
fn certainty_equivalents_of_huge_payoffs_are_numbers() {
    for (text, low, high, wanted) in [
        ("linear", -1e100, 1e100, 0.0),
        ("sqrt", 0.0, 1e100, 2.5e99),
        ("exponential:risk=1e-9", -1e100, 1e100, -1e100),
        ("exponential:risk=1e300", -1e100, 1e100, 0.0),
        // The geometric mean, the square of half the root, the harmonic mean; and the least, which is ever more important.
        ("log:wealth=1e-300", 0.0, 1e100, 1e-100),
        ("power:gamma=1,wealth=1e-300", 0.0, 1e100, 1e-100),
        ("power:gamma=1/2,wealth=1e-300", 0.0, 1e100, 2.5e99),
        ("power:gamma=0.01,wealth=1e-300", 0.0, 1e100, 1e100 * 2f64.powf(-1.0 / 0.99)),
        ("power:gamma=2,wealth=1e-300", 0.0, 1e100, 1e-300),
        ("power:gamma=100,wealth=1e-300", 0.0, 1e100, 1e-300 * (2f64.powf(1.0 / 99.0) - 1.0)),
        ("log:wealth=1e300", -1e100, 1e100, 0.0),
        ("table:points=(-1e100:-1e100,1e100:1e100)", -1e100, 1e100, 0.0),
    ] {
        let utility = Utility::parse(text).unwrap();
        let found = utility.certainty_equivalent(&[(0.5, low), (0.5, high)]);
        // To nine digits of what is at stake, or of the answer where that is what is left.
        let digits = if wanted == 0.0 { 1e-9 * high } else { 1e-9 * wanted.abs() };
        assert!((found - wanted).abs() <= digits, "{text}: {found}, not {wanted}");
    }
}

#[test]
fn a_utility_lower_than_any_number_is_minus_infinity_and_never_nothing_at_all() {
    for text in ["exponential:risk=1", "power:gamma=100,wealth=1e-99"] {
        let utility = Utility::parse(text).unwrap();
        let worst = if text.starts_with("exp") { -1e100 } else { 0.0 };
        assert_eq!(utility.of(worst), f64::NEG_INFINITY, "{text}");
        assert!(utility.check(worst).is_ok() && utility.of(1e100).is_finite(), "{text}");
        assert_eq!(utility.certainty_equivalent(&[(1.0, worst)]), worst, "{text}");
    }
}
