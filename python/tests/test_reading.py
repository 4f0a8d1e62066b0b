"""Pages of archives, in the order and with the results of the command."""

import gzip
import io
import json
import re
import time
import zipfile

import pytest
from archives import record, response
from conftest import PROJECT

import rowsmith


@pytest.fixture(scope="module")
def archive(corpus, tmp_path_factory):
    """A web archive of the corpus, with what is no page between, and a damaged page."""
    path = tmp_path_factory.mktemp("archive") / "crawl.warc.gz"
    with open(path, "wb") as file:
        for page in corpus[:30]:
            html = page.read_bytes()
            file.write(gzip.compress(record(f"https://example.com/{page.name}", response(html, "text/html; charset=utf-8"))))
            file.write(gzip.compress(record(f"https://example.com/{page.name}.png", response(b"x", "image/png"))))
        packed = gzip.compress(corpus[0].read_bytes())[:-20]
        message = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Encoding: gzip\r\n\r\n" + packed
        file.write(gzip.compress(record("https://example.com/damaged", message)))
        file.write(gzip.compress(record("https://example.com/empty", response(b""))))
    return path


def test_pages_of_an_archive_have_what_it_says_of_them(archive, corpus):
    pages = rowsmith.read_pages(archive)
    first, *_, damaged, empty = pages
    assert first == rowsmith.Source(
        html=corpus[0].read_bytes(),
        name=f"https://example.com/{corpus[0].name}",
        url=f"https://example.com/{corpus[0].name}",
        charset="utf-8",
        fetched="2024-05-01T12:00:00Z",
        archive=str(archive),
        position=1,
    )
    assert damaged.warnings and damaged.html and damaged.warnings[0].startswith("damaged input")
    assert (empty.html, empty.error) == (b"", None)
    assert sum(pages.skipped.values()) == 30
    assert next(pages, None) is None


@pytest.mark.parametrize(("what", "flags"), [("extract", []), ("records", []), ("article", ["--single"])])
def test_lines_of_an_archive_are_those_of_the_command(what, flags, archive, command):
    lines = [json.loads(line) for line in command(what, *flags, "-q", "-f", "jsonl", archive, status=1).decode().splitlines()]
    pages = list(rowsmith.read_pages(archive))
    found = list(rowsmith.extract_many(pages, what, threads=2, errors="return"))
    assert str(found[-1]) == "the input is empty" and len(found) == 32
    assert [{**one.to_dict(), "archive": str(archive), "position": page.position} for one, page in zip(found[:-1], pages)] == lines
    assert "damaged input" in lines[-1]["warnings"][0]


@pytest.mark.parametrize("what", ["extract", "article"])
def test_batches_of_an_archive_are_its_pages(what, archive):
    pytest.importorskip("pyarrow")
    expected = list(rowsmith.extract_many(rowsmith.read_pages(archive), what, errors="return"))
    reader = rowsmith.page_batches(archive, rows=7)
    rows = rowsmith.extract_batches(reader, what, read=True, json=True, keep=["archive", "position"]).read_all().to_pylist()
    assert [row["error"] for row in rows] == [None] * 31 + ["the input is empty"]
    assert [json.loads(row["json"]) for row in rows[:-1]] == [one.to_dict() for one in expected[:-1]]
    assert rows[30]["warnings"] == expected[30].warnings != []
    assert {row["archive"] for row in rows} == {str(archive)} and rows[1]["position"] == 3


def test_relative_dates_count_from_the_time_of_the_archive(command, tmp_path):
    html = re.sub("<time[^>]*>[^<]*</time>", "<time>3 hours ago</time>", (PROJECT / "examples" / "thread.html").read_text())
    archived = record("https://example.com/thread", response(html.encode()))
    found, = rowsmith.extract_many(rowsmith.read_pages(archived), "posts")
    assert "ago" in found[0].date_text and found[0].date.startswith("2024-05-01T09")
    later, = rowsmith.extract_many(rowsmith.read_pages(archived), "posts", fetched="2030-01-01T12:00")
    assert later[0].date.startswith("2030-01-01T09")
    page, = rowsmith.read_pages(archived)
    assert rowsmith.Page(page).posts()[0].date == found[0].date
    (tmp_path / "thread.warc").write_bytes(archived)
    line = json.loads(command("posts", "-q", "-f", "jsonl", tmp_path / "thread.warc"))
    assert [post.get("date") for post in line["posts"]] == [post.date for post in found]


def test_files_are_paths_bytes_and_open_files(tmp_path):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as file:
        file.writestr("a.html", "<title>A</title>")
        file.writestr("b.html", "<title>B</title>")
    (tmp_path / "pages.zip").write_bytes(packed.getvalue())
    (tmp_path / "c.html").write_text("<title>C</title>")
    paths = [tmp_path / "pages.zip", str(tmp_path / "c.html")]

    def titles(files, **options):
        return [rowsmith.Page(page).article().title for page in rowsmith.read_pages(files, **options)]

    assert titles(paths) == ["A", "B", "C"]
    # of a folder the pages and web archives, as of the command
    assert titles(tmp_path) == ["C"]
    assert titles(packed.getvalue()) == titles(memoryview(packed.getvalue())) == ["A", "B"]
    with open(tmp_path / "pages.zip", "rb") as file:
        assert titles(file) == ["A", "B"]
    page, = rowsmith.read_pages(b"<title>D</title>", name="d.html")
    assert (page.name, page.archive) == ("d.html", None)


def test_what_cannot_be_read_keeps_its_place(tmp_path):
    (tmp_path / "c.html").write_text("<title>C</title>")
    paths = [tmp_path / "none.warc", tmp_path / "c.html", "https://example.com/"]
    none, there, address = rowsmith.read_pages(paths)
    assert "no such file" in none.error.lower() and there.error is None and "fetched" in address.error
    with pytest.raises(rowsmith.PageError, match="(?i)no such file"):
        rowsmith.Page(none)
    found = list(rowsmith.extract_many(rowsmith.read_pages(paths), "article", errors="return"))
    assert [type(one).__name__ for one in found] == ["PageError", "ArticlePage", "PageError"]
    pytest.importorskip("pyarrow")
    table = rowsmith.page_batches(paths).read_all()
    assert table["html"].to_pylist() == [None, b"<title>C</title>", None]
    rows = rowsmith.extract_batches(table, "article", read=True).read_all().to_pylist()
    assert [row["error"] for row in rows] == [none.error, None, address.error]


def test_an_error_of_an_open_file_is_said_of_its_page():
    class Broken:
        def read(self, size):
            raise OSError("the disk is gone")

    page, = rowsmith.read_pages(Broken(), name="broken.warc")
    assert "the disk is gone" in page.error


class Endless:
    """An archive without an end, which counts what is read of it."""

    def __init__(self, message):
        self.record = record("https://example.com/", message) * 100
        self.at = self.count = 0

    def read(self, size):
        part = self.record[self.at : self.at + size]
        self.at = (self.at + len(part)) % len(self.record)
        self.count += 1
        return part

    def rests(self):
        """Whether nothing more is read of it, if not at once."""
        for _ in range(100):
            before = self.count
            time.sleep(0.1)
            if self.count == before:
                return True
        return False


def test_pages_are_read_as_they_are_taken():
    file = Endless(response(b"<title>One</title>"))
    pages = rowsmith.read_pages(file, name="endless.warc")
    assert next(pages).url == next(pages).url == "https://example.com/"
    assert file.rests()
    before = file.count
    for _ in range(10_000):
        next(pages)
    assert file.count > before and file.rests()


@pytest.mark.parametrize("close", [False, True])
def test_what_nobody_takes_is_not_read_further(close):
    # pictures: there is no page at which the thread could notice
    file = Endless(response(b"x", "image/png"))
    pages = rowsmith.read_pages(file, name="endless.warc")
    while file.count < 3:
        time.sleep(0.01)
    if close:
        with pages:
            pass
        assert next(pages, None) is None
    else:
        del pages
    assert file.rests()


def test_files_of_text_and_files_that_give_too_much_are_told(tmp_path):
    (tmp_path / "c.html").write_text("<title>C</title>")
    with open(tmp_path / "c.html") as file, pytest.raises(TypeError, match="binary mode"):
        rowsmith.read_pages(file)

    class Generous:
        def read(self, size):
            return b"x" * (size + 1)

    page, = rowsmith.read_pages(Generous())
    assert "more than was asked for" in page.error


def test_long_pages_are_cut_and_say_so():
    page, = rowsmith.read_pages(b"<title>One</title><p>Text", max_bytes=20)
    assert page.html == b"<title>One</title><p" and len(page.warnings) == 1
    assert rowsmith.Page(page).article().warnings[0] == page.warnings[0]


def test_times_are_read_in_any_form_and_a_wrong_one_is_the_error_of_its_page():
    page = rowsmith.Source(b"<title>One</title>", fetched="2024-05-01T12:00:00.123+02:00")
    wrong = page._replace(fetched="yesterday")
    good, bad = rowsmith.extract_many([page, wrong], "article", errors="return")
    assert good.title == "One" and "yesterday" in str(bad)
    pa = pytest.importorskip("pyarrow")
    table = pa.Table.from_pylist([page._replace(fetched=None)._asdict(), wrong._asdict()])
    rows = rowsmith.extract_batches(table, "article", read=True).read_all().to_pylist()
    assert rows[0]["title"] == "One" and "yesterday" in rows[1]["error"]


def test_tables_of_pages_may_be_given_as_bytes(corpus):
    pa = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    sink = io.BytesIO()
    html = [path.read_bytes() for path in corpus[:3]]
    parquet.write_table(pa.table({"page_id": [1, 2, 3], "text": pa.array(html, pa.binary())}), sink)
    pages = list(rowsmith.read_pages(sink.getvalue(), name="pages.parquet", html_column="text"))
    assert [page.html for page in pages] == html and pages[2].position == 3


def test_a_table_without_the_columns_of_read_pages_is_told():
    pa = pytest.importorskip("pyarrow")
    with pytest.raises(ValueError, match='no column "warnings"'):
        rowsmith.extract_batches(pa.table({"html": ["<p>"], "url": [""], "charset": [""]}), "article", read=True)
    table = pa.table({"html": ["<p>"], "url": [""], "charset": [""], "warnings": [""]})
    with pytest.raises(TypeError, match="not list of texts"):
        rowsmith.extract_batches(table, "article", read=True)
