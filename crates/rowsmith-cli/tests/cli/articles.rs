//! `rowsmith article`: formats and places.

use crate::support::Folder;

/// A page with an article.
fn article(title: &str) -> String {
    let paragraph = "The old path climbs through the beech wood, crosses the stream twice, and comes out on the open moor, \
        where on a clear morning you can see both the sea and the hills.";
    format!(
        "<!DOCTYPE html><html lang=en><title>{title}</title><nav><a href=/>Home</a></nav><main><h1>{title}</h1>\
         <p>{paragraph}</p><p>{paragraph} It rained.</p></main><footer>© The Daily</footer>"
    )
}

#[test]
fn a_line_a_page() {
    let folder = Folder::new("article-lines");
    folder.write("a.html", article("A long walk")).write("b.html", article("A short walk"));
    let ran = folder.run(&["article", "--single", "."]);
    assert_eq!((ran.code, ran.sources().len()), (Some(0), 2), "{ran:?}");
    let line = &ran.lines()[0];
    assert_eq!((&line["title"], &line["language"]), (&"A long walk".into(), &"en".into()));
    for field in ["text", "markdown", "html", "path"] {
        assert!(line[field].as_str().is_some_and(|value| !value.is_empty()), "{field}");
    }
}

#[test]
fn documents_and_tables() {
    let folder = Folder::new("article-formats");
    folder.write("a.html", article("A long walk")).write("b.html", article("A short walk"));
    let text = folder.run(&["article", "a.html", "--format", "text"]);
    assert!(text.out.contains("It rained.") && !text.out.contains('<'), "{text:?}");
    let markdown = folder.run(&["article", "a.html", "b.html", "-f", "md"]);
    assert!(
        markdown.out.starts_with("# A long walk\n\n") && markdown.out.contains("\n---\n\n# A short walk"),
        "{markdown:?}"
    );
    let html = folder.run(&["article", "a.html", "-f", "html"]);
    assert!(html.out.starts_with("<article>\n<h1>") && html.out.contains("<p>The old path"), "{html:?}");
    let ran = folder.run(&["article", "a.html", "b.html", "-q", "-o", "out.csv"]);
    assert!(ran.code == Some(0) && folder.read("out.csv").starts_with("source,title,author,date,text"), "{ran:?}");
    for name in ["out.txt", "out.md", "out.html"] {
        let ran = folder.run(&["article", "a.html", "-o", name]);
        assert!(ran.code == Some(0) && folder.read(name).contains("It rained."), "{name} {ran:?}");
    }
}

#[test]
fn a_page_that_cannot_be_read_is_told() {
    let folder = Folder::new("article-failed");
    let ran = folder.write("a.html", article("A walk")).run(&["article", "missing.html", "a.html"]);
    assert_eq!((ran.code, ran.err.lines().count(), ran.lines().len()), (Some(1), 1, 1), "{ran:?}");
    assert_eq!(folder.run(&["article", "a.html", "--base-url", "x"]).code, Some(2));
}

#[test]
fn a_folder_gets_a_document_per_page_with_what_is_known_of_it() {
    let folder = Folder::new("article-folder");
    folder.write("in/a.html", article("A \"long\" walk")).write("in/b/a.html", article("A short walk"));
    let ran = folder.run(&["article", "in", "-o", "notes/"]);
    assert_eq!((ran.code, ran.out.as_str(), ran.err.as_str()), (Some(0), "", ""), "{ran:?}");
    let first = folder.read("notes/a.md");
    assert!(
        first.starts_with("---\ntitle: \"A \\\"long\\\" walk\"\nlanguage: \"en\"\nsource: \"in/a.html\"\n---\n\n# A ")
    );
    assert!(folder.read("notes/b-a.md").contains("\n---\n\n# A short walk\n\nThe old path"));
    // a document is resumed with what it was
    let ran = folder.run(&["article", "in", "--single", "-o", "more/", "--resume"]);
    assert_eq!((ran.code, folder.read("more/a.md")), (Some(0), first), "{ran:?}");
    let ran = folder.run(&["article", "in", "-f", "text", "-o", "texts/"]);
    assert!(ran.code == Some(0) && folder.read("texts/a.txt").contains("\n\nThe old path"), "{ran:?}");
    let refused = folder.run(&["article", "in", "-f", "jsonl", "-o", "notes/"]);
    assert!(refused.code == Some(2) && refused.err.contains("write one file per page"), "{refused:?}");
}

#[test]
fn the_discussion_follows_the_text_if_asked_for() {
    let folder = Folder::new("article-comments");
    let comment = |name: &str, day: u32, answers: &str| {
        format!(
            "<div class=comment><div class=entry><a href=/u/{name}>{name}</a> <i>2024-01-{day:02} 10:00</i>\
             <div class=body><p>{name} walked there, too, and says so at some length, as on <b>any</b> other day.</p></div></div>\
             <div class=answers>{answers}</div></div>"
        )
    };
    let comments = [
        comment("ann", 5, &(comment("bob", 6, &comment("cy", 7, "")) + &comment("dan", 8, ""))),
        comment("eve", 9, ""),
        comment("fay", 10, ""),
    ];
    folder.write("a.html", article("A walk").replace("<footer>", &format!("<div>{}</div><footer>", comments.concat())));
    let without = folder.run(&["article", "a.html", "-f", "md"]);
    assert!(!without.out.contains("Comments"), "{without:?}");
    let with = folder.run(&["article", "a.html", "-f", "md", "--comments"]);
    assert!(with.out.starts_with("# A walk\n\nThe old path"), "{with:?}");
    let body = |name: &str| format!("{name} walked there, too, and says so at some length, as on **any** other day.");
    let (bob, cy) = (body("bob"), body("cy"));
    assert!(
        with.out.contains("It rained.\n\n---\n\n## Comments\n\n> **ann** · 2024-01-05\n>\n> ann walked"),
        "{with:?}"
    );
    let nested = format!(
        ">\n> > **bob** · 2024-01-06\n> >\n> > {bob}\n> >\n> > > **cy** · 2024-01-07\n> > >\n> > > {cy}\n>\n> > **dan**"
    );
    assert!(with.out.contains(&nested), "{with:?}");
    assert!(with.out.contains("\n\n> **eve** · 2024-01-09\n"), "{with:?}");
    let line = &folder.run(&["article", "a.html", "--comments"]).lines()[0];
    assert!(line["html"].as_str().unwrap().contains("<blockquote>"), "{line}");
    let text = |ran: &crate::support::Ran| ran.lines()[0]["text"].clone();
    assert_eq!(line["text"], text(&folder.run(&["article", "a.html"])));
}

#[test]
fn notes_are_left_out_if_asked_for() {
    let folder = Folder::new("article-notes");
    let noted = article("A walk").replace("moor, ", "moor<sup><a href=#n1>1</a></sup>, ");
    folder.write("a.html", noted.replace("</main>", "<ol class=footnotes><li id=n1>A wide one.</ol></main>"));
    let kept = folder.run(&["article", "a.html", "-f", "md"]);
    assert!(kept.out.contains("moor[^1], ") && kept.out.contains("[^1]: A wide one."), "{kept:?}");
    let left = folder.run(&["article", "a.html", "-f", "md", "--notes", "none"]);
    assert!(left.out.contains("moor, ") && !left.out.contains("A wide one"), "{left:?}");
}

#[test]
fn the_summary_counts_articles_whatever_the_format() {
    let folder = Folder::new("article-summary");
    folder.write("a.html", article("A long walk")).write("b.html", article("A short walk"));
    let formats = ["jsonl", "json", "csv", "tsv", "text", "md", "html", "feed", "table"];
    for format in formats {
        let ran = folder.run(&["article", "a.html", "b.html", "--summary", "-f", format]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(ran.err.contains("2 pages with 2 articles"), "{format}: {}", ran.err);
    }
    let mut files = vec!["out.txt", "out.md", "out.html", "out.jsonl", "texts/"];
    if cfg!(feature = "xlsx") {
        files.push("out.xlsx");
    }
    if cfg!(feature = "sqlite") {
        files.push("out.sqlite");
    }
    if cfg!(feature = "parquet") {
        files.push("out.parquet");
    }
    for file in files {
        let ran = folder.run(&["article", "a.html", "b.html", "--summary", "-o", file]);
        assert!(ran.err.contains("2 pages with 2 articles"), "{file}: {}", ran.err);
    }
}
