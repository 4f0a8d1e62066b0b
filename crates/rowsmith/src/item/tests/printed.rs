//! What pages print in other ways than others: faults that strangers found.

use super::*;

/// A page of a lamp with this behind its heading.
fn lamp(behind: &str) -> PageItem {
    item(&format!(
        "<title>Walnut lamp</title><main><h1>Walnut lamp</h1><img src=l.jpg>{behind}<button>Add to cart</button><h2>Description</h2>\
         <p>A lamp of walnut with a linen shade and a brass switch on the cord.</p></main>"
    ))
}

/// The amounts of its price and of its previous one.
fn prices(item: &PageItem) -> (Option<f64>, Option<f64>) {
    (amount(item.price.as_ref()), amount(item.old_price.as_ref()))
}

#[test]
fn a_printed_availability_goes_before_a_button_that_can_be_pressed() {
    for gone in [
        "<ul><li>Brand: Lux<li>Availability: Out Of Stock</ul><b class=price>$29.90</b>",
        "<b class=price>$29.90</b><dl><dt>Availability<dd>Out of stock</dl>",
        "<b class=price>$29.90</b><p>Sold out</p>",
    ] {
        assert_eq!(lamp(gone).availability, Some(Availability::OutOfStock), "{gone}");
    }
    let size = |name: &str, state: &str| format!("<div><div>{name}</div><div>{state}</div></div>");
    let of_sizes = format!("<b class=price>$29.90</b>{}{}", size("Small", "From today"), size("Large", "Sold out"));
    assert_ne!(lamp(&of_sizes).availability, Some(Availability::OutOfStock), "of one size");
}

#[test]
fn a_price_below_a_heading_of_other_things_is_theirs() {
    let other = |name: &str| format!("<div><h4><a href=/{name}>{name} lamp</a></h4><p class=price>$39.00</p></div>");
    let page = format!(
        "<title>Walnut lamp</title><main><div><h1>Walnut lamp</h1><ul><li><h2>$49.00</h2><li>Ex Tax: $40.00</ul>\
         <button>Add to cart</button></div><h3>Related Products</h3><div>{}{}</div></main>",
        other("Oak"),
        other("Ash")
    );
    assert_eq!(prices(&item(&page)).0, Some(49.0));
}

#[test]
fn a_name_that_says_what_is_in_an_element_does_not_call_it_so() {
    let shown = "<p class='product-price with-list-price'>€49.00*<span class=list-price><span class=list-price-price>€59.00*\
                 </span></span></p>";
    assert_eq!(prices(&lamp(shown)), (Some(49.0), Some(59.0)));
}

#[test]
fn the_price_of_a_unit_is_not_that_of_the_object() {
    for shown in [
        "<div class=unit-price>(£28.41/l)</div><div class=amount>£19.89</div>",
        "<div>£28.41 / l</div><div>£19.89</div>",
        "<div>1 kg = £28.41</div><div>£19.89</div>",
        "<div>£28.41 per 100 ml</div><div>£19.89</div>",
    ] {
        assert_eq!(prices(&lamp(shown)).0, Some(19.89), "{shown}");
    }
    assert_eq!(prices(&lamp("<b class=price>£28.41/kg</b>")).0, Some(28.41), "where there is no other");
}

#[test]
fn previous_prices_beside_the_one_that_applies() {
    for (shown, price, old) in [
        (
            "<b class=price-current>$29.90</b><div class=price-original><span>$39.90</span><span>25% off</span></div>",
            29.9,
            39.9,
        ),
        (
            "<b>$29.99</b> <span>List: <span><span>$39.99</span><span aria-hidden=true>$39.99</span></span></span>",
            29.99,
            39.99,
        ),
        (
            "<div class=product-prices><b>£20.00</b><span>Regular Price</span><b>£16.00</b><span>Sale Price</span></div>",
            16.0,
            20.0,
        ),
        ("<div><span>$18.90</span> <span>–15 %</span></div><b class=price-final>$15.99</b>", 15.99, 18.9),
    ] {
        assert_eq!(prices(&lamp(shown)), (Some(price), Some(old)), "{shown}");
    }
}

#[test]
fn labels_of_brands_and_codes() {
    let shown = |html: &str| lamp(&format!("<b class=price>$29.90</b>{html}"));
    let brand =
        shown("<div class=product-manufacturer><label>Brand</label><span><a href=/b>Lux</a></span></div>").brand;
    assert_eq!(brand.as_deref(), Some("Lux"));
    assert_eq!(shown("<dl><dt>Model<dd>FM2<dt>MPN<dd>1681</dl>").mpn.as_deref(), Some("1681"));
    for label in ["EAN13", "Barkod", "Código de barras"] {
        let gtin = shown(&format!("<dl><dt>{label}<dd>3760123456784</dl>")).gtin;
        assert_eq!(gtin.as_deref(), Some("3760123456784"), "{label}");
    }
    assert_eq!(shown("<div><span>Code:</span> <span>3204119</span></div>").sku.as_deref(), Some("3204119"));
}

#[test]
fn two_pairs_in_one_row_are_two_properties() {
    let pair =
        |label: &str, value: &str| format!("<div><div><span>{label}</span></div><div><span>{value}</span></div></div>");
    let rows = [("Brand Name", "Lux", "Voltage", "12 V"), ("Origin", "Italy", "Weight", "2 kg")];
    let rows = rows.map(|(a, b, c, d)| format!("<li>{}{}</li>", pair(a, b), pair(c, d))).concat();
    let properties = lamp(&format!("<b class=price>$29.90</b><ul>{rows}</ul>")).properties;
    let voltage = properties.iter().find(|property| property.name == "Voltage");
    let voltage = voltage.map(|property| property.value.as_str());
    assert_eq!((properties.len(), voltage), (4, Some("12 V")), "{properties:?}");
}

#[test]
fn a_mark_before_the_number_of_reviews() {
    let rated = lamp("<b class=price>$29.90</b><div class=rate>4.8 <a href=#r>37 reviews</a></div>");
    assert_eq!((rated.rating.map(|rating| rating.value), rated.reviews), (Some(4.8), Some(37)));
}

#[test]
fn a_picture_in_what_is_called_its_placeholder() {
    let page = "<title>Walnut lamp</title><main><h1>Walnut lamp</h1><div class=gallery-placeholder>\
                <img class=gallery-placeholder__image alt='main product photo' src=l.jpg></div><b class=price>$29.90</b>\
                <p>In stock</p><button>Add to cart</button></main>";
    assert_eq!(item(page).images, ["l.jpg"]);
}

#[test]
fn steps_of_recipes() {
    let cake = |above: &str, steps: &str| {
        item(&format!(
            "<title>Apple cake</title><main><h1>Apple cake</h1>{above}<h2>Ingredients</h2><ul><li>200 g flour<li>3 apples\
             <li>2 eggs</ul>{steps}</main>"
        ))
    };
    let above = "<ul><li>Difficulty: Easy<li>Preparation: 30 min<li>Cooking: 50 min<li>Serves: 8<li>Cost: Low</ul>";
    let paragraphs = "<h2>Preparation</h2><p>Peel the apples and slice them thinly, then toss them in lemon juice.</p>\
                      <p>Beat the eggs with the sugar, then add the milk and flour.</p>";
    let told = cake(above, paragraphs);
    assert_eq!(told.steps.len(), 2, "what takes a time is no heading: {:?}", told.steps);
    assert_eq!(told.yields.as_deref(), Some("8"));
    let steps = "<h2>Method</h2><ol><li>Peel the apples and slice them thinly.<li>Mix well.<li>Bake 50 minutes.</ol>";
    let short = cake("", steps).steps;
    assert_eq!(short.last().map(String::as_str), Some("Bake 50 minutes."), "a short sentence with a number");
}

#[test]
fn things_of_other_kinds_that_nothing_declares() {
    let page = |title: &str, shown: &str| {
        format!(
            "<title>{title} - Acme</title><main><h1>{title}</h1>{shown}<p>Some more is to be said of it here, in a sentence or two.</p></main>"
        )
    };
    let job = page(
        "Warehouse Manager",
        "<dl><dt>Company<dd>Acme Ltd<dt>Location<dd>Leeds<dt>Salary<dd>£32,000 per year</dl><a href=/apply>Apply now</a>",
    );
    let job = item(&job);
    assert_eq!(
        (job.kind, job.organization.as_deref(), job.location.as_deref()),
        (ItemKind::Job, Some("Acme Ltd"), Some("Leeds"))
    );
    let event = item(&page(
        "Jazz Night",
        "<dl><dt>Date<dd>1 June 2024, 8 pm<dt>Venue<dd>Corn Hall, Diss<dt>Tickets<dd>£12</dl>",
    ));
    assert_eq!((event.kind, event.location.as_deref()), (ItemKind::Event, Some("Corn Hall, Diss")));
    assert_eq!(event.dates.get("start").map(String::as_str), Some("1 June 2024, 8 pm"));
    let home =
        "<p class=price>£950 pcm</p><dl><dt>Bedrooms<dd>2<dt>Floor area<dd>64 m²<dt>Available from<dd>1 June 2024</dl>";
    assert_eq!(item(&page("2 bed flat to rent, Leith", home)).kind, ItemKind::RealEstate);
    let car = "<h2 class=price>£13,495</h2><h2>Overview</h2><ul><li><span>Mileage</span><span>41,200 miles</span><li><span>Fuel type</span>\
               <span>1.5 l petrol</span><li><span>Gearbox</span><span>6-speed manual</span></ul>";
    let car = item(&page("Volkswagen Golf 1.5", car));
    assert_eq!((car.kind, car.description), (ItemKind::Vehicle, None));
    for other in [
        "<dl><dt>Company<dd>Acme Ltd<dt>Location<dd>Leeds<dt>Hours<dd>9 to 5</dl>",
        "<dl><dt>Salary<dd>£32,000<dt>Company<dd>Acme<dt>Location<dd>Leeds</dl><dl><dt>Salary<dd>£30,000<dt>Company<dd>Bolt<dt>Location<dd>York</dl>",
    ] {
        assert_eq!(found(&page("Warehouse Manager", other)).item, None, "{other}");
    }
}
