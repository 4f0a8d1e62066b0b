//! Wrappers on small pages, each made for one property.

use super::*;
use crate::Limits;
use crate::dom::{ParseOptions, parse};
use crate::site::sample::SitePage;
use crate::tree::PageTree;

/// A shop page with the given items: name, price, and whether there is a note.
fn shop(items: &[(&str, &str, bool)]) -> String {
    let item = |(name, price, note): &(&str, &str, bool)| {
        let material = if name.len() % 2 == 0 { "dark linen" } else { "solid oak" };
        let note = if *note { format!("<p class=note>{material}</p>") } else { String::new() };
        format!(
            "<li class='item card'><a class=name href='/{name}'><b>{name}</b></a><i class=price>{price}</i>{note}</li>"
        )
    };
    let items: Vec<String> = items.iter().map(item).collect();
    page(&format!("<ul class=shop id=list>{}</ul>", items.concat()))
}

/// The site around a list.
fn page(list: &str) -> String {
    format!(
        "<body class=site><header class=top><a class=logo href=/>Acme</a><nav class=menu><ul class=links>\
         <li class=link><a href=/a>About us</a><li class=link><a href=/b>Contact</a><li class=link><a href=/c>Help</a></ul></nav></header>\
         <main class=content><h1 class=headline>Furniture</h1><div class=intro><p>All that we have in stock today.</p></div>{list}\
         <div class=pager><a class=next href=/2>Next</a></div></main>\
         <footer class=foot><p class=legal>All rights reserved</p></footer></body>"
    )
}

const FIRST: [(&str, &str, bool); 6] = [
    ("Chair", "$ 20.00", false),
    ("Table", "$ 120.00", true),
    ("Lamp", "$ 35.50", false),
    ("Bed", "$ 300.00", false),
    ("Sofa", "$ 450.00", true),
    ("Desk", "$ 90.00", false),
];

fn learnt(html: &str) -> Wrapper {
    learn(&[page_of(html)], &LearnOptions::default()).wrapper
}

fn applied(wrapper: &Wrapper, html: &str) -> AppliedPage {
    let options = ApplyOptions::default();
    Applier::new(wrapper).apply_parsed(&page_of(html), &Limits::default(), None, &options)
}

fn page_of(html: &str) -> SitePage {
    SitePage::new(parse(html.as_bytes(), &ParseOptions::default()).unwrap())
}

/// The texts of a column, "-" for missing ones.
fn column(page: &AppliedPage, name: &str) -> Vec<String> {
    let Some(region) = page.regions.first() else { return Vec::new() };
    let at = region.column(name).unwrap();
    let text = |record: &crate::types::RecordRow| record.cells[at].as_ref().map_or("-".into(), |c| c.text.clone());
    region.records.iter().map(text).collect()
}

#[test]
fn one_record_comes_out_and_so_does_none() {
    let wrapper = learnt(&shop(&FIRST));
    let one = applied(&wrapper, &shop(&[("Shelf", "$ 75.00", false)]));
    assert_eq!(column(&one, "price"), ["$ 75.00"]);
    assert_eq!(one.drift, []);
    let none = applied(&wrapper, &shop(&[]));
    // a page without what the wrapper is for is empty, or was redesigned: somebody should look
    assert!(none.regions.is_empty(), "{none:?}");
    assert_eq!(none.drift, [Drift::NoRecords { least: FIRST.len() as u32 }]);
}

#[test]
fn columns_are_those_of_the_template() {
    // a note that is the same in all records is left out by default
    let records = crate::records::Options { columns: crate::records::ColumnOptions::all(), ..Default::default() };
    let wrapper = learn(&[page_of(&shop(&FIRST))], &LearnOptions { records, ..LearnOptions::default() }).wrapper;
    let names =
        |page: &AppliedPage| -> Vec<String> { page.regions[0].columns.iter().map(|c| c.name.clone()).collect() };
    let all = applied(&wrapper, &shop(&FIRST));
    let one = applied(&wrapper, &shop(&[("Shelf", "$ 75.00", false), ("Rug", "$ 60.00", true)]));
    assert_eq!(names(&all), names(&one));
    assert_eq!(column(&one, "note"), ["-", "solid oak"]);
}

#[test]
fn a_list_in_two_more_elements_is_found() {
    let wrapper = learnt(&shop(&FIRST));
    let html = shop(&FIRST)
        .replace("<ul class=shop", "<section><div class=grid><ul class=shop")
        .replace("</ul><div class=pager", "</ul></div></section><div class=pager");
    let page = applied(&wrapper, &html);
    assert_eq!(column(&page, "price").len(), 6);
    assert_eq!(page.drift, []);
}

#[test]
fn renamed_classes_are_survived_and_reported() {
    let wrapper = learnt(&shop(&FIRST));
    let mut html = shop(&FIRST);
    for (i, name) in [
        "item", "card", "price", "name", "shop", "top", "menu", "links", "link", "content", "headline", "intro",
        "pager", "foot", "legal", "logo", "note", "site", "next",
    ]
    .iter()
    .enumerate()
    {
        html = html.replace(&format!("class={name}"), &format!("class=x{}", char::from(b'a' + i as u8)));
    }
    let html = html.replace("class='item card'", "class='qq rr'").replace("id=list", "id=zz");
    let page = applied(&wrapper, &html);
    assert_eq!(page.drift, [Drift::Renamed]);
    assert_eq!(column(&page, "price")[2], "$ 35.50");
}

#[test]
fn a_column_that_vanishes_is_reported() {
    let wrapper = learnt(&shop(&FIRST));
    let gone: Vec<(&str, &str, bool)> = FIRST.iter().map(|&(name, _, note)| (name, "", note)).collect();
    let page = applied(&wrapper, &shop(&gone));
    assert!(matches!(&page.drift[..], [Drift::ColumnVanished { column, .. }] if column == "price"), "{:?}", page.drift);
    assert_eq!(page.regions[0].records.len(), 6);
}

#[test]
fn a_column_of_another_type_is_reported() {
    let wrapper = learnt(&shop(&FIRST));
    let sold: Vec<(&str, &str, bool)> = FIRST.iter().map(|&(name, _, note)| (name, "on request", note)).collect();
    let page = applied(&wrapper, &shop(&sold));
    assert!(matches!(&page.drift[..], [Drift::TypeChanged { was, .. }] if was == "price"), "{:?}", page.drift);
}

#[test]
fn records_with_few_of_their_values_are_reported_however_few_they_are() {
    let items = [
        ("Oak chair", "$ 20.00", true),
        ("Lamp", "$ 35.50", true),
        ("Bed", "$ 300.00", true),
        ("Sofa", "$ 5.00", true),
    ];
    let wrapper = learnt(&shop(&items));
    let usual = wrapper.templates[0].parts[0].columns.iter().filter(|column| column.statistics.fill >= 0.7).count();
    assert!(usual >= 3, "{usual}");
    assert_eq!(applied(&wrapper, &shop(&items[..1])).drift, []);
    let bare = page("<ul class=shop id=list><li class='item card'><b>Sold out</b></li></ul>");
    let of = applied(&wrapper, &bare);
    assert!(matches!(of.drift[..], [Drift::FewValues { .. }]), "{of:?}");
}

#[test]
fn another_template_is_reported() {
    let wrapper = learnt(&shop(&FIRST));
    let page = applied(
        &wrapper,
        "<div class=app><section><h2>News</h2><p class=story>One</p><p class=story>Two</p></section></div>",
    );
    assert!(page.regions.is_empty());
    assert!(matches!(&page.drift[..], [Drift::NoTemplate { nearest: Some(_) }]), "{:?}", page.drift);
}

#[test]
fn no_alarm_on_the_page_learnt_from() {
    let html = shop(&FIRST);
    assert_eq!(applied(&learnt(&html), &html).drift, []);
}

#[test]
fn a_page_that_was_not_searched_whole_is_told() {
    let item = |n: usize| format!("<li><a href=/{n}>Chair {n}</a> <i>$ {n}.00</i>{}</li>", "<u>new</u>".repeat(n % 3));
    let long = format!("<ul>{}</ul>", (1..40).map(item).collect::<String>());
    let pages = [page_of("<p>A lamp"), page_of(&long)];
    assert!(learn(&pages, &LearnOptions::default()).exhausted.is_empty());
    let limits = Limits { max_work: 10, ..Limits::default() };
    assert_eq!(learn(&pages, &LearnOptions::default().limits(limits)).exhausted, [1]);
}

#[test]
fn pages_of_a_template_agree() {
    let second = shop(&[("Shelf", "$ 75.00", false), ("Rug", "$ 60.00", true), ("Vase", "$ 9.00", false)]);
    let other = "<body class=blog><article class=post><h1>On wood</h1><p class=body>Oak is a hard wood that lasts.</p></article>";
    let pages = [shop(&FIRST), other.to_owned(), second];
    let pages = pages.each_ref().map(|html| page_of(html));
    let wrapper = learn(&pages, &LearnOptions::default()).wrapper;
    assert_eq!(wrapper.templates.iter().map(|t| t.pages).collect::<Vec<_>>(), [2, 1]);
    assert_eq!(wrapper.templates[0].parts[0].statistics.records, 9);
    assert_eq!(applied(&wrapper, other).template.as_deref(), Some("template 2"));
}

#[test]
fn records_of_several_siblings() {
    let list = |items: &[(&str, &str)]| {
        let items: Vec<String> = items
            .iter()
            .map(|(t, d)| format!("<dt class=term><a href='/{t}'>{t}</a></dt><dd class=def>{d}</dd>"))
            .collect();
        page(&format!("<dl class=words>{}</dl>", items.concat()))
    };
    let words = [
        ("Oak", "a hard wood"),
        ("Pine", "a soft wood"),
        ("Ash", "a tough wood"),
        ("Elm", "a rare wood"),
        ("Fir", "a light wood"),
    ];
    let wrapper = learnt(&list(&words));
    let page = applied(&wrapper, &list(&[("Yew", "an old wood")]));
    assert_eq!(page.regions[0].records[0].nodes.len(), 2);
}

#[test]
fn the_file_reads_back_as_it_was_written() {
    let wrapper = learnt(&shop(&FIRST));
    let text = wrapper.to_json().unwrap();
    assert_eq!(Wrapper::from_json(&text).unwrap(), wrapper);
    let selectors = &wrapper.templates[0].parts[0].selectors;
    assert_eq!((selectors.css.as_str(), selectors.agreement), ("li.card", [1.0, 1.0]));
    let newer = text.replace("\"rowsmith_wrapper\": 4", "\"rowsmith_wrapper\": 9");
    assert_eq!(Wrapper::from_json(&newer), Err(WrapperError::Version(9)));
    assert!(matches!(Wrapper::from_json("{}"), Err(WrapperError::NotAWrapper(_))));
    assert!(matches!(Wrapper::from_json(&text.replace("\"in\":1,", "\"in\":900,")), Err(WrapperError::At { .. })));
    // the part for people comes before the rest
    assert!(text.find("\"columns\"").unwrap() < text.find("\"recognition\"").unwrap(), "{text}");
}

/// The file with one change, to a text that must occur in it.
fn edited(wrapper: &Wrapper, from: &str, to: &str) -> Result<Wrapper, WrapperError> {
    let text = wrapper.to_json().unwrap();
    assert!(text.contains(from), "{from} is not in {text}");
    Wrapper::from_json(&text.replacen(from, to, 1))
}

/// The file without the lines from the one that contains `from` to the one that is `to`.
fn without(text: &str, from: &str, to: &str) -> String {
    let at = text.find(from).unwrap();
    let start = text[..at].rfind('{').unwrap();
    let end = start + text[start..].find(to).unwrap() + to.len();
    format!("{}{}", &text[..start], &text[end..])
}

fn names(page: &AppliedPage) -> Vec<String> {
    page.regions[0].columns.iter().map(|column| column.name.clone()).collect()
}

#[test]
fn a_renamed_column_and_one_of_another_type() {
    let wrapper = learnt(&shop(&FIRST));
    let renamed = edited(&wrapper, "\"name\": \"price\"", "\"name\": \"cost\"").unwrap();
    let page = applied(&renamed, &shop(&FIRST));
    assert_eq!(column(&page, "cost")[2], "$ 35.50");
    assert_eq!(page.drift, []);
    let typed = edited(&wrapper, "\"type\": \"price\"", "\"type\": \"text\"").unwrap();
    let page = applied(&typed, &shop(&FIRST));
    let at = page.regions[0].column("price").unwrap();
    assert_eq!(page.regions[0].columns[at].value_type, crate::recognize::ValueType::Text);
    // the change is kept when the file is written again
    assert_eq!(Wrapper::from_json(&renamed.to_json().unwrap()).unwrap(), renamed);
}

#[test]
fn a_column_that_is_taken_out_is_gone_and_takes_no_others_place() {
    let wrapper = learnt(&shop(&FIRST));
    let before = names(&applied(&wrapper, &shop(&FIRST)));
    assert_eq!(before, ["title", "url", "price", "note"]);
    let text = without(&wrapper.to_json().unwrap(), "\"name\": \"title\"", "},");
    let without = Wrapper::from_json(&text).unwrap();
    let page = applied(&without, &shop(&FIRST));
    assert_eq!((names(&page), column(&page, "price")[0].as_str()), (before[1..].to_vec(), "$ 20.00"));
    assert_eq!(page.drift, []);
    assert_eq!(Wrapper::from_json(&without.to_json().unwrap()).unwrap(), without);
}

#[test]
fn columns_stand_in_the_order_of_the_file() {
    let mut wrapper = learnt(&shop(&FIRST));
    let text = wrapper.to_json().unwrap();
    let mut file: serde_json::Value = serde_json::from_str(&text).unwrap();
    file["templates"][0]["parts"][0]["columns"].as_array_mut().unwrap().reverse();
    wrapper = Wrapper::from_json(&file.to_string()).unwrap();
    let page = applied(&wrapper, &shop(&FIRST));
    assert_eq!(names(&page), ["note", "price", "url", "title"]);
    assert_eq!((column(&page, "title")[5].as_str(), column(&page, "url")[5].as_str()), ("Desk", "/Desk"));
}

#[test]
fn a_column_of_ones_own() {
    let wrapper = learnt(&shop(&FIRST));
    let own = "\"columns\": [ {\"name\": \"shout\", \"css\": \"a.name > b\"}, {\"name\": \"kind\", \"css\": \":scope\", \"html_attribute\": \"class\"},";
    let with = edited(&wrapper, "\"columns\": [", own).unwrap();
    let page = applied(&with, &shop(&FIRST));
    assert_eq!(names(&page), ["shout", "kind", "title", "url", "price", "note"]);
    assert_eq!((column(&page, "shout")[1].as_str(), column(&page, "kind")[0].as_str()), ("Table", "item card"));
    assert_eq!(Wrapper::from_json(&with.to_json().unwrap()).unwrap(), with);
}

#[test]
fn a_selector_of_records_or_of_a_column_is_what_counts() {
    let wrapper = learnt(&shop(&FIRST));
    let records = edited(&wrapper, "\"css\": \"li.card\"", "\"css\": \"#list > li:not(:first-child)\"").unwrap();
    let page = applied(&records, &shop(&FIRST));
    assert_eq!(column(&page, "title"), ["Table", "Lamp", "Bed", "Sofa", "Desk"]);
    let column_css = edited(&wrapper, "\"css\": \"i.price\"", "\"css\": \"p.note\"").unwrap();
    let page = applied(&column_css, &shop(&FIRST));
    assert_eq!(column(&page, "price"), ["-", "solid oak", "-", "-", "dark linen", "-"]);
    assert_eq!(Wrapper::from_json(&records.to_json().unwrap()).unwrap(), records);
}

#[test]
fn a_change_that_can_have_no_effect_is_told_with_its_line_and_place() {
    let wrapper = learnt(&shop(&FIRST));
    let text = wrapper.to_json().unwrap();
    for (from, to, place, expected) in [
        (
            "\"css\": \"i.price\"",
            "\"css\": \"i:hover\"",
            "templates[0].parts[0].columns[2].css",
            "':hover' is not known",
        ),
        ("\"css\": \"i.price\"", "\"css\": \"\"", "templates[0].parts[0].columns[2].css", "delete its"),
        ("\"xpath\": \".//i", "\"xpath\": \".//em", "templates[0].parts[0].columns[2].xpath", "change \"css\""),
        ("\"name\": \"price\"", "\"name\": \"title\"", "templates[0].parts[0].columns[2].name", "another column"),
        ("\"type\": \"price\"", "\"type\": \"money\"", "templates[0].parts[0].columns[2].type", "unknown variant"),
        ("\"name\": \"price\"", "\"nmae\": \"price\"", "templates[0].parts[0].columns[2]", "unknown field `nmae`"),
        ("\"id\": \"c3\"", "\"id\": \"c9\"", "templates[0].parts[0].columns[2].id", "no column \"c9\""),
    ] {
        let wanted = 1 + text[..text.find(from).unwrap()].lines().count().saturating_sub(1);
        match edited(&wrapper, from, to).unwrap_err() {
            WrapperError::At { line, place: at, what } => {
                assert!(what.contains(expected), "{what}");
                assert!(at.starts_with(place), "{at} is not {place}");
                assert!(line.abs_diff(wanted) <= 1, "line {line}, not {wanted}: {to}");
            }
            other => panic!("{other}"),
        }
    }
}

#[test]
fn files_of_earlier_versions_call_boilerplate_furniture() {
    let rules = r#"{"places": [], "texts": [], "furniture": ["p#."], "title_affixes": ["", ""], "author_sources": []}"#;
    let rules: format::ArticleRules = serde_json::from_str(rules).unwrap();
    assert_eq!(rules.boilerplate, ["p#."]);
    assert!(serde_json::to_string(&rules).unwrap().contains("\"boilerplate\":[\"p#.\"]"));
}

/// A page with a table of these columns.
fn table(headers: &[&str], rows: &[&[&str]]) -> String {
    let cells = |tag: &str, texts: &[&str]| texts.iter().map(|text| format!("<{tag}>{text}")).collect::<String>();
    let rows: String = rows.iter().map(|row| format!("<tr>{}", cells("td", row))).collect();
    page(&format!("<table><tr>{}{rows}</table>", cells("th", headers)))
}

#[test]
fn values_of_tables_stay_below_their_headers() {
    let first = table(
        &["Player", "Born", "Games", "Goals"],
        &[
            &["Ada Berg", "1990", "31", "12"],
            &["Bo Lind", "1988", "28", "3"],
            &["Cia Holm", "1995", "30", "17"],
            &["Dan Falk", "1991", "12", "1"],
            &["Eva Ström", "1993", "33", "9"],
        ],
    );
    let wrapper = learnt(&first);
    let names: Vec<String> = wrapper.templates[0].parts[0].columns.iter().map(|c| c.name.clone()).collect();
    let name_of = |header: &str| {
        let columns = &wrapper.templates[0].parts[0].columns;
        let at = columns.iter().position(|column| column.label.as_deref() == Some(header));
        at.map(|at| names[at].clone()).unwrap_or_else(|| panic!("no column {header:?}"))
    };
    // another column first, one moved, one gone
    let changed = table(
        &["No", "Player", "Goals", "Games"],
        &[&["7", "Fia Ek", "4", "20"], &["9", "Gus Alm", "2", "25"], &["11", "Hugo Ask", "8", "29"]],
    );
    let applied = applied(&wrapper, &changed);
    assert_eq!(column(&applied, &name_of("Player")), ["Fia Ek", "Gus Alm", "Hugo Ask"]);
    assert_eq!(column(&applied, &name_of("Games")), ["20", "25", "29"]);
    assert_eq!(column(&applied, &name_of("Goals")), ["4", "2", "8"]);
    assert_eq!(column(&applied, &name_of("Born")), ["-", "-", "-"]);
}

#[test]
fn what_looks_alike_but_is_no_record_is_remembered() {
    // the same cards in a box next to the list
    let boxed = "<aside class=side><ul class=shop><li class='item card'><a class=name href=/x><b>Ad</b></a><i class=price>$ 1.00</i></li></ul></aside>";
    let html = |items: &[(&str, &str, bool)]| shop(items).replace("<footer", &format!("{boxed}<footer"));
    let document = parse(html(&FIRST).as_bytes(), &ParseOptions::default()).unwrap();
    let tree = PageTree::new(&document);
    let of = |id: &crate::tree::TreeId| {
        tree.tag(*id) == crate::dom::Tag::LI && document.attr_named(tree.node(*id), "class") == Some("item card")
    };
    let items: Vec<crate::tree::TreeId> = tree.tree.nodes().filter(of).take(6).collect();
    let records: Vec<crate::records::Record> =
        items.iter().map(|&id| crate::records::Record::subtree(&tree.tree, id)).collect();
    let example = Example { document: &document, page: &tree, records: &records };
    let part = learn_records(PartKind::List, &[example], &LearnOptions::default());
    let ad = tree.tree.nodes().rfind(of).unwrap();
    let verdict = verdict(&document, &tree, &part, ad);
    assert!(verdict.lookalike > verdict.fit, "{verdict:?}");
}

/// All pages of a list went to the template of a page of it that has a single record, and so is an article as far as it goes.
#[test]
fn a_page_with_records_goes_not_to_a_template_of_an_article_alone() {
    let story = |name: &&str| {
        format!(
            "<li class=item><h2 class=name><a href='/{name}'>{name}</a></h2><p class=story>The {name} was made in a small workshop \
             by the river, where three people work on one piece at a time, and nobody hurries. It was finished in spring.</p></li>"
        )
    };
    let stories =
        |names: &[&str]| page(&format!("<ul class=shop>{}</ul>", names.iter().map(story).collect::<String>()));
    let of_kinds = |html: &str, lists: bool| {
        let kinds = Kinds { lists, posts: false, articles: !lists };
        learn(&[page_of(html)], &LearnOptions::default().kinds(kinds)).wrapper
    };
    let list = stories(&["Chair", "Table", "Lamp", "Bed", "Sofa"]);
    let both = of_kinds(&list, true).with(of_kinds(&stories(&["Desk"]), false));
    let kinds: Vec<PartKind> =
        both.templates.iter().flat_map(|template| &template.parts).map(|part| part.kind).collect();
    assert_eq!(kinds, [PartKind::List, PartKind::Article]);
    assert_eq!(column(&applied(&both, &list), "title"), ["Chair", "Table", "Lamp", "Bed", "Sofa"]);
    assert_eq!(applied(&both, &stories(&["Shelf"])).template, Some(both.templates[0].name.clone()));
    // a page without records is the article
    let essay = page(
        "<article class=essay><h2 class=title>On desks</h2><p class=lead>A desk is where a day begins and ends, and so it \
         should be made with care, by people who have the time for it.</p></article>",
    );
    let both = of_kinds(&list, true).with(of_kinds(&essay, false));
    assert_eq!(applied(&both, &essay).template, Some(both.templates[1].name.clone()));
}
