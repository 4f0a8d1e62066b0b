//! The publishing software that a page was made with, told by its generator, its paths and its names.

/// What pages of a software have in their HTML, in lower case. The first that fits counts: a forum within a site made with
/// another software comes before that.
const SIGNS: &[(&str, &[&str])] = &[
    ("phpBB", &["phpbb", "viewtopic.php?"]),
    ("vBulletin", &["vbulletin", "showthread.php?", "vbmenu"]),
    ("XenForo", &["xenforo", "data-xf-"]),
    ("Discourse", &["content=\"discourse", "discourse-cdn", "data-discourse"]),
    ("Invision", &["ipslayout", "invision power", "ipb_", "ipbwrapper"]),
    ("SMF", &["simple machines", "smf_theme", "index.php?topic="]),
    ("MyBB", &["mybb"]),
    ("FluxBB", &["fluxbb", "punbb"]),
    ("Discuz", &["discuz", "forumdisplay.php", "thread-htm"]),
    ("Vanilla", &["vanilla forums", "vanillaforums", "vanilla_discussions"]),
    ("NodeBB", &["nodebb"]),
    ("Stack Exchange", &["cdn.sstatic.net", "stackexchange.com/"]),
    ("Shopify", &["cdn.shopify.com"]),
    ("Magento", &["x-magento-init", "/skin/frontend/", "mage/cookies"]),
    ("WooCommerce", &["woocommerce"]),
    ("PrestaShop", &["prestashop"]),
    ("WordPress", &["wp-content", "wp-includes", "content=\"wordpress"]),
    ("Drupal", &["drupal"]),
    ("Joomla", &["joomla"]),
    ("TYPO3", &["typo3"]),
    ("SPIP", &["spip.php", "content=\"spip", "spip_"]),
    ("Blogger", &["blogger.com", "content='blogger'", "content=\"blogger\""]),
    ("MediaWiki", &["mediawiki"]),
    ("Disqus", &["disqus"]),
];

/// The software that a page was made with; `None` if nothing tells, as of sites with a software of their own. Takes time
/// linear in the page.
pub fn software(html: &[u8]) -> Option<&'static str> {
    let text = String::from_utf8_lossy(html).to_ascii_lowercase();
    SIGNS.iter().find(|(_, signs)| signs.iter().any(|sign| text.contains(sign))).map(|&(name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_forum_within_a_site_is_told_by_the_forum() {
        assert_eq!(software(b"<link href=/wp-content/x.css><a href='/Forum/phpBB3/viewtopic.php?t=1'>"), Some("phpBB"));
        assert_eq!(software(b"<meta name=generator content=\"WordPress 6.1\">"), Some("WordPress"));
        assert_eq!(software(b"<p>Nothing tells"), None);
    }
}
