//! Real result lines of every kind, for testing properties of lines.
#![allow(dead_code, unreachable_pub, clippy::unwrap_used)]

pub mod validator;

use std::sync::Arc;

use rowsmith::schema::{Schema, domain};
use rowsmith::types::AppliedPage;
use rowsmith::wrapper::{ApplyOptions, LearnOptions, Wrapper};
use rowsmith::{
    ArticleOptions, ExtractOptions, ItemOptions, Limits, ObjectsOptions, Page, PageOptions, PostsOptions,
    RecordsOptions, TablesOptions,
};
use serde::Serialize;

use crate::common;

/// A result line and its origin.
pub struct Line {
    /// The name of its schema in `docs/schema`.
    pub schema: &'static str,
    pub page: String,
    pub text: String,
}

/// The lines for the pages that are part of the project, and for some written here for what those lack.
pub fn bundled_lines() -> impl Iterator<Item = Line> {
    let written =
        [("shop", shop(&PRODUCTS)), ("board", board(&POSTS)), ("article", article(1)), ("product", product())];
    let written = written.into_iter().map(|(name, html)| (name.to_owned(), html.into_bytes()));
    let bundled = common::bundled_pages().map(|(path, bytes)| (path.to_string_lossy().into_owned(), bytes));
    let schema = domain("products").unwrap().unwrap();
    let applied = applied(&schema);
    bundled.chain(written).flat_map(move |(name, bytes)| lines_of(&name, &bytes, &schema)).chain(applied)
}

/// The lines for every n-th page of the evaluation data, if that is available.
pub fn eval_lines() -> impl Iterator<Item = Line> {
    let schema = domain("products").unwrap().unwrap();
    let pages = ["records", "threads"].into_iter().flat_map(|set| common::eval_pages(set).step_by(24));
    pages.flat_map(move |(path, bytes)| lines_of(&path.to_string_lossy(), &bytes, &schema))
}

fn line(schema: &'static str, page: &str, result: &impl Serialize) -> Line {
    Line { schema, page: page.to_owned(), text: serde_json::to_string(result).unwrap() }
}

/// A product whose page states as much as possible.
fn product() -> String {
    let json = r#"{"@type":"Product","name":"Desk lamp","sku":"DL-7","gtin13":"4006381333931","brand":{"name":"Lux"},"image":["a.jpg"],
        "aggregateRating":{"ratingValue":"4.5","bestRating":5,"reviewCount":12},"releaseDate":"2024-01-05","offers":{"@type":"AggregateOffer",
        "lowPrice":49,"highPrice":59.5,"priceCurrency":"EUR","offers":[{"name":"Red","price":49,"availability":"InStock"},
        {"name":"Blue","price":59.5,"availability":"OutOfStock"}]}}"#;
    format!(
        "<title>Desk lamp</title><ol class=breadcrumb><li><a href=/>Home</a><li><a href=/l>Lamps</a></ol><h1>Desk lamp</h1>
        <del>€60.00</del> <b class=price>€49.00</b><button>Add to cart</button><dl><dt>Height<dd>40 cm<dt>Weight<dd>2 kg</dl>
        <script type='application/ld+json'>{json}</script>"
    )
}

/// What every extractor says about a page. A page that cannot be parsed has no lines.
fn lines_of(page: &str, bytes: &[u8], schema: &Schema) -> Vec<Line> {
    let known = || PageOptions::new().source(page);
    let at = |options: PageOptions| options.url("https://www.example.com/list/");
    let small = known().limits(Limits::new().max_nodes(60));
    let parsed = |options: PageOptions| Page::parse(bytes, &options).ok();
    let (Some(addressed), Some(bare)) = (parsed(at(known())), parsed(known())) else { return Vec::new() };
    let mut everything = RecordsOptions::new().all_regions(true);
    everything.explain = true;
    let mut all_areas = ObjectsOptions::new();
    all_areas.all_areas = true;
    let whole = ExtractOptions::new().markdown(true).html(true).schema(schema);
    let mut lines = vec![line("records", page, &addressed.records(&RecordsOptions::new()))];
    lines.extend(parsed(small).map(|small| line("records", page, &small.records(&RecordsOptions::new()))));
    lines.push(line("records", page, &bare.records(&everything)));
    lines.push(line("posts", page, &addressed.posts(&PostsOptions::new().html(true))));
    lines.push(line("tables", page, &addressed.tables(&TablesOptions::new())));
    lines.push(line("tables", page, &bare.tables(&TablesOptions::new().raw(true))));
    lines.push(line("tables", page, &bare.tables(&TablesOptions::new().join(true).turn(true))));
    lines.push(line("article", page, &addressed.article(&ArticleOptions::new())));
    lines.push(line("item", page, &addressed.item(&ItemOptions::new())));
    lines.push(line("item", page, &bare.item(&ItemOptions::new().declared(false))));
    lines.push(line("extract", page, &bare.extract(&ExtractOptions::new())));
    lines.push(line("extract", page, &addressed.extract(&whole)));
    lines.push(line("objects", page, &addressed.objects(schema, &all_areas)));
    lines
}

/// What wrappers say about pages that fit them, pages that have drifted, and other pages.
fn applied(schema: &Schema) -> Vec<Line> {
    let articles: Vec<String> = (0..4).map(article).collect();
    let wrappers = [
        learnt(&[shop(&PRODUCTS)], None),
        learnt(&[shop(&PRODUCTS)], Some(schema)),
        learnt(&[board(&POSTS)], None),
        learnt(&articles, None),
    ];
    let bare = article(6).replace("Ida Lund", "");
    let pages = [shop(&PRODUCTS[..2]), shop(&SOLD), board(&POSTS[1..]), article(6), bare, "<p>Nothing".to_owned()];
    let applied = wrappers.iter().flat_map(|wrapper| pages.iter().map(move |html| applied_to(wrapper, html)));
    let mut lines: Vec<Line> = applied.map(|page| line("apply", &page.source, &page)).collect();
    // the file itself, as one line
    lines.extend(wrappers.iter().map(|wrapper| line("wrapper", "a wrapper", wrapper)));
    // objects of which some have several values for an attribute
    let schema = domain("jobs").unwrap().unwrap();
    let objects = parsed(&jobs(), "jobs").objects(&schema, &ObjectsOptions::new());
    lines.push(line("objects", "jobs", &objects));
    // the posts of a page extracted by the same wrapper, with further columns
    let mut by_template = PostsOptions::new();
    by_template.template = Some(Arc::new(wrappers[2].clone()));
    let posts = parsed(&board(&POSTS[1..]), "board by template").posts(&by_template);
    lines.push(line("posts", "board by template", &posts));
    lines
}

fn parsed(html: &str, source: &str) -> Page {
    Page::parse(html.as_bytes(), &PageOptions::new().source(source)).unwrap()
}

fn learnt(pages: &[String], schema: Option<&Schema>) -> Wrapper {
    let pages: Vec<Page> = pages.iter().map(|html| parsed(html, "")).collect();
    let options = LearnOptions::new();
    let options = match schema {
        Some(schema) => options.schema(Arc::new(schema.clone())),
        None => options,
    };
    Wrapper::learn(&pages, &options)
}

fn applied_to(wrapper: &Wrapper, html: &str) -> AppliedPage {
    wrapper.apply(&parsed(html, "a page"), &ApplyOptions::new().markdown(html.len().is_multiple_of(2)).html(true))
}

/// Name, price, previous price.
type Product = (&'static str, &'static str, &'static str);

const PRODUCTS: [Product; 6] = [
    ("Oak chair", "$20.00", ""),
    ("Round table", "$120.00", "$150.00"),
    ("Floor lamp", "$35.50", ""),
    ("Bunk bed", "$300.00", "$340.00"),
    ("Corner sofa", "$450.00", ""),
    ("Writing desk", "$90.00", ""),
];

const SOLD: [Product; 6] = [
    ("Oak chair", "on request", ""),
    ("Round table", "on request", ""),
    ("Floor lamp", "on request", ""),
    ("Bunk bed", "on request", ""),
    ("Corner sofa", "on request", ""),
    ("Writing desk", "on request", ""),
];

fn shop(items: &[Product]) -> String {
    let item = |(name, price, before): &Product| {
        let before = if before.is_empty() { String::new() } else { format!("<s class=old>{before}</s>") };
        format!(
            "<li class=card><a class=name href='/p/{name}'><img src='/i/{name}.jpg'><h3>{name}</h3></a>\
             <img class=back src='https://img.example/{name}.jpg'><i class=stars title='4.5 out of 5 stars'></i>\
             <span class=price>{before} <b>{price}</b></span><button>Add to cart</button></li>"
        )
    };
    format!(
        "<title>Shop</title><nav class=menu><a href=/>Home</a> <a href=/sale>Sale</a></nav><h1 class=headline>Furniture</h1>\
         <ul class=shop>{}</ul><footer class=legal>Terms and privacy</footer>",
        items.iter().map(item).collect::<String>()
    )
}

fn jobs() -> String {
    let job = |(title, salary, contract): (&str, &str, &str)| {
        let contract: String = contract.split(' ').map(|word| format!("<span class=tag>{word}</span> ")).collect();
        format!(
            "<li class=job><h3><a href='/job/{salary}'>{title}</a></h3><p class=pay>{salary} a year</p>\
             <p class=tags>{contract}</p><p class=when>5 January 2024</p></li>"
        )
    };
    let jobs = [
        ("Software engineer", "£42,000", "Full-time Permanent"),
        ("Nurse", "£31,500", "Part-time Contract"),
        ("Accountant", "£38,000", "Full-time Permanent"),
        ("Warehouse operative", "£24,000", "Temporary Part-time"),
        ("Project manager", "£51,000", "Full-time Contract"),
    ];
    format!("<title>Jobs</title><h1>All jobs</h1><ul>{}</ul>", jobs.map(job).concat())
}

/// Author, rank, body.
type BoardPost = (&'static str, &'static str, &'static str);

const POSTS: [BoardPost; 4] = [
    (
        "marla",
        "Novice",
        "After a night in the sink my pan is all rust, and I have scrubbed it with steel wool. What next?",
    ),
    (
        "old_stove",
        "Veteran",
        "<p>Dry it on the stove first.</p><p>Then a <b>very</b> thin layer of oil, and an hour in the oven.</p>",
    ),
    (
        "tomb",
        "Novice",
        "<blockquote>an hour in the oven</blockquote>Three rounds, not one, and open a window while it smokes.",
    ),
    ("kettle", "Veteran", "Three rounds done, and the first fried egg slid off. Thank you all for the help with this!"),
];

fn board(posts: &[BoardPost]) -> String {
    let shown = |(at, (author, rank, body)): (usize, &BoardPost)| {
        format!(
            "<div class=post><div class=who><img class=face src='/f/{author}.png'><a href='/u/{author}'>{author}</a>\
             <div class=rank>{rank}</div></div><div class=when>Jan {}, 2024 at 10:1{at}</div>\
             <div class=text>{body}</div><div class=foot><a href='/reply?to={at}'>Reply</a></div></div>",
            at + 4
        )
    };
    format!(
        "<!doctype html><title>T</title><nav class=menu><a href=/>Home</a> <a href=/new>New threads</a></nav>\
         <h1 class=topic>Cast iron</h1><main class=thread>{}</main><footer class=legal>Terms and privacy</footer>",
        posts.iter().enumerate().map(shown).collect::<String>()
    )
}

fn article(n: usize) -> String {
    let topic = ["harbour", "glacier", "violin", "orchard", "lantern", "meadow", "compass", "bakery"][n % 8];
    let sentence = |i: usize| {
        let w = (n * 31 + i * 7) % 97;
        format!("The {topic} keeper number {w} wrote about {topic} matters{i} in the year {}. ", 1800 + w)
    };
    let paragraph = |p: usize| format!("<p>{}</p>", (p * 5..p * 5 + 4 + p).map(sentence).collect::<String>());
    format!(
        "<html lang=en-GB><title>Story {n} of the coast - The Paper</title><meta name=keywords content='sea, {topic}'>\
         <meta property=og:image content=/lead.jpg><div class=top><a href=/>The Paper</a><a href=/all>All</a></div>\
         <main class=page><div class=head><h1>Story {n} of the coast</h1><p class=line>By Ida Lund on 2024-0{}-1{}</p></div>\
         <div class=body>{}</div><div class=next><a href=/{}>Next story</a></div></main><div class=foot>All rights reserved</div>",
        1 + n % 9,
        n % 9,
        (0..3 + n % 3).map(paragraph).collect::<String>(),
        n + 1
    )
}
