//! Converts MathML to LaTeX.

use crate::dom::{Document, NodeId, Tag};

/// The most nodes of a formula; longer ones are kept as their text.
const MAX_NODES: u32 = 6000;

/// Characters that have a command of their own.
const SIGNS: &[(char, &str)] = &[
    ('α', "\\alpha"),
    ('β', "\\beta"),
    ('γ', "\\gamma"),
    ('δ', "\\delta"),
    ('ε', "\\varepsilon"),
    ('ϵ', "\\epsilon"),
    ('ζ', "\\zeta"),
    ('η', "\\eta"),
    ('θ', "\\theta"),
    ('ϑ', "\\vartheta"),
    ('ι', "\\iota"),
    ('κ', "\\kappa"),
    ('λ', "\\lambda"),
    ('μ', "\\mu"),
    ('ν', "\\nu"),
    ('ξ', "\\xi"),
    ('π', "\\pi"),
    ('ρ', "\\rho"),
    ('σ', "\\sigma"),
    ('ς', "\\varsigma"),
    ('τ', "\\tau"),
    ('υ', "\\upsilon"),
    ('φ', "\\varphi"),
    ('ϕ', "\\phi"),
    ('χ', "\\chi"),
    ('ψ', "\\psi"),
    ('ω', "\\omega"),
    ('Γ', "\\Gamma"),
    ('Δ', "\\Delta"),
    ('Θ', "\\Theta"),
    ('Λ', "\\Lambda"),
    ('Ξ', "\\Xi"),
    ('Π', "\\Pi"),
    ('Σ', "\\Sigma"),
    ('Φ', "\\Phi"),
    ('Ψ', "\\Psi"),
    ('Ω', "\\Omega"),
    ('⋅', "\\cdot"),
    ('·', "\\cdot"),
    ('×', "\\times"),
    ('÷', "\\div"),
    ('±', "\\pm"),
    ('∓', "\\mp"),
    ('≤', "\\leq"),
    ('≥', "\\geq"),
    ('≠', "\\neq"),
    ('≈', "\\approx"),
    ('≡', "\\equiv"),
    ('∼', "\\sim"),
    ('≃', "\\simeq"),
    ('≅', "\\cong"),
    ('∝', "\\propto"),
    ('∞', "\\infty"),
    ('∂', "\\partial"),
    ('∇', "\\nabla"),
    ('∑', "\\sum"),
    ('∏', "\\prod"),
    ('∫', "\\int"),
    ('∬', "\\iint"),
    ('∮', "\\oint"),
    ('√', "\\surd"),
    ('∈', "\\in"),
    ('∉', "\\notin"),
    ('∋', "\\ni"),
    ('⊂', "\\subset"),
    ('⊆', "\\subseteq"),
    ('⊃', "\\supset"),
    ('⊇', "\\supseteq"),
    ('∪', "\\cup"),
    ('∩', "\\cap"),
    ('∅', "\\emptyset"),
    ('∧', "\\land"),
    ('∨', "\\lor"),
    ('¬', "\\neg"),
    ('∀', "\\forall"),
    ('∃', "\\exists"),
    ('→', "\\rightarrow"),
    ('←', "\\leftarrow"),
    ('↔', "\\leftrightarrow"),
    ('⇒', "\\Rightarrow"),
    ('⇐', "\\Leftarrow"),
    ('⇔', "\\Leftrightarrow"),
    ('↦', "\\mapsto"),
    ('⟶', "\\longrightarrow"),
    ('⟨', "\\langle"),
    ('⟩', "\\rangle"),
    ('⌊', "\\lfloor"),
    ('⌋', "\\rfloor"),
    ('⌈', "\\lceil"),
    ('⌉', "\\rceil"),
    ('‖', "\\parallel"),
    ('∥', "\\parallel"),
    ('⊥', "\\perp"),
    ('…', "\\dots"),
    ('⋯', "\\cdots"),
    ('⋮', "\\vdots"),
    ('⋱', "\\ddots"),
    ('∘', "\\circ"),
    ('⊕', "\\oplus"),
    ('⊗', "\\otimes"),
    ('†', "\\dagger"),
    ('ℏ', "\\hbar"),
    ('ℓ', "\\ell"),
    ('ℝ', "\\mathbb{R}"),
    ('ℕ', "\\mathbb{N}"),
    ('ℤ', "\\mathbb{Z}"),
    ('ℚ', "\\mathbb{Q}"),
    ('ℂ', "\\mathbb{C}"),
    ('′', "'"),
    ('−', "-"),
    ('∗', "*"),
    ('⋆', "\\star"),
    ('∣', "\\mid"),
    ('≪', "\\ll"),
    ('≫', "\\gg"),
    ('≔', ":="),
    ('∖', "\\setminus"),
    ('△', "\\triangle"),
    ('ˉ', "\\bar"),
    ('¯', "\\bar"),
    // not written: function application, invisible times, separator, no-break space
    ('\u{2061}', ""),
    ('\u{2062}', ""),
    ('\u{2063}', ""),
    ('\u{2064}', ""),
    ('\u{a0}', " "),
    ('\u{2009}', "\\,"),
    ('{', "\\{"),
    ('}', "\\}"),
    ('%', "\\%"),
    ('#', "\\#"),
    ('&', "\\&"),
    ('$', "\\$"),
];

/// Names of functions that are commands.
const FUNCTIONS: &[&str] = &[
    "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "arcsin", "arccos", "arctan", "log", "ln", "lg",
    "exp", "lim", "max", "min", "sup", "inf", "det", "dim", "ker", "gcd", "arg", "deg", "hom", "Pr", "limsup",
    "liminf",
];

/// Accents, by the sign that MathML puts above.
const OVER: &[(&str, &str)] = &[
    ("^", "\\hat"),
    ("ˆ", "\\hat"),
    ("~", "\\tilde"),
    ("˜", "\\tilde"),
    ("¯", "\\bar"),
    ("ˉ", "\\bar"),
    ("‾", "\\overline"),
    ("_", "\\overline"),
    ("→", "\\vec"),
    ("⃗", "\\vec"),
    ("˙", "\\dot"),
    (".", "\\dot"),
    ("¨", "\\ddot"),
    ("⏞", "\\overbrace"),
    ("ˇ", "\\check"),
    ("˘", "\\breve"),
];

/// The LaTeX of a formula; `None` if it is too long. Takes time linear in the number of nodes times the depth.
pub(super) fn latex(document: &Document, math: NodeId) -> Option<String> {
    let (start, end) = (math.0, document.end(math).0);
    if end - start > MAX_NODES {
        return None;
    }
    // children come after their parents: going from the last node to the first, the children of each are known
    let mut made: Vec<String> = vec![String::new(); (end - start) as usize];
    for number in (start..end).rev() {
        let id = NodeId(number);
        let text = if document.is_text(id) { String::new() } else { element(document, id, start, &mut made) };
        made[(number - start) as usize] = text;
    }
    let text = made.swap_remove(0);
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

fn element(document: &Document, id: NodeId, start: u32, made: &mut [String]) -> String {
    let name = document.tag_name(document.tag(id));
    let mut children: Vec<String> = Vec::new();
    let mut names: Vec<&str> = Vec::new();
    for child in document.children(id).filter(|&c| !document.is_text(c)) {
        children.push(std::mem::take(&mut made[(child.0 - start) as usize]));
        names.push(document.tag_name(document.tag(child)));
    }
    let part = |at: usize| children.get(at).map_or("", String::as_str);
    let text = || document.raw_text(id).split_whitespace().collect::<Vec<_>>().join(" ");
    match name {
        "mi" => identifier(document, id, &text()),
        "mn" => text(),
        "mo" => operator(&text()),
        "mtext" | "ms" => {
            let raw = document.raw_text(id).replace('\u{a0}', " ");
            if raw.trim().is_empty() {
                if raw.is_empty() { String::new() } else { "\\ ".into() }
            } else if !raw.contains(char::is_alphanumeric) {
                operator(raw.trim())
            } else {
                format!("\\text{{{}}}", escaped(&raw))
            }
        }
        "mspace" => String::new(),
        "mfrac" => {
            let line = document
                .attr_named(id, "linethickness")
                .is_some_and(|t| t.trim_start_matches('0').trim_matches(['.', 'p', 't', 'x', 'e', 'm']).is_empty());
            if line {
                format!("\\binom{{{}}}{{{}}}", part(0), part(1))
            } else {
                format!("\\frac{{{}}}{{{}}}", part(0), part(1))
            }
        }
        "msqrt" => format!("\\sqrt{{{}}}", joined(&children)),
        "mroot" => format!("\\sqrt[{}]{{{}}}", part(1), part(0)),
        "msub" => format!("{}_{}", base(part(0)), script(part(1))),
        "msup" => format!("{}^{}", base(part(0)), raised(part(1))),
        "msubsup" => format!("{}_{}^{}", base(part(0)), script(part(1)), raised(part(2))),
        "munder" => match part(1) {
            "⏟" => format!("\\underbrace{{{}}}", part(0)),
            "_" | "\u{332}" | "‾" => format!("\\underline{{{}}}", part(0)),
            under if is_large(part(0)) => format!("{}_{}", part(0), script(under)),
            under => format!("\\underset{{{under}}}{{{}}}", part(0)),
        },
        "mover" => match OVER.iter().find(|(sign, command)| {
            *sign == part(1) || *command == part(1) || (part(1) == "\\rightarrow" && *sign == "→")
        }) {
            Some((_, command)) => format!("{command}{{{}}}", part(0)),
            None if is_large(part(0)) => format!("{}^{}", part(0), script(part(1))),
            None => format!("\\overset{{{}}}{{{}}}", part(1), part(0)),
        },
        "munderover" => format!("{}_{}^{}", base(part(0)), script(part(1)), script(part(2))),
        "mfenced" => {
            let mark = |name, default: &str| document.attr_named(id, name).unwrap_or(default).trim().to_owned();
            let (open, close) = (mark("open", "("), mark("close", ")"));
            let by = document
                .attr_named(id, "separators")
                .unwrap_or(",")
                .trim()
                .chars()
                .next()
                .map_or(String::new(), String::from);
            format!("\\left{} {} \\right{}", fence(&open), children.join(&format!(" {by} ")), fence(&close))
        }
        "mtable" => {
            let aligned =
                document.attr_named(id, "columnalign").is_some_and(|c| c.contains("right") && c.contains("left"));
            // one numbered equation is no matrix
            if let ([equation], ["mlabeledtr"]) = (children.as_slice(), names.as_slice()) {
                return equation
                    .split_once(" & ")
                    .map_or(equation.clone(), |(label, cells)| format!("{cells} {label}"));
            }
            let kind = if aligned { "aligned" } else { "matrix" };
            format!("\\begin{{{kind}}} {} \\end{{{kind}}}", children.join(" \\\\ "))
        }
        "mtr" | "mlabeledtr" => children.join(" & "),
        "mmultiscripts" => multiscripts(&children, &names),
        "mphantom" => format!("\\phantom{{{}}}", joined(&children)),
        "semantics" => part(0).to_owned(),
        "annotation" | "annotation-xml" | "maligngroup" | "malignmark" | "mprescripts" | "none" => String::new(),
        _ if children.is_empty() && document.tag(id) != Tag::MATH => {
            let own = text();
            if own.is_empty() { own } else { escaped(&own) }
        }
        _ => joined(&children),
    }
}

/// Joins parts next to each other, with a space only if a command would run into what follows.
fn joined(parts: &[String]) -> String {
    let mut out = String::new();
    for part in parts.iter().filter(|p| !p.is_empty()) {
        let command = out
            .rfind('\\')
            .is_some_and(|at| at + 1 < out.len() && out[at + 1..].bytes().all(|b| b.is_ascii_alphabetic()));
        if command || (!out.is_empty() && out.len() < 1 << 16) {
            out.push(' ');
        }
        out.push_str(part);
    }
    out
}

fn identifier(document: &Document, id: NodeId, text: &str) -> String {
    if FUNCTIONS.contains(&text) {
        return format!("\\{text}");
    }
    let signs = signs(text);
    let variant = document.attr_named(id, "mathvariant").unwrap_or_default();
    let command = match variant {
        "bold" => "\\mathbf",
        "double-struck" => "\\mathbb",
        "script" | "bold-script" => "\\mathcal",
        "fraktur" => "\\mathfrak",
        "sans-serif" => "\\mathsf",
        "monospace" => "\\mathtt",
        "bold-italic" => "\\boldsymbol",
        "normal" if text.chars().count() == 1 && text.is_ascii() => "\\mathrm",
        _ => return signs,
    };
    format!("{command}{{{signs}}}")
}

fn operator(text: &str) -> String {
    if FUNCTIONS.contains(&text) {
        return format!("\\{text}");
    }
    if text.len() > 1 && text.bytes().all(|b| b.is_ascii_alphabetic()) {
        return format!("\\operatorname{{{text}}}");
    }
    signs(text)
}

/// A text with its signs replaced by commands.
fn signs(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match SIGNS.iter().find(|(sign, _)| *sign == c) {
            Some((_, command)) => {
                if out
                    .rfind('\\')
                    .is_some_and(|at| out[at + 1..].bytes().all(|b| b.is_ascii_alphabetic()) && at + 1 < out.len())
                {
                    out.push(' ');
                }
                out.push_str(command);
            }
            None => {
                let command = out
                    .rfind('\\')
                    .is_some_and(|at| at + 1 < out.len() && out[at + 1..].bytes().all(|b| b.is_ascii_alphabetic()));
                if command && c.is_ascii_alphabetic() {
                    out.push(' ');
                }
                out.push(c);
            }
        }
    }
    out
}

fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if matches!(c, '{' | '}' | '%' | '#' | '&' | '$' | '_') {
            out.push('\\');
        }
        out.push(c);
    }
    out
}

fn fence(mark: &str) -> String {
    match mark {
        "" => ".".into(),
        "{" => "\\{".into(),
        "}" => "\\}".into(),
        mark => signs(mark),
    }
}

/// The base that a script is attached to.
fn base(text: &str) -> String {
    let single =
        text.chars().count() == 1 || (text.starts_with('\\') && text[1..].bytes().all(|b| b.is_ascii_alphabetic()));
    let grouped = text.starts_with('\\') && text.ends_with('}') && text.matches('{').count() == 1;
    if single || grouped || text.bytes().all(|b| b.is_ascii_alphanumeric()) {
        text.to_owned()
    } else {
        format!("{{{text}}}")
    }
}

fn script(text: &str) -> String {
    format!("{{{text}}}")
}

/// A superscript; a prime needs no `^`.
fn raised(text: &str) -> String {
    format!(
        "{{{}}}",
        if !text.is_empty() && text.chars().all(|c| c == '\'') {
            text.replace('\'', "\\prime ").trim_end().to_owned()
        } else {
            text.to_owned()
        }
    )
}

/// Whether scripts are placed above and below it.
fn is_large(text: &str) -> bool {
    [
        "\\sum",
        "\\prod",
        "\\int",
        "\\lim",
        "\\max",
        "\\min",
        "\\sup",
        "\\inf",
        "\\bigcup",
        "\\bigcap",
        "\\operatorname",
        "\\limsup",
        "\\liminf",
    ]
    .iter()
    .any(|c| text.starts_with(c))
}

fn multiscripts(children: &[String], names: &[&str]) -> String {
    let Some((first, rest)) = children.split_first() else { return String::new() };
    let mut out = String::new();
    let (mut before, mut after) = (String::new(), String::new());
    let mut target = &mut after;
    let mut at = 0;
    while at < rest.len() {
        if names.get(at + 1) == Some(&"mprescripts") {
            target = &mut before;
            at += 1;
            continue;
        }
        for (sign, script) in ['_', '^'].into_iter().zip([rest.get(at), rest.get(at + 1)]) {
            if let Some(script) = script.filter(|s| !s.is_empty()) {
                target.push_str(&format!("{sign}{{{script}}}"));
            }
        }
        at += 2;
    }
    if !before.is_empty() {
        out.push_str(&format!("{{}}{before}"));
    }
    out.push_str(&base(first));
    out.push_str(&after);
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    fn of(body: &str) -> String {
        let page = parse(format!("<math>{body}</math>").as_bytes(), &ParseOptions::default()).unwrap();
        let math = page.nodes().find(|&id| page.tag(id) == Tag::MATH).unwrap();
        latex(&page, math).unwrap()
    }

    #[test]
    fn what_formulas_are_made_of() {
        assert_eq!(of("<mfrac><mn>1</mn><msqrt><mi>x</mi></msqrt></mfrac>"), "\\frac{1}{\\sqrt{x}}");
        assert_eq!(of("<msubsup><mi>a</mi><mi>i</mi><mn>2</mn></msubsup><mo>≤</mo><mi>π</mi>"), "a_{i}^{2} \\leq \\pi");
        assert_eq!(
            of(
                "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>sin</mi><mi>i</mi>"
            ),
            "\\sum_{i = 1}^{n} \\sin i"
        );
        assert_eq!(of("<mover><mi>x</mi><mo>^</mo></mover><mtext>if 50%</mtext>"), "\\hat{x} \\text{if 50\\%}");
        assert_eq!(
            of("<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr></mtable>"),
            "\\begin{matrix} 1 & 0 \\end{matrix}"
        );
    }
}
