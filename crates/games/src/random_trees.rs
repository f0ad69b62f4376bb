#![doc = include_str!("../rules/random-trees.md")]

use crate::board;
use crate::board::COLOURS;
use crate::catalog::GameEntry;
use outwit_game::{
    AnyGame, Blind, Evaluated, Evaluation, Facts, Game, Key, NamedEvaluation, Payoffs, Player, Problem, Rng, Settings,
    Svg, Turn, Word, keys, text_width,
};

/// What both kinds share.
pub(crate) const BRANCHING: Key<usize> = Key::integer("b", "2", 2, 16, "moves of a position");
pub(crate) const DEPTH: Key<usize> = Key::integer("d", "10", 1, 60, "moves of a game");
pub(crate) const BOARD: Key<Option<u64>> =
    Key::integer("seed", "", 0, i64::MAX, "the number of the board; without it one is drawn");
const TELLING: Key<bool> =
    Key::flag("leaves", "false", "there is an evaluation `leaves`, the part of those below that are won: for studies");

pub(crate) const ARC_CHANCE: Key<f64> = Key::probability("p0", "0.5", "the chance that an arc is worth +1 and not -1");
pub(crate) const LEAF_CHANCE: Key<f64> =
    Key::probability("p0", "0.38", "the chance that a leaf is a win for the seat that `p0_of` names");
pub(crate) const LEAF_CHANCE_OF: Key<Word> =
    Key::choice("p0_of", "last", &["last", "first"], "whose chance p0 is: the last mover's or the first player's");

/// N-games in the catalog.
pub(crate) const N_GAME: GameEntry = GameEntry {
    name: "ngame",
    summary: "a random tree whose arcs are drawn: seat 1 wins where they add up to more than 0",
    rules: include_str!("../rules/random-trees.md"),
    parameters: keys![BRANCHING, DEPTH, ARC_CHANCE, BOARD, TELLING],
    examples: &["ngame", "ngame:b=3,d=5,p0=0.4,seed=1", "ngame:b=16,d=60,seed=2", "ngame:d=6,leaves=true"],
    build: |settings, _| Ok(AnyGame::new(n_game(settings)?.telling_leaves(settings.get(TELLING)))),
};

pub(crate) fn n_game(settings: &Settings) -> Result<RandomTree, Problem> {
    let game = RandomTree::n_game(settings.get(BRANCHING), settings.get(DEPTH), settings.get(ARC_CHANCE))?;
    Ok(game.on_board(settings.get(BOARD)))
}

/// P-games in the catalog.
pub(crate) const P_GAME: GameEntry = GameEntry {
    name: "pgame",
    summary: "a random tree whose leaves are drawn, each a win for one side",
    rules: include_str!("../rules/random-trees.md"),
    parameters: keys![BRANCHING, DEPTH, LEAF_CHANCE, LEAF_CHANCE_OF, BOARD, TELLING],
    examples: &[
        "pgame",
        "pgame:p0=0.62,p0_of=first,seed=3",
        "pgame:b=4,d=7,p0=0.2755,seed=1",
        "pgame:d=60,seed=2",
        "pgame:d=6,leaves=true",
    ],
    build: |settings, _| Ok(AnyGame::new(p_game(settings)?.telling_leaves(settings.get(TELLING)))),
};

pub(crate) fn p_game(settings: &Settings) -> Result<RandomTree, Problem> {
    let game = RandomTree::p_game(
        settings.get(BRANCHING),
        settings.get(DEPTH),
        settings.get(LEAF_CHANCE),
        settings.get(LEAF_CHANCE_OF) == "first",
    )?;
    Ok(game.on_board(settings.get(BOARD)))
}

/// Where the winners come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Winners {
    /// A P-game: each leaf is drawn; this seat wins it with the chance `p0`.
    Leaves(Player),
    /// An N-game: each arc is drawn, +1 with the chance `p0`; seat 1 wins where the sum is above 0.
    Arcs,
}

/// The rules of a random tree.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RandomTree {
    branching: u8,
    depth: u8,
    winners: Winners,
    /// A draw hits when the top 53 bits of a hash lie below this: `p0` in units of 2^-53, so that no rounding decides.
    threshold: u64,
    board: Option<u64>,
    /// There is an evaluation that counts leaves.
    tells_leaves: bool,
}

/// A position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    board: u64,
    /// The moves made, four bits each, the first in the lowest of `moves[0]`.
    moves: [u64; 4],
    plies: u8,
    /// The arcs so far, in an N-game. Like `hash` it follows from the board and the moves.
    sum: i8,
    /// A hash of the board and the moves: the key, and what is drawn here.
    hash: u64,
}

impl Path {
    /// No moves made on a board.
    fn root(board: u64) -> Path {
        Path { board, moves: [0; 4], plies: 0, sum: 0, hash: Rng::hash(board, 0) }
    }

    fn moves(&self) -> impl Iterator<Item = u8> + '_ {
        (0..usize::from(self.plies)).map(|ply| (self.moves[ply / 16] >> (4 * (ply % 16)) & 0xF) as u8)
    }
}

/// The hash of the path that goes on with a move.
#[inline]
fn hash_after(hash: u64, mv: u8) -> u64 {
    Rng::hash(hash, u64::from(mv) + 1)
}

impl RandomTree {
    /// A P-game. `p0` is the chance that a leaf is a win for seat 1, or else for the seat that moves last.
    pub fn p_game(branching: usize, depth: usize, p0: f64, of_seat_1: bool) -> Result<RandomTree, Problem> {
        let last_mover = Player::new(usize::from(depth.is_multiple_of(2)));
        let seat = if of_seat_1 { Player::FIRST } else { last_mover };
        RandomTree::new(branching, depth, p0, Winners::Leaves(seat))
    }

    /// An N-game. `p0` is the chance that an arc is worth +1.
    pub fn n_game(branching: usize, depth: usize, p0: f64) -> Result<RandomTree, Problem> {
        RandomTree::new(branching, depth, p0, Winners::Arcs)
    }

    fn new(branching: usize, depth: usize, p0: f64, winners: Winners) -> Result<RandomTree, Problem> {
        if !(2..=16).contains(&branching) || !(1..=60).contains(&depth) || !(0.0..=1.0).contains(&p0) {
            return Err(Problem::new(format!(
                "a random tree has 2 to 16 moves, 1 to 60 plies and a chance from 0 to 1: b={branching}, d={depth}, p0={p0} is not"
            )));
        }
        let threshold = (p0 * (1u64 << 53) as f64) as u64;
        Ok(RandomTree {
            branching: branching as u8,
            depth: depth as u8,
            winners,
            threshold,
            board: None,
            tells_leaves: false,
        })
    }

    /// The same game on one board, instead of a new one each time.
    pub fn on_board(self, board: Option<u64>) -> RandomTree {
        RandomTree { board, ..self }
    }

    /// The same game with an evaluation that knows the leaves below, for studies.
    pub fn telling_leaves(self, tells_leaves: bool) -> RandomTree {
        RandomTree { tells_leaves, ..self }
    }

    /// What every play of a board pays seat 1, +1 or -1, in the order of the plays: the last move changes fastest. There
    /// are `b` to the power of `d`: for small trees.
    pub fn all_payoffs(&self, board: u64) -> Vec<i8> {
        let mut out = Vec::with_capacity(usize::from(self.branching).pow(self.depth.into()));
        self.push_payoffs(Rng::hash(board, 0), 0, self.depth, &mut out);
        out
    }

    fn push_payoffs(&self, hash: u64, sum: i8, left: u8, out: &mut Vec<i8>) {
        let paid = |first_wins: bool| if first_wins { 1 } else { -1 };
        // The last ply is most of the work: a plain loop, without a call for each leaf.
        match (left, self.winners) {
            (0, Winners::Leaves(seat)) => out.push(paid(self.hits(hash) == (seat == Player::FIRST))),
            (0, Winners::Arcs) => out.push(paid(sum > 0)),
            (1, Winners::Leaves(seat)) => {
                let is_first = seat == Player::FIRST;
                out.extend((0..self.branching).map(|mv| paid(self.hits(hash_after(hash, mv)) == is_first)));
            }
            (1, Winners::Arcs) => {
                out.extend((0..self.branching).map(|mv| paid(sum + self.arc(hash_after(hash, mv)) > 0)));
            }
            _ => {
                for mv in 0..self.branching {
                    let hash = hash_after(hash, mv);
                    self.push_payoffs(hash, sum + self.arc(hash), left - 1, out);
                }
            }
        }
    }

    #[inline]
    fn hits(&self, hash: u64) -> bool {
        hash >> 11 < self.threshold
    }

    /// What the arc to a path is worth.
    #[inline]
    fn arc(&self, hash: u64) -> i8 {
        match self.winners {
            Winners::Leaves(_) => 0,
            Winners::Arcs if self.hits(hash) => 1,
            Winners::Arcs => -1,
        }
    }

    /// The arcs that are still to come.
    #[inline]
    fn left(&self, path: &Path) -> i8 {
        (self.depth - path.plies) as i8
    }
}

impl Game for RandomTree {
    type State = Path;
    type Move = u8;
    type Seen = u8;

    #[inline]
    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        // The nodes of one board.
        let nodes = (0..self.depth).fold(1.0, |nodes, _| nodes * f64::from(self.branching) + 1.0);
        Facts::win_draw_loss().with_positions(nodes)
    }

    fn start(&self, rng: &mut Rng) -> Path {
        Path::root(self.board.unwrap_or_else(|| rng.bits()))
    }

    #[inline]
    fn turn(&self, path: &Path) -> Turn {
        if path.plies == self.depth { Turn::Over } else { Turn::Of(Player::new(usize::from(path.plies % 2))) }
    }

    #[inline]
    fn moves(&self, _path: &Path, out: &mut Vec<u8>) {
        out.extend(0..self.branching);
    }

    #[inline]
    fn play(&self, path: &mut Path, mv: u8) {
        let ply = usize::from(path.plies);
        path.moves[ply / 16] |= u64::from(mv) << (4 * (ply % 16));
        path.plies += 1;
        path.hash = hash_after(path.hash, mv);
        path.sum += self.arc(path.hash);
    }

    #[inline]
    fn payoffs(&self, path: &Path) -> Payoffs {
        let winner = match self.winners {
            Winners::Leaves(seat) if self.hits(path.hash) => seat,
            Winners::Leaves(seat) => seat.other(),
            Winners::Arcs if path.sum > 0 => Player::FIRST,
            Winners::Arcs => Player::SECOND,
        };
        Payoffs::win(winner, 2)
    }

    fn move_text(&self, _path: &Path, mv: u8) -> String {
        (mv + 1).to_string()
    }

    fn position_text(&self, path: &Path) -> String {
        let moves: Vec<String> = path.moves().map(|mv| (mv + 1).to_string()).collect();
        let moves = if moves.is_empty() { "-".to_string() } else { moves.join(".") };
        format!("{} {moves}", path.board)
    }

    fn read_position(&self, text: &str) -> Result<Path, Problem> {
        let [board, moves] = board::parts(text, ["board", "moves"])?;
        let number = board.parse::<u64>().map_err(|_| {
            Problem::new(format!("`{board}` is not the number of a board: it is a whole number from 0 to {}", u64::MAX))
        })?;
        if let Some(fixed) = self.board.filter(|&fixed| fixed != number) {
            return Err(Problem::new(format!("this game is played on board {fixed}, and the position is on {number}")));
        }
        let mut path = Path::root(number);
        for (index, word) in moves.split('.').enumerate().filter(|_| moves != "-") {
            let mv = word.parse::<u8>().ok().filter(|mv| (1..=self.branching).contains(mv)).ok_or_else(|| {
                let place = index + 1;
                Problem::new(format!("move {place}, `{word}`, is not a number from 1 to {}", self.branching))
            })?;
            if path.plies == self.depth {
                return Err(Problem::new(format!("the game is over after {} moves, and more are given", self.depth)));
            }
            self.play(&mut path, mv - 1);
        }
        Ok(path)
    }

    /// The moves there were at each ply, the one made in brackets, with the values of their arcs if they have some.
    fn picture(&self, path: &Path) -> String {
        let mut lines = vec![format!("board {}, ply {} of {}", path.board, path.plies, self.depth)];
        let mut at = Path::root(path.board);
        let mut line = |at: &Path, made: Option<u8>| {
            let mut line = format!("{:>3} {}", at.plies + 1, Player::new(usize::from(at.plies % 2)));
            for mv in 0..self.branching {
                let arc = match self.arc(hash_after(at.hash, mv)) {
                    0 => "",
                    1 => "+",
                    _ => "-",
                };
                let name = format!("{}{arc}", mv + 1);
                line += &if made == Some(mv) { format!(" [{name}]") } else { format!("  {name} ") };
            }
            lines.push(line);
        };
        for mv in path.moves() {
            line(&at, Some(mv));
            self.play(&mut at, mv);
        }
        match self.turn(path) {
            Turn::Over => {
                let first = self.payoffs(path)[Player::FIRST] > 0.0;
                lines.push(format!("won by {}", if first { Player::FIRST } else { Player::SECOND }));
            }
            _ => line(&at, None),
        }
        if self.winners == Winners::Arcs {
            lines.push(format!("sum {:+}", path.sum));
        }
        lines.join("\n")
    }

    /// The way down the tree: a row of moves for each ply, the one made filled in its seat's colour.
    fn svg(&self, path: &Path) -> String {
        const STEP: f64 = 36.0;
        const LEFT: f64 = 64.0;
        let made: Vec<u8> = path.moves().collect();
        let is_over = self.turn(path).is_over();
        let rows = made.len() + usize::from(!is_over);
        let mut words = format!("board {}, ply {} of {}", path.board, path.plies, self.depth);
        if is_over {
            let first = self.payoffs(path)[Player::FIRST] > 0.0;
            words = format!("won by {}", if first { Player::FIRST } else { Player::SECOND });
        }
        let width = (LEFT + f64::from(self.branching) * STEP + 16.0).max(text_width(&words, 12.0) + 16.0);
        let height = (rows as f64 + 1.0) * STEP;
        let mut svg = Svg::new(width, height);
        svg.rect(0.0, 0.0, width, height, "#fff");
        let x = |mv: u8| LEFT + (f64::from(mv) + 0.5) * STEP;
        let y = |row: usize| (row as f64 + 0.5) * STEP;
        for (row, pair) in made.windows(2).enumerate() {
            svg.stroke((x(pair[0]), y(row)), (x(pair[1]), y(row + 1)), "#555");
        }
        let mut at = Path::root(path.board);
        for row in 0..rows {
            let seat = Player::new(row % 2);
            svg.text(LEFT / 2.0, y(row), 12.0, "#555", &seat.to_string());
            for mv in 0..self.branching {
                let is_made = made.get(row) == Some(&mv);
                let (fill, ink) = match (is_made, seat) {
                    (false, _) => ("#eee", "#555"),
                    (true, Player::FIRST) => (COLOURS[0], "#fff"),
                    (true, _) => (COLOURS[3], "#fff"),
                };
                let sign = ["-", "", "+"][(self.arc(hash_after(at.hash, mv)) + 1) as usize];
                svg.circle(x(mv), y(row), STEP * 0.36, fill);
                svg.text(x(mv), y(row), 13.0, ink, &format!("{}{sign}", mv + 1));
            }
            if let Some(&mv) = made.get(row) {
                self.play(&mut at, mv);
            }
        }
        svg.label(8.0, height - STEP / 2.0, 12.0, "#222", &words);
        svg.finish()
    }

    #[inline]
    fn key(&self, path: &Path) -> u64 {
        path.hash
    }

    #[inline]
    fn random_move(&self, _path: &Path, rng: &mut Rng, _scratch: &mut Vec<u8>) -> u8 {
        rng.below(self.branching.into()) as u8
    }

    #[inline]
    fn payoff_bounds(&self, path: &Path, seat: Player) -> (f64, f64) {
        if self.winners != Winners::Arcs {
            return (-1.0, 1.0);
        }
        let won_by = |first: bool| if first == (seat == Player::FIRST) { (1.0, 1.0) } else { (-1.0, -1.0) };
        let left = self.left(path);
        if path.sum > left {
            won_by(true)
        } else if path.sum + left <= 0 {
            won_by(false)
        } else {
            (-1.0, 1.0)
        }
    }
}

/// What a position is worth before it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RandomTreeEvaluation {
    /// The arcs so far, as a share of the depth.
    Sum,
    /// The leaves below: what part of them seat 1 wins, as Nau (1982) and Pearl (1983) value P-games. No player could see
    /// them; it is for studies.
    Leaves,
    /// All positions are equal.
    Blind,
}

/// No more leaves than this are counted below a node. They are drawn independently, so some of them are a fair sample.
const MOST_LEAVES: u64 = 4096;

impl RandomTree {
    /// The part of the leaves below that seat 1 wins, of all or of a sample.
    fn won_below(&self, path: &Path) -> f64 {
        let branching = u64::from(self.branching);
        let (mut at, mut counted) = (*path, self.depth - path.plies);
        while (0..counted).try_fold(1u64, |leaves, _| leaves.checked_mul(branching)).is_none_or(|n| n > MOST_LEAVES) {
            self.play(&mut at, 0);
            counted -= 1;
        }
        self.count_won(&at) as f64 / branching.pow(u32::from(counted)) as f64
    }

    fn count_won(&self, path: &Path) -> u64 {
        if path.plies == self.depth {
            return u64::from(self.payoffs(path)[Player::FIRST] > 0.0);
        }
        let won = |mv: u8| {
            let mut next = *path;
            self.play(&mut next, mv);
            self.count_won(&next)
        };
        (0..self.branching).map(won).sum()
    }
}

impl Evaluation<RandomTree> for RandomTreeEvaluation {
    #[inline]
    fn value(&self, game: &RandomTree, path: &Path, seat: Player) -> f64 {
        let first = match self {
            RandomTreeEvaluation::Sum => f64::from(path.sum) / f64::from(game.depth),
            RandomTreeEvaluation::Leaves => 2.0 * game.won_below(path) - 1.0,
            RandomTreeEvaluation::Blind => 0.0,
        };
        Payoffs::zero_sum(first)[seat]
    }

    fn features(&self, game: &RandomTree, path: &Path, out: &mut Vec<f64>) {
        match self {
            RandomTreeEvaluation::Sum => out.extend([f64::from(path.sum), f64::from(path.plies)]),
            RandomTreeEvaluation::Leaves => {
                out.extend([(16.0 * game.won_below(path)).round(), f64::from(path.plies)]);
            }
            RandomTreeEvaluation::Blind => {}
        }
    }

    fn feature_names(&self) -> &'static [&'static str] {
        match self {
            RandomTreeEvaluation::Sum => &["sum of the arcs", "plies"],
            RandomTreeEvaluation::Leaves => &["sixteenths of the leaves below that seat 1 wins", "plies"],
            RandomTreeEvaluation::Blind => &[],
        }
    }
}

impl Evaluated for RandomTree {
    type Evaluation = RandomTreeEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const SUM: NamedEvaluation =
            NamedEvaluation { name: "sum", summary: "the arcs so far, as a share of the depth" };
        const LEAVES: NamedEvaluation =
            NamedEvaluation { name: "leaves", summary: "the part of the leaves below that the seat wins; for studies" };
        // Nothing about the leaves below can be seen from a node of a P-game, unless it is told.
        match (self.winners, self.tells_leaves) {
            (Winners::Arcs, false) => &[SUM, Blind::NAMED],
            (Winners::Arcs, true) => &[SUM, Blind::NAMED, LEAVES],
            (Winners::Leaves(_), false) => &[Blind::NAMED],
            (Winners::Leaves(_), true) => &[LEAVES, Blind::NAMED],
        }
    }

    fn evaluation(&self, index: usize) -> RandomTreeEvaluation {
        match (self.winners, index) {
            (Winners::Arcs, 0) => RandomTreeEvaluation::Sum,
            (Winners::Arcs, 2) => RandomTreeEvaluation::Leaves,
            (Winners::Leaves(_), 0) if self.tells_leaves => RandomTreeEvaluation::Leaves,
            _ => RandomTreeEvaluation::Blind,
        }
    }
}

#[cfg(test)]
mod tests;
