//! The window's own files, which are built in. They are generated from `studio/`, and `studio/check` verifies that they
//! are up to date.

/// A file of the window: its name, media type and content.
pub(super) struct Asset {
    pub(super) name: &'static str,
    pub(super) media_type: &'static str,
    pub(super) content: &'static [u8],
}

/// All files; the first is the window itself.
pub(super) const ASSETS: &[Asset] = &[
    Asset { name: "", media_type: "text/html; charset=utf-8", content: include_bytes!("../../assets/index.html") },
    Asset {
        name: "app.js",
        media_type: "text/javascript; charset=utf-8",
        content: include_bytes!("../../assets/app.js"),
    },
    Asset { name: "app.css", media_type: "text/css; charset=utf-8", content: include_bytes!("../../assets/app.css") },
];
