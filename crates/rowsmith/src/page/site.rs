//! The articles of a site, from several of its pages together.

use std::fmt;

use crate::page::Page;
use crate::site::folder::{LearntSample, SiteModel, SiteResult, article_site};
use crate::site::request::{ClusterSummary, SiteArticle, SiteOptions};
use crate::site::sample::SitePage;

/// What a sample of a site's pages teaches about the articles on all of them: its templates, and where in them text,
/// title, author and date are (FOREST, Oita and Senellart 2012; RTDM, Reis et al. 2004).
pub struct Site {
    model: SiteModel,
}

impl fmt::Debug for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Site").field("templates", &self.model.clusters).finish_non_exhaustive()
    }
}

/// What was learnt about a site, with the articles of the pages that it was learnt from.
#[derive(Debug)]
pub struct LearntSite {
    /// What was learnt.
    pub site: Site,
    /// The articles of the pages, in the order of the pages.
    pub articles: Vec<SiteArticle>,
}

impl Site {
    /// Learns from a sample of a site's pages, and returns their articles. The sample may hold pages of several
    /// templates, and pages that are not articles; these are recognised. Two pages of a template are enough to learn
    /// from, and more than a few dozen add little. Use [`Site::article`] for the articles of all other pages.
    ///
    /// The sample is kept in memory. Clustering compares all pairs of pages. Each of the two methods is bounded by a
    /// few times [`Limits::max_work`](crate::Limits) in total. The rest takes time linear in the number and size of the
    /// pages.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, Site, SiteOptions};
    ///
    /// let page = |title: &str| {
    ///     let text = format!("{title} was seen at the harbour, where it had been expected for a long time. ").repeat(5);
    ///     let html = format!("<title>{title} | The Pier</title><ul><li><a href=/>Home</a></ul><div class=post><h1>{title}</h1><p>{text}</p></div>");
    ///     Page::parse(html.as_bytes(), &PageOptions::new())
    /// };
    /// let learnt = Site::learn(&[page("A lamp")?, page("The old crane")?, page("Fog")?], &SiteOptions::new());
    /// assert_eq!(learnt.articles[1].page.title(), Some("The old crane"));
    /// let further = learnt.site.article(&page("Low tide")?);
    /// assert_eq!(further.page.title(), Some("Low tide"));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn learn(pages: &[Page], options: &SiteOptions) -> LearntSite {
        let pages: Vec<SitePage> = pages.iter().map(Page::site_page).collect();
        let LearntSample { model, articles } = SiteModel::learn(&pages, options);
        LearntSite { site: Site { model }, articles }
    }

    /// Returns the articles of all pages of a site. It learns from a sample of them, evenly spaced, and applies that to
    /// all.
    ///
    /// ```
    /// use rowsmith::sites::PageKind;
    /// use rowsmith::{Page, PageOptions, Site, SiteOptions};
    ///
    /// # let page = |title: &str| {
    /// #     let text = format!("{title} was seen at the harbour, where it had been expected for a long time. ").repeat(5);
    /// #     let html = format!("<title>{title} | The Pier</title><ul><li><a href=/>Home</a></ul><div class=post><h1>{title}</h1><p>{text}</p></div>");
    /// #     Page::parse(html.as_bytes(), &PageOptions::new())
    /// # };
    /// // pages of one template, called "<title>A lamp | The Pier</title>" and so on
    /// let pages = [page("A lamp")?, page("The old crane")?, page("Fog")?];
    /// let site = Site::articles(&pages, &SiteOptions::new());
    /// let titles: Vec<_> = site.pages.iter().filter_map(|article| article.page.title()).collect();
    /// assert_eq!(titles, ["A lamp", "The old crane", "Fog"]);
    /// assert_eq!((site.clusters[0].kind, site.clusters[0].pages.len()), (PageKind::Article, 3));
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn articles(pages: &[Page], options: &SiteOptions) -> SiteResult {
        let pages: Vec<SitePage> = pages.iter().map(Page::site_page).collect();
        article_site(&pages, options)
    }

    /// Returns the article of a further page of the site by the template that is most similar to it. If none is
    /// similar, the page is judged by itself; [`SiteArticle::cluster`] says which was the case. Takes time linear in
    /// the size of the page, plus comparing it with a few pages of each template.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, Site, SiteOptions};
    ///
    /// # let page = |title: &str| {
    /// #     let text = format!("{title} was seen at the harbour, where it had been expected for a long time. ").repeat(5);
    /// #     let html = format!("<title>{title} | The Pier</title><ul><li><a href=/>Home</a></ul><div class=post><h1>{title}</h1><p>{text}</p></div>");
    /// #     Page::parse(html.as_bytes(), &PageOptions::new())
    /// # };
    /// // pages of one template, called "<title>A lamp | The Pier</title>" and so on
    /// let site = Site::learn(&[page("A lamp")?, page("The old crane")?, page("Fog")?], &SiteOptions::new()).site;
    /// let further = site.article(&page("Low tide")?);
    /// assert_eq!((further.cluster, further.page.title()), (Some(0), Some("Low tide")));
    /// // a page that is like none of these is judged by itself
    /// let html = b"<title>Hours</title><table><tr><th>Day<th>Hours<tr><td>Monday<td>9 to 5</table><form><input></form><footer>The Pier</footer>";
    /// let other = Page::parse(html, &PageOptions::new())?;
    /// assert_eq!(site.article(&other).cluster, None);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn article(&self, page: &Page) -> SiteArticle {
        self.model.article(&page.site_page())
    }

    /// The templates that were found, ordered by the first page of each in the sample: whether their pages are
    /// articles, and how well the pages support the element that was chosen as the text.
    ///
    /// ```
    /// use rowsmith::{Page, PageOptions, Site, SiteOptions};
    ///
    /// let page = |title: &str| {
    ///     let text = format!("{title} was seen at the harbour, where it had been expected for a long time. ").repeat(5);
    ///     let html = format!("<title>{title} | The Pier</title><ul><li><a href=/>Home</a></ul><div class=post><h1>{title}</h1><p>{text}</p></div>");
    ///     Page::parse(html.as_bytes(), &PageOptions::new())
    /// };
    /// let learnt = Site::learn(&[page("A lamp")?, page("The old crane")?, page("Fog")?], &SiteOptions::new());
    /// let templates = learnt.site.templates();
    /// assert_eq!(templates.iter().map(|template| template.pages.len()).sum::<usize>(), 3);
    /// # Ok::<(), rowsmith::Error>(())
    /// ```
    pub fn templates(&self) -> &[ClusterSummary] {
        &self.model.clusters
    }
}

impl Page {
    /// The page in the form that methods over many pages take.
    pub(crate) fn site_page(&self) -> SitePage {
        SitePage {
            source: self.source.clone(),
            document: self.document().clone(),
            view: self.tree().clone(),
            address: self.address().cloned(),
            given: self.given(),
        }
    }
}
