//! What the command line and the studio say alike: who plays or advises where nobody is named, what comes out of it as JSON, where
//! hidden things probably are, what people may take back, and which seed each seat draws from.

pub mod beliefs;
pub mod defaults;
pub mod document;
pub mod seats;
pub mod undo;
