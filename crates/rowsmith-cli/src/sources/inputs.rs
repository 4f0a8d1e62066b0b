//! What the user names - files, folders, patterns, lists, addresses - as a lazy sequence of inputs to open.

use std::collections::HashSet;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::net::Ipv4Addr;
use std::path::{Path, PathBuf};

use rowsmith::dom::page_of_asset_folder;

use super::scrapy;
use crate::common::failure::{Failure, why};

/// One input to open, or the reason why it cannot be opened. Errors keep their place in the order of inputs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Input {
    /// Standard input.
    Stdin,
    /// A file, or anything else that can be opened and read, such as a named pipe.
    File(PathBuf),
    /// An `http` or `https` address.
    Url(String),
    /// A name that leads nowhere.
    Unreadable {
        /// Its name as given by the user, or as found in a folder.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
}

impl Input {
    /// The name of the input in results and messages; invalid UTF-8 becomes U+FFFD.
    pub(crate) fn name(&self) -> String {
        match self {
            Input::Stdin => "-".to_owned(),
            Input::Url(url) => url.clone(),
            Input::File(path) | Input::Unreadable { path, .. } => path.to_string_lossy().into_owned(),
        }
    }
}

/// What was named on the command line; nothing has been opened yet.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Inputs {
    /// In the order given.
    pub(crate) arguments: Vec<PathBuf>,
    /// Files with one input name per line, used after the arguments.
    pub(crate) lists: Vec<PathBuf>,
}

/// Takes the arguments as inputs.
///
/// # Errors
/// If standard input is named twice.
pub(crate) fn expand(arguments: &[PathBuf]) -> Result<Inputs, Failure> {
    let inputs = Inputs { arguments: arguments.to_owned(), lists: Vec::new() };
    inputs.check_stdin()?;
    Ok(inputs)
}

impl Inputs {
    /// Adds the lists of `--files-from`, and standard input if nothing is named at all.
    ///
    /// # Errors
    /// If nothing is named and standard input is a terminal: the user has forgotten something.
    pub(crate) fn with_lists(mut self, lists: &[PathBuf]) -> Result<Self, Failure> {
        self.lists = lists.to_owned();
        if self.arguments.is_empty() && self.lists.is_empty() {
            if io::stdin().is_terminal() {
                return Err(Failure::Usage(
                    "no input: name HTML files, folders, archives or addresses, or '-' for standard input, as in \
                     'rowsmith records page.html'"
                        .to_owned(),
                ));
            }
            self.arguments.push("-".into());
        }
        self.check_stdin()?;
        Ok(self)
    }

    fn check_stdin(&self) -> Result<(), Failure> {
        match self.arguments.iter().chain(&self.lists).filter(|argument| is_stdin(argument)).count() {
            0 | 1 => Ok(()),
            _ => Err(Failure::Usage("'-' is given twice, but standard input can only be read once".to_owned())),
        }
    }

    /// Whether a single input was named that is likely to be one page. A folder may contain one page today and two
    /// tomorrow, and the shape of the output should not depend on that.
    pub(crate) fn single(&self) -> bool {
        match (self.arguments.as_slice(), self.lists.as_slice()) {
            ([one], []) => {
                let name = file_name(one);
                let is_one = has_page_name(name) || ends_with(name, &SINGLE);
                is_stdin(one) || is_url(one) || is_one && one.is_file()
            }
            _ => false,
        }
    }

    /// Whether anything may have to be fetched.
    pub(crate) fn may_fetch(&self) -> bool {
        !self.lists.is_empty() || self.arguments.iter().any(|argument| is_url(argument) || is_list_name(argument))
    }

    /// The inputs in order. A file or `-` stands for itself, a folder for the pages and archives in it sorted by name,
    /// a pattern that is not a file for what it matches.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Input> + Send + 'static {
        let Inputs { arguments, lists } = self.clone();
        let listed = lists.into_iter().flat_map(|list| read_list(&list));
        arguments.into_iter().map(Ok).chain(listed).flat_map(|name| match name {
            Ok(name) => named(name),
            Err(input) => Box::new(std::iter::once(input)),
        })
    }

    /// The number of inputs that [`Inputs::iter`] will give, or `None` if that cannot be known in advance.
    pub(crate) fn count(&self) -> Option<usize> {
        let rewindable = |list: &PathBuf| !is_stdin(list) && list.is_file();
        self.lists.iter().all(rewindable).then(|| self.iter().count())
    }

    /// Whether the file `out` is one of the inputs; lists are not searched.
    pub(crate) fn contain(&self, out: &Path) -> bool {
        let Ok(real) = out.canonicalize() else { return false };
        real.is_file()
            && self.arguments.iter().chain(&self.lists).any(|argument| match argument.canonicalize() {
                Ok(folder) if folder.is_dir() => real.starts_with(&folder) && is_taken(file_name(&real)),
                Ok(file) => file == real,
                Err(_) => glob::Pattern::new(&argument.to_string_lossy())
                    .is_ok_and(|pattern| pattern.matches_path_with(out, PATTERNS)),
            })
    }
}

fn is_stdin(argument: &Path) -> bool {
    argument.as_os_str() == "-"
}

fn is_url(argument: &Path) -> bool {
    let text = argument.to_string_lossy();
    let scheme = text.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase());
    matches!(scheme.as_deref(), Some("http" | "https"))
}

/// Whether a name looks like an address without its scheme: its first part is a host with a port, this machine or an IP
/// address, or begins with `www.`; or it is the name of a host, with dots, before a path.
fn lacks_scheme(name: &str) -> bool {
    let host = name.split(['/', '?', '#']).next().unwrap_or_default();
    // a folder may be called like a host, or like a page, and a pattern is none of these
    let is_before_path = name[host.len()..].starts_with('/')
        && !is_taken(OsStr::new(host))
        && !name.contains(['*', '['])
        && !Path::new(host).exists();
    let is_port = |port: &str| !port.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit());
    let (host, has_port) = match host.rsplit_once(':') {
        Some((host, port)) => (host, is_port(port)),
        None => (host, false),
    };
    let is_name = !host.is_empty() && host.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'-'));
    let has_domain = || {
        let last = host.rsplit_once('.').map(|(before, last)| {
            !before.is_empty() && last.len() >= 2 && last.bytes().all(|b| b.is_ascii_alphabetic())
        });
        last.unwrap_or(false)
    };
    is_name
        && (has_port
            || host == "localhost"
            || host.starts_with("www.")
            || host.parse::<Ipv4Addr>().is_ok()
            || is_before_path && has_domain())
}

/// The scheme of an address that is not fetched, `ftp` for instance.
fn other_scheme(name: &str) -> Option<&str> {
    let (scheme, _) = name.split_once("://")?;
    // one letter is a drive
    (scheme.len() > 1 && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric())).then_some(scheme)
}

fn file_name(path: &Path) -> &OsStr {
    path.file_name().unwrap_or_default()
}

type Found = Box<dyn Iterator<Item = Input> + Send>;

fn named(name: PathBuf) -> Found {
    if is_stdin(&name) {
        Box::new(std::iter::once(Input::Stdin))
    } else if is_url(&name) {
        Box::new(std::iter::once(Input::Url(name.to_string_lossy().into_owned())))
    } else if name.is_dir() {
        Box::new(Walk::new(name))
    } else if let Some(scheme) = other_scheme(&name.to_string_lossy()).filter(|_| !name.exists()) {
        let why = format!("no such file, and of addresses only http and https are fetched, not {scheme}");
        Box::new(std::iter::once(Input::Unreadable { path: name.clone(), why }))
    } else if !name.exists() && lacks_scheme(&name.to_string_lossy()) {
        let why = format!("no such file; if this is an address, write it with its scheme: http://{}", name.display());
        Box::new(std::iter::once(Input::Unreadable { path: name, why }))
    } else if !name.exists() && name.to_string_lossy().contains(['*', '?', '[']) {
        matches(name)
    } else {
        Box::new(std::iter::once(Input::File(name)))
    }
}

const PATTERNS: glob::MatchOptions =
    glob::MatchOptions { case_sensitive: true, require_literal_separator: true, require_literal_leading_dot: true };

/// What a pattern matches, sorted by name; matched folders are searched.
fn matches(pattern: PathBuf) -> Found {
    let unreadable = |path: PathBuf, why: String| Box::new(std::iter::once(Input::Unreadable { path, why }));
    let mut paths = match glob::glob_with(&pattern.to_string_lossy(), PATTERNS) {
        Ok(paths) => paths.peekable(),
        Err(error) => return unreadable(pattern, format!("no such file, and not a valid pattern: {error}")),
    };
    if paths.peek().is_none() {
        return unreadable(pattern, "nothing matches this pattern".to_owned());
    }
    Box::new(paths.flat_map(|path| match path {
        Ok(path) if path.is_dir() => Box::new(Walk::new(path)) as Found,
        Ok(path) => Box::new(std::iter::once(no_file(&path).unwrap_or(Input::File(path)))),
        Err(error) => {
            Box::new(std::iter::once(Input::Unreadable { path: error.path().to_owned(), why: why(error.error()) }))
        }
    }))
}

/// The names in a list, read on demand.
fn read_list(list: &Path) -> Box<dyn Iterator<Item = Result<PathBuf, Input>> + Send> {
    let unreadable = |path: PathBuf, error: &io::Error| Input::Unreadable { path, why: why(error) };
    let reader: Box<dyn BufRead + Send> = match is_stdin(list) {
        true => Box::new(BufReader::new(io::stdin())),
        false => match File::open(list) {
            Ok(file) => Box::new(BufReader::new(file)),
            Err(error) => return Box::new(std::iter::once(Err(unreadable(list.to_owned(), &error)))),
        },
    };
    let list = list.to_owned();
    let names = reader.split(b'\n').map(move |line| {
        let line = line.map_err(|error| unreadable(list.clone(), &error))?;
        let line = line.strip_suffix(b"\r").unwrap_or(&line);
        Ok(path_of(line))
    });
    Box::new(names.filter(|name| !matches!(name, Ok(name) if name.as_os_str().is_empty())))
}

#[cfg(unix)]
fn path_of(bytes: &[u8]) -> PathBuf {
    use std::os::unix::ffi::OsStrExt;
    OsStr::from_bytes(bytes).into()
}

#[cfg(not(unix))]
fn path_of(bytes: &[u8]) -> PathBuf {
    String::from_utf8_lossy(bytes).into_owned().into()
}

/// Why something in a folder is not read that bears the name of a page, if it is there and is no regular file.
fn no_file(path: &Path) -> Option<Input> {
    let there = fs::metadata(path).ok().filter(|there| !there.is_file() && !there.is_dir())?;
    let why = format!("skipped: it is {}, not a regular file (name it directly to read it)", kind(there.file_type()));
    Some(Input::Unreadable { path: path.to_owned(), why })
}

#[cfg(unix)]
fn kind(of: fs::FileType) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    match of {
        of if of.is_fifo() => "a named pipe",
        of if of.is_socket() => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn kind(_: fs::FileType) -> &'static str {
    "something else"
}

/// The pages and archives in a folder and the folders in it, depth first, sorted by the bytes of their names so that
/// the order is the same on every machine. Symbolic links to folders are not followed (they may form a cycle), those to
/// files are. What is neither, such as a named pipe, is not opened: nobody may ever write to it. Only the names in one folder per level are held in memory.
struct Walk {
    folder: PathBuf,
    stack: Vec<PathBuf>,
    found: bool,
}

impl Walk {
    fn new(folder: PathBuf) -> Self {
        Walk { stack: vec![folder.clone()], folder, found: false }
    }
}

impl Iterator for Walk {
    type Item = Input;

    fn next(&mut self) -> Option<Input> {
        while let Some(path) = self.stack.pop() {
            if !path.is_dir() {
                self.found = true;
                return Some(no_file(&path).unwrap_or(Input::File(path)));
            }
            match entries(&path) {
                Ok(found) => self.stack.extend(found.into_iter().rev()),
                Err(error) => {
                    self.found = true;
                    return Some(Input::Unreadable { path, why: why(&error) });
                }
            }
        }
        if self.found {
            return None;
        }
        self.found = true;
        let path = std::mem::take(&mut self.folder);
        Some(Input::Unreadable { path, why: "no HTML files in this folder".to_owned() })
    }
}

fn entries(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let is_page = is_taken(&entry.file_name());
        if entry.file_type()?.is_dir() {
            folders.push(path);
        } else if is_page && !path.is_dir() || scrapy::is_body(&path) {
            found.push(path);
        }
    }
    // files saved with a page are part of it
    let pages: HashSet<String> = found.iter().filter_map(|page| page_stem(page.file_name()?)).collect();
    let is_assets = |folder: &PathBuf| {
        folder
            .file_name()
            .is_some_and(|name| asset_folder_page(&format!("{}/", name.to_string_lossy()), |page| pages.contains(page)))
    };
    found.extend(folders.into_iter().filter(|folder| !is_assets(folder)));
    found.sort_unstable_by(|a, b| a.file_name().cmp(&b.file_name()));
    Ok(found)
}

/// Whether a file in a folder is read: a page or an archive of pages. Sitemaps and feeds are not read: a folder should
/// not cause network access.
fn is_taken(name: &OsStr) -> bool {
    has_page_name(name) || ends_with(name, &TAKEN)
}

/// Extensions of further files that are read from a folder: pages as saved by browsers, and archives of crawlers. ZIP
/// and tar files are read only if they are named, since a mirror often contains a packed copy of itself.
const TAKEN: [&str; 9] = [".warc", ".parquet", ".mhtml", ".mht", ".eml", ".webarchive", ".har", ".wacz", ".arc"];

/// Extensions of files that are one page or table, in addition to those of pages.
const SINGLE: [&str; 5] = [".mhtml", ".mht", ".eml", ".webarchive", ".json"];

/// The name of a page without its extensions.
fn page_stem(name: &OsStr) -> Option<String> {
    let text = name.to_string_lossy();
    let at = has_page_name(name)
        .then(|| text.to_ascii_lowercase().rfind(".htm").or(text.to_ascii_lowercase().rfind(".xhtml")))??;
    text.get(..at).map(str::to_owned)
}

/// Whether a path leads through a folder with the files of a saved page, as "Chairs_files/" does for "Chairs.html". The
/// existing pages are given as paths without extension.
pub(super) fn asset_folder_page(path: &str, is_page: impl Fn(&str) -> bool) -> bool {
    path.match_indices('/').any(|(end, _)| {
        let folder = &path[..end];
        page_of_asset_folder(folder).is_some_and(&is_page)
    })
}

/// Whether this is the name of a page: `.html`, `.htm`, `.xhtml`, in any case, also followed by `.gz` or `.zst`.
pub(crate) fn has_page_name(name: &OsStr) -> bool {
    ends_with(name, &[".html", ".htm", ".xhtml"])
}

/// Whether this is the name of a sitemap or feed.
pub(crate) fn is_list_name(path: &Path) -> bool {
    ends_with(path.as_os_str(), &[".xml", ".rss", ".atom", ".rdf"])
}

fn ends_with(name: &OsStr, endings: &[&str]) -> bool {
    let name = name.to_string_lossy().to_ascii_lowercase();
    let name = [".gz", ".zst", ".bz2", ".xz"].iter().find_map(|packed| name.strip_suffix(packed)).unwrap_or(&name);
    endings.iter().any(|ending| name.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use std::slice::from_ref;

    use super::*;
    use crate::common::scratch::Folder;

    #[test]
    fn names_of_pages() {
        for name in ["a.html", "B.HTM", "c.xhtml", "d.html.gz", ".html", "e.Html.GZ", "d.html.zst"] {
            assert!(has_page_name(OsStr::new(name)), "{name}");
        }
        for name in ["a.txt", "b.gz", "html", "c.html.bak", "d.warc.gz", "feed.xml"] {
            assert!(!has_page_name(OsStr::new(name)), "{name}");
        }
        assert!(is_taken(OsStr::new("a.WARC.gz")) && is_taken(OsStr::new("a.parquet")));
        assert!(!is_taken(OsStr::new("feed.xml")) && is_list_name(Path::new("a/feed.xml.gz")));
    }

    #[test]
    fn addresses_without_their_scheme() {
        for address in [
            "localhost:8765/x",
            "localhost",
            "example.com:80",
            "www.example.com/a?b",
            "127.0.0.1/",
            "example.com/list",
            "shop.example.com/list?page=2",
        ] {
            assert!(lacks_scheme(address), "{address}");
            let inputs = expand(&[address.into()]).unwrap();
            let found: Vec<Input> = inputs.iter().collect();
            assert!(matches!(&found[..], [Input::Unreadable { why, .. }] if why.contains("http://")), "{found:?}");
        }
        for name in [
            "page.html",
            "a/localhost",
            "x:y.html",
            "C:\\pages\\a.html",
            ":80",
            "list.html:12a",
            "1.2.3",
            "example.com",
        ] {
            assert!(!lacks_scheme(name), "{name}");
        }
        for name in ["a.html/b", "example.com/*.html", "./example.com/a", "pages.d/a.html", ".com/a"] {
            assert!(!lacks_scheme(name), "{name}");
        }
        let found: Vec<Input> = expand(&["ftp://example.com/a".into()]).unwrap().iter().collect();
        assert!(
            matches!(&found[..], [Input::Unreadable { why, .. }] if why.contains("only http and https")),
            "{found:?}"
        );
    }

    #[test]
    fn standard_input_once_only() {
        let dash = PathBuf::from("-");
        assert!(matches!(expand(&[dash.clone(), dash.clone()]), Err(Failure::Usage(_))));
        assert!(matches!(expand(from_ref(&dash)).unwrap().with_lists(from_ref(&dash)), Err(Failure::Usage(_))));
        let inputs = expand(&[dash, "a.html".into()]).unwrap();
        assert_eq!(inputs.iter().collect::<Vec<_>>(), [Input::Stdin, Input::File("a.html".into())]);
        assert!(!inputs.single() && !inputs.may_fetch());
    }

    #[test]
    fn patterns_lists_and_addresses() {
        let folder = Folder::new("inputs");
        let at = |name: &str| folder.0.join(name);
        for name in ["b.html", "a.html", "[x].html", "notes.txt"] {
            fs::write(at(name), "").unwrap();
        }
        fs::write(at("list"), format!("{}\r\n\nHTTPS://example.com/?a=*\nno.html", at("a.html").display())).unwrap();
        let of = |arguments: &[PathBuf], lists: &[PathBuf]| {
            let inputs = expand(arguments).unwrap().with_lists(lists).unwrap();
            let found: Vec<Input> = inputs.iter().collect();
            assert_eq!(inputs.count(), Some(found.len()));
            found
        };
        let file = |name: &str| Input::File(at(name));
        assert_eq!(of(&[at("*.html")], &[]), [file("[x].html"), file("a.html"), file("b.html")]);
        assert_eq!(of(&[at("[x].html")], &[]), [file("[x].html")]);
        assert!(matches!(&of(&[at("*.htm")], &[])[..], [Input::Unreadable { .. }]));
        assert_eq!(
            of(&[], &[at("list")]),
            [file("a.html"), Input::Url("HTTPS://example.com/?a=*".into()), Input::File("no.html".into())]
        );
        assert!(expand(&[at("*.html")]).unwrap().contain(&at("a.html")));
        assert!(expand(from_ref(&folder.0)).unwrap().contain(&at("b.html")));
        assert!(!expand(from_ref(&folder.0)).unwrap().contain(&at("notes.txt")));
    }
}
