//! The parts of a selector.

/// A selector: one or more alternatives.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Selector {
    pub(crate) ways: Vec<Way>,
}

/// The steps from the outermost element to the selected one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    pub(crate) steps: Vec<Step>,
}

/// One step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// Its relation to the previous step; for the first step, anywhere below what is searched.
    pub(crate) combinator: Combinator,
    /// The tag; `None` for any.
    pub(crate) tag: Option<String>,
    /// The conditions that it must meet.
    pub(crate) tests: Vec<Test>,
}

/// The relation of an element to that of the previous step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Combinator {
    /// A descendant.
    Within,
    /// A child.
    Child,
    /// The next sibling.
    Next,
    /// A later sibling.
    Later,
}

/// A condition on an element.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    /// `#id`.
    Id(String),
    /// `.class`.
    Class(String),
    /// `[name]` and the like.
    Attribute { name: String, relation: Relation, value: String },
    /// `:scope`: the element that is searched.
    Scope,
    /// `:nth-child(N)`; from the end for `last`.
    Child { number: usize, last: bool },
    /// `:nth-of-type(N)`; from the end for `last`.
    OfType { number: usize, last: bool },
    /// `:not(…)`.
    Not(Box<Simple>),
}

/// The content of `:not(…)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Simple {
    pub(crate) tag: Option<String>,
    pub(crate) tests: Vec<Test>,
}

/// How the value of an attribute is compared with a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Relation {
    /// Any value.
    Present,
    /// `=`.
    Equal,
    /// `~=`: one of its words.
    Word,
    /// `^=`.
    Begins,
    /// `$=`.
    Ends,
    /// `*=`.
    Holds,
}
