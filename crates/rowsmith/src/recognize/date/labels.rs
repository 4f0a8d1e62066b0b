//! Words beside a date that say what it is the date of.

use std::sync::LazyLock;

use crate::recognize::AnyOf;

/// Beginnings of words, in lower case, that say that something was changed.
pub(crate) const CHANGED: &[&str] = &[
    "updat",
    "modif",
    "edited",
    "revis",
    "review",
    "last change",
    "changed",
    "aktualis",
    "geändert",
    "geaendert",
    "bearbeitet",
    "überarbeitet",
    "mis à jour",
    "mise à jour",
    "maj",
    "actualiz",
    "atualiz",
    "aggiorn",
    "bijgewerkt",
    "gewijzigd",
    "uppdater",
    "opdater",
    "oppdater",
    "päivit",
    "zaktualiz",
    "zmienion",
    "upraven",
    "frissít",
    "módosít",
    "обновл",
    "изменен",
    "оновлен",
    "güncelle",
    "更新",
    "修改",
    "수정",
    "업데이트",
    "تحديث",
    "עודכן",
    "ενημέρωσ",
    "diperbarui",
    "cập nhật",
    "แก้ไข",
];

/// Beginnings of words, in lower case, behind which a date says since when somebody has been a member; they stand beside
/// the dates of what members wrote. The choice of an article's date was taught with these.
pub(crate) const MEMBERSHIP: &[&str] = &[
    "join",
    "regist",
    "member since",
    "mitglied seit",
    "dabei seit",
    "beigetreten",
    "inscrit",
    "inscription",
    "miembro desde",
    "membro dal",
    "iscritto",
    "lid sinds",
    "dołączył",
    "зарегистр",
    "регистрация",
];

/// More such words, which only forums have.
const FORUM_MEMBERSHIP: &[&str] = &[
    "angemeldet seit",
    "se unió",
    "membro desde",
    "registrato",
    "geregistreerd",
    "medlem siden",
    "medlem sedan",
    "reg.dato",
    "reg.datum",
    "liittynyt",
    "rekisteröity",
    "rejestracja",
    "zarejestrowany",
    "založen",
    "registrován",
    "regisztr",
    "csatlakozott",
    "înregistrat",
    "membru din",
    "kayıt",
    "üyelik",
    "на форуме с",
    "з нами",
    "注册",
    "註冊",
    "加入",
    "登録日",
    "가입",
    "تاريخ التسجيل",
    "הצטרף",
    "εγγραφή",
    "tham gia",
    "gia nhập",
    "bergabung",
    "เข้าร่วม",
    "สมัคร",
];

/// Beginnings of words, in lower case, with which forums note that somebody has changed a post.
const EDITED: &[&str] = &[
    "edited",
    "last edit",
    "changed by",
    "modified",
    "last modif",
    "bearbeitet",
    "geändert",
    "editiert",
    "édité",
    "modifié",
    "dernière modification",
    "editado",
    "modificad",
    "última edición",
    "última modificación",
    "modificato",
    "ultima modifica",
    "bewerkt",
    "gewijzigd",
    "redigerad",
    "ändrad",
    "redigert",
    "redigeret",
    "muokattu",
    "muokannut",
    "edytowan",
    "zmienion",
    "ostatnio zmieniony",
    "upraven",
    "editoval",
    "szerkeszt",
    "módosít",
    "editat",
    "düzenlen",
    "изменен",
    "отредактир",
    "последний раз редактир",
    "відредаг",
    "编辑",
    "編輯",
    "編集",
    "修改",
    "수정",
    "diedit",
    "disunting",
    "แก้ไข",
    "تعديل",
    "נערך",
    "τροποποι",
    "chỉnh sửa",
];

/// All words of members and changes: few texts hold one.
static ANY: LazyLock<AnyOf> = LazyLock::new(|| AnyOf::new(&[MEMBERSHIP, FORUM_MEMBERSHIP, EDITED].concat()));

/// Whether a text says that somebody has changed a post.
pub(crate) fn tells_edit(text: &str) -> bool {
    let text = text.to_lowercase();
    ANY.is_in(&text) && EDITED.iter().any(|word| last_start(&text, word).is_some())
}

/// Where a word last begins in a text; words in Latin, Cyrillic and Greek letters only at the beginning of a word.
pub(crate) fn last_start(text: &str, word: &str) -> Option<usize> {
    let spaced = word.chars().next().is_some_and(|c| c < '\u{590}');
    let begins = |at: &usize| !spaced || !text[..*at].ends_with(char::is_alphanumeric);
    text.rmatch_indices(word).map(|(at, _)| at).find(begins)
}

/// The bytes before a date that are looked at.
const LOOKED_AT: usize = 64;
/// How many words may stand between that of membership and the date: "registered users wrote on" says something else.
const BEHIND_MEMBERSHIP: usize = 2;
/// How many may stand between that of a change and the date: who changed it, and "on".
const BEHIND_CHANGE: usize = 6;

/// Whether the text right before a date says that it is not when something was written, but since when somebody has been a
/// member, or when what was written has been changed.
pub(crate) fn tells_other_day(before: &str) -> bool {
    let before = before.trim_end().trim_end_matches(':');
    let start = (before.len().saturating_sub(LOOKED_AT)..=before.len()).find(|&at| before.is_char_boundary(at));
    let near = before[start.unwrap_or(0)..].to_lowercase();
    // the last words before the date, and not what another line says
    let near = near.rsplit(['\n', '|', '•']).next().unwrap_or_default().trim();
    if !ANY.is_in(near) {
        return false;
    }
    let ends_near = |word: &str, most: usize| {
        last_start(near, word).is_some_and(|at| near[at + word.len()..].split_whitespace().count() <= most)
    };
    MEMBERSHIP.iter().chain(FORUM_MEMBERSHIP).any(|word| ends_near(word, BEHIND_MEMBERSHIP))
        || EDITED.iter().any(|word| ends_near(word, BEHIND_CHANGE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_changes() {
        for text in ["Last edited by Ann", "Zuletzt geändert von Ann", "Dernière modification par Ann", "已修改"] {
            assert!(tells_edit(text), "{text}");
        }
        for text in ["accredited", "Major thanks to Ann", "Review of the seal by Ann"] {
            assert!(!tells_edit(text), "{text}");
        }
    }

    #[test]
    fn words_of_days_on_which_nothing_was_written() {
        for text in
            ["Joined:", "Join Date: ", "Dołączył: ", "Dołączyła:", "Registriert seit", "注册时间:", "Inscrit le"]
        {
            assert!(tells_other_day(text), "{text}");
        }
        for text in ["Last edited by wzrdtales (", "Zuletzt geändert von Ann Lee am", "本帖最后由 Ann 编辑于"]
        {
            assert!(tells_other_day(text), "{text}");
        }
        for text in ["Posted:", "Wysłany: ", "by Ann, who joined us after a long time, on", "", "adjoining"] {
            assert!(!tells_other_day(text), "{text}");
        }
    }
}
