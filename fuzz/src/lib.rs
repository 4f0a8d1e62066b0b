//! The fuzz targets of Rowsmith for libFuzzer. What they try is in [`bodies`]; CONTRIBUTING.md says how they are run.

pub mod bodies;

/// The program of a target.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        fn body() -> fn(&[u8]) {
            let named = |target: &&$crate::bodies::Target| target.name == $name;
            $crate::bodies::TARGETS.iter().find(named).expect("the target is listed").run
        }
        libfuzzer_sys::fuzz_target!(|input: &[u8]| $crate::bodies::watch::watched(input, body()));
    };
    ($name:literal, markup) => {
        $crate::target!($name);
        libfuzzer_sys::fuzz_crossover!(|first: &[u8], second: &[u8], out: &mut [u8], seed: u32| {
            $crate::bodies::splice::splice(first, second, out, seed)
        });
    };
}
