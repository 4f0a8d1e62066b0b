//! The columns of a result in a batch with one row per page: names and shapes for each question, and the cells.
//! `docs/PYTHON.md` lists them for users.

use rowsmith::types::{
    AppliedPage, ArticlePage, ColumnKind, ExtractPage, ItemPage, ItemPrice, Metadata, ObjectTable, Pagination, Post,
    PostsPage, RecordsPage, RegionTable, TablesPage,
};
use rowsmith_cli::{ColumnValues, values_of};

use crate::found::Answer;
use crate::nested::{Cell, Shape};
use crate::question::Asked;

/// A column with its name.
pub(crate) type Named = (&'static str, Shape);

/// The columns of the answers to a question.
pub(crate) fn columns(asked: &Asked) -> Vec<Named> {
    match asked {
        Asked::Records(_) => [vec![("confidence", Shape::Number)], lists(), goes_on()].concat(),
        Asked::Posts(_) => [vec![("confidence", Shape::Number), ("posts", posts_shape())], goes_on()].concat(),
        Asked::Article(_) => {
            let text = vec![("text", Shape::Text), ("markdown", Shape::Text), ("html", Shape::Text)];
            [metadata(), text, vec![("confidence", Shape::Number)]].concat()
        }
        Asked::Item(_) => item(),
        Asked::Tables(_) => vec![("tables", tables_shape())],
        Asked::Objects { .. } => vec![("objects", rows_shape())],
        Asked::Extract { .. } => {
            let kind = vec![("kind", Shape::Text), ("confidence", Shape::Number)];
            let text = vec![("text", Shape::Text), ("markdown", Shape::Text), ("html", Shape::Text)];
            let posts = vec![("text_confidence", Shape::Number), ("posts", posts_shape())];
            [kind, metadata(), text, posts, lists(), vec![("objects", rows_shape())], goes_on()].concat()
        }
        Asked::Apply { .. } => {
            let fit = vec![("template", Shape::Text), ("fit", Shape::Number)];
            let text = vec![("text", Shape::Text), ("records", rows_shape()), ("drift", Shape::list(Shape::Text))];
            [fit, metadata(), text].concat()
        }
    }
}

/// Columns and records of lists.
fn lists() -> Vec<Named> {
    let column = vec![
        ("region", Shape::Count),
        ("name", Shape::Text),
        ("kind", Shape::Text),
        ("type", Shape::Text),
        ("role", Shape::Text),
    ];
    vec![("columns", Shape::list(Shape::Struct(column))), ("records", rows_shape())]
}

/// Records: the number of their table (from 1), their cells as texts, and the cells that are numbers.
fn rows_shape() -> Shape {
    let row = vec![("region", Shape::Count), ("cells", Shape::Texts), ("numbers", Shape::Numbers)];
    Shape::list(Shape::Struct(row))
}

fn posts_shape() -> Shape {
    let texts = ["number", "title", "author", "author_url", "date", "date_text", "body", "html", "url"];
    let fields = texts.map(|name| (name, Shape::Text)).into_iter().chain([("parent", Shape::Count)]);
    Shape::list(Shape::Struct(fields.collect()))
}

fn tables_shape() -> Shape {
    let table = vec![
        ("number", Shape::Count),
        ("caption", Shape::Text),
        ("heading", Shape::Text),
        ("confidence", Shape::Number),
        ("columns", Shape::list(Shape::Text)),
        ("rows", Shape::list(Shape::list(Shape::Text))),
    ];
    Shape::list(Shape::Struct(table))
}

fn goes_on() -> Vec<Named> {
    vec![("next", Shape::Text), ("pages", Shape::list(Shape::Text)), ("total", Shape::Count)]
}

fn metadata() -> Vec<Named> {
    vec![
        ("title", Shape::Text),
        ("author", Shape::Text),
        ("date", Shape::Text),
        ("modified", Shape::Text),
        ("language", Shape::Text),
        ("site_name", Shape::Text),
        ("canonical_url", Shape::Text),
        ("image", Shape::Text),
        ("tags", Shape::list(Shape::Text)),
        ("description", Shape::Text),
    ]
}

fn item() -> Vec<Named> {
    vec![
        ("type", Shape::Text),
        ("confidence", Shape::Number),
        ("name", Shape::Text),
        ("item_url", Shape::Text),
        ("price", Shape::Number),
        ("old_price", Shape::Number),
        ("price_high", Shape::Number),
        ("currency", Shape::Text),
        ("availability", Shape::Text),
        ("brand", Shape::Text),
        ("sku", Shape::Text),
        ("mpn", Shape::Text),
        ("gtin", Shape::Text),
        ("rating", Shape::Number),
        ("reviews", Shape::Count),
        ("author", Shape::Text),
        ("organization", Shape::Text),
        ("location", Shape::Text),
        ("images", Shape::list(Shape::Text)),
        ("breadcrumbs", Shape::list(Shape::Text)),
        ("properties", Shape::Texts),
        ("ingredients", Shape::list(Shape::Text)),
        ("steps", Shape::list(Shape::Text)),
        ("dates", Shape::Texts),
        ("description", Shape::Text),
    ]
}

/// The cells of an answer, in the order of [`columns`]. Anything created for them is kept in `made`.
pub(crate) fn cells<'a>(asked: &Asked, answer: &'a Answer, made: &'a Made) -> Vec<Cell<'a>> {
    match (asked, answer) {
        (Asked::Records(_), Answer::Records(page)) => records_cells(page, made),
        (Asked::Posts(_), Answer::Posts(page)) => posts_cells(page),
        (Asked::Article(_), Answer::Article(page)) => article_cells(page),
        (Asked::Item(_), Answer::Item(page)) => item_cells(page),
        (Asked::Tables(_), Answer::Tables(page)) => tables_cells(page),
        (Asked::Objects { .. }, Answer::Objects(_)) => vec![made.objects()],
        (Asked::Extract { .. }, Answer::Extract(page)) => extract_cells(page, made),
        (Asked::Apply { .. }, Answer::Applied(page)) => applied_cells(page, made),
        // answers always match their questions
        _ => Vec::new(),
    }
}

/// What is created from an answer so that cells can borrow it: its tables with their values as numbers.
pub(crate) struct Made {
    regions: Vec<Valued>,
    objects: Vec<Valued>,
    has_objects: bool,
    drift: Vec<String>,
}

/// A table with its columns as values.
struct Valued {
    table: RegionTable,
    values: Vec<ColumnValues>,
}

impl Valued {
    fn new(table: RegionTable) -> Valued {
        Valued { values: values_of(&table), table }
    }
}

impl Made {
    pub(crate) fn new(answer: &mut Answer) -> Made {
        let (mut regions, mut objects, mut has_objects, mut drift) = (Vec::new(), Vec::new(), false, Vec::new());
        match answer {
            Answer::Records(page) => regions = std::mem::take(&mut page.regions),
            Answer::Objects(page) => objects = page.areas.iter().map(ObjectTable::to_region).collect(),
            Answer::Extract(page) => {
                regions = std::mem::take(&mut page.regions);
                has_objects = page.areas.is_some();
                objects = page.areas.iter().flatten().map(ObjectTable::to_region).collect();
            }
            Answer::Applied(page) => {
                regions = page.tables.iter().map(|part| part.table.clone()).collect();
                drift = page.drift.iter().map(ToString::to_string).collect();
            }
            Answer::Posts(_) | Answer::Article(_) | Answer::Item(_) | Answer::Tables(_) => {}
        }
        Made {
            regions: regions.into_iter().map(Valued::new).collect(),
            objects: objects.into_iter().map(Valued::new).collect(),
            has_objects,
            drift,
        }
    }

    fn objects(&self) -> Cell<'_> {
        rows_cell(&self.objects)
    }
}

fn count(count: impl TryInto<i64>) -> Cell<'static> {
    count.try_into().map_or(Cell::None, Cell::Count)
}

fn kind_name(kind: ColumnKind) -> &'static str {
    match kind {
        ColumnKind::Text => "text",
        ColumnKind::Link => "link",
        ColumnKind::Image => "image",
    }
}

fn columns_cell(regions: &[Valued]) -> Cell<'_> {
    let columns = regions.iter().enumerate().flat_map(|(at, region)| {
        region.table.columns.iter().map(move |column| {
            Cell::Struct(vec![
                count(at + 1),
                Cell::Text(&column.name),
                Cell::Text(kind_name(column.kind)),
                Cell::Text(column.value_type.name()),
                Cell::text(column.role.map(|role| role.name())),
            ])
        })
    });
    Cell::List(columns.collect())
}

fn rows_cell(tables: &[Valued]) -> Cell<'_> {
    let mut rows = Vec::new();
    for (at, Valued { table, values }) in tables.iter().enumerate() {
        for (number, record) in table.records.iter().enumerate() {
            let cells = table.columns.iter().zip(&record.cells);
            let texts = cells.filter_map(|(column, cell)| {
                let cell = cell.as_ref()?;
                Some((column.name.as_str(), cell.url.as_deref().unwrap_or(&cell.text)))
            });
            let numbers = table.columns.iter().zip(values).filter_map(|(column, values)| {
                let value = match values {
                    ColumnValues::Whole(values) => values.get(number).copied().flatten().map(|whole| whole as f64),
                    ColumnValues::Numbers(values) => values.get(number).copied().flatten(),
                    ColumnValues::Days(_)
                    | ColumnValues::LocalTimes(_)
                    | ColumnValues::Instants(_)
                    | ColumnValues::Texts(_) => None,
                };
                Some((column.name.as_str(), value?))
            });
            rows.push(Cell::Struct(vec![
                count(at + 1),
                Cell::Texts(texts.collect()),
                Cell::Numbers(numbers.collect()),
            ]));
        }
    }
    Cell::List(rows)
}

fn posts_cell(posts: &[Post]) -> Cell<'_> {
    let cell = posts.iter().map(|post| {
        let texts = [
            post.number.as_deref(),
            post.title.as_deref(),
            post.author.as_deref(),
            post.author_url.as_deref(),
            post.date.as_deref(),
            post.date_text.as_deref(),
            Some(post.body.as_str()).filter(|body| !body.is_empty()),
            post.html.as_deref(),
            post.url.as_deref(),
        ];
        Cell::Struct(texts.into_iter().map(Cell::text).chain([post.parent.map_or(Cell::None, count)]).collect())
    });
    Cell::List(cell.collect())
}

fn goes_on_cells(pagination: &Pagination) -> Vec<Cell<'_>> {
    vec![
        Cell::text(pagination.next.as_deref()),
        Cell::texts(pagination.pages.iter().map(String::as_str)),
        pagination.total.map_or(Cell::None, count),
    ]
}

fn metadata_cells(metadata: &Metadata) -> Vec<Cell<'_>> {
    vec![
        Cell::text(metadata.title.as_deref()),
        Cell::text(metadata.author.as_deref()),
        Cell::text(metadata.date.as_deref()),
        Cell::text(metadata.modified.as_deref()),
        Cell::text(metadata.language.as_deref()),
        Cell::text(metadata.site_name.as_deref()),
        Cell::text(metadata.canonical_url.as_deref()),
        Cell::text(metadata.image.as_deref()),
        Cell::texts(metadata.tags.iter().map(String::as_str)),
        Cell::text(metadata.description.as_deref()),
    ]
}

fn records_cells<'a>(page: &'a RecordsPage, made: &'a Made) -> Vec<Cell<'a>> {
    let confidence = made.regions.iter().find(|region| region.table.main).and_then(|region| region.table.confidence);
    let mut cells = vec![Cell::number(confidence), columns_cell(&made.regions), rows_cell(&made.regions)];
    cells.extend(goes_on_cells(&page.pagination));
    cells
}

fn posts_cells(page: &PostsPage) -> Vec<Cell<'_>> {
    let mut cells = vec![Cell::number(page.confidence), posts_cell(&page.posts)];
    cells.extend(goes_on_cells(&page.pagination));
    cells
}

fn article_cells(page: &ArticlePage) -> Vec<Cell<'_>> {
    let mut cells = metadata_cells(&page.metadata);
    cells.extend([Cell::Text(&page.text), Cell::Text(&page.markdown), Cell::Text(&page.html)]);
    cells.push(Cell::Number(page.confidence));
    cells
}

fn item_cells(page: &ItemPage) -> Vec<Cell<'_>> {
    let Some(item) = &page.item else { return Vec::new() };
    let amount = |price: &Option<ItemPrice>| Cell::number(price.as_ref().map(|price| price.amount));
    let priced = item.price.as_ref().and_then(|price| price.currency.as_deref());
    vec![
        Cell::Text(item.kind.name()),
        Cell::Number(item.confidence),
        Cell::text(item.name.as_deref()),
        Cell::text(item.url.as_deref()),
        amount(&item.price),
        amount(&item.old_price),
        amount(&item.price_high),
        Cell::text(item.currency.as_deref().or(priced)),
        Cell::text(item.availability.map(|availability| availability.name())),
        Cell::text(item.brand.as_deref()),
        Cell::text(item.sku.as_deref()),
        Cell::text(item.mpn.as_deref()),
        Cell::text(item.gtin.as_deref()),
        Cell::number(item.rating.map(|rating| rating.value)),
        item.reviews.map_or(Cell::None, count),
        Cell::text(item.author.as_deref()),
        Cell::text(item.organization.as_deref()),
        Cell::text(item.location.as_deref()),
        Cell::texts(item.images.iter().map(String::as_str)),
        Cell::texts(item.breadcrumbs.iter().map(|crumb| crumb.name.as_str())),
        Cell::Texts(item.properties.iter().map(|p| (p.name.as_str(), p.value.as_str())).collect()),
        Cell::texts(item.ingredients.iter().map(String::as_str)),
        Cell::texts(item.steps.iter().map(String::as_str)),
        Cell::Texts(item.dates.iter().map(|(name, date)| (name.as_str(), date.as_str())).collect()),
        Cell::text(item.description.as_deref()),
    ]
}

fn tables_cells(page: &TablesPage) -> Vec<Cell<'_>> {
    let tables = page.tables.iter().map(|table| {
        Cell::Struct(vec![
            count(table.number),
            Cell::text(table.caption.as_deref()),
            Cell::text(table.heading.as_deref()),
            Cell::Number(table.confidence),
            Cell::texts(table.columns.iter().map(|column| column.name.as_str())),
            Cell::List(table.rows.iter().map(|row| Cell::texts(row.iter().map(String::as_str))).collect()),
        ])
    });
    vec![Cell::List(tables.collect())]
}

fn extract_cells<'a>(page: &'a ExtractPage, made: &'a Made) -> Vec<Cell<'a>> {
    let mut cells = vec![Cell::Text(page.kind.name()), Cell::Number(page.confidence)];
    cells.extend(metadata_cells(&page.metadata));
    cells.extend([
        Cell::Text(&page.text),
        Cell::text(page.markdown.as_deref()),
        Cell::text(page.html.as_deref()),
        Cell::Number(page.text_confidence),
        posts_cell(&page.posts),
        columns_cell(&made.regions),
        rows_cell(&made.regions),
        if made.has_objects { made.objects() } else { Cell::None },
    ]);
    cells.extend(goes_on_cells(&page.pagination));
    cells
}

fn applied_cells<'a>(page: &'a AppliedPage, made: &'a Made) -> Vec<Cell<'a>> {
    let mut cells = vec![Cell::text(page.template.as_deref()), Cell::Number(f64::from(page.fit))];
    match &page.article {
        Some(article) => {
            cells.extend(metadata_cells(&article.metadata));
            cells.push(Cell::filled(&article.text));
        }
        None => cells.extend(std::iter::repeat_n(Cell::None, metadata().len() + 1)),
    }
    cells.extend([rows_cell(&made.regions), Cell::texts(made.drift.iter().map(String::as_str))]);
    cells
}
