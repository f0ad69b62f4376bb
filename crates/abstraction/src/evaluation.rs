//! Evaluations of a game, for the games made of it here.

/// What an evaluation of the game inside says.
#[derive(Clone, Debug)]
pub struct Within<E>(pub E);

/// An adaptor whose positions have `inner` is valued as the game inside.
macro_rules! said_within {
    ($adaptor:ident) => {
        impl<G: outwit_game::Evaluated> outwit_game::Evaluation<$adaptor<G>> for Within<G::Evaluation> {
            fn value(
                &self,
                game: &$adaptor<G>,
                state: &<$adaptor<G> as outwit_game::Game>::State,
                seat: outwit_game::Player,
            ) -> f64 {
                self.0.value(&game.inner, &state.inner, seat)
            }
            fn values(
                &self,
                game: &$adaptor<G>,
                state: &<$adaptor<G> as outwit_game::Game>::State,
            ) -> outwit_game::Payoffs {
                self.0.values(&game.inner, &state.inner)
            }
            fn intervals(
                &self,
                game: &$adaptor<G>,
                state: &<$adaptor<G> as outwit_game::Game>::State,
            ) -> [outwit_game::Interval; outwit_game::MAX_SEATS] {
                self.0.intervals(&game.inner, &state.inner)
            }
            fn kind(&self, game: &$adaptor<G>, state: &<$adaptor<G> as outwit_game::Game>::State) -> usize {
                self.0.kind(&game.inner, &state.inner)
            }
            fn unit(&self, game: &$adaptor<G>) -> f64 {
                self.0.unit(&game.inner)
            }
            fn span(&self, game: &$adaptor<G>) -> Option<outwit_game::Span> {
                self.0.span(&game.inner)
            }
            fn is_symmetric(&self) -> bool {
                self.0.is_symmetric()
            }
            fn features(
                &self,
                game: &$adaptor<G>,
                state: &<$adaptor<G> as outwit_game::Game>::State,
                out: &mut Vec<f64>,
            ) {
                self.0.features(&game.inner, &state.inner, out);
            }
            fn feature_names(&self) -> &'static [&'static str] {
                self.0.feature_names()
            }
        }
    };
}
pub(crate) use said_within;
