//! Lists that are taken by a wrapper which was given.

use super::*;
use crate::wrapper::{LearnOptions, Wrapper};

/// The shop after a redesign, with the same lamps.
fn redesigned(lamps: impl IntoIterator<Item = usize>, next: Option<&str>) -> String {
    let card = |at: usize| {
        let price = 10 + at * 7 % 90;
        format!(
            "<div class=card><em class=sum>${price}.00</em><h3><a class=to href='/lamp/{at}'>Lamp number {at}</a></h3><p>in {} days</p></div>\n",
            at % 9
        )
    };
    let cards: String = lamps.into_iter().map(card).collect();
    let next = next.map(|next| format!("<a rel=next href='{next}'>Next page</a>")).unwrap_or_default();
    format!(
        "<title>Lamps</title><header><a href=/>Home</a></header><main><h2>All lamps</h2><section class=grid>{cards}</section>\
         <aside class=pages>{next}</aside></main>"
    )
}

/// A wrapper of the shop, in which a person has called the price a cost.
fn wrapper() -> Wrapper {
    let page = list(1..=10, None);
    let page = Page::parse(page.as_bytes(), &PageOptions::new().url(format!("{SHOP}/list"))).unwrap();
    let learnt = Wrapper::learn(&[page], &LearnOptions::new()).to_json().unwrap();
    let named = learnt.replace("\"name\": \"price\"", "\"name\": \"cost\"");
    assert_ne!(named, learnt);
    Wrapper::from_json(&named).unwrap()
}

/// The rows of a site by that wrapper, and the harvest at its end; it is put aside after each page.
fn rows(repair: bool, site: impl Fn(&str) -> Option<String>) -> (Vec<[Option<String>; 2]>, Harvest) {
    let mut harvest = Harvest::new([format!("{SHOP}/list?page=1")], HarvestOptions::new());
    harvest.use_wrapper(wrapper(), repair);
    let mut rows = Vec::new();
    while let Some(request) = harvest.next_request() {
        let html = site(request.address.strip_prefix(SHOP).unwrap()).unwrap();
        let page = Page::parse(html.as_bytes(), &PageOptions::new().url(&request.address)).unwrap();
        let fed = harvest.feed(Answer::Page(&page));
        let of = |name: &str, row: &crate::types::Record<'_>| row.text(name).map(str::to_owned);
        rows.extend(fed.page.iter().flat_map(|page| page.records()).map(|row| [of("title", &row), of("cost", &row)]));
        harvest = serde_json::from_str(&serde_json::to_string(&harvest).unwrap()).unwrap();
    }
    (rows, harvest)
}

fn lamp(at: usize) -> [Option<String>; 2] {
    [Some(format!("Lamp number {at}")), Some(format!("${}.00", 10 + at * 7 % 90))]
}

#[test]
fn the_table_has_the_columns_of_the_wrapper() {
    let (found, harvest) = rows(false, lamps);
    assert_eq!(found, (1..=41).map(lamp).collect::<Vec<_>>());
    let Summary { searched, repaired, drifted, pages, .. } = harvest.summary();
    assert_eq!((*pages, *searched, *repaired, *drifted), (5, 0, 0, 0));
}

#[test]
fn a_redesigned_list_is_not_taken_unless_the_wrapper_may_be_repaired() {
    let redesigned = |path: &str| Some(redesigned(1..=10, (number(path) < 2).then_some("/list?page=2")));
    let (found, harvest) = rows(false, redesigned);
    assert!(found.is_empty());
    assert_eq!(harvest.summary().starts[0].end, End::Drift(format!("{SHOP}/list?page=1")));
    let (found, harvest) = rows(true, redesigned);
    assert_eq!(found, (1..=10).map(lamp).collect::<Vec<_>>());
    assert_eq!((harvest.summary().repaired, harvest.summary().drifted), (1, 0));
    // it is the one that is to be kept
    let kept = harvest.wrapper().unwrap();
    assert!(*kept != wrapper() && kept.to_json().unwrap().contains("\"name\": \"cost\""));
}

#[test]
fn a_list_that_is_redesigned_from_a_page_on_goes_on() {
    let (found, harvest) = rows(true, |path| match number(path) {
        1 => lamps(path),
        page => Some(redesigned(
            page * 10 - 9..=page * 10,
            (page < 3).then_some(format!("/list?page={}", page + 1)).as_deref(),
        )),
    });
    assert_eq!(found, (1..=30).map(lamp).collect::<Vec<_>>());
    assert_eq!(harvest.summary().repaired, 1);
    let before = wrapper();
    let templates = &harvest.wrapper().unwrap().templates;
    assert_eq!(templates.len(), 2);
    assert!(templates[1].parts == before.templates[0].parts, "the old template stays");
}

#[test]
fn a_page_that_lacks_a_column_by_chance_changes_no_wrapper() {
    let site = |path: &str| match number(path) {
        2 => Some(
            list(11..=20, Some("/list?page=3"))
                .replace("<b class=price>", "<b class=price hidden>")
                .replace(".00</b>", "</b>")
                .replace('$', ""),
        ),
        page => Some(list(page * 10 - 9..=page * 10, (page < 3).then_some("/list?page=2"))),
    };
    let (found, harvest) = rows(true, site);
    assert_eq!((found.len(), harvest.summary().repaired), (30, 0));
    assert_eq!(found[29], lamp(30));
    assert_eq!(harvest.wrapper(), Some(&wrapper()));
    // nor does a page of another kind
    let (found, harvest) = rows(true, |path| {
        match number(path) {
        1 => lamps(path),
        _ => Some("<h1>Log in</h1><form action=/login method=post><label>Name <input name=name></label> <button>Log in</button></form>".to_owned()),
    }
    });
    assert_eq!((found.len(), harvest.summary().repaired), (10, 0));
    assert_eq!(harvest.summary().starts[0].end, End::Drift(format!("{SHOP}/list?page=2")));
}

/// A page without records at the end of a list, with something else on it that looks alike.
#[test]
fn nothing_is_learnt_from_an_empty_page_at_the_end() {
    let pages = [list(1..=10, None), list(11..=20, None)];
    let pages =
        pages.map(|page| Page::parse(page.as_bytes(), &PageOptions::new().url(format!("{SHOP}/list"))).unwrap());
    let wrapper = Wrapper::learn(&pages, &LearnOptions::new());
    let mut harvest = Harvest::new([format!("{SHOP}/list?page=1")], HarvestOptions::new());
    harvest.use_wrapper(wrapper.clone(), true);
    let others: String = (31..=36)
        .map(|at| {
            format!(
                "<div class=other><a href='/lamp/{at}'>Lamp number {at}</a> <em>${at}.00</em> <i>in 3 days</i></div>"
            )
        })
        .collect();
    let empty = list([], None).replace("</ul>", &format!("</ul><p>No more lamps. Others bought:</p>{others}"));
    let mut rows = 0;
    while let Some(request) = harvest.next_request() {
        let html = if number(&request.address) == 1 { list(1..=10, Some("/list?page=2")) } else { empty.clone() };
        let page = Page::parse(html.as_bytes(), &PageOptions::new().url(&request.address)).unwrap();
        rows += harvest.feed(Answer::Page(&page)).page.map_or(0, |page| page.records().count());
    }
    assert_eq!((rows, harvest.wrapper()), (10, Some(&wrapper)));
    assert_eq!(harvest.summary().starts[0].end, End::NoRecords(format!("{SHOP}/list?page=2")));
}

/// The old template stayed where it still gave records, was taken again, and the repair counted all the same.
#[test]
fn a_column_that_moves_within_its_records_is_found_again() {
    let moved = |path: &str| Some(lamps(path)?.replace("<b class=price>", "<em class=sum>").replace("</b>", "</em>"));
    let (found, harvest) = rows(true, moved);
    assert_eq!(found, (1..=41).map(lamp).collect::<Vec<_>>());
    assert_eq!((harvest.summary().repaired, harvest.summary().drifted), (1, 0));
    assert_eq!(harvest.wrapper().unwrap().templates.len(), 1);
    // in the middle of a run, on a page with some records that are known
    let (found, harvest) = rows(true, |path| {
        let moved = |html: String| html.replace("<b class=price>", "<em class=sum>").replace("</b>", "</em>");
        Some(match number(path) {
            1 => list(1..=10, Some("/list?page=2")),
            2 => moved(list(6..=15, Some("/list?page=3"))),
            _ => moved(list(16..=25, Some("/list?page=2"))),
        })
    });
    assert_eq!(found, (1..=25).map(lamp).collect::<Vec<_>>());
    assert_eq!((harvest.summary().repaired, harvest.summary().drifted), (1, 0));
    assert_eq!(harvest.wrapper().unwrap().templates.len(), 2);
}
