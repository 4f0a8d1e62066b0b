// From an address to a saved CSV; columns; what is kept.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browser, DATA, eventually, folder, headers, idle, open, openInput, PAGE, rows, run, saved, server, shop, studio } from "./support.mjs";

let chromium, place, site, running, window;

before(async () => {
  chromium = await browser();
  place = await folder();
  site = await server({ "/lamps": shop(1) });
  running = await studio(place.project);
  window = await open(chromium, running.address);
});

after(async () => {
  await window?.close();
  await chromium?.close();
  await running?.stop();
  await site?.stop();
  await place?.remove();
});

test("from an address to a saved CSV, which is what the command gives", async () => {
  const { page } = window;
  await openInput(page, `${site.address}/lamps`);
  await page.getByRole("grid", { name: PAGE }).waitFor();
  const table = await rows(page, PAGE);
  assert.equal(table.length, 8);
  assert.ok(table[0].includes("Walnut desk lamp 1"), table[0]);
  const csv = await saved(page, "Save as CSV");
  const file = join(place.project, "pages/0001.html");
  const told = await run("records", file, "--base-url", `${site.address}/lamps`, "-f", "csv");
  assert.equal(csv, told.out);
});

test("a cell shows where it stands, and a place its cell", async () => {
  const { page } = window;
  await page.getByRole("gridcell", { name: "Paper lantern 1" }).hover();
  const frame = page.frameLocator("iframe");
  await frame.locator("[data-studio-cell]").first().waitFor();
  assert.match(await frame.locator("[data-studio-cell]").first().innerText(), /^Paper lantern 1$/);
  await frame.getByText("Glass pendant 1").hover();
  await page.locator(".row.marked").getByText("Glass pendant 1").waitFor();
  assert.equal(await frame.locator("[data-studio-record]").count(), 8);
});

test("columns are named, typed, moved and left out, and the command says so", async () => {
  const { page } = window;
  const names = await headers(page, PAGE);
  await page.getByRole("columnheader").getByRole("button", { name: "price", exact: true }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("cost");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("columnheader").getByRole("button", { name: "cost", exact: true }).waitFor();
  await page.getByLabel("Type").selectOption("number");
  for (let at = names.indexOf("price"); at > 0; at--) {
    await page.getByRole("button", { name: "Move left" }).click();
    await page.waitForFunction((wanted) => [...document.querySelectorAll('[role="columnheader"]')].findIndex((h) => h.textContent === "cost") === wanted, at);
  }
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByRole("columnheader").getByRole("button", { name: "url", exact: true }).click();
  await page.getByRole("button", { name: "Leave out", exact: true }).click();
  await page.getByRole("button", { name: "Take the column url back" }).waitFor();
  const csv = await saved(page, "Save as CSV");
  assert.equal(csv.split("\n")[0], ["cost", ...names.filter((name) => name !== "price" && name !== "url")].join(","));
  // the command that is shown gives the same
  await page.getByText("The same as a command").click();
  const command = await page.getByRole("definition").locator("code").first().innerText();
  const columns = /--columns (\S+)/.exec(command)[1];
  const told = await run("records", join(place.project, "pages/0001.html"), "--base-url", `${site.address}/lamps`, "--columns", columns, "-f", "csv");
  assert.equal(csv, told.out);
});

test("two columns cannot have one name, and that is said", async () => {
  const { page } = window;
  await page.getByRole("columnheader").getByRole("button", { name: "cost", exact: true }).click();
  await page.getByRole("textbox", { name: "Name" }).fill("title");
  await page.getByRole("button", { name: "Rename" }).click();
  await page.getByRole("status").getByText('two columns would be called "title"').waitFor();
  await page.keyboard.press("Escape");
});

test("a column gets a role, columns are joined and split, and are again what they were", async () => {
  const { page } = window;
  const header = (name) => page.getByRole("columnheader").getByRole("button", { name, exact: true });
  const first = async (name) => (await rows(page, PAGE))[0][(await headers(page, PAGE)).indexOf(name)];
  const about = (await headers(page, PAGE))[(await rows(page, PAGE))[0].findIndex((text) => text.includes("Made by hand"))];
  await header(about).click();
  await page.getByLabel("Role").selectOption("location");
  await header("location").waitFor();
  await page.getByLabel("Split at").fill(". ");
  await page.getByRole("button", { name: "Split", exact: true }).click();
  await header("location_2").waitFor();
  await eventually(async () => assert.equal(await first("location_2"), "Made by hand, in small numbers."));
  assert.equal(await first("location"), "How to choose a bulb for the hall");
  await header("location_2").click();
  await page.getByRole("button", { name: "Make whole again" }).click();
  await header("location_2").waitFor({ state: "detached" });
  await header("location").click();
  await page.getByLabel("Join with").selectOption({ label: "cost" });
  await header("cost").waitFor({ state: "detached" });
  await eventually(async () => assert.match(await first("location"), /small numbers\. \$21\.50$/));
  // a joined text stands in two places of the page
  await page.getByRole("gridcell", { name: /small numbers/ }).first().hover();
  await eventually(async () => assert.equal(await page.frameLocator("iframe").locator("[data-studio-cell]").count(), 2));
  await header("location").click();
  await page.getByRole("button", { name: "Take apart again" }).click();
  await header("cost").waitFor();
});

test("everything is still there after loading the window again, and is undone step by step", async () => {
  const { page } = window;
  const before = await headers(page, PAGE);
  await page.reload();
  await page.getByRole("grid", { name: PAGE }).waitFor();
  assert.deepEqual(await headers(page, PAGE), before);
  const kept = JSON.parse(await readFile(join(place.project, "studio.json"), "utf8"));
  assert.equal(kept.columns.find((column) => column.name === "cost").type, "number");
  const undo = page.getByRole("button", { name: "Undo" });
  for (let at = 0; at < 50 && (await undo.isEnabled()); at++) {
    // what was clicked before may have been the last step, and is shown a moment later
    await undo.click({ timeout: 2000 }).catch(() => {});
    await page.waitForTimeout(150);
  }
  await page.getByRole("columnheader").getByRole("button", { name: "price", exact: true }).waitFor();
  await page.getByRole("columnheader").getByRole("button", { name: "url", exact: true }).waitFor();
});

test("two windows on one project see the same", async () => {
  const second = await open(chromium, running.address);
  await second.page.getByRole("grid", { name: PAGE }).waitFor();
  await window.page.getByRole("columnheader").getByRole("button", { name: "price", exact: true }).click();
  await window.page.getByRole("textbox", { name: "Name" }).fill("amount");
  await window.page.getByRole("button", { name: "Rename" }).click();
  await second.page.getByRole("columnheader").getByRole("button", { name: "amount", exact: true }).waitFor();
  assert.deepEqual(second.complaints, []);
  await second.close();
  await window.page.getByRole("button", { name: "Undo" }).click();
});

test("files that are dropped, HTML that is pasted, and what cannot be opened", async () => {
  const { page } = window;
  const file = join(place.path, "second.html");
  await writeFile(file, shop(2));
  await page.locator('input[type="file"]').setInputFiles(file);
  await page.getByRole("gridcell", { name: "Oil lamp 2" }).waitFor();
  await page.getByText("Paste HTML").click();
  await page.getByRole("textbox", { name: "HTML" }).fill(shop(3));
  await page.getByRole("button", { name: "Add" }).click();
  await page.getByRole("gridcell", { name: "Oil lamp 3" }).waitFor();
  await openInput(page, join(place.path, "nothing.html"));
  await page.getByRole("status").getByText("nothing.html").waitFor();
  await idle(page);
  assert.equal(await page.getByRole("listitem").count(), 3);
});

test("rows are saved in the formats of the command", async () => {
  const { page } = window;
  await page.getByRole("button", { name: "Data", exact: true }).click();
  await page.getByRole("grid", { name: DATA }).waitFor();
  const report = await saved(page, "HTML report");
  assert.ok(report.includes("Oil lamp 3") && report.includes("second.html"));
  assert.match(await saved(page, "Excel workbook"), /^PK/);
  assert.ok((await saved(page, "TSV")).split("\n")[0].split("\t").includes("price"));
  const file = join(place.path, "rows.md");
  const { status, errors } = await run("studio", place.project, "--export", file);
  assert.equal(status, 0, errors);
  assert.match(await readFile(file, "utf8"), /\| Oil lamp 3 /);
});

test("the browser had nothing to complain about", () => {
  // what was refused on purpose is told by the browser, too
  const unexpected = window.complaints.filter((line) => !line.includes("400 (Bad Request)"));
  assert.deepEqual(unexpected, []);
});
