//! Posts that a page shows, completed by those of its state: the authors and dates that its developers know.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::recognize::date::{DateTime, Precision};
use crate::state::text::folded;
use crate::types::Post;

/// So many characters of a body tell it from others.
const TELLING: usize = 48;
/// A body with fewer is only found as the beginning of a shown one.
const LEAST_WITHIN: usize = 24;
/// So many quotes of a post are left out.
const MOST_QUOTES: usize = 50;
/// So many posts of the state are looked for within shown ones.
const MOST_LOOKED_FOR: usize = 300;

/// Completes posts that are shown by the same ones of the state, if most of them are there: authors and dates that are missing or
/// less precise, addresses, what they answer, bodies that were not found, and ratings and scores if none are shown. An author who
/// differs is taken from the state if the post shows that name, too.
/// `shown_in` gives the text of a post with all that stands around its body. `false` if they are not the same posts. Takes time
/// linear in the texts, and a search of some of them in each other.
pub(crate) fn complete(shown: &mut [Post], said: &[Post], shown_in: &dyn Fn(usize) -> String) -> bool {
    let same = joined(shown, said);
    let count = same.iter().flatten().count();
    if count == 0 || count * 2 < shown.len() || count < shown.len().min(2) {
        return false;
    }
    let is_equal = |(at, same): (usize, &Option<Same>)| {
        same.is_some_and(|same| {
            said[same.of].body.len() >= TELLING && folded(&shown[at].body) == folded(&said[same.of].body)
        })
    };
    // one column has numbers of one kind: what is shown, or what the state has
    let are_shown: FxHashSet<String> =
        shown.iter().flat_map(|post| &post.cells).map(|cell| cell.name.clone()).collect();
    let are_whole = same.iter().enumerate().any(is_equal);
    let mut place: FxHashMap<usize, usize> = FxHashMap::default();
    for (at, of) in same.iter().enumerate() {
        let Some(Same { of, by }) = *of else { continue };
        place.insert(of, at);
        let (post, said) = (&mut shown[at], &said[of]);
        if has_other_body(post, said, are_whole, || shown_in(at)) {
            post.body.clone_from(&said.body);
            post.quotes.clone_from(&said.quotes);
            post.html.clone_from(&said.html);
        }
        // who is shown is another only if there is no doubt that it is the same post
        let may_be_other = post.author.is_none() || by == By::Beginning;
        if may_be_other && is_other(post.author.as_deref(), said.author.as_deref(), || shown_in(at)) {
            post.author.clone_from(&said.author);
            post.author_url.clone_from(&said.author_url);
        }
        if post.author_url.is_none() {
            post.author_url.clone_from(&said.author_url);
        }
        if is_better(post.date.as_deref(), said.date.as_deref()) {
            post.date.clone_from(&said.date);
        }
        if post.url.is_none() {
            post.url.clone_from(&said.url);
        }
        post.cells.extend(said.cells.iter().filter(|named| !are_shown.contains(&named.name)).cloned());
    }
    for (at, of) in same.iter().enumerate() {
        let answered = of.and_then(|same| said[same.of].parent).and_then(|parent| place.get(&parent)).copied();
        if shown[at].parent.is_none() && answered.is_some_and(|answered| answered < at) {
            shown[at].parent = answered;
        }
    }
    true
}

/// The post of the state that a shown one is.
#[derive(Clone, Copy)]
struct Same {
    of: usize,
    by: By,
}

/// By what two posts are the same.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    /// Both begin with the same words, as no others do.
    Beginning,
    /// The shown one has the words of the other behind something else, or words that others have, too.
    Words,
    /// They have one author, and were written in the same minute.
    Moment,
}

/// Whether what was taken for a body is not what the author wrote, or has something else before it. The post must show what the state
/// has, and bodies of the state must be known to be whole if one of them is to stand for a longer one.
fn has_other_body(post: &Post, said: &Post, are_whole: bool, shown_in: impl FnOnce() -> String) -> bool {
    let theirs = folded(&said.body);
    let start = theirs.char_indices().nth(TELLING).map_or(theirs.as_str(), |(at, _)| theirs[..at].trim_end());
    if start.chars().count() < LEAST_WITHIN {
        return false;
    }
    let own = folded(&post.body);
    match own.find(start) {
        Some(0) => false,
        Some(_) => are_whole && post.quotes.is_empty() && own.ends_with(&theirs),
        None => post.quotes.is_empty() && theirs.len() >= own.len() && folded(&shown_in()).contains(start),
    }
}

/// What an author says without quoting somebody else, folded.
fn own_words(post: &Post) -> String {
    let mut own = folded(&post.body);
    for quote in post.quotes.iter().take(MOST_QUOTES).map(|quote| folded(quote)).filter(|quote| !quote.is_empty()) {
        own = own.replacen(&quote, " ", 1);
    }
    // a post that is nothing but a quote
    if own.trim().is_empty() { folded(&post.body) } else { own.trim().to_owned() }
}

/// The post of the state that each shown one is.
fn joined(shown: &[Post], said: &[Post]) -> Vec<Option<Same>> {
    let beginning = |text: &str| text.chars().take(TELLING).collect::<String>();
    let of_said: Vec<String> = said.iter().map(|post| beginning(&own_words(post))).collect();
    // the same words of several posts are theirs in order
    let mut open: FxHashMap<&str, Vec<usize>> = FxHashMap::default();
    for (of, text) in of_said.iter().enumerate().rev().filter(|(_, text)| !text.is_empty()) {
        open.entry(text).or_default().push(of);
    }
    let bodies: Vec<String> = shown.iter().map(own_words).collect();
    let several: FxHashSet<&str> = open.iter().filter(|(_, of)| of.len() > 1).map(|(text, _)| *text).collect();
    let begun = |(body, post): (&String, &Post)| {
        let start = beginning(body);
        let of = open.get_mut(start.as_str()).filter(|of| !of.is_empty())?;
        let by_same = |of: &usize| post.author.is_some() && said[*of].author == post.author;
        let of = of.remove(of.iter().rposition(by_same).unwrap_or(of.len() - 1));
        let is_sure = start.chars().count() >= LEAST_WITHIN && !several.contains(start.as_str());
        Some(Same { of, by: if is_sure { By::Beginning } else { By::Words } })
    };
    let mut same: Vec<Option<Same>> = bodies.iter().zip(shown).map(begun).collect();
    // a body that is shown behind something else
    let left = open.into_iter().filter(|(text, _)| text.chars().count() >= LEAST_WITHIN);
    let mut left: Vec<(usize, &str)> = left.flat_map(|(text, of)| of.into_iter().map(move |of| (of, text))).collect();
    left.sort_unstable();
    left.truncate(MOST_LOOKED_FOR);
    for (at, body) in bodies.iter().enumerate().filter(|(_, body)| !body.is_empty()) {
        if same[at].is_none()
            && let Some(found) =
                left.iter().position(|(of, text)| may_be(&shown[at], &said[*of]) && body.contains(text))
        {
            same[at] = Some(Same { of: left.remove(found).0, by: By::Words });
        }
    }
    let found: FxHashSet<usize> = same.iter().flatten().map(|same| same.of).collect();
    let open = said.iter().enumerate().filter(|(of, _)| !found.contains(of));
    let mut moments: FxHashMap<(String, i64), usize> =
        open.filter_map(|(of, post)| Some((moment(post)?, of))).collect();
    for (at, post) in shown.iter().enumerate() {
        if same[at].is_none()
            && let Some(of) = moment(post).and_then(|moment| moments.remove(&moment))
        {
            same[at] = Some(Same { of, by: By::Moment });
        }
    }
    same
}

/// Whether two posts may be of one author, by their names.
fn may_be(shown: &Post, said: &Post) -> bool {
    let (Some(shown), Some(said)) = (&shown.author, &said.author) else { return true };
    let (shown, said) = (folded(shown), folded(said));
    shown.contains(&said) || said.contains(&shown)
}

/// Who wrote a post, and in which minute.
fn moment(post: &Post) -> Option<(String, i64)> {
    let date = post.date().filter(|date| date.precision > Precision::Day)?;
    Some((folded(post.author.as_deref()?), date.unix_seconds().div_euclid(60)))
}

/// Whether the author of the state is to be taken: if none is shown, or if the name stands in the post, too.
fn is_other(shown: Option<&str>, said: Option<&str>, shown_in: impl FnOnce() -> String) -> bool {
    let Some(said) = said.map(folded).filter(|name| !name.is_empty()) else { return false };
    let Some(shown) = shown.map(folded) else { return true };
    let within = |text: &str, name: &str| format!(" {text} ").contains(&format!(" {name} "));
    !within(&shown, &said) && !within(&said, &shown) && within(&folded(&shown_in()), &said)
}

/// Whether the date of the state is to be taken: if none is known, or if it is the same day, and more precise.
fn is_better(shown: Option<&str>, said: Option<&str>) -> bool {
    let Some(said) = said.and_then(DateTime::from_iso) else { return false };
    let Some(shown) = shown.and_then(DateTime::from_iso) else { return true };
    let day = |date: &DateTime| (date.year, date.month, date.day);
    shown.precision < said.precision && (shown.precision < Precision::Day || day(&shown) == day(&said))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn post(author: Option<&str>, date: Option<&str>, body: &str) -> Post {
        Post { author: author.map(Into::into), date: date.map(Into::into), body: body.into(), ..Post::default() }
    }

    #[test]
    fn authors_and_dates_that_the_state_knows() {
        let mut shown = [
            post(Some("Senior Member"), None, "Which lamp is best of all?"),
            post(Some("bo"), Some("2024-05-02"), "ann wrote: which? The small one is the best of them."),
            post(None, Some("2024-05-03T10:00"), "Thanks"),
            post(Some("ed"), None, "This one is not there"),
        ];
        let said = [
            post(Some("ann"), Some("2024-05-01T10:00:00Z"), "Which lamp is best of all?"),
            post(Some("Bo Li"), Some("2024-05-02T11:00:00Z"), "The small one is the best of them."),
            post(Some("cy"), Some("2024-05-04T12:00:00Z"), "Thanks"),
        ];
        assert!(complete(&mut shown, &said, &|_| "ann Senior Member".into()));
        let lines = shown.iter().map(|post| (post.author.as_deref(), post.date.as_deref()));
        assert_eq!(
            lines.collect::<Vec<_>>(),
            [
                (Some("ann"), Some("2024-05-01T10:00:00Z")),
                (Some("bo"), Some("2024-05-02T11:00:00Z")),
                (Some("cy"), Some("2024-05-03T10:00")),
                (Some("ed"), None),
            ]
        );
        let mut others = [post(Some("di"), None, "Which desk?"), post(None, None, "No desk at all")];
        assert!(!complete(&mut others, &said, &|_| String::new()));
        assert_eq!(others[1].author, None);
    }

    #[test]
    fn an_author_who_is_not_shown_does_not_replace_one_who_is() {
        let mut shown =
            [post(Some("Ann B."), None, "Which lamp is best of all?"), post(None, None, "The small one is.")];
        let said =
            [post(Some("user4711"), None, "Which lamp is best of all?"), post(Some("bo"), None, "The small one is.")];
        assert!(complete(&mut shown, &said, &|_| "Ann B. Member".into()));
        assert_eq!((shown[0].author.as_deref(), shown[1].author.as_deref()), (Some("Ann B."), Some("bo")));
    }

    #[test]
    fn words_that_several_say_replace_no_author() {
        let mut shown = [
            Post { quotes: vec!["Which lamp?".into()], ..post(Some("cy"), None, "Which lamp? Thanks") },
            post(Some("di"), None, "The large one is the best of them all."),
        ];
        let said = [
            post(Some("bo"), Some("2024-05-01"), "Thanks"),
            post(Some("cy"), Some("2024-05-02"), "Thanks"),
            post(Some("di"), Some("2024-05-03"), "The large one is the best of them all."),
        ];
        assert!(complete(&mut shown, &said, &|_| "cy bo wrote: Which lamp? Thanks".into()));
        assert_eq!((shown[0].author.as_deref(), shown[0].date.as_deref()), (Some("cy"), Some("2024-05-02")));
    }

    #[test]
    fn who_is_quoted_is_not_who_quotes() {
        let said_first = "Your link is private, so nobody can look at the list.";
        let answer = format!("bo said: {said_first} Now it is public, have a look.");
        let mut shown = [
            post(Some("bo"), None, said_first),
            Post { quotes: vec![said_first.into()], ..post(Some("ann"), None, &answer) },
        ];
        let said = [
            post(Some("bo"), Some("2024-05-01"), said_first),
            post(Some("bo"), Some("2024-05-02"), said_first),
            post(Some("ann"), Some("2024-05-03"), "Now it is public, have a look."),
        ];
        assert!(complete(&mut shown, &said, &|_| "ann bo".into()));
        assert_eq!((shown[1].author.as_deref(), shown[1].date.as_deref()), (Some("ann"), Some("2024-05-03")));
    }

    #[test]
    fn bodies_that_were_not_found() {
        let at = |minute: u32| Some(format!("2024-05-01T10:{minute:02}:00Z"));
        let mut shown = [
            post(Some("ann"), at(1).as_deref(), "Members 10.2k"),
            post(Some("bo"), at(2).as_deref(), "Community Leader. The small one is the best of all that I have had."),
            post(Some("cy"), at(3).as_deref(), "I have never had one, but my neighbour likes hers very much."),
        ];
        let said = [
            post(Some("ann"), at(1).as_deref(), "Which lamp is best of all for a long desk?"),
            post(Some("bo"), at(2).as_deref(), "The small one is the best of all that I have had."),
            post(Some("cy"), at(3).as_deref(), "I have never had one, but my neighbour likes hers very much."),
        ];
        let texts = ["ann Members 10.2k Which lamp is best of all for a long desk?", "", ""];
        assert!(complete(&mut shown, &said, &|at| texts[at].into()));
        assert!(shown.iter().zip(&said).all(|(shown, said)| shown.body == said.body));
        // what may be cut in the state does not shorten what is shown
        let longer = "Leader. The small one is the best of all that I have had. And the cheapest.";
        let mut shown =
            [post(Some("bo"), at(2).as_deref(), longer), post(Some("cy"), at(3).as_deref(), "No, none of them is.")];
        assert!(complete(&mut shown, &[said[1].clone(), post(Some("cy"), at(3).as_deref(), "No, none")], &|_| {
            String::new()
        }));
        assert_eq!(shown[0].body, longer);
    }
}
