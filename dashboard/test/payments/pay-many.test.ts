import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { checkAccessible } from "../kit/accessible.ts";
import { look, type TestBrowser } from "../kit/browser.ts";
import type { TestDashboard } from "../kit/dashboard.ts";
import { openStage } from "../kit/stage.ts";

const ROWS = 24;
const BROKEN_ROW = 7;

/** Semicolons and a byte order mark, as spreadsheets write them in some locales. */
const file = () => {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const row = index + 1;
    const payee = row === BROKEN_ROW ? "=1+1" : row % 2 === 0 ? "mina@okafor.example" : "Tern Packaging Co.";
    return `${payee};"1,${String(100 + row)}.50";Invoice ${row};2026`;
  });
  return `\uFEFFVendor;Total;Reference;Year\r\n${rows.join("\r\n")}\r\n`;
};

describe("paying many from a file", () => {
  let dashboard: TestDashboard;
  let browser: TestBrowser;
  let page: Page;
  const opened = new AsyncDisposableStack();
  before(async () => {
    ({ dashboard, browser } = await openStage(opened));
    ({ page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/accounts" }));
  });
  after(() => opened.disposeAsync());

  type Requests = { requests: { amount: number; requestId: string }[] };
  const requests = async () =>
    ((await dashboard.call("GET", "/request-send-money?limit=1000")) as Requests).requests.filter(
      ({ amount }) => amount > 1_100 && amount < 1_100 + ROWS + 1,
    );
  const choose = (text = file()) =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name: "november.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

  it("columns are found by their names, and each row is checked before anything is asked for", async () => {
    await page.goto(`${dashboard.url}/dashboard/pay/many`);
    await page.getByRole("button", { name: "Choose a file" }).waitFor();
    await checkAccessible(page);
    await look(page, "pay-many-empty");
    await choose();
    await page.getByRole("heading", { name: "november.csv" }).waitFor();
    assert.equal(await page.getByLabel("Recipient", { exact: true }).inputValue(), "0");
    assert.equal(await page.getByLabel("Amount", { exact: true }).inputValue(), "1");
    await page.getByText("No recipient is called “=1+1”").waitFor();
    await page.getByText(`${ROWS} rows, ${ROWS - 1} ready to ask for`).waitFor();
    await page.getByRole("button", { name: `Ask for ${ROWS - 1} payments` }).waitFor();
    await page.getByText("Checking…").last().waitFor({ state: "hidden" });
    await checkAccessible(page);
    await look(page, "pay-many");
    assert.deepEqual(await requests(), []);
  });

  it("a row is mended in place", async () => {
    await page.getByText("With problems (1)").click();
    await page.getByRole("button", { name: `Edit row ${BROKEN_ROW}` }).click();
    await page.getByRole("dialog").getByRole("combobox", { name: "Recipient" }).fill("Willamette");
    await page.getByRole("option", { name: "Willamette Gas & Power" }).click();
    await page.getByRole("button", { name: "Save row" }).click();
    await page.getByText("With problems (0)").waitFor();
    await page.getByText(/All rows/).click();
    await page.getByText(`${ROWS} rows, ${ROWS} ready to ask for`).waitFor();
  });

  it("a reload in the middle, an answer that never came, a double start: one request per row all the same", async () => {
    let answered = 0;
    await page.route("**/request-send-money", async (route) => {
      answered += 1;
      const response = await route.fetch();
      // The service processes the eleventh request, but its response is lost.
      if (answered === 11) return;
      await route.fulfill({ response });
    });
    await page.getByRole("button", { name: `Ask for ${ROWS} payments` }).click();
    await page.getByText(/^10 of 24 asked for/).waitFor();
    while ((await requests()).length < 11) await new Promise((resolve) => setTimeout(resolve, 50));
    await page.reload();
    await page.unroute("**/request-send-money");

    await page.getByText(/^10 of 24 asked for/).waitFor();
    await look(page, "pay-many-interrupted");
    await page.getByRole("button", { name: `Continue with ${ROWS - 10} payments` }).click();
    await page.getByText(`${ROWS} of ${ROWS} asked for`).waitFor();
    const made = await requests();
    assert.equal(made.length, ROWS);
    assert.equal(new Set(made.map(({ amount }) => amount)).size, ROWS, "each row's amount once");
    await checkAccessible(page);
    await look(page, "pay-many-done");
  });

  it("the results are a file with every request in it", async () => {
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download results" }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), "november-results.csv");
    const lines = (await readFile((await download.path()) ?? "", "utf8")).trimEnd().split("\r\n");
    assert.equal(lines.length, ROWS + 1);
    const ids = new Set((await requests()).map(({ requestId }) => requestId));
    for (const line of lines.slice(1))
      assert.ok(
        [...ids].some((id) => line.includes(id)),
        line,
      );
  });

  it("the same file again asks for nothing new, and a file with a row more leaves the others out", async () => {
    await page.getByRole("button", { name: "Done: choose another file" }).click();
    await choose(`${file()}Tern Packaging Co.;"1,999.00";Invoice 99;2026\r\n`);
    await page.getByRole("button", { name: "Ask for 1 payment, $1,999.00" }).waitFor();
    await page.getByText(`${ROWS + 1} rows, 1 ready to ask for, ${ROWS - 1} to look at twice`).waitFor();
    await checkAccessible(page);
    await look(page, "pay-many-look-twice");
    await page.getByRole("button", { name: "Choose another file" }).click();
    await choose();
    await page.getByText("No recipient is called").waitFor();
    await page.getByText(`${ROWS} rows, 0 ready to ask for, ${ROWS - 1} to look at twice`).waitFor();
    await page.getByLabel(`Ask for all ${ROWS - 1} to look at twice`).check();
    await page.getByRole("button", { name: `Ask for ${ROWS - 1} payments` }).click();
    await page.getByText(`${ROWS - 1} of ${ROWS} asked for`).waitFor();
    await page.getByText("Asked for before").first().waitFor();
    assert.equal((await requests()).length, ROWS);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download results" }).click();
    const results = await readFile((await (await downloading).path()) ?? "", "utf8");
    assert.match(results, new RegExp(`^"${BROKEN_ROW}","'=1\\+1",`, "m"), "no spreadsheet runs what a file says");
  });

  it("of equal rows the first is asked for, the others once they are ticked", async () => {
    await page.getByRole("button", { name: /choose another file/i }).click();
    await choose("recipient,amount\nMina Okafor Design,2001.10\nTern Packaging Co.,2002\nMina Okafor Design,2001.1\n");
    await page.getByText("Row 1 is for the same recipient, amount and method").waitFor();
    await page.getByRole("button", { name: "Ask for 2 payments, $4,003.10" }).waitFor();
    await page.getByLabel("Ask for row 3 all the same").check();
    await page.getByRole("button", { name: "Ask for 3 payments, $6,004.20" }).waitFor();
    await page.getByLabel("Ask for row 3 all the same").uncheck();
    await page.getByRole("button", { name: "Ask for 2 payments" }).click();
    await page.getByText("2 of 3 asked for").waitFor();
    await page.getByLabel("Ask for row 3 all the same").waitFor();
  });

  it("pause stops between two rows, and a file that is none says so", async () => {
    await page.getByRole("button", { name: /choose another file/i }).click();
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("recipient,amount\n") });
    await page.getByText("This file has no rows").waitFor();
    await page.locator("input[type=file]").setInputFiles({
      name: "commas.csv",
      mimeType: "text/csv",
      buffer: Buffer.from('recipient;amount\nMina Okafor Design;"12,50"\n'),
    });
    await page.getByText("“12,50” is no amount. Write 12.50 or 1,250.00").waitFor();
    await page.getByText("1 row, 0 ready to ask for").waitFor();
    await page.getByRole("button", { name: "Choose another file" }).click();
    const rows = Array.from({ length: 30 }, (_, row) => `Mina Okafor Design,${3_000 + row}`);
    const text = `recipient,amount\n${rows.join("\n")}\n`;
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "december.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await page.route("**/request-send-money", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      await route.continue();
    });
    await page.getByRole("button", { name: "Ask for 30 payments" }).click();
    await page.getByText(/^[3-9] of 30 asked for/).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: /Continue with \d+ payments/ }).waitFor();
    const said = await page.getByRole("status").innerText();
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal(await page.getByRole("status").innerText(), said);
  });
});
