//! What each column of a table is: title, price, date, author …, chosen for all columns of a table together.

pub(crate) mod among;
pub(crate) mod assignment;
pub(crate) mod beside;
pub(crate) mod features;
pub(crate) mod fitting;
pub(crate) mod links;
pub(crate) mod model;
pub(crate) mod own;
pub(crate) mod pieces;
pub(crate) mod places;
pub(crate) mod sample;
pub(crate) mod shared;
pub(crate) mod titles;
pub(crate) mod vocabulary;
pub(crate) mod wanted;
