//! Domain schemas: what attributes the objects of a domain have, and how to recognise them (AMBER 2.2, definition 1,
//! and 4).

pub(crate) mod attribute;
pub(crate) mod domain_schema;
pub use attribute::{Annotator, Attribute, Choice, Recogniser, Spread, Struck, Thresholds};
pub use domain_schema::Schema;
pub(crate) mod domains;
pub(crate) mod file;
pub(crate) mod gazetteer;
pub(crate) mod rewrite;
pub(crate) mod value;

/// A price, a place known to a gazetteer, and a number of beds.
#[cfg(test)]
pub(crate) fn test_schema() -> Schema {
    let text = "name = 'flats'\npivots = ['price']\n\
        [[attribute]]\nname = 'price'\nregular = true\nvalue = 'price'\nrecognise = ['price']\n\
        [[attribute]]\nname = 'place'\nregular = true\ngazetteers = ['places.txt']\nwhole = true\n\
        [[attribute]]\nname = 'beds'\nvalue = 'number'\nrecognise = ['number']\nunits = ['bed', 'beds']\n";
    Schema::parse(text, &mut |_| Ok("Oxford\nBath\nWells\nRye\nDeal".to_owned())).expect("a schema")
}
