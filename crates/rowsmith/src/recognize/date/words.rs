//! The words that occur in dates beside the [names of months, weekdays and units](super::languages).
//!
//! Every entry is a list of words separated by spaces, in lower case, with Latin letters without diacritics ("marz" for
//! "März"), including inflected and short forms.

use crate::recognize::date::meaning::role;

/// Words by the role that they play in a date.
pub(crate) const ROLES: &[(u64, &str)] = &[
    (
        role::AGO_AFTER,
        "ago fa geleden temu назад once atras 前 前に 전 sedan siden sitten тому ezelott napja tagasi lalu",
    ),
    (role::AGO_AFTER_NUMBER, "her"),
    (role::AGO_BEFORE, "vor hace ha prije pre pred acum преди pries pirms πριν منذ לפני"),
    (
        role::TODAY,
        "today heute aujourd hoy hoje oggi vandaag dzisiaj dzis сегодня bugun 今天 今日 오늘 idag tanaan dnes danas danes azi astazi днес сьогодні tana siandien sodien σήμερα اليوم היום avui",
    ),
    (
        role::YESTERDAY,
        "yesterday gestern hier ayer ontem ieri gisteren wczoraj вчера dun 昨天 昨日 어제 igar eilen vcera jucer juce vceraj tegnap вчора vakar eile χθες χτες أمس אתמול kemarin ahir",
    ),
    (role::DAY_BEFORE_YESTERDAY, "vorgestern anteayer anteontem eergisteren przedwczoraj позавчера 前天 一昨日 그저께"),
    (role::TOMORROW | role::NEEDS_TIME, "tomorrow morgen demain amanha domani jutro завтра yarin 明天 明日 내일"),
    (role::NEEDS_TIME, "hier dun"),
    (role::AM, "am 오전 上午 早上 凌晨 清晨 午前"),
    (role::PM, "pm 오후 下午 晚上 中午 午後"),
    (
        role::AT,
        "at um a as alle alla ore las la om o godz godzina godzinie в во saat kl kello to \
         time et the den op le около uur hui",
    ),
    (role::OF, "of de del di d do da den den el the"),
    (role::ORDINAL, "st nd rd th er ere eme e o a de го ste"),
    (role::OCLOCK, "uhr h hs hrs uur clock ч час ore horas heures godz"),
    (role::WEAK, "mars mart maj mai mei luty май marc"),
    (role::VERY_WEAK, "set ago sie ara out mag gen tem lip lis gru sty car kas eki marco per"),
    (
        role::VERSION,
        "v ver vers version versions versie versione wersja versao версия surum build release rev revision \
         firmware kernel driver ip isbn model modell serial",
    ),
    (
        role::ABOUT,
        "about over almost around approximately circa ca etwa ungefahr rund fast uber environ presque unos unas \
         unas aproximadamente cerca quase quasi ongeveer bijna okolo ponad prawie около почти примерно yaklasik \
         more than less mehr als weniger plus moins de mas menos 约 大约 約 약",
    ),
    (role::AND, "and und et y e i en и ve"),
    (
        role::INTRO,
        "on posted updated published edited created written joined registered since date dated by from am vom seit \
         datum verfasst erstellt geschrieben le du publie poste modifie el publicado enviado fecha data postado \
         pubblicato inviato il del op geplaatst gepost opublikowano dodano dnia napisany от опубликовано добавлено \
         tarih added uploaded reviewed started last",
    ),
    (role::YEAR_MARK | role::EAST, "年 년"),
    (role::MONTH_MARK | role::EAST, "月 월"),
    (role::DAY_MARK | role::EAST, "日 号 號 일"),
    (role::HOUR_MARK | role::EAST, "時 时 点 點 시"),
    (role::MINUTE_MARK | role::EAST, "分 분"),
    (role::SECOND_MARK | role::EAST, "秒 초"),
    (
        role::EAST,
        "前 前に 전 今天 今日 오늘 昨天 昨日 어제 前天 一昨日 그저께 明天 明日 내일 오전 上午 早上 凌晨 清晨 午前 \
         오후 下午 晚上 中午 午後",
    ),
    (role::AFTER_YEAR, "г года год r roku"),
    (role::ISO_T, "t"),
    (role::WITH_WEEKDAY, "feira"),
    (role::UNTIL, "to until till bis a bis tot do до"),
    (
        role::NOW_START,
        "just a moments gerade soeben vor ahora justo hace agora proprio zojuist przed только az 刚刚 剛剛 刚才 \
         たった今 방금",
    ),
];

/// Number words. "A few" counts as 3 and "a couple" as 2, which is the best one can do.
pub(crate) const COUNTS: &[(u8, &str)] = &[
    (1, "a an one ein eine einem einer einen un une una uno um uma een jeden jedna один одну одна bir 一 한 1つ"),
    (2, "two zwei deux dos dois duas due twee dwa dwie два две iki couple paar 两 兩 二"),
    (
        3,
        "three drei trois tres tre drie trzy три uc few einigen wenigen quelques unos unas algunos alguns algumas pochi kilka несколько birkac 几 幾 三",
    ),
    (4, "four vier quatre cuatro quatro quattro cztery четыре dort 四"),
    (5, "five funf cinq cinco cinque vijf piec пять bes 五"),
    (6, "six sechs seis sei zes szesc шесть alti 六"),
    (7, "seven sieben sept siete sete sette zeven siedem семь yedi 七"),
    (8, "eight acht huit ocho oito otto osiem восемь sekiz 八"),
    (9, "nine neun neuf nueve nove negen dziewiec девять dokuz 九"),
    (10, "ten zehn dix diez dez dieci tien dziesiec десять on 十"),
    (11, "eleven elf onze undici"),
    (12, "twelve zwolf douze doce dodici twaalf"),
];

/// Time zones, in minutes east of Greenwich. A name with several meanings stands for the most common one.
pub(crate) const ZONES: &[(i16, &str)] = &[
    (0, "z utc gmt wet"),
    (60, "cet mez bst west"),
    (120, "cest mesz eet sast"),
    (180, "eest msk trt"),
    (240, "gst"),
    (330, "ist"),
    (420, "wib ict"),
    (480, "sgt hkt awst pht"),
    (540, "jst kst"),
    (570, "acst"),
    (600, "aest"),
    (630, "acdt"),
    (660, "aedt"),
    (720, "nzst"),
    (780, "nzdt"),
    (-180, "brt art"),
    (-240, "edt ast"),
    (-300, "est cdt"),
    (-360, "cst mdt"),
    (-420, "mst pdt"),
    (-480, "pst akdt"),
    (-540, "akst"),
    (-600, "hst"),
];

/// "Just now": the folded words of the whole text, separated by single spaces.
pub(crate) const NOW: &[&str] = &[
    "just now",
    "a moment ago",
    "moments ago",
    "gerade eben",
    "soeben",
    "vor einem moment",
    "vor einem augenblick",
    "a l instant",
    "ahora mismo",
    "justo ahora",
    "hace un momento",
    "agora mesmo",
    "proprio ora",
    "zojuist",
    "przed chwila",
    "только что",
    "az once",
    "刚刚",
    "剛剛",
    "刚才",
    "たった今",
    "방금",
    "방금 전",
];
