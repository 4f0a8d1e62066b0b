//! Malicious or damaged inputs: each must end in a result or a typed error.

/// The name of every input and a function that makes it. `n` scales it: elements, siblings or bytes, as appropriate.
pub(crate) const HOSTILE: &[(&str, fn(usize) -> Vec<u8>)] = &[
    ("nested div", |n| "<div>".repeat(n).into_bytes()),
    ("nested div with text", |n| "<div>x".repeat(n).into_bytes()),
    ("nested div, closed", |n| ["<div>".repeat(n / 2), "</div>".repeat(n / 2)].concat().into_bytes()),
    ("nested b", |n| "<b>".repeat(n).into_bytes()),
    ("nested font, all different", |n| numbered(n, |i| format!("<font size={i}>x"))),
    ("nested b in paragraphs", |n| numbered(n, |i| format!("<p><b id={i}>x</p>"))),
    ("crossed formatting and blocks", |n| numbered(n, |i| format!("<b id={i}><div></b>"))),
    ("crossed formatting and blocks, unnumbered", |n| "<b><i><p></b></i>".repeat(n / 3).into_bytes()),
    ("unclosed a", |n| numbered(n, |i| format!("<a href={i}>x"))),
    ("unclosed a in blocks", |n| numbered(n, |i| format!("<div><a href={i}>x"))),
    ("nested table", |n| "<table><tr><td>".repeat(n / 3).into_bytes()),
    ("nested table with text", |n| "<table>x<tr>y<td>z".repeat(n / 3).into_bytes()),
    ("text in a table", |n| ["<table>", &"x<b>y</b>".repeat(n / 2)].concat().into_bytes()),
    ("formatting in a table", |n| ["<table>".to_owned(), text_of(n, |i| format!("<b id={i}>"))].concat().into_bytes()),
    ("nested svg", |n| "<svg>".repeat(n).into_bytes()),
    ("nested g in svg", |n| ["<svg>", &"<g>".repeat(n)].concat().into_bytes()),
    ("nested svg and html", |n| "<svg><foreignObject><p>".repeat(n / 3).into_bytes()),
    ("nested math", |n| "<math><mi><b>".repeat(n / 3).into_bytes()),
    ("nested ul", |n| "<ul><li>x".repeat(n / 2).into_bytes()),
    ("nested select", |n| "<select><option>".repeat(n / 2).into_bytes()),
    ("nested template", |n| "<template>".repeat(n).into_bytes()),
    ("nested button and form", |n| "<form><button>".repeat(n / 2).into_bytes()),
    ("nested unknown elements", |n| numbered(n, |i| format!("<x-{i}>"))),
    ("nested noscript", |n| "<noscript><iframe>".repeat(n / 2).into_bytes()),
    ("nested frameset", |n| "<frameset>".repeat(n).into_bytes()),
    ("unclosed p", |n| "<p>x".repeat(n).into_bytes()),
    ("unclosed li", |n| ["<ul>", &"<li>x".repeat(n)].concat().into_bytes()),
    ("unclosed dt and dd", |n| ["<dl>", &"<dt>x<dd>y".repeat(n / 2)].concat().into_bytes()),
    ("unclosed option", |n| ["<select>", &"<option>x".repeat(n)].concat().into_bytes()),
    ("sibling div", |n| "<div>x</div>".repeat(n).into_bytes()),
    ("sibling p, all texts different", |n| numbered(n, |i| format!("<p>{i}</p>"))),
    ("sibling li, classes different", |n| numbered(n, |i| format!("<li class=c{i}>x</li>"))),
    ("cells of one row", |n| ["<table><tr>", &"<td>x".repeat(n)].concat().into_bytes()),
    ("rows of one table", |n| ["<table>", &"<tr><td>x<td>y".repeat(n / 3)].concat().into_bytes()),
    ("mixed text and br", |n| "x<br>".repeat(n / 2).into_bytes()),
    ("links without end", |n| numbered(n / 2, |i| format!("<a href={i}>x</a> "))),
    ("siblings of no pattern", |n| mixed(n)),
    ("siblings of no pattern, nested", |n| mixed_nested(n)),
    ("siblings all of another shape", |n| growing(n)),
    ("siblings of two shapes in no order", |n| two_shapes(n)),
    ("sibling inline with text", |n| "<span>a</span>b<i>c</i>".repeat(n / 4).into_bytes()),
    ("labels", |n| "<b>a:</b>".repeat(n).into_bytes()),
    ("pictures and amounts in one long class", |n| {
        let class = "icon old price ".repeat(n / 32);
        format!("<div class='{class}'>{}", "<img src=a.svg><i>9</i><b>$9</b>".repeat(n / 32)).into_bytes()
    }),
    ("blank texts", |n| "<i> </i> ".repeat(n).into_bytes()),
    ("stray end tags", |n| "</p></b></div></x>".repeat(n / 4).into_bytes()),
    ("stray end tags in depth", |n| ["<div>".repeat(600), "</x></b></p>".repeat(n / 3)].concat().into_bytes()),
    ("html and body tags with attributes", |n| numbered(n, |i| format!("<body a{i}=x>"))),
    ("a date before every paragraph", |n| numbered(n / 2, |i| format!("<p>{} May 2024<p>text", 1 + i % 28))),
    ("one text", |n| "lorem ipsum ".repeat(n * 4).into_bytes()),
    ("one word", |n| "x".repeat(n * 50).into_bytes()),
    ("one text of NULs", |n| ["<p>", &"x\0".repeat(n * 4)].concat().into_bytes()),
    ("less-than signs", |n| "<".repeat(n * 8).into_bytes()),
    ("ampersands", |n| "&".repeat(n * 8).into_bytes()),
    ("entities", |n| "&amp;&notit;&#x1F600;".repeat(n).into_bytes()),
    ("unknown entities", |n| "&abcdefg;".repeat(n).into_bytes()),
    ("attributes of one tag", |n| {
        let attrs = text_of(n / 10, |i| format!(" a{i}=v"));
        format!("<p>a</p><div{attrs}>x</div>").into_bytes()
    }),
    ("attributes of one meta", |n| format!("<meta{}>x", text_of(n / 10, |i| format!(" a{i}=v"))).into_bytes()),
    ("long attribute value", |n| format!("<div class='{}'>x</div>", "v ".repeat(n * 5)).into_bytes()),
    ("long style value", |n| format!("<div style='{}'>x</div>", "a:b;".repeat(n * 3)).into_bytes()),
    ("long tag name", |n| format!("<{}>x<p>y", "t".repeat(n)).into_bytes()),
    ("long link and source", |n| {
        let url = "u".repeat(n);
        format!("<ul>{}</ul>", format!("<li><a href={url}>x</a><img src={url}></li>").repeat(4)).into_bytes()
    }),
    ("unclosed comment", |n| format!("<p>x</p><!--{}", "y-".repeat(n)).into_bytes()),
    ("comments", |n| "<!--x-->y".repeat(n).into_bytes()),
    ("unclosed script", |n| format!("<p>x</p><script>{}", "<!--<script>y".repeat(n / 4)).into_bytes()),
    ("unclosed textarea", |n| format!("<p>x</p><textarea>{}", "</text".repeat(n)).into_bytes()),
    ("unclosed tag", |n| format!("<p>x</p><div {}", "y ".repeat(n / 10)).into_bytes()),
    ("unclosed noscripts", |n| "<noscript>".repeat(n).into_bytes()),
    ("unclosed noscripts and iframes", |n| "<noscript><iframe></noscript>".repeat(n / 3).into_bytes()),
    ("meta charsets", |n| "<meta http-equiv=content-type content='x".repeat(n / 4).into_bytes()),
    ("random bytes", |n| random(n * 4)),
    ("random bytes behind a doctype", |n| [b"<!doctype html><p>".to_vec(), random(n * 4)].concat()),
    ("random markup", |n| random_markup(n)),
    ("NUL bytes", |n| vec![0; n * 4]),
    ("UTF-16 without end", |n| [vec![0xff, 0xfe], vec![b'<'; n * 4 + 1]].concat()),
    ("tables in lists in tables", |n| "<table><tr><td><ul><li>x".repeat(n / 5).into_bytes()),
    ("two long lists of many shapes", |n| {
        let list = format!("<ul>{}</ul>", text_of(n / 20, |i| format!("<li>{}</li>", "<b>x</b><i>".repeat(1 + i % 9))));
        list.repeat(2).into_bytes()
    }),
    ("records that grow", |n| {
        let row = |i: usize| format!("<li>{}</li>", text_of(i % 200, |j| format!("<p class=c{j}>{i} {j}</p>")));
        format!("<ul>{}</ul>", text_of(n / 100, row)).into_bytes()
    }),
    ("cells of great spans", |n| {
        let head = "<th colspan=1000>h".repeat(n / 100);
        format!("<table><tr>{head}<tr><td>a<td>b<tr><td>c<td>d</table>").into_bytes()
    }),
    ("rows of great spans", |n| format!("<table>{}</table>", "<tr><td>a<td colspan=1000>b".repeat(n / 3)).into_bytes()),
    ("rows that span all others", |n| {
        format!("<table>{}</table>", "<tr><td rowspan=0>a<td rowspan=65534 colspan=1000>b".repeat(n / 3)).into_bytes()
    }),
    ("one long row and many short ones", |n| {
        format!("<table><tr>{}{}</table>", "<th>x".repeat(n / 2), "<tr><td>y".repeat(n / 4)).into_bytes()
    }),
    ("rows of headers", |n| {
        let head = numbered(n / 4, |i| format!("<tr><th>{i}<th>b"));
        [b"<table><thead>".to_vec(), head, b"<tbody>".to_vec(), b"<tr><td>1<td>2".repeat(n / 4)].concat()
    }),
    ("titles of groups that all look otherwise", |n| {
        let row = |i: usize| format!("<tr class=c{i}><th colspan=2>g<tr class=d{i}><th colspan=2>h<tr><td>1<td>2");
        let head = b"<table><tr><th>a<th>b".to_vec();
        [head, numbered(n / 8, row)].concat()
    }),
    ("tables below one long heading", |n| {
        let table = "<table><tr><th>a<th>b<tr><td>1<td>2</table>".repeat(n / 20);
        format!("<h2>{}</h2>{table}", "x ".repeat(n)).into_bytes()
    }),
];

fn text_of(n: usize, make: impl FnMut(usize) -> String) -> String {
    (0..n).map(make).collect()
}

fn numbered(n: usize, make: impl FnMut(usize) -> String) -> Vec<u8> {
    text_of(n, make).into_bytes()
}

/// The same numbers on every machine (xorshift).
fn numbers() -> impl FnMut() -> u64 {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state >> 16
    }
}

fn random(n: usize) -> Vec<u8> {
    let mut next = numbers();
    (0..n).map(|_| next() as u8).collect()
}

const TAGS: [&str; 12] = ["p", "div", "span", "h2", "ul", "section", "a", "em", "dl", "pre", "article", "q"];

fn mixed(n: usize) -> Vec<u8> {
    let mut next = numbers();
    numbered(n, |_| {
        let tag = TAGS[next() as usize % 12];
        format!("<{tag}>x</{tag}>")
    })
}

fn mixed_nested(n: usize) -> Vec<u8> {
    let mut next = numbers();
    numbered(n / 6, |_| {
        let inner = text_of(next() as usize % 9, |_| {
            let tag = ["b", "i", "u", "s"][next() as usize % 4];
            format!("<{tag} class=x>y</{tag}>")
        });
        format!("<div>{inner}</div>")
    })
}

/// Blocks of 1, 2, 3, … parts: no two have the same structure.
fn growing(n: usize) -> Vec<u8> {
    let rows = ((2 * n) as f64).sqrt() as usize;
    numbered(rows, |i| format!("<div>{}</div>", "<p>x</p>".repeat(i)))
}

fn two_shapes(n: usize) -> Vec<u8> {
    let mut next = numbers();
    numbered(n / 4, |_| {
        if next().is_multiple_of(2) {
            "<div><p>a</p><p>b</p></div>".into()
        } else {
            "<div><q>a</q><em>b</em></div>".into()
        }
    })
}

fn random_markup(n: usize) -> Vec<u8> {
    let mut next = numbers();
    let tags =
        ["table", "tr", "td", "b", "a", "p", "div", "svg", "template", "select", "option", "li", "button", "font"];
    numbered(n, |i| {
        let tag = tags[next() as usize % tags.len()];
        match next() % 4 {
            0 => format!("</{tag}>"),
            1 => format!("x{i}"),
            _ => format!("<{tag} id={i}>"),
        }
    })
}
