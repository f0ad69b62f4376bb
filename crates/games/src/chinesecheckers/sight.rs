//! What a learned evaluation sees of the star, through the eyes of one seat.

use super::star::{HOLES, STAR};
use super::{ChineseCheckers, Pawns, each};
use outwit_game::{MAX_SEATS, Player, Sight};

/// A hole each.
const PLANE: u32 = HOLES as u32;
/// Where inputs begin: steps left of each seat, who moves, and numbers of the own pawns.
const STEPS: u32 = 2 * PLANE;
const MOVER: u32 = STEPS + MAX_SEATS as u32;
const OWN: u32 = MOVER + MAX_SEATS as u32;

pub(super) const PAWNS: Sight = Sight {
    name: "pawns",
    summary: "your pawns and those of the others, turned so that you play upwards, and the steps everybody has left",
    inputs: OWN + 4,
    stages: ENDS.len() as u32 + 1,
};

/// With fewer steps left than these the stage is another one: a lead counts the more the nearer the end is.
const ENDS: [u32; 3] = [90, 45, 15];

/// So many steps are 1.
const SCALE: f32 = 25.0;

/// Pushes what a seat sees, itself the first of all seats.
pub(super) fn see(game: &ChineseCheckers, pawns: &Pawns, seat: Player, out: &mut Vec<(u32, f32)>) -> u32 {
    let goal = game.goals[seat.index()];
    let turned = &STAR.turned[goal];
    let own = pawns.of(seat) & ((1 << HOLES) - 1);
    for (from, holes) in [(0, own), (PLANE, pawns.taken() & !own)] {
        out.extend(each(holes).map(|hole| (from + u32::from(turned[hole]), 1.0)));
    }
    let mut least = f32::MAX;
    for place in 0..game.seats {
        let at = Player::new((seat.index() + place) % game.seats);
        let steps = game.distance(pawns, at) as f32 / SCALE;
        out.push((STEPS + place as u32, steps));
        if place > 0 {
            least = least.min(steps);
        }
        if at == pawns.mover {
            out.push((MOVER + place as u32, 1.0));
        }
    }
    let steps = game.distance(pawns, seat) as f32 / SCALE;
    let farthest = each(own).map(|hole| STAR.tallies[goal][hole] >> 24).max().unwrap_or(0);
    let squares: u32 = each(own).map(|hole| STAR.tallies[goal][hole] >> 24).map(|steps| steps * steps).sum();
    let numbers = [
        least - steps,
        game.corner_distance(pawns, seat) as f32 / SCALE,
        farthest as f32 / 16.0,
        squares as f32 / 800.0,
    ];
    out.extend(numbers.into_iter().zip(OWN..).map(|(x, input)| (input, x)));
    let nearest = Player::all(game.seats).map(|seat| game.distance(pawns, seat)).min().unwrap_or(0);
    ENDS.iter().filter(|&&steps| nearest < steps).count() as u32
}
