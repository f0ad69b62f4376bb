//! One simulation: down the tree by the formula, one new node, a rollout, and the result back up the path.

use super::company::{Company, Urge};
use super::formula::{Formula, Ucb1};
use super::rules::Aim;
use super::thrift::Thrift;
use super::tree::{CHANCE, OVER, Tree, TurnCode, code};
use super::{Fold, Options, Prior};
use crate::belief::{Adversary, Decision, Modelled};
use outwit_game::{
    Control, Evaluation, Game, Meter, MoveCode, Payoffs, Player, Problem, Rng, Turn, descend, end_values,
};

/// What grows one tree.
pub struct Grower<'a, G: Game, E, C = Adversary> {
    pub game: &'a G,
    pub evaluation: &'a E,
    pub options: &'a Options,
    /// How everybody plays after the tree's last node; at random where there is none.
    pub policy: Option<&'a mut Modelled<G>>,
    /// Who the others are believed to be.
    pub company: C,
    pub rng: Rng,
    pub control: Control<'a>,
    /// What payoffs are multiplied by before they are added up.
    pub(super) unit: f64,
    pub ucb: Ucb1,
    /// Plies a rollout may have.
    pub(super) horizon: u64,
    pub path: Vec<(u32, TurnCode)>,
    /// Where the mover can count on a proven value: how much of the path lies above, and the value.
    sure: Vec<(usize, Payoffs)>,
    pub moves: Vec<G::Move>,
    /// The offsets of their arms, in a tree of information sets.
    pub legal: Vec<u16>,
    pub(super) scratch: Vec<G::Move>,
    pub weights: Vec<f64>,
    /// What the end of a simulation is worth to everything that somebody may want.
    pub wants: Vec<f64>,
}

/// Simulations for each of the root's moves once the root is proven.
const MORE: u64 = 16;

/// How a simulation ended.
pub enum End {
    /// With this result; `true` if it is the result of a position that can have no other.
    Paid(Payoffs, bool),
    /// Before it was done: the budget is used up.
    Unfinished,
}

impl<'a, G: Game, E: Evaluation<G>, C: Company<G>> Grower<'a, G, E, C> {
    #[expect(clippy::too_many_arguments)]
    pub fn new(
        game: &'a G,
        evaluation: &'a E,
        options: &'a Options,
        policy: Option<&'a mut Modelled<G>>,
        company: C,
        rng: Rng,
        control: Control<'a>,
        unit: f64,
    ) -> Grower<'a, G, E, C> {
        Grower {
            unit,
            game,
            evaluation,
            options,
            policy,
            company,
            rng,
            control,
            ucb: Ucb1::new(options.c),
            horizon: options.horizon.map_or(u64::MAX, u64::from),
            path: Vec::new(),
            sure: Vec::new(),
            moves: Vec::new(),
            legal: Vec::new(),
            scratch: Vec::new(),
            weights: Vec::new(),
            wants: Vec::new(),
        }
    }

    /// Runs simulations from the tree's root, which stands at `state`, until so many are done, the meter says stop, or the
    /// root is proven. How many were done.
    pub fn grow(
        &mut self,
        tree: &mut Tree,
        state: &G::State,
        simulations: u64,
        meter: &mut Meter<'_>,
    ) -> Result<u64, Problem> {
        let (mut done, root) = (0, tree.root);
        let mut next_word = 1024;
        let mut thrift = Thrift::new(self.options, &self.game.facts());
        // Once the root is proven, a little more is spent on its other moves: some may be as good, and all have a value then.
        let mut more = None;
        while done < simulations && !meter.is_stopped() {
            if tree.proof(root).is_some() {
                let left = more.get_or_insert_with(|| MORE * u64::from(tree.nodes[root as usize].children));
                if *left == 0 || tree.children(root).all(|child| tree.proof(child).is_some()) {
                    break;
                }
                *left -= 1;
            }
            match self.simulate(tree, state, meter)? {
                End::Paid(payoffs, is_exact) => {
                    self.back_up(tree, &payoffs);
                    if is_exact && tree.rules.solver {
                        self.prove_upwards(tree, state, payoffs);
                    }
                    done += 1;
                }
                End::Unfinished => break,
            }
            if done == next_word {
                next_word *= 2;
                meter.tell(0, || format!("{done} simulations, {} positions", tree.nodes.len()));
            }
            if done == thrift.next && !thrift.is_worth(tree, meter.nodes()) {
                break;
            }
        }
        Ok(done)
    }

    /// Tells every node of the path what came of it; from a node on whose mover can count on more, that.
    #[inline]
    fn back_up(&mut self, tree: &mut Tree, payoffs: &Payoffs) {
        if C::SPEAKS {
            return tree.note(&self.path, payoffs, &self.wants);
        }
        if tree.rules.fold == Fold::Best {
            return tree.back_up_best(&self.path, payoffs);
        }
        let (mut payoffs, mut end) = (*payoffs, self.path.len());
        while let Some((length, sure)) = self.sure.pop() {
            tree.back_up(&self.path[length..end], &payoffs);
            (payoffs, end) = (sure, length);
        }
        tree.back_up(&self.path[..end], &payoffs);
    }

    #[inline]
    fn simulate(&mut self, tree: &mut Tree, from: &G::State, meter: &mut Meter<'_>) -> Result<End, Problem> {
        let game = self.game;
        let mut state = from.clone();
        let root = tree.root;
        let mut at = root;
        let left = meter.left();
        let mut plies = 0u64;
        self.path.clear();
        self.sure.clear();
        self.path.push((root, tree.nodes[root as usize].turn));
        if C::SPEAKS {
            self.company.gather(0, &mut self.rng);
        }
        let end = loop {
            let node = &tree.nodes[at as usize];
            // Step 1. A position whose value is known for good.
            if node.is_proven() && at != root {
                break End::Paid(*tree.proof(at).expect("it is proven"), false);
            }
            let turn = node.turn;
            if turn == OVER {
                break End::Paid(self.paid(&state), false);
            }
            // Step 2. Children come with the second visit.
            if node.children == 0 && !self.expand(tree, at, &state) {
                // No room for more, or nothing to list: simulate from here once more.
                break self.finish(&mut state, left, &mut plies)?;
            }
            // Step 3. A child.
            let child = if turn == CHANCE {
                self.draw(tree, at, &state)
            } else if C::SPEAKS {
                self.follow(tree, at, &state)?
            } else {
                let (child, sure) = tree.select(at, &self.ucb, &mut self.rng);
                if let Some(sure) = sure {
                    self.sure.push((self.path.len(), sure));
                }
                child
            };
            if plies == left {
                break End::Unfinished;
            }
            plies += 1;
            let &super::tree::Node { mv, by, visits, .. } = &tree.nodes[child as usize];
            self.play(&mut state, mv, by, turn, tree.rules.aim, tree.rules.seat);
            self.path.push((child, turn));
            at = child;
            // Step 4. A new node: what it pays, or a rollout.
            if visits == 0 {
                let turn = game.turn(&state);
                tree.nodes[child as usize].turn = code(turn);
                if turn.is_over() {
                    break End::Paid(self.paid(&state), true);
                }
                break self.finish(&mut state, left, &mut plies)?;
            }
        };
        // All counted at once: a count for each move would cost more than many a move.
        meter.count_many(plies);
        match end {
            End::Unfinished => meter.stop(),
            End::Paid(..) => self.judge(&state),
        }
        Ok(end)
    }

    /// What the end of a simulation is worth to whoever wants something else than its payoff.
    #[inline]
    pub fn judge(&mut self, state: &G::State) {
        if C::SPEAKS {
            self.company.judge(self.game, state, &mut self.wants);
            if self.unit != 1.0 {
                self.wants.iter_mut().for_each(|want| *want *= self.unit);
            }
        }
    }

    /// The child that the mover takes by what is believed about it.
    fn follow(&mut self, tree: &mut Tree, at: u32, state: &G::State) -> Result<u32, Problem> {
        let player = Player::new(tree.nodes[at as usize].turn.into());
        let children = tree.children(at);
        self.moves.clear();
        self.moves.extend(children.clone().map(|child| G::Move::from_code(tree.nodes[child as usize].mv)));
        let decision = Decision::open(self.game, state, player, &self.moves);
        Ok(match self.company.urge(&decision, Some(at), &mut self.rng, &self.control)? {
            Urge::Own => tree.select(at, &self.ucb, &mut self.rng).0,
            Urge::Column(column, scale) => tree.select_by_column(at, children, column, scale, &self.ucb, &mut self.rng),
            Urge::Rule => children.start + self.rng.weighted(self.company.rule()) as u32,
        })
    }

    /// Makes the move of a node.
    #[inline]
    fn play(&self, state: &mut G::State, mv: u32, by: u8, turn: TurnCode, aim: Aim, seat: Player) {
        if aim == Aim::BestReply {
            return self.play_best_reply(state, mv, by, turn, seat);
        }
        self.game.play(state, G::Move::from_code(mv));
    }

    /// Whoever of the others replies, everybody between passes; then it is the searching seat's turn.
    fn play_best_reply(&self, state: &mut G::State, mv: u32, by: u8, turn: TurnCode, seat: Player) {
        let game = self.game;
        if turn < CHANCE && by != turn {
            game.pass_to(state, Player::new(by.into()));
        }
        game.play(state, G::Move::from_code(mv));
        let was_others = turn < CHANCE && usize::from(turn) != seat.index();
        if was_others && matches!(game.turn(state), Turn::Of(next) if next != seat) {
            game.pass_to(state, seat);
        }
    }

    /// Lists the moves of a node. False where there are none to list, or no room for them.
    pub fn expand(&mut self, tree: &mut Tree, at: u32, state: &G::State) -> bool {
        let game = self.game;
        let turn = tree.nodes[at as usize].turn;
        debug_assert!(turn <= CHANCE, "only a position that is not over has moves");
        if turn == CHANCE && game.draws(state) {
            return false;
        }
        if tree.rules.aim == Aim::BestReply && turn != CHANCE && usize::from(turn) != tree.rules.seat.index() {
            return self.expand_replies(tree, at, state);
        }
        self.moves.clear();
        game.moves(state, &mut self.moves);
        if !tree.has_room(self.moves.len()) {
            return false;
        }
        tree.add_children(at, self.moves.iter().map(|mv| (mv.code(), turn)));
        if tree.rules.formula == Formula::Puct && turn != CHANCE {
            self.set_priors(tree, at, state, turn);
        }
        true
    }

    /// The moves of all the others, each as if those before it had passed.
    fn expand_replies(&mut self, tree: &mut Tree, at: u32, state: &G::State) -> bool {
        let game = self.game;
        let (turn, seat) = (tree.nodes[at as usize].turn, tree.rules.seat);
        let mut replies: Vec<(u32, u8)> = Vec::new();
        for player in Player::all(game.players()).filter(|&player| player != seat) {
            let by = player.index() as u8;
            let mut passed = state.clone();
            if by != turn && !game.pass_to(&mut passed, player) {
                continue;
            }
            self.moves.clear();
            if game.turn(&passed) == Turn::Of(player) {
                game.moves(&passed, &mut self.moves);
            }
            replies.extend(self.moves.iter().map(|mv| (mv.code(), by)));
        }
        if !tree.has_room(replies.len()) {
            return false;
        }
        tree.add_children(at, replies.into_iter());
        true
    }

    /// The child of an outcome drawn by its weight.
    fn draw(&mut self, tree: &mut Tree, at: u32, state: &G::State) -> u32 {
        let children = tree.children(at);
        let game = self.game;
        let weight = |tree: &Tree, child: u32| game.weight(state, G::Move::from_code(tree.nodes[child as usize].mv));
        let total: u64 = children.clone().map(|child| weight(tree, child)).sum();
        let mut left = self.rng.below(total);
        for child in children {
            let weight = weight(tree, child);
            if left < weight {
                if tree.nodes[child as usize].visits == 0 {
                    tree.nodes[at as usize].tried += 1;
                }
                return child;
            }
            left -= weight;
        }
        unreachable!("the draw lies below the sum of the weights")
    }

    /// How likely each move is to be good before anything is tried.
    fn set_priors(&mut self, tree: &mut Tree, at: u32, state: &G::State, turn: TurnCode) {
        self.weigh_moves(tree, state, turn);
        let best = self.weights.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let total: f64 = self.weights.iter().map(|weight| libm::exp(weight - best)).sum();
        for (child, weight) in tree.children(at).zip(&self.weights) {
            tree.set_prior(child, libm::exp(weight - best) / total);
        }
    }

    /// The logarithms of the moves' priors, up to a constant.
    pub fn weigh_moves(&mut self, tree: &Tree, state: &G::State, turn: TurnCode) {
        let game = self.game;
        self.weights.clear();
        for &mv in &self.moves {
            self.weights.push(match self.options.prior {
                Prior::Uniform => 0.0,
                Prior::Promise => f64::from(game.order_hint(state, mv)),
                Prior::Evaluation => {
                    let payoffs = descend(game, state, mv, |next| {
                        if game.turn(next).is_over() {
                            end_values(game, next, self.evaluation)
                        } else {
                            self.evaluation.values(game, next)
                        }
                    });
                    // A tenth of the range is a step that matters.
                    10.0 * (tree.rules.liking(turn, &payoffs) * self.unit * tree.rules.scale[usize::from(turn)])
                }
            });
        }
    }

    /// The last node of the path is known for good: so may be those above it.
    fn prove_upwards(&mut self, tree: &mut Tree, root: &G::State, payoffs: Payoffs) {
        let mut depth = self.path.len() - 1;
        tree.prove(self.path[depth].0, payoffs);
        while depth > 0 {
            depth -= 1;
            let (node, _) = self.path[depth];
            let proof = match tree.nodes[node as usize].turn {
                CHANCE => self.settled_chance(tree, root, depth),
                _ => tree.settled(node),
            };
            match proof {
                Some(payoffs) => tree.prove(node, payoffs),
                None => return,
            }
        }
    }

    /// A chance node is proven when all its outcomes are. Weights belong to the position, which is reached once more: that
    /// is rare enough.
    fn settled_chance(&self, tree: &Tree, root: &G::State, depth: usize) -> Option<Payoffs> {
        let node = self.path[depth].0;
        if tree.children(node).any(|child| tree.proof(child).is_none()) {
            return None;
        }
        let mut state = root.clone();
        for &(step, turn) in &self.path[1..=depth] {
            let super::tree::Node { mv, by, .. } = tree.nodes[step as usize];
            self.play(&mut state, mv, by, turn, tree.rules.aim, tree.rules.seat);
        }
        let (mut total, mut mean) = (0.0, Payoffs::ZERO);
        for child in tree.children(node) {
            let weight = self.game.weight(&state, G::Move::from_code(tree.nodes[child as usize].mv)) as f64;
            mean.add(weight, tree.proof(child)?);
            total += weight;
        }
        let mut payoffs = Payoffs::ZERO;
        payoffs.add(1.0 / total, &mean);
        Some(payoffs)
    }
}
