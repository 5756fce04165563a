import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checkAccessible } from "../kit/accessible.ts";
import { look, openAnew } from "../kit/browser.ts";
import { DESKTOP, settled } from "../kit/lent-pages.ts";
import { type RequestedPayment, requestPayment, statusOf } from "../kit/requests.ts";
import { openStage } from "../kit/stage.ts";

const { dashboard, browser } = await openStage();
const requested: RequestedPayment[] = [];
for (const amount of [43, 41, 42])
  requested.push(await requestPayment(dashboard, { amount, externalMemo: `Order ${amount}` }));
const { page } = await browser.signIn(dashboard.user("approver"), { at: "/approvals" });
const rows = () => page.getByRole("table", { name: "Requests" }).locator("tbody tr");
const amounts = () => rows().locator("td:last-child").allInnerTexts();

/** The boxes within its row that cut the count of comments off. */
const clippedBy = `{
  const mark = document.querySelector('[title="2 comments"]');
  const { left, right } = mark.getBoundingClientRect();
  const boxes = [];
  for (let box = mark.parentElement; box.tagName !== "TR"; box = box.parentElement) {
    const { left: from, right: to } = box.getBoundingClientRect();
    if (getComputedStyle(box).overflow !== "visible" && (left < from || right > to)) boxes.push(box.tagName);
  }
  right - left < 14 ? ["no room"] : boxes;
}`;

describe("requests next to the queue", () => {
  it("sorts the queue, and shows memos and totals", async () => {
    await rows().filter({ hasText: "Order 43" }).waitFor();
    const header = page.getByRole("columnheader", { name: "Amount" });
    await header.getByRole("button").click();
    await page.waitForURL(/sort=amount/);
    await page.locator("th[aria-sort=descending]").filter({ hasText: "Amount" }).waitFor();
    await settled(page);
    const sizes = (await amounts()).map((text) => Number.parseFloat(text.replaceAll(/[$,]/g, "")));
    assert.deepEqual(
      sizes,
      sizes.toSorted((a, b) => b - a),
    );
    await page
      .getByRole("region", { name: "Totals" })
      .getByText(/^Total/)
      .waitFor();
    await page
      .getByRole("columnheader", { name: /^Requested(?! by)/ })
      .getByRole("button")
      .click();
    await page.waitForURL((url) => !url.search.includes("sort=amount"));
    await page
      .locator("th[aria-sort=ascending]")
      .filter({ hasText: /^Requested(?! by)/ })
      .waitFor();
  });

  it("reviews and approves in the panel, and continues with the next", async () => {
    await page.getByRole("heading", { name: "Approvals", level: 1 }).click();
    const panel = page.getByRole("region", { name: "Request", exact: true });
    await settled(page);
    const index = (await rows().allInnerTexts()).findIndex((text) => text.includes("Order 43"));
    for (let step = 0; step <= index; step += 1) await page.keyboard.press("j");
    await page.keyboard.press("Space");
    await panel.getByRole("heading", { name: /^Payment of \$43\.00/ }).waitFor();
    await panel.getByRole("heading", { name: "Decision" }).waitFor();
    await checkAccessible(page, { inDark: true });
    await look(page, "approvals-panel");
    await page.keyboard.press("a");
    await page.getByRole("dialog").getByText("This is the last approval").waitFor();
    await page.keyboard.press("Enter");
    await panel.getByRole("link", { name: "View transaction" }).waitFor();
    await rows().filter({ hasText: "Order 43" }).waitFor({ state: "detached" });
    await page.keyboard.press("j");
    await panel.getByRole("heading", { name: /^Payment of \$41\.00/ }).waitFor();
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    await page.locator("tr[aria-current]").getByRole("link").and(page.locator(":focus")).waitFor();
    const statuses = await Promise.all(requested.map(async (request) => (await statusOf(dashboard, request)).status));
    assert.deepEqual(statuses, ["approved", "pendingApproval", "pendingApproval"]);
  });

  it("leaves an approver who went elsewhere where they are, although the next request is found", async () => {
    const panel = page.getByRole("region", { name: "Request", exact: true });
    await page.keyboard.press("Space");
    await panel.getByRole("heading", { name: /^Payment of \$41\.00/ }).waitFor();
    await panel.getByRole("button", { name: "Approve and next" }).click();
    await page.getByRole("dialog").getByText("This is the last approval").waitFor();
    const answering = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route("**/api/v1/approvals?*limit=1&*", async (route) => {
      asked.resolve();
      await answering.promise;
      await route.continue();
    });
    await page.keyboard.press("Enter");
    await asked.promise;
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Statements" }).click();
    await page.getByRole("heading", { name: "Statements", level: 1 }).waitFor();
    answering.resolve();
    await settled(page);
    assert.equal(new URL(page.url()).pathname, "/dashboard/statements");
    await page.unrouteAll({ behavior: "wait" });
  });

  it("shows the number of comments next to the longest name, on a desktop and on a phone", async () => {
    const name = "Cooperativa Agropecuaria de Cafetaleros del Valle de Intag y Anexos";
    const recipient = (await dashboard.call("POST", "/recipients", {
      name,
      emails: [],
      isBusiness: true,
      electronicRoutingInfo: {
        accountNumber: "123456789",
        routingNumber: "021000021",
        bankName: "Bank",
        electronicAccountType: "businessChecking",
      },
    })) as { readonly id: string };
    const { requestId } = await requestPayment(dashboard, { recipientId: recipient.id, amount: 44 });
    for (const text of ["Why so late?", "The invoice came yesterday."]) {
      const data = { text, idempotencyKey: text };
      const headers = { origin: dashboard.url };
      const posted = await page.request.post(`${dashboard.url}/approvals/${requestId}/comments`, { headers, data });
      assert.ok(posted.ok(), await posted.text());
    }
    for (const size of [DESKTOP, { width: 390, height: 844 }]) {
      await page.setViewportSize(size);
      await openAnew(page, "/approvals");
      const row = rows().filter({ hasText: name });
      await row.getByText("2 comments").waitFor({ state: "attached" });
      await settled(page);
      const hidden = await page.evaluate<readonly string[]>(clippedBy);
      assert.deepEqual(hidden, [], `${size.width} pixels wide`);
    }
    await page.setViewportSize(DESKTOP);
  });
});
