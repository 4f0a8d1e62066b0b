//! Curves and box charts as SVG files.

use std::path::Path;

use plotters::prelude::*;

/// A figure.
#[derive(Clone, Debug)]
pub struct Plot {
    /// The file's name, without `.svg`.
    pub name: &'static str,
    /// The text above it.
    pub title: String,
    /// The label of the horizontal axis; the names of the boxes in a box chart.
    pub x: String,
    /// The label of the vertical axis.
    pub y: String,
    /// What is drawn.
    pub shape: Shape,
}

/// What a figure shows.
#[derive(Clone, Debug)]
pub enum Shape {
    /// One line per series, with its name and points.
    Lines {
        /// The series.
        series: Vec<(String, Vec<(f64, f64)>)>,
        /// Both axes are logarithmic; all values are above 0.
        logarithmic: bool,
    },
    /// One box per name: quantiles 0.09, 0.25, 0.5, 0.75 and 0.91, as in figure 4 of the FOREST paper.
    Boxes(Vec<(String, [f64; 5])>),
}

const SIZE: (u32, u32) = (720, 420);
/// Colours that can be distinguished in spite of colour blindness (Okabe and Ito).
const COLOURS: [RGBColor; 7] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(86, 180, 233),
    RGBColor(230, 159, 0),
    RGBColor(0, 0, 0),
];

impl Plot {
    /// Writes `NAME.svg` into a folder.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, folder: &Path) -> Result<(), String> {
        let path = folder.join(format!("{}.svg", self.name));
        let mut text = String::new();
        self.draw(&mut text).map_err(|e| format!("{}: {e}", path.display()))?;
        std::fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))
    }

    fn draw(&self, text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
        let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
        root.fill(&WHITE)?;
        match &self.shape {
            Shape::Lines { series, logarithmic } => self.lines(&root, series, *logarithmic)?,
            Shape::Boxes(boxes) => self.boxes(&root, boxes)?,
        }
        root.present()?;
        Ok(())
    }

    fn lines(
        &self,
        root: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
        series: &[(String, Vec<(f64, f64)>)],
        logarithmic: bool,
    ) -> Result<(), Box<dyn std::error::Error>> {
        let scale = |v: f64| if logarithmic { v.max(1e-9).log10() } else { v };
        let points = || series.iter().flat_map(|s| &s.1).map(|&(x, y)| (scale(x), scale(y)));
        let range = |values: Vec<f64>| {
            let (low, high) = values.iter().fold((f64::MAX, f64::MIN), |(l, h), &v| (l.min(v), h.max(v)));
            let margin = ((high - low) * 0.05).max(0.01);
            low - margin..high + margin
        };
        let (xs, ys) = (range(points().map(|p| p.0).collect()), range(points().map(|p| p.1).collect()));
        let mut chart = ChartBuilder::on(root)
            .caption(&self.title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(64)
            .build_cartesian_2d(xs, ys)?;
        let label = |v: &f64| match logarithmic {
            true => format!("{:.3}", 10f64.powf(*v)).trim_end_matches('0').trim_end_matches('.').to_owned(),
            false => format!("{v:.2}").trim_end_matches('0').trim_end_matches('.').to_owned(),
        };
        chart
            .configure_mesh()
            .x_desc(&self.x)
            .y_desc(&self.y)
            .x_label_formatter(&label)
            .y_label_formatter(&label)
            .light_line_style(WHITE)
            .draw()?;
        for (i, (name, values)) in series.iter().enumerate() {
            let style = COLOURS[i % COLOURS.len()].stroke_width(2);
            let scaled: Vec<(f64, f64)> = values.iter().map(|&(x, y)| (scale(x), scale(y))).collect();
            chart
                .draw_series(LineSeries::new(scaled.iter().copied(), style))?
                .label(name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], style));
            chart.draw_series(scaled.iter().map(|&p| Circle::new(p, 3, style.filled())))?;
        }
        chart
            .configure_series_labels()
            .background_style(WHITE.mix(0.8))
            .border_style(BLACK.mix(0.3))
            .position(SeriesLabelPosition::LowerRight)
            .draw()?;
        Ok(())
    }

    fn boxes(
        &self,
        root: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>,
        boxes: &[(String, [f64; 5])],
    ) -> Result<(), Box<dyn std::error::Error>> {
        let mut chart = ChartBuilder::on(root)
            .caption(&self.title, ("sans-serif", 18))
            .margin(12)
            .x_label_area_size(42)
            .y_label_area_size(64)
            .build_cartesian_2d(-0.5..boxes.len() as f64 - 0.5, -0.02..1.02f64)?;
        let name = |x: &f64| {
            let near = (x - x.round()).abs() < 0.01;
            boxes.get(x.round() as usize).filter(|_| near).map_or(String::new(), |b| b.0.clone())
        };
        chart
            .configure_mesh()
            .disable_x_mesh()
            .x_labels(2 * boxes.len() + 1)
            .x_label_formatter(&name)
            .x_desc(&self.x)
            .y_desc(&self.y)
            .light_line_style(WHITE)
            .draw()?;
        let line = BLACK.stroke_width(1);
        for (i, (_, [low, q1, median, q3, high])) in boxes.iter().enumerate() {
            let (at, half) = (i as f64, 0.28);
            chart.draw_series([
                PathElement::new([(at, *low), (at, *q1)], line),
                PathElement::new([(at, *q3), (at, *high)], line),
                PathElement::new([(at - 0.1, *low), (at + 0.1, *low)], line),
                PathElement::new([(at - 0.1, *high), (at + 0.1, *high)], line),
            ])?;
            let colour = COLOURS[i % COLOURS.len()];
            chart.draw_series([Rectangle::new([(at - half, *q1), (at + half, *q3)], colour.mix(0.35).filled())])?;
            chart.draw_series([PathElement::new(
                [(at - half, *median), (at + half, *median)],
                colour.stroke_width(3),
            )])?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(shape: Shape) -> String {
        let (title, x, y) = ("Figure".to_owned(), "pages".to_owned(), "F1".to_owned());
        let mut text = String::new();
        Plot { name: "figure", title, x, y, shape }.draw(&mut text).unwrap();
        text
    }

    #[test]
    fn lines_and_boxes_are_drawn() {
        let series = vec![("ours".to_owned(), vec![(1.0, 0.5), (10.0, 0.9)])];
        for logarithmic in [false, true] {
            let svg = drawn(Shape::Lines { series: series.clone(), logarithmic });
            assert!(svg.contains("<polyline") && svg.contains("ours"), "{svg}");
        }
        assert!(drawn(Shape::Boxes(vec![("A".into(), [0.1, 0.2, 0.5, 0.8, 0.9])])).contains("<rect"));
    }
}
