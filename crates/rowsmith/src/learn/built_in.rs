//! The models included in the library.

use std::sync::OnceLock;

use crate::learn::file::LearntModel;

/// A model included in the library, which is parsed when it is first asked for.
///
/// Its file is a constant of the program, so only a change to the library can make it unreadable, never a user. The
/// test of each model parses the file. No result could replace a model that cannot be read, least of all the result of
/// an empty model, so a failure to parse it ends the program; models have no default for the same reason. A build
/// script could not check this, since it would need the names of the features, which the library itself defines.
pub(crate) struct BuiltIn<M> {
    bytes: &'static [u8],
    read: OnceLock<M>,
}

impl<M: LearntModel> BuiltIn<M> {
    /// The model in this file.
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

    /// Whether the file can be parsed and is written back identically: for the test that each model has.
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
