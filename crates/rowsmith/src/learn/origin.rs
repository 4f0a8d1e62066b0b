//! Where a model comes from.

/// Where a model comes from, as the header of its file says it. What nobody noted is "unknown".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Origin {
    /// Number and hash of the annotated pages that it learnt from: name and annotation of each.
    pub data: String,
    /// What these pages are, with their licences.
    pub sources: String,
    /// The seed of its random choices.
    pub seed: String,
    /// The settings of its training.
    pub settings: String,
    /// The commit of the program that trained it.
    pub commit: String,
    /// Its figures on pages of sites that it did not learn from: by cross-validation, with the same settings.
    pub figures: String,
}

/// What nobody noted.
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

    /// The place of a line's value, by its name.
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
