// What the tests share: the studio as a program, a browser, a shop on a local server.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const TARGET = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target");
export const PROGRAM = process.env.ROWSMITH_BIN ?? join(TARGET, "debug/rowsmith");
const ASSETS = join(ROOT, "crates/rowsmith-studio/assets");

/** Where the projects that were open are remembered, rather than among the person's own files. */
const STATE = mkdtempSync(join(tmpdir(), "rowsmith-state-"));
process.on("exit", () => rmSync(STATE, { recursive: true, force: true }));

const FLAGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** A browser of its own for a test file. */
export async function browser() {
  const executablePath = process.env.CHROMIUM ?? "/usr/bin/chromium";
  const options = { executablePath, headless: true, args: ["--no-sandbox", ...FLAGS] };
  // a browser may die while it starts, which says nothing about the studio
  return chromium.launch(options).catch(() => chromium.launch(options));
}

export async function folder() {
  const path = await mkdtemp(join(tmpdir(), "rowsmith-studio-"));
  return { path, project: join(path, "project"), remove: () => rm(path, { recursive: true, force: true }) };
}

/** Waits until a program has ended, and gives its status; fails where it could not be started at all. */
function closed(child) {
  return new Promise((done, failed) => {
    child.on("close", done);
    child.on("error", (error) => failed(new Error(`${PROGRAM} does not start (is it built?): ${error.message}`)));
  });
}

/** Runs the command, and gives what it wrote. */
export async function run(...args) {
  const child = spawn(PROGRAM, args);
  let [out, errors] = ["", ""];
  child.stdout.on("data", (data) => (out += data));
  child.stderr.on("data", (data) => (errors += data));
  const status = await closed(child);
  return { out, errors, status };
}

/** The studio of a project. */
export async function studio(project, ...args) {
  return studioIn(process.cwd(), project, ...args);
}

/** The same, begun in a folder, so that the names of files are short. */
export async function studioIn(cwd, project, ...args) {
  const env = { ...process.env, XDG_STATE_HOME: STATE };
  const child = spawn(PROGRAM, ["studio", project, "--no-browser", "--allow-private", "--delay", "0", ...args], { cwd, env });
  const ended = closed(child);
  const address = await new Promise((done, failed) => {
    let out = "";
    child.stdout.on("data", (data) => {
      out += data;
      if (out.includes("\n")) done(out.trim());
    });
    child.stderr.on("data", (data) => process.env.LOUD && process.stderr.write(data));
    ended.then((status) => failed(new Error(`the studio ended with ${status}`)), failed);
  });
  return {
    address,
    stop: async () => {
      child.kill("SIGINT");
      return ended;
    },
  };
}

/** A window on a studio; fails the test for anything that the browser complains about. */
export async function open(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, acceptDownloads: true, ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (line) => line.type() === "error" && complaints.push(line.text()));
  if (process.env.STUDIO_ASSETS === "disk") {
    // while working on the window: its files as they are on the disk, without building the command
    const types = { "index.html": "text/html", "app.js": "text/javascript", "app.css": "text/css" };
    for (const [name, contentType] of Object.entries(types)) {
      const path = new URL(address).pathname + (name === "index.html" ? "" : name);
      await page.route(
        (url) => url.pathname === path,
        async (route) => route.fulfill({ body: await readFile(join(ASSETS, name)), contentType }),
      );
    }
  }
  await page.goto(address);
  await page.getByRole("button", { name: "Open", exact: true }).waitFor();
  return { page, complaints, close: () => context.close() };
}

/** Waits until the studio has nothing to do. */
export async function idle(page) {
  await page.waitForFunction(() => !document.querySelector(".job progress"));
}

/** What a check gives once it passes: a window shows what has changed when it has it, and not at once. */
export async function eventually(check) {
  const end = Date.now() + 20_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((done) => setTimeout(done, 50));
    }
  }
}

export async function openInput(page, what) {
  await page.getByLabel("Open a file, a folder or an address").fill(what);
  await page.getByRole("button", { name: "Open", exact: true }).click();
}

/** The texts of the rows of a table that are in view, of which there is one at least. */
export async function rows(page, label) {
  const grid = page.getByRole("grid", { name: label });
  await grid.locator('.body [role="row"]').first().waitFor();
  return grid.evaluate((grid) =>
    [...grid.querySelectorAll('.body [role="row"]')]
      .sort((a, b) => Number(a.getAttribute("aria-rowindex")) - Number(b.getAttribute("aria-rowindex")))
      .map((row) => [...row.querySelectorAll('[role="gridcell"]')].map((cell) => cell.textContent)),
  );
}

export async function headers(page, label) {
  const names = await page.getByRole("grid", { name: label }).getByRole("columnheader").allTextContents();
  return names.slice(1).map((name) => name.trim());
}

export async function saved(page, name) {
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name, exact: true }).click();
  return readFile(await (await download).path(), "utf8");
}

export const PAGE = "Records of the page";
export const DATA = "Rows of all pages";

const LAMPS = ["Walnut desk lamp", "Brass floor lamp", "Paper lantern", "Clamp light", "Glass pendant", "Reading lamp", "Lava lamp", "Oil lamp"];
const ARTICLES = ["How to choose a bulb for the hall", "Ten lamps from the fifties", "Light and sleep, explained", "A visit to the glass works", "Why brass is back again", "Repairing an old switch"];
const PLACES = ["Hamburg", "Leeds", "Porto", "Ghent", "Graz", "Turku", "Basel"];

/** A page of a shop: cards of lamps, which a search takes, and a plain list of shops, which somebody may want instead. */
export function shop(number, shops = 5) {
  const card = (name, at) => `<div class="card"><a href="/lamp/${number}-${at}"><h3>${name} ${number}</h3></a>
    <p>${ARTICLES[at % 6]}. Made by hand, in small numbers.</p><span class="price">$${20 + at * 3 + number}.50</span></div>`;
  const row = (at) => `<div class="line"><span class="town">${PLACES[(at + number) % 7]}</span>
    <span class="open">${8 + (at % 3)}:00</span><span class="stock">${at * 4 + number} lamps</span></div>`;
  return `<!doctype html><html lang="en"><head><title>Lamps, page ${number}</title>
    <style>.card{display:inline-block;width:180px;vertical-align:top;margin:6px}.line span{display:inline-block;width:120px}</style></head>
    <body><nav><a href="/">Home</a> <a href="/lamps">Lamps</a></nav><h1>Lamps, page ${number}</h1>
    <main class="cards">${LAMPS.map(card).join("")}</main>
    <section class="shops"><h2>Our shops</h2><div class="table">
    <div class="line"><span class="town">Town</span><span class="open">Opens</span><span class="stock">In stock</span></div>
    ${Array.from({ length: shops }, (_, at) => row(at)).join("")}</div></section>
    <footer>Lamps since 1921</footer></body></html>`;
}

/** A server with pages of the shop; counts what is asked. */
export async function server(pages) {
  const asked = [];
  const http = createServer((request, response) => {
    asked.push(request.url);
    const body = pages[request.url];
    response.writeHead(body === undefined ? 404 : 200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(body ?? "");
  });
  await new Promise((done) => http.listen(0, "127.0.0.1", done));
  return { address: `http://127.0.0.1:${http.address().port}`, asked, stop: () => new Promise((done) => http.close(done)) };
}
