//! Names derived from pages: for files, sheets, views. Each kind of output decides itself which names are valid; here
//! they are made unique, and file names are made valid.

use std::collections::HashSet;
use std::path::Path;

/// Gives out every name once, regardless of case, as in file systems, workbooks and SQL.
#[derive(Default, Debug)]
pub(crate) struct Names {
    taken: HashSet<String>,
}

impl Names {
    /// Starts with some names already taken.
    pub(crate) fn without(reserved: &[&str]) -> Self {
        Names { taken: reserved.iter().map(|name| name.to_lowercase()).collect() }
    }

    /// The first of `wanted` that is free, or else the last of them with a number, built by `fit(name, number)`.
    pub(crate) fn take(&mut self, wanted: &[String], fit: impl Fn(&str, usize) -> String) -> String {
        for name in wanted {
            if self.taken.insert(name.to_lowercase()) {
                return name.clone();
            }
        }
        let base = wanted.last().map_or("", String::as_str);
        let mut number = 2;
        loop {
            let name = fit(base, number);
            if self.taken.insert(name.to_lowercase()) {
                return name;
            }
            number += 1;
        }
    }

    /// Makes a name free again.
    #[cfg_attr(not(feature = "sqlite"), allow(dead_code))]
    pub(crate) fn free(&mut self, name: &str) {
        self.taken.remove(&name.to_lowercase());
    }

    /// Like [`Names::take`] with one name, followed by `_2` and so on.
    pub(crate) fn column(&mut self, name: &str) -> String {
        self.take(&[name.to_owned()], |name, number| format!("{name}_{number}"))
    }
}

/// The name of a page without its folder and its extensions: `list` for `shop/list.html.gz`, `stdin` for standard
/// input.
pub(crate) fn stem(source: &str) -> &str {
    if source == "-" {
        return "stdin";
    }
    // for an address, without query and fragment
    let path = if source.contains("://") { source.split(['?', '#']).next().unwrap_or(source) } else { source };
    let name = path.rsplit(['/', '\\']).find(|part| !part.is_empty()).unwrap_or(source);
    let mut stem = name;
    for ending in [".gz", ".zst", ".html", ".htm", ".xhtml"] {
        let at = stem.len().saturating_sub(ending.len());
        if at > 0 && stem.get(at..).is_some_and(|end| end.eq_ignore_ascii_case(ending)) {
            stem = &stem[..at];
        }
    }
    stem
}

/// Names to try for a page, shortest first: its own, then with the enclosing folders, one more each time. At most four,
/// so that names stay short.
pub(crate) fn page_names(source: &str, clean: impl Fn(&str) -> String) -> Vec<String> {
    let stem = stem(source);
    let mut names = vec![clean(stem)];
    let folders = Path::new(source).parent().into_iter().flat_map(Path::components).rev();
    let mut name = stem.to_owned();
    for folder in folders.filter_map(|part| match part {
        std::path::Component::Normal(part) => part.to_str(),
        _ => None,
    }) {
        if names.len() == 4 {
            break;
        }
        name = format!("{folder}-{name}");
        names.push(clean(&name));
    }
    names
}

/// The longest file name that we create, in bytes and including the extension; systems allow 255.
const FILE_NAME_BYTES: usize = 120;

/// A file name, without extension, that is valid on every system: no separators, no control characters, no leading dot
/// or dash, none of the device names reserved by Windows.
pub(crate) fn file_name(name: &str) -> String {
    let keep = |c: char| match c {
        c if c.is_alphanumeric() || matches!(c, '.' | '-' | '_' | ' ' | '(' | ')' | '+' | ',' | '@') => c,
        _ => '_',
    };
    let cleaned: String = name.chars().map(keep).collect();
    let cleaned = cut_bytes(cleaned.trim_start_matches(['.', '-', ' ']), FILE_NAME_BYTES).trim_end_matches(['.', ' ']);
    let device = cleaned.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let is_device = matches!(device.as_str(), "CON" | "PRN" | "AUX" | "NUL")
        || device.len() == 4 && (device.starts_with("COM") || device.starts_with("LPT"));
    match cleaned {
        "" => "page".to_owned(),
        name if is_device => format!("_{name}"),
        name => name.to_owned(),
    }
}

fn cut_bytes(text: &str, most: usize) -> &str {
    match text.char_indices().map(|(at, c)| at + c.len_utf8()).take_while(|&end| end <= most).last() {
        Some(end) => &text[..end],
        None => "",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems() {
        for (source, name) in [
            ("shop/list.html.gz", "list"),
            ("LIST.HTM", "LIST"),
            ("-", "stdin"),
            (".html", ".html"),
            ("a/b/", "b"),
            ("", ""),
            ("page.php", "page.php"),
            ("é.gz", "é"),
        ] {
            assert_eq!(stem(source), name, "{source}");
        }
    }

    #[test]
    fn a_taken_name_gets_its_folder_then_a_number() {
        let mut names = Names::default();
        let mut take = |source| names.take(&page_names(source, file_name), |name, number| format!("{name}~{number}"));
        assert_eq!(take("a/index.html"), "index");
        assert_eq!(take("b/INDEX.html"), "b-INDEX");
        assert_eq!(take("c/b/index.html"), "c-b-index");
        assert_eq!(take("index.html"), "index~2");
    }

    #[test]
    fn file_names_are_safe() {
        for (name, safe) in [
            ("a:b/c\\d\0e", "a_b_c_d_e"),
            ("..", "page"),
            ("-rf", "rf"),
            ("CON", "_CON"),
            ("com1.x", "_com1.x"),
            ("", "page"),
            ("値段 (2)", "値段 (2)"),
        ] {
            assert_eq!(file_name(name), safe);
        }
        assert!(file_name(&"値".repeat(1000)).len() <= FILE_NAME_BYTES);
    }
}
