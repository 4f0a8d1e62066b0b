//! The papers' experiments on our data. Each gives a [`Report`]: tables with our figures and, where its text has them, the
//! paper's own in brackets.

mod depta_items;
mod depta_records;
mod mibat_posts;
mod mibat_tables;

use std::io::Write;
use std::path::Path;

use crate::report::Report;

/// One experiment of a paper.
pub struct Experiment {
    /// The command.
    pub name: &'static str,
    /// One line: the paper, what it repeats.
    pub about: &'static str,
    /// Makes it.
    pub run: fn() -> Result<Report, String>,
}

/// All of them, in the order of the results.
pub const EXPERIMENTS: &[Experiment] = &[
    Experiment {
        name: "depta-table-2",
        about: "DEPTA, table 2: records by MDR, MDR-2 and ours",
        run: depta_records::table_2,
    },
    Experiment {
        name: "depta-table-3",
        about: "DEPTA, table 3: items aligned by DEPTA, RoadRunner, a center tree and ours",
        run: depta_items::table_3,
    },
    Experiment { name: "mibat-table-1", about: "MiBAT, table 1: posts, post level", run: mibat_tables::table_1 },
    Experiment { name: "mibat-table-2", about: "MiBAT, table 2: posts, page level", run: mibat_tables::table_2 },
    Experiment { name: "mibat-table-3", about: "MiBAT, table 3: comments (a substitute)", run: mibat_tables::table_3 },
];

impl Experiment {
    /// Runs it, prints its report, and draws its plots into `lab/plots`.
    pub fn print(&self, out: &mut dyn Write) -> Result<(), String> {
        let report = (self.run)()?;
        report.write(out).map_err(|e| e.to_string())?;
        draw(&report)
    }
}

/// Draws the plots of a report into `lab/plots`.
pub fn draw(report: &Report) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab/plots");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    report.plots.iter().try_for_each(|plot| plot.write(&folder))
}
