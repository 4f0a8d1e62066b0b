//! What a post quotes from others.

use std::hash::Hasher;

use rustc_hash::{FxHashSet, FxHasher};

use crate::dom::{NodeId, Tag};
use crate::posts::fields::{PostList, PostNodes};
use crate::tree::{Span, TreeId, mix};

/// This many identical words in a row show where a text was taken from.
const RUN: usize = 6;

/// Marks block quotations, and elements whose words occur, in runs, in the bodies of earlier posts. Takes linear time.
pub(crate) fn find_quotes(list: &PostList<'_>, posts: &mut [PostNodes]) {
    let facts = list.facts;
    let document = facts.document;
    let mut earlier: FxHashSet<u64> = FxHashSet::default();
    for post in posts.iter_mut() {
        let parts: Vec<TreeId> = post.body_parts().collect();
        for (nth, &part) in parts.iter().enumerate() {
            let Span { from, to } = facts.page.spans[part];
            // the body itself is not a quotation, but an element next to it may be
            let mut id = NodeId(from.0 + u32::from(nth == 0));
            while id < to {
                if !document.is_text(id)
                    && (document.tag(id) == Tag::BLOCKQUOTE || repeats(&earlier, document.raw_text(id)))
                {
                    post.quotes.push(id);
                    id = document.end(id);
                } else {
                    id = NodeId(id.0 + 1);
                }
            }
        }
        for part in parts {
            let Span { from, to } = facts.page.spans[part];
            earlier.extend(runs(document.raw_text_between(from, to)));
        }
    }
}

fn repeats(earlier: &FxHashSet<u64>, text: &str) -> bool {
    if earlier.is_empty() || text.len() < 30 || text.len() > 20_000 {
        return false;
    }
    let (mut all, mut known) = (0, 0);
    for run in runs(text) {
        all += 1;
        known += usize::from(earlier.contains(&run));
    }
    all >= 1 && known * 10 >= all * 8
}

/// Hashes of all runs of words of a text.
fn runs(text: &str) -> Vec<u64> {
    let word = |w: &str| {
        let mut hasher = FxHasher::default();
        hasher.write(w.as_bytes());
        hasher.finish()
    };
    // nearly all texts are ASCII, in which white space is found faster
    let words: Vec<u64> = match text.is_ascii() {
        true => text.split_ascii_whitespace().map(word).collect(),
        false => text.split_whitespace().map(word).collect(),
    };
    words.windows(RUN).map(|w| w.iter().fold(1, |h, &w| mix(h, w))).collect()
}
