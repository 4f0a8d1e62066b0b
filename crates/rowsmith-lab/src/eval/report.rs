//! The results of an experiment: tables, curves, and what they imply for the paper's claims.

use std::io::Write;

use crate::eval::plot::Plot;

/// A table of figures.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// The text above it; empty for none.
    pub title: String,
    /// Names of the columns.
    pub head: Vec<String>,
    /// One cell per column.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows; `head` is split at `|`.
    pub fn new(title: impl Into<String>, head: &str) -> Table {
        Table { title: title.into(), head: head.split('|').map(|h| h.trim().to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }
}

/// The result of one experiment.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The pages and the protocol, and how it differs from the paper's.
    pub about: String,
    /// The tables.
    pub tables: Vec<Table>,
    /// What agrees with the paper and what does not, with one line each.
    pub remarks: Vec<String>,
    /// The figures that the paper has as plots.
    pub plots: Vec<Plot>,
}

impl Report {
    /// A report with a description of what it is based on.
    pub fn new(about: impl Into<String>) -> Report {
        Report { about: about.into(), ..Report::default() }
    }

    /// Says whether a claim of the paper holds for the figures just measured, and if not, why.
    pub fn claim(&mut self, holds: bool, claim: &str, why_not: &str) {
        self.remarks.push(match holds {
            true => format!("Agrees: {claim}."),
            false => format!("Differs: not so that {claim}. {why_not}"),
        });
    }

    /// Says whether ours is at least as good as the best other: `(ours, best other)`, larger is better.
    pub fn ours(&mut self, what: &str, ours: f64, best_other: f64) {
        // figures are shown with three decimals
        let (ours, best_other) = ((ours * 1000.0).round() / 1000.0, (best_other * 1000.0).round() / 1000.0);
        self.remarks.push(match ours >= best_other {
            true => {
                format!("Our default is at least as good as the best other by {what}: {ours:.3} to {best_other:.3}.")
            }
            false => format!("Our default is behind by {what}: {ours:.3} to {best_other:.3}."),
        });
    }

    /// Writes it as Markdown; plots are named, not drawn.
    pub fn write(&self, out: &mut dyn Write) -> std::io::Result<()> {
        writeln!(out, "{}", self.about)?;
        for table in &self.tables {
            if !table.title.is_empty() {
                writeln!(out, "\n{}:", table.title)?;
            }
            writeln!(out, "\n| {} |\n|{}", table.head.join(" | "), "---|".repeat(table.head.len()))?;
            for row in &table.rows {
                writeln!(out, "| {} |", row.join(" | "))?;
            }
        }
        for plot in &self.plots {
            writeln!(out, "\n![{}](plots/{}.svg)", plot.title, plot.name)?;
        }
        if !self.remarks.is_empty() {
            writeln!(out)?;
        }
        for remark in &self.remarks {
            writeln!(out, "- {remark}")?;
        }
        Ok(())
    }
}

/// A share as a percentage with one decimal, as the papers print it.
pub fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// The probability of a test, as `p = 0.0123`.
pub fn p_value(p: f64) -> String {
    if p < 0.0001 { "p < 0.0001".to_owned() } else { format!("p = {p:.4}") }
}

/// A share of counts; 0 if there are none.
pub fn share(part: usize, of: usize) -> f64 {
    if of == 0 { 0.0 } else { part as f64 / of as f64 }
}

/// The harmonic mean of precision and recall.
pub fn f1(precision: f64, recall: f64) -> f64 {
    if precision + recall == 0.0 { 0.0 } else { 2.0 * precision * recall / (precision + recall) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_markdown() {
        let mut report = Report::new("Two pages.");
        let mut table = Table::new("Posts", "method | F1");
        table.row(["MDR", "0.5"]);
        report.tables.push(table);
        report.claim(true, "A is better than B", "");
        report.claim(false, "B is better than C", "B is not made for this.");
        report.ours("F1", 0.99996, 1.0);
        let mut text = Vec::new();
        report.write(&mut text).unwrap();
        let expected = "Two pages.\n\nPosts:\n\n| method | F1 |\n|---|---|\n| MDR | 0.5 |\n\n\
                        - Agrees: A is better than B.\n- Differs: not so that B is better than C. B is not made for this.\n\
                        - Our default is at least as good as the best other by F1: 1.000 to 1.000.\n";
        assert_eq!(String::from_utf8(text).unwrap(), expected);
    }
}
