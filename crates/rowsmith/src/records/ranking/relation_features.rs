//! The features that compare a candidate with related ones, each with a name and a sentence.

use crate::records::ranking::measure::Measures;

/// How another candidate is related to this one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Relation {
    /// It has all records of this one, and more.
    Superset,
    /// All its records are among this one's.
    Subset,
    /// Its records are within this one's, several in each.
    Finer,
    /// Its records each contain several of this one's.
    Coarser,
    /// It has as many records, each of them this one's with more around it.
    Larger,
    /// It has as many records, each of them a part of this one's.
    Smaller,
}

pub(crate) const RELATIONS: [(Relation, &str, &str); 6] = [
    (Relation::Superset, "superset", "the list with all records of this one and more"),
    (Relation::Subset, "subset", "the list whose records are all this one's"),
    (Relation::Finer, "finer", "the list whose records lie within this one's, several in each"),
    (Relation::Coarser, "coarser", "the list whose records hold several of this one's"),
    (Relation::Larger, "larger", "the list of the same records with more around each"),
    (Relation::Smaller, "smaller", "the list of parts of the same records"),
];

/// A figure computed for a candidate.
pub(crate) type Figure = fn(&Measures) -> f64;

/// Figures of which the difference between the related candidate and this one is a feature.
pub(crate) const DIFFERENCES: [(&str, &str, Figure); 12] = [
    ("count", "Logarithm of the number of records", |m| m.n.ln()),
    ("text", "Logarithm of the characters", |m| (1.0 + m.chars).ln()),
    ("terminals", "Logarithm of the texts and images", |m| (1.0 + m.terminals).ln()),
    ("worst_fit", "The smallest share that a record has of the common slots by class", |m| m.class_slots.worst_fit),
    ("mean_fit", "The records' mean share of the common slots by class", |m| m.class_slots.mean_fit),
    ("once", "Logarithm of the number of slots by class that occur once per record", |m| {
        (1.0 + m.class_slots.once).ln()
    }),
    ("path_once", "Logarithm of the number of slots by path that occur once per record", |m| {
        (1.0 + m.path_slots.once).ln()
    }),
    ("once_share", "Share of texts and images in slots by class that occur once per record", |m| {
        m.class_slots.once_share
    }),
    ("repeated", "Share of texts and images in slots by class that records repeat", |m| m.class_slots.repeated_share),
    ("similarity", "Similarity of neighbouring records (STM)", |m| m.similarity),
    ("spread", "Standard deviation of the records' sizes over their mean", |m| m.spread.min(3.0)),
    ("same_class", "Share of the records with the most common class", |m| m.same_class),
];

/// Features of the records that only the larger of two lists has.
const EXTRAS: [(&str, &str); 9] = [
    ("first", "One of the records that only the larger has is its first."),
    ("last", "One of the records that only the larger has is its last."),
    ("extra_size", "Logarithm of the mean size of these records, over that of the others."),
    ("extra_chars", "Logarithm of the mean number of characters of these records, over that of the others."),
    ("extra_fit", "The share that these records have of the slots by class of most others."),
    ("extra_path_fit", "The share that these records have of the slots by path of most others."),
    ("extra_gap", "How far these records are from the others, as a share of the page."),
    (
        "extra_kinds",
        "How much these records differ from the others in having a link, image, price, date, heading, long text.",
    ),
    ("extra_h1", "One of these records contains the page's first h1."),
];

/// Figures of a list with the same records except for the first or last, of which the difference to this one's is a
/// feature.
pub(crate) const ENDS: [(&str, &str, Figure); 8] = [
    ("first_size", "Logarithm of the first record's size, over the mean", |m| m.first_size.max(0.05).ln()),
    ("last_size", "Logarithm of the last record's size, over the mean", |m| m.last_size.max(0.05).ln()),
    ("first_fit", "The first record's share of the common slots by class", |m| m.class_slots.first_fit),
    ("last_fit", "The last record's share of the common slots by class", |m| m.class_slots.last_fit),
    ("first_own", "Share of the first record in slots by class that no other has", |m| m.class_slots.first_own),
    ("last_own", "Share of the last record in slots by class that no other has", |m| m.class_slots.last_own),
    ("rare", "Share of texts and images in slots by class that few records have", |m| m.class_slots.rare_share),
    ("ends_spread", "Standard deviation of the records' sizes over their mean", |m| m.spread.min(3.0)),
];

/// Figures of a list with about as many records over the same place, cut elsewhere, of which the difference to this
/// one's is a feature.
pub(crate) const SHIFTED: [(&str, &str, Figure); 3] = [
    ("phase", "The sibling before the first record is of a kind that follows other records: a wrong cut", |m| m.phase),
    ("fit", "The records' mean share of the common slots by class", |m| m.class_slots.mean_fit),
    ("same_first", "Share of the records that begin with the most common slot by class", |m| m.class_slots.same_first),
];

/// Features of the candidate's position among all.
const PLACES: [(&str, &str); 5] = [
    ("text_rank", "Share of the candidates with more characters."),
    ("text_of_best", "Characters, as a share of the most that a candidate has."),
    ("count_rank", "Share of the candidates with more records."),
    ("matched_of_best", "Logarithm of the matched nodes, as a share of the largest."),
    ("alone", "No candidate shares anything with it."),
];

/// The names and meanings of the features in [`relations`](crate::records::ranking::relations::relations), in order.
pub fn relation_features() -> Vec<(String, String)> {
    let mut all: Vec<(String, String)> = Vec::new();
    for (relation, name, about) in RELATIONS {
        let mut add = |feature: &str, meaning: String| all.push((format!("{name}_{feature}"), meaning));
        add("exists", format!("There is a related list: {about}."));
        for (feature, what, _) in DIFFERENCES {
            add(feature, format!("{what}: that of {about}, minus its own."));
        }
        let further: &[(&str, &str)] = match relation {
            Relation::Superset | Relation::Subset => &EXTRAS,
            _ => &[],
        };
        for (feature, what) in further {
            add(feature, (*what).to_owned());
        }
    }
    all.push((
        "same_but_ends_exists".into(),
        "There is a list with the same records except for the first or last.".into(),
    ));
    for (feature, what, _) in ENDS {
        let meaning = format!("{what}: that of the list with another first or last record, minus its own.");
        all.push((format!("same_but_ends_{feature}"), meaning));
    }
    all.push(("shifted_exists".into(), "There is a list with about as many records, cut elsewhere.".into()));
    for (feature, what, _) in SHIFTED {
        all.push((format!("shifted_{feature}"), format!("{what}: that of the list cut elsewhere, minus its own.")));
    }
    all.extend(PLACES.map(|(feature, meaning)| (feature.to_owned(), meaning.to_owned())));
    all
}

/// The names of the features in [`relations`](crate::records::ranking::relations::relations), in order.
pub fn relation_names() -> Vec<String> {
    relation_features().into_iter().map(|(name, _)| name).collect()
}
