//! Lines between the headline and the text that only say who wrote it and when: the page's metadata has both, and the text begins
//! below them.

use crate::article::blocks::context::bit;
use crate::article::blocks::facts::{Facts, LONG};
use crate::article::fold::fold;
use crate::article::metadata::StatedPage;
use crate::article::metadata::author::is_by;
use crate::dom::line;
use crate::recognize::date::find_date;
use crate::types::Metadata;

/// So many of the first chosen blocks are looked at.
const MOST_LINES: usize = 8;
/// The most words of such a line beside names, dates and words such as "by".
const MOST_OTHERS: usize = 2;
/// The most words of a counter beside such a line: "3 min read", "14 comments".
const MOST_OF_COUNTER: usize = 4;
/// The most dates that are taken off a line.
const MOST_DATES: usize = 3;

/// Leaves out the lines before the first paragraph of the text that only name the author that was found, the date that was found, or
/// count something beside these. In a discussion they say whose the first post is, as with all others, and stay.
pub(crate) fn leave_out_byline(chosen: &mut Vec<usize>, page: &StatedPage<'_>, facts: &Facts, stated: &Metadata) {
    let StatedPage { document, context, blocks, posts, .. } = *page;
    let is_paragraph = |&at: &usize| facts.blocks[at].counts.words >= LONG;
    let lines = chosen.iter().take(MOST_LINES).position(is_paragraph).unwrap_or(0);
    let is_heading = |at: usize| context.has(blocks.list[at].first, bit::HEADING);
    let of_post = |at: usize| {
        let block = blocks.list[at];
        posts.parts.iter().any(|part| part.first < block.end && block.first < part.end)
    };
    let opening: Vec<usize> = chosen[..lines].iter().copied().filter(|&at| !is_heading(at) && !of_post(at)).collect();
    let text = |at: usize| line(document, blocks.list[at].first, blocks.list[at].end);
    let mut left_out: Vec<usize> = opening.iter().copied().filter(|&at| only_tells(&text(at), stated)).collect();
    let beside: Vec<usize> = left_out.iter().flat_map(|&at| [at.wrapping_sub(1), at + 1]).collect();
    left_out.extend(opening.into_iter().filter(|at| beside.contains(at) && counts(&text(*at))));
    chosen.retain(|at| !left_out.contains(at));
}

/// Whether a line says nothing but who wrote it, or when: without the author and the date that were found hardly a word is left.
fn only_tells(text: &str, stated: &Metadata) -> bool {
    let mut rest = text.to_owned();
    let mut tells = false;
    for _ in 0..MOST_DATES {
        let Some(found) = find_date(&rest) else { break };
        rest.replace_range(found.span, " | ");
        tells |= stated.date.is_some() || stated.modified.is_some();
    }
    let mut rest = format!(" {} ", fold(&rest));
    for name in stated.author.as_deref().unwrap_or_default().split(", ").map(fold).filter(|name| !name.is_empty()) {
        let name = format!(" {name} ");
        tells |= rest.contains(&name);
        rest = rest.replace(&name, " ");
    }
    let is_other = |word: &&str| word.contains(char::is_alphabetic) && !is_by(word);
    tells && rest.split_whitespace().filter(is_other).count() <= MOST_OTHERS
}

/// Whether a line is a number with a word or two.
fn counts(text: &str) -> bool {
    let words = || text.split_whitespace();
    text.contains(char::is_numeric)
        && words().count() <= MOST_OF_COUNTER
        && words().any(|word| word.chars().all(|c| c.is_numeric() || c.is_ascii_punctuation()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::blocks::context::Context;
    use crate::article::blocks::facts::tests::read;
    use crate::article::blocks::main_posts::MainPosts;
    use crate::article::declared::json_ld::JsonLd;
    use crate::article::declared::meta::Metas;

    /// The first words of what is left of a page of which everything was chosen.
    fn left(html: &str) -> Vec<String> {
        let (document, blocks, facts) = read(html);
        let stated = Metadata {
            author: Some("Ann Bloggs, Tom Ash".to_owned()),
            date: Some("2020-06-29".to_owned()),
            ..Metadata::default()
        };
        let mut chosen: Vec<usize> = (0..blocks.len()).collect();
        let context = Context::new(&document);
        let (metas, json, posts) = (Metas::default(), JsonLd::default(), MainPosts::default());
        let page = StatedPage {
            document: &document,
            context: &context,
            blocks: &blocks,
            metas: &metas,
            json: &json,
            posts: &posts,
            address: None,
        };
        leave_out_byline(&mut chosen, &page, &facts, &stated);
        let text = |at: usize| line(&document, blocks.list[at].first, blocks.list[at].end);
        chosen.into_iter().map(|at| text(at).chars().take(12).collect()).collect()
    }

    const TEXT: &str =
        "<p>The council voted late on Tuesday to postpone the decision on the bridge, after the engineers spoke.</p>";

    #[test]
    fn who_wrote_it_and_when_is_no_part_of_the_text() {
        let page = |lines: &str| left(&format!("<h1>A bridge</h1>{lines}{TEXT}"));
        let rest = ["A bridge", "The council "];
        assert_eq!(page("<p>By Ann Bloggs and Tom Ash</p><p>Updated: 1 July 2020</p><p>3 min read</p>"), rest);
        assert_eq!(page("<p>Mar 9, 2018 • Ann Bloggs</p>"), rest);
        assert_eq!(page("<p>Ann Bloggs says what happened</p>"), ["A bridge", "Ann Bloggs s", "The council "]);
        // below the first paragraph it may be a part of it
        assert_eq!(left(&format!("{TEXT}<p>Ann Bloggs</p>{TEXT}")).len(), 3);
        assert_eq!(left("<p>Ann Bloggs</p><p>1 July 2020</p>").len(), 2);
    }
}
