//! Whether people want a column beside the others: what says again what another column says is hardly wanted.

use std::sync::OnceLock;

use crate::records::columns::draft::ColumnDraft;
use crate::records::columns::roles::assignment::{Judged, logit};
use crate::records::columns::roles::beside::{Beside, LANDMARKS};
use crate::records::columns::roles::own::OWN;
use crate::types::ColumnKind;

/// The first features: how wanted the column is by itself, and its likeliest role.
const OF_COLUMN: [&str; 5] = ["logit", "role", "next role", "before rival", "label"];

/// The features of a column beside each landmark: whether the landmark's items contain its items, or are contained in them.
const OF_LANDMARK: [&str; 2] = ["said by", "says"];

/// Features of the column itself that are looked at again, beside those of [`Beside::common`].
const AGAIN: [&str; 18] = [
    "is_text",
    "is_link",
    "constant",
    "letters",
    "digits",
    "type_price",
    "type_date",
    "type_number",
    "many_numbers",
    "rising",
    "tag_button",
    "tag_small",
    "link_query",
    "link_fragment",
    "link_slug_words",
    "image_small",
    "image_vector",
    "in_attribute",
];

/// Items of a column that are compared with those of a landmark.
const COMPARED: usize = 24;
/// Characters of a text that are compared.
const MOST_CHARS: usize = 200;

/// The names of the features, in their order.
pub(crate) fn wanted_feature_names() -> &'static [String] {
    static NAMES: OnceLock<Vec<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let of_column = OF_COLUMN.iter().map(|name| format!("wanted:{name}"));
        let landmarks =
            LANDMARKS.iter().flat_map(|role| OF_LANDMARK.iter().map(move |of| format!("wanted:{} {of}", role.name())));
        let again = AGAIN.iter().map(|name| format!("wanted:{name}"));
        let common = Beside::common_names().map(|name| format!("wanted:{name}"));
        of_column.chain(landmarks).chain(again).chain(common).collect()
    })
}

/// The features of each column of a table: `judged` is what the columns are by themselves, `beside` the same beside the others.
/// Linear in the columns; two dozen of each one's items are compared with those of the landmarks.
pub fn wanted_features(
    columns: &[ColumnDraft],
    rows: &[Vec<f32>],
    judged: &Judged,
    beside: &Beside<'_>,
) -> Vec<Vec<f32>> {
    static AGAIN_AT: OnceLock<Vec<usize>> = OnceLock::new();
    let again = AGAIN_AT.get_or_init(|| AGAIN.iter().filter_map(|name| OWN.iter().position(|n| n == name)).collect());
    let folded: Vec<Vec<(usize, String)>> = columns.iter().map(folded_items).collect();
    let landmarks = LANDMARKS.map(|role| beside.likeliest_column(role));
    (0..columns.len())
        .map(|c| {
            let role = beside.likeliest_role(c);
            let of_column = [
                logit(judged.wanted[c]),
                role.first,
                role.second,
                role.before_rival,
                f64::from(u8::from(judged.named[c])),
            ];
            let mut row: Vec<f32> = of_column.iter().map(|&v| v as f32).collect();
            for landmark in landmarks {
                let fits = landmark != c && columns[landmark].kind == columns[c].kind;
                let shares = if fits { shares(&folded[c], &folded[landmark]) } else { [0.0; 2] };
                row.extend(shares);
            }
            row.extend(again.iter().map(|&at| rows[c][at]));
            row.extend_from_slice(beside.common(c));
            row
        })
        .collect()
}

/// Items from the beginning of a column with the numbers of their records, as they are compared: texts by their letters and digits, addresses without
/// what stands behind their path.
fn folded_items(column: &ColumnDraft) -> Vec<(usize, String)> {
    let fold = |text: &str| -> String {
        match column.kind {
            ColumnKind::Text => {
                let alphanumeric = text.chars().filter(|c| c.is_alphanumeric()).take(MOST_CHARS);
                alphanumeric.flat_map(char::to_lowercase).collect()
            }
            ColumnKind::Link | ColumnKind::Image => text.split(['?', '#']).next().unwrap_or_default().to_owned(),
        }
    };
    let items = column.items.iter().enumerate();
    items.filter_map(|(at, item)| Some((at, fold(&item.as_ref()?.1)))).take(COMPARED).collect()
}

/// The share of a column's items that a landmark's of the same record hold, and of those that hold them.
fn shares(own: &[(usize, String)], landmark: &[(usize, String)]) -> [f32; 2] {
    let (mut said_by, mut says) = (0u32, 0u32);
    for (record, text) in own {
        let Ok(at) = landmark.binary_search_by_key(record, |item| item.0) else { continue };
        let other = &landmark[at].1;
        said_by += u32::from(other.contains(text.as_str()));
        says += u32::from(!other.is_empty() && text.contains(other.as_str()));
    }
    let all = own.len().max(1) as f32;
    [said_by as f32 / all, says as f32 / all]
}

#[cfg(test)]
mod tests {
    use rustc_hash::FxHashSet;

    use super::*;

    #[test]
    fn what_is_looked_at_again_is_a_feature() {
        assert!(AGAIN.iter().all(|name| OWN.contains(name)));
        let names: FxHashSet<&String> = wanted_feature_names().iter().collect();
        assert_eq!(names.len(), wanted_feature_names().len());
    }

    #[test]
    fn a_text_says_what_it_holds() {
        let of = |texts: &[&str]| -> Vec<(usize, String)> {
            texts.iter().enumerate().map(|(at, text)| (at, (*text).to_owned())).collect()
        };
        assert_eq!(shares(&of(&["ab", "x"]), &of(&["abc", "y"])), [0.5, 0.0]);
        assert_eq!(shares(&of(&["abc", "y"]), &of(&["ab"])), [0.0, 0.5]);
    }
}
