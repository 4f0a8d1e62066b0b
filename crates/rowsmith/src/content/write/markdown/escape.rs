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
        }
        out.push_str(if first || !safe { begins } else { &line });
        first = false;
    }
    out.push_str("\n$$");
    unstressed(out)
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
    unstressed(out)
}

/// LaTeX without pairs of signs that a reader takes for emphasis, as in `a*b*c` and `x^{a}_{b}y^{c}_{d}`: a sign with a space behind it
/// begins none.
fn unstressed(tex: String) -> String {
    let runs = stresses(&tex);
    let pairs =
        |opens: &Stress| runs.iter().any(|closes| closes.closes && closes.sign == opens.sign && closes.end > opens.end);
    let paired: Vec<usize> = runs.iter().filter(|run| run.opens && pairs(run)).map(|run| run.end).collect();
    let mut out = tex;
    paired.into_iter().rev().for_each(|at| out.insert(at, ' '));
    out
}

/// A run of `*` or `_` in a text.
struct Stress {
    sign: char,
    /// Where the run ends.
    end: usize,
    /// Whether emphasis may begin there, by what stands around it (CommonMark 6.2).
    opens: bool,
    /// Whether it may end there.
    closes: bool,
}

fn stresses(text: &str) -> Vec<Stress> {
    let is_blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    // more than a reader takes for punctuation, some of which differ
    let is_sign = |c: Option<char>| c.is_some_and(|c| !c.is_alphanumeric() && !c.is_whitespace());
    let mut runs = Vec::new();
    let mut at = 0;
    let mut escaped = false;
    while let Some(sign) = text[at..].chars().next() {
        if escaped || !matches!(sign, '*' | '_') {
            escaped = sign == '\\' && !escaped;
            at += sign.len_utf8();
            continue;
        }
        let end = text[at..].find(|c| c != sign).map_or(text.len(), |length| at + length);
        let (before, after) = (text[..at].chars().next_back(), text[end..].chars().next());
        let leads = !is_blank(after) && (!is_sign(after) || is_blank(before) || is_sign(before));
        let trails = !is_blank(before) && (!is_sign(before) || is_blank(after) || is_sign(after));
        let (opens, closes) = match sign {
            '_' => (leads && (!trails || is_sign(before)), trails && (!leads || is_sign(after))),
            _ => (leads, trails),
        };
        runs.push(Stress { sign, end, opens, closes });
        at = end;
    }
    runs
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
