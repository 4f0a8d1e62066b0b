//! Files of wrappers.
#![no_main]

rowsmith_fuzz::target!("wrappers");
