//! What is known of an article as front matter: lines of YAML before its Markdown, as site generators and programs for
//! notes read them.

use rowsmith::types::ArticlePage;

/// The front matter of a document, with an empty line after it. What the page does not state is left out.
pub(super) fn front_matter(page: &ArticlePage) -> String {
    let about = &page.metadata;
    let fields = [
        ("title", &about.title),
        ("author", &about.author),
        ("date", &about.date),
        ("modified", &about.modified),
        ("url", &about.canonical_url),
        ("site_name", &about.site_name),
        ("language", &about.language),
        ("image", &about.image),
        ("description", &about.description),
    ];
    let mut out = "---\n".to_owned();
    for (name, value) in fields {
        if let Some(value) = value.as_deref().filter(|value| !value.is_empty()) {
            out.push_str(&format!("{name}: {}\n", quoted(value)));
        }
    }
    if !about.tags.is_empty() {
        let tags: Vec<String> = about.tags.iter().map(|tag| quoted(tag)).collect();
        out.push_str(&format!("tags: [{}]\n", tags.join(", ")));
    }
    out.push_str(&format!("source: {}\n---\n\n", quoted(&page.source)));
    out
}

/// A text in double quotes, on one line, as every reader of YAML or JSON takes it.
fn quoted(text: &str) -> String {
    let mut out = "\"".to_owned();
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            // what a reader would take for the end of a line, or refuse
            c if c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}') => {
                out.push_str(&format!("\\u{:04x}", u32::from(c)));
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_is_one_line_and_one_text() {
        let mut page = ArticlePage::default();
        page.source = "a.zip!/a.html".to_owned();
        page.metadata.title = Some("\"No\": a\\b\n---\u{2028}# x".to_owned());
        page.metadata.date = Some("2024-01-05".to_owned());
        page.metadata.tags = vec!["a, b".to_owned(), "[c]".to_owned()];
        let expected = "---\n\
            title: \"\\\"No\\\": a\\\\b\\n---\\u2028# x\"\n\
            date: \"2024-01-05\"\n\
            tags: [\"a, b\", \"[c]\"]\n\
            source: \"a.zip!/a.html\"\n\
            ---\n\n";
        assert_eq!(front_matter(&page), expected);
    }
}
