import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newYorkDay } from "bursar-banking/calendar/new-york";
import { DAY_MS, plusMs } from "../../../server/src/kernel/clock/clock.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { look } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/scheduled" });

/** The demo organization has two approved payments and two that repeat. */
describe("scheduled and recurring payments", () => {
  const table = (name: string) => page.getByRole("table", { name, exact: true });
  const rows = (name: string) => table(name).locator("tbody tr");
  const ofDesigner = () => rows("Scheduled payments").filter({ hasText: "Mina Okafor Design" }).first();

  it("lists them with what they leave in the account, and skips one with a key", async () => {
    await rows("Scheduled payments").filter({ hasText: "Columbia Gorge Freight" }).getByText("Approved").waitFor();
    await rows("Forecast").filter({ hasText: "Operating Checking" }).getByText("−$").first().waitFor();
    await look(page, "scheduled");
    const texts = await rows("Scheduled payments").allInnerTexts();
    const index = texts.findIndex((text) => text.includes("Mina Okafor Design"));
    for (let step = 0; step <= index; step += 1) await page.keyboard.press("j");
    await page.keyboard.press("s");
    await ofDesigner().getByText("Skipped").waitFor();
    await page.keyboard.press("s");
    await ofDesigner().getByText("Planned").waitFor();
  });

  it("shows a month as a calendar, with links to each payment", async () => {
    await page.getByRole("radio", { name: "Calendar" }).locator("..").click();
    const calendar = page.getByRole("table", { name: /^Scheduled payments/ });
    await calendar.waitFor();
    await page.getByRole("button", { name: "Next month" }).click();
    await page.waitForURL(/month=/);
    await calendar.getByRole("link", { name: /^Alder Block Properties LLC \$8,400\.00/ }).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "scheduled-calendar");
  });

  it("opens a recurring payment, skips one of its payments, changes it, and stops it", async () => {
    await page.getByRole("radio", { name: "Recurring" }).locator("..").click();
    await rows("Recurring payments").getByRole("link", { name: "Alder Block Properties LLC" }).waitFor();
    await checkAccessible(page);
    await look(page, "recurring");
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /^Recurring payment to/, level: 1 }).waitFor();
    await rows("Next payments").nth(1).getByRole("button", { name: /^Skip/ }).press("Enter");
    await rows("Next payments").nth(1).getByText("Skipped").waitFor();
    await page.getByText("No payments yet").waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "recurring-payment");
    await page.getByRole("link", { name: "Edit", exact: true }).press("Enter");
    await page.getByRole("combobox", { name: "Repeat" }).waitFor();
    const amount = page.getByRole("textbox", { name: "Amount" });
    await amount.fill("1,300.00");
    await checkAccessible(page);
    await look(page, "recurring-edit");
    await amount.press("Enter");
    await page.getByText("$1,300.00").first().waitFor();
    await page.getByRole("button", { name: "Stop", exact: true }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Stop recurring payment" });
    await dialog.waitFor();
    await checkAccessible(page);
    await page.keyboard.press("Enter");
    await page.getByText("Stopped", { exact: true }).waitFor();
    await settled(page);
    assert.equal(await page.getByRole("link", { name: "Edit", exact: true }).count(), 0);
  });

  it("sets up a payment that repeats from the payment form", async () => {
    await page.getByRole("link", { name: "Pay", exact: true }).click();
    await page.getByRole("combobox", { name: "Recipient" }).fill("tern");
    await page.getByRole("option", { name: "Tern Packaging Co." }).click();
    await page.getByRole("radio", { name: "ACH" }).waitFor();
    await page.getByRole("textbox", { name: "Amount" }).fill("75");
    await page.getByRole("combobox", { name: "Repeat" }).selectOption("Every month");
    const set = page.getByRole("button", { name: "Set up recurring payment" });
    assert.ok(await set.isDisabled(), "the first day is missing");
    const start = newYorkDay(plusMs(dashboard.service.clock.now(), 40 * DAY_MS));
    await page.getByLabel("First payment on").fill(start);
    await page.getByRole("combobox", { name: "Day of the month" }).selectOption("31, or the last day");
    await page.getByRole("combobox", { name: "Ends", exact: true }).selectOption("After a number of payments");
    await page.getByRole("spinbutton", { name: "Number of payments" }).fill("3");
    await checkAccessible(page, { inDark: true });
    await look(page, "pay-repeat");
    await set.click();
    await page.getByRole("heading", { name: "Recurring payment to Tern Packaging Co.", level: 1 }).waitFor();
    await page.getByText("Last day of the month").waitFor();
    await rows("Next payments").nth(2).waitFor();
    await settled(page);
    assert.equal(await rows("Next payments").count(), 3);
  });
});
