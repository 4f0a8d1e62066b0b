// A wrong list is corrected by one click, learnt, and applied to further pages; what departs is said; all rows.
import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browser, DATA, eventually, folder, headers, idle, open, openInput, PAGE, rows, run, saved, shop, studio } from "./support.mjs";

let chromium, place, running, window;

before(async () => {
  chromium = await browser();
  place = await folder();
  await writeFile(join(place.path, "first.html"), shop(1));
  await mkdir(join(place.path, "more"));
  // the last two have one shop, and none
  const counts = [6, 4, 5, 1, 0];
  for (const [at, count] of counts.entries()) {
    await writeFile(join(place.path, "more", `${at + 2}.html`), shop(at + 2, count));
  }
  running = await studio(place.project, "--open", join(place.path, "first.html"));
  window = await open(chromium, running.address);
});

after(async () => {
  await window?.close();
  await chromium?.close();
  await running?.stop();
  await place?.remove();
});

test("a click in the page takes the list that is there", async () => {
  const { page } = window;
  await page.getByRole("gridcell", { name: "Oil lamp 1" }).waitFor();
  await page.frameLocator("iframe").getByText("Leeds").click();
  await page.getByRole("gridcell", { name: "Leeds" }).waitFor();
  await page.getByText("List, as you told").waitFor();
  await eventually(async () => {
    const towns = (await rows(page, PAGE)).flat();
    assert.ok(towns.includes("Leeds") && towns.includes("Turku") && !towns.some((town) => town.includes("lamp 1")), towns.join());
  });
});

test("a header row is left out, and put back, and left out", async () => {
  const { page } = window;
  const header = page.getByRole("gridcell", { name: "Town" });
  await header.waitFor();
  const before = (await rows(page, PAGE)).length;
  await page.getByRole("button", { name: "Leave out record 1", exact: true }).click();
  await page.getByRole("button", { name: /^Put back: / }).waitFor();
  await page.getByRole("button", { name: /^Put back: / }).click();
  await header.waitFor();
  // the same by the keyboard
  await page.getByRole("grid", { name: PAGE }).focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Delete");
  await page.getByRole("button", { name: /^Put back: / }).waitFor();
  await eventually(async () => assert.equal((await rows(page, PAGE)).length, before - 1));
});

test("columns are named and typed", async () => {
  const { page } = window;
  const names = await headers(page, PAGE);
  const table = await rows(page, PAGE);
  const stock = table[0].findIndex((text) => /lamps$/.test(text));
  assert.ok(stock >= 0, table[0].join());
  await page.getByRole("columnheader").getByRole("button", { name: names[stock], exact: true }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("stock");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("columnheader").getByRole("button", { name: "stock", exact: true }).waitFor();
  await page.getByLabel("Type").selectOption("number");
  await page.getByRole("button", { name: "Done" }).click();
});

test("a wrapper is learnt, and applied to five more pages, right", async () => {
  const { page } = window;
  await page.getByRole("button", { name: "Wrapper", exact: true }).click();
  await page.getByRole("button", { name: "Learn from 1 page" }).click();
  await page.getByRole("button", { name: "Learn again from 1 page" }).waitFor();
  await openInput(page, join(place.path, "more"));
  await page.getByRole("button", { name: "6.html" }).first().waitFor();
  await idle(page);
  await eventually(async () => {
    const gives = await page.getByRole("table", { name: "Pages and what the wrapper gives" }).evaluate((table) =>
      [...table.querySelectorAll('.body [role="row"]')].map((row) => [1, 2].map((at) => row.children[at].textContent)),
    );
    const counts = gives.map(([name, what]) => `${name}: ${what}`);
    assert.deepEqual(counts.slice(0, 5), [
      "first.html: 5 records, corrected",
      "2.html: 6 records",
      "3.html: 4 records",
      "4.html: 5 records",
      "5.html: 1 record",
    ]);
    assert.match(counts[5], /^6\.html: 0 records/);
  });
});

test("all rows, with the columns as they were named, filtered and sorted", async () => {
  const { page } = window;
  await page.getByRole("button", { name: "Data", exact: true }).click();
  await page.getByRole("grid", { name: DATA }).waitFor();
  const names = await headers(page, DATA);
  const stock = names.indexOf("stock");
  assert.ok(stock >= 0, names.join());
  await eventually(async () => assert.equal((await rows(page, DATA)).length, 21));
  await page.getByRole("columnheader").getByRole("button", { name: "stock" }).click();
  await eventually(async () => {
    const sorted = (await rows(page, DATA)).map((row) => parseInt(row[stock]));
    assert.deepEqual(sorted, [...sorted].sort((a, b) => a - b), "by number, not by letters");
  });
  await page.getByLabel("Filter").fill("turku");
  await eventually(async () => {
    const found = await rows(page, DATA);
    assert.ok(found.length > 0 && found.every((row) => row.includes("Turku")), JSON.stringify(found));
  });
  const csv = await saved(page, "Save as CSV");
  assert.equal(csv.trim().split("\n").length, 22, "all rows, whatever is filtered");
  assert.ok(!csv.includes("Town,"), "no header row among them");
  const values = (await saved(page, "JSON lines")).trim().split("\n").map((line) => JSON.parse(line));
  assert.ok(values.every((row) => typeof row.stock === "number"), JSON.stringify(values[0]));
  // without a window
  const file = join(place.path, "rows.csv");
  const told = await run("studio", place.project, "--export", file);
  assert.equal(told.status, 0, told.errors);
  assert.equal(await readFile(file, "utf8"), csv);
});

test("the wrapper is a file that the command takes", async () => {
  const told = await run("apply", "--wrapper", join(place.project, "wrapper.json"), join(place.path, "more/3.html"), "-f", "jsonl");
  // the header row, which is marked up as the others are, is told from them by what was left out, which is the project's
  assert.equal(JSON.parse(told.out).regions[0].records.length, 4 + 1, told.errors);
  const again = await run("studio", place.project, "--learn");
  assert.equal(again.status, 0, again.errors);
});

test("a page that departs is marked, and one of another kind", async () => {
  const { page } = window;
  const other = join(place.path, "other.html");
  await writeFile(other, "<title>Closed</title><h1>Sorry</h1><p>We are closed until Monday. Please come back.");
  await openInput(page, other);
  await idle(page);
  await page.getByRole("button", { name: "other.html 0 records, drifted" }).click();
  await page.getByText("The wrapper does not know pages like this one.").waitFor();
});

test("the list is made narrower and wider, and taken from the others that were found", async () => {
  const { page } = window;
  await page.getByRole("button", { name: /^first.html/ }).click();
  await page.getByRole("gridcell", { name: "Leeds" }).waitFor();
  const lists = await page.getByLabel("List, as you told").locator("option").allTextContents();
  assert.ok(lists.length > 1, lists.join());
  const cards = lists.findIndex((list) => list.includes("8 records"));
  await page.getByLabel("List, as you told").selectOption(String(cards));
  await page.getByRole("gridcell", { name: "Oil lamp 1" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("gridcell", { name: "Leeds" }).waitFor();
  await page.getByRole("button", { name: "Forget what I told" }).click();
  await page.getByText("List, by the wrapper").waitFor();
  await eventually(async () => {
    const taken = (await rows(page, PAGE)).flat();
    // what was left out is forgotten with the list, so the header row is one again
    assert.ok(taken.includes("Leeds") && taken.includes("Town") && !taken.some((text) => text?.includes("lamp 1")), taken.join());
  });
});

test("the browser had nothing to complain about", () => assert.deepEqual(window.complaints, []));
