//! Domain schemas: what the objects of a domain have, and how to recognise it (AMBER 2.2, definition 1, and 4).

pub(crate) mod domains;
pub(crate) mod file;
pub(crate) mod gazetteer;
pub(crate) mod value;

use regex::Regex;

use crate::error::Error;
use crate::objects::schema::gazetteer::{CaseRule, Gazetteer, Gazetteers};

/// A domain schema, ready to annotate with. [`parse`](Schema::parse) reads one from its file.
#[derive(Clone, Debug)]
pub struct Schema {
    /// The name of the domain.
    pub name: String,
    /// What one object is called.
    pub object: String,
    /// The attribute types.
    pub attributes: Vec<Attribute>,
    /// The attributes that may be the pivot, in order of preference; the one that covers most objects wins.
    pub pivots: Vec<usize>,
    /// Pairs of attributes no value of which can be of both.
    pub disjoint: Vec<(usize, usize)>,
    /// The thresholds of the method.
    pub thresholds: Thresholds,
    /// The terms of all gazetteers, ready to search.
    pub gazetteers: Gazetteers,
}

/// An attribute type.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The name, unique in the schema.
    pub name: String,
    /// Whether nearly every object has it (Σ_R), rather than some (Σ_O).
    pub regular: bool,
    /// What its values are.
    pub value: ValueKind,
    /// How its values are recognised.
    pub annotators: Vec<Annotator>,
    /// Its gazetteers: name, terms and case rule. Their terms are in [`Schema::gazetteers`] as well.
    pub term_lists: Vec<Gazetteer>,
    /// Texts that these find something in hold no value.
    pub unless: Vec<Regex>,
    /// Words right before a value that make it none: "save" before an amount.
    pub not_after: Vec<String>,
    /// Words right behind a value that make it none: "off", "per month".
    pub not_before: Vec<String>,
    /// Words right before a value, or in the name of its column, that make it a last resort: "from", "used".
    pub rather_not_after: Vec<String>,
    /// What the value is of an item that has one: all of its text, or what was recognised in it.
    pub whole: bool,
    /// Whether an object may have several values.
    pub multiple: bool,
    /// Whether values differ from object to object, as titles do and badges do not.
    pub distinct: bool,
    /// Which of several positions that hold values is the attribute's.
    pub choose: Choice,
    /// An attribute whose numbers are lower, beside it in a record: an old price is one where a lower price stands by it.
    pub above: Option<usize>,
    /// Struck-out text: ignored, or the only place of values, or like any other.
    pub struck: Struck,
    /// Units of numbers.
    pub units: Vec<String>,
    /// What pages may call it: headers of tables, labels, names of microdata and classes. In small letters.
    pub labels: Vec<String>,
}

/// Which of several positions in a record is the attribute's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// The first (AMBER 2.1, A1: relevant attributes appear early).
    #[default]
    First,
    /// The one with the lower numbers: of two prices, the present one.
    Lowest,
    /// The one with the higher numbers.
    Highest,
    /// The one with the longer texts.
    Longest,
}

/// What struck-out text is to an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Struck {
    /// Like any other text.
    #[default]
    Any,
    /// No value.
    Never,
    /// The only place of values.
    Only,
}

/// What the values of an attribute are, which decides how they are normalised.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ValueKind {
    /// Text.
    #[default]
    Text,
    /// An amount with a currency.
    Price,
    /// A number, with or without a unit.
    Number,
    /// A day, or a point in time.
    Date,
    /// A mark on a scale.
    Rating,
    /// A postcode.
    Postcode,
    /// A telephone number.
    Phone,
    /// The target of a link.
    Url,
    /// The source of an image.
    Image,
}

/// What recognises values without any list of terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Recogniser {
    /// An amount with a currency.
    Price,
    /// A number with one of the attribute's units; without units, a text that is a number.
    Number,
    /// A date.
    Date,
    /// A mark on a scale.
    Rating,
    /// A postcode.
    Postcode,
    /// A telephone number.
    Phone,
    /// A link, or a text that is an address.
    Url,
    /// An image.
    Image,
    /// A text in a heading.
    Heading,
    /// A text in a link.
    LinkText,
}

/// One way to recognise values of an attribute.
#[derive(Clone, Debug)]
pub enum Annotator {
    /// A built-in recogniser.
    Recogniser(Recogniser),
    /// A pattern; its first group is the value if it has one. Matches in linear time.
    Pattern(Regex),
    /// Microdata: the `itemprop` of an element.
    Property(String),
}

/// The thresholds of the method; the defaults are the paper's (6.1).
#[derive(Clone, Copy, PartialEq, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Thresholds {
    /// Θ^depth of data areas: levels that pivot nodes may differ by. Default 1.
    pub depth: u32,
    /// Θ^dist: how far path lengths between pivot nodes may differ. Default 2.
    pub distance: u32,
    /// Θ^infer of regular attributes: the support from which values are inferred. Default 0.5.
    pub infer_regular: f64,
    /// Θ^infer of optional attributes. Default 0.5.
    pub infer_optional: f64,
    /// Θ^keep of regular attributes: the support from which annotations are kept. Default 0.
    pub keep_regular: f64,
    /// Θ^keep of optional attributes. Default 0.2.
    pub keep_optional: f64,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds {
            depth: 1,
            distance: 2,
            infer_regular: 0.5,
            infer_optional: 0.5,
            keep_regular: 0.0,
            keep_optional: 0.2,
        }
    }
}

impl Thresholds {
    /// (Θ^infer, Θ^keep) of an attribute.
    pub fn of(&self, attribute: &Attribute) -> (f64, f64) {
        if attribute.regular {
            (self.infer_regular, self.keep_regular)
        } else {
            (self.infer_optional, self.keep_optional)
        }
    }
}

impl Schema {
    /// Reads a schema. `read` is asked for the text of each gazetteer by the name it has in the file.
    ///
    /// # Errors
    /// [`Error::BadSchema`] with line and column, and what was expected.
    pub fn parse(text: &str, read: &mut dyn FnMut(&str) -> Result<String, String>) -> Result<Schema, Error> {
        crate::objects::schema::file::parse(text, read)
    }

    /// The attribute of a name.
    pub fn attribute(&self, name: &str) -> Option<usize> {
        self.attributes.iter().position(|a| a.name == name)
    }

    /// Whether two attributes cannot be of one value.
    pub fn are_disjoint(&self, a: usize, b: usize) -> bool {
        self.disjoint.contains(&(a.min(b), a.max(b)))
    }

    /// Replaces the terms of an attribute by a single list, as learning does.
    pub fn set_terms(&mut self, attribute: usize, terms: Vec<String>) {
        let Some(target) = self.attributes.get_mut(attribute) else { return };
        let case = target.term_lists.first().map_or(CaseRule::Smart, |g| g.case);
        target.term_lists = vec![Gazetteer { name: format!("{}.txt", target.name), terms, case }];
        self.gazetteers = Gazetteers::of(&self.attributes);
    }
}

/// A price, a place known by a gazetteer, and a number of beds.
#[cfg(test)]
pub(crate) fn test_schema() -> Schema {
    let text = "name = 'flats'\npivots = ['price']\n\
        [[attribute]]\nname = 'price'\nregular = true\nvalue = 'price'\nrecognise = ['price']\n\
        [[attribute]]\nname = 'place'\nregular = true\ngazetteers = ['places.txt']\nwhole = true\n\
        [[attribute]]\nname = 'beds'\nvalue = 'number'\nrecognise = ['number']\nunits = ['bed', 'beds']\n";
    Schema::parse(text, &mut |_| Ok("Oxford\nBath\nWells\nRye\nDeal".to_owned())).expect("a schema")
}
