import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { ensureChromium } from "../../dashboard/test/kit/chromium.ts";
import { startDashboard, type TestDashboard } from "../../dashboard/test/kit/dashboard.ts";
import { buildSite } from "./build.ts";
import { SITE } from "./libraries.ts";

/** The built site in a browser, served by a real service. */
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const WEIGHT_MAX_BYTES = 200_000;
const [DESKTOP, PHONE] = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
/** One of each kind. */
const KINDS = [
  "/docs/",
  "/docs/quickstart/",
  "/docs/concepts/life-of-a-payment/",
  "/docs/concepts/approvals/",
  "/docs/states/",
  "/docs/operate/rails/",
  "/docs/develop/ARCHITECTURE/",
  "/docs/api/",
  "/docs/api/payments/",
  "/docs/api/payments/create-transaction/",
  "/docs/api/transactions/list-transactions/",
  "/docs/nothing-here/",
];

let dashboard: TestDashboard;
let browser: Browser;
before(async () => {
  buildSite();
  dashboard = await startDashboard();
  browser = await chromium.launch({ executablePath: ensureChromium() });
});
after(async () => {
  await browser?.close();
  await dashboard?.close();
});

/** Pages of the site, from the list that the service serves from. */
const allPages = (): readonly string[] =>
  Object.keys(JSON.parse(readFileSync(join(SITE, "dist/site.json"), "utf8")))
    .filter((path) => path.endsWith("index.html"))
    .map((path) => `/docs/${path.replace(/index\.html$/, "")}`);

interface Opened {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors, violations of the policy, and requests to other hosts. */
  readonly complaints: readonly string[];
}

async function open(options: Parameters<Browser["newContext"]>[0] = { viewport: DESKTOP }): Promise<Opened> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" && !/404 \(Not Found\)/.test(message.text()))
      complaints.push(`${page.url()}: ${message.text()}`);
  });
  page.on("pageerror", ({ message }) => complaints.push(message));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${dashboard.url}/`)) complaints.push(`it requests ${request.url()}`);
  });
  return { page, context, complaints };
}

async function violationsOf(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  // Evaluated in the page, where axe was injected.
  const { violations } = (await page.evaluate("axe.run(document, { resultTypes: ['violations'] })")) as {
    readonly violations: readonly { readonly id: string; readonly nodes: readonly { readonly html: string }[] }[];
  };
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes
        .slice(0, 3)
        .map(({ html }) => html.slice(0, 160))
        .join(" | ")}`,
  );
}

describe("the documentation in a browser", () => {
  for (const [name, viewport] of Object.entries({ desktop: DESKTOP, phone: PHONE }))
    for (const colorScheme of ["light", "dark"] as const)
      it(`has nothing for axe to find, on a ${name}, in ${colorScheme} mode`, async () => {
        const { page, context, complaints } = await open({ viewport, colorScheme });
        for (const path of KINDS) {
          await page.goto(dashboard.url + path, { waitUntil: "networkidle" });
          assert.deepEqual(await violationsOf(page), [], path);
          const overflow = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
          assert.ok(Number(overflow) <= 0, `${path} is ${overflow} pixels too wide`);
        }
        await page.goto(`${dashboard.url}/docs/`);
        if (name === "phone") {
          await page.getByRole("button", { name: "Menu" }).click();
          assert.deepEqual(await violationsOf(page), [], "the menu");
          await page.getByRole("button", { name: "Menu" }).click();
        }
        await search(page, "webhook");
        assert.deepEqual(await violationsOf(page), [], "the search");
        assert.deepEqual(complaints, []);
        await context.close();
      });

  it("weighs at most 200 kB a page, with everything that it loads", { timeout: 600_000 }, async () => {
    const pages = allPages();
    assert.ok(pages.length > 200, `${pages.length} pages`);
    const heavy: string[] = [];
    const waiting = pages.values();
    let heaviest = 0;
    const weigh = async (): Promise<void> => {
      const { page, context, complaints } = await open();
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.setCacheDisabled", { cacheDisabled: true });
      let bytes = 0;
      session.on("Network.loadingFinished", ({ encodedDataLength }) => {
        bytes += encodedDataLength;
      });
      for (const path of waiting) {
        bytes = 0;
        await page.goto(dashboard.url + path, { waitUntil: "networkidle" });
        assert.ok(bytes > 10_000, `${path} has only ${bytes} bytes`);
        heaviest = Math.max(heaviest, bytes);
        if (bytes > WEIGHT_MAX_BYTES) heavy.push(`${path}: ${bytes}`);
      }
      assert.deepEqual(complaints, []);
      await context.close();
    };
    // Most of the time, each waits until its page has loaded nothing for half a second.
    await Promise.all(Array.from({ length: 6 }, weigh));
    assert.deepEqual(heavy, []);
    process.stdout.write(`${pages.length} pages; the heaviest has ${Math.round(heaviest / 1_000)} kB\n`);
  });

  it("finds what was mistyped, and goes there with the keyboard", async () => {
    const { page, context } = await open();
    await page.goto(`${dashboard.url}/docs/operate/rails/`);
    await search(page, "idempotncy");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/docs\/concepts\/idempotency\//);
    await context.close();
  });

  it("remembers the theme and the language of examples", async () => {
    const { page, context } = await open({ viewport: DESKTOP, colorScheme: "light" });
    await page.goto(`${dashboard.url}/docs/quickstart/`);
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    await page.goto(`${dashboard.url}/docs/pay/`);
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
    await context.close();
  });

  it("can be read without scripts", async () => {
    const { page, context } = await open({ viewport: PHONE, javaScriptEnabled: false });
    await page.goto(`${dashboard.url}/docs/api/payments/create-transaction/`);
    for (const text of ["idempotencyKey", "duplicatePayment"])
      assert.ok(await page.getByText(text).first().isVisible(), text);
    assert.ok(await page.getByRole("link", { name: "Operate" }).first().isVisible());
    assert.ok(!(await page.locator(".console").isVisible()), "there is no console");
    await context.close();
  });

  it("calls the sandbox from the console of an operation, and forgets the token", async () => {
    const { page, context } = await open();
    const token = dashboard.demo.tokens.readOnly;
    await page.goto(`${dashboard.url}/docs/api/token/get-token/`);
    await page.getByLabel("Token").fill(token);
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByText(/^200 OK/).waitFor();
    assert.match(await page.locator(".console pre").innerText(), /"kind": "readOnly"/);
    const kept = await page.evaluate(
      "JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href])",
    );
    assert.ok(!String(kept).includes(token));
    await page.reload({ waitUntil: "networkidle" });
    assert.equal(await page.getByLabel("Token").inputValue(), "");

    await page.goto(`${dashboard.url}/docs/api/payments/create-transaction/`);
    await page.getByRole("button", { name: "Send request" }).click();
    await page.getByText("Enter accountId.").waitFor();
    await context.close();
  });
});

async function search(page: Page, text: string): Promise<void> {
  await page.keyboard.press("/");
  await page.getByRole("combobox").fill(text);
  await page.getByRole("option").first().waitFor();
}
