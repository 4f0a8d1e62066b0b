//! The next page of a list whose pages are turned by a form in place of links: a button that says "next" with hidden fields, or a
//! menu of page numbers. What such a form asks for is an address like others.

use url::Url;

use super::Known;
use super::address::{Change, Parts, change, is_page_name, turned};
use super::words::says;
use crate::dom::{AttrName, Document, NodeId, Tag, line};

/// The most menus that are looked at: for each, the whole form around it may be.
const MOST_MENUS: usize = 50;
/// The most entries of a menu that are looked at.
const MOST_ENTRIES: usize = 2_000;

/// The address of the next page by the first form that turns the pages of this one; `None` if the page's own address is unknown, since
/// then nothing tells such a form from a search. Takes linear time.
pub(super) fn next_by_form(document: &Document, known: Known<'_>) -> Option<Url> {
    let (base, address) = (known.base?, known.address?);
    let page = TurnedPage { document, base, address, own: Parts::of(address) };
    let mut forms: Vec<NodeId> = Vec::new();
    let mut menus = 0;
    document.nodes().find_map(|id| match document.tag(id) {
        Tag::FORM => {
            forms.push(id);
            page.next_by_button(id)
        }
        Tag::SELECT if menus < MOST_MENUS => {
            menus += 1;
            page.next_by_menu(id, forms.last().copied().filter(|&form| document.contains(form, id)))
        }
        _ => None,
    })
}

/// A page whose pages a form may turn.
struct TurnedPage<'p> {
    document: &'p Document,
    base: &'p Url,
    address: &'p Url,
    own: Parts,
}

impl TurnedPage<'_> {
    fn next_by_button(&self, form: NodeId) -> Option<Url> {
        let document = self.document;
        let says_next = |&id: &NodeId| {
            let says = match document.tag(id) {
                Tag::INPUT => says(document.attr(id, AttrName::VALUE).unwrap_or_default()),
                Tag::BUTTON => says(&line(document, id, document.end(id))),
                _ => return false,
            };
            says.next && !(says.previous || says.first || says.last)
        };
        document.subtree(form).find(says_next)?;
        let url = self.asked(form, None)?;
        turned(&self.own, &Parts::of(&url)).is_some().then_some(url)
    }

    fn next_by_menu(&self, menu: NodeId, form: Option<NodeId>) -> Option<Url> {
        let document = self.document;
        let entries = document.subtree(menu).filter(|&id| document.tag(id) == Tag::OPTION).take(MOST_ENTRIES);
        let entries: Vec<NodeId> = entries.collect();
        let is_chosen = |&id: &NodeId| document.attr_named(id, "selected").is_some();
        let at = entries.iter().position(is_chosen).unwrap_or(0);
        let (current, next) = (*entries.get(at)?, *entries.get(at + 1)?);
        if self.number_of(next)? != self.number_of(current)?.checked_add(1)? {
            return None;
        }
        let value = document.attr(next, AttrName::VALUE)?.trim();
        let is_address = value.starts_with(['/', '?']) || value.starts_with("http");
        let url = if is_address { self.base.join(value).ok()? } else { self.asked(form?, Some((menu, value)))? };
        self.is_page(&url).then_some(url)
    }

    /// Whether an address is that of the page but for the number of a page.
    fn is_page(&self, url: &Url) -> bool {
        let parts = Parts::of(url);
        let by_path =
            matches!(change(&self.own, &parts), Change::Number { named: true, .. } | Change::Added { named: true, .. });
        by_path || turned(&self.own, &parts).is_some_and(is_page_name)
    }

    /// The first number in the text of an entry: "Page 2 of 4".
    fn number_of(&self, entry: NodeId) -> Option<u32> {
        let text = line(self.document, entry, self.document.end(entry));
        let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
        digits.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
    }

    /// The address that a form asks for, with another value of one of its menus; `None` of one that sends something.
    fn asked(&self, form: NodeId, chosen: Option<(NodeId, &str)>) -> Option<Url> {
        let document = self.document;
        let attr = |id, name| document.attr_named(id, name);
        if attr(form, "method").is_some_and(|method| !method.eq_ignore_ascii_case("get")) {
            return None;
        }
        let action = attr(form, "action").map(str::trim).filter(|action| !action.is_empty());
        let mut url = action.map_or_else(|| Some(self.address.clone()), |action| self.base.join(action).ok())?;
        let value_of = |id: NodeId| match chosen {
            Some((menu, value)) if menu == id => Some(value),
            _ if document.tag(id) == Tag::SELECT => {
                let mut entries = document.subtree(id).take(MOST_ENTRIES);
                document.attr(entries.find(|&entry| attr(entry, "selected").is_some())?, AttrName::VALUE)
            }
            _ if document.tag(id) == Tag::INPUT => match attr(id, "type").unwrap_or_default() {
                "submit" | "button" | "image" | "reset" => None,
                "checkbox" | "radio" if attr(id, "checked").is_none() => None,
                _ => document.attr(id, AttrName::VALUE),
            },
            _ => None,
        };
        let fields = document.subtree(form).filter_map(|id| Some((attr(id, "name")?, value_of(id)?)));
        let fields: Vec<(&str, &str)> = fields.filter(|(_, value)| !value.is_empty()).collect();
        url.set_fragment(None);
        url.query_pairs_mut().clear().extend_pairs(fields);
        Some(url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dom::{ParseOptions, parse};

    fn next(form: &str, address: &str) -> Option<String> {
        let document = parse(form.as_bytes(), &ParseOptions::default()).expect("a page");
        let address = Url::parse(address).expect("an address");
        next_by_form(&document, Known { base: Some(&address), address: Some(&address) }).map(String::from)
    }

    #[test]
    fn pages_that_forms_turn() {
        let shop = "http://a.b/lamps";
        let button =
            "<form action=/lamps><input type=hidden name=offset value=8><input type=submit value='Next page'></form>";
        assert_eq!(next(button, shop).as_deref(), Some("http://a.b/lamps?offset=8"));
        let menu = "<form><select name=page><option value=1 selected>1<option value=2>2</select> of 2</form>";
        assert_eq!(next(menu, shop).as_deref(), Some("http://a.b/lamps?page=2"));
        let links = "<select><option value='/lamps?pg=1'>Page 1 of 3<option value='/lamps?pg=2' selected>Page 2 of 3\
                     <option value='/lamps?pg=3'>Page 3 of 3</select>";
        assert_eq!(next(links, "http://a.b/lamps?pg=2").as_deref(), Some("http://a.b/lamps?pg=3"));
    }

    #[test]
    fn no_pages_of_other_forms() {
        let shop = "http://a.b/lamps";
        for form in [
            "<form method=post action=/lamps><input type=hidden name=offset value=8><button>Next</button></form>",
            "<form action=/search><input name=q value=lamp><button>Next</button></form>",
            "<form action=/cart><select name=quantity><option value=1>1<option value=2>2</select></form>",
            "<form><select name=bedrooms><option value=1>1<option value=2>2</select></form>",
            "<form><select name=page><option value=1>1<option value=2 selected>2</select></form>",
        ] {
            assert_eq!(next(form, shop), None, "{form}");
        }
    }
}
