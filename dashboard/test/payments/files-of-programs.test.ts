import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { follow, hasValue, look } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { csvOf, sheetOf } from "../kit/program-files.ts";
import { openStage } from "../kit/stage.ts";
import {
  addVendors,
  allSaved,
  dollars,
  readUnpaidBills,
  rowsOfProgram,
  sumOfBills,
  unpaidBills,
} from "../kit/unpaid-bills.ts";
import { workbook } from "../kit/workbook.ts";

const VENDORS = 60;
const INTERACTIONS_MAX = 8;

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/accounts" });

const bills = unpaidBills(VENDORS);
const open = bills.filter(({ cents }) => cents > 0);
const credits = bills.filter(({ cents }) => cents < 0);

const choose = (name: string, bytes: Buffer) =>
  page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/octet-stream", buffer: bytes });

describe("an export of unpaid bills", () => {
  it(`of ${VENDORS} vendors comes to the right total in at most ${INTERACTIONS_MAX} interactions`, async (t) => {
    await addVendors(dashboard, VENDORS);
    const interactions: string[] = [];
    const act = async (name: string, does: () => Promise<unknown>) => {
      interactions.push(name);
      await does();
    };
    await follow(page, "/pay/many");
    const request = await readUnpaidBills(page, bills, act);
    // Until every row is checked, nothing can be requested.
    await page.getByRole("button", { name: /^Checking \d+ rows…$/ }).waitFor();
    assert.ok(await page.getByRole("button", { name: /^Checking \d+ rows…$/ }).isDisabled());
    await request.waitFor({ timeout: 300_000 });
    await settled(page);
    await checkAccessible(page, { inDark: true });
    await look(page, "unpaid-bills");
    await act("request", () => request.click());
    await page.getByText("The batch was submitted for approval.").waitFor({ timeout: 300_000 });
    t.diagnostic(`${interactions.length} interactions: ${interactions.join(", ")}`);
    assert.ok(interactions.length <= INTERACTIONS_MAX, interactions.join(", "));
    type Requests = { requests: { amount: number; recipientId: string }[] };
    const { requests } = (await dashboard.call("GET", "/request-send-money?limit=1000")) as Requests;
    const amounts = requests.map(({ amount }) => Math.round(amount * 100));
    for (const bill of open.filter(({ vendor }) => !credits.some((credit) => credit.vendor === vendor)))
      assert.ok(amounts.includes(bill.cents), `${bill.invoice} is requested as it is`);
    // The first bill of a vendor with a credit is less.
    for (const credit of credits) {
      const first = open.find(({ vendor }) => vendor === credit.vendor);
      assert.ok(amounts.includes((first?.cents ?? 0) + credit.cents), `${credit.vendor} is paid less`);
    }
    await page.getByRole("button", { name: "Choose another file" }).click();
  });

  it("whose rows do not add up is not requested until the user accepts the difference", async () => {
    const [first, ...others] = bills.slice(0, 4);
    assert.ok(first !== undefined);
    const rows = rowsOfProgram("NetSuite, A/P aging detail", [first, ...others]);
    // A bill was deleted by hand, and the totals were not.
    const shorter = rows.filter((cells) => !cells.includes(first.invoice));
    await choose("aging.csv", Buffer.from(csvOf(shorter)));
    await page.getByText(`The rows differ from the file’s own total by ${dollars(first.cents)}`).waitFor();
    const request = page.getByRole("button", { name: /^Request \d+ payment/ });
    await page
      .getByText(/Include all \d+ possible duplicates|Include line/)
      .first()
      .waitFor();
    await look(page, "import-difference");
    await page.getByLabel(/Include all \d+ possible duplicates/).check();
    await request.waitFor();
    assert.ok(await request.isDisabled());
    await page.getByLabel("The difference is right").check();
    assert.ok(await request.isEnabled());
    await checkAccessible(page);
    await page.getByRole("button", { name: "Choose another file" }).click();
  });

  it("of another program asks once what its words for payment methods mean", async () => {
    const some = bills
      .filter(({ cents }) => cents > 0)
      .slice(6, 10)
      .map((bill) => ({ ...bill, cents: bill.cents + 7 }));
    await choose("bills.xlsx", workbook(sheetOf(rowsOfProgram("Bill.com, bills", some))));
    const word = page.getByLabel("“ePayment” means");
    await word.waitFor();
    await page.locator("select:focus").and(word).waitFor();
    await checkAccessible(page);
    await look(page, "import-method-words");
    await word.selectOption("default");
    await page.getByRole("button", { name: /^Request \d payments/ }).waitFor();
    await page.getByRole("button", { name: "Choose another file" }).click();
  });

  it(`comes to the right total on a phone, too, in at most ${INTERACTIONS_MAX} interactions`, async (t) => {
    const { page: phone } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/pay/many", phone: true });
    const some = bills.slice(6, 20).map((bill) => ({ ...bill, cents: bill.cents > 0 ? bill.cents + 13 : bill.cents }));
    const rows = rowsOfProgram("QuickBooks Online, unpaid bills", some);
    const interactions: string[] = [];
    const act = async (name: string, does: () => Promise<unknown>) => {
      interactions.push(name);
      await does();
    };
    await act("choose the file", () =>
      phone
        .locator("input[type=file]")
        .setInputFiles({ name: "unpaid.csv", mimeType: "text/csv", buffer: Buffer.from(csvOf(rows)) }),
    );
    await phone.getByText(`The rows add up to the file’s own total of ${dollars(sumOfBills(some))}`).waitFor();
    await phone.getByText("Credits", { exact: true }).waitFor();
    await settled(phone);
    await checkAccessible(phone);
    await look(phone, "unpaid-bills-phone");
    await act("deduct the credit", () =>
      phone
        .getByRole("radiogroup", { name: /^Credit of Vendor 04/ })
        .getByText("Deduct")
        .click(),
    );
    const count = some.filter(({ cents }) => cents > 0).length;
    const request = phone.getByRole("button", { name: `Request ${count} payments, ${dollars(sumOfBills(some))}` });
    await request.waitFor();
    // The last of the choices of rows is reached by scrolling, not cut off by the section.
    const cutOff = await phone.evaluate<readonly string[]>(
      "[...document.querySelectorAll('main section')].filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.innerText)",
    );
    assert.deepEqual(cutOff, []);
    await act("request", () => request.click());
    await phone.getByText("The batch was submitted for approval.").waitFor();
    t.diagnostic(`${interactions.length} interactions: ${interactions.join(", ")}`);
    assert.ok(interactions.length <= INTERACTIONS_MAX, interactions.join(", "));
    await checkAccessible(phone);
    await phone.getByRole("button", { name: "Choose another file" }).click();
    await phone.getByRole("button", { name: "Choose file" }).waitFor();
  });

  it("that is left in the middle continues on another device, and Home names it", async () => {
    const some = bills
      .filter(({ cents }) => cents !== 0)
      .slice(20, 27)
      .map((bill) => ({ ...bill, cents: bill.cents + 11 }));
    const { page: desk } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/pay/many" });
    const { page: phone } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/", phone: true });
    const rows = rowsOfProgram("NetSuite, A/P aging detail", some);
    await desk.locator("input[type=file]").setInputFiles({
      name: "aging.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(csvOf(rows)),
    });
    await desk.getByRole("heading", { name: "aging.csv" }).waitFor();
    await desk
      .getByRole("button", { name: /^Exclude line/ })
      .first()
      .click();
    await desk.getByText("Excluded (1)").waitFor();
    await allSaved(desk);

    await phone.reload();
    const item = phone.getByRole("listitem").filter({ hasText: "Payment file not finished" });
    await item.getByText("aging.csv").waitFor();
    await checkAccessible(phone);
    await look(phone, "home-payment-file");
    await item.getByRole("link", { name: "Continue" }).click();
    await phone.getByRole("heading", { name: "aging.csv" }).waitFor();
    await phone.getByText("Excluded (1)").waitFor();
    await phone.getByLabel("Batch name").fill("From the phone");
    await allSaved(phone);

    // The first browser does not overwrite what the second has saved.
    await desk.getByLabel("Batch name").fill("From the desk");
    await desk.getByText("This file was continued in another browser").waitFor();
    await look(desk, "import-continued-elsewhere");
    await desk.getByRole("button", { name: "Load it again" }).click();
    // Between the answer and the page, the file is unpacked and stored in the browser.
    await desk.getByText("This file was continued in another browser").waitFor({ state: "hidden" });
    await hasValue(desk.getByLabel("Batch name"), "From the phone");
    await desk.getByRole("button", { name: "Choose another file" }).click();
    await desk.getByRole("button", { name: "Choose file" }).waitFor();
    await follow(phone, "/");
    await phone.reload();
    await settled(phone);
    assert.equal(await phone.getByText("Payment file not finished").count(), 0);
    await phone.goto(`${dashboard.url}/dashboard/pay/many`);
    await phone.getByRole("button", { name: "Choose file" }).waitFor();
  });
});
