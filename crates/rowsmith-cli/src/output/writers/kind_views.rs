//! The views of a database by kind of page: all pages, the articles, the posts, each row with its page.

/// Columns of articles, as `article` names them.
const ARTICLE: [&str; 10] =
    ["title", "author", "date", "text", "url", "image", "site_name", "language", "tags", "description"];
/// Columns of posts, as `posts` names them.
const POST: [&str; 10] =
    ["number", "title", "author", "author_url", "date", "date_text", "body", "html", "url", "parent"];

/// The SQL that creates the views `pages`, `articles` and `posts`.
pub(crate) fn sql() -> String {
    let pages = "CREATE VIEW IF NOT EXISTS pages AS SELECT s.id AS source_id, s.source, s.archive, s.position, s.kind,
  s.confidence, count(r.id) AS rows
FROM sources s LEFT JOIN regions g ON g.source_id = s.id AND g.part != 'article' LEFT JOIN records r ON r.region_id = g.id
GROUP BY s.id ORDER BY s.id;";
    [pages.to_owned(), part("articles", "article", &ARTICLE), part("posts", "post", &POST)].join("\n")
}

/// A view of the rows of one part: the number of the row in its page, then its columns, null where there is no value.
fn part(view: &str, part: &str, columns: &[&str]) -> String {
    let columns: Vec<String> = columns
        .iter()
        .map(|name| {
            format!(
                ",\n  (SELECT x.value FROM columns c JOIN cells x ON x.column_id = c.id AND x.record_id = r.id
   WHERE c.region_id = g.id AND c.name = '{name}') AS {name}"
            )
        })
        .collect();
    format!(
        "CREATE VIEW IF NOT EXISTS {view} AS SELECT s.source, s.archive, s.position, s.kind, r.position AS {part}{}
FROM regions g JOIN sources s ON s.id = g.source_id JOIN records r ON r.region_id = g.id
WHERE g.part = '{part}' ORDER BY r.id;",
        columns.concat()
    )
}
