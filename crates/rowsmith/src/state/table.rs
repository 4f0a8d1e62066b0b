//! A list of state as a table.

use crate::dom::Base;
use crate::dom::address::absolute;
use crate::recognize::ValueType;
use crate::recognize::date::parse_unix;
use crate::state::about::About;
use crate::state::choose::Judged;
use crate::state::flatten::{Flat, flatten};
use crate::state::lists::{List, Lists};
use crate::state::roles::{Meaning, meanings};
use crate::state::text::{folded, plain};
use crate::state::values::is_seconds;
use crate::state::words::words_of;
use crate::types::column::category;
use crate::types::rounding::to_thousandths;
use crate::types::{Cell, Column, ColumnKind, RecordRow, RegionTable, Role};

/// How many columns a table has by default in addition to those with a known role.
const MOST_FURTHER: usize = 12;

/// The most bytes of a cell by default; longer cells are only included if everything is asked for.
const LONGEST: usize = 2_000;

/// Which fields of a list become columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fields {
    /// Those with a known role, and others that distinguish records.
    Telling,
    /// All that are not empty.
    All,
}

/// A column that has no unique name yet.
pub(crate) struct Planned {
    pub(crate) field: usize,
    pub(crate) role: Option<Role>,
    pub(crate) kind: ColumnKind,
    pub(crate) value_type: ValueType,
}

/// A chosen list as a table: the title first, then what people usually look for, then the rest. Takes time linear in
/// the list.
pub(crate) fn table(
    lists: &Lists<'_>,
    chosen: &[&Judged<'_>],
    about: &About,
    base: Option<&Base>,
    fields: Fields,
) -> Option<RegionTable> {
    // if a list was combined from several, the best one determines what it is
    let best = *chosen.iter().max_by(|a, b| a.score.total_cmp(&b.score))?;
    let objects = chosen.iter().flat_map(|part| lists.list[part.number].objects.iter().copied());
    let list = List { objects: objects.collect(), ..lists.list[best.number].clone() };
    let flat = flatten(&list, &lists.named, &about.language, usize::MAX);
    let mut meanings = meanings(&flat, about);
    // a sample of the records has determined which field is the title
    let title = best.field(Role::Title).map(|at| &best.flat.fields[at].names);
    if let Some(at) = title.and_then(|names| flat.fields.iter().position(|field| field.names == *names)) {
        meanings.iter_mut().filter(|m| m.role == Some(Role::Title)).for_each(|m| m.role = None);
        meanings[at].role = Some(Role::Title);
    }
    let planned = plan(&flat, &meanings, fields);
    let title = planned.iter().find(|column| column.role == Some(Role::Title)).map(|column| column.field);
    let mut rows: Vec<Vec<Option<Cell>>> = Vec::new();
    for record in 0..flat.count {
        let called = title.and_then(|field| Some(plain(&flat.fields[field].values[record].as_ref()?.joined())));
        let title_text = called.as_deref().map(folded).unwrap_or_default();
        if title_text.is_empty() {
            continue;
        }
        let cells = planned.iter().map(|column| {
            let cell = cell_of(&flat, &meanings, column, record, base)?;
            // the title is not repeated
            (column.role == Some(Role::Title) || folded(&cell.text) != title_text).then_some(cell)
        });
        let cells: Vec<Option<Cell>> = cells.collect();
        if !rows.contains(&cells) || rows.len() > 1_000 {
            rows.push(cells);
        }
    }
    let mut names: Vec<String> = Vec::new();
    for column in &planned {
        let name = name_of(&flat.fields[column.field].names, column, &names);
        names.push(name);
    }
    let columns: Vec<Column> = planned
        .iter()
        .zip(names)
        .enumerate()
        .map(|(at, (column, name))| {
            let filled = rows.iter().filter(|row| row[at].is_some()).count();
            let texts = rows.iter().filter_map(|row| row[at].as_ref()).map(|cell| cell.text.as_str());
            Column {
                role: column.role,
                category: category(texts),
                fill: (!rows.is_empty()).then(|| to_thousandths(filled as f64 / rows.len() as f64)),
                state: Some(flat.fields[column.field].names.join(".")),
                ..Column::new(name, column.kind, column.value_type)
            }
        })
        .collect();
    let rows = rows.into_iter().map(|cells| RecordRow::new(Vec::new(), cells)).collect();
    let table = RegionTable {
        score: best.score,
        found_by: "state".into(),
        state: Some(list.path),
        ..RegionTable::new(columns, rows)
    };
    (!table.records.is_empty()).then_some(table)
}

/// Which fields become columns, in their order.
fn plan(flat: &Flat<'_>, meanings: &[Meaning], fields: Fields) -> Vec<Planned> {
    let mut planned: Vec<Planned> = Vec::new();
    let mut roles: Vec<usize> = (0..meanings.len()).filter(|&at| meanings[at].role.is_some()).collect();
    roles.sort_by_key(|&at| meanings[at].role);
    for at in roles {
        planned.push(column_for(at, &meanings[at]));
    }
    let title = planned.iter().find(|column| column.role == Some(Role::Title)).map(|column| column.field);
    let mut further: Vec<usize> = (0..meanings.len()).filter(|&at| meanings[at].role.is_none()).collect();
    further.retain(|&at| title.is_none_or(|title| !repeats(flat, title, at)));
    if fields == Fields::Telling {
        further.retain(|&at| is_telling(&meanings[at], flat.fields[at].in_array));
        // the ones that say most, but in their own order
        let worth =
            |at: usize| meanings[at].profile.distinct + meanings[at].profile.fill - 0.2 * meanings[at].depth as f64;
        further.sort_by(|&a, &b| worth(b).total_cmp(&worth(a)).then(a.cmp(&b)));
        further.truncate(MOST_FURTHER);
        further.sort_unstable();
    }
    planned.extend(further.into_iter().map(|at| column_for(at, &meanings[at])));
    planned
}

/// Whether a field agrees with one of several others in most records.
pub(crate) fn is_repeated(flat: &Flat<'_>, of: &[usize], at: usize) -> bool {
    of.iter().any(|&of| repeats(flat, of, at))
}

/// Whether a field agrees with another in most records.
fn repeats(flat: &Flat<'_>, of: usize, at: usize) -> bool {
    let (mut both, mut same) = (0, 0);
    for (one, other) in flat.fields[of].values.iter().zip(&flat.fields[at].values) {
        if let (Some(one), Some(other)) = (one, other) {
            both += 1;
            same += usize::from(folded(one.text()) == folded(other.text()));
        }
    }
    both > 0 && same * 2 >= both
}

/// Whether a field tells a reader something about its record.
fn is_telling(m: &Meaning, in_array: bool) -> bool {
    let profile = &m.profile;
    let kind = profile.prose + profile.numbers + profile.dates + profile.prices;
    !in_array
        && profile.fill >= 0.3
        && profile.distinct * profile.fill > 0.05
        && kind >= 0.7
        && profile.length <= LONGEST as f64
}

/// The column that a field becomes.
pub(crate) fn column_for(field: usize, m: &Meaning) -> Planned {
    let profile = &m.profile;
    let kind = match m.role {
        Some(role) => role.kind(),
        None if profile.images >= 0.7 => ColumnKind::Image,
        None if profile.addresses >= 0.7 => ColumnKind::Link,
        None => ColumnKind::Text,
    };
    let value_type = match (m.role, kind) {
        (_, ColumnKind::Link | ColumnKind::Image) => ValueType::Url,
        (Some(Role::Price | Role::OldPrice), _) => ValueType::Price,
        (Some(Role::Date), _) => ValueType::Date,
        (Some(Role::Title), _) => ValueType::Text,
        _ if profile.prices >= 0.66 => ValueType::Price,
        _ if profile.numbers >= 0.66 && profile.dates < 0.5 => ValueType::Number,
        _ if profile.dates >= 0.66 && profile.numbers < 0.5 => ValueType::Date,
        _ => ValueType::Text,
    };
    Planned { field, role: m.role, kind, value_type }
}

/// The content of a record in a column.
pub(crate) fn cell_of(
    flat: &Flat<'_>,
    meanings: &[Meaning],
    column: &Planned,
    record: usize,
    base: Option<&Base>,
) -> Option<Cell> {
    let value = flat.fields[column.field].values[record].as_ref()?;
    if column.kind != ColumnKind::Text {
        let text = value.text();
        return (!text.is_empty()).then(|| Cell { url: absolute(base, text), text: text.to_owned() });
    }
    let text = plain(&value.joined());
    if text.is_empty() {
        return None;
    }
    let text = match column.value_type {
        ValueType::Date if is_seconds(&text) => parse_unix(&text).map_or(text, |date| date.to_iso()),
        ValueType::Price if text.bytes().all(|b| b.is_ascii_digit() || b == b'.') => {
            match currency_beside(flat, meanings, column.field, record) {
                Some(currency) => format!("{text} {currency}"),
                None => text,
            }
        }
        ValueType::Text | ValueType::Number | ValueType::Price | ValueType::Date | ValueType::Url => text,
    };
    Some(Cell::text(text))
}

/// The currency of an amount: three capitals in a field with such a name, the nearer the better.
fn currency_beside<'d>(flat: &Flat<'d>, meanings: &[Meaning], field: usize, record: usize) -> Option<&'d str> {
    let of = &flat.fields[field].names;
    let shared = |names: &[&str]| names.iter().zip(of).take_while(|(a, b)| a == b).count();
    let fields = flat.fields.iter().zip(meanings).filter(|(_, m)| {
        m.own.iter().any(|word| word == "currency") || m.around.last().is_some_and(|word| word == "currency")
    });
    let texts = fields.filter_map(|(field, _)| Some((shared(&field.names), field.values[record].as_ref()?.text())));
    let code = |text: &str| text.len() == 3 && text.bytes().all(|b| b.is_ascii_uppercase());
    texts.filter(|(_, text)| code(text)).max_by_key(|(shared, _)| *shared).map(|(_, text)| text)
}

/// The name of a column: that of its role, or else the name used by the page's developers, with the names around it if
/// other columns have the same.
pub(crate) fn name_of(path: &[&str], column: &Planned, taken: &[String]) -> String {
    let snake = |names: &[&str]| names.iter().flat_map(|name| words_of(name)).collect::<Vec<_>>().join("_");
    let numbered = |name: String| {
        let mut numbers = 2..;
        let mut unique = name.clone();
        while taken.contains(&unique) {
            unique = format!("{name}_{}", numbers.next().unwrap_or_default());
        }
        unique
    };
    if let Some(role) = column.role {
        return numbered(role.name().to_owned());
    }
    const GENERAL: &[&str] = &[
        "name", "title", "url", "id", "value", "text", "label", "type", "count", "date", "price", "image", "amount",
        "score",
    ];
    for take in 1..=path.len() {
        let name = snake(&path[path.len() - take..]);
        let says_little = take < path.len() && GENERAL.contains(&name.as_str());
        let is_role = Role::ALL.iter().any(|role| role.name() == name);
        if !(name.is_empty() || says_little || is_role || taken.contains(&name)) {
            return name;
        }
    }
    let whole = snake(path);
    numbered(if whole.is_empty() { "field".to_owned() } else { whole })
}
