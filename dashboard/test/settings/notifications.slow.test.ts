import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { look } from "../kit/browser.ts";
import { requestPayment } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const request = await requestPayment(dashboard, { amount: 61.25 });
await requestPayment(dashboard, { amount: 62.25 });
const { page } = await browser.signIn(dashboard.user("approver"), { at: "/notifications" });

describe("the bell", () => {
  const bell = page.getByRole("button", { name: /^Notifications/ });
  const panel = page.getByRole("dialog", { name: "Notifications" });
  const list = page.getByRole("main").getByRole("list", { name: "Notifications" });
  // Jobs may add others meanwhile, such as a new month's statements: the count is the service's, not one less.
  const untilCounted = () =>
    page.waitForFunction(
      `fetch("/api/v1/notifications/unread-count").then((answer) => answer.json()).then(({ count }) =>
        document.querySelector('[aria-label="Notifications' + (count === 0 ? '' : ', ' + count + ' unread') + '"]') !== null)`,
      undefined,
      { polling: 500 },
    );

  it("says how much is new, and leads to it, by keyboard", async () => {
    await list.getByRole("link", { name: /requested \$61\.25 to .*, unread/ }).waitFor();
    await untilCounted();
    await bell.focus();
    await page.keyboard.press("Enter");
    await panel.getByRole("link", { name: /requested \$61\.25 to/ }).focus();
    await checkAccessible(page, { inDark: true });
    await look(page, "bell");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/approvals/${request.requestId}`);
    await panel.waitFor({ state: "detached" });
    await bell.press("Enter");
    await panel.getByRole("link", { name: /requested \$61\.25 to [^,]*$/ }).waitFor();
    await untilCounted();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    assert.match(
      (await page.locator(":focus").getAttribute("aria-label")) ?? "",
      /^Notifications/,
      "the focus is back",
    );
  });

  it("lists them on a page of their own, also on a phone, and marks all as read", async () => {
    await bell.click();
    await panel.getByRole("link", { name: "View all notifications" }).click();
    await page.getByRole("heading", { name: "Notifications", level: 1 }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText("Unread", { exact: true }).click();
    await page.waitForURL(/unread=true/);
    await list.getByRole("link", { name: /\$62\.25/ }).waitFor();
    await checkAccessible(page);
    await look(page, "notifications-phone");
    const markAll = page.getByRole("main").getByRole("button", { name: "Mark all as read" });
    const none = page.getByText("Nothing unread");
    // What arrives meanwhile stays unread.
    while (!(await none.isVisible())) await markAll.or(none).first().click();
    await untilCounted();
  });

  it("each user chooses their emails, on the page that emails link to", async () => {
    await page.goto(`${dashboard.url}/dashboard/profile#notifications`);
    const approvals = page.getByRole("radiogroup", { name: "Approvals" });
    await approvals.getByText("Daily summary").click();
    await page.getByText("Your choice was saved.").waitFor();
    await page.reload();
    assert.equal(await approvals.getByRole("radio", { name: "Daily summary" }).isChecked(), true);
    await checkAccessible(page, { inDark: true });
    await look(page, "email-settings");
  });
});
