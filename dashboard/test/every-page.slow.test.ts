import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { long } from "../../server/test/kit/faults/random.ts";
import { checkAccessible } from "./kit/accessible.ts";
import { follow } from "./kit/browser.ts";
import { checkLayout } from "./kit/layout.ts";
import { DESKTOP, settled } from "./kit/lent-pages.ts";
import { exampleOf, fillWithLongNames, groupRequests } from "./kit/page-examples.ts";
import { openStage } from "./kit/stage.ts";

/**
 * Each route of the router on a desktop, on a phone, at 200 % zoom, and in dark mode, with a recipient and a customer whose
 * names are long and unbroken. A new route is visited without any change here, unless its path has a new parameter.
 */
const { dashboard, browser } = await openStage();
const links = await fillWithLongNames(dashboard);
const { page: visitor } = await browser.visit();
const { page: signedIn } = await browser.signIn(dashboard.user("administrator"), { at: "/notifications" });
await groupRequests(signedIn.context().request, dashboard.url);

const PHONE = { width: 390, height: 844 };
/** At 200 % zoom, the browser lays a page out in half of the window. */
const ZOOMED = { width: DESKTOP.width / 2, height: DESKTOP.height / 2 };

/** Pages that redirect here, and the test that visits them. */
const elsewhere: Readonly<Record<string, string>> = {
  "/setup": "days/administrators-setup.slow.test.ts",
  "/second-factor": "settings/sign-in-policy.slow.test.ts",
};

interface Declared {
  readonly path: string;
  readonly needsSession: boolean;
}

/** The leaves of the router's tree, as the running dashboard has them. */
const routes = (
  await signedIn.evaluate<readonly Declared[]>(
    `Object.values(__TSR_ROUTER__.routesById)
       .filter(({ fullPath, children, isRoot }) => fullPath && !children && !isRoot)
       .map(({ id, fullPath }) => ({ path: fullPath, needsSession: id.startsWith("/signedIn/") }))`,
  )
).filter(({ path }) => elsewhere[path] === undefined);

const titles = new Map<string, string>();

/** The page is usable, and its title is its own. */
async function checkPage(page: Page, path: string): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
  await settled(page);
  assert.equal(await page.locator("h1").count(), 1, `${path} has one h1`);
  const title = await page.title();
  assert.match(title, /^(\(\d+\+?\) )?\S.* · Bursar$/);
  assert.equal(titles.get(title), undefined, `${path} has the title of another page: ${title}`);
  titles.set(title, path);
  assert.equal(await page.getByText("You do not have permission").count(), 0, `${path} is open to administrators`);
  await checkAccessible(page, { inDark: true });
  for (const [device, size] of Object.entries({ desktop: DESKTOP, phone: PHONE, "200 % zoom": ZOOMED })) {
    await page.setViewportSize(size);
    await checkLayout(page, `${path} (${device})`);
  }
  await page.setViewportSize(DESKTOP);
}

/** A shift of the whole window by its whole height is 1 (https://web.dev/articles/cls). */
const SHIFT_MAX = 0.02;

interface Shift {
  readonly sum: number;
  readonly moved: readonly string[];
}

/** What has moved since the page began to load, without being asked to. */
const shiftOf = (page: Page): Promise<Shift> =>
  page.evaluate<Shift>(`new Promise((resolve) => {
    const moved = [];
    let sum = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries()) {
        if (hadRecentInput) continue;
        sum += value;
        for (const { node, previousRect: from, currentRect: to } of sources)
          moved.push(value.toFixed(3) + " " + from.y + " to " + to.y + ": " + (node?.textContent ?? "").slice(0, 60));
      }
    }).observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve({ sum, moved }), 100);
  })`);

/** Loaded as by a link in an email: nothing is in the page's memory. */
async function checkShift(page: Page, path: string): Promise<void> {
  for (const [device, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    await page.setViewportSize(size);
    await page.goto(path);
    await page.locator("h1").first().waitFor();
    await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
    await settled(page);
    const { sum, moved } = await shiftOf(page);
    assert.ok(sum <= SHIFT_MAX, `${path} on a ${device}: ${sum.toFixed(3)}\n${moved.join("\n")}`);
  }
  await page.setViewportSize(DESKTOP);
}

const skip = long ? false : "it loads each page twice: npm test -- --long";
describe("every page stays where it is while it loads", { skip }, () => {
  for (const route of routes)
    it(route.path, async () => {
      const path = await exampleOf(signedIn.context().request, dashboard.url, route.path);
      await checkShift(route.needsSession ? signedIn : visitor, `${dashboard.url}/dashboard${path}`);
    });

  it("also those of payees and customers", async () => {
    for (const url of Object.values(links)) await checkShift(visitor, url);
  });
});

describe("every page", () => {
  it("has a route, of which none is redirected elsewhere by mistake", () => {
    assert.ok(routes.length > 40, `${routes.length} routes`);
  });

  for (const route of routes)
    it(`${route.path} is accessible and fits on a phone and at 200 % zoom`, async () => {
      const page = route.needsSession ? signedIn : visitor;
      const path = await exampleOf(signedIn.context().request, dashboard.url, route.path);
      if (route.needsSession) await follow(page, path);
      else await page.goto(`${dashboard.url}/dashboard${path}`);
      await checkPage(page, route.path);
      assert.ok(page.url().startsWith(`${dashboard.url}/dashboard${path === "/" ? "" : path}`), page.url());
    });

  it("includes those of payees and customers", async () => {
    for (const [name, url] of Object.entries(links)) {
      await visitor.goto(url);
      await checkPage(visitor, name);
    }
  });
});
