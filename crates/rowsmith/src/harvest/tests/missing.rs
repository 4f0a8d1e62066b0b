//! Pages that are missing, empty or cut.

use super::*;

#[test]
fn a_page_that_fails_is_passed_over_where_its_neighbour_is_known() {
    let page = |path: &str| {
        let at = number(path);
        let links = (1..=5).filter(|n| *n != at).map(|n| format!("<li><a href='/list?page={n}'>{n}</a></li>"));
        let pager = format!("<ul class=pagination>{}</ul>", links.collect::<String>());
        let html = lamps(path)?;
        (at != 3).then(|| html.replace("<footer>", &format!("{pager}<footer>")))
    };
    let found = all(&["/list?page=1"], page);
    assert_eq!(found.numbers(), (1..=20).chain(31..=41).collect::<Vec<_>>());
    assert_eq!((found.summary.failed, &found.summary.starts[0].end), (1, &End::LastPage));
}

/// A drive in which the pages for which `is_cut` returns true lack their ends.
fn with_cut(site: impl Fn(&str) -> Option<String>, is_cut: impl Fn(&str) -> bool) -> (usize, Summary) {
    let mut harvest = Harvest::new([format!("{SHOP}/list?page=1")], HarvestOptions::new());
    let mut rows = 0;
    while let Some(request) = harvest.next_request() {
        let path = request.address.strip_prefix(SHOP).unwrap();
        let html = site(path).unwrap();
        let html = if is_cut(path) { &html[..html.find("<div class=pager>").unwrap()] } else { &html };
        let page = Page::parse(html.as_bytes(), &PageOptions::new().url(&request.address)).unwrap();
        let fed = harvest.feed(if is_cut(path) { Answer::Cut(&page) } else { Answer::Page(&page) });
        rows += fed.page.iter().flat_map(|page| page.records()).count();
    }
    (rows, harvest.summary().clone())
}

/// It was taken for the last page.
#[test]
fn a_page_without_its_end_is_not_the_last_one() {
    let (rows, Summary { failed, starts, .. }) = with_cut(lamps, |path| number(path) == 2);
    assert!(matches!(&starts[0].end, End::Failed { why, .. } if why.contains("its end is missing")), "{starts:?}");
    assert_eq!((rows, failed, starts[0].failed), (20, 1, 1));
    assert!(!starts[0].is_complete() && !starts[0].is_whole());
    // the page before it links to later ones, with which the list goes on
    let numbered = |path: &str| {
        let links = (1..=5).map(|n| format!("<li><a href='/list?page={n}'>{n}</a></li>"));
        let pager = format!("<div class=pager><ul class=pagination>{}</ul>", links.collect::<String>());
        Some(lamps(path)?.replace("<div class=pager>", &pager))
    };
    let (rows, Summary { failed, starts, .. }) = with_cut(numbered, |path| number(path) == 2);
    assert_eq!((rows, failed, &starts[0].end), (41, 1, &End::LastPage));
    let (rows, Summary { failed, starts, .. }) = with_cut(numbered, |path| matches!(number(path), 2 | 3));
    assert_eq!((rows, failed, &starts[0].end), (41, 2, &End::LastPage));
    // all of its records may be in what is missing
    let headless = |path: &str| match number(path) {
        2 => Some("<title>Lamps</title><h1>Lamps</h1><div class=pager></div>".to_owned()),
        _ => numbered(path),
    };
    let (rows, Summary { failed, starts, .. }) = with_cut(headless, |path| number(path) == 2);
    assert_eq!((rows, failed, &starts[0].end), (31, 1, &End::LastPage));
}

/// What stood behind it was told as gone.
#[test]
fn a_list_goes_on_over_an_empty_page_that_links_to_a_next_one() {
    let site = |empty: &'static [usize], last: usize| {
        move |path: &str| {
            let page = number(path);
            let (first, count) = (page * 10 - 9, if empty.contains(&page) || page > last { 0 } else { 10 });
            Some(list(first..first + count, Some(&format!("/list?page={}", page + 1))))
        }
    };
    let found = all(&["/list"], site(&[3], 5));
    assert_eq!(found.numbers(), (1..=20).chain(31..=50).collect::<Vec<_>>());
    // its own records are missing
    let summary = &found.summary;
    assert_eq!((summary.failed, summary.starts[0].failed), (1, 1));
    assert_eq!(summary.starts[0].end, End::NoRecords(format!("{SHOP}/list?page=6")));
    // nothing is missing of a list behind whose last page are empty ones, however many, or the first again, or none
    let end = End::NoRecords(format!("{SHOP}/list?page=3"));
    for behind in ["empty", "first", "none", "other"] {
        let found = all(&["/list"], |path| match (number(path), behind) {
            (4, "first") => site(&[], 2)("/list?page=1"),
            (4, "none") => None,
            (4, "other") => Some("<title>Help</title><h1>Help</h1><p>Ask us.".to_owned()),
            _ => site(&[], 2)(path),
        });
        assert_eq!((found.titles.len(), found.asked.len(), found.summary.failed), (20, 4, 0), "{behind}");
        assert!(
            found.summary.starts[0].end == end && found.summary.starts[0].is_whole(),
            "{behind} {:?}",
            found.summary
        );
    }
    // what could not be had may have been one of the list
    let found = all(&["/list"], |path| match number(path) {
        4 => Some(BUSY.to_owned()),
        _ => site(&[], 2)(path),
    });
    assert!(matches!(found.summary.starts[0].end, End::Failed { .. }), "{:?}", found.summary);
    assert!(found.summary.failed > 0 && !found.summary.starts[0].is_whole());
}

/// It was taken for whole, with exit code 0.
#[test]
fn a_last_page_is_not_the_end_of_a_list_that_states_far_more() {
    for (total, is_whole) in [(41, true), (43, true), (410, false)] {
        let stating = |path: &str| Some(format!("<p>1-10 of {total} results</p>{}", lamps(path)?));
        let ended = &all(&["/list"], stating).summary.starts[0];
        assert_eq!((&ended.end, ended.total), (&End::LastPage, Some(total)), "{ended:?}");
        assert_eq!((ended.is_complete(), ended.is_whole()), (is_whole, is_whole), "{ended:?}");
    }
}
