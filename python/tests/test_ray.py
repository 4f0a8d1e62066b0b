"""Ray Data: a local cluster of two workers."""

import pytest
from archives import record, response

import rowsmith

ray = pytest.importorskip("ray")
pa = pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def cluster():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


def test_rows_are_those_of_the_library(cluster, corpus):
    from rowsmith.ray import extract_dataset

    html = [path.read_bytes() for path in corpus] + [b""]
    pages = pa.table({"id": range(len(html)), "html": pa.array(html, pa.binary())})
    expected = rowsmith.extract_batches(pages, "article", url=None, keep=["id"], json=True).read_all().to_pylist()
    dataset = ray.data.from_arrow(pages).repartition(4)
    rows = extract_dataset(dataset, "article", url=None, keep=["id"], json=True, batch_size=16).take_all()
    found = sorted(rows, key=lambda row: row["id"])
    assert [(row["id"], row["json"], row["error"]) for row in found] == [
        (row["id"], row["json"], row["error"]) for row in expected
    ]


def test_web_archives_are_read_by_the_workers(cluster, corpus, tmp_path):
    from rowsmith.ray import extract_dataset, read_pages

    files = []
    for number in range(2):
        records = [record(f"https://example.com/{path.name}", response(path.read_bytes())) for path in corpus[number:20:2]]
        files.append(tmp_path / f"{number}.warc")
        files[-1].write_bytes(b"".join(records))
    expected = rowsmith.extract_batches(rowsmith.page_batches(files), "article", read=True).read_all().to_pylist()
    rows = extract_dataset(read_pages(files), "article", read=True).take_all()
    assert sorted((row["url"], row["text"]) for row in rows) == sorted((row["url"], row["text"]) for row in expected)
    assert len(rows) == 20
