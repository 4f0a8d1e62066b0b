//! The boxes of elements in a browser's layout.

use std::borrow::Cow;

/// The box of an element in CSS pixels, from the top left corner of the page: the smallest rectangle around everything
/// that the element is drawn as, with edges rounded.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct ElementBox {
    /// The left edge.
    pub x: i32,
    /// The upper edge.
    pub y: i32,
    /// The width.
    pub width: i32,
    /// The height.
    pub height: i32,
    /// Whether it, or something in it, is visible (after scrolling, if necessary).
    pub visible: bool,
    /// The computed size of its font.
    pub font_size: f32,
}

impl ElementBox {
    /// The right edge.
    ///
    /// ```
    /// use rowsmith::dom::layout::ElementBox;
    ///
    /// let card = ElementBox { x: 20, y: 100, width: 300, height: 80, ..ElementBox::default() };
    /// assert_eq!(card.right(), 320);
    /// ```
    pub fn right(&self) -> i32 {
        self.x.saturating_add(self.width)
    }

    /// The lower edge.
    ///
    /// ```
    /// use rowsmith::dom::layout::ElementBox;
    ///
    /// let card = ElementBox { x: 20, y: 100, width: 300, height: 80, ..ElementBox::default() };
    /// assert_eq!(card.bottom(), 180);
    /// ```
    pub fn bottom(&self) -> i32 {
        self.y.saturating_add(self.height)
    }

    /// Its area in square pixels.
    ///
    /// ```
    /// use rowsmith::dom::layout::ElementBox;
    ///
    /// let card = ElementBox { width: 300, height: 80, ..ElementBox::default() };
    /// assert_eq!(card.area(), 24_000.0);
    /// ```
    pub fn area(&self) -> f64 {
        f64::from(self.width) * f64::from(self.height)
    }

    /// Whether it takes up no space: its width or its height is zero.
    ///
    /// ```
    /// use rowsmith::dom::layout::ElementBox;
    ///
    /// let rule = ElementBox { width: 300, height: 0, ..ElementBox::default() };
    /// assert!(rule.is_empty());
    /// assert!(!ElementBox { height: 1, ..rule }.is_empty());
    /// ```
    pub fn is_empty(&self) -> bool {
        self.width <= 0 || self.height <= 0
    }

    /// Whether it contains all of `inner`; edges may touch.
    ///
    /// ```
    /// use rowsmith::dom::layout::ElementBox;
    ///
    /// let card = ElementBox { x: 20, y: 100, width: 300, height: 80, ..ElementBox::default() };
    /// let price = ElementBox { x: 250, y: 160, width: 70, height: 20, ..ElementBox::default() };
    /// assert!(card.contains(&price));
    /// // a badge that sticks out of the upper edge
    /// assert!(!card.contains(&ElementBox { y: 90, ..price }));
    /// ```
    pub fn contains(&self, inner: &ElementBox) -> bool {
        self.x <= inner.x && self.y <= inner.y && inner.right() <= self.right() && inner.bottom() <= self.bottom()
    }

    /// The smallest box around both, which is visible if either is. The font size is that of `self`.
    ///
    /// ```
    /// use rowsmith::dom::layout::ElementBox;
    ///
    /// let image = ElementBox { x: 0, y: 0, width: 120, height: 80, visible: true, font_size: 16.0 };
    /// let caption = ElementBox { x: 0, y: 85, width: 200, height: 20, visible: false, font_size: 12.0 };
    /// let both = image.around(&caption);
    /// assert_eq!((both.width, both.height), (200, 105));
    /// assert_eq!((both.visible, both.font_size), (true, 16.0));
    /// ```
    pub fn around(&self, other: &ElementBox) -> ElementBox {
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        let width = self.right().max(other.right()).saturating_sub(x);
        let height = self.bottom().max(other.bottom()).saturating_sub(y);
        ElementBox { x, y, width, height, visible: self.visible || other.visible, font_size: self.font_size }
    }
}

/// Visual conflict (DEPTA 4.2.3): whether one of two elements, each given by width and height, is at least twice as
/// wide or twice as high as the other. A size of 0 means unknown, and conflicts with nothing.
///
/// ```
/// use rowsmith::dom::layout::visual_conflict;
///
/// assert!(visual_conflict((300, 80), (300, 200)), "more than twice as high");
/// assert!(!visual_conflict((300, 80), (280, 120)));
/// assert!(!visual_conflict((300, 80), (0, 0)), "nothing is known of the second");
/// ```
pub fn visual_conflict(a: (i32, i32), b: (i32, i32)) -> bool {
    let apart = |a: i32, b: i32| a > 0 && b > 0 && a.max(b) >= a.min(b).saturating_mul(2);
    apart(a.0, b.0) || apart(a.1, b.1)
}

/// The boxes of a document's elements.
#[derive(Clone, PartialEq, Debug)]
pub struct Layout {
    /// The box of each node; `None` for texts, and for elements that the browser gives none (`display: none`, the head,
    /// the content of `<noscript>`).
    pub boxes: Vec<Option<ElementBox>>,
    /// The width and height of the window in which the page was laid out.
    pub viewport: (u32, u32),
}

/// Why there is no layout although there should be one.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SnapshotError {
    /// The layout cannot be read.
    #[error("the snapshot's layout is damaged ({0}); take the snapshot again")]
    Damaged(Cow<'static, str>),
    /// A later version of the format.
    #[error("the snapshot has version {0}, but this Rowsmith reads version {VERSION}")]
    Version(u32),
    /// The HTML was changed, or the layout is that of another page.
    #[error("the snapshot's layout is not that of its HTML, which has changed; take the snapshot again")]
    OtherDocument,
}

/// The version of the format that is written, which is also the only one that is read.
pub(crate) const VERSION: u32 = 1;
