//! Tar files: a header of 512 bytes before each member. They are read as a stream, in one pass; a damaged header costs
//! its member, but not those after it.
//!
//! This is our own reader, since existing ones only lend out their members, and stop at the first invalid header.

use std::io::{self, BufRead, Read};

use super::super::pages::{Found, Pages};
use super::super::skipped::Skipped;
use super::super::stream::Stream;
use super::Budget;
use super::member::{Members, Source};
use crate::common::failure::why;

const BLOCK: usize = 512;
/// The longest long name, or attributes of a member, in bytes.
const LONGEST_NAME: u64 = 1 << 20;

/// The members of a tar file.
pub(crate) struct Tar {
    input: Stream,
    members: Members,
    /// What the headers before a member say about it.
    extended: ExtendedHeader,
    /// Whether the last header was damaged, which has been reported.
    is_damaged: bool,
    ended: bool,
}

/// What is stated about a member outside its own header, which has no room for it.
#[derive(Default)]
struct ExtendedHeader {
    path: Option<String>,
    size: Option<u64>,
}

/// The header of a member.
struct Header {
    path: String,
    size: u64,
    kind: u8,
}

impl Tar {
    /// Reads a tar file.
    pub(crate) fn new(input: Stream, archive: String, max_bytes: usize, skipped: Skipped, budget: Budget) -> Self {
        let members = Members::new(archive, max_bytes, skipped, budget);
        Tar { input, members, extended: ExtendedHeader::default(), is_damaged: false, ended: false }
    }

    /// The next member that gives something; `None` at the end.
    fn next_member(&mut self) -> io::Result<Option<Found>> {
        while let Some(block) = self.block()? {
            let Some(header) = Header::read(&block) else {
                if block.iter().any(|&byte| byte != 0) && !self.is_damaged {
                    self.is_damaged = true;
                    let what = format!(
                        "a header is damaged after member {}; reading continued after that",
                        self.members.position
                    );
                    return Ok(Some(self.members.broken(what)));
                }
                continue;
            };
            self.is_damaged = false;
            let size = self.extended.size.unwrap_or(header.size);
            match header.kind {
                b'L' | b'x' => {
                    let mut text = Vec::new();
                    self.input.by_ref().take(size.min(LONGEST_NAME)).read_to_end(&mut text)?;
                    self.skip(size.saturating_sub(text.len() as u64) + padding(size))?;
                    self.members.budget.member()?;
                    match header.kind {
                        b'L' => self.extended.path = Some(until_zero(&text)),
                        _ => self.extended.add(&text),
                    }
                }
                b'0' | 0 | b'7' => {
                    self.members.budget.member()?;
                    let path = std::mem::take(&mut self.extended).path.unwrap_or(header.path);
                    let mut content = self.input.by_ref().take(size);
                    let found = match path.ends_with('/') {
                        true => None,
                        false => self.members.member(&path, size, Source::once(&mut content))?,
                    };
                    let left = content.limit();
                    self.skip(left + padding(size))?;
                    if found.is_some() {
                        return Ok(found);
                    }
                }
                // folders and links contain nothing; anything else is skipped with its content
                kind => {
                    self.members.budget.member()?;
                    self.extended = ExtendedHeader::default();
                    let holds = !matches!(kind, b'1'..=b'6');
                    self.skip(if holds { size + padding(size) } else { 0 })?;
                }
            }
        }
        Ok(None)
    }

    /// The next block; `None` at the end of the file.
    fn block(&mut self) -> io::Result<Option<[u8; BLOCK]>> {
        let mut block = [0; BLOCK];
        let mut filled = 0;
        while filled < BLOCK {
            match self.input.read(&mut block[filled..])? {
                0 if filled == 0 => return Ok(None),
                0 => return Err(io::Error::other("the archive ends early")),
                read => filled += read,
            }
        }
        Ok(Some(block))
    }

    fn skip(&mut self, mut bytes: u64) -> io::Result<()> {
        while bytes > 0 {
            let here = self.input.fill_buf()?.len().min(usize::try_from(bytes).unwrap_or(usize::MAX));
            if here == 0 {
                return Ok(());
            }
            self.members.budget.spend(here as u64)?;
            self.input.consume(here);
            bytes -= here as u64;
        }
        Ok(())
    }
}

impl Pages for Tar {
    fn next(&mut self) -> Option<Found> {
        if self.ended {
            return self.members.end();
        }
        match self.next_member() {
            Ok(Some(found)) => Some(found),
            Ok(None) => {
                self.ended = true;
                self.members.end()
            }
            Err(error) => {
                self.ended = true;
                let what = format!("{}; nothing after member {} can be read", why(&error), self.members.position);
                Some(self.members.broken(what))
            }
        }
    }
}

impl ExtendedHeader {
    /// Parses attributes: lines with a length, a name and a value.
    fn add(&mut self, mut text: &[u8]) {
        while let Some(space) = memchr::memchr(b' ', text) {
            let length = std::str::from_utf8(&text[..space]).ok().and_then(|digits| digits.parse::<usize>().ok());
            let Some(line) = length.filter(|&length| length > space).and_then(|length| text.get(space + 1..length))
            else {
                return;
            };
            let line = line.strip_suffix(b"\n").unwrap_or(line);
            match memchr::memchr(b'=', line).map(|at| (&line[..at], &line[at + 1..])) {
                Some((b"path", value)) => self.path = Some(String::from_utf8_lossy(value).into_owned()),
                Some((b"size", value)) => self.size = String::from_utf8_lossy(value).parse().ok(),
                _ => {}
            }
            text = &text[length.unwrap_or(text.len())..];
        }
    }
}

impl Header {
    /// Parses a header if its checksum is right.
    fn read(block: &[u8; BLOCK]) -> Option<Header> {
        let sum = |(at, &byte): (usize, &u8)| if (148..156).contains(&at) { u64::from(b' ') } else { u64::from(byte) };
        if block[0] == 0 && block.iter().all(|&byte| byte == 0) {
            return None;
        }
        if octal(&block[148..156])? != block.iter().enumerate().map(sum).sum::<u64>() {
            return None;
        }
        let name = until_zero(&block[..100]);
        let prefix =
            if &block[257..262] == b"ustar" && block[345] != 0 { until_zero(&block[345..500]) } else { String::new() };
        // in GNU's format other fields are in this place
        let is_gnu = &block[257..265] == b"ustar  \0";
        let path = if prefix.is_empty() || is_gnu { name } else { format!("{prefix}/{name}") };
        let size = match block[124] {
            // a binary number, if there are too few digits
            0x80 => block[128..136].iter().fold(0_u64, |size, &byte| size << 8 | u64::from(byte)),
            _ => octal(&block[124..136])?,
        };
        Some(Header { path, size, kind: block[156] })
    }
}

/// The padding of the last block of a member.
fn padding(size: u64) -> u64 {
    let block = BLOCK as u64;
    (block - size % block) % block
}

fn octal(digits: &[u8]) -> Option<u64> {
    let text = std::str::from_utf8(digits).ok()?;
    let text = text.trim_matches(['\0', ' ']);
    if text.is_empty() { Some(0) } else { u64::from_str_radix(text, 8).ok() }
}

fn until_zero(bytes: &[u8]) -> String {
    let end = memchr::memchr(0, bytes).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

#[cfg(test)]
mod tests {
    use super::super::super::task::Content;
    use super::*;

    /// A member with its header.
    fn member(name: &str, kind: u8, content: &[u8]) -> Vec<u8> {
        let mut header = [0_u8; BLOCK];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
        header[156] = kind;
        header[148..156].copy_from_slice(b"        ");
        let sum: u32 = header.iter().map(|&byte| u32::from(byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        [&header[..], content, &vec![0; padding(content.len() as u64) as usize]].concat()
    }

    /// Names and contents, or error messages.
    fn read(tar: Vec<u8>) -> Vec<(String, String)> {
        let budget = Budget::of_size(tar.len() as u64);
        let mut pages = Tar::new(Box::new(io::Cursor::new(tar)), "a.tar".into(), 1000, Skipped::default(), budget);
        let mut found = Vec::new();
        while let Some(Found::Page(task)) = pages.next() {
            let content = match task.content {
                Content::Bytes(loaded) => {
                    String::from_utf8(loaded.bytes).unwrap() + loaded.damage.as_deref().unwrap_or_default()
                }
                Content::Failed(problem) => problem.why,
                _ => panic!("another content"),
            };
            found.push((task.source.name, content));
        }
        found
    }

    fn pages(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        expected.iter().map(|(name, content)| ((*name).to_owned(), (*content).to_owned())).collect()
    }

    #[test]
    fn long_names_folders_and_links() {
        let tar = [
            member("dir/", b'5', b""),
            member("././@LongLink", b'L', b"long/name.html\0"),
            member("long/na", b'0', b"<p>a"),
            member("pax", b'x', b"22 path=p\xc3\xa4x/name.html\n"),
            member("short", b'0', b"<p>b"),
            member("link.html", b'2', b""),
            member("./b.html", 0, b"<p>c"),
            vec![0; 2 * BLOCK],
        ];
        let expected = [("a.tar!/long/name.html", "<p>a"), ("a.tar!/päx/name.html", "<p>b"), ("a.tar!/b.html", "<p>c")];
        assert_eq!(read(tar.concat()), pages(&expected));
    }

    #[test]
    fn what_is_cut_or_damaged() {
        let tar =
            [member("a.html", b'0', b"<p>a"), member("b.html", b'0', &[b"<p>".to_vec(), vec![b'b'; 600]].concat())]
                .concat();
        let cut = read(tar[..3 * BLOCK + 3].to_vec());
        assert_eq!(cut[1], ("a.tar!/b.html".to_owned(), "<p>the archive ends within the page".to_owned()));
        assert_eq!(
            read(tar[..2 * BLOCK + 9].to_vec())[1].1,
            "the archive ends early; nothing after member 1 can be read"
        );
        let mut damaged = [tar.clone(), member("c.html", b'0', b"<p>c")].concat();
        damaged[2 * BLOCK + 3] ^= 1;
        let found = read(damaged);
        assert_eq!(found[2], ("a.tar!/c.html".to_owned(), "<p>c".to_owned()));
        assert!(found[1].1.starts_with("a header is damaged after member 1"), "{found:?}");
        let images = read(member("a.png", b'0', b"\x89PNG\r\n\x1a\n"));
        assert_eq!(images, pages(&[("a.tar", "there is no page in this archive, only a PNG image")]));
    }
}
