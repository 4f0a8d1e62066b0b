"""Pages and their results."""

import datetime
import gc
import io
import json
import pickle
import threading
import time
import warnings
import weakref

import pytest

import rowsmith
from rowsmith import Page

LIST = "<h1>Lamps</h1><ul>" + "".join(
    f"<li><a href=/{n}>Lamp {n}</a> <b>${n}.50</b> <i>{n * 10} sold</i></li>" for n in range(1, 7)
) + "</ul>"


def test_columns_have_names_and_types():
    table = Page(LIST, url="https://example.com/lamps").records().table
    columns = {column.name: (column.kind, column.type) for column in table.columns}
    assert columns["title"] == ("text", "text")
    assert columns["price"] == ("text", "price")
    assert columns["url"] == ("link", "url")
    assert table["price"][:2] == [1.5, 2.5]
    assert table["url"][0] == "https://example.com/1"
    assert table.main and 0.5 < table.confidence <= 1


def test_a_page_is_asked_as_often_as_one_likes():
    page = Page(LIST)
    assert page.records().to_json() == page.records().to_json()
    assert page.extract().kind == "list"
    assert page.item().item is None
    assert page.posts().warnings == ["no posts found"]
    assert page.tables().tables == []
    assert "Lamp 3" in page.inspect()


def test_several_threads_may_ask_one_page(page_path):
    page = Page(page_path("article-comments-flat"))
    expected = Page(page_path("article-comments-flat")).extract().to_json()
    found = []
    threads = [threading.Thread(target=lambda: found.append(page.extract().to_json())) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert found == [expected] * 8


def test_posts_have_attributes(page_path):
    posts = Page(page_path("thread")).posts()
    assert len(posts) > 2 and posts.confidence > 0.5
    assert all(post.author and post.body for post in posts)
    assert posts.to_pandas().author.tolist() == [post.author for post in posts]


def test_relative_dates_are_counted_from_when_the_page_was_fetched():
    text = "thinks that lamps are fine, and says so at some length today, as on any day."
    dates = {"ann": "2 days ago", "bob": "yesterday", "cy": "5 hours ago", "dan": "3 hours ago"}
    posts = "".join(f"<div class=post><a href=/u/{n}>{n}</a> <i>{when}</i><p>{n} {text}</div>" for n, when in dates.items())
    html = f"<h1>Lamps</h1><div>{posts}</div>"
    when = datetime.datetime(2024, 1, 7, 12, 0)
    assert Page(html, fetched=when).posts()[1].date == "2024-01-06"
    assert Page(html, fetched="2024-01-07T12:00").posts()[1].date == "2024-01-06"
    with pytest.raises(rowsmith.PageError, match="not a date"):
        Page(html, fetched="noon")


def test_items_and_recipes(page_path):
    recipe = Page(page_path("item-recipe-microdata")).item().item
    assert recipe.type == "recipe" and len(recipe.ingredients) > 2
    event = Page(page_path("item-event")).item()
    assert event.item.type == "event" and event.table.rows()[0]["name"] == event.item.name


def test_errors_are_those_of_the_library():
    for html, message in [
        (b"", "the input is empty"),
        (b"%PDF-1.7", "not HTML but"),
    ]:
        with pytest.raises(rowsmith.PageError, match=message):
            Page(html)
    with pytest.raises(rowsmith.PageError, match="not an absolute URL"):
        Page("<p>x", url="/list")
    with pytest.raises(rowsmith.PageError, match="unknown character encoding"):
        Page(b"<p>x", charset="no-such")
    with pytest.raises(ValueError, match='"learned" or "mdr2"'):
        Page("<p>x").records(method="magic")
    with pytest.raises(TypeError, match="limits has no option max_cost"):
        Page("<p>x", limits={"max_cost": 1})
    assert issubclass(rowsmith.PageError, rowsmith.RowsmithError) and issubclass(rowsmith.RowsmithError, ValueError)


def test_limits_hold_and_are_told():
    found = Page("<p>text" * 1000, limits={"max_nodes": 100}).records()
    assert "truncated: limit of nodes reached" in found.warnings


def test_text_is_taken_as_it_is_and_bytes_are_decoded():
    html = "<meta charset=iso-8859-1><title>Straße</title><p>ß"
    assert Page(html).article().title == "Straße"
    assert Page(html.encode("latin-1")).article().title == "Straße"
    assert Page(html.encode(), charset="utf-8").article().title == "Straße"
    assert Page("<title>\ud800x</title>").article().title == "?x"


def test_what_a_page_may_be_given_as(tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(LIST.encode())
    expected = [record["title"] for record in Page(LIST).records()]
    sources = [LIST.encode(), bytearray(LIST.encode()), memoryview(LIST.encode()), path, io.BytesIO(LIST.encode()), io.StringIO(LIST)]
    for source in sources:
        assert [record["title"] for record in Page(source).records()] == expected
    with open(path, "rb") as file:
        assert Page(file).source == str(path)
    with pytest.raises(TypeError, match="no int"):
        Page(7)
    with pytest.raises(rowsmith.PageError, match="nothing is fetched here"):
        Page("https://example.com/")


def test_responses_know_their_address_and_charset():
    requests = pytest.importorskip("requests")
    response = requests.Response()
    response._content = "<title>Straße</title>".encode("latin-1")
    response.status_code, response.url = 200, "https://example.com/a"
    response.headers["Content-Type"] = "text/html; charset=iso-8859-1"
    page = Page(response)
    assert (page.url, page.source, page.article().title) == ("https://example.com/a", "https://example.com/a", "Straße")
    response.status_code = 404
    assert Page(response).article().warnings[0] == "the server answered 404"
    httpx = pytest.importorskip("httpx")
    request = httpx.Request("GET", "https://example.com/b")
    response = httpx.Response(200, html="<title>Straße</title>", request=request)
    page = Page(response)
    assert (page.url, page.article().title) == ("https://example.com/b", "Straße")


def test_schemas_of_ones_own(tmp_path):
    text = rowsmith.Schema("products").text
    path = tmp_path / "lamps.toml"
    path.write_text(text)
    html = "".join(f"<li><h3><a href=/{n}>{n}</a></h3><b>£2k</b><img src={n}.jpg>" for n in ["Lamp", "Desk", "Chair", "Shelf"])
    found = Page(f"<ul>{html}</ul>").objects(path)
    assert found[0]["title"]["text"] == "Lamp" and found.schema == rowsmith.Schema(path).name
    copy = pickle.loads(pickle.dumps(rowsmith.Schema(path)))
    assert Page(f"<ul>{html}</ul>").objects(copy).to_json() == found.to_json()
    path.write_text("nonsense = [")
    with pytest.raises(rowsmith.SchemaError, match="line 1"):
        rowsmith.Schema(path)


def test_wrappers_are_kept_and_sent():
    def page(*names):
        items = "".join(f"<li class=item><a href='/{n}'><b>{n}</b></a><i>$ 5.00</i>" for n in names)
        return f"<body><nav class=top><a href=/>Home</a></nav><ul class=shop>{items}</ul>"

    wrapper = rowsmith.learn([page("Chair", "Table", "Lamp", "Bed", "Sofa", "Desk")])
    copy = pickle.loads(pickle.dumps(wrapper))
    assert copy.version == wrapper.version and copy.templates == wrapper.templates
    one = copy.apply(page("Shelf"))
    assert [record["title"] for record in one] == ["Shelf"] and one.template in wrapper.templates
    elsewhere = wrapper.apply("<h1>Something else</h1><p>Without a list.")
    assert elsewhere.template is None and elsewhere.drift
    assert (wrapper + wrapper).templates
    with pytest.raises(rowsmith.WrapperError):
        rowsmith.Wrapper.from_json("{}")


def test_a_harvest_goes_on_behind_failures_and_says_how_it_ended():
    def fetch(url):
        number = int(url.rsplit("=", 1)[1])
        if number == 3:
            raise ConnectionError("no route")
        items = "".join(f"<li><a href='/item/{number}-{i}'>Lamp {number}.{i}</a> <b>${i}.00</b></li>" for i in range(1, 6))
        return f"<h1>Lamps</h1><ul>{items}</ul><a rel=next href='?page={number + 1}'>Next</a>"

    run = rowsmith.Harvest("https://example.com/list?page=1")
    with pytest.warns(rowsmith.HarvestWarning, match="page=3: ConnectionError: no route"):
        pages = list(rowsmith.harvest([], fetch, run=run))
    assert [len(page) for page in pages] == [5, 5]
    assert run.summary["rows"] == 10 and "no route" in json.dumps(run.summary)
    again = rowsmith.Harvest.from_state(run.state())
    assert again.summary == run.summary and again.next_request() is None


def test_a_harvest_says_what_is_missing():
    def fails_on(*numbers):
        def fetch(url):
            if int(url.rsplit("=", 1)[1]) in numbers:
                raise ConnectionError("no route")
            # a pager that names all pages
            lamps, _, following = shop(url).partition("</ul>")
            links = "".join(f"<a href='?page={number}'>{number}</a> " for number in (1, 2, 3))
            return f"{lamps}</ul><div class=pager>{links}{following}</div>"

        return fetch

    for connections in (1, 4):
        run = rowsmith.Harvest(START)
        with pytest.warns(rowsmith.HarvestWarning, match=r"page=2: ConnectionError"):
            pages = list(rowsmith.harvest(START, fails_on(2), run=run, connections=connections))
        assert [len(page) for page in pages] == [5, 5]
        assert [(end.complete, end.failed) for end in run.ends] == [(False, 1)]
        with pytest.raises(rowsmith.PageError, match="no page of the list could be had: .*page=1: ConnectionError: no route"):
            list(rowsmith.harvest(START, fails_on(1), connections=connections))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(list(rowsmith.harvest(START, fails_on()))) == 3


def shop(url):
    """A shop of three pages with five lamps each, the newest first; the name of its last page is lamp 15."""
    if "/lamp/" in url:
        number = int(url.rsplit("/", 1)[1])
        return f"<h1>Lamp {number}</h1><dl><dt>Bulb<dd>E{number}<dt>Height<dd>{number} cm</dl>"
    page = int(url.rsplit("=", 1)[1])
    items = "".join(
        f"<li><a href='/lamp/{at}'>Lamp {at}</a> <b>${at}.00</b> <time>{31 - at} March 2026</time></li>"
        for at in range(page * 5 - 4, page * 5 + 1)
    )
    more = f"<a rel=next href='?page={page + 1}'>Next</a>" if page < 3 else ""
    return f"<h1>Lamps</h1><ul>{items}</ul>{more}"


def titles(pages):
    return [record["title"] for page in pages for record in page]


START = "https://example.com/list?page=1"


def test_a_harvest_takes_what_has_come_since_and_what_is_not_known():
    whole = list(rowsmith.harvest(START, shop))
    assert len(titles(whole)) == 15
    for since in ("2026-03-24", datetime.date(2026, 3, 24)):
        assert titles(rowsmith.harvest(START, shop, since=since)) == [f"Lamp {at}" for at in range(1, 8)]
    with pytest.raises(ValueError, match='since: "soon" is not a day'):
        rowsmith.Harvest(START, since="soon")
    rows = [row for page in whole for row in page.table.rows() if row["title"] not in ("Lamp 2", "Lamp 9")]
    first = whole[0].to_pandas().to_dict("records")
    for known, new in ((rows, ["Lamp 2", "Lamp 9"]), (first, [f"Lamp {at}" for at in range(6, 16)])):
        run = rowsmith.Harvest(START, known=known)
        assert titles(rowsmith.harvest([], shop, run=run)) == new
        assert run.key == ["url"]
    by_title = rowsmith.Harvest(START, known=[{"title": "Lamp 4"}], key=["title"])
    assert len(titles(rowsmith.harvest([], shop, run=by_title))) == 14 and by_title.key == ["title"]


def redesigned(url):
    """The same shop with other elements."""
    page = int(url.rsplit("=", 1)[1])
    cards = "".join(
        f"<div class=card><em>${at}.00</em><h3><a href='/lamp/{at}'>Lamp {at}</a></h3><p>{31 - at} March 2026</p></div>"
        for at in range(page * 5 - 4, page * 5 + 1)
    )
    more = f"<a rel=next href='?page={page + 1}'>Next</a>" if page < 3 else ""
    return f"<main><h2>All lamps</h2><section class=grid>{cards}</section>{more}</main>"


def test_a_harvest_by_a_wrapper_keeps_its_columns():
    learnt = rowsmith.learn([rowsmith.Page(shop(START), url=START)]).to_json()
    wrapper = rowsmith.Wrapper.from_json(learnt.replace('"name": "price"', '"name": "cost"'))
    costs = [f"${at}.00" for at in range(1, 16)]
    for site, repaired in ((shop, 0), (redesigned, 1)):
        run = rowsmith.Harvest(START, wrapper=wrapper, repair=True)
        found = [record["cost"] for page in rowsmith.harvest([], site, run=run) for record in page]
        assert (found, run.summary["repaired"]) == (costs, repaired)
        assert (run.wrapper.to_json() == wrapper.to_json()) == (repaired == 0)
    with pytest.warns(rowsmith.HarvestWarning, match="a different list"):
        assert list(rowsmith.harvest(START, redesigned, wrapper=wrapper)) == []
    assert rowsmith.Harvest(START).wrapper is None
    with pytest.raises(ValueError, match="no wrapper to repair"):
        rowsmith.Harvest(START, repair=True)


def test_a_repaired_wrapper_says_what_became_of_its_columns():
    wrapper = rowsmith.learn([rowsmith.Page(shop(START), url=START)])
    page = rowsmith.Page(redesigned(START), url=START)
    repaired = wrapper.repair([page])
    assert isinstance(repaired, rowsmith.Repaired) and repaired.alarms == []
    assert {column.name: column.by for column in repaired.columns}["title"] == "values"
    assert titles([repaired.wrapper.apply(page)]) == [f"Lamp {at}" for at in range(1, 6)]
    same = wrapper.repair([rowsmith.Page(shop(START), url=START)])
    assert (same.columns, same.alarms, same.wrapper.to_json()) == ([], [], wrapper.to_json())


def test_a_harvest_knows_amounts_that_are_numbers_in_a_frame():
    # as a frame of a table in Parquet has them, without addresses
    known = [{"title": f"Lamp {at}", "price": float(at)} for at in range(1, 6)] + [{"title": "Lamp 6", "price": 8.0}]
    run = rowsmith.Harvest(START, known=known, key=["title", "price"])
    assert titles(rowsmith.harvest([], shop, run=run)) == [f"Lamp {at}" for at in range(6, 16)]


def test_when_a_page_was_fetched_stands_beside_its_rows():
    noon = datetime.datetime(2026, 3, 1, 12, 0, 0, 5, tzinfo=datetime.timezone(datetime.timedelta(hours=2)))
    of_text = ((noon.isoformat(), "2026-03-01T10:00:00Z"), ("2026-03-01T10:00:00Z", "2026-03-01T10:00:00Z"))
    for fetched, written in ((noon, "2026-03-01T10:00:00Z"), ("2026-03-01", "2026-03-01"), (None, None), *of_text):
        run = rowsmith.Harvest(START, max_pages=1)
        request = run.next_request()
        found = run.feed(rowsmith.Page(shop(request.url), url=request.url), fetched=fetched)
        assert {row.get("fetched") for row in found.table.rows()} == {written}
    with pytest.raises(ValueError, match='fetched: "soon" is not a day or time'):
        run.feed(rowsmith.Page(shop(START), url=START), fetched="soon")


def test_pages_of_records_are_fetched_at_the_same_time():
    now, most, lock = 0, 0, threading.Lock()

    def fetch(url):
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.05)
        with lock:
            now -= 1
        if url.endswith("/lamp/7"):
            raise ConnectionError("no route")
        return shop(url)

    one = [page.table.rows() for page in rowsmith.harvest(START, fetch, details=True)]
    assert most == 1
    eight = [page.table.rows() for page in rowsmith.harvest(START, fetch, details=True, connections=8)]
    assert eight == one and most > 3
    assert sum(len(rows) for rows in one) == 15 and "no route" in json.dumps(one)
    # a run that is not wanted any more ends
    pages = rowsmith.harvest(START, fetch, details=True, connections=8)
    next(pages)
    pages.close()


def test_pages_and_results_are_given_up():
    page = Page(LIST)
    found = page.records()
    gone = weakref.ref(found)
    del found, page
    gc.collect()
    assert gone() is None


def test_results_in_notebooks_run_nothing(page_path):
    shown = Page(page_path("shop")).records()._repr_html_()
    assert "<table>" in shown and 'sandbox=""' in shown
    hostile = Page("<ul>" + "<li><a href=/1>&lt;script&gt;alert(1)&lt;/script&gt;</a> <b>$5</b>" * 5 + "</ul>")
    assert "<script" not in hostile.records()._repr_html_()


def test_the_version_is_that_of_the_distribution():
    from importlib.metadata import version

    assert rowsmith.__version__ == version("rowsmith")


def test_rows_with_dates_and_counts_are_known_again():
    rows = "".join(f"<tr><td>Talk {at}<td>{10 + at} January 2024<td>2024-01-05T1{at}:30+01:00<td>({at})" for at in range(1, 9))
    html = f"<h1>Talks</h1><table><tr><th>Talk<th>Day<th>Sent<th>Seats{rows}</table>"
    start = "https://talks.example/list"

    def new(known=None):
        run = rowsmith.Harvest(start, known=known)
        return run.feed(rowsmith.Page(html, url=run.next_request().url))

    table = new().table
    assert table.rows()[0]["date"] == "2024-01-11"
    known = [table.rows()]
    pandas = pytest.importorskip("pandas")
    known.append(table.to_pandas().to_dict("records"))
    for rows in known:
        found = new(rows)
        assert found is None or not found.table
