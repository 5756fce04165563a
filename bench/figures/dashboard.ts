import { gzipSync } from "node:zlib";
import { type Browser, chromium, type Page } from "playwright-core";
import { ensureChromium } from "../../dashboard/test/kit/chromium.ts";
import { buildDashboard, compressAssets, PACKAGED_QUALITY } from "../../tools/dashboard/build.ts";
import { fill } from "../growth/fill.ts";
import { median } from "../kit/statistics.ts";
import { mostRows } from "../options.ts";
import { makePayable } from "../service/payable.ts";
import { openOrganization, startService } from "../service/running-service.ts";
import { untilQuiet } from "../service/scrape.ts";
import { type Bench, newTarget } from "./bench.ts";

/** Waiting times in a browser on the same machine, with many stored transactions. */
export interface DashboardResults {
  readonly rows: number;
  /** Size of the scripts loaded until a user can sign in, and until the home page shows balances; gzip. */
  readonly firstPageScriptKb: number;
  readonly homeScriptKb: number;
  /** From opening the address to a usable page; nothing cached. */
  readonly firstPageMs: readonly number[];
  /** From a click on "Next" to the next page's rows. */
  readonly tablePageMs: readonly number[];
  /** Missing in results of before. A signed-in user opens the approvals queue with nothing cached on a slow line: until its rows show, and what came. */
  readonly slowLine?: { readonly rowsMs: number; readonly kilobytes: number };
}

const ROWS_MAX = 1_000_000;
const VISITS = 5;
const TURNS = 20;
const PATIENCE_MS = 30_000;

export async function measureDashboard(bench: Bench): Promise<DashboardResults> {
  await buildDashboard();
  // As visitors of an installed service get them.
  compressAssets(PACKAGED_QUALITY);
  const rows = Math.min(mostRows(bench.options), ROWS_MAX);
  const target = await newTarget(bench, "dashboard", "postgres");
  const organization = await openOrganization(target, { name: "Dashboard", accounts: 4 });
  const preparing = await startService(target);
  const payable = await makePayable(preparing, organization, { recipients: 500, deposits: 0 });
  await untilQuiet(preparing);
  await preparing.stop();
  await bench.cluster.restart("loading");
  await fill(bench.cluster, {
    database: target.name,
    organizationId: payable.organizationId,
    tokenId: payable.tokenId,
    rows,
    rareName: "Recipient 0",
  });
  await bench.cluster.restart("measuring");
  const service = await startService(target);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox"] });
  try {
    const firstPageMs: number[] = [];
    let scripts = { firstPageScriptKb: 0, homeScriptKb: 0 };
    for (let visit = 1; visit <= VISITS; visit += 1) {
      const { page, scriptBytes } = await newVisitor(browser);
      const startedAt = performance.now();
      await page.goto(`${service.url}/dashboard/`);
      await page.getByLabel("Email address").waitFor();
      firstPageMs.push(performance.now() - startedAt);
      if (visit === VISITS) {
        const firstPageScriptKb = (await scriptBytes()) / 1024;
        await signIn(page, organization.user);
        scripts = { firstPageScriptKb, homeScriptKb: (await scriptBytes()) / 1024 };
        const tablePageMs = await turnPages(page, service.url);
        const [accountId = ""] = payable.accountIds;
        await page.evaluate(
          ([path = "", body = ""]) =>
            fetch(path, { method: "POST", body, headers: { "content-type": "application/json" } }).then(({ ok }) => {
              if (!ok) throw new Error("The payment was not requested");
            }),
          [
            `/api/v1/account/${accountId}/request-send-money`,
            JSON.stringify({
              recipientId: payable.recipientIds[0],
              amount: 12.5,
              paymentMethod: "ach",
              idempotencyKey: "queue",
            }),
          ],
        );
        const slowLine = await openQueueOnSlowLine(page, service.url);
        bench.say(
          `dashboard: ${firstPageScriptKb.toFixed(0)} kB of script, first page ${median(firstPageMs).toFixed(0)} ms, next page of the table ${median(tablePageMs).toFixed(0)} ms, approvals on a slow line ${slowLine.rowsMs.toFixed(0)} ms`,
        );
        return { rows, ...scripts, firstPageMs, tablePageMs, slowLine };
      }
      await page.context().close();
    }
    throw new Error("VISITS is at least one");
  } finally {
    await browser.close();
    await service.stop();
  }
}

/** A browser with an empty cache, and the bytes of script (gzip) that it has requested so far. */
async function newVisitor(browser: Browser): Promise<{ page: Page; scriptBytes: () => Promise<number> }> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script")
      sizes.push(response.body().then((body) => gzipSync(body, { level: 9 }).length));
  });
  return { page, scriptBytes: async () => (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) };
}

async function signIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await page.getByText("$").first().waitFor();
}

/** 50 kB a second with 400 ms of latency, as on a train. */
const SLOW_LINE = { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 };

async function openQueueOnSlowLine(page: Page, url: string): Promise<NonNullable<DashboardResults["slowLine"]>> {
  await page.goto("about:blank");
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  await session.send("Network.emulateNetworkConditions", SLOW_LINE);
  let bytes = 0;
  session.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  const startedAt = performance.now();
  await page.goto(`${url}/dashboard/approvals`, { waitUntil: "commit" });
  await page.getByRole("table", { name: "Requests" }).locator("tbody tr").first().waitFor();
  const rowsMs = performance.now() - startedAt;
  await session.detach();
  return { rowsMs, kilobytes: bytes / 1_000 };
}

/** Runs in the page: from the click on "Next" until the new rows are painted. */
const TURN = `new Promise((resolve, reject) => {
  const first = () => document.querySelector("table[aria-label=Transactions] tbody tr")?.textContent;
  const next = [...document.querySelectorAll("button")].find((button) => button.textContent === "Next");
  const before = first();
  const startedAt = performance.now();
  next.click();
  const look = () => {
    if (first() !== undefined && first() !== before) return resolve(performance.now() - startedAt);
    if (performance.now() - startedAt > ${PATIENCE_MS}) return reject(new Error("the next page never came"));
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})`;

async function turnPages(page: Page, url: string): Promise<number[]> {
  await page.goto(`${url}/dashboard/transactions`);
  await page.getByRole("button", { name: "Next" }).and(page.locator(":enabled")).waitFor();
  const durations: number[] = [];
  for (let turn = 1; turn <= TURNS; turn += 1) {
    // The result of TURN.
    durations.push((await page.evaluate(TURN)) as number);
    await page.getByRole("button", { name: "Next" }).and(page.locator(":enabled")).waitFor();
  }
  return durations;
}
