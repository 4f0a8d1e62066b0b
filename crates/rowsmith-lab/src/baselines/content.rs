//! The content similarity of two texts (DEPTA 4.2.3, figure 6b).

use std::collections::HashMap;

use rowsmith::dom::{Document, line};
use rowsmith::tree::{PageTree, Run, TreeId};

/// The words of the texts of a page.
pub struct Contents(HashMap<TreeId, Vec<u32>>);

/// How many words of a text are compared; the library's default.
const MAX_WORDS: usize = 64;

impl Contents {
    /// The words of the texts in runs of nodes. Takes linear time.
    pub fn new(document: &Document, page: &PageTree, runs: impl Iterator<Item = Run>) -> Contents {
        let mut numbers: HashMap<String, u32> = HashMap::new();
        let mut all = HashMap::new();
        for id in runs.flat_map(|Run { first, end }| TreeId::between(first, end)).filter(|&id| page.is_text(id)) {
            let text = line(document, page.spans[id].from, page.spans[id].to);
            let words = text.split_whitespace().take(MAX_WORDS).map(|word| {
                let next = numbers.len() as u32;
                *numbers.entry(word.to_owned()).or_insert(next)
            });
            all.insert(id, words.collect());
        }
        Contents(all)
    }

    /// The number of words in the longest common subsequence of two texts, as a share of those of the longer one.
    pub fn similarity(&self, a: TreeId, b: TreeId) -> f32 {
        let (Some(x), Some(y)) = (self.0.get(&a), self.0.get(&b)) else { return 0.0 };
        let mut row = vec![0u32; y.len() + 1];
        for word in x {
            let mut diagonal = 0;
            for (j, other) in y.iter().enumerate() {
                let above = row[j + 1];
                row[j + 1] = if word == other { diagonal + 1 } else { above.max(row[j]) };
                diagonal = above;
            }
        }
        row[y.len()] as f32 / x.len().max(y.len()).max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rowsmith::dom::{ParseOptions, parse};

    #[test]
    fn common_words_in_order() {
        let document = parse(b"<p>Price: 20 dollars<p>Price: 30 dollars only", &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let contents = Contents::new(&document, &page, std::iter::once(Run::new(TreeId::ROOT, page.tree.end_of_all())));
        let texts: Vec<TreeId> = page.tree.nodes().filter(|&id| page.is_text(id)).collect();
        assert_eq!(contents.similarity(texts[0], texts[1]), 0.5);
        assert_eq!(contents.similarity(texts[0], texts[0]), 1.0);
    }
}
