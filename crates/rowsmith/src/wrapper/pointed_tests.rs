//! Wrappers from pages on which a person pointed at fields.

use crate::types::{AppliedPage, PartKind, RegionTable};
use crate::wrapper::{ApplyOptions, LearnOptions, Wrapper};
use crate::{Page, PageOptions};

/// A page about a lamp. The brand stands in a list of texts without names of their own.
fn lamp(name: &str, price: &str, maker: &str) -> String {
    format!(
        "<body class=shop><header class=top><a class=logo href=/>Lampwright</a><p class=slogan>Light since 1950</p></header>\
         <main class=product><p class=trail><a href=/>Home</a> <a href=/lamps>Lamps</a></p><h1 class=name>{name}</h1>\
         <b class=price>{price}</b><img class=shot src='/{name}.jpg'><div class=facts><p>In stock</p><p>{maker}</p><p>2 kg</p></div>\
         <button>Add to cart</button></main><footer class=foot><p class=legal>All rights reserved</p></footer>"
    )
}

fn story(title: &str, name: &str) -> String {
    let text = format!("{title} was seen at the harbour, where it had been expected for a long time. ").repeat(6);
    format!(
        "<title>{title} | The Pier</title><body class=site><ul class=menu><li><a href=/>Home</a></ul><div class=post><h1 class=head>{title}</h1>\
         <p class=meta>By <a class=author href=/staff>Staff</a></p><p class=written>Words: <span class=w>{name}</span></p>\
         <p class=when><span class=d>5 January 2024</span></p><div class=body><p>{text}</p><p>{text}</p></div></div><div class=foot>The Pier</div>"
    )
}

fn thread(names: [&str; 4]) -> String {
    let post = |(n, name): (usize, &str)| {
        let text =
            format!("{name} thinks that lamps are fine, and says so at some length today, as on any day of the year.");
        format!(
            "<div class=post><p class=top><a class=rank href=/rank>Member</a> <a class=user href=/u/{name}>{name}</a> <i class=day>2024-01-0{} 10:00</i></p>\
             <p class=place>{}</p><div class=body>{text}</div></div>",
            n + 1,
            ["Leeds", "York", "Hull", "Ripon"][n]
        )
    };
    let posts: String = names.into_iter().enumerate().map(post).collect();
    format!("<body class=forum><h1>Lamps</h1><div class=posts>{posts}</div><p class=foot>Powered by nothing</p>")
}

fn page(html: &str, options: &PageOptions) -> Page {
    Page::parse(html.as_bytes(), options).unwrap()
}

fn learnt(pages: &[Page]) -> Wrapper {
    let wrapper = Wrapper::learn(pages, &LearnOptions::new());
    // what is kept in a file is the same
    let kept = Wrapper::from_json(&wrapper.to_json().unwrap()).unwrap();
    assert_eq!(kept, wrapper);
    wrapper
}

fn applied(wrapper: &Wrapper, html: &str) -> AppliedPage {
    let applied = wrapper.apply(&page(html, &PageOptions::new()), &ApplyOptions::new());
    assert!(applied.template.is_some() && applied.drift.is_empty(), "{:?}", applied.drift);
    applied
}

fn texts(table: &RegionTable, column: &str) -> Vec<Option<String>> {
    table.records().map(|record| record.text(column).map(str::to_owned)).collect()
}

fn one(table: &RegionTable, column: &str) -> Option<String> {
    texts(table, column).remove(0)
}

/// The path of the first element with this class.
fn path(html: &str, class: &str) -> String {
    let page = page(html, &PageOptions::new());
    let table = crate::dom::parse(html.as_bytes(), &crate::dom::ParseOptions::default()).unwrap();
    let found = crate::selector::Selector::parse(&format!(".{class}")).unwrap().on(&table).all()[0];
    page.element_path(found.0).unwrap()
}

#[test]
fn an_object_by_what_its_page_shows_and_what_a_person_points_at() {
    let html = lamp("Desk lamp", "$49.00", "Lumen");
    let maker = "/html[1]/body[1]/main[1]/div[1]/p[2]";
    let options = PageOptions::new().part(PartKind::Item).field("maker", Some(maker));
    let wrapper = learnt(&[page(&html, &options)]);
    let [part] = &wrapper.templates[0].parts[..] else { panic!("only the object was asked for") };
    assert_eq!(part.kind, PartKind::Item);
    let further = applied(&wrapper, &lamp("Floor lamp", "$120.00", "Ikon"));
    let item = further.item.as_ref().expect("the page is of this template");
    assert_eq!((one(item, "name").as_deref(), one(item, "price").as_deref()), (Some("Floor lamp"), Some("$120.00")));
    assert_eq!(one(item, "maker").as_deref(), Some("Ikon"));
    assert!(further.regions.is_empty() && further.article.is_none());
    let line = serde_json::to_string(&further).unwrap();
    assert!(line.contains("\"item\":") && !line.contains("\"regions\":[]"), "{line}");
}

#[test]
fn a_field_that_a_page_lacks_is_no_column() {
    let html = lamp("Desk lamp", "$49.00", "Lumen");
    let options = PageOptions::new().part(PartKind::Item).field("price", None);
    let item = applied(&learnt(&[page(&html, &options)]), &html).item.unwrap();
    assert_eq!((item.column("price"), one(&item, "name").as_deref()), (None, Some("Desk lamp")));
}

#[test]
fn the_fields_of_an_article_are_where_a_person_says() {
    let pages = [story("A lamp", "Ann Lee"), story("The old crane", "Bo Day"), story("Fog", "Cy Orr")];
    let given = PageOptions::new()
        .part(PartKind::Article)
        .field("author", Some(&path(&pages[0], "w")))
        .field("mood", Some(&path(&pages[0], "written")));
    let first = page(&pages[0], &given);
    let with = |options: &PageOptions, html: &str| page(html, options);
    let wrapper = learnt(&[first, with(&PageOptions::new(), &pages[1]), with(&PageOptions::new(), &pages[2])]);
    let further = applied(&wrapper, &story("Low tide", "Dee Fox"));
    let article = further.article.as_ref().expect("the template has one");
    assert_eq!(
        (article.metadata.author.as_deref(), article.metadata.title.as_deref()),
        (Some("Dee Fox"), Some("Low tide"))
    );
    let table = &further.tables[0].table;
    assert_eq!(
        (one(table, "author").as_deref(), one(table, "mood").as_deref()),
        (Some("Dee Fox"), Some("Words: Dee Fox"))
    );

    let none = PageOptions::new().part(PartKind::Article).field("author", None);
    let wrapper = learnt(&[with(&none, &pages[0]), with(&none, &pages[1]), with(&none, &pages[2])]);
    let further = applied(&wrapper, &story("Low tide", "Dee Fox"));
    assert_eq!(further.article.unwrap().metadata.author, None);
    assert_eq!(further.tables[0].table.column("author"), None);
}

#[test]
fn a_date_that_a_person_points_at_is_written_like_all_dates() {
    let html = story("A lamp", "Ann Lee");
    let options = PageOptions::new().part(PartKind::Article).field("date", Some(&path(&html, "when")));
    let further = applied(&learnt(&[page(&html, &options)]), &html.replace("5 January", "9 March"));
    assert_eq!(further.article.unwrap().metadata.date.as_deref(), Some("2024-03-09"));
}

#[test]
fn the_text_of_an_article_is_the_element_that_a_person_points_at() {
    let html = story("A lamp", "Ann Lee");
    let options = PageOptions::new().part(PartKind::Article).field("text", Some(&path(&html, "body")));
    let wrapper = learnt(&[page(&html, &options)]);
    assert_eq!(
        wrapper.templates[0].parts[0].selectors.edited.as_deref(),
        Some("div.body"),
        "{:?}",
        wrapper.templates[0].parts[0].selectors
    );
    let further = applied(&wrapper, &story("Low tide", "Dee Fox"));
    assert!(further.article.unwrap().text.starts_with("Low tide was seen"));
}

#[test]
fn posts_and_their_fields_are_where_a_person_says() {
    let html = thread(["ann", "bob", "cy", "dan"]);
    let posts = (1..=4).map(|n| vec![format!("/html[1]/body[1]/div[1]/div[{n}]")]);
    let options = PageOptions::new()
        .part(PartKind::Posts)
        .list(posts)
        .field("author", Some(&path(&html, "rank")))
        .field("town", Some(&path(&html, "place")));
    let wrapper = learnt(&[page(&html, &options)]);
    assert_eq!(wrapper.templates[0].parts.iter().map(|part| part.kind).collect::<Vec<_>>(), [PartKind::Posts]);
    let further = applied(&wrapper, &thread(["eve", "flo", "gil", "hal"]));
    assert_eq!(further.posts.iter().map(|post| post.author.as_deref()).collect::<Vec<_>>(), [Some("Member"); 4]);
    let towns = texts(&further.tables[0].table, "town");
    assert_eq!(towns.iter().flatten().collect::<Vec<_>>(), ["Leeds", "York", "Hull", "Ripon"]);
}

#[test]
fn a_column_of_a_list_is_what_a_person_points_at_in_one_record() {
    let shop = |names: [&str; 4]| {
        let item = |name: &str| {
            format!(
                "<li class=card><a href=/{name}><b class=n>{name}</b></a><i class=p>$ 5.00</i><span class=s><u>{name} stock</u></span>"
            )
        };
        format!("<body><nav><a href=/>Home</a></nav><ul class=shop>{}</ul><p>Foot", names.map(item).concat())
    };
    let html = shop(["Chair", "Table", "Lamp", "Bed"]);
    let stock = "/html[1]/body[1]/ul[1]/li[2]/span[1]/u[1]";
    let options = PageOptions::new().part(PartKind::List).field("stock", Some(stock));
    let further = applied(&learnt(&[page(&html, &options)]), &shop(["Shelf", "Rug", "Vase", "Clock"]));
    let found = texts(&further.regions[0], "stock");
    assert_eq!(found.iter().flatten().collect::<Vec<_>>(), ["Shelf stock", "Rug stock", "Vase stock", "Clock stock"]);
}

#[test]
fn what_a_person_pointed_at_survives_learning_again() {
    let html = [lamp("Desk lamp", "$49.00", "Lumen"), lamp("Floor lamp", "$120.00", "Ikon")];
    let maker = "/html[1]/body[1]/main[1]/div[1]/p[2]";
    let options = PageOptions::new().part(PartKind::Item).field("maker", Some(maker));
    let wrapper = learnt(&[page(&html[0], &options)]);
    let plain: Vec<Page> = html.iter().map(|html| page(html, &PageOptions::new())).collect();
    let updated = wrapper.update(&plain, &LearnOptions::new()).wrapper;
    assert_eq!(updated.templates[0].parts.iter().map(|part| part.kind).collect::<Vec<_>>(), [PartKind::Item]);
    let item = applied(&updated, &lamp("Wall lamp", "$15.00", "Nord")).item.unwrap();
    assert_eq!((one(&item, "maker").as_deref(), one(&item, "name").as_deref()), (Some("Nord"), Some("Wall lamp")));

    let story_pages = [story("A lamp", "Ann Lee"), story("The old crane", "Bo Day")];
    let options = PageOptions::new().part(PartKind::Article).field("author", Some(&path(&story_pages[0], "w")));
    let wrapper = learnt(&[page(&story_pages[0], &options), page(&story_pages[1], &PageOptions::new())]);
    let plain: Vec<Page> = story_pages.iter().map(|html| page(html, &PageOptions::new())).collect();
    let updated = wrapper.update(&plain, &LearnOptions::new()).wrapper;
    let further = applied(&updated, &story("Low tide", "Dee Fox"));
    assert_eq!(further.article.unwrap().metadata.author.as_deref(), Some("Dee Fox"));
}

#[test]
fn what_is_said_of_nothing_on_the_page_changes_nothing() {
    let html = lamp("Desk lamp", "$49.00", "Lumen");
    let options = PageOptions::new()
        .part(PartKind::Item)
        .field("name", Some("/html[1]/body[1]/table[7]"))
        .field("", Some("/html[1]/body[1]/main[1]"))
        .field("odd", Some("nonsense"));
    let item = applied(&learnt(&[page(&html, &options)]), &html).item.unwrap();
    assert_eq!((one(&item, "name").as_deref(), item.column("odd"), item.column("")), (Some("Desk lamp"), None, None));
}

#[test]
fn a_page_of_another_kind_is_no_object() {
    let options = PageOptions::new().part(PartKind::Item);
    let wrapper = learnt(&[page(&lamp("Desk lamp", "$49.00", "Lumen"), &options)]);
    let other = wrapper.apply(&page(&story("A lamp", "Ann Lee"), &PageOptions::new()), &ApplyOptions::new());
    assert!(other.template.is_none() && other.item.is_none() && !other.drift.is_empty(), "{other:?}");
    // and of two templates that of the page is taken
    let article = PageOptions::new().part(PartKind::Article);
    let html = [lamp("Desk lamp", "$49.00", "Lumen"), story("A lamp", "Ann Lee")];
    let both = learnt(&[page(&html[0], &options), page(&html[1], &article)]);
    let further = applied(&both, &story("Low tide", "Dee Fox").replace("class=d>", "class=e>"));
    assert!(further.article.is_some() && further.item.is_none());
    assert!(applied(&both, &lamp("Wall lamp", "$15.00", "Nord")).item.is_some());
}

#[test]
fn names_that_differ_in_capitals_are_one_column() {
    let html = lamp("Desk lamp", "$49.00", "Lumen");
    let maker = "/html[1]/body[1]/main[1]/div[1]/p[2]";
    let options = PageOptions::new().part(PartKind::Item).field("Price", Some(maker)).field("PRICE", Some(maker));
    let item = applied(&learnt(&[page(&html, &options)]), &html).item.unwrap();
    let names: Vec<&str> = item.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names.iter().filter(|name| name.eq_ignore_ascii_case("price")).count(), 1, "{names:?}");
    let html = story("A lamp", "Ann Lee");
    let options = PageOptions::new().part(PartKind::Article).field("Author", Some(&path(&html, "w")));
    let further = applied(&learnt(&[page(&html, &options)]), &html);
    assert_eq!(further.article.unwrap().metadata.author.as_deref(), Some("Ann Lee"));
}

#[test]
fn what_is_pointed_at_later_counts_when_learning_again() {
    let shop = |names: [&str; 4]| {
        let item = |name: &str| {
            format!(
                "<li class=card><a href=/{name}><b class=n>{name}</b></a><i class=p>$ 5.00</i><span class=s><u>{name} stock</u> <s>{name} town</s></span>"
            )
        };
        format!("<body><nav><a href=/>Home</a></nav><ul class=shop>{}</ul><p>Foot", names.map(item).concat())
    };
    let html = shop(["Chair", "Table", "Lamp", "Bed"]);
    let with = |tag: &str| {
        let path = format!("/html[1]/body[1]/ul[1]/li[2]/span[1]/{tag}[1]");
        page(&html, &PageOptions::new().part(PartKind::List).field("stock", Some(&path)))
    };
    let wrapper = learnt(&[with("s")]);
    let updated = wrapper.update(&[with("u")], &LearnOptions::new()).wrapper;
    assert_eq!(Wrapper::from_json(&updated.to_json().unwrap()).unwrap(), updated);
    let further = applied(&updated, &shop(["Shelf", "Rug", "Vase", "Clock"]));
    let names: Vec<&str> = further.regions[0].columns.iter().map(|column| column.name.as_str()).collect();
    assert!(!names.contains(&"stock_2"), "{names:?}");
    assert_eq!(texts(&further.regions[0], "stock")[0].as_deref(), Some("Shelf stock"));

    let html = lamp("Desk lamp", "$49.00", "Lumen");
    let facts = |n: u32| format!("/html[1]/body[1]/main[1]/div[1]/p[{n}]");
    let with = |n: u32| page(&html, &PageOptions::new().part(PartKind::Item).field("maker", Some(&facts(n))));
    let updated = learnt(&[with(1)]).update(&[with(2)], &LearnOptions::new()).wrapper;
    assert_eq!(one(&applied(&updated, &html).item.unwrap(), "maker").as_deref(), Some("Lumen"));
}

#[test]
fn a_selector_does_not_look_for_what_a_page_lacks() {
    // the price of another lamp stands on both pages, and its own only on the second
    let html = |own: &str| {
        format!(
            "<body class=shop><h1 class=name>Desk lamp</h1>{own}<div class=facts><p>In stock</p></div><div class=other><b class=price>$9.00</b></div>"
        )
    };
    let pages = [html(""), html("<p class=own><b class=price>$49.00</b></p>")];
    let own = "/html[1]/body[1]/p[1]/b[1]";
    let wrapper = learnt(&[
        page(&pages[0], &PageOptions::new().part(PartKind::Item).field("price", None)),
        page(&pages[1], &PageOptions::new().part(PartKind::Item).field("price", Some(own))),
    ]);
    let price =
        |html: &str| one(&wrapper.apply(&page(html, &PageOptions::new()), &ApplyOptions::new()).item.unwrap(), "price");
    assert_eq!((price(&pages[0]), price(&pages[1]).as_deref()), (None, Some("$49.00")));
}

#[test]
fn a_text_that_only_its_place_tells_is_that_place() {
    let html = |text: &str| format!("<body><header><div>Logo of the house</div></header><div><p>{text}</p></div>");
    let text = "The lamp was lit at dusk, as every evening, and nobody on the pier thought anything of it. ".repeat(3);
    let options = PageOptions::new().part(PartKind::Article).field("text", Some("/html[1]/body[1]/div[1]"));
    let wrapper = learnt(&[page(&html(&text), &options)]);
    let further = applied(&wrapper, &html(&text.replace("lamp", "crane")));
    assert!(further.article.unwrap().text.starts_with("The crane was lit"));
    assert_eq!(further.tables.len(), 1);
}

#[test]
fn links_are_taken_from_around_what_was_pointed_at() {
    let shop = |names: [&str; 4]| {
        let item = |name: &str| {
            format!(
                "<li class=card><a class=x href=/x/{name}>more</a><a class=y href=/{name}><b class=n>{name} lamp</b></a><i class=p>$ 5.00</i>"
            )
        };
        format!("<body><nav><a href=/>Home</a></nav><ul class=shop>{}</ul><p>Foot", names.map(item).concat())
    };
    let html = shop(["Chair", "Table", "Lamp", "Bed"]);
    let plain = applied(&learnt(&[page(&html, &PageOptions::new())]), &html);
    let link = plain.regions[0].columns.iter().find(|column| column.kind == crate::types::ColumnKind::Link).unwrap();
    let bold = "/html[1]/body[1]/ul[1]/li[2]/a[2]/b[1]";
    let options = PageOptions::new().part(PartKind::List).field(link.name.as_str(), Some(bold));
    let further = applied(&learnt(&[page(&html, &options)]), &html);
    assert_eq!(texts(&further.regions[0], &link.name)[0].as_deref(), Some("/Chair"));
}

#[test]
fn what_stands_within_a_text_is_taken_without_it() {
    let html = |names: [&str; 4]| {
        thread(names)
            .replace("<a class=user", "<p>Written by <span class=own>")
            .replace("</a> <i", "</span> today</p> <i")
    };
    let first = html(["ann", "bob", "cyd", "dan"]);
    let posts = (1..=4).map(|n| vec![format!("/html[1]/body[1]/div[1]/div[{n}]")]);
    let options = PageOptions::new().part(PartKind::Posts).list(posts).field("author", Some(&path(&first, "own")));
    let further = applied(&learnt(&[page(&first, &options)]), &html(["eve", "flo", "gil", "hal"]));
    let names: Vec<String> = further.posts.iter().filter_map(|post| post.author.clone()).collect();
    assert!(names.iter().all(|name| !name.contains("Written")), "{names:?}");
}

#[test]
fn a_date_is_what_its_markup_states() {
    let html = |day: &str| {
        story("A lamp", "Ann Lee")
            .replace("<span class=d>5 January 2024</span>", &format!("<time class=d datetime={day}>a while ago</time>"))
    };
    let first = html("2024-02-03");
    let options = PageOptions::new().part(PartKind::Article).field("date", Some(&path(&first, "d")));
    let further = applied(&learnt(&[page(&first, &options)]), &html("2024-05-06"));
    assert_eq!(further.article.unwrap().metadata.date.as_deref(), Some("2024-05-06"));
}

#[test]
fn further_columns_of_an_article_are_in_its_line_and_removed_ones_are_not() {
    let html = story("A lamp", "Ann Lee").replace("<title>", "<meta name=description content='All of it'><title>");
    let options =
        PageOptions::new().part(PartKind::Article).field("mood", Some(&path(&html, "when"))).field("description", None);
    let further = applied(&learnt(&[page(&html, &options)]), &html);
    let line: serde_json::Value = serde_json::from_str(&serde_json::to_string(&further).unwrap()).unwrap();
    assert!(line["cells"]["mood"] == "5 January 2024" && line["description"].is_null(), "{line}");
    assert_eq!(further.tables[0].table.column("description"), None);
    assert_eq!(serde_json::from_value::<AppliedPage>(line).unwrap().article, further.article);
}

#[test]
fn the_record_of_an_object_has_no_selector() {
    let wrapper = learnt(&[page(&lamp("Desk lamp", "$49.00", "Lumen"), &PageOptions::new().part(PartKind::Item))]);
    let mut file: serde_json::Value = serde_json::from_str(&wrapper.to_json().unwrap()).unwrap();
    file["templates"][0]["parts"][0]["css"] = "p".into();
    let wrong = Wrapper::from_json(&file.to_string()).unwrap_err().to_string();
    assert!(wrong.contains("the record of an object is its page"), "{wrong}");
}

#[test]
fn what_was_pointed_at_on_one_page_outweighs_what_a_search_finds_on_others() {
    let html = |brand: &str, maker: &str| {
        lamp("Desk lamp", "$49.00", "Lumen").replace(
            "<div class=facts>",
            &format!("<p class=brand itemprop=brand>{brand}</p><p class=maker>{maker}</p><div class=facts>"),
        )
    };
    let pages = [html("Shop", "Lumen"), html("Shop", "Ikon"), html("Shop", "Nord")];
    let item = || PageOptions::new().part(PartKind::Item);
    let wrapper = learnt(&[
        page(&pages[0], &item().field("brand", Some(&path(&pages[0], "maker")))),
        page(&pages[1], &item()),
        page(&pages[2], &item().field("price", Some(&path(&pages[2], "price")))),
    ]);
    let brand = |html: &str| one(applied(&wrapper, html).item.as_ref().unwrap(), "brand");
    assert_eq!([brand(&pages[1]).as_deref(), brand(&pages[2]).as_deref()], [Some("Ikon"), Some("Nord")]);
}

#[test]
fn a_field_that_one_of_several_pages_lacks_is_still_a_column() {
    let pages = [story("A lamp", "Ann Lee"), story("The old crane", "Bo Day"), story("Fog", "Cy Orr")];
    let none = PageOptions::new().part(PartKind::Article).field("author", None);
    let wrapper =
        learnt(&[page(&pages[0], &none), page(&pages[1], &PageOptions::new()), page(&pages[2], &PageOptions::new())]);
    assert!(applied(&wrapper, &pages[1]).tables[0].table.column("author").is_some());
}

#[test]
fn what_a_person_changed_in_the_file_of_an_object_survives_learning_again() {
    let html = lamp("Desk lamp", "$49.00", "Lumen");
    let item = PageOptions::new().part(PartKind::Item);
    let wrapper = learnt(&[page(&html, &item)]);
    let mut file: serde_json::Value = serde_json::from_str(&wrapper.to_json().unwrap()).unwrap();
    let columns = file["templates"][0]["parts"][0]["columns"].as_array_mut().unwrap();
    let at =
        |columns: &[serde_json::Value], name: &str| columns.iter().position(|column| column["name"] == name).unwrap();
    let name = at(columns, "name");
    columns[name]["name"] = "called".into();
    let price = at(columns, "price");
    columns[price]["css"] = "div.facts > p".into();
    columns.retain(|column| column["name"] != "availability");
    let edited = Wrapper::from_json(&file.to_string()).unwrap();
    let updated = edited.update(&[page(&html, &item)], &LearnOptions::new()).wrapper;
    let table = applied(&updated, &html).item.unwrap();
    let names: Vec<&str> = table.columns.iter().map(|column| column.name.as_str()).collect();
    assert!(names.contains(&"called") && !names.contains(&"name") && !names.contains(&"availability"), "{names:?}");
    assert_eq!(one(&table, "price").as_deref(), Some("In stock"));
    // and what is pointed at later is not there any more
    let none = PageOptions::new().part(PartKind::Item).field("price", None);
    let updated = updated.update(&[page(&html, &none)], &LearnOptions::new()).wrapper;
    assert_eq!(applied(&updated, &html).item.unwrap().column("price"), None);
}

#[test]
fn a_learnt_column_that_is_pointed_at_later_keeps_its_name() {
    let shop = |names: [&str; 4]| {
        let item = |name: &str| {
            format!(
                "<li class=card><a href=/{name}><b class=n>{name}</b></a><i class=p>$ {}.00</i><em class=q>$ {}.50</em>",
                name.len(),
                name.len() + 3
            )
        };
        format!("<body><nav><a href=/>Home</a></nav><ul class=shop>{}</ul><p>Foot", names.map(item).concat())
    };
    let html = shop(["Chair", "Table", "Lamp", "Bed"]);
    let wrapper = learnt(&[page(&html, &PageOptions::new())]);
    let names = |table: &RegionTable| table.columns.iter().map(|column| column.name.clone()).collect::<Vec<_>>();
    let before = names(&applied(&wrapper, &html).regions[0]);
    let price = before.iter().find(|name| name.contains("price")).expect("prices are named").clone();
    let options =
        PageOptions::new().part(PartKind::List).field(price.as_str(), Some("/html[1]/body[1]/ul[1]/li[2]/em[1]"));
    let updated = wrapper.update(&[page(&html, &options)], &LearnOptions::new()).wrapper;
    let table = applied(&updated, &html).regions.remove(0);
    assert!(!names(&table).contains(&format!("{price}_2")), "{:?}", names(&table));
    assert_eq!(texts(&table, &price)[0].as_deref(), Some("$ 8.50"));
}

#[test]
fn a_date_without_an_element_of_its_own_is_not_that_beside_it() {
    let html = |day: &str| {
        story("A lamp", "Ann Lee").replace(
            "<span class=d>5 January 2024</span>",
            &format!("Published <time datetime=2024-01-05>5 January 2024</time>, updated <b>{day} March 2024</b>"),
        )
    };
    let first = html("9");
    let options = PageOptions::new().part(PartKind::Article).field("date", Some("/html[1]/body[1]/div[1]/p[3]/b[1]"));
    let further = applied(&learnt(&[page(&first, &options)]), &html("11"));
    assert_eq!(further.article.unwrap().metadata.date.as_deref(), Some("2024-03-11"));
}

#[test]
fn what_every_article_has_is_in_its_field_when_it_is_pointed_at() {
    let html = story("A lamp", "Ann Lee").replace("<title>", "<meta name=description content='Of the head'><title>");
    let options = PageOptions::new().part(PartKind::Article).field("description", Some(&path(&html, "written")));
    let further = applied(&learnt(&[page(&html, &options)]), &html);
    let article = further.article.unwrap();
    assert_eq!((article.metadata.description.as_deref(), article.cells.len()), (Some("Words: Ann Lee"), 0));
    assert_eq!(one(&further.tables[0].table, "description").as_deref(), Some("Words: Ann Lee"));
}

#[test]
fn the_second_of_very_many_is_found_by_its_place() {
    let rows: String = (0..300).map(|n| format!("<p>Fact {n}</p>")).collect();
    let html = format!("<body class=shop><h1 class=name>Desk lamp</h1><div>{rows}</div>");
    let options = PageOptions::new().part(PartKind::Item).field("second", Some("/html[1]/body[1]/div[1]/p[2]"));
    assert_eq!(
        one(&applied(&learnt(&[page(&html, &options)]), &html).item.unwrap(), "second").as_deref(),
        Some("Fact 1")
    );
}

#[test]
fn the_fields_of_an_object_that_nobody_touched_are_found_again_on_a_redesigned_page() {
    let item = || PageOptions::new().part(PartKind::Item);
    let html = lamp("Desk lamp", "$49.00", "Lumen");
    let new = html.replace("<b class=price>$49.00</b>", "<span class=amount>$49.00</span>");
    let maker = "/html[1]/body[1]/main[1]/div[1]/p[2]";
    let wrapper = learnt(&[page(&html, &item().field("maker", Some(maker)))]);
    let updated = wrapper.update(&[page(&new, &item())], &LearnOptions::new()).wrapper;
    let table = applied(&updated, &new).item.unwrap();
    assert_eq!((one(&table, "price").as_deref(), one(&table, "maker").as_deref()), (Some("$49.00"), Some("Lumen")));
    // one that is a picture now is its address
    let shot = path(&html, "shot");
    let updated = wrapper.update(&[page(&html, &item().field("maker", Some(&shot)))], &LearnOptions::new()).wrapper;
    assert_eq!(one(&applied(&updated, &html).item.unwrap(), "maker").as_deref(), Some("/Desk lamp.jpg"));
}
