//! What columns are called: words of markup, labels and texts, by what they speak of.

use std::sync::{LazyLock, OnceLock};

use rustc_hash::FxHashMap;

use crate::recognize::AnyOf;

/// A set of [topics](TOPICS), a bit each.
pub(crate) type Topics = u64;

/// A thing that words speak of.
pub(crate) struct Topic {
    /// What it is called among the features.
    pub(crate) name: &'static str,
    /// Words of class names, labels and texts that speak of it, in small letters.
    words: &'static str,
}

/// What words of markup and of texts can tell of a column. Words are general usage of web pages, in the languages that most
/// of them are in; none is of a single site.
pub(crate) const TOPICS: &[Topic] = &[
    Topic {
        name: "title",
        words: "title titles titel titre titolo titulo título name names nombre nome nom naam headline heading subject \
                topic topics thread threads caption betreff sujet asunto oggetto onderwerp tema thema thème название \
                имя заголовок тема название nazwa tytuł název navn rubrik başlık 标题 標題 名称 名稱 タイトル 件名 商品名 제목",
    },
    Topic {
        name: "link",
        words: "link links url href permalink permalinks more mehr más mais suite read readmore lire weiterlesen leer \
                подробнее читать далее więcej czytaj meer läs devamı 详情 続きを読む details detail view",
    },
    Topic {
        name: "image",
        words: "image images img imgs photo photos foto fotos picture pic pics thumb thumbs thumbnail thumbnails media \
                cover poster bild bilder imagen imagem immagine afbeelding gallery figure gravatar 画像 图片 artwork",
    },
    Topic {
        name: "price",
        words: "price prices preis preise prix precio precios preço preco preços prezzo prijs pris cena ceny цена \
                стоимость fiyat amount amt cost costs money betrag rate fee 価格 价格 售价 価 가격 hinta ár current currency woocommerce \
                offer kwota",
    },
    Topic {
        name: "old price",
        words: "old was regular rrp msrp list strike striked striken strikethrough crossed original compare statt uvp ancien \
                barré avant antes anterior vorher alt prima del starý stara старая gammal before ordinary normal ex listino",
    },
    Topic {
        name: "sale",
        words: "sale special discount save saving savings rabatt reduced promo promocional promotion deal off rebaja descuento \
                oferta aktion angebot solde remise sconto korting скидка акция now final new 割引 セール",
    },
    Topic {
        name: "date",
        words: "date dates datum fecha data dato day days month year published publish created updated modified posted added \
                time timestamp when datetime ago postdate pubdate дата опубликовано добавлено tarih 日付 日期 日時 投稿日 更新日 \
                날짜 día jour giorno tag dia calendar listed when veröffentlicht publié publicado pubblicato entered filed",
    },
    Topic {
        name: "author",
        words: "author authors byline by user users username member poster writer nick nickname creator created author-name autor \
                auteur autore auteurs verfasser von par por автор пользователь yazar 作者 投稿者 글쓴이 作成者 uploader contributor \
                profile vcard poster startedby starter posted from written fn",
    },
    Topic {
        name: "text",
        words: "text body content contents description descr desc summary excerpt snippet abstract message teaser intro blurb \
                preview entry comment beschreibung descripción descrição descrizione omschrijving описание текст opis açıklama \
                note details post postbody 説明 本文 描述 内容 简介 paragraph lead info about copy",
    },
    Topic {
        name: "rating",
        words: "rating ratings stars star rate rated score scores bewertung note nota avis ocena рейтинг оценка puan 評価 评分 \
                average sterne estrellas",
    },
    Topic {
        name: "reviews",
        words: "review reviews reviewcount bewertungen rezensionen avis reseñas opiniones avaliações recensioni отзывов отзывы \
                отзыва opinii レビュー 条评价 ratingcount votes valoraciones recenzí beoordelingen yorum",
    },
    Topic {
        name: "number",
        words: "number num no nr rank position pos index place platz rang rating-position # № ranking order номер 順位 排名 place \
                nummer numéro número numero puesto",
    },
    Topic {
        name: "replies",
        words: "replies reply answers answer antworten réponses respuestas respostas risposte reacties ответов ответы ответа \
                odpowiedzi cevap posts posts-count 回复 返信 댓글 svar beiträge messages mensajes сообщений odpovědi",
    },
    Topic {
        name: "views",
        words: "views view viewed hits reads visits zugriffe aufrufe vues vistas visitas visualizações visite letture weergaven \
                просмотров просмотры просмотра wyświetleń wyświetlenia görüntüleme 浏览 阅读 閲覧 조회 visninger visningar zobrazení \
                downloads plays",
    },
    Topic {
        name: "comments",
        words: "comment comments kommentare kommentar commentaires commentaire comentarios comentários commenti reacties \
                комментариев комментарии комментария komentarzy komentarze コメント 评论 評論 댓글 yorum kommentarer komentářů responses \
                discussion",
    },
    Topic {
        name: "score",
        words: "points point score karma votes vote upvotes likes like upvote punkte puntos pontos голосов баллы lajki 点 赞 \
                stimmen kudos favorites favourites recommends",
    },
    Topic {
        name: "location",
        words: "location locality address place venue city country region area district ort adresse lieu lugar ubicación \
                localização luogo indirizzo plaats locatie stadt standort adres ville miasto lokalizacja город адрес место şehir konum \
                住所 場所 地址 地点 所在地 where destination state zip map geo stad",
    },
    Topic {
        name: "category",
        words: "category categories cat cats tag tags topic topics section sections label labels genre genres keyword keywords \
                type types kategorie kategorien catégorie catégories categoria categorias categoría categorías rubrik rubrique \
                categorie rubrica рубрика категория kategoria kategorie kategori 分类 カテゴリ 分類 filed under tagged forum group kicker subject taxonomy terms",
    },
    Topic {
        name: "brand",
        words: "brand brands vendor manufacturer maker marke hersteller marque fabricant marca fabricante merk бренд \
                производитель marka producent výrobce 品牌 ブランド メーカー label designer make publisher",
    },
    Topic {
        name: "availability",
        words: "stock availability available instock outofstock inventory lager lieferbar lieferung lieferzeit disponible \
                disponibilité disponibilidad disponibilità voorraad наличии наличие dostępny dostępność skladem delivery shipping \
                versand verfügbar sold ship ships livraison envío 在庫 库存",
    },
    Topic {
        name: "action",
        words: "button btn add cart basket buy action actions submit share wishlist compare favorite toggle control controls \
                checkbox select follow subscribe login menu dropdown quickview warenkorb kaufen ajouter panier acheter añadir comprar carrito \
                carrinho aggiungi carrello купить корзину koszyka koszyk winkelwagen sepete 購入 カート 加入购物车 quote report edit \
                delete reply bookmark save print options quick",
    },
    Topic {
        name: "icon",
        words: "icon icons ico icn svg sprite glyphicon fa badge badges flag flags sticker ribbon emoji symbol logo logos \
                placeholder spacer pixel blank loading arrow caret bullet",
    },
    Topic {
        name: "avatar",
        words: "avatar avatars userpic userpics gravatar photo-profile profilepic portrait headshot аватар profile",
    },
    Topic {
        name: "last",
        words: "last latest lastpost letzter dernier último ultima ultimo laatste последнее последний ostatni recent activity \
                senast seneste poslední newest",
    },
    Topic {
        name: "identifier",
        words: "sku id ids code codes artikelnummer artnr art item-number itemno ref reference referencia référence model mpn \
                ean isbn upc артикул kod número-ref 型番 品番 docket case cat-no ndeg product-code ident identifier",
    },
    Topic {
        name: "seller",
        words: "seller shop store merchant company companies dealer agent agency employer organization organisation firma verkäufer \
                händler anbieter vendeur entreprise empresa vendedor venditore azienda bedrijf продавец компания source site domain \
                publisher host provider anbieter school university",
    },
    Topic {
        name: "measure",
        words: "size sizes area length width height weight surface dimension dimensions größe taille tamaño tamanho misura \
                maat размер rozmiar duration dauer durée duración minutes min hours mins h time ingredients servings km kw hp sqft \
                m2 m² miles rooms bedrooms beds baths bathrooms zimmer pièces capacity volume pages",
    },
    Topic {
        name: "quantity",
        words: "quantity qty count counts total amount-of anzahl menge quantité cantidad quantidade aantal количество ilość \
                numbers items members topics posts followers",
    },
    Topic {
        name: "contact",
        words: "phone tel telephone telefon téléphone teléfono telefone telefono email mail e-mail contact kontakt fax call \
                website телефон почта",
    },
    Topic {
        name: "color",
        words: "color colors colour colours farbe farben couleur cor swatch swatches variant variants option цвет kolor",
    },
    Topic {
        name: "meta",
        words: "meta info infos footer details stats statistics data extra sub subtitle secondary additional attributes specs \
                properties misc header bottom top",
    },
    Topic {
        name: "salary",
        words: "salary salaries gehalt salaire salario salário stipendio wage wages pay compensation зарплата wynagrodzenie mzda \
                lohn income",
    },
];

/// The topics of whole words.
fn by_word() -> &'static FxHashMap<&'static str, Topics> {
    static WORDS: OnceLock<FxHashMap<&'static str, Topics>> = OnceLock::new();
    WORDS.get_or_init(|| {
        let mut map: FxHashMap<&'static str, Topics> = FxHashMap::default();
        for (bit, topic) in TOPICS.iter().enumerate() {
            for word in topic.words.split_whitespace() {
                *map.entry(word).or_default() |= 1 << bit;
            }
        }
        map
    })
}

/// The topics of a word in small letters.
pub(crate) fn topics_of_word(word: &str) -> Topics {
    by_word().get(word).copied().unwrap_or(0)
}

/// The words that are recognised within a text without spaces, with the topics of each.
struct Within {
    words: AnyOf,
    topics: Vec<Topics>,
}

static WITHIN: LazyLock<Within> = LazyLock::new(|| {
    let (words, topics): (Vec<&str>, Vec<Topics>) =
        by_word().iter().filter(|(word, _)| word.chars().count() > 1).unzip();
    Within { words: AnyOf::new(&words), topics }
});

/// The topics of a text's words: of a label, a header cell, a few words beside a value.
pub(crate) fn topics_of_text(text: &str) -> Topics {
    let lower = text.to_lowercase();
    let words = lower.split(|c: char| !c.is_alphanumeric() && !"#№²".contains(c)).filter(|w| !w.is_empty());
    let mut topics = 0;
    for word in words {
        topics |= topics_of_word(word);
        // scripts that are written without spaces
        if word.chars().next().is_some_and(|c| c >= '\u{2e80}') {
            topics |= WITHIN.words.all_in(word).fold(0, |topics, found| topics | WITHIN.topics[found]);
        }
    }
    topics
}

/// Shortest word that is recognised within a longer one: `productname`, `itemprice`.
const LEAST_WITHIN: usize = 4;

/// The topics of names in markup: a `class`, an `id`, an `itemprop`.
pub(crate) fn topics_of_names(names: &str) -> Topics {
    let mut topics = 0;
    for_words_of_names(names, |word| {
        if word.len() >= 2 {
            topics |= topics_of_name(word);
        }
    });
    topics
}

/// Gives the words in names in markup, in small letters: `old`, `price` and `x` in `oldPrice--x1`.
pub(crate) fn for_words_of_names(names: &str, mut take: impl FnMut(&str)) {
    let mut word = String::new();
    let mut was_lower = false;
    for c in names.chars().chain([' ']) {
        if !c.is_alphabetic() || c.is_uppercase() && was_lower {
            if !word.is_empty() {
                take(&word);
            }
            word.clear();
        }
        if c.is_alphabetic() {
            word.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
}

fn topics_of_name(word: &str) -> Topics {
    let whole = topics_of_word(word);
    if whole != 0 || word.len() < LEAST_WITHIN + 2 || !word.is_ascii() {
        return whole;
    }
    // words written together: the last says what it is
    (2..=word.len() - LEAST_WITHIN).map(|at| topics_of_word(&word[at..])).find(|&t| t != 0).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(topics: Topics) -> Vec<&'static str> {
        TOPICS.iter().enumerate().filter(|(bit, _)| topics >> bit & 1 == 1).map(|(_, t)| t.name).collect()
    }

    #[test]
    fn names_in_markup_tell_topics() {
        assert_eq!(names(topics_of_names("product__price--x1")), ["price"]);
        assert_eq!(names(topics_of_names("oldPrice")), ["price", "old price"]);
        assert_eq!(names(topics_of_names("productname")), ["title"]);
        assert!(names(topics_of_names("xyz abc-123")).is_empty());
    }

    #[test]
    fn labels_of_many_languages_tell_topics() {
        assert_eq!(names(topics_of_text("Цена:")), ["price"]);
        assert_eq!(names(topics_of_text("Preis")), ["price"]);
        assert!(names(topics_of_text("価格(税込)")).contains(&"price"));
        assert!(names(topics_of_text("Replies")).contains(&"replies"));
    }

    #[test]
    fn topics_fit_their_set() {
        assert!(TOPICS.len() <= 64);
    }
}
