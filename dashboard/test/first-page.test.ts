import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { fillSignIn } from "./kit/browser.ts";
import { settled } from "./kit/lent-pages.ts";
import { openMockStage } from "./kit/stage.ts";

const { dashboard, browser } = await openMockStage({ text: (name) => name });
const user = { email: "ada@example.com", password: "secret" };

/** Bytes on the line for which a visitor waits: scripts, styles, font, and answers. */
const MAX = { signIn: 360_000, approvals: 400_000 };

/** The bytes that the service has sent to the page so far, as they went over the line. */
async function bytesTo(page: Page): Promise<() => number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  // Other tests of the process may have loaded the same files.
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  return () => bytes;
}

const ASSETS = join(import.meta.dirname, "../dist/assets");
/** What the library calls its styles, in the files. */
const stylesIn = (files: readonly string[]): ReadonlySet<string> =>
  new Set(files.flatMap((file) => readFileSync(file, "utf8").match(/\bm_[0-9a-f]{6,8}\b/g) ?? []));
const built = (pattern: string): readonly string[] =>
  globSync(pattern, { cwd: ASSETS }).map((file) => join(ASSETS, file));

describe("the first page", () => {
  it("is on the line with a few hundred kB, and so is the approvals queue after it", async (context) => {
    const { page } = await browser.visit();
    // What the page before still loads would be counted as this one's.
    await settled(page);
    const bytes = await bytesTo(page);
    await page.goto(`${dashboard.url}/dashboard/approvals`);
    await page.getByLabel("Email address").waitFor();
    const first = bytes();
    assert.ok(first > 0, "bytes were counted");
    await fillSignIn(page, user);
    await page.getByRole("table", { name: "Requests" }).waitFor();
    const queue = bytes();
    context.diagnostic(`${first} bytes until sign-in, ${queue} until the queue shows`);
    assert.ok(first <= MAX.signIn, `the first page has ${first} bytes`);
    assert.ok(queue <= MAX.approvals, `the queue has ${queue} bytes`);
  });

  for (const path of ["/approvals", "/transactions", "/recipients/new"])
    it(`names the scripts of ${path} in its head, and asks once who is signed in`, async () => {
      const { page } = await browser.signIn(user, { at: path });
      // As above.
      await settled(page);
      const requested: string[] = [];
      page.on("request", (request) => requested.push(new URL(request.url()).pathname));
      const response = await page.reload();
      await settled(page);
      const head = (await response?.text()) ?? "";
      const scripts = requested.filter((file) => file.endsWith(".js"));
      assert.ok(scripts.length > 3, `${path} has scripts`);
      const late = scripts.filter((file) => !head.includes(`href="${file}"`) && !head.includes(`src="${file}"`));
      assert.deepEqual(late, [], "these were found only after other scripts ran");
      assert.equal(requested.filter((file) => file === "/api/v1/session").length, 1);
    });

  it("requests the queue together with the scripts, and once", async () => {
    const { page } = await browser.signIn(user, { at: "/approvals" });
    // As above.
    await settled(page);
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    const response = await page.reload();
    await page.getByRole("table", { name: "Requests" }).waitFor();
    const untilShown = [...requested];
    const head = (await response?.text()) ?? "";
    const early = [...head.matchAll(/as="fetch" crossorigin href="([^"?]+)/g)].map(([, path = ""]) => path);
    assert.deepEqual(early.toSorted(), [
      "/api/v1/accounts",
      "/api/v1/approval-batches",
      "/api/v1/approvals",
      "/api/v1/payment-undos",
      "/api/v1/saved-views",
      "/api/v1/session",
    ]);
    // With other parameters or headers, the page would request it again.
    for (const path of early) assert.equal(untilShown.filter((other) => other === path).length, 1, path);
  });

  it("shows the queue after a session that ended, not what was requested without one", async () => {
    const { page, context } = await browser.signIn(user, { at: "/approvals" });
    await settled(page);
    let isAway = true;
    const refused = { status: 401, json: { errors: { errorCode: "sessionEnded", message: "Sign in again." } } };
    await context.route(
      /\/api\/v1\/(session|approvals|accounts|approval-batches|saved-views|payment-undos)\b/,
      (route) => (isAway ? route.fulfill(refused) : route.continue()),
    );
    await page.reload();
    await page.getByLabel("Email address").waitFor();
    isAway = false;
    await fillSignIn(page, user);
    await page.getByRole("table", { name: "Requests" }).waitFor();
    assert.equal(await page.getByRole("dialog").count(), 0);
    await context.unroute(/\/api\/v1\/(session|approvals|accounts|approval-batches|saved-views|payment-undos)\b/);
  });

  it("has the styles of the components that scripts name, and of no others", () => {
    const [named, present] = [stylesIn(built("*.js")), stylesIn(built("*.css"))];
    // Some components name styles that the library does not have.
    const existing = stylesIn([fileURLToPath(import.meta.resolve("@mantine/core/styles.layer.css"))]);
    assert.ok(present.size > 100, "styles were found");
    assert.deepEqual([...named.intersection(existing).difference(present)], [], "missing in components.css");
    assert.deepEqual([...present.intersection(existing).difference(named)], [], "unused in components.css");
  });

  it("leaves out the year of dates by the service's clock, not the browser's", async () => {
    const { page } = await browser.signIn(user, { at: "/transactions" });
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
