//! What a seat holds possible, carried from move to move: a particle filter that is exact where it can be.
//!
//! [`Particles`] are worlds with weights that agree with what a seat has seen. They grow with the view, observation by
//! observation ([`Enumeration`] says how), at a fixed cost for each: while all worlds can be
//! listed they are the exact posterior ([`is_exact`](Particles::is_exact)); beyond that they are resampled. What they are
//! depends on the view, the seed and the limits alone, so that a filter that was carried along and one that replays the view
//! hold the same worlds, and a move that is taken back is forgotten.
//!
//! Where it is asked for, more is remembered than is shown: [`remembering`](Particles::remembering).
//!
//! Where few worlds are left, or none that agrees (the particles have run dry), the filter is *rejuvenated*: it goes some
//! observations back to sets it has kept and comes again with four times as many worlds; then it begins anew, if the
//! game knows how to
//! [`sample`](outwit_game::Game::sample); then it lets worlds go on that would have looked otherwise, and says so
//! ([`why`](Particles::why)). Where draws of the game stand behind the worlds and few of them are left, half of the worlds
//! are drawn anew.

mod drawn;
mod reserve;
mod told;

pub use told::{ByOpponent, Told};

use outwit_game::{
    AtRandom, Control, Drawn, Enumeration, Game, Merged, Particle, Player, Problem, Rng, SampleLimits, Transition,
    Turn, View, known_starts, resample, thin,
};
use reserve::{Reserve, only_mover};
use std::collections::VecDeque;

/// How well the worlds agree with what was seen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Agreement {
    /// They are all there are, with the weights they have.
    Exact,
    /// They agree, and others may too.
    Sampled,
    /// None was found that agrees with everything: these agree with part of it.
    Loose,
    /// There are none.
    Nothing,
}

/// Sets kept to go back to.
const KEPT: usize = 7;
/// Of those the last, where nothing else is remembered.
const NEAR: usize = 4;
/// What is remembered of a set besides its worlds takes about as much again.
const SETS: usize = 2 * KEPT + 2;
/// Fewer than this part of the worlds wanted are few.
const FEW_LEFT: usize = 2;
/// Observations after which a filter that came again for little may come again.
const REST: u8 = 3;
/// How much more is held when a filter comes again after it ran dry.
const HARDER: usize = 4;
/// What is held when there is no more time.
const IN_A_HURRY: SampleLimits = SampleLimits { listed: 8, worlds: 8, steps: 256 };

/// The worlds after so many observations.
struct Kept<G: Game, T> {
    seen: usize,
    worlds: Vec<Particle<G, T>>,
    agreement: Agreement,
    /// For how many observations the filter does not come again because few are left.
    rest: u8,
    /// What the worlds were drawn from, where more was remembered.
    reserve: Option<Reserve<G, T>>,
}

impl<G: Game, T> Kept<G, T> {
    fn plain(seen: usize, worlds: Vec<Particle<G, T>>, agreement: Agreement) -> Kept<G, T> {
        Kept { seen, worlds, agreement, rest: 0, reserve: None }
    }
}

/// Worlds with weights that agree with what a seat has seen, each with what it carries.
pub struct Particles<G: Game, T = ()> {
    limits: SampleLimits,
    /// How many worlds the game draws anew at every look, if it knows how and nobody knows where play began; none where they are
    /// carried along.
    renewed: Option<usize>,
    /// Whether unseen moves up to the seat's turn, once made, stay made.
    carries_on: bool,
    /// Whether moves that were not made are remembered.
    remembers: bool,
    seed: u64,
    seat: Player,
    /// Where play began, in an open game.
    start: Option<G::State>,
    /// What was seen when the worlds were last looked at.
    seen: Vec<G::Seen>,
    /// The worlds after the last few observations, the latest at the end.
    kept: VecDeque<Kept<G, T>>,
    /// Those in which the seat is to move. Their weights add up to 1, and the sums of weights up to each.
    now: Vec<Particle<G, T>>,
    sums: Vec<f64>,
    agreement: Agreement,
    /// How often the filter ran dry.
    dry: u64,
}

impl<G: Game, T: Clone + PartialEq> Particles<G, T> {
    /// A filter that has seen nothing.
    pub fn new(limits: SampleLimits) -> Particles<G, T> {
        Particles {
            limits,
            renewed: None,
            carries_on: false,
            remembers: false,
            seed: 0,
            seat: Player::FIRST,
            start: None,
            seen: Vec::new(),
            kept: VecDeque::new(),
            now: Vec::new(),
            sums: Vec::new(),
            agreement: Agreement::Nothing,
            dry: 0,
        }
    }

    /// The same in at most so many bytes.
    pub fn within(mut self, bytes: usize) -> Particles<G, T> {
        let most = (bytes / size_of::<Particle<G, T>>() / SETS).max(8);
        let SampleLimits { listed, worlds, .. } = &mut self.limits;
        (*listed, *worlds) = ((*listed).min(most), (*worlds).min(most));
        self
    }

    /// The same, but the game draws all worlds anew at every look where it knows how and nobody knows where play began: the
    /// deals of a card game, say. They then weigh what the game makes them weigh. More than `most` are never needed.
    pub fn renewed(self, most: usize) -> Particles<G, T> {
        Particles { renewed: Some(most.max(1)), ..self }
    }

    /// The same, but moves nobody showed the seat, made in its worlds up to its turn, are not made anew when it sees more: for
    /// transitions that take long, and may say something else when they are asked again.
    pub fn carrying_on(self) -> Particles<G, T> {
        Particles { carries_on: true, ..self }
    }

    /// The same, but moves of others that were not made are remembered until the seat has moved, and it
    /// comes again as soon as few worlds are left: for games that tell quickly what a move would have looked like. Only where
    /// the transition is [plain](Transition::is_plain).
    pub fn remembering(self) -> Particles<G, T> {
        Particles { remembers: true, ..self }
    }

    /// Whether this view is a later one of the same play.
    pub fn goes_on(&self, view: &View<'_, G>) -> bool {
        self.seat == view.seat() && view.seen().starts_with(&self.seen)
    }

    /// A game begins.
    pub fn begin(&mut self, seat: Player, seed: u64) {
        (self.seat, self.seed, self.dry) = (seat, seed, 0);
        self.seen.clear();
        self.kept.clear();
        self.settle(Vec::new(), Agreement::Nothing);
    }

    /// The worlds in which the seat is to move, as of the last look; their weights add up to 1.
    pub fn worlds(&self) -> &[Particle<G, T>] {
        &self.now
    }

    /// One of the worlds, by its weight.
    #[inline]
    pub fn draw(&self, rng: &mut Rng) -> Option<&Particle<G, T>> {
        // One world needs no luck.
        if self.now.len() == 1 {
            return self.now.first();
        }
        let target = rng.unit() * self.sums.last()?;
        let place = self.sums.partition_point(|&sum| sum <= target);
        self.now.get(place.min(self.now.len() - 1))
    }

    /// How well the worlds agree with what was seen.
    pub fn agreement(&self) -> Agreement {
        self.agreement
    }

    /// Whether nothing was cut: the worlds are all there are, and their weights what they should be.
    pub fn is_exact(&self) -> bool {
        self.agreement == Agreement::Exact
    }

    /// The effective sample size: as many worlds of equal weight would say as much.
    pub fn effective_sample_size(&self) -> f64 {
        let squares: f64 = self.now.iter().map(|world| world.weight * world.weight).sum();
        if squares > 0.0 { 1.0 / squares } else { 0.0 }
    }

    /// How often no world was left and the filter had to come again.
    pub fn times_run_dry(&self) -> u64 {
        self.dry
    }

    /// In a sentence, what is wrong with the worlds, if something is.
    pub fn why(&self) -> Option<String> {
        let seat = self.seat;
        match self.agreement {
            Agreement::Exact | Agreement::Sampled => None,
            Agreement::Loose => Some(format!(
                "no position was found that agrees with all that {seat} has seen: these agree with part of it"
            )),
            Agreement::Nothing => Some(format!(
                "no position was found that agrees with what {seat} has seen, and the game knows no way to find one"
            )),
        }
    }

    /// Follows what was seen since the last look, up to the seat's turn if it is to move. An error is the transition's.
    pub fn catch_up<M: Transition<G, T>>(
        &mut self,
        view: &View<'_, G>,
        transition: &mut M,
        control: &Control<'_>,
    ) -> Result<(), Problem> {
        self.follow(view, transition, control, |_, _, _| ())
    }

    /// The same, and `after` is shown the worlds and the number of observations after each new one.
    pub fn follow<M: Transition<G, T>>(
        &mut self,
        view: &View<'_, G>,
        transition: &mut M,
        control: &Control<'_>,
        mut after: impl FnMut(&mut M, &mut [Particle<G, T>], usize),
    ) -> Result<(), Problem> {
        // Step 0. All anew, where that is the way.
        if let Some(most) = self.renewed
            && !view.moves().is_empty()
            && known_starts(view, self.limits.listed).is_none()
        {
            let count = if control.is_late() { IN_A_HURRY.worlds } else { self.limits.worlds };
            let mut worlds = self.drawn(view, count.min(most), view.seen().len() as u64, transition);
            keep_fitting(view, &mut worlds);
            if !worlds.is_empty() {
                self.seat = view.seat();
                self.settle(worlds, Agreement::Sampled);
                return Ok(());
            }
        }
        // Step 1. Where to go on from: the latest set that this view goes through.
        if self.seat != view.seat() || self.start.as_ref() != view.start() {
            self.kept.clear();
            (self.seat, self.start) = (view.seat(), view.start().cloned());
        }
        let same = self.seen.iter().zip(view.seen()).take_while(|(known, seen)| known == seen).count();
        let kept = self.kept.len();
        while self.kept.back().is_some_and(|kept| kept.seen > same) {
            self.kept.pop_back();
        }
        // With fewer sets to go back to it would not come again as it did.
        let has_gone_back = self.kept.len() < kept;
        let lacks_some = self.kept.len() < NEAR && self.kept.front().is_some_and(|first| first.seen > 0);
        if has_gone_back && (self.remembers && transition.is_plain() || lacks_some) {
            self.kept.clear();
        }
        if self.kept.is_empty() {
            let first = self.first(view, transition);
            self.kept.push_back(first);
        }
        // Step 2. One observation after the other.
        while let Some(from) = self.kept.back().map(|kept| kept.seen).filter(|&seen| seen < view.seen().len()) {
            let mut next = self.observe(view, from, transition, control)?;
            normalise(&mut next.worlds);
            after(transition, &mut next.worlds, next.seen);
            self.refresh(view, &mut next, transition);
            if self.kept.len() == KEPT {
                self.kept.pop_front();
            }
            self.kept.push_back(next);
        }
        self.seen.truncate(same);
        self.seen.extend_from_slice(&view.seen()[same..]);
        // Step 3. What happened unseen until the seat is to move.
        if !view.moves().is_empty() {
            self.forward(view, transition, control)?;
        }
        Ok(())
    }

    /// Up to the seat's turn.
    fn forward<M: Transition<G, T>>(
        &mut self,
        view: &View<'_, G>,
        transition: &mut M,
        control: &Control<'_>,
    ) -> Result<(), Problem> {
        let kept = self.kept.back().expect("there is a latest set");
        let (worlds, agreement) = (kept.worlds.clone(), kept.agreement);
        let number = u64::MAX - kept.seen as u64;
        let is_there = |world: &Particle<G, T>| view.game().turn(&world.state) == Turn::Of(view.seat());
        let mut next = match worlds.iter().all(is_there) {
            true => Kept::plain(kept.seen, worlds, agreement),
            false => self.advance(
                view,
                &Kept::plain(kept.seen, worlds, agreement),
                None,
                number,
                false,
                transition,
                control,
            )?,
        };
        keep_fitting(view, &mut next.worlds);
        if next.worlds.is_empty() {
            self.dry += 1;
            let fresh = self.anew(view, number, transition, control);
            (next.worlds, next.agreement) = (fresh, Agreement::Sampled);
            keep_fitting(view, &mut next.worlds);
        }
        if next.worlds.is_empty() {
            (next.worlds, next.agreement) = (self.rebuilt(view, number, transition), Agreement::Loose);
            keep_fitting(view, &mut next.worlds);
        }
        self.settle(next.worlds, next.agreement);
        if self.carries_on
            && let Some(kept) = self.kept.back_mut()
        {
            kept.worlds = self.now.clone();
        }
        Ok(())
    }

    fn settle(&mut self, mut worlds: Vec<Particle<G, T>>, agreement: Agreement) {
        normalise(&mut worlds);
        self.agreement = if worlds.is_empty() { Agreement::Nothing } else { agreement };
        let mut sum = 0.0;
        self.sums.clear();
        self.sums.extend(worlds.iter().map(|world| {
            sum += world.weight;
            sum
        }));
        self.now = worlds;
    }

    /// Worlds from before the first move; where nobody knows those, from now.
    fn first<M: Transition<G, T>>(&mut self, view: &View<'_, G>, transition: &mut M) -> Kept<G, T> {
        let (game, seat, seen) = (view.game(), view.seat(), view.seen());
        if let Some((starts, shown)) = known_starts(view, self.limits.listed) {
            let mut worlds = Merged::default();
            let alike = 1.0 / starts.len() as f64;
            for start in starts {
                carry(game, start, (alike, f64::INFINITY), transition, &mut worlds);
            }
            return Kept::plain(shown, worlds.worlds, Agreement::Exact);
        }
        for shown in [1, 0].into_iter().filter(|&shown| shown <= seen.len()) {
            let part = View::told(game, seat, &seen[..shown], &[]);
            let mut worlds = self.drawn(&part, self.limits.worlds, 0, transition);
            worlds.retain(|world| usize::from(game.first_look(&world.state, seat).is_some()) == shown);
            if !worlds.is_empty() {
                return Kept::plain(shown, worlds, Agreement::Sampled);
            }
        }
        let worlds = self.drawn(view, self.limits.worlds, 0, transition);
        let agreement = if worlds.is_empty() { Agreement::Nothing } else { Agreement::Sampled };
        Kept::plain(seen.len(), worlds, agreement)
    }

    /// The worlds after one more observation than the latest set has, by whatever way there is.
    fn observe<M: Transition<G, T>>(
        &mut self,
        view: &View<'_, G>,
        from: usize,
        transition: &mut M,
        control: &Control<'_>,
    ) -> Result<Kept<G, T>, Problem> {
        // Step 1. All worlds on by one.
        let latest = self.kept.back().expect("there is a latest set");
        let rest = latest.rest.saturating_sub(1);
        let mut next = self.advance(view, latest, Some(from), from as u64, false, transition, control)?;
        next.rest = rest;
        let remembers = self.kept.iter().any(|kept| kept.reserve.is_some());
        let is_few = next.agreement == Agreement::Sampled && next.worlds.len() < self.limits.worlds / FEW_LEFT;
        let comes_again = remembers && is_few && rest == 0;
        if !next.worlds.is_empty() && !comes_again {
            return Ok(next);
        }
        // Step 2. From some observations back, with more worlds: where more was remembered, from as far as that goes.
        self.dry += u64::from(next.worlds.is_empty());
        let backs = if remembers {
            0..1.min(self.kept.len() - 1)
        } else {
            self.kept.len().saturating_sub(NEAR)..self.kept.len() - 1
        };
        for back in backs.rev() {
            if control.is_late() {
                break;
            }
            let again = self.come_again(view, back, from, transition, control)?;
            if again.worlds.len() > next.worlds.len() {
                let is_little = again.worlds.len() < next.worlds.len() * 3 / 2;
                next = Kept { rest: if is_little { REST } else { 0 }, ..again };
                break;
            }
            next.rest = REST;
        }
        if !next.worlds.is_empty() {
            return Ok(next);
        }
        // Step 3. As the game knows.
        let told = View::told(view.game(), view.seat(), &view.seen()[..from + 1], &[]);
        let worlds = self.anew(&told, from as u64, transition, control);
        if !worlds.is_empty() {
            return Ok(Kept::plain(from + 1, worlds, Agreement::Sampled));
        }
        // Step 4. As the game guesses; or whatever they may have looked like.
        let worlds = self.rebuilt(&told, from as u64, transition);
        if !worlds.is_empty() {
            return Ok(Kept::plain(from + 1, worlds, Agreement::Loose));
        }
        let worlds = self.kept.back().expect("there is a latest set").worlds.clone();
        let mut rng = Rng::stream(self.seed, from as u64);
        let (game, seat, limits) = (view.game(), view.seat(), self.limits(control));
        let is_late = &|| control.is_late();
        let mut enumeration = Enumeration { game, seat, limits, transition, rng: &mut rng, is_late };
        let worlds = enumeration.advance(worlds, Some(&view.seen()[from]), true)?.worlds;
        let agreement = if worlds.is_empty() { Agreement::Nothing } else { Agreement::Loose };
        Ok(Kept::plain(from + 1, worlds, agreement))
    }

    /// The worlds after the observation at a place, from a set that was kept, with more worlds on the way.
    fn come_again<M: Transition<G, T>>(
        &self,
        view: &View<'_, G>,
        back: usize,
        place: usize,
        transition: &mut M,
        control: &Control<'_>,
    ) -> Result<Kept<G, T>, Problem> {
        let start = &self.kept[back];
        let mut next = self.advance(view, start, Some(start.seen), start.seen as u64, true, transition, control)?;
        for place in start.seen + 1..=place {
            next = self.advance(view, &next, Some(place), place as u64, true, transition, control)?;
        }
        let mut rng = Rng::stream(self.seed.rotate_left(48), place as u64);
        match self.remembers && transition.is_plain() {
            true => thin(&mut next.worlds, self.limits.worlds, Drawn::Varied, &mut rng),
            false => resample(&mut next.worlds, self.limits.worlds, &mut rng),
        };
        Ok(next)
    }

    /// The worlds after the observation at a place; without one, when the seat is to move.
    #[expect(clippy::too_many_arguments)]
    fn advance<M: Transition<G, T>>(
        &self,
        view: &View<'_, G>,
        from: &Kept<G, T>,
        place: Option<usize>,
        number: u64,
        is_again: bool,
        transition: &mut M,
        control: &Control<'_>,
    ) -> Result<Kept<G, T>, Problem> {
        // Another stream, should it come again.
        let mut rng = Rng::stream(self.seed ^ u64::from(is_again), number);
        let (game, seat, agreement) = (view.game(), view.seat(), from.agreement);
        let limits = self.limits(control).times(if is_again { HARDER } else { 1 });
        let is_late = &|| control.is_late();
        // Step 1. Where more was remembered than is shown, or can be.
        if let (Some(place), true, false) = (place, self.remembers && transition.is_plain(), is_late()) {
            if let Some(narrowed) = from.reserve.as_ref().and_then(|reserve| reserve.narrowed(view)) {
                return Ok(narrowed.shown(view, limits, &mut rng));
            }
            if let Some(player) = only_mover(game, &from.worlds, seat) {
                let mut enumeration = Enumeration { game, seat, limits, transition, rng: &mut rng, is_late };
                let worlds = from.worlds.clone();
                if let Some(reserve) = Reserve::weigh(view, worlds, player, place, agreement, &mut enumeration)? {
                    return Ok(reserve.shown(view, limits, &mut rng));
                }
            }
        }
        // Step 2. World by world.
        let seen = place.map(|place| &view.seen()[place]);
        let mut enumeration = Enumeration { game, seat, limits, transition, rng: &mut rng, is_late };
        let mut next = enumeration.advance(from.worlds.clone(), seen, false)?;
        next.worlds.retain(|world| world.weight > 0.0);
        let grade = if next.is_cut { Agreement::Sampled } else { Agreement::Exact };
        if next.is_cut || agreement > Agreement::Exact {
            // The seat's own moves make no more of them.
            let is_own = from.worlds.first().is_some_and(|world| game.turn(&world.state) == Turn::Of(seat));
            resample(&mut next.worlds, if is_own { limits.worlds } else { self.limits.worlds }, &mut rng);
        }
        Ok(Kept::plain(number.wrapping_add(1) as usize, next.worlds, agreement.max(grade)))
    }

    fn limits(&self, control: &Control<'_>) -> SampleLimits {
        if control.is_late() { IN_A_HURRY } else { self.limits }
    }
}

impl<G: Game> Particles<G> {
    /// As [`catch_up`](Particles::catch_up), the others moving at random.
    pub fn catch_up_at_random(&mut self, view: &View<'_, G>, control: &Control<'_>) {
        self.catch_up(view, &mut AtRandom, control).expect("random play raises no problem");
    }
}

/// Leaves the worlds in which the seat has the moves it has.
fn keep_fitting<G: Game, T>(view: &View<'_, G>, worlds: &mut Vec<Particle<G, T>>) {
    let mut moves = Vec::new();
    worlds.retain(|world| {
        moves.clear();
        if view.game().turn(&world.state) == Turn::Of(view.seat()) {
            view.game().moves(&world.state, &mut moves);
        }
        world.weight > 0.0 && moves == view.moves()
    });
}

/// A world with all it may carry.
fn carry<G: Game, T: Clone + PartialEq, M: Transition<G, T>>(
    game: &G,
    state: G::State,
    (weight, support): (f64, f64),
    transition: &mut M,
    into: &mut Merged<G, T>,
) {
    let mut all = Vec::new();
    transition.begin(game, &state, &mut all);
    for (carried, share) in all {
        into.add(game, Particle { state: state.clone(), carried, weight: weight * share, support });
    }
}

/// Makes weights add up to 1, whatever they are.
fn normalise<G: Game, T>(worlds: &mut [Particle<G, T>]) {
    let total: f64 = worlds.iter().map(|world| world.weight).sum();
    let alike = 1.0 / worlds.len().max(1) as f64;
    let is_usable = total > 0.0 && total.is_finite();
    worlds.iter_mut().for_each(|world| world.weight = if is_usable { world.weight / total } else { alike });
}
