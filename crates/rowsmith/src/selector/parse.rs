//! Parsing selectors.

use crate::selector::model::{Combinator, Relation, Selector, Simple, Step, Test, Way};

/// The most steps of one selector.
const MAX_STEPS: usize = 64;

impl Selector {
    /// Parses a selector.
    ///
    /// # Errors
    /// What is wrong with it, in words.
    pub(crate) fn parse(text: &str) -> Result<Selector, String> {
        let mut reader = Reader { text, at: 0 };
        let mut ways = Vec::new();
        let mut count = 0;
        loop {
            let way = reader.way()?;
            count += way.steps.len();
            if count > MAX_STEPS {
                return Err(format!("the selector has more than {MAX_STEPS} steps"));
            }
            ways.push(way);
            if !reader.take(',') {
                break;
            }
        }
        match reader.peek() {
            None => Ok(Selector { ways }),
            Some(c) => Err(format!("unexpected '{c}' in the selector '{text}'")),
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&self) -> Option<char> {
        self.text.get(self.at..)?.chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let is = self.peek() == Some(wanted);
        self.at += if is { wanted.len_utf8() } else { 0 };
        is
    }

    fn blanks(&mut self) -> bool {
        let from = self.at;
        while let Some(c) = self.peek().filter(|c| c.is_whitespace()) {
            self.at += c.len_utf8();
        }
        self.at > from
    }

    fn way(&mut self) -> Result<Way, String> {
        self.blanks();
        let mut steps = Vec::new();
        let mut combinator = Combinator::Within;
        loop {
            let Simple { tag, tests } = self.simple()?;
            steps.push(Step { combinator, tag, tests });
            let blank = self.blanks();
            combinator = match self.peek() {
                None | Some(',') => return Ok(Way { steps }),
                Some('>') => Combinator::Child,
                Some('+') => Combinator::Next,
                Some('~') => Combinator::Later,
                Some(_) if blank => Combinator::Within,
                Some(c) => return Err(format!("unexpected '{c}' in the selector '{}'", self.text)),
            };
            if combinator != Combinator::Within {
                self.at += 1;
                self.blanks();
            }
        }
    }

    /// Parses a tag with its conditions.
    fn simple(&mut self) -> Result<Simple, String> {
        let mut tag = None;
        let mut tests = Vec::new();
        let any = self.take('*');
        if !any && self.peek().is_some_and(is_name) {
            tag = Some(self.name()?.to_ascii_lowercase());
        }
        loop {
            if self.take('#') {
                tests.push(Test::Id(self.name()?));
            } else if self.take('.') {
                tests.push(Test::Class(self.name()?));
            } else if self.take('[') {
                tests.push(self.attribute()?);
            } else if self.take(':') {
                tests.push(self.pseudo()?);
            } else {
                break;
            }
        }
        if !any && tag.is_none() && tests.is_empty() {
            return Err(match self.peek() {
                Some(c) => format!("unexpected '{c}' in the selector '{}'", self.text),
                None => format!("the selector '{}' ends too early", self.text),
            });
        }
        Ok(Simple { tag, tests })
    }

    /// Parses a name, in which a backslash escapes the next character.
    fn name(&mut self) -> Result<String, String> {
        let mut out = String::new();
        while let Some(c) = self.peek() {
            if c == '\\' {
                self.at += 1;
                out.push(self.escaped()?);
            } else if is_name(c) {
                out.push(c);
                self.at += c.len_utf8();
            } else {
                break;
            }
        }
        if out.is_empty() { Err(format!("a name is missing in the selector '{}'", self.text)) } else { Ok(out) }
    }

    /// Parses what follows a backslash: up to six hexadecimal digits and a space, or the character itself.
    fn escaped(&mut self) -> Result<char, String> {
        let rest = &self.text[self.at..];
        let digits = rest.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        if digits > 0 {
            self.at += digits;
            let c = u32::from_str_radix(&rest[..digits], 16).ok().and_then(char::from_u32);
            if self.peek().is_some_and(char::is_whitespace) {
                self.at += 1;
            }
            return c.ok_or_else(|| format!("'\\{}' is not a character", &rest[..digits]));
        }
        let c = self.peek().ok_or_else(|| format!("the selector '{}' ends too early", self.text))?;
        self.at += c.len_utf8();
        Ok(c)
    }

    fn attribute(&mut self) -> Result<Test, String> {
        self.blanks();
        let name = self.name()?.to_ascii_lowercase();
        self.blanks();
        if self.take(']') {
            return Ok(Test::Attribute { name, relation: Relation::Present, value: String::new() });
        }
        let relation = match self.peek() {
            Some('=') => Relation::Equal,
            Some('~') => Relation::Word,
            Some('^') => Relation::Begins,
            Some('$') => Relation::Ends,
            Some('*') => Relation::Holds,
            _ => return Err(format!("'[{name}' is not closed in the selector '{}'", self.text)),
        };
        self.at += 1;
        if relation != Relation::Equal && !self.take('=') {
            return Err(format!("'=' is missing after '[{name}' in the selector '{}'", self.text));
        }
        self.blanks();
        let value = match self.peek() {
            Some(quote @ ('"' | '\'')) => self.quoted(quote)?,
            _ => self.name()?,
        };
        self.blanks();
        if !self.take(']') {
            return Err(format!("'[{name}' is not closed in the selector '{}'", self.text));
        }
        Ok(Test::Attribute { name, relation, value })
    }

    fn quoted(&mut self, quote: char) -> Result<String, String> {
        self.at += 1;
        let mut out = String::new();
        while let Some(c) = self.peek() {
            self.at += c.len_utf8();
            match c {
                '\\' => out.push(self.escaped()?),
                c if c == quote => return Ok(out),
                c => out.push(c),
            }
        }
        Err(format!("a quotation mark is not closed in the selector '{}'", self.text))
    }

    fn pseudo(&mut self) -> Result<Test, String> {
        let name = self.name()?.to_ascii_lowercase();
        match name.as_str() {
            "scope" => Ok(Test::Scope),
            "first-child" => Ok(Test::Child { number: 1, last: false }),
            "last-child" => Ok(Test::Child { number: 1, last: true }),
            "first-of-type" => Ok(Test::OfType { number: 1, last: false }),
            "last-of-type" => Ok(Test::OfType { number: 1, last: true }),
            "nth-child" => Ok(Test::Child { number: self.number()?, last: false }),
            "nth-of-type" => Ok(Test::OfType { number: self.number()?, last: false }),
            "not" if self.take('(') => {
                self.blanks();
                let simple = self.simple()?;
                self.blanks();
                if simple.tests.iter().any(|test| matches!(test, Test::Not(_))) || !self.take(')') {
                    return Err(format!("':not(…)' takes one simple selector, in '{}'", self.text));
                }
                Ok(Test::Not(Box::new(simple)))
            }
            _ => Err(format!(
                "':{name}' is not known; there are :scope, :first-child, :last-child, :nth-child(N), :first-of-type, \
                 :last-of-type, :nth-of-type(N) and :not(…)"
            )),
        }
    }

    fn number(&mut self) -> Result<usize, String> {
        let wrong = || format!("a number is expected in brackets, in the selector '{}'", self.text);
        let rest = self.text.get(self.at..).unwrap_or_default();
        let inner = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).map(|(inner, _)| inner);
        let number = inner.and_then(|n| n.trim().parse().ok()).filter(|&n: &usize| n > 0).ok_or_else(wrong)?;
        self.at += inner.map_or(0, str::len) + 2;
        Ok(number)
    }
}

fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '-' || c == '_' || c == '\\' || !c.is_ascii()
}

/// A name as written in a selector: anything other than a letter, digit, hyphen or underscore is escaped.
pub(crate) fn escaped(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    for (i, c) in name.chars().enumerate() {
        match c {
            _ if i == 0 && c.is_ascii_digit() => out.push_str(&format!("\\{:x} ", u32::from(c))),
            _ if c.is_alphanumeric() || c == '-' || c == '_' || !c.is_ascii() => out.push(c),
            _ => {
                out.push('\\');
                out.push(c);
            }
        }
    }
    out
}
