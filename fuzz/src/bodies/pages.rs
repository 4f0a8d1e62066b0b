//! A page by all extractors, parsed twice: what was asked before must change no answer.

use rowsmith::options::StateUse;
use rowsmith::schema::{Schema, domain};
use rowsmith::{
    ArticleOptions, ExtractOptions, ItemOptions, ObjectsOptions, Page, PageOptions, PostsOptions, RecordsOptions,
    TablesOptions,
};
use serde::Serialize;
use std::sync::LazyLock;

static HOMES: LazyLock<Schema> =
    LazyLock::new(|| domain("real-estate").expect("it is shipped").expect("and can be read"));

/// Parses a page twice and asks everything of it, in one order and in the other.
///
/// # Panics
/// Where the answers differ.
pub fn run(input: &[u8]) {
    let options = PageOptions::new().source("page").url("https://example.com/a/b?c=d");
    let (Ok(first), Ok(second)) = (Page::parse(input, &options), Page::parse(input, &options)) else { return };
    let forth: Vec<String> = QUESTIONS.iter().map(|question| question(&first)).collect();
    let back: Vec<String> = QUESTIONS.iter().rev().map(|question| question(&second)).collect();
    for (at, (first, second)) in forth.iter().zip(back.iter().rev()).enumerate() {
        assert_eq!(first, second, "question {at}");
    }
}

type Question = fn(&Page) -> String;

const QUESTIONS: [Question; 12] = [
    |page| json(&page.records(&RecordsOptions::new())),
    |page| json(&page.records(&RecordsOptions::new().all_regions(true).state(StateUse::Everything))),
    |page| json(&page.tables(&TablesOptions::new())),
    |page| json(&page.tables(&TablesOptions::new().raw(true).join(true).turn(true))),
    |page| json(&page.pagination()),
    |page| json(&page.posts(&PostsOptions::new().html(true))),
    |page| json(&page.article(&ArticleOptions::new())),
    |page| json(&page.item(&ItemOptions::new())),
    |page| json(&page.objects(&HOMES, &ObjectsOptions::new())),
    |page| json(&page.extract(&ExtractOptions::new().markdown(true).html(true))),
    |page| page.inspect(&RecordsOptions::new().all_regions(true)),
    |page| json(&page.shown(&RecordsOptions::new())),
];

fn json<T: Serialize>(answer: &T) -> String {
    serde_json::to_string(answer).expect("answers are plain data")
}
