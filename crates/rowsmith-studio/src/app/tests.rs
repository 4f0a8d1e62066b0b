//! The studio without a window and without a browser.

use std::borrow::Cow;
use std::ops::ControlFlow;

use rowsmith::Limits;
use rowsmith::schema::{TermStatus, Verdict};
use rowsmith::types::PartKind;
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
    app.project().set_wrapper(wrapper.map(|learnt| learnt.wrapper)).unwrap();
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

/// A page about a lamp, whose maker has no name of its own in the markup.
fn lamp(number: usize, name: &str, maker: &str) -> NewPage {
    let html = format!(
        "<title>{name}</title><body class=shop><header><a class=logo href=/>Lampwright</a></header><main><h1 class=name>{name}</h1>\
         <b class=price>${number}9.00</b><div class=facts><p>In stock</p><p>{maker}</p><p>2 kg</p></div><button>Add to cart</button></main>"
    );
    NewPage { source: format!("lamp-{number}.html"), bytes: html.into_bytes(), ..NewPage::default() }
}

#[test]
fn an_object_is_corrected_by_pointing_learnt_and_applied() {
    let (app, folder) = app();
    let first = app.add_page(lamp(1, "Desk lamp", "Lumen")).unwrap();
    app.set_part(first, Some(PartKind::Item)).unwrap();
    assert!(csv(&app)[1].contains("Desk lamp"));
    app.point(first, "maker", &around(&app, first, "Lumen")).unwrap();
    app.point(first, "currency", &[]).unwrap();
    let rows = csv(&app);
    assert!(rows[0].contains("maker") && !rows[0].contains("currency") && rows[1].contains("Lumen"), "{rows:?}");
    let table = app.current(first).unwrap();
    let at = table.table.column("maker").unwrap();
    assert_eq!(table.places.records[0].cells[at], [around(&app, first, "Lumen")[0]]);

    let wrapper = app.learnt(&|_, _| true).unwrap();
    app.project().set_wrapper(wrapper.map(|learnt| learnt.wrapper)).unwrap();
    app.add_page(lamp(2, "Floor lamp", "Ikon")).unwrap();
    let rows = csv(&app);
    assert!(rows.len() == 3 && rows[2].contains("Floor lamp") && rows[2].contains("Ikon"), "{rows:?}");
    let again =
        App::open(&folder.path().join("shop"), Limits::default(), Box::new(Nothing), Box::new(NoFormats), defused)
            .unwrap();
    assert_eq!(csv(&again), rows);
    app.forget_field(first, "currency").unwrap();
    app.undo().unwrap();
    assert_eq!(app.project().page(first).unwrap().fields.len(), 2);
}

#[test]
fn a_page_is_what_a_person_says() {
    let (app, _folder) = app();
    let text = "The lamp was lit at dusk, as every evening, and nobody on the pier thought anything of it. ".repeat(5);
    let html = format!(
        "<title>The lamp</title><h1>The lamp</h1><p class=by>By <a href=/s>Staff</a></p><p class=w>Ann Lee</p><div><p>{text}</p></div>"
    );
    let article = NewPage { source: "a.html".into(), bytes: html.into_bytes(), ..NewPage::default() };
    let id = app.add_page(article).unwrap();
    app.set_part(id, Some(PartKind::Article)).unwrap();
    assert!(csv(&app)[0].starts_with("title,author"), "{:?}", csv(&app));
    app.point(id, "author", &around(&app, id, "Ann Lee")).unwrap();
    assert!(csv(&app)[1].starts_with("The lamp,Ann Lee,"), "{:?}", csv(&app));
    app.point(id, "author", &[]).unwrap();
    assert!(!csv(&app)[0].contains("author"));
    app.forget_field(id, "author").unwrap();
    assert!(!csv(&app)[1].contains("Ann Lee"));
    assert!(app.point(id, " ", &[1]).is_err() && app.point(id, "author", &[99_999]).is_err());
    assert!(app.set_part(id, Some(PartKind::Objects)).is_err());
    app.set_part(id, Some(PartKind::Posts)).unwrap();
    assert!(app.current(id).is_err(), "there are no posts");
    app.undo().unwrap();
    assert!(csv(&app)[0].starts_with("title,author"));
}

#[test]
fn the_field_of_one_post_is_that_of_all() {
    let (app, _folder) = app();
    let post = |(at, name): (usize, &str)| {
        let text =
            format!("{name} thinks that lamps are fine, and says so at some length today, as on any day of the year.");
        format!(
            "<div class=post><p><a class=rank href=/r>Member</a> <a class=user href=/u/{name}>{name}</a> <i>2024-01-0{} 10:00</i></p><u>{}</u><div class=body>{text}</div></div>",
            at + 1,
            ["Leeds", "York", "Hull", "Ripon"][at]
        )
    };
    let posts: String = ["ann", "bob", "cyd", "dan"].into_iter().enumerate().map(post).collect();
    let html = format!("<title>Lamps</title><h1>Lamps</h1><div class=posts>{posts}</div><p>Powered by nothing</p>");
    let id =
        app.add_page(NewPage { source: "thread.html".into(), bytes: html.into_bytes(), ..NewPage::default() }).unwrap();
    app.set_part(id, Some(PartKind::Posts)).unwrap();
    app.point(id, "town", &around(&app, id, "York")).unwrap();
    app.point(id, "author", &around(&app, id, "bob")).unwrap();
    let table = app.current(id).unwrap().table;
    let texts = |column: &str| {
        table.records().map(|record| record.text(column).unwrap_or_default().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(texts("town"), ["Leeds", "York", "Hull", "Ripon"]);
    assert_eq!(texts("author"), ["ann", "bob", "cyd", "dan"]);
    assert!(app.point(id, "town", &around(&app, id, "Powered by nothing")).is_err());
}

#[test]
fn projects_that_were_open_are_offered_and_gone_to() {
    let place = tempfile::tempdir().unwrap();
    let file = place.path().join("recent.json");
    let open = |name: &str| {
        let folder = place.path().join(name);
        let app = App::open(&folder, Limits::default(), Box::new(Nothing), Box::new(NoFormats), defused).unwrap();
        app.remember_in(file.clone());
        app
    };
    let first = open("first");
    first.do_update().unwrap();
    assert!(first.recent_projects().is_empty() && !file.exists(), "a folder without pages is not a project yet");
    first.add_page(page(1, 5)).unwrap();
    first.do_update().unwrap();
    assert!(first.recent_projects().is_empty(), "its own project is not offered");
    let second = open("second");
    second.add_page(page(2, 3)).unwrap();
    second.do_update().unwrap();
    let offered = second.recent_projects();
    assert!(offered.len() == 1 && offered[0].ends_with("first"), "{offered:?}");
    assert!(second.switch("/").is_err());
    // what is to be done in this project is done first
    assert!(second.switch(&offered[0]).is_err());
    second.jobs.forget();
    second.jobs.end();
    let before = second.generation();
    second.switch(&offered[0]).unwrap();
    second.do_switch(offered[0].as_ref()).unwrap();
    assert_eq!(second.generation(), before + 1);
    assert!(csv(&second)[1].contains("Desk lamp 1"), "the pages of the other project");
    assert!(second.recent_projects()[0].ends_with("second"));
}

#[test]
fn what_is_pointed_at_on_a_page_that_the_wrapper_knows_is_shown_and_learnt() {
    let (app, _folder) = app();
    let first = app.add_page(lamp(1, "Desk lamp", "Lumen")).unwrap();
    app.set_part(first, Some(PartKind::Item)).unwrap();
    let wrapper = app.learnt(&|_, _| true).unwrap();
    app.project().set_wrapper(wrapper.map(|learnt| learnt.wrapper)).unwrap();
    let second = app.add_page(lamp(2, "Floor lamp", "Ikon")).unwrap();
    assert!(!app.project().page(second).unwrap().learn && !csv(&app)[0].contains("maker"));
    app.point(second, "maker", &around(&app, second, "Ikon")).unwrap();
    let rows = csv(&app);
    assert!(rows[0].contains("maker") && rows[2].contains("Ikon") && !rows[1].contains("Lumen"), "{rows:?}");
    assert!(app.project().page(second).unwrap().learn);
    app.set_part(second, Some(PartKind::List)).unwrap();
    assert!(app.project().page(second).unwrap().fields.is_empty(), "they are fields of the object");
}

#[test]
fn a_list_in_two_parts_is_not_doubled_by_a_field() {
    let (app, _folder) = app();
    let row =
        |at: usize| format!("<li class=card><a href=/{at}><b>Lamp {at}</b></a> <i>${at}.00</i> <u>red {at}</u></li>");
    let list = |from: usize, to: usize| (from..to).map(row).collect::<String>();
    let html =
        format!("<h1>Lamps</h1><ul class=a>{}</ul><h2>More lamps</h2><ul class=a>{}</ul>", list(1, 9), list(9, 15));
    let id =
        app.add_page(NewPage { source: "two.html".into(), bytes: html.into_bytes(), ..NewPage::default() }).unwrap();
    let before = csv(&app).len();
    app.point(id, "colour", &around(&app, id, "red 2")).unwrap();
    let rows = csv(&app);
    assert_eq!(rows.len(), before, "{rows:?}");
}

#[test]
fn a_header_row_stays_left_out_when_a_field_is_pointed_at() {
    let (app, _folder) = app();
    let first = app.add_page(page(1, 5)).unwrap();
    app.choose(first, &Chosen::At { elements: around(&app, first, "Leeds"), wider: 0 }).unwrap();
    csv(&app);
    assert!(around(&app, first, "Town").into_iter().any(|at| app.leave_out(first, at).is_ok()));
    let wrapper = app.learnt(&|_, _| true).unwrap();
    app.project().set_wrapper(wrapper.map(|learnt| learnt.wrapper)).unwrap();
    let second = app.add_page(page(2, 4)).unwrap();
    assert_eq!(csv(&app).len(), 1 + 5 + 4);
    for (id, town) in [(first, "Porto"), (second, "Ghent")] {
        app.point(id, "town", &around(&app, id, town)).unwrap();
        let rows = csv(&app);
        assert!(rows.len() == 1 + 5 + 4 && rows[0].contains("town"), "{rows:?}");
        assert!(!rows[1..].iter().any(|row| row.contains("Town")), "{rows:?}");
    }
}
