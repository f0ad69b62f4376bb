#![doc = include_str!("../rules/goofspiel.md")]

use crate::board::{self, Score};
use crate::catalog::GameEntry;
use outwit_game::{
    AnyGame, Blind, Evaluated, Evaluation, Facts, Game, Key, NamedEvaluation, Payoffs, Player, Problem, Rng, Svg, Turn,
    View, Word, keys,
};

/// The most cards of a seat.
const MOST: usize = 13;

const CARDS: Key<usize> = Key::integer("cards", "13", 1, MOST as i64, "cards of a seat, and prizes");
const ORDER: Key<Word> =
    Key::choice("order", "random", &["random", "descending", "ascending"], "how prizes come: by chance, or in order");
const SCORE: Key<Word> = Key::choice("score", "win", Score::WORDS, "what is paid: a win, or the difference of points");

/// The game in the catalog.
pub(crate) const ENTRY: GameEntry = GameEntry {
    name: "goofspiel",
    summary: "bid cards for prizes, both at once; who takes more points wins",
    rules: include_str!("../rules/goofspiel.md"),
    parameters: keys![CARDS, ORDER, SCORE],
    examples: &[
        "goofspiel:cards=4",
        "goofspiel",
        "goofspiel:cards=3,order=descending,score=margin",
        "goofspiel:cards=5,order=ascending",
    ],
    build: |settings, _| {
        let order = match settings.get(ORDER) {
            "descending" => Order::Descending,
            "ascending" => Order::Ascending,
            _ => Order::Random,
        };
        Ok(AnyGame::new(Goofspiel::new(settings.get(CARDS), order, Score::from_word(settings.get(SCORE)))))
    },
};

/// How prizes come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Each that is left is equally likely.
    Random,
    /// The dearest first.
    Descending,
    /// The cheapest first.
    Ascending,
}

/// The rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Goofspiel {
    cards: usize,
    order: Order,
    score: Score,
}

/// Some of the cards, a bit each: bit 1 is the card 1.
type Cards = u16;

/// A position. Everything in it but seat 1's bid lies open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bidding {
    hands: [Cards; 2],
    /// The prizes that are face down.
    prizes: Cards,
    /// The prize turned up; 0 for none.
    up: u8,
    /// Seat 1's bid while seat 2 has not bid; 0 for none.
    bid: u8,
    points: [u8; 2],
}

impl Bidding {
    /// The same as seat 2 sees it.
    fn without_bid(self) -> Bidding {
        let mut open = self;
        if self.bid > 0 {
            (open.hands[0], open.bid) = (self.hands[0] | 1 << self.bid, 0);
        }
        open
    }
}

/// What a seat sees.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Look {
    /// A prize was turned up.
    Prize(u8),
    /// Its own bid.
    Own(u8),
    /// Both bids.
    Bids([u8; 2]),
    /// How the game stood when the seat came to the table.
    Began(Bidding),
}

impl From<u8> for Look {
    fn from(card: u8) -> Look {
        Look::Own(card)
    }
}

fn listed(cards: Cards) -> impl Iterator<Item = u8> {
    (1..=MOST as u8).filter(move |card| cards >> card & 1 == 1)
}

fn text_of(cards: Cards, between: &str) -> String {
    let texts: Vec<String> = listed(cards).map(|card| card.to_string()).collect();
    if texts.is_empty() { "-".to_string() } else { texts.join(between) }
}

fn sum_of(cards: Cards) -> u32 {
    listed(cards).map(u32::from).sum()
}

impl Goofspiel {
    /// The game with this many cards, at most 13.
    pub fn new(cards: usize, order: Order, score: Score) -> Goofspiel {
        Goofspiel { cards: cards.clamp(1, MOST), order, score }
    }

    fn all(&self) -> Cards {
        (1 << (self.cards + 1)) - 2
    }

    fn first(&self) -> Bidding {
        let all = self.all();
        let mut bidding = Bidding { hands: [all, all], prizes: all, up: 0, bid: 0, points: [0, 0] };
        self.turn_up_next(&mut bidding);
        bidding
    }

    /// The next prize, where everybody knows which it is.
    #[inline]
    fn turn_up_next(&self, bidding: &mut Bidding) {
        if bidding.prizes == 0 {
            return;
        }
        match self.order {
            Order::Random => {}
            Order::Descending => turn_up(bidding, bidding.prizes.ilog2() as u8),
            Order::Ascending => turn_up(bidding, bidding.prizes.trailing_zeros() as u8),
        }
    }

    /// Both bids are shown.
    #[inline]
    fn settle(&self, bidding: &mut Bidding, bids: [u8; 2]) {
        for (hand, bid) in bidding.hands.iter_mut().zip(bids) {
            *hand &= !(1 << bid);
        }
        if bids[0] != bids[1] {
            bidding.points[usize::from(bids[1] > bids[0])] += bidding.up;
        }
        (bidding.up, bidding.bid) = (0, 0);
        self.turn_up_next(bidding);
    }

    /// What a seat knows of the position: all but the other's bid.
    fn known(&self, view: &View<'_, Goofspiel>) -> Bidding {
        let mut bidding = self.first();
        for look in view.seen() {
            self.note(&mut bidding, *look);
        }
        bidding
    }

    fn note(&self, bidding: &mut Bidding, look: Look) {
        match look {
            Look::Began(known) => *bidding = known,
            // A view put together elsewhere may tell more prizes than there are.
            Look::Prize(prize) if bidding.prizes >> prize & 1 == 1 => turn_up(bidding, prize),
            Look::Prize(_) => {}
            Look::Own(card) => {
                bidding.hands[0] &= !(1 << card);
                bidding.bid = card;
            }
            Look::Bids(bids) => self.settle(bidding, bids),
        }
    }

    /// The table in words, as it lies before everybody or before one seat.
    fn lines(&self, bidding: &Bidding, eye: Option<Player>) -> String {
        let prize = if bidding.up > 0 { bidding.up.to_string() } else { "-".to_string() };
        let room = if eye.is_some() { "      " } else { "" };
        let mut lines = vec![format!("prize {room}  {prize:<4} face down  {}", text_of(bidding.prizes, " "))];
        for seat in Player::all(2) {
            let (hand, points) = (bidding.hands[seat.index()], bidding.points[seat.index()]);
            let bid = if seat == Player::FIRST && bidding.bid > 0 {
                format!("  bids {}", bidding.bid)
            } else {
                String::new()
            };
            let you = if eye == Some(seat) { " (you)" } else { room };
            lines.push(format!("{seat}{you}  {points:>2} points  holds {}{bid}", text_of(hand, " ")));
        }
        lines.join("\n")
    }

    fn draw(&self, bidding: &Bidding) -> String {
        const WIDE: f64 = 30.0;
        const TALL: f64 = 44.0;
        const LEFT: f64 = 78.0;
        let width = LEFT + self.cards as f64 * (WIDE + 4.0) + 12.0;
        let mut svg = Svg::new(width, 3.0 * TALL + 48.0);
        svg.rect(0.0, 0.0, width, 3.0 * TALL + 48.0, "#2f6b4f");
        let card = |svg: &mut Svg, place: u8, y: f64, ground: &str, text: &str| {
            let x = LEFT + f64::from(place - 1) * (WIDE + 4.0);
            svg.rect(x, y, WIDE, TALL, ground);
            svg.text(x + WIDE / 2.0, y + TALL / 2.0, 17.0, "#222", text);
        };
        for seat in Player::all(2) {
            let y = 12.0 + (1.0 - seat.index() as f64) * 2.0 * (TALL + 12.0);
            let bid = if seat == Player::FIRST { bidding.bid } else { 0 };
            svg.label(8.0, y + TALL * 0.3, 14.0, "#fff", &seat.to_string());
            svg.label(8.0, y + TALL * 0.75, 13.0, "#ffe08a", &format!("{} pts", bidding.points[seat.index()]));
            for held in listed(bidding.hands[seat.index()] | 1 << bid) {
                card(&mut svg, held, y, if held == bid { "#ffe08a" } else { "#fdfcf7" }, &held.to_string());
                let x = LEFT + f64::from(held - 1) * (WIDE + 4.0);
                svg.place(&place(seat, held), x, y, WIDE, TALL);
            }
        }
        let y = TALL + 24.0;
        svg.label(8.0, y + TALL / 2.0, 14.0, "#fff", "prizes");
        for prize in listed(bidding.prizes) {
            card(&mut svg, prize, y, "#9cc3ad", &prize.to_string());
        }
        if bidding.up > 0 {
            card(&mut svg, bidding.up, y, "#f2b84b", &bidding.up.to_string());
        }
        svg.finish()
    }

    fn read_cards(&self, text: &str, what: &str) -> Result<Cards, Problem> {
        let mut cards = 0;
        for part in text.split(',').filter(|_| text != "-") {
            let card = self.read_card(part, what)?;
            if cards >= 1 << card {
                return Err(Problem::new(format!("{what} are `{text}`: write each once, the smallest first")));
            }
            cards |= 1 << card;
        }
        Ok(cards)
    }

    fn read_card(&self, text: &str, what: &str) -> Result<u8, Problem> {
        match text.parse::<u8>() {
            Ok(card) if (1..=self.cards).contains(&usize::from(card)) && text == card.to_string() => Ok(card),
            _ => Err(Problem::new(format!("`{text}` is not one of {what}: they are numbers from 1 to {}", self.cards))),
        }
    }
}

fn turn_up(bidding: &mut Bidding, prize: u8) {
    bidding.prizes &= !(1 << prize);
    bidding.up = prize;
}

/// A card of a seat in a drawing.
fn place(seat: Player, card: u8) -> String {
    format!("{}.{card}", seat.number())
}

impl Game for Goofspiel {
    type State = Bidding;
    type Move = u8;
    type Seen = Look;

    fn players(&self) -> usize {
        2
    }

    fn facts(&self) -> Facts {
        let highest = self.score.highest(sum_of(self.all()));
        // Which cards and prizes are left, and about as many ways for the points as there are points.
        let mut positions = 0.0;
        let mut ways = 1.0;
        for left in 0..=self.cards {
            positions += if self.order == Order::Random { ways * ways * ways } else { ways * ways };
            ways = ways * (self.cards - left) as f64 / (left + 1) as f64;
        }
        let base = Facts::win_draw_loss().with_positions(2.0 * positions * f64::from(sum_of(self.all())));
        Facts { lowest: -highest, highest, chance: self.order == Order::Random, hidden: true, ..base }
    }

    fn start(&self, _rng: &mut Rng) -> Bidding {
        self.first()
    }

    #[inline]
    fn turn(&self, bidding: &Bidding) -> Turn {
        match (bidding.up, bidding.bid) {
            (0, _) if bidding.prizes == 0 => Turn::Over,
            (0, _) => Turn::Chance,
            (_, 0) => Turn::Of(Player::FIRST),
            _ => Turn::Of(Player::SECOND),
        }
    }

    #[inline]
    fn moves(&self, bidding: &Bidding, out: &mut Vec<u8>) {
        let mut cards = match (bidding.up, bidding.bid) {
            (0, _) => bidding.prizes,
            (_, 0) => bidding.hands[0],
            _ => bidding.hands[1],
        };
        while cards != 0 {
            out.push(cards.trailing_zeros() as u8);
            cards &= cards - 1;
        }
    }

    #[inline]
    fn play(&self, bidding: &mut Bidding, card: u8) {
        match (bidding.up, bidding.bid) {
            (0, _) => turn_up(bidding, card),
            (_, 0) => {
                bidding.hands[0] &= !(1 << card);
                bidding.bid = card;
            }
            (_, bid) => self.settle(bidding, [bid, card]),
        }
    }

    #[inline]
    fn payoffs(&self, bidding: &Bidding) -> Payoffs {
        let [first, second] = bidding.points.map(i32::from);
        self.score.payoffs(first - second)
    }

    fn move_text(&self, _bidding: &Bidding, card: u8) -> String {
        card.to_string()
    }

    fn position_text(&self, bidding: &Bidding) -> String {
        let Bidding { hands, prizes, up, bid, points } = bidding;
        let one = |card: u8| if card == 0 { "-".to_string() } else { card.to_string() };
        let [first, second, face_down] = [hands[0], hands[1], *prizes].map(|cards| text_of(cards, ","));
        format!("{first} {second} {face_down} {} {} {}-{}", one(*up), one(*bid), points[0], points[1])
    }

    fn read_position(&self, text: &str) -> Result<Bidding, Problem> {
        let names = ["seat-1's-cards", "seat-2's-cards", "prizes-face-down", "prize", "bid", "points"];
        let [first, second, prizes, up, bid, points] = board::parts(text, names)?;
        let one = |text: &str, what: &str| if text == "-" { Ok(0) } else { self.read_card(text, what) };
        let hands = [self.read_cards(first, "the cards of seat 1")?, self.read_cards(second, "the cards of seat 2")?];
        let prizes = self.read_cards(prizes, "the prizes face down")?;
        let (up, bid) = (one(up, "the prizes")?, one(bid, "the cards of seat 1")?);
        let wrong = |what: &str| Err(Problem::new(format!("{what} in `{text}`")));
        if up > 0 && prizes >> up & 1 == 1 {
            return wrong("the prize turned up is face down too");
        }
        if bid > 0 && (up == 0 || hands[0] >> bid & 1 == 1) {
            return wrong("a bid needs a prize, and the card that is bid is in the hand no more");
        }
        let left = prizes.count_ones() + u32::from(up > 0);
        if hands[1].count_ones() != left || hands[0].count_ones() + u32::from(bid > 0) != left {
            return wrong("there are not as many cards in each hand as prizes to come");
        }
        let points: Vec<u8> = points.split('-').filter_map(|part| part.parse().ok()).collect();
        let &[one, other] = points.as_slice() else { return wrong("the points are not written like `3-0`") };
        let gone = sum_of(self.all()) - sum_of(prizes) - u32::from(up);
        if u32::from(one) + u32::from(other) > gone {
            return wrong("there are more points than the prizes that are gone were worth");
        }
        let bidding = Bidding { hands, prizes, up, bid, points: [one, other] };
        if self.order != Order::Random && left > 0 {
            let mut before = Bidding { prizes: prizes | (1 << up) & !1, up: 0, ..bidding };
            self.turn_up_next(&mut before);
            if before.up != up {
                return wrong("the prize turned up is not the one that comes next");
            }
        }
        if self.position_text(&bidding) != text {
            return wrong("something is not written as positions are");
        }
        Ok(bidding)
    }

    fn picture(&self, bidding: &Bidding) -> String {
        self.lines(bidding, None)
    }

    fn svg(&self, bidding: &Bidding) -> String {
        self.draw(bidding)
    }

    fn places(&self, bidding: &Bidding, card: u8) -> Vec<String> {
        self.turn(bidding).player().map(|seat| place(seat, card)).into_iter().collect()
    }

    fn seat_picture(&self, view: &View<'_, Goofspiel>) -> String {
        self.lines(&self.known(view), Some(view.seat()))
    }

    fn seat_svg(&self, view: &View<'_, Goofspiel>) -> String {
        self.draw(&self.known(view))
    }

    fn events(&self, view: &View<'_, Goofspiel>, since: usize) -> Vec<String> {
        let (you, other) = (view.seat(), view.seat().other());
        let mut bidding = self.first();
        let mut told = Vec::new();
        for look in view.seen() {
            told.push(match *look {
                Look::Prize(prize) => format!("the prize is {prize}"),
                Look::Own(card) => format!("you bid {card}"),
                Look::Began(_) => "some prizes had been played for".to_string(),
                Look::Bids(bids) => {
                    let [own, theirs] = [you, other].map(|seat| bids[seat.index()]);
                    let taken = match own.cmp(&theirs) {
                        std::cmp::Ordering::Greater => "you take",
                        std::cmp::Ordering::Less => "it takes",
                        std::cmp::Ordering::Equal => "nobody takes",
                    };
                    format!("you bid {own} and {other} {theirs}: {taken} the {}", bidding.up)
                }
            });
            self.note(&mut bidding, *look);
        }
        told.split_off(since.min(told.len()))
    }

    /// Seat 1 knows its own bid; to seat 2 there is none yet.
    fn first_look(&self, start: &Bidding, seat: Player) -> Option<Look> {
        let known = if seat == Player::FIRST { *start } else { start.without_bid() };
        (known != self.first()).then_some(Look::Began(known))
    }

    fn observe(&self, before: &Bidding, card: u8, _after: &Bidding, seat: Player) -> Option<Look> {
        match (before.up, before.bid) {
            (0, _) => Some(Look::Prize(card)),
            (_, 0) => (seat == Player::FIRST).then_some(Look::Own(card)),
            (_, bid) => Some(Look::Bids([bid, card])),
        }
    }

    fn seen_text(&self, look: &Look) -> String {
        match look {
            Look::Prize(prize) => format!("prize {prize}"),
            Look::Own(card) => format!("you bid {card}"),
            Look::Bids([first, second]) => format!("bids {first} {second}"),
            Look::Began(bidding) => format!("so far {}", self.position_text(bidding)),
        }
    }

    fn read_seen(&self, _seat: Player, text: &str) -> Result<Look, Problem> {
        let card = |text: &str| self.read_card(text, "the cards");
        if let Some(rest) = text.strip_prefix("so far ") {
            return self.read_position(rest).map(Look::Began);
        }
        if let Some(rest) = text.strip_prefix("prize ") {
            return card(rest).map(Look::Prize);
        }
        if let Some(rest) = text.strip_prefix("you bid ") {
            return card(rest).map(Look::Own);
        }
        match text.strip_prefix("bids ").and_then(|rest| rest.split_once(' ')) {
            Some((first, second)) => Ok(Look::Bids([card(first)?, card(second)?])),
            None => Err(Problem::new(format!(
                "`{text}` is nothing a seat sees here: write `prize 3`, `you bid 2`, `bids 2 3` or `so far ...`"
            ))),
        }
    }

    /// All but seat 1's bid lies open: to seat 2, any card of its hand may be it.
    fn sample(&self, view: &View<'_, Goofspiel>, rng: &mut Rng) -> Option<Bidding> {
        let mut bidding = self.known(view);
        if view.seat() == Player::SECOND && !view.moves().is_empty() {
            let mut cards = Vec::with_capacity(MOST);
            cards.extend(listed(bidding.hands[0]));
            if cards.is_empty() || bidding.up == 0 {
                return None;
            }
            self.play(&mut bidding, *rng.pick(&cards));
        }
        Some(bidding)
    }

    fn hidden_from(&self, bidding: &Bidding, seat: Player, out: &mut Vec<(String, String)>) {
        if seat == Player::SECOND && bidding.bid > 0 {
            out.push((bidding.bid.to_string(), "seat 1's bid".to_string()));
        }
    }

    fn known_start(&self, _seat: Player, first_look: Option<&Look>) -> Option<Bidding> {
        Some(match first_look {
            Some(Look::Began(bidding)) => *bidding,
            _ => self.first(),
        })
    }

    /// High cards for a high prize.
    #[inline]
    fn order_hint(&self, bidding: &Bidding, card: u8) -> i32 {
        -(i32::from(card) - i32::from(bidding.up)).abs()
    }
}

/// What a position is worth before it is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BiddingEvaluation {
    /// The points so far and those that the cards in hand may bring.
    Points,
    /// All positions are equal.
    Blind,
}

impl Evaluation<Goofspiel> for BiddingEvaluation {
    fn value(&self, game: &Goofspiel, bidding: &Bidding, seat: Player) -> f64 {
        if *self == BiddingEvaluation::Blind {
            return Blind.value(game, bidding, seat);
        }
        // As if a bid that waits were still in the hand: it is spent for this prize, which is still to be had.
        let hands = bidding.without_bid().hands;
        let [own, other] = [seat, seat.other()].map(|seat| f64::from(sum_of(hands[seat.index()])));
        let [ahead, behind] = [seat, seat.other()].map(|seat| f64::from(bidding.points[seat.index()]));
        let to_come = f64::from(sum_of(bidding.prizes) + u32::from(bidding.up));
        // The share of the cards is the share of what is to come, about.
        let margin = ahead - behind + to_come * (own - other) / (own + other).max(1.0);
        match game.score {
            Score::Margin => margin,
            Score::Win => 0.99 * margin / (margin.abs() + to_come).max(1.0),
        }
    }
}

impl Evaluated for Goofspiel {
    type Evaluation = BiddingEvaluation;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        const POINTS: NamedEvaluation = NamedEvaluation {
            name: "points",
            summary: "points ahead, with a share of those to come by the cards in hand",
        };
        &[POINTS, Blind::NAMED]
    }

    fn evaluation(&self, index: usize) -> BiddingEvaluation {
        [BiddingEvaluation::Points, BiddingEvaluation::Blind][index]
    }
}

#[cfg(test)]
mod tests;
