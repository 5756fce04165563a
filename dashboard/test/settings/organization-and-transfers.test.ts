import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { look, prove, type TestBrowser } from "../kit/browser.ts";
import type { TestDashboard } from "../kit/dashboard.ts";
import { openStage } from "../kit/stage.ts";

describe("the organization's settings, and transfers", () => {
  let dashboard: TestDashboard;
  let browser: TestBrowser;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ dashboard, browser } = await openStage(opened));
  });
  after(() => opened.disposeAsync());
  const settingsUrl = () => `${dashboard.url}/dashboard/settings/organization`;

  it("an administrator changes them after proving who they are; a form that is old is refused", async () => {
    const administrator = dashboard.user("administrator");
    const { page, context } = await browser.signIn(administrator);
    const stale = await context.newPage();
    for (const one of [page, stale]) {
      await one.goto(settingsUrl());
      await one.getByLabel("Hours before they are paid to").waitFor();
    }
    await checkAccessible(page);
    await look(page, "settings-organization");
    assert.ok(await page.getByRole("button", { name: "Save settings" }).isDisabled());
    await page.getByRole("switch", { name: "A second person confirms them" }).check({ force: true });
    await page.getByLabel("Hours before they are paid to").fill("48");
    await page.getByRole("link", { name: "Accounts" }).click();
    await page.getByRole("dialog", { name: "Leave this page?" }).getByRole("button", { name: "Stay" }).click();
    await page.getByRole("button", { name: "Save settings" }).click();
    await prove(page, administrator);
    await page.getByText("The settings were saved.").waitFor();
    await page.reload();
    assert.equal(await page.getByLabel("Hours before they are paid to").inputValue(), "48");

    await stale.getByLabel("Hours of the duplicate guard").fill("0");
    await stale.getByRole("button", { name: "Save settings" }).click();
    await stale.getByText("Somebody else changed the settings").waitFor();
    await checkAccessible(stale);
    await stale.getByRole("button", { name: "Show the settings in force" }).click();
    await stale.getByText("Somebody else changed the settings").waitFor({ state: "hidden" });
    assert.equal(await stale.getByLabel("Hours before they are paid to").inputValue(), "48");
    assert.equal(await stale.getByLabel("Hours of the duplicate guard").inputValue(), "24");
  });

  it("others read them", async () => {
    const { page } = await browser.signIn(dashboard.user("bookkeeper"));
    await page.goto(settingsUrl());
    await page.getByText("Only people who manage the organization change these.").waitFor();
    assert.equal(await page.getByRole("button", { name: "Save settings" }).count(), 0);
    await checkAccessible(page);
  });

  it("a bookkeeper asks for a transfer, an administrator makes one at once", async () => {
    const bookkeeper = await browser.signIn(dashboard.user("bookkeeper"), { at: "/transfers" });
    await bookkeeper.page.getByRole("link", { name: "New transfer" }).click();
    await bookkeeper.page.getByLabel("Amount").fill("250");
    await checkAccessible(bookkeeper.page);
    await look(bookkeeper.page, "transfer-new");
    await bookkeeper.page.getByRole("button", { name: "Ask for transfer" }).click();
    await bookkeeper.page.getByText("The transfer of $250.00 waits for approval.").waitFor();

    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/accounts" });
    await page.getByRole("link", { name: "New transfer" }).waitFor();
    await page.getByRole("button", { name: /Operating Checking/ }).click();
    await page.getByRole("heading", { name: "Operating Checking", level: 1 }).waitFor();
    await page.getByRole("link", { name: "New transfer" }).click();
    await page.getByLabel("To", { exact: true }).selectOption({ index: 0 });
    await page.getByLabel("Amount").fill("12.34");
    await page.getByRole("button", { name: "Transfer now" }).click();
    await page.getByText(/another account/).waitFor();
    await page.getByLabel("To", { exact: true }).selectOption({ index: 2 });
    await page.getByRole("button", { name: "Transfer now" }).click();
    await page.getByText("$12.34 was transferred.").waitFor();
    const { transactions } = (await dashboard.call("GET", "/transactions?order=desc&limit=2")) as {
      transactions: { amount: number; kind: string }[];
    };
    assert.deepEqual(
      transactions.map(({ amount }) => Math.abs(amount)),
      [12.34, 12.34],
    );
  });
});
