//! Files of schemas.

use std::sync::LazyLock;

use rowsmith::schema::{Schema, shipped_file};
use rowsmith::{ObjectsOptions, Page, PageOptions};

static PAGE: LazyLock<Page> = LazyLock::new(|| {
    let items = ["Oxford", "Leeds", "High Wycombe", "York"];
    let items = items.map(|place| {
        format!("<li><h3><a href=/{place}>Flat in {place}</a></h3><b>£950 pcm</b> 3 bedrooms, 85 m² <img src={place}.jpg></li>")
    });
    let html = format!("<h1>Homes</h1><ul>{}</ul>", items.concat());
    Page::parse(html.as_bytes(), &PageOptions::new()).expect("it is HTML")
});

/// Reads a schema twice and looks for its objects on a page.
///
/// # Panics
/// Where the answers differ.
pub fn run(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let mut read = |name: &str| shipped_file(name).map(str::to_owned).ok_or_else(|| "no such file".to_owned());
    let (first, second) = (Schema::parse(text, &mut read), Schema::parse(text, &mut read));
    let (Ok(first), Ok(second)) = (&first, &second) else {
        return assert_eq!(first.err(), second.err());
    };
    let objects = |schema: &Schema| serde_json::to_string(&PAGE.objects(schema, &ObjectsOptions::new()));
    assert_eq!(objects(first).expect("plain data"), objects(second).expect("plain data"));
}
