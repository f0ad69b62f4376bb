//! A transposition table: what was found out about positions met before.
//!
//! Sixteen bytes an entry, two entries a bucket: one kept for the deepest search, one for the latest. Entries of earlier
//! searches are told apart by a generation and count as empty, so that an answer never depends on what was searched
//! before. A position is recognised by its bucket and 36 further bits of its key.

use outwit_game::Problem;

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

/// From the top: 36 bits of the key, 6 of the generation, 8 of depth, 2 of side, 1 final, 11 of the move's tag.
#[inline]
fn pack(key: u64, generation: u64, known: &Known) -> u64 {
    let side = match known.side {
        Side::Exact => 0,
        Side::AtLeast => 1,
        Side::AtMost => 2,
    };
    (key << CHECK_SHIFT)
        | generation << 22
        | u64::from(known.depth) << 14
        | side << 12
        | u64::from(known.is_final) << 11
        | u64::from(known.tag)
}

#[inline]
fn matches(packed: u64, key: u64, generation: u64) -> bool {
    packed >> 22 == ((key << CHECK_SHIFT) >> 22 | generation)
}

#[inline]
fn generation_of(packed: u64) -> u64 {
    packed >> 22 & GENERATION_MASK
}

#[inline]
fn depth_of(packed: u64) -> u8 {
    (packed >> 14) as u8
}

#[inline]
fn unpack(value: u64, packed: u64) -> Known {
    Known {
        value: f64::from_bits(value),
        side: match packed >> 12 & 3 {
            0 => Side::Exact,
            1 => Side::AtLeast,
            _ => Side::AtMost,
        },
        depth: depth_of(packed),
        is_final: packed >> 11 & 1 == 1,
        tag: (packed & TAG_MASK) as u16,
    }
}

/// Words of a bucket: value and packed rest of the deepest entry, then of the latest.
const BUCKET: usize = 4;

/// The table.
pub struct TranspositionTable {
    /// Plain words: memory that is asked for as zeros costs nothing until it is used.
    words: Vec<u64>,
    /// Where the first bucket begins: no bucket lies across two lines of the cache.
    first: usize,
    /// The logarithm of the number of buckets.
    bits: u32,
    /// 1 to 63; 0 marks what was never written.
    generation: u64,
    stored: u64,
}

impl TranspositionTable {
    /// Room for a position, with some to spare for positions that fall into the same bucket.
    pub(crate) const BYTES_A_POSITION: f64 = 64.0;

    /// A table of at most this many bytes, rounded down to a power of two; at least one bucket.
    pub fn new(bytes: usize) -> Result<TranspositionTable, Problem> {
        const LINE_WORDS: usize = 8;
        let bits = (bytes / (BUCKET * size_of::<u64>())).max(1).ilog2();
        let count = (BUCKET << bits) + LINE_WORDS;
        // Asking for zeros is quick but aborts when there is no memory, so that is asked first.
        if Vec::<u64>::new().try_reserve_exact(count).is_err() {
            return Err(Problem::new(format!(
                "there is no memory for a table of {} MiB: take a smaller one",
                (count * size_of::<u64>()) >> 20
            )));
        }
        let words = vec![0; count];
        let off = words.as_ptr() as usize / size_of::<u64>() % LINE_WORDS;
        let first = (LINE_WORDS - off) % LINE_WORDS;
        Ok(TranspositionTable { words, first, bits, generation: 0, stored: 0 })
    }

    /// Forgets everything.
    pub fn forget(&mut self) {
        self.stored = 0;
        self.generation += 1;
        if self.generation > GENERATION_MASK {
            self.words.fill(0);
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
        // A shift by 64 is not defined; one bucket needs no bits.
        let bucket = if self.bits == 0 { 0 } else { (key >> (64 - self.bits)) as usize };
        self.first + bucket * BUCKET
    }

    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        let place = self.place(key);
        let bucket = &self.words[place..place + BUCKET];
        if matches(bucket[1], key, self.generation) {
            Some(unpack(bucket[0], bucket[1]))
        } else if matches(bucket[3], key, self.generation) {
            Some(unpack(bucket[2], bucket[3]))
        } else {
            None
        }
    }

    #[inline]
    pub(crate) fn put(&mut self, key: u64, known: &Known) {
        let (place, generation) = (self.place(key), self.generation);
        let [value, packed] = [known.value.to_bits(), pack(key, generation, known)];
        let bucket = &mut self.words[place..place + BUCKET];
        let is_fresh = |packed: u64| generation_of(packed) != generation;
        if is_fresh(bucket[1]) {
            self.stored += 1;
            (bucket[0], bucket[1]) = (value, packed);
        } else if matches(bucket[1], key, generation) {
            (bucket[0], bucket[1]) = (value, packed);
        } else {
            self.stored += u64::from(is_fresh(bucket[3]));
            if depth_of(bucket[1]) <= known.depth {
                // What was deepest so far is still the better of the two to keep beside.
                (bucket[2], bucket[3]) = (bucket[0], bucket[1]);
                (bucket[0], bucket[1]) = (value, packed);
            } else {
                (bucket[2], bucket[3]) = (value, packed);
            }
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
        let mut table = TranspositionTable::new(1 << 12).unwrap();
        table.forget();
        table.put(0x1234_5678_9abc_def0, &known(-2.5, 200));
        assert_eq!(table.get(0x1234_5678_9abc_def0), Some(known(-2.5, 200)));
        assert_eq!(table.get(0x1234_5678_9abc_def1), None);
        assert_eq!(table.stored(), 1);
    }

    #[test]
    fn the_deepest_and_the_latest_of_a_bucket_are_kept() {
        let mut table = TranspositionTable::new(1).unwrap();
        table.forget();
        for (key, depth) in [(1, 9), (2, 3), (3, 4)] {
            table.put(key, &known(0.0, depth));
        }
        assert!(table.get(1).is_some() && table.get(2).is_none() && table.get(3).is_some());
    }

    #[test]
    fn an_earlier_search_is_forgotten_however_many_there_were() {
        let mut table = TranspositionTable::new(1).unwrap();
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
