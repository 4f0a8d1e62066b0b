// What is written of hostile pages, opened in a real browser: nothing in it runs, asks for anything or leads away.
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import * as commonmark from "commonmark";
import { browser, folder, run } from "./support.mjs";

const VECTORS = fileURLToPath(new URL("../../crates/rowsmith/tests/vectors/", import.meta.url));
/** Of the published vectors every so many-th, beginning elsewhere in each file; `cargo test --test vectors` looks at all of them. */
const STEP = Number(process.env.VECTOR_STEP ?? 24);
const TEXT = "The movement was built in 1894, and stopped in the winter of 2013, when salt water reached the tower. ".repeat(3);

let chromium, place, site, pages;

async function vectors() {
  const files = ["ammonia.jsonl", "bleach.jsonl", "brs-kb.jsonl"];
  const all = await Promise.all(files.map((name) => readFile(join(VECTORS, name), "utf8")));
  const texts = all.flatMap((file, at) => file.trim().split("\n").filter((_, line) => line % STEP === at));
  return texts.map((line) => JSON.parse(line));
}

function quoted(text) {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** An article that says a text as markup, as text and as attributes. */
function article(vector) {
  const q = quoted(vector);
  return `<!doctype html><meta charset=utf-8><title>${q}</title><h1>The clock</h1><p>${TEXT}</p><p>a ${q} b <code>${q}</code> <a href="${q}">c</a>
    <img src="${q}" alt="${q}"></p><pre>${q}</pre><ul><li>${q}<li>d</ul><table><tr><th>${q}<th>e<tr><td>${q}<td>f</table><p>${TEXT}</p>${vector}<p>${TEXT}</p>`;
}

/** A site that gives what it is told to, and nothing else. */
async function trap() {
  const given = new Map();
  const server = createServer((request, response) => {
    const body = given.get(request.url);
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" });
    response.end(body ?? "");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  return { given, address: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

before(async () => {
  chromium = await browser();
  place = await folder();
  site = await trap();
  const inputs = join(place.path, "pages");
  await mkdir(inputs);
  const texts = await vectors();
  await Promise.all(texts.map((text, at) => writeFile(join(inputs, `${String(at).padStart(5, "0")}.html`), article(text))));
  const { out } = await run("article", inputs, "-f", "jsonl", "-q");
  const lines = out.trim().split("\n").map((line) => JSON.parse(line));
  assert.ok(lines.length > texts.length * 0.9, `${lines.length} of ${texts.length} pages were written`);
  pages = lines.map((line) => ({ file: line.source, html: line.html, markdown: line.markdown }));
});

after(async () => {
  await chromium?.close();
  site?.stop();
  await place?.remove();
});

/** A tab that tells what a page in it does: dialogs, windows, requests, functions that its scripts call. */
async function watched(context, loads) {
  const page = await context.newPage();
  const did = [];
  page.on("dialog", (dialog) => (did.push(`dialog ${dialog.message()}`), dialog.dismiss()));
  page.on("popup", () => did.push("popup"));
  page.on("request", (request) => {
    const isOurs = request.isNavigationRequest() && request.url() === `${site.address}/page`;
    if (!isOurs && !loads.includes(request.resourceType())) did.push(`${request.resourceType()} ${request.url()}`);
  });
  await page.addInitScript(() => {
    globalThis.acted = [];
    for (const name of ["alert", "confirm", "prompt", "print", "open", "fetch"]) {
      globalThis[name] = (...given) => globalThis.acted.push(`${name}(${given})`);
    }
  });
  return { page, did };
}

/** Opens HTML, moves about in it, and gives what it did and what of it could act. */
async function opened({ page, did }, html) {
  site.given.set("/page", html);
  await page.goto(`${site.address}/page`, { waitUntil: "load" });
  const found = await page.evaluate(() => {
    const acts = [...document.querySelectorAll("script, iframe, object, embed, form, base, link, meta[http-equiv=refresh]")];
    const handlers = [...document.querySelectorAll("*")].flatMap((e) => e.getAttributeNames().filter((name) => /^on/i.test(name)));
    const schemes = [...document.links].map((link) => link.protocol).filter((p) => !["http:", "https:", "mailto:", "tel:"].includes(p));
    for (const element of document.querySelectorAll("a, [tabindex], img, details, input")) {
      element.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
      element.dispatchEvent(new FocusEvent("focus"));
    }
    return [...acts.map((e) => e.outerHTML), ...handlers, ...schemes, ...globalThis.acted];
  });
  return [...did.splice(0), ...found];
}

/** Images of an article are its content. */
const IMAGES = ["image"];

/** Looks at an output of every page, and fails with those in which something happened but what may be loaded. */
async function nothingHappens(outputs, loads) {
  const context = await chromium.newContext();
  const tab = await watched(context, loads);
  const wrong = [];
  for (const { file, html } of outputs) {
    const did = await opened(tab, html);
    if (did.length > 0) wrong.push(`${file}: ${did.join("; ")}`);
  }
  await context.close();
  assert.deepEqual(wrong, [], `${wrong.length} of ${outputs.length}`);
}

test("the trap sees what happens", async () => {
  const context = await chromium.newContext();
  const tab = await watched(context, []);
  for (const html of ["<script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<a href=javascript:alert(1)>a</a>", "<iframe src=/away>"]) {
    assert.notDeepEqual(await opened(tab, html), [], html);
  }
  assert.deepEqual(await opened(tab, "<p>nothing"), []);
  await context.close();
});

test("articles as HTML", async () => {
  await nothingHappens(pages.map(({ file, html }) => ({ file, html: `<!doctype html><body>${html}` })), IMAGES);
});

test("articles as Markdown, by a renderer that lets HTML through", async () => {
  const [reader, writer] = [new commonmark.Parser(), new commonmark.HtmlRenderer()];
  await nothingHappens(pages.map(({ file, markdown }) => ({ file, html: `<!doctype html><body>${writer.render(reader.parse(markdown))}` })), IMAGES);
});

test("pages written again, as they are and without their policy", async () => {
  const outputs = [];
  for (const { file } of pages) {
    const { out } = await run("inspect", file);
    assert.match(out, /<meta http-equiv="Content-Security-Policy" content="default-src 'none'/);
    outputs.push({ file, html: out });
  }
  await nothingHappens(outputs, []);
  // what styles ask for is left to the policy; all else is not there in the first place
  const bare = outputs.map(({ file, html }) => ({ file, html: html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, "") }));
  await nothingHappens(bare, ["image", "stylesheet", "font"]);
});
