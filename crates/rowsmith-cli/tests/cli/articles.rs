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
