import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { sql } from "../../server/src/kernel/sql/sql.ts";
import { look } from "./kit/browser.ts";
import { openStage } from "./kit/stage.ts";

const { dashboard, browser } = await openStage();
const { page } = await browser.signIn(dashboard.user("administrator"), { at: "/" });

describe("records that were changed in the database", () => {
  it("a changed request says what to do, and Home names it in words", async () => {
    const { organizationId, accounts, recipients } = dashboard.demo;
    const { requestId } = (await dashboard.call("POST", `/account/${accounts[0]?.id}/request-send-money`, {
      recipientId: recipients.find(({ methods }) => methods.includes("ach"))?.id,
      amount: 480,
      paymentMethod: "ach",
    })) as { requestId: string };
    const changed = await dashboard.service.database.run(
      sql`update approval_requests set requester_may_approve = true
           where organization_id = ${organizationId} and request_id = ${requestId}`,
    );
    assert.equal(changed, 1);
    await page.goto(`${dashboard.url}/dashboard/approvals/${requestId}`);
    await page.getByText("Ask an administrator, whose Home page shows the record").waitFor();
    await look(page, "changed-request");
    await page.getByRole("link", { name: "Home" }).click();
    const item = page.getByRole("listitem").filter({ hasText: "1 record changed outside Bursar" });
    await item.getByText("Approval requests", { exact: true }).waitFor();
    await item.getByText("It is not used.").waitFor();
    await look(page, "home-with-changed-record");
  });
});
