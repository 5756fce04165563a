import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, hasValue, look } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/transactions?category=none&flow=out" });

describe("categories, rules, and spending", () => {
  const open = async (path: string, heading: string) => {
    await follow(page, path);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  };
  const rows = () => page.getByRole("table", { name: "Transactions" }).locator("tbody tr");
  const rowsBecome = async (count: number) => {
    await rows().nth(count).waitFor({ state: "detached" });
    if (count > 0)
      await rows()
        .nth(count - 1)
        .waitFor();
  };
  const inDialog = () => page.getByRole("dialog");

  it("sets a new category on several transactions at once, by keyboard", async () => {
    await rows().first().waitFor();
    await settled(page);
    const before = await rows().count();
    assert.ok(before > 2, "the demo has payments without a category");
    await rows().nth(0).getByRole("checkbox").press("Space");
    await rows().nth(1).getByRole("checkbox").press("Space");
    await page.getByText("2 transactions selected").waitFor();
    await look(page, "transactions-selected");
    await checkAccessible(page);
    const choice = page.getByRole("combobox", { name: "Category of the selected transactions" });
    await choice.fill("Roaster service");
    await page.getByRole("option", { name: "Create “Roaster service”" }).waitFor();
    await choice.press("ArrowDown");
    await choice.press("Enter");
    await page.getByText("The category of 2 transactions was saved.").waitFor();
    await rowsBecome(before - 2);
    assert.equal(await page.getByText("transactions selected").count(), 0);
  });

  it("changes the category of one transaction on its page", async () => {
    await rows().first().getByRole("link").click();
    await page.getByRole("heading", { name: "Timeline" }).waitFor();
    const choice = page.getByRole("combobox", { name: "Category" });
    await choice.fill("equip");
    await page.getByRole("option", { name: "Equipment and repairs" }).click();
    await page.getByText("The category was saved.").waitFor();
    await page.getByText("Category set").waitFor();
    await look(page, "transaction-category");
    await choice.click();
    await page.getByRole("option", { name: "Remove category" }).click();
    await page.getByText("Category removed").waitFor();
    await settled(page);
    await hasValue(choice, "");
  });

  it("shows what a rule matches while it is being written, and applies the rules to existing transactions", async () => {
    await open("/settings/categories", "Categories");
    await page
      .getByRole("list", { name: /^Rules of / })
      .getByText("Green coffee")
      .first()
      .waitFor();
    await look(page, "settings-categories");
    await page.getByRole("button", { name: "Add rule" }).click();
    await inDialog().getByLabel("Name").fill("Repairs");
    await inDialog().getByRole("combobox", { name: "Category to set" }).click();
    await page.getByRole("option", { name: "Equipment and repairs" }).click();
    await inDialog().getByLabel("Text", { exact: true }).fill("service visit");
    await inDialog()
      .getByText(/^Matches \d+ of \d+ transactions of the last year, \d of them/)
      .waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "category-rule");
    await inDialog().getByRole("button", { name: "Add rule" }).click();
    await page.getByText("The rule applies to new transactions.").waitFor();
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name: "Apply rules to existing transactions" }).click();
    const text = await inDialog()
      .getByText(/^Would change \d+ of \d+ transactions/)
      .textContent();
    await look(page, "apply-rules");
    await inDialog().getByRole("button", { name: "Apply rules" }).click();
    await inDialog()
      .getByText(/^Done: /)
      .waitFor();
    const changed = /change (\d+)/.exec(text ?? "")?.[1];
    await inDialog()
      .getByText(new RegExp(`, ${changed} changed`))
      .waitFor();
    await inDialog().getByRole("button", { name: "Close" }).last().click();
  });

  it("renames and deletes a category", async () => {
    await page.getByRole("button", { name: "Actions for Legal", exact: true }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await inDialog().getByLabel("Name").fill("Legal fees");
    await inDialog().getByRole("checkbox", { name: "Card spend" }).uncheck();
    await inDialog().getByRole("button", { name: "Save category" }).click();
    await page.getByText("The category was saved.").waitFor();
    await page.getByRole("cell", { name: "Reimbursements, other transactions" }).waitFor();
    await page.getByRole("button", { name: "Actions for Legal fees", exact: true }).click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await inDialog().getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete category" }).click();
    await page.getByText("The category was deleted.").waitFor();
    await page.getByText("Rules whose category was deleted", { exact: true }).waitFor();
  });

  it("shows spending by category, and leads to the transactions behind a sum", async () => {
    await page.getByRole("link", { name: "Spending" }).first().click();
    await page.getByRole("heading", { name: "Spending", level: 1 }).waitFor();
    const table = page.getByRole("table", { name: "Categories" });
    await table.getByRole("row", { name: /Legal fees \(deleted\)/ }).waitFor();
    await page.locator(".recharts-bar-rectangle").first().waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "spending");
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export CSV" }).click(),
    ]);
    assert.match(await readFile(await download.path(), "utf8"), /\r\n"Legal fees \(deleted\)",/);
    await page.getByRole("combobox", { name: "Period" }).selectOption({ label: "Last 6 months" });
    await page.waitForURL(/period=/);
    await page.getByText("Money in", { exact: true }).click();
    await page.waitForURL(/flow=in/);
    await table.getByRole("row", { name: /Wholesale/ }).waitFor();
    const count = await table
      .getByRole("row", { name: /Online sales/ })
      .getByRole("cell")
      .nth(2)
      .textContent();
    await table.getByRole("button", { name: /Online sales/ }).click();
    await page.waitForURL(/transactions\?.*flow=in/);
    await rows().first().waitFor();
    await rowsBecome(Number(count));
    await page.goBack();
    await page.getByRole("table", { name: "By month" }).getByRole("link").first().click();
    await page.getByRole("heading", { name: "Transactions", level: 1 }).waitFor();
    await open("/spending?period=lastYear&account=01975c2e-8f7a-7c60-b1f2-3c1d5a7e9b10", "Spending");
    await page.getByText("Nothing was spent").waitFor();
  });
});
