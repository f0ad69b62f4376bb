//! What the trees say in the end.

use super::tree::{CHANCE, Tree, TurnCode};
use super::written::SetScribe;
use super::{Aim, Choice, Information, Options};
use crate::findings::{Findings, Found, UNKNOWN, no_tree, untyped};
use crate::grow::record::{has_ended, in_range};
use outwit_game::{
    AnyMove, Bound, Evaluation, Game, MoveCode, Outline, OutlineTurn, Payoffs, Player, SeatValues, Turn, equally_good,
};

/// Trees that have grown from one position.
pub struct Searched<'a> {
    pub trees: Vec<&'a Tree>,
    pub simulations: u64,
    /// Moves made.
    pub nodes: u64,
}

/// What all trees together say of one move.
struct Arm {
    visits: u64,
    sums: Payoffs,
    proof: Option<Payoffs>,
}

impl Arm {
    fn mean(&self) -> Payoffs {
        let mut mean = Payoffs::ZERO;
        match &self.proof {
            Some(proof) => mean = *proof,
            None if self.visits > 0 => mean.add(1.0 / self.visits as f64, &self.sums),
            None => {}
        }
        mean
    }

    fn is_known(&self) -> bool {
        self.visits > 0 || self.proof.is_some()
    }
}

/// The findings of trees whose root stands at `state`. Trees of information sets are there if the game `HIDES` something.
pub fn findings<G: Game, E: Evaluation<G>, const HIDES: bool>(
    game: &G,
    state: &G::State,
    searched: &Searched<'_>,
    worlds: &[(&G::State, f64)],
    options: &Options,
    evaluation: &E,
    record: Option<usize>,
) -> Findings<G::Move> {
    let rules = &searched.trees[0].rules;
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let is_open = searched.trees[0].sets.is_none();
    let text = |place: usize| game.move_text(state, moves[place]);
    let mut findings: Findings<G::Move> = said(searched, &untyped(&moves), options.choice, &text).typed();
    let remarks = &mut findings.remarks;
    let tree = match record {
        Some(_) if rules.aim == Aim::BestReply => {
            remarks.push(no_tree("one of best replies is no tree of the game"));
            None
        }
        Some(limit) if HIDES && !is_open => {
            let (tree, is_own) = (searched.trees[0], options.information == Information::PerSeat);
            let scribe = SetScribe { game, tree, least: least_visits(tree, limit, remarks), is_own };
            remarks
                .push("the tree is one of what the seat can tell apart: its values are means over worlds".to_string());
            Some(in_range(game, scribe.write(worlds.iter().map(|(state, weight)| (*state, *weight)))))
        }
        record => record.map(|limit| {
            let tree = searched.trees[0];
            let least = least_visits(tree, limit, remarks);
            let looks = |state: &G::State| evaluation.values(game, state);
            let scribe = Scribe { game, tree, least, value: &|at, chooser| mean(tree, at, chooser), looks: &looks };
            in_range(game, scribe.write(tree.root, state, String::new(), None, tree.nodes[tree.root as usize].turn))
        }),
    };
    findings.tree = tree;
    findings
}

/// All that the trees say of the root's moves, by their codes and texts: without the game's type, so that it is compiled once.
fn said(
    searched: &Searched<'_>,
    moves: &[AnyMove],
    choice: Choice,
    text: &dyn Fn(usize) -> String,
) -> Findings<AnyMove> {
    let rules = &searched.trees[0].rules;
    let players = rules.players;
    let turn = rules.seat.index() as TurnCode;
    // Step 1. All trees' counts, move by move.
    let arms: Vec<Arm> = moves.iter().map(|mv| arm(&searched.trees, mv.code(), turn)).collect();
    // Step 2. The best: what is proven, where nothing else looks better; else by visits or value.
    let liking = |arm: &Arm| rules.liking(turn, &arm.mean());
    let best = best_arms(&arms, &liking, choice);
    let picks = paced(&searched.trees, &arms, &best, moves, turn);
    // Step 3. What the position is worth: the proven value, or that of the best move.
    let root_proof = searched.trees.iter().find_map(|tree| tree.proof(tree.root)).copied();
    let first = &arms[best[0]];
    let value = match root_proof {
        Some(proof) => seat_values(players, &proof, rules.unit),
        None if first.is_known() => seat_values(players, &first.mean(), rules.unit),
        None => UNKNOWN,
    };
    let found = |(arm, &mv): (&Arm, &AnyMove)| Found {
        mv,
        values: if arm.is_known() { seat_values(players, &arm.mean(), rules.unit) } else { UNKNOWN },
        bound: Bound::Exact,
        line: line(&searched.trees, mv),
    };
    let found: Vec<Found<AnyMove>> = arms.iter().zip(moves).map(found).collect();
    // Step 4. What else there is to say.
    let size = |tree: &&Tree| tree.sets.as_ref().map_or(tree.nodes.len(), |sets| sets.count);
    let positions = searched.trees.iter().map(size).sum::<usize>();
    let what = if searched.trees[0].sets.is_none() { "positions" } else { "information sets" };
    let mut remarks = vec![format!("{} simulations, {positions} {what} in the tree", searched.simulations)];
    if root_proof.is_some() {
        remarks.push("the value is proven".to_string());
    }
    let visits: Vec<String> = (arms.iter().enumerate())
        .filter(|(_, arm)| arm.visits > 0)
        .map(|(place, arm)| format!("{} {}", text(place), arm.visits))
        .collect();
    remarks.push(format!("visits: {}", visits.join(", ")));
    Findings {
        extras: Vec::new(),
        line: found[best[0]].line.clone(),
        moves: found,
        best,
        picks,
        value,
        nodes: searched.nodes,
        depth: 0,
        tree: None,
        remarks,
    }
}

fn arm(trees: &[&Tree], mv: u32, turn: TurnCode) -> Arm {
    let mut arm = Arm { visits: 0, sums: Payoffs::ZERO, proof: None };
    for tree in trees {
        let Some(child) = tree.children(tree.root).find(|&child| tree.nodes[child as usize].mv == mv) else { continue };
        arm.visits += u64::from(tree.nodes[child as usize].visits);
        arm.sums.add(1.0, &tree.sums(child, turn));
        arm.proof = arm.proof.or(tree.proof(child).copied());
    }
    arm
}

fn best_arms(arms: &[Arm], liking: &dyn Fn(&Arm) -> f64, choice: Choice) -> Vec<usize> {
    let score = |arm: &Arm| match choice {
        Choice::Visits => arm.visits as f64,
        Choice::Value => liking(arm),
    };
    let places = |keep: &dyn Fn(&Arm) -> bool| -> Vec<usize> {
        arms.iter().enumerate().filter(|(_, arm)| keep(arm)).map(|(place, _)| place).collect()
    };
    let proven = arms.iter().filter(|arm| arm.proof.is_some()).map(liking).fold(f64::NEG_INFINITY, f64::max);
    let is_open = |arm: &Arm| arm.proof.is_none() && arm.visits > 0;
    let most = arms.iter().filter(|arm| is_open(arm)).map(score).fold(f64::NEG_INFINITY, f64::max);
    let leaders = places(&|arm| is_open(arm) && equally_good(score(arm), most));
    let promised = leaders.iter().map(|&place| liking(&arms[place])).fold(f64::NEG_INFINITY, f64::max);
    if proven > f64::NEG_INFINITY && proven >= promised {
        return places(&|arm| arm.proof.is_some() && equally_good(liking(arm), proven));
    }
    if leaders.is_empty() { (0..arms.len()).collect() } else { leaders }
}

/// With what weight to pick each move, where several of the best are proven to win, or to lose: who wins hurries, and who loses
/// plays for time. Nothing where it does not matter.
fn paced(trees: &[&Tree], arms: &[Arm], best: &[usize], moves: &[AnyMove], turn: TurnCode) -> Vec<f64> {
    let rules = &trees[0].rules;
    let Some(proof) = arms[best[0]].proof.filter(|_| best.len() > 1) else { return Vec::new() };
    let liking = rules.liking(turn, &proof);
    let is_won = liking >= rules.most(turn);
    if !is_won && liking > rules.least(turn) || best.iter().any(|&place| arms[place].proof.is_none()) {
        return Vec::new();
    }
    let plies = |&place: &usize| {
        let children = trees.iter().filter_map(|tree| {
            let child = tree.children(tree.root).find(|&child| tree.nodes[child as usize].mv == moves[place].code())?;
            tree.proof(child).map(|_| proven_plies(tree, child))
        });
        children.min().unwrap_or(0)
    };
    let plies: Vec<u32> = best.iter().map(plies).collect();
    let wanted = if is_won { plies.iter().min() } else { plies.iter().max() };
    let mut picks = vec![0.0; arms.len()];
    for (&place, plies) in best.iter().zip(&plies) {
        picks[place] = f64::from(u8::from(Some(plies) == wanted));
    }
    picks
}

/// Plies to the end from a position whose value is proven, by the moves that were proven: whoever gets the most there is takes
/// the shortest way, everybody else the longest.
fn proven_plies(tree: &Tree, node: u32) -> u32 {
    let turn = tree.nodes[node as usize].turn;
    let Some(proof) = tree.proof(node).filter(|_| !tree.children(node).is_empty()) else { return 0 };
    let wanted = tree.rules.liking(turn, proof);
    let hurries = turn != CHANCE && wanted >= tree.rules.most(turn);
    let keeps = |child: &u32| {
        tree.proof(*child).is_some_and(|proof| turn == CHANCE || equally_good(tree.rules.liking(turn, proof), wanted))
    };
    let plies = tree.children(node).filter(keeps).map(|child| 1 + proven_plies(tree, child));
    if hurries { plies.min() } else { plies.max() }.unwrap_or(0)
}

fn seat_values(players: usize, payoffs: &Payoffs, unit: f64) -> SeatValues {
    let mut values = UNKNOWN;
    for player in Player::all(players) {
        values[player.index()] = Some((payoffs[player] / unit).clamp(f64::MIN, f64::MAX));
    }
    values
}

/// A move and the most visited play after it, in the tree that tried it most.
fn line(trees: &[&Tree], mv: AnyMove) -> Vec<AnyMove> {
    let child_of = |tree: &Tree| tree.children(tree.root).find(|&child| tree.nodes[child as usize].mv == mv.code());
    let visits = |tree: &Tree| child_of(tree).map_or(0, |child| tree.nodes[child as usize].visits);
    let mut line = vec![mv];
    // The first of equals, so that the line does not depend on how the others came out.
    let Some(tree) = trees.iter().rev().max_by_key(|tree| visits(tree)) else { return line };
    // Best replies are not the moves that follow each other by the rules.
    let mut at = child_of(tree).filter(|_| tree.rules.aim != Aim::BestReply);
    while let Some(node) = at {
        at = best_child(tree, node);
        line.extend(at.map(|child| AnyMove::from_code(tree.nodes[child as usize].mv)));
    }
    line
}

/// The child that play is expected to go to: a proven best one, else the most visited.
fn best_child(tree: &Tree, node: u32) -> Option<u32> {
    let turn = tree.nodes[node as usize].turn;
    if tree.children(node).is_empty() {
        return None;
    }
    // Chance chooses nothing: its line is the outcome that came most often.
    let proof = tree.proof(node).filter(|_| turn != CHANCE);
    let wanted = proof.map(|proof| tree.rules.liking(turn, proof));
    let keeps = |child: &u32| match (wanted, tree.proof(*child)) {
        (Some(wanted), Some(proof)) => equally_good(tree.rules.liking(turn, proof), wanted),
        (Some(_), None) => false,
        (None, _) => tree.nodes[*child as usize].visits > 0,
    };
    let children = tree.children(node).filter(keeps);
    children.max_by_key(|&child| (tree.nodes[child as usize].visits, std::cmp::Reverse(child)))
}

/// The child that most simulations went to, of those that some did.
pub fn most_visited(tree: &Tree, node: u32) -> Option<u32> {
    let children = tree.children(node).filter(|&child| tree.nodes[child as usize].visits > 0);
    children.max_by_key(|&child| (tree.nodes[child as usize].visits, std::cmp::Reverse(child)))
}

/// How many visits a position needs for at most `limit` of them to be written out.
pub fn least_visits(tree: &Tree, limit: usize, remarks: &mut Vec<String>) -> u32 {
    let mut visits: Vec<u32> = tree.nodes.iter().map(|node| node.visits).filter(|&visits| visits > 0).collect();
    if visits.len() <= limit {
        return 1;
    }
    visits.sort_unstable_by(|a, b| b.cmp(a));
    // A whole sibling row of equals may not fit, so those with as few visits as the first left out stay out.
    let least = visits[limit] + 1;
    remarks.push(format!("the tree is large: positions with fewer than {least} visits are left out"));
    least
}

/// What simulations through a node paid each seat on average, or what is proven.
pub fn mean(tree: &Tree, at: u32, chooser: TurnCode) -> SeatValues {
    let (unit, players) = (tree.rules.unit, tree.rules.players);
    if let Some(proof) = tree.proof(at) {
        return seat_values(players, proof, unit);
    }
    let results = f64::from((tree.nodes[at as usize].visits - u32::from(at == 0)).max(1));
    let mut mean = Payoffs::ZERO;
    mean.add(1.0 / results, &tree.sums(at, chooser));
    seat_values(players, &mean, unit)
}

/// Writes a tree of positions: its most visited ones.
pub struct Scribe<'a, G: Game> {
    pub game: &'a G,
    pub tree: &'a Tree,
    /// Positions with fewer visits are left out.
    pub least: u32,
    /// What a node is worth; told whose choice led to it.
    pub value: &'a dyn Fn(u32, TurnCode) -> SeatValues,
    /// What a position that nobody looked into is worth.
    pub looks: &'a dyn Fn(&G::State) -> Payoffs,
}

impl<G: Game> Scribe<'_, G> {
    pub fn write(&self, at: u32, state: &G::State, mv: String, probability: Option<f64>, chooser: TurnCode) -> Outline {
        let (game, tree) = (self.game, self.tree);
        let players = game.players();
        let node = &tree.nodes[at as usize];
        let values = (self.value)(at, chooser);
        let mut outline = Outline { mv, probability, value: Some(values[..players].to_vec()), ..Outline::default() };
        let turn = game.turn(state);
        if has_ended(game, state) {
            outline.payoffs = Some(game.payoffs(state).seats(players).to_vec());
            return outline;
        }
        let listed: Vec<u32> =
            tree.children(at).filter(|&child| tree.nodes[child as usize].visits >= self.least).collect();
        // A chance node with outcomes that never came is a leaf: probabilities must add up.
        let is_leaf = listed.is_empty() || turn == Turn::Chance && listed.len() < usize::from(node.children);
        if is_leaf {
            let looks = if node.visits > 0 { Payoffs::ZERO } else { (self.looks)(state) };
            let value = |player: Player| values[player.index()].unwrap_or(looks[player]);
            outline.heuristic = Some(Player::all(players).map(value).collect());
            return outline;
        }
        let weight = |child: u32| game.weight(state, G::Move::from_code(tree.nodes[child as usize].mv)) as f64;
        let total: f64 = if turn == Turn::Chance { listed.iter().map(|&child| weight(child)).sum() } else { 1.0 };
        let mut moves = Vec::new();
        game.moves(state, &mut moves);
        for mv in moves {
            let Some(&child) = listed.iter().find(|&&child| tree.nodes[child as usize].mv == mv.code()) else {
                continue;
            };
            let mut next = state.clone();
            game.play(&mut next, mv);
            let probability = (turn == Turn::Chance).then(|| weight(child) / total);
            outline.children.push(self.write(child, &next, game.move_text(state, mv), probability, node.turn));
        }
        outline.turn = Some(match turn {
            Turn::Of(player) => OutlineTurn::Of(player),
            _ => OutlineTurn::Chance,
        });
        outline
    }
}
