//! Small utilities for all other modules: why something failed, messages to the user, text for a terminal, and how
//! pages are identified. Nothing here uses another module of the command.

pub(crate) mod clock;
pub(crate) mod failure;
pub(crate) mod html;
pub(crate) mod lock;
pub(crate) mod notices;
pub(crate) mod panics;
pub(crate) mod problem;
#[cfg(test)]
pub(crate) mod scratch;
pub(crate) mod source;
pub(crate) mod terminal;
pub(crate) mod text;
