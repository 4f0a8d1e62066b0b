//! Dates that need more than their text.

use super::*;
use crate::recognize::date::raw::RawDate;
use crate::recognize::date::{DayMonthOrder, find_age};

#[test]
fn relative_dates_from_a_reference() {
    check(
        &[
            ("3 hours ago", "2024-03-13T09:00"),
            ("an hour ago", "2024-03-13T11:00"),
            ("about 5 mins ago", "2024-03-13T11:55"),
            ("5m ago", "2024-03-13T11:55"),
            ("5 min. ago", "2024-03-13T11:55"),
            ("1 hour, 30 minutes ago", "2024-03-13T10:30"),
            ("1 day ago", "2024-03-12"),
            ("a day ago", "2024-03-12"),
            ("Over a year ago", "2023"),
            ("2 Days Ago", "2024-03-11"),
            ("a couple of days ago", "2024-03-11"),
            ("2d ago", "2024-03-11"),
            ("two weeks ago", "2024-02-28"),
            ("1 month ago", "2024-02"),
            ("1 month and 2 days ago", "2024-02-11"),
            ("3 mo. ago", "2023-12"),
            ("3 years ago", "2021"),
            ("posted 3 hours ago by ann", "2024-03-13T09:00"),
            ("30 seconds ago", "2024-03-13T11:59"),
            ("just now", "2024-03-13T12:00"),
            ("a moment ago", "2024-03-13T12:00"),
            ("yesterday", "2024-03-12"),
            ("Yesterday at 8:35 AM", "2024-03-12T08:35"),
            ("Yesterday, 05:03 PM", "2024-03-12T17:03"),
            ("Today at 5:03 PM", "2024-03-13T17:03"),
            ("Today 10:15", "2024-03-13T10:15"),
            ("Posted today at 5 pm", "2024-03-13T17:00"),
            ("Last edited: yesterday", "2024-03-12"),
            ("Saturday, 4:29 PM", "2024-03-09T16:29"),
            ("Tuesday at 10:15", "2024-03-12T10:15"),
            ("Wednesday at 10:15 AM", "2024-03-13T10:15"),
            ("Wednesday at 10:15 PM", "2024-03-06T22:15"),
            ("vor 3 Stunden", "2024-03-13T09:00"),
            ("vor einer Stunde", "2024-03-13T11:00"),
            ("vor 5 Min.", "2024-03-13T11:55"),
            ("vor 2 Tagen", "2024-03-11"),
            ("vor etwa 2 Wochen", "2024-02-28"),
            ("vor 3 Jahren", "2021"),
            ("10 Monate 3 Wochen her", "2023-04-22"),
            ("10 Monate 3 Wochen", "2023-04-22"),
            ("1 Jahr 2 Tage her", "2023-03-11"),
            ("gestern", "2024-03-12"),
            ("gestern um 10:15", "2024-03-12T10:15"),
            ("Gestern, 10:15 Uhr", "2024-03-12T10:15"),
            ("heute 10:15", "2024-03-13T10:15"),
            ("vorgestern, 10:15", "2024-03-11T10:15"),
            ("Montag um 10:15", "2024-03-11T10:15"),
            ("gerade eben", "2024-03-13T12:00"),
            ("il y a 5 minutes", "2024-03-13T11:55"),
            ("il y a environ 3 heures", "2024-03-13T09:00"),
            ("il y a une heure", "2024-03-13T11:00"),
            ("il y a 3 j", "2024-03-10"),
            ("il y a 2 ans", "2022"),
            ("hier à 12h49", "2024-03-12T12:49"),
            ("Aujourd'hui à 10:15", "2024-03-13T10:15"),
            ("aujourd’hui", "2024-03-13"),
            ("à l'instant", "2024-03-13T12:00"),
            ("hace 2 días", "2024-03-11"),
            ("Hace una hora", "2024-03-13T11:00"),
            ("3 días atrás", "2024-03-10"),
            ("ayer a las 10:15", "2024-03-12T10:15"),
            ("hoy", "2024-03-13"),
            ("há 3 dias", "2024-03-10"),
            ("há uma hora", "2024-03-13T11:00"),
            ("3 dias atrás", "2024-03-10"),
            ("ontem às 10:15", "2024-03-12T10:15"),
            ("hoje às 10h15", "2024-03-13T10:15"),
            ("3 giorni fa", "2024-03-10"),
            ("un'ora fa", "2024-03-13T11:00"),
            ("2 ore fa", "2024-03-13T10:00"),
            ("ieri alle 10:15", "2024-03-12T10:15"),
            ("3 dagen geleden", "2024-03-10"),
            ("een uur geleden", "2024-03-13T11:00"),
            ("gisteren om 10:15", "2024-03-12T10:15"),
            ("3 dni temu", "2024-03-10"),
            ("godzinę temu", "2024-03-13T11:00"),
            ("2 godz. temu", "2024-03-13T10:00"),
            ("wczoraj o 10:15", "2024-03-12T10:15"),
            ("przed chwilą", "2024-03-13T12:00"),
            ("3 часа назад", "2024-03-13T09:00"),
            ("5 мин. назад", "2024-03-13T11:55"),
            ("час назад", "2024-03-13T11:00"),
            ("вчера в 10:15", "2024-03-12T10:15"),
            ("Сегодня, 10:15", "2024-03-13T10:15"),
            ("только что", "2024-03-13T12:00"),
            ("3 saat önce", "2024-03-13T09:00"),
            ("2 gün önce", "2024-03-11"),
            ("dün 10:15", "2024-03-12T10:15"),
            ("Bugün 10:15", "2024-03-13T10:15"),
            ("3 小时前", "2024-03-13T09:00"),
            ("3小时前", "2024-03-13T09:00"),
            ("2天前", "2024-03-11"),
            ("两天前", "2024-03-11"),
            ("1个月前", "2024-02"),
            ("πριν 3 ώρες", "2024-03-13T09:00"),
            ("منذ 3 ساعات", "2024-03-13T09:00"),
            ("לפני 2 ימים", "2024-03-11"),
            ("3 hari lalu", "2024-03-10"),
            ("χθες 10:15", "2024-03-12T10:15"),
            ("昨天 10:15", "2024-03-12T10:15"),
            ("今天 下午3:15", "2024-03-13T15:15"),
            ("刚刚", "2024-03-13T12:00"),
            ("3時間前", "2024-03-13T09:00"),
            ("2日前", "2024-03-11"),
            ("1ヶ月前", "2024-02"),
            ("昨日 10:15", "2024-03-12T10:15"),
            ("たった今", "2024-03-13T12:00"),
            ("2일 전", "2024-03-11"),
            ("3시간 전", "2024-03-13T09:00"),
            ("어제 오후 3:15", "2024-03-12T15:15"),
            ("방금 전", "2024-03-13T12:00"),
        ],
        iso_from_reference,
    );
}

#[test]
fn days_without_a_year_are_the_latest_such_days() {
    check(
        &[
            ("Mar 12", "2024-03-12"),
            ("March 12", "2024-03-12"),
            ("12 Mar", "2024-03-12"),
            ("5 Mai", "2023-05-05"),
            ("May 5", "2023-05-05"),
            ("Apr 19", "2023-04-19"),
            ("Dec 31 at 23:59", "2023-12-31T23:59"),
            ("5. Januar, 10:15 Uhr", "2024-01-05T10:15"),
            ("5 janvier à 12h49", "2024-01-05T12:49"),
            ("1月5日", "2024-01-05"),
            ("1月5日 10:15", "2024-01-05T10:15"),
            ("1월 5일", "2024-01-05"),
            ("Feb 29", "2024-02-29"),
            ("Tue Mar 5", "2024-03-05"),
            ("Sun Mar 5", "2023-03-05"),
            ("Aug 5th", "2023-08-05"),
            ("Get it by Wed, Mar 6", "2024-03-06"),
            ("Early bird ends March 10.", "2024-03-10"),
            ("August 1 - August 31", "2023-08-01"),
            ("October 20–October 26", "2023-10-20"),
        ],
        iso_from_reference,
    );
}

#[test]
fn nothing_is_resolved_by_the_clock() {
    for text in ["3 hours ago", "yesterday", "Apr 19", "Tuesday at 10:15", "just now"] {
        let found = find_date(text).unwrap();
        assert!(found.date.needs_reference(), "{text}");
        assert_eq!(found.date.resolve(&DateContext::default()), None, "{text}");
    }
}

#[test]
fn an_offset_of_the_reference_is_kept() {
    let reference = DateTime { offset: Some(60), ..reference() };
    let context = DateContext { reference: Some(reference), ..DateContext::default() };
    let iso = |text| parse_date(text, &context).unwrap().to_iso();
    assert_eq!(iso("3 hours ago"), "2024-03-13T09:00+01:00");
    assert_eq!(iso("yesterday at 10:15"), "2024-03-12T10:15+01:00");
    assert_eq!(iso("yesterday at 10:15 UTC"), "2024-03-12T10:15Z");
    assert!(parse_date("3 hours ago", &context).unwrap().relative);
}

#[test]
fn day_and_month_by_order_language_or_marked_ambiguous() {
    use DayMonthOrder::{DayFirst, MonthFirst, YearFirst};
    type Case = (&'static str, Option<DayMonthOrder>, Option<&'static str>, &'static str, bool);
    let cases: &[Case] = &[
        ("03/04/2020", Some(DayFirst), Some("en-US"), "2020-04-03", false),
        ("03/04/2020", Some(MonthFirst), Some("de"), "2020-03-04", false),
        ("03/04/2020", None, Some("fr"), "2020-04-03", false),
        ("03/04/2020", None, Some("en-US"), "2020-03-04", false),
        ("03/04/2020", None, Some("en"), "2020-03-04", true),
        ("03/04/2020", None, None, "2020-03-04", true),
        ("03-04-2020", None, None, "2020-04-03", true),
        ("03-04-2020", Some(MonthFirst), None, "2020-03-04", false),
        ("03.04.2020", Some(MonthFirst), None, "2020-04-03", false),
        ("25/04/2020", None, None, "2020-04-25", false),
        ("25/04/2020", Some(MonthFirst), None, "2020-04-25", false),
        ("04/25/2020", None, None, "2020-04-25", false),
        ("04/25/2020 10:15 PM", None, None, "2020-04-25T22:15", false),
        ("04.25.2020", None, None, "2020-04-25", false),
        ("05/05/2020", None, None, "2020-05-05", false),
        ("Fri 03/04/2020", None, None, "2020-04-03", false),
        ("Wed 03/04/2020", None, None, "2020-03-04", false),
        ("03/04/20", None, Some("de"), "2020-04-03", false),
        ("03/04/20", Some(DayFirst), None, "2020-04-03", false),
        ("24/01/05", Some(YearFirst), None, "2024-01-05", false),
        ("24.01.05", None, Some("ko"), "2024-01-05", false),
        ("24.01.05", None, None, "2005-01-24", false),
        ("98-12-31", None, None, "1998-12-31", false),
        ("05 / 01 / 2024", Some(DayFirst), None, "2024-01-05", false),
    ];
    for &(text, order, language, iso, ambiguous) in cases {
        let context = DateContext { order, language, ..DateContext::default() };
        let date = parse_date(text, &context).unwrap_or_else(|| panic!("{text}"));
        assert_eq!((date.to_iso().as_str(), date.ambiguous), (iso, ambiguous), "{text} {order:?} {language:?}");
    }
}

#[test]
fn both_readings_are_given_until_it_is_decided() {
    let RawDate::Numeric(date) = find_date("03/04/2020").unwrap().date else { panic!("not numeric") };
    let readings: Vec<String> = date.readings().map(|(_, d)| d.to_iso()).collect();
    assert_eq!(readings, ["2020-03-04", "2020-04-03"]);
    assert!(find_date("03/04/2020").unwrap().date.is_ambiguous());
    assert!(!find_date("05/05/2020").unwrap().date.is_ambiguous());
}

#[test]
fn ages_only_where_asked_for() {
    let context = DateContext { reference: Some(reference()), ages: true, ..DateContext::default() };
    for (text, expected) in [
        ("3d", "2024-03-10"),
        ("5h", "2024-03-13T07:00"),
        ("9 mo", "2023-06"),
        ("3 mois", "2023-12"),
        ("2 years", "2022"),
        ("1y 2mo", "2023-01"),
        ("10 Monate 3 Wochen", "2023-04-22"),
        ("46m", "2024-03-13T11:14"),
    ] {
        assert_eq!(parse_date(text, &context).map(|d| d.to_iso()).as_deref(), Some(expected), "{text}");
        assert!(find_age(text).is_some());
    }
    for text in ["3d printer", "5", "h", "about 5h of work", "", "5 replies"] {
        assert_eq!(find_age(text), None, "{text}");
    }
}
