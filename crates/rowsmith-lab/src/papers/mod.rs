//! The papers' experiments on our data. Each returns a [`Report`]: tables with our figures and, if its text has them,
//! the paper's own in brackets.

mod amber_gazetteers;
mod amber_objects;
mod depta_items;
mod depta_records;
mod forest_sites;
mod forest_tables;
mod main_list;
mod mibat_batch;
mod mibat_posts;
mod mibat_tables;
mod results;
mod rtdm_news;
mod rtdm_timing;

pub use results::results;

use std::io::Write;
use std::path::Path;

use crate::eval::plot::Plot;
use crate::eval::report::Report;

/// One experiment of a paper.
pub struct Experiment {
    /// The name of the command.
    pub name: &'static str,
    /// One line: the paper, and what is repeated from it.
    pub about: &'static str,
    /// Runs it.
    pub run: fn() -> Result<Report, String>,
}

/// All experiments, in the order of the results.
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
    Experiment { name: "mibat-table-4", about: "MiBAT, table 4: online and batch mode", run: mibat_batch::table_4 },
    Experiment { name: "forest-table-1", about: "FOREST, table 1: articles of sites", run: forest_tables::table_1 },
    Experiment { name: "forest-figure-4", about: "FOREST, figure 4: how F1 is spread", run: forest_tables::figure_4 },
    Experiment {
        name: "forest-figure-5",
        about: "FOREST, figure 5: pages of a template",
        run: forest_tables::figure_5,
    },
    Experiment {
        name: "forest-figure-6",
        about: "FOREST, figure 6: number of signifiers",
        run: forest_tables::figure_6,
    },
    Experiment { name: "forest-figure-7", about: "FOREST, figure 7: J, U and both", run: forest_tables::figure_7 },
    Experiment {
        name: "forest-ablation",
        about: "FOREST, 4: tolerant attributes and the level",
        run: forest_tables::ablation,
    },
    Experiment { name: "rtdm-timing", about: "RTDM, figure 9: time over size", run: rtdm_timing::timing },
    Experiment { name: "rtdm-news", about: "RTDM, 5.2: articles that come out right", run: rtdm_news::news },
    Experiment {
        name: "amber-accuracy",
        about: "AMBER, figures 15, 16 and 18 to 21: by attribute, page and size",
        run: amber_objects::accuracy,
    },
    Experiment {
        name: "amber-comparison",
        about: "AMBER, figure 23: against MDR and RoadRunner",
        run: amber_objects::comparison,
    },
    Experiment {
        name: "amber-robustness",
        about: "AMBER, figure 17: locations by the size of the gazetteer",
        run: amber_gazetteers::robustness,
    },
    Experiment {
        name: "amber-thresholds",
        about: "AMBER, figure 22: thresholds of data areas",
        run: amber_gazetteers::thresholds,
    },
    Experiment {
        name: "amber-learning",
        about: "AMBER, tables 1 and 2: learning a gazetteer",
        run: amber_gazetteers::learning,
    },
    Experiment {
        name: "main-list",
        about: "The papers' selection of the main list, the learnt one, and the bound",
        run: main_list::main_list,
    },
];

impl Experiment {
    /// Runs it, prints its report, and draws its plots into `lab/plots`.
    pub fn print(&self, out: &mut dyn Write) -> Result<(), String> {
        let report = (self.run)()?;
        report.write(out).map_err(|e| e.to_string())?;
        draw(&report.plots)
    }
}

/// Draws plots into `lab/plots`.
pub fn draw(plots: &[Plot]) -> Result<(), String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../lab/plots");
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    plots.iter().try_for_each(|plot| plot.write(&folder))
}
