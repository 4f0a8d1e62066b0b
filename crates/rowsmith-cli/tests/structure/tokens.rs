//! The words and signs of Rust, as far as needed for paths: without comments, texts, numbers and test code.

/// A word, `::`, or another sign.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub text: String,
    /// Counted from 1.
    pub line: usize,
}

impl Token {
    pub fn is_word(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

/// The tokens of a file, without test code.
pub fn tokens(text: &str) -> Vec<Token> {
    without_tests(&all_tokens(text))
}

fn all_tokens(text: &str) -> Vec<Token> {
    let chars: Vec<char> = text.chars().collect();
    let (mut found, mut at, mut line) = (Vec::new(), 0, 1);
    while let Some(&c) = chars.get(at) {
        let start = at;
        at = end_of_token(&chars, at);
        let token: String = chars[start..at].iter().collect();
        let is_text =
            token.contains('"') || token.starts_with('\'') || token.starts_with("//") || token.starts_with("/*");
        if !is_text && !c.is_whitespace() && !c.is_ascii_digit() {
            found.push(Token { text: token.trim_start_matches("r#").to_owned(), line });
        }
        line += chars[start..at].iter().filter(|&&c| c == '\n').count();
    }
    found
}

/// Where the token at `at` ends.
fn end_of_token(chars: &[char], at: usize) -> usize {
    let next = |ahead: usize| chars.get(at + ahead).copied();
    let until =
        |from: usize, end: &dyn Fn(usize) -> bool| (from..chars.len()).find(|&at| end(at)).unwrap_or(chars.len());
    match (chars[at], next(1)) {
        ('/', Some('/')) => until(at, &|at| chars[at] == '\n'),
        ('/', Some('*')) => end_of_comment(chars, at),
        (':', Some(':')) => at + 2,
        ('"', _) => end_of_text(chars, at, 0, true),
        ('\'', Some('\\')) => (until(at + 3, &|at| chars[at] == '\'') + 1).min(chars.len()),
        ('\'', _) if next(2) == Some('\'') => at + 3,
        ('\'', _) => until(at + 1, &|at| !is_word(chars[at])),
        (c, _) if is_word(c) => {
            let end = until(at, &|at| !is_word(chars[at]));
            let word: String = chars[at..end].iter().collect();
            let hashes = chars[end..].iter().take_while(|&&c| c == '#').count();
            let is_raw = matches!(word.as_str(), "r" | "br" | "cr");
            match chars.get(end + hashes) {
                Some('"') if is_raw => end_of_text(chars, end + hashes, hashes, false),
                Some('"') if hashes == 0 && matches!(word.as_str(), "b" | "c") => end_of_text(chars, end, 0, true),
                Some('\'') if hashes == 0 && word == "b" => end_of_token(chars, end),
                Some(&c) if word == "r" && hashes == 1 && is_word(c) => until(end + 1, &|at| !is_word(chars[at])),
                _ => end,
            }
        }
        _ => at + 1,
    }
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Where the text whose first quote is at `at` ends, with this many hashes after its closing quote.
fn end_of_text(chars: &[char], at: usize, hashes: usize, escapes: bool) -> usize {
    let mut at = at + 1;
    while at < chars.len() {
        match chars[at] {
            '\\' if escapes => at += 1,
            '"' if chars[at + 1..].iter().take_while(|&&c| c == '#').count() >= hashes => return at + 1 + hashes,
            _ => {}
        }
        at += 1;
    }
    chars.len()
}

fn end_of_comment(chars: &[char], at: usize) -> usize {
    let (mut at, mut depth) = (at, 0);
    while at < chars.len() {
        match (chars[at], chars.get(at + 1)) {
            ('/', Some('*')) => (at, depth) = (at + 2, depth + 1),
            ('*', Some('/')) => (at, depth) = (at + 2, depth - 1),
            _ => at += 1,
        }
        if depth == 0 {
            return at;
        }
    }
    chars.len()
}

/// Leaves out every item with `#[cfg(test)]` or the like.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        if let Some(end) = attribute(tokens, at) {
            let has = |word: &str| tokens[at..end].iter().any(|token| token.text == word);
            if has("cfg") && has("test") && !has("not") {
                at = end_of_item(tokens, end);
                continue;
            }
        }
        kept.push(tokens[at].clone());
        at += 1;
    }
    kept
}

/// Where the attribute at `at` ends, if there is one.
fn attribute(tokens: &[Token], at: usize) -> Option<usize> {
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token.text == text);
    (is(at, "#") && is(at + 1, "[")).then(|| end_of_group(tokens, at + 1))
}

/// The position after the bracket that closes the one at `at`.
fn end_of_group(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate().skip(at) {
        match token.text.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

fn end_of_item(tokens: &[Token], mut at: usize) -> usize {
    while let Some(end) = attribute(tokens, at) {
        at = end;
    }
    let is_use = tokens[at..].iter().take(6).take_while(|token| token.text != ";").any(|token| token.text == "use");
    while at < tokens.len() {
        match tokens[at].text.as_str() {
            ";" => return at + 1,
            "{" if !is_use => return end_of_group(tokens, at),
            "(" | "[" | "{" => at = end_of_group(tokens, at),
            _ => at += 1,
        }
    }
    tokens.len()
}
