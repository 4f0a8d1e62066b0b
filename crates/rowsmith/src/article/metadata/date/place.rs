//! Where a page states a date.

use crate::article::metadata::sources::Source;

/// A place in which a page states a date. The order is that of the features of [`Place::ALL`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// JSON-LD of the page's article or other main object: its publication.
    JsonLd,
    /// JSON-LD about the page as such.
    JsonLdPage,
    /// `article:published_time` and its kin.
    OpenGraph,
    /// Meta elements of publishing systems and libraries.
    Catalogue,
    /// Any other meta element for the publication.
    Meta,
    /// `itemprop=datePublished`.
    Microdata,
    /// JSON-LD: when it was changed.
    JsonLdModified,
    /// A meta element that says when it was changed.
    MetaModified,
    /// `itemprop=dateModified`.
    MicrodataModified,
    /// A meta element whose name speaks of a date, without saying which.
    OtherMeta,
    /// The `<title>`, or the title for other sites.
    Title,
    /// The page's own address.
    Address,
    /// A `<time>`.
    Time,
    /// Another attribute: `title` of an abbreviation, `data-…`.
    Attribute,
    /// A text of the page.
    Text,
}

impl Place {
    /// All places with their names, in order.
    pub const ALL: [(Place, &'static str); 15] = [
        (Place::JsonLd, "json_ld"),
        (Place::JsonLdPage, "json_ld_page"),
        (Place::OpenGraph, "open_graph"),
        (Place::Catalogue, "catalogue"),
        (Place::Meta, "meta"),
        (Place::Microdata, "microdata"),
        (Place::JsonLdModified, "json_ld_modified"),
        (Place::MetaModified, "meta_modified"),
        (Place::MicrodataModified, "microdata_modified"),
        (Place::OtherMeta, "other_meta"),
        (Place::Title, "title"),
        (Place::Address, "address"),
        (Place::Time, "time"),
        (Place::Attribute, "attribute"),
        (Place::Text, "text"),
    ];

    /// The number of places.
    pub const COUNT: usize = Place::ALL.len();

    /// The place of a date of publication that [`Sources`](crate::article::metadata::sources::Sources) found.
    pub fn of(source: Source) -> Option<Place> {
        Some(match source {
            Source::JsonLd => Place::JsonLd,
            Source::JsonLdPage => Place::JsonLdPage,
            Source::OpenGraph => Place::OpenGraph,
            Source::Catalogue => Place::Catalogue,
            Source::Meta => Place::Meta,
            Source::Microdata => Place::Microdata,
            Source::Marked => Place::Time,
            Source::Title | Source::Heading | Source::Class => return None,
        })
    }

    /// Its number in [`Place::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether the page declares there when it was published.
    pub const fn declares_publication(self) -> bool {
        matches!(
            self,
            Place::JsonLd | Place::JsonLdPage | Place::OpenGraph | Place::Catalogue | Place::Meta | Place::Microdata
        )
    }

    /// Whether the page declares there when it was changed.
    pub const fn declares_change(self) -> bool {
        matches!(self, Place::JsonLdModified | Place::MetaModified | Place::MicrodataModified)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_stand_in_their_order() {
        assert!(Place::ALL.iter().enumerate().all(|(at, (place, _))| place.index() == at));
    }
}
