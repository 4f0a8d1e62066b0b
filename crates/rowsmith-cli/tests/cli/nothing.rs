//! Runs that give nothing, or only a part, and the table that an earlier run has made.

use crate::support::{Folder, Ran};

/// A list of a shop; what its elements are called begins with `class`.
fn shop(class: &str, lamps: std::ops::Range<usize>) -> String {
    let item = |at: usize| {
        format!(
            "<li class='{class} card'><a class=name href='/{at}'><b>Lamp {at}</b></a><i class=price>${}.50</i></li>",
            at * 7 + 3
        )
    };
    format!(
        "<!DOCTYPE html><link rel=canonical href='https://a.example/list'><title>Lamps</title>\
         <body class='{class}-site'><main class='{class}-main'><h1>All</h1><ul class='{class}-list'>{}</ul></main>",
        lamps.map(item).collect::<String>()
    )
}

const OTHER: &str = "<div id=app><section><h2>News</h2><p class=story>One<p class=story>Two</section></div>";

/// A folder with a wrapper of a shop, a page of it, and pages that give no record.
fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("a.html", shop("x", 1..9)).write("empty.html", shop("x", 1..1)).write("other.html", OTHER);
    assert_eq!(folder.run(&["learn", "a.html", "--out", "w.json"]).code, Some(0));
    folder
}

fn says_nothing(ran: &Ran) {
    assert!(ran.code == Some(1) && ran.err.contains("no page gave a record"), "{ran:?}");
}

/// A site that was redesigned emptied the table that it had filled, and the exit code was 0.
#[test]
fn nothing_good_is_overwritten_by_nothing() {
    let folder = folder("nothing");
    let mut names = vec!["o.csv", "o.tsv", "o.jsonl", "o.json", "o.md"];
    #[cfg(feature = "xlsx")]
    names.push("o.xlsx");
    #[cfg(feature = "sqlite")]
    names.push("o.sqlite");
    #[cfg(feature = "parquet")]
    names.push("o.parquet");
    #[cfg(feature = "arrow")]
    names.push("o.arrow");
    for name in names {
        for more in [&[][..], &["--resume"]] {
            let run = |pages: &[&str]| folder.run(&[&["apply", "-w", "w.json", "-o", name][..], pages, more].concat());
            let ran = run(&["a.html"]);
            assert_eq!(ran.code, Some(0), "{name}: {ran:?}");
            let read = || std::fs::read(folder.path.join(name)).unwrap();
            let good = read();
            let there = folder.names();
            let ran = run(&["other.html", "empty.html"]);
            says_nothing(&ran);
            assert!(ran.err.contains(&format!("{name}: ")) && ran.err.contains("is left as it was"), "{name}: {ran:?}");
            assert_eq!(folder.names(), there, "{name}");
            // a database that is opened and given up may count that
            assert!(name == "o.sqlite" || read() == good, "{name} {more:?}");
            // one page is enough
            let ran = run(&["other.html", "a.html"]);
            assert_eq!(ran.code, Some(0), "{name}: {ran:?}");
        }
    }
    // the file of a template in a folder
    for pages in [["a.html", "a.html"], ["other.html", "empty.html"]] {
        folder.run(&[&["apply", "-w", "w.json", "-f", "csv", "-o", "rows/"][..], &pages].concat());
        assert_eq!(std::fs::read_dir(folder.path.join("rows")).unwrap().count(), 1);
        assert!(folder.read("rows/a.example 1.csv").contains("Lamp 8"));
    }
}

/// A page of a database that drifted lost its rows.
#[test]
#[cfg(feature = "sqlite")]
fn the_rows_of_a_page_in_a_database_stay_if_no_page_gives_any() {
    for more in [&[][..], &["--resume"]] {
        let folder = folder("nothing-database");
        let run = || folder.run(&[&["apply", "-w", "w.json", "-o", "o.sqlite", "a.html"][..], more].concat());
        assert_eq!(run().code, Some(0));
        folder.write("a.html", OTHER);
        says_nothing(&run());
        let database = rusqlite::Connection::open(folder.path.join("o.sqlite")).unwrap();
        let rows: i64 = database.query_row("SELECT count(*) FROM a_example_1", [], |row| row.get(0)).unwrap();
        assert_eq!(rows, 8, "{more:?}");
    }
}

#[test]
fn where_nothing_was_there_the_pages_are_told_all_the_same() {
    let folder = folder("nothing-new");
    let ran = folder.run(&["apply", "-w", "w.json", "other.html", "-o", "o.jsonl"]);
    says_nothing(&ran);
    assert!(!ran.err.contains("left as it was") && folder.read("o.jsonl").contains("fits no template"), "{ran:?}");
    let ran = folder.run(&["apply", "-w", "w.json", "other.html", "-f", "jsonl"]);
    says_nothing(&ran);
    assert!(ran.lines()[0]["drift"][0].as_str().unwrap().contains("fits no template"), "{ran:?}");
}

#[test]
fn rows_without_a_value_are_nothing() {
    let folder = folder("nothing-in-rows");
    let run = |columns: &str| folder.run(&["apply", "-w", "w.json", "a.html", "-o", "o.csv", "-c", columns]);
    assert_eq!(run("title,price").code, Some(0));
    let good = folder.read("o.csv");
    says_nothing(&run("titel"));
    assert_eq!(folder.read("o.csv"), good);
    // nor are they where nothing was
    let ran = folder.run(&["apply", "-w", "w.json", "a.html", "-o", "new.csv", "-c", "titel"]);
    says_nothing(&ran);
    assert!(!folder.names().contains(&"new.csv".to_owned()), "{ran:?}");
}
