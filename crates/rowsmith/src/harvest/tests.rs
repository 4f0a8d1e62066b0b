//! Lists of several pages, each run to its end with a function in place of a fetcher.

mod missing;
mod texts;
mod wrapper;

use std::collections::VecDeque;

use super::table::Columns;
use super::*;
use crate::recognize::date::DateTime;
use crate::types::RegionTable;
use crate::{Page, PageOptions};

/// What a page of a site of a test is whose server is busy.
const BUSY: &str = "503";
const SHOP: &str = "https://shop.example";

/// A page with the lamps of these numbers, and a link to the next one.
fn list(lamps: impl IntoIterator<Item = usize>, next: Option<&str>) -> String {
    let item = |at: usize| {
        let price = 10 + at * 7 % 90;
        format!(
            "<li class=item><a href='/lamp/{at}'>Lamp number {at}</a> <b class=price>${price}.00</b> <i>in {} days</i></li>\n",
            at % 9
        )
    };
    let items: String = lamps.into_iter().map(item).collect();
    let next = next.map(|next| format!("<a class=next rel=next href='{next}'>Next page</a>")).unwrap_or_default();
    format!(
        "<title>Lamps</title><nav><a href=/>Home</a> <a href=/logout>Log out</a></nav><h1>Lamps</h1>\
         <ul class=lamps>{items}</ul><div class=pager>{next}</div><footer>A shop</footer>"
    )
}

/// The result of a harvest.
struct Harvested {
    titles: Vec<String>,
    summary: Summary,
    asked: Vec<String>,
}

impl Harvested {
    fn numbers(&self) -> Vec<usize> {
        self.titles.iter().map(|title| title.rsplit(' ').next().unwrap().parse().unwrap()).collect()
    }
}

/// Runs a harvest. After every step for which `aside` returns true, it is stored as JSON and restored.
fn drive(
    starts: &[&str],
    options: HarvestOptions,
    mut site: impl FnMut(&str) -> Option<String>,
    aside: impl Fn(usize) -> bool,
) -> Harvested {
    let mut harvest = Harvest::new(starts.iter().map(|path| format!("{SHOP}{path}")), options);
    let (mut titles, mut asked) = (Vec::new(), Vec::new());
    // what is said to follow does, in that order
    let mut upcoming: VecDeque<Request> = VecDeque::new();
    while let Some(request) = harvest.next_request() {
        assert!(asked.len() < 100, "it does not end: {asked:?}");
        let now = harvest.upcoming(1 + asked.len() % 5);
        assert!(now.iter().zip(&upcoming).all(|(now, before)| now == before), "{now:?} after {upcoming:?}");
        if now.len() > upcoming.len() {
            upcoming = now.into();
        }
        assert_eq!(upcoming.pop_front().as_ref(), Some(&request));
        let path = request.address.strip_prefix(SHOP).unwrap();
        asked.push(path.to_owned());
        let fed = match site(path) {
            None => harvest.feed(Answer::Absent("the server answered 404")),
            Some(html) if html == BUSY => harvest.feed(Answer::Failed("the server answered 503")),
            Some(html) => {
                let page = Page::parse(html.as_bytes(), &PageOptions::new().url(&request.address)).unwrap();
                harvest.feed(Answer::Page(&page))
            }
        };
        let found = fed.page.iter().flat_map(|page| page.records());
        titles.extend(found.map(|record| record.text("title").unwrap().to_owned()));
        if aside(asked.len()) {
            harvest = serde_json::from_str(&serde_json::to_string(&harvest).unwrap()).unwrap();
        }
    }
    assert!(upcoming.is_empty(), "{upcoming:?}");
    Harvested { titles, summary: harvest.summary().clone(), asked }
}

fn all(starts: &[&str], site: impl FnMut(&str) -> Option<String>) -> Harvested {
    drive(starts, HarvestOptions::new(), site, |_| false)
}

/// The number after the last `=` in a path.
fn number(path: &str) -> usize {
    path.rsplit('=').next().and_then(|n| n.parse().ok()).unwrap_or(1)
}

/// Pages of ten, with 41 lamps in all.
fn lamps(path: &str) -> Option<String> {
    let page = number(path);
    let next = format!("/list?page={}", page + 1);
    (page <= 5).then(|| list((page * 10 - 9)..=(page * 10).min(41), (page < 5).then_some(next.as_str())))
}

#[test]
fn all_pages_to_the_last_with_its_one_record() {
    let found = all(&["/list"], lamps);
    assert_eq!(found.numbers(), (1..=41).collect::<Vec<_>>());
    assert_eq!((found.summary.pages, found.summary.duplicates, found.asked.len()), (5, 0, 5));
    assert_eq!(found.summary.starts[0].end, End::LastPage);
    assert_eq!(found.summary.searched, 1, "only the first");
}

#[test]
fn a_list_that_grows_while_it_is_read() {
    // ten more lamps before each page: a page may consist entirely of lamps seen before
    for growth in [1, 3, 10] {
        let mut asked = 0;
        let found = all(&["/list"], |path| {
            let page = number(path);
            let all: Vec<usize> = (1..=40 + asked * growth).rev().collect();
            asked += 1;
            let lamps = all.chunks(10).nth(page - 1)?.to_vec();
            let next = format!("/list?page={}", page + 1);
            Some(list(lamps, (page * 10 < all.len()).then_some(next.as_str())))
        });
        let mut numbers = found.numbers();
        let count = numbers.len();
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), count, "twice: {growth}");
        // a single page with only known lamps does not end it, two do
        if growth < 10 {
            assert!((1..=40).all(|lamp| numbers.contains(&lamp)), "{growth}: {numbers:?}");
        }
    }
}

#[test]
fn cycles_and_pages_that_repeat_end() {
    let cycle = all(&["/list?page=1"], |path| {
        let page = number(path);
        let next = format!("/list?page={}", page % 3 + 1);
        Some(list((page * 10 - 9)..=page * 10, Some(next.as_str())))
    });
    assert_eq!((cycle.titles.len(), &cycle.summary.starts[0].end), (30, &End::Cycle(format!("{SHOP}/list?page=1"))));
    let repeats = all(&["/list?page=1"], |path| {
        let page = number(path);
        let next = format!("/list?page={}", page + 1);
        let shown = page.min(3);
        Some(list((shown * 10 - 9)..=shown * 10, Some(next.as_str())))
    });
    assert_eq!((repeats.titles.len(), &repeats.summary.starts[0].end), (30, &End::NothingNew));
    assert_eq!((repeats.asked.len(), repeats.summary.duplicates), (5, 20));
}

#[test]
fn columns_that_the_first_page_lacks_are_kept() {
    // from the fourth page on some lamps are reduced, and from the fifth all have a rating
    let page = |path: &str| {
        let page = number(path);
        let item = |at: usize| {
            let old = if page >= 4 && at.is_multiple_of(2) {
                format!("<s class=old-price>${}.00</s>", 100 + at)
            } else {
                String::new()
            };
            let rated = if page >= 5 {
                format!("<span class=rating>{}.5 out of 5 stars</span>", at % 4)
            } else {
                String::new()
            };
            format!(
                "<li class=item><h3><a href='/lamp/{at}'>Lamp number {at}</a></h3> {old}<b class=price>${}.00</b> {rated}</li>\n",
                10 + at * 7 % 90
            )
        };
        let items: String = (page * 10 - 9..=page * 10).map(item).collect();
        let next =
            if page < 6 { format!("<a rel=next href='/list?page={}'>Next page</a>", page + 1) } else { String::new() };
        Some(format!("<title>Lamps</title><h1>Lamps</h1><ul class=lamps>{items}</ul><div class=pager>{next}</div>"))
    };
    let mut harvest = Harvest::new([format!("{SHOP}/list")], HarvestOptions::new());
    let found = rows_of(&mut harvest, page);
    let filled = |name: &str| texts(&found, name).iter().filter(|text| !text.is_empty()).count();
    assert_eq!((filled("title"), filled("old_price"), filled("rating")), (60, 15, 20));
    let names: Vec<&str> = found.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["title", "url", "price", "old_price", "rating"]);
}

#[test]
fn what_is_behind_the_last_page_is_no_list() {
    let other = |html: &'static str| {
        move |path: &str| {
            let page = number(path);
            let next = format!("/list?page={}", page + 1);
            match page {
                3 => Some(html.to_owned()),
                _ => Some(list((page * 10 - 9)..=page * 10, Some(next.as_str()))),
            }
        }
    };
    let empty = all(&["/list"], |path| match number(path) {
        3 => Some(list([], None)),
        page => Some(list((page * 10 - 9)..=page * 10, Some(&format!("/list?page={}", page + 1)))),
    });
    assert_eq!(
        (empty.titles.len(), &empty.summary.starts[0].end),
        (20, &End::NoRecords(format!("{SHOP}/list?page=3")))
    );
    let login =
        all(&["/list"], other("<form><h1>Log in</h1><input name=user><input name=password><button>Go</button></form>"));
    assert_eq!(login.titles.len(), 20);
    assert!(!login.summary.starts[0].is_complete(), "{:?}", login.summary);
    // the pages state how many there are: what was not seen may still be there
    let stating = |total: usize| {
        move |path: &str| {
            let page = number(path);
            let lamps = if page >= 3 { 0..=0 } else { page * 10 - 9..=page * 10 };
            let lamps = lamps.filter(|&lamp| lamp > 0);
            Some(format!("<p>1-10 of {total} results</p>{}", list(lamps, Some(&format!("/list?page={}", page + 1)))))
        }
    };
    for (total, is_whole) in [(20, true), (22, true), (60, false)] {
        let Summary { starts, .. } = all(&["/list"], stating(total)).summary;
        let ended = &starts[0];
        assert!(
            matches!(ended.end, End::NoRecords(_)) && (ended.seen, ended.total) == (Some(20), Some(total as u64)),
            "{ended:?}"
        );
        assert_eq!((ended.is_complete(), ended.is_whole()), (is_whole, is_whole), "{ended:?}");
    }
    let missing = all(&["/list"], |path| if number(path) == 3 { None } else { lamps(path) });
    assert!(matches!(&missing.summary.starts[0].end, End::Failed { why, .. } if why.contains("404")));
    assert_eq!(missing.titles.len(), 20);
}

/// Records were lost behind pages that another start had shown.
#[test]
fn a_start_goes_on_behind_what_another_one_has_shown() {
    let pages = |last: usize| {
        move |path: &str| {
            let page = number(path);
            let next = format!("{}?page={}", path.split('?').next()?, page + 1);
            let of = if path.starts_with("/long") { last } else { 3 };
            Some(list(page * 10 - 9..=page * 10, (page < of).then_some(next.as_str())))
        }
    };
    for starts in [["/short", "/long"], ["/long", "/short"]] {
        let found = all(&starts, pages(5));
        assert_eq!((found.numbers(), found.summary.duplicates), ((1..=50).collect::<Vec<_>>(), 30), "{starts:?}");
        assert!(found.summary.starts.iter().all(|start| start.end == End::LastPage), "{:?}", found.summary);
    }
    // a list that repeats itself ends, whatever others have shown
    let repeating = |path: &str| {
        let page = number(path);
        let next = format!("{}?page={}", path.split('?').next()?, page + 1);
        Some(list(page.min(3) * 10 - 9..=page.min(3) * 10, Some(&next)))
    };
    let found = all(&["/a", "/b"], repeating);
    assert_eq!((found.titles.len(), found.asked.len()), (30, 10));
    assert!(found.summary.starts.iter().all(|start| start.end == End::NothingNew), "{:?}", found.summary);
}

#[test]
fn links_elsewhere_and_to_deeds_are_not_followed() {
    for (next, why) in [
        ("https://evil.example/list?page=2", Refusal::OtherHost),
        ("/list?page=2&action=logout", Refusal::Deed("logout".into())),
        ("javascript:more()", Refusal::NoAddress),
    ] {
        let found = all(&["/list"], |_| Some(list(1..=10, Some(next))));
        assert_eq!((found.asked.len(), found.titles.len()), (1, 10));
        match &found.summary.starts[0].end {
            End::NotFollowed { why: told, .. } => assert_eq!(*told, why),
            End::LastPage => assert_eq!(why, Refusal::NoAddress, "a script is no link"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn limits_and_several_starts() {
    let mut options = HarvestOptions::new();
    options.max_rows = Some(25);
    let found = drive(&["/list", "/other"], options, lamps, |_| false);
    assert_eq!((found.titles.len(), found.asked.len()), (25, 3));
    assert!(found.summary.starts.iter().all(|start| start.end == End::MaxRows));
    let mut options = HarvestOptions::new();
    options.max_pages = Some(2);
    let found = drive(&["/list"], options, lamps, |_| false);
    assert_eq!((found.titles.len(), &found.summary.starts[0].end), (20, &End::MaxPages));
    // two lists that share lamps, and one with a single lamp
    let found = all(&["/a", "/b", "/c", "/a"], |path| {
        Some(match path {
            "/a" => list(1..=10, None),
            "/b" => list(6..=15, None),
            _ => list([99], None),
        })
    });
    assert_eq!(found.numbers(), (1..=15).chain([99]).collect::<Vec<_>>());
    assert_eq!((found.summary.duplicates, found.summary.starts.len(), found.asked.len()), (5, 4, 3));
}

/// A shop whose lamps have pages of their own; the page of the seventh is missing.
fn with_details(path: &str) -> Option<String> {
    let Some(lamp) = path.strip_prefix("/lamp/") else { return lamps(path) };
    (lamp != "7").then(|| {
        format!(
            "<title>Lamp number {lamp}</title><h1>Lamp number {lamp}</h1><b class=price>$10.00</b><button>Add to cart</button>\
             <script type='application/ld+json'>{{\"@type\":\"Product\",\"name\":\"Lamp number {lamp}\",\"sku\":\"L-{lamp}\",\
             \"offers\":{{\"price\":\"10.00\",\"priceCurrency\":\"USD\"}}}}</script>"
        )
    })
}

#[test]
fn the_pages_of_records_stand_beside_them() {
    let mut options = HarvestOptions::new();
    options.follow = Follow::Details;
    options.max_pages = Some(2);
    let mut harvest = Harvest::new([format!("{SHOP}/list")], options);
    let mut rows = Vec::new();
    while let Some(request) = harvest.next_request() {
        let html = with_details(request.address.strip_prefix(SHOP).unwrap());
        let page = html.map(|html| Page::parse(html.as_bytes(), &PageOptions::new().url(&request.address)).unwrap());
        let answer = page.as_ref().map_or(Answer::Failed("the server answered 404"), Answer::Page);
        let fed = harvest.feed(answer);
        for record in fed.page.iter().flat_map(|page| page.records()) {
            let text = |name: &str| record.text(name).unwrap_or_default().to_owned();
            rows.push([text("title"), text("detail_sku"), text("detail_address"), text("detail_error")]);
        }
    }
    assert_eq!(rows.len(), 20);
    assert_eq!(rows[2], ["Lamp number 3", "L-3", "https://shop.example/lamp/3", ""]);
    assert_eq!(rows[6], ["Lamp number 7", "", "https://shop.example/lamp/7", "the server answered 404"]);
    assert_eq!((harvest.summary().details, harvest.summary().details_failed), (19, 1));
}

/// The values of the list, or of another page, stood beside records whose own pages are gone.
#[test]
fn a_page_to_which_records_redirect_is_none_of_theirs() {
    let mut options = HarvestOptions::new();
    options.follow = Follow::Details;
    let mut harvest = Harvest::new([format!("{SHOP}/list")], options);
    let mut rows = RegionTable::new(Vec::new(), Vec::new());
    while let Some(request) = harvest.next_request() {
        let asked = request.address.strip_prefix(SHOP).unwrap();
        let arrived = match asked {
            "/lamp/1" => "/list",
            "/lamp/2" | "/lamp/3" | "/lamp/4" => "/lamp/90",
            // two names of one
            "/lamp/5" | "/lamp/6" => "/lamp/91",
            own => own,
        };
        let html = if arrived == "/list" { list(1..=6, None) } else { with_details(arrived).unwrap() };
        let page = Page::parse(html.as_bytes(), &PageOptions::new().url(format!("{SHOP}{arrived}"))).unwrap();
        rows = harvest.feed(Answer::Page(&page)).page.map_or(rows, |mut page| page.regions.remove(0));
    }
    let errors = texts(&rows, "detail_error");
    assert_eq!(errors[0], format!("redirected to {SHOP}/list, which is a page of the list"));
    assert_eq!(errors[1..4], [(); 3].map(|()| format!("redirected to {SHOP}/lamp/90, as 2 others are")));
    assert_eq!(errors[4..], ["", ""]);
    assert_eq!(texts(&rows, "detail_sku"), ["", "", "", "", "L-91", "L-91"]);
    assert_eq!((harvest.summary().details, harvest.summary().details_failed), (2, 4));
}

#[test]
fn a_harvest_put_aside_at_any_step_gives_the_same() {
    let mut options = HarvestOptions::new();
    options.follow = Follow::Details;
    let whole = drive(&["/list", "/again"], options.clone(), with_details, |_| false);
    assert!(whole.titles.len() == 41 && whole.asked.len() > 41);
    let always = drive(&["/list", "/again"], options, with_details, |_| true);
    assert_eq!((always.titles, always.asked, always.summary), (whole.titles, whole.asked, whole.summary));
}

/// Runs a harvest and returns its rows as one table.
fn rows_of(harvest: &mut Harvest, mut site: impl FnMut(&str) -> Option<String>) -> RegionTable {
    let mut columns = Columns::default();
    let mut rows = Vec::new();
    while let Some(request) = harvest.next_request() {
        let html = site(request.address.strip_prefix(SHOP).unwrap());
        let page = html.map(|html| Page::parse(html.as_bytes(), &PageOptions::new().url(&request.address)).unwrap());
        let fed = harvest.feed(page.as_ref().map_or(Answer::Failed("the server answered 404"), Answer::Page));
        rows.extend(fed.page.into_iter().flat_map(|page| page.regions).flat_map(|table| columns.align(table)));
    }
    let width = columns.0.len();
    rows.iter_mut().for_each(|row| row.cells.resize(width, None));
    RegionTable::new(columns.0, rows)
}

fn texts(table: &RegionTable, column: &str) -> Vec<String> {
    table.records().map(|row| row.text(column).unwrap_or_default().to_owned()).collect()
}

#[test]
fn rows_of_an_earlier_table_are_not_taken_again() {
    let before = |path: &str| (number(path) < 3).then(|| lamps(path)).flatten();
    let earlier = rows_of(&mut Harvest::new([format!("{SHOP}/list")], HarvestOptions::new()), before);
    assert_eq!(earlier.records.len(), 20);
    let mut harvest = Harvest::new([format!("{SHOP}/list")], HarvestOptions::new());
    harvest.know(earlier);
    let added = rows_of(&mut harvest, lamps);
    assert_eq!(texts(&added, "title"), (21..=41).map(|at| format!("Lamp number {at}")).collect::<Vec<_>>());
    // two pages of known records are no end, since new ones may stand anywhere
    assert_eq!((harvest.summary().known, harvest.summary().duplicates, harvest.summary().pages), (20, 0, 5));
}

#[test]
fn an_earlier_table_without_the_key_is_refused() {
    let mut earlier = rows_of(&mut Harvest::new([format!("{SHOP}/list")], HarvestOptions::new()), lamps);
    let at = earlier.column("url").unwrap();
    earlier.columns[at].name = "link".to_owned();
    let mut harvest = Harvest::new([format!("{SHOP}/list")], HarvestOptions::new());
    harvest.know(earlier.clone());
    assert!(rows_of(&mut harvest, lamps).records.is_empty());
    assert!(matches!(&harvest.summary().starts[0].end, End::NoKey { column, .. } if column == "url"));
    // another key can be named
    let mut options = HarvestOptions::new();
    options.key = vec!["title".to_owned()];
    let mut harvest = Harvest::new([format!("{SHOP}/list")], options);
    harvest.know(earlier);
    assert!(rows_of(&mut harvest, lamps).records.is_empty());
    assert_eq!((harvest.summary().known, harvest.key()), (41, ["title".to_owned()].as_slice()));
}

#[test]
fn a_list_with_the_newest_first_is_read_to_the_day() {
    // two articles a day, back from the last of March; the first is pinned
    let news = |path: &str| {
        let page = number(path);
        let day = |at: usize| if at == 0 { "2 January 2025".to_owned() } else { format!("{} March 2026", 31 - at / 2) };
        let item = |at: usize| {
            format!(
                "<li class=item><h3><a href='/a/{at}'>Article number {at}</a></h3> <time>{}</time> <p>It is about {at}.</p>",
                day(at)
            )
        };
        let items: String = (page * 10 - 10..page * 10).map(item).collect();
        let next =
            if page < 6 { format!("<a rel=next href='/news?page={}'>Next page</a>", page + 1) } else { String::new() };
        Some(format!("<h1>News</h1><ul class=news>{items}</ul><div class=pager>{next}</div>"))
    };
    let mut options = HarvestOptions::new();
    options.since = DateTime::from_day(2026, 3, 24);
    let mut harvest = Harvest::new([format!("{SHOP}/news")], options.clone());
    let found = rows_of(&mut harvest, news);
    assert_eq!(texts(&found, "title"), (1..16).map(|at| format!("Article number {at}")).collect::<Vec<_>>());
    let summary = harvest.summary();
    assert_eq!((summary.pages, summary.older, &summary.starts[0].end), (3, 15, &End::Older));
    assert!(summary.starts[0].is_complete() && !summary.starts[0].is_whole());
    // a list without dates cannot be read back to a day
    let mut harvest = Harvest::new([format!("{SHOP}/list")], options);
    let plain = |_: &str| {
        Some("<ul><li><a href=/1>One</a> <b>$1</b><li><a href=/2>Two</a> <b>$2</b><li><a href=/3>Three</a> <b>$3</b></ul>".to_owned())
    };
    assert!(rows_of(&mut harvest, plain).records.is_empty());
    assert!(matches!(harvest.summary().starts[0].end, End::NoDates(_)) && !harvest.summary().starts[0].is_complete());
}

/// A shop whose records have two links each, of which the second leads to the record's own page.
fn with_two_links(path: &str) -> Option<String> {
    if let Some(lamp) = path.strip_prefix("/p/") {
        let number: usize = lamp.parse().ok()?;
        return Some(format!(
            "<title>Lamp number {lamp}</title><h1>Lamp number {lamp}</h1><p>Made for rooms of many kinds, and for every day.</p>\
             <table><tr><td>Colour<td>{}<tr><td>Bulb<td>E{}<tr><td>Origin<td>France</table>",
            ["red", "blue", "green"][number % 3],
            14 + number
        ));
    }
    if path.starts_with("/maker/") {
        return Some(
            "<title>The maker</title><h1>Our makers</h1><p>They have made lamps for a long time, all of them.</p>"
                .to_owned(),
        );
    }
    let item = |at: usize| {
        format!(
            "<li class=item><a class=maker href='/maker/{at}'>by its maker</a> <h3>Lamp number {at}</h3> <b>${at}.00</b> <a class=more href='/p/{at}'>Details</a>"
        )
    };
    Some(format!("<h1>Lamps</h1><ul class=lamps>{}</ul>", (1..=5).map(item).collect::<String>()))
}

#[test]
fn the_link_to_a_records_own_page_is_chosen_by_what_is_there() {
    let mut options = HarvestOptions::new();
    options.follow = Follow::Details;
    let mut harvest = Harvest::new([format!("{SHOP}/list")], options);
    let mut asked = Vec::new();
    let found = rows_of(&mut harvest, |path| {
        asked.push(path.to_owned());
        with_two_links(path)
    });
    let addresses = texts(&found, "detail_address");
    assert_eq!(addresses, (1..=5).map(|at| format!("{SHOP}/p/{at}")).collect::<Vec<_>>());
    // what is the same on all pages is no column, and each page is asked for once
    assert_eq!(texts(&found, "detail_colour"), ["blue", "green", "red", "blue", "green"]);
    assert_eq!(texts(&found, "detail_bulb"), ["E15", "E16", "E17", "E18", "E19"]);
    assert!(found.column("detail_origin").is_none(), "{:?}", found.columns);
    let pages: Vec<&String> = asked.iter().filter(|path| path.starts_with("/p/")).collect();
    assert!(pages.len() == 5 && asked.len() <= 8, "{asked:?}");
    assert_eq!((harvest.summary().details, harvest.summary().details_failed), (5, 0));
}

/// The wrapper took the labels of a form for titles of records.
#[test]
fn a_form_in_the_place_of_the_list_is_told() {
    let form = "<title>Log in</title><h1>Log in</h1><form action=/login method=post><label>Name <input name=name></label>\
                <label>Password <input type=password name=word></label><button>Log in</button></form>";
    let run = all(&["/list?page=1"], |path| match number(path) {
        1 => Some(list(1..=10, Some("/list?page=2"))),
        _ => Some(form.to_owned()),
    });
    assert_eq!(run.numbers(), (1..=10).collect::<Vec<_>>());
    assert_eq!(run.summary.starts[0].end, End::Drift(format!("{SHOP}/list?page=2")));
    assert!(!run.summary.starts[0].is_complete());
    // records that lack a price are records, and so are those that lack one of two links
    let run = all(&["/list?page=1"], |path| match number(path) {
        1 => Some(list(1..=10, Some("/list?page=2"))),
        _ => Some(list(11..=20, None).replace("<b class=price>", "<b class=price hidden>").replace(".00</b>", "</b>")),
    });
    assert_eq!(run.numbers().len(), 20);
}
