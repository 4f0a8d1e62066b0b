//! Writes lines of text: pieces become tokens, emphasis marks are placed where they must be read as such, and tokens
//! become Markdown.
//!
//! Marks are written in one of two alphabets: asterisks for strong text and for emphasis that does not touch it,
//! underscores for other emphasis. So no two runs of asterisks touch, every run is one mark, and a closing run always
//! finds its opening run (CommonMark 0.31, 6.2). It remains to ensure that each mark can open or close at its position,
//! which [`resolve`] does.

use super::Writing;
use super::escape::{code, escape_all, math, target};
use super::pieces::{Piece, Pieces};
use crate::content::options::{Links, MarkdownFlavor};
use crate::content::tree::SpanKind;

/// How often the marks of a line are checked again after some were given up; after that all are given up.
const MAX_ROUNDS: usize = 4;

/// The place of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In a paragraph.
    Paragraph,
    /// In a heading, on one line.
    Heading,
    /// In a cell of a table, on one line.
    Cell,
    /// In the description of an image.
    Description,
}

#[derive(Clone, PartialEq, Debug)]
enum Token {
    /// Letters and digits.
    Word(String),
    /// Another character that is not white space.
    Sign(char),
    Space,
    Break,
    Code(String),
    /// Something written verbatim: an image, a formula, the mark of a note.
    Raw(String),
    /// The mark of a span, which is given by its index in the list of spans in use.
    Open(usize),
    Close(usize),
    /// A token that was given up.
    Nothing,
}

/// How the span of a token is marked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mark {
    Asterisk,
    Underscore,
    Asterisks,
    Tildes,
    Above,
    Below,
    Link,
}

/// A span in use, with the positions of its tokens.
struct Used {
    mark: Mark,
    /// The text at the end of a link.
    end: String,
    open: usize,
    close: usize,
    /// Whether it was given up, or merged with the previous span.
    is_dropped: bool,
}

/// What is next to a mark.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Beside {
    White,
    Alphanumeric,
    /// An ASCII sign.
    Sign(char),
    /// A character that some renderers take for a sign and others do not.
    Other,
}

/// A line as Markdown, without white space at the ends.
pub(super) fn inline(pieces: &Pieces, place: Place, writing: &Writing) -> String {
    let mut line = Line::of(pieces, place, writing);
    for round in 0.. {
        if line.resolve(round >= MAX_ROUNDS) {
            break;
        }
        line.compact();
    }
    line.compact();
    line.strong_outside();
    line.write(place)
}

struct Line {
    tokens: Vec<Token>,
    used: Vec<Used>,
    /// Whether a dollar sign may be read as the delimiter of a formula.
    dollars: bool,
}

impl Line {
    /// Moves white space out of spans, and drops spans without content.
    fn of(pieces: &Pieces, place: Place, writing: &Writing) -> Line {
        let mut line = Line { tokens: Vec::new(), used: Vec::new(), dollars: false };
        // spans that have opened, in use or before their first content
        let mut open: Vec<usize> = Vec::new();
        let mut pending: Vec<usize> = Vec::new();
        let (mut space, mut line_break) = (false, false);
        for piece in &pieces.list {
            match piece {
                Piece::Space => space = true,
                Piece::Break if place == Place::Paragraph => line_break = true,
                Piece::Break => space = true,
                Piece::Open(span) => pending.push(*span),
                Piece::Close(span) => {
                    if pending.last() == Some(span) {
                        pending.pop();
                    } else if let Some(used) = open.pop() {
                        line.used[used].close = line.tokens.len();
                        line.tokens.push(Token::Close(used));
                    }
                }
                _ => {
                    if !line.tokens.is_empty() {
                        if line_break {
                            line.tokens.push(Token::Break);
                        } else if space {
                            line.tokens.push(Token::Space);
                        }
                    }
                    for span in pending.drain(..) {
                        line.open(&pieces.spans[span], &mut open, writing);
                    }
                    line.content(piece, place, writing);
                    (space, line_break) = (false, false);
                }
            }
        }
        let dollars = line.tokens.iter().filter(|t| **t == Token::Sign('$')).count();
        line.dollars = dollars > 1 || dollars == 1 && pieces.list.iter().any(|p| matches!(p, Piece::Math(_)));
        line.compact();
        line
    }

    /// Begins a span.
    fn open(&mut self, kind: &SpanKind, open: &mut Vec<usize>, writing: &Writing) {
        let mark = match kind {
            SpanKind::Strong => Mark::Asterisks,
            SpanKind::Link(_) => Mark::Link,
            SpanKind::Emphasis => Mark::Asterisk,
            SpanKind::Struck => Mark::Tildes,
            SpanKind::Below => Mark::Below,
            SpanKind::Above => Mark::Above,
        };
        let end = match kind {
            SpanKind::Link(address) if writing.options.links == Links::Reference => {
                format!("][{}]", writing.reference(address))
            }
            SpanKind::Link(address) => format!("]({})", target(address)),
            _ => String::new(),
        };
        let at = self.used.len();
        // emphasis and strong text within each other
        let around = open.iter().copied().find(|&u| self.used[u].mark == Mark::Asterisk);
        let in_strong = open.iter().any(|&u| self.used[u].mark == Mark::Asterisks);
        let mark = match mark {
            Mark::Asterisk if in_strong => Mark::Underscore,
            mark => mark,
        };
        if mark == Mark::Asterisks
            && let Some(around) = around
        {
            self.used[around].mark = Mark::Underscore;
        }
        let place = self.tokens.len();
        self.used.push(Used { mark, end, open: place, close: place, is_dropped: false });
        open.push(at);
        self.tokens.push(Token::Open(at));
    }

    fn content(&mut self, piece: &Piece, place: Place, writing: &Writing) {
        match piece {
            Piece::Text(text) => self.words(text),
            // on one line, whatever it contains
            Piece::Code(text) => {
                let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
                self.tokens.push(if text.is_empty() { Token::Nothing } else { Token::Code(text) });
            }
            Piece::Math(tex) => self.tokens.push(Token::Raw(math(tex, place == Place::Cell))),
            Piece::Mark(number) => self.tokens.push(Token::Raw(match writing.options.flavor {
                MarkdownFlavor::Gfm => format!("[^{number}]"),
                MarkdownFlavor::CommonMark => format!("\\[{number}\\]"),
            })),
            Piece::Image { alt, address } => {
                let mut description = Line { tokens: Vec::new(), used: Vec::new(), dollars: true };
                for (at, word) in alt.split(' ').enumerate() {
                    if at > 0 {
                        description.tokens.push(Token::Space);
                    }
                    description.words(word);
                }
                let alt = description.write(Place::Description);
                self.tokens.push(Token::Raw(format!("![{alt}]({})", target(address))));
            }
            _ => {}
        }
    }

    fn words(&mut self, text: &str) {
        for c in text.chars() {
            match (c.is_alphanumeric(), self.tokens.last_mut()) {
                (true, Some(Token::Word(word))) => word.push(c),
                (true, _) => self.tokens.push(Token::Word(c.to_string())),
                (false, _) => self.tokens.push(Token::Sign(c)),
            }
        }
    }

    /// Removes the tokens that were given up.
    fn compact(&mut self) {
        let tokens = std::mem::take(&mut self.tokens);
        for token in tokens {
            let at = self.tokens.len();
            match (token, self.tokens.last_mut()) {
                (Token::Nothing, _) => {}
                (Token::Word(word), Some(Token::Word(before))) => before.push_str(&word),
                // two adjacent code spans would be read as one
                (Token::Code(code), Some(Token::Code(before))) => before.push_str(&code),
                (token, _) => {
                    match token {
                        Token::Open(used) => self.used[used].open = at,
                        Token::Close(used) => self.used[used].close = at,
                        _ => {}
                    }
                    self.tokens.push(token);
                }
            }
        }
    }

    fn drop_span(&mut self, used: usize) {
        self.tokens[self.used[used].open] = Token::Nothing;
        self.tokens[self.used[used].close] = Token::Nothing;
        self.used[used].is_dropped = true;
    }

    /// Moves marks to where they are read as such, and gives up those for which there is no such place, or all. Returns
    /// whether nothing changed.
    fn resolve(&mut self, give_up: bool) -> bool {
        let mut unchanged = true;
        for used in 0..self.used.len() {
            if self.used[used].is_dropped || matches!(self.used[used].mark, Mark::Link | Mark::Above | Mark::Below) {
                continue;
            }
            if give_up {
                self.drop_span(used);
                continue;
            }
            self.join(used, &mut unchanged);
            if self.touches_asterisks(used) && self.used[used].mark == Mark::Asterisk {
                self.used[used].mark = Mark::Underscore;
                unchanged = false;
            }
            if !self.settle_open(used, &mut unchanged) || !self.settle_close(used, &mut unchanged) {
                self.drop_span(used);
                unchanged = false;
            }
        }
        unchanged || give_up
    }

    /// Puts strong text that is all of an emphasis outside it: `**_x_**` is understood by simple readers, too, for which the
    /// underscore of `_**x**_` is a letter.
    fn strong_outside(&mut self) {
        for outer in 0..self.used.len() {
            let (open, close) = (self.used[outer].open, self.used[outer].close);
            if self.used[outer].is_dropped || self.used[outer].mark != Mark::Underscore {
                continue;
            }
            let Some(&Token::Open(inner)) = self.tokens.get(open + 1) else { continue };
            let is_all = self.used[inner].mark == Mark::Asterisks && self.used[inner].close + 1 == close;
            // beside a word or another mark only the other order is read
            let is_free = |beside| {
                matches!(beside, Beside::White) || matches!(beside, Beside::Sign(c) if !matches!(c, '*' | '_'))
            };
            if is_all && is_free(self.seen(open, false)) && is_free(self.seen(close, true)) {
                self.tokens.swap(open, open + 1);
                self.tokens.swap(close - 1, close);
                (self.used[inner].open, self.used[inner].close) = (open, close);
                (self.used[outer].open, self.used[outer].close) = (open + 1, close - 1);
            }
        }
    }

    /// Merges two adjacent spans of the same kind.
    fn join(&mut self, used: usize, unchanged: &mut bool) {
        while let Some(at) = self.beside(self.used[used].close, true)
            && let Token::Open(next) = self.tokens[at]
            && self.used[next].mark == self.used[used].mark
        {
            self.tokens[self.used[used].close] = Token::Nothing;
            self.tokens[at] = Token::Nothing;
            self.used[next].is_dropped = true;
            self.used[used].close = self.used[next].close;
            self.tokens[self.used[used].close] = Token::Close(used);
            *unchanged = false;
        }
    }

    fn touches_asterisks(&self, used: usize) -> bool {
        let used = &self.used[used];
        [(used.open, false), (used.open, true), (used.close, false), (used.close, true)]
            .into_iter()
            .any(|(at, after)| self.seen(at, after) == Beside::Sign('*'))
    }

    /// The next token that was not given up.
    fn beside(&self, at: usize, after: bool) -> Option<usize> {
        if after {
            (at + 1..self.tokens.len()).find(|&at| self.tokens[at] != Token::Nothing)
        } else {
            (0..at).rev().find(|&at| self.tokens[at] != Token::Nothing)
        }
    }

    /// The character that will be next to a token.
    fn seen(&self, at: usize, after: bool) -> Beside {
        let Some(at) = self.beside(at, after) else { return Beside::White };
        match &self.tokens[at] {
            Token::Word(_) => Beside::Alphanumeric,
            Token::Sign(c) if c.is_ascii() => Beside::Sign(*c),
            Token::Sign(_) => Beside::Other,
            Token::Space | Token::Break | Token::Nothing => Beside::White,
            Token::Code(_) => Beside::Sign('`'),
            Token::Raw(text) => {
                let edge = if after { text.chars().next() } else { text.chars().next_back() };
                Beside::Sign(edge.unwrap_or('!'))
            }
            Token::Open(used) | Token::Close(used) => Beside::Sign(match self.used[*used].mark {
                Mark::Asterisk | Mark::Asterisks => '*',
                Mark::Underscore => '_',
                Mark::Tildes => '~',
                Mark::Above | Mark::Below => '<',
                Mark::Link => ']',
            }),
        }
    }

    /// Whether a mark is valid between the characters inside and outside its span.
    fn works(&self, used: usize, inner: Beside, outer: Beside) -> bool {
        let own = match self.used[used].mark {
            Mark::Underscore => '_',
            Mark::Tildes => '~',
            _ => '*',
        };
        if inner == Beside::White || inner == Beside::Sign(own) || outer == Beside::Sign(own) {
            return false;
        }
        let parted = matches!(outer, Beside::White | Beside::Sign(_));
        parted || (own != '_' && inner == Beside::Alphanumeric)
    }

    /// Moves signs at the beginning of a span out of it if its mark would otherwise not be read as one.
    fn settle_open(&mut self, used: usize, unchanged: &mut bool) -> bool {
        loop {
            let at = self.used[used].open;
            if self.works(used, self.seen(at, true), self.seen(at, false)) {
                return true;
            }
            match self.beside(at, true) {
                Some(next) if matches!(self.tokens[next], Token::Sign(_)) => {
                    self.tokens.swap(at, next);
                    self.used[used].open = next;
                    *unchanged = false;
                }
                _ => return false,
            }
        }
    }

    fn settle_close(&mut self, used: usize, unchanged: &mut bool) -> bool {
        loop {
            let at = self.used[used].close;
            if self.works(used, self.seen(at, false), self.seen(at, true)) {
                return true;
            }
            match self.beside(at, false) {
                Some(last) if matches!(self.tokens[last], Token::Sign(_)) => {
                    self.tokens.swap(at, last);
                    self.used[used].close = last;
                    *unchanged = false;
                }
                _ => return false,
            }
        }
    }

    fn write(&self, place: Place) -> String {
        let mut out = String::new();
        for (at, token) in self.tokens.iter().enumerate() {
            match token {
                Token::Word(word) => out.push_str(word),
                Token::Sign(c) => self.sign(at, *c, place, &mut out),
                Token::Space => out.push(' '),
                Token::Break => out.push_str("  \n"),
                Token::Code(text) => {
                    let text = text.trim();
                    let code = code(text, place == Place::Cell).filter(|_| !self.defines(at, text));
                    out.push_str(&code.unwrap_or_else(|| escape_all(text)));
                }
                Token::Raw(text) => out.push_str(text),
                Token::Open(used) | Token::Close(used) => {
                    let opens = matches!(token, Token::Open(_));
                    let used = &self.used[*used];
                    match used.mark {
                        Mark::Asterisk => out.push('*'),
                        Mark::Underscore => out.push('_'),
                        Mark::Asterisks => out.push_str("**"),
                        Mark::Tildes => out.push_str("~~"),
                        Mark::Above => out.push_str(if opens { "<sup>" } else { "</sup>" }),
                        Mark::Below => out.push_str(if opens { "<sub>" } else { "</sub>" }),
                        Mark::Link if opens => out.push('['),
                        Mark::Link => out.push_str(&used.end),
                    }
                }
                Token::Nothing => {}
            }
        }
        out
    }

    /// Writes a sign, escaped where Markdown would read it as markup.
    fn sign(&self, at: usize, c: char, place: Place, out: &mut String) {
        let before = at.checked_sub(1).map(|at| &self.tokens[at]);
        let after = self.tokens.get(at + 1);
        let is_word = |token: Option<&Token>| matches!(token, Some(Token::Word(_)));
        let is_code = |token: Option<&Token>| matches!(token, Some(Token::Code(_)));
        let starts_line = place != Place::Description && matches!(before, None | Some(Token::Break));
        let special = match c {
            '|' if before == Some(&Token::Sign('\\')) => {
                out.push_str("&#124;");
                return;
            }
            '`' if is_code(before) || is_code(after) => {
                out.push_str("&#96;");
                return;
            }
            '\\' | '`' | '*' | '[' | ']' | '<' | '|' => true,
            // an underscore within a word has no meaning in Markdown
            '_' => !(is_word(before) && is_word(after)),
            '$' => self.dollars,
            '&' => self.is_reference(at),
            '!' => matches!(after, Some(Token::Open(used)) if self.used[*used].mark == Mark::Link),
            // one is enough to strike text out, for GitHub and what follows it
            '~' => true,
            '#' => (starts_line && self.only(at, "#")) || (place == Place::Heading && self.ends_heading(at)),
            // a description that begins like this may be read as the name of a footnote, and its image as a link
            '^' => place == Place::Description && before.is_none(),
            '>' => starts_line,
            // a block that begins with the mark of a note and a colon would be read as the note
            ':' if at == 1 && matches!(before, Some(Token::Raw(mark)) if mark.starts_with("[^")) => true,
            '-' | ':' => starts_line && self.only(at, "-:|"),
            '+' => starts_line && self.only(at, "+"),
            '=' => starts_line && self.only(at, "="),
            '.' | ')' => place != Place::Description && self.numbers(at),
            _ => false,
        };
        if special {
            out.push('\\');
        }
        out.push(c);
    }

    /// Whether a block that begins with a link would be read as the definition of an address, ``[`]:`](…)``, by the code
    /// within the link: definitions are read before code is.
    fn defines(&self, at: usize, code: &str) -> bool {
        let begins = |token: &Token| matches!(token, Token::Open(used) if self.used[*used].mark == Mark::Link && at < self.used[*used].close);
        code.contains("]:") && self.tokens.first().is_some_and(begins)
    }

    /// Whether all signs from here to the next white space are among these.
    fn only(&self, at: usize, signs: &str) -> bool {
        self.tokens[at..]
            .iter()
            .take_while(|t| !matches!(t, Token::Space | Token::Break | Token::Open(_)))
            .all(|token| matches!(token, Token::Sign(c) if signs.contains(*c)))
    }

    /// Whether the heading ends with a word of `#` signs and this is the last of them.
    fn ends_heading(&self, at: usize) -> bool {
        at + 1 == self.tokens.len()
            && !matches!(self.tokens[..at].iter().rev().find(|&t| *t != Token::Sign('#')), Some(t) if *t != Token::Space)
    }

    /// Whether a character reference may begin here.
    fn is_reference(&self, at: usize) -> bool {
        let name = if self.tokens.get(at + 1) == Some(&Token::Sign('#')) { at + 2 } else { at + 1 };
        matches!(self.tokens.get(name), Some(Token::Word(_))) && self.tokens.get(name + 1) == Some(&Token::Sign(';'))
    }

    /// Whether this sign and the digits before it would be read as the number of an item.
    fn numbers(&self, at: usize) -> bool {
        let Some(number) = at.checked_sub(1) else { return false };
        let begins = number == 0 || self.tokens[number - 1] == Token::Break;
        let ends = !matches!(self.tokens.get(at + 1), Some(Token::Word(_) | Token::Sign(_)));
        begins && ends && matches!(&self.tokens[number], Token::Word(w) if w.bytes().all(|b| b.is_ascii_digit()))
    }
}
