"""Record batches in and out."""

import json
import re

import pytest
from conftest import PROJECT

import rowsmith
from rowsmith import batch_schema, extract_batches

pa = pytest.importorskip("pyarrow")

WHATS = [
    ("extract", {"markdown": True}),
    ("records", {}),
    ("posts", {}),
    ("article", {}),
    ("item", {}),
    ("tables", {}),
    ("objects", {"schema": "products"}),
]

LIST = "<ul>" + "".join(f"<li><a href=/{n}>Lamp {n}</a> <b>${n}.50</b></li>" for n in range(5)) + "</ul>"


def pages_of(paths):
    html = [path.read_bytes() for path in paths]
    urls = [f"https://example.com/{path.name}" for path in paths]
    return pa.table({"id": range(len(html)), "html": pa.array(html, pa.binary()), "url": urls})


@pytest.mark.parametrize(("what", "options"), WHATS)
def test_rows_are_those_of_the_library(what, options, corpus):
    pages = pages_of(corpus)
    found = extract_batches(pages, what, keep=["id"], json=True, **options).read_all()
    assert found.schema.names == ["id", *batch_schema(what, json=True, **options).names]
    assert found.schema.remove(0) == batch_schema(what, json=True, **options)
    assert found["id"].to_pylist() == list(range(len(corpus)))
    urls = pages["url"].to_pylist()
    for row, path, url in zip(found.to_pylist(), corpus, urls, strict=True):
        line = getattr(rowsmith.Page(path, url=url, source=url), what)(**options).to_dict()
        assert json.loads(row["json"]) == line
        assert (row["error"], row["warnings"], row["url"]) == (None, line.get("warnings", []), url)
        _row_is_of_line(what, row, line)


def _row_is_of_line(what, row, line):
    """The columns say what the line says."""
    for name in ("title", "author", "date", "text", "kind", "confidence", "next", "total"):
        if name in row and what not in ("item", "records"):
            assert row[name] == pytest.approx(line.get(name), abs=6e-4) if isinstance(row[name], float) else row[name] == line.get(name)
    if "posts" in row:
        bodies = [post["body"] or None for post in line.get("posts", [])]
        assert [post["body"] for post in row["posts"]] == bodies
    if "records" in row:
        records = [record for region in line["regions"] for record in region["records"]] if "regions" in line else []
        expected = [{**record["cells"], **record.get("urls", {})} for record in records]
        assert [dict(record["cells"]) for record in row["records"]] == expected
        names = [column["name"] for region in line.get("regions", []) for column in region["columns"]]
        assert [column["name"] for column in row["columns"]] == names
    if what == "item" and line["item"] is not None:
        assert row["name"] == line["item"].get("name") and row["type"] == line["item"]["type"]
    if what == "tables":
        assert [table["rows"] for table in row["tables"]] == [table["rows"] for table in line["tables"]]
    if what == "objects":
        assert len(row["objects"]) == sum(len(area["records"]) for area in line["areas"])


def test_numbers_stand_beside_texts():
    html = "<ul>" + "".join(f"<li><a href=/{n}>Lamp {n}</a> <b>${n}.50</b></li>" for n in range(5)) + "</ul>"
    row, = extract_batches(pa.table({"html": [html]}), "records", url=None).read_all().to_pylist()
    assert dict(row["records"][3]["cells"])["price"] == "$3.50"
    assert dict(row["records"][3]["numbers"]) == {"price": 3.5}


def test_rows_do_not_depend_on_batches_or_threads(corpus):
    pages = pages_of(corpus)
    expected = extract_batches(pages, threads=1).read_all()
    for size, threads in [(1, 1), (7, 2), (1000, 3)]:
        batches = pages.to_batches(max_chunksize=size)
        reader = pa.RecordBatchReader.from_batches(pages.schema, iter(batches))
        assert extract_batches(reader, threads=threads).read_all().equals(expected)


def test_a_page_that_fails_is_a_row_that_says_so():
    pages = pa.table({"html": pa.array([b"<title>One</title>", b"", None, b"%PDF-1.7"], pa.binary()), "url": ["https://a.example", "", None, "/x"]})
    rows = extract_batches(pages, "article").read_all().to_pylist()
    assert [row["title"] for row in rows] == ["One", None, None, None]
    assert rows[0]["error"] is None and rows[1]["error"] == rows[2]["error"] == "the input is empty"
    assert rows[3]["error"] and rows[3]["text"] is None


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.string_view(), pa.binary(), pa.large_binary(), pa.binary_view()])
def test_pages_are_texts_or_bytes_of_any_width(kind):
    # texts are decoded already, whatever the page says
    html = "<meta charset=iso-8859-1><title>Straße</title>"
    given = html.encode("latin-1") if "binary" in str(kind) else html
    pages = pa.table({"html": pa.array([given], kind)})
    assert extract_batches(pages, "article", url=None).read_all()["title"].to_pylist() == ["Straße"]


def test_charsets_come_from_a_column():
    pages = pa.table({"html": pa.array(["<title>Straße</title>".encode("latin-1")]), "charset": ["iso-8859-1"]})
    found = extract_batches(pages, "article", url=None, charset="charset").read_all()
    assert found["title"].to_pylist() == ["Straße"]


def test_what_is_wrong_with_columns_is_told():
    pages = pa.table({"page": ["<p>x"], "url": ["https://example.com"], "id": [1]})
    with pytest.raises(ValueError, match='no column "html"; there are page, url, id'):
        extract_batches(pages)
    with pytest.raises(TypeError, match='column "id" has type Int64'):
        extract_batches(pages, html="id")
    with pytest.raises(ValueError, match="rename it"):
        extract_batches(pages, html="page", keep=["url"])


def test_an_error_of_the_input_is_an_error_of_the_output():
    schema = pa.schema([("html", pa.string())])

    def batches():
        yield pa.record_batch({"html": ["<title>One</title>"]})
        raise RuntimeError("the disk is gone")

    reader = extract_batches(pa.RecordBatchReader.from_batches(schema, batches()), "article", url=None)
    assert reader.read_next_batch()["title"].to_pylist() == ["One"]
    with pytest.raises(Exception, match="the disk is gone"):
        reader.read_next_batch()


def test_batches_are_read_when_they_are_needed():
    read = []

    def batches():
        for number in range(100):
            read.append(number)
            yield pa.record_batch({"html": [f"<title>{number}</title>"]})

    schema = pa.schema([("html", pa.string())])
    reader = extract_batches(pa.RecordBatchReader.from_batches(schema, batches()), "article", url=None)
    reader.read_next_batch()
    assert len(read) <= 2


def test_wrappers_apply_to_batches():
    def page(*names):
        items = "".join(f"<li class=item><a href='/{n}'><b>{n}</b></a><i>$ 5.00</i>" for n in names)
        return f"<body><nav class=top><a href=/>Home</a></nav><ul class=shop>{items}</ul>"

    wrapper = rowsmith.learn([page("Chair", "Table", "Lamp", "Bed", "Sofa", "Desk")])
    pages = pa.table({"html": [page("Shelf"), "<p>Something else."]})
    rows = extract_batches(pages, "apply", url=None, wrapper=wrapper).read_all().to_pylist()
    assert dict(rows[0]["records"][0]["cells"])["title"] == "Shelf" and rows[0]["template"]
    assert rows[1]["template"] is None and rows[1]["drift"]


def test_polars_and_duckdb_are_pages_and_results(corpus):
    pl = pytest.importorskip("polars")
    pages = pages_of(corpus[:5])
    frame = pl.DataFrame(pages)
    found = pl.DataFrame(extract_batches(frame, "article"))
    assert found["title"].to_list() == extract_batches(pages, "article").read_all()["title"].to_pylist()
    duckdb = pytest.importorskip("duckdb")
    results = extract_batches(pages, "article")  # noqa: F841
    assert duckdb.sql("select count(*) from results where error is null").fetchall() == [(5,)]


def test_the_columns_are_those_of_the_document():
    """The table of columns in docs/PYTHON.md is the schema."""
    text = (PROJECT / "docs" / "PYTHON.md").read_text()
    rows = dict(re.findall(r"^\| `(\w+)` \| (.*) \|$", text.split("| question | columns")[1].split("\n\n")[0], re.MULTILINE))
    more = {"objects": {"schema": "products"}, "apply": {"wrapper": rowsmith.learn([LIST, LIST])}}
    assert rows.keys() == {what for what, _ in WHATS} | {"apply"}

    def columns(what):
        listed = re.sub(r": list of \([^)]*\)", "", rows[what])
        names = []
        for part in re.findall(r"those of `article` from `\w+` to `\w+`|`\w+`", listed):
            if part.startswith("`"):
                names.append(part.strip("`"))
            else:
                first, last = re.findall(r"from `(\w+)` to `(\w+)`", part)[0]
                article = columns("article")
                names += article[article.index(first) : article.index(last) + 1]
        return names

    for what in rows:
        assert columns(what) == batch_schema(what, **more.get(what, {})).names[1:-2], what
