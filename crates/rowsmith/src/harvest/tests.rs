//! Lists of several pages, each run to its end with a function in place of a fetcher.

use super::*;
use crate::{Page, PageOptions};

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
    while let Some(request) = harvest.next_request() {
        assert!(asked.len() < 100, "it does not end: {asked:?}");
        let path = request.address.strip_prefix(SHOP).unwrap();
        asked.push(path.to_owned());
        let fed = match site(path) {
            None => harvest.feed(Answer::Failed("the server answered 404")),
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
    let missing = all(&["/list"], |path| if number(path) == 3 { None } else { lamps(path) });
    assert!(matches!(&missing.summary.starts[0].end, End::Failed { why, .. } if why.contains("404")));
    assert_eq!(missing.titles.len(), 20);
}

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

#[test]
fn a_harvest_put_aside_at_any_step_gives_the_same() {
    let mut options = HarvestOptions::new();
    options.follow = Follow::Details;
    let whole = drive(&["/list", "/again"], options.clone(), with_details, |_| false);
    assert!(whole.titles.len() == 41 && whole.asked.len() > 41);
    let always = drive(&["/list", "/again"], options, with_details, |_| true);
    assert_eq!((always.titles, always.asked, always.summary), (whole.titles, whole.asked, whole.summary));
}
