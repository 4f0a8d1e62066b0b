//! Samples of a column's items: one for people, and hashes of some, by which the column is recognised again.

use std::collections::BTreeSet;

use crate::records::Record;
use crate::tree::TreeId;
use crate::wrapper::apply::applied::Applied;
use crate::wrapper::format::Part;

/// The longest example, in characters.
const EXAMPLE: usize = 80;
/// How many hashes of items are kept.
const SEEN: usize = 12;

/// The hash of an item, by which it is recognised again. White space and capitals do not matter.
pub(crate) fn item_hash(text: &str) -> u32 {
    let mut hash = 0x811c_9dc5u32;
    for word in text.split_whitespace() {
        for byte in word.to_lowercase().bytes().chain([b' ']) {
            hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
        }
    }
    hash
}

/// Keeps some of the items that a part has on the pages that it was learnt from.
pub(crate) fn add_samples(part: &mut Part, pages: &[Applied]) {
    for (c, column) in part.columns.iter_mut().enumerate() {
        let items: Vec<&str> = pages
            .iter()
            .filter_map(|page| page.columns.get(c))
            .flat_map(|draft| draft.items.iter().flatten().map(|(_, text)| text.as_str()))
            .collect();
        column.example = items.first().map(|text| {
            let head: String = text.chars().take(EXAMPLE).collect();
            if head.len() < text.len() { format!("{head}…") } else { head }
        });
        let mut known = BTreeSet::new();
        let distinct: Vec<u32> = items.iter().map(|text| item_hash(text)).filter(|hash| known.insert(*hash)).collect();
        let stride = distinct.len().div_ceil(SEEN).max(1);
        column.seen = distinct.into_iter().step_by(stride).collect();
        let places = pages.iter().filter_map(|page| Some((&page.records, page.columns.get(c)?)));
        let places = places.flat_map(|(records, draft)| draft.items.iter().zip(records)).filter_map(place_of);
        column.place = mean(places);
    }
}

/// Where an item is in its record, from 0 for the beginning to 1 for the end.
pub(crate) fn place_of((item, record): (&Option<(TreeId, String)>, &Record)) -> Option<f32> {
    let ((id, _), run) = (item.as_ref()?, record.runs.first()?);
    let last = record.runs.last().map_or(run.end, |run| run.end);
    let size = last.index().saturating_sub(run.first.index()).max(1);
    Some(id.index().saturating_sub(run.first.index()) as f32 / size as f32)
}

/// The mean, to three digits; 0 if there is nothing.
pub(crate) fn mean(numbers: impl Iterator<Item = f32>) -> f32 {
    let (sum, count) = numbers.fold((0.0f32, 0u32), |(sum, count), number| (sum + number, count + 1));
    (sum / count.max(1) as f32 * 1000.0).round() / 1000.0
}
