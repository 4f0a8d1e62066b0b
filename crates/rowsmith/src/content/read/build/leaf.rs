//! Elements that are read as a whole: code, formulas, tables, pictures, players.

use super::aids::{is_contents, is_copy_button, is_edit_link, is_permalink};
use super::{Builder, Picture};
use crate::content::kept::Kept;
use crate::content::read::Form;
use crate::content::read::code::{code_block, title_within};
use crate::content::read::embed::embed;
use crate::content::read::frame::FrameKind;
use crate::content::read::image::{best_source, is_alone_in_cell, is_ornament, is_pixel, same_picture, sign};
use crate::content::read::math::formula;
use crate::content::read::names::has_class;
use crate::content::tree::{Block, BlockKind, Image, InlineKind, SpanKind};
use crate::dom::{AttrName, Document, NodeId, Tag, breaks};

impl Builder<'_> {
    /// Reads an element as a whole, if it is of such a kind; its subtree is then done.
    pub(super) fn leaf(&mut self, id: NodeId, kept: &Kept) -> bool {
        let document = self.document;
        let tag = document.tag(id);
        if let Some(number) = self.notes.mark(id) {
            self.line.push(id, InlineKind::Mark(number));
            return true;
        }
        match tag {
            Tag::BR => {
                self.line_break(id);
                return true;
            }
            Tag::HR => {
                if !self.in_line() {
                    self.flush(id);
                    self.push(id, BlockKind::Rule);
                }
                return true;
            }
            Tag::INPUT => {
                let done = document.attr_named(id, "checked").is_some();
                let item = self.frames.last_mut().filter(|top| top.kind == FrameKind::Item && top.blocks.is_empty());
                if let Some(item) = item
                    && !self.line.has_content()
                {
                    item.done = Some(done);
                }
                return true;
            }
            Tag::IFRAME | Tag::VIDEO | Tag::AUDIO => {
                self.embedded(id);
                return true;
            }
            _ => {}
        }
        if let Some(formula) = formula(document, id) {
            self.formula(id, formula.tex, formula.display);
            return true;
        }
        match tag {
            Tag::IMG => {
                self.image(id);
                return true;
            }
            Tag::CODE | Tag::KBD | Tag::SAMP | Tag::TT | Tag::PRE if self.in_line() || tag != Tag::PRE => {
                if tag == Tag::CODE
                    && !self.in_line()
                    && let Some(code) = code_block(document, id)
                {
                    self.code(id, code.language, code.text);
                    return true;
                }
                return tag != Tag::SAMP && self.inline_code(id, kept);
            }
            _ => {}
        }
        if !self.in_line()
            && !document.is_text(id)
            && let Some(code) = code_block(document, id)
        {
            if let Some(title) = title_within(document, id).filter(|&title| kept.count(document, title) > 0) {
                self.flush(id);
                self.line.text(title, document.raw_text(title));
                self.flush(id);
            }
            self.code(id, code.language, code.text);
            return true;
        }
        if matches!(tag, Tag::UL | Tag::OL) && self.reading.form == Form::Document && is_contents(document, id) {
            return true;
        }
        is_permalink(document, id) || is_edit_link(document, id) || (tag == Tag::BUTTON && is_copy_button(document, id))
    }

    pub(super) fn code(&mut self, id: NodeId, language: Option<String>, text: String) {
        self.flush(id);
        if text.trim().is_empty() {
            return;
        }
        // documentation generators split code into pieces and their output
        let last_code = self.last_code.replace(id);
        if let Some(Block { kind: BlockKind::Code { language: last, text: before }, .. }) =
            self.frames.last_mut().and_then(|top| top.blocks.last_mut())
            && last_code.is_some_and(|before| goes_on(self.document, before, id))
        {
            before.push('\n');
            before.push_str(&text);
            if last.is_none() {
                *last = language;
            }
            return;
        }
        self.push(id, BlockKind::Code { language, text });
    }

    /// Reads code within a line, unless it contains blocks.
    pub(super) fn inline_code(&mut self, id: NodeId, kept: &Kept) -> bool {
        let document = self.document;
        let holds_blocks = document.subtree(id).skip(1).any(|c| {
            let tag = document.tag(c);
            tag != Tag::TEXT && breaks(tag) || tag == Tag::IMG || self.notes.mark(c).is_some()
        });
        if holds_blocks && document.tag(id) != Tag::PRE {
            return false;
        }
        let mut parts: Vec<String> = vec![String::new()];
        for child in document.subtree(id).filter(|&c| kept.count(document, c) > 0) {
            match document.tag(child) {
                Tag::TEXT => {
                    if let Some(part) = parts.last_mut() {
                        part.push_str(document.raw_text(child));
                    }
                }
                Tag::BR => parts.push(String::new()),
                _ => {}
            }
        }
        let opens_blank = parts[0].starts_with(char::is_whitespace);
        let ends_blank = parts.last().is_some_and(|p| p.ends_with(char::is_whitespace));
        if opens_blank {
            self.line.space(id);
        }
        let mut first = true;
        for part in parts {
            let code: String = part.split_whitespace().collect::<Vec<_>>().join(" ").replace('\0', "");
            if !first {
                self.line_break(id);
            }
            first = false;
            if !code.is_empty() {
                self.line.push(id, InlineKind::Code(code));
            }
        }
        if ends_blank {
            self.line.space(id);
        }
        true
    }

    pub(super) fn formula(&mut self, id: NodeId, tex: String, shown: bool) {
        if tex.is_empty() {
            return;
        }
        if shown && !self.in_line() {
            self.flush(id);
            self.push(id, BlockKind::Math(tex));
        } else {
            self.line.push(id, InlineKind::Math(tex));
        }
    }

    pub(super) fn embedded(&mut self, id: NodeId) {
        if self.reading.form == Form::Text {
            return;
        }
        let Some(embed) = embed(self.document, id) else { return };
        let Some(address) = self.reading.addresses.image(&embed.address) else { return };
        if self.in_line() {
            return;
        }
        self.flush(id);
        if self.line.open(id, SpanKind::Link(address)) {
            self.line.text(id, &embed.text);
            self.line.close();
        }
        self.flush(id);
    }

    pub(super) fn image(&mut self, id: NodeId) {
        let document = self.document;
        if is_pixel(document, id) {
            return;
        }
        let Some(address) = best_source(document, id).and_then(|s| self.reading.addresses.image(s)) else { return };
        // brackets are left out: simple readers mistake them for the end
        let alt = document.attr(id, AttrName::ALT).unwrap_or_default().replace(['[', ']', '\0'], "");
        let alt = alt.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.reading.form == Form::Document && is_ornament(document, id) {
            if let Some(said) = sign(&alt).or_else(|| is_alone_in_cell(document, id).then_some(alt.as_str())) {
                self.line.text(id, said);
            }
            self.line.space(id);
            return;
        }
        let picture = Picture { address: same_picture(&address), alt: alt.clone() };
        if self.last_picture.as_ref().is_some_and(|last| last.is_again(&picture)) {
            return;
        }
        self.line.push(id, InlineKind::Image(Image { alt, address }));
        self.line.space(id);
        self.last_picture = Some(picture);
    }
}

/// Whether a piece of code continues the previous one: siblings that a documentation generator split from one block of
/// code.
fn goes_on(document: &Document, before: NodeId, id: NodeId) -> bool {
    let output = |id: NodeId| has_class(document, id, &["lean-output", "block"]);
    document.parent(before) == document.parent(id)
        && output(before)
        && output(id)
        && document.raw_text_between(document.end(before), id).trim().is_empty()
}
