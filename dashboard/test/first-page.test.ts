import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { fillSignIn } from "./kit/browser.ts";
import { settled } from "./kit/lent-pages.ts";
import { openStage } from "./kit/stage.ts";

const { dashboard, browser } = await openStage();

/** Bytes of script, gzipped, on which a visitor on a slow line waits. */
const FIRST_PAGE_MAX = 250_000;

/** Of the scripts that the page has requested so far. Read again, because a browser forgets those of a page it leaves. */
function scriptsOf(page: Page): () => Promise<number> {
  const addresses = new Set<string>();
  page.on("request", (request) => {
    if (request.resourceType() === "script") addresses.add(request.url());
  });
  const size = async (address: string) => gzipSync(await (await page.request.get(address)).body(), { level: 9 }).length;
  return async () => (await Promise.all([...addresses].map(size))).reduce((sum, bytes) => sum + bytes, 0);
}

describe("the first page", () => {
  it("loads at most 250 kB of script, gzipped, until a visitor can sign in", async (context) => {
    const { page } = await browser.visit();
    const scriptBytes = scriptsOf(page);
    await page.goto(`${dashboard.url}/dashboard/`);
    await page.getByLabel("Email address").waitFor();
    const first = await scriptBytes();
    assert.ok(first > 0, "scripts were counted");
    assert.ok(first <= FIRST_PAGE_MAX, `the first page loads ${first} bytes of script`);
    await fillSignIn(page, dashboard.user("administrator"));
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    await page.getByText("$").first().waitFor();
    context.diagnostic(`script: ${first} bytes until sign-in, ${await scriptBytes()} until Home shows balances`);
  });

  it("leaves out the year of dates by the service's clock, not the browser's", async () => {
    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/transactions" });
    const dates = page.getByRole("table", { name: "Transactions" }).locator("tbody time");
    await settled(page);
    assert.doesNotMatch(await dates.first().innerText(), /\d{4}/, "the newest transaction is of this year");
    await page.route("**/session", async (route) => {
      const session = await (await route.fetch()).json();
      const serviceTime = new Date(Date.parse(session.serviceTime) + 400 * 86_400_000).toISOString();
      await route.fulfill({ json: { ...session, serviceTime } });
    });
    await page.reload();
    assert.match(await dates.first().innerText(), /, \d{4}$/);
    await page.unroute("**/session");
  });
});
