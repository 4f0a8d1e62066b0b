//! Parsing the values of flags.

use std::time::Duration;

use rowsmith::recognize::date::{DateTime, parse_date};

pub(super) fn size(text: &str) -> Result<usize, String> {
    let (digits, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let shift = match unit.to_ascii_uppercase().trim_end_matches('B').trim_end_matches('I') {
        "" => 0,
        "K" => 10,
        "M" => 20,
        "G" => 30,
        _ => return Err("a size is a number, optionally followed by K, M or G, as in 64M".to_owned()),
    };
    let number: usize = digits.parse().map_err(|_| "a size begins with a number".to_owned())?;
    match number.checked_mul(1 << shift) {
        Some(0) => Err("expected more than 0".to_owned()),
        Some(bytes) => Ok(bytes),
        None => Err("that number is too large".to_owned()),
    }
}

pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|seconds| seconds.as_secs() <= 86_400).ok_or_else(|| "a number of seconds up to a day".to_owned())
}

pub(super) fn time(text: &str) -> Result<DateTime, String> {
    parse_date(text, &Default::default()).ok_or_else(|| "not a time such as 2024-05-01T12:00".to_owned())
}

pub(super) fn day(text: &str) -> Result<DateTime, String> {
    let day =
        parse_date(text, &Default::default()).and_then(|date| DateTime::from_day(date.year, date.month, date.day));
    day.ok_or_else(|| "not a day such as 2024-05-01".to_owned())
}

/// An address to append paths to, or just a scheme.
pub(super) fn mirror_root(text: &str) -> Result<String, String> {
    let is_scheme = matches!(text, "http://" | "https://");
    let is_web = url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    match is_scheme || is_web && !text.contains(['?', '#']) {
        true => Ok(text.to_owned()),
        false => Err("an http or https address such as https://example.com/".to_owned()),
    }
}

pub(super) fn header(text: &str) -> Result<String, String> {
    match !text.trim().is_empty() && text.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        true => Ok(text.to_owned()),
        false => Err("a line of ASCII text".to_owned()),
    }
}

pub(super) fn threads(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(number) if number <= 1024 => Ok(number),
        _ => Err("a number from 0 to 1024".to_owned()),
    }
}

pub(super) fn finite(text: &str) -> Result<f64, String> {
    text.parse().ok().filter(|number: &f64| number.is_finite()).ok_or_else(|| "not a number".to_owned())
}

pub(super) fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "a number from 0 to 1, as in 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_are_from_0_to_1() {
        assert_eq!((probability("0"), probability("0.75"), probability("1")), (Ok(0.0), Ok(0.75), Ok(1.0)));
        for wrong in ["7", "-0.1", "1.01", "NaN", "inf", "", "50%"] {
            assert!(probability(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn sizes() {
        assert_eq!(size("10"), Ok(10));
        assert_eq!(size("2k"), Ok(2048));
        assert_eq!((size("1MiB"), size("1MB"), size("1M")), (Ok(1 << 20), Ok(1 << 20), Ok(1 << 20)));
        for wrong in ["", "M", "-1", "1T", "1.5M", "0", "99999999999999999999", "99999999999999G"] {
            assert!(size(wrong).is_err(), "{wrong}");
        }
    }
}
