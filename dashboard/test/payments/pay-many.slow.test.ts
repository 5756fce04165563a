import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, hasValue, look } from "../kit/browser.ts";
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

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/accounts" });

describe("paying from a file", () => {
  type Requests = { requests: { amount: number; requestId: string }[] };
  const requests = async () =>
    ((await dashboard.call("GET", "/request-send-money?limit=1000")) as Requests).requests.filter(
      ({ amount }) => amount > 1_100 && amount < 1_100 + ROWS + 1,
    );
  const choose = (text = file()) =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name: "november.csv", mimeType: "text/csv", buffer: Buffer.from(text) });

  it("matches columns by name and checks each row before any request", async () => {
    await follow(page, "/pay/many");
    await page.getByRole("button", { name: "Choose file" }).waitFor();
    await look(page, "pay-many-empty");
    await choose();
    await page.getByRole("heading", { name: "november.csv" }).waitFor();
    await page.getByText(/Semicolon, UTF-8 · recipients from “Vendor” · amounts from “Total”/).waitFor();
    await page.getByRole("button", { name: "File settings", exact: true }).click();
    await hasValue(page.getByLabel("Recipient", { exact: true }), "0");
    await hasValue(page.getByLabel("Amount", { exact: true }), "1");
    await page.getByText("No recipient named “=1+1”").waitFor();
    await page.getByText(`${ROWS} rows, ${ROWS - 1} ready`).waitFor();
    await page.getByText("“1,101.50” is $1,101.50", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Hide file settings" }).click();
    await page.getByRole("button", { name: `Request ${ROWS - 1} payments` }).waitFor();
    await page.getByText("Checking…").last().waitFor({ state: "hidden" });
    await checkAccessible(page, { inDark: true });
    await look(page, "pay-many");
    assert.deepEqual(await requests(), []);
  });

  it("has the keys, the order, the totals, and the export of every list of payments", async () => {
    const table = page.getByRole("table", { name: "Payments in the file" });
    const totals = page.getByRole("region", { name: "Totals", exact: true });
    await page.getByLabel("Totals of the file").getByText("$26,712.00").first().waitFor();
    await table.getByRole("button", { name: "Amount" }).click();
    const first = table.locator("tbody tr").first();
    await first.getByText("$1,124.50").waitFor();
    await page.getByRole("heading", { name: "november.csv" }).click();
    for (const key of ["j", "x", "j", "x"]) await page.keyboard.press(key);
    await totals.getByText("2 rows selected").waitFor();
    await totals.getByText("$2,248.00").waitFor();
    await page.keyboard.press("e");
    await page.getByText("Excluded (2)").waitFor();
    await page.keyboard.press("e");
    await page.getByText("Excluded (2)").waitFor({ state: "detached" });
    await totals.getByRole("button", { name: "Clear selection" }).click();
    const exportAs = async (format: string) => {
      await page.getByRole("button", { name: "Export" }).click();
      await page.getByRole("menuitem", { name: format }).click();
    };
    const [saved] = await Promise.all([page.waitForEvent("download"), exportAs("CSV")]);
    const [header, line] = (await readFile(await saved.path(), "utf8")).split("\r\n");
    assert.equal(header, '"Recipient","Line","Memo","Method","Status","Amount"');
    assert.match(line ?? "", /^"Mina Okafor Design","25","Invoice 24","[^"]+","Ready","1124\.50"$/);
    await table.getByRole("columnheader", { name: "Line" }).getByRole("button").click();
    await first.getByText("$1,101.50").waitFor();
    await page.getByRole("heading", { name: "november.csv" }).click();
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page
      .getByRole("dialog", { name: /^Edit line/ })
      .getByRole("button", { name: "Cancel" })
      .click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("corrects a row in place", async () => {
    await page.getByText("Needs fixing (1)").click();
    await page.getByRole("button", { name: `Edit line ${BROKEN_ROW + 1}` }).click();
    await page.getByRole("dialog").getByRole("combobox", { name: "Recipient" }).fill("Willamette");
    await page.getByRole("option", { name: /^Willamette Gas & Power/ }).click();
    await page.getByRole("button", { name: "Save row" }).click();
    await page.getByText("Needs fixing (0)").waitFor();
    await page.getByText(/All rows/).click();
    await page.getByText(`${ROWS} rows, ${ROWS} ready`).waitFor();
  });

  it("creates one request per row despite a reload and a lost response", async () => {
    let answered = 0;
    await page.route("**/request-send-money", async (route) => {
      answered += 1;
      const response = await route.fetch();
      // The service processes the eleventh request, but its response is lost.
      if (answered === 11) return;
      await route.fulfill({ response });
    });
    await page.getByRole("button", { name: `Request ${ROWS} payments` }).click();
    await page.getByText(/^10 of 24 requested/).waitFor();
    while ((await requests()).length < 11) await new Promise((resolve) => setTimeout(resolve, 50));
    await page.reload();
    await page.unroute("**/request-send-money");

    await page.getByText(/^10 of 24 requested/).waitFor();
    await look(page, "pay-many-interrupted");
    await page.getByRole("button", { name: `Continue with ${ROWS - 10} payments` }).click();
    await page.getByText(`${ROWS} of ${ROWS} requested`).waitFor();
    const made = await requests();
    assert.equal(made.length, ROWS);
    assert.equal(new Set(made.map(({ amount }) => amount)).size, ROWS, "each row is requested once");
    await checkAccessible(page);
    await look(page, "pay-many-done");
  });

  it("downloads the results with every request ID", async () => {
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

  it("does not repeat the rows of a file chosen again", async () => {
    await page.getByRole("button", { name: "Choose another file" }).click();
    await choose(`${file()}Tern Packaging Co.;"1,999.00";Invoice 99;2026\r\n`);
    await page.getByRole("button", { name: "Request 1 payment, $1,999.00" }).waitFor();
    await page.getByText(`${ROWS + 1} rows, 1 ready, ${ROWS - 1} possible duplicates`).waitFor();
    await checkAccessible(page);
    await look(page, "pay-many-look-twice");
    await page.getByRole("button", { name: "Choose another file" }).click();
    await choose();
    await page.getByText("No recipient named").waitFor();
    await page.getByText(`${ROWS} rows, 0 ready, ${ROWS - 1} possible duplicates`).waitFor();
    await page.getByLabel(`Include all ${ROWS - 1} possible duplicates`).check();
    await page.getByRole("button", { name: `Request ${ROWS - 1} payments` }).click();
    await page.getByText(`${ROWS - 1} of ${ROWS} requested`).waitFor();
    await page.getByText("Already requested").first().waitFor();
    assert.equal((await requests()).length, ROWS);
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download results" }).click();
    const results = await readFile((await (await downloading).path()) ?? "", "utf8");
    assert.match(results, new RegExp(`^"${BROKEN_ROW + 1}","'=1\\+1",`, "m"), "formulas are escaped");
  });

  it("requests identical rows only if they are included explicitly", async () => {
    await page.getByRole("button", { name: /choose another file/i }).click();
    await choose("recipient,amount\nMina Okafor Design,2001.10\nTern Packaging Co.,2002\nMina Okafor Design,2001.1\n");
    await page.getByText("Line 2 has the same recipient, amount, and method").waitFor();
    await page.getByRole("button", { name: "Request 2 payments, $4,003.10" }).waitFor();
    await page.getByLabel("Include line 4 anyway").check();
    await page.getByRole("button", { name: "Request 3 payments, $6,004.20" }).waitFor();
    await page.getByLabel("Include line 4 anyway").uncheck();
    await page.getByRole("button", { name: "Request 2 payments" }).click();
    await page.getByText("2 of 3 requested").waitFor();
    await page.getByLabel("Include line 4 anyway").waitFor();
  });

  it("pauses between two rows and rejects invalid files", async () => {
    await page.getByRole("button", { name: /choose another file/i }).click();
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "empty.csv", mimeType: "text/csv", buffer: Buffer.from("recipient,amount\n") });
    await page.getByText("The file has no payments").waitFor();
    await page.locator("input[type=file]").setInputFiles({
      name: "commas.csv",
      mimeType: "text/csv",
      buffer: Buffer.from('recipient;amount\nMina Okafor Design;"12,50"\n'),
    });
    await page.getByText("“12,50” is $12.50").waitFor();
    await page.getByRole("button", { name: "Request 1 payment, $12.50" }).waitFor();
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
    await page.getByRole("button", { name: "Request 30 payments" }).click();
    await page.getByText(/^[3-9] of 30 requested/).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: /Continue with \d+ payments/ }).waitFor();
    const progress = page.getByRole("status").filter({ hasText: "requested" });
    const progressText = await progress.innerText();
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.equal(await progress.innerText(), progressText);
  });
});
