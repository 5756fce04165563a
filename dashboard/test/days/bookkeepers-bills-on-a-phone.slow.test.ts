import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import type { Locator } from "playwright-core";
import { eventually } from "../../../server/test/kit/service/eventually.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { look } from "../kit/browser.ts";
import { checkLayout } from "../kit/layout.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";
import { checkTapTargets } from "../kit/tap-targets.ts";
import { type Act, addVendors, allSaved, readUnpaidBills, unpaidBills, versionOfDraft } from "../kit/unpaid-bills.ts";

/** With a thumb, as payments/files-of-programs.test.ts at a desk: some vendors have two bills, a credit, or nothing open. */
const VENDORS = 14;
const TAPS_MAX = { bills: 7, errors: 6 };

const { dashboard, browser } = await openStage();
const bookkeeper = dashboard.user("bookkeeper");
const { page } = await browser.signIn(bookkeeper, { phone: true });
const { page: desk } = await browser.signIn(bookkeeper, { at: "/pay/many" });
const bills = unpaidBills(VENDORS);

const taps: string[] = [];
const act: Act = async (name, does) => {
  taps.push(name);
  await does();
};
const tap = (name: string | RegExp, role: "button" | "link" = "button") =>
  act(String(name), () => page.getByRole(role, typeof name === "string" ? { name, exact: true } : { name }).click());
const check = async (name: string) => {
  await settled(page);
  await checkAccessible(page);
  await checkLayout(page, name);
  await checkTapTargets(page);
};

/** Something on the page may cover it: the header, or the bar at the bottom. */
const isInView = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return element.contains(element.ownerDocument.elementFromPoint((left + right) / 2, (top + bottom) / 2));
  });

/** A day of next month that may be another month's, as April 6 in "04/06". */
function unclearDay(): string {
  const day = Temporal.PlainDate.from(newYorkDay(dashboard.service.clock.now())).add({ months: 1 });
  const of = (number: number) => String(number).padStart(2, "0");
  return `${of(day.month)}/${of(day.month === 4 ? 6 : 4)}/${day.year}`;
}

const secondFile = [
  "Payee,Amount,Due,Memo",
  `Tern Packaging Co.,abc,${unclearDay()},Labels`,
  `Mina Okafor Design,145.40,${unclearDay()},Posters`,
  `Rose City Print Shop,42.50,${unclearDay()},Flyers`,
].join("\r\n");

/** This file has more saved versions than the files after it. */
async function leaveFileAtDesk(): Promise<void> {
  await desk
    .locator("input[type=file]")
    .setInputFiles({ name: "old.csv", mimeType: "text/csv", buffer: Buffer.from(secondFile) });
  for (let version = 0; version < 8; version += 1) {
    await desk.getByLabel("Batch name").fill(`November, draft ${version}`);
    await eventually("the name is saved", async () => ((await versionOfDraft(desk)) ?? 0) > version);
  }
  await desk.goto(`${dashboard.url}/dashboard/accounts`);
}

describe("a bookkeeper's bills on a phone", () => {
  it(`are requested with at most ${TAPS_MAX.bills} taps from Home`, async (t) => {
    await addVendors(dashboard, VENDORS);
    await leaveFileAtDesk();
    await tap("Open navigation");
    await tap("Pay", "link");
    await tap("Pay from a file", "link");
    await tap("Choose another file");
    await page.getByRole("button", { name: "Choose file" }).waitFor();
    const request = await readUnpaidBills(page, bills, act);
    await request.waitFor();
    await check("unpaid bills");
    await act("request", () => request.click());
    await page.getByText("The batch was submitted for approval.").waitFor();
    await check("requested");
    t.diagnostic(`${bills.length} bills with ${taps.length} taps: ${taps.join(", ")}`);
    assert.ok(taps.length <= TAPS_MAX.bills, taps.join(", "));
  });

  it(`a second file's errors are put right with at most ${TAPS_MAX.errors} taps`, async (t) => {
    taps.length = 0;
    await tap("Choose another file");
    await act("choose the file", () =>
      page
        .locator("input[type=file]")
        .setInputFiles({ name: "december.csv", mimeType: "text/csv", buffer: Buffer.from(secondFile) }),
    );
    const dates = page.getByLabel("Dates");
    await page.locator("select:focus").and(dates).waitFor();
    assert.ok(await isInView(dates), "the question is in view");
    assert.equal(await page.getByLabel("Encoding").count(), 0, "what was detected is folded");
    await check("a question");
    await act("month first", () => dates.selectOption("mdy"));
    await act("edit the amount", () => page.getByRole("button", { name: "Tern Packaging Co." }).click());
    const dialog = page.getByRole("dialog", { name: "Edit line 2" });
    await check("a row");
    await dialog.getByLabel("Amount").fill("310");
    await act("save", () => dialog.getByRole("button", { name: "Save row" }).click());
    await tap("Exclude the rows of Rose City Print Shop");
    await page.getByRole("button", { name: "Request 2 payments, $455.40" }).waitFor();
    await check("nothing left to fix");
    await look(page, "bills-on-a-phone");
    t.diagnostic(`${taps.length} taps: ${taps.join(", ")}`);
    assert.ok(taps.length <= TAPS_MAX.errors, taps.join(", "));
    await allSaved(page);
  });

  it("and it continues at the desk, which had another file before", async () => {
    await desk.goto(`${dashboard.url}/dashboard/`);
    const item = desk.getByRole("listitem").filter({ hasText: "Payment file not finished" });
    await item.getByText("december.csv").waitFor();
    await item.getByRole("link", { name: "Continue" }).click();
    await desk.getByRole("heading", { name: "december.csv" }).waitFor();
    await desk.getByText("Excluded (1)").waitFor();
    await desk.getByRole("button", { name: "Request 2 payments, $455.40" }).click();
    await desk.getByText("The batch was submitted for approval.").waitFor();
    await eventually("the file is finished", async () => (await versionOfDraft(desk)) === undefined);
    // The phone has nothing to continue, and nothing is requested twice.
    await page.reload();
    await page.getByRole("button", { name: "Choose file" }).waitFor();
    const { requests } = (await dashboard.call("GET", "/request-send-money?limit=1000")) as {
      readonly requests: readonly { readonly amount: number }[];
    };
    assert.equal(requests.filter(({ amount }) => amount === 310).length, 1);
  });
});
