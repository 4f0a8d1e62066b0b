//! The window's own files, built in. They are made of `studio/`, and `studio/check` sees to it that they are what it makes.

/// A file of the window: its name, media type and content.
pub(super) struct Asset {
    pub(super) name: &'static str,
    pub(super) media_type: &'static str,
    pub(super) content: &'static [u8],
}

/// All of them; the first is the window itself.
pub(super) const ASSETS: &[Asset] = &[
    Asset { name: "", media_type: "text/html; charset=utf-8", content: include_bytes!("../../assets/index.html") },
    Asset {
        name: "app.js",
        media_type: "text/javascript; charset=utf-8",
        content: include_bytes!("../../assets/app.js"),
    },
    Asset { name: "app.css", media_type: "text/css; charset=utf-8", content: include_bytes!("../../assets/app.css") },
];
