//! `rowsmith learn`, `rowsmith apply` and `rowsmith wrapper`.

use crate::support::{Folder, archive};

const THREAD: &str = include_str!("../../../../examples/thread.html");

/// A page of a shop with these articles.
fn shop(host: &str, class: &str, items: &[(&str, u32)]) -> String {
    let item = |(name, price): &(&str, u32)| {
        format!(
            "<li class='{class} card'><a class=name href='/{name}'><b>{name}</b></a><i class=price>${price}.50</i></li>"
        )
    };
    let items: String = items.iter().map(item).collect();
    format!(
        "<!DOCTYPE html><link rel=canonical href='https://{host}/list'><title>{host}</title>\
         <body class='{class}-site'><header class='{class}-top'><a class=logo href=/>{host}</a></header>\
         <main class='{class}-main'><h1 class=headline>All</h1><ul class='{class}-list'>{items}</ul></main>\
         <footer class='{class}-foot'><p class=legal>All rights reserved</p></footer>"
    )
}

const ITEMS: [(&str, u32); 6] =
    [("Chair", 20), ("Table", 120), ("Lamp", 35), ("Bed", 300), ("Sofa", 450), ("Desk", 90)];

fn lines(out: &str) -> Vec<serde_json::Value> {
    out.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn what_was_learnt_of_two_sites_is_applied_by_host() {
    let folder = Folder::new("wrapper-sites");
    folder.write("a.html", shop("a.example", "x", &ITEMS)).write("b.html", shop("b.example", "y", &ITEMS));
    folder.write("a2.html", shop("a.example", "x", &ITEMS[..1])).write("b2.html", shop("b.example", "y", &ITEMS[2..]));
    let first = folder.run(&["learn", "a.html", "--out", "w.json"]);
    assert!(first.code == Some(0) && first.err.contains("6 records"), "{first:?}");
    let second = folder.run(&["learn", "b.html", "--out", "w.json", "--append"]);
    assert_eq!(second.code, Some(0), "{second:?}");
    let ran = folder.run(&["apply", "--wrapper", "w.json", "a2.html", "b2.html"]);
    let lines = lines(&ran.out);
    assert_eq!((ran.code, lines.len()), (Some(0), 2), "{ran:?}");
    for (line, (host, records)) in lines.iter().zip([("a.example", 1), ("b.example", 4)]) {
        assert!(line["template"].as_str().is_some_and(|name| name.starts_with(host)), "{line}");
        assert_eq!(line["regions"][0]["records"].as_array().map(Vec::len), Some(records));
        assert!(line.get("drift").is_none(), "{line}");
    }
}

#[test]
fn posts_of_a_thread_and_of_one_with_a_single_post() {
    let folder = Folder::new("wrapper-posts");
    folder.write("thread.html", THREAD);
    assert_eq!(folder.run(&["learn", "thread.html", "--out", "w.json"]).code, Some(0));
    let ran = folder.run(&["apply", "--wrapper", "w.json", "thread.html"]);
    let line = &lines(&ran.out)[0];
    assert_eq!(line["posts"].as_array().map(Vec::len), Some(5), "{ran:?}");
    assert_eq!(line["posts"][1]["author"], "old_stove");
    let searched = &lines(&folder.run(&["posts", "thread.html"]).out)[0];
    assert_eq!(searched["posts"][1]["cells"]["score"], "31");
    // the fields are those found by the search; what the posts show in addition comes from the wrapper
    let fields = |line: &serde_json::Value| {
        let mut posts = line["posts"].clone();
        for post in posts.as_array_mut().unwrap() {
            post.as_object_mut().unwrap().retain(|name, _| !["cells", "urls"].contains(&name.as_str()));
        }
        posts
    };
    assert_eq!(fields(line), fields(searched));
}

#[test]
fn a_page_of_no_template_and_an_empty_one_are_told() {
    let folder = Folder::new("wrapper-drift");
    folder.write("a.html", shop("a.example", "x", &ITEMS)).write("empty.html", "");
    folder
        .write("other.html", "<div id=app><section><h2>News</h2><p class=story>One<p class=story>Two</section></div>");
    assert_eq!(folder.run(&["learn", "a.html", "--out", "w.json"]).code, Some(0));
    let ran = folder.run(&["apply", "--wrapper", "w.json", "other.html", "empty.html"]);
    for line in lines(&ran.out) {
        assert!(
            line["template"].is_null() && line["drift"][0].as_str().unwrap().contains("fits no template"),
            "{line}"
        );
    }
    let csv = folder.run(&["apply", "--wrapper", "w.json", "other.html", "-f", "csv"]);
    assert!(csv.err.contains("drifted: the page fits no template"), "{csv:?}");
}

#[test]
fn a_file_that_is_no_wrapper_is_refused() {
    let folder = Folder::new("wrapper-broken");
    folder.write("a.html", shop("a.example", "x", &ITEMS)).write("half.json", "{\"rowsmith_wrapper\": 3, \"templa");
    folder.write("old.json", "{\"rowsmith_wrapper\": 99, \"templates\": []}").write("none.json", "");
    for (name, why) in [
        ("half.json", "not a wrapper of Rowsmith"),
        ("none.json", "not a wrapper of Rowsmith"),
        ("a.html", "not a wrapper of Rowsmith"),
        ("old.json", "version 99"),
        ("missing.json", "missing.json"),
    ] {
        let ran = folder.run(&["apply", "--wrapper", name, "a.html"]);
        assert!(ran.code == Some(2) && ran.err.contains(why) && ran.out.is_empty(), "{name}: {ran:?}");
        assert!(!ran.err.contains("Usage"), "the file is what is wrong: {ran:?}");
        let appended = folder.run(&["learn", "a.html", "--append", "--out", name]);
        assert!(name == "missing.json" || appended.code == Some(2), "{name}: {appended:?}");
    }
    let ran = folder.run(&["apply", "a.html"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
}

#[test]
fn a_wrapper_that_an_editor_marked_is_read_and_what_is_no_text_is_named() {
    let folder = Folder::new("wrapper-mark");
    folder.write("a.html", shop("a.example", "x", &ITEMS));
    assert_eq!(folder.run(&["learn", "a.html", "-o", "w.json"]).code, Some(0));
    folder.write("marked.json", format!("\u{feff}{}", folder.read("w.json"))).write("w.warc.gz", archive(1));
    let of = |wrapper: &str| folder.run(&["apply", "--wrapper", wrapper, "a.html", "-f", "csv"]);
    let (plain, marked) = (of("w.json"), of("marked.json"));
    assert_eq!((marked.code, &marked.out), (Some(0), &plain.out), "{marked:?}");
    let ran = of("w.warc.gz");
    assert!(ran.code == Some(2) && ran.err.contains("w.warc.gz: this is no wrapper, which is a text"), "{ran:?}");
    assert!(ran.err.contains("but gzip data"), "{ran:?}");
}

#[test]
fn nothing_to_learn_is_said_and_nothing_written() {
    let folder = Folder::new("wrapper-nothing");
    folder.write("empty.html", "").write("text.html", "<p>Hello");
    let ran = folder.run(&["learn", "empty.html", "text.html", "--out", "w.json"]);
    assert!(ran.code == Some(1) && ran.err.contains("nothing was learnt"), "{ran:?}");
    assert!(!folder.path.join("w.json").exists());
}

#[test]
#[cfg(feature = "sqlite")]
fn a_database_has_a_table_a_template() {
    let folder = Folder::new("wrapper-sqlite");
    folder.write("a.html", shop("a.example", "x", &ITEMS)).write("b.html", shop("b.example", "y", &ITEMS[1..]));
    folder.run(&["learn", "a.html", "b.html", "--out", "w.json"]);
    // adding the same pages twice gives them once
    for _ in 0..2 {
        let ran = folder.run(&["apply", "--wrapper", "w.json", "a.html", "b.html", "-o", "out.sqlite"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
    }
    let database = rusqlite::Connection::open(folder.path.join("out.sqlite")).unwrap();
    let count = |sql: &str| database.query_row(sql, [], |row| row.get::<_, i64>(0)).unwrap();
    assert_eq!(count("SELECT count(*) FROM templates"), 2);
    assert_eq!(count("SELECT count(*) FROM a_example_1"), 6);
    assert_eq!(count("SELECT count(*) FROM b_example_2"), 5);
    let (source, record, wrapper, price): (String, i64, String, f64) = database
        .query_row("SELECT source, record, wrapper, price FROM a_example_1 WHERE record = 2", [], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })
        .unwrap();
    assert_eq!((source.as_str(), record, wrapper.len(), price), ("a.html", 2, 8, 120.5));
    assert_eq!(count("SELECT count(*) FROM a_example_1 WHERE price_currency = 'USD'"), 6);
}

#[test]
fn pages_of_an_archive_keep_their_places() {
    let folder = Folder::new("wrapper-archive");
    folder.write("pages.warc.gz", archive(3));
    assert_eq!(folder.run(&["learn", "pages.warc.gz", "--out", "w.json"]).code, Some(0));
    let ran = folder.run(&["apply", "--wrapper", "w.json", "pages.warc.gz"]);
    let lines = lines(&ran.out);
    assert_eq!(lines.len(), 3, "{ran:?}");
    for line in lines {
        assert_eq!(line["regions"][0]["records"].as_array().map(Vec::len), Some(40));
        assert!(line["position"].is_u64(), "{line}");
    }
}

#[test]
fn objects_by_a_schema_are_applied_without_it() {
    let folder = Folder::new("wrapper-objects");
    folder.write("a.html", shop("a.example", "x", &ITEMS)).write("one.html", shop("a.example", "x", &[("Shelf", 75)]));
    folder.write("b.html", shop("b.example", "y", &ITEMS));
    let learnt = folder.run(&["learn", "--schema", "products", "a.html", "--out", "w.json"]);
    assert!(learnt.code == Some(0) && learnt.err.contains("6 objects, columns"), "{learnt:?}");
    let line = &lines(&folder.run(&["apply", "--wrapper", "w.json", "one.html"]).out)[0];
    let attributes = &line["areas"][0]["records"][0]["attributes"];
    assert_eq!(attributes["title"]["text"], "Shelf", "{line}");
    assert_eq!(attributes["price"]["value"]["amount"], 75.5, "{line}");
    assert!(line.get("regions").is_none() && line.get("drift").is_none(), "{line}");
    let csv = folder.run(&["apply", "--wrapper", "w.json", "one.html", "-f", "csv", "--columns", "title,price"]);
    assert_eq!(csv.out, "title,price\nShelf,$75.50\n");
    let wrong = folder.run(&["learn", "--schema", "no-such", "a.html", "--out", "w2.json"]);
    assert!(wrong.code == Some(2) && wrong.err.contains("neither one of the domains"), "{wrong:?}");
}

#[test]
fn a_csv_folder_has_a_file_a_template_and_the_same_after_resuming() {
    let folder = Folder::new("wrapper-csv");
    folder.write("a.html", shop("a.example", "x", &ITEMS)).write("b.html", shop("b.example", "y", &ITEMS[..2]));
    folder.write("a2.html", shop("a.example", "x", &ITEMS[..1]));
    assert_eq!(folder.run(&["learn", "a.html", "--out", "w.json"]).code, Some(0));
    let apply = ["apply", "--wrapper", "w.json", "a.html", "a2.html", "--columns", "price", "-f", "csv", "-o", "rows/"];
    assert_eq!(folder.run(&apply).code, Some(0));
    let rows = folder.read("rows/a.example 1.csv");
    assert_eq!(rows.lines().count(), 8, "{rows}");
    assert!(rows.starts_with("source,archive,position,record,wrapper,price\na.html,,,1,"), "{rows}");
    assert!(rows.lines().last().unwrap().starts_with("a2.html,,,1,"), "{rows}");
    let resumed = folder.run(&[&apply[..apply.len() - 1], &["again/", "--resume"]].concat());
    assert_eq!(resumed.code, Some(0), "{resumed:?}");
    assert_eq!(folder.read("again/a.example 1.csv"), rows);
}

/// The same shop after a redesign: other names, another structure, another order.
fn made_anew(host: &str, items: &[(&str, u32)]) -> String {
    let item = |(name, price): &(&str, u32)| {
        format!(
            "<div class=tile><em class=amount>${price}.50</em><div class=text><h3><a class=go href='/{name}'>{name}</a></h3></div></div>"
        )
    };
    let items: String = items.iter().map(item).collect();
    format!(
        "<!DOCTYPE html><link rel=canonical href='https://{host}/list'><body class=v2><div class=bar><a href=/>{host}</a></div>\
         <section class=wrap><h2 class=big>All</h2><div class=tiles>{items}</div></section><p class=small>All rights reserved</p>"
    )
}

#[test]
fn a_wrapper_is_shown_changed_and_compared() {
    let folder = Folder::new("wrapper-show");
    folder.write("a.html", shop("a.example", "x", &ITEMS));
    assert_eq!(folder.run(&["learn", "a.html", "--out", "w.json"]).code, Some(0));
    let shown = folder.run(&["wrapper", "show", "w.json"]);
    assert!(shown.code == Some(0) && shown.out.contains("a.html") && shown.out.contains("6 records"), "{shown:?}");
    assert!(shown.out.contains("i.price") && shown.out.contains("$20.50"), "{}", shown.out);
    folder.write("changed.json", folder.read("w.json").replace("\"name\": \"price\"", "\"name\": \"cost\""));
    let diff = folder.run(&["wrapper", "diff", "w.json", "changed.json"]);
    assert_eq!(diff.out, "~ a.example 1: list: column \"price\" is called \"cost\"\n");
    let ran = folder.run(&["apply", "--wrapper", "changed.json", "a.html", "-f", "csv"]);
    assert!(ran.out.lines().next().is_some_and(|head| head.contains("cost") && !head.contains("price")), "{ran:?}");
    // when learnt again, it keeps the name
    let ran = folder.run(&["learn", "a.html", "--out", "changed.json", "--update"]);
    assert_eq!(ran.code, Some(0), "{ran:?}");
    assert!(folder.read("changed.json").contains("\"name\": \"cost\""));
    // an invalid change is reported with its line
    folder.write("wrong.json", folder.read("w.json").replace("\"css\": \"i.price\"", "\"css\": \"i..price\""));
    let wrong = folder.run(&["wrapper", "show", "wrong.json"]);
    assert!(wrong.code == Some(2) && wrong.err.contains("line ") && wrong.err.contains("columns["), "{wrong:?}");
}

#[test]
fn pages_are_tested_against_a_wrapper() {
    let folder = Folder::new("wrapper-test");
    let sold: Vec<(&str, u32)> = ITEMS[1..].to_vec();
    folder.write("a.html", shop("a.example", "x", &ITEMS)).write("b.html", shop("a.example", "x", &sold));
    folder.write("c.html", shop("a.example", "x", &sold).replace("class=price", "class=price hidden").replace("$", ""));
    assert_eq!(folder.run(&["learn", "a.html", "--out", "w.json"]).code, Some(0));
    let well = folder.run(&["wrapper", "test", "w.json", "a.html", "b.html"]);
    assert!(well.code == Some(0) && well.out.contains("b.html: a.example 1, 5 records, as before"), "{well:?}");
    let drifted = folder.run(&["wrapper", "test", "w.json", "c.html"]);
    assert!(drifted.code == Some(1) && drifted.out.contains("DRIFTED") && drifted.out.contains("price"), "{drifted:?}");
    let ran = folder.run(&["apply", "--wrapper", "w.json", "b.html", "c.html", "--drift", "d.jsonl", "--summary"]);
    let line = lines(&folder.read("d.jsonl"))[0].clone();
    assert_eq!((line["source"].as_str(), line["column"].as_str()), (Some("c.html"), Some("price")), "{line}");
    assert!(line["advice"].as_str().is_some_and(|text| !text.is_empty()), "{line}");
    assert!(ran.err.contains("drift:      1  type_changed"), "{}", ran.err);
}

#[test]
fn a_wrapper_mends_itself() {
    let folder = Folder::new("wrapper-repair");
    folder.write("a.html", shop("a.example", "x", &ITEMS)).write("new.html", made_anew("a.example", &ITEMS[1..]));
    folder.write("other.html", "<link rel=canonical href='https://a.example/'><h1>Sorry</h1><p>We are closed.");
    assert_eq!(folder.run(&["learn", "a.html", "--out", "w.json"]).code, Some(0));
    let before = folder.read("w.json");
    let ran = folder.run(&["apply", "--wrapper", "w.json", "--repair", "new.html", "-f", "csv"]);
    assert!(ran.code == Some(0) && ran.out.contains("120.50"), "{ran:?}");
    assert!(ran.err.contains("found again by values") && ran.err.contains("w.v2.json"), "{ran:?}");
    assert_eq!(folder.read("w.json"), before, "the old one stays");
    let head = |out: &str| out.lines().next().map(str::to_owned);
    let old = folder.run(&["apply", "--wrapper", "w.json", "a.html", "-f", "csv"]);
    assert_eq!(head(&ran.out), head(&old.out), "the table keeps its columns");
    // with the new one, without repair
    let ran = folder.run(&["apply", "--wrapper", "w.v2.json", "new.html"]);
    assert!(lines(&ran.out)[0].get("drift").is_none(), "{ran:?}");
    // what cannot be repaired is an alarm
    let ran = folder.run(&["apply", "--wrapper", "w.json", "--repair=x.json", "other.html"]);
    assert!(
        ran.code == Some(1)
            && ran.err.contains("could not be repaired")
            && !folder.names().contains(&"x.json".to_owned()),
        "{ran:?}"
    );
}

#[test]
fn selectors_for_other_programs() {
    let folder = Folder::new("wrapper-export");
    folder.write("a.html", shop("a.example", "x", &ITEMS));
    assert_eq!(folder.run(&["learn", "a.html", "--out", "w.json"]).code, Some(0));
    for (to, holds) in [
        ("crawl4ai", "\"baseSelector\": \"li.card\""),
        ("parsel", "\"records\": \"li.card\""),
        ("scrapy", "class RowsmithSpider(scrapy.Spider)"),
        ("autopagerize", "\"pageElement\": \"//li[contains("),
    ] {
        let ran = folder.run(&["wrapper", "export", "w.json", "--to", to]);
        assert!(ran.code == Some(0) && ran.out.contains(holds), "{to}: {ran:?}");
        assert!(ran.err.contains("records: 100 % found, 100 % of those selected are right"), "{ran:?}");
    }
}

/// A page about a lamp, whose maker has no name of its own in the markup.
fn lamp(name: &str, price: u32, maker: &str) -> String {
    format!(
        "<title>{name}</title><body class=shop><header><a class=logo href=/>Lampwright</a></header><main><h1 class=name>{name}</h1>\
         <b class=price>${price}.00</b><div class=facts><p>In stock</p><p>{maker}</p></div><button>Add to cart</button></main>"
    )
}

#[cfg(feature = "studio")]
#[test]
fn a_project_of_the_studio_is_learnt_from_with_what_was_corrected_there() {
    let folder = Folder::new("wrapper-project");
    folder.write("lamps/pages/0001.html", lamp("Desk lamp", 49, "Lumen"));
    folder.write("lamps/pages/0002.html", "<p>Not marked");
    folder.write("other.html", lamp("Floor lamp", 120, "Ikon"));
    let project = r#"{"rowsmith_studio": 1, "next_page": 3, "pages": [
        {"id": 1, "source": "lamp.html", "learn": true, "part": "item",
         "fields": [{"name": "maker", "node": "/html[1]/body[1]/main[1]/div[1]/p[2]"}, {"name": "availability", "node": null}]},
        {"id": 2, "source": "b.html", "learn": false}]}"#;
    folder.write("lamps/studio.json", project);
    let ran = folder.run(&["learn", "lamps", "--out", "w.json"]);
    assert!(ran.code == Some(0) && ran.err.contains("1 page, 1 page, columns"), "{ran:?}");
    let applied =
        folder.run(&["apply", "--wrapper", "w.json", "other.html", "-f", "csv", "--columns", "name,price,maker"]);
    assert_eq!(
        (applied.code, applied.out.as_str()),
        (Some(0), "name,price,maker\nFloor lamp,$120.00,Ikon\n"),
        "{applied:?}"
    );
    let line = &lines(&folder.run(&["apply", "--wrapper", "w.json", "other.html"]).out)[0];
    assert!(line["item"]["records"][0]["cells"]["maker"] == "Ikon" && line["regions"].is_null(), "{line}");
    let shown = folder.run(&["wrapper", "show", "w.json"]);
    assert!(shown.out.contains("item: 1 page") && shown.out.contains("the page itself"), "{}", shown.out);
    let exported = folder.run(&["wrapper", "export", "w.json", "--to", "crawl4ai"]);
    assert!(exported.out.contains("\"baseSelector\": \"body\"") && exported.out.contains("maker"), "{exported:?}");
    // a page that is not there any more is reported
    std::fs::remove_file(folder.path.join("lamps/pages/0001.html")).unwrap();
    let ran = folder.run(&["learn", "lamps", "--out", "v.json"]);
    assert!(ran.code == Some(1) && ran.err.contains("0001.html"), "{ran:?}");
    // a damaged project is reported, and not read as a folder of pages
    folder.write("lamps/studio.json", "{}");
    let ran = folder.run(&["learn", "lamps", "--out", "v.json"]);
    assert!(ran.code == Some(2) && ran.err.contains("not a project"), "{ran:?}");
}

#[test]
fn the_fields_of_an_article_are_changed_in_the_file() {
    let folder = Folder::new("wrapper-article-fields");
    let story = |title: &str, name: &str| {
        let text = format!("{title} was seen at the harbour, where it had been expected for a long time. ").repeat(6);
        format!(
            "<title>{title}</title><body class=site><ul class=menu><li><a href=/>Home</a></ul><div class=post><h1>{title}</h1>\
             <p class=meta>By <a class=author href=/desk>News desk</a></p><p class=who>{name}</p><p class=mood>Calm</p><div class=body><p>{text}</p></div></div>"
        )
    };
    for (file, title, name) in
        [("a.html", "A lamp", "Ann Lee"), ("b.html", "Fog", "Bo Day"), ("c.html", "Low tide", "Cy Orr")]
    {
        folder.write(file, story(title, name));
    }
    assert_eq!(folder.run(&["learn", "a.html", "b.html", "--out", "w.json"]).code, Some(0));
    let mut wrapper: serde_json::Value = serde_json::from_str(&folder.read("w.json")).unwrap();
    let part = &mut wrapper["templates"][0]["parts"][0];
    assert_eq!(part["kind"], "article", "{part}");
    let columns = part["columns"].as_array_mut().unwrap();
    let at = |columns: &[serde_json::Value], name: &str| columns.iter().position(|c| c["name"] == name).unwrap();
    let author = at(columns, "author");
    columns[author]["css"] = "p.who".into();
    columns.remove(at(columns, "date"));
    columns.push(serde_json::json!({"name": "mood", "css": ".mood"}));
    folder.write("edited.json", wrapper.to_string());
    let ran =
        folder.run(&["apply", "--wrapper", "edited.json", "c.html", "-f", "csv", "--columns", "title,author,mood"]);
    assert_eq!(ran.out, "title,author,mood\nLow tide,Cy Orr,Calm\n", "{ran:?}");
    let ran = folder.run(&["apply", "--wrapper", "edited.json", "c.html", "-f", "csv"]);
    assert!(!ran.out.lines().next().unwrap().split(',').any(|name| name == "date"), "{}", ran.out);
    for (change, why) in [("text", "the text of an article"), ("title", "every article")] {
        let mut wrong = wrapper.clone();
        let columns = wrong["templates"][0]["parts"][0]["columns"].as_array_mut().unwrap();
        match change {
            "text" => drop(columns.remove(at(columns, "text"))),
            _ => {
                columns.remove(at(columns, "title"));
                columns.push(serde_json::json!({"name": "title", "css": "h1"}));
            }
        }
        folder.write("wrong.json", wrong.to_string());
        let ran = folder.run(&["apply", "--wrapper", "wrong.json", "c.html"]);
        assert!(ran.code == Some(2) && ran.err.contains(why), "{change}: {ran:?}");
    }
}

/// Every page was said to have drifted from what no page ever had.
#[test]
fn a_column_of_ones_own_that_selects_nothing_is_told_once_and_is_no_drift() {
    let folder = Folder::new("wrapper-own");
    folder.write("a.html", shop("a.example", "x", &ITEMS)).write("b.html", shop("a.example", "x", &ITEMS[2..]));
    assert_eq!(folder.run(&["learn", "a.html", "--out", "w.json"]).code, Some(0));
    let mut wrapper: serde_json::Value = serde_json::from_str(&folder.read("w.json")).unwrap();
    let columns = wrapper["templates"][0]["parts"][0]["columns"].as_array_mut().unwrap();
    columns.push(serde_json::json!({"name": "maker", "css": ".maker"}));
    folder.write("w.json", wrapper.to_string());
    let apply = || folder.run(&["apply", "--wrapper", "w.json", "a.html", "b.html", "-f", "csv"]);
    let told = |ran: &crate::support::Ran| ran.err.matches("column \"maker\"").count();
    for is_updated in [false, true] {
        let ran = apply();
        assert!(ran.code == Some(0) && told(&ran) == 1 && !ran.err.contains("drifted"), "{is_updated}: {ran:?}");
        let tested = folder.run(&["wrapper", "test", "w.json", "a.html", "b.html"]);
        assert!(tested.code == Some(0) && told(&tested) == 1 && !tested.out.contains("DRIFTED"), "{tested:?}");
        let updated = folder.run(&["learn", "a.html", "b.html", "--out", "w.json", "--update"]);
        assert!(updated.err.contains("column \"maker\" selects nothing on these pages"), "{updated:?}");
    }
    // once it was measured its absence is drift
    let made = |page: &str| {
        folder.write("made.html", shop("a.example", "x", &ITEMS).replace("</b></a>", &format!("</b></a>{page}")))
    };
    made("<em class=maker>Acme</em>");
    assert!(folder.run(&["learn", "made.html", "--out", "w.json", "--update"]).code == Some(0));
    let ran = apply();
    assert!(ran.err.contains("drifted: column \"maker\" is filled in 0 % of records"), "{ran:?}");
}
