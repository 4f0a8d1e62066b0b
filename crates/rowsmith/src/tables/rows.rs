//! The kind of each row below the headers: a record, the title of a group, repeated headers, a total.

use rustc_hash::FxHashMap;

use crate::dom::AttrName;
use crate::tables::header::Header;
use crate::tables::layout::Laid;
use crate::types::RowMark;

/// The kind of a row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RowKind {
    /// A record, or a total over records.
    Record(Option<RowMark>),
    /// The title of the records that follow, with its level from 0.
    Group(usize),
    /// A full-width text that belongs to the record above it.
    Below,
    /// A text below the last record.
    Note,
    /// Headers.
    Header,
    /// Nothing.
    Empty,
}

/// The most levels of groups.
const MOST_LEVELS: usize = 3;

/// The kinds of the rows below the header.
pub(crate) fn row_kinds(laid: &Laid<'_>, header: &Header) -> Vec<RowKind> {
    let mut kinds: Vec<RowKind> = (header.end..laid.grid.height).map(|y| kind(laid, header, y)).collect();
    let records = kinds.iter().filter(|k| matches!(k, RowKind::Record(_))).count();
    // nothing below the last record is a title
    let last = kinds.iter().rposition(|k| matches!(k, RowKind::Record(_))).map_or(0, |at| at + 1);
    let groups = kinds.iter().filter(|k| matches!(k, RowKind::Group(_))).count();
    let after_each = groups >= 2 && {
        // every record has a text below it: they alternate, and the record comes first
        let mut previous = None;
        let mut alternate = true;
        for kind in kinds.iter().filter(|k| matches!(k, RowKind::Record(_) | RowKind::Group(_))) {
            let record = matches!(kind, RowKind::Record(_));
            alternate &= previous != Some(record) && (previous.is_some() || record);
            previous = Some(record);
        }
        alternate && records >= groups && records <= groups + 1
    };
    if after_each {
        for kind in &mut kinds {
            if matches!(kind, RowKind::Group(_)) {
                *kind = RowKind::Below;
            }
        }
        return kinds;
    }
    for kind in &mut kinds[last..] {
        if matches!(kind, RowKind::Group(_)) {
            *kind = RowKind::Note;
        }
    }
    nest(laid, header, &mut kinds);
    kinds
}

fn kind(laid: &Laid<'_>, header: &Header, y: usize) -> RowKind {
    let facts = &laid.rows[y];
    if facts.empty() || facts.begun == 0 {
        return RowKind::Empty;
    }
    if spans_on(laid, y) {
        return RowKind::Empty;
    }
    if facts.full {
        return RowKind::Group(0);
    }
    if repeats(laid, header, y) {
        return RowKind::Header;
    }
    let mark = mark(laid, y);
    if mark.is_none()
        && facts.all_headers()
        && !header.rows.is_empty()
        && facts.filled > 1
        && other_headers(laid, header, y)
    {
        return RowKind::Header;
    }
    RowKind::Record(mark)
}

/// Whether a row has only cells that span into the next one, and leaves the other columns to that one.
fn spans_on(laid: &Laid<'_>, y: usize) -> bool {
    let row = &laid.model.rows[y];
    let begun = row.first as usize..row.end as usize;
    let on = |at: usize| laid.grid.placed[at].height > 1;
    y + 1 < laid.grid.height
        && laid.rows[y + 1].begun > 0
        && begun.clone().all(|at| on(at) || laid.texts[at].text.is_empty() && laid.texts[at].images.is_empty())
        && begun.clone().any(on)
        && (0..laid.grid.width).any(|x| laid.text(x, y).is_empty())
        && (0..laid.grid.width).filter_map(|x| laid.grid.at(x, y)).all(|at| begun.contains(&at))
}

/// Whether a row repeats the texts of a header row.
fn repeats(laid: &Laid<'_>, header: &Header, y: usize) -> bool {
    let facts = &laid.rows[y];
    header.rows.iter().any(|&other| {
        let mut same = 0;
        for x in 0..laid.grid.width {
            let (text, above) = (laid.text(x, y), laid.text(x, other));
            if text.is_empty() {
                continue;
            }
            if !text.eq_ignore_ascii_case(above) {
                return false;
            }
            same += 1;
        }
        same > 1 || same == 1 && laid.grid.width == 1 && facts.headers == facts.filled
    })
}

/// Whether a row of header cells in the middle is a header row: it names columns as the header does, or at least with
/// words, while the rows around it do not consist of header cells.
fn other_headers(laid: &Laid<'_>, header: &Header, y: usize) -> bool {
    let (mut texts, mut same, mut words) = (0, 0, 0);
    let row = &laid.model.rows[y];
    for at in row.first as usize..row.end as usize {
        let text = &laid.texts[at].text;
        if text.is_empty() {
            continue;
        }
        texts += 1;
        let x = laid.grid.placed[at].x as usize;
        same += usize::from(header.rows.iter().any(|&above| laid.text(x, above).eq_ignore_ascii_case(text)));
        words += usize::from(!text.contains(|c: char| c.is_ascii_digit()) && text.contains(char::is_alphabetic));
    }
    if 2 * same >= texts {
        return true;
    }
    let near = |row: usize| row < laid.grid.height && row != y && row >= header.end;
    let others: Vec<usize> = (y.saturating_sub(3)..y + 4).filter(|&row| near(row) && !laid.rows[row].empty()).collect();
    let plain = others.iter().filter(|&&row| !laid.rows[row].all_headers()).count();
    words == texts && texts > 2 && plain > 0 && 2 * plain >= others.len()
}

/// Words that begin a row of totals or averages, in the languages that more than one of the evaluation pages use.
const TOTALS: [&str; 22] = [
    "total",
    "totals",
    "totaal",
    "sum",
    "subtotal",
    "sub-total",
    "grand total",
    "overall",
    "overall total",
    "summe",
    "gesamt",
    "insgesamt",
    "zusammen",
    "totale",
    "totales",
    "suma",
    "somme",
    "ensemble",
    "итого",
    "всего",
    "合計",
    "总计",
];
const AVERAGES: [&str; 10] =
    ["average", "averages", "mean", "median", "durchschnitt", "mittelwert", "moyenne", "media", "promedio", "среднее"];

/// Those that other words may follow.
const SUMS: [&str; 8] = ["total", "subtotal", "sub-total", "summe", "gesamt", "totale", "suma", "итого"];

/// Whether a row is bold below one that is not, or its class calls it a sum.
fn stands_out(laid: &Laid<'_>, y: usize) -> bool {
    let class = laid.document.attr(laid.model.rows[y].node, AttrName::CLASS).unwrap_or_default();
    let is_sum = |name: &str| SUMS.iter().chain(&["sum"]).any(|&word| name.eq_ignore_ascii_case(word));
    let above = (0..y).rev().find(|&row| !laid.rows[row].empty() && !laid.rows[row].full);
    let bold = |row: usize| laid.rows[row].bold > laid.rows[row].headers;
    class.split(|c: char| !c.is_alphanumeric()).any(is_sum) || bold(y) && above.is_some_and(|above| !bold(above))
}

/// What a row of values says that it is: by its first text, or by being in the foot.
fn mark(laid: &Laid<'_>, y: usize) -> Option<RowMark> {
    let first = (0..laid.grid.width).map(|x| laid.text(x, y)).find(|text| !text.is_empty())?;
    if first.len() <= 40 {
        let word = first.trim_end_matches([':', '.', '*']).to_lowercase();
        let begins = |words: &[&str]| {
            words
                .iter()
                .any(|&w| word.strip_prefix(w).is_some_and(|rest| rest.is_empty() || rest.starts_with([':', '('])))
        };
        if begins(&TOTALS) {
            return Some(RowMark::Total);
        }
        if begins(&AVERAGES) {
            return Some(RowMark::Average);
        }
        // "Total expenses" may be a name, unless the row stands out as sums do
        let names_sum = SUMS.iter().any(|&w| word.strip_prefix(w).is_some_and(|rest| rest.starts_with(' ')));
        if names_sum && stands_out(laid, y) {
            return Some(RowMark::Total);
        }
    }
    laid.in_foot(y).then_some(RowMark::Footer)
}

/// Assigns levels to the titles of groups: those that look alike have the same level, and one that looks different,
/// below another, is one level deeper.
fn nest(laid: &Laid<'_>, header: &Header, kinds: &mut [RowKind]) {
    let mut styles: FxHashMap<RowStyle<'_>, usize> = FxHashMap::default();
    let mut stack: Vec<usize> = Vec::new();
    let mut previous_group = false;
    let mut levels: Vec<(usize, usize)> = Vec::new();
    let mut nested = false;
    for (at, kind) in kinds.iter().enumerate() {
        match kind {
            RowKind::Group(_) => {
                let next = styles.len();
                let style = *styles.entry(style(laid, header.end + at)).or_insert(next);
                if let Some(level) = stack.iter().position(|&other| other == style) {
                    stack.truncate(level + 1);
                } else {
                    if !previous_group {
                        // it looks different, but it is no title of titles: the same level
                        stack.pop();
                    } else {
                        nested = true;
                    }
                    stack.push(style);
                    if stack.len() > MOST_LEVELS {
                        return;
                    }
                }
                levels.push((at, stack.len() - 1));
                previous_group = true;
            }
            RowKind::Empty => {}
            _ => previous_group = false,
        }
    }
    if nested {
        for (at, level) in levels {
            kinds[at] = RowKind::Group(level);
        }
    }
}

/// What distinguishes the titles of groups of one level from those of another.
#[derive(PartialEq, Eq, Hash)]
struct RowStyle<'a> {
    header: bool,
    bold: bool,
    background: Option<&'a str>,
    class: Option<&'a str>,
}

fn style<'a>(laid: &Laid<'a>, y: usize) -> RowStyle<'a> {
    let facts = &laid.rows[y];
    let class = laid.document.attr(laid.model.rows[y].node, AttrName::CLASS);
    RowStyle { header: facts.headers > 0, bold: facts.bold > 0, background: laid.background(y), class }
}
