use super::*;
use crate::declared::Bounds;
use crate::dom::{ParseOptions, parse};
use crate::state::forms;

/// The posts of a page: their author, what they answer, and text.
fn said(html: &str) -> Vec<String> {
    let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
    let pieces = forms::read(&document, &Bounds::default());
    let Some(found) = posts(&pieces) else { return Vec::new() };
    let line = |post: &StatePost<'_>| {
        let parent = post.parent.map(|at| at.to_string()).unwrap_or_default();
        format!("{}>{parent} {}", post.author.as_deref().unwrap_or("-"), post.body)
    };
    found.posts.iter().map(line).collect()
}

fn script(json: &str) -> String {
    format!("<script type=application/json>{json}</script>")
}

#[test]
fn posts_of_an_array_with_what_they_answer_by_number() {
    let post = |number: u32, name: &str, answers: &str| {
        format!(
            r#"{{"post_number":{number},"username":"{name}","cooked":"<p>Lamps are fine {number}</p>",
            "created_at":"2024-05-0{number}T10:00:00Z","reply_to_post_number":{answers}}}"#
        )
    };
    let posts = [post(1, "ann", "null"), post(2, "bo", "null"), post(3, "cy", "1")].join(",");
    let html = script(&format!(r#"{{"post_stream":{{"posts":[{posts}]}}}}"#));
    assert_eq!(
        said(&html),
        ["ann> <p>Lamps are fine 1</p>", "bo> <p>Lamps are fine 2</p>", "cy>0 <p>Lamps are fine 3</p>"]
    );
}

#[test]
fn answers_within_what_they_answer_in_wrappers() {
    let html = script(
        r#"[{"kind":"t1","data":{"author":"ann","body":"Which lamp is best?","created_utc":1714557600,
        "replies":{"data":{"children":[{"kind":"t1","data":{"author":"bo","body":"The small one is.","created_utc":1714557700,
        "replies":{"data":{"children":[{"kind":"t1","data":{"author":"cy","body":"No, the large one.","created_utc":1714557800}},
        {"kind":"t1","data":{"author":"di","body":"They are alike, really.","created_utc":1714557900}}]}}}},
        {"kind":"t1","data":{"author":"ed","body":"None of them at all.","created_utc":1714558000}}]}}}},
        {"kind":"t1","data":{"author":"fay","body":"And which desk then?","created_utc":1714558100}}]"#,
    );
    assert_eq!(
        said(&html),
        [
            "ann> Which lamp is best?",
            "bo>0 The small one is.",
            "cy>1 No, the large one.",
            "di>1 They are alike, really.",
            "ed>0 None of them at all.",
            "fay> And which desk then?"
        ]
    );
}

#[test]
fn a_question_with_its_answers_is_a_thread_and_reviews_of_a_product_are_none() {
    let answer = |name: &str| {
        format!(
            r#"{{"@type":"Answer","text":"Buy the small one, says {name}","dateCreated":"2024-05-02","author":{{"@type":"Person","name":"{name}"}}}}"#
        )
    };
    let question = format!(
        r#"<script type=application/ld+json>{{"@type":"QAPage","mainEntity":{{"@type":"Question","name":"Lamps","text":"Which lamp is best?",
        "dateCreated":"2024-05-01","author":{{"@type":"Person","name":"Ann"}},"suggestedAnswer":[{},{}],"acceptedAnswer":{}}}}}</script>"#,
        answer("Bo"),
        answer("Cy"),
        answer("Di")
    );
    assert_eq!(
        said(&question),
        [
            "Ann> Which lamp is best?",
            "Di> Buy the small one, says Di",
            "Bo> Buy the small one, says Bo",
            "Cy> Buy the small one, says Cy"
        ]
    );
    let review = |name: &str| {
        format!(
            r#"{{"@type":"Review","author":{{"name":"{name}"}},"datePublished":"2024-05-02","reviewBody":"A fine lamp, says {name}"}}"#
        )
    };
    let product = format!(
        r#"<script type=application/ld+json>{{"@type":"Product","name":"Lamp","review":[{},{}]}}</script>"#,
        review("Bo"),
        review("Cy")
    );
    let is_thread = |html: &str| {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        posts(&forms::read(&document, &Bounds::default())).map(|found| found.is_thread)
    };
    assert_eq!((is_thread(&question), is_thread(&product)), (Some(true), Some(false)));
}

#[test]
fn authors_by_number_and_by_reference() {
    let html = script(
        r#"{"users":[{"id":7,"name":"Ann"},{"id":8,"name":"Bo"}],
        "posts":{"p1":{"id":"p1","userId":7,"text":"Which lamp is best?","createdAt":"2024-05-01"},
        "p2":{"id":"p2","userId":8,"text":"The small one is.","createdAt":"2024-05-02","parentId":"p1"}}}"#,
    );
    assert_eq!(said(&html), ["Ann> Which lamp is best?", "Bo>0 The small one is."]);
    // JSON:API
    let html = script(
        r#"{"included":[{"type":"users","id":"1","attributes":{"displayName":"Ann"}},{"type":"users","id":"2","attributes":{"displayName":"Bo"}},
        {"type":"posts","id":"11","attributes":{"contentHtml":"Which lamp is best?","createdAt":"2024-05-01"},"relationships":{"user":{"data":{"type":"users","id":"1"}}}},
        {"type":"posts","id":"12","attributes":{"contentHtml":"The small one is.","createdAt":"2024-05-02"},"relationships":{"user":{"data":{"type":"users","id":"2"}}}},
        {"type":"posts","id":"13","attributes":{"contentHtml":"No, the large one.","createdAt":"2024-05-03"},"relationships":{"user":{"data":{"type":"users","id":"1"}}}}]}"#,
    );
    assert_eq!(said(&html), ["Ann> Which lamp is best?", "Bo> The small one is.", "Ann> No, the large one."]);
}

#[test]
fn lists_of_articles_and_what_is_recommended_are_no_posts() {
    let articles = script(
        r#"{"posts":[{"title":"Low tide","slug":"low-tide","author":"Ann","date":"2024-05-01","content":"The boats lay on the sand."},
        {"title":"High tide","slug":"high-tide","author":"Bo","date":"2024-05-02","content":"The boats were out at sea."}]}"#,
    );
    assert!(said(&articles).is_empty());
    let recommended = script(
        r#"{"recommended":{"comments":[{"user":"Ann","text":"Which lamp is best?","date":"2024-05-01"},
        {"user":"Bo","text":"The small one is.","date":"2024-05-02"}]}}"#,
    );
    assert!(said(&recommended).is_empty());
    let undated = script(
        r#"{"testimonials":[{"name":"Ann","text":"A fine shop for lamps"},{"name":"Bo","text":"The best of all shops"}]}"#,
    );
    assert!(said(&undated).is_empty());
}

#[test]
fn deep_and_doubled_answers_cost_little() {
    let comment = r#"{"author":"ann","text":"Which lamp is best of all?","date":"2024-05-01","replies":["#;
    let deep = comment.repeat(40) + &"]}".repeat(40);
    let html = script(&format!("[{deep},{deep}]"));
    // one and the same post
    assert!(said(&html).len() <= 1);
    let many: Vec<String> = (0..3000)
        .map(|n| format!(r#"{{"author":"ann","text":"Which lamp is best of all? {}","date":"2024-05-01"}}"#, n % 1500))
        .collect();
    assert_eq!(said(&script(&format!("[{}]", many.join(",")))).len(), 1500);
}

#[test]
fn references_cost_no_more_than_what_may_be_looked_at() {
    let lists = vec![r#"[{"__ref":"C:1"},{"__ref":"C:1"}]"#; 3000].join(",");
    let html = script(&format!(
        r#"{{"cache":{{"C:1":{{"author":"ann","date":"2024-05-01","text":"Which lamp is best of all?",
        "replies":[{{"__ref":"C:1"}},{{"__ref":"C:1"}}]}},"C:2":{{}},"C:3":{{}}}},"lists":[{lists}]}}"#
    ));
    // one post that answers itself is none
    assert!(said(&html).len() <= 1);
}

#[test]
fn wrappers_that_are_called_as_texts_are() {
    let review = |name: &str| {
        format!(r#"{{"review":{{"author":"{name}","date":"2024-05-01","text":"A fine lamp, says {name}"}}}}"#)
    };
    let html = script(&format!(r#"{{"reviews":[{},{}]}}"#, review("Ann"), review("Bo")));
    assert_eq!(said(&html), ["Ann> A fine lamp, says Ann", "Bo> A fine lamp, says Bo"]);
}

#[test]
fn what_is_related_to_a_post_is_no_answer_and_names_are_no_numbers() {
    let html = script(
        r#"{"thread":{"author":"Ann","date":"2024-05-01","text":"Which lamp is best?",
        "related":{"posts":[{"author":"Di","date":"2024-01-01","text":"Which desk is best?"},{"author":"Ed","date":"2024-01-02","text":"And which chair?"}]},
        "answers":[{"author":"Bo","date":"2024-05-02","text":"The small one is."},{"author":"Cy","date":"2024-05-03","text":"No, the large one."}]}}"#,
    );
    assert_eq!(said(&html), ["Ann> Which lamp is best?", "Bo> The small one is.", "Cy> No, the large one."]);
    let html = script(
        r#"[{"id":2,"position":1,"author":"Ann","date":"2024-05-01","text":"Which lamp is best?"},
        {"id":5,"position":2,"author":"Bo","date":"2024-05-02","text":"The small one is."},
        {"id":6,"position":3,"parentId":2,"author":"Cy","date":"2024-05-03","text":"No, the large one."}]"#,
    );
    assert_eq!(said(&html)[2], "Cy>0 No, the large one.");
}
