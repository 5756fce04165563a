import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { long } from "../../../server/test/kit/faults/random.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, look, prove } from "../kit/browser.ts";
import { openStage } from "../kit/stage.ts";
import { workbook } from "../kit/workbook.ts";

/** The browser asks for a preview of each row, twice in these stories: every row with --long. */
const PAYMENTS = long ? 400 : 100;
/** A near match every so many rows, and an unknown name. */
const EVERY = { near: PAYMENTS / 5, unknown: Math.floor(PAYMENTS * 0.325) };
const INTERACTIONS_MAX = 10;
const exact = ["Tern Packaging Co.", "Mina Okafor Design", "Columbia Gorge Freight", "Willamette Gas & Power"];
const near = [
  "Tern Packaging",
  "MINA OKAFOR DESIGN, LLC",
  "Columbia Gorge Frieght",
  "Willamette Gas and Power Inc.",
  "Alder Block Properties",
];
const unknown = ["Kaffeehaus Möller GmbH", "Papierfabrik Süd AG", "Élan Traduction SARL"];

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/accounts" });

const german = (cents: number): string =>
  `${String(Math.floor(cents / 100)).replaceAll(/\B(?=(\d{3})+$)/g, ".")},${String(cents % 100).padStart(2, "0")}`;

/** As an accounting program in Germany exports it: Windows-1252, semicolons, decimal commas, a title, and a total. */
function supplierFile(): { readonly text: string; readonly cents: number } {
  const names = Array.from({ length: PAYMENTS }, (_, row) => {
    if (row % EVERY.near === 7) return near[Math.floor(row / EVERY.near)] ?? "";
    if (row % EVERY.unknown === 11) return unknown[Math.floor(row / EVERY.unknown)] ?? "";
    return exact[row % exact.length] ?? "";
  });
  const cents = names.map((_, row) => 101_007 + row * 1_113);
  const rows = names.map((name, row) => {
    const email = unknown.includes(name) ? `rechnung${row}@lieferant.example` : "";
    return `${name};R-${2000 + row};${german(cents[row] ?? 0)};${email}`;
  });
  const total = cents.reduce((sum, each) => sum + each, 0);
  const lines = [
    "Zahlungslauf November;;;",
    "Lieferant;Rechnungs-Nr.;Betrag;E-Mail",
    ...rows,
    `Summe;;${german(total)};`,
  ];
  return { text: lines.join("\r\n"), cents: total };
}

const dollars = (cents: number): string =>
  new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" }).format(cents / 100);

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

describe("importing a supplier's file", () => {
  it(`makes ${PAYMENTS} rows ready in at most ${INTERACTIONS_MAX} interactions`, async () => {
    const { text, cents } = supplierFile();
    const interactions: string[] = [];
    const act = async (name: string, does: () => Promise<unknown>) => {
      interactions.push(name);
      await does();
    };
    const click = (name: string) => act(name, () => page.getByRole("button", { name, exact: true }).click());
    await follow(page, "/pay/many");
    const begun = performance.now();
    await act("choose the file", () => choose(page, file("zahlungen.csv", Buffer.from(text, "latin1"))));
    await page.getByRole("heading", { name: "zahlungen.csv" }).waitFor();
    await page.getByText("For example, “Kaffeehaus Möller GmbH”").waitFor();
    assert.equal(await page.getByLabel("Encoding").inputValue(), "windows-1252");
    assert.equal(await page.getByLabel("Separator").inputValue(), ";");
    await page.getByText("“1.010,07” is $1,010.07").waitFor();
    await page.getByText(`says “Summe” and is the sum of ${PAYMENTS} rows before it`).waitFor();
    await page.getByRole("button", { name: "Accept all 5" }).waitFor();
    await page.getByRole("button", { name: "Invite all 3" }).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "import-supplier-file");
    await click("Exclude the total");
    await click("Accept all 5");
    await click("Invite all 3");
    await page.getByRole("dialog", { name: "Invite recipients" }).waitFor();
    await checkAccessible(page);
    await look(page, "import-invite");
    await click("Send 3 invites");
    const proof = page.getByRole("dialog", { name: "Confirm your identity" });
    await proof
      .or(page.getByText("Invited", { exact: true }).first())
      .first()
      .waitFor();
    if (await proof.isVisible()) {
      // Typing the password, and the button.
      interactions.push("type the password");
      await act("confirm", () => prove(page, dashboard.user("bookkeeper")));
    }
    const ready = PAYMENTS - unknown.length;
    await page.getByRole("button", { name: new RegExp(`^Request ${ready} payments, `) }).waitFor({ timeout: 90_000 });
    const seconds = Math.round((performance.now() - begun) / 1000);
    process.stdout.write(`# ${interactions.length} interactions, ${seconds} s: ${interactions.join(", ")}\n`);
    assert.ok(interactions.length <= INTERACTIONS_MAX, interactions.join(", "));
    const totals = page.getByLabel("Totals of the file");
    await totals.getByText(`In the file: ${PAYMENTS + 1}`).waitFor();
    await totals.getByText("Excluded: 1").waitFor();
    await totals.getByText(dollars(cents), { exact: true }).first().waitFor();
    await totals.getByText("Needs fixing: 3").waitFor();
    await look(page, "import-supplier-file-ready");
  });

  it("keeps every decision when the page is loaded again", async () => {
    await page.reload();
    await page
      .getByRole("button", { name: new RegExp(`^Request ${PAYMENTS - unknown.length} payments, `) })
      .waitFor({ timeout: 90_000 });
    await page.getByLabel("Totals of the file").getByText("Excluded: 1").waitFor();
    assert.equal(await page.getByText("Invited", { exact: true }).count(), unknown.length);
    await page.getByText("Excluded (1)").first().click();
    await page.getByRole("button", { name: `Include line ${PAYMENTS + 3}` }).waitFor();
    await anotherFile();
  });

  it("asks where the file can be read in two ways", async () => {
    await choose(page, file("unclear.csv", "Payee|Amount|Send on\nTern Packaging Co.|1.234|03/04/2099\n"));
    await page
      .getByText(/Choose: “1.234” is \$1,234.00 with a comma; “1.234” is not a valid amount with a point/)
      .waitFor();
    await page.getByText("Choose: “03/04/2099” is March 4, 2099, or “03/04/2099” is April 3, 2099").waitFor();
    await page.getByText("can be read in two ways. Choose the decimal sign of the file.").waitFor();
    await page.getByText("can be read in two ways. Choose the date format of the file.").waitFor();
    await checkAccessible(page);
    await look(page, "import-questions");
    await page.getByLabel("Decimal sign").selectOption(",");
    await page.getByLabel("Dates").selectOption("dmy");
    await page.getByText("$1,234.00").first().waitFor();
    await page.getByText("“03/04/2099” is April 3, 2099").waitFor();
    await page.getByLabel("Separator").selectOption(",");
    await page.getByText("1 column", { exact: true }).waitFor();
    await anotherFile();
  });

  it("returns from adding a recipient without losing the file", async () => {
    await choose(page, file("new.csv", "Payee,Amount,Email\nOrbit Roasters,12.50,ap@orbit.example\n"));
    await page.getByRole("link", { name: "Add Orbit Roasters as a recipient" }).click();
    await page.getByRole("heading", { name: "New recipient" }).waitFor();
    assert.equal(await page.getByLabel("Name", { exact: true }).inputValue(), "Orbit Roasters");
    assert.equal(await page.getByLabel("Email (optional)").inputValue(), "ap@orbit.example");
    await page.getByLabel("Routing number").fill("021000021");
    await page.getByLabel("Account number").fill("99887766");
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
    await page.getByRole("button", { name: "Exclude the total" }).click();
    await page.getByRole("button", { name: "Request 2 payments, $1,334.06" }).waitFor();
    await page.getByRole("button", { name: "Edit row 6" }).waitFor();
    await checkAccessible(page);
    await look(page, "import-workbook");
    await page.getByLabel("Sheet").selectOption("Archive");
    await page.getByRole("button", { name: "Request 1 payment, $5.00" }).waitFor();
    await anotherFile();
  });
});

describe("importing by keyboard alone", () => {
  const focused = () =>
    page.evaluate<string>(
      "document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent ?? ''",
    );
  const tabTo = async (name: RegExp) => {
    for (let presses = 0; presses < 150; presses += 1) {
      if (name.test(await focused())) return;
      await page.keyboard.press("Tab");
    }
    assert.fail(`Tab does not reach ${name}`);
  };

  it("accepts suggestions with one key each, and requests the payments", async () => {
    await tabTo(/^Choose file$/);
    const choosing = page.waitForEvent("filechooser");
    await page.keyboard.press("Enter");
    const rows = ["Tern Packaging;2.101,00", "Gorge Freight;2.102,50", "Summe;4.203,50"];
    await (await choosing).setFiles(file("keys.csv", `Lieferant;Betrag\n${rows.join("\n")}\n`));
    await page.getByRole("heading", { name: "keys.csv" }).waitFor();
    await page.getByRole("button", { name: "Accept all 2" }).waitFor();
    await tabTo(/^Exclude the total$/);
    await page.keyboard.press("Enter");
    await tabTo(/^Accept the recipient for Tern Packaging$/);
    await page.keyboard.press("Enter");
    await page.waitForFunction(
      "document.activeElement.getAttribute('aria-label') === 'Accept the recipient for Gorge Freight'",
    );
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Request 2 payments, $4,203.50" }).waitFor();
    await tabTo(/^Request 2 payments/);
    await page.keyboard.press("Enter");
    await page.getByText("2 of 3 requested").waitFor();
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
