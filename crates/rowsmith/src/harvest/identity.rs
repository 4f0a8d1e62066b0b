//! What of a link identifies what it leads to: not where the visitor comes from, who that is, or where on a list the link stood.

use std::collections::BTreeSet;

use url::Url;

use crate::harvest::address::compared;

/// Keys of a query by which sites and advertisers follow visitors. None of them decides what a page shows.
const TRACKING: &[&str] = &[
    "_ga",
    "_gl",
    "_hsenc",
    "_hsmi",
    "cmpid",
    "dclid",
    "fbclid",
    "gbraid",
    "gclid",
    "gclsrc",
    "igsh",
    "igshid",
    "li_fat_id",
    "mc_cid",
    "mc_eid",
    "mkt_tok",
    "msclkid",
    "oly_anon_id",
    "oly_enc_id",
    "ref_src",
    "srsltid",
    "trackingid",
    "tracking_id",
    "ttclid",
    "twclid",
    "vero_id",
    "wbraid",
    "yclid",
    "ysclid",
];
/// How such keys begin.
const TRACKING_FAMILIES: &[&str] = &["hsa_", "mtm_", "pd_rd_", "pf_rd_", "piwik_", "pk_", "utm_"];
/// Keys of a visit, in the query or behind a semicolon in the path.
const SESSION: &[&str] =
    &["cfid", "cftoken", "jsessionid", "oscsid", "phpsessid", "sessid", "session_id", "sessionid", "zenid"];
/// How such keys begin.
const SESSION_FAMILIES: &[&str] = &["aspsessionid"];
/// Keys that say where on a list a link stood, or by which search it was found, unless they are what a site calls its records by.
const PLACES: &[&str] = &[
    "idx",
    "impression_id",
    "impressionid",
    "item_position",
    "itempos",
    "list_pos",
    "list_position",
    "listpos",
    "pos",
    "position",
    "qid",
    "query_id",
    "queryid",
    "rank",
    "ref",
    "request_id",
    "requestid",
    "search_id",
    "searchid",
    "sid",
    "slot",
    "sr",
];
/// Places are left out if at least this share of the addresses still differ without them.
const STILL_DIFFERENT: f64 = 0.9;

/// How addresses are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Identity {
    /// Without what tells of a visitor.
    Plain,
    /// Also without what tells of the place on a list.
    Placeless,
}

/// How many addresses differ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Different {
    plain: usize,
    placeless: usize,
}

impl Different {
    /// How these addresses are compared: without their places, provided that something else tells the records apart.
    pub(super) fn identity(self) -> Identity {
        match self.placeless as f64 >= STILL_DIFFERENT * self.plain as f64 {
            true => Identity::Placeless,
            false => Identity::Plain,
        }
    }

    /// Whether nothing but their places tells most of them apart, so that these are what a site calls its records by.
    pub(super) fn is_by_place(self) -> bool {
        self.plain >= 2 && self.placeless * 2 <= self.plain
    }
}

impl Identity {
    /// How many different addresses these are, one of each record, with and without their places.
    pub(super) fn different<'t>(addresses: impl Iterator<Item = &'t str>) -> Different {
        let (mut plain, mut placeless) = (BTreeSet::new(), BTreeSet::new());
        for address in addresses {
            plain.insert(Identity::Plain.of(address));
            placeless.insert(Identity::Placeless.of(address));
        }
        Different { plain: plain.len(), placeless: placeless.len() }
    }

    /// What identifies what an address leads to; another text is itself.
    pub(super) fn of(self, address: &str) -> String {
        let known = compared(address);
        // nothing to leave out, as in most addresses
        if !known.contains(['?', ';']) {
            return known;
        }
        match Url::parse(&known) {
            Ok(url) if matches!(url.scheme(), "http" | "https") => self.reduced(url),
            _ => known,
        }
    }

    fn reduced(self, mut url: Url) -> String {
        let path: Vec<String> = url.path().split('/').map(|segment| without_session(segment).to_owned()).collect();
        url.set_path(&path.join("/"));
        // the other keys stay as they are written
        let kept: Vec<&str> =
            url.query().into_iter().flat_map(|query| query.split('&')).filter(|pair| self.tells(pair)).collect();
        let kept = kept.join("&");
        url.set_query(Some(kept.as_str()).filter(|query| !query.is_empty()));
        url.into()
    }

    /// Whether a key of a query, with its value, may identify something.
    fn tells(self, pair: &str) -> bool {
        let key = pair.split('=').next().unwrap_or_default().to_ascii_lowercase();
        let is_of_place = self == Identity::Placeless && PLACES.contains(&key.as_str());
        !is_of_visitor(&key) && !is_of_place
    }
}

fn is_of_visitor(key: &str) -> bool {
    let mut families = TRACKING_FAMILIES.iter().chain(SESSION_FAMILIES);
    TRACKING.contains(&key) || SESSION.contains(&key) || families.any(|family| key.starts_with(family))
}

/// A segment of a path without the visit behind it (`item;jsessionid=4F2`).
fn without_session(segment: &str) -> &str {
    let begins = segment.match_indices(';').find(|(at, _)| {
        let key = segment[at + 1..].split(['=', ';']).next().unwrap_or_default();
        SESSION.contains(&key.to_ascii_lowercase().as_str())
    });
    begins.map_or(segment, |(at, _)| &segment[..at])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn visitors_are_left_out_of_an_address_and_everything_else_stays() {
        let of = |address: &str| Identity::Plain.of(&format!("https://x.example/{address}"));
        for same in [
            "lamp?id=7&utm_source=mail&utm_medium=x#top",
            "lamp?UTM_Campaign=spring&id=7&fbclid=Iw",
            "lamp;jsessionid=4F2?id=7",
            "lamp?PHPSESSID=ab12&id=7",
        ] {
            assert_eq!(of(same), "https://x.example/lamp?id=7", "{same}");
        }
        for kept in ["lamp?id=7&position=3", "lamp?q=utm_source", "lamp;v=2?id=%7e7&id=a+b", "lamp?id", "lamp"] {
            assert_eq!(of(kept), format!("https://x.example/{kept}"));
        }
        assert_eq!(of("?gclid=1"), "https://x.example/");
        for text in ["Is it red? Or blue; who knows", "mailto:a@x.example?utm_source=b", "/lamp?utm_source=b"] {
            assert_eq!(Identity::Placeless.of(text), compared(text));
        }
    }

    #[test]
    fn a_place_on_a_list_is_left_out_unless_it_is_what_tells_records_apart() {
        let telling = |paths: &[&str]| {
            let addresses: Vec<String> = paths.iter().map(|path| format!("https://x.example/{path}")).collect();
            Identity::different(addresses.iter().map(String::as_str)).identity()
        };
        assert_eq!(telling(&["a?position=1", "b?position=2"]), Identity::Placeless);
        assert_eq!(telling(&["job?position=4711", "job?position=4712"]), Identity::Plain);
        assert_eq!(Identity::Placeless.of("https://x.example/a?position=1&size=2"), "https://x.example/a?size=2");
    }
}
