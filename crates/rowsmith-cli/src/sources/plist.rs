//! Binary property lists, as far as needed for Safari's web archives: dictionaries, arrays, texts and data.

use std::collections::HashSet;

/// A value of a property list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Object<'a> {
    Ascii(&'a [u8]),
    /// UTF-16 in big-endian order.
    Wide(&'a [u8]),
    Data(&'a [u8]),
    /// References to the keys, then to the values.
    Dictionary(&'a [u8]),
    Other,
}

/// A property list. Every read is checked against the bounds; only the bytes are held in memory.
pub(super) struct Plist<'a> {
    bytes: &'a [u8],
    offset_size: usize,
    reference_size: usize,
    count: usize,
    top: usize,
    table: usize,
}

impl<'a> Plist<'a> {
    /// Reads where the objects are; `None` if that is damaged.
    pub(super) fn new(bytes: &'a [u8]) -> Option<Self> {
        let trailer =
            bytes.strip_prefix(b"bplist00").filter(|rest| rest.len() >= 32).map(|_| &bytes[bytes.len() - 32..])?;
        let number = |at: usize| usize::try_from(integer(&trailer[at..at + 8])?).ok();
        let (offset_size, reference_size) = (usize::from(trailer[6]), usize::from(trailer[7]));
        let plist =
            Plist { bytes, offset_size, reference_size, count: number(8)?, top: number(16)?, table: number(24)? };
        let is_size = |size: usize| (1..=8).contains(&size);
        (is_size(offset_size) && is_size(reference_size)).then_some(plist)
    }

    /// The data at a path of keys, from the top.
    pub(super) fn data(&self, keys: &[&str]) -> Option<&'a [u8]> {
        match self.find(keys)? {
            Object::Data(data) => Some(data),
            _ => None,
        }
    }

    /// The text at a path of keys, from the top.
    pub(super) fn text(&self, keys: &[&str]) -> Option<String> {
        self.find(keys)?.text()
    }

    fn find(&self, keys: &[&str]) -> Option<Object<'a>> {
        let (mut reference, mut passed) = (self.top, HashSet::new());
        for key in keys {
            // a list that contains itself
            if !passed.insert(reference) {
                return None;
            }
            let Object::Dictionary(references) = self.object(reference)? else { return None };
            let mut each = references.chunks_exact(self.reference_size).map(integer);
            let count = each.len() / 2;
            let at = each.by_ref().take(count).position(|reference| {
                let key_there = reference.and_then(|at| self.object(usize::try_from(at).ok()?));
                key_there.and_then(Object::text).as_deref() == Some(key)
            })?;
            let value = &references[(count + at) * self.reference_size..][..self.reference_size];
            reference = usize::try_from(integer(value)?).ok()?;
        }
        self.object(reference)
    }

    fn object(&self, reference: usize) -> Option<Object<'a>> {
        if reference >= self.count {
            return None;
        }
        let entry = self.table.checked_add(reference.checked_mul(self.offset_size)?)?;
        let offset = usize::try_from(integer(self.slice(entry, self.offset_size)?)?).ok()?;
        let marker = *self.bytes.get(offset)?;
        let (mut length, mut at) = (usize::from(marker & 0xf), offset + 1);
        if length == 0xf && marker >> 4 >= 4 {
            // the length is an integer that follows
            let size = 1_usize << (self.bytes.get(at)? & 0xf).min(3);
            length = usize::try_from(integer(self.slice(at + 1, size)?)?).ok()?;
            at += 1 + size;
        }
        let slice = |width: usize| self.slice(at, length.checked_mul(width)?);
        Some(match marker >> 4 {
            0x4 => Object::Data(slice(1)?),
            0x5 => Object::Ascii(slice(1)?),
            0x6 => Object::Wide(slice(2)?),
            0xd => Object::Dictionary(slice(2 * self.reference_size)?),
            _ => Object::Other,
        })
    }

    fn slice(&self, at: usize, length: usize) -> Option<&'a [u8]> {
        self.bytes.get(at..at.checked_add(length)?)
    }
}

impl Object<'_> {
    fn text(self) -> Option<String> {
        match self {
            Object::Ascii(bytes) => Some(String::from_utf8_lossy(bytes).into_owned()),
            Object::Wide(bytes) => {
                let units = bytes.chunks_exact(2).map(|unit| u16::from_be_bytes([unit[0], unit[1]]));
                Some(char::decode_utf16(units).map(|c| c.unwrap_or('\u{fffd}')).collect())
            }
            Object::Data(_) | Object::Dictionary(_) | Object::Other => None,
        }
    }
}

/// A big-endian number of up to eight bytes.
fn integer(bytes: &[u8]) -> Option<u64> {
    (bytes.len() <= 8).then(|| bytes.iter().fold(0, |number, &byte| number << 8 | u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `{"a": {"b": <data>, "c": "é"}}`, written by Python's plistlib.
    fn sample() -> Vec<u8> {
        let hex = "62706c6973743030d101025161d203040506516251634568656c6c6f6100e9080b0d1214161c\
                   000000000000010100000000000000070000000000000000000000000000001f";
        (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
    }

    #[test]
    fn values_by_their_keys() {
        let bytes = sample();
        let plist = Plist::new(&bytes).unwrap();
        assert_eq!(plist.data(&["a", "b"]), Some(&b"hello"[..]));
        assert_eq!(plist.text(&["a", "c"]).as_deref(), Some("é"));
        assert_eq!((plist.data(&["a"]), plist.text(&["b"]), plist.data(&["a", "b", "c"])), (None, None, None));
    }

    #[test]
    fn damage_is_no_panic() {
        let bytes = sample();
        for at in 0..bytes.len() {
            for value in [0, 0x7f, 0xff, bytes[at] ^ 0x10] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                if let Some(plist) = Plist::new(&damaged) {
                    let _ = (plist.data(&["a", "b"]), plist.text(&["a", "c"]));
                }
            }
            assert!(Plist::new(&bytes[..at]).is_none_or(|plist| plist.data(&["a", "b"]).is_none()));
        }
    }
}
