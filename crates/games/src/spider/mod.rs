#![doc = include_str!("../../rules/spider.md")]

mod deck;
mod evaluation;
mod learned;
mod picture;
mod scan;
mod tableau;
mod text;
mod weights;

pub use deck::numbered_deck;
pub use evaluation::{SpiderEvaluation, learned_weights};
pub use learned::{FEATURES, Learned, STAGES, Weights, features, squash, stage};
pub use tableau::Tableau;

use crate::catalog::GameEntry;
use outwit_game::{
    AnyGame, Blind, Evaluated, Facts, Game, Key, NamedEvaluation, Payoffs, Player, Problem, Rng, Settings, Turn, Word,
    keys,
};
use tableau::{COLUMNS, MOST_CARDS, UNKNOWN};

const SUITS: Key<Word> = Key::choice("suits", "4", &["1", "2", "4"], "how many different suits");
const REMOVE: Key<Word> =
    Key::choice("remove", "free", &["free", "auto"], "a complete suit is taken off by a move, or by itself");
const SCORE: Key<Word> =
    Key::choice("score", "woods", &["woods", "win"], "what is paid: points, or 1 for a game that is won");
const RANKS: Key<u8> = Key::integer("ranks", "13", 2, 13, "cards of a complete suit");
const COLUMN_COUNT: Key<u8> = Key::integer("columns", "10", 2, COLUMNS as i64, "columns");
const DOWN: Key<u8> = Key::integer("down", "44", 0, 90, "cards dealt face down");
const DEALS: Key<u8> = Key::integer("deals", "5", 0, 40, "deals in the stock, a card for each column");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "spider",
    summary: "solitaire: order two packs, most of them face down, into complete suits",
    parameters: keys![SUITS, REMOVE, SCORE, RANKS, COLUMN_COUNT, DOWN, DEALS],
    examples: &[
        "spider",
        "spider:suits=1,remove=auto",
        "spider:suits=2,score=win",
        "spider:suits=1,ranks=3,columns=3,down=3,deals=2",
    ],
    rules: include_str!("../../rules/spider.md"),
    build: |settings, _| Ok(AnyGame::new(Spider::from_settings(settings)?)),
};

/// What a game pays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// Points.
    Woods,
    /// 1 for a game that is won.
    Win,
}

/// The rules. Sizes other than those of [`Spider::with_suits`] make a game only where they pass [`Spider::checked`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spider {
    /// Different suits.
    pub suits: u8,
    /// Cards of a complete suit.
    pub ranks: u8,
    /// Columns.
    pub columns: u8,
    /// Cards dealt face down.
    pub down: u8,
    /// Deals in the stock.
    pub deals: u8,
    /// Whether a complete suit is taken off by itself.
    pub auto: bool,
    /// What is paid.
    pub score: Score,
}

/// A move takes cards from a column to another, `from`, `to` and how many in four bits each; or is one of these.
const NAME: u16 = 0x1000;
const DEAL: u16 = 0x2000;
const TAKE: u16 = 0x3000;
const STOP: u16 = 0x4000;
const LOOK: u16 = 0x5000;
const KIND: u16 = 0xF000;

/// A move of cards as a number.
#[inline]
fn shift(from: usize, to: usize, count: usize) -> u16 {
    (from << 8 | to << 4 | count) as u16
}

impl Spider {
    /// The common game: two packs, ten columns, suits taken off by a move.
    pub const fn with_suits(suits: u8) -> Spider {
        Spider { suits, ranks: 13, columns: 10, down: 44, deals: 5, auto: false, score: Score::Woods }
    }

    fn from_settings(settings: &Settings) -> Result<Spider, Problem> {
        let game = Spider {
            suits: settings.get(SUITS).parse().expect("one of the words"),
            ranks: settings.get(RANKS),
            columns: settings.get(COLUMN_COUNT),
            down: settings.get(DOWN),
            deals: settings.get(DEALS),
            auto: settings.get(REMOVE) == "auto",
            score: if settings.get(SCORE) == "win" { Score::Win } else { Score::Woods },
        };
        game.checked()
    }

    /// The same, if it can be played: whoever makes a game of other sizes by hand asks this first.
    pub fn checked(self) -> Result<Spider, Problem> {
        let is_of_size = |number: u8, most: usize| (2..=most).contains(&usize::from(number));
        if !matches!(self.suits, 1 | 2 | 4) || !is_of_size(self.ranks, 13) || !is_of_size(self.columns, COLUMNS) {
            return Err(Problem::new(format!("there are 1, 2 or 4 suits, 2 to 13 ranks and 2 to {COLUMNS} columns")));
        }
        let cards = self.cards();
        let a_round = usize::from(self.ranks) * usize::from(self.suits);
        if cards > MOST_CARDS {
            return Err(Problem::new(format!("{cards} cards are too many: {MOST_CARDS} at most")));
        }
        if usize::from(self.down).div_ceil(usize::from(self.columns)) > 9 {
            return Err(Problem::new("at most 9 cards lie face down in a column: take fewer, or more columns"));
        }
        if !cards.is_multiple_of(a_round) {
            return Err(Problem::new(format!(
                "{} cards face down, {} face up and {} in the stock are {cards}, and {} suits of {} ranks make multiples of {a_round}: change down or deals",
                self.down,
                self.columns,
                u32::from(self.deals) * u32::from(self.columns),
                self.suits,
                self.ranks
            )));
        }
        Ok(self)
    }

    /// All cards.
    #[inline]
    fn cards(&self) -> usize {
        usize::from(self.down) + usize::from(self.columns) * (1 + usize::from(self.deals))
    }

    /// Complete suits that there are.
    #[inline]
    fn sets(&self) -> u8 {
        (self.cards() / usize::from(self.ranks)) as u8
    }

    /// How often each card is in the pack.
    #[inline]
    fn copies(&self) -> u8 {
        self.sets() / self.suits
    }

    /// The most points.
    #[inline]
    fn most_points(&self) -> u32 {
        let sets = u32::from(self.sets());
        10 * u32::from(self.down) + 15 * u32::from(self.columns) + 50 * sets + 2 * sets.saturating_sub(3)
    }

    /// Whether the stock can never be dealt again, since too few cards are left to fill the columns: what lies there is all there will be.
    #[inline]
    fn is_stock_lost(&self, table: &Tableau) -> bool {
        let taken: usize = table.taken.iter().map(|&suits| usize::from(suits)).sum();
        let gone = usize::from(table.stock) + taken * usize::from(self.ranks);
        table.stock > 0 && self.cards() - gone < usize::from(self.columns)
    }

    /// The points of a position.
    #[inline]
    pub fn points(&self, table: &Tableau) -> u32 {
        let mut points = 10 * (u32::from(self.down) - table.face_down());
        let mut standing = 0;
        for column in 0..usize::from(self.columns) {
            points += 15 * u32::from(table.down(column) == 0);
            let mut links = 0;
            for pair in table.column(column).windows(2) {
                if tableau::follows(pair[0], pair[1]) {
                    points += 2;
                    links += 1;
                    standing += u32::from(links + 1 == self.ranks);
                } else {
                    links = 0;
                }
            }
        }
        let taken: u32 = table.taken.iter().map(|&count| u32::from(count)).sum();
        points += 26 * standing + 50 * taken;
        if standing + taken == u32::from(self.sets()) {
            points += 2 * standing.saturating_sub(3);
        }
        points
    }

    /// Suits that are taken or stand complete.
    fn complete(&self, table: &Tableau) -> u8 {
        let mut count: u8 = table.taken.iter().sum();
        for column in 0..usize::from(self.columns) {
            let mut length = 1;
            for pair in table.column(column).windows(2) {
                length = if tableau::follows(pair[0], pair[1]) { length + 1 } else { 1 };
                count += u8::from(length == self.ranks);
            }
        }
        count
    }

    /// Whether all suits are taken or stand complete.
    pub fn is_won(&self, table: &Tableau) -> bool {
        // Cards out of sight complete nothing, and looking at the columns costs more.
        table.stock == 0 && table.face_down() == 0 && self.complete(table) == self.sets()
    }

    /// Whether a complete suit stands at the end of a column.
    #[inline]
    fn can_take(&self, table: &Tableau, column: usize) -> bool {
        table.run(column) >= usize::from(self.ranks)
    }

    /// Says of every move of the seat but `stop`, in order, until `found` has enough.
    #[inline]
    fn each_move(&self, table: &Tableau, mut found: impl FnMut(u16) -> bool) {
        let columns = usize::from(self.columns);
        let (mut ends, mut runs) = ([0u8; COLUMNS], [0; COLUMNS]);
        // Sets of columns: those that end with each rank, and those without a card.
        let (mut ending, mut empty) = ([0u16; 32], 0u16);
        for (column, cards) in table.columns(columns) {
            match cards.last() {
                None => empty |= 1 << column,
                // No card follows on an ace, nor on one without a name.
                Some(&UNKNOWN) => {}
                Some(&card) => {
                    ends[column] = tableau::rank(card);
                    ending[usize::from(ends[column])] |= 1 << column;
                    runs[column] = tableau::run(cards);
                }
            }
        }
        for from in 0..columns {
            for count in 1..=runs[from] {
                let mut targets = (ending[usize::from(ends[from]) + count] | empty) & !(1 << from);
                while targets != 0 {
                    let to = targets.trailing_zeros() as usize;
                    targets &= targets - 1;
                    if found(shift(from, to, count)) {
                        return;
                    }
                }
            }
        }
        if !self.auto {
            for (column, &run) in runs[..columns].iter().enumerate() {
                if run >= usize::from(self.ranks) && found(TAKE | column as u16) {
                    return;
                }
            }
        }
        if table.stock > 0 && empty == 0 && !table.has_nameless() {
            found(DEAL);
        }
    }

    fn can_move(&self, table: &Tableau) -> bool {
        // Something can be put on an empty column, and with none the stock can be dealt: to look at all columns costs more.
        let has_empty = table.has_empty(usize::from(self.columns));
        if has_empty && !table.face_up().is_empty() && !table.has_nameless()
            || !has_empty && table.stock > 0 && !table.has_nameless()
        {
            return true;
        }
        let mut can_move = false;
        self.each_move(table, |_| {
            can_move = true;
            true
        });
        can_move
    }

    /// After a move: suits go by themselves, cards are turned up, and it is seen whether the game is over.
    fn settle(&self, table: &mut Tableau) {
        if self.auto && !table.is_dealing() {
            // One column after the other, since taking a suit moves the cards behind it; few end with an ace.
            let mut aces = 0u16;
            for (column, cards) in table.columns(usize::from(self.columns)) {
                let is_ace = cards.last().is_some_and(|&card| tableau::rank(card) == 1);
                aces |= u16::from(is_ace) << column;
            }
            while aces != 0 {
                let column = aces.trailing_zeros() as usize;
                aces &= aces - 1;
                if self.can_take(table, column) {
                    table.take(column, usize::from(self.ranks));
                }
            }
        }
        self.find_phase(table);
    }

    /// Works out who is next.
    #[inline]
    fn find_phase(&self, table: &mut Tableau) {
        table.is_over = !table.has_nameless() && (table.is_stopped || self.is_won(table) || !self.can_move(table));
    }

    /// The column and the number of cards that cost least in an empty column, which must be filled before a deal: a run that
    /// lies on another suit, else one card off a run, best off one that is not long.
    fn cheapest_filler(&self, table: &Tableau) -> Option<(usize, usize)> {
        let mut cheapest: Option<(usize, usize, usize)> = None;
        for (column, cards) in table.columns(usize::from(self.columns)) {
            let run = tableau::run(cards);
            let cost = match cards.len() {
                _ if run == 0 => continue,
                // What lies below it moves more freely then, or is turned up.
                length if run < length || table.down(column) > 0 => run,
                _ if run == 1 => continue,
                _ => 100 + run,
            };
            if cheapest.is_none_or(|(known, ..)| cost < known) {
                cheapest = Some((cost, column, if cost < 100 { run } else { 1 }));
            }
        }
        cheapest.map(|(_, column, count)| (column, count))
    }

    /// How many copies of each card have not been seen, by the card's number.
    fn unseen(&self, table: &Tableau) -> [u8; 64] {
        let mut unseen = [0u8; 64];
        // A one in the byte of every rank, so that all ranks of a suit are written at once.
        let ones = (u128::MAX / 0xFF) & ((1 << (8 * self.ranks)) - 1);
        let suits = unseen.as_chunks_mut::<16>().0.iter_mut().zip(&table.taken);
        for (copies, taken) in suits.take(self.suits.into()) {
            *copies = ((ones * u128::from(self.copies() - taken)) << 8).to_le_bytes();
        }
        for &card in table.face_up() {
            // Those without a name fall on a place that belongs to no card.
            let place = &mut unseen[usize::from(card & 63)];
            *place = place.wrapping_sub(1);
        }
        unseen[usize::from(UNKNOWN & 63)] = 0;
        unseen
    }
}

/// The hint of a move that fills an empty column at the least cost while the stock waits for it.
const FILLS: i32 = 2;

impl Game for Spider {
    type State = Tableau;
    type Move = u16;
    type Seen = u16;

    fn players(&self) -> usize {
        1
    }

    fn facts(&self) -> Facts {
        let highest = if self.score == Score::Win { 1.0 } else { f64::from(self.most_points()) };
        Facts {
            lowest: 0.0,
            highest,
            sum: None,
            chance: true,
            draws: false,
            hidden: false,
            cyclic: true,
            positions: f64::INFINITY,
        }
    }

    fn start(&self, _rng: &mut Rng) -> Tableau {
        Tableau::dealt(usize::from(self.columns), self.down, self.deals * self.columns)
    }

    #[inline]
    fn turn(&self, table: &Tableau) -> Turn {
        if table.awaits_name() {
            Turn::Chance
        } else if table.is_over {
            Turn::Over
        } else {
            Turn::Of(Player::FIRST)
        }
    }

    #[inline]
    fn moves(&self, table: &Tableau, out: &mut Vec<u16>) {
        if !table.awaits_name() {
            self.each_move(table, |mv| {
                out.push(mv);
                false
            });
            out.push(if table.has_nameless() { LOOK } else { STOP });
            return;
        }
        let unseen = self.unseen(table);
        out.extend((0..64u16).filter(|&card| unseen[usize::from(card)] > 0).map(|card| NAME | card));
    }

    #[inline]
    fn play(&self, table: &mut Tableau, mv: u16) {
        match mv & KIND {
            NAME => table.name(mv as u8),
            DEAL => table.deal(usize::from(self.columns)),
            TAKE => table.take(usize::from(mv & 0xF), usize::from(self.ranks)),
            STOP => table.is_stopped = true,
            LOOK => table.can_wait = false,
            _ => table.shift(usize::from(mv >> 8), usize::from(mv >> 4 & 0xF), usize::from(mv & 0xF)),
        }
        self.settle(table);
    }

    #[inline]
    fn payoffs(&self, table: &Tableau) -> Payoffs {
        let mut payoffs = Payoffs::ZERO;
        payoffs[Player::FIRST] = match self.score {
            Score::Woods => f64::from(self.points(table)),
            Score::Win => f64::from(u8::from(self.is_won(table))),
        };
        payoffs
    }

    #[inline]
    fn weight(&self, table: &Tableau, outcome: u16) -> u64 {
        u64::from(self.unseen(table)[usize::from(outcome as u8 & 63)])
    }

    #[inline]
    fn draw(&self, table: &Tableau, rng: &mut Rng) -> u16 {
        const ONES: u64 = 0x0101_0101_0101_0101;
        const TOPS: u64 = 0x8080_8080_8080_8080;
        let unseen = self.unseen(table);
        // Whatever lies face down, in the stock or without a name.
        let mut left = rng.below(u64::from(table.face_down()) + u64::from(table.stock) + u64::from(table.nameless()));
        for (eighth, copies) in unseen.as_chunks::<8>().0.iter().enumerate() {
            // Eight kinds of cards at once: each byte gets the sum of those up to it, none of which is above 104.
            let sums = u64::from_le_bytes(*copies).wrapping_mul(ONES);
            let of_all = sums >> 56;
            if left >= of_all {
                left -= of_all;
                continue;
            }
            // The card is the first whose sum lies above: as many as do not come before it.
            let before = (((left * ONES) | TOPS) - sums) & TOPS;
            return NAME | (8 * eighth as u16 + before.count_ones() as u16);
        }
        unreachable!("the draw lies below the number of cards")
    }

    fn outcome_of_deal(&self, table: &Tableau, deal: u64) -> Option<u16> {
        let place = self.chance_place(table)?;
        Some(NAME | u16::from(numbered_deck(self, deal)[place as usize]))
    }

    fn chance_place(&self, table: &Tableau) -> Option<u64> {
        let column = table.unnamed()?;
        let place = if table.is_dealing() {
            self.cards() - usize::from(table.stock) - usize::from(self.columns) + column
        } else if table.is_opening(usize::from(self.columns)) {
            usize::from(self.down) + column
        } else {
            // Face down the cards lie row by row; as many rows as are left are below this one.
            usize::from(table.down(column)) * usize::from(self.columns) + column
        };
        Some(place as u64)
    }

    fn canonical(&self, table: &mut Tableau) -> bool {
        // Cards are named from left to right, but the unseen ones are all alike: in which columns they come is all the same.
        let sorted = table.sorted(usize::from(self.columns));
        let changes = sorted != *table;
        *table = sorted;
        changes
    }

    #[inline]
    fn canonical_key(&self, table: &Tableau) -> u64 {
        // Columns are told apart by what they hold and not by where they stand: their hashes are added up.
        let rest = u64::from(table.stock) << 8 | u64::from(table.can_wait) << 1 | u64::from(table.is_stopped);
        let taken = u64::from(u32::from_le_bytes(table.taken));
        Rng::hash(rest << 32 | taken, table.sum())
    }

    #[inline]
    fn unnamed(&self, table: &Tableau) -> Option<Tableau> {
        // A card from the stock may complete a suit, which then goes: it cannot wait.
        (table.awaits_name() && !table.is_dealing() && !table.is_opening(usize::from(self.columns)))
            .then_some(table.waiting(true))
    }

    /// Whether it is a king, which goes nowhere but into a space; then the rank; then the card.
    fn outcome_class(&self, _table: &Tableau, outcome: u16, level: u32) -> u32 {
        let rank = tableau::rank(outcome as u8);
        match level {
            0 => 0,
            1 => u32::from(rank == self.ranks),
            2 => u32::from(rank),
            _ => u32::from(outcome),
        }
    }

    fn abstractions(&self) -> &'static [&'static str] {
        &[
            "plays(deal)",
            "feature(further spaces) >= 1",
            "feature(suits complete) >= 1",
            "last(cards face down) <= 30",
            "last(cards face down) <= 20",
        ]
    }

    #[inline]
    fn order_hint(&self, table: &Tableau, mv: u16) -> i32 {
        if mv & KIND != 0 {
            return 0;
        }
        let (from, to, count) = (usize::from(mv >> 8), usize::from(mv >> 4 & 0xF), usize::from(mv & 0xF));
        let target = table.column(to);
        if target.is_empty() && table.stock > 0 && self.cheapest_filler(table) == Some((from, count)) {
            return FILLS;
        }
        let cards = table.column(from);
        let moved = cards[cards.len() - count];
        let keeps_suit = target.last().is_some_and(|&end| tableau::follows(end, moved));
        let splits = count < table.run(from);
        i32::from(keeps_suit) - i32::from(splits && !keeps_suit)
    }

    fn move_text(&self, _table: &Tableau, mv: u16) -> String {
        text::write_move(mv)
    }

    fn position_text(&self, table: &Tableau) -> String {
        text::write(self, table)
    }

    fn read_position(&self, text: &str) -> Result<Tableau, Problem> {
        text::read(self, text)
    }

    fn picture(&self, table: &Tableau) -> String {
        picture::picture(self, table)
    }

    fn svg(&self, table: &Tableau) -> String {
        picture::svg(self, table)
    }

    fn places(&self, _table: &Tableau, mv: u16) -> Vec<String> {
        text::places(mv)
    }
}

impl Evaluated for Spider {
    type Evaluation = SpiderEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const LEARNED: NamedEvaluation = NamedEvaluation {
            name: "experience",
            summary: "what wins games from tables like this, by how many deals are left",
        };
        const EXPECTED: NamedEvaluation = NamedEvaluation {
            name: "expected",
            summary: "what games came to from tables like this: for searches that weigh stopping, prices and averages",
        };
        const STAGED: NamedEvaluation = NamedEvaluation {
            name: "staged",
            summary: "columns to clear, spaces, runs and kings, weighed by how many cards are still face down",
        };
        const POINTS: NamedEvaluation = NamedEvaluation { name: "points", summary: "what stopping now would pay" };
        &[LEARNED, EXPECTED, STAGED, POINTS, Blind::NAMED]
    }

    fn evaluation(&self, index: usize) -> SpiderEvaluation {
        use SpiderEvaluation::{Blind, Expected, Learned, Points, Staged};
        [Learned, Expected, Staged, Points, Blind][index]
    }
}

#[cfg(test)]
mod tests;
