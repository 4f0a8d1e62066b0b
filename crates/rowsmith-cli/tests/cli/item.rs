//! `rowsmith item`.

use crate::support::Folder;

const PAGE: &str = "<title>Desk lamp</title><h1>Desk lamp</h1><b class=price>$49.00</b><button>Add to cart</button>
    <dl><dt>Brand<dd>Lux<dt>Height<dd>40 cm</dl><script type='application/ld+json'>{\"@type\":\"Product\",\"name\":\"Desk lamp\",
    \"sku\":\"DL-7\",\"offers\":{\"price\":\"49\",\"priceCurrency\":\"USD\"}}</script>";

#[test]
fn an_item_in_every_form() {
    let folder = Folder::new("item");
    folder.write("page.html", PAGE).write("none.html", "<p>nothing here");
    let ran = folder.run(&["item", "page.html", "none.html"]);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((ran.code, lines.len()), (Some(0), 2), "{ran:?}");
    assert_eq!(lines[0]["item"]["price"]["amount"], 49.0);
    assert_eq!(lines[0]["item"]["evidence"]["price"]["source"], "both");
    assert_eq!(lines[0]["item"]["evidence"]["sku"]["source"], "declared");
    assert_eq!((&lines[1]["item"], &lines[1]["warnings"][0]), (&serde_json::Value::Null, &"no item found".into()));
    // a row a page
    let csv = folder.run(&["item", "page.html", "-f", "csv", "-c", "name,price,code=sku"]);
    assert_eq!((csv.code, csv.out.as_str()), (Some(0), "name,price,code\nDesk lamp,49 USD,DL-7\n"), "{csv:?}");
    let table = folder.run(&["item", "page.html", "-f", "table"]).out;
    assert!(table.contains("Desk lamp") && table.contains("Height: 40 cm"), "{table}");
}

#[test]
fn one_of_the_two_sources_can_be_left_out() {
    let folder = Folder::new("item-sources");
    folder.write("page.html", PAGE);
    let item = |flag: &str| {
        let ran = folder.run(&["item", "page.html", flag]);
        serde_json::from_str::<serde_json::Value>(&ran.out).unwrap()["item"].clone()
    };
    let shown = item("--no-declared");
    assert_eq!((&shown["price"]["amount"], &shown["sku"]), (&49.0.into(), &serde_json::Value::Null));
    let declared = item("--no-shown");
    assert_eq!((&declared["sku"], &declared["properties"]), (&"DL-7".into(), &serde_json::Value::Null));
    assert_eq!(folder.run(&["item", "page.html", "--no-shown", "--no-declared"]).code, Some(2));
}

#[test]
fn the_summary_counts_items_whatever_the_format() {
    let folder = Folder::new("item-summary");
    folder.write("page.html", PAGE).write("none.html", "<p>nothing here");
    for format in ["jsonl", "json", "csv", "tsv", "md", "html", "feed", "table"] {
        let ran = folder.run(&["item", "page.html", "none.html", "--summary", "-f", format]);
        assert_eq!(ran.code, Some(0), "{ran:?}");
        assert!(ran.err.contains("2 pages with 1 item in"), "{format}: {}", ran.err);
    }
}
