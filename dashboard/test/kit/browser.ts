import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { after, afterEach } from "node:test";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { eventually } from "../../../server/test/kit/service/eventually.ts";
import type { DemoUser, TestDashboard } from "./dashboard.ts";
import { DESKTOP, lendPage, PATIENCE_MS, returnPage, settled } from "./lent-pages.ts";

/** The folder for `look`'s screenshots. */
const PICTURES = join(import.meta.dirname, "../../../.tmp/screenshots");
export const PHONE = { width: 390, height: 844 };

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** With an organization, sign-in does not search the others. */
export type Credentials = Pick<DemoUser, "email" | "password"> & Partial<Pick<DemoUser, "organizationId">>;

/** Its pages last until the end of the test, suite, or file that opens them. */
export interface TestBrowser {
  /** Opens the sign-in page in a browser context of its own. */
  visit(): Promise<Visitor>;
  /** Signs in and opens a page (a path below /dashboard; the home page by default). */
  signIn(user: Credentials, options?: { readonly at?: string; readonly phone?: boolean }): Promise<Visitor>;
  /**
   * Closes the pages.
   * @throws if a page logged an error, violated its content security policy, or requested another host
   */
  close(): Promise<void>;
}

export interface BrowserOptions {
  /** Failed connections in the browser's log are then expected. Its pages load all scripts in advance. */
  readonly serviceGoesAway?: boolean;
  /** Another site that the browser visits, such as an identity provider. */
  readonly visits?: string;
}

/** Chromium on the dashboard. Page errors fail the test file when it closes. */
export function openBrowser(
  { url }: Pick<TestDashboard, "url">,
  { serviceGoesAway = false, visits }: BrowserOptions = {},
): TestBrowser {
  const complaints: string[] = [];
  const lent = new Map<Page, string[]>();
  const takeBack = async (page: Page) => {
    if (lent.delete(page)) await returnPage(page, url);
  };
  afterEach(async (test) => {
    if (!("error" in test) || !(test.error?.cause instanceof Error)) return;
    for (const [page, calls] of lent) test.error.cause.stack += `\n${await describePage(page, calls)}`;
  });
  const open = async (phone = false): Promise<Visitor> => {
    const page = await lendPage({ savesData: !serviceGoesAway, hasTouch: phone });
    const calls: string[] = [];
    lent.set(page, calls);
    page.on(
      "response",
      (response) =>
        void calls.push(`${response.status()} ${response.request().method()} ${new URL(response.url()).pathname}`),
    );
    after(() => takeBack(page));
    if (phone) await page.setViewportSize(PHONE);
    watch(page, { url, complaints, serviceGoesAway, visits });
    return { page, context: page.context() };
  };
  return {
    visit: async () => {
      const visitor = await open();
      await visitor.page.goto(`${url}/dashboard/`);
      return visitor;
    },
    signIn: async ({ email, password, organizationId }, { at = "/", phone = false } = {}) => {
      const visitor = await open(phone);
      // Signs in through the API; sign-in.test.ts covers the form.
      const answer = await visitor.context.request.post(`${url}/session`, {
        headers: { origin: url },
        data: { email, password, organizationId },
      });
      assert.ok(answer.ok(), await answer.text());
      await visitor.page.goto(`${url}/dashboard${at}`);
      if (at === "/") await visitor.page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
      return visitor;
    },
    close: async () => {
      await Promise.all([...lent.keys()].map(takeBack));
      assert.deepEqual(complaints, [], "errors on the pages");
    },
  };
}

/**
 * Opens another page of the dashboard (a path below /dashboard), as a link does: the application stays loaded, which saves
 * two thirds of the processor time. For a page of another kind only, whose heading then replaces the current one.
 */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`{
    for (const heading of document.querySelectorAll("h1")) heading.dataset.left = "";
    history.pushState(null, "", ${JSON.stringify(`/dashboard${path}`)});
  }`);
  await page.locator("h1:not([data-left])").first().waitFor();
}

/** Opens a page as `follow` does, also one of the same kind as the current page, and without what that page has in memory. */
export async function openAnew(page: Page, path: string): Promise<void> {
  await follow(page, "/nowhere");
  await follow(page, path);
}

export async function fillSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Enters the password in the dialog that asks for a recent proof of identity. */
export async function prove(page: Page, { password }: Pick<Credentials, "password">): Promise<void> {
  const proof = page.getByRole("dialog", { name: "Confirm your identity" });
  await proof.getByLabel("Password", { exact: true }).fill(password);
  await proof.getByRole("button", { name: "Confirm", exact: true }).click();
  await proof.waitFor({ state: "detached" });
}

const SHOWN_CALLS = 12;
const SHOWN_CHARACTERS = 2_000;

/** What a failed test leaves behind: without it, a failure that comes once in a hundred runs cannot be explained. */
async function describePage(page: Page, calls: readonly string[]): Promise<string> {
  const text = await page.evaluate<string>("document.body.innerText").catch((error: unknown) => String(error));
  const focused = await page
    .evaluate<string>("document.activeElement.outerHTML.slice(0, 200)")
    .catch((error: unknown) => String(error));
  const lately = calls.filter((call) => !call.includes("/assets/")).slice(-SHOWN_CALLS);
  const shown = text.replaceAll(/\s*\n\s*/g, " | ").slice(0, SHOWN_CHARACTERS);
  return `on the page ${page.url()}: ${shown}\nfocused: ${focused}\nlast calls: ${lately.join(", ")}`;
}

/** Error responses that pages handle are logged too; any other error is a defect. */
const isRefusal = (text: string): boolean => /the server responded with a status of (4\d\d|503)/.test(text);

const isFailedConnection = (text: string): boolean =>
  /Failed to load resource: net::ERR_|Unable to preload CSS|Refused to apply style|dynamically imported module/.test(
    text,
  );

/** Chromium shows PDFs in an extension of its own, which is made of these. Pages cannot request them. */
const PDF_VIEWER = ["chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/", "chrome://resources/", "chrome://theme/"];

function watch(
  page: Page,
  {
    url,
    complaints,
    serviceGoesAway,
    visits,
  }: { url: string; complaints: string[]; serviceGoesAway: boolean; visits: string | undefined },
): void {
  page.on("console", (message) => {
    const text = message.text();
    const isExpected = isRefusal(text) || (serviceGoesAway && isFailedConnection(text));
    if (message.type() === "error" && !isExpected) complaints.push(text);
  });
  page.on("pageerror", (error) => complaints.push(`${error.stack ?? error.message}`));
  const allowed = [`${url}/`, "data:", "blob:", ...PDF_VIEWER, ...(visits === undefined ? [] : [`${visits}/`])];
  page.on("request", (request) => {
    const requested = request.url();
    if (!allowed.some((start) => requested.startsWith(start))) complaints.push(`requested ${requested}`);
  });
}

/** Waits until a field has the value: what fills it may come after its page. */
export async function hasValue(field: Locator, value: string): Promise<void> {
  await eventually(`${field} has the value "${value}"`, async () => (await field.inputValue()) === value);
}

/**
 * Checks on desktop and phone that nothing overflows the page's width. `npm test -- --pictures` also takes screenshots,
 * light and dark.
 */
export async function look(page: Page, name: string): Promise<void> {
  await settled(page);
  const before = page.viewportSize() ?? DESKTOP;
  for (const [device, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    await page.setViewportSize(size);
    await waitUntilItFits(page, `${name} on a ${device}`, size.width);
    if (process.env["BURSAR_TEST_PICTURES"]) await takePictures(page, `${name}-${device}`);
  }
  await page.setViewportSize(before);
}

/** A page needs a moment to lay itself out at another width. */
async function waitUntilItFits(page: Page, name: string, width: number): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const wide = await page.evaluate<number>("document.documentElement.scrollWidth");
    if (wide <= width) return;
    assert.ok(performance.now() < endsAt, `${name} is ${wide} pixels wide, the window ${width}`);
    await page.waitForTimeout(100);
  }
}

async function takePictures(page: Page, name: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(PICTURES, `${name}-${colorScheme}.png`), fullPage: true });
  }
  await page.emulateMedia({ colorScheme: "light" });
}
