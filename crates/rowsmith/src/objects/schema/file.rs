//! The file of a schema: TOML, with errors that state the line, the column and what was expected.

use std::ops::Range;

use regex::{Regex, RegexBuilder};
use serde::Deserialize;
use toml::Spanned;

use crate::error::Error;
use crate::objects::schema::attribute::{Annotator, Attribute, Choice, Recogniser, Struck, Thresholds};
use crate::objects::schema::domain_schema::Schema;
use crate::objects::schema::gazetteer::{CaseRule, Gazetteer, Gazetteers};
use crate::types::Role;
use crate::types::ValueKind;

/// The most memory, in bytes, that one compiled pattern may take. Nested bounded repetitions explode here, not when
/// matching, which takes linear time.
const MAX_PATTERN: usize = 1 << 20;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    #[serde(default)]
    object: Option<String>,
    pivots: Spanned<Vec<Spanned<String>>>,
    #[serde(default)]
    disjoint: Vec<Spanned<Vec<Spanned<String>>>>,
    #[serde(default)]
    thresholds: Option<Spanned<Thresholds>>,
    attribute: Spanned<Vec<Entry>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: Spanned<String>,
    #[serde(default)]
    regular: bool,
    #[serde(default)]
    value: ValueKind,
    #[serde(default)]
    recognise: Vec<Recogniser>,
    #[serde(default)]
    patterns: Vec<Spanned<String>>,
    #[serde(default)]
    gazetteers: Vec<Spanned<String>>,
    #[serde(default)]
    properties: Vec<String>,
    #[serde(default)]
    case: CaseRule,
    #[serde(default)]
    unless: Vec<Spanned<String>>,
    #[serde(default)]
    not_after: Vec<String>,
    #[serde(default)]
    not_before: Vec<String>,
    #[serde(default)]
    rather_not_after: Vec<String>,
    #[serde(default)]
    whole: Option<bool>,
    #[serde(default)]
    multiple: bool,
    #[serde(default)]
    distinct: bool,
    #[serde(default)]
    choose: Choice,
    #[serde(default)]
    above: Option<Spanned<String>>,
    #[serde(default)]
    struck: Struck,
    #[serde(default)]
    units: Vec<String>,
    #[serde(default)]
    labels: Vec<String>,
    #[serde(default)]
    role: Option<Role>,
    #[serde(default)]
    near: Vec<String>,
}

/// See [`Schema::parse`].
pub(crate) fn parse(text: &str, read: &mut dyn FnMut(&str) -> Result<String, String>) -> Result<Schema, Error> {
    let file: File = toml::from_str(text).map_err(|error| {
        let message = error.message().trim_end().replace('\n', ", ");
        bad(text, error.span().unwrap_or(text.len()..text.len()), message)
    })?;
    let mut attributes: Vec<Attribute> = Vec::new();
    let entries_at = file.attribute.span();
    let mut above: Vec<(usize, Spanned<String>)> = Vec::new();
    for mut entry in file.attribute.into_inner() {
        let at = entry.name.span();
        let name = entry.name.get_ref().trim();
        if name.is_empty() {
            return Err(bad(
                text,
                at,
                "the name of an attribute is empty; expected a word such as \"price\"".to_owned(),
            ));
        }
        if attributes.iter().any(|a| a.name == name) {
            return Err(bad(text, at, format!("there are two attributes {name:?}; expected different names")));
        }
        above.extend(entry.above.take().map(|other| (attributes.len(), other)));
        attributes.push(attribute(text, entry, read)?);
    }
    if attributes.is_empty() {
        return Err(bad(text, entries_at, "there is no attribute; expected at least one [[attribute]]".to_owned()));
    }
    let find = |name: &Spanned<String>| {
        attributes.iter().position(|a| a.name == *name.get_ref().trim()).ok_or_else(|| {
            let names: Vec<&str> = attributes.iter().map(|a| a.name.as_str()).collect();
            bad(
                text,
                name.span(),
                format!("there is no attribute {:?}; expected one of {}", name.get_ref(), names.join(", ")),
            )
        })
    };
    let mut below = Vec::new();
    for (of, other) in &above {
        let at = find(other)?;
        if at == *of {
            return Err(bad(
                text,
                other.span(),
                "an attribute cannot be above itself; expected another one".to_owned(),
            ));
        }
        below.push((*of, at));
    }
    let pivots = file.pivots.get_ref().iter().map(|name| {
        let pivot = find(name)?;
        if !attributes[pivot].regular {
            let what = format!("the pivot {:?} is optional; expected an attribute with regular = true", name.get_ref());
            return Err(bad(text, name.span(), what));
        }
        Ok(pivot)
    });
    let pivots: Vec<usize> = pivots.collect::<Result<_, Error>>()?;
    if pivots.is_empty() {
        let what = "no pivot; expected the name of a regular attribute that is easy to recognise, such as [\"price\"]";
        return Err(bad(text, file.pivots.span(), what.to_owned()));
    }
    let mut disjoint = Vec::new();
    for group in &file.disjoint {
        let group_of = group.get_ref().iter().map(&find).collect::<Result<Vec<usize>, Error>>()?;
        if group_of.len() < 2 {
            let what = "a group with a single attribute; expected two or more attributes that share no value";
            return Err(bad(text, group.span(), what.to_owned()));
        }
        for (i, &a) in group_of.iter().enumerate() {
            disjoint.extend(group_of[i + 1..].iter().filter(|&&b| a != b).map(|&b| (a.min(b), a.max(b))));
        }
    }
    for (of, at) in below {
        attributes[of].above = Some(at);
    }
    let thresholds = match &file.thresholds {
        Some(given) => check(text, given)?,
        None => Thresholds::default(),
    };
    let object = file.object.unwrap_or_else(|| "object".to_owned());
    let gazetteers = Gazetteers::of(attributes.iter().map(|a| a.term_lists.as_slice()));
    Ok(Schema { name: file.name, object, attributes, pivots, disjoint, thresholds, gazetteers })
}

fn attribute(
    text: &str,
    entry: Entry,
    read: &mut dyn FnMut(&str) -> Result<String, String>,
) -> Result<Attribute, Error> {
    let mut annotators: Vec<Annotator> = entry.recognise.iter().map(|&r| Annotator::Recogniser(r)).collect();
    for pattern in &entry.patterns {
        annotators.push(Annotator::Pattern(compile(text, pattern)?));
    }
    annotators.extend(entry.properties.into_iter().map(Annotator::Property));
    let mut term_lists = Vec::new();
    for name in &entry.gazetteers {
        let terms = read(name.get_ref()).map_err(|why| {
            let what = format!(
                "the gazetteer {:?} cannot be read: {why}; expected a text file with one term per line",
                name.get_ref()
            );
            bad(text, name.span(), what)
        })?;
        term_lists.push(Gazetteer::parse(name.get_ref(), &terms, entry.case));
    }
    if annotators.is_empty() && term_lists.is_empty() && entry.role.is_none() && entry.labels.is_empty() {
        let what = format!(
            "nothing recognises {:?}; expected recognise, patterns, gazetteers, properties, labels or a role",
            entry.name.get_ref()
        );
        return Err(bad(text, entry.name.span(), what));
    }
    let unless = entry.unless.iter().map(|pattern| compile(text, pattern)).collect::<Result<_, Error>>()?;
    Ok(Attribute {
        name: entry.name.get_ref().trim().to_owned(),
        regular: entry.regular,
        value: entry.value,
        annotators,
        term_lists,
        unless,
        not_after: lower(&entry.not_after),
        not_before: lower(&entry.not_before),
        rather_not_after: lower(&entry.rather_not_after),
        // a text is a value as a whole, an amount is a part of a text
        whole: entry.whole.unwrap_or(entry.value.is_address()),
        multiple: entry.multiple,
        distinct: entry.distinct,
        choose: entry.choose,
        above: None,
        struck: entry.struck,
        units: lower(&entry.units),
        labels: lower(&entry.labels),
        role: entry.role,
        near: lower(&entry.near),
    })
}

fn lower(words: &[String]) -> Vec<String> {
    words.iter().map(|word| word.trim().to_lowercase()).filter(|word| !word.is_empty()).collect()
}

fn compile(text: &str, pattern: &Spanned<String>) -> Result<Regex, Error> {
    let built = RegexBuilder::new(pattern.get_ref()).size_limit(MAX_PATTERN).dfa_size_limit(MAX_PATTERN).build();
    built.map_err(|error| {
        let last = error.to_string();
        let why = last.lines().last().unwrap_or_default().trim_start_matches("error: ");
        let what = format!("the pattern {:?} is invalid: {why}; expected a regular expression", pattern.get_ref());
        bad(text, pattern.span(), what)
    })
}

fn check(text: &str, given: &Spanned<Thresholds>) -> Result<Thresholds, Error> {
    match given.get_ref().problem() {
        Some(problem) => Err(bad(text, given.span(), problem)),
        None => Ok(*given.get_ref()),
    }
}

/// The error for a position in the file.
fn bad(text: &str, at: Range<usize>, what: String) -> Error {
    let mut start = at.start.min(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let before = &text[..start];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    Error::BadSchema { line: before.matches('\n').count() + 1, column: before[line_start..].chars().count() + 1, what }
}

impl Schema {
    /// Parses a schema from the text of its file. `read` is called with the name of each gazetteer file and returns its
    /// text.
    ///
    /// # Errors
    /// [`Error::BadSchema`] with the line, the column and what was expected.
    ///
    /// ```
    /// use rowsmith::Error;
    /// use rowsmith::schema::Schema;
    ///
    /// let file = r#"
    ///     name = "flats"
    ///     pivots = ["price"]
    ///     [[attribute]]
    ///     name = "price"
    ///     regular = true
    ///     value = "price"
    ///     recognise = ["price"]
    ///     [[attribute]]
    ///     name = "place"
    ///     gazetteers = ["places.txt"]
    /// "#;
    /// let flats = Schema::parse(file, &mut |name| match name {
    ///     "places.txt" => Ok("Oxford\nHigh Wycombe\n".to_owned()),
    ///     _ => Err("no such file".to_owned()),
    /// })?;
    /// assert_eq!(flats.attributes[1].term_lists[0].terms, ["Oxford", "High Wycombe"]);
    /// let wrong = Schema::parse("name = 5", &mut |_| Err("no such file".to_owned()));
    /// assert!(matches!(wrong, Err(Error::BadSchema { line: 1, .. })));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn parse(text: &str, read: &mut dyn FnMut(&str) -> Result<String, String>) -> Result<Schema, Error> {
        parse(text, read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "name = 'flats'\npivots = ['price']\ndisjoint = [['price', 'place']]\n\
        [[attribute]]\nname = 'price'\nregular = true\nvalue = 'price'\nrecognise = ['price']\n\
        [[attribute]]\nname = 'place'\ngazetteers = ['places.txt']\nwhole = true\n";

    fn read(text: &str) -> Result<Schema, Error> {
        Schema::parse(text, &mut |name| match name {
            "places.txt" => Ok("Oxford\n# a comment\n\nHigh Wycombe\n".to_owned()),
            _ => Err("no such file".to_owned()),
        })
    }

    #[test]
    fn a_schema_is_read() {
        let schema = read(GOOD).unwrap();
        assert_eq!((schema.name.as_str(), schema.attributes.len(), &schema.pivots[..]), ("flats", 2, &[0][..]));
        assert_eq!(schema.attributes[1].term_lists[0].terms, ["Oxford", "High Wycombe"]);
        assert!(schema.are_disjoint(1, 0) && !schema.are_disjoint(1, 1));
        assert_eq!(schema.thresholds, Thresholds::default());
    }

    #[test]
    fn all_thresholds_can_be_set_in_the_file_and_by_name() {
        let section = "[thresholds]\ndepth = 2\ndistance = 4\nspread = 'running-example'\ninfer_regular = 0.6\n\
            infer_optional = 0.7\nkeep_regular = 0.1\nkeep_optional = 0.3\nnoise = 3\n[[attribute]]\nname = 'price'";
        let schema = read(&GOOD.replacen("[[attribute]]\nname = 'price'", section, 1)).unwrap();
        let mut by_name = Thresholds::default();
        for setting in [
            "depth=2",
            "distance = 4",
            "spread=running-example",
            "infer_regular=0.6",
            "infer_optional=0.7",
            "keep_regular=0.1",
            "keep_optional=0.3",
            "noise=3",
        ] {
            by_name.set(setting).unwrap();
        }
        assert_eq!(schema.thresholds, by_name);
        let before = by_name;
        for wrong in ["depth", "depth=-1", "depth=x", "spread=wide", "keep_regular=0.9", "noise=0", "width=1"] {
            assert!(by_name.set(wrong).unwrap_err().contains("expected"), "{wrong}");
        }
        assert_eq!(by_name, before);
    }

    #[test]
    fn errors_say_where_and_what() {
        for (from, to, place, what) in [
            ("name = 'flats'\n", "", (1, 1), "missing field `name`"),
            ("'price']\nd", "'cost']\nd", (2, 11), "there is no attribute \"cost\"; expected one of price, place"),
            ("['price']\nd", "['place']\nd", (2, 11), "the pivot \"place\" is optional"),
            ("['price']\nd", "[]\nd", (2, 10), "no pivot; expected"),
            ("value = 'price'", "value = 'pric'", (7, 9), "unknown variant `pric`, expected one of"),
            ("recognise = ['price']", "recognize = ['price']", (8, 1), "unknown field `recognize`, expected one of"),
            ("recognise = ['price']", "", (5, 8), "nothing recognises \"price\"; expected"),
            ("name = 'place'", "name = 'price'", (10, 8), "there are two attributes \"price\""),
            ("places.txt", "towns.txt", (11, 15), "the gazetteer \"towns.txt\" cannot be read: no such file"),
            ("whole = true", "patterns = ['a(']", (12, 13), "the pattern \"a(\" is invalid: unclosed group"),
            ("whole = true", "unless = ['(?:a{999}){999}']", (12, 11), "exceeds size limit"),
            ("whole = true", "whole = 1", (12, 9), "invalid type: integer `1`, expected a boolean"),
            ("whole = true", "whole = ", (12, 9), "expected"),
            ("[['price', 'place']]", "[['price']]", (3, 13), "a group with a single attribute"),
            (
                "[[attribute]]\nname = 'price'",
                "[thresholds]\nkeep_regular = 2\n[[attribute]]\nname = 'price'",
                (4, 1),
                "keep_regular is 2; expected a share",
            ),
        ] {
            assert!(GOOD.contains(from), "{from}");
            let error = read(&GOOD.replacen(from, to, 1)).map(|_| ()).unwrap_err();
            let Error::BadSchema { line, column, what: message } = &error else { panic!("{error}") };
            assert!(message.contains(what), "{message} for {to}");
            assert_eq!((*line, *column), place, "{message} for {to}");
        }
        assert!(read("").is_err());
        assert!(read("\u{0}é'").is_err());
    }
}
