//! Wrappers of pages: learning from some, and applying to others.

use std::borrow::Borrow;

use crate::page::Page;
use crate::site::sample::SitePage;
use crate::wrapper::{
    AppliedPage, Applier, ApplyOptions, LearnOptions, Learnt, Mended, Wrapper, learn, repair, update,
};

impl Wrapper {
    /// Learns the templates of some pages: groups the pages by template, finds the list, posts and article of each page
    /// by search, decides what the pages of a template hold, and learns where in them the records and columns are.
    ///
    /// Pass a sample if the site is large. The time is that of `records` and `posts` on each page, plus applying a few
    /// wrappers to each, plus comparing all pairs of pages. Pages may be owned or borrowed.
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
    /// With a schema, objects get their attributes' names. Applying the wrapper needs no schema:
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
        Wrapper::learn_telling(pages, options).wrapper
    }

    /// Learns like [`learn`](Wrapper::learn), and tells which of the pages could not be searched whole within
    /// [`Limits::max_work`](crate::Limits::max_work).
    ///
    /// ```
    /// use rowsmith::wrapper::{LearnOptions, Wrapper};
    /// use rowsmith::{Limits, Page, PageOptions};
    ///
    /// let item = |n: u32| format!("<li><a href=/{n}>Chair {n}</a> <i>$ {n}.00</i>{}</li>", "<u>new</u>".repeat(n as usize % 3));
    /// let html = format!("<ul>{}</ul>", (1..40).map(item).collect::<String>());
    /// let page = [Page::parse(html.as_bytes(), &PageOptions::new())?];
    /// assert!(Wrapper::learn_telling(&page, &LearnOptions::new()).exhausted.is_empty());
    /// let hurried = LearnOptions::new().limits(Limits::new().max_work(10));
    /// assert_eq!(Wrapper::learn_telling(&page, &hurried).exhausted, [0]);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn learn_telling<P: Borrow<Page>>(pages: &[P], options: &LearnOptions) -> Learnt {
        let pages: Vec<SitePage> = pages.iter().map(|page| page.borrow().site_page()).collect();
        learn(&pages, options)
    }

    /// Learns where posts are (MiBAT 6.3), and nothing else, from pages of one site. The result is a wrapper of their
    /// templates for [`PostsOptions::template`](crate::PostsOptions::template), with the pages that could not be searched whole. It has no templates if no page
    /// shows posts.
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
    /// let forum = Wrapper::learn_posts(&[first], &LearnOptions::new());
    /// let mut options = PostsOptions::new();
    /// options.template = Some(Arc::new(forum.wrapper));
    /// // a page with one post, which a search cannot tell from any other text
    /// let last = page(&[post("eve", 11)])?.posts(&options);
    /// assert_eq!(last.posts.len(), 1);
    /// assert_eq!(last.posts[0].author.as_deref(), Some("eve"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn learn_posts(pages: &[Page], options: &LearnOptions) -> Learnt {
        let kinds = crate::wrapper::Kinds { lists: false, posts: true, articles: false };
        let mut learnt = Wrapper::learn_telling(pages, &LearnOptions { kinds, ..options.clone() });
        learnt.wrapper.templates.retain(|template| !template.parts.is_empty());
        learnt
    }

    /// Learns again from those of the pages that have drifted, and matches the new columns with the old ones by what
    /// those held: items that the wrapper still finds, values seen before, types, roles, lengths, labels. The table
    /// keeps its columns. A column that was not found again stays empty and is reported on every page. Pages that still
    /// deviate, or are of another kind, raise alarms.
    ///
    /// The time is that of applying the wrapper to all pages, plus learning from those that have drifted.
    ///
    /// ```
    /// use rowsmith::wrapper::{ApplyOptions, LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let items = [("Chair", "$ 20.00"), ("Table", "$ 120.00"), ("Lamp", "$ 35.50"), ("Bed", "$ 300.00"), ("Sofa", "$ 450.00")];
    /// let old = items.map(|(name, price)| format!("<li class=item><a class=name href='/{name}'>{name}</a><i class=cost>{price}</i></li>"));
    /// let old = format!("<body class=site><nav class=top><a href=/>Home</a></nav><ul class=shop>{}</ul>", old.concat());
    /// // the shop is made anew, and sells the same
    /// let new = items.map(|(name, price)| format!("<div class=card><em class=sum>{price}</em><h3><a class=to href='/{name}'>{name}</a></h3></div>"));
    /// let new = format!("<body class=fresh><header><a href=/>Home</a></header><main><section class=grid>{}</section></main>", new.concat());
    /// let page = |html: &str| Page::parse(html.as_bytes(), &PageOptions::new().url("https://shop.example/"));
    /// let wrapper = Wrapper::learn(&[page(&old)?], &LearnOptions::new());
    /// assert!(wrapper.apply(&page(&new)?, &ApplyOptions::new()).regions.is_empty());
    /// let mended = wrapper.repair(&[page(&new)?], &LearnOptions::new());
    /// assert!(mended.alarms.is_empty());
    /// let applied = mended.wrapper.apply(&page(&new)?, &ApplyOptions::new());
    /// let lamp = applied.regions[0].record(2).expect("there are five");
    /// assert_eq!((lamp.text("title"), lamp.text("price")), (Some("Lamp"), Some("$ 35.50")));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn repair<P: Borrow<Page>>(&self, pages: &[P], options: &LearnOptions) -> Mended {
        let pages: Vec<SitePage> = pages.iter().map(|page| page.borrow().site_page()).collect();
        repair(self, &pages, options)
    }

    /// Learns anew from pages, and keeps what a person has edited in this wrapper: names, types, order, added and
    /// removed columns, selectors. Templates that none of the pages belongs to stay as they are.
    ///
    /// ```
    /// use rowsmith::wrapper::{LearnOptions, Wrapper};
    /// use rowsmith::{Page, PageOptions};
    ///
    /// let items = ["Chair", "Table", "Lamp", "Bed", "Sofa"].map(|name| format!("<li><a href=/{name}>{name}</a> <i>$ 5.00</i>"));
    /// let page = format!("<nav><a href=/>Home</a></nav><ul class=shop>{}</ul>", items.concat());
    /// let pages = [Page::parse(page.as_bytes(), &PageOptions::new())?];
    /// let learnt = Wrapper::learn(&pages, &LearnOptions::new()).to_json().expect("it can be written");
    /// let changed = Wrapper::from_json(&learnt.replace("\"name\": \"price\"", "\"name\": \"cost\"")).expect("it can be read");
    /// let updated = changed.update(&pages, &LearnOptions::new()).wrapper;
    /// assert!(updated.templates[0].parts[0].columns.iter().any(|column| column.name == "cost"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn update<P: Borrow<Page>>(&self, pages: &[P], options: &LearnOptions) -> Mended {
        let pages: Vec<SitePage> = pages.iter().map(|page| page.borrow().site_page()).collect();
        update(self, &pages, options)
    }

    /// Extracts from a page what the wrapper knows, without searching. A page that fits no template is not an error:
    /// its result says so. To apply a wrapper to many pages, prepare it once with [`Applier::new`].
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
    /// Extracts from a page what the wrapper knows; see [`Wrapper::apply`]. Takes time linear in the size of the page
    /// for each variant of records.
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
