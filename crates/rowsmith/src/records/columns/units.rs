//! Amounts without the words that all of a column repeat: "3 Zimmer" is 3 of a column labelled "Zimmer", and "85 m²
//! Wohnfläche" is "85 m²" of one labelled "Wohnfläche".

use rustc_hash::FxHashMap;

use crate::records::columns::draft::ColumnDraft;
use crate::types::ColumnKind;

/// Symbols and short forms that stay with their numbers: a length without its unit says nothing.
const MEASURES: &[&str] = &[
    "m²", "m2", "м²", "м2", "㎡", "qm", "kvm", "sqm", "sqft", "ft²", "ft2", "nm", "mq", "mp", "ha", "га", "km", "км",
    "mi", "miles", "kw", "ps", "hp", "平米",
];

/// How words begin for rooms that homes are counted by, in many languages.
const ROOMS: &[&str] = &[
    "room",
    "bed",
    "beds",
    "bedroom",
    "bath",
    "bathroom",
    "reception",
    "zimmer",
    "zi",
    "schlafzimmer",
    "badezimmer",
    "pièce",
    "chambre",
    "salle",
    "habitaci",
    "dormitori",
    "dormitóri",
    "quarto",
    "baño",
    "banheiro",
    "ambiente",
    "locali",
    "camere",
    "camera",
    "bagni",
    "bagno",
    "kamer",
    "slaapkamer",
    "badkamer",
    "rok",
    "rum",
    "sovrum",
    "rom",
    "soverom",
    "værelse",
    "poko",
    "sypialni",
    "łazien",
    "místnost",
    "izba",
    "izby",
    "izieb",
    "szob",
    "fél",
    "fürdő",
    "комн",
    "кімн",
    "спальн",
    "ванн",
    "стая",
    "стаи",
    "soba",
    "sobe",
    "huone",
    "oda",
    "室",
    "厅",
    "卫",
    "室厅",
    "房",
    "bd",
    "bds",
    "ba",
    "br",
    "hab",
    "habs",
    "qts",
    "assoalhada",
    "δωμάτι",
    "υπνοδωμάτι",
];

/// The share of a column's items that are an amount of the same.
const MOST: f64 = 0.8;
/// Characters of the words that are taken off.
const MAX_WORDS: usize = 24;
/// More rooms than that no home has: it is something else that is counted.
const MAX_ROOMS: f64 = 50.0;

/// Takes words off amounts and makes them the label of their columns.
pub(crate) fn split_units(columns: &mut [ColumnDraft]) {
    for column in columns.iter_mut().filter(|c| c.kind == ColumnKind::Text && c.label.is_none()) {
        let texts: Vec<&str> = column.items.iter().flatten().map(|(_, text)| text.as_str()).collect();
        if texts.len() < 2 {
            continue;
        }
        let kept: Vec<Option<(usize, String)>> = texts.iter().map(|text| amount(text)).collect();
        let amounts = kept.iter().flatten().count();
        if (amounts as f64) < MOST * texts.len() as f64 {
            continue;
        }
        let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
        for (_, word) in kept.iter().flatten() {
            *counts.entry(word.as_str()).or_default() += 1;
        }
        let most = counts.into_iter().max_by(|a, b| a.1.cmp(&b.1).then(b.0.cmp(a.0)));
        let Some(label) = most.map(|(word, _)| word.to_owned()) else { continue };
        let mut kept = kept.into_iter();
        for (_, text) in column.items.iter_mut().flatten() {
            if let Some((end, _)) = kept.next().flatten() {
                text.truncate(end);
            }
        }
        column.label = Some(label);
    }
}

/// Whether what stands behind a number begins with a measure, or with rooms.
pub(crate) fn is_unit(text: &str) -> bool {
    let text = text.trim_start_matches(['-', ' ']).to_lowercase();
    let word: &str = text.split([' ', '.', ',', '(', '/']).next().unwrap_or_default();
    MEASURES.contains(&word) || is_rooms(word)
}

fn is_rooms(word: &str) -> bool {
    ROOMS.iter().any(|room| match room.chars().count() {
        0..=3 => word == *room,
        _ => word.starts_with(room),
    })
}

/// Where the amount of a text ends that is one of rooms, or that words follow behind a measure; and these words.
fn amount(text: &str) -> Option<(usize, String)> {
    let in_number = |c: char| c.is_ascii_digit() || ".,'’½¼¾+\u{a0}\u{202f} ".contains(c);
    let behind = text.trim_start_matches(in_number);
    let number = text[..text.len() - behind.len()].trim_end();
    // "2-комн."
    let rest = behind.strip_prefix(['-', '–']).unwrap_or(behind);
    if !number.starts_with(|c: char| c.is_ascii_digit()) || rest.is_empty() || text.chars().count() > 2 * MAX_WORDS {
        return None;
    }
    let word = rest.trim_end_matches(['.', ':', '|', ',']).to_lowercase();
    let measure =
        MEASURES.iter().filter(|m| word.strip_prefix(**m).is_some_and(|r| r.starts_with(' '))).map(|m| m.len()).max();
    if let Some(length) = measure {
        let words = rest.get(length..)?.trim();
        let plain = !words.is_empty() && words.chars().count() <= MAX_WORDS && words.starts_with(char::is_alphabetic);
        return plain.then(|| (text.len() - rest.len() + length, words.to_owned()));
    }
    // "3 + 2" are three rooms and two halves
    let whole = number.split('+').next().unwrap_or(number).trim_end();
    let value: f64 = whole.replace(',', ".").parse().ok()?;
    let (first, further) = word.split_once(' ').unwrap_or((&word, ""));
    // words behind the unit, without a further amount
    let plain = !further.contains(|c: char| c.is_ascii_digit()) && further.chars().count() <= MAX_WORDS;
    (plain && is_rooms(first.trim_end_matches(['.', ','])) && value <= MAX_ROOMS)
        .then(|| (number.len(), rest.trim_end_matches([':', '|', ',']).to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Option<(&str, String)> {
        amount(text).map(|(end, word)| (&text[..end], word))
    }

    #[test]
    fn words_are_taken_off_rooms_and_measures() {
        assert_eq!(of("3 Zi."), Some(("3", "Zi.".to_owned())));
        assert_eq!(of("3,5 Zimmer"), Some(("3,5", "Zimmer".to_owned())));
        assert_eq!(of("2 Beds|"), Some(("2", "Beds".to_owned())));
        assert_eq!(of("85 m² Wohnfläche"), Some(("85 m²", "Wohnfläche".to_owned())));
        assert_eq!(of("2-комн."), Some(("2", "комн.".to_owned())));
        assert_eq!(of("3 + 2 fél szoba"), Some(("3 + 2", "fél szoba".to_owned())));
        assert_eq!(of("5 rum varav"), Some(("5", "rum varav".to_owned())));
        for text in ["85 m²", "3 replies", "1000 rooms", "Zi. 3", "3", "2 beds 1 bath", ""] {
            assert_eq!(of(text), None, "{text}");
        }
    }
}
