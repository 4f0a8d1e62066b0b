//! Web pages into rows, without selectors.
//!
//! Rowsmith finds what a page holds from the page's own structure: the list that it is about and the records of that
//! list, the posts of a thread, the text of an article, the objects of a domain. You configure nothing for a site, and
//! no language model is involved. The library reads no file, opens no connection, starts no thread and prints nothing;
//! the same bytes give the same result everywhere. (The command `rowsmith`, in the crate `rowsmith-cli`, does the rest:
//! files, archives, addresses, many pages at once, output formats.)
//!
//! A [`Page`] is parsed once, and then answers questions:
//!
//! ```
//! use rowsmith::{Page, PageOptions, RecordsOptions};
//!
//! let html = b"<h1>Lamps</h1><ul>
//!     <li><a href=/1>Desk lamp</a> <b>$20</b>
//!     <li><a href=/2>Floor lamp</a> <b>$75</b>
//!     <li><a href=/3>Lava lamp</a> <b>$31</b></ul>";
//! let page = Page::parse(html, &PageOptions::new().url("https://example.com/lamps"))?;
//! let found = page.records(&RecordsOptions::new());
//! let table = &found.regions[0];
//! let price = table.column("price").expect("the column is named after what it holds");
//! let url = table.column("url").expect("links are columns, too");
//! let second = &table.records[1];
//! assert_eq!(second.cells[price].as_ref().map(|cell| cell.text.as_str()), Some("$75"));
//! assert_eq!(second.cells[url].as_ref().and_then(|cell| cell.url.as_deref()), Some("https://example.com/2"));
//! # Ok::<(), rowsmith::Error>(())
//! ```
//!
//! # Which question
//!
//! | you have | ask | and get |
//! |---|---|---|
//! | a list: products, search results, rows of a table | [`Page::records`] | [`RecordsPage`](types::RecordsPage): tables with named, typed columns |
//! | tables: every one that holds data, as it is read | [`Page::tables`] | [`TablesPage`](types::TablesPage): headers, rows and cells, with captions, groups, sums and footnotes told apart |
//! | a thread, comments, reviews | [`Page::posts`] | [`PostsPage`](types::PostsPage): who wrote what, when, in answer to what |
//! | one text | [`Page::article`] | [`ArticlePage`](types::ArticlePage): text, Markdown, HTML, title, author, date |
//! | a product, a recipe, a job, an event: one page about one object | [`Page::item`] | [`ItemPage`](types::ItemPage): name, price, properties and so on, each with where it is from |
//! | a list of things that you know by name, such as flats or jobs | [`Page::objects`] | [`ObjectsPage`](types::ObjectsPage): attributes by the names of a schema, as values |
//! | anything | [`Page::extract`] | [`ExtractPage`](types::ExtractPage): what the page is, and all of the above |
//! | articles of one site, several pages of it at hand | [`Site::learn`] | [`SiteArticle`](site::request::SiteArticle): articles that the site's own templates confirm |
//! | many pages of one site, of any kind, today and later | [`Wrapper::learn`](wrapper::Wrapper::learn) | [`AppliedPage`](wrapper::AppliedPage): the same columns on every page, and a report where the site has changed |
//! | a list of several pages, and what stands behind each record | [`Harvest`](harvest::Harvest) | which page to fetch next, and from each page its new rows |
//! | a result that you doubt | [`Page::inspect`] | the page as HTML, with what was found in it outlined |
//!
//! If you know what the pages are, ask the specific question: it costs less, and has finer options. `extract` is for
//! pages about which you know nothing. It takes hardly longer than the most expensive question by itself, since what
//! the questions share (the tree, the lists, the dates) is computed when it is first needed and kept with the page. For
//! the same reason, asking one page several questions is cheap. A search needs no other page, but it needs something to
//! compare on the page itself: it cannot find a list of one record. Several pages of one site tell more than each
//! alone, and with a wrapper even a page with one record, or with none, comes out right.
//!
//! ## Tables
//!
//! ```
//! use rowsmith::types::RowMark;
//! use rowsmith::{Page, PageOptions, TablesOptions};
//!
//! let html = b"<table><caption>Medals</caption><tr><th>Nation<th>Gold<th>Silver
//!     <tr><td>Norway<sup><a href=#n>[a]</a></sup><td>16<td>8<tr><td>Germany<td>12<td>10<tr><th>Total<td>28<td>18</table>";
//! let page = Page::parse(html, &PageOptions::new())?;
//! let found = page.tables(&TablesOptions::new());
//! let medals = &found.tables[0];
//! assert_eq!(medals.caption.as_deref(), Some("Medals"));
//! assert_eq!((medals.text(0, "Nation"), medals.text(0, "Gold")), (Some("Norway"), Some("16")));
//! assert_eq!(medals.details(0, 0).map(|beside| beside.footnotes[0].mark.as_str()), Some("[a]"));
//! assert_eq!(medals.mark(2), Some(RowMark::Total));
//! # Ok::<(), rowsmith::Error>(())
//! ```
//!
//! ## A thread
//!
//! ```
//! use rowsmith::recognize::date::{DateContext, parse_date};
//! use rowsmith::{Page, PageOptions, PostsOptions};
//!
//! let post = |name: &str, date: &str| {
//!     let text = format!("{name} thinks that lamps are fine, and says so at some length today, as on any day.");
//!     format!("<div class=post><a href=/u/{name}>{name}</a> <i>{date}</i><p class=body>{text}</div>")
//! };
//! let dates = ["2 days ago", "yesterday", "5 hours ago", "3 hours ago"];
//! let posts = [post("ann", dates[0]), post("bob", dates[1]), post("cy", dates[2]), post("dan", dates[3])];
//! let html = format!("<h1>Lamps</h1><div>{}</div>", posts.concat());
//! // dates that count from now need to know when the page was fetched; without that they stay texts
//! let fetched = parse_date("2024-01-07 12:00", &DateContext::default()).expect("a date");
//! let page = Page::parse(html.as_bytes(), &PageOptions::new().fetched(fetched))?;
//! let found = page.posts(&PostsOptions::new());
//! assert_eq!(found.posts[1].author.as_deref(), Some("bob"));
//! assert_eq!(found.posts[1].date.as_deref(), Some("2024-01-06"));
//! assert_eq!(found.posts[3].date_text.as_deref(), Some("3 hours ago"));
//! assert!(found.posts[3].date.as_deref().is_some_and(|date| date.starts_with("2024-01-07T09")));
//! # Ok::<(), rowsmith::Error>(())
//! ```
//!
//! ## An article
//!
//! ```
//! use rowsmith::{ArticleOptions, Page, PageOptions};
//!
//! let text = "The lamp was lit at dusk, as every evening, and nobody on the pier thought anything of it. ".repeat(4);
//! let html = format!("<html lang=en><title>The lamp | The Pier</title><nav><a href=/>Home</a></nav><h1>The lamp</h1><p>{text}</p>");
//! let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
//! let article = page.article(&ArticleOptions::new());
//! assert_eq!(article.title(), Some("The lamp"));
//! assert_eq!(article.metadata.language.as_deref(), Some("en"));
//! assert!(article.text.contains("as every evening") && !article.text.contains("Home"));
//! # Ok::<(), rowsmith::Error>(())
//! ```
//!
//! ## Objects of a domain
//!
//! A schema says what attributes an object has and roughly how to recognise them. Four are included
//! ([`schema::DOMAINS`]); others are small files, parsed by [`Schema::parse`](schema::Schema::parse) and explained in
//! `docs/OBJECTS.md`.
//!
//! ```
//! use rowsmith::schema::domain;
//! use rowsmith::types::Value;
//! use rowsmith::{ObjectsOptions, Page, PageOptions};
//!
//! let items = ["Lamp", "Desk", "Chair", "Shelf"];
//! let items = items.map(|item| format!("<li><h3><a href=/{item}>{item}</a></h3><b>£2k</b><img src={item}.jpg></li>"));
//! let html = format!("<h1>Shop</h1><ul>{}</ul>", items.concat());
//! let schema = domain("products").expect("it is shipped")?;
//! let page = Page::parse(html.as_bytes(), &PageOptions::new())?;
//! let found = page.objects(&schema, &ObjectsOptions::new());
//! let area = &found.areas[0];
//! let price = area.attributes.iter().position(|attribute| attribute.name == "price").expect("prices were recognised");
//! let value = area.records[0].values[price][0].value.clone();
//! assert_eq!(value, Some(Value::Price { amount: 2000.0, currency: Some("GBP".into()), upper: None }));
//! # Ok::<(), rowsmith::Error>(())
//! ```
//!
//! ## Anything
//!
//! ```
//! use rowsmith::types::Kind;
//! use rowsmith::{ExtractOptions, Page, PageOptions};
//!
//! let items = ["Lamp", "Desk", "Chair", "Shelf", "Stool", "Table"];
//! let items = items.map(|item| format!("<li><a href=/{item}>{item}</a> <b>$20.00</b> <img src={item}.jpg></li>"));
//! let html = format!("<title>Shop</title><h1>Shop</h1><ul>{}</ul>", items.concat());
//! let page = Page::parse(html.as_bytes(), &PageOptions::new().source("shop.html"))?;
//! let found = page.extract(&ExtractOptions::new());
//! match found.kind {
//!     Kind::List => assert_eq!(found.regions[0].records.len(), 6),
//!     Kind::Thread => println!("{} posts", found.posts.len()),
//!     Kind::Article => println!("{}", found.text),
//!     Kind::Item => println!("{:?}", found.item),
//!     Kind::Nothing => println!("nothing that the page is about"),
//! }
//! # assert_eq!(found.kind, Kind::List);
//! // results are written as the command writes them: one line of JSON a page
//! let line = serde_json::to_string(&found).expect("plain data");
//! assert!(line.starts_with(r#"{"source":"shop.html","kind":"list""#));
//! # Ok::<(), rowsmith::Error>(())
//! ```
//!
//! ## The articles of a site
//!
//! ```
//! use rowsmith::{Page, PageOptions, Site, SiteOptions};
//!
//! let page = |title: &str| {
//!     let text = format!("{title} was seen at the harbour, where it had been expected for a long time. ").repeat(5);
//!     let html = format!("<title>{title} | The Pier</title><ul><li><a href=/>Home</a></ul><div class=post><h1>{title}</h1><p>{text}</p></div>");
//!     Page::parse(html.as_bytes(), &PageOptions::new())
//! };
//! // a sample of the site is looked at together …
//! let sample = [page("A lamp")?, page("The old crane")?, page("Fog")?];
//! let learnt = Site::learn(&sample, &SiteOptions::new());
//! assert_eq!(learnt.articles[1].page.title(), Some("The old crane"));
//! // … and the other pages one at a time
//! assert_eq!(learnt.site.article(&page("Low tide")?).page.title(), Some("Low tide"));
//! # Ok::<(), rowsmith::Error>(())
//! ```
//!
//! ## A wrapper
//!
//! ```
//! use rowsmith::wrapper::{Applier, ApplyOptions, LearnOptions, Wrapper};
//! use rowsmith::{Page, PageOptions};
//!
//! let page = |names: &[&str]| {
//!     let items: Vec<String> = names.iter().map(|n| format!("<li class=item><a href='/{n}'><b>{n}</b></a><i>$ 5.00</i>")).collect();
//!     let html = format!("<body><nav class=top><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat());
//!     Page::parse(html.as_bytes(), &PageOptions::new())
//! };
//! let learnt = Wrapper::learn(&[page(&["Chair", "Table", "Lamp", "Bed", "Sofa", "Desk"])?], &LearnOptions::new());
//! // a wrapper is kept as JSON
//! let kept = learnt.to_json().expect("plain data");
//! let wrapper = Wrapper::from_json(&kept).expect("what was written can be read");
//! // for many pages it is made ready once; a page with one record has nothing to compare it with, and comes out right
//! let applier = Applier::new(&wrapper);
//! let applied = applier.apply(&page(&["Shelf"])?, &ApplyOptions::new());
//! assert_eq!(applied.regions[0].records.len(), 1);
//! assert!(applied.template.is_some());
//! # Ok::<(), rowsmith::Error>(())
//! ```
//!
//! # Errors
//!
//! Only [`Page::parse`] returns an [`Error`], and only for input that cannot be a page or for wrong arguments: no
//! bytes, a picture or an archive, an unknown encoding, an invalid address. HTML is never too broken to parse, and a
//! page on which nothing is found has an empty result. (Schemas, feeds and wrappers are parsed from files, and have
//! errors of their own.)
//!
//! ```
//! use rowsmith::{Error, Page, PageOptions};
//!
//! assert_eq!(Page::parse(b"  \n", &PageOptions::new()).err(), Some(Error::Empty));
//! let relative = Page::parse(b"<p>Hello", &PageOptions::new().url("/list"));
//! assert!(matches!(relative, Err(Error::BadBaseUrl(_))));
//! ```
//!
//! # Warnings
//!
//! A result may not be what it seems, and says so in its `warnings`: that nothing was found, that the page is a shell
//! to be filled by scripts or a challenge in place of the content, that the encoding was guessed, that a limit was
//! exceeded. Look at them before you use the rows; [`Warning`](types::Warning) lists them all.
//!
//! ```
//! use rowsmith::types::Warning;
//! use rowsmith::{Page, PageOptions, RecordsOptions};
//!
//! let page = Page::parse(b"<meta charset=utf-8><p>Nothing to see here.", &PageOptions::new())?;
//! let found = page.records(&RecordsOptions::new());
//! assert!(found.regions.is_empty() && found.warnings.contains(&Warning::NoListFound));
//! # Ok::<(), rowsmith::Error>(())
//! ```
//!
//! Results also have confidences. That of the main list, of posts and of the kind of a page is the probability that it
//! is right; that of a text is its expected F1. The models behind them are trained, and measured on sites that they
//! were not trained on.
//!
//! # Limits
//!
//! Every page has [`Limits`]: bytes, nodes, depth, names, comparison steps, bytes of output. They are far above what
//! real pages need, and keep a page from using up all time or memory. A page that exceeds one is cut off there, and a
//! warning says which.
//!
//! ```
//! use rowsmith::types::Warning;
//! use rowsmith::{Limits, Page, PageOptions, RecordsOptions};
//!
//! let few = Limits::new().max_nodes(100);
//! let html = "<p>text".repeat(1000);
//! let page = Page::parse(html.as_bytes(), &PageOptions::new().limits(few))?;
//! let found = page.records(&RecordsOptions::new());
//! assert!(found.warnings.iter().any(|warning| matches!(warning, Warning::Truncated(passed) if passed.nodes)));
//! # Ok::<(), rowsmith::Error>(())
//! ```
//!
//! # Features
//!
//! | feature | default | what it brings |
//! |---|---|---|
//! | (none) | | records, tables, posts and the article of one page |
//! | `sites` | yes | [`Site`]: articles of several pages of a site together (clustering, stemming, languages) |
//! | `feeds` | yes | RSS, Atom and JSON Feed as a help to these |
//! | `objects` | yes | [`Page::objects`]: objects of a domain by schema files and gazetteers |
//! | `wrappers` | yes | [`wrapper`]: learning from pages, applying to others |
//! | `schema` | no | JSON Schemas of the result types |
//! | `lab` | no | what only the laboratory uses: the modules below the facade; unstable |
//!
//! # What lies beneath
//!
//! [`Page`], [`Site`] and [`Wrapper`](wrapper::Wrapper) are built from modules that can be used by themselves: [`dom`]
//! (from bytes to frozen documents), `tree` (comparison of subtrees), [`recognize`] (dates, prices and numbers in
//! texts), `records`, `tables`, `posts`, `objects`, `article`, `extract`, `site` and [`wrapper`] (the extractors),
//! [`types`] (the results). `ARCHITECTURE.md` has the map, and says where the methods come from.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used))]
// the modules below the facade are public to the laboratory alone, and without some features parts of them are unused
#![cfg_attr(not(feature = "lab"), allow(unreachable_pub))]
#![cfg_attr(not(all(feature = "lab", feature = "feeds", feature = "wrappers")), allow(dead_code, unused_imports))]

// The modules below the facade, which are public with the feature `lab`. Each is declared twice, since a macro would
// hide the modules from rustfmt, and none of them would be formatted.
#[cfg(feature = "lab")]
pub mod article;
#[cfg(not(feature = "lab"))]
mod article;
#[cfg(feature = "lab")]
pub mod content;
#[cfg(not(feature = "lab"))]
mod content;
#[cfg(feature = "lab")]
pub mod declared;
#[cfg(not(feature = "lab"))]
mod declared;
#[cfg(feature = "lab")]
pub mod extract;
#[cfg(not(feature = "lab"))]
mod extract;
#[cfg(feature = "lab")]
pub mod inspect;
#[cfg(not(feature = "lab"))]
mod inspect;
#[cfg(feature = "lab")]
pub mod item;
#[cfg(not(feature = "lab"))]
mod item;
#[cfg(feature = "lab")]
pub mod learn;
#[cfg(not(feature = "lab"))]
mod learn;
#[cfg(all(feature = "objects", feature = "lab"))]
pub mod objects;
#[cfg(all(feature = "objects", not(feature = "lab")))]
mod objects;
#[cfg(feature = "lab")]
pub mod pagination;
#[cfg(not(feature = "lab"))]
mod pagination;
#[cfg(feature = "lab")]
pub mod posts;
#[cfg(not(feature = "lab"))]
mod posts;
#[cfg(feature = "lab")]
pub mod records;
#[cfg(not(feature = "lab"))]
mod records;
#[cfg(all(feature = "sites", feature = "lab"))]
pub mod site;
#[cfg(all(feature = "sites", not(feature = "lab")))]
mod site;
#[cfg(feature = "lab")]
pub mod state;
#[cfg(not(feature = "lab"))]
mod state;
#[cfg(feature = "lab")]
pub mod tables;
#[cfg(not(feature = "lab"))]
mod tables;
#[cfg(feature = "lab")]
pub mod tree;
#[cfg(not(feature = "lab"))]
mod tree;

pub mod dom;
mod error;
#[cfg(feature = "wrappers")]
pub mod harvest;
mod limits;
pub mod options;
mod output;
mod page;
mod places;
pub mod recognize;
#[cfg(feature = "objects")]
pub mod schema;
#[cfg(feature = "wrappers")]
mod selector;
#[cfg(feature = "sites")]
pub mod sites;
pub mod types;
mod warnings;
#[cfg(feature = "wrappers")]
pub mod wrapper;

pub use error::Error;
pub(crate) use limits::Budget;
pub use limits::{Limits, Truncated};
#[cfg(feature = "objects")]
pub use page::ObjectsOptions;
pub use page::{
    ArticleOptions, ExtractOptions, ItemOptions, Page, PageOptions, PostsOptions, RecordsOptions, TablesOptions,
};
#[cfg(feature = "sites")]
pub use page::{LearntSite, Site};
#[cfg(feature = "sites")]
pub use sites::SiteOptions;

/// Makes the README's library example a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
