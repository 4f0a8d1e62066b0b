//! Exporting wrappers as Python, for parsel and Scrapy.

use std::fmt::Write;

use crate::types::{ColumnKind, PartKind};
use crate::wrapper::export::{Chosen, ChosenColumn, attribute_of, column_xpath};

/// The selectors of all parts, as a dictionary.
fn parts(chosen: &[Chosen<'_>]) -> String {
    let mut out = String::from(
        "# the records of each part by CSS; of each column the XPath within the record, and the attribute (None: the text)\nPARTS = {\n",
    );
    for Chosen { name, css, columns, part, .. } in chosen {
        let _ =
            write!(out, "    {}: {{\n        \"records\": {},\n        \"columns\": {{\n", quoted(name), quoted(css));
        for ChosenColumn { column, css } in columns {
            let attribute = attribute_of(column).map_or_else(|| "None".to_owned(), quoted);
            let _ =
                writeln!(out, "            {}: ({}, {attribute}),", quoted(&column.name), quoted(&column_xpath(css)));
        }
        if part.kind == PartKind::Article {
            let _ = writeln!(out, "            \"text\": (\".\", None),");
        }
        out.push_str("        },\n    },\n");
    }
    out.push_str("}\n");
    out
}

/// The code with which both modules use them.
const VALUE: &str = r#"

def value(record, xpath, attribute):
    """The text of the first element, or one of its attributes; None where there is none."""
    found = record.xpath(xpath)
    if not found:
        return None
    if attribute:
        return (found[0].attrib.get(attribute) or "").strip() or None
    texts = found[0].xpath(".//text()[not(ancestor::script or ancestor::style)]").getall()
    return " ".join(" ".join(texts).split()) or None


def rows(selector, part):
    """The records of a part as dictionaries."""
    for record in selector.css(PARTS[part]["records"]):
        yield {name: value(record, *where) for name, where in PARTS[part]["columns"].items()}
"#;

pub(super) fn parsel(chosen: &[Chosen<'_>]) -> String {
    format!(
        "\"\"\"What a wrapper of Rowsmith extracts, by selectors.\n\n    pip install parsel\n    python THIS.py page.html\n\"\"\"\n\n\
         import json\nimport sys\n\nfrom parsel import Selector\n\n{}{VALUE}\n\n\
         def extract(html):\n    \"\"\"The records of all parts of a page, by the name of the part.\"\"\"\n    \
         selector = Selector(text=html)\n    return {{part: list(rows(selector, part)) for part in PARTS}}\n\n\n\
         if __name__ == \"__main__\":\n    for name in sys.argv[1:]:\n        with open(name, encoding=\"utf-8\", errors=\"replace\") as file:\n            \
         print(json.dumps({{\"source\": name, \"parts\": extract(file.read())}}, ensure_ascii=False))\n",
        parts(chosen)
    )
}

pub(super) fn scrapy(chosen: &[Chosen<'_>]) -> String {
    let mut hosts: Vec<String> = chosen.iter().flat_map(|c| &c.template.hosts).map(|host| quoted(host)).collect();
    hosts.sort();
    hosts.dedup();
    let starts = chosen.iter().flat_map(|c| &c.template.sources).filter(|s| s.starts_with("http")).map(|s| quoted(s));
    let mut starts: Vec<String> = starts.collect();
    starts.dedup();
    format!(
        "{SPIDER_HEAD}{}{}{VALUE}\n\nclass RowsmithSpider(scrapy.Spider):\n    name = \"rowsmith\"\n    allowed_domains = [{}]\n    \
         start_urls = [{}]\n{SPIDER}",
        parts(chosen),
        addresses(chosen),
        hosts.join(", "),
        starts.join(", ")
    )
}

/// The columns of each part that are addresses.
fn addresses(chosen: &[Chosen<'_>]) -> String {
    let mut out = String::from("# the columns that are addresses\nADDRESSES = {\n");
    for Chosen { name, columns, .. } in chosen {
        let is_address = |of: &&ChosenColumn<'_>| matches!(of.column.kind, ColumnKind::Link | ColumnKind::Image);
        let names: Vec<String> = columns.iter().filter(is_address).map(|of| quoted(&of.column.name)).collect();
        let _ = writeln!(out, "    {}: [{}],", quoted(name), names.join(", "));
    }
    out.push_str("}\n");
    out
}

/// How the spider begins.
const SPIDER_HEAD: &str = r#""""What a wrapper of Rowsmith extracts, as a spider.

    pip install scrapy
    scrapy runspider THIS.py -O rows.jsonl
    scrapy runspider THIS.py -O rows.jsonl -a start="https://example.com/list https://example.com/list?page=2"

Without `start` it reads the pages that the wrapper was learnt from, if their addresses were known (`start_urls`).
"""

import scrapy

"#;

/// What the spider does.
const SPIDER: &str = r#"
    def __init__(self, start=None, **arguments):
        super().__init__(**arguments)
        if start:
            self.start_urls = start.split()
        if not self.start_urls:
            raise ValueError("no page to read: fill start_urls, or add -a start=https://example.com/list")

    def parse(self, response):
        for part in PARTS:
            for row in rows(response, part):
                for name in ADDRESSES[part]:
                    try:
                        row[name] = response.urljoin(row[name]) if row[name] else None
                    except ValueError:
                        pass  # what is no address stays as the page has it
                yield {"part": part, **row}
"#;

/// A string literal of Python.
fn quoted(text: &str) -> String {
    // strings of JSON are valid in Python
    serde_json::to_string(text).unwrap_or_default()
}
