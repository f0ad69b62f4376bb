//! Drawing the hidden cards: every position that agrees with what a seat has seen is equally likely.
//!
//! What is known of another hand is a set of cards it must hold (what was passed to it, the card that must be led) and a set
//! it cannot hold: had it held one, the card it played would not have been legal. The unseen cards then fall into groups by
//! who may hold them, and with three other seats the number of deals is a short sum over how three groups of two are shared.

use super::cards::{each, some_of};
use super::strength::binomial;
use super::{PASSED, Position, Rules, SEATS, Sight, TrickGame};
use outwit_game::{Game, Player, Rng};

/// What a seat knows of the cards.
struct Knowledge {
    own: usize,
    /// The position, the others' hands empty.
    shown: Position,
    /// The cards the others hold.
    unseen: u64,
    /// Cards that a seat is known to hold.
    has: [u64; SEATS],
    /// Cards that a seat cannot hold.
    lacks: [u64; SEATS],
}

impl Knowledge {
    /// The seat chooses a card to pass.
    fn set_aside(&mut self, card: u64) -> Option<()> {
        let shown = &mut self.shown;
        if shown.hands[self.own] & !shown.passed & card == 0 || shown.passed.count_ones() >= PASSED.into() {
            return None;
        }
        shown.passed |= card;
        Some(())
    }
}

impl<R: Rules> TrickGame<R> {
    /// A position that agrees with all of this; `None` if there is none.
    pub(super) fn draw_world(&self, seat: Player, seen: &[Sight], rng: &mut Rng) -> Option<Position> {
        let mut known = self.knowledge(seat, seen)?;
        if known.shown.to_pass == 0
            && known.shown.played == 0
            && self.is_first_trick(&known.shown)
            && let Some(opening) = self.rules.opening(self.pack)
        {
            let leader = usize::from(known.shown.leader);
            let holds = if leader == known.own { known.shown.hands[leader] } else { known.unseen };
            if holds & opening.bit() == 0 {
                return None;
            }
            known.has[leader] |= opening.bit();
        }
        if known.shown.to_pass > 0 {
            // What the others have set aside meanwhile was not shown: those before have chosen, those after have not.
            let made = PASSED * known.own as u8 + known.shown.passed.count_ones() as u8;
            let to_pass = (PASSED * self.setup.seats as u8).saturating_sub(made);
            known.shown.to_pass = known.shown.to_pass.min(to_pass).max(1);
        }
        let mut world = known.shown;
        self.share_out(&known, &mut world, rng)?;
        if world.to_pass > 0 {
            self.set_aside_at_random(&known, &mut world, rng);
        }
        Some(world)
    }

    fn knowledge(&self, seat: Player, seen: &[Sight]) -> Option<Knowledge> {
        let (Sight::Look { shown, unseen, .. }, rest) = seen.split_first()? else { return None };
        let own = seat.index();
        let mut known = Knowledge { own, shown: *shown, unseen: *unseen, has: [0; SEATS], lacks: [0; SEATS] };
        for sight in rest {
            // A view put together elsewhere may tell what cannot be: then no world agrees with it.
            match *sight {
                Sight::Look { .. } => return None,
                Sight::Card(card) if known.shown.to_pass > 0 => known.set_aside(card.bit())?,
                Sight::Card(card) => {
                    let mover = self.mover(&known.shown);
                    let holds = if mover == own { known.shown.hands[own] } else { known.unseen };
                    if holds & card.bit() == 0 {
                        return None;
                    }
                    if mover != own {
                        known.lacks[mover] |= self.given_away(&known.shown, card.bit());
                    }
                    known.has[mover] &= !card.bit();
                    known.unseen &= !card.bit();
                    self.play(&mut known.shown, card);
                }
                Sight::Passed { own: choice, got, leader } => {
                    if let Some(card) = choice {
                        known.set_aside(card.bit())?;
                    }
                    let given = known.shown.passed;
                    if known.shown.to_pass == 0 || given.count_ones() != u32::from(PASSED) || got & !known.unseen != 0 {
                        return None;
                    }
                    let hand = &mut known.shown.hands[own];
                    *hand = *hand & !given | got;
                    known.unseen = known.unseen & !got | given;
                    known.has[self.seat_after(own as u8, self.setup.pass_to as u8)] |= given;
                    (known.shown.passed, known.shown.to_pass, known.shown.leader) = (0, 0, leader);
                }
            }
        }
        Some(known)
    }

    /// The cards that who plays this one cannot hold: whatever would have had to be played before it.
    fn given_away(&self, position: &Position, card: u64) -> u64 {
        let mut rest = self.pack;
        loop {
            let first = self.legal(position, rest);
            if first == 0 || first & card != 0 {
                return self.pack & !rest;
            }
            rest &= !first;
        }
    }

    /// Deals the unseen cards to the others, every deal that agrees equally likely.
    fn share_out(&self, known: &Knowledge, world: &mut Position, rng: &mut Rng) -> Option<()> {
        let seats = self.setup.seats;
        let others: Vec<usize> = (0..seats).filter(|&seat| seat != known.own).collect();
        let size = u32::from(known.shown.left + known.shown.played) / seats as u32;
        let mut room = [0u32; 3];
        // Cards by who may hold them: a bit for each of the others.
        let mut groups = [0u64; 8];
        for (place, &seat) in others.iter().enumerate() {
            let steps = (seat + seats - usize::from(known.shown.leader)) % seats;
            let has_played = known.shown.to_pass == 0 && steps < usize::from(known.shown.played);
            room[place] = size - u32::from(has_played);
            world.hands[seat] = known.has[seat];
            room[place] = room[place].checked_sub(known.has[seat].count_ones())?;
        }
        let placed = others.iter().fold(0, |cards, &seat| cards | known.has[seat]);
        for card in each(known.unseen & !placed) {
            let who = others.iter().enumerate().filter(|&(_, &seat)| known.lacks[seat] & card.bit() == 0);
            groups[who.fold(0, |who, (place, _)| who | 1 << place)] |= card.bit();
        }
        if groups[0] != 0 {
            return None;
        }
        for place in 0..3 {
            let only = groups[1 << place];
            room[place] = room[place].checked_sub(only.count_ones())?;
            if only != 0 {
                world.hands[others[place]] |= only;
            }
        }
        let counts = groups.map(u64::count_ones);
        let shares = Shares { room, two: [counts[0b011], counts[0b101], counts[0b110]], three: counts[0b111] };
        let (first_of, left) = shares.draw(rng)?;
        let mut give = |place: usize, cards: u64| {
            if cards != 0 {
                world.hands[others[place]] |= cards;
            }
        };
        for (pair, (one, other)) in [(0b011, (0, 1)), (0b101, (0, 2)), (0b110, (1, 2))] {
            let firsts = some_of(groups[pair], first_of[pair / 2 - 1], rng);
            give(one, firsts);
            give(other, groups[pair] & !firsts);
        }
        let mut rest = groups[0b111];
        for (place, &wanted) in left.iter().enumerate() {
            let cards = some_of(rest, wanted, rng);
            give(place, cards);
            rest &= !cards;
        }
        Some(())
    }

    /// The others who have chosen what to pass have chosen anything, with equal chances.
    fn set_aside_at_random(&self, known: &Knowledge, world: &mut Position, rng: &mut Rng) {
        let made = PASSED * self.setup.seats as u8 - world.to_pass;
        for seat in (0..self.setup.seats).filter(|&seat| seat != known.own) {
            let chosen = made.saturating_sub(PASSED * seat as u8).min(PASSED);
            world.passed |= some_of(world.hands[seat], chosen.into(), rng);
        }
    }
}

/// How many cards go where.
struct Shares {
    /// How many cards each of the three others still takes.
    room: [u32; 3],
    /// Cards that one of two may hold: the first and second, the first and third, the second and third.
    two: [u32; 3],
    /// Cards that anybody may hold.
    three: u32,
}

impl Shares {
    /// Draws how many cards of each group of two go to the first of the two, and how many of the rest to each seat.
    /// Numbers of deals fit in 64 bits: 39!/13!^3 is 8.4e16.
    fn draw(&self, rng: &mut Rng) -> Option<([u32; 3], [u32; 3])> {
        let mut total = 0;
        self.each(|_, _, ways| {
            total += ways;
            true
        });
        if total == 0 {
            return None;
        }
        let mut left = rng.below(total);
        let mut drawn = None;
        self.each(|first_of, rest, ways| {
            if left < ways {
                drawn = Some((first_of, rest));
                return false;
            }
            left -= ways;
            true
        });
        drawn
    }

    /// Visits every way to share by numbers, with how many deals it stands for, until told to stop.
    fn each(&self, mut visit: impl FnMut([u32; 3], [u32; 3], u64) -> bool) {
        let Shares { room, two, three } = *self;
        for a in 0..=two[0] {
            for b in 0..=two[1] {
                let Some(first) = room[0].checked_sub(a + b) else { continue };
                for c in 0..=two[2] {
                    let second = room[1].checked_sub(two[0] - a + c);
                    let third = room[2].checked_sub(two[1] - b + two[2] - c);
                    let (Some(second), Some(third)) = (second, third) else { continue };
                    if first + second + third != three {
                        continue;
                    }
                    let of_two = binomial(two[0], a) * binomial(two[1], b) * binomial(two[2], c);
                    let ways = of_two * binomial(three, first) * binomial(three - first, second);
                    if !visit([a, b, c], [first, second, third], ways) {
                        return;
                    }
                }
            }
        }
    }
}
