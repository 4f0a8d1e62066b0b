//! Comparing two addresses.

use url::Url;

/// An address split into parts that are compared one by one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    host: String,
    /// The segments of the path, then `key=value` for each entry of the query, ordered by key.
    parts: Vec<String>,
    /// How many of the parts belong to the path.
    path: usize,
}

impl Parts {
    /// Splits an address, without its fragment.
    pub fn of(url: &Url) -> Parts {
        let host = url.host_str().unwrap_or_default().trim_start_matches("www.").to_owned();
        let mut parts: Vec<String> = url.path().split('/').filter(|s| !s.is_empty()).map(str::to_owned).collect();
        // the index file of a folder stands for the folder
        parts.pop_if(|last| is_index(last));
        let path = parts.len();
        let mut query: Vec<String> =
            url.query().unwrap_or_default().split(['&', ';']).filter(|s| !s.is_empty()).map(str::to_owned).collect();
        query.sort_unstable();
        parts.extend(query);
        Parts { host, parts, path }
    }

    /// The last number in the address. If any number is that of a page, it is this one.
    pub fn last_number(&self) -> Option<u32> {
        let last = |part: &String| {
            let end = part.rfind(|c: char| c.is_ascii_digit())? + 1;
            let start = part[..end].rfind(|c: char| !c.is_ascii_digit()).map_or(0, |at| at + 1);
            part[start..end].parse().ok()
        };
        self.parts.iter().rev().find_map(last)
    }
}

/// How one address differs from another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Not at all.
    Same,
    /// By one number.
    Number {
        /// The number of the other address.
        from: u32,
        /// The number of this address.
        to: u32,
        /// Whether the part with the number is named like a page number.
        named: bool,
    },
    /// It has additional parts, with a number.
    Added {
        /// The number.
        to: u32,
        /// Whether one of the additional parts is named like a page number.
        named: bool,
    },
    /// It lacks parts that the other has, with a number.
    Removed {
        /// The number.
        from: u32,
    },
    /// By more than that, on the same host.
    Other,
    /// It is on another host.
    Elsewhere,
}

/// Whether this is the file that a server returns for its folder.
fn is_index(name: &str) -> bool {
    let Some((name, kind)) = name.split_once('.') else { return false };
    matches!(name, "index" | "default" | "home") && matches!(kind, "html" | "htm" | "php" | "asp" | "aspx" | "jsp")
}

/// The key of the one entry of the query in which an address differs from another, by its value or in having it: what turns
/// the pages of a list, be it a number or a cursor. `None` if they differ in anything else.
pub(crate) fn turned<'p>(from: &Parts, to: &'p Parts) -> Option<&'p str> {
    let ((from_path, from_query), (path, query)) = (from.parts.split_at(from.path), to.parts.split_at(to.path));
    if from.host != to.host || from_path != path {
        return None;
    }
    let key = |entry: &'p str| entry.split_once('=').map(|(key, _)| key);
    let mut new = query.iter().filter(|entry| !from_query.contains(entry));
    let turned = key(new.next()?)?;
    let mut gone = from_query.iter().filter(|entry| !query.contains(entry));
    let is_its_value = |entry: &String| entry.split_once('=').is_some_and(|(key, _)| key == turned);
    (new.next().is_none() && gone.next().is_none_or(is_its_value) && gone.next().is_none()).then_some(turned)
}

/// Names that queries and paths use for the number of a page.
pub(crate) fn is_page_name(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.contains("pag")
        || name.contains("start")
        || name.contains("offset")
        || matches!(
            name.as_str(),
            "p" | "pg"
                | "pn"
                | "pno"
                | "seite"
                | "skip"
                | "from"
                | "first"
                | "o"
                | "s"
                | "st"
                | "sayfa"
                | "strona"
                | "sivu"
                | "side"
                | "sida"
                | "trang"
        )
}

/// Whether the part at an index is named like a page number: by its key, by letters next to its digits, or, within a
/// path, by the part before it.
fn is_named(parts: &Parts, at: usize) -> bool {
    let part = &parts.parts[at];
    match part.split_once('=') {
        Some((key, _)) => is_page_name(key),
        None => {
            let letters = |text: &str| text.split(|c: char| !c.is_alphabetic()).any(is_page_name);
            letters(part) || at > 0 && at < parts.path && is_page_name(&parts.parts[at - 1])
        }
    }
}

/// The numbers in which two parts differ, if they differ in nothing else.
fn numbers(a: &str, b: &str) -> Option<(u32, u32)> {
    let common = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    // the numbers may have leading digits in common
    let digits_before = a.as_bytes()[..common].iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let (a, b) = (a.get(common - digits_before..)?, b.get(common - digits_before..)?);
    let number = |text: &str| -> Option<(u32, usize)> {
        let length = text.bytes().take_while(u8::is_ascii_digit).count();
        Some((text[..length].parse().ok()?, length))
    };
    let ((from, a_length), (to, b_length)) = (number(a)?, number(b)?);
    (a[a_length..] == b[b_length..]).then_some((from, to))
}

/// How `to` differs from `from`.
pub fn change(from: &Parts, to: &Parts) -> Change {
    if from.host != to.host {
        return Change::Elsewhere;
    }
    if from.parts == to.parts {
        return Change::Same;
    }
    if from.parts.len() == to.parts.len() {
        let mut different = (0..from.parts.len()).filter(|&at| from.parts[at] != to.parts[at]);
        let Some(at) = different.next() else { return Change::Same };
        if different.next().is_none()
            && let Some((from_number, to_number)) = numbers(&from.parts[at], &to.parts[at])
        {
            return Change::Number { from: from_number, to: to_number, named: is_named(to, at) };
        }
        return Change::Other;
    }
    let (short, long) = if from.parts.len() < to.parts.len() { (from, to) } else { (to, from) };
    if long.parts.len() - short.parts.len() > 2 {
        return Change::Other;
    }
    // the shorter address has parts of the longer one in the same order, with at most one exception, which says "index"
    // in other words
    let mut rest = short.parts.iter().peekable();
    let mut further = Vec::new();
    for (at, part) in long.parts.iter().enumerate() {
        if rest.peek() == Some(&part) {
            rest.next();
        } else {
            further.push(at);
        }
    }
    if rest.next().is_some() {
        return Change::Other;
    }
    let number = further.iter().rev().find_map(|&at| {
        let digits: String = long.parts[at].chars().filter(char::is_ascii_digit).collect();
        digits.parse::<u32>().ok()
    });
    let named = further.iter().any(|&at| is_named(long, at));
    match number {
        Some(number) if long == to => Change::Added { to: number, named },
        Some(number) => Change::Removed { from: number },
        None => Change::Other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(from: &str, to: &str) -> Change {
        let parts = |text| Parts::of(&Url::parse(text).expect("an address"));
        change(&parts(from), &parts(to))
    }

    #[test]
    fn addresses_of_further_pages() {
        let named = true;
        assert_eq!(changed("http://a.b/l", "http://www.a.b/l/"), Change::Same);
        assert_eq!(changed("http://a.b/l?page=2", "http://a.b/l?page=3"), Change::Number { from: 2, to: 3, named });
        assert_eq!(changed("http://a.b/l/9", "http://a.b/l/10"), Change::Number { from: 9, to: 10, named: false });
        assert_eq!(changed("http://a.b/l/19", "http://a.b/l/10"), Change::Number { from: 19, to: 10, named: false });
        assert_eq!(changed("http://a.b/l", "http://a.b/l/page/2"), Change::Added { to: 2, named });
        assert_eq!(changed("http://a.b/l?q=x", "http://a.b/l?q=x&start=20"), Change::Added { to: 20, named });
        assert_eq!(changed("http://a.b/index.html", "http://a.b/page/2/"), Change::Added { to: 2, named });
        assert_eq!(changed("http://a.b/l/page-2", "http://a.b/l"), Change::Removed { from: 2 });
        assert_eq!(changed("http://a.b/l", "http://a.b/m"), Change::Other);
        assert_eq!(changed("http://a.b/l", "http://c.d/l"), Change::Elsewhere);
    }

    #[test]
    fn addresses_that_differ_in_one_entry_of_their_query() {
        let parts = |text| Parts::of(&Url::parse(text).expect("an address"));
        let key = |from, to| turned(&parts(from), &parts(to)).map(str::to_owned);
        let after = Some("after".to_owned());
        assert_eq!(key("http://a.b/l", "http://a.b/l?after=aWQ"), after);
        assert_eq!(key("http://a.b/l?after=aWQ&q=x", "http://a.b/l?after=bXY&q=x"), after);
        for other in
            ["http://a.b/l?q=x", "http://a.b/l?after=b&q=y", "http://a.b/m?after=b&q=x", "http://a.b/l?after=b"]
        {
            assert_eq!(key("http://a.b/l?q=x", other), None, "{other}");
        }
    }
}
