//! From the nodes of a page that form its content to the tree.

mod build;
pub(crate) mod callout;
pub(crate) mod code;
mod embed;
mod frame;
mod image;
mod language;
mod line;
mod math;
mod mathml;
pub(crate) mod names;
mod notes;
mod opening;
pub(crate) mod raw_math;
mod table;
#[cfg(test)]
pub(crate) mod tests;

use crate::content::address::Addresses;
use crate::content::kept::Kept;
use crate::content::tree::{Block, Content, Note};
use crate::dom::{Document, NodeId};

/// How deep lists, quotes and the like are nested in the tree; anything deeper is flattened.
pub(crate) const MAX_NESTED: usize = 24;

/// The input of reading.
#[derive(Clone, Copy)]
pub struct Reading<'a> {
    /// The page.
    pub document: &'a Document,
    /// Resolves addresses.
    pub addresses: Addresses<'a>,
    /// The title of the page, if known: the heading with this text stays on the first level.
    pub title: Option<&'a str>,
    /// The purpose of reading.
    pub form: Form,
}

/// The purpose of reading content.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// A document: notes are connected with their marks, and invisible characters are left out.
    Document,
    /// A text: what the page says, in the order of the page, character by character.
    Text,
}

/// The content of a page, given for each of its nodes whether it is `marked` as content. In a document, notes are
/// content if marks within the content refer to them, wherever they are. Takes time linear in the size of the page,
/// apart from the nesting of lists and quotes, which is bounded.
pub fn read(reading: Reading<'_>, mut marked: Vec<bool>) -> Content {
    let notes = match reading.form {
        Form::Document => notes::find(reading.document, &mut marked),
        Form::Text => notes::Notes::default(),
    };
    let kept = Kept::new(&marked);
    let mut blocks =
        build::build(reading, &kept, notes.outside(), Document::ROOT, reading.document.end(Document::ROOT));
    if let (Form::Document, Some(title)) = (reading.form, reading.title) {
        opening::title_first(reading.document, &mut blocks, title);
    }
    let numbered = notes.list.iter().map(|note| {
        let mut blocks = Vec::new();
        for &part in &note.parts {
            blocks.extend(build::build(reading, &kept, notes.within(part), part, reading.document.end(part)));
        }
        Note { node: note.node, blocks }
    });
    Content { blocks, notes: numbered.collect() }
}

/// The blocks of the nodes from `from` up to, but not including, `to` (siblings with their subtrees), given what is kept of
/// the page. Notes are not connected with their marks. Takes time linear in the number of these nodes.
pub(crate) fn read_part(reading: Reading<'_>, kept: &Kept, from: NodeId, to: NodeId) -> Vec<Block> {
    build::build(reading, kept, notes::Notes::default().outside(), from, to)
}
