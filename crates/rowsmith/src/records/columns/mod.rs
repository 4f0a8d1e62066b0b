//! From aligned items to the columns of a table: texts, duplicates, labels, classes and names (DEPTA 5.2.3).

pub(crate) mod draft;
use crate::types::{Role, category};

pub use draft::{Assigned, ColumnDraft};
#[cfg(test)]
pub(crate) mod cards;
pub(crate) mod dates;
pub(crate) mod group_titles;
pub(crate) mod instalments;
pub(crate) mod kept;
pub(crate) mod options;
pub(crate) mod prose;
pub use options::ColumnOptions;
pub(crate) mod labels;
pub(crate) mod naming;
pub(crate) mod parts;
pub(crate) mod placeholders;
pub(crate) mod repeats;
pub(crate) mod roles;
pub(crate) mod sale;
pub(crate) mod struck;
pub(crate) mod texts;
pub(crate) mod units;
pub(crate) mod wholes;

use rustc_hash::FxHashMap;

use crate::dom::{Document, is_hidden};
use crate::recognize::{ValueType, value_type};
use crate::records::align::AlignedColumn;
use crate::records::columns::dates::whole_dates;
use crate::records::columns::instalments::whole_prices;
use crate::records::columns::kept::kept;
use crate::records::columns::labels::{fold_labels, header_labels, join_namesakes, split_label};
use crate::records::columns::naming::Namer;
use crate::records::columns::parts::split_composites;
use crate::records::columns::placeholders::without_placeholders;
use crate::records::columns::prose::join_paragraphs;
use crate::records::columns::repeats::without_repeats;
use crate::records::columns::roles::assignment::{Featured, Judged, assign, join_alternatives, judge_all, judge_alone};
use crate::records::columns::roles::features::column_features;
use crate::records::columns::roles::fitting::{judge_fitting, judge_repeated, judge_reviews, rule_out};
use crate::records::columns::roles::model::ColumnModel;
use crate::records::columns::roles::pieces::judge_pieces;
use crate::records::columns::roles::places::judge_places;
use crate::records::columns::roles::titles::judge_titles;
use crate::records::columns::sale::paid_prices;
use crate::records::columns::struck::part_sale_prices;
use crate::records::columns::texts::item_text;
use crate::records::columns::units::split_units;
use crate::records::columns::wholes::{without_parts, without_wholes};
use crate::records::record::Record;
use crate::tree::{PageTree, TreeId};
use crate::types::{ColumnCategory, ColumnKind};

/// The columns of a list: texts, labels, types; roles and names; without what says nothing; in a person's order.
pub fn column_drafts(
    document: &Document,
    page: &PageTree,
    records: &[Record],
    aligned: Vec<AlignedColumn>,
    options: &ColumnOptions,
) -> Vec<ColumnDraft> {
    drafts_of_lists(document, page, vec![AlignedList { records, aligned }], options).pop().unwrap_or_default()
}

/// A list and its aligned items.
pub(crate) struct AlignedList<'a> {
    pub(crate) records: &'a [Record],
    pub(crate) aligned: Vec<AlignedColumn>,
}

/// The columns of several lists, as [`column_drafts`] gives those of one; all are judged together.
pub(crate) fn drafts_of_lists(
    document: &Document,
    page: &PageTree,
    lists: Vec<AlignedList<'_>>,
    options: &ColumnOptions,
) -> Vec<Vec<ColumnDraft>> {
    let labelled = |AlignedList { records, aligned }| {
        let columns = labelled_columns(document, page, records, aligned, options);
        (records, columns)
    };
    let mut lists: Vec<(&[Record], Vec<ColumnDraft>)> = lists.into_iter().map(labelled).collect();
    if options.without_roles {
        for (records, columns) in &mut lists {
            Namer::new(document, page, records).name_all(columns);
        }
        return lists.into_iter().map(|(_, columns)| columns).collect();
    }
    let rows: Vec<Vec<Vec<f32>>> =
        lists.iter().map(|(records, columns)| column_features(document, page, records, columns)).collect();
    let featured: Vec<Featured<'_>> =
        lists.iter().zip(&rows).map(|((_, columns), rows)| Featured { columns, rows }).collect();
    let judged = judge_all(page, options.model(), &featured);
    let chosen = lists.into_iter().zip(judged);
    chosen
        .map(|((records, columns), judged)| chosen_columns(document, page, records, columns, judged, options))
        .collect()
}

/// The columns of a judged list that stay, with their roles and names, in a person's order.
fn chosen_columns(
    document: &Document,
    page: &PageTree,
    records: &[Record],
    mut columns: Vec<ColumnDraft>,
    mut judged: Judged,
    options: &ColumnOptions,
) -> Vec<ColumnDraft> {
    judge_by_texts(&columns, &mut judged);
    judge_pieces(page, &columns, &mut judged);
    judge_titles(&columns, &mut judged);
    let mut unseen = match options.all {
        true => vec![false; columns.len()],
        false => unseen(document, page, records, &columns),
    };
    for (roles, _) in judged.roles.iter_mut().zip(&unseen).filter(|(_, unseen)| **unseen) {
        roles.fill(0.0);
    }
    let mut assigned = assign(&judged);
    if !options.all {
        whole_prices(document, page, &mut columns, &mut assigned);
        part_sale_prices(document, page, &mut columns, &mut judged, &mut assigned);
        unseen.resize(columns.len(), false);
        paid_prices(document, page, &mut columns, &mut assigned);
    }
    let kept = if options.all {
        vec![true; columns.len()]
    } else {
        let emptied = join_alternatives(&mut columns, &judged, &assigned);
        // before texts grow: what they come to hold in some records has columns of its own
        let mut kept = kept(page, &columns, &judged, &assigned, &emptied);
        kept.iter_mut().zip(&unseen).for_each(|(kept, unseen)| *kept &= !unseen);
        without_wholes(page, &columns, &mut assigned, &mut kept);
        without_parts(page, &columns, &assigned, &mut kept);
        whole_dates(document, page, records, &mut columns, &assigned);
        join_paragraphs(document, page, records, &mut columns, &assigned);
        without_placeholders(document, page, &mut columns, &mut assigned, &mut kept);
        without_repeats(&columns, &assigned, &mut kept);
        kept
    };
    for (column, assigned) in columns.iter_mut().zip(&assigned) {
        column.role = *assigned;
        if let Some(Assigned { role, .. }) = assigned {
            role.name().clone_into(&mut column.name);
            // an intruder does not turn prices into texts
            column.value_type = column_type(column);
        }
    }
    let mut keep = kept.iter();
    columns.retain(|_| keep.next().copied().unwrap_or(true));
    Namer::new(document, page, records).name_all(&mut columns);
    if !options.all {
        // stable: columns without a role stay in reading order
        columns.sort_by_key(|column| column.role.map_or(Role::ALL.len(), |r| r.role.index()));
    }
    columns
}

/// Texts, without empty and repeated columns; labels folded into the columns they label; classes and types.
pub fn labelled_columns(
    document: &Document,
    page: &PageTree,
    records: &[Record],
    aligned: Vec<AlignedColumn>,
    options: &ColumnOptions,
) -> Vec<ColumnDraft> {
    let mut columns: Vec<ColumnDraft> = aligned
        .into_iter()
        .map(|column| {
            let text = |id: TreeId| (id, item_text(document, page, column.kind, id));
            let items = column.items.iter().map(|item| item.map(text).filter(|(_, t)| !t.is_empty())).collect();
            ColumnDraft {
                name: String::new(),
                label: None,
                role: None,
                kind: column.kind,
                category: ColumnCategory::Distinctive,
                value_type: ValueType::Text,
                items,
            }
        })
        .filter(|c: &ColumnDraft| c.items.iter().flatten().any(|(_, text)| !is_separator(text)))
        .collect();
    columns.retain(|column| !is_icon(page, column));
    merge_repeated(&mut columns);
    drop_copies(&mut columns);
    for column in &mut columns {
        column.category = category(column.items.iter().flatten().map(|(_, t)| t.as_str()));
    }
    fold_labels(page, &mut columns);
    for column in &mut columns {
        if column.kind == ColumnKind::Text && column.category == ColumnCategory::Comparable {
            split_label(column, options.split_labels);
        }
        column.value_type = column_type(column);
    }
    header_labels(document, page, records, &mut columns);
    if !options.all || options.without_roles {
        join_namesakes(&mut columns);
    }
    if options.splits() {
        split_composites(page, &mut columns, options.without_roles);
        // extractors with attributes of their own read the words
        if !options.without_roles {
            split_units(&mut columns);
        }
    }
    columns
}

/// Per column of a list, how probable each role of [`Role::ALL`] is, each column by itself: here parts stand beside the
/// columns they are taken from, and whoever asks chooses among all.
pub(crate) fn role_probabilities(
    document: &Document,
    page: &PageTree,
    records: &[Record],
    columns: &[ColumnDraft],
    model: &ColumnModel,
) -> Vec<Vec<f64>> {
    let rows = column_features(document, page, records, columns);
    let mut judged = judge_alone(page, model, columns, &rows);
    judge_by_texts(columns, &mut judged);
    judged.roles
}

/// Judges columns again by what is known of their texts, whatever was learnt.
fn judge_by_texts(columns: &[ColumnDraft], judged: &mut Judged) {
    rule_out(columns, judged);
    judge_places(columns, judged);
    judge_fitting(columns, judged);
    judge_reviews(columns, judged);
    judge_repeated(columns, judged);
}

/// One column of columns with the same links or images: a card links its picture and its title to one page.
fn merge_repeated(columns: &mut Vec<ColumnDraft>) {
    let mut kept: Vec<ColumnDraft> = Vec::new();
    for column in columns.drain(..) {
        if column.kind == ColumnKind::Text {
            kept.push(column);
            continue;
        }
        let same = kept.iter_mut().filter(|k| k.kind == column.kind).find(|k| {
            let mut both = k.items.iter().zip(&column.items).filter_map(|(a, b)| Some((a.as_ref()?, b.as_ref()?)));
            let mut any = false;
            both.all(|(a, b)| {
                any = true;
                a.1 == b.1
            }) && any
        });
        match same {
            Some(same) => {
                for (item, other) in same.items.iter_mut().zip(column.items) {
                    if item.is_none() {
                        *item = other;
                    }
                }
            }
            None => kept.push(column),
        }
    }
    *columns = kept;
}

/// Drops text columns that say what one before them says: the same text in every record, and not always the same.
fn drop_copies(columns: &mut Vec<ColumnDraft>) {
    let mut seen: FxHashMap<Vec<&str>, ()> = FxHashMap::default();
    let keep: Vec<bool> = columns
        .iter()
        .map(|column| {
            let texts: Vec<&str> = column.items.iter().map(|i| i.as_ref().map_or("", |(_, t)| t)).collect();
            let differ = texts.iter().any(|t| *t != texts[0]);
            column.kind != ColumnKind::Text || !differ || seen.insert(texts, ()).is_none()
        })
        .collect();
    let mut keep = keep.into_iter();
    columns.retain(|_| keep.next().unwrap_or(true));
}

/// Whether a column is what an icon is called, in every record the same.
fn is_icon(page: &PageTree, column: &ColumnDraft) -> bool {
    let mut items = column.items.iter().flatten();
    let Some((_, first)) = items.clone().next() else { return false };
    column.kind == ColumnKind::Text && items.all(|(id, text)| page.tree.terminals(*id) == 0 && text == first)
}

/// Per column, whether all of its texts are marked as not shown, in records that are. Numbers and dates by which scripts sort are values;
/// and where most texts are hidden, a script shows them.
fn unseen(document: &Document, page: &PageTree, records: &[Record], columns: &[ColumnDraft]) -> Vec<bool> {
    let hidden = |record: &Record, id: TreeId| {
        let root = record.roots(&page.tree).filter(|&root| page.tree.contains(root, id)).last().unwrap_or(id);
        let within = std::iter::successors(Some(id), |&id| page.tree.parent(id)).take_while(|&id| id > root);
        within.filter(|&id| !page.is_text(id)).any(|id| is_hidden(document, page.node(id)))
    };
    let is_unseen = |column: &ColumnDraft| {
        let mut items = column.items.iter().zip(records).filter_map(|(item, record)| Some((record, item.as_ref()?.0)));
        column.kind == ColumnKind::Text && items.all(|(record, id)| hidden(record, id))
    };
    let unseen: Vec<bool> = columns.iter().map(is_unseen).collect();
    let texts = columns.iter().filter(|column| column.kind == ColumnKind::Text).count();
    if unseen.iter().filter(|unseen| **unseen).count() * 2 >= texts {
        return vec![false; columns.len()];
    }
    unseen.into_iter().zip(columns).map(|(unseen, column)| unseen && column.value_type == ValueType::Text).collect()
}

/// Whether a text only parts others: a bar, a dot, a bracket.
fn is_separator(text: &str) -> bool {
    text.chars().count() <= 3
        && text.chars().all(|c| c.is_ascii_punctuation() && !matches!(c, '$' | '*') || " |·•–—«»‹›→/".contains(c))
}

/// What at least two thirds of the texts are, which is one type at most; text where no type has as many.
pub(crate) fn column_type(column: &ColumnDraft) -> ValueType {
    if column.kind != ColumnKind::Text {
        return ValueType::Url;
    }
    let texts: Vec<&str> = column.items.iter().flatten().map(|(_, t)| t.as_str()).collect();
    let types: Vec<ValueType> = texts.iter().take(200).map(|t| value_type(t)).collect();
    let is_of_most = |wanted: &ValueType| types.iter().filter(|t| *t == wanted).count() * 3 >= types.len() * 2;
    types.iter().copied().find(is_of_most).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, parse};
    use crate::records::{AlignOptions, Record, align};

    /// `name: text | text` of each column by what the page calls it, whatever its role, for a list whose records are the children of the first element like that.
    fn columns(html: &str, list: Tag, split: bool) -> Vec<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let list = page.tree.nodes().find(|&id| page.tag(id) == list).unwrap();
        let records: Vec<Record> = page
            .tree
            .children(list)
            .filter(|&c| page.tree.children(c).all(|cell| page.tag(cell) != Tag::TH))
            .map(|c| Record::subtree(&page.tree, c))
            .collect();
        let aligned = align(&document, &page, &records, &AlignOptions::default());
        let options = ColumnOptions { split_labels: split, ..ColumnOptions::plain() };
        column_drafts(&document, &page, &records, aligned, &options)
            .iter()
            .map(|c| {
                let texts: Vec<&str> = c.items.iter().map(|i| i.as_ref().map_or("-", |i| &i.1)).collect();
                format!("{}: {}", c.name, texts.join(" | "))
            })
            .collect()
    }

    #[test]
    fn the_four_categories() {
        for (texts, expected) in [
            (vec!["Price:", "Price:"], ColumnCategory::Identical),
            (vec!["by Ann", "by Bob", "by Cem"], ColumnCategory::Comparable),
            (vec!["3 likes", "4 likes", "51 likes"], ColumnCategory::Comparable),
            (vec!["new", "used", "new", "used"], ColumnCategory::Enumerative),
            (vec!["Dune", "Emma", "Ulysses"], ColumnCategory::Distinctive),
            (vec!["$ 1", "$ 2", "$ 3"], ColumnCategory::Distinctive),
        ] {
            assert_eq!(category(texts.iter().copied()), expected, "{texts:?}");
        }
    }

    #[test]
    fn labels_are_folded_into_names() {
        let html = "<ul><li><i>A</i><b>Price:</b> <s>$1</s></li><li><i>B</i><b>Price:</b> <s>$2</s></li></ul>";
        assert_eq!(columns(html, Tag::UL, false)[1], "Price: $1 | $2");
        let html = "<ul><li><dl><dt>Size</dt><dd>4</dd></dl></li><li><dl><dt>Size</dt><dd>5</dd></dl></li></ul>";
        assert_eq!(columns(html, Tag::UL, false), ["Size: 4 | 5"]);
    }

    #[test]
    fn hidden_texts_are_no_columns() {
        let shown = |columns: &ColumnOptions, html: &str| {
            let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
            let page = PageTree::new(&document);
            let items = page.tree.nodes().filter(|&id| page.tag(id) == Tag::LI);
            let records: Vec<Record> = items.map(|id| Record::subtree(&page.tree, id)).collect();
            let aligned = align(&document, &page, &records, &AlignOptions::default());
            let drafts = column_drafts(&document, &page, &records, aligned, columns);
            drafts.iter().flat_map(|draft| draft.items.first()?.clone()).map(|(_, text)| text).collect::<Vec<_>>()
        };
        let item = |name: &str, style: &str| {
            format!(
                "<li><h3>{name} lamp</h3><p>It is a lamp of {name}.</p><div {style}>Compare {name}</div><b>${}.50</b></li>",
                name.len()
            )
        };
        let list =
            |style: &str| format!("<ul>{}</ul>", ["oak", "brass", "paper"].map(|name| item(name, style)).concat());
        let says = |texts: &[String]| texts.iter().any(|text| text == "Compare oak");
        let usual = ColumnOptions::default();
        assert!(says(&shown(&usual, &list(""))));
        assert!(!says(&shown(&usual, &list("hidden"))) && !says(&shown(&usual, &list("style='display:none'"))));
        assert!(says(&shown(&ColumnOptions::all(), &list("hidden"))));
        // what a script brings into view
        let faded =
            list("").replace("<li>", "<li><section style='visibility:hidden'>").replace("</li>", "</section></li>");
        assert!(says(&shown(&usual, &faded)));
    }

    #[test]
    fn separators_and_copies_are_no_columns() {
        let html = "<ul><li><h3>A</h3><u>x</u><i>|</i><em class=m>x</em></li><li><h3>B</h3><u>y</u><i>|</i><em class=m>y</em></li></ul>";
        assert_eq!(columns(html, Tag::UL, false), ["title: A | B", "text: x | y"]);
    }

    #[test]
    fn names_of_icons_are_no_columns() {
        let html = "<ul><li><h3>A</h3><svg aria-label=User></svg><i title='4 stars'></i></li>\
                    <li><h3>B</h3><svg aria-label=User></svg><i title='5 stars'></i></li></ul>";
        assert_eq!(columns(html, Tag::UL, false), ["title: A | B", "number: 4 stars | 5 stars"]);
    }

    #[test]
    fn raised_cents_stay_apart() {
        let html = "<ul><li><h3>A</h3><i class=p><u class=w>$12</u><sup class=f>99</sup></i></li>\
                    <li><h3>B</h3><i class=p><u class=w>$7</u><sup class=f>50</sup></i></li></ul>";
        assert_eq!(columns(html, Tag::UL, false)[1], "price: $12 99 | $7 50");
    }

    #[test]
    fn names_differ_by_more_than_case() {
        let html = "<ul><li><b>Price:</b> <s>$1</s><u class=price>$2</u></li><li><b>Price:</b> <s>$3</s><u class=price>$4</u></li></ul>";
        assert_eq!(columns(html, Tag::UL, false), ["Price: $1 | $3", "price_2: $2 | $4"]);
    }

    #[test]
    fn how_a_class_looks_is_no_name() {
        let html = "<ul><li><h3>A</h3><u class=text-muted>x</u><i class='u-dt'>p</i><b class=card-vendor>s</b></li>\
                    <li><h3>B</h3><u class=text-muted>y</u><i class='u-dt'>q</i><b class=card-vendor>t</b></li></ul>";
        assert_eq!(
            columns(html, Tag::UL, false),
            ["title: A | B", "text: x | y", "text_2: p | q", "card_vendor: s | t"]
        );
    }

    #[test]
    fn the_longest_linked_text_is_the_title() {
        let html = "<ul><li><a href=/n/1>News</a><a href=/1>A long way home</a></li>\
                    <li><a href=/n/2>Blog</a><a href=/2>Another long way</a></li></ul>";
        assert_eq!(columns(html, Tag::UL, false)[3], "title: A long way home | Another long way");
    }

    #[test]
    fn table_headers_name_columns() {
        let html = "<table><tr><th>Name<th colspan=2>Age<th>Home<tr><td>Ann<td>4<td>y<td>Rome<tr><td>Bob<td>5<td>m<td>Oslo</table>";
        assert_eq!(
            columns(html, Tag::TBODY, false),
            ["Name: Ann | Bob", "Age: 4 | 5", "Age_2: y | m", "Home: Rome | Oslo"]
        );
    }

    #[test]
    fn classes_microdata_and_types_name_columns() {
        let html = "<ul><li class=item><a href=/1><img src=1.png></a><h3><a href=/1>One</a></h3>\
                    <i class='item__maker'>Acme</i><u itemprop=sku>A1</u><b>$1.00</b></li>\
                    <li class=item><a href=/2><img src=2.png></a><h3><a href=/2>Two</a></h3>\
                    <i class='item__maker'>Bolt</i><u itemprop=sku>B2</u><b>$2.00</b></li></ul>";
        assert_eq!(
            columns(html, Tag::UL, false),
            [
                "url: /1 | /2",
                "image: 1.png | 2.png",
                "title: One | Two",
                "maker: Acme | Bolt",
                "sku: A1 | B2",
                "price: $1.00 | $2.00"
            ]
        );
    }

    #[test]
    fn comparable_columns_are_split_on_request() {
        let html = "<ul><li><i>by Ann Lee</i></li><li><i>by Bob</i></li><li><i>by Cem</i></li></ul>";
        assert_eq!(columns(html, Tag::UL, true), ["by: Ann Lee | Bob | Cem"]);
    }

    #[test]
    fn words_that_lead_and_trail_are_split_off_once() {
        let texts = ["New New New", "New New 1 New New", "New New 2 New New", "New New 3 New New"];
        let items: String = texts.iter().map(|text| format!("<li><b>{text}</b></li>")).collect();
        assert_eq!(
            columns(&format!("<ul>{items}</ul>"), Tag::UL, true),
            ["New New: New | 1 New New | 2 New New | 3 New New"]
        );
    }

    /// The tables of a page as users get them: `name: text | text` of each column.
    fn named(html: &str, options: &ColumnOptions) -> Vec<String> {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let page = PageTree::new(&document);
        let list = page.tree.nodes().find(|&id| page.tag(id) == Tag::UL).unwrap();
        let records: Vec<Record> = page.tree.children(list).map(|c| Record::subtree(&page.tree, c)).collect();
        let aligned = align(&document, &page, &records, &AlignOptions::default());
        let drafts = column_drafts(&document, &page, &records, aligned, options);
        let line = |c: &ColumnDraft| {
            let texts: Vec<&str> = c.items.iter().map(|i| i.as_ref().map_or("-", |i| &i.1)).collect();
            format!("{}: {}", c.name, texts.join(" | "))
        };
        drafts.iter().map(line).collect()
    }

    /// Three cards of a shop: pictures, titles that are links, brands, an old price on one, buttons.
    fn shop() -> String {
        let card = |n: u32, name: &str, old: &str| {
            format!(
                "<li class=product><a href=/p/{n}><img src=/i/{n}.jpg alt='{name}'></a><h3><a href=/p/{n}>{name}</a></h3>\
                 <p class=brand>Acme {n}</p><div class=prices>{old}<span class=price>${n}9.00</span></div>\
                 <button class=add-to-cart>Add to cart</button></li>"
            )
        };
        let old = "<del class=old-price>$99.00</del>";
        format!(
            "<ul>{}{}{}</ul>",
            card(1, "Blue oak chair", ""),
            card(2, "Red steel table", old),
            card(3, "Long pine bench", "")
        )
    }

    #[test]
    fn cards_of_a_shop_are_named_by_roles_and_buttons_left_out() {
        let table = named(&shop(), &ColumnOptions::default());
        assert_eq!(table[0], "title: Blue oak chair | Red steel table | Long pine bench");
        assert_eq!(table[1], "url: /p/1 | /p/2 | /p/3");
        assert!(table.contains(&"image: /i/1.jpg | /i/2.jpg | /i/3.jpg".to_owned()), "{table:?}");
        assert!(table.contains(&"price: $19.00 | $29.00 | $39.00".to_owned()), "{table:?}");
        assert!(!table.iter().any(|c| c.contains("Add to cart")), "{table:?}");
    }

    #[test]
    fn what_says_the_same_but_for_signs_is_one_column() {
        let item = |n: u32| {
            let joined = format!("{n} May 2024");
            format!(
                "<li><h3><a href=/{n}>Person number {n}</a></h3><dl><dt>Joined</dt><dd>{joined}</dd></dl><u>({joined})</u></li>"
            )
        };
        let html = format!("<ul>{}{}{}</ul>", item(1), item(2), item(3));
        let occurrences =
            |options: &ColumnOptions| named(&html, options).iter().filter(|c| c.contains("2 May 2024")).count();
        assert_eq!((occurrences(&ColumnOptions::default()), occurrences(&ColumnOptions::all())), (1, 2));
    }

    #[test]
    fn what_only_repeats_columns_with_roles_is_left_out() {
        let repeats = |html: &str, text: &str| {
            let occurs = |options: &ColumnOptions| named(html, options).iter().any(|c| c.contains(text));
            (occurs(&ColumnOptions::default()), occurs(&ColumnOptions::all()))
        };
        let card = |n: u32, more: &str| {
            format!(
                "<li class=product><a href=/p/{n}><img src=/i/{n}.jpg></a><h3><a href=/p/{n}>Blue oak chair {n}</a></h3>\
                 <span class=price>${n}9.00</span>{more}</li>"
            )
        };
        let list = |more: &dyn Fn(u32) -> String| format!("<ul>{}</ul>", [1, 2, 3].map(|n| card(n, &more(n))).concat());
        let link = list(&|n| format!("<a class=r href=/p/{n}#questions>Questions</a>"));
        assert_eq!(repeats(&link, "/p/2#questions"), (false, true));
        let image = list(&|n| format!("<div><img class=large src='/i/{n}.jpg?w=900'></div>"));
        assert_eq!(repeats(&image, "/i/2.jpg?w=900"), (false, true));
    }

    #[test]
    fn every_column_is_there_on_request() {
        let all = named(&shop(), &ColumnOptions::all());
        assert!(all.iter().any(|c| c.contains("Add to cart")), "{all:?}");
    }

    #[test]
    fn a_label_before_every_item_is_taken_off() {
        let item = |n: u32| format!("<li><h3><a href=/{n}>Thing number {n}</a></h3><b class=x>Price: ${n}.00</b></li>");
        let table = named(&format!("<ul>{}{}{}</ul>", item(1), item(2), item(3)), &ColumnOptions::default());
        assert!(table.contains(&"price: $1.00 | $2.00 | $3.00".to_owned()), "{table:?}");
    }
}
