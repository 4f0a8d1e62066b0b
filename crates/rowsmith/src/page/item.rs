//! The object that a page is about.

#[cfg(any(feature = "lab", test))]
use crate::item::evidence::item_evidence;
use crate::item::{self, search};
use crate::page::Page;
use crate::types::{ItemPage, Warning};

/// How the object that a page is about is found.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ItemOptions {
    /// Which parts of the page are used.
    pub search: item::Options,
}

impl ItemOptions {
    /// The default options: both embedded data and what the page shows.
    ///
    /// ```
    /// use rowsmith::types::ValueSource;
    /// use rowsmith::{ItemOptions, Page, PageOptions};
    ///
    /// let html = br#"<h1>Desk lamp</h1><b class=price>$49.00</b><button>Add to cart</button><script type="application/ld+json">
    ///     {"@type": "Product", "name": "Desk lamp", "offers": {"price": "49.00", "priceCurrency": "USD"}}</script>"#;
    /// let item = Page::parse(html, &PageOptions::new())?.item(&ItemOptions::new()).item.expect("it is about a lamp");
    /// assert_eq!(item.evidence["price"].source, ValueSource::Both);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn new() -> ItemOptions {
        ItemOptions::default()
    }

    /// Sets whether embedded data is used. Without it only what the page shows counts.
    ///
    /// ```
    /// use rowsmith::{ItemOptions, Page, PageOptions};
    ///
    /// let html = br#"<h1>Desk lamp</h1><b class=price>$49.00</b><button>Add to cart</button><script type="application/ld+json">
    ///     {"@type": "Product", "name": "Desk lamp", "sku": "DL-7", "offers": {"price": "49.00", "priceCurrency": "USD"}}</script>"#;
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// let sku = |options: &ItemOptions| page.item(options).item.and_then(|item| item.sku);
    /// assert_eq!(sku(&ItemOptions::new()).as_deref(), Some("DL-7"));
    /// assert_eq!(sku(&ItemOptions::new().declared(false)), None, "no reader sees it");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn declared(mut self, declared: bool) -> ItemOptions {
        self.search.declared = declared;
        self
    }

    /// Sets whether what the page shows is used. Without it only embedded data counts.
    ///
    /// ```
    /// use rowsmith::{ItemOptions, Page, PageOptions};
    ///
    /// let html = br#"<h1>Desk lamp</h1><b class=price>$49.00</b><button>Add to cart</button><p>Brand: Lumen</p>
    ///     <script type="application/ld+json">{"@type": "Product", "name": "Desk lamp", "sku": "DL-7"}</script>"#;
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// let price = |options: &ItemOptions| page.item(options).item.and_then(|item| item.price).map(|price| price.amount);
    /// assert_eq!(price(&ItemOptions::new()), Some(49.0));
    /// assert_eq!(price(&ItemOptions::new().shown(false)), None, "it is not declared");
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    #[must_use]
    pub fn shown(mut self, shown: bool) -> ItemOptions {
        self.search.shown = shown;
        self
    }
}

impl Page {
    /// Returns the object that the page is about (a product, a recipe, a job, an event and so on), from embedded data
    /// and from what the page shows. A value on which both agree has a high confidence; where the page clearly shows
    /// something else than it declares, the shown value wins. A page that is not about a single object has no item.
    /// Takes time linear in the size of the page.
    ///
    /// ```
    /// use rowsmith::types::ValueSource;
    /// use rowsmith::{ItemOptions, Page, PageOptions};
    ///
    /// let html = br#"<title>Desk lamp</title><h1>Desk lamp</h1><b class=price>$49.00</b><button>Add to cart</button>
    ///     <script type="application/ld+json">{"@type": "Product", "name": "Desk lamp", "sku": "DL-7",
    ///     "offers": {"price": "49.00", "priceCurrency": "USD"}}</script>"#;
    /// let page = Page::parse(html, &PageOptions::new())?;
    /// let item = page.item(&ItemOptions::new()).item.expect("it is about a lamp");
    /// assert_eq!(item.name.as_deref(), Some("Desk lamp"));
    /// assert_eq!(item.price.map(|price| price.amount), Some(49.0));
    /// assert_eq!(item.evidence["price"].source, ValueSource::Both);
    /// assert_eq!(item.evidence["sku"].source, ValueSource::Declared);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn item(&self, options: &ItemOptions) -> ItemPage {
        let found = search(&self.document, self.address(), &options.search);
        let verdict = found.verdict(&options.search);
        let item = verdict.is_item().then(|| found.item(&verdict, self.base()));
        let nothing = item.is_none().then_some(Warning::NoItemFound);
        let mut warnings = self.warnings(self.truncated(), nothing);
        if found.cut {
            warnings.push(Warning::EmbeddedDataCut);
        }
        ItemPage::new(self.source.as_str(), item, warnings)
    }

    /// The features by which it is judged whether the page is about an object, one for each of
    /// [`ITEM_FEATURES`](crate::item::ITEM_FEATURES).
    #[cfg(any(feature = "lab", test))]
    pub fn item_figures(&self, search: &item::Options) -> Vec<f32> {
        item_evidence(&item::search(&self.document, self.address(), search))
    }
}
