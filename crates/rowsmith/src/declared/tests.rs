use super::*;
use crate::dom::{ParseOptions, parse};

fn read(html: &str) -> Declared {
    Declared::read(&parse(html.as_bytes(), &ParseOptions::default()).unwrap(), &Bounds::default())
}

fn json_ld(json: &str) -> Data {
    let read = read(&format!("<script type='application/ld+json'>{json}</script>"));
    read.blocks.into_iter().next().map(|block| block.data).unwrap_or_default()
}

fn text(data: &Data, path: &str) -> Option<String> {
    let mut at = data;
    for name in path.split('.') {
        at = match name.parse::<usize>() {
            Ok(number) => at.values().get(number)?,
            Err(_) => at.get(name)?,
        };
    }
    at.text().map(str::to_owned)
}

#[test]
fn what_a_browser_would_take_is_read() {
    for json in [
        r#"{"name":"a b"}"#,
        "{\"name\":\"a b\",}",
        "<!-- {\"name\":\"a b\"} -->",
        "//<![CDATA[\n{\"name\":\"a b\"}\n//]]>",
        "/* product */ {\"name\": /* its name */ \"a b\", // all\n}",
        "{\"name\":\"a b\"};",
        "{&quot;name&quot;:&quot;a b&quot;}",
        "{'name':'a b'}",
        "{name:`a b`}",
        r#"{"name":"a\u0020b"}"#,
        r#"{"name":"x","name":"a b"}"#,
        r#"{"n":1 "name":"a b"}"#,
        r#"{"name":"a b","rest":[1,2"#,
        r#"{"name":"a b"}}"#,
    ] {
        assert_eq!(text(&json_ld(json), "name").as_deref(), Some("a b"), "{json}");
    }
    assert_eq!(text(&json_ld("{\"name\":\"a\nb\"}"), "name").as_deref(), Some("a\nb"));
    assert_eq!(json_ld("{"), Data::Null);
    assert_eq!(json_ld("nothing"), Data::Null);
}

#[test]
fn quotes_within_strings_do_not_end_them() {
    let data = json_ld(r#"{"description":"a 24" monitor, "new"","sku":"7"}"#);
    assert_eq!(text(&data, "sku").as_deref(), Some("7"));
    assert_eq!(text(&data, "description").as_deref(), Some("a 24\" monitor, \"new\""));
}

#[test]
fn several_objects_of_one_script_are_a_list() {
    assert_eq!(text(&json_ld("{\"a\":1}\n{\"b\":\"2\"}"), "1.b").as_deref(), Some("2"));
}

#[test]
fn surrogates_and_numbers_keep_what_they_say() {
    let data = json_ld(r#"{"a":"\ud83d\ude00","b":"\ud83d","c":00123,"d":-1.5e3,"__proto__":{"x":1},"constructor":2}"#);
    assert_eq!(text(&data, "a").as_deref(), Some("😀"));
    assert_eq!(text(&data, "b").as_deref(), Some("\u{fffd}"));
    assert_eq!(text(&data, "c").as_deref(), Some("00123"));
    assert_eq!(text(&data, "d").as_deref(), Some("-1.5e3"));
    assert_eq!(text(&data, "__proto__.x").as_deref(), Some("1"));
    assert_eq!(text(&data, "constructor").as_deref(), Some("2"));
}

#[test]
fn references_are_followed_by_their_ids_and_circles_end() {
    let read = read(
        r#"<script type="application/ld+json">{"@graph":[
        {"@type":"WebPage","@id":"p","mainEntity":{"@id":"x"}},
        {"@type":["schema:Product","Thing"],"@id":"x","name":"Lamp","isRelatedTo":{"@id":"p"}}]}</script>"#,
    );
    let found = objects(&read.blocks, 100);
    let ids = Ids::new(&found);
    let page = found.iter().find(|at| types(at.object).any(|t| t == "WebPage")).unwrap();
    let product = ids.resolve(page.object.get("mainEntity").unwrap());
    assert_eq!(text(product, "name").as_deref(), Some("Lamp"));
    assert_eq!(types(product).collect::<Vec<_>>(), ["Product", "Thing"]);
    let back = ids.resolve(product.get("isRelatedTo").unwrap());
    assert_eq!(types(back).collect::<Vec<_>>(), ["WebPage"]);
}

#[test]
fn scripts_are_read_without_running_them() {
    let read = read(
        "<script>var a = 1; if (a == {}) { f(); }
         window.__STATE__ = {product: {title: 'Lamp', price: 20.5, on: !0, at: new Date('2024-01-05'), f: function(){ return {x:1} }, tags: ['a',]}};
         dataLayer.push({ecommerce: {id: '7', name: \"Lamp\", price: \"20\"}});
         var p = JSON.parse('{\"sku\":\"A1\",\"b\":[1,2],\"c\":\"d\"}');
         var broken = {a: 1, b: 2, c: 3, d: (4 + 5), e: '6'</script>
         <script id=__NEXT_DATA__ type='application/json'>{\"props\":{\"x\":\"y\"}}</script>
         <script type='text/template'><div>{{a}}</div></script>",
    );
    let names: Vec<_> = read.blocks.iter().map(|b| b.name.as_deref().unwrap_or_default()).collect();
    assert_eq!(names, ["window.__STATE__", "dataLayer.push", "p", "broken", "__NEXT_DATA__"]);
    let data = |at: usize| &read.blocks[at].data;
    assert_eq!(text(data(0), "product.title").as_deref(), Some("Lamp"));
    assert_eq!(text(data(0), "product.at").as_deref(), Some("2024-01-05"));
    assert_eq!(data(0).get("product").unwrap().get("on"), Some(&Data::Bool(true)));
    assert_eq!(data(0).get("product").unwrap().get("f"), None);
    assert_eq!(text(data(0), "product.tags.0").as_deref(), Some("a"));
    assert_eq!(text(data(1), "ecommerce.price").as_deref(), Some("20"));
    assert_eq!(text(data(2), "sku").as_deref(), Some("A1"));
    assert_eq!(text(data(3), "e").as_deref(), Some("6"));
    assert!(read.blocks.iter().all(|b| b.form == Form::State));
}

#[test]
fn microdata_is_read_with_its_nested_objects() {
    let read = read(
        "<div itemscope itemtype='https://schema.org/Product' itemid=x><h1 itemprop=name> Desk  lamp</h1>
         <img itemprop=image src=a.jpg><img itemprop=image src='data:x' data-src=b.jpg>
         <div itemprop=offers itemscope itemtype=http://schema.org/Offer><meta itemprop=price content=20>
         <link itemprop=availability href=http://schema.org/InStock></div>
         <div itemscope itemtype=http://schema.org/Product><b itemprop=name>Other</b></div></div>",
    );
    let lamp = read.blocks.iter().find(|b| text(&b.data, "name").as_deref() == Some("Desk lamp")).unwrap();
    assert_eq!(lamp.form, Form::Microdata);
    assert_eq!(text(&lamp.data, "@id").as_deref(), Some("x"));
    assert_eq!(text(&lamp.data, "image.1").as_deref(), Some("b.jpg"));
    assert_eq!(text(&lamp.data, "offers.price").as_deref(), Some("20"));
    assert_eq!(types(lamp.data.get("offers").unwrap()).next(), Some("Offer"));
    assert!(read.blocks.iter().any(|b| text(&b.data, "name").as_deref() == Some("Other")));
}

#[test]
fn rdfa_metas_and_attributes_are_read() {
    let read = read(
        "<meta property=og:title content=First><meta property=og:title content=Second><meta name=twitter:data1 content='$20'>
         <div vocab=https://schema.org/ typeof=Product><b property=name>Lamp</b></div>
         <div data-product='{\"id\":7,\"name\":\"Lamp\",\"price\":20,\"vendor\":\"Acme\"}' data-x='{small}'></div>",
    );
    let of = |form: Form| &read.of(form).next().unwrap().data;
    assert_eq!(text(of(Form::Meta), "og:title").as_deref(), Some("First"));
    assert_eq!(text(of(Form::Rdfa), "name").as_deref(), Some("Lamp"));
    assert_eq!(text(of(Form::Attribute), "vendor").as_deref(), Some("Acme"));
    assert_eq!(read.of(Form::Attribute).count(), 1);
    assert!(!read.cut);
}

#[test]
fn hostile_data_is_bounded_and_told() {
    let script = |json: &str| read(&format!("<script type='application/ld+json'>{json}</script>"));
    let deep = script(&format!("{}{}", "[".repeat(200_000), "]".repeat(200_000)));
    assert!(deep.cut);
    let deep = script(&"{\"a\":".repeat(100_000));
    assert!(deep.cut);
    let long = script(&format!("[{}]", "{\"name\":\"Lamp\"},".repeat(1_800_000)));
    assert!(long.cut);
    assert!(long.blocks[0].data.size() <= Bounds::default().max_values + 2);
    let wide = read(&format!("<script>{}</script>", "x={a:1,".repeat(100_000)));
    assert!(wide.blocks.len() <= 100_000);
    let scopes = read(&format!("<div>{}x", "<div itemscope itemprop=a>".repeat(5_000)));
    assert!(scopes.blocks.len() <= 5_000);
    let quotes = script(&format!("{{\"a\":{}", "\"\" ".repeat(300_000)));
    assert!(quotes.blocks.len() <= 1);
}

proptest::proptest! {
    #[test]
    fn json_is_read_as_it_is_meant(value in any_json()) {
        let written = serde_json::to_string(&value).unwrap();
        let allowance = Allowance::new(&Bounds::default());
        let read = literal::read_prefix(&written, &allowance).unwrap();
        proptest::prop_assert!(read.clean && read.end == written.len());
        proptest::prop_assert_eq!(&to_json(&read.data), &value);
    }

    #[test]
    fn nothing_makes_the_reader_fail(text in "[\\[\\]{}(),:;\"'`/*!\\\\ a1é.=\n-]{0,60}") {
        let allowance = Allowance::new(&Bounds { max_bytes: 1 << 16, max_values: 1000, max_depth: 8 });
        if let Some(read) = literal::read_prefix(&text, &allowance) {
            proptest::prop_assert!(text.is_char_boundary(read.end));
        }
        literal::read_whole(&text, &allowance);
        read(&format!("<script>x = {text}</script><i data-x='{text}'></i>"));
    }
}

fn any_json() -> impl proptest::strategy::Strategy<Value = serde_json::Value> {
    use proptest::prelude::*;
    let leaf = prop_oneof![
        Just(serde_json::Value::Null),
        any::<bool>().prop_map(serde_json::Value::from),
        any::<i32>().prop_map(serde_json::Value::from),
        any::<String>().prop_map(serde_json::Value::from),
    ];
    let tree = leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..5).prop_map(serde_json::Value::from),
            proptest::collection::btree_map("[a-z$\" ]{0,5}", inner, 0..5)
                .prop_map(|map| serde_json::Value::Object(map.into_iter().collect())),
        ]
    });
    tree.prop_filter("an object or a list", |value| value.is_object() || value.is_array())
}

fn to_json(data: &Data) -> serde_json::Value {
    match data {
        Data::Null => serde_json::Value::Null,
        Data::Bool(value) => (*value).into(),
        Data::Number(number) => serde_json::from_str(number).unwrap(),
        Data::Text(text) => text.as_str().into(),
        Data::List(list) => list.iter().map(to_json).collect(),
        Data::Object(members) => members.iter().map(|m| (m.name.clone(), to_json(&m.value))).collect(),
    }
}

#[test]
fn objects_under_several_names_are_not_doubled_with_every_level() {
    let depth = 60;
    let html = format!(
        "{}<i itemprop=name>Lamp</i>{}",
        "<div itemscope itemprop='a b'>".repeat(depth),
        "</div>".repeat(depth)
    );
    let read = read(&html);
    let size: usize = read.blocks.iter().map(|block| block.data.size()).sum();
    assert!(size <= 3 * depth, "{size}");
}

#[test]
fn properties_without_number_are_cut() {
    let named: String = (0..20_000).map(|i| format!("<i itemprop=p{i}>x</i>")).collect();
    let read = read(&format!("<div itemscope>{named}</div>"));
    assert!(read.cut);
    assert!(read.blocks[0].data.members().len() <= 256);
}
