import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { fillSignIn } from "../../dashboard/test/kit/browser.ts";
import { ensureChromium } from "../../dashboard/test/kit/chromium.ts";
import { startDashboard, type TestDashboard } from "../../dashboard/test/kit/dashboard.ts";
import { containerPayment } from "../../server/src/administration/demo/desk/desk-plan.ts";
import { layOutDesk } from "../../server/src/administration/demo/desk/lay-out-desk.ts";
import { startPostgresServer } from "../../server/test/kit/databases/postgres-server.ts";
import { buildDashboard } from "./build.ts";

// npm run screenshots: the README's screenshots (docs/images) of the real service with its demo organization.

const FOLDER = join(import.meta.dirname, "../../docs/images");
const VIEW = { width: 1440, height: 900 };
const PATIENCE_MS = 15_000;

/** Lays out what waits on the demo's first day. Returns the request that has a document and a flag. */
async function layOut({ service, demo, call }: TestDashboard): Promise<string> {
  await layOutDesk(service, demo);
  const { requests } = (await call("GET", "/request-send-money?status=pendingApproval&limit=100")) as {
    requests: readonly { requestId: string; memo: string | null }[];
  };
  const shown = requests.find(({ memo }) => memo === containerPayment.memo);
  if (shown === undefined) throw new Error("the desk has no request for the container");
  return shown.requestId;
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
  await take("approval", `/approvals/${requestId}`, "Commercial invoice 7731.pdf");
  await take("transactions", "/transactions?kind=outgoingPayment", "Sent");
}

await buildDashboard();
mkdirSync(FOLDER, { recursive: true });
const server = await startPostgresServer();
process.env["BURSAR_TEST_POSTGRES_URL"] = server.url;
try {
  const dashboard = await startDashboard();
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox"] });
  try {
    const requestId = await layOut(dashboard);
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
