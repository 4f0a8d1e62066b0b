//! `rowsmith wrapper diff`: the differences between two wrappers, one per line.

use rowsmith::wrapper::{ColumnLocator, Part, Template, Wrapper};

/// The differences; if there are none, one line that says so.
pub(super) fn differences(before: &Wrapper, now: &Wrapper) -> Vec<String> {
    let mut out = Vec::new();
    for template in &before.templates {
        match now.templates.iter().find(|t| t.name == template.name) {
            None => out.push(format!("- {}", template.name)),
            Some(other) => of_template(template, other, &mut out),
        }
    }
    let is_new = |t: &&Template| before.templates.iter().all(|other| other.name != t.name);
    out.extend(now.templates.iter().filter(is_new).map(|t| format!("+ {}", t.name)));
    if out.is_empty() {
        let same = before.version() == now.version();
        out.push(if same { "no differences" } else { "no differences, except in how pages are recognised" }.to_owned());
    }
    out
}

fn of_template(before: &Template, now: &Template, out: &mut Vec<String>) {
    let name = &before.name;
    if before.pages != now.pages {
        out.push(format!("~ {name}: learnt from {} pages, was {}", now.pages, before.pages));
    }
    if before.hosts != now.hosts {
        out.push(format!("~ {name}: hosts {}, was {}", now.hosts.join(", "), before.hosts.join(", ")));
    }
    for part in &before.parts {
        match now.parts.iter().find(|p| p.kind == part.kind) {
            None => out.push(format!("- {name}: {}", part.kind.name())),
            Some(other) => of_part(&format!("{name}: {}", part.kind.name()), part, other, out),
        }
    }
    let is_new = |part: &&Part| before.parts.iter().all(|other| other.kind != part.kind);
    out.extend(now.parts.iter().filter(is_new).map(|part| format!("+ {name}: {}", part.kind.name())));
}

fn of_part(at: &str, before: &Part, now: &Part, out: &mut Vec<String>) {
    let css = |part: &Part| part.selectors.edited.clone().unwrap_or_else(|| part.selectors.css.clone());
    if css(before) != css(now) {
        out.push(format!("~ {at}: records {}, was {}", css(now), css(before)));
    }
    let given = |part: &Part| -> Vec<ColumnLocator> { part.columns.iter().filter(|c| !c.dropped).cloned().collect() };
    let (old, new) = (given(before), given(now));
    let mut known: Vec<usize> = Vec::new();
    let mut gone: Vec<&ColumnLocator> = Vec::new();
    for column in &old {
        match new.iter().position(|c| c.name == column.name) {
            Some(other) => {
                known.push(other);
                of_column(at, column, &new[other], out);
            }
            None => gone.push(column),
        }
    }
    for column in gone {
        // a column that was learnt as the same one, under another name
        let same = |(c, other): &(usize, &ColumnLocator)| {
            !known.contains(c) && other.learnt_name == column.learnt_name && other.paths == column.paths
        };
        match new.iter().enumerate().find(same) {
            Some((c, other)) => {
                known.push(c);
                out.push(format!("~ {at}: column {:?} is called {:?}", column.name, other.name));
                of_column(at, column, other, out);
            }
            None => out.push(format!("- {at}: column {:?}", column.name)),
        }
    }
    for (c, column) in new.iter().enumerate() {
        if !known.contains(&c) {
            out.push(format!("+ {at}: column {:?}, {}", column.name, selector(column)));
        }
    }
    let mut order = known.clone();
    order.sort_unstable();
    if order != known {
        let names: Vec<&str> = new.iter().map(|c| c.name.as_str()).collect();
        out.push(format!("~ {at}: the order is {}", names.join(", ")));
    }
}

fn selector(column: &ColumnLocator) -> String {
    let css = column.selector.edited.as_ref().unwrap_or(&column.selector.css);
    if css.is_empty() { "no selector".to_owned() } else { css.clone() }
}

fn of_column(at: &str, before: &ColumnLocator, now: &ColumnLocator, out: &mut Vec<String>) {
    let name = &now.name;
    if before.value_type != now.value_type {
        out.push(format!("~ {at}: column {name:?} is of type {:?}, was {:?}", now.value_type, before.value_type));
    }
    if selector(before) != selector(now) {
        out.push(format!("~ {at}: column {name:?} by {}, was {}", selector(now), selector(before)));
    }
    let percent = |column: &ColumnLocator| (column.statistics.fill * 100.0).round();
    if (percent(before) - percent(now)).abs() >= 1.0 {
        out.push(format!("~ {at}: column {name:?} filled in {} % of records, was {} %", percent(now), percent(before)));
    }
}
