//! Words and signs that label links between pages, in many languages.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// What a text says about where a link leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Says {
    pub(crate) next: bool,
    pub(crate) previous: bool,
    pub(crate) older: bool,
    pub(crate) newer: bool,
    pub(crate) more: bool,
    pub(crate) first: bool,
    pub(crate) last: bool,
    pub(crate) page: bool,
}

const NEXT: &[&str] = &[
    "next",
    "nextpage",
    "weiter",
    "nächste",
    "nächster",
    "naechste",
    "vor",
    "vorwärts",
    "suivant",
    "suivante",
    "suivants",
    "suivantes",
    "siguiente",
    "siguientes",
    "próximo",
    "proximo",
    "próxima",
    "proxima",
    "próximos",
    "seguinte",
    "seguintes",
    "avançar",
    "avanti",
    "successiva",
    "successivo",
    "prossima",
    "prossimo",
    "volgende",
    "verder",
    "nästa",
    "neste",
    "næste",
    "seuraava",
    "seuraavat",
    "следующая",
    "следующий",
    "следующие",
    "след",
    "далее",
    "вперед",
    "вперёд",
    "дальше",
    "наступна",
    "далі",
    "następna",
    "następny",
    "następne",
    "dalej",
    "další",
    "následující",
    "ďalšia",
    "ďalej",
    "nasledujúca",
    "következő",
    "tovább",
    "următoarea",
    "următor",
    "înainte",
    "следваща",
    "следващ",
    "напред",
    "επόμενη",
    "επόμενο",
    "επόμενα",
    "sonraki",
    "ileri",
    "التالي",
    "التالية",
    "הבא",
    "הבאה",
    "بعدی",
    "अगला",
    "अगले",
    "ถัดไป",
    "selanjutnya",
    "berikutnya",
    "seterusnya",
    "sau",
    "tiếp",
    "järgmine",
    "edasi",
    "nākamā",
    "tālāk",
    "kitas",
    "toliau",
    "sljedeća",
    "sljedeći",
    "sledeća",
    "следећа",
    "naslednja",
    "naprej",
    "següent",
    "seguent",
    "hurrengoa",
];
const PREVIOUS: &[&str] = &[
    "previous",
    "prev",
    "previouspage",
    "zurück",
    "vorherige",
    "vorheriger",
    "précédent",
    "précédente",
    "precedent",
    "anterior",
    "anteriores",
    "voltar",
    "precedente",
    "indietro",
    "vorige",
    "terug",
    "föregående",
    "forrige",
    "edellinen",
    "предыдущая",
    "предыдущий",
    "пред",
    "назад",
    "попередня",
    "poprzednia",
    "poprzedni",
    "wstecz",
    "předchozí",
    "zpět",
    "predchádzajúca",
    "előző",
    "vissza",
    "anterioară",
    "înapoi",
    "предишна",
    "προηγούμενη",
    "προηγούμενο",
    "önceki",
    "geri",
    "السابق",
    "السابقة",
    "הקודם",
    "קודם",
    "قبلی",
    "पिछला",
    "ก่อนหน้า",
    "sebelumnya",
    "trước",
    "eelmine",
    "iepriekšējā",
    "ankstesnis",
    "prethodna",
    "prejšnja",
];
const OLDER: &[&str] = &[
    "older",
    "ältere",
    "älter",
    "anciens",
    "antiguas",
    "antiguos",
    "antigas",
    "antigos",
    "oudere",
    "äldre",
    "eldre",
    "ældre",
    "vanhemmat",
    "старые",
    "ранее",
    "старі",
    "starsze",
    "starší",
    "régebbi",
    "vechi",
    "παλαιότερα",
    "παλιότερα",
    "eski",
    "lama",
    "cũ",
];
const NEWER: &[&str] = &[
    "newer",
    "neuere",
    "neuer",
    "récents",
    "recientes",
    "nuevas",
    "recentes",
    "recenti",
    "nieuwere",
    "nyare",
    "nyere",
    "uudemmat",
    "новее",
    "новые",
    "новіші",
    "nowsze",
    "novější",
    "novšie",
    "újabb",
    "νεότερα",
    "yeni",
    "terbaru",
    "mới",
];
const MORE: &[&str] = &[
    "more",
    "mehr",
    "plus",
    "más",
    "mais",
    "altro",
    "altri",
    "meer",
    "mer",
    "flere",
    "mere",
    "lisää",
    "ещё",
    "еще",
    "больше",
    "więcej",
    "více",
    "viac",
    "több",
    "още",
    "περισσότερα",
    "daha",
    "المزيد",
    "עוד",
    "بیشتر",
    "เพิ่มเติม",
    "lebih",
    "thêm",
];
const FIRST: &[&str] = &[
    "first",
    "erste",
    "anfang",
    "premier",
    "première",
    "début",
    "primera",
    "primero",
    "primeira",
    "primeiro",
    "inicio",
    "início",
    "prima",
    "primo",
    "inizio",
    "eerste",
    "första",
    "første",
    "ensimmäinen",
    "первая",
    "начало",
    "перша",
    "pierwsza",
    "první",
    "prvá",
    "első",
    "първа",
    "πρώτη",
    "ilk",
    "pertama",
    "đầu",
];
const LAST: &[&str] = &[
    "last",
    "letzte",
    "ende",
    "dernier",
    "dernière",
    "fin",
    "última",
    "último",
    "ultima",
    "ultimo",
    "fine",
    "laatste",
    "sista",
    "siste",
    "sidste",
    "viimeinen",
    "последняя",
    "конец",
    "остання",
    "ostatnia",
    "poslední",
    "posledná",
    "utolsó",
    "последна",
    "τελευταία",
    "son",
    "terakhir",
    "cuối",
];
const PAGE: &[&str] = &[
    "page",
    "pages",
    "seite",
    "seiten",
    "página",
    "páginas",
    "pagina",
    "pagine",
    "pàgina",
    "sivu",
    "sida",
    "sidan",
    "side",
    "страница",
    "стр",
    "страницы",
    "сторінка",
    "strona",
    "stronę",
    "strana",
    "stránka",
    "oldal",
    "pagină",
    "σελίδα",
    "sayfa",
    "صفحة",
    "עמוד",
    "صفحه",
    "หน้า",
    "halaman",
    "trang",
    "lehekülg",
    "lapa",
    "puslapis",
    "stranica",
    "stran",
];

/// Words in scripts without spaces, which may occur anywhere in a text.
const WITHIN: &[(&str, fn(&mut Says))] = &[
    ("次", |s| s.next = true),
    ("下一", |s| s.next = true),
    ("下页", |s| s.next = true),
    ("下頁", |s| s.next = true),
    ("后页", |s| s.next = true),
    ("다음", |s| s.next = true),
    ("前の", |s| s.previous = true),
    ("前へ", |s| s.previous = true),
    ("上一", |s| s.previous = true),
    ("上页", |s| s.previous = true),
    ("이전", |s| s.previous = true),
    ("古い", |s| s.older = true),
    ("新しい", |s| s.newer = true),
    ("もっと", |s| s.more = true),
    ("更多", |s| s.more = true),
    ("더보기", |s| s.more = true),
    ("首页", |s| s.first = true),
    ("最初", |s| s.first = true),
    ("처음", |s| s.first = true),
    ("尾页", |s| s.last = true),
    ("末页", |s| s.last = true),
    ("最後", |s| s.last = true),
    ("마지막", |s| s.last = true),
    ("页", |s| s.page = true),
    ("頁", |s| s.page = true),
    ("ページ", |s| s.page = true),
    ("페이지", |s| s.page = true),
];

/// What each word says.
static MEANINGS: LazyLock<FxHashMap<&str, Says>> = LazyLock::new(|| {
    let lists: [(&[&str], fn(&mut Says)); 8] = [
        (NEXT, |s| s.next = true),
        (PREVIOUS, |s| s.previous = true),
        (OLDER, |s| s.older = true),
        (NEWER, |s| s.newer = true),
        (MORE, |s| s.more = true),
        (FIRST, |s| s.first = true),
        (LAST, |s| s.last = true),
        (PAGE, |s| s.page = true),
    ];
    let mut meanings: FxHashMap<&str, Says> = FxHashMap::default();
    for (words, say) in lists {
        words.iter().for_each(|word| say(meanings.entry(word).or_default()));
    }
    meanings
});

impl Says {
    fn add(&mut self, other: Says) {
        self.next |= other.next;
        self.previous |= other.previous;
        self.older |= other.older;
        self.newer |= other.newer;
        self.more |= other.more;
        self.first |= other.first;
        self.last |= other.last;
        self.page |= other.page;
    }
}

/// What a text says, judged by its words. Texts of more than forty letters are not labels of such links.
pub(crate) fn says(text: &str) -> Says {
    let mut says = Says::default();
    if text.chars().count() > 40 {
        return says;
    }
    let text = text.to_lowercase();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        if let Some(&meaning) = MEANINGS.get(word) {
            says.add(meaning);
        }
    }
    if !text.is_ascii() {
        WITHIN.iter().filter(|(word, _)| text.contains(word)).for_each(|(_, say)| say(&mut says));
    }
    says
}

/// Where the arrows in a text point.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Arrows {
    pub(crate) right: u8,
    pub(crate) left: u8,
    /// Whether one of them means the end: doubled, or against a bar.
    pub(crate) far: bool,
}

/// The arrows in a text that consists of hardly anything else.
pub(crate) fn arrows(text: &str) -> Arrows {
    let mut arrows = Arrows::default();
    if text.chars().count() > 24 {
        return arrows;
    }
    for c in text.chars() {
        match c {
            '>' | '›' | '→' | '▶' | '►' | '▸' | '⟩' | '❯' | '➔' | '➜' | '⇒' | '⟶' | '＞' | '〉' | '\u{f054}'
            | '\u{f105}' => {
                arrows.right = arrows.right.saturating_add(1);
            }
            '<' | '‹' | '←' | '◀' | '◄' | '◂' | '⟨' | '❮' | '⇐' | '⟵' | '＜' | '〈' | '\u{f053}' | '\u{f104}' =>
            {
                arrows.left = arrows.left.saturating_add(1);
            }
            '»' | '≫' | '⏩' | '⏭' | '\u{f101}' => {
                arrows.right = arrows.right.saturating_add(1);
                arrows.far = true;
            }
            '«' | '≪' | '⏪' | '⏮' | '\u{f100}' => {
                arrows.left = arrows.left.saturating_add(1);
                arrows.far = true;
            }
            '|' => arrows.far = true,
            _ => {}
        }
    }
    arrows.far |= arrows.right > 1 || arrows.left > 1;
    arrows.far &= arrows.right + arrows.left > 0;
    arrows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_named_in_many_languages() {
        assert!(says("Next page »").next && says("Next page »").page);
        assert!(says("Weiter").next && says("Suivante").next && says("Далее →").next && says("次のページ").next);
        assert!(says("Older posts").older && says("Load more").more);
        assert_eq!(says("Everything that is to be said of the next election and the one after it"), Says::default());
    }

    #[test]
    fn arrows_have_a_direction() {
        assert_eq!(arrows("›"), Arrows { right: 1, left: 0, far: false });
        assert!(arrows(">>").far && arrows("«").left == 1);
        assert_eq!(arrows("2"), Arrows::default());
    }
}
