//! MDR-2: data regions, the records in them, and the order that the papers give them (Zhai and Liu 2006, section 4;
//! MiBAT 5.4).

pub(crate) mod matched_nodes;
pub(crate) mod regions;
pub(crate) mod segment;
