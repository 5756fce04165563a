import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Route } from "playwright-core";
import { checkAccessible } from "./kit/accessible.ts";
import type { TestBrowser } from "./kit/browser.ts";
import type { TestDashboard } from "./kit/dashboard.ts";
import { requestPayment } from "./kit/requests.ts";
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
    // By now the other pages' scripts are loaded.
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

  it("an answer that is lost leaves open whether it was done; pressing again does it once", async () => {
    const asked = await requestPayment(dashboard, { amount: 61 });
    const { page } = await browser.signIn(dashboard.user("approver"), { at: `/approvals/${asked.requestId}` });
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route("**/request-send-money/*/approve", loseAnswer, { times: 1 });
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await page.getByText("it is not known whether this was done. Press again to find out").waitFor();
    await checkAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await page.getByText("This request is approved already").waitFor();

    const bookkeeper = await browser.signIn(dashboard.user("bookkeeper"), { at: "/transfers/new" });
    await bookkeeper.page.getByLabel("Amount").fill("62");
    await bookkeeper.page.route("**/request-transfer", loseAnswer, { times: 1 });
    await bookkeeper.page.getByRole("button", { name: "Ask for transfer" }).click();
    await bookkeeper.page.getByText("it is not known whether this was done. Press again to find out").waitFor();
    await bookkeeper.page.getByRole("button", { name: "Ask for transfer" }).click();
    await bookkeeper.page.getByText("The transfer of $62.00 waits for approval.").waitFor();
    const { requests } = (await dashboard.call("GET", "/request-transfer")) as { requests: { amount: number }[] };
    assert.equal(requests.filter(({ amount }) => amount === 62).length, 1);
  });
});
