//! `rowsmith extract`.

use crate::support::{Folder, page};

const THREAD: &str = include_str!("../../../../examples/thread.html");
const SHOP: &str = include_str!("../../../../examples/shop.html");

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder
        .write("shop.html", SHOP)
        .write("thread.html", THREAD)
        .write("none.html", "<title>App</title><div id=a></div>");
    folder
}

#[test]
fn a_line_a_page_says_what_it_is() {
    let folder = folder("extract");
    let ran = folder.run(&["extract", "shop.html", "thread.html", "none.html"]);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<&str> = lines.iter().filter_map(|line| line["kind"].as_str()).collect();
    assert_eq!((ran.code, &kinds[..]), (Some(0), &["list", "thread", "nothing"][..]), "{ran:?}");
    assert_eq!(lines[0]["regions"][0]["main"], true);
    assert_eq!(lines[1]["posts"].as_array().map(Vec::len), Some(5));
    assert_eq!(lines[1]["regions"], serde_json::Value::Null, "the posts are the list");
    for line in &lines {
        assert!(line["confidence"].as_f64().is_some_and(|p| p > 0.0 && p <= 1.0));
        assert!(line["text_confidence"].is_number() && line["text"].is_string());
        assert!(line["markdown"].is_null() && line["areas"].is_null());
    }
    let more = folder.run(&["extract", "shop.html", "--markdown", "--html", "--schema", "products"]);
    let line: serde_json::Value = serde_json::from_str(&more.out).unwrap();
    assert!(line["markdown"].is_string() && line["html"].is_string());
    assert!(line["areas"][0]["records"].as_array().is_some_and(|objects| objects.len() > 4), "{more:?}");
}

#[test]
fn a_table_shows_what_the_page_is() {
    let folder = folder("extract-csv");
    let list = folder.run(&["extract", "shop.html", "-f", "csv"]).out;
    assert_eq!(list, folder.run(&["records", "shop.html", "-f", "csv"]).out);
    let posts = folder.run(&["extract", "thread.html", "-f", "csv", "-c", "author,date"]).out;
    assert_eq!(posts, folder.run(&["posts", "thread.html", "-f", "csv", "-c", "author,date"]).out);
    let both = folder.run(&["extract", "shop.html", "thread.html", "-f", "csv"]).out;
    assert!(both.lines().next().is_some_and(|head| head.starts_with("source,") && head.contains("author")), "{both}");
}

#[cfg(feature = "sqlite")]
#[test]
fn a_database_has_views_of_pages_articles_and_posts() {
    let folder = folder("extract-sqlite");
    for _ in 0..2 {
        let ran = folder.run(&["extract", "shop.html", "thread.html", "none.html", "-o", "out.sqlite"]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        let database = rusqlite::Connection::open(folder.path.join("out.sqlite")).unwrap();
        let texts = |sql: &str| -> Vec<String> {
            let mut rows = database.prepare(sql).unwrap();
            let rows = rows.query_map([], |row| row.get::<_, String>(0)).unwrap();
            rows.map(Result::unwrap).collect()
        };
        assert_eq!(texts("SELECT kind FROM pages"), ["list", "thread", "nothing"]);
        assert_eq!(texts("SELECT source FROM pages WHERE rows > 0 AND confidence > 0"), ["shop.html", "thread.html"]);
        assert_eq!(texts("SELECT title FROM articles WHERE source = 'shop.html'"), ["Living room"]);
        assert_eq!(texts("SELECT author FROM posts ORDER BY post LIMIT 2")[1], "old_stove");
        assert_eq!(texts("SELECT source FROM posts").len(), 5);
        assert_eq!(texts("SELECT title FROM shop")[0], "Walnut desk lamp");
    }
}

#[test]
fn a_run_says_how_many_rows_there_are() {
    let folder = folder("extract-summary");
    folder.write("list.html", page("a"));
    let ran = folder.run(&["extract", "list.html", "thread.html", "none.html", "--summary", "-o", "out.jsonl"]);
    assert!(ran.err.contains("3 pages with 45 rows"), "{ran:?}");
}

#[test]
fn wrong_usage_is_said_before_the_run() {
    let folder = folder("extract-usage");
    for (flags, why) in [
        (["--schema", "cakes"], "neither one of the domains"),
        (["--now", "soon"], "2024-05-01T12:00"),
        (["--base-url", "shop"], "not an absolute URL"),
    ] {
        let ran = folder.run(&[&["extract", "shop.html"][..], &flags].concat());
        assert!(ran.code == Some(2) && ran.err.contains(why), "{ran:?}");
    }
}
