//! Bundled pages of the shipped domains, to try learning on at once. The sites are invented; their pages were written
//! for this. In each domain a label that is no term stands where terms do, for a person to blacklist.

/// Pages of a domain, with terms of one attribute to begin with.
pub(crate) struct Sample {
    /// The name of the domain.
    pub(crate) domain: &'static str,
    /// What the pages are, for people.
    pub(crate) about: &'static str,
    /// The attribute whose terms are learnt.
    pub(crate) attribute: &'static str,
    /// The terms to begin with.
    pub(crate) seed: [&'static str; 3],
    /// The right terms, one a line.
    pub(crate) right: &'static str,
    /// The pages.
    pub(crate) pages: [&'static str; 4],
}

/// The pages of a folder.
macro_rules! pages {
    ($folder:literal) => {
        [
            include_str!(concat!("samples/", $folder, "/1.html")),
            include_str!(concat!("samples/", $folder, "/2.html")),
            include_str!(concat!("samples/", $folder, "/3.html")),
            include_str!(concat!("samples/", $folder, "/4.html")),
        ]
    };
}

/// One sample per domain.
pub(crate) const SAMPLES: &[Sample] = &[
    Sample {
        domain: "real-estate",
        about: "property: places from three that are known",
        attribute: "location",
        seed: ["Ashmere", "Little Barford", "Thornwick"],
        right: include_str!("samples/real-estate/right.txt"),
        pages: pages!("real-estate"),
    },
    Sample {
        domain: "used-cars",
        about: "used cars: colours from three that are known",
        attribute: "colour",
        seed: ["Red", "Blue", "Black"],
        right: include_str!("samples/used-cars/right.txt"),
        pages: pages!("used-cars"),
    },
    Sample {
        domain: "jobs",
        about: "jobs: employers from three that are known",
        attribute: "company",
        seed: ["Birch & Tarn", "Kestrel Freight", "Ferndale Trust"],
        right: include_str!("samples/jobs/right.txt"),
        pages: pages!("jobs"),
    },
    Sample {
        domain: "products",
        about: "shops: brands from three that are known",
        attribute: "brand",
        seed: ["Lumenor", "Tindle", "Brassica Home"],
        right: include_str!("samples/products/right.txt"),
        pages: pages!("products"),
    },
];
