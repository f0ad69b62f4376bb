//! One tree a seat: nobody in the search knows what its seat would not.
//!
//! Multi-observer information-set search (Cowling, Powley and Whitehouse 2012). Every seat has a tree that branches by what
//! *that seat* sees, and decides by it alone: not we by their cards, not they by a move of ours that is still face down. At the
//! root a seat's positions in all worlds share one node. Outcomes of chance are drawn and belong to nobody's tree.

use super::company::{Company, Urge};
use super::formula::Formula;
use super::sets::key;
use super::simulate::{End, Grower};
use super::tree::{Tree, TurnCode, code};
use crate::belief::Decision;
use outwit_game::{Evaluation, Game, MAX_SEATS, Meter, MoveCode, Player, Problem, Rng, Turn};

impl<G: Game, E: Evaluation<G>, C: Company<G>> Grower<'_, G, E, C> {
    /// As [`grow`](Grower::grow), one tree a seat, each simulation in a world that `world` gives with its place among all.
    pub fn grow_seats(
        &mut self,
        trees: &mut [Tree],
        mut world: impl FnMut(&mut Rng) -> (usize, G::State),
        simulations: u64,
        meter: &mut Meter<'_>,
    ) -> Result<u64, Problem> {
        let mut done = 0;
        while done < simulations && !meter.is_stopped() {
            let (place, state) = world(&mut self.rng);
            self.company.gather(place, &mut self.rng);
            let End::Paid(payoffs, _) = self.simulate_for_seats(trees, state, meter)? else { break };
            for step in &self.path {
                trees[usize::from(step.1)].note(std::slice::from_ref(step), &payoffs, &self.wants);
            }
            done += 1;
        }
        Ok(done)
    }

    fn simulate_for_seats(
        &mut self,
        trees: &mut [Tree],
        mut state: G::State,
        meter: &mut Meter<'_>,
    ) -> Result<End, Problem> {
        let game = self.game;
        let (left, mut plies) = (meter.left(), 0);
        let mut at: [u32; MAX_SEATS] = std::array::from_fn(|seat| trees.get(seat).map_or(0, |tree| tree.root));
        self.path.clear();
        let end = loop {
            // Step 1. A move: by the tree of the seat whose turn it is.
            let (mv, is_new) = match game.turn(&state) {
                Turn::Over => break End::Paid(self.paid(&state), false),
                Turn::Chance if game.draws(&state) => break self.finish(&mut state, left, &mut plies)?,
                Turn::Chance => (game.draw(&state, &mut self.rng), false),
                Turn::Of(player) => {
                    let (tree, node) = (&mut trees[player.index()], at[player.index()]);
                    let Some(arm) = self.choose_arm(tree, node, &state, player)? else {
                        break self.finish(&mut state, left, &mut plies)?;
                    };
                    // Who chooses is also whose tree it is.
                    self.path.extend([node, arm].map(|place| (place, player.index() as TurnCode)));
                    let arm = &tree.nodes[arm as usize];
                    (G::Move::from_code(arm.mv), arm.visits == 0)
                }
            };
            if plies == left {
                break End::Unfinished;
            }
            let before = state.clone();
            game.play(&mut state, mv);
            plies += 1;
            // Step 2. What everybody sees of it.
            let mut is_full = false;
            if !is_new {
                for (seat, tree) in trees.iter_mut().enumerate() {
                    if let Some(seen) = game.observe(&before, mv, &state, Player::new(seat)) {
                        let next = tree.set_after(at[seat], key(&seen));
                        is_full |= next.is_none();
                        at[seat] = next.unwrap_or(at[seat]);
                    }
                }
            }
            if is_new || is_full {
                break self.finish(&mut state, left, &mut plies)?;
            }
        };
        meter.count_many(plies);
        match end {
            End::Unfinished => meter.stop(),
            End::Paid(..) => self.judge(&state),
        }
        Ok(end)
    }

    /// The arm that a seat takes at its set; none where there is no room for all it could take.
    fn choose_arm(
        &mut self,
        tree: &mut Tree,
        at: u32,
        state: &G::State,
        player: Player,
    ) -> Result<Option<u32>, Problem> {
        self.moves.clear();
        self.legal.clear();
        self.game.moves(state, &mut self.moves);
        let turn = code(Turn::Of(player));
        tree.nodes[at as usize].turn = turn;
        let known = tree.nodes[at as usize].children;
        if !tree.meet(at, self.moves.iter().map(|mv| mv.code()), &mut self.legal) {
            return Ok(None);
        }
        if tree.rules.formula == Formula::Puct && tree.nodes[at as usize].children > known {
            self.set_arm_priors(tree, at, state, turn);
        }
        let first = tree.nodes[at as usize].first;
        let decision = Decision::open(self.game, state, player, &self.moves);
        Ok(Some(match self.company.urge(&decision, None, &mut self.rng, &self.control)? {
            Urge::Own => tree.select_among(at, &mut self.legal, &self.ucb, &mut self.rng),
            Urge::Column(column, scale) => {
                let arms = self.legal.iter().map(|&place| first + u32::from(place));
                tree.select_by_column(at, arms, column, scale, &self.ucb, &mut self.rng)
            }
            Urge::Rule => first + u32::from(self.legal[self.rng.weighted(self.company.rule())]),
        }))
    }
}
