//! Elements in the notation of a wrapper's file: `li.card#first@role=row/250.new`.

use std::collections::BTreeMap;

/// A tag with names and their shares.
pub(crate) fn written(tag: &str, names: &BTreeMap<String, f32>) -> String {
    let mut out = String::new();
    for c in tag.chars() {
        match c {
            '/' | '.' | '@' | '%' => out.push_str(&format!("%{:02x}", u32::from(c))),
            '#' if !out.is_empty() => out.push_str("%23"),
            c => out.push(c),
        }
    }
    let mut of_share: BTreeMap<std::cmp::Reverse<u32>, Vec<&str>> = BTreeMap::new();
    for (name, share) in names {
        of_share.entry(std::cmp::Reverse((share * 1000.0).round() as u32)).or_default().push(name);
    }
    for (share, names) in of_share {
        if share.0 != 1000 {
            out.push_str(&format!("/{}", share.0));
        }
        names.into_iter().for_each(|name| out.push_str(name));
    }
    out
}

/// Parses a tag and names with their shares, as written by [`written`].
pub(crate) fn read(text: &str) -> Option<(String, BTreeMap<String, f32>)> {
    let mut groups = text.split('/');
    let first = groups.next()?;
    let is_mark = |c: char| matches!(c, '.' | '#' | '@');
    // the tags of a text and of the artificial root begin with a mark
    let skip = usize::from(first.starts_with('#'));
    let end = first.get(skip..)?.find(is_mark).map_or(first.len(), |at| at + skip);
    let (tag, rest) = first.split_at(end);
    let mut names = BTreeMap::new();
    add(rest, 1.0, &mut names)?;
    for group in groups {
        let digits = group.find(is_mark)?;
        let (share, rest) = group.split_at(digits);
        add(rest, share.parse::<u32>().ok()? as f32 / 1000.0, &mut names)?;
    }
    let tag = tag.replace("%2f", "/").replace("%2e", ".").replace("%40", "@").replace("%23", "#").replace("%25", "%");
    Some((tag, names))
}

fn add(text: &str, share: f32, names: &mut BTreeMap<String, f32>) -> Option<()> {
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.get(1..)?.find(['.', '#', '@']).map_or(rest.len(), |at| at + 1);
        let (name, behind) = rest.split_at(end);
        names.insert(name.to_owned(), share);
        rest = behind;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_read_as_they_were_written() {
        let names = |of: &[(&str, f32)]| of.iter().map(|(n, s)| (n.to_string(), *s)).collect::<BTreeMap<_, _>>();
        for (tag, of, text) in [
            (
                "li",
                names(&[(".card", 1.0), ("#a-0", 1.0), (".new", 0.25), ("@role=row", 0.25)]),
                "li#a-0.card/250.new@role=row",
            ),
            ("#text", names(&[]), "#text"),
            ("my.tag%", names(&[("@data-x=", 0.5), (".w-0%2f0", 0.333)]), "my%2etag%25/500@data-x=/333.w-0%2f0"),
        ] {
            assert_eq!(written(tag, &of), text);
            assert_eq!(read(text), Some((tag.to_owned(), of)));
        }
    }
}
