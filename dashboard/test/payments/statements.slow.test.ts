import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { unzipSync } from "fflate";
import { eventually } from "../../../server/test/kit/service/eventually.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { hasValue, look, openAnew } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/accounts" });

const cents = (figure: string): bigint => BigInt(figure.replaceAll(/[,.]/g, ""));

describe("statements", () => {
  const rows = () => page.getByRole("table", { name: "Statements", exact: true }).getByRole("row");
  const months = () => page.getByRole("table", { name: /^Statements, / });

  it("are listed for the account and year in the URL, the latest first", async () => {
    await page
      .getByRole("link", { name: /Operating Checking/ })
      .first()
      .click();
    await page.getByRole("main").getByRole("link", { name: "Statements" }).click();
    await page.waitForURL(/account=/);
    // The service makes them while the page opens.
    await eventually("the year's statements are listed", async () => {
      if ((await rows().count()) > 11) return true;
      await page.reload();
      await rows().first().waitFor();
      return (await rows().count()) > 11;
    });
    await hasValue(page.getByRole("combobox", { name: "Account" }), "Operating Checking");
    await settled(page);
    assert.equal(await page.getByRole("cell", { name: /Savings/ }).count(), 0);
    await checkAccessible(page);
    await openAnew(page, "/statements");
    await page
      .getByRole("cell", { name: /Savings/ })
      .first()
      .waitFor();
    await settled(page);
    const latest = months().first().getByRole("row");
    // A heading, three accounts, and the total.
    await eventually("the statements of all accounts are there", async () => {
      if ((await latest.filter({ hasText: /\d transactions?/ }).count()) >= 3) return true;
      await openAnew(page, "/statements");
      await months().first().waitFor();
      return false;
    });
    const total = await latest.filter({ hasText: /^Total/ }).innerText();
    const [, ...figures] = [...total.matchAll(/\$([\d,.]+)/g)].map(([, figure = ""]) => cents(figure));
    const month = await Promise.all([1, 2, 3].map((at) => latest.nth(at).innerText()));
    const parts = month.map((text) => [...text.matchAll(/\$([\d,.]+)/g)].map(([, figure = ""]) => cents(figure)));
    assert.deepEqual(
      figures,
      [1, 2, 3].map((column) => parts.reduce((sum, part) => sum + (part[column] ?? 0n), 0n)),
      "the total is the sum of the three accounts",
    );
    await look(page, "statements");
    await openAnew(page, "/statements?year=1999");
    await page.getByText("No statements match").waitFor();
    await openAnew(page, "/statements");
    // Earlier months are folded.
    await months().nth(2).waitFor();
    await page
      .getByRole("button", { name: /^Show \w+ \d{4}$/ })
      .first()
      .click();
    await months().nth(3).waitFor();
  });

  it("of all accounts for a month are one archive, with treasury's", async () => {
    const { page: administrator } = await browser.signIn(dashboard.user("administrator"), { at: "/statements" });
    const table = administrator.getByRole("table", { name: /^Statements, / }).first();
    await table.getByRole("link", { name: /^Download Statement for .* as PDF$/ }).waitFor();
    await administrator
      .getByRole("button", { name: /^Download ZIP, / })
      .first()
      .click();
    const [download] = await Promise.all([
      administrator.waitForEvent("download"),
      administrator.getByRole("menuitem", { name: "CSV" }).click(),
    ]);
    const [, month = ""] = /^statements-(\d{4}-\d{2})-csv\.zip$/.exec(download.suggestedFilename()) ?? [];
    const files = unzipSync(await readFile(await download.path()));
    const names = Object.keys(files);
    assert.equal(names.filter((name) => name.endsWith(`-${month}.csv`)).length, 3, `${names}`);
    const [treasury = ""] = names.filter((name) => name.endsWith(".pdf"));
    assert.equal(Buffer.from(files[treasury] ?? []).toString("latin1", 0, 5), "%PDF-", `${names}`);
  });

  it("are downloaded in every format from a menu", async () => {
    await page
      .getByRole("button", { name: /^Download (?!ZIP)/ })
      .first()
      .focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "PDF" }).waitFor();
    for (const [name, begins] of [
      ["PDF", "%PDF-1.7"],
      ["CSV", '"Date","Description"'],
      ["QuickBooks (QBO)", "OFXHEADER:100"],
      ["QuickBooks (spreadsheet)", '"Date","Description","Amount"'],
      ["Xero (spreadsheet)", '"*Date","*Amount","Payee"'],
      ["OFX", "<?xml"],
      ["hledger", "; "],
      ["Beancount", "; "],
      ["camt.053 (ISO 20022)", "<?xml"],
      ["JSON", "{"],
    ] as const) {
      const item = page.getByRole("menuitem", { name });
      if (!(await item.isVisible()))
        await page
          .getByRole("button", { name: /^Download (?!ZIP)/ })
          .first()
          .click();
      const [download] = await Promise.all([page.waitForEvent("download"), item.click()]);
      assert.match(
        download.suggestedFilename(),
        /^statement-[a-z0-9-]+\.(pdf|csv|ofx|qbo|quickbooks\.csv|xero\.csv|journal|beancount|xml|json)$/,
      );
      assert.ok((await readFile(await download.path(), "latin1")).startsWith(begins), name);
    }
  });

  it("are made for any days that are over", async () => {
    await page.getByRole("button", { name: "New statement" }).click();
    const dialog = page.getByRole("dialog", { name: "New statement" });
    await dialog.getByLabel("First day").fill("2026-06-10");
    await dialog.getByLabel("Last day").fill("2026-06-09");
    await dialog.getByRole("button", { name: "Create statement" }).click();
    await dialog.getByText("Earlier than the first day").waitFor();
    await dialog.getByLabel("Last day").fill("2999-01-01");
    await dialog.getByLabel("First day").fill("2998-06-10");
    await dialog.getByRole("button", { name: "Create statement" }).click();
    await dialog.getByText(/covers only days that are over/).waitFor();
    await checkAccessible(page);
    await look(page, "new-statement");
    await dialog.getByLabel("First day").fill("2026-06-10");
    await dialog.getByLabel("Last day").fill("2026-07-09");
    await dialog.getByRole("button", { name: "Create statement" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("heading", { name: "Jun 10, 2026 – Jul 9, 2026" }).waitFor();
  });
});
