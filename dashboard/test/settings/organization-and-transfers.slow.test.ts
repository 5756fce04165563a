import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { hasValue, look, prove } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();

/** A blue picture, 60 by 20 pixels. */
const LOGO =
  "iVBORw0KGgoAAAANSUhEUgAAADwAAAAUCAIAAABeYcl+AAAALUlEQVR42u3OQQkAAAgEsCtiJrPZ2BQ+hMECLNXzTqSlpaWlpaWlpaWlpaUvLMyEoi3fgnCkAAAAAElFTkSuQmCC";

describe("organization settings and transfers", () => {
  const settingsUrl = () => `${dashboard.url}/dashboard/settings/organization`;

  it("saves settings after confirming identity and rejects an outdated form", async () => {
    const administrator = dashboard.user("administrator");
    const { page, context } = await browser.signIn(administrator);
    const stale = await context.newPage();
    for (const tab of [page, stale]) {
      await tab.goto(settingsUrl());
      await tab.getByLabel("Hold period in hours").waitFor();
    }
    await look(page, "settings-organization");
    assert.ok(await page.getByRole("button", { name: "Save settings" }).isDisabled());
    await page.getByRole("switch", { name: "Require confirmation by a second person" }).check({ force: true });
    await page.getByLabel("Hold period in hours").fill("48");
    await page.getByRole("link", { name: "Accounts" }).click();
    await page.getByRole("dialog", { name: "Leave this page?" }).getByRole("button", { name: "Stay" }).click();
    await page.getByRole("button", { name: "Save settings" }).click();
    await prove(page, administrator);
    await page.getByText("The settings were saved.").waitFor();
    await page.reload();
    await hasValue(page.getByLabel("Hold period in hours"), "48");

    await stale.getByLabel("Duplicate check window in hours").fill("0");
    await stale.getByRole("button", { name: "Save settings" }).click();
    await stale.getByText("Someone else changed the settings").waitFor();
    await checkAccessible(stale);
    await stale.getByRole("button", { name: "Load current settings" }).click();
    await stale.getByText("Someone else changed the settings").waitFor({ state: "hidden" });
    await hasValue(stale.getByLabel("Hold period in hours"), "48");
    await hasValue(stale.getByLabel("Duplicate check window in hours"), "24");
  });

  it("shows a logo and a color on the pages of customers, and refuses what is none", async () => {
    const administrator = dashboard.user("administrator");
    const { page } = await browser.signIn(administrator, { at: "/settings/organization" });
    await page.getByText("Larkspur Coffee Roasters, Inc.").last().waitFor();
    const choose = (name: string, mimeType: string, buffer: Buffer) =>
      page.getByLabel("Logo", { exact: true }).setInputFiles({ name, mimeType, buffer });
    await choose("logo.png", "image/png", Buffer.from(LOGO, "base64"));
    await prove(page, administrator);
    await page.getByText("The logo was uploaded.").waitFor();
    const logo = page.getByRole("figure", { name: "Preview" }).locator("img");
    await logo.waitFor();
    assert.equal(await logo.evaluate((image) => Reflect.get(image as object, "naturalWidth")), 60);
    await choose("logo.png", "image/png", Buffer.from("<svg></svg>"));
    await page.getByText("Must be a PNG or a JPEG.").waitFor();
    await page.getByLabel("Color (optional)").fill("#eeeeee");
    await page.getByRole("button", { name: "Save color" }).click();
    await page.getByText("This is too light to be read on white. Choose a darker color.").waitFor();
    await page.getByLabel("Color (optional)").fill("#1d4f91");
    await page.getByRole("button", { name: "Save color" }).click();
    await page.getByText("The color was saved.").waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "settings-brand");
    const menu = page.getByRole("navigation", { name: "Settings" });
    await menu.getByRole("link", { name: /^Users .*without a second factor$/ }).waitFor();
    await page.getByRole("button", { name: "Remove logo" }).click();
    await page.getByText("The logo was removed.").waitFor();
    await logo.waitFor({ state: "detached" });
  });

  it("shows settings to users who cannot change them", async () => {
    const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/settings/organization" });
    await page.getByText("You do not have permission to change these settings.").waitFor();
    await settled(page);
    assert.equal(await page.getByRole("button", { name: "Save settings" }).count(), 0);
    await checkAccessible(page);
  });

  it("requests a transfer as a bookkeeper and makes one as an administrator", async () => {
    const bookkeeper = await browser.signIn(dashboard.user("bookkeeper"), { at: "/transfers" });
    await bookkeeper.page.getByRole("link", { name: "New transfer" }).click();
    await bookkeeper.page.getByLabel("Amount").fill("250");
    await checkAccessible(bookkeeper.page);
    await look(bookkeeper.page, "transfer-new");
    await bookkeeper.page.getByRole("button", { name: "Request transfer" }).click();
    await bookkeeper.page.getByText("The transfer of $250.00 was requested.").waitFor();

    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/accounts" });
    await page.getByRole("link", { name: "New transfer" }).waitFor();
    await page.getByRole("link", { name: /Operating Checking/ }).click();
    await page.getByRole("heading", { name: "Operating Checking", level: 1 }).waitFor();
    await page.getByRole("link", { name: "New transfer" }).click();
    await page.getByLabel("To", { exact: true }).selectOption({ index: 0 });
    await page.getByLabel("Amount").fill("12.34");
    await page.getByRole("button", { name: "Transfer now" }).click();
    await page.getByText(/another account/).waitFor();
    await page.getByLabel("To", { exact: true }).selectOption({ index: 2 });
    await page.getByRole("button", { name: "Transfer now" }).click();
    await page.getByText("$12.34 was transferred.").waitFor();
    // Both sides of the transfer are one row.
    const row = page.getByRole("table", { name: "Transfers" }).getByRole("row").filter({ hasText: "$12.34" });
    await row.getByRole("link", { name: /^Operating/ }).waitFor();
    await settled(page);
    assert.equal(await row.count(), 1);
    const totals = page.getByRole("region", { name: "Totals" });
    await totals.getByText(/^\d+ transfers$/).waitFor();
    await page.getByRole("button", { name: "Add filter" }).click();
    await page.getByRole("menuitem", { name: "Amount" }).click();
    await page.getByLabel("Maximum amount").fill("12.34");
    await page.waitForURL(/max=12\.34/);
    await page.keyboard.press("Escape");
    await totals.getByText("1 transfer", { exact: true }).waitFor();
    await checkAccessible(page);
    await look(page, "transfers-filtered");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await totals.getByText(/^\d+ transfers$/).waitFor();
    const { transactions } = (await dashboard.call("GET", "/transactions?order=desc&limit=2")) as {
      transactions: { amount: number; kind: string }[];
    };
    assert.deepEqual(
      transactions.map(({ amount }) => Math.abs(amount)),
      [12.34, 12.34],
    );
  });

  it("leaves a user who went elsewhere while a transfer was made where they are", async () => {
    const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/transfers/new" });
    const answering = Promise.withResolvers<void>();
    await page.route("**/api/v1/transfer", async (route) => {
      const answer = await route.fetch();
      await answering.promise;
      await route.fulfill({ response: answer });
    });
    await page.getByLabel("Amount").fill("23.45");
    await page.getByRole("button", { name: "Transfer now" }).click();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Statements" }).click();
    await page.getByRole("heading", { name: "Statements", level: 1 }).waitFor();
    answering.resolve();
    await page.getByText("$23.45 was transferred.").waitFor();
    await settled(page);
    assert.equal(new URL(page.url()).pathname, "/dashboard/statements");
    await page.unrouteAll({ behavior: "wait" });
  });
});
