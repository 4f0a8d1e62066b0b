//! The file format of all models.
//!
//! A file consists of a text header, an empty line, and the parts as bytes. The header begins with [`FIRST_LINE`],
//! whose number changes with the meaning of the format. It is followed by lines with a name, a colon and a value: the
//! `name` of the model, its `features` ([number and hash](FeatureNames) of their names), and those of [`Origin`]. A
//! part consists of a byte for its kind, a byte for the length of its name, the name, four bytes for its length
//! (little-endian), and that many bytes.

use std::fmt::Write;

use crate::learn::error::ModelError;
use crate::learn::features::FeatureNames;
use crate::learn::origin::Origin;
use crate::learn::part::{Part, Parts};

/// The first line of every model file.
const FIRST_LINE: &str = "rowsmith model 1";

/// A model that can be stored in a model file.
pub trait LearntModel: Sized {
    /// The name of the model, in its file and in the laboratory.
    const NAME: &'static str;

    /// The features that it must have been trained with.
    fn features() -> FeatureNames;

    /// Builds the model from its parts.
    ///
    /// # Errors
    /// If one of them is missing; no model works without one of its parts.
    fn from_parts(parts: &mut Parts) -> Result<Self, ModelError>;

    /// Its parts.
    fn parts(&self) -> Parts;

    /// Parses a model file.
    ///
    /// # Errors
    /// What is wrong with the file, including that it is of another model or was made for other features.
    fn from_bytes(bytes: &[u8]) -> Result<Self, ModelError> {
        let ModelFile { name, features, mut parts, .. } = ModelFile::read(bytes)?;
        if name != Self::NAME {
            return Err(ModelError::OtherModel { wanted: Self::NAME, found: name });
        }
        let wanted = Self::features().to_string();
        if features != wanted {
            return Err(ModelError::OtherFeatures { wanted, found: features });
        }
        let model = Self::from_parts(&mut parts)?;
        match parts.all.pop() {
            Some(left) => Err(ModelError::Unknown(left.name)),
            None => Ok(model),
        }
    }

    /// The model as a file.
    fn to_bytes(&self, origin: &Origin) -> Vec<u8> {
        let (name, features) = (Self::NAME.to_owned(), Self::features().to_string());
        ModelFile { name, features, origin: origin.clone(), parts: self.parts() }.write()
    }
}

/// The contents of a model file, of any model.
#[derive(Clone, PartialEq, Debug)]
pub struct ModelFile {
    /// The name of the model.
    pub name: String,
    /// The number and hash of the names of its features.
    pub features: String,
    /// Where it comes from.
    pub origin: Origin,
    /// The parts of the model.
    pub parts: Parts,
}

impl ModelFile {
    /// Parses a model file, regardless of the features that it was made for.
    ///
    /// # Errors
    /// What is wrong with the file.
    pub fn read(bytes: &[u8]) -> Result<ModelFile, ModelError> {
        let wrong = || ModelError::NotAModel(FIRST_LINE);
        let split = bytes.windows(2).position(|w| w == b"\n\n").ok_or_else(wrong)?;
        let header = std::str::from_utf8(&bytes[..split]).map_err(|_| wrong())?;
        let mut lines = header.lines();
        if lines.next() != Some(FIRST_LINE) {
            return Err(wrong());
        }
        let (mut name, mut features, mut origin) = (None, None, Origin::default());
        for line in lines {
            let strange = || ModelError::Header(line.to_owned());
            let (key, value) = line.split_once(": ").ok_or_else(strange)?;
            match key {
                "name" => name = Some(value.to_owned()),
                "features" => features = Some(value.to_owned()),
                _ => value.clone_into(origin.line_mut(key).ok_or_else(strange)?),
            }
        }
        let lacks = |what: &str| ModelError::Header(what.to_owned());
        let name = name.ok_or_else(|| lacks("name"))?;
        let features = features.ok_or_else(|| lacks("features"))?;
        Ok(ModelFile { name, features, origin, parts: read_parts(&bytes[split + 2..])? })
    }

    /// The bytes of the file.
    pub fn write(&self) -> Vec<u8> {
        let mut header = format!("{FIRST_LINE}\nname: {}\nfeatures: {}\n", self.name, self.features);
        for (key, value) in self.origin.lines() {
            // a value must fit on one line
            let words: Vec<&str> = value.split_whitespace().collect();
            let _ = writeln!(header, "{key}: {}", words.join(" "));
        }
        header.push('\n');
        let mut out = header.into_bytes();
        let mut body = Vec::new();
        for named in &self.parts.all {
            body.clear();
            named.part.write(&mut body);
            out.extend([named.part.kind(), named.name.len() as u8]);
            out.extend(named.name.as_bytes());
            out.extend((body.len() as u32).to_le_bytes());
            out.extend(&body);
        }
        out
    }
}

fn read_parts(mut bytes: &[u8]) -> Result<Parts, ModelError> {
    let mut parts = Parts::default();
    while let [kind, length, rest @ ..] = bytes {
        let cut = || ModelError::Cut("name".to_owned());
        let (name, rest) = rest.split_at_checked(usize::from(*length)).ok_or_else(cut)?;
        let name = String::from_utf8_lossy(name);
        let cut = || ModelError::Cut(name.clone().into_owned());
        let (size, rest) = rest.split_first_chunk::<4>().ok_or_else(cut)?;
        let (body, rest) = rest.split_at_checked(u32::from_le_bytes(*size) as usize).ok_or_else(cut)?;
        let part = Part::read(*kind, body).ok_or_else(|| ModelError::Damaged(name.clone().into_owned()))?;
        parts.push(&name, part);
        bytes = rest;
    }
    if bytes.is_empty() { Ok(parts) } else { Err(ModelError::Cut("name".to_owned())) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learn::{Linear, Ranker, TreeNode, Trees};

    #[derive(PartialEq, Debug)]
    struct Guess(Ranker);

    impl LearntModel for Guess {
        const NAME: &'static str = "guess";

        fn features() -> FeatureNames {
            FeatureNames::of(["a", "b"])
        }

        fn from_parts(parts: &mut Parts) -> Result<Self, ModelError> {
            parts.take_ranker("guess").map(Guess)
        }

        fn parts(&self) -> Parts {
            let mut parts = Parts::default();
            parts.push_ranker("guess", &self.0);
            parts
        }
    }

    fn guess() -> Guess {
        let trees = Trees::new([vec![TreeNode::leaf(0.5)]]).unwrap();
        Guess(Ranker { linear: Linear { bias: 1.5, weights: vec![0.25] }, trees })
    }

    #[test]
    fn a_model_is_read_as_it_was_written_with_its_origin() {
        let origin = Origin { data: "3 pages".to_owned(), figures: "F1 .5\nof 3".to_owned(), ..Origin::default() };
        let bytes = guess().to_bytes(&origin);
        assert_eq!(Guess::from_bytes(&bytes), Ok(guess()));
        let file = ModelFile::read(&bytes).unwrap();
        assert_eq!((file.origin.data.as_str(), file.origin.figures.as_str()), ("3 pages", "F1 .5 of 3"));
        assert_eq!(file.origin.commit, "unknown");
        assert_eq!(file.write(), bytes);
    }

    #[test]
    fn files_of_other_models_features_and_versions_are_refused() {
        let good = ModelFile::read(&guess().to_bytes(&Origin::default())).unwrap();
        let read = |file: ModelFile| Guess::from_bytes(&file.write());
        let other = read(ModelFile { name: "other".to_owned(), ..good.clone() });
        assert_eq!(other, Err(ModelError::OtherModel { wanted: "guess", found: "other".to_owned() }));
        let other = read(ModelFile { features: "2 0".to_owned(), ..good.clone() });
        assert!(matches!(other, Err(ModelError::OtherFeatures { .. })), "{other:?}");
        assert_eq!(Guess::from_bytes(b""), Err(ModelError::NotAModel(FIRST_LINE)));
        assert_eq!(Guess::from_bytes(b"rowsmith model 9\nname: guess\n\n"), Err(ModelError::NotAModel(FIRST_LINE)));
        let strange = b"rowsmith model 1\nname: guess\nwhatever: 1\n\n";
        assert_eq!(Guess::from_bytes(strange), Err(ModelError::Header("whatever: 1".to_owned())));
    }

    #[test]
    fn a_model_without_a_part_is_none() {
        let mut file = ModelFile::read(&guess().to_bytes(&Origin::default())).unwrap();
        let mut more = file.clone();
        more.parts.push("second", Part::Trees(Trees::default()));
        assert_eq!(Guess::from_bytes(&more.write()), Err(ModelError::Unknown("second".to_owned())));
        file.parts.all.pop();
        assert_eq!(Guess::from_bytes(&file.write()), Err(ModelError::Missing("guess".to_owned())));
    }

    #[test]
    fn a_cut_file_is_refused_wherever_it_is_cut() {
        let bytes = guess().to_bytes(&Origin::default());
        for end in 0..bytes.len() {
            assert!(Guess::from_bytes(&bytes[..end]).is_err(), "cut at {end}");
        }
    }
}
