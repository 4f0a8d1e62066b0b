// What a page holds is said, fields are corrected by pointing at them, learnt, and taken from further pages; recent projects.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { browser, DATA, eventually, folder, headers, idle, open, openInput, PAGE, rows, saved, shop, studioIn } from "./support.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PICTURES = fileURLToPath(new URL("../../docs/studio/", import.meta.url));
const FIELDS = "Fields of the page";

/** A page about a lamp; its maker has no name of its own in the markup, and a shop assistant stands beside it. */
function lamp(number, name, price, maker) {
  return `<!doctype html><html lang="en"><head><title>${name} – Lampwright</title><style>main{max-width:560px}.facts p{margin:2px 0}</style></head>
    <body class="shop"><header><a class="logo" href="/">Lampwright</a> <span class="help">Ask Marta Kovač</span></header><main>
    <h1 class="name">${name}</h1><b class="price">$${price}.00</b><div class="facts"><p>In stock</p><p>${maker}</p><p>${number} kg</p></div>
    <p class="about">The ${name.toLowerCase()} is made by hand, of steel and glass, and lasts for a long time.</p><button>Add to cart</button></main>
    <footer>Lamps since 1921</footer></body></html>`;
}

/** A story whose byline names the desk, and whose author stands below it. */
function story(title, author, day) {
  const text = `${title} was seen at the harbour, where it had been expected for a long time, and many had come to look. `.repeat(4);
  return `<!doctype html><html lang="en"><head><title>${title} | The Pier</title></head><body><ul class="menu"><li><a href="/">Home</a></ul>
    <div class="post"><h1>${title}</h1><p class="meta">By <a class="author" href="/desk">News desk</a></p><p class="words">Words by <span class="who">${author}</span></p>
    <p class="when">${day} January 2024</p><div class="body"><p>${text}</p><p>${text}</p></div></div><footer>The Pier</footer></body></html>`;
}

/** A thread whose posts have a rank before the name. */
function thread(names) {
  const post = (name, at) => `<div class="post"><p><a class="rank" href="/ranks">Keeper</a> <a class="user" href="/u/${name}">${name}</a> <i>2024-01-0${at + 1} 10:00</i></p>
    <p class="town">${["Leeds", "Porto", "Ghent", "Graz"][at]}</p><div class="body">${name} thinks that lamps are fine, and says so at some length today, as on any day of the year.</div></div>`;
  return `<!doctype html><html lang="en"><head><title>Which lamp</title></head><body><h1>Which lamp</h1><div class="posts">${names.map(post).join("")}</div><p>Powered by nothing</p></body></html>`;
}

let chromium, place, running, window;

before(async () => {
  chromium = await browser();
  place = await folder();
  const write = (name, html) => writeFile(join(place.path, name), html);
  await mkdir(join(place.path, "lamps"));
  await write("lamp.html", lamp(1, "Desk lamp", 49, "Lumen"));
  await write("lamps/2.html", lamp(2, "Floor lamp", 120, "Ikon"));
  await write("lamps/3.html", lamp(3, "Wall lamp", 15, "Nordlys"));
  await write("story.html", story("A lamp", "Ann Lee", 5));
  await write("story-2.html", story("Low tide", "Dee Fox", 9));
  await write("thread.html", thread(["ann", "bob", "cyd", "dan"]));
  await write("shop.html", shop(1));
  running = await studioIn(place.path, "things", "--open", "lamp.html");
  window = await open(chromium, running.address, { viewport: { width: 1280, height: 760 } });
});

after(async () => {
  await window?.close();
  await chromium?.close();
  await running?.stop();
  await place?.remove();
});

const fields = (page) => page.getByRole("table", { name: FIELDS });
const value = (page, name) => fields(page).getByRole("row").filter({ has: page.getByRole("rowheader", { name, exact: true }) }).locator("td").first();

async function has(page, name, text) {
  await eventually(async () => assert.equal((await value(page, name).innerText()).trim(), text));
}

async function show(page, name) {
  await page.getByRole("button", { name: new RegExp(`^${name} `) }).click();
  await page.locator(".source strong", { hasText: name }).waitFor();
}

test("an object: its fields, one pointed at, one that is not there", async () => {
  const { page } = window;
  await page.getByLabel("This page holds").selectOption("item");
  await has(page, "name", "Desk lamp");
  await page.getByRole("textbox", { name: "A further field" }).fill("maker");
  await page.locator(".further").getByRole("button", { name: "Point at it" }).click();
  await page.getByText("Click in the page on “maker”").waitFor();
  await page.frameLocator("iframe").getByText("Lumen").click();
  await has(page, "maker", "Lumen");
  // the value is marked where it stands
  await value(page, "maker").hover();
  await page.frameLocator("iframe").locator("[data-studio-cell]").getByText("Lumen").waitFor();
  if (process.env.STUDIO_PICTURES) {
    await mkdir(PICTURES, { recursive: true });
    await page.screenshot({ path: join(PICTURES, "fields-light.png") });
  }
  await page.getByRole("button", { name: "Not there: price" }).click();
  await has(page, "price", "not on this page, as you told");
  await page.getByRole("button", { name: "As found: price" }).click();
  await eventually(async () => assert.match(await value(page, "price").innerText(), /49/));
});

test("what was pointed at is a correction that is undone, and that can be let be", async () => {
  const { page } = window;
  await page.getByRole("button", { name: "Point at it: name" }).click();
  await page.getByText("Click in the page on “name”").waitFor();
  await page.keyboard.press("Escape");
  await eventually(async () => assert.equal(await page.getByText("Click in the page on").count(), 0));
  await page.getByRole("button", { name: "Point at it: name" }).click();
  await page.frameLocator("iframe").getByText("Ask Marta Kovač").click();
  await has(page, "name", "Ask Marta Kovač");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await has(page, "name", "Desk lamp");
});

test("the keyboard alone points at a field, too", async () => {
  const { page } = window;
  await page.getByRole("button", { name: "Point at it: brand" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Click in the page on “brand”").waitFor();
  await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement?.tagName), "IFRAME"));
  const at = page.frameLocator("iframe").locator("[data-studio-point]");
  for (let step = 0; step < 20 && (await at.count() === 0 || (await at.innerText()) !== "Lumen"); step++) await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await has(page, "brand", "Lumen");
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await has(page, "brand", "not found");
});

test("a wrapper takes the same fields from further pages", async () => {
  const { page } = window;
  await page.getByRole("button", { name: "Wrapper", exact: true }).click();
  await page.getByRole("button", { name: "Learn from 1 page" }).click();
  await page.getByRole("button", { name: "Learn again from 1 page" }).waitFor();
  await openInput(page, "lamps");
  await page.getByRole("button", { name: /^3.html/ }).first().waitFor();
  await idle(page);
  await page.getByRole("button", { name: "Data", exact: true }).click();
  await eventually(async () => {
    const names = await headers(page, DATA);
    const table = await rows(page, DATA);
    const column = (name) => table.map((row) => row[names.indexOf(name)]);
    assert.deepEqual(column("name"), ["Desk lamp", "Floor lamp", "Wall lamp"]);
    assert.deepEqual(column("maker"), ["Lumen", "Ikon", "Nordlys"]);
  });
  const csv = await saved(page, "Save as CSV");
  assert.match(csv, /Nordlys/);
  await page.getByRole("button", { name: "Wrapper", exact: true }).click();
  const download = page.waitForEvent("download");
  await page.getByLabel("For another program").selectOption("crawl4ai");
  const exported = JSON.parse(await readFile(await (await download).path(), "utf8"));
  assert.equal(exported.baseSelector, "body");
  assert.ok(exported.fields.some((field) => field.name === "maker"));
});

test("an article whose author is another", async () => {
  const { page } = window;
  await page.getByRole("button", { name: "Page and table" }).click();
  await openInput(page, "story.html");
  await page.getByRole("button", { name: /^story.html/ }).waitFor();
  await idle(page);
  await show(page, "story.html");
  await page.getByLabel("This page holds").selectOption("article");
  await has(page, "title", "A lamp");
  await page.getByRole("button", { name: "Point at it: author" }).click();
  await page.frameLocator("iframe").getByText("Ann Lee").click();
  await has(page, "author", "Ann Lee");
  await page.getByRole("button", { name: "Wrapper", exact: true }).click();
  await page.getByRole("checkbox", { name: "Learn from story.html" }).check();
  await page.getByRole("button", { name: "Learn again from 2 pages" }).click();
  await page.getByRole("region", { name: "template 2" }).waitFor();
  await openInput(page, "story-2.html");
  await page.getByRole("button", { name: /^story-2.html/ }).first().waitFor();
  await idle(page);
  await page.getByRole("button", { name: "Page and table" }).click();
  await show(page, "story-2.html");
  await has(page, "author", "Dee Fox");
});

test("posts, and the field of one of them that is that of all", async () => {
  const { page } = window;
  await openInput(page, "thread.html");
  await page.getByRole("button", { name: /^thread.html/ }).waitFor();
  await idle(page);
  await show(page, "thread.html");
  await page.getByLabel("This page holds").selectOption("posts");
  await page.getByRole("grid", { name: PAGE }).waitFor();
  await page.getByRole("textbox", { name: "A further column" }).fill("town");
  await page.locator(".further").getByRole("button", { name: "Point at it" }).click();
  await page.frameLocator("iframe").getByText("Powered by nothing").click();
  await page.getByRole("status").getByText("this is in none of the records").waitFor();
  await page.frameLocator("iframe").getByText("Porto").click();
  await eventually(async () => {
    const at = (await headers(page, PAGE)).indexOf("town");
    assert.deepEqual((await rows(page, PAGE)).map((row) => row[at]), ["Leeds", "Porto", "Ghent", "Graz"]);
  });
});

test("nothing serious, in both colours, and narrow", async () => {
  const { page } = window;
  await show(page, "lamp.html");
  await fields(page).waitFor();
  for (const colorScheme of ["dark", "light"]) {
    await page.emulateMedia({ colorScheme });
    const session = await page.context().newCDPSession(page);
    await session.send("Runtime.evaluate", { expression: AXE });
    const { violations } = await page.evaluate(() => window.axe.run({ exclude: ["iframe"] }, { iframes: false, resultTypes: ["violations"] }));
    await session.detach();
    const serious = violations.filter(({ impact }) => impact === "serious" || impact === "critical");
    assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), []);
  }
  await page.setViewportSize({ width: 480, height: 900 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  await page.setViewportSize({ width: 1280, height: 760 });
});

test("an archive is chosen, and a folder dropped", async () => {
  const other = await studioIn(place.path, "third", "--open", "shop.html");
  const { page, complaints, close } = await open(chromium, other.address);
  await page.getByRole("gridcell", { name: "Oil lamp 1" }).waitFor();
  const body = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n${shop(4)}`;
  const bytes = Buffer.byteLength(body);
  const warc = `WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: https://lamps.example/four\r\nWARC-Record-ID: <urn:uuid:12345678-1234-1234-1234-123456789012>\r\nWARC-Date: 2026-01-02T03:04:05Z\r\nContent-Type: application/http; msgtype=response\r\nContent-Length: ${bytes}\r\n\r\n${body}\r\n\r\n`;
  await page.locator('input[type="file"]').setInputFiles({ name: "../lamps.warc", mimeType: "application/warc", buffer: Buffer.from(warc) });
  await page.getByRole("button", { name: /^four / }).waitFor();
  await page.getByRole("heading", { name: "2 pages" }).waitFor();
  const box = await page.getByRole("region", { name: "Open" }).boundingBox();
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [join(place.path, "lamps")], dragOperationsMask: 1 };
  for (const type of ["dragEnter", "dragOver", "drop"]) {
    await session.send("Input.dispatchDragEvent", { type, x: box.x + 20, y: box.y + 20, data });
  }
  await session.detach();
  await page.getByRole("heading", { name: "4 pages" }).waitFor();
  await page.getByRole("button", { name: /^3.html / }).waitFor();
  assert.deepEqual(complaints, []);
  await close();
  await other.stop();
});

test("recent projects are offered, and gone to in all windows", async () => {
  const other = await studioIn(place.path, "second", "--open", "shop.html");
  const { page, complaints, close } = await open(chromium, other.address);
  await page.getByRole("gridcell", { name: "Oil lamp 1" }).waitFor();
  await page.getByText("Recent projects").click();
  await page.getByRole("button", { name: "things", exact: true }).click();
  await page.locator("header .folder", { hasText: "things" }).waitFor();
  await page.getByRole("button", { name: /^lamp.html/ }).waitFor();
  await page.getByText("Recent projects").click();
  await page.getByRole("button", { name: "second", exact: true }).waitFor();
  assert.deepEqual(complaints, []);
  await close();
  await other.stop();
});

test("the browser had nothing to complain about but the one refusal", () => {
  const refused = "Failed to load resource: the server responded with a status of 400 (Bad Request)";
  assert.deepEqual(window.complaints, [refused]);
});
