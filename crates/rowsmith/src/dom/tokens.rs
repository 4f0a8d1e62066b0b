//! Connects html5gum's tokenizer to html5ever's tree builder, and enforces the limits on nodes and depth.

use std::cell::Cell;

use html5ever::interface::{Attribute, QualName, Tracer, TreeSink};
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Doctype, Tag as TagToken, TagKind, Token, TokenSink, TokenSinkResult};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use html5ever::{LocalName, ns};
use html5gum::{Emitter, Error as ParseError, State, Tokenizer};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::dom::arena::{Arena, ArenaSink, DOCUMENT, Handle};
use crate::dom::tags::{Tag, is_raw_text, is_void};
use crate::limits::{Limits, Truncated};

/// How many unclosed formatting elements the tree builder may reopen for one token. By the standard,
/// `<p><b>x</p><p><b>y</p>…` reopens all earlier `b` in each paragraph, which creates quadratically many nodes. Real
/// pages need at most 9 (of 2,021).
const MAX_REOPENED: usize = 16;
/// With this many attributes or more, repeated names are looked up in a set.
const MANY_ATTRS: usize = 16;
/// Of this many flattened elements, one is inserted by the tree builder. The builder does not say which element is
/// innermost, and this keeps the sink's own idea of it from staying wrong.
const BUILT_SHARE: u32 = 32;

/// The elements held by the tree builder are counted each time this many start tags have come.
const COUNT_EVERY: u32 = 64;
/// It may hold this many times [`Limits::max_depth`]: its open elements, and the active formatting elements.
const HELD_PER_DEPTH: u32 = 2;

/// Counts what the tree builder holds.
#[derive(Default)]
struct HandleCount(Cell<u32>);

impl Tracer for HandleCount {
    type Handle = Handle;

    fn trace_handle(&self, _: &Handle) {
        self.0.set(self.0.get() + 1);
    }
}

/// Builds the tree of a text. Takes time and memory linear in its length, times at most [`Limits::max_depth`] for
/// adversarial input.
pub(crate) fn build(text: &str, limits: &Limits, truncated: &mut Truncated) -> Arena {
    let options = TreeBuilderOpts { scripting_enabled: false, drop_doctype: true, ..Default::default() };
    let builder = TreeBuilder::new(ArenaSink::new(text.len()), options);
    let mut feed = Feed::new(builder, limits);
    let Ok(()) = Tokenizer::new_with_emitter(text, &mut feed).finish();
    truncated.nodes |= feed.full;
    truncated.depth |= feed.flattened;
    truncated.names |= feed.unnamed;
    feed.builder.sink.finish()
}

/// Collects the parts of a token as html5gum reports them, and passes whole tokens to the tree builder.
struct Feed {
    builder: TreeBuilder<Handle, ArenaSink>,
    max_nodes: usize,
    max_depth: u32,
    max_names: usize,
    /// The node limit is reached: all further tokens are ignored.
    full: bool,
    flattened: bool,
    /// Something was left out because of its name.
    unnamed: bool,
    /// End tags that are still to come for elements that were flattened, by name.
    flattened_open: FxHashMap<LocalName, u32>,
    /// The number of start tags at the greatest depth.
    deep_count: u32,
    start_count: u32,
    /// The tree builder holds far more elements than the tree is deep. Misnested tables take elements out of the tree's
    /// depth, but the builder still walks them.
    overfull: bool,
    /// An end tag has gone to the tree builder since the elements were last counted; the builder does not report all
    /// that it closed.
    end_tag_sent: bool,
    /// What the tree builder reopened for the last token.
    reopened: Vec<LocalName>,
    chars: Vec<u8>,
    is_end_tag: bool,
    self_closing: bool,
    tag_name: Vec<u8>,
    attrs: Vec<Attribute>,
    attr_name: Vec<u8>,
    attr_value: Vec<u8>,
    /// The names in `attrs`, once there are many.
    attrs_seen: FxHashSet<LocalName>,
    last_start_tag: Vec<u8>,
    doctype: DoctypeParts,
    names: NameCache,
}

/// A doctype as it is being read.
#[derive(Default)]
struct DoctypeParts {
    name: Vec<u8>,
    public_id: Option<Vec<u8>>,
    system_id: Option<Vec<u8>>,
    force_quirks: bool,
}

/// The tokenizer passes text through unchanged, and it was valid UTF-8.
fn text(bytes: &[u8]) -> std::borrow::Cow<'_, str> {
    // checking is far faster than the lossy conversion
    std::str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), std::borrow::Cow::Borrowed)
}

/// Names by their bytes. Interning them anew costs more, and for names outside the standard takes a lock.
#[derive(Default)]
struct NameCache(FxHashMap<Vec<u8>, LocalName>);

/// The most names that are cached.
const MAX_CACHED: usize = 1024;

impl NameCache {
    fn get(&mut self, bytes: &[u8]) -> LocalName {
        if let Some(name) = self.0.get(bytes) {
            return name.clone();
        }
        let name = LocalName::from(&*text(bytes));
        if self.0.len() < MAX_CACHED && bytes.len() <= 64 {
            self.0.insert(bytes.to_vec(), name.clone());
        }
        name
    }
}

impl Feed {
    fn new(builder: TreeBuilder<Handle, ArenaSink>, limits: &Limits) -> Self {
        Feed {
            builder,
            max_nodes: limits.max_nodes,
            max_depth: u32::try_from(limits.max_depth).unwrap_or(u32::MAX),
            max_names: limits.max_names,
            full: false,
            flattened: false,
            unnamed: false,
            flattened_open: FxHashMap::default(),
            deep_count: 0,
            start_count: 0,
            overfull: false,
            end_tag_sent: false,
            reopened: Vec::new(),
            chars: Vec::new(),
            is_end_tag: false,
            self_closing: false,
            tag_name: Vec::new(),
            attrs: Vec::new(),
            attr_name: Vec::new(),
            attr_value: Vec::new(),
            attrs_seen: FxHashSet::default(),
            last_start_tag: Vec::new(),
            doctype: Default::default(),
            names: NameCache::default(),
        }
    }

    fn send(&mut self, token: Token) -> Option<State> {
        self.full |= self.builder.sink.node_count() >= self.max_nodes;
        if self.full {
            return None;
        }
        let opens = !matches!(&token, Token::TagToken(tag) if tag.kind == TagKind::EndTag);
        self.builder.sink.formatting.borrow_mut().clear();
        let next = match self.builder.process_token(token, 1) {
            TokenSinkResult::Script(_) => Some(State::Data),
            TokenSinkResult::Plaintext => Some(State::PlainText),
            TokenSinkResult::RawData(RawKind::Rcdata) => Some(State::RcData),
            TokenSinkResult::RawData(RawKind::Rawtext) => Some(State::RawText),
            TokenSinkResult::RawData(RawKind::ScriptData | RawKind::ScriptDataEscaped(_)) => Some(State::ScriptData),
            _ => None,
        };
        if opens && self.builder.sink.formatting.borrow().len() > MAX_REOPENED {
            self.close_reopened();
        }
        next
    }

    /// Closes the innermost of too many formatting elements, so that they are not reopened.
    fn close_reopened(&mut self) {
        self.flattened = true;
        self.reopened.clear();
        self.reopened.extend(self.builder.sink.formatting.borrow_mut().drain(MAX_REOPENED..));
        while let Some(name) = self.reopened.pop() {
            // an end tag never changes the state of the tokenizer
            let _ = self.builder.process_token(Token::TagToken(end_tag(name)), 1);
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
        if !self.is_end_tag {
            let local = self.names.get(&self.attr_name);
            if self.is_new_attr(&local) {
                let name = QualName::new(None, ns!(), local);
                self.attrs.push(Attribute { name, value: StrTendril::from_slice(&text(&self.attr_value)) });
            }
        }
        self.attr_name.clear();
        self.attr_value.clear();
    }

    /// Whether the current tag does not have an attribute of this name yet, and the name is within the page's limit.
    fn is_new_attr(&mut self, name: &LocalName) -> bool {
        if self.attrs.len() < MANY_ATTRS {
            if self.attrs.iter().any(|a| a.name.local == *name) {
                return false;
            }
        } else {
            if self.attrs.len() == MANY_ATTRS {
                self.attrs_seen.clear();
                self.attrs_seen.extend(self.attrs.iter().map(|a| a.name.local.clone()));
            }
            if !self.attrs_seen.insert(name.clone()) {
                return false;
            }
        }
        let arena = self.builder.sink.arena.borrow();
        let more_allowed = arena.attr_names.names.len() + self.attrs.len() < self.max_names;
        let allowed = more_allowed || arena.attr_names.get_name(name).is_some();
        self.unnamed |= !allowed;
        allowed
    }

    /// Whether an element's name is within the page's limit.
    fn is_named(&mut self, name: &LocalName) -> bool {
        let arena = self.builder.sink.arena.borrow();
        let allowed = arena.tags.names.len() < self.max_names || arena.tags.get_name(name).is_some();
        self.unnamed |= !allowed;
        allowed
    }

    /// Whether a start tag is deeper than allowed, so that its element is kept without content.
    fn must_flatten(&mut self, name: &LocalName) -> bool {
        self.start_count = self.start_count.wrapping_add(1);
        if self.start_count.is_multiple_of(COUNT_EVERY) {
            let count = HandleCount::default();
            self.builder.trace_handles(&count);
            self.overfull = count.0.get() > HELD_PER_DEPTH.saturating_mul(self.max_depth).saturating_add(COUNT_EVERY);
        }
        if self.builder.sink.open_depth() < self.max_depth && !self.overfull {
            return false;
        }
        let tag = self.builder.sink.arena.borrow().tags.get_name(name).map(Tag);
        !tag.is_some_and(|t| is_void(t) || is_raw_text(t) || matches!(t, Tag::HTML | Tag::HEAD | Tag::BODY))
    }

    /// Keeps the element of a start tag without content, or as usual if it turns out not to be too deep.
    fn flatten(&mut self, start: TagToken) -> Option<State> {
        let name = start.name.clone();
        self.deep_count += 1;
        let unsure = std::mem::take(&mut self.end_tag_sent) || self.builder.sink.open.get() == DOCUMENT;
        if unsure || self.deep_count.is_multiple_of(BUILT_SHARE) {
            let nodes = self.builder.sink.node_count();
            let next = self.send(Token::TagToken(start));
            if self.builder.sink.node_count() == nodes
                || !self.overfull && self.builder.sink.open_depth() <= self.max_depth
            {
                return next;
            }
            self.send(Token::TagToken(end_tag(name.clone())));
            self.end_tag_sent = false;
        } else {
            self.full |= self.builder.sink.node_count() >= self.max_nodes;
            if self.full {
                return None;
            }
            self.builder.sink.append_beside_builder(QualName::new(None, ns!(html), start.name), &start.attrs);
        }
        self.flattened = true;
        *self.flattened_open.entry(name).or_default() += 1;
        None
    }
}

fn end_tag(name: LocalName) -> TagToken {
    TagToken { kind: TagKind::EndTag, name, self_closing: false, attrs: Vec::new(), had_duplicate_attributes: false }
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
        // the end is always reported, so that the tree is completed
        let _ = self.builder.process_token(Token::EOFToken, 1);
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
        let name = self.names.get(&self.tag_name);
        let attrs = std::mem::take(&mut self.attrs);
        if self.is_end_tag {
            self.last_start_tag.clear();
            if let Some(open) = self.flattened_open.get_mut(&name).filter(|n| **n > 0) {
                *open -= 1;
                return None;
            }
            self.end_tag_sent = true;
            return self.send(Token::TagToken(end_tag(name)));
        }
        std::mem::swap(&mut self.last_start_tag, &mut self.tag_name);
        if !self.is_named(&name) {
            return None;
        }
        let deep = self.must_flatten(&name);
        let start = TagToken {
            kind: TagKind::StartTag,
            name,
            self_closing: self.self_closing,
            attrs,
            had_duplicate_attributes: false,
        };
        if deep {
            return self.flatten(start);
        }
        self.send(Token::TagToken(start))
    }

    fn emit_current_comment(&mut self) {}

    fn emit_current_doctype(&mut self) {
        let tendril = |bytes: &[u8]| StrTendril::from_slice(&text(bytes));
        let DoctypeParts { name, public_id, system_id, force_quirks } = &self.doctype;
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
        self.doctype.force_quirks = true;
    }

    fn push_tag_name(&mut self, s: &[u8]) {
        self.tag_name.extend_from_slice(s);
    }

    fn push_comment(&mut self, _: &[u8]) {}

    fn push_doctype_name(&mut self, s: &[u8]) {
        self.doctype.name.extend_from_slice(s);
    }

    fn init_doctype(&mut self) {
        self.flush_chars();
        self.doctype = DoctypeParts::default();
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
        self.doctype.public_id = Some(value.to_vec());
    }

    fn set_doctype_system_identifier(&mut self, value: &[u8]) {
        self.doctype.system_id = Some(value.to_vec());
    }

    fn push_doctype_public_identifier(&mut self, s: &[u8]) {
        self.doctype.public_id.get_or_insert_default().extend_from_slice(s);
    }

    fn push_doctype_system_identifier(&mut self, s: &[u8]) {
        self.doctype.system_id.get_or_insert_default().extend_from_slice(s);
    }

    fn current_is_appropriate_end_tag_token(&mut self) -> bool {
        self.is_end_tag && !self.last_start_tag.is_empty() && self.last_start_tag == self.tag_name
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&mut self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}
