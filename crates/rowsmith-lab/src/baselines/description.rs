//! DESCRIPTION: title and description of the feed's item as the article (Oita and Senellart 2012, 4).

use rowsmith::site::feed::FeedItem;

/// The article's text taken from its feed item; empty without one.
pub fn description(item: Option<&FeedItem>) -> String {
    item.map_or_else(String::new, |item| format!("{} {}", item.title, item.description))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_and_description() {
        let item = FeedItem { title: "One".into(), description: "Two three".into(), ..FeedItem::default() };
        assert_eq!(description(Some(&item)), "One Two three");
        assert_eq!(description(None), "");
    }
}
