import { after, before, describe, it } from "node:test";
import { checkAccessible } from "./kit/accessible.ts";
import type { TestBrowser } from "./kit/browser.ts";
import type { TestDashboard } from "./kit/dashboard.ts";
import { openStage } from "./kit/stage.ts";

describe("the service goes away and comes back", () => {
  let dashboard: TestDashboard;
  let browser: TestBrowser;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ dashboard, browser } = await openStage(opened, { serviceGoesAway: true }));
  });
  after(() => opened.disposeAsync());

  it("the page says so, keeps what it shows, and recovers by itself", async () => {
    const { page } = await browser.signIn(dashboard.user("approver"));
    await page.getByRole("link", { name: "Transactions" }).click();
    await page.getByRole("table", { name: "Transactions" }).waitFor();
    // By now the other pages' scripts are there.
    await page.waitForTimeout(2_500);
    await page.waitForLoadState("networkidle");
    const { come } = await dashboard.goAway();
    await page.getByRole("link", { name: "Approvals" }).click();
    const told = page.getByRole("status").filter({ hasText: "The service does not answer" });
    await told.waitFor();
    await checkAccessible(page);
    await come();
    await page
      .getByText("Nothing waits")
      .or(page.getByRole("table", { name: "Requests" }))
      .first()
      .waitFor();
    await told.waitFor({ state: "detached" });
  });
});
