import { after } from "node:test";
import { type Browser, type CDPSession, chromium, type Page } from "playwright-core";
import { ensureChromium } from "./chromium.ts";

/** Far longer than any page takes, even on a busy machine, so that only what never appears fails. */
export const PATIENCE_MS = 180_000;
export const DESKTOP = { width: 1280, height: 800 };

/** Chromium's own sandbox does not work for root, which runs tests in containers. */
const ARGUMENTS = ["--no-sandbox"];

/**
 * Pages ask for news every 3 to 30 seconds; in tests every six at most, so that none waits long for what another person
 * did. Each page that asks every two seconds takes a tenth of a processor.
 */
const NEWS_SOON = `{
  const inReality = setInterval;
  window.setInterval = (work, ms, ...given) => inReality(work, Math.min(ms, 6_000), ...given);
}`;

/**
 * Chromium draws every frame of a transition, a loader, and a blinking cursor in software, which takes a fifth of its
 * processor time. The content security policy allows style sheets that scripts adopt.
 */
const STILL = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("*, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important; }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}`;

/** Counts the calls whose answers the page does not have yet, for `settled`. */
const CALLS = `{
  const inReality = fetch;
  window.callsUnderWay = 0;
  window.fetch = async (...given) => {
    window.callsUnderWay += 1;
    const end = () => { window.callsUnderWay -= 1; };
    try {
      const answer = await inReality(...given);
      void answer.clone().arrayBuffer().catch(() => undefined).then(end);
      return answer;
    } catch (error) {
      end();
      throw error;
    }
  };
}`;

/** `npm test -- --delays`: one call in six takes a second or two longer, so answers also overtake each other. */
const DELAYS = `{
  const inReality = fetch;
  window.fetch = async (...given) => {
    const answer = await inReality(...given);
    await new Promise((resolve) => setTimeout(resolve, 2_000 * Math.random() ** 4));
    return answer;
  };
}`;

let started: Promise<Browser> | undefined;
const returned: Page[] = [];
const savers = new WeakMap<Page, CDPSession>();

export interface LendingOptions {
  /**
   * A browser that saves data loads the script of a page when it opens; others load all of them after two seconds, which
   * takes a quarter of a second of processor time for each page load.
   */
  readonly savesData?: boolean;
  /** Its pointer is a finger, for which the pages have larger buttons. */
  readonly hasTouch?: boolean;
}

/**
 * A page in a separate browser context. It may have been used before, because a new context needs a second of CPU time to
 * load the same scripts. Only cached files remain from the earlier use.
 */
export async function lendPage({ savesData = true, hasTouch = false }: LendingOptions = {}): Promise<Page> {
  const page = returned.pop() ?? (await openPage());
  // The setting lasts as long as its session.
  const session = savers.get(page) ?? (await page.context().newCDPSession(page));
  savers.set(page, session);
  await session.send("Emulation.setDataSaverOverride", { dataSaverEnabled: savesData });
  await session.send("Emulation.setTouchEmulationEnabled", { enabled: hasTouch });
  return page;
}

async function openPage(): Promise<Page> {
  const context = await (await startChromium()).newContext({ viewport: DESKTOP, reducedMotion: "reduce" });
  context.setDefaultTimeout(PATIENCE_MS);
  await context.addInitScript(NEWS_SOON);
  await context.addInitScript(STILL);
  if (process.env["BURSAR_TEST_DELAYS"]) await context.addInitScript(DELAYS);
  await context.addInitScript(CALLS);
  return context.newPage();
}

/** Waits until the page has and shows the answers to all its calls. What it asks for later, as news, does not count. */
export async function settled(page: Page): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS;
  for (let quiet = 0; quiet < 2; ) {
    // Two frames after the last answer, it is on the page.
    const underWay = await page.evaluate<number>(
      "new Promise((resolve) => setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => resolve(window.callsUnderWay ?? 0))), 10))",
    );
    quiet = underWay === 0 ? quiet + 1 : 0;
    if (performance.now() > endsAt) throw new Error(`${page.url()} still waits for ${underWay} answers`);
  }
}

/** Takes back a lent page and cleans it on a static file of the service, where no script of the dashboard runs. */
export async function returnPage(page: Page, origin: string): Promise<void> {
  try {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await page.goto(`${origin}/dashboard/icon.svg`);
    await clean(page, origin);
    returned.push(page);
  } catch {
    // Closed by its test, or the service is gone.
    await page.context().close();
  }
}

async function clean(page: Page, origin: string): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.clearPermissions();
  await context.clearCookies();
  await page.evaluate("sessionStorage.clear()");
  const session = await context.newCDPSession(page);
  await session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await session.send("Page.resetNavigationHistory");
  await session.detach();
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(DESKTOP);
  for (const event of ["console", "dialog", "pageerror", "request", "response"]) page.removeAllListeners(event);
}

function startChromium(): Promise<Browser> {
  started ??= chromium.launch({ executablePath: ensureChromium(), args: ARGUMENTS });
  return started;
}

// One Chromium serves all files of a process. A batch imports this module before its files, so this hook runs after them.
after(async () => (await started)?.close());
