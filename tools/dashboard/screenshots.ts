import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { fillSignIn } from "../../dashboard/test/kit/browser.ts";
import { ensureChromium } from "../../dashboard/test/kit/chromium.ts";
import { startDashboard, type TestDashboard } from "../../dashboard/test/kit/dashboard.ts";
import { ensurePostgresBinaries } from "../../server/test/kit/databases/postgres-binaries.ts";
import { startPostgresServer } from "../../server/test/kit/databases/postgres-server.ts";
import { buildDashboard } from "./build.ts";

// npm run screenshots: the README's screenshots (docs/images) of the real service with its demo organization.

const FOLDER = join(import.meta.dirname, "../../docs/images");
const VIEW = { width: 1240, height: 800 };
const PATIENCE_MS = 15_000;

/** Payments of a coffee roaster, waiting for approval in the screenshots. */
const payments = [
  { payee: "Harbor Green Coffee Importers", amount: 18_640, method: "domesticWire", memo: "Container 7731, Guatemala" },
  { payee: "Tern Packaging Co.", amount: 3_949.57, method: "ach", memo: "PO 2291 bags and boxes" },
  { payee: "Columbia Gorge Freight", amount: 714.62, method: "ach", memo: "Freight week 47" },
  { payee: "Mina Okafor Design", amount: 4_210.5, method: "realTimePayment", memo: "Holiday labels" },
] as const;

async function requestPayments({ demo, call }: TestDashboard): Promise<string> {
  const account = demo.accounts.find(({ kind }) => kind === "checking");
  let last = "";
  for (const { payee, amount, method, memo } of payments) {
    const recipient = demo.recipients.find(({ name }) => name === payee);
    if (!account || !recipient) throw new Error(`the demo organization has no recipient ${payee}`);
    const body = { recipientId: recipient.id, amount, paymentMethod: method, externalMemo: memo };
    const request = await call("POST", `/account/${account.id}/request-send-money`, body, demo.tokens.requestOnly);
    // The response of request-send-money.
    last = (request as { requestId: string }).requestId;
  }
  return last;
}

async function takePictures(page: Page, { url, user }: TestDashboard, requestId: string): Promise<void> {
  const take = async (name: string, path: string, seen: string) => {
    await page.goto(`${url}/dashboard${path}`);
    await page.getByText(seen).first().waitFor();
    // Charts load after the rest of the page.
    await page.waitForLoadState("networkidle");
    await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  };
  await page.goto(`${url}/dashboard/`);
  await fillSignIn(page, user("approver"));
  await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
  await take("home", "/", "Operating Checking");
  await take("approvals", "/approvals", "Tern Packaging Co.");
  await take("approval", `/approvals/${requestId}`, "Holiday labels");
  await take("transactions", "/transactions", "Sent");
}

ensurePostgresBinaries();
await buildDashboard();
mkdirSync(FOLDER, { recursive: true });
const server = await startPostgresServer();
process.env["BURSAR_TEST_POSTGRES_URL"] = server.url;
try {
  const dashboard = await startDashboard();
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox"] });
  try {
    const requestId = await requestPayments(dashboard);
    const context = await browser.newContext({ viewport: VIEW, deviceScaleFactor: 2, reducedMotion: "reduce" });
    context.setDefaultTimeout(PATIENCE_MS);
    await takePictures(await context.newPage(), dashboard, requestId);
  } finally {
    await browser.close();
    await dashboard.close();
  }
} finally {
  server.stop();
}
