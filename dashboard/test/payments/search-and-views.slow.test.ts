import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Page } from "playwright-core";
import { checkAccessible } from "../kit/accessible.ts";
import { look, openAnew } from "../kit/browser.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("bookkeeper"), { at: "/transactions" });
const palette = (on: Page = page) => on.getByRole("dialog", { name: "Search" });
const field = (on: Page = page) => palette(on).getByRole("combobox", { name: "Search" });
const option = (name: string | RegExp, on: Page = page) => palette(on).getByRole("option", { name }).first();
const selected = () => palette().getByRole("option", { selected: true });

describe("the palette", () => {
  it("finds a recipient while typing, by keyboard alone", async () => {
    await page.getByRole("table", { name: "Transactions" }).waitFor();
    await page.keyboard.press("Control+k");
    await field().and(page.locator(":focus")).waitFor();
    await palette().getByRole("group", { name: "Actions" }).waitFor();
    await page.keyboard.type("tern pack");
    await palette().getByRole("group", { name: "Recipients" }).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "palette");
    const activeId = await field().getAttribute("aria-activedescendant");
    assert.equal(await selected().getAttribute("id"), activeId);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: /Tern Packaging/, level: 1 }).waitFor();
    assert.equal(await palette().count(), 0);
  });

  it("opens in a new tab with Ctrl+Enter, and remembers what was opened", async () => {
    await page.keyboard.press("Control+k");
    await palette()
      .getByRole("group", { name: "Recent" })
      .getByRole("option", { name: /Tern Packaging/ })
      .waitFor();
    const opened = page.context().waitForEvent("page");
    await page.keyboard.press("Control+Enter");
    const tab = await opened;
    await tab.waitForURL(/\/dashboard\/recipients\/[0-9a-f-]+$/);
    await tab.close();
  });

  it("opens pages and actions, moves with the arrows, and says when nothing was found", async () => {
    await field().fill("zzzz");
    await palette().getByText("Nothing found for “zzzz”").waitFor();
    await field().fill("approval rules");
    await option(/Approval rules/).waitFor();
    await field().fill("new trans");
    await option(/New transfer/).waitFor();
    await page.keyboard.press("ArrowDown");
    assert.match(await selected().innerText(), /Show transactions/);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "New transfer", level: 1 }).waitFor();
  });

  it("continues when the service is back, and has a button on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route("**/search", (route) => route.fulfill({ status: 503, body: "" }));
    await page.getByRole("button", { name: "Search", exact: true }).click();
    await field().fill("tern packag");
    await palette().getByText("The service is unavailable.").waitFor();
    await page.unroute("**/search");
    await option(/Tern Packaging/).waitFor();
    await checkAccessible(page);
    await page.keyboard.press("Escape");
    await palette().waitFor({ state: "detached" });
    await page.setViewportSize({ width: 1280, height: 800 });
  });
});

const views = (on: Page = page) => on.getByRole("navigation", { name: "Views" });
const view = (name: string | RegExp, on: Page = page) => views(on).getByRole("link", { name });
const current = (name: string, on: Page = page) => views(on).locator("[aria-current]", { hasText: name });

describe("saved views", () => {
  it("keep filters under a name, shared with everyone", async () => {
    await openAnew(page, "/transactions?status=sent");
    await current("Modified").waitFor();
    await views().getByRole("button", { name: "Save view" }).click();
    const dialog = page.getByRole("dialog", { name: "Save view" });
    await dialog.getByLabel("Name").fill("Left the bank");
    await dialog.getByLabel("Share with everyone").check();
    await checkAccessible(page);
    await dialog.getByRole("button", { name: "Save view" }).click();
    await dialog.waitFor({ state: "detached" });
    await current("Left the bank").waitFor();
    await page.waitForURL(/view=/);
    await settled(page);
    assert.equal(await views().getByText("Modified").count(), 0);
    await checkAccessible(page, { inDark: true });
    await look(page, "saved-views");
  });

  it("are opened by a second person, who cannot change them", async () => {
    const { page: other } = await browser.signIn(dashboard.user("approver"), { at: "/transactions" });
    await view(/Left the bank/, other).click();
    await other.waitForURL(/status=sent/);
    await current("Left the bank", other).waitFor();
    await other.getByRole("columnheader", { name: "Amount" }).getByRole("button").click();
    await views(other).getByText("Modified").waitFor();
    await views(other).getByRole("button", { name: "Save as new view" }).waitFor();
    assert.equal(await views(other).getByRole("button", { name: "Save changes" }).count(), 0);
    await view("All", other).click();
    await other.waitForURL((url) => !url.search.includes("status"));
  });

  it("open by default, and are deleted", async () => {
    await views().getByRole("button", { name: "Actions for the view Left the bank" }).click();
    await page.getByRole("menuitem", { name: "Open by default" }).click();
    await page.getByRole("link", { name: "Home", exact: true }).click();
    await page.getByRole("heading", { name: "Home", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Transactions", exact: true }).click();
    await page.waitForURL(/status=sent/);
    await current("Left the bank").waitFor();
    await view("All").click();
    await page.waitForURL(/view=all/);
    await view(/Left the bank/).click();
    await views().getByRole("button", { name: "Actions for the view Left the bank" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete view" }).click();
    await view(/Left the bank/).waitFor({ state: "detached" });
    await page.waitForURL((url) => !url.search.includes("status"));
  });
});
