//! The attribute types of a schema, and how their values are recognised and chosen.

use regex::Regex;

use crate::objects::schema::gazetteer::Gazetteer;
use crate::types::ValueKind;
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
    /// Its gazetteers: name, terms and case rule. Their terms are in [`Schema::gazetteers`](crate::objects::Schema::gazetteers) as well.
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
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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

/// What recognises values without any list of terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
