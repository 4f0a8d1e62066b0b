//! Articles in several parts, chapters and threads, as starts and behind lists.

use super::*;

/// A part of an essay of `of` parts.
fn essay(name: &str, part: usize, of: usize) -> String {
    let paragraph = |at: usize| {
        format!(
            "<p>Part {part} of {name}, paragraph {at}: the lamps along the quay were lit one after the other, and whoever walked \
             there in the evening could tell by them how late it was, how calm the water lay, and which of the boats were out.</p>"
        )
    };
    let text: String = (1..=6).map(paragraph).collect();
    let link = |at: usize| match at == part {
        true => format!("<b>{at}</b> "),
        false => format!("<a href='/essay/{name}?page={at}'>{at}</a> "),
    };
    let pages: String = (1..=of).map(link).collect();
    let next = if part < of {
        format!("<a rel=next href='/essay/{name}?page={}'>Next page</a>", part + 1)
    } else {
        String::new()
    };
    format!(
        "<title>The lamps of {name}</title><article><h1>The lamps of {name}</h1><p class=byline>By Ada Moss, 4 May 2026</p>{text}</article>\
         <div class=pagination>{pages}{next}</div>"
    )
}

/// Whether a text has all paragraphs of these parts and no other, in order.
fn has_parts(text: &str, parts: std::ops::RangeInclusive<usize>) -> bool {
    let found: Vec<usize> =
        text.match_indices("Part ").filter_map(|(at, _)| text[at + 5..at + 6].parse().ok()).collect();
    found == parts.flat_map(|part| [part; 6]).collect::<Vec<_>>()
}

#[test]
fn an_article_in_parts_is_one_row() {
    let mut harvest = Harvest::new([format!("{SHOP}/essay/quay?page=1")], HarvestOptions::new());
    let mut asked = Vec::new();
    let mut rows = Vec::new();
    while let Some(request) = harvest.next_request() {
        asked.push(request.purpose);
        let html = essay("quay", number(&request.address), 3);
        let page = Page::parse(html.as_bytes(), &PageOptions::new().url(&request.address)).unwrap();
        rows.extend(harvest.feed(Answer::Page(&page)).page);
    }
    assert_eq!(asked, [Purpose::List, Purpose::Detail, Purpose::Detail]);
    let row = rows[0].records().next().unwrap();
    assert!(rows.len() == 1 && has_parts(row.text("text").unwrap(), 1..=3), "{rows:?}");
    assert_eq!((row.text("title"), row.text("author")), (Some("The lamps of quay"), Some("Ada Moss")));
    assert_eq!((harvest.summary().rows, &harvest.summary().starts[0].end), (1, &End::Article));
    // an earlier table has it, and the list after it is begun as ever
    let site = |path: &str| match path {
        "/list" => Some(list(1..=10, None)),
        path => Some(essay("quay", number(path), 3)),
    };
    let mut again = Harvest::new([format!("{SHOP}/essay/quay?page=1"), format!("{SHOP}/list")], HarvestOptions::new());
    again.know(rows.pop().and_then(|page| page.regions.into_iter().next()));
    let mut rows = Vec::new();
    while let Some(request) = again.next_request() {
        let html = site(request.address.strip_prefix(SHOP).unwrap()).unwrap();
        let page = Page::parse(html.as_bytes(), &PageOptions::new().url(&request.address)).unwrap();
        rows.extend(again.feed(Answer::Page(&page)).page);
    }
    assert_eq!((again.summary().known, again.summary().rows, again.key()), (1, 10, ["url".to_owned()].as_slice()));
    assert_eq!(rows.iter().map(|page| page.records().count()).sum::<usize>(), 10);
    // an article behind a list
    let both = all(&["/list", "/essay/quay?page=1"], site);
    assert_eq!((both.summary.rows, &both.summary.starts[1].end), (11, &End::Article));
}

/// The next chapter has the address of a next part and nearly the title.
#[test]
fn chapters_that_are_rows_of_their_own_are_no_parts() {
    let chapter = |at: usize| {
        let text: String = (1..=6).map(|p| format!("<p>Chapter {at}, paragraph {p}: the lamps along the quay were lit one after the other, and whoever walked there in the evening could tell by them how late it was.</p>")).collect();
        format!(
            "<title>The quay, chapter {at}</title><article><h1>The quay, chapter {at}</h1>{text}</article><div class=pager><a rel=next href='/chapter-{}'>Next page</a></div>",
            at + 1
        )
    };
    let item = |at: usize| {
        format!(
            "<li><h3><a href='/chapter-{at}'>The quay, chapter {at}</a></h3> <time>{at} May 2026</time> <p>In which it is evening again, for the {at}th time."
        )
    };
    let contents = format!("<h1>Contents</h1><ul>{}</ul>", (1..=6).map(item).collect::<String>());
    let mut options = HarvestOptions::new();
    options.follow = Follow::Details;
    let site = |path: &str| match path.strip_prefix("/chapter-") {
        Some(at) => Some(chapter(at.parse().unwrap())),
        None => Some(contents.clone()),
    };
    let mut harvest = Harvest::new([format!("{SHOP}/contents")], options);
    let mut rows = Vec::new();
    while let Some(request) = harvest.next_request() {
        let page = Page::parse(
            site(request.address.strip_prefix(SHOP).unwrap()).unwrap().as_bytes(),
            &PageOptions::new().url(&request.address),
        )
        .unwrap();
        rows.extend(harvest.feed(Answer::Page(&page)).page);
    }
    let texts: Vec<&str> = rows[0].records().filter_map(|row| row.text("detail_text")).collect();
    assert_eq!(texts.len(), 6);
    for (text, at) in texts.iter().zip(1..) {
        assert!(text.matches("Chapter ").count() == 6 && text.contains(&format!("Chapter {at},")), "{text}");
    }
}

#[test]
fn the_parts_of_articles_behind_a_list_are_joined() {
    let names = ["quay", "mole", "pier", "dock", "lock"];
    let item = |name: &&str| {
        format!(
            "<li class=item><h3><a href='/essay/{name}?page=1'>The lamps of {name}</a></h3> <time>4 May 2026</time> <p>About {name}."
        )
    };
    let list = format!("<h1>Essays</h1><ul>{}</ul>", names.iter().map(item).collect::<String>());
    let mut options = HarvestOptions::new();
    options.follow = Follow::Details;
    let mut harvest = Harvest::new([format!("{SHOP}/essays")], options);
    let (mut rows, mut upcoming) = (Vec::new(), VecDeque::new());
    while let Some(request) = harvest.next_request() {
        // a part that was not known stands behind what was
        let now = harvest.upcoming(4);
        assert!(now.iter().zip(&upcoming).all(|(now, before)| now == before), "{now:?} after {upcoming:?}");
        upcoming = now.into();
        upcoming.pop_front();
        let path = request.address.strip_prefix(SHOP).unwrap();
        let html = match (path, number(path)) {
            ("/essays", _) => list.clone(),
            // the next article has an address like that of a next part
            ("/essay/mole?page=2", _) => essay("somewhere else", 2, 9),
            (path, 3) if path.contains("pier") => {
                rows.extend(harvest.feed(Answer::Failed("the server answered 500")).page);
                continue;
            }
            (path, part) => essay(names.iter().find(|name| path.contains(**name)).unwrap(), part, 4),
        };
        let page = Page::parse(html.as_bytes(), &PageOptions::new().url(&request.address)).unwrap();
        rows.extend(harvest.feed(Answer::Page(&page)).page);
    }
    let texts: Vec<String> = rows[0].records().map(|row| row.text("detail_text").unwrap().to_owned()).collect();
    let parts = [4, 1, 2, 4, 4];
    assert!(texts.iter().zip(parts).all(|(text, last)| has_parts(text, 1..=last)), "{texts:?}");
    let errors: Vec<Option<&str>> = rows[0].records().map(|row| row.text("detail_error")).collect();
    assert_eq!(errors.iter().map(Option::is_some).collect::<Vec<_>>(), [false, false, true, false, false]);
    assert!(errors[2].unwrap().contains("answered 500"), "{errors:?}");
}

#[test]
fn threads_behind_a_list_are_rows_with_their_first_post() {
    let topics = ["Which lamp", "Oil or gas", "The old quay", "Wicks"];
    let item = |at: usize| {
        format!(
            "<tr><td><a href='/topic/{at}'>{}</a></td><td>{} replies</td><td>{} views</td></tr>",
            topics[at],
            at + 2,
            at * 31 + 40
        )
    };
    let list = format!("<h1>Forum</h1><table>{}</table>", (0..topics.len()).map(item).collect::<String>());
    let post = |topic: &str, name: &str, day: usize| {
        let text = format!(
            "{name} thinks of {topic} that lamps are fine, and says so at some length today, as on any day, with all that can be \
             said for lamps, for their light, and for those who make them."
        );
        format!(
            "<div class=post><b class=author>{name}</b> <i>2024-01-{day:02} 10:00</i><p class=body>{text}</p></div>"
        )
    };
    let thread = |topic: &str| {
        let posts: String =
            ["ann", "bob", "cy", "dan"].iter().zip(5..).map(|(name, day)| post(topic, name, day)).collect();
        format!("<title>{topic}</title><h1>{topic}</h1><div class=posts>{posts}</div>")
    };
    let mut options = HarvestOptions::new();
    options.follow = Follow::Details;
    let mut harvest = Harvest::new([format!("{SHOP}/forum")], options);
    let mut rows = Vec::new();
    let clock = DateTime::from_unix(1_780_000_000).unwrap();
    while let Some(request) = harvest.next_request() {
        let path = request.address.strip_prefix(SHOP).unwrap();
        let html = match path.strip_prefix("/topic/") {
            Some(at) => thread(topics[at.parse::<usize>().unwrap()]),
            None => list.clone(),
        };
        let page = Page::parse(html.as_bytes(), &PageOptions::new().url(&request.address)).unwrap();
        rows.extend(harvest.feed_at(Answer::Page(&page), clock).page);
    }
    assert_eq!(rows[0].records().count(), 4);
    assert!(rows[0].regions[0].column("detail_title").is_none(), "the list says it already");
    for (row, topic) in rows[0].records().zip(topics) {
        let of = |name: &str| row.text(name).unwrap_or_else(|| panic!("{name}: {rows:?}")).to_owned();
        assert_eq!((of("title"), of("detail_author"), of("detail_posts")), (topic.into(), "ann".into(), "4".into()));
        assert!(of("detail_date").starts_with("2024-01-05"), "{}", of("detail_date"));
        assert!(of("detail_text").starts_with(&format!("ann thinks of {topic}")));
        let replies = of("detail_replies");
        assert!(["bob", "cy", "dan"].iter().all(|name| replies.contains(&format!("{name} thinks of {topic}"))));
        assert_eq!((of("fetched"), of("detail_fetched")), (clock.to_iso(), clock.to_iso()));
    }
}
