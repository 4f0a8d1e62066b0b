//! The items of a source file: modules, definitions, imports and re-exports, and functions with their documentation. It
//! is read line by line, as formatted by rustfmt; items that only tests and the laboratory have are left out.

use crate::modules::{Leaf, leaves};

/// An item of a file.
pub struct Item {
    /// The line of the item itself, after documentation and attributes; counted from 1.
    pub line: usize,
    /// Whether it is `pub`, and not only visible within its crate.
    pub is_public: bool,
    /// Whether its documentation has code that runs as a test.
    pub has_example: bool,
    pub what: What,
}

/// What an item is.
pub enum What {
    /// A module with a file of its own.
    Module { name: String },
    /// A module with its content in this file.
    InlineModule { name: String },
    /// A `use`.
    Import(Vec<Leaf>),
    /// A type, trait or constant.
    Definition { name: String },
    /// A function; `of` is the path of the type or trait that it belongs to.
    Function { name: String, of: Option<Vec<String>> },
}

/// The items of a file.
pub fn items(text: &str) -> Vec<Item> {
    let lines: Vec<&str> = text.lines().collect();
    let (mut items, mut before, mut blocks, mut at) = (Vec::new(), Before::default(), Vec::<Block>::new(), 0);
    while at < lines.len() {
        let line = lines[at].trim();
        if blocks.last().is_some_and(|block| closes(lines[at], block.indent)) {
            blocks.pop();
        } else if let Some(doc) = line.strip_prefix("///") {
            before.docs.push(doc.trim());
        } else if line.starts_with("#[") {
            let end = end_of_attribute(&lines, at);
            before.attributes.extend(&lines[at..=end]);
            at = end;
        } else if !line.is_empty() && !line.starts_with("//") {
            let written = Written::of(line);
            if before.are_not_for_users() {
                at = end_of_item(&lines, at);
            } else if let Some(header) = block_header(&lines, at) {
                if let Some(name) = &header.trait_name {
                    items.push(before.item(at, &written, What::Definition { name: name.clone() }));
                }
                blocks.push(Block { indent: indent(lines[at]), header });
            } else if let Some(what) = written.what(&lines, at, blocks.last()) {
                let skipped = matches!(what, What::InlineModule { .. });
                let of_trait = blocks.last().is_some_and(|block| block.header.trait_name.is_some());
                let item = before.item(at, &written, what);
                items.push(Item { is_public: item.is_public || of_trait, ..item });
                at = if skipped { end_of_item(&lines, at) } else { at };
            }
            before = Before::default();
        }
        at += 1;
    }
    items
}

/// What precedes an item.
#[derive(Default)]
struct Before<'t> {
    docs: Vec<&'t str>,
    attributes: Vec<&'t str>,
}

impl Before<'_> {
    /// Whether the item is only for tests or the laboratory, or hidden from the documentation.
    fn are_not_for_users(&self) -> bool {
        let text: String = self.attributes.concat();
        let only = |what: &str| text.contains("cfg(") && text.contains(what) && !text.contains("not(");
        only("\"lab\"") || only("(test)") || only("test,") || only("(doctest)") || text.contains("doc(hidden)")
    }

    fn item(&self, at: usize, written: &Written<'_>, what: What) -> Item {
        Item { line: at + 1, is_public: written.is_public, has_example: has_example(&self.docs), what }
    }
}

/// Whether lines of documentation contain code that is compiled and run.
fn has_example(docs: &[&str]) -> bool {
    let fences = docs.iter().filter_map(|line| line.strip_prefix("```"));
    // every other fence opens a block
    fences.step_by(2).any(|language| language.is_empty() || language == "rust")
}

/// An open `impl` or trait.
struct Block {
    indent: usize,
    header: Header,
}

/// What the functions in a block belong to.
struct Header {
    /// The path of the type or trait; empty if the block implements a trait.
    of: Vec<String>,
    /// For a trait, its name.
    trait_name: Option<String>,
}

/// The header of the `impl` or trait that begins on a line, if any.
fn block_header(lines: &[&str], at: usize) -> Option<Header> {
    let line = lines[at].trim();
    let rest = Written::of(line).rest;
    if let Some(rest) = rest.strip_prefix("trait ") {
        let name = first_word(rest);
        return Some(Header { of: vec![name.clone()], trait_name: Some(name) });
    }
    let is_impl = rest.starts_with("impl ") || rest.starts_with("impl<");
    let header: String = lines[at..].iter().take_while(|line| is_impl && !line.ends_with('}')).copied().collect();
    let header = &header[..header.find('{')?];
    let of = without_generics(header.trim().trim_start_matches("impl"));
    if of.contains(" for ") {
        return Some(Header { of: Vec::new(), trait_name: None });
    }
    let of = of.split(" where").next()?.trim();
    Some(Header { of: of.split("::").map(str::to_owned).collect(), trait_name: None })
}

/// A text without what is in angle brackets.
fn without_generics(text: &str) -> String {
    let mut depth = 0;
    let outside = |c: &char| {
        depth += i32::from(*c == '<');
        let outside = depth == 0;
        depth -= i32::from(*c == '>');
        outside
    };
    text.chars().filter(outside).collect()
}

/// The line of an item after its visibility.
struct Written<'t> {
    is_public: bool,
    rest: &'t str,
}

impl<'t> Written<'t> {
    fn of(line: &'t str) -> Written<'t> {
        if let Some(rest) = line.strip_prefix("pub ") {
            return Written { is_public: true, rest };
        }
        let part = line.strip_prefix("pub(").and_then(|rest| Some(rest.split_once(')')?.1.trim_start()));
        Written { is_public: false, rest: part.unwrap_or(line) }
    }

    /// What the item is, if it is relevant. The contents of functions are not.
    fn what(&self, lines: &[&str], at: usize, block: Option<&Block>) -> Option<What> {
        let modifiers = ["const ", "async ", "unsafe "];
        let function = modifiers.iter().fold(self.rest, |rest, modifier| rest.strip_prefix(modifier).unwrap_or(rest));
        if let Some(rest) = function.strip_prefix("fn ") {
            let of = block.map(|block| block.header.of.clone());
            return Some(What::Function { name: first_word(rest), of });
        }
        if indent(lines[at]) > 0 && !self.is_public {
            return None;
        }
        if let Some(rest) = self.rest.strip_prefix("mod ") {
            let name = first_word(rest);
            return Some(if rest.ends_with(';') { What::Module { name } } else { What::InlineModule { name } });
        }
        if let Some(rest) = self.rest.strip_prefix("use ") {
            let end = end_of_item(lines, at);
            let more: String = lines[at + 1..=end].concat();
            let text = format!("{rest}{more}");
            return Some(What::Import(leaves(text.trim_end_matches(';'))));
        }
        let kinds = ["struct ", "enum ", "union ", "type ", "const ", "static "];
        let rest = kinds.iter().find_map(|kind| self.rest.strip_prefix(kind))?;
        Some(What::Definition { name: first_word(rest) })
    }
}

fn first_word(text: &str) -> String {
    text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

fn indent(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// Whether a line closes the block that began with an indent.
fn closes(line: &str, of: usize) -> bool {
    indent(line) == of && line.trim() == "}"
}

/// The last line of the attribute that begins on a line.
fn end_of_attribute(lines: &[&str], at: usize) -> usize {
    let count = |line: &str, bracket: char| line.matches(bracket).count();
    let mut open = 0;
    let mut is_end = |at: &usize| {
        open += count(lines[*at], '[');
        open = open.saturating_sub(count(lines[*at], ']'));
        open == 0
    };
    (at..lines.len()).find(|at| is_end(at)).unwrap_or(at)
}

/// The last line of the item that begins on a line.
fn end_of_item(lines: &[&str], at: usize) -> usize {
    let of = indent(lines[at]);
    let ends = |line: &str| line.ends_with(';') || line.ends_with('}');
    let is_end = |&end: &usize| (end == at || indent(lines[end]) == of) && ends(lines[end].trim_end());
    (at..lines.len()).find(is_end).unwrap_or(lines.len() - 1)
}
