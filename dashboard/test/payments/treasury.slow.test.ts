import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { DAY_MS, plusMs } from "../../../server/src/kernel/clock/clock.ts";
import { pdf } from "../../../server/test/kit/files/sample-files.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, hasValue, look, prove } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();

describe("treasury", () => {
  const administrator = () => dashboard.user("administrator");

  it("shows a year of yield and activity, and changes the sweep", async () => {
    const { page } = await browser.signIn(administrator(), { at: "/treasury" });
    await page.getByRole("heading", { name: "Treasury", level: 1 }).waitFor();
    await page.getByText("Sandbox Government Money Market Fund (990000AA9).").waitFor();
    await page.getByRole("table", { name: "Balance and yield at the end of each week" }).waitFor({ state: "attached" });
    const { accounts } = (await dashboard.call("GET", "/treasury")) as {
      accounts: { id: string; currentBalance: number }[];
    };
    const balance = (accounts[0]?.currentBalance ?? 0).toLocaleString("en-US", { style: "currency", currency: "USD" });
    await settled(page);
    assert.ok((await page.getByRole("region", { name: "Balance", exact: true }).innerText()).includes(balance));
    const rows = page.getByRole("table", { name: "Treasury transactions" }).getByRole("row");
    assert.ok((await rows.count()) > 20);
    // From the evening of a month's last day until the first dividend of the next one, none is accruing.
    await page
      .getByRole("list", { name: "Net returns by month" })
      .getByText(/^(Accruing|Final)$/)
      .first()
      .waitFor();
    await look(page, "treasury");

    await page.getByLabel("Cash to keep").fill("30,000");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await prove(page, administrator());
    await page.getByText("The sweep settings were saved.").waitFor();
    await page.reload();
    await page.getByLabel("Cash to keep").waitFor();
    await hasValue(page.getByLabel("Cash to keep"), "30,000.00");
  });

  it("pages, filters documents, and downloads a statement", async () => {
    const { page } = await browser.signIn(dashboard.user("approver"), { at: "/treasury" });
    await page.getByRole("button", { name: "Next" }).click();
    await page.getByRole("link", { name: "Latest" }).waitFor();
    assert.match(page.url(), /before=\d+/);
    const second = page.url();
    await page.getByRole("button", { name: "Next" }).click();
    await page.waitForURL(/trail=/);
    await page.getByRole("button", { name: "Previous" }).click();
    await page.waitForURL(second);
    await page.getByRole("button", { name: "Previous" }).click();
    await page.waitForURL(/\/treasury$/);
    await page.getByRole("link", { name: "Latest" }).waitFor({ state: "detached" });
    await page.getByLabel("Documents shown").selectOption("MonthlyStatement");
    const link = page.getByRole("link", { name: /^Download Statement for/ }).first();
    await link.waitFor();
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    assert.match(download.suggestedFilename(), /^treasury-monthlystatement-\d{4}-\d{2}-\d{2}\.pdf$/);
    await page.getByText(/^On\. Cash above/).waitFor();
    assert.equal(await page.getByRole("link", { name: "Import activity" }).count(), 0);
  });

  it("transfers in and imports a custodian's file", async () => {
    const { page } = await browser.signIn(administrator(), { at: "/treasury" });
    await page.getByRole("link", { name: "Transfer in" }).click();
    await page.getByLabel("Amount").fill("1500");
    await page.getByRole("button", { name: "Transfer now" }).click();
    await page.getByText("$1,500.00 was transferred.").waitFor();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Treasury" }).click();
    await page.getByText("Deposit from Operating Checking").first().waitFor();

    await page.getByRole("link", { name: "Import activity" }).click();
    const [example] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download example" }).click(),
    ]);
    await page.getByLabel("Activity file").setInputFiles(await example.path());
    await page.getByText("Balance after").waitFor();
    assert.equal(await page.getByText("New", { exact: true }).count(), 3, "the example is a valid file");
    const choose = async (name: string, text: string) => {
      await page.getByRole("button", { name: "Choose another file" }).click();
      await page.getByLabel("Activity file").setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(text) });
    };
    await choose("wrong.csv", "Reference,Date,Type,Amount\nA-1,2026-01-32,dividendPosted,1\n");
    await page.getByText('Line 2: "2026-01-32" is not a valid date. Use YYYY-MM-DD or MM/DD/YYYY.').waitFor();
    await checkAccessible(page);
    await choose(
      "other.csv",
      `Trade Date,Confirmation,Activity,Net Amount,Branch\n2026-01-02,C-1,Coupon,5.00,Portland\n`,
    );
    await page.getByLabel("Coupon").selectOption("Interest");
    await page.getByText("Balance after").waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "treasury-import-columns");
    await choose("large.csv", `Reference,Date,Type,Amount\n${"A,2026-01-02,dividendPosted,1\n".repeat(4_001)}`);
    await page.getByText(/^The file has 4,001 rows\. At most 1,000 rows/).waitFor();
    const day = newYorkDay(plusMs(dashboard.service.clock.now(), -2 * DAY_MS));
    await choose("activity.csv", `Reference,Date,Type,Amount\nA-1,${day},dividendPosted,12.34\n`);
    await page.getByText("Balance after").waitFor();
    await look(page, "treasury-import");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await prove(page, administrator());
    // The demo has one administrator: nobody else could confirm it.
    await page.getByText("The activity was imported.").waitFor();
    await page.getByText("+$12.34").first().waitFor();
  });

  it("adds a custodian's tax form", async () => {
    const { page } = await browser.signIn(administrator(), { at: "/treasury" });
    await page.getByRole("button", { name: "Add document" }).click();
    const dialog = page.getByRole("dialog", { name: "Add document" });
    const form = pdf("Form 1099-DIV");
    const file = { name: "form.pdf", mimeType: "application/pdf", buffer: form };
    await dialog.locator('input[type="file"]').setInputFiles(file);
    await dialog.getByLabel("Description").fill("1099-DIV for 2025");
    await dialog.getByLabel("From").fill("2025-01-01");
    await dialog.getByLabel("To").fill("2025-12-31");
    await checkAccessible(page);
    await look(page, "treasury-document");
    await dialog.getByRole("button", { name: "Add document" }).click();
    await prove(page, administrator());
    await page.getByText("The document was added.").waitFor();
    await page.getByLabel("Documents shown").selectOption("1099");
    const link = page.getByRole("link", { name: "Download 1099-DIV for 2025 as PDF" });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    assert.deepEqual(readFileSync(await download.path()), form);
  });

  it("sets the simulated fund's yield, and returns a transfer", async () => {
    const { page } = await browser.signIn(administrator(), { at: "/sandbox" });
    await page.getByLabel("Yield of the money-market fund").fill("4.25");
    await page.getByRole("button", { name: "Set yield" }).click();
    await page.getByText(/^The fund yields 4\.25% from/).waitFor();
    await look(page, "sandbox-yield");
    await page.getByLabel("Account name").fill("Reserve");
    await page.getByRole("button", { name: "Open account" }).click();
    await page.getByText("Reserve was opened.").waitFor();
    const { accounts } = (await dashboard.call("GET", "/treasury")) as { accounts: { id: string }[] };
    const { transactions } = (await dashboard.call(
      "GET",
      `/account/${accounts[0]?.id}/transactions?kind=treasuryTransfer&limit=1`,
    )) as { transactions: { id: string }[] };
    await follow(page, `/transactions/${transactions[0]?.id}`);
    await page.getByRole("button", { name: "Simulate bank" }).click();
    await page.getByRole("menuitem", { name: "Return" }).click();
    await page.getByText("Returned; the money went back").waitFor();
    await look(page, "treasury-return");
    await page.getByRole("link", { name: "Return transaction" }).click();
    await page.getByRole("link", { name: "Original transaction" }).waitFor();
  });
});
