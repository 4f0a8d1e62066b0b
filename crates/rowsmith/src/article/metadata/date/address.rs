//! Days in addresses, as publishing systems write them.

use crate::recognize::date::DateTime;

/// The day in the path of an address: `/2024/01/05/`, `/2024-01-05-walk`, `/20240105/`.
pub(super) fn day_in_address(address: &str) -> Option<DateTime> {
    let path = address.split(['?', '#']).next().unwrap_or_default();
    let path = path.split_once("://").map_or(path, |(_, rest)| rest);
    let bytes = path.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let digits = digits_at(bytes, at);
        if digits == 0 {
            at += 1;
            continue;
        }
        let number = |from: usize, len: usize| path.get(from..from + len).and_then(|t| t.parse::<i32>().ok());
        let day = match digits {
            4 => number(at, 4).and_then(|year| {
                let mark = *bytes.get(at + 4).filter(|b| b"/-_".contains(b))?;
                let months = digits_at(bytes, at + 5);
                let month = number(at + 5, months).filter(|_| (1..=2).contains(&months))?;
                let day_at = at + 5 + months + 1;
                let days = digits_at(bytes, day_at);
                if bytes.get(day_at - 1) != Some(&mark) || !(1..=2).contains(&days) {
                    return None;
                }
                day(year, month, number(day_at, days)?)
            }),
            8 => number(at, 4).and_then(|year| day(year, number(at + 4, 2)?, number(at + 6, 2)?)),
            _ => None,
        };
        if day.is_some() {
            return day;
        }
        at += digits;
    }
    None
}

fn digits_at(bytes: &[u8], at: usize) -> usize {
    bytes.iter().skip(at).take_while(|b| b.is_ascii_digit()).count()
}

fn day(year: i32, month: i32, day: i32) -> Option<DateTime> {
    let (month, day) = (u8::try_from(month).ok()?, u8::try_from(day).ok()?);
    (1990..2100).contains(&year).then(|| DateTime::from_day(year, month, day)).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_in_paths_and_no_numbers_of_articles() {
        let of = |address| day_in_address(address).map(|d| d.to_iso());
        for address in ["https://a.example/2024/01/05/walk", "/2024/1/5/", "/blog/2024-01-05-walk", "/n/20240105/walk"]
        {
            assert_eq!(of(address).as_deref(), Some("2024-01-05"), "{address}");
        }
        for address in ["/2024/01/walk", "/article/20249905", "/2024-01/05", "/walk?d=2024-01-05", "/1234/01/05"] {
            assert_eq!(of(address), None, "{address}");
        }
    }
}
