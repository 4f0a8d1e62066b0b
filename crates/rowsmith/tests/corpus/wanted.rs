//! What a person wants from a page, written by hand, and how far a result satisfies it.

use serde::Deserialize;
use serde_json::Value;

/// What is wanted from one page. Omitted fields are not checked.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub struct Wanted {
    /// `list`, `thread`, `article`, `item` or `nothing`.
    kind: String,
    /// The number of records of the main list.
    records: Option<usize>,
    /// The column with the titles, if the page itself gives it a name; otherwise `title`.
    column: Option<String>,
    /// The titles of the records, in order; `null` for a record without one.
    titles: Option<Vec<Option<String>>>,
    /// The number of posts, comments or reviews.
    posts: Option<usize>,
    /// The authors of the posts, in order; `null` for a post without one.
    authors: Option<Vec<Option<String>>>,
    /// The title of an article or item.
    title: Option<String>,
    /// The author of an article; empty if it has none.
    author: Option<String>,
    /// The date of an article, as precise as is wanted; empty if it has none.
    date: Option<String>,
    /// Must occur in the text of an article.
    #[serde(default)]
    text_has: Vec<String>,
    /// Must not occur there.
    #[serde(default)]
    text_lacks: Vec<String>,
}

/// The judgement on a result.
#[derive(Default)]
pub struct Verdict {
    kind: bool,
    rows: bool,
    fields: bool,
    /// What is not as wanted, in words.
    pub complaints: Vec<String>,
}

/// Numbers of pages.
#[derive(Default, Debug)]
pub struct Counts {
    /// Pages of the right kind.
    pub kinds: usize,
    /// Pages with the right number of records, and of posts.
    pub rows: usize,
    /// Pages where titles, authors, date and text are right.
    pub fields: usize,
    /// Pages where all of this is right.
    pub whole: usize,
}

impl Counts {
    /// Adds one page.
    pub fn add(&mut self, verdict: &Verdict) {
        self.kinds += usize::from(verdict.kind);
        self.rows += usize::from(verdict.rows);
        self.fields += usize::from(verdict.fields);
        self.whole += usize::from(verdict.kind && verdict.rows && verdict.fields);
    }

    /// Whether none of the counts is below its floor.
    pub fn reach(&self, floors: &Counts) -> bool {
        self.kinds >= floors.kinds
            && self.rows >= floors.rows
            && self.fields >= floors.fields
            && self.whole >= floors.whole
    }
}

impl Wanted {
    /// Compares what is wanted with the result of `extract`.
    pub fn judge(&self, page: &Value) -> Verdict {
        let (mut rows, mut fields) = (Vec::new(), Vec::new());
        let kind = page["kind"].as_str().unwrap_or_default();
        let regions = || page["regions"].as_array().into_iter().flatten();
        let has_main = regions().any(|region| region["main"] == true);
        let records: Vec<&Value> = regions()
            .filter(|region| !has_main || region["main"] == true)
            .flat_map(|region| region["records"].as_array().into_iter().flatten())
            .collect();
        let posts: Vec<&Value> = page["posts"].as_array().into_iter().flatten().collect();
        number("records", self.records_wanted(), records.len(), &mut rows);
        number("posts", self.posts_wanted(), posts.len(), &mut rows);
        let column = self.column.as_deref().unwrap_or("title");
        let titles = records.iter().map(|record| record["cells"][column].as_str());
        each(column, self.titles.as_deref(), titles.collect(), &mut fields);
        each(
            "author",
            self.authors.as_deref(),
            posts.iter().map(|post| post["author"].as_str()).collect(),
            &mut fields,
        );
        for (name, wanted) in [("title", &self.title), ("author", &self.author)] {
            let found = line(page[name].as_str().unwrap_or_default());
            if let Some(wanted) = wanted.as_ref().filter(|wanted| line(wanted) != found) {
                fields.push(format!("{name} {found:?} for {wanted:?}"));
            }
        }
        let date = page["date"].as_str().unwrap_or_default();
        if let Some(wanted) =
            self.date.as_ref().filter(|w| !date.starts_with(w.as_str()) || w.is_empty() != date.is_empty())
        {
            fields.push(format!("date {date:?} for {wanted:?}"));
        }
        let text = line(page["text"].as_str().unwrap_or_default());
        fields.extend(self.text_has.iter().filter(|has| !text.contains(has.as_str())).map(|has| format!("no {has:?}")));
        let leaked = self.text_lacks.iter().filter(|lacks| text.contains(lacks.as_str()));
        fields.extend(leaked.map(|lacks| format!("{lacks:?} in the text")));
        let right_kind = kind == self.kind;
        let (right_rows, right_fields) = (rows.is_empty(), fields.is_empty());
        let wrong_kind = (!right_kind).then(|| format!("{kind} for {}", self.kind));
        let complaints = wrong_kind.into_iter().chain(rows).chain(fields).collect();
        Verdict { kind: right_kind, rows: right_rows, fields: right_fields, complaints }
    }

    /// Texts that must not be in the article but are not on the page at all: such a check could never fail.
    pub fn never_there(&self, html: &str) -> Vec<&str> {
        let html = line(html);
        self.text_lacks.iter().map(String::as_str).filter(|lacks| !html.contains(lacks)).collect()
    }

    fn records_wanted(&self) -> Option<usize> {
        self.records.or(self.titles.as_ref().map(Vec::len)).or((self.kind == "nothing").then_some(0))
    }

    fn posts_wanted(&self) -> Option<usize> {
        self.posts.or(self.authors.as_ref().map(Vec::len)).or((self.kind == "nothing").then_some(0))
    }
}

fn number(what: &str, wanted: Option<usize>, found: usize, complaints: &mut Vec<String>) {
    if let Some(wanted) = wanted.filter(|&wanted| wanted != found) {
        complaints.push(format!("{found} {what} for {wanted}"));
    }
}

/// Compares a field of all rows; the first wrong one is reported.
fn each(what: &str, wanted: Option<&[Option<String>]>, found: Vec<Option<&str>>, complaints: &mut Vec<String>) {
    let Some(wanted) = wanted else { return };
    let of_wanted = |at: usize| wanted.get(at).and_then(Option::as_deref).map(line);
    let of_found = |at: usize| found.get(at).copied().flatten().map(line).filter(|text| !text.is_empty());
    let all = wanted.len().max(found.len());
    let wrong: Vec<usize> = (0..all).filter(|&at| of_wanted(at) != of_found(at)).collect();
    if let Some(&first) = wrong.first() {
        let (found, wanted) = (of_found(first).unwrap_or_default(), of_wanted(first).unwrap_or_default());
        complaints
            .push(format!("{what} of {} of {all} rows, first of row {first}: {found:?} for {wanted:?}", wrong.len()));
    }
}

/// A text on one line, with every run of spaces as one.
fn line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn what_is_wanted_is_compared() {
    let wanted = r#"{ "kind": "list", "titles": ["Lamp", null] }"#;
    let wanted: Wanted = serde_json::from_str(wanted).unwrap();
    let row = |title: &str| serde_json::json!({ "cells": { "title": title, "price": "1" } });
    let page = |rows: &[Value]| serde_json::json!({ "kind": "list", "regions": [{ "main": true, "records": rows }] });
    let complaints = |rows: &[Value]| wanted.judge(&page(rows)).complaints;
    assert_eq!(complaints(&[row(" Lamp"), row("")]), [""; 0]);
    assert_eq!(
        complaints(&[row("Desk")]),
        ["1 records for 2", "title of 1 of 2 rows, first of row 0: \"Desk\" for \"Lamp\""]
    );
}
