//! Random games with information sets, and linear programs, for tests.
#![allow(dead_code)] // each test program uses its part

pub mod simplex;

use outwit_game::{Fraction, Outline, OutlineTurn, Player, Rng};
use std::collections::HashMap;

/// A random tree for this many seats with chance in it, and with information sets that join nodes at any depth that their
/// seat cannot tell apart by its own sets and moves before: unseen moves lie in between in some histories and not in others.
pub fn random_hidden_tree(rng: &mut Rng, players: usize, depth: u32, zero_sum: bool) -> Outline {
    let mut root = bare(rng, players, depth, zero_sum, true);
    for seat in Player::all(players) {
        join(rng, &mut root, seat);
    }
    root
}

fn bare(rng: &mut Rng, players: usize, depth: u32, zero_sum: bool, is_root: bool) -> Outline {
    if depth == 0 || (!is_root && rng.index(5) == 0) {
        let mut payoffs: Vec<f64> = (0..players).map(|_| rng.index(9) as f64 - 4.0).collect();
        if zero_sum {
            payoffs[1] = 0.0 - payoffs[0];
        }
        return Outline { payoffs: Some(payoffs), ..Outline::default() };
    }
    // Chance often comes first, so that there is something not to know; now and then a seat has but one move.
    let who = if is_root { 0 } else { rng.index(2 * players + 1) };
    let is_chance = who == 0;
    let count = if is_chance { 2 } else { [1, 2, 2, 2, 3][rng.index(5)] };
    let weights: Vec<u64> = (0..count).map(|_| 1 + rng.below(3)).collect();
    let total: u64 = weights.iter().sum();
    let children = (0..count).map(|index| {
        let odds = Fraction::new(weights[index], total).filter(|_| is_chance);
        let child = bare(rng, players, depth - 1, zero_sum, false);
        Outline { mv: ["a", "b", "c"][index].to_string(), probability: odds.map(Fraction::value), odds, ..child }
    });
    let children: Vec<Outline> = children.collect();
    let turn = if is_chance { OutlineTurn::Chance } else { OutlineTurn::Of(Player::new((who - 1) % players)) };
    Outline { turn: Some(turn), children, ..Outline::default() }
}

/// Draws the sets of one seat: nodes where it remembers the same and has as many moves fall into one of two sets.
fn join(rng: &mut Rng, root: &mut Outline, seat: Player) {
    fn walk(
        rng: &mut Rng,
        node: &mut Outline,
        seat: Player,
        memory: &str,
        sets: &mut HashMap<(String, usize, usize), String>,
    ) {
        let mut own = None;
        if node.turn == Some(OutlineTurn::Of(seat)) {
            let next = format!("{}-{}", seat.number(), sets.len());
            let key = (memory.to_string(), node.children.len(), rng.index(2));
            let set = sets.entry(key).or_insert(next).clone();
            node.set = Some(set.clone());
            own = Some(set);
        }
        for child in &mut node.children {
            let memory = match &own {
                Some(set) => format!("{memory} {set}.{}", child.mv),
                None => memory.to_string(),
            };
            walk(rng, child, seat, &memory, sets);
        }
    }
    walk(rng, root, seat, "", &mut HashMap::new());
}

/// The information sets of a seat in an outline, with their moves, in the order in which they come up.
pub fn sets_of(root: &Outline, seat: Player) -> Vec<(String, usize)> {
    let mut sets = Vec::new();
    let mut waiting = vec![root];
    while let Some(node) = waiting.pop() {
        if node.turn == Some(OutlineTurn::Of(seat)) {
            let set = (node.set.clone().expect("all nodes have sets"), node.children.len());
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        waiting.extend(node.children.iter().rev());
    }
    sets
}

/// All pure strategies of a seat: a move for each of its sets.
pub fn pure_strategies(root: &Outline, seat: Player) -> Vec<HashMap<String, usize>> {
    let mut all = vec![HashMap::new()];
    for (set, moves) in sets_of(root, seat) {
        let more = all.iter().flat_map(|strategy| {
            (0..moves).map(|mv| {
                let mut next: HashMap<String, usize> = strategy.clone();
                next.insert(set.clone(), mv);
                next
            })
        });
        all = more.collect();
    }
    all
}

/// What each seat is paid when all play so.
pub fn payoffs(node: &Outline, strategies: &[&HashMap<String, usize>]) -> Vec<f64> {
    match node.turn {
        None => node.payoffs.clone().expect("an end pays"),
        Some(OutlineTurn::Of(seat)) => {
            let set = node.set.as_ref().expect("all nodes have sets");
            payoffs(&node.children[strategies[seat.index()][set]], strategies)
        }
        Some(OutlineTurn::Chance) => {
            let mut sum = vec![0.0; strategies.len()];
            for child in &node.children {
                let below = payoffs(child, strategies);
                sum.iter_mut().zip(below).for_each(|(sum, x)| *sum += child.probability.unwrap() * x);
            }
            sum
        }
    }
}

/// The value of a zero-sum game for two by its matrix of pure strategies.
pub fn matrix_value(root: &Outline) -> f64 {
    let [rows, columns] = [Player::FIRST, Player::SECOND].map(|seat| pure_strategies(root, seat));
    let entry = |row, column| payoffs(root, &[row, column])[0];
    let matrix: Vec<Vec<f64>> =
        rows.iter().map(|row| columns.iter().map(|column| entry(row, column)).collect()).collect();
    simplex::matrix_game(&matrix)
}

/// The value of a zero-sum game for two by its sequence form (Koller, Megiddo and von Stengel 1996): what seat 1 can make
/// sure of when it chooses how likely each of its sequences of moves is.
pub fn sequence_form_value(root: &Outline) -> f64 {
    // Sequences of a seat are numbered as they come up; 0 is the empty one. A set comes after one sequence.
    #[derive(Default)]
    struct Seat {
        sequences: usize,
        /// By set: the sequence before, and the first of its own.
        sets: HashMap<String, (usize, usize, usize)>,
        order: Vec<String>,
    }
    fn walk(node: &Outline, seats: &mut [Seat; 2], at: [usize; 2], p: f64, ends: &mut HashMap<[usize; 2], f64>) {
        match node.turn {
            None => *ends.entry(at).or_insert(0.0) += p * node.payoffs.as_ref().unwrap()[0],
            Some(OutlineTurn::Chance) => {
                node.children.iter().for_each(|child| walk(child, seats, at, p * child.probability.unwrap(), ends));
            }
            Some(OutlineTurn::Of(player)) => {
                let seat = &mut seats[player.index()];
                let set = node.set.clone().unwrap();
                if !seat.sets.contains_key(&set) {
                    seat.sets.insert(set.clone(), (at[player.index()], seat.sequences, node.children.len()));
                    seat.sequences += node.children.len();
                    seat.order.push(set.clone());
                }
                let (before, first, _) = seat.sets[&set];
                assert_eq!(before, at[player.index()], "a seat remembers its moves");
                for (index, child) in node.children.iter().enumerate() {
                    let mut at = at;
                    at[player.index()] = first + index;
                    walk(child, seats, at, p, ends);
                }
            }
        }
    }
    let mut seats = [Seat { sequences: 1, ..Seat::default() }, Seat { sequences: 1, ..Seat::default() }];
    let mut ends = HashMap::new();
    walk(root, &mut seats, [0, 0], 1.0, &mut ends);
    // Variables: seat 1's sequences x, then for each set of seat 2, and for its beginning, what seat 1 gets there at least,
    // as a difference of two numbers from 0 on. Maximise the one of the beginning.
    let [one, two] = &seats;
    let (xs, vs) = (one.sequences, two.order.len() + 1);
    let width = xs + 2 * vs;
    let place = |set: &String| 1 + two.order.iter().position(|other| other == set).unwrap();
    let mut program = simplex::Program::new(width);
    program.objective[xs] = 1.0;
    program.objective[xs + vs] = -1.0;
    let mut empty = vec![0.0; width];
    empty[0] = 1.0;
    program.equal(empty, 1.0);
    for set in &one.order {
        let (before, first, count) = one.sets[set];
        let mut row = vec![0.0; width];
        row[before] -= 1.0;
        (first..first + count).for_each(|sequence| row[sequence] += 1.0);
        program.equal(row, 0.0);
    }
    // For each sequence of seat 2: v(its set) <= payoffs at its ends + the v of all sets after it.
    let mut of_sequence = vec![0; two.sequences];
    for set in &two.order {
        let (_, first, count) = two.sets[set];
        of_sequence[first..first + count].fill(place(set));
    }
    for (sequence, &owner) in of_sequence.iter().enumerate() {
        let mut row = vec![0.0; width];
        row[xs + owner] += 1.0;
        row[xs + vs + owner] -= 1.0;
        for set in two.order.iter().filter(|set| two.sets[*set].0 == sequence) {
            row[xs + place(set)] -= 1.0;
            row[xs + vs + place(set)] += 1.0;
        }
        for ([x, _], payoff) in ends.iter().filter(|([_, y], _)| *y == sequence) {
            row[*x] -= payoff;
        }
        program.at_most(row, 0.0);
    }
    program.maximise().expect("a game has a value")
}
