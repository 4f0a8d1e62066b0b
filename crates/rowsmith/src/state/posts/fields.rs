//! An object of the state as a post: which of its members are its author, date and body.

use std::borrow::Cow;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::declared::Data;
use crate::state::lists::Named;
use crate::state::posts::people::People;
use crate::state::text::plain;
use crate::state::values::is_address;

/// What a member is of a post.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Field {
    Body,
    Author,
    /// Who the author is, by a number or name that people of the state have.
    AuthorId,
    Date,
    Title,
    Rating,
    /// The points, votes or likes that it got.
    Score,
    Url,
    Number,
    Id,
    Parent,
    ParentNumber,
    /// What only entries of a list of articles have.
    Entry,
}

const FIELDS: usize = 13;

/// The names of members, as [`called`] gives them, the likeliest of each field first. They are programmers' English, whatever the
/// language of the page: those of the schema.org types, of forums' and shops' interfaces, and of what is built with them.
const NAMES: [(Field, &[&str]); FIELDS] = [
    (
        Field::Body,
        &[
            "cooked",
            "bodyhtml",
            "contenthtml",
            "htmlbody",
            "htmlcontent",
            "messagehtml",
            "texthtml",
            "commenthtml",
            "renderedbody",
            "renderedcontent",
            "parsedbody",
            "messageparsed",
            "messagebody",
            "commentbody",
            "postbody",
            "reviewbody",
            "reviewtext",
            "reviewcontent",
            "commenttext",
            "commentcontent",
            "contenttext",
            "bodytext",
            "html",
            "plaintext",
            "body",
            "content",
            "contents",
            "message",
            "text",
            "comment",
            "review",
            "selftext",
            "raw",
            "bodymarkdown",
            "markdown",
            "answer",
            "articlebody",
        ],
    ),
    (
        Field::Author,
        &[
            "author",
            "user",
            "creator",
            "postedby",
            "createdby",
            "submittedby",
            "writtenby",
            "poster",
            "commenter",
            "commentator",
            "reviewer",
            "writer",
            "member",
            "account",
            "owner",
            "username",
            "authorname",
            "displayname",
            "authordisplayname",
            "authorusername",
            "usernickname",
            "userdisplayname",
            "authortext",
            "nickname",
            "nick",
            "screenname",
            "reviewername",
            "customername",
            "customer",
            "membername",
            "login",
            "profile",
            "sender",
            "from",
            "person",
            "name",
            "handle",
            "by",
        ],
    ),
    (Field::AuthorId, &["authorid", "userid", "creatorid", "createdbyid", "memberid", "ownerid", "posterid"]),
    (
        Field::Date,
        &[
            "createdat",
            "datecreated",
            "created",
            "createdutc",
            "createdon",
            "createdtime",
            "createddate",
            "creationdate",
            "creationtime",
            "createtime",
            "ctime",
            "datepublished",
            "publishedat",
            "published",
            "publisheddate",
            "publishedtime",
            "publishdate",
            "pubdate",
            "postedat",
            "posted",
            "postedon",
            "posteddate",
            "postdate",
            "posttime",
            "submittedat",
            "submitted",
            "submissiontime",
            "submissiondate",
            "submitdate",
            "reviewdate",
            "commentdate",
            "uploaddate",
            "insertedat",
            "addedat",
            "dateadded",
            "dateposted",
            "date",
            "datetime",
            "time",
            "timestamp",
            "publishedtimetext",
        ],
    ),
    (Field::Title, &["title", "headline", "subject", "reviewtitle", "topictitle"]),
    (Field::Rating, &["reviewrating", "ratingvalue", "rating", "overallrating", "ratingscore", "starrating", "stars"]),
    // a bare `score` may be how a site ranks its posts
    (
        Field::Score,
        &[
            "upvotecount",
            "likecount",
            "likescount",
            "upvotes",
            "likes",
            "votecount",
            "votescount",
            "votes",
            "points",
            "helpfulcount",
            "helpfulvotes",
            "reactioncount",
            "reactionscount",
            "ups",
        ],
    ),
    (Field::Url, &["permalink", "url", "weburl", "href", "link", "shareurl"]),
    (Field::Number, &["postnumber", "position", "floor", "number"]),
    (Field::Id, &["id", "postid", "commentid", "reviewid", "uuid", "pk"]),
    (
        Field::Parent,
        &["parentid", "parentcommentid", "replyto", "replytoid", "inreplyto", "inreplytoid", "parent", "parentitem"],
    ),
    (Field::ParentNumber, &["replytopostnumber"]),
    (
        Field::Entry,
        &[
            "slug",
            "excerpt",
            "teaser",
            "thumbnail",
            "featuredimage",
            "coverimage",
            "thumbnailurl",
            "seo",
            "sku",
            "price",
            "category",
            "summary",
        ],
    ),
];

static FIELD_OF: LazyLock<FxHashMap<&str, (Field, usize)>> = LazyLock::new(|| {
    let of = |&(field, names): &(Field, &'static [&'static str])| {
        names.iter().enumerate().map(move |(rank, name)| (*name, (field, rank)))
    };
    NAMES.iter().flat_map(of).collect()
});

/// The longest name in [`NAMES`].
const LONGEST_NAME: usize = 24;

/// A name without case, signs and the first `@` or `_`.
fn called(name: &str) -> Option<String> {
    (name.len() <= LONGEST_NAME)
        .then(|| name.bytes().filter(u8::is_ascii_alphanumeric).map(|b| char::from(b.to_ascii_lowercase())).collect())
}

/// A post in the state. The texts are as the state has them.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct StatePost<'d> {
    pub(crate) body: Cow<'d, str>,
    pub(crate) author: Option<String>,
    pub(crate) author_url: Option<&'d str>,
    pub(crate) date: Option<&'d str>,
    pub(crate) title: Option<&'d str>,
    /// How many stars a review gives, as the state has it.
    pub(crate) rating: Option<&'d str>,
    /// How many points, votes or likes it got, as the state has it.
    pub(crate) score: Option<&'d str>,
    pub(crate) url: Option<&'d str>,
    pub(crate) number: Option<&'d str>,
    /// The post that this one answers, as its index.
    pub(crate) parent: Option<usize>,
    /// The name by which others refer to it.
    pub(super) id: Option<&'d str>,
    /// The name of the post that it answers.
    pub(super) answers: Option<&'d str>,
    /// The number of the post that it answers.
    pub(super) answers_number: Option<&'d str>,
    /// Whether it has what only the entries of lists of articles have.
    pub(super) is_entry: bool,
}

/// The longest name of an author, in characters.
const LONGEST_AUTHOR: usize = 80;

/// The longest text, in bytes, that is looked at for a name.
const MOST_OF_NAME: usize = 1_000;
/// A word with a digit and at least so many bytes is a code that refers to somebody.
const LEAST_CODE: usize = 16;

/// The types of schema.org that posts may declare; any others are something else.
const TYPES: &[&str] = &[
    "Answer",
    "Comment",
    "Conversation",
    "CorrectionComment",
    "DiscussionForumPosting",
    "Message",
    "Question",
    "Review",
    "SocialMediaPosting",
    "UserComments",
    "UserReview",
    "EmployerReview",
];

/// The types of schema.org that an object declares, without their namespace.
fn types(object: &Data) -> impl Iterator<Item = &str> {
    let names = object.get("@type").map(Data::values).unwrap_or_default().iter().filter_map(Data::text);
    names.map(|name| name.rsplit(['/', ':']).next().unwrap_or(name))
}

/// An object as a post. `None` if it has no text, or declares to be something else. Takes time linear in its members.
pub(super) fn post<'d>(object: &'d Data, named: &Named<'d>, people: &People<'d>) -> Option<StatePost<'d>> {
    let declares = object.get("@type").is_some();
    if declares && !types(object).any(|name| TYPES.contains(&name)) {
        return None;
    }
    // the members of each field, the likeliest first
    let mut found: [Vec<(usize, &'d Data)>; FIELDS] = Default::default();
    let own = object.members().iter().chain(object.get("attributes").map(Data::members).unwrap_or_default());
    for member in own.filter(|member| member.value != Data::Null) {
        let Some(&(field, rank)) = called(&member.name).as_deref().and_then(|name| FIELD_OF.get(name)) else {
            continue;
        };
        // in schema.org's data a name is a title
        let field = if declares && field == Field::Author && member.name == "name" { Field::Title } else { field };
        found[field as usize].push((rank, &member.value));
    }
    if found[Field::Body as usize].is_empty() {
        return None;
    }
    if let Some(related) = object.get("relationships") {
        let users = ["user", "author", "creator"].into_iter().filter_map(|name| related.get(name)?.get("data"));
        found[Field::Author as usize].extend(users.map(|data| (0, data)));
    }
    found.iter_mut().for_each(|values| values.sort_by_key(|(rank, _)| *rank));
    let of = |field: Field| found[field as usize].iter().map(|(_, data)| *data);
    let body = of(Field::Body).filter_map(|data| text_in(data, 0)).find(|text| is_said(text))?;
    // what is written is a name unless it is a number or reference that people have
    let is_code =
        |text: &str| text.len() >= LEAST_CODE && !text.contains(' ') && text.contains(|c: char| c.is_ascii_digit());
    let written = |data: &Data| data.text().is_some_and(|text| text.contains(char::is_alphabetic) && !is_code(text));
    let authors = of(Field::Author).map(|data| people.referred(data).filter(|_| !written(data)).unwrap_or(data));
    let authors = authors.chain(of(Field::AuthorId).filter_map(|data| people.referred(data)));
    let person = authors.map(|data| named.resolve(data)).find_map(|data| Some((name_of(data)?, data)));
    let text = |field: Field| of(field).find_map(Data::text);
    Some(StatePost {
        body,
        author_url: person.as_ref().and_then(|(_, data)| address_in(data)),
        author: person.map(|(name, _)| name),
        date: of(Field::Date).find_map(|data| date_in(data)),
        title: of(Field::Title).find_map(Data::text),
        rating: of(Field::Rating).find_map(rating_in),
        score: text(Field::Score).filter(|text| text.parse::<f64>().is_ok()),
        url: of(Field::Url).filter_map(Data::text).find(|text| is_address(text)),
        number: text(Field::Number),
        parent: None,
        id: text(Field::Id),
        answers: of(Field::Parent).find_map(|data| data.text().or_else(|| data.get("id")?.text())),
        answers_number: text(Field::ParentNumber),
        is_entry: of(Field::Title).next().is_some() && of(Field::Entry).next().is_some(),
    })
}

/// Whether a text is one that a person may have written.
fn is_said(text: &str) -> bool {
    !text.trim().is_empty()
        && !is_address(text.trim())
        && text.contains(|c: char| c.is_alphanumeric() || c > '\u{2000}')
}

/// The members of an object that may hold its text, the likeliest first.
const TEXTS: [&str; 11] =
    ["rendered", "html", "text", "simpleText", "plain", "value", "content", "raw", "markdown", "body", "runs"];

/// The text of a value: its own, that of its parts, or that of a member with such a name.
fn text_in(data: &Data, depth: usize) -> Option<Cow<'_, str>> {
    match data {
        Data::Text(text) => Some(Cow::Borrowed(text)),
        Data::Object(_) if depth < 3 => TEXTS.iter().find_map(|name| text_in(data.get(name)?, depth + 1)),
        Data::List(items)
            if depth < 3 && items.iter().all(|item| item.get("text").is_some() || matches!(item, Data::Text(_))) =>
        {
            let parts: Vec<Cow<'_, str>> = items.iter().filter_map(|item| text_in(item, depth + 1)).collect();
            // spans of a text, or its paragraphs
            let between = if items.iter().all(Data::is_object) { "" } else { "\n" };
            (!parts.is_empty()).then(|| Cow::Owned(parts.join(between)))
        }
        _ => None,
    }
}

/// The members of a person that are its name, the likeliest first.
const PERSON: [&str; 14] = [
    "displayName",
    "display_name",
    "name",
    "username",
    "userName",
    "user_name",
    "nickname",
    "nickName",
    "nick",
    "login",
    "screen_name",
    "handle",
    "fullName",
    "text",
];

/// The name of a person: a text, or an object with one.
fn name_of(data: &Data) -> Option<String> {
    let text = match data {
        Data::Text(text) => Cow::Borrowed(text.as_str()),
        Data::List(items) => return items.first().filter(|item| item.is_object()).and_then(name_of),
        Data::Object(_) => {
            let own = data.get("attributes").unwrap_or(data);
            let named =
                PERSON.iter().find_map(|name| text_in(own.get(name)?, 1).filter(|text| !text.trim().is_empty()));
            named.or_else(|| text_in(own.get("simpleText").or_else(|| own.get("runs"))?, 1))?
        }
        Data::Null | Data::Bool(_) | Data::Number(_) => return None,
    };
    if text.len() > MOST_OF_NAME {
        return None;
    }
    let name = plain(&text);
    let is_name = !name.is_empty() && name.chars().count() <= LONGEST_AUTHOR && !is_address(&name);
    (is_name && name.contains(char::is_alphanumeric)).then_some(name)
}

/// The address of a person's page.
fn address_in(data: &Data) -> Option<&str> {
    let own = data.get("attributes").unwrap_or(data);
    let addresses =
        ["url", "profileUrl", "profile_url", "link", "href"].into_iter().filter_map(|name| own.get(name)?.text());
    addresses.into_iter().find(|text| is_address(text))
}

/// The number of a rating: its own, or that of a member with such a name.
fn rating_in(data: &Data) -> Option<&str> {
    let text = data.text().or_else(|| data.get("ratingValue").or_else(|| data.get("value"))?.text())?;
    text.parse::<f64>().is_ok_and(|stars| (0.0..=100.0).contains(&stars)).then_some(text)
}

/// The members of an object that is a date, the likeliest first.
const DATES: [&str; 7] = ["$date", "iso", "iso8601", "date", "value", "timestamp", "text"];

/// The text of a date: its own, or that of a member with such a name.
fn date_in(data: &Data) -> Option<&str> {
    let text = data.text().or_else(|| DATES.iter().find_map(|name| data.get(name)?.text()))?;
    text.contains(|c: char| c.is_ascii_digit() || !c.is_ascii()).then_some(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::declared::Bounds;
    use crate::declared::bounds::Allowance;
    use crate::declared::literal::read_whole;

    fn read(text: &str) -> Data {
        read_whole(text, &Allowance::new(&Bounds::default())).expect("data")
    }

    #[test]
    fn who_said_what_and_when() {
        for (object, expected) in [
            (
                r#"{"username":"ann","name":"","cooked":"<p>Hi</p>","created_at":"2024-05-01T10:00:00Z"}"#,
                "ann | 2024-05-01T10:00:00Z | <p>Hi</p>",
            ),
            (
                r#"{"@type":"Comment","name":"No","author":[{"@type":"Person","name":"Ann B"}],"text":"Hi","dateCreated":"1 May"}"#,
                "Ann B | 1 May | Hi",
            ),
            (
                r#"{"user":{"display_name":"Bo"},"body":{"raw":"x","rendered":"y"},"ctime":1714557600}"#,
                "Bo | 1714557600 | y",
            ),
            (
                r#"{"authorText":{"simpleText":"@cy"},"contentText":{"runs":[{"text":"a "},{"text":"b"}]}}"#,
                "@cy | - | a b",
            ),
            (r#"{"attributes":{"content":"Hi","createdAt":{"$date":"2024-05-01"}}}"#, "- | 2024-05-01 | Hi"),
        ] {
            let data = read(object);
            let post = post(&data, &Named::default(), &People::default()).expect(object);
            let author = post.author.as_deref().unwrap_or("-");
            assert_eq!(format!("{author} | {} | {}", post.date.unwrap_or("-"), post.body), expected);
        }
    }

    #[test]
    fn other_things_are_no_posts() {
        for object in [
            r#"{"@type":"BlogPosting","articleBody":"Hi","author":"Ann"}"#,
            r#"{"author":"Ann","date":"2024-05-01","title":"Hi"}"#,
            r#"{"author":"Ann","content":"https://example.com/a"}"#,
        ] {
            assert_eq!(post(&read(object), &Named::default(), &People::default()), None, "{object}");
        }
    }

    #[test]
    fn no_name_is_longer_than_the_longest() {
        let all = NAMES.iter().flat_map(|(_, names)| names.iter());
        assert!(all.clone().all(|name| name.len() <= LONGEST_NAME));
        assert_eq!(all.count(), FIELD_OF.len(), "a name stands twice");
    }
}
