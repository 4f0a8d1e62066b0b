//! What the markup calls the elements of a page: classes, ids and the like. Pages use few of them, each many times, so each
//! is looked at once.

use rustc_hash::FxHashMap;

use crate::dom::{AttrName, Document, NodeId};

/// Further attributes that name elements.
const FURTHER: [&str; 5] = ["data-testid", "data-test", "data-qa", "data-hook", "data-automation-id"];

/// The names of all elements of a page.
#[derive(Debug)]
pub(crate) struct Names {
    /// The different ones; the first is that of elements without any.
    texts: Vec<Box<str>>,
    /// Which of them each node has.
    of: Vec<u32>,
}

/// For which of the names of a page something is so.
#[derive(Debug)]
pub(crate) struct Called(Vec<bool>);

impl Names {
    /// Gathers the names. Takes time linear in the page.
    pub(crate) fn new(document: &Document) -> Names {
        let further: Vec<AttrName> = FURTHER.iter().filter_map(|name| document.find_attr(name)).collect();
        let mut numbers: FxHashMap<Box<str>, u32> = FxHashMap::default();
        let mut names = Names { texts: vec!["".into()], of: vec![0; document.len()] };
        let mut text = String::new();
        for id in document.nodes().filter(|&id| !document.is_text(id)) {
            text.clear();
            for &name in [AttrName::CLASS, AttrName::ID, AttrName::ITEMPROP].iter().chain(&further) {
                if let Some(value) = document.attr(id, name) {
                    text.push(' ');
                    text.push_str(value);
                }
            }
            if text.is_empty() {
                continue;
            }
            text.make_ascii_lowercase();
            names.of[id.index()] = match numbers.get(text.as_str()) {
                Some(&number) => number,
                None => {
                    let number = names.texts.len() as u32;
                    names.texts.push(text.as_str().into());
                    numbers.insert(text.as_str().into(), number);
                    number
                }
            };
        }
        names
    }

    /// The classes, the id and the declared property of an element, in lower case.
    pub(crate) fn of(&self, id: NodeId) -> &str {
        &self.texts[self.number(id)]
    }

    /// What comes of each different name.
    pub(crate) fn each<T>(&self, of: impl Fn(&str) -> T) -> Vec<T> {
        self.texts.iter().map(|text| of(text)).collect()
    }

    /// Which of the different names a node has.
    pub(crate) fn number(&self, id: NodeId) -> usize {
        self.of[id.index()] as usize
    }

    /// Looks at each different name once.
    pub(crate) fn which(&self, is: impl Fn(&str) -> bool) -> Called {
        Called(self.each(|text| !text.is_empty() && is(text)))
    }

    /// Whether it is so for the name of an element.
    pub(crate) fn is(&self, id: NodeId, called: &Called) -> bool {
        called.0[self.number(id)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, Tag, parse};

    #[test]
    fn the_names_of_elements() {
        let html = b"<p class=Card id=A>1<p itemprop=name data-qa=x>2<p>3<p class=Card id=A>4";
        let page = parse(html, &ParseOptions::default()).expect("parses");
        let names = Names::new(&page);
        let paragraphs: Vec<NodeId> = page.nodes().filter(|&id| page.tag(id) == Tag::P).collect();
        let of: Vec<&str> = paragraphs.iter().map(|&id| names.of(id)).collect();
        assert_eq!(of, [" card a", " name x", "", " card a"]);
        let cards = names.which(|name| name.contains("card"));
        let are: Vec<bool> = paragraphs.iter().map(|&id| names.is(id, &cards)).collect();
        assert_eq!(are, [true, false, false, true]);
    }
}
