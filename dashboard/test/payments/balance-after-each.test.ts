import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { look, openAnew } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/accounts" });
const table = page.getByRole("table", { name: "Transactions" });
const rows = table.locator("tbody tr");

/** The cells of a column, from the newest row on; cents where it has amounts. */
async function column(name: string): Promise<readonly string[]> {
  const headers = await table.locator("thead th").allInnerTexts();
  const index = headers.findIndex((header) => header.trim() === name);
  assert.ok(index >= 0, `${name} is among ${headers.join(", ")}`);
  return rows.locator(`td:nth-child(${index + 1})`).allInnerTexts();
}
const centsOf = (text: string): number => {
  const digits = Number(text.replaceAll(/[^0-9]/g, ""));
  return text.includes("−") ? -digits : digits;
};

const next = async () => {
  const last = (await rows.last().getByRole("link").getAttribute("href")) ?? "";
  await page.getByRole("button", { name: "Next" }).click();
  await page.locator(`tbody a[href="${last}"]`).waitFor({ state: "detached" });
  await rows.nth(5).waitFor();
  await settled(page);
};

describe("the balance after each transaction of an account", () => {
  it("is the one below and the amount, on every page, and on top the account's", async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page
      .getByRole("link", { name: /Operating/ })
      .first()
      .click();
    await rows.nth(20).waitFor();
    await settled(page);
    await checkAccessible(page);
    await look(page, "balance-after-each");
    const shown: { readonly amount: number; readonly balance: number }[] = [];
    for (let pages = 0; pages < 3; pages += 1) {
      if (pages > 0) await next();
      const [amounts, balances, statuses] = [await column("Amount"), await column("Balance"), await column("Status")];
      for (const [index, text] of balances.entries()) {
        const hasSettled = /Sent|Returned|Received/.test(statuses[index] ?? "");
        assert.equal(text.trim() !== "", hasSettled, `${statuses[index]}: ${text}`);
        if (hasSettled) shown.push({ amount: centsOf(amounts[index] ?? ""), balance: centsOf(text) });
      }
    }
    const accountId = new URL(page.url()).pathname.split("/").at(-1);
    const read = async (path: string) => (await page.request.get(`${dashboard.url}/api/v1${path}`)).json();
    const { currentBalance } = await read(`/account/${accountId}`);
    assert.equal(shown[0]?.balance, Math.round(currentBalance * 100));
    assert.ok(shown.length > 60, "three pages");
    const returned = (await read(`/activity?accountId=${accountId}&status=reversed`)).transactions;
    const cameBack = returned.map(({ amount }: { amount: number }) => Math.round(-amount * 100));
    for (const [index, { amount, balance }] of shown.entries()) {
      const below = shown[index + 1];
      const difference = below === undefined ? 0 : balance - below.balance - amount;
      assert.ok(difference === 0 || cameBack.includes(difference), `row ${index + 1} is off by ${difference}`);
    }
  });

  it("is absent in another order, with another filter, and of several accounts", async () => {
    const headers = () => table.locator("thead th").allInnerTexts();
    const hasBalance = async () => (await headers()).some((header) => header.trim() === "Balance");
    const accountId = new URL(page.url()).pathname.split("/").at(-1);
    for (const [search, expected] of [
      [`?account=${accountId}`, true],
      [`?account=${accountId}&sort=amount`, false],
      [`?account=${accountId}&status=sent`, false],
      [`?account=${accountId}&sort=settled&status=sent`, false],
      ["", false],
    ] as const) {
      await openAnew(page, `/transactions${search}`);
      await rows.nth(5).waitFor();
      await settled(page);
      assert.equal(await hasBalance(), expected, search);
    }
  });
});
