//! The features that candidates are ranked by, each with a name and a sentence.

use crate::dom::Tag;
use crate::records::facts::Section;
use crate::records::ranking::measure::Measures;
use crate::records::record::Generator;

macro_rules! features {
    ($m:ident, $generator:ident; $($name:ident: $about:literal = $value:expr;)*) => {
        /// The name and meaning of every feature of a candidate by itself, in the order of [`features`].
        pub const FEATURES: &[(&str, &str)] = &[$((stringify!($name), $about)),*];

        /// The features of a candidate by itself.
        pub fn features($m: &Measures, $generator: Generator) -> Vec<f32> {
            vec![$(($value) as f32),*]
        }
    };
}

fn log(x: f64) -> f64 {
    (1.0 + x).ln()
}

fn share(part: f64, whole: f64) -> f64 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

fn is(condition: bool) -> f64 {
    f64::from(u8::from(condition))
}

fn within(m: &Measures, section: Section) -> f64 {
    is(m.sections & section.bit() != 0)
}

fn begins(m: &Measures, tags: &[Tag]) -> f64 {
    is(m.tag.is_some_and(|t| tags.contains(&t)))
}

features! { m, generator;
    text_share: "The list's share of the page's characters." = share(m.chars, m.page[1]);
    text_share_root: "The square root of that share, which separates small shares." = share(m.chars, m.page[1]).sqrt();
    word_share: "The list's share of the page's words." = share(m.words, m.page[2]);
    terminal_share: "The list's share of the page's texts and images." = share(m.terminals, m.page[0]);
    link_share: "The list's share of the page's links." = share(m.links, m.page[3]);
    image_share: "The list's share of the page's images." = share(m.images, m.page[4]);
    body_share: "The list's share of the page's characters outside boilerplate." = share(m.body_chars[0], m.body_chars[1]);
    in_body: "Share of the list's characters outside boilerplate." = share(m.body_chars[0], m.chars);
    count: "Logarithm of the number of records." = m.n.ln();
    count_two: "There are two records." = is(m.n == 2.0);
    count_three: "There are three records." = is(m.n == 3.0);
    count_few: "There are at most five records." = is(m.n <= 5.0);
    count_many: "Logarithm of the number of records above 100." = (m.n / 100.0).max(1.0).ln();
    record_terminals: "Logarithm of the texts and images per record." = log(m.terminals / m.n);
    record_chars: "Logarithm of the characters per record." = log(m.chars / m.n);
    record_words: "Logarithm of the words per record." = log(m.words / m.n);
    record_links: "Logarithm of the links per record." = log(m.links / m.n);
    record_images: "Logarithm of the images per record." = log(m.images / m.n);
    record_blocks: "Logarithm of the block elements per record." = log(m.blocks_per_record);
    single_terminal: "Records are a single text or image." = is(m.terminals <= 1.05 * m.n);
    terminal_chars: "Logarithm of the characters per text." = log(share(m.chars, m.terminals));
    link_density: "Share of the characters that are in links." = share(m.link_chars, m.chars);
    all_links: "Nearly all text is in links." = is(m.link_chars > 0.95 * m.chars);
    foreign_links: "Share of links to other hosts." = m.link_kinds[0];
    inner_links: "Share of links within the page." = m.link_kinds[1];
    language_links: "Share of links to other languages." = m.link_kinds[2];
    same_folder: "Share of records whose first link has the most common folder." = m.same_folder;
    with_link: "Share of records with a link." = m.with[0];
    with_image: "Share of records with an image." = m.with[1];
    with_price: "Share of records with a price." = m.with[2];
    with_date: "Share of records with a date." = m.with[3];
    with_number: "Share of records with a number." = m.with[4];
    with_heading: "Share of records with a heading." = m.with[5];
    with_long_text: "Share of records with a text of at least 15 words." = m.with[6];
    with_control: "Share of records with a form control." = m.with[7];
    with_searched: "Share of records that mention what was searched for." = m.with[8];
    searched_share: "The list's share of the texts that mention what was searched for." = m.searched_share;
    one_link: "Share of records with exactly one link." = m.with_one[0];
    one_image: "Share of records with exactly one image." = m.with_one[1];
    one_price: "Share of records with exactly one price." = m.with_one[2];
    one_date: "Share of records with exactly one date." = m.with_one[3];
    one_heading: "Share of records with exactly one heading." = m.with_one[5];
    one_long_text: "Share of records with exactly one long text." = m.with_one[6];
    some_without_price: "The share of records without a price, if some have one." = is(m.with[2] > 0.0) * (1.0 - m.with[2]);
    some_without_date: "The share of records without a date, if some have one." = is(m.with[3] > 0.0) * (1.0 - m.with[3]);
    some_without_image: "The share of records without an image, if some have one." = is(m.with[1] > 0.0) * (1.0 - m.with[1]);
    some_without_link: "The share of records without a link, if some have one." = is(m.with[0] > 0.0) * (1.0 - m.with[0]);
    some_without_heading: "The share of records without a heading, if some have one." = is(m.with[5] > 0.0) * (1.0 - m.with[5]);
    spread: "Spread of the records' sizes." = m.spread.min(3.0);
    smallest: "The size of the smallest record, over the median." = m.smallest.min(1.0);
    largest: "The median size of records, over the largest." = m.largest;
    longest_share: "Share of the list's text in its longest record." = m.longest_share;
    longest_excess: "Logarithm of that share times the number of records." = (m.longest_share * m.n).max(1.0).ln();
    adjacent: "Share of neighbouring records with nothing in between." = m.adjacent;
    all_adjacent: "Nothing comes between any two neighbouring records." = is(m.adjacent >= 1.0);
    gaps: "Texts and images between records, over those in records." = m.gaps;
    widest_gap: "The most texts and images between two neighbouring records, as a share of the page's." = m.widest_gap;
    beyond_gap: "Share of records on the smaller side of that gap." = m.beyond_gap;
    one_parent: "All records have one parent." = is(m.parents * m.n < 1.5);
    parents: "The number of different parents, over records." = m.parents;
    own_parents: "Every record has a parent of its own." = is(m.parents > 0.999);
    roots: "Logarithm of the number of siblings in a record." = m.roots.max(1.0).ln();
    several_roots: "Records consist of several siblings." = is(m.roots > 1.5);
    phase: "The sibling before the first record is of a kind that follows other records: a wrong cut." = m.phase;
    levels: "Levels from the container to the records." = m.levels.min(12.0);
    container_depth: "Depth of the container." = m.container_depth.min(40.0) / 10.0;
    container_fill: "Share of the container's texts and images that are in records." = m.container_fill;
    container_text_fill: "Share of the container's characters that are in records." = m.container_text_fill;
    container_filled: "The container contains only records." = is(m.container_fill >= 0.999);
    same_tag: "Share of records that begin with the most common tag." = m.same_tag;
    same_class: "Share of records with the most common class." = m.same_class;
    has_class: "The most common class is not the absence of a class." = m.has_class;
    others_alike: "Other elements of the same path and class, over records." = m.others_alike;
    others_on_path: "Other elements of the same path, over records." = m.others_on_path;
    siblings_left: "Siblings of records that are in no record, over records." = m.siblings_left;
    siblings_alike_left: "Siblings with the same tag and class that are in no record, over records." = m.siblings_alike_left;
    any_alike_left: "Some sibling with the same tag and class is in no record." = is(m.siblings_alike_left > 0.0);
    similarity: "Mean similarity of neighbouring records (STM)." = m.similarity;
    worst_similarity: "The smallest similarity of a record to the more similar of its neighbours." = m.worst_similarity;
    same_structure: "Share of neighbouring records with equal structure." = m.same_structure;
    matched: "Logarithm of MiBAT's sum of matched nodes." = log(m.matched);
    class_once: "Logarithm of the slots by class that occur once in nearly every record." = log(m.class_slots.once);
    class_once_share: "Share of texts and images in slots by class that occur once per record." = m.class_slots.once_share;
    class_repeated: "Share of texts and images in slots by class that records repeat." = m.class_slots.repeated_share;
    class_rare: "Share of texts and images in slots by class that few records have." = m.class_slots.rare_share;
    class_worst_fit: "The smallest share that a record has of the common slots by class." = m.class_slots.worst_fit;
    class_mean_fit: "The mean share that records have of the common slots by class." = m.class_slots.mean_fit;
    class_full_fit: "Share of records with all common slots by class." = m.class_slots.full_fit;
    class_left_out: "Texts and images outside the list in slots by class that occur once per record." = m.class_slots.left_out;
    class_none_left: "No text or image outside the list is in the slots by class that occur once per record." = is(m.class_slots.once > 0.0 && m.class_slots.left_out == 0.0);
    class_same_first: "Share of records that begin with the most common slot by class." = m.class_slots.same_first;
    class_same_last: "Share of records that end with the most common slot by class." = m.class_slots.same_last;
    path_once: "Logarithm of the slots by path that occur once in nearly every record." = log(m.path_slots.once);
    path_once_share: "Share of texts and images in slots by path that occur once per record." = m.path_slots.once_share;
    path_repeated: "Share of texts and images in slots by path that records repeat." = m.path_slots.repeated_share;
    path_rare: "Share of texts and images in slots by path that few records have." = m.path_slots.rare_share;
    path_worst_fit: "The smallest share that a record has of the common slots by path." = m.path_slots.worst_fit;
    path_mean_fit: "The mean share that records have of the common slots by path." = m.path_slots.mean_fit;
    path_full_fit: "Share of records with all common slots by path." = m.path_slots.full_fit;
    path_left_out: "Texts and images outside the list in slots by path that occur once per record." = m.path_slots.left_out;
    path_same_first: "Share of records that begin with the most common slot by path." = m.path_slots.same_first;
    path_same_last: "Share of records that end with the most common slot by path." = m.path_slots.same_last;
    no_slot_once: "No slot occurs once in nearly every record." = is(m.class_slots.once == 0.0 && m.path_slots.once == 0.0);
    distinct_first: "The number of different first texts, over records." = m.distinct_first;
    distinct_second: "The number of different second texts, over records." = m.distinct_second;
    copies: "A second half repeats the first, as for another screen width." = m.copies;
    distinct_links: "The number of different first links, over records." = m.distinct_links;
    distinct: "The number of different records, over records." = m.distinct;
    sorted: "How far the first texts of the records are sorted." = m.sorted;
    sorted_many: "That value times the logarithm of the number of records." = m.sorted * m.n.ln();
    first_size: "Logarithm of the first record's size over the mean." = m.first_size.max(0.05).ln();
    last_size: "Logarithm of the last record's size over the mean." = m.last_size.max(0.05).ln();
    class_first_fit: "The first record's share of the common slots by class." = m.class_slots.first_fit;
    class_last_fit: "The last record's share of the common slots by class." = m.class_slots.last_fit;
    path_first_fit: "The first record's share of the common slots by path." = m.path_slots.first_fit;
    path_last_fit: "The last record's share of the common slots by path." = m.path_slots.last_fit;
    class_first_own: "Share of the first record in slots by class that no other has." = m.class_slots.first_own;
    class_last_own: "Share of the last record in slots by class that no other has." = m.class_slots.last_own;
    path_first_own: "Share of the first record in slots by path that no other has." = m.path_slots.first_own;
    path_last_own: "Share of the last record in slots by path that no other has." = m.path_slots.last_own;
    copied_elsewhere: "Share of records whose first text also occurs elsewhere on the page." = m.copied_elsewhere;
    before: "Share of the page before the list." = m.before;
    behind: "Share of the page after the list." = m.behind;
    prose_before: "Share of the page's words in long texts before the list." = share(m.prose[0], m.prose[2]);
    prose_inside: "Share of these words that are in the list." = share(m.prose[1], m.prose[2]);
    prose_of_page: "Share of the page's words that are in long texts." = share(m.prose[2], m.page[2]);
    behind_h1: "Whether the list is after the first h1, before it, or neither." = m.behind_h1;
    from_h1: "Distance to the first h1." = m.from_h1;
    holds_h1: "A record contains the first h1." = m.holds_h1;
    heading_before: "A heading comes directly before the list." = m.heading_before;
    hidden: "Share of hidden records." = m.hidden;
    liftable: "Share of records whose parent contains more, and no other record." = m.liftable;
    lift_gain: "How much more these parents contain, over what the records contain." = m.lift_gain;
    in_nav: "In navigation." = within(m, Section::Nav);
    in_header: "In a header." = within(m, Section::Header);
    in_footer: "In a footer." = within(m, Section::Footer);
    in_aside: "In an aside." = within(m, Section::Aside);
    in_main: "In the main part." = within(m, Section::Main);
    in_article: "In an article." = within(m, Section::Article);
    in_table: "In a table." = within(m, Section::Table);
    in_form: "In a form." = within(m, Section::Form);
    in_dialog: "In a dialog." = within(m, Section::Dialog);
    in_list: "In a list element." = within(m, Section::List);
    in_inner_list: "In a list within a list." = within(m, Section::InnerList);
    in_select: "In a select or datalist element." = within(m, Section::Select);
    in_details: "In details that are closed." = within(m, Section::Details);
    in_hidden: "In something hidden." = within(m, Section::Hidden);
    tag_li: "Records are list items." = begins(m, &[Tag::LI]);
    tag_tr: "Records are rows." = begins(m, &[Tag::TR]);
    tag_td: "Records are cells." = begins(m, &[Tag::TD, Tag::TH]);
    tag_div: "Records are divs." = begins(m, &[Tag::DIV]);
    tag_a: "Records are links." = begins(m, &[Tag::A]);
    tag_article: "Records are articles." = begins(m, &[Tag::ARTICLE]);
    tag_section: "Records are sections or lists." = begins(m, &[Tag::SECTION, Tag::UL, Tag::OL, Tag::TABLE, Tag::TBODY]);
    tag_text: "Records are inline or bare texts." = begins(m, &[Tag::SPAN, Tag::TEXT, Tag::B, Tag::STRONG, Tag::I, Tag::EM]);
    tag_p: "Records are paragraphs." = begins(m, &[Tag::P]);
    tag_heading: "Records begin with a heading." = begins(m, &[Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6]);
    tag_option: "Records are options, labels or buttons." = begins(m, &[Tag::OPTION, Tag::LABEL, Tag::BUTTON, Tag::INPUT]);
    by_mdr2: "MDR-2 found it." = is(generator == Generator::Region);
    by_segments: "It was found as runs of siblings." = is(generator == Generator::Segments);
    by_cleaning: "It is another candidate without its intruders." = is(generator == Generator::Cleaned);
    by_lifting: "It is another candidate, lifted to enclosing elements." = is(generator == Generator::Lifted);
    by_part: "It is a part of a page-wide group." = is(generator == Generator::Part);
    by_group: "It is a page-wide group." = is(matches!(generator, Generator::PathGroup | Generator::ClassGroup | Generator::TagClassGroup));
}
