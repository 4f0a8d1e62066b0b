//! The time that a recipe takes, where the page only shows it: "Total 1 h 20 min".

use crate::dom::NodeId;
use crate::item::shown::view::View;
use crate::item::text::minutes;

/// How far before and behind the headline times are looked for, in nodes.
const BEFORE: usize = 40;
const BEHIND: usize = 400;
/// The longest text with a time, in bytes, and the longest before it that may be its label.
const MOST_TEXT: usize = 48;
const MOST_LABEL: usize = 80;
/// The most words of a label within the text.
const MOST_WORDS: usize = 4;
/// The longest time, in minutes: a day.
const LONGEST: u64 = 1_440;

/// Words that call a time the one of all steps, in the languages of the recipes that were examined.
const TOTAL: [&str; 9] = ["total", "gesamt", "totale", "insgesamt", "celk", "razem", "samlet", "toplam", "łączn"];

/// Words between the parts of a time.
const AND: [&str; 8] = ["and", "und", "en", "et", "y", "e", "og", "och"];

/// Finds the time in minutes: what is called the total, or the only one that is shown. Takes linear time.
pub(crate) fn find_time(view: &View<'_>, headline: Option<NodeId>) -> Option<u64> {
    let document = view.document;
    let start = headline.unwrap_or(view.body).index();
    let (mut at, end) = (start.saturating_sub(BEFORE), (start + BEHIND).min(document.len()));
    let mut found: Vec<(String, u64)> = Vec::new();
    while at < end {
        let id = NodeId(at as u32);
        at += 1;
        if document.is_text(id) || !view.is_own(id) || view.is_linked(id) {
            continue;
        }
        let Some(text) = view.short(id, MOST_TEXT) else { continue };
        let Some((label, time)) = duration(&text) else { continue };
        at = document.end(id).index();
        if label.split_whitespace().count() <= MOST_WORDS && (1..=LONGEST).contains(&time) {
            found.push((label_of(view, id, label), time));
        }
    }
    let total = found.iter().find(|(label, _)| TOTAL.iter().any(|word| label.contains(word)));
    total.or_else(|| found.first().filter(|first| found.iter().all(|other| other.1 == first.1))).map(|found| found.1)
}

/// The label of a time in lower case: what stands before it, or else beside it, and what its elements are called.
fn label_of(view: &View<'_>, id: NodeId, label: &str) -> String {
    let document = view.document;
    let mut all = label.to_lowercase();
    if let Some(parent) = document.parent(id) {
        if label.is_empty()
            && let Some(text) = view.short(parent, MOST_LABEL)
        {
            all.push_str(&text.to_lowercase());
        }
        all.push_str(view.names(parent));
    }
    all.push_str(view.names(id));
    all
}

/// A text that is a time, after a label or none: the label, and the minutes. `None` for what says more.
pub(crate) fn duration(text: &str) -> Option<(&str, u64)> {
    let at = text.find(|c: char| c.is_ascii_digit())?;
    let (label, time) = text.split_at(at);
    let mut has_unit = false;
    let parts = time.split(|c: char| c.is_whitespace() || c == ',').filter(|part| !part.is_empty());
    let mut after_number = false;
    for part in parts {
        let letters = part.trim_start_matches(|c: char| c.is_ascii_digit() || ".:½¼¾⁄/".contains(c));
        let begins_with_digit = letters.len() < part.len();
        if !letters.is_empty() {
            let bare = letters.trim_end_matches(['.', ':', ')']);
            let is_known = is_unit(bare);
            let is_amount = is_known && (begins_with_digit || after_number);
            let is_joint = AND.contains(&bare) && !begins_with_digit;
            if !is_amount && (is_known || !is_joint) {
                return None;
            }
            has_unit |= is_known;
            after_number = false;
        } else {
            after_number = true;
        }
    }
    let label = label.trim().trim_end_matches([':', '-', '–', '(']).trim();
    (has_unit && !after_number).then(|| minutes(time)).flatten().map(|time| (label, time))
}

/// Whether a word is a unit of time, whole: "m" alone or what begins as minutes do, not "mg" or "ml".
fn is_unit(word: &str) -> bool {
    let word = word.to_lowercase();
    let begins = |units: &[&str]| units.iter().any(|unit| word.starts_with(unit));
    matches!(word.as_str(), "m" | "h" | "ч" | "t")
        || begins(&["min", "perc", "мин", "хв", "分", "λεπ", "dk", "dak", "דק", "دقيقة"])
        || begins(&[
            "hour", "hr", "std", "stunde", "heure", "hora", "uur", "tim", "godz", "hod", "óra", "час", "時間", "小时",
            "ώρ",
        ])
        || ["ora", "ore"].contains(&word.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_with_and_without_labels() {
        assert_eq!(duration("Total time: 1 h 20 min"), Some(("Total time", 80)));
        assert_eq!(duration("35 minutes"), Some(("", 35)));
        assert_eq!(duration("1 hour and 5 mins"), Some(("", 65)));
        for other in ["500 ml milk", "Serves 4", "10 min ago by Ann", "3 mg", "12:30"] {
            assert_eq!(duration(other), None, "{other}");
        }
    }
}
