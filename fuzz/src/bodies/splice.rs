//! Two pages made into one: chunks of both in turn, cut where tags begin, so that what comes out is still markup.

/// Chunks that are taken, at most.
const MOST_CHUNKS: u32 = 8;

/// Fills `out` with chunks of two pages in turn; how much of it was filled.
pub fn splice(first: &[u8], second: &[u8], out: &mut [u8], seed: u32) -> usize {
    let mut numbers = Numbers(u64::from(seed) << 1 | 1);
    let pages = [first, second];
    let mut filled = 0;
    let chunks = 2 + numbers.below(MOST_CHUNKS as usize - 1);
    for chunk in 0..chunks {
        let page = pages[chunk % 2];
        let from = tag_at(page, numbers.below(page.len() + 1));
        // short chunks are as likely as long ones
        let most = page.len() >> numbers.below(8);
        let to = tag_at(page, from + numbers.below(most + 1)).max(from);
        let taken = (to - from).min(out.len() - filled);
        out[filled..filled + taken].copy_from_slice(&page[from..from + taken]);
        filled += taken;
    }
    filled
}

/// Where the first tag at or behind a place begins; the end if there is none.
fn tag_at(page: &[u8], at: usize) -> usize {
    let at = at.min(page.len());
    page[at..].iter().position(|&byte| byte == b'<').map_or(page.len(), |found| at + found)
}

/// The same numbers for the same seed (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % end.max(1)
    }
}
