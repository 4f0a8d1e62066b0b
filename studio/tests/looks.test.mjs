// What axe finds, how quick it is, and the pictures of docs/STUDIO.md (with STUDIO_PICTURES=1).
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { browser, DATA, folder, idle, open, openInput, PAGE, shop, studio, studioIn } from "./support.mjs";

const AXE = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const PICTURES = fileURLToPath(new URL("../../docs/studio/", import.meta.url));

let chromium, place, running, window;

before(async () => {
  chromium = await browser();
  place = await folder();
  await mkdir(join(place.path, "shop"));
  for (let at = 1; at <= 6; at++) await writeFile(join(place.path, "shop", `lamps-${at}.html`), shop(at));
  running = await studioIn(place.path, "lamps", "--open", "shop");
  window = await open(chromium, running.address, { viewport: { width: 1180, height: 700 } });
});

after(async () => {
  await window?.close();
  await chromium?.close();
  await running?.stop();
  await place?.remove();
});

/** Those that docs/STUDIO.md shows. */
const SHOWN = ["page-light", "wrapper-light", "learning-light", "data-dark"];

async function picture(page, name) {
  if (!process.env.STUDIO_PICTURES || !SHOWN.includes(name)) return;
  await mkdir(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** What axe finds serious or worse in the window. (Strangers' pages, in the frame, are what they are.) */
async function serious(page) {
  // the policy of the window lets nothing in: axe is put in past it
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: AXE });
  const { violations } = await page.evaluate(() => window.axe.run({ exclude: ["iframe"] }, { iframes: false, resultTypes: ["violations"] }));
  await session.detach();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).slice(0, 3).join(" | ")}`);
}

for (const scheme of ["light", "dark"]) {
  test(`nothing serious in any view, ${scheme}`, async () => {
    const { page } = window;
    await page.emulateMedia({ colorScheme: scheme });
    await page.getByRole("button", { name: "Page and table" }).click();
    await page.getByRole("grid", { name: PAGE }).waitFor();
    await idle(page);
    await page.getByRole("button", { name: "lamps-1.html 8 records" }).click();
    await page.getByRole("gridcell", { name: "Paper lantern 1" }).hover();
    await page.frameLocator("iframe").locator("[data-studio-cell]").first().waitFor();
    await picture(page, `page-${scheme}`);
    assert.deepEqual(await serious(page), []);
    await page.getByRole("columnheader").getByRole("button").nth(1).click();
    await page.getByText("Paste HTML").click();
    await page.getByText("The same as a command").click();
    assert.deepEqual(await serious(page), []);
    await page.getByText("The same as a command").click();
    await page.getByText("Paste HTML").click();
    await page.getByRole("button", { name: "Wrapper", exact: true }).click();
    if (scheme === "light") {
      await page.getByRole("button", { name: /^Learn from/ }).click();
      await page.getByRole("button", { name: /^Learn again/ }).waitFor();
      await idle(page);
    }
    await picture(page, `wrapper-${scheme}`);
    assert.deepEqual(await serious(page), []);
    await page.getByRole("button", { name: "Data", exact: true }).click();
    await page.getByRole("grid", { name: DATA }).waitFor();
    await page.getByText("The same as a command").click();
    await picture(page, `data-${scheme}`);
    assert.deepEqual(await serious(page), []);
  });
}

for (const scheme of ["light", "dark"]) {
  test(`nothing serious while gazetteers are learnt, ${scheme}`, async () => {
    const own = await folder();
    const other = await studioIn(own.path, "homes");
    const { page, close } = await open(chromium, other.address, { viewport: { width: 1400, height: 1000 }, colorScheme: scheme });
    await page.getByRole("button", { name: "Learning", exact: true }).click();
    await page.getByRole("button", { name: "Begin", exact: true }).waitFor();
    assert.deepEqual(await serious(page), []);
    await page.getByRole("button", { name: "used cars: colours from three that are known" }).click();
    await page.getByRole("button", { name: "Learn until nothing changes" }).click();
    await page.getByRole("heading", { name: /nothing changes any more/ }).waitFor({ timeout: 60_000 });
    await idle(page);
    await page.getByRole("button", { name: "Blacklist One owner" }).click();
    await page.getByRole("button", { name: "Undo: blacklist One owner" }).waitFor();
    await page.getByRole("button", { name: "Midnight Plum", exact: true }).click();
    await page.getByRole("button", { name: /^Show Midnight Plum in/ }).first().click();
    await page.frameLocator("iframe").locator("[data-studio-term]").waitFor();
    await picture(page, `learning-${scheme}`);
    assert.deepEqual(await serious(page), []);
    await page.getByText("Begin with other terms").click();
    await page.getByText("Compare with a list").click();
    assert.deepEqual(await serious(page), []);
    await page.setViewportSize({ width: 480, height: 900 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    await close();
    await other.stop();
    await own.remove();
  });
}

test("a narrow window has everything, below each other", async () => {
  const { page } = window;
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize({ width: 480, height: 900 });
  await page.getByRole("button", { name: "Page and table" }).click();
  await page.getByRole("grid", { name: PAGE }).waitFor();
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  assert.ok(wide <= 0, `${wide} pixels too wide`);
  await page.getByRole("grid", { name: PAGE }).scrollIntoViewIfNeeded();
  await page.setViewportSize({ width: 1180, height: 700 });
});

test("the keyboard alone", async () => {
  const { page } = window;
  await page.getByRole("button", { name: "Page and table" }).focus();
  await page.keyboard.press("Enter");
  await page.getByLabel("Open a file, a folder or an address").focus();
  const names = new Set();
  for (let at = 0; at < 40; at++) {
    await page.keyboard.press("Tab");
    names.add(await page.evaluate(() => {
      const at = document.activeElement;
      return at?.getAttribute("aria-label") ?? (at?.id || at?.textContent?.trim() || at?.tagName);
    }));
  }
  for (const wanted of ["list", "Narrower", "Wider", "Records of the page", "Save as CSV", "title"]) {
    assert.ok([...names].some((name) => name === wanted), `${wanted} is not reached: ${[...names].join(", ")}`);
  }
  await page.getByRole("grid", { name: PAGE }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.frameLocator("iframe").locator("[data-studio-cell]").getByText("Brass floor lamp").waitFor();
});

/** A folder of pages with ten things each. */
async function things(name, count) {
  const path = join(place.path, name);
  await mkdir(path);
  for (let at = 0; at < count; at++) {
    const items = Array.from({ length: 10 }, (_, row) => `<li><a href="/${at}/${row}">Thing ${at * 10 + row}</a> <b>$${row}.00</b></li>`);
    await writeFile(join(path, `${String(at).padStart(5, "0")}.html`), `<title>${at}</title><nav><a href=/>Home</a></nav><ul class=things>${items.join("")}</ul>`);
  }
  return path;
}

test("a job is cancelled; what was done is kept", async () => {
  // so many that they are not all open before the click, however fast the machine
  const most = await things("most", 20_000);
  const second = await folder();
  const other = await studio(second.project);
  const { page: own, complaints, close } = await open(chromium, other.address);
  await openInput(own, most);
  await own.getByRole("button", { name: "Cancel" }).click();
  await own.getByRole("status").getByText("Cancelled; what was done so far is kept.").waitFor();
  await idle(own);
  const kept = Number((await own.getByRole("heading", { name: /pages?$/ }).innerText()).split(" ")[0]);
  assert.ok(kept < 20_000, `${kept} pages were opened before it was cancelled`);
  console.log(`# cancelled after ${kept} of 20,000 pages`);
  assert.deepEqual(complaints, []);
  await close();
  await other.stop();
  await second.remove();
});

test("1,000 pages with 10,000 rows", async () => {
  const many = await things("many", 1000);
  const second = await folder();
  const other = await studio(second.project);
  const { page: own, complaints, close } = await open(chromium, other.address);
  const started = Date.now();
  await openInput(own, many);
  await own.getByRole("heading", { name: "1000 pages" }).waitFor({ timeout: 120_000 });
  await own.waitForFunction(() => !document.querySelector(".job progress"), undefined, { timeout: 120_000 });
  console.log(`# 1,000 pages are opened and searched in ${Date.now() - started} ms`);
  // those that are there already are not opened again
  await openInput(own, many);
  await own.getByRole("status").getByText("the project has that already").waitFor({ timeout: 120_000 });
  await own.getByRole("button", { name: "Data", exact: true }).click();
  await own.getByText("10000 rows", { exact: true }).waitFor({ timeout: 120_000 });
  const drawn = await own.getByRole("grid", { name: DATA }).locator('.body [role="row"]').count();
  assert.ok(drawn < 80, `${drawn} rows are in the document`);
  const times = await own.evaluate(async () => {
    const grid = document.querySelector('[role="grid"]');
    const frame = () => new Promise((done) => requestAnimationFrame(() => done(performance.now())));
    const times = [];
    for (let at = 0; at < 40; at++) {
      const before = await frame();
      grid.scrollTop += 3000;
      times.push((await frame()) - before);
    }
    return times.sort((a, b) => a - b);
  });
  console.log(`# scrolling through 10,000 rows: frames of ${Math.round(times[20])} ms in the middle, ${Math.round(times[39])} ms at most`);
  const filter = Date.now();
  await own.getByLabel("Filter").fill("thing 9999");
  await own.getByText(/^1 of|^2 of/).waitFor();
  console.log(`# filtering 10,000 rows: ${Date.now() - filter} ms`);
  assert.deepEqual(complaints, []);
  await close();
  await other.stop();
  await second.remove();
});

test("how long it takes (measured, not asserted)", async () => {
  const { page } = window;
  const big = join(place.path, "big.html");
  const items = Array.from({ length: 3000 }, (_, at) => `<li class="item"><a href="/${at}"><h3>Thing number ${at}</h3></a><p>${"Some words about it. ".repeat(14)}</p><b>$${at}.00</b></li>`);
  await writeFile(big, `<title>Big</title><ul>${items.join("")}</ul>`);
  const bytes = (await readFile(big)).length;
  let started = Date.now();
  await page.locator('input[type="file"]').setInputFiles(big);
  await page.getByRole("gridcell", { name: "Thing number 0", exact: true }).waitFor({ timeout: 60_000 });
  console.log(`# first view of a page of ${(bytes / 1e6).toFixed(1)} MB: ${Date.now() - started} ms`);
  await idle(page);
  await page.getByRole("button", { name: /^lamps-1.html/ }).click();
  await page.getByRole("gridcell", { name: "Oil lamp 1" }).waitFor();
  // in the browser itself, which a test reaches only by a way of its own
  const took = (pointed, wanted) =>
    page.evaluate(async ([pointed, wanted]) => {
      const within = pointed === "Undo" ? document : document.querySelector("iframe").contentDocument;
      const element = [...within.querySelectorAll("button, span")].find((element) => element.textContent.trim() === pointed);
      const has = () => document.querySelector('[role="grid"] .body')?.textContent.includes(wanted);
      // a click on what is not enabled yet is lost, and the next state may come after the rows do
      const asked = performance.now();
      while (element.disabled && performance.now() - asked < 20_000) await new Promise((done) => setTimeout(done, 1));
      const start = performance.now();
      element.click();
      while (!has() && performance.now() - start < 20_000) await new Promise((done) => setTimeout(done, 1));
      return Math.round(performance.now() - start);
    }, [pointed, wanted]);
  // marked, the page listens
  await page.frameLocator("iframe").locator(".card[data-studio-record]").first().waitFor();
  console.log(`# from a click in the page to the other list: ${await took("Leeds", "Leeds")} ms`);
  await page.getByRole("gridcell", { name: "Leeds" }).waitFor();
  await idle(page);
  console.log(`# undone: ${await took("Undo", "Oil lamp 1")} ms`);
  await page.getByRole("gridcell", { name: "Oil lamp 1" }).waitFor();
});

test("the browser had nothing to complain about", () => assert.deepEqual(window.complaints, []));
