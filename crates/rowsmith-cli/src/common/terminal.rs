//! Showing untrusted text on a terminal: as characters, without anything that controls the terminal.

use std::io::{self, Write};

use super::text::steers;

/// A writer for a terminal: newlines and tabs pass through; any other control character, the marks that change the
/// direction of writing, and invalid UTF-8 become U+FFFD. Files need no such filter, and keep the text unchanged.
pub(crate) struct Shown<W> {
    out: W,
    /// The beginning of a character whose remaining bytes have not arrived.
    begun: Vec<u8>,
}

impl<W: Write> Shown<W> {
    /// A filter before `out`.
    pub(crate) fn new(out: W) -> Self {
        Shown { out, begun: Vec::new() }
    }

    fn show(&mut self, text: &str) -> io::Result<()> {
        let shown: String = text.chars().map(|c| if is_shown(c) { c } else { char::REPLACEMENT_CHARACTER }).collect();
        self.out.write_all(shown.as_bytes())
    }
}

fn is_shown(c: char) -> bool {
    matches!(c, '\n' | '\t') || !steers(c)
}

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut all = std::mem::take(&mut self.begun);
        all.extend_from_slice(bytes);
        let mut chunks = all.utf8_chunks().peekable();
        while let Some(chunk) = chunks.next() {
            self.show(chunk.valid())?;
            let cut_off = chunks.peek().is_none() && is_beginning(chunk.invalid());
            match chunk.invalid() {
                [] => {}
                begun if cut_off => self.begun = begun.to_vec(),
                _ => self.show("\u{fffd}")?,
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Whether bytes that are not a character may become one together with the next bytes.
fn is_beginning(bytes: &[u8]) -> bool {
    std::str::from_utf8(bytes).is_err_and(|error| error.valid_up_to() == 0 && error.error_len().is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(parts: &[&[u8]]) -> String {
        let mut out = Vec::new();
        let mut writer = Shown::new(&mut out);
        for part in parts {
            writer.write_all(part).unwrap();
        }
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn nothing_steers_a_terminal() {
        let hostile = "a\x1b]0;PWNED\x07\x1b[2J\u{9b}31m\u{202e}b\u{2066}\x7f\r\n\tgrößer 値段";
        let clean = "a\u{fffd}]0;PWNED\u{fffd}\u{fffd}[2J\u{fffd}31m\u{fffd}b\u{fffd}\u{fffd}\u{fffd}\n\tgrößer 値段";
        assert_eq!(shown(&[hostile.as_bytes()]), clean);
        // however it is split into pieces
        let bytes: Vec<&[u8]> = hostile.as_bytes().chunks(1).collect();
        assert_eq!(shown(&bytes), clean);
        assert_eq!(shown(&[b"a\xc2", b"b\xff", b"\xc2", b"\x9b"]), "a\u{fffd}b\u{fffd}\u{fffd}");
        let all: String = (0..0x11_0000).filter_map(char::from_u32).collect();
        let kept = shown(&[all.as_bytes()]);
        assert!(kept.chars().all(|c| matches!(c, '\n' | '\t') || !c.is_control()));
    }
}
