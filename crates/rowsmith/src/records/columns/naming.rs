//! Names for columns that a person would choose, from what the page itself calls them.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::dom::{AttrName, Document, Tag};
use crate::recognize::ValueType;
use crate::records::columns::draft::ColumnDraft;
use crate::records::record::Record;
use crate::tree::{PageTree, TreeId};
use crate::types::{ColumnCategory, ColumnKind, Role};

/// Names the columns of one list.
///
/// In this order: the header cell of a table, a label folded in before, `itemprop`, "title" for the first heading, a
/// class that is found in this column and nowhere else, the recognised type, "title" for the text of the first link,
/// "text".
pub(crate) struct Namer<'a> {
    document: &'a Document,
    page: &'a PageTree,
    /// The roots of the records, in order.
    roots: Vec<TreeId>,
}

impl<'a> Namer<'a> {
    pub(crate) fn new(document: &'a Document, page: &'a PageTree, records: &[Record]) -> Self {
        let mut roots: Vec<TreeId> = records.iter().flat_map(|r| r.roots(&page.tree)).collect();
        roots.sort_unstable();
        Namer { document, page, roots }
    }

    pub(crate) fn name_all(&self, columns: &mut [ColumnDraft]) {
        let classes = self.telling_classes(columns);
        let mut title_given = false;
        let linked_title = self.linked_title(columns);
        let headings: Vec<usize> = (0..columns.len())
            .filter(|&i| {
                let c = &columns[i];
                c.kind == ColumnKind::Text
                    && c.name.is_empty()
                    && c.label.is_none()
                    && self.most_items(c, |id| self.is_in_heading(id))
            })
            .collect();
        // the headline is in most records, has words, and has no label ("Item number: 7")
        let usual = |i: &usize| {
            let column = &columns[*i];
            let texts = || column.items.iter().flatten();
            let worded = texts().filter(|(_, t)| t.contains(char::is_alphabetic)).count();
            texts().count() * 2 > column.items.len() && worded * 2 > texts().count()
        };
        let no_label = |i: &usize| columns[*i].category != ColumnCategory::Comparable;
        let heading = headings.iter().copied().find(|i| usual(i) && no_label(i));
        let heading = heading.or_else(|| headings.iter().copied().find(usual));
        for i in 0..columns.len() {
            if columns[i].role.is_some() {
                title_given |= columns[i].name == "title";
                continue;
            }
            let column = &columns[i];
            if let Some(label) = column.label.as_ref().filter(|_| column.kind == ColumnKind::Text) {
                columns[i].name = label.clone();
                continue; // what the page says
            }
            let name = self
                .item_property(column)
                .or_else(|| (heading == Some(i)).then(|| "title".to_owned()))
                .or_else(|| (column.kind == ColumnKind::Text).then(|| classes[i].clone()).flatten())
                .or_else(|| self.element_name(column))
                .or_else(|| match (column.kind, column.value_type) {
                    (ColumnKind::Image, _) => Some("image".to_owned()),
                    (_, ValueType::Date) => Some("date".to_owned()),
                    (_, ValueType::Price) => Some("price".to_owned()),
                    (_, ValueType::Number) => Some("number".to_owned()),
                    (_, ValueType::Url) => Some("url".to_owned()),
                    _ => None,
                })
                .unwrap_or_else(|| {
                    let is_title = linked_title == Some(i) && heading.is_none() && !title_given;
                    let name = if is_title {
                        "title"
                    } else if mean_length(column) >= LONG_TEXT {
                        "description"
                    } else {
                        "text"
                    };
                    name.to_owned()
                });
            title_given |= name == "title";
            columns[i].name = name;
        }
        self.name_further_links(columns);
        make_unique(columns);
    }

    /// The longest text, on average, of those that are links, differ, and are in most records.
    fn linked_title(&self, columns: &[ColumnDraft]) -> Option<usize> {
        let links: Vec<&ColumnDraft> = columns.iter().filter(|c| c.kind == ColumnKind::Link).collect();
        let lengths = columns.iter().enumerate().filter_map(|(i, column)| {
            let count = column.items.iter().flatten().count();
            let is_text = column.kind == ColumnKind::Text && column.value_type == ValueType::Text;
            let telling = matches!(column.category, ColumnCategory::Distinctive | ColumnCategory::Comparable);
            if !is_text
                || !telling
                || column.label.is_some()
                || !column.name.is_empty()
                || count * 2 <= column.items.len()
            {
                return None;
            }
            links.iter().any(|link| self.lies_in(column, link)).then(|| (mean_length(column), i))
        });
        lengths.max_by_key(|&(length, i)| (length, std::cmp::Reverse(i))).map(|(_, i)| i)
    }

    /// A link beside the record's own is the link of what it holds: `author_url`.
    fn name_further_links(&self, columns: &mut [ColumnDraft]) {
        let own = columns.iter().position(|c| c.role.is_some_and(|r| r.role == Role::Url));
        let own = own.or_else(|| columns.iter().position(|c| c.kind == ColumnKind::Link && c.name == "url"));
        for i in (0..columns.len()).filter(|&i| Some(i) != own) {
            if columns[i].kind != ColumnKind::Link || columns[i].name != "url" {
                continue;
            }
            let inside = columns.iter().find(|c| {
                c.kind == ColumnKind::Text && c.name != "text" && c.name != "title" && self.lies_in(c, &columns[i])
            });
            if let Some(name) = inside.map(|c| format!("{}_url", c.name)) {
                columns[i].name = name;
            }
        }
    }

    /// Whether most items of `inner` lie in the item of `outer` of the same record.
    fn lies_in(&self, inner: &ColumnDraft, outer: &ColumnDraft) -> bool {
        let (mut inside, mut all) = (0, 0);
        for (a, b) in inner.items.iter().zip(&outer.items) {
            all += usize::from(a.is_some());
            inside += usize::from(matches!((a, b), (Some(a), Some(b)) if self.page.tree.contains(b.0, a.0)));
        }
        inside * 2 > all
    }

    fn most_items(&self, column: &ColumnDraft, test: impl Fn(TreeId) -> bool) -> bool {
        let items = column.items.iter().flatten();
        items.clone().filter(|(id, _)| test(*id)).count() * 2 > items.count()
    }

    /// The item and its ancestors up to the root of its record.
    fn chain(&self, item: TreeId) -> impl Iterator<Item = TreeId> + '_ {
        let root = self.roots[self.roots.partition_point(|&r| r <= item).saturating_sub(1)];
        std::iter::successors(Some(item), |&id| self.page.tree.parent(id)).take_while(move |&id| id >= root)
    }

    fn is_in_heading(&self, item: TreeId) -> bool {
        self.chain(item)
            .any(|id| matches!(self.page.tag(id), Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6))
    }

    /// What the element says that holds most items alone.
    fn element_name(&self, column: &ColumnDraft) -> Option<String> {
        if column.kind != ColumnKind::Text {
            return None;
        }
        let names =
            [(Tag::TIME, "date"), (Tag::ADDRESS, "address"), (Tag::FIGCAPTION, "caption"), (Tag::CITE, "title")];
        let alone = |id: &TreeId| self.page.tree.terminals(*id) <= 1;
        let found = names.into_iter().find(|&(tag, _)| {
            self.most_items(column, |id| {
                self.page.tag(id) == tag || self.chain(id).take_while(alone).any(|id| self.page.tag(id) == tag)
            })
        });
        let by_author = |id: TreeId| {
            let rel = |id| self.document.attr(self.page.node(id), AttrName::REL).unwrap_or_default();
            self.chain(id).take_while(alone).any(|id| !self.page.is_text(id) && rel(id) == "author")
        };
        let name = found.map(|(_, name)| name).or_else(|| self.most_items(column, by_author).then_some("author"));
        name.map(str::to_owned)
    }

    fn item_property(&self, column: &ColumnDraft) -> Option<String> {
        let (id, _) = column.items.iter().flatten().next()?;
        // the property of an element that holds this item alone
        let holder = self.chain(*id).find(|&id| {
            !self.page.is_text(id) && self.document.attr(self.page.node(id), AttrName::ITEMPROP).is_some()
        })?;
        let alone = self.page.tree.terminals(holder) <= 1 || holder == *id;
        let value = self.document.attr(self.page.node(holder), AttrName::ITEMPROP)?;
        let value = value.split_ascii_whitespace().next()?;
        // the words of a link are not the link
        let alone = alone && (column.kind != ColumnKind::Text || !matches!(value, "url" | "image" | "sameAs"));
        alone.then(|| value.to_owned())
    }

    /// Per column, the class that its items have and hardly anything else on the page.
    fn telling_classes(&self, columns: &[ColumnDraft]) -> Vec<Option<String>> {
        let (document, page) = (self.document, self.page);
        let mut on_page: FxHashMap<&str, usize> = FxHashMap::default();
        for id in document.nodes().filter(|&id| !document.is_text(id)) {
            for word in document.attr(id, AttrName::CLASS).unwrap_or_default().split_ascii_whitespace() {
                *on_page.entry(word).or_default() += 1;
            }
        }
        let root_class =
            self.roots.first().and_then(|&r| document.attr(page.node(r), AttrName::CLASS)).unwrap_or_default();
        columns
            .iter()
            .map(|column| {
                let mut counts: FxHashMap<&str, usize> = FxHashMap::default();
                let items = column.items.iter().flatten();
                for (item, _) in items.clone() {
                    let terminals = page.tree.terminals(*item);
                    let mut seen = FxHashSet::default();
                    for id in self.chain(*item).filter(|&id| !page.is_text(id)) {
                        if page.tree.terminals(id) > terminals.max(1) {
                            break;
                        }
                        let class = document.attr(page.node(id), AttrName::CLASS).unwrap_or_default();
                        seen.extend(class.split_ascii_whitespace());
                    }
                    for word in seen {
                        *counts.entry(word).or_default() += 1;
                    }
                }
                let all = items.count();
                let mut telling: Vec<String> = counts
                    .into_iter()
                    .filter(|&(word, n)| n * 3 >= all * 2 && on_page.get(word).is_some_and(|&p| p * 2 <= n * 3))
                    .filter_map(|(word, _)| plain_name(word, root_class))
                    .collect();
                telling.sort_by(|a, b| (a.len(), a).cmp(&(b.len(), b)));
                telling.into_iter().next()
            })
            .collect()
    }
}

/// Short words that are no abbreviations, or such as everybody writes.
const SHORT_WORDS: &[&str] = &[
    "by", "id", "of", "no", "on", "in", "to", "up", "sku", "qty", "min", "max", "url", "my", "for", "old", "new",
    "type", "style", "city", "day", "year", "country",
];

/// Words for what holds a thing, which say nothing beside the thing's own: `price-wrapper`.
const HOLDERS: &[&str] = &[
    "box",
    "button",
    "cell",
    "col",
    "column",
    "container",
    "element",
    "field",
    "inner",
    "item",
    "label",
    "line",
    "link",
    "list",
    "outer",
    "row",
    "span",
    "text",
    "value",
    "wrap",
    "wrapper",
];

/// A text of so many characters on average describes.
const LONG_TEXT: usize = 80;

/// Words of the styling language and of layout.
const LOOKS: &[&str] = &[
    "align",
    "auto",
    "badge",
    "base",
    "block",
    "bold",
    "body",
    "border",
    "bottom",
    "box",
    "button",
    "caption",
    "center",
    "clearfix",
    "col",
    "color",
    "column",
    "container",
    "content",
    "cursor",
    "dark",
    "display",
    "element",
    "ellipsis",
    "end",
    "fill",
    "first",
    "flex",
    "float",
    "flow",
    "font",
    "full",
    "gap",
    "grid",
    "grow",
    "group",
    "header",
    "heavy",
    "height",
    "hidden",
    "hide",
    "hover",
    "inline",
    "inner",
    "italic",
    "item",
    "items",
    "justify",
    "label",
    "large",
    "last",
    "layout",
    "lead",
    "leading",
    "left",
    "light",
    "line",
    "link",
    "list",
    "long",
    "lower",
    "main",
    "margin",
    "medium",
    "middle",
    "muted",
    "none",
    "normal",
    "nowrap",
    "only",
    "opacity",
    "outer",
    "overflow",
    "padding",
    "pointer",
    "position",
    "primary",
    "pull",
    "relative",
    "right",
    "rounded",
    "row",
    "screen",
    "secondary",
    "section",
    "semibold",
    "short",
    "show",
    "shrink",
    "side",
    "size",
    "small",
    "solid",
    "space",
    "spacing",
    "span",
    "start",
    "sticky",
    "strong",
    "style",
    "text",
    "top",
    "transition",
    "truncate",
    "underline",
    "undefined",
    "uppercase",
    "value",
    "vertical",
    "visible",
    "visually",
    "weight",
    "white",
    "wide",
    "width",
    "wrap",
    "wrapper",
    "between",
];

/// A class as a name: the element part of `block__element--modifier`, without what the record's own class says.
/// Generated and abbreviated classes (digits, capitals in a row, few letters) tell nothing.
fn plain_name(class: &str, root_class: &str) -> Option<String> {
    let class = class.split("--").next()?;
    let mut part = class.rsplit("__").next()?;
    for root in root_class.split_ascii_whitespace() {
        if let Some(rest) = part.strip_prefix(root) {
            part = rest;
        }
    }
    let part = part.trim_matches(['-', '_']);
    if part.len() < 3 || part.len() > 24 || !part.chars().all(|c| c.is_ascii_alphabetic() || c == '-' || c == '_') {
        return None;
    }
    let mut name = String::new();
    let mut was_lower = false;
    for c in part.chars() {
        if c.is_ascii_uppercase() && was_lower {
            name.push('_');
        }
        was_lower = c.is_ascii_lowercase();
        name.push(if c == '-' { '_' } else { c.to_ascii_lowercase() });
    }
    let mut words: Vec<&str> = name.split('_').filter(|w| !w.is_empty()).collect();
    while words.len() > 1 && LOOKS.contains(&words[0]) {
        words.remove(0);
    }
    while words.len() > 1 && words.last().is_some_and(|w| HOLDERS.contains(w)) {
        words.pop();
    }
    // the last words say most: block_element_name
    words.drain(..words.len().saturating_sub(2));
    // what is abbreviated needs explaining, and how something looks is not what it is
    let plain = |w: &str| w.len() >= 3 && w.contains(['a', 'e', 'i', 'o', 'u']) || SHORT_WORDS.contains(&w);
    let telling = words.last().is_some_and(|w| !LOOKS.contains(w)) && words.iter().all(|w| plain(w));
    telling.then(|| words.join("_"))
}

/// Characters of the column's texts, on average.
fn mean_length(column: &ColumnDraft) -> usize {
    let texts = column.items.iter().flatten();
    let sum: usize = texts.clone().map(|(_, text)| text.chars().count()).sum();
    sum / texts.count().max(1)
}

/// Numbers names that occur again: price, price_2, … The column with the role keeps it bare, else the fullest. Case makes no
/// difference, as in a database.
fn make_unique(columns: &mut [ColumnDraft]) {
    let filled = |c: &ColumnDraft| (c.role.is_some(), c.items.iter().flatten().count());
    let mut order: Vec<usize> = (0..columns.len()).collect();
    let mut fullest: FxHashMap<String, usize> = FxHashMap::default();
    for (i, column) in columns.iter().enumerate() {
        let best = fullest.entry(column.name.to_lowercase()).or_insert(i);
        if filled(column) > filled(&columns[*best]) {
            *best = i;
        }
    }
    order.sort_by_key(|&i| fullest.get(&columns[i].name.to_lowercase()) != Some(&i));
    let mut taken: FxHashSet<String> = FxHashSet::default();
    let mut counts: FxHashMap<String, usize> = FxHashMap::default();
    for i in order {
        let base = columns[i].name.clone();
        let count = counts.entry(base.to_lowercase()).or_insert(0);
        loop {
            *count += 1;
            let name = if *count == 1 { base.clone() } else { format!("{base}_{count}") };
            if taken.insert(name.to_lowercase()) {
                columns[i].name = name;
                break;
            }
        }
    }
}
