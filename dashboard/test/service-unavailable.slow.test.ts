import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Route } from "playwright-core";
import { checkAccessible } from "./kit/accessible.ts";
import { fillSignIn } from "./kit/browser.ts";
import { requestPayment } from "./kit/requests.ts";
import { openStage } from "./kit/stage.ts";

const { dashboard, browser } = await openStage({ serviceGoesAway: true });

describe("an unavailable service", () => {
  it("shows an outage, keeps the data on the page, and recovers", async () => {
    const { page } = await browser.visit();
    // The other pages' scripts are loaded two seconds after the first page.
    const script = page.waitForResponse(/\/assets\/queue-page/);
    await fillSignIn(page, dashboard.user("approver"));
    await page.getByRole("link", { name: "Transactions" }).click();
    await page.getByRole("table", { name: "Transactions" }).waitFor();
    await script;
    await page.waitForLoadState("networkidle");
    const { come } = await dashboard.goAway();
    await page.getByRole("link", { name: "Approvals" }).click();
    const notice = page.getByRole("status").filter({ hasText: "The service is unavailable" });
    await notice.waitFor();
    await checkAccessible(page);
    await come();
    await page
      .getByText("No pending requests")
      .or(page.getByRole("table", { name: "Requests" }))
      .first()
      .waitFor();
    await notice.waitFor({ state: "detached" });
  });

  it("keeps the menu when a page's script does not load, and opens the page when it does", async () => {
    const { page } = await browser.visit();
    // Signing in begins to load the scripts of other pages.
    const away = /\/assets\/spending-page|\/dashboard\/icon\.svg/;
    await page.route(away, (route) => route.abort());
    await fillSignIn(page, dashboard.user("approver"));
    await page.getByRole("link", { name: "Spending" }).click();
    await page.getByText("This page could not be loaded").waitFor();
    await page.getByRole("link", { name: "Transactions" }).waitFor();
    await checkAccessible(page);
    await page.unroute(away);
    await page.getByRole("heading", { name: "Spending", level: 1 }).waitFor();
  });

  it("completes a request once when it is repeated after a lost response", async () => {
    const requested = await requestPayment(dashboard, { amount: 61 });
    const { page } = await browser.signIn(dashboard.user("approver"), { at: `/approvals/${requested.requestId}` });
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route("**/request-send-money/*/approve", loseAnswer, { times: 1 });
    await page.getByRole("button", { name: "Approve", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await page.getByText("so the result is unknown. Try again: it will not be done twice.").waitFor();
    await checkAccessible(page);
    await page.getByRole("dialog").getByRole("button", { name: "Approve" }).click();
    await page.getByText("This request is already approved").waitFor();

    const bookkeeper = await browser.signIn(dashboard.user("bookkeeper"), { at: "/transfers/new" });
    await bookkeeper.page.getByLabel("Amount").fill("62");
    await bookkeeper.page.route("**/request-transfer", loseAnswer, { times: 1 });
    await bookkeeper.page.getByRole("button", { name: "Request transfer" }).click();
    await bookkeeper.page.getByText("so the result is unknown. Try again: it will not be done twice.").waitFor();
    await bookkeeper.page.getByRole("button", { name: "Request transfer" }).click();
    await bookkeeper.page.getByText("The transfer of $62.00 was requested.").waitFor();
    const { requests } = (await dashboard.call("GET", "/request-transfer")) as { requests: { amount: number }[] };
    assert.equal(requests.filter(({ amount }) => amount === 62).length, 1);
  });
});
