"""Tables as DataFrames, and through the Arrow interface."""

import io
import json

import pytest

import rowsmith
from rowsmith import Page, read_html

MEDALS = """<table><caption>Medals</caption><tr><th>Nation<th>Gold<th>Code
<tr><td>Norway<sup><a href=#n>[a]</a></sup><td>16<td>007<tr><td>Germany<td>12<td>018</table>"""


def test_tables_as_of_pandas():
    pandas = pytest.importorskip("pandas")
    frame, = read_html(MEDALS)
    assert list(frame.columns) == ["Nation", "Gold", "Code"]
    assert frame.Gold.dtype == "int64" and frame.Gold.sum() == 28
    assert frame.Nation.tolist() == ["Norway", "Germany"]
    assert frame.Code.tolist() == ["007", "018"]
    pytest.importorskip("lxml")
    theirs, = pandas.read_html(io.StringIO(MEDALS), flavor="lxml")
    assert frame.shape == theirs.shape and frame.Gold.tolist() == theirs.Gold.tolist()


def test_a_page_without_tables_gives_its_list(page_path):
    pytest.importorskip("pandas")
    frame, = read_html(page_path("shop"))
    assert "price" in frame and len(frame) > 3
    with pytest.raises(ValueError, match="no tables found"):
        read_html(page_path("shop"), what="tables")
    assert len(read_html(str(page_path("shop")), what="records")) == 1


def test_only_tables_that_match():
    html = MEDALS + "<h2>Cities</h2><table><tr><th>City<th>Area<tr><td>Turku<td>245<tr><td>Oulu<td>1,410</table>"
    pytest.importorskip("pandas")
    assert len(read_html(html)) == 2
    assert read_html(html, match="Tur.u")[0].Area.tolist() == [245, 1410]
    assert read_html(html, match="Medals")[0].Gold.tolist() == [16, 12]
    with pytest.raises(rowsmith.PageError, match="Atlantis"):
        read_html(html, match="Atlantis")


def test_the_table_that_the_page_is_about_comes_first():
    pytest.importorskip("pandas")
    cities = "".join(f"<tr><td><a href=/{n}>City {n}</a><td>{n * 17}<td>Country {n % 3}" for n in range(1, 40))
    page = f"<h1>Cities</h1>{MEDALS}<table><tr><th>City<th>Area<th>Country{cities}</table>" + MEDALS.replace("Medals", "More medals")
    assert [len(frame) for frame in read_html(page)] == [39, 2, 2]
    assert [len(frame) for frame in read_html(page, order="page")] == [2, 39, 2]
    with pytest.raises(ValueError, match="order is"):
        read_html(page, order="size")


@pytest.mark.parametrize("form", ["pandas", "polars", "pyarrow"])
def test_every_form_has_the_same_values(form):
    pytest.importorskip(form)
    table, = read_html(MEDALS, form=form)
    assert type(table).__module__.split(".")[0] == form
    columns = {"pandas": lambda: table.to_dict("list"), "polars": lambda: table.to_dict(as_series=False), "pyarrow": lambda: table.to_pydict()}
    assert columns[form]() == {"Nation": ["Norway", "Germany"], "Gold": [16, 12], "Code": ["007", "018"]}


def test_whoever_takes_arrow_takes_tables():
    pyarrow = pytest.importorskip("pyarrow")
    tables = Page(MEDALS).tables()
    assert pyarrow.table(tables[0]).num_rows == 2
    assert pyarrow.table(tables).schema.field("Gold").type == pyarrow.int64()
    reader = pyarrow.RecordBatchReader.from_stream(tables[0])
    assert reader.read_all().column_names == ["Nation", "Gold", "Code"]
    duckdb = pytest.importorskip("duckdb")
    medals = tables[0]  # noqa: F841
    assert duckdb.sql("select sum(Gold) from medals").fetchall() == [(28,)]


def test_missing_cells_are_none():
    html = "<table><tr><th>A<th>B<tr><td>1<td>x<tr><td><td>y<tr><td>3<td>z</table>"
    table = Page(html).tables()[0]
    assert table["A"] == [1, None, 3]
    pytest.importorskip("pandas")
    assert table.to_pandas().A.isna().tolist() == [False, True, False]
    assert Page("<p>Nothing").records().to_pandas().empty


TALKS = """<table><tr><th>Talk<th>Day<th>Begins<th>Sent<th>Seats<th>Rated
<tr><td>One<td>5 January 2024<td>2024-01-05 10:30<td>2024-01-05T10:30+01:00<td>(1,200)<td>4.5 stars
<tr><td>Two<td>6. Januar 2024<td>2024-01-06 09:00:15<td>2024-01-05T09:30Z<td>(12)<td>3 stars</table>"""


def test_dates_are_dates_and_words_around_numbers_no_part_of_them():
    table, = Page(TALKS).tables()
    assert table.values() == {
        "Talk": ["One", "Two"],
        "Day": ["2024-01-05", "2024-01-06"],
        "Begins": ["2024-01-05T10:30", "2024-01-06T09:00:15"],
        "Sent": ["2024-01-05T10:30+01:00", "2024-01-05T09:30Z"],
        "Seats": [1200, 12],
        "Rated": [4.5, 3.0],
    }
    assert table.records[0]["Day"] == "5 January 2024"
    assert json.loads(json.dumps(table.rows())) == table.rows()


@pytest.mark.parametrize("form", ["pandas", "polars", "pyarrow"])
def test_frames_have_dates_as_such(form):
    pytest.importorskip(form)
    table, = read_html(TALKS, form=form)
    types = {
        "pandas": lambda: [table[name].dtype.kind for name in ("Day", "Begins", "Sent")] == ["M", "M", "M"],
        "polars": lambda: [str(table[name].dtype).split("(")[0] for name in ("Day", "Begins", "Sent")] == ["Date", "Datetime", "Datetime"],
        "pyarrow": lambda: [str(table[name].type) for name in ("Day", "Begins", "Sent")]
        == ["date32[day]", "timestamp[us]", "timestamp[us, tz=UTC]"],
    }
    assert types[form](), table
