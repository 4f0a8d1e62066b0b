//! Learning gazetteers in rounds, as a state machine without I/O: whoever uses it looks at pages with the schema as it
//! is at present, passes on what they show, and ends the round. It can stop at any time, be written to a file and go on
//! from there. Between rounds a person may accept, reject and blacklist terms, and undo that.

mod decisions;
mod score;
mod state;

use std::collections::{BTreeMap, BTreeSet};

use crate::objects::amber::learn::{Change, Evidence, Knowledge, LearnRules, Observed};
use crate::objects::schema::domain_schema::Schema;
use crate::objects::{Method, Options};
use crate::types::ValueKind;

pub use state::{
    AttributeRound, Decision, Found, KeptTerm, LearningState, Progress, Seen, Sighting, TermPlace, TermScore,
    TermState, TermStatus, Verdict, Was,
};

/// How many places are kept of a term, for it and against it each.
const PLACES: usize = 5;

/// The longest text, in characters, that is kept of a place.
const MAX_TEXT: usize = 160;

/// A term of an attribute: its index, and the term in lower case.
type Key = (usize, String);

/// Gazetteers of a schema while they are learnt.
#[derive(Clone, Debug)]
pub struct Learning {
    /// With the terms that are known at present.
    schema: Schema,
    search: Options,
    rules: LearnRules,
    seeds: BTreeMap<usize, Vec<String>>,
    knowledge: Knowledge,
    found: BTreeMap<Key, Found>,
    rounds: Vec<Progress>,
    decisions: Vec<Decision>,
    /// The round under way.
    now: Round,
}

/// What the pages of the round under way have shown so far.
#[derive(Clone, Debug, Default)]
struct Round {
    pages: u32,
    failed: u32,
    observed: Observed,
    found: BTreeMap<Key, Found>,
}

impl Learning {
    /// Begins with the gazetteers of a schema. The method of the search decides by which rules terms are learnt: the
    /// paper's for AMBER, otherwise ours.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, Schema};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let file = "name = 'flats'\npivots = ['price']\n[[attribute]]\nname = 'price'\nregular = true\nvalue = 'price'\nrecognise = ['price']
    ///     [[attribute]]\nname = 'place'\nregular = true\ndistinct = true\ngazetteers = ['places.txt']";
    /// let schema = Schema::parse(file, &mut |_| Ok("Oxford\nLeeds\n".to_owned()))?;
    /// let flat = |place: &str, price: u32| format!("<li><b>{place}</b> <i>£{price} pcm</i></li>");
    /// let html = format!("<ul>{}</ul>", [flat("Oxford", 900), flat("Leeds", 700), flat("Hull", 500)].concat());
    /// let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
    ///
    /// let mut learning = Learning::new(schema, ObjectSearch::default());
    /// while !learning.is_saturated() {
    ///     let seen = page.observe(learning.schema(), learning.search());
    ///     learning.add("flats.html", seen);
    ///     learning.end_round();
    /// }
    /// let learnt: Vec<&Vec<String>> = learning.rounds().iter().map(|round| &round.attributes["place"].learnt).collect();
    /// assert_eq!(learnt, [&vec!["Hull".to_owned()], &vec![]]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new(schema: Schema, search: Options) -> Learning {
        let rules = LearnRules::of(search.method);
        let knowledge = Knowledge::of(&schema);
        Learning {
            schema,
            search,
            rules,
            seeds: BTreeMap::new(),
            knowledge,
            found: BTreeMap::new(),
            rounds: Vec::new(),
            decisions: Vec::new(),
            now: Round::default(),
        }
    }

    /// Replaces the terms that an attribute begins with, or gives it a gazetteer if it has none. Returns whether that
    /// is possible: the schema has the attribute, its values are texts, and no round has ended yet.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, domain};
    ///
    /// let flats = domain("real-estate").expect("it is shipped")?;
    /// let mut learning = Learning::new(flats, ObjectSearch::default());
    /// assert!(learning.seed("location", ["Leeds", "York"].map(str::to_owned).to_vec()));
    /// assert!(!learning.seed("price", vec!["cheap".to_owned()]));
    /// assert_eq!(learning.terms("location").len(), 2);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn seed(&mut self, attribute: &str, terms: Vec<String>) -> bool {
        let at = self.schema.attribute(attribute).filter(|&at| self.schema.attributes[at].value == ValueKind::Text);
        let Some(at) = at.filter(|_| self.rounds.is_empty()) else { return false };
        let mut seen = BTreeSet::new();
        let terms: Vec<String> = terms.iter().map(|term| one_line(term)).filter(|term| !term.is_empty()).collect();
        let terms: Vec<String> = terms.into_iter().filter(|term| seen.insert(term.to_lowercase())).collect();
        self.schema.set_terms(at, terms.clone());
        let known = terms.iter().map(|term| (term.to_lowercase(), evidence(term, 0))).collect();
        self.knowledge.attributes.insert(at, crate::objects::Terms { known, noise: BTreeMap::new() });
        self.seeds.insert(at, terms);
        self.now = Round::default();
        true
    }

    /// The schema with the terms that are known at present: what pages are to be looked at with.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, domain};
    ///
    /// let learning = Learning::new(domain("jobs").expect("it is shipped")?, ObjectSearch::default());
    /// assert_eq!(learning.schema().name, "jobs");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// How objects are found.
    ///
    /// ```
    /// use rowsmith::options::{ObjectMethod, ObjectSearch};
    /// use rowsmith::schema::{Learning, domain};
    ///
    /// let learning = Learning::new(domain("jobs").expect("it is shipped")?, ObjectSearch::default());
    /// assert_eq!(learning.search().method, ObjectMethod::Agreement);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn search(&self) -> &Options {
        &self.search
    }

    /// The names of the attributes whose terms are learnt: those with values that are texts, and a gazetteer.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, domain};
    ///
    /// let learning = Learning::new(domain("real-estate").expect("it is shipped")?, ObjectSearch::default());
    /// assert_eq!(learning.attributes().collect::<Vec<_>>(), ["property_type", "status"]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn attributes(&self) -> impl Iterator<Item = &str> {
        let is_text = |at: &&usize| self.schema.attributes[**at].value == ValueKind::Text;
        self.knowledge.attributes.keys().filter(is_text).map(|&at| self.schema.attributes[at].name.as_str())
    }

    /// Adds what a page of the round shows. The order of the pages does not matter.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, Seen, domain};
    ///
    /// let mut learning = Learning::new(domain("jobs").expect("it is shipped")?, ObjectSearch::default());
    /// learning.add("empty.html", Seen::default());
    /// assert_eq!(learning.end_round().pages, 1);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn add(&mut self, page: &str, seen: Seen) {
        self.now.pages += 1;
        self.now.observed.add(seen.observed);
        let mut on_page: BTreeSet<Key> = BTreeSet::new();
        for sighting in seen.sightings {
            let key = (sighting.attribute, sighting.term.to_lowercase());
            let found = self.now.found.entry(key.clone()).or_default();
            match sighting.is_value {
                true => found.right += 1,
                false => found.wrong += 1,
            }
            if sighting.is_value && on_page.insert(key) {
                found.pages += 1;
            }
            let text = sighting.text.chars().take(MAX_TEXT).collect();
            let (element, is_value) = (sighting.element, sighting.is_value);
            keep(&mut found.places, TermPlace { page: page.to_owned(), element, text, is_value });
        }
    }

    /// Counts a page of the round that cannot be read.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, domain};
    ///
    /// let mut learning = Learning::new(domain("jobs").expect("it is shipped")?, ObjectSearch::default());
    /// learning.add_failed();
    /// assert_eq!(learning.end_round().failed, 1);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn add_failed(&mut self) {
        self.now.failed += 1;
    }

    /// Forgets what the pages of the round under way have shown: it begins again.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, Seen, domain};
    ///
    /// let mut learning = Learning::new(domain("jobs").expect("it is shipped")?, ObjectSearch::default());
    /// learning.add("a.html", Seen::default());
    /// learning.stop_round();
    /// assert_eq!(learning.end_round().pages, 0);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn stop_round(&mut self) {
        self.now = Round::default();
    }

    /// Ends the round: learns from all that its pages have shown, and teaches the schema what is known now.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, domain};
    ///
    /// let mut learning = Learning::new(domain("jobs").expect("it is shipped")?, ObjectSearch::default());
    /// // there were no pages
    /// assert!(learning.end_round().is_saturated());
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn end_round(&mut self) -> &Progress {
        let Round { pages, failed, observed, found } = std::mem::take(&mut self.now);
        let number = self.rounds.len() as u32 + 1;
        let mut changes = self.knowledge.learn(&self.schema, &observed, number, &self.rules);
        for (key, found) in found {
            let known = self.knowledge.attributes.get(&key.0);
            if known.is_some_and(|terms| terms.known.contains_key(&key.1) || terms.noise.contains_key(&key.1)) {
                self.found.insert(key, found);
            }
        }
        self.obey(number, &mut changes);
        self.knowledge.teach(&mut self.schema);
        let attribute = |(at, change): (usize, Change)| {
            let (values, recognised) = observed.values.get(&at).copied().unwrap_or_default();
            let terms = self.knowledge.attributes.get(&at).map_or(0, |terms| terms.known.len());
            let Change { learnt, dropped } = change;
            let of = AttributeRound { values, recognised, learnt, dropped, terms };
            (self.schema.attributes[at].name.clone(), of)
        };
        let attributes = changes.into_iter().map(attribute).collect();
        self.rounds.push(Progress { number, pages, failed, attributes });
        &self.rounds[self.rounds.len() - 1]
    }

    /// The rounds that have ended.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, domain};
    ///
    /// let learning = Learning::new(domain("jobs").expect("it is shipped")?, ObjectSearch::default());
    /// assert!(learning.rounds().is_empty());
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn rounds(&self) -> &[Progress] {
        &self.rounds
    }

    /// Whether the last round changed nothing, and no decision was made after it: a further round over the same pages
    /// would change nothing either.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, Verdict, domain};
    ///
    /// let mut learning = Learning::new(domain("jobs").expect("it is shipped")?, ObjectSearch::default());
    /// assert!(!learning.is_saturated());
    /// learning.end_round();
    /// assert!(learning.is_saturated());
    /// let contract = learning.attributes().last().expect("jobs have terms").to_owned();
    /// learning.decide(&contract, "zero hours", Verdict::Accept);
    /// assert!(!learning.is_saturated());
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn is_saturated(&self) -> bool {
        let rounds = self.rounds.len() as u32;
        let decided = self.decisions.last().is_some_and(|decision| decision.after >= rounds);
        !decided && self.rounds.last().is_some_and(Progress::is_saturated)
    }

    /// The terms of an attribute with all that is known of them, in alphabetical order: those of the gazetteer, and
    /// those that are noise. Empty for an attribute whose terms are not learnt.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, domain};
    ///
    /// let learning = Learning::new(domain("real-estate").expect("it is shipped")?, ObjectSearch::default());
    /// let types = learning.terms("property_type");
    /// assert!(types.iter().any(|of| of.evidence.term == "bungalow" && of.confidence.is_none()));
    /// assert!(learning.terms("price").is_empty());
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn terms(&self, attribute: &str) -> Vec<TermState> {
        let at = self.schema.attribute(attribute);
        let Some((at, terms)) = at.and_then(|at| Some((at, self.knowledge.attributes.get(&at)?))) else {
            return Vec::new();
        };
        let verdicts: BTreeMap<String, Verdict> = self
            .in_force()
            .into_iter()
            .map(|number| &self.decisions[number])
            .filter(|decision| decision.attribute == attribute)
            .map(|decision| (decision.term.to_lowercase(), decision.verdict))
            .collect();
        let state = |(folded, evidence): (&String, &Evidence), is_known: bool| {
            let status = match (verdicts.get(folded), is_known) {
                (Some(Verdict::Accept), _) => TermStatus::Accepted,
                (Some(Verdict::Reject), _) => TermStatus::Rejected,
                (Some(Verdict::Blacklist), _) => TermStatus::Blacklisted,
                (None, false) => TermStatus::Noise,
                (None, true) if evidence.round == 0 => TermStatus::Seed,
                (None, true) => TermStatus::Learnt,
            };
            let found = self.found.get(&(at, folded.clone())).cloned().unwrap_or_default();
            TermState { evidence: evidence.clone(), status, confidence: found.confidence(), found }
        };
        let known = terms.known.iter().map(|term| state(term, true));
        let noise = terms.noise.iter().map(|term| state(term, false));
        let mut all: Vec<TermState> = known.chain(noise).collect();
        all.sort_by_cached_key(|of| of.evidence.term.to_lowercase());
        all
    }

    /// The gazetteer of an attribute as a file, one term a line with its evidence, or, with `noise`, the terms that are
    /// not in it. Schemas read such files.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, domain};
    ///
    /// let mut learning = Learning::new(domain("real-estate").expect("it is shipped")?, ObjectSearch::default());
    /// learning.seed("location", vec!["Leeds".to_owned()]);
    /// assert!(learning.gazetteer("location", false).ends_with("\nLeeds\t0\t0\t0\n"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn gazetteer(&self, attribute: &str, noise: bool) -> String {
        let at = self.schema.attribute(attribute);
        let terms = at.and_then(|at| self.knowledge.attributes.get(&at));
        let list = terms.map(|terms| if noise { &terms.noise } else { &terms.known });
        let mut text = "# term, evidence for it, evidence against it, round (0: the seed)\n".to_owned();
        for of in list.into_iter().flat_map(BTreeMap::values) {
            let line = [of.term.clone(), of.positive.to_string(), of.negative.to_string(), of.round.to_string()];
            text.push_str(&line.join("\t"));
            text.push('\n');
        }
        text
    }

    /// Everything that is known, to be written to a file. The round under way is not part of it.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, LearningState, domain};
    ///
    /// let mut learning = Learning::new(domain("jobs").expect("it is shipped")?, ObjectSearch::default());
    /// learning.end_round();
    /// let file = serde_json::to_string(&learning.state()).expect("it is plain data");
    /// let state: LearningState = serde_json::from_str(&file).expect("it was just written");
    /// let again = Learning::resume(domain("jobs").expect("it is shipped")?, ObjectSearch::default(), &state);
    /// assert_eq!(again.rounds(), learning.rounds());
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn state(&self) -> LearningState {
        let name = |at: usize| self.schema.attributes[at].name.clone();
        let attribute = |(&at, terms): (&usize, &crate::objects::Terms)| {
            let kept = |(folded, of): (&String, &Evidence), noise: bool| {
                let found = self.found.get(&(at, folded.clone())).cloned().unwrap_or_default();
                KeptTerm { evidence: of.clone(), noise, found }
            };
            let known = terms.known.iter().map(|term| kept(term, false));
            (name(at), known.chain(terms.noise.iter().map(|term| kept(term, true))).collect())
        };
        LearningState {
            schema: self.schema.name.clone(),
            seeds: self.seeds.iter().map(|(&at, terms)| (name(at), terms.clone())).collect(),
            terms: self.knowledge.attributes.iter().map(attribute).collect(),
            rounds: self.rounds.clone(),
            decisions: self.decisions.clone(),
        }
    }

    /// Continues from what was known. Attributes that the schema does not have are left out.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, domain};
    ///
    /// let flats = || domain("real-estate").expect("it is shipped");
    /// let mut learning = Learning::new(flats()?, ObjectSearch::default());
    /// learning.seed("location", vec!["Leeds".to_owned()]);
    /// let again = Learning::resume(flats()?, ObjectSearch::default(), &learning.state());
    /// assert_eq!(again.terms("location")[0].evidence.term, "Leeds");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn resume(schema: Schema, search: Options, state: &LearningState) -> Learning {
        let mut learning = Learning::new(schema, search);
        for (name, terms) in &state.seeds {
            learning.seed(name, terms.clone());
        }
        for (name, terms) in &state.terms {
            let Some(at) = learning.schema.attribute(name) else { continue };
            let mut all = crate::objects::Terms::default();
            for KeptTerm { evidence, noise, found } in terms {
                let folded = evidence.term.to_lowercase();
                if found != &Found::default() {
                    learning.found.insert((at, folded.clone()), found.clone());
                }
                let list = if *noise { &mut all.noise } else { &mut all.known };
                list.insert(folded, evidence.clone());
            }
            learning.knowledge.attributes.insert(at, all);
        }
        learning.rounds.clone_from(&state.rounds);
        learning.decisions.clone_from(&state.decisions);
        learning.knowledge.teach(&mut learning.schema);
        learning
    }

    /// How the terms of an attribute compare with a list of the right ones: at the beginning, and after each round
    /// together with the decisions that follow it (table 1 of the paper). Of the terms, those count that pages show.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, domain};
    ///
    /// let mut learning = Learning::new(domain("real-estate").expect("it is shipped")?, ObjectSearch::default());
    /// learning.seed("location", vec!["Leeds".to_owned()]);
    /// let scores = learning.scores("location", &["Leeds".to_owned(), "York".to_owned()]);
    /// assert_eq!((scores.len(), scores[0].recall), (1, 0.5));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn scores(&self, attribute: &str, right: &[String]) -> Vec<TermScore> {
        let at = self.schema.attribute(attribute);
        let Some((at, terms)) = at.and_then(|at| Some((at, self.knowledge.attributes.get(&at)?))) else {
            return Vec::new();
        };
        let seed: BTreeSet<String> = match self.seeds.get(&at) {
            Some(seed) => seed.iter().map(|term| term.to_lowercase()).collect(),
            None => {
                let all = terms.known.iter().chain(&terms.noise);
                all.filter(|(_, of)| of.round == 0).map(|(folded, _)| folded.clone()).collect()
            }
        };
        let right: BTreeSet<String> = right.iter().map(|term| one_line(term).to_lowercase()).collect();
        let is_shown = |term: &String| self.found.contains_key(&(at, term.clone()));
        score::over_rounds(attribute, seed, &right, &self.rounds, &self.decisions, &is_shown)
    }

    /// Which rules terms are learnt by.
    ///
    /// ```
    /// use rowsmith::options::{ObjectMethod, ObjectSearch};
    /// use rowsmith::schema::{Learning, domain};
    ///
    /// let amber = ObjectSearch::new().method(ObjectMethod::Amber);
    /// assert_eq!(Learning::new(domain("jobs").expect("it is shipped")?, amber).method(), ObjectMethod::Amber);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn method(&self) -> Method {
        self.search.method
    }
}

fn evidence(term: &str, round: u32) -> Evidence {
    Evidence { term: term.to_owned(), round, ..Evidence::default() }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Keeps a place, if it is among the first by page and element, so that the order of the pages does not matter.
fn keep(places: &mut Vec<TermPlace>, place: TermPlace) {
    let alike = |of: &TermPlace| of.is_value == place.is_value;
    let is_value = place.is_value;
    if let Err(at) = places.binary_search(&place) {
        let before = places[..at].iter().filter(|of| alike(of)).count();
        if before < PLACES {
            places.insert(at, place);
        }
    }
    while places.iter().filter(|of| of.is_value == is_value).count() > PLACES {
        let Some(last) = places.iter().rposition(|of| of.is_value == is_value) else { break };
        places.remove(last);
    }
}

#[cfg(test)]
mod tests;
