import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { long } from "../../../server/test/kit/faults/random.ts";
import { checkAccessible } from "../kit/accessible.ts";
import { look } from "../kit/browser.ts";
import {
  checkAllApproved,
  flagTexts,
  recipientNamed,
  requestForty,
  requestFrom,
  UNFLAGGED,
} from "../kit/forty-requests.ts";
import { settled } from "../kit/lent-pages.ts";
import type { RequestedPayment } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

/** By keyboard; days/approvers-forty-on-a-phone.slow.test.ts has the same on a phone. */
const KEYS_MAX = 12;
const SECONDS_MAX = 60;

const { dashboard, browser } = await openStage();

describe("forty requests, three of them flagged", () => {
  const requested: RequestedPayment[] = [];

  before(async () => {
    requested.push(...(await requestForty(dashboard)));
  });

  it("show their flags on a phone, and a filter lists only those with flags", async () => {
    const { page } = await browser.signIn(dashboard.user("approver"), { at: "/approvals?flagged=true", phone: true });
    const rows = page.getByRole("table", { name: "Requests" }).locator("tbody tr");
    await rows.nth(2).waitFor();
    await settled(page);
    assert.equal(await rows.count(), 3);
    for (const label of ["Changed by requester", "Possible duplicate", "Largest ever"])
      assert.ok(await rows.getByText(label).isVisible(), label);
    const described = await rows.first().locator("a[data-row-link]").getAttribute("aria-describedby");
    const texts = await Promise.all(
      (described ?? "").split(" ").map((id) => page.locator(`[id="${id}"]`).textContent()),
    );
    assert.match(texts.join(" "), /Changed by requester: The requester/, "screen readers hear the flags of a row");
    await checkAccessible(page, { inDark: true });
    await look(page, "approvals-flagged-phone");
    await page.getByRole("button", { name: "Clear filters" }).click();
    await rows.nth(39).waitFor();
  });

  it(`are approved with at most ${KEYS_MAX} keys, the flagged ones after reading each`, async (t) => {
    const { page } = await browser.signIn(dashboard.user("approver"), { at: "/approvals" });
    const rows = page.getByRole("table", { name: "Requests" }).locator("tbody tr");
    await rows.nth(39).waitFor();
    await look(page, "approvals-flagged");
    let keys = 0;
    const press = async (key: string): Promise<void> => {
      keys += 1;
      await page.keyboard.press(key);
    };
    const dialog = page.getByRole("dialog");
    const pressSubmit = async () => {
      await dialog.locator("button[type=submit]:focus").waitFor();
      await press("Enter");
    };
    const begin = performance.now();
    await press("u");
    await page.getByRole("button", { name: `Approve ${UNFLAGGED}` }).waitFor();
    await press("a");
    await pressSubmit();
    const closes = dialog.locator("button[type=submit]").filter({ hasText: "Close" });
    await closes.waitFor();
    await pressSubmit();
    await rows.nth(3).waitFor({ state: "detached" });
    // With the list, not when the menu next asks.
    await page.getByRole("link", { name: "Approvals 3 need your approval" }).waitFor({ timeout: 15_000 });
    await press("o");
    const panel = page.getByRole("region", { name: "Request", exact: true });
    for (const flag of flagTexts) {
      await panel.getByRole("list", { name: "Flags" }).getByRole("listitem").filter({ hasText: flag }).waitFor();
      await press("n");
      await pressSubmit();
      await dialog.waitFor({ state: "hidden" });
    }
    await panel.waitFor({ state: "detached" });
    const seconds = (performance.now() - begin) / 1_000;
    t.diagnostic(`${requested.length} requests with ${keys} keys in ${seconds.toFixed(1)} s`);
    assert.ok(keys <= KEYS_MAX, `${keys} keys`);
    if (long) assert.ok(seconds <= SECONDS_MAX, `${seconds} s`);
    await checkAllApproved(dashboard, requested);
    await page.getByText("No pending requests").waitFor();
  });

  it("are followed by the next one on the page of a request, and by the list after the last", async () => {
    const recipientId = recipientNamed(dashboard, "Alder Block Properties LLC");
    for (const amount of [61, 62]) await requestFrom(dashboard, recipientId, amount);
    const { page } = await browser.signIn(dashboard.user("approver"), { at: "/approvals?sort=amount&order=desc" });
    await page.getByRole("link", { name: "Alder Block Properties LLC" }).first().click();
    for (const amount of ["62", "61"]) {
      await page.getByRole("heading", { name: new RegExp(`^Payment of \\$${amount}\\.00`) }).waitFor();
      await page.keyboard.press("n");
      await page.locator("[role=dialog] button[type=submit]:focus").waitFor();
      await page.keyboard.press("Enter");
    }
    await page.getByText("No pending requests").waitFor();
    await page.waitForURL(/sort=amount/);
  });
});
