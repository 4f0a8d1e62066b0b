//! Which columns of the record extractor's table are which attributes: alignment by mutual supervision.
//!
//! The paper aligns by tag paths (section 3.5), which a single optional element shifts. Here positions are the columns
//! from partial tree alignment, and the paper's support, thresholds and preference for the first apply to columns.

mod assign;
mod parts;
mod positions;
#[cfg(test)]
mod tests;
mod values;

pub(crate) use self::parts::Labeller;

use self::parts::Position;
use crate::objects::extraction::ObjectValue;
use crate::objects::hints::Hints;
use crate::objects::schema::attribute::Attribute;
use crate::records::ColumnDraft;

impl Labeller<'_> {
    /// The values of every record. `roles` has the probability of each role for each column.
    pub(crate) fn label(&self, drafts: &[ColumnDraft], records: usize, roles: &[Vec<f64>]) -> Vec<Vec<ObjectValue>> {
        let mut values: Vec<Vec<ObjectValue>> = (0..records).map(|_| Vec::new()).collect();
        if records == 0 {
            return values;
        }
        let hints = Hints::new(self.document, self.page);
        let none = Vec::new();
        let mut positions: Vec<Position<'_>> = drafts
            .iter()
            .enumerate()
            .map(|(at, draft)| self.position(draft, records, roles.get(at).unwrap_or(&none), &hints))
            .collect();
        self.doubt_other_links(&mut positions, roles);
        // links are judged by what they contain, so texts come first
        let is_link = |a: &Attribute| a.value.is_address();
        let count = self.schema.attributes.len();
        let texts: Vec<usize> = (0..count).filter(|&a| !is_link(&self.schema.attributes[a])).collect();
        for (attribute, chosen) in self.assign(&positions, &texts) {
            self.read(&positions, attribute, &chosen, &mut values);
        }
        for attribute in (0..count).filter(|&a| is_link(&self.schema.attributes[a])) {
            self.judge_links(&mut positions, attribute, &values);
            let order = self.order(&positions, attribute, &|_| true);
            self.read(&positions, attribute, &order, &mut values);
        }
        for row in &mut values {
            row.sort_by_key(|v| (v.attribute, v.node));
        }
        values
    }
}
