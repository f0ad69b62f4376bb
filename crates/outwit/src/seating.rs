//! Where games and agents meet: specs in, something that plays out.

use crate::natives::{is_native, native_pages, natively};
use outwit_exact::solve::{Means, Solution};
