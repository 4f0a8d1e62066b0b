//! The origin of a model.

/// The origin of a model, as stated in the header of its file. Anything that was not recorded is "unknown".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The number of annotated pages that it was trained on, and a hash of their names and annotations.
    pub data: String,
    /// A description of these pages, with their licences.
    pub sources: String,
    /// The seed of random choices.
    pub seed: String,
    /// The settings of the training.
    pub settings: String,
    /// The commit of the program that trained it.
    pub commit: String,
    /// Its figures on pages of sites that it was not trained on: from cross-validation with the same settings.
    pub figures: String,
}

/// Stands for anything that was not recorded.
pub(crate) const UNKNOWN: &str = "unknown";

impl Default for Origin {
    fn default() -> Self {
        let unknown = || UNKNOWN.to_owned();
        Origin {
            data: unknown(),
            sources: unknown(),
            seed: unknown(),
            settings: unknown(),
            commit: unknown(),
            figures: unknown(),
        }
    }
}

impl Origin {
    /// The names of the lines with their values, in the order in which they are written.
    pub(crate) fn lines(&self) -> [(&'static str, &String); 6] {
        [
            ("data", &self.data),
            ("sources", &self.sources),
            ("seed", &self.seed),
            ("settings", &self.settings),
            ("commit", &self.commit),
            ("figures", &self.figures),
        ]
    }

    /// The value of the line with this name.
    pub(crate) fn line_mut(&mut self, name: &str) -> Option<&mut String> {
        Some(match name {
            "data" => &mut self.data,
            "sources" => &mut self.sources,
            "seed" => &mut self.seed,
            "settings" => &mut self.settings,
            "commit" => &mut self.commit,
            "figures" => &mut self.figures,
            _ => return None,
        })
    }
}
