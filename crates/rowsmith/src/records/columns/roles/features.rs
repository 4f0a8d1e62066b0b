//! What the roles of a table's columns are learnt from.

use std::sync::OnceLock;

use crate::dom::Document;
use crate::records::columns::draft::ColumnDraft;
use crate::records::columns::roles::among::{AMONG, features_among};
use crate::records::columns::roles::own::{OWN, TOPIC_PLACES, own_features};
use crate::records::columns::roles::sample::{Surroundings, sample};
use crate::records::columns::roles::vocabulary::TOPICS;
use crate::records::record::Record;
use crate::tree::PageTree;

/// The names of the features, in their order.
pub fn column_feature_names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let own = OWN.iter().map(|n| (*n).to_owned());
        let topics = TOPIC_PLACES.iter().flat_map(|place| TOPICS.iter().map(move |t| format!("{place}:{}", t.name)));
        own.chain(topics).chain(AMONG.iter().map(|n| (*n).to_owned())).collect()
    })
}

/// The features of all columns of a table, a row a column. Linear in the columns' items that are
/// looked at, and at most quadratic in 60 columns.
pub fn column_features(
    document: &Document,
    page: &PageTree,
    records: &[Record],
    columns: &[ColumnDraft],
) -> Vec<Vec<f32>> {
    let around = Surroundings::new(document, page, records);
    let samples: Vec<_> = columns.iter().map(|column| sample(&around, column)).collect();
    let among = features_among(&around, columns, &samples);
    let rows = columns.iter().zip(&samples).zip(among).map(|((column, items), among)| {
        let mut row = own_features(&around, column, items);
        row.extend(among);
        row
    });
    rows.collect()
}
