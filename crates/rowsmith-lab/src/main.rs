//! Training of Rowsmith's models, and experiments. Needs the evaluation data; see `eval/data.rs`.
//!
//! Modules, each of which uses only those before it: `eval` (pages, annotations, scores), `baselines` (the methods that
//! the papers are compared with), `train` (the models), `measure` (our own figures), `papers` (the papers'
//! experiments).
#![allow(missing_docs, unreachable_pub)]
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod baselines;
mod command;
mod eval;
mod measure;
mod papers;
mod train;

fn main() -> std::process::ExitCode {
    // RoadRunner's parser recurses over the iterators of long records
    let _ = rayon::ThreadPoolBuilder::new().stack_size(64 << 20).build_global();
    match command::run(&mut std::io::stdout().lock()) {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(message) => {
            let _ = std::io::Write::write_all(&mut std::io::stderr(), format!("rowsmith-lab: {message}\n").as_bytes());
            std::process::ExitCode::FAILURE
        }
    }
}
