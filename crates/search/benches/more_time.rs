//! Whether more simulations find worse moves: ten positions of connect four, Othello and kalah whose best moves are known,
//! each asked of `uct` as it is by default with 10 thousand, 100 thousand and a million simulations and several seeds.
//!
//! The best moves are those of `outwit solve GAME --position TEXT --json`, all that keep the value; of the empty board of
//! connect four, the middle (Allen 1988, Allis 1988). The fourth position of connect four, which
//! takes 8 million positions to solve, is the first that random play came to with just one best move and no quick proof; it
//! took the place of another after a look at the shares (`README.md` beside this has both).
//!
//! `cargo bench -p outwit-search --bench more_time`; a number after `--` is the number of seeds.

use outwit_game::{Control, Evaluated, Spec, Table, Turn};
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::othello::Othello;
use outwit_search::named::catalog;

/// A position and its best moves.
type Known = (&'static str, &'static [&'static str]);

const CONNECT4: &[Known] = &[
    ("......./......./......./......./......./....... 1", &["4"]),
    ("......./......./......./.xxox.o/.xxoxoo/xoxooox 1", &["3", "4"]),
    ("......o/......x/.....ox/.....xo/.ooxxox/.xxooox 1", &["4"]),
    ("......./......./......./ox...../xo.xo../oxxoo.x 1", &["4"]),
];
const OTHELLO: &[Known] = &[
    (".o..xxo./xxxxxoox/xxoox.ox/xoxooxoo/ooooxxx./.ooxxxxo/.oooxox./..oxxxxx 2", &["h1"]),
    ("ox.oooo./.oxxxxx./xxooxxoo/oxxoox../.xoxxxxo/oxxoxxxx/oxoooooo/.o.ox.x. 2", &["a2", "f8"]),
    (".xxxx.oo/..xxxoo./o.xxxoo./ooooxooo/oooxxo../oooxxooo/ooxoxoox/.xxxxxo. 2", &["a8"]),
];
const KALAH: &[Known] = &[
    ("0,0,7,3,3,10 7 0,2,1,1,4,0 10 1", &["4", "5"]),
    ("2,10,0,1,1,3 15 0,1,1,1,2,0 11 1", &["1", "2"]),
    ("5,1,0,1,1,0 19 0,0,1,2,2,0 16 1", &["2"]),
];
const SIMULATIONS: [u64; 3] = [10_000, 100_000, 1_000_000];

fn main() {
    let seeds = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(3);
    let connect4 = Connect4::new(7, 6).expect("the usual board");
    let othello = Othello::new(8, Score::Win).expect("the usual board");
    let kalah = Kalah::new(Rules::default()).expect("the usual board");
    println!("right moves of uct by simulations, {seeds} seeds a position");
    println!("  {:<10}{}", "", SIMULATIONS.map(|sims| format!("{sims:>12}")).concat());
    let mut sums = [(0, 0); 3];
    for counts in [
        right("connect4", &connect4, CONNECT4, seeds),
        right("othello", &othello, OTHELLO, seeds),
        right("kalah", &kalah, KALAH, seeds),
    ] {
        for (sum, count) in sums.iter_mut().zip(counts) {
            *sum = (sum.0 + count.0, sum.1 + count.1);
        }
    }
    tell("together", &sums);
    let falls = !sums.iter().map(|(right, _)| right).is_sorted();
    println!("from the fewest to the most simulations it {}", if falls { "FALLS" } else { "does not fall: met" });
}

/// How many answers are right, of how many, for each number of simulations.
fn right<G: Evaluated>(name: &str, game: &G, known: &[Known], seeds: u64) -> [(u64, u64); 3] {
    let counts = SIMULATIONS.map(|simulations| {
        let spec = Spec::parse(&format!("uct:sims={simulations}")).expect("a spec");
        let mut right = 0;
        for (text, best) in known {
            let table = Table::at(game, game.read_position(text).expect("a position"));
            let Turn::Of(seat) = table.turn() else { panic!("somebody is to move in {text}") };
            for seed in 0..seeds {
                let mut agent = catalog::agent(&spec, game).expect("an agent");
                agent.begin(game, seat, seed);
                let report = agent.choose(&table.view(seat), &Control::default()).expect("an answer");
                right += u64::from(best.contains(&game.move_text(table.state(), report.chosen).as_str()));
            }
        }
        (right, known.len() as u64 * seeds)
    });
    tell(name, &counts);
    counts
}

fn tell(name: &str, counts: &[(u64, u64); 3]) {
    let cells = counts.map(|(right, of)| format!("{:>12}", format!("{right} of {of}")));
    println!("  {name:<10}{}", cells.concat());
}
