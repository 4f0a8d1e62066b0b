//! `rowsmith learn` and `rowsmith apply`.

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
    // the fields are those of the search; what the posts show beside them is the wrapper's
    let mut posts = line["posts"].clone();
    for post in posts.as_array_mut().unwrap() {
        post.as_object_mut().unwrap().retain(|name, _| !["cells", "urls"].contains(&name.as_str()));
    }
    assert_eq!(posts, searched["posts"]);
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
    folder.write("a.html", shop("a.example", "x", &ITEMS)).write("half.json", "{\"rowsmith_wrapper\": 2, \"templa");
    folder.write("old.json", "{\"rowsmith_wrapper\": 99, \"templates\": []}").write("none.json", "");
    for (name, why) in [
        ("half.json", "no wrapper of Rowsmith"),
        ("none.json", "no wrapper of Rowsmith"),
        ("a.html", "no wrapper of Rowsmith"),
        ("old.json", "version 99"),
        ("missing.json", "missing.json"),
    ] {
        let ran = folder.run(&["apply", "--wrapper", name, "a.html"]);
        assert!(ran.code == Some(2) && ran.err.contains(why) && ran.out.is_empty(), "{name}: {ran:?}");
        let appended = folder.run(&["learn", "a.html", "--append", "--out", name]);
        assert!(name == "missing.json" || appended.code == Some(2), "{name}: {appended:?}");
    }
    let ran = folder.run(&["apply", "a.html"]);
    assert_eq!(ran.code, Some(2), "{ran:?}");
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
    // twice the same pages are there once
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
    assert!(wrong.code == Some(2) && wrong.err.contains("none of the domains"), "{wrong:?}");
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
