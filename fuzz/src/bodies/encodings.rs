//! Bytes as text, in an encoding that is named, declared or guessed.

use rowsmith::dom::{Document, decode};
use rowsmith::{Page, PageOptions, TablesOptions};

use super::chosen;

/// Encodings by the labels under which servers name them; none, and one that is none.
const LABELS: [Option<&str>; 22] = [
    None,
    Some("utf-8"),
    Some("utf-16le"),
    Some("utf-16be"),
    Some("windows-1252"),
    Some("iso-8859-2"),
    Some("windows-1251"),
    Some("koi8-u"),
    Some("windows-1255"),
    Some("windows-874"),
    Some("macintosh"),
    Some("gbk"),
    Some("gb18030"),
    Some("big5"),
    Some("euc-jp"),
    Some("iso-2022-jp"),
    Some("shift_jis"),
    Some("euc-kr"),
    Some("replacement"),
    Some("x-user-defined"),
    Some("utf-7"),
    Some(" UTF8 "),
];

/// Decodes a page twice, and parses it. The first byte chooses the encoding that is named.
///
/// # Panics
/// Where two repetitions differ.
pub fn run(input: &[u8]) {
    let Some((label, bytes)) = chosen(input, &LABELS) else { return };
    let (first, second) = (decode(bytes, *label), decode(bytes, *label));
    match (&first, &second) {
        (Ok(first), Ok(second)) => {
            assert_eq!(first.text, second.text);
            assert_eq!((first.encoding, first.malformed), (second.encoding, second.malformed));
        }
        (first, second) => assert_eq!(first.is_ok(), second.is_ok()),
    }
    let options = label.map_or_else(PageOptions::new, |label| PageOptions::new().charset(label));
    let (Ok(first), Ok(second)) = (Page::parse(bytes, &options), Page::parse(bytes, &options)) else { return };
    let warnings = |page: &Page| page.tables(&TablesOptions::new()).warnings;
    assert_eq!(warnings(&first), warnings(&second));
    let document = rowsmith::dom::parse(bytes, &Default::default());
    if let Ok(document) = document {
        // every slice of the text is one
        let length: usize =
            document.nodes().filter(|&id| document.is_text(id)).map(|id| document.raw_text(id).len()).sum();
        assert_eq!(length, document.raw_text(Document::ROOT).len());
    }
}
