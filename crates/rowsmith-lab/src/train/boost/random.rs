//! The random choices of boosting, which are always the same for a seed.

use super::{Options, Variety};

/// A linear congruential generator (Knuth's MMIX).
struct Lcg(u64);

impl Lcg {
    /// A number from 0 to 1.
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as f64) / f64::from(1u32 << 31)
    }
}

/// SplitMix64.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// The random choices for the trees, one after the other.
pub struct Draws {
    /// The share of the features that a tree may use.
    share: f64,
    source: Source,
}

enum Source {
    Features(Lcg),
    Splits { random: SplitMix, rows: f64, tries: usize },
}

impl Draws {
    pub fn new(options: &Options) -> Draws {
        let source = match options.variety {
            Variety::Features => Source::Features(Lcg(options.seed)),
            Variety::Splits { rows, tries } => Source::Splits { random: SplitMix(options.seed), rows, tries },
        };
        Draws { share: options.features, source }
    }

    /// The features that the next tree may use, in order.
    pub fn features(&mut self, width: usize) -> Vec<usize> {
        match &mut self.source {
            Source::Features(random) => (0..width).filter(|_| random.unit() < self.share).collect(),
            Source::Splits { random, .. } => {
                let count = ((width as f64 * self.share) as usize).max(1);
                let mut features: Vec<usize> = (0..width).collect();
                for i in 0..count {
                    let j = i + random.below(width - i);
                    features.swap(i, j);
                }
                features.truncate(count);
                features.sort_unstable();
                features
            }
        }
    }

    /// The rows that the next tree sees, out of this many.
    pub fn rows(&mut self, count: usize) -> Vec<u32> {
        match &mut self.source {
            Source::Features(_) => (0..count as u32).collect(),
            Source::Splits { random, rows, .. } => {
                let least = (*rows * 65536.0) as u64;
                (0..count as u32).filter(|_| random.next() & 0xffff < least).collect()
            }
        }
    }

    /// The splits that are tried between two bins; `None` for all of them.
    pub fn splits(&mut self, low: usize, high: usize) -> Option<Vec<usize>> {
        match &mut self.source {
            Source::Features(_) => None,
            Source::Splits { random, tries, .. } => Some((0..*tries).map(|_| low + random.below(high - low)).collect()),
        }
    }
}
