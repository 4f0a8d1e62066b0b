//! The methods that the papers are compared with, each as in its own paper. The library does not use them.

pub mod boilerpipe;
pub mod center_tree;
pub mod chawathe;
pub mod content;
pub mod coverage;
pub mod description;
pub mod mdr;
pub mod mdr2;
pub mod mdr_posts;
pub mod roadrunner;
pub mod selkow;
pub mod sigfeed;
pub mod tag_strings;
#[cfg(test)]
pub mod test_trees;
