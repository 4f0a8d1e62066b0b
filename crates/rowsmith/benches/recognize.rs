//! The cost of classifying every text of a page.
#![allow(missing_docs)]

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use rowsmith::recognize::date::{find_date, find_date_in_attribute};
use rowsmith::recognize::{parse_number, parse_price, value_type};

const TEXTS: &[(&str, &str)] = &[
    ("word", "Reply"),
    ("title", "Blue garden chair with cushion"),
    ("title with digits", "Samsung Galaxy S10 Forum, part 3"),
    ("author", "Opus99 wrote:"),
    ("number", "1,299 replies"),
    ("price", "$1,299.00"),
    ("price in words", "Regular price: 1.299,00 €"),
    ("date", "Jan 5, 2024 at 10:15 PM"),
    ("date in words", "Posted on Fri Jan 5, 2024 9:12 pm by"),
    ("german date", "05.01.2024, 10:15 Uhr"),
    ("relative date", "vor 3 Stunden"),
    ("chinese", "发表于 2024年1月5日 下午3:15"),
    (
        "prose",
        "In January 2024 we bought the blue chair for 129 €, and it has stood in the garden ever since, rain or shine.",
    ),
];

fn texts(c: &mut Criterion) {
    let mut group = c.benchmark_group("value_type");
    for (name, text) in TEXTS {
        group.bench_function(*name, |b| b.iter(|| value_type(black_box(text))));
    }
    group.finish();
    let mut group = c.benchmark_group("find_date");
    for (name, text) in TEXTS.iter().filter(|(name, _)| name.contains("date") || *name == "prose") {
        group.bench_function(*name, |b| b.iter(|| find_date(black_box(text))));
    }
    group.bench_function("iso attribute", |b| {
        b.iter(|| find_date_in_attribute(black_box("datetime"), black_box("2024-01-05T10:15:30+0100")))
    });
    group.finish();
    c.bench_function("parse_price", |b| b.iter(|| parse_price(black_box("from 1.299,00 €"))));
    c.bench_function("parse_number", |b| b.iter(|| parse_number(black_box("1,299.5 km"))));
}

criterion_group!(benches, texts);
criterion_main!(benches);
