//! Metadata of a page: title, author, date and the rest.

pub mod author;
pub mod date;
pub mod sources;
pub mod title;

use std::cell::OnceCell;

use serde_json::Value;

use crate::article::blocks::Blocks;
use crate::article::blocks::context::{Context, bit};
use crate::article::blocks::main_posts::MainPosts;
use crate::article::declared::json_ld::{JsonLd, text};
use crate::article::declared::meta::Metas;
use crate::article::fold::fold;
use crate::article::metadata::author::candidates::AuthorPage;
use crate::article::metadata::author::model::AuthorModel;
use crate::article::metadata::date::Dates;
use crate::article::metadata::date::candidates::DatePage;
use crate::article::metadata::date::model::DateModel;
use crate::article::metadata::sources::{Sources, clean};
use crate::article::metadata::title::model::TitleModel;
use crate::dom::{AttrName, Document, Tag, line};
pub use crate::types::{DateKind, Metadata};

/// How title, author and date are chosen among their candidates.
#[derive(Clone, Copy, Debug)]
pub struct FieldModels<'a> {
    /// Chooses among the candidates for the title.
    pub titles: &'a TitleModel,
    /// Chooses among the candidates for the author.
    pub authors: &'a AuthorModel,
    /// Chooses among the candidates for the date.
    pub dates: &'a DateModel,
    /// Which date is wanted.
    pub date_kind: DateKind,
}

impl FieldModels<'static> {
    /// The models included in the library.
    pub fn built_in() -> FieldModels<'static> {
        FieldModels {
            titles: TitleModel::built_in(),
            authors: AuthorModel::built_in(),
            dates: DateModel::built_in(),
            date_kind: DateKind::Any,
        }
    }
}

/// What a page's metadata is read from.
#[derive(Clone, Copy)]
pub struct StatedPage<'a> {
    /// The page.
    pub document: &'a Document,
    /// What surrounds its nodes.
    pub context: &'a Context,
    /// Its blocks.
    pub blocks: &'a Blocks,
    /// Its meta elements.
    pub metas: &'a Metas,
    /// Its JSON-LD.
    pub json: &'a JsonLd,
    /// Its posts; without them it is unknown who wrote the first, and when.
    pub posts: &'a MainPosts,
    /// The address that it was read from, if known.
    pub address: Option<&'a str>,
}

/// Reads a page's metadata on demand.
pub struct Reader<'a> {
    page: StatedPage<'a>,
    models: FieldModels<'a>,
    /// The page's own address as the page states it; see [`address`].
    address: Option<String>,
    head: Sources,
    all: OnceCell<Sources>,
    title: OnceCell<Option<String>>,
    title_block: OnceCell<Option<usize>>,
    dates: OnceCell<Dates>,
}

impl<'a> Reader<'a> {
    /// Reads the head.
    pub fn new(page: StatedPage<'a>, models: FieldModels<'a>) -> Reader<'a> {
        Reader {
            page,
            models,
            address: address(page.document, page.metas),
            head: Sources::of_head(page.metas, page.json),
            all: OnceCell::new(),
            title: OnceCell::new(),
            title_block: OnceCell::new(),
            dates: OnceCell::new(),
        }
    }

    fn sources(&self) -> &Sources {
        self.all.get_or_init(|| {
            let mut sources = self.head.clone();
            sources.add_body(self.page.document, self.page.context, self.page.blocks);
            sources
        })
    }

    /// The title.
    pub fn title(&self) -> Option<&str> {
        let choose = || title::title(self.sources(), self.page.metas, self.address.as_deref(), self.models.titles);
        self.title.get_or_init(choose).as_deref()
    }

    fn title_block(&self) -> Option<usize> {
        let find = |title: &str| title_block(self.page.document, self.page.context, self.page.blocks, title);
        *self.title_block.get_or_init(|| self.title().and_then(find))
    }

    /// The authors, joined by commas.
    pub fn author(&self) -> Option<String> {
        let page = AuthorPage {
            document: self.page.document,
            context: self.page.context,
            blocks: self.page.blocks,
            sources: self.sources(),
            posts: self.page.posts,
            title: self.title(),
            title_block: self.title_block(),
        };
        author::author(&page, self.models.authors)
    }

    fn dates(&self) -> Dates {
        let choose = || {
            let page = DatePage {
                document: self.page.document,
                context: self.page.context,
                blocks: self.page.blocks,
                metas: self.page.metas,
                json: self.page.json,
                sources: self.sources(),
                posts: self.page.posts,
                address: self.page.address.or(self.address.as_deref()),
                title_block: self.title_block(),
            };
            date::dates(&page, self.models.dates, self.models.date_kind)
        };
        *self.dates.get_or_init(choose)
    }

    /// The date of the wanted kind, ISO 8601.
    pub fn date(&self) -> Option<String> {
        self.dates().date.map(|d| d.to_iso())
    }

    /// All metadata, with addresses as the page has them. Takes linear time.
    pub fn read(self) -> Metadata {
        let (title, author, date) = (self.title().map(str::to_owned), self.author(), self.date());
        self.with(title, author, date)
    }

    /// The metadata, given title, author and date.
    pub fn with(self, title: Option<String>, author: Option<String>, date: Option<String>) -> Metadata {
        let modified = self.dates().modified.map(|d| d.to_iso());
        let Reader { page: StatedPage { document, metas, json, .. }, head, .. } = self;
        let first = |names: &[&str]| names.iter().find_map(|n| metas.first(n)).map(clean).filter(|t| !t.is_empty());
        Metadata {
            title,
            author,
            date,
            modified,
            language: language(document, metas, json),
            site_name: first(&["og:site_name", "application-name"]).or_else(|| head.sites.first().cloned()),
            image: first(&["og:image", "og:image:secure_url", "og:image:url", "twitter:image", "twitter:image:src"])
                .or_else(|| json_image(json)),
            tags: tags(metas, json),
            description: first(&["og:description", "description", "twitter:description"]),
            canonical_url: self.address,
        }
    }
}

/// The block of the title: a heading with its text, or else any block with its text.
pub fn title_block(document: &Document, context: &Context, blocks: &Blocks, title: &str) -> Option<usize> {
    let title = fold(title);
    let mut other = None;
    for (at, block) in blocks.list.iter().enumerate() {
        let bytes = document.raw_text_between(block.first, block.end).len();
        let is_heading = context.has(block.first, bit::HEADING);
        // white space may make it longer, but nothing makes it shorter
        if !is_heading && other.is_some() || bytes < title.len() / 2 || bytes > 4 * title.len() + 400 {
            continue;
        }
        if fold(&line(document, block.first, block.end)) == title {
            if is_heading {
                return Some(at);
            }
            other = other.or(Some(at));
        }
    }
    let first_h1 =
        || blocks.list.iter().position(|b| document.ancestors(b.owner).take(3).any(|a| document.tag(a) == Tag::H1));
    first_h1().or(other)
}

fn language(document: &Document, metas: &Metas, json: &JsonLd) -> Option<String> {
    let is_tag = |t: &str| (2..=16).contains(&t.len()) && t.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let named = document.attr(Document::ROOT, AttrName::LANG).map(|t| t.trim().replace('_', "-"));
    let declared = || {
        let objects = json.objects();
        let of_page =
            objects.iter().filter(|p| p.is_page).find_map(|p| text(p.object, "inLanguage")).map(str::to_owned);
        of_page.or_else(|| {
            ["og:locale", "content-language", "dc.language", "language"]
                .iter()
                .find_map(|n| metas.first(n))
                .map(|t| t.trim().replace('_', "-"))
        })
    };
    named.filter(|t| is_tag(t)).or_else(declared).filter(|t| is_tag(t))
}

/// The page's own address, according to its canonical link or Open Graph.
pub fn address(document: &Document, metas: &Metas) -> Option<String> {
    canonical(document).or_else(|| metas.first("og:url").map(clean).filter(|t| !t.is_empty()))
}

fn canonical(document: &Document) -> Option<String> {
    let links = document.nodes().filter(|&id| document.tag(id) == Tag::LINK);
    let canonical = links
        .filter(|&id| document.attr(id, AttrName::REL).is_some_and(|rel| rel.trim().eq_ignore_ascii_case("canonical")));
    canonical.filter_map(|id| document.attr(id, AttrName::HREF)).map(|h| h.trim().to_owned()).find(|h| !h.is_empty())
}

fn json_image(json: &JsonLd) -> Option<String> {
    let objects = json.objects();
    let image = objects.iter().filter(|p| p.is_page).find_map(|p| p.object.get("image"))?;
    let first = match image {
        Value::Array(list) => list.first()?,
        value => value,
    };
    match first {
        Value::String(address) => Some(address.clone()),
        Value::Object(object) => text(object, "url").or_else(|| text(object, "contentUrl")).map(str::to_owned),
        _ => None,
    }
}

fn tags(metas: &Metas, json: &JsonLd) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    let mut add = |text: &str| {
        let tag = clean(text);
        if !tag.is_empty()
            && tag.chars().count() <= 80
            && tags.len() < 50
            && !tags.iter().any(|t| fold(t) == fold(&tag))
        {
            tags.push(tag);
        }
    };
    metas.all("article:tag").for_each(&mut add);
    for placed in json.objects().iter().filter(|p| p.is_page) {
        match placed.object.get("keywords") {
            Some(Value::String(text)) => text.split(',').for_each(&mut add),
            Some(Value::Array(list)) => list.iter().filter_map(Value::as_str).for_each(&mut add),
            _ => {}
        }
    }
    if tags.is_empty() {
        let mut add = |text: &str| {
            let tag = clean(text);
            if !tag.is_empty() && tag.chars().count() <= 80 && tags.len() < 50 {
                tags.push(tag);
            }
        };
        ["keywords", "news_keywords"]
            .iter()
            .filter_map(|n| metas.first(n))
            .flat_map(|t| t.split(','))
            .for_each(&mut add);
    }
    tags
}
