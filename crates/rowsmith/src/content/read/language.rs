//! The language of a block of code.

use super::names::{classes, folded};
use crate::dom::{AttrName, Document, NodeId, Tag};

/// Languages as highlighters name them, with the other names that pages show for them. Prefixed classes (`language-…`)
/// and attributes may also have other names; bare class names and labels must be in this list.
const LANGUAGES: &[(&str, &[&str])] = &[
    ("abap", &[]),
    ("ada", &[]),
    ("apache", &[]),
    ("applescript", &[]),
    ("asm", &["assembly", "assembler", "x86asm"]),
    ("awk", &[]),
    ("bash", &[]),
    ("basic", &[]),
    ("batch", &["bat"]),
    ("bibtex", &[]),
    ("c", &[]),
    ("clojure", &["clj"]),
    ("cmake", &[]),
    ("cobol", &[]),
    ("coffeescript", &[]),
    ("console", &[]),
    ("cpp", &["c++", "cxx"]),
    ("crystal", &[]),
    ("csharp", &["c#", "cs"]),
    ("css", &[]),
    ("cuda", &[]),
    ("cypher", &[]),
    ("d", &[]),
    ("dart", &[]),
    ("diff", &[]),
    ("dockerfile", &["docker"]),
    ("elixir", &[]),
    ("elm", &[]),
    ("erlang", &[]),
    ("fish", &[]),
    ("fortran", &[]),
    ("fsharp", &["f#"]),
    ("gdscript", &[]),
    ("gherkin", &[]),
    ("glsl", &[]),
    ("go", &["golang"]),
    ("graphql", &[]),
    ("groovy", &[]),
    ("handlebars", &[]),
    ("haskell", &["hs"]),
    ("hcl", &["terraform"]),
    ("hlsl", &[]),
    ("html", &[]),
    ("http", &[]),
    ("ini", &[]),
    ("java", &[]),
    ("javascript", &["js", "node", "nodejs"]),
    ("json", &["json5", "jsonc"]),
    ("jsx", &[]),
    ("julia", &[]),
    ("kotlin", &["kt"]),
    ("latex", &["tex"]),
    ("lean", &["lean4"]),
    ("less", &[]),
    ("lisp", &[]),
    ("lua", &[]),
    ("makefile", &["make"]),
    ("markdown", &["md"]),
    ("matlab", &[]),
    ("mermaid", &[]),
    ("nasm", &[]),
    ("nginx", &[]),
    ("nim", &[]),
    ("nix", &[]),
    ("objectivec", &["objective-c", "objc"]),
    ("ocaml", &[]),
    ("pascal", &[]),
    ("perl", &[]),
    ("php", &[]),
    ("postgresql", &["postgres"]),
    ("powershell", &["ps1"]),
    ("prisma", &[]),
    ("prolog", &[]),
    ("properties", &[]),
    ("protobuf", &["proto"]),
    ("python", &["py", "python3", "pycon", "ipython3", "ipython"]),
    ("r", &[]),
    ("racket", &[]),
    ("regex", &[]),
    ("rst", &[]),
    ("ruby", &["rb"]),
    ("rust", &["rs"]),
    ("sass", &[]),
    ("scala", &[]),
    ("scheme", &[]),
    ("scss", &[]),
    ("shell", &["sh", "shell-session", "shellscript"]),
    ("solidity", &[]),
    ("sql", &[]),
    ("svelte", &[]),
    ("swift", &[]),
    ("tcl", &[]),
    ("toml", &[]),
    ("tsx", &[]),
    ("typescript", &["ts"]),
    ("vb", &["vbnet"]),
    ("verilog", &[]),
    ("vhdl", &[]),
    ("vim", &["viml"]),
    ("vue", &[]),
    ("wasm", &["wat"]),
    ("wgsl", &[]),
    ("xml", &[]),
    ("yaml", &["yml"]),
    ("zig", &[]),
    ("zsh", &[]),
];

/// What highlighters call code in no language.
const NONE: &[&str] = &[
    "text",
    "plaintext",
    "plain",
    "none",
    "nohighlight",
    "no-highlight",
    "txt",
    "default",
    "undefined",
    "auto",
    "unknown",
    "wrap",
    "code",
    "null",
    "raw",
    "output",
];

/// Attributes that hold the language of code.
const ATTRIBUTES: &[&str] = &[
    "data-lang",
    "data-language",
    "data-code-lang",
    "data-codelang",
    "data-code-language",
    "data-highlight-language",
    "data-lexer",
    // Medium
    "data-code-block-lang",
    // EnlighterJS
    "data-enlighter-language",
    // Mintlify
    "language",
];

/// What class names with the language of code begin with.
const PREFIXES: &[&str] = &[
    "language-",
    "lang-",
    // Crayon
    "lang:",
    "highlight-source-",
    "highlight-text-",
    "brush:",
    "code-",
    "sourceCode-",
    // MediaWiki
    "mw-highlight-lang-",
];

/// The language of code whose outermost element is `outer` and whose code itself is in `inner`.
pub(super) fn language(document: &Document, outer: NodeId, inner: NodeId) -> Option<String> {
    let within = document.subtree(outer).take(400).filter(|&id| {
        matches!(document.tag(id), Tag::PRE | Tag::CODE | Tag::TABLE | Tag::DIV | Tag::TD | Tag::TEXTAREA)
            && id != inner
    });
    // nearest first
    let mut looked: Vec<NodeId> = vec![inner];
    looked.extend(document.ancestors(inner).skip(1).take_while(|&a| a >= outer));
    looked.extend(within);
    looked.extend(around(document, outer));
    looked.iter().find_map(|&id| own(document, id)).or_else(|| label(document, outer, inner))
}

/// The elements around code that contain nothing else.
fn around(document: &Document, outer: NodeId) -> impl Iterator<Item = NodeId> + '_ {
    let length = document.raw_text(outer).trim().len();
    document.ancestors(outer).skip(1).take(4).take_while(move |&a| {
        matches!(document.tag(a), Tag::DIV | Tag::FIGURE | Tag::CODE | Tag::SECTION | Tag::SPAN | Tag::PRE)
            && document.raw_text(a).trim().len() <= length + 60
    })
}

/// What an element itself declares.
fn own(document: &Document, id: NodeId) -> Option<String> {
    for name in ATTRIBUTES {
        if let Some(found) = document.attr_named(id, name).and_then(plausible_name) {
            return Some(found);
        }
    }
    // SyntaxHighlighter in Confluence: "brush: java; gutter: false"
    let brush = document.attr_named(id, "data-syntaxhighlighter-params").and_then(|given| given.split_once("brush:"));
    if let Some(found) = brush.and_then(|(_, brush)| plausible_name(brush.split(';').next().unwrap_or(brush))) {
        return Some(found);
    }
    let mut highlighted = false;
    for class in classes(document, id) {
        for prefix in PREFIXES {
            if let Some(rest) = class.strip_prefix(prefix)
                && (*prefix != "code-" || known(rest).is_some())
                && let Some(found) = plausible_name(rest)
            {
                return Some(found);
            }
        }
        if let Some(rest) = ["highlight-", "src-", "hl-"].iter().find_map(|prefix| class.strip_prefix(prefix))
            && let Some(found) = known(rest)
        {
            return Some(found.to_owned());
        }
        highlighted |= matches!(
            class,
            "hljs"
                | "sourceCode"
                | "highlight"
                | "prettyprint"
                | "hl"
                | "brush:"
                | "src"
                | "code"
                | "chroma"
                | "shiki"
                | "prism"
                | "listing"
        );
    }
    if highlighted || matches!(document.tag(id), Tag::PRE | Tag::CODE) {
        let bare = classes(document, id).map(|class| class.trim_end_matches(';')).find_map(|class| {
            // one letter could mean anything
            (class.len() > 1 || highlighted).then(|| known(class)).flatten()
        });
        if let Some(found) = bare {
            return Some(found.to_owned());
        }
    }
    if document.tag(id) == Tag::PRE {
        return document.attr(id, AttrName::LANG).and_then(known).map(str::to_owned);
    }
    None
}

/// A language as a page names it: any name that looks like one.
fn plausible_name(name: &str) -> Option<String> {
    let name = name.trim().trim_end_matches([';', ',']).to_ascii_lowercase();
    let name = name.split(['{', ':', ' ', ',']).next().unwrap_or_default();
    if name.is_empty() || name.len() > 24 || NONE.contains(&name) {
        return None;
    }
    if name == "c++" || name == "c#" || name == "f#" {
        return known(name).map(str::to_owned);
    }
    name.bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'#' | b'-' | b'_' | b'.'))
        .then(|| name.to_owned())
}

/// A known name of a language, as used by a highlighter or shown to readers.
fn known(name: &str) -> Option<&'static str> {
    let name = name.trim().to_ascii_lowercase();
    LANGUAGES.iter().find(|(language, others)| *language == name || others.contains(&name.as_str())).map(
        |(language, others)| {
            others.iter().find(|&&o| o == name && !o.contains(['#', '+'])).copied().unwrap_or(language)
        },
    )
}

/// A language shown as a label next to the code, within the elements that contain nothing else.
fn label(document: &Document, outer: NodeId, inner: NodeId) -> Option<String> {
    let top = around(document, outer).last().unwrap_or(outer);
    let texts = document.subtree(top).take(600).filter(|&id| document.is_text(id) && !document.contains(inner, id));
    // exactly the name of a language as shown to readers, or of a file; single letters could mean anything
    texts
        .map(|id| folded_text(document, id))
        .filter(|text| text.len() > 1)
        .find_map(|text| known(&text).or_else(|| of_file(&text)))
        .map(str::to_owned)
}

/// The language that a file of this name is in: `src/main.rs`.
fn of_file(name: &str) -> Option<&'static str> {
    let (stem, ending) = name.rsplit_once('.')?;
    let is_name = !stem.is_empty() && !name.contains(char::is_whitespace) && !name.contains("://");
    (is_name && ending.len() > 1).then(|| known(ending)).flatten()
}

fn folded_text(document: &Document, id: NodeId) -> String {
    let text = document.raw_text(id);
    if text.len() > 40 { String::new() } else { folded(document, id) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_told_by_many_systems() {
        let language = |html: &str| {
            let document = crate::dom::parse(html.as_bytes(), &crate::dom::ParseOptions::default()).unwrap();
            let inner = document.nodes().find(|&id| document.tag(id) == Tag::PRE).unwrap();
            language(&document, inner, inner)
        };
        for html in [
            "<div class='mw-highlight mw-highlight-lang-ruby mw-content-ltr'><pre>x</pre></div>",
            "<pre data-code-block-lang=ruby>x</pre>",
            "<pre data-enlighter-language=ruby>x</pre>",
            "<pre language=ruby>x</pre>",
            "<pre class='lang:ruby decode:true'>x</pre>",
            "<div class='highlight hl-ruby'><pre>x</pre></div>",
            "<pre class=syntaxhighlighter-pre data-syntaxhighlighter-params='brush: ruby; gutter: false'>x</pre>",
            "<div><span>Ruby</span><pre>x</pre></div>",
        ] {
            assert_eq!(language(html).as_deref(), Some("ruby"), "{html}");
        }
        assert_eq!(language("<div><span>src/tide.rb</span><pre>x</pre></div>").as_deref(), Some("rb"));
        assert_eq!(language("<div><span>see b.rb or a.rb</span><pre>x</pre></div>"), None);
        assert_eq!(language("<div class=hl-main><pre language=plain>x</pre></div>"), None);
    }

    #[test]
    fn names_are_told_and_known() {
        assert_eq!(plausible_name("Rust{1,3}").as_deref(), Some("rust"));
        assert_eq!(plausible_name("plaintext"), None);
        assert_eq!(
            (known("C++"), known("Python"), known("sh"), known("Copy")),
            (Some("cpp"), Some("python"), Some("sh"), None)
        );
    }
}
