//! Small things that every other module may use: why something failed, what the user is told, text for a terminal,
//! and what a page is known by. Nothing here uses another module of the command.

pub(crate) mod failure;
pub(crate) mod html;
pub(crate) mod notices;
pub(crate) mod panics;
pub(crate) mod problem;
#[cfg(test)]
pub(crate) mod scratch;
pub(crate) mod source;
pub(crate) mod terminal;
pub(crate) mod text;
