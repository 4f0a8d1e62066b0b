//! The file format of a rendered page: its settled HTML, followed by a comment with its layout.
//!
//! ```text
//! <!DOCTYPE html><html>…</html>
//! <!--rowsmith-snapshot 1
//! url https://example.com/
//! viewport 1280 900
//! settled yes
//! elements 5 9a3c01b2d4e5f607
//! 0,0,1280,900,16 .2 h8,8,1264,40 0,40,,
//! -->
//! ```
//! It is one file, so that it can be packed, archived and piped like any page, and opened in a browser. The comment has
//! one word for each element in document order. An element without a box is `.` (two of them `.2`). Any other is x and
//! y, relative to those of the box before, then width, height and font size, which are left out if they are those of
//! the box before; an `h` in front means that it is not visible.

use crate::dom::layout::boxes::SnapshotError;
use crate::dom::layout::boxes::VERSION;
use std::fmt::Write;

use crate::dom::Document;
use crate::dom::layout::ElementBox;

/// The line end before the comment is not part of the HTML.
const BEGIN: &str = "\n<!--rowsmith-snapshot ";
const END: &str = "-->";

/// How a browser laid out a page: what follows the HTML of a snapshot.
#[derive(Clone, PartialEq, Debug)]
pub struct Snapshot {
    /// The page's address, after redirects, if it has one.
    pub url: Option<String>,
    /// The width and height of the window in CSS pixels.
    pub viewport: (u32, u32),
    /// Whether network and document had come to rest.
    pub settled: bool,
    /// For each element of the document in document order, its box if it has one.
    pub boxes: Vec<Option<ElementBox>>,
    /// The fingerprint of the document.
    pub fingerprint: u64,
}

/// A hash of the names of a document's elements, in document order.
pub(crate) fn fingerprint(document: &Document) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64; // FNV-1a
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    for id in document.nodes().filter(|&id| !document.is_text(id)) {
        document.tag_name(document.tag(id)).bytes().for_each(&mut add);
        add(b' ');
    }
    hash
}

impl Snapshot {
    /// A snapshot of a document, without an address. `boxes` has an entry for each element in document order.
    ///
    /// ```
    /// use rowsmith::dom::layout::{ElementBox, Snapshot};
    /// use rowsmith::dom::{ParseOptions, parse};
    ///
    /// let page = parse(b"<p>Oak", &ParseOptions::default())?;
    /// let line = ElementBox { width: 800, height: 20, visible: true, ..ElementBox::default() };
    /// // <html>, <head>, <body> and <p>; the head takes no space
    /// let snapshot = Snapshot::of(&page, vec![Some(line), None, Some(line), Some(line)], (800, 600));
    /// assert_eq!((snapshot.boxes.len(), snapshot.viewport, snapshot.url), (4, (800, 600), None));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn of(document: &Document, boxes: Vec<Option<ElementBox>>, viewport: (u32, u32)) -> Snapshot {
        Snapshot { url: None, viewport, settled: true, boxes, fingerprint: fingerprint(document) }
    }

    /// Where in the bytes of a page its layout begins; `None` for a page that does not end with one.
    ///
    /// ```
    /// use rowsmith::dom::layout::Snapshot;
    ///
    /// let snapshot = b"<p>Oak\n<!--rowsmith-snapshot 1\nviewport 800 600\n-->";
    /// assert_eq!(Snapshot::find(snapshot).map(|at| &snapshot[..at]), Some(&b"<p>Oak"[..]));
    /// assert_eq!(Snapshot::find(b"<p>Oak"), None);
    /// ```
    pub fn find(bytes: &[u8]) -> Option<usize> {
        let trimmed = bytes.trim_ascii_end();
        trimmed.ends_with(END.as_bytes()).then(|| memchr::memmem::rfind(trimmed, BEGIN.as_bytes()))?
    }

    /// Parses the layout that follows the HTML of a page; `None` if there is none. Takes linear time.
    ///
    /// # Errors
    /// [`SnapshotError::Damaged`] and [`SnapshotError::Version`].
    ///
    /// ```
    /// use rowsmith::dom::layout::{Snapshot, SnapshotError};
    /// use rowsmith::dom::{ParseOptions, parse};
    ///
    /// let mut html = b"<p>Oak".to_vec();
    /// let page = parse(&html, &ParseOptions::default())?;
    /// let snapshot = Snapshot::of(&page, vec![None; 4], (800, 600));
    /// assert_eq!(Snapshot::read(&html), None);
    /// snapshot.append(&mut html);
    /// assert_eq!(Snapshot::read(&html), Some(Ok(snapshot)));
    /// let later = b"<p>Oak\n<!--rowsmith-snapshot 99\n-->";
    /// assert_eq!(Snapshot::read(later), Some(Err(SnapshotError::Version(99))));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn read(bytes: &[u8]) -> Option<Result<Snapshot, SnapshotError>> {
        let at = Snapshot::find(bytes)?;
        let text = std::str::from_utf8(&bytes[at + BEGIN.len()..]).map_err(|_| damaged("encoding"));
        Some(text.and_then(|text| read(text.trim_end().trim_end_matches(END), at)))
    }

    /// Appends the layout to the HTML of its page. [`parse`](crate::dom::parse) then reads both.
    ///
    /// ```
    /// use rowsmith::dom::layout::{ElementBox, Snapshot};
    /// use rowsmith::dom::{ParseOptions, parse};
    ///
    /// let mut html = b"<p>Oak".to_vec();
    /// let page = parse(&html, &ParseOptions::default())?;
    /// let line = ElementBox { width: 800, height: 20, visible: true, font_size: 16.0, ..ElementBox::default() };
    /// Snapshot::of(&page, vec![Some(line), None, Some(line), Some(line)], (800, 600)).append(&mut html);
    /// let again = parse(&html, &ParseOptions::default())?;
    /// assert_eq!(again.layout.map(|layout| layout.page()), Some(line));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn append(&self, html: &mut Vec<u8>) {
        let mut out = String::with_capacity(64 + 12 * self.boxes.len());
        let _ = writeln!(out, "{BEGIN}{VERSION}");
        if let Some(url) = &self.url {
            let _ = writeln!(out, "url {}", within_comment(url));
        }
        let _ = writeln!(out, "viewport {} {}", self.viewport.0, self.viewport.1);
        let _ = writeln!(out, "settled {}", if self.settled { "yes" } else { "no" });
        let _ = writeln!(out, "elements {} {:016x}", self.boxes.len(), self.fingerprint);
        write_boxes(&self.boxes, &mut out);
        let _ = writeln!(out, "\n{END}");
        html.extend_from_slice(out.as_bytes());
    }
}

/// An address as it can stand in the comment: that must not have two hyphens in it, nor the value of a line a line end.
fn within_comment(url: &str) -> String {
    let url: String = url.chars().filter(|c| !c.is_control()).collect();
    url.replace("--", "-%2D").replace("--", "-%2D")
}

fn write_boxes(boxes: &[Option<ElementBox>], out: &mut String) {
    let mut last = ElementBox::default();
    let mut missing = 0usize;
    let flush = |missing: &mut usize, out: &mut String| {
        match std::mem::take(missing) {
            0 => {}
            1 => out.push_str(". "),
            many => drop(write!(out, ".{many} ")),
        };
    };
    for (at, measured) in boxes.iter().enumerate() {
        if at % 32 == 31 {
            flush(&mut missing, out);
            out.pop();
            out.push('\n');
        }
        let Some(b) = measured else {
            missing += 1;
            continue;
        };
        flush(&mut missing, out);
        let hidden = if b.visible { "" } else { "h" };
        let _ = write!(out, "{hidden}{},{},", b.x.wrapping_sub(last.x), b.y.wrapping_sub(last.y));
        if (b.width, b.height, b.font_size) != (last.width, last.height, last.font_size) {
            let _ = write!(out, "{},{},", b.width, b.height);
            if b.font_size != last.font_size {
                let _ = write!(out, "{}", b.font_size);
            }
        }
        out.push(' ');
        last = *b;
    }
    flush(&mut missing, out);
}

/// The most elements per byte of HTML. It is more than one because formatting that is left open is reopened in every
/// block.
const ELEMENTS_PER_BYTE: usize = 16;

fn damaged(what: &'static str) -> SnapshotError {
    SnapshotError::Damaged(what.into())
}

/// Parses the content of the comment, which follows this many bytes of HTML.
fn read(text: &str, html: usize) -> Result<Snapshot, SnapshotError> {
    let (first, rest) = text.split_once('\n').ok_or(damaged("header"))?;
    let version: u32 = first.trim().parse().map_err(|_| damaged("version"))?;
    if version != VERSION {
        return Err(SnapshotError::Version(version));
    }
    let mut snapshot = Snapshot { url: None, viewport: (0, 0), settled: true, boxes: Vec::new(), fingerprint: 0 };
    let mut rest = rest;
    loop {
        let (line, behind) = rest.split_once('\n').ok_or(damaged("header"))?;
        rest = behind;
        let (name, value) = line.split_once(' ').ok_or(damaged("header"))?;
        match name {
            "url" => snapshot.url = Some(within_comment(value)),
            "settled" => snapshot.settled = value == "yes",
            "viewport" => {
                let (width, height) = value.split_once(' ').ok_or(damaged("viewport"))?;
                let number = |text: &str| text.parse().map_err(|_| damaged("viewport"));
                snapshot.viewport = (number(width)?, number(height)?);
            }
            "elements" => {
                let (count, hash) = value.split_once(' ').ok_or(damaged("elements"))?;
                let count: usize = count.parse().map_err(|_| damaged("elements"))?;
                if count > html.saturating_mul(ELEMENTS_PER_BYTE).saturating_add(64) {
                    return Err(damaged("elements"));
                }
                snapshot.fingerprint = u64::from_str_radix(hash, 16).map_err(|_| damaged("elements"))?;
                snapshot.boxes = read_boxes(rest, count)?;
                return Ok(snapshot);
            }
            // something from a later version
            _ => {}
        }
    }
}

fn read_boxes(text: &str, count: usize) -> Result<Vec<Option<ElementBox>>, SnapshotError> {
    let damaged = damaged("boxes");
    // a word stands for one box, or for a run of elements without boxes
    let mut boxes = Vec::with_capacity(count.min(text.len()));
    let mut last = ElementBox::default();
    for word in text.split_ascii_whitespace() {
        if let Some(run) = word.strip_prefix('.') {
            let run = if run.is_empty() { 1 } else { run.parse().map_err(|_| damaged.clone())? };
            if run > count - boxes.len() {
                return Err(damaged);
            }
            boxes.resize(boxes.len() + run, None);
            continue;
        }
        let measured = read_box(word, last).ok_or(damaged.clone())?;
        if boxes.len() == count {
            return Err(damaged);
        }
        boxes.push(Some(measured));
        last = measured;
    }
    if boxes.len() == count { Ok(boxes) } else { Err(damaged) }
}

fn read_box(word: &str, last: ElementBox) -> Option<ElementBox> {
    let (visible, word) = match word.strip_prefix('h') {
        Some(rest) => (false, rest),
        None => (true, word),
    };
    let mut parts = word.split(',');
    let mut number = || parts.next()?.parse::<i32>().ok();
    let (x, y) = (last.x.wrapping_add(number()?), last.y.wrapping_add(number()?));
    let mut parts = parts.filter(|part| !part.is_empty());
    let (mut width, mut height, mut font_size) = (last.width, last.height, last.font_size);
    if let Some(part) = parts.next() {
        width = part.parse().ok()?;
        height = parts.next()?.parse().ok()?;
    }
    if let Some(part) = parts.next() {
        font_size = part.parse().ok().filter(|size: &f32| size.is_finite())?;
    }
    Some(ElementBox { x, y, width, height, visible, font_size })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn any_box() -> impl Strategy<Value = Option<ElementBox>> {
        let size = prop_oneof![Just(0), Just(16), any::<i32>()];
        let font = prop_oneof![Just(16.0f32), Just(13.3333f32), 0.0f32..1e6];
        proptest::option::of((any::<i32>(), any::<i32>(), size.clone(), size, any::<bool>(), font).prop_map(
            |(x, y, width, height, visible, font_size)| ElementBox { x, y, width, height, visible, font_size },
        ))
    }

    fn written(snapshot: &Snapshot) -> Vec<u8> {
        let mut bytes = b"<p>twenty characters".to_vec();
        snapshot.append(&mut bytes);
        bytes
    }

    #[test]
    fn an_address_is_read_as_it_would_be_written() {
        let bytes =
            b"<p>x\n<!--rowsmith-snapshot 1\nurl https://x.example/\0\x05--a\nviewport 8 6\nelements 0 0\n\n-->";
        let read = Snapshot::read(bytes).unwrap().unwrap();
        assert_eq!(read.url.as_deref(), Some("https://x.example/-%2Da"));
        assert_eq!(Snapshot::read(&written(&read)), Some(Ok(read)));
    }

    proptest! {
        #[test]
        fn what_is_written_is_read(boxes in proptest::collection::vec(any_box(), 0..200), url in "[ -~]{0,40}", settled: bool) {
            // two hyphens are written otherwise, which another test is about
            let url = url.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
            let url = Some(url).filter(|url| !url.is_empty());
            let snapshot = Snapshot { url, viewport: (1280, 900), settled, boxes, fingerprint: 0xfeed };
            let bytes = written(&snapshot);
            prop_assert_eq!(Snapshot::find(&bytes), Some(20));
            prop_assert_eq!(Snapshot::read(&bytes), Some(Ok(snapshot)));
            let comment = String::from_utf8(bytes[25..bytes.len() - 4].to_vec()).unwrap();
            prop_assert!(!comment.contains("--"), "{}", comment);
        }

        #[test]
        fn anything_else_is_an_error_and_no_panic(text in "[h.,0-9 \n-]{0,60}", count in 0usize..9) {
            let file = format!("<p>x{BEGIN}1\nelements {count} 0\n{text}\n-->");
            if let Some(Ok(found)) = Snapshot::read(file.as_bytes()) {
                prop_assert_eq!(found.boxes.len(), count);
            }
        }
    }

    #[test]
    fn what_is_no_layout() {
        assert_eq!(Snapshot::read(b"<p>x<!-- comment -->"), None);
        assert_eq!(Snapshot::read(b"\n<!--rowsmith-snapshot 1\n--> and more"), None);
        let later = format!("{BEGIN}2\n-->");
        assert_eq!(Snapshot::read(later.as_bytes()), Some(Err(SnapshotError::Version(2))));
        let huge = format!("{BEGIN}1\nelements 99999999999 0\n.99999999998 \n-->");
        assert_eq!(Snapshot::read(huge.as_bytes()), Some(Err(damaged("elements"))));
    }

    #[test]
    fn an_address_with_hyphens() {
        let snapshot = Snapshot {
            url: Some("http://a/x---y--".into()),
            viewport: (1, 1),
            settled: true,
            boxes: Vec::new(),
            fingerprint: 0,
        };
        let bytes = written(&snapshot);
        let read = Snapshot::read(&bytes).unwrap().unwrap();
        assert!(!read.url.unwrap().contains("--"));
    }
}
