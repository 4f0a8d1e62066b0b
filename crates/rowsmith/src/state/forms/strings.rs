//! Data within strings: JSON that is escaped once more, percent-encoded, or in base64.

use crate::declared::Data;
use crate::declared::bounds::Allowance;
use crate::declared::literal::read_whole;

/// Shorter strings, in bytes, are not decoded.
const LEAST_BYTES: usize = 40;

/// How many levels of strings within strings are decoded.
const MOST_LAYERS: usize = 3;

/// Whether a string may contain data, judging by its beginning; backslashes before quotes are ignored.
pub(crate) fn may_hold_data(text: &str) -> bool {
    let mut head = text.bytes().filter(|b| *b != b'\\' && !b.is_ascii_whitespace());
    let first = [head.next(), head.next(), head.next(), head.next()].map(Option::unwrap_or_default);
    match first {
        [b'{', b'"', _, _] | [b'[', b'{', b'"', _] => true,
        // the same, percent-encoded
        [b'%', b'7', b'B' | b'b', b'%'] | [b'%', b'5', b'B' | b'b', b'%'] => true,
        [b'e', b'y', b'J', _] | [b'W', b'3', b's', b'i'] => true,
        [b'&', b'q', b'u', b'o'] => true,
        _ => text.starts_with("{&quot;") || text.starts_with("[{&quot;") || text.starts_with("\\x7b\\x22"),
    }
}

/// The data in a string, however it is encoded.
pub(crate) fn decoded(text: &str, allowance: &Allowance) -> Option<Data> {
    let text = text.trim();
    if text.starts_with('%') {
        return allowance
            .bytes(text.len())
            .then(|| percent_decoded(text))
            .and_then(|text| read_whole(&text, allowance));
    }
    if text.starts_with("eyJ") || text.starts_with("W3si") {
        let plain = allowance.bytes(text.len()).then(|| from_base64(text)).flatten()?;
        return read_whole(&plain, allowance);
    }
    if text.starts_with("{\\\"") || text.starts_with("[{\\\"") {
        return read_whole(&text.replace("\\\"", "\"").replace("\\\\", "\\"), allowance);
    }
    read_whole(text, allowance)
}

/// Replaces strings within data that contain data by that data. Takes time linear in the data and in what is decoded.
pub(crate) fn open_within(data: &mut Data, allowance: &Allowance) {
    struct Open<'d> {
        data: &'d mut Data,
        layer: usize,
    }
    let mut open = vec![Open { data, layer: 0 }];
    while let Some(Open { data, mut layer }) = open.pop() {
        if let Data::Text(text) = data
            && text.len() >= LEAST_BYTES
            && layer < MOST_LAYERS
            && may_hold_data(text)
            && let Some(inner) = decoded(text, allowance)
        {
            *data = inner;
            layer += 1;
        }
        match data {
            Data::List(list) => open.extend(list.iter_mut().map(|data| Open { data, layer })),
            Data::Object(members) => {
                open.extend(members.iter_mut().map(|member| Open { data: &mut member.value, layer }));
            }
            Data::Null | Data::Bool(_) | Data::Number(_) | Data::Text(_) => {}
        }
    }
}

/// Reverses percent-encoding.
fn percent_decoded(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let code = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

/// Decodes base64, in either alphabet. `None` if it is not base64, or not text.
fn from_base64(text: &str) -> Option<String> {
    let mut out = Vec::with_capacity(text.len() / 4 * 3 + 3);
    let (mut held, mut bits) = (0u32, 0);
    for byte in text.trim_end_matches('=').bytes() {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'\n' | b'\r' => continue,
            _ => return None,
        };
        held = held << 6 | u32::from(value);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            out.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    String::from_utf8(out).ok()
}
