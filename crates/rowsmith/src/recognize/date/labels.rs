//! Words beside a date that say what it is the date of.

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
    "aktualiz",
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
/// the dates of what members wrote.
pub(crate) const MEMBERSHIP: &[&str] = &[
    "join",
    "regist",
    "member since",
    "mitglied seit",
    "dabei seit",
    "angemeldet seit",
    "beigetreten",
    "inscrit",
    "inscription",
    "miembro desde",
    "se unió",
    "membro desde",
    "membro dal",
    "iscritto",
    "registrato",
    "lid sinds",
    "geregistreerd",
    "medlem siden",
    "medlem sedan",
    "reg.dato",
    "reg.datum",
    "liittynyt",
    "rekisteröity",
    "dołączył",
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
    "зарегистр",
    "регистрация",
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

/// Whether a text says that something was changed: one of the words stands at the beginning of a word.
pub(crate) fn tells_change(text: &str) -> bool {
    let text = text.to_lowercase();
    CHANGED.iter().any(|word| {
        let spaced = word.chars().next().is_some_and(|c| c < '\u{590}');
        text.match_indices(word).any(|(at, _)| !spaced || !text[..at].ends_with(char::is_alphanumeric))
    })
}

/// The bytes before a date that are looked at.
const LOOKED_AT: usize = 48;

/// Whether the text right before a date says that somebody has been a member since then.
pub(crate) fn tells_membership(before: &str) -> bool {
    let before = before.trim_end().trim_end_matches(':');
    let start = (before.len().saturating_sub(LOOKED_AT)..=before.len()).find(|&at| before.is_char_boundary(at));
    let near = before[start.unwrap_or(0)..].to_lowercase();
    // the last words before the date, and not what another line says
    let near = near.rsplit(['\n', '|', '•']).next().unwrap_or_default().trim();
    let begins = |at: usize| !near[..at].ends_with(char::is_alphanumeric);
    MEMBERSHIP.iter().any(|word| {
        near.rfind(word).is_some_and(|at| {
            let spaced = word.chars().next().is_some_and(|c| c < '\u{590}');
            let rest = &near[at + word.len()..];
            // "registered users wrote on" says something else
            (!spaced || begins(at)) && rest.split_whitespace().count() <= 2
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_changes() {
        assert!(
            tells_change("Last edited by Ann") && tells_change("Zuletzt geändert von Ann") && tells_change("已修改")
        );
        assert!(!tells_change("accredited") && !tells_change("I wrote this"));
    }

    #[test]
    fn words_of_members() {
        for text in
            ["Joined:", "Join Date: ", "Dołączył: ", "Dołączyła:", "Registriert seit", "注册时间:", "Inscrit le"]
        {
            assert!(tells_membership(text), "{text}");
        }
        for text in ["Posted:", "Wysłany: ", "by Ann, who joined us after a long time, on", "", "adjoining"] {
            assert!(!tells_membership(text), "{text}");
        }
    }
}
