//! Turns a panic while working on a page into an error of that page, so that the run goes on. It says whose code failed: that of a
//! crate that reads files, which means that the file is damaged, or any other, which means that we have something to mend.

use std::any::Any;
use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Once;

thread_local! {
    static CATCHING: Cell<bool> = const { Cell::new(false) };
    static PLACE: RefCell<Place> = const { RefCell::new(Place { file: String::new(), line: 0 }) };
}

static HOOK: Once = Once::new();

/// How the messages of failures in the code of others begin.
pub(crate) const OF_OTHERS: &str = "it cannot be read: ";

/// The crates that read files, and what they unpack with: compression, archives, tables, feeds. They are said to have failed on a
/// damaged input. Crates that read pages must not fail on any, so that is for us to know.
const READERS: [&str; 31] = [
    "alloc-no-stdlib",
    "alloc-stdlib",
    "brotli-decompressor",
    "bytes",
    "bzip2",
    "crc32fast",
    "csv",
    "csv-core",
    "deflate64",
    "feed-rs",
    "flatbuffers",
    "flate2",
    "half",
    "integer-encoding",
    "libbz2-rs-sys",
    "lz4_flex",
    "lzma-rust2",
    "miniz_oxide",
    "parquet",
    "ppmd-rust",
    "quick-xml",
    "ruzstd",
    "sevenz-rust2",
    "simd-adler32",
    "snap",
    "thrift",
    "twox-hash",
    "zip",
    "zlib-rs",
    "zstd",
    "zstd-safe",
];

/// Whether a crate is one of [`READERS`].
fn reads_files(name: &str) -> bool {
    READERS.contains(&name) || name.starts_with("arrow-")
}

/// Where a panic happened.
#[derive(Default)]
struct Place {
    /// The source file, as the compiler knows it; empty if that is unknown.
    file: String,
    line: u32,
}

/// Runs `work`. A panic inside becomes an error that says where it happened.
///
/// Nothing of `work` survives a panic: it gets the name of an input and returns a new value, so no state can be left
/// half changed.
///
/// # Errors
/// Those of `work`, and panics.
pub fn catch<T>(work: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    HOOK.call_once(|| {
        let default = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if CATCHING.get() {
                let place = info.location().map(|l| Place { file: l.file().to_owned(), line: l.line() });
                PLACE.with_borrow_mut(|p| *p = place.unwrap_or_default());
            } else {
                default(info);
            }
        }));
    });
    // one call may be within another
    let before = CATCHING.replace(true);
    let result = panic::catch_unwind(AssertUnwindSafe(work));
    CATCHING.set(before);
    result.unwrap_or_else(|payload| {
        let place = PLACE.with_borrow_mut(std::mem::take);
        Err(told(&place, message(payload.as_ref())))
    })
}

/// What is said of a panic.
fn told(Place { file, line }: &Place, message: &str) -> String {
    let in_crate = place_in_crate(file);
    if let Some(CratePlace { name, version, file }) = in_crate.as_ref().filter(|place| reads_files(place.name)) {
        return format!("{OF_OTHERS}the crate {name} {version} failed at {file}:{line}: {message}");
    }
    let place = match in_crate {
        Some(CratePlace { name, version, file }) => format!(" at {name}-{version}/{file}:{line}"),
        None if file.is_empty() => String::new(),
        None => format!(" at {file}:{line}"),
    };
    format!("internal error{place}: {message} (a bug of rowsmith; please report it)")
}

/// A source file of a crate that Cargo had from a registry, such as ours once they are published.
#[derive(PartialEq, Eq, Debug)]
struct CratePlace<'a> {
    name: &'a str,
    version: &'a str,
    /// The file within the crate.
    file: &'a str,
}

/// The crate that a source file belongs to, if Cargo had it from a registry: its folder there is `registry/src/INDEX/NAME-VERSION`.
fn place_in_crate(file: &str) -> Option<CratePlace<'_>> {
    let is_separator = |c| matches!(c, '/' | '\\');
    let at = ["registry/src/", "registry\\src\\"].iter().find_map(|folder| Some(file.find(folder)? + folder.len()))?;
    let (_, within) = file[at..].split_once(is_separator)?;
    let (folder, file) = within.split_once(is_separator)?;
    // names of crates have hyphens, too, but no part of them begins with a digit and is followed by a dot
    let is_version = |text: &str| text.starts_with(|c: char| c.is_ascii_digit()) && text.contains('.');
    let at = folder.match_indices('-').map(|(at, _)| at).find(|at| is_version(&folder[at + 1..]))?;
    Some(CratePlace { name: &folder[..at], version: &folder[at + 1..], file })
}

fn message(payload: &(dyn Any + Send)) -> &str {
    match (payload.downcast_ref::<&str>(), payload.downcast_ref::<String>()) {
        (Some(text), _) => text,
        (None, Some(text)) => text,
        (None, None) => "no message",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error_that_names_its_place() {
        let error = catch::<()>(|| panic!("index {} of {}", 3, 2)).unwrap_err();
        assert!(error.contains("index 3 of 2") && error.contains("panics.rs:"), "{error}");
        assert_eq!(catch(|| Ok(7)), Ok(7));
    }

    #[test]
    fn a_failure_of_a_crate_that_reads_files_is_said_to_be_its_own() {
        let of = |file: &str| told(&Place { file: file.to_owned(), line: 204 }, "size <= src.len()");
        assert_eq!(
            of("/x/registry/src/index-1/parquet-58.4.1/src/util/bit_util.rs"),
            "it cannot be read: the crate parquet 58.4.1 failed at src/util/bit_util.rs:204: size <= src.len()"
        );
        let windows = "C:\\x\\registry\\src\\index-1\\sevenz-rust2-0.20.1-rc.1\\src\\lib.rs";
        assert!(
            of(windows).starts_with("it cannot be read: the crate sevenz-rust2 0.20.1-rc.1 failed at src\\lib.rs:")
        );
        for ours in ["crates/rowsmith/src/lib.rs", "/rustc/1a2b/library/core/src/str/mod.rs"] {
            assert!(of(ours).starts_with(&format!("internal error at {ours}:204: size")), "{}", of(ours));
        }
        // what is ours is so in a program that was built from published crates, and pages are for us to read
        for crate_file in [
            "rowsmith-0.1.0/src/lib.rs",
            "rowsmith-cli-0.1.0/src/a.rs",
            "html5ever-0.39.0/src/a.rs",
            "url-2.5.8/src/a.rs",
        ] {
            let told = of(&format!("/x/registry/src/index-1/{crate_file}"));
            assert_eq!(
                told,
                format!("internal error at {crate_file}:204: size <= src.len() (a bug of rowsmith; please report it)")
            );
        }
        assert!(told(&Place::default(), "x").starts_with("internal error: x (a bug of rowsmith"));
    }
}
