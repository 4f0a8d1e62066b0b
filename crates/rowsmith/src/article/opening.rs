//! What a document opens with though it is not among the chosen blocks: the headline some lines above the text, the sentence below
//! it, and the lead picture with its caption.
//!
//! Between headline and text stand author and date, and publishing systems put the text into an element of its own. So what belongs
//! to the document above it is looked for from the headline down.

use std::ops::Range;

use crate::article::blocks::Blocks;
use crate::article::blocks::context::{Context, bit};
use crate::article::fold::fold;
use crate::article::whole::{Whole, has_links_alone};
use crate::dom::{AttrName, Document, NodeId, Tag, line};
use crate::recognize::date::find_date;
use crate::types::Metadata;

/// The most blocks between the headline and the text.
const MOST_BETWEEN: usize = 12;
/// The words of a standfirst.
const STANDFIRST: std::ops::RangeInclusive<usize> = 5..=80;
/// The most blocks of the caption of a lead picture.
const MOST_OF_CAPTION: usize = 3;
/// A picture that is stated to be so wide and so high is none of a person or an icon, and no banner.
const LEAD: (u32, u32) = (400, 200);
/// How far above a picture its figure is looked for.
const MOST_ABOVE: usize = 6;

impl Whole {
    /// Takes the headline, a standfirst directly below it, and the lead picture between it and the text.
    pub(super) fn opening(&mut self, document: &Document, context: &Context, blocks: &Blocks, stated: &Metadata) {
        let Some(((first, _), title)) = self.ends.zip(stated.title.as_deref()) else { return };
        let Some(headline) = self.headline(document, context, blocks, first, title) else { return };
        let Some(body) = (headline + 1..blocks.len()).find(|&at| self.taken[at]) else { return };
        if body - headline > MOST_BETWEEN {
            return;
        }
        let below = headline + 1;
        if below < body && is_standfirst(document, context, blocks, below, stated) {
            self.taken[below] = true;
        }
        let nodes = blocks.list[headline].end.index()..blocks.list[body].first.index();
        if let Some(lead) = self.lead_picture(document, context, nodes, stated) {
            let caption = blocks.range(document, lead);
            if caption.len() <= MOST_OF_CAPTION && !has_links_alone(document, lead) {
                self.taken[caption].fill(true);
            }
            self.lead = Some(lead);
        }
        self.taken[headline] = true;
    }

    /// The block of the headline: the first that was taken, or one not far above it.
    fn headline(
        &self,
        document: &Document,
        context: &Context,
        blocks: &Blocks,
        first: usize,
        title: &str,
    ) -> Option<usize> {
        let title = fold(title);
        let says_title = |&at: &usize| {
            let block = blocks.list[at];
            context.has(block.first, bit::HEADING)
                && !self.is_beside(context, block.first)
                && fold(&line(document, block.first, block.end)) == title
        };
        let taken = (first..blocks.len()).take(MOST_BETWEEN).filter(|&at| self.taken[at]);
        // a headline that is a link is one of another page, or of a list
        let is_link = |&at: &usize| context.has(blocks.list[at].first, bit::LINK);
        let above = || (first.saturating_sub(MOST_BETWEEN)..first).rev().filter(|at| !is_link(at));
        taken.into_iter().find(says_title).or_else(|| above().find(says_title))
    }

    /// The first picture among these nodes that is a figure, large, or the one that the page declares.
    fn lead_picture(
        &self,
        document: &Document,
        context: &Context,
        nodes: Range<usize>,
        stated: &Metadata,
    ) -> Option<NodeId> {
        let pictures = nodes.map(|at| NodeId(at as u32)).filter(|&id| document.tag(id) == Tag::IMG);
        let shown = |&id: &NodeId| !context.has(id, bit::SKIPPED | bit::HIDDEN) && !self.is_beside(context, id);
        pictures.filter(shown).find_map(|id| {
            let mut above = document.ancestors(id).take(MOST_ABOVE);
            if let Some(figure) = above.find(|&a| document.tag(a) == Tag::FIGURE) {
                return Some(figure);
            }
            let leads = is_large(document, id) || is_declared(document, id, stated);
            (leads && !context.has(id, bit::LINK)).then_some(id)
        })
    }
}

/// Whether a block directly below the headline sums up the article: a sentence or more without links and dates, that does not
/// name the author.
fn is_standfirst(document: &Document, context: &Context, blocks: &Blocks, at: usize, stated: &Metadata) -> bool {
    let block = blocks.list[at];
    let text = line(document, block.first, block.end);
    let has_link = (block.first.0..block.end.0).any(|id| context.has(NodeId(id), bit::LINK | bit::BUTTON | bit::TIME));
    let names_author = || {
        let authors = stated.author.as_deref().unwrap_or_default();
        let folded = fold(&text);
        authors.split(", ").map(fold).any(|name| !name.is_empty() && folded.contains(&name))
    };
    matches!(document.tag(block.owner), Tag::P | Tag::H2 | Tag::H3 | Tag::DIV)
        && STANDFIRST.contains(&text.split_whitespace().count())
        && !has_link
        && !context.has(block.first, bit::LIST | bit::FORM | bit::NAV | bit::HIDDEN)
        && find_date(&text).is_none()
        && !names_author()
}

/// Whether a picture is stated to be large.
fn is_large(document: &Document, id: NodeId) -> bool {
    let side = |name| document.attr(id, name).and_then(|side| side.trim().trim_end_matches("px").parse::<u32>().ok());
    let sides = side(AttrName::WIDTH).zip(side(AttrName::HEIGHT));
    sides.is_some_and(|(width, height)| width >= LEAD.0 && height >= LEAD.1)
}

/// Whether a picture is the one that the page declares: the names of their files are the same.
fn is_declared(document: &Document, id: NodeId, stated: &Metadata) -> bool {
    let file =
        |address: &str| address.split(['?', '#']).next().and_then(|path| path.rsplit('/').next()).map(str::to_owned);
    let declared = stated.image.as_deref().and_then(file).filter(|name| !name.is_empty());
    declared.is_some() && document.attr(id, AttrName::SRC).and_then(file) == declared
}

#[cfg(test)]
mod tests {
    use crate::article::blocks::Blocks;
    use crate::article::blocks::context::Context;
    use crate::article::kept::kept;
    use crate::content::{Addresses, Form, MarkdownOptions, Reading, markdown, read};
    use crate::dom::{ParseOptions, parse};
    use crate::types::Metadata;

    /// The Markdown of a page whose paragraphs that begin with "The" are chosen.
    fn opened(html: &str) -> String {
        let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
        let context = Context::new(&document);
        let blocks = Blocks::new(&document, &context);
        let text = |at: usize| crate::dom::line(&document, blocks.list[at].first, blocks.list[at].end);
        let chosen: Vec<usize> = (0..blocks.len()).filter(|&at| text(at).starts_with("The ")).collect();
        let stated = Metadata {
            title: Some("A bridge".to_owned()),
            author: Some("Ann Bloggs".to_owned()),
            ..Metadata::default()
        };
        let kept = kept(&document, &context, &blocks, &chosen, &stated);
        let reading = Reading {
            document: &document,
            addresses: Addresses { base: None },
            title: Some("A bridge"),
            form: Form::Document,
        };
        markdown(&read(reading, kept.whole), MarkdownOptions::default())
    }

    const TEXT: &str = "<div class=content><p>The council voted.</p><p>The ferry stopped.</p></div>";

    #[test]
    fn the_standfirst_below_a_headline_is_kept() {
        let page = |below: &str| opened(&format!("<main><h1>A bridge</h1>{below}<p>By Ann Bloggs</p>{TEXT}</main>"));
        let body = "The council voted.\n\nThe ferry stopped.";
        let standfirst = "Engineers want more tests; residents want a ferry";
        assert_eq!(page(&format!("<p class=dek>{standfirst}</p>")), format!("# A bridge\n\n{standfirst}\n\n{body}"));
        assert_eq!(page("<p>By our own Ann Bloggs of the Herald</p>"), format!("# A bridge\n\n{body}"));
        assert_eq!(page("<p><a href=/x>Read this and more on our pages</a></p>"), format!("# A bridge\n\n{body}"));
    }

    #[test]
    fn the_lead_picture_between_headline_and_text_is_kept() {
        let page = |lead: &str| opened(&format!("<main><h1>A bridge</h1><p>By Ann Bloggs</p>{lead}{TEXT}</main>"));
        let body = "The council voted.\n\nThe ferry stopped.";
        let figure = "<figure><img src=http://x/boat.jpg alt=Boat><figcaption>A boat at low tide</figcaption></figure>";
        assert_eq!(page(figure), format!("# A bridge\n\n![Boat](http://x/boat.jpg)\n\nA boat at low tide\n\n{body}"));
        let large = "<div><img src=http://x/boat.jpg width=1200 height=675></div>";
        assert_eq!(page(large), format!("# A bridge\n\n![](http://x/boat.jpg)\n\n{body}"));
        assert_eq!(page("<img src=http://x/ann.jpg width=48 height=48>"), format!("# A bridge\n\n{body}"));
    }
}
