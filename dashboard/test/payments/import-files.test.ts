import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { long } from "../../../server/test/kit/faults/random.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { hasValue, look, prove } from "../kit/browser.ts";
import { tabTo } from "../kit/keyboard.ts";
import { openStage } from "../kit/stage.ts";
import { workbook } from "../kit/workbook.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/pay/many" });

const file = (name: string, content: string | Buffer) => ({
  name,
  mimeType: "application/octet-stream",
  buffer: typeof content === "string" ? Buffer.from(content) : content,
});
const choose = (on: Page, chosen: ReturnType<typeof file>) => on.locator("input[type=file]").setInputFiles(chosen);
const anotherFile = async () => {
  await page.getByRole("button", { name: "Choose another file" }).click();
  await page.getByRole("button", { name: "Choose file" }).waitFor();
};

describe("importing a file", () => {
  it("asks where the file can be read in two ways", async () => {
    await choose(page, file("unclear.csv", "Payee|Amount|Send on\nTern Packaging Co.|1.234|03/04/2099\n"));
    await page
      .getByText(/Choose: “1.234” is \$1,234.00 with a comma; “1.234” is not a valid amount with a point/)
      .waitFor();
    await page.getByText("Choose: “03/04/2099” is March 4, 2099, or “03/04/2099” is April 3, 2099").waitFor();
    await page.getByText("can be read in two ways. Choose the decimal sign of the file.").waitFor();
    await page.getByText("can be read in two ways. Choose the date format of the file.").waitFor();
    // The first field that needs an answer.
    await page.locator("select:focus").and(page.getByLabel("Decimal sign")).waitFor();
    await checkAccessible(page);
    await look(page, "import-questions");
    await page.getByLabel("Decimal sign").selectOption(",");
    await page.getByLabel("Dates").selectOption("dmy");
    await page.getByText("$1,234.00").first().waitFor();
    await page.getByText("“03/04/2099” is April 3, 2099", { exact: true }).waitFor();
    await page.getByRole("button", { name: "File settings", exact: true }).click();
    await page.getByLabel("Separator").selectOption(",");
    await page.getByText("1 column", { exact: true }).waitFor();
    await anotherFile();
  });

  it("returns from adding a recipient without losing the file", async () => {
    await choose(page, file("new.csv", "Payee,Amount,Email\nOrbit Roasters,12.50,ap@orbit.example\n"));
    await page.getByRole("link", { name: "Add Orbit Roasters as a recipient" }).click();
    await page.getByRole("heading", { name: "New recipient" }).waitFor();
    await hasValue(page.getByLabel("Name", { exact: true }), "Orbit Roasters");
    await hasValue(page.getByLabel("Email (optional)"), "ap@orbit.example");
    await page.getByLabel("Routing number").fill("021000021");
    await page.getByLabel("Account number").fill("99887766");
    await page.getByLabel("Confirm account number").fill("99887766");
    await page.getByRole("button", { name: "Add recipient" }).click();
    const proof = page.getByRole("dialog", { name: "Confirm your identity" });
    await proof
      .or(page.getByRole("heading", { name: "new.csv" }))
      .first()
      .waitFor();
    if (await proof.isVisible()) await prove(page, dashboard.user("bookkeeper"));
    await page.getByRole("heading", { name: "new.csv" }).waitFor();
    await page.getByRole("button", { name: "Request 1 payment, $12.50" }).waitFor();
    await anotherFile();
  });
});

describe("importing a workbook", () => {
  it("keeps the types of cells and offers the other sheets", async () => {
    const bytes = workbook(
      [
        ["Supplier run"],
        [],
        ["Supplier", "Amount", "Invoice"],
        ["Tern Packaging Co.", 1234.56, 1042],
        ["Mina Okafor Design", { formula: "A1*2", result: 99.5 }, 1043],
        ["Columbia Gorge Freight", { formula: "WEBSERVICE(A1)" }, 1044],
        ["Total", 1334.06],
      ],
      {
        others: {
          Archive: [
            ["Payee", "Amount"],
            ["Mina Okafor Design", 5],
          ],
        },
      },
    );
    await choose(page, file("run.xlsx", bytes));
    await page.getByRole("heading", { name: "run.xlsx" }).waitFor();
    await page.getByText("has a formula without a stored result").waitFor();
    await page.getByText("The rows add up to the file’s own total of $1,334.06 (row 7).").waitFor();
    await page.getByRole("button", { name: "Request 2 payments, $1,334.06" }).waitFor();
    await page.getByRole("button", { name: "Edit row 6" }).waitFor();
    await checkAccessible(page);
    await look(page, "import-workbook");
    await page.getByRole("button", { name: "File settings", exact: true }).click();
    await page.getByLabel("Sheet").selectOption("Archive");
    await page.getByRole("button", { name: "Request 1 payment, $5.00" }).waitFor();
    await anotherFile();
  });
});

describe("importing by keyboard alone", () => {
  it("accepts suggestions with one key each, and requests the payments", async () => {
    // Before the way to the button: the browser needs a moment to begin handing over its choosers, and closes them until then.
    const choosing = page.waitForEvent("filechooser");
    await tabTo(page, /^Choose file$/);
    await page.keyboard.press("Enter");
    const rows = ["Tern Packaging;2.101,00", "Gorge Freight;2.102,50", "Summe;4.203,50"];
    await (await choosing).setFiles(file("keys.csv", `Lieferant;Betrag\n${rows.join("\n")}\n`));
    await page.getByRole("heading", { name: "keys.csv" }).waitFor();
    await page.getByRole("button", { name: "Accept all 2" }).waitFor();
    await tabTo(page, /^Accept the recipient for Tern Packaging$/);
    await page.keyboard.press("Enter");
    await page.locator("[aria-label='Accept the recipient for Gorge Freight']:focus").waitFor();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Request 2 payments, $4,203.50" }).waitFor();
    await tabTo(page, /^Request 2 payments/);
    await page.keyboard.press("Enter");
    await page.getByText("2 of 2 requested").waitFor();
    await anotherFile();
  });
});

describe("files that are no payment files", () => {
  /** The longest time in which the page did not respond. Only runs with `--long` compare it: other tests delay pages. */
  const longestPause = async (act: () => Promise<unknown>): Promise<number> => {
    await page.evaluate(
      "window.pauses = [0]; window.last = performance.now(); window.timer = setInterval(() => { const now = performance.now(); window.pauses.push(now - window.last); window.last = now; }, 10)",
    );
    await act();
    return page.evaluate<number>("(clearInterval(window.timer), Math.max(...window.pauses))");
  };

  it("are explained without a pause", async () => {
    const files: readonly (readonly [name: string, content: string | Buffer, problem: RegExp])[] = [
      ["large.csv", Buffer.alloc(32 * 1024 * 1024, "a,1\n"), /larger than 10 MB/],
      ["wide.csv", `a${",".repeat(1_000_000)}\n`, /more than 200 columns/],
      ["quote.csv", `a,b\n"${"x,1\n".repeat(1_000_000)}`, /Line 2 opens a quotation mark that is never closed/],
      ["zeros.csv", Buffer.alloc(1_000_000), /NUL character|binary/],
      ["photo.csv", Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47]), Buffer.alloc(1_000)]), /is a picture/],
      ["broken.xlsx", Buffer.from("PK\u0003\u0004 and nothing else"), /workbook is damaged/],
    ];
    // From the disk: Playwright would pass the contents through the page.
    const folder = await mkdtemp(join(tmpdir(), "bursar-files-"));
    for (const [name, content] of files) await writeFile(join(folder, name), content);
    const pause = await longestPause(async () => {
      for (const [name, , problem] of files) {
        await page.locator("input[type=file]").setInputFiles(join(folder, name));
        await page.getByRole("alert").getByText(problem).waitFor();
      }
    });
    await rm(folder, { recursive: true });
    process.stdout.write(`# hostile files: longest pause ${Math.round(pause)} ms\n`);
    if (long) assert.ok(pause < 500, `the page paused for ${Math.round(pause)} ms`);
    await look(page, "import-refused");
  });

  it("shows long names and formulas as text", async () => {
    const name = "A".repeat(10_000);
    await choose(page, file("long.csv", `Payee,Amount,Memo\n${name},1.00,=1+1\n=HYPERLINK("x"),2.00,x\n`));
    await page.getByRole("heading", { name: "Recipients not found" }).waitFor();
    await page
      .getByText(`${"A".repeat(80)}…`)
      .first()
      .waitFor();
    await checkAccessible(page);
    await look(page, "import-long-names");
    await anotherFile();
  });

  it("stays responsive with thousands of names that are nearly recipients'", async () => {
    const rows = Array.from({ length: 4_900 }, (_, row) => `Tern Packagin ${row.toString(36)},${row + 1}.00`);
    const pause = await longestPause(async () => {
      await choose(page, file("many.csv", `Payee,Amount\n${rows.join("\n")}\n`));
      await page.getByRole("heading", { name: "many.csv" }).waitFor();
      await page.getByText("Needs fixing (4900)").first().waitFor();
    });
    process.stdout.write(`# 4,900 unknown names: longest pause ${Math.round(pause)} ms\n`);
    if (long) assert.ok(pause < 1_500, `the page paused for ${Math.round(pause)} ms`);
    await anotherFile();
  });
});
