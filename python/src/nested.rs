//! Nested Arrow columns with a predetermined shape, filled row by row.

use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, ListArray, MapArray, StructArray};
use arrow_buffer::{BooleanBufferBuilder, NullBuffer, OffsetBuffer};
use arrow_schema::{ArrowError, DataType, Field, Fields};

/// The shape of a column's values.
#[derive(Clone, Debug)]
pub(crate) enum Shape {
    Text,
    Number,
    Count,
    List(Box<Shape>),
    Struct(Vec<(&'static str, Shape)>),
    /// A map from texts to texts.
    Texts,
    /// A map from texts to numbers.
    Numbers,
}

/// A value; if its shape is not that of its column, it counts as missing.
#[derive(Clone, Debug)]
pub(crate) enum Cell<'a> {
    None,
    Text(&'a str),
    Number(f64),
    Count(i64),
    List(Vec<Cell<'a>>),
    Struct(Vec<Cell<'a>>),
    Texts(Vec<(&'a str, &'a str)>),
    Numbers(Vec<(&'a str, f64)>),
}

impl<'a> Cell<'a> {
    /// A text, or nothing.
    pub(crate) fn text(text: Option<&'a str>) -> Cell<'a> {
        text.map_or(Cell::None, Cell::Text)
    }

    /// A text, or nothing if it is empty.
    pub(crate) fn filled(text: &'a str) -> Cell<'a> {
        Cell::text(Some(text).filter(|text| !text.is_empty()))
    }

    pub(crate) fn number(number: Option<f64>) -> Cell<'a> {
        number.map_or(Cell::None, Cell::Number)
    }

    pub(crate) fn texts(texts: impl IntoIterator<Item = &'a str>) -> Cell<'a> {
        Cell::List(texts.into_iter().map(Cell::Text).collect())
    }
}

impl Shape {
    pub(crate) fn list(of: Shape) -> Shape {
        Shape::List(Box::new(of))
    }

    /// The type of the column. The names of inner fields are the ones that Arrow itself uses.
    pub(crate) fn data_type(&self) -> DataType {
        match self {
            Shape::Text => DataType::Utf8,
            Shape::Number => DataType::Float64,
            Shape::Count => DataType::Int64,
            Shape::List(of) => DataType::List(item(of)),
            Shape::Struct(fields) => DataType::Struct(struct_fields(fields)),
            Shape::Texts => DataType::Map(entries(DataType::Utf8), false),
            Shape::Numbers => DataType::Map(entries(DataType::Float64), false),
        }
    }
}

fn item(of: &Shape) -> Arc<Field> {
    Arc::new(Field::new("item", of.data_type(), true))
}

fn struct_fields(fields: &[(&'static str, Shape)]) -> Fields {
    fields.iter().map(|(name, shape)| Field::new(*name, shape.data_type(), true)).collect()
}

fn entry_fields(value: DataType) -> Fields {
    [Field::new("key", DataType::Utf8, false), Field::new("value", value, true)].into_iter().collect()
}

fn entries(value: DataType) -> Arc<Field> {
    Arc::new(Field::new("entries", DataType::Struct(entry_fields(value)), false))
}

/// A column that is being filled.
pub(crate) struct Column {
    values: Values,
}

enum Values {
    Text(StringBuilder),
    Number(Float64Builder),
    Count(Int64Builder),
    List {
        of: Shape,
        lengths: Vec<usize>,
        present: BooleanBufferBuilder,
        values: Box<Column>,
    },
    Struct {
        fields: Fields,
        present: BooleanBufferBuilder,
        columns: Vec<Column>,
    },
    Map {
        value: DataType,
        lengths: Vec<usize>,
        present: BooleanBufferBuilder,
        keys: StringBuilder,
        values: Box<Column>,
    },
}

impl Column {
    pub(crate) fn new(shape: &Shape) -> Column {
        let map = |of: Shape| Values::Map {
            value: of.data_type(),
            lengths: Vec::new(),
            present: BooleanBufferBuilder::new(0),
            keys: StringBuilder::new(),
            values: Box::new(Column::new(&of)),
        };
        let values = match shape {
            Shape::Text => Values::Text(StringBuilder::new()),
            Shape::Number => Values::Number(Float64Builder::new()),
            Shape::Count => Values::Count(Int64Builder::new()),
            Shape::List(of) => Values::List {
                of: (**of).clone(),
                lengths: Vec::new(),
                present: BooleanBufferBuilder::new(0),
                values: Box::new(Column::new(of)),
            },
            Shape::Struct(fields) => Values::Struct {
                fields: struct_fields(fields),
                present: BooleanBufferBuilder::new(0),
                columns: fields.iter().map(|(_, shape)| Column::new(shape)).collect(),
            },
            Shape::Texts => map(Shape::Text),
            Shape::Numbers => map(Shape::Number),
        };
        Column { values }
    }

    /// Adds a value.
    pub(crate) fn push(&mut self, cell: &Cell<'_>) {
        match &mut self.values {
            Values::Text(texts) => match cell {
                Cell::Text(text) => texts.append_value(text),
                _ => texts.append_null(),
            },
            Values::Number(numbers) => match cell {
                Cell::Number(number) => numbers.append_value(*number),
                _ => numbers.append_null(),
            },
            Values::Count(counts) => match cell {
                Cell::Count(count) => counts.append_value(*count),
                _ => counts.append_null(),
            },
            Values::List { lengths, present, values, .. } => {
                let cells: &[Cell<'_>] = if let Cell::List(cells) = cell { cells } else { &[] };
                present.append(matches!(cell, Cell::List(_)));
                lengths.push(cells.len());
                cells.iter().for_each(|cell| values.push(cell));
            }
            Values::Struct { present, columns, .. } => {
                let cells: &[Cell<'_>] = if let Cell::Struct(cells) = cell { cells } else { &[] };
                present.append(matches!(cell, Cell::Struct(_)));
                for (at, column) in columns.iter_mut().enumerate() {
                    column.push(cells.get(at).unwrap_or(&Cell::None));
                }
            }
            Values::Map { lengths, present, keys, values, .. } => {
                let before = keys.len();
                match cell {
                    Cell::Texts(entries) => {
                        for (key, text) in entries {
                            keys.append_value(key);
                            values.push(&Cell::Text(text));
                        }
                    }
                    Cell::Numbers(entries) => {
                        for (key, number) in entries {
                            keys.append_value(key);
                            values.push(&Cell::Number(*number));
                        }
                    }
                    _ => {}
                }
                present.append(matches!(cell, Cell::Texts(_) | Cell::Numbers(_)));
                lengths.push(keys.len() - before);
            }
        }
    }

    /// The column as an array.
    pub(crate) fn finish(self) -> Result<ArrayRef, ArrowError> {
        let nulls = |mut present: BooleanBufferBuilder| {
            Some(NullBuffer::new(present.finish())).filter(|nulls| nulls.null_count() > 0)
        };
        Ok(match self.values {
            Values::Text(mut texts) => ArrayBuilder::finish(&mut texts),
            Values::Number(mut numbers) => ArrayBuilder::finish(&mut numbers),
            Values::Count(mut counts) => ArrayBuilder::finish(&mut counts),
            Values::List { of, lengths, present, values } => {
                let offsets = OffsetBuffer::from_lengths(lengths);
                Arc::new(ListArray::try_new(item(&of), offsets, values.finish()?, nulls(present))?)
            }
            Values::Struct { fields, present, columns } => {
                let rows = present.len();
                let columns = columns.into_iter().map(Column::finish).collect::<Result<Vec<_>, _>>()?;
                Arc::new(StructArray::try_new_with_length(fields, columns, nulls(present), rows)?)
            }
            Values::Map { value, lengths, present, mut keys, values } => {
                let columns: Vec<ArrayRef> = vec![Arc::new(keys.finish()), values.finish()?];
                let pairs = StructArray::try_new(entry_fields(value.clone()), columns, None)?;
                let offsets = OffsetBuffer::from_lengths(lengths);
                Arc::new(MapArray::try_new(entries(value), offsets, pairs, nulls(present), false)?)
            }
        })
    }
}
