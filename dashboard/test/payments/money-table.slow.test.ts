import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { checkAccessible } from "../kit/accessible.ts";
import { hasValue, look, openAnew } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/accounts" });
const table = (on: Page = page) => on.getByRole("table", { name: "Transactions" });
const rows = (on: Page = page) => table(on).locator("tbody tr");
const link = (index: number, on: Page = page) => rows(on).nth(index).getByRole("link");
const totals = () => page.getByRole("region", { name: "Totals" });
const column = (name: string) => table().getByRole("columnheader", { name });

/** The row's link covers its cells, which is its purpose. */
const covered = { force: true } as const;

/** The amounts of the rows, in their order. */
const shownAmounts = (): Promise<string[]> => rows().locator("td:last-child").allInnerTexts();

const openTransactions = async (search = "") => {
  await openAnew(page, `/transactions${search}`);
  await rows().first().waitFor();
};

describe("the table of transactions by keyboard", () => {
  it("moves, selects, and opens rows after a click on the menu", async () => {
    await page.getByRole("link", { name: "Transactions" }).click();
    await rows().nth(3).waitFor();
    await page.keyboard.press("j");
    await link(0).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    await link(1).and(page.locator(":focus")).waitFor();
    assert.equal(await rows().nth(1).getAttribute("aria-current"), "true");
    await page.keyboard.press("x");
    await totals().getByText("1 transaction selected").waitFor();
    for (const key of ["j", "j", "Shift+x"]) await page.keyboard.press(key);
    await totals().getByText("3 transactions selected").waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "money-table-selected");
    const name = await link(3).innerText();
    await page.keyboard.press("Enter");
    await page.waitForURL(/transactions\/[0-9a-f-]+$/);
    await page.getByRole("heading", { name: "Timeline" }).waitFor();
    await page.getByText(name).first().waitFor();
    await page.goBack();
    await rows().nth(3).waitFor();
  });

  it("leaves keys to fields and dialogs, and lists them", async () => {
    await page.getByLabel("Search").fill("");
    await page.getByLabel("Search").press("j");
    await hasValue(page.getByLabel("Search"), "j");
    await page.getByLabel("Search").fill("");
    await page.getByRole("heading", { name: "Transactions", level: 1 }).click();
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.getByText("Open row", { exact: true }).waitFor();
    await page.keyboard.press("j");
    assert.equal(await page.locator("tr[aria-current]").count(), 0);
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "hidden" });
  });

  it("scrolls the current row into view", async () => {
    await openTransactions();
    for (let step = 0; step < 30; step += 1) await page.keyboard.press("j");
    const box = await rows().nth(29).boundingBox();
    assert.ok(box !== null && box.y > 80 && box.y + box.height <= 760, "neither header nor totals cover the row");
  });
});

describe("the rows of the table", () => {
  it("are links that open in a new tab, next to a checkbox of their own", async () => {
    await openTransactions();
    const amount = rows().nth(2).locator("td").last();
    const [opened] = await Promise.all([
      page.context().waitForEvent("page"),
      amount.click({ modifiers: ["ControlOrMeta"], ...covered }),
    ]);
    await opened.waitForURL(/transactions\/[0-9a-f-]+$/);
    assert.equal(await link(2).getAttribute("href"), new URL(opened.url()).pathname);
    await opened.close();
    await rows().nth(0).getByRole("checkbox").click();
    await rows()
      .nth(4)
      .getByRole("checkbox")
      .click({ modifiers: ["Shift"] });
    await totals().getByText("5 transactions selected").waitFor();
    assert.ok(!/transactions\/./.test(page.url()));
    await table().getByRole("checkbox", { name: "Select all" }).click();
    await totals().getByText("50 transactions selected").waitFor();
    await table().getByRole("checkbox", { name: "Select all" }).click();
    await amount.click(covered);
    await page.waitForURL(/transactions\/[0-9a-f-]+$/);
  });

  it("strike through money that did not leave, and say so to screen readers", async () => {
    await openTransactions("?status=failed");
    const amount = rows().first().locator("td").last();
    await amount.locator("s").waitFor();
    assert.match((await amount.textContent()) ?? "", /did not leave/);
    await settled(page);
    assert.match(await totals().innerText(), /Failed or canceled\s*\$/);
    assert.doesNotMatch(await totals().innerText(), /Money out/);
  });

  it("are two lines on a phone, whatever the length of a name", async () => {
    const { page: phone } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/transactions", phone: true });
    await rows(phone).first().waitFor();
    await phone.route("**/activity?*", async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { transactions: { counterpartyName: string; externalMemo: string }[] };
      for (const transaction of body.transactions.slice(0, 3))
        Object.assign(transaction, {
          counterpartyName: "Unbroken".repeat(30),
          counterpartyNickname: null,
          externalMemo: "m".repeat(140),
        });
      await route.fulfill({ response: answer, json: body });
    });
    await phone.reload();
    await phone.getByText("UnbrokenUnbroken").first().waitFor();
    const heights = await phone.evaluate<number[]>(
      "[...document.querySelectorAll('tbody tr')].map((row) => Math.round(row.getBoundingClientRect().height))",
    );
    assert.equal(new Set(heights).size, 1, `all rows are of one height: ${heights.join(", ")}`);
    assert.ok((heights[0] ?? 99) < 70);
    await checkAccessible(phone, { inDark: true });
    await look(phone, "money-table-long-names");
    await phone.unrouteAll({ behavior: "wait" });
  });
});

describe("the order and the totals of the table", () => {
  it("sorts by a column's header, in the URL", async () => {
    await openTransactions();
    assert.equal(await column("Created").getAttribute("aria-sort"), "descending");
    await column("Amount").getByRole("button").click();
    await page.waitForURL(/sort=amount/);
    await table().locator("th[aria-sort=descending]", { hasText: "Amount" }).waitFor();
    await settled(page);
    const sizes = (await shownAmounts()).map((text) => Number.parseFloat(text.replaceAll(/[^\d.]/g, "")));
    assert.deepEqual(
      sizes,
      sizes.toSorted((a, b) => b - a),
    );
    await column("Counterparty").getByRole("button").click();
    await table().locator("th[aria-sort=ascending]", { hasText: "Counterparty" }).waitFor();
    await settled(page);
    const names = await rows().getByRole("link").allInnerTexts();
    assert.equal(names[0], names.toSorted((a, b) => a.localeCompare(b, "en"))[0]);
    await page.getByRole("button", { name: "Next" }).click();
    await page.waitForURL(/start_after=/);
    await page.reload();
    await table().locator("th[aria-sort=ascending]", { hasText: "Counterparty" }).waitFor();
    await column("Counterparty").getByRole("button").click();
    await page.waitForURL((url) => !url.search.includes("start_after"));
    await checkAccessible(page);
    await look(page, "money-table-sorted");
  });

  it("keeps the rows and says why if there are too many to sort", async () => {
    await openTransactions();
    await page.route("**/activity?*sort=account*", (route) =>
      route.fulfill({
        status: 400,
        json: {
          errors: {
            errorCode: "tooManyToSort",
            message: "More than 10000 transactions match. Filter the list to sort it.",
          },
        },
      }),
    );
    await column("Account").getByRole("button").click();
    await page.getByRole("status").filter({ hasText: "More than 10000 transactions match." }).waitFor();
    assert.equal(await column("Created").getAttribute("aria-sort"), "descending");
    await settled(page);
    assert.equal(await rows().count(), 50);
    await checkAccessible(page);
    await page.unrouteAll({ behavior: "wait" });
  });

  it("totals everything that the filters match, and the selection", async () => {
    await openTransactions("?status=pending,sent&flow=out");
    await totals()
      .getByText(/^\d+ transactions$/)
      .waitFor();
    const answer = (await page.evaluate(
      "fetch('/api/v1/activity/totals?status=pending,sent&spending=out').then((answer) => answer.json())",
    )) as { count: number; out: number };
    const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
    await settled(page);
    assert.match(await totals().innerText(), new RegExp(`${answer.count} transactions`));
    assert.ok((await totals().innerText()).includes(dollars.format(answer.out)));
    await settled(page);
    const amounts = await shownAmounts();
    await rows().nth(0).getByRole("checkbox").check();
    await rows().nth(1).getByRole("checkbox").check();
    const sum = amounts
      .slice(0, 2)
      .reduce((total, text) => total + Number.parseFloat(text.replaceAll(/[^\d.]/g, "")), 0);
    await totals().getByText(dollars.format(sum)).waitFor();
  });
});

describe("the filters and the view of the table", () => {
  const addFilter = async (label: string) => {
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("menuitem", { name: label }).click();
    return page.getByRole("dialog", { name: label });
  };

  it("shows each filter as a chip that opens its editor and can be removed", async () => {
    await openTransactions();
    const statuses = await addFilter("Status");
    await statuses.getByLabel("Failed").check();
    await statuses.getByLabel("Returned").check();
    await checkAccessible(page, { inDark: true });
    await look(page, "money-table-filter");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Status: Failed, Returned" }).waitFor();
    await page.waitForURL(/status=failed(%2C|,)reversed/);
    const dates = await addFilter("Date");
    await dates.getByLabel("This year").check();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Date: This year" }).click();
    await dates.getByLabel("Last month").check();
    await page.waitForURL(/period=lastMonth/);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Remove filter Date" }).click();
    await page.waitForURL((url) => !url.search.includes("period"));
    await page.reload();
    await page.getByRole("button", { name: "Status: Failed, Returned" }).waitFor();
    const recipient = await addFilter("Recipient");
    await recipient.getByRole("combobox").fill("okafor");
    await recipient.getByRole("option", { name: /Mina Okafor Design/ }).click();
    await page.waitForURL(/counterparty=/);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await rows().nth(40).waitFor();
  });

  it("keeps the row height and the columns, and exports exactly what is shown", async () => {
    await openTransactions("?status=failed&sort=amount&order=desc");
    const tall = await rows().first().boundingBox();
    await page.getByRole("button", { name: "View", exact: true }).click();
    const view = page.getByRole("dialog", { name: "View" });
    await view.getByLabel("Compact").check();
    await view.getByLabel("Type").check();
    await view.getByLabel("Method").uncheck();
    await checkAccessible(page);
    await look(page, "money-table-view");
    await page.keyboard.press("Escape");
    await page.reload();
    await column("Type").waitFor();
    await settled(page);
    assert.equal(await column("Method").count(), 0);
    const low = await rows().first().boundingBox();
    assert.ok(tall !== null && low !== null && low.height < tall.height);
    for (const [item, kind] of [
      ["CSV", "csv"],
      ["Excel (XLSX)", "xlsx"],
    ] as const) {
      await page.getByRole("button", { name: "Export" }).click();
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: item }).click(),
      ]);
      assert.match(download.suggestedFilename(), new RegExp(`\\.${kind}$`));
      if (kind === "csv") await checkFile(await readFile(await download.path(), "utf8"));
    }
    await page.getByRole("button", { name: "View", exact: true }).click();
    await view.getByLabel("Comfortable").check();
    await view.getByLabel("Type").uncheck();
    await view.getByLabel("Method").check();
    await page.keyboard.press("Escape");
  });

  async function checkFile(text: string): Promise<void> {
    const [head = "", ...lines] = text.trimEnd().split("\r\n");
    await settled(page);
    const shown = (await table().getByRole("columnheader").count()) - 2;
    assert.equal(head.split(",").length, shown, `without checkboxes and files: ${head}`);
    assert.equal(lines.length, await rows().count());
    assert.ok(lines.every((line) => line.includes("Failed")));
  }
});

describe("a transaction next to the list", () => {
  const panel = () => page.getByRole("region", { name: "Transaction", exact: true });

  it("opens by key, moves with the rows, and gives the focus back", async () => {
    await openTransactions();
    await settled(page);
    const names = await rows().getByRole("link").allInnerTexts();
    const heading = (index: number) => panel().getByRole("heading", { name: names[index] ?? "", level: 2 });
    await page.keyboard.press("j");
    await page.keyboard.press("o");
    await heading(0).waitFor();
    await page.waitForURL(/open=/);
    await panel().getByText("Timeline").waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "money-table-panel");
    await page.keyboard.press("j");
    await heading(1).waitFor();
    await panel().getByRole("button", { name: "Next" }).click();
    await heading(2).waitFor();
    await panel().getByRole("button", { name: "Previous" }).click();
    await heading(1).waitFor();
    await page.keyboard.press("Escape");
    await panel().waitFor({ state: "detached" });
    await link(1).and(page.locator(":focus")).waitFor();
    await page.keyboard.press("Space");
    await panel().waitFor();
    await page.reload();
    await heading(1).waitFor();
    await panel().getByRole("button", { name: "Close" }).click();
    await panel().waitFor({ state: "detached" });
    await rows().nth(3).hover();
    await rows().nth(3).getByRole("button", { name: "Preview" }).click();
    await heading(3).waitFor();
    await panel().getByRole("link", { name: "Open full page" }).click();
    await page.waitForURL(/transactions\/[0-9a-f-]+/);
  });

  it("offers to pay again what failed", async () => {
    await openTransactions("?handled=false");
    await page.keyboard.press("j");
    await page.keyboard.press("o");
    await panel().getByRole("link", { name: "Pay again" }).click();
    await page.getByRole("heading", { name: "Pay", exact: true }).waitFor();
    await page.waitForURL(/again=/);
  });
});
