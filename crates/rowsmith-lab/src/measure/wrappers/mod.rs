//! Wrappers: learnt on some pages or a part of one, applied to others.

pub mod articles;
mod cases;
mod column_pairs;
pub mod lists;
pub mod objects;
pub mod sites;
pub mod threads;

pub use column_pairs::column_pairs;
