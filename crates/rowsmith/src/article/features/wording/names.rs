//! The words in the names of elements: in classes, ids, `itemprop` and `role`.

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Document, NodeId, Tag};
use crate::tree::mix;

/// The number of letters of a word; shorter and longer words do not mean the same across sites.
const LETTERS: std::ops::RangeInclusive<usize> = 2..=18;
/// The most words on one path. Further ones are ignored, so that a page with endlessly nested names costs no more than
/// others.
const MOST_OPEN: usize = 256;

/// The hash of a word in lower case.
pub(crate) fn hash_of(word: &str) -> u32 {
    mix(word.bytes().fold(0, |h, b| mix(h, u64::from(b.to_ascii_lowercase()))), 11) as u32
}

/// Passes the words of a name to `visit` as they are written: runs of Latin letters, split where a capital begins a
/// word (`relatedPosts`, `HTMLBlock`).
fn name_words<'a>(name: &'a str, mut visit: impl FnMut(&'a str)) {
    let bytes = name.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if !bytes[at].is_ascii_alphabetic() {
            at += 1;
            continue;
        }
        let from = at;
        let capitals = bytes[at..].iter().take_while(|b| b.is_ascii_uppercase()).count();
        let lower = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_lowercase);
        at = match capitals {
            // the last capital begins the next word
            2.. if lower(from + capitals) => from + capitals - 1,
            2.. => from + capitals,
            _ => {
                let rest = from + capitals;
                rest + bytes[rest..].iter().take_while(|b| b.is_ascii_lowercase()).count()
            }
        };
        if LETTERS.contains(&(at - from)) {
            visit(&name[from..at]);
        }
    }
}

/// For each element, the words of its names that no enclosing element has.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Names {
    /// For each node, the number of words before its own; has one entry more than there are nodes.
    starts: Vec<u32>,
    words: Vec<u32>,
}

impl Names {
    /// Reads the names of all elements; words that are not `known` are ignored. Names that are repeated are read once.
    pub(crate) fn new(document: &Document, known: impl Fn(u32) -> bool) -> Names {
        let mut names = Names { starts: Vec::with_capacity(document.len() + 1), words: Vec::new() };
        let mut read: FxHashMap<&str, Vec<u32>> = FxHashMap::default();
        // the words of the elements that are open, and where those of each element begin
        let mut open: Vec<u32> = Vec::new();
        let mut around: Vec<(NodeId, usize)> = Vec::new();
        for id in document.nodes() {
            while let Some(&(_, from)) = around.last().filter(|(element, _)| document.end(*element) <= id) {
                open.truncate(from);
                around.pop();
            }
            names.starts.push(names.words.len() as u32);
            if matches!(document.tag(id), Tag::TEXT | Tag::HTML | Tag::BODY) {
                continue;
            }
            let from = open.len();
            for attribute in [AttrName::CLASS, AttrName::ID, AttrName::ITEMPROP, AttrName::ROLE] {
                let Some(value) = document.attr(id, attribute) else { continue };
                let words = read.entry(value).or_insert_with(|| {
                    let mut words = Vec::new();
                    name_words(value, |word| {
                        let hash = hash_of(word);
                        if known(hash) {
                            words.push(hash);
                        }
                    });
                    words
                });
                for &word in words.iter() {
                    if open.len() < MOST_OPEN && !open.contains(&word) {
                        open.push(word);
                        names.words.push(word);
                    }
                }
            }
            if open.len() > from {
                around.push((id, from));
            }
        }
        names.starts.push(names.words.len() as u32);
        names
    }

    fn own(&self, id: NodeId) -> &[u32] {
        &self.words[self.starts[id.index()] as usize..self.starts[id.index() + 1] as usize]
    }

    /// The words of an element and of all enclosing elements, without duplicates.
    pub(crate) fn around(&self, document: &Document, id: NodeId) -> Vec<u32> {
        document.ancestors(id).flat_map(|id| self.own(id)).copied().collect()
    }

    /// For each node, the sum of the weights of its words in [`Names::around`].
    pub(crate) fn sums(&self, document: &Document, weights: &FxHashMap<u32, f32>) -> Vec<f32> {
        let mut sums: Vec<f32> = Vec::with_capacity(document.len());
        for id in document.nodes() {
            let above = document.parent(id).map_or(0.0, |parent| sums[parent.index()]);
            sums.push(above + self.own(id).iter().filter_map(|word| weights.get(word)).sum::<f32>());
        }
        sums
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_parted_into_words() {
        let words = |name| {
            let mut out = Vec::new();
            name_words(name, |word| out.push(word));
            out
        };
        assert_eq!(words("related-products__item2 a"), ["related", "products", "item"]);
        assert_eq!(words("postBody HTMLBlock URL"), ["post", "Body", "HTML", "Block", "URL"]);
        assert_eq!(words("größe 42 averyveryverylongwordofletters"), ["gr"]);
    }
}
