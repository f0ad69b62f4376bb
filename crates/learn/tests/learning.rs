//! Games of tests learn from themselves: what comes out, to the bit, and what it is good for.

use outwit_game::{
    Blind, Evaluated, Evaluation, Facts, Game, NamedEvaluation, Payoffs, Player, Pool, Problem, Rng, Turn,
};
use outwit_learn::{LARGEST, Learned, Origin, Plan, Trainer};

/// A game with nothing but its rules: counters race up a strip of squares; a turn moves one of two counters by one or by two, and
/// whoever lands on the other's counter sends it back to the start. First home wins. Neither evaluation nor sight.
#[derive(Clone, Copy)]
struct Chase;

const HOME: u8 = 9;

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Strip {
    counters: [[u8; 2]; 2],
    mover: Player,
    plies: u8,
}

impl Game for Chase {
    type State = Strip;
    type Move = u8;
    type Seen = u8;

    fn players(&self) -> usize {
        2
    }
    fn facts(&self) -> Facts {
        Facts::win_draw_loss()
    }
    fn start(&self, _rng: &mut Rng) -> Strip {
        Strip { counters: [[0; 2]; 2], mover: Player::FIRST, plies: 0 }
    }
    fn turn(&self, strip: &Strip) -> Turn {
        let is_home = |side: [u8; 2]| side == [HOME; 2];
        let is_over = strip.plies >= 80 || strip.counters.into_iter().any(is_home);
        if is_over { Turn::Over } else { Turn::Of(strip.mover) }
    }
    fn moves(&self, strip: &Strip, out: &mut Vec<u8>) {
        let own = strip.counters[strip.mover.index()];
        out.extend((0..4).filter(|mv| own[usize::from(mv / 2)] < HOME));
    }
    fn play(&self, strip: &mut Strip, mv: u8) {
        let (own, other) = (strip.mover.index(), strip.mover.other().index());
        let at = (strip.counters[own][usize::from(mv / 2)] + mv % 2 + 1).min(HOME);
        strip.counters[own][usize::from(mv / 2)] = at;
        for counter in strip.counters[other].iter_mut().filter(|counter| **counter == at && at < HOME) {
            *counter = 0;
        }
        (strip.mover, strip.plies) = (strip.mover.other(), strip.plies + 1);
    }
    fn payoffs(&self, strip: &Strip) -> Payoffs {
        match strip.counters.into_iter().position(|side| side == [HOME; 2]) {
            Some(winner) => Payoffs::win(Player::new(winner), 2),
            None => Payoffs::ZERO,
        }
    }
    fn move_text(&self, _strip: &Strip, mv: u8) -> String {
        mv.to_string()
    }
    fn position_text(&self, strip: &Strip) -> String {
        format!("{strip:?}")
    }
    fn read_position(&self, _text: &str) -> Result<Strip, Problem> {
        Err(Problem::new("not read here"))
    }
    fn picture(&self, strip: &Strip) -> String {
        self.position_text(strip)
    }
}

impl Evaluated for Chase {
    type Evaluation = Blind;

    fn evaluations(&self) -> &'static [NamedEvaluation] {
        &[Blind::NAMED]
    }
    fn evaluation(&self, _index: usize) -> Blind {
        Blind
    }
}

fn plan(games: u64) -> Plan {
    Plan { games, batch: 16, lambda: 0.8, rate: 0.1, settle: 2000, ..Plan::default() }
}

fn learned(model: &str, games: u64) -> Learned {
    let mut trainer = Trainer::new(&Chase, Learned::new(&Chase, None, model, 1).unwrap(), plan(games));
    while !trainer.is_done() {
        trainer.step(None);
    }
    trainer.learned().clone()
}

/// The best move at one ply, and how many moves it took to find: an agent that looks at what it knows.
fn by_evaluation(learned: &Learned, strip: &Strip) -> (u8, u64) {
    let mut moves = Vec::new();
    Chase.moves(strip, &mut moves);
    let worth = |mv: u8| {
        let mut after = strip.clone();
        Chase.play(&mut after, mv);
        match Chase.turn(&after) {
            Turn::Over => Chase.payoffs(&after)[strip.mover],
            _ => learned.value(&Chase, &after, strip.mover),
        }
    };
    let best = moves.iter().copied().max_by(|&a, &b| worth(a).total_cmp(&worth(b))).unwrap();
    (best, moves.len() as u64)
}

/// The move whose random games end best, with so many moves in all.
fn by_rollouts(strip: &Strip, nodes: u64, rng: &mut Rng) -> u8 {
    let mut moves = Vec::new();
    Chase.moves(strip, &mut moves);
    let mut sums = vec![(0.0, 0.0); moves.len()];
    let (mut spent, mut place, mut scratch) = (0, 0, Vec::new());
    while spent < nodes {
        let mut state = strip.clone();
        Chase.play(&mut state, moves[place]);
        spent += 1;
        while !Chase.turn(&state).is_over() {
            let mv = Chase.random_move(&state, rng, &mut scratch);
            Chase.play(&mut state, mv);
            spent += 1;
        }
        sums[place].0 += Chase.payoffs(&state)[strip.mover];
        sums[place].1 += 1.0;
        place = (place + 1) % moves.len();
    }
    let mean = |place: usize| if sums[place].1 > 0.0 { sums[place].0 / sums[place].1 } else { f64::NEG_INFINITY };
    moves[(0..moves.len()).max_by(|&a, &b| mean(a).total_cmp(&mean(b))).unwrap()]
}

#[test]
fn a_game_with_nothing_but_rules_learns_to_beat_rollouts_with_four_times_its_budget() {
    for model in ["network:hidden=16", "tuples:count=40,size=6"] {
        let learned = learned(model, 5000);
        let (mut won, games) = (0.0, 200);
        for number in 0..games {
            let mut rng = Rng::stream(9, number / 2);
            let ours = Player::new((number % 2) as usize);
            let mut strip = Chase.start(&mut rng);
            // Two random moves, so that no game is like another.
            for _ in 0..2 {
                let mv = Chase.random_move(&strip, &mut rng, &mut Vec::new());
                Chase.play(&mut strip, mv);
            }
            while !Chase.turn(&strip).is_over() {
                let (best, nodes) = by_evaluation(&learned, &strip);
                let mv = if strip.mover == ours { best } else { by_rollouts(&strip, 4 * nodes, &mut rng) };
                Chase.play(&mut strip, mv);
            }
            won += Chase.payoffs(&strip)[ours] / 2.0 + 0.5;
        }
        println!("{model}: {won} of {games}");
        assert!(won > 0.6 * games as f64, "{model} won {won} of {games}");
    }
}

/// Two threads, in an order that is never the same.
struct Two;

impl Pool for Two {
    fn threads(&self) -> usize {
        2
    }
    fn work(&self, count: usize, job: &(dyn Fn(usize) + Sync)) {
        std::thread::scope(|scope| {
            scope.spawn(|| (0..count).rev().filter(|index| index % 2 == 0).for_each(job));
            scope.spawn(|| (0..count).filter(|index| index % 2 == 1).for_each(job));
        });
    }
}

fn origin() -> Origin {
    Origin { game: "chase".to_string(), command: "by a test".to_string() }
}

#[test]
fn threads_and_a_rest_in_between_change_no_bit() {
    let models = ["network:hidden=8,second=8", "tuples:count=10,size=4", "linear"];
    for (model, average) in models.into_iter().flat_map(|model| [(model, false), (model, true)]) {
        let plan = |games| Plan { average, ..plan(games) };
        let begin = || Trainer::new(&Chase, Learned::new(&Chase, None, model, 5).unwrap(), plan(128));
        let text = |trainer: &Trainer<'_, Chase>| trainer.learned().to_text(&Chase, &origin()).unwrap();
        let mut alone = begin();
        let mut kept = String::new();
        while !alone.is_done() {
            alone.step(None);
            if alone.played() == 64 {
                kept = alone.checkpoint(&origin());
            }
        }
        let mut together = begin();
        while !together.is_done() {
            together.step(Some(&Two));
        }
        let mut resumed = begin();
        resumed.resume(&kept, &origin()).unwrap();
        assert_eq!(resumed.played(), 64);
        while !resumed.is_done() {
            resumed.step(None);
        }
        assert!(text(&alone) == text(&together) && text(&alone) == text(&resumed), "{model}");
        assert!(alone.checkpoint(&origin()) == resumed.checkpoint(&origin()), "{model}");
        // Another training is not taken for this one.
        let mut other =
            Trainer::new(&Chase, Learned::new(&Chase, None, model, 5).unwrap(), Plan { seed: 1, ..plan(128) });
        assert!(other.resume(&kept, &origin()).unwrap_err().to_string().contains("another training"));
        assert!(begin().resume(&kept.replace("played 64", "played 65"), &origin()).is_err());
    }
}

#[test]
fn the_mean_of_one_step_is_that_step_and_of_many_it_is_another() {
    let after = |games: u64, average: bool| {
        let plan = Plan { average, ..plan(games) };
        let mut trainer = Trainer::new(&Chase, Learned::new(&Chase, None, "network:hidden=8", 5).unwrap(), plan);
        while !trainer.is_done() {
            trainer.step(None);
        }
        trainer.learned().to_text(&Chase, &origin()).unwrap()
    };
    assert_eq!(after(16, true), after(16, false));
    assert_ne!(after(160, true), after(160, false));
}

/// The same game in which the first counter counts double: another game.
#[derive(Clone, Copy)]
struct Other;

macro_rules! like_chase {
    ($($name:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => {
        $(fn $name(&self, $($arg: $type),*) -> $out { Chase.$name($($arg),*) })*
    };
}

impl Game for Other {
    type State = Strip;
    type Move = u8;
    type Seen = u8;
    like_chase! {
        players() -> usize;
        facts() -> Facts;
        start(rng: &mut Rng) -> Strip;
        turn(strip: &Strip) -> Turn;
        moves(strip: &Strip, out: &mut Vec<u8>) -> ();
        move_text(strip: &Strip, mv: u8) -> String;
        position_text(strip: &Strip) -> String;
        read_position(text: &str) -> Result<Strip, Problem>;
        picture(strip: &Strip) -> String;
        payoffs(strip: &Strip) -> Payoffs;
    }
    fn play(&self, strip: &mut Strip, mv: u8) {
        Chase.play(strip, mv);
        if mv < 2 && self.turn(strip) != Turn::Over {
            strip.counters[strip.mover.other().index()][0] =
                (strip.counters[strip.mover.other().index()][0] + 1).min(HOME);
        }
    }
}

impl Evaluated for Other {
    type Evaluation = Blind;
    like_chase! {
        evaluations() -> &'static [NamedEvaluation];
        evaluation(index: usize) -> Blind;
    }
}

#[test]
fn a_file_is_read_as_it_was_written_and_refused_where_it_does_not_belong() {
    let learned = learned("network:hidden=8", 64);
    let text = learned.to_text(&Chase, &origin()).unwrap();
    assert!(text.len() < LARGEST);
    let read = Learned::from_text(&text, &Chase).unwrap();
    assert_eq!(read.to_text(&Chase, &origin()).unwrap(), text);
    let mut rng = Rng::new(3);
    let mut strip = Chase.start(&mut rng);
    while !Chase.turn(&strip).is_over() {
        let values: Payoffs = read.values(&Chase, &strip);
        let own: f64 = learned.value(&Chase, &strip, Player::FIRST);
        // A file rounds weights to one part in 32,767 of the largest.
        assert!((values[Player::FIRST] - own).abs() < 1e-2 && values[Player::FIRST] == -values[Player::SECOND]);
        let mv = Chase.random_move(&strip, &mut rng, &mut Vec::new());
        Chase.play(&mut strip, mv);
    }
    let refused = |text: &str| Learned::from_text(text, &Chase).err().unwrap().to_string();
    assert!(refused("").contains("checksum"));
    assert!(refused(&text.replace("network", "newtork")).contains("changed or cut off"));
    assert!(refused(&text[..text.len() / 2]).contains("checksum"));
    assert!(refused(&text.replace("evaluation 2", "evaluation 3")).contains("another version"));
    let other = Learned::from_text(&text, &Other).err().unwrap().to_string();
    assert!(other.contains("learned for `chase`") && other.contains("another game"), "{other}");
}

#[test]
fn wrong_models_are_told_what_there_is() {
    let refused = |sight: Option<&str>, model: &str| Learned::new(&Chase, sight, model, 0).err().unwrap().to_string();
    assert!(refused(None, "brain").contains("network, linear and tuples"));
    assert!(refused(None, "network:hidden=0").contains("from 1 to 1024"));
    assert!(refused(None, "linear:hidden=3").contains("no setting `hidden`; it has: none"));
    assert!(refused(Some("eagle"), "linear").contains("no sight `eagle`; it has: parts"));
}

#[test]
fn a_linear_model_begins_with_what_another_has_learned() {
    let earlier = learned("linear", 40);
    let mut later = Learned::new(&Chase, None, "linear", 5).unwrap();
    assert_ne!(later.model().parameters(), earlier.model().parameters());
    later.begin_with(&earlier).unwrap();
    assert_eq!(later.model().parameters(), earlier.model().parameters());
    let mut other = Learned::new(&Chase, None, "network:hidden=8", 5).unwrap();
    assert!(other.begin_with(&earlier).is_err());
}
