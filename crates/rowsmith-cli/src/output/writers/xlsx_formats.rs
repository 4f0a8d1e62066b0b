//! How a workbook shows numbers: with what the page says around them, or at least the currency.

use std::collections::HashMap;

use rowsmith::types::{CellCurrency, CellNumber, around_digits};
use rust_xlsxwriter::Format;

/// Spreadsheets take some two hundred formats of numbers; what a page says around further numbers is left out.
const MOST_FORMATS: usize = 150;

/// A text in the format of a number, which shows it as it is.
fn literal(text: &str) -> String {
    match text {
        "" => String::new(),
        text if text.contains('"') => text.chars().flat_map(|c| ['\\', c]).collect(),
        text => format!("\"{text}\""),
    }
}

/// The formats in use, with one object each.
#[derive(Default)]
pub(super) struct Formats {
    by_code: HashMap<String, Format>,
    bold: Option<Format>,
}

impl Formats {
    /// That of headers.
    pub(super) fn bold(&mut self) -> &Format {
        self.bold.get_or_insert_with(|| Format::new().set_bold())
    }

    /// The format of a number, with what the page says around it, or at least the currency of an amount.
    pub(super) fn of_number(
        &mut self,
        whole: &str,
        number: CellNumber,
        currency: Option<CellCurrency<'_>>,
        text: &str,
    ) -> &Format {
        let digits = decimals(whole, number);
        let with_currency = || match currency {
            Some(CellCurrency { sign, before: true, .. }) => format!("{}{digits}", literal(sign)),
            Some(CellCurrency { sign, .. }) => format!("{digits}{}", literal(&format!(" {sign}"))),
            None => digits.clone(),
        };
        let around = around_digits(text, number);
        let code = around.map(|(before, after)| format!("{}{digits}{}", literal(before), literal(after)));
        let has_room = |code: &String| self.by_code.len() < MOST_FORMATS || self.by_code.contains_key(code);
        let code = code.filter(has_room).unwrap_or_else(with_currency);
        self.of(code)
    }

    /// The format with a code of spreadsheets, such as `yyyy-mm-dd`.
    pub(super) fn of(&mut self, code: String) -> &Format {
        self.by_code.entry(code).or_insert_with_key(|code| Format::new().set_num_format(code))
    }
}

fn decimals(whole: &str, number: CellNumber) -> String {
    match number.decimals {
        0 => whole.to_owned(),
        places => format!("{whole}.{}", "0".repeat(places.min(15))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_show_what_the_page_says_around_them() {
        let mut formats = Formats::default();
        let mut shown = |whole: &str, text: &str, value: f64, decimals: usize| {
            let number = CellNumber { value, decimals };
            formats.of_number(whole, number, None, text);
            formats.by_code.keys().max_by_key(|code| code.len()).cloned().unwrap_or_default()
        };
        assert_eq!(shown("0", "(491)", 491.0, 0), "\"(\"0\")\"");
        assert_eq!(shown("#,##0", "1.019,00 € inkl. MwSt.", 1019.0, 2), "#,##0.00\" € inkl. MwSt.\"");
        assert_eq!(literal("5\""), "\\5\\\"");
        let mut formats = Formats::default();
        for at in 0..2 * MOST_FORMATS {
            let word = "x".repeat(at + 1);
            formats.of_number("0", CellNumber { value: 1.0, decimals: 0 }, None, &format!("1 {word}"));
        }
        assert_eq!(formats.by_code.len(), MOST_FORMATS + 1);
    }
}
