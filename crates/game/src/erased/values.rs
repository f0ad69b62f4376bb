//! States, moves and observations of any game.

use crate::code::MoveCode;
use crate::contract::Game;
use std::any::Any;
use std::fmt;
use std::hash::{Hash, Hasher};

/// A plain value of any type.
pub(super) trait Erased: Any + Send + Sync {
    fn clone_box(&self) -> Box<dyn Erased>;
    fn equals(&self, other: &dyn Any) -> bool;
    fn feed(&self, hasher: &mut dyn Hasher);
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
    fn as_any(&self) -> &dyn Any;
    fn as_any_mut(&mut self) -> &mut dyn Any;
}

impl<T: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static> Erased for T {
    fn clone_box(&self) -> Box<dyn Erased> {
        Box::new(self.clone())
    }
    fn equals(&self, other: &dyn Any) -> bool {
        other.downcast_ref::<T>() == Some(self)
    }
    fn feed(&self, mut hasher: &mut dyn Hasher) {
        self.hash(&mut hasher);
    }
    fn describe(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
    #[inline]
    fn as_any(&self) -> &dyn Any {
        self
    }
    #[inline]
    fn as_any_mut(&mut self) -> &mut dyn Any {
        self
    }
}

macro_rules! erased_value {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        pub struct $name(pub(super) Box<dyn Erased>);

        impl $name {
            pub(super) fn new<T: Clone + Eq + Hash + fmt::Debug + Send + Sync + 'static>(value: T) -> $name {
                $name(Box::new(value))
            }

            /// The value inside, if it is of this type.
            #[inline]
            pub fn downcast_ref<T: 'static>(&self) -> Option<&T> {
                (*self.0).as_any().downcast_ref()
            }
        }
        impl Clone for $name {
            fn clone(&self) -> $name {
                $name((*self.0).clone_box())
            }
        }
        impl PartialEq for $name {
            fn eq(&self, other: &$name) -> bool {
                (*self.0).equals((*other.0).as_any())
            }
        }
        impl Eq for $name {}
        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                (*self.0).feed(state);
            }
        }
        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                (*self.0).describe(f)
            }
        }
    };
}

erased_value! {
    /// A state of any game.
    AnyState
}
erased_value! {
    /// An observation in any game.
    AnySeen
}

impl From<AnyMove> for AnySeen {
    fn from(mv: AnyMove) -> AnySeen {
        AnySeen::new(mv)
    }
}

/// A move of any game: its code.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct AnyMove(pub(super) u32);

impl MoveCode for AnyMove {
    fn code(self) -> u32 {
        self.0
    }
    fn from_code(code: u32) -> AnyMove {
        AnyMove(code)
    }
}

#[inline]
pub(super) fn state_of<G: Game>(state: &AnyState) -> &G::State {
    state.downcast_ref().expect("the state belongs to this game")
}

#[inline]
pub(super) fn state_of_mut<G: Game>(state: &mut AnyState) -> &mut G::State {
    (*state.0).as_any_mut().downcast_mut().expect("the state belongs to this game")
}

#[inline]
pub(super) fn lower_seen<G: Game>(seen: &AnySeen) -> &G::Seen {
    seen.downcast_ref().expect("the observation belongs to this game")
}
