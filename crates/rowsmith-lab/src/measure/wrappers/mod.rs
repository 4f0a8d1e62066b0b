//! Wrappers: learnt on some pages or a part of one, applied to others.

pub mod articles;
mod cases;
pub mod lists;
pub mod objects;
pub mod sites;
pub mod threads;
