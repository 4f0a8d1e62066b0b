//! Whether the object is available, judged by the words on and near its buttons.

use std::sync::LazyLock;

use crate::dom::{AttrName, NodeId, Tag};
use crate::item::shown::view::View;
use crate::recognize::{AnyOf, find_price};
use crate::types::Availability;

/// Words for not available, in the languages of the shops that were examined.
const GONE_WORDS: [&str; 42] = [
    "out of stock",
    "sold out",
    "currently unavailable",
    "no longer available",
    "not available",
    "temporarily out",
    "notify me when",
    "ausverkauft",
    "nicht verfügbar",
    "nicht auf lager",
    "nicht lieferbar",
    "épuisé",
    "rupture de stock",
    "indisponible",
    "agotado",
    "sin stock",
    "esgotado",
    "indisponível",
    "esaurito",
    "non disponibile",
    "uitverkocht",
    "niet op voorraad",
    "slut i lager",
    "нет в наличии",
    "brak w magazynie",
    "elfogyott",
    "vyprodáno",
    "vypredané",
    "tükendi",
    "stokta yok",
    "slutsåld",
    "utsolgt",
    "udsolgt",
    "loppuunmyyty",
    "распродано",
    "売り切れ",
    "在庫切れ",
    "在庫なし",
    "品切れ",
    "缺货",
    "售罄",
    "품절",
];

static GONE: LazyLock<AnyOf> = LazyLock::new(|| AnyOf::new(&GONE_WORDS));

/// Words for available.
const THERE_WORDS: [&str; 22] = [
    "in stock",
    "available now",
    "ready to ship",
    "auf lager",
    "sofort lieferbar",
    "lieferbar",
    "vorrätig",
    "en stock",
    "disponible",
    "disponibile",
    "op voorraad",
    "i lager",
    "på lager",
    "в наличии",
    "dostępny",
    "skladem",
    "raktáron",
    "em estoque",
    "stokta var",
    "varastossa",
    "在庫あり",
    "有货",
];

/// Labels of the availability.
const LABELS: [&str; 27] = [
    "availability",
    "stock",
    "stock status",
    "verfügbarkeit",
    "lieferbarkeit",
    "lagerbestand",
    "disponibilité",
    "stock disponible",
    "disponibilidad",
    "disponibilidade",
    "disponibilità",
    "beschikbaarheid",
    "voorraad",
    "dostępność",
    "dostupnost",
    "dostupnosť",
    "sklad",
    "наличие",
    "stok durumu",
    "tillgänglighet",
    "lagerstatus",
    "tilgjengelighet",
    "saatavuus",
    "készlet",
    "elérhetőség",
    "在庫",
    "库存",
];

static THERE: LazyLock<AnyOf> = LazyLock::new(|| AnyOf::new(&THERE_WORDS));

/// Words before these that make them say the opposite: "nicht mehr vorrätig", "no disponible".
const NOT: [&str; 17] = [
    "not", "no", "non", "nicht", "nie", "kein", "keine", "pas", "não", "nao", "ikke", "inte", "ej", "niet", "není",
    "не", "nem",
];

/// Those of them that may have another word between.
const FAR_NOT: [&str; 9] = ["not", "nicht", "não", "nao", "ikke", "inte", "niet", "není", "не"];

/// Whether words for available have a negation among the two words before them.
fn is_negated(lower: &str) -> bool {
    let negated = |before: &str| {
        let mut words = before.split_whitespace().rev();
        let last = words.next();
        // "S24 Plus disponible", "pas cher, en stock": these only negate the word behind them
        last.is_some_and(|word| NOT.contains(&word)) || words.next().is_some_and(|word| FAR_NOT.contains(&word))
    };
    THERE_WORDS.iter().filter_map(|word| lower.find(word)).min().is_some_and(|at| negated(&lower[..at]))
}

/// Words on buttons for buying.
static BUY: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
        "add to cart",
        "add to bag",
        "add to basket",
        "add to trolley",
        "buy now",
        "buy it now",
        "in den warenkorb",
        "in den einkaufswagen",
        "jetzt kaufen",
        "ajouter au panier",
        "acheter",
        "añadir al carrito",
        "añadir a la cesta",
        "añadir a la bolsa",
        "agregar al carrito",
        "comprar",
        "adicionar ao carrinho",
        "aggiungi al carrello",
        "in winkelwagen",
        "in winkelmandje",
        "lägg i varukorg",
        "köp",
        "legg i handlekurv",
        "læg i kurv",
        "do koszyka",
        "do košíku",
        "v korzinu",
        "в корзину",
        "купить",
        "kosárba",
        "sepete ekle",
        "加入購物車",
        "加入购物车",
        "カートに入れる",
        "かごに入れる",
        "장바구니",
    ])
});

/// Names of such buttons and forms in markup.
static BUY_NAMES: LazyLock<AnyOf> = LazyLock::new(|| {
    AnyOf::new(&[
        "add-to-cart",
        "addtocart",
        "add_to_cart",
        "add-to-bag",
        "addtobag",
        "add-to-basket",
        "addtobasket",
        "add_to_basket",
        "cart/add",
        "buy-now",
        "buynow",
        "buybox",
        "add2cart",
        "basket/add",
    ])
});

/// What was found about availability.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Stock {
    /// What its words say.
    pub(crate) stated: Option<Availability>,
    /// Whether there is something to buy it with.
    pub(crate) buy: bool,
    /// Whether that says so in words.
    pub(crate) buy_words: bool,
    /// Whether a button that cannot be pressed says that nothing is left.
    pub(crate) gone_button: bool,
}

/// How many nodes after the headline are looked at.
const NEAR: usize = 1_500;

/// Looks at the short texts and the buttons around the headline.
pub(crate) fn find_stock(view: &View<'_>, headline: NodeId) -> Stock {
    let document = view.document;
    // the document order of columns may differ from their order on the page
    let from = headline.index().saturating_sub(NEAR);
    let to = (headline.index() + NEAR).min(document.len());
    let mut stock = Stock::default();
    let (mut gone, mut there, mut pre, mut back) = (None, None, false, false);
    // Whether a button to buy with can be pressed. One that cannot is no sign by itself, since many shops enable it by a script or
    // once a size is chosen; but it does not speak against words that say "sold out".
    let mut enabled_words = false;
    let mut printed: Vec<NodeId> = Vec::new();
    for index in from..to {
        let id = NodeId(index as u32);
        if document.is_text(id) || !view.is_own(id) {
            continue;
        }
        let button = is_button(view, id);
        let text = label(view, id).or_else(|| view.short(id, 60));
        if (button || document.tag(id) == Tag::FORM) && is_called_buy(view, id) {
            stock.buy = true;
        }
        let Some(text) = text else { continue };
        let lower = text.to_lowercase();
        if button && says_buy(&lower) {
            stock.buy = true;
            stock.buy_words = true;
            enabled_words |= !is_disabled(view, id);
        }
        if lower.len() < 40
            && (lower.contains("pre-order") || lower.contains("preorder") || lower.contains("vorbestell"))
        {
            pre = true;
        }
        if lower.len() < 40 && (lower.contains("backorder") || lower.contains("back-order")) {
            back = true;
        }
        if id.index() + 80 < headline.index() {
            continue;
        }
        let says_there = lower.len() < 48 && THERE.is_in(&lower);
        if GONE.is_in(&lower) || says_there && is_negated(&lower) {
            // of a size, others may be left
            stock.gone_button |= button && is_disabled(view, id) && (is_called_buy(view, id) || says_only_gone(&lower));
            gone = gone.or(Some(id));
            if !button
                && is_statement(view, id, &lower)
                && !printed.last().is_some_and(|&last| document.contains(last, id))
            {
                printed.push(id);
            }
        } else if says_there {
            there = there.or(Some(id));
        }
    }
    stock.stated = match (gone, there) {
        (Some(gone), Some(there)) if there < gone => Some(Availability::InStock),
        // a shop may leave its button enabled; but of several statements each is about a size
        (Some(_), _) if !enabled_words || printed.len() == 1 => Some(Availability::OutOfStock),
        (_, Some(_)) => Some(Availability::InStock),
        _ if back => Some(Availability::BackOrder),
        _ if pre => Some(Availability::PreOrder),
        _ => None,
    };
    stock
}

/// Whether an element says of the object that nothing is left: behind a label of the availability, or alone among the other texts about
/// the object. What has only one or two texts beside it belongs to these, as to a size.
fn is_statement(view: &View<'_>, id: NodeId, lower: &str) -> bool {
    let document = view.document;
    let behind = |label: &&str| {
        lower.strip_prefix(*label).is_some_and(|rest| rest.starts_with([':', ' ', '：']) && says_only_gone(rest))
    };
    if LABELS.iter().any(behind) {
        return true;
    }
    if !says_only_gone(lower) || !matches!(document.tag(id), Tag::P | Tag::DIV | Tag::DD) {
        return false;
    }
    let more = document.ancestors(id).find(|&outer| view.texts(outer) > view.texts(id));
    more.is_some_and(|outer| {
        let beside = view.texts(outer) - view.texts(id);
        beside > 2 || view.short(outer, 60).is_some_and(|text| find_price(&text).is_some())
    })
}

/// Whether a text says that something is sold out, and nothing else.
fn says_only_gone(lower: &str) -> bool {
    let words = |text: &str| text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).count();
    GONE_WORDS.iter().any(|gone| lower.contains(gone) && words(gone) == words(lower))
}

fn is_button(view: &View<'_>, id: NodeId) -> bool {
    matches!(view.document.tag(id), Tag::BUTTON | Tag::INPUT | Tag::A)
        || view.document.attr(id, AttrName::ROLE) == Some("button")
}

/// Whether a button cannot be pressed.
fn is_disabled(view: &View<'_>, id: NodeId) -> bool {
    let attribute = |name| view.document.attr_named(id, name);
    attribute("disabled").is_some() || attribute("aria-disabled") == Some("true")
}

/// The words on a button that is an input.
fn label(view: &View<'_>, id: NodeId) -> Option<String> {
    (view.document.tag(id) == Tag::INPUT).then(|| view.document.attr(id, AttrName::VALUE).map(str::to_owned)).flatten()
}

/// Whether the markup of a button or form calls it something to buy with.
fn is_called_buy(view: &View<'_>, id: NodeId) -> bool {
    let document = view.document;
    let action =
        [AttrName::NAME, AttrName::HREF].iter().filter_map(|&name| document.attr(id, name)).collect::<String>();
    let action = action + document.attr_named(id, "action").unwrap_or_default();
    let names = view.names(id).to_owned() + &action.to_ascii_lowercase();
    BUY_NAMES.is_in(&names)
}

fn says_buy(lower: &str) -> bool {
    lower.len() < 40 && BUY.is_in(lower)
}

/// Whether something can be bought with this element alone.
pub(crate) fn is_buy_button(view: &View<'_>, id: NodeId) -> bool {
    is_button(view, id)
        && (is_called_buy(view, id)
            || label(view, id).or_else(|| view.short(id, 60)).is_some_and(|text| says_buy(&text.to_lowercase())))
}
