//! The attribute types of a schema, and how their values are recognised and chosen.

use regex::Regex;

use crate::objects::schema::gazetteer::Gazetteer;
use crate::types::Role;
use crate::types::ValueKind;

/// An attribute type.
#[derive(Clone, Debug)]
pub struct Attribute {
    /// The name, unique in the schema.
    pub name: String,
    /// Whether nearly every object has it (Σ_R), rather than only some (Σ_O).
    pub regular: bool,
    /// The kind of its values.
    pub value: ValueKind,
    /// How its values are recognised.
    pub annotators: Vec<Annotator>,
    /// Its gazetteers: name, terms and case rule. The terms are also in
    /// [`Schema::gazetteers`](crate::objects::Schema::gazetteers).
    pub term_lists: Vec<Gazetteer>,
    /// Texts in which these patterns match hold no value.
    pub unless: Vec<Regex>,
    /// Words directly before a value that rule it out: "save" before an amount.
    pub not_after: Vec<String>,
    /// Words directly after a value that rule it out: "off", "per month".
    pub not_before: Vec<String>,
    /// Words directly before a value, or in the name of its column, because of which it is used only if there is no
    /// other: "from", "used".
    pub rather_not_after: Vec<String>,
    /// Which part of an item with a value is the value: all of its text, or what was recognised in it.
    pub whole: bool,
    /// Whether an object may have several values.
    pub multiple: bool,
    /// Whether values differ from object to object, as titles do and badges do not.
    pub distinct: bool,
    /// Which of several positions with values is used.
    pub choose: Choice,
    /// An attribute whose numbers must be lower than this one's in the same record: a price is an old price if a lower
    /// one is next to it.
    pub above: Option<usize>,
    /// How struck-out text is treated: ignored, the only place of values, or like any other.
    pub struck: Struck,
    /// Units of numbers.
    pub units: Vec<String>,
    /// Names that pages may have for it, in lower case: in table headers, labels, microdata and classes.
    pub labels: Vec<String>,
    /// The role of columns with its values: what they mean judging by position, look and variety, in any language.
    pub role: Option<Role>,
    /// Words of which one must be directly before or after a value: "plot" next to an area of land.
    pub near: Vec<String>,
}

/// Which of several positions in a record is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    /// The first (AMBER 2.1, A1: relevant attributes appear early).
    #[default]
    First,
    /// The one with the lower numbers: of two prices, the current one.
    Lowest,
    /// The one with the higher numbers.
    Highest,
    /// The one with the longer texts.
    Longest,
}

/// How an attribute treats struck-out text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Struck {
    /// Like any other text.
    #[default]
    Any,
    /// Struck-out text holds no value.
    Never,
    /// Only struck-out text holds values.
    Only,
}

/// Recognisers of values that need no list of terms.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Serialize, serde::Deserialize)]
#[non_exhaustive]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Recogniser {
    /// An amount with a currency.
    Price,
    /// A number with one of the attribute's units; without units, a text that is a number.
    Number,
    /// A date.
    Date,
    /// A rating on a scale.
    Rating,
    /// A text that names a place in the world.
    Place,
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
    /// A pattern; the value is its first group, if it has one. Matching takes linear time.
    Pattern(Regex),
    /// Microdata: the `itemprop` of an element.
    Property(String),
}

/// The thresholds of the method. The defaults are those of the paper (6.1, and 4 for `noise`).
#[derive(Clone, Copy, PartialEq, Debug, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct Thresholds {
    /// Θ^depth of data areas: by how many levels pivot nodes may differ. Default 1.
    pub depth: u32,
    /// Θ^dist: by how much path lengths between pivot nodes may differ. Default 2.
    pub distance: u32,
    /// Which depths and path lengths are consistent with Θ^depth and Θ^dist.
    pub spread: Spread,
    /// Θ^infer of regular attributes: the support from which values are inferred. Default 0.5.
    pub infer_regular: f64,
    /// Θ^infer of optional attributes. Default 0.5.
    pub infer_optional: f64,
    /// Θ^keep of regular attributes: the support from which annotations are kept. Default 0.
    pub keep_regular: f64,
    /// Θ^keep of optional attributes. Default 0.2.
    pub keep_optional: f64,
    /// Θ of learning: a term is dropped once the evidence against it is this many times the evidence for it. Default
    /// 1.5.
    pub noise: f64,
}

/// The width that a range of depths or path lengths may have. The paper has all three.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, serde::Deserialize)]
#[non_exhaustive]
#[serde(rename_all = "kebab-case")]
pub enum Spread {
    /// 2Θ: all values are k ± Θ for some k, as (M4) and (M5) define it.
    #[default]
    Definition,
    /// Θ: as the running example counts (4 and 6 are too far apart for Θ = 1, section 3.6).
    RunningExample,
    /// Less than Θ: algorithm 2 as printed, line 8.
    Printed,
}

impl Default for Thresholds {
    fn default() -> Self {
        Thresholds {
            depth: 1,
            distance: 2,
            spread: Spread::Definition,
            infer_regular: 0.5,
            infer_optional: 0.5,
            keep_regular: 0.0,
            keep_optional: 0.2,
            noise: 1.5,
        }
    }
}

impl Thresholds {
    /// Sets a threshold by its name in schema files: `depth=2`, `spread=printed`.
    ///
    /// ```
    /// use rowsmith::schema::{Spread, Thresholds};
    /// let mut thresholds = Thresholds::default();
    /// thresholds.set("spread=printed")?;
    /// thresholds.set("infer_regular=0.4")?;
    /// assert_eq!((thresholds.spread, thresholds.infer_regular), (Spread::Printed, 0.4));
    /// assert!(thresholds.set("keep_regular=2").is_err());
    /// # Ok::<(), String>(())
    /// ```
    ///
    /// # Errors
    /// What was expected, if the name or the value is invalid, or if the thresholds together make no sense. In that
    /// case nothing is set.
    pub fn set(&mut self, setting: &str) -> Result<(), String> {
        let (name, value) =
            setting.split_once('=').ok_or_else(|| format!("'{setting}' is not a setting; expected NAME=VALUE"))?;
        let (name, value) = (name.trim(), value.trim());
        let whole = || value.parse::<u32>().map_err(|_| format!("{name} is '{value}'; expected a whole number"));
        let real = || value.parse::<f64>().map_err(|_| format!("{name} is '{value}'; expected a number"));
        let mut changed = *self;
        match name {
            "depth" => changed.depth = whole()?,
            "distance" => changed.distance = whole()?,
            "spread" => {
                changed.spread = match value {
                    "definition" => Spread::Definition,
                    "running-example" => Spread::RunningExample,
                    "printed" => Spread::Printed,
                    _ => return Err(format!("spread is '{value}'; expected definition, running-example or printed")),
                }
            }
            "infer_regular" => changed.infer_regular = real()?,
            "infer_optional" => changed.infer_optional = real()?,
            "keep_regular" => changed.keep_regular = real()?,
            "keep_optional" => changed.keep_optional = real()?,
            "noise" => changed.noise = real()?,
            _ => {
                return Err(format!(
                    "no threshold '{name}'; expected depth, distance, spread, infer_regular, infer_optional, \
                     keep_regular, keep_optional or noise"
                ));
            }
        }
        match changed.problem() {
            Some(problem) => Err(problem),
            None => {
                *self = changed;
                Ok(())
            }
        }
    }

    /// What is wrong with them, if anything.
    pub(crate) fn problem(&self) -> Option<String> {
        let shares = [
            ("infer_regular", self.infer_regular),
            ("infer_optional", self.infer_optional),
            ("keep_regular", self.keep_regular),
            ("keep_optional", self.keep_optional),
        ];
        if let Some((name, share)) = shares.into_iter().find(|(_, share)| !(0.0..=1.0).contains(share)) {
            return Some(format!("{name} is {share}; expected a share from 0 to 1"));
        }
        if self.keep_regular > self.infer_regular || self.keep_optional > self.infer_optional {
            return Some(
                "annotations are kept at a lower support than values are inferred; expected keep <= infer".to_owned(),
            );
        }
        (!self.noise.is_finite() || self.noise <= 0.0)
            .then(|| format!("noise is {}; expected a number above 0", self.noise))
    }
}
