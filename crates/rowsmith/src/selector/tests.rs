//! Selectors on small pages.

use super::Selector;
use crate::dom::{ParseOptions, line, parse};

const PAGE: &str = "<div id=list class='a b'><p class='card new'>One<b>x</b><p class=card data-k='v w'>Two<p class=other>Three</div>\
     <section><div><p class=card>Four</div></section>";

fn texts(selector: &str) -> Vec<String> {
    let document = parse(PAGE.as_bytes(), &ParseOptions::default()).unwrap();
    let selector = Selector::parse(selector).unwrap();
    selector.on(&document).all().into_iter().map(|id| line(&document, id, document.end(id))).collect()
}

#[test]
fn what_is_selected() {
    for (selector, wanted) in [
        ("p.card", &["Onex", "Two", "Four"][..]),
        ("#list > p", &["Onex", "Two", "Three"]),
        ("#list .card:not(.new)", &["Two"]),
        ("section p", &["Four"]),
        ("section > p", &[]),
        ("section div > p.card", &["Four"]),
        ("p + p", &["Two", "Three"]),
        ("p.new ~ p", &["Two", "Three"]),
        ("p:nth-of-type(2)", &["Two"]),
        ("p:first-child", &["Onex", "Four"]),
        ("#list p:last-child", &["Three"]),
        ("[data-k~=w], p.other", &["Two", "Three"]),
        ("p[data-k^='v']", &["Two"]),
        ("p[data-k$=\"x\"]", &[]),
        ("unknown p", &[]),
        ("DIV.a.b *", &["Onex", "x", "Two", "Three"]),
    ] {
        assert_eq!(texts(selector), wanted, "{selector}");
    }
}

#[test]
fn within_an_element_only_what_is_in_it_counts() {
    let document = parse(PAGE.as_bytes(), &ParseOptions::default()).unwrap();
    let first = |selector: &str| Selector::parse(selector).unwrap().on(&document).all()[0];
    let list = first("#list");
    let within = |selector: &str| {
        Selector::parse(selector).unwrap().on(&document).within(list, document.end(list), usize::MAX).len()
    };
    assert_eq!((within("p"), within("div p"), within(":scope > p"), within(":scope"), within("div")), (3, 0, 3, 1, 0));
    assert_eq!((within(":scope > b"), within(":scope b"), within("p > b")), (0, 1, 1));
}

#[test]
fn xpath_of_selectors() {
    let of = |text: &str| Selector::parse(text).unwrap().xpath();
    assert_eq!(of("#a > li"), "//*[@id='a']/li");
    assert_eq!(of("ul li.x"), "//ul//li[contains(concat(' ',normalize-space(@class),' '),' x ')]");
    assert_eq!(
        of("a:nth-of-type(2), b:first-child"),
        "//a[count(preceding-sibling::a)=1] | //b[not(preceding-sibling::*)]"
    );
    assert_eq!(of("tr:not(.head)"), "//tr[not(contains(concat(' ',normalize-space(@class),' '),' head '))]");
    let within = |text: &str| Selector::parse(text).unwrap().xpath_within();
    assert_eq!((within(":scope > a"), within(":scope"), within("h3 a")), ("./a".into(), ".".into(), ".//h3//a".into()));
}

#[test]
fn what_is_no_selector_is_told() {
    for (text, message) in [
        ("", "ends too early"),
        ("a >", "ends too early"),
        ("a:hover", "':hover' is not known"),
        ("a[href", "not closed"),
        ("a:nth-child(2n+1)", "a number is expected"),
        ("a } b", "unexpected '}'"),
        ("p:not(:not(a))", "simple selector"),
    ] {
        let error = Selector::parse(text).unwrap_err();
        assert!(error.contains(message), "{text}: {error}");
    }
    let name = super::parse::escaped("md:w-1/2");
    assert_eq!(
        Selector::parse(&format!(".{name}")).unwrap().xpath(),
        "//*[contains(concat(' ',normalize-space(@class),' '),' md:w-1/2 ')]"
    );
}

#[test]
fn a_selector_made_to_be_slow_ends() {
    let html = "<div>".repeat(400) + "<p>x";
    let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
    let selector = Selector::parse(&"div ".repeat(30).replace("div div div ", "div div b ")).unwrap();
    assert!(selector.on(&document).all().is_empty());
}
