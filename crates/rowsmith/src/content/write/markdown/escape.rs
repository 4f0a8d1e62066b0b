//! Escapes addresses, code and text, so that they are read as what they are.

use std::fmt::Write;

/// An address within parentheses. Anything that could end it, or be read as markup or a character reference, is
/// encoded.
pub(super) fn target(address: &str) -> String {
    let mut out = String::with_capacity(address.len());
    for (at, c) in address.char_indices() {
        let raw = match c {
            '&' if is_reference(&address[at..]) => {
                out.push_str("&amp;");
                continue;
            }
            ' ' | '(' | ')' | '<' | '>' | '"' | '\\' | '`' | '|' => false,
            c if c.is_ascii() => !c.is_ascii_control(),
            c => c.is_alphanumeric(),
        };
        if raw {
            out.push(c);
        } else {
            for byte in c.encode_utf8(&mut [0; 4]).bytes() {
                // writing to a string cannot fail
                let _ = write!(out, "%{byte:02X}");
            }
        }
    }
    out
}

/// Whether a text begins with what may be a character reference.
fn is_reference(text: &str) -> bool {
    let name = text.trim_start_matches('&');
    let end = name.bytes().take(64).position(|b| !b.is_ascii_alphanumeric() && b != b'#');
    end.is_some_and(|end| end > 0 && name.as_bytes()[end] == b';')
}

/// A text as a code span; `None` if that is not possible within a table cell.
pub(super) fn code(text: &str, in_cell: bool) -> Option<String> {
    // renderers differ in how they read this
    if in_cell && text.contains("\\|") {
        return None;
    }
    let longest = longest_run(text);
    let ticks = "`".repeat(longest + 1);
    let pad = if longest > 0 { " " } else { "" };
    let text = if in_cell { text.replace('|', "\\|") } else { text.to_owned() };
    Some(format!("{ticks}{pad}{text}{pad}{ticks}"))
}

/// A formula within a line. It contains nothing that ends it, begins code, or is markup for a reader that does not know
/// formulas.
pub(super) fn math(tex: &str, in_cell: bool) -> String {
    let tex = tex.split_whitespace().collect::<Vec<_>>().join(" ");
    let tex = harmless(&tex);
    let tex = if in_cell { tex.replace("\\|", "\\Vert ").replace('|', "\\vert ") } else { tex };
    format!("${}$", tex.trim())
}

/// A formula on lines of its own. A line that could be read as the beginning of another block is joined to the previous
/// one.
pub(super) fn display_math(tex: &str) -> String {
    let mut out = String::from("$$\n");
    let mut first = true;
    for line in tex.lines().map(str::trim_end).filter(|line| !line.trim().is_empty()) {
        let line = harmless(line);
        let begins = line.trim_start();
        let safe = begins.starts_with(|c: char| c.is_alphabetic() || matches!(c, '\\' | '&' | '{' | '}' | '('))
            && !line.starts_with(['\t', ' ']);
        if !first {
            out.push(if safe { '\n' } else { ' ' });
        } else if begins.starts_with(['*', '-', '+', '#', '>']) {
            // is no item or heading, and nothing in a formula
            out.push_str("{}");
        }
        out.push_str(if first || !safe { begins } else { &line });
        first = false;
    }
    out.push_str("\n$$");
    unstressed(&out)
}

/// LaTeX without what is markup elsewhere: since white space is insignificant in it, spaces can be put between signs.
fn harmless(tex: &str) -> String {
    let mut out = String::with_capacity(tex.len());
    let mut escaped = false;
    for c in tex.chars() {
        match c {
            '\0' => continue,
            '$' if !escaped => continue,
            '`' => out.push('\u{2018}'),
            _ => {
                let before = out.chars().next_back();
                let tag = before == Some('<') && (c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?'));
                let link = before == Some(']') && matches!(c, '(' | '[' | ':');
                if tag || link {
                    out.push(' ');
                }
                out.push(c);
            }
        }
        escaped = c == '\\' && !escaped;
    }
    // a final backslash would escape the closing delimiter
    if escaped {
        out.push(' ');
    }
    unstressed(&out)
}

/// LaTeX without signs at which a reader may begin emphasis (CommonMark 6.2), as in `a*b*c` and `x^{a}_{b} y^{c}_{d}`: a sign with a space
/// behind it begins none. Where it would end, in this formula or in the next of the line, does not matter then.
fn unstressed(tex: &str) -> String {
    let is_blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    let mut out = String::with_capacity(tex.len());
    let (mut escaped, mut before, mut chars) = (false, None, tex.chars().peekable());
    while let Some(c) = chars.next() {
        out.push(c);
        if escaped || !matches!(c, '*' | '_') {
            escaped = c == '\\' && !escaped;
            before = Some(c);
            continue;
        }
        if chars.peek() == Some(&c) {
            continue;
        }
        // readers differ in what punctuation is: what some of them take for it may be either
        let after = chars.peek().copied();
        let is_behind_sign = is_blank(before) || before.is_some_and(|before| !before.is_alphanumeric());
        let may_begin =
            !is_blank(after) && (!after.is_some_and(|after| after.is_ascii_punctuation()) || is_behind_sign);
        if may_begin && (c == '*' || is_behind_sign) {
            out.push(' ');
        }
        before = Some(c);
    }
    out
}

/// The length of the longest run of backticks.
pub(super) fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}

/// A text with all its punctuation escaped.
pub(super) fn escape_all(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    for c in text.chars() {
        match c {
            '|' => out.push_str("&#124;"),
            '`' => out.push_str("&#96;"),
            c => {
                if c.is_ascii_punctuation() {
                    out.push('\\');
                }
                out.push(c);
            }
        }
    }
    out
}
