"""Spark: a local cluster of two worker processes beside the driver, with the package as it is installed."""

import json
import os
import shutil
import sys

import pytest
from archives import record, response

import rowsmith

pytest.importorskip("pyspark")
if shutil.which("java") is None:
    pytest.skip("Spark needs a Java runtime", allow_module_level=True)
pa = pytest.importorskip("pyarrow")

from rowsmith.spark import extract_df, read_pages, result_schema  # noqa: E402


@pytest.fixture(scope="module")
def spark():
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = os.environ["PYSPARK_DRIVER_PYTHON"] = sys.executable
    os.environ.setdefault("SPARK_LOCAL_IP", "127.0.0.1")
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("rowsmith")
    for name, value in {
        "spark.sql.execution.arrow.maxRecordsPerBatch": "16",
        "spark.sql.shuffle.partitions": "2",
        "spark.ui.enabled": "false",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.executor.memory": "512m",
    }.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def pages(corpus, tmp_path_factory):
    """A Parquet file of the corpus, and of a page that cannot be one."""
    import pyarrow.parquet as parquet

    html = [path.read_bytes() for path in corpus] + [b""]
    urls = [f"https://example.com/{path.name}" for path in corpus] + ["https://example.com/empty"]
    path = tmp_path_factory.mktemp("pages") / "pages.parquet"
    parquet.write_table(pa.table({"id": range(len(html)), "html": pa.array(html, pa.binary()), "url": urls}), path)
    return path


def test_rows_are_those_of_the_library_whatever_the_partitions(spark, pages):
    expected = rowsmith.extract_batches(_table(pages), "extract", keep=["id"], json=True).read_all()
    expected = dict(zip(expected["id"].to_pylist(), expected["json"].to_pylist()))
    for partitions in (1, 5):
        df = spark.read.parquet(str(pages)).repartition(partitions)
        rows = extract_df(df, "extract", keep=["id"], json=True).select("id", "json", "error").collect()
        assert len(rows) == len(expected)
        assert {row["id"]: row["json"] for row in rows} == expected
        assert [row["error"] for row in rows if row["json"] is None] == ["the input is empty"]


def _table(path):
    import pyarrow.parquet as parquet

    return parquet.read_table(path)


def test_records_are_exploded_in_sql(spark, pages, page_path, command):
    df = extract_df(spark.read.parquet(str(pages)), "records", keep=["id"])
    df.createOrReplaceTempView("found")
    rows = spark.sql("select url, r.cells['title'] as title from found lateral view explode(records) as r").collect()
    lines = command("records", "-f", "jsonl", page_path("shop-bem-german")).decode().splitlines()
    theirs = [record["cells"].get("title") for region in json.loads(lines[0])["regions"] for record in region["records"]]
    ours = [row["title"] for row in rows if row["url"].endswith("/shop-bem-german.html")]
    assert ours == theirs and len(ours) > 3


def test_schemas_and_wrappers_travel_as_values(spark, pages):
    def page(*names):
        items = "".join(f"<li class=item><a href='/{n}'><b>{n}</b></a><i>$ 5.00</i>" for n in names)
        return f"<body><nav class=top><a href=/>Home</a></nav><ul class=shop>{items}</ul>"

    wrapper = rowsmith.learn([page("Chair", "Table", "Lamp", "Bed", "Sofa", "Desk")])
    df = spark.createDataFrame([(page(name),) for name in ("Shelf", "Stool", "Bench")], "html string").repartition(3)
    rows = extract_df(df, "apply", url=None, wrapper=wrapper).collect()
    assert sorted(row["records"][0]["cells"]["title"] for row in rows) == ["Bench", "Shelf", "Stool"]
    objects = extract_df(spark.read.parquet(str(pages)), "objects", schema="products").where("size(objects) > 0")
    assert objects.count() > 3


def test_a_worker_that_dies_loses_and_repeats_no_page(spark, pages, tmp_path):
    marker = str(tmp_path / "died")

    def dies_once(batches):
        for batch in batches:
            if 40 in batch.column("id").to_pylist() and not os.path.exists(marker):
                open(marker, "w").close()
                os._exit(1)
            yield batch

    df = spark.read.parquet(str(pages)).repartition(4)
    df = df.mapInArrow(dies_once, df.schema)
    out = str(tmp_path / "out")
    extract_df(df, "article", keep=["id"]).select("id", "title").write.parquet(out)
    assert os.path.exists(marker)
    ids = sorted(row["id"] for row in spark.read.parquet(out).select("id").collect())
    assert ids == list(range(_table(pages).num_rows))


def test_web_archives_are_read_by_the_workers(spark, corpus, tmp_path):
    for number in range(3):
        records = [record(f"https://example.com/{path.name}", response(path.read_bytes())) for path in corpus[number:30:3]]
        (tmp_path / f"{number}.warc").write_bytes(b"".join(records))
    files = [str(tmp_path / f"{number}.warc") for number in range(3)]
    expected = rowsmith.extract_batches(rowsmith.page_batches([*files, str(tmp_path / "none.warc")]), "article", read=True)
    expected = [(row["url"], row["text"], row["error"]) for row in expected.read_all().to_pylist()]
    paths = spark.createDataFrame([(file,) for file in [*files, str(tmp_path / "none.warc")]], "path string").repartition(4)
    rows = extract_df(read_pages(paths), "article", read=True, keep=["archive", "position"]).collect()
    assert sorted((row["url"] or "", row["text"], row["error"]) for row in rows) == sorted((url or "", *more) for url, *more in expected)
    assert sorted(row["position"] for row in rows if row["archive"] == files[0]) == list(range(1, 11))
    # and with their bytes from Spark
    binary = spark.read.format("binaryFile").load(str(tmp_path / "*.warc"))
    rows = extract_df(read_pages(binary, content="content"), "article", read=True).collect()
    assert sorted((row["url"], row["text"]) for row in rows) == sorted((url, text) for url, text, error in expected if url)


def test_the_schema_is_spark_s_own():
    assert result_schema("article").fieldNames()[:2] == ["url", "title"]
