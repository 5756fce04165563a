import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { restoreKeys, revokeKeys } from "../../server/src/administration/revoked-keys.ts";
import type { OrganizationId } from "../../server/src/kernel/values/ids.ts";
import { look } from "./kit/browser.ts";
import { openStage } from "./kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/" });
const DAY_MS = 86_400_000;

describe("an organization whose encryption keys are revoked", () => {
  it("reads on Home why payments are stopped, until the keys are restored", async () => {
    const organizationId = dashboard.demo.organizationId as OrganizationId;
    const subject = { organizationId, name: "the demo", actor: { type: "operator", id: "test" } } as const;
    await revokeKeys(dashboard.service, subject, 30 * DAY_MS);
    await page.goto(`${dashboard.url}/dashboard/`);
    const item = page.getByRole("listitem").filter({ hasText: "Payments are stopped: encryption keys are revoked" });
    await item
      .getByText(/The keys will be destroyed on \w+ \d+, \d{4}\. Until then, your operator can restore/)
      .waitFor();
    await look(page, "home-with-revoked-keys");
    await restoreKeys(dashboard.service, subject);
    await page.reload();
    await page.getByText("Needs attention").first().waitFor();
    await item.waitFor({ state: "detached" });
    assert.equal(await item.count(), 0);
  });
});
