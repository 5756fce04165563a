import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { look } from "../kit/browser.ts";
import { requestPayment } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/settings/audit" });

describe("the audit log", () => {
  const log = page.getByRole("table", { name: "Audit log" });

  it("tells what happened in sentences with links, filtered from lists", async () => {
    await requestPayment(dashboard, { amount: 73.5 });
    await page.getByRole("heading", { name: "Audit log", level: 1 }).waitFor();
    await page.getByRole("combobox", { name: "Action" }).click();
    await page.getByRole("option", { name: "Approval request created" }).click();
    await page.waitForURL(/action=approvalRequest\.create/);
    const row = log.getByRole("row").filter({ hasText: "requested $73.50 to" });
    await row.waitFor();
    await page.getByRole("combobox", { name: "About" }).click();
    await page.getByRole("option", { name: "Approval requests", exact: true }).click();
    await page.waitForURL(/thing=approvalRequest/);
    await row.waitFor();
    await look(page, "audit");
    await row.getByRole("link", { name: "$73.50" }).click();
    await page.waitForURL(/\/approvals\//);
    await page.goBack();
    await row.waitFor();
  });

  it("shows an entry's values, and its codes on request, by keyboard", async () => {
    const entry = log.getByRole("row").filter({ hasText: "requested $73.50 to" });
    await entry.getByRole("button").focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/entry=/);
    const drawer = page.getByRole("dialog", { name: "Audit log entry" });
    await drawer.getByRole("cell", { name: "$73.50" }).waitFor();
    assert.equal(await drawer.getByText("approvalRequest.create").isVisible(), false);
    await drawer.getByText("Codes", { exact: true }).click();
    await drawer.getByText("approvalRequest.create").waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "audit-entry");
    await drawer.getByRole("button", { name: "Show the history of this item" }).click();
    await page.waitForURL(/id=/);
    await page.getByLabel("Only this one").waitFor();
    await page.getByRole("button", { name: "Show all" }).click();
    await page.waitForURL((url) => !url.search.includes("id="));
  });

  it("downloads exactly what the filters show", async () => {
    await page.getByRole("button", { name: "Export" }).click();
    const downloading = page.waitForEvent("download");
    await page.getByRole("menuitem", { name: "CSV" }).click();
    const file = await downloading;
    assert.match(file.suggestedFilename(), /^audit-log-.*\.csv$/);
    assert.match(file.url(), /action=approvalRequest\.create/);
  });
});
