use super::*;
use crate::dom::{ParseOptions, parse};
use crate::recognize::ValueType;
use crate::types::{Cell, Column, ColumnKind, RecordRow, Role};

fn document(html: &str) -> Document {
    parse(html.as_bytes(), &ParseOptions::default()).unwrap()
}

fn list(html: &str) -> Option<RegionTable> {
    State::read(&document(html), None, &Bounds::default()).list(StateUse::Completions)
}

fn titles(table: &RegionTable) -> Vec<&str> {
    table.records().filter_map(|record| record.text("title")).collect()
}

/// Products as JSON, each with its name and a price.
fn products(names: &[&str]) -> String {
    let one = |(at, name): (usize, &&str)| {
        let slug = name.to_lowercase().replace(' ', "-");
        format!(
            r#"{{"id":{},"name":"{name}","url":"/p/{slug}","image":"/i/{slug}.jpg","price":{}.5,"currency":"EUR","added":"2024-03-0{}"}}"#,
            700 + at,
            20 + at,
            at + 1
        )
    };
    let objects: Vec<String> = names.iter().enumerate().map(one).collect();
    format!("[{}]", objects.join(","))
}

const LAMPS: [&str; 8] = [
    "Desk lamp oak",
    "Floor lamp tall",
    "Lava lamp red",
    "Clip lamp small",
    "Wall light brass",
    "Paper lantern",
    "Bedside lamp pair",
    "Ceiling shade linen",
];

fn shell(state: &str) -> String {
    format!("<html lang=en><title>Lamps</title><body><div id=root></div><script>window.__STATE__ = {state};</script>")
}

#[test]
fn the_list_of_a_shell_is_the_one_in_its_state() {
    let menu = r#"[{"label":"Home","url":"/"},{"label":"Lamps","url":"/lamps"},{"label":"Help","url":"/help"},{"label":"Cart","url":"/cart"}]"#;
    let table = list(&shell(&format!(r#"{{"menu":{menu},"page":{{"products":{}}}}}"#, products(&LAMPS)))).unwrap();
    assert_eq!(titles(&table), LAMPS);
    assert_eq!(table.state.as_deref(), Some("window.__STATE__.page.products[]"));
    assert_eq!((table.found_by.as_ref(), table.path.as_str()), ("state", "/html[1]/body[1]/script[1]"));
    let names: Vec<_> = table.columns.iter().take(5).map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["title", "url", "image", "price", "date"]);
    let price = table.column("price").unwrap();
    assert_eq!(table.columns[price].state.as_deref(), Some("price"));
    assert_eq!(table.record(0).unwrap().text("price"), Some("20.5 EUR"));
}

#[test]
fn what_is_no_list_of_a_page_is_not_taken_for_one() {
    let menu: Vec<String> = (0..12).map(|at| format!(r#"{{"label":"Entry {at}","url":"/e{at}"}}"#)).collect();
    let words: Vec<String> = (0..30).map(|at| format!(r#"{{"key":"k{at}","text":"Some words {at}"}}"#)).collect();
    for state in [
        format!(r#"{{"navigation":{{"items":[{}]}}}}"#, menu.join(",")),
        format!(r#"{{"i18n":{{"messages":[{}]}}}}"#, words.join(",")),
        r#"{"flags":[{"name":"a","on":true},{"name":"b","on":false},{"name":"c","on":true},{"name":"d","on":true}]}"#
            .to_owned(),
        format!(r#"{{"related":{}}}"#, products(&LAMPS[..3])),
    ] {
        assert_eq!(list(&shell(&state)), None, "{state}");
    }
    let way = r#"<script type="application/ld+json">{"@type":"BreadcrumbList","itemListElement":[{"@type":"ListItem","position":1,"name":"Home page","item":"https://x.example/a"},
        {"@type":"ListItem","position":2,"name":"All lamps","item":"https://x.example/b"},{"@type":"ListItem","position":3,"name":"Desk lamps","item":"https://x.example/c"}]}</script>"#;
    assert_eq!(list(&format!("<title>Desk lamps</title><div id=root></div>{way}")), None);
}

#[test]
fn choices_of_one_product_are_no_list() {
    let one = |at: usize| {
        format!(r#"{{"id":{at},"title":"Oak / {at} cm","price":{},"sku":"A{at}","image":"/i{at}.jpg"}}"#, 20 + at)
    };
    let choices: Vec<String> = (1..9).map(one).collect();
    let state = format!(
        r#"{{"product":{{"title":"Desk lamp oak","price":21,"body":"x","variants":[{}]}}}}"#,
        choices.join(",")
    );
    assert_eq!(list(&shell(&state).replace("<title>Lamps", "<title>Desk lamp oak | Shop")), None);
}

#[test]
fn one_language_of_several_is_taken() {
    let one = |at: usize| {
        let text = |language: &str| {
            format!(r#""{language}":{{"title":"Number {at} in {language}","url":"/{language}/number-{at}"}}"#)
        };
        format!(
            r#"{{"id":{at},"image":"/i/{at}.jpg","rent":{{"amount":{at}00,"currency":"CHF"}},"texts":{{{},{}}}}}"#,
            text("de"),
            text("fr")
        )
    };
    let homes: Vec<String> = (1..9).map(one).collect();
    let table = list(&shell(&format!(r#"{{"results":[{}]}}"#, homes.join(","))).replace("lang=en", "lang=fr")).unwrap();
    assert_eq!(table.record(0).unwrap().text("title"), Some("Number 1 in fr"));
    assert!(table.columns.iter().all(|column| column.name != "de_title"));
}

/// A table of what a page shows.
fn shown(rows: &[[&str; 3]]) -> RegionTable {
    let role =
        |role: Role, value_type| Column { role: Some(role), ..Column::new(role.name(), role.kind(), value_type) };
    let columns = vec![
        role(Role::Title, ValueType::Text),
        role(Role::Url, ValueType::Url),
        Column::new("price", ColumnKind::Text, ValueType::Price),
    ];
    let cell = |text: &&str| (!text.is_empty()).then(|| Cell::text(*text));
    RegionTable::new(
        columns,
        rows.iter().map(|row| RecordRow::new(Vec::new(), row.iter().map(cell).collect())).collect(),
    )
}

fn completed(table: &mut RegionTable, used: StateUse) -> Vec<Warning> {
    let html = shell(&format!(r#"{{"products":{}}}"#, products(&LAMPS)));
    let document = document(&html);
    State::read(&document, None, &Bounds::default()).complete(std::slice::from_mut(table), used)
}

#[test]
fn what_the_page_cuts_off_or_lacks_is_completed_and_what_differs_is_told() {
    let mut table = shown(&[
        ["Lava lamp red", "/p/lava-lamp-red", "22.50 €"],
        ["Desk lam…", "/p/desk-lamp-oak", "20.50 €"],
        ["Clip lamp small", "", "99.00 €"],
        ["Floor lamp tall", "/p/floor-lamp-tall", "21.50 €"],
        ["Of another shop", "/p/other", "1.00 €"],
    ]);
    let warnings = completed(&mut table, StateUse::Completions);
    assert_eq!(
        titles(&table),
        ["Lava lamp red", "Desk lamp oak", "Clip lamp small", "Floor lamp tall", "Of another shop"]
    );
    let of = |record: usize, column: &str| table.record(record).unwrap().text(column).map(str::to_owned);
    assert_eq!(of(2, "url").as_deref(), Some("/p/clip-lamp-small"));
    assert_eq!(of(2, "price").as_deref(), Some("99.00 €"));
    assert_eq!((of(1, "id").as_deref(), of(4, "id")), (Some("700"), None));
    assert_eq!(of(0, "date").as_deref(), Some("2024-03-03"));
    assert_eq!(table.state.as_deref(), Some("window.__STATE__.products[]"));
    assert_eq!(warnings, [Warning::StateDiffers { column: "price".into(), records: 1 }]);
    assert!(table.column("currency").is_none());
}

/// `id` stood beside `prod_id`, which the page shows.
#[test]
fn an_identifier_that_the_page_shows_is_not_added_again() {
    let with = |shows_it: bool| {
        let mut table = shown(&[
            ["Lava lamp red", "/p/lava-lamp-red", "22.50 €"],
            ["Desk lamp oak", "/p/desk-lamp-oak", "20.50 €"],
            ["Clip lamp small", "/p/clip-lamp-small", "23.50 €"],
        ]);
        if shows_it {
            table.columns.push(Column::new("text", ColumnKind::Text, ValueType::Number));
            for (row, id) in table.records.iter_mut().zip(["702", "700", "703"]) {
                row.cells.push(Some(Cell::text(id)));
            }
        }
        let products = products(&LAMPS).replace("\"id\":7", "\"prodId\":7");
        let both = products.split("\"prodId\":").enumerate().map(|(at, part)| match at {
            0 => part.to_owned(),
            _ => format!("\"prodId\":{},\"id\":{part}", &part[..3]),
        });
        let document = document(&shell(&format!(r#"{{"products":{}}}"#, both.collect::<String>())));
        State::read(&document, None, &Bounds::default())
            .complete(std::slice::from_mut(&mut table), StateUse::Completions);
        let ids = table.columns.iter().filter(|column| column.name.to_lowercase().ends_with("id"));
        ids.count()
    };
    assert_eq!((with(true), with(false)), (1, 1));
}

#[test]
fn all_fields_are_added_on_request_and_none_where_they_are_not_wanted() {
    let rows = [["Lava lamp red", "/p/lava-lamp-red", "22.50 €"], ["Desk lamp oak", "/p/desk-lamp-oak", "20.50 €"]];
    let mut table = shown(&rows);
    completed(&mut table, StateUse::Everything);
    assert!(table.column("currency").is_some());
    let mut table = shown(&rows);
    completed(&mut table, StateUse::Nothing);
    assert_eq!(table, shown(&rows));
    let mut other =
        shown(&[["Of a shop", "/o/1", "1 €"], ["Of another", "/o/2", "2 €"], ["Of a third", "/o/3", "3 €"]]);
    let before = other.clone();
    completed(&mut other, StateUse::Completions);
    assert_eq!(other, before);
}

#[test]
fn hostile_state_costs_what_the_limits_say() {
    let deep = format!("{}1{}", r#"{"a":["#.repeat(1_000_000), "]}".repeat(1_000_000));
    let wide = format!("[{}]", r#"{"a":1,"b":[{"c":2}]},"#.repeat(300_000));
    let circle: String = (0..20_000)
        .map(|at| format!(r#""T:{at}":{{"title":"Some thing {at}","next":{{"__ref":"T:{}"}}}},"#, (at + 1) % 20_000))
        .collect();
    let indexed = format!(
        "[{}]",
        (0..50_000).map(|at| format!("[{},{}]", (at + 1) % 50_000, (at + 2) % 50_000)).collect::<Vec<_>>().join(",")
    );
    let doubled =
        format!("[{}]", (0..60).map(|at| format!(r#"{{"a":{0},"b":{0}}}"#, at + 1)).collect::<Vec<_>>().join(","));
    for state in [
        deep,
        wide,
        format!("{{{circle}\"x\":1}}"),
        indexed,
        doubled,
        r#"{"__proto__":{"items":[1]},"constructor":[{"prototype":{"a":"\ud800"}},{"a":"\udfff\ud800"},{"a":1,"a":2,"a":3}]}"#.to_owned(),
        format!("\"{}\"", r#"{\"a\":"#.repeat(50_000)),
        format!("JSON.parse(atob(\"eyJ{}\"))", "A".repeat(100_001)),
        format!("JSON.parse(decodeURIComponent(\"%7B%22{}\"))", "%".repeat(100_001)),
    ] {
        let html = shell(&state);
        list(&html);
        let document = document(&html);
        let mut table = shown(&[["Some thing 1", "/p/1", "1 €"], ["Some thing 2", "/p/2", "1 €"]]);
        State::read(&document, None, &Bounds::default()).complete(std::slice::from_mut(&mut table), StateUse::Everything);
    }
    let flight = format!(
        "self.__next_f.push([1,{:?}])",
        (0..3_000).map(|at| format!("{at:x}:[\"${:x}\",\"${:x}\"]\n", at + 1, at + 1)).collect::<String>()
    );
    list(&format!("<div id=root></div><script>{flight}</script>"));
    let function = format!("window.__NUXT__=(function(a){{return {{x:[{}]}}}}({{}}))", "a,".repeat(100_000));
    list(&format!("<div id=root></div><script>{function}</script>"));
}

#[test]
fn a_page_without_state_has_none() {
    let html =
        format!("<title>x</title><p>text</p><script>{}</script>", "function f(a){if(a==1){return a}}".repeat(100));
    let document = document(&html);
    let state = State::read(&document, None, &Bounds::default());
    assert!(state.pieces.list.is_empty() && !state.is_cut() && state.list(StateUse::Everything).is_none());
}

/// What speaks for the best list of a page, and against it.
fn evidence_of(html: &str, what: &str) -> f64 {
    let document = document(html);
    let state = State::read(&document, None, &Bounds::default());
    let lists = lists::find(&state.pieces);
    let about = About::of(&document, &state.pieces, None, true);
    let judged = choose::judge(&lists, &state.pieces, &about);
    let parts = evidence::evidence(&lists.list[judged[0].number], &judged[0], &about);
    parts.iter().filter(|(name, _)| *name == what).map(|(_, value)| value).sum()
}

#[test]
fn a_list_is_counted_where_numbers_beside_it_say_how_many_records_there_are() {
    let products = products(&LAMPS);
    let counted =
        |beside: &str| evidence_of(&shell(&format!(r#"{{"products":{products},{beside}}}"#)), "counted") > 0.0;
    assert!(counted(r#""totalCount":120"#));
    assert!(counted(r#""pagination":{"pageSize":"12","page":1}"#));
    assert!(!counted(r#""total":3"#));
    assert!(!counted(r#""width":1200,"page_size":500"#));
}

/// The shell of a page with an address and a description.
fn shell_at(address: &str, description: &str) -> String {
    let head =
        format!(r#"<link rel=canonical href="{address}"><meta name=description content="{description}"></head>"#);
    shell(&format!(r#"{{"products":{}}}"#, products(&LAMPS))).replace("<body>", &format!("{head}<body>"))
}

#[test]
fn a_page_that_is_described_by_one_record_or_has_the_address_of_a_text_is_hardly_one_of_the_list() {
    let list = shell_at("https://x.example/lighting/lamps?page=2", "Every lamp of our shop");
    assert!(["told", "slug", "home", "elsewhere"].iter().all(|what| evidence_of(&list, what) == 0.0));
    assert!(evidence_of(&list, "topic") > 0.0);
    assert!(evidence_of(&shell_at("https://x.example/l", "Buy the lava lamp red today"), "told") < 0.0);
    assert!(evidence_of(&shell_at("https://x.example/how-to-choose-good-light", ""), "slug") < 0.0);
    for home in ["https://x.example/", "https://x.example/de", "https://x.example/en-gb/"] {
        assert!(evidence_of(&shell_at(home, ""), "home") < 0.0, "{home}");
    }
    let elsewhere = shell_at("https://x.example/l", "").replace("/p/", "https://other.example/p/");
    assert!(evidence_of(&elsewhere, "elsewhere") < 0.0);
}

#[test]
fn the_first_page_of_a_site_is_about_no_one_object() {
    let declared = "<meta property=og:type content=product>";
    let one_object = |address: &str| {
        let document = document(&format!("{}{declared}", shell_at(address, "")));
        let state = State::read(&document, None, &Bounds::default());
        About::of(&document, &state.pieces, None, true).one_object
    };
    assert!(one_object("https://x.example/lamps") > 0.0);
    assert_eq!(one_object("https://x.example/"), 0.0);
}

#[test]
fn classified_ads_are_a_list_and_arguments_of_queries_say_nothing_about_it() {
    let ads = shell(&format!(r#"{{"ads":{}}}"#, products(&LAMPS)));
    assert_eq!(titles(&list(&ads).unwrap()), LAMPS);
    let query = r#"search({\"filters\":[{\"related\":1}]})"#;
    let cached = shell(&format!(r#"{{"ROOT_QUERY":{{"{query}":{{"results":{}}}}}}}"#, products(&LAMPS)));
    assert_eq!(titles(&list(&cached).unwrap()), LAMPS);
    assert_eq!(words::words_on(r#"a.searchFor({"filters":(1)}).results[]"#), ["a", "search", "for", "results"]);
}

#[test]
fn the_parts_of_a_text_are_one_value() {
    let one = |(at, name): (usize, &&str)| {
        let title = format!(r#"[{{"text":"New"}},{{"text":"{name}","bold":true}}]"#);
        format!(r#"{{"id":{at},"title":{title},"url":"/p/{at}","price":1{at},"image":"/i/{at}.jpg"}}"#)
    };
    let objects: Vec<String> = LAMPS.iter().enumerate().map(one).collect();
    let table = list(&shell(&format!(r#"{{"products":[{}]}}"#, objects.join(",")))).unwrap();
    assert_eq!(table.record(0).unwrap().text("title"), Some("New Desk lamp oak"));
}
