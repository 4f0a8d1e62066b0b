//! What a person says of terms between the rounds: how it takes effect at once, how the rounds obey it, and taking it back.

use std::collections::BTreeMap;

use crate::objects::amber::learn::Change;
use crate::objects::learning::{Decision, Learning, Round, Verdict, Was, evidence, one_line};

impl Learning {
    /// Follows a person's verdict on a term; the round under way begins again. Returns whether the attribute is one
    /// whose terms are learnt.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, TermStatus, Verdict, domain};
    ///
    /// let mut learning = Learning::new(domain("real-estate").expect("it is shipped")?, ObjectSearch::default());
    /// assert!(learning.decide("property_type", "Bungalow", Verdict::Blacklist));
    /// let bungalow = |learning: &Learning| learning.terms("property_type").into_iter().find(|of| of.evidence.term == "bungalow");
    /// assert_eq!(bungalow(&learning).map(|of| of.status), Some(TermStatus::Blacklisted));
    /// learning.undo();
    /// assert_eq!(bungalow(&learning).map(|of| of.status), Some(TermStatus::Seed));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn decide(&mut self, attribute: &str, term: &str, verdict: Verdict) -> bool {
        let Some(at) = self.schema.attribute(attribute) else { return false };
        let term = one_line(term);
        let folded = term.to_lowercase();
        let Some(terms) = self.knowledge.attributes.get_mut(&at).filter(|_| !term.is_empty()) else { return false };
        let after = self.rounds.len() as u32;
        let known = terms.known.remove(&folded).map(|of| (Was::Known, of));
        let before = known.or_else(|| terms.noise.remove(&folded).map(|of| (Was::Noise, of)));
        let (was, kept) = before.unwrap_or_else(|| (Was::Unknown, evidence(&term, after)));
        let pages = self.found.get(&(at, folded.clone())).map_or(0, |found| found.pages);
        let term = kept.term.clone();
        match verdict {
            Verdict::Accept => terms.known.insert(folded, kept),
            Verdict::Reject | Verdict::Blacklist => terms.noise.insert(folded, kept),
        };
        self.decisions.push(Decision {
            attribute: attribute.to_owned(),
            term,
            verdict,
            after,
            was,
            pages,
            overruled: None,
        });
        self.knowledge.teach(&mut self.schema);
        self.now = Round::default();
        true
    }

    /// Undoes the last decision: the term is again what it was before, with the evidence that there is by now. Returns
    /// that decision, if there is one.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, Verdict, domain};
    ///
    /// let mut learning = Learning::new(domain("real-estate").expect("it is shipped")?, ObjectSearch::default());
    /// learning.decide("property_type", "yurt", Verdict::Accept);
    /// assert_eq!(learning.undo().map(|decision| decision.term).as_deref(), Some("yurt"));
    /// assert!(learning.undo().is_none());
    /// assert!(learning.terms("property_type").iter().all(|of| of.evidence.term != "yurt"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn undo(&mut self) -> Option<Decision> {
        let decision = self.decisions.pop()?;
        let at = self.schema.attribute(&decision.attribute)?;
        let folded = decision.term.to_lowercase();
        if let Some(terms) = self.knowledge.attributes.get_mut(&at) {
            let kept = terms.known.remove(&folded).or_else(|| terms.noise.remove(&folded));
            match (decision.was, kept) {
                (Was::Known, Some(kept)) => _ = terms.known.insert(folded, kept),
                (Was::Noise, Some(kept)) => _ = terms.noise.insert(folded, kept),
                (Was::Unknown, _) | (_, None) => {}
            }
        }
        self.knowledge.teach(&mut self.schema);
        self.now = Round::default();
        Some(decision)
    }

    /// The decisions, in order.
    ///
    /// ```
    /// use rowsmith::options::ObjectSearch;
    /// use rowsmith::schema::{Learning, Verdict, domain};
    ///
    /// let mut learning = Learning::new(domain("real-estate").expect("it is shipped")?, ObjectSearch::default());
    /// learning.decide("property_type", "yurt", Verdict::Accept);
    /// assert_eq!(learning.decisions()[0].verdict, Verdict::Accept);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn decisions(&self) -> &[Decision] {
        &self.decisions
    }

    /// The decisions that count: the last one on each term, unless it was overruled.
    pub(super) fn in_force(&self) -> Vec<usize> {
        let mut last: BTreeMap<(&str, String), usize> = BTreeMap::new();
        for (number, decision) in self.decisions.iter().enumerate() {
            last.insert((&decision.attribute, decision.term.to_lowercase()), number);
        }
        let mut numbers: Vec<usize> = last.into_values().collect();
        numbers.sort_unstable();
        numbers.retain(|&number| self.decisions[number].overruled.is_none());
        numbers
    }

    /// Brings what a round did in line with what the person said: accepted terms stay, and rejected ones come back if
    /// there is more evidence.
    pub(super) fn obey(&mut self, round: u32, changes: &mut BTreeMap<usize, Change>) {
        for number in self.in_force() {
            let decision = &mut self.decisions[number];
            let Some(at) = self.schema.attribute(&decision.attribute) else { continue };
            let folded = decision.term.to_lowercase();
            let Some(terms) = self.knowledge.attributes.get_mut(&at) else { continue };
            let change = changes.entry(at).or_default();
            match decision.verdict {
                Verdict::Accept => {
                    if let Some(evidence) = terms.noise.remove(&folded) {
                        terms.known.insert(folded.clone(), evidence);
                        change.dropped.retain(|term| term.to_lowercase() != folded);
                    }
                }
                Verdict::Reject => {
                    let pages = self.found.get(&(at, folded.clone())).map_or(0, |found| found.pages);
                    if pages > decision.pages
                        && let Some(mut evidence) = terms.noise.remove(&folded)
                    {
                        evidence.round = round;
                        change.learnt.push(evidence.term.clone());
                        terms.known.insert(folded, evidence);
                        decision.overruled = Some(round);
                    }
                }
                Verdict::Blacklist => {}
            }
        }
    }
}
