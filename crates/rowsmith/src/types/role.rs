//! What columns mean to a person who reads the table.

use serde::{Deserialize, Serialize};

use crate::types::ColumnKind;

macro_rules! roles {
    ($($(#[doc = $doc:literal])* $role:ident $name:literal $kind:ident $topic:literal,)*) => {
        /// What a column means to a person who reads the table. The column is named after it. `docs/COLUMNS.md`
        /// documents each role with an example.
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize, Deserialize)]
        #[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
        #[serde(rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum Role { $($(#[doc = $doc])* $role,)* }

        impl Role {
            /// All roles, in the order in which people look for them in a table.
            pub const ALL: &'static [Role] = &[$(Role::$role),*];

            /// The name of the role, which its columns get: `old_price`.
            ///
            /// ```
            /// use rowsmith::types::Role;
            ///
            /// assert_eq!((Role::Title.name(), Role::OldPrice.name()), ("title", "old_price"));
            /// ```
            pub fn name(self) -> &'static str {
                match self { $(Role::$role => $name),* }
            }

            /// Its place in [`Role::ALL`].
            pub(crate) fn index(self) -> usize {
                self as usize
            }

            /// What the items of a column with this role are taken from.
            ///
            /// ```
            /// use rowsmith::types::{ColumnKind, Role};
            ///
            /// assert_eq!((Role::Url.kind(), Role::Image.kind()), (ColumnKind::Link, ColumnKind::Image));
            /// assert_eq!(Role::Price.kind(), ColumnKind::Text);
            /// ```
            pub fn kind(self) -> ColumnKind {
                match self { $(Role::$role => ColumnKind::$kind),* }
            }

            /// A role whose words also speak of this one: a number of reviews is found next to the rating.
            pub(crate) fn related_topic(self) -> Option<&'static str> {
                match self {
                    Role::Price => Some("sale"),
                    Role::OldPrice => Some("price"),
                    Role::Reviews => Some("rating"),
                    Role::Comments => Some("replies"),
                    Role::Brand => Some("seller"),
                    Role::Author => Some("avatar"),
                    Role::Date => Some("last"),
                    Role::Location => Some("seller"),
                    _ => None,
                }
            }

            /// The topic of the words that speak of this role, in names of markup and in labels.
            pub(crate) fn topic(self) -> &'static str {
                match self { $(Role::$role => $topic),* }
            }
        }
    };
}

roles! {
    /// What the record is called.
    Title "title" Text "title",
    /// The link to the record's own page.
    Url "url" Link "link",
    /// The record's picture.
    Image "image" Image "image",
    /// The price to be paid.
    Price "price" Text "price",
    /// An earlier price, or the price that others charge.
    OldPrice "old_price" Text "old price",
    /// When it was published or takes place.
    Date "date" Text "date",
    /// Who wrote it.
    Author "author" Text "author",
    /// What is said about it, or what somebody said.
    Text "text" Text "text",
    /// How people rate it.
    Rating "rating" Text "rating",
    /// How many people rated it.
    Reviews "reviews" Text "reviews",
    /// Its number or rank in the list.
    Number "number" Text "number",
    /// How many answers it has.
    Replies "replies" Text "replies",
    /// How often it was viewed.
    Views "views" Text "views",
    /// How many comments it has.
    Comments "comments" Text "comments",
    /// Points, votes, likes.
    Score "score" Text "score",
    /// Where it is or takes place.
    Location "location" Text "location",
    /// What sort of thing it is: section, genre, tags.
    Category "category" Text "category",
    /// The brand of a product.
    Brand "brand" Text "brand",
    /// Who sells or offers it: a shop, a dealer, an employer.
    Seller "seller" Text "seller",
    /// Whether it is available.
    Availability "availability" Text "availability",
    /// The seller's identifier for it.
    Sku "sku" Text "identifier",
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_role_is_written_as_its_column_is_called() {
        for role in Role::ALL {
            assert_eq!(serde_json::to_value(role).unwrap(), serde_json::json!(role.name()));
            assert_eq!(Role::ALL[role.index()], *role);
        }
    }
}
