//! Whether more simulations find worse moves: positions of connect four, Othello and kalah whose best moves are known, each asked of `uct`
//! as it is by default with 10 thousand, 100 thousand and a million simulations and several seeds.
//!
//! The last ten of connect four and Othello and the last forty of kalah are the first that random play came to, by generators 0, 1, 2 and
//! so on of stream 14, after 18 plies of connect four, 50 of Othello and 20 of kalah, in which a third of the moves at most keep the value
//! and a search to the end takes more than 20,000 nodes (2,000 in Othello): nobody has looked at them before. Ten of kalah told too
//! little: in two of the first ten few simulations go for the best move by luck. Those before are older and hand-picked, the two
//! hardest of connect four among them. The best moves are those of `outwit solve GAME --position TEXT --json`, all that keep the value;
//! of the empty board of connect four, the middle (Allen 1988, Allis 1988).
//!
//! `cargo bench -p outwit-search --bench more_time`; a number after `--` is the number of seeds, 1 when absent.

use outwit_game::{Control, Evaluated, Spec, Table, Turn};
use outwit_games::board::Score;
use outwit_games::connect4::Connect4;
use outwit_games::kalah::{Kalah, Rules};
use outwit_games::othello::Othello;
use outwit_search::named::catalog::{Pages, page};

/// A position and its best moves.
type Known = (&'static str, &'static [&'static str]);

const CONNECT4: &[Known] = &[
    ("......./......./......./......./......./....... 1", &["4"]),
    ("......./......./......./.xxox.o/.xxoxoo/xoxooox 1", &["3", "4"]),
    ("......o/......x/.....ox/.....xo/.ooxxox/.xxooox 1", &["4"]),
    ("......./......./......./ox...../xo.xo../oxxoo.x 1", &["4"]),
    ("......o/......x/....o.o/...ooxx/...xxoo/.xoxoxx 1", &["2", "4"]),
    ("......./......./....ox./...oxo./xo.xoox/oxoxxxo 1", &["4"]),
    ("....x../....o../x...x../oo..o../oxo.xx./oxo.xox 1", &["3"]),
    ("......./......x/......o/oo....o/xo.xxox/xxoxoox 1", &["4", "5"]),
    ("......./x....../x..o.../oo.x.../xx.o.xo/xoooxxo 1", &["6"]),
    (".x...../.o..o../.x..x../.o..ox./.x..xoo/.oxooxx 1", &["3"]),
    ("......./..o..o./..x.xo./..x.ox./.oo.oo./xxx.xxo 1", &["4"]),
    ("......./.x...../.o...../.x.o..o/xooxo.o/xxooxxx 1", &["1", "4"]),
    ("......./..o..../..x..../o.o..x./xooxxo./xxxooox 1", &["4", "5"]),
    ("..o..../..x..../..o..o./..o..xo/.xx.xoo/xox.oxx 1", &["4", "7"]),
];
const OTHELLO: &[Known] = &[
    (".o..xxo./xxxxxoox/xxoox.ox/xoxooxoo/ooooxxx./.ooxxxxo/.oooxox./..oxxxxx 2", &["h1"]),
    ("ox.oooo./.oxxxxx./xxooxxoo/oxxoox../.xoxxxxo/oxxoxxxx/oxoooooo/.o.ox.x. 2", &["a2", "f8"]),
    (".xxxx.oo/..xxxoo./o.xxxoo./ooooxooo/oooxxo../oooxxooo/ooxoxoox/.xxxxxo. 2", &["a8"]),
    (".ox.xxo./.xxxoooo/oxxoxxoo/.xxxxxoo/ooooxoo./ooxoox../.oooxxxx/x.oooooo 1", &["a1", "d1"]),
    ("oo.x.x../ooooxxoo/oooxoxo./.oooxo../xooxoxoo/oooooxxx/xoooxxxx/..ooooox 1", &["a4", "b8"]),
    (".xxxxox./ooooo.o./.oxoooxo/.xooooxo/xxoxxooo/xooxoxoo/ooooxxoo/..ooxo.. 1", &["a1"]),
    ("oooooo../ooooxxxx/oxxoxxxx/oxooxoxx/.oxxo.ox/oxoxxoox/.o.o.oxx/..o.oxxx 1", &["a5"]),
    ("xxoooooo/xxxooxx./xxxxoxxo/xoxoxoxo/xxooxooo/x.xoox.o/x..ooxo./x....ooo 1", &["g6"]),
    (".xoooox./.ooooox./xooxooo./xoxoxoox/xoxxoxox/xoxoxxo./xooxxxo./.ox.xxx. 1", &["d8", "h8"]),
    (".xx.oo../o.xxooxx/ooxoxxxx/o.oxxoox/.oxxxxox/.xxxooxx/xxxoox.x/oooo.xxx 1", &["b4", "g7"]),
    ("ooooooxx/oxooxooo/oxxxxxoo/oxxoxooo/oxxxxxo./...oxoo./.xooooo./.o..xxxx 1", &["c8"]),
    ("xxxxxxxx/.xoooxo./x.ooxxo./xxooxxo./.oxooxo./oooxooo./.ox.xoox/ooooooox 1", &["h2", "b3", "d7"]),
    ("xxx..o.x/xooxxxxo/xoxxxxo./xooxoooo/xoxxx.oo/ooooxxxx/oooxo.x./xoxx.o.. 1", &["h3"]),
];
const KALAH: &[Known] = &[
    ("0,0,7,3,3,10 7 0,2,1,1,4,0 10 1", &["4", "5"]),
    ("2,10,0,1,1,3 15 0,1,1,1,2,0 11 1", &["1", "2"]),
    ("5,1,0,1,1,0 19 0,0,1,2,2,0 16 1", &["2"]),
    ("1,3,8,0,0,5 5 1,9,0,0,4,3 9 2", &["5"]),
    ("0,1,1,6,4,6 6 3,0,6,0,4,2 9 2", &["1"]),
    ("1,6,0,5,3,3 6 9,1,3,0,2,0 9 2", &["5"]),
    ("1,1,1,2,0,0 7 11,2,1,6,4,7 5 2", &["4", "5"]),
    ("4,0,1,2,0,4 7 2,0,11,4,0,6 7 2", &["4"]),
    ("2,0,1,1,8,0 7 2,3,4,13,1,0 6 2", &["5"]),
    ("0,1,5,1,4,1 10 3,0,1,3,0,15 4 1", &["6"]),
    ("1,0,5,1,1,6 8 4,11,1,0,0,3 7 2", &["3"]),
    ("1,0,3,0,0,12 6 1,1,0,3,0,12 9 1", &["6"]),
    ("0,0,4,10,4,0 7 3,0,0,3,0,8 9 1", &["4"]),
    ("1,0,3,1,4,0 8 5,1,1,1,14,2 7 2", &["5"]),
    ("3,6,1,1,1,1 11 1,2,1,10,1,1 8 1", &["6"]),
    ("1,3,4,10,4,2 5 0,0,1,1,3,5 9 1", &["3"]),
    ("0,0,2,9,11,2 8 2,0,3,0,0,2 9 2", &["6"]),
    ("1,3,12,0,1,2 5 2,1,1,11,1,0 8 1", &["5"]),
    ("5,0,4,1,1,2 8 11,0,2,4,1,3 6 2", &["1"]),
    ("0,8,2,0,0,4 10 4,0,0,13,0,0 7 1", &["6"]),
    ("0,3,0,9,1,11 9 0,1,3,0,0,2 9 1", &["5"]),
    ("2,4,0,0,4,1 9 1,10,4,1,3,3 6 2", &["5"]),
    ("0,2,0,11,0,11 10 1,1,0,1,2,2 7 1", &["4"]),
    ("4,0,0,1,12,1 7 0,0,3,1,10,4 5 1", &["6"]),
    ("1,4,3,2,0,0 7 10,1,1,12,2,1 4 2", &["3", "6"]),
    ("4,0,6,0,1,5 12 2,1,0,2,1,6 8 2", &["6"]),
    ("0,0,1,0,1,1 8 1,1,3,7,10,5 10 2", &["3"]),
    ("3,5,0,2,0,1 6 4,0,2,0,5,12 8 1", &["6"]),
    ("3,3,0,0,0,2 7 1,12,0,1,12,2 5 2", &["2"]),
    ("5,1,5,4,2,9 4 1,1,4,0,1,1 10 1", &["5", "6"]),
    ("3,1,2,2,0,2 9 11,1,0,2,0,3 12 1", &["6"]),
    ("1,12,1,3,0,4 6 6,1,3,0,2,3 6 1", &["4"]),
    ("1,2,3,2,1,2 14 2,0,11,0,1,3 6 1", &["6"]),
    ("1,3,0,1,1,8 8 4,5,1,0,6,0 10 1", &["5"]),
    ("0,2,6,3,0,4 9 1,2,4,1,2,2 12 2", &["5"]),
    ("1,0,2,6,2,1 8 2,2,10,0,0,3 11 1", &["6"]),
    ("0,2,3,1,1,1 8 0,2,3,11,2,5 9 1", &["6"]),
    ("1,0,4,1,0,9 9 0,0,1,3,0,14 6 1", &["3"]),
    ("0,2,0,10,1,1 13 0,1,3,1,11,1 4 1", &["6"]),
    ("3,2,0,4,4,0 8 0,4,0,5,0,12 6 1", &["4"]),
    ("11,3,1,1,0,1 8 1,3,5,5,2,0 7 1", &["6"]),
    ("4,2,0,1,0,3 10 3,5,1,5,4,0 10 2", &["2"]),
    ("2,5,1,1,0,11 5 0,2,0,2,2,2 15 1", &["4"]),
];
const SIMULATIONS: [u64; 3] = [10_000, 100_000, 1_000_000];

fn main() {
    let seeds = std::env::args().skip(1).find_map(|word| word.parse().ok()).unwrap_or(1);
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
                let mut agent = Pages(const { &[page::uct()] }).agent(&spec, game).expect("an agent");
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
