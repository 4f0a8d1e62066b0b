//! What a host's robots.txt allows, by RFC 9309. A file of any bytes is read: what is no rule is passed over.

use std::time::Duration;

use url::Url;

/// What a host's robots.txt says to one crawler.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Rules {
    rules: Vec<Rule>,
    /// The time that it asks for between two requests (`Crawl-delay`, which the standard does not have).
    pub(crate) delay: Option<Duration>,
}

/// A line that allows or forbids.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Rule {
    allows: bool,
    /// Its length, by which the longest of several that fit is known.
    length: usize,
    /// What a path has one behind the other, where `*` stands for anything between.
    parts: Vec<Vec<u8>>,
    /// Whether the last part ends the path (`$`).
    ends: bool,
}

/// A line of the file that means something.
enum Line {
    Agent(String),
    Rule(Rule),
    Delay(Duration),
}

impl Rules {
    /// Reads the rules for a crawler, by its product token: those of all groups that name it, else those for all (`*`).
    pub(crate) fn read(file: &[u8], product: &str) -> Rules {
        let file = file.strip_prefix(b"\xef\xbb\xbf").unwrap_or(file);
        let (mut own, mut for_all) = (None::<Rules>, Rules::default());
        // of the group that is being read: whether it is ours, whether it is for all, and whether its agents are all named
        let (mut is_own, mut is_for_all, mut named) = (false, false, false);
        for line in file.split(|&byte| byte == b'\n' || byte == b'\r').filter_map(line) {
            let into = match line {
                Line::Agent(agent) => {
                    if named {
                        (is_own, is_for_all, named) = (false, false, false);
                    }
                    is_for_all |= agent == "*";
                    if token(&agent).eq_ignore_ascii_case(token(product)) && !token(&agent).is_empty() {
                        is_own = true;
                        own.get_or_insert_default();
                    }
                    continue;
                }
                Line::Rule(_) | Line::Delay(_) => {
                    named = true;
                    let own = own.as_mut().filter(|_| is_own);
                    [own, is_for_all.then_some(&mut for_all)]
                }
            };
            for rules in into.into_iter().flatten() {
                match &line {
                    Line::Rule(rule) => rules.rules.push(rule.clone()),
                    Line::Delay(delay) => rules.delay = Some(*delay),
                    Line::Agent(_) => {}
                }
            }
        }
        own.unwrap_or(for_all)
    }

    /// Whether an address may be asked for: the longest rule that fits decides, of two as long the one that allows, and where none
    /// fits, it may.
    pub(crate) fn allow(&self, url: &Url) -> bool {
        let query = url.query().map_or(String::new(), |query| format!("?{query}"));
        let path = normalised(format!("{}{query}", url.path()).as_bytes());
        if path == b"/robots.txt" {
            return true;
        }
        let fitting = self.rules.iter().filter(|rule| rule.fits(&path));
        fitting.max_by_key(|rule| (rule.length, rule.allows)).is_none_or(|rule| rule.allows)
    }
}

impl Rule {
    fn new(pattern: &str, allows: bool) -> Rule {
        let pattern = normalised(pattern.as_bytes());
        let (body, ends) = match pattern.strip_suffix(b"$") {
            Some(body) => (body, true),
            None => (&pattern[..], false),
        };
        // a path that was written without its slash is meant to have one
        let body = if body.starts_with(b"/") || body.starts_with(b"*") { body.to_vec() } else { [b"/", body].concat() };
        let parts = body.split(|&byte| byte == b'*').map(<[u8]>::to_vec).collect();
        Rule { allows, length: pattern.len(), parts, ends }
    }

    /// Whether a path begins as the pattern says: each part is looked for behind the one before, as early as it can be.
    fn fits(&self, path: &[u8]) -> bool {
        let [first, others @ ..] = self.parts.as_slice() else { return false };
        let Some(mut rest) = path.strip_prefix(first.as_slice()) else { return false };
        let [middle @ .., last] = others else { return !self.ends || rest.is_empty() };
        for part in middle {
            let Some(at) = memchr::memmem::find(rest, part) else { return false };
            rest = &rest[at + part.len()..];
        }
        if self.ends { rest.ends_with(last) } else { memchr::memmem::find(rest, last).is_some() }
    }
}

/// What a line says, if it says something that matters here.
fn line(line: &[u8]) -> Option<Line> {
    let line = String::from_utf8_lossy(line);
    let (name, value) = line.split('#').next().unwrap_or_default().split_once(':')?;
    let value = value.trim();
    match name.trim().to_ascii_lowercase().as_str() {
        "user-agent" => Some(Line::Agent(value.to_owned())),
        // a rule without a path only shows that its group has rules
        "allow" | "disallow" if value.is_empty() => Some(weakest(Line::Rule(Rule::new("/", true)))),
        "allow" => Some(Line::Rule(Rule::new(value, true))),
        "disallow" => Some(Line::Rule(Rule::new(value, false))),
        "crawl-delay" => value.parse().ok().and_then(|delay| Duration::try_from_secs_f32(delay).ok()).map(Line::Delay),
        _ => None,
    }
}

/// A rule that any other one outdoes.
fn weakest(line: Line) -> Line {
    match line {
        Line::Rule(rule) => Line::Rule(Rule { length: 0, ..rule }),
        other => other,
    }
}

/// The product token that a name begins with: letters, hyphens and underscores.
fn token(name: &str) -> &str {
    let end = name.find(|c: char| !c.is_ascii_alphabetic() && c != '-' && c != '_').unwrap_or(name.len());
    &name[..end]
}

/// A path in one form of several that mean the same: characters that need no percent sign have none, and others have one in capitals.
fn normalised(path: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(path.len());
    let mut rest = path;
    while let Some((&first, tail)) = rest.split_first() {
        let code = (first == b'%').then(|| tail.get(..2)).flatten().and_then(|code| std::str::from_utf8(code).ok());
        let code = code.filter(|code| code.bytes().all(|b| b.is_ascii_hexdigit()));
        let (byte, was_coded) = match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => (byte, true),
            None => (first, false),
        };
        rest = if was_coded { &tail[2..] } else { tail };
        let is_plain = byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
        if is_plain || !was_coded && byte.is_ascii_graphic() {
            out.push(byte);
        } else {
            out.extend(format!("%{byte:02X}").bytes());
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowed(file: &str, path: &str) -> bool {
        Rules::read(file.as_bytes(), "rowsmith").allow(&Url::parse(&format!("https://x.example{path}")).unwrap())
    }

    #[test]
    fn the_longest_rule_decides() {
        let file = "User-agent: *\nAllow: /p\nDisallow: /\nAllow: /folder\nDisallow: /folder/private\n";
        for (path, is) in [("/page", true), ("/x", false), ("/folder/a", true), ("/folder/private/a", false)] {
            assert_eq!(allowed(file, path), is, "{path}");
        }
        assert!(allowed("User-agent: *\nDisallow: /a\nAllow: /a", "/a"), "of two as long the one that allows");
        assert!(allowed("User-agent: *\nDisallow: /", "/robots.txt"));
        assert!(allowed("", "/") && allowed("<html>no rules</html>", "/"));
        assert!(allowed("User-agent: *\nDisallow:", "/") && allowed("Disallow: /", "/"), "no rule of any group");
    }

    #[test]
    fn wildcards_and_ends() {
        for (pattern, path, fits) in [
            ("/fish", "/fish.html", true),
            ("/fish", "/Fish.asp", false),
            ("/fish*", "/fishheads/yummy.html", true),
            ("/fish/", "/fish", false),
            ("/*.php", "/folder/filename.php?parameters", true),
            ("/*.php$", "/filename.php?parameters", false),
            ("/*.php$", "/filename.php/a.php", true),
            ("/fish*.php", "/fishheads/catfish.php?a", true),
            ("/fish*.php", "/Fish.PHP", false),
            ("*a", "/ba", true),
            ("/a$", "/a", true),
            ("/a*b*c$", "/axbxbxc", true),
            ("/a*b*c$", "/axbxc/", false),
            ("/*?", "/a?b", true),
            ("/*?", "/a", false),
            ("search", "/search", true),
            ("/$", "/", true),
            ("/$", "/a", false),
            ("/a%3cd.html", "/a%3Cd.html", true),
            ("/%7Ejoe/", "/~joe/index.html", true),
            ("/a%2fb", "/a/b", false),
            ("/ツ", "/%E3%83%84", true),
        ] {
            assert_eq!(!allowed(&format!("User-agent: *\nDisallow: {pattern}"), path), fits, "{pattern} {path}");
        }
    }

    #[test]
    fn groups() {
        let file = "user-agent: other\ndisallow: /a\n\nUser-Agent : Rowsmith/2.0 # us\nUser-agent: more\nDisallow: /b\n\n\
            User-agent: *\nDisallow: /c\n\nSitemap: https://x.example/s.xml\nUser-agent: rowsmith\nDisallow: /d\nCrawl-delay: 2.5";
        for (path, is) in [("/a", true), ("/b", false), ("/c", true), ("/d", false)] {
            assert_eq!(allowed(file, path), is, "{path}");
        }
        assert_eq!(Rules::read(file.as_bytes(), "Rowsmith/0.1").delay, Some(Duration::from_millis(2500)));
        let other = Rules::read(file.as_bytes(), "nobody");
        assert!(!other.allow(&Url::parse("https://x.example/c").unwrap()) && other.delay.is_none());
        // a group of ours without rules lets us everywhere
        assert!(allowed("User-agent: *\nDisallow: /\n\nUser-agent: rowsmith\nDisallow:", "/a"));
        assert!(allowed("User-agent: *\nDisallow: /\n\nUser-agent: rowsmith\nUser-agent: x", "/a"));
        // what begins as we are called is somebody else
        assert!(allowed("User-agent: rowsmithy\nDisallow: /", "/a") && allowed("User-agent: row\nDisallow: /", "/a"));
    }

    #[test]
    fn files_as_they_come() {
        assert!(!allowed("\u{feff}User-agent: *\r\rDisallow: /a\r\n", "/a"));
        assert!(!allowed("USER-AGENT:*\nDISALLOW:/a#b", "/a"));
        let bytes =
            [b"\xff\xfe\0User-agent: *\n".as_slice(), b"User-agent: *\nDisallow: /\xff", &[b'*'; 5000]].concat();
        let rules = Rules::read(&bytes, "rowsmith");
        assert!(rules.allow(&Url::parse("https://x.example/a").unwrap()));
        assert_eq!(Rules::read(b"User-agent: *\nCrawl-delay: -1\nCrawl-delay: 1e99", "a").delay, None);
    }
}
