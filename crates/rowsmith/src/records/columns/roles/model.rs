//! The learnt judgement of columns as data.

use crate::learn::{BuiltIn, FeatureNames, LearntModel, ModelError, Part, Parts, Trees};
use crate::records::columns::roles::beside::beside_feature_names;
use crate::records::columns::roles::features::column_feature_names;
use crate::records::columns::roles::shared::{SHARED, shared_feature_names};
use crate::records::columns::roles::wanted::wanted_feature_names;
use crate::types::Role;

/// What tells the roles of columns, and which columns people want.
#[derive(Clone, PartialEq, Debug)]
pub struct ColumnModel {
    /// Per role of [`Role::ALL`], trees of its own.
    pub own: Vec<Trees>,
    /// Per group of [`SHARED`], trees that its roles have in common: what is learnt of one that is seen often
    /// serves another that is rare.
    pub shared: Vec<Trees>,
    /// Per role of [`Role::ALL`], what what the other columns are likely to be adds to its logit.
    pub beside: Vec<Trees>,
    /// Whether people want the column, by itself.
    pub wanted: Trees,
    /// The same beside the others.
    pub wanted_beside: Trees,
}

/// What the part of a model is called that judges a role beside the other columns.
fn beside_name(role: Role) -> String {
    format!("{} beside", role.name())
}

static BUILT_IN: BuiltIn<ColumnModel> = BuiltIn::new(include_bytes!("../../../models/columns.model"));

impl ColumnModel {
    /// The model that comes with the library.
    pub fn built_in() -> &'static ColumnModel {
        BUILT_IN.get()
    }
}

impl LearntModel for ColumnModel {
    const NAME: &'static str = "columns";

    fn features() -> FeatureNames {
        let roles = Role::ALL.iter().map(|r| r.name());
        let own = column_feature_names().iter().map(String::as_str);
        let shared = shared_feature_names().iter().map(String::as_str);
        let beside = beside_feature_names().iter().map(String::as_str);
        let wanted = wanted_feature_names().iter().map(String::as_str);
        FeatureNames::of(own.chain(shared).chain(beside).chain(wanted).chain(roles))
    }

    fn from_parts(parts: &mut Parts) -> Result<Self, ModelError> {
        let own = Role::ALL.iter().map(|r| parts.take_trees(r.name())).collect::<Result<_, _>>()?;
        let shared = SHARED.iter().map(|g| parts.take_trees(g.name)).collect::<Result<_, _>>()?;
        let beside = Role::ALL.iter().map(|r| parts.take_trees(&beside_name(*r))).collect::<Result<_, _>>()?;
        let (wanted, wanted_beside) = (parts.take_trees("wanted")?, parts.take_trees("wanted beside")?);
        Ok(ColumnModel { own, shared, beside, wanted, wanted_beside })
    }

    fn parts(&self) -> Parts {
        let mut parts = Parts::default();
        for (role, trees) in Role::ALL.iter().zip(&self.own) {
            parts.push(role.name(), Part::Trees(trees.clone()));
        }
        for (group, trees) in SHARED.iter().zip(&self.shared) {
            parts.push(group.name, Part::Trees(trees.clone()));
        }
        for (role, trees) in Role::ALL.iter().zip(&self.beside) {
            parts.push(&beside_name(*role), Part::Trees(trees.clone()));
        }
        parts.push("wanted", Part::Trees(self.wanted.clone()));
        parts.push("wanted beside", Part::Trees(self.wanted_beside.clone()));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_model_fits_the_features() {
        assert_eq!(BUILT_IN.check(), Ok(()));
    }
}
