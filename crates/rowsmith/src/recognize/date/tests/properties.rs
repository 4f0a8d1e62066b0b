//! Properties that hold for every text and every date.

use proptest::prelude::*;

use super::*;
use crate::recognize::date::{Precision, find_age, find_date_in_attribute};
use crate::recognize::{find_price, parse_number, value_type};

/// Texts assembled from pieces of dates and prices, so that they come close to the patterns.
fn pieces() -> impl Strategy<Value = String> {
    let piece = prop::sample::select(vec![
        "1",
        "12",
        "31",
        "2024",
        "99",
        "05",
        "0",
        " ",
        " ",
        ".",
        ",",
        "-",
        "/",
        ":",
        "T",
        "Z",
        "+",
        "(",
        ")",
        "'",
        "Jan",
        "mai",
        "März",
        "5",
        "th",
        "de",
        "um",
        "à",
        "am",
        "p.m.",
        "UTC",
        "+01:00",
        "vor",
        "ago",
        "Stunden",
        "days",
        "il y a",
        "hier",
        "Fri",
        "年",
        "月",
        "日",
        "下午",
        "전",
        "назад",
        "$",
        "€",
        "EUR",
        "k",
        "v",
        "\u{a0}",
        "\u{301}",
        "％",
        "２",
        "o'clock",
        "00000000000000000000",
        "999999999",
        "1612345678",
        "a few",
        "week",
        "20240105",
        "#",
    ]);
    prop::collection::vec(piece, 0..24).prop_map(|p| p.concat())
}

fn try_everything(text: &str) {
    // Numeric dates range from 1900 to 2100, and a year alone is read only if it is the whole text.
    let readable = |date: &DateTime| date.precision >= Precision::Month && (1900..2100).contains(&date.year);
    let context = DateContext { reference: Some(reference()), ages: true, ..DateContext::default() };
    for found in [find_date(text), find_age(text), find_date_in_attribute("data-time", text)].into_iter().flatten() {
        assert!(text.get(found.span.clone()).is_some_and(|t| !t.is_empty()), "{text:?} {found:?}");
        if let Some(date) = found.date.resolve(&context).filter(readable) {
            let iso = date.to_iso();
            // What was written is parsed back to the same.
            let back = find_date_in_attribute("datetime", &iso).and_then(|f| f.date.resolve(&context));
            assert_eq!(back.map(|d| d.to_iso()), Some(iso), "{text:?}");
        }
    }
    if let Some(found) = find_price(text) {
        assert!(text.get(found.span).is_some_and(|t| !t.is_empty()));
    }
    let _ = (parse_number(text), value_type(text));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(2000) })]

    #[test]
    fn no_text_panics(text in any::<String>()) {
        try_everything(&text);
    }

    #[test]
    fn no_mix_of_pieces_panics(text in pieces()) {
        try_everything(&text);
    }

    #[test]
    fn formats_of_every_language_are_read_back(
        year in 1950i32..2060, month in 1u8..=12, day in 1u8..=31, hour in 0u8..24, minute in 0u8..60,
    ) {
        prop_assume!(DateTime::from_day(year, month, day).is_some());
        let m = usize::from(month) - 1;
        let date = format!("{year:04}-{month:02}-{day:02}");
        let timed = format!("{date}T{hour:02}:{minute:02}");
        let (hour_12, half) = (if hour % 12 == 0 { 12 } else { hour % 12 }, if hour < 12 { "AM" } else { "PM" });
        let by_language = crate::recognize::date::languages::FAMILIES.iter().flat_map(|family| family.iter()).flat_map(|language| {
            let names = language.months[m].split(' ').filter(|n| !n.is_empty());
            names.flat_map(|name| [
                (format!("{day} {name} {year}"), false),
                (format!("{day}. {name} {year}, {hour:02}:{minute:02}"), true),
                (format!("{day} de {name} de {year}"), false),
                (format!("{name} {day}, {year} {hour_12}:{minute:02} {half}"), true),
                (format!("{day:02}-{name}-{year} {hour:02}:{minute:02}"), true),
            ])
        });
        let numeric = [
            (format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}"), true),
            (format!("{year}/{month}/{day}"), false),
            (format!("{day:02}.{month:02}.{year}, {hour:02}:{minute:02} Uhr"), true),
            (format!("{year}年{month}月{day}日 {hour}时{minute}分"), true),
            (format!("{year}年{month}月{day}日"), false),
            (format!("{year}년 {month}월 {day}일 {hour:02}:{minute:02}"), true),
            (format!("{year}. {month}. {day}."), false),
        ];
        for (text, has_time) in by_language.chain(numeric) {
            prop_assert_eq!(iso(&text), Some(if has_time { timed.clone() } else { date.clone() }), "{}", text);
        }
    }
}
