//! The fuzz targets without libFuzzer: their seeds, and mutants of them by a generator of numbers that is the same everywhere.
//!
//! `cargo test` gives each target its seeds and some hundred mutants. `FUZZ_INPUTS` says how many mutants instead: `.ci/run` has
//! 4000 of each target, and a tenth of those where an input is a page with all that is made of it. So the same files are given the
//! same inputs on every machine, as long as they fit in `FUZZ_SECONDS`, the seconds for all targets together; that alone gives as
//! many as fit. With either, the test tells how many inputs each target was given, and inputs that take out of all proportion fail,
//! too. What a compiler with coverage finds beyond that, `fuzz/run` finds.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::print_stdout)]

#[allow(unreachable_pub, missing_docs)]
#[path = "../../../fuzz/src/bodies/mod.rs"]
mod bodies;

use std::fs;
use std::io::Read;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use bodies::{TARGETS, Target, splice, watch};

/// Mutants of a target where nothing is said of them.
const MUTANTS: usize = 150;

/// Targets of which an input takes ten times as long as one of the others, or more; they are given a tenth of the mutants.
const SLOW: [&str; 5] = ["pages", "outputs", "markdown", "snapshots", "embedded"];

/// What a target is given.
struct Inputs {
    seeds: Vec<Vec<u8>>,
    words: Vec<Vec<u8>>,
    longest: usize,
}

fn project() -> PathBuf {
    fs::canonicalize(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")).unwrap()
}

impl Inputs {
    /// By the line of a target in `fuzz/targets.txt`.
    fn of(target: &Target) -> Inputs {
        let table = fs::read_to_string(project().join("fuzz/targets.txt")).unwrap();
        let line = table.lines().find(|line| line.split(' ').next() == Some(target.name)).unwrap();
        let words: Vec<&str> = line.split(' ').collect();
        let mut seeds: Vec<Vec<u8>> = words[3..].iter().flat_map(|pattern| files(pattern)).collect();
        seeds.extend(kept(&project().join(format!("fuzz/corpus/{}.tar.gz", target.name))));
        let longest = words[2].parse().unwrap();
        seeds.iter_mut().for_each(|seed| seed.truncate(longest));
        Inputs { seeds, words: dictionary(words[1]), longest }
    }

    /// A mutant of one of the seeds.
    fn mutant(&self, numbers: &mut Numbers) -> Vec<u8> {
        let mut input = numbers.one_of(&self.seeds).clone();
        for _ in 0..1 + numbers.below(4) {
            let at = numbers.below(input.len() + 1);
            let longest = 1 << numbers.below(8);
            let length = numbers.below(longest).min(input.len() - at);
            match numbers.below(7) {
                0 => input[at..at + length].iter_mut().for_each(|byte| *byte ^= 1 << numbers.below(8)),
                1 => drop(input.drain(at..at + length)),
                2 => {
                    let again = input[at..at + length].to_vec();
                    input.splice(at..at, again);
                }
                3 | 4 => {
                    let word = numbers.one_of(&self.words).clone();
                    input.splice(at..at + length, word);
                }
                5 => {
                    let other = numbers.one_of(&self.seeds).clone();
                    let from = numbers.below(other.len() + 1);
                    let taken = numbers.below(other.len() - from + 1);
                    input.splice(at..at, other[from..from + taken].iter().copied());
                }
                _ => {
                    let other = numbers.one_of(&self.seeds).clone();
                    let mut out = vec![0; self.longest];
                    let filled = splice::splice(&input, &other, &mut out, numbers.next() as u32);
                    out.truncate(filled);
                    input = out;
                }
            }
        }
        input.truncate(self.longest);
        input
    }
}

/// The files that a pattern names; of a list its lines.
fn files(pattern: &str) -> Vec<Vec<u8>> {
    let path = project().join(pattern);
    let Some((folder, ending)) = pattern.split_once('*') else {
        return fs::read_to_string(path).unwrap().lines().map(|line| line.as_bytes().to_vec()).collect();
    };
    let entries = fs::read_dir(project().join(folder)).unwrap().map(|entry| entry.unwrap().path());
    let mut paths: Vec<PathBuf> =
        entries.filter(|path| path.is_file() && path.to_string_lossy().ends_with(ending)).collect();
    paths.sort();
    assert!(!paths.is_empty(), "{pattern}");
    paths.into_iter().map(|path| fs::read(path).unwrap()).collect()
}

/// The files of a tar archive in gzip, if there is one.
fn kept(archive: &Path) -> Vec<Vec<u8>> {
    let Ok(packed) = fs::File::open(archive) else { return Vec::new() };
    let mut bytes = Vec::new();
    flate2::read::GzDecoder::new(packed).read_to_end(&mut bytes).unwrap();
    let (mut rest, mut files) = (bytes.as_slice(), Vec::new());
    while let Some((head, behind)) = rest.split_at_checked(512).filter(|(head, _)| head[0] != 0) {
        let digits = std::str::from_utf8(&head[124..135]).unwrap();
        let length = usize::from_str_radix(digits, 8).unwrap();
        files.push(behind[..length].to_vec());
        rest = &behind[length.next_multiple_of(512)..];
    }
    files
}

/// The words of a dictionary of libFuzzer: in quotes, with `\xNN` for what cannot be written.
fn dictionary(name: &str) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(project().join(format!("fuzz/dictionaries/{name}.dict"))).unwrap();
    let word = |line: &str| {
        let (mut out, mut rest) = (Vec::new(), line.strip_prefix('"')?.strip_suffix('"')?.as_bytes());
        while let Some((&first, tail)) = rest.split_first() {
            match (first, tail) {
                (b'\\', [b'x', high, low, behind @ ..]) => {
                    out.push(u8::from_str_radix(std::str::from_utf8(&[*high, *low]).ok()?, 16).ok()?);
                    rest = behind;
                }
                (b'\\', [escaped, behind @ ..]) => {
                    out.push(*escaped);
                    rest = behind;
                }
                _ => {
                    out.push(first);
                    rest = tail;
                }
            }
        }
        Some(out)
    };
    text.lines().map(|line| word(line).unwrap_or_else(|| panic!("{name}: {line}"))).collect()
}

/// The same numbers on every machine (xorshift).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 >> 16
    }

    fn below(&mut self, end: usize) -> usize {
        self.next() as usize % end.max(1)
    }

    fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}

/// How long a target runs.
#[derive(Clone, Copy)]
struct Until {
    /// Mutants at most.
    mutants: usize,
    /// When it ends at the latest, if there is a limit. Seeds are tried in any case.
    end: Option<Instant>,
    /// Whether an input that takes out of all proportion is a finding.
    is_watched: bool,
}

impl Until {
    /// What the environment says of a target, which begins now, while the first of all did so at `begun`. Where mutants are counted,
    /// the seconds are for all targets together; else each has the same share of them.
    fn of(target: &Target, begun: Instant) -> Until {
        let set = |name: &str| std::env::var(name).ok().map(|text| text.parse::<f64>().expect("a number"));
        let (inputs, seconds) = (set("FUZZ_INPUTS"), set("FUZZ_SECONDS"));
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        let share = |all: f64| Duration::from_secs_f64(all * threads as f64 / TARGETS.len() as f64);
        let tenth = if SLOW.contains(&target.name) { 10 } else { 1 };
        Until {
            mutants: match inputs {
                Some(all) => all as usize / tenth,
                None if seconds.is_some() => usize::MAX,
                None => MUTANTS,
            },
            end: seconds.map(|all| match inputs {
                Some(_) => begun + Duration::from_secs_f64(all),
                None => Instant::now() + share(all),
            }),
            is_watched: inputs.is_some() || seconds.is_some(),
        }
    }
}

/// Runs a target; how many inputs it was given, or the input that something was wrong with.
fn run(target: &Target, until: Until) -> Result<usize, Vec<u8>> {
    let inputs = Inputs::of(target);
    let mut numbers = Numbers(0x2545_f491_4f6c_dd1d);
    watch::begin();
    let mutants = (0..).map_while(|made| {
        let is_time = until.end.is_none_or(|end| Instant::now() < end);
        (is_time && made < until.mutants).then(|| inputs.mutant(&mut numbers))
    });
    let mut count = 0;
    for input in inputs.seeds.iter().cloned().chain(mutants) {
        let tried = catch_unwind(AssertUnwindSafe(|| match until.is_watched {
            true => watch::watched(&input, target.run),
            false => (target.run)(&input),
        }));
        if tried.is_err() {
            return Err(input);
        }
        count += 1;
    }
    Ok(count)
}

#[test]
fn no_input_is_a_finding() {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let begun = Instant::now();
    let left = Mutex::new(TARGETS.iter());
    let findings = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(target) = { left.lock().unwrap().next() } {
                    match run(target, Until::of(target, begun)) {
                        Ok(count) => println!("{:<12} {count:>9} inputs", target.name),
                        Err(input) => {
                            let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("finding-{}", target.name));
                            fs::write(&path, &input).unwrap();
                            findings.lock().unwrap().push(format!("{}: {}", target.name, path.display()));
                        }
                    }
                }
            });
        }
    });
    let findings = findings.into_inner().unwrap();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

#[test]
fn the_table_names_every_target_and_its_program() {
    let table = fs::read_to_string(project().join("fuzz/targets.txt")).unwrap();
    let listed: Vec<&str> =
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split(' ').next().unwrap()).collect();
    assert_eq!(listed, TARGETS.map(|target| target.name));
    for name in listed {
        let program = fs::read_to_string(project().join(format!("fuzz/targets/{name}.rs"))).unwrap();
        assert!(program.contains(&format!("target!(\"{name}\"")), "{name}");
    }
}
