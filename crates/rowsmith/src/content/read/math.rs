//! Formulas, in whatever way a page shows them, as LaTeX.

use super::mathml::latex;
use super::names::{classes, has_class};
use crate::dom::{AttrName, Document, NodeId, ParseOptions, Tag, parse};

/// A formula.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Formula {
    /// As LaTeX; empty for an element that only repeats what another one shows.
    pub(super) tex: String,
    /// Whether it is displayed on lines of its own.
    pub(super) display: bool,
}

/// The formula that an element is: a script of MathJax 2, output of KaTeX, MathJax or Temml, MathML, or a picture of a
/// formula.
pub(super) fn formula(document: &Document, id: NodeId) -> Option<Formula> {
    match document.tag(id) {
        Tag::SCRIPT => {
            let kind = document.attr(id, AttrName::TYPE)?;
            let display = kind.starts_with("math/tex") && kind.contains("mode=display");
            kind.starts_with("math/tex").then(|| of_tex(document.raw_text(id), display))
        }
        Tag::MATH => of_math(document, id),
        Tag::IMG => of_image(document, id),
        Tag::SPAN | Tag::DIV | Tag::P | Tag::NOBR => of_classes(document, id),
        tag if document.tag_name(tag) == "mjx-container" => of_mathjax(document, id),
        tag if document.tag_name(tag).contains('-') => of_own_element(document, id),
        _ => None,
    }
}

fn of_tex(tex: &str, display: bool) -> Formula {
    let tex = tex.trim();
    let tex = tex
        .strip_prefix("% <![CDATA[")
        .map_or(tex, |t| t.trim_end().trim_end_matches("%]]>").trim_end_matches("% ]]>"));
    let (tex, display) = match delimited(tex) {
        Some((inner, shown)) => (inner, display || shown),
        None => (tex, display),
    };
    // Wikipedia adds this to every formula
    let tex = tex.trim();
    let tex = tex.strip_prefix("{\\displaystyle").and_then(|t| t.strip_suffix('}')).unwrap_or(tex);
    Formula { tex: tex.trim().to_owned(), display }
}

/// The content between the delimiters of a formula, and whether they are those of a displayed formula.
pub(super) fn delimited(tex: &str) -> Option<(&str, bool)> {
    let tex = tex.trim();
    let within = |open: &str, close: &str| tex.strip_prefix(open)?.strip_suffix(close).filter(|t| !t.trim().is_empty());
    within("$$", "$$")
        .or_else(|| within("\\[", "\\]"))
        .map(|inner| (inner, true))
        .or_else(|| within("\\(", "\\)").or_else(|| within("$", "$")).map(|inner| (inner, false)))
}

/// The element below `id` that contains the source of a formula, or its MathML.
fn formula_source(document: &Document, id: NodeId) -> Option<String> {
    let annotation = document.subtree(id).find(|&c| {
        document.tag_name(document.tag(c)) == "annotation"
            && document.attr_named(c, "encoding").is_some_and(|e| e.to_ascii_lowercase().contains("tex"))
    });
    if let Some(annotation) = annotation {
        return Some(document.raw_text(annotation).trim().to_owned());
    }
    for name in ["data-tex", "data-latex", "data-expr", "data-katex", "data-math", "data-formula"] {
        if let Some(tex) = document.attr_named(id, name).filter(|t| !t.trim().is_empty()) {
            return Some(tex.trim().to_owned());
        }
    }
    let script = document.subtree(id).find(|&c| {
        document.tag(c) == Tag::SCRIPT && document.attr(c, AttrName::TYPE).is_some_and(|t| t.starts_with("math/tex"))
    });
    if let Some(script) = script {
        return Some(document.raw_text(script).trim().to_owned());
    }
    let math = document.subtree(id).find(|&c| document.tag(c) == Tag::MATH)?;
    of_math(document, math).map(|formula| formula.tex)
}

fn of_math(document: &Document, id: NodeId) -> Option<Formula> {
    let block = document.attr_named(id, "display").is_some_and(|d| d == "block")
        || document.attr_named(id, "mode").is_some_and(|m| m == "display");
    let annotation = document.subtree(id).find(|&c| {
        document.tag_name(document.tag(c)) == "annotation"
            && document.attr_named(c, "encoding").is_some_and(|e| e.to_ascii_lowercase().contains("tex"))
    });
    let tex = match annotation {
        Some(annotation) => document.raw_text(annotation).trim().to_owned(),
        None => match document.attr_named(id, "alttext").or_else(|| document.attr_named(id, "data-latex")) {
            Some(tex) if !tex.trim().is_empty() => tex.trim().to_owned(),
            _ => latex(document, id)?,
        },
    };
    (!tex.is_empty()).then(|| of_tex(&tex, block))
}

fn of_mathjax(document: &Document, id: NodeId) -> Option<Formula> {
    let display = document.attr_named(id, "display").is_some_and(|d| d == "true" || d == "block");
    Some(of_tex(&formula_source(document, id)?, display))
}

/// The formula in an element that a site defines for formulas (`<math-renderer>`, `<la-tex>`), with its delimiters.
fn of_own_element(document: &Document, id: NodeId) -> Option<Formula> {
    let name = document.tag_name(document.tag(id));
    let is_for_formulas = name.split('-').any(|word| matches!(word, "math" | "tex" | "latex" | "katex" | "formula"));
    let text = Some(document.raw_text(id)).filter(|_| is_for_formulas)?;
    let (tex, display) = delimited(text)?;
    Some(of_tex(tex, display))
}

fn of_classes(document: &Document, id: NodeId) -> Option<Formula> {
    let mut katex = false;
    for class in classes(document, id) {
        match class {
            "katex-display" => return Some(of_tex(&formula_source(document, id)?, true)),
            "katex"
            | "math-inline"
            | "temml"
            | "mwe-math-element"
            | "math"
            | "MathJax_CHTML"
            | "tex"
            | "inline-math"
            | "block-math"
            | "math-display"
            | "katex-block"
            | "mwe-math-element-inline"
            | "mwe-math-element-block" => katex = true,
            // what is shown before the formula is typeset, and what MathJax 2 generated from the script that follows
            "MathJax_Preview" => return Some(Formula { tex: String::new(), display: false }),
            "MathJax"
            | "MathJax_Display"
            | "MathJax_SVG"
            | "MathJax_SVG_Display"
            | "MathJax_CHTML_Display"
            | "MJXc-display"
            | "mjx-chtml" => {
                return of_mathjax_2(document, id);
            }
            _ => {}
        }
    }
    if !katex {
        return None;
    }
    let display =
        has_class(document, id, &["math-display", "block-math", "katex-block", "mwe-math-element-block", "display"])
            || document
                .subtree(id)
                .any(|c| has_class(document, c, &["katex-display", "mwe-math-fallback-image-display"]))
            || document
                .subtree(id)
                .any(|c| document.tag(c) == Tag::MATH && document.attr_named(c, "display") == Some("block"))
                && document.subtree(id).any(|c| {
                    document.tag(c) == Tag::IMG && has_class(document, c, &["mwe-math-fallback-image-display"])
                });
    if let Some(tex) = formula_source(document, id) {
        return Some(of_tex(&tex, display));
    }
    // the source itself, for a script to typeset
    let text = document.raw_text(id).trim();
    let elements = document.subtree(id).skip(1).any(|c| !document.is_text(c));
    if elements || text.is_empty() {
        return None;
    }
    match delimited(text) {
        Some((tex, shown)) => Some(Formula { tex: tex.trim().to_owned(), display: shown || display }),
        None => text.contains(['\\', '^', '_']).then(|| of_tex(text, display)),
    }
}

fn of_mathjax_2(document: &Document, id: NodeId) -> Option<Formula> {
    let display = classes(document, id).any(|c| c.ends_with("isplay"));
    // the script with the source follows, within the enclosing element or after it
    let mut next = document.end(id);
    for _ in 0..4 {
        if next.index() >= document.len() {
            break;
        }
        match document.tag(next) {
            Tag::SCRIPT if document.attr(next, AttrName::TYPE).is_some_and(|t| t.starts_with("math/tex")) => {
                return Some(Formula { tex: String::new(), display });
            }
            Tag::TEXT if document.raw_text(next).trim().is_empty() => next = document.end(next),
            _ => break,
        }
    }
    if let Some(tex) = formula_source(document, id) {
        return Some(of_tex(&tex, display));
    }
    let mathml = document.subtree(id).find_map(|c| document.attr_named(c, "data-mathml"))?;
    let inner = parse(mathml.as_bytes(), &ParseOptions::default()).ok()?;
    let math = inner.nodes().find(|&c| inner.tag(c) == Tag::MATH)?;
    let formula = of_math(&inner, math)?;
    Some(Formula { display: display || formula.display, ..formula })
}

/// Parts of the addresses of services that draw formulas, with what precedes the formula in them.
const SERVICES: &[(&str, &str)] = &[
    ("latex.codecogs.com/", "?"),
    ("latex.codecogs.com/", "/svg.latex?"),
    ("s0.wp.com/latex.php", "latex="),
    ("s.wordpress.com/latex.php", "latex="),
    ("wp.com/latex.php", "latex="),
    ("chart.googleapis.com/chart", "chl="),
    ("chart.apis.google.com/chart", "chl="),
    ("zhihu.com/equation", "tex="),
    ("math.now.sh", "from="),
    ("mathurl.com/render.cgi", "?"),
    ("render.githubusercontent.com/render/math", "math="),
    ("mimetex.cgi", "?"),
    ("mathtex.cgi", "?"),
    ("i.upmath.me/svg/", "/svg/"),
    ("tex.s2cms.ru/svg/", "/svg/"),
    ("latex.vercel.app/", "from="),
    ("quicklatex.com", "formula="),
];

fn of_image(document: &Document, id: NodeId) -> Option<Formula> {
    let alt = document.attr(id, AttrName::ALT).unwrap_or_default().trim();
    let source = document.attr(id, AttrName::SRC).unwrap_or_default();
    let called = has_class(
        document,
        id,
        &[
            "latex",
            "tex",
            "math",
            "mathjax",
            "equation",
            "ql-img-inline-formula",
            "ql-img-displayed-equation",
            "mwe-math-fallback-image-inline",
            "mwe-math-fallback-image-display",
            "formula",
            "eeimg",
            "texrender",
            "math-tex",
        ],
    );
    let display =
        has_class(document, id, &["ql-img-displayed-equation", "mwe-math-fallback-image-display", "displaymath"]);
    let service = SERVICES.iter().find(|(host, mark)| source.contains(host) && source.contains(mark));
    if (called || service.is_some())
        && let Some((tex, shown)) = delimited(alt)
    {
        return Some(of_tex(tex, display || shown));
    }
    if let Some((_, mark)) = service {
        let (_, tex) = source.split_once(mark)?;
        // in a path it is the rest, in a query it ends at the next parameter
        let tex = if mark.ends_with('=') { tex.split('&').next().unwrap_or_default() } else { tex };
        let tex = decoded(tex);
        let tex = tex.trim().trim_start_matches("\\inline").trim();
        return (!tex.is_empty()).then(|| of_tex(tex, display));
    }
    if alt.is_empty()
        && let Some(tex) = of_address(source)
    {
        return Some(of_tex(&tex, display));
    }
    let tex_like = alt.contains('\\') && alt.len() > 2 || alt.contains(['^', '_']) && called;
    if called && !alt.is_empty() && (tex_like || alt.len() <= 12) {
        return Some(of_tex(alt, display));
    }
    None
}

/// The formula that an address of any service holds: its last part, or the value of a parameter, with a command of TeX.
fn of_address(source: &str) -> Option<String> {
    let (path, query) = source.split_once('?').unwrap_or((source, ""));
    let values = query.split('&').map(|part| part.split_once('=').map_or(part, |(_, value)| value));
    let parts = path.rsplit('/').take(1).chain(values).filter(|part| part.contains(['\\', '%']));
    parts.map(decoded).find(|tex| has_command(tex))
}

/// Whether a text has a command of TeX with an argument: `\frac{`.
fn has_command(text: &str) -> bool {
    text.split('\\').skip(1).any(|after| {
        let rest = after.trim_start_matches(|c: char| c.is_ascii_alphabetic());
        rest.len() < after.len() && rest.trim_start().starts_with('{')
    })
}

/// Decodes a part of an address.
fn decoded(part: &str) -> String {
    let mut bytes = Vec::with_capacity(part.len());
    let mut rest = part.as_bytes();
    while let Some((&first, tail)) = rest.split_first() {
        let code = (first == b'%').then(|| tail.get(..2)).flatten().and_then(|c| std::str::from_utf8(c).ok());
        match code.and_then(|c| u8::from_str_radix(c, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &tail[2..];
            }
            None => {
                bytes.push(if first == b'+' { b' ' } else { first });
                rest = tail;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
