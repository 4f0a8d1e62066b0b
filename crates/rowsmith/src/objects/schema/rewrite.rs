//! The file of a schema with other gazetteers.

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use crate::error::Error;
use crate::objects::schema::domain_schema::Schema;

/// What is looked for in a schema file.
#[derive(Deserialize)]
struct File {
    #[serde(default)]
    attribute: Vec<Entry>,
}

#[derive(Deserialize)]
struct Entry {
    name: Spanned<String>,
    #[serde(default)]
    gazetteers: Option<Spanned<Vec<String>>>,
}

impl Schema {
    /// Returns the text of a schema file in which attributes have other gazetteers: each named one has a single file.
    /// The rest stays as it is written.
    ///
    /// # Errors
    /// If the text is not a schema file.
    ///
    /// ```
    /// use rowsmith::schema::Schema;
    ///
    /// let file = "name = 'trees' # of parks\npivots = ['tree']\n[[attribute]]\nname = 'tree'\nregular = true\ngazetteers = ['a.txt', 'b.txt']\n";
    /// let files = [("tree".to_owned(), "tree.txt".to_owned())].into();
    /// let learnt = Schema::with_gazetteers(file, &files)?;
    /// assert_eq!(learnt, file.replace("['a.txt', 'b.txt']", "[\"tree.txt\"]"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn with_gazetteers(text: &str, files: &BTreeMap<String, String>) -> Result<String, Error> {
        // also says where an error is
        Schema::parse(text, &mut |_| Ok(String::new()))?;
        let file: File = toml::from_str(text).map_err(|error| Error::BadSchema {
            line: 1,
            column: 1,
            what: error.message().to_owned(),
        })?;
        let mut out = String::new();
        let mut done = 0;
        for entry in file.attribute {
            let Some(name) = files.get(entry.name.get_ref().trim()) else { continue };
            let list = format!("[{}]", quoted(name));
            let (at, with) = match &entry.gazetteers {
                Some(gazetteers) => (gazetteers.span(), list),
                None => (entry.name.span().end..entry.name.span().end, format!("\ngazetteers = {list}")),
            };
            if at.start < done {
                // keys may stand in any order, attributes may not
                continue;
            }
            out.push_str(text.get(done..at.start).unwrap_or_default());
            out.push_str(&with);
            done = at.end;
        }
        out.push_str(text.get(done..).unwrap_or_default());
        Ok(out)
    }
}

/// A text as a basic string of TOML.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::schema::domains::{domain, shipped_file};

    #[test]
    fn an_attribute_without_a_gazetteer_gets_one_and_the_shipped_domains_stay_sound() {
        let files: BTreeMap<String, String> =
            ["location", "status"].map(|name| (name.to_owned(), format!("{name}.txt"))).into();
        let text = Schema::with_gazetteers(shipped_file("real-estate").unwrap(), &files).unwrap();
        let mut asked = Vec::new();
        let learnt = Schema::parse(&text, &mut |name| {
            asked.push(name.to_owned());
            Ok("Leeds\n".to_owned())
        })
        .unwrap();
        assert_eq!(asked, ["location.txt", "property-types.txt", "status.txt"]);
        let shipped = domain("real-estate").unwrap().unwrap();
        assert_eq!(learnt.attributes.len(), shipped.attributes.len());
        let location = learnt.attribute("location").unwrap();
        assert_eq!(learnt.attributes[location].term_lists[0].terms, ["Leeds"]);
        assert!(Schema::with_gazetteers("name = 5", &files).is_err());
    }
}
