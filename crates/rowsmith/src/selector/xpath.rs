//! Selectors as XPath 1.0.

use std::fmt::Write;

use crate::selector::model::{Combinator, Relation, Selector, Simple, Step, Test};

impl Selector {
    /// The XPath of what the selector selects on a page.
    pub(crate) fn xpath(&self) -> String {
        self.joined("//")
    }

    /// The XPath of what the selector selects within an element.
    pub(crate) fn xpath_within(&self) -> String {
        self.joined(".//")
    }

    fn joined(&self, start: &str) -> String {
        let ways = self.ways.iter().map(|way| {
            let mut out = String::new();
            for step in &way.steps {
                write_step(step, start, &mut out);
            }
            out
        });
        ways.collect::<Vec<_>>().join(" | ")
    }
}

fn write_step(step: &Step, start: &str, out: &mut String) {
    if out.is_empty() && step.tests.contains(&Test::Scope) {
        out.push('.');
        return;
    }
    let tag = step.tag.as_deref().unwrap_or("*");
    match step.combinator {
        Combinator::Within if out.is_empty() => {
            let _ = write!(out, "{start}{tag}");
        }
        Combinator::Within => {
            let _ = write!(out, "//{tag}");
        }
        Combinator::Child => {
            let _ = write!(out, "/{tag}");
        }
        Combinator::Next if step.tag.is_some() => {
            let _ = write!(out, "/following-sibling::*[1][self::{tag}]");
        }
        Combinator::Next => out.push_str("/following-sibling::*[1]"),
        Combinator::Later => {
            let _ = write!(out, "/following-sibling::{tag}");
        }
    }
    for test in &step.tests {
        let _ = write!(out, "[{}]", condition(test, step.tag.as_deref()));
    }
}

fn condition(test: &Test, tag: Option<&str>) -> String {
    // without a tag, XPath 1.0 can only count elements of the same name through their name
    let same = tag.unwrap_or("*");
    let count = |axis: &str, name: &str, number: usize| match number {
        1 => format!("not({axis}::{name})"),
        _ => format!("count({axis}::{name})={}", number - 1),
    };
    let axis = |last: &bool| if *last { "following-sibling" } else { "preceding-sibling" };
    match test {
        Test::Id(id) => format!("@id={}", quoted(id)),
        Test::Class(class) => {
            format!("contains(concat(' ',normalize-space(@class),' '),{})", quoted(&format!(" {class} ")))
        }
        Test::Attribute { name, relation, value } => {
            let value = quoted(value);
            match relation {
                Relation::Present => format!("@{name}"),
                Relation::Equal => format!("@{name}={value}"),
                Relation::Word => format!("contains(concat(' ',normalize-space(@{name}),' '),concat(' ',{value},' '))"),
                Relation::Begins => format!("starts-with(@{name},{value})"),
                Relation::Ends => {
                    format!("substring(@{name},string-length(@{name})-string-length({value})+1)={value}")
                }
                Relation::Holds => format!("contains(@{name},{value})"),
            }
        }
        Test::Scope => "true()".to_owned(),
        Test::Child { number, last } => count(axis(last), "*", *number),
        Test::OfType { number, last } => count(axis(last), same, *number),
        Test::Not(simple) => format!("not({})", all_of(simple)),
    }
}

fn all_of(simple: &Simple) -> String {
    let tag = simple.tag.iter().map(|tag| format!("self::{tag}"));
    let tests = simple.tests.iter().map(|test| condition(test, simple.tag.as_deref()));
    tag.chain(tests).collect::<Vec<_>>().join(" and ")
}

/// A string literal of XPath, which has no escapes.
fn quoted(text: &str) -> String {
    if !text.contains('\'') {
        return format!("'{text}'");
    }
    if !text.contains('"') {
        return format!("\"{text}\"");
    }
    let parts: Vec<String> = text.split('\'').map(|part| format!("'{part}'")).collect();
    format!("concat({})", parts.join(",\"'\","))
}
