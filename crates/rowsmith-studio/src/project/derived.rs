//! The texts of columns that are made of others: joined, or parts of a split text.

use rowsmith::recognize::ValueType;
use rowsmith::types::{Cell, RecordRow};

use super::file::TextPart;

/// The most columns that a split makes.
pub(super) const MOST_PARTS: usize = 6;

/// The cell of a record in a column that is taken from those at `sources`, in this order.
pub(super) fn cell_of(record: &RecordRow, sources: &[usize], part: Option<&TextPart>) -> Option<Cell> {
    let cell = |at: &usize| record.cells.get(*at).and_then(Option::as_ref);
    if let ([at], None) = (sources, part) {
        return cell(at).cloned();
    }
    let texts: Vec<&str> = sources.iter().filter_map(cell).map(Cell::address).collect();
    let whole = texts.join(" ");
    let text = match part {
        None => whole.as_str(),
        Some(TextPart { at, number, of }) => whole.splitn(*of, at.as_str()).nth(*number)?.trim(),
    };
    (!text.is_empty()).then(|| Cell::text(text))
}

/// The number of parts that texts have at most, up to [`MOST_PARTS`].
pub(super) fn parts<'t>(texts: impl Iterator<Item = &'t str>, at: &str) -> usize {
    texts.map(|text| text.splitn(MOST_PARTS, at).count()).max().unwrap_or(1)
}

/// What most of these texts are.
pub(super) fn type_of<'t>(texts: impl Iterator<Item = &'t str>) -> ValueType {
    let types: Vec<ValueType> = texts.map(rowsmith::recognize::value_type).collect();
    let is_of = |wanted: ValueType| types.iter().filter(|of| **of == wanted).count() * 2 > types.len();
    let typed = [ValueType::Number, ValueType::Price, ValueType::Date, ValueType::Url];
    typed.into_iter().find(|wanted| is_of(*wanted)).unwrap_or(ValueType::Text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(texts: &[Option<&str>]) -> RecordRow {
        RecordRow::new(Vec::new(), texts.iter().map(|text| text.map(Cell::text)).collect())
    }

    #[test]
    fn texts_are_joined_and_split() {
        let flat = record(&[Some("3 rooms, 75 m², Leeds, North"), None, Some("new")]);
        let text = |sources: &[usize], part: Option<TextPart>| cell_of(&flat, sources, part.as_ref()).map(|c| c.text);
        let part = |number| Some(TextPart { at: ", ".into(), number, of: 3 });
        assert_eq!(text(&[0], part(1)).as_deref(), Some("75 m²"));
        assert_eq!(text(&[0], part(2)).as_deref(), Some("Leeds, North"));
        assert_eq!(text(&[2], part(1)), None);
        assert_eq!(text(&[2, 1, 0], None).as_deref(), Some("new 3 rooms, 75 m², Leeds, North"));
        assert_eq!(text(&[1], None), None);
        assert_eq!(parts(["a, b", "a", "a, b, c"].into_iter(), ", "), 3);
        assert_eq!(parts(["a".repeat(9).as_str()].into_iter(), "a"), MOST_PARTS);
        assert_eq!(type_of(["3", "4", "many"].into_iter()), ValueType::Number);
        assert_eq!(type_of(["3", "many"].into_iter()), ValueType::Text);
    }
}
