import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { look } from "../kit/browser.ts";
import { checkAllApproved, flagTexts, requestForty, UNFLAGGED } from "../kit/forty-requests.ts";
import { checkLayout } from "../kit/layout.ts";
import { settled } from "../kit/lent-pages.ts";
import { openStage } from "../kit/stage.ts";
import { checkTapTargets } from "../kit/tap-targets.ts";

/** With a thumb, on the train: as approvals/forty-requests.slow.test.ts by keyboard. */
const TAPS_MAX = 12;

const { dashboard, browser } = await openStage();

describe("forty requests, three of them flagged, on a phone", () => {
  it(`are approved with at most ${TAPS_MAX} taps, the flagged ones after reading each`, async (t) => {
    const requested = await requestForty(dashboard);
    const { page } = await browser.signIn(dashboard.user("approver"), { phone: true });
    const taps: string[] = [];
    const tap = async (name: string | RegExp, role: "button" | "link" = "button"): Promise<void> => {
      taps.push(String(name));
      const named = typeof name === "string" ? { name, exact: true } : { name };
      await page.getByRole(role, named).first().click();
    };
    const check = async (name: string) => {
      await settled(page);
      await checkAccessible(page);
      await checkLayout(page, name);
      await checkTapTargets(page);
    };
    const dialog = page.getByRole("dialog");
    /** In the dialog, which has the button that opened it behind it. */
    const submit = async (name: string) => {
      taps.push(`${name} in the dialog`);
      await dialog.locator("button[type=submit]", { hasText: name }).click();
    };

    await page.getByRole("heading", { name: /^40 requests need your approval/ }).waitFor();
    await check("home");
    await tap("Review", "link");
    await page.getByRole("button", { name: `Select ${UNFLAGGED} without flags` }).waitFor();
    await check("queue");
    await look(page, "forty-on-a-phone");
    await tap(`Select ${UNFLAGGED} without flags`);
    await check("selection");
    await tap(`Approve ${UNFLAGGED}`);
    await dialog.getByRole("table").waitFor();
    await check("approve together");
    await submit(`Approve ${UNFLAGGED}`);
    await submit("Close");
    const rows = page.getByRole("table", { name: "Requests" }).locator("tbody tr");
    await rows.nth(3).waitFor({ state: "detached" });
    await page.getByRole("button", { name: /without flags$/ }).waitFor({ state: "detached" });

    await tap("Columbia Gorge Freight", "link");
    for (const flag of flagTexts) {
      await page.getByRole("list", { name: "Flags" }).getByRole("listitem").filter({ hasText: flag }).waitFor();
      await check("flagged");
      await tap("Approve and next");
      await dialog.getByText(flag).waitFor();
      await submit("Approve");
      await dialog.waitFor({ state: "detached" });
    }
    await page.getByText("No pending requests").waitFor();
    await check("no requests");
    await checkAllApproved(dashboard, requested);
    t.diagnostic(`${requested.length} requests with ${taps.length} taps: ${taps.join(", ")}`);
    assert.ok(taps.length <= TAPS_MAX, `${taps.length}: ${taps.join(", ")}`);
  });
});
