//! What stands between the paragraphs of a text: lists, tables and code, whose pieces say little by themselves.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::article::blocks::Blocks;
use crate::article::blocks::facts::{Facts, Sum};
use crate::dom::{AttrName, Document, NodeId, Tag};

/// An element holds a text if it has so many chosen paragraphs of its own, with so many words.
const LEAST_PARAGRAPHS: usize = 2;
const LEAST_WORDS: u32 = 30;
/// The share of the text's words that such an element has, for what has a heading of its own at its end to be taken.
const LEAST_SHARE: f64 = 0.8;
/// The most words of that.
const MOST_AT_END: u32 = 400;

/// Takes lists, tables, code, quotations and what a reader can unfold that stand between chosen paragraphs in one element, wholly: blocks
/// are judged one by one, and a short one in a long text is left out easily, which tears lists and tables. What has a name or an identifier
/// may be a box of its own, unless it unfolds, and what is mostly links leads elsewhere: these stay as they were judged. So does what is at
/// the end, unless it is under a heading, and no paragraph.
///
/// On `text`, three of four such lists and tables are in the annotated text. Short paragraphs stay as they were judged: with them, texts
/// of news get captions and offers, too.
pub(crate) fn take_flow(chosen: &mut Vec<usize>, document: &Document, blocks: &Blocks, facts: &Facts) {
    let words = |range: &Range<usize>| facts.sum(Sum::Words, range);
    let all: u32 = chosen.iter().map(|&at| words(&(at..at + 1))).sum();
    let holders = holders(chosen, document, blocks, facts);
    let mut is_chosen = vec![false; blocks.len()];
    chosen.iter().for_each(|&at| is_chosen[at] = true);
    for (&holder, &of_holder) in &holders {
        let parts: Vec<Part> = document
            .children(holder)
            .filter(|&id| !document.is_text(id))
            .map(|id| Part { id, blocks: blocks.range(document, id) })
            .filter(|part| !part.blocks.is_empty())
            .collect();
        let has_chosen = |part: &Part| part.blocks.clone().any(|at| is_chosen[at]);
        let Some(first) = parts.iter().position(has_chosen) else { continue };
        let Some(last) = parts.iter().rposition(has_chosen) else { continue };
        let mut taken: Vec<usize> = (first..=last).filter(|&p| flows(document, facts, &parts[p])).collect();
        let mut end = last + usize::from(!is_heading(document, parts[last].id));
        let is_whole_text = f64::from(of_holder) >= LEAST_SHARE * f64::from(all);
        // "All options", and their table
        while let Some([heading, under, ..]) = parts.get(end..)
            && is_heading(document, heading.id)
            && matches!(document.tag(under.id), Tag::UL | Tag::OL | Tag::DL | Tag::PRE | Tag::TABLE)
            && flows(document, facts, under)
            && is_whole_text
            && words(&under.blocks) <= MOST_AT_END
        {
            taken.extend([end, end + 1]);
            end += 2;
        }
        for at in taken.into_iter().flat_map(|part| parts[part].blocks.clone()) {
            if !std::mem::replace(&mut is_chosen[at], true) {
                chosen.push(at);
            }
        }
    }
    chosen.sort_unstable();
}

/// The elements that hold a text: several chosen paragraphs of their own; with the words of these.
pub(super) fn holders(chosen: &[usize], document: &Document, blocks: &Blocks, facts: &Facts) -> BTreeMap<NodeId, u32> {
    let mut holders: BTreeMap<NodeId, (usize, u32)> = BTreeMap::new();
    for &at in chosen {
        let owner = blocks.list[at].owner;
        if let Some(parent) = document.parent(owner).filter(|_| document.tag(owner) == Tag::P) {
            let (paragraphs, words) = holders.entry(parent).or_default();
            *paragraphs += 1;
            *words += facts.sum(Sum::Words, &(at..at + 1));
        }
    }
    holders.retain(|_, (paragraphs, words)| *paragraphs >= LEAST_PARAGRAPHS && *words >= LEAST_WORDS);
    holders.into_iter().map(|(holder, (_, words))| (holder, words)).collect()
}

/// A child of an element that holds text.
struct Part {
    id: NodeId,
    blocks: Range<usize>,
}

/// Whether an element belongs to the flow of the text around it, rather than being something of its own.
fn flows(document: &Document, facts: &Facts, part: &Part) -> bool {
    let is_plain = || {
        [AttrName::CLASS, AttrName::ID]
            .into_iter()
            .all(|name| document.attr(part.id, name).is_none_or(|value| value.trim().is_empty()))
    };
    let (words, linked) = (facts.sum(Sum::Words, &part.blocks), facts.sum(Sum::LinkWords, &part.blocks));
    match document.tag(part.id) {
        Tag::UL | Tag::OL | Tag::DL | Tag::PRE | Tag::TABLE | Tag::BLOCKQUOTE => is_plain() && linked * 3 < words,
        // publishing systems name these, too: what they are is said by the element
        Tag::DETAILS => linked * 3 < words,
        _ => false,
    }
}

fn is_heading(document: &Document, id: NodeId) -> bool {
    matches!(document.tag(id), Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::article::blocks::facts::tests::read;

    const PROSE: &str =
        "<p>The lamp was lit at dusk, as every evening, and nobody on the pier thought anything of it at all.</p>";

    /// The texts of the blocks that are taken beside those of prose.
    fn taken(html: &str) -> Vec<String> {
        let (document, blocks, facts) = read(html);
        let text = |at: usize| crate::dom::line(&document, blocks.list[at].first, blocks.list[at].end);
        let mut chosen: Vec<usize> = (0..blocks.len()).filter(|&at| text(at).contains("The lamp")).collect();
        take_flow(&mut chosen, &document, &blocks, &facts);
        chosen.into_iter().map(text).filter(|text| !text.contains("The lamp")).collect()
    }

    #[test]
    fn what_stands_between_paragraphs_is_taken_wholly() {
        assert_eq!(taken(&format!("<div>{PROSE}<ul><li>red<li>blue</ul><p>Or so.</p>{PROSE}</div>")), ["red", "blue"]);
        assert_eq!(taken(&format!("<div>{PROSE}<table><tr><td>a<td>1</table>{PROSE}</div>")), ["a", "1"]);
        // a box, links, and what is not within the same element
        assert_eq!(taken(&format!("<div>{PROSE}<ul class=share><li>red<li>blue</ul>{PROSE}</div>")), [] as [&str; 0]);
        assert_eq!(taken(&format!("<div>{PROSE}<p><a href=/b>The best lamps</a></p>{PROSE}</div>")), [] as [&str; 0]);
        assert_eq!(taken(&format!("<div>{PROSE}{PROSE}</div><ul><li>red</ul>")), [] as [&str; 0]);
    }

    #[test]
    fn what_unfolds_between_paragraphs_needs_no_plain_element() {
        let details = "<details class=block><summary>What does it say?</summary><p>Three things.</p></details>";
        assert_eq!(taken(&format!("<div>{PROSE}{details}{PROSE}</div>")), ["What does it say?", "Three things."]);
    }

    #[test]
    fn what_has_a_heading_at_the_end_of_a_text_is_taken() {
        let options = "<h2>All options</h2><dl><dt>-n<dd>number</dl><h2>Usage</h2><pre>feed -n 3</pre>";
        assert_eq!(taken(&format!("<div>{PROSE}{PROSE}{options}</div>"))[0], "All options");
        assert_eq!(taken(&format!("<div>{PROSE}{PROSE}{options}</div>")).last().unwrap(), "feed -n 3");
        assert_eq!(taken(&format!("<div>{PROSE}{PROSE}<h2>Comments</h2><p>Nice.</p></div>")), [] as [&str; 0]);
    }
}
