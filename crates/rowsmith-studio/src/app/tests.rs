//! The studio without a window and without a browser.

use std::borrow::Cow;
use std::ops::ControlFlow;

use rowsmith::Limits;
use rowsmith::schema::{TermStatus, Verdict};
use tempfile::TempDir;

use super::learning::by_text;
use super::{App, Chosen};
use crate::formats::{FileFormat, Formats, PageRows};
use crate::inputs::{Inputs, Unreadable};
use crate::project::NewPage;

/// Reads nothing.
struct Nothing;

impl Inputs for Nothing {
    fn open(
        &self,
        _: &str,
        _: bool,
        _: &mut dyn FnMut(Result<NewPage, Unreadable>) -> ControlFlow<()>,
    ) -> Result<(), String> {
        Err("nothing is read here".to_owned())
    }

    fn renders(&self) -> bool {
        false
    }
}

/// Writes how many rows there are.
struct NoFormats;

impl Formats for NoFormats {
    fn all(&self) -> Vec<FileFormat> {
        Vec::new()
    }

    fn write(&self, name: &str, pages: Vec<PageRows>) -> Result<Vec<u8>, String> {
        let rows = |page: &PageRows| page.tables.iter().map(|table| table.records.len()).sum::<usize>();
        Ok(format!("{name} {:?}", pages.iter().map(rows).collect::<Vec<_>>()).into_bytes())
    }
}

/// Stands in for the command's treatment of texts in CSV files.
fn defused(text: &str) -> Cow<'_, str> {
    if text.starts_with('=') { format!("'{text}").into() } else { text.into() }
}

/// Cards, which a search takes, and rows below them, of which the first is a header that looks like the others.
fn page(number: usize, rows: usize) -> NewPage {
    let cards = ["Desk lamp", "Floor lamp", "Lantern", "Clamp light", "Pendant", "Reading lamp"];
    let card = |name: &str| {
        format!(
            "<div class=card><a href='/{name}{number}'><h3>{name} {number}</h3></a><p>Made by hand.</p><b>${number}.50</b></div>"
        )
    };
    let towns = ["Leeds", "Porto", "Ghent", "Graz", "Turku"];
    let row =
        |at: usize| format!("<div class=line><i>{}</i><u>{}</u></div>", towns[(at + number) % 5], at * 3 + number);
    let html = format!(
        "<title>Lamps</title><h1>Lamps</h1><main>{}</main><div class=shops><div class=line><i>Town</i><u>Stock</u></div>{}</div>",
        cards.map(card).concat(),
        (0..rows).map(row).collect::<String>()
    );
    NewPage { source: format!("{number}.html"), bytes: html.into_bytes(), ..NewPage::default() }
}

fn app() -> (App, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    (
        App::open(&folder.path().join("shop"), Limits::default(), Box::new(Nothing), Box::new(NoFormats), defused)
            .unwrap(),
        folder,
    )
}

fn csv(app: &App) -> Vec<String> {
    app.update_now().unwrap();
    let rows = String::from_utf8(app.export(None, "csv").unwrap()).unwrap();
    rows.lines().map(str::to_owned).collect()
}

/// The elements from the innermost one with a text upwards, as a window sends them.
fn around(app: &App, id: u32, text: &str) -> Vec<u32> {
    let html = app.html(id).unwrap();
    let at = html.find(&format!(">{text}<")).unwrap();
    let mut open: Vec<u32> = Vec::new();
    let (mut rest, mut behind) = (&html[..=at], false);
    // what is opened before the text and not closed again
    while let Some(begin) = rest.find('<') {
        rest = &rest[begin..];
        let tag = &rest[..=rest.find('>').unwrap()];
        behind |= tag.starts_with("<body");
        if behind && tag.starts_with("</") {
            open.pop();
        } else if behind && let Some((_, number)) = tag.split_once("data-rs-node=\"") {
            open.push(number[..number.find('"').unwrap()].parse().unwrap());
        }
        rest = &rest[tag.len()..];
    }
    open.reverse();
    open
}

#[test]
fn a_list_is_pointed_at_corrected_learnt_and_applied() {
    let (app, folder) = app();
    let first = app.add_page(page(1, 5)).unwrap();
    assert_eq!(csv(&app).len(), 7, "the cards");
    app.choose(first, &Chosen::At { elements: around(&app, first, "Leeds"), wider: 0 }).unwrap();
    assert_eq!(csv(&app).len(), 7, "a header row and five others");
    let header = around(&app, first, "Town").into_iter().find(|at| app.leave_out(first, *at).is_ok());
    assert!(header.is_some());
    assert_eq!(csv(&app).len(), 6);
    let wrapper = app.learnt(&|_, _| true).unwrap();
    app.project().set_wrapper(wrapper).unwrap();
    for (number, rows) in [(2, 3), (3, 1)] {
        app.add_page(page(number, rows)).unwrap();
    }
    let rows = csv(&app);
    assert_eq!(rows.len(), 1 + 5 + 3 + 1, "{rows:?}");
    assert!(!rows[1..].iter().any(|row| row.contains("Town") || row.contains("lamp")), "{rows:?}");
    assert!(rows[6].starts_with("2.html,"), "{rows:?}");
    // everything is in the folder
    let again =
        App::open(&folder.path().join("shop"), Limits::default(), Box::new(Nothing), Box::new(NoFormats), defused)
            .unwrap();
    assert_eq!(csv(&again), rows);
    assert_eq!(app.export(None, "xlsx").unwrap(), b"xlsx [5, 3, 1]");
    assert_eq!(app.export(Some(first), "xlsx").unwrap(), b"xlsx [5]");
    app.undo().unwrap();
    assert_eq!(csv(&app).len(), rows.len() + 3, "header rows are rows again");
}

#[test]
fn what_makes_no_sense_is_refused() {
    let (app, _folder) = app();
    let id = app.add_page(page(1, 5)).unwrap();
    assert!(app.choose(id, &Chosen::Region(99)).is_err());
    assert!(app.choose(id, &Chosen::At { elements: vec![99_999], wider: 0 }).is_err());
    assert!(app.choose(id + 1, &Chosen::Region(0)).is_err());
    assert!(app.leave_out(id, 99_999).is_err() && app.put_back(id, 0).is_err());
    assert!(app.open_input(" ", false).is_err() && app.open_input("a", true).is_err());
    let binary = NewPage { bytes: b"%PDF-1.7".to_vec(), ..NewPage::default() };
    assert!(app.add_page(binary).is_err());
    assert_eq!(app.project().file().pages.len(), 1);
}

#[test]
fn a_formula_of_a_page_is_none_in_a_saved_file() {
    let (app, _folder) = app();
    let mut of = page(1, 0);
    of.bytes = String::from_utf8(of.bytes).unwrap().replace("Lantern", "=Lantern").into_bytes();
    app.add_page(of).unwrap();
    let rows = csv(&app).join("\n");
    assert!(rows.contains("'=Lantern 1"), "{rows}");
}

/// The terms of an attribute that a gazetteer has.
fn known(app: &App, attribute: &str) -> Vec<String> {
    let terms = app.terms(attribute).unwrap().into_iter().filter(|of| of.status.is_known());
    terms.map(|of| of.evidence.term).collect()
}

#[test]
fn the_bundled_pages_of_each_domain_teach_their_terms_and_one_that_is_none() {
    for sample in crate::samples::SAMPLES {
        let (app, _folder) = app();
        app.try_sample(sample.domain).unwrap();
        assert_eq!(known(&app, sample.attribute).len(), 3, "{}", sample.domain);
        app.do_learn_terms(None).unwrap();
        let right: Vec<&str> = sample.right.lines().collect();
        let found = known(&app, sample.attribute);
        let wrong: Vec<&String> = found.iter().filter(|term| !right.contains(&term.as_str())).collect();
        assert_eq!(wrong.len(), 1, "{}: {found:?}", sample.domain);
        assert_eq!(found.len(), right.len() + 1, "{}: {found:?}", sample.domain);
        app.decide(sample.attribute, wrong[0], Verdict::Blacklist).unwrap();
        app.do_learn_terms(None).unwrap();
        assert_eq!(known(&app, sample.attribute), right, "{}", sample.domain);
    }
}

#[test]
fn what_a_person_decided_is_in_the_folder() {
    let (app, folder) = app();
    assert!(app.go_on_learning(None).is_err() && app.undo_decision().is_err());
    app.try_sample("real-estate").unwrap();
    app.do_learn_terms(Some(1)).unwrap();
    app.decide("location", "Holmstead", Verdict::Reject).unwrap();
    assert!(app.decide("price", "cheap", Verdict::Accept).is_err());
    let again =
        App::open(&folder.path().join("shop"), Limits::default(), Box::new(Nothing), Box::new(NoFormats), defused)
            .unwrap();
    let terms = by_text(again.terms("location").unwrap());
    assert_eq!(terms["Holmstead"].status, TermStatus::Rejected);
    assert!(terms["Great Wenby"].found.places.iter().all(|place| place.page.starts_with("pages/000")));
    again.undo_decision().unwrap();
    assert_eq!(by_text(again.terms("location").unwrap())["Holmstead"].status, TermStatus::Learnt);
    again.forget_learning().unwrap();
    assert!(again.terms("location").is_err());
}
