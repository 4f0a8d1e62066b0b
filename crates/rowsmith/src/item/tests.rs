use super::*;
use crate::dom::{ParseOptions, parse};
use crate::types::{Availability, ItemKind, ValueSource};

fn found(html: &str) -> Found {
    let document = parse(html.as_bytes(), &ParseOptions::default()).unwrap();
    let options = Options::default();
    let found = search(&document, None, &options);
    let verdict = found.verdict(&options);
    Found { item: verdict.is_item().then(|| found.item(&verdict, None)), cut: found.cut }
}

/// What was found on a page.
struct Found {
    item: Option<PageItem>,
    cut: bool,
}

fn item(html: &str) -> PageItem {
    found(html).item.expect("an item")
}

const LAMP: &str = r#"<title>Desk lamp | Lights</title><ol class=breadcrumb><li><a href=/>Home</a><li><a href=/l>Lamps</a><li>Desk lamp</ol>
    <main><h1>Desk lamp</h1><img src=lamp.jpg alt="Desk lamp" width=600 height=600><del>$60.00</del> <b class=price>$49.00</b>
    <p>In stock</p><button>Add to cart</button><table><tr><th>Brand<td>Lux<tr><th>SKU<td>DL-7<tr><th>Height<td>40 cm</table></main>"#;

#[test]
fn what_is_shown_is_enough() {
    let item = item(LAMP);
    assert_eq!((item.kind, item.name.as_deref()), (ItemKind::Product, Some("Desk lamp")));
    assert_eq!(item.price.as_ref().map(|price| price.amount), Some(49.0));
    assert_eq!(item.old_price.as_ref().map(|price| price.amount), Some(60.0));
    assert_eq!(item.currency.as_deref(), Some("USD"));
    assert_eq!(item.availability, Some(Availability::InStock));
    assert_eq!((item.brand.as_deref(), item.sku.as_deref()), (Some("Lux"), Some("DL-7")));
    let crumbs: Vec<_> = item.breadcrumbs.iter().map(|crumb| crumb.name.as_str()).collect();
    assert_eq!(crumbs, ["Home", "Lamps", "Desk lamp"]);
    assert_eq!(item.properties.last().map(|p| (p.name.as_str(), p.value.as_str())), Some(("Height", "40 cm")));
    assert_eq!(item.images, ["lamp.jpg"]);
    assert_eq!(item.evidence["price"].source, ValueSource::Shown);
}

#[test]
fn agreement_of_both_is_told_and_what_is_shown_stands_against_stale_data() {
    let with = |price: &str| {
        item(&format!(
            "{LAMP}<script type=application/ld+json>{{\"@type\":\"Product\",\"name\":\"Desk lamp\",\"offers\":{{\"price\":{price},
            \"priceCurrency\":\"CAD\",\"availability\":\"https://schema.org/InStock\"}}}}</script>"
        ))
    };
    let same = with("49");
    assert_eq!(same.evidence["price"].source, ValueSource::Both);
    assert_eq!(same.currency.as_deref(), Some("CAD"));
    let stale = with("55.5");
    assert_eq!(stale.price.map(|price| price.amount), Some(49.0));
    // the price before the discount is declared
    assert_eq!(with("60").price.map(|price| price.amount), Some(49.0));
}

#[test]
fn related_products_are_not_the_pages_own() {
    let json = r#"<script type=application/ld+json>[{"@type":"Product","name":"Floor lamp","url":"/f","offers":{"price":90}},
        {"@type":"Product","name":"Desk lamp","isRelatedTo":{"@type":"Product","name":"Desk lamps"},"offers":[{"price":49,"sku":"x"}]},
        {"@type":"Product","name":"Lava lamp","offers":{"price":30}}]</script>"#;
    let cards: String =
        (1..6).map(|n| format!("<li><a href=/{n}><img src={n}.jpg>Other lamp {n}</a> <i>${n}.00</i>")).collect();
    let item = item(&format!(
        "<title>Desk lamp</title>{json}<ul>{cards}</ul><h1>Desk lamp</h1><p class=price>$49.00</p><ul>{cards}</ul>"
    ));
    assert_eq!(item.price.map(|price| price.amount), Some(49.0));
    assert_eq!(item.sku.as_deref(), Some("x"));
    assert_eq!(item.images.len(), 0);
}

#[test]
fn a_recipe_is_read_from_what_is_declared_or_shown() {
    let shown = "<title>Pie</title><h1>Pie</h1><h2>Ingredients</h2><ul><li>1 egg<li>2 cups flour<li>salt</ul><h2>Directions</h2>
        <ol><li>Mix all.<li>Bake it.</ol>";
    let both = format!(
        "{shown}<script type=application/ld+json>{{\"@type\":[\"Recipe\"],\"name\":\"Pie\",\"totalTime\":\"PT1H5M\",\"author\":{{\"name\":\"Ann\"}},
        \"recipeIngredient\":[\"1 egg\",\"2 cups flour\",\"salt\"],\"recipeInstructions\":[{{\"@type\":\"HowToSection\",\"itemListElement\":[
        {{\"@type\":\"HowToStep\",\"text\":\"Mix all.\"}},{{\"text\":\"Bake &amp; eat it.\"}}]}}]}}</script>"
    );
    for html in [shown, both.as_str()] {
        let item = item(html);
        assert_eq!(item.kind, ItemKind::Recipe);
        assert_eq!(item.ingredients, ["1 egg", "2 cups flour", "salt"]);
        assert_eq!(item.steps.len(), 2, "{:?}", item.steps);
    }
    let item = item(&both);
    assert_eq!((item.total_time_minutes, item.author.as_deref()), (Some(65), Some("Ann")));
    assert_eq!(item.steps[1], "Bake & eat it.");
    assert_eq!(item.evidence["ingredients"].source, ValueSource::Both);
}

#[test]
fn texts_and_lists_are_no_items() {
    let text = "It was lit at dusk, as on any evening, and nobody thought anything of it. ".repeat(10);
    assert_eq!(found(&format!("<title>The lamp</title><h1>The lamp</h1><p>{text}</p>")).item, None);
    let cards: String =
        (1..9).map(|n| format!("<li><a href=/{n}><img src={n}.jpg>Lamp {n}</a> <b>${n}.00</b>")).collect();
    assert_eq!(found(&format!("<title>Lamps</title><h1>Lamps</h1><ul>{cards}</ul>")).item, None);
    let article = format!(
        "<title>A review of lamps</title><h1>A review of lamps</h1><p>{text}</p><script type=application/ld+json>[{{\"@type\":\"NewsArticle\",
        \"headline\":\"A review of lamps\"}},{{\"@type\":\"Product\",\"name\":\"Other\"}}]</script>"
    );
    assert_eq!(found(&article).item, None);
}

#[test]
fn a_job_and_an_event_have_their_fields() {
    let job = item(
        r#"<title>Baker</title><h1>Baker</h1><script type=application/ld+json>{"@type":"JobPosting","title":"Baker","datePosted":"2024-01-05",
        "hiringOrganization":{"name":"Bread Ltd"},"jobLocation":{"address":{"addressLocality":"Turku","addressCountry":"FI"}},
        "baseSalary":{"currency":"EUR","value":{"minValue":2000,"maxValue":2500}}}</script>"#,
    );
    assert_eq!(
        (job.kind, job.organization.as_deref(), job.location.as_deref()),
        (ItemKind::Job, Some("Bread Ltd"), Some("Turku, FI"))
    );
    assert_eq!(job.dates["published"], "2024-01-05");
    assert_eq!(job.price.map(|price| price.amount), Some(2000.0));
}

#[test]
fn the_state_of_an_application_has_what_is_declared_nowhere() {
    let item = item(
        r#"<title>Desk lamp</title><h1>Desk lamp</h1><b class=price>€49,00</b><button>Add to cart</button><script>window.state = {"items":[
        {"title":"Desk lamp","vendor":"Lux","price":4900,"compare_at_price":6000,"compare_at_price_varies":false,"available":false,
        "variants":[{"title":"Red","sku":"r","price":4900,"available":true},{"title":"Blue","sku":"b","price":4900,"available":false}]},
        {"title":"Chair","vendor":"Wood","price":1}]}</script>"#,
    );
    assert_eq!(
        (item.brand.as_deref(), item.price.map(|p| p.amount), item.old_price.map(|p| p.amount)),
        (Some("Lux"), Some(49.0), Some(60.0))
    );
    assert_eq!(item.availability, Some(Availability::OutOfStock));
    assert_eq!(item.variants.len(), 2);
    assert_eq!((item.variants[1].name.as_str(), item.variants[1].price), ("Blue", Some(49.0)));
}

#[test]
fn a_button_that_cannot_be_pressed_does_not_speak_against_sold_out() {
    let availability = |words: &str, button: &str| {
        let page = format!(
            "<title>Desk lamp</title><main><h1>Desk lamp</h1><b class=price>€49,00</b><p>{words}</p>\
             <form action=/cart/add><button {button}>Add to cart</button></form></main>"
        );
        item(&page).availability
    };
    assert_eq!(availability("Oak", ""), Some(Availability::InStock));
    // many shops enable it by a script
    assert_eq!(availability("Oak", "disabled"), Some(Availability::InStock));
    assert_eq!(availability("Sold out", "disabled"), Some(Availability::OutOfStock));
    assert_eq!(availability("Currently unavailable", "aria-disabled=true"), Some(Availability::OutOfStock));
}

#[test]
fn hostile_data_gives_an_answer_within_its_bounds() {
    let circle = r#"{"@graph":[{"@id":"a","@type":"Product","name":"Lamp","offers":{"@id":"b"},"hasVariant":{"@id":"a"}},
        {"@id":"b","@type":"Offer","price":"5","itemOffered":{"@id":"a"},"offers":{"@id":"b"}}]}"#;
    let page = |json: &str| format!("<title>Lamp</title><h1>Lamp</h1><script type=application/ld+json>{json}</script>");
    assert_eq!(item(&page(circle)).price.map(|price| price.amount), Some(5.0));
    let deep =
        format!("{}1{}", "{\"@type\":\"Product\",\"name\":\"Lamp\",\"offers\":".repeat(10_000), "}".repeat(10_000));
    assert!(found(&page(&deep)).cut);
    let long = format!("[{}]", "{\"@type\":\"Product\",\"name\":\"Lamp\"},".repeat(1_500_000));
    assert!(found(&page(&long)).cut);
}

#[test]
fn steps_end_where_buttons_and_other_recipes_begin() {
    let page = |behind: &str| {
        format!(
            "<title>Pea soup</title><body><main><h1>Pea soup</h1><h2>Ingredients</h2><ul><li>2 cups peas<li>1 onion<li>Salt</ul>\
             <p><b>Procedure</b></p><p>Soak the peas overnight.</p><p>Boil them with the onion.</p><p>Season and serve hot.</p>{behind}</main>"
        )
    };
    let wanted = ["Soak the peas overnight.", "Boil them with the onion.", "Season and serve hot."];
    for behind in [
        "",
        "<p><a href=/share>Share this recipe with a friend</a></p>",
        "<div><div>Tweet</div><div>More soups: leek soup</div></div>",
        "<h4>Related Items:</h4><section><div>Leek soup with cream</div></section>",
    ] {
        assert_eq!(item(&page(behind)).steps, wanted, "{behind}");
    }
}

#[test]
fn declared_steps_are_given_without_lines_that_only_count_them() {
    let html = "<title>Tea</title><script type=application/ld+json>{\"@type\":\"Recipe\",\"name\":\"Tea\",\"recipeIngredient\":[\"1 cup water\",\"1 bag\",\"milk\"],\
        \"recipeInstructions\":[{\"@type\":\"HowToStep\",\"name\":\"step1\",\"text\":\"Boil.\"},{\"@type\":\"HowToStep\",\"text\":\"Stap 2:\\nPour.\"},\"Rest 5min.\"]}</script><h1>Tea</h1>";
    assert_eq!(item(html).steps, ["Boil.", "Pour.", "Rest 5min."]);
}

#[test]
fn properties_describe_the_object() {
    let with = |further: &str| {
        let names = |item: PageItem| item.properties.into_iter().map(|p| p.name).collect::<Vec<_>>();
        names(item(&LAMP.replace("</main>", &format!("{further}</main>"))))
    };
    let plain = with("");
    assert_eq!(plain, ["Brand", "Height"]);
    // in a tab that is not open
    let folded = with("<div style='display:none'><dl><dt>Weight<dd>2 kg<dt>Colour<dd>Red</dl></div>");
    assert_eq!(folded, ["Brand", "Height", "Weight", "Colour"]);
    for other in [
        "<dl><dt>Monday<dd>9:00 - 17:00<dt>Sunday<dd>10:00 - 12:00</dl>",
        "<dl><dt>Oak<dd>$12.00<dt>Pine<dd>$9.00</dl>",
        "<dl><dt>Colour<dd><select><option>Red<option>Blue</select><dt>Size<dd><input name=size></dl>",
        "<dl><dt>data_id<dd>4711<dt>Manual<dd>https://lights.example/manual.pdf</dl>",
        "<dl><dt>Lundi<dd>10h30-19h00<dt>Mardi<dd>10h30-19h00<dt>Mercredi<dd>9h-12h</dl>",
        "<dl><dt>Easy to read<dd>(1.3K)<dt>Life changing<dd>(901)<dt>Advice<dd>(12)</dl>",
        "<ul><li><b>Lamp one</b> <i>Learn more</i><li><b>Lamp two</b> <i>Learn more</i><li><b>Lamp three</b> <i>Learn more</i></ul>",
        "<div id=cookie-consent style='display:none'><ul><li>Name: _ga<li>Provider: G<li>Expiry: 2 years</ul></div>",
    ] {
        assert_eq!(with(other), plain, "{other}");
    }
}

#[test]
fn properties_in_whatever_pairs_a_page_has_them() {
    let with = |further: &str| {
        let told = |p: &crate::types::Property| format!("{}={}", p.name, p.value);
        let item = item(&LAMP.replace("</main>", &format!("{further}</main>")));
        item.properties.iter().map(told).skip(2).collect::<Vec<_>>()
    };
    let bold =
        "<p><strong>Height</strong> 5 in / 13 cm<br><strong>Care</strong> Damp cloth<br><strong>Power</strong> 5 W</p>";
    assert_eq!(with(bold), ["Height=5 in / 13 cm", "Care=Damp cloth", "Power=5 W"]);
    let two =
        |label: &str, value: &str| format!("<div class=d><style>.d{{}}</style><p>{label}</p><p>{value}</p></div>");
    let twos = [two("Diameter", "24 in"), two("Height", "15 in"), two("Weight", "35 lb")].concat();
    let headed = format!("<section><div><p>All that you ever wanted from a lamp.</p></div>{twos}</section>");
    assert_eq!(with(&headed), ["Diameter=24 in", "Height=15 in", "Weight=35 lb"]);
    // a list in a fold that is closed
    let folded = "<div style='display:none'><ul><li>Aroma: Cocoa<li>Body: Heavy<li>Acidity: Low</ul></div>";
    assert_eq!(with(folded), ["Aroma=Cocoa", "Body=Heavy", "Acidity=Low"]);
    // prose in bold and plain is no pair
    assert_eq!(with("<p><b>One</b> two<br>three<br><b>Four</b> five<br><b>Six</b> seven</p>"), [] as [&str; 0]);
}

#[test]
fn an_entry_of_declared_steps_is_one_step() {
    let recipe = |steps: &str| {
        item(&format!(
            "<title>Tea</title><script type=application/ld+json>{{\"@type\":\"Recipe\",\"name\":\"Tea\",\
             \"recipeIngredient\":[\"1 cup water\",\"1 bag\",\"milk\"],\"recipeInstructions\":{steps}}}</script><h1>Tea</h1>"
        ))
    };
    let step = |text: &str| format!("{{\"@type\":\"HowToStep\",\"text\":\"{text}\"}}");
    let two = recipe(&format!("[{},{}]", step("Boil.\\nPour."), step("Rest 5min.")));
    assert_eq!(two.steps, ["Boil. Pour.", "Rest 5min."]);
}

#[test]
fn codes_without_words_and_none_where_there_is_none() {
    let sku = |shown: &str| item(&LAMP.replace("DL-7", shown)).sku;
    assert_eq!(sku("DL-70812 (2 pieces)").as_deref(), Some("DL-70812"));
    assert_eq!(sku("N/A"), None);
}

/// A lamp's page with its price and what stands around it, in a language.
fn shop(language: &str, before: &str, price: &str, behind: &str) -> PageItem {
    item(&format!(
        "<html lang={language}><title>Desk lamp | Lights</title><nav class=breadcrumb><a href=/>Home</a> / <a href=/l>Lamps</a></nav>
        <main><h1>Desk lamp</h1><img src=lamp.jpg width=600 height=600>{before}{price}<button>Add to cart</button>
        <p>SKU: DL-7</p>{behind}<h2>Data</h2><table><tr><th>Socket<td>E27<tr><th>Height<td>40 cm<tr><th>Shade<td>Linen</table></main>"
    ))
}

const PRICE: &str = "<p class=price>$49.00</p>";

fn amount(price: Option<&crate::types::ItemPrice>) -> Option<f64> {
    price.map(|price| price.amount)
}

#[test]
fn negated_words_for_available_say_that_nothing_is_left() {
    for (words, expected) in [
        ("Nicht vorrätig", Availability::OutOfStock),
        ("Derzeit nicht mehr lieferbar", Availability::OutOfStock),
        ("No disponible", Availability::OutOfStock),
        ("Non disponible", Availability::OutOfStock),
        ("Vorrätig", Availability::InStock),
        // these words negate only what they stand before
        ("Desk lamp Plus disponible", Availability::InStock),
        ("Lampe pas cher en stock", Availability::InStock),
        ("Disponible", Availability::InStock),
    ] {
        let page = format!(
            "<title>Desk lamp | Lights</title><main><h1>Desk lamp</h1><img src=lamp.jpg width=600 height=600>
            <p class=price>49,00 €</p><p>{words}</p><p>SKU: DL-7</p><form action=/cart/add><button disabled>ok</button></form>
            <table><tr><th>Socket<td>E27<tr><th>Height<td>40 cm<tr><th>Shade<td>Linen</table></main>"
        );
        assert_eq!(item(&page).availability, Some(expected), "{words}");
    }
}

#[test]
fn a_size_that_is_sold_out_leaves_the_others() {
    let data =
        r#"{"@type":"Product","name":"Tee","offers":{"price":"9","priceCurrency":"EUR","availability":"InStock"}}"#;
    let page = |buttons: &str| {
        let html = format!(
            "<title>Tee</title><h1>Tee</h1><p class=price>€ 9.00</p>{buttons}<script type=application/ld+json>{data}</script>"
        );
        item(&html).availability
    };
    let sizes =
        "<button>M</button><button disabled>XL <span>sold out</span></button><button disabled>Add to cart</button>";
    assert_eq!(page(sizes), Some(Availability::InStock));
    assert_eq!(page("<button disabled>Sold out</button>"), Some(Availability::OutOfStock));
}

#[test]
fn the_label_of_drawn_stars_says_more_than_they_do() {
    let stars = "<div><span aria-label='4.3 out of 5 stars'>★★★★☆</span> (217 reviews)</div>";
    let lamp = shop("en", "", PRICE, stars);
    assert_eq!((lamp.rating.map(|rating| rating.value), lamp.reviews), (Some(4.3), Some(217)));
    let drawn = shop("en", "", PRICE, "<div><span>★★★★☆</span> (217 reviews)</div>");
    assert_eq!(drawn.rating.map(|rating| rating.value), Some(4.0));
}

#[test]
fn titles_of_groups_part_no_table_of_properties() {
    let page = "<title>Desk lamp | Lights</title><main><h1>Desk lamp</h1><img src=lamp.jpg width=600 height=600><b class=price>$49.00</b>
        <p>SKU: DL-7</p><button>Add to cart</button><table><tr><th colspan=2>Light<tr><td>Socket<td>E27<tr><td>Power<td>40 W
        <tr><th colspan=2>Size<tr><td>Height<td>40 cm<tr><td>Weight<td>2 kg</table></main>";
    let names: Vec<String> = item(page).properties.into_iter().map(|property| property.name).collect();
    assert_eq!(names, ["Socket", "Power", "Height", "Weight"]);
}

#[test]
fn words_before_an_amount_say_that_it_is_a_previous_price() {
    for price in [
        "<p class=price>$39.00 <span>Was $49.00</span></p>",
        "<p class=price>$39.00</p><p>RRP $49.00</p>",
        "<p class=price>$39.00</p><p>List price: $49.00</p>",
        "<span class=price>$39.00</span> <span class=old-price><i><i><span class=price>$49.00</span></i></i></span>",
        "<span class=price>$39.00</span> <span class=old-price><i>Regular Price</i> <span class=price>$49.00</span></span>",
    ] {
        let lamp = shop("en", "", price, "");
        assert_eq!((amount(lamp.price.as_ref()), amount(lamp.old_price.as_ref())), (Some(39.0), Some(49.0)), "{price}");
    }
    let alone = shop("en", "", "<p class=price>Price $39.00</p>", "");
    assert_eq!((amount(alone.price.as_ref()), amount(alone.old_price.as_ref())), (Some(39.0), None));
}

#[test]
fn a_number_before_the_price_does_not_take_it() {
    for before in
        ["<div>4.3 out of 5 (217 reviews)</div>", "<p>4.3 (217)</p>", "<div>Item no. 208</div>", "<div>In 3 days</div>"]
    {
        let page = format!(
            "<title>Desk lamp | Lights</title><main><h1>Desk lamp</h1><img src=a.jpg width=600 height=600>{before}
            <p class=price>$49.00</p><button>Add to cart</button></main>"
        );
        assert_eq!(amount(item(&page).price.as_ref()), Some(49.0), "{before}");
    }
}

#[test]
fn raised_cents_and_both_ends_of_a_range_are_read() {
    assert_eq!(amount(shop("en", "", "<p class=price>$39<sup>99</sup></p>", "").price.as_ref()), Some(39.99));
    // a mark of a note is no cents
    let noted = shop("en", "", "<p class=price>$49.00<sup>12</sup></p>", "");
    assert_eq!(amount(noted.price.as_ref()), Some(49.0));
    let range = shop("en", "", "<p class=price><bdi>$39.00</bdi> – <bdi>$59.00</bdi></p>", "");
    assert_eq!((amount(range.price.as_ref()), amount(range.price_high.as_ref())), (Some(39.0), Some(59.0)));
}

#[test]
fn currencies_that_share_a_sign_are_told_by_the_language() {
    assert_eq!(shop("sv-SE", "", "<p class=price>499 kr</p>", "").currency.as_deref(), Some("SEK"));
    assert_eq!(shop("en-AU", "", PRICE, "").currency.as_deref(), Some("AUD"));
    assert_eq!(shop("en", "", PRICE, "").currency.as_deref(), Some("USD"));
}

#[test]
fn labels_of_brands_and_codes_are_known_in_further_languages() {
    let behind = "<table><tr><th>Producent<td>Lux<tr><th>Kod produktu<td>X-9<tr><th>Waga<td>3 kg</table>";
    let page = format!(
        "<html lang=pl><title>Lampa | Lux</title><main><h1>Lampa</h1><img src=a.jpg width=600 height=600>
        <p class=price>349,00 zł</p><button>Do koszyka</button>{behind}</main>"
    );
    let lamp = item(&page);
    assert_eq!((lamp.brand.as_deref(), lamp.sku.as_deref()), (Some("Lux"), Some("X-9")));
    let apart = LAMP
        .replace("<tr><th>SKU<td>DL-7", "")
        .replace("<p>In stock", "<div><b>SKU</b> <div>RC-40</div></div><p>In stock");
    assert_eq!(item(&apart).sku.as_deref(), Some("RC-40"));
    let place = apart.replace("<b>SKU</b> <div>RC-40</div>", "<b>Article</b> <div>3</div>");
    assert_eq!(item(&place).sku, None);
}

fn declared(data: &str) -> PageItem {
    item(&format!("<title>Desk lamp</title><h1>Desk lamp</h1><script type=application/ld+json>{data}</script>"))
}

#[test]
fn what_a_template_left_is_no_value_and_points_group_counts() {
    let lamp = declared(
        r#"{"@type":"Product","name":"Desk lamp","brand":{"name":"{{ product.vendor }}"},"offers":{"price":"9","priceCurrency":"EUR"},
        "aggregateRating":{"ratingValue":"4,8","ratingCount":"1.204"}}"#,
    );
    assert_eq!((lamp.brand, lamp.reviews), (None, Some(1204)));
}

#[test]
fn what_describes_a_declared_vehicle_or_job_is_among_its_properties() {
    let car = declared(
        r#"{"@type":"Car","name":"Desk lamp","fuelType":"Diesel","mileageFromOdometer":{"value":84300,"unitCode":"KMT"},
        "vehicleModelDate":"2020","offers":{"price":"21480","priceCurrency":"EUR"}}"#,
    );
    let properties: Vec<_> = car.properties.iter().map(|p| (p.name.as_str(), p.value.as_str())).collect();
    assert_eq!(properties, [("Year", "2020"), ("Mileage", "84300 km"), ("Fuel", "Diesel")]);
}

#[test]
fn the_name_of_a_place_stands_before_its_address() {
    let fair = declared(
        r#"{"@type":"Event","name":"Desk lamp","startDate":"2024-06-15","location":{"@type":"Place","name":"The Old Foundry",
        "address":{"streetAddress":"12 Mill Lane","addressLocality":"Leeds"}}}"#,
    );
    assert_eq!(fair.location.as_deref(), Some("The Old Foundry, 12 Mill Lane, Leeds"));
}

#[test]
fn a_button_that_says_sold_out_stands_against_what_is_declared() {
    let lamp = |rest: &str| {
        item(&format!(
            "<title>Desk lamp</title><h1>Desk lamp</h1><img src=a.jpg width=600 height=600><p class=price>$49.00</p>{rest}
            <script type=application/ld+json>{{\"@type\":\"Product\",\"name\":\"Desk lamp\",\"offers\":{{\"price\":\"49.00\",
            \"priceCurrency\":\"USD\",\"availability\":\"https://schema.org/InStock\"}}}}</script>"
        ))
        .availability
    };
    assert_eq!(lamp("<p>Out of stock</p><button disabled>Sold out</button>"), Some(Availability::OutOfStock));
    assert_eq!(lamp("<p>Out of stock in Leeds</p>"), Some(Availability::InStock));
}

#[test]
fn a_shown_description_counts_where_none_is_declared() {
    let prose = "A lamp of black steel with a linen shade, made by hand in small batches.";
    let headed = shop("en", "", PRICE, &format!("<h2>Description</h2><p>{prose}</p><p>It has a cord.</p>"));
    assert_eq!(headed.description.as_deref(), Some(&*format!("{prose} It has a cord.")));
    let named = shop("en", "", PRICE, &format!("<div class=product__description><p>{prose}</p></div>"));
    assert_eq!(named.description.as_deref(), Some(prose));
    let listed = "<div class=product-description>Publisher: Quay (7 March) Language: English. Paperback: 312 pages. ISBN: 9</div>";
    assert_eq!(shop("en", "", PRICE, listed).description, None);
    let letter = format!("<p class=newsletter-description>{prose}</p>");
    assert_eq!(shop("en", "", PRICE, &letter).description, None);
    let meta = format!("<meta name=description content=Declared>{LAMP}<h2>Description</h2><p>{prose}</p>");
    assert_eq!(item(&meta).description.as_deref(), Some("Declared"));
}

#[test]
fn pictures_of_a_gallery_keep_their_order() {
    let page = LAMP.replace("<h1>", "<div><img src=1.jpg><img src=2.jpg><img src=3.jpg></div><h1>");
    let images = item(&page.replace("<img src=lamp.jpg alt=\"Desk lamp\" width=600 height=600>", "")).images;
    assert_eq!(images, ["1.jpg", "2.jpg", "3.jpg"]);
}

#[test]
fn a_price_that_is_a_heading_goes_before_that_of_a_bundled_thing() {
    let bundle = "<h3>Goes well with</h3><div class=bundle><a href=/b>Bulb</a><p class=price>$5.00</p></div>";
    assert_eq!(amount(shop("en", "", "<h2>$49.00</h2>", bundle).price.as_ref()), Some(49.0));
}

mod printed;
