//! A transposition table: what was found out about positions met before.
//!
//! Sixteen bytes an entry, two entries a bucket: one kept for the deepest search, one for the latest. Entries of earlier
//! searches are told apart by a generation and count as empty, so that an answer never depends on what was searched
//! before. A position is recognised by its bucket and 36 further bits of its key.

/// Which side of the truth a stored value lies on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Exact,
    /// The truth is at least the value.
    AtLeast,
    /// The truth is at most the value.
    AtMost,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Known {
    pub value: f64,
    pub side: Side,
    /// Plies searched below it.
    pub depth: u8,
    /// The search below it met no horizon: more depth would change nothing.
    pub is_final: bool,
    /// The tag of the best move, or [`NO_TAG`].
    pub tag: u16,
}

/// No move.
pub const NO_TAG: u16 = TAG_MASK as u16;

const TAG_BITS: u32 = 11;
const TAG_MASK: u64 = (1 << TAG_BITS) - 1;
const GENERATION_MASK: u64 = 63;
const CHECK_SHIFT: u32 = 28;

/// A move as the few bits a table keeps. Two moves may share a tag: it serves to order moves, nothing else.
#[inline]
pub fn tag(code: u32) -> u16 {
    // Codes are often small already; larger ones are folded.
    let folded = code ^ (code >> TAG_BITS) ^ (code >> (2 * TAG_BITS));
    (u64::from(folded) & TAG_MASK).min(TAG_MASK - 1) as u16
}

#[derive(Clone, Copy)]
struct Entry {
    value: f64,
    /// From the top: 36 bits of the key, 6 of the generation, 8 of depth, 2 of side, 1 final, 11 of the move's tag.
    packed: u64,
}

const EMPTY: Entry = Entry { value: 0.0, packed: 0 };

impl Entry {
    fn pack(key: u64, generation: u64, known: &Known) -> Entry {
        let side = match known.side {
            Side::Exact => 0,
            Side::AtLeast => 1,
            Side::AtMost => 2,
        };
        let packed = (key << CHECK_SHIFT)
            | generation << 22
            | u64::from(known.depth) << 14
            | side << 12
            | u64::from(known.is_final) << 11
            | u64::from(known.tag);
        Entry { value: known.value, packed }
    }

    #[inline]
    fn matches(&self, key: u64, generation: u64) -> bool {
        self.packed >> 22 == ((key << CHECK_SHIFT) >> 22 | generation)
    }

    #[inline]
    fn is_of(&self, generation: u64) -> bool {
        self.packed >> 22 & GENERATION_MASK == generation
    }

    #[inline]
    fn depth(&self) -> u8 {
        (self.packed >> 14) as u8
    }

    #[inline]
    fn unpack(&self) -> Known {
        Known {
            value: self.value,
            side: match self.packed >> 12 & 3 {
                0 => Side::Exact,
                1 => Side::AtLeast,
                _ => Side::AtMost,
            },
            depth: self.depth(),
            is_final: self.packed >> 11 & 1 == 1,
            tag: (self.packed & TAG_MASK) as u16,
        }
    }
}

/// The table.
pub struct TranspositionTable {
    buckets: Vec<[Entry; 2]>,
    /// 1 to 63; 0 marks what was never written.
    generation: u64,
    stored: u64,
}

impl TranspositionTable {
    /// Room for a position, with some to spare for positions that fall into the same bucket.
    pub(crate) const BYTES_A_POSITION: f64 = 64.0;

    /// A table of at most this many bytes, rounded down to a power of two; at least one bucket.
    pub fn new(bytes: usize) -> TranspositionTable {
        let fitting = (bytes / size_of::<[Entry; 2]>()).max(1);
        let buckets = 1 << fitting.ilog2();
        TranspositionTable { buckets: vec![[EMPTY; 2]; buckets], generation: 0, stored: 0 }
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.stored = 0;
        self.generation += 1;
        if self.generation > GENERATION_MASK {
            self.buckets.fill([EMPTY; 2]);
            self.generation = 1;
        }
    }

    /// How many positions are stored now.
    pub fn stored(&self) -> u64 {
        self.stored
    }

    /// The bucket comes from the top bits of the key and the check from the lowest 36, so that together they cover the
    /// whole key once the table has 2^28 buckets, and never overlap before.
    #[inline]
    fn place(&self, key: u64) -> usize {
        let bits = self.buckets.len().trailing_zeros();
        // A shift by 64 is not defined; one bucket needs no bits.
        if bits == 0 { 0 } else { (key >> (64 - bits)) as usize }
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        let bucket = &self.buckets[self.place(key)];
        bucket.iter().find(|entry| entry.matches(key, self.generation)).map(Entry::unpack)
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, known: &Known) {
        let (place, generation) = (self.place(key), self.generation);
        let entry = Entry::pack(key, generation, known);
        let [deep, recent] = &mut self.buckets[place];
        if deep.matches(key, generation) || !deep.is_of(generation) || deep.depth() <= known.depth {
            if !deep.is_of(generation) {
                self.stored += 1;
            } else if !deep.matches(key, generation) {
                // What was deepest so far is still the better of the two to keep beside.
                if !recent.is_of(generation) {
                    self.stored += 1;
                }
                *recent = *deep;
            }
            *deep = entry;
        } else {
            if !recent.is_of(generation) {
                self.stored += 1;
            }
            *recent = entry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(value: f64, depth: u8) -> Known {
        Known { value, side: Side::AtLeast, depth, is_final: true, tag: 5 }
    }

    #[test]
    fn what_is_put_is_got_back_and_only_under_its_key() {
        let mut table = TranspositionTable::new(1 << 12);
        table.forget();
        table.put(0x1234_5678_9abc_def0, &known(-2.5, 200));
        assert_eq!(table.get(0x1234_5678_9abc_def0), Some(known(-2.5, 200)));
        assert_eq!(table.get(0x1234_5678_9abc_def1), None);
        assert_eq!(table.stored(), 1);
    }

    #[test]
    fn the_deepest_and_the_latest_of_a_bucket_are_kept() {
        let mut table = TranspositionTable::new(1);
        table.forget();
        for (key, depth) in [(1, 9), (2, 3), (3, 4)] {
            table.put(key, &known(0.0, depth));
        }
        assert!(table.get(1).is_some() && table.get(2).is_none() && table.get(3).is_some());
    }

    #[test]
    fn an_earlier_search_is_forgotten_however_many_there_were() {
        let mut table = TranspositionTable::new(1);
        for _ in 0..200 {
            table.forget();
            assert_eq!(table.get(7), None);
            table.put(7, &known(1.0, 1));
        }
    }

    #[test]
    fn a_tag_never_looks_like_no_tag() {
        assert!((0..100_000u32).chain([u32::MAX]).all(|code| tag(code) != NO_TAG));
    }
}
