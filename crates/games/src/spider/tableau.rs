//! What lies on the table, packed so that copying it is cheap.

use outwit_game::Rng;

/// Columns at most.
pub(super) const COLUMNS: usize = 10;
/// Cards at most: two packs.
pub(super) const MOST_CARDS: usize = 104;
/// A card that is turned up and has no name yet.
pub(super) const UNKNOWN: u8 = 0xFF;

/// A card as a number: the suit above, the rank from 1 in the four bits below.
#[inline]
pub(super) fn card(suit: usize, rank: u8) -> u8 {
    (suit as u8) << 4 | rank
}

#[inline]
pub(super) fn suit(card: u8) -> usize {
    usize::from(card >> 4)
}

#[inline]
pub(super) fn rank(card: u8) -> u8 {
    card & 0xF
}

/// Whether `lower` lies on the next higher card of its suit.
#[inline]
pub(super) fn follows(higher: u8, lower: u8) -> bool {
    higher != UNKNOWN && higher == lower.wrapping_add(1)
}

/// How many of these cards can be moved together, from the last; 0 where it has no name.
#[inline]
pub(super) fn run(cards: &[u8]) -> usize {
    let Some(&last) = cards.last().filter(|&&card| card != UNKNOWN) else { return 0 };
    let mut length = 1;
    // A card without a name is higher than any that has one.
    while length < cards.len() && cards[cards.len() - 1 - length] == last + length as u8 {
        length += 1;
    }
    length
}

/// A position: what is seen of the cards.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Tableau {
    /// The cards that lie face up, column by column, the oldest first; 0 behind the last.
    cards: [u8; MOST_CARDS],
    /// How many of them each column has.
    up: [u8; COLUMNS],
    /// How many lie face down below them.
    down: [u8; COLUMNS],
    /// Cards without a name.
    nameless: u8,
    /// Cards in the stock.
    pub(super) stock: u8,
    /// Suits taken off, by suit.
    pub(super) taken: [u8; 4],
    /// The cards without a name may wait for it: the seat plays on around them.
    pub(super) can_wait: bool,
    /// The seat has stopped.
    pub(super) is_stopped: bool,
    /// Nobody moves any more.
    pub(super) is_over: bool,
    /// The hashes of all columns added up: the same whatever their order. Kept while cards move, since searches ask at every move.
    sum: u64,
}

/// A column's hash as its cards come, one by one: a polynomial in an odd number tells columns apart. Its powers are at hand, so
/// that no card waits for the one before.
#[derive(Clone, Copy)]
struct ColumnHash {
    sum: u64,
    length: usize,
}

const POWERS: [u64; MOST_CARDS + 1] = {
    let mut powers = [1u64; MOST_CARDS + 1];
    let mut place = 1;
    while place <= MOST_CARDS {
        powers[place] = powers[place - 1].wrapping_mul(0x9E37_79B9_7F4A_7C15);
        place += 1;
    }
    powers
};

impl ColumnHash {
    /// Of a column with so many cards face down, before any that lies face up.
    #[inline]
    fn new(down: u8) -> ColumnHash {
        ColumnHash { sum: u64::from(down) + 1, length: 1 }
    }

    #[inline]
    fn with(self, cards: &[u8]) -> ColumnHash {
        let powers = &POWERS[self.length..self.length + cards.len()];
        let mut sum = self.sum;
        for (place, &card) in cards.iter().enumerate() {
            sum = sum.wrapping_add(u64::from(card).wrapping_mul(powers[place]));
        }
        ColumnHash { sum, length: self.length + cards.len() }
    }

    /// What the sum over columns is told: bits are made of it before it is added. A column without any card counts as nothing.
    #[inline]
    fn told(self) -> u64 {
        if self.sum == 1 && self.length == 1 { 0 } else { Rng::hash(0, self.sum) }
    }
}

impl Tableau {
    /// The start: no card has a name yet.
    #[inline]
    pub(super) fn dealt(columns: usize, down: u8, stock: u8) -> Tableau {
        let mut table = Tableau::empty(stock);
        for column in 0..columns {
            table.down[column] = down / columns as u8 + u8::from(column < usize::from(down) % columns);
            table.sum = table.sum.wrapping_add(ColumnHash::new(table.down[column]).with(&[UNKNOWN]).told());
        }
        table.cards[..columns].fill(UNKNOWN);
        table.up[..columns].fill(1);
        table.nameless = columns as u8;
        table
    }

    /// A table without any card.
    pub(super) fn empty(stock: u8) -> Tableau {
        Tableau {
            cards: [0; MOST_CARDS],
            up: [0; COLUMNS],
            down: [0; COLUMNS],
            nameless: 0,
            stock,
            taken: [0; 4],
            can_wait: false,
            is_stopped: false,
            is_over: false,
            sum: 0,
        }
    }

    /// What all columns hold, whatever their order, as a hash.
    #[inline]
    pub(super) fn sum(&self) -> u64 {
        self.sum
    }

    /// The hash of a column up to its last so many cards.
    #[inline(always)]
    fn hash_before(&self, column: usize, last: usize) -> ColumnHash {
        let cards = self.column(column);
        ColumnHash::new(self.down[column]).with(&cards[..cards.len() - last])
    }

    /// Tells the sum that a column has another hash now.
    #[inline]
    fn retell(&mut self, before: ColumnHash, after: ColumnHash) {
        self.sum = self.sum.wrapping_sub(before.told()).wrapping_add(after.told());
    }

    /// Where a column's cards begin and end.
    #[inline]
    fn span(&self, column: usize) -> (usize, usize) {
        // Byte by byte the sum of the columns up to it: there are 104 cards at most, so that none runs over.
        let (eight, rest) = self.up.split_first_chunk::<8>().expect("ten columns");
        let sums = u64::from_le_bytes(*eight).wrapping_mul(0x0101_0101_0101_0101);
        let begin = match column {
            0..=7 => (sums << 8 >> (8 * column) & 0xFF) as usize,
            8 => (sums >> 56) as usize,
            _ => (sums >> 56) as usize + usize::from(rest[0]),
        };
        (begin, begin + usize::from(self.up[column]))
    }

    /// The cards of a column that lie face up, the oldest first.
    #[inline]
    pub(super) fn column(&self, column: usize) -> &[u8] {
        let (begin, end) = self.span(column);
        &self.cards[begin..end]
    }

    /// Every column with its cards that lie face up, from the left: quicker than asking for one after the other.
    #[inline]
    pub(super) fn columns(&self, columns: usize) -> impl Iterator<Item = (usize, &[u8])> {
        let mut begin = 0;
        self.up[..columns].iter().enumerate().map(move |(column, &count)| {
            let cards = &self.cards[begin..begin + usize::from(count)];
            begin += usize::from(count);
            (column, cards)
        })
    }

    /// All cards that lie face up, column by column, the oldest first; 0 behind the last.
    #[inline]
    pub(super) fn cards(&self) -> &[u8; MOST_CARDS] {
        &self.cards
    }

    /// How many cards of a column lie face up.
    #[inline]
    pub(super) fn count_up(&self, column: usize) -> usize {
        usize::from(self.up[column])
    }

    /// Whether a column has no card.
    #[inline]
    pub(super) fn has_empty(&self, columns: usize) -> bool {
        self.up[..columns].contains(&0)
    }

    /// All cards that lie face up.
    #[inline]
    pub(super) fn face_up(&self) -> &[u8] {
        let mut all = 0;
        for &count in &self.up {
            all += usize::from(count);
        }
        &self.cards[..all]
    }

    /// Cards of a column that lie face down.
    #[inline]
    pub(super) fn down(&self, column: usize) -> u8 {
        self.down[column]
    }

    /// All cards that lie face down.
    #[inline]
    pub(super) fn face_down(&self) -> u32 {
        let mut all = 0;
        for &count in &self.down {
            all += u32::from(count);
        }
        all
    }

    /// How many cards at the end of a column can be moved together; 0 where the last has no name.
    #[inline]
    pub(super) fn run(&self, column: usize) -> usize {
        run(self.column(column))
    }

    /// The first column whose last card has no name.
    #[inline]
    pub(super) fn unnamed(&self) -> Option<usize> {
        if self.nameless == 0 {
            return None;
        }
        let mut end = 0;
        for (column, &count) in self.up.iter().enumerate() {
            end += usize::from(count);
            if count > 0 && self.cards[end - 1] == UNKNOWN {
                return Some(column);
            }
        }
        None
    }

    /// Whether the cards without a name come from the stock: those lie on others, and a card that was turned up lies alone.
    #[inline]
    pub(super) fn is_dealing(&self) -> bool {
        self.unnamed().is_some_and(|column| self.up[column] > 1)
    }

    /// Whether nothing has been turned up, dealt or taken since the start: then every column shows one card.
    pub(super) fn is_opening(&self, columns: usize) -> bool {
        self.taken == [0; 4] && self.up[..columns].iter().all(|&count| count == 1)
    }

    /// Puts cards face down under a column, when a position is read.
    pub(super) fn set_down(&mut self, column: usize, count: u8) {
        let before = self.hash_before(column, 0);
        self.down[column] = count;
        self.retell(before, self.hash_before(column, 0));
    }

    /// The same columns in the order of what they hold.
    pub(super) fn sorted(&self, columns: usize) -> Tableau {
        let mut order: [usize; COLUMNS] = std::array::from_fn(|column| column);
        order[..columns].sort_by_key(|&column| (self.down[column], self.column(column)));
        let mut sorted = Tableau { cards: [0; MOST_CARDS], up: [0; COLUMNS], nameless: 0, ..*self };
        for (column, &from) in order.iter().enumerate() {
            sorted.down[column] = self.down[from];
            for &card in self.column(from) {
                sorted.put(column, card);
            }
        }
        sorted
    }

    /// Puts a card face up on a column.
    pub(super) fn push(&mut self, column: usize, card: u8) {
        let before = self.hash_before(column, 0);
        self.retell(before, before.with(&[card]));
        self.put(column, card);
    }

    #[inline]
    fn put(&mut self, column: usize, card: u8) {
        let (_, end) = self.span(column);
        let all = self.face_up().len();
        self.cards.copy_within(end..all, end + 1);
        self.cards[end] = card;
        self.up[column] += 1;
        self.nameless += u8::from(card == UNKNOWN);
    }

    /// The same cards, whose names may wait or may not.
    #[inline]
    pub(super) fn waiting(&self, can_wait: bool) -> Tableau {
        Tableau { can_wait, ..*self }
    }

    /// Whether chance is to name a card now.
    #[inline]
    pub(super) fn awaits_name(&self) -> bool {
        self.nameless > 0 && !self.can_wait
    }

    /// How many cards have no name.
    #[inline]
    pub(super) fn nameless(&self) -> u8 {
        self.nameless
    }

    /// Whether a card lies here that has no name.
    #[inline]
    pub(super) fn has_nameless(&self) -> bool {
        self.nameless > 0
    }

    /// Gives the first card without a name one.
    #[inline]
    pub(super) fn name(&mut self, card: u8) {
        let column = self.unnamed().expect("chance names a card that has no name");
        let below = self.hash_before(column, 1);
        self.retell(below.with(&[UNKNOWN]), below.with(&[card]));
        let (_, end) = self.span(column);
        self.cards[end - 1] = card;
        self.nameless -= 1;
    }

    /// Moves the last cards of a column.
    #[inline]
    pub(super) fn shift(&mut self, from: usize, to: usize, count: usize) {
        let (source, target) = (self.span(from).1, self.span(to).1);
        // At most a suit moves: its cards wait aside while those between the columns make room.
        let mut moved = [0; 16];
        let moved = &mut moved[..count];
        moved.copy_from_slice(&self.cards[source - count..source]);
        let (left, reached) = (self.hash_before(from, count), self.hash_before(to, 0));
        self.retell(left.with(moved), left);
        self.retell(reached, reached.with(moved));
        if from < to {
            self.cards.copy_within(source..target, source - count);
            self.cards[target - count..target].copy_from_slice(moved);
        } else {
            self.cards.copy_within(target..source - count, target + count);
            self.cards[target..target + count].copy_from_slice(moved);
        }
        self.up[from] -= count as u8;
        self.up[to] += count as u8;
        self.turn_up(from);
    }

    /// Takes a complete suit off a column.
    #[inline]
    pub(super) fn take(&mut self, column: usize, ranks: usize) {
        let left = self.hash_before(column, ranks);
        let (_, end) = self.span(column);
        let all = self.face_up().len();
        self.retell(left.with(&self.cards[end - ranks..end]), left);
        self.taken[suit(self.cards[end - 1])] += 1;
        self.cards.copy_within(end..all, end - ranks);
        self.cards[all - ranks..all].fill(0);
        self.up[column] -= ranks as u8;
        self.turn_up(column);
    }

    /// Puts a card of the stock on every column.
    #[inline]
    pub(super) fn deal(&mut self, columns: usize) {
        // From the right, so that every card moves once: as far as columns before its own have grown.
        let mut end = self.face_up().len();
        for column in (0..columns).rev() {
            let before = self.hash_before(column, 0);
            self.retell(before, before.with(&[UNKNOWN]));
            let begin = end - usize::from(self.up[column]);
            self.cards.copy_within(begin..end, begin + column);
            self.cards[end + column] = UNKNOWN;
            end = begin;
        }
        self.up[..columns].iter_mut().for_each(|count| *count += 1);
        self.nameless += columns as u8;
        self.stock -= columns as u8;
    }

    /// Turns a card up where only cards that lie face down are left.
    #[inline]
    fn turn_up(&mut self, column: usize) {
        if self.up[column] == 0 && self.down[column] > 0 {
            let before = ColumnHash::new(self.down[column]);
            self.down[column] -= 1;
            self.retell(before, ColumnHash::new(self.down[column]).with(&[UNKNOWN]));
            self.put(column, UNKNOWN);
        }
    }
}
