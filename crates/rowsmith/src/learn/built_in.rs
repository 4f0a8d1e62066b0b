//! The models that come with the library.

use std::sync::OnceLock;

use crate::learn::file::LearntModel;

/// A model that comes with the library, read when it is first asked for.
///
/// Its file is a constant of the program, so whether it can be read is a question to whoever changes the library, not to
/// its user: the test of each model reads the file and says so. No result could stand in for a model that cannot be read,
/// least of all one by an empty model, so reading it then stops the program; models have no default for the same
/// reason. A check by a build script would need the features' names, which the library itself makes.
pub(crate) struct BuiltIn<M> {
    bytes: &'static [u8],
    read: OnceLock<M>,
}

impl<M: LearntModel> BuiltIn<M> {
    /// The model of this file.
    pub(crate) const fn new(bytes: &'static [u8]) -> Self {
        BuiltIn { bytes, read: OnceLock::new() }
    }

    /// The model.
    #[allow(clippy::panic)]
    pub(crate) fn get(&self) -> &M {
        self.read.get_or_init(|| match M::from_bytes(self.bytes) {
            Ok(model) => model,
            Err(error) => panic!("the library comes with a model of {} that it cannot use: {error}", M::NAME),
        })
    }

    /// Whether the file can be read and is written as it was: for the test that each model has.
    #[cfg(test)]
    pub(crate) fn check(&self) -> Result<(), String> {
        let file = crate::learn::ModelFile::read(self.bytes).map_err(|e| e.to_string())?;
        let model = M::from_bytes(self.bytes).map_err(|e| e.to_string())?;
        if model.to_bytes(&file.origin) == self.bytes {
            Ok(())
        } else {
            Err(format!("the model of {} is not written as it was read", M::NAME))
        }
    }
}
