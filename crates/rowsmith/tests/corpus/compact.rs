//! Results as the corpus stores them: nothing is left out, but long and repeated parts are shortened.

use serde_json::{Map, Value, json};

/// Texts with more characters are cut.
const TEXT: usize = 200;
/// Lines of a long text with more characters are cut.
const LINE: usize = 80;
/// JSON that fits into this many columns is written on one line.
const WIDTH: usize = 118;

/// The shortened results for a page: that of `extract` completely, and from the others what `extract` does not have.
pub fn compact(mut results: Value) -> Value {
    for region in regions_of(&mut results["records"]) {
        let records = region["records"].take();
        let rows = records.as_array().into_iter().flatten().map(|record| {
            let cells = record["cells"].as_object().into_iter().flatten();
            let cells: Vec<&str> = cells.filter_map(|(_, text)| text.as_str()).collect();
            json!(cut(&cells.join(" | "), LINE))
        });
        region["records"] = rows.collect();
        region["digest"] = json!(digest(&records.to_string()));
    }
    for post in results["posts"]["posts"].as_array_mut().into_iter().flatten() {
        let part = |name: &str| post[name].as_str().unwrap_or("-").to_owned();
        let line = format!("{} | {} | {}", part("author"), part("date"), part("body").replace('\n', " "));
        *post = json!(format!("{} {}", cut(&line, LINE), digest(&post.to_string())));
    }
    let article = &mut results["article"];
    for rendering in ["text", "html"] {
        article[rendering] = json!(digest(article[rendering].as_str().unwrap_or_default()));
    }
    shortened("", results)
}

fn regions_of(page: &mut Value) -> impl Iterator<Item = &mut Value> {
    page["regions"].as_array_mut().into_iter().flatten()
}

/// A value with its texts cut, its numbers rounded, and its paths relative to the element of its region.
fn shortened(name: &str, value: Value) -> Value {
    match value {
        Value::String(text) if text.chars().count() > TEXT && matches!(name, "text" | "markdown" | "body") => {
            text.lines().filter(|line| !line.trim().is_empty()).map(|line| json!(cut(line, LINE))).collect()
        }
        Value::String(text) => json!(cut(&text, TEXT)),
        Value::Number(number) if number.is_f64() => json!((number.as_f64().unwrap_or_default() * 1e3).round() / 1e3),
        Value::Array(values) => values.into_iter().map(|value| shortened("", value)).collect(),
        Value::Object(mut fields) => {
            if let Some(path) = fields.get("path").and_then(Value::as_str).map(str::to_owned) {
                let records = fields.get_mut("records").and_then(Value::as_array_mut).into_iter().flatten();
                let nodes = records.filter_map(|record| record.get_mut("nodes")?.as_array_mut()).flatten();
                nodes.for_each(|node| from_here(&path, node));
            }
            fields
                .into_iter()
                .map(|(name, value)| (name.clone(), shortened(&name, value)))
                .collect::<Map<_, _>>()
                .into()
        }
        other => other,
    }
}

/// `/html[1]/body[1]/ul[1]/li[2]` as `./li[2]` where the region is the `ul`.
fn from_here(region: &str, node: &mut Value) {
    let rest = node.as_str().and_then(|path| path.strip_prefix(region)).filter(|rest| rest.starts_with('/'));
    if let Some(rest) = rest {
        *node = json!(format!(".{rest}"));
    }
}

/// The text, or its beginning with the number of its characters and a digest of all of it.
fn cut(text: &str, length: usize) -> String {
    let characters = text.chars().count();
    if characters <= length {
        return text.to_owned();
    }
    let start: String = text.chars().take(length).collect();
    format!("{start}… [{characters} {}]", digest(text))
}

/// 32-bit FNV-1a: short, and the same everywhere.
fn digest(text: &str) -> String {
    let hash = text.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193));
    format!("{hash:08x}")
}

/// JSON with everything on one line that fits there, so that files are short and diffs are readable.
pub fn pretty(value: &Value) -> String {
    let mut out = String::new();
    write(value, 0, &mut out);
    out.push('\n');
    out
}

fn write(value: &Value, indent: usize, out: &mut String) {
    let line = value.to_string();
    let start = out.len() - out.rfind('\n').map_or(0, |newline| newline + 1);
    let parts: Vec<(String, &Value)> = match value {
        Value::Array(values) => values.iter().map(|value| (String::new(), value)).collect(),
        Value::Object(fields) => fields.iter().map(|(name, value)| (format!("{}: ", json!(name)), value)).collect(),
        _ => Vec::new(),
    };
    if parts.is_empty() || start + line.chars().count() <= WIDTH {
        out.push_str(&line);
        return;
    }
    let (open, close) = if value.is_array() { ('[', ']') } else { ('{', '}') };
    out.push(open);
    for (at, (name, part)) in parts.iter().enumerate() {
        out.push_str(if at == 0 { "\n" } else { ",\n" });
        out.push_str(&" ".repeat(indent + 1));
        out.push_str(name);
        write(part, indent + 1, out);
    }
    out.push('\n');
    out.push_str(&" ".repeat(indent));
    out.push(close);
}

#[test]
fn what_is_long_is_cut_but_not_forgotten() {
    let page = |text: &str| compact(json!({ "extract": { "description": text } }))["extract"]["description"].clone();
    assert_eq!(page("short"), "short");
    assert_ne!(page(&format!("{}a", "x".repeat(300))), page(&format!("{}b", "x".repeat(300))));
}
