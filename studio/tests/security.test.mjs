// Who is answered, and what a hostile page can do: nothing.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import http from "node:http";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browser, DATA, folder, idle, open, PAGE, server, studio } from "./support.mjs";

let chromium, place, running, site, base, token, port;

/** A page whose every text, name and attribute tries to get out. */
function hostile(away) {
  const evil = `"><img src=x onerror="fetch('${away}/attribute')"><script>fetch('${away}/text')</script>`;
  const quoted = evil.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
  const item = (at) => `<li class="item ${quoted}"><a href="javascript:fetch('${away}/link')" onclick="fetch('${away}/click')">${quoted} ${at}</a>
    <b onmouseover="fetch('${away}/over')">$${at}.00</b><img src="${away}/image-${at}.png" onerror="fetch('${away}/error')">
    <i>=cmd|' /C calc'!A${at}</i></li>`;
  return `<!doctype html><html><head><base href="${away}/base/"><title>${quoted}</title>
    <meta http-equiv="refresh" content="0;url=${away}/refresh"><link rel="stylesheet" href="${away}/sheet.css">
    <link rel="prefetch" href="${away}/prefetch"><link rel="dns-prefetch" href="${away}">
    <style>@import url(${away}/import.css); body { background: url(${away}/background.png) } li::after { content: url(${away}/content.png) }
    @font-face { font-family: f; src: url(${away}/font.woff) } body { font-family: f }</style>
    <script>fetch('${away}/script'); parent.document.title = "owned"; top.location = "${away}/top"</script></head>
    <body onload="fetch('${away}/load')"><iframe src="${away}/frame"></iframe><iframe srcdoc="<script>fetch('${away}/srcdoc')</script>"></iframe>
    <form action="${away}/form"><button>Send</button></form><svg onload="fetch('${away}/svg')"><image href="${away}/svg.png"/><use href="${away}/use.svg#a"/>
    <foreignObject><script>fetch('${away}/foreign')</script></foreignObject></svg><object data="${away}/object"></object><embed src="${away}/embed">
    <video src="${away}/video" autoplay></video><audio src="${away}/audio" autoplay></audio><math><mtext><script>fetch('${away}/math')</script></mtext></math>
    <noscript><p title="</noscript><img src=x onerror=fetch('${away}/noscript')>"></noscript>
    <ul style="background:url(${away}/style.png)">${[1, 2, 3, 4, 5, 6].map(item).join("")}</ul>
    <img srcset="${away}/srcset.png 1x"><input type="image" src="${away}/input.png" autofocus onfocus="fetch('${away}/focus')">
    <template><script>fetch('${away}/template')</script></template><a href="${away}/ping" ping="${away}/pinged">x</a></body></html>`;
}

/** A request as any program can send it. */
function ask(path, headers = {}, method = "GET", body = "") {
  return new Promise((done, failed) => {
    const request = http.request({ host: "127.0.0.1", port, path, method, headers }, (response) => {
      let text = "";
      response.on("data", (data) => (text += data));
      response.on("end", () => done({ status: response.statusCode, text, headers: response.headers }));
    });
    request.on("error", failed);
    request.end(body);
  });
}

before(async () => {
  chromium = await browser();
  place = await folder();
  site = await server({});
  await writeFile(join(place.path, "hostile.html"), hostile(site.address));
  running = await studio(place.project, "--open", join(place.path, "hostile.html"));
  base = new URL(running.address);
  token = base.pathname.split("/")[1];
  port = base.port;
});

after(async () => {
  await chromium?.close();
  await running?.stop();
  await site?.stop();
  await place?.remove();
});

test("without the token there is nothing", async () => {
  for (const path of ["/", "/api/state", `/${token.slice(0, -1)}0x/api/state`, `/${"0".repeat(32)}/`, "//", `/${token}x/`]) {
    assert.equal((await ask(path)).status, 404, path);
  }
  assert.equal((await ask(`/${token}/api/state`)).status, 200);
  assert.match(token, /^[0-9a-f]{32}$/);
});

test("another name for this machine gets nothing, as when a name is bound anew", async () => {
  for (const host of [`localhost:${port}`, `evil.example:${port}`, "127.0.0.1", `[::1]:${port}`, `127.0.0.1.:${port}`]) {
    assert.equal((await ask(`/${token}/api/state`, { Host: host })).status, 403, host);
  }
});

test("pages from elsewhere get nothing, and change nothing", async () => {
  for (const Origin of ["http://evil.example", "null", `http://localhost:${port}`, `https://127.0.0.1:${port}`]) {
    assert.equal((await ask(`/${token}/api/state`, { Origin })).status, 403, Origin);
    assert.equal((await ask(`/${token}/api/undo`, { Origin }, "POST", "{}")).status, 403, Origin);
  }
  assert.equal((await ask(`/${token}/api/undo`, {}, "POST", "{}")).status, 403, "no origin at all");
  assert.equal((await ask(`/${token}/api/state`, { "Sec-Fetch-Site": "cross-site" })).status, 403);
  assert.equal((await ask(`/${token}/api/undo`, { Origin: base.origin }, "POST", "{}")).status, 200);
  for (const method of ["PUT", "DELETE", "OPTIONS"]) {
    assert.equal((await ask(`/${token}/api/state`, { Origin: base.origin }, method)).status, 405, method);
  }
});

test("a browser on another page gets nothing, even with the token", async () => {
  const elsewhere = await server({ "/": `<script>
    Promise.all([fetch("${running.address}api/state").then(r => r.text(), () => "refused"),
      fetch("${running.address}api/undo", { method: "POST", body: "{}", mode: "no-cors" }).then(r => r.type, () => "refused"),
      new Promise(done => { const s = document.createElement("script"); s.src = "${running.address}app.js"; s.onload = () => done("loaded"); s.onerror = () => done("refused"); document.head.append(s) })
    ]).then(all => { window.got = all })</script>` });
  const page = await chromium.newPage();
  await page.goto(elsewhere.address);
  await page.waitForFunction(() => window.got);
  const [state, , script] = await page.evaluate(() => window.got);
  assert.deepEqual([state, script], ["refused", "refused"]);
  await page.close();
  await elsewhere.stop();
});

test("no path leads out of the project", async () => {
  const paths = ["../../../etc/passwd", "..%2f..%2fetc%2fpasswd", "api/pages/../../studio.json", "api/pages/1/../../../studio.json", "%2e%2e/studio.json",
    "api/pages/0001.html/html", "api/pages/-1/html", "api/pages/99999999999/html", "api/pages/1%00/html", "studio.json", "pages/0001.html", "./app.js/../../x"];
  for (const path of paths) {
    const { status, text } = await ask(`/${token}/${path}`);
    assert.ok(status === 404 || status === 400, `${path}: ${status}`);
    assert.ok(!text.includes("root:") && !text.includes("rowsmith_studio"), path);
  }
  // a name that leads out is only a name
  const sent = await ask(`/${token}/api/pages?name=..%2f..%2fout.html`, { Origin: base.origin }, "POST", "<ul><li>a<li>b<li>c</ul>");
  assert.equal(sent.status, 200, sent.text);
  const { id } = JSON.parse(sent.text);
  assert.equal((await ask(`/${token}/api/pages/${id}/remove`, { Origin: base.origin }, "POST", "{}")).status, 200);
});

test("every answer says what its document may do", async () => {
  for (const path of ["", "app.js", "api/state", "api/pages/1", "api/pages/1/html", "api/nothing"]) {
    const { headers } = await ask(`/${token}/${path}`);
    assert.match(headers["content-security-policy"], /default-src 'none'/, path);
    assert.equal(headers["x-content-type-options"], "nosniff", path);
    assert.equal(headers["referrer-policy"], "no-referrer", path);
    assert.equal(headers["cache-control"], "no-store", path);
    assert.equal(headers["set-cookie"], undefined, path);
    assert.equal(headers["access-control-allow-origin"], undefined, path);
  }
  const { headers } = await ask(`/${token}/api/pages/1/html`);
  assert.match(headers["content-security-policy"], /sandbox allow-same-origin$/);
});

test("of a hostile page nothing runs and nothing is asked for, in any view", async () => {
  const { page, close } = await open(chromium, running.address);
  const [outside, talk] = [[], []];
  const watch = (request) => request.url().startsWith(running.address) || request.url().startsWith("data:") || outside.push(request);
  page.on("request", watch);
  page.on("dialog", (dialog) => talk.push(dialog.message()));
  await page.getByRole("grid", { name: PAGE }).waitFor();
  await idle(page);
  const frame = page.frameLocator("iframe");
  await frame.locator("body").waitFor();
  await frame.locator("li a").first().hover();
  await frame.locator("li a").first().click();
  await frame.getByText("$3.00").click();
  await frame.locator("button").first().click();
  await page.getByRole("columnheader").getByRole("button").first().click();
  await page.getByRole("button", { name: "Wrapper", exact: true }).click();
  await page.getByRole("button", { name: /^Learn from/ }).click();
  await page.getByRole("button", { name: /^Learn again/ }).waitFor();
  await page.getByRole("button", { name: "Learning", exact: true }).click();
  await page.getByRole("button", { name: "Begin", exact: true }).click();
  await page.getByRole("button", { name: "One round" }).click();
  await page.getByRole("heading", { name: /^1 round/ }).waitFor();
  await frame.locator("[data-studio-value]").first().click({ force: true });
  await frame.getByText("$3.00").hover();
  await page.getByRole("status").getByText(/^price: /).waitFor();
  await page.getByRole("button", { name: "Data", exact: true }).click();
  await page.getByRole("grid", { name: DATA }).waitFor();
  await page.getByRole("button", { name: "Page and table" }).click();
  await page.getByRole("grid", { name: PAGE }).waitFor();
  // its texts as fields, of which one is pointed at and one is said to be absent
  for (const part of ["article", "item"]) {
    await page.getByLabel("This page holds").selectOption(part);
    await page.getByRole("table", { name: "Fields of the page" }).waitFor();
    await page.getByRole("textbox", { name: "A further field" }).fill("<img src=x onerror=alert(5)>");
    await page.locator(".further").getByRole("button", { name: "Point at it" }).click();
    await frame.getByText("$3.00").click();
    await page.getByRole("rowheader", { name: "<img src=x onerror=alert(5)>" }).waitFor();
  }
  await page.getByLabel("This page holds").selectOption("posts");
  await page.getByText("There is no table yet.").or(page.getByRole("grid", { name: PAGE })).waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  // the page alone, as an address
  const alone = await page.context().newPage();
  alone.on("request", watch);
  await alone.goto(`${running.address}api/pages/1/html`);
  await alone.waitForTimeout(1000);
  // what its style sheets ask for, the policy stops before it leaves; nothing else is asked for at all
  const left = outside.filter((request) => request.failure()?.errorText !== "csp");
  assert.deepEqual(left.map((request) => `${request.url()} ${request.failure()?.errorText}`), []);
  assert.deepEqual(talk, []);
  assert.deepEqual(site.asked, [], "nothing came to the server that it names");
  assert.equal(await page.title(), "Rowsmith studio");
  assert.equal(await page.locator("img, script:not([src])").count(), 0, "nothing of it became an element of the window");
  await close();
});

test("a page of 50 MB", async () => {
  const item = (at) => `<li class="item"><a href="/${at}">Item number ${at} of a very long list</a> <b>$${at % 97}.50</b><p>${"Some more words about it. ".repeat(12)}</p></li>`;
  const html = `<title>Long</title><ul>${Array.from({ length: 120_000 }, (_, at) => item(at)).join("")}</ul>`;
  assert.ok(html.length > 50e6 * 0.9, `${html.length}`);
  const started = Date.now();
  const sent = await ask(`/${token}/api/pages?name=long.html`, { Origin: base.origin }, "POST", html);
  assert.equal(sent.status, 200, sent.text);
  const state = await ask(`/${token}/api/state`);
  assert.equal(state.status, 200);
  console.log(`# a page of ${Math.round(html.length / 1e6)} MB is taken in ${Date.now() - started} ms`);
  await ask(`/${token}/api/pages/${JSON.parse(sent.text).id}/remove`, { Origin: base.origin }, "POST", "{}");
});
