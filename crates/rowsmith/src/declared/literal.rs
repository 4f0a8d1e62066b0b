//! A tolerant parser for JSON and JavaScript literals.
//!
//! Whatever a browser would accept is accepted: comments, extra commas, raw line ends in strings, single quotes, bare
//! names, `!0`, `undefined`, dates. Nothing is evaluated: the value of an expression is null. The parser keeps its own
//! stack, so depth costs no recursion, and spends no more than an [`Allowance`] grants.

use std::borrow::Cow;

use rustc_hash::FxHashMap;

use crate::declared::bounds::Allowance;
use crate::declared::{Data, Member};

/// A value parsed from the beginning of a text.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Literal {
    pub(crate) data: Data,
    /// The position after it.
    pub(crate) end: usize,
    /// Whether all of it was read as intended: nothing was missing, skipped or closed early.
    pub(crate) clean: bool,
}

/// Parses a script or attribute that contains only data, with what pages put around and into it: comments, CDATA,
/// escaped quotes, a semicolon, quotes within strings.
pub(crate) fn read_whole(text: &str, allowance: &Allowance) -> Option<Data> {
    let text = unwrapped(text);
    let escaped = !text.contains('"') && text.contains("&quot;") || text.starts_with("{&quot;");
    let text = if escaped { Cow::Owned(unescaped(text)) } else { Cow::Borrowed(text) };
    if !text.starts_with(['{', '[']) {
        return None;
    }
    let first = Reader::new(&text, allowance, Quotes::Plain).read()?;
    if first.clean && only_trifles(&text[first.end..]) {
        return Some(first.data).filter(|data| !is_empty(data));
    }
    // several objects one after the other, or quotes within strings
    let mut several = vec![first];
    while let Some(last) = several.last()
        && last.clean
        && let Some(start) = text[last.end..].find(['{', '[']).map(|skip| last.end + skip)
        && only_trifles(&text[last.end..start])
        && let Some(next) = Reader::new(&text[start..], allowance, Quotes::Plain).read()
    {
        several.push(Literal { end: start + next.end, ..next });
    }
    let all = |read: &[Literal]| read.iter().all(|literal| literal.clean);
    if !all(&several) {
        let loose = Reader::new(&text, allowance, Quotes::Loose).read();
        if let Some(loose) = loose.filter(|loose| loose.clean && only_trifles(&text[loose.end..])) {
            return Some(loose.data);
        }
    }
    let data = match several.len() {
        1 => several.pop().map(|only| only.data)?,
        _ => Data::List(several.into_iter().map(|literal| literal.data).collect()),
    };
    Some(data).filter(|data| !is_empty(data))
}

/// Parses the literal at the beginning of a text: an object, a list or a string of a script. What follows it is left
/// alone.
pub(crate) fn read_prefix(text: &str, allowance: &Allowance) -> Option<Literal> {
    Reader::new(text, allowance, Quotes::Plain).read()
}

/// What names stand for within a literal: the parameters of a function that is called where it is defined.
pub(crate) type Names<'n> = FxHashMap<&'n str, Data>;

/// Like [`read_prefix`], with names replaced by the values that they stand for.
pub(crate) fn read_with_names(text: &str, names: &Names<'_>, allowance: &Allowance) -> Option<Literal> {
    Reader { names: Some(names), ..Reader::new(text, allowance, Quotes::Plain) }.read()
}

fn is_empty(data: &Data) -> bool {
    match data {
        Data::List(list) => list.is_empty(),
        Data::Object(members) => members.is_empty(),
        Data::Null => true,
        Data::Bool(_) | Data::Number(_) | Data::Text(_) => false,
    }
}

/// Removes what surrounds data in scripts.
fn unwrapped(text: &str) -> &str {
    let mut text = text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0');
    loop {
        let before = text.len();
        for opening in ["<!--", "//<![CDATA[", "// <![CDATA[", "/*<![CDATA[*/", "/* <![CDATA[ */", "<![CDATA["] {
            text = text.strip_prefix(opening).unwrap_or(text).trim_start();
        }
        for closing in ["-->", "//]]>", "// ]]>", "/*]]>*/", "/* ]]> */", "]]>", ";", "//"] {
            text = text.strip_suffix(closing).unwrap_or(text).trim_end();
        }
        if text.starts_with("/*") {
            text = text.find("*/").map_or("", |end| &text[end + 2..]).trim_start();
        }
        if text.len() == before {
            return text;
        }
    }
}

/// Whether nothing significant is left in the text after data.
fn only_trifles(text: &str) -> bool {
    text.trim_matches(|c: char| c.is_whitespace() || ";,)]}".contains(c)).is_empty()
}

/// Decodes the HTML characters that data is escaped with.
fn unescaped(text: &str) -> String {
    let plain = text.replace("&quot;", "\"").replace("&#34;", "\"").replace("&#039;", "'").replace("&#39;", "'");
    plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
}

/// Which quotes end a string.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quotes {
    /// The next quote.
    Plain,
    /// The next quote that is followed by what can follow a string.
    Loose,
}

/// A list or object that is being parsed.
enum Open {
    List(Vec<Data>),
    Object { members: Vec<Member>, name: Option<String> },
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    allowance: &'t Allowance,
    quotes: Quotes,
    names: Option<&'t Names<'t>>,
    clean: bool,
}

/// What the parser encountered.
enum Step {
    /// A complete value.
    Value(Data),
    /// The beginning of a list or object.
    Opened(Open),
}

impl<'t> Reader<'t> {
    fn new(text: &'t str, allowance: &'t Allowance, quotes: Quotes) -> Reader<'t> {
        Reader { text, at: 0, allowance, quotes, names: None, clean: true }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// Parses one value. `None` if there is none, or if the allowance is used up before it begins.
    fn read(mut self) -> Option<Literal> {
        let most = self.allowance.bytes_left();
        if self.text.len() > most {
            let mut end = most;
            while !self.text.is_char_boundary(end) {
                end -= 1;
            }
            self.text = &self.text[..end];
            self.clean = false;
            self.allowance.cut();
        }
        let mut open: Vec<Open> = Vec::new();
        self.blanks();
        let mut value = match self.value()? {
            Step::Value(value) => Some(value),
            Step::Opened(opened) => {
                open.push(opened);
                None
            }
        };
        while let Some(top) = open.last_mut() {
            if let Some(value) = value.take() {
                match top {
                    Open::List(list) => list.push(value),
                    Open::Object { members, name } => {
                        members.push(Member { name: name.take().unwrap_or_default(), value });
                    }
                }
            }
            if !self.separators() {
                self.clean = false;
            }
            let closes = match self.peek() {
                None => {
                    self.clean = false;
                    true
                }
                Some(b']' | b'}') => {
                    self.at += 1;
                    true
                }
                Some(_) => false,
            };
            if closes {
                value = open.pop().map(|closed| match closed {
                    Open::List(list) => Data::List(list),
                    Open::Object { members, .. } => Data::Object(members),
                });
                continue;
            }
            if let Open::Object { name, .. } = top {
                match self.name() {
                    Some(read) => *name = Some(read),
                    None => {
                        // not a name: whatever is here is skipped
                        self.clean = false;
                        self.expression();
                        continue;
                    }
                }
            }
            let depth = open.len();
            if !self.allowance.value() {
                self.at = self.text.len();
                self.clean = false;
                continue;
            }
            match self.value() {
                Some(Step::Value(read)) => value = Some(read),
                Some(Step::Opened(_)) if depth >= self.allowance.max_depth => {
                    self.allowance.cut();
                    self.clean = false;
                    self.at -= 1;
                    self.expression();
                    value = Some(Data::Null);
                }
                Some(Step::Opened(opened)) => open.push(opened),
                None => {
                    self.clean = false;
                    value = Some(Data::Null);
                }
            }
        }
        self.allowance.bytes(self.at);
        value.map(|data| Literal { data, end: self.at, clean: self.clean })
    }

    /// Skips blanks and comments.
    fn blanks(&mut self) {
        // mostly there are none
        if self.peek().is_some_and(|byte| byte.is_ascii_graphic() && byte != b'/') {
            return;
        }
        loop {
            let rest = &self.text[self.at..];
            let trimmed = rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
            self.at += rest.len() - trimmed.len();
            let length = if trimmed.starts_with("/*") {
                trimmed.find("*/").map_or(trimmed.len(), |end| end + 2)
            } else if trimmed.starts_with("//") {
                trimmed.find('\n').unwrap_or(trimmed.len())
            } else {
                return;
            };
            self.at += length;
        }
    }

    /// Skips blanks, comments and commas. Returns `false` if something else was between two values, which is skipped,
    /// too.
    fn separators(&mut self) -> bool {
        loop {
            self.blanks();
            match self.peek() {
                Some(b',' | b';') => self.at += 1,
                _ => return true,
            }
        }
    }

    /// Parses the name of a member with its colon.
    fn name(&mut self) -> Option<String> {
        let name = match self.peek()? {
            quote @ (b'"' | b'\'') => self.string(quote)?,
            _ => {
                let rest = &self.text[self.at..];
                let end = rest.find(|c: char| !(c.is_alphanumeric() || "_$-@.".contains(c))).unwrap_or(rest.len());
                if end == 0 {
                    return None;
                }
                self.at += end;
                rest[..end].to_owned()
            }
        };
        self.blanks();
        if self.peek()? != b':' {
            return None;
        }
        self.at += 1;
        self.blanks();
        Some(name)
    }

    /// Parses a value, or the beginning of one.
    fn value(&mut self) -> Option<Step> {
        let value = match self.peek()? {
            b'{' => {
                self.at += 1;
                return Some(Step::Opened(Open::Object { members: Vec::new(), name: None }));
            }
            b'[' => {
                self.at += 1;
                return Some(Step::Opened(Open::List(Vec::new())));
            }
            quote @ (b'"' | b'\'' | b'`') => {
                let start = self.at;
                let text = self.string(quote)?;
                let dynamic = quote == b'`' && self.text[start..self.at].contains("${");
                if dynamic { Data::Null } else { Data::Text(text) }
            }
            b'-' | b'+' | b'.' | b'0'..=b'9' => {
                let rest = &self.text[self.at..];
                let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "+-._".contains(c))).unwrap_or(rest.len());
                self.at += end;
                Data::Number(rest[..end].trim_start_matches('+').to_owned())
            }
            b',' | b']' | b'}' => Data::Null,
            _ => self.word(),
        };
        self.blanks();
        // only an expression goes on after a value
        match self.peek() {
            None | Some(b',' | b']' | b'}' | b';' | b')') => Some(Step::Value(value)),
            // a comma is missing
            Some(b'"') => {
                self.clean = false;
                Some(Step::Value(value))
            }
            Some(_) if matches!(value, Data::Text(_)) && self.peek() == Some(b'<') => Some(Step::Value(value)),
            Some(_) => {
                self.clean = false;
                let start = self.at;
                self.expression();
                if self.at == start {
                    self.at += self.text[start..].chars().next().map_or(0, char::len_utf8);
                }
                Some(Step::Value(Data::Null))
            }
        }
    }

    /// Parses a word that stands for a value, or an expression whose value is unknown.
    fn word(&mut self) -> Data {
        let rest = &self.text[self.at..];
        let is_word = |word: &str| {
            rest.strip_prefix(word).is_some_and(|r| !r.starts_with(|c: char| c.is_alphanumeric() || "_$.(".contains(c)))
        };
        const KNOWN: [(&str, Option<bool>); 10] = [
            ("true", Some(true)),
            ("false", Some(false)),
            ("null", None),
            ("undefined", None),
            ("NaN", None),
            ("Infinity", None),
            ("None", None),
            ("!0", Some(true)),
            ("!1", Some(false)),
            ("void 0", None),
        ];
        if let Some((word, value)) = KNOWN.iter().find(|(word, _)| is_word(word)) {
            self.at += word.len();
            return value.map_or(Data::Null, Data::Bool);
        }
        if let Some(names) = self.names {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || "_$".contains(c))).unwrap_or(rest.len());
            let closed = rest[end..].trim_start().starts_with([',', ']', '}']);
            if let Some(data) = names.get(&rest[..end]).filter(|_| closed) {
                self.at += end;
                return data.clone();
            }
        }
        // new Date("2024-01-05") is a text
        if let Some(inner) = rest.strip_prefix("new Date(") {
            self.at += rest.len() - inner.len();
            let text = match self.peek() {
                Some(quote @ (b'"' | b'\'')) => self.string(quote).map_or(Data::Null, Data::Text),
                _ => Data::Null,
            };
            self.expression();
            if self.peek() == Some(b')') {
                self.at += 1;
            }
            return text;
        }
        self.clean = false;
        self.expression();
        Data::Null
    }

    /// Skips an expression, up to the comma or bracket after it.
    fn expression(&mut self) {
        let start = self.at;
        let mut depth = 0usize;
        while let Some(byte) = self.peek() {
            match byte {
                quote @ (b'"' | b'\'' | b'`') => {
                    if self.string(quote).is_none() {
                        self.at = self.text.len();
                    }
                    continue;
                }
                b'(' | b'[' | b'{' => depth += 1,
                b')' | b']' | b'}' => match depth.checked_sub(1) {
                    Some(outer) => depth = outer,
                    None => break,
                },
                b',' | b';' if depth == 0 => break,
                _ => {}
            }
            self.at += 1;
        }
        while !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        // an unmatched closing bracket is skipped by the caller
        if self.at == start && self.peek() == Some(b')') {
            self.at += 1;
        }
    }

    /// Parses a string, at its opening quote. `None` if it does not end.
    fn string(&mut self, quote: u8) -> Option<String> {
        let bytes = self.text.as_bytes();
        let mut out = String::new();
        let mut run = self.at + 1;
        let mut at = run;
        loop {
            let skip = memchr::memchr2(quote, b'\\', &bytes[at..]);
            let Some(next) = skip.map(|skip| at + skip) else {
                self.at = bytes.len();
                self.clean = false;
                return None;
            };
            if bytes[next] == quote {
                if self.quotes == Quotes::Loose && !self.may_end(next + 1) {
                    at = next + 1;
                    continue;
                }
                out.push_str(&self.text[run..next]);
                self.at = next + 1;
                return Some(out);
            }
            out.push_str(&self.text[run..next]);
            let (letter, length) = escape(&self.text[next + 1..]);
            out.extend(letter);
            run = next + 1 + length;
            at = run;
        }
    }

    /// Whether a quote is followed by what can follow a string.
    fn may_end(&self, at: usize) -> bool {
        let rest = self.text[at..].trim_start();
        rest.is_empty() || rest.starts_with(['}', ']', ':']) || {
            rest.strip_prefix(',').is_some_and(|behind| {
                behind
                    .trim_start()
                    .starts_with(['"', '{', '[', '}', ']', '-', 't', 'f', 'n', '0', '1', '2', '3', '4', '5'])
                    || behind.trim_start().starts_with(['6', '7', '8', '9'])
            })
        }
    }
}

/// The character of an escape sequence after its backslash, and its length in bytes.
fn escape(text: &str) -> (Option<char>, usize) {
    let Some(letter) = text.chars().next() else { return (None, 0) };
    let hex = |from: usize, digits: usize| {
        let digits = text.get(from..from + digits)?;
        u32::from_str_radix(digits, 16).ok().filter(|_| digits.bytes().all(|b| b.is_ascii_hexdigit()))
    };
    match letter {
        'n' => (Some('\n'), 1),
        't' => (Some('\t'), 1),
        'r' => (Some('\r'), 1),
        'b' => (Some('\u{8}'), 1),
        'f' => (Some('\u{c}'), 1),
        '\n' => (None, 1),
        'x' => hex(1, 2).map_or((Some('x'), 1), |code| (char::from_u32(code), 3)),
        'u' => {
            let Some(first) = hex(1, 4) else { return (Some('u'), 1) };
            if (0xd800..0xdc00).contains(&first)
                && text.get(5..7) == Some("\\u")
                && let Some(second) = hex(7, 4).filter(|second| (0xdc00..0xe000).contains(second))
            {
                let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
                return (char::from_u32(code), 11);
            }
            (Some(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER)), 5)
        }
        other => (Some(other), other.len_utf8()),
    }
}
