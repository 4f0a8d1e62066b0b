//! Learning by rounds, with the decisions of a person between them.

use super::*;
use crate::objects::schema::test_schema;

/// A page on which terms of the attribute 1 stand as its values, or elsewhere.
fn seen(values: &[&str], elsewhere: &[&str]) -> Seen {
    let mut seen = Seen::default();
    let sighting = |term: &&str, is_value| Sighting {
        attribute: 1,
        term: (*term).to_owned(),
        element: 7,
        text: format!("near {term}"),
        is_value,
    };
    for term in values {
        let entry = seen.observed.positive.entry((1, (*term).to_owned())).or_default();
        *entry = (entry.0 + 1, entry.1 + 1);
        seen.sightings.push(sighting(term, true));
    }
    for term in elsewhere {
        *seen.observed.negative.entry((1, (*term).to_owned())).or_default() += 1;
        seen.sightings.push(sighting(term, false));
    }
    seen.observed.values.insert(1, (values.len() as u32, 0));
    seen
}

fn learning() -> Learning {
    Learning::new(test_schema(), Options::default())
}

fn name() -> String {
    test_schema().attributes[1].name.clone()
}

fn round(learning: &mut Learning, values: &[&str], elsewhere: &[&str]) -> AttributeRound {
    learning.add("a.html", seen(values, elsewhere));
    learning.end_round().attributes[&name()].clone()
}

fn status(learning: &Learning, term: &str) -> Option<TermStatus> {
    learning.terms(&name()).into_iter().find(|of| of.evidence.term == term).map(|of| of.status)
}

#[test]
fn a_term_has_the_evidence_that_it_was_learnt_from() {
    let mut learning = learning();
    learning.add("b.html", seen(&["Hay", "Hay"], &[]));
    learning.add("a.html", seen(&["Hay"], &["Oxford"]));
    assert_eq!(learning.end_round().attributes[&name()].learnt, ["Hay"]);
    let terms = learning.terms(&name());
    let hay = terms.iter().find(|of| of.evidence.term == "Hay").unwrap();
    assert_eq!((hay.status, hay.evidence.round), (TermStatus::Learnt, 1));
    assert_eq!((hay.found.right, hay.found.wrong, hay.found.pages), (3, 0, 2));
    assert_eq!(hay.confidence, Some(0.8));
    let pages: Vec<&str> = hay.found.places.iter().map(|place| place.page.as_str()).collect();
    assert_eq!(pages, ["a.html", "b.html"]);
    assert!(!learning.is_saturated());
    assert!(round(&mut learning, &["Hay"], &[]).learnt.is_empty() && learning.is_saturated());
}

#[test]
fn a_blacklisted_term_is_never_learnt_and_is_again_what_it_was_when_that_is_undone() {
    let mut learning = learning();
    round(&mut learning, &["Hay", "Sold"], &[]);
    assert!(learning.decide(&name(), "sold", Verdict::Blacklist));
    assert!(learning.schema().gazetteers.find("Sold in Hay").len() == 1, "pages are looked at without it");
    for _ in 0..2 {
        assert!(round(&mut learning, &["Hay", "Sold", "Sold"], &[]).learnt.is_empty());
    }
    assert_eq!(status(&learning, "Sold"), Some(TermStatus::Blacklisted));
    assert_eq!(learning.undo().unwrap().verdict, Verdict::Blacklist);
    assert_eq!(status(&learning, "Sold"), Some(TermStatus::Learnt));
    assert_eq!(learning.schema().gazetteers.find("Sold in Hay").len(), 2);
}

#[test]
fn a_rejected_term_comes_back_when_more_pages_show_it() {
    let mut learning = learning();
    round(&mut learning, &["Hay"], &[]);
    learning.decide(&name(), "Hay", Verdict::Reject);
    assert!(round(&mut learning, &["Hay"], &[]).learnt.is_empty());
    assert_eq!(status(&learning, "Hay"), Some(TermStatus::Rejected));
    learning.add("a.html", seen(&["Hay"], &[]));
    assert_eq!(round(&mut learning, &["Hay"], &[]).learnt, ["Hay"]);
    assert_eq!(status(&learning, "Hay"), Some(TermStatus::Learnt));
}

#[test]
fn an_accepted_term_stays_whatever_the_evidence() {
    let mut learning = learning();
    assert!(learning.decide(&name(), "Oxford", Verdict::Accept));
    let of_round = round(&mut learning, &[], &["Oxford", "Oxford", "Oxford", "Rye", "Rye"]);
    assert_eq!(of_round.dropped, ["Rye"]);
    assert_eq!(
        (status(&learning, "Oxford"), status(&learning, "Rye")),
        (Some(TermStatus::Accepted), Some(TermStatus::Noise))
    );
    // noise that a person knows better
    learning.decide(&name(), "Rye", Verdict::Accept);
    assert!(round(&mut learning, &[], &["Rye", "Rye"]).dropped.is_empty());
    assert_eq!(status(&learning, "Rye"), Some(TermStatus::Accepted));
}

#[test]
fn what_was_written_goes_on_as_if_it_had_not_stopped() {
    let mut whole = learning();
    assert!(whole.seed(&name(), vec!["Oxford".into(), "OXFORD ".into(), " ".into()]));
    round(&mut whole, &["Oxford", "Hay", "Sold"], &[]);
    whole.decide(&name(), "Sold", Verdict::Blacklist);
    let json = serde_json::to_string(&whole.state()).unwrap();
    // a round that is under way is not kept
    whole.add("x.html", seen(&["Ludlow"], &[]));
    whole.stop_round();
    let mut again = Learning::resume(test_schema(), Options::default(), &serde_json::from_str(&json).unwrap());
    for learning in [&mut whole, &mut again] {
        round(learning, &["Oxford", "Wem", "Sold"], &["Hay", "Hay"]);
    }
    assert_eq!(whole.state(), again.state());
    assert_eq!(status(&again, "Wem"), Some(TermStatus::Learnt));
    assert!(!again.seed(&name(), vec!["late".into()]));
}

#[test]
fn terms_are_compared_with_the_right_ones_over_the_rounds() {
    let mut learning = learning();
    learning.seed(&name(), vec!["Oxford".into(), "Nowhere".into()]);
    round(&mut learning, &["Oxford", "Hay", "Sold"], &[]);
    learning.decide(&name(), "Sold", Verdict::Blacklist);
    round(&mut learning, &["Wem"], &[]);
    let right = ["Oxford", "Hay", "Wem", "Ely"].map(str::to_owned);
    let scores = learning.scores(&name(), &right);
    let shares: Vec<(usize, f64, f64)> = scores.iter().map(|of| (of.terms, of.precision, of.recall)).collect();
    // "Nowhere" is on no page, and counts as neither right nor wrong
    assert_eq!(shares, [(1, 1.0, 0.25), (2, 1.0, 0.5), (3, 1.0, 0.75)]);
    learning.undo();
    assert_eq!(learning.scores(&name(), &right)[1].terms, 3);
}
