//! Learning gazetteers from what the structure of pages has repaired (AMBER 4, algorithm 5).

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::objects::Method;
use crate::objects::schema::domain_schema::Schema;

/// The most words, and below that characters, in a term: longer components are prose.
const MAX_WORDS: usize = 5;
const MAX_CHARS: usize = 48;

/// How terms are learnt: algorithm 5 as in the paper, and our changes to it. Θ is
/// [`Thresholds::noise`](crate::objects::Thresholds::noise).
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub struct LearnRules {
    /// When a term is noise.
    pub noise_test: NoiseTest,
    /// The least evidence for a term that is assumed. The paper's 0 drops a term of the seed if it is first seen
    /// elsewhere; ours is 1.
    pub least_evidence: f64,
    /// Whether only annotations within objects count as noise. The paper counts those of the whole page (line 8); here
    /// a menu of places is not evidence against them.
    pub noise_within_objects: bool,
    /// If less than this share of the letters and digits in a page's values of an attribute is in likely terms, the
    /// page teaches nothing about the attribute. Where most of a text cannot be a term, the position holds prose that
    /// mentions terms, and anything learnt from it would keep confirming itself. With the paper's 0 every attribute
    /// node teaches (lines 1 to 7); ours is 0.5.
    pub least_in_terms: f64,
    /// Whether known terms that are only part of a component also gain evidence. In the paper they do not.
    pub parts_validate: bool,
    /// Whether likely terms are the paper's `components` rather than our `phrases`.
    pub words_apart: bool,
}

/// When the evidence against a term makes it noise. The paper's algorithm and its text disagree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NoiseTest {
    /// "At least Θ times larger than the evidence that v is a genuine value" (the text of section 4).
    Text,
    /// Line 10 as printed: the evidence for the term is less than Θ times the evidence against it. This drops a term
    /// that is right as often as it is wrong.
    Printed,
}

impl LearnRules {
    /// Algorithm 5 as in the paper.
    ///
    /// ```
    /// use rowsmith::schema::LearnRules;
    ///
    /// let (paper, ours) = (LearnRules::paper(), LearnRules::default());
    /// // for us a menu of places is no evidence against the places in it
    /// assert!(!paper.noise_within_objects && ours.noise_within_objects);
    /// ```
    pub fn paper() -> LearnRules {
        LearnRules {
            noise_test: NoiseTest::Text,
            least_evidence: 0.0,
            noise_within_objects: false,
            least_in_terms: 0.0,
            parts_validate: false,
            words_apart: true,
        }
    }

    /// The rules for a way of finding objects: the paper's for AMBER, otherwise ours.
    ///
    /// ```
    /// use rowsmith::options::ObjectMethod;
    /// use rowsmith::schema::LearnRules;
    ///
    /// assert_eq!(LearnRules::of(ObjectMethod::Amber), LearnRules::paper());
    /// assert_eq!(LearnRules::of(ObjectMethod::Agreement), LearnRules::default());
    /// ```
    pub fn of(method: Method) -> LearnRules {
        match method {
            Method::Amber => LearnRules::paper(),
            Method::Agreement => LearnRules::default(),
        }
    }

    /// The parts of a text that are likely terms.
    pub(crate) fn terms_in(&self, text: &str) -> Vec<String> {
        if self.words_apart { components(text) } else { phrases(text) }
    }
}

impl Default for LearnRules {
    /// Our rules.
    fn default() -> Self {
        LearnRules {
            noise_test: NoiseTest::Text,
            least_evidence: 1.0,
            noise_within_objects: true,
            least_in_terms: 0.5,
            parts_validate: true,
            words_apart: false,
        }
    }
}

/// What is known about a term.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Evidence {
    /// The term as it was first seen.
    pub term: String,
    /// How often it was found where the attribute is: ev(v, U).
    pub positive: f64,
    /// How often it was found elsewhere: ev(v, Ū).
    pub negative: f64,
    /// The round in which it was learnt; 0 for a term of the seed.
    pub round: u32,
}

/// The gazetteer of one attribute during learning: U and its complement Ū.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Terms {
    /// The terms, by their lower-case form.
    pub known: BTreeMap<String, Evidence>,
    /// The terms that are noise, by their lower-case form.
    pub noise: BTreeMap<String, Evidence>,
}

impl Terms {
    /// Starts from a seed.
    pub(crate) fn of<'t>(terms: impl Iterator<Item = &'t String>) -> Terms {
        let entry = |term: &String| (term.to_lowercase(), Evidence { term: term.clone(), ..Evidence::default() });
        Terms { known: terms.map(entry).collect(), noise: BTreeMap::new() }
    }
}

/// All gazetteers of a schema during learning, by attribute.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Knowledge {
    /// The attributes that have a gazetteer.
    pub attributes: BTreeMap<usize, Terms>,
}

/// What pages showed. Observations of several pages can be added up in any order.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Observed {
    /// For each attribute and term at its positions: how often it was found, and how often without an annotation.
    pub positive: BTreeMap<(usize, String), (u32, u32)>,
    /// For each attribute and term annotated elsewhere: how often.
    pub negative: BTreeMap<(usize, String), u32>,
    /// For each attribute, the number of values found, and of those that were annotated.
    pub values: BTreeMap<usize, (u32, u32)>,
}

/// The effect of a learning step on one attribute.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Change {
    /// New terms.
    pub learnt: Vec<String>,
    /// Terms that have become noise.
    pub dropped: Vec<String>,
}

impl Knowledge {
    /// The terms in a schema's gazetteers: what is known before anything is learnt.
    ///
    /// ```
    /// use rowsmith::schema::{Knowledge, domain};
    ///
    /// let flats = domain("real-estate").expect("it is shipped")?;
    /// let knowledge = Knowledge::of(&flats);
    /// let kind = flats.attribute("property_type").expect("flats have one");
    /// assert!(knowledge.attributes[&kind].known.contains_key("bungalow"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn of(schema: &Schema) -> Knowledge {
        let mut out = Knowledge::default();
        for (attribute, entry) in schema.attributes.iter().enumerate().filter(|(_, a)| !a.term_lists.is_empty()) {
            let terms = entry.term_lists.iter().flat_map(|list| &list.terms);
            out.attributes.insert(attribute, Terms::of(terms));
        }
        out
    }

    /// Replaces the terms of a schema by those that are known.
    ///
    /// ```
    /// use rowsmith::schema::{Evidence, Knowledge, Schema};
    ///
    /// let file = "name = 'trees'\npivots = ['tree']\n[[attribute]]\nname = 'tree'\nregular = true\ngazetteers = ['trees.txt']";
    /// let mut schema = Schema::parse(file, &mut |_| Ok("Oak\nElm\n".to_owned()))?;
    /// let mut knowledge = Knowledge::of(&schema);
    /// let ash = Evidence { term: "Ash".to_owned(), positive: 3.0, ..Evidence::default() };
    /// knowledge.attributes.entry(0).or_default().known.insert("ash".to_owned(), ash);
    /// knowledge.teach(&mut schema);
    /// assert_eq!(schema.attributes[0].term_lists[0].terms, ["Ash", "Elm", "Oak"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn teach(&self, schema: &mut Schema) {
        for (&attribute, terms) in &self.attributes {
            schema.set_terms(attribute, terms.known.values().map(|e| e.term.clone()).collect());
        }
    }

    /// One step: adds observations, and decides which terms are known and which are noise. `round` counts from 1.
    ///
    /// A term at the attribute's position that was not annotated is learnt, unless it is noise (lines 1 to 7) or a term
    /// of a disjoint attribute. A term that is annotated elsewhere becomes noise once that outweighs the evidence for
    /// it (lines 8 to 11, `NoiseTest`).
    ///
    /// ```
    /// use rowsmith::schema::{Knowledge, LearnRules, Observed, Schema};
    ///
    /// let file = "name = 'trees'\npivots = ['tree']\n[[attribute]]\nname = 'tree'\nregular = true\ngazetteers = ['trees.txt']";
    /// let schema = Schema::parse(file, &mut |_| Ok("Oak\nElm\n".to_owned()))?;
    /// let mut knowledge = Knowledge::of(&schema);
    /// // twice where trees stand, and not known before; "Elm" five times elsewhere
    /// let mut observed = Observed::default();
    /// observed.positive.insert((0, "Ash".to_owned()), (2, 2));
    /// observed.negative.insert((0, "Elm".to_owned()), 5);
    /// let changes = knowledge.learn(&schema, &observed, 1, &LearnRules::default());
    /// assert_eq!((&changes[&0].learnt[..], &changes[&0].dropped[..]), (&["Ash".to_owned()][..], &["Elm".to_owned()][..]));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn learn(
        &mut self,
        schema: &Schema,
        observed: &Observed,
        round: u32,
        rules: &LearnRules,
    ) -> BTreeMap<usize, Change> {
        let theta = schema.thresholds.noise;
        let mut changes: BTreeMap<usize, Change> = self.attributes.keys().map(|&a| (a, Change::default())).collect();
        // what was known before this round
        let before: Vec<(usize, BTreeSet<String>)> = match schema.disjoint.is_empty() {
            true => Vec::new(),
            false => self.attributes.iter().map(|(&a, terms)| (a, terms.known.keys().cloned().collect())).collect(),
        };
        for ((attribute, term), &(times, fresh)) in &observed.positive {
            let folded = term.to_lowercase();
            let of_other =
                before.iter().any(|(a, known)| schema.are_disjoint(*a, *attribute) && known.contains(&folded));
            let Some(terms) = self.attributes.get_mut(attribute) else { continue };
            if let Some(evidence) = terms.noise.get_mut(&folded) {
                evidence.positive += f64::from(times);
            } else if let Some(evidence) = terms.known.get_mut(&folded) {
                evidence.positive += f64::from(times);
            } else if fresh > 0 && !of_other {
                let evidence = Evidence { term: term.clone(), positive: f64::from(times), negative: 0.0, round };
                terms.known.insert(folded, evidence);
                changes.entry(*attribute).or_default().learnt.push(term.clone());
            }
        }
        for ((attribute, term), &times) in &observed.negative {
            let Some(terms) = self.attributes.get_mut(attribute) else { continue };
            let folded = term.to_lowercase();
            let Some(evidence) = terms.known.get_mut(&folded) else { continue };
            evidence.negative += f64::from(times);
            let positive = evidence.positive.max(rules.least_evidence);
            let is_noise = match rules.noise_test {
                NoiseTest::Text => evidence.negative >= theta * positive,
                NoiseTest::Printed => positive < theta * evidence.negative,
            };
            if is_noise && let Some(evidence) = terms.known.remove(&folded) {
                changes.entry(*attribute).or_default().dropped.push(evidence.term.clone());
                terms.noise.insert(folded, evidence);
            }
        }
        changes
    }
}

impl Observed {
    /// Adds the observations of another page.
    ///
    /// ```
    /// use rowsmith::schema::Observed;
    ///
    /// let page = |term: &str| {
    ///     let mut observed = Observed::default();
    ///     observed.positive.insert((0, term.to_owned()), (1, 1));
    ///     observed
    /// };
    /// let mut all = page("Oak");
    /// all.add(page("Oak"));
    /// all.add(page("Elm"));
    /// assert_eq!(all.positive[&(0, "Oak".to_owned())], (2, 2));
    /// assert_eq!(all.positive.len(), 2);
    /// ```
    pub fn add(&mut self, other: Observed) {
        for (key, (times, fresh)) in other.positive {
            let entry = self.positive.entry(key).or_default();
            entry.0 += times;
            entry.1 += fresh;
        }
        for (key, times) in other.negative {
            *self.negative.entry(key).or_default() += times;
        }
        for (key, (values, annotated)) in other.values {
            let entry = self.values.entry(key).or_default();
            entry.0 += values;
            entry.1 += annotated;
        }
    }
}

/// The paper's components of a text (section 4), following its example: names, which are runs of capitalised words, and
/// each lower-case word by itself, without punctuation and numbers.
pub fn components(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    for part in separated(text) {
        let mut name: Vec<&str> = Vec::new();
        for word in part.split_whitespace() {
            let first = word.chars().find(|c| c.is_alphanumeric());
            if first.is_some_and(char::is_lowercase) || word.chars().any(|c| c.is_ascii_digit()) {
                add_term(&mut terms, &name.join(" "));
                name.clear();
                add_term(&mut terms, word);
            } else {
                name.push(word);
            }
        }
        add_term(&mut terms, &name.join(" "));
    }
    terms
}

/// The parts of a text that are likely terms: between commas, bars, dashes and the like, without anything that is not a
/// word.
pub fn phrases(text: &str) -> Vec<String> {
    let mut terms = Vec::new();
    separated(text).for_each(|part| add_term(&mut terms, part));
    terms
}

/// Splits at commas, bars, brackets, dashes and the like.
fn separated(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split([',', ';', '|', '/', '•', '·', '(', ')', '[', ']', ':', '\n']);
    parts.flat_map(|part| part.split(" - ")).flat_map(|part| part.split(" – "))
}

/// Adds a text, if it is not there yet, provided that it is a term: it has letters, no digits, and is not too long.
fn add_term(terms: &mut Vec<String>, text: &str) {
    let trimmed = text.trim_matches(|c: char| !c.is_alphanumeric());
    let words = trimmed.split_whitespace();
    let worded = trimmed.chars().filter(|c| c.is_alphabetic()).count() >= 2;
    let digits = trimmed.chars().any(|c| c.is_ascii_digit());
    if worded && !digits && words.clone().count() <= MAX_WORDS && trimmed.chars().count() <= MAX_CHARS {
        let term = words.collect::<Vec<_>>().join(" ");
        if !terms.contains(&term) {
            terms.push(term);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::schema::test_schema;

    fn observed(positive: &[(&str, u32, u32)], negative: &[(&str, u32)]) -> Observed {
        Observed {
            positive: positive.iter().map(|&(t, times, fresh)| ((1, t.to_owned()), (times, fresh))).collect(),
            negative: negative.iter().map(|&(t, times)| ((1, t.to_owned()), times)).collect(),
            values: BTreeMap::new(),
        }
    }

    #[test]
    fn terms_are_validated_extracted_and_cleaned() {
        let schema = test_schema();
        let mut knowledge = Knowledge::of(&schema);
        let page = observed(&[("Oxford", 3, 0), ("Hay", 2, 2)], &[("Rye", 2), ("Oxford", 2)]);
        let ours = LearnRules::default();
        let change = &knowledge.learn(&schema, &page, 1, &ours)[&1];
        assert_eq!((&change.learnt[..], &change.dropped[..]), (&["Hay".to_owned()][..], &["Rye".to_owned()][..]));
        let terms = &knowledge.attributes[&1];
        let oxford = Evidence { term: "Oxford".to_owned(), positive: 3.0, negative: 2.0, round: 0 };
        assert_eq!(terms.known["oxford"], oxford);
        assert_eq!(terms.known["hay"].round, 1);
        // once noise, always noise
        let change = &knowledge.learn(&schema, &observed(&[("rye", 9, 9)], &[]), 2, &ours)[&1];
        assert!(change.learnt.is_empty());
        // 3 for it and 5 against: 5 >= 1.5 × 3
        let change = &knowledge.learn(&schema, &observed(&[], &[("Oxford", 3)]), 3, &ours)[&1];
        assert_eq!(change.dropped, ["Oxford"]);
    }

    #[test]
    fn a_taught_schema_finds_what_was_learnt() {
        let mut schema = test_schema();
        let mut knowledge = Knowledge::of(&schema);
        knowledge.learn(&schema, &observed(&[("Hay-on-Wye", 1, 1)], &[]), 1, &LearnRules::default());
        knowledge.teach(&mut schema);
        assert_eq!(schema.gazetteers.find("a flat in Hay-on-Wye").len(), 1);
    }

    #[test]
    fn a_term_is_noise_by_the_papers_text_or_by_its_printed_line() {
        // as often right as wrong: not noise by the text, noise by line 10 as printed; both drop what is mostly wrong
        for (test, dropped) in
            [(NoiseTest::Text, vec!["Deal", "Rye"]), (NoiseTest::Printed, vec!["Bath", "Deal", "Rye"])]
        {
            let schema = test_schema();
            let rules = LearnRules { noise_test: test, ..LearnRules::paper() };
            let page = observed(&[("Bath", 2, 0), ("Rye", 2, 0)], &[("Bath", 2), ("Rye", 3), ("Deal", 1)]);
            let change = &Knowledge::of(&schema).learn(&schema, &page, 1, &rules)[&1];
            assert_eq!(change.dropped, dropped, "{test:?}");
        }
    }

    #[test]
    fn theta_is_the_schemas() {
        let mut schema = test_schema();
        schema.thresholds.noise = 3.0;
        let page = observed(&[("Rye", 2, 0)], &[("Rye", 5)]);
        let dropped =
            |schema: &Schema| Knowledge::of(schema).learn(schema, &page, 1, &LearnRules::paper())[&1].dropped.len();
        assert_eq!((dropped(&schema), dropped(&test_schema())), (0, 1));
    }

    #[test]
    fn components_are_words() {
        for parts in [components, phrases] {
            assert_eq!(
                parts("The Old Barn, St. Thomas Street - Oxford"),
                ["The Old Barn", "St. Thomas Street", "Oxford"]
            );
            assert!(parts("OX2 6DP, 12, -").is_empty());
        }
        assert_eq!(components("12 Mill Lane near Hay"), ["Mill Lane", "near", "Hay"]);
        // the paper's example
        let text = "Oxford, Walton Street, ground-floor apartment";
        assert_eq!(components(text), ["Oxford", "Walton Street", "ground-floor", "apartment"]);
        assert_eq!(phrases(text), ["Oxford", "Walton Street", "ground-floor apartment"]);
    }
}
