//! Files of any form.
#![no_main]

rowsmith_fuzz::target!("inputs");
