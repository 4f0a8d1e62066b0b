//! Files of schemas.
#![no_main]

rowsmith_fuzz::target!("schemas");
