//! What a page holds (a list, posts, an article, an object) and its table, as a search finds it or a person says.

use rowsmith::types::{Kind, PartKind, RegionTable, article_table, item_table, posts_table};
use rowsmith::wrapper::{ApplyOptions, LearnOptions, Wrapper};
use rowsmith::{ArticleOptions, ExtractOptions, ItemOptions, Limits, Page, PostsOptions, RecordsOptions};

use crate::project::PageEntry;

/// What was found on a page.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Searched {
    /// Its tables: those of all main lists, or a single one.
    pub(crate) tables: Vec<RegionTable>,
    /// What the person should know.
    pub(crate) warnings: Vec<String>,
    /// Whether the commands find the same on their own.
    pub(crate) is_plain: bool,
}

/// What a page most likely holds.
pub(crate) fn likely_part(page: &Page, entry: &PageEntry) -> PartKind {
    if entry.list.is_some() {
        return PartKind::List;
    }
    let has_list = page.records(&RecordsOptions::new()).regions.iter().any(|region| region.main);
    if has_list && page.posts(&PostsOptions::new()).posts.is_empty() {
        // what else it may be costs more to find out
        return PartKind::List;
    }
    match page.extract(&ExtractOptions::new()).kind {
        Kind::Thread => PartKind::Posts,
        Kind::Article if !has_list => PartKind::Article,
        Kind::Item if !has_list => PartKind::Item,
        Kind::List | Kind::Article | Kind::Item | Kind::Nothing => PartKind::List,
    }
}

/// What a search finds of a part, with the fields that a person pointed at.
pub(crate) fn searched(page: &Page, part: PartKind, entry: &PageEntry, limits: Limits) -> Searched {
    let all = |warnings: &[rowsmith::types::Warning]| warnings.iter().map(ToString::to_string).collect();
    let (tables, warnings): (Vec<RegionTable>, Vec<String>) = match part {
        PartKind::List | PartKind::Objects => {
            let found = page.records(&RecordsOptions::new());
            let warnings = all(&found.warnings);
            (found.regions.into_iter().filter(|region| region.main).collect(), warnings)
        }
        PartKind::Posts => {
            let found = page.posts(&PostsOptions::new());
            (posts_table(&found).into_iter().collect(), all(&found.warnings))
        }
        PartKind::Article => {
            let found = page.article(&ArticleOptions::new());
            (vec![article_table(&found)], all(&found.warnings))
        }
        PartKind::Item => {
            let found = page.item(&ItemOptions::new());
            let table = found.item.as_ref().map(item_table);
            (table.into_iter().collect(), all(&found.warnings))
        }
    };
    let is_missed = part == PartKind::Item && tables.is_empty() && entry.part == Some(part);
    if entry.fields.is_empty() && !is_missed {
        return Searched { tables, warnings, is_plain: entry.list.is_none() };
    }
    Searched { tables: with_fields(tables, own_table(page, part, limits), entry), warnings, is_plain: false }
}

/// The table of a part by a wrapper learnt from this page alone, with what a person said of it.
pub(crate) fn own_table(page: &Page, part: PartKind, limits: Limits) -> Option<RegionTable> {
    let wrapper = Wrapper::learn(std::slice::from_ref(page), &LearnOptions::new().limits(limits));
    let applied = wrapper.apply(page, &ApplyOptions::new());
    applied.tables.into_iter().find(|table| table.kind == part).map(|part| part.table)
}

/// Whether a table has the records of the only one there is.
pub(crate) fn is_of_same_records(tables: &[RegionTable], own: &RegionTable) -> bool {
    matches!(tables, [table] if table.records.len() == own.records.len())
}

/// Tables in which the fields that a person pointed at are taken from another.
pub(crate) fn with_fields(
    mut tables: Vec<RegionTable>,
    own: Option<RegionTable>,
    entry: &PageEntry,
) -> Vec<RegionTable> {
    let Some(own) = own else { return tables };
    if !is_of_same_records(&tables, &own) {
        // the records differ too: what was learnt from the person is the whole table
        return vec![own];
    }
    let table = &mut tables[0];
    for field in &entry.fields {
        let from = own.column(&field.name).filter(|_| field.node.is_some());
        match (table.column(&field.name), from) {
            (Some(at), Some(from)) => {
                table.columns[at] = own.columns[from].clone();
                for (row, of) in table.records.iter_mut().zip(&own.records) {
                    row.cells[at].clone_from(&of.cells[from]);
                }
            }
            (None, Some(from)) => {
                table.columns.push(own.columns[from].clone());
                for (row, of) in table.records.iter_mut().zip(&own.records) {
                    row.cells.push(of.cells[from].clone());
                }
            }
            (Some(at), None) if field.node.is_none() => {
                table.columns.remove(at);
                for row in &mut table.records {
                    row.cells.remove(at);
                }
            }
            (_, None) => {}
        }
    }
    tables
}
