//! Vectors of our own: what changes how its content is read, within each other, around ways out; addresses in disguises.

/// Elements in which others are read otherwise than in a paragraph.
const AROUND: [&str; 14] = [
    "<svg>",
    "<math>",
    "<math><mtext>",
    "<math><mi>",
    "<svg><desc>",
    "<svg><foreignObject>",
    "<svg><title>",
    "<table>",
    "<table><tr><td>",
    "<select>",
    "<form>",
    "<svg></p>",
    "<math></p>",
    "<math><annotation-xml encoding=text/html>",
];

/// What makes text of what follows, or markup of what was text.
const READ_OTHERWISE: [&str; 18] = [
    "<style>",
    "<title>",
    "<noscript>",
    "<textarea>",
    "<xmp>",
    "<iframe>",
    "<noembed>",
    "<noframes>",
    "<plaintext>",
    "<mglyph><style>",
    "<a title=\"",
    "<!--",
    "<![CDATA[",
    "<template>",
    "<option>",
    "<button>",
    "<table><mglyph><style>",
    "<form></form><form>",
];

/// What acts, behind what ends the text that it may be in.
const WAYS_OUT: [&str; 9] = [
    "<img src=x onerror=alert(1)>",
    "</style></title></noscript></textarea></xmp></iframe></noembed></noframes><img src=x onerror=alert(1)>",
    "\"><img src=x onerror=alert(1)>",
    "--><img src=x onerror=alert(1)>",
    "--!><script>alert(1)</script>",
    "]]><img src=x onerror=alert(1)>",
    "&lt;img src=x onerror=alert(1)&gt;",
    "</math></svg></table></select><script>alert(1)</script>",
    "<style><!--</style><img title=\"--&gt;&lt;img src=1 onerror=alert(1)&gt;\">",
];

/// Addresses that run something, show a page of their own, or lead to files.
const ADDRESSES: [&str; 7] = [
    "javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "vbscript:msgbox(1)",
    "view-source:javascript:alert(1)",
    "blob:https://x.example/1",
    "file:///etc/passwd",
    "feed:javascript:alert(1)",
];

/// All of them.
pub(crate) fn vectors() -> Vec<String> {
    let mut all = Vec::new();
    for around in AROUND {
        for otherwise in READ_OTHERWISE {
            all.extend(WAYS_OUT.iter().map(|out| format!("{around}{otherwise}{out}")));
        }
    }
    for address in ADDRESSES {
        for disguised in disguises(address) {
            all.push(format!("<a href=\"{disguised}\">a</a><img src=\"{disguised}\" alt=b srcset=\"{disguised} 2x\">"));
            all.push(format!(
                "<iframe src=\"{disguised}\" title=c></iframe><video src=\"{disguised}\" poster=\"{disguised}\">"
            ));
            all.push(format!("[a]({disguised}) ![b]({disguised}) <{disguised}> [c]: {disguised}"));
        }
    }
    all
}

/// An address as browsers read it all the same.
fn disguises(address: &str) -> Vec<String> {
    let (scheme, rest) = address.split_once(':').unwrap_or((address, ""));
    let (head, tail) = scheme.split_at(2);
    vec![
        address.to_owned(),
        address.to_ascii_uppercase(),
        format!(" \t{address}"),
        format!("&#1;{address}"),
        format!("{head}&Tab;{tail}:{rest}"),
        format!("{head}&NewLine;{tail}:{rest}"),
        format!("{head}\n{tail}:{rest}"),
        format!("{head}&#0;{tail}:{rest}"),
        format!("{scheme}&colon;{rest}"),
        format!("{scheme}&amp;colon;{rest}"),
        format!("{scheme}&amp;#58;{rest}"),
        format!("{scheme}&#x3A;{rest}"),
        format!("{scheme}%3A{rest}"),
        format!("{scheme}\u{200b}:{rest}"),
        format!("{scheme}&#13;:{rest}"),
        scheme.bytes().map(|byte| format!("&#{byte};")).collect::<String>() + ":" + rest,
    ]
}
