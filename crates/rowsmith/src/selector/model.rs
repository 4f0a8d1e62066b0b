//! What a selector is.

/// A selector: one or several ways to be selected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Selector {
    pub(crate) ways: Vec<Way>,
}

/// Steps from the outermost element to the one selected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    pub(crate) steps: Vec<Step>,
}

/// An element of a way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    /// How it stands to the one before; of the first one, somewhere below what is searched.
    pub(crate) combinator: Combinator,
    /// `None` for any.
    pub(crate) tag: Option<String>,
    /// All that it must be.
    pub(crate) tests: Vec<Test>,
}

/// How an element stands to the one before it in a way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Combinator {
    /// Anywhere within.
    Within,
    /// A child.
    Child,
    /// The next sibling.
    Next,
    /// A later sibling.
    Later,
}

/// What an element must be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Test {
    /// `#id`.
    Id(String),
    /// `.class`.
    Class(String),
    /// `[name]` and its like.
    Attribute { name: String, relation: Relation, value: String },
    /// `:scope`: what is searched.
    Scope,
    /// `:nth-child(N)`; from the end for `last`.
    Child { number: usize, last: bool },
    /// `:nth-of-type(N)`; from the end for `last`.
    OfType { number: usize, last: bool },
    /// `:not(…)`.
    Not(Box<Simple>),
}

/// What stands in `:not(…)`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Simple {
    pub(crate) tag: Option<String>,
    pub(crate) tests: Vec<Test>,
}

/// How the value of an attribute must be to a text.
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
