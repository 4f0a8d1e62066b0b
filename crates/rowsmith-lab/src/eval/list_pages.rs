//! Pages of the sets `rows` and `search`, in which the rows of the main list are known by their content, not by their
//! nodes.

use std::path::Path;

use rayon::prelude::*;
use serde::Deserialize;

use super::data::{Extra, GoldPage, eval_root, key_of_annotation, read};
use super::fingerprint::hash_of;
use super::folds::Folds;
use super::sites::listed;

/// The rows of a page's main list, by content.
pub struct ListRows {
    pub rows: Vec<ListRow>,
    /// The targets of records that are neither right nor wrong, as [`link_key`]s.
    pub ignored: Vec<String>,
}

/// A row of the main list.
pub struct ListRow {
    /// The target of its link, as a [`link_key`], if rows are identified by their links.
    pub link: Option<String>,
    /// Its text.
    pub text: String,
}

/// A link in the form that is compared: lower case, without scheme, host, leading dots, fragment and escapes, only
/// letters and digits.
pub fn link_key(link: &str) -> String {
    let link = link.trim().replace("&amp;", "&").replace('\\', "/").to_ascii_lowercase();
    let link = link.split_once('#').map_or(&link[..], |(before, _)| if before.is_empty() { &link } else { before });
    let path = match link.split_once("//") {
        Some(("" | "http:" | "https:" | "file:", rest)) => rest.split_once('/').map_or("", |(_, path)| path),
        _ => link,
    };
    let mut key = String::with_capacity(path.len());
    let mut bytes = path.bytes();
    while let Some(byte) = bytes.next() {
        match byte {
            b'%' => drop((bytes.next(), bytes.next())),
            _ if byte.is_ascii_alphanumeric() => key.push(char::from(byte)),
            _ => {}
        }
    }
    key
}

/// The pages of `rows` and of `search`. Those of which only a part of the list is known have no rows: they are scored by
/// what others make of them, and teach nothing.
///
/// # Errors
/// If the evaluation data is missing.
pub fn list_pages() -> Result<Vec<GoldPage>, String> {
    let root = eval_root()?;
    let folds = Folds::read(&root)?;
    let page = |set: &str, path: &Path| -> Result<GoldPage, String> {
        let annotation = read(path)?;
        let wrong = |e: serde_json::Error| format!("{}: {e}", path.display());
        let rows = match set {
            "rows" => serde_json::from_slice::<RegisterGold>(&annotation).map_err(wrong)?.rows(),
            _ => Some(serde_json::from_slice::<SearchGold>(&annotation).map_err(wrong)?.rows()),
        };
        let key = key_of_annotation(path);
        let file = root.join(set).join("pages").join(format!("{key}.html.gz"));
        let page = GoldPage::read(key, file, &folds, Extra::List, set)?;
        Ok(GoldPage { rows, gold_hash: hash_of(&annotation), ..page })
    };
    let mut pages = Vec::new();
    for set in ["rows", "search"] {
        let golds = listed(&root.join(set).join("gold"))?;
        let read: Vec<GoldPage> = golds.par_iter().map(|path| page(set, path)).collect::<Result<_, _>>()?;
        pages.extend(read);
    }
    Ok(pages)
}

/// An annotation of `rows`.
#[derive(Deserialize)]
struct RegisterGold {
    primary: String,
    rows: Vec<RegisterRow>,
    #[serde(default)]
    partial: bool,
    #[serde(default)]
    ignore: Vec<Ignored>,
}

#[derive(Deserialize)]
struct RegisterRow {
    link: Option<String>,
    title: Option<String>,
    number: Option<String>,
}

#[derive(Deserialize)]
struct Ignored {
    #[serde(default)]
    links: Vec<String>,
}

impl RegisterGold {
    /// `None` if only a part of the list is known.
    fn rows(self) -> Option<ListRows> {
        let by_link = self.primary == "link";
        let row = |row: RegisterRow| ListRow {
            link: row.link.filter(|_| by_link).map(|link| link_key(&link)),
            text: [row.title, row.number].into_iter().flatten().collect::<Vec<_>>().join(" "),
        };
        let ignored = self.ignore.iter().flat_map(|ignored| &ignored.links).map(|link| link_key(link)).collect();
        (!self.partial).then(|| ListRows { rows: self.rows.into_iter().map(row).collect(), ignored })
    }
}

/// An annotation of `search`: aligned values.
#[derive(Deserialize)]
struct SearchGold {
    rows: Vec<Vec<String>>,
}

impl SearchGold {
    fn rows(self) -> ListRows {
        let is_address = |value: &String| {
            let is = ["http://", "https://", "//"].iter().any(|start| value.starts_with(start));
            is && !value.contains(char::is_whitespace)
        };
        let text = |mut row: Vec<String>| {
            row.retain(|value| !is_address(value));
            row.join(" ")
        };
        let rows = self.rows.into_iter().map(|row| ListRow { link: None, text: text(row) });
        ListRows { rows: rows.collect(), ignored: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_compared_without_what_is_written_in_several_ways() {
        for link in [
            "https://x.example/A%20b/c.pdf?d=1&e",
            "../a b/c.pdf?d=1&amp;e#f",
            "/a%20B/c.PDF?d=1&e",
            "//y.example/ab/c.pdf?d1e",
        ] {
            assert_eq!(link_key(link), "abcpdfd1e", "{link}");
        }
        assert_ne!(link_key("/a/1"), link_key("/a/2"));
    }

    #[test]
    fn rows_are_read() {
        let gold = r#"{"primary": "link", "rows": [{"link": "/a", "title": "A v. B", "number": "1"}], "ignore": [{"links": ["/x"], "text": ""}]}"#;
        let rows = serde_json::from_str::<RegisterGold>(gold).unwrap().rows().unwrap();
        assert_eq!((rows.rows[0].link.as_deref(), &rows.rows[0].text[..]), (Some("a"), "A v. B 1"));
        assert_eq!(rows.ignored, ["x"]);
        let partial = gold.replace("{\"primary\"", "{\"partial\": true, \"primary\"");
        assert!(serde_json::from_str::<RegisterGold>(&partial).unwrap().rows().is_none());
        let rows =
            serde_json::from_str::<SearchGold>(r#"{"rows": [["a", "https://x.example/", "b"]]}"#).unwrap().rows();
        assert_eq!(rows.rows[0].text, "a b");
    }
}
