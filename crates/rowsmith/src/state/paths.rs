//! Paths of values within state, stored without duplicates.

use rustc_hash::FxHashMap;

use crate::state::piece::Pieces;

/// The number of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct PathId(usize);

/// A step of a path.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Name<'d> {
    /// The beginning of a path: a piece of state.
    Piece(usize),
    /// A member of an object.
    Member(&'d str),
    /// Any item of an array.
    Item,
    /// Any entry of an object that is used as a table.
    Entry,
    /// The entries that declare this type.
    Type(&'d str),
}

#[derive(Clone, Copy)]
struct Step<'d> {
    before: Option<PathId>,
    name: Name<'d>,
}

/// Paths, with shared beginnings stored once.
#[derive(Default)]
pub(crate) struct Paths<'d> {
    steps: Vec<Step<'d>>,
    known: FxHashMap<(Option<PathId>, Name<'d>), PathId>,
}

impl<'d> Paths<'d> {
    /// A path extended by one step.
    pub(crate) fn step(&mut self, before: Option<PathId>, name: Name<'d>) -> PathId {
        let steps = &mut self.steps;
        *self.known.entry((before, name)).or_insert_with(|| {
            steps.push(Step { before, name });
            PathId(steps.len() - 1)
        })
    }

    /// A path as text: `script#__NEXT_DATA__.props.results[]`.
    pub(crate) fn written(&self, path: PathId, pieces: &Pieces) -> String {
        let back = std::iter::successors(Some(path), |&at| self.steps[at.0].before);
        let names: Vec<Name<'d>> = back.map(|at| self.steps[at.0].name).collect();
        let mut text = String::new();
        for name in names.into_iter().rev() {
            match name {
                Name::Piece(number) => text.push_str(&pieces.list[number].name),
                Name::Member(name) => {
                    text.push('.');
                    text.push_str(name);
                }
                Name::Item => text.push_str("[]"),
                Name::Entry => text.push_str(".*"),
                Name::Type(name) => {
                    text.push('<');
                    text.push_str(name);
                    text.push('>');
                }
            }
        }
        text
    }
}
