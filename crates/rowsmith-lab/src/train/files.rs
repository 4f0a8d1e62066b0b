//! Model files: the results of training, and where they go.

use std::io::Write;
use std::path::{Path, PathBuf};

use rowsmith::learn::{LearntModel, Origin, Part};

/// A model as it is written, with its origin.
pub struct TrainedFile {
    pub name: &'static str,
    pub bytes: Vec<u8>,
    /// The figures in its origin, for display.
    pub figures: String,
}

impl TrainedFile {
    /// The file of a model.
    ///
    /// # Errors
    /// If the model cannot be read back.
    pub fn new<M: LearntModel>(model: &M, origin: &Origin) -> Result<TrainedFile, String> {
        let bytes = rounded(model)?.to_bytes(origin);
        Ok(TrainedFile { name: M::NAME, bytes, figures: origin.figures.clone() })
    }

    /// The place of the model in the library.
    pub fn place_in_library(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../rowsmith/src/models").join(self.file_name())
    }

    /// The name of the file.
    pub fn file_name(&self) -> String {
        format!("{}.model", self.name)
    }

    /// Writes the file, and prints a line about it.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, out: &mut dyn Write, path: &Path) -> Result<(), String> {
        std::fs::write(path, &self.bytes).map_err(|e| format!("{}: {e}", path.display()))?;
        let size = self.bytes.len();
        writeln!(out, "{}: {size} bytes; {}", path.display(), self.figures).map_err(|e| e.to_string())
    }
}

/// The model with weights rounded to the decimals that distinguish `f32` values: beyond that, the weights of a linear
/// function are noise.
///
/// # Errors
/// If the model cannot be read back.
pub fn rounded<M: LearntModel>(model: &M) -> Result<M, String> {
    let mut parts = model.parts();
    for part in parts.iter_mut() {
        if let Part::Linear(linear) = part {
            for weight in &mut linear.weights {
                let decimals = (*weight as f32).to_string();
                *weight = decimals.parse().map_err(|_| format!("{weight} is no weight"))?;
            }
        }
    }
    M::from_parts(&mut parts).map_err(|e| e.to_string())
}
