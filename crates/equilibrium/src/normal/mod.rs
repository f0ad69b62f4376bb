//! The normal form: every plan of every seat, and what each is paid when all carry theirs out.
//!
//! A *plan* (a reduced pure strategy) says what its seat does at each information set that its own earlier moves do not
//! rule out. Equilibria of any game with few plans are found on it: for two seats all of them ([`NormalForm::equilibria`])
//! or one ([`NormalForm::one_equilibrium`]), for more seats one ([`NormalForm::logit_equilibrium`]).

mod bimatrix;
mod logit;
mod nfg;

pub use nfg::{read_nfg, to_nfg};

use crate::extensive::{Extensive, Node, Strategy};
use crate::patience::go_on;
use outwit_game::{Control, Game, MAX_SEATS, Payoffs, Player, Problem};

/// A move for each information set of the seat that the plan may come to, by its place in a [`Strategy`].
type Plan = Vec<u32>;

/// Every plan of every seat, and what all are paid.
#[derive(Clone, Debug)]
pub struct NormalForm {
    players: usize,
    plans: Vec<Vec<Plan>>,
    names: Vec<Vec<String>>,
    /// One for each way to combine plans, seat 1's going by fastest.
    payoffs: Vec<Payoffs>,
}

/// A probability for each plan of each seat.
pub type Mixed = Vec<Vec<f64>>;

/// An end of the game: how likely chance lets it come about, the last own move of each seat on the way, what is paid.
struct End {
    chance: f64,
    last: [Option<u32>; MAX_SEATS],
    payoffs: Payoffs,
}

impl NormalForm {
    /// Of a game written out; more than `most` combinations of plans are refused. [`Control::stop`] ends it, as it ends the
    /// search for equilibria, with a problem.
    pub fn new<G: Game>(
        game: &G,
        tree: &Extensive<G>,
        most: usize,
        control: &Control<'_>,
    ) -> Result<NormalForm, Problem> {
        let players = game.players();
        let too_many =
            || Problem::new(format!("the seats have more than {most} combinations of plans, too many to list"));
        let mut combinations = 1usize;
        let mut plans = Vec::new();
        for seat in Player::all(players) {
            go_on(control)?;
            let own = plans_of(tree, seat, most).ok_or_else(too_many)?;
            combinations = combinations.checked_mul(own.len()).filter(|&count| count <= most).ok_or_else(too_many)?;
            plans.push(own);
        }
        let mut texts = vec![String::new(); tree.width()];
        let mut ends = Vec::new();
        let reached = End { chance: 1.0, last: [None; MAX_SEATS], payoffs: Payoffs::ZERO };
        collect(game, tree, 0, &tree.start, reached, &mut texts, &mut ends);
        let name = |plan: &Plan| match plan.iter().map(|&place| texts[place as usize].as_str()).collect::<Vec<_>>()[..]
        {
            [] => "-".to_string(),
            ref words => words.join("."),
        };
        let names = plans.iter().map(|own| own.iter().map(name).collect()).collect();
        let mut form = NormalForm { players, plans, names, payoffs: vec![Payoffs::ZERO; combinations] };
        for end in ends {
            go_on(control)?;
            form.add(&end);
        }
        Ok(form)
    }

    /// A table of payoffs as it stands, with the names of what each seat may do.
    pub fn of_table(names: Vec<Vec<String>>, payoffs: Vec<Payoffs>) -> NormalForm {
        let plans = names.iter().map(|own| vec![Vec::new(); own.len()]).collect();
        NormalForm { players: names.len(), plans, names, payoffs }
    }

    /// Adds an end to all combinations of plans that lead there.
    fn add(&mut self, end: &End) {
        let fitting = |seat: usize| -> Vec<usize> {
            let fits = |plan: &Plan| end.last[seat].is_none_or(|place| plan.contains(&place));
            (0..self.plans[seat].len()).filter(|&plan| fits(&self.plans[seat][plan])).collect()
        };
        let mut places = vec![0];
        let mut stride = 1;
        for seat in 0..self.players {
            let own = fitting(seat);
            places = places.iter().flat_map(|&place| own.iter().map(move |plan| place + plan * stride)).collect();
            stride *= self.plans[seat].len();
        }
        for place in places {
            self.payoffs[place].add(end.chance, &end.payoffs);
        }
    }

    /// How many seats there are.
    pub fn players(&self) -> usize {
        self.players
    }

    /// What the plans of a seat are called: their moves, in the order of the information sets.
    pub fn names(&self, seat: Player) -> &[String] {
        &self.names[seat.index()]
    }

    /// What is paid, for each way to combine plans, seat 1's going by fastest.
    pub fn payoffs(&self) -> &[Payoffs] {
        &self.payoffs
    }

    fn sizes(&self) -> Vec<usize> {
        self.names.iter().map(Vec::len).collect()
    }

    /// Where one seat at most has a choice, the plans that pay it most, each by itself: nobody else's answer is waited for.
    fn best_alone(&self) -> Option<Vec<Mixed>> {
        let sizes = self.sizes();
        let mut choosers = (0..self.players).filter(|&seat| sizes[seat] > 1);
        let chooser = choosers.next().unwrap_or(0);
        if choosers.next().is_some() {
            return None;
        }
        let seat = Player::new(chooser);
        let most = self.payoffs.iter().map(|payoffs| payoffs[seat]).fold(f64::NEG_INFINITY, f64::max);
        let near = 1e-9 * self.span();
        let alone = |plan: usize| {
            let of = |other: usize| {
                (0..sizes[other]).map(|own| f64::from(u8::from(other != chooser || own == plan))).collect()
            };
            (0..self.players).map(of).collect()
        };
        // One combination for each plan of the only seat that has several.
        let best = self.payoffs.iter().enumerate().filter(|(_, payoffs)| payoffs[seat] >= most - near);
        Some(best.map(|(plan, _)| alone(plan)).collect())
    }

    /// What each seat is paid when all mix their plans so.
    pub fn value(&self, mixed: &Mixed) -> Payoffs {
        let mut sum = Payoffs::ZERO;
        self.for_each(|plans, payoffs| {
            let p: f64 = plans.iter().enumerate().map(|(seat, &plan)| mixed[seat][plan]).product();
            if p > 0.0 {
                sum.add(p, payoffs);
            }
        });
        sum
    }

    /// What each plan of a seat is paid when the others mix theirs.
    pub fn replies(&self, mixed: &Mixed, seat: Player) -> Vec<f64> {
        let mut sums = vec![0.0; self.names[seat.index()].len()];
        self.for_each(|plans, payoffs| {
            let others = plans.iter().enumerate().filter(|(other, _)| *other != seat.index());
            let p: f64 = others.map(|(other, &plan)| mixed[other][plan]).product();
            sums[plans[seat.index()]] += p * payoffs[seat];
        });
        sums
    }

    /// The most that a seat could gain by another plan: 0 in an equilibrium.
    pub fn regret(&self, mixed: &Mixed) -> f64 {
        let value = self.value(mixed);
        let gain = |seat| self.replies(mixed, seat).into_iter().fold(f64::NEG_INFINITY, f64::max) - value[seat];
        Player::all(self.players).map(gain).fold(0.0, f64::max)
    }

    fn for_each(&self, mut visit: impl FnMut(&[usize], &Payoffs)) {
        let sizes = self.sizes();
        let mut plans = vec![0; self.players];
        for payoffs in &self.payoffs {
            visit(&plans, payoffs);
            for (plan, &size) in plans.iter_mut().zip(&sizes) {
                *plan += 1;
                if *plan < size {
                    break;
                }
                *plan = 0;
            }
        }
    }

    /// The same as probabilities of moves at each information set; `None` for those that the seat's own plans never reach.
    pub fn behaviour<G: Game>(&self, tree: &Extensive<G>, mixed: &Mixed) -> (Strategy, Vec<bool>) {
        let mut strategy = Strategy::uniform(tree);
        let mut is_reached = vec![false; tree.sets.len()];
        for (number, set) in tree.sets.iter().enumerate() {
            let seat = set.seat.index();
            let places = set.first..set.first + set.count;
            let weights: Vec<f64> = places
                .map(|place| {
                    let uses = |plan: &Plan| plan.contains(&place);
                    self.plans[seat].iter().zip(&mixed[seat]).filter(|(plan, _)| uses(plan)).map(|(_, p)| p).sum()
                })
                .collect();
            let total: f64 = weights.iter().sum();
            if total > 1e-12 {
                is_reached[number] = true;
                for (place, weight) in strategy.moves_mut(set).iter_mut().zip(weights) {
                    *place = weight / total;
                }
            }
        }
        (strategy, is_reached)
    }
}

/// The plans of a seat; `None` if they are more than `most`.
fn plans_of<G: Game>(tree: &Extensive<G>, seat: Player, most: usize) -> Option<Vec<Plan>> {
    if count_plans(tree, seat) > most as f64 {
        return None;
    }
    let mut plans: Vec<Plan> = vec![Vec::new()];
    // A set comes after the seat's own moves that lead to it.
    for set in tree.sets.iter().filter(|set| set.seat == seat) {
        let mut next = Vec::new();
        for plan in plans {
            if set.before.is_some_and(|before| !plan.contains(&before)) {
                next.push(plan);
                continue;
            }
            for place in set.first..set.first + set.count {
                let mut longer = plan.clone();
                longer.push(place);
                next.push(longer);
            }
        }
        plans = next;
    }
    Some(plans)
}

/// How many plans a seat has: at each set one move, with what may come after it.
fn count_plans<G: Game>(tree: &Extensive<G>, seat: Player) -> f64 {
    let mut after = vec![1.0; tree.width()];
    let mut all = 1.0;
    for set in tree.sets.iter().rev().filter(|set| set.seat == seat) {
        let here: f64 = (set.first..set.first + set.count).map(|place| after[place as usize]).sum();
        match set.before {
            Some(before) => after[before as usize] *= here,
            None => all *= here,
        }
    }
    all
}

/// The ends below a node, and the texts of the moves at all sets.
fn collect<G: Game>(
    game: &G,
    tree: &Extensive<G>,
    node: u32,
    state: &G::State,
    reached: End,
    texts: &mut [String],
    ends: &mut Vec<End>,
) {
    let (first, count, set) = match tree.nodes[node as usize] {
        Node::Over(_) => {
            ends.push(End { payoffs: game.payoffs(state), ..reached });
            return;
        }
        Node::Chance { first, count } => (first, count, None),
        Node::Decision { seat, set, first, count } => (first, count, Some((seat, tree.sets[set as usize].first))),
    };
    for index in 0..count {
        let (child, p) = tree.children[(first + index) as usize];
        let mv = tree.moves[(first + index) as usize];
        let mut below = End { chance: reached.chance, last: reached.last, payoffs: Payoffs::ZERO };
        match set {
            None => below.chance *= p,
            Some((seat, base)) => {
                below.last[seat.index()] = Some(base + index);
                let text = &mut texts[(base + index) as usize];
                if text.is_empty() {
                    *text = game.move_text(state, mv);
                }
            }
        }
        let mut next = state.clone();
        game.play(&mut next, mv);
        collect(game, tree, child, &next, below, texts, ends);
    }
}
