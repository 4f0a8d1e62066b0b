"""The adapters, each against the real package; those whose package is not installed are left out."""

import asyncio

import pytest

import rowsmith

TEXT = "The lamp was lit at dusk, as every evening, and nobody on the pier thought anything of it. " * 4
ARTICLE = f"<html lang=en><title>The lamp | The Pier</title><nav><a href=/>Home</a></nav><h1>The lamp</h1><p>{TEXT}</p>"


def shop(number, last=3):
    items = "".join(f"<li class=item><a href='/item/{number}-{i}'>Lamp {number}.{i}</a> <b>${i}.00</b></li>" for i in range(1, 6))
    more = f"<a rel=next href='/list?page={number + 1}'>Next</a>" if number < last else ""
    return f"<h1>Lamps</h1><ul>{items}</ul><div class=pager>{more}</div>"


def test_langchain():
    pytest.importorskip("langchain_core")
    from rowsmith.langchain import RowsmithLoader

    document, = RowsmithLoader([(ARTICLE, "https://example.com/lamp")]).load()
    assert document.metadata["title"] == "The lamp" and document.metadata["source"] == "https://example.com/lamp"
    assert "as every evening" in document.page_content and "Home" not in document.page_content
    records = RowsmithLoader([shop(1)], what="records").load()
    assert len(records) == 5 and records[0].metadata["title"] == "Lamp 1.1" and "price: $1.00" in records[0].page_content
    assert RowsmithLoader([b"", ARTICLE], errors="skip").load()[0].metadata["title"] == "The lamp"
    with pytest.raises(rowsmith.PageError):
        RowsmithLoader([b""]).load()


def test_llama_index():
    pytest.importorskip("llama_index.core")
    from rowsmith.llama_index import RowsmithReader

    document, = RowsmithReader().load_data([ARTICLE])
    assert "as every evening" in document.text and document.metadata["title"] == "The lamp"
    records = RowsmithReader(what="records").load_data([shop(1), shop(2)])
    assert [record.metadata["title"] for record in records][4:6] == ["Lamp 1.5", "Lamp 2.1"]


def test_datatrove():
    pytest.importorskip("datatrove")
    from datatrove.data import Document

    from rowsmith.datatrove import Rowsmith

    pages = [Document(text=ARTICLE, id="a"), Document(text="<p>", id="b"), Document(text=ARTICLE, id="c")]
    found = list(Rowsmith(timeout=60).run(iter(pages)))
    assert [document.id for document in found] == ["a", "c"]
    assert found[0].text == rowsmith.Page(ARTICLE).article().text
    assert Rowsmith(min_confidence=1.01).extract(ARTICLE) == ""


def test_web_poet():
    web_poet = pytest.importorskip("web_poet")
    from rowsmith.web_poet import RowsmithArticlePage, RowsmithListPage

    response = web_poet.HttpResponse("https://example.com/list?page=1", shop(1).encode(), encoding="utf-8")
    item = asyncio.run(RowsmithListPage(response).to_item())
    assert len(item["records"]) == 5 and item["records"][0]["url"] == "https://example.com/item/1-1"
    assert item["next"] == "https://example.com/list?page=2"
    response = web_poet.HttpResponse("https://example.com/lamp", ARTICLE.encode())
    page = RowsmithArticlePage(response)
    assert asyncio.run(page.to_item())["title"] == "The lamp" and page.page is page.page


def test_crawl4ai():
    pytest.importorskip("crawl4ai")
    from rowsmith.crawl4ai import RowsmithExtractionStrategy

    strategy = RowsmithExtractionStrategy()
    assert strategy.input_format == "html"
    records = strategy.run("https://example.com/list", [shop(1)])
    assert len(records) == 5 and records[0]["url"] == "https://example.com/item/1-1"
    assert RowsmithExtractionStrategy("article").run("raw:", [ARTICLE])[0]["title"] == "The lamp"


def test_nemo_curator():
    pytest.importorskip("nemo_curator.stages.text.download")
    from nemo_curator.stages.text.download.common_crawl.extract import CommonCrawlHTMLExtractor

    from rowsmith.nemo_curator import RowsmithExtractor

    extractor = CommonCrawlHTMLExtractor(algorithm=RowsmithExtractor())
    record = {"url": "https://example.com/lamp", "warc_id": "1", "source_id": "a.warc", "content": ARTICLE.encode()}
    found = extractor.extract(record)
    assert found["text"] == rowsmith.Page(ARTICLE).article().text.replace("\n", "\n\n") and found["language"] == "ENGLISH"
    assert extractor.extract({**record, "content": b" "}) is None
    assert CommonCrawlHTMLExtractor(algorithm=RowsmithExtractor(min_confidence=1.01)).extract(record) is None
    stop_words = frozenset(["the", "was", "at", "as", "and", "of", "on"])
    assert RowsmithExtractor(required_stopword_density=0.3).extract_text(ARTICLE, stop_words, "ENGLISH")
    assert RowsmithExtractor(required_stopword_density=0.9).extract_text(ARTICLE, stop_words, "ENGLISH") == []
    assert RowsmithExtractor(markdown=True).extract_text("<h1>A</h1>" + ARTICLE, stop_words, "ENGLISH")


def test_scrapy(tmp_path):
    pytest.importorskip("scrapy")
    # Scrapy's reactor runs once a process
    import subprocess
    import sys

    script = tmp_path / "crawl.py"
    script.write_text(SCRAPY)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr[-3000:]
    lines = done.stdout.split("\n")
    assert lines[0] == "15 Lamp 1.1 Lamp 3.5", done.stdout + done.stderr[-3000:]
    assert lines[1] == "3 pages, 15 rows, last page"


SCRAPY = '''
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

from scrapy import signals
from scrapy.crawler import CrawlerProcess

from rowsmith.scrapy import HarvestSpider


class Shop(BaseHTTPRequestHandler):
    def do_GET(self):
        number = int(self.path.rsplit("=", 1)[1]) if "=" in self.path else 0
        items = "".join(f"<li class=item><a href='/item/{number}-{i}'>Lamp {number}.{i}</a> <b>${i}.00</b></li>" for i in range(1, 6))
        more = f"<a rel=next href='/list?page={number + 1}'>Next</a>" if number < 3 else ""
        self.send_response(200 if number else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        self.wfile.write(f"<h1>Lamps</h1><ul>{items}</ul><div class=pager>{more}</div>".encode())

    def log_message(self, *arguments):
        pass


server = HTTPServer(("127.0.0.1", 0), Shop)
threading.Thread(target=server.serve_forever, daemon=True).start()


class Lamps(HarvestSpider):
    name = "lamps"
    harvest_urls = [f"http://127.0.0.1:{server.server_port}/list?page=1"]


items = []
process = CrawlerProcess({"LOG_LEVEL": "ERROR", "DOWNLOAD_DELAY": 0, "TELNETCONSOLE_ENABLED": False})
crawler = process.create_crawler(Lamps)


def keep(item):
    items.append(item)


crawler.signals.connect(keep, signals.item_scraped)
process.crawl(crawler)
process.start()
print(len(items), items[0]["title"], items[-1]["title"])
run = crawler.spider.harvest
print(f"{run.summary['pages']} pages, {run.summary['rows']} rows, {run.ends[0].why}")
'''
