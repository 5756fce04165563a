import assert from "node:assert/strict";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { ensureChromium } from "./chromium.ts";
import type { DemoUser, TestDashboard } from "./dashboard.ts";

/** Where `look` leaves its pictures. */
const PICTURES = join(import.meta.dirname, "../../../.tmp/screenshots");
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
/** A page that needs longer hangs. */
const PATIENCE_MS = 20_000;

export interface Visitor {
  readonly page: Page;
  readonly context: BrowserContext;
}

/** The organisation may be left out; naming it spares the service the look into others. */
export type Credentials = Pick<DemoUser, "email" | "password"> & Partial<Pick<DemoUser, "organizationId">>;

export interface TestBrowser {
  /** Somebody with a browser of their own, on the sign-in page. */
  visit(): Promise<Visitor>;
  /** Somebody who has signed in, on the page named (the path after /dashboard), on the home page unless one is. */
  signIn(user: Credentials, options?: { readonly at?: string; readonly phone?: boolean }): Promise<Visitor>;
  /**
   * Ends the browser.
   * @throws when a page logged an error, broke its content security policy or asked anything of another host
   */
  close(): Promise<void>;
}

export interface BrowserOptions {
  /** Then the browser's log of connections that failed is no complaint. */
  readonly serviceGoesAway?: boolean;
}

/** A real Chromium on the dashboard. What its pages complain of fails the test when it closes. */
export async function openBrowser(
  { url }: Pick<TestDashboard, "url">,
  { serviceGoesAway = false }: BrowserOptions = {},
): Promise<TestBrowser> {
  const browser = await launch();
  const complaints: string[] = [];
  const open = async (phone = false): Promise<Visitor> => {
    const context = await browser.newContext({ viewport: phone ? PHONE : DESKTOP, reducedMotion: "reduce" });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    watch(page, { url, complaints, serviceGoesAway });
    return { page, context };
  };
  return {
    visit: async () => {
      const visitor = await open();
      await visitor.page.goto(`${url}/dashboard/`);
      return visitor;
    },
    signIn: async ({ email, password, organizationId }, { at = "/", phone = false } = {}) => {
      const visitor = await open(phone);
      // As the form does; the form itself is what sign-in.test.ts is about.
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
      await browser.close();
      assert.deepEqual(complaints, [], "pages complained");
    },
  };
}

function launch(): Promise<Browser> {
  // Chromium's own sandbox does not work for root, which is who runs tests in containers.
  return chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox"] });
}

export async function fillSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Gives the password once more, where a page asks for a proof of who one is. */
export async function prove(page: Page, { password }: Pick<Credentials, "password">): Promise<void> {
  const proof = page.getByRole("dialog", { name: "Confirm that it is you" });
  await proof.getByLabel("Password", { exact: true }).fill(password);
  await proof.getByRole("button", { name: "Confirm", exact: true }).click();
  await proof.waitFor({ state: "detached" });
}

/** Refusals the pages show to people are in the browser's log too; everything else there is a fault. */
const isRefusal = (text: string): boolean => /the server responded with a status of (4\d\d|503)/.test(text);

const isFailedConnection = (text: string): boolean => /Failed to load resource: net::ERR_/.test(text);

function watch(
  page: Page,
  { url, complaints, serviceGoesAway }: { url: string; complaints: string[]; serviceGoesAway: boolean },
): void {
  page.on("console", (message) => {
    const text = message.text();
    const isExpected = isRefusal(text) || (serviceGoesAway && isFailedConnection(text));
    if (message.type() === "error" && !isExpected) complaints.push(text);
  });
  page.on("pageerror", (error) => complaints.push(`${error.stack ?? error.message}`));
  page.on("request", (request) => {
    const asked = request.url();
    if (!asked.startsWith(`${url}/`) && !asked.startsWith("data:") && !asked.startsWith("blob:"))
      complaints.push(`asked ${asked}`);
  });
}

/**
 * The page as it is now, on desktop and phone: nothing of it sticks out to the side. With `npm test -- --pictures` also
 * pictures of it, light and dark, for people.
 */
export async function look(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? DESKTOP;
  for (const [device, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    await page.setViewportSize(size);
    await waitUntilItFits(page, `${name} on a ${device}`, size.width);
    if (process.env["BURSAR_TEST_PICTURES"]) await takePictures(page, `${name}-${device}`);
  }
  await page.setViewportSize(before);
}

/** A page takes a moment to lay itself out for another width. */
async function waitUntilItFits(page: Page, name: string, width: number): Promise<void> {
  const endsAt = performance.now() + 5_000;
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
