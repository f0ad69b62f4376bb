//! Ladders: a race for three seats, written against nothing but outwit's prelude.
//!
//! Each seat climbs a ladder of 8 rungs. In turn a seat climbs one rung, `up`, or saws one off the ladder of whoever is
//! highest among the others, `saw`, who then stands one lower. Whoever reaches the top wins. After 30 turns nobody has won.
//! A position is the three heights, the turns played and the seat to move: `0,2,1 3 1`.

use outwit::prelude::*;

/// The rules.
#[derive(Clone, Copy, Debug)]
pub struct Ladders;

const SEATS: usize = 3;
const TOP: u8 = 8;
const LONGEST: u8 = 30;

/// A position: all that the future depends on, and nothing else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Heights {
    rungs: [u8; SEATS],
    played: u8,
    mover: Player,
}

/// What a seat can do. A type of one's own says how it becomes a number and back; plain integers need not.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Step {
    /// Climb a rung.
    Up,
    /// Saw a rung off the ladder of this seat.
    Saw(Player),
}

impl MoveCode for Step {
    fn code(self) -> u32 {
        match self {
            Step::Up => 0,
            Step::Saw(victim) => victim.number() as u32,
        }
    }

    fn from_code(code: u32) -> Step {
        if code == 0 { Step::Up } else { Step::Saw(Player::new(code as usize - 1)) }
    }
}

impl Heights {
    fn winner(&self) -> Option<Player> {
        Player::all(SEATS).find(|seat| self.rungs[seat.index()] == TOP)
    }
}

impl Game for Ladders {
    type State = Heights;
    type Move = Step;
    type Seen = Step; // an open game: everybody sees every move

    fn players(&self) -> usize {
        SEATS
    }

    fn facts(&self) -> Facts {
        Facts { lowest: -0.5, ..Facts::win_draw_loss() }
    }

    fn start(&self, _rng: &mut Rng) -> Heights {
        Heights { rungs: [0; SEATS], played: 0, mover: Player::FIRST }
    }

    fn turn(&self, at: &Heights) -> Turn {
        if at.winner().is_some() || at.played == LONGEST { Turn::Over } else { Turn::Of(at.mover) }
    }

    fn moves(&self, at: &Heights, out: &mut Vec<Step>) {
        out.push(Step::Up);
        let others = Player::all(SEATS).filter(|seat| *seat != at.mover);
        let highest = others.clone().map(|seat| at.rungs[seat.index()]).max().unwrap_or(0);
        out.extend(others.filter(|seat| highest > 0 && at.rungs[seat.index()] == highest).map(Step::Saw));
    }

    fn play(&self, at: &mut Heights, step: Step) {
        match step {
            Step::Up => at.rungs[at.mover.index()] += 1,
            Step::Saw(victim) => at.rungs[victim.index()] -= 1,
        }
        at.played += 1;
        at.mover = at.mover.next(SEATS);
    }

    fn payoffs(&self, at: &Heights) -> Payoffs {
        // With three seats the winner gets 1 and the others lose a half each.
        at.winner().map_or(Payoffs::ZERO, |winner| Payoffs::win(winner, SEATS))
    }

    fn move_text(&self, _at: &Heights, step: Step) -> String {
        match step {
            Step::Up => "up".to_string(),
            Step::Saw(victim) => format!("saw{}", victim.number()),
        }
    }

    fn position_text(&self, at: &Heights) -> String {
        let [one, two, three] = at.rungs;
        format!("{one},{two},{three} {} {}", at.played, at.mover.number())
    }

    fn read_position(&self, text: &str) -> Result<Heights, Problem> {
        let wrong = || Problem::new(format!("`{text}` is not a position: write it as in `0,2,1 3 1`"));
        let words: Vec<&str> = text.split(' ').collect();
        let [heights, played, mover] = words[..].try_into().map_err(|_| wrong())?;
        let heights: Vec<u8> = heights.split(',').map_while(|rung| rung.parse().ok()).collect();
        let rungs: [u8; SEATS] = heights.try_into().map_err(|_| wrong())?;
        let played = played.parse().ok().filter(|&played| played <= LONGEST).ok_or_else(wrong)?;
        let mover = Player::all(SEATS).find(|seat| seat.number().to_string() == mover).ok_or_else(wrong)?;
        if rungs.iter().any(|&rung| rung > TOP) || rungs.iter().filter(|&&rung| rung == TOP).count() > 1 {
            return Err(Problem::new(format!(
                "`{text}`: a ladder has {TOP} rungs, and one seat at most is at the top"
            )));
        }
        Ok(Heights { rungs, played, mover })
    }

    fn picture(&self, at: &Heights) -> String {
        let ladder = |seat: Player| format!("{seat} |{:<8}|", "#".repeat(at.rungs[seat.index()].into()));
        Player::all(SEATS).map(ladder).collect::<Vec<_>>().join("\n")
    }
}

/// How high a seat stands above the mean of the others, in ladders.
#[derive(Clone, Copy, Debug)]
pub struct Height;

impl Evaluation<Ladders> for Height {
    fn value(&self, _game: &Ladders, at: &Heights, seat: Player) -> f64 {
        let own = f64::from(at.rungs[seat.index()]);
        let all: f64 = at.rungs.iter().map(|&rung| f64::from(rung)).sum();
        (own - (all - own) / 2.0) / f64::from(TOP) / 2.0
    }
}

impl Evaluated for Ladders {
    type Evaluation = Height;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        &[NamedEvaluation { name: "height", summary: "rungs above the mean of the others, over 16" }]
    }

    fn evaluation(&self, _index: usize) -> Height {
        Height
    }
}
