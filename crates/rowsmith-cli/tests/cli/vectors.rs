//! What others have tried on sanitisers, in every output of the command that is no article's HTML or Markdown: none of it becomes markup,
//! a formula, a sequence that steers a terminal, or another value. (`crates/rowsmith/tests/vectors.rs` has HTML and Markdown.)

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use dom_query::Document;
use serde_json::Value;

use crate::support::Folder;

#[path = "../../../rowsmith/tests/vectors/own.rs"]
mod own;

/// What spreadsheets, terminals and readers of YAML take for more than a text.
const FURTHER: [&str; 20] = [
    "=1+1",
    "=HYPERLINK(\"http://evil.example\")",
    "+cmd|' /C calc'!A0",
    "-2+3+cmd|' /C calc'!A0",
    "@SUM(1+1)",
    "a;=1+1",
    "\u{feff}=1+1",
    "＝1+1",
    "\"=1+1",
    "\u{1b}]0;title\u{7}a",
    "\u{1b}[2Ja",
    "a\u{9b}31m",
    "a\u{202e}b\u{2066}c",
    "a\u{7f}b",
    "a\u{85}b\u{2028}c",
    "a: b # c",
    "\"\n---\nkey: value",
    "!!python/object/apply:os.system ['id']",
    "*alias &anchor",
    "\\\" \\u0041 \\",
];

/// A part of the vectors of others and of our own, and all further ones.
fn vectors(step: usize) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../rowsmith/tests/vectors");
    let published = ["ammonia.jsonl", "bleach.jsonl", "brs-kb.jsonl"].into_iter().flat_map(|name| {
        let text = fs::read_to_string(folder.join(name)).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect::<Vec<String>>()
    });
    let part = published.chain(own::vectors()).step_by(step);
    part.chain(FURTHER.map(str::to_owned)).collect()
}

/// A text as it is written in a page to stand there, also in the value of an attribute.
fn quoted(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A folder `in` of pages with lists whose cells are vectors: as texts, links, pictures and names of columns, eight a page, and as markup,
/// one a page.
fn lists(name: &str) -> Folder {
    let folder = Folder::new(name);
    for (at, few) in vectors(40).chunks(8).enumerate() {
        let record = |(at, vector): (usize, &String)| {
            let text = quoted(vector);
            format!(
                "<li class=item><a href='/{at}'>Item {at}</a> <b>{text}</b> <i>${at}.50</i> <a class=more href=\"{text}\">more</a> \
                 <img src=\"{text}\" alt=\"{text}\"></li>"
            )
        };
        let records: String = few.iter().enumerate().map(record).collect();
        let rows: String =
            few.iter().map(|vector| format!("<tr><td>{0}</td><td>{0} b</td><td>3</td></tr>", quoted(vector))).collect();
        let head = quoted(&few[0]);
        let title = quoted(&few[few.len() - 1]);
        folder.write(
            format!("in/list-{at:03}.html"),
            format!("<title>{title}</title><h1>{title}</h1><ul>{records}</ul>"),
        );
        folder.write(
            format!("in/table-{at:03}.html"),
            format!("<title>{title}</title><table><tr><th>{head}</th><th>b</th><th>c</th></tr>{rows}</table>"),
        );
    }
    for (at, vector) in vectors(100).iter().enumerate() {
        let item =
            |at: usize| format!("<li class=item><a href=/{at}>Item {at}</a> <b>${at}.00</b> <p>{vector}</p></li>");
        folder.write(
            format!("in/markup-{at:03}.html"),
            format!("<h1>Items</h1><ul>{}</ul>", (1..5).map(item).collect::<String>()),
        );
    }
    #[cfg(unix)]
    for name in [
        "=1+1.html",
        "<img src=x onerror=alert(1)>.html",
        "\u{1b}]0;title\u{7}\u{9b}2J.html",
        "\"><script>alert(1)<!--.html",
    ] {
        folder.write(format!("in/{name}"), crate::support::page("a"));
    }
    folder
}

/// What is written of the pages in a format.
fn written(folder: &Folder, command: &[&str], name: &str) -> String {
    let ran = folder.run(&[command, &["in", "-q", "-o", name]].concat());
    assert!(ran.code.is_some_and(|code| code < 2), "{ran:?}");
    folder.read(name)
}

/// The control characters in a text, but for those that lay it out.
fn controls(text: &str) -> String {
    text.chars().filter(|c| c.is_control() && !matches!(c, '\n' | '\t' | '\r')).collect()
}

/// Whether a cell is a formula to a spreadsheet: it begins with what begins one, and is not only a number.
fn is_formula(cell: &str) -> bool {
    let seen = cell.trim_start_matches(['\0', '\u{feff}', '\u{200b}', '\u{202e}', '\u{2066}']);
    let is_number = seen.trim_start_matches(['-', '+']).bytes().all(|b| b.is_ascii_digit() || b".,%".contains(&b));
    seen.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) && !(is_number && seen.len() > 1)
}

#[test]
fn what_these_tests_look_for_is_found() {
    assert_eq!(controls("a\u{1b}[2J\u{9b}\u{7f}\n"), "\u{1b}\u{9b}\u{7f}");
    for formula in ["=1+1", "@a", "\u{feff}=1", "+cmd|x", "-2+3", "\t=1", "－1a"] {
        assert!(is_formula(formula), "{formula}");
    }
    for text in ["'=1+1", "-12.5", "+3", "a=1", ""] {
        assert!(!is_formula(text), "{text}");
    }
    let report = |body: &str| format!("<html><head><script>ours</script></head><body>{body}</body></html>");
    assert_eq!(acting(&report("<p>a <a href=https://x.example/ rel=noreferrer>a</a>"), "ours"), [""; 0]);
    for body in [
        "<img src=x onerror=alert(1)>",
        "<script>alert(1)</script>",
        "<a href=javascript:alert(1)>a</a>",
        "<p onclick=alert(1)>a",
        "<td style=color:red>a",
    ] {
        assert!(!acting(&report(&format!("<table>{body}</table>")), "ours").is_empty(), "{body}");
    }
}

#[test]
fn json_of_vectors_can_be_read_and_holds_no_control_characters() {
    let folder = lists("vectors-json");
    for command in [&["records"][..], &["tables"], &["extract"], &["article"]] {
        let lines = written(&folder, command, "out.jsonl");
        assert_eq!(controls(&lines), "", "{command:?}");
        assert_eq!(lines.lines().count(), fs::read_dir(folder.path.join("in")).unwrap().count(), "{command:?}");
        lines.lines().for_each(|line| drop(serde_json::from_str::<Value>(line).unwrap()));
    }
    let array = written(&folder, &["records"], "out.json");
    assert_eq!(controls(&array), "");
    let pages: Vec<Value> = serde_json::from_str(&array).unwrap();
    // what was in the pages is in the result, as it was
    let texts = array_texts(&Value::Array(pages));
    for vector in ["=HYPERLINK(\"http://evil.example\")", "a\u{202e}b\u{2066}c", "@SUM(1+1)"] {
        assert!(texts.iter().any(|text| text == vector), "{vector}");
    }
}

/// All texts in a value.
fn array_texts(value: &Value) -> Vec<String> {
    let (mut open, mut texts) = (vec![value], Vec::new());
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => texts.push(text.clone()),
            Value::Array(values) => open.extend(values),
            Value::Object(fields) => open.extend(fields.values()),
            _ => {}
        }
    }
    texts
}

#[test]
fn no_cell_of_csv_of_vectors_is_a_formula() {
    let folder = lists("vectors-csv");
    let mut marked = 0;
    for (command, name) in [
        (&["records"][..], "out.csv"),
        (&["records", "--long"], "long.csv"),
        (&["tables"], "tables.csv"),
        (&["article"], "articles.csv"),
        (&["records"], "out.tsv"),
    ] {
        let text = written(&folder, command, name);
        let delimiter = if name.ends_with("tsv") { b'\t' } else { b',' };
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).delimiter(delimiter).quoting(delimiter == b',');
        let rows: Vec<csv::StringRecord> = reader.from_reader(text.as_bytes()).records().map(Result::unwrap).collect();
        assert!(rows.len() > 100, "{command:?}: {} rows", rows.len());
        for cell in rows.iter().flatten() {
            assert!(!is_formula(cell), "{command:?}: {cell:?}");
            // where semicolons part cells, and where quotes are not those of the file
            let own = usize::from(delimiter == b',');
            for part in cell.split([';', '\n', '\r']).skip(own) {
                assert!(!is_formula(part.trim_start_matches(['"', '\t'])), "{command:?}: {cell:?}");
            }
            marked += usize::from(cell.starts_with("'="));
        }
    }
    assert!(marked > 5, "{marked} formulas were among the cells");
}

/// The elements and attributes of a report that are none of those that it is made of.
fn acting(html: &str, script: &str) -> Vec<String> {
    const ELEMENTS: [&str; 17] = [
        "html", "head", "meta", "title", "style", "body", "h2", "small", "div", "table", "thead", "tbody", "tr", "th",
        "td", "a", "p",
    ];
    let document = Document::from(html);
    let mut wrong = Vec::new();
    for element in document.select("*").iter() {
        let name = element.nodes()[0].node_name().unwrap().to_string();
        let is_ours = name == "script" && element.text().trim() == script;
        if !is_ours && !ELEMENTS.contains(&name.as_str()) {
            wrong.push(format!("<{name}>"));
        }
        for attribute in element.nodes()[0].attrs() {
            let (attribute, value) = (attribute.name.local.to_string(), attribute.value.to_string());
            let stays = match (name.as_str(), attribute.as_str()) {
                ("a", "href") => value.starts_with("http://") || value.starts_with("https://"),
                ("a", "rel") | ("th", "scope" | "tabindex") | ("td", "data-v") => true,
                ("td", "class") => value == "n",
                ("meta", "charset" | "http-equiv" | "content" | "name") => true,
                _ => false,
            };
            if !stays {
                wrong.push(format!("<{name} {attribute}={value:?}>"));
            }
        }
    }
    wrong
}

#[test]
fn a_report_of_vectors_is_nothing_but_tables_and_links_to_the_web() {
    let folder = lists("vectors-report");
    // the script of a report is the same whatever is in it
    folder.write("plain.html", crate::support::page("a"));
    assert_eq!(folder.run(&["records", "plain.html", "-q", "-o", "plain-report.html"]).code, Some(0));
    let plain = Document::from(folder.read("plain-report.html"));
    let script = plain.select("script").text().trim().to_owned();
    assert!(script.contains("addEventListener"));
    for command in ["records", "tables"] {
        let report = written(&folder, &[command], "report.html");
        assert_eq!(acting(&report, &script), [""; 0]);
        assert_eq!(controls(&report), "");
        let report = Document::from(report);
        assert_eq!((report.select("script").length(), report.select("meta[http-equiv]").length()), (1, 1));
        assert!(report.select("td").length() > 400, "{}", report.select("td").length());
    }
}

#[test]
fn a_feed_of_vectors_holds_texts_and_addresses_of_the_web_alone() {
    let folder = lists("vectors-feed");
    let text = written(&folder, &["records"], "out.feed");
    assert_eq!(controls(&text), "");
    let feed: Value = serde_json::from_str(&text).unwrap();
    let items = feed["items"].as_array().unwrap();
    assert!(items.len() > 100, "{}", items.len());
    for (name, value) in items.iter().flat_map(|item| item.as_object().unwrap()) {
        match name.as_str() {
            "url" | "image" => assert!(value.as_str().unwrap().starts_with("http"), "{value}"),
            "id" | "title" | "content_text" | "date_published" => assert!(value.is_string(), "{value}"),
            "authors" => assert!(value[0]["name"].is_string(), "{value}"),
            _ => panic!("{name} is no field of these items"),
        }
    }
}

/// The values of front matter. YAML 1.2 reads what is JSON as JSON does, so each value that is JSON is a value of YAML, and the same.
fn front_matter(document: &str) -> BTreeMap<String, Value> {
    let (matter, _) = document.strip_prefix("---\n").unwrap().split_once("\n---\n").unwrap();
    let fields = matter.lines().map(|line| {
        let (name, value) = line.split_once(": ").unwrap_or_else(|| panic!("{line:?} is no field"));
        // what YAML takes for the end of a line, or does not take at all
        let breaks =
            |c: char| c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}');
        assert!(!line.contains(breaks), "{line:?}");
        (name.to_owned(), serde_json::from_str(value).unwrap_or_else(|error| panic!("{line:?}: {error}")))
    });
    fields.collect()
}

#[test]
fn front_matter_of_vectors_has_exactly_the_values_of_the_article() {
    let folder = Folder::new("vectors-front-matter");
    let text = "The movement was built in 1894, and stopped in the winter of 2013, when salt water reached the tower. "
        .repeat(3);
    let vectors = vectors(40);
    for (at, vector) in vectors.iter().enumerate() {
        let said = quoted(vector);
        folder.write(
            format!("in/{at:03}.html"),
            format!(
                "<title>{said}</title><meta name=author content=\"{said}\"><meta name=description content=\"{said}\">\
                 <meta property=og:site_name content=\"{said}\"><meta property=article:tag content=\"{said}\">\
                 <meta name=keywords content=\"{said}, b\"><h1>{said}</h1><p>{text}</p><p>{text}</p>"
            ),
        );
    }
    assert_eq!(folder.run(&["article", "in", "-q", "-o", "texts/"]).code, Some(0));
    let lines = written(&folder, &["article"], "out.jsonl");
    let mut seen = 0;
    for (at, line) in lines.lines().enumerate() {
        let article: Value = serde_json::from_str(line).unwrap();
        let document = folder.read(&format!("texts/{at:03}.md"));
        for (name, value) in front_matter(&document) {
            assert_eq!(value, article[&name], "{name} of {at}: {:?}", vectors[at]);
            seen += usize::from(value.as_str() == Some(vectors[at].as_str()));
        }
    }
    assert!(seen > vectors.len(), "{seen} values are vectors");
}

#[cfg(all(target_os = "linux", feature = "full"))]
#[test]
fn nothing_of_vectors_steers_a_terminal() {
    use crate::documents::terminal::typed;

    let folder = lists("vectors-terminal");
    let steers = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    for format in ["table", "jsonl", "csv", "md", "html", "feed"] {
        let shown = typed(&format!("rowsmith records in -f {format}"), &folder.path);
        assert!(shown.len() > 10_000, "{format}: {shown}");
        assert_eq!(shown.chars().filter(|&c| steers(c)).collect::<String>(), "", "records -f {format}");
    }
    for format in ["text", "md", "html"] {
        let shown = typed(&format!("rowsmith article in -f {format}"), &folder.path);
        assert_eq!(shown.chars().filter(|&c| steers(c)).collect::<String>(), "", "article -f {format}");
    }
}
