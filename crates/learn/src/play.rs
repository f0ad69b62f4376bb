//! A game of a model against itself, and what there is to learn from it.

use crate::grades::Chances;
use crate::learned::{Desk, Learned};
use crate::train::Plan;
use outwit_game::{Evaluated, MAX_SEATS, Payoffs, Player, Rng, SampleLimits, Table, Turn, sample_world};

/// What was seen once, and the chances it should have been given.
pub(crate) struct Lesson {
    pub(crate) stage: u32,
    /// Where its inputs stand in those of the game.
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) target: Chances,
}

/// The lessons of a game.
#[derive(Default)]
pub(crate) struct Lessons {
    pub(crate) inputs: Vec<(u32, f32)>,
    pub(crate) list: Vec<Lesson>,
    pub(crate) plies: u32,
}

/// Chances of those whose eyes count: of every seat, or of the one seat of two that looks on.
#[derive(Clone, Copy)]
struct Outlook {
    onlooker: Player,
    chances: [Chances; MAX_SEATS],
}

/// A position that was reached by a move, and what came after it.
struct Step {
    onlooker: Player,
    /// A look for each pair of eyes: stage and inputs.
    looks: [(u32, usize, usize); MAX_SEATS],
    /// The least and the most that each can still get.
    reach: [(f32, f32); MAX_SEATS],
    /// What the best next move promised, or what was paid. `None` when play was broken off.
    next: Option<Outlook>,
    /// Whether another move was made than the best one, so that what came later says nothing about this position.
    is_cut: bool,
}

/// Plays game number `index` and gathers what there is to learn from it.
pub(crate) fn play<G: Evaluated>(game: &G, learned: &Learned, plan: &Plan, index: u64) -> Lessons {
    let mut rng = Rng::stream(plan.seed, index);
    SelfPlay::<G> {
        game,
        learned,
        plan,
        desk: Desk::default(),
        eyes: if learned.is_shared() { 1 } else { game.players() },
    }
    .play(&mut rng)
}

struct SelfPlay<'a, G: Evaluated> {
    game: &'a G,
    learned: &'a Learned,
    plan: &'a Plan,
    desk: Desk,
    /// How many pairs of eyes look at a position.
    eyes: usize,
}

/// A position that was looked ahead from: what it promises, and the position that says so.
struct Backed<S> {
    outlook: Outlook,
    leaf: S,
}

impl<G: Evaluated> SelfPlay<'_, G> {
    fn play(&mut self, rng: &mut Rng) -> Lessons {
        let (game, plan) = (self.game, self.plan);
        let is_hidden = game.facts().hidden;
        let mut lessons = Lessons::default();
        let mut steps: Vec<Step> = Vec::new();
        let mut state = game.start(rng);
        // Only a table knows what seats have seen.
        let mut table = is_hidden.then(|| Table::at(game, state.clone()));
        let mut moves = Vec::new();
        let opening = rng.below(u64::from(plan.opening) + 1) as u32;
        let mut decisions = 0;
        while lessons.plies < plan.cap {
            lessons.plies += 1;
            let mover = match game.turn(&state) {
                Turn::Over => break,
                Turn::Chance => {
                    if plan.all_chances
                        && !game.draws(&state)
                        && !is_hidden
                        && let Some(step) = steps.last_mut()
                    {
                        step.next = Some(self.expected(&state));
                    }
                    let outcome = game.draw(&state, rng);
                    game.play(&mut state, outcome);
                    table.iter_mut().for_each(|table| table.play(outcome));
                    continue;
                }
                Turn::Of(mover) => mover,
            };
            moves.clear();
            game.moves(&state, &mut moves);
            decisions += 1;
            // Step 1. The best move, and whether another one is tried.
            let is_random = decisions <= opening || rng.unit() < plan.explore;
            let random = rng.index(moves.len());
            if is_random && steps.is_empty() {
                game.play(&mut state, moves[random]);
                table.iter_mut().for_each(|table| table.play(moves[random]));
                continue;
            }
            let (best, backed) = match &table {
                Some(table) => self.choose_hidden(table, mover, &moves, rng),
                None => self.choose(&state, mover, &moves),
            };
            if let Some(step) = steps.last_mut() {
                if step.next.is_none() || !plan.all_chances {
                    step.next = Some(backed.outlook);
                }
                step.is_cut = is_random;
            }
            // Step 2. The move, and what it leads to.
            let mv = moves[if is_random { random } else { best }];
            game.play(&mut state, mv);
            table.iter_mut().for_each(|table| table.play(mv));
            if game.turn(&state).is_over() {
                break;
            }
            let seen = if plan.depth > 1 && !is_random && !is_hidden { &backed.leaf } else { &state };
            if !game.turn(seen).is_over() {
                steps.push(self.step(seen, &mut lessons.inputs));
            } else {
                // Play to the end was foreseen: there is nothing to be learned here.
                steps.push(self.step(&state, &mut lessons.inputs));
            }
        }
        if game.turn(&state).is_over()
            && let Some(step) = steps.last_mut().filter(|step| step.next.is_none())
        {
            // Chance has ended it.
            step.next = Some(self.paid(&game.payoffs(&state)));
        }
        self.targets(&steps, &mut lessons);
        lessons
    }

    /// What should have been expected at each step: what came next, and so on to the end, the later the less.
    fn targets(&self, steps: &[Step], lessons: &mut Lessons) {
        let (lambda, outputs) = (self.plan.lambda as f32, self.learned.shape.outputs);
        let mut later: Option<Outlook> = None;
        for step in steps.iter().rev() {
            let Some(mut target) = step.next else {
                later = None;
                continue;
            };
            if let Some(later) = later.filter(|_| !step.is_cut) {
                for eye in 0..self.eyes {
                    let seen_later = self.turned(&later.chances[eye], later.onlooker, target.onlooker);
                    for (now, later) in target.chances[eye].iter_mut().zip(seen_later).take(outputs) {
                        *now += lambda * (later - *now);
                    }
                }
            }
            for eye in 0..self.eyes {
                target.chances[eye] = self.turned(&target.chances[eye], target.onlooker, step.onlooker);
                let (stage, from, to) = step.looks[eye];
                let mut wanted = target.chances[eye];
                if !self.learned.is_shared() {
                    let (low, high) = step.reach[eye];
                    if high <= low {
                        continue;
                    }
                    wanted[0] = ((wanted[0] - low) / (high - low)).clamp(0.0, 1.0);
                }
                lessons.list.push(Lesson { stage, from, to, target: wanted });
            }
            target.onlooker = step.onlooker;
            later = Some(target);
        }
    }

    /// Chances seen by one of two seats as the other sees them.
    fn turned(&self, chances: &Chances, of: Player, to: Player) -> Chances {
        if of == to || self.eyes > 1 { *chances } else { self.learned.grades.of_other(chances) }
    }

    fn step(&mut self, state: &G::State, inputs: &mut Vec<(u32, f32)>) -> Step {
        let onlooker = self.game.onlooker(state);
        let (mut looks, mut reach) = ([(0, 0, 0); MAX_SEATS], [(0.0, 1.0); MAX_SEATS]);
        for (eye, look) in looks.iter_mut().enumerate().take(self.eyes) {
            let seat = if self.eyes == 1 { onlooker } else { Player::new(eye) };
            let from = inputs.len();
            let stage = self.learned.see(self.game, state, seat, inputs);
            *look = (stage, from, inputs.len());
            if !self.learned.is_shared() {
                reach[eye] = self.learned.within_reach(self.game, state, seat);
            }
        }
        Step { onlooker, looks, reach, next: None, is_cut: false }
    }

    fn paid(&self, payoffs: &Payoffs) -> Outlook {
        let mut chances = [Chances::default(); MAX_SEATS];
        for (eye, chances) in chances.iter_mut().enumerate().take(self.eyes) {
            *chances = self.learned.grades.of_payoff(payoffs[Player::new(eye)]);
        }
        Outlook { onlooker: Player::FIRST, chances }
    }

    /// What a position promises at a look.
    fn outlook(&mut self, state: &G::State) -> Outlook {
        if self.game.turn(state).is_over() {
            return self.paid(&self.game.payoffs(state));
        }
        let onlooker = self.game.onlooker(state);
        let mut chances = [Chances::default(); MAX_SEATS];
        for (eye, chances) in chances.iter_mut().enumerate().take(self.eyes) {
            let seat = if self.eyes == 1 { onlooker } else { Player::new(eye) };
            *chances = self.learned.chances(self.game, state, seat, &mut self.desk);
        }
        Outlook { onlooker, chances }
    }

    /// What an outlook is worth to a seat.
    fn worth(&self, outlook: &Outlook, seat: Player) -> f64 {
        let grades = &self.learned.grades;
        match self.eyes {
            1 => grades.value(&self.turned(&outlook.chances[0], outlook.onlooker, seat)),
            _ => grades.value(&outlook.chances[seat.index()]),
        }
    }

    /// The place of the best move and what it promises.
    fn choose(&mut self, state: &G::State, mover: Player, moves: &[G::Move]) -> (usize, Backed<G::State>) {
        let mut best: Option<(usize, f64, Backed<G::State>)> = None;
        for (place, &mv) in moves.iter().enumerate() {
            let mut after = state.clone();
            self.game.play(&mut after, mv);
            if self.plan.depth <= 1 && self.eyes > 1 {
                // Only the mover's eyes are needed to choose.
                let worth = match self.game.turn(&after).is_over() {
                    true => self.game.payoffs(&after)[mover],
                    false => {
                        let chances = self.learned.chances(self.game, &after, mover, &mut self.desk);
                        self.learned.grades.value(&chances)
                    }
                };
                if best.as_ref().is_none_or(|(_, most, _)| worth > *most) {
                    let outlook = Outlook { onlooker: mover, chances: [Chances::default(); MAX_SEATS] };
                    best = Some((place, worth, Backed { outlook, leaf: after }));
                }
                continue;
            }
            let backed = self.look_ahead(after, self.plan.depth.saturating_sub(1));
            let worth = self.worth(&backed.outlook, mover);
            if best.as_ref().is_none_or(|(_, most, _)| worth > *most) {
                best = Some((place, worth, backed));
            }
        }
        let (place, _, mut backed) = best.expect("somebody to move has a move");
        if self.plan.depth <= 1 && self.eyes > 1 {
            backed.outlook = self.outlook(&backed.leaf);
        }
        (place, backed)
    }

    /// So many plies ahead, everybody for itself.
    fn look_ahead(&mut self, state: G::State, depth: u32) -> Backed<G::State> {
        let game = self.game;
        let turn = game.turn(&state);
        match turn {
            _ if depth == 0 || turn.is_over() || game.draws(&state) => {
                let outlook = self.outlook(&state);
                Backed { outlook, leaf: state }
            }
            Turn::Of(mover) => {
                let mut moves = Vec::new();
                game.moves(&state, &mut moves);
                let mut best: Option<(f64, Backed<G::State>)> = None;
                for &mv in &moves {
                    let mut after = state.clone();
                    game.play(&mut after, mv);
                    let backed = self.look_ahead(after, depth - 1);
                    let worth = self.worth(&backed.outlook, mover);
                    if best.as_ref().is_none_or(|(most, _)| worth > *most) {
                        best = Some((worth, backed));
                    }
                }
                best.expect("somebody to move has a move").1
            }
            _ => {
                let outlook = self.average(&state, |this, after| this.look_ahead(after, depth - 1).outlook);
                Backed { outlook, leaf: state }
            }
        }
    }

    /// The mean over all outcomes of chance.
    fn average(&mut self, state: &G::State, of: impl Fn(&mut Self, G::State) -> Outlook) -> Outlook {
        let (game, onlooker) = (self.game, self.game.onlooker(state));
        let mut outcomes = Vec::new();
        game.moves(state, &mut outcomes);
        let total: f64 = outcomes.iter().map(|&outcome| game.weight(state, outcome) as f64).sum();
        let mut mean = Outlook { onlooker, chances: [Chances::default(); MAX_SEATS] };
        for &outcome in &outcomes {
            let share = (game.weight(state, outcome) as f64 / total) as f32;
            let mut after = state.clone();
            game.play(&mut after, outcome);
            let outlook = of(self, after);
            for eye in 0..self.eyes {
                let chances = self.turned(&outlook.chances[eye], outlook.onlooker, onlooker);
                for (mean, chance) in mean.chances[eye].iter_mut().zip(chances) {
                    *mean += share * chance;
                }
            }
        }
        mean
    }

    /// What is to be expected where chance is about to move and then somebody does what is best for it.
    fn expected(&mut self, state: &G::State) -> Outlook {
        self.average(state, |this, after| {
            let Turn::Of(mover) = this.game.turn(&after) else { return this.outlook(&after) };
            let mut moves = Vec::new();
            this.game.moves(&after, &mut moves);
            this.choose(&after, mover, &moves).1.outlook
        })
    }

    /// The same where something is hidden: the best on average over worlds that agree with what the mover has seen. What is
    /// learned from is the true position, as far as the sight shows it.
    fn choose_hidden(
        &mut self,
        table: &Table<'_, G>,
        mover: Player,
        moves: &[G::Move],
        rng: &mut Rng,
    ) -> (usize, Backed<G::State>) {
        let (game, view) = (self.game, table.view(mover));
        let mut sums = vec![0.0; moves.len()];
        for _ in 0..self.plan.worlds.max(1) {
            let world = game.sample(&view, rng).or_else(|| sample_world(&view, rng, SampleLimits::default()));
            let Some(world) = world else { continue };
            for (sum, &mv) in sums.iter_mut().zip(moves) {
                let mut after = world.clone();
                game.play(&mut after, mv);
                *sum += match game.turn(&after).is_over() {
                    true => game.payoffs(&after)[mover],
                    false => self.learned.worth(game, &after, mover, &mut self.desk),
                };
            }
        }
        let best = (0..moves.len()).fold(0, |best, place| if sums[place] > sums[best] { place } else { best });
        let mut leaf = table.state().clone();
        game.play(&mut leaf, moves[best]);
        let outlook = self.outlook(&leaf);
        (best, Backed { outlook, leaf })
    }
}

/// What seats that go by these evaluations get, each move the one that looks best at once.
pub(crate) fn match_game<G: Evaluated>(game: &G, seats: &[&Learned], plan: &Plan, seed: u64) -> Option<Payoffs> {
    let quick = Plan { depth: 1, all_chances: false, ..plan.clone() };
    let mut rng = Rng::new(seed);
    let mut state = game.start(&mut rng);
    let mut table = game.facts().hidden.then(|| Table::at(game, state.clone()));
    let mut moves = Vec::new();
    let opening = rng.below(u64::from(plan.opening) + 1) as u32;
    for ply in 0..plan.cap {
        let mv = match game.turn(&state) {
            Turn::Over => return Some(game.payoffs(&state)),
            Turn::Chance => game.draw(&state, &mut rng),
            Turn::Of(mover) => {
                moves.clear();
                game.moves(&state, &mut moves);
                let learned = seats[mover.index()];
                let eyes = if learned.is_shared() { 1 } else { game.players() };
                let mut player = SelfPlay::<G> { game, learned, plan: &quick, desk: Desk::default(), eyes };
                match &table {
                    _ if ply < opening => moves[rng.index(moves.len())],
                    Some(table) => moves[player.choose_hidden(table, mover, &moves, &mut rng).0],
                    None => moves[player.choose(&state, mover, &moves).0],
                }
            }
        };
        game.play(&mut state, mv);
        table.iter_mut().for_each(|table| table.play(mv));
    }
    None
}
