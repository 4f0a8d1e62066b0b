//! Pages and what is read of them.
