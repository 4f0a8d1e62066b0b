//! The article of a page: its main text, as blocks chosen by a learnt probability, and what the page says of itself.

pub mod blocks;
pub mod containers;
pub mod context;
pub mod evidence;
pub mod facts;
pub mod features;
pub mod main_list;
pub mod metadata;
pub mod repetition;
pub mod select;
pub mod words;
