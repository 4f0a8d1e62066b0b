//! The learning of gazetteers as files of a project: `learnt/learning.json`, and what is learnt beside it, for
//! `rowsmith objects`.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use rowsmith::options::{ObjectMethod, ObjectSearch};
use rowsmith::schema::{DOMAINS, Learning, LearningState, Schema, domain, shipped_file};
use serde::{Deserialize, Serialize};

use super::folder::{read_if_there, write};
use crate::error::StudioError;

/// The version of the file; no other is read.
const VERSION: u32 = 1;

/// The folder within the project.
const FOLDER: &str = "learnt";

/// The schema of a project's own, in its folder.
pub const OWN_SCHEMA: &str = "schema.toml";

/// How objects are found while gazetteers are learnt.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LearnMethod {
    /// Pivots and the record extractor judge each other's lists.
    #[default]
    Agreement,
    /// The method of the AMBER paper alone.
    Amber,
}

impl LearnMethod {
    /// The name for `--method`.
    pub fn name(self) -> &'static str {
        match self {
            LearnMethod::Agreement => "agreement",
            LearnMethod::Amber => "amber",
        }
    }

    fn search(self) -> ObjectSearch {
        let method = match self {
            LearnMethod::Agreement => ObjectMethod::Agreement,
            LearnMethod::Amber => ObjectMethod::Amber,
        };
        ObjectSearch::new().method(method)
    }
}

/// The file `learnt/learning.json`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct LearningFile {
    rowsmith_learning: u32,
    schema: String,
    method: LearnMethod,
    state: LearningState,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    right: BTreeMap<String, Vec<String>>,
}

/// The learning of gazetteers for a project.
#[derive(Clone, Debug)]
pub struct Learner {
    /// The name of a shipped domain, or [`OWN_SCHEMA`].
    pub schema: String,
    /// How objects are found.
    pub method: LearnMethod,
    /// What is known so far.
    pub learning: Learning,
    /// For attributes, the terms that are right, to compare with.
    pub right: BTreeMap<String, Vec<String>>,
}

/// The text of a schema: a shipped one, or the project's own.
fn schema_text(folder: &Path, name: &str) -> Result<String, StudioError> {
    if name == OWN_SCHEMA {
        let path = folder.join(OWN_SCHEMA);
        return fs::read_to_string(&path).map_err(|why| StudioError::file(&path, why));
    }
    let text = shipped_file(name).filter(|_| DOMAINS.contains(&name));
    text.map(str::to_owned).ok_or_else(|| StudioError::request(format!("there is no schema {name:?}")))
}

/// A schema; gazetteers of the project's own stand beside it, or are shipped.
fn schema(folder: &Path, name: &str) -> Result<Schema, StudioError> {
    if let Some(shipped) = domain(name) {
        return shipped.map_err(|why| StudioError::request(format!("{name}: {why}")));
    }
    let text = schema_text(folder, name)?;
    let mut read = |file: &str| {
        // a schema that came with a project reads nothing outside its folder
        let inside = Path::new(file).components().all(|part| matches!(part, std::path::Component::Normal(_)));
        let own = inside.then(|| fs::read_to_string(folder.join(file)).ok()).flatten();
        own.or_else(|| shipped_file(file).map(str::to_owned)).ok_or_else(|| "there is no such file".to_owned())
    };
    Schema::parse(&text, &mut read).map_err(|why| StudioError::request(format!("{name}: {why}")))
}

impl Learner {
    /// Begins with the gazetteers of a schema.
    ///
    /// # Errors
    /// If there is no such schema, or it cannot be read.
    pub fn begin(folder: &Path, name: &str, method: LearnMethod) -> Result<Learner, StudioError> {
        let learning = Learning::new(schema(folder, name)?, method.search());
        Ok(Learner { schema: name.to_owned(), method, learning, right: BTreeMap::new() })
    }

    /// Reads what the project has, if it has any.
    ///
    /// # Errors
    /// If one of its files cannot be read, or has invalid content.
    pub fn read(folder: &Path) -> Result<Option<Learner>, StudioError> {
        let path = folder.join(FOLDER).join("learning.json");
        let Some(bytes) = read_if_there(&path)? else { return Ok(None) };
        let file: LearningFile = serde_json::from_slice(&bytes).map_err(|why| StudioError::damaged(&path, why))?;
        if file.rowsmith_learning != VERSION {
            let why = format!("this has version {}, but this Rowsmith reads version {VERSION}", file.rowsmith_learning);
            return Err(StudioError::damaged(&path, why));
        }
        let LearningFile { schema: name, method, state, right, .. } = file;
        let learning = Learning::resume(schema(folder, &name)?, method.search(), &state);
        Ok(Some(Learner { schema: name, method, learning, right }))
    }

    /// Writes it: the gazetteers and a schema with them, for `rowsmith objects`, and what is known.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), StudioError> {
        let place = folder.join(FOLDER);
        fs::create_dir_all(&place).map_err(|why| StudioError::file(&place, why))?;
        let mut files = BTreeMap::new();
        for (attribute, file) in self.learning.attributes().filter_map(|name| Some((name, file_name(name)?))) {
            write(&place.join(format!("{file}.txt")), self.learning.gazetteer(attribute, false).as_bytes())?;
            write(&place.join(format!("{file}.noise.txt")), self.learning.gazetteer(attribute, true).as_bytes())?;
            files.insert(attribute.to_owned(), format!("{file}.txt"));
        }
        let text = schema_text(folder, &self.schema)?;
        let text = Schema::with_gazetteers(&text, &files).map_err(|why| StudioError::request(why.to_string()))?;
        write(&place.join(OWN_SCHEMA), text.as_bytes())?;
        let file = LearningFile {
            rowsmith_learning: VERSION,
            schema: self.schema.clone(),
            method: self.method,
            state: self.learning.state(),
            right: self.right.clone(),
        };
        let path = place.join("learning.json");
        let mut json = serde_json::to_string_pretty(&file).map_err(|why| StudioError::damaged(&path, why))?;
        json.push('\n');
        write(&path, json.as_bytes())
    }

    /// Forgets it; the gazetteers that were written stay.
    ///
    /// # Errors
    /// If the file cannot be removed.
    pub fn forget(folder: &Path) -> Result<(), StudioError> {
        let path = folder.join(FOLDER).join("learning.json");
        match fs::remove_file(&path) {
            Err(why) if why.kind() != std::io::ErrorKind::NotFound => Err(StudioError::file(&path, why)),
            _ => Ok(()),
        }
    }
}

/// The name of an attribute as that of a file; `None` for one that would lead elsewhere.
fn file_name(attribute: &str) -> Option<&str> {
    let plain = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    attribute.chars().all(plain).then_some(attribute)
}

#[cfg(test)]
mod tests {
    use rowsmith::schema::{Seen, Verdict};

    use super::*;

    #[test]
    fn what_was_learnt_is_read_again_and_is_a_schema_for_the_command() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path();
        assert!(Learner::read(place).unwrap().is_none());
        let mut learner = Learner::begin(place, "real-estate", LearnMethod::Amber).unwrap();
        assert!(learner.learning.seed("location", vec!["Ashmere".to_owned()]));
        learner.learning.add("pages/0001.html", Seen::default());
        learner.learning.end_round();
        learner.learning.decide("location", "Wem", Verdict::Accept);
        learner.right.insert("location".to_owned(), vec!["Ashmere".to_owned()]);
        learner.write(place).unwrap();
        let again = Learner::read(place).unwrap().unwrap();
        assert_eq!(again.learning.state(), learner.learning.state());
        assert_eq!((again.method, &again.right), (LearnMethod::Amber, &learner.right));
        let terms = fs::read_to_string(place.join("learnt/location.txt")).unwrap();
        assert!(terms.contains("\nAshmere\t") && terms.contains("\nWem\t"), "{terms}");
        let text = fs::read_to_string(place.join("learnt/schema.toml")).unwrap();
        let read = |file: &str| fs::read_to_string(place.join("learnt").join(file)).map_err(|why| why.to_string());
        let schema = Schema::parse(&text, &mut { read }).unwrap();
        assert_eq!(schema.attributes[schema.attribute("location").unwrap()].term_lists[0].terms, ["Ashmere", "Wem"]);
        Learner::forget(place).unwrap();
        assert!(Learner::read(place).unwrap().is_none());
    }

    #[test]
    fn a_schema_of_the_project_reads_nothing_outside_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let place = folder.path().join("project");
        fs::create_dir(&place).unwrap();
        fs::write(folder.path().join("secret.txt"), "secret\n").unwrap();
        fs::write(place.join("trees.txt"), "Oak\n").unwrap();
        let of = |file: &str| {
            let text = format!(
                "name = 'trees'\npivots = ['tree']\n[[attribute]]\nname = 'tree'\nregular = true\ngazetteers = ['{file}']\n"
            );
            fs::write(place.join(OWN_SCHEMA), text).unwrap();
            Learner::begin(&place, OWN_SCHEMA, LearnMethod::Agreement)
        };
        assert_eq!(of("trees.txt").unwrap().learning.terms("tree").len(), 1);
        assert!(of("../secret.txt").is_err());
        assert!(Learner::begin(&place, "../schema.toml", LearnMethod::Agreement).is_err());
    }
}
