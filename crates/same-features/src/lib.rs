//! No code, only dependencies: a crate whose tests depend on this one gets the libraries of others with the features that the
//! whole workspace asks for. Without it `cargo test -p CRATE` asks for fewer, and what asks for fewer is built again, with all
//! that stands on it.
