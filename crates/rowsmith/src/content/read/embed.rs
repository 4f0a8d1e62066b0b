//! Embedded players and posts, as links.

use crate::dom::{AttrName, Document, NodeId, Tag};

/// Hosts whose frames show something that belongs to the text, with the text of the link that replaces it.
const HOSTS: &[(&str, &str)] = &[
    ("youtube.com", "YouTube"),
    ("youtube-nocookie.com", "YouTube"),
    ("youtu.be", "YouTube"),
    ("vimeo.com", "Vimeo"),
    ("dailymotion.com", "Dailymotion"),
    ("twitch.tv", "Twitch"),
    ("ted.com", "TED"),
    ("spotify.com", "Spotify"),
    ("soundcloud.com", "SoundCloud"),
    ("bandcamp.com", "Bandcamp"),
    ("podcasts.apple.com", "Podcast"),
    ("twitter.com", "Twitter"),
    ("x.com", "X"),
    ("instagram.com", "Instagram"),
    ("tiktok.com", "TikTok"),
    ("reddit.com", "Reddit"),
    ("codepen.io", "CodePen"),
    ("jsfiddle.net", "JSFiddle"),
    ("codesandbox.io", "CodeSandbox"),
    ("stackblitz.com", "StackBlitz"),
    ("archive.org", "Internet Archive"),
    ("bilibili.com", "Bilibili"),
    ("datawrapper.de", "Chart"),
    ("datawrapper.dwcdn.net", "Chart"),
    ("flourish.studio", "Chart"),
    ("slideshare.net", "Slides"),
    ("speakerdeck.com", "Slides"),
];

/// Something embedded.
pub(super) struct Embed {
    /// The text of the link to it.
    pub(super) text: String,
    /// The address of the link.
    pub(super) address: String,
}

/// The link for a frame, video or sound, if it belongs to the text.
pub(super) fn embed(document: &Document, id: NodeId) -> Option<Embed> {
    let named = || {
        let name = document.attr(id, AttrName::TITLE).or_else(|| document.attr(id, AttrName::ARIA_LABEL))?;
        let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
        (!name.is_empty()).then_some(name)
    };
    match document.tag(id) {
        Tag::IFRAME => {
            let source = document.attr(id, AttrName::SRC).filter(|s| s.contains("//"));
            let source = source.or_else(|| document.attr(id, AttrName::DATA_SRC))?.trim();
            let (_, rest) = source.split_once("//")?;
            let host = rest.split(['/', '?', '#', ':']).next()?.to_ascii_lowercase();
            let (_, called) = HOSTS.iter().find(|(name, _)| {
                host.strip_suffix(name).is_some_and(|before| before.is_empty() || before.ends_with('.'))
            })?;
            let address = watched(source).unwrap_or_else(|| source.to_owned());
            Some(Embed { text: named().unwrap_or_else(|| (*called).to_owned()), address })
        }
        tag @ (Tag::VIDEO | Tag::AUDIO) => {
            let own = document.attr(id, AttrName::SRC).or_else(|| document.attr(id, AttrName::DATA_SRC));
            let source = own.or_else(|| {
                let sources = document.subtree(id).filter(|&s| document.tag(s) == Tag::SOURCE);
                sources.filter_map(|s| document.attr(s, AttrName::SRC)).next()
            })?;
            let called = if tag == Tag::VIDEO { "Video" } else { "Audio" };
            Some(Embed { text: named().unwrap_or_else(|| called.to_owned()), address: source.to_owned() })
        }
        _ => None,
    }
}

/// The page on which a video can be watched, given its player.
fn watched(source: &str) -> Option<String> {
    let (_, rest) = source.split_once("//")?;
    let (host, path) = rest.split_once('/')?;
    if host.contains("youtube") {
        let video = path.strip_prefix("embed/")?.split(['?', '&', '#', '/']).next()?;
        return (!video.is_empty() && video != "videoseries")
            .then(|| format!("https://www.youtube.com/watch?v={video}"));
    }
    if host == "player.vimeo.com" {
        let video = path.strip_prefix("video/")?.split(['?', '&', '#', '/']).next()?;
        return (!video.is_empty()).then(|| format!("https://vimeo.com/{video}"));
    }
    None
}
