//! What looking twice as long brings, and what of it `cost=` is to expect: positions that random play comes to in connect four, Othello
//! and kalah, each looked at with 250, 500, 1,000 and so on to 64,000 moves. What the move is worth that was chosen is told by a much
//! longer look, which knows every move's value; the search's own judgement tells what the last doubling brought.
//!
//! `cargo bench -p outwit-search --bench worth`; a number after `--` is the number of positions of each game.

use outwit_game::{Control, Evaluated, Report, Rng, Spec, Table, Turn};
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::othello::Othello;
use outwit_search::named::catalog::{Pages, page};

const FIRST: u64 = 250;
const DOUBLINGS: usize = 8;
/// How fast what a doubling brings may fade.
const FADINGS: [f64; 3] = [0.0, 0.25, 0.5];
/// Who knows best.
const TRUTH: &str = "alphabeta:eval=learned,exact=true,nodes=500000";

fn main() {
    let positions = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(40);
    let connect4 = Connect4::new(7, 6).expect("the usual board");
    let othello = Othello::new(8, Score::Win).expect("the usual board");
    let kalah = Kalah::new(Rules::default()).expect("the usual board");
    for agent in ["alphabeta:eval=learned", "uct"] {
        let mut fits = FADINGS.map(|fading| Fit { fading, ..Fit::default() });
        println!(
            "{agent}, {positions} positions of each game: what each doubling brought, in thousandths of the stake"
        );
        for (name, gains) in [
            ("connect4", gains(&connect4, agent, positions, 4..20, &mut fits)),
            ("othello", gains(&othello, agent, positions, 8..40, &mut fits)),
            ("kalah", gains(&kalah, agent, positions, 4..20, &mut fits)),
        ] {
            println!("  {name:<10}{}", gains.map(|gain| format!("{:>8.2}", 1000.0 * gain)).concat());
        }
        for fit in fits {
            let [of_last, of_stake] = fit.shares();
            println!(
                "  of the last doubling {of_last:.3}, of the stake {of_stake:.5} over the thousands of moves to the power {}: \
                 leaves {:.6} of {:.6}",
                fit.fading,
                fit.left([of_last, of_stake]),
                fit.all
            );
        }
    }
}

/// Sums of least squares with two unknowns, neither of which is let below nothing.
#[derive(Default)]
struct Fit {
    /// How fast what a doubling brings fades with the moves made.
    fading: f64,
    /// The sum of the squares of what came.
    all: f64,
    squares: [[f64; 2]; 2],
    products: [f64; 2],
}

impl Fit {
    fn add(&mut self, last: f64, thousands: f64, came: f64) {
        let known = [last, thousands.powf(-self.fading)];
        self.all += came * came;
        for row in 0..2 {
            self.products[row] += known[row] * came;
            (0..2).for_each(|column| self.squares[row][column] += known[row] * known[column]);
        }
    }

    /// The sum of the squares of what is left to explain.
    fn left(&self, shares: [f64; 2]) -> f64 {
        let mut left = self.all;
        for row in 0..2 {
            left -= 2.0 * shares[row] * self.products[row];
            (0..2).for_each(|column| left += shares[row] * shares[column] * self.squares[row][column]);
        }
        left
    }

    fn shares(&self) -> [f64; 2] {
        let [[a, b], [_, d]] = self.squares;
        let [x, y] = self.products;
        let of_last = (d * x - b * y) / (a * d - b * b);
        if of_last > 0.0 { [of_last, (a * y - b * x) / (a * d - b * b)] } else { [0.0, y / d] }
    }
}

/// The mean of what each doubling brought, as a share of the stake.
fn gains<G: Evaluated>(
    game: &G,
    agent: &str,
    positions: u64,
    plies: std::ops::Range<u32>,
    fits: &mut [Fit],
) -> [f64; DOUBLINGS] {
    let facts = game.facts();
    let stake = facts.highest - facts.lowest;
    let (mut sums, mut count, mut number) = ([0.0; DOUBLINGS], 0, 0);
    while count < positions {
        let mut rng = Rng::stream(24, number);
        number += 1;
        let mut table = Table::deal(game, &mut rng);
        for _ in 0..plies.start + rng.below(u64::from(plies.end - plies.start)) as u32 {
            let moves = table.moves();
            if !moves.is_empty() {
                let mv = moves[rng.below(moves.len() as u64) as usize];
                table.play(mv);
            }
        }
        let Turn::Of(seat) = table.turn() else { continue };
        if table.moves().len() < 2 {
            continue;
        }
        let look = |spec: &str| -> Report<G::Move> {
            let spec = Spec::parse(spec).expect("a spec");
            let mut agent = Pages(const { &[page::alphabeta(), page::uct()] }).agent(&spec, game).expect("an agent");
            agent.begin(game, seat, 0);
            agent.choose(&table.view(seat), &Control::default()).expect("an answer")
        };
        let truth = look(TRUTH);
        let separator = if agent.contains(':') { ',' } else { ':' };
        let looks: Vec<_> =
            (0..=DOUBLINGS).map(|doubling| look(&format!("{agent}{separator}nodes={}", FIRST << doubling))).collect();
        let worth = |report: &Report<G::Move>, mv: G::Move| {
            let found = report.moves.iter().find(|found| found.mv == mv);
            found.and_then(|found| found.values[seat.index()]).unwrap_or(facts.lowest)
        };
        for (doubling, pair) in looks.windows(2).enumerate() {
            let came = worth(&truth, pair[1].chosen) - worth(&truth, pair[0].chosen);
            sums[doubling] += came / stake / positions as f64;
            if doubling > 0 {
                let last = worth(&pair[0], pair[0].chosen) - worth(&pair[0], looks[doubling - 1].chosen);
                let thousands = (FIRST << doubling) as f64 / 1000.0;
                fits.iter_mut().for_each(|fit| fit.add(last.max(0.0) / stake, thousands, came / stake));
            }
        }
        count += 1;
    }
    sums
}
