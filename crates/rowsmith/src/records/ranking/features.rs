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
    text_share: "Share of the page's characters." = share(m.chars, m.page[1]);
    text_share_root: "Its square root, to part small shares." = share(m.chars, m.page[1]).sqrt();
    word_share: "Share of the page's words." = share(m.words, m.page[2]);
    terminal_share: "Share of the page's texts and images." = share(m.terminals, m.page[0]);
    link_share: "Share of the page's links." = share(m.links, m.page[3]);
    image_share: "Share of the page's images." = share(m.images, m.page[4]);
    body_share: "Share of the page's characters outside boilerplate." = share(m.body_chars[0], m.body_chars[1]);
    in_body: "Share of the list's characters outside boilerplate." = share(m.body_chars[0], m.chars);
    count: "Logarithm of the number of records." = m.n.ln();
    count_two: "There are two records." = is(m.n == 2.0);
    count_three: "There are three records." = is(m.n == 3.0);
    count_few: "There are at most five records." = is(m.n <= 5.0);
    count_many: "Logarithm of the number of records above 100." = (m.n / 100.0).max(1.0).ln();
    record_terminals: "Logarithm of the texts and images a record." = log(m.terminals / m.n);
    record_chars: "Logarithm of the characters a record." = log(m.chars / m.n);
    record_words: "Logarithm of the words a record." = log(m.words / m.n);
    record_links: "Logarithm of the links a record." = log(m.links / m.n);
    record_images: "Logarithm of the images a record." = log(m.images / m.n);
    record_blocks: "Logarithm of the block elements a record." = log(m.blocks_per_record);
    single_terminal: "A record is one text or image." = is(m.terminals <= 1.05 * m.n);
    terminal_chars: "Logarithm of the characters a text." = log(share(m.chars, m.terminals));
    link_density: "Share of the characters that are in links." = share(m.link_chars, m.chars);
    all_links: "Nearly all text is in links." = is(m.link_chars > 0.95 * m.chars);
    foreign_links: "Share of links to other hosts." = m.link_kinds[0];
    inner_links: "Share of links within the page." = m.link_kinds[1];
    language_links: "Share of links to other languages." = m.link_kinds[2];
    same_folder: "Share of records whose first link is kept where most are." = m.same_folder;
    with_link: "Share of records with a link." = m.with[0];
    with_image: "Share of records with an image." = m.with[1];
    with_price: "Share of records with a price." = m.with[2];
    with_date: "Share of records with a date." = m.with[3];
    with_number: "Share of records with a number." = m.with[4];
    with_heading: "Share of records with a heading." = m.with[5];
    with_long_text: "Share of records with a text of 15 words." = m.with[6];
    with_control: "Share of records with a control of a form." = m.with[7];
    one_link: "Share of records with exactly one link." = m.with_one[0];
    one_image: "Share of records with exactly one image." = m.with_one[1];
    one_price: "Share of records with exactly one price." = m.with_one[2];
    one_date: "Share of records with exactly one date." = m.with_one[3];
    one_heading: "Share of records with exactly one heading." = m.with_one[5];
    one_long_text: "Share of records with exactly one long text." = m.with_one[6];
    some_without_price: "Some records have a price, some none." = is(m.with[2] > 0.0) * (1.0 - m.with[2]);
    some_without_date: "Some records have a date, some none." = is(m.with[3] > 0.0) * (1.0 - m.with[3]);
    some_without_image: "Some records have an image, some none." = is(m.with[1] > 0.0) * (1.0 - m.with[1]);
    some_without_link: "Some records have a link, some none." = is(m.with[0] > 0.0) * (1.0 - m.with[0]);
    some_without_heading: "Some records have a heading, some none." = is(m.with[5] > 0.0) * (1.0 - m.with[5]);
    spread: "Spread of the records' sizes." = m.spread.min(3.0);
    smallest: "Smallest record over the median." = m.smallest.min(1.0);
    largest: "Median record over the largest." = m.largest;
    longest_share: "Share of the list's text in its longest record." = m.longest_share;
    longest_excess: "The same times the number of records, as a logarithm." = (m.longest_share * m.n).max(1.0).ln();
    adjacent: "Share of neighbours with nothing in between." = m.adjacent;
    all_adjacent: "No record is parted from the next." = is(m.adjacent >= 1.0);
    gaps: "What lies between records, over what is in them." = m.gaps;
    widest_gap: "The most texts and images between neighbours, as a share of the page's." = m.widest_gap;
    beyond_gap: "Share of records on the smaller side of that." = m.beyond_gap;
    one_parent: "All records have one parent." = is(m.parents * m.n < 1.5);
    parents: "Different parents over records." = m.parents;
    own_parents: "Every record has a parent of its own." = is(m.parents > 0.999);
    roots: "Logarithm of the siblings that make a record." = m.roots.max(1.0).ln();
    several_roots: "Records are several siblings." = is(m.roots > 1.5);
    phase: "What stands before the first record belongs behind others: a wrong cut." = m.phase;
    levels: "Levels from the container to the records." = m.levels.min(12.0);
    container_depth: "Depth of the container." = m.container_depth.min(40.0) / 10.0;
    container_fill: "Share of the container's texts and images in records." = m.container_fill;
    container_text_fill: "Share of the container's characters in records." = m.container_text_fill;
    container_filled: "The container holds nothing but records." = is(m.container_fill >= 0.999);
    same_tag: "Share of records that begin with the commonest tag." = m.same_tag;
    same_class: "Share of records of the commonest class." = m.same_class;
    has_class: "That class is one." = m.has_class;
    others_alike: "Other elements of the same path and class, over records." = m.others_alike;
    others_on_path: "Other elements of the same path, over records." = m.others_on_path;
    siblings_left: "Siblings of records left out, over records." = m.siblings_left;
    siblings_alike_left: "Siblings of the same tag and class left out, over records." = m.siblings_alike_left;
    any_alike_left: "Some sibling of the same tag and class is left out." = is(m.siblings_alike_left > 0.0);
    similarity: "Mean similarity of neighbours (STM)." = m.similarity;
    worst_similarity: "Similarity of the worst record to the nearer neighbour." = m.worst_similarity;
    same_structure: "Share of neighbours of equal structure." = m.same_structure;
    matched: "Logarithm of MiBAT's sum of matched nodes." = log(m.matched);
    class_once: "Logarithm of the slots by class that occur once in nearly every record." = log(m.class_slots.once);
    class_once_share: "Share of texts and images in such slots." = m.class_slots.once_share;
    class_repeated: "Share in slots by class that records repeat." = m.class_slots.repeated_share;
    class_rare: "Share in slots by class that few records have." = m.class_slots.rare_share;
    class_worst_fit: "The worst record's share of the common slots by class." = m.class_slots.worst_fit;
    class_mean_fit: "The mean of that share." = m.class_slots.mean_fit;
    class_full_fit: "Share of records with all common slots by class." = m.class_slots.full_fit;
    class_left_out: "What is outside the list in its single slots by class." = m.class_slots.left_out;
    class_none_left: "Nothing is." = is(m.class_slots.once > 0.0 && m.class_slots.left_out == 0.0);
    class_same_first: "Share of records that begin with the commonest slot by class." = m.class_slots.same_first;
    class_same_last: "Share of records that end with the commonest slot by class." = m.class_slots.same_last;
    path_once: "Logarithm of the slots by path that occur once in nearly every record." = log(m.path_slots.once);
    path_once_share: "Share of texts and images in such slots." = m.path_slots.once_share;
    path_repeated: "Share in slots by path that records repeat." = m.path_slots.repeated_share;
    path_rare: "Share in slots by path that few records have." = m.path_slots.rare_share;
    path_worst_fit: "The worst record's share of the common slots by path." = m.path_slots.worst_fit;
    path_mean_fit: "The mean of that share." = m.path_slots.mean_fit;
    path_full_fit: "Share of records with all common slots by path." = m.path_slots.full_fit;
    path_left_out: "What is outside the list in its single slots by path." = m.path_slots.left_out;
    path_same_first: "Share of records that begin with the commonest slot by path." = m.path_slots.same_first;
    path_same_last: "Share of records that end with the commonest slot by path." = m.path_slots.same_last;
    no_slot_once: "No slot occurs once in nearly every record." = is(m.class_slots.once == 0.0 && m.path_slots.once == 0.0);
    distinct_first: "Different first texts over records." = m.distinct_first;
    distinct_second: "Different second texts over records." = m.distinct_second;
    copies: "A second part repeats the first, as for another width of screen." = m.copies;
    distinct_links: "Different first links over records." = m.distinct_links;
    distinct: "Different records over records." = m.distinct;
    sorted: "How far the first texts are sorted." = m.sorted;
    sorted_many: "The same times the logarithm of the number of records." = m.sorted * m.n.ln();
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
    copied_elsewhere: "Share of records whose first text occurs elsewhere too." = m.copied_elsewhere;
    before: "Share of the page before the list." = m.before;
    behind: "Share of the page behind the list." = m.behind;
    prose_before: "Share of the page's words in long texts before the list." = share(m.prose[0], m.prose[2]);
    prose_inside: "Share of them in the list." = share(m.prose[1], m.prose[2]);
    prose_of_page: "Share of the page's words that are in long texts." = share(m.prose[2], m.page[2]);
    behind_h1: "Behind the first h1, before it, or neither." = m.behind_h1;
    from_h1: "Distance to the first h1." = m.from_h1;
    holds_h1: "A record holds the first h1." = m.holds_h1;
    heading_before: "A heading stands right before the list." = m.heading_before;
    hidden: "Share of hidden records." = m.hidden;
    liftable: "Share of records with more around them that is theirs alone." = m.liftable;
    lift_gain: "How much more that is." = m.lift_gain;
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
    in_select: "In a selection." = within(m, Section::Select);
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
    by_segments: "Found as runs of siblings." = is(generator == Generator::Segments);
    by_cleaning: "Another candidate without intruders." = is(generator == Generator::Cleaned);
    by_lifting: "Another candidate lifted." = is(generator == Generator::Lifted);
    by_part: "A part of a group." = is(generator == Generator::Part);
    by_group: "A page-wide group." = is(matches!(generator, Generator::PathGroup | Generator::ClassGroup | Generator::TagClassGroup));
}
