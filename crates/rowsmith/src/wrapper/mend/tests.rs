//! Redesigned pages, and which parts of a wrapper are found again on them.

use crate::Limits;
use crate::dom::{ParseOptions, parse};
use crate::records::{ColumnOptions, Options as ListSearch};
use crate::site::sample::SitePage;
use crate::types::{AppliedPage, Drift};
use crate::wrapper::mend::{FoundBack, repair, update};
use crate::wrapper::{Applier, ApplyOptions, LearnOptions, Mended, Wrapper, learn};

const FIRST: [(&str, &str, &str); 6] = [
    ("Oak chair", "$ 20.00", "2024-01-05"),
    ("Round table", "$ 120.00", "2024-02-11"),
    ("Floor lamp", "$ 35.50", "2024-03-02"),
    ("Bunk bed", "$ 300.00", "2024-03-19"),
    ("Corner sofa", "$ 450.00", "2024-04-23"),
    ("Writing desk", "$ 90.00", "2024-05-30"),
];

const OTHERS: [(&str, &str, &str); 5] = [
    ("Tall shelf", "$ 75.00", "2025-01-15"),
    ("Wool rug", "$ 60.00", "2025-02-01"),
    ("Blue vase", "$ 9.00", "2025-02-12"),
    ("Wall clock", "$ 24.00", "2025-03-03"),
    ("Coat stand", "$ 48.00", "2025-03-28"),
];

fn around(list: &str) -> String {
    format!(
        "<body class=site><header class=top><a class=logo href=/>Acme</a><a class=help href=/help>Help</a></header>\
         <main class=content><h1 class=headline>Furniture</h1>{list}</main><footer class=foot><p class=legal>All rights reserved</p></footer>"
    )
}

fn old(items: &[(&str, &str, &str)]) -> String {
    let item = |(name, price, day): &(&str, &str, &str)| {
        format!(
            "<li class='item card'><div class=head><a class=name href='/p/{name}'>{name}</a></div><p class=price>{price}</p><p class=day>{day}</p></li>"
        )
    };
    around(&format!("<ul class=shop>{}</ul>", items.iter().map(item).collect::<String>()))
}

/// Other names, another structure, another order.
fn new(items: &[(&str, &str, &str)]) -> String {
    let item = |(name, price, day): &(&str, &str, &str)| {
        format!(
            "<div class=tile><div class=meta><p class=when>{day}</p><p class=amount>{price}</p></div><div class=text><h3><a class=go href='/p/{name}'>{name}</a></h3></div></div>"
        )
    };
    let list = items.iter().map(item).collect::<String>();
    format!(
        "<body class=v2><div class=bar><a class=brand href=/>Acme</a></div><section class=wrap><h2 class=big>Furniture</h2>\
         <div class=tiles>{list}</div></section><div class=end><p class=small>All rights reserved</p></div>"
    )
}

fn page_of(html: &str) -> SitePage {
    let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
    SitePage { address: url::Url::parse("https://shop.example/list").ok(), ..SitePage::new(document) }
}

fn learnt(html: &str) -> Wrapper {
    learn(&[page_of(html)], &LearnOptions::default()).wrapper
}

fn applied(wrapper: &Wrapper, html: &str) -> AppliedPage {
    Applier::new(wrapper).apply_parsed(&page_of(html), &Limits::default(), None, &ApplyOptions::default())
}

fn mended(wrapper: &Wrapper, pages: &[String]) -> Mended {
    let pages: Vec<SitePage> = pages.iter().map(|html| page_of(html)).collect();
    repair(wrapper, &pages, &LearnOptions::default())
}

fn column(page: &AppliedPage, name: &str) -> Vec<String> {
    let at = page.regions[0].column(name).unwrap();
    page.regions[0].records.iter().map(|r| r.cells[at].as_ref().map_or("-".into(), |c| c.text.clone())).collect()
}

fn names(page: &AppliedPage) -> Vec<&str> {
    page.regions[0].columns.iter().map(|c| c.name.as_str()).collect()
}

#[test]
fn columns_are_found_back_by_the_values_that_they_had() {
    let wrapper = learnt(&old(&FIRST));
    let before = applied(&wrapper, &old(&FIRST));
    let of = mended(&wrapper, &[new(&FIRST)]);
    assert_eq!(of.alarms, []);
    let now = applied(&of.wrapper, &new(&FIRST));
    assert_eq!(names(&now), names(&before), "the table keeps its columns");
    for name in names(&before) {
        assert_eq!(column(&now, name), column(&before, name), "{name}");
    }
    assert!(of.templates[0].columns.iter().all(|c| c.found == FoundBack::Values), "{:?}", of.templates);
    assert_ne!(of.wrapper.version(), wrapper.version());
}

#[test]
fn columns_are_found_back_by_what_their_values_are() {
    let wrapper = learnt(&old(&FIRST));
    let of = mended(&wrapper, &[new(&OTHERS)]);
    let now = applied(&of.wrapper, &new(&OTHERS));
    assert_eq!(now.drift, []);
    assert_eq!((column(&now, "title")[1].as_str(), column(&now, "price")[1].as_str()), ("Wool rug", "$ 60.00"));
    assert_eq!(column(&now, "date")[4], "2025-03-28");
}

#[test]
fn what_a_person_changed_is_kept() {
    let wrapper = learnt(&old(&FIRST));
    let text = wrapper.to_json().unwrap().replace("\"name\": \"price\"", "\"name\": \"cost\"");
    let changed = Wrapper::from_json(&text).unwrap();
    let of = mended(&changed, &[new(&OTHERS)]);
    assert_eq!(column(&applied(&of.wrapper, &new(&OTHERS)), "cost")[0], "$ 75.00");
    let pages = [page_of(&old(&OTHERS)), page_of(&old(&FIRST))];
    let updated = update(&changed, &pages, &LearnOptions::default()).wrapper;
    assert_eq!(updated.templates.len(), 1);
    assert_eq!(updated.templates[0].pages, 2);
    assert_eq!(column(&applied(&updated, &old(&FIRST)), "cost")[2], "$ 35.50");
}

#[test]
fn columns_taken_out_and_added_survive_learning_again() {
    let wrapper = learnt(&old(&FIRST));
    let mut file: serde_json::Value = serde_json::from_str(&wrapper.to_json().unwrap()).unwrap();
    let columns = file["templates"][0]["parts"][0]["columns"].as_array_mut().unwrap();
    columns.retain(|column| column["name"] != "date");
    columns.insert(0, serde_json::json!({"name": "kind", "css": ":scope", "html_attribute": "class"}));
    let changed = Wrapper::from_json(&file.to_string()).unwrap();
    let updated = update(&changed, &[page_of(&old(&OTHERS))], &LearnOptions::default()).wrapper;
    let again = Wrapper::from_json(&updated.to_json().unwrap()).unwrap();
    assert_eq!(again, updated);
    let page = applied(&again, &old(&FIRST));
    assert_eq!(names(&page), ["kind", "title", "url", "price"], "{updated:?}");
    assert_eq!((column(&page, "kind")[0].as_str(), column(&page, "price")[0].as_str()), ("item card", "$ 20.00"));
    // its content is known now, and its absence raises an alarm
    let without = applied(&again, &old(&FIRST).replace("class='item card'", "data-x=1"));
    assert!(!without.drift.is_empty());
}

#[test]
fn a_column_that_is_not_there_any_more_stays_empty_and_is_an_alarm() {
    let wrapper = learnt(&old(&FIRST));
    let without = |items: &[(&str, &str, &str)]| {
        items.iter().fold(new(items), |html, item| html.replace(&format!("<p class=when>{}</p>", item.2), ""))
    };
    let of = mended(&wrapper, &[without(&OTHERS)]);
    assert_eq!(of.alarms.len(), 1, "{of:?}");
    let now = applied(&of.wrapper, &without(&OTHERS));
    assert!(
        now.drift.iter().any(|d| matches!(d, Drift::ColumnVanished { column, .. } if column == "date")),
        "{:?}",
        now.drift
    );
    assert_eq!(column(&now, "price")[0], "$ 75.00");
    assert_eq!(column(&now, "date"), ["-"; 5]);
}

#[test]
fn a_page_of_another_kind_teaches_nothing() {
    let wrapper = learnt(&old(&FIRST));
    let story = |n: usize| {
        format!(
            "<li class=story><a href='/news/{n}'>The story number {n} of our house and of all who work in it</a></li>"
        )
    };
    let news = format!(
        "<body class=press><div class=bar>Acme</div><section class=wrap><ol class=news>{}</ol></section>",
        (0..9).map(story).collect::<String>()
    );
    let of = mended(&wrapper, std::slice::from_ref(&news));
    assert_eq!(of.wrapper, wrapper);
    assert_eq!(of.alarms.len(), 1);
}

#[test]
fn pages_that_are_as_they_were_keep_their_template() {
    let wrapper = learnt(&old(&FIRST));
    let of = mended(&wrapper, &[old(&OTHERS), new(&OTHERS)]);
    assert_eq!((of.wrapper.templates.len(), of.alarms.len()), (2, 0));
    assert_eq!(column(&applied(&of.wrapper, &old(&FIRST)), "price")[0], "$ 20.00");
    assert_eq!(column(&applied(&of.wrapper, &new(&FIRST)), "price")[0], "$ 20.00");
}

fn found_back(of: &Mended, name: &str) -> FoundBack {
    of.templates[0].columns.iter().find(|column| column.name == name).unwrap().found
}

#[test]
fn of_two_columns_that_are_alike_none_is_taken() {
    const WOODS: [&str; 6] = ["oak", "elm", "ash", "fir", "yew", "box"];
    const OTHER_WOODS: [&str; 6] = ["gum", "bay", "fig", "elm", "oak", "ash"];
    let with = |html: String, items: &[(&str, &str, &str)], woods: &[&[&str; 6]]| {
        items.iter().enumerate().fold(html, |html, (i, (_, price, _))| {
            let woods: String = woods.iter().map(|woods| format!("<p><i>{}</i></p>", woods[i])).collect();
            html.replace(&format!(">{price}</p>"), &format!(">{price}</p>{woods}"))
        })
    };
    let wrapper = learnt(&with(old(&FIRST), &FIRST, &[&WOODS]));
    let before = applied(&wrapper, &with(old(&FIRST), &FIRST, &[&WOODS]));
    let wood = names(&before).into_iter().find(|name| column(&before, name)[0] == "oak").unwrap();
    let one = mended(&wrapper, &[with(new(&OTHERS), &OTHERS, &[&OTHER_WOODS])]);
    assert_ne!(found_back(&one, wood), FoundBack::Nothing, "{:?}", one.templates);
    let two =
        mended(&wrapper, &[with(new(&OTHERS), &OTHERS, &[&OTHER_WOODS, &["nut", "pin", "sal", "box", "fir", "yew"]])]);
    assert_eq!(found_back(&two, wood), FoundBack::Nothing, "{:?}", two.templates);
    assert_eq!(two.alarms.len(), 1);
    assert_ne!(found_back(&two, "price"), FoundBack::Nothing);
}

#[test]
fn a_column_that_a_table_would_leave_out_is_found_back() {
    let with_buttons = |html: String, items: &[(&str, &str, &str)], class: &str| {
        items.iter().fold(html, |html, (_, price, _)| {
            html.replace(&format!(">{price}</p>"), &format!(">{price}</p><p class={class}>In stock now</p>"))
        })
    };
    let (first, others) = (with_buttons(old(&FIRST), &FIRST, "stock"), with_buttons(new(&OTHERS), &OTHERS, "left"));
    let all = ListSearch { columns: ColumnOptions::all(), ..LearnOptions::default().records };
    let wrapper = learn(&[page_of(&first)], &LearnOptions { records: all, ..LearnOptions::default() }).wrapper;
    let of_table = applied(&learnt(&first), &first);
    let before = applied(&wrapper, &first);
    let button = names(&before).into_iter().find(|name| column(&before, name)[0] == "In stock now").unwrap();
    assert!(names(&of_table).iter().all(|name| column(&of_table, name)[0] != "In stock now"));
    let of = mended(&wrapper, std::slice::from_ref(&others));
    assert_eq!(column(&applied(&of.wrapper, &others), button), ["In stock now"; 5], "{:?}", of.templates);
}

#[test]
fn of_records_that_were_seen_before_a_column_without_its_values_is_gone() {
    let wrapper = learnt(&old(&FIRST));
    let other_dates =
        FIRST.iter().fold(new(&FIRST), |html, (_, _, day)| html.replace(day, &day.replace("2024", "2019")));
    let of = mended(&wrapper, std::slice::from_ref(&other_dates));
    assert_eq!(found_back(&of, "price"), FoundBack::Values);
    assert_eq!(found_back(&of, "date"), FoundBack::Nothing);
    assert_eq!(column(&applied(&of.wrapper, &other_dates), "date"), ["-"; 6]);
}

#[test]
fn learning_again_keeps_columns_at_the_same_nodes_whatever_their_values_have_become() {
    let wrapper = learnt(&old(&FIRST));
    let text = wrapper.to_json().unwrap().replace("\"name\": \"title\"", "\"name\": \"thing\"");
    let changed = Wrapper::from_json(&text).unwrap();
    // longer names, mostly the same, and not all records have one
    let long = "A chair of oak that was made by hand in a workshop by the sea";
    let items: Vec<(&str, &str, &str)> = FIRST.iter().map(|(_, price, day)| (long, *price, *day)).collect();
    let of = update(&changed, &[page_of(&old(&items)), page_of(&old(&FIRST))], &LearnOptions::default());
    assert_eq!(of.wrapper.templates.len(), 1);
    assert_eq!(found_back(&of, "thing"), FoundBack::Items, "{:?}", of.templates);
    assert_eq!(column(&applied(&of.wrapper, &old(&items)), "thing"), [long; 6]);
}

#[test]
fn a_part_that_a_person_removed_does_not_come_back() {
    let wrapper = learnt(&old(&FIRST));
    let mut file: serde_json::Value = serde_json::from_str(&wrapper.to_json().unwrap()).unwrap();
    file["templates"][0]["parts"] = serde_json::json!([]);
    let changed = Wrapper::from_json(&file.to_string()).unwrap();
    for _ in 0..2 {
        let updated = update(&changed, &[page_of(&old(&OTHERS))], &LearnOptions::default()).wrapper;
        assert_eq!(updated.templates.len(), 1);
        assert!(updated.templates[0].parts.is_empty(), "{updated:?}");
        let again = Wrapper::from_json(&updated.to_json().unwrap()).unwrap();
        assert_eq!(again, updated);
    }
}

#[test]
fn a_selector_of_records_that_selects_nothing_is_kept_and_reported() {
    let wrapper = learnt(&old(&FIRST));
    let mut file: serde_json::Value = serde_json::from_str(&wrapper.to_json().unwrap()).unwrap();
    file["templates"][0]["parts"][0]["css"] = serde_json::json!("li.nothing");
    file["templates"][0]["parts"][0]["xpath"] = serde_json::json!("");
    let changed = Wrapper::from_json(&file.to_string()).unwrap();
    assert!(matches!(applied(&changed, &old(&FIRST)).drift[..], [Drift::NoRecords { .. }]));
    let of = update(&changed, &[page_of(&old(&OTHERS))], &LearnOptions::default());
    assert_eq!(of.wrapper.templates.len(), 1);
    assert_eq!(of.wrapper.templates[0].parts[0].selectors.edited.as_deref(), Some("li.nothing"));
    assert!(of.templates[0].columns.iter().all(|column| column.found == FoundBack::Nothing), "{:?}", of.templates);
}

/// Records with two values of one kind, in this order, in elements that are called like this.
fn twins(values: [fn(usize) -> String; 2], classes: [&str; 3], records: std::ops::Range<usize>) -> String {
    let [record, one, other] = classes;
    let record = |at: usize| {
        let [first, second] = values.map(|value| value(at));
        format!(
            "<li class={record}><a class={record}-name href='/p/{at}'><b>Thing number {at}</b></a><i class={one}>{first}</i>\
             <u class={other}>{second}</u><p>Made in {}, batch {}</p></li>",
            ["Oslo", "Rome", "Bern", "Lima"][at % 4],
            at * 7
        )
    };
    around(&format!("<ul class={}s>{}</ul>", classes[0], records.map(record).collect::<String>()))
}

fn price(at: usize) -> String {
    format!("${}.50", 20 + at * 37 % 61)
}

fn old_price(at: usize) -> String {
    format!("${}.90", 21 + at * 37 % 61 + at * 5 % 13)
}

fn width(at: usize) -> String {
    format!("{} cm", 20 + at * 37 % 161)
}

fn height(at: usize) -> String {
    format!("{} cm", 20 + at * 53 % 157)
}

/// The site calls its elements otherwise, and the price from before stands first now.
#[test]
fn nobody_pays_more_than_before_whichever_price_stands_first() {
    let wrapper = learnt(&twins([price, old_price], ["card", "price", "old"], 1..11));
    for values in [[price, old_price], [old_price, price]] {
        let page = twins(values, ["tile", "one", "two"], 30..40);
        let of = mended(&wrapper, std::slice::from_ref(&page));
        let after = applied(&of.wrapper, &page);
        let expected = |value: fn(usize) -> String| (30..40).map(value).collect::<Vec<String>>();
        assert_eq!(column(&after, "price"), expected(price), "{:?}", of.templates);
        assert_eq!(column(&after, "old_price"), expected(old_price), "{:?}", of.templates);
    }
}

/// Only their order told a width from a height, and that had changed, too.
#[test]
fn columns_that_nothing_tells_apart_are_left_empty_unless_their_values_are_known() {
    let wrapper = learnt(&twins([width, height], ["card", "width", "height"], 1..11));
    let before = applied(&wrapper, &twins([width, height], ["card", "width", "height"], 1..11));
    let own: Vec<&str> = names(&before).into_iter().filter(|name| column(&before, name)[0].ends_with("cm")).collect();
    assert_eq!(own.len(), 2, "{:?}", names(&before));
    let page = twins([height, width], ["tile", "one", "two"], 30..40);
    let of = mended(&wrapper, std::slice::from_ref(&page));
    for name in &own {
        assert_eq!(found_back(&of, name), FoundBack::Nothing, "{:?}", of.templates);
    }
    let after = applied(&of.wrapper, &page);
    assert!(own.iter().all(|name| column(&after, name) == ["-"; 10]) && !of.alarms.is_empty(), "{:?}", of.alarms);
    // what else the records have is there
    assert_eq!(column(&after, "title")[0], "Thing number 30");
    // of records that were seen before
    let page = twins([height, width], ["tile", "one", "two"], 1..11);
    let of = mended(&wrapper, std::slice::from_ref(&page));
    let after = applied(&of.wrapper, &page);
    for name in &own {
        assert_eq!(column(&after, name), column(&before, name), "{:?}", of.templates);
    }
}
