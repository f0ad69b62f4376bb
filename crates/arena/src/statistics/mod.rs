//! Statistics as pure value types: numbers in, numbers out.
