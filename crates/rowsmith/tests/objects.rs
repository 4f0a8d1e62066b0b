//! Objects end to end: included domains, several areas, tables, fallbacks, and hostile input.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "common/hostile.rs"]
mod hostile;

use rowsmith::options::{ObjectMethod as Method, ObjectSearch as Options};
use rowsmith::schema::{Schema, Spread, domain};
use rowsmith::types::{ObjectTable, ObjectsPage, Warning};
use rowsmith::{Limits, ObjectsOptions, Page, PageOptions};

fn products() -> Schema {
    domain("products").unwrap().unwrap()
}

fn run(html: &str, schema: &Schema, method: Method) -> ObjectsPage {
    searched(html.as_bytes(), schema, Options::new().method(method))
}

fn searched(html: &[u8], schema: &Schema, search: Options) -> ObjectsPage {
    Page::parse(html, &PageOptions::new()).unwrap().objects(schema, &wanted(search, false))
}

fn wanted(search: Options, all_areas: bool) -> ObjectsOptions {
    let mut options = ObjectsOptions::new();
    (options.search, options.all_areas) = (search, all_areas);
    options
}

/// The texts of an attribute.
fn texts(area: &ObjectTable, name: &str) -> Vec<String> {
    let Some(at) = area.attributes.iter().position(|a| a.name == name) else { return Vec::new() };
    let text = |values: &Vec<rowsmith::types::ObjectCell>| values.first().map_or("-".to_owned(), |c| c.text.clone());
    area.records.iter().map(|r| text(&r.values[at])).collect()
}

/// A shop with six products; every third is on sale, the last has no recognisable price.
fn shop() -> String {
    let item = |at: usize| {
        let price = match at {
            6 => "<b class=price>Sold out</b>".to_owned(),
            at if at % 3 == 0 => format!("<b class=price>${at}5.00</b> <s class=x>${at}9.00</s>"),
            at => format!("<b class=price>${at}5.00</b>"),
        };
        format!(
            "<li class=card><a href=/p/{at}><img src=/i/{at}.jpg></a><h3><a href=/p/{at}>Oak chair number {at}</a></h3>\
             <p>{price}</p><span title='Rated 4.{at} out of 5'></span><a href=/cart>Add to cart</a></li>"
        )
    };
    let items: String = (1..=6).map(item).collect();
    format!("<body><nav><a href=/a>Chairs</a><a href=/b>Tables</a><p>Basket: $0.00</p></nav><ul>{items}</ul>")
}

#[test]
fn a_shop_has_its_products() {
    let page = run(&shop(), &products(), Method::Agreement);
    assert_eq!(page.areas.len(), 1);
    let area = &page.areas[0];
    assert!(area.main && area.records.len() == 6);
    assert_eq!(texts(area, "title")[1], "Oak chair number 2");
    assert_eq!(texts(area, "price"), ["$15.00", "$25.00", "$35.00", "$45.00", "$55.00", "Sold out"]);
    assert_eq!(texts(area, "url")[2], "/p/3");
    assert_eq!(texts(area, "image")[2], "/i/3.jpg");
    let json = serde_json::to_value(&page).unwrap();
    let price = &json["areas"][0]["records"][0]["attributes"]["price"];
    assert_eq!((price["value"]["amount"].as_f64(), price["from"].as_str()), (Some(15.0), Some("annotated")));
    let inferred = &json["areas"][0]["records"][5]["attributes"]["price"];
    assert_eq!((inferred["text"].as_str(), inferred["from"].as_str()), (Some("Sold out"), Some("inferred")));
}

#[test]
fn the_papers_method_finds_data_areas() {
    let mut schema = domain("real-estate").unwrap().unwrap();
    schema.thresholds.spread = Spread::RunningExample;
    let card = |at: usize| format!("<div><p>£{at}95 pcm</p><b>{} Bath</b><i class=b>{at} bed</i></div>", at * 3);
    let featured: String = (1..4).map(card).collect();
    let row = |at: usize| format!("<div><img src=a{at}.jpg></div><div><p>£{at}50 pcm</p><h3>Oxford</h3></div>");
    let listed: String = (4..9).map(row).collect();
    let page = format!(
        "<body><p>average £800</p><main><section>{featured}</section>\
        <article><section>{listed}</section></article></main>"
    );
    let objects = Options::new().method(Method::Amber);
    let found = searched(page.as_bytes(), &schema, objects);
    let counts: Vec<usize> = found.areas.iter().map(|a| a.records.len()).collect();
    assert_eq!(counts, [3, 5], "{found:?}");
    // the leading nodes are second in their records
    assert_eq!(found.areas[1].records[0].nodes.len(), 2);
    assert_eq!(texts(&found.areas[0], "price")[0], "£195");
}

#[test]
fn the_papers_method_returns_nothing_where_there_is_no_data_area() {
    let schema = domain("products").unwrap().unwrap();
    let item =
        |name: &str| format!("<li><a href=/{name}>{name} two article</a> <i>by Ann</i><p>some text here</p></li>");
    let html = format!("<h1>Links</h1><ul>{}</ul>", ["Alpha", "Beta", "Gamma", "Delta"].map(item).concat());
    let page = run(&html, &schema, Method::Amber);
    assert!(page.areas.is_empty(), "{page:?}");
    assert!(page.warnings.contains(&Warning::NoListFound));
    // our method takes the page's main list here
    assert_eq!(run(&html, &schema, Method::Agreement).areas[0].records.len(), 4);
}

#[test]
fn tables_are_labelled_by_their_headers() {
    let schema = domain("used-cars").unwrap().unwrap();
    let row = |at: usize| {
        format!(
            "<tr><td><a href=/c/{at}>Ford Focus {at}</a></td><td>201{at}</td><td>{at}5,000 miles</td><td>£{at},500</td></tr>"
        )
    };
    let rows: String = (1..8).map(row).collect();
    let html = format!("<table><tr><th>Car<th>Year<th>Mileage<th>Price</tr>{rows}</table>");
    let page = run(&html, &schema, Method::Agreement);
    let area = &page.areas[0];
    assert_eq!(area.records.len(), 7);
    assert_eq!((texts(area, "year")[0].as_str(), texts(area, "price")[6].as_str()), ("2011", "£7,500"));
    assert_eq!(texts(area, "make")[0], "Ford");
    assert_eq!(texts(area, "mileage")[0], "15,000 miles");
}

#[test]
fn a_page_without_objects_says_so() {
    for html in ["<p>Nothing here.", "<ul><li>a<li>b</ul>", "<h1>Terms</h1><p>You pay $5 for it, or $7."] {
        let page = run(html, &products(), Method::Agreement);
        assert!(page.areas.is_empty(), "{html}: {page:?}");
        assert!(serde_json::to_string(&page).unwrap().contains("no list found"), "{html}");
    }
}

#[test]
fn a_schema_whose_pivot_never_occurs_labels_the_records() {
    let text = "name = 'x'\npivots = ['isbn']\n\
        [[attribute]]\nname = 'isbn'\nregular = true\npatterns = ['ISBN \\d+']\n\
        [[attribute]]\nname = 'title'\ndistinct = true\nwhole = true\nrecognise = ['heading']\n";
    let schema = Schema::parse(text, &mut |_| Err(String::new())).unwrap();
    let page = run(&shop(), &schema, Method::Agreement);
    let area = &page.areas[0];
    assert_eq!((area.pivot.clone(), area.records.len()), (None, 6));
    assert_eq!(texts(area, "title")[0], "Oak chair number 1");
}

#[test]
fn an_empty_gazetteer_finds_nothing_and_loses_nothing() {
    let text = "name = 'x'\npivots = ['price']\n\
        [[attribute]]\nname = 'price'\nregular = true\nvalue = 'price'\nrecognise = ['price']\n\
        [[attribute]]\nname = 'place'\nregular = true\nwhole = true\ngazetteers = ['empty.txt']\n";
    let schema = Schema::parse(text, &mut |_| Ok("\n# nothing\n".to_owned())).unwrap();
    let page = run(&shop(), &schema, Method::Agreement);
    assert_eq!(texts(&page.areas[0], "price").len(), 6);
    assert!(texts(&page.areas[0], "place").is_empty());
}

#[test]
fn every_hostile_input_ends() {
    let schema = products();
    for method in [Method::Agreement, Method::Amber] {
        for (_, make) in hostile::HOSTILE {
            let options = wanted(Options::new().method(method), true);
            if let Ok(page) = Page::parse(&make(5_000), &PageOptions::new()) {
                assert!(serde_json::to_string(&page.objects(&schema, &options)).unwrap().starts_with('{'));
            }
        }
    }
}

#[test]
fn every_hostile_input_ends_within_small_limits() {
    let schema = products();
    for max in [0, 1, 7, 60] {
        let limits = Limits::new()
            .max_bytes(max * 100)
            .max_nodes(max * 10)
            .max_depth(max)
            .max_names(max)
            .max_work(max as u64 * 20)
            .max_output(max * 100);
        for (_, make) in hostile::HOSTILE {
            if let Ok(page) = Page::parse(&make(500), &PageOptions::new().limits(limits)) {
                let _ = page.objects(&schema, &wanted(Options::default(), true));
            }
        }
    }
}

#[test]
fn prices_without_end_end() {
    let schema = products();
    for html in ["<p>$1".repeat(60_000), "<div><i class=a>$1</i><b class=b>2</b></div>".repeat(20_000)] {
        let _ = run(&html, &schema, Method::Amber);
    }
}
