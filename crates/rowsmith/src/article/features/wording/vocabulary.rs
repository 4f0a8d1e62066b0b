//! Words with weights, as parts of the block model.

use crate::learn::{ModelError, Part, Parts, WordWeights};

/// Words, as hashes, with their weights.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Vocabulary {
    /// The words in names of elements around a block.
    pub names: WordWeights,
    /// The words of short blocks.
    pub own: WordWeights,
    /// The words of the heading before a block.
    pub heading: WordWeights,
    /// The words of the headings above that one.
    pub outline: WordWeights,
}

/// The number of vocabularies.
pub const VOCABULARIES: usize = 4;

/// Their names in a model file.
const NAMES: [&str; VOCABULARIES] = ["names", "own", "heading", "outline"];

impl Vocabulary {
    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.all().iter().all(|words| words.is_empty())
    }

    fn all(&self) -> [&WordWeights; VOCABULARIES] {
        [&self.names, &self.own, &self.heading, &self.outline]
    }

    /// All vocabularies, in the order in which they are summed.
    pub fn all_mut(&mut self) -> [&mut WordWeights; VOCABULARIES] {
        [&mut self.names, &mut self.own, &mut self.heading, &mut self.outline]
    }

    /// Takes the vocabularies from the parts of a model.
    pub(crate) fn from_parts(parts: &mut Parts) -> Result<Vocabulary, ModelError> {
        let [names, own, heading, outline] = NAMES.map(|name| parts.take_words(name));
        Ok(Vocabulary { names: names?, own: own?, heading: heading?, outline: outline? })
    }

    /// Appends the vocabularies to the parts of a model.
    pub(crate) fn add_to(&self, parts: &mut Parts) {
        NAMES.iter().zip(self.all()).for_each(|(name, words)| parts.push(name, Part::Words(words.clone())));
    }
}
