//! Posts on small pages, from bytes to result.
#![allow(clippy::unwrap_used, clippy::expect_used)]

#[path = "common/hostile.rs"]
mod hostile;

use std::sync::Arc;

use rowsmith::options::{PostMethod as Method, PostSearch as Options};
use rowsmith::recognize::date::DateTime;
use rowsmith::types::{PostsPage, Warning};
use rowsmith::wrapper::{LearnOptions, Wrapper};
use rowsmith::{Limits, Page, PageOptions, PostsOptions};

fn posts(html: &str, options: &PostsOptions) -> PostsPage {
    parsed(html).posts(options)
}

fn parsed(html: &str) -> Page {
    Page::parse(html.as_bytes(), &PageOptions::new()).unwrap()
}

fn at_any_confidence() -> PostsOptions {
    let mut options = PostsOptions::new();
    options.search.min_confidence = 0.0;
    options
}

fn by_method(method: Method) -> PostsOptions {
    let mut options = PostsOptions::new();
    options.search.method = method;
    options
}

/// `author date: body` for each post.
fn lines(page: &PostsPage) -> Vec<String> {
    let field = |f: &Option<String>| f.clone().unwrap_or_else(|| "-".to_owned());
    let line = |body: &str| body.split_whitespace().collect::<Vec<_>>().join(" ");
    page.posts.iter().map(|p| format!("{} {}: {}", field(&p.author), field(&p.date), line(&p.body))).collect()
}

fn post(number: u32, author: &str, day: u32, body: &str) -> String {
    format!(
        "<div class='post n{number}' id=p{number}><div class=who><a href='/u/{author}'>{author}</a></div>\
         <div class=when><a href='#p{number}'>Jan {day}, 2024 at 10:1{number}</a> <span>#{number}</span></div>\
         <div class=text>{body}</div><div class=foot><a href='/reply'>Reply</a></div></div>"
    )
}

fn thread(posts: &[String]) -> String {
    format!(
        "<!doctype html><title>T</title><nav><a href=/>Home</a> <a href=/new>New threads</a></nav><h1>Cast iron</h1>\
         <main>{}</main><footer>Terms and privacy</footer>",
        posts.concat()
    )
}

const BODIES: [&str; 4] = [
    "After a night in the sink my pan is all rust, and I have scrubbed it with steel wool. What next?",
    "<p>Dry it on the stove first.</p><p>Then a <b>very</b> thin layer of oil, and one hour in the oven.</p>",
    "<blockquote>one hour in the oven</blockquote>Three rounds, not one, and open a window while it smokes.",
    "Three rounds done, and the first fried egg slid off. Thank you all for the help with this!",
];

fn four_posts() -> Vec<String> {
    let authors = ["marla", "old_stove", "tomb", "marla"];
    (0..4).map(|i| post(i as u32 + 1, authors[i], i as u32 + 5, BODIES[i])).collect()
}

#[test]
fn a_thread_with_an_advert_in_it() {
    let mut all = four_posts();
    all.insert(2, "<div class=ad><a href=/buy>Pans for life, 20 % off this week</a></div>".to_owned());
    let page = posts(&thread(&all), &PostsOptions::new().html(true));
    let expected = [
        "marla 2024-01-05T10:11: After a night in the sink my pan is all rust, and I have scrubbed it with steel wool. What next?",
        "old_stove 2024-01-06T10:12: Dry it on the stove first. Then a very thin layer of oil, and one hour in the oven.",
        "tomb 2024-01-07T10:13: one hour in the oven Three rounds, not one, and open a window while it smokes.",
        "marla 2024-01-08T10:14: Three rounds done, and the first fried egg slid off. Thank you all for the help with this!",
    ];
    assert_eq!(lines(&page), expected);
    let third = &page.posts[2];
    assert_eq!((third.number.as_deref(), third.url.as_deref()), (Some("#3"), Some("#p3")));
    assert_eq!(
        (third.author_url.as_deref(), third.quotes.as_slice()),
        (Some("/u/tomb"), &["one hour in the oven".to_owned()][..])
    );
    assert!(third.html.as_ref().unwrap().starts_with("<blockquote>one hour"), "{third:?}");
    assert_eq!(page.warnings, []);
}

/// A guestbook as written by old scripts: no classes, name and date on one line, paragraphs without a box.
fn guestbook(entries: &[(&str, &str, &str)]) -> String {
    let entry =
        |(name, date, body): &(&str, &str, &str)| format!("<div><b>{name}</b> schrieb am {date}:{body}</div><hr>");
    let entries: Vec<String> = entries.iter().map(entry).collect();
    format!("<title>G</title><h1>Unser Buch</h1>{}<p>Seite 1", entries.concat())
}

#[test]
fn names_stand_in_one_text_with_dates_and_other_words() {
    let page = posts(
        &guestbook(&[
            ("Familie Hage", "12.06.2014", "<p>Was für ein Garten, und was für ein Kuchen dazu am Nachmittag!</p>"),
            ("Lia", "15.06.2014", "<p>Wir waren zum vierten Mal da und kommen gerne wieder, wenn wir dürfen.</p>"),
            ("Wies", "16.06.2014", "<p>Danke für die Mühe, die ihr euch mit allen Beeten gegeben habt.</p>"),
            ("Anna B.", "21.06.2014", "<p>Die Rosen am Teich sind mir am liebsten gewesen, vor allem die weißen.</p>"),
        ]),
        &at_any_confidence(),
    );
    let authors: Vec<Option<&str>> = page.posts.iter().map(|p| p.author.as_deref()).collect();
    assert_eq!(authors, [Some("Familie Hage"), Some("Lia"), Some("Wies"), Some("Anna B.")]);
}

#[test]
fn bodies_of_several_paragraphs_without_a_box_are_whole() {
    let mut all = four_posts();
    for post in &mut all {
        *post = post
            .replace("<div class=text>", "<p>A first paragraph of its own, ")
            .replace("</div><div class=foot>", "</p><div class=foot>");
    }
    all[1] = all[1].replace("<p>Dry it", "Dry it").replace("</p></p>", "</p>");
    let page = posts(&thread(&all), &at_any_confidence());
    let second = page.posts.iter().find(|p| p.body.contains("Dry it")).unwrap();
    assert!(second.body.contains("one hour in the oven."), "{second:?}");
    assert!(second.body.starts_with("A first paragraph"), "{second:?}");
}

#[test]
fn the_papers_method_finds_it_too() {
    let request = by_method(Method::Mibat);
    assert_eq!(posts(&thread(&four_posts()), &request).posts.len(), 4);
}

#[test]
fn pages_without_posts_say_so() {
    for html in [
        "<h1>An article</h1><p>Long ago, on January 5, 2024, it rained.</p><p>Then it did not.</p>",
        "<ul><li><a href=1>January 2024</a><li><a href=2>February 2024</a><li><a href=3>March 2024</a></ul>",
        "<p>x",
    ] {
        let page = posts(html, &PostsOptions::default());
        assert!(page.posts.is_empty() && page.warnings.contains(&Warning::NoPostsFound), "{page:?}");
    }
}

#[test]
fn ages_are_counted_from_the_time_given_and_from_no_clock() {
    let old: Vec<String> =
        four_posts().iter().map(|p| p.replace("Jan ", "<!---->").replace(", 2024 at 10:1", " hours ago ")).collect();
    let html = thread(&old)
        .replace(" hours ago 1", " hours ago")
        .replace(" hours ago 2", " hours ago")
        .replace(" hours ago 3", " hours ago")
        .replace(" hours ago 4", " hours ago");
    let now = DateTime::from_day(2024, 3, 10);
    let dates = |now| -> Vec<Option<String>> {
        let mut known = PageOptions::new();
        known.fetched = now;
        let page = Page::parse(html.as_bytes(), &known).unwrap();
        page.posts(&PostsOptions::new()).posts.iter().map(|p| p.date.clone()).collect()
    };
    assert_eq!(dates(now).len(), 4);
    assert!(dates(now).iter().all(|d| d.as_ref().is_some_and(|d| d.starts_with("2024-03-09"))), "{:?}", dates(now));
    assert_eq!(dates(None), [None, None, None, None]);
}

#[test]
fn moments_given_twice_date_posts_that_show_ages() {
    // Hacker News
    let aged = |(at, post): (usize, &String)| {
        let day = at + 5;
        let old = format!("<div class=when><a href='#p{0}'>Jan {day}, 2024 at 10:1{0}</a>", at + 1);
        assert!(post.contains(&old));
        let moment = format!("2024-02-0{day}T14:03:51 170722823{day}");
        post.replace(&old, &format!("<div class=when title='{moment}'><a href='#p{at}'>{day} days ago</a>"))
    };
    let aged: Vec<String> = four_posts().iter().enumerate().map(aged).collect();
    let found = posts(&thread(&aged), &PostsOptions::default());
    let dates: Vec<&str> = found.posts.iter().filter_map(|post| post.date.as_deref()).collect();
    assert_eq!(dates, (5..9).map(|day| format!("2024-02-0{day}T14:03:51")).collect::<Vec<_>>());
}

#[test]
fn a_template_finds_the_post_that_is_alone() {
    let learnt = thread(&four_posts());
    let template = Wrapper::learn_posts(&[parsed(&learnt), parsed("<p>nothing")], &LearnOptions::default()).wrapper;
    let json = serde_json::to_string(&template).unwrap();
    let template = Arc::new(serde_json::from_str(&json).unwrap());
    let alone = thread(&[post(7, "kettle", 9, "Does anybody here use flaxseed oil?")]);
    let mut request = PostsOptions::new();
    request.template = Some(template);
    assert_eq!(lines(&posts(&alone, &request)), ["kettle 2024-01-09T10:17: Does anybody here use flaxseed oil?"]);
    assert_eq!(lines(&posts(&learnt, &request)).len(), 4);
    assert!(posts("<ul><li>a<li>b</ul>", &request).posts.is_empty());
}

#[test]
fn a_box_that_holds_the_author_is_no_body_by_a_template() {
    // Something Awful: in some of its forums who wrote a post stands in the box of its body
    let forum = Wrapper::learn_posts(&[parsed(&thread(&four_posts()))], &LearnOptions::default()).wrapper;
    let mut request = PostsOptions::new();
    request.template = Some(Arc::new(forum));
    let moved = |post: &String| {
        let (before, after) = post.split_once("<div class=who>").unwrap();
        let (who, after) = after.split_once("</div>").unwrap();
        let (body, foot) = after.split_once("<div class=text>").unwrap();
        let (text, foot) = foot.split_once("</div><div class=foot>").unwrap();
        format!(
            "{before}{body}<div class=text><div class=say>{text}</div><div class=who>{who}</div></div><div class=foot>{foot}"
        )
    };
    let other = thread(&four_posts().iter().map(moved).collect::<Vec<_>>());
    let found = posts(&other, &request);
    assert_eq!(found.found_by.as_deref(), Some("template"));
    assert_eq!(lines(&found), lines(&posts(&other, &PostsOptions::default())));
}

/// The posts with something more in each, and what they then have in a column.
fn with_marks(marks: [&str; 4], column: &str) -> Vec<Option<String>> {
    let names = ["Ann", "Bob", "Cy", "Dan"];
    let marked = (0..4).map(|i| {
        let post = post(i as u32 + 1, names[i], i as u32 + 5, BODIES[i]);
        post.replace("<div class=text>", &format!("<div class=marks>{}</div><div class=text>", marks[i]))
    });
    let found = posts(&thread(&marked.collect::<Vec<_>>()), &PostsOptions::default());
    assert_eq!(found.posts.len(), 4, "{column}: {marks:?}");
    let values: Vec<Option<String>> =
        found.posts.iter().map(|post| post.get(column).map(|cell| cell.text.clone())).collect();
    assert_eq!(found.columns.iter().any(|c| c.name == column), values.iter().any(Option::is_some));
    values
}

#[test]
fn reviews_have_the_rating_that_they_give() {
    let stars = |full: usize| "<i class='star on'></i>".repeat(full) + &"<i class='star off'></i>".repeat(5 - full);
    let svgs = |full: usize| {
        "<svg><use href='#a-star'></use></svg>".repeat(full) + &"<svg><use href='#b-star'></use></svg>".repeat(5 - full)
    };
    let cases: [(&str, Box<dyn Fn(usize) -> String>); 9] = [
        (
            "for machines",
            Box::new(|n| format!("<span itemprop=reviewRating><meta itemprop=ratingValue content={n}></span>")),
        ),
        (
            "for those who do not see it",
            Box::new(|n| format!("<span role=img aria-label='{n} out of 5 stars'></span>")),
        ),
        ("for scripts", Box::new(|n| format!("<span class=review-stars data-rating={n}></span>"))),
        ("a bar", Box::new(|n| format!("<span class=star-rating><span style='width:{}%'></span></span>", n * 20))),
        ("a name", Box::new(|n| format!("<span class='ui_bubble_rating bubble_{n}0'></span>"))),
        ("names of icons", Box::new(move |n| format!("<span>{}</span>", stars(n)))),
        ("two kinds of icons", Box::new(move |n| format!("<span>{}</span>", svgs(n)))),
        ("as many icons", Box::new(|n| format!("<span>{}</span>", "<img src=/i/star.gif>".repeat(n)))),
        ("drawn", Box::new(|n| format!("<span>{}{}</span>", "★".repeat(n), "☆".repeat(5 - n)))),
    ];
    for (name, make) in cases {
        let marks = [4, 5, 1, 3].map(make);
        let values = with_marks([&marks[0], &marks[1], &marks[2], &marks[3]], "rating");
        assert_eq!(values, ["4", "5", "1", "3"].map(|text| Some(text.to_owned())), "{name}");
    }
    // one of them says it in another way, too
    let name = |n: usize| format!("<i class='a-star-{n}' title='{n} of 5 stars'></i>");
    let marks = [name(4), name(5), name(1), "<i class=a-star-2></i>".to_owned()];
    let values = with_marks([&marks[0], &marks[1], &marks[2], &marks[3]], "rating");
    assert_eq!(values, ["4", "5", "1", "2"].map(|text| Some(text.to_owned())));
    // each star a bar of its own
    let bar = |full: u32| format!("<b class=star style='width:{}%'></b>", full);
    let bars = |full: usize| bar(100).repeat(full) + &bar(0).repeat(5 - full);
    let marks = [4, 5, 1, 3].map(bars);
    let values = with_marks([&marks[0], &marks[1], &marks[2], &marks[3]], "rating");
    assert_eq!(values, ["4", "5", "1", "3"].map(|text| Some(text.to_owned())));
    let of_ten = ["<b class=rating>8</b>", "<b class=rating>9.5</b>", "", "<b class=rating>10</b>"];
    assert_eq!(with_marks(of_ten, "rating"), [Some("8/10".into()), Some("9.5/10".into()), None, Some("10/10".into())]);
}

#[test]
fn what_is_no_rating_of_a_review() {
    for marks in [
        // the average of the product, again and again
        ["<b class=stars>4.65</b>"; 4],
        // what a click would do
        ["<button aria-label='5 stars'></button>"; 4],
        // how useful others found it
        ["<p>4 of 5 people found this helpful</p>", "<p>1 of 5 people found this helpful</p>", "", ""],
        ["<i class=thread-starter-1></i>", "<i class=thread-starter-2></i>", "", ""],
        // bars that are always full
        ["<p class=rating style='width:100%'></p>"; 4],
        // a choice of reviews by their rating
        [
            "<p data-rating-filter=1></p>",
            "<p data-rating-filter=2></p>",
            "<p data-rating-filter=3></p>",
            "<p data-rating-filter=4></p>",
        ],
        // reactions
        [
            "<p class=rating-count>4</p>",
            "<p class=rating-count>1</p>",
            "<p class=rating-count>2</p>",
            "<p class=rating-count>1</p>",
        ],
        // layout
        ["<p class='rating mt-5'></p>"; 4],
        // a scale
        ["<p class=stars><b>1</b> <b>2</b> <b>3</b> <b>4</b> <b>5</b></p>"; 4],
    ] {
        assert_eq!(with_marks(marks, "rating"), [None, None, None, None], "{marks:?}");
    }
}

#[test]
fn stars_of_authors_are_no_ratings() {
    let ranks = [("ann", 3), ("bob", 5), ("ann", 3), ("bob", 5), ("cy", 1), ("ann", 3)];
    let of = |(i, (name, rank)): (usize, &(&str, usize))| {
        post(i as u32 + 1, name, i as u32 + 5, BODIES[i % 4])
            .replace("<div class=when>", &format!("<div class=rank title='{rank} of 5 stars'></div><div class=when>"))
    };
    let found = posts(&thread(&ranks.iter().enumerate().map(of).collect::<Vec<_>>()), &PostsOptions::default());
    assert_eq!(found.posts.len(), 6);
    assert!(found.posts.iter().all(|post| post.get("rating").is_none()));
}

#[test]
fn posts_have_the_score_that_readers_gave_them() {
    for (marks, scores) in [
        (["<b>42 points</b>", "<b>7 points</b>", "<b>-3 points</b>", "<b>1 point</b>"], ["42", "7", "-3", "1"]),
        (
            [
                "<i class=vote-count>12</i>",
                "<i class=vote-count>0</i>",
                "<i class=vote-count>1.2k</i>",
                "<i class=vote-count>3</i>",
            ],
            ["12", "0", "1200", "3"],
        ),
        (
            [
                "<i itemprop=upvoteCount>12</i>",
                "<i itemprop=upvoteCount>-1</i>",
                "<i itemprop=upvoteCount>5</i>",
                "<i itemprop=upvoteCount>0</i>",
            ],
            ["12", "-1", "5", "0"],
        ),
    ] {
        assert_eq!(with_marks(marks, "score"), scores.map(|text| Some(text.to_owned())));
    }
    // too many, and the rating that a review gives
    assert_eq!(
        with_marks(["<b>15M points</b>", "<b>20M points</b>", "<b>30M points</b>", "<b>12M points</b>"], "score"),
        [None, None, None, None]
    );
    let ratings =
        ["<b class='rating score'>8</b>", "<b class='rating score'>9</b>", "<b class='rating score'>4</b>", ""];
    assert_eq!(with_marks(ratings, "score"), [None, None, None, None]);
    assert_eq!(with_marks(ratings, "rating")[0].as_deref(), Some("8/10"));
    let of_person = |n: u32| format!("<div class=user-info><b class=reputation-score>{n}</b></div>");
    let marks = [120, 7, 3, 45].map(of_person);
    assert_eq!(with_marks([&marks[0], &marks[1], &marks[2], &marks[3]], "score"), [None, None, None, None]);
}

#[test]
fn ratings_and_scores_in_the_data_of_scripts() {
    let post = |(i, body): (usize, &&str), likes: &str| {
        let text = serde_json::to_string(body).unwrap();
        format!(
            r#"{{"user":"u{i}","createdAt":"2024-01-0{}T10:00","stars":{},"text":{text},"likes":{likes}}}"#,
            i + 5,
            i + 1
        )
    };
    let page = |likes: [&str; 4], shown: &str| {
        let posts: Vec<String> = BODIES.iter().enumerate().zip(likes).map(|(at, likes)| post(at, likes)).collect();
        format!("{shown}<div id=app></div><script>window.thread = {{posts: [{}]}}</script>", posts.join(","))
    };
    let cells = |html: &str, column: &str| -> Vec<Option<String>> {
        let found = posts(html, &PostsOptions::default());
        found.posts.iter().map(|post| post.get(column).map(|cell| cell.text.clone())).collect()
    };
    let some = |texts: [&str; 4]| texts.map(|text| Some(text.to_owned())).to_vec();
    let alone = page(["7", "0", "12", "3"], "");
    assert_eq!(cells(&alone, "score"), some(["7", "0", "12", "3"]));
    assert_eq!(cells(&alone, "rating"), some(["1", "2", "3", "4"]));
    // how well posts suit a search
    assert_eq!(cells(&page(["7", "0.5", "12", "3"], ""), "score"), vec![None; 4]);
    // where posts are shown they are completed
    let shown = thread(&four_posts());
    assert_eq!(cells(&page(["7", "0", "12", "3"], &shown), "score"), some(["7", "0", "12", "3"]));
}

#[test]
fn pages_of_another_template_are_searched() {
    let forum = Wrapper::learn_posts(&[parsed(&thread(&four_posts()))], &LearnOptions::default()).wrapper;
    let mut request = PostsOptions::new();
    request.template = Some(Arc::new(forum));
    let comments: Vec<String> = (5..10)
        .map(|day| {
            format!(
                "<li><p>Lamp {day} is the one that I bought, and it has been fine on each of {day} long evenings.</p>
                <cite>reader{day}</cite> <time datetime=2024-01-{day:02}>{day} January 2024</time>"
            )
        })
        .collect();
    let other = format!("<h2>Comments</h2><ol>{}</ol>", comments.concat());
    let found = posts(&other, &request);
    assert_eq!(lines(&found), lines(&posts(&other, &PostsOptions::new())));
    assert_eq!(found.posts.len(), 5);
    assert!(found.found_by.is_some_and(|by| by != "template"));
    // MiBAT's batch mode is the template alone
    request.search = Options::new().method(Method::Mibat);
    assert!(posts(&other, &request).posts.is_empty());
}

#[test]
fn every_hostile_input_ends() {
    let limits = Limits::new().max_work(2_000_000);
    for method in [Method::Learned, Method::Mibat] {
        let mut options = PostsOptions::new();
        options.search = Options::new().method(method).min_confidence(0.0);
        for (_, make) in hostile::HOSTILE {
            if let Ok(page) = Page::parse(&make(5_000), &PageOptions::new().limits(limits)) {
                let _ = page.posts(&options);
            }
        }
    }
}

#[test]
fn ratings_and_scores_of_many_kinds_end() {
    // stars at places of which no two are alike, bars without number, and names that are long, around all of them
    let long = "star rating vote ".repeat(4000);
    let letters = |n: usize| n.to_string().bytes().map(|b| char::from(b'a' + b - b'0')).collect::<String>();
    let marks = |i: usize| -> String {
        let kinds = (0..10).map(|k| format!("<i class='star {}' title='4 of 5 stars'></i>", letters(i * 10 + k)));
        let bars = "<b class=stars style='width:80%'></b><u class=vote>7</u>".repeat(10);
        kinds.collect::<String>() + &bars
    };
    let all: Vec<String> = (0..1500)
        .map(|i| {
            post(i as u32, "ann", 5, BODIES[i % 4])
                .replace("<div class=text>", &format!("{}<div class=text>", marks(i)))
        })
        .collect();
    let html = format!("<div class='{long}'>{}</div>", thread(&all));
    let found = posts(&html, &at_any_confidence());
    assert!(!found.posts.is_empty());
}

#[test]
fn many_dates_that_match_nothing_end() {
    // each sibling has a date, and no two are alike
    let mut html = String::from("<main>");
    for i in 0..3000 {
        let wraps = ["i", "b", "u", "s", "em", "tt"];
        let open: String = (0..6).map(|k| format!("<{} class=c{}>", wraps[(i >> k) % 6], k)).collect();
        html += &format!("<div>{open}Jan 5, 2024</div>");
    }
    let _ = posts(&html, &at_any_confidence());
}

#[test]
fn signatures_behind_a_line_stay_out_though_they_are_texts() {
    let signed = |n: u32, author: &str, body: &str, motto: &str| {
        post(n, author, n + 4, &format!("{body}<br>_______________<br>{motto}<br>More of <b>that</b> on my page"))
    };
    let posts = [
        signed(1, "ann", BODIES[0], "Rust never sleeps"),
        signed(2, "bob", "Dry it on the stove first, and then a very thin layer of oil.", "Cast in iron"),
        signed(3, "ann", BODIES[2], "Rust never sleeps"),
        signed(4, "cy", BODIES[3], "Pans for all"),
    ];
    let found = posts_of(&thread(&posts));
    for post in &found.posts {
        assert!(!post.body.contains("____") && !post.body.contains("my page"), "{}", post.body);
        let html = post.html.as_deref().unwrap_or_default();
        assert!(!html.contains("____") && !html.contains("that"), "{html}");
    }
    assert!(found.posts[1].body.ends_with("a very thin layer of oil."), "{}", found.posts[1].body);
}

fn posts_of(html: &str) -> PostsPage {
    posts(html, &at_any_confidence().html(true))
}

#[test]
fn bodies_of_several_boxes_are_whole() {
    let boxed = |n: u32, author: &str, paragraphs: &[&str]| {
        let body: String = paragraphs.iter().map(|text| format!("<div class=para>{text}</div>")).collect();
        format!(
            "<div class=post id=p{n}><div class=who><a href='/u/{author}'>{author}</a></div>\
             <div class=when>Jan {}, 2024 at 10:1{n}</div>{body}<div class=foot><a href='/reply'>Reply</a></div></div>",
            n + 4
        )
    };
    let long = "Then a very thin layer of oil, and one hour in the oven at the highest heat that it has.";
    let posts = [
        boxed(1, "ann", &["My pan is all rust.", "I have scrubbed it with steel wool for an hour. What next?"]),
        boxed(2, "bob", &["Dry it on the stove.", long, "That is all."]),
        boxed(3, "ann", &["Thank you both, that worked, and it is as black as on its first day."]),
        boxed(4, "cy", &["Soap is fine, too.", "The old lye soap was not, and that is where the rule comes from."]),
    ];
    let found = posts_of(&thread(&posts));
    assert_eq!(found.posts[1].body, format!("Dry it on the stove.\n\n{long}\n\nThat is all."));
    assert!(found.posts.iter().all(|post| !post.body.contains("Reply")));
}

#[test]
fn bodies_may_be_texts_beside_the_author() {
    let review = |author: &str, day: u32, text: &str| {
        format!("<li class=review><b class=by>{author}</b> <i>{day} January 2024</i><br>{text}</li>")
    };
    let html = format!(
        "<h1>Reviews</h1><ul class=reviews>{}{}{}{}</ul>",
        review("Ann Bloggs", 5, "The lamp is bright, and it stands well on <b>any</b> table that I have put it on."),
        review("Bob Ray", 6, "It came broken, and nobody answered my letters for the whole of three weeks."),
        review("Cy Kay", 8, "Good value, though the cord could be longer, as in the one that we had before."),
        review("Dan Doe", 9, "My cat likes it, so we have bought another one for the room upstairs as well.")
    );
    let found = posts_of(&html);
    assert_eq!(found.posts.len(), 4);
    assert_eq!(found.posts[0].body, "The lamp is bright, and it stands well on any table that I have put it on.");
    assert_eq!(found.posts[0].author.as_deref(), Some("Ann Bloggs"));
    assert!(found.posts[0].html.as_deref().is_some_and(|html| html.contains("stands well on <b>any</b> table")));
}

#[test]
fn who_is_marked_up_differently_is_found_in_the_same_box() {
    // as of phpBB: "par" before a link, but the starter's name is in bold
    let post = |n: u32, name: &str| {
        format!(
            "<div class=post><p class=author><i>1{n} janv. 2024</i> par {name}</p>\
             <div class=content>{}</div></div>",
            BODIES[n as usize % 4]
        )
    };
    let posts_html = [
        post(1, "<a href=/u/ann>ann</a>"),
        post(2, "<a href=/u/bob>bob</a>"),
        post(3, "<a href=/u/cy>cy</a>"),
        post(4, "<strong class=mod>dana</strong>"),
        post(5, "<a href=/u/eve>eve</a>"),
    ];
    let found = posts_of(&thread(&posts_html));
    let authors: Vec<Option<&str>> = found.posts.iter().map(|p| p.author.as_deref()).collect();
    assert_eq!(authors, [Some("ann"), Some("bob"), Some("cy"), Some("dana"), Some("eve")]);
}

/// Four posts of one markup, from number, author, day and body.
fn four(post: impl Fn(usize, &str, usize, &str) -> String) -> PostsPage {
    let authors = ["marla", "old_stove", "tomb", "marla"];
    let all: Vec<String> = (0..4).map(|i| post(i + 1, authors[i], i + 5, BODIES[i])).collect();
    posts(&thread(&all), &PostsOptions::new())
}

#[test]
fn numbers_of_comments_are_no_authors() {
    let page = four(|number, author, day, body| {
        format!(
            "<div class=comment><div class=head><span class=number><a href='#c{number}'>Comment {number}</a></span>\
             <span class=user><span class=card>{author}</span></span><span class=time>2024-01-{day:02} 10:14:22</span></div>\
             <pre class=text>{body}</pre></div>"
        )
    });
    let authors: Vec<_> = page.posts.iter().filter_map(|post| post.author.as_deref()).collect();
    assert_eq!(authors, ["marla", "old_stove", "tomb", "marla"]);
}

#[test]
fn initials_in_place_of_pictures_are_no_authors() {
    let page = four(|_, author, day, body| {
        let initial = &author[..1].to_uppercase();
        format!(
            "<div class=com><div class=head><span class=avatar>{initial}</span><span class=name>{author}</span>\
             <span class=date>Jan {day}, 2024, 10:15</span></div><div class=text>{body}</div>\
             <div class=foot><button>Reply</button></div></div>"
        )
    });
    let authors: Vec<_> = page.posts.iter().filter_map(|post| post.author.as_deref()).collect();
    assert_eq!(authors, ["marla", "old_stove", "tomb", "marla"]);
}

#[test]
fn days_since_when_authors_are_members_are_no_dates_of_posts() {
    let page = four(|number, author, day, body| {
        format!(
            "<table class=post><tr><td class=who><b>{author}</b><br><span>Joined: {number} Jan 2006<br>Posts: {number}2</span>\
             <td class=what><span>Posted: Jan {day}, 2024 18:2{number}</span><hr><div class=text>{body}</div></table>"
        )
    });
    let dates: Vec<_> = page.posts.iter().filter_map(|post| post.date.as_deref()).collect();
    assert_eq!(dates, ["2024-01-05T18:21", "2024-01-06T18:22", "2024-01-07T18:23", "2024-01-08T18:24"]);
}

#[test]
fn links_for_answers_and_notes_of_changes_are_no_part_of_bodies() {
    let page = four(|number, author, day, body| {
        let note = match number {
            2 => "<p class=edit><em>Last edited by old_stove (10-01-2024 09:20:00)</em></p>",
            _ => "",
        };
        format!(
            "<div class=post id=p{number}><div class=who><a href='/u/{author}'>{author}</a></div>\
             <div class=when>Jan {day}, 2024 at 10:1{number}</div><div class=text>{body}{note}\
             <p><font>(<a href='/r/{number}'>Reply</a>) (<a href='/t/{number}'>Thread</a>)</font></p></div></div>"
        )
    });
    for post in &page.posts {
        assert!(!post.body.contains("Reply") && !post.body.contains("edited"), "{}", post.body);
    }
    assert!(page.posts[3].body.ends_with("with this!"), "{}", page.posts[3].body);
}
