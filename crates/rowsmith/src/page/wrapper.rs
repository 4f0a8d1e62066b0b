//! Wrappers of pages: learning from some, and applying to others.

use std::borrow::Borrow;

use crate::page::Page;
use crate::site::sample::SitePage;
use crate::wrapper::{AppliedPage, Applier, ApplyOptions, LearnOptions, Wrapper, learn};

impl Wrapper {
    /// Learns the templates of some pages: groups them by template, finds list, posts and article of each page by
    /// search, decides what the pages of a template hold, and learns from it where records and columns are.
    ///
    /// Give a sample of a large site: time is that of `records` and `posts` on each page, of applying a few wrappers to
    /// each, and of comparing all pairs of pages. Pages may be owned or borrowed.
    ///
    /// ```
    /// use rowsmith::wrapper::{ApplyOptions, LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let page = |names: &[&str]| {
    ///     let items: Vec<String> = names.iter().map(|n| format!("<li class=item><a href='/{n}'><b>{n}</b></a><i>$ 5.00</i>")).collect();
    ///     let html = format!("<body><nav class=top><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat());
    ///     Page::parse(html.as_bytes(), &PageOptions::new())
    /// };
    /// let wrapper = Wrapper::learn(&[page(&["Chair", "Table", "Lamp", "Bed", "Sofa", "Desk"])?], &LearnOptions::new());
    /// let second = wrapper.apply(&page(&["Shelf"])?, &ApplyOptions::new());
    /// let cells = &second.regions[0].records[0].cells;
    /// assert!(cells.iter().flatten().any(|cell| cell.text == "Shelf"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    ///
    /// With a schema, objects by its names, which applying needs no schema for:
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rowsmith::schema::domain;
    /// use rowsmith::wrapper::{ApplyOptions, LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let page = |names: &[&str]| {
    ///     let items: Vec<String> = names.iter().map(|n| format!("<li class=item><a href='/{n}'><h3>{n}</h3></a><i>$ 5.00</i></li>")).collect();
    ///     let html = format!("<body><nav class=top><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat());
    ///     Page::parse(html.as_bytes(), &PageOptions::new())
    /// };
    /// let schema = Arc::new(domain("products").expect("it is shipped")?);
    /// let options = LearnOptions::new().schema(schema);
    /// let wrapper = Wrapper::learn(&[page(&["Oak chair", "Table", "Lamp", "Bunk bed", "Sofa", "Desk"])?], &options);
    /// let second = wrapper.apply(&page(&["Shelf"])?, &ApplyOptions::new());
    /// let names: Vec<&str> = second.areas[0].attributes.iter().map(|a| a.name.as_str()).collect();
    /// assert_eq!(names, ["title", "price", "url"]);
    /// assert_eq!(second.areas[0].records[0].values[0][0].text, "Shelf");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn learn<P: Borrow<Page>>(pages: &[P], options: &LearnOptions) -> Wrapper {
        let pages: Vec<SitePage> = pages.iter().map(|page| page.borrow().site_page()).collect();
        learn(&pages, options)
    }

    /// Learns from pages of one site where posts are (MiBAT 6.3), and nothing else: a wrapper of their templates, for
    /// [`PostsOptions::template`](crate::PostsOptions::template). `None` if no page shows posts.
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rowsmith::wrapper::{LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions, PostsOptions};
    ///
    /// let post = |name: &str, day: u32| {
    ///     let text = format!("{name} thinks that lamps are fine, and says so at some length today, as on any day.");
    ///     format!("<div class=post><a href=/u/{name}>{name}</a> <i>2024-01-{day:02} 10:00</i><p class=body>{text}</div>")
    /// };
    /// let page = |posts: &[String]| {
    ///     let html = format!("<nav class=top><a href=/>Home</a></nav><h1>Lamps</h1><div class=thread>{}</div>", posts.concat());
    ///     Page::parse(html.as_bytes(), &PageOptions::new())
    /// };
    /// let first = page(&[post("ann", 5), post("bob", 6), post("cy", 8), post("dan", 9)])?;
    /// let forum = Wrapper::learn_posts(&[first], &LearnOptions::new()).expect("the page has posts");
    /// let mut options = PostsOptions::new();
    /// options.template = Some(Arc::new(forum));
    /// // a page with one post, which a search cannot tell from any other text
    /// let last = page(&[post("eve", 11)])?.posts(&options);
    /// assert_eq!(last.posts.len(), 1);
    /// assert_eq!(last.posts[0].author.as_deref(), Some("eve"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn learn_posts(pages: &[Page], options: &LearnOptions) -> Option<Wrapper> {
        let kinds = crate::wrapper::Kinds { lists: false, posts: true, articles: false };
        let mut wrapper = Wrapper::learn(pages, &LearnOptions { kinds, ..options.clone() });
        wrapper.templates.retain(|template| !template.parts.is_empty());
        (!wrapper.templates.is_empty()).then_some(wrapper)
    }

    /// Takes from a page what the wrapper knows, without searching. A page that fits no template is no error: its
    /// result says so. To apply a wrapper to many pages, make it ready once with [`Applier::new`].
    ///
    /// ```
    /// use rowsmith::wrapper::{ApplyOptions, Drift, LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// # let shop = |names: &[&str]| {
    /// #     let items: Vec<String> = names.iter().map(|n| format!("<li class=item><a href='/{n}'><b>{n}</b></a><i>$ 5.00</i>")).collect();
    /// #     let html = format!("<nav class=top><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat());
    /// #     Page::parse(html.as_bytes(), &PageOptions::new())
    /// # };
    /// // pages of one shop, with so many "<li class=item><a href=/Chair><b>Chair</b></a><i>$ 5.00</i>"
    /// let wrapper = Wrapper::learn(&[shop(&["Chair", "Table", "Lamp", "Bed", "Sofa"])?], &LearnOptions::new());
    /// let applied = wrapper.apply(&shop(&["Shelf", "Stool"])?, &ApplyOptions::new());
    /// assert_eq!(applied.regions[0].record(1).and_then(|stool| stool.text("title")), Some("Stool"));
    /// let other = wrapper.apply(&Page::parse(b"<h1>Sorry</h1><p>We are closed.", &PageOptions::new())?, &ApplyOptions::new());
    /// assert!(matches!(other.drift[..], [Drift::NoTemplate { .. }]));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn apply(&self, page: &Page, options: &ApplyOptions) -> AppliedPage {
        Applier::new(self).apply(page, options)
    }
}

impl Applier<'_> {
    /// Takes from a page what the wrapper knows; see [`Wrapper::apply`]. Linear in the page for each variant of records.
    ///
    /// ```
    /// use rowsmith::wrapper::{Applier, ApplyOptions, LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let page = |names: &[&str]| {
    ///     let items: Vec<String> = names.iter().map(|n| format!("<li class=item><a href='/{n}'><b>{n}</b></a><i>$ 5.00</i>")).collect();
    ///     let html = format!("<body><nav class=top><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat());
    ///     Page::parse(html.as_bytes(), &PageOptions::new())
    /// };
    /// let wrapper = Wrapper::learn(&[page(&["Chair", "Table", "Lamp", "Bed", "Sofa", "Desk"])?], &LearnOptions::new());
    /// let applier = Applier::new(&wrapper);
    /// for names in [&["Shelf"][..], &["Stool", "Rug"]] {
    ///     let applied = applier.apply(&page(names)?, &ApplyOptions::new());
    ///     assert_eq!(applied.regions[0].records.len(), names.len());
    /// }
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn apply(&self, page: &Page, options: &ApplyOptions) -> AppliedPage {
        self.apply_parsed(&page.site_page(), page.limits(), page.fetched(), options)
    }
}
