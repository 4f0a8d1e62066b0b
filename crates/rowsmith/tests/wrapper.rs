//! Wrappers for posts and articles: templates written for these tests.
#![allow(clippy::unwrap_used)]

#[path = "common/hostile.rs"]
mod hostile;

use rowsmith::dom::{ParseOptions, Tag, parse};
use rowsmith::records::Record;
use rowsmith::tree::{PageTree, TreeId};
use rowsmith::wrapper::{AppliedPage, ApplyOptions, Drift, Example, LearnOptions, PartKind, Wrapper, learn_records};
use rowsmith::{Limits, Page, PageOptions};

fn learnt(pages: &[String]) -> Wrapper {
    let pages: Vec<Page> = pages.iter().map(|html| parsed(html.as_bytes())).collect();
    Wrapper::learn(&pages, &LearnOptions::default())
}

fn applied(wrapper: &Wrapper, html: &str) -> AppliedPage {
    wrapper.apply(&parsed(html.as_bytes()), &ApplyOptions::default())
}

fn parsed(html: &[u8]) -> Page {
    Page::parse(html, &PageOptions::new().source("page")).unwrap()
}

fn kinds(wrapper: &Wrapper) -> Vec<Vec<PartKind>> {
    wrapper.templates.iter().map(|t| t.parts.iter().map(|p| p.kind).collect()).collect()
}

fn post(number: usize, author: &str, body: &str) -> String {
    let parity = if number.is_multiple_of(2) { "even" } else { "odd" };
    format!(
        "<div class='post {parity}' id=p{number}><div class=who><a href='/u/{author}'>{author}</a></div>\
         <div class=when><a href='#p{number}'>Jan {}, 2024 at 10:1{number}</a></div>\
         <div class=text>{body}</div><div class=foot><a href='/reply'>Reply</a></div></div>",
        number + 4
    )
}

fn thread(posts: &[String]) -> String {
    format!(
        "<!doctype html><title>T</title><nav class=menu><a href=/>Home</a> <a href=/new>New threads</a></nav>\
         <h1 class=topic>Cast iron</h1><main class=thread>{}</main><footer class=legal>Terms and privacy</footer>",
        posts.concat()
    )
}

const BODIES: [&str; 4] = [
    "After a night in the sink my pan is all rust, and I have scrubbed it with steel wool. What next?",
    "<p>Dry it on the stove first.</p><p>Then a <b>very</b> thin layer of oil, and one hour in the oven.</p>",
    "<blockquote>one hour in the oven</blockquote>Three rounds, not one, and open a window while it smokes.",
    "Three rounds done, and the first fried egg slid off. Thank you all for the help with this!",
];

fn four_posts() -> Vec<String> {
    (0..4).map(|i| post(i + 1, ["marla", "old_stove", "tomb", "marla"][i], BODIES[i])).collect()
}

/// `author date: body` for each post.
fn lines(page: &AppliedPage) -> Vec<String> {
    let field = |f: &Option<String>| f.clone().unwrap_or_else(|| "-".to_owned());
    page.posts.iter().map(|p| format!("{} {}: {}", field(&p.author), field(&p.date), p.body.trim())).collect()
}

#[test]
fn a_thread_is_posts_and_one_post_comes_out_exactly() {
    let wrapper = learnt(&[thread(&four_posts())]);
    assert_eq!(kinds(&wrapper), [[PartKind::Posts]]);
    let all = applied(&wrapper, &thread(&four_posts()));
    assert_eq!((all.posts.len(), &all.drift[..]), (4, &[][..]));
    let one = applied(&wrapper, &thread(&[post(7, "kettle", "Does anybody here use flaxseed oil?")]));
    assert_eq!(lines(&one), ["kettle 2024-01-11T10:17: Does anybody here use flaxseed oil?"]);
    assert!(one.drift.is_empty() && one.regions.is_empty(), "{one:?}");
    assert!(applied(&wrapper, &thread(&[])).posts.is_empty());
}

#[test]
fn a_post_as_long_as_all_others_together_is_a_post() {
    let wrapper = learnt(&[thread(&four_posts())]);
    let long: String = (0..80).map(|i| format!("<p>Step {i} of how I do it.</p>")).collect();
    let page = applied(&wrapper, &thread(&[post(1, "ann", &long), post(2, "bob", "Thanks!")]));
    assert_eq!(page.posts.iter().map(|p| p.author.as_deref()).collect::<Vec<_>>(), [Some("ann"), Some("bob")]);
}

#[test]
fn the_author_that_vanishes_from_posts_is_reported() {
    let wrapper = learnt(&[thread(&four_posts())]);
    let html = thread(&four_posts());
    let without = ["marla", "old_stove", "tomb"]
        .iter()
        .fold(html, |html, name| html.replace(&format!("<a href='/u/{name}'>{name}</a>"), ""));
    let page = applied(&wrapper, &without);
    let is_author = |d: &Drift| d.to_string().contains("\"author\"");
    assert!(page.posts.len() == 4 && page.drift.iter().any(is_author), "{:?}", page.drift);
}

/// A thread on a board that shows more for each post than author, date and body: rank, number of posts, portrait.
fn board(posts: &[(&str, &str, &str, &str)]) -> String {
    let shown = |(at, (author, rank, count, body)): (usize, &(&str, &str, &str, &str))| {
        let rank = if rank.is_empty() { String::new() } else { format!("<div class=rank>{rank}</div>") };
        format!(
            "<div class=post><div class=who><img class=face src='/f/{author}.png'><a href='/u/{author}'>{author}</a>{rank}\
             <div class=count>Posts: <b>{count}</b></div></div><div class=when>Jan {}, 2024 at 10:1{at}</div>\
             <div class=text>{body}</div><div class=foot><a href='/reply?to={at}'>Reply</a></div></div>",
            at + 4
        )
    };
    thread(&posts.iter().enumerate().map(shown).collect::<Vec<_>>())
}

#[test]
fn posts_have_further_columns() {
    let learnt_on = [
        ("marla", "Novice", "12", BODIES[0]),
        ("old_stove", "Veteran", "3,410", BODIES[1]),
        ("tomb", "", "88", BODIES[2]),
        ("kettle", "Veteran", "907", BODIES[3]),
    ];
    let wrapper = learnt(&[board(&learnt_on)]);
    let page =
        applied(&wrapper, &board(&[("eve", "", "5", BODIES[3]), ("fay", "Novice", "61", "<p>One.</p><p>Two.</p>")]));
    let cell = |post: usize, name: &str| -> Option<String> { page.posts[post].get(name).map(|c| c.text.clone()) };
    assert_eq!([cell(0, "rank"), cell(1, "rank")], [None, Some("Novice".to_owned())], "{:?}", page.posts);
    assert_eq!(cell(0, "image").as_deref(), Some("/f/eve.png"));
    // no columns for buttons, for the body or for what fields contain
    let of = |p: &rowsmith::types::Post| p.cells.iter().map(|c| c.cell.text.clone()).collect::<Vec<_>>();
    let texts: Vec<String> = page.posts.iter().flat_map(of).collect();
    assert!(texts.iter().all(|t| !t.contains("Reply") && !t.contains("One.") && t != "eve"), "{texts:?}");
    // result lines have them in the same form as records, tables after the fields
    let line = serde_json::to_value(&page).unwrap();
    assert_eq!(line["posts"][1]["cells"]["rank"], "Novice");
    let table = &page.tables[0].table;
    let (body, rank) = (table.column("body").unwrap(), table.column("rank").unwrap());
    assert!(body < rank && table.records[0].cells[rank].is_none());
    assert_eq!(table.records[1].cells[rank].as_ref().unwrap().text, "Novice");
    assert!(page.drift.is_empty(), "{:?}", page.drift);
}

#[test]
fn what_few_authors_lack_is_no_drift() {
    let ranked =
        |names: &[&'static str], rank: &'static str| -> Vec<(&'static str, &'static str, &'static str, &'static str)> {
            names.iter().enumerate().map(|(i, name)| (*name, rank, "7", BODIES[i % 4])).collect()
        };
    let wrapper = learnt(&[board(&[
        ("marla", "Novice", "12", BODIES[0]),
        ("tomb", "Veteran", "88", BODIES[1]),
        ("eve", "Novice", "3", BODIES[2]),
        ("fay", "Veteran", "4", BODIES[3]),
    ])]);
    let is_rank = |d: &Drift| d.to_string().contains("\"rank\"");
    let two = applied(&wrapper, &board(&ranked(&["ann", "bob", "ann", "bob"], "")));
    assert!(!two.drift.iter().any(is_rank), "{:?}", two.drift);
    let four = applied(&wrapper, &board(&ranked(&["ann", "bob", "cem", "dea"], "")));
    assert!(four.drift.iter().any(is_rank), "{:?}", four.drift);
}

#[test]
fn rows_of_one_post_that_look_alike_are_one_post() {
    // the head and the text of a post are plain rows of the same table
    let rows = |posts: &[(&str, usize, &str)]| {
        let row = |(author, day, body): &(&str, usize, &str)| {
            format!(
                "<tr><td><a href=/u/{author}>{author}</a> Jan {day}, 2024 at 10:1{day}</td></tr><tr><td><div>{body}</div></td></tr>"
            )
        };
        thread(&[format!("<table class=posts><tbody>{}</tbody></table>", posts.iter().map(row).collect::<String>())])
    };
    let html = rows(&[("ann", 5, BODIES[0]), ("bob", 6, BODIES[3]), ("cem", 7, BODIES[0]), ("dea", 8, BODIES[3])]);
    let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
    let page = PageTree::new(&document);
    let trs: Vec<TreeId> = page.tree.nodes().filter(|&id| page.tag(id) == Tag::TR).collect();
    let records: Vec<Record> = trs.chunks(2).map(|pair| Record::run(pair[0], page.tree.end(pair[1]))).collect();
    let example = Example { document: &document, page: &page, records: &records };
    let part = learn_records(PartKind::Posts, &[example], &LearnOptions::default());
    let mut wrapper = learnt(&[html]);
    wrapper.templates[0].parts = vec![part];
    let applied = applied(&wrapper, &rows(&[("eve", 5, BODIES[3]), ("fay", 6, BODIES[0])]));
    let authors: Vec<Option<&str>> = applied.posts.iter().map(|p| p.author.as_deref()).collect();
    assert_eq!(authors, [Some("eve"), Some("fay")], "{:?}", applied.posts);
}

/// The words of an article; different articles share few.
fn words(article: usize, count: usize) -> String {
    let topic = ["harbour", "glacier", "violin", "orchard", "lantern", "meadow", "compass", "bakery"][article % 8];
    let sentence = |i: usize| {
        let w = (article * 31 + i * 7) % 97;
        format!("The {topic} keeper number {w} wrote about {topic} matters{i} in the year {}. ", 1800 + w)
    };
    (0..count).map(sentence).collect()
}

const NAMES: [&str; 3] = ["Ann Bloggs", "Jo Weber", "Ida Lund"];

fn article(n: usize) -> String {
    let paragraphs: String = (0..3 + n % 3).map(|i| format!("<p>{}</p>", words(n, 4 + i))).collect();
    format!(
        "<title>Story {n} of the coast - The Paper</title><div class=top><a href=/>The Paper</a><a href=/all>All</a></div>\
         <main class=page><div class=head><h1>Story {n} of the coast</h1>\
         <p class=line>By {} on 2024-0{}-1{}</p></div><div class=body>{paragraphs}</div>\
         <div class=next><a href=/{}>Next story of the coast</a></div></main><div class=foot>All rights reserved</div>",
        NAMES[n % 3],
        1 + n % 9,
        n % 9,
        n + 1
    )
}

fn articles() -> Wrapper {
    learnt(&(0..5).map(article).collect::<Vec<_>>())
}

fn is_seventh(page: &AppliedPage) {
    let found = page.article.as_ref().unwrap();
    assert_eq!(found.metadata.title.as_deref(), Some("Story 7 of the coast"));
    assert_eq!(
        (found.metadata.author.as_deref(), found.metadata.date.as_deref()),
        (Some(NAMES[1]), Some("2024-08-17"))
    );
    let text = found.text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        text.starts_with("The bakery keeper") && !text.contains("Next story") && !text.contains("rights"),
        "{text}"
    );
}

#[test]
fn the_article_of_a_further_page() {
    let wrapper = articles();
    assert_eq!(kinds(&wrapper), [[PartKind::Article]]);
    let page = applied(&wrapper, &article(7));
    is_seventh(&page);
    assert!(page.drift.is_empty() && page.regions.is_empty(), "{page:?}");
    // the file can be read back, and gives the same results
    let again = Wrapper::from_json(&wrapper.to_json().unwrap()).unwrap();
    assert_eq!(applied(&again, &article(7)), page);
    assert_eq!(again.version(), wrapper.version());
}

#[test]
fn an_article_in_two_more_elements_is_found_with_its_fields() {
    let html = article(7)
        .replace("<main class=page>", "<section><div class=wide><main class=page>")
        .replace("</main>", "</main></div></section>");
    let page = applied(&articles(), &html);
    is_seventh(&page);
    assert!(page.drift.is_empty(), "{:?}", page.drift);
}

#[test]
fn an_article_of_another_template_is_reported() {
    let page = applied(&articles(), "<body class=shop><ul class=cards><li class=card>One<li class=card>Two</ul>");
    assert!(page.article.is_none() && matches!(page.drift[..], [Drift::NoTemplate { .. }]), "{page:?}");
}

#[test]
fn a_byline_that_vanishes_is_reported() {
    let html = article(7).replace("<p class=line>By Jo Weber on 2024-08-17</p>", "");
    let drift = applied(&articles(), &html).drift;
    assert!(drift.iter().any(|d| d.to_string().contains("\"author\"")), "{drift:?}");
}

#[test]
fn the_fields_of_all_kinds_are_in_one_line() {
    let line = |page: &AppliedPage| serde_json::to_value(page).unwrap();
    let article = line(&applied(&articles(), &article(7)));
    assert_eq!(article["title"], "Story 7 of the coast");
    assert!(article.get("posts").is_none() && article.get("regions").is_none(), "{article}");
    let posts = line(&applied(&learnt(&[thread(&four_posts())]), &thread(&four_posts())));
    assert_eq!(posts["posts"].as_array().map(Vec::len), Some(4));
    assert!(posts.get("title").is_none() && posts.get("regions").is_none(), "{posts}");
}

#[test]
fn every_hostile_input_ends() {
    let limits = Limits::new().max_work(2_000_000);
    let wrappers = [articles(), learnt(&[thread(&four_posts())])];
    for (_, make) in hostile::HOSTILE {
        let Ok(page) = Page::parse(&make(3_000), &PageOptions::new().limits(limits)) else { continue };
        for wrapper in &wrappers {
            let _ = wrapper.apply(&page, &ApplyOptions::default());
        }
        let _ = Wrapper::learn(&[page], &LearnOptions::new().limits(limits));
    }
}

/// A page of a shop with these products: name, price, and previous price.
fn shop(items: &[(&str, &str, &str)]) -> String {
    let item = |(name, price, before): &(&str, &str, &str)| {
        let before = if before.is_empty() { String::new() } else { format!("<s class=old>{before}</s>") };
        format!(
            "<li class=card><a class=name href='/p/{name}'><img src='/i/{name}.jpg'><h3>{name}</h3></a>\
             <span class=price>{before} <b>{price}</b></span><button>Add to cart</button></li>"
        )
    };
    format!(
        "<title>Shop</title><nav class=menu><a href=/>Home</a> <a href=/sale>Sale</a></nav><h1 class=headline>Furniture</h1>\
         <ul class=shop>{}</ul><footer class=legal>Terms and privacy</footer>",
        items.iter().map(item).collect::<String>()
    )
}

const PRODUCTS: [(&str, &str, &str); 6] = [
    ("Oak chair", "$20.00", ""),
    ("Round table", "$120.00", "$150.00"),
    ("Floor lamp", "$35.50", ""),
    ("Bunk bed", "$300.00", "$340.00"),
    ("Corner sofa", "$450.00", ""),
    ("Writing desk", "$90.00", ""),
];

fn learnt_objects() -> Wrapper {
    let schema = rowsmith::objects::domain("products").unwrap().unwrap();
    let options = LearnOptions::new().schema(std::sync::Arc::new(schema));
    Wrapper::learn(&[parsed(shop(&PRODUCTS).as_bytes())], &options)
}

#[test]
fn objects_come_from_a_wrapper_without_the_schema() {
    let wrapper = learnt_objects();
    assert_eq!(kinds(&wrapper), [[PartKind::Objects]]);
    // as a file reads it back
    let wrapper = Wrapper::from_json(&wrapper.to_json().unwrap()).unwrap();
    let page = applied(&wrapper, &shop(&[("Tall shelf", "$75.00", "$80.00")]));
    assert!(page.drift.is_empty() && page.regions.is_empty(), "{page:?}");
    let line = serde_json::to_value(&page).unwrap();
    let attributes = &line["areas"][0]["records"][0]["attributes"];
    assert_eq!(attributes["title"]["text"], "Tall shelf");
    assert_eq!(attributes["url"]["text"], "/p/Tall shelf");
    assert_eq!(attributes["price"]["value"], serde_json::json!({"amount": 75.0, "currency": "USD"}));
    // a table has all attributes of the template, under their names
    let table = &page.tables[0].table;
    let plain = applied(&wrapper, &shop(&[("Rug", "$60.00", "")]));
    assert_eq!(plain.tables[0].table.columns, table.columns);
    assert!(["title", "price", "url", "image"].iter().all(|name| table.column(name).is_some()), "{:?}", table.columns);
}

#[test]
fn prices_that_are_none_any_more_are_reported() {
    let sold: Vec<(&str, &str, &str)> = PRODUCTS.iter().map(|&(name, ..)| (name, "on request", "")).collect();
    let page = applied(&learnt_objects(), &shop(&sold));
    assert_eq!(page.areas[0].records.len(), 6);
    assert!(page.drift.iter().any(|d| d.to_string().contains("\"price\"")), "{:?}", page.drift);
}

#[test]
fn a_wrapper_with_a_pattern_that_is_none_is_refused() {
    let mut wrapper = learnt_objects();
    wrapper.templates[0].parts[0].objects.as_mut().unwrap().attributes[0].patterns.push("a(".to_owned());
    let text = wrapper.to_json().unwrap();
    assert!(Wrapper::from_json(&text).unwrap_err().to_string().contains("pattern"));
    // a wrapper that was never a file gives no objects, and does not fail
    assert!(applied(&wrapper, &shop(&PRODUCTS)).areas.is_empty());
}

#[test]
fn a_column_that_no_page_filled_is_read_as_it_was_written() {
    let items =
        ["Chair", "Table", "Lamp", "Bed", "Sofa"].map(|name| format!("<li><a href=/{name}>{name}</a> <i>$ 5.00</i>"));
    let html = format!("<nav><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat());
    let page = Page::parse(html.as_bytes(), &PageOptions::new()).unwrap();
    let mut wrapper = Wrapper::learn(&[page], &LearnOptions::new());
    let column = &mut wrapper.templates[0].parts[0].columns[0];
    assert!(column.selector.agreement > 0.0);
    column.statistics.fill = 0.0;
    assert_eq!(Wrapper::from_json(&wrapper.to_json().unwrap()).unwrap(), wrapper);
}
