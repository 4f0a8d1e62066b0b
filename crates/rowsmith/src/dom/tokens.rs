//! html5gum's tokenizer feeding html5ever's tree builder, within the limits of nodes and depth.

use html5ever::interface::{Attribute, QualName, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Doctype, Tag as TagToken, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, ns};
use html5gum::{Emitter, Error as ParseError, State, Tokenizer};
use rustc_hash::FxHashMap;

use super::arena::{Arena, ArenaSink};
use super::tags::{Tag, is_raw_text, is_void};
use crate::limits::{Limits, Truncated};

/// Builds the tree of a text. Time and memory are linear in its length, times at most
/// [`Limits::max_depth`] for adversarial input.
pub(crate) fn build(text: &str, limits: &Limits, truncated: &mut Truncated) -> Arena {
    let options = TreeBuilderOpts { scripting_enabled: false, drop_doctype: true, ..Default::default() };
    let builder = TreeBuilder::new(ArenaSink::new(text.len()), options);
    let mut feed = Feed::new(builder, limits);
    let Ok(()) = Tokenizer::new_with_emitter(text, &mut feed).finish();
    truncated.nodes |= feed.full;
    truncated.depth |= feed.flattened;
    feed.builder.sink.finish()
}

/// Collects the pieces of a token as html5gum reports them and hands whole tokens to the tree builder.
struct Feed {
    builder: TreeBuilder<u32, ArenaSink>,
    max_nodes: usize,
    max_depth: u32,
    /// The node limit is reached: all further tokens are ignored.
    full: bool,
    flattened: bool,
    /// End tags that will come for elements that were flattened, by name.
    flattened_open: FxHashMap<LocalName, u32>,
    chars: Vec<u8>,
    is_end_tag: bool,
    self_closing: bool,
    tag_name: Vec<u8>,
    attrs: Vec<Attribute>,
    attr_name: Vec<u8>,
    attr_value: Vec<u8>,
    last_start_tag: Vec<u8>,
    doctype: (Vec<u8>, Option<Vec<u8>>, Option<Vec<u8>>, bool),
}

/// The tokenizer passes text through as it was, and that was valid UTF-8.
fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    String::from_utf8_lossy(bytes)
}

impl Feed {
    fn new(builder: TreeBuilder<u32, ArenaSink>, limits: &Limits) -> Self {
        Feed {
            builder,
            max_nodes: limits.max_nodes,
            max_depth: u32::try_from(limits.max_depth).unwrap_or(u32::MAX),
            full: false,
            flattened: false,
            flattened_open: FxHashMap::default(),
            chars: Vec::new(),
            is_end_tag: false,
            self_closing: false,
            tag_name: Vec::new(),
            attrs: Vec::new(),
            attr_name: Vec::new(),
            attr_value: Vec::new(),
            last_start_tag: Vec::new(),
            doctype: Default::default(),
        }
    }

    fn send(&mut self, token: Token) -> Option<State> {
        self.full |= self.builder.sink.node_count() >= self.max_nodes;
        if self.full {
            return None;
        }
        match self.builder.process_token(token, 1) {
            TokenSinkResult::Script(_) => Some(State::Data),
            TokenSinkResult::Plaintext => Some(State::PlainText),
            TokenSinkResult::RawData(RawKind::Rcdata) => Some(State::RcData),
            TokenSinkResult::RawData(RawKind::Rawtext) => Some(State::RawText),
            TokenSinkResult::RawData(RawKind::ScriptData | RawKind::ScriptDataEscaped(_)) => Some(State::ScriptData),
            _ => None,
        }
    }

    fn flush_chars(&mut self) {
        if self.chars.is_empty() {
            return;
        }
        let chars = std::mem::take(&mut self.chars);
        for (i, part) in chars.split(|&b| b == 0).enumerate() {
            if i > 0 {
                self.send(Token::NullCharacterToken);
            }
            if !part.is_empty() {
                self.send(Token::CharacterTokens(StrTendril::from_slice(&text(part))));
            }
        }
        self.chars = chars;
        self.chars.clear();
    }

    fn flush_attr(&mut self) {
        if self.attr_name.is_empty() {
            return;
        }
        let local = LocalName::from(&*text(&self.attr_name));
        if !self.is_end_tag && self.attrs.iter().all(|a| a.name.local != local) {
            let name = QualName::new(None, ns!(), local);
            self.attrs.push(Attribute { name, value: StrTendril::from_slice(&text(&self.attr_value)) });
        }
        self.attr_name.clear();
        self.attr_value.clear();
    }

    /// A start tag deeper than allowed: its element is kept and closed at once.
    fn must_flatten(&self, name: &LocalName) -> bool {
        if self.builder.sink.open_depth.get() < self.max_depth {
            return false;
        }
        let tag = self.builder.sink.arena.borrow().tags.get(name).map(Tag);
        !tag.is_some_and(|t| is_void(t) || is_raw_text(t))
    }
}

impl Emitter for &mut Feed {
    type Token = std::convert::Infallible;

    fn should_emit_errors(&mut self) -> bool {
        false
    }

    fn emit_error(&mut self, _: ParseError) {}

    fn pop_token(&mut self) -> Option<Self::Token> {
        None
    }

    fn set_last_start_tag(&mut self, last: Option<&[u8]>) {
        self.last_start_tag.clear();
        self.last_start_tag.extend_from_slice(last.unwrap_or_default());
    }

    fn emit_eof(&mut self) {
        self.flush_chars();
        self.full = false; // the end is always told, so that the tree is completed
        self.max_nodes = usize::MAX;
        self.send(Token::EOFToken);
        self.builder.end();
    }

    fn emit_string(&mut self, s: &[u8]) {
        self.chars.extend_from_slice(s);
    }

    fn init_start_tag(&mut self) {
        self.is_end_tag = false;
        self.self_closing = false;
        self.tag_name.clear();
        self.attrs.clear();
    }

    fn init_end_tag(&mut self) {
        self.is_end_tag = true;
        self.self_closing = false;
        self.tag_name.clear();
        self.attrs.clear();
    }

    fn init_comment(&mut self) {
        self.flush_chars();
    }

    fn emit_current_tag(&mut self) -> Option<State> {
        self.flush_chars();
        self.flush_attr();
        let name = LocalName::from(&*text(&self.tag_name));
        let attrs = std::mem::take(&mut self.attrs);
        let token = |kind, attrs| TagToken {
            kind,
            name: name.clone(),
            self_closing: self.self_closing,
            attrs,
            had_duplicate_attributes: false,
        };
        if self.is_end_tag {
            self.last_start_tag.clear();
            if let Some(open) = self.flattened_open.get_mut(&name).filter(|n| **n > 0) {
                *open -= 1;
                return None;
            }
            let end = Token::TagToken(token(TagKind::EndTag, Vec::new()));
            return self.send(end);
        }
        let start = token(TagKind::StartTag, attrs);
        std::mem::swap(&mut self.last_start_tag, &mut self.tag_name);
        if self.must_flatten(&name) {
            let end = TagToken { kind: TagKind::EndTag, self_closing: false, ..token(TagKind::EndTag, Vec::new()) };
            self.flattened = true;
            *self.flattened_open.entry(name.clone()).or_default() += 1;
            self.send(Token::TagToken(start));
            return self.send(Token::TagToken(end));
        }
        self.send(Token::TagToken(start))
    }

    fn emit_current_comment(&mut self) {}

    fn emit_current_doctype(&mut self) {
        let tendril = |bytes: &[u8]| StrTendril::from_slice(&text(bytes));
        let (name, public_id, system_id, force_quirks) = &self.doctype;
        let doctype = Doctype {
            name: Some(name.as_slice()).filter(|n| !n.is_empty()).map(tendril),
            public_id: public_id.as_deref().map(tendril),
            system_id: system_id.as_deref().map(tendril),
            force_quirks: *force_quirks,
        };
        self.send(Token::DoctypeToken(doctype));
    }

    fn set_self_closing(&mut self) {
        self.self_closing = !self.is_end_tag;
    }

    fn set_force_quirks(&mut self) {
        self.doctype.3 = true;
    }

    fn push_tag_name(&mut self, s: &[u8]) {
        self.tag_name.extend_from_slice(s);
    }

    fn push_comment(&mut self, _: &[u8]) {}

    fn push_doctype_name(&mut self, s: &[u8]) {
        self.doctype.0.extend_from_slice(s);
    }

    fn init_doctype(&mut self) {
        self.flush_chars();
        self.doctype = Default::default();
    }

    fn init_attribute(&mut self) {
        self.flush_attr();
    }

    fn push_attribute_name(&mut self, s: &[u8]) {
        self.attr_name.extend_from_slice(s);
    }

    fn push_attribute_value(&mut self, s: &[u8]) {
        self.attr_value.extend_from_slice(s);
    }

    fn set_doctype_public_identifier(&mut self, value: &[u8]) {
        self.doctype.1 = Some(value.to_vec());
    }

    fn set_doctype_system_identifier(&mut self, value: &[u8]) {
        self.doctype.2 = Some(value.to_vec());
    }

    fn push_doctype_public_identifier(&mut self, s: &[u8]) {
        self.doctype.1.get_or_insert_default().extend_from_slice(s);
    }

    fn push_doctype_system_identifier(&mut self, s: &[u8]) {
        self.doctype.2.get_or_insert_default().extend_from_slice(s);
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end_tag && !self.last_start_tag.is_empty() && self.last_start_tag == self.tag_name
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}
