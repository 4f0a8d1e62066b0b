//! Columns that say again what a column with a role says, or a piece of it.

use crate::records::columns::draft::{Assigned, ColumnDraft, with_role};
use crate::types::{ColumnKind, Role};

/// A column says again what another says where so many of its items do.
const MOST: f64 = 0.95;
/// A column of fewer items repeats another by chance.
const LEAST_ITEMS: usize = 3;
/// Roles whose values are read whole: of "29,95 €" nobody wants "29" and "95" as well.
const WHOLE: [Role; 3] = [Role::Price, Role::OldPrice, Role::Date];
/// Pieces of a running text have this many words on average; fewer are a value within it ("3 rooms").
const LEAST_WORDS: f64 = 4.0;
/// A text that says the same as another has at most so many times its bytes: signs are not compared.
const SIGNS: usize = 3;
/// Tables with more columns have other faults: the bound keeps the cost linear.
const MOST_COLUMNS: usize = 80;

/// Leaves out columns of texts without a role that are equal to one with a role in all records that have them, that are pieces of its
/// amounts or dates, or paragraphs of its texts. What the page itself names stays unless it is equal.
pub(crate) fn without_repeats(columns: &[ColumnDraft], assigned: &[Option<Assigned>], kept: &mut [bool]) {
    let is_text = |c: &usize| columns[*c].kind == ColumnKind::Text && kept[*c];
    let texts: Vec<usize> = (0..columns.len().min(MOST_COLUMNS)).filter(is_text).collect();
    let (with_role, without): (Vec<usize>, Vec<usize>) = texts.into_iter().partition(|&c| assigned[c].is_some());
    for c in without {
        let items = || columns[c].items.iter().map(|item| item.as_ref().map(|(_, text)| text.as_str()));
        let filled = items().flatten().count();
        if filled < LEAST_ITEMS {
            continue;
        }
        let length =
            items().flatten().map(|item| item.split_whitespace().count()).sum::<usize>() as f64 / filled as f64;
        let is_piece = |role: Role| WHOLE.contains(&role) || role == Role::Text && length >= LEAST_WORDS;
        let is_repeated = |&of_role: &usize| {
            let is_piece =
                columns[c].label.is_none() && assigned[of_role].is_some_and(|assigned| is_piece(assigned.role));
            let says =
                |text: &str, item: &str| words(text).is_some_and(|text| item == text || is_piece && holds(&text, item));
            // most columns differ in their first records, and are not read to their end
            let mut spare = (1.0 - MOST) * filled as f64;
            let mut pairs = items().zip(&columns[of_role].items);
            pairs.all(|(item, other)| {
                let Some(item) = item else { return true };
                let may_say = |text: &str| is_piece || text.len() <= SIGNS * (item.len() + 1);
                let other = other.as_ref().map(|(_, text)| text).filter(|text| may_say(text));
                let is_said = other.zip(words(item)).is_some_and(|(text, item)| says(text, &item));
                spare -= f64::from(u8::from(!is_said));
                spare >= 0.0
            })
        };
        kept[c] = !with_role.iter().any(is_repeated) && !says_prices_again(columns, assigned, c);
    }
}

/// Whether a column without a label says the price in some records and the old price in the others: the regular one.
fn says_prices_again(columns: &[ColumnDraft], assigned: &[Option<Assigned>], c: usize) -> bool {
    let roles = with_role(assigned, Role::Price).zip(with_role(assigned, Role::OldPrice));
    let Some((price, old)) = roles.filter(|_| columns[c].label.is_none()) else { return false };
    let says = |role: usize, record: usize, item: &str| {
        columns[role].items[record].as_ref().is_some_and(|(_, text)| words(text).as_deref() == Some(item))
    };
    columns[c].items.iter().enumerate().all(|(record, item)| {
        let Some((_, text)) = item else { return true };
        words(text).is_some_and(|item| says(price, record, &item) || says(old, record, &item))
    })
}

/// Whether a text has the words of another one after the other.
fn holds(text: &str, piece: &str) -> bool {
    let is_end = |at: usize| at == text.len() || text.as_bytes()[at] == b' ';
    text.match_indices(piece).any(|(at, _)| (at == 0 || text.as_bytes()[at - 1] == b' ') && is_end(at + piece.len()))
}

/// The words and numbers of a text; none where it has only signs.
fn words(text: &str) -> Option<String> {
    // "C++" is not "C", and -5 not 5
    let words = text.split(|c: char| !c.is_alphanumeric() && !"+-#%".contains(c)).filter(|word| !word.is_empty());
    let words = words.collect::<Vec<_>>().join(" ").to_lowercase();
    Some(words).filter(|words| !words.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recognize::ValueType;
    use crate::tree::TreeId;
    use crate::types::ColumnCategory;

    fn stays(texts: [&str; 3], label: Option<&str>, role: Role, of_role: [&str; 3]) -> bool {
        let draft = |texts: [&str; 3], label: Option<&str>| ColumnDraft {
            name: String::new(),
            label: label.map(str::to_owned),
            role: None,
            kind: ColumnKind::Text,
            category: ColumnCategory::Distinctive,
            value_type: ValueType::Text,
            items: texts.iter().map(|text| (!text.is_empty()).then(|| (TreeId::new(0), (*text).to_owned()))).collect(),
        };
        let mut kept = [true, true];
        let columns = [draft(texts, label), draft(of_role, None)];
        without_repeats(&columns, &[None, Some(Assigned { role, probability: 1.0 })], &mut kept);
        kept[0]
    }

    #[test]
    fn what_a_column_with_a_role_says_is_said_once() {
        let prices = ["R$59,90", "R$12,00", "R$7,50"];
        assert!(!stays(["R$59.90", "R$12.00", "R$7.50"], Some("Preço Promocional"), Role::Price, prices));
        assert!(!stays(["90", "00", "50"], None, Role::Price, prices));
        // what the page names is not a piece, and another amount no repetition
        assert!(stays(["90", "00", "50"], Some("Size"), Role::Price, prices));
        assert!(stays(["90", "00", "51"], None, Role::Price, prices));
        // "20" within "2023" is no word of it
        let dates = ["5 Mar 2023 4 pm", "6 Mar 2023 5 pm", "7 Mar 2023 6 pm"];
        assert!(!stays(["4 pm", "5 pm", "6 pm"], None, Role::Date, dates));
        assert!(stays(["20", "20", "20"], None, Role::Date, dates));
        assert!(stays(["-5", "+3", "-2"], None, Role::Number, ["5", "3", "2"]));
    }

    #[test]
    fn paragraphs_of_a_text_are_said_once_and_values_in_it_stay() {
        let texts = [
            "Fine lens. 3 rooms. Made for long walks.",
            "Old lens. 2 rooms. Made for short walks.",
            "No lens. 4 rooms. Made for no walks.",
        ];
        assert!(!stays(["Made for long walks", "Made for short walks", "Made for no walks"], None, Role::Text, texts));
        assert!(stays(["3 rooms", "2 rooms", "4 rooms"], None, Role::Text, texts));
        assert!(stays(["Made for long walks", "Made for short walks", "Made for no walks"], None, Role::Title, texts));
    }
}
